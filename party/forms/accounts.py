from dataclasses import dataclass, field

from django import forms

from party.forms.plain_form import ValueForm
from party.values.accounts import EASY_TO_REMEMBER


@dataclass(frozen=True)
class SignIn:
    name: str
    password: str = field(repr=False)
    club: str = ""


class SignInForm(ValueForm[SignIn]):
    value_type = SignIn

    name = forms.CharField(
        label="Name or e-mail address",
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
        error_messages={"required": "Type your name or e-mail address."},
    )
    password = forms.CharField(
        label="Password",
        max_length=500,
        strip=False,
        help_text="Upper and lower case matter. Is Caps Lock off?",
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        error_messages={"required": "Type your password."},
    )
    club = forms.CharField(
        label="Your club",
        max_length=120,
        required=False,
        help_text="Its name, or the last word of its own address.",
        widget=forms.TextInput(attrs={"autocomplete": "organization", "spellcheck": "false"}),
    )


class PasswordForm(ValueForm[str]):
    password = forms.CharField(
        label="New password",
        max_length=500,
        strip=False,
        help_text=f"At least 10 letters or digits. {EASY_TO_REMEMBER}",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        error_messages={"required": "Type a password."},
    )


class ForgottenPasswordForm(ValueForm[str]):
    email = forms.CharField(
        label="E-mail address",
        max_length=254,
        help_text="The one of your account.",
        widget=forms.TextInput(attrs={"autocomplete": "email", "inputmode": "email"}),
        error_messages={"required": "Type your e-mail address."},
    )


class AcceptInvitationForm(ValueForm[tuple[str, str]]):
    name = forms.CharField(
        label="Your name",
        max_length=80,
        help_text="You sign in with it, and the log shows it next to what you enter.",
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
        error_messages={"required": "Type your name."},
    )
    password = PasswordForm.base_fields["password"]


class AccountForm(ValueForm[tuple[str, str]]):
    name = forms.CharField(
        label="Your name",
        max_length=80,
        help_text="You can sign in with it.",
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        error_messages={"required": "Type your name."},
    )
    email = forms.CharField(
        label="E-mail address (if you like)",
        max_length=254,
        required=False,
        help_text="You can sign in with it as well.",
        widget=forms.TextInput(attrs={"autocomplete": "email", "inputmode": "email"}),
    )
