"""The model: what events and recorded moments make of nodes, joins, channels and edges."""

from __future__ import annotations

from dataclasses import replace

from runtime.debug.views import (
    ChannelView,
    CheckpointView,
    ErrorView,
    NodeExplanation,
    TaskView,
)
from studio.graph.looks import duration_text, node_look, runs_text, spoken, tooltip
from studio.graph.marks import BreakpointMark
from studio.graph.model import GraphModel
from tests.studio.graph.samples import (
    END,
    START,
    Events,
    joins,
    preview,
    pull,
    push,
    research,
    row,
    trigger,
)

JOIN = "join:short+long_2:merge"


def states(model: GraphModel) -> dict[str, str]:
    """States of the nodes that are not idle."""
    return {name: node.state for name, node in model.moment.nodes.items() if node.state != "idle"}


def phase(model: GraphModel) -> str:
    return model.moment.phase


def reported(model: GraphModel) -> set[str]:
    return set(model.moment.joins[JOIN].reported)


def taken(model: GraphModel) -> set[tuple[str, str]]:
    return {(model.edges[index].source, model.edges[index].target) for index in model.moment.taken}


def view(step: int, *tasks: TaskView, **more: object) -> CheckpointView:
    channels = more.get("channels", ())
    explanations = more.get("explanations", ())
    assert isinstance(channels, tuple)
    assert isinstance(explanations, tuple)
    return CheckpointView(row(f"c{step:03d}", step), channels, {}, tasks, explanations)


def test_a_superstep_from_plan_to_barrier() -> None:
    model, events = GraphModel(research()), Events()
    model.apply([events.started(), events.planned(0, pull("plan", trigger("b", [START])))])
    assert states(model) == {"plan": "due"}
    assert phase(model) == "plan"
    assert taken(model) == {(START, "plan")}
    assert list(model.moment.causes.values()) == ["b"]

    model.apply([events.running("plan")])
    assert states(model) == {"plan": "running"}
    assert phase(model) == "execute"

    model.apply([events.wrote("plan", "search", milliseconds=12.4)])
    assert states(model) == {"plan": "wrote"}
    assert taken(model) == {(START, "plan"), ("plan", "search")}
    assert model.runs("plan") == (1, 12.4)

    model.apply([events.barrier(), events.updated("queries", 3, "['a']")])
    assert phase(model) == "update"
    channel = model.moment.channels["queries"]
    assert (channel.version, channel.text, channel.changed) == (3, "['a']", True)

    model.apply([events.planned(1, push("search", 0), push("search", 1))])
    assert states(model) == {"search": "due"}
    assert taken(model) == {("plan", "search")}
    assert list(model.moment.causes.values()) == ["Send"]

    model.apply([events.planned(2, push("search", 0))])
    assert taken(model) == set()
    assert "branch:to:plan" not in model.moment.channels


def test_a_fan_out_shows_its_most_urgent_task_and_counts_the_ended() -> None:
    model, events = GraphModel(research()), Events()
    model.apply(
        [
            events.started(),
            events.planned(1, *(push("search", index) for index in range(3))),
            events.running("search", 0),
            events.running("search", 1),
            events.wrote("search", "gather", index=0),
        ]
    )
    look = node_look(model, model.moment.nodes["search"])
    assert look.state == "running"
    assert look.progress == "1/3"
    assert [chip.state for chip in look.chips] == ["wrote", "running", "due"]
    assert [chip.task_id for chip in look.chips] == [f"task-search-{i}" for i in range(3)]
    assert "Send 1" in look.chips[0].text
    assert "query 0" in look.chips[0].text


def test_failures_and_interrupts_say_what_happened() -> None:
    model, events = GraphModel(research()), Events()
    model.apply(
        [
            events.started(),
            events.planned(3, pull("review"), pull("gather")),
            events.running("gather"),
            events.failed("gather", "no network\nsecond line"),
            events.running("review"),
            events.interrupted("review", "Publish?"),
            events.ended("interrupted"),
        ]
    )
    assert states(model) == {"gather": "failed", "review": "interrupted"}
    assert node_look(model, model.moment.nodes["gather"]).detail == "ValueError: no network"
    assert node_look(model, model.moment.nodes["review"]).detail == "Publish?"
    assert "Publish?" in tooltip(model, model.moment.nodes["review"])


def test_a_task_that_had_finished_before_is_skipped() -> None:
    model, events = GraphModel(research()), Events()
    model.apply([events.started("resume"), events.planned(2, pull("gather", finished=True))])
    assert states(model) == {"gather": "skipped"}


def test_a_join_fills_and_empties() -> None:
    model, events = GraphModel(joins()), Events()
    model.apply(
        [
            events.started(),
            events.planned(1, pull("short"), pull("long_1")),
            events.wrote("short", "merge"),
        ]
    )
    gauge = model.moment.joins[JOIN]
    assert gauge.sources == ("short", "long_2")
    assert reported(model) == set()  # a write is pending until the barrier
    assert model.moment.reporting(gauge) == {"short"}
    model.apply([events.barrier()])
    assert reported(model) == {"short"}

    both = ["short", "long_2"]
    model.apply([events.planned(2, pull("long_2")), events.wrote("long_2", "merge")])
    model.apply([events.barrier()])
    assert reported(model) == set(both)

    model.apply([events.planned(3, pull("merge", trigger(JOIN, (), both, both)))])
    assert reported(model) == set(both)
    assert taken(model) == {("short", "merge"), ("long_2", "merge")}
    assert set(model.moment.causes.values()) == {JOIN}

    assert not model.moment.joins[JOIN].fired
    model.apply([events.wrote("merge", END), events.barrier()])
    assert reported(model) == set()
    assert model.moment.joins[JOIN].fired


def test_events_of_subgraphs_change_nothing() -> None:
    model, events = GraphModel(research()), Events()
    model.apply([events.started(), events.planned(0, pull("plan"))])
    model.apply(
        [
            events.planned(0, pull("gather"), ns="plan:1"),
            events.running("gather", ns="plan:1"),
            events.wrote("gather", ns="plan:1"),
        ]
    )
    assert states(model) == {"plan": "due"}
    assert model.runs("gather") == (0, None)


def test_counts_go_on_over_a_resume_and_begin_again_with_new_input() -> None:
    model, events = GraphModel(research()), Events()
    model.apply([events.started(), events.planned(0, pull("plan")), events.wrote("plan")])
    model.apply([events.started("resume"), events.planned(1, pull("plan")), events.wrote("plan")])
    assert model.runs("plan") == (2, 12.0)
    model.apply([events.started("input")])
    assert model.runs("plan") == (0, None)


def test_a_stopped_task_waits_again() -> None:
    model, events = GraphModel(research()), Events()
    model.apply(
        [
            events.started(),
            events.planned(0, pull("plan")),
            events.running("plan"),
            events.ended("stopped"),
        ]
    )
    assert states(model) == {"plan": "due"}
    assert phase(model) == "idle"


def test_the_end_is_reached() -> None:
    model, events = GraphModel(research()), Events()
    model.apply(
        [
            events.started(),
            events.planned(5, pull("synthesize")),
            events.wrote("synthesize", END),
            events.ended(),
        ]
    )
    assert states(model) == {"synthesize": "wrote", END: "wrote"}
    assert taken(model) == {("synthesize", END)}
    model.apply([events.saved(6)])
    model.show(view(6))
    assert states(model) == {END: "wrote"}
    assert taken(model) == {("synthesize", END)}


def test_a_recorded_moment_is_shown_whole() -> None:
    model = GraphModel(joins())
    model.show(
        view(
            2,
            TaskView("t1", "long_2", "PULL", "due"),
            TaskView("t2", "short", "PULL", "failed", error=ErrorView("KeyError", "'x'")),
            channels=(ChannelView("total", 4, preview("7"), changed=True),),
            explanations=(
                NodeExplanation("long_2", True, "because", (trigger("b", ["long_1"]),)),
                NodeExplanation(
                    "merge",
                    False,
                    "waits",
                    (trigger(JOIN, (), ["short", "long_2"], ["short"], due=False),),
                ),
            ),
        )
    )
    assert states(model) == {"long_2": "due", "short": "failed"}
    assert model.moment.nodes["long_2"].message == "because"
    assert model.moment.nodes["short"].message == "KeyError: 'x'"
    assert model.moment.joins[JOIN].reported == {"short"}
    assert taken(model) == {("long_1", "long_2")}
    assert not model.viewing_past


def test_looking_back_shows_states_and_counts_of_then_and_events_go_on_at_the_head() -> None:
    model, events = GraphModel(research()), Events()
    model.apply(
        [
            events.started(),
            events.planned(0, pull("plan")),
            events.wrote("plan", "search", milliseconds=5),
            events.saved(1),
            events.planned(1, push("search", 0)),
            events.wrote("search", "gather", index=0),
            events.saved(2),
            events.planned(2, pull("plan")),
            events.wrote("plan", milliseconds=9),
        ]
    )
    assert model.runs("plan") == (2, 9)

    model.show(view(1, TaskView("t", "search", "PUSH", "wrote", index=0)))
    assert model.viewing_past
    assert states(model) == {"search": "wrote"}
    assert taken(model) == {("plan", "search")}
    assert model.runs("plan") == (1, 5)
    assert model.runs("search") == (0, None)

    model.apply([events.failed("plan", "late")])
    assert states(model) == {"search": "wrote"}
    model.show(view(2), past=False)
    assert states(model) == {"plan": "failed"}
    assert model.runs("plan") == (2, 9)


def test_runs_are_counted_along_the_branch() -> None:
    model, events = GraphModel(research()), Events()
    model.apply([events.started(), events.planned(0, pull("plan")), events.wrote("plan")])
    model.apply(
        [events.saved(1), events.planned(1, pull("gather")), events.interrupted("gather", "?")]
    )
    assert model.runs("gather") == (0, None)
    model.apply(
        [events.started("resume"), events.planned(1, pull("gather")), events.wrote("gather")]
    )
    model.apply([events.saved(2), events.planned(2, pull("plan")), events.wrote("plan")])
    assert (model.runs("plan")[0], model.runs("gather")[0]) == (2, 1)

    # Edited before gather ran: on the new branch it did not.
    model.apply([events.saved(3, parent=1, source="update"), events.started("resume")])
    model.apply([events.planned(3, pull("gather"))])
    assert (model.runs("plan")[0], model.runs("gather")[0]) == (1, 0)


def test_what_is_recorded_counts_as_it_was_due() -> None:
    model = GraphModel(research())
    rows = [
        replace(row("c000", -1), source="input", next=(START,)),
        replace(row("c001", 0), parent_checkpoint_id="c000", next=("plan",)),
        replace(row("c002", 1), parent_checkpoint_id="c001", next=("search", "search")),
        replace(row("c003", 2), parent_checkpoint_id="c002"),
        replace(row("c004", 3), parent_checkpoint_id="c003", source="input", next=(START,)),
        replace(row("c005", 4), parent_checkpoint_id="c004", next=("plan",)),
    ]
    model.branch.add(reversed(rows))
    model.show(CheckpointView(rows[3], (), {}, (), ()), past=True)
    assert (model.runs("plan"), model.runs("search")) == ((1, None), (2, None))
    model.show(CheckpointView(rows[5], (), {}, (), ()), past=False)
    assert model.runs("plan") == (0, None)


def test_a_view_of_the_head_does_not_undo_what_a_run_under_way_told() -> None:
    model, events = GraphModel(research()), Events()
    model.apply([events.started(), events.planned(0, pull("plan")), events.running("plan")])
    model.show(view(0, TaskView("task-plan", "plan", "PULL", "due")))
    assert states(model) == {"plan": "running"}


def test_another_thread_begins_empty() -> None:
    model, events = GraphModel(research()), Events()
    model.apply([events.started(), events.planned(0, pull("plan")), events.wrote("plan")])
    model.apply([events.ended()])
    other = CheckpointView(row("c000", 0, "other"), (), {}, (), ())
    model.show(other)
    assert states(model) == {}
    assert model.runs("plan") == (0, None)
    assert not model.viewing_past


def test_texts() -> None:
    assert duration_text(0.0) == "< 0.1 ms"
    assert duration_text(0.42) == "0.4 ms"
    assert duration_text(9.96) == "10 ms"
    assert duration_text(999.6) == "1.0 s"
    assert duration_text(59_960) == "1 min 00 s"
    assert duration_text(125_000) == "2 min 05 s"
    assert runs_text(0, None) == ""
    assert runs_text(1, 3.0) == "1 run · 3.0 ms"
    assert runs_text(3, 12.0) == "3 runs · 12 ms"
    model = GraphModel(research())
    model.breakpoints = {"gather": BreakpointMark("on", ("Breakpoint before gather",))}
    assert (
        spoken(model, model.moment.nodes["gather"])
        == "gather, idle, Breakpoint before gather, leads to review"
    )
    assert spoken(model, model.moment.nodes[START]) == "START, leads to plan"
