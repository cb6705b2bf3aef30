from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from django.contrib import messages
from django.core.files.uploadhandler import FileUploadHandler, SkipFile
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_POST, require_safe

from party.forms.scores.slip_pictures import TableOfSlipForm
from party.models import Party, SlipPicture
from party.pdf.scores.slips import slip_layouts
from party.queries.evening.rounds import latest_round
from party.queries.scores.slip_pictures import photographed_slips
from party.services.scores import slip_pictures as verbs
from party.slip_reader import NOT_INSTALLED, can_read_photographs
from party.values.refusals import Code, Refused
from party.values.scores.slip_pictures import LARGEST_PHOTOGRAPH, MOST_AT_ONCE, PhotographReceipt
from party.views.access import actor_and_time, or_404, party_or_404
from party.views.papers.slips import blank_slips
from party.views.refusals import Attempt, NoteButton

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile

FIELD = "pictures"
BY_SCRIPT = "X-Photographs"  # the script sends it with one picture, to get JSON
NOT_SENT = "{name}: not read. One picture has at most {size} MB, and one form {count} pictures."
CHOOSE_FIRST = "Choose or take a picture first."
ASIDE, WAITING = SlipPicture.Status.PUT_ASIDE, SlipPicture.Status.WAITING


class LimitedUploads(FileUploadHandler):
    """Skips files that are too large, or too many, before they fill the disk."""

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request)
        self.count, self.skipped = 0, list[str]()

    def new_file(self, *args: object, **kwargs: object) -> None:
        super().new_file(*args, **kwargs)  # type: ignore[arg-type]
        self.count += 1

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        # Not in new_file: there, SkipFile would close the file before this one.
        if self.count > MOST_AT_ONCE or start + len(raw_data) > LARGEST_PHOTOGRAPH:
            self.skipped.append(self.file_name or "A picture")
            raise SkipFile
        return raw_data

    def file_complete(self, file_size: int) -> None:  # noqa: ARG002 -- the next handler has it
        return None


# Reading the CSRF token reads the files too, so first check who may send files.
@csrf_exempt
def slip_pictures(request: HttpRequest, party_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    if request.method == "POST":
        limited = LimitedUploads(request)
        request.upload_handlers.insert(0, limited)
        return _store_files(request, party, limited)
    return _show_slips(request, party)


@csrf_protect
def _store_files(request: HttpRequest, party: Party, limited: LimitedUploads) -> HttpResponse:
    files = request.FILES.getlist(FIELD)
    if BY_SCRIPT in request.headers:
        return _answer_script(request, party, files, limited)
    if not files and not limited.skipped:
        messages.error(request, CHOOSE_FIRST)
    for file in files:
        try:
            receipt = _store_photograph(request, party, file)
        except Refused as refusal:
            messages.error(request, f"{file.name}: {' '.join(refusal.texts)}")
        else:
            messages.success(request, f"{receipt.words}.")
            for note in receipt.notes:
                messages.warning(request, note)
    for text in _skipped_texts(limited):
        messages.error(request, text)
    return redirect("slip_pictures", party.pk)


def _answer_script(
    request: HttpRequest,
    party: Party,
    files: Sequence["UploadedFile[bytes]"],
    limited: LimitedUploads,
) -> JsonResponse:
    if not files:
        words = next(_skipped_texts(limited), CHOOSE_FIRST)
        return JsonResponse({"outcome": "refused", "words": words, "notes": []})
    try:
        receipt = _store_photograph(request, party, files[0])
    except Refused as refusal:
        is_busy = any(fault.code == Code.BUSY for fault in refusal.faults)
        outcome, words = "busy" if is_busy else "refused", " ".join(refusal.texts)
        return JsonResponse({"outcome": outcome, "words": words, "notes": []})
    return JsonResponse({"outcome": "stored", "words": receipt.words, "notes": receipt.notes})


def _store_photograph(
    request: HttpRequest, party: Party, upload: "UploadedFile[bytes]"
) -> PhotographReceipt:
    layouts = slip_layouts(blank_slips(party))
    return verbs.store_photograph(
        party.pk, upload.read(), layouts=layouts, **actor_and_time(request)
    )


def _skipped_texts(limited: LimitedUploads) -> Iterator[str]:
    size = LARGEST_PHOTOGRAPH // 1_000_000
    for name in limited.skipped:
        yield NOT_SENT.format(name=name, size=size, count=MOST_AT_ONCE)


def _show_slips(request: HttpRequest, party: Party) -> HttpResponse:
    slips = photographed_slips(party)
    round_ = latest_round(party)
    context = {
        "party": party,
        "round": round_,
        "waiting": [slip for slip in slips if slip.is_wanted],
        "earlier": [slip for slip in slips if not slip.is_aside and not slip.is_wanted],
        "aside": [slip for slip in slips if slip.is_aside],
        "not_installed": "" if can_read_photographs() else NOT_INSTALLED,
        "numbers": range(1, round_.number + 1) if round_ else (),
    }
    return render(request, "scores/slip_pictures.html", context)


@require_safe
@cache_control(private=True, no_cache=True)
def cutout(request: HttpRequest, party_id: int, picture_id: int) -> HttpResponseBase:
    """Send a picture with an ETag: the browser asks each time whether it has changed."""
    party = party_or_404(request, party_id)
    rows = SlipPicture.objects.filter(party=party, pk=picture_id)
    columns = rows.values_list("cutout", "photograph", "place_in_photograph").first()
    content, photograph, place = or_404(columns)
    etag = f'"{photograph}-{place}"'
    response = HttpResponse(bytes(content), content_type="image/jpeg", headers={"ETag": etag})
    return get_conditional_response(request, etag=etag, response=response) or response


@require_POST
def put_aside(request: HttpRequest, party_id: int, picture_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    with Attempt(request) as attempt:
        place = verbs.put_picture(party.pk, picture_id, ASIDE, **actor_and_time(request))
        attempt.text = f"Put aside: the photographed slip, {place}."
        url = reverse("slip_back", args=[party.pk, picture_id])
        attempt.buttons.append(NoteButton("Undo", place, url, {}))
    return redirect("slip_pictures", party.pk)


@require_POST
def put_back(request: HttpRequest, party_id: int, picture_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    with Attempt(request) as attempt:
        place = verbs.put_picture(party.pk, picture_id, WAITING, **actor_and_time(request))
        attempt.text = f"It waits again: the photographed slip, {place}."
    return redirect("slip_pictures", party.pk)


@require_POST
def set_table(request: HttpRequest, party_id: int, picture_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    form = TableOfSlipForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Type the number of a table.")
        return redirect("slip_pictures", party.pk)
    with Attempt(request) as attempt:
        place = verbs.move_picture(party.pk, picture_id, *form.value, **actor_and_time(request))
        attempt.text = f"The photographed slip: {place}."
    return redirect("slip_pictures", party.pk)
