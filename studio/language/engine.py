"""What the session says, in the language of the window.

The engine knows no Qt and speaks English. Its sentences are recognised by their wording, with the
values in their places; what is not listed here stays as it is.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from runtime.debug.child.runs import PROCESS_ENDED
from runtime.debug.events import Event, ProcessEnded, RunEnded, RunPaused, TaskFailed
from runtime.debug.views import ErrorView, Failed, Reply
from studio.language.text import is_english, later, tr

_RUN = (
    later("Before superstep {step}."),
    later("Before the next task of superstep {step}."),
    later("Paused."),
    later("Superstep {step} is due."),
    later("{node} is due."),
    later("{expression} holds."),
    later("Ran before, and is marked unsafe to repeat: {names}."),
    later("Breakpoint before {node}."),
    later("Breakpoint after {node}."),
    later("Breakpoint on write to {channel}."),
    later("Breakpoint on change of {channel}."),
    later("Breakpoint on several writes to {channel}."),
    later("Breakpoint on error in {node}."),
    later("Breakpoint condition {condition}."),
    later("Done."),
    later("Done; {goal} did not come."),
    later("Stopped."),
    later("Stopped; left behind, because it does not return: {names}."),
    later("Stopped; ended with its process, because it does not return: {names}."),
    later("The graph stops before {names}."),
    later("The graph stops after {names}."),
    later("The graph stops inside {names}."),
    later("{names} waits for an answer."),
    later("{names} wait for an answer."),
    later("{error} in {node}."),
)
_ERRORS = (
    later("The session is closed."),
    later("A run is under way."),
    later("The run is under way already."),
    later("A run of this thread is under way."),
    later("No graph is open."),
    later("Neither a database nor a graph is open."),
    later("There is no checkpoint in thread {thread}."),
    later("There is no checkpoint {id} in thread {thread}."),
    later("There is no such value at this checkpoint (any more)."),
    later("The thread {thread} was deleted by another program while it ran."),
    later("There is no file {path}."),
    later("{path} is a folder."),
    later("{name} is not a Python file."),
    later("{path} may not be read."),
    later("{path} cannot be imported."),
    later("{file} defines no graph."),
    later("{file} has no `{name}`."),
    later("Opening was stopped before the file had come to its end."),
    later("The graph's process was ended before it answered."),
    later("The graph's process {how}."),
    later("The graph's process {how} while {names} ran."),
    later("{interpreter} does not run graphs: its process {how}."),
    later("No question with the id {names} waits for an answer."),
    later("What is asked has changed since it was shown; the answer was not given."),
    later("There is no answer to resume with."),
    later("The input must be an object."),
    later("This field is required."),
    later("There is no node {node}. Nodes: {names}."),
    later("is no channel that can be edited; there are {names}"),
    later("must be null"),
    later("must be an object"),
    later("must be text"),
    later("must be a number"),
    later("must be a whole number"),
    later("must be true or false"),
    later("must be a list"),
    later("must be one of {names}"),
    later("must have {count} items"),
    later("Not a regular expression: {problem}."),
    later("This regular expression takes too long. Make it simpler."),
    later("The value is too large to edit: {problem}."),
    later("{path} cannot be read: {problem}."),
    later("debugpy is not installed in {path}."),
)
_REMEDIES = (
    later("Pause or stop it first."),
    later("Stop it before opening another graph."),
    later("Open a graph first."),
    later("Open the Python file that defines the graph."),
    later("Check the path."),
    later("Check the path; a graph in a file is named as FILE.py:NAME."),
    later("Choose the Python file that defines the graph."),
    later("Choose a file that ends in .py."),
    later("Check the file's permissions."),
    later("Correct the line and save the file."),
    later("Name a compiled graph of the file, as FILE.py:NAME."),
    later("The file offers: {names}."),
    later("Choose another interpreter."),
    later("Choose another place."),
    later("Choose another name."),
    later("Look at the newest checkpoint for what counts."),
    later("A node must not end the program: let it return, or raise an exception."),
    later("There is nothing left to answer; start again with new input."),
    later("It may have been answered already: look at the newest checkpoint."),
    later("Read it anew before you answer."),
    later("Look again when it has ended, or answer all the same."),
    later("It is started anew with the next command."),
    later(
        "What had finished is saved. Resume, or Continue later, goes on from the last"
        " checkpoint in a new process."
    ),
    later(
        "What had finished is saved. Resume, or Continue later, goes on from the last"
        " checkpoint in a new process: {names} will run again."
    ),
    later("Write an expression, for example: round > 2"),
    later("Did you mean {name}?"),
    later("Channels are {names}."),
    later("Known are {names}."),
    later("Allowed are {names}."),
    later("Write 3, >= 3 or % 3 (every third)."),
    later("Write {{ for a brace."),
)
_EXPRESSIONS = (
    later("is empty"),
    later("is longer than {size} characters"),
    later("is not an expression"),
    later("is not an expression at column {count}"),
    later("has {part}, which is not allowed"),
    later("reads {name}, which is no channel"),
    later("reads {name}, and what begins with an underscore is not reached"),
    later("calls {name}, which is not known"),
    later("calls what is no function"),
    later("calls the method {name}, which is not allowed"),
    later("is not a rule for hits"),
    later("a brace is not closed"),
)
_NOTICES = (
    later(
        "The thread is to run a node that the open graph lacks: {since}. Open a graph that has"
        " it, or edit the state as another node and go on from there."
    ),
    later(
        "The thread is to run {count} nodes that the open graph lacks: {since}. Open a graph that"
        " has it, or edit the state as another node and go on from there."
    ),
    later("The open graph lacks a channel of this checkpoint: {since}."),
    later("The open graph lacks {count} channels of this checkpoint: {since}."),
    later("The open graph lacks a node that ran before this checkpoint: {since}."),
    later("The open graph lacks {count} nodes that ran before this checkpoint: {since}."),
    later("The open graph has no subgraph for the namespace {namespace}."),
    later("The tasks of this checkpoint cannot be planned: {problem}"),
    later("The graph's own checkpointer ({own}) is not used: checkpoints go to {instead}."),
)
_ENDINGS = (
    later("crashed with a segmentation fault ({signal})"),
    later("aborted ({signal})"),
    later("was killed from outside, as the system does when memory runs out ({signal})"),
    later("was asked to end from outside ({signal})"),
    later("was ended by {signal}"),
    later("ended itself with exit code {code}"),
)
_REASONS = (
    later("nothing triggers it but a Send"),
    later("Send {places} from {names} waits for it"),
    later("Sends {places} from {names} wait for it"),
    later("Send {places} waits for it"),
    later("Sends {places} wait for it"),
    later("all of {names} have reported to its join (version {version} > seen {seen})"),
    later("input was given (version {version} > seen {seen})"),
    later("{channel} was written by {names} (version {version} > seen {seen})"),
    later("{channel} was written (version {version} > seen {seen})"),
    later("{names} triggered it ({channel}: version {version} > seen {seen})"),
    later("the graph starts with it ({channel}: version {version} > seen {seen})"),
    later("it was triggered ({channel}: version {version} > seen {seen})"),
    later("its join waits for {names} after {others} reported (version {version}, seen {seen})"),
    later("its join waits for {names} again (version {version}, seen {seen})"),
    later("its join waits for {names} (version {version}, seen {seen})"),
    later("{channel} was never written"),
    later("no task has triggered it yet ({channel} was never written)"),
    later("nothing has triggered it since it last ran ({channel} was never written)"),
    later(
        "no task has triggered it since it last ran"
        " ({channel}: version {version}, seen {seen}, empty)"
    ),
    later(
        "no task has triggered it in the last superstep"
        " ({channel}: version {version}, seen {seen}, empty)"
    ),
    later("no task has triggered it since it last ran ({channel}: version {version}, seen {seen})"),
    later(
        "no task has triggered it in the last superstep ({channel}: version {version}, seen {seen})"
    ),
    later("no new input was given (version {version}, seen {seen}, empty)"),
    later("no new input was given (version {version}, seen {seen})"),
    later("{channel} changed but is empty now (version {version}, seen {seen})"),
    later("{channel} has not changed since it last ran (version {version}, seen {seen})"),
)
_NUMBERS = frozenset({"step", "version", "seen", "code", "count"})
_WORD = frozenset({"error", "signal"})
_LISTS = frozenset({"names", "others", "places"})


@dataclass(frozen=True, slots=True)
class _Template:
    """One sentence, and how it is recognised."""

    words: str
    pattern: re.Pattern[str]


def _template(words: str) -> _Template:
    pieces = re.split(r"\{(\w+)\}", words)
    pattern = "".join(
        _place(each) if odd % 2 else re.escape(each) for odd, each in enumerate(pieces)
    )
    return _Template(words, re.compile(pattern, re.DOTALL))


def _place(name: str) -> str:
    if name in _NUMBERS:
        return rf"(?P<{name}>-?\d+)"
    return rf"(?P<{name}>\w+)" if name in _WORD else rf"(?P<{name}>.+?)"


def _table(*texts: Sequence[str]) -> Callable[[str], tuple[str, dict[str, str]] | None]:
    templates = [_template(words) for part in texts for words in part]

    @lru_cache(maxsize=2048)
    def recognised(text: str) -> tuple[str, dict[str, str]] | None:
        for each in templates:
            found = each.pattern.fullmatch(text)
            if found:
                return each.words, found.groupdict()
        return None

    return recognised


_run, _errors, _remedies = _table(_RUN), _table(_ERRORS), _table(_REMEDIES, _ERRORS)
_endings, _reasons = _table(_ENDINGS), _table(_REASONS)
_expressions, _notices = _table(_EXPRESSIONS), _table(_NOTICES, _ERRORS)
_VERDICT = re.compile(r"(?P<node>.+?) is (?P<no>not )?due: (?P<reasons>.+)\.", re.DOTALL)


def _said(text: str, recognise: Callable[[str], tuple[str, dict[str, str]] | None]) -> str:
    known = None if not text or is_english() else recognise(text)
    if known is None:
        return text
    words, values = known
    said = {
        name: _listed(value)
        if name in _LISTS
        else _since(value)
        if name == "since"
        else _said(value, _endings)
        if name == "how"
        else value
        for name, value in values.items()
    }
    return tr(words, **said)


def _listed(names: str) -> str:
    """``a, b and 2 more`` as the language lists things."""
    *first, last = names.split(", ")
    before, found, behind = last.rpartition(" and ")
    parts = [*first, *((before, behind) if found else (last,))]
    for place, part in enumerate(parts):
        row = re.fullmatch(r"(\[\d+\]) to (\[\d+\])", part)
        if row:
            parts[place] = tr("{first} to {last}", first=row[1], last=row[2])
    more = re.fullmatch(r"(\d+) more", parts[-1])
    if more:
        return tr("{names} and {count} more", names=", ".join(parts[:-1]), count=more[1])
    return ", ".join(parts)


def _since(names: str) -> str:
    """Names with the step since which each is there, as in ``a (since step 3)``."""
    text = re.sub(
        r" \(since step (\d+)\)", lambda at: tr(" (since step {step})", step=at[1]), names
    )
    return text.replace(" (since the input)", tr(" (since the input)"))


def run_text(text: str) -> str:
    """Why a run paused or how it ended."""
    return _said(text, _run)


def error_text(text: str) -> str:
    """Why something was refused."""
    return _said(text, _errors)


def notice_text(text: str) -> str:
    """What is otherwise with the open graph or the moment than one would think."""
    return _said(text, _notices)


def expression_text(problem: str, remedy: str) -> str:
    """What is wrong with an expression, and what helps."""
    said = _said(problem, _expressions), _said(remedy, _remedies)
    return tr(". ").join(filter(None, said))


def reason_text(sentence: str) -> str:
    """Why a node is due or not."""
    verdict = None if is_english() else _VERDICT.fullmatch(sentence)
    if verdict is None:
        return sentence
    reasons = tr("; ").join(_said(each, _reasons) for each in verdict["reasons"].split("; "))
    if verdict["no"]:
        return tr("{node} is not due: {reasons}.", node=verdict["node"], reasons=reasons)
    return tr("{node} is due: {reasons}.", node=verdict["node"], reasons=reasons)


def in_words(error: ErrorView) -> ErrorView:
    """An error with its remedy; the words of a person's own exception stay as they are."""
    own = error.node is not None and error.type != PROCESS_ENDED
    message = error.message if own else error_text(error.message)
    return replace(error, message=message, remedy=_said(error.remedy, _remedies))


def reply_in_words(reply: Reply) -> Reply:
    """A reply; only refusals speak."""
    return Failed(in_words(reply.error)) if isinstance(reply, Failed) else reply


def event_in_words(event: Event) -> Event:
    """An event with what it says."""
    match event:
        case RunPaused():
            return replace(event, text=run_text(event.text))
        case RunEnded():
            error = None if event.error is None else in_words(event.error)
            return replace(event, text=run_text(event.text), error=error)
        case TaskFailed() | ProcessEnded():
            return replace(event, error=in_words(event.error))
        case _:
            return event
