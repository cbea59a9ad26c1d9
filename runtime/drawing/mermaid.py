"""A described graph as Mermaid text: names may hold anything, so nodes get ids of their own."""

from runtime.drawing.boxes import DrawnEdge, DrawnGraph, DrawnNode

_MARKED = str.maketrans(
    {character: f"#{ord(character)};" for character in '#"<>&[](){}|`\\\n\r\t;%'}
)


def mermaid_of(graph: DrawnGraph[DrawnNode]) -> str:
    """A flowchart from top to bottom; a join edge leads through a circle of its own."""
    ids = {node.name: f"n{number}" for number, node in enumerate(graph.nodes)}
    lines = ["flowchart TD"]
    lines += [f"    {ids[node.name]}{_shape(node)}" for node in graph.nodes]
    joins: dict[str, str] = {}
    for edge in graph.edges:
        if edge.source not in ids or edge.target not in ids:
            continue
        source, target = ids[edge.source], ids[edge.target]
        if edge.join is None:
            lines.append(f"    {source} {_arrow(edge)} {target}")
            continue
        circle = joins.get(edge.join)
        if circle is None:
            circle = joins[edge.join] = f"j{len(joins)}"
            lines += [f'    {circle}(("&"))', f"    {circle} --> {target}"]
        lines.append(f"    {source} --- {circle}")
    return "\n".join(lines) + "\n"


def _shape(node: DrawnNode) -> str:
    name = _escaped(node.name)
    if node.kind in ("start", "end"):
        return f'(["{name}"])'
    return f'[["{name}"]]' if node.kind == "subgraph" else f'["{name}"]'


def _arrow(edge: DrawnEdge) -> str:
    if edge.kind == "static" and edge.provenance == "declared":
        return "-->"
    return f'-. "{_escaped(edge.label)}" .->' if edge.label else "-.->"


def _escaped(text: str) -> str:
    """Quotes and brackets as the character codes that Mermaid reads."""
    return text.translate(_MARKED)
