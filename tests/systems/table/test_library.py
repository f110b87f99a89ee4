"""The rules of the library: what an import does, and who learns of what."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from bot.engine.people import EVERYONE, GAME_MASTERS, Standing, Viewer
from bot.engine.system import Open, Record, RecordId, Replace, Scene
from bot.errors import RuleViolation, Stale
from bot.systems.table.library import words
from bot.systems.table.library.rules import (
    DRAFT,
    Draft,
    DraftEntry,
    EntriesImported,
    EntryRemoved,
    EntryWritten,
    ImportEntries,
    RemoveEntry,
    SaveEntry,
    Stage,
)
from tests.games.lantern.rules.omens import OMEN, OMENS, Omen
from tests.systems.table.scenes import DEACON, MARISOL, play, scene

FLAME = Omen("Red flame", "Blood on the road.", 3)
SECRET = Omen("Dark wick", "The innkeeper did it.", 9, is_secret=True)


def with_omens(*omens: Omen, actor: int = MARISOL, drafts: tuple[Draft, ...] = ()) -> Scene:
    """A scene in which that was loaded."""
    records: list[Record[Any]] = [
        *(Record(RecordId(f"omen-{number}"), "omen", omen) for number, omen in enumerate(omens)),
        *(Record(RecordId(f"draft-{number}"), "draft", draft) for number, draft in enumerate(drafts)),
    ]
    ids = (RecordId(f"new-{number}") for number in count())
    return replace(
        scene(actor),
        records={record.id: record for record in records},
        shelves=(OMENS,),
        new_id=lambda: next(ids),
    )


def texts(omen: Omen) -> dict[str, str]:
    """An omen as it is written."""
    return OMENS.write(omen)


# -- importing ----------------------------------------------------------------------------------------


def test_an_import_adds_replaces_where_it_differs_and_leaves_what_is_equal() -> None:
    new, other = Omen("Ash", "A guest."), replace(FLAME, number=5)
    action = ImportEntries("lantern.omen", tuple(map(texts, (new, other, SECRET))), "omens.json")
    turn = play(with_omens(FLAME, SECRET), action)
    assert turn.changes == (
        Open(RecordId("new-0"), "omen", new, system="lantern"),
        Replace(RecordId("omen-0"), other),
    )
    assert turn.events == (
        EntriesImported("omen", "omens", 1, 1, 0),
        EntriesImported("omen", "omens", 1, 1, 1, "omens.json", GAME_MASTERS),
    )


def test_an_import_of_secrets_alone_is_told_to_the_game_masters_alone() -> None:
    turn = play(with_omens(), ImportEntries("lantern.omen", (texts(SECRET),), "omens.json"))
    assert [event.audience for event in turn.events] == [GAME_MASTERS]


def test_an_import_with_one_fault_changes_nothing() -> None:
    good, bad = texts(FLAME), texts(FLAME) | {"name": "Ash", "number": "x"}
    with pytest.raises(RuleViolation, match="“Ash”: Number is a whole number"):
        play(with_omens(), ImportEntries("lantern.omen", (good, bad), "x"))
    with pytest.raises(RuleViolation, match="“Red flame”: another one has the same name"):
        play(with_omens(), ImportEntries("lantern.omen", (good, good), "x"))


def test_another_games_kind_of_the_same_name_is_left_alone() -> None:
    at = with_omens(FLAME)
    alien: Record[Any] = Record(RecordId("alien"), "omen", object())
    turn = play(
        replace(at, records={**at.records, alien.id: alien}),
        ImportEntries("lantern.omen", (texts(SECRET),), "x"),
    )
    assert [change.id for change in turn.changes] == ["new-0"]


# -- drafts, and who learns of what -----------------------------------------------------------------------


def draft_of(omen: Omen, author: int = DEACON, **more: Any) -> Draft:
    """A draft of that omen."""
    return Draft("lantern.omen", "omen", author, omen.name, texts(omen), **more)


def test_a_draft_is_its_authors_alone_until_it_is_proposed() -> None:
    deacon, marisol = Viewer(DEACON, Standing.PLAYER), Viewer(MARISOL, Standing.GAME_MASTER)
    wren = Viewer(9, Standing.PLAYER)
    for stage in Stage:
        draft = draft_of(FLAME, stage=stage)
        assert OMEN.view(FLAME, wren) == FLAME
        assert DRAFT.view(draft, deacon) == draft
        assert DRAFT.view(draft, wren) is None
        is_shared = stage in (Stage.PROPOSED, Stage.APPROVED, Stage.DECLINED, Stage.WITHDRAWN)
        assert (DRAFT.view(draft, marisol) is not None) == is_shared, stage


def test_a_secret_entry_is_told_of_to_game_masters_and_its_author() -> None:
    saved = play(with_omens(drafts=(draft_of(SECRET, MARISOL),)), save())
    assert saved.events == (EntryWritten("omen", "Dark wick", is_new=True, audience=GAME_MASTERS),)
    removed = play(with_omens(SECRET), RemoveEntry("omen-0", ("omen",)))
    assert removed.events == (EntryRemoved("omen", "Dark wick", GAME_MASTERS),)
    public = play(with_omens(FLAME), RemoveEntry("omen-0", ("omen",)))
    assert public.events == (EntryRemoved("omen", "Red flame", EVERYONE),)


def save(number: int = 0, omen: Omen = SECRET) -> SaveEntry:
    """What the button of a draft does."""
    return SaveEntry(RecordId(f"draft-{number}"), "lantern.omen", omen.name)


def test_an_entry_that_everybody_may_see_from_now_on_is_new_to_them() -> None:
    shown = replace(SECRET, is_secret=False)
    draft = draft_of(shown, MARISOL, entry=RecordId("omen-0"), before=texts(SECRET))
    turn = play(with_omens(SECRET, drafts=(draft,)), save())
    assert turn.events == (EntryWritten("omen", "Dark wick", is_new=True),)


def test_a_draft_of_what_has_changed_since_is_not_saved() -> None:
    draft = draft_of(replace(FLAME, number=4), MARISOL, entry=RecordId("omen-0"), before=texts(FLAME))
    at = with_omens(replace(FLAME, number=7), drafts=(draft,))
    with pytest.raises(RuleViolation, match="was changed in the library meanwhile"):
        play(at, save(omen=FLAME))


def test_a_player_edits_no_entry_of_which_they_see_a_part_only() -> None:
    action = DraftEntry("lantern.omen", texts(SECRET), RecordId("omen-0"), 1)
    with pytest.raises(RuleViolation, match="That omen is no longer in the library"):
        play(with_omens(SECRET, actor=DEACON), action)
    # A kind may hide a part alone.
    half = replace(OMENS, kind=replace(OMEN, view=lambda state, viewer: replace(state, number=0)))
    at = replace(with_omens(FLAME, actor=DEACON), shelves=(half,))
    with pytest.raises(RuleViolation, match="Only a game master can edit “Red flame”"):
        play(at, DraftEntry("lantern.omen", texts(FLAME), RecordId("omen-0"), 1))


def test_nobody_writes_anothers_draft_anew() -> None:
    action = DraftEntry("lantern.omen", texts(SECRET), draft=RecordId("draft-0"))
    with pytest.raises(Stale, match="never was yours"):
        play(with_omens(drafts=(draft_of(FLAME),)), action)
    proposed = draft_of(FLAME, MARISOL, stage=Stage.PROPOSED)
    with pytest.raises(Stale, match="never was yours"):
        play(with_omens(drafts=(proposed,)), action)


def test_a_person_has_twenty_five_drafts_at_most() -> None:
    many = tuple(draft_of(replace(FLAME, name=f"Omen {n}"), MARISOL) for n in range(25))
    with pytest.raises(RuleViolation, match="25 drafts and proposals of yours wait already"):
        play(with_omens(drafts=many), DraftEntry("lantern.omen", texts(FLAME)))


def test_the_same_form_sent_twice_makes_one_draft() -> None:
    action = DraftEntry("lantern.omen", texts(FLAME) | {"name": "RED FLAME"})
    with pytest.raises(RuleViolation, match="Your draft of the omen “RED FLAME” waits already"):
        play(with_omens(drafts=(draft_of(FLAME, MARISOL),)), action)
    play(with_omens(drafts=(draft_of(FLAME, DEACON),)), action)


def test_a_name_that_two_kinds_have_is_not_removed() -> None:
    with pytest.raises(RuleViolation, match="Several entries"):
        play(with_omens(FLAME, FLAME), RemoveEntry("Red flame", ("omen",)))
    with pytest.raises(RuleViolation, match="No entry of the library is called “Ash” here"):
        play(with_omens(), RemoveEntry("Ash", ("omen",)))


def test_a_shelf_that_no_game_of_the_campaign_has_is_refused() -> None:
    with pytest.raises(RuleViolation, match="no such kind of entry"):
        play(with_omens(), ImportEntries("urn.omen", (texts(FLAME),), "x"))
    with pytest.raises(RuleViolation, match="keep no library"):
        play(replace(with_omens(), shelves=()), ImportEntries("lantern.omen", (texts(FLAME),), "x"))


def test_the_parts_of_a_draft_have_words_for_an_undo() -> None:
    assert words.part(("texts", "name"), "Red *flame*") == ("name", r"Red \*flame\*")
    assert words.part(("stage",), "proposed") == ("draft", "proposed")
    assert words.part(("entry",), None) == ("what it changes", None)
    assert words.part(("entry",), "omen-0") == ("what it changes", "an entry of the library")
    assert words.part(("author",), DEACON) == ("author", "<@2>")
