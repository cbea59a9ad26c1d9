"""Where Tab goes next: what can be seen, each control once.

Qt keeps the panels behind a tab as visible ones outside of the window, and would go there.
"""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QWidget


def next_in_order(window: QWidget, current: QWidget | None, forward: bool) -> QWidget | None:
    """The control that Tab, or Shift+Tab, leads to; ``None`` where there is no other."""
    start = widget = current or window
    while True:
        following = widget.nextInFocusChain() if forward else widget.previousInFocusChain()
        if following is None or following is start:
            return None
        widget = following
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
    if outer is None or outer.isFloating():
        return False
    return not outer.window().rect().intersects(outer.geometry())
