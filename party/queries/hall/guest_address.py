from django.urls import reverse

from party.models import Party
from party.values.hall.guest_address import GuestAddress
from party.values.phones.addresses import short_address


def printed_guest_address(party: Party, medium: str) -> GuestAddress | None:
    """Return None if the medium (one of MEDIA) shows no address, or nobody could open it."""
    if not (party.guests and party.hall_address) or medium in party.address_left_out.split():
        return None
    path = reverse("guest", args=[party.code])
    return GuestAddress(f"{party.hall_address}{path}", short_address(party.hall_address, path))
