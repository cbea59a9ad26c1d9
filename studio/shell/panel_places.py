"""Where each panel stands at first, and how it is called."""

from dataclasses import dataclass

from PySide6.QtCore import Qt

LEFT = Qt.DockWidgetArea.LeftDockWidgetArea
RIGHT = Qt.DockWidgetArea.RightDockWidgetArea
BOTTOM = Qt.DockWidgetArea.BottomDockWidgetArea
CENTRE = Qt.DockWidgetArea.NoDockWidgetArea


@dataclass(frozen=True, slots=True)
class PanelPlace:
    """A panel by name: its title, its icon, the area of its dock, and the keys that go to it."""

    name: str
    title: str
    icon: str
    area: Qt.DockWidgetArea
    keys: str = ""


PLACES: tuple[PanelPlace, ...] = (
    PanelPlace("graph", "Graph", "graph", CENTRE, "Ctrl+1"),
    PanelPlace("history", "History", "history", LEFT, "Ctrl+2"),
    PanelPlace("state", "State", "state", RIGHT, "Ctrl+3"),
    PanelPlace("versions", "Versions", "versions", RIGHT, "Ctrl+4"),
    PanelPlace("tasks", "Tasks", "tasks", RIGHT, "Ctrl+5"),
    PanelPlace("why", "Why", "why", RIGHT, "Ctrl+6"),
    PanelPlace("timeline", "Timeline", "timeline", BOTTOM, "Ctrl+7"),
    PanelPlace("log", "Log", "log", BOTTOM, "Ctrl+8"),
    PanelPlace("problems", "Problems", "problems", BOTTOM, "Ctrl+9"),
    PanelPlace("source", "Source", "source", BOTTOM),
    PanelPlace("breakpoints", "Breakpoints", "breakpoint", BOTTOM, "Ctrl+B"),
    PanelPlace("diff", "Diff", "diff", RIGHT, "Ctrl+D"),
    PanelPlace("search", "Search", "search", BOTTOM, "Ctrl+F"),
    PanelPlace("watch", "Watch", "watch", BOTTOM),
)
"""Those of one area share it as tabs, in this order."""
