"""Make the environment that `make run` and `make test` use, or say the one thing that is missing.

`python3 .ci/bootstrap.py run|test` checks the interpreter, the system libraries that Qt loads, and
`.venv`; a stamp inside `.venv` holds the digest of everything the environment was made from, so a
second run does nothing. Standard library only, and it parses on Pythons too old for the product,
so that those get a sentence instead of a traceback.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
VENV_PYTHON = os.path.join(
    VENV, *(("Scripts", "python.exe") if os.name == "nt" else ("bin", "python"))
)
OLDEST_PYTHON = (3, 11)
REQUIREMENTS = {"run": "requirements.txt", "test": "requirements-test.txt"}

# Debian package of every shared library that Qt loads and its wheel does not carry.
OFFSCREEN_LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libgthread-2.0.so.0": "libglib2.0-0",
}
WINDOW_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
# A display, a window manager, keys and clicks, for the test that does what a newcomer does.
TEST_PROGRAMS = {"Xvfb": "xvfb", "openbox": "openbox", "xdotool": "xdotool"}
# Debian 13 and Ubuntu 24.04 renamed packages in the move to 64-bit time.
TIME64_NAMES = {"libglib2.0-0": "libglib2.0-0t64"}


class Missing(Exception):
    """Something that only the person at the machine can provide; the message says what."""


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0] not in REQUIREMENTS:
        print("usage: bootstrap.py run|test", file=sys.stderr)
        return 2
    purpose = arguments[0]
    try:
        require_python()
        require_system_packages(purpose)
        make_environment(purpose)
    except Missing as missing:
        print(str(missing), file=sys.stderr)
        return 1
    return 0


def require_python() -> None:
    if sys.version_info[:2] < OLDEST_PYTHON:
        raise Missing(
            "Pregel Studio needs Python {}.{} or newer; {} is {}.{}.\n"
            "Name another one with: make PYTHON=python3.12 run".format(
                *OLDEST_PYTHON, sys.executable, *sys.version_info[:2]
            )
        )


# --- system packages ----------------------------------------------------------------------------


def require_system_packages(purpose: str) -> None:
    """Install what is missing when root on an apt system; otherwise say all of it at once."""
    missing = missing_packages(purpose)
    if not missing:
        return
    if shutil.which("apt-get") is None:
        raise Missing(
            "Pregel Studio needs these, which this system does not have: {}.\n"
            "Install them with its package manager and run the command again.".format(
                ", ".join(missing)
            )
        )
    packages = list(missing.values())
    if os.geteuid() != 0:
        raise Missing(
            "Pregel Studio needs system packages. Install them with this command, "
            "then run the last one again:\n\n"
            "    sudo apt-get install --yes {}\n".format(" ".join(packages))
        )
    say("Installing system packages: {}".format(" ".join(packages)))
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    install = ["apt-get", "install", "--yes", "--no-install-recommends", "-qq", *packages]
    for command in (["apt-get", "update", "-qq"], install):
        called(command, environment, stdout=subprocess.DEVNULL)
    still_missing = missing_packages(purpose)
    if still_missing:
        raise Missing("Still missing after the install: {}.".format(", ".join(still_missing)))


def missing_packages(purpose: str) -> dict[str, str]:
    """Debian package of each thing that is missing, by that thing's own name."""
    missing = {}
    if sys.platform.startswith("linux"):
        wanted = {**OFFSCREEN_LIBRARIES, **WINDOW_LIBRARIES}
        missing = {library: wanted[library] for library in wanted if not loads(library)}
        if purpose == "test":
            for program, package in TEST_PROGRAMS.items():
                if shutil.which(program) is None:
                    missing[program] = package
    if not is_of_this_machine() and not (has_ensurepip() or host_pip_can_install_elsewhere()):
        missing["pip or ensurepip"] = "python{}.{}-venv".format(*sys.version_info[:2])
    if time64_names_apply():
        missing = {name: TIME64_NAMES.get(package, package) for name, package in missing.items()}
    return missing


def loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def time64_names_apply() -> bool:
    release = {}
    try:
        with open("/etc/os-release", encoding="utf-8") as lines:
            for line in lines:
                key, _, value = line.strip().partition("=")
                release[key] = value.strip('"')
    except OSError:
        return False
    try:
        version = float(release.get("VERSION_ID", ""))
    except ValueError:  # testing and unstable carry no number and are newer than any
        return True
    return version >= (24.04 if release.get("ID") == "ubuntu" else 13)


# --- the environment ----------------------------------------------------------------------------


def make_environment(purpose: str) -> None:
    with exclusive_use_of_checkout():
        if not is_of_this_machine():
            create_environment()
        if is_installed(purpose):
            return
        requirements = REQUIREMENTS[purpose]
        say(f"Installing {requirements} into .venv (the first time takes a minute)")
        pip("--require-hashes", "--requirement", os.path.join(ROOT, requirements))
        pip("--no-deps", "--no-build-isolation", "--editable", ROOT)
        write(stamp_path(purpose), digest(purpose))


@contextlib.contextmanager
def exclusive_use_of_checkout() -> Iterator[None]:
    """Hold the checkout, so that two makes at once do not install over each other."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    directory = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(directory, fcntl.LOCK_EX)
        yield
    finally:
        os.close(directory)


def identity() -> str:
    """What an environment is bound to: it survives neither a move nor another interpreter."""
    return "\n".join([ROOT, sys.base_prefix, sys.version])


def is_of_this_machine() -> bool:
    return os.path.exists(VENV_PYTHON) and read(os.path.join(VENV, ".identity")) == identity()


def is_installed(purpose: str) -> bool:
    # The test lock holds every pin of the run lock, so its stamp serves both.
    return any(
        read(stamp_path(name)) == digest(name) for name in REQUIREMENTS if name in (purpose, "test")
    )


def stamp_path(purpose: str) -> str:
    return os.path.join(VENV, f".installed-{purpose}")


def digest(purpose: str) -> str:
    hashed = hashlib.sha256()
    for name in (REQUIREMENTS[purpose], "pyproject.toml"):
        with open(os.path.join(ROOT, name), "rb") as source:
            hashed.update(source.read() + b"\0")
    return hashed.hexdigest()


def create_environment() -> None:
    if os.path.lexists(VENV):
        if os.listdir(VENV) and not os.path.exists(os.path.join(VENV, "pyvenv.cfg")):
            raise Missing(f"{VENV} is in the way: it is not a virtual environment. Move it away.")
        shutil.rmtree(VENV)
    say("Creating .venv")
    command = [base_python(), "-m", "venv", VENV]
    if not has_ensurepip():
        command.insert(3, "--without-pip")
    called(command, dict(os.environ))
    write(os.path.join(VENV, ".identity"), identity())


def base_python() -> str:
    """The interpreter under any environment that is active now, which may be the one replaced."""
    return str(getattr(sys, "_base_executable", sys.executable))


def has_ensurepip() -> bool:
    # Debian ships it apart; asked in a child, since an install may just have added it.
    return succeeds([base_python(), "-c", "import ensurepip"])


def host_pip_can_install_elsewhere() -> bool:
    return succeeds([base_python(), "-m", "pip", "--python", base_python(), "--version"])


def succeeds(command: list[str]) -> bool:
    quiet = subprocess.DEVNULL
    return subprocess.call(command, stdout=quiet, stderr=quiet) == 0


def pip(*arguments: str) -> None:
    command = [VENV_PYTHON, "-I", "-m", "pip"]
    if not succeeds([*command, "--version"]):
        command = [base_python(), "-m", "pip", "--python", VENV_PYTHON]
    command += ["--disable-pip-version-check", "--no-input", "--quiet", "install", *arguments]
    called(command, dict(os.environ, PIP_USER="0"))


def called(command: list[str], environment: dict[str, str], stdout: int | None = None) -> None:
    if subprocess.call(command, env=environment, stdout=stdout) != 0:
        raise Missing("This command failed (its words are above): {}".format(" ".join(command)))


def read(path: str) -> str | None:
    try:
        with open(path, encoding="utf-8") as source:
            return source.read()
    except OSError:
        return None


def write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as target:
        target.write(text)


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
