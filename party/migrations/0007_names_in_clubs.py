import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models.functions import Lower

from party.values.clubs import free_address


def give_addresses(apps, schema_editor):
    """Give every club an address to sign in at, made from its name."""
    clubs = apps.get_model("party", "Club").objects.using(schema_editor.connection.alias)
    taken = set()
    for club in clubs.filter(is_sample=False).order_by("pk"):
        club.address = free_address(club.name, taken)
        taken.add(club.address)
        club.save(update_fields=["address"])


class Migration(migrations.Migration):
    dependencies = [("party", "0006_sign_in_tries")]

    operations = [
        migrations.RemoveConstraint("user", "user_name_once"),
        migrations.AlterField("user", "name", models.CharField(max_length=80)),
        migrations.AddIndex("user", models.Index(Lower("name"), name="user_by_name")),
        migrations.AddField(
            "club",
            "address",
            models.SlugField(max_length=40, null=True, blank=True, unique=True),
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[("organiser", "Organiser"), ("helper", "Helper")], max_length=10
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("expires_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="party.club",
                    ),
                ),
                (
                    "invited_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "party",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        to="party.party",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(role="helper") | models.Q(role="organiser", party=None),
                        name="invitation_organisers_have_the_whole_club",
                    )
                ],
            },
        ),
        migrations.RunPython(give_addresses, migrations.RunPython.noop),
    ]
