"""The one registry of everything the window can do.

Menus, toolbar, command palette, shortcuts and tests take their actions from here, by id.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from studio.shell.icons import icon
from studio.shell.theme import ThemeTokens


def _always() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Action:
    """One thing the window can do.

    ``id`` is ``group.verb``; ``enabled_when`` is asked whenever the window's state changes;
    ``checked_when`` makes it a switch. ``shortcut`` may name several keys, separated by ``;``.
    """

    id: str
    title: str
    run: Callable[[], None]
    shortcut: str = ""
    icon: str = ""
    enabled_when: Callable[[], bool] = _always
    checked_when: Callable[[], bool] | None = None
    short: str = ""
    """Title on a toolbar button, if the title is too long for one."""
    hint: str = ""
    """One more sentence for the tooltip."""
    color: str = ""
    """Token whose colour the icon takes; the text colour by default."""


class KeysTakenError(ValueError):
    """Keys that belong to another action, ``owner``."""

    def __init__(self, keys: str, owner: str) -> None:
        super().__init__(f"{keys} belongs to {owner} already")
        self.keys = keys
        self.owner = owner


class ActionRegistry(QObject):
    """All actions by id, each as one ``QAction`` that every menu and button shares.

    ``keys_changed`` carries the id of an action that is reached by other keys now.
    """

    triggered = Signal(str)
    keys_changed = Signal(str)

    def __init__(self, window: QWidget, tokens: ThemeTokens) -> None:
        super().__init__(window)
        self._window = window
        self._tokens = tokens
        self._actions: dict[str, Action] = {}
        self._qactions: dict[str, QAction] = {}

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions.values())

    def __contains__(self, action_id: str) -> bool:
        return action_id in self._actions

    def add(self, action: Action) -> QAction:
        """Register an action; raises ``ValueError`` for an id or a shortcut taken before."""
        if action.id in self._actions:
            raise ValueError(f"The action {action.id} exists already")
        keys = keys_from_text(action.shortcut)
        self._check_free(keys, action.id)
        qaction = QAction(action.title, self._window)
        qaction.setObjectName(action.id)
        # The space sets the words off from the icon, which no style sheet can.
        qaction.setIconText(f" {action.short or action.title.rstrip('…')}")
        qaction.setCheckable(action.checked_when is not None)
        qaction.setStatusTip(action.hint)
        qaction.triggered.connect(lambda: self._run(action.id))
        self._actions[action.id] = action
        self._qactions[action.id] = qaction
        self._set_keys(action, keys)
        self._window.addAction(qaction)
        self._tint(action)
        self._refresh(action)
        return qaction

    def keys(self, action_id: str) -> list[QKeySequence]:
        """By which keys an action is reached now."""
        return self._qactions[action_id].shortcuts()

    def has_usual_keys(self, action_id: str) -> bool:
        """Whether nobody has given the action other keys."""
        return self.keys(action_id) == keys_from_text(self._actions[action_id].shortcut)

    def set_keys(self, action_id: str, keys: Sequence[QKeySequence]) -> None:
        """Reach an action by these keys only; raises ``KeysTakenError``."""
        self._check_free(keys, action_id)
        self._set_keys(self._actions[action_id], keys)
        self.keys_changed.emit(action_id)

    def changed_keys(self) -> dict[str, str]:
        """What was changed, by action, as ``recall_keys`` takes it."""
        return {
            action_id: keys_to_text(self.keys(action_id))
            for action_id in self._actions
            if not self.has_usual_keys(action_id)
        }

    def recall_keys(self, changed: Mapping[str, str]) -> None:
        """Take over what was changed before; of actions that are gone nothing is taken."""
        known = {name: keys_from_text(text) for name, text in changed.items() if name in self}
        # First all let go of their own, for some may have exchanged theirs.
        for action_id in known:
            self._set_keys(self._actions[action_id], ())
        for action_id, keys in known.items():
            free = [key for key in keys if self.action_of_shortcut(key) is None]
            self._set_keys(self._actions[action_id], free)

    def _check_free(self, keys: Sequence[QKeySequence], action_id: str) -> None:
        for key in keys:
            owner = self.action_of_shortcut(key)
            if owner not in (None, action_id):
                raise KeysTakenError(key.toString(), str(owner))

    def _set_keys(self, action: Action, keys: Sequence[QKeySequence]) -> None:
        qaction = self._qactions[action.id]
        qaction.setShortcuts(list(keys))
        tip = action.title.rstrip("…")
        if keys:
            tip += f"  ({keys[0].toString(QKeySequence.SequenceFormat.NativeText)})"
        if action.hint:
            tip += f"\n{action.hint}"
        qaction.setToolTip(tip)

    def action_of_shortcut(self, key: QKeySequence) -> str | None:
        """Id of the action that owns ``key``."""
        for action_id, qaction in self._qactions.items():
            if key in qaction.shortcuts():
                return action_id
        return None

    def action(self, action_id: str) -> Action:
        return self._actions[action_id]

    def qaction(self, action_id: str) -> QAction:
        return self._qactions[action_id]

    def enabled(self, action_id: str) -> bool:
        """Whether the action may run now."""
        return self._actions[action_id].enabled_when()

    def trigger(self, action_id: str) -> bool:
        """Run an action if it is enabled; tells whether it ran."""
        if not self.enabled(action_id):
            return False
        self._run(action_id)
        return True

    def refresh(self) -> None:
        """Ask all conditions again."""
        for action in self._actions.values():
            self._refresh(action)

    def retitle(self, action_id: str, title: str) -> None:
        """Give an action the name of what it would do now."""
        qaction = self._qactions[action_id]
        if qaction.text() != title:
            qaction.setText(title)
            qaction.setIconText(f" {title}")

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        for action in self._actions.values():
            self._tint(action)

    def _run(self, action_id: str) -> None:
        self._actions[action_id].run()
        self.triggered.emit(action_id)
        self.refresh()

    def _refresh(self, action: Action) -> None:
        qaction = self._qactions[action.id]
        qaction.setEnabled(action.enabled_when())
        if action.checked_when is not None:
            qaction.setChecked(action.checked_when())

    def _tint(self, action: Action) -> None:
        if action.icon:
            color = str(getattr(self._tokens, action.color)) if action.color else None
            self._qactions[action.id].setIcon(icon(action.icon, self._tokens, color))


def keys_from_text(text: str) -> list[QKeySequence]:
    """Keys separated by ``;``, in the words of every language's Qt."""
    return [QKeySequence(key.strip()) for key in text.split(";") if key.strip()]


def keys_to_text(keys: Sequence[QKeySequence]) -> str:
    """As ``keys_from_text`` reads them."""
    return "; ".join(key.toString(QKeySequence.SequenceFormat.PortableText) for key in keys)
