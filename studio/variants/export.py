"""The table of variants as CSV, with whole values."""

import csv
import io
from collections.abc import Mapping, Sequence

from studio.variants.drafts import VariantDraft
from studio.variants.runner import VariantResult

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would take for a formula."""


def as_csv(
    drafts: Sequence[VariantDraft],
    results: Sequence[VariantResult],
    written: Sequence[str],
    shown: Sequence[str],
    values: Mapping[tuple[int, str], str],
) -> str:
    """One line a variant; ``values`` are texts by row and channel."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(
        [
            "variant",
            *(f"edit {name}" for name in written),
            "status",
            "text",
            "steps",
            "duration_ms",
            "tokens",
            "first difference",
            "checkpoint",
            *shown,
        ]
    )
    for row, (draft, result) in enumerate(zip(drafts, results, strict=True)):
        writer.writerow(
            [
                row + 1,
                *(_safe(draft.texts.get(name, "")) for name in written),
                result.status,
                _safe(result.text),
                result.steps if result.begin is not None else "",
                "" if result.duration_ms is None else round(result.duration_ms, 3),
                "" if result.tokens is None else result.tokens,
                _safe(result.difference),
                "" if result.head is None else result.head.checkpoint_id,
                *(_safe(values.get((row, name), "")) for name in shown),
            ]
        )
    return out.getvalue()


def _safe(text: str) -> str:
    """Text that no spreadsheet runs; numbers stay numbers."""
    if not text.startswith(_FORMULA):
        return text
    try:
        float(text)
    except ValueError:
        return f"'{text}"
    return text
