"""Running the cases."""

from collections.abc import Collection
from typing import Any

from runtime.checkpoint.base import BaseCheckpointSaver
from runtime.checkpoint.conformance.capabilities import Capability, DetectedCapabilities
from runtime.checkpoint.conformance.cases import CASES, Case
from runtime.checkpoint.conformance.initializer import RegisteredCheckpointer
from runtime.checkpoint.conformance.report import (
    CapabilityReport,
    CapabilityResult,
    ProgressCallbacks,
)


async def validate(
    registered: RegisteredCheckpointer,
    *,
    capabilities: Collection[str] | None = None,
    progress: ProgressCallbacks | None = None,
) -> CapabilityReport:
    """Run the cases of ``capabilities`` (default: all) on fresh savers, one for each capability.

    ``ValueError`` for a name that is no capability. What a case raises is reported.
    """
    wanted = set(Capability) if capabilities is None else set(map(Capability, capabilities))
    progress = progress or ProgressCallbacks.quiet()
    report = CapabilityReport(registered.name)
    async with registered.enter_lifespan():
        for capability in Capability:
            result = report.results[capability.value] = CapabilityResult()
            if capability not in wanted or capability.value in registered.skip_capabilities:
                result.tests_skipped = 1
                continue
            async with registered.create() as saver:
                detected = DetectedCapabilities.from_instance(saver).detected
                result.detected = capability in detected
                if progress.on_capability_start is not None:
                    progress.on_capability_start(capability.value, result.detected)
                if result.detected:
                    for case in CASES[capability]:
                        await _run(case, saver, capability.value, result, progress)
                    result.passed = not result.failures
                else:
                    result.tests_skipped = 1
            if progress.on_capability_end is not None:
                progress.on_capability_end(capability.value, result)
    return report


async def _run(
    case: Case,
    saver: BaseCheckpointSaver[Any],
    capability: str,
    result: CapabilityResult,
    progress: ProgressCallbacks,
) -> None:
    error: str | None = None
    try:
        await case(saver)
    except Exception as raised:  # noqa: BLE001 - it is what the report tells
        error = f"{raised}" or type(raised).__name__
        result.tests_failed += 1
        result.failures.append(f"{case.__name__}: {error}")
    else:
        result.tests_passed += 1
    if progress.on_test_result is not None:
        progress.on_test_result(capability, case.__name__, error is None, error)
