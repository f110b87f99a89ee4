"""While others read the game masters' channel its secrets are set aside, and one question is asked there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest
import sqlalchemy as sa

from bot.engine.people import Actor
from bot.engine.readers import READERS, OtherReaders, Reader
from bot.engine.system import RecordId
from bot.play import GAME_MASTER_POST, Due, RecordView
from bot.storage import records
from bot.storage.address import Address
from bot.storage.models import outbox
from bot.systems.table.campaigns.readers import AcceptReaders
from bot.systems.table.campaigns.rules import BindChannel, UnbindChannel
from tests.databases import ENGINES
from tests.play.chronicle import DEACON, MARISOL, SECRET, SERVER, WREN, Inn

ELSEWHERE = 55
# How many wait for a lock.
WAITS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
)
TO_DEACON, TO_WREN = Reader(DEACON, "Deacon"), Reader(WREN, "Wren")


@pytest.fixture
async def inn(sqlite_address: Address) -> AsyncIterator[Inn]:
    """A campaign under way, all of it delivered."""
    made = Inn(sqlite_address)
    await made.begin()
    await made.deliver()
    yield made
    await made.play.database.dispose()


async def hold(inn: Inn, *readers: Reader, channel: int = SECRET, rows: tuple[int, ...] = ()) -> None:
    """Those read that channel."""
    await inn.play.hold_secrets(inn.id, SERVER, OtherReaders(channel, readers), rows)


async def release(inn: Inn) -> bool:
    return await inn.play.release_secrets(inn.id, SERVER)


async def whisper(inn: Inn, words: str = "aside", place: RecordId | None = None) -> int:
    """Something that only game masters hear; its entry."""
    return await inn.tell("", place, whispered=words)


async def secrets(inn: Inn) -> list[tuple[int, int]]:
    """The entries whose secrets are to be posted now, and where; not the question."""
    return [(each.entry, each.channel) for each in await inn.play.due() if is_told(each) and is_post(each)]


def is_post(due: Due) -> bool:
    return due.kind == "post" and due.audience == GAME_MASTER_POST


def is_told(due: Due) -> bool:
    return due.post is not None and (due.post.subject is None or due.post.subject.kind != READERS)


async def question(inn: Inn) -> RecordView | None:
    """What game masters are asked, if it is open."""
    _, found = await inn.play.waiting(Actor(MARISOL), inn.request(), mine=True)
    return found[0].record if found else None


async def asked(inn: Inn) -> list[str]:
    """Whom the question is about."""
    found = await question(inn)
    return [each.name for each in found.state.readers] if found is not None else []


async def entries(inn: Inn) -> list[str]:
    """The newest entries that the house made of it, the oldest first."""
    page = await inn.play.journal(Actor(MARISOL), inn.request())
    return [entry.action for entry, _ in reversed(page.entries) if "Readers" in entry.action]


async def test_what_was_to_be_posted_waits_and_one_question_is_posted(inn: Inn) -> None:
    number = await whisper(inn)
    assert await secrets(inn) == [(number, SECRET)]
    await hold(inn, TO_DEACON)
    assert await secrets(inn) == []
    (sent,) = await inn.deliver()
    assert (sent.channel, sent.audience, is_told(sent)) == (SECRET, GAME_MASTER_POST, False)
    # It is about who it is, and asked once.
    for _ in range(2):
        await hold(inn, TO_DEACON)
    assert (await asked(inn), await inn.deliver()) == (["Deacon"], [])
    assert await entries(inn) == ["AskAboutReaders"]
    # What came since waits with it.
    await whisper(inn)
    await hold(inn, TO_DEACON)
    assert await secrets(inn) == []
    # Only the game masters hear of it.
    page = await inn.play.journal(Actor(DEACON), inn.request())
    assert [entry.events for entry, _ in page.entries if entry.action == "AskAboutReaders"] == [()]


async def test_whoever_is_new_among_them_is_asked_about_and_who_is_gone_is_not(inn: Inn) -> None:
    await hold(inn, TO_DEACON)
    before = await question(inn)
    await hold(inn, TO_DEACON, TO_WREN)
    after = await question(inn)
    assert before is not None
    assert after is not None
    assert (after.id, after.version, after.state.asked) == (before.id, before.version + 1, 2)
    assert await asked(inn) == ["Deacon", "Wren"]
    await hold(inn, TO_WREN)
    assert await entries(inn) == ["AskAboutReaders"] * 2
    # A game master is called anew by that.
    assert (before.steps[0].revision, after.steps[0].revision) == (1, 2)


async def test_once_nobody_else_reads_it_all_of_it_appears(inn: Inn) -> None:
    assert await release(inn) is False
    place = await inn.discover("Mill")
    card = await whisper(inn, place=place)
    await inn.deliver()
    message = inn.newest_message
    numbers = [await whisper(inn) for _ in range(2)]
    await hold(inn, TO_DEACON)
    found = await question(inn)
    assert found is not None
    await inn.deliver()
    assert await release(inn)
    assert await secrets(inn) == [(each, SECRET) for each in numbers]
    assert await question(inn) is None
    assert await release(inn) is False
    assert await entries(inn) == ["AskAboutReaders", "CloseReaders"]
    # What stands there is drawn as it is by now, once the rest is there.
    await inn.deliver()
    assert (card, SECRET) in [(each.entry, each.channel) for each in await inn.play.due()]
    newest = (await inn.play.journal(Actor(MARISOL), inn.request())).entries[0][0].number
    assert await redrawn_by(inn, message) == {newest}
    # Another time another question is asked.
    await hold(inn, TO_DEACON)
    again = await question(inn)
    assert again is not None
    assert (again.id != found.id, again.state.asked) == (True, 1)


async def test_what_is_settled_is_written_down_with_one_version_more(inn: Inn) -> None:
    await hold(inn, TO_DEACON)
    found = await question(inn)
    assert found is not None
    await release(inn)
    (closed,) = await inn.play.database.read(lambda c: records.of_ids(c, [found.id]))
    assert (closed.is_archived, closed.version) == (True, found.version + 1)


async def test_who_was_accepted_holds_nothing_back(inn: Inn) -> None:
    await hold(inn, TO_DEACON)
    found = await question(inn)
    assert found is not None
    await inn.act(MARISOL, AcceptReaders(found.id))
    number = await whisper(inn)
    await hold(inn, TO_DEACON)
    assert (await secrets(inn), await question(inn)) == ([(number, SECRET)], None)
    # Of whoever comes besides, only they are asked about.
    await hold(inn, TO_DEACON, TO_WREN)
    assert (await secrets(inn), await asked(inn)) == ([], ["Wren"])


async def test_of_a_channel_that_is_not_theirs_nothing_is_asked(inn: Inn) -> None:
    number = await whisper(inn)
    await hold(inn, TO_DEACON, channel=ELSEWHERE)
    assert (await secrets(inn), await question(inn)) == ([(number, SECRET)], None)
    # Nor where nobody else reads it.
    await hold(inn)
    assert (await secrets(inn), await question(inn)) == ([(number, SECRET)], None)


async def test_where_the_secrets_moved_the_question_is_asked_there(inn: Inn) -> None:
    await hold(inn, TO_DEACON)
    await inn.deliver()
    await inn.act(MARISOL, BindChannel(ELSEWHERE, for_game_masters=True, instead_of=SECRET))
    await hold(inn, TO_DEACON, channel=ELSEWHERE)
    found = await question(inn)
    assert found is not None
    assert (found.state.channel, found.state.asked) == (ELSEWHERE, 2)


async def test_what_was_left_in_a_channel_that_was_theirs_goes_where_their_secrets_go(inn: Inn) -> None:
    number = await whisper(inn)

    async def leave(channel: int) -> None:
        await inn.play.leave_secret_channel(inn.id, SERVER, channel, ())

    # Of the one that is theirs nothing is taken.
    await leave(SECRET)
    assert await secrets(inn) == [(number, SECRET)]
    await moved_to(inn, ELSEWHERE)
    await leave(ELSEWHERE)
    assert await secrets(inn) == [(number, SECRET)]
    # Where they have none it waits for one.
    await moved_to(inn, ELSEWHERE)
    await inn.act(MARISOL, UnbindChannel(SECRET))
    await leave(ELSEWHERE)
    assert await secrets(inn) == []
    await inn.act(MARISOL, BindChannel(SECRET + 1, for_game_masters=True))
    assert await secrets(inn) == [(number, SECRET + 1)]


async def moved_to(inn: Inn, channel: int) -> None:
    """As it is where a channel was changed while something was on its way to it."""
    posts = outbox.c.done_at.is_(None) & (outbox.c.kind == "post")
    statement = outbox.update().where(posts).values(channel_id=channel)
    await inn.play.database.write(lambda c: c.execute(statement))


async def redraws(inn: Inn) -> list[int]:
    """The rows that ask for something to be drawn anew."""
    open_ = outbox.c.done_at.is_(None) & (outbox.c.kind == "refresh")
    rows = await inn.play.database.read(lambda c: c.execute(sa.select(outbox.c.id).where(open_)).all())
    return [row for (row,) in rows]


async def redrawn_by(inn: Inn, message: int) -> set[int]:
    """The entries that ask for that message to be drawn anew."""
    open_ = outbox.c.done_at.is_(None) & (outbox.c.kind == "refresh") & (outbox.c.message_id == message)
    rows = await inn.play.database.read(lambda c: c.execute(sa.select(outbox.c.entry).where(open_)).all())
    return {entry for (entry,) in rows}


@pytest.mark.parametrize("way", ["hold", "leave"])
async def test_what_was_to_be_drawn_anew_in_it_is_not(inn: Inn, way: str) -> None:
    crypt = await inn.discover("Crypt", is_hidden=True)
    await inn.deliver()
    await whisper(inn, place=crypt)
    await inn.deliver()
    first, *others = rows = tuple(await redraws(inn))
    assert rows
    # Of the channel that is theirs all goes on.
    await inn.play.leave_secret_channel(inn.id, SERVER, SECRET, rows)
    assert await redraws(inn) == list(rows)
    if way == "hold":
        await hold(inn, TO_DEACON, rows=rows[:1])
    else:
        await inn.play.leave_secret_channel(inn.id, SERVER, ELSEWHERE, rows[:1])
    left = await redraws(inn)
    assert first not in left
    assert set(others) <= set(left)


async def test_the_campaigns_in_which_it_is_open_are_known(inn: Inn) -> None:
    assert await inn.play.held() == []
    await hold(inn, TO_DEACON)
    (found,) = await inn.play.held()
    assert (found.id, found.guild, found.campaign.name) == (inn.id, SERVER, "Ashes")
    await release(inn)
    assert await inn.play.held() == []


async def test_where_the_channel_is_gone_the_question_is_settled_and_secrets_go_on_waiting(inn: Inn) -> None:
    number = await whisper(inn)
    await hold(inn, TO_DEACON)
    await inn.act(MARISOL, UnbindChannel(SECRET))
    assert await release(inn)
    assert await secrets(inn) == []
    await inn.act(MARISOL, BindChannel(SECRET, for_game_masters=True))
    assert await secrets(inn) == [(number, SECRET)]


@pytest.mark.parametrize("engine", ENGINES[1:])
async def test_what_somebody_settles_just_before_is_not_settled_again(address: Address) -> None:
    inn = Inn(address)
    await inn.begin()
    await hold(inn, TO_DEACON)
    other = await asyncpg.connect(address.url.render_as_string(hide_password=False))
    async with other.transaction():
        await other.execute("SELECT FROM campaigns FOR UPDATE")
        releasing = asyncio.create_task(release(inn))
        # It has seen the question by the time it waits for the campaign.
        while not await other.fetchval(WAITS):  # noqa: ASYNC110  the server tells nobody
            await asyncio.sleep(0.01)
        await other.execute("UPDATE records SET is_archived = true WHERE kind = $1", READERS)
    before = await entries(inn)
    assert not await releasing
    assert await entries(inn) == before
    await other.close()
    await inn.play.database.dispose()
