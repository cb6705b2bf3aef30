"""The words that lists of people are made of: headings, answers, sections, titles.

Nine languages have some; words are compared without case and accents.
"""

import re
import unicodedata

# By kind of column. "name" may be half a name beside the other half: Name, Vorname.
HEADINGS = {
    "name": "name|names|player|players|nom|noms|nombre|nombres|naam|namn|navn|nome|nomi|spieler"
    "|joueur|joueurs|jugador|jugadores|nimi|imieinazwisko",
    "full": "playername|fullname|member|members|membername|guest|guests|guestname|participant"
    "|participants|person|people|attendee|attendees|yourname|nameplayer"
    "|mitglied|mitglieder|teilnehmer|teilnehmerin|gast|gaste"
    "|spielername|nameteilnehmer|vollername|vornachname|nomcomplet|membre|membres|invite"
    "|invites|nombrecompleto|nombrejugador|nomjoueur|miembro|miembros|socio|socios|participante|participantes|invitado"
    "|invitados|deltager|deltagare|deelnemer|medlem|lid"
    "|north|south|east|west|nord|sud|est|ouest|ost|norte|sur|este|oeste",
    "first": "firstname|firstnames|first|forename|forenames|givenname|givennames|given|initials"
    "|christianname|vorname|vornamen|fornavn|fornamn|voornaam|prenom|prenoms|primernombre|etunimi|imie",
    "middle": "middlename|middlenames|middle|secondname|zweitervorname|deuxiemeprenom"
    "|segundonombre|initial|middleinitial|mi|m",
    "last": "lastname|lastnames|last|surname|surnames|familyname|familynames|family|nachname"
    "|nachnamen|familienname|familiennamen|zuname|efternavn|etternavn|efternamn|achternaam"
    "|nomfamille|nomsfamille|apellido|apellidos|primerapellido|apellidopaterno|cognome|sobrenome"
    "|sukunimi|nazwisko",
    "reversed": "surnamefirst|nachvorname|lastnamefirst",
    "last2": "segundoapellido|apellidomaterno|secondsurname|secondlastname",
    "group": "group|prizegroup|category|division|class|section|gruppe|preisgruppe|kategorie|klasse"
    "|groupe|categorie|grupo|categoria|gruppo",
    "number": "number|no|nr|n|num|nro|card|cardno|cardnumber|playerno|playernumber|#|nummer|lfdnr"
    "|lfdnummer|numero|lp",
    "notes": "notes|note|remark|remarks|comment|comments|bemerkung|bemerkungen|anmerkung"
    "|anmerkungen|kommentar|remarque|remarques|commentaire|commentaires|nota|notas|comentario"
    "|comentarios|observacion|observaciones|opmerking|huomautus",
    "word": "word|toldapartby",
    "answer": "answer|rsvp|coming|attending|attendance|response|reply|willattend|areyoucoming"
    "|willyoucome|present|here|comes|kommt|zusage|antwort|ruckmeldung|teilnahme|dabei|anwesend"
    "|nimmtteil|reponse|presence|participe|participation|vient|respuesta|asiste|asistencia|viene"
    "|confirmado|confirmacion|svar|status",
    # Known, and of no use here.
    "-": "phone|phonenumber|telephone|tel|mobile|cell|cellphone|telefon|telefonnummer|handy"
    "|mobil|portable|telefono|movil|email|emailaddress|mail|emailadresse|courriel|correo"
    "|correoelectronico|address|street|streetaddress|adresse|strasse|anschrift|rue|direccion"
    "|calle|city|town|place|ort|stadt|wohnort|ville|ciudad|poblacion|zip|zipcode|postcode"
    "|postalcode|plz|postleitzahl|codepostal|codigopostal|cp|state|country|land|pays|pais"
    "|date|datum|fecha|timestamp|zeitstempel|horodateur|marcatemporal|born|birthday|dateofbirth"
    "|geburtstag|geburtsdatum|naissance|nacimiento|title|titel|titre|titulo|anrede|civilite"
    "|gender|sex|geschlecht|sexe|sexo|fee|paid|amount|beitrag|bezahlt|cotisation|paye|cuota"
    "|pagado|table|tisch|mesa|seat|platz|age|alter|edad|since|seit|depuis|desde|lastcame"
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
    r"|pareja|conyuge|acompanante|accompagnante?|plusone|plus1)(?=.|$)"
)

YES = (
    "yes|y|yep|yeah|ok|okay|x|1|true|coming|comes|is coming|im coming|i am coming|will come|in"
    "|im in|attending|will attend|accepted|confirmed|here|present|count me in|sure|going|ill come"
    "|ja|j|jep|wahr|kommt|komme|ich komme|dabei|bin dabei|zugesagt|zusage|anwesend|gerne"
    "|oui|o|vrai|vient|je viens|present|presente|daccord|participe"
    "|si|s|verdadero|viene|voy|confirmado|asiste|asistire|claro|tak|sim"
    "|kylla|ja gerne|kommer|zusagen|да|da"
)
NO = (
    "no|n|nope|false|0|not coming|is not coming|isnt coming|wont come|cant come|cannot come|cant"
    "|cant make it|cannot make it|cannot|out|im out|declined|cancelled|canceled|absent|away|sorry"
    "|not here|not attending|regrets|sorry no|no sorry|not going|unable"
    "|nein|falsch|kommt nicht|komme nicht|ich komme nicht|nicht dabei|abgesagt|absage|abwesend"
    "|verhindert|krank|leider nein|leider nicht|kann nicht|fehlt|entschuldigt|absagen|net|нет"
    "|non|faux|ne vient pas|je ne viens pas|absente|excuse|excusee|excuses|desole|desolee|annule"
    "|falso|no viene|no voy|no puede|no puedo|no asiste|no tiene|ausente|cancelado|nej|kommer inte"
    "|kommer ikke|ei|nie|nee"
)
MAYBE = (
    "maybe|perhaps|possibly|tentative|not sure|unsure|might|vielleicht|eventuell|evtl|unsicher"
    "|peut etre|peutetre|pas sur|quizas|quiza|tal vez|a lo mejor|kanske|maske|kanskje|misschien"
)
ANSWERS = {
    word: kind
    for kind, words in (("maybe", MAYBE), ("yes", YES), ("no", NO))
    for word in words.split("|")
}
# Prize groups, and headings of parts of a list.
GROUP = re.compile(
    r"women|men|ladies|gents|gentlemen|lady|gent|seniors|senior|juniors|junior|youth|mixed"
    r"|beginners|novices|members|guests|damen|herren|frauen|manner|senioren|junioren|jugend"
    r"|mitglieder|gaste|femmes|hommes|dames|messieurs|jeunes|debutants|membres|invites"
    r"|mujeres|hombres|damas|caballeros|jovenes|socios|invitados|kvinder|kvinnor|maend|man"
    r"|herrer|miehet|naiset"
)
TOTAL = re.compile(
    r"(?:grand |sub)?(?:total|totals|totale|summe|gesamt|insgesamt|anzahl|sum|count|suma|somme"
    r"|totaal|summa|number of players|players)\b[\s:=]*[\d.,]*(?: [a-z]+)?|=? ?\d+ "
    r"(?:players|people|persons|names|spieler|personen|joueurs|personnes|jugadores|personas)"
)
PAGE = re.compile(r"(?:page|seite|pagina|side|sida|sivu) \d+(?: ?\S{1,4} ?\d+)?")
# What a line says that is the title of a list.
TITLE = re.compile(
    r"\b(?:clubs?|verein|associations?|asociacion|party|evening|night|abend|soiree|noche|list"
    r"|liste|lista|cards|karten|cartes|cartas|players|members|guests|teilnehmer\w*|mitglieder"
    r"|spieler|joueurs|membres|jugadores|socios|tournament|turnier|tournoi|torneo|season|saison"
    r"|temporada|tables?|round|runde|come|comes|coming|kommt|dabei|vient|viene)\b|\d"
)
TABLE = re.compile(
    r"(?:table|tisch|mesa|bord|tafel|team|group|gruppe|groupe|grupo) ?\d*[a-z]?"
    r"|(?:north|south|east|west|nord|sud|est|ouest|ost|norte|sur|este|oeste|pair|player|spieler"
    r"|joueur|jugador|captain|name) ?\d*"
)
NOBODY = re.compile(
    r"tb[ad]|n[/.]?a\.?|none|nobody|no one|empty|free|reserved|vacant|blank|bye|unknown|x{3,9}"
    r"|hi(?: all)?|hello(?: all)?|hallo|bonjour|hola|moin|thanks|thank you|thx|danke|merci"
    r"|gracias|cheers|regards|best regards|viele grusse|lg|bis dann|a bientot|saludos"
    r"|frei|leer|niemand|offen|reserviert|unbekannt|libre|vide|personne|reserve|vacio|nadie"
)
ADDRESS = re.compile(
    r"\d+ ?[a-z]?,? .*\b(?:streets?|st|roads?|rd|avenue|ave|lane|ln|drive|dr|court|ct|way|place|pl"
    r"|boulevard|blvd|square|rue|impasse|chemin)\b.*"
    r"|.*(?:strasse|str\.?|\bweg|\w+weg|gasse|platz|allee|gatan?|vej|straat) ?\d+ ?[a-z]?\b.*"
    r"|(?:rue|calle|avenida|av\.?|avda|via|plaza|carrer) .*\d+.*"
    r"|(?:p\.? ?o\.? ?box|postfach|apartado) .*"
    r"|(?:[a-z]{1,2}[- ])?\d{4,5} [a-z].*|.*,? [a-z]{2} \d{5}(?:-\d{4})?|.*\b\d{5}"
)
CITY = re.compile(r".*,? [a-z]{2} \d{5}(?:-\d{4})?")
TITLE_OF_A_PERSON = r"(?:mr|mrs|ms|miss|dr|herr|frau|monsieur|madame|mme|m|senor|senora|sr|sra)\.?"
WITHOUT_NAMES = re.compile(
    rf"{TITLE_OF_A_PERSON} ?(?:&|\+|/|and|und|et|y) ?{TITLE_OF_A_PERSON}(?: .*)?"
    r"|(?:the )?(?:familie|fam\.?|famille|familia|family) .*|the \w+s(?: family)?|.* family"
    r"|\w+s (?:wife|husband|partner|friend|guest|son|daughter|mother|father|brother|sister)"
    r"|(?:frau|mann|freund|freundin) von .*|(?:ehepaar|eheleute|die) \w+s?|les [a-z]+s?|los [a-z]+"
)
SOMEBODY = re.compile(
    r"(?:(?:a|an|my|his|her|their|one|ein|eine|einen|einer|seine|seiner|ihr|ihrem|un|une|una|su|mi|mon|ma"
    r"|sa|son) )?(?:guests?|friends?|partner|wife|husband|spouse|family|children|kids|gast|gaste"
    r"|freund|freundin|mann|frau|begleitung|ami|amie|invitee?|mari|femme|amigo|amiga|invitado"
    r"|marido|mujer|esposa|esposo|pareja|somebody|others?|\d+)"
)
AND = r"and|und|et|og|och|with|mit|avec|con|u\.?|y|e|en|i"
UNSURE_AND = frozenset({"y", "e", "en", "i", "con"})  # they stand within surnames too


def plain(text: str) -> str:
    """Return a text without case, accents and apostrophes, with single blanks."""
    bare = text.casefold()
    if not text.isascii():
        apart = unicodedata.normalize("NFKD", bare).replace("’", "")
        bare = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join(bare.replace("'", "").replace("`", "").split())


def heading_kind(heading: str) -> tuple[str, bool]:
    """Return the kind of a column by its heading, and whether it is about another person.

    "Given name(s)" is "first"; "Partner's last name" is "last" of another person. "" is unknown.
    What is said in brackets behind a heading explains it; in front of one it may be a name.
    """
    if len(heading) > LONGEST_HEADING:
        return "", False
    text = re.sub(r"(?<=.)\((?!s\)|e\))[^)]*\)", " ", plain(heading))
    words = re.findall(r"[^\W_]+|#", re.sub(r"\((?:s|e)\)", lambda m: m[0][1], text))
    joined = "".join(word for word in words if not IN_A_SENTENCE.fullmatch(word)) or "".join(words)
    if partner := PARTNER.match(joined):
        rest = joined[partner.end() :]
        return KINDS.get(rest, "full") if not rest or rest in KINDS else "", True
    bare = joined.rstrip("0123456789")
    kind = KINDS.get(joined) or KINDS.get(bare) or _both_halves(joined)
    is_another = bare != joined and kind in {"name", "full", "first", "last"}
    return kind, is_another


def _both_halves(joined: str) -> str:
    """Return the kind of a heading of whole names: "Nachname, Vorname"; "" for other headings."""
    for at in range(3, len(joined) - 2):
        halves = KINDS.get(joined[:at]), KINDS.get(joined[at:])
        if halves in {("first", "last"), ("first", "name"), ("name", "last")}:
            return "full"
        if halves in {("last", "first"), ("name", "first")}:
            return "reversed"
    return ""


def answer_in(text: str) -> str:
    """Return "yes", "no" or "maybe" for an answer, "" for any other text."""
    bare = " ".join(re.sub(r"[^\w\s]", " ", plain(text)).split())
    if bare in ANSWERS:
        return ANSWERS[bare]
    first = re.split(r"[,.;!–-]", plain(text))[0].strip()
    return ANSWERS.get(first, "") if len(first) > 1 else ""


def is_answer(text: str) -> bool:
    """Return whether a whole row is an answer, which those below it give: Not coming."""
    bare = " ".join(re.sub(r"[^\w\s]", " ", plain(text)).split())
    return len(bare) > 1 and bare in ANSWERS


def is_section(text: str) -> bool:
    """Return whether a row is the heading of a part of the list: Women, A, Table 3."""
    bare = plain(text).strip(" :-–—=*_.#")
    is_letter = len(bare) == 1 and "a" <= bare <= "z"
    return GROUP.fullmatch(bare) is not None or is_letter or TABLE.fullmatch(bare) is not None


def is_address(text: str) -> bool:
    """Return whether a text is the address of a house, or of a place."""
    return len(text) <= LONGEST_ADDRESS and ADDRESS.fullmatch(plain(text)) is not None


def is_label(text: str) -> bool:
    """Return whether a text says which table or pair somebody is of, or is Mr or Mrs."""
    bare = plain(text)
    return bool(TABLE.fullmatch(bare) or re.fullmatch(TITLE_OF_A_PERSON, bare))


def is_group(text: str) -> bool:
    """Return whether a text is a usual prize group: women."""
    return GROUP.fullmatch(plain(text)) is not None


def aside_reason(text: str) -> str:
    """Return why a row is nobody, "" for one that may be somebody."""
    bare = plain(text)
    if TOTAL.fullmatch(bare):
        return "it is a total"
    if NOBODY.fullmatch(bare.strip(" ,.!")):
        return "nobody is named"
    if PAGE.fullmatch(bare.strip(" -–")):
        return "it is the number of a page"
    return "it is the heading of a part of the list" if is_section(text) else ""
