"""What guests may see, on pages that need the party's code but no sign-in."""

from collections.abc import Iterable
from datetime import datetime

from party.models import Party
from party.services.log.row_changes import Watch
from party.services.write import party_act, set_columns
from party.values.accounts import Actor


def set_guest_access(
    party_id: int,
    *,
    is_open: bool,
    names: str,
    standings: str,
    reveal: str = Party.Reveal.HOST,
    phone_ranking: bool = False,
    address_left_out: Iterable[str] = (),
    address: str = "",
    actor: Actor,
    at: datetime,
) -> None:
    """Allowed after the finish too: guests may see the results as long as the host likes.

    `address` becomes the hall's address, unless phones are on: then the organiser has chosen one.
    """
    columns = {
        "guests": is_open,
        "guest_names": Party.GuestNames(names),
        "guest_standings": Party.GuestStandings(standings),
        "reveal": Party.Reveal(reveal),
        "phone_ranking": phone_ranking,
        "address_left_out": " ".join(address_left_out),
    }
    with party_act(party_id, actor, at) as act:
        party = act.party
        if is_open and address and not party.phones and party.hall_address != address:
            # Saved before the watch begins: undoing the log line must not change the address
            # again.
            party.hall_address = address
            party.save(update_fields=["hall_address"])
        act.watched = Watch(Party.objects.filter(pk=party.pk))
        if set_columns(party, **columns):
            act.log("guests changed", "Guests may look" if is_open else "Guests see nothing")
