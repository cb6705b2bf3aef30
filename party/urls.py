from django.urls import URLPattern, URLResolver, include, path, register_converter
from django.urls.converters import IntConverter, StringConverter

from party.views import accounts, backups, clubs, hosting, log
from party.views.evening import checklist, parties, rounds
from party.views.hall import desk as hall_desk
from party.views.hall import guests, prize_giving
from party.views.hall.screen import hall
from party.views.papers import list_files, printing, ready_cut
from party.views.people import (
    door,
    fees,
    former_players,
    leavers,
    merge_players,
    name_lists,
    players,
    wishes,
)
from party.views.phones import addresses
from party.views.phones import tables as phone_tables
from party.views.prizes import fifty_fifty, prizes
from party.views.rules import disputes, house_rules, systems
from party.views.scores import (
    corrections,
    entry,
    final_cards,
    hands,
    late_hands,
    records,
    second_look,
    slip_pictures,
    tables,
)
from party.views.seats import draw, extra_tables, moves, swaps, wrong_chairs
from party.views.standings import pictures, results, series, standings


class NumberConverter(IntConverter):
    """A whole number that fits a database column; a larger number gives a 404."""

    regex = "[0-9]{1,18}"


class FileKindConverter(StringConverter):
    """The ending of a spreadsheet file: csv or xlsx."""

    regex = "csv|xlsx"


register_converter(NumberConverter, "number")
register_converter(FileKindConverter, "file_kind")

ACCOUNT = [
    path("login/", accounts.sign_in, name="login"),
    path("login/<slug:address>/", accounts.sign_in, name="club_login"),
    path("forgotten/", accounts.forgotten_password, name="forgotten"),
    path("logout/", accounts.sign_out, name="logout"),
    path("in/<str:token>/", accounts.sign_in_link, name="sign_in_link"),
    path("join/<str:token>/", accounts.join, name="join"),
    path("account/", accounts.account, name="account"),
    path("account/password/", accounts.choose_password, name="set_password"),
    path("account/sign-out/", accounts.sign_out_other_devices, name="sign_out_elsewhere"),
    path("looks/", accounts.change_looks, name="change_looks"),
]

PLAYERS = [
    path("", players.player_list, name="players"),
    path("add/", name_lists.add_names, name="players_add"),
    path("last/", name_lists.last_people, name="players_last"),
    path("roster/", name_lists.from_roster, name="players_roster"),
    path("names/", name_lists.name_numbers, name="player_names"),
    path("numbers/", players.make_numbers, name="player_numbers"),
    path("house/", players.add_house_player, name="player_house"),
    path("leavers/", leavers.leavers, name="leavers"),
    path("<number:entrant_id>/", players.player, name="player"),
    path("<number:entrant_id>/here/", players.tick_here, name="player_here"),
    path("<number:entrant_id>/stand-in/", players.stand_in, name="player_stand_in"),
    path("<number:entrant_id>/<str:verb>/", players.come_or_go, name="player_act"),
]

TABLE = [
    path("undo/", tables.undo_hand, name="undo_hand"),
    path("stop/", tables.stop_table, name="stop_table"),
    path("reopen/", tables.reopen_table, name="reopen_table"),
    path("cut/", tables.decide_cut, name="decide_cut"),
    path("capture/", tables.set_table_capture, name="set_table_capture"),
    path("follows/", tables.slip_follows, name="slip_follows"),
    path("total/", tables.table_total, name="table_total"),
    path("again/", second_look.check_table, name="type_again"),
    path("accept/", entry.accept_slip, name="accept_slip"),
    path("compare/", second_look.compare_slip, name="compare_slip"),
    path("late-hand/", late_hands.late_hand, name="late_hand"),
    path("late/<number:entry>/aside/", late_hands.discard_late_result, name="set_aside"),
    path("last-hand/", late_hands.last_hand, name="last_hand"),
    path("ahead/", late_hands.correct_ahead, name="correct_ahead"),
    path("hands/<number:hand>/", corrections.correct, name="correct"),
    path("hands/<number:hand>/looked/", second_look.confirm_entry, name="look_at"),
    path("hands/<number:hand>/decide/", second_look.choose_right_entry, name="decide"),
    path("hands/<number:hand>/both/", second_look.keep_second_version, name="keep_both"),
    path("records/", records.attach_records, name="records"),
    path("records/<number:hand>/", records.show_record, name="record"),
    path("records/<number:hand>/replace/", records.replace_record, name="record_replace"),
    path("records/<number:hand>/remove/", records.remove_record, name="record_remove"),
    path("records/<number:hand>/enter/", records.enter_result, name="record_enter"),
]

ROUND: list[URLPattern | URLResolver] = [
    path("", hands.show_round, name="round"),
    path("hands.<file_kind:kind>", list_files.round_file, {"name": "hands"}, name="hands_file"),
    path("seats.<file_kind:kind>", moves.seats_file, name="seats_file"),
    path("lists/<slug:name>.<file_kind:kind>", list_files.round_file, name="round_list_file"),
    path("entry/", entry.entry, name="entry"),
    path("checked/", second_look.checked, name="checked"),
    path("answer/", tables.answer_table, name="answer_table"),
    path("stop/", rounds.stop_tables, name="stop_tables"),
    path("turnout/", moves.turnout, name="turnout"),
    path("entry/echo/", entry.echo, name="echo"),
    path("start/", rounds.start_round, name="start_round"),
    path("announce/", hall_desk.announce, name="announce"),
    path("clock/", hall_desk.change_clock, name="round_clock"),
    path("bell/", rounds.ring_bell, name="ring_bell"),
    path("check/", rounds.check_round, name="check_round"),
    path("close/", rounds.close_round, name="close_round"),
    path("reopen/", rounds.reopen_round, name="reopen_round"),
    path("moves/", moves.moves, name="moves"),
    path("seat/", moves.seat_next_round, name="seat_next_round"),
    path("reseat/", moves.reseat_round, name="reseat_round"),
    path("undo/", draw.undo_draw, name="undo_draw"),
    path("room/", extra_tables.open_extra_table, name="room"),
    path("room/close/", extra_tables.close_table, name="close_table"),
    path("swap/", swaps.swap_seats, name="swap_seats"),
    path("swap/undo/", swaps.undo_swap, name="undo_swap"),
    path("chairs/", wrong_chairs.record_exchange, name="wrong_chairs"),
    path("tables/<number:table>/", include(TABLE)),
]

PRIZES = [
    path("", prizes.prize_list, name="prizes"),
    path("lists/", prizes.add_preset, name="prizes_preset"),
    path("same/", prizes.copy_prizes, name="prizes_copy"),
    path("add/", prizes.add_prize, name="prizes_add"),
    path("one-each/", prizes.set_one_prize_each, name="prizes_one_each"),
    path("gone-home/", prizes.set_gone_winners, name="prizes_gone"),
    path("confirm/", prizes.confirm_prizes, name="prizes_confirm"),
    path("reopen/", prizes.reopen_prizes, name="prizes_reopen"),
    path("<number:prize_id>/", prizes.show_prize, name="prize"),
    path("<number:prize_id>/change/", prizes.change_prize, name="prize_change"),
    path("<number:prize_id>/settle/", prizes.settle_tie, name="prize_settle"),
    path("<number:prize_id>/give/", prizes.give_prize, name="prize_give"),
    path("<number:prize_id>/draw/", prizes.draw_prize, name="prize_draw"),
    path("<number:prize_id>/ticket/", prizes.record_drawn_ticket, name="prize_ticket"),
    path("tickets/", fifty_fifty.begin_fifty_fifty, name="tickets_begin"),
    path("<number:prize_id>/tickets/", fifty_fifty.sell_tickets, name="tickets"),
    path("<number:prize_id>/tickets/price/", fifty_fifty.set_ticket_price, name="ticket_price"),
    path(
        "<number:prize_id>/tickets/<number:sale_id>/back/",
        fifty_fifty.take_back_tickets,
        name="tickets_back",
    ),
    path(
        "<number:prize_id>/tickets.<file_kind:kind>", fifty_fifty.tickets_file, name="tickets_file"
    ),
    path("<number:prize_id>/pass/", prizes.pass_on, name="prize_pass"),
    path("<number:prize_id>/gone/", prizes.mark_winner_gone, name="prize_gone"),
    path("<number:prize_id>/<str:verb>/", prizes.run_prize_verb, name="prize_act"),
]

SERIES = [
    path("", series.series_list, name="series_list"),
    path("new/<number:club_id>/", series.new_series, name="series_new"),
    path("<number:series_id>/", series.season_page, name="series"),
    path("<number:series_id>/standings.<file_kind:kind>", series.season_file, name="series_file"),
    path("<number:series_id>/standings.pdf", series.season_pdf, name="series_pdf"),
    path("<number:series_id>/change/", series.change_series, name="series_change"),
    path("<number:series_id>/remove/", series.remove_series, name="series_remove"),
]

CLUB = [
    path("remove-sample/", clubs.remove_sample, name="remove_sample"),
    path("change/", clubs.change_club, name="change_club"),
    path("remove/", clubs.remove_club, name="remove_club"),
    path("people/", clubs.club_people, name="club_people"),
    path("people/<number:user_id>/link/", clubs.person_link, name="person_link"),
    path("sign-ins/", clubs.sign_ins, name="sign_ins"),
    path("people/<number:user_id>/remove/", clubs.remove_person, name="remove_person"),
    path(
        "people/invitations/<number:invitation_id>/take-back/",
        clubs.take_back_invitation,
        name="take_back_invitation",
    ),
    path("players/", merge_players.club_players, name="club_players"),
    path("players.<file_kind:kind>", merge_players.club_file, name="club_file"),
    path("players/<number:player_id>/", merge_players.same_player, name="same_player"),
    path("players/<number:player_id>/about/", former_players.club_player, name="club_player"),
    path(
        "players/<number:player_id>/about.json",
        former_players.club_player_file,
        name="club_player_file",
    ),
    path("players/<number:player_id>/remove/", former_players.remove_player, name="remove_player"),
    path("players/<number:player_id>/keep/", former_players.keep_name, name="keep_name"),
    path(
        "players/<number:player_id>/<number:other_id>/", merge_players.merge, name="merge_players"
    ),
    path("players/apart/<number:line_id>/", merge_players.unmerge_players, name="unmerge_players"),
]

PHONES = [
    path("", addresses.phones, name="phones"),
    path("switch/", addresses.switch_phones, name="phones_switch"),
    path("address/", addresses.choose_address, name="phones_address"),
    path("renew/", addresses.renew_addresses, name="phones_renew"),
    path("<number:table>/renew/", addresses.renew_addresses, name="phone_renew"),
    path("calls/", addresses.bar_call, name="bar_call"),
    path("<number:table>/coming/", addresses.answer_call, name="answer_call"),
]

PARTY: list[URLPattern | URLResolver] = [
    path("", parties.hub, name="party_hub"),
    path("settings/", parties.settings, name="party_settings"),
    path("archive/", parties.archive, name="archive_party"),
    path("check/", backups.check_party, name="check_party"),
    path("remove/", clubs.remove_party, name="remove_party"),
    path("party.json", backups.party_file, name="party_file"),
    path("bring-back/", parties.bring_back, name="bring_back_party"),
    path("helpers/", clubs.party_helpers, name="helpers"),
    path("helpers/<number:user_id>/link/", clubs.helper_link, name="helper_link"),
    path("helpers/<number:user_id>/remove/", clubs.remove_helper, name="helper_remove"),
    path("guests/", guests.settings, name="guests"),
    path("players/", include(PLAYERS)),
    path("players.<file_kind:kind>", players.list_file, name="players_file"),
    path("players/roster.<file_kind:kind>", name_lists.roster_file, name="roster_file"),
    path("checkin/", door.door, name="checkin"),
    path("checkin/walk-in/", door.walk_in, name="walk_in"),
    path("checkin/<number:entrant_id>/", door.person, name="checkin_person"),
    path("checkin/<number:entrant_id>/not-here/", door.not_here, name="checkin_not_here"),
    path("phones/", include(PHONES)),
    path("money/", fees.money, name="money"),
    path("money.<file_kind:kind>", list_files.list_file, {"name": "money"}, name="money_file"),
    path("draw/", draw.draw, name="draw"),
    path("draw/swap/", draw.swap_turns, name="swap_turns"),
    path("draw/wishes/", wishes.wishes, name="wishes"),
    path("draw/wishes/confirm/", wishes.confirm_wishes, name="wishes_confirm"),
    path("draw/wishes/<number:wish_id>/remove/", wishes.remove_wish, name="wish_remove"),
    path("live/", rounds.live, name="live"),
    path("screen/", hall_desk.change_screen, name="change_screen"),
    path("prize-giving/", prize_giving.prize_giving, name="prize_giving"),
    path("planned/", rounds.set_rounds, name="set_rounds"),
    path("last-round/", rounds.last_round, name="last_round"),
    path("finish/", rounds.finish, name="finish"),
    path("reopen/", rounds.reopen_party, name="reopen_party"),
    path("cards/", final_cards.list_final_cards, name="tallies"),
    path("cards/<number:entrant_id>/", final_cards.type_final_card, name="tally"),
    path("cards/<number:entrant_id>/remove/", final_cards.remove_final_card, name="remove_tally"),
    path("results.png", results.results_picture, name="results_picture"),
    path("card.png", results.card_picture, name="card_picture"),
    path("standings/", standings.standings_page, name="standings"),
    path("standings.<file_kind:kind>", standings.standings_file, name="standings_file"),
    path("pictures/", pictures.pictures_page, name="pictures"),
    path("prizes/", include(PRIZES)),
    path("prizes.<file_kind:kind>", list_files.list_file, {"name": "prizes"}, name="prizes_file"),
    path("print/", printing.prints, name="prints"),
    path("print/blank/", printing.print_blank, name="print_blank"),
    path("print/round/<number:number>/", printing.print_bundle, name="print_round"),
    path("print/round/<number:number>.pdf", printing.bundle_pdf, name="round_pdf"),
    path("print/end/", printing.print_bundle, name="print_end"),
    path("print/end.pdf", printing.bundle_pdf, name="end_pdf"),
    path("print/<slug:kit>.pdf", printing.print_pdf, name="print_pdf"),
    path("print/ready-cut/", ready_cut.ready_cut, name="ready_cut"),
    path("print/<slug:kit>/", printing.print_kit, name="print_kit"),
    path("print/<slug:kit>/<number:pk>/forget/", printing.forget_printing, name="forget_printout"),
    path("evening.xlsx", list_files.evening_file, name="evening_file"),
    path("help/", checklist.help_page, name="party_help"),
    path("log/", log.log, name="log"),
    path("log/<number:line_id>/undo/", log.undo, name="log_undo"),
    path("log.<file_kind:kind>", log.log_file, name="log_file"),
    path("lists/<slug:name>.<file_kind:kind>", list_files.list_file, name="list_file"),
    path("dispute/", disputes.dispute, name="party_dispute"),
    path("rules/", house_rules.party_rules, name="party_rules"),
    path("rules/change/", house_rules.change_rules, name="change_rules"),
    path("rules/recount/", house_rules.recount_rules, name="recount_rules"),
    path("slips/", slip_pictures.slip_pictures, name="slip_pictures"),
    path("slips/<number:picture_id>/aside/", slip_pictures.put_aside, name="slip_aside"),
    path("slips/<number:picture_id>/back/", slip_pictures.put_back, name="slip_back"),
    path("slips/<number:picture_id>/table/", slip_pictures.set_table, name="slip_table"),
    path("slips/<number:picture_id>.jpg", slip_pictures.cutout, name="slip_cutout"),
    path("rounds/<number:number>/", include(ROUND)),
]

# Pages without sign-in, for phones and guests.
PHONE = [
    path("", phone_tables.page, name="phone_table"),
    path("state/", phone_tables.state, name="phone_state"),
    path("send/", phone_tables.send, name="phone_send"),
]
GUESTS = [
    path("", guests.find, name="guest"),
    path("standings/", guests.standings, name="guest_standings"),
    path("<number:number>/", guests.my_seat, name="guest_seat"),
    path("<number:number>/card.png", guests.card_picture, name="guest_card"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", parties.home, name="home"),
    path("hall/<slug:code>/", hall, name="hall"),
    path("health/", hosting.health, name="health"),
    path("ready/", hosting.ready, name="ready"),
    path("stop/", hosting.stop, name="stop"),
    *ACCOUNT,
    path("help/", checklist.help_page, name="help"),
    path("help/checklist.pdf", checklist.help_pdf, name="help_pdf"),
    path("dispute/", disputes.dispute, name="dispute"),
    path("rules/", systems.systems, name="systems"),
    path("rules/compare/", systems.compare, name="compare"),
    path("rules/<slug:preset>/", systems.system, name="system"),
    path("rules/<slug:preset>.pdf", systems.system_pdf, name="system_pdf"),
    path("backups/", backups.backups, name="backups"),
    path("backups/now/", backups.backup_now, name="backup_now"),
    path("backups/<str:name>/", backups.backup, name="backup"),
    path("series/", include(SERIES)),
    path("clubs/<number:club_id>/", include(CLUB)),
    path("series.<file_kind:kind>", series.series_file, name="series_list_file"),
    path("parties.<file_kind:kind>", parties.parties_file, name="parties_file"),
    path("parties/new/", parties.new_party, name="party_new"),
    path("parties/open/", backups.open_party, name="party_open"),
    path("parties/open/look/", backups.look_at_party, name="party_look"),
    path("parties/<number:party_id>/", include(PARTY)),
    path("t/<slug:code>/", addresses.phone_test, name="phone_test"),
    path("p/<slug:code>.json", guests.as_json, name="guest_json"),
    path("p/<slug:code>/", include(GUESTS)),
    path("t/<str:code>/<number:table>/<str:token>/", include(PHONE)),
]

handler400 = "party.views.refusals.bad_request"
handler404 = "party.views.refusals.page_not_found"
handler500 = "party.views.refusals.server_error"
