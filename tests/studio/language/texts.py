"""The texts of the window as its sources hold them, and as the catalog does."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[3]
CATALOG = ROOT / "resources" / "translations" / "pregel_studio_zh_CN.ts"

TERMINAL = ("studio/main.py", "studio/display.py", "studio/shell/screenshot.py")
"""They speak to a terminal, in English."""
STYLES = ("studio/shell/stylesheet.py", "studio/shell/theme.py", "studio/forms/appearance.py")

MARKS = ("tr", "plural", "later")
NOT_SHOWN = frozenset(
    {
        "AssertionError", "KeyError", "LookupError", "NotImplementedError", "ParamSpec",
        "RuntimeError", "TypeError", "TypeVar", "ValueError", "setObjectName", "setStyleSheet",
    }
)  # fmt: skip
"""Calls whose texts no person reads."""
SHOWING = frozenset(
    {
        "EmptyState", "QAction", "QCheckBox", "QGroupBox", "QLabel", "QMenu",
        "QPushButton", "QRadioButton", "addAction", "addButton", "addItem", "addItems", "addMenu",
        "addRow", "addTab", "drawText", "plain_label", "setAccessibleDescription",
        "setAccessibleName", "setHeaderLabels", "setInformativeText", "setLabelText",
        "setOkButtonText", "setPlaceholderText", "setPrefix", "setStatusTip", "setSuffix",
        "setText", "setTitle", "setToolTip", "setWhatsThis", "setWindowTitle", "showMessage",
    }
)  # fmt: skip
"""Calls whose first text a person reads, however short it is."""
_READ = {"EmptyState": slice(1, None), "addItem": slice(1), "plain_label": slice(1)}
"""Which arguments of a call are read, where not all are."""
EXCEPTIONS = {
    "studio/approval/notifier.py": {"Pregel Studio"},
    "studio/approval/page.py": {"SHA-256 {}"},
    "studio/forms/container.py": {"type"},
    "studio/graph/picture.py": {"Qt does not load: {}. {}\n"},
    "studio/graph/progress.py": {"Send"},
    "studio/graph/recording.py": {"Send"},
    "studio/inspector/detail.py": {'  File "{}", line {}, in {}', '  File "{}", line {},'},
    "studio/language/catalog.py": {"English"},
    "studio/language/engine.py": {
        "(?P<node>.+?) is (?P<no>not )?due: (?P<reasons>.+)\\.",
        " \\(since step (\\d+)\\)",
        " (since the input)",
        "(\\[\\d+\\]) to (\\[\\d+\\])",
    },
    "studio/language/text.py": {"Pregel Studio"},
    "studio/opening/input_dialog.py": {"{}  (Enter)"},
    "studio/opening/opener.py": {" (*.sqlite *.sqlite3 *.db)"},
    "studio/process/interpreter_dialog.py": {"Python"},
    "studio/shell/actions.py": {"{} belongs to {} already"},
    "studio/shell/canvas_actions.py": {"Ctrl++; Ctrl+="},
    "studio/shell/plain_text.py": {"<p style='white-space: pre-wrap'>{}</p>"},
    "studio/shell/problems.py": {'File "{}", line {}, in {}'},
    "studio/source/editor.py": {"{} --line {line} {file}", "{} +{line} {file}"},
    "studio/threads/prune_dialog.py": {"yyyy-MM-dd HH:mm"},
    "studio/variants/dialog.py": {"CSV (*.csv)"},
    "studio/variants/export.py": {"first difference"},
}
"""Names and what machines read."""
SAME_IN_EVERY_LANGUAGE = frozenset({"Aa", "JSON", "null", ".*", "START", "END"})

_WORDS = re.compile(r"[A-Za-z]{2,}\W* \W*[A-Za-z]|^\W*[A-Z][a-z]+(…|:)?$|[A-Za-z]{2,}…")


@dataclass(frozen=True, slots=True)
class Text:
    """One text by its English words; ``comment`` is the other form of a plural."""

    source: str
    comment: str
    places: frozenset[str]
    """Names that stand in braces."""


@dataclass(frozen=True, slots=True)
class Translated:
    """One text of the catalog."""

    source: str
    comment: str
    translation: str
    finished: bool


def sources() -> list[Path]:
    found = sorted((ROOT / "studio").rglob("*.py"))
    return [path for path in found if str(path.relative_to(ROOT)) not in (*TERMINAL, *STYLES)]


def places(text: str) -> frozenset[str]:
    """Names in braces; none for a text with braces that are no places."""
    try:
        return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)
    except ValueError:
        return frozenset()


def marked(tree: ast.AST) -> Iterator[tuple[ast.Call, str, bool]]:
    """Calls of ``tr``, ``plural`` and ``later`` with whether they run when the module is read."""

    def walk(node: ast.AST, inside: bool) -> Iterator[tuple[ast.Call, str, bool]]:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
            yield node, node.func.id, not inside
        for child in ast.iter_child_nodes(node):
            deeper = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            yield from walk(child, inside or deeper)

    yield from walk(tree, False)


def literal(node: ast.AST) -> str | None:
    """The text of a literal."""
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, str) else None


def texts_of(path: Path) -> Iterator[Text]:
    """What a source says, without what a table marked and is shown later."""
    for call, name, _ in marked(ast.parse(path.read_text("utf-8"))):
        source = literal(call.args[0])
        if source is None:
            continue
        comment = literal(call.args[1]) if len(call.args) > 1 else ""
        assert comment is not None, f"{path}:{call.lineno} has no literal"
        yield Text(source, comment, places(comment if name == "plural" else source))


def mistakes(path: Path) -> Iterator[str]:
    """Where a source breaks the rules, as a line to read."""
    tree = ast.parse(path.read_text("utf-8"))
    file = path.relative_to(ROOT)
    for call, name, at_import in marked(tree):
        where = f"{file}:{call.lineno} {name}"
        first = call.args[0]
        if literal(first) is None and (
            name != "tr" or isinstance(first, ast.JoinedStr | ast.BinOp)
        ):
            yield f"{where}: what is translated is written out"
        if name == "plural" and len(call.args) != 3:
            yield f"{where}: two forms and a number"
        if name == "tr" and len(call.args) > 1 and call.keywords:
            yield f"{where}: a comment or values, not both"
        if name != "later" and at_import:
            yield f"{where}: the language is not known yet; mark it with later()"
    for node in _unmarked(tree):
        if _fixed(node) in EXCEPTIONS.get(str(file), ()):
            continue
        line = getattr(node, "lineno", 0)
        yield f"{file}:{line} not translated: {ast.unparse(node)[:90]}"


def _unmarked(tree: ast.Module) -> Iterator[ast.AST]:
    """Literals that a person reads and that go through no catalog."""
    silent: set[int] = set()
    shown: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and literal(node.value) is not None:
            silent.add(id(node.value))
        elif isinstance(node, ast.Dict):
            silent.update(id(key) for key in node.keys)
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            silent.update(id(each) for each in ast.walk(node.value))
        elif isinstance(node, ast.AnnAssign):
            silent.update(id(each) for each in ast.walk(node.annotation))
        elif isinstance(node, ast.Compare):
            silent.update(id(each) for each in ast.walk(node))
        elif isinstance(node, ast.arg) and node.annotation is not None:
            silent.update(id(each) for each in ast.walk(node.annotation))
        elif isinstance(node, ast.FunctionDef) and node.returns is not None:
            silent.update(id(each) for each in ast.walk(node.returns))
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in (*MARKS, *NOT_SHOWN):
                silent.update(id(each) for argument in node.args for each in ast.walk(argument))
            elif name == "ErrorView":
                silent.add(id(node.args[0]) if node.args else 0)
            elif name in SHOWING:
                shown.update(id(argument) for argument in node.args[_READ.get(name, slice(None))])
    for node in ast.walk(tree):
        if id(node) in silent:
            continue
        if isinstance(node, ast.JoinedStr):
            fixed = _fixed(node)
            silent.update(id(each) for each in ast.walk(node) if isinstance(each, ast.Constant))
            if _is_read(fixed, id(node) in shown):
                yield node
        elif (text := literal(node)) is not None and _is_read(text, id(node) in shown):
            yield node


def _fixed(node: ast.AST) -> str:
    """A text with ``{}`` for each value in it."""
    if isinstance(node, ast.JoinedStr):
        parts = [literal(part) for part in node.values]
        return "".join("{}" if part is None else part for part in parts)
    return literal(node) or ""


def _is_read(text: str, shown: bool) -> bool:
    if text.strip() in SAME_IN_EVERY_LANGUAGE or re.match(r"\s*Q[A-Z]\w+.*\{|Ctrl\+\w+$", text):
        return False
    return bool(re.search("[A-Za-z]{2,}", text) if shown else _WORDS.search(text))


def catalog() -> list[Translated]:
    """All texts of the catalog."""
    found = []
    for message in ElementTree.parse(CATALOG).getroot().iter("message"):
        translation = message.find("translation")
        assert translation is not None
        forms = [form.text or "" for form in translation.findall("numerusform")]
        found.append(
            Translated(
                message.findtext("source", ""),
                message.findtext("comment", ""),
                forms[0] if forms else translation.text or "",
                translation.get("type") is None,
            )
        )
    return found
