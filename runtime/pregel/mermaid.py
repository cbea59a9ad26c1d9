"""A drawn graph as Mermaid text."""

import json
import string
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runtime.pregel.drawing import Edge, Graph, Node

_PLAIN = frozenset(string.ascii_letters + string.digits + "_-")
_STYLES = {
    "default": "fill:#f2f0ff,line-height:1.2",
    "first": "fill-opacity:0",
    "last": "fill:#bfb6fc",
}


@dataclass(frozen=True, slots=True)
class MermaidOptions:
    """How the text is written; without styles it has neither nodes nor front matter."""

    with_styles: bool = True
    curve_style: Any = "linear"
    """The curve's name, or an enum member whose value is it."""
    node_colors: Any = None
    """Styles as attributes ``default``, ``first`` and ``last``."""
    wrap_label_n_words: int = 9
    frontmatter_config: Mapping[str, Any] | None = None


def safe_id(name: str) -> str:
    """A node id that Mermaid accepts: other characters become ``\\`` and their code."""
    return "".join(
        character if character in _PLAIN else f"\\{ord(character):x}" for character in name
    )


def _box(node: "Node", first: bool, last: bool) -> str:
    name = node.name.split(":")[-1]
    text = f"<p>{name}</p>" if name.startswith("__") and name.endswith("__") else name
    if node.metadata:
        lines = "\n".join(f"{key} = {value}" for key, value in node.metadata.items())
        text += f"<hr/><small><em>{lines}</em></small>"
    box = f"([{text}])" if first or last else f"({text})"
    style = ":::first" if first else ":::last" if last else ""
    return f"\t{safe_id(node.id)}{box}{style}\n"


def _arrow(edge: "Edge", words: int) -> str:
    if edge.data is not None:
        parts = edge.data.split()
        rows = [" ".join(parts[start : start + words]) for start in range(0, len(parts), words)]
        label = "&nbsp<br>&nbsp".join(rows)
        arrow = f"-. &nbsp;{label}&nbsp; .->" if edge.conditional else f"-- &nbsp;{label}&nbsp; -->"
    else:
        arrow = "-.->" if edge.conditional else "-->"
    return f"{safe_id(edge.source)} {arrow} {safe_id(edge.target)};\n"


class _Box:
    """A subgraph with what stands in it; the root is one without a name.

    Edges that lead from a node to itself stand where a box of the node would.
    """

    def __init__(self) -> None:
        self.is_node = False
        self.nodes: list[str] = []
        self.edges: list[str] = []
        self.boxes: dict[str, _Box] = {}

    def at(self, path: Iterable[str]) -> "_Box":
        """The box at ``path`` below this one; made where it is missing."""
        found = self
        for name in path:
            found = found.boxes.setdefault(name, _Box())
        return found

    def lines(self) -> Iterator[str]:
        yield from self.nodes
        yield from self.edges
        for name, box in self.boxes.items():
            if box.is_node:
                yield from box.edges
                continue
            yield f"\tsubgraph {safe_id(name)}\n"
            yield from box.lines()
            yield "\tend\n"


def mermaid_text(graph: "Graph", options: MermaidOptions) -> str:
    """The text; nodes inside subgraphs (``outer:inner``) stand in a box of their own."""
    first, last = graph.first_node(), graph.last_node()
    root = _Box()
    for edge in graph.edges:
        loops = edge.source == edge.target
        box = root.at(edge.source.split(":") if loops else _common(edge))
        box.is_node = loops
        box.edges.append(f"\t{_arrow(edge, options.wrap_label_n_words)}")
    if not options.with_styles:
        return "graph TD;\n" + "".join(root.lines())
    for node in graph.nodes.values():
        text = _box(node, node is first, node is last)
        root.at(node.id.split(":")[:-1]).nodes.append(text)
    styles = {name: getattr(options.node_colors, name, style) for name, style in _STYLES.items()}
    return "".join(
        [
            *("---\n", *_yaml(_front_matter(options)), "---\ngraph TD;\n"),
            *root.lines(),
            *(f"\tclassDef {name} {style}\n" for name, style in styles.items()),
        ]
    )


def _front_matter(options: MermaidOptions) -> dict[str, Any]:
    given = dict(options.frontmatter_config or {})
    config = dict(given.get("config", {}))
    curve = getattr(options.curve_style, "value", options.curve_style)
    return {
        **given,
        "config": {**config, "flowchart": {**config.get("flowchart", {}), "curve": curve}},
    }


def _yaml(mapping: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """Mappings of scalars as YAML, keys sorted."""
    for key in sorted(mapping):
        value = mapping[key]
        if isinstance(value, Mapping):
            yield f"{indent}{key}:\n"
            yield from _yaml(value, f"{indent}  ")
        else:
            text = value if isinstance(value, str) and value.isalnum() else json.dumps(value)
            yield f"{indent}{key}: {text}\n"


def _common(edge: "Edge") -> list[str]:
    """The subgraphs that both ends of an edge are in."""
    source, target = edge.source.split(":")[:-1], edge.target.split(":")[:-1]
    return [left for left, right in zip(source, target, strict=False) if left == right]
