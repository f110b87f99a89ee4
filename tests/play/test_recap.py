"""What happened since somebody was here: whose entries, in what order, and of what nobody may learn by it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
import sqlalchemy as sa

from bot.engine.people import Actor
from bot.errors import UserError
from bot.play import RecapRange
from bot.play.recap import EACH, MOST_SCENES
from bot.storage import campaigns
from bot.storage.address import Address
from bot.storage.models import members
from bot.storage.news import MANY
from bot.systems.table.campaigns.people import JoinCampaign
from bot.systems.table.dice.rules import RollDice
from bot.systems.table.recap.rules import MarkEntry, UnmarkEntry, WriteLine
from tests.bench.statements import recorded
from tests.play.chronicle import DEACON, MARISOL, STRANGER, WREN, Discover, Inn, Mumble, told
from tests.refusals import refuses

WHOLE = RecapRange(is_whole=True)


@pytest.fixture
async def inn(address: Address) -> AsyncIterator[Inn]:
    """A campaign under way, on each engine."""
    made = Inn(address)
    await made.begin()
    yield made
    await made.play.database.dispose()


async def test_scenes_come_newest_first_and_so_do_their_decisions(inn: Inn) -> None:
    mill, ford = await inn.discover("Mill"), await inn.discover("Ford")
    await inn.tell("a wheel turns", mill)
    await inn.tell("somebody wades", ford)
    await inn.tell("the wheel stops", mill)
    await inn.tell("dice are rolled")

    assert told(await inn.recap(DEACON)) == [
        ("Mill", ["the wheel stops", "a wheel turns", "There is Mill."]),
        ("Ford", ["somebody wades", "There is Ford."]),
        # Whatever belongs to none comes last, however new.
        (None, ["dice are rolled"]),
    ]


async def test_it_begins_after_ones_own_last_act_or_what_one_has_read(inn: Inn) -> None:
    await inn.tell("before")
    await inn.tell("mine", by=DEACON)
    await inn.tell("after")
    assert told(await inn.recap(DEACON)) == [(None, ["after"])]

    read = await inn.recap(DEACON, is_read=True)
    assert (await inn.recap(DEACON)).scenes == ()
    # The page that is turned stays the same.
    again = await inn.recap(DEACON, RecapRange(first=read.first, last=read.last))
    assert told(again) == told(read)

    await inn.tell("later")
    assert told(await inn.recap(DEACON)) == [(None, ["later"])]


async def test_what_was_read_never_goes_back_and_what_was_skipped_is_not_read(inn: Inn) -> None:
    for words in ("one", "two", "three"):
        await inn.tell(words)

    async def read_to() -> int:
        return await inn.play.database.read(lambda c: campaigns.read_to(c, inn.id, DEACON))

    await inn.play.note_read(Actor(DEACON), inn.id, 3, 6)
    assert await read_to() == 6
    # Delivered twice, or an older one read late.
    for first, last in ((3, 6), (1, 4)):
        await inn.play.note_read(Actor(DEACON), inn.id, first, last)
        assert await read_to() == 6
    # Who reads of the last day alone has not read what was before.
    await inn.play.note_read(Actor(DEACON), inn.id, 9, 12)
    assert await read_to() == 6
    # Another seat at the table takes nothing away.
    await inn.act(DEACON, JoinCampaign(watching=True))
    assert await read_to() == 6


async def test_who_is_no_member_reads_without_a_trace(inn: Inn) -> None:
    assert (await inn.recap(STRANGER)).is_new
    await inn.recap(STRANGER, WHOLE, is_read=True)
    rows = await inn.play.database.read(lambda c: list(c.execute(sa.select(members.c.user_id))))
    assert STRANGER not in [user for (user,) in rows]


async def test_days_weeks_and_chapters_bound_it(inn: Inn) -> None:
    await inn.tell("old")
    await inn.act(MARISOL, RollDice("1d6"))
    drawn = (await inn.play.chapters(Actor(MARISOL), inn.request())).running.draws
    await inn.play.end_chapter(Actor(MARISOL), inn.request(), chapter=1, drawn=drawn)
    inn.wait(days=6)
    await inn.tell("this week")
    inn.wait(hours=30)
    await inn.tell("today")

    async def heard(wanted: RecapRange) -> list[str]:
        return [words for _, scene in told(await inn.recap(DEACON, wanted)) for words in scene]

    assert await heard(RecapRange(ago=timedelta(days=1))) == ["today"]
    assert await heard(RecapRange(ago=timedelta(days=7))) == ["today", "this week"]
    assert await heard(RecapRange(chapter=1)) == ["old"]
    assert await heard(RecapRange(chapter=2)) == ["today", "this week"]
    assert await heard(WHOLE) == ["today", "this week", "old"]


async def test_a_range_of_entries(inn: Inn) -> None:
    numbers = [await inn.tell(words) for words in ("one", "two", "three")]
    assert told(await inn.recap(DEACON, RecapRange(first=numbers[1]))) == [(None, ["three", "two"])]
    assert told(await inn.recap(DEACON, RecapRange(first=numbers[1], last=numbers[1]))) == [(None, ["two"])]
    assert told(await inn.recap(DEACON, RecapRange(first=numbers[2], last=999))) == [(None, ["three"])]


async def test_ranges_that_are_none_are_refused_in_a_sentence(inn: Inn) -> None:
    wrong = {
        "recap.backwards": RecapRange(first=3, last=2),
        "recap.not_yet": RecapRange(first=99),
        "recap.no_chapter": RecapRange(chapter=2),
        "recap.both": RecapRange(chapter=1, first=1),
    }
    for code, wanted in wrong.items():
        with refuses(code):
            await inn.recap(DEACON, wanted)
    # Later than any entry, both of them.
    with refuses("recap.not_yet"):
        await inn.recap(DEACON, RecapRange(first=99, last=98))


async def test_what_was_undone_and_the_undo_and_housekeeping_are_left_out(inn: Inn) -> None:
    mill = await inn.discover("Mill")
    await inn.tell("a wheel turns", mill)
    await inn.undo(await inn.tell("a wheel breaks", mill))
    await inn.act(MARISOL, Mumble())

    assert told(await inn.recap(DEACON)) == [("Mill", ["a wheel turns", "There is Mill."])]

    # What was brought back is told again.
    plan = await inn.play.preview_undo(Actor(MARISOL), inn.request(), redo=True)
    await inn.play.undo(Actor(MARISOL), inn.request(), inn.id, plan.entry.number, plan.undone[-1])
    assert told(await inn.recap(DEACON))[0][1][0] == "a wheel breaks"


async def test_hidden_records_and_whispers_are_told_to_game_masters_alone(inn: Inn) -> None:
    crypt, mill = await inn.discover("Crypt", is_hidden=True), await inn.discover("Mill")
    await inn.tell("bones", crypt, whispered="kz_bones")
    await inn.tell("a wheel turns", mill, whispered="kz_miller")

    assert told(await inn.recap(DEACON)) == [("Mill", ["a wheel turns", "There is Mill."])]
    assert "kz_" not in repr(await inn.recap(DEACON))
    assert "Crypt" not in repr(await inn.recap(DEACON))
    lead = told(await inn.recap(MARISOL, WHOLE))
    assert lead[:2] == [
        ("Mill", ["a wheel turns", "kz_miller", "There is Mill."]),
        ("Crypt", ["bones", "kz_bones", "There is Crypt."]),
    ]


async def test_neither_order_nor_number_tells_what_is_hidden(inn: Inn) -> None:
    mill, ford = await inn.discover("Mill"), await inn.discover("Ford")
    await inn.tell("a wheel turns", mill)
    await inn.tell("somebody wades", ford)
    before = await inn.recap(DEACON)
    # More than is read at once, and more places than are looked at together.
    for _ in range(EACH * 5):
        await inn.tell("", mill, whispered="kz_miller")
    for number in range(30):
        await inn.discover(f"Crypt {number}", is_hidden=True)

    after = await inn.recap(DEACON)
    assert told(after) == told(before)
    assert (after.is_more, len(after.waiting)) == (before.is_more, len(before.waiting))


async def test_of_too_many_scenes_the_newest_are_told_and_that_there_are_more(inn: Inn) -> None:
    places = [await inn.discover(f"Place {number}") for number in range(MOST_SCENES + 5)]
    await inn.tell("once more", places[0])
    found = await inn.recap(DEACON)
    names = [name for name, _ in told(found)]
    assert found.is_more
    assert names == ["Place 0", *(f"Place {number}" for number in range(MOST_SCENES + 4, 5, -1))]
    few = await inn.recap(DEACON, RecapRange(first=found.last))
    assert (told(few), few.is_more) == ([("Place 0", ["once more"])], False)


async def test_what_waits_for_the_reader_comes_with_it(inn: Inn) -> None:
    await inn.discover("Mill", asked=DEACON)
    found = await inn.recap(DEACON)
    assert [(each.record.title, each.who) for each in found.waiting] == [("Mill", DEACON)]
    assert (await inn.recap(WREN)).waiting == ()


async def test_ten_thousand_entries_are_not_read(inn: Inn) -> None:
    mill, ford = await inn.discover("Mill"), await inn.discover("Ford")
    about = await inn.tell("a wheel turns", mill)
    alone = await inn.tell("dice are rolled")
    await inn.fill(mill, 5_000, like=about)
    await inn.fill(None, 2_500, like=alone)
    await inn.fill(ford, 2_500, like=about)

    with recorded() as transactions:
        found = await inn.recap(DEACON, WHOLE)
    (read,) = (each for each in transactions if any("journal" in one.text for one in each.statements))

    assert [name for name, _ in told(found)] == ["Ford", "Mill", None]
    assert found.last > 10_000
    assert len(read.statements) < 20
    # Whoever reads the entries themselves reads a handful.
    whole = [one for one in read.statements if "journal.events" in one.text]
    assert all("LIMIT" in one.text or "journal.number =" in one.text for one in whole)
    assert len(whole) <= 5


async def test_the_index_of_news_finds_them(sqlite_address: Address) -> None:
    # PostgreSQL's planner decides by what it counted.
    inn = Inn(sqlite_address)
    await inn.begin()
    mill = await inn.discover("Mill")
    await inn.fill(mill, MANY, like=await inn.tell("a wheel turns", mill))
    with recorded() as transactions:
        await inn.recap(DEACON, WHOLE)
    asked = [
        one
        for each in transactions
        for one in each.statements
        if "journal.undone_by IS NULL AND journal.undoes IS NULL" in one.text
    ]
    assert len(asked) >= 3

    def plans(connection: sa.Connection) -> list[str]:
        raw = connection.connection.driver_connection
        assert raw is not None
        explained = (raw.execute(f"EXPLAIN QUERY PLAN {one.text}", one.parameters) for one in asked)
        return [" / ".join(str(row[3]) for row in rows.fetchall()) for rows in explained]

    for plan in await inn.play.database.read(plans):
        assert "ix_journal_news" in plan, plan
    await inn.play.database.dispose()


# -- who is new -----------------------------------------------------------------------------------------


async def test_who_was_never_here_is_told_the_beginning_the_newest_and_who_is_who(inn: Inn) -> None:
    await inn.discover("Mill", player=DEACON)
    crypt = await inn.discover("Crypt", is_hidden=True, player=WREN)
    await inn.tell("bones", crypt, whispered="kz_bones")

    found = await inn.play.newcomer(Actor(STRANGER), inn.request())

    assert [entry.number for entry, _ in found.beginning] == [1, 2, 3]
    assert [scene.record.title for scene in found.scenes if scene.record] == ["Mill"]
    assert [
        (each.user, each.is_game_master, [(view.title, line) for view, line in each.played])
        for each in found.people
    ] == [(MARISOL, True, []), (WREN, False, []), (DEACON, False, [("Mill", "quiet")])]
    assert "kz_" not in repr(found)
    assert "Crypt" not in repr(found)


async def test_the_story_is_what_was_marked_and_written_in_order(inn: Inn) -> None:
    mill = await inn.discover("Mill")
    first = await inn.tell("it begins", whispered="kz_begins")
    gone = await inn.tell("a mistake", mill)
    await inn.act(MARISOL, MarkEntry(gone))
    await inn.act(MARISOL, WriteLine("And so the first night ended.", 1))
    await inn.act(MARISOL, MarkEntry(first, "The night of the fire"))
    await inn.undo(gone)

    found = await inn.play.newcomer(Actor(DEACON), inn.request())

    assert [(each.number, each.text, each.chapter) for each in found.story] == [
        (first, "The night of the fire", None),
        (8, "And so the first night ended.", 1),
    ]
    assert (found.beginning, found.scenes) == ((), ())
    assert "kz_" not in repr(found)
    led = await inn.play.newcomer(Actor(MARISOL), inn.request())
    assert "kz_begins" in repr(led.story)


async def test_marks_are_refused_in_a_sentence(inn: Inn) -> None:
    shown, whispered = await inn.tell("it begins"), await inn.tell("", whispered="kz_begins")
    gone = await inn.tell("a mistake", await inn.discover("Mill"))
    await inn.undo(gone)
    await inn.act(MARISOL, MarkEntry(shown))
    for action, code in (
        (MarkEntry(99), "story.no_entry"),
        (MarkEntry(gone), "story.undone"),
        (MarkEntry(gone + 1), "story.undone"),
        (MarkEntry(whispered), "story.secret"),
        (MarkEntry(shown), "story.marked_already"),
        (UnmarkEntry(gone), "story.not_marked"),
        (WriteLine("Too early", 2), "story.no_chapter"),
        (WriteLine(" "), "story.bad_line"),
    ):
        with refuses(code):
            await inn.act(MARISOL, action)
    # Another note takes the place of the first; then it is none any more.
    await inn.act(MARISOL, MarkEntry(shown, "How it began"))
    await inn.act(MARISOL, UnmarkEntry(shown))
    _, story = await inn.play.passages(Actor(DEACON), inn.request())
    assert story == ()
    with pytest.raises(UserError):
        await inn.act(DEACON, MarkEntry(shown))


async def test_a_mark_taken_back_leaves_the_others(inn: Inn) -> None:
    one, two, three = [await inn.tell(words) for words in ("one", "two", "three")]
    _, marked, _ = [await inn.act(MARISOL, MarkEntry(each)) for each in (one, two, three)]
    await inn.undo(marked)
    _, story = await inn.play.passages(Actor(DEACON), inn.request())
    assert [each.number for each in story] == [one, three]


# -- the card that mentions somebody after a long absence -------------------------------------------------


async def test_who_was_away_for_more_than_a_week_is_known_on_what_asks_them(inn: Inn) -> None:
    inn.wait(days=7)
    early = await inn.play.act(Actor(MARISOL), inn.request(), Discover("Mill", asked=DEACON))
    assert early.public.absent == frozenset()
    inn.wait(minutes=1)

    late = await inn.play.act(Actor(MARISOL), inn.request(), Discover("Ford", asked=DEACON))

    assert late.public.absent == {DEACON}
    # What one person alone reads mentions nobody.
    assert late.private.absent == frozenset()
    # However late it is drawn, it is drawn so.
    await inn.tell("I'm back", by=DEACON)
    drawn = {each.entry: each.post for each in await inn.play.due()}
    post = drawn[late.public.entry.number]
    assert post is not None
    assert post.absent == {DEACON}
