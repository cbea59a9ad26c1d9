"""Texts of cells as values, pasted tables as variants, and the table as CSV."""

import csv
import io

import pytest

from runtime.debug.comparing.views import CheckpointAddress
from runtime.debug.description import ChannelDescription
from studio.variants.drafts import BadValue, VariantDraft, edit_of, read_pasted, text_of, value_of
from studio.variants.export import as_csv
from studio.variants.runner import VariantResult

CHANNELS = {
    each.name: each
    for each in (
        ChannelDescription("topic", "LastValue", "str", schema={"type": "string"}),
        ChannelDescription("n", "LastValue", "int", schema={"type": "integer"}),
        ChannelDescription("queries", "LastValue", "list", schema={"type": "array"}),
        ChannelDescription("options", "LastValue", "dict", schema={"type": "object"}),
    )
}
BASE = CheckpointAddress("t", "c1")


@pytest.mark.parametrize(
    ("channel", "text", "value"),
    [
        ("topic", "a plain text", "a plain text"),
        ("topic", "12", "12"),
        ("topic", '"quoted"', "quoted"),
        ("topic", '"open', '"open'),
        ("n", "12", 12),
        ("queries", '["a", 1, null]', ["a", 1, None]),
    ],
)
def test_a_cell_stands_for_a_value(channel: str, text: str, value: object) -> None:
    assert value_of(text, CHANNELS[channel]) == value
    assert value_of(text_of(value, CHANNELS[channel]), CHANNELS[channel]) == value


@pytest.mark.parametrize("text", ["twelve", "[1", "NaN", "{'a': 1}"])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(BadValue):
        value_of(text, CHANNELS["n"])


def test_an_edit_writes_what_its_cells_say() -> None:
    edit = edit_of(VariantDraft({"topic": "x", "n": ""}), BASE, CHANNELS, "plan", "overwrite")
    assert (edit.values, edit.as_node, edit.mode) == ({"topic": "x"}, "plan", "overwrite")
    assert (edit.thread_id, edit.checkpoint_id) == ("t", "c1")
    with pytest.raises(BadValue):
        edit_of(VariantDraft(), BASE, CHANNELS, None, "reducer")


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("topic,n\na,1\nb,2\n", [{"topic": "a", "n": "1"}, {"topic": "b", "n": "2"}]),
        ('queries\n"[""x, y""]"\n', [{"queries": '["x, y"]'}]),
        ("topic\tn\na, b\t1", [{"topic": "a, b", "n": "1"}]),
        ('{"topic": "a"}\n{"n": 2}', [{"topic": "a"}, {"n": "2"}]),
        ('[{"topic": "a"}, {"topic": "b"}]', [{"topic": "a"}, {"topic": "b"}]),
        ("[1, 2, 3]", [{"n": "1"}, {"n": "2"}, {"n": "3"}]),
        ("1\n2\n\n3", [{"n": "1"}, {"n": "2"}, {"n": "3"}]),
    ],
)
def test_tables_are_pasted(text: str, rows: list[dict[str, str]]) -> None:
    assert read_pasted(text, CHANNELS, "n") == rows


def test_a_list_of_objects_may_be_values_of_one_channel() -> None:
    pasted = read_pasted('[{"a": 1}, {"a": 2}]', CHANNELS, "options")
    assert pasted == [{"options": '{"a": 1}'}, {"options": '{"a": 2}'}]
    with pytest.raises(BadValue, match="no channel other"):
        read_pasted('{"other": 1}', CHANNELS, "n")
    with pytest.raises(BadValue, match="501 rows"):
        read_pasted("1\n" * 501, CHANNELS, "n")


def test_a_spreadsheet_finds_no_formula() -> None:
    text = as_csv(
        [VariantDraft({"topic": "=1+1", "n": "-3"})],
        [VariantResult("refused", text="@bad")],
        ["topic", "n"],
        ["topic"],
        {(0, "topic"): "+x, y"},
    )
    [line] = csv.DictReader(io.StringIO(text))
    assert (line["edit topic"], line["edit n"]) == ("'=1+1", "-3")
    assert (line["status"], line["text"], line["topic"]) == ("refused", "'@bad", "'+x, y")
