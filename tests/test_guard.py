from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

import pytest
from django.contrib.auth.models import update_last_login
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection

from party.models import Club, User
from party.services.write import write
from tests.guard import GUARD, StrayWriteError, setting_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def alma():
    return User.objects.create(name="Alma")


@contextmanager
def expect_stray(pattern="written outside"):
    """Expect one stray write, and take it off the guard's list."""
    with pytest.raises(StrayWriteError, match=pattern):
        yield
    assert len(GUARD.strays) == 1
    GUARD.strays.clear()


def test_creating_a_row_outside_a_service_is_refused():
    with expect_stray(r'INSERT INTO "party_club"'):
        Club.objects.create(name="Midway")


def test_updating_a_row_outside_a_service_is_refused(alma):
    with expect_stray(r'UPDATE "party_user"'):
        User.objects.filter(pk=alma.pk).update(name="Bert")


def test_deleting_a_row_outside_a_service_is_refused(alma):
    with expect_stray(r'DELETE FROM "party_'):
        alma.delete()


def test_a_write_by_raw_sql_outside_a_service_is_refused():
    with expect_stray(), connection.cursor() as cursor:
        cursor.execute("insert into party_club (name) values ('Midway')")


def test_a_write_in_another_thread_is_refused():
    with expect_stray(), ThreadPoolExecutor(1) as pool:
        pool.submit(create_and_close).result()


def create_and_close():
    try:
        Club.objects.create(name="Midway")
    finally:
        connection.close()


def test_a_stray_write_fails_the_test_even_if_its_exception_is_caught():
    with pytest.raises(StrayWriteError), GUARD.armed_for_a_test(), suppress(AssertionError):
        Club.objects.create(name="Midway")
    GUARD.armed = True


def test_a_write_in_an_act_of_a_service_is_allowed():
    with write():
        Club.objects.create(name="Midway")
    assert Club.objects.get().name == "Midway"


def test_writes_are_allowed_inside_setting_up(alma):
    with setting_up():
        Club.objects.create(name="Midway")
    with expect_stray():
        Club.objects.create(name="Youngstown")


def test_sessions_and_the_time_of_a_sign_in_are_allowed(alma):
    SessionStore().save()
    update_last_login(None, user=alma)
    alma.refresh_from_db()
    assert alma.last_login is not None
