import json
import logging
from datetime import datetime

from django.contrib.auth.hashers import make_password

from party.models import User
from party.services.accounts.sign_in_throttle import (
    TOO_MANY,
    forget_try,
    hashing_turn,
    password_limits,
    permit_try,
)
from party.values.accounts import Browser
from party.values.hosting import SIGN_IN
from party.values.refusals import Refused

log = logging.getLogger(SIGN_IN)


def user_with_password(
    name: str, password: str, club: str, *, address: str, browser: Browser, at: datetime
) -> User | None:
    """Return None if the name (or e-mail address) and the password do not fit.

    Raises Refused after too many tries. A password is hashed even if there is no such user:
    otherwise the time of the answer would tell which names exist.
    """
    user = User.objects.find_for_sign_in(name, club)
    browser_id = browser.id if user and user.pk in browser.user_ids else ""
    limits = password_limits(user, name, address, browser_id)
    with hashing_turn():
        permitted = permit_try(limits, at)
        is_right = permitted and _is_right(user, password)
    if user and is_right:
        forget_try(limits)
        return user
    # The name comes last, because it can hold any text. JSON keeps it on one line.
    log.warning("Sign-in failed from %s as %s", address, json.dumps(name))
    if not permitted:
        raise Refused(TOO_MANY)
    return None


def _is_right(user: User | None, password: str) -> bool:
    if user is None:
        make_password(password)
        return False
    return user.check_password(password)
