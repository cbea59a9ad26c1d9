"""The cosine, with and without NumPy."""

import pytest

from runtime.store.base import similarity


@pytest.fixture(params=["numpy", "plain"])
def _library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "plain":
        monkeypatch.setattr(similarity, "_numpy", lambda: None)


@pytest.mark.usefixtures("_library")
def test_cosines() -> None:
    found = similarity.cosines((3.0, 4.0), [(6.0, 8.0), (-3.0, -4.0), (4.0, -3.0), (0.0, 0.0)])
    assert found == pytest.approx([1.0, -1.0, 0.0, 0.0])
    assert similarity.cosines((0.0, 0.0), [(1.0, 2.0)]) == [0.0]
    assert similarity.cosines((1.0,), []) == []
