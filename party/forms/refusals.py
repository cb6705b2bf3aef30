"""From a verb's no to the page: each fault beside the field it is about."""

from typing import Any

from django.forms import Form

from party.values.refusals import Refused


def add_faults(form: Form, refused: Refused, **now: object) -> None:
    """Put each fault beside its field; those about no field of this form stand at its top.

    `now` is what the page shows by now. Where the refusal is that something has changed since
    it was opened, the form knows of it from here on: what was typed stays, and can be sent again.
    """
    if any(fault.code == "changed" for fault in refused.faults):
        sent: Any = form.data
        sent = sent.copy()
        sent.update(now)
        form.data = sent
    for fault in refused.faults:
        form.add_error(fault.field if fault.field in form.fields else None, fault.text)
