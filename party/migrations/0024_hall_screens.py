from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("party", "0023_newspaper")]

    operations = [
        migrations.AddField(
            "party", "hall_screens", models.CharField(blank=True, default="", max_length=20)
        ),
        migrations.AddField(
            "party", "address_left_out", models.CharField(blank=True, default="", max_length=40)
        ),
    ]
