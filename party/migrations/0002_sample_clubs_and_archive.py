from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("party", "0001_first_schema"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="is_sample",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="party",
            name="archived_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
