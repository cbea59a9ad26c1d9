"""``python -m studio`` opens the window."""

import sys

from studio.main import main

sys.exit(main())
