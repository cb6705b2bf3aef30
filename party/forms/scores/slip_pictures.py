from party.forms.plain_form import NumberField, ValueForm


class TableOfSlipForm(ValueForm[tuple[int, int | None]]):
    """The value is the round and the table. None means that the slip is of no table."""

    round = NumberField(min_value=1, max_value=99_999)
    table = NumberField(min_value=1, max_value=99_999, required=False)
