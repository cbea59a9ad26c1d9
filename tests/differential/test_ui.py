"""Messages for a user interface: streamed, written to the state and merged by id."""

from functools import partial
from typing import Annotated, Any

import pytest
from typing_extensions import TypedDict

from tests.differential.engines import Engine
from tests.differential.probing import Probe, same

pytestmark = pytest.mark.filterwarnings("ignore")  # the other engine's warnings are not ours


class ChatMessage:
    id = "of a message"


def shown(engine: Engine, *pieces: Any, result: Any = None) -> Any:
    """A graph whose node shows pieces: (name, props, options) or the id of one to take back."""
    hints = {
        "x": int,
        "ui": Annotated[list[Any], engine.ui_message_reducer],
        "other": Annotated[list[Any], engine.ui_message_reducer],
    }

    def node(state: Any) -> Any:
        for piece in pieces:
            if isinstance(piece, str):
                engine.delete_ui_message(piece)
            else:
                name, props, options = piece
                engine.push_ui_message(name, props, **options)
        return result

    schema: Any = TypedDict("State", hints, total=False)  # type: ignore[misc]
    builder = engine.StateGraph(schema).add_node("node", node)
    return builder.add_edge(engine.START, "node").compile(engine.InMemorySaver())


CARD = ("card", {"a": 1}, {"id": "one"})
PIECES: dict[str, list[Any]] = {
    "new": [("card", {"a": 1}, {})],
    "named": [CARD],
    "replaced": [CARD, ("table", {"b": 2}, {"id": "one"})],
    "merged": [CARD, ("card", {"b": 2}, {"id": "one", "merge": True})],
    "described": [("card", {}, {"id": "one", "metadata": {"k": 1}, "message": ChatMessage()})],
    "elsewhere": [("card", {}, {"id": "one", "state_key": "other"})],
    "streamed only": [("card", {}, {"id": "one", "state_key": None})],
    "taken back": [CARD, "one"],
    "nothing to take back": ["nobody"],
}


@pytest.mark.parametrize("name", PIECES)
def test_pieces_are_streamed_and_kept(name: str) -> None:
    def program(probe: Probe) -> None:
        for result in (None, {"x": 2}):
            app = shown(probe.engine, *PIECES[name], result=result)
            for tags in ([], ["tag"]):
                config = {"configurable": {"thread_id": str(tags)}, "tags": tags}
                modes = ["custom", "updates", "values"]
                probe.stream("stream", app.stream({"x": 1}, config, stream_mode=modes))
                probe("invoke", partial(app.invoke, {"x": 1}, config))
                probe("ainvoke", partial(app.ainvoke, {"x": 1}, config))

    same(program)


def piece(identity: str, **more: Any) -> dict[str, Any]:
    found = {"type": "ui", "id": identity, "name": "n", "props": {"p": identity}, "metadata": {}}
    return {**found, **more}


def gone(identity: str) -> dict[str, Any]:
    return {"type": "remove-ui", "id": identity}


MERGING = {"merge": True}
MERGES: dict[str, tuple[Any, Any]] = {
    "into nothing": ([], piece("a")),
    "one and one": (piece("a"), piece("b")),
    "replaced": ([piece("a"), piece("b")], [piece("a", props={"q": 1})]),
    "merged": ([piece("a")], [piece("a", props={"q": 1}, metadata=MERGING)]),
    "merged into nothing": ([], [piece("a", metadata=MERGING)]),
    "removed": ([piece("a"), piece("b")], [gone("a")]),
    "unknown": ([piece("a")], [gone("z")]),
    "added and removed": ([], [piece("a"), gone("a")]),
    "removed and added": ([piece("a"), piece("b")], [gone("a"), piece("a", props={"new": 1})]),
    "removed twice": ([piece("a")], [gone("a"), gone("a")]),
}


@pytest.mark.parametrize("name", MERGES)
def test_merging(name: str) -> None:
    def program(probe: Probe) -> None:
        probe(name, partial(probe.engine.ui_message_reducer, *MERGES[name]))

    same(program)


def test_only_inside_a_task() -> None:
    def program(probe: Probe) -> None:
        probe("push", partial(probe.engine.push_ui_message, "card", {}))
        probe("delete", partial(probe.engine.delete_ui_message, "card"))

    same(program)
