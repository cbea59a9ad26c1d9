"""Where each panel stands at first, and how it is called."""

from dataclasses import dataclass

from PySide6.QtCore import Qt

from studio.language import later

LEFT = Qt.DockWidgetArea.LeftDockWidgetArea
RIGHT = Qt.DockWidgetArea.RightDockWidgetArea
BOTTOM = Qt.DockWidgetArea.BottomDockWidgetArea
CENTRE = Qt.DockWidgetArea.NoDockWidgetArea


@dataclass(frozen=True, slots=True)
class PanelPlace:
    """A panel by name: its title, the action that goes to it and its keys, icon and dock area."""

    name: str
    title: str
    action: str
    icon: str
    area: Qt.DockWidgetArea
    keys: str = ""


PLACES: tuple[PanelPlace, ...] = (
    PanelPlace("graph", later("Graph"), later("Show graph"), "graph", CENTRE, "Ctrl+1"),
    PanelPlace("history", later("History"), later("Show history"), "history", LEFT, "Ctrl+2"),
    PanelPlace("state", later("State"), later("Show state"), "state", RIGHT, "Ctrl+3"),
    PanelPlace("versions", later("Versions"), later("Show versions"), "versions", RIGHT, "Ctrl+4"),
    PanelPlace("tasks", later("Tasks"), later("Show tasks"), "tasks", RIGHT, "Ctrl+5"),
    PanelPlace("why", later("Why"), later("Show why"), "why", RIGHT, "Ctrl+6"),
    PanelPlace("timeline", later("Timeline"), later("Show timeline"), "timeline", BOTTOM, "Ctrl+7"),
    PanelPlace("log", later("Log"), later("Show log"), "log", BOTTOM, "Ctrl+8"),
    PanelPlace("problems", later("Problems"), later("Show problems"), "problems", BOTTOM, "Ctrl+9"),
    PanelPlace(
        "source", later("Source", "code of the graph"), later("Show source"), "source", BOTTOM
    ),
    PanelPlace(
        "breakpoints",
        later("Breakpoints"),
        later("Show breakpoints"),
        "breakpoint",
        BOTTOM,
        "Ctrl+B",
    ),
    PanelPlace(
        "approvals",
        later("Approvals"),
        later("Show approvals"),
        "answer",
        BOTTOM,
        "Ctrl+Shift+A",
    ),
    PanelPlace("marks", later("Marks"), later("Show marks"), "pin", BOTTOM, "Ctrl+Alt+M"),
    PanelPlace("diff", later("Diff"), later("Show diff"), "diff", RIGHT, "Ctrl+D"),
    PanelPlace(
        "messages",
        later("Messages"),
        later("Show messages"),
        "messages",
        RIGHT,
        "Ctrl+K",
    ),
    PanelPlace(
        "branches",
        later("Branches"),
        later("Show branches"),
        "branches",
        BOTTOM,
        "Ctrl+Shift+B",
    ),
    PanelPlace("search", later("Search"), later("Show search"), "search", BOTTOM, "Ctrl+F"),
    PanelPlace("watch", later("Watch"), later("Show watch"), "watch", BOTTOM),
)
"""Those of one area share it as tabs, in this order."""
