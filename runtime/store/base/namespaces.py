"""Which namespaces may be written, and whether one matches."""

from collections.abc import Iterable, Sequence
from typing import Any

from runtime.store.base.ops import ListNamespacesOp, MatchCondition
from runtime.store.base.planning import page


class InvalidNamespaceError(ValueError):
    """A namespace that nothing can be put under."""


def validate_namespace(namespace: Any) -> None:
    """Raise ``InvalidNamespaceError`` unless ``namespace`` may be written."""
    if not namespace:
        raise InvalidNamespaceError("Namespace cannot be empty.")
    validate_labels(namespace)
    if namespace[0] == "langgraph":
        raise InvalidNamespaceError(
            f'Root label for namespace cannot be "langgraph". Got: {namespace}'
        )


def validate_labels(namespace: Any) -> None:
    """Raise ``InvalidNamespaceError`` unless something may be looked for at ``namespace``."""
    for label in namespace:
        if not isinstance(label, str):
            raise InvalidNamespaceError(
                f"Invalid namespace label '{label}' found in {namespace}. Namespace labels must be "
                f"strings, but got {type(label).__name__}."
            )
        if "." in label:
            raise InvalidNamespaceError(
                f"Invalid namespace label '{label}' found in {namespace}. Namespace labels cannot "
                "contain periods ('.')."
            )
        if not label:
            raise InvalidNamespaceError(
                f"Namespace labels cannot be empty strings. Got {label} in {namespace}"
            )


def validate_op_namespace(op: Any) -> None:
    """Raise ``InvalidNamespaceError`` unless the namespaces of an operation may be looked for."""
    if isinstance(op, ListNamespacesOp):
        for condition in op.match_conditions or ():
            validate_labels(condition.path)
        return
    validate_labels(getattr(op, "namespace", None) or getattr(op, "namespace_prefix", ()))


def matches(namespace: Sequence[str], conditions: Iterable[MatchCondition]) -> bool:
    """Whether all conditions hold for ``namespace``."""
    return all(_matches(namespace, condition) for condition in conditions)


def _matches(namespace: Sequence[str], condition: MatchCondition) -> bool:
    kind, path = condition
    if kind not in ("prefix", "suffix"):
        raise ValueError(f"Unsupported match type: {kind}")
    if len(path) > len(namespace):
        return False
    part = namespace[: len(path)] if kind == "prefix" else namespace[len(namespace) - len(path) :]
    return all(wanted in ("*", label) for wanted, label in zip(path, part, strict=True))


def listed(found: Iterable[tuple[str, ...]], op: ListNamespacesOp) -> list[tuple[str, ...]]:
    """The namespaces among ``found`` that ``op`` asks for."""
    conditions = op.match_conditions or ()
    kept = {namespace[: op.max_depth] for namespace in found if matches(namespace, conditions)}
    return sorted(kept)[page(op.limit, op.offset)]
