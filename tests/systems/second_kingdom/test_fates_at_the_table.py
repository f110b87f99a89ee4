"""`/sk fate` and its button, through the simulated Discord and on the real databases."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from typing import Any

import discord
from PIL import Image

from tests.systems.second_kingdom.evening import buttons, is_private, refused
from tests.systems.second_kingdom.fate_charts import CURSES, PLACES, WEATHER, at_table
from tests.tables import Table, answers, reply_of, said, text

REVEAL = "Reveal to everyone"
NO_OMENS = (
    "There's no chart called “Omens” here. Pick one from the list, or add one: `/library list` has the "
    "game's own, `/library add` writes another. Nothing was rolled."
)
ROLLED = re.compile(r"Dice \*\*(\d+)\*\* and \*\*(\d+)\*\* → row (\d), column (\d)\n\*\*cell (\d)(\d)\*\*")


async def rolled(table: Table, who: Any, **options: Any) -> Any:
    """A roll of that person's."""
    result = await who.slash(table.channel, "sk fate", **{"chart": PLACES.name} | options)
    await table.settle()
    return result


async def in_secret(table: Table, **options: Any) -> discord.Message:
    """The game master's own card of a secret roll."""
    await rolled(table, table.gm, secret=True, **options)
    return table.last(table.secret)


async def undone(table: Table, result: Any) -> str:
    """The number of that roll's entry, which the game master takes back."""
    # It stands in the footer.
    number: str = re.findall(r"#(\d+)", said(result))[-1]
    preview = await table.gm.slash(table.channel, "undo", entry=int(number))
    await table.gm.click(reply_of(preview), label=f"Undo #{number}")
    await table.settle()
    return number


# -- in the open --------------------------------------------------------------------------------------


async def test_k14_k15_a_player_rolls_everybody_reads_the_cell_and_undone_ones_are_rolled_again(
    table: Table,
) -> None:
    # K14 k15 a player rolls and everybody reads the cell.
    await at_table(table, PLACES)
    result = await rolled(table, table.deacon, reason="Who *comes*")
    assert not is_private(result)
    found = ROLLED.search(said(result))
    assert found is not None
    first, second, row, column, *cell = map(int, found.groups())
    assert [row, column] == cell == [(first + 1) // 2, (second + 1) // 2]
    assert f"{table.deacon.mention} makes a fate roll on **Places**" in said(result)
    assert table.last().embeds[0].title == "Who \\*comes\\*"

    # The card brings the picture and its words.
    result = await rolled(table, table.deacon)
    found = ROLLED.search(said(result))
    assert found is not None
    (file,) = table.last().attachments
    assert file.description == (
        f"Row {found[3]}, column {found[4]}: cell {found[5]}{found[6]}. "
        "The cell is marked on the chart Places."
    )
    assert Image.open(BytesIO(await file.read())).size == (1000, 1000)

    # The journal tells it in a line.
    await rolled(table, table.deacon, reason="Who comes")
    line = said(await table.wren.slash(table.channel, "journal")).splitlines()[1]
    assert re.search(
        r"makes a fate roll on \*\*Places\*\* \(Who comes\): \d+ and \d+, row \d, column \d: cell \d\d\.",
        line,
    )

    # Charts are suggested and can be chosen.
    await at_table(table, WEATHER)
    (choice,) = await table.deacon.autocomplete(table.channel, "sk fate", "chart", "PLAC")
    result = await rolled(table, table.deacon, chart=choice["value"])
    assert (choice["name"], result.response is not None and "Places" in said(result)) == ("Places", True)

    # Rolled again after an undo says so and the third roll does not.
    number = await undone(table, await rolled(table, table.deacon))
    other = await rolled(table, table.deacon, chart=WEATHER.name)
    again, third = [await rolled(table, table.deacon) for _ in range(2)]
    assert f"Rolled again after #{number}" in said(again)
    assert "Rolled again" not in said(other) + said(third)
    journal = said(await table.wren.slash(table.channel, "journal"))
    assert "(undone by #" in journal

    # A roll taken back twice names the latest.
    numbers = [await undone(table, await rolled(table, table.deacon)) for _ in range(2)]
    again = said(await rolled(table, table.deacon))
    assert f"Rolled again after #{numbers[1]} was undone." in again

    # An undo of an early roll leaves the later ones.
    results = [await rolled(table, table.deacon) for _ in range(2)]
    await undone(table, results[0])
    said_now = [text(message) for message in table.messages()]
    assert any(f"~~{table.deacon.mention} makes a fate roll" in each for each in said_now)
    assert any(said(results[1]) == each for each in said_now)


async def test_a_secret_chart_is_suggested_to_game_masters_and_shows_its_result_alone(table: Table) -> None:
    # Without charts it says how to write one.
    await at_table(table, CURSES)
    wrong = await refused(table, table.deacon, "sk fate", chart="Omens")
    assert wrong == NO_OMENS

    # A secret chart is suggested to game masters alone.
    (choice,) = await table.gm.autocomplete(table.channel, "sk fate", "chart", "kz")
    for who in (table.deacon, table.stranger):
        assert await who.autocomplete(table.channel, "sk fate", "chart", "kz") == []
        assert "Kzcurses" not in said(await who.slash(table.channel, "sk fate", chart=choice["value"]))

    # A secret chart shows everybody its result alone.
    result = await rolled(table, table.gm, chart=CURSES.name)
    assert is_private(result)
    card, copy = table.last(), table.last(table.secret)
    assert "Kzcurses" not in text(card)
    assert not card.attachments
    assert re.search(r"\*\*kzcurse \d+\*\*$", text(card).rpartition("\n")[0])
    assert "Kzcurses" in text(copy)
    assert len(copy.attachments) == 1
    assert "The secret chart was **Kzcurses**." in said(await table.gm.slash(table.channel, "journal"))
    assert "Kzcurses" not in said(await table.deacon.slash(table.channel, "journal"))

    # Every answer to a secret roll is private.
    result = await rolled(table, table.gm, chart=CURSES.name, secret=True)
    assert all(message.ephemeral for message in answers(result))


# -- in secret ----------------------------------------------------------------------------------------


async def test_q24_a_secret_roll_goes_to_the_game_masters_and_is_revealed_after_a_restart(
    table: Table,
) -> None:
    # Q24 a secret roll goes to the game masters channel.
    await at_table(table, PLACES)
    result = await rolled(table, table.gm, secret=True, reason="Who comes")
    assert is_private(result)
    card = table.last(table.secret)
    assert ROLLED.search(text(card))
    assert "Only game masters see this." in text(card)
    assert (len(card.attachments), buttons(card)) == (1, [REVEAL])
    assert f"{table.gm.mention} makes a secret fate roll." in text(table.last())
    assert not table.last().attachments
    assert not any(word in text(table.last()) for word in ("Places", "cell", "Who comes", "row"))

    # Q24 in the game masters channel nobody learns of it.
    before = len(table.messages())
    await table.gm.slash(table.secret, "sk fate", chart=PLACES.name)
    await table.settle()
    assert len(table.messages()) == before
    assert ROLLED.search(text(table.last(table.secret)))

    # Q24 a secret roll is revealed after a restart.
    card = await in_secret(table, reason="Who comes")
    fell = ROLLED.search(text(card))
    assert fell is not None
    await table.restart()
    await table.gm.click(card, label=REVEAL)
    await table.settle()
    shown = table.last()
    assert fell[0] in text(shown)
    assert f"{table.gm.mention} reveals a secret fate roll on **Places**, from #" in text(shown)
    assert len(shown.attachments) == 1
    folded = table.last(table.secret)
    assert "Revealed to everyone in #" in text(folded)
    assert buttons(folded) == []

    # Q24 without a game masters channel nothing is rolled in secret.
    await table.gm.slash(table.channel, "campaign unbind", channel=str(table.secret.id))
    await table.settle()
    wrong = await refused(table, table.gm, "sk fate", chart=PLACES.name, secret=True)
    assert wrong.startswith(
        "A secret fate roll goes to the game master's channel, and this campaign has none"
    )


# -- on a secret chart --------------------------------------------------------------------------------


async def test_many_secret_charts_leave_room_for_the_others(table: Table) -> None:
    # Secret charts leave room for the others in the list.
    secret = (replace(CURSES, name=f"Curses {number}") for number in range(30))
    await at_table(table, *secret, PLACES)
    (choice,) = await table.deacon.autocomplete(table.channel, "sk fate", "chart", "c")
    assert choice["name"] == PLACES.name
    (chart,) = await table.deacon.autocomplete(table.channel, "journal", "record", "c")
    assert chart["name"] == f"{PLACES.name} (chart)"

    # Beside many secret charts an open one is still known of.
    wrong = await refused(table, table.deacon, "sk fate", chart="Curses 0")
    assert wrong.startswith("There's no chart called “Curses 0” here")
