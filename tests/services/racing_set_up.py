"""What the server that forks the racing processes reads first, once: they need not."""

import django

django.setup()
