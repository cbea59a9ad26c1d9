"""The chat's rows on a model alone: what is laid out, what stays where it is, what keys do."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from runtime.debug.messages.views import (
    MessageAuthor,
    MessageBlock,
    MessageChannel,
    MessagePage,
    MessageView,
    ToolCallView,
)
from runtime.debug.values import ValueHandle
from studio.messages.bubble import Bubble, lay_out
from studio.messages.model import ChatModel
from studio.messages.pieces import pieces_of
from studio.messages.view import ChatView
from studio.session.streams import StreamedMessage
from studio.shell.theme import LIGHT
from tests.studio.inspector.model_watch import watch_model

HANDLE = ValueHandle("t", "", "c", ("channel", "messages"))


def message(index: int, text: str = "", **options: object) -> MessageView:
    text = text or f"{index} " + "words of a message " * (index % 30)
    block = MessageBlock("text", text, len(text), HANDLE)
    shown = MessageView(index, "ai" if index % 2 else "human", f"id-{index}", blocks=(block,))
    return replace(shown, **options)  # type: ignore[arg-type]


def page(total: int, first: int = 0, last: int | None = None) -> MessagePage:
    places = range(first, total if last is None else last)
    channels = (MessageChannel("messages", total),)
    return MessagePage(
        "c", channels, "messages", total, first, tuple(message(each) for each in places)
    )


@pytest.fixture
def chat(qtbot: QtBot) -> ChatView:
    model = ChatModel()
    watch_model(model, model)
    chat = ChatView(model, lambda *_: None, LIGHT)
    model.setParent(chat)
    qtbot.addWidget(chat)
    chat.resize(400, 500)
    with qtbot.waitExposed(chat):
        chat.show()
    return chat


def shown(chat: ChatView) -> ChatModel:
    model = chat.model()
    assert isinstance(model, ChatModel)
    return model


def top_text(chat: ChatView) -> str:
    row = chat.rows_in_sight().start
    entry = shown(chat).entry(row).message
    assert entry is not None
    return entry.id


def test_of_ten_thousand_only_those_in_sight_are_laid_out(
    chat: ChatView, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid: list[int] = []

    def counted(entry: object, *rest: object) -> Bubble:
        laid.append(1)
        return lay_out(entry, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr("studio.messages.view.lay_out", counted)
    shown(chat).begin(page(10_000))
    assert len(laid) < 30
    assert chat.rows_in_sight()[-1] == 9_999
    bar = chat.verticalScrollBar()
    for share in (0.5, 0.0, 0.9):
        bar.setValue(int(bar.maximum() * share))
    assert len(laid) < 120


def test_what_comes_is_followed_until_a_person_scrolls_up(chat: ChatView) -> None:
    model = shown(chat)
    model.begin(page(100))
    model.begin(page(101))
    assert chat.rows_in_sight()[-1] == 100
    bar = chat.verticalScrollBar()
    bar.setValue(bar.value() - 2_000)
    assert [chat.follows_end] == [False]
    before = top_text(chat), bar.value()
    model.begin(page(140))
    assert (top_text(chat), bar.value()) == before
    bar.setValue(bar.maximum())
    assert [chat.follows_end] == [True]
    model.begin(page(150))
    assert chat.rows_in_sight()[-1] == 149


def test_scrolling_up_through_rows_of_unknown_height_misses_none(chat: ChatView) -> None:
    shown(chat).begin(page(60))
    bar = chat.verticalScrollBar()
    seen = set(chat.rows_in_sight())
    for _ in range(400):
        if not bar.value():
            break
        bar.setValue(bar.value() - 60)
        rows = chat.rows_in_sight()
        assert rows.stop >= min(seen)
        seen.update(rows)
    assert seen == set(range(60))


def test_a_message_that_grows_stays_at_the_end(chat: ChatView) -> None:
    model = shown(chat)
    model.begin(page(20))
    stream = StreamedMessage("task", "agent", "", "new", "ai", text="Once", revision=1)
    model.set_streams([stream])
    assert model.rowCount() == 21
    heights = []
    for number in range(6):
        stream.text += " upon a time there was a model" * 5
        stream.revision = number + 2
        model.set_streams([stream])
        heights.append(chat.visualRect(model.index(20)).height())
        rect = chat.visualRect(model.index(20))
        assert rect.bottom() == chat.viewport().height() - 1
    assert heights == sorted(set(heights))
    model.begin(replace(page(21), messages=(*page(20).messages, message(20, id="new"))))
    model.set_streams([stream])
    assert model.rowCount() == 21
    assert model.entry(20).stream is None


def test_keys_move_and_copy(chat: ChatView) -> None:
    model = shown(chat)
    model.begin(page(50))
    chat.setCurrentIndex(model.index(49))
    QTest.keyClick(chat, Qt.Key.Key_Up)
    assert chat.currentIndex().row() == 48
    QTest.keyClick(chat, Qt.Key.Key_Home)
    assert chat.currentIndex().row() == 0
    assert chat.rows_in_sight().start == 0
    QTest.keyClick(chat, Qt.Key.Key_Down)
    QTest.keyClick(chat, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    first = model.entry(1).message
    assert first is not None
    assert QGuiApplication.clipboard().text() == first.blocks[0].text
    activated: list[int] = []
    chat.message_activated.connect(activated.append)
    QTest.keyClick(chat, Qt.Key.Key_Return)
    assert activated == [1]


def test_rows_are_as_high_as_their_text_is_at_the_width(chat: ChatView) -> None:
    model = shown(chat)
    model.begin(page(30))
    narrow = chat.visualRect(model.index(29)).height()
    chat.resize(900, 500)
    assert chat.visualRect(model.index(29)).height() < narrow
    assert chat.rows_in_sight()[-1] == 29


def test_a_result_stands_with_its_call(chat: ChatView) -> None:
    model = shown(chat)
    call = ToolCallView("c1", "search", None, {"query": "cache", "limits": [1, 2]})
    asks = message(0, "I look it up", type="ai", tool_calls=(call,))
    result = message(1, "42 hits", type="tool", tool_call_id="c1", name="search")
    model.begin(replace(page(2), messages=(asks, result)))
    model.add_authors([MessageAuthor(1, "node", "tools", 3, "c3", "id-1")])
    texts = [each.text for each in pieces_of(model.entry(0))]
    assert "query: cache\nlimits:\n  - 1\n  - 2" in texts
    assert "42 hits" in texts
    assert "→ tools · step 3" in texts
    assert chat.isIndexHidden(model.index(1))
    assert not chat.visualRect(model.index(1)).height()


def test_the_rest_of_a_long_text_is_asked_for_by_its_link(chat: ChatView) -> None:
    model = shown(chat)
    block = MessageBlock("text", "the beginning", 5_000, HANDLE)
    model.begin(replace(page(1), messages=(message(0, blocks=(block,)),)))
    wanted: list[tuple[int, int]] = []
    chat.whole_wanted.connect(lambda row, place: wanted.append((row, place)))
    link = next(each for each in chat.bubble(0).laid if each.piece.style == "link")
    at = link.rect.topLeft().toPoint() + QPoint(5, 5)
    QTest.mouseClick(chat.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert wanted == [(0, 0)]
    QTest.mouseClick(chat.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, 12))
    assert wanted == [(0, 0)]
    model.set_text(0, 0, "x" * 5_000)
    assert not any(each.piece.style == "link" for each in chat.bubble(0).laid)
