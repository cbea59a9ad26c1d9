"""The command ``fork``: other values at a checkpoint, saved as a new one beside the old branch."""

from runtime.cli.arguments import Options, read_json
from runtime.cli.console import notes, output
from runtime.cli.exits import DONE
from runtime.cli.failure import CommandError
from runtime.cli.reading import row_json
from runtime.cli.running import hint, opened
from runtime.cli.stores import find_checkpoint
from runtime.debug.commands import CommitEdit, StateEdit
from runtime.debug.views import EditCommitted


def fork(options: Options) -> int:
    """Save the values; nothing is run."""
    values = read_json(options.values, "--values")
    if not isinstance(values, dict):
        raise CommandError("--values must be a JSON object, of values by channel.")
    with opened(options, create=False) as open_run:
        stored = find_checkpoint(open_run.saver, options)
        edit = StateEdit(
            thread_id=stored.thread_id,
            checkpoint_id=stored.checkpoint_id,
            values=values,
            checkpoint_ns=stored.checkpoint_ns,
            as_node=options.as_node,
            mode="overwrite" if options.overwrite else "reducer",
        )
        reply = open_run.do(CommitEdit(edit))
        assert isinstance(reply, EditCommitted)
        row = reply.row
    console = output()
    if options.as_json:
        console.json(row_json(row))
        return DONE
    console.write(f"checkpoint {row.checkpoint_id}")
    console.write(f"step {row.step}, next: {', '.join(row.next) or 'nothing'}")
    if row.next and not row.checkpoint_ns:
        beside = notes()
        beside.write(hint(beside, "Run on", "run", "", options, row.thread_id))
    return DONE
