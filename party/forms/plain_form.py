"""What a form says is wrong, in an organiser's words, where a field has none of its own."""

from collections.abc import Mapping

from django import forms


class PlainForm(forms.Form):
    """The form that every form of Head Table is."""

    def full_clean(self) -> None:
        for field in self.fields.values():
            put_words(field)
        super().full_clean()


def put_words(field: forms.Field) -> None:
    """Replace the framework's sentences; a field's own stay."""
    stock: dict[str, object] = {}
    for kind in reversed(type(field).__mro__):
        stock |= vars(kind).get("default_error_messages", {})
    for code, words in sentences(field).items():
        if field.error_messages.get(code) is stock.get(code):
            field.error_messages[code] = words


def sentences(field: forms.Field) -> Mapping[str, str]:
    """Return a sentence for each way in which a field can be wrong."""
    label = str(field.label or "").rstrip("?").replace("%", "%%")
    about = f"{label}: " if label else ""
    choosing = f"{about}choose one of those shown."
    unreadable = f"{about}this cannot be read. Type it again."
    said = {
        "required": choosing if isinstance(field, forms.ChoiceField) else f"{about}fill this in.",
        "invalid_choice": choosing,
        "invalid_list": choosing,
        "invalid": unreadable,
        "null_characters_not_allowed": unreadable,
        "max_length": f"{about}at most %(limit_value)d letters.",
        "min_value": f"{about}at least %(limit_value)d.",
        "max_value": f"{about}at most %(limit_value)d.",
        "contradiction": unreadable,
        "missing": f"{about}no file came. Choose it again.",
    }
    return {code: words[:1].upper() + words[1:] for code, words in said.items()}
