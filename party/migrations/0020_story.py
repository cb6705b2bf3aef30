from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("party", "0019_mailed_links")]

    operations = [
        migrations.AddField("party", "story", models.JSONField(blank=True, default=list)),
    ]
