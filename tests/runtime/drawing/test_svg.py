"""Pictures as SVG: well formed, complete, inside their frame, safe, in light and dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.debug.description import EdgeDescription, GraphDescription, NodeDescription
from runtime.drawing.palette import DARK, LIGHT, Theme
from runtime.drawing.svg import Marks, svg_text
from runtime.drawing.text import elided, text_width
from tests.studio.graph.samples import SMALL, choice, graph, inferred, join, large, static

START, END = "__start__", "__end__"
SVG = "{http://www.w3.org/2000/svg}"


def parsed(text: str) -> ElementTree.Element:
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    return root


def titles(root: ElementTree.Element) -> list[str]:
    return [title.text or "" for title in root.iter(f"{SVG}title")]


def texts(root: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def areas(root: ElementTree.Element) -> Iterator[tuple[float, float, float, float]]:
    """Left, top, right and bottom of everything that has a place."""
    for rect in root.iter(f"{SVG}rect"):
        x, y, width, height = (float(rect.attrib[name]) for name in ("x", "y", "width", "height"))
        yield x, y, x + width, y + height
    for text in root.iter(f"{SVG}text"):
        x, y = float(text.attrib["x"]), float(text.attrib["y"])
        half = text_width(text.text or "", float(text.attrib["font-size"])) / 2
        yield x - half, y - 10, x + half, y + 2
    for path in root.iter(f"{SVG}path"):
        if "transform" not in path.attrib:
            numbers = list(map(float, re.findall(r"-?[0-9.]+", path.attrib["d"])))
            for x, y in zip(numbers[::2], numbers[1::2], strict=True):
                yield x, y, x, y


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_everything_is_there_and_inside(name: str, theme: Theme) -> None:
    described = SMALL[name]()
    root = parsed(svg_text(described, title="a title", theme=theme))
    assert titles(root)[0] == "a title"
    assert {node.name for node in described.nodes} <= set(titles(root))
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    for x, y, right, bottom in areas(root):
        assert left <= x <= right <= left + width
        assert top <= y <= bottom <= top + height
    for edge in described.edges:
        if edge.label:
            assert edge.label in texts(root) + titles(root)


def test_kinds_of_edges_look_different() -> None:
    described = graph(
        "kinds",
        [
            static(START, "a"),
            choice("a", "b", "if so"),
            inferred("a", "c"),
            *join(["b", "c"], "d"),
            choice("d", "d", "again"),
            static("d", END),
        ],
    )
    root = parsed(svg_text(described))
    dashes = [path.attrib.get("stroke-dasharray") for path in root.iter(f"{SVG}path")]
    assert dashes.count("6 4") == 2
    assert dashes.count("1.5 3.5") == 1
    assert {"if so", "again", "all 2", "START", "END"} <= set(texts(root))
    # One head for each line but the two that lead into the gauge.
    assert len(list(root.iter(f"{SVG}polygon"))) == 6


def test_the_picture_follows_its_reader_or_is_fixed() -> None:
    described = SMALL["research"]()
    auto = svg_text(described)
    assert "@media (prefers-color-scheme:dark)" in auto
    used = set(re.findall(r'class="([^"]+)"', auto))
    styled = re.findall(r"\.([a-z-]+)\{", auto)
    assert {name for names in used for name in names.split()} == set(styled)
    for theme, mine, other in (("light", LIGHT, DARK), ("dark", DARK, LIGHT)):
        fixed = svg_text(described, theme="light" if theme == "light" else "dark")
        assert "<style>" not in fixed
        assert "class=" not in fixed
        assert mine["surface"] in fixed
        assert other["surface"] not in fixed


def test_states_are_shown_by_sign_and_colour() -> None:
    described = graph(
        "states", [static(START, "a"), static("a", "b"), *join(["a", "b"], "c"), static("c", END)]
    )
    channel = next(edge.join for edge in described.edges if edge.join is not None)
    states = {"a": "wrote", "b": "failed", "c": "interrupted"}
    marked = svg_text(described, marks=Marks(states, {channel: 1}))
    assert "1/2" in texts(parsed(marked))
    plain = svg_text(described, marks=Marks({}, {}))
    for state in states.values():
        assert f"fill-{state}" in marked
        assert state not in plain
    for state in ("due", "running", "skipped"):
        assert LIGHT[state] in svg_text(described, marks=Marks({"a": state}, {}))


def test_stops_and_subgraphs_are_marked() -> None:
    plain = NodeDescription("a", "node")
    stop = NodeDescription("a", "node", interrupts_before=True)
    nested = NodeDescription("a", "subgraph")

    def picture(node: NodeDescription) -> str:
        return svg_text(graph("one", [static(START, "a"), static("a", END)], further=[node]))

    assert len(re.findall("<path", picture(stop))) == len(re.findall("<path", picture(plain))) + 1
    assert "subgraph" in texts(parsed(picture(nested)))
    assert "subgraph" not in texts(parsed(picture(plain)))


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)</script>",
        "quote \" and ' and & and ]]>",
        "übermäßig_groß",
        "検索結果をまとめる",
        "emoji 🧭 node",
        "a_very_long_name_of_a_node_that_nobody_can_read_at_a_glance_" * 3,
    ],
)
def test_any_name_is_shown_and_cannot_do_anything(name: str) -> None:
    described = graph("names", [static(START, name), choice(name, END, name)])
    root = parsed(svg_text(described, title=name))
    assert titles(root)[0] == name
    assert name in titles(root)[1:]
    assert not list(root.iter(f"{SVG}script"))
    for _, _, right, _ in areas(root):
        assert right <= float(root.attrib["width"]) + float(root.attrib["viewBox"].split()[0])


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_text_is_well_formed(name: str, label: str) -> None:
    nodes = (NodeDescription(START, "start"), NodeDescription(name, "node"))
    edges = (EdgeDescription(START, name, "conditional", label),)
    described = GraphDescription("g", "", "", "", nodes, edges, (), {})
    parsed(svg_text(described, title=label)).attrib["viewBox"].encode("utf-8")


def test_a_graph_without_nodes_and_a_large_one() -> None:
    empty = GraphDescription("g", "", "", "", (), (), (), {})
    assert titles(parsed(svg_text(empty, title="nothing"))) == ["nothing"]
    described = large(120, 240)
    assert len(titles(parsed(svg_text(described)))) == len(described.nodes) + 1


def test_the_same_graph_gives_the_same_picture() -> None:
    assert svg_text(SMALL["agent"]()) == svg_text(SMALL["agent"]())


@given(st.text(max_size=60), st.floats(8, 300))
def test_an_elided_text_fits(text: str, room: float) -> None:
    shown = elided(text, 13, room)
    if text_width(text, 13) <= room:
        assert shown == text
    else:
        assert "…" in shown
        assert shown == "…" or text_width(shown, 13) <= room


def test_wide_and_narrow_letters() -> None:
    assert text_width("iiii", 13) < text_width("nnnn", 13) < text_width("WWWW", 13)
    assert text_width("検", 13) > text_width("n", 13)
    assert text_width("e\u0301", 13) == text_width("e", 13)
    assert text_width("name", 26) == pytest.approx(2 * text_width("name", 13))
    assert text_width("name", 13, bold=True) > text_width("name", 13)
