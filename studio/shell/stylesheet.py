"""The few shapes that Fusion draws differently from what the window wants."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from studio.shell.theme import ThemeTokens


def stylesheet(tokens: ThemeTokens) -> str:
    """Qt style sheet of the application for ``tokens``.

    Widgets opt in by object name or by the dynamic property ``role``: ``primary`` and ``danger``
    for buttons, ``muted``, ``heading`` and ``mono`` for labels.
    """
    t = tokens
    chevron = _picture(f"chevron-down-{t.name}.svg")
    check = _picture(f"check-{t.name}.svg")
    return f"""
QMainWindow::separator {{ background: {t.window}; width: 4px; height: 4px; }}
QMainWindow::separator:hover {{ background: {t.accent}; }}
QToolBar {{ background: {t.window}; border: none; border-bottom: 1px solid {t.border};
    padding: 4px 8px; spacing: 4px; }}
QToolBar::separator {{ background: {t.border}; width: 1px; margin: 4px 4px; }}
QToolBar QToolButton {{ border: 1px solid transparent; border-radius: 4px; padding: 3px 7px; }}
QToolButton {{ border: 1px solid transparent; border-radius: 4px; padding: 3px; }}
QToolBar QToolButton#qt_toolbar_ext_button {{ border: none; padding: 0; }}
QToolButton:hover {{ background: {t.hover}; }}
QToolButton:pressed, QToolButton:checked {{ background: {t.selection}; }}
QToolButton:focus {{ border-color: {t.accent}; }}
QToolButton:disabled {{ color: {t.text_disabled}; }}
QMenuBar {{ background: {t.window}; padding: 2px 4px; }}
QMenuBar::item {{ padding: 4px 8px; border-radius: 4px; background: transparent; }}
QMenuBar::item:selected {{ background: {t.hover}; }}
QMenu {{ background: {t.surface}; border: 1px solid {t.border}; padding: 4px; }}
QMenu::item {{ padding: 4px 24px 4px 8px; border-radius: 4px; }}
QMenu::icon {{ padding-left: 6px; }}
QMenu::item:selected {{ background: {t.selection}; color: {t.text}; }}
QMenu::item:disabled {{ color: {t.text_disabled}; }}
QMenu::separator {{ height: 1px; background: {t.border}; margin: 4px 0; }}
QDockWidget {{ titlebar-close-icon: none; font-weight: 600; }}
QDockWidget::title {{ background: {t.window}; padding: 6px 8px; text-align: left; }}
QTabBar {{ background: {t.window}; qproperty-drawBase: 0; }}
QTabBar::tab {{ background: transparent; color: {t.text_muted}; padding: 5px 12px;
    border: none; border-bottom: 2px solid transparent; }}
QTabBar::tab:selected {{ color: {t.text}; border-bottom: 2px solid {t.accent}; }}
QTabBar::tab:hover:!selected {{ color: {t.text}; background: {t.hover}; }}
QTabBar::tab:focus {{ color: {t.accent}; }}
QTabBar::tab:disabled {{ color: {t.text_disabled}; }}
QTabWidget::pane {{ border: 1px solid {t.border}; background: {t.surface}; }}
QStatusBar {{ background: {t.window}; border-top: 1px solid {t.border}; color: {t.text_muted}; }}
QStatusBar::item {{ border: none; }}
QHeaderView {{ background: {t.surface_raised}; }}
QHeaderView::section {{ background: {t.surface_raised}; color: {t.text_muted}; border: none;
    border-bottom: 1px solid {t.border}; border-right: 1px solid {t.border};
    padding: 3px 8px; }}
QHeaderView::section:last {{ border-right: none; }}
QTreeView, QTableView, QListView, QPlainTextEdit, QTextBrowser {{ background: {t.surface};
    border: none; outline: 0; selection-background-color: {t.selection};
    selection-color: {t.text}; }}
CompletionPopup {{ border: 1px solid {t.border_strong}; }}
QTableView::item {{ padding: 0 4px; }}
QTreeView::item, QListView::item {{ min-height: 22px; border: none; padding: 0 4px; }}
QTreeView::item:selected, QTableView::item:selected, QListView::item:selected {{
    background: {t.selection}; color: {t.text}; }}
QTreeView::item:hover:!selected, QListView::item:hover:!selected {{ background: {t.hover}; }}
QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox {{ background: {t.surface_sunken};
    border: 1px solid {t.border_strong}; border-radius: 4px; padding: 3px 6px;
    min-height: 16px; selection-background-color: {t.accent};
    selection-color: {t.accent_text}; }}
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus {{
    border-color: {t.accent}; }}
QDateTimeEdit {{ background: {t.surface_sunken}; border: 1px solid {t.border_strong};
    border-radius: 4px; padding: 3px 6px; min-height: 16px; }}
QDateTimeEdit:focus {{ border-color: {t.accent}; }}
QDateTimeEdit::drop-down {{ border: none; width: 20px; }}
QDateTimeEdit::down-arrow {{ image: url("{chevron}"); width: 14px; height: 14px; }}
QAbstractSpinBox:disabled {{ color: {t.text_disabled}; border-color: {t.border}; }}
QSpinBox::up-button, QSpinBox::down-button {{ width: 0; border: none; }}
QAbstractSpinBox QLineEdit {{ background: transparent; border: none; padding: 0;
    min-height: 0; }}
QLineEdit[invalid="true"] {{ border-color: {t.failed}; }}
QLineEdit:disabled, QComboBox:disabled {{ color: {t.text_disabled};
    border-color: {t.border}; }}
QComboBox::drop-down {{ border: none; width: 20px; }}
QComboBox::down-arrow {{ image: url("{chevron}"); width: 14px; height: 14px; }}
QToolButton::menu-indicator {{ image: url("{chevron}"); width: 12px; height: 12px;
    subcontrol-origin: padding; subcontrol-position: right center; right: 4px; }}
QToolButton#thread_chooser {{ padding-right: 20px; border-color: {t.border}; }}
QComboBox QAbstractItemView {{ background: {t.surface}; border: 1px solid {t.border};
    selection-background-color: {t.selection}; selection-color: {t.text}; }}
QCheckBox::indicator, QTreeView::indicator, QTableView::indicator, QListView::indicator {{
    width: 13px; height: 13px; border: 1px solid {t.border_strong}; border-radius: 3px;
    background: {t.surface_sunken}; }}
QCheckBox::indicator:checked, QTreeView::indicator:checked, QTableView::indicator:checked,
QListView::indicator:checked {{ background: {t.accent}; border-color: {t.accent};
    image: url("{check}"); }}
QRadioButton::indicator {{ width: 13px; height: 13px; border: 1px solid {t.border_strong};
    border-radius: 7px; background: {t.surface_sunken}; }}
QRadioButton::indicator:checked {{ border-color: {t.accent};
    background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5, fx: 0.5, fy: 0.5,
        stop: 0 {t.accent}, stop: 0.55 {t.accent}, stop: 0.65 {t.surface_sunken}); }}
QRadioButton::indicator:focus {{ border-color: {t.accent}; }}
QCheckBox::indicator:focus {{ border-color: {t.accent}; }}
QPushButton {{ background: {t.surface_raised}; border: 1px solid {t.border_strong};
    border-radius: 4px; padding: 4px 12px; min-height: 16px; outline: none; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QPushButton:hover {{ background: {t.hover}; }}
QPushButton:pressed {{ background: {t.selection}; }}
QPushButton:focus {{ border: 2px solid {t.accent}; padding: 3px 11px; }}
QPushButton:disabled {{ color: {t.text_disabled}; border-color: {t.border}; }}
QPushButton:default, QPushButton[role="primary"] {{ background: {t.accent};
    color: {t.accent_text}; border-color: {t.accent}; }}
QPushButton:default:focus, QPushButton[role="primary"]:focus {{ border-color: {t.text}; }}
QPushButton:default:disabled, QPushButton[role="primary"]:disabled {{
    background: {t.surface_raised}; color: {t.text_disabled}; border-color: {t.border}; }}
QPushButton[role="danger"] {{ color: {t.failed}; border-color: {t.failed}; }}
QPushButton[role="danger"]:focus {{ border-color: {t.text}; }}
QPushButton[role="link"] {{ background: transparent; border-color: transparent;
    color: {t.accent}; text-align: left; padding: 4px 8px; }}
QPushButton[role="link"]:hover {{ background: {t.hover}; }}
QPushButton[role="link"]:focus {{ border: 2px solid {t.accent}; padding: 3px 7px; }}
QFrame#command_palette {{ background: {t.surface}; border: 1px solid {t.border_strong};
    border-radius: 8px; }}
QPushButton[role="card"] {{ text-align: left; background: {t.surface};
    border: 1px solid {t.border}; border-radius: 8px; padding: 0; }}
QPushButton[role="card"]:hover {{ border-color: {t.border_strong}; }}
QPushButton[role="card"]:focus {{ border: 2px solid {t.accent}; }}
QFrame[role="bubble"] {{ background: {t.surface_raised}; border: 1px solid {t.border_strong};
    border-radius: 8px; }}
QLabel[role="muted"] {{ color: {t.text_muted}; }}
QLabel[role="about"] {{ color: {t.text_muted}; background: {t.surface}; padding: 8px 12px;
    border-bottom: 1px solid {t.border}; }}
QLabel[role="notice"] {{ color: {t.text}; background: {t.changed}; padding: 6px 12px;
    border-bottom: 1px solid {t.border}; }}
QLabel[role="heading"] {{ font-weight: 600; }}
QLabel[role="error"] {{ color: {t.failed}; }}
QToolTip {{ background: {t.surface_raised}; color: {t.text}; border: 1px solid {t.border};
    padding: 4px; }}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
QScrollBar:vertical {{ background: transparent; width: 12px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 0; }}
QScrollBar::handle {{ background: {t.border}; border-radius: 4px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 24px; }}
QScrollBar::handle:horizontal {{ min-width: 24px; }}
QScrollBar::handle:hover {{ background: {t.border_strong}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""


def _picture(name: str) -> str:
    """Path of a picture as style sheets want it."""
    return str(files("resources") / "themes" / name).replace("\\", "/")
