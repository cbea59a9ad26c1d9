"""Disagreements that several graphs show: what LangGraph gets wrong, put right in its recording."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.differential.recording import Entry
from tests.differential.scenarios import Disagreement


def snapshots(entry: Entry) -> Iterator[dict[str, Any]]:
    """The fields of every snapshot in an entry, whether it holds one or a history."""
    for seen in entry.seen:
        for found in seen if isinstance(seen, list) else [seen]:
            if isinstance(found, tuple) and found[0] == "StateSnapshot":
                yield found[1]


def task_payloads(entry: Entry) -> Iterator[tuple[str, dict[str, Any], Any]]:
    """Kind ("start" or "end"), payload and whole event of every task event, per mode."""
    for event in entry.seen:
        if not isinstance(event, tuple) or event[0] not in ("tasks", "debug"):
            continue
        payload = event[1]
        if event[0] == "debug":
            if payload["type"] == "checkpoint":
                continue
            payload = payload["payload"]
        yield "start" if "input" in payload else "end", payload, event


def raised_by(entry: Entry) -> tuple[str, Any, list[str]] | None:
    """The error that ended an entry, with its notes."""
    last = entry.seen[-1] if entry.seen else None
    return last if isinstance(last, tuple) and last[0] == "raised" else None


def stored(entry: Entry) -> Iterator[dict[str, Any]]:
    """The stored checkpoints in an entry."""
    return (seen for seen in entry.seen if isinstance(seen, dict) and "pending" in seen)


def _still_due(recording: list[Entry]) -> None:
    for entry in recording:
        for snapshot in snapshots(entry):
            for _, task in snapshot["tasks"]:
                if task["interrupts"] and task["result"] == {}:
                    task["result"] = None
                    snapshot["next"] = (*snapshot["next"], task["name"])


STILL_DUE = Disagreement(
    "A snapshot says what runs next. LangGraph takes the saved answers of a task for its writes:"
    " after the second question `next` is empty and the result {}, though the task runs again.",
    _still_due,
)


def _edits_leave_the_past_alone(recording: list[Entry]) -> None:
    for entry in recording:
        found = list(snapshots(entry))
        for snapshot in found:
            sources = {
                child["metadata"]["source"]
                for child in found
                if child["parent_config"] == snapshot["config"]
            }
            if "update" in sources and "loop" not in sources:
                for _, task in snapshot["tasks"]:
                    task["result"] = None


EDITS_LEAVE_THE_PAST_ALONE = Disagreement(
    "History is immutable. LangGraph writes an edit made as a node down as that node's result in"
    " the checkpoint before the edit, though the node did not run.",
    _edits_leave_the_past_alone,
)


def _end_of_failed_task(recording: list[Entry]) -> None:
    for entry in recording:
        raised = raised_by(entry)
        if raised is None or not raised[2]:
            continue
        _, error, notes = raised
        events = list(task_payloads(entry))
        ended = {(event[0], payload["id"]) for kind, payload, event in events if kind == "end"}
        for kind, payload, (mode, body) in events:
            if kind == "end" or payload["id"] not in notes[0] or (mode, payload["id"]) in ended:
                continue
            end = {"id": payload["id"], "name": payload["name"], "error": error}
            end |= {"result": {}, "interrupts": []}
            if mode == "debug":
                end = {**body, "type": "task_result", "payload": end}
            entry.seen.insert(-1, (mode, end))


LOST_END = Disagreement(
    "A task that started also ends. LangGraph runs a lone task in the caller's thread and, when"
    " only `tasks` or `debug` is streamed, raises without the event that says the task failed.",
    _end_of_failed_task,
    shows_in=("tasks", "debug"),
)


def _failed_router_wrote_nothing(recording: list[Entry]) -> None:
    for entry in recording:
        if raised_by(entry):
            entry.seen = [seen for seen in entry.seen if seen[0] != "updates"]
        for kind, payload, _ in task_payloads(entry):
            if kind == "end" and payload["error"]:
                payload["result"] = {}
        for snapshot in snapshots(entry):
            for _, task in snapshot["tasks"]:
                if task["error"]:
                    task["result"] = None
                    snapshot["next"] = (task["name"],)
                    snapshot["values"] = {"x": 1, "log": []}
        for checkpoint in stored(entry):
            failed = {write[0] for write in checkpoint["pending"] if write[1] == "__error__"}
            checkpoint["pending"] = [
                write
                for write in checkpoint["pending"]
                if write[0] not in failed or write[1] == "__error__"
            ]


FAILED_ROUTER_WROTE_NOTHING = Disagreement(
    "A task whose router raised has failed: it is due again and wrote nothing. LangGraph shows and"
    " keeps its writes, leaves it out of `next`, and runs it again when the thread goes on.",
    _failed_router_wrote_nothing,
)


def answered_is_closed(recording: list[Entry]) -> None:
    """Take questions of finished tasks out of what `get_state` shows; history keeps them."""
    for entry in recording:
        for snapshot in snapshots(entry) if entry.what == "snapshot" else ():
            for _, task in snapshot["tasks"]:
                if task["result"] is not None:
                    task["interrupts"] = ()
            snapshot["interrupts"] = tuple(
                found for _, task in snapshot["tasks"] for found in task["interrupts"]
            )


ANSWERED_IS_CLOSED = Disagreement(
    "What waits for an answer is what a snapshot of the newest checkpoint lists. LangGraph lists a"
    " question until the whole superstep is done, also when its answer was taken.",
    answered_is_closed,
)


def own_ids(*questions: Any) -> Disagreement:
    """Give the questions of one task an id each, in the order of their asking."""

    def correct(value: Any) -> None:
        if isinstance(value, dict):
            if {"id", "value"} <= set(value) and str(value["id"]).startswith("interrupt-"):
                value["id"] = f"interrupt-{questions.index(value['value']) + 1}"
            for item in value.values():
                correct(item)
        elif isinstance(value, list | tuple):
            for item in value:
                correct(item)

    return Disagreement(
        "An answer is bound to its question by an id. LangGraph gives all questions of a task the"
        " same id, so that an answer to the first, given twice, answers the second.",
        lambda recording: correct([entry.seen for entry in recording]),
    )


def refused(error: Exception, channel: str, *writers: str) -> Disagreement:
    """Let state and history be read, with `error` at the tasks that wrote `channel`."""
    text = repr(error)
    if writers:
        written = f"{error}\nWritten by: {', '.join(repr(name) for name in writers)}."
        text = repr(type(error)(written))[:-2]

    def correct(recording: list[Entry]) -> None:
        for entry in recording:
            for snapshot in snapshots(entry):
                for _, task in snapshot["tasks"]:
                    if task["name"] != "__start__" and channel in (task["result"] or {}):
                        task["error"] = text
            for checkpoint in stored(entry):
                tasks = {write[0] for write in checkpoint["pending"] if write[1] == channel}
                if "branch:to:a" in checkpoint["values"]:
                    errors = [(task, "__error__", text) for task in tasks]
                    checkpoint["pending"] = sorted([*checkpoint["pending"], *errors], key=repr)
        histories = [entry for entry in recording if entry.what.startswith("history")]
        for entry in list(recording):
            if entry.what == "snapshot" and raised_by(entry):
                if histories:
                    entry.seen = [histories[0].seen[0][0]]
                else:
                    recording.remove(entry)

    return Disagreement(
        "A refused superstep leaves the thread usable and says what failed. LangGraph repeats the"
        " error whenever the state is read; the history shows what the state is: all tasks due,"
        " with the writes they made.",
        correct,
    )


def says_where_it_went(router: str, node: str, *ends: str) -> Disagreement:
    """Have the error of a router that left its path map name router, node and ends."""

    def correct(recording: list[Entry]) -> None:
        for entry in recording:
            raised = raised_by(entry)
            if raised is not None and raised[1][1] == "KeyError":
                text = (
                    f"The router {router} of node {node} returned {raised[1][2]}, which is none of"
                    f" its declared ends: {', '.join(map(repr, ends))}"
                )
                entry.seen[-1] = ("raised", ("error", "KeyError", repr(text)), raised[2])

    return Disagreement(
        "An error says what is wrong and where. LangGraph says the missing key and nothing else.",
        correct,
    )


def still_asked(name: str, value: str) -> Disagreement:
    """Show the question of node `name` at the edits of the thread that waits for its answer."""

    def correct(recording: list[Entry]) -> None:
        for number, entry in enumerate(recording):
            # The edited checkpoint has another task, whose question has an id of its own.
            asked = "interrupt-1" in repr(recording[:number])
            identity = "interrupt-2" if asked else "interrupt-1"
            question = ("Interrupt", {"value": value, "id": identity})
            for snapshot in snapshots(entry):
                if (snapshot["metadata"] or {}).get("source") == "update":
                    for _, task in snapshot["tasks"]:
                        if task["name"] == name:
                            task["interrupts"] = snapshot["interrupts"] = (question,)
            for event in entry.seen:
                if isinstance(event, tuple) and event[0] in ("checkpoints", "debug"):
                    payload = event[1].get("payload", event[1])
                    if payload.get("metadata", {}).get("source") == "update":
                        for task in payload["tasks"]:
                            if task["name"] == name:
                                task["interrupts"] = (question[1],)

    return Disagreement(
        "What waits for an answer is what a snapshot lists. LangGraph forgets the question when the"
        " state is edited, though the node goes on waiting.",
        correct,
    )


def lone_task_is_shown(name: str, update: Any, result: Any = None) -> Disagreement:
    """Insert the events of the first stream's last task, which finished before the error."""

    def correct(recording: list[Entry]) -> None:
        stream = recording[0]
        if len(stream.modes) != 1 or stream.modes[0] not in ("updates", "tasks", "debug"):
            return
        mode = stream.modes[0]
        if mode == "updates":
            stream.seen.insert(-1, (mode, {name: update}))
            return
        started = stream.seen[-2][1]
        identity = (started["payload"] if mode == "debug" else started)["id"]
        end = {"id": identity, "name": name, "error": None, "interrupts": []}
        end["result"] = update if result is None else result
        if mode == "debug":
            end = {**started, "type": "task_result", "payload": end}
        stream.seen.insert(-1, (mode, end))

    return Disagreement(
        "A task that finished is shown, whatever comes after it. LangGraph runs a lone task in the"
        " caller's thread, and loses its events when the barrier or the next plan raises.",
        correct,
        shows_in=("updates", "tasks", "debug"),
    )
