"""The models of comparisons and variants keep Qt's rules, also while they grow."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, Qt

from runtime.debug.commands import ListCheckpoints
from runtime.debug.comparing.views import (
    BranchesCompared,
    BranchRow,
    BranchStep,
    ChangeView,
    ChannelDifference,
)
from runtime.debug.description import ChannelDescription
from runtime.debug.upkeep.views import AnnotationList, AnnotationView
from runtime.debug.values import ValueHandle, ValuePage, ValuePreview
from runtime.debug.views import CheckpointPage, CheckpointRow, Failed
from studio.comparison.branches_model import MARK, BranchesModel
from studio.comparison.changes_model import ChangesModel
from studio.comparison.picker_model import NAME, PickerModel
from studio.comparison.requests import ComparisonRequests
from studio.shell.theme import LIGHT
from studio.variants.drafts import VariantDraft
from studio.variants.model import VariantsModel
from studio.variants.runner import VariantResult
from tests.studio.inspector.model_watch import watch_model


@pytest.fixture
def owner(qapp: QObject) -> QObject:
    return QObject()


def step(number: int, node: str) -> BranchStep:
    return BranchStep(f"c{number}", number, "loop", "", (node,), ("log",), float(number))


def page(offset: int, count: int, total: int, first_difference: int | None) -> BranchesCompared:
    rows = tuple(
        BranchRow(
            step(number, "a"), step(number, "b" if number % 100 == 7 else "a"), number % 100 == 7
        )
        for number in range(offset, offset + count)
    )
    return BranchesCompared(rows, offset, total, False, None, first_difference)


def test_a_thousand_supersteps_of_two_branches(owner: QObject) -> None:
    model = BranchesModel(LIGHT, owner)
    watch_model(model, owner)
    model.add(page(0, 500, 1000, None))
    model.add(page(500, 500, 1000, 7))
    model.add(page(999, 1, 1000, 7))
    assert model.rowCount() == 1000
    assert model.index(7, MARK).data() == "▶≠"
    assert model.index(107, MARK).data() == "≠"
    assert model.next_difference(7) == 107
    assert model.next_difference(990) is None
    assert model.index(999, 1).data() == "a"


def test_an_edit_took_no_time(owner: QObject) -> None:
    model = BranchesModel(LIGHT, owner)
    edit = replace(step(1, "a"), source="update", duration_ms=600_000.0)
    model.add(BranchesCompared((BranchRow(edit, step(1, "a"), True),), 0, 1, False, None, 0))
    assert [model.index(0, column).data() for column in (0, 1, 3)] == ["1", "edit", ""]
    assert model.index(0, 8).data() == "1 ms"


def rows_of(count: int, first: int = 0) -> tuple[CheckpointRow, ...]:
    """Newest first, each the child of the one before it."""
    return tuple(
        CheckpointRow("t", "", f"c{n:05}", f"c{n - 1:05}", n, "loop", "2026-01-01T00:00:00+00:00")
        for n in reversed(range(first, first + count))
    )


class Store:
    """Checkpoints of one thread, of which some have names."""

    def __init__(self, rows: tuple[CheckpointRow, ...]) -> None:
        self.rows = rows
        self.asked = 0

    def requests(self) -> ComparisonRequests:
        def nothing(*_: object) -> None:
            return None

        def list_page(
            command: ListCheckpoints, then: Callable[[CheckpointPage | Failed], None]
        ) -> None:
            self.asked += 1
            older = [
                row
                for row in self.rows
                if command.before is None or row.checkpoint_id < command.before
            ]
            found = tuple(older[: command.limit])
            then(CheckpointPage("t", found, len(older) > len(found)))

        def annotations(_: object, then: Callable[[AnnotationList | Failed], None]) -> None:
            then(AnnotationList((AnnotationView("t", "", "c00003", name="The good one"),)))

        return ComparisonRequests(
            nothing, nothing, nothing, nothing, nothing, nothing, list_page, annotations
        )


def test_checkpoints_are_found_by_step_name_and_as_ends(owner: QObject) -> None:
    branch = CheckpointRow("t", "", "c99999", "c00100", 101, "loop", "2026-01-01T00:00:00+00:00")
    store = Store((branch, *rows_of(1200)))
    model = PickerModel(store.requests(), lambda: None, owner)
    watch_model(model, owner)
    model.show_thread("t")
    assert (model.rowCount(), store.asked) == (500, 1)
    model.set_filter("good one", ends_only=False)
    assert store.asked == 3
    assert [model.index(row, NAME).data() for row in range(model.rowCount())] == ["The good one"]
    model.set_filter("101", ends_only=False)
    assert [model.row(each) for each in range(2)] == [branch, store.rows[1099]]
    model.set_filter("", ends_only=True)
    assert model.rowCount() == 2
    model.set_filter("step 7 nothing", ends_only=False)
    assert model.rowCount() == 0
    model.set_filter("", ends_only=False)
    assert model.rowCount() == 1201


def test_changes_are_listed_under_their_channels(owner: QObject) -> None:
    def value(path: tuple[str, ...], text: str) -> ValuePreview:
        place = ValueHandle("t", "", "c", ("channel", "log"), path)
        return ValuePreview("str", "str", text, len(text), place)

    def fetch(
        handle: ValueHandle, offset: int, limit: int, then: Callable[[ValuePage | Failed], None]
    ) -> None:
        then(ValuePage(0, 0, ()))

    changes = (
        ChangeView("type", ("a/b",), value(("0",), "1"), value(("0",), "2")),
        ChangeView("removed", ("x",), value(("1",), "gone"), None),
        ChangeView("moved", ("0",), value(("2",), "m"), value(("0",), "m"), ("2",), "id m"),
    )
    model = ChangesModel(fetch, LIGHT, owner)
    watch_model(model, owner)
    [item] = model.add_channels((ChannelDifference("log", 1, 2, None, None, changes, 9),))
    shown = [[str(cell) for cell in child.cells] for child in item.children]
    assert shown == [
        ["≠ /a~1b", "str: 1", "str: 2"],
        ["- /x", "gone", ""],
        ["↕ /0  (id m)", "/2", "/0"],
        ["6 further changes are not listed", "", ""],
    ]


def test_variants_are_a_table(owner: QObject) -> None:
    channels = [
        ChannelDescription("n", "LastValue", "int", schema={"type": "integer"}),
        ChannelDescription("topic", "LastValue", "str", schema={"type": "string"}),
    ]
    model = VariantsModel(channels, LIGHT, owner)
    watch_model(model, owner)
    model.results = {0: VariantResult("failed", text="no", tokens=1200)}.get
    model.set_columns(["n"], ["topic"])
    model.add([VariantDraft({"n": "1"}), VariantDraft({"n": "one"}), VariantDraft()])
    assert [model.ready(row) for row in range(3)] == [True, False, False]
    assert model.index(0, 1).data() == "failed: no"
    assert model.index(0, 4).data() == "1,200"
    assert str(model.index(1, 1).data()).startswith("This is no JSON")
    assert model.setData(model.index(1, 0), "2")
    assert model.ready(1)
    assert not model.setData(model.index(1, 1), "2")
    model.locked = True
    assert not model.flags(model.index(0, 0)) & Qt.ItemFlag.ItemIsEditable
    model.remove([0, 2])
    assert model.rowCount() == 1
