from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("party", "0021_reveal")]

    operations = [
        migrations.AddField(
            "tablephone", "answered_at", models.DateTimeField(blank=True, null=True)
        ),
    ]
