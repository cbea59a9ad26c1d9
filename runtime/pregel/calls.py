"""Calling a graph: invoke and stream, sync and async."""

from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal

from runtime.constants import INTERRUPT, NS_SEPARATOR, START
from runtime.deferred import Deferred
from runtime.pregel import running
from runtime.pregel.chain_events import atold_chunks, told_chunks
from runtime.pregel.composing import Composable
from runtime.pregel.config import Config, stable_namespace
from runtime.pregel.drive import drive
from runtime.pregel.langchain import as_runnable
from runtime.pregel.loop import Loop
from runtime.pregel.outcome import open_interrupts
from runtime.pregel.streams import Chunk, chunk_shape
from runtime.runtime import RunControl
from runtime.types import All, Durability, GraphOutput, StreamMode
from runtime.typing import ContextT

if TYPE_CHECKING:
    from runtime.pregel import drive_async
    from runtime.pregel.main import Pregel
else:
    drive_async = Deferred("runtime.pregel.drive_async")

Modes = StreamMode | Sequence[StreamMode]
Version = Literal["v1", "v2"]
Keys = str | Sequence[str]


class GraphCalls(Composable, Generic[ContextT]):
    """The part of ``Pregel`` that runs it."""

    if TYPE_CHECKING:
        stream_mode: StreamMode
        output_channels: Keys
        debug: bool

    def begins_quietly(self) -> bool:
        """Whether only the engine's code runs in the superstep that takes the input."""
        return False

    def coerce_output(self, value: Any) -> Any:
        """The output as the declared output type; overridden where there is one."""
        return value

    def coerce_state(self, value: Any) -> Any:
        """Values as the declared state type; overridden where there is one."""
        return value

    # -- one result -------------------------------------------------------------------------

    def invoke(
        self,
        input: Any,
        config: Config | None = None,
        *,
        context: ContextT | None = None,
        stream_mode: Modes = "values",
        print_mode: Modes = (),
        output_keys: Keys | None = None,
        interrupt_before: All | Sequence[str] | None = None,
        interrupt_after: All | Sequence[str] | None = None,
        durability: Durability | None = None,
        control: RunControl | None = None,
        version: Version = "v1",
        **kwargs: Any,
    ) -> Any:
        """Run to the end or the next interrupt and give the output.

        With questions open the output has the key ``__interrupt__``. With another ``stream_mode``
        than ``values``: the list of all chunks.
        """
        subgraphs = bool(kwargs.pop("subgraphs", False))
        options = running.Options(
            context=context,
            modes=() if stream_mode == "values" else running.as_modes(stream_mode),
            print_modes=self._printed(print_mode, kwargs.pop("debug", None)),
            output_keys=self.output_channels if output_keys is None else output_keys,
            interrupt_before=interrupt_before,
            interrupt_after=interrupt_after,
            durability=running.chosen_durability(durability, kwargs),
            control=control,
            subgraphs=subgraphs,
        )
        if stream_mode != "values":
            several = not isinstance(stream_mode, str)
            return list(self._chunks(input, config, options, version, several))
        loop = running.make_loop(self._graph, config, options)
        if loop.streams is None:
            deque(drive(loop, input), maxlen=0)
        else:
            for _ in drive(loop, input):
                running.print_chunks(loop, options)
        return self._result(loop, options, version)

    async def ainvoke(
        self,
        input: Any,
        config: Config | None = None,
        *,
        context: ContextT | None = None,
        stream_mode: Modes = "values",
        print_mode: Modes = (),
        output_keys: Keys | None = None,
        interrupt_before: All | Sequence[str] | None = None,
        interrupt_after: All | Sequence[str] | None = None,
        durability: Durability | None = None,
        control: RunControl | None = None,
        version: Version = "v1",
        **kwargs: Any,
    ) -> Any:
        """As ``invoke``, on the running event loop."""
        subgraphs = bool(kwargs.pop("subgraphs", False))
        options = running.Options(
            context=context,
            modes=() if stream_mode == "values" else running.as_modes(stream_mode),
            print_modes=self._printed(print_mode, kwargs.pop("debug", None)),
            output_keys=self.output_channels if output_keys is None else output_keys,
            interrupt_before=interrupt_before,
            interrupt_after=interrupt_after,
            durability=running.chosen_durability(durability, kwargs),
            control=control,
            subgraphs=subgraphs,
        )
        if stream_mode != "values":
            several = not isinstance(stream_mode, str)
            return [
                chunk async for chunk in self._achunks(input, config, options, version, several)
            ]
        loop = await running.amake_loop(self._graph, config, options)
        async for _ in drive_async.adrive(loop, input):
            running.print_chunks(loop, options)
        return self._result(loop, options, version)

    def _result(self, loop: Loop, options: running.Options, version: Version) -> Any:
        value = loop.output(options.output_keys or ())
        interrupts = open_interrupts(loop) if loop.status == "interrupt" else ()
        if interrupts and not isinstance(value, dict):
            value = {}
        if version == "v2":
            return GraphOutput(self.coerce_output(value) if value else value, tuple(interrupts))
        return {**value, INTERRUPT: list(interrupts)} if interrupts else value

    # -- chunks -----------------------------------------------------------------------------

    def stream(
        self,
        input: Any,
        config: Config | None = None,
        *,
        context: ContextT | None = None,
        stream_mode: Modes | None = None,
        print_mode: Modes = (),
        output_keys: Keys | None = None,
        interrupt_before: All | Sequence[str] | None = None,
        interrupt_after: All | Sequence[str] | None = None,
        durability: Durability | None = None,
        control: RunControl | None = None,
        subgraphs: bool = False,
        debug: bool | None = None,
        version: Version = "v1",
        **kwargs: Any,
    ) -> Iterator[Any]:
        """Run and yield chunks of the asked modes as they are made."""
        modes, several = self._modes(stream_mode, config)
        options = running.Options(
            context=context,
            modes=modes,
            print_modes=self._printed(print_mode, debug),
            output_keys=output_keys,
            interrupt_before=interrupt_before,
            interrupt_after=interrupt_after,
            durability=running.chosen_durability(durability, kwargs),
            control=control,
            subgraphs=subgraphs,
        )
        return self._chunks(input, config, options, version, several)

    def astream(
        self,
        input: Any,
        config: Config | None = None,
        *,
        context: ContextT | None = None,
        stream_mode: Modes | None = None,
        print_mode: Modes = (),
        output_keys: Keys | None = None,
        interrupt_before: All | Sequence[str] | None = None,
        interrupt_after: All | Sequence[str] | None = None,
        durability: Durability | None = None,
        control: RunControl | None = None,
        subgraphs: bool = False,
        debug: bool | None = None,
        version: Version = "v1",
        **kwargs: Any,
    ) -> AsyncIterator[Any]:
        """As ``stream``, on the running event loop."""
        modes, several = self._modes(stream_mode, config)
        options = running.Options(
            context=context,
            modes=modes,
            print_modes=self._printed(print_mode, debug),
            output_keys=output_keys,
            interrupt_before=interrupt_before,
            interrupt_after=interrupt_after,
            durability=running.chosen_durability(durability, kwargs),
            control=control,
            subgraphs=subgraphs,
        )
        return self._achunks(input, config, options, version, several)

    async def astream_events(
        self, input: Any, config: Config | None = None, *, version: str = "v2", **kwargs: Any
    ) -> AsyncIterator[Any]:
        """Everything that LangChain's handlers are told, as dictionaries; needs LangChain."""
        runnable = as_runnable(self)
        async for event in runnable.astream_events(input, config, version=version, **kwargs):
            yield event

    def as_tool(self, args_schema: Any = None, **kwargs: Any) -> Any:
        """A LangChain tool that runs the graph; needs LangChain."""
        return as_runnable(self).as_tool(args_schema, **kwargs)

    def with_listeners(self, **listeners: Any) -> Any:
        """The graph as a runnable of LangChain's, with functions called at its start and end."""
        return as_runnable(self).with_listeners(**listeners)

    @property
    def config_specs(self) -> list[Any]:
        """What LangChain asks of its runnables: fields that a config may set. There are none."""
        return []

    def get_prompts(self, config: Config | None = None) -> list[Any]:
        """As ``config_specs``: prompts inside; nobody looks for them."""
        return []

    def _modes(
        self, stream_mode: Modes | None, config: Config | None
    ) -> tuple[tuple[str, ...], bool]:
        if stream_mode is None:
            stream_mode = "values" if running.is_of_task(config) else self.stream_mode
        return running.as_modes(stream_mode), not isinstance(stream_mode, str)

    def _printed(self, print_mode: Modes, debug: bool | None) -> tuple[str, ...]:
        if print_mode:
            return running.as_modes(print_mode)
        return ("updates", "values") if (self.debug if debug is None else debug) else ()

    def _chunks(
        self,
        given: Any,
        config: Config | None,
        options: running.Options,
        version: Version,
        several: bool,
    ) -> Iterator[Any]:
        loop = running.make_loop(self._graph, config, options)
        chunks = (
            self._shaped(chunk, options, version, several)
            for _ in drive(loop, given)
            for chunk in running.taken_chunks(loop, options)
        )
        yield from told_chunks(loop, chunks)

    async def _achunks(
        self,
        given: Any,
        config: Config | None,
        options: running.Options,
        version: Version,
        several: bool,
    ) -> AsyncIterator[Any]:
        loop = await running.amake_loop(self._graph, config, options)
        driver = drive_async.adrive(loop, given)

        async def shaped() -> AsyncGenerator[Any, None]:
            async for _ in driver:
                for chunk in running.taken_chunks(loop, options):
                    yield self._shaped(chunk, options, version, several)

        chunks = shaped()
        try:
            async for chunk in atold_chunks(loop, chunks):
                yield chunk
        finally:
            await chunks.aclose()
            await driver.aclose()  # type: ignore[attr-defined]

    def _shaped(
        self, chunk: Chunk, options: running.Options, version: Version, several: bool
    ) -> Any:
        if version != "v2":
            return chunk_shape(chunk, several_modes=several, subgraphs=options.subgraphs)
        namespace, mode, payload = chunk
        part: dict[str, Any] = {"type": mode, "ns": namespace, "data": payload}
        if mode == "values":
            interrupts: tuple[Any, ...] = ()
            if isinstance(payload, dict) and INTERRUPT in payload:
                payload = dict(payload)
                interrupts = payload.pop(INTERRUPT)
            part["data"] = self._at(namespace).coerce_output(payload)
            part["interrupts"] = interrupts
        elif mode == "checkpoints":
            part["data"] = self._at(namespace)._typed_checkpoint(payload)
        elif mode == "debug" and payload["type"] == "checkpoint":
            typed = self._at(namespace)._typed_checkpoint(payload["payload"])
            part["data"] = {**payload, "payload": typed}
        return part

    def _typed_checkpoint(self, payload: dict[str, Any]) -> dict[str, Any]:
        if START in payload["next"]:
            return payload
        return {**payload, "values": self.coerce_state(payload["values"])}

    def _at(self, namespace: tuple[str, ...]) -> "GraphCalls[Any]":
        """The graph that streams under ``namespace``; without types where it is not known."""
        if not namespace:
            return self
        stable = stable_namespace(NS_SEPARATOR.join(namespace))
        found = next(self._graph.get_subgraphs(namespace=stable), None)
        return _UNTYPED if found is None else found[1]

    @property
    def _graph(self) -> "Pregel[Any, Any, Any, Any]":
        return self  # type: ignore[return-value]


_UNTYPED: GraphCalls[Any] = GraphCalls()
