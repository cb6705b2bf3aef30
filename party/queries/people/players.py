from dataclasses import replace
from operator import attrgetter
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Subquery

from party.models import Club, Entrant, Party, Place, Player, Round
from party.progression import FACING
from party.queries.evening.rounds import latest_round
from party.queries.seats.sittings import sittings
from party.queries.standings.standings import standings
from party.rosters import casefolded_name, sort_key
from party.values.numbers import ordinal, total
from party.values.people.attendance import Attender, PlayerListPage
from party.values.people.fees import amount_owed
from party.values.people.names import NameBearer, distinctions
from party.values.people.person import PERSON_FIELDS, ClubPlayer, Person


def attenders(party: Party, entrant_id: int | None = None) -> tuple[Attender, ...]:
    """Return tonight's list A–Z, or only the line with this id."""
    latest = latest_round(party)
    is_tracked = latest is None or party.tracks_seats or latest.tables.exists()
    places = Place.objects.filter(round=latest) if latest else Place.objects.none()
    chairs = {
        entrant: (table, seat)
        for entrant, table, seat in places.values_list("entrant_id", "table__number", "seat")
    }
    all_places = Place.objects.filter(entrant=OuterRef("pk")).order_by("-round__number")
    last_round = Subquery(all_places.values("round__number")[:1])
    people: QuerySet[Entrant] = Entrant.objects.filter(party=party)
    people = people if entrant_id is None else people.filter(pk=entrant_id)
    rows = people.annotate(last_round=last_round)
    lines = []
    for row in rows.select_related("player", "stands_in_for", "stand_in"):
        table, seat = chairs.get(row.pk, (None, None))
        owed = amount_owed(party.fee, row.owed, ranked=row.ranked)
        lines.append(
            Attender(
                *attrgetter(*PERSON_FIELDS)(row),
                rota=row.rota,
                word=row.word,
                round=latest.number if latest else 0,
                is_round_closed=latest is not None and latest.state == Round.State.CLOSED,
                is_seated=row.pk in chairs,
                table=table,
                seat=seat,
                last_round=row.last_round,
                stands_in_for=str(row.stands_in_for or ""),
                stand_in=str(getattr(row, "stand_in", "")),
                club_notes=row.player.notes if row.player else "",
                notes_tonight=row.notes,
                is_tracked=is_tracked,
                unpaid=max(owed - row.paid, 0),
            )
        )
    return tuple(sorted(lines, key=lambda line: line.a_to_z))


def partner_of(party: Party, person: Attender) -> Person | None:
    """Return the person across the table in the latest round."""
    round_ = latest_round(party)
    if round_ is None or not (person.table and person.seat):
        return None
    chair = person.table, FACING[person.seat]
    across = (each.person for each in sittings(party, round_) if (each.table, each.seat) == chair)
    return next(across, None)


def player_list_page(party: Party) -> PlayerListPage:
    is_drawn, is_blind = latest_round(party) is not None, party.is_blind
    last = None if is_drawn or is_blind else last_party(party)
    rows = attenders(party)
    if party.finished_at is not None:
        results = _place_and_total(party)
        rows = tuple(replace(row, result=results.get(row.id, "")) for row in rows)
    return PlayerListPage(
        rows=rows,
        is_drawn=is_drawn,
        is_blind=is_blind,
        last_party=last.name if last else "",
        prize_groups=prize_groups(party.club),
    )


def _place_and_total(party: Party) -> dict[int, str]:
    """Return for example "shared 5th, 1,940", by entrant id."""
    return {
        line.person.id: f"{'shared ' if line.is_shared else ''}{ordinal(line.rank)}"
        f", {total(line.total)}"
        for line in standings(party).lines
        if line.rank is not None
    }


def names_tonight(party: Party) -> dict[str, tuple[str, str]]:
    """Return each name of tonight, and the full names of all who have it, by casefolded name."""
    rows = Entrant.objects.filter(party=party).exclude(name="").order_by("number")
    names: dict[str, tuple[str, str]] = {}
    for name, distinction in rows.values_list("name", "distinction"):
        full_name = f"{name}{distinction}"
        _, full_names = names.get(casefolded_name(name), ("", ""))
        names[casefolded_name(name)] = (
            name,
            f"{full_names} or {full_name}" if full_names else full_name,
        )
    return names


def names_by_number(party: Party) -> dict[int, str]:
    return dict(Entrant.objects.filter(party=party).values_list("number", "name"))


def prize_groups(club: Club) -> tuple[str, ...]:
    rows = Player.objects.filter(club=club).exclude(prize_group="")
    return tuple(rows.values_list("prize_group", flat=True).distinct().order_by("prize_group"))


def last_party(party: Party) -> Party | None:
    """Return the party from which this one was copied, otherwise the club's last party."""
    if party.copied_from is not None:
        return party.copied_from
    attended = Entrant.objects.exclude(state=Entrant.State.EXPECTED).exclude(player=None)
    rows = Party.objects.filter(club=party.club_id, starts_at__lte=party.starts_at)
    rows = rows.exclude(pk=party.pk).filter(Exists(attended.filter(party=OuterRef("pk"))))
    return rows.order_by("-starts_at", "-pk").first()


def entrants_who_played(party: Party) -> QuerySet[Entrant]:
    """Return people with a place; before the draw, people who have arrived."""
    rows = Entrant.objects.filter(party=party, ranked=True).exclude(state=Entrant.State.EXPECTED)
    if not party.rounds.exists():
        return rows
    return rows.filter(Exists(Place.objects.filter(entrant=OuterRef("pk"))))


def players_of_last_party(last: Party, tonight: Party) -> tuple[ClubPlayer, ...]:
    entrants = entrants_who_played(last)
    rows = Player.objects.filter(pk__in=entrants.values("player"))
    return club_players_of(rows.exclude(entrants__party=tonight))


def roster(party: Party) -> tuple[ClubPlayer, ...]:
    rows = Player.objects.filter(club=party.club_id)
    return club_players_of(rows.exclude(entrants__party=party))


def players_of_club(club: Club) -> tuple[ClubPlayer, ...]:
    return club_players_of(Player.objects.filter(club=club))


def club_players_of(players: QuerySet[Player]) -> tuple[ClubPlayer, ...]:
    """Tell players of one name apart: by their word, their last evening or their number."""
    attended = ~Q(entrants__state=Entrant.State.EXPECTED)
    rows = players.annotate(
        came=Count("entrants", filter=attended),
        last=Max("entrants__party__starts_at", filter=attended),
    )
    fields = ("pk", "name", "sort_name", "prize_group", "notes", "came", "last", "word")
    people = []
    for zone, *row in rows.values_list("club__time_zone", *fields):
        person = ClubPlayer(*row)
        last = person.last_party_at and person.last_party_at.astimezone(ZoneInfo(zone))
        people.append(replace(person, last_party_at=last))
    endings = distinctions(map(_name_bearer, people))
    people = [replace(each, distinction=endings[each.id]) for each in people]
    return tuple(sorted(people, key=lambda person: (sort_key(person.sort_name), person.id)))


def _name_bearer(person: ClubPlayer) -> NameBearer:
    last = person.last_party_at
    day = f"last here {last.day} {last:%b %Y}" if last else "never here yet"
    return NameBearer(person.id, person.name, person.word, f"player {person.id}", (day,))
