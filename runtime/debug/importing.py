"""Running a file as a module, under the name that other programs import it by.

Its folder, or that of its package, becomes importable. Each time it is run anew, together with the
modules that it took from there.
"""

import hashlib
import importlib.machinery
import importlib.util
import linecache
import os
import sys
import threading
import types
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from runtime.checkpoint.serde.classes import remember_as, remember_saved
from runtime.debug.failure import error_view, is_own_code
from runtime.debug.views import ErrorView

MODULE_PREFIX = "_opened_"
_OWN_PACKAGES = ("runtime", "studio", "resources")


class LoadError(Exception):
    """A target gives no graph; ``view`` says why and what can be done."""

    def __init__(self, view: ErrorView) -> None:
        super().__init__(view.message)
        self.view = view


class _FreshLoader(importlib.machinery.SourceFileLoader):
    """Compiles the source as it is now and leaves no cache beside it."""

    def get_code(self, fullname: str) -> types.CodeType:
        code: types.CodeType = self.source_to_code(self.get_data(self.path), self.path)
        return code


_import_lock = threading.Lock()
_opened: dict[str, str] = {}
"""Names of modules that were opened as files, with their paths."""
_taken: dict[str, set[str]] = {}
"""Modules that an opened file brought in from beside it, by the file's module."""


@dataclass(frozen=True, slots=True)
class _ModulePlace:
    """How a file is imported: its module's name, and the folder from which it is found."""

    name: str
    root: str


def _place_of(path: str) -> _ModulePlace:
    """The name that other programs import the file by, so that both find each other's classes.

    A file whose own name is taken (``json.py``) gets a private one.
    """
    folder, stem = os.path.dirname(path), os.path.basename(path)[:-3]
    parts, root = [stem], folder
    while (
        os.path.exists(os.path.join(root, "__init__.py")) and os.path.basename(root).isidentifier()
    ):
        parts.insert(0, os.path.basename(root))
        root = os.path.dirname(root)
    name = ".".join(parts)
    if all(part.isidentifier() for part in parts) and not _is_taken(name, path):
        return _ModulePlace(name, root)
    plain = "".join(each if each.isalnum() else "_" for each in stem)
    digest = hashlib.sha256(path.encode()).hexdigest()[:8]
    return _ModulePlace(f"{MODULE_PREFIX}{digest}_{plain}", folder)


def _is_taken(name: str, path: str) -> bool:
    """Whether the name belongs to another module, loaded or of Python itself."""
    top = name.split(".")[0]
    if top in sys.stdlib_module_names or top == "__main__":
        return True
    loaded = sys.modules.get(name)
    if loaded is None or name in _opened:
        return False
    file = getattr(loaded, "__file__", None)
    return file is None or os.path.realpath(file) != os.path.realpath(path)


def module_name(path: str) -> str:
    """The name under which a file is imported."""
    return _place_of(path).name


def import_file(path: str) -> types.ModuleType:
    """Run the file as a module; ``LoadError`` with the frame where it failed."""
    with _import_lock:
        place = _place_of(path)
        name = place.name
        spec = importlib.util.spec_from_file_location(name, path, loader=_FreshLoader(name, path))
        if spec is None or spec.loader is None:
            raise LoadError(ErrorView("BadTarget", f"{path} cannot be imported."))
        linecache.checkcache()
        with _importing(place):
            before = sys.modules.get(name)
            try:
                if "." in name:
                    importlib.import_module(name.rpartition(".")[0])
                module = importlib.util.module_from_spec(spec)
                sys.modules[name] = module
                spec.loader.exec_module(module)
            except BaseException as error:
                if before is None:
                    sys.modules.pop(name, None)
                else:
                    sys.modules[name] = before
                if is_asked_of_us(error):
                    raise
                raise LoadError(error_view(error)) from error
        _opened[name] = path
        _remember_classes(module, os.path.basename(path)[:-3])
    return module


def is_asked_of_us(error: BaseException) -> bool:
    """Whether it is Ctrl+C, which comes in the main thread, and no failure of the user's code."""
    main = threading.current_thread() is threading.main_thread()
    return main and isinstance(error, KeyboardInterrupt)


def files_of(module: types.ModuleType) -> tuple[str, ...]:
    """The opened file and those that it imported from beside it: what it is loaded from anew."""
    names = [module.__name__, *sorted(_taken.get(module.__name__, ()))]
    files = (getattr(sys.modules.get(name), "__file__", None) for name in names)
    return tuple(dict.fromkeys(file for file in files if file))


@contextmanager
def _importing(place: _ModulePlace) -> Iterator[None]:
    """With the root importable, and without what an earlier opening imported from beside it."""
    for old in _taken.pop(place.name, ()):
        sys.modules.pop(old, None)
    importlib.invalidate_caches()
    known = set(sys.modules)
    sys.path.insert(0, place.root)
    # A cache knows its source's time in whole seconds: a second save within one would go unseen.
    without_caches, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.dont_write_bytecode = without_caches
        # Imports inside functions happen later, so the folder stays importable, but at the end.
        sys.path.remove(place.root)
        if place.root not in sys.path:
            sys.path.append(place.root)
        _taken[place.name] = {
            new for new in set(sys.modules) - known - {place.name} if _is_beside(new, place)
        }


def _is_beside(name: str, place: _ModulePlace) -> bool:
    """Whether a module is the user's own, from the file's folder or package."""
    file = getattr(sys.modules.get(name), "__file__", None)
    if not file or name.split(".")[0] in _OWN_PACKAGES or not is_own_code(file):
        return False
    if "." in place.name:
        return name.split(".")[0] == place.name.split(".")[0]
    return str(file).startswith(place.root + os.sep)


def _remember_classes(module: types.ModuleType, stem: str) -> None:
    """Have stored objects rebuilt as the classes of now, also those that a script saved."""
    for name in (module.__name__, *_taken.get(module.__name__, ())):
        for value in list(vars(sys.modules[name]).values()):
            if isinstance(value, type) and value.__module__ == name:
                remember_saved(value)
                if name == module.__name__:
                    remember_as(value, "__main__")
                    remember_as(value, stem)
