"""Conditional edges: a router reads the state and names what runs next."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from runtime.constants import BRANCH_PREFIX, END, ROOT, START, TASKS
from runtime.errors import InvalidUpdateError
from runtime.pregel.callable import NodeFunction, first_parameter_type, return_type
from runtime.pregel.chain_events import begin_router
from runtime.types import Send

if TYPE_CHECKING:
    from runtime.pregel.task import Task


def declared_ends(
    path: Any, path_map: Mapping[Hashable, str] | Sequence[str] | None
) -> dict[Hashable, str] | None:
    """Where a router may go: from the path map, else from its ``Literal`` return annotation."""
    if isinstance(path_map, Mapping):
        return dict(path_map)
    if path_map is not None:
        return {name: name for name in path_map}
    result = return_type(path)
    if get_origin(result) is Literal:
        return {name: name for name in get_args(result)}
    return None


class BranchSpec:
    """A router with its declared ends. ``ends`` maps what it returns to nodes."""

    __slots__ = ("ends", "input_schema", "path")

    def __init__(
        self,
        path: NodeFunction,
        ends: dict[Hashable, str] | None = None,
        input_schema: Any = None,
    ) -> None:
        self.path = path
        self.ends = ends
        self.input_schema = input_schema

    @classmethod
    def of(
        cls, path: Any, path_map: Mapping[Hashable, str] | Sequence[str] | None, name: str
    ) -> "BranchSpec":
        """A router from what ``add_conditional_edges`` was given."""
        return cls(
            NodeFunction(path, name), declared_ends(path, path_map), first_parameter_type(path)
        )


class BranchWriter:
    """Runs a router on the state with its own task's writes applied, and writes where to go."""

    __slots__ = ("branch", "channels", "mapper", "source", "targets")

    def __init__(
        self,
        source: str,
        branch: BranchSpec,
        channels: str | Sequence[str],
        mapper: Callable[[Any], Any] | None,
        targets: Mapping[str, str],
    ) -> None:
        self.source = source
        self.branch = branch
        self.channels = channels
        self.mapper = mapper
        self.targets = targets

    @property
    def is_async(self) -> bool:
        """Whether the router can only be awaited."""
        return self.branch.path.is_async

    def read(self, task: "Task", writes: Sequence[tuple[str, Any]]) -> Any:
        """What the router sees."""
        state = task.loop.state
        if isinstance(self.channels, str):
            value: Any = state.read_after((self.channels,), writes).get(ROOT)
        else:
            value = state.read_after(self.channels, writes)
            for name, spec in task.loop.graph.managed.items():
                if name in self.channels:
                    value[name] = spec.get(task.loop)
        return value if self.mapper is None else self.mapper(value)

    def __call__(self, result: Any, task: "Task", writes: list[tuple[str, Any]]) -> None:
        path = self.branch.path
        value = self.read(task, writes)
        if task.chain is None:
            answer = path.call(value, task)
        else:
            run = begin_router(task, self, path.name, value)
            try:
                answer = path.call(value, task)
            except BaseException as error:
                run.on_chain_error(error)
                raise
            run.on_chain_end(answer)
        writes.extend(self.route(answer))

    async def acall(self, result: Any, task: "Task", writes: list[tuple[str, Any]]) -> None:
        """As calling, for routers that are awaited, and handlers that are."""
        value = self.read(task, writes)
        if task.chain is None:
            answer = await self._awaited(value, task)
        else:
            run = await begin_router(task, self, self.branch.path.name, value)
            try:
                answer = await self._awaited(value, task)
            except BaseException as error:
                await run.on_chain_error(error)
                raise
            await run.on_chain_end(answer)
        writes.extend(self.route(answer))

    async def _awaited(self, value: Any, task: "Task") -> Any:
        path = self.branch.path
        return path.call(value, task) if path.acall is None else await path.acall(value, task)

    def route(self, answer: Any) -> list[tuple[str, Any]]:
        """The writes that follow from the router's answer."""
        if type(answer) is str:
            ends = self.branch.ends
            target = self.targets.get(ends.get(answer, END) if ends else answer)
            if target is not None:
                return [(target, None)]
        sent = self._sent(answer) if type(answer) is list else None
        if sent is not None:
            return sent
        answers = answer if isinstance(answer, (list, tuple)) else [answer]
        destinations = [self._destination(each) for each in answers]
        if any(each is None or each == START for each in destinations):
            raise ValueError("Branch did not return a valid destination")
        writes: list[tuple[str, Any]] = []
        for each in destinations:
            if isinstance(each, Send):
                if each.node == END:
                    raise InvalidUpdateError("Cannot send a packet to the END node")
                self._check(each.node)
                writes.append((TASKS, each.isolated()))
            elif each != END:
                self._check(each)
                writes.append((self.targets[each], None))
        return writes

    def _sent(self, answers: list[Any]) -> list[tuple[str, Any]] | None:
        """The writes where every answer is a ``Send`` to a node."""
        writes: list[tuple[str, Any]] = []
        targets = self.targets
        for each in answers:
            if type(each) is not Send or each.node not in targets:
                return None
            writes.append((TASKS, each.isolated()))
        return writes

    def _destination(self, answer: Any) -> Any:
        """Where one answer leads: what the declared ends have for it, else itself."""
        ends = self.branch.ends
        if not ends or isinstance(answer, Send):
            return answer
        try:
            if answer in ends:
                return ends[answer]
        except TypeError as error:
            raise TypeError(f"{self._unknown(answer)} ({error})") from None
        if answer == END:
            return END
        raise KeyError(self._unknown(answer))

    def _unknown(self, answer: Any) -> str:
        known = ", ".join(map(repr, self.branch.ends or ()))
        return (
            f"The router {self.branch.path.name} of node {self.source} returned {answer!r}, "
            f"which is none of its declared ends: {known}"
        )

    def _check(self, target: Any) -> None:
        if not isinstance(target, Hashable) or target not in self.targets:
            raise InvalidUpdateError(
                f"The router '{self.branch.path.name}' of node '{self.source}' goes to the unknown "
                f"node {target!r}. Nodes of this graph: {', '.join(sorted(self.targets))}"
            )


def trigger_channel(node: str) -> str:
    """The channel that makes ``node`` due."""
    return BRANCH_PREFIX + node
