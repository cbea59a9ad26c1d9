"""A cycle with an exit: ``write`` produces a small program with slips in it, ``compile`` has
Python's own parser look at it, and ``fix`` repairs the one error that the parser named. The
conditional edge behind ``compile`` leads back to ``fix`` until the program parses, or until the
attempts are used up.
"""

import ast
import operator
from typing import Annotated, Any, Literal

from typing_extensions import TypedDict

from runtime.graph import END, START, StateGraph


class Order(TypedDict):
    """``function`` names what is to be written; ``attempts`` bounds the compilations."""

    function: str
    attempts: int


class State(Order):
    source: str
    error: str
    error_line: int
    compilations: Annotated[int, operator.add]
    log: Annotated[list[str], operator.add]


def write(state: State) -> dict[str, Any]:
    """Write the first version, in a hurry."""
    lines = [
        f"def {state['function']}(prices, rate)",
        "    total = sum(prices)",
        "    if rate > 1",
        "        rate = rate / 100",
        "    return round(total * (1 + rate), 2",
    ]
    return {"source": "\n".join(lines), "error": "", "log": ["written"]}


def compile_source(state: State) -> dict[str, Any]:
    """Parse the program; keep the first error, if there is one."""
    try:
        ast.parse(state["source"])
    except SyntaxError as error:
        line = error.lineno or 1
        text = f"line {line}: {error.msg}"
        return {"error": error.msg, "error_line": line, "compilations": 1, "log": [text]}
    return {"error": "", "error_line": 0, "compilations": 1, "log": ["compiles"]}


def fix(state: State) -> dict[str, Any]:
    """Repair the line that the error names: close a parenthesis, or add the colon."""
    lines = state["source"].split("\n")
    line = state["error_line"] - 1
    lines[line] += ")" if "never closed" in state["error"] else ":"
    return {"source": "\n".join(lines), "log": [f"fixed line {line + 1}"]}


def verdict(state: State) -> Literal["compiles", "has an error", "out of attempts"]:
    """Where to go after a compilation."""
    if not state["error"]:
        return "compiles"
    return "has an error" if state["compilations"] < state["attempts"] else "out of attempts"


EXAMPLE_INPUT = {"function": "gross_total", "attempts": 6}

builder = StateGraph(State, input_schema=Order)
builder.add_node("write", write)
builder.add_node("compile", compile_source)
builder.add_node("fix", fix)
builder.add_edge(START, "write")
builder.add_edge("write", "compile")
builder.add_conditional_edges(
    "compile", verdict, {"compiles": END, "has an error": "fix", "out of attempts": END}
)
builder.add_edge("fix", "compile")
graph = builder.compile()
