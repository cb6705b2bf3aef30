from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("party", "0022_host_on_the_way")]

    operations = [
        migrations.AddField(
            "club", "newspaper_layout", models.TextField(blank=True, default="", max_length=2000)
        ),
    ]
