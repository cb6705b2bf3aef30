from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice

from django.db.models import Q

from party.models import Club, Entrant, LogLine, Player, Series
from party.queries.people.players import club_players_of
from party.values.people.former_players import FORMER_KEY
from party.values.people.names import SimilarNames, begins_words
from party.values.people.person import ClubPlayer

MERGED, UNMERGED = "players merged", "players parted"
MOST_PAIRS = 30
MOST_MERGES_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Merge:
    """The merge is refused if both people were at the same party (`shared_parties`)."""

    first: ClubPlayer
    second: ClubPlayer
    entrants: tuple[Entrant, ...]
    shared_parties: tuple[str, ...]
    series: tuple[str, ...]


def players_by_name(people: Iterable[ClubPlayer], typed: str) -> tuple[ClubPlayer, ...]:
    return tuple(each for each in people if begins_words(typed, f"{each.name} {each.word}"))


def similar_pairs(
    club: Club, people: Collection[ClubPlayer]
) -> tuple[tuple[ClubPlayer, ClubPlayer], ...]:
    """Return pairs of players with similar names who never came to the same party."""
    rows = Entrant.objects.filter(player__club=club).values_list("player_id", "party_id")
    parties = _parties_by_player((player or 0, party) for player, party in rows)
    similar = SimilarNames((each.name, each) for each in people)
    pairs = (
        (first, second)
        for first in people
        for second in similar.find(first.name)
        if first.id < second.id and not parties[first.id] & parties[second.id]
    )
    return tuple(islice(pairs, MOST_PAIRS))


def similar_players(player: ClubPlayer, others: Iterable[ClubPlayer]) -> tuple[ClubPlayer, ...]:
    return SimilarNames((each.name, each) for each in others).find(player.name)


def merge_of(club: Club, one: int, other: int) -> Merge | None:
    """Return None unless both are of this club."""
    people = {
        each.id: each
        for each in club_players_of(Player.objects.filter(club=club, pk__in=(one, other)))
    }
    if len(people) < 2:
        return None
    rows = Entrant.objects.filter(player__in=people).select_related("party")
    entrants = tuple(rows.order_by("party__starts_at", "pk"))
    parties = _parties_by_player((row.player_id or 0, row.party_id) for row in entrants)
    shared = parties[one] & parties[other]
    series = Series.objects.filter(club=club, parties__in=parties[one])
    series = series.filter(parties__in=parties[other])
    return Merge(
        first=people[one],
        second=people[other],
        entrants=entrants,
        shared_parties=tuple(
            dict.fromkeys(row.party.name for row in entrants if row.party_id in shared)
        ),
        series=tuple(series.distinct().order_by("name").values_list("name", flat=True)),
    )


def recent_merges(club: Club) -> tuple[tuple[int, str], ...]:
    """Return id and words of the log lines of the latest merges that can be undone."""
    lines = LogLine.objects.filter(club=club, party=None)
    unmerged = set(lines.filter(verb=UNMERGED).values_list("data__line", flat=True))
    rows = lines.filter(verb=MERGED).exclude(Q(pk__in=unmerged) | Q(data__has_key=FORMER_KEY))
    rows = rows.order_by("-pk")[:MOST_MERGES_SHOWN]
    return tuple(rows.values_list("pk", "words"))


def _parties_by_player(rows: Iterable[tuple[int, int]]) -> Mapping[int, set[int]]:
    parties: dict[int, set[int]] = defaultdict(set)
    for player, party in rows:
        parties[player].add(party)
    return parties
