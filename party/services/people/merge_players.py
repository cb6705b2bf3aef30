"""Merges two players of a club who are one person. Names at past evenings stay."""

from datetime import datetime

from party.models import Entrant, LogLine, Player
from party.queries.people.merge_players import MERGED, UNMERGED, merge_of
from party.queries.people.players import club_players_of
from party.rosters import LONGEST_NOTES
from party.services.write import club_act
from party.values.accounts import Actor
from party.values.people.former_players import FORMER_KEY, LINE_STAYS
from party.values.refusals import Refused, require

PLAYER_FIELDS = ("name", "sort_name", "prize_group", "notes", "word")


def merge_players(
    club_id: int, kept_id: int, duplicate_id: int, *, actor: Actor, at: datetime
) -> Player:
    """Raises Refused if both players came to the same party: they are two people."""
    with club_act(club_id, actor, at) as act:
        club = act.club
        # Until the commit, no verb adds these players to a list. All verbs lock in this order.
        rows = Player.objects.filter(club=club).order_by("pk").select_for_update()
        people = rows.in_bulk([kept_id, duplicate_id])
        merge = merge_of(club, kept_id, duplicate_id)
        if len(people) < 2 or merge is None:
            raise Refused("Choose two players of the club. Perhaps these were merged already.")
        kept, duplicate = people[kept_id], people[duplicate_id]
        if merge.shared_parties:
            party = merge.shared_parties[0]
            text = f"{merge.first} and {merge.second} were both at {party}: they are two people."
            raise Refused(text)
        entrant_ids = list(duplicate.entrants.order_by("pk").values_list("pk", flat=True))
        # If the duplicate was kept by an earlier merge, the log line of that merge has its id.
        # So undoing this merge must restore the same id.
        duplicate_fields = {"id": duplicate.pk, **_player_fields(duplicate)}
        fields_before = _player_fields(kept)
        duplicate.entrants.update(player=kept)
        _copy_missing_details(duplicate, kept)
        texts = {each.id: str(each) for each in (merge.first, merge.second)}
        words = f"{texts[duplicate_id]} is the same person as {texts[kept_id]}"
        duplicate.delete()
        act.log(
            MERGED,
            words,
            kept=kept.pk,
            gone=duplicate_fields,
            entrants=entrant_ids,
            before=fields_before,
            after=_player_fields(kept),
        )
    return kept


def unmerge_players(club_id: int, line_id: int, *, actor: Actor, at: datetime) -> Player:
    with club_act(club_id, actor, at) as act:
        club = act.club
        lines = LogLine.objects.filter(club=club, party=None)
        line = lines.filter(verb=MERGED, pk=line_id).first()
        if line is None or lines.filter(verb=UNMERGED, data__line=line_id).exists():
            raise Refused("This merge was undone already.")
        data = line.data
        if label := data.get(FORMER_KEY):
            raise Refused(LINE_STAYS.format(label=label))
        rows = Player.objects.select_for_update().filter(club=club, pk=data["kept"])
        text = "The kept player has been merged again. Undo that merge first."
        kept = require(rows.first(), text)
        restored = Player.objects.create(club=club, **data["gone"])
        Entrant.objects.filter(pk__in=data["entrants"], player=kept).update(player=restored)
        # Details that changed after the merge stay. Log lines of older versions have no word.
        if _player_fields(kept) == {"word": kept.word, **data["after"]}:
            fields_before = {"word": kept.word, **data["before"]}
            kept.prize_group, kept.notes = fields_before["prize_group"], fields_before["notes"]
            kept.word = fields_before["word"]
            kept.save(update_fields=["prize_group", "notes", "word"])
        people = club_players_of(Player.objects.filter(pk__in=(restored.pk, kept.pk)))
        texts = {each.id: str(each) for each in people}
        words = f"{texts[restored.pk]} and {texts[kept.pk]} are two people"
        act.log(UNMERGED, words, line=line_id)
    return restored


def _copy_missing_details(duplicate: Player, kept: Player) -> None:
    kept.prize_group = kept.prize_group or duplicate.prize_group
    kept.notes = "\n".join(filter(None, (kept.notes, duplicate.notes)))[:LONGEST_NOTES]
    kept.word = kept.word or duplicate.word
    kept.save(update_fields=["prize_group", "notes", "word"])


def _player_fields(player: Player) -> dict[str, str]:
    return {name: getattr(player, name) for name in PLAYER_FIELDS}
