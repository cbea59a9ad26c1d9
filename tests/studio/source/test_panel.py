"""The Source panel through its widgets: the node's span, marks, colours, files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QTextFormat
from pytestqt.qtbot import QtBot

from runtime.debug.description import GraphDescription, RepeatedCall, SourceSpan
from runtime.debug.views import ErrorFrame, ErrorView, Failed, SourceText
from studio.shell.theme import DARK, LIGHT
from studio.source.lexing import ColorSpan, Lexing
from studio.source.panel import SourcePanel
from tests.studio.inspector.samples import research_graph, research_view

PATH = "/samples/research.py"
TEXT = (
    '"""A module.\n'
    "def not_code(): inside the docstring\n"
    '"""\n'
    + "\n" * 96
    + 'def review(state):\n    answer = interrupt("批准?")\n    return {"approved": answer}\n'
    + "\n" * 97
    + "def search(query):\n    return index[query]\n"
)


class Files:
    def __init__(self) -> None:
        self.texts = {PATH: TEXT, "/samples/other.py": "x = 1\n"}
        self.asked: list[str] = []
        self.hold = False
        self.waiting: list[Callable[[], None]] = []

    def fetch(self, path: str, on_text: Callable[[SourceText | Failed], None]) -> None:
        self.asked.append(path)
        text = self.texts.get(path)
        reply: SourceText | Failed = Failed(ErrorView("FileNotFoundError", "no such file"))
        if text is not None:
            reply = SourceText(path, text)
        if self.hold:
            self.waiting.append(lambda: on_text(reply))
        else:
            on_text(reply)


def graph() -> GraphDescription:
    spans = {
        "review": SourceSpan(PATH, 100, 102, (101,)),
        "search": SourceSpan(PATH, 200, 201),
        "gather": SourceSpan("/samples/gone.py", 1, 2),
        "plan": None,
    }
    plain = research_graph()
    nodes = tuple(replace(node, source=spans.get(node.name)) for node in plain.nodes)
    return replace(plain, nodes=nodes)


@pytest.fixture
def files() -> Files:
    return Files()


@pytest.fixture
def panel(qtbot: QtBot, files: Files) -> SourcePanel:
    panel = SourcePanel(files.fetch, LIGHT)
    qtbot.addWidget(panel)
    panel.resize(640, 320)
    panel.show()
    panel.set_graph(graph())
    return panel


def colored(qtbot: QtBot, panel: SourcePanel) -> None:
    qtbot.waitUntil(lambda: bool(color_at(panel, 0, 1)))


def color_at(panel: SourcePanel, line: int, column: int) -> str:
    """Colour of the text at a 0-based place, empty where it is the default."""
    block = panel.code.document().findBlockByNumber(line)
    for span in block.layout().formats():
        inside = span.start <= column < span.start + span.length
        if inside and span.format.hasProperty(QTextFormat.Property.ForegroundBrush):
            return str(span.format.foreground().color().name())
    return ""


def lines_in_sight(panel: SourcePanel) -> list[int]:
    return [number for number, _ in panel.code.visible_lines()]


def test_a_node_is_scrolled_to_and_lit(panel: SourcePanel) -> None:
    panel.show_node("review")
    assert panel.code.toPlainText() == TEXT
    assert {100, 101, 102} <= set(lines_in_sight(panel))
    assert panel.title.text() == "review"
    assert panel.file.text() == f"{PATH}  ·  lines 100 to 102"
    rects = dict(panel.code.visible_lines())
    picture = panel.code.viewport().grab().toImage()
    right = panel.code.viewport().width() - 2
    lit, dark = rects[102].center().y(), rects[104].center().y()
    assert QColor(picture.pixel(right, lit)) != QColor(picture.pixel(right, dark))


def test_what_runs_again_with_the_answer_is_marked(panel: SourcePanel, files: Files) -> None:
    files.texts[PATH] = "def review(state):\n    pay()\n    interrupt(1)\n"
    span = SourceSpan(PATH, 1, 3, (3,), 2, (RepeatedCall(2, "pay()"),))
    nodes = tuple(
        replace(node, source=span if node.name == "review" else None) for node in graph().nodes
    )
    panel.set_graph(replace(graph(), nodes=nodes))
    panel.show_node("review")
    (line,) = [rect for number, rect in panel.code.visible_lines() if number == 2]
    spot = QPoint(8, line.center().y())
    assert panel.code.gutter.tooltip_at(spot).startswith("Runs again with the answer: pay()")
    picture = panel.code.gutter.grab(line).toImage()
    pixels = [picture.pixelColor(x, y) for x in range(24) for y in range(picture.height())]
    assert any(pixel.red() - pixel.blue() > 100 for pixel in pixels)


def test_interrupt_lines_are_marked_in_the_gutter(panel: SourcePanel) -> None:
    panel.show_node("review")
    rects = dict(panel.code.visible_lines())
    spot = QPoint(10, rects[101].center().y())
    assert panel.code.gutter.tooltip_at(spot).startswith("interrupt(): the task stops here")
    assert panel.code.gutter.tooltip_at(QPoint(10, rects[100].center().y())) == ""
    picture = panel.code.gutter.grab().toImage()
    colors = {QColor(picture.pixel(x, spot.y())).name() for x in range(8, 8 + 12)}
    assert LIGHT.interrupted in colors


def test_the_file_is_read_once_for_all_its_nodes(panel: SourcePanel, files: Files) -> None:
    panel.show_node("review")
    panel.show_node("search")
    assert files.asked == [PATH]
    assert 200 in lines_in_sight(panel)
    panel.set_graph(graph())
    assert files.asked == [PATH, PATH]


def test_text_is_coloured_as_a_whole(qtbot: QtBot, panel: SourcePanel) -> None:
    panel.show_node("review")
    colored(qtbot, panel)
    assert color_at(panel, 1, 0) == LIGHT.wrote  # "def" inside the docstring is a string
    assert color_at(panel, 99, 0) == LIGHT.interrupted
    assert color_at(panel, 99, 4) == LIGHT.due
    panel.set_theme(DARK)
    assert color_at(panel, 99, 4) == DARK.due


def test_failed_tasks_mark_their_lines(panel: SourcePanel) -> None:
    panel.show_node("search")
    failed = research_view().tasks[2]
    error = ErrorView("KeyError", "'q'", frames=(ErrorFrame(PATH, 201, "search"),))
    view = replace(research_view(), tasks=(replace(failed, error=error),))
    panel.show_checkpoint(view)
    rects = dict(panel.code.visible_lines())
    spot = QPoint(10, rects[201].center().y())
    assert panel.code.gutter.tooltip_at(spot) == "search: KeyError: 'q'"
    panel.show_checkpoint(None)
    assert panel.code.gutter.tooltip_at(spot) == ""


def test_a_place_in_a_file_is_shown(panel: SourcePanel) -> None:
    panel.show_place(PATH, 201)
    assert panel.title.text() == "search"
    assert 201 in lines_in_sight(panel)
    panel.show_place("/samples/other.py", 1)
    assert panel.code.toPlainText() == "x = 1\n"
    assert not panel.title.isVisible()
    assert panel.file.text() == "/samples/other.py  ·  line 1"


def test_a_late_answer_for_another_file_is_dropped(panel: SourcePanel, files: Files) -> None:
    files.hold = True
    panel.show_place("/samples/other.py", 1)
    panel.show_node("review")
    for answer in reversed(files.waiting):
        answer()
    assert panel.code.toPlainText() == TEXT


def test_what_cannot_be_shown_is_said(panel: SourcePanel) -> None:
    panel.show_node("plan")
    assert not panel.code.isVisible()
    panel.show_node("gather")
    assert not panel.code.isVisible()
    panel.show_node("review")
    assert panel.code.isVisible()
    panel.show_node(None)
    assert not panel.code.isVisible()


def test_lexing_counts_utf16_units_and_lines() -> None:
    lexing = Lexing('s = "😀"  # 注\nx = """a\nb"""\n')
    assert lexing.go_on(60)
    lines = lexing.lines
    assert lines[0] == [
        ColorSpan(2, 1, "operator"),
        ColorSpan(4, 1, "string"),
        ColorSpan(5, 2, "string"),
        ColorSpan(7, 1, "string"),
        ColorSpan(10, 3, "comment"),
    ]
    assert [span.category for span in lines[2]] == ["string", "string"]
    assert len(lines) == 4


def test_lexing_goes_on_bit_by_bit() -> None:
    whole, bits = Lexing(TEXT), Lexing(TEXT)
    assert whole.go_on(60)
    assert not bits.go_on(0)
    while not bits.go_on(0):
        assert len(bits.lines) <= len(whole.lines)
    assert bits.lines == whole.lines


def test_a_file_that_is_not_shown_any_more_gives_no_colours(
    qtbot: QtBot, panel: SourcePanel, files: Files
) -> None:
    files.texts["/samples/other.py"] = "".join(f"def f{line}(): ...\n" for line in range(20_000))
    panel.show_place("/samples/other.py", 1)
    panel.show_node("review")
    colored(qtbot, panel)
    assert color_at(panel, 0, 4) == LIGHT.wrote
    assert color_at(panel, 99, 4) == LIGHT.due
