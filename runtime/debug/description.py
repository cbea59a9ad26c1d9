"""A graph described as data: enough to draw it, to build its input form, and to show its source."""

from dataclasses import dataclass
from typing import Any, Literal

NodeKind = Literal["start", "end", "node", "subgraph"]
EdgeKind = Literal["static", "conditional", "join"]
Provenance = Literal["declared", "inferred", "observed"]


@dataclass(frozen=True, slots=True)
class RepeatedCall:
    """A call before a question, which is made again with the answer."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class SourceSpan:
    """Where a node's function stands; lines are 1-based and inclusive."""

    path: str
    first_line: int
    last_line: int
    interrupt_lines: tuple[int, ...] = ()
    first_statement: int = 0
    """The line at which a resumed node begins again."""
    repeated: tuple[RepeatedCall, ...] = ()
    """Calls before a question that may have effects."""


@dataclass(frozen=True, slots=True)
class NodeDescription:
    name: str
    kind: NodeKind
    documentation: str = ""
    deferred: bool = False
    interrupts_before: bool = False
    interrupts_after: bool = False
    triggers: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    source: SourceSpan | None = None


@dataclass(frozen=True, slots=True)
class EdgeDescription:
    """One arrow. A join edge comes as one entry for each source, all with the same ``join``."""

    source: str
    target: str
    kind: EdgeKind
    label: str = ""
    """Of a conditional edge: the router's answers that lead here, else the router's name."""
    join: str | None = None
    """The barrier channel of a join edge."""
    provenance: Provenance = "declared"
    """``inferred``: a router without declared ends may go there; ``observed``: a run went there."""


@dataclass(frozen=True, slots=True)
class ChannelDescription:
    name: str
    kind: str
    """Class of the channel, for example ``LastValue``."""
    type: str
    """The declared Python type, as text."""
    reducer: str | None = None
    schema: dict[str, Any] | None = None
    """JSON Schema of the declared type, or ``None`` where it has none."""
    internal: bool = False
    """Trigger, barrier and task channels, which a person does not edit."""
    writers: tuple[str, ...] = ()
    readers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GraphDescription:
    name: str
    documentation: str
    path: str
    """File that it was loaded from."""
    attribute: str
    nodes: tuple[NodeDescription, ...]
    edges: tuple[EdgeDescription, ...]
    channels: tuple[ChannelDescription, ...]
    input_schema: dict[str, Any]
    example_input: Any = None
    """JSON value that prefills the input form, or ``None``."""
    fingerprint: str = ""
    """Changes when nodes or edges change; key of layout caches."""


@dataclass(frozen=True, slots=True)
class GraphChoice:
    """One graph that a file offers: ``attribute`` goes behind the colon of ``FILE.py:NAME``."""

    attribute: str
    kind: Literal["compiled", "builder", "factory"]
    documentation: str = ""
