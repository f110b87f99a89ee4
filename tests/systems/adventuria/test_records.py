"""What an undo says of adventurers, fights and offers: in words, part by part."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.event import sentence
from bot.engine.parts import labels, part_of
from bot.play import Post
from bot.storage import codec
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.cog import SCREENS
from bot.systems.adventuria.combat.state import Combat, Fight, Rolled
from bot.systems.adventuria.offers.rules import Offer, Price
from bot.systems.adventuria.state import (
    Adventurer,
    Alignment,
    Attribute,
    Attributes,
    Cause,
    Change,
    End,
    Gain,
    Loss,
    MetMonster,
    Quest,
    Stage,
    Type,
    Until,
    Ware,
)
from bot.ui.card import CONTENT, FIELD, MOST_BUTTONS, MOST_FIELDS, WHOLE, embed_of, text_of
from bot.ui.renderer import Renderer
from tests.systems.adventuria.adventurers_posts import ADVENTURERS
from tests.systems.adventuria.changes_posts import CHANGES
from tests.systems.adventuria.fights_posts import FIGHTS
from tests.systems.adventuria.offers_posts import OFFERS
from tests.systems.adventuria.possessions_posts import POSSESSIONS
from tests.systems.adventuria.scenes import BRAN, DEACON, bran, foe, item, weapon
from tests.systems.adventuria.sheets_posts import SHEETS
from tests.systems.adventuria.turns_posts import TURNS


def said(name: str, value: Any) -> str | None:
    """How a part of that value is said."""
    state = next(each for each in (Adventurer, Fight, Offer) if name in labels(each))
    return part_of(state, (name,), codec.plain(value))[1]


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("type", Type.ELF, "Elf"),
        ("alignment", Alignment.EVIL, "Evil"),
        ("stage", Stage.CAMP, "camping again"),
        ("end", End.RETIRED, "retired"),
        ("player", DEACON, "<@2>"),
        ("home", 71, "<#71>"),
        ("gold", 0, "0"),
        ("gold", 7, "7"),
        ("ways", ("The Bridge", "The City"), "The Bridge, The City"),
        ("ways", (), None),
        ("quest", Quest("The *Crown*"), r"The \*Crown\*"),
        ("possessions", (item("Lamp"), weapon("Sword")), "Lamp, Sword (in hand)"),
        ("gains", (Gain(item("Rope")),), "Rope"),
        ("losses", (Loss(Ware.ITEM, 2), Loss(Ware.ALLY, 1)), "2 items, 1 ally"),
        ("met", (MetMonster("Rat", Attributes(1, 1, 1, 1)),), "Rat"),
        ("picture", BRAN, "a picture"),
        ("foes", (foe("Rat", wounds=1),), "Rat with 1 wound"),
        ("rolls", (Rolled(0, 3, 7, 2, 5),), "7 against 5"),
        ("ignoring", -1, "all"),
        ("price", Price(gold=3), "3 gold"),
        ("price", Price(gold=-1), "all gold"),
        ("price", Price(ware=Ware.ITEM, name="Lamp"), "Lamp"),
        ("gift", item("Lamp"), "Lamp"),
        ("kind", Combat.MELEE, "Melee"),
        ("can_avoid", True, "yes"),
    ],
)
def test_a_part_is_said_in_words(name: str, value: Any, words: str | None) -> None:
    assert said(name, value) == words


def test_a_bonus_is_said_with_its_source_and_how_long_it_lasts() -> None:
    changes = (Change(Attribute.ARMS, 2, Cause.ITEM, "Sword", Until.FIGHT),)
    assert said("changes", changes) == "Arms +2 by Sword until the fight ends"


def test_an_attribute_is_named_by_itself() -> None:
    plain = codec.plain(bran())
    assert part_of(Adventurer, ("natural", "arms"), plain["natural"]["arms"]) == ("Arms", "4")


# -- The cards of Adventuria keep Discord's limits, whatever happens in it ------------------------------


LONGEST: dict[str, Post] = {
    **ADVENTURERS,
    **CHANGES,
    **FIGHTS,
    **OFFERS,
    **POSSESSIONS,
    **SHEETS,
    **TURNS,
}
RENDERER = Renderer({SYSTEM.name: SCREENS})


@pytest.mark.parametrize("post", LONGEST.values(), ids=LONGEST)
def test_the_longest_card_is_within_discords_limits_and_nothing_of_it_is_cut(post: Post) -> None:
    card = RENDERER.card(post)
    embed = embed_of(card)
    assert len(embed) <= WHOLE
    shown = "".join((embed.description or "", *(field.value or "" for field in embed.fields)))
    # Of what somebody wrote at length, something may be cut: never what stands below it.
    for line in (each for each in card.lines if len(each) <= FIELD):
        assert "".join(line.split()) in "".join(shown.split())
    assert len(card.fields) <= MOST_FIELDS
    assert len(card.buttons) <= MOST_BUTTONS
    assert len(text_of(card)) <= CONTENT
    assert all(len(button.custom_id) <= 100 for button in card.buttons)


def test_every_event_has_a_longest_post() -> None:
    told = {type(event) for post in LONGEST.values() for event in post.entry.events}
    assert set(SYSTEM.events) <= told


def test_every_event_is_told_in_a_line() -> None:
    events = [(event, post.entry) for post in LONGEST.values() for event in post.entry.events]
    untold = [event for event, entry in events if not sentence(event)]
    assert not {type(event).__name__ for event in untold}
