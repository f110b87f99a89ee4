"""How many records of a kind one person may have, where a game limits that (`Kind.refused`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.engine.system import Record, RecordId, Scope, Want
from bot.errors import RuleViolation
from bot.play.session import Session

Restored = Mapping[RecordId, Record[Any] | None]


def require_room(session: Session, record: RecordId, to: int, restored: Restored | None = None) -> None:
    """See that this person may have that record beside their others, some of them as `restored`.

    Raises RuleViolation with the game's sentence.
    """
    row = session.rows[record]
    kind = session.house.catalogue.kind(row.system, row.kind)
    if kind.refused is None:
        return
    session.load(Scope(wants=(Want(kind.name, owner=to),)))
    theirs = [
        held.state
        for each, held in (session.records | dict(restored or {})).items()
        if held is not None
        and each != record
        and (session.rows[each].system, held.kind) == (row.system, kind.name)
        and not held.is_archived
        and kind.owner(held.state) == to
    ]
    why = kind.refused(session.campaign, theirs)
    if why is not None:
        raise RuleViolation(why)
