"""What stands on the canvas: controls, map, finder, legend, what the last barrier did.

The controls, and beside them the pill of the last barrier, have a strip at the bottom that the
graph is fitted above. The map takes the corner in which it covers least, and none where the canvas
is small.
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject

from studio.graph.controls import CanvasControls
from studio.graph.finder import NodeFinder
from studio.graph.fold_strip import FoldStrip
from studio.graph.legend import Legend
from studio.graph.minimap import Minimap
from studio.graph.scene import GraphScene
from studio.graph.view import GraphView
from studio.shell.theme import ThemeTokens


class Overlays(QObject):
    """Keeps them in their places."""

    def __init__(self, canvas: GraphView, scene: GraphScene, tokens: ThemeTokens) -> None:
        super().__init__(canvas)
        # Before the controls listen: the last one to listen is told first, and moves first.
        canvas.installEventFilter(self)
        self.controls = CanvasControls(canvas, tokens)
        self.minimap = Minimap(canvas, scene, tokens)
        order: Callable[[], Sequence[str]] = scene.reading_order
        self.finder = NodeFinder(order, tokens, canvas)
        self.legend = Legend(tokens, canvas)
        self.folds = FoldStrip(tokens, canvas, canvas.nodes_under, self.controls.geometry)
        canvas.node_selected.connect(lambda _: self.minimap.update())
        self.controls.minimap_toggled.connect(self.minimap.set_wanted)
        self.finder.found.connect(scene.set_found)
        self.finder.closed.connect(canvas.setFocus)

    def set_theme(self, tokens: ThemeTokens) -> None:
        for overlay in (self.controls, self.minimap, self.finder, self.legend, self.folds):
            overlay.set_theme(tokens)

    def place(self) -> None:
        """Put each where it belongs now."""
        self.minimap.place()
        self.finder.place()
        self.folds.place()
        self.legend.place(self.controls.x(), self.controls.y() - 4)
        self.legend.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self.place()
        return super().eventFilter(watched, event)
