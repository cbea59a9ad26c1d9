"""One run of a scenario on one engine, written down step by step.

Tasks of a superstep finish in the order that threads happen to give; the recording puts each
task's events (interrupt, update, end) into the order in which the tasks started. Everything else
keeps its order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.differential.normalise import NO_TASK, Normaliser

EVERY_MODE = ("values", "updates", "tasks", "checkpoints", "debug", "custom")


@dataclass
class Entry:
    """What was done (`what`), what was seen, and the modes of a stream."""

    what: str
    seen: list[Any] = field(default_factory=list)
    modes: tuple[str, ...] = ()


class Session:
    """Drives one compiled graph on one thread and records what it shows.

    `modes` is what `stream` asks for: a tuple for a list of modes, or one mode. With
    `events_only` state and history are read (so that faults show) but not written down.
    """

    def __init__(
        self, graph: Any, modes: str | Sequence[str] = EVERY_MODE, *, events_only: bool = False
    ):
        self.graph = graph
        self.modes: str | list[str] = modes if isinstance(modes, str) else list(modes)
        self.entries: list[Entry] = []
        self.events_only = events_only
        self.normalise = Normaliser()
        self.limits: dict[str, Any] = {}

    def config(self, base: Any = None, **extra: Any) -> dict[str, Any]:
        """A config for this session's thread, on top of `base` (one that the engine gave back)."""
        configurable = {"thread_id": "thread", **((base or {}).get("configurable") or {})}
        return {**self.limits, "configurable": configurable, **extra}

    def stream(self, given: Any, base: Any = None, **options: Any) -> None:
        extra = options.pop("extra", {})
        entry = self._entry(f"stream({self.normalise(given)!r})")
        entry.modes = (self.modes,) if isinstance(self.modes, str) else tuple(self.modes)
        events: list[tuple[str, Any]] = []
        try:
            for chunk in self.graph.stream(
                given, self.config(base, **extra), stream_mode=self.modes, **options
            ):
                events.append((self.modes, chunk) if isinstance(self.modes, str) else chunk)
        except Exception as error:  # noqa: BLE001 - the error is what is observed
            entry.seen += [self.normalise(event) for event in in_starting_order(events)]
            self._raised(entry, error)
        else:
            entry.seen += [self.normalise(event) for event in in_starting_order(events)]

    def invoke(self, given: Any, base: Any = None, **options: Any) -> None:
        extra = options.pop("extra", {})
        self.attempt(
            f"invoke({self.normalise(given)!r})",
            lambda: self.graph.invoke(given, self.config(base, **extra), **options),
        )

    def attempt(self, what: str, act: Callable[[], Any]) -> Any:
        """Record the result of `act`, or the error it raised; return the result or None."""
        entry = self._entry(what)
        try:
            result = act()
        except Exception as error:  # noqa: BLE001 - the error is what is observed
            self._raised(entry, error)
            return None
        entry.seen.append(self.normalise(result))
        return result

    def note(self, what: str, value: Any) -> None:
        self._entry(what).seen.append(self.normalise(value))

    def snapshot(self, base: Any = None) -> Any:
        """Record `get_state` and return the engine's own snapshot (None if it raised)."""
        return self._quietly("snapshot", lambda: self.graph.get_state(self.config(base)))

    def history(self, base: Any = None, **filters: Any) -> list[Any]:
        shown = {name: self.normalise(value) for name, value in filters.items()}
        found = self._quietly(
            f"history({shown or ''})",
            lambda: list(self.graph.get_state_history(self.config(base), **filters)),
        )
        return found or []

    def update(
        self, values: Any, as_node: str | None = None, base: Any = None, **options: Any
    ) -> Any:
        return self.attempt(
            f"update_state({self.normalise(values)!r}, {as_node!r})",
            lambda: self.graph.update_state(self.config(base), values, as_node, **options),
        )

    def past(self, step: int) -> Any:
        """The newest snapshot of that step, for its config."""
        snapshots = self.graph.get_state_history(self.config())
        return next(found for found in snapshots if found.metadata["step"] == step)

    def _quietly(self, what: str, act: Callable[[], Any]) -> Any:
        if not self.events_only:
            return self.attempt(what, act)
        try:
            return act()
        except Exception as error:  # noqa: BLE001 - the error is what is observed
            self._raised(self._entry(what), error)
            return None

    def _entry(self, what: str) -> Entry:
        self.entries.append(Entry(what))
        return self.entries[-1]

    def _raised(self, entry: Entry, error: BaseException) -> None:
        # On purpose only ours: rule 9 of the design, an error in a reducer names where it happened.
        notes = [
            self.normalise(note)
            for note in getattr(error, "__notes__", [])
            if not note.startswith("While channel ")
        ]
        entry.seen.append(("raised", self.normalise(error), notes))


Event = tuple[str, Any]


def in_starting_order(events: Sequence[Event]) -> list[Event]:
    """Within each superstep, the events of finishing tasks in the order of the tasks' starts.

    Threads may interleave the events of two tasks; those of one task keep their order. Needs modes
    `tasks` and `debug` beside the others; otherwise the events stay as they are.
    """
    if not {"tasks", "debug"} <= {mode for mode, _ in events}:
        return list(events)
    result: list[Event] = []
    starts: list[dict[str, Any]] = []
    finishing: list[Event] = []
    for mode, payload in events:
        begins = mode == "tasks" and "input" in payload
        if (begins and finishing) or _closes_step(mode, payload):
            result += _by_task(finishing, starts)
            finishing = []
            starts = []
        if begins:
            starts.append(payload)
        if begins or not starts or (mode == "debug" and payload["type"] == "task"):
            result.append((mode, payload))
        else:
            finishing.append((mode, payload))
    return result + _by_task(finishing, starts)


def _by_task(finishing: list[Event], starts: list[dict[str, Any]]) -> list[Event]:
    position = {start["id"]: number for number, start in enumerate(starts)}
    ends = [payload for mode, payload in finishing if mode == "tasks"]
    shown: set[str] = set()

    def owner(event: Event) -> int:
        mode, payload = event
        if mode == "tasks":
            return position[payload["id"]]
        if mode == "debug":
            return position[payload["payload"]["id"]]
        if "__interrupt__" in payload:
            asked = [found.id for found in payload["__interrupt__"]]
            owners = [end for end in ends if [found["id"] for found in end["interrupts"]] == asked]
            return position[owners[0]["id"]] if owners else len(starts)
        if mode == "updates" and "__metadata__" not in payload:
            named = [end for end in ends if end["name"] in payload and end["id"] not in shown]
            same = [end for end in named if end["result"] == payload[end["name"]]]
            for end in [*same, *named][:1]:
                shown.add(end["id"])
                return position[end["id"]]
        # Written by the running node, or kept from an earlier run: before anything finishes.
        return -1

    return sorted(finishing, key=owner)


def _closes_step(mode: str, payload: Any) -> bool:
    if mode == "values":
        return not (isinstance(payload, dict) and "__interrupt__" in payload)
    return mode == "checkpoints" or (mode == "debug" and payload["type"] == "checkpoint")


def checkpoints_of(graph: Any, normalise: Normaliser) -> Iterable[dict[str, Any]]:
    """Every stored checkpoint, newest first, with versions as plain integers.

    What the caller answered is kept in form of its own until a task takes it, and left out; so
    is the value written to a trigger, which nothing reads.
    """
    for found in graph.checkpointer.list({"configurable": {"thread_id": "thread"}}):
        checkpoint = found.checkpoint
        seen = checkpoint["versions_seen"]
        yield {
            "id": normalise(checkpoint["id"]),
            "parent": normalise(
                ((found.parent_config or {}).get("configurable") or {}).get("checkpoint_id")
            ),
            "metadata": normalise(dict(found.metadata)),
            "values": normalise(dict(checkpoint["channel_values"])),
            "updated": normalise(checkpoint["updated_channels"]),
            "versions": {
                key: _version(item) for key, item in checkpoint["channel_versions"].items()
            },
            "seen": {
                node: {key: _version(item) for key, item in versions.items()}
                for node, versions in seen.items()
            },
            "pending": sorted(
                (
                    normalise((task, channel, None if channel.startswith("branch:to:") else value))
                    for task, channel, value in found.pending_writes or ()
                    if (task, channel) != (NO_TASK, "__resume__")
                ),
                key=repr,
            ),
        }


def tasks_of_checkpoints(graph: Any, normalise: Normaliser) -> dict[str, set[str]]:
    """The ids of the tasks due at each checkpoint."""
    found: dict[str, set[str]] = {}
    for snapshot in graph.get_state_history({"configurable": {"thread_id": "thread"}}):
        identity = normalise(snapshot.config["configurable"]["checkpoint_id"])
        found[identity] = {normalise(task.id) for task in snapshot.tasks}
    return found


def _version(value: Any) -> int:
    """An integer version, or the integer in front of a padded text version."""
    return value if isinstance(value, int) else int(str(value).partition(".")[0])
