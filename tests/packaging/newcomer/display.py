"""A virtual X display with a window manager, and one person who works at it."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import numpy as np
from PySide6.QtGui import QImage

from tests.packaging.installed import outside_environment
from tests.packaging.newcomer.reading import Page, Picture, Place

SCREEN = "1366x768x24"  # the smallest screen in wide use
PATIENCE = 60.0
LOOK_AGAIN = 0.1

Found = TypeVar("Found")


class Display:
    """The screen as pixels; what is pressed and clicked goes to whatever has the focus."""

    def __init__(self, name: str, framebuffer: Path) -> None:
        self.name = name
        self._framebuffer = framebuffer

    def picture(self) -> Picture:
        grey: Picture = self._pixels().astype(np.float64).mean(axis=2)
        return grey

    def save(self, path: Path) -> None:
        pixels = np.ascontiguousarray(np.pad(self._pixels(), ((0, 0), (0, 0), (0, 1))))
        rows, columns = pixels.shape[:2]
        image = QImage(pixels.tobytes(), columns, rows, QImage.Format.Format_RGB32)
        assert image.save(str(path))

    def _pixels(self) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
        """Blue, green and red: the server keeps its screen as an XWD file."""
        content = self._framebuffer.read_bytes()
        header = struct.unpack(">25I", content[:100])
        size, columns, rows, stride, colours = (header[i] for i in (0, 4, 5, 12, 19))
        pixels = np.frombuffer(content, np.uint8, stride * rows, size + 12 * colours)
        return pixels.reshape(rows, stride // 4, 4)[:, :columns, :3]

    def tool(self, *arguments: str) -> None:
        """Have the server take an event as from its keyboard and its mouse."""
        subprocess.run(
            ["xdotool", *arguments],
            env=outside_environment() | {"DISPLAY": self.name},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )


class Newcomer:
    """Presses keys, clicks on texts and turns the wheel; each of these is one action."""

    def __init__(self, display: Display) -> None:
        self.display = display
        self.actions: list[str] = []

    def presses(self, keys: str) -> None:
        self._acts(f"press {keys}", "key", keys)

    def writes(self, text: str) -> None:
        self._acts(f"write {text!r}", "type", "--delay", "5", text)

    def clicks(self, text: str) -> None:
        """On the first place of the text, once it is there; `&` is before what is underlined."""
        x, y = self.sees(text)[0].middle
        self._acts(f"click {text!r}", "mousemove", str(x), str(y), "click", "1")

    def scrolls_down(self, over: str) -> None:
        x, y = self.sees(over)[0].middle
        self._acts("wheel down", "mousemove", str(x), str(y), "click", "--repeat", "10", "5")

    def sees(self, text: str) -> list[Place]:
        """Wait until the text is on the screen, at rest."""
        return self.awaits(f"the text {text!r}", lambda: self._places_at_rest(text))

    def awaits(self, what: str, found: Callable[[], Found]) -> Found:
        """What is found, as soon as it is true."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            result = found()
            if result:
                return result
            time.sleep(LOOK_AGAIN)
        raise AssertionError(f"{what} did not come after: {', '.join(self.actions)}")

    def _places_at_rest(self, text: str) -> list[Place]:
        places = Page(self.display.picture()).places(text)
        if places and Page(self.display.picture()).places(text) == places:
            return places
        return []

    def _acts(self, action: str, *arguments: str) -> None:
        self.actions.append(action)
        self.display.tool(*arguments)


@contextmanager
def virtual_display(folder: Path) -> Iterator[Display]:
    """Without a window manager no window would get the focus."""
    for program in ("Xvfb", "openbox", "xdotool"):
        assert shutil.which(program), f"{program} is missing: python3 .ci/bootstrap.py test"
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    with (folder / "display.log").open("w") as log:
        server = subprocess.Popen(
            [*command, "-fbdir", str(folder)], pass_fds=[write], stdout=log, stderr=log
        )
        os.close(write)
        with os.fdopen(read) as told:
            name = f":{told.readline().strip()}"
        environment = outside_environment() | {"HOME": str(folder), "DISPLAY": name}
        manager = subprocess.Popen(["openbox"], env=environment, stdout=log, stderr=log)
        try:
            yield Display(name, folder / "Xvfb_screen0")
        finally:
            for process in (manager, server):
                process.terminate()
                process.wait(PATIENCE)
