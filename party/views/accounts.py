from secrets import token_urlsafe

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_not_required
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from party.forms.accounts import (
    AcceptInvitationForm,
    AccountForm,
    ForgottenPasswordForm,
    PasswordForm,
    SignInForm,
)
from party.forms.refusals import add_faults
from party.models import Club, User
from party.queries.clubs import (
    address_of_typed_club,
    installation_has_several_clubs,
    open_invitation,
)
from party.services.accounts import invitations, users
from party.services.accounts.mailed_links import mail_link
from party.services.accounts.password_sign_in import user_with_password
from party.services.accounts.sessions import begin_session
from party.services.accounts.users import set_password
from party.values.accounts import UNNAMED, Browser
from party.values.refusals import Refused
from party.views.access import client_address, signed_in_user
from party.views.refusals import Attempt

LOOK_COOKIES = {
    "theme": {"light", "dark"},
    "suits": {"4"},
}  # each with its values; "4": suits in four colours
YEAR = 60 * 60 * 24 * 365
BROWSER = "browser"  # the cookie that marks a browser in which users have signed in
MAX_USERS_OF_BROWSER = 8  # the helpers of a club may share a laptop
WRONG_SIGN_IN = "This name and password do not belong together."
WHICH_CLUB = "If another club here has somebody of your name, say which club is yours."


@login_not_required
@never_cache
@sensitive_post_parameters("password")
def sign_in(request: HttpRequest, address: str = "") -> HttpResponse:
    """Sign in to the club with this `address`: two clubs may each have a user of the same name.

    Without an address, the form asks for the club if several share this Head Table. A cookie
    remembers the club.
    """
    club = get_object_or_404(Club, address=address) if address else None
    form = SignInForm(request.POST or None, initial={"club": request.COOKIES.get("club", "")})
    if club or not installation_has_several_clubs():
        del form.fields["club"]
    if form.is_valid() and (user := _user_of_form(request, form, address)):
        begin_session(request, user, address=client_address(request))
        response = _remember_browser(request, redirect(_next_address(request)))
        if club_address := address or address_of_typed_club(user, form.value.club):
            _set_cookie(response, "club", club_address)
        return response
    wanted = request.POST.get("next") or request.GET.get("next", "")
    return render(request, "accounts/sign_in.html", {"form": form, "next": wanted, "club": club})


def _user_of_form(request: HttpRequest, form: SignInForm, club_address: str = "") -> User | None:
    """Return the user who signs in, or put the reason on the form.

    The reason is the same whether or not a user has this name, so nobody can find out names.
    """
    typed, user = form.value, None
    with Attempt(request, form):
        user = user_with_password(
            typed.name,
            typed.password,
            club_address or typed.club,
            address=client_address(request),
            browser=_browser_of_cookie(request),
            at=timezone.now(),
        )
        if user is None:
            text = f"{WRONG_SIGN_IN} {WHICH_CLUB}" if "club" in form.fields else WRONG_SIGN_IN
            form.add_error("password", text)
    return user


def _remember_browser(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    user, browser = signed_in_user(request), _browser_of_cookie(request)
    user_ids = [user.pk, *(each for each in browser.user_ids if each != user.pk)]
    parts = [browser.id or token_urlsafe(12), *map(str, user_ids[:MAX_USERS_OF_BROWSER])]
    _set_cookie(response, BROWSER, signing.dumps(parts, salt=BROWSER))
    return response


def _browser_of_cookie(request: HttpRequest) -> Browser:
    try:
        cookie = request.COOKIES.get(BROWSER, "")
        browser_id, *user_ids = signing.loads(cookie, salt=BROWSER, max_age=YEAR)
    except signing.BadSignature:
        return Browser()
    return Browser(browser_id, tuple(map(int, user_ids)))


def _set_cookie(response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(
        name, value, max_age=YEAR, samesite="Lax", httponly=True, secure=settings.HTTPS
    )


@login_not_required
@require_POST
def change_looks(request: HttpRequest) -> HttpResponse:
    """Set or delete the cookies; party.js does this without loading a page."""
    response = redirect(_next_address(request))
    for look, values in LOOK_COOKIES.items():
        if (value := request.POST.get(look)) in values:
            response.set_cookie(look, value, max_age=YEAR, samesite="Lax")
        elif value is not None:
            response.delete_cookie(look, samesite="Lax")
    return response


@require_POST
def sign_out_other_devices(request: HttpRequest) -> HttpResponse:
    user = signed_in_user(request)
    with Attempt(request, success="All other devices are signed out."):
        users.sign_out_everywhere(user, at=timezone.now())
        update_session_auth_hash(request, user)
    return redirect("account")


def _next_address(request: HttpRequest) -> str:
    """Return the address in `next`; the first page if it is missing or on another site."""
    wanted = request.POST.get("next", "")
    is_local = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if is_local and wanted.startswith("/") else reverse("home")


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("login")


@login_not_required
@never_cache
def sign_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """A GET does not use up the link, because a mail preview sends one too."""
    problems: list[str] = []
    if request.method == "POST":
        try:
            user = users.use_link(token, at=timezone.now())
        except Refused as refused:
            problems = refused.texts
        else:
            begin_session(request, user, address=client_address(request))
            return _remember_browser(request, redirect("set_password"))
    return render(request, "accounts/sign_in_link.html", {"problems": problems})


@login_not_required
@never_cache
def forgotten_password(request: HttpRequest) -> HttpResponse:
    """The answer is the same whether or not an account has the address."""
    form = ForgottenPasswordForm(request.POST or None)
    is_sent = False
    if settings.MAIL and form.is_valid():
        with Attempt(request, form) as attempt:
            mail_link(
                form.value,
                address=client_address(request),
                url_of=lambda token: request.build_absolute_uri(
                    reverse("sign_in_link", args=[token])
                ),
                at=timezone.now(),
            )
        is_sent = attempt.succeeded
    context = {"form": form, "is_sent": is_sent, "has_mail": bool(settings.MAIL)}
    return render(request, "accounts/forgotten_password.html", context)


@login_not_required
@never_cache
@sensitive_post_parameters("password")
def join(request: HttpRequest, token: str) -> HttpResponse:
    invitation = open_invitation(token, timezone.now())
    way = request.POST.get("way")
    join_form = AcceptInvitationForm(
        request.POST if way == "new" else None,
        initial={"name": invitation.name if invitation else ""},
    )
    sign_in_form = SignInForm(request.POST if way == "known" else None, auto_id="known_%s")
    if not installation_has_several_clubs():
        del sign_in_form.fields["club"]
    problems: list[str] = [] if invitation else [invitations.ENDED]
    if way and invitation:
        try:
            if _accept_invitation(request, token, way, join_form, sign_in_form):
                messages.success(request, f"You work for {invitation.club} now.")
                return _remember_browser(request, redirect("home"))
        except Refused as refused:
            if way == "new":
                add_faults(join_form, refused)
            else:
                problems = refused.texts
    context = {
        "invitation": invitation,
        "new": join_form,
        "known": sign_in_form,
        "problems": problems,
        "forms": [join_form, sign_in_form],
    }
    return render(request, "accounts/join.html", context)


def _accept_invitation(
    request: HttpRequest,
    token: str,
    way: str,
    join_form: AcceptInvitationForm,
    sign_in_form: SignInForm,
) -> bool:
    """Return False if a form is invalid."""
    if way == "new":
        if join_form.is_valid():
            name, password = join_form.value
            at = timezone.now()
            newcomer = invitations.accept_as_new_user(token, name=name, password=password, at=at)
            begin_session(request, newcomer, address=client_address(request))
        return join_form.is_valid()
    if way == "known":
        user = _user_of_form(request, sign_in_form) if sign_in_form.is_valid() else None
        if user is None:
            return False
        begin_session(request, user, address=client_address(request))
    if not isinstance(request.user, User):
        raise Refused("Sign in first.")
    invitations.accept_invitation(token, request.user, at=timezone.now())
    update_session_auth_hash(request, request.user)
    return True


@sensitive_post_parameters("password")
def choose_password(request: HttpRequest) -> HttpResponse:
    user = signed_in_user(request)
    form = PasswordForm(request.POST or None)
    if form.is_valid():
        with Attempt(request, form, success="Your password is set."):
            set_password(user, password=form.value, at=timezone.now())
            update_session_auth_hash(request, user)
            return redirect("account" if user.name == UNNAMED else "home")
    context = {"form": form, "has_password": user.has_usable_password()}
    return render(request, "accounts/choose_password.html", context)


def account(request: HttpRequest) -> HttpResponse:
    user = signed_in_user(request)
    is_unnamed = user.name == UNNAMED
    initial = {"name": "" if is_unnamed else user.name, "email": user.email}
    form = AccountForm(request.POST or None, initial=initial)
    if form.is_valid():
        name, email = form.value
        with Attempt(request, form, success="Your account is changed."):
            users.change_account(user, name=name, email=email, at=timezone.now())
            return redirect("home" if is_unnamed else "account")
    return render(request, "accounts/account.html", {"form": form, "is_unnamed": is_unnamed})
