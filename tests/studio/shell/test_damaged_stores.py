"""The window opens a damaged database, or says why not; nothing in it ends the window."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from runtime.checkpoint.sql import StoreError
from studio.session.making import in_window
from studio.shell.settings import SettingsFile
from studio.shell.theme import ThemeManager
from studio.shell.window import MainWindow
from tests.campaign import EFFORT
from tests.runtime.checkpoint.damage.mutation import damage_file, execute
from tests.runtime.checkpoint.damage.store import make_store
from tests.runtime.checkpoint.serde.test_hostile import EVERYTHING
from tests.studio.shell.desk import close, wait

FILES = 12


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sound") / "store.sqlite"
    make_store(path, EVERYTHING)
    return path


def look_around(qtbot: QtBot, store: Path, themes: ThemeManager, folder: Path) -> int:
    """Open every thread of the list, and step back from its newest checkpoint; gives how often."""
    try:
        session = in_window(str(store), False)
    except StoreError as error:
        if str(store) not in str(error):
            raise
        return 0
    window = MainWindow(session, str(store), SettingsFile(folder / "settings.toml"), themes)
    seen = 0
    try:
        with qtbot.waitExposed(window):
            window.show()
        bridge, moment = window.workspace.bridge, window.moment
        window.workspace.list_threads()
        wait(qtbot, lambda: bridge.idle)
        names = [thread.thread_id for thread in window.workspace.threads]
        for name in dict.fromkeys([*names, "ended"]):
            moment.open_thread(name)
            wait(qtbot, lambda: bridge.idle)
            for _ in range(4):
                if moment.previous is None:
                    break
                moment.look_at(moment.previous)
                wait(qtbot, lambda: bridge.idle)
                seen += 1
    finally:
        close(window)
        window.deleteLater()
    return seen


@pytest.fixture
def themes(restored_application: QApplication) -> Iterator[ThemeManager]:
    made = ThemeManager("light", restored_application)
    yield made
    made.setParent(None)
    made.deleteLater()


@pytest.mark.parametrize("number", range(FILES * EFFORT))
def test_a_damaged_database_leaves_the_window_as_it_is(
    number: int, qtbot: QtBot, sound: Path, tmp_path: Path, themes: ThemeManager
) -> None:
    store = tmp_path / "store.sqlite"
    store.write_bytes(sound.read_bytes())
    damage_file(store, Random(f"window {number}"))
    look_around(qtbot, store, themes, tmp_path)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE checkpoints SET parent_checkpoint_id = checkpoint_id",
        "UPDATE checkpoints SET parent_checkpoint_id = (SELECT max(checkpoint_id)"
        " FROM checkpoints c WHERE c.thread_id = checkpoints.thread_id)",
    ],
)
def test_parents_in_a_circle_are_shown_as_none(
    statement: str, qtbot: QtBot, sound: Path, tmp_path: Path, themes: ThemeManager
) -> None:
    store = tmp_path / "store.sqlite"
    store.write_bytes(sound.read_bytes())
    execute(store, statement)
    look_around(qtbot, store, themes, tmp_path)


def test_a_sound_one_is_looked_at_in_the_same_way(
    qtbot: QtBot, sound: Path, tmp_path: Path, themes: ThemeManager
) -> None:
    store = tmp_path / "store.sqlite"
    store.write_bytes(sound.read_bytes())
    assert look_around(qtbot, store, themes, tmp_path) == 3 * 4
