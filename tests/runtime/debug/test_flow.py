"""A flood is let through in part, and counted."""

from runtime.debug.flow import Flow


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_goes_through_then_so_much_in_a_second() -> None:
    clock = Clock()
    flow = Flow(entries=10, size=1_000_000, burst=2, clock=clock)
    assert [flow.admits(1) for _ in range(25)].count(True) == 20
    clock.now += 0.5
    assert [flow.admits(1) for _ in range(25)].count(True) == 5
    clock.now += 100
    assert [flow.admits(1) for _ in range(25)].count(True) == 20


def test_a_large_entry_is_paid_for_afterwards() -> None:
    clock = Clock()
    flow = Flow(entries=1_000, size=100, burst=1, clock=clock)
    assert flow.admits(250)
    assert not flow.admits(1)
    clock.now += 1
    assert not flow.admits(1)
    clock.now += 1
    assert flow.admits(1)
