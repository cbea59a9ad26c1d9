"""Layouts: deterministic, nothing overlaps, every line ends on a border. No Qt in here."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.debug.description import GraphDescription, NodeDescription
from runtime.drawing.boxes import Drawing, drawing_of, on_grid
from runtime.drawing.layout import (
    Layout,
    LayoutBox,
    LayoutEdge,
    LayoutEngine,
    LayoutRequest,
    layered_engine,
)
from runtime.drawing.layout.cycles import backward_edges
from runtime.drawing.layout.graphlay import GraphlayEngine
from runtime.drawing.layout.plain import PlainEngine
from tests.studio.graph.samples import SMALL, large

Rect = tuple[float, float, float, float]

ENGINES: dict[str, LayoutEngine] = {"graphlay": GraphlayEngine(), "plain": PlainEngine()}


def width_of(text: str) -> float:
    return 7.0 * sum(2 if ord(letter) > 0x2E80 else 1 for letter in text)


def drawn(graph: GraphDescription) -> Drawing[NodeDescription]:
    return drawing_of(graph, width_of, width_of)


def rects(request: LayoutRequest, layout: Layout) -> list[Rect]:
    return [
        (x - box.width / 2, y - box.height / 2, x + box.width / 2, y + box.height / 2)
        for (x, y), box in zip(layout.centres, request.boxes, strict=True)
    ]


def overlap(first: Rect, second: Rect) -> bool:
    return (
        first[0] < second[2]
        and second[0] < first[2]
        and first[1] < second[3]
        and second[1] < first[3]
    )


def on_border(point: tuple[float, float], rect: Rect) -> bool:
    x, y = point
    inside = rect[0] - 1 <= x <= rect[2] + 1 and rect[1] - 1 <= y <= rect[3] + 1
    near = min(abs(x - rect[0]), abs(x - rect[2]), abs(y - rect[1]), abs(y - rect[3]))
    return inside and near <= 1.0


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", SMALL)
def test_boxes_and_lines_are_where_they_should_be(engine: str, name: str) -> None:
    request = drawn(SMALL[name]()).request
    layout = on_grid(ENGINES[engine].arrange(request), request)

    boxes = rects(request, layout)
    assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]
    assert min(box[0] for box in boxes) >= 0
    assert min(box[1] for box in boxes) >= 0
    assert all(corner == round(corner) for box in boxes for corner in box)
    for edge, route in zip(request.edges, layout.routes, strict=True):
        assert len(route) >= 2
        assert on_border(route[0], boxes[edge.source])
        assert on_border(route[-1], boxes[edge.target])


@pytest.mark.parametrize("name", SMALL)
def test_labels_lie_on_their_own_line_and_cover_nothing(name: str) -> None:
    request = drawn(SMALL[name]()).request
    layout = on_grid(GraphlayEngine().arrange(request), request)
    boxes = rects(request, layout)
    labels: list[Rect] = []
    for edge, label in zip(request.edges, layout.labels, strict=True):
        if edge.label is None:
            assert label is None
            continue
        assert label is not None
        width, height = edge.label
        x, y = label
        labels.append((x - width / 2, y - height / 2, x + width / 2, y + height / 2))
    assert not [1 for label in labels for box in boxes if overlap(label, box)]
    assert not [pair for pair in combinations(labels, 2) if overlap(*pair)]


@pytest.mark.parametrize("engine", ENGINES)
def test_the_same_request_gives_the_same_layout(engine: str) -> None:
    request = drawn(large(60, 120)).request
    again = LayoutRequest.from_json(json.loads(json.dumps(request.to_json())))
    assert again == request
    assert again.fingerprint() == request.fingerprint()
    assert ENGINES[engine].arrange(request) == ENGINES[engine].arrange(again)


def test_another_process_gives_the_same_layout() -> None:
    request = drawn(SMALL["agent"]()).request
    answer = subprocess.run(
        [sys.executable, "-m", "runtime.drawing.layout.worker"],
        input=json.dumps(request.to_json()),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert Layout.from_json(json.loads(answer.stdout)) == GraphlayEngine().arrange(request)


def test_a_request_that_differs_has_another_fingerprint() -> None:
    box = LayoutBox(10, 10)
    one = LayoutRequest((box, box), (LayoutEdge(0, 1),))
    other = LayoutRequest((box, box), (LayoutEdge(1, 0),))
    assert one.fingerprint() != other.fingerprint()


@pytest.mark.parametrize("engine", ENGINES)
def test_nothing_to_lay_out(engine: str) -> None:
    assert ENGINES[engine].arrange(LayoutRequest((), ())) == Layout((), (), ())


@pytest.mark.parametrize("engine", ENGINES)
def test_start_is_above_and_the_way_back_leads_up(engine: str) -> None:
    drawing = drawn(SMALL["research"]())
    layout = ENGINES[engine].arrange(drawing.request)
    height = {
        node.name: centre[1] for node, centre in zip(drawing.nodes, layout.centres, strict=False)
    }
    order = ["__start__", "plan", "search", "gather", "review", "synthesize", "__end__"]
    assert sorted(order, key=height.__getitem__) == order


def test_the_way_back_of_a_loop_is_the_edge_that_is_reversed() -> None:
    # 0 -> 1 -> 2 -> 3 -> 1 and a shortcut 0 -> 3
    assert backward_edges(4, [(0, 1), (1, 2), (2, 3), (3, 1), (0, 3)]) == {3}


def test_unequal_branches_inside_a_loop_stay_forward() -> None:
    # 0 -> 1, branches 1 -> 4 and 1 -> 2 -> 3 -> 4, then back 4 -> 0
    arcs = [(0, 1), (1, 4), (1, 2), (2, 3), (3, 4), (4, 0)]
    assert backward_edges(5, arcs) == {5}


@given(
    st.integers(1, 12).flatmap(
        lambda size: st.tuples(
            st.just(size),
            st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=40),
        )
    )
)
def test_no_cycle_is_left(case: tuple[int, list[tuple[int, int]]]) -> None:
    size, arcs = case
    backward = backward_edges(size, arcs)
    assert all(arcs[index][0] != arcs[index][1] for index in backward)
    forward = {box: set[int]() for box in range(size)}
    for index, (source, target) in enumerate(arcs):
        if source != target:
            start, end = (target, source) if index in backward else (source, target)
            forward[start].add(end)
    left = set(forward)
    while left:
        free = {box for box in left if not forward[box] & left}
        assert free, "a cycle is left"
        left -= free


@given(st.integers(0, 10_000), st.integers(2, 14), st.integers(1, 40))
def test_random_graphs_have_no_overlaps(seed: int, nodes: int, edges: int) -> None:
    request = drawn(large(nodes, max(edges, nodes + 2), seed)).request
    for engine in ENGINES.values():
        boxes = rects(request, engine.arrange(request))
        assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]


def test_layout_knows_no_qt() -> None:
    code = (
        "import sys, runtime.drawing.layout.worker, runtime.drawing.boxes;"
        "assert not [name for name in sys.modules if name.startswith('PySide6')]"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_without_the_library_the_plain_engine_lays_out() -> None:
    code = (
        "import sys; sys.modules['graphlay'] = None;"
        "from runtime.drawing.layout import layered_engine;"
        "print(type(layered_engine()).__name__)"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], check=True, timeout=60, capture_output=True, text=True
    )
    assert answer.stdout.strip() == "PlainEngine"
    assert isinstance(layered_engine(), GraphlayEngine)
