
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('party', '0017_account_keys_and_sign_ins'),
    ]

    operations = [
        migrations.CreateModel(
            name='FormerName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name_hash', models.CharField(max_length=64)),
                ('number', models.PositiveIntegerField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='former_names', to='party.club')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'name_hash'), name='former_name_once')],
            },
        ),
    ]
