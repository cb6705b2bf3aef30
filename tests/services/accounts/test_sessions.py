from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.sessions.models import Session
from django.db import connection

from party.process_state import PROCESS
from party.services.accounts.sessions import SessionStore

pytestmark = pytest.mark.django_db


class Turns:
    def __init__(self):
        self.kept = []

    def __call__(self, execute, sql, params, many, context):
        if sql.startswith(("INSERT", "UPDATE", "DELETE")):
            with ThreadPoolExecutor(1) as other:
                self.kept.append(not other.submit(self.is_free).result())
        return execute(sql, params, many, context)

    @staticmethod
    def is_free():
        if free := PROCESS.write_lock.acquire(blocking=False):
            PROCESS.write_lock.release()
        return free


@pytest.mark.skipif(connection.vendor != "sqlite", reason="one writer at a time is for SQLite")
def test_a_session_is_written_only_while_the_write_lock_is_held():
    turns = Turns()
    with connection.execute_wrapper(turns):
        session = SessionStore()
        session["source"] = "slip"
        session.save()
        session.delete()
    assert turns.kept == [True, True]
    assert not Session.objects.exists()
