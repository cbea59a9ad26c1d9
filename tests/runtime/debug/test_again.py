"""Which calls a resumed node makes again, read off its source."""

import ast
import textwrap

import pytest

from runtime.debug.again import Function, calls_again, first_statement


def again(source: str) -> list[str]:
    function = ast.parse(textwrap.dedent(source)).body[0]
    assert isinstance(function, Function)
    questions = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "interrupt"
    ]
    return [f"{line} {text}" for line, text in calls_again(function, questions)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(s):\n  send(s)\n  a = interrupt('q')\n  save(a)", ["2 send(s)"]),
        ("def f(s):\n  n = len(s.get('x', []))\n  interrupt(str(n))", []),
        ("def f(s):\n  interrupt(propose(s))", ["2 propose(s)"]),
        ("def f(s):\n  if check(s):\n    pay()\n  else:\n    interrupt(1)", ["2 check(s)"]),
        (
            "def f(s):\n  for x in load():\n    a = interrupt(x)\n    send(a)",
            ["2 load()", "4 send(a)"],
        ),
        ("def f(s):\n  with lock():\n    log(1)\n    interrupt(1)", ["2 lock()", "3 log(1)"]),
        ("def f(s):\n  try:\n    log(1)\n    interrupt(1)\n  finally:\n    stop()", ["3 log(1)"]),
        ("def f(s):\n  def g():\n    send(1)\n  interrupt(1)", []),
        ("def f(s):\n  a = interrupt(1)\n  send(a)\n  b = interrupt(2)", ["3 send(a)"]),
        ("async def f(s):\n  x = await llm.ainvoke(s)\n  interrupt(x)", ["2 llm.ainvoke(s)"]),
        ("def f(s):\n  send(s)\n  return 1", []),
        ("def f(s):\n  m = Message(text(s))\n  interrupt(m)", ["2 text(s)"]),
    ],
)
def test_calls_before_a_question(source: str, expected: list[str]) -> None:
    assert again(source) == expected


def test_the_first_statement_is_behind_the_docstring() -> None:
    function = ast.parse('def f(s):\n  """Says."""\n\n  x = 1\n').body[0]
    assert isinstance(function, ast.FunctionDef)
    assert first_statement(function) == 4
