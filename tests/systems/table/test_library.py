"""The rules of the library: what an import does, and who learns of what."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from bot.engine.people import EVERYONE, GAME_MASTERS, PUBLIC, Audience, Standing, Viewer
from bot.engine.proposals import PROPOSAL, Proposal, Propose, Terms
from bot.engine.system import Open, Record, RecordId, Replace, Scene
from bot.errors import RuleViolation
from bot.storage import codec
from bot.systems.table.library.rules import (
    DRAFT,
    EntriesImported,
    EntryRemoved,
    EntryWritten,
    ImportEntries,
    RemoveEntry,
    WriteEntry,
    upgrade,
)
from tests.games.lantern.rules.omens import OMENS, Omen
from tests.refusals import refuses
from tests.systems.table.scenes import DEACON, MARISOL, play, scene

FLAME = Omen("Red flame", "Blood on the road.", 3)
SECRET = Omen("Dark wick", "The innkeeper did it.", 9, is_secret=True)


def with_omens(*omens: Omen, actor: int = MARISOL, proposals: Sequence[Proposal] = ()) -> Scene:
    """A scene in which that was loaded."""
    records: list[Record[Any]] = [
        *(Record(RecordId(f"omen-{number}"), "omen", omen) for number, omen in enumerate(omens)),
        *(Record(RecordId(f"draft-{n}"), PROPOSAL.name, each) for n, each in enumerate(proposals)),
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
        EntriesImported("omen", "omens", 1, 1, 1, "omens.json", audience=GAME_MASTERS),
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


# -- written, and who learns of what ----------------------------------------------------------------------


def writing(omen: Omen, **more: Any) -> WriteEntry:
    """What a saved draft, or an accepted proposal, does."""
    return WriteEntry("lantern.omen", texts(omen), **more)


def test_a_secret_entry_is_told_of_to_game_masters_and_its_author() -> None:
    told = Audience(everyone=False, person=MARISOL, with_game_masters=True)
    written = play(with_omens(), writing(SECRET))
    assert written.events == (EntryWritten("omen", "Dark wick", is_new=True, audience=told),)
    removed = play(with_omens(SECRET), RemoveEntry("omen-0", ("omen",)))
    assert removed.events == (EntryRemoved("omen", "Dark wick", audience=GAME_MASTERS),)
    public = play(with_omens(FLAME), RemoveEntry("omen-0", ("omen",)))
    assert public.events == (EntryRemoved("omen", "Red flame", audience=EVERYONE),)


def test_an_entry_that_everybody_may_see_from_now_on_is_new_to_them() -> None:
    shown = replace(SECRET, is_secret=False)
    turn = play(with_omens(SECRET), writing(shown, entry=RecordId("omen-0")))
    assert turn.events == (EntryWritten("omen", "Dark wick", is_new=True),)


def test_what_has_changed_since_it_was_drafted_is_not_saved() -> None:
    at, entry = with_omens(replace(FLAME, number=7)), RecordId("omen-0")
    for since in ({"version": 2}, {"before": texts(FLAME)}):
        with refuses("library.changed"):
            play(at, writing(replace(FLAME, number=4), entry=entry, **since))
    assert play(at, writing(replace(FLAME, number=4), entry=entry, version=1)).changes


def test_what_stands_there_already_is_not_written_again() -> None:
    with refuses("library.same"):
        play(with_omens(FLAME), writing(FLAME, entry=RecordId("omen-0"), version=1))
    with refuses("library.taken"):
        play(with_omens(FLAME), writing(replace(FLAME, number=4, name="RED FLAME")))
    with refuses("library.gone"):
        play(with_omens(), writing(FLAME, entry=RecordId("omen-0"), version=1))


# -- drafts -------------------------------------------------------------------------------------------------


def drafting(omen: Omen) -> Propose:
    """A draft of that omen, as the house opens it."""
    return Propose(terms(omen), Audience(everyone=False, person=MARISOL), is_draft=True)


def terms(omen: Omen) -> Terms:
    """What a draft of that omen holds."""
    return Terms("table", f"the omen {omen.name}", str(texts(omen)))


def test_a_person_has_twenty_five_drafts_at_most() -> None:
    many = [Proposal(MARISOL, MARISOL, terms(replace(FLAME, name=f"Omen {n}")), MARISOL) for n in range(25)]
    with refuses("proposal.too_many_own"):
        play(with_omens(proposals=many), drafting(FLAME))
    assert play(with_omens(proposals=many[1:]), drafting(FLAME)).changes


def test_the_same_form_sent_twice_makes_one_draft() -> None:
    own = Proposal(MARISOL, MARISOL, terms(FLAME), MARISOL)
    with refuses("proposal.same_waits"):
        play(with_omens(proposals=[own]), drafting(FLAME))
    others = replace(own, author=DEACON, by=DEACON, to=DEACON)
    (opened,) = play(with_omens(proposals=[others]), drafting(FLAME)).changes
    assert opened.state.is_draft


def test_a_draft_is_its_authors_alone_until_it_is_saved() -> None:
    draft = next(each.state for each in play(with_omens(), drafting(FLAME)).changes)
    marisol, wren = Viewer(MARISOL, Standing.GAME_MASTER), Viewer(9, Standing.GAME_MASTER)
    assert DRAFT.view(draft, marisol) is not None
    assert DRAFT.view(draft, wren) is None
    assert DRAFT.view(draft, PUBLIC) is None


@pytest.mark.parametrize(
    ("stage", "answers", "is_shared"),
    [
        ("drafted", ["save", "discard"], False),
        ("proposed", ["approve", "decline", "withdraw"], True),
        ("saved", [], False),
        ("approved", [], True),
        ("declined", [], True),
        ("discarded", [], False),
        ("withdrawn", [], True),
    ],
)
def test_a_draft_of_earlier_days_is_a_proposal_whose_buttons_keep_their_names(
    stage: str, answers: list[str], is_shared: bool
) -> None:
    data = {"shelf": "lantern.omen", "noun": "omen", "author": DEACON, "name": FLAME.name}
    lifted = upgrade(1, data | {"texts": texts(FLAME), "stage": stage, "revision": 3})
    state = codec.load(Proposal, json.dumps(lifted))
    steps = DRAFT.waiting(RecordId("draft"), state)
    assert [choice.key for step in steps for choice in step.choices] == answers
    assert (DRAFT.view(state, Viewer(MARISOL, Standing.GAME_MASTER)) is not None) == is_shared
    assert state.terms.title == "the omen Red flame"
    if stage == "drafted":
        assert [(step.name, step.who, step.revision) for step in steps] == [("draft", DEACON, 3)]
    if stage == "proposed":
        assert [(step.name, step.who, step.revision) for step in steps] == [("proposal", None, 1)]


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
