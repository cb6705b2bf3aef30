"""Reads about a club's players who may be one person."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from itertools import islice

from party.models import Club, Entrant, LogLine, Player, Series
from party.queries.people.players import club_players_of
from party.values.people.merge_players import Evening, Merge
from party.values.people.names import SimilarNames, begins_words
from party.values.people.person import ClubPlayer

MERGED, PARTED = "players merged", "players parted"
MOST_PAIRS = 30
MOST_DONE = 10


def named_like(people: Iterable[ClubPlayer], typed: str) -> tuple[ClubPlayer, ...]:
    """Return those in whose name every typed word is the beginning of a word."""
    return tuple(each for each in people if begins_words(typed, f"{each.name} {each.word}"))


def pairs(club: Club, people: Collection[ClubPlayer]) -> tuple[tuple[ClubPlayer, ClubPlayer], ...]:
    """Return players with similar names who were never at one party together. One query."""
    rows = Entrant.objects.filter(player__club=club).values_list("player_id", "party_id")
    evenings = _by_player((player or 0, party) for player, party in rows)
    alike = SimilarNames((each.name, each) for each in people)
    likely = (
        (each, other)
        for each in people
        for other in alike.to(each.name)
        if each.id < other.id and not evenings[each.id] & evenings[other.id]
    )
    return tuple(islice(likely, MOST_PAIRS))


def alike_to(player: ClubPlayer, people: Iterable[ClubPlayer]) -> tuple[ClubPlayer, ...]:
    """Return the others whose names are like this player's."""
    others = [each for each in people if each.id != player.id]
    return SimilarNames((each.name, each) for each in others).to(player.name)


def merge_of(club: Club, one: int, other: int) -> Merge | None:
    """Return the effects of merging two players; None unless both are of this club."""
    people = {
        each.id: each
        for each in club_players_of(Player.objects.filter(club=club, pk__in=(one, other)))
    }
    if len(people) < 2:
        return None
    entrants = list(
        Entrant.objects.filter(player__in=people)
        .select_related("party__club")
        .order_by("party__starts_at", "pk")
    )
    at = _by_player((row.player_id or 0, row.party_id) for row in entrants)
    both = at[one] & at[other]
    series = Series.objects.filter(club=club)
    for parties in (at[one], at[other]):
        series = series.filter(parties__in=parties)
    return Merge(
        one=people[one],
        other=people[other],
        evenings=tuple(
            Evening(row.party.name, row.party.local_start, row.name) for row in entrants
        ),
        together=tuple(dict.fromkeys(row.party.name for row in entrants if row.party_id in both)),
        series=tuple(series.distinct().order_by("name").values_list("name", flat=True)),
    )


def merges_done(club: Club) -> tuple[tuple[int, str], ...]:
    """Return the log lines, id and words, of the latest merges that were not undone."""
    lines = LogLine.objects.filter(club=club, party=None)
    parted = set(lines.filter(verb=PARTED).values_list("data__line", flat=True))
    rows = lines.filter(verb=MERGED).exclude(pk__in=parted).order_by("-pk")[:MOST_DONE]
    return tuple(rows.values_list("pk", "words"))


def _by_player(rows: Iterable[tuple[int, int]]) -> Mapping[int, set[int]]:
    parties: dict[int, set[int]] = defaultdict(set)
    for player, party in rows:
        parties[player].add(party)
    return parties
