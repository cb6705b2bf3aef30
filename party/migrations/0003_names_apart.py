from itertools import groupby

from django.db import migrations, models

from party.values.people.names import NameBearer, distinctions


def tell_apart(apps, schema_editor):
    """Write what follows names that several people of one party have."""
    entrant = apps.get_model("party", "Entrant")
    rows = entrant.objects.using(schema_editor.connection.alias).exclude(name="")
    fields = ("party_id", "pk", "name", "number")
    for _, group in groupby(rows.order_by("party_id").values_list(*fields), lambda row: row[0]):
        named = [NameBearer(pk, name, "", str(number)) for _, pk, name, number in group]
        ends = distinctions(named).items()
        changed = [entrant(pk=pk, distinction=end) for pk, end in ends if end]
        rows.bulk_update(changed, ["distinction"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("party", "0002_sample_clubs_and_archive")]

    operations = [
        migrations.AddField("player", "word", models.CharField(blank=True, max_length=40)),
        migrations.AddField("entrant", "word", models.CharField(blank=True, max_length=40)),
        migrations.AddField("entrant", "distinction", models.TextField(blank=True)),
        migrations.RunPython(tell_apart, migrations.RunPython.noop),
    ]
