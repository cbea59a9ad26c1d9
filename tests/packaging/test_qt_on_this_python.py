"""The pinned Qt binding survives on this interpreter.

Some releases of it drop a reference to None with each call that returns nothing; the interpreter
then aborts after some thousand calls, far more than a short test run makes.
"""

from __future__ import annotations

import subprocess
import sys

VOID_CALLS = """
from PySide6.QtWidgets import QApplication, QLabel

application = QApplication(["void-calls", "-platform", "offscreen"])
label = QLabel()
for number in range(20_000):
    label.setText("%d" % (number % 7))
print(label.text(), flush=True)
"""


def test_twenty_thousand_void_calls_do_not_abort() -> None:
    finished = subprocess.run(
        [sys.executable, "-c", VOID_CALLS],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.strip() == str(19_999 % 7)
