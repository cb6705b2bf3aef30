from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("party", "0024_hall_screens")]

    operations = [
        migrations.AddField("party", "phone_ranking", models.BooleanField(default=False)),
    ]
