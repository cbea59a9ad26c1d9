"""Every text that a person reads is translated, and the catalog holds neither more nor less."""

from __future__ import annotations

from PySide6.QtCore import QTranslator

from tests.studio.language.texts import CATALOG, catalog, mistakes, places, sources, texts_of


def test_every_text_goes_through_the_catalog() -> None:
    assert [line for path in sources() for line in mistakes(path)] == []


def test_the_catalog_holds_what_the_sources_say() -> None:
    said = {(text.source, text.comment) for path in sources() for text in texts_of(path)}
    held = {(text.source, text.comment) for text in catalog()}
    assert sorted(said - held) == [], "run `make translations` and translate these"
    assert sorted(held - said) == [], "run `make translations`: nobody says these any more"


def test_every_text_is_translated() -> None:
    unfinished = [text.source for text in catalog() if not text.finished or not text.translation]
    assert unfinished == []


def test_values_stand_in_the_same_places_in_both_languages() -> None:
    named = {
        (text.source, text.comment): text.places for path in sources() for text in texts_of(path)
    }
    differ = [
        (text.source, text.translation)
        for text in catalog()
        if places(text.translation) != named[text.source, text.comment]
    ]
    assert differ == []


def test_the_compiled_catalog_is_that_of_the_sources() -> None:
    compiled = QTranslator()
    assert compiled.load(str(CATALOG.with_suffix(".qm")))
    stale = [
        text.source
        for text in catalog()
        if compiled.translate("", text.source, text.comment or "") != text.translation
    ]
    assert stale == [], "run `make translations`"
