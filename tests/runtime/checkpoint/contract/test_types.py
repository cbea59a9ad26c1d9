"""Values of every type through every saver: as a channel, as a pending write, in what grows."""

from typing import Any

import numpy as np

from runtime.checkpoint.base import NativeSaver, TaskWrites
from tests.runtime.checkpoint.making import changes, config
from tests.runtime.checkpoint.serde.sameness import same
from tests.runtime.checkpoint.serde.test_round_trip import (
    CLASSES,
    CONTAINERS,
    SCALARS,
    STANDARD,
)

VALUES = [*SCALARS, *CONTAINERS, *STANDARD, *CLASSES]


def test_every_value_comes_back_equal_and_of_its_type(saver: NativeSaver) -> None:
    channels = {f"channel {number}": value for number, value in enumerate(VALUES)}
    record = changes(0, None, {**channels, "all": VALUES, "keyed": channels})
    saver.commit([record, TaskWrites("t", "", record.checkpoint_id, "task", [*channels.items()])])

    found = saver.get_tuple(config())
    assert found is not None
    read = found.checkpoint["channel_values"]
    assert read.keys() == {*channels, "all", "keyed"}
    for channel, value in channels.items():
        assert same(read[channel], value), value
        assert same(saver.get_value("t", "", record.checkpoint_id, channel), value), value
    assert same(read["all"], VALUES)
    assert same(read["keyed"], channels)
    assert found.pending_writes is not None
    assert [write[:2] for write in found.pending_writes] == [("task", name) for name in channels]
    assert all(same(write[2], channels[write[1]]) for write in found.pending_writes)


def test_every_value_in_a_list_and_a_dict_that_grow(saver: NativeSaver) -> None:
    parent: str | None = None
    log: list[Any] = ["x" * 300]
    files: dict[str, Any] = {f"file {number}": "x" * 20 for number in range(40)}
    for step, value in enumerate(VALUES):
        log = [*log, value]
        files = {**files, f"value {step}": value}
        record = changes(
            step,
            parent,
            {"log": log, "files": files},
            appending=frozenset({"log"}),
            sole_child=True,
        )
        saver.commit([record])
        parent = record.checkpoint_id
    found = saver.get(config())
    assert found is not None
    assert same(found["channel_values"], {"log": log, "files": files})


def test_arrays(saver: NativeSaver) -> None:
    array = np.arange(1000, dtype=np.float32).reshape(10, 100)
    first = changes(0, None, {"array": array, "scalar": np.int16(5)})
    second = changes(1, first.checkpoint_id, {"array": array * 2})
    saver.commit([first, second])
    array[:] = 0
    for record, factor in ((first, 1), (second, 2)):
        found = saver.get(config(checkpoint_id=record.checkpoint_id))
        assert found is not None
        read = found["channel_values"]
        assert read["array"].tolist() == ((np.arange(1000).reshape(10, 100) * factor).tolist())
        assert (read["array"].dtype, type(read["scalar"])) == (np.float32, np.int16)
