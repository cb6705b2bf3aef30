from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("party", "0018_former_names")]

    operations = [
        migrations.AddField("signinlink", "is_mailed", models.BooleanField(default=False)),
    ]
