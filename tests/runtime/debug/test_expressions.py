"""Expressions: what they may say, what they see of values, what may stand at the cursor."""

import collections
import dataclasses
import datetime
import decimal
import enum
import uuid
from typing import Any

import pydantic
import pytest

from runtime.debug.expressions import BadExpression, Expression, trouble
from runtime.debug.expressions.completing import complete, operand_before


class Trap:
    """Whatever is asked of it runs its own code."""

    def __init__(self) -> None:
        object.__setattr__(self, "held", 7)

    def _spring(self, *_: Any) -> Any:
        pytest.fail("code of the data ran")

    __eq__ = __ne__ = __lt__ = __gt__ = __len__ = __bool__ = __iter__ = __contains__ = _spring
    __getattr__ = __getitem__ = __str__ = __repr__ = __add__ = __call__ = _spring

    def __hash__(self) -> int:
        return hash("b")

    @property
    def money(self) -> int:
        return int(self._spring())


class SlyList(list[Any]):
    __len__ = __iter__ = __getitem__ = __contains__ = __eq__ = Trap._spring


class SlyText(str):
    __eq__ = lower = __len__ = Trap._spring
    __hash__ = str.__hash__


class Mood(enum.Enum):
    GOOD = "good"


@dataclasses.dataclass
class Order:
    id: str
    lines: list[int]


class Model(pydantic.BaseModel):
    title: str
    score: float = 0.5


STATE: dict[str, Any] = {
    "log": ["a", "b", "c"],
    "trap": Trap(),
    "traps": [Trap(), "a"],
    "by_trap": {Trap(): 1, "a": 2},
    "sly": SlyList(["a", 1]),
    "text": SlyText("Hello"),
    "mood": Mood.GOOD,
    "order": Order("A-1", [1, 2, 3]),
    "model": Model(title="T"),
    "ids": {"x", "y"},
    "queue": collections.deque([1, 2]),
    "when": datetime.datetime(2024, 5, 6, 7, 8, tzinfo=datetime.UTC),
    "price": decimal.Decimal("1.50"),
    "who": uuid.UUID(int=5),
    "nested": {"deep": {"资料": [1, {"k": "v"}]}, "items": 3},
    "my-channel": 42,
    "资料": "数据",
}


def value(text: str) -> Any:
    return Expression(text).value(STATE.__getitem__)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("len(log) == 3 and log[-1] == 'c'", True),
        ("log[1:]", ["b", "c"]),
        ("[each.upper() for each in log if each != 'a']", ["B", "C"]),
        ("any(each == 'b' for each in log)", True),
        ("log + ['d']", ["a", "b", "c", "d"]),
        ("log == ['a', 'b', 'c']", True),
        ("trap.held", 7),
        ("trap == 1", False),
        ("1 if trap else 0", 1),
        ("trap in traps", True),
        ("'b' in traps", False),
        ("len(traps)", 2),
        ("by_trap['a']", 2),
        ("by_trap == by_trap", True),
        ("by_trap.get('b', 0)", 0),
        ("len(sly) + sly[1]", 3),
        ("sly == ['a', 1]", True),
        ("text.lower()", "hello"),
        ("text == 'Hello'", True),
        ("mood == 'good'", True),
        ("order.id + order['id']", "A-1A-1"),
        ("sum(order.lines)", 6),
        ("model.title", "T"),
        ("model.score > 0.4", True),
        ("'x' in ids", True),
        ("queue[0]", 1),
        ("when.year", 2024),
        ("price * 2 == 3", True),
        ("who", "00000000-0000-0000-0000-000000000005"),
        ("nested.deep['资料'][1].k", "v"),
        ("nested['items']", 3),
        ("sorted(nested.keys())", ["deep", "items"]),
        ("nested.get('no', 'none')", "none"),
        ("channel('my-channel')", 42),
        ("资料", "数据"),
        ("str(log)", "['a', 'b', 'c']"),
        ("max(len(each) for each in log)", 1),
        ("round(2.4) + round(2.25, 1)", 4.2),
    ],
)
def test_values_as_expressions_see_them(text: str, expected: Any) -> None:
    assert value(text) == expected


@pytest.mark.parametrize(
    ("text", "problem", "column"),
    [
        ("", "is empty", None),
        ("log + * 2", "is not an expression", 6),
        ("open('x')", "calls open, which is not known", 0),
        ("1 + __import__('os')", "calls __import__, which is not known", 4),
        ("资料.__class__", "what begins with an underscore", 0),
        ("log.append(1)", "calls the method append, which is not allowed", 0),
        ("'{}'.format(log)", "calls the method format, which is not allowed", 0),
        ("(lambda: 1)()", "calls what is no function", 1),
        ("[(lambda: 1)]", "has lambda", 2),
        ("f'{log}'", "has an f-string", 0),
        ("(n := 1)", "has an assignment", 1),
        ("'数据' + eval('1')", "calls eval", 7),
    ],
)
def test_what_is_no_expression_is_told_with_its_place(
    text: str, problem: str, column: int | None
) -> None:
    with pytest.raises(BadExpression) as raised:
        Expression(text)
    assert problem in str(raised.value)
    assert raised.value.column == column


@pytest.mark.parametrize(
    "text",
    [
        "9 ** 9 ** 9",
        "'%99999999d' % 1",
        "log * 99999999",
        "round(7, -999999999)",
        "trap.money",
        "trap.held.real",
        "log > 1",
    ],
)
def test_what_costs_too_much_or_does_not_fit_has_no_value(text: str) -> None:
    with pytest.raises(Exception, match=r".+"):
        value(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sum([[1] * 10**4] * 10**4, [])", "takes more than 3,000,000 steps"),
        ("[[[[1] * 1000] * 1000] * 1000] * 1000", "takes more than 3,000,000 steps"),
        ("[len(x) for x in [[1] * 10**5] for y in many]", "takes more than 3,000,000 steps"),
        ("[many.count(each) for each in many]", "takes more than 3,000,000 steps"),
        ("[many == many for each in many]", "takes more than 3,000,000 steps"),
        ("str([many] * 10**5)", "takes more than 3,000,000 steps"),
        ("[long.upper() for each in many]", "takes more than 3,000,000 steps"),
        ("[a for a in many for b in many]", "too many elements"),
        ("'a' * 10**9", "longer than 1,000,000 items"),
        ("10 ** 10**8", "a number that is too large"),
        ("10**4000 * 10**4000", "a number that is too large"),
        ("1 << 10**9", "a number that is too large"),
        ("int(vast)", "a number that is too large"),
        ("round(vast)", "a number that is too large"),
        ("sum([[1], [2]], [])", "sum takes numbers only, not list"),
        ("sum(log)", "sum takes numbers only, not str"),
    ],
)
def test_what_costs_too_much_is_refused_in_words(text: str, said: str) -> None:
    state = {
        "log": ["a"],
        "many": list(range(5000)),
        "long": "a" * 1_000_000,
        "vast": decimal.Decimal("1e999999999"),
    }
    with pytest.raises(Exception, match=r".+") as raised:
        Expression(text).value(state.__getitem__)
    assert said in trouble(raised.value)


def test_large_values_are_counted_and_summed() -> None:
    numbers = list(range(500_000))
    assert Expression("sum(n) + len(n) + max(n)").value({"n": numbers}.__getitem__) == (
        sum(numbers) + 999_999
    )


def test_an_expression_is_no_book() -> None:
    with pytest.raises(BadExpression, match="longer than 10,000 characters"):
        Expression("1" + " + 1" * 3000)


def test_a_lacking_part_is_told_in_words() -> None:
    for text, said in (("trap.money", "there is no money"), ("nope", "nope has no value")):
        with pytest.raises(Exception, match=r".+") as raised:
            value(text)
        assert trouble(raised.value) == said


def test_names_are_those_of_channels() -> None:
    expression = Expression("any(m.x for m in log) and channel('my-channel') > 资料 and True")
    assert expression.names == {"log": 17, "my-channel": 34, "资料": 50}


def completed(text: str) -> tuple[int, list[str]]:
    types = dict.fromkeys(STATE, "Any")
    start, found = complete(text, len(text), types, STATE.__getitem__)
    return start, [each.text for each in found]


@pytest.mark.parametrize(
    ("text", "start", "first"),
    [
        ("lo", 0, ["log", "float("]),
        ("len(log) > 1 and que", 17, ["queue"]),
        ("my", 0, ["channel('my-channel')"]),
        ("nested.d", 7, ["deep"]),
        ("nested['", 8, ["deep']", "items']"]),
        ('nested["deep"]["', 16, ['资料"]']),
        ("nested.deep['资料'][1].", 21, ["k", "get("]),
        ("order.", 6, ["id", "lines"]),
        ("model.sc", 6, ["score"]),
        ("trap.", 5, ["held"]),
        ("text.up", 5, ["upper("]),
        ("log.", 4, ["count(", "index("]),
        ("when.mon", 5, ["month"]),
        ("(log + log)[0].is", 15, ["isalpha(", "isdigit("]),
    ],
)
def test_what_may_stand_at_the_cursor(text: str, start: int, first: list[str]) -> None:
    where, found = completed(text)
    assert where == start
    assert found[: len(first)] == first


@pytest.mark.parametrize("text", ["'lo", "3", "nothing.", "unclosed)['", "order.money."])
def test_where_nothing_may_stand(text: str) -> None:
    assert completed(text)[1] == []


def test_the_operand_before_a_place() -> None:
    text = "1 + len(a['x (y)'].b)"
    assert operand_before(text, len(text)) == "len(a['x (y)'].b)"
    assert operand_before(text, len(text) - 1) == "a['x (y)'].b"
