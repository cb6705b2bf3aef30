"""The words of lists, compared without case and accents.

Headings are in English, French, German and Spanish, other words in English and French.
"""

import re
import unicodedata

# By kind of column. "name" is a whole name, or the last name beside a column of first names.
HEADINGS = {
    "name": "name|names|player|players|nom|noms|nombre|nombres|spieler|joueur|joueurs|jugador"
    "|jugadores",
    "full": "playername|fullname|member|members|membername|guest|guests|guestname|participant"
    "|participants|person|people|attendee|attendees|yourname|nameplayer"
    "|mitglied|mitglieder|teilnehmer|teilnehmerin|gast|gaste"
    "|spielername|nameteilnehmer|vollername|vornachname|nomcomplet|membre|membres|invite"
    "|invites|nombrecompleto|nombrejugador|nomjoueur|miembro|miembros|socio|socios"
    "|participante|participantes|invitado|invitados"
    "|north|south|east|west|nord|sud|est|ouest|ost|norte|sur|este|oeste",
    "first": "firstname|firstnames|first|forename|forenames|givenname|givennames|given|initials"
    "|christianname|vorname|vornamen|prenom|prenoms|primernombre",
    "middle": "middlename|middlenames|middle|secondname|zweitervorname|deuxiemeprenom"
    "|segundonombre|initial|middleinitial|mi|m",
    "last": "lastname|lastnames|last|surname|surnames|familyname|familynames|family|nachname"
    "|nachnamen|familienname|familiennamen|zuname|nomfamille|nomsfamille|apellido|apellidos"
    "|primerapellido|apellidopaterno",
    "reversed": "surnamefirst|nachvorname|lastnamefirst",
    "last2": "segundoapellido|apellidomaterno|secondsurname|secondlastname",
    "group": "group|prizegroup|category|division|class|section|gruppe|preisgruppe|kategorie|klasse"
    "|groupe|categorie|grupo|categoria",
    "number": "number|no|nr|n|num|nro|card|cardno|cardnumber|playerno|playernumber|#|nummer|lfdnr"
    "|lfdnummer|numero",
    "notes": "notes|note|remark|remarks|comment|comments|bemerkung|bemerkungen|anmerkung"
    "|anmerkungen|kommentar|remarque|remarques|commentaire|commentaires|nota|notas|comentario"
    "|comentarios|observacion|observaciones",
    "word": "word|toldapartby",
    "answer": "answer|rsvp|coming|attending|attendance|response|reply|willattend|areyoucoming"
    "|willyoucome|present|here|comes|kommt|zusage|antwort|ruckmeldung|teilnahme|dabei|anwesend"
    "|nimmtteil|reponse|presence|participe|participation|vient|respuesta|asiste|asistencia|viene"
    "|confirmado|confirmacion|status",
    "fee": "fee|paid|feepaid|haspaid|amount|amountpaid|payment|beitrag|bezahlt|cotisation|paye"
    "|payee|montant|paiement|cuota|pagado",
    # Columns that are never read.
    "-": "phone|phonenumber|telephone|tel|mobile|cell|cellphone|telefon|telefonnummer|handy"
    "|mobil|portable|telefono|movil|email|emailaddress|mail|emailadresse|courriel|correo"
    "|correoelectronico|address|street|streetaddress|adresse|strasse|anschrift|rue|direccion"
    "|calle|city|town|place|ort|stadt|wohnort|ville|ciudad|poblacion|zip|zipcode|postcode"
    "|postalcode|plz|postleitzahl|codepostal|codigopostal|cp|state|country|land|pays|pais"
    "|date|datum|fecha|timestamp|zeitstempel|horodateur|marcatemporal|born|birthday|dateofbirth"
    "|geburtstag|geburtsdatum|naissance|nacimiento|title|titel|titre|titulo|anrede|civilite"
    "|gender|sex|geschlecht|sexe|sexo|table|tisch|mesa|seat|platz|age|alter|edad|since|seit|depuis|desde|lastcame"
    "|memberno|membernumber|membersince|mitgliedsnummer|mitgliedsnr|id",
}
LONGEST_HEADING = 80
LONGEST_ADDRESS = 150
KINDS = {word: kind for kind, words in HEADINGS.items() for word in words.split("|")}
IN_A_SENTENCE = re.compile(
    r"your|the|what|is|of|please|enter|de|la|le|les|du|des|d|l|del|el|los|las|der|die|das|den|ihr"
    r"|dein|ihre|deine|votre|ton|tu|su|required|pflichtfeld|obligatoire|obligatorio|and|und"
    r"|et|y|a|an|you|do|we|can|to|s"
)
PARTNER = re.compile(
    r"(?:partners?|partnerin|spouses?|ehepartner|begleitung|companions?|partenaire|conjointe?"
    r"|pareja|conyuge|acompanante|accompagnante?|plusone|plus1)"
)

YES = (
    "yes|y|yep|yeah|ok|okay|x|1|true|coming|comes|is coming|im coming|i am coming|will come|in"
    "|im in|attending|will attend|accepted|confirmed|here|present|count me in|sure|going|ill come"
    "|oui|o|vrai|vient|je viens|presente|daccord|participe"
)
NO = (
    "no|n|nope|false|0|not coming|is not coming|isnt coming|wont come|cant come|cannot come|cant"
    "|cant make it|cannot make it|cannot|out|im out|declined|cancelled|canceled|absent|away|sorry"
    "|not here|not attending|regrets|sorry no|no sorry|not going|unable"
    "|cancels|has cancelled|has canceled|non|faux|ne vient pas|je ne viens pas|absente|excuse"
    "|excusee|excuses|desole|desolee|annule|annulee|annules|annulees|a annule|se desiste"
)
MAYBE = "maybe|perhaps|possibly|tentative|not sure|unsure|might|peut etre|peutetre|pas sur"
ANSWERS = {
    word: kind
    for kind, words in (("maybe", MAYBE), ("yes", YES), ("no", NO))
    for word in words.split("|")
}
CANCELLED = re.compile(r"(?:has |a )?(?:cancell?ed|annulee?s?)\b")
# Words about the fee. A text that fully matches FEE or UNPAID says nothing more.
MONEY = r"(?:[$€£] ?\d+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})? ?[$€£])"
FEE = re.compile(
    r"(?:(?:has|have|is|was|already|all|a|est|deja|fee) )*(?:pre-?)?(?:paid|pd|payee?s?|reglee?s?)"
    r"(?: (?:up|in|by|with|via|full|advance|already|cash|card|che(?:ck|que)|online|venmo|zelle"
    rf"|paypal|fee|par|en|deja|carte|cheque|liquide|especes|virement|{MONEY}))*|{MONEY}"
)
UNPAID = re.compile(
    r"(?:has |is |a |est )?(?:not(?: yet)?|hasnt|havent|non|pas(?: encore)?|un|im|na pas)[ -]?"
    r"(?:paid|payee?s?|reglee?s?)(?: yet)?|owes?|(?:will |to )?pays?(?: later| at (?:the )?door)"
    r"|to pay|a payer|paiera|paie(?: sur place| a la porte)"
)
ABOUT_FEE = re.compile(r"\b(?:(?:pre|un)-?)?(?:paid|pays?|owes?|(?:im)?payee?s?|payer|paie)\b")
# The end of a message: "thanks, Ruth 651-555-0199".
THANKS = "(?:many )?(?:thanks|thank you|thx)"
CLOSING = re.compile(
    rf"{THANKS}|cheers|(?:best |kind |warm )?regards|sincerely|merci(?: beaucoup)?|cordialement"
    "|[àa] bient[ôo]t",
    re.IGNORECASE,
)
SIGN_OFF = re.compile(
    rf"{THANKS}\b.*[^\W_].*|(?:{CLOSING.pattern})\s*[,.!;–—-]+\s*\w.*", re.IGNORECASE
)
# Prize groups, and headings of parts of a list.
GROUP = re.compile(
    r"women|men|ladies|gents|gentlemen|lady|gent|seniors|senior|juniors|junior|youth|mixed"
    r"|beginners|novices|members|guests|femmes|hommes|dames|messieurs|jeunes|debutants|membres"
    r"|invites"
)
TOTAL = re.compile(
    r"(?:grand |sub)?(?:total|totals|totale|sum|count|somme|number of players|players)\b[\s:=]*"
    r"[\d.,]*(?: [a-z]+)?|=? ?\d+ (?:players|people|persons|names|joueurs|personnes)"
)
PAGE = re.compile(r"page \d+(?: ?\S{1,4} ?\d+)?")
# Words of the title of a list.
TITLE_WORDS = (
    r"\b(?:clubs?|associations?|party|evening|night|soiree|list|liste|cards|cartes|players"
    r"|members|guests|joueurs|membres|tournament|tournoi|season|saison|tables?|round|come|comes"
    r"|coming|vient)\b"
)
TITLE = re.compile(rf"{TITLE_WORDS}|\d")
SEAT_LABEL = re.compile(
    r"(?:table|team|group|groupe) ?\d*[a-z]?"
    r"|(?:north|south|east|west|nord|sud|est|ouest|pair|player|joueur|captain|name) ?\d*"
)
NOBODY = re.compile(
    r"tb[ad]|n[/.]?a\.?|none|nobody|no one|empty|free|reserved|vacant|blank|bye|unknown|x{3,9}"
    r"|hi(?: all)?|hello(?: all)?|bonjour|thanks|thank you|thx|merci|cheers|regards|best regards"
    r"|a bientot|libre|vide|personne|reserve"
)
STREETS = (
    "streets?|st|roads?|rd|avenue|ave|lane|ln|drive|dr|court|ct|way|place|pl"
    "|boulevard|blvd|square|rue|impasse|chemin"
)
ADDRESS = re.compile(
    rf"\d+ ?[a-z]?,? .*\b(?:{STREETS})\b.*"
    r"|rue .*\d+.*|p\.? ?o\.? ?box .*"
    r"|(?:[a-z]{1,2}[- ])?\d{4,5} [a-z].*|.*,? [a-z]{2} \d{5}(?:-\d{4})?|.*\b\d{5}"
)
STREET_LINE = re.compile(rf"\d+ ?[a-z]?,? (?:\w+\.? )+(?:{STREETS})(?:,.*)?")
CITY = re.compile(r".*,? [a-z]{2} \d{5}(?:-\d{4})?")
TITLE_OF_A_PERSON = r"(?:mr|mrs|ms|miss|dr|monsieur|madame|mme|m)\.?"
WITHOUT_NAMES = re.compile(
    rf"{TITLE_OF_A_PERSON} ?(?:&|\+|/|and|et) ?{TITLE_OF_A_PERSON}(?: .*)?"
    r"|(?:the )?(?:famille|family) .*|the \w+s(?: family)?|.* family|les [a-z]+s?"
    r"|\w+s (?:wife|husband|partner|friend|guest|son|daughter|mother|father|brother|sister)"
)
SOMEBODY = re.compile(
    r"(?:(?:a|an|my|his|her|their|one|un|une|mon|ma|sa|son) )?(?:guests?|friends?|partner|wife"
    r"|husband|spouse|family|children|kids|ami|amie|invitee?s?|mari|femme|somebody|others?|\d+)|one"
)
AND = "and|et|with|avec"


def plain(text: str) -> str:
    """Return a text without case, accents and apostrophes."""
    bare = text.casefold()
    if not text.isascii():
        letters = unicodedata.normalize("NFKD", bare).replace("’", "")
        bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(bare.replace("'", "").replace("`", "").split())


def heading_kind(heading: str) -> tuple[str, bool]:
    """Return the kind of a column, "" if unknown, and whether it is about another person.

    "Given name(s)" is "first". "Partner's last name" is "last" of another person.
    """
    if len(heading) > LONGEST_HEADING:
        return "", False
    text = re.sub(r"(?<=.)\((?!s\)|e\))[^)]*\)", " ", plain(heading))
    without_brackets = re.sub(r"\((s|e)\)", r"\1", text)  # "name(s)"
    words = re.findall(r"[^\W_]+|#", without_brackets)
    joined = "".join(word for word in words if not IN_A_SENTENCE.fullmatch(word)) or "".join(words)
    if partner := PARTNER.match(joined):
        word_after = joined[partner.end() :]
        return KINDS.get(word_after, "") if word_after else "full", True
    bare = joined.rstrip("0123456789")
    is_numbered = bare != joined
    kind = KINDS.get(joined) or KINDS.get(bare) or _kind_of_halves(joined)
    is_another = is_numbered and kind in {"name", "full", "first", "last"}
    return kind, is_another


def _kind_of_halves(joined: str) -> str:
    """Return "reversed" for "Nachname, Vorname"."""
    for index in range(3, len(joined) - 2):
        halves = KINDS.get(joined[:index]), KINDS.get(joined[index:])
        if halves in {("first", "last"), ("first", "name"), ("name", "last")}:
            return "full"
        if halves in {("last", "first"), ("name", "first")}:
            return "reversed"
    return ""


def answer_in(text: str) -> str:
    """Return "yes", "no" or "maybe" if a text is an answer or begins with one, otherwise ""."""
    bare = " ".join(re.sub(r"[^\w\s]", " ", plain(text)).split())
    if bare in ANSWERS:
        return ANSWERS[bare]
    first_part = re.split(r"[,.;!–-]", plain(text))[0].strip()
    return ANSWERS.get(first_part, "") if len(first_part) > 1 else ""


def is_whole_answer(text: str) -> bool:
    """Return whether the text is only an answer; a single letter could be a name."""
    bare = " ".join(re.sub(r"[^\w\s]", " ", plain(text)).split())
    return len(bare) > 1 and bare in ANSWERS


def is_cancelled(text: str) -> bool:
    return CANCELLED.fullmatch(plain(text)) is not None


def is_fee_remark(text: str) -> bool:
    """Return whether a text only says that the fee is paid or unpaid."""
    bare = plain(text).strip(" .!")
    return bool(FEE.fullmatch(bare) or UNPAID.fullmatch(bare))


def is_section_heading(text: str) -> bool:
    """Return True for "Women", "A" and "Table 3"."""
    bare = plain(text).strip(" :-–—=*_.#")
    is_letter = len(bare) == 1 and "a" <= bare <= "z"
    return GROUP.fullmatch(bare) is not None or is_letter or SEAT_LABEL.fullmatch(bare) is not None


def is_address(text: str) -> bool:
    return len(text) <= LONGEST_ADDRESS and ADDRESS.fullmatch(plain(text)) is not None


def has_title_word(text: str) -> bool:
    bare = plain(text).strip(" .")
    return re.search(TITLE_WORDS, bare) is not None and not STREET_LINE.fullmatch(bare)


def is_seat_or_title(text: str) -> bool:
    """Return whether a text is a table, a pair, or a title such as Mrs."""
    bare = plain(text)
    return bool(SEAT_LABEL.fullmatch(bare) or re.fullmatch(TITLE_OF_A_PERSON, bare))


def is_prize_group(text: str) -> bool:
    return GROUP.fullmatch(plain(text)) is not None


def reason_to_ignore(text: str) -> str:
    """Return the reason why a row names nobody, "" if it can be a person."""
    bare = plain(text)
    if TOTAL.fullmatch(bare):
        return "it is a total"
    if NOBODY.fullmatch(bare.strip(" ,.!")):
        return "nobody is named"
    if PAGE.fullmatch(bare.strip(" -–")):
        return "it is the number of a page"
    return "it is the heading of a part of the list" if is_section_heading(text) else ""
