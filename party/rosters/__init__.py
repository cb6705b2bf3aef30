"""Reads lists of people: a file or a pasted text in, people and questions out.

1. `files` decodes a file (text, `vcards`, or `workbooks`) into text with a tab between cells.
2. `rows` splits a text into rows and cells.
3. `columns` finds the headings and the kind of each column.
4. `cells` finds the people in one cell: "Ann & Bob Miller" are two, "Bert - no" is none.
5. `row_reader` turns each row into `lines`, one a person.
6. `lists` makes a `Reading` of the whole list.

Text with two possible meanings is never guessed: it leads to a question. Every size is limited
while it is read, because a small file can unpack to anything.
"""

from party.rosters.columns import COLUMN_CHOICES
from party.rosters.files import LARGEST_FILE, read_file
from party.rosters.lines import RosterLine
from party.rosters.lists import (
    LATER,
    Choices,
    FeeAnswers,
    Reading,
    checked_against_cards,
    read_people,
    several_names_refusal,
    with_free_numbers,
    without_named,
)
from party.rosters.names import (
    LONGEST_NAME,
    LONGEST_WORD,
    PARTICLE,
    SURNAME_FIRST,
    casefolded_name,
    clean_name,
    clean_word,
    comparison_key,
    folded,
    shortened,
    sort_key,
    sort_name,
    words_of,
)
from party.rosters.row_reader import LONGEST_GROUP, LONGEST_NOTES
from party.rosters.vcards import as_table
from party.rosters.workbooks import LARGEST_TEXT, FileText, RosterError
