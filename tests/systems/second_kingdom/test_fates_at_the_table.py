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
    "No chart here is called “Omens”; pick one from the list, or write one with `/library add`. "
    "Nothing was rolled."
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


async def test_k14_k15_a_player_rolls_and_everybody_reads_the_cell(table: Table) -> None:
    await at_table(table, PLACES)
    result = await rolled(table, table.deacon, reason="Who *comes*")
    assert not is_private(result)
    found = ROLLED.search(said(result))
    assert found is not None
    first, second, row, column, *cell = map(int, found.groups())
    assert [row, column] == cell == [(first + 1) // 2, (second + 1) // 2]
    assert f"{table.deacon.mention} rolls fate on **Places**" in said(result)
    assert table.last().embeds[0].title == "Who \\*comes\\*"


async def test_the_card_brings_the_picture_and_its_words(table: Table) -> None:
    await at_table(table, PLACES)
    result = await rolled(table, table.deacon)
    found = ROLLED.search(said(result))
    assert found is not None
    (file,) = table.last().attachments
    assert file.description == (
        f"Row {found[3]}, column {found[4]}: cell {found[5]}{found[6]}. "
        "The cell is marked on the chart Places."
    )
    assert Image.open(BytesIO(await file.read())).size == (1000, 1000)


async def test_the_journal_tells_it_in_a_line(table: Table) -> None:
    await at_table(table, PLACES)
    await rolled(table, table.deacon, reason="Who comes")
    line = said(await table.wren.slash(table.channel, "journal")).splitlines()[1]
    assert re.search(
        r"rolls fate on \*\*Places\*\* \(Who comes\): \d+ and \d+, row \d, column \d: cell \d\d\.", line
    )


async def test_rolled_again_after_an_undo_says_so_and_the_third_roll_does_not(table: Table) -> None:
    await at_table(table, PLACES, WEATHER)
    number = await undone(table, await rolled(table, table.deacon))
    other = await rolled(table, table.deacon, chart=WEATHER.name)
    again, third = [await rolled(table, table.deacon) for _ in range(2)]
    assert f"Rolled again after the undo of #{number}" in said(again)
    assert "Rolled again" not in said(other) + said(third)
    journal = said(await table.wren.slash(table.channel, "journal"))
    assert "(undone by #" in journal


async def test_a_roll_taken_back_twice_names_the_latest(table: Table) -> None:
    await at_table(table, PLACES)
    numbers = [await undone(table, await rolled(table, table.deacon)) for _ in range(2)]
    again = said(await rolled(table, table.deacon))
    assert f"Rolled again after the undo of #{numbers[1]};" in again


async def test_an_undo_of_an_early_roll_leaves_the_later_ones(table: Table) -> None:
    await at_table(table, PLACES)
    results = [await rolled(table, table.deacon) for _ in range(2)]
    await undone(table, results[0])
    said_now = [text(message) for message in table.messages()]
    assert any(f"~~{table.deacon.mention} rolls fate" in each for each in said_now)
    assert any(said(results[1]) == each for each in said_now)


async def test_without_charts_it_says_how_to_write_one(table: Table) -> None:
    await at_table(table, CURSES)
    wrong = await refused(table, table.deacon, "sk fate", chart="Omens")
    assert wrong == NO_OMENS


async def test_charts_are_suggested_and_can_be_chosen(table: Table) -> None:
    await at_table(table, PLACES, WEATHER)
    (choice,) = await table.deacon.autocomplete(table.channel, "sk fate", "chart", "PLAC")
    result = await rolled(table, table.deacon, chart=choice["value"])
    assert (choice["name"], result.response is not None and "Places" in said(result)) == ("Places", True)


# -- in secret ----------------------------------------------------------------------------------------


async def test_q24_a_secret_roll_goes_to_the_game_masters_channel(table: Table) -> None:
    await at_table(table, PLACES)
    result = await rolled(table, table.gm, secret=True, reason="Who comes")
    assert is_private(result)
    card = table.last(table.secret)
    assert ROLLED.search(text(card))
    assert "Only the game masters see this." in text(card)
    assert (len(card.attachments), buttons(card)) == (1, [REVEAL])
    assert f"{table.gm.mention} rolls fate in secret." in text(table.last())
    assert not table.last().attachments
    assert not any(word in text(table.last()) for word in ("Places", "cell", "Who comes", "row"))


async def test_q24_a_secret_roll_is_revealed_after_a_restart(table: Table) -> None:
    await at_table(table, PLACES)
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


async def test_q24_in_the_game_masters_channel_nobody_learns_of_it(table: Table) -> None:
    await at_table(table, PLACES)
    shown = len(table.messages())
    await table.gm.slash(table.secret, "sk fate", chart=PLACES.name)
    await table.settle()
    assert len(table.messages()) == shown
    assert ROLLED.search(text(table.last(table.secret)))


async def test_q24_without_a_game_masters_channel_nothing_is_rolled_in_secret(table: Table) -> None:
    await at_table(table, PLACES)
    await table.gm.slash(table.channel, "campaign unbind", channel=str(table.secret.id))
    await table.settle()
    wrong = await refused(table, table.gm, "sk fate", chart=PLACES.name, secret=True)
    assert wrong.startswith(
        "A secret fate roll goes to the game master's channel, and this campaign has none"
    )


# -- on a secret chart --------------------------------------------------------------------------------


async def test_a_secret_chart_shows_everybody_its_result_alone(table: Table) -> None:
    await at_table(table, CURSES)
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


async def test_a_secret_chart_is_suggested_to_game_masters_alone(table: Table) -> None:
    await at_table(table, CURSES)
    (choice,) = await table.gm.autocomplete(table.channel, "sk fate", "chart", "kz")
    for who in (table.deacon, table.stranger):
        assert await who.autocomplete(table.channel, "sk fate", "chart", "kz") == []
        assert "Kzcurses" not in said(await who.slash(table.channel, "sk fate", chart=choice["value"]))


async def test_secret_charts_leave_room_for_the_others_in_the_list(table: Table) -> None:
    """They stand first by name, and more of them than a list holds."""
    secret = (replace(CURSES, name=f"Curses {number}") for number in range(30))
    await at_table(table, *secret, PLACES)
    (choice,) = await table.deacon.autocomplete(table.channel, "sk fate", "chart", "c")
    assert choice["name"] == PLACES.name
    (chart,) = await table.deacon.autocomplete(table.channel, "journal", "record", "c")
    assert chart["name"] == f"{PLACES.name} (chart)"


async def test_every_answer_to_a_secret_roll_is_private(table: Table) -> None:
    await at_table(table, CURSES)
    result = await rolled(table, table.gm, chart=CURSES.name, secret=True)
    assert all(message.ephemeral for message in answers(result))


async def test_beside_many_secret_charts_an_open_one_is_still_known_of(table: Table) -> None:
    await at_table(table, *(replace(CURSES, name=f"Curse {number:02}") for number in range(26)), PLACES)
    wrong = await refused(table, table.deacon, "sk fate", chart="Curse 00")
    assert wrong.startswith("No chart here is called “Curse 00”")
