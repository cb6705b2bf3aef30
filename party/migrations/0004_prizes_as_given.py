from django.db import migrations, models

KINDS = (
    "high",
    "low",
    "best round",
    "best call",
    "bids made",
    "sets",
    "was set",
    "ten tricks",
    "rounds won",
    "head table",
    "traveller",
    "mystery",
    "door",
    "fifty",
    "other",
)


class Migration(migrations.Migration):
    dependencies = [("party", "0003_names_apart")]

    operations = [
        migrations.AddField("prize", "must_be_here", models.BooleanField(default=False)),
        migrations.RemoveConstraint("prize", "prize_kind_is_known"),
        migrations.AddConstraint(
            "prize",
            models.CheckConstraint(
                condition=models.Q(kind__in=KINDS), name="prize_kind_is_known"
            ),
        ),
    ]
