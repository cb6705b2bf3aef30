"""Sessions in the database. A write to a session waits for its turn, as verbs do."""

from typing import Any

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, login
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import HttpRequest
from django.utils import timezone

from party.models import SignInLine, User
from party.queries.rows import read_rows
from party.services.write import one_writer, write
from party.values.accounts import BEGAN, SIGN_INS_KEPT, browser_name

SESSION = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s"
BACKEND = "django.contrib.auth.backends.ModelBackend"
LONGEST_IP = 45


class SessionStore(db.SessionStore):
    def load(self) -> dict[str, Any]:
        """Load with one raw query, because every signed-in request loads its session."""
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        rows = read_rows(SESSION, [self.session_key, now])
        if not rows:
            self._session_key = None
            return {}
        data: dict[str, Any] = self.decode(rows[0][0])
        return data

    def save(self, must_create: bool = False) -> None:  # noqa: FBT001, FBT002 -- Django's own
        with one_writer():
            super().save(must_create)

    def delete(self, session_key: str | None = None) -> None:
        with one_writer():
            super().delete(session_key)

    @classmethod
    def clear_expired(cls) -> None:
        with one_writer():
            super().clear_expired()


def begin_session(request: HttpRequest, user: User, *, address: str) -> None:
    """Store the session, `last_login` and the SignInLine in one transaction."""
    at = timezone.now()
    browser = browser_name(request.headers.get("User-Agent", ""))
    with write():
        login(request, user, backend=BACKEND)
        request.session[BEGAN] = int(at.timestamp())
        SignInLine.objects.filter(at__lt=at - SIGN_INS_KEPT).delete()
        SignInLine.objects.create(user=user, at=at, address=address[:LONGEST_IP], browser=browser)


def valid_session_keys() -> list[str]:
    people, store = User.objects.filter(is_active=True), SessionStore()
    valid_pairs = {(str(user.pk), user.get_session_auth_hash()) for user in people}
    rows = Session.objects.filter(expire_date__gt=timezone.now()).order_by("pk")
    sessions = ((row.pk, store.decode(row.session_data)) for row in rows.iterator())
    return [
        pk
        for pk, data in sessions
        if (data.get(SESSION_KEY), data.get(HASH_SESSION_KEY)) in valid_pairs
    ]
