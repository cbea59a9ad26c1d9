"""Histories built from the protocol's dataclasses."""

from __future__ import annotations

from typing import Any

from runtime.debug.views import CheckpointPage, CheckpointRow, ThreadPage, ThreadRow, ThreadStatus

THREAD = "thread-1"


def row(number: int, parent: int | None, **changes: Any) -> CheckpointRow:
    values: dict[str, Any] = {
        "thread_id": THREAD,
        "checkpoint_ns": "",
        "checkpoint_id": f"c{number:05d}",
        "parent_checkpoint_id": None if parent is None else f"c{parent:05d}",
        "step": number - 1,
        "source": "loop",
        "created_at": f"2026-11-30T09:15:{number % 60:02d}.120000+00:00",
        "next": ("search",),
    }
    return CheckpointRow(**(values | changes))


def forked() -> tuple[CheckpointRow, ...]:
    """A run of six, an edit of its third checkpoint that ran on, and a re-run of its fourth."""
    oldest_first = [
        row(0, None, source="input", next=("__start__",)),
        row(1, 0, next=("plan",)),
        row(2, 1, next=("search", "search", "search", "outline")),
        row(3, 2, next=("gather",), failed=True),
        row(4, 3, next=("review",), interrupted=True),
        row(5, 4, next=()),
        row(6, 2, source="update", step=2, next=("gather",)),
        row(7, 6, step=3, next=("一个名字很长的节点_with_a_rather_long_name",)),
        row(8, 3, source="fork", step=3, next=("review",), interrupted=True, failed=True),
        row(9, 7, step=4, next=()),
    ]
    return tuple(reversed(oldest_first))


def page(rows: tuple[CheckpointRow, ...], more: bool = False) -> CheckpointPage:
    return CheckpointPage(THREAD, rows, more)


def threads() -> ThreadPage:
    states: list[tuple[str, ThreadStatus]] = [
        (THREAD, "waiting"),
        ("客户-8841 a thread with quite a long name", "idle"),
        ("nightly", "failed"),
    ]
    return ThreadPage(
        0,
        3,
        tuple(
            ThreadRow(
                name,
                "c00009",
                "2026-11-30T09:15:00+00:00",
                "2026-11-30T09:16:00+00:00",
                status,
                10,
            )
            for name, status in states
        ),
    )
