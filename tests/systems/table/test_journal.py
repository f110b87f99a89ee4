"""`/journal`, `/undo`, `/gm deed: redo` and `/waiting`, as people use them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

from simcord import InteractionResult, MemberActor

from bot.engine.card import Button
from bot.play import Filter
from bot.storage.address import Address
from bot.systems.table.journal.commands import _packed
from tests.playbooks import catalogue, every_action
from tests.systems.second_kingdom.evening import buttons, opened
from tests.systems.table.test_help import pages
from tests.tables import Table, first_button, open_table, reply_of, said, text


async def test_the_journal_lists_what_happened_and_waiting_says_for_whom(table: Table) -> None:
    # The journal lists what happened newest first with links.
    await opened(table)

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
    assert "Nothing is waiting for you." in mine


async def test_the_journal_says_who_acted_where_its_line_does_not_and_nothing_secret(table: Table) -> None:
    await opened(table)
    await table.wren.slash(table.channel, "roll", dice="1d6")
    await table.gm.slash(table.secret, "roll", dice="1d20")
    await table.settle()

    lines = said(await table.deacon.slash(table.channel, "journal")).splitlines()

    (begun,) = (line for line in lines if "Challenge for Evander" in line)
    assert f" · {table.gm.mention} · " in begun
    # A line that names whoever acted doesn't do it twice.
    (rolled,) = (line for line in lines if "rolls d6" in line)
    assert rolled.count(table.wren.mention) == 1
    (secret,) = (line for line in lines if "Something secret" in line)
    assert "<@" not in secret


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
    assert "**Evander**'s courage will go back from 9 to 6." in said(preview)
    done = await table.deacon.click(reply_of(preview), label="Undo #6")

    assert "undoes #6" in said(done)
    assert not done.ephemeral
    sheet = said(await table.deacon.slash(table.channel, "sk sheet"))
    assert "Courage **6**" in sheet

    # Redo brings it back.
    deacon = f"<@{table.deacon.id}>"
    again = await table.deacon.slash(table.channel, "redo")
    await table.deacon.click(reply_of(again), label="Redo #7")

    assert "Courage **9**" in said(await table.deacon.slash(table.channel, "sk sheet"))
    assert text(table.last()).splitlines()[0] == f"{deacon} brings back #6: Evander: courage 6 → 9."


async def test_an_undo_is_one_line_and_its_numbers_come_on_demand(table: Table) -> None:
    await table.deacon.slash(table.channel, "sk set", hero="Evander", courage=9)
    preview = await table.gm.slash(table.channel, "undo", reason="A slip")
    await table.gm.click(reply_of(preview), label="Undo #6")
    await table.settle()
    told = f"<@{table.gm.id}> undoes #6, by <@{table.deacon.id}>: ~~Evander: courage 6 → 9~~. Reason: A slip"
    assert text(table.last()).splitlines()[1:] == [told, "#7"]
    assert "courage" not in said(await table.gm.slash(table.channel, "journal")).partition("#6")[0]

    # Whoever wants them presses it, also days later and after a restart; they alone read them.
    undone = table.last()
    await table.deacon.slash(table.channel, "roll", dice="1d6")
    await table.restart()
    shown = await table.wren.click(undone, label="What changed…")
    assert shown.ephemeral
    assert "**Evander**'s courage went back from 9 to 6." in said(shown)

    # Bringing it back is for who undid it, and shows first what it would change.
    assert said(await table.wren.click(undone, label="Redo…")) == "There's nothing to redo."
    shown = await table.gm.click(undone, label="Redo…")
    await table.gm.click(reply_of(shown), custom_id=first_button(shown))
    await table.settle()
    assert "Courage **9**" in said(await table.deacon.slash(table.channel, "sk sheet"))
    assert "Redo…" not in buttons(table.last())


async def test_an_undo_whose_line_says_it_all_has_no_button_for_more(table: Table) -> None:
    await table.gm.slash(table.channel, "sk npc add", name="Ferris", known="named")
    preview = await table.gm.slash(table.channel, "undo")
    # How things will stand comes first.
    assert said(preview).splitlines()[1] == "**Ferris** will be removed."
    assert said(preview).count("will be removed") == 1
    assert "Nothing else will change." in said(preview)
    await table.gm.click(reply_of(preview), custom_id=first_button(preview))
    await table.settle()
    assert "**Ferris** was removed." in text(table.last())
    assert "What changed…" not in buttons(table.last())


async def test_an_undone_roll_leaves_its_dice_and_the_next_says_it_was_rolled_again(table: Table) -> None:
    await opened(table)
    await table.deacon.click(table.last(), label="Roll")
    preview = await table.gm.slash(table.channel, "undo", reason="The rope was cut")
    undone = await table.gm.click(reply_of(preview), label="Undo #7")
    assert "Reason: The rope was cut" in said(undone)
    await table.settle()

    again = await table.deacon.click(table.last(), label="Roll")

    assert "Rolled again after #7" in said(again)
    journal = said(await table.gm.slash(table.channel, "journal"))
    assert "(undone by #8)" in journal


async def test_an_undone_message_says_so_and_its_card_can_be_pressed_again(table: Table) -> None:
    await opened(table)
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
    # Whose each is stands beside it.
    assert f"#6 · {table.gm.mention} · Evander: conviction 3 → 5" in said(preview)
    assert f"#7 · {table.gm.mention} · Evander: conviction 5 → 8" in said(preview)
    await table.gm.click(reply_of(preview), label="Go back to before #6")

    assert "Conviction **3**" in said(await table.deacon.slash(table.channel, "sk sheet"))

    # A preview that has been overtaken is refused.
    await table.gm.slash(table.channel, "sk conviction", heroes="Evander", amount=2, reason="Rest")
    preview = await table.gm.slash(table.channel, "undo")
    await table.gm.slash(table.channel, "sk conviction", heroes="Evander", amount=3, reason="Feast")

    refused = await table.gm.click(reply_of(preview), label="Undo #9")

    assert "Nothing was undone: entry #10 has come in since this preview." in said(refused)
    assert "Conviction **8**" in said(await table.deacon.slash(table.channel, "sk sheet"))


async def test_what_cannot_be_undone_or_filtered_is_refused(table: Table) -> None:
    # Where a campaign began and plain rolls cannot be undone.
    await table.gm.slash(table.channel, "roll", dice="2d6")

    began = said(await table.gm.slash(table.channel, "undo", entry=1))
    rolled = said(await table.gm.slash(table.channel, "undo", entry=6))
    missing = said(await table.gm.slash(table.channel, "undo", entry=99))

    assert "Entry #1 can't be undone" in began
    assert "Entry #6 changed nothing" in rolled
    assert "There's no entry #99" in missing

    # The journal refuses a filter that is none.
    for option, sentence in NO_FILTERS:
        refused = await table.wren.slash(table.channel, "journal", **{option: "chess"})
        assert refused.ephemeral
        assert sentence in said(refused)

    # A player may not undo what somebody else did.
    refused = await table.wren.slash(table.channel, "undo", entry=4)
    assert "Only a game master can undo entry" in said(refused)

    # A player may not undo dice and is told who may.
    await opened(table)
    await table.deacon.click(table.last(), label="Roll")

    refused = await table.deacon.slash(table.channel, "undo")

    assert "Only a game master can undo entry" in said(refused)


async def test_the_journal_is_filtered_by_player_game_record_and_kind(table: Table) -> None:
    await opened(table)
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
    ("game", "There's no game called “chess”"),
    ("kind", "There's no kind of entry called"),
    ("record", "There's no such record"),
]


def test_a_page_button_never_outgrows_its_custom_id() -> None:
    longest = max((kind.name for kind in every_action()), key=len)
    system = max(catalogue().systems, key=len)
    wanted = Filter(2**63, system, "0" * 15, longest)
    assert len(Button("Older", "page", ("0" * 15, "9" * 7, *_packed(wanted))).custom_id) <= 100


# -- `/waiting`: bringing a buried card up, and nudging, as people use them -----------------------------


def lists(result: InteractionResult) -> dict[str, list[str]]:
    """The values of each list in an answer, by the list's custom_id."""
    rows: Any = reply_of(result).components
    return {
        part["custom_id"]: [option["value"] for option in part["options"]]
        for row in rows
        for part in row["components"]
        if "options" in part
    }


def person(table: Table, name: str) -> MemberActor:
    """One of the table's people."""
    found: MemberActor = getattr(table, name)
    return found


async def listed(table: Table, by: str = "gm") -> InteractionResult:
    """What waits, as that person sees it."""
    return await person(table, by).slash(table.channel, "waiting")


async def chosen(table: Table, name: str, by: str = "gm") -> InteractionResult:
    """The first thing on that list of `/waiting`, chosen."""
    result = await listed(table, by)
    custom_id = f"?{name}"
    values = lists(result)[custom_id][:1]
    return await person(table, by).select(reply_of(result), values, custom_id=custom_id)


async def test_of_a_card_with_a_secret_the_players_copy_is_brought_up_and_linked_to(table: Table) -> None:
    await opened(table, hide_rating=True)
    own = table.messages(table.secret)
    nudge = await chosen(table, "nudge")
    assert f"/{table.channel.id}/" in said(nudge)
    assert f"/{table.secret.id}/" not in said(nudge)

    await chosen(table, "bring_up")
    await table.settle()
    assert "a hidden rating" in text(table.last())
    assert [message.id for message in table.messages(table.secret)] == [message.id for message in own]


async def test_ones_own_comes_first_and_what_others_are_asked_stands_behind_a_button(table: Table) -> None:
    await opened(table)
    await opened(table, heroes="Ysolde", action="Sing")
    shown = await table.deacon.slash(table.channel, "waiting")
    assert said(shown).startswith("Ashes: 1 thing is waiting for you")
    assert "Leap the chasm" in said(shown)
    assert "Sing" not in said(shown)
    theirs = await table.deacon.click(reply_of(shown), label="For others (1)")
    assert said(theirs).startswith("Ashes: 1 thing is waiting for others\n")
    assert "Sing" in said(theirs)
    assert "Leap the chasm" not in said(theirs)
    back = await table.deacon.click(reply_of(theirs), label="For you (1)")
    assert said(back) == said(shown)

    # Who is asked nothing sees the others' at once.
    asked_nothing = said(await table.gm.slash(table.channel, "waiting"))
    assert asked_nothing.startswith("Ashes\nNothing is waiting for you; 2 things for others.\n")


async def test_what_waits_is_told_to_each_and_brought_up_by_players(table: Table) -> None:
    # What waits for oneself says nothing of the others.
    await opened(table)
    own = said(await table.deacon.slash(table.channel, "waiting", mine=True))
    assert own.startswith("Ashes: 1 thing is waiting for you")
    others = said(await table.wren.slash(table.channel, "waiting", mine=True))
    assert others == "Ashes\nNothing is waiting for you."

    # A spectator brings nothing up.
    refused = await chosen(table, "bring_up", by="stranger")
    assert refused.ephemeral
    assert said(refused) == "Join this campaign first."

    # What waits for the game master is no players to be nudged for.
    result = await listed(table, by="deacon")
    assert list(lists(result)) == ["?bring_up"]

    # A buried card comes to the end of its channel.
    card = table.last()
    assert card.content.startswith(table.deacon.mention)
    await table.wren.slash(table.channel, "roll", dice="2d6")

    assert "at the bottom of its channel" in said(await chosen(table, "bring_up", by="wren"))
    await table.settle()

    anew = table.last()
    assert anew.id != card.id
    assert "Leap the chasm" in text(anew)
    old = next(message for message in table.messages() if message.id == card.id)
    assert "What came of it" in text(old)
    assert not old.components
    rolled = await table.deacon.click(anew, label="Roll")
    assert "Courage 6" in said(rolled)


async def test_the_game_master_nudges_once_a_day(sqlite_address: Address) -> None:
    clock = [datetime(2026, 3, 1, 12, tzinfo=UTC)]
    async with open_table(sqlite_address, now=lambda: clock[0]) as table:
        await opened(table)
        card = table.last()
        nudge = await chosen(table, "nudge")
        assert not nudge.ephemeral
        assert reply_of(nudge).content.startswith(table.deacon.mention)
        # Whom the mention names, the sentence doesn't name once more; the journal does.
        assert f"This is waiting for you: [Evander: Leap the chasm]({card.jump_url})" in said(nudge)
        assert text(reply_of(nudge)).count(table.deacon.mention) == 1
        journal = said(await table.wren.slash(table.channel, "journal"))
        assert f"{table.deacon.mention}, this is waiting for you" in journal

        clock[0] += timedelta(hours=23)
        again = await chosen(table, "nudge")
        assert again.ephemeral
        assert "nudged about this less than a day ago. The next nudge can go out <t:" in said(again)

        clock[0] += timedelta(hours=1)
        assert not (await chosen(table, "nudge")).ephemeral


CHOSEN: list[str] = ["nudge", "bring_up"]


async def test_what_was_settled_meanwhile_is_said_to_be(table: Table) -> None:
    for name in CHOSEN:
        await opened(table)
        result = await listed(table)
        await table.gm.slash(table.channel, "sk gm cancel", item="Leap the chasm")
        await table.settle()
        custom_id = f"?{name}"
        stale = await table.gm.select(reply_of(result), lists(result)[custom_id][:1], custom_id=custom_id)
        assert stale.ephemeral
        assert "already settled" in said(stale)


# -- `/campaign home`, `/help` and `/preferences plain`, as people use them ----------------------------------


async def test_the_home_card_works_after_a_restart_for_who_has_a_sheet_or_two_or_none(table: Table) -> None:
    # The home card works after a restart.
    await table.gm.slash(table.channel, "campaign home")
    await table.settle()
    await table.restart()
    card = table.last()
    assert "Ashes: home" in text(card)

    assert "Courage **6**" in said(await table.deacon.click(card, label="My sheet"))
    assert said(await table.deacon.click(card, label="Waiting for me")) == "Ashes: nothing is waiting"
    assert "your sheet" in said(await table.deacon.click(card, label="Help")).casefold()
    form = await table.deacon.click(card, label="Roll")
    rolled = await table.deacon.submit_modal(form, {"dice": "1d1+6 leap"})
    assert "**7**" in said(rolled)
    assert not rolled.ephemeral

    # Who has no sheet is told so and two are both shown.
    # Who has no sheet is told so.
    await table.gm.slash(table.channel, "campaign home")
    await table.settle()
    answer = await table.gm.click(table.last(), label="My sheet")
    assert answer.ephemeral
    assert "You have no sheet in this campaign yet." in said(answer)

    # A player with two heroes sees both sheets.
    await table.deacon.slash(
        table.channel, "sk new", name="Isolde", courage=2, prudence=5, temperance=3, conviction=1
    )
    await table.gm.slash(table.channel, "campaign home")
    await table.settle()
    sheets = said(await table.deacon.click(table.last(), label="My sheet"))
    assert "Evander" in sheets
    assert "Isolde" in sheets


async def test_help_opens_by_standing_lists_what_one_may_use_and_turns_its_pages(table: Table) -> None:
    # Help opens by standing.
    async def help_of(name: str) -> str:
        return said(await getattr(table, name).slash(table.channel, "help"))

    assert "Join as a player: `/campaign join`" in await help_of("stranger")
    assert "Your sheet" in await help_of("deacon")
    assert "A card to pin" in await help_of("gm")
    admins = await help_of("admin")
    assert "You manage this server" in admins
    # It doesn't promise what an admin can undo with one command, and says where one begins.
    assert "That can be you, and game masters read the secrets" in admins
    assert "`/server check`" in admins
    assert "**What is kept:**" in admins
    assert "**What is kept:**" not in await help_of("deacon")
    assert "You manage this server" not in await help_of("deacon")

    # Help lists what one may use and nothing else.
    found = {who: "\n".join(await pages(table, getattr(table, who), "sk")) for who in ("gm", "deacon")}
    assert "`/sk challenge` Set" in found["gm"]
    assert "`/sk challenge` Set" not in found["deacon"]
    assert "/sk sheet" in found["deacon"]

    # Help in a channel without a campaign says what works there.
    assert "Dice work anywhere" in said(await table.stranger.slash(table.tavern, "help"))

    # Help names the pages where there is none of that name.
    refused = await table.deacon.slash(table.channel, "help", topic="chess")
    assert refused.ephemeral
    assert "There's no help about “chess” here. There is: Start here · The Second Kingdom · " in said(refused)

    # Help turns its pages by a lasting list.
    first = await table.deacon.slash(table.channel, "help")
    await table.restart()
    page = await table.deacon.select(reply_of(first), ["campaign"])
    assert "/campaign join" in said(page)
    assert reply_of(page).id == reply_of(first).id


async def test_plain_mode_reaches_every_answer_and_outlives_a_restart(table: Table) -> None:
    # Plain mode answers in text and outlives a restart.
    answer = await table.wren.slash(table.channel, "preferences plain", on=True)
    assert answer.ephemeral
    await table.restart()

    sheet = reply_of(await table.wren.slash(table.channel, "sk sheet"))
    assert not sheet.embeds
    assert "Courage **4**" in sheet.content
    assert reply_of(await table.deacon.slash(table.channel, "sk sheet")).embeds

    await table.wren.slash(table.channel, "preferences plain", on=False)
    assert reply_of(await table.wren.slash(table.channel, "sk sheet")).embeds

    # Plain mode reaches every private answer.
    for command in ANSWERED:
        await table.wren.slash(table.channel, "preferences plain", on=True)
        private = reply_of(await table.wren.slash(table.channel, command))
        assert not private.embeds
        assert len(private.content) > 20

    # Plain mode says when it is so already.
    again = await table.wren.slash(table.channel, "preferences plain", on=True)
    assert not reply_of(again).embeds
    assert "already" in said(again)


ANSWERED: list[str] = ["journal", "waiting", "help"]
