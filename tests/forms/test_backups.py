from party.forms.backups import BackupForm


def test_a_form_without_a_file_asks_for_a_backup():
    assert BackupForm({}, {}).errors == {"file": ["Choose a backup first."]}
