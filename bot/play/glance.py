"""What goes on in a campaign, at a glance: what waits, and every record in play that says how it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.engine.pace import ClockStage
from bot.engine.people import Viewer
from bot.engine.record import Kind, RecordId
from bot.engine.views import Glance, InPlay, Link, RecordView, Waiting
from bot.play.clocks import moves
from bot.play.session import Session
from bot.storage import outbox, records, waiting
from bot.storage.outbox import GAME_MASTER_POST, PUBLIC_POST
from bot.storage.records import Search, WaitingRow


def glance(session: Session, viewer: Viewer) -> Glance:
    """What that viewer may see of it, in a handful of statements. The session has its campaign loaded."""
    apart = session.apart()
    rows = moves(session, waiting.of_campaign(session.connection, session.row.id))
    _load(apart, rows)
    shown = {each: view for each, view in apart.views(viewer).items() if not view.is_archived}
    links = cards(apart, shown, viewer)
    by_record: dict[RecordId, list[Waiting]] = {}
    for row in rows:
        if (view := shown.get(RecordId(row.record_id))) is not None:
            by_record.setdefault(view.id, []).append(waits(session, row, view, links))
    found = (
        _in_play(apart.kind(each), view, tuple(by_record.get(each, ())), links.get(each))
        for each, view in shown.items()
    )
    return Glance(session.now, tuple(each for each in found if each.line is not None or each.waits))


def waits(session: Session, row: WaitingRow, view: RecordView, links: Mapping[RecordId, Link]) -> Waiting:
    """A step that waits, for somebody who may see its record; without a deadline while no clock runs."""
    stands_still = session.campaign.pace.is_paused or row.stage == ClockStage.OVER
    deadline = None if stands_still else row.deadline
    return Waiting(view, row.step, row.label, row.who, row.since, links.get(view.id), deadline)


def _load(session: Session, rows: Iterable[WaitingRow]) -> None:
    """Load every record in which something waits, and every record in play whose game gives it a line."""
    catalogue, root = session.context.catalogue, session.row.id
    games = catalogue.systems.values()
    kinds = dict.fromkeys(kind.name for game in games for kind in game.kinds if kind.line is not None)
    ids = dict.fromkeys((root, *(row.record_id for row in rows)))
    for row in records.load(session.connection, root, tuple(ids), [Search(name) for name in kinds]):
        try:
            session.take([row])
        except (LookupError, ValueError):
            # One that can't be read must not hide all the others.
            if row.id == root:
                raise


def _in_play(kind: Kind[object], view: RecordView, found: tuple[Waiting, ...], link: Link | None) -> InPlay:
    line = kind.line(view.state) if kind.line is not None else None
    return InPlay(view, line, found, link, is_person=kind.is_person and not found)


def cards(session: Session, shown: Mapping[RecordId, RecordView], viewer: Viewer) -> Mapping[RecordId, Link]:
    """Where each is shown: in the newest message about it, or else about what links to it.

    Game masters are led to theirs only where the players have none.
    """
    readable = (PUBLIC_POST, GAME_MASTER_POST) if viewer.is_game_master else (PUBLIC_POST,)
    found = outbox.newest(session.connection, list(shown)) if shown else {}
    missing = [each for each in shown if not any((each, audience) in found for audience in readable)]
    found |= outbox.newest_through(session.connection, missing) if missing else {}
    newest = {each: next((found[each, a] for a in readable if (each, a) in found), None) for each in shown}
    return {
        record: Link(session.row.guild_id, card.channel_id, card.message_id)
        for record, card in newest.items()
        if card is not None
    }
