"""Signing in, and what people say about themselves."""

from django import forms

from party.forms.plain_form import PlainForm


class SignInForm(PlainForm):
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
        help_text="Capital and small letters count. Is Caps Lock off?",
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


class PasswordForm(PlainForm):
    password = forms.CharField(
        label="New password",
        max_length=500,
        strip=False,
        help_text="At least 10 letters or digits. Three or four words are easy to remember.",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        error_messages={"required": "Type a password."},
    )


class JoinForm(PasswordForm):
    name = forms.CharField(
        label="Your name",
        max_length=80,
        help_text="You sign in with it, and it stands beside what you enter.",
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
        error_messages={"required": "Type your name."},
    )
    field_order = ("name", "password")


class AccountForm(PlainForm):
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
