"""Broken requests: forms of real pages with errors, odd web addresses, and odd JSON."""

import io
import json
import zipfile
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import quote, quote_plus, urljoin, urlsplit

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import resolve
from hypothesis import strategies as st

from party.forms.phones import PhoneRequestForm
from tests.replay.desk import FormReader

CORPUS = (
    *("", " ", "\n\n", "x" * 10_000, "é" * 300, "\0", "A\0B", "\x1b[2J\x07", "\ud800", "A\udfffB"),
    *("\u202eamlA\u202c", "\u2066Ann", "\ufeff\u200b", "a" + "\u0301" * 50, "👩‍👩‍👧‍👦🏳️‍🌈", "İıſK"),
    *("-1", "0", "1", "2", "99", "-99990", "32768", str(2**31), str(2**63), "9" * 5000, "1e309"),
    *("NaN", "-Infinity", "1e-400", "0x10", "1_0", "١٢", "²", "½", "1,5", "1.5", "+1", "--1"),
    *("0001-01-01", "9999-12-31", "0000-00-00", "2026-02-30", "0001-01-01T00:00", "24:00"),
    *("9999-12-31T23:59", "0001-01-01 00:00:00+14:00", "9999-12-31T23:59:59-12:00", "1", "on"),
    *("None", "null", "true", "[]", "{}", '{"a":', "%", "%00", "%s{0}", "'; DROP TABLE x --"),
    *("../../etc/passwd", "=1+1", "<b>", "javascript:alert(1)", "//evil.example", "a\r\nb: c"),
    *("00000000-0000-0000-0000-000000000000", "8hn9", "p", ".", "10nt", "1;2;3", "Alma\nAlma\t3"),
    "https://[", "http://a:b:c@[::1", "Ann; men; 99999999999; \u202e; x" * 3, ",".join("1" * 999),
)  # fmt: skip
MISTAKES = ("one",) * 4 + ("as it is",) * 2 + ("cut", "several") + ("elsewhere",) * 2
WITHOUT_SIGN_IN = ("/login/", "/in/", "/join/")
TOKEN = "csrfmiddlewaretoken"
ANY_CHARACTER = st.characters(exclude_categories=())  # with lone surrogates and NUL
TEXTS = st.one_of(
    st.sampled_from(CORPUS),
    st.text(ANY_CHARACTER, max_size=30),
    st.one_of(
        st.integers(),
        st.floats(),
        st.decimals(),
        st.dates(),
        st.datetimes(),
        st.times(),
        st.uuids(),
    ).map(str),
)
PARAMETERS = (
    *("page", "who", "v", "mode", "look", "like", "club", "movement", "slip", "text", "ns", "ew"),
    *("form", "kind", "card", "game", "after", "all", "empty", "next", "hand", "said", "csrf"),
    *("table", "number", "pause", "sort", "bidder", "bid", "tricks", "round", "seat", "one"),
)


def zip_file(**files):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), text)
    return file.getvalue()


ENTITY_BOMB = (
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>'
    "<worksheet>&c;</worksheet>"
)
WORKBOOK = zip_file(xl__worksheets__sheet1_xml=ENTITY_BOMB, xl__workbook_xml=ENTITY_BOMB)
FILES = (
    ("list.csv", b""),
    ("list.csv", b"\0"),
    ("list.csv", b"Name;Number\n\0;1\n" + b";" * 3000),
    ("list.csv", '"Ann\nBert'.encode("utf-16")),
    ("list.txt", b"\xff\xfe\xed\xa0\x80"),
    ("list.txt", b"x" * 200_000),
    ("list.xlsx", b"PK\x03\x04"),
    ("list.xlsx", zip_file(xl__workbook_xml="<a/>")),
    ("list.xlsx", WORKBOOK),
    ("list.xlsx", WORKBOOK[: len(WORKBOOK) // 2]),
    ("list.xlsx", zip_file(xl__worksheets__sheet1_xml="0" * 3_000_000)),
    ("list.ods", zip_file(content_xml=ENTITY_BOMB)),
    ("list.ods", zip_file(content_xml="<office:document-content>")),
    ("list.ods", b"Alma"),
    ("list.ods", zip_file(**{"../../etc/passwd": "x", "/content.xml": ENTITY_BOMB})),
    ("list.vcf", b"BEGIN:VCARD\nN;ENCODING=QUOTED-PRINTABLE:=ZZ=\nFN;CHARSET=none:\xff\nEND:"),
    ("list.vcf", b"BEGIN:VCARD\n" * 2000),
    ("game.ptn", b'[Event "\0"]\n[Rounds "1e9"]\n{ ; 1. 8h'),
    ("game.ptn", b'[Deal "N:' + b"." * 9999),
    ("party.json", b"{"),
    ("party.json", b"[" * 100_000),
    ("party.json", b'{"log": NaN, "party": {"name": "\\ud800"}, "format": 1e999}'),
    ("party.json", b'{"headtable": 1, "party": []}'),
    ("headtable.sqlite3", b"SQLite format 3\0" + b"\xff" * 200),
    ("../\u202egnp.exe", b"\x89PNG\r\n\x1a\n"),
    ("x" * 300 + ".csv", b"Alma"),
)


@dataclass
class Form:
    """A form of a page: its address, the fields that a browser sends, and other choices."""

    action: str
    method: str
    fields: list
    choices: dict
    files: frozenset
    typed: frozenset  # the names of fields for typed text


@dataclass(frozen=True)
class BrokenRequest:
    method: str
    address: str
    body: bytes = b""
    kind: str = "application/x-www-form-urlencoded"
    typed: tuple = ()  # name and value of the wrong text field, if only this field is wrong

    def by(self, client):
        if self.address.startswith(WITHOUT_SIGN_IN):
            client.cookies = SimpleCookie()
        return client.generic(self.method, self.address, self.body, self.kind)


class FieldReader(FormReader):
    """Reads forms, the choices of fields, and the names of fields for files and typed text."""

    TYPED = frozenset({"text", "number", "date", "time", "datetime-local", "search", "email"})

    def __init__(self):
        super().__init__()
        self.choices, self.files, self.typed = {}, set(), set()

    def read_input(self, form, attrs):
        super().read_input(form, attrs)
        kind, name = attrs.get("type", "text"), attrs.get("name")
        self.choices.setdefault(name, set()).add(attrs.get("value") or "")
        if kind == "file":
            self.files.add(name)
        if kind in self.TYPED:
            self.typed.add(name)

    def read_button(self, form, attrs):
        super().read_button(form, attrs)
        self.choices.setdefault(attrs.get("name"), set()).add(attrs.get("value") or "")

    def read_option(self, form, attrs):
        if self.select:  # the options of a datalist are no values of a field
            super().read_option(form, attrs)
            self.choices.setdefault(self.select[1], set()).add(attrs.get("value", ""))

    def read_textarea(self, form, attrs):
        super().read_textarea(form, attrs)
        self.typed.add(attrs["name"])


def forms_of(answer, address):
    """Return the forms of a page; an answer of another kind has none."""
    if not answer.get("Content-Type", "").startswith("text/html"):
        return []
    page = FieldReader()
    page.feed(answer.content.decode())
    return [
        Form(
            urljoin(address, form.action),
            form.method,
            [each for each in form.fields if each[0] != TOKEN],
            {name: sorted(page.choices.get(name, ())) for name in sorted(form.names - {TOKEN})},
            frozenset(page.files & form.names),
            frozenset(page.typed & form.names),
        )
        for form in page.forms
    ]


@dataclass
class KnownPages:
    """The pages read so far: their web addresses by URL name, and one form of each kind."""

    addresses: dict = field(default_factory=dict)
    forms: dict = field(default_factory=dict)

    def read(self, client, address):
        addresses = self.addresses.setdefault(name_of(address), [])
        if address in addresses:
            return
        addresses.append(address)
        for form in forms_of(BrokenRequest("GET", address).by(client), address):
            self.forms.setdefault((form.action, *form.choices), form)

    def requests(self):
        """Return a strategy: mostly forms, mostly with one error."""
        everywhere = [each for several in self.addresses.values() for each in several]
        forms = st.sampled_from(list(self.forms.values()))
        spoiled = forms.flatmap(
            lambda form: spoiled_form(form, self.addresses_of(form), everywhere)
        )
        phones = self.addresses["phone_send"]
        uploads = st.builds(
            lambda form, file: upload_request(form.action, form.fields, form.files, file),
            st.sampled_from([form for form in self.forms.values() if form.files]),
            st.sampled_from(FILES),
        )
        return st.one_of(*[spoiled] * 5, odd_requests(everywhere), phone_requests(phones), uploads)

    def addresses_of(self, form):
        """Return the web addresses of the same form at each party."""
        return self.addresses.get(name_of(form.action), [form.action])


def name_of(address):
    return resolve(urlsplit(address).path).url_name


@st.composite
def spoiled_form(draw, form, elsewhere, everywhere):
    """Make fields wrong, missing, doubled, reordered, cut, or sent elsewhere."""
    mistake = draw(st.sampled_from(MISTAKES))
    fields, names, typed = list(form.fields), sorted(form.choices), ()
    if mistake == "one" and names:
        name = draw(st.sampled_from(names))
        value = draw(TEXTS | st.sampled_from(form.choices[name] or [""]))
        fields = [each for each in fields if each[0] != name] + [(name, value)]
        typed = (name, value) if name in form.typed else ()
    elif mistake == "several" and names:
        wrong = draw(st.lists(st.tuples(st.sampled_from(names), TEXTS), min_size=1, max_size=5))
        fields = draw(st.permutations(fields + wrong)) if draw(st.booleans()) else wrong
    elif mistake == "cut" and fields:
        fields = fields[: draw(st.integers(0, len(fields) - 1))]
    address = form.action
    if mistake == "elsewhere":
        address = draw(st.sampled_from(elsewhere) | st.sampled_from(everywhere))
    elif form.method == "get":
        return BrokenRequest(
            "GET", f"{address.partition('?')[0]}?{encode_fields(fields).decode()}"
        )
    if form.files and draw(st.booleans()):
        return upload_request(address, fields, form.files, draw(st.sampled_from(FILES)))
    body = encode_fields(fields)
    if mistake == "cut" and body:
        body = body[: draw(st.integers(0, len(body)))]
    return BrokenRequest("POST", address, body, typed=typed)


def as_bytes(text):
    return text.encode("utf-8", "surrogatepass")


def encode_fields(fields):
    """Encode fields as a browser does. Lone surrogates, which only an attacker sends, are kept."""
    pairs = (f"{quote_plus(name)}={quote_plus(as_bytes(value))}" for name, value in fields)
    return "&".join(pairs).encode()


def upload_request(address, fields, names, file):
    data = {}
    for name, value in fields:
        data.setdefault(name, []).append(as_bytes(value))
    data |= {name: SimpleUploadedFile(*file) for name in names}
    body = encode_multipart(BOUNDARY, data)
    return BrokenRequest("POST", address, body, MULTIPART_CONTENT)


@st.composite
def odd_requests(draw, addresses):
    """Change a part of a web address, or add a query that no page uses."""
    address = draw(st.sampled_from(addresses)).partition("?")[0]
    if draw(st.booleans()):
        asked = st.lists(st.tuples(st.sampled_from(PARAMETERS), TEXTS), min_size=1, max_size=3)
        address += "?" + encode_fields(draw(asked)).decode()
    else:
        parts = address.split("/")
        place = draw(st.integers(1, len(parts) - 1))
        parts[place] = quote(as_bytes(draw(TEXTS)), safe="")
        address = "/".join(parts)
    return BrokenRequest(draw(st.sampled_from(["GET", "POST"])), address)


SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.integers(0, 9) | TEXTS
    | st.just(10**400)
)  # fmt: skip
JSON = st.recursive(
    SCALARS,
    lambda each: (
        st.lists(each, max_size=3) | st.dictionaries(st.text(max_size=3), each, max_size=3)
    ),
    max_leaves=6,
)


@st.composite
def phone_requests(draw, addresses):
    """Make a phone's request with wrong shapes and types, or without JSON."""
    act = {
        "id": str(draw(st.uuids())),
        "act": draw(st.sampled_from(sorted(PhoneRequestForm.NEEDED))),
        "round": draw(st.integers(0, 3)),
        "hand": draw(st.integers(1, 5)),
        "text": draw(st.sampled_from(["8hn9", "7ce7", "p"])),
        "seen": draw(st.lists(st.integers(0, 9), max_size=3)),
        "ns": 100,
        "ew": -50,
    }
    wrong = st.dictionaries(
        st.sampled_from(sorted(PhoneRequestForm.base_fields)), JSON, max_size=3
    )
    sent = draw(JSON) if draw(st.integers(0, 9)) == 0 else act | draw(wrong)
    body = json.dumps(sent).encode()
    if draw(st.integers(0, 9)) == 0:
        body = draw(st.sampled_from([b"[" * 100_000, b'{"id":' * 5000, b"\xff", b"", body[:-3]]))
    return BrokenRequest("POST", draw(st.sampled_from(addresses)), body, "application/json")
