"""Whom a message mentions: game masters for the steps that its entry opened for them, whoever got a step, and
to whom something happened that they didn't do themselves.

The entry that opens a step for the game masters is kept with it, unless one of them acted, and so is one that
hands a step on to a player: see `Session.announced`. Which game masters it mentions follows from the journal
before that entry, so that its message is drawn alike whenever that happens.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from bot.engine.event import affected
from bot.engine.people import GAME_MASTER, PUBLIC, Permit, Standing, Viewer
from bot.engine.settings import (
    ALL_GAME_MASTERS_ARE_MENTIONED,
    GAME_MASTERS_READ_A_DIGEST,
    NO_GAME_MASTER_IS_MENTIONED,
    NOBODY_IS_MENTIONED,
)
from bot.engine.system import PlainEvent, RecordId
from bot.play.clocks import hears, instead
from bot.play.context import audience
from bot.play.session import Session
from bot.play.views import STANDS_IN, Mentions, Post
from bot.storage import journal
from bot.storage.journal import HOUSE, EntryRow
from bot.storage.records import WaitingRow

# How far back the changes of a record, or a campaign's entries, are searched for a game master's.
MOST_SEARCHED = 100
# A message has room for so many people and as many roles.
MOST_MENTIONED = 40

NOBODY = Mentions()
# Who did nothing for longer than that reads on the card that mentions them what happened meanwhile.
ABSENCE = timedelta(days=7)

# What the house enters when it lists for the game masters what waits for them: `bot/play/remind.py`.
DIGEST, DIGESTED = "Digest", "Digested"
# Where it reminds somebody of a step, where their time is over, where they left the server, and where the
# story stands still: `bot/play/pace.py`.
REMIND, REMINDED, LAPSE, LEAVE = "Remind", "Reminded", "LetLapse", "LeaveServer"
BE_SILENT = "FallSilent"
BY_CLOCK = (REMIND, LAPSE, LEAVE, BE_SILENT)
NUDGED = "Nudged"

# To whom happens what the house tells, as an event's `concerns` says of a game.
HAPPENS_TO: Mapping[str, Callable[[Mapping[str, Any]], Sequence[int | None]]] = {
    "CountedAway": lambda facts: (facts["who"],),
    # Who is away has said so, or was told that they count as away.
    "Lapsed": lambda facts: () if facts["is_away"] else (facts["who"],),
    "FellSilent": lambda facts: facts["called"],
    "HandedOver": lambda facts: (facts["to"], facts["from"]),
    "ProposalAccepted": lambda facts: (facts["by"],),
    "ComesNext": lambda facts: facts["who"],
    "Undone": lambda facts: facts["who"],
    "Redone": lambda facts: facts["who"],
}


def mentions(
    session: Session, entry: EntryRow, viewer: Viewer, opened: Sequence[WaitingRow], events: Sequence[Any]
) -> Mentions:
    """Whom the entry's message for that viewer mentions: for what it left to the game masters or handed on,
    and to whom it happened. `events` are at least those which that viewer may see.

    Everybody's message or the game masters' copy, never both. The records of those steps are loaded.
    """
    if entry.action == DIGEST:
        return everyone(session) if _is_read_by(events, viewer) else NOBODY
    if NOBODY_IS_MENTIONED.holds(session.campaign.settings):
        return NOBODY
    if entry.action in BY_CLOCK:
        found = _reminded(session, events, viewer)
    else:
        found = _asked(session, entry, viewer, opened, events) if opened else NOBODY
    # No player reads the game masters' copy.
    others = concerned(session, entry, events) if viewer == PUBLIC else ()
    return replace(found, others=others)


def _asked(
    session: Session, entry: EntryRow, viewer: Viewer, opened: Sequence[WaitingRow], events: Sequence[Any]
) -> Mentions:
    steps = [row for row in opened if _reader(session, row, events) == viewer]
    leaders = _of_game_masters(session, entry, [row for row in steps if row.who is None])
    got = _players(session, entry, steps) if viewer == PUBLIC else ()
    return replace(leaders, people=tuple(dict.fromkeys((*got, *leaders.people))))


def concerned(session: Session, entry: EntryRow, events: Sequence[Any]) -> tuple[int, ...]:
    """To whom happens what everybody is told of an entry, as they want to hear it; not who did it."""
    doers = {entry.actor_id}
    if entry.actor_id == HOUSE or any(_is_house(each) and each.kind == STANDS_IN for each in events):
        # What is done in somebody's name happens to others.
        doers.add(entry.on_behalf_of or entry.actor_id)
    found = dict[int, None]()
    for event in events:
        if not audience(event).everyone:
            continue
        if _is_house(event):
            told = HAPPENS_TO.get(event.kind, _nobody)(event.facts)
            found |= dict.fromkeys(each for each in told if each not in (None, entry.actor_id))
        else:
            found |= dict.fromkeys(each for each in affected(event) if each not in doers)
    return tuple(each for each in found if hears(session, each))


def _is_house(event: Any) -> bool:
    return isinstance(event, PlainEvent)


def _nobody(_facts: Mapping[str, Any]) -> Sequence[int | None]:
    return ()


def _reminded(session: Session, events: Sequence[Any], viewer: Viewer) -> Mentions:
    """The game masters, where a reminder is for them and they want that; the players stand in its event."""
    if any(each.holds(session.campaign.settings) for each in SILENT):
        return NOBODY
    asks = [each for each in events if isinstance(each, PlainEvent) and each.facts.get("asks_game_masters")]
    if not asks or not _is_read_by(events, viewer):
        return NOBODY
    found, awake = everyone(session), asks[0].facts.get("leaders")
    return found if awake is None else replace(found, people=tuple(p for p in found.people if p in awake))


def with_mentions(session: Session, entry: EntryRow, post: Post, opened: Sequence[WaitingRow]) -> Post:
    """The message with whom it mentions, and who of those it may mention was away for long before it."""
    named = mentions(session, entry, post.viewer, opened, post.entry.events)
    if post.viewer != PUBLIC:
        return replace(post, mentions=named)
    others = {*named.people, *named.others} - may_be_asked(post)
    return replace(post, mentions=named, absent=post.absent | absent(session, entry, others))


def absent(session: Session, entry: EntryRow, people: Collection[int]) -> frozenset[int]:
    """Who of those plays here and did nothing for long, as the journal was before that entry."""
    here = (Standing.PLAYER, Standing.GAME_MASTER)
    found = set()
    for person in people:
        if person == entry.actor_id or session.campaign.standing(person) not in here:
            continue
        at = journal.last_acted_at(session.connection, session.row.id, person, entry.number)
        if at is not None and entry.at - at > ABSENCE:
            found.add(person)
    return frozenset(found)


def may_be_asked(post: Post) -> set[int]:
    """Whom a message may mention of itself: who must act at a step that it shows, or is nudged."""
    views = (*([post.subject] if post.subject is not None else []), *post.records.values())
    return {*(step.who for view in views for step in view.steps if step.who is not None), *_named(post)}


def _named(post: Post) -> Iterator[int]:
    for event in post.entry.events:
        if isinstance(event, PlainEvent) and event.kind == NUDGED:
            yield event.facts["who"]


def _players(session: Session, entry: EntryRow, steps: Sequence[WaitingRow]) -> Sequence[int]:
    """The players who have those steps now, and are still with us; whoever acted knows."""
    here = (Standing.PLAYER, Standing.GAME_MASTER)
    asked = [row for row in steps if row.who != entry.actor_id]
    others = instead(session, asked)
    people = [others.get(row.who, row.who) for row in asked if row.who is not None]
    return [each for each in people if each is not None and session.campaign.standing(each) in here]


def _of_game_masters(session: Session, entry: EntryRow, steps: Sequence[WaitingRow]) -> Mentions:
    settings = session.campaign.settings
    if not steps or any(each.holds(settings) for each in SILENT):
        return NOBODY
    known = _game_masters(session, entry)
    if ALL_GAME_MASTERS_ARE_MENTIONED.holds(settings) or not known:
        return everyone(session)
    people = (person for row in steps for person in _last(session, row, entry.number, known))
    return Mentions(tuple(dict.fromkeys(people)))


# With a digest, it alone mentions them.
SILENT = (NO_GAME_MASTER_IS_MENTIONED, GAME_MASTERS_READ_A_DIGEST)


def _is_read_by(events: Sequence[Any], viewer: Viewer) -> bool:
    """Whether that viewer's message is the only one there is about the entry."""
    return viewer == (PUBLIC if any(audience(event).everyone for event in events) else GAME_MASTER)


def everyone(session: Session) -> Mentions:
    """All who lead the campaign. The role of everybody on the server is nobody's in particular."""
    campaign = session.campaign
    roles = tuple(role for role in campaign.game_master_roles if role != campaign.guild)
    people = tuple(filter(campaign.is_here, campaign.game_masters))
    return Mentions(people[:MOST_MENTIONED], roles[:MOST_MENTIONED])


def _reader(session: Session, row: WaitingRow, events: Collection[Any]) -> Viewer:
    """In whose message a step is announced: in everybody's, unless that would tell of a hidden record."""
    told = [event for event in events if audience(event).everyone]
    is_known = session.view(RecordId(row.record_id), PUBLIC) is not None
    is_told = any(getattr(event, "calls_game_masters", False) for event in told)
    return PUBLIC if told and (is_known or is_told) else GAME_MASTER


def _game_masters(session: Session, entry: EntryRow) -> tuple[int, ...]:
    """The game masters known by name: those of the campaign, and who lately did what only they may.

    Nobody is told who holds a role; the entry's own actor held none that leads.
    """
    campaign = session.campaign
    found = list(filter(campaign.is_here, campaign.game_masters))
    if campaign.game_master_roles:
        recent = journal.recent(session.connection, session.row.id, entry.number, MOST_SEARCHED)
        found += [actor for actor, system, action in recent if _is_theirs_alone(session, system, action)]
    return tuple(dict.fromkeys(person for person in found if person != entry.actor_id))


def _is_theirs_alone(session: Session, system: str, action: str) -> bool:
    try:
        return session.context.catalogue.action_named(system, action).may is Permit.GAME_MASTERS
    except LookupError:
        # The house's own, or of a game that is no longer here.
        return False


def _last(session: Session, row: WaitingRow, before: int, known: Sequence[int]) -> Sequence[int]:
    """Who of those acted last on the step's record, or else in the campaign; all where nobody ever did."""
    if len(known) == 1:
        return known
    changed = journal.actors_on(session.connection, row.record_id, before, MOST_SEARCHED)
    on_record = [actor for actor in changed if actor in known]
    if on_record:
        return on_record[:1]
    last = {each: journal.last_act(session.connection, session.row.id, each, before) for each in known}
    newest = max(known, key=last.__getitem__)
    return [newest] if last[newest] else known
