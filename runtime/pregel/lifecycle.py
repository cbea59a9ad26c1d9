"""What graph callback handlers are told of a run: that it went on, that it stopped to ask."""

from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from runtime.callbacks import (
    AsyncGraphCallbackManager,
    GraphCallbackManager,
    GraphInterruptEvent,
    GraphLifecycleStatus,
    GraphResumeEvent,
    graph_handlers,
)
from runtime.pregel.outcome import open_interrupts
from runtime.pregel.streams import split_namespace

if TYPE_CHECKING:
    from runtime.pregel.loop import Loop

_STOPS: dict[str, GraphLifecycleStatus] = {
    "interrupt": "pending",
    "interrupt_before": "interrupt_before",
    "interrupt_after": "interrupt_after",
}


def tell_resume(loop: "Loop") -> None:
    """Tell that ``loop`` goes on."""
    handlers = graph_handlers(loop.config.callbacks)
    if handlers:
        event = _resume(loop)
        GraphCallbackManager(handlers, event.run_id).on_resume(event)


async def atell_resume(loop: "Loop") -> None:
    """As ``tell_resume``."""
    handlers = graph_handlers(loop.config.callbacks)
    if handlers:
        event = _resume(loop)
        await AsyncGraphCallbackManager(handlers, event.run_id).on_resume(event)


def tell_stop(loop: "Loop") -> None:
    """Tell that ``loop`` stopped to ask, where it is the outermost one and did."""
    handlers = graph_handlers(loop.config.callbacks)
    if handlers and loop.parent is None and loop.status in _STOPS:
        event = _stop(loop)
        GraphCallbackManager(handlers, event.run_id).on_interrupt(event)


async def atell_stop(loop: "Loop") -> None:
    """As ``tell_stop``."""
    handlers = graph_handlers(loop.config.callbacks)
    if handlers and loop.parent is None and loop.status in _STOPS:
        event = _stop(loop)
        await AsyncGraphCallbackManager(handlers, event.run_id).on_interrupt(event)


def _resume(loop: "Loop") -> GraphResumeEvent:
    return GraphResumeEvent(
        run_id=_run_id(loop),
        status="pending",
        checkpoint_id=loop.checkpoint_id,
        checkpoint_ns=split_namespace(loop.checkpoint_ns),
    )


def _stop(loop: "Loop") -> GraphInterruptEvent:
    return GraphInterruptEvent(
        run_id=_run_id(loop),
        status=_STOPS[loop.status],
        checkpoint_id=loop.checkpoint_id,
        checkpoint_ns=split_namespace(loop.checkpoint_ns),
        interrupts=open_interrupts(loop) if loop.status == "interrupt" else (),
    )


def _run_id(loop: "Loop") -> UUID:
    """The caller's id of the run, or one made for it; the same at every level."""
    while loop.parent is not None:
        loop = loop.parent.loop
    if loop.run_id is None:
        loop.run_id = loop.config.run_id or uuid4()
    return loop.run_id
