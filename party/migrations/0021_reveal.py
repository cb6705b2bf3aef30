from django.db import migrations, models


def count_as_revealed(apps, schema_editor):
    """Finished parties have told their winners."""
    parties = apps.get_model("party", "Party").objects.using(schema_editor.connection.alias)
    parties.exclude(finished_at=None).update(revealed_at=models.F("finished_at"))


class Migration(migrations.Migration):
    dependencies = [("party", "0020_story")]

    operations = [
        migrations.AddField(
            "party",
            "reveal",
            models.CharField(
                choices=[
                    ("host", "When the host reveals them"),
                    ("at once", "At once, after the last round"),
                ],
                default="host",
                max_length=10,
            ),
        ),
        migrations.AddField(
            "party", "reveal_step", models.CharField(blank=True, default="", max_length=20)
        ),
        migrations.AddField(
            "party", "revealed_at", models.DateTimeField(blank=True, null=True)
        ),
        migrations.AddField(
            "party", "first_revealed", models.CharField(blank=True, default="", max_length=32)
        ),
        migrations.RunPython(count_as_revealed, migrations.RunPython.noop),
    ]
