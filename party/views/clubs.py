from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from party.forms.clubs import ClubForm, HelperForm, InvitationForm, RemovePartyForm
from party.forms.plain_form import TypedNameForm
from party.models import Club, Membership, Party, User
from party.queries import clubs as reads
from party.queries.backups.kept_copies import backup_folder, organises_everything
from party.queries.evening.parties import clubs_organised_by
from party.services import clubs
from party.services.accounts import invitations
from party.services.accounts.users import make_link
from party.values.phones.addresses import is_open_to_phones
from party.values.standings.newspaper import DEFAULT_LAYOUT
from party.views.access import actor_and_time, or_404, organised_party, signed_in_user
from party.views.paging import page_of_rows
from party.views.phones.addresses import phone_address, qr_code
from party.views.refusals import Attempt

OTHERS_SIGNED_OUT = (
    "{name} had let in others by links, who are signed out as well: {people}. Make new links for "
    "them here."
)
START_AGAIN = " Nothing is left here. Head Table starts fresh next time."
IN_A_WEEK = "It works once, within a week"
IN_A_DAY = "It signs in once, within a day"
LINK_MINUTES = 24 * 60  # a link made in the afternoon must work in the evening


@never_cache
def party_helpers(request: HttpRequest, party_id: int) -> HttpResponse:
    """Only the answer to the form shows the sign-in link."""
    party = organised_party(request, party_id)
    form = HelperForm(request.POST or None)
    if form.is_valid():
        name, scope = form.value
        helped_party_id = party.pk if scope == "party" else None
        with Attempt(request, form):
            helper = clubs.add_helper(
                party.club_id, name, party_id=helped_party_id, **actor_and_time(request)
            )
            return _show_link(request, party, helper)
    return _show_helpers(request, party, form)


@never_cache
@require_POST
def helper_link(request: HttpRequest, party_id: int, user_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    helper = or_404(reads.helper_of_this_club_alone(party, user_id))
    with Attempt(request):
        return _show_link(request, party, helper)
    return redirect("helpers", party.pk)


@require_POST
def remove_helper(request: HttpRequest, party_id: int, user_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    helper = or_404(reads.helpers(party).filter(user=user_id).first())
    with Attempt(request, success=f"{helper.user} no longer helps."):
        clubs.remove_helper(party.club_id, user_id, **actor_and_time(request))
    return redirect("helpers", party.pk)


@require_POST
def remove_sample(request: HttpRequest, club_id: int) -> HttpResponse:
    club = or_404(reads.sample_of(signed_in_user(request)))
    if club.pk != club_id:
        raise Http404
    with Attempt(request, success="The sample evening is gone, with its invented people."):
        clubs.remove_sample(club.pk, **actor_and_time(request))
    return redirect("home")


@never_cache
def club_people(request: HttpRequest, club_id: int) -> HttpResponse:
    """Only the answer to the form shows the link of the invitation."""
    club = _organised_club(request, club_id)
    parties = reads.parties_to_help_at(club)
    form = InvitationForm(
        request.POST or None, parties=parties, initial={"work": request.GET.get("party", "helper")}
    )
    if form.is_valid():
        name, role, party_id = form.value
        with Attempt(request, form):
            token = invitations.create_invitation(
                club.pk, name, role=role, party_id=party_id, **actor_and_time(request)
            )
            link = _link_context(request, name, reverse("join", args=[token]), IN_A_WEEK)
            return _show_people(request, club, InvitationForm(parties=parties), link=link)
    return _show_people(request, club, form)


@never_cache
@require_POST
def person_link(request: HttpRequest, club_id: int, user_id: int) -> HttpResponse:
    """Make a link for somebody who forgot the password; only this answer shows it."""
    club = _organised_club(request, club_id)
    user = or_404(User.objects.filter(pk=user_id, memberships__club=club).first())
    with Attempt(request):
        token = make_link(user, minutes=LINK_MINUTES, club=club, **actor_and_time(request))
        link = _link_context(request, user.name, reverse("sign_in_link", args=[token]), IN_A_DAY)
        form = InvitationForm(parties=reads.parties_to_help_at(club), initial={"work": "helper"})
        return _show_people(request, club, form, link=link)
    return redirect("club_people", club.pk)


@require_safe
def sign_ins(request: HttpRequest, club_id: int) -> HttpResponse:
    club = _organised_club(request, club_id)
    rows = page_of_rows(request, [*reads.sign_ins(club, timezone.now())])
    return render(request, "clubs/sign_ins.html", {"club": club, "rows": rows})


@require_POST
def take_back_invitation(request: HttpRequest, club_id: int, invitation_id: int) -> HttpResponse:
    club = _organised_club(request, club_id)
    get_object_or_404(club.invitations, pk=invitation_id)
    with Attempt(request, success="The invitation is taken back: its link opens nothing."):
        invitations.revoke_invitation(club.pk, invitation_id, **actor_and_time(request))
    return redirect("club_people", club.pk)


@require_POST
def remove_person(request: HttpRequest, club_id: int, user_id: int) -> HttpResponse:
    club = _organised_club(request, club_id)
    membership = or_404(reads.club_memberships(club).filter(user=user_id).first())
    name = membership.user.name
    with Attempt(request, success=f"{name} is signed out everywhere, and no longer works here."):
        if membership.role == Membership.Role.HELPER:
            clubs.remove_helper(club.pk, user_id, **actor_and_time(request))
        elif signed_out := clubs.remove_organiser(club.pk, user_id, **actor_and_time(request)):
            messages.warning(
                request, OTHERS_SIGNED_OUT.format(name=name, people=", ".join(signed_out))
            )
    return redirect("club_people", club.pk)


def change_club(request: HttpRequest, club_id: int) -> HttpResponse:
    club = _organised_club(request, club_id)
    layout = club.newspaper_layout or DEFAULT_LAYOUT
    initial = {"name": club.name, "address": club.address, "layout": layout}
    form = ClubForm(request.POST or None, initial=initial)
    if not reads.installation_has_several_clubs() or club.is_sample:
        del form.fields["address"]
    if form.is_valid():
        name, address, layout = form.value
        with Attempt(request, form, success="The club is changed."):
            clubs.change_club(club.pk, name, address, layout, **actor_and_time(request))
            return redirect("club_people", club.pk)
    return render(request, "clubs/change_club.html", {"club": club, "form": form})


@never_cache
def remove_club(request: HttpRequest, club_id: int) -> HttpResponse:
    club, user = _organised_club(request, club_id), signed_in_user(request)
    form = TypedNameForm(request.POST or None, noun="club", expected=club.name)
    if form.is_valid():
        with Attempt(request):
            clubs.remove_club(club.pk, **actor_and_time(request))
            return _redirect_after_removal(request, club)
        return redirect("remove_club", club.pk)
    context = {
        "club": club,
        "removal": reads.club_removal(club),
        "form": form,
        "backups": backup_folder() is not None and organises_everything(user),
    }
    return render(request, "clubs/remove_club.html", context)


def _redirect_after_removal(request: HttpRequest, club: Club) -> HttpResponse:
    is_member = Membership.objects.filter(user=request.user.pk).exists()
    if not is_member:
        logout(request)
    is_empty = not Club.objects.exists()
    messages.success(request, f"{club} is removed.{START_AGAIN if is_empty else ''}")
    return redirect("home" if is_member else "login")


def _organised_club(request: HttpRequest, club_id: int) -> Club:
    return get_object_or_404(clubs_organised_by(signed_in_user(request)), pk=club_id)


def _show_people(
    request: HttpRequest, club: Club, form: InvitationForm, link: dict[str, object] | None = None
) -> HttpResponse:
    sign_in = reads.installation_has_several_clubs() and club.address
    context = {
        "club": club,
        "form": form,
        "link": link,
        "memberships": reads.club_memberships(club),
        "invitations": reads.open_invitations(club, timezone.now()),
        "history": reads.club_history(club),
        "sign_in": sign_in and phone_address(request, reverse("club_login", args=[club.address])),
    }
    return render(request, "clubs/club_people.html", context)


@never_cache
def remove_party(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    removal = reads.removal_of(party)
    sent = request.POST if "name" in request.POST else None
    form = RemovePartyForm(sent, party=party.name, initial={"seen": removal.revision})
    if form.is_valid_with_hidden_fields():
        seen = form.seen_revision
        with Attempt(request, success=f"{party} is removed."):
            clubs.remove_party(
                party.club_id, party.pk, shown_revision=seen, **actor_and_time(request)
            )
            return redirect("home")
        return redirect("remove_party", party.pk)
    context = {"party": party, "removal": removal, "form": form}
    context["is_second_try"] = request.method == "POST"
    return render(request, "clubs/remove_party.html", context)


def _show_link(request: HttpRequest, party: Party, helper: User) -> HttpResponse:
    token = make_link(helper, minutes=LINK_MINUTES, club=party.club, **actor_and_time(request))
    link = _link_context(request, helper.name, reverse("sign_in_link", args=[token]), IN_A_DAY)
    return _show_helpers(request, party, HelperForm(), link=link)


def _link_context(request: HttpRequest, name: str, path: str, uses: str) -> dict[str, object]:
    link = phone_address(request, path)
    hall = is_open_to_phones(urlsplit(link).hostname or "")
    return {"name": name, "to": link, "qr": qr_code(link), "hall": hall, "uses": uses}


def _show_helpers(
    request: HttpRequest, party: Party, form: HelperForm, link: dict[str, object] | None = None
) -> HttpResponse:
    context = {
        "party": party,
        "form": form,
        "link": link,
        "helpers": reads.helpers(party),
        "organisers": reads.organisers(party),
    }
    return render(request, "clubs/party_helpers.html", context)
