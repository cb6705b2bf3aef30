from django.core.management import call_command


def run_command(capsys, name, *arguments):
    """Return the output, the errors and the exit code of a command."""
    code = 0
    try:
        call_command(name, *arguments)
    except SystemExit as system_exit:
        code = system_exit.code
    printed = capsys.readouterr()
    return printed.out, printed.err, code
