"""Verbs about two of a club's players who are one person: merge them, and undo that.

Names at past evenings stay as they were. Only the player to whom an evening belongs changes, and
with it the standings of series.
"""

from datetime import datetime
from typing import Any

from party.models import Entrant, LogLine, Player
from party.queries.people.merge_players import MERGED, PARTED, merge_of
from party.queries.people.players import club_players_of
from party.services.write import club_act
from party.values.accounts import Actor
from party.values.people.name_lists import LONGEST_NOTES
from party.values.refusals import Refused


def merge_players(
    club_id: int, keep_id: int, gone_id: int, *, actor: Actor, at: datetime
) -> Player:
    """Merge two players; the one with `keep_id` and its name stays.

    Refused where both were at one party: nobody sits in two chairs.
    """
    with club_act(club_id, actor, at) as act:
        club = act.club
        # Lock both rows, in one order: a list that names one of them at the same time waits.
        rows = Player.objects.filter(club=club).order_by("pk").select_for_update()
        people = rows.in_bulk([keep_id, gone_id])
        merge = merge_of(club, keep_id, gone_id)
        if len(people) < 2 or merge is None:
            raise Refused("Choose two players of the club. Perhaps these are one already.")
        keep, gone = people[keep_id], people[gone_id]
        if merge.together:
            there = merge.together[0]
            text = f"{merge.one} and {merge.other} were both at {there}: they are two people."
            raise Refused(text)
        evenings = list(gone.entrants.order_by("pk").values_list("pk", flat=True))
        # The id is needed to undo an earlier merge that kept the player who is deleted now.
        gone_fields = {"id": gone.pk, **_player_fields(gone)}
        data: dict[str, Any] = {"kept": keep.pk, "gone": gone_fields, "entrants": evenings}
        data["before"] = _player_fields(keep)
        gone.entrants.update(player=keep)
        keep.prize_group = keep.prize_group or gone.prize_group
        keep.notes = "\n".join(filter(None, (keep.notes, gone.notes)))[:LONGEST_NOTES]
        keep.word = keep.word or gone.word
        keep.save(update_fields=["prize_group", "notes", "word"])
        data["after"] = _player_fields(keep)
        named = {each.id: str(each) for each in (merge.one, merge.other)}
        words = f"{named[gone_id]} is the same person as {named[keep_id]}"
        gone.delete()
        act.log(MERGED, words, **data)
    return keep


def part_players(club_id: int, line_id: int, *, actor: Actor, at: datetime) -> Player:
    """Undo a merge: create the deleted player again, with the same evenings."""
    with club_act(club_id, actor, at) as act:
        club = act.club
        lines = LogLine.objects.filter(club=club, party=None)
        line = lines.filter(verb=MERGED, pk=line_id).first()
        if line is None or lines.filter(verb=PARTED, data__line=line_id).exists():
            raise Refused("These two are two people already.")
        data = line.data
        keep = Player.objects.select_for_update().filter(club=club, pk=data["kept"]).first()
        if keep is None:
            raise Refused("The one who was kept is another one’s by now. Take that apart first.")
        back = Player.objects.create(club=club, **data["gone"])
        Entrant.objects.filter(pk__in=data["entrants"], player=keep).update(player=back)
        if _player_fields(keep) == {"word": keep.word, **data["after"]}:
            before = {"word": keep.word, **data["before"]}  # older lines have no word
            keep.prize_group, keep.notes = before["prize_group"], before["notes"]
            keep.word = before["word"]
            keep.save(update_fields=["prize_group", "notes", "word"])
        both = club_players_of(Player.objects.filter(pk__in=(back.pk, keep.pk)))
        named = {each.id: str(each) for each in both}
        words = f"{named[back.pk]} and {named[keep.pk]} are two people"
        act.log(PARTED, words, line=line_id)
    return back


def _player_fields(player: Player) -> dict[str, str]:
    return {
        "name": player.name,
        "sort_name": player.sort_name,
        "prize_group": player.prize_group,
        "notes": player.notes,
        "word": player.word,
    }
