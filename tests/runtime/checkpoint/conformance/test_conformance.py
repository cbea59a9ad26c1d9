"""The conformance cases: our savers pass them, and faults are found."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from runtime.checkpoint.base import BaseCheckpointSaver, CheckpointTuple, Config
from runtime.checkpoint.conformance import (
    CapabilityReport,
    ProgressCallbacks,
    RegisteredCheckpointer,
    checkpointer_test,
    validate,
)
from runtime.checkpoint.conformance.capabilities import (
    ALL_CAPABILITIES,
    BASE_CAPABILITIES,
    Capability,
    DetectedCapabilities,
)
from runtime.checkpoint.conformance.cases import CASES
from runtime.checkpoint.memory import InMemorySaver
from runtime.checkpoint.postgres.aio import AsyncPostgresSaver
from runtime.checkpoint.sql import SqlSaver
from runtime.checkpoint.sqlite.aio import AsyncSqliteSaver

Saver = BaseCheckpointSaver[Any]


def registered(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> RegisteredCheckpointer:
    @checkpointer_test(name=kind)
    async def savers() -> AsyncIterator[Saver]:
        if kind == "memory":
            yield InMemorySaver()
        elif kind == "sql":
            with SqlSaver(tmp_path / "store.db") as plain:
                yield plain
        elif kind == "sqlite":
            async with AsyncSqliteSaver.from_conn_string(str(tmp_path / "store.db")) as saver:
                yield saver
        elif kind == "aiosqlite":
            async with aiosqlite.connect(":memory:") as connection:
                yield AsyncSqliteSaver(connection)
        else:
            url = request.getfixturevalue("postgres_url")
            async with AsyncPostgresSaver.from_conn_string(url) as on_server:
                yield on_server

    return savers


@pytest.mark.parametrize("kind", ["memory", "sql", "sqlite", "aiosqlite", "postgres"])
def test_our_savers_keep_the_whole_contract(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    report = asyncio.run(validate(registered(kind, tmp_path, request)))
    failures = [failure for result in report.results.values() for failure in result.failures]
    assert failures == []
    assert report.passed_all()
    assert report.passed_all_base()
    assert report.conformance_level() == "FULL"
    passed = sum(result.tests_passed for result in report.results.values())
    assert passed == sum(map(len, CASES.values())) > 80


def test_every_case_has_a_name_of_its_own() -> None:
    for cases in CASES.values():
        assert len({case.__name__ for case in cases}) == len(cases)
    assert CASES.keys() == ALL_CAPABILITIES


class Wrapped(BaseCheckpointSaver[int]):
    """Passes the duties on, with a fault."""

    def __init__(self, fault: str) -> None:
        super().__init__()
        self.inner = InMemorySaver()
        self.fault = fault

    async def aget_tuple(self, config: Config) -> CheckpointTuple | None:
        found = self.inner.get_tuple(config)
        if found is None:
            return None
        if self.fault == "no parent":
            return found._replace(parent_config=None)
        if self.fault == "no writes":
            return found._replace(pending_writes=[])
        if self.fault == "tuples become lists":
            values = {
                name: list(value) if isinstance(value, tuple) else value
                for name, value in found.checkpoint["channel_values"].items()
            }
            return found._replace(checkpoint={**found.checkpoint, "channel_values": values})
        return found

    async def alist(self, config: Any, **restrictions: Any) -> AsyncIterator[CheckpointTuple]:
        if self.fault == "no limit":
            restrictions.pop("limit", None)
        found = list(self.inner.list(config, **restrictions))
        for each in reversed(found) if self.fault == "oldest first" else found:
            yield each

    async def aput(self, *arguments: Any) -> dict[str, Any]:
        return self.inner.put(*arguments)

    async def aput_writes(
        self, config: Config, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        self.inner.put_writes(config, writes, task_id, task_path)

    async def adelete_thread(self, thread_id: str) -> None:
        if self.fault == "one namespace stays":
            for key in list(self.inner.storage.get(thread_id, {})):
                if "|" not in key:
                    del self.inner.storage[thread_id][key]
            return
        self.inner.delete_thread(thread_id)


def report_on(fault: str, **options: Any) -> CapabilityReport:
    @checkpointer_test(name=fault, **options)
    async def savers() -> AsyncIterator[Saver]:
        yield Wrapped(fault)

    return asyncio.run(validate(savers))


def test_a_saver_may_have_the_duties_only() -> None:
    report = report_on("none")
    assert report.passed_all()
    assert report.passed_all_base()
    assert report.conformance_level() == "BASE"
    assert not report.results["prune"].detected
    assert report.results["prune"].passed is None
    detected = DetectedCapabilities.from_instance(Wrapped("none"))
    assert detected.detected == BASE_CAPABILITIES
    assert Capability.PRUNE in detected.missing


@pytest.mark.parametrize(
    ("fault", "capability", "case"),
    [
        ("no parent", "put", "the_config_names_the_parent"),
        ("no writes", "put_writes", "a_write_is_pending"),
        ("tuples become lists", "put", "values_of_many_types"),
        ("oldest first", "list", "newest_first"),
        ("no limit", "list", "no_more_than_the_limit"),
        ("one namespace stays", "delete_thread", "all_its_namespaces_are_gone"),
    ],
)
def test_faults_are_found_and_named(fault: str, capability: str, case: str) -> None:
    report = report_on(fault)
    assert not report.passed_all()
    assert report.conformance_level() == "NONE"
    failures = report.results[capability].failures
    assert any(failure.startswith(f"{case}: ") for failure in failures), failures


def test_what_is_skipped_is_not_run() -> None:
    report = report_on("no limit", skip_capabilities={"list"})
    assert report.passed_all()
    assert not report.passed_all_base()
    assert report.results["list"].tests_skipped == 1


def test_some_capabilities_only(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    memory = registered("memory", tmp_path, request)
    report = asyncio.run(validate(memory, capabilities={"put", "prune"}))
    assert {name for name, result in report.results.items() if result.passed} == {"put", "prune"}
    with pytest.raises(ValueError, match="fly"):
        asyncio.run(validate(memory, capabilities={"fly"}))


def test_report_and_progress(capsys: pytest.CaptureFixture[str]) -> None:
    entered: list[str] = []

    async def lifespan() -> AsyncIterator[None]:
        entered.append("in")
        yield
        entered.append("out")

    @checkpointer_test(name="shown", lifespan=lifespan)
    async def savers() -> AsyncIterator[Saver]:
        assert entered == ["in"]
        yield Wrapped("no limit")

    for progress in (ProgressCallbacks.default(), ProgressCallbacks.verbose()):
        entered.clear()
        report = asyncio.run(validate(savers, progress=progress))
        assert entered == ["in", "out"]
    report.print_report()
    shown = capsys.readouterr().out
    assert ".F." in shown
    assert "  no_more_than_the_limit: steps: expected" in shown
    assert "Saver: shown" in shown
    assert "Level: NONE" in shown
    assert report.to_dict()["results"]["list"]["tests_failed"] > 0
    entered.clear()
    asyncio.run(validate(savers, progress=ProgressCallbacks.quiet()))
    assert capsys.readouterr().out == ""
