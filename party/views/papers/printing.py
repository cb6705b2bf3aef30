"""Only a button records a printout: loading the PDF does not, because browsers repeat that."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from party.models import Party, Printout
from party.pdf.papers.pack import pack_pdf
from party.queries.evening.end import END_PAPERS
from party.queries.evening.rounds import latest_round
from party.queries.papers import last_printouts, usual_look
from party.services import papers
from party.services.write import all_or_nothing
from party.values.numbers import number_of
from party.values.papers import Look, PaperSize
from party.values.seats.words import HAND_OUT
from party.views.access import actor_and_time, or_404, party_or_404
from party.views.downloads import show_pdf
from party.views.papers.catalogue import BY_SLUG
from party.views.papers.pack import bind_papers
from party.views.papers.paper import PaperOfParty, query_of, requested_look
from party.views.papers.print_centre import paper_line, print_centre, round_kits
from party.views.papers.ready_cut import correction_text, shifted_look
from party.views.refusals import Attempt

SIZES = (("normal", "Normal"), ("large", "Large"))


# The Back button must load the page again after a PDF: the list of printouts has changed.
@never_cache
@require_safe
def prints(request: HttpRequest, party_id: int) -> HttpResponse:
    """`v` is the revision that the polling page shows."""
    party = party_or_404(request, party_id)
    if request.GET.get("v") == str(party.revision):
        return HttpResponse(status=204)
    number = number_of(request.GET.get("round")) or 0
    look = requested_look(request.GET, usual_look(party))
    page = {
        "party": party,
        "page": print_centre(party, look, number, timezone.now()),
        "papers": Party.Paper.choices,
        "sizes": SIZES,
        "ready_cut": correction_text(request),
        "hand_out": HAND_OUT,
    }
    return render(request, "papers/prints.html", page)


@require_safe
def print_pdf(request: HttpRequest, party_id: int, kit: str) -> HttpResponse:
    """With `printout` in the address, draw only the cards or slips that it recorded."""
    party = party_or_404(request, party_id)
    paper = _requested_paper(party, kit, request.GET, Look(paper=PaperSize(party.paper)))
    if not paper.is_ready:
        return _not_ready(request, paper)
    keys = None
    if printout := request.GET.get("printout"):
        keys = get_object_or_404(party.printouts, pk=number_of(printout), kit=kit).only
    document = paper.draw(shifted_look(request, paper.look), keys)
    # The paper of next moves counts as ready, but is empty if nobody can be seated.
    return show_pdf(kit, document) if document else _not_ready(request, paper)


@require_POST
def print_bundle(request: HttpRequest, party_id: int, number: int | None = None) -> HttpResponse:
    """Print the papers that are new or have changed; if there are none, print all again."""
    party = party_or_404(request, party_id)
    look = requested_look(request.POST, usual_look(party))
    offered = _papers_of_bundle(party, number, look)
    printed, at = last_printouts(party, look), timezone.now()
    ready = [paper for paper in offered if paper.is_ready]
    lines = [paper_line(paper, printed.get(paper.key), at) for paper in ready]
    wanted = [line.paper for line in lines if line.is_wanted] or ready
    if not wanted:
        return _not_ready(request, offered[0])
    with all_or_nothing():
        for paper in wanted:
            _record(request, paper)
    kits = [("kit", paper.document.slug) for paper in wanted]
    args = [party.pk, number] if number else [party.pk]
    url = reverse("round_pdf" if number else "end_pdf", args=args)
    return redirect(f"{url}?{query_of(look)}&{urlencode(kits)}")


@require_POST
def print_blank(request: HttpRequest, party_id: int) -> HttpResponse:
    return print_kit(request, party_id, request.POST.get("kit", ""))


@require_safe
def bundle_pdf(request: HttpRequest, party_id: int, number: int | None = None) -> HttpResponse:
    party, kits = party_or_404(request, party_id), request.GET.getlist("kit")
    offered = _papers_of_bundle(party, number, requested_look(request.GET, usual_look(party)))
    name, moment = "end", "the end of the evening"
    if number is not None:
        name, moment = f"round-{number}", f"round {number}"
    title = f"{party.name}, {moment}"
    file = bind_papers(title, (each for each in offered if not kits or each.document.slug in kits))
    if not file.parts:
        return _not_ready(request, offered[0])
    return show_pdf(name, pack_pdf(file, shifted_look(request, offered[0].look)))


def _papers_of_bundle(party: Party, number: int | None, look: Look) -> list[PaperOfParty]:
    """Return the papers of a round, or those of the end of the evening if `number` is None."""
    round_, kits = latest_round(party), tuple(END_PAPERS)
    if number is not None:
        round_, kits = get_object_or_404(party.rounds, number=number), round_kits(party)
    return [PaperOfParty(party, BY_SLUG[kit], look, round_) for kit in kits]


@require_POST
def print_kit(request: HttpRequest, party_id: int, kit: str) -> HttpResponse:
    party = party_or_404(request, party_id)
    paper = _requested_paper(party, kit, request.POST, usual_look(party))
    if not paper.is_ready:
        return _not_ready(request, paper)
    keys = _outdated_keys(paper) if "only" in request.POST else None
    if keys is not None and not keys:
        messages.success(request, f"{paper.title}: nothing has changed since they were printed.")
        return _redirect_to_centre(paper.party.pk, paper.query)
    row = _record(request, paper, keys)
    printout = f"&printout={row.pk}" if keys else ""
    return redirect(f"{reverse('print_pdf', args=[paper.party.pk, kit])}?{paper.query}{printout}")


def _record(
    request: HttpRequest, paper: PaperOfParty, keys: Sequence[str] | None = None
) -> Printout:
    return papers.record_printout(
        paper.party.pk,
        paper.document.slug,
        paper.look,
        paper.contents.marks,
        title=paper.title,
        only=keys,
        round_number=paper.number,
        **actor_and_time(request),
    )


def _requested_paper(
    party: Party, kit: str, query: Mapping[str, str], usual: Look
) -> PaperOfParty:
    document = or_404(BY_SLUG.get(kit))
    round_ = latest_round(party)
    if number := query.get("round", ""):
        round_ = get_object_or_404(party.rounds, number=number_of(number) or 0)
    return PaperOfParty(party, document, requested_look(query, usual), round_)


def _outdated_keys(paper: PaperOfParty) -> list[str] | None:
    """Return the keys of the pieces to print again; None for all pieces."""
    last = last_printouts(paper.party, paper.look).get(paper.key)
    if last is None or paper.document.part is None:
        return None
    return list(paper.changes_since(last).pieces)


@require_POST
def forget_printing(request: HttpRequest, party_id: int, kit: str, pk: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    row = get_object_or_404(party.printouts, pk=pk, kit=kit)
    look = Look(paper=PaperSize(row.paper), large=row.large, blank=row.blank)
    title = PaperOfParty(party, BY_SLUG[kit], look, None).title
    with Attempt(request, success=f"{title}: that printing does not count."):
        papers.forget_printout(party.pk, row.pk, title=title, **actor_and_time(request))
    return _redirect_to_centre(
        party.pk, query_of(Look(paper=look.paper, large=look.large), row.round)
    )


def _not_ready(request: HttpRequest, paper: PaperOfParty) -> HttpResponse:
    page = {"party": paper.party, "document": paper.document, "why": paper.not_ready_reason}
    return render(request, "papers/not_ready.html", page, status=409)


def _redirect_to_centre(party_id: int, query: str) -> HttpResponse:
    return redirect(f"{reverse('prints', args=[party_id])}?{query}")
