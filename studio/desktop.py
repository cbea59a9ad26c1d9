"""The program in the menu of a Linux desktop: an entry, an icon, and exported runs opened with it.

Formats: the Desktop Entry and Shared MIME-info specifications of freedesktop.org.
"""

import os
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

NAME = "pregel-studio"
_SECONDS = 20
_QUOTED = frozenset(" \t\n\"'\\><~|&;$*?#()`%")


def data_home() -> Path:
    """Where a person's desktop looks for entries."""
    named = os.environ.get("XDG_DATA_HOME", "")
    return Path(named) if Path(named).is_absolute() else Path.home() / ".local" / "share"


def own_command() -> list[str]:
    """How this very program is started."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    script = Path(sys.argv[0])
    if script.name == NAME and script.is_file():
        return [str(script.absolute())]
    return [sys.executable, "-m", "studio.main"]


def places(home: Path) -> dict[str, Path]:
    """The files of the entry by what they are."""
    return {
        "entry": home / "applications" / f"{NAME}.desktop",
        "icon": home / "icons" / "hicolor" / "scalable" / "apps" / f"{NAME}.svg",
        "type": home / "mime" / "packages" / f"{NAME}.xml",
    }


def install(home: Path, command: list[str]) -> list[Path]:
    """Write the files, and have the desktop read them; ``OSError`` where it is not to be written.

    Returns what was written.
    """
    texts = {
        "entry": entry(command),
        "icon": _shipped(f"{NAME}.svg"),
        "type": _shipped(f"{NAME}.xml"),
    }
    written = places(home)
    for what, path in written.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(texts[what], encoding="utf-8")
    _tell(home)
    return list(written.values())


def remove(home: Path) -> list[Path]:
    """Take the files away again; returns those that were there."""
    gone = [path for path in places(home).values() if path.exists()]
    for path in gone:
        path.unlink()
    if gone:
        _tell(home)
    return gone


def entry(command: list[str]) -> str:
    """The text of the desktop entry."""
    return _shipped(f"{NAME}.desktop").replace("@COMMAND@", " ".join(map(_quoted, command)))


def picture() -> Path:
    """The program's own icon."""
    return Path(str(files("resources").joinpath("desktop", f"{NAME}.svg")))


def _shipped(name: str) -> str:
    return files("resources").joinpath("desktop", name).read_text(encoding="utf-8")


def _quoted(part: str) -> str:
    """An argument of ``Exec``; within quotes the specification escapes twice."""
    part = part.replace("%", "%%")
    if not any(letter in _QUOTED for letter in part):
        return part
    escaped = part.replace("\\", "\\\\\\\\")
    for letter in '"`$':
        escaped = escaped.replace(letter, f"\\\\{letter}")
    return f'"{escaped}"'


def _tell(home: Path) -> None:
    """Have the desktop's own programs read the folders, where they are installed."""
    for program, folder in (
        ("update-desktop-database", home / "applications"),
        ("update-mime-database", home / "mime"),
        ("gtk-update-icon-cache", home / "icons" / "hicolor"),
    ):
        found = shutil.which(program)
        if found is not None and folder.is_dir():
            subprocess.run([found, str(folder)], capture_output=True, timeout=_SECONDS, check=False)
