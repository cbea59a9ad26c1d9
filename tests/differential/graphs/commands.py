"""Commands: returned by nodes, and given as input."""

from typing import Any, Literal

from tests.differential.engines import Engine
from tests.differential.graphs.states import graph_of
from tests.differential.recording import Session
from tests.differential.scenarios import run_and_look, says, scenario


def _returning(engine: Engine, result: Any, edges: Any = ()) -> Any:
    nodes = {"a": lambda state: result, "b": says("b"), "c": says("c")}
    return engine.compile(graph_of(engine, nodes, [(engine.START, "a"), *edges]))


@scenario(run_and_look({"x": 1}))
def goto_one(engine: Engine) -> Any:
    return _returning(engine, engine.Command(goto="b"))


@scenario(run_and_look({"x": 1}))
def update_and_goto_several(engine: Engine) -> Any:
    return _returning(engine, engine.Command(update={"log": ["u"], "x": 7}, goto=["c", "b"]))


@scenario(run_and_look({"x": 1}))
def goto_beside_a_static_edge(engine: Engine) -> Any:
    return _returning(engine, engine.Command(update={"log": ["u"]}, goto="c"), [("a", "b")])


@scenario(run_and_look({"x": 1}))
def update_by_pairs_goto_send(engine: Engine) -> Any:
    command = engine.Command(
        update=[("log", ["u"]), ("x", 4), ("log", ["v"])], goto=engine.Send("b", {"x": 9})
    )
    return _returning(engine, command)


@scenario(run_and_look({"x": 1}))
def goto_send_and_name(engine: Engine) -> Any:
    return _returning(
        engine, engine.Command(goto=[engine.Send("b", {"x": 1}), "c", engine.Send("c", 1)])
    )


@scenario(run_and_look({"x": 1}))
def goto_the_end_start_and_nothing(engine: Engine) -> Any:
    command = engine.Command
    nodes = {
        "end": lambda state: command(update={"log": ["end"]}, goto=engine.END),
        "empty": lambda state: command(),
        "list": lambda state: command(update={"log": ["list"]}, goto=[]),
        "resume": lambda state: command(resume=1),
        "strange": lambda state: command(update=5, goto="tail"),
        "unknown": lambda state: command(update={"nobody": 1}),
        "tail": says("tail"),
    }
    starts = [(engine.START, name) for name in nodes if name != "tail"]
    return engine.compile(graph_of(engine, nodes, starts))


@scenario(run_and_look({"x": 1}))
def list_of_commands(engine: Engine) -> Any:
    command = engine.Command
    return _returning(
        engine,
        [command(update={"log": [1]}), command(update={"log": [2]}, goto="b"), command(goto="c")],
    )


@scenario(run_and_look({"x": 1}))
def list_of_command_and_update(engine: Engine) -> Any:
    return _returning(
        engine, [{"log": [1]}, engine.Command(update={"log": [2]}, goto="b"), {"log": [3], "x": 3}]
    )


@scenario(run_and_look({"x": 0}))
def command_loop(engine: Engine) -> Any:
    def loop(state: Any) -> Any:
        done = state["x"] >= 3
        return engine.Command(update={"x": state["x"] + 1}, goto="tail" if done else "loop")

    nodes = {"loop": loop, "tail": says("tail")}
    return engine.compile(graph_of(engine, nodes, [(engine.START, "loop")]))


@scenario(run_and_look({"x": 1}))
def command_to_a_join(engine: Engine) -> Any:
    """A goto starts the node at once; the join edge still waits for its sources."""
    nodes = {
        "a": lambda state: engine.Command(update={"log": ["a"]}, goto="join"),
        "b": says("b"),
        "join": says("join"),
    }
    edges = [(engine.START, "a"), (engine.START, "b"), (["a", "b"], "join")]
    return engine.compile(graph_of(engine, nodes, edges))


@scenario(run_and_look({"x": 1}))
def declared_destinations(engine: Engine) -> Any:
    destination = Literal["b", "c"]

    def a(state: Any) -> Any:
        return engine.Command(goto="c", update={"log": ["a"]})

    a.__annotations__["return"] = engine.Command[destination]
    nodes = {"a": a, "b": says("b"), "c": says("c")}
    return engine.compile(graph_of(engine, nodes, [(engine.START, "a"), ("b", "c")]))


def _as_input(engine: Engine, session: Session) -> None:
    session.stream(engine.Command(update={"x": 3, "log": ["first"]}))
    session.snapshot()
    session.stream(engine.Command(update={"x": 4}, goto="c"))
    session.snapshot()
    session.stream(engine.Command(goto=[engine.Send("b", {"x": 0}), "c"]))
    session.snapshot()
    session.stream(engine.Command(graph=engine.Command.PARENT, update={"x": 1}))


@scenario(_as_input)
def command_as_input(engine: Engine) -> Any:
    nodes = {"a": says("a"), "b": says("b"), "c": says("c")}
    return engine.compile(graph_of(engine, nodes, [(engine.START, "a"), ("a", "b")]))
