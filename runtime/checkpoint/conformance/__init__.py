"""Whether a saver keeps the contract: cases for every capability, and a report.

For whoever writes a saver::

    @checkpointer_test(name="MySaver")
    async def my_saver():
        async with MySaver.connect(...) as saver:
            yield saver

    report = await validate(my_saver)
    report.print_report()
    assert report.passed_all()
"""

from runtime.checkpoint.conformance.initializer import RegisteredCheckpointer, checkpointer_test
from runtime.checkpoint.conformance.report import CapabilityReport, ProgressCallbacks
from runtime.checkpoint.conformance.validate import validate

__all__ = [
    "CapabilityReport",
    "ProgressCallbacks",
    "RegisteredCheckpointer",
    "checkpointer_test",
    "validate",
]
