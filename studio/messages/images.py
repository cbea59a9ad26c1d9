"""Images whose data lies in messages: read through the session, decoded beside the window.

Only data is ever decoded; an address is shown as text and nothing is fetched.
"""

import base64
import binascii
from collections import OrderedDict
from collections.abc import Callable, Hashable

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QIODevice,
    QObject,
    QRunnable,
    QSize,
    Qt,
    QThreadPool,
    Signal,
)
from PySide6.QtGui import QImage, QImageReader, QPixmap

from runtime.debug.values import TextPage, ValueHandle
from runtime.debug.views import Failed
from studio.inspector.requests import FetchText

LONGEST = 12_000_000
"""Characters of base64 that are read."""
FORMATS = frozenset({"png", "jpg", "jpeg", "gif", "webp", "bmp"})
WIDEST, HIGHEST = 360, 240
LARGEST_EDGE = 20_000
KEPT = 64


def decode(text: str, ratio: float = 1.0) -> QImage | None:
    """The image in a text of base64, as large as it is shown; ``None`` where it is none."""
    _, found, data = text.partition(";base64,")
    try:
        raw = base64.b64decode(data if found else text)
    except (binascii.Error, ValueError):
        return None
    buffer = QBuffer()
    buffer.setData(QByteArray(raw))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    size = reader.size()
    if bytes(reader.format().data()).decode() not in FORMATS or not size.isValid():
        return None
    if max(size.width(), size.height()) > LARGEST_EDGE:
        return None
    room = QSize(round(WIDEST * ratio), round(HIGHEST * ratio))
    if size.width() > room.width() or size.height() > room.height():
        scaled = size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        reader.setScaledSize(scaled.expandedTo(QSize(1, 1)))
    image = reader.read()
    if image.isNull():
        return None
    image.setDevicePixelRatio(ratio)
    return image


class _Decoded(QObject):
    done = Signal(object, object)


class _Work(QRunnable):
    def __init__(self, key: Hashable, text: str, ratio: float, told: _Decoded) -> None:
        super().__init__()
        self._parts = key, text, ratio
        self._told = told

    def run(self) -> None:
        key, text, ratio = self._parts
        self._told.done.emit(key, decode(text, ratio))


class Images(QObject):
    """Gives what is there, and asks for the rest; ``arrived`` tells when more is there."""

    arrived = Signal()

    def __init__(self, fetch: FetchText, ratio: Callable[[], float], parent: QObject) -> None:
        super().__init__(parent)
        self._fetch = fetch
        self._ratio = ratio
        self._known: OrderedDict[Hashable, QPixmap | None] = OrderedDict()
        self._asked: set[Hashable] = set()
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._told = _Decoded(self)
        self._told.done.connect(self._take)

    def find(self, key: Hashable, handle: ValueHandle, size: int) -> QPixmap | None:
        """The image of a key, whose data lies at a handle; ``None`` where there is none, or yet."""
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        if key not in self._asked and size <= LONGEST:
            self._asked.add(key)
            self._fetch(handle, 0, LONGEST, lambda page: self._decode(key, page))
        return None

    def _decode(self, key: Hashable, page: TextPage | Failed) -> None:
        if isinstance(page, Failed):
            self._asked.discard(key)
        else:
            self._pool.start(_Work(key, page.text, self._ratio(), self._told))

    def _take(self, key: Hashable, image: QImage | None) -> None:
        self._asked.discard(key)
        self._known[key] = None if image is None else QPixmap.fromImage(image)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        self.arrived.emit()
