"""The picture of one slip, for the organisers and helpers of its party."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from party.models import SlipPicture
from party.views.access import or_404, party_or_404


@require_safe
@cache_control(private=True, max_age=86_400, immutable=True)
def cutout(request: HttpRequest, party_id: int, picture_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    rows = SlipPicture.objects.filter(party=party, pk=picture_id).values_list("cutout", flat=True)
    return HttpResponse(bytes(or_404(rows.first())), content_type="image/jpeg")
