"""A cookie for one party says whose page a guest's phone opens.

Guests are not signed in, and everybody with the party's address may look for anybody. So the
cookie gives no access, and a phone that loses it only has to look for its guest again.
"""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from party.queries.hall.guests import GuestEvening
from party.rosters import comparison_key
from party.values.numbers import number_of
from party.values.people.person import Person

COOKIE = "guest"
LIFE = timedelta(days=3)  # the evening, and two days on which guests show their results


@dataclass(frozen=True, slots=True)
class RememberedGuest:
    """`person` is None if the number is no longer on the list.

    `is_renamed` is True if the name was corrected, or the number went to somebody else.
    """

    person: Person | None
    is_renamed: bool = False

    @property
    def unchanged_person(self) -> Person | None:
        return None if self.is_renamed else self.person


NOBODY = RememberedGuest(None)


def remembered_guest(
    request: HttpRequest, code: str, evening: GuestEvening
) -> RememberedGuest | None:
    """Return None if this phone has not chosen a guest."""
    cookie = request.COOKIES.get(COOKIE, "")
    if not cookie:
        return None
    number_text, _, mark = cookie.partition(".")
    number = number_of(number_text)
    person = evening.people.get(number) if number else None
    if person is None:
        return NOBODY
    is_same = constant_time_compare(mark, _name_mark(code, person, evening))
    return RememberedGuest(person, is_renamed=not is_same)


def remember_guest(
    response: HttpResponse, code: str, person: Person, evening: GuestEvening
) -> None:
    response.set_cookie(
        COOKIE,
        f"{person.number}.{_name_mark(code, person, evening)}",
        max_age=LIFE,
        path=reverse("guest", args=[code]),
        samesite="Lax",
        httponly=True,
        secure=settings.HTTPS,
    )


def forget_guest(response: HttpResponse, code: str) -> None:
    response.delete_cookie(COOKIE, path=reverse("guest", args=[code]), samesite="Lax")


def _name_mark(code: str, person: Person, evening: GuestEvening) -> str:
    """Return a mark that changes with the name, but does not reveal it."""
    key = comparison_key(evening.whole_names[person.number])
    return salted_hmac(COOKIE, f"{code} {person.number} {key}").hexdigest()[:16]
