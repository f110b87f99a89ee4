"""What a narrator changes and a player decides, through the simulated Discord."""

from __future__ import annotations

import re
from typing import Any

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


async def test_gold_and_a_thing_are_given_at_once(city: Table) -> None:
    place = await home(city)
    before = await entries(city)
    await change(city, place, "gain", gold=3, thing="Lamp", rules="use: gold +1", source="The baker")
    assert await entries(city) == before + 1
    told = text(city.last(place))
    assert "Lamp gained" in told
    assert re.search(r"Gold \d+ → \*{0,2}\d+", told), told


async def test_things_of_the_library_are_picked_or_named_and_secret_until_had(city: Table) -> None:
    # A misspelled thing of the library is not made up.
    place = await home(city)
    await entry(city, "item", name="Red Clover Draught", rules="use: heal 2", weapon=["no"], secret=["no"])
    slip = await city.gm.slash(place, "adv gm gain", thing="Red Clover Draugt")
    assert is_private(slip)
    assert said(slip) == (
        "The library has no “Red Clover Draugt”. If you mean “Red Clover Draught”, pick it from the list; "
        "if not, choose a less similar name."
    )
    offered = await city.gm.slash(place, "adv gm offer", kind="gain", thing="Red Clover Draugt")
    assert is_private(offered)
    await change(city, place, "gain", thing="Red Clover Draught")
    assert "When used: heals 2 wounds" in text(city.last(place))

    # A secret entry is offered to the narrator alone and known once it is had.
    await entry(city, "item", name="Moonblade", rules="held: arms +1", secret=["yes"])
    assert "Moonblade" not in "".join(text(each) for each in city.messages())
    (found,) = await city.gm.autocomplete(place, "adv gm gain", "thing", "moon")
    assert found["name"] == "Moonblade (item)"
    for who in (city.deacon, city.stranger):
        assert await who.autocomplete(place, "adv gm gain", "thing", "moon") == []
    await change(city, place, "gain", thing=found["value"])
    assert "Moonblade gained" in text(city.last(place))
    assert "Moonblade" in await sheet(city, place)

    # An entry may be named instead of picked.
    await entry(city, "item", name="Sunblade", rules="held: magic +2")
    await change(city, place, "gain", thing="sunblade")
    told = text(city.last(place))
    assert "Sunblade gained" in told
    assert "Magic" in told


# -- a gain without room ----------------------------------------------------------------------------


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


async def test_a26_a20_what_finds_no_room_waits_and_is_left_before_the_turn_begins(city: Table) -> None:
    # Something to decide comes before the turn.
    place = await crowded(city)
    before = await entries(city)
    started = await city.deacon.slash(place, "adv start")
    assert is_private(started)
    assert "no room for Dog" in said(started)
    assert await entries(city) == before

    # A26 a20 what finds no room waits with buttons and mentions its player.
    card = city.last(place)
    assert "No room for Dog: the player decides" in text(card)
    assert buttons(card) == ["Give one up for it…", "Let them go"]
    assert card.content.startswith(city.deacon.mention)

    # A20 it is left.
    await city.deacon.click(city.last(place), label="Let them go")
    await city.settle()
    assert "Dog not taken along" in text(city.last(place))
    assert "Cat" in await sheet(city, place)

    # An undo of the decision asks again with a button that works.
    preview = await city.deacon.slash(place, "undo")
    await city.deacon.click(reply_of(preview), custom_id=first_button(preview))
    await city.settle()
    asked = next(each for each in reversed(city.messages(place)) if "Let them go" in buttons(each))
    await city.deacon.click(asked, label="Let them go")
    await city.settle()
    assert "Dog not taken along" in text(city.last(place))


# -- what must go -----------------------------------------------------------------------------------


# -- the narrator's commands ------------------------------------------------------------------------


NONSENSE: list[tuple[str, dict[str, Any], str]] = [
    ("gain", {}, "Name the gold or the thing"),
    ("gain", {"gold": -1}, "must be ≥ 1, got -1"),
    ("gain", {"thing": "Lamp", "rules": "held: magick +1"}, "magick"),
    ("lose", {}, "Name one of these"),
    ("lose", {"gold": "all", "thing": "Lamp"}, "Name one of these"),
    ("lose", {"gold": "much"}, "not “much”"),
    ("lose", {"thing": "Ladder"}, "pick something from the list"),
    ("lose", {"count": 1}, "Say which kind"),
    ("lose", {"count": 1, "kind": "spell"}, "has no spells"),
    ("heal", {}, "no wounds"),
    ("wound", {"count": 0}, "must be ≥ 1, got 0"),
    ("attribute", {"attribute": "arms", "amount": 20}, "twice its beginning value"),
    ("attribute", {"attribute": "arms", "amount": 0}, "not by 0"),
    ("attribute", {"attribute": "arms", "amount": 1, "until": "fight"}, "can't last"),
    ("xp", {"kind": "melee", "amount": 0}, "must be ≥ 1, got 0"),
    ("quest", {}, "Name a new quest"),
    ("quest", {"name": "The crown", "end": "done"}, "Name a new quest"),
    ("quest", {"end": "done"}, "isn't on a quest"),
    ("gain", {"adventurer": "Nobody", "gold": 1}, "Nobody"),
]


async def test_what_a_narrator_changes_is_told_in_the_adventurers_thread(city: Table) -> None:
    # Nonsense is refused in one private sentence and nothing changes.
    place = await home(city)
    for path, options, sentence in NONSENSE:
        before = await sheet(city, place)
        told = await refused(city, city.gm, f"adv gm {path}", **{"adventurer": "Bran"} | options)
        assert sentence in told
        assert await sheet(city, place) == before

    # A change is posted in the adventurers thread wherever it is said.
    await city.gm.slash(city.secret, "adv gm gain", adventurer="Bran", gold=4, source="A purse")
    await city.settle()
    told = text(city.last(place))
    assert "Gold 1 → 5" in told
    assert "From the narrator: A purse." in told

    # A quest begins and ends.
    await change(city, place, "quest", name="The crown", goal="Find it")
    assert "Quest begun: The crown" in text(city.last(place))
    await change(city, place, "quest", end="done")
    assert "Quest completed: The crown" in text(city.last(place))

    # Q10 of a number its player chooses in a list.
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

    # A38 a wound may fell and the card says so.
    asked = await change(city, place, "wound", count=9, due="monster", source="Claws")
    await city.gm.click(reply_of(asked), label="Wound anyway")
    await city.settle()
    assert "From a monster's ability: Claws." in text(city.last(place))
    assert "Start the turn" not in buttons(city.last(place))


# -- the library ------------------------------------------------------------------------------------
