"""Where Tab goes next: what can be seen, each control once.

Qt keeps the panels behind a tab as visible ones outside of the window, and would go there.
"""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QWidget


def next_in_order(current: QWidget, forward: bool) -> QWidget | None:
    """The control that Tab, or Shift+Tab, leads to; ``None`` where there is no other."""
    widget = current
    while True:
        widget = widget.nextInFocusChain() if forward else widget.previousInFocusChain()
        if widget is current:
            return None
        if _takes_tab(widget):
            return widget


def _takes_tab(widget: QWidget) -> bool:
    takes = widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value
    # What has a proxy stands for a control that comes by itself.
    if not takes or widget.focusProxy() is not None:
        return False
    return widget.isVisible() and widget.isEnabled() and not _behind_a_tab(widget)


def _behind_a_tab(widget: QWidget) -> bool:
    outer: QWidget | None = widget
    while outer is not None and not isinstance(outer, QDockWidget):
        outer = outer.parentWidget()
    return outer is not None and outer.visibleRegion().isEmpty()
