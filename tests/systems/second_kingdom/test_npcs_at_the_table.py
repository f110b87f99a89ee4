"""`/sk npc` at a simulated table, and that no player learns of anybody hidden."""

from __future__ import annotations

from typing import Any

import pytest
from simcord import InteractionResult

from bot.ui import pages
from tests.systems.second_kingdom.duel import arm, attacked
from tests.systems.second_kingdom.evening import buttons, is_private
from tests.systems.second_kingdom.people_playbook import picture
from tests.tables import Table, reply_of, said, text

# Whatever of the Duke a player must not read.
SECRETS = ("Ferris", "Zealot", "Kz-notes", "ferris.png")


async def add(table: Table, **options: Any) -> InteractionResult:
    """An NPC made by the game master, at the table itself."""
    made = await table.gm.slash(table.channel, "sk npc add", **{"name": "Duke Ferris"} | options)
    await table.settle()
    return made


async def reveal(table: Table, how: str, name: str = "Duke Ferris") -> InteractionResult:
    """What the players know of somebody from now on."""
    told = await table.gm.slash(table.channel, "sk npc reveal", name=name, how=how)
    await table.settle()
    return told


async def edited(table: Table, name: str = "Duke Ferris", **typed: str) -> InteractionResult:
    """The form of an NPC sent as it opened, but for what was typed into some fields."""
    opened = await table.gm.slash(table.channel, "sk npc edit", name=name)
    assert opened.modal is not None
    fields = [label["component"] for label in opened.modal["components"]]
    filled = {field["custom_id"]: field.get("value") or "" for field in fields}
    assert filled["name"] == name
    told = await table.gm.submit_modal(opened, filled | typed)
    await table.settle()
    return told


async def show(table: Table, who: Any, name: str = "Duke Ferris") -> str:
    """What somebody sees of an NPC."""
    shown = await who.slash(table.channel, "sk npc show", name=name)
    assert is_private(shown)
    return said(shown)


def read_by_players(table: Table) -> str:
    """All that stands where players can read it."""
    return "\n".join(text(message) for message in table.messages())


# -- made, seen, changed ------------------------------------------------------------------------------


async def test_k1_the_table_meets_an_npc_step_by_step(table: Table) -> None:
    # K1 a new npc is between the bot and the game master.
    before = len(table.messages())
    made = await add(table, courage=6, temperance=3)
    assert is_private(made)
    assert "Duke Ferris is there, hidden. Courage **6** · Temperance **3**" in said(made)
    assert len(table.messages()) == before
    assert "Duke Ferris is there, hidden." in text(table.last(table.secret))

    # The form is filled in and changes what was changed.
    told = await edited(table, prudence="4", about="Wants the crown.")
    assert is_private(told)
    assert "Duke Ferris: prudence none → 4." in said(told)
    assert "Duke Ferris: the game masters' notes changed." in said(told)
    shown = await show(table, table.gm)
    assert "Courage **6** · Prudence **4**" in shown
    assert "Wants the crown." in shown
    assert "Hidden: the players know nothing" in shown

    # The table meets somebody step by step.
    await edited(table, about="Kz-notes")
    told = await reveal(table, "named")
    assert is_private(told)
    assert text(table.last()).startswith("The table meets Duke Ferris.")
    assert "The table knows no more than that." in await show(table, table.wren)
    await reveal(table, "open")
    assert text(table.last()).startswith("The table sees through Duke Ferris. Courage **6**")
    seen = await show(table, table.wren)
    assert "Courage **6**" in seen
    assert "Kz-notes" not in seen
    before = len(table.messages())
    hidden = await reveal(table, "hidden")
    assert is_private(hidden)
    assert len(table.messages()) == before
    assert await show(table, table.wren) == "No NPC here is called “Duke Ferris”; pick one from the list."

    # The undo of a reveal takes the name back and says no more to players.
    await reveal(table, "open")
    preview = await table.gm.slash(table.channel, "undo")
    assert "what the table knows: open → hidden" in said(preview)
    await table.gm.click(reply_of(preview))
    await table.settle()
    assert await show(table, table.wren) == "No NPC here is called “Duke Ferris”; pick one from the list."
    assert "Kz-notes" not in read_by_players(table)

    # A portrait of somebody hidden stays with the game masters.
    before = len(table.messages())
    told = await table.gm.slash(
        table.channel, "sk portrait", hero="Duke Ferris", picture=("ferris.png", picture())
    )
    await table.settle()
    assert is_private(told)
    assert len(table.messages()) == before
    assert table.last(table.secret).attachments
    await reveal(table, "named")
    (face,) = table.last().attachments
    assert face.filename == "portrait.webp"

    # An npc who leaves is gone for everybody.
    told = await table.gm.slash(table.channel, "sk npc remove", name="Duke Ferris")
    await table.settle()
    assert is_private(told)
    assert text(table.last()).startswith("Duke Ferris is out of play.")
    assert await table.gm.autocomplete(table.channel, "sk npc show", "name", "") == []
    assert "No NPC here" in await show(table, table.gm)


async def test_what_the_table_knows_by_name_or_openly_is_told_so(table: Table) -> None:
    # A horde that the table knows by name is told without numbers.
    made = await add(table, name="Demons", horde=True, courage=9, known="named")
    assert is_private(made)
    assert text(table.last()).startswith("Demons (a horde) is there, known by name.")
    assert "9" not in text(table.last())

    # What an open npc loses the table reads.
    await add(table, courage=6, known="open")
    await edited(table, courage="5", about="Kz-notes")
    assert text(table.last()).startswith("Duke Ferris: courage 6 → 5.")
    assert "notes" not in read_by_players(table)


async def test_the_list_says_what_the_table_knows_and_a_hero_may_bear_the_name(table: Table) -> None:
    # The list says what the table knows of each.
    empty = await table.gm.slash(table.channel, "sk npc list")
    assert "There are no NPCs yet; `/sk npc add` makes one." in said(empty)
    await add(table)
    await add(table, name="abbot", known="open")
    listed = await table.gm.slash(table.channel, "sk npc list")
    assert is_private(listed)
    assert "**abbot** · open\n**Duke Ferris** · hidden" in said(listed)

    # A hero may bear the name of somebody hidden.
    options = {"name": "Duke Ferris", "courage": 1, "prudence": 1, "temperance": 1}
    made = await table.wren.slash(table.channel, "sk new", **options)
    assert "Duke Ferris comes to the table" in said(made)
    drawn = await table.wren.slash(
        table.channel, "sk portrait", hero="Duke Ferris", address="https://example.org/a.png"
    )
    assert "Duke Ferris has a new portrait." in said(drawn)


async def test_more_npcs_than_a_message_holds_have_pages_that_outlive_a_restart(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "BODY", 150)
    for number in range(12):
        await table.gm.slash(table.channel, "sk npc add", name=f"Guard {number:02}")
    first = await table.gm.slash(table.channel, "sk npc list")
    assert "Guard 11" not in said(first)
    await table.restart()
    second = await table.gm.click(reply_of(first), label="More…")
    assert "Guard 11" in said(second)
    assert "Guard 00" not in said(second)
    assert buttons(reply_of(second)) == ["Page before"]


async def test_a_portrait_is_shown_once_its_npc_fights_in_the_open(table: Table) -> None:
    await arm(table)
    await add(table)
    face = ("ferris.png", picture())
    await table.gm.slash(table.channel, "sk portrait", hero="Duke Ferris", picture=face)
    await attacked(table, table.gm, target="Ysolde", maneuver="Claw", hero="Duke Ferris")
    shown = await table.wren.slash(table.channel, "sk npc show", name="Duke Ferris")
    assert [each.filename for each in reply_of(shown).attachments] == ["portrait.webp"]


# -- revealed and hidden again ------------------------------------------------------------------------


# -- what no player learns ----------------------------------------------------------------------------


async def hidden_duke(table: Table) -> None:
    """Somebody hidden, with all that can happen to somebody hidden."""
    await add(table, courage=6)
    await edited(table, name="Duke Ferris", about="Kz-notes")
    address = "https://example.org/ferris.png"
    await table.gm.slash(table.channel, "sk portrait", hero="Duke Ferris", address=address)
    await table.gm.slash(table.channel, "sk npc add", name="Zealot")
    await table.gm.slash(table.channel, "sk npc remove", name="Zealot")
    await table.settle()


async def test_no_list_and_nothing_that_players_look_at_tells_of_somebody_hidden(table: Table) -> None:
    # No list suggests somebody hidden to a player.
    await hidden_duke(table)
    suggesting = [
        (command.qualified_name, option.display_name)
        for command in table.bot.tree.walk_commands()
        for option in getattr(command, "parameters", ())
        if option.autocomplete
    ]
    offered = []
    for command, option in suggesting:
        for typed in ("", "Ferris", "Zealot"):
            offered += await table.deacon.autocomplete(table.channel, command, option, typed)
    assert len(suggesting) > 15
    assert [choice["name"] for choice in offered if any(each in choice["name"] for each in SECRETS)] == []
    (known,) = await table.gm.autocomplete(table.channel, "sk npc show", "name", "ferris")
    assert known["name"] == "Duke Ferris"

    # Nothing that players can look at tells of somebody hidden.
    newest = int(text(table.last(table.secret)).rpartition("#")[2].removesuffix("gm"))
    seen = [read_by_players(table)]
    looks: list[tuple[str, dict[str, Any]]] = [
        (command, {}) for command in ("journal", "waiting", "campaign info", "help", "undo", "home")
    ]
    looks += [("undo", {"entry": number}) for number in range(1, newest + 1)]
    seen += [said(await table.deacon.slash(table.channel, path, **options)) for path, options in looks]
    for name in ("Duke Ferris", "Zealot"):
        # What a refusal repeats is what was typed: written otherwise, it would be told.
        typed = name.upper()
        seen.append(await show(table, table.deacon, typed))
        seen.append(said(await table.deacon.slash(table.channel, "sk portrait", hero=typed)))
        seen.append(said(await table.deacon.slash(table.channel, "sk sheet", hero=typed)))
    whole = "\n".join(seen)
    assert [secret for secret in SECRETS if secret in whole] == []


async def test_twenty_six_hidden_ones_hide_nobody_whom_the_players_know(table: Table) -> None:
    for number in range(26):
        await table.gm.slash(table.channel, "sk npc add", name=f"Abbot {number:02}")
    await add(table, name="The last abbot", known="named")
    for command, option in (("sk npc show", "name"), ("sk portrait", "hero")):
        offered = await table.deacon.autocomplete(table.channel, command, option, "abbot")
        assert [choice["name"] for choice in offered] == ["The last abbot"]
