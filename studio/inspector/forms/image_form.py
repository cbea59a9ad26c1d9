"""An image that a value holds: decoded beside the window's thread, within bounds, never fetched."""

import base64
import binascii
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QObject, QSize, Qt, QThreadPool, Signal
from PySide6.QtGui import QImage, QImageReader, QPixmap, QResizeEvent
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from runtime.debug.inspecting.commands import ReadImage
from runtime.debug.inspecting.views import ImageRead
from runtime.debug.values import ValueHandle
from runtime.debug.views import Failed
from studio.inspector.requests import Ask
from studio.language import tr
from studio.shell.theme import GUTTER

MOST_PIXELS = 50_000_000
_LARGEST_SIDE = 4_096
"""Images are scaled down to it while they are decoded."""
_FORMATS = {"image/png": b"png", "image/jpeg": b"jpeg", "image/gif": b"gif", "image/webp": b"webp"}


@dataclass(frozen=True, slots=True)
class Decoded:
    """An image and its own size; ``problem`` where it is none."""

    image: QImage
    size: QSize
    bytes: int
    problem: str = ""


def decode(read: ImageRead) -> Decoded:
    """Decode in any thread; only formats that are known by name, within bounds."""
    try:
        data = base64.b64decode(read.data, validate=True)
    except (binascii.Error, ValueError):
        return Decoded(QImage(), QSize(), 0, tr("The image is no base64."))
    held = QByteArray(data)
    buffer = QBuffer(held)
    buffer.open(QBuffer.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(_FORMATS.get(read.type, b"png")))
    reader.setDecideFormatFromContent(False)
    size = reader.size()
    if size.width() * size.height() > MOST_PIXELS:
        text = tr(
            "The image has {width:,} x {height:,} pixels; it is too large to be shown.",
            width=size.width(),
            height=size.height(),
        )
        return Decoded(QImage(), size, len(data), text)
    if max(size.width(), size.height()) > _LARGEST_SIDE:
        reader.setScaledSize(
            size.scaled(_LARGEST_SIDE, _LARGEST_SIDE, Qt.AspectRatioMode.KeepAspectRatio)
        )
    image = reader.read()
    if image.isNull():
        problem = tr("The image cannot be shown: {reason}", reason=reader.errorString())
        return Decoded(image, size, len(data), problem)
    return Decoded(image, size if size.isValid() else image.size(), len(data))


class ImageLoader(QObject):
    """Fetches and decodes one image after the other; only the last that was asked for comes."""

    loaded = Signal(object)
    _decoded = Signal(int, object)

    def __init__(self, ask: Ask, parent: QObject) -> None:
        super().__init__(parent)
        self._ask = ask
        self._number = 0
        self._decoded.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def cancel(self) -> None:
        """Whatever is on its way is of no use any more."""
        self._number += 1

    def load(self, handle: ValueHandle) -> None:
        """Ask for an image; ``loaded`` carries it as ``Decoded``."""
        self._number += 1
        number = self._number

        def on_read(reply: ImageRead | Failed) -> None:
            if number != self._number:
                return
            if isinstance(reply, Failed):
                self.loaded.emit(Decoded(QImage(), QSize(), 0, reply.error.message))
                return
            QThreadPool.globalInstance().start(lambda: self._decode(number, reply))

        self._ask(ReadImage(handle), on_read)

    def _decode(self, number: int, read: ImageRead) -> None:
        found = decode(read)
        try:
            self._decoded.emit(number, found)
        except RuntimeError:
            # The panel is gone.
            return

    def _take(self, number: int, found: Decoded) -> None:
        if number == self._number:
            self.loaded.emit(found)


class FittingImage(QLabel):
    """Shows an image no larger than life and no wider than there is room."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setMinimumSize(1, 1)
        self._whole = QPixmap()

    def set_image(self, image: QImage) -> None:
        self._whole = QPixmap.fromImage(image)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        if self._whole.isNull():
            self.setPixmap(QPixmap())
            return
        room = self.size() * self.devicePixelRatio()
        shown = self._whole
        if shown.width() > room.width() or shown.height() > room.height():
            shown = shown.scaled(
                room, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
        self.setPixmap(shown)


class ImageForm(QWidget):
    """The image with a line that says what it is."""

    def __init__(self, ask: Ask, parent: QWidget) -> None:
        super().__init__(parent)
        self._type = ""
        self.caption = QLabel(self)
        self.caption.setObjectName("detail.image.caption")
        self.caption.setProperty("role", "muted")
        self.caption.setContentsMargins(GUTTER, 0, GUTTER, 0)
        self.picture = FittingImage(self)
        self.picture.setObjectName("detail.image")
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(self.picture)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.caption)
        layout.addWidget(area, 1)
        self._loader = ImageLoader(ask, self)
        self._loader.loaded.connect(self._show)

    def show_image(self, handle: ValueHandle, image_type: str) -> None:
        """Show the image of a value once it is there."""
        self._type = image_type
        self.caption.setText(tr("loading…"))
        self.picture.set_image(QImage())
        self._loader.load(handle)

    def cancel(self) -> None:
        self._loader.cancel()

    def _show(self, found: Decoded) -> None:
        self.picture.set_image(found.image)
        if found.problem:
            self.caption.setText(found.problem)
            return
        self.caption.setText(
            tr(
                "{type}, {width:,} x {height:,} pixels, {bytes:,} bytes",
                type=self._type,
                width=found.size.width(),
                height=found.size.height(),
                bytes=found.bytes,
            )
        )
