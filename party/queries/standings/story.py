from datetime import timedelta

from party.models import Party
from party.queries.shared_reads import cache_until_change
from party.queries.standings.earlier_ranks import ranks_after
from party.queries.standings.standings import standings
from party.values.standings.standings import PartyStandings
from party.values.standings.story import Evening, NameOf, tell_story

SEASON = timedelta(days=365)


def story(party: Party, name_of: NameOf = str) -> tuple[str, ...]:
    return _sentences(party, _final_evening(party), name_of)


def first_sentence(party: Party, final: PartyStandings) -> str:
    return next(iter(_sentences(party, _evening(party, final))), "")


def _sentences(party: Party, evening: Evening, name_of: NameOf = str) -> tuple[str, ...]:
    return tuple(each.text for each in tell_story(evening, name_of, chosen=party.story))


def kinds_to_tell(party: Party) -> list[str]:
    """Choose kinds of sentences that differ from those of other parties of the season."""
    season = Party.objects.filter(
        club=party.club_id,
        finished_at__isnull=False,
        starts_at__gt=party.starts_at - SEASON,
        starts_at__lt=party.starts_at + SEASON,
    ).exclude(pk=party.pk)
    others = {*map(frozenset, season.values_list("story", flat=True))}
    return [each.kind for each in tell_story(_evening(party, standings(party)), others=others)]


@cache_until_change
def _final_evening(party: Party) -> Evening:
    return _evening(party, standings(party))


def _evening(party: Party, final: PartyStandings) -> Evening:
    ranks = [ranks_after(party, final, number + 1) for number in range(final.rounds)]
    credit = party.format.round_credit
    return Evening(
        lines=tuple(line for line in final.lines if line.rank),
        places=tuple(ranks) if all(ranks) else (),
        counts_points=credit != "wins_only",
        ranks_by_points=credit not in {"wins_only", "both"},
    )
