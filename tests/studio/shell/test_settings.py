"""What is remembered comes back; a bad file is kept aside, not lost."""

from pathlib import Path

from studio.shell.settings import RECENT, Settings, SettingsFile


def test_values_come_back(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "settings.toml"
    settings = SettingsFile(path)
    assert settings.values == Settings()
    settings.values.theme = "dark"
    settings.values.reduced_motion = True
    settings.values.layout["1920x1200"] = "QUJD"
    settings.values.remember_file('/tmp/with "quotes" and 中文.py')
    settings.save()
    assert SettingsFile(path).values == settings.values


def test_recent_files_are_few_and_each_once(tmp_path: Path) -> None:
    values = Settings()
    for number in range(RECENT + 5):
        values.remember_file(f"{number}.py")
    values.remember_file("16.py")
    values.remember_file("10.py")
    assert values.recent_files[:2] == ["10.py", "16.py"]
    assert len(values.recent_files) == RECENT == len(set(values.recent_files))


def test_a_bad_file_is_kept_aside(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("theme = = dark")
    assert SettingsFile(path).values == Settings()
    assert path.with_suffix(".bad").read_text() == "theme = = dark"


def test_values_of_another_type_are_ignored(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('theme = 3\nreduced_motion = true\nunknown = "x"\n')
    values = SettingsFile(path).values
    assert values.theme == "system"
    assert values.reduced_motion


def test_a_folder_that_refuses_keeps_the_window_going(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("not a folder")
    settings = SettingsFile(blocker / "settings.toml")
    settings.save()
    assert blocker.read_text() == "not a folder"
