"""A graph as data: nodes, edges, channels, input, and where its code stands."""

from pathlib import Path

import pytest

from runtime.debug.commands import ReadSource
from runtime.debug.description import EdgeDescription, GraphDescription
from runtime.debug.views import SourceText
from tests.runtime.debug.harness import ASKING, CHAIN, FAN, driven, write_graph


def described(path: Path) -> GraphDescription:
    with driven() as driver:
        return driver.open(path)


def arrows(graph: GraphDescription) -> list[tuple[str, str, str]]:
    return [(edge.source, edge.target, edge.kind) for edge in graph.edges]


def test_nodes_edges_and_joins(tmp_path: Path) -> None:
    graph = described(write_graph(tmp_path, FAN))
    assert [(node.name, node.kind) for node in graph.nodes] == [
        ("__start__", "start"),
        ("plan", "node"),
        ("left", "node"),
        ("right", "node"),
        ("work", "node"),
        ("join", "node"),
    ]
    assert arrows(graph) == [
        ("__start__", "plan", "static"),
        ("plan", "left", "static"),
        ("plan", "right", "static"),
        ("left", "join", "join"),
        ("right", "join", "join"),
        ("plan", "work", "conditional"),
    ]
    joins = {edge.join for edge in graph.edges if edge.kind == "join"}
    assert joins == {"join:left+right:join"}


ROUTES = '''
class State(TypedDict):
    kind: str
    score: Annotated[float, max]


def route(state: State) -> str:
    if state["kind"] == "x":
        return "b"
    return "c" if state["kind"] else END


def free(state: State) -> Any:
    return state["kind"]


def a(state: State) -> dict[str, Any]:
    """Looks at one key."""
    return {"score": len(state["kind"])}


def b(state: State) -> Command[Any]:
    return Command(goto="c", update={"kind": "b"})


def c(state: State) -> dict[str, Any]:
    return dict(state)


builder = StateGraph(State)
builder.add_node(a)
builder.add_node(b, destinations=None)
builder.add_node(c, defer=True)
builder.add_edge(START, "a")
builder.add_conditional_edges("a", route)
builder.add_conditional_edges("c", free)
builder.add_conditional_edges("c", lambda state: True, {True: "a", False: END})
graph = builder.compile(interrupt_before=["a"], interrupt_after="*", name="routes")
'''


def test_routers_without_declared_ends_are_read_from_their_source(tmp_path: Path) -> None:
    graph = described(write_graph(tmp_path, ROUTES))
    edges = {(edge.source, edge.target, edge.provenance): edge for edge in graph.edges}
    assert ("a", "b", "inferred") in edges
    assert ("a", "c", "inferred") in edges
    assert ("a", "__end__", "inferred") in edges
    assert ("a", "a", "inferred") not in edges
    assert ("b", "c", "inferred") in edges
    # A router that says nothing may go anywhere.
    assert {target for source, target, kind in edges if (source, kind) == ("c", "inferred")} == {
        "a",
        "b",
        "c",
        "__end__",
    }
    assert edges["c", "a", "declared"].label == "True"
    assert edges["c", "__end__", "declared"].label == "False"


def test_nodes_say_what_they_are(tmp_path: Path) -> None:
    path = write_graph(tmp_path, ROUTES)
    graph = described(path)
    nodes = {node.name: node for node in graph.nodes}
    a = nodes["a"]
    assert a.documentation == "Looks at one key."
    assert (a.interrupts_before, a.interrupts_after, a.deferred) == (True, True, False)
    assert (a.triggers, a.reads) == (("branch:to:a",), ("kind",))
    assert nodes["c"].deferred
    assert nodes["c"].reads == ("kind", "score")
    assert a.source is not None
    lines = path.read_text().splitlines()
    assert lines[a.source.first_line - 1].startswith("def a(")
    assert lines[a.source.last_line - 1] == '    return {"score": len(state["kind"])}'
    assert graph.name == "routes"


def test_lines_of_interrupts_are_found(tmp_path: Path) -> None:
    path = write_graph(tmp_path, ASKING)
    lines = path.read_text().splitlines()
    for node in described(path).nodes:
        if node.source is not None:
            marked = [lines[number - 1].strip() for number in node.source.interrupt_lines]
            assert all("interrupt(" in line for line in marked)
            assert len(marked) == {"left": 1, "right": 2}.get(node.name, 0)


def test_channels_say_type_reducer_and_who_touches_them(tmp_path: Path) -> None:
    graph = described(write_graph(tmp_path, FAN))
    channels = {channel.name: channel for channel in graph.channels}
    log = channels["log"]
    assert (log.kind, log.type, log.reducer) == (
        "BinaryOperatorAggregate",
        "list[str]",
        "operator.add",
    )
    assert log.schema == {"type": "array", "items": {"type": "string"}}
    assert log.writers == ("left", "right", "work", "join")
    assert not log.internal
    join = channels["join:left+right:join"]
    assert (join.internal, join.readers) == (True, ("join",))
    assert channels["branch:to:plan"].internal
    routes = described(write_graph(tmp_path, ROUTES))
    reducers = {channel.name: channel.reducer for channel in routes.channels}
    assert (reducers["score"], reducers["kind"]) == ("max", None)


def test_the_input_schema_is_that_of_the_input(tmp_path: Path) -> None:
    graph = described(write_graph(tmp_path, CHAIN + 'EXAMPLE_INPUT = {"log": []}\n'))
    assert graph.input_schema["properties"] == {
        "log": {"title": "Log", "type": "array", "items": {"type": "string"}},
        "count": {"title": "Count", "type": "integer"},
    }
    assert graph.example_input == {"log": []}


MODEL = '''
from pydantic import BaseModel, Field


class Inner(BaseModel):
    x: int


class Given(BaseModel):
    """What is asked."""

    question: str = Field(description="In one sentence")
    inner: Inner = Inner(x=1)


class State(Given):
    log: Annotated[list[str], operator.add] = []


def a(state: State) -> dict[str, Any]:
    return {"log": [state.question, str(state.inner.x)]}


builder = StateGraph(State, input_schema=Given)
builder.add_node(a)
builder.add_edge(START, "a")
graph = builder.compile()
'''


def test_models_keep_their_schema_and_their_required_fields(tmp_path: Path) -> None:
    from runtime.debug.commands import Start

    with driven() as driver:
        graph = driver.open(write_graph(tmp_path, MODEL))
        assert graph.input_schema["required"] == ["question"]
        assert graph.input_schema["properties"]["question"]["description"] == "In one sentence"
        assert driver.refusal(Start("t", {})) == "question: This field is required."
        driver.start({"question": "why", "inner": {"x": 2}})
        assert driver.values()["log"] == "['why', '2']"


def test_the_fingerprint_changes_with_the_shape_only(tmp_path: Path) -> None:
    first = described(write_graph(tmp_path, CHAIN))
    same = described(write_graph(tmp_path, CHAIN.replace('["c"]', '["changed"]')))
    other = described(
        write_graph(
            tmp_path, CHAIN.replace("builder.compile()", 'builder.add_edge("a", "c").compile()')
        )
    )
    assert first.fingerprint == same.fingerprint != other.fingerprint


HAND_MADE = """
from runtime.channels import EphemeralValue, LastValue
from runtime.pregel import NodeBuilder, Pregel

double = NodeBuilder().subscribe_only("a").do(lambda x: x + x).write_to("b").build()
triple = NodeBuilder().subscribe_only("b").do(lambda x: x * 3).write_to("c").build()
graph = Pregel(
    nodes={"double": double, "triple": triple},
    channels={"a": EphemeralValue(int), "b": LastValue(int), "c": LastValue(int)},
    input_channels="a",
    output_channels="c",
)
"""


def test_a_graph_made_by_hand_is_drawn_by_its_channels(tmp_path: Path) -> None:
    with driven() as driver:
        graph = driver.open(write_graph(tmp_path, HAND_MADE))
        assert EdgeDescription("double", "triple", "static", label="b") in graph.edges
        assert arrows(graph) == [
            ("__start__", "double", "static"),
            ("double", "triple", "static"),
            ("triple", "__end__", "static"),
        ]
        assert graph.input_schema == {"type": "integer"}
        assert "valid integer" in driver.refusal_of_input("x")
        driver.start(2)
        assert driver.values()["c"] == "12"


def test_only_sources_of_the_open_graph_are_read(tmp_path: Path) -> None:
    with driven() as driver:
        path = write_graph(tmp_path, CHAIN)
        driver.open(path)
        assert driver.do(ReadSource(str(path))) == SourceText(str(path), path.read_text())
        assert "no source file" in driver.refusal(ReadSource("/etc/hostname"))


@pytest.mark.parametrize("name", ["research", "review", "joins", "recovery", "loop", "counter"])
def test_every_sample_can_be_described_and_run(name: str) -> None:
    import sample_graphs

    path = Path(sample_graphs.__path__[0]) / f"{name}.py"
    with driven() as driver:
        reply = driver.open_any(path)
        assert reply.documentation
        assert reply.nodes
        assert reply.input_schema
        rest = driver.start(reply.example_input)
        assert rest.text
