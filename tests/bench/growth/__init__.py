"""All growth checks by name."""

from tests.bench.growth import disk, listing, supersteps
from tests.bench.workload import Growth

GROWTHS: dict[str, Growth] = {
    growth.name: growth for module in (supersteps, disk, listing) for growth in module.GROWTHS
}
