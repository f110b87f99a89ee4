"""What delivery asks of the database: what is due and how it looks, and what becomes of it in Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from bot.engine.system import PlainEvent, RecordId
from bot.play import Due
from bot.play.views import Link, Mentions
from bot.storage import journal, outbox
from bot.storage.address import Address
from bot.storage.journal import EntryRow
from bot.storage.models import journal as entries
from bot.storage.models import messages, records, waiting
from bot.storage.models import outbox as rows
from bot.storage.outbox import GAME_MASTER_POST, NOWHERE, PUBLIC_POST, MessageRow, OutboxRow
from bot.systems.table.board.rules import PostBoard
from tests.play.registry import DEACON, HERE, MARISOL, SECRET, SERVER, WREN, Do, Office, secret

ELSEWHERE, FORUM, THREAD = 31, 32, 33


@pytest.fixture
async def office(sqlite_address: Address) -> AsyncIterator[Office]:
    """A campaign under way."""
    made = Office(sqlite_address)
    await made.begin()
    yield made
    await made.play.database.dispose()


async def _amend(office: Office, **put: Any) -> int:
    """Change the campaign itself, in silence."""
    number = await office.change(None, also={RecordId(office.id): put})
    await office.settle()
    await _done(office)
    return number


async def _done(office: Office) -> None:
    """Nothing is asked for any more."""
    await office.play.database.write(lambda c: c.execute(rows.update().values(done_at=office.clock)))


async def _entry(office: Office, number: int) -> EntryRow:
    found = await office.play.database.read(lambda c: journal.entry(c, office.id, number))
    assert found is not None
    return found


async def _last(office: Office) -> EntryRow:
    """The newest entry."""

    def read(connection: sa.Connection) -> int:
        return int(connection.scalar(sa.select(sa.func.max(entries.c.number))) or 0)

    return await _entry(office, await office.play.database.read(read))


async def _known(office: Office, message: int) -> MessageRow | None:
    return await office.play.database.read(lambda c: outbox.message(c, message))


async def _posts(office: Office) -> list[tuple[int, str, int]]:
    """The posts that are to come: entry, audience and channel."""
    return [(row.entry, row.audience, row.channel_id) for row in await office.asked() if row.kind == "post"]


def _words(due: Due) -> list[str]:
    assert due.post is not None, due.fault
    return [event.words for event in due.post.entry.events]


# -- what is due ----------------------------------------------------------------------------------


async def test_a_post_is_due_with_all_that_it_is_drawn_from(office: Office) -> None:
    thing = await office.open("matter", "Keys", words="There are keys.", whispered="Two of them.")
    theirs, ours = await office.due()
    assert (theirs.kind, theirs.audience, theirs.channel) == ("post", GAME_MASTER_POST, SECRET)
    assert (ours.kind, ours.audience, ours.channel) == ("post", PUBLIC_POST, HERE)
    entry = await _entry(office, 4)
    for due in (theirs, ours):
        assert (due.campaign, due.guild, due.entry, due.attempts) == (office.id, SERVER, 4, 0)
        assert (due.message, due.told, due.fault, due.thread, due.played) == (None, (), None, "", None)
        assert due.interaction == entry.interaction_id
        assert due.answered == (entry.interaction_id,)
        # Every message of it is younger than the deed.
        assert due.after == entry.interaction_id
        assert due.post is not None
        assert due.post.subject is not None
        assert due.post.subject.id == thing
        assert (due.post.earlier, due.post.newer, due.post.is_behind) == ((), None, False)
    assert _words(theirs) == ["There are keys.", "Two of them."]
    assert _words(ours) == ["There are keys."]
    assert [row.id for row in await office.asked()] == [*theirs.rows, *ours.rows]


async def test_what_was_put_off_comes_in_its_time_or_once_the_clock_is_set_back(office: Office) -> None:
    await office.open("matter", "Keys")
    (due,) = await office.due()
    await office.play.put_off(due.rows, timedelta(minutes=10))
    assert await office.due() == []
    office.wait(minutes=10)
    (again,) = await office.due()
    assert (again.rows, again.attempts) == (due.rows, 1)
    await office.play.put_off(due.rows, timedelta(minutes=10))
    office.wait(seconds=-1)
    (again,) = await office.due()
    assert again.attempts == 2
    await office.play.put_off(due.rows, timedelta(minutes=10))
    await office.play.take_up(due.rows)
    assert len(await office.due()) == 1


async def test_channels_that_are_busy_silent_or_still_are_left_alone(office: Office) -> None:
    thing = await office.open("matter", "Keys")
    await office.settle()
    await office.change(thing, words="")
    await office.change(thing)
    assert [due.kind for due in await office.due()] == ["refresh", "post"]
    assert await office.play.due(busy=(HERE,)) == []
    assert [due.kind for due in await office.play.due(silent=(HERE,))] == ["refresh"]
    assert [due.kind for due in await office.play.due(still=(HERE,))] == ["post"]


async def test_redrawings_of_one_message_are_one_and_posts_are_each_their_own(office: Office) -> None:
    thing = await office.open("matter", "Keys")
    (first,) = await office.settle()
    for _ in range(2):
        await office.change(thing, words="")
    await office.change(thing)
    await office.change(thing)
    *posts, redraw = sorted(await office.due(), key=lambda due: due.kind != "post")
    assert [due.entry for due in posts] == [7, 8]
    assert (redraw.kind, redraw.message, redraw.entry) == ("refresh", first.message_id, 4)
    # Those of entries that are posted still wait for that.
    assert len(redraw.rows) == 2
    # It was tried as often as any of them.
    await office.play.put_off(redraw.rows[:1], timedelta(0))
    (again,) = [due for due in await office.due() if due.kind == "refresh"]
    assert (again.rows, again.attempts) == (redraw.rows, 1)
    assert redraw.told == redraw.answered == ()
    await office.settle()
    assert await office.due() == []


async def test_a_message_that_nobody_knows_is_not_drawn_anew(office: Office) -> None:
    thing = await office.open("matter", "Keys")
    (message,) = await office.settle()
    await office.change(thing, words="")
    gone = messages.delete().where(messages.c.message_id == message.message_id)
    await office.play.database.write(lambda c: c.execute(gone))
    (due,) = await office.due()
    assert (due.kind, due.message, due.post, due.fault) == ("refresh", message.message_id, None, None)


async def test_what_cannot_be_read_holds_up_no_other(office: Office) -> None:
    broken, _ = await office.open("matter", "Keys"), await office.open("matter", "Rope")
    spoilt = records.update().where(records.c.id == broken).values(state='{"name": 5}')
    await office.play.database.write(lambda c: c.execute(spoilt))
    first, second = await office.due()
    assert (first.post, isinstance(first.fault, ValueError)) == (None, True)
    assert second.fault is None
    assert second.post is not None


async def test_who_leads_now_is_looked_at_where_secrets_are_read(office: Office) -> None:
    await office.change(None, also={RecordId(office.id): {"game_masters": (MARISOL, DEACON)}})
    (due,) = [each for each in await office.due() if each.kind == outbox.READERS]
    assert (due.guild, due.channel, due.message, due.post) == (SERVER, SECRET, None, None)
    assert due.played is not None
    assert due.played.game_masters == (MARISOL, DEACON)


# -- how it looks ---------------------------------------------------------------------------------


async def test_a_card_goes_on_to_tell_what_happens_and_keeps_what_it_told_before(office: Office) -> None:
    thing = await office.open("card", "Keys", words="one")
    (card,) = await office.settle()
    for words in ("two", "three"):
        await office.change(thing, words=words)
    (due,) = await office.due()
    assert (due.kind, due.message, due.entry, due.told) == ("post", card.message_id, 6, (5, 6))
    interactions = tuple([(await _entry(office, each)).interaction_id for each in (5, 6)])
    assert due.answered == interactions
    assert due.post is not None
    assert [each.number for each in due.post.earlier] == [5, 4]
    await office.appear(due)
    for words in ("four", "five"):
        await office.change(thing, words=words)
    (due,) = await office.due()
    # Only the last few of them.
    assert due.post is not None
    assert (due.entry, [each.number for each in due.post.earlier]) == (8, [7, 6, 5])
    (shown,) = await office.settle()
    assert (shown.message_id, shown.entry, shown.is_card) == (card.message_id, 8, True)
    # Redrawn for something else it tells the same.
    await office.change(thing, words="", name="Key")
    (due,) = await office.due()
    assert due.post is not None
    assert (due.kind, due.entry, due.told) == ("refresh", 8, ())
    assert [each.number for each in due.post.earlier] == [7, 6, 5]


async def test_what_follows_a_card_that_is_still_to_come_waits_and_a_second_card_is_never_made(
    office: Office,
) -> None:
    thing = await office.open("card", "Keys")
    for _ in range(2):
        await office.change(thing)
    (first,) = await office.due()
    assert (first.entry, first.message, first.told) == (4, None, ())
    card = await office.appear(first)
    (second,) = await office.due()
    assert (second.entry, second.message, second.told) == (6, card.message_id, (5, 6))
    # A card that is gone gets a message of its own again, and the others go on with that.
    await office.play.post_anew(second.rows, card.message_id, is_gone=True)
    assert await _known(office, card.message_id) is None
    (anew,) = await office.due()
    assert (anew.entry, anew.message) == (5, None)
    await office.appear(anew)
    (last,) = await office.due()
    assert (last.entry, last.told) == (6, (6,))


async def test_a_card_out_of_sight_is_posted_anew_and_the_one_before_is_known_still(office: Office) -> None:
    thing = await office.open("card", "Keys")
    (card,) = await office.settle()
    await office.change(thing)
    (due,) = await office.due()
    await office.play.post_anew(due.rows, card.message_id, is_gone=False)
    assert await _known(office, card.message_id) == card
    (anew,) = [each for each in await office.due() if each.kind == "post"]
    assert (anew.entry, anew.message) == (5, None)


async def test_a_card_elsewhere_is_none_to_go_on_with(office: Office) -> None:
    thing = await office.open("card", "Keys")
    await office.settle()
    await office.change(thing, channel=ELSEWHERE)
    (due,) = [each for each in await office.due() if each.kind == "post"]
    assert (due.channel, due.message) == (ELSEWHERE, None)


async def test_an_older_message_links_to_the_newest_about_the_same(office: Office) -> None:
    thing = await office.open("matter", "Keys")
    await office.settle()
    await office.open("matter", "Rope")
    await office.change(thing, whispered="psst")
    shown = {(due.entry, due.audience): await office.appear(due) for due in await _due_posts(office)}
    (due,) = await office.due()
    assert due.post is not None
    assert (due.entry, due.post.newer) == (4, Link(SERVER, HERE, shown[6, PUBLIC_POST].message_id))
    await office.settle()
    # The newest of each audience links to none.
    await office.change(thing, words="", name="Key")
    found = {(each.entry, each.audience): each.post for each in await office.due()}
    assert found.keys() == {(6, PUBLIC_POST), (6, GAME_MASTER_POST)}
    assert {post.newer for post in found.values() if post is not None} == {None}


async def _due_posts(office: Office) -> list[Due]:
    return [due for due in await office.due() if due.kind == "post"]


async def test_what_took_its_place_is_linked_to_instead(office: Office) -> None:
    thing = await office.open("matter", "Keys")
    other = await office.open("matter", "Lock")
    (first, second) = sorted(await office.settle(), key=lambda row: row.entry)
    await office.change(thing, words="", next=other)
    (due,) = await office.due()
    assert due.post is not None
    assert due.message == first.message_id
    assert due.post.newer == Link(SERVER, HERE, second.message_id)


async def test_the_game_masters_card_says_that_it_is_behind_and_nobody_elses(office: Office) -> None:
    thing = await office.open("card", "Keys", whispered="psst")
    await office.settle()
    await office.change(thing, words="Seen by all.", name="Key")
    for due in await office.due():
        assert due.post is not None
        is_secret = due.audience == GAME_MASTER_POST
        assert due.post.is_behind is is_secret
        assert _words(due)[-1:] == (["psst"] if is_secret else ["Seen by all."])
    # Also where theirs alone is drawn.
    for due in await office.due():
        if due.audience == PUBLIC_POST:
            await office.appear(due)
    (due,) = await office.due()
    assert due.post is not None
    assert (due.audience, due.post.is_behind) == (GAME_MASTER_POST, True)


async def test_the_game_masters_card_is_not_behind_what_it_tells_itself(office: Office) -> None:
    other = await office.open("matter", "Lock")
    await office.open("card", "Keys", links=(other,), whispered="psst")
    await office.settle()
    await office.change(other, words="", name="Locks")
    due = secret(await office.due())
    assert due.post is not None
    assert (due.entry, due.post.is_behind) == (5, False)


async def test_the_board_shows_what_goes_on_only_where_the_game_masters_read_now(office: Office) -> None:
    thing = await office.open("sign", "Board", whispered="psst")
    await _amend(office, board=thing)
    await office.change(thing, words="")
    glances = {due.audience: due.post and due.post.glance for due in await office.due()}
    assert glances[PUBLIC_POST] is not None
    assert glances[GAME_MASTER_POST] is not None
    await office.settle()
    # Whoever reads the old place is told nothing more.
    moved = messages.update().where(messages.c.audience == GAME_MASTER_POST).values(channel_id=ELSEWHERE)
    await office.play.database.write(lambda c: c.execute(moved))
    await office.change(thing, words="")
    due = secret(await office.due())
    assert due.channel == ELSEWHERE
    assert due.post is not None
    assert due.post.glance is None


async def test_whom_a_step_waits_for_is_mentioned_by_the_message_that_left_it_to_them(office: Office) -> None:
    thing = await office.open("matter", "Keys", by=DEACON, asked=0)
    (due,) = await office.due()
    assert due.post is not None
    assert due.post.mentions == Mentions(people=(MARISOL,))
    await office.settle()
    # What no longer waits mentions nobody.
    await office.change(thing, words="", asked=None)
    (due,) = await office.due()
    assert due.post is not None
    assert due.post.mentions == Mentions()


async def test_what_it_links_to_is_shown_and_what_waits_there(office: Office) -> None:
    thing = await office.open("matter", "Keys")
    await office.open("matter", "Rope", links=(thing,), asked=WREN)
    await office.open("matter", "Lamp")
    _, second, third = await office.due()
    assert second.post is not None
    assert third.post is not None
    assert list(second.post.records) == [thing]
    assert list(third.post.records) == []
    assert second.post.subject is not None
    assert [step.who for step in second.post.subject.steps] == [WREN]


async def test_until_when_a_step_waits_is_shown_with_it(office: Office) -> None:
    await office.open("matter", "Keys", asked=WREN)
    until = office.clock + timedelta(days=2)
    await office.play.database.write(lambda c: c.execute(waiting.update().values(deadline=until)))
    (due,) = await office.due()
    assert due.post is not None
    assert due.post.deadlines == {"say": until}


# -- that it was shown ----------------------------------------------------------------------------


async def test_what_appeared_is_known_and_asked_for_no_more(office: Office) -> None:
    await office.open("matter", "Keys")
    (due,) = await office.due()
    shown = office.shown(due)
    assert not await office.play.delivered([shown])
    assert await office.asked() == []
    assert await _known(office, shown.message.message_id) == shown.message
    (row,) = await office.play.database.read(lambda c: outbox.of_entry(c, office.id, 4))
    assert (row.message_id, row.done_at) == (shown.message.message_id, office.clock)


async def test_what_changed_while_it_was_posted_is_redrawn(office: Office) -> None:
    thing = await office.open("matter", "Keys")
    (due,) = await office.due()
    await office.change(thing, words="", name="Key")
    assert await office.play.delivered([office.shown(due)])
    (redraw,) = await office.due()
    assert redraw.kind == "refresh"
    assert redraw.post is not None
    assert redraw.post.subject is not None
    assert redraw.post.subject.title == "Key"


async def test_what_was_drawn_with_all_that_there_is_is_not_looked_at_again(office: Office) -> None:
    thing = await office.open("matter", "Keys")
    await office.change(thing, words="", name="Key")
    (due,) = await office.due()
    # It says nothing of entry 5, but shows how it stands since.
    assert not await office.play.delivered([office.shown(due)])
    assert await office.asked() == []
    # Nor for what is no matter to it.
    await office.open("matter", "Lamp")
    (due,) = await office.due()
    await office.open("matter", "Rope")
    assert not await office.play.delivered([office.shown(due)])
    assert [(row.kind, row.entry) for row in await office.asked()] == [("post", 7)]


async def test_a_message_without_buttons_takes_the_place_of_the_older_when_it_appears(office: Office) -> None:
    thing = await office.open("matter", "Keys")
    (first,) = await office.settle()
    await office.change(thing)
    (due,) = await office.due()
    redraws = rows.update().where(rows.c.kind == "refresh").values(done_at=office.clock)
    await office.play.database.write(lambda c: c.execute(redraws))
    quiet = office.shown(due, is_live=False)
    assert await office.play.delivered([quiet])
    assert [row.message_id for row in await office.asked()] == [first.message_id]
    await _done(office)
    # And no more when it is drawn once more.
    again = replace(quiet, is_posted=False)
    assert not await office.play.delivered([again])
    assert await office.asked() == []


async def test_two_messages_of_one_thing_leave_the_newest_with_its_buttons(office: Office) -> None:
    thing = await office.open("matter", "Keys")
    await office.change(thing)
    first, second = await office.due()
    assert not await office.play.delivered([office.shown(first)])
    assert await office.play.delivered([office.shown(second)])
    (redraw,) = await office.due()
    assert (redraw.kind, redraw.entry) == ("refresh", 4)
    # Redrawn without buttons it takes nobody's place, and asks for nothing.
    assert redraw.post is not None
    assert redraw.post.newer is not None
    assert not await office.play.delivered([office.shown(redraw)])
    assert await office.asked() == []


async def test_what_is_posted_twice_unheard_is_known_once(office: Office) -> None:
    await office.open("matter", "Keys")
    (due,) = await office.due()
    shown = office.shown(due)
    await office.play.delivered([shown])
    assert not await office.play.delivered([shown])
    assert await _known(office, shown.message.message_id) == shown.message


async def test_a_board_that_fell_behind_while_it_was_drawn_is_kept_up_by_and_by(office: Office) -> None:
    thing = await office.open("sign", "Board")
    await _amend(office, board=thing)
    await office.change(thing, words="")
    (due,) = await office.due()
    shown = office.shown(due)
    assert shown.is_board
    await office.play.delivered([shown])
    assert await office.asked() == []
    # While it was under way somebody said something, which asked for nothing then.
    other = await office.open("matter", "Keys")
    assert other
    await _done(office)
    await office.play.delivered([shown])
    (row,) = await office.asked()
    last = (await _last(office)).number
    assert (row.message_id, row.entry) == (shown.message.message_id, last)
    assert row.not_before == office.clock + timedelta(seconds=5)


async def test_what_was_delivered_long_ago_is_tidied_away(office: Office) -> None:
    await office.open("matter", "Keys")
    await office.settle()
    office.wait(days=30)
    before = len(await _all(office))
    assert (await office.play.tidy())[1] == 0
    office.wait(seconds=1)
    gone = (await office.play.tidy())[1]
    assert 0 < gone == before - len(await _all(office))


async def _all(office: Office) -> list[Any]:
    return await office.play.database.read(lambda c: list(c.execute(sa.select(rows.c.id))))


# -- what is gone ---------------------------------------------------------------------------------


async def test_with_what_is_given_up_goes_what_was_to_follow_it(office: Office) -> None:
    thing = await office.open("sign", "Keys")
    await office.change(thing)
    posts = [due for due in await office.due() if due.kind == "post"]
    first = posts[0]
    await office.play.give_up(first.rows, None)
    # Its pin went with it; the other's waits for its own.
    left = await office.asked()
    assert {row.entry for row in left} == {5}
    await office.settle()
    known = [row.message_id for row in await _messages(office)]
    await office.play.give_up((), known[0])
    assert await _messages(office) == []


async def _messages(office: Office) -> list[MessageRow]:
    read = sa.select(messages).order_by(messages.c.message_id)
    return await office.play.database.read(lambda c: [MessageRow._make(row) for row in c.execute(read)])


async def test_what_a_channel_that_is_gone_was_to_show_appears_in_the_next(office: Office) -> None:
    await _amend(office, channels=(HERE, FORUM, ELSEWHERE), forums=(FORUM,))
    await office.open("matter", "Keys")
    for place in (HERE, ELSEWHERE):
        (due,) = await office.due()
        assert due.channel == place
        await office.play.channel_gone(due)
    # Each comes up once; then it is given up.
    assert await office.due() == []
    assert await office.asked() == []
    # From a channel that is none of the campaign's it goes to the first.
    await office.change(None, channel=THREAD)
    (due,) = await office.due()
    await office.play.channel_gone(due)
    (due,) = await office.due()
    assert due.channel == HERE


async def test_a_redrawing_in_a_channel_that_is_gone_is_given_up_with_its_message(office: Office) -> None:
    thing = await office.open("matter", "Keys")
    (message,) = await office.settle()
    await _amend(office, channels=(HERE, ELSEWHERE))
    await office.change(thing, words="")
    (due,) = await office.due()
    await office.play.channel_gone(due)
    assert await office.asked() == []
    assert await _known(office, message.message_id) is None
    assert (await _last(office)).action == "Do"


@pytest.mark.parametrize(
    ("channels", "has_secret", "place", "is_open"),
    [
        ((HERE, FORUM, ELSEWHERE), True, ELSEWHERE, True),
        # Without another channel it is for the game masters alone, where they have a place.
        ((HERE, FORUM), True, None, False),
        ((HERE, FORUM), False, None, True),
    ],
)
async def test_with_its_channel_the_board_is_gone_and_its_game_masters_read_why(
    office: Office, channels: tuple[int, ...], has_secret: bool, place: int | None, is_open: bool
) -> None:
    await office.act(PostBoard())
    (message,) = [row for row in await office.settle() if row.audience == PUBLIC_POST]
    thing = RecordId(message.record_id or "")
    put: dict[str, Any] = {} if has_secret else {"game_master_channel": None}
    await _amend(office, channels=channels, forums=(FORUM,), **put)
    await office.act(Do(words=""))
    office.wait(seconds=5)
    (due,) = [each for each in await office.due() if each.audience == PUBLIC_POST]
    versions = (await office.record(thing)).version, (await office.record(RecordId(office.id))).version

    await office.play.channel_gone(due)

    assert await _known(office, message.message_id) is None
    assert (await office.campaign()).board is None
    lost, root = await office.record(thing), await office.record(RecordId(office.id))
    assert (lost.is_archived, lost.version, root.version) == (True, versions[0] + 1, versions[1] + 1)
    entry = await _last(office)
    assert (entry.action, entry.system, entry.actor_id, entry.subject_id) == ("LoseBoard", "table", 0, None)
    assert entry.input == f'{{"channel":{HERE}}}'
    assert entry.channel_id == (place or HERE)
    (event,) = office.play.context.whole(entry)[0]
    assert event.kind == "BoardLost"
    assert event.facts == {"channel": HERE, "who": [MARISOL]}
    assert event.audience.everyone is is_open
    asked = [row for row in await office.asked() if row.entry == entry.number and row.kind == "post"]
    assert [(row.audience, row.channel_id) for row in asked] == [
        (PUBLIC_POST, place or HERE) if is_open else (GAME_MASTER_POST, SECRET)
    ]


async def test_another_redrawing_in_the_boards_channel_takes_no_board_down(office: Office) -> None:
    thing, other = await office.open("sign", "Board", whispered="psst"), await office.open("matter", "Keys")
    await office.settle()
    await _amend(office, board=thing)
    await office.change(other, words="")
    (due,) = [each for each in await office.due() if each.message and each.kind == "refresh"]
    await office.play.channel_gone(due)
    # Nor does the game masters' own.
    await office.change(thing, words="")
    await office.play.channel_gone(secret(await office.due()))
    assert (await office.campaign()).board == thing
    # A message that nobody knows any more is simply given up.
    (due,) = await office.due()
    await office.play.database.write(lambda c: c.execute(messages.delete()))
    await office.play.channel_gone(due)
    assert (await office.campaign()).board == thing
    assert await office.asked() == []


async def test_with_their_channel_the_game_masters_secrets_are_kept_and_it_is_told_to_all(
    office: Office,
) -> None:
    await office.open("matter", "Keys", whispered="psst")
    due = secret(await office.due())
    version = (await office.record(RecordId(office.id))).version
    await office.play.channel_gone(due)
    root = await office.record(RecordId(office.id))
    assert (root.state.game_master_channel, root.version) == (None, version + 1)
    entry = await _last(office)
    assert (entry.action, entry.actor_id, entry.input) == ("LoseChannel", 0, f'{{"channel":{SECRET}}}')
    assert office.play.context.whole(entry)[0] == (
        PlainEvent("ChannelLost", {"channel": SECRET, "who": [MARISOL]}),
    )
    assert (4, GAME_MASTER_POST, NOWHERE) in await _posts(office)
    assert all(each.audience == PUBLIC_POST for each in await office.settle())
    # They come out once there is another.
    await _named(office, ELSEWHERE)
    assert (4, GAME_MASTER_POST, ELSEWHERE) in await _posts(office)


async def _named(office: Office, channel: int | None) -> None:
    await office.change(None, also={RecordId(office.id): {"game_master_channel": channel}})


async def test_where_the_game_masters_have_another_channel_by_now_their_secrets_come_out_there(
    office: Office,
) -> None:
    await office.open("matter", "Keys", whispered="psst")
    due = secret(await office.due())
    await _named(office, ELSEWHERE)
    await office.play.database.write(
        lambda c: c.execute(rows.update().where(rows.c.id.in_(due.rows)).values(channel_id=SECRET))
    )
    last = (await _last(office)).number
    await office.play.channel_gone(due)
    assert (await _last(office)).number == last
    assert (4, GAME_MASTER_POST, ELSEWHERE) in await _posts(office)
    await _named(office, None)
    last = (await _last(office)).number
    await office.play.channel_gone(due)
    assert (await _last(office)).number == last
    assert (4, GAME_MASTER_POST, NOWHERE) in await _posts(office)


# -- what Discord refuses -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("secret_place", "channels", "is_forbidden", "refused_in", "told"),
    [
        # Where nobody may post it is told elsewhere: to all, where the game masters have no place.
        (None, (HERE, FORUM, ELSEWHERE), True, HERE, (PUBLIC_POST, ELSEWHERE)),
        (SECRET, (HERE, FORUM, ELSEWHERE), True, HERE, (GAME_MASTER_POST, SECRET)),
        # Of their own place it is told to all.
        (SECRET, (HERE, FORUM), True, SECRET, (PUBLIC_POST, HERE)),
        # Or nowhere but in the journal.
        (None, (HERE, FORUM), True, HERE, None),
        # Where it is this message alone, in the same channel.
        (None, (HERE, FORUM), False, HERE, (PUBLIC_POST, HERE)),
        (None, (HERE, FORUM, ELSEWHERE), False, HERE, (PUBLIC_POST, ELSEWHERE)),
    ],
)
async def test_what_discord_refuses_its_game_masters_read_where_they_can(
    office: Office,
    secret_place: int | None,
    channels: tuple[int, ...],
    is_forbidden: bool,
    refused_in: int,
    told: tuple[str, int] | None,
) -> None:
    await _amend(office, game_master_channel=secret_place, channels=channels, forums=(FORUM,))
    number = await office.change(None, channel=refused_in)
    (due,) = await office.due()
    await office.play.post_refused(due, is_forbidden=is_forbidden)
    entry = await _last(office)
    assert (entry.action, entry.actor_id, entry.input) == ("RefusePost", 0, f'{{"channel":{refused_in}}}')
    (event,) = office.play.context.whole(entry)[0]
    assert event.kind == "PostRefused"
    facts = {
        "channel": refused_in,
        "entry": number,
        "is_forbidden": is_forbidden,
        "is_locked": False,
        "who": [MARISOL],
    }
    assert event.facts == facts
    asked = [(row.audience, row.channel_id) for row in await office.asked() if row.entry == entry.number]
    assert asked == ([told] if told is not None else [])


async def test_a_channels_refusals_are_told_once_a_day(office: Office) -> None:
    await office.open("matter", "Keys")
    (due,) = await office.due()
    numbers = []
    for hours in (0, 24, 23, 1):
        office.wait(hours=hours)
        await office.play.post_refused(due, is_forbidden=True)
        numbers.append((await _last(office)).number)
    assert numbers == [5, 6, 6, 7]


# -- pins and threads -----------------------------------------------------------------------------


async def test_a_message_is_pinned_once_it_is_there_each_audiences_own(office: Office) -> None:
    await office.open("sign", "Board", whispered="psst")
    assert {due.kind for due in await office.due()} == {"post"}
    shown = {row.audience: row for row in await office.settle()}
    pins = [due for due in await office.due() if due.kind == outbox.PIN]
    assert {due.audience for due in pins} == set(shown)
    for due in pins:
        message = shown[due.audience]
        assert (due.message, due.channel, due.guild) == (message.message_id, message.channel_id, SERVER)
        await office.play.pinned(due)
    assert await office.asked() == []


async def test_of_two_messages_of_an_entry_the_newer_is_pinned_and_of_none_nothing(office: Office) -> None:
    await office.open("sign", "Board")
    (first,) = await office.settle()
    newer = first._replace(message_id=first.message_id + 1)
    await office.play.database.write(lambda c: outbox.add(c, [newer]))
    (due,) = [each for each in await office.due() if each.kind == outbox.PIN]
    assert due.message == newer.message_id
    await office.play.database.write(lambda c: c.execute(messages.delete()))
    (due,) = await office.due()
    assert (due.message, due.guild, due.channel) == (None, SERVER, HERE)
    await office.play.pinned(due)
    assert await office.asked() == []


async def _thread(office: Office, kind: str = "matter", **more: Any) -> tuple[RecordId, Due]:
    """A thing settled in a channel, for which a thread is due."""
    thing = await office.open(kind, "Keys", place=HERE, starts_thread=True, **more)
    await office.settle()
    (due,) = [each for each in await office.due() if each.kind == outbox.THREAD]
    return thing, due


@pytest.mark.parametrize("player", [DEACON, None])
async def test_a_thread_is_started_from_its_message_and_the_record_settles_in_it(
    office: Office, player: int | None
) -> None:
    thing, due = await _thread(office, player=player, whispered="psst")
    (message,) = [row for row in await _messages(office) if row.audience == PUBLIC_POST]
    assert (due.guild, due.channel, due.message) == (SERVER, HERE, message.message_id)
    assert due.thread == "Keys"
    before = await office.record(thing)

    await office.play.thread_started(due)

    now = await office.record(thing)
    assert (now.state.place, now.version) == (message.message_id, before.version + 1)
    entry = await _last(office)
    place = (entry.action, entry.actor_id, entry.subject_id, entry.channel_id)
    assert place == ("StartThread", 0, thing, message.message_id)
    facts = {"name": "Keys", "place": message.message_id, "who": [player] if player is not None else []}
    assert office.play.context.whole(entry)[0] == (PlainEvent("ThreadStarted", facts),)
    assert not [row for row in await office.asked() if row.kind == outbox.THREAD]
    touched = await office.play.database.read(lambda c: journal.touched_by(c, office.id, [entry.number]))
    assert [row.record_id for row in touched] == [thing]


@pytest.mark.parametrize(
    ("meanwhile", "is_started"),
    [
        ("undone", True),
        ("undone", False),
        ("archived", True),
        ("archived", False),
        ("moved", True),
        ("gone", False),
    ],
)
async def test_of_what_went_on_meanwhile_nothing_settles_in_a_thread(
    office: Office, meanwhile: str, is_started: bool
) -> None:
    """Before it was to be started, or since it was."""
    thing, due = await _thread(office)
    if meanwhile == "undone":
        await office.undo(4)
        await office.change(thing, words="", restore=True)
    elif meanwhile == "gone":
        await office.play.database.write(lambda c: c.execute(messages.delete()))
    else:
        put = {"archive": True} if meanwhile == "archived" else {"place": ELSEWHERE}
        await office.change(thing, words="", **put)
    if not is_started:
        (due,) = [each for each in await office.due() if each.kind == outbox.THREAD]
        assert (due.message, due.thread, due.guild) == (None, "", SERVER)
    state, last = await office.state(thing), (await _last(office)).number
    await office.play.thread_started(due)
    assert await office.state(thing) == state
    assert (await _last(office)).number == last
    assert not [row for row in await office.asked() if row.kind == outbox.THREAD]


async def test_for_what_is_about_nothing_no_thread_is_started(office: Office) -> None:
    await office.change(None, starts_thread=True)
    await office.settle()
    (due,) = await office.due()
    assert (due.kind, due.message, due.thread) == (outbox.THREAD, None, "")
    await office.play.thread_started(due)
    assert await office.asked() == []
    assert (await _last(office)).number == 4


async def test_what_settles_nowhere_stays_where_it_is(office: Office) -> None:
    thing, due = await _thread(office, "sign")
    await office.play.thread_started(due)
    assert (await office.state(thing)).place == HERE
    assert (await _last(office)).action == "Do"


@pytest.mark.parametrize("has_secret", [True, False])
async def test_a_thread_that_cannot_be_started_is_told_once_and_only_for_what_lacks(
    office: Office, has_secret: bool
) -> None:
    if not has_secret:
        await _amend(office, game_master_channel=None)
    told = []
    for lacks in ((), ("Create threads",), ("Create threads",)):
        await office.open("matter", "Keys", place=HERE, starts_thread=True)
        await office.settle()
        (due,) = [each for each in await office.due() if each.kind == outbox.THREAD]
        before = (await _last(office)).number
        await office.play.thread_refused(due, lacks)
        assert not [row for row in await office.asked() if row.kind == outbox.THREAD]
        told.append((await _last(office)).number - before)
        if told[-1]:
            entry = await _last(office)
            (event,) = office.play.context.whole(entry)[0]
            assert (entry.action, entry.subject_id) == ("RefuseThread", None)
            facts = {"name": "Keys", "channel": HERE, "lacks": ["Create threads"], "who": [MARISOL]}
            assert (event.kind, event.facts) == ("ThreadRefused", facts)
            assert event.audience.everyone is not has_secret
    assert told == [0, 1, 0]


# -- posted once more -----------------------------------------------------------------------------


@pytest.mark.parametrize("is_gone", [True, False])
async def test_what_a_message_shows_moves_to_a_new_one_once(office: Office, is_gone: bool) -> None:
    thing = await office.open("matter", "Keys", whispered="psst")
    shown = {row.audience: row for row in await office.settle()}
    message = shown[PUBLIC_POST].message_id
    await office.change(thing, words="")
    (due,) = [each for each in await office.due() if each.message == message]

    for _ in range(2):
        await office.play.repost(due.rows, message, is_gone=is_gone)

    asked = [row for row in await office.asked() if row.audience == PUBLIC_POST]
    (post,) = [row for row in asked if row.kind == "post"]
    assert post._replace(id=0) == OutboxRow(
        0, office.id, 4, "post", PUBLIC_POST, HERE, None, thing, None, office.clock, 0, None, None, None
    )
    redrawn = [(row.message_id, row.entry) for row in asked if row.kind == "refresh"]
    assert redrawn == ([] if is_gone else [(message, 4)] * 2)
    assert (await _known(office, message) is None) is is_gone
    # An id that every message of it is younger than: one that stood is known.
    (anew,) = [each for each in await office.due() if each.kind == "post"]
    assert anew.interaction is None
    assert anew.after == max(row.message_id for row in await _messages(office) if row.entry == 4)


async def test_a_message_that_nobody_knows_is_posted_by_nobody_again(office: Office) -> None:
    thing = await office.open("matter", "Keys")
    (message,) = await office.settle()
    await office.change(thing, words="")
    (due,) = await office.due()
    await office.play.database.write(lambda c: c.execute(messages.delete()))
    await office.play.repost(due.rows, message.message_id, is_gone=False)
    assert await office.asked() == []


async def test_what_was_pinned_is_pinned_where_it_moves_to(office: Office) -> None:
    thing = await office.open("sign", "Board")
    await office.change(None, words="Nothing else.")
    shown = {row.entry: row.message_id for row in await office.settle()}
    await _done(office)
    for entry in (4, 5):
        await office.play.repost((), shown[entry], is_gone=True)
    asked = await office.asked()
    post, pin = [row for row in asked if row.entry == 4]
    assert (post.kind, pin.kind, pin.after_row) == ("post", outbox.PIN, post.id)
    assert (pin.record_id, pin.channel_id, pin.audience) == (thing, HERE, PUBLIC_POST)
    assert [row.kind for row in asked if row.entry == 5] == ["post"]


async def test_in_a_discord_that_is_new_all_that_waits_or_is_pinned_is_posted_once_more(
    office: Office,
) -> None:
    sign = await office.open("sign", "Board", whispered="psst")
    asked = await office.open("matter", "Keys", asked=WREN)
    rope = await office.open("matter", "Rope")
    await office.change(asked, words="Again.")
    # What was undone with what else came before it has no entry of its own for that.
    both = await office.change(rope, also={asked: {"name": "Key"}})
    await office.change(asked, words="Undone.")
    await office.undo(both)
    away = await office.open("sign", "Old board")
    await office.change(away, archive=True)
    await office.settle()
    await _done(office)
    # That one has yet to appear.
    coming = await office.open("matter", "Lamp", asked=WREN)
    assert await office.play.repost_all() == 3
    found = [(row.entry, row.audience, row.channel_id, row.record_id) for row in await office.asked()]
    last = (await _last(office)).number
    assert sorted(found) == sorted(
        [
            (4, PUBLIC_POST, HERE, sign),
            (4, GAME_MASTER_POST, SECRET, sign),
            (7, PUBLIC_POST, HERE, asked),
            (last, PUBLIC_POST, HERE, coming),
        ]
    )
    assert await _messages(office) == []
    (row,) = [each for each in await office.asked() if each.entry == 7]
    assert (row.kind, row.interaction_id, row.created_at) == ("post", None, office.clock)
    (due,) = [each for each in await office.due() if each.entry == 7]
    assert due.after == (await _entry(office, 7)).interaction_id


async def test_what_only_links_to_what_waits_bears_its_buttons(office: Office) -> None:
    """A record about which nothing was ever told is told of by what links to it."""
    first = await office.act(Do("matter", put={"name": "Keys"}))
    assert first.private.subject is not None
    keys = first.private.subject.id
    other = await office.open("matter", "Rope", links=(keys,))
    await office.change(other, also={keys: {"asked": WREN}})
    bare = entries.update().where(entries.c.number == 4).values(subject_id=None)
    await office.play.database.write(lambda c: c.execute(bare))
    await office.settle()
    await _done(office)
    assert await office.play.repost_all() == 1
    assert await _posts(office) == [(6, PUBLIC_POST, HERE)]
