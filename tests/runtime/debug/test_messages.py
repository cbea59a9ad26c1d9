"""Messages of a thread as a chat shows them, and messages and values that tasks stream."""

from pathlib import Path
from typing import Any, cast

import pytest

from runtime.checkpoint.memory import InMemorySaver
from runtime.debug.commands import CommitEdit, Start, StateEdit, Stop
from runtime.debug.events import MessagesStreamed, RunEnded, StreamedPart, TaskOutput, TaskWrote
from runtime.debug.local import LocalSession
from runtime.debug.messages.commands import ReadMessages, TraceMessages
from runtime.debug.messages.views import MessageAuthor, MessagePage, MessagesTraced
from tests.runtime.debug.harness import Driver, driven, write_graph

BOTH_TRANSPORTS = True

CHAT = """
from runtime.graph.message import MessagesState, push_message
from runtime.config import get_stream_writer
from runtime.messages import AIMessage, ToolMessage


class State(MessagesState):
    notes: Annotated[list[Any], operator.add]
    count: int


def agent(state: State) -> dict[str, Any]:
    usage = {"input_tokens": 5, "output_tokens": 2, "total_tokens": 7}
    call = {"id": "c1", "name": "search", "args": {"text": "cache", "limits": [1, 2]}}
    for word in ("I ", "look", " it up"):
        push_message(AIMessage(word, id="a1"), state_key=None)
    said = AIMessage("I look it up", id="a1", tool_calls=[call], usage_metadata=usage)
    return {"messages": [said]}


def tools(state: dict[str, Any]) -> dict[str, Any]:
    return {"messages": [ToolMessage("42", tool_call_id="c1", name="search")]}


def inner_agent(state: MessagesState) -> dict[str, Any]:
    get_stream_writer()({"progress": [1, {"of": 2}]})
    push_message(AIMessage("in", id="a2"), state_key=None)
    push_message(AIMessage("inner", id="a2"))
    return {"messages": []}


inner = StateGraph(MessagesState).add_node(inner_agent).add_edge(START, "inner_agent").compile()


def note(state: State) -> dict[str, Any]:
    said = {"role": "assistant", "content": "a dictionary"}
    return {"notes": [("human", "a pair"), said], "count": 1}


builder = StateGraph(State)
for node in (agent, tools, note):
    builder.add_node(node)
builder.add_node("inner", inner)
builder.add_edge(START, "agent")
builder.add_conditional_edges("agent", lambda state: [Send("tools", state)], ["tools"])
builder.add_edge("tools", "inner")
builder.add_edge("inner", "note")
graph = builder.compile()
"""


def read(driver: Driver, **options: Any) -> MessagePage:
    row = driver.rows()[0]
    return cast(MessagePage, driver.do(ReadMessages("t", row.checkpoint_id, **options)))


def trace(driver: Driver, channel: str = "messages") -> dict[int, MessageAuthor]:
    row = driver.rows()[0]
    found: dict[int, MessageAuthor] = {}
    more = True
    while more:
        part = cast(MessagesTraced, driver.do(TraceMessages("t", row.checkpoint_id, channel)))
        found.update((each.index, each) for each in part.authors)
        more = part.more
    return found


def texts(page: MessagePage) -> list[str]:
    return [" ".join(block.text for block in each.blocks) for each in page.messages]


def parts(driver: Driver, message_id: str) -> list[StreamedPart]:
    events = driver.told(MessagesStreamed)
    return [each for event in events for each in event.parts if each.message_id == message_id]


def test_messages_of_a_channel_with_calls_results_and_usage(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, CHAT))
        driver.start({"messages": [{"role": "user", "content": "how large?"}]})
        page = read(driver, channel="messages")
        assert [(each.name, each.count) for each in page.channels] == [
            ("messages", 4),
            ("notes", 2),
        ]
        assert [each.type for each in page.messages] == ["human", "ai", "tool", "ai"]
        assert texts(page) == ["how large?", "I look it up", "42", "inner"]
        asks = page.messages[1]
        (call,) = asks.tool_calls
        assert (call.id, call.name) == ("c1", "search")
        assert call.arguments is not None
        assert call.arguments.text == "{'text': 'cache', 'limits': [1, 2]}"
        assert call.arguments.handle is not None
        assert asks.usage is not None
        assert asks.usage.total_tokens == 7
        assert page.messages[2].tool_call_id == "c1"
        notes = read(driver, channel="notes")
        assert [(each.type, each.new) for each in notes.messages] == [("human", True), ("ai", True)]
        assert texts(notes) == ["a pair", "a dictionary"]


def test_pages_and_what_the_superstep_brought(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, CHAT))
        driver.start({"messages": [["user", str(number)] for number in range(250)]})
        last = read(driver, limit=10)
        assert (last.channel, last.total, last.offset, len(last.messages)) == (
            "messages",
            253,
            243,
            10,
        )
        assert [each.index for each in last.messages] == list(range(243, 253))
        first = read(driver, channel="messages", offset=0, limit=3)
        assert texts(first) == ["0", "1", "2"]
        assert not any(each.new for each in first.messages)
        rows = driver.rows()
        after_inner = cast(
            MessagePage, driver.do(ReadMessages("t", rows[1].checkpoint_id, channel="messages"))
        )
        assert [each.index for each in after_inner.messages if each.new] == [252]


def test_who_wrote_each_message(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, CHAT))
        driver.start({"messages": [["user", "how large?"]]})
        row = driver.rows()[0]
        edit = StateEdit(
            "t", row.checkpoint_id, {"messages": [{"role": "user", "content": "by hand"}]}
        )
        driver.do(CommitEdit(edit))
        authors = trace(driver)
        assert [(each.kind, each.node, each.step) for _, each in sorted(authors.items())] == [
            ("input", "__start__", 0),
            ("node", "agent", 1),
            ("node", "tools", 2),
            ("node", "inner", 3),
            ("edit", "", 5),
        ]
        steps = {each.step: each.checkpoint_id for each in driver.rows()}
        assert authors[1].checkpoint_id == steps[1]


def test_the_way_back_is_gone_in_parts(tmp_path: Path) -> None:
    body = """
from runtime.graph.message import MessagesState


def say(state: MessagesState) -> dict[str, Any]:
    return {"messages": [{"role": "assistant", "content": str(len(state["messages"]))}]}


def again(state: MessagesState) -> str:
    return "say" if len(state["messages"]) < 210 else END


builder = StateGraph(MessagesState).add_node(say).add_edge(START, "say")
graph = builder.add_conditional_edges("say", again, ["say", END]).compile()
graph = graph.with_config(recursion_limit=1000)
"""
    with driven() as driver:
        driver.open(write_graph(tmp_path, body))
        driver.start({"messages": [["user", "0"]]})
        row = driver.rows()[0]
        command = TraceMessages("t", row.checkpoint_id, "messages")
        told = [cast(MessagesTraced, driver.do(command))]
        while told[-1].more:
            told.append(cast(MessagesTraced, driver.do(command)))
        assert len(told) > 1
        assert max(each.index for each in told[0].authors) == 209
        authors = {each.index: each for part in told for each in part.authors}
        assert [authors[index].step for index in range(210)] == list(range(210))


def test_tokens_are_told_with_their_task_before_it_writes(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, CHAT))
        driver.start({"messages": [["user", "how large?"]]})
        streamed = parts(driver, "a1")
        assert "".join(each.text for each in streamed) == "I look it up"
        assert sum(each.tokens for each in streamed) == 3
        assert {(each.name, each.checkpoint_ns, each.type) for each in streamed} == {
            ("agent", "", "ai")
        }
        wrote = next(each for each in driver.told(TaskWrote) if each.name == "agent")
        assert {each.task_id for each in streamed} == {wrote.task_id}
        told = [event for event in driver.events if isinstance(event, MessagesStreamed)]
        assert told[0].sequence < wrote.sequence


def test_tokens_of_a_subgraph_and_a_message_that_replaces_them(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, CHAT))
        driver.start({"messages": [["user", "how large?"]]})
        last = parts(driver, "a2")[-1]
        assert (last.text, last.whole) == ("inner", True)
        assert last.name == "inner_agent"
        outer = next(each for each in driver.told(TaskWrote) if each.name == "inner")
        assert last.checkpoint_ns == f"inner:{outer.task_id}"


def test_custom_values_are_told_whole_with_their_time(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, CHAT))
        driver.start({"messages": [["user", "how large?"]]})
        (output,) = driver.told(TaskOutput)
        assert (output.name, output.kind) == ("inner_agent", "custom")
        assert output.json == {"progress": [1, {"of": 2}]}
        assert output.time > 1_600_000_000


def test_usage_by_task_now_and_later(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, CHAT))
        driver.start({"messages": [["user", "how large?"]]})
        told = {each.name: each.usage for each in driver.told(TaskWrote)}
        assert told["agent"] is not None
        assert (told["agent"].input_tokens, told["agent"].output_tokens) == (5, 2)
        # The subgraph hands back the agent's message as well.
        assert told["inner"] is None
        rows = {each.next: each for each in driver.rows()}
        for name, usage in (("agent", told["agent"]), ("inner", None)):
            (task,) = driver.view(rows[(name,)].checkpoint_id).tasks
            assert task.usage == usage


ENDLESS = """
from runtime.graph.message import MessagesState, push_message
from runtime.messages import AIMessage


def talk(state: MessagesState) -> None:
    while True:
        push_message(AIMessage("and so on ", id="long"), state_key=None)


graph = StateGraph(MessagesState).add_node(talk).add_edge(START, "talk").compile()
"""


def test_a_flood_of_tokens_is_gathered_and_can_be_stopped(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, ENDLESS))
        driver.do(Start("t", {"messages": [["user", "go"]]}))
        seen = 0
        while seen < 2_000:
            event = driver.wait(MessagesStreamed)
            seen += sum(each.tokens for each in event.parts)
            assert all(len(each.text) <= 100_000 for each in event.parts)
        driver.do(Stop())
        assert driver.wait(RunEnded).reason == "stopped"
        assert len(driver.told(MessagesStreamed)) < 200


MODELS = """
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from runtime.graph.message import MessagesState

model = GenericFakeChatModel(messages=iter([AIMessage("hello big world", id="m")] * 10))


def sync(state: MessagesState) -> dict[str, Any]:
    return {"messages": [model.invoke(state["messages"])]}


async def coroutine(state: MessagesState) -> dict[str, Any]:
    return {"messages": [await model.ainvoke(state["messages"])]}


inner = StateGraph(MessagesState).add_node(coroutine).add_edge(START, "coroutine").compile()
builder = StateGraph(MessagesState).add_node(sync).add_node("inner", inner)
graph = builder.add_edge(START, "sync").add_edge("sync", "inner").compile()
"""


def test_tokens_of_langchains_models(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, MODELS))
        assert cast(RunEnded, driver.start({"messages": [["user", "hi"]]})).reason == "done"
        texts_of: dict[str, str] = {}
        for event in driver.told(MessagesStreamed):
            for part in event.parts:
                texts_of[part.name] = texts_of.get(part.name, "") + part.text
        assert texts_of == {"sync": "hello big world", "coroutine": "hello big world"}


def test_messages_whose_class_is_not_at_hand(tmp_path: Path, in_process: None) -> None:
    """A database of somebody else: its messages are read without their classes."""
    from langchain_core.messages import AIMessage

    from runtime.graph import START, StateGraph
    from runtime.graph.message import MessagesState

    def agent(state: MessagesState) -> dict[str, Any]:
        call = {"id": "c", "name": "find", "args": {"x": 1}, "type": "tool_call"}
        return {"messages": [AIMessage("found", id="m", tool_calls=[call])]}

    saver = InMemorySaver()
    graph = StateGraph(MessagesState).add_node(agent).add_edge(START, "agent").compile(saver)
    graph.invoke({"messages": [["user", "hi"]]}, {"configurable": {"thread_id": "t"}})
    driver = Driver(LocalSession(saver))
    try:
        page = read(driver)
        assert texts(page) == ["hi", "found"]
        assert page.messages[1].tool_calls[0].name == "find"
        assert trace(driver)[1].node == "agent"
    finally:
        driver.session.close()


@pytest.mark.parametrize(
    ("content", "kind", "media"),
    [
        (
            {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}},
            "image",
            "image/png",
        ),
        (
            {"type": "image", "source_type": "base64", "data": "AA==", "mime_type": "image/gif"},
            "image",
            "image/gif",
        ),
        (
            {
                "type": "image",
                "source": {"type": "base64", "media_type": "image/webp", "data": "A"},
            },
            "image",
            "image/webp",
        ),
        ({"type": "image", "base64": "AA==", "mime_type": "image/jpeg"}, "image", "image/jpeg"),
        (
            {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}},
            "other",
            "image",
        ),
        ({"type": "thinking", "thinking": "hm"}, "reasoning", ""),
        (
            {"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}]},
            "reasoning",
            "",
        ),
        ({"type": "text", "text": "plain"}, "text", ""),
        ({"type": "audio", "data": "AA=="}, "other", ""),
    ],
)
def test_blocks_of_content(content: Any, kind: str, media: str, in_process: None) -> None:
    from runtime.debug.messages.content import Message
    from runtime.debug.messages.parts import Part
    from runtime.debug.preview import value_at

    value = {"role": "user", "content": [content]}
    message = Message.of(Part(value))
    assert message is not None
    (block,) = message.blocks()
    assert (block.kind, block.media) == (kind, media)
    assert value_at(value, block.part.path) == block.part.value
