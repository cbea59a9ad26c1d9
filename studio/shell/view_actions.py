"""Actions on the window itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.language import later, tr
from studio.language.catalog import NAMES, as_choice
from studio.shell.actions import Action
from studio.shell.canvas_actions import canvas_actions
from studio.shell.panel_places import PLACES, PanelPlace
from studio.shell.settings import LanguageChoice
from studio.shell.shortcuts_dialog import ShortcutsDialog
from studio.shell.touring import take_tour

if TYPE_CHECKING:
    from studio.shell.window import MainWindow


SPEEDS = (
    ("slow", later("Slow animation"), 0.4),
    ("normal", later("Normal animation"), 1.0),
    ("fast", later("Fast animation"), 2.5),
)


def view_actions(window: MainWindow) -> list[Action]:
    """Panels, theme and motion."""

    def show(place: PanelPlace) -> Action:
        return Action(
            f"view.{place.name}",
            tr(place.action),
            lambda: window.show_panel(place.name),
            shortcut=place.keys,
            icon=place.icon,
        )

    settings = window.settings

    def language(choice: LanguageChoice, title: str) -> Action:
        return Action(
            f"view.language_{choice}",
            title,
            lambda: window.set_language(choice),
            checked_when=lambda: as_choice(settings.values.language) == choice,
            hint=tr("Holds when Pregel Studio starts the next time"),
        )

    def animation(name: str, title: str, speed: float) -> Action:
        return Action(
            f"view.animation_{name}",
            tr(title),
            lambda: window.set_motion(reduced=False, speed=speed),
            checked_when=lambda: (
                not settings.values.reduced_motion and settings.values.animation_speed == speed
            ),
        )

    return [
        *(show(place) for place in PLACES),
        Action(
            "view.inside",
            tr("Look inside the subgraph"),
            window.dialogs.look_inside,
            shortcut="Ctrl+Shift+I",
            icon="graph",
            enabled_when=lambda: window.panels.selection.is_subgraph,
            hint=tr("Graph, checkpoints, state and tasks of the selected node's task"),
        ),
        Action(
            "view.command_palette",
            tr("Find an action…"),
            window.show_palette,
            shortcut="Ctrl+Shift+P",
            icon="search",
        ),
        *canvas_actions(window),
        Action(
            "view.theme_light",
            tr("Light theme"),
            lambda: window.set_theme_mode("light"),
            checked_when=lambda: window.themes.mode == "light",
        ),
        Action(
            "view.theme_dark",
            tr("Dark theme"),
            lambda: window.set_theme_mode("dark"),
            checked_when=lambda: window.themes.mode == "dark",
        ),
        Action(
            "view.theme_system",
            tr("Theme of the system"),
            lambda: window.set_theme_mode("system"),
            checked_when=lambda: window.themes.mode == "system",
        ),
        language("system", tr("Language of the system")),
        *(language(choice, name) for choice, name in NAMES.items()),
        *(animation(name, title, speed) for name, title, speed in SPEEDS),
        Action(
            "view.reduced_motion",
            tr("No animation (reduced motion)"),
            lambda: window.set_motion(not settings.values.reduced_motion),
            checked_when=lambda: settings.values.reduced_motion,
            hint=tr("Switch all animation off"),
        ),
        Action(
            "view.shortcuts",
            tr("Keyboard shortcuts…"),
            lambda: ShortcutsDialog(window.actions_registry, window).open(),
            icon="list",
            hint=tr("Every action with its keys, and other keys for it"),
        ),
        Action(
            "view.tour",
            tr("Tour of the window"),
            lambda: take_tour(window),
            icon="info",
            hint=tr("Seven parts of the window, a sentence each; a minute"),
        ),
        Action("view.reset_layout", tr("Reset layout"), window.reset_layout),
    ]
