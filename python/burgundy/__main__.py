"""`python -m burgundy` is the command `burgundy`."""

import sys

from burgundy.cli import main

sys.exit(main())
