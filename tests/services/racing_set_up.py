"""Set-up of the fork server, which runs it once for all racing processes."""

import django

django.setup()
