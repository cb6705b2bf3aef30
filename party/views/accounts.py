"""Signing in and out, one-time links, one's own account."""

from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from party.forms.accounts import AccountForm, JoinForm, PasswordForm, SignInForm
from party.forms.refusals import add_faults
from party.models import User
from party.queries.clubs import address_typed, club_at, open_invitation, several_clubs
from party.services.accounts import invitations, throttle, users
from party.services.accounts.sessions import begin_session
from party.services.accounts.users import set_password, user_with
from party.values.refusals import Refused
from party.views.access import client_address, or_404, signed_in
from party.views.refusals import Attempt

LOOKS = {"theme": {"light", "dark"}, "suits": {"4"}}
YEAR = 60 * 60 * 24 * 365
WRONG = "This name and password do not belong together."
WHICH_CLUB = "If another club here has somebody of your name, say which club is yours."


@login_not_required
@never_cache
@sensitive_post_parameters("password")
def sign_in(request: HttpRequest, address: str = "") -> HttpResponse:
    """Begin a session; at the `address` of a club its names are meant.

    Elsewhere a club may be typed, where several share this Head Table, and is remembered.
    """
    club = or_404(club_at(address)) if address else None
    form = SignInForm(request.POST or None, initial={"club": request.COOKIES.get("club", "")})
    if club or not several_clubs():
        del form.fields["club"]
    if form.is_valid() and _let_in(request, form, address):
        answer = redirect(_next(request))
        if known := address or address_typed(signed_in(request), form.value.club):
            answer.set_cookie("club", known, max_age=YEAR, samesite="Lax", httponly=True)
        return answer
    asked = request.POST.get("next") or request.GET.get("next", "")
    return render(request, "accounts/sign_in.html", {"form": form, "next": asked, "club": club})


def _let_in(request: HttpRequest, form: SignInForm, club: str = "") -> bool:
    """Begin a session if name and password belong together; else say so on the form.

    What it says is the same for every name, known or not, of one club or of several.
    """
    name, address, user = form.value.name, client_address(request), None
    club = club or form.value.club
    try:
        with throttle.turn_to_hash():
            if may_try := throttle.may_try(name, address, timezone.now(), club):
                user = user_with(name, form.value.password, club)
    except throttle.BusyError:
        form.add_error(None, throttle.BUSY)
        return False
    if user is None:
        wrong = f"{WRONG} {WHICH_CLUB}" if "club" in form.fields else WRONG
        form.add_error("password" if may_try else None, wrong if may_try else throttle.TOO_MANY)
        return False
    throttle.forget_tries(name, address, club)
    begin_session(request, user)
    return True


@login_not_required
@require_POST
def change_looks(request: HttpRequest) -> HttpResponse:
    """Remember the screen that somebody likes; party.js does the same without a new page."""
    answer = redirect(_next(request))
    for look, values in LOOKS.items():
        if (value := request.POST.get(look)) in values:
            answer.set_cookie(look, value, max_age=YEAR, samesite="Lax")
        elif value is not None:
            answer.delete_cookie(look, samesite="Lax")
    return answer


@require_POST
def sign_out_elsewhere(request: HttpRequest) -> HttpResponse:
    """End one's sessions on all devices but this one."""
    user = signed_in(request)
    with Attempt(request, done="All other devices are signed out."):
        users.sign_out_everywhere(user, at=timezone.now())
        update_session_auth_hash(request, user)
    return redirect("account")


def _next(request: HttpRequest) -> str:
    """Return the page somebody wanted before signing in, if it is one of ours."""
    wanted = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours and wanted.startswith("/") else reverse("home")


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("login")


@login_not_required
@never_cache
def sign_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show a button that uses the link up: opening it must not, or a mail preview would."""
    problems: list[str] = []
    if request.method == "POST":
        try:
            user = users.use_link(token, at=timezone.now())
        except Refused as refused:
            problems = refused.texts
        else:
            begin_session(request, user)
            return redirect("set_password")
    return render(request, "accounts/sign_in_link.html", {"problems": problems})


@login_not_required
@never_cache
@sensitive_post_parameters("password")
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Let whoever has an invitation begin to work: as somebody new, or with their account."""
    invitation = open_invitation(token, timezone.now())
    way = request.POST.get("way")
    new = JoinForm(
        request.POST if way == "new" else None,
        initial={"name": invitation.name if invitation else ""},
    )
    known = SignInForm(request.POST if way == "known" else None, auto_id="known_%s")
    if not several_clubs():
        del known.fields["club"]
    problems: list[str] = [] if invitation else [invitations.ENDED]
    if way and invitation:
        try:
            if _joins(request, token, way, new, known):
                messages.success(request, f"You work for {invitation.club} now.")
                return redirect("home")
        except Refused as refused:
            if way == "new":
                add_faults(new, refused)
            else:
                problems = refused.texts
    context = {"invitation": invitation, "new": new, "known": known, "problems": problems}
    return render(request, "accounts/join.html", {**context, "forms": [new, known]})


def _joins(request: HttpRequest, token: str, way: str, new: JoinForm, known: SignInForm) -> bool:
    """Return whether somebody joined, in the way they chose. Raises Refused."""
    if way == "new":
        if new.is_valid():
            name, password = new.value
            at = timezone.now()
            user = invitations.join_as_new(token, name=name, password=password, at=at)
            begin_session(request, user)
        return new.is_valid()
    if way == "known" and not (known.is_valid() and _let_in(request, known)):
        return False
    if not isinstance(request.user, User):
        raise Refused("Sign in first.")
    invitations.join(token, request.user, at=timezone.now())
    update_session_auth_hash(request, request.user)
    return True


@sensitive_post_parameters("password")
def choose_password(request: HttpRequest) -> HttpResponse:
    user = signed_in(request)
    form = PasswordForm(request.POST or None)
    if form.is_valid():
        with Attempt(request, form, done="Your password is set."):
            set_password(user, raw=form.value, at=timezone.now())
            update_session_auth_hash(request, user)
            return redirect("home")
    context = {"form": form, "has_one": user.has_usable_password()}
    return render(request, "accounts/choose_password.html", context)


def account(request: HttpRequest) -> HttpResponse:
    user = signed_in(request)
    form = AccountForm(request.POST or None, initial={"name": user.name, "email": user.email})
    if form.is_valid():
        name, email = form.value
        with Attempt(request, form, done="Your account is changed."):
            users.change_account(user, name=name, email=email, at=timezone.now())
            return redirect("account")
    return render(request, "accounts/account.html", {"form": form})
