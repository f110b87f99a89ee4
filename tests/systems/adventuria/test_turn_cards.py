"""Cards of turns: what they show, whom they mention, and when."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.card import Card
from bot.engine.system import Happened
from bot.play import Link, Post
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.adventurer import PageDiceRolled, SceneTold, TurnEnded, TurnStarted
from bot.systems.adventuria.cog import SCREENS
from bot.systems.adventuria.state import Adventurer, Gain, Stage, Thrown
from bot.ui.renderer import Renderer
from tests.systems.adventuria.scenes import BOUT, DEACON, MARISOL, bran, item
from tests.systems.adventuria.turns_posts import post

RENDERER = Renderer({SYSTEM.name: SCREENS})
WAYS = ("The Bridge", "The City")
TOLD = SceneTold("Bran", "The City", "A square.\n\n# A well.", WAYS)


def card(event: Any, state: Adventurer, actor: int = MARISOL, **changes: Any) -> Card:
    """The card about that event."""
    return RENDERER.card(replace(post(event, state, actor), **changes))


def labels(drawn: Card) -> list[str]:
    """Its buttons."""
    return [button.label for button in drawn.buttons]


def test_a_scene_keeps_its_lines_and_none_of_its_markup() -> None:
    drawn = card(TOLD, bran(ways=WAYS, scene=TOLD.text))
    assert drawn.lines[:3] == ("A square.", "", "\\# A well.")
    assert drawn.title == "The City · turn 1 · Bran"
    assert drawn.fields == (("The turn may end at", "• The Bridge\n• The City"),)


def test_a_scene_repeats_the_dice_that_it_tells_the_outcome_of() -> None:
    thrown = (Thrown("Luck", (4,)), Thrown("Cross the bridge", (6, 1)))
    lines = card(TOLD, bran(ways=WAYS, thrown=thrown)).lines
    assert "🎲 Bran rolls **4**: Luck" in lines
    assert "🎲 Bran rolls 6 + 1 = **7**: Cross the bridge" in lines


def test_only_a_players_own_move_told_by_a_narrator_mentions_the_player() -> None:
    assert card(TOLD, bran(ways=WAYS)).asks == (DEACON,)
    assert card(TOLD, bran(ways=WAYS), actor=DEACON).asks == ()
    assert card(replace(TOLD, ways=()), bran()).asks == ()
    assert card(TurnStarted("Bran", 1, "The City"), bran(scene=""), actor=DEACON).asks == ()
    assert card(PageDiceRolled("Bran", "Luck", (4,)), bran(ways=WAYS), actor=DEACON).asks == ()
    ended = TurnEnded("Bran", 1, "The City", "The City")
    assert card(ended, bran(stage=Stage.BETWEEN), actor=DEACON).asks == ()


def test_who_has_left_is_not_mentioned() -> None:
    assert card(TOLD, bran(ways=WAYS, player=99)).asks == ()


def test_what_must_be_decided_comes_before_the_ways_and_is_asked() -> None:
    drawn = card(TOLD, bran(ways=WAYS, gains=(Gain(replace(item("Lamp"), number=9)),)))
    assert drawn.asks == (DEACON,)
    assert "first this: Bran has no room for Lamp." in drawn.lines[-1]
    assert not any(label.startswith("End the turn") for label in labels(drawn))


def test_in_a_fight_the_turns_card_bears_no_button_and_follows_it() -> None:
    drawn = card(TOLD, bran(ways=WAYS, fight=BOUT))
    assert labels(drawn) == []
    assert drawn.is_live


def test_a_folded_card_tells_what_happened_and_nothing_of_today() -> None:
    drawn = card(TOLD, bran(ways=WAYS, gold=77), newer=Link(9, 7, 5))
    assert drawn.lines[0] == "A square."
    assert "77" not in "\n".join(drawn.lines)
    assert (drawn.buttons, drawn.asks, drawn.fields) == ((), (), ())


def test_a_camp_has_one_button_and_it_fits() -> None:
    camp = card(TurnEnded("Bran", 1, "The City", "The City"), bran(stage=Stage.CAMP))
    (wake,) = camp.buttons
    assert (wake.label, wake.name) == ("Wake up", "adv_wake")
    assert len(wake.custom_id) <= 100


@pytest.mark.parametrize("state", [bran(ways=WAYS), bran(stage=Stage.BETWEEN), bran()])
def test_under_other_news_the_turn_stands_with_its_buttons_and_mentions_nobody(state: Adventurer) -> None:
    drawn = card(Happened("Undone", {"entries": [3], "opened": [], "differences": []}), state)
    assert "A square." in drawn.lines
    assert drawn.buttons
    assert drawn.asks == ()


def test_a_narrators_proxy_is_named() -> None:
    ended = TurnEnded("Bran", 1, "The City", "The Bridge")
    drawn = RENDERER.card(post(ended, bran(stage=Stage.BETWEEN), MARISOL, on_behalf_of=DEACON))
    assert drawn.lines[0] == f"<@{MARISOL}> acts for <@{DEACON}>."


def test_a_turn_tells_what_lapsed_with_it(lapsing: Post) -> None:
    assert "Lapsed with the turn: A lamp, A rope." in RENDERER.card(lapsing).lines


@pytest.fixture
def lapsing() -> Post:
    """A turn that ended with two offers open."""
    ended = TurnEnded("Bran", 1, "The City", "The City", ("A lamp", "A rope"))
    return post(ended, bran(stage=Stage.BETWEEN), DEACON)
