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
                ('owed', models.PositiveIntegerField(blank=True, null=True)),
                ('paid', models.PositiveIntegerField(default=0)),
                ('paid_how', models.CharField(choices=[('cash', 'Cash'), ('card', 'Card'), ('other', 'Another way')], default='cash', max_length=10)),
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
                ('break_after', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('capture', models.CharField(choices=[('hands', 'Hand by hand'), ('totals', 'Round totals'), ('cards', 'Final cards only; the desk enters who was ahead at each table'), ('untracked', 'Final cards only; seats are not tracked')], default='hands', max_length=10)),
                ('cards', models.CharField(choices=[('named', 'Names first: each card has a name on it'), ('blind', 'Blind draw: people draw a number with a seat')], default='named', max_length=10)),
                ('paper', models.CharField(choices=[('letter', 'Letter (8.5 × 11 in)'), ('a4', 'A4')], default='letter', max_length=10)),
                ('fee', models.PositiveIntegerField(default=0)),
                ('currency', models.CharField(default='$', max_length=8)),
                ('seed', models.PositiveBigIntegerField()),
                ('code', models.CharField(max_length=12, unique=True)),
                ('revision', models.PositiveIntegerField(default=0)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('one_prize_each', models.BooleanField(default=False)),
                ('prizes_confirmed_at', models.DateTimeField(blank=True, null=True)),
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
                ('actor_kind', models.CharField(default='program', max_length=10)),
                ('actor_label', models.CharField(blank=True, max_length=80)),
                ('at', models.DateTimeField()),
                ('round', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('table', models.PositiveIntegerField(blank=True, null=True)),
                ('verb', models.CharField(max_length=40)),
                ('data', models.JSONField(default=dict)),
                ('words', models.TextField()),
                ('actor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='log', to='party.club')),
                ('entrant', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to='party.entrant')),
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
            name='Printout',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('actor_kind', models.CharField(default='program', max_length=10)),
                ('actor_label', models.CharField(blank=True, max_length=80)),
                ('at', models.DateTimeField()),
                ('kit', models.CharField(max_length=40)),
                ('round', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('paper', models.CharField(choices=[('letter', 'Letter (8.5 × 11 in)'), ('a4', 'A4')], max_length=10)),
                ('large', models.BooleanField(default=False)),
                ('blank', models.BooleanField(default=False)),
                ('marks', models.JSONField()),
                ('only', models.JSONField(blank=True, null=True)),
                ('actor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL)),
                ('party', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='printouts', to='party.party')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Prize',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('order', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(max_length=12)),
                ('group', models.CharField(blank=True, max_length=40)),
                ('place', models.PositiveSmallIntegerField()),
                ('title', models.CharField(blank=True, max_length=60)),
                ('money', models.PositiveIntegerField(blank=True, null=True)),
                ('gift', models.CharField(blank=True, max_length=80)),
                ('ticket_price', models.PositiveIntegerField(blank=True, null=True)),
                ('number', models.IntegerField(blank=True, null=True)),
                ('by_hand', models.BooleanField(default=False)),
                ('draws', models.PositiveSmallIntegerField(default=0)),
                ('party', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='prizes', to='party.party')),
            ],
            options={
                'ordering': ['order', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Award',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('actor_kind', models.CharField(default='program', max_length=10)),
                ('actor_label', models.CharField(blank=True, max_length=80)),
                ('at', models.DateTimeField()),
                ('name', models.CharField(blank=True, max_length=120)),
                ('how', models.CharField(max_length=10)),
                ('among', models.JSONField(default=list)),
                ('why', models.CharField(blank=True, max_length=120)),
                ('score', models.CharField(blank=True, max_length=80)),
                ('share', models.PositiveIntegerField(blank=True, null=True)),
                ('actor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL)),
                ('entrant', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='awards', to='party.entrant')),
                ('prize', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='awards', to='party.prize')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('drawn', 'Seated'), ('playing', 'Playing'), ('bell', 'Bell: finish this hand'), ('checking', 'Checking'), ('closed', 'Closed')], default='drawn', max_length=10)),
                ('draw', models.JSONField()),
                ('house_added', models.JSONField(default=list)),
                ('rounds_settled', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('party', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='party.party')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Series',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120)),
                ('counting', models.CharField(max_length=8)),
                ('ladder', models.JSONField(default=list)),
                ('attendance', models.PositiveSmallIntegerField(default=0)),
                ('best', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('least', models.PositiveSmallIntegerField(default=1)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='series', to='party.club')),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='SeriesParty',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('party', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='series_links', to='party.party')),
                ('series', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='links', to='party.series')),
            ],
        ),
        migrations.AddField(
            model_name='series',
            name='parties',
            field=models.ManyToManyField(related_name='series', through='party.SeriesParty', to='party.party'),
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
                ('capture', models.CharField(choices=[('hands', 'Hand by hand'), ('totals', 'Round totals'), ('cards', 'Final cards only')], default='hands', max_length=10)),
                ('hands', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('why_short', models.CharField(blank=True, max_length=200)),
                ('ahead', models.CharField(blank=True, default='', max_length=2)),
                ('cut', models.CharField(blank=True, max_length=2)),
                ('cut_why', models.CharField(blank=True, max_length=200)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='party.round')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Record',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('actor_kind', models.CharField(default='program', max_length=10)),
                ('actor_label', models.CharField(blank=True, max_length=80)),
                ('at', models.DateTimeField()),
                ('hand', models.PositiveSmallIntegerField()),
                ('text', models.TextField()),
                ('submission', models.UUIDField()),
                ('status', models.CharField(choices=[('in force', 'In Force'), ('replaced', 'Replaced'), ('removed', 'Removed')], default='in force', max_length=10)),
                ('actor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='records', to='party.table')),
            ],
            options={
                'ordering': ['pk'],
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
                ('actor_kind', models.CharField(default='program', max_length=10)),
                ('actor_label', models.CharField(blank=True, max_length=80)),
                ('at', models.DateTimeField()),
                ('sequence', models.PositiveIntegerField(default=1)),
                ('hand', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('bid', models.CharField(blank=True, max_length=8)),
                ('bidder', models.CharField(blank=True, max_length=1)),
                ('tricks', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('announced', models.CharField(blank=True, max_length=8)),
                ('ns', models.IntegerField(blank=True, null=True)),
                ('ew', models.IntegerField(blank=True, null=True)),
                ('source', models.CharField(choices=[('desk', 'Desk'), ('slip', 'Slip'), ('phone', 'Phone'), ('card', 'Card')], default='desk', max_length=10)),
                ('submission', models.UUIDField(unique=True)),
                ('status', models.CharField(choices=[('in force', 'In Force'), ('replaced', 'Replaced'), ('disputed', 'Disputed'), ('late', 'Late'), ('undone', 'Undone')], default='in force', max_length=10)),
                ('checked', models.CharField(blank=True, choices=[('', 'Not checked'), ('looked at', 'Looked at again'), ('typed again', 'Typed again by a second person')], default='', max_length=12)),
                ('checked_at', models.DateTimeField(blank=True, null=True)),
                ('actor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL)),
                ('checked_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='checked_entries', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entries', to='party.table')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('actor_kind', models.CharField(default='program', max_length=10)),
                ('actor_label', models.CharField(blank=True, max_length=80)),
                ('at', models.DateTimeField()),
                ('rounds', models.JSONField(blank=True, default=list)),
                ('total', models.IntegerField()),
                ('submission', models.UUIDField()),
                ('status', models.CharField(choices=[('in force', 'In Force'), ('replaced', 'Replaced'), ('removed', 'Removed')], default='in force', max_length=10)),
                ('actor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL)),
                ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tallies', to='party.entrant')),
                ('party', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tallies', to='party.party')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='TicketSale',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('actor_kind', models.CharField(default='program', max_length=10)),
                ('actor_label', models.CharField(blank=True, max_length=80)),
                ('at', models.DateTimeField()),
                ('first', models.PositiveIntegerField()),
                ('last', models.PositiveIntegerField()),
                ('submission', models.UUIDField(unique=True)),
                ('actor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL)),
                ('entrant', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='tickets', to='party.entrant')),
                ('prize', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sales', to='party.prize')),
            ],
            options={
                'ordering': ['first'],
            },
        ),
        migrations.CreateModel(
            name='Wish',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('apart', 'Never at one table'), ('together', 'Always at one table'), ('partners', 'Always partners'), ('not_partners', 'Never partners'), ('stay', 'Keeps table and chair')], max_length=12)),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='wishes', to='party.entrant')),
                ('other', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='wishes_of_others', to='party.entrant')),
                ('party', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='wishes', to='party.party')),
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
            model_name='logline',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('actor__isnull', False), ('actor_kind', 'user')), models.Q(('actor', None), ('actor_kind__in', ['table', 'program'])), _connector='OR'), name='logline_actor_is_a_user_or_not'),
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
        migrations.AddIndex(
            model_name='printout',
            index=models.Index(fields=['party', 'kit', 'round'], name='printout_latest'),
        ),
        migrations.AddConstraint(
            model_name='printout',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('actor__isnull', False), ('actor_kind', 'user')), models.Q(('actor', None), ('actor_kind__in', ['table', 'program'])), _connector='OR'), name='printout_actor_is_a_user_or_not'),
        ),
        migrations.AddConstraint(
            model_name='printout',
            constraint=models.CheckConstraint(condition=models.Q(('paper__in', ['letter', 'a4'])), name='printout_paper_is_known'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.UniqueConstraint(fields=('party', 'kind', 'group', 'place'), name='prize_place_once'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['high', 'low', 'best round', 'best call', 'bids made', 'sets', 'was set', 'ten tricks', 'head table', 'traveller', 'mystery', 'door', 'fifty', 'other'])), name='prize_kind_is_known'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.CheckConstraint(condition=models.Q(('place__gte', 1)), name='prize_places_from_one'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.CheckConstraint(condition=models.Q(('number', None), ('kind', 'mystery'), models.Q(('kind', 'fifty'), ('ticket_price__isnull', False)), _connector='OR'), name='prize_number_is_drawn'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.CheckConstraint(condition=models.Q(('ticket_price', None), models.Q(('kind', 'fifty'), ('ticket_price__gte', 1)), _connector='OR'), name='prize_tickets_are_of_a_fifty'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.CheckConstraint(condition=models.Q(('by_hand', False), models.Q(('kind', 'fifty'), ('number__isnull', False)), _connector='OR'), name='prize_by_hand_is_a_ticket'),
        ),
        migrations.AddConstraint(
            model_name='award',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('actor__isnull', False), ('actor_kind', 'user')), models.Q(('actor', None), ('actor_kind__in', ['table', 'program'])), _connector='OR'), name='award_actor_is_a_user_or_not'),
        ),
        migrations.AddConstraint(
            model_name='award',
            constraint=models.UniqueConstraint(fields=('prize', 'entrant'), name='award_once'),
        ),
        migrations.AddConstraint(
            model_name='award',
            constraint=models.CheckConstraint(condition=models.Q(('how__in', ['best', 'count-back', 'cut', 'split', 'drawn', 'given'])), name='award_how_is_known'),
        ),
        migrations.AddConstraint(
            model_name='award',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('entrant', None), models.Q(('name', ''), _negated=True)), models.Q(('entrant__isnull', False), ('name', '')), _connector='OR'), name='award_has_one_winner'),
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
            model_name='seriesparty',
            constraint=models.UniqueConstraint(fields=('series', 'party'), name='series_party_once'),
        ),
        migrations.AddConstraint(
            model_name='series',
            constraint=models.CheckConstraint(condition=models.Q(('counting__in', ['totals', 'ranks'])), name='series_counting_is_known'),
        ),
        migrations.AddConstraint(
            model_name='series',
            constraint=models.CheckConstraint(condition=models.Q(('best', None), ('best__gte', 1), _connector='OR'), name='series_counts_a_party'),
        ),
        migrations.AddConstraint(
            model_name='series',
            constraint=models.CheckConstraint(condition=models.Q(('least__gte', 1)), name='series_asks_for_a_party'),
        ),
        migrations.AddConstraint(
            model_name='series',
            constraint=models.UniqueConstraint(fields=('club', 'name'), name='series_name_once'),
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
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('ahead__in', ['', 'NS', 'EW'])), name='table_ahead_names_a_pair'),
        ),
        migrations.AddConstraint(
            model_name='record',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('actor__isnull', False), ('actor_kind', 'user')), models.Q(('actor', None), ('actor_kind__in', ['table', 'program'])), _connector='OR'), name='record_actor_is_a_user_or_not'),
        ),
        migrations.AddConstraint(
            model_name='record',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'in force')), fields=('table', 'hand'), name='record_one_in_force'),
        ),
        migrations.AddConstraint(
            model_name='record',
            constraint=models.UniqueConstraint(fields=('submission', 'hand'), name='record_sent_once'),
        ),
        migrations.AddConstraint(
            model_name='record',
            constraint=models.CheckConstraint(condition=models.Q(('table__isnull', False), models.Q(('status', 'in force'), _negated=True), _connector='OR'), name='record_in_force_has_a_table'),
        ),
        migrations.AddConstraint(
            model_name='record',
            constraint=models.CheckConstraint(condition=models.Q(('hand__gte', 1)), name='record_hands_from_one'),
        ),
        migrations.AddConstraint(
            model_name='record',
            constraint=models.CheckConstraint(condition=django.db.models.lookups.LessThanOrEqual(django.db.models.functions.text.Length('text'), 20000), name='record_text_of_bearable_length'),
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
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('actor__isnull', False), ('actor_kind', 'user')), models.Q(('actor', None), ('actor_kind__in', ['table', 'program'])), _connector='OR'), name='entry_actor_is_a_user_or_not'),
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
        migrations.AddConstraint(
            model_name='tally',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('actor__isnull', False), ('actor_kind', 'user')), models.Q(('actor', None), ('actor_kind__in', ['table', 'program'])), _connector='OR'), name='tally_actor_is_a_user_or_not'),
        ),
        migrations.AddConstraint(
            model_name='tally',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'in force')), fields=('entrant',), name='tally_one_in_force'),
        ),
        migrations.AddConstraint(
            model_name='tally',
            constraint=models.UniqueConstraint(fields=('submission', 'entrant'), name='tally_sent_once'),
        ),
        migrations.AddConstraint(
            model_name='ticketsale',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('actor__isnull', False), ('actor_kind', 'user')), models.Q(('actor', None), ('actor_kind__in', ['table', 'program'])), _connector='OR'), name='ticketsale_actor_is_a_user_or_not'),
        ),
        migrations.AddConstraint(
            model_name='ticketsale',
            constraint=models.CheckConstraint(condition=models.Q(('first__gte', 1), ('last__gte', models.F('first'))), name='ticket_sale_is_a_run'),
        ),
        migrations.AddConstraint(
            model_name='wish',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'stay'), ('other', None)), models.Q(('kind__in', ['apart', 'together', 'partners', 'not_partners']), ('other__gt', models.F('one')), ('other__isnull', False)), _connector='OR'), name='wish_of_two_or_to_stay'),
        ),
        migrations.AddConstraint(
            model_name='wish',
            constraint=models.UniqueConstraint(fields=('one', 'other'), name='wish_of_two_once'),
        ),
        migrations.AddConstraint(
            model_name='wish',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'stay')), fields=('one',), name='wish_to_stay_once'),
        ),
    ]
