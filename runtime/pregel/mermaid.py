"""A drawn graph as Mermaid text."""

import string
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runtime.pregel.drawing import Edge, Graph, Node

_PLAIN = frozenset(string.ascii_letters + string.digits + "_-")
_HEADER = "---\nconfig:\n  flowchart:\n    curve: linear\n---\ngraph TD;\n"
_STYLES = (
    "\tclassDef default fill:#f2f0ff,line-height:1.2\n"
    "\tclassDef first fill-opacity:0\n"
    "\tclassDef last fill:#bfb6fc\n"
)


def safe_id(name: str) -> str:
    """A node id that Mermaid accepts: other characters become ``\\`` and their code."""
    return "".join(
        character if character in _PLAIN else f"\\{ord(character):x}" for character in name
    )


def _box(node: "Node", first: bool, last: bool, with_styles: bool) -> str:
    name = node.name.split(":")[-1]
    text = f"<p>{name}</p>" if name.startswith("__") and name.endswith("__") else name
    if node.metadata:
        lines = "\n".join(f"{key} = {value}" for key, value in node.metadata.items())
        text += f"<hr/><small><em>{lines}</em></small>"
    box = f"([{text}])" if first or last else f"({text})"
    style = ":::first" if first else ":::last" if last else ""
    return f"\t{safe_id(node.id)}{box}{style if with_styles else ''}\n"


def _arrow(edge: "Edge") -> str:
    if edge.data is not None:
        label = edge.data
        arrow = f"-. &nbsp;{label}&nbsp; .->" if edge.conditional else f"-- &nbsp;{label}&nbsp; -->"
    else:
        arrow = "-.->" if edge.conditional else "-->"
    return f"{safe_id(edge.source)} {arrow} {safe_id(edge.target)};\n"


def mermaid_text(graph: "Graph", *, with_styles: bool = True) -> str:
    """The text; nodes inside subgraphs (``outer:inner``) stand in a box of their own."""
    first, last = graph.first_node(), graph.last_node()
    text = _HEADER
    for node in graph.nodes.values():
        text += _box(node, node is first, node is last, with_styles)
    text += "".join(_grouped(graph.edges, ""))
    return text + _STYLES if with_styles else text


def _prefix(edge: "Edge") -> list[str]:
    source, target = edge.source.split(":")[:-1], edge.target.split(":")[:-1]
    common: list[str] = []
    for left, right in zip(source, target, strict=False):
        if left != right:
            break
        common.append(left)
    return common


def _grouped(edges: Iterable["Edge"], prefix: str) -> list[str]:
    depth = prefix.count(":") + 1 if prefix else 0
    own: list[Any] = []
    inner: dict[str, list[Any]] = {}
    for edge in edges:
        common = _prefix(edge)
        if len(common) > depth:
            inner.setdefault(common[depth], []).append(edge)
        else:
            own.append(edge)
    lines = [
        f"\t{_arrow(edge)}" for edge in sorted(own, key=lambda edge: (edge.source, edge.target))
    ]
    for name, below in inner.items():
        path = f"{prefix}:{name}" if prefix else name
        lines.append(f"\tsubgraph {safe_id(name)}\n")
        lines.extend(_grouped(below, path))
        lines.append("\tend\n")
    return lines
