from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from party.models import Club, Entrant, Party, Player, Series, SeriesParty, User
from party.progression import dropped, rank, rank_points
from party.queries.people.players import club_players_of
from party.queries.standings.standings import standings_of
from party.rosters import sort_key
from party.values.numbers import counted
from party.values.standings.series import (
    Counting,
    PartyOfSeries,
    PlayedNight,
    Season,
    SeasonLine,
    SeriesPlan,
)

Nights = dict[int, dict[int, PlayedNight]]  # by player, then by party, the oldest first
MOST_CHOICES = 60


def series_of(user: User) -> QuerySet[Series]:
    """Return the newest series first, with the counts of its parties."""
    finished = Count("parties", filter=~Q(parties__finished_at=None), distinct=True)
    rows = Series.objects.filter(pk__in=Series.objects.for_user(user)).select_related("club")
    counted = rows.annotate(party_count=Count("parties", distinct=True), finished_count=finished)
    return counted.order_by("-pk")


def series_with(party: Party, user: User) -> tuple[tuple[int, str], ...]:
    """Return id and name of each series with this party that a user may see."""
    rows = Series.objects.filter(pk__in=Series.objects.for_user(user), parties=party)
    return tuple(rows.order_by("name").values_list("pk", "name"))


def plan_of(series: Series) -> SeriesPlan:
    return SeriesPlan(
        name=series.name,
        counting=series.counting,
        ladder=tuple(series.ladder),
        attendance=series.attendance,
        best=series.best,
        least=series.least,
        parties=tuple(series.links.values_list("party_id", flat=True)),
    )


def parties_to_choose(club: Club, chosen_ids: Iterable[int] = ()) -> tuple[PartyOfSeries, ...]:
    """Return only the latest parties and those already chosen."""
    rows = Party.objects.filter(club=club).order_by("-starts_at")
    recent = set(rows.values_list("pk", flat=True)[:MOST_CHOICES])
    choices = Party.objects.filter(pk__in=recent | set(chosen_ids), club=club)
    return tuple(map(_party, choices.select_related("club").order_by("-starts_at", "-pk")))


def season(series: Series, *, without: int = 0) -> Season:
    """`without` is the id of a party to leave out."""
    parties = series.parties.exclude(pk=without)
    rows = list(parties.select_related("club").order_by("starts_at", "pk"))
    finished = [row for row in rows if row.finished_at is not None]
    nights, unnamed = _nights(series, finished)
    return Season(
        parties=tuple(map(_party, finished)),
        unfinished_parties=tuple(_party(row) for row in rows if row.finished_at is None),
        lines=tuple(_lines(series, nights)),
        rule=(*_rule_sentences(series), *_unknown_wins(finished)),
        unnamed=unnamed,
    )


def newest_series(user: User) -> Series | None:
    """Return the newest series with a finished evening."""
    played = SeriesParty.objects.filter(series=OuterRef("pk"), party__finished_at__isnull=False)
    rows = Series.objects.for_user(user).filter(Exists(played))
    return rows.select_related("club").order_by("-pk").first()


def _party(row: Party) -> PartyOfSeries:
    return PartyOfSeries(row.pk, row.name, row.local_start, row.finished_at is not None)


def _nights(series: Series, finished: list[Party]) -> tuple[Nights, int]:
    """Return everybody's evenings, and how many numbers have no name."""
    player_ids = dict(Entrant.objects.filter(party__in=finished).values_list("pk", "player_id"))
    nights: Nights = {}
    unnamed = 0
    standings_by_party = standings_of(finished)
    for party in finished:
        for line in standings_by_party[party.pk].lines:
            player = player_ids[line.person.id]
            if line.rank is None:
                continue
            if player is None:
                unnamed += 1
                continue
            counts_ranks = series.counting == Counting.RANKS
            worth = rank_points(line.rank, series.ladder) if counts_ranks else line.total
            won = line.won if standings_by_party[party.pk].has_known_wins else 0
            nights.setdefault(player, {})[party.pk] = PlayedNight(worth, won=won, rank=line.rank)
    return nights, unnamed


def _unknown_wins(finished: list[Party]) -> Iterable[str]:
    untracked = sum(not party.tracks_seats for party in finished)
    if untracked:
        yield f"Rounds won are not known of {counted(untracked, 'evening')} without seats."


def _lines(series: Series, nights: Nights) -> list[SeasonLine]:
    """Return the best first; people who came too few times are at the end."""
    counted = {player: _with_dropped(series, evenings) for player, evenings in nights.items()}
    totals = {
        player: series.attendance * len(evenings)
        + sum(night.worth for night in evenings.values() if not night.is_dropped)
        for player, evenings in counted.items()
    }
    unranked = {player for player, evenings in nights.items() if len(evenings) < series.least}
    ranks = {line.entrant: line.rank for line in rank(totals, unranked=unranked)}
    people_by_rank = Counter(ranks.values())
    rows = club_players_of(Player.objects.filter(pk__in=nights))
    players = {row.id: row for row in rows}
    lines = [
        SeasonLine(
            rank=ranks.get(player),
            name=str(players[player]),
            sort_name=f"{players[player].sort_name}{players[player].distinction}",
            nights=evenings,
            attendance=series.attendance * len(evenings),
            total=totals[player],
            prize_group=players[player].prize_group,
            note=f"came {len(evenings)} of {series.least} times" if player in unranked else "",
            is_shared=player in ranks and people_by_rank[ranks[player]] > 1,
        )
        for player, evenings in counted.items()
    ]
    return sorted(
        lines, key=lambda line: (line.rank is None, -line.total, sort_key(line.sort_name))
    )


def _with_dropped(series: Series, nights: dict[int, PlayedNight]) -> dict[int, PlayedNight]:
    dropped_ids = dropped({pk: night.worth for pk, night in nights.items()}, series.best)
    return {pk: replace(night, is_dropped=pk in dropped_ids) for pk, night in nights.items()}


def _rule_sentences(series: Series) -> list[str]:
    sentences = ["Each evening counts in full."]
    if series.counting == Counting.RANKS:
        points = ", ".join(map(str, series.ladder))
        sentences = [
            f"An evening counts by place, from the first on: {points}.",
            "Tied players each get full points.",
        ]
    if series.best is not None:
        best = "best evening" if series.best == 1 else f"best {series.best} evenings"
        sentences.append(f"Each player’s {best} count{'s' if series.best == 1 else ''}.")
    if series.attendance:
        sentences.append(f"{series.attendance} points extra for each evening attended.")
    if series.least > 1:
        sentences.append(f"Only players who came at least {series.least} times are ranked.")
    return [*sentences, "Equal totals share the place."]
