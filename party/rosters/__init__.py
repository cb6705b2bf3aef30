"""Reads lists of people: a file or a pasted text in, people and questions out.

The stages, one module each:

1. `files` decodes a file: text in one of several encodings, `vcards`, or `workbooks` (XLSX, ODS).
   The result is text with a tab between cells; hidden rows of a workbook are marked.
2. `rows` splits a text into rows and cells, and knows which line each row stands in.
3. `columns` finds the headings and the kind of each column, from headings or from values.
4. `cells` finds the people in one cell: "Ann & Bob Miller" are two, "Bert - no" is none.
5. `row_reader` puts the cells of a row together: it becomes `lines`, one a person.
6. `lists` makes a `Reading` of the whole list: people, lines that cannot be read, lines that name
   nobody, and questions about text with two possible meanings.

`vocabulary` has the words of lists, in English and French (headings also in German and Spanish).
A column or an answer in other words is never guessed: the reading has a question about it.
`names` cleans, sorts and compares the names of people, in lists and everywhere else.

No Django, no clock, no disk. Every size is limited while it is read: a small file can unpack to
anything. Other code imports from here and from nothing deeper.
"""

from party.rosters.columns import COLUMN_CHOICES
from party.rosters.errors import RosterError
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
    clean_name,
    clean_word,
    comparison_key,
    folded,
    same_name,
    shortened,
    sort_key,
    sort_name,
    words_of,
)
from party.rosters.row_reader import LONGEST_GROUP, LONGEST_NOTES
from party.rosters.vcards import as_table
from party.rosters.workbooks import LARGEST_TEXT, FileText

__all__ = [
    "COLUMN_CHOICES",
    "LARGEST_FILE",
    "LARGEST_TEXT",
    "LATER",
    "LONGEST_GROUP",
    "LONGEST_NAME",
    "LONGEST_NOTES",
    "LONGEST_WORD",
    "PARTICLE",
    "SURNAME_FIRST",
    "Choices",
    "FeeAnswers",
    "FileText",
    "Reading",
    "RosterError",
    "RosterLine",
    "as_table",
    "checked_against_cards",
    "clean_name",
    "clean_word",
    "comparison_key",
    "folded",
    "read_file",
    "read_people",
    "same_name",
    "several_names_refusal",
    "shortened",
    "sort_key",
    "sort_name",
    "with_free_numbers",
    "without_named",
    "words_of",
]
