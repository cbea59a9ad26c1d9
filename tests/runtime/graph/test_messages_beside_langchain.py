"""Where LangChain is in use its message classes are made, elsewhere our own.

Each case is a process of its own, since another test may have imported LangChain into this one.
"""

import subprocess
import sys

_GIVEN = """
given = ["text", ("ai", "pair"), {"role": "system", "content": "dictionary"}]
from runtime.graph import MessagesState, START, StateGraph, add_messages
def kinds(messages):
    return " ".join(f"{type(m).__module__.split('.')[0]}.{type(m).__name__}" for m in messages)
"""


def run(program: str) -> str:
    """Output of a program in a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_without_langchain_messages_are_our_own_and_nothing_imports_it() -> None:
    program = f"""{_GIVEN}
merged = add_messages([], given)
print(kinds(merged))
print([m.content for m in merged], len({{m.id for m in merged}}))
import sys
print([name for name in sys.modules if name.startswith("lang")])
"""

    assert run(program).splitlines() == [
        "runtime.HumanMessage runtime.AIMessage runtime.SystemMessage",
        "['text', 'pair', 'dictionary'] 3",
        "[]",
    ]


def test_without_langchain_its_format_cannot_be_asked_for() -> None:
    program = f"""{_GIVEN}
import sys
sys.modules["langchain_core"] = None
try:
    add_messages([], given, format="langchain-openai")
except ImportError as error:
    print("import", "langchain_core" in str(error))
"""

    assert run(program) == "import True"


def test_beside_langchain_its_classes_are_made() -> None:
    program = f"""import langchain_core.messages as lc
{_GIVEN}
merged = add_messages([lc.HumanMessage("old", id="1")], [*given, lc.RemoveMessage(id="1")])
print(kinds(merged))
print([m.content for m in merged])
"""

    assert run(program).splitlines() == [
        "langchain_core.HumanMessage langchain_core.AIMessage langchain_core.SystemMessage",
        "['text', 'pair', 'dictionary']",
    ]


def test_beside_langchain_chunks_become_messages_and_our_own_stay() -> None:
    program = f"""import langchain_core.messages as lc
{_GIVEN}
from runtime.messages import AIMessage
merged = add_messages([AIMessage("own", id="o")], [lc.AIMessageChunk(content="piece", id="c")])
print(kinds(merged), [m.id for m in merged])
parts = add_messages([], ["hi"], format="langchain-openai")
print(kinds(parts))
"""

    assert run(program).splitlines() == [
        "runtime.AIMessage langchain_core.AIMessage ['o', 'c']",
        "langchain_core.HumanMessage",
    ]


def test_langchain_messages_go_through_a_graph_and_a_saver() -> None:
    program = f"""import langchain_core.messages as lc
{_GIVEN}
from runtime.checkpoint.sql import SqlSaver
def answer(state):
    return {{"messages": lc.AIMessage(content=f"answer to {{state['messages'][-1].content}}")}}
with SqlSaver(":memory:") as saver:
    builder = StateGraph(MessagesState).add_node(answer).add_edge(START, "answer")
    graph = builder.compile(saver)
    config = {{"configurable": {{"thread_id": "t"}}}}
    graph.invoke({{"messages": "first"}}, config)
    graph.invoke({{"messages": [("user", "second")]}}, config)
    stored = graph.get_state(config).values["messages"]
print(kinds(stored))
print([m.content for m in stored])
"""

    assert run(program).splitlines() == [
        "langchain_core.HumanMessage langchain_core.AIMessage "
        "langchain_core.HumanMessage langchain_core.AIMessage",
        "['first', 'answer to first', 'second', 'answer to second']",
    ]
