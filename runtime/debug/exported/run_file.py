"""The file of an exported run: a store of one thread, with the graph that made it as data.

It is a SQLite database that every reader of stores opens, and one table more, ``exported_run``,
of JSON texts by name. Nothing in it is ever executed.
"""

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from runtime.debug.codec import CodecError, from_json, to_json
from runtime.debug.description import GraphDescription
from runtime.debug.views import InsideDescribed

SUFFIX = ".pregelrun"
FORMAT = 1
_LONGEST = 64_000_000
"""Characters of the graph's description and sources that are still read."""
_TABLE = "CREATE TABLE exported_run (name TEXT PRIMARY KEY, content TEXT NOT NULL)"


class NotAnExport(ValueError):
    """A file that is no exported run, or of a later format; the text says which."""


@dataclass(frozen=True, slots=True)
class ExportedRun:
    """What a file tells besides its checkpoints: graphs by subgraph, sources by their paths."""

    thread_id: str
    exported_at: str
    redacted: int = 0
    """Places that rules took out."""
    graphs: Mapping[str, GraphDescription] = field(default_factory=dict)
    """By namespace of nodes; ``""`` is the graph itself."""
    sources: Mapping[str, str] = field(default_factory=dict)

    @property
    def graph(self) -> GraphDescription | None:
        """The graph that ran, where it was open when the run was exported."""
        return self.graphs.get("")


def write_run(path: Path, run: ExportedRun) -> None:
    """Add it to the store at ``path``, and leave one compact file that needs no other."""
    rows = {
        "about": {
            "format": FORMAT,
            "thread": run.thread_id,
            "exported_at": run.exported_at,
            "redacted": run.redacted,
        },
        "graphs": [to_json(InsideDescribed(where, each)) for where, each in run.graphs.items()],
        "sources": dict(run.sources),
    }
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(_TABLE)
        texts = [(name, json.dumps(content)) for name, content in rows.items()]
        connection.executemany("INSERT INTO exported_run VALUES (?, ?)", texts)
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("VACUUM")


def read_run(path: Path) -> ExportedRun:
    """What ``write_run`` wrote; ``NotAnExport`` says why there is nothing of it."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)) as found:
            rows = found.execute(
                "SELECT name, content FROM exported_run"
                " WHERE name IN ('about', 'graphs', 'sources') AND typeof(content) = 'text'"
                " AND length(content) <= ?",
                (_LONGEST,),
            ).fetchall()
        held = {name: json.loads(content) for name, content in rows}
        return _run_of(held)
    except (sqlite3.Error, ValueError, KeyError, TypeError, RecursionError) as error:
        if isinstance(error, NotAnExport):
            raise
        raise NotAnExport(f"{path.name} is no exported run, or it is damaged: {error}.") from error


def _run_of(held: dict[str, object]) -> ExportedRun:
    about, graphs, sources = held["about"], held["graphs"], held["sources"]
    if not (isinstance(about, dict) and isinstance(graphs, list) and isinstance(sources, dict)):
        raise TypeError("its parts are not what they should be")
    if about["format"] != FORMAT:
        raise NotAnExport(
            f"The file has format {about['format']}; this program reads {FORMAT}. Update it."
        )
    described = [from_json(each) for each in graphs]
    if not all(isinstance(each, InsideDescribed) for each in described):
        raise CodecError("graphs", "expected graphs")
    if not all(isinstance(text, str) for text in sources.values()):
        raise TypeError("a source is no text")
    return ExportedRun(
        str(about["thread"]),
        str(about["exported_at"]),
        int(about["redacted"]),
        {each.checkpoint_ns: each.graph for each in described if isinstance(each, InsideDescribed)},
        sources,
    )
