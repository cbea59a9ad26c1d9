"""A field whose value may have one of several shapes."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtWidgets import QWidget

from studio.forms.check import Problem, check, fits_kind
from studio.forms.field import Field, FieldFactory
from studio.forms.scalars import UNSET_TEXT, QuietComboBox
from studio.forms.schema import ABSENT, Shape
from studio.language import tr


class UnionField(Field):
    """A choice of the shape above the field of that shape."""

    def __init__(
        self, shape: Shape, value: Any, required: bool, factory: FieldFactory, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._shape = shape
        self._factory = factory
        self._chooser = QuietComboBox(self)
        self._chooser.setObjectName("variant")
        self._chooser.addItem(tr("choose…") if required else tr(UNSET_TEXT))
        self._chooser.addItems([_title(variant) for variant in shape.variants])
        self._stack.addWidget(self._chooser)
        self._inner: Field | None = None
        self._without: Any = None if value is None else ABSENT
        if value is not ABSENT and value is not None:
            index = self._fitting(value)
            self._chooser.setCurrentIndex(index + 1)
            self._put(index, value)
        self._chooser.currentIndexChanged.connect(self._choose)

    def _fitting(self, value: Any) -> int:
        """The variant without problems, else the first of the right kind."""
        kinds = [i for i, variant in enumerate(self._shape.variants) if fits_kind(value, variant)]
        definitions = self._factory.schemas.root.get("$defs", {})
        for index in kinds:
            if not check(value, {"$defs": definitions, **self._shape.variants[index].schema}):
                return index
        return kinds[0]

    def _choose(self, position: int) -> None:
        before = self.value()
        self._drop()
        if position > 0:
            variant = self._shape.variants[position - 1]
            fits = before not in (ABSENT, None) and fits_kind(before, variant)
            self._put(position - 1, before if fits else self._factory.schemas.start(variant))
        self.changed.emit()

    def _put(self, index: int, value: Any) -> None:
        schema = self._shape.variants[index].schema
        self._inner = self._factory.make(schema, value, self)
        self._inner.changed.connect(self.changed)
        self._stack.insertWidget(1, self._inner)
        self._inner.show()

    def _drop(self) -> None:
        if self._inner is not None:
            self._inner.hide()
            self._inner.deleteLater()
            self._inner = None

    def value(self) -> Any:
        return self._without if self._inner is None else self._inner.value()

    def clear(self, without: Any) -> None:
        self._without = without
        self._chooser.setCurrentIndex(0)

    def own_problems(self) -> list[Problem]:
        return [] if self._inner is None else self._inner.own_problems()

    def focus_target(self) -> QWidget:
        return self._chooser

    def child(self, step: str) -> Field | None:
        return None if self._inner is None else self._inner.child(step)

    def steps(self) -> Sequence[str]:
        return () if self._inner is None else self._inner.steps()

    def reveal(self, step: str) -> None:
        if self._inner is not None:
            self._inner.reveal(step)


def _title(shape: Shape) -> str:
    title = shape.schema.get("title")
    return str(title) if title else shape.words()
