"""Actions on whole threads, and on what a person notes of checkpoints and threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.language import tr
from studio.shell.actions import Action

if TYPE_CHECKING:
    from studio.shell.window import MainWindow


def thread_actions(window: MainWindow) -> list[Action]:
    """Find, copy, measure and prune threads; bookmark, name and colour what matters."""
    acts, moment, panels = window.thread_acts, window.moment, window.panels

    def has_thread() -> bool:
        return moment.thread_id is not None and moment.head is not None

    def looks() -> bool:
        return moment.looked_at is not None

    return [
        Action(
            "thread.find",
            tr("Find a thread"),
            acts.find_thread,
            shortcut="Ctrl+Shift+T",
            icon="list",
            hint=tr("By id, name, note, status or metadata"),
        ),
        Action(
            "thread.annotate",
            tr("Name, note and colour of the thread…"),
            acts.annotate_thread,
            icon="note",
            enabled_when=has_thread,
        ),
        Action(
            "thread.copy_id",
            tr("Copy thread id"),
            acts.copy_id,
            icon="copy",
            enabled_when=lambda: moment.thread_id is not None,
        ),
        Action(
            "thread.copy",
            tr("Copy thread…"),
            acts.copy_thread,
            icon="add",
            enabled_when=has_thread,
            hint=tr("All its checkpoints and notes, under another id"),
        ),
        Action(
            "thread.sizes",
            tr("Size by channel…"),
            acts.show_sizes,
            icon="sizes",
            enabled_when=has_thread,
            hint=tr("What the bytes of the thread are made of"),
        ),
        Action(
            "thread.prune",
            tr("Prune thread…"),
            acts.prune_thread,
            icon="prune",
            enabled_when=has_thread,
            hint=tr("Remove checkpoints by a rule; says how many go before"),
        ),
        Action(
            "thread.reclaim",
            tr("Reclaim space…"),
            acts.reclaim_space,
            icon="fit",
            hint=tr("Rewrite the database file without what is free in it"),
        ),
        Action(
            "annotation.bookmark",
            tr("Bookmark"),
            panels.book.toggle_bookmark,
            shortcut="Ctrl+M",
            icon="bookmark",
            enabled_when=looks,
            checked_when=lambda: bool(panels.book.here and panels.book.here.bookmarked),
            hint=tr("Mark the checkpoint looked at, or take the mark away"),
        ),
        Action(
            "annotation.edit",
            tr("Name, note and colour…"),
            acts.annotate,
            shortcut="Ctrl+Shift+M",
            icon="note",
            enabled_when=looks,
            hint=tr("Of the checkpoint looked at"),
        ),
        Action(
            "history.go_to",
            tr("Go to step or checkpoint…"),
            acts.go_to,
            shortcut="Ctrl+J",
            icon="run-to",
            enabled_when=has_thread,
            hint=tr("By the number of the step, or by the checkpoint's id"),
        ),
    ]
