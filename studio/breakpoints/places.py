"""Where one may stop: nodes and channels of the open graph and of its subgraphs, by name.

A place is written as a person reads it, ``letter / draft`` for the node ``draft`` inside of
``letter``.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from runtime.debug.commands import BreakpointKind
from runtime.debug.description import GraphDescription
from studio.language import tr

ANY = "any"
OF_NODES: frozenset[BreakpointKind] = frozenset({"before", "after", "error"})
OF_CHANNELS: frozenset[BreakpointKind] = frozenset({"write", "change", "several"})
BETWEEN = " / "
SEPARATOR = "|"


@dataclass(frozen=True, slots=True)
class CompiledStop:
    """A stop that is compiled into the graph by ``interrupt_before`` or ``interrupt_after``."""

    kind: BreakpointKind
    subject: str
    namespace: str = ""


@dataclass(frozen=True, slots=True)
class _Names:
    nodes: tuple[str, ...]
    channels: tuple[str, ...]
    stops: tuple[CompiledStop, ...]


class Places:
    """What is known of the graphs, by namespace; subgraphs are learnt one after the other."""

    def __init__(self) -> None:
        self._graphs: dict[str, _Names] = {}

    def __bool__(self) -> bool:
        return bool(self._graphs)

    def clear(self) -> None:
        self._graphs.clear()

    def learn(self, namespace: str, graph: GraphDescription) -> None:
        """Take over the names of a graph; ``""`` is the open one itself."""
        kinds = ("node", "subgraph")
        nodes = [node for node in graph.nodes if node.kind in kinds]
        stops = [CompiledStop("before", n.name, namespace) for n in nodes if n.interrupts_before]
        stops += [CompiledStop("after", n.name, namespace) for n in nodes if n.interrupts_after]
        self._graphs[namespace] = _Names(
            tuple(node.name for node in nodes),
            tuple(channel.name for channel in graph.channels if not channel.internal),
            tuple(stops),
        )

    @property
    def stops(self) -> tuple[CompiledStop, ...]:
        """All that are compiled in, the open graph's first."""
        return tuple(stop for _, names in self._sorted() for stop in names.stops)

    def subjects(self, kind: BreakpointKind) -> tuple[str, ...]:
        """What a person may choose for a kind, as it is written."""
        if kind == "condition":
            graphs = [place_text(namespace, "") for namespace, _ in self._sorted()]
            return tuple(graphs) if len(graphs) > 1 else ()
        found = []
        for namespace, names in self._sorted():
            found.append(place_text(namespace, ""))
            named = names.nodes if kind in OF_NODES else names.channels
            found += [place_text(namespace, name) for name in named]
        return tuple(found) or (ANY,)

    def read(self, text: str) -> tuple[str, str]:
        """Namespace and name of what is written; names are known, so they may hold a slash."""
        text = text.strip()
        for namespace, names in self._sorted():
            for name in ("", *names.nodes, *names.channels):
                if text == place_text(namespace, name):
                    return namespace, name
        *outer, name = text.split(BETWEEN)
        return SEPARATOR.join(part.strip() for part in outer), "" if name == ANY else name.strip()

    def lacks(self, kind: BreakpointKind, namespace: str, subject: str) -> str:
        """What a breakpoint looks at and no graph has, in words; mostly empty."""
        if not self._graphs:
            return ""
        names = self._graphs.get(namespace)
        if names is None:
            return tr("there is no such subgraph")
        if not subject or kind == "condition":
            return ""
        known = names.nodes if kind in OF_NODES else names.channels
        if subject in known:
            return ""
        return tr("there is no such node") if kind in OF_NODES else tr("there is no such channel")

    def _sorted(self) -> Iterator[tuple[str, _Names]]:
        yield from sorted(
            self._graphs.items(), key=lambda each: (each[0].count(SEPARATOR), each[0])
        )


def place_text(namespace: str, name: str) -> str:
    """A place as it is written."""
    return BETWEEN.join((*filter(None, namespace.split(SEPARATOR)), name or ANY))


def path_of(namespace: str, name: str) -> str:
    """The node's path from the open graph inwards."""
    return f"{namespace}{SEPARATOR}{name}" if namespace else name


def split_path(path: str) -> tuple[str, str]:
    """Namespace and name of a node's path."""
    namespace, _, name = path.rpartition(SEPARATOR)
    return namespace, name
