"""``--screenshot`` renders the real window in a process of its own, without a display."""

import os
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from studio.shell.theme import DARK, LIGHT
from tests.studio.shell.desk import SAMPLES


def pictured(*arguments: str) -> subprocess.CompletedProcess[str]:
    surroundings = {key: value for key, value in os.environ.items() if key != "QT_QPA_PLATFORM"}
    return subprocess.run(
        [sys.executable, "-m", "studio", *arguments],
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )


def colors(image: QImage, area: QRect) -> set[int]:
    return {
        image.pixel(x, y)
        for x in range(area.left(), area.right(), 3)
        for y in range(area.top(), area.bottom(), 3)
    }


def test_panels_are_filled_in_both_themes(tmp_path: Path) -> None:
    for theme in (LIGHT, DARK):
        out = tmp_path / f"{theme.name}.png"
        ended = pictured(
            str(SAMPLES / "review.py"),
            *("--screenshot", str(out), "--size", "1280x800", "--theme", theme.name),
        )
        assert ended.returncode == 0, ended.stderr
        image = QImage(str(out))
        assert (image.width(), image.height()) == (1280, 800)
        for area in (
            QRect(0, 130, 240, 100),  # history
            QRect(260, 110, 580, 420),  # graph
            QRect(870, 140, 400, 200),  # state
            QRect(260, 600, 580, 150),  # timeline
        ):
            assert len(colors(image, area)) > 5, f"{theme.name}: {area} is blank"
        assert image.pixelColor(400, 15).name() == theme.window


def test_input_and_step_are_followed(tmp_path: Path) -> None:
    first, second = tmp_path / "first.png", tmp_path / "second.png"
    sample = str(SAMPLES / "counter.py")
    for out, further in ((first, ()), (second, ("--input", '{"count": 41}', "--at", "0"))):
        ended = pictured(sample, "--screenshot", str(out), "--size", "1000x700", *further)
        assert ended.returncode == 0, ended.stderr
    assert QImage(str(first)) != QImage(str(second))


def test_what_cannot_be_shown_is_said(tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("import json\n\nraise ValueError('no such thing')\n")
    out = str(tmp_path / "out.png")
    counter = str(SAMPLES / "counter.py")
    cases = [
        ((str(broken),), ("no such thing", f"{broken}:3")),
        ((counter, "--at", "77"), ("no step 77",)),
        ((counter, "--input", '{"count": "many"}'), ("count",)),
    ]
    for arguments, words in cases:
        ended = pictured(*arguments, "--screenshot", out)
        assert ended.returncode == 1, arguments
        for word in words:
            assert word in ended.stderr
        assert "Traceback" not in ended.stderr
        assert not Path(out).exists()
