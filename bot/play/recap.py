"""Since you were here: what happened, scene by scene, as its reader may see it; and a newcomer's page.

Of ten thousand entries only those that are shown are read: the journal's index says which records have news,
and of each of them the newest few entries are. Nothing is counted that the reader may not see, and scenes are
in the order of what they may.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bot.engine.people import Actor
from bot.engine.proposals import Proposal
from bot.engine.story import STORY, Story
from bot.engine.system import PlainEvent, RecordId, Scope, Want
from bot.engine.text import Safe, refused
from bot.errors import UserError
from bot.play import chapters, hand_over
from bot.play.context import Context
from bot.play.look import require_near, waiting_for
from bot.play.session import TABLE, Session, open_session
from bot.play.views import HOUSE_ENTRIES, CampaignView, Entry, Link, RecordView, Request, Waiting
from bot.storage import campaigns, journal, news, outbox, records
from bot.storage import chapters as chapter_rows
from bot.storage.journal import EntryRow
from bot.storage.news import Among
from bot.storage.outbox import GAME_MASTER_POST, PUBLIC_POST

# So many scenes, and of each so many of its newest entries.
MOST_SCENES, EACH, AROUND = 20, 4, 6
# How far is looked for them: records at once and entries of one at once, and how often.
BATCH, DEEP, MOST_BATCHES = 25, 8, 40
# On a newcomer's page: of the campaign's first entries, its newest scenes, and what one person plays.
FIRST, NEWEST, MOST_PLAYED, MOST_PEOPLE = 3, 5, 6, 40


@dataclass(frozen=True, slots=True)
class RecapRange:
    """Of which entries somebody wants to be told: of nothing else said, those since they were here.

    Else those of the time since `ago`, of everything, of a chapter of dice, or from one entry to another.
    """

    ago: timedelta | None = None
    is_whole: bool = False
    chapter: int | None = None
    first: int | None = None
    last: int | None = None


SINCE_HERE = RecapRange()
Linked = tuple[Entry, Link | None]


@dataclass(frozen=True, slots=True)
class RecapScene:
    """One scene: the record that it is about, None for whatever belongs to none; its newest entries first."""

    record: RecordView | None
    entries: tuple[Linked, ...]


@dataclass(frozen=True, slots=True)
class Recap:
    """What happened from one entry to another, the newest scene first.

    `since` is when the entry before the first was made. `is_new` says that its reader was never here.
    """

    view: CampaignView
    first: int
    last: int
    scenes: tuple[RecapScene, ...] = ()
    is_more: bool = False
    waiting: tuple[Waiting, ...] = ()
    since: datetime | None = None
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of the story: an entry that was marked, with its note; or else a line that was written."""

    number: int
    entry: Entry | None = None
    link: Link | None = None
    text: str = ""
    chapter: int | None = None


@dataclass(frozen=True, slots=True)
class Member:
    """Who is who: a person, and what they play, each with how it stands where its game says that."""

    user: int
    is_game_master: bool
    played: tuple[tuple[RecordView, Safe | None], ...] = ()
    more: int = 0


@dataclass(frozen=True, slots=True)
class Newcomer:
    """The story so far and who is who. Where no story was marked: how it began, and the newest scenes."""

    view: CampaignView
    last: int
    story: tuple[Passage, ...] = ()
    beginning: tuple[Linked, ...] = ()
    scenes: tuple[RecapScene, ...] = ()
    people: tuple[Member, ...] = ()
    waiting: tuple[Waiting, ...] = ()


def recap(
    connection: sa.Connection,
    context: Context,
    actor: Actor,
    request: Request,
    wanted: RecapRange,
    campaign: str | None = None,
) -> Recap:
    """What happened. Raises NoCampaign, or RuleViolation where there are no such entries."""
    session = _session(connection, context, actor, request, campaign)
    first, last = _stretch(session, wanted)
    is_new = wanted == SINCE_HERE and first == 1
    view = CampaignView(session.campaign, session.id, session.viewer, {})
    if is_new:
        return Recap(view, first, last, is_new=True)
    scenes, around = _scenes(session, _among(session, first, last), MOST_SCENES + 1)
    begun = journal.entry(connection, session.row.id, first - 1) if first > 1 else None
    return Recap(
        view,
        first,
        last,
        (*scenes[:MOST_SCENES], *around),
        len(scenes) > MOST_SCENES,
        waiting_for(session, mine=True),
        begun.at if begun is not None else None,
    )


def newcomer(
    connection: sa.Connection, context: Context, actor: Actor, request: Request, campaign: str | None = None
) -> Newcomer:
    """All that somebody new should know. Raises NoCampaign."""
    session = _session(connection, context, actor, request, campaign)
    told = _story(session)
    everything = _among(session, 1, session.row.entries)
    scenes, _around = _scenes(session, everything, NEWEST) if not told else ((), ())
    return Newcomer(
        CampaignView(session.campaign, session.id, session.viewer, {}),
        session.row.entries,
        told,
        () if told else _beginning(session, everything),
        scenes,
        _people(session),
        waiting_for(session, mine=True),
    )


def story(
    connection: sa.Connection, context: Context, actor: Actor, request: Request, campaign: str | None = None
) -> tuple[CampaignView, tuple[Passage, ...]]:
    """The passages that people marked or wrote for the recap, oldest first. Raises NoCampaign."""
    session = _session(connection, context, actor, request, campaign)
    return CampaignView(session.campaign, session.id, session.viewer, {}), _story(session)


def note_read(connection: sa.Connection, actor: Actor, campaign: str, first: int, last: int) -> None:
    """That somebody was told of those entries: of all up to the last, where they had missed none before."""
    if first <= _known(connection, campaign, actor) + 1:
        campaigns.note_read(connection, campaign, actor.user, last)


def _session(
    connection: sa.Connection, context: Context, actor: Actor, request: Request, campaign: str | None
) -> Session:
    session = open_session(connection, context, actor, request, campaign=campaign)
    session.load(Scope())
    require_near(session)
    return session


# -- from where to where --------------------------------------------------------------------------------


def _known(connection: sa.Connection, campaign: str, actor: Actor) -> int:
    """The last entry that they know of: one of their own, or one of which a recap told them."""
    acted = journal.last_act(connection, campaign, actor.user, MOST_NUMBER)
    return max(acted, campaigns.read_to(connection, campaign, actor.user))


# Above any entry's number.
MOST_NUMBER = 2_000_000_000


def _stretch(session: Session, wanted: RecapRange) -> tuple[int, int]:
    """The numbers of the first and the last entry wanted. Raises RuleViolation."""
    connection, row = session.connection, session.row
    if wanted.chapter is not None:
        if wanted.first is not None or wanted.last is not None:
            raise refused("recap.both", "Choose either a chapter or entries, not both.")
        return _chapter(session, wanted.chapter)
    if wanted.first is not None or wanted.last is not None:
        return _entries(wanted.first or 1, wanted.last or row.entries, row.entries)
    if wanted.ago is not None:
        return news.before(connection, row.id, session.now - wanted.ago) + 1, row.entries
    return (1 if wanted.is_whole else _known(connection, row.id, session.actor) + 1), row.entries


def _chapter(session: Session, number: int) -> tuple[int, int]:
    if number == session.row.chapter:
        now = chapters.running(session)
        return now.first_entry, now.last_entry
    ended = chapter_rows.ended(session.connection, session.row.id, number)
    if ended is None:
        raise no_chapter(number, session.row.chapter)
    return ended.first_entry, ended.last_entry


def no_chapter(number: int, newest: int) -> UserError:
    """The refusal where there is no chapter of dice with that number."""
    return refused(
        "recap.no_chapter",
        "There's no chapter {number}: the newest is chapter {newest}.",
        number=number,
        newest=newest,
    )


def _entries(first: int, last: int, newest: int) -> tuple[int, int]:
    if first > last and last < newest:
        raise refused(
            "recap.backwards",
            "#{first} comes after #{last}: give the earlier entry first.",
            first=first,
            last=last,
        )
    if first > newest:
        raise refused(
            "recap.not_yet",
            "There's no entry #{first} yet: the newest is #{newest}.",
            first=first,
            newest=newest,
        )
    return first, min(last, newest)


# -- scenes ---------------------------------------------------------------------------------------------


def _among(session: Session, first: int, last: int) -> Among:
    housekeeping = {(TABLE, name) for name, each in HOUSE_ENTRIES.items() if not each.is_news}
    silent = session.context.catalogue.silent | housekeeping
    names = sorted(f"{system}.{action}" for system, action in silent)
    return Among(session.row.id, first, last, names, sorted({system for system, _ in silent}))


def _scenes(
    session: Session, among: Among, most: int
) -> tuple[tuple[RecapScene, ...], tuple[RecapScene, ...]]:
    """The scenes with the newest news that the reader may see; and whatever belongs to none, if anything.

    A record's newest entry, seen or not, is never older than the newest one that is seen: once enough scenes
    have newer news than whatever is looked at next, they are the ones.
    """
    found: dict[RecordId, list[Entry]] = {}
    around = _newest(session, among, None, AROUND)
    for subject, newest in _subjects(session, among):
        tops = sorted((told[0].number for told in found.values()), reverse=True)
        if len(tops) >= most and tops[most - 1] > newest:
            break
        scene = _scene(session, subject)
        if scene is None:
            continue
        if scene == session.id:
            around = _merged(around, _newest(session, among, subject, AROUND), AROUND)
        elif told := _newest(session, among, subject, EACH):
            found[scene] = _merged(found.get(scene, []), told, EACH)
    order = sorted(found, key=lambda world: found[world][0].number, reverse=True)[:most]
    chosen = [(scene, found[scene]) for scene in order]
    every = [*(told for _, told in chosen), around]
    links = _links(session, [entry.number for told in every for entry in told])
    shown = (RecapScene(session.view(scene, session.viewer), _linked(told, links)) for scene, told in chosen)
    return tuple(shown), (RecapScene(None, _linked(around, links)),) if around else ()


def _subjects(session: Session, among: Among) -> Iterable[tuple[RecordId, int]]:
    """The records with news, the newest first, each loaded; with a bound for a reader who sees hardly any."""
    below = among.last + 1
    for _ in range(MOST_BATCHES):
        rows = news.subjects(session.connection, among, below, BATCH)
        session.load(Scope(ids=tuple(RecordId(subject) for subject, _ in rows)))
        yield from ((RecordId(subject), newest) for subject, newest in rows)
        if len(rows) < BATCH:
            return
        below = rows[-1][1]


def _scene(session: Session, subject: RecordId) -> RecordId | None:
    """The record that a scene is about: what a part belongs to, the campaign for what belongs to none.

    None where the reader may know of none.
    """
    if subject == session.id:
        return subject
    if subject not in session.records or session.view(subject, session.viewer) is None:
        return None
    row, state = session.rows[subject], session.records[subject].state
    if isinstance(state, Proposal) or session.kind(subject).is_nameless:
        whole = RecordId(row.parent_id) if row.parent_id else session.id
        session.load(Scope(ids=(whole,)))
        is_known = whole in session.records and session.view(whole, session.viewer) is not None
        return whole if is_known and session.rows[whole].system != TABLE else session.id
    return session.id if row.system == TABLE else subject


def _newest(session: Session, among: Among, subject: RecordId | None, most: int) -> list[Entry]:
    """The newest entries about a record of which the reader may see anything."""
    found: list[Entry] = []
    for _ in range(MOST_BATCHES):
        rows = news.about(session.connection, among, subject, DEEP)
        found += _told(session, rows)
        if len(found) >= most or len(rows) < DEEP:
            break
        among = among._replace(last=rows[-1].number - 1)
    return found[:most]


def _seen(session: Session, rows: Iterable[EntryRow]) -> list[Entry]:
    entries = map(session.entry, rows)
    return [entry for entry in entries if entry.events]


def _told(session: Session, rows: Iterable[EntryRow]) -> list[Entry]:
    """What the reader may see, without the seals of dice: `/dice fairness` has those."""
    seen = (
        replace(entry, events=tuple(each for each in entry.events if not _seals(each)))
        for entry in _seen(session, rows)
    )
    return [entry for entry in seen if entry.events]


def _seals(event: Any) -> bool:
    return isinstance(event, PlainEvent) and event.kind == "ChapterBegan"


def _merged(some: list[Entry], others: list[Entry], most: int) -> list[Entry]:
    return sorted((*some, *others), key=lambda entry: entry.number, reverse=True)[:most]


def _links(session: Session, numbers: Sequence[int]) -> dict[int, Link]:
    """Where each entry's message is: everybody's, or else, for who leads, the game masters' copy."""
    sent = outbox.of_entries(session.connection, session.row.id, numbers) if numbers else []
    readable = (GAME_MASTER_POST, PUBLIC_POST) if session.viewer.is_game_master else (PUBLIC_POST,)
    return {
        message.entry: Link(session.row.guild_id, message.channel_id, message.message_id)
        for audience in readable
        for message in sent
        if message.audience == audience
    }


def _linked(entries: Iterable[Entry], links: dict[int, Link]) -> tuple[Linked, ...]:
    return tuple((entry, links.get(entry.number)) for entry in entries)


# -- for who is new -------------------------------------------------------------------------------------


def _beginning(session: Session, among: Among) -> tuple[Linked, ...]:
    """The first entries of which the reader may see anything, in order."""
    found: list[Entry] = []
    for _ in range(MOST_BATCHES):
        rows = news.earliest(session.connection, among, DEEP)
        found += _told(session, rows)
        if len(found) >= FIRST or len(rows) < DEEP:
            break
        among = among._replace(first=rows[-1].number + 1)
    found = found[:FIRST]
    return _linked(found, _links(session, [entry.number for entry in found]))


def _story(session: Session) -> tuple[Passage, ...]:
    """What was marked and still stands, as far as the reader may see it; a chapter's line at its end."""
    session.load(Scope(wants=(Want(STORY.name),)))
    states = [record.state for record in session.records.values() if isinstance(record.state, Story)]
    marks = {number: note for state in states for number, note in state.marks.items()}
    rows = journal.entries(session.connection, session.row.id, sorted(marks)) if marks else []
    seen = _seen(session, (row for row in rows if row.undone_by is None))
    links = _links(session, [entry.number for entry in seen])
    passages = [Passage(entry.number, entry, links.get(entry.number), marks[entry.number]) for entry in seen]
    written = [(number, line) for state in states for number, line in state.lines.items()]
    ends = (
        {
            row.chapter: row.last_entry
            for row in chapter_rows.of_campaign(session.connection, session.row.id, MOST_NUMBER)
        }
        if written
        else {}
    )
    for number, line in written:
        at = ends.get(line.chapter, number) if line.chapter is not None else number
        passages.append(Passage(at, text=line.text, chapter=line.chapter))
    return tuple(sorted(passages, key=lambda each: (each.number, each.entry is None)))


def _people(session: Session) -> tuple[Member, ...]:
    """The campaign's game masters and players, each with what they play."""
    campaign = session.campaign
    known = list(dict.fromkeys((*campaign.game_masters, *campaign.players)))[:MOST_PEOPLE]
    kinds = sorted({kind.name for kind in hand_over.kinds(session) if not kind.goes_along})
    session.take(records.owned(session.connection, session.row.id, known, kinds))
    played: dict[int, list[RecordView]] = {user: [] for user in known}
    for view in session.views(session.viewer).values():
        is_played = view.owner in played and view.kind in kinds and not view.is_archived
        if view.owner is not None and is_played:
            played[view.owner].append(view)
    return tuple(
        Member(
            user,
            user in campaign.game_masters,
            tuple((view, _standing(session, view)) for view in views[:MOST_PLAYED]),
            len(views[MOST_PLAYED:]),
        )
        for user, views in played.items()
    )


def _standing(session: Session, view: RecordView) -> Safe | None:
    """The record's state in a line, if its game has a line for it."""
    line = session.kind(view.id).line
    return line(view.state) if line is not None else None
