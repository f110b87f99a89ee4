"""`/journal`, `/undo`, `/redo` and `/waiting`, as people use them."""

from __future__ import annotations

import re

from bot.engine.card import Button
from bot.play import Filter
from bot.systems.table.journal.commands import _packed
from tests.playbooks import catalogue, every_action
from tests.tables import Table, reply_of, said, text


async def challenge(table: Table, **options: object) -> None:
    """A challenge for Evander."""
    given = {"heroes": "Evander", "action": "Leap the chasm", "virtue": "courage", "rating": 4} | options
    await table.gm.slash(table.channel, "sk challenge", **given)
    await table.settle()


async def test_the_journal_lists_what_happened_and_waiting_says_for_whom(table: Table) -> None:
    # The journal lists what happened newest first with links.
    await challenge(table)

    page = said(await table.wren.slash(table.channel, "journal"))

    assert page.index("#6") < page.index("#5") < page.index("#1")
    assert f"[#6](https://discord.com/channels/{table.guild.id}/{table.channel.id}/{table.last().id})" in page
    assert "Challenge for Evander" in page

    # Waiting says for whom and since when with a link.
    listed = said(await table.wren.slash(table.channel, "waiting"))
    mine = said(await table.wren.slash(table.channel, "waiting", mine=True))

    assert table.deacon.mention in listed
    assert "Evander: Leap the chasm" in listed
    assert f"/{table.last().id})" in listed
    assert ":R>" in listed
    assert "Nothing waits for you." in mine


async def test_the_journal_turns_its_pages_by_lasting_buttons(table: Table) -> None:
    for _ in range(12):
        await table.wren.slash(table.channel, "roll", dice="1d6")
    first = await table.deacon.slash(table.channel, "journal")
    await table.restart()

    older = await table.deacon.click(reply_of(first), label="Older")

    assert "#9" in said(older)
    assert "#10" not in said(older)
    assert reply_of(older).ephemeral
    assert reply_of(older).id == reply_of(first).id


async def test_undo_shows_what_will_change_and_redo_brings_it_back(table: Table) -> None:
    # Undo shows what will change and takes it back.
    await table.deacon.slash(table.channel, "sk set", hero="Evander", courage=9)

    preview = await table.deacon.slash(table.channel, "undo")
    assert preview.ephemeral
    assert "courage: 9 → 6" in said(preview)
    done = await table.deacon.click(reply_of(preview), label="Undo #6")

    assert "undoes #6" in said(done)
    assert not done.ephemeral
    sheet = said(await table.deacon.slash(table.channel, "sk sheet"))
    assert "Courage **6**" in sheet

    # Redo brings it back.
    again = await table.deacon.slash(table.channel, "redo")
    await table.deacon.click(reply_of(again), label="Redo #7")

    assert "Courage **9**" in said(await table.deacon.slash(table.channel, "sk sheet"))
    assert "brings back what was undone by #7" in text(table.last())


async def test_an_undone_roll_leaves_its_dice_and_the_next_says_it_was_rolled_again(table: Table) -> None:
    await challenge(table)
    await table.deacon.click(table.last(), label="Roll")
    preview = await table.gm.slash(table.channel, "undo", reason="The rope was cut")
    undone = await table.gm.click(reply_of(preview), label="Undo #7")
    assert "Reason: The rope was cut" in said(undone)
    await table.settle()

    again = await table.deacon.click(table.last(), label="Roll")

    assert "Rolled again after the undo of #7" in said(again)
    journal = said(await table.gm.slash(table.channel, "journal"))
    assert "(undone by #8)" in journal


async def test_an_undone_message_says_so_and_its_card_can_be_pressed_again(table: Table) -> None:
    await challenge(table)
    result = await table.deacon.click(table.last(), label="Roll")
    preview = await table.gm.slash(table.channel, "undo")
    await table.gm.click(reply_of(preview), label="Undo #7")
    await table.settle()

    shown = {message.id: text(message) for message in table.messages()}
    assert "Undone by #8" in shown[reply_of(result).id]
    assert table.last().components


async def test_going_back_names_every_entry_that_goes_and_an_overtaken_preview_is_refused(
    table: Table,
) -> None:
    # Going back names every entry that goes.
    await table.gm.slash(table.channel, "sk conviction", heroes="Evander", amount=2, reason="Rest")
    await table.gm.slash(table.channel, "sk conviction", heroes="Evander", amount=3, reason="Feast")

    preview = await table.gm.slash(table.channel, "undo", entry=6)
    assert "#6: Evander: conviction 3 → 5" in said(preview)
    assert "#7: Evander: conviction 5 → 8" in said(preview)
    await table.gm.click(reply_of(preview), label="Go back to before #6")

    assert "Conviction **3**" in said(await table.deacon.slash(table.channel, "sk sheet"))

    # A preview that has been overtaken is refused.
    await table.gm.slash(table.channel, "sk conviction", heroes="Evander", amount=2, reason="Rest")
    preview = await table.gm.slash(table.channel, "undo")
    await table.gm.slash(table.channel, "sk conviction", heroes="Evander", amount=3, reason="Feast")

    refused = await table.gm.click(reply_of(preview), label="Undo #9")

    assert "Entry #10 has come since this preview; nothing was undone." in said(refused)
    assert "Conviction **8**" in said(await table.deacon.slash(table.channel, "sk sheet"))


async def test_what_cannot_be_undone_or_filtered_is_refused(table: Table) -> None:
    # Where a campaign began and plain rolls cannot be undone.
    await table.gm.slash(table.channel, "roll", dice="2d6")

    began = said(await table.gm.slash(table.channel, "undo", entry=1))
    rolled = said(await table.gm.slash(table.channel, "undo", entry=6))
    missing = said(await table.gm.slash(table.channel, "undo", entry=99))

    assert "Entry #1 can't be undone" in began
    assert "Entry #6 changed nothing" in rolled
    assert "There is no entry #99" in missing

    # The journal refuses a filter that is none.
    for option, sentence in NO_FILTERS:
        refused = await table.wren.slash(table.channel, "journal", **{option: "chess"})
        assert refused.ephemeral
        assert sentence in said(refused)

    # A player may not undo what somebody else did.
    refused = await table.wren.slash(table.channel, "undo", entry=4)
    assert "is for the game master to undo" in said(refused)

    # A player may not undo dice and is told who may.
    await challenge(table)
    await table.deacon.click(table.last(), label="Roll")

    refused = await table.deacon.slash(table.channel, "undo")

    assert "is for the game master to undo: dice were rolled in it." in said(refused)


async def test_the_journal_is_filtered_by_player_game_record_and_kind(table: Table) -> None:
    await challenge(table)
    await table.wren.slash(table.channel, "roll", dice="2d6")
    evander = (await table.wren.autocomplete(table.channel, "journal", "record", "evan"))[0]
    assert evander["name"] == "Evander (hero)"

    async def numbers(**options: object) -> list[int]:
        page = said(await table.wren.slash(table.channel, "journal", **options))
        return [int(number) for number in re.findall(r"^\[?#(\d+)", page, re.MULTILINE)]

    assert await numbers(player=table.wren) == [7, 5, 4]
    assert await numbers(game="second_kingdom") == [6, 5, 3]
    assert await numbers(record=evander["value"]) == [3]
    assert await numbers(kind="OpenChallenge") == [6]
    assert await numbers(kind="RollDice", player=table.deacon) == []


async def test_a_filtered_journal_turns_its_pages(table: Table) -> None:
    for _ in range(10):
        await table.wren.slash(table.channel, "roll", dice="1d6")
        await table.deacon.slash(table.channel, "roll", dice="1d8")
    first = await table.deacon.slash(table.channel, "journal", player=table.wren, kind="RollDice")
    assert said(first).count("rolls d6") == 8
    await table.restart()
    older = await table.deacon.click(reply_of(first), label="Older")
    assert said(older).count("rolls d6") == 2
    assert "d8" not in said(older)
    newer = await table.deacon.click(reply_of(older), label="Newer")
    assert said(newer).count("rolls d6") == 8


async def test_a_filter_finds_nothing_that_its_reader_may_not_see(table: Table) -> None:
    """Else the kind or the player of a secret entry could be asked for."""
    await table.gm.slash(table.secret, "roll", dice="1d20")
    await table.settle()
    for who, seen in ((table.gm, True), (table.deacon, False)):
        page = said(await who.slash(table.channel, "journal", kind="RollDice"))
        assert ("#6" in page) is seen


NO_FILTERS: list[tuple[str, str]] = [
    ("game", "No game is called “chess”"),
    ("kind", "No kind of entry is called"),
    ("record", "No such record"),
]


def test_a_page_button_never_outgrows_its_custom_id() -> None:
    longest = max((kind.name for kind in every_action()), key=len)
    system = max(catalogue().systems, key=len)
    wanted = Filter(2**63, system, "0" * 15, longest)
    assert len(Button("Older", "page", ("0" * 15, "9" * 7, *_packed(wanted))).custom_id) <= 100
