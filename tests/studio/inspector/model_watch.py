"""Qt's own check of an item model, on every change of it."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QObject
from PySide6.QtTest import QAbstractItemModelTester


def watch_model(model: QAbstractItemModel, parent: QObject) -> None:
    """Have Qt verify ``model`` now and on each change; a breach fails the test by a warning.

    Children are not fetched by the check itself, which would ask for them inside a change.
    """
    tester = QAbstractItemModelTester(
        model, QAbstractItemModelTester.FailureReportingMode.Warning, parent
    )
    tester.setUseFetchMore(False)
