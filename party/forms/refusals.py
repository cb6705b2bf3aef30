from typing import Any

from django.forms import Form

from party.values.refusals import Code, Refused


def add_faults(form: Form, refused: Refused, **hidden: object) -> None:
    """Put each fault beside its field, or at the top where the form has no such field.

    If something has changed since the page was opened, the `hidden` fields get their present
    values: the other fields stay as typed, so the form can be sent again.
    """
    if any(fault.code == Code.CHANGED for fault in refused.faults):
        sent: Any = form.data
        sent = sent.copy()
        sent.update(hidden)
        form.data = sent
    for fault in refused.faults:
        form.add_error(fault.field if fault.field in form.fields else None, fault.text)
