from party.models import (
    Club,
    Invitation,
    LogLine,
    Membership,
    Player,
    Printout,
    Series,
    User,
)
from party.queries.backups.party_contents import read_party
from party.queries.clubs import SAMPLE_REMOVED
from party.queries.people.merge_players import MERGED, UNMERGED
from party.services import clubs, papers
from party.services.accounts import invitations, users
from party.services.backups.party_files import export_party, import_party
from party.services.backups.restore import log_restore
from party.services.log import undo
from party.services.people import former_players, merge_players
from party.services.standings import series
from party.values.papers import Look
from party.values.standings.series import SeriesPlan
from party.views.papers.seat_cards import contents
from tests.acts.evenings import act, alma
from tests.acts.people import prize_group, wish_added
from tests.evening import AT, BY_PROGRAM, create_user, party_with, reload_party
from tests.guard import setting_up
from tests.leaving import finish_all, remove_from_club
from tests.pdf.cast import card_sheet


@act("taken back")
def taken_back():
    party = prize_group()
    newest = party.log.first()
    undo.undo_line(party.pk, newest.pk, shown_revision=reload_party(party).revision, **BY_PROGRAM)
    return party


@act("wish taken back")
def wish_taken_back():
    party = wish_added()
    undo.undo_line(
        party.pk, party.log.first().pk, shown_revision=reload_party(party).revision, **BY_PROGRAM
    )
    return party


@act("printed")
def printed():
    party = party_with(8)
    marks = contents(card_sheet(4)).marks
    papers.record_printout(party.pk, "cards", Look(), marks, title="Seat cards", **BY_PROGRAM)
    return party


@act("not printed")
def not_printed():
    party = printed()
    row = Printout.objects.get()
    papers.forget_printout(party.pk, row.pk, title="Seat cards", **BY_PROGRAM)
    return party


@act("helper added")
def helper_added():
    ruth = create_user()
    party = party_with(4, by=ruth)
    clubs.add_helper(party.club_id, "Hanna", actor=ruth.actor, at=AT, party_id=party.pk)
    return party


@act("helper removed")
def helper_removed():
    party = helper_added()
    hanna, ruth = User.objects.get(name="Hanna"), User.objects.get(name="Ruth")
    clubs.remove_helper(party.club_id, hanna.pk, actor=ruth.actor, at=AT)
    return party


@act("organiser removed")
def organiser_removed():
    ruth, club = create_user(), create_user("Nora").memberships.get().club
    with setting_up():
        Membership.objects.create(user=ruth, club=club, role="organiser")
    nora = User.objects.get(name="Nora")
    clubs.remove_organiser(club.pk, nora.pk, actor=ruth.actor, at=AT)


@act("club changed")
def club_changed():
    ruth = create_user()
    club = ruth.memberships.get().club
    clubs.change_club(club.pk, "Tuesday cards", "tuesday", actor=ruth.actor, at=AT)


def invite_hanna(party):
    options = {"actor": party.club.memberships.get().user.actor, "at": AT}
    return invitations.create_invitation(
        party.club_id, "Hanna", "helper", party_id=party.pk, **options
    )


@act("invited")
def invited():
    party = party_with(4)
    invite_hanna(party)
    return party


@act("invitation taken back")
def invitation_taken_back():
    party = invited()
    options = {"actor": party.club.memberships.get().user.actor, "at": AT}
    invitations.revoke_invitation(party.club_id, Invitation.objects.get().pk, **options)
    return party


@act("joined")
def joined():
    party = party_with(4)
    invitations.accept_as_new_user(invite_hanna(party), "Hanna", "four green old hats", at=AT)
    return party


@act("organiser")
def organiser():
    users.create_organiser("Nora", club_name="Tuesday cards", time_zone="UTC", at=AT)


@act("account")
def account():
    users.change_account(create_user(), name="Ruth Moe", email=None, at=AT)


@act("link made")
def link_made():
    return users.make_link(create_user(), **BY_PROGRAM)


@act("link used")
def link_used():
    users.use_link(link_made(), at=AT)


@act("password")
def password():
    users.set_password(create_user(), "seven spades by north", at=AT)


@act("signed out")
def signed_out():
    users.sign_out_everywhere(create_user(), at=AT)


@act(MERGED)
def merged():
    first, second = party_with(4), party_with(4)
    players = (player_of(party) for party in (first, second))
    merge_players.merge_players(first.club_id, *players, **BY_PROGRAM)


def player_of(party):
    return alma(party).player_id


@act(UNMERGED)
def unmerged():
    merged()
    newest = LogLine.objects.first()
    merge_players.unmerge_players(newest.club_id, newest.pk, **BY_PROGRAM)


@act("series created")
def series_created():
    party = party_with(4)
    plan = SeriesPlan(name="Winter", parties=(party.pk,))
    series.create_series(party.club_id, plan, **BY_PROGRAM)


@act("series changed")
def series_changed():
    series_created()
    plan = SeriesPlan(name="Winter 2026", counting="ranks", attendance=2, best=3)
    series.change_series(Series.objects.get().pk, plan, **BY_PROGRAM)


@act("series removed")
def series_removed():
    series_created()
    series.remove_series(Series.objects.get().pk, **BY_PROGRAM)
    assert Club.objects.exists()


@act("backup opened")
def backup_opened():
    create_user()
    log_restore("headtable-20261114T190000Z-asked-for.sqlite3", AT)


@act("party opened")
def party_opened():
    party = party_with(4)
    file = read_party(export_party(party.pk))
    return import_party(party.club_id, file, same_people=True, **BY_PROGRAM)[0]


@act("party removed")
def party_removed():
    ruth = create_user()
    party = reload_party(party_with(4, by=ruth))
    by_ruth = {"actor": ruth.actor, "at": AT}
    clubs.remove_party(party.club_id, party.pk, shown_revision=party.revision, **by_ruth)


@act("sample made")
def sample_made():
    ruth = create_user()
    return clubs.create_sample_club(ruth, actor=ruth.actor, at=AT)


@act(SAMPLE_REMOVED)
def sample_removed():
    club = sample_made()
    clubs.remove_sample(club.pk, actor=User.objects.get().actor, at=AT)


@act("player removed")
def player_removed():
    player = Player.objects.get(pk=player_of(party_with(4)))
    finish_all(player.club)
    remove_from_club(player)
    return player


@act("name kept")
def name_kept():
    removed = player_removed()
    with setting_up():
        new = Player.objects.create(club=removed.club, name=removed.name, sort_name=removed.name)
    ruth = User.objects.get()
    former_players.keep_name(removed.club_id, new.pk, actor=ruth.actor, at=AT)


@act("club removed")
def club_removed():
    party = party_with(4)
    other = create_user("Nora").memberships.get().club
    ruth = User.objects.get(name="Ruth")
    with setting_up():
        Membership.objects.create(user=ruth, club=other, role=Membership.Role.ORGANISER)
    clubs.remove_club(party.club_id, actor=ruth.actor, at=AT)
