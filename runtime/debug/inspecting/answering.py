"""Answers commands about single values, each in a thread of its own."""

import base64
import json
import threading
from collections.abc import Callable, Sequence
from typing import Any

from runtime.debug.anatomy import NoSuchChild, child, children, kind_of
from runtime.debug.inspecting.commands import (
    CopyValue,
    DescribeValue,
    FindInState,
    FindText,
    ReadImage,
    ReadPaths,
    ReadTable,
)
from runtime.debug.inspecting.describing import describe
from runtime.debug.inspecting.finding import StateFinder, find_text
from runtime.debug.inspecting.images import BadImage, image_in
from runtime.debug.inspecting.literal import to_python
from runtime.debug.inspecting.tables import MOST_SORTED, Table, table_of
from runtime.debug.inspecting.views import (
    ImageRead,
    InspectingReply,
    PathsRead,
    PathValue,
    StateFound,
    TablePage,
    TableRow,
    ValueText,
)
from runtime.debug.natural import TooLarge, to_natural
from runtime.debug.preview import preview
from runtime.debug.refused import Refused
from runtime.debug.values import ValueHandle

Inspection = DescribeValue | ReadTable | ReadImage | CopyValue | FindText | FindInState | ReadPaths
Load = Callable[[ValueHandle], Any]


class Inspections:
    """``load`` gives the value of a handle; ``LookupError`` where it leads nowhere."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._finder: StateFinder | None = None
        self._finding = threading.Lock()
        self._sorted: tuple[ValueHandle, int, bool, Sequence[int]] | None = None

    def answer(self, command: Inspection) -> InspectingReply:
        """The reply; ``Refused`` says why there is none."""
        match command:
            case DescribeValue():
                return describe(self._load(command.handle), command.handle)
            case ReadTable():
                return self._table(command)
            case ReadImage():
                return self._image(command)
            case CopyValue():
                return self._copy(command)
            case FindText():
                return find_text(self._load(command.handle), command.text, command.match_case)
            case FindInState():
                return self._find(command)
            case ReadPaths():
                return self._paths(command)

    def _table(self, command: ReadTable) -> TablePage:
        table = self._as_table(command.handle)
        first, last = max(command.offset, 0), max(command.offset, 0) + max(command.limit, 0)
        if 0 <= command.sort < len(table.columns):
            numbers = self._order(table, command)[first:last]
        else:
            numbers = range(table.rows)[first:last]
        rows = tuple(TableRow(number, table.texts(number)) for number in numbers)
        return TablePage(table.rows, first, table.columns, rows)

    def _as_table(self, handle: ValueHandle) -> Table:
        table = table_of(self._load(handle))
        if table is None:
            raise Refused("The value is no table.")
        return table

    def _order(self, table: Table, command: ReadTable) -> Sequence[int]:
        if table.rows > MOST_SORTED:
            raise Refused(f"Tables of more than {MOST_SORTED:,} rows are not sorted.")
        known = self._sorted
        wanted = (command.handle, command.sort, command.descending)
        if known is None or known[:3] != wanted:
            order = table.order(command.sort, command.descending)
            self._sorted = known = (*wanted, order)
        return known[3]

    def _image(self, command: ReadImage) -> ImageRead:
        image = image_in(self._load(command.handle))
        if image is None:
            raise Refused("The value is no image.")
        if image.size > command.limit:
            raise Refused(f"The image has {image.size:,} bytes; it is too large to be shown.")
        try:
            data = image.read()
        except BadImage as error:
            raise Refused(str(error)) from error
        return ImageRead(image.type, base64.b64encode(data).decode("ascii"))

    def _copy(self, command: CopyValue) -> ValueText:
        limit = command.limit
        try:
            if command.format == "csv":
                return ValueText(self._as_table(command.handle).csv(limit))
            value = self._load(command.handle)
            if command.format == "python":
                return ValueText(to_python(value, limit))
            text = json.dumps(to_natural(value, limit), ensure_ascii=False, indent=2)
        except (TooLarge, RecursionError) as error:
            reason = str(error) if isinstance(error, TooLarge) else "nested too deep"
            raise Refused(f"The value is too large to copy: {reason}.") from error
        return ValueText(text)

    def _find(self, command: FindInState) -> StateFound:
        where = (command.thread_id, command.checkpoint_ns, command.checkpoint_id)

        def read(channel: str) -> Any:
            try:
                return self._load(ValueHandle(*where, ("channel", channel)))
            except LookupError:
                raise KeyError(channel) from None

        with self._finding:
            if self._finder is None or self._finder.command != command:
                self._finder = StateFinder(command, read)
            found = self._finder.advance()
            if not found.more:
                self._finder = None
            return found

    def _paths(self, command: ReadPaths) -> PathsRead:
        where = (command.thread_id, command.checkpoint_ns, command.checkpoint_id)
        return PathsRead(tuple(self._at(where, path) for path in command.paths))

    def _at(self, where: tuple[str, str, str], path: tuple[str, ...]) -> PathValue:
        channel, *keys = path or ("",)
        handle = ValueHandle(*where, ("channel", channel))
        try:
            value = self._load(handle)
        except LookupError:
            return PathValue(None, problem="empty")
        steps: list[str] = []
        for key in keys:
            try:
                step, value = _under(value, key)
            except NoSuchChild:
                return PathValue(None, tuple(steps), problem=f"nothing at {key}")
            steps.append(step)
        place = ValueHandle(*where, ("channel", channel), tuple(steps))
        return PathValue(preview(value, place), tuple(steps))


def _under(value: Any, key: str) -> tuple[str, Any]:
    """The step to what stands under a key, and that; ``NoSuchChild`` where there is nothing."""
    if kind_of(value) in ("list", "tuple", "set"):
        return key, child(value, key)
    for shown, step, each in children(value):
        if shown == key:
            return step, each
    raise NoSuchChild(key)
