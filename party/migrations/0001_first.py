# Made by Django 5.2.

import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.text
import django.db.models.lookups
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120)),
                ('time_zone', models.CharField(default='UTC', max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('name', models.CharField(max_length=80, unique=True)),
                ('email', models.EmailField(blank=True, max_length=254, null=True, unique=True)),
                ('is_active', models.BooleanField(default=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('name'), name='user_name_once'), models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='user_email_once'), models.CheckConstraint(condition=models.Q(models.Q(('name__contains', '@'), _negated=True), models.Q(('name', ''), _negated=True)), name='user_name_is_no_address')],
            },
        ),
        migrations.CreateModel(
            name='Entrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('name', models.CharField(blank=True, max_length=120)),
                ('sort_name', models.CharField(blank=True, max_length=122)),
                ('prize_group', models.CharField(blank=True, max_length=40)),
                ('ranked', models.BooleanField(default=True)),
                ('rota', models.PositiveIntegerField(blank=True, null=True)),
                ('state', models.CharField(choices=[('expected', 'Expected'), ('here', 'Here'), ('left', 'Gone home')], default='expected', max_length=10)),
                ('stands_in_for', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='stand_in', to='party.entrant')),
            ],
        ),
        migrations.CreateModel(
            name='Party',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120)),
                ('place', models.CharField(blank=True, max_length=120)),
                ('starts_at', models.DateTimeField()),
                ('preset', models.CharField(max_length=40)),
                ('rules_values', models.JSONField()),
                ('format_values', models.JSONField()),
                ('rounds_planned', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('capture', models.CharField(choices=[('hands', 'Hand by hand'), ('totals', 'Round totals')], default='hands', max_length=10)),
                ('cards', models.CharField(choices=[('named', 'Names first: each card has a name on it'), ('blind', 'Blind draw: people draw a number with a seat')], default='named', max_length=10)),
                ('paper', models.CharField(choices=[('letter', 'Letter (8.5 × 11 in)'), ('a4', 'A4')], default='letter', max_length=10)),
                ('seed', models.PositiveBigIntegerField()),
                ('code', models.CharField(max_length=12, unique=True)),
                ('revision', models.PositiveIntegerField(default=0)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='parties', to='party.club')),
            ],
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('organiser', 'Organiser'), ('helper', 'Helper')], max_length=10)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='party.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                ('party', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to='party.party')),
            ],
        ),
        migrations.CreateModel(
            name='LogLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('table', models.PositiveIntegerField(blank=True, null=True)),
                ('verb', models.CharField(max_length=40)),
                ('data', models.JSONField(default=dict)),
                ('words', models.TextField()),
                ('at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='log', to='party.club')),
                ('entrant', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to='party.entrant')),
                ('who', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL)),
                ('party', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='log', to='party.party')),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.AddField(
            model_name='entrant',
            name='party',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entrants', to='party.party'),
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120)),
                ('sort_name', models.CharField(db_index=True, max_length=122)),
                ('prize_group', models.CharField(blank=True, max_length=40)),
                ('notes', models.TextField(blank=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='players', to='party.club')),
            ],
        ),
        migrations.AddField(
            model_name='entrant',
            name='player',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entrants', to='party.player'),
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('drawn', 'Seated'), ('playing', 'Playing'), ('bell', 'Bell: finish this hand'), ('checking', 'Checking'), ('closed', 'Closed')], default='drawn', max_length=10)),
                ('draw', models.JSONField()),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('party', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='party.party')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='SignInLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('expires_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='links', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('capture', models.CharField(choices=[('hands', 'Hand by hand'), ('totals', 'Round totals')], default='hands', max_length=10)),
                ('hands', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('why_short', models.CharField(blank=True, max_length=200)),
                ('cut', models.CharField(blank=True, max_length=2)),
                ('cut_why', models.CharField(blank=True, max_length=200)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='party.round')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Place',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(blank=True, max_length=1, null=True)),
                ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='places', to='party.entrant')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='party.round')),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='places', to='party.table')),
            ],
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sequence', models.PositiveIntegerField(default=1)),
                ('hand', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('bid', models.CharField(blank=True, max_length=8)),
                ('bidder', models.CharField(blank=True, max_length=1)),
                ('tricks', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('announced', models.CharField(blank=True, max_length=8)),
                ('ns', models.IntegerField(blank=True, null=True)),
                ('ew', models.IntegerField(blank=True, null=True)),
                ('source', models.CharField(choices=[('desk', 'Desk'), ('slip', 'Slip'), ('phone', 'Phone'), ('card', 'Card')], default='desk', max_length=10)),
                ('at', models.DateTimeField()),
                ('submission', models.UUIDField(unique=True)),
                ('status', models.CharField(choices=[('in force', 'In Force'), ('replaced', 'Replaced'), ('disputed', 'Disputed'), ('late', 'Late'), ('undone', 'Undone')], default='in force', max_length=10)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entries', to='party.table')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddIndex(
            model_name='party',
            index=models.Index(fields=['club', '-starts_at'], name='party_latest'),
        ),
        migrations.AddConstraint(
            model_name='party',
            constraint=models.CheckConstraint(condition=models.Q(('rounds_planned', None), ('rounds_planned__gte', 1), _connector='OR'), name='party_has_rounds'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.UniqueConstraint(condition=models.Q(('party', None)), fields=('user', 'club'), name='membership_once_a_club'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.UniqueConstraint(condition=models.Q(('party__isnull', False)), fields=('user', 'party'), name='membership_once_a_party'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.CheckConstraint(condition=models.Q(('role', 'helper'), models.Q(('party', None), ('role', 'organiser')), _connector='OR'), name='membership_organisers_have_the_whole_club'),
        ),
        migrations.AddIndex(
            model_name='logline',
            index=models.Index(fields=['party', 'verb', 'round'], name='log_by_verb'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='player_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(fields=('party', 'number'), name='entrant_number_once'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(fields=('party', 'player'), name='entrant_player_once'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(fields=('party', 'rota'), name='entrant_rota_place_once'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='entrant_numbers_from_one'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.CheckConstraint(condition=models.Q(('stands_in_for', None), models.Q(('stands_in_for', models.F('pk')), _negated=True), _connector='OR'), name='entrant_stands_in_for_another'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('party', 'number'), name='round_number_once'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='round_numbers_from_one'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['drawn', 'playing', 'bell', 'checking', 'closed'])), name='round_state_known'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'closed'), _negated=True), fields=('party',), name='round_one_open_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(fields=('round', 'number'), name='table_number_once'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='table_numbers_from_one'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('cut__in', ['', 'NS', 'EW'])), name='table_cut_names_a_pair'),
        ),
        migrations.AddConstraint(
            model_name='place',
            constraint=models.UniqueConstraint(fields=('round', 'entrant'), name='place_one_for_each'),
        ),
        migrations.AddConstraint(
            model_name='place',
            constraint=models.UniqueConstraint(fields=('table', 'seat'), name='place_one_in_each_chair'),
        ),
        migrations.AddConstraint(
            model_name='place',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('seat', None), ('table', None)), models.Q(('seat__in', ['N', 'E', 'S', 'W']), ('table__isnull', False)), _connector='OR'), name='place_has_table_and_seat_or_neither'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'in force')), fields=('table', 'hand'), name='entry_one_result_in_force'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('table__isnull', False), models.Q(('status', 'in force'), _negated=True), _connector='OR'), name='entry_in_force_has_a_table'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('bid', ''), ('ew', None), ('hand', None), ('ns', None)), models.Q(('ew__isnull', False), ('hand__isnull', False), ('ns__isnull', False)), _connector='OR'), name='entry_points_unless_thrown_in'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('ns', None), django.db.models.lookups.Exact(django.db.models.expressions.CombinedExpression(models.F('ns'), '%%', models.Value(10)), 0), _connector='OR'), name='entry_ns_in_tens'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('ew', None), django.db.models.lookups.Exact(django.db.models.expressions.CombinedExpression(models.F('ew'), '%%', models.Value(10)), 0), _connector='OR'), name='entry_ew_in_tens'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('tricks', None), ('tricks__lte', 10), _connector='OR'), name='entry_ten_tricks_at_most'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('hand', 0), _negated=True), models.Q(('bid', ''), ('tricks', None)), _connector='OR'), name='entry_totals_have_no_bid'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('bidder__in', ['', 'N', 'E', 'S', 'W'])), name='entry_bidder_has_a_seat'),
        ),
    ]
