"""A node that a person drags, from where it was taken up to where it is put down."""

from __future__ import annotations

from PySide6.QtCore import QPointF

from studio.graph.scene import GraphScene

MOVE_STEP = 8.0
"""Pixels of the grid that moved nodes are put on."""


class NodeMove:
    """One gesture: ``move`` as often as the pointer does, then ``end`` or ``cancel``."""

    def __init__(self, scene: GraphScene, path: str, grip: QPointF) -> None:
        self._scene = scene
        self.path = path
        self._grip = grip
        self._from = QPointF(scene.nodes[path].pos())

    def move(self, to: QPointF) -> None:
        """The pointer is at a point of the drawing."""
        by = to - self._grip
        self._put(
            QPointF(
                round(by.x() / MOVE_STEP) * MOVE_STEP,
                round(by.y() / MOVE_STEP) * MOVE_STEP,
            )
        )

    def end(self) -> QPointF:
        """Put it down; returns how far it went."""
        return self._scene.nodes[self.path].pos() - self._from

    def cancel(self) -> None:
        """Put it back to where it was."""
        self._put(QPointF())

    def _put(self, by: QPointF) -> None:
        place = self._from + by
        if place != self._scene.nodes[self.path].pos():
            self._scene.move_node(self.path, place.x(), place.y())
