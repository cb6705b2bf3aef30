from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("party", "0021_reveal")]

    operations = [
        migrations.AddField(
            "tablephone", "answered_at", models.DateTimeField(blank=True, null=True)
        ),
        migrations.AlterField(
            "entry",
            "checked",
            models.CharField(
                blank=True,
                choices=[
                    ("", "Not checked"),
                    ("looked at", "Looked at again"),
                    ("at the table", "Asked at the table before it was saved"),
                    ("typed again", "Typed again by a second person"),
                ],
                default="",
                max_length=12,
            ),
        ),
    ]
