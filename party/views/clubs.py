"""Helpers: who enters hands at the desk, and the links that sign them in."""

from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from party.forms.clubs import HelperForm
from party.models import Party, User
from party.queries import clubs as reads
from party.services import clubs
from party.services.accounts.users import make_link
from party.values.phones.addresses import is_seen_by_phones
from party.views.access import done_by, or_404, organised_party, signed_in
from party.views.phones.addresses import phone_address, qr_code
from party.views.refusals import Attempt

A_DAY = 24 * 60  # minutes: made in the afternoon, used in the evening


@never_cache
def who_helps(request: HttpRequest, party_id: int) -> HttpResponse:
    """Show who helps, and add a helper: the answer shows the sign-in link, once."""
    party = organised_party(request, party_id)
    form = HelperForm(request.POST or None)
    if form.is_valid():
        name, here_only = form.cleaned_data["name"], form.cleaned_data["where"] == "party"
        only = party.pk if here_only else None
        with Attempt(request, form):
            helper = clubs.add_helper(party.club_id, name, party_id=only, **done_by(request))
            return _show_link(request, party, helper)
    return _show(request, party, form)


@never_cache
@require_POST
def helper_link(request: HttpRequest, party_id: int, user_id: int) -> HttpResponse:
    """Show a new link for somebody who helps; the older one ends."""
    party = organised_party(request, party_id)
    helper = or_404(reads.helper_of_this_club_alone(party, user_id))
    return _show_link(request, party, helper)


@require_POST
def remove_helper(request: HttpRequest, party_id: int, user_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    names = {helper.id: helper.name for helper in reads.helpers(party)}
    name = or_404(names.get(user_id))
    with Attempt(request, done=f"{name} no longer helps."):
        clubs.remove_helper(party.club_id, user_id, **done_by(request))
    return redirect("helpers", party.pk)


@require_POST
def remove_sample(request: HttpRequest, club_id: int) -> HttpResponse:
    """Delete the sample club with its evening."""
    club = or_404(reads.sample_of(signed_in(request)))
    if club.pk != club_id:
        raise Http404
    with Attempt(request, done="The sample evening is gone, with its invented people."):
        clubs.remove_sample(club.pk, **done_by(request))
    return redirect("home")


def _show_link(request: HttpRequest, party: Party, helper: User) -> HttpResponse:
    token = make_link(helper, minutes=A_DAY, **done_by(request))
    link = phone_address(request, reverse("sign_in_link", args=[token]))
    shown = {
        "name": helper.name,
        "to": link,
        "qr": qr_code(link),
        "hall": is_seen_by_phones(urlsplit(link).hostname or ""),
    }
    return _show(request, party, HelperForm(), link=shown)


def _show(
    request: HttpRequest, party: Party, form: HelperForm, link: dict[str, object] | None = None
) -> HttpResponse:
    context = {
        "party": party,
        "form": form,
        "link": link,
        "helpers": reads.helpers(party),
        "organisers": reads.organisers(party),
    }
    return render(request, "clubs/who_helps.html", context)
