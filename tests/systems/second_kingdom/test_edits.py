"""Changes to a sheet that wait for a game master (ruling Q25 leaves the numbers to the table)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.declare import options_of
from bot.engine.people import Permit
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom.heroes.changes import PROPOSED, SheetAction
from bot.systems.second_kingdom.heroes.counters import CounterSet, SetCounter
from bot.systems.second_kingdom.heroes.sheet import EditSheet, SetVirtues, VirtuesSet
from bot.systems.second_kingdom.state import Hero
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
    assert counted == (CounterSet("Evander", "Wounds", 0, 2, is_new=True),)


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
