from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('party', '0011_untracked_seats'),
    ]

    operations = [
        migrations.AddField(
            model_name='round',
            name='house_added',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='round',
            name='rounds_settled',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
    ]
