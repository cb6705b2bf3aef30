"""From a verb's no to the page: each fault beside the field it is about."""

from django.forms import Form

from party.values.refusals import Refused


def add_faults(form: Form, refused: Refused) -> None:
    """Put each fault beside its field; those about no field of this form stand at its top."""
    for fault in refused.faults:
        form.add_error(fault.field if fault.field in form.fields else None, fault.text)
