from party.models import Party
from party.services.evening.rounds import finish
from party.services.hall.prize_giving import show_step
from party.values.hall.prize_giving import WHOLE_LIST
from tests.evening import BY_PROGRAM


def finish_party(party):
    finish(party.pk, **BY_PROGRAM)
    return Party.objects.get(pk=party.pk)


def reveal(party, key=WHOLE_LIST):
    """Show a step in the hall; return the id of the log line."""
    return show_step(party.pk, key, **BY_PROGRAM)


def finish_and_reveal(party):
    """Finish a party and show everybody everything."""
    finish(party.pk, **BY_PROGRAM)
    reveal(party)
    return Party.objects.get(pk=party.pk)
