"""All documents, in the order of the print centre."""

from party.views.papers.checklist import CHECKLIST
from party.views.papers.guides import GUIDES
from party.views.papers.money import MONEY
from party.views.papers.next_moves import NEXT_MOVES
from party.views.papers.pack import PACK
from party.views.papers.paper import AnyPaper
from party.views.papers.pictures import PICTURES
from party.views.papers.place_cards import PLACE_CARDS
from party.views.papers.prizes import CERTIFICATES, PRIZES
from party.views.papers.rota import ROTA
from party.views.papers.rules import RULES
from party.views.papers.script import SCRIPT
from party.views.papers.seat_cards import EIGHT_CARDS, INDEX_CARDS, SEAT_CARDS, SMALL_CARDS
from party.views.papers.seat_list import SEAT_LIST
from party.views.papers.slips import SLIPS
from party.views.papers.standings import STANDINGS
from party.views.papers.table_list import TABLE_LIST
from party.views.papers.tents import TENTS
from party.views.papers.trial import OUTLINES, TRIAL_PAGE

DOCUMENTS: tuple[AnyPaper, ...] = (
    CHECKLIST,
    SEAT_CARDS,
    SMALL_CARDS,
    EIGHT_CARDS,
    INDEX_CARDS,
    SEAT_LIST,
    SLIPS,
    NEXT_MOVES,
    TABLE_LIST,
    SCRIPT,
    TRIAL_PAGE,
    OUTLINES,
    PLACE_CARDS,
    ROTA,
    TENTS,
    GUIDES,
    RULES,
    MONEY,
    STANDINGS,
    PICTURES,
    PRIZES,
    CERTIFICATES,
    PACK,
)
BY_SLUG = {document.slug: document for document in DOCUMENTS}
