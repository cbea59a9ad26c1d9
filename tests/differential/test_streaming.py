"""Streams: parts of version 2, chat messages, what is printed."""

import operator
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any

import pytest
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.language_models.fake_chat_models import FakeListChatModel, GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import RunnableConfig
from pydantic import BaseModel
from typing_extensions import TypedDict

from tests.differential.engines import Engine
from tests.differential.probing import Probe, same

pytestmark = pytest.mark.filterwarnings("ignore")  # the other engine's warnings are not ours

THREAD = {"configurable": {"thread_id": "thread"}}
EVERY = ["values", "updates", "tasks", "checkpoints", "debug", "custom", "messages"]


class Typed(TypedDict, total=False):
    x: int
    log: Annotated[list[str], operator.add]


class Model(BaseModel):
    x: int = 0
    log: Annotated[list[str], operator.add] = []


@dataclass
class Record:
    x: int = 0
    log: Annotated[list[str], operator.add] = field(default_factory=list)


def says(name: str) -> Any:
    return lambda state: {"log": [name]}


def asking(engine: Engine, schema: Any) -> Any:
    inner = engine.StateGraph(schema).add_node("i", says("i")).add_edge(engine.START, "i").compile()
    builder = engine.StateGraph(schema).add_node("sub", inner)
    builder.add_node("ask", lambda state: {"log": [engine.interrupt("?")]})
    builder.add_node("write", _writing(engine)).add_edge(engine.START, "sub")
    builder.add_edge("sub", "ask").add_edge("ask", "write")
    return builder.compile(engine.InMemorySaver())


def _writing(engine: Engine) -> Any:
    def write(state: Any) -> Any:
        engine.get_stream_writer()({"progress": 1})
        return {"log": ["written"]}

    return write


@pytest.mark.parametrize("schema", [Typed, Model, Record])
@pytest.mark.parametrize("version", ["v1", "v2"])
def test_every_mode(version: str, schema: Any) -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        app = asking(engine, schema)
        for given in ({"x": 1, "log": []}, engine.Command(resume="yes")):
            for inside in (False, True):
                options: dict[str, Any] = {"version": version, "subgraphs": inside}
                config = {"configurable": {"thread_id": f"{inside}"}}
                probe.stream("all", app.stream(given, config, stream_mode=EVERY, **options))
        for mode in EVERY:
            config = {"configurable": {"thread_id": mode}}
            for given in ({"x": 1, "log": []}, engine.Command(resume="yes")):
                options = {"version": version, "stream_mode": mode, "subgraphs": True}
                probe.stream(mode, app.astream(given, config, **options))
        config = {"configurable": {"thread_id": "invoke"}}
        for given in ({"x": 1, "log": []}, engine.Command(resume="yes")):
            probe("invoke", partial(app.invoke, given, config, version=version))

    same(program)


@pytest.mark.parametrize("schema", [Typed, Model, Record])
def test_results_of_version_2(schema: Any) -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        app = asking(engine, schema)
        result = app.invoke({"x": 1, "log": []}, THREAD, version="v2")
        probe("value", lambda: result.value)
        probe("asked", lambda: [found.value for found in result.interrupts])
        for key in ("x", "__interrupt__", "nobody"):
            probe(f"by {key}", lambda key=key: (key in result, result[key]))  # type: ignore[misc]

    same(program)


def test_a_question_of_a_graph_without_keys() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine

        def flow(given: int) -> Any:
            return engine.interrupt("?") if given > 1 else given

        app = engine.entrypoint(checkpointer=engine.InMemorySaver())(flow)
        for given in (2, 1, 2):
            for version in ("v1", "v2"):
                probe(version, partial(app.invoke, given, THREAD, version=version))

    same(program)


def test_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    def program(probe: Probe) -> None:
        builder = probe.engine.StateGraph(Typed).add_node("a", says("a"))
        app = builder.add_edge(probe.engine.START, "a").compile()
        chunks = app.stream({"log": []}, stream_mode="updates", print_mode=["values", "custom"])
        probe("streamed", lambda: list(chunks))
        probe("printed", lambda: capsys.readouterr().out)
        probe("invoked", lambda: app.invoke({"log": []}, print_mode="updates"))
        probe("printed", lambda: len(capsys.readouterr().out.splitlines()))
        probe("debugged", lambda: list(app.stream({"log": []}, debug=True)))
        probe("printed", lambda: len(capsys.readouterr().out.splitlines()))

    same(program)


def talking(engine: Engine, call: Any, **options: Any) -> Any:
    builder = engine.StateGraph(engine.MessagesState).add_node("call", call, **options)
    builder.add_node("fixed", lambda state: {"messages": [AIMessage("fixed", id="fixed")]})
    return builder.add_edge(engine.START, "call").add_edge("call", "fixed").compile()


def model() -> Any:
    answers = [AIMessage("hello big world"), AIMessage("second one")]
    return GenericFakeChatModel(messages=iter(answers))


GREETING = {"messages": [HumanMessage("hi", id="h1")]}


def test_tokens_of_chat_models() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine

        def calls(talker: Any) -> Any:
            return lambda state: {"messages": talker.invoke(state["messages"])}

        def later(talker: Any) -> Any:
            async def call(state: Any) -> Any:
                return {"messages": await talker.ainvoke(state["messages"])}

            return call

        config = {"tags": ["t"], "metadata": {"u": 1}, "configurable": {"user": "ann"}}
        for mode in ("messages", ["messages", "updates"]):
            app = talking(engine, calls(model()), metadata={"kind": "talker"})
            probe.stream("tokens", app.stream(GREETING, stream_mode=mode))
            app = talking(engine, calls(model()))
            probe.stream("configured", app.stream(GREETING, config, stream_mode=mode))
            app = talking(engine, later(model()))
            probe.stream("awaited", app.astream(GREETING, stream_mode=mode))
            silent = model().with_config(tags=["nostream"])
            app = talking(engine, calls(silent))
            probe.stream("silent", app.stream(GREETING, stream_mode=mode))
        probe("invoked", lambda: talking(engine, calls(model())).invoke(GREETING))
        for inside in (False, True):
            app = talking(engine, talking(engine, calls(model())))
            chunks = app.stream(GREETING, stream_mode="messages", subgraphs=inside)
            probe.stream(f"inside {inside}", chunks)
        chunks = talking(engine, calls(model())).stream(
            GREETING, stream_mode="messages", version="v2"
        )
        probe.stream("v2", chunks)
        builder = engine.StateGraph(Annotated[list[Any], engine.add_messages])
        builder.add_node("model", FakeListChatModel(responses=["abc"]))
        app = builder.add_edge(engine.START, "model").compile()
        probe.stream("as node", app.stream([HumanMessage("hi", id="h")], stream_mode="messages"))

    same(program)


def test_tokens_of_a_configured_model_come_once() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        told = Told()
        for config in ({"tags": ["t"]}, {"metadata": {"u": 1}}):
            talker = model().with_config(**config)

            def call(state: Any, config: RunnableConfig, talker: Any = talker) -> Any:
                return {"messages": talker.invoke(state["messages"], config)}

            chunks = talking(engine, call).stream(
                GREETING, {"callbacks": [told]}, stream_mode="messages"
            )
            probe.stream(f"{config}", chunks)
        probe("told", lambda: told.models)

    same(program)


class Told(BaseCallbackHandler):
    """Remembers the names of the models that started."""

    def __init__(self) -> None:
        self.models: list[str] = []

    def on_chat_model_start(self, *args: Any, **kwargs: Any) -> None:
        self.models.append(kwargs["name"])


def test_messages_that_nodes_push() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine

        def push(state: Any) -> Any:
            engine.push_message(AIMessage("pushed", id="p1"))
            engine.push_message(AIMessage("streamed only", id="p2"), state_key=None)
            return {}

        def without_id(state: Any) -> Any:
            engine.push_message(AIMessage("nameless"))

        modes = ["messages", "updates", "values"]
        probe.stream("pushed", talking(engine, push).stream(GREETING, stream_mode=modes))
        probe.stream("pushed", talking(engine, push).astream(GREETING, stream_mode=modes))
        probe("nameless", partial(talking(engine, without_id).invoke, GREETING))
        probe("outside", partial(engine.push_message, AIMessage("pushed", id="p1")))

    same(program)
