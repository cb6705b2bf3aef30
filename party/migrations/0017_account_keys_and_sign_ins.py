import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from party.rosters import casefolded_name


def fill_keys(apps, schema_editor):
    """Give every account its keys. Of two addresses with one key, only the older signs in."""
    users = apps.get_model("party", "User").objects.using(schema_editor.connection.alias)
    email_keys = set()
    for user in users.order_by("pk"):
        key = casefolded_name(user.email or "") or None
        keys = {"name_key": casefolded_name(user.name), "email_key": key}
        users.filter(pk=user.pk).update(**keys | ({"email_key": None} if key in email_keys else {}))
        email_keys.add(key)


class Migration(migrations.Migration):
    dependencies = [("party", "0016_plan_to_repeat")]

    operations = [
        migrations.RemoveIndex("user", "user_by_name"),
        migrations.RemoveConstraint("user", "user_email_once"),
        migrations.AddField(
            "user", "name_key", models.CharField(db_index=True, default="", max_length=240),
            preserve_default=False,
        ),
        migrations.AddField("user", "email_key", models.CharField(max_length=762, null=True)),
        migrations.RunPython(fill_keys, migrations.RunPython.noop),
        migrations.AlterField(
            "user", "email_key", models.CharField(max_length=762, null=True, unique=True)
        ),
        migrations.CreateModel(
            name="SignInLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(db_index=True)),
                ("address", models.CharField(max_length=45)),
                ("browser", models.CharField(max_length=60)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sign_ins",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
