"""Retry, timeout and cache policies: defaults, limits, what they apply to."""

from datetime import timedelta
from typing import Any

import pytest

from runtime.types import (
    CachePolicy,
    RetryPolicy,
    TimeoutPolicy,
    default_cache_key,
    default_retry_on,
    omit_payload,
)


class Status:
    def __init__(self, status_code: int) -> None:
        self.status_code = status_code


def http_error(module: str, status: int) -> Exception:
    """An error such as HTTP clients raise: of a class of theirs, with the response."""
    members = {"__module__": module, "response": Status(status)}
    error: Exception = type("HTTPError", (Exception,), members)("failed")
    return error


def test_retry_defaults() -> None:
    policy = RetryPolicy()

    assert policy[:5] == (0.5, 2.0, 128.0, 3, True)
    assert policy.retry_on is default_retry_on


@pytest.mark.parametrize(
    ("error", "again"),
    [
        (ConnectionError("gone"), True),
        (ConnectionResetError("gone"), True),
        (http_error("httpx", 503), True),
        (http_error("httpx._exceptions", 404), False),
        (http_error("requests.exceptions", 500), True),
        (http_error("requests.exceptions", 400), False),
        (http_error("elsewhere", 404), True),
        (Exception("whatever"), True),
        (type("Custom", (Exception,), {})(), True),
        (ValueError("v"), False),
        (TypeError("t"), False),
        (ZeroDivisionError("z"), False),
        (ImportError("i"), False),
        (KeyError("k"), False),
        (NameError("n"), False),
        (SyntaxError("s"), False),
        (RuntimeError("r"), False),
        (ReferenceError("r"), False),
        (StopIteration(), False),
        (StopAsyncIteration(), False),
        (OSError("o"), False),
        (FileNotFoundError("f"), False),
    ],
)
def test_what_is_retried_by_default(error: Exception, again: bool) -> None:
    assert RetryPolicy().matches(error) is again


def test_retry_on_a_class_several_or_a_question() -> None:
    assert RetryPolicy(retry_on=LookupError).matches(KeyError("k"))
    assert not RetryPolicy(retry_on=LookupError).matches(ValueError("v"))
    assert RetryPolicy(retry_on=[OSError, ValueError]).matches(ValueError("v"))
    assert not RetryPolicy(retry_on=(OSError,)).matches(ValueError("v"))
    assert RetryPolicy(retry_on=lambda error: "again" in str(error)).matches(KeyError("again"))


def test_timeouts_are_seconds() -> None:
    policy = TimeoutPolicy.coerce(TimeoutPolicy(run_timeout=timedelta(minutes=1), idle_timeout=2))

    assert policy is not None
    assert (policy.run_timeout, policy.idle_timeout) == (60.0, 2.0)


@pytest.mark.parametrize("limits", [{"run_timeout": 0}, {"idle_timeout": -1}])
def test_a_timeout_must_leave_time(limits: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(limits))} must be greater than 0"):
        TimeoutPolicy.coerce(TimeoutPolicy(**limits))  # type: ignore[arg-type]


def test_an_unknown_way_of_refreshing_is_refused() -> None:
    unknown: Any = "sometimes"
    with pytest.raises(ValueError, match="refresh_on"):
        TimeoutPolicy.coerce(TimeoutPolicy(run_timeout=1, refresh_on=unknown))


def test_numbers_stand_for_run_timeouts() -> None:
    assert TimeoutPolicy.coerce(None) is None
    assert TimeoutPolicy.coerce(TimeoutPolicy()) is None
    assert TimeoutPolicy.coerce(2) == TimeoutPolicy(run_timeout=2)
    assert TimeoutPolicy.coerce(timedelta(seconds=2)) == TimeoutPolicy(run_timeout=2)
    idle = TimeoutPolicy(idle_timeout=3)
    assert TimeoutPolicy.coerce(idle) == idle


def test_cache_keys_follow_the_arguments() -> None:
    key = CachePolicy().key_func

    assert key is default_cache_key
    assert key({"a": [1, 2]}) == key({"a": [1, 2]})
    assert key({"a": [1, 2]}) != key({"a": [2, 1]})
    assert key(1) != key(1.0)
    assert key(1, more=2) != key(1)


def test_tracing_can_be_told_to_see_nothing() -> None:
    assert omit_payload({"secret": 1}) == {}
