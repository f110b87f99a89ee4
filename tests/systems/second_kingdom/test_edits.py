"""Changes to a sheet that wait for a game master (ruling Q25 leaves the numbers to the table)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.catalogue import Catalogue
from bot.engine.declare import options_of
from bot.engine.people import Permit
from bot.engine.proposals import AcceptProposal, DeclineProposal, Proposal
from bot.play import foretold, utc_now
from bot.play.context import Context
from bot.play.written import read
from bot.storage import codec
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom.heroes import edits
from bot.systems.second_kingdom.heroes.changes import PROPOSED, SheetAction, SheetChanged, differences
from bot.systems.second_kingdom.heroes.counters import CounterSet, SetCounter
from bot.systems.second_kingdom.heroes.edits import EDIT
from bot.systems.second_kingdom.heroes.sheet import EditSheet, SetVirtues, VirtuesSet
from bot.systems.second_kingdom.state import Hero
from bot.systems.table import SYSTEM as TABLE
from tests.systems.second_kingdom.scenes import (
    CAMPAIGN,
    DEACON,
    EVANDER,
    MARISOL,
    after,
    evander,
    hero_of,
    play,
    scene,
)
from tests.systems.second_kingdom.sheet_changes import CHANGES, IRON_GALE

CAREFUL = replace(CAMPAIGN, settings={"table.edits": "approval"})
TO_SEVEN = SetVirtues(EVANDER, courage=7)
PROPOSABLE = [kind.action for kind in SYSTEM.actions if kind.proposed is not None]
GAMES = Catalogue([TABLE, SYSTEM])
CONTEXT = Context(GAMES, utc_now, bytes)


@pytest.mark.parametrize(
    ("settings", "waits"), [({}, False), ({"table.edits": "at_once"}, False), (CAREFUL.settings, True)]
)
def test_a_players_change_waits_where_the_campaign_wants_it(settings: dict[str, str], waits: bool) -> None:
    campaign = replace(CAMPAIGN, settings=settings)
    assert PROPOSED.needs(scene(evander(), actor=DEACON, campaign=campaign), TO_SEVEN) is waits
    assert not PROPOSED.needs(scene(evander(), actor=MARISOL, campaign=campaign), TO_SEVEN)


def test_a_change_is_told_as_what_it_is() -> None:
    found = scene(evander(), campaign=CAREFUL)
    assert play(found, TO_SEVEN).events == (VirtuesSet("Evander", (("courage", 6, 7),)),)
    counted = play(found, SetCounter(EVANDER, "Wounds", 2)).events
    assert counted == (CounterSet("Evander", "Wounds", 0, 2),)


def test_every_change_of_a_sheet_can_be_proposed() -> None:
    assert {type(action) for action, *_ in CHANGES} == set(PROPOSABLE)


@pytest.mark.parametrize(("action", "hero", "result", "told"), CHANGES)
def test_what_is_proposed_reads_before_and_after(
    action: SheetAction, hero: dict[str, Any], result: Hero, told: str
) -> None:
    found = scene(evander(**hero), IRON_GALE)
    done = after(found, play(found, action))
    assert hero_of(done) == result
    assert PROPOSED.title(found, done, action) == f"Evander: {told}"


@pytest.mark.parametrize("action", [action for action, *_ in CHANGES])
def test_what_a_game_master_may_write_otherwise_is_what_it_says_when_it_is_left(action: SheetAction) -> None:
    options = options_of(type(action))
    written = {
        name: options[name].taken(text) if text else options[name].default
        for name, text in PROPOSED.changes(action).items()
    }
    assert replace(action, **written) == action


def test_a_proposed_form_is_as_good_for_a_sheet_that_has_changed_since() -> None:
    assert PROPOSED.later(EditSheet(EVANDER, name="Evan", seen="beef")) == EditSheet(EVANDER, name="Evan")


@pytest.mark.parametrize("action", PROPOSABLE)
def test_a_sheet_is_changed_by_its_player_or_a_game_master(action: type[Any]) -> None:
    may = {kind.action: kind.may for kind in SYSTEM.actions}
    assert may[action] is Permit.OWNER_OR_GAME_MASTER


# -- of earlier days --------------------------------------------------------------------------------


def lifted(version: int, data: dict[str, Any]) -> Proposal:
    """An asked change as it is read today."""
    for each in range(version, EDIT.version):
        data = EDIT.upgrade(each, data)
    return codec.from_plain(Proposal, data)


@pytest.mark.parametrize(
    ("changes", "is_counter", "action", "told"),
    [
        (
            [{"name": "courage", "before": 6, "after": 7}, {"name": "prudence", "before": 5, "after": 4}],
            False,
            SetVirtues(EVANDER, courage=7, prudence=4),
            "Evander: courage 6 → 7, prudence 5 → 4",
        ),
        (
            [{"name": "Wounds", "before": 0, "after": 2}],
            True,
            SetCounter(EVANDER, "Wounds", 2),
            "Evander: Wounds none → 2",
        ),
    ],
)
def test_a_change_asked_for_before_there_were_other_kinds_is_a_proposal(
    changes: list[dict[str, Any]], is_counter: bool, action: SheetAction, told: str
) -> None:
    old = {
        "hero": EVANDER,
        "hero_name": "Evander",
        "player": DEACON,
        "changes": changes,
        "is_counter": is_counter,
        "answer": "waits",
    }
    asked = lifted(1, old)
    assert (EDIT.title(asked), EDIT.owner(asked), EDIT.parent(asked)) == (told, DEACON, EVANDER)
    assert read(CONTEXT, asked.terms.deeds)[0] == [action]


@pytest.mark.parametrize(("action", "hero", "result", "told"), CHANGES)
def test_every_change_asked_for_before_there_were_proposals_is_one(
    action: SheetAction, hero: dict[str, Any], result: Hero, told: str
) -> None:
    found = scene(evander(**hero), IRON_GALE)
    changes = differences(found, hero_of(found), result)
    field = next(name for name, kind in edits.ACTIONS.items() if kind == type(action).__name__)
    changed = codec.plain(SheetChanged("Evander", changes))["changes"]
    asked = lifted(
        2,
        {
            "hero": EVANDER,
            "hero_name": "Evander",
            "player": DEACON,
            "changes": changed,
            "wanted": {"virtues": None, "counter": None} | {field: codec.plain(action)},
            "answer": "waits",
        },
    )
    # The same title: a game master's press carries it out, unless the sheet has changed in it since.
    assert (
        asked.terms.title
        == f"Evander: {told}"
        == PROPOSED.title(found, after(found, play(found, action)), action)
    )
    assert read(CONTEXT, asked.terms.deeds) == ([action], True)
    assert foretold(GAMES, asked.terms) == (SheetChanged("Evander", changes),)


def test_the_buttons_of_earlier_days_answer() -> None:
    old = {"hero": EVANDER, "hero_name": "Evander", "player": DEACON, "is_counter": True, "answer": "waits"}
    asked = lifted(1, old | {"changes": [{"name": "Wounds", "before": 0, "after": 2}]})
    (step,) = EDIT.waiting(EVANDER, asked)
    assert (step.name, step.revision, step.who) == ("edit", 1, None)
    choices = {choice.key: choice.action for choice in step.choices}
    assert (choices["approve"], choices["decline"]) == (AcceptProposal(EVANDER), DeclineProposal(EVANDER))
    assert not EDIT.waiting(EVANDER, lifted(2, asked_and("approved")))


def asked_and(answer: str) -> dict[str, Any]:
    """A change of version 2 that was answered."""
    wanted = {"virtues": codec.plain(TO_SEVEN)}
    changes = [{"name": "courage", "before": 6, "after": 7, "part": "virtue"}]
    whose = {"hero": EVANDER, "hero_name": "Evander", "player": DEACON}
    return whose | {"changes": changes, "wanted": wanted, "answer": answer}
