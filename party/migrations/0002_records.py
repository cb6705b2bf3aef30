# Made by Django 5.2.

import django.db.models.deletion
import django.db.models.functions.text
import django.db.models.lookups
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('party', '0001_first'),
    ]

    operations = [
        migrations.CreateModel(
            name='Record',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hand', models.PositiveSmallIntegerField()),
                ('text', models.TextField()),
                ('at', models.DateTimeField()),
                ('submission', models.UUIDField()),
                ('status', models.CharField(choices=[('in force', 'In Force'), ('replaced', 'Replaced'), ('removed', 'Removed')], default='in force', max_length=10)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='records', to='party.table')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'in force')), fields=('table', 'hand'), name='record_one_in_force'), models.UniqueConstraint(fields=('submission', 'hand'), name='record_sent_once'), models.CheckConstraint(condition=models.Q(('table__isnull', False), models.Q(('status', 'in force'), _negated=True), _connector='OR'), name='record_in_force_has_a_table'), models.CheckConstraint(condition=models.Q(('hand__gte', 1)), name='record_hands_from_one'), models.CheckConstraint(condition=django.db.models.lookups.LessThanOrEqual(django.db.models.functions.text.Length('text'), 20000), name='record_text_of_bearable_length')],
            },
        ),
    ]
