"""What delivery asks of the database: what must still be shown, how it stands now, and that it was shown."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bot.engine.campaign import Campaign
from bot.engine.people import EVERYONE, GAME_MASTER, GAME_MASTERS, PUBLIC, Actor
from bot.engine.system import PlainEvent, Record, RecordId, Scope
from bot.play.commit import BETWEEN_BOARDS, MOST_EARLIER, Draft, store, viewed, write
from bot.play.context import Context
from bot.play.mentions import with_mentions
from bot.play.session import TABLE, Session, open_session, unused_interaction
from bot.play.views import Link, Post, Request
from bot.storage import campaigns, codec, journal, outbox, records, waiting
from bot.storage.campaigns import CampaignRow
from bot.storage.journal import HOUSE, ChangeRow, EntryRow
from bot.storage.models import journal as entries
from bot.storage.models import outbox as waiting_posts
from bot.storage.outbox import GAME_MASTER_POST, PIN, PUBLIC_POST, READERS, THREAD, MessageRow, OutboxRow, age
from bot.storage.records import RecordRow, WaitingRow

BATCH = 100
# The longest that a refused message waits for its next attempt.
MOST_WAIT = timedelta(minutes=10)
# How long the rows of delivered messages are kept; the journal and the messages themselves stay.
KEPT = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Due:
    """One message that must appear or be redrawn, and the outbox rows that ask for it.

    A `post` with a `message` is told by that live card. Without a `post` drawn nothing is left to redraw, or
    drawing it failed with `fault`. Of a thread that is to be started `message` is the one to start from, and
    `thread` its name; without that nothing is to be started. `message` is also what is to be pinned.
    """

    rows: tuple[int, ...]
    kind: str
    campaign: str
    guild: int
    entry: int
    channel: int
    message: int | None
    interaction: int | None
    audience: str
    attempts: int
    # The entries that a card is to tell from now on, and whose answers may do that first.
    told: tuple[int, ...] = ()
    answered: tuple[int | None, ...] = ()
    # An id that every message of it is younger than, by Discord's own clock: ours may be set back.
    after: int = 0
    post: Post | None = None
    fault: Exception | None = None
    thread: str = ""
    # Of a row that has it looked at who reads its game masters' channel.
    played: Campaign | None = None


def due(
    connection: sa.Connection,
    context: Context,
    busy: Collection[int] = (),
    silent: Collection[int] = (),
    still: Collection[int] = (),
) -> list[Due]:
    """What is due outside the busy channels, oldest first, each drawn from how things stand now.

    Of the silent channels no posts, of those that stand still nothing else.
    """
    now = context.now()
    # Whatever waits longer than that was put off by a clock that has since been set back.
    rows, shown = outbox.pending(
        connection, now, BATCH, (*busy, outbox.NOWHERE), silent, still, latest=now + MOST_WAIT
    )
    cards = outbox.newest(connection, [row.record_id for row in rows if row.in_place and row.record_id])
    merged: dict[object, list[OutboxRow]] = {}
    for row in rows:
        merged.setdefault(_message(row, cards) or _alone(row), []).append(row)
    found = [_wanted(group, cards) for group in merged.values()]
    shelf = read_shelf(connection, context, found, (*cards.values(), *shown))
    return [_due(shelf, each) for each in found]


Cards = Mapping[tuple[str, str], MessageRow]


def _message(row: OutboxRow, cards: Cards) -> int | None:
    """What is to be redrawn, or goes on to tell a further entry: the record's card, where it stands there."""
    if not row.in_place:
        return row.message_id
    card = cards.get((row.record_id or "", row.audience))
    return card.message_id if card is not None and card.channel_id == row.channel_id else None


def _alone(row: OutboxRow) -> object:
    """What is posted: each row by itself, but those that go on with the first of them."""
    return (row.record_id, row.audience, row.channel_id) if row.in_place else ("post", row.id)


def _wanted(group: list[OutboxRow], cards: Cards) -> Due:
    message = _message(group[0], cards)
    if message is None:
        # Others of the same record follow once it stands there.
        group = group[:1]
    posts = [row for row in group if row.kind == "post"]
    row = (posts or group)[-1]
    return Due(
        rows=tuple(r.id for r in group),
        kind=row.kind,
        campaign=row.campaign_id,
        guild=0,
        entry=row.entry,
        channel=row.channel_id,
        message=message,
        interaction=row.interaction_id,
        audience=row.audience,
        attempts=max(r.attempts for r in group),
        told=tuple(r.entry for r in posts) if message is not None else (),
        answered=tuple(r.interaction_id for r in posts),
    )


def _due(shelf: Shelf, found: Due) -> Due:
    if found.kind == THREAD:
        return _thread_due(shelf, found)
    if found.kind == PIN:
        return _pin_due(shelf, found)
    if found.kind == READERS:
        guild, root = shelf.campaigns[found.campaign].guild_id, shelf.records[found.campaign]
        return replace(found, guild=guild, played=shelf.context.record(root).state)
    if found.message is not None:
        known = shelf.messages.get(found.message)
        if known is None:
            return found
        found = replace(found, entry=max((known.entry, *found.told)))
    else:
        found = replace(found, after=shelf.before(found))
    try:
        guild, post = _drawn(shelf, found)
    except sa.exc.SQLAlchemyError:
        raise
    except Exception as error:  # noqa: BLE001  one record that can't be read must not hold up all others
        return replace(found, fault=error)
    return replace(found, guild=guild, post=post)


def _drawn(shelf: Shelf, found: Due) -> tuple[int, Post]:
    """One entry's message as it should look now. Raises LookupError for an entry that isn't there."""
    entry = shelf.entries[found.campaign, found.entry]
    session = shelf.session(entry)
    viewer = GAME_MASTER if found.audience == GAME_MASTER_POST else PUBLIC
    before = [shelf.entries[found.campaign, each] for each in shelf.told_before(found)]
    post = viewed(session, entry, viewer, earlier=before, rows=shelf.waiting.get(entry.subject_id or "", ()))
    if found.audience == GAME_MASTER_POST and found.channel != session.campaign.game_master_channel:
        # Whoever reads that channel now is told nothing more of what goes on.
        post = replace(post, glance=None)
    opened = shelf.announced.get((found.campaign, found.entry), [])
    session.take(shelf.rows(*(row.record_id for row in opened)))
    post = with_mentions(session, entry, post, opened)
    # To everybody it would tell that something secret happened.
    is_secret = found.audience == GAME_MASTER_POST
    is_behind = is_secret and shelf.changed.get(entry.subject_id or "", 0) > entry.number
    return session.row.guild_id, replace(post, newer=_newer(shelf, post, found), is_behind=is_behind)


def _newer(shelf: Shelf, post: Post, found: Due) -> Link | None:
    """The newest message about the same record, or what took its place, where that came later."""
    if post.subject is None:
        return None
    about = (post.subject.id, found.audience)
    follows = shelf.context.catalogue.kind(post.subject.system, post.subject.kind).followed_by
    other = follows(post.subject.state) if follows is not None else None
    later = (
        outbox.newest(shelf.connection, [other]).get((other, found.audience)) if other is not None else None
    )
    newest = later or shelf.newest.get(about)
    if newest is None or age(newest) <= (post.entry.number, found.message or math.inf):
        return None
    return Link(shelf.campaigns[found.campaign].guild_id, newest.channel_id, newest.message_id)


# -- read together --------------------------------------------------------------------------------


@dataclass(slots=True)
class Shelf:
    """The rows that many messages are drawn from: a handful of statements, however many they are."""

    connection: sa.Connection
    context: Context
    messages: dict[int, MessageRow] = field(default_factory=dict)
    entries: dict[tuple[str, int], EntryRow] = field(default_factory=dict)
    campaigns: dict[str, CampaignRow] = field(default_factory=dict)
    records: dict[str, RecordRow] = field(default_factory=dict)
    newest: dict[tuple[str, str], MessageRow] = field(default_factory=dict)
    # By entry, what it opened for the game masters, or handed on to a player, and still waits.
    announced: dict[tuple[str, int], list[WaitingRow]] = field(default_factory=dict)
    # By record, the steps open in it.
    waiting: dict[str, list[WaitingRow]] = field(default_factory=dict)
    # By live card, the newest entries that it told before.
    earlier: dict[int, list[int]] = field(default_factory=dict)
    # By entry, the youngest of its messages that are known.
    posted: dict[tuple[str, int], int] = field(default_factory=dict)
    # The newest entry that changed each record with a live card of the game masters'.
    changed: dict[str, int] = field(default_factory=dict)
    # Each campaign held once: the messages of a crowded channel show the same records.
    held: dict[str, Session] = field(default_factory=dict)

    def read_entries(self, keys: Iterable[tuple[str, int]]) -> None:
        """Read those journal entries, as far as they are not there yet."""
        missing = set(keys) - self.entries.keys()
        for row, campaign in journal.of_keys(self.connection, missing) if missing else ():
            self.entries[row.campaign_id, row.number] = row
            self.campaigns[campaign.id] = campaign

    def before(self, found: Due) -> int:
        """An id older than the message wanted: the youngest known of its entry, or what began the entry."""
        key = found.campaign, found.entry
        return self.posted.get(key) or self.entries[key].interaction_id

    def told_before(self, found: Due) -> list[int]:
        """What a card tells, or told, before the entry that it is drawn for, the newest first."""
        if found.message is None:
            return []
        numbers = {*self.earlier.get(found.message, ()), self.messages[found.message].entry, *found.told}
        return sorted(numbers - {found.entry}, reverse=True)[:MOST_EARLIER]

    def session(self, entry: EntryRow) -> Session:
        """The campaign with the entry's subject, and what that links to."""
        row = self.campaigns[entry.campaign_id]
        request = Request(interaction=0, guild=row.guild_id, channel=entry.channel_id)
        if row.id not in self.held:
            now = self.context.now()
            self.held[row.id] = Session(self.connection, self.context, request, Actor(0), row, now)
        session = self.held[row.id].apart(request)
        session.take(self.rows(row.id))
        if entry.subject_id is not None:
            session.take(self.rows(entry.subject_id))
            session.take(self.rows(*session.links(RecordId(entry.subject_id))))
        return session

    def rows(self, *ids: str) -> list[RecordRow]:
        """The rows of the records that were read."""
        return [self.records[record_id] for record_id in ids if record_id in self.records]


def read_shelf(
    connection: sa.Connection, context: Context, found: Sequence[Due], messages: Iterable[MessageRow]
) -> Shelf:
    """Read what is drawn anew; `messages` are those that stand already."""
    shelf = Shelf(connection, context)
    if not found:
        return shelf
    redrawn = {due.message for due in found}
    shelf.messages = {row.message_id: row for row in messages if row.message_id in redrawn}
    known = shelf.messages.values()
    shelf.read_entries((due.campaign, due.entry) for due in found if due.message is None)
    shelf.read_entries((message.campaign_id, message.entry) for message in known)
    shelf.read_entries((due.campaign, entry) for due in found for entry in due.told)
    cards = {row.message_id: row.campaign_id for row in known if row.is_card}
    for message, entry in outbox.told_before(connection, list(cards), MOST_EARLIER) if cards else ():
        shelf.earlier.setdefault(message, []).append(entry)
    shelf.read_entries((cards[each], entry) for each, told in shelf.earlier.items() for entry in told)
    # What everybody is told of it their own copies aren't.
    cards_of_theirs = (row for row in known if row.is_card and row.audience == GAME_MASTER_POST)
    theirs = {row.record_id for row in cards_of_theirs if row.record_id is not None}
    shelf.changed = journal.newest_changes(connection, theirs) if theirs else {}
    ids = sorted({due.campaign for due in found})
    subjects = sorted({entry.subject_id for entry in shelf.entries.values() if entry.subject_id})
    shelf.announced = waiting.announced(connection, shelf.entries.keys())
    asker = sorted({row.record_id for rows in shelf.announced.values() for row in rows})
    shelf.records = {row.id: row for row in records.of_ids(connection, [*ids, *subjects, *asker])}
    shelf.newest = outbox.newest(connection, subjects)
    for row in waiting.of_records(connection, subjects):
        shelf.waiting.setdefault(row.record_id, []).append(row)
    for due in found:
        if due.message is None and due.interaction is None:
            earlier = outbox.of_entries(connection, due.campaign, [due.entry])
            shelf.posted[due.campaign, due.entry] = max((m.message_id for m in earlier), default=0)
    return shelf


# -- what came of it ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Appearance:
    """A message that appeared, or was redrawn: the rows that asked for it, and the entries it tells by them.

    What `is_posted` was just sent. It may be known all the same, where a commit went unanswered.
    """

    rows: tuple[int, ...]
    told: tuple[int, ...]
    message: MessageRow
    is_posted: bool = False
    # Whether it shows all that goes on.
    is_board: bool = False


def delivered(connection: sa.Connection, shown: Sequence[Appearance], now: datetime) -> bool:
    """Write down that messages appeared, in one go; whether that asks for others to be redrawn."""
    # Nobody acts meanwhile: an action that did not know of a message yet could not ask for its redrawing.
    ids = sorted({each.message.campaign_id for each in shown})
    entries = {row.id: row.entries for row in campaigns.of_ids(connection, ids, lock=True)}
    outbox.appeared(connection, {row: each.message.message_id for each in shown for row in each.rows}, now)
    posted = {each.message.message_id: each.message for each in shown if each.is_posted}
    added = set(outbox.add(connection, list(posted.values())))
    others = [each for each in shown if not each.is_posted or each.message.message_id not in added]
    told: dict[int, set[int]] = {}
    for each in others:
        if each.told:
            told.setdefault(each.message.message_id, set()).update(each.told)
    found, is_behind = outbox.remember(connection, [each.message for each in others], told, now)
    # What was drawn with all that has happened shows nothing else.
    late = [message for message in added if posted[message].as_of < entries[posted[message].campaign_id]]
    is_outdated = outbox.catch_up(connection, [*late, *found], now)
    for board in (each.message for each in shown if each.is_board):
        # What was done while it was drawn has asked for nothing: that was under way.
        if board.record_id is not None and board.as_of < entries[board.campaign_id]:
            last = entries[board.campaign_id]
            outbox.keep_up(connection, board.record_id, last, now, now + BETWEEN_BOARDS)
    new = {*added, *found}
    # A card that was only redrawn, and has no buttons, takes nobody's place.
    fresh = (
        each.message for each in shown if each.message.is_live or each.told or each.message.message_id in new
    )
    is_folding = outbox.fold(connection, sorted({m.record_id for m in fresh if m.record_id}), now)
    return is_behind or is_outdated or is_folding


def put_off(connection: sa.Connection, rows: tuple[int, ...], now: datetime, wait: timedelta) -> None:
    """Try those rows again after a while."""
    outbox.put_off(connection, rows, now + wait)


def tidy(connection: sa.Connection, now: datetime) -> int:
    """Take away the rows of what was delivered long ago; how many they were."""
    return outbox.purge(connection, now - KEPT)


def give_up(connection: sa.Connection, rows: tuple[int, ...], now: datetime, message: int | None) -> None:
    """The message or its channel is gone for good: ask no more, and redraw it no more.

    What was to follow it is given up too: it would announce what nobody received.
    """
    if message is not None:
        outbox.forget(connection, message)
    outbox.done(connection, (*rows, *outbox.following(connection, rows)), now)


def channel_gone(connection: sa.Connection, context: Context, due: Due) -> None:
    """Post in the campaign's next channel what one that is gone was to show; without any, give up.

    What is the game masters' alone has no next channel: it is kept until they name one.
    """
    if due.kind == "post" and due.audience == GAME_MASTER_POST:
        _secret_channel_gone(connection, context, due)
        return
    place = _next_place(connection, context, due)
    if place is None and due.kind == "refresh" and _board_is_gone(connection, context, due):
        return
    if place is None:
        give_up(connection, due.rows, context.now(), due.message)
        return
    posts = waiting_posts.c.id.in_(due.rows) & (waiting_posts.c.kind == "post")
    connection.execute(waiting_posts.update().where(posts).values(channel_id=place))


BOARD_LOST = "BoardLost"


def _board_is_gone(connection: sa.Connection, context: Context, due: Due) -> bool:
    """Whether everybody's board stood there: it is taken down then, and the game masters read why."""
    known = outbox.message(connection, due.message or 0)
    if known is None or known.audience != PUBLIC_POST:
        return False
    session = _house(connection, context, due)
    campaign, root = session.campaign, session.records[session.id]
    if known.record_id is None or campaign.board != known.record_id:
        return False
    give_up(connection, due.rows, session.now, due.message)
    board = RecordId(known.record_id)
    session.load(Scope(ids=(board,)))
    lost = session.records[board]
    changed = [
        store(session, TABLE, replace(root, state=replace(campaign, board=None), version=root.version + 1)),
        store(session, TABLE, replace(lost, is_archived=True, version=lost.version + 1)),
    ]
    fit = (place for place in campaign.channels if place not in (*campaign.forums, due.channel))
    place, secret = next(fit, None), campaign.game_master_channel
    audience = EVERYONE if place is not None or secret is None else GAME_MASTERS
    told = PlainEvent(BOARD_LOST, {"channel": due.channel, "who": list(campaign.game_masters)}, audience)
    given = codec.text({"channel": due.channel})
    write(session, Draft(TABLE, "LoseBoard", given, (told,), None, channel=place), changed)
    return True


CHANNEL_LOST = "ChannelLost"


def _secret_channel_gone(connection: sa.Connection, context: Context, due: Due) -> None:
    """Take it off the campaign, and tell its game masters where everybody reads."""
    about = journal.entry(connection, due.campaign, due.entry)
    interaction = unused_interaction(connection, about)
    request = Request(interaction, due.guild, due.channel, campaign=due.campaign)
    session = open_session(connection, context, Actor(HOUSE), request, campaign=due.campaign, lock=True)
    session.load(Scope())
    outbox.set_aside(connection, due.campaign, GAME_MASTER_POST, due.channel)
    campaign, root = session.campaign, session.records[session.id]
    if campaign.game_master_channel != due.channel:
        # They named another one meanwhile, or none.
        if campaign.game_master_channel is not None:
            outbox.bring_out(connection, due.campaign, campaign.game_master_channel)
        return
    after = replace(root, state=replace(campaign, game_master_channel=None), version=root.version + 1)
    changed = store(session, TABLE, after)
    facts = {"channel": due.channel, "who": list(campaign.game_masters)}
    told = (PlainEvent(CHANNEL_LOST, facts),)
    write(session, Draft(TABLE, "LoseChannel", codec.text({"channel": due.channel}), told, None), [changed])


POST_REFUSED = "PostRefused"


def post_refused(
    connection: sa.Connection, context: Context, due: Due, *, is_forbidden: bool, is_locked: bool
) -> None:
    """Its game masters read that Discord refuses a message, or all in a channel: once a day about each.

    Where they read it nobody may post but they: elsewhere than in that channel, or in the journal alone.
    """
    session = _house(connection, context, due)
    given = codec.text({"channel": due.channel})
    before = journal.last_given(connection, due.campaign, "RefusePost", given)
    if before is not None and session.now - before < timedelta(days=1):
        return
    campaign = session.campaign
    secret = campaign.game_master_channel
    fit = (place for place in campaign.channels if place not in (*campaign.forums, due.channel))
    place = next(fit, None) if is_forbidden else next(fit, due.channel)
    is_open = secret in (None, due.channel) and place is not None
    facts = {
        "channel": due.channel,
        "entry": due.entry,
        "is_forbidden": is_forbidden,
        "is_locked": is_locked,
        "who": list(campaign.game_masters),
    }
    told = PlainEvent(POST_REFUSED, facts, EVERYONE if is_open else GAME_MASTERS)
    write(session, Draft(TABLE, "RefusePost", given, (told,), None, channel=place), [])


# -- what is pinned -------------------------------------------------------------------------------


def _pin_due(shelf: Shelf, found: Due) -> Due:
    """The message that is to be pinned, if it is there."""
    posted = outbox.of_entries(shelf.connection, found.campaign, [found.entry])
    message = next((each for each in reversed(posted) if each.audience == found.audience), None)
    guild = shelf.campaigns[found.campaign].guild_id
    if message is None:
        return replace(found, guild=guild)
    return replace(found, guild=guild, channel=message.channel_id, message=message.message_id)


def pinned(connection: sa.Connection, due: Due, now: datetime) -> None:
    """Mark a pin as done, whether the message is pinned or can't be."""
    outbox.appeared(connection, dict.fromkeys(due.rows, due.message or 0), now)


# -- a thread of its own --------------------------------------------------------------------------

THREAD_STARTED, THREAD_REFUSED = "ThreadStarted", "ThreadRefused"


def _thread_due(shelf: Shelf, found: Due) -> Due:
    """The message that a thread is to be started from, and its name, where that is still wanted."""
    # The server is named also where none is wanted any more: the row is settled in its campaign.
    found = replace(found, guild=shelf.campaigns[found.campaign].guild_id)
    entry = shelf.entries[found.campaign, found.entry]
    posted = outbox.of_entries(shelf.connection, found.campaign, [found.entry])
    about = shelf.records.get(entry.subject_id or "")
    message = next((each for each in posted if each.audience == PUBLIC_POST), None)
    if message is None or about is None or entry.undone_by is not None or about.is_archived:
        return found
    return replace(found, channel=message.channel_id, message=message.message_id, thread=about.name)


def thread_started(connection: sa.Connection, context: Context, due: Due) -> None:
    """Settle the record in the thread that was started from its message, which has that message's id.

    As long as it still lives in the channel, and is in play: else the thread stays empty.
    """
    session = _house(connection, context, due)
    outbox.appeared(connection, dict.fromkeys(due.rows, due.message or 0), session.now)
    record = _unsettled(session, due)
    settle = session.kind(record.id).settle if record is not None else None
    if record is None or settle is None or due.message is None:
        return
    after = replace(record, state=settle(record.state, due.message), version=record.version + 1)
    changed = store(session, session.rows[record.id].system, after)
    owner = session.kind(record.id).owner(after.state)
    facts = {"name": due.thread, "place": due.message, "who": [owner] if owner is not None else []}
    _told_by_house(session, "StartThread", PlainEvent(THREAD_STARTED, facts), changed, record.id, due.message)


def thread_refused(connection: sa.Connection, context: Context, due: Due, lacks: Sequence[str]) -> None:
    """All stays in the channel. What the bot lacks there the game masters read, once in a campaign."""
    session = _house(connection, context, due)
    outbox.done(connection, due.rows, session.now)
    if not lacks or journal.has(connection, due.campaign, "RefuseThread"):
        return
    campaign = session.campaign
    facts = {
        "name": due.thread,
        "channel": due.channel,
        "lacks": list(lacks),
        "who": list(campaign.game_masters),
    }
    audience = EVERYONE if session.campaign.game_master_channel is None else GAME_MASTERS
    _told_by_house(
        session, "RefuseThread", PlainEvent(THREAD_REFUSED, facts, audience), None, None, due.channel
    )


def _house(connection: sa.Connection, context: Context, due: Due) -> Session:
    """A session of the locked campaign, for what the bot itself does."""
    about = journal.entry(connection, due.campaign, due.entry)
    interaction = unused_interaction(connection, about)
    request = Request(interaction, due.guild, due.channel, campaign=due.campaign)
    session = open_session(connection, context, Actor(HOUSE), request, campaign=due.campaign, lock=True)
    session.load(Scope())
    return session


def _told_by_house(
    session: Session,
    action: str,
    event: PlainEvent,
    changed: ChangeRow | None,
    subject: RecordId | None,
    channel: int,
) -> None:
    """Write an entry for what the bot itself did."""
    draft = Draft(TABLE, action, codec.text(event.facts), (event,), subject, channel=channel)
    write(session, draft, [changed] if changed is not None else [])


def _unsettled(session: Session, due: Due) -> Record[Any] | None:
    """The record that the thread is for, in play, and still told of in the channel."""
    entry = journal.entry(session.connection, due.campaign, due.entry)
    if entry is None or entry.subject_id is None or entry.undone_by is not None:
        return None
    subject = RecordId(entry.subject_id)
    session.load(Scope(ids=(subject,)))
    record = session.records.get(subject)
    if record is None or record.is_archived or session.kind(subject).home(record.state) != due.channel:
        return None
    return record


def _next_place(connection: sa.Connection, context: Context, due: Due) -> int | None:
    """For what everybody may read; each channel comes up once, so that this ends."""
    root = next((row for row in records.of_ids(connection, [due.campaign]) if row.id == due.campaign), None)
    if root is None or due.kind != "post" or due.audience != PUBLIC_POST:
        return None
    campaign = context.record(root).state
    fit = [place for place in campaign.channels if place not in campaign.forums]
    return next(iter(fit[fit.index(due.channel) + 1 :] if due.channel in fit else fit), None)


def post_anew(connection: sa.Connection, rows: tuple[int, ...], message: int, *, is_gone: bool) -> None:
    """What a live card was to tell gets a message of its own, for the card is gone or out of sight."""
    if is_gone:
        outbox.forget(connection, message)
    outbox.post_anew(connection, rows)


def repost(
    connection: sa.Connection, context: Context, rows: tuple[int, ...], message: int, *, is_gone: bool
) -> None:
    """What a message shows moves to a new one; the old one, where it still stands, then links to it."""
    now = context.now()
    known = outbox.message(connection, message)
    outbox.done(connection, rows, now)
    if known is None:
        return
    if is_gone:
        outbox.forget(connection, message)
    posts = outbox.of_entry(connection, known.campaign_id, known.entry)
    if all(row.done_at is not None or row.audience != known.audience for row in posts):
        row = outbox.post(connection, anew(known, now))
        if _is_pinned(connection, context, known):
            outbox.post(connection, anew(known, now) | {"kind": PIN, "after_row": row.given()})
    if not is_gone:
        outbox.redraw(connection, known, known.entry, now)


def _is_pinned(connection: sa.Connection, context: Context, known: MessageRow) -> bool:
    """Whether the newest message about that message's record is pinned."""
    ids = [known.record_id] if known.record_id is not None else []
    found = records.of_ids(connection, ids) if ids else ()
    return any(context.catalogue.kind(row.system, row.kind).is_pinned for row in found if row.id in ids)


def anew(known: MessageRow, now: datetime) -> dict[str, Any]:
    """The values of an outbox row that asks for that message once more."""
    return {
        "campaign_id": known.campaign_id,
        "entry": known.entry,
        "audience": known.audience,
        "channel_id": known.channel_id,
        "record_id": known.record_id,
        "interaction_id": None,
        "created_at": now,
    }


def repost_all(connection: sa.Connection, context: Context) -> int:
    """Forget every message and ask for new ones of each record that waits or is pinned; of how many that is.

    What has yet to appear is asked for already. For a Discord that ends with its process: the sandbox's.
    """
    shared = outbox.secret_channels(connection)
    outbox.forget_all(connection)
    games = context.catalogue.systems.values()
    pinned_kinds = [kind.name for game in games for kind in game.kinds if kind.is_pinned]
    wanted = (*records.in_play(connection, pinned_kinds), *waiting.records(connection))
    found = (_newest_entry(connection, record_id) for record_id in wanted)
    entries = dict.fromkeys(entry for entry in found if entry is not None)
    asked = outbox.to_come(connection)
    for campaign, number, channel, subject in entries:
        if (campaign, number) in asked:
            continue
        values = {
            "campaign_id": campaign,
            "entry": number,
            "audience": PUBLIC_POST,
            "channel_id": channel,
            "record_id": subject,
            "interaction_id": None,
            "created_at": context.now(),
        }
        outbox.post(connection, values)
        if (place := shared.get(subject)) is not None:
            outbox.post(connection, values | {"audience": GAME_MASTER_POST, "channel_id": place})
    return len(entries)


def _newest_entry(connection: sa.Connection, record_id: str) -> tuple[str, int, int, str] | None:
    """The newest entry that stands about a record, or else about what links to it.

    Its message bears the record's buttons.
    """
    for subjects in ([record_id], records.linking(connection, [record_id])):
        row = connection.execute(
            sa.select(entries.c.campaign_id, entries.c.number, entries.c.channel_id, entries.c.subject_id)
            .where(entries.c.subject_id.in_(subjects), entries.c.undone_by.is_(None))
            .order_by(entries.c.number.desc())
            .limit(1)
        ).first()
        if row is not None:
            return row[0], row[1], row[2], row[3]
    return None
