"""An accepted action becomes rows: records, journal, what waits, and what must reach Discord."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from bot.engine.campaign import Campaign
from bot.engine.dice.source import Die, VerifiableDice
from bot.engine.people import EVERYONE, GAME_MASTER, GAME_MASTERS, PUBLIC, Standing, Viewer
from bot.engine.settings import NOBODY_IS_MENTIONED
from bot.engine.system import Change, Open, PlainEvent, Record, RecordId, Result, Step, System, together
from bot.engine.text import refused
from bot.engine.words import clip
from bot.play import clocks
from bot.play.context import Whole, audience, event_data
from bot.play.glance import glance
from bot.play.mentions import NOBODY, REMIND, absent, may_be_asked, mentions, with_mentions
from bot.play.session import Session
from bot.play.views import Link, Outcome, Post
from bot.storage import campaigns, codec, journal, outbox, records, waiting
from bot.storage.journal import HOUSE, ChangeRow, EntryRow
from bot.storage.outbox import GAME_MASTER_POST, PIN, PUBLIC_POST, THREAD, MessageRow
from bot.storage.prepared import Soon
from bot.storage.records import WaitingRow

LABEL_LENGTH = 200
# How much of what a live card told before stands on it still.
MOST_EARLIER = 3
# However much happens, the board is drawn anew at most once in this time.
BETWEEN_BOARDS = timedelta(seconds=5)


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry about to be written."""

    system: str
    action: str
    input: str
    events: tuple[Any, ...]
    subject: RecordId | None
    dice: Sequence[Die] = ()
    drawing: int | None = None
    secret_drawing: int | None = None
    on_behalf_of: int | None = None
    undoes: tuple[int, ...] = ()
    reason: str | None = None
    channel: int | None = None
    secret_first: bool = False
    starts_thread: bool = False


def commit(session: Session, system: System, action: Any, result: Result, dice: VerifiableDice) -> Outcome:
    """Write what an action came to, and give its outcome."""
    rerolled = _rolled_again(session, result, dice)
    changes = together((*result.changes, *session.beside))
    changed = [_apply(session, system.name, change, bool(dice.rolled)) for change in changes]
    subject = result.subject or (result.changes[0].id if result.changes else None)
    draft = Draft(
        system=system.name,
        action=type(action).__name__,
        input=codec.dump(action),
        events=(*session.prelude, *result.events, *rerolled),
        subject=subject,
        dice=dice.rolled,
        drawing=session.row.drawn + 1 if dice.drew_public else None,
        secret_drawing=session.row.secret_drawn + 1 if dice.drew_secret else None,
        channel=result.channel,
        secret_first=result.secret_first,
        starts_thread=result.starts_thread,
        on_behalf_of=result.on_behalf_of,
    )
    told = write(session, draft, changed)
    # What was told and changed beside one deed isn't once more with the next.
    session.prelude, session.beside = (), []
    return told


def write(
    session: Session, draft: Draft, changed: Sequence[ChangeRow], undone: Sequence[int] = ()
) -> Outcome:
    """Append the entry, count, and ask for its messages. `changed` rows are already stored."""
    number = session.row.entries + 1
    draft = replace(draft, channel=draft.channel or session.home(draft.subject))
    entry = _entry_row(session, draft, number)
    journal.append(session.connection, entry, [row._replace(number=number) for row in changed])
    campaigns.count(
        session.connection,
        session.row.id,
        entries=number,
        drawn=session.row.drawn + (draft.drawing is not None),
        secret_drawn=session.row.secret_drawn + (draft.secret_drawing is not None),
        silent_at=_silent_at(session),
    )
    ask_for_lists(session)
    asked, cards = _ask_for_posts(session, draft, entry)
    ids = [row.record_id for row in changed]
    redrawn = outbox.refresh(session.connection, session.row.id, number, ids, session.now, undone)
    if session.campaign.board is not None:
        later = session.now + BETWEEN_BOARDS
        outbox.keep_up(session.connection, session.campaign.board, number, session.now, later)
    rows = {audience: row.given() for audience, row in asked.items()}
    is_alone = rows.keys() == {PUBLIC_POST} and not draft.starts_thread and not redrawn.given()
    told = outcome(session, entry, rows, cards, whole=_whole(session, draft, entry))
    # A change of the campaign may bring out what had no channel.
    return replace(told, is_alone=is_alone and session.id not in ids)


def ask_for_lists(session: Session) -> None:
    """Have those read a list of what waits who would else have been mentioned."""
    if session.digests:
        campaigns.ask_for_digest(session.connection, session.row.id, session.digests)


def _silent_at(session: Session) -> datetime | None:
    """When the campaign says that it is silent, where somebody acted; the house breaks no silence."""
    if HOUSE in (session.actor.user, session.by):
        return session.row.silent_at
    days = session.campaign.pace.silence
    return session.now + timedelta(days=days) if days else None


def _whole(session: Session, draft: Draft, entry: EntryRow) -> Whole:
    """What reading the entry back would give; facts without a class come back as JSON has them."""
    if any(isinstance(event, PlainEvent) for event in draft.events):
        return session.context.whole(entry)
    return draft.events, tuple(draft.dice)


def outcome(
    session: Session,
    entry: EntryRow,
    rows: dict[str, int],
    cards: Cards | None = None,
    *,
    whole: Whole | None = None,
    is_repeat: bool = False,
) -> Outcome:
    """The entry's outcome for everyone and for the actor. `cards` are those that go on to tell it."""
    whole = whole or session.context.whole(entry)
    public, private = (viewed(session, entry, viewer, whole) for viewer in (PUBLIC, session.viewer))
    public = with_mentions(session, entry, public, session.announced)
    if not cards:
        return Outcome(public, private, rows, is_repeat)
    known = {audience: card for audience, card in cards.items() if card is not None}
    pressed = next((each for each in known.values() if each.message_id == session.request.message), None)
    card = known.get(PUBLIC_POST)
    return Outcome(
        public,
        private,
        rows,
        in_place=PUBLIC_POST in cards,
        card=Link(session.row.guild_id, card.channel_id, card.message_id) if card is not None else None,
        pressed=_moved_on(session, entry, pressed, whole) if pressed is not None else None,
    )


def _moved_on(session: Session, entry: EntryRow, card: MessageRow, whole: Whole) -> Post:
    """The post by which a live card goes on to tell an entry."""
    told = outbox.told_before(session.connection, [card.message_id], MOST_EARLIER)
    numbers = sorted({card.entry, *(number for _, number in told)})[-MOST_EARLIER:]
    earlier = journal.entries(session.connection, session.row.id, numbers)
    viewer = GAME_MASTER if card.audience == GAME_MASTER_POST else PUBLIC
    return viewed(session, entry, viewer, whole, earlier[::-1])


def viewed(
    session: Session,
    entry: EntryRow,
    viewer: Viewer,
    whole: Whole | None = None,
    earlier: Sequence[EntryRow] = (),
    rows: Sequence[WaitingRow] | None = None,
) -> Post:
    """All that a message about an entry is drawn from, with the records as they stand now.

    `earlier` is what a live card told before, the newest first: of each what the viewer may see; `rows` are
    the subject's steps, where they were read.
    """
    subject = RecordId(entry.subject_id) if entry.subject_id else None
    if subject is not None:
        session.load_links(subject, session.links(subject))
    shown = session.views(viewer)
    about = shown.pop(subject, None) if subject is not None else None
    before = (session.context.entry(each, viewer) for each in earlier)
    waits = _clocked(session, subject) if rows is None else rows
    asked = [step.who for step in about.steps if step.who is not None] if about is not None else []
    kind = session.kind(about.id) if about is not None else None
    is_board = about is not None and about.id == session.campaign.board
    post = Post(
        session.campaign,
        viewer,
        session.context.entry(entry, viewer, whole),
        about,
        shown,
        mark(entry.number, viewer == GAME_MASTER),
        is_card=kind is not None and about is not None and kind.is_live(about.state),
        earlier=tuple(each for each in before if each.events),
        as_of=max(session.row.entries, entry.number),
        deadlines=clocks.deadlines(session, waits) if about is not None else {},
        instead=clocks.instead(session, waits, asked),
        glance=glance(session, viewer) if is_board else None,
        is_pinned=kind is not None and kind.is_pinned,
    )
    # Nobody is mentioned in the game masters' copy, or in what one person alone reads.
    is_public = viewer == PUBLIC
    return replace(post, absent=absent(session, entry, may_be_asked(post))) if is_public else post


def _clocked(session: Session, subject: RecordId | None) -> Sequence[WaitingRow]:
    """The steps of a record: read where the campaign has a pace, else what this action opened."""
    if subject is None:
        return ()
    if session.campaign.pace.beats:
        return waiting.of_records(session.connection, [subject])
    return session.waited.get(subject, ())


def mark(number: int, for_game_master: bool) -> str:
    """What a posted message bears in its footer, and is found again by."""
    return f"#{number}{'gm' if for_game_master else ''}"


# -- records ------------------------------------------------------------------------------------


def _rolled_again(session: Session, result: Result, dice: VerifiableDice) -> list[PlainEvent]:
    if not dice.rolled:
        return []
    touched = (session.records.get(change.id) for change in result.changes)
    numbers = {record.rolled_back for record in touched if record is not None and record.rolled_back}
    if not numbers:
        return []
    # Of secret dice nobody else learns that there were any.
    undone = journal.entries(session.connection, session.row.id, sorted(numbers))
    seen = [each.number for each in undone if each.drawing is not None]
    secret = [each.number for each in undone if each.drawing is None]
    told = ((seen, EVERYONE), (secret, GAME_MASTERS))
    return [PlainEvent("RolledAgain", {"undone": each}, whom) for each, whom in told if each]


def _apply(session: Session, system: str, change: Change, rolled: bool) -> ChangeRow:
    if isinstance(change, Open):
        return store(session, change.system or system, Record(change.id, change.kind, change.state))
    before = session.records.get(change.id)
    if before is None:
        raise LookupError(f"record {change.id} was replaced without being loaded")
    after = replace(
        before,
        state=change.state,
        is_archived=(before.is_archived or change.archive) and not change.restore,
        version=before.version + 1,
        rolled_back=None if rolled else before.rolled_back,
    )
    return store(session, session.rows[change.id].system, after)


def store(session: Session, system: str, record: Record[Any]) -> ChangeRow:
    """Write one record and all that is derived from it; what the journal keeps of the change."""
    row_before, record_before = session.rows.get(record.id), session.records.get(record.id)
    row = session.context.row(session.row.id, system, record)
    if row_before is None:
        records.insert(session.connection, [row])
    else:
        records.update(session.connection, row, row_before)
    session.rows[record.id], session.records[record.id] = row, record
    _derive(session, system, record_before, record)
    return ChangeRow(
        campaign_id=session.row.id,
        number=0,
        record_id=record.id,
        version_before=row_before.version if row_before else 0,
        version_after=row.version,
        before=codec.pack(row_before._asdict()) if row_before else None,
    )


def _derive(session: Session, system: str, before: Record[Any] | None, after: Record[Any]) -> None:
    kind = session.context.catalogue.kind(system, after.kind)
    old_links = set(kind.links(before.state)) if before else set()
    new_links = set(kind.links(after.state))
    if old_links != new_links:
        records.relink(session.connection, after.id, set(map(str, old_links)), set(map(str, new_links)))
    _rewait(session, system, before, after)
    if after.id == session.id:
        _derive_campaign(session, before, after)


def _rewait(session: Session, system: str, before: Record[Any] | None, after: Record[Any]) -> None:
    """Index what waits in a record now; what opens or asks anew has its clock started."""
    were = session.steps_of(system, before) if before else ()
    are = session.steps_of(system, after)
    old, new = ({step.name: _waiting_row(session, after.id, step) for step in some} for some in (were, are))
    left = [] if _is_done_by_game_master(session) else _asked_anew(were, are)
    if old == new and not left:
        return
    known = {row.who for row in old.values()}
    session.asked |= {row.who for row in new.values() if row.who is not None and row.who not in known}
    asked = [new[step.name] for step in left]
    asked += [row for row in new.values() if row.who is not None and _is_handed_on(row, old)]
    if asked:
        announced = [row._replace(announced_by=session.row.entries + 1) for row in asked]
        session.announced += announced
        new |= {row.step: row for row in announced}
    changed = [name for name, row in new.items() if name in old and row != old[name]]
    anew = {name for name in changed if _asks_anew(new[name], old[name])}
    for step in are:
        if step.name not in old or step.name in anew:
            others = (each for each in are if each is not step)
            new[step.name] = clocks.start_clock(session, after.id, step, new[step.name], others)
            session.waited.setdefault(after.id, []).append(new[step.name])
    records.rewait(
        session.connection,
        after.id,
        gone=[name for name in old if name not in new],
        opened=[row for name, row in new.items() if name not in old],
        changed=[new[name] for name in changed],
        restarted=anew,
    )
    if session.campaign.pace.beats and any(row.who is not None for row in (*old.values(), *new.values())):
        _free(session, after.id)


def _asks_anew(row: WaitingRow, old: WaitingRow) -> bool:
    return (row.revision, row.who) != (old.revision, old.who)


def _free(session: Session, record: RecordId) -> None:
    """Where everybody has answered now, what is left to the game masters begins to wait for them.

    Where somebody is asked again, as by an undo, it waits for that first.
    """
    rows = waiting.of_records(session.connection, [record])
    waiting.set_clocks(session.connection, clocks.held(session, rows))
    for row in clocks.freed(session, record, rows):
        waiting.set_clocks(session.connection, [row])
        if not _is_done_by_game_master(session):
            announced = row._replace(announced_by=session.row.entries + 1)
            waiting.announce(session.connection, announced)
            session.announced.append(announced)


def _is_done_by_game_master(session: Session) -> bool:
    """Whether whoever acts knows by that what it leaves for the game masters to do."""
    return session.standing is Standing.GAME_MASTER


def _asked_anew(before: Iterable[Step], after: Iterable[Step]) -> list[Step]:
    """The steps that didn't wait for the game masters before, or at which they are asked once more."""
    asked = {step.name: step.asked for step in before if step.who is None}
    return [step for step in after if step.who is None and step.asked > asked.get(step.name, -1)]


def _is_handed_on(row: WaitingRow, old: Mapping[str, WaitingRow]) -> bool:
    """Whether that step waited for somebody else before: to its game it is nothing new."""
    return row.step in old and old[row.step].who != row.who


def _waiting_row(session: Session, record: RecordId, step: Step) -> WaitingRow:
    label = clip(step.label, LABEL_LENGTH)
    return WaitingRow(record, step.name, session.row.id, step.revision, step.who, label, session.now)


def _derive_campaign(session: Session, before: Record[Campaign] | None, after: Record[Campaign]) -> None:
    def channels(record: Record[Campaign] | None) -> set[int]:
        return set(record.state.places) if record is not None and not record.is_archived else set()

    def people(record: Record[Campaign] | None) -> dict[int, str]:
        if record is None or record.is_archived:
            return {}
        state = record.state
        everyone = (*state.spectators, *state.players, *state.game_masters)
        return {user: state.standing(user).value for user in everyone}

    taken = campaigns.bind(session.connection, session.row.id, channels(before), channels(after))
    if taken is not None:
        raise refused(
            "channel.taken",
            "{channel:#} already belongs to another campaign, and a channel can only have one at a time.",
            channel=taken,
        )
    campaigns.enrol(session.connection, session.row.id, people(before), people(after))
    if before is not None:
        is_restored = before.is_archived and not after.is_archived
        clocks.reset_clocks(session, before.state, after.state, is_restored=is_restored)
    _derive_secret_place(session, before.state if before is not None else None, after.state)


def _derive_secret_place(session: Session, before: Campaign | None, after: Campaign) -> None:
    """Where secrets wait, where they appear, and that it is looked at who can read them there."""
    was, secret = before.game_master_channel if before is not None else None, after.game_master_channel
    campaign, at = session.row.id, session.now
    if was is not None and was != secret:
        outbox.set_aside(session.connection, campaign, GAME_MASTER_POST, was)
    if secret is not None and before is not None and (was != secret or before.readers != after.readers):
        outbox.bring_out(session.connection, campaign, secret)
        outbox.catch_up_in(session.connection, campaign, secret, session.row.entries + 1, at)
    place = secret if secret is not None else was
    if place is None or (before is not None and _leaders(before) == _leaders(after)):
        return
    wanted = {"kind": outbox.READERS, "audience": outbox.UNREAD, "channel_id": place, "created_at": at}
    outbox.post(session.connection, wanted | {"campaign_id": campaign, "entry": session.row.entries + 1})


def _leaders(campaign: Campaign) -> tuple[object, ...]:
    """The campaign's game masters, their roles, and the channel for their secrets."""
    return campaign.game_masters, campaign.game_master_roles, campaign.game_master_channel


# -- journal and outbox ---------------------------------------------------------------------------


def _entry_row(session: Session, draft: Draft, number: int) -> EntryRow:
    secret = any(not audience(event).everyone for event in draft.events) or any(d.secret for d in draft.dice)
    return EntryRow(
        campaign_id=session.row.id,
        number=number,
        interaction_id=session.request.interaction,
        at=session.now,
        actor_id=session.actor.user if session.by is None else session.by,
        on_behalf_of=draft.on_behalf_of if session.by is None else session.actor.user,
        channel_id=draft.channel or session.open_channel,
        system=draft.system,
        action=draft.action,
        input=draft.input,
        subject_id=draft.subject,
        dice=codec.text([codec.plain(die) for die in draft.dice]),
        drawing=draft.drawing,
        secret_drawing=draft.secret_drawing,
        chapter=session.row.chapter,
        events=codec.text([event_data(event) for event in draft.events]),
        has_secret=secret,
        undoes=codec.text(draft.undoes) if draft.undoes else None,
        reason=draft.reason,
    )


# The live cards that go on to tell an entry, by audience; None where that has yet to appear itself.
Cards = Mapping[str, MessageRow | None]


def _ask_for_posts(session: Session, draft: Draft, entry: EntryRow) -> tuple[dict[str, Soon], Cards]:
    """Its messages, which of them the answer may show at once (none that must follow a secret), and where."""
    rows: dict[str, Soon] = {}
    cards: dict[str, MessageRow | None] = {}
    channel = session.campaign.game_master_channel
    if channel is not None and _is_for_game_masters(session, draft, entry):
        rows[GAME_MASTER_POST], found = _ask_for_post(session, draft, entry, GAME_MASTER_POST, channel)
        cards |= found
    # What seals a campaign's dice is worth no message of its own: it would tell of what is told to nobody.
    told = (event for event in draft.events if event not in session.prelude)
    if any(audience(event).everyone for event in told):
        first = rows.get(GAME_MASTER_POST) if draft.secret_first else None
        place = draft.channel or session.open_channel
        row, found = _ask_for_post(session, draft, entry, PUBLIC_POST, place, first)
        if draft.starts_thread:
            wanted = _wanted(session, draft, entry, PUBLIC_POST, place)
            outbox.post(session.connection, wanted | {"kind": THREAD, "after_row": row.given()})
        rows |= {} if first is not None else {PUBLIC_POST: row}
        cards |= found if first is None else dict.fromkeys(found)
    return rows, cards


def _ask_for_post(
    session: Session, draft: Draft, entry: EntryRow, audience: str, channel: int, first: Soon | None = None
) -> tuple[Soon, Cards]:
    """The row that asks for it, and the card that goes on to tell it; `first` must have appeared before."""
    cards = _cards(session, draft, entry, audience, channel)
    values = _wanted(session, draft, entry, audience, channel)
    after = first.given() if first is not None else None
    row = outbox.post(session.connection, values | {"after_row": after, "in_place": bool(cards)})
    if draft.subject in session.records and session.kind(draft.subject).is_pinned and not cards:
        outbox.post(session.connection, values | {"kind": PIN, "after_row": row.given()})
    return row, cards


def _wanted(session: Session, draft: Draft, entry: EntryRow, audience: str, channel: int) -> dict[str, Any]:
    """The columns that all outbox rows about an entry share."""
    return {
        "campaign_id": session.row.id,
        "entry": entry.number,
        "audience": audience,
        "channel_id": channel,
        "record_id": draft.subject,
        "interaction_id": session.request.interaction,
        "created_at": session.now,
    }


def _cards(session: Session, draft: Draft, entry: EntryRow, to: str, channel: int) -> Cards:
    """The live card that goes on to tell the entry there: none where it must mention somebody."""
    subject = draft.subject
    record = session.records.get(subject) if subject is not None else None
    if record is None or subject is None or not session.kind(subject).is_live(record.state):
        return {}
    if _has_own(draft.events, to, "is_posted", "tells_prose") or _must_mention(session, draft, entry, to):
        return {}
    last, card = outbox.coming(session.connection, subject, to, channel), None
    if last is None:
        card = outbox.newest(session.connection, [subject]).get((subject, to))
        last = card.entry if card is not None and card.channel_id == channel else None
    if last is None:
        return {}
    # What a game master told is never folded by what comes after it.
    told = journal.entries(session.connection, session.row.id, [last])
    events = (event for each in told for event in session.context.whole(each)[0])
    return {} if _has_own(events, to, "tells_prose") else {to: card}


def _has_own(events: Iterable[Any], to: str, *why: str) -> bool:
    """Whether one of the events has a message of its own for such a reason, however live a card is."""
    viewer = GAME_MASTER if to == GAME_MASTER_POST else PUBLIC
    own = (each for each in events if any(getattr(each, name, False) for name in why))
    return any(audience(each).includes(viewer) for each in own)


def _must_mention(session: Session, draft: Draft, entry: EntryRow, audience: str) -> bool:
    """Whether somebody is to be notified, which an edit does not."""
    if audience == GAME_MASTER_POST:
        return mentions(session, entry, GAME_MASTER, session.announced, draft.events) != NOBODY
    if draft.action == REMIND:
        return True
    if NOBODY_IS_MENTIONED.holds(session.campaign.settings):
        return False
    there = (Standing.PLAYER, Standing.GAME_MASTER)
    others = session.asked - {session.actor.user}
    instead = clocks.instead(session, (row for rows in session.waited.values() for row in rows))
    readers = (instead.get(player, player) for player in others)
    asked = any(session.campaign.standing(each) in there for each in readers if each is not None)
    return asked or mentions(session, entry, PUBLIC, session.announced, draft.events) != NOBODY


def _is_for_game_masters(session: Session, draft: Draft, entry: EntryRow) -> bool:
    """Whether they read a secret, or are asked for something that everybody's message can't tell of."""
    if any(audience(event).is_for_game_masters for event in draft.events):
        return True
    return mentions(session, entry, GAME_MASTER, session.announced, draft.events) != NOBODY
