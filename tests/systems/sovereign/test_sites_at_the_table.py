"""Sites at a simulated table: what the game master types, presses and is shown, and players never are."""

from __future__ import annotations

from simcord import MemberActor

from tests.systems.second_kingdom.evening import buttons, is_private
from tests.tables import Table, confirmed, reply_of, said, text


async def prepared(table: Table) -> None:
    """The Crypt, with a hall and a pit in it."""
    await table.gm.slash(table.channel, "site new", name="Crypt", frequency="3", notes="Flooded.")
    await table.gm.slash(table.channel, "site room add", name="Hall", notes="Dusty.")
    trap = {"name": "Pit", "sort": "trap", "room": "Hall", "damage": "2d6", "single_use": True}
    await table.gm.slash(table.channel, "site thing add", **trap)
    await table.settle()


async def test_a_site_is_prepared_and_shown_privately_and_the_channel_sees_nothing(barrow: Table) -> None:
    before = len(barrow.messages())
    await prepared(barrow)
    shown = await barrow.gm.slash(barrow.channel, "site show")
    assert is_private(shown)
    assert said(shown).startswith(
        "Crypt\nEncounter checks: **every 3 Turns**\nFlooded.\n\n**Hall** Dusty.\n"
        "• Trap Pit (2d6 damage, goes off once)"
    )
    listed = await barrow.gm.slash(barrow.channel, "site list")
    assert "**Crypt** · every 3 Turns · 1 room · 1 thing" in said(listed)
    assert len(barrow.messages()) == before
    assert "Crypt: trap Pit added." in text(barrow.last(barrow.secret))


async def test_a_table_is_pasted_in_a_form_and_stands_there_the_next_time(barrow: Table) -> None:
    await prepared(barrow)
    shown = reply_of(await barrow.gm.slash(barrow.channel, "site show"))
    assert buttons(shown) == ["Edit table…", "Add room…", "Add thing…"]
    form = await barrow.gm.click(shown, label="Edit table…")
    pasted = await barrow.gm.submit_modal(form, {"text": "x3 Goblins | 2d4\nA door slams | event"})
    assert is_private(pasted)
    assert "Crypt: an encounter table of 2 lines, on a d4." in said(pasted)
    again = await barrow.gm.slash(barrow.channel, "site table")
    assert repr("1-3 Goblins | 2d4\n4 A door slams | event") in str(again.modal)
    later = await barrow.gm.slash(barrow.channel, "site show")
    assert (
        "**Encounters, d4**\n1–3: Goblins, 2d4 (1 HD, humanoid)\n4: A door slams (an event, no creature)"
        in said(later)
    )


async def test_a_table_with_gaps_is_refused_and_the_text_given_back(barrow: Table) -> None:
    await prepared(barrow)
    form = await barrow.gm.slash(barrow.channel, "site table")
    wrong = await barrow.gm.submit_modal(form, {"text": "1-3 Goblins\n5 Ogre"})
    assert "line 2: nothing stands for 4. This has to start at 4." in said(wrong)
    assert "5 Ogre" in said(wrong)


async def test_a_room_with_things_is_removed_only_after_a_word(barrow: Table) -> None:
    await prepared(barrow)
    await confirmed(barrow.gm, barrow.channel, "site room remove", room="Hall")
    assert "**In no room**\n• Trap Pit" in said(await barrow.gm.slash(barrow.channel, "site show"))


async def test_with_several_sites_one_is_named(barrow: Table) -> None:
    await prepared(barrow)
    await barrow.gm.slash(barrow.channel, "site new", name="Mill")
    asked = await barrow.gm.slash(barrow.channel, "site set", frequency="1")
    assert "That could be any of these: Crypt, Mill. Name one." in said(asked)
    changed = await barrow.gm.slash(barrow.channel, "site set", site="Crypt", frequency="1")
    assert "Crypt: encounter checks every 3 Turns → every Turn" in said(changed)
    await barrow.gm.slash(barrow.channel, "undo")


async def test_players_learn_of_no_site(barrow: Table) -> None:
    await prepared(barrow)

    async def learns(who: MemberActor) -> str:
        shown = await who.slash(barrow.channel, "site show")
        tried = await who.slash(barrow.channel, "site set", site="Crypt", frequency="1")
        listed = await who.slash(barrow.channel, "site list")
        return said(shown) + said(tried) + said(listed)

    told = await learns(barrow.deacon)
    assert "Flooded" not in told
    assert "Pit" not in told
    assert await barrow.deacon.autocomplete(barrow.channel, "site show", "site", "Cr") == []
