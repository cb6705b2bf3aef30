"""Finds everything in a club that contains a person's name, and replaces the name in it.

Texts of the whole club are read, because any remark can name anybody.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from itertools import chain
from typing import Any

from django.conf import settings
from django.db.models import F, Model, Q
from django.utils.crypto import salted_hmac

from party.models import (
    Award,
    Club,
    Entrant,
    Invitation,
    LogLine,
    MoneyLine,
    Party,
    Player,
    Printout,
    Prize,
    Record,
    Round,
    Series,
    SlipPicture,
    Table,
    Tally,
    TicketSale,
    User,
    Wish,
)
from party.models.accounts import DoneBy
from party.queries.backups.party_file import LISTS, orphan_ids
from party.queries.log.row_changes import MODELS, row_kind
from party.queries.people.merge_players import MERGED, UNMERGED
from party.queries.people.players import club_players_of
from party.rosters import comparison_key
from party.values.numbers import counted
from party.values.people.former_players import (
    FORMER_KEY,
    FORMER_PLAYER,
    RETURNED,
    Renaming,
    is_common,
    is_one_word,
)
from party.values.people.person import ClubPlayer

LABEL_START = FORMER_PLAYER.format(number="")
LABEL = re.compile(rf"(?i:{LABEL_START})(\d{{1,9}})(?!\w)")
SALT = "party.former_names"
LEFT_LIST = "player removed"

OF_A_PERSON = ("name", "sort_name", "word", "notes")
# The columns of free text of each kind of row. All others hold codes and numbers.
FREE_TEXTS: Mapping[type[Model], tuple[str, ...]] = {
    Party: ("name", "place", "hall_message"),
    Player: OF_A_PERSON,
    Entrant: OF_A_PERSON,
    Table: ("why_short", "cut_why"),
    Prize: ("title", "gift"),
    Award: ("name", "why", "score"),
    Record: ("text",),
    MoneyLine: ("word",),
    Series: ("name",),
    Invitation: ("name",),
    Printout: ("marks", "only"),
    LogLine: ("words", "data"),
}
# Verbs whose words list people and hold no free text.
SENTENCES = {"here", "name removed", "table opened", "table closed", "wish added", "wish removed"}
# Keys in the data of log lines whose values are codes.
CODE_KEYS = {"capture", "kind", "lines", "mark", "plan", "seats", "seed", "what", "steps"}
UNFINISHED = (
    "They are on the list of {party}, which is not finished. Finish it first, or take the name "
    "off its list."
)
PLAYING = "A round of {party} is being played. Remove them once it is closed."
STILL_SIGNS_IN = "They can sign in to this club. End that under Organisers and helpers first."


@dataclass(frozen=True, slots=True)
class Rewrite:
    """The change of a row that holds the name. `after` has only the texts that change."""

    model: type[Model]
    id: int
    at: datetime | None
    before: Mapping[str, Any]
    after: Mapping[str, Any]


@dataclass(frozen=True)
class NameHolder:
    """A player with every name that they had in the club.

    Other people bear the `shared_names` too, so these names are removed only from rows about this
    person.
    """

    club: Club
    player: Player
    number: int  # the number in "Former player 31"
    entrants: Mapping[int, Entrant]  # by id
    player_ids: frozenset[int]  # of this player, and of the players merged into this one
    names: frozenset[str]
    words: frozenset[str]
    others: Mapping[int, frozenset[str]]  # names of everybody else, by party; 0: the club's list
    _renamings: dict[tuple[int, bool], Renaming] = field(default_factory=dict)

    @property
    def label(self) -> str:
        return FORMER_PLAYER.format(number=self.number)

    @cached_property
    def shared_names(self) -> frozenset[str]:
        other_keys = {comparison_key(name) for names in self.others.values() for name in names}
        return frozenset(name for name in self.names if comparison_key(name) in other_keys)

    @cached_property
    def party_ids(self) -> frozenset[int]:
        return frozenset(each.party_id for each in self.entrants.values())

    @cached_property
    def full_names(self) -> frozenset[str]:
        """The names with the endings that told them apart."""
        numbers = {each.number for each in self.entrants.values()}
        texts = {f"{name}, {word}" for name in self.names for word in self.words}
        texts |= {f"{name} ({number})" for name in self.names for number in numbers}
        return frozenset(texts | {str(each) for each in self.entrants.values() if each.name})

    def has_row(self, kind: str, pk: int) -> bool:
        own = {"player": self.player_ids, "entrant": self.entrants}.get(kind, ())
        return pk in own

    def renaming(self, party_id: int | None, *, own: bool = False) -> Renaming:
        """Return how to replace the name in a row of a party (None: of the club).

        `own` means that the row is about this person.
        """
        key = party_id or 0, own
        if key not in self._renamings:
            self._renamings[key] = self._make_renaming(party_id or 0, own=own)
        return self._renamings[key]

    def _make_renaming(self, party_id: int, *, own: bool) -> Renaming:
        others = self.others.get(party_id, frozenset())
        other_keys = {comparison_key(name) for name in others}
        has_attended = party_id in self.party_ids
        names = set(self.names) if own else set[str]()
        for name in self.names:
            is_unique_there = has_attended and comparison_key(name) not in other_keys
            if not is_common(name) and (name not in self.shared_names or is_unique_there):
                names.add(name)
        if own or has_attended:
            names |= self.full_names
        everybody = others | self.others.get(0, frozenset())
        kept = {name for name in everybody if any(each in name for each in self.names)}
        return Renaming(self.label, frozenset(names), frozenset(kept - names))


def name_hash(name: str) -> str:
    key = comparison_key(name)
    return salted_hmac(SALT, key, secret=settings.SECRET_KEY, algorithm="sha256").hexdigest()


def returned_players(club: Club) -> tuple[ClubPlayer, ...]:
    """Return players whose name was removed from the list before."""
    hashes = set(club.former_names.values_list("name_hash", flat=True))
    if not hashes:
        return ()
    rows = Player.objects.filter(club=club).values_list("pk", "name")
    ids = [pk for pk, name in rows if name_hash(name) in hashes]
    return club_players_of(Player.objects.filter(pk__in=ids)) if ids else ()


def returned_text(club: Club) -> str:
    names = ", ".join(map(str, returned_players(club)))
    return RETURNED.format(names=names, club=club) if names else ""


def next_number(club: Club) -> int:
    """Return a number that no "Former player" of the club has or had."""
    lines = LogLine.objects.filter(club=club, party=None, verb=LEFT_LIST)
    entrants = Entrant.objects.filter(party__club=club)
    texts = [
        *lines.values_list("words", flat=True),
        *club.players.filter(name__istartswith=LABEL_START).values_list("name", flat=True),
        *entrants.filter(name__istartswith=LABEL_START).values_list("name", flat=True),
    ]
    matches = (LABEL.match(text) for text in texts)
    numbers = {int(match[1]) for match in matches if match}
    return max(numbers.union(club.former_names.values_list("number", flat=True)), default=0) + 1


def unfinished_party(player: Player) -> Party | None:
    return Party.objects.filter(entrants__player=player, finished_at=None).first()


def playing_party(club: Club) -> Party | None:
    """Return a party with an open round: a removal locks all rows, so its tables would wait."""
    open_rounds = Q(finished_at=None, rounds__state__in=Round.OPEN)
    return club.parties.filter(open_rounds).order_by("pk").first()


def removal_refusal(holder: NameHolder) -> str:
    """Return "" for a person who can be removed."""
    name = holder.player.name
    if party := unfinished_party(holder.player):
        return UNFINISHED.format(party=party)
    if party := playing_party(holder.club):
        return PLAYING.format(party=party)
    members = User.objects.filter(is_active=True, memberships__club=holder.club)
    if any(comparison_key(user.name) == comparison_key(name) for user in members):
        return STILL_SIGNS_IN
    return ""


def name_holder(player: Player) -> NameHolder:
    club = player.club
    rows = {row.pk: row for row in Entrant.objects.filter(player=player)}
    player_ids, names, words = _ids_and_names_of_merged(player)
    own = {("entrant", pk) for pk in rows} | {("player", pk) for pk in player_ids}
    own_rows: list[Player | Entrant] = [player, *rows.values()]
    names |= {name for row in own_rows for name in (row.name, row.sort_name)}
    words |= {row.word for row in own_rows}
    data = LogLine.objects.filter(club=club, data__has_key="steps").values_list("data", flat=True)
    for step in chain.from_iterable(line["steps"] for line in data.iterator()):
        if (step["row"], step["id"]) in own:
            for columns in (step["before"] or {}, step["after"] or {}):
                names.add(columns.get("name", ""))
                words.add(columns.get("word", ""))
    return NameHolder(
        club,
        player,
        next_number(club),
        rows,
        frozenset(player_ids),
        frozenset(names - {""}),
        frozenset(words - {""}),
        _other_names(club, player),
    )


def _ids_and_names_of_merged(player: Player) -> tuple[set[int], set[str], set[str]]:
    """Return ids, names and words of this player and of the players merged into this one."""
    lines = LogLine.objects.filter(club=player.club, party=None)
    unmerged = set(lines.filter(verb=UNMERGED).values_list("data__line", flat=True))
    ids, names, words = {player.pk}, set[str](), set[str]()
    for line in lines.filter(verb=MERGED).exclude(pk__in=unmerged).order_by("-pk"):
        if line.data["kept"] in ids:
            gone = line.data["gone"]
            ids.add(gone["id"])
            names |= {gone["name"], gone["sort_name"]}
            words.add(gone.get("word", ""))
    return ids, names, words


def _other_names(club: Club, player: Player) -> dict[int, frozenset[str]]:
    """Return everybody else's names by party; 0 stands for the club's list."""
    names: dict[int, set[str]] = defaultdict(set)
    players = Player.objects.filter(club=club).exclude(pk=player.pk)
    for name, sort_name in players.values_list("name", "sort_name"):
        names[0] |= {name, sort_name}
    entrants = Entrant.objects.filter(party__club=club).exclude(name="")
    entrants = entrants.filter(~Q(player=player) | Q(player=None))
    fields = ("party_id", "name", "sort_name", "distinction")
    for party, name, sort_name, distinction in entrants.values_list(*fields):
        names[party] |= {name, sort_name, f"{name}{distinction}"}
    return {party: frozenset(party_names) for party, party_names in names.items()}


def rewrites(holder: NameHolder) -> Iterator[Rewrite]:
    """Yield every row of the club that holds the name."""
    for line in _rows_of_club(LogLine, "", Q(club=holder.club)):
        yield from _rewrite_of(LogLine, line, _line_after(line, holder))
    orphans = orphan_ids(LogLine.objects.filter(club=holder.club))
    for model, lookup in PARTY_LOOKUPS.items():
        in_club = (
            Q(club=holder.club) if model in CLUB_ROWS else Q(**{f"{lookup}__club": holder.club})
        )
        in_club |= Q(pk__in=orphans.get(model, ()))
        if model not in FREE_TEXTS:
            in_club &= Q(actor_label__in=holder.names - holder.shared_names)
        for row in _rows_of_club(model, lookup, in_club):
            yield from _rewrite_of(model, row, _row_after(row, holder))


CLUB_ROWS = (Party, Player, Series, Invitation)  # the models with a column for the club
CLUB_LOOKUPS: Iterable[tuple[type[Model], str]] = [
    (Party, "pk"),
    (Series, ""),
    (Invitation, "party"),
    (SlipPicture, "party"),
]
# The models with texts, each with the lookup from a row to its party.
PARTY_LOOKUPS: Mapping[type[Model], str] = {
    model: lookup
    for model, lookup in (*LISTS.values(), *CLUB_LOOKUPS)
    if (model in FREE_TEXTS or issubclass(model, DoneBy)) and model is not LogLine
}


def _rows_of_club(model: type[Model], lookup: str, in_club: Q) -> Iterator[Any]:
    rows = model._default_manager.filter(in_club).order_by("pk")  # noqa: SLF001
    return (rows.annotate(of_party=F(lookup)) if lookup else rows).iterator()


def text_columns(model: type[Model]) -> tuple[str, ...]:
    actor = ("actor_label",) if issubclass(model, DoneBy) else ()
    return (*FREE_TEXTS.get(model, ()), *actor)


def _rewrite_of(model: type[Model], row: Model, after: Mapping[str, Any]) -> Iterator[Rewrite]:
    before = {name: getattr(row, name) for name in text_columns(model)}
    changed = {name: value for name, value in after.items() if value != before[name]}
    if changed:
        at = row.at if isinstance(row, DoneBy) else None
        yield Rewrite(model, row.pk, at, before, changed)


def _row_after(row: Any, holder: NameHolder) -> dict[str, Any]:
    columns = {name: getattr(row, name) for name in text_columns(type(row))}
    if holder.has_row(row_kind(type(row)), row.pk):
        return _person_after(columns, holder)
    renaming = holder.renaming(getattr(row, "of_party", None))
    fields = type(row)._meta  # noqa: SLF001 -- Django documents _meta
    return {
        name: _shortened(
            renaming.in_json(value), getattr(fields.get_field(name), "max_length", None)
        )
        for name, value in columns.items()
    }


def _shortened(value: Any, longest: int | None) -> Any:
    return value[:longest] if isinstance(value, str) and longest else value


def _person_after(columns: Mapping[str, Any], holder: NameHolder) -> dict[str, Any]:
    emptied = {name: "" for name in OF_A_PERSON if name in columns}
    named = {name: holder.label for name in ("name", "sort_name") if columns.get(name)}
    return {**columns, **emptied, **named}


def _line_after(line: LogLine, holder: NameHolder) -> dict[str, Any]:
    is_own = _is_about(line, holder)
    renaming, steps = holder.renaming(line.party_id, own=is_own), line.data.get("steps", [])
    data = renaming.in_json(line.data, except_keys=CODE_KEYS)
    steps_after = [_step_after(step, renaming, holder) for step in steps]
    if steps:
        data["steps"] = steps_after
    for key in {"about", "wishes"} & data.keys():  # sentences that the program wrote
        data[key] = renaming.in_json(data[key], in_sentence=True)
    old_rows = [step["before"] for step in steps]
    has_new_texts = old_rows != [step["before"] for step in steps_after]
    if has_new_texts or (is_own and line.verb == MERGED):  # an undo would bring the name back
        data[FORMER_KEY] = holder.label
    is_sentence = is_own or line.verb in SENTENCES
    words = renaming.in_sentence(line.words) if is_sentence else renaming(line.words)
    if is_own and line.verb == "word":
        for word in holder.words:
            words = words.replace(word, "…")
    label = holder.renaming(line.party_id)(line.actor_label)
    return {"words": words, "data": data, "actor_label": label}


def _is_about(line: LogLine, holder: NameHolder) -> bool:
    if line.verb == MERGED:
        return not holder.player_ids.isdisjoint({line.data["kept"], line.data["gone"]["id"]})
    people = {*map(int, line.data.get("about", ())), line.entrant_id}
    return not holder.entrants.keys().isdisjoint(
        people | {line.data.get("one"), line.data.get("other")}
    )


def _step_after(step: Mapping[str, Any], renaming: Renaming, holder: NameHolder) -> dict[str, Any]:
    is_person = holder.has_row(step["row"], step["id"])
    texts = text_columns(MODELS[step["row"]])
    columns = {}
    for name in ("before", "after"):
        columns[name] = kept = step[name] and dict(step[name])
        if kept and is_person:
            columns[name] = _person_after(kept, holder)
        elif kept:
            columns[name] = kept | {
                each: renaming.in_json(kept[each]) for each in texts if each in kept
            }
    name = step["name"]
    named = renaming.in_sentence(name) if step["row"] in {"award", "wish"} else renaming(name)
    return {**step, "name": named, **columns}


@dataclass(frozen=True, slots=True)
class RemovalPage:
    """`why_not` is "" for a person who can be removed.

    Remarks may keep a name if it `has_one_word`, or if the person `has_namesakes`.
    """

    person: str
    places: tuple[str, ...]
    why_not: str
    unfinished: Party | None
    has_namesakes: bool
    has_one_word: bool


NOUNS: Mapping[type[Model], tuple[str, str]] = {
    LogLine: ("line of the log", "lines of the log"),
    Record: ("hand record", "hand records"),
    Printout: ("record of a printing", "records of printings"),
}
REMARKS = ("other note, remark or signature", "other notes, remarks or signatures")


def removal_page(player: Player) -> RemovalPage:
    holder = name_holder(player)
    counts: Counter[tuple[str, str]] = Counter()
    for change in rewrites(holder):
        if not holder.has_row(row_kind(change.model), change.id):
            counts[NOUNS.get(change.model, REMARKS)] += 1
    own = Q(entrant__in=holder.entrants)
    wishes = Q(one__in=holder.entrants) | Q(other__in=holder.entrants)
    pictures = SlipPicture.objects.filter(party__in=holder.party_ids)
    rows = (
        (len(holder.entrants), "party", "parties"),
        (Award.objects.filter(own).count(), "prize", "prizes"),
        (TicketSale.objects.filter(own).count(), "sale of tickets", "sales of tickets"),
        (Tally.objects.filter(own).count(), "final card", "final cards"),
        (
            pictures.count(),
            "picture of a slip, which is deleted",
            "pictures of slips, which are deleted",
        ),
        (Wish.objects.filter(wishes).count(), "seating wish", "seating wishes"),
        *((count, *nouns) for nouns, count in counts.items()),
    )
    return RemovalPage(
        person=player.name,
        places=tuple(counted(*row) for row in rows if row[0]),
        why_not=removal_refusal(holder),
        unfinished=unfinished_party(player) or playing_party(player.club),
        has_namesakes=bool(holder.shared_names),
        has_one_word=is_one_word(player.name),
    )
