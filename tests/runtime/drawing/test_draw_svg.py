"""``get_graph().draw_svg()``: a picture from a script, without a file or a window."""

from __future__ import annotations

from xml.etree import ElementTree

from typing_extensions import TypedDict

from runtime.graph import END, START, StateGraph

SVG = "{http://www.w3.org/2000/svg}"


class State(TypedDict, total=False):
    value: int


def keep(state: State) -> State:
    return state


def choose(state: State) -> str:
    return "on"


def titles(svg: str) -> list[str | None]:
    return [title.text for title in ElementTree.fromstring(svg).iter(f"{SVG}title")]


def builder() -> StateGraph[State]:
    graph = StateGraph(State)
    graph.add_node("first", keep)
    graph.add_node("second", keep)
    graph.add_edge(START, "first")
    graph.add_conditional_edges("first", choose, {"on": "second", "off": END})
    graph.add_edge("second", END)
    return graph


def test_nodes_edges_and_labels() -> None:
    svg = builder().compile().get_graph().draw_svg(title="two")
    assert titles(svg) == ["two", START, "first", "second", END]
    shown = [text.text for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    assert {"START", "END", "on", "off"} <= set(shown)
    assert svg.count("stroke-dasharray") == 2


def test_static_stops_are_marked() -> None:
    plain = builder().compile().get_graph().draw_svg()
    stopping = builder().compile(interrupt_before=["second"]).get_graph().draw_svg()
    assert stopping.count("<path") == plain.count("<path") + 1


def test_the_inside_of_a_subgraph() -> None:
    outer = StateGraph(State)
    outer.add_node("inner", builder().compile())
    outer.add_edge(START, "inner")
    outer.add_edge("inner", END)
    graph = outer.compile()
    assert titles(graph.get_graph().draw_svg())[1:] == [START, "inner", END]
    assert "inner:second" in titles(graph.get_graph(xray=True).draw_svg())


def test_a_fixed_theme() -> None:
    graph = builder().compile().get_graph()
    assert "prefers-color-scheme" in graph.draw_svg()
    assert "prefers-color-scheme" not in graph.draw_svg(theme="dark")
