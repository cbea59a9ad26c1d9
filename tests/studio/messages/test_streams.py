"""What tasks said while they ran, folded from events."""

from typing import Any

from runtime.debug.events import (
    MessagesStreamed,
    StreamedKind,
    StreamedPart,
    SuperstepPlanned,
    TaskOutput,
    TaskStarted,
    TaskWrote,
)
from studio.session.streams import MESSAGES, OUTPUTS, TASKS, TEXT, TaskStreams


def part(text: str, task: str = "t", message: str = "m", **options: Any) -> MessagesStreamed:
    options = {"kind": "text", "tokens": 1, **options}
    return MessagesStreamed(
        0, "r", (StreamedPart("", task, "agent", message, "ai", text=text, **options),)
    )


def custom(number: int, task: str = "t") -> TaskOutput:
    return TaskOutput(number, "r", "", task, "agent", "custom", str(number))


def test_parts_of_a_message_become_one() -> None:
    streams = TaskStreams()
    kinds: tuple[tuple[StreamedKind, str], ...] = (
        ("reasoning", "hm"),
        ("text", "Hel"),
        ("text", "lo"),
        ("tool_call", "find "),
        ("tool_call", '{"x": 1}'),
    )
    for kind, text in kinds:
        assert streams.apply([part(text, kind=kind)]) == {"t"}
    (message,) = streams.messages()
    assert (message.reasoning, message.text, message.calls) == ("hm", "Hello", 'find {"x": 1}')
    assert message.tokens == 5
    streams.apply([part("Hello, world", whole=True)])
    assert message.text == "Hello, world"


def test_a_long_message_keeps_its_end_and_counts_the_rest() -> None:
    streams = TaskStreams()
    for _ in range(3):
        streams.apply([part("0123456789" * (TEXT // 10))])
    streams.apply([part("end", left_out=7)])
    (message,) = streams.messages()
    assert len(message.text) == TEXT
    assert message.text.endswith("end")
    assert message.before == 2 * TEXT + 3 + 7


def test_everything_is_bounded() -> None:
    streams = TaskStreams()
    for number in range(OUTPUTS + 5):
        streams.apply([custom(number)])
    stream = streams.of("t")
    assert stream is not None
    assert [each.text for each in stream.outputs[:1]] == ["5"]
    assert stream.forgotten == 5
    for number in range(MESSAGES + 5):
        streams.apply([part("x", message=str(number))])
    assert len(stream.messages) == MESSAGES
    for number in range(TASKS):
        streams.apply([custom(0, task=str(number))])
    assert streams.of("t") is None


def test_a_message_knows_its_superstep_and_when_its_task_has_ended() -> None:
    streams = TaskStreams()
    streams.apply([SuperstepPlanned(0, "r", "thread", "", "c", 4, ()), part("x")])
    streams.apply([SuperstepPlanned(0, "r", "thread", "inner:t", "c", 1, ()), part("y", "u")])
    first, second = streams.messages()
    assert (first.step, second.step) == (4, 4)
    assert [first.ended, second.ended] == [False, False]
    streams.apply([TaskWrote(0, "r", "", 4, "t", "agent", (), (), 1.0)])
    assert [first.ended, second.ended] == [True, False]


def test_a_task_that_starts_again_begins_anew() -> None:
    streams = TaskStreams()
    streams.apply([part("x"), custom(1)])
    assert streams.apply([TaskStarted(0, "r", "", 1, "t", "agent")]) == {"t"}
    assert streams.of("t") is None
    assert streams.apply([TaskStarted(0, "r", "", 1, "other", "agent")]) == set()
