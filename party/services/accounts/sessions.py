"""Sessions in the database, written in turn with the verbs: the session engine of the settings."""

from django.contrib.auth import login
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone

from party.models import User
from party.services.write import one_writer, write

BACKEND = "django.contrib.auth.backends.ModelBackend"


# Every page of somebody signed in begins with it: a statement, no query set.
STORED = "SELECT * FROM django_session WHERE session_key = %s"


class SessionStore(db.SessionStore):
    """Django's, which takes the turn of one writer: a sign-in never makes a desk wait for long."""

    def _get_session_from_db(self) -> Session | None:
        stored = next(iter(Session.objects.raw(STORED, [self.session_key])), None)
        if stored is not None and stored.expire_date > timezone.now():
            return stored
        self._session_key = None
        return None

    def save(self, must_create: bool = False) -> None:  # noqa: FBT001, FBT002 -- Django's own
        with one_writer():
            super().save(must_create)

    def delete(self, session_key: str | None = None) -> None:
        with one_writer():
            super().delete(session_key)


def begin_session(request: HttpRequest, user: User) -> None:
    """Sign somebody in: the session, and the time of it in the user's row, in one transaction."""
    with write():
        login(request, user, backend=BACKEND)
