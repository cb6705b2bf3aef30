"""Sign-in links by e-mail, for people who forgot their password."""

import logging
from collections.abc import Callable
from datetime import datetime

from django.core.mail import send_mail

from party.models import User
from party.process_state import PROCESS
from party.rosters import same_name
from party.services.accounts.sign_in_throttle import TOO_MANY_MAILS, mail_limits, permit_try
from party.services.accounts.users import make_link
from party.values.accounts import PROGRAM
from party.values.hosting import SIGN_IN
from party.values.refusals import Refused

log = logging.getLogger(SIGN_IN)
SUBJECT = "Your link to sign in to Head Table"
TEXT = """\
Hello {name},

this link signs you in to Head Table once, within an hour, and lets you choose a new password:

{link}

If you have not asked for it, you need not do anything. Your password stays as it is.
"""


def mail_link(email: str, *, address: str, url_of: Callable[[str], str], at: datetime) -> None:
    """Send a sign-in link to the account of this e-mail address, if there is one.

    Raises Refused after too many requests, whether or not there is an account. `url_of` returns
    the address of a token's page. Sending takes seconds, so it happens in the background:
    otherwise the time of the answer would tell who has an account.
    """
    user = User.objects.filter(email_key=same_name(email), is_active=True).first()
    if not permit_try(mail_limits(user, email, address), at):
        raise Refused(TOO_MANY_MAILS)
    if user and user.email:
        link = url_of(make_link(user, actor=PROGRAM, at=at))
        PROCESS.mail_sender.submit(_send, user.email, TEXT.format(name=user.name, link=link))


def _send(to: str, text: str) -> None:
    try:
        send_mail(SUBJECT, text, None, [to])
    except OSError as error:  # SMTPException is one
        log.warning("A sign-in link could not be sent: %s", error)
