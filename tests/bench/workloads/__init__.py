"""All workloads by name, in the order of the table."""

from tests.bench.workload import Workload
from tests.bench.workloads import (
    chain,
    channels,
    cold,
    fan_out,
    history,
    interrupts,
    loop,
    messages,
    nested,
    streaming,
)

WORKLOADS: dict[str, Workload] = {
    workload.name: workload
    for module in (
        loop,
        fan_out,
        messages,
        channels,
        chain,
        nested,
        streaming,
        interrupts,
        history,
        cold,
    )
    for workload in module.WORKLOADS
}
