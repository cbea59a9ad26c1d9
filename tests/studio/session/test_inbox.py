"""The inbox wakes once a rest, keeps the order, and holds nothing of the window once closed."""

import gc
import threading
import weakref

from studio.session.inbox import Inbox


def test_the_first_entry_after_a_rest_wakes() -> None:
    woken: list[None] = []
    inbox: Inbox[int] = Inbox(lambda: woken.append(None))
    assert inbox.empty
    for entry in (1, 2, 3):
        inbox.put(entry)
    assert len(woken) == 1
    assert not inbox.rest()
    assert inbox.take(2) == [1, 2]
    assert inbox.take(2) == [3]
    inbox.put(4)
    assert len(woken) == 1
    assert inbox.take(2) == [4]
    assert inbox.rest()
    inbox.put(5)
    assert len(woken) == 2


def test_closing_waits_for_whoever_is_waking() -> None:
    waking, go_on = threading.Event(), threading.Event()
    ended: list[str] = []

    def wake() -> None:
        waking.set()
        go_on.wait(10)
        ended.append("wake")

    inbox: Inbox[int] = Inbox(wake)
    teller = threading.Thread(target=inbox.put, args=(1,))
    teller.start()
    assert waking.wait(10)

    def close() -> None:
        inbox.close()
        ended.append("close")

    closer = threading.Thread(target=close)
    closer.start()
    go_on.set()
    closer.join(10)
    teller.join(10)
    assert ended == ["wake", "close"]
    inbox.put(2)
    assert inbox.empty
    assert ended == ["wake", "close"]


def test_a_closed_inbox_lets_go_of_the_window() -> None:
    class Window:
        def wake(self) -> None: ...

    window = Window()
    inbox: Inbox[int] = Inbox(window.wake)
    inbox.put(1)
    there = weakref.ref(window)
    inbox.close()
    del window
    gc.collect()
    assert there() is None


def test_whoever_tells_more_than_is_read_waits() -> None:
    inbox: Inbox[int] = Inbox(lambda: None, most=3)
    told: list[int] = []

    def tell() -> None:
        for entry in range(7):
            inbox.put_in_turn(entry)
            told.append(entry)

    teller = threading.Thread(target=tell)
    teller.start()
    taken: list[int] = []
    while len(taken) < 6:
        batch = inbox.take(2)
        taken += batch
        assert len(told) <= len(taken) + 4
    # An answer does not wait, and closing lets go of everyone.
    inbox.put_in_turn(7)
    inbox.put(8)
    inbox.put(9)
    inbox.put(10)
    waiting = threading.Thread(target=inbox.put_in_turn, args=(11,))
    waiting.start()
    inbox.close()
    for each in (teller, waiting):
        each.join(10)
        assert not each.is_alive()
    assert taken == list(range(6))
