import logging
import secrets
from collections.abc import Callable
from datetime import datetime

from django.core.mail import send_mail
from django.db import DatabaseError, connection

from party.models import User
from party.process_state import PROCESS
from party.rosters import casefolded_name
from party.services.accounts.sign_in_throttle import TOO_MANY_MAILS, mail_limits, permit_try
from party.services.accounts.users import store_mailed_link
from party.values.hosting import SIGN_IN
from party.values.refusals import Refused

log = logging.getLogger(SIGN_IN)
SUBJECT = "Your link to sign in to Head Table"
TEXT = """\
Hello {name},

This link signs you in to Head Table once. Use it within an hour, and then choose a new password:

{link}

If you didn’t ask for it, just ignore this message: your password stays as it is.
"""


def mail_link(email: str, *, address: str, url_of: Callable[[str], str], at: datetime) -> None:
    """Raises Refused after too many requests, whether or not there is an account.

    `url_of` returns the address of a token's page. The link is stored and sent in the background:
    otherwise the time of the answer would tell who has an account.
    """
    user = User.objects.filter(email_key=casefolded_name(email), is_active=True).first()
    if not permit_try(mail_limits(user, email, address), at):
        raise Refused(TOO_MANY_MAILS)
    token = secrets.token_urlsafe(24)
    user_id = user.pk if user else None
    PROCESS.mail_sender.submit(_send_link, user_id, email, token, url_of(token), at)


def _send_link(user_id: int | None, email: str, token: str, link: str, at: datetime) -> None:
    try:
        if user_id and (user := store_mailed_link(user_id, email, token, at=at)):
            send_mail(SUBJECT, TEXT.format(name=user.name, link=link), None, [user.email or email])
    except (OSError, DatabaseError) as error:  # SMTPException is an OSError
        log.warning("A sign-in link could not be sent: %s", error)
    finally:
        connection.close()  # each thread has a connection of its own
