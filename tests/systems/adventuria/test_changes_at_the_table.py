"""What a narrator changes and a player decides, through the simulated Discord."""

from __future__ import annotations

from typing import Any

import pytest
from simcord import ChannelHandle, InteractionResult

from tests.systems.adventuria.bouts import DAY, home
from tests.systems.second_kingdom.evening import buttons, entries, is_private, refused
from tests.tables import Table, first_button, reply_of, said, text


async def change(table: Table, place: ChannelHandle, path: str, **options: Any) -> InteractionResult:
    """A narrator's command in the adventurer's thread."""
    done = await table.gm.slash(place, f"adv gm {path}", **options)
    await table.settle()
    return done


async def crowded(table: Table) -> ChannelHandle:
    """The thread of an adventurer with a cat, and no room for the dog that was found."""
    place = await home(table)
    await change(table, place, "attribute", attribute="craft", amount=-2, source="A curse")
    for name in ("Cat", "Dog"):
        await change(table, place, "gain", thing=name, kind="ally")
    return place


async def sheet(table: Table, place: ChannelHandle) -> str:
    """The sheet as its player sees it."""
    return said(await table.deacon.slash(place, "adv sheet"))


async def entry(table: Table, kind: str, **texts: Any) -> None:
    """An entry of the library, saved by the game master."""
    form = await table.gm.slash(table.secret, "library add", kind=f"adventuria.{kind}")
    draft = await table.gm.submit_modal(form, texts)
    await table.gm.click(reply_of(draft), label="Save")
    await table.settle()


# -- what is made up ------------------------------------------------------------------------------------


async def test_a_misspelt_thing_of_the_library_is_not_made_up(city: Table) -> None:
    place = await home(city)
    await entry(city, "item", name="Red Clover Draught", rules="use: heal 2", weapon=["no"], secret=["no"])
    slip = await city.gm.slash(place, "adv gm gain", thing="Red Clover Draugt")
    assert is_private(slip)
    assert said(slip) == (
        "The library has no “Red Clover Draugt”, but “Red Clover Draught”: pick that from the list, "
        "or make up another name."
    )
    offered = await city.gm.slash(place, "adv gm offer", kind="gain", thing="Red Clover Draugt")
    assert is_private(offered)
    await change(city, place, "gain", thing="Red Clover Draught")
    assert "When used: heals 2 wounds" in text(city.last(place))


# -- a gain without room ----------------------------------------------------------------------------


async def test_a26_a20_what_finds_no_room_waits_with_buttons_and_mentions_its_player(city: Table) -> None:
    card = city.last(await crowded(city))
    assert "No room for Dog: waits for a decision" in text(card)
    assert buttons(card) == ["Part with one for it…", "Let them go"]
    assert card.content == city.deacon.mention


async def test_a20_the_ninth_item_waits_and_days_and_a_restart_later_takes_the_place_of_one(
    city: Table,
) -> None:
    place = await home(city)
    for number in range(1, 10):
        await city.gm.slash(place, "adv gm gain", thing=f"Item {number}")
    await city.settle()
    card = city.last(place)
    assert "No room for Item 9" in text(card)
    await city.bot.close()
    city.env.backend.advance_clock(9 * DAY)
    await city.restart()

    form = await city.deacon.click(card, label="Lose one for it…")
    await city.deacon.submit_modal(form, {"lose": ["3"]})
    await city.settle()

    told = text(city.last(place))
    assert "Item 3 lost" in told
    assert "Item 9 gained" in told
    assert "Item 3" not in await sheet(city, place)
    assert "Start the turn" in buttons(city.last(place))


async def test_a20_it_is_left(city: Table) -> None:
    place = await crowded(city)
    await city.deacon.click(city.last(place), label="Let them go")
    await city.settle()
    assert "Dog is not taken along" in text(city.last(place))
    assert "Cat" in await sheet(city, place)


async def test_an_undo_of_the_decision_asks_again_with_a_button_that_works(city: Table) -> None:
    place = await crowded(city)
    await city.deacon.click(city.last(place), label="Let them go")
    await city.settle()
    preview = await city.deacon.slash(place, "undo")
    await city.deacon.click(reply_of(preview), custom_id=first_button(preview))
    await city.settle()
    asked = next(each for each in reversed(city.messages(place)) if "Let them go" in buttons(each))
    await city.deacon.click(asked, label="Let them go")
    await city.settle()
    assert "Dog is not taken along" in text(city.last(place))


async def test_something_to_decide_comes_before_the_turn(city: Table) -> None:
    place = await crowded(city)
    before = await entries(city)
    started = await city.deacon.slash(place, "adv start")
    assert is_private(started)
    assert "no room for Dog" in said(started)
    assert await entries(city) == before


# -- what must go -----------------------------------------------------------------------------------


async def test_q10_of_a_number_its_player_chooses_in_a_list(city: Table) -> None:
    place = await home(city)
    for name in ("Lamp", "Rope", "Map"):
        await change(city, place, "gain", thing=name)
    await change(city, place, "lose", count=1, kind="item", source="A thief")
    card = city.last(place)
    assert "1 item to lose" in text(card)
    assert "a thief" in text(card).casefold()
    form = await city.deacon.click(card, label="Choose an item to lose…")
    await city.deacon.submit_modal(form, {"possession": ["2"]})
    await city.settle()
    assert "Rope lost" in text(city.last(place))


# -- the narrator's commands ------------------------------------------------------------------------


async def test_a_change_is_posted_in_the_adventurers_thread_wherever_it_is_said(city: Table) -> None:
    place = await home(city)
    await city.gm.slash(city.secret, "adv gm gain", adventurer="Bran", gold=4, source="A purse")
    await city.settle()
    told = text(city.last(place))
    assert "Gold 1 → 5" in told
    assert "Due to the page: A purse." in told


async def test_a38_a_wound_may_fell_and_the_card_says_so(city: Table) -> None:
    place = await home(city)
    await change(city, place, "wound", count=9, due="monster", source="Claws")
    assert "Due to a monster's ability: Claws." in text(city.last(place))
    assert "Start the turn" not in buttons(city.last(place))


@pytest.mark.parametrize(
    ("path", "options", "sentence"),
    [
        ("gain", {}, "Name gold or a thing"),
        ("gain", {"gold": 1, "thing": "Lamp"}, "either gold or a thing"),
        ("gain", {"gold": -1}, "1 to 999999, not −1"),
        ("gain", {"thing": "Lamp", "rules": "held: magick +1"}, "magick"),
        ("lose", {}, "Name one of these"),
        ("lose", {"gold": "all", "thing": "Lamp"}, "Name one of these"),
        ("lose", {"gold": "much"}, "not “much”"),
        ("lose", {"thing": "Ladder"}, "nothing is lost"),
        ("lose", {"count": 1}, "of which kind"),
        ("lose", {"count": 1, "kind": "spell"}, "has no spells"),
        ("heal", {}, "no wounds"),
        ("wound", {"count": 0}, "1 to 99, not 0"),
        ("attribute", {"attribute": "arms", "amount": 20}, "A9"),
        ("attribute", {"attribute": "arms", "amount": 0}, "not by 0"),
        ("attribute", {"attribute": "arms", "amount": 1, "until": "fight"}, "can't last"),
        ("xp", {"kind": "melee", "amount": 0}, "not 0"),
        ("quest", {}, "Name a new quest"),
        ("quest", {"name": "The crown", "end": "done"}, "Name a new quest"),
        ("quest", {"end": "done"}, "on no quest"),
        ("gain", {"adventurer": "Nobody", "gold": 1}, "Nobody"),
    ],
)
async def test_nonsense_is_refused_in_one_private_sentence_and_nothing_changes(
    city: Table, path: str, options: dict[str, Any], sentence: str
) -> None:
    place = await home(city)
    before = await sheet(city, place)
    told = await refused(city, city.gm, f"adv gm {path}", **{"adventurer": "Bran"} | options)
    assert sentence in told
    assert await sheet(city, place) == before


async def test_a_quest_begins_and_ends(city: Table) -> None:
    place = await home(city)
    await change(city, place, "quest", name="The crown", goal="Find it")
    assert "Quest begun: The crown" in text(city.last(place))
    await change(city, place, "quest", end="done")
    assert "Quest completed: The crown" in text(city.last(place))


# -- the library ------------------------------------------------------------------------------------


async def test_a_secret_entry_is_offered_to_the_narrator_alone_and_known_once_it_is_had(city: Table) -> None:
    place = await home(city)
    await entry(city, "item", name="Moonblade", rules="held: arms +1", secret=["yes"])
    assert "Moonblade" not in "".join(text(each) for each in city.messages())
    (found,) = await city.gm.autocomplete(place, "adv gm gain", "thing", "moon")
    assert found["name"] == "Moonblade (item)"
    for who in (city.deacon, city.stranger):
        assert await who.autocomplete(place, "adv gm gain", "thing", "moon") == []
    await change(city, place, "gain", thing=found["value"])
    assert "Moonblade gained" in text(city.last(place))
    assert "Moonblade" in await sheet(city, place)


async def test_an_entry_may_be_named_instead_of_picked(city: Table) -> None:
    place = await home(city)
    await entry(city, "item", name="Sunblade", rules="held: magic +2")
    await change(city, place, "gain", thing="sunblade")
    told = text(city.last(place))
    assert "Sunblade gained" in told
    assert "Magic" in told
