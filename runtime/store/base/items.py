"""What a store holds and hands out."""

from datetime import datetime
from typing import Any

from runtime.checkpoint.serde.classes import register_class


@register_class
class Item:
    """A value with its place. ``created_at`` is when the key came to be, ``updated_at`` when it was
    last put; both also take ISO texts. Equal where all five agree.
    """

    __slots__ = ("created_at", "key", "namespace", "updated_at", "value")

    def __init__(
        self,
        *,
        value: dict[str, Any],
        key: str,
        namespace: tuple[str, ...],
        created_at: datetime | str,
        updated_at: datetime | str,
    ) -> None:
        self.value = value
        self.key = key
        self.namespace = tuple(namespace)
        self.created_at = _moment(created_at)
        self.updated_at = _moment(updated_at)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Item) and (
            self.value == other.value
            and self.key == other.key
            and self.namespace == other.namespace
            and self.created_at == other.created_at
            and self.updated_at == other.updated_at
        )

    def __hash__(self) -> int:
        return hash((self.namespace, self.key))

    def dict(self) -> dict[str, Any]:
        """The item in JSON's types, but for its value, which is given as it is."""
        return {
            "namespace": list(self.namespace),
            "key": self.key,
            "value": self.value,
            "created_at": self.created_at.isoformat(),
            "updated_at": self.updated_at.isoformat(),
        }

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.dict().items())
        return f"Item({fields})"


@register_class
class SearchItem(Item):
    """An item that a search found; ``score`` is its similarity to the query, where there was one.

    The score is the cosine of the angle between the two embeddings: 1 for the same direction.
    """

    __slots__ = ("score",)

    def __init__(
        self,
        namespace: tuple[str, ...],
        key: str,
        value: dict[str, Any],
        created_at: datetime | str,
        updated_at: datetime | str,
        score: float | None = None,
    ) -> None:
        super().__init__(
            value=value,
            key=key,
            namespace=namespace,
            created_at=created_at,
            updated_at=updated_at,
        )
        self.score = score

    def dict(self) -> dict[str, Any]:
        return {**super().dict(), "score": self.score}


def _moment(given: datetime | str) -> datetime:
    return datetime.fromisoformat(given) if isinstance(given, str) else given
