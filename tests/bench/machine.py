"""Facts of the machine and its software that a measurement depends on; nothing that names it."""

import os
import platform
import sqlite3
import statistics
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

_PACKAGES = (
    "langgraph",
    "langgraph-checkpoint",
    "langgraph-checkpoint-sqlite",
    "langgraph-checkpoint-postgres",
    "SQLAlchemy",
    "psycopg",
)


def facts() -> list[tuple[str, str]]:
    return [
        ("processor", f"{_processor()}, {os.cpu_count()} cores"),
        ("memory", f"{_gigabytes_of_memory():.0f} GB"),
        ("load", f"average of a minute {os.getloadavg()[0]:.1f}, {_scheduling()} scheduling"),
        ("system", f"{platform.system()} {platform.release()}, {platform.machine()}"),
        ("disk", f"a write of 4 KB and its fsync take {_milliseconds_of_fsync():.1f} ms (median)"),
        ("Python", f"{platform.python_implementation()} {platform.python_version()}"),
        ("SQLite", sqlite3.sqlite_version),
        ("packages", ", ".join(f"{name} {version(name)}" for name in _PACKAGES)),
    ]


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _scheduling() -> str:
    real_time = (os.SCHED_FIFO, os.SCHED_RR)
    return "real-time" if os.sched_getscheduler(0) in real_time else "normal"


def _gigabytes_of_memory() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30


def _milliseconds_of_fsync() -> float:
    took = []
    with tempfile.NamedTemporaryFile(prefix="pregel-bench-") as file:
        for _ in range(50):
            start = time.perf_counter()
            file.write(b"0" * 4096)
            file.flush()
            os.fsync(file.fileno())
            took.append(time.perf_counter() - start)
    return statistics.median(took) * 1000
