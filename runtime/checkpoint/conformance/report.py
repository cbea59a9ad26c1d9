"""What came of the cases."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from runtime.checkpoint.conformance.capabilities import (
    BASE_CAPABILITIES,
    EXTENDED_CAPABILITIES,
    Capability,
)

OnCapabilityStart = Callable[[str, bool], None]
"""Takes a capability, and whether the saver has it."""
OnTestResult = Callable[[str, str, bool, str | None], None]
"""Takes a capability, a case, whether it passed, and the error's text."""


@dataclass(slots=True)
class CapabilityResult:
    """The cases of one capability; ``passed`` is ``None`` where none was run."""

    detected: bool = False
    passed: bool | None = None
    tests_passed: int = 0
    tests_failed: int = 0
    tests_skipped: int = 0
    failures: list[str] = field(default_factory=list)


@dataclass(slots=True)
class ProgressCallbacks:
    """What is told while the cases run."""

    on_capability_start: OnCapabilityStart | None = None
    on_test_result: OnTestResult | None = None
    on_capability_end: Callable[[str, CapabilityResult], None] | None = None

    @classmethod
    def default(cls) -> "ProgressCallbacks":
        """A line for each capability, with a sign for each case."""
        return cls(_say_start, _say_sign, _say_end)

    @classmethod
    def verbose(cls) -> "ProgressCallbacks":
        """A line for each case."""
        return cls(_say_start, _say_case, None)

    @classmethod
    def quiet(cls) -> "ProgressCallbacks":
        """Nothing."""
        return cls()


@dataclass(slots=True)
class CapabilityReport:
    """Results by capability."""

    checkpointer_name: str
    results: dict[str, CapabilityResult] = field(default_factory=dict)

    def passed_all_base(self) -> bool:
        """Whether every saver's duties are there and all their cases passed."""
        return all(
            capability.value in self.results and self.results[capability.value].passed is True
            for capability in BASE_CAPABILITIES
        )

    def passed_all(self) -> bool:
        """Whether no case failed of what was run."""
        return all(result.passed is not False for result in self.results.values())

    def conformance_level(self) -> str:
        """``FULL``, ``BASE+PARTIAL``, ``BASE``, or ``NONE`` where a duty is missing or failed."""
        if not self.passed_all_base():
            return "NONE"
        extended = [
            self.results[capability.value].passed
            for capability in EXTENDED_CAPABILITIES
            if capability.value in self.results
        ]
        if all(passed is True for passed in extended):
            return "FULL"
        return "BASE+PARTIAL" if True in extended else "BASE"

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "checkpointer_name": self.checkpointer_name,
            "conformance_level": self.conformance_level(),
            "results": {name: asdict(result) for name, result in self.results.items()},
        }

    def print_report(self) -> None:
        """A table on standard output."""
        print(self.text())  # noqa: T201 - it is what was asked for

    def text(self) -> str:
        """The table that is printed."""
        lines = [f"Saver: {self.checkpointer_name}"]
        for title, capabilities in (
            ("base", BASE_CAPABILITIES),
            ("extended", EXTENDED_CAPABILITIES),
        ):
            for capability in Capability:
                result = self.results.get(capability.value)
                if capability in capabilities and result is not None:
                    lines.append(f"  {title:9} {capability.value:22} {_outcome(result)}")
                    lines += [f"      {failure}" for failure in result.failures]
        lines.append(f"Level: {self.conformance_level()}")
        return "\n".join(lines)


def _outcome(result: CapabilityResult) -> str:
    if result.passed is None:
        return "not there"
    if result.passed:
        return f"passed ({result.tests_passed})"
    return f"failed ({result.tests_failed} of {result.tests_failed + result.tests_passed})"


def _say_start(capability: str, detected: bool) -> None:
    print(f"{capability}{'' if detected else ': not there'}", flush=True)  # noqa: T201


def _say_sign(capability: str, case: str, passed: bool, error: str | None) -> None:
    print("." if passed else "F", end="", flush=True)  # noqa: T201


def _say_end(capability: str, result: CapabilityResult) -> None:
    print(f" {_outcome(result)}", flush=True)  # noqa: T201


def _say_case(capability: str, case: str, passed: bool, error: str | None) -> None:
    print(f"  {case}: {'passed' if passed else error}", flush=True)  # noqa: T201
