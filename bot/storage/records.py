"""Rows of records, what links to what, and what waits."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

import sqlalchemy as sa

from bot.storage.models import campaigns, journal, links, records, waiting
from bot.storage.prepared import Prepared

# Of these a view may hide any from who looks: far more than the 25 that Discord lists in one autocomplete.
MOST_FOUND = 500
# How many a search for the latest finds.
LATEST = 10


class RecordRow(NamedTuple):
    """One row of `records`, in the order of its columns."""

    id: str
    campaign_id: str
    system: str
    kind: str
    name: str
    name_key: str
    owner_id: int | None
    parent_id: str | None
    version: int
    is_archived: bool
    rolled_back: int | None
    state_version: int
    state: str


@dataclass(frozen=True, slots=True)
class Search:
    """One search within a campaign; `text` is a name or an id, `part` a piece of the name.

    `linking` is what the records sought link to; with `archived` they are out of play, with `latest` only
    the newest are found.
    """

    kind: str
    text: str | None = None
    owner: int | None = None
    parent: str | None = None
    part: str | None = None
    linking: str | None = None
    archived: bool = False
    latest: bool = False


class WaitingRow(NamedTuple):
    """One step that waits."""

    record_id: str
    step: str
    campaign_id: str
    revision: int
    who: int | None
    label: str
    since: datetime
    nudged_at: datetime | None = None
    # The entry whose message mentions a game master for it.
    announced_by: int | None = None
    # When something is due at it, its deadline, how many reminders went out, and how its deadline stands.
    due_at: datetime | None = None
    deadline: datetime | None = None
    counts_from: datetime | None = None
    reminded: int = 0
    stage: int = 0


# Made once: to build and to look up a statement anew costs more than to run it.
_IDS: sa.BindParameter[Sequence[str]] = sa.bindparam("ids", expanding=True)
_OF_IDS = sa.select(records).where(records.c.id.in_(_IDS))
_LINKED = sa.select(records).where(
    records.c.id.in_(sa.select(links.c.target_id).where(links.c.record_id.in_(_IDS)))
)
_WITH_LINKS = Prepared(sa.union_all(_OF_IDS, _LINKED))
# The entry of an interaction in the shape of a record, told from one by its version.
_ENTRY = -1
_DONE = sa.select(
    journal.c.campaign_id,
    journal.c.campaign_id,
    journal.c.system,
    journal.c.action,
    journal.c.action,
    journal.c.action,
    journal.c.actor_id,
    journal.c.subject_id,
    sa.literal(_ENTRY),
    journal.c.has_secret,
    journal.c.number,
    journal.c.number,
    journal.c.input,
).where(journal.c.interaction_id == sa.bindparam("interaction"), journal.c.actor_id == sa.bindparam("actor"))


class Done(Exception):
    """Raised where that person's interaction already has its entry."""


def load(
    connection: sa.Connection,
    campaign_id: str,
    ids: Sequence[str],
    searches: Iterable[Search] = (),
    *,
    with_links: bool = False,
    unless_done: tuple[int, int] | None = None,
) -> list[RecordRow]:
    """The campaign's records of those ids and searches, and with links what the ids link to, once each.

    In the order they were opened. One statement: each part of the union walks its own index. Raises Done
    where an interaction has its entry already: `unless_done` names that and whose it is.
    """
    sought = [_sought(search) for search in searches]
    if not ids and not sought:
        return []
    values: dict[str, Any] = {"ids": ids, "campaign": campaign_id}
    if unless_done is not None:
        values["interaction"], values["actor"] = unless_done
    for number, part in enumerate(sought):
        values |= {f"{name}_{number}": value for name, value in part.items()}
    statement = _loading(bool(ids), with_links, tuple(map(tuple, sought)), unless_done is not None)
    rows = [RecordRow._make(row) for row in statement.rows(connection, values)]
    if any(row.version == _ENTRY for row in rows):
        raise Done
    mine = {row.id: row for row in rows if row.campaign_id == campaign_id}
    return sorted(mine.values(), key=_opened)


def _opened(row: RecordRow) -> tuple[int, str, int]:
    """When a record was opened: by the interaction, and the number among those that it opened."""
    interaction, _, number = row.id.rpartition("-")
    return len(interaction), interaction, int(number) if number.isdigit() else 0


def of_ids(connection: sa.Connection, ids: Sequence[str]) -> list[RecordRow]:
    """The records of those ids, of whichever campaign, and what they link to."""
    return _WITH_LINKS.every(RecordRow._make, connection, {"ids": ids})


def _sought(search: Search) -> dict[str, Any]:
    """What a search compares, by name."""
    text = search.text.strip() if search.text is not None else None
    compared = {
        "kind": search.kind,
        "archived": search.archived,
        "text": text,
        "key": text.casefold() if text is not None else None,
        "owner": search.owner,
        "parent": search.parent,
        "linking": search.linking,
        "part": _with(search.part) if search.part is not None else None,
        "latest": search.latest or None,
    }
    return {name: value for name, value in compared.items() if value is not None}


_ESCAPED = str.maketrans({each: f"/{each}" for each in "%_/"})


def _with(part: str) -> str:
    """The pattern of a name with that piece in it."""
    return f"%{part.strip().casefold().translate(_ESCAPED)}%"


@lru_cache(1000)
def _loading(has_ids: bool, with_links: bool, sought: Sequence[Sequence[str]], unless_done: bool) -> Prepared:
    """The statement for ids, what they link to, and searches, each by the names of what it compares."""
    parts: list[sa.Select[Any]] = [_OF_IDS, *([_LINKED] if with_links else [])] if has_ids else []
    parts += [_search(number, names) for number, names in enumerate(sought)]
    parts += [_DONE] if unless_done else []
    return Prepared(sa.union_all(*parts) if len(parts) > 1 else parts[0])


def _search(number: int, names: Sequence[str]) -> sa.Select[Any]:
    """One of a statement's searches, by the names of what it compares."""

    def value(name: str) -> sa.BindParameter[Any]:
        return sa.bindparam(f"{name}_{number}")

    compared = {
        "kind": records.c.kind == value("kind"),
        "archived": records.c.is_archived == value("archived"),
        "text": sa.or_(records.c.id == value("text"), records.c.name_key == value("key")),
        "owner": records.c.owner_id == value("owner"),
        "parent": records.c.parent_id == value("parent"),
        "linking": records.c.id.in_(
            sa.select(links.c.record_id).where(links.c.target_id == value("linking"))
        ),
        "part": records.c.name_key.like(value("part"), escape="/"),
    }
    mine = records.c.campaign_id == sa.bindparam("campaign")
    statement = sa.select(records).where(mine, *(compared[name] for name in names if name in compared))
    if "latest" in names:
        # As `_opened` orders them.
        newest = (sa.func.length(records.c.id).desc(), records.c.id.desc())
        statement = statement.order_by(*newest).limit(LATEST)
    elif "part" in names:
        statement = statement.order_by(records.c.name_key).limit(MOST_FOUND)
    else:
        return statement
    # With a limit of its own it must stand in a query of its own within a union.
    return statement.subquery().select()


_NAMED = Prepared(
    sa.select(records)
    .where(
        records.c.campaign_id == sa.bindparam("campaign"),
        records.c.name_key.like(sa.bindparam("part"), escape="/"),
    )
    .order_by(records.c.is_archived, records.c.name_key)
    .limit(MOST_FOUND)
)


def named(connection: sa.Connection, campaign_id: str, part: str) -> list[RecordRow]:
    """The campaign's records of any kind, archived ones too, with that piece in their name, by name."""
    return _NAMED.every(RecordRow._make, connection, {"campaign": campaign_id, "part": _with(part)})


def of_servers(connection: sa.Connection, kind: str) -> list[tuple[int, RecordRow]]:
    """Every record in play of that kind in the servers' own campaigns, with the server's id."""
    rows = connection.execute(
        sa.select(campaigns.c.guild_id, records)
        .join(campaigns, campaigns.c.id == records.c.campaign_id)
        .where(campaigns.c.is_server.is_(True), records.c.kind == kind, records.c.is_archived.is_(False))
    )
    return [(int(guild), RecordRow._make(row)) for guild, *row in rows]


_OF_PERSON = Prepared(
    sa.select(records)
    .join(campaigns, campaigns.c.id == records.c.campaign_id)
    .where(
        campaigns.c.guild_id == sa.bindparam("guild"),
        campaigns.c.is_server.is_(True),
        records.c.kind == sa.bindparam("kind"),
        records.c.owner_id == sa.bindparam("person"),
        records.c.is_archived.is_(False),
    )
)


def of_person(connection: sa.Connection, guild: int, kind: str, person: int) -> RecordRow | None:
    """The record of that kind which the server keeps of a person."""
    wanted = {"guild": guild, "kind": kind, "person": person}
    return _OF_PERSON.first(RecordRow._make, connection, wanted)


def of_kind(connection: sa.Connection, campaign_id: str, kind: str) -> list[str]:
    """The campaign's records in play of that kind."""
    is_one = (records.c.campaign_id == campaign_id) & (records.c.kind == kind)
    found = sa.select(records.c.id).where(is_one, records.c.is_archived.is_(False))
    return [str(record) for (record,) in connection.execute(found)]


def in_play(connection: sa.Connection, kinds: Sequence[str]) -> list[str]:
    """Every campaign's records in play of those kinds."""
    found = sa.select(records.c.id).where(records.c.kind.in_(kinds), records.c.is_archived.is_(False))
    return [str(record) for (record,) in connection.execute(found.order_by(records.c.id))]


_LINKING = Prepared(
    sa.select(links.c.record_id)
    .where(links.c.target_id.in_(sa.bindparam("targets", expanding=True)))
    .distinct()
)


def linking(connection: sa.Connection, targets: Sequence[str]) -> list[str]:
    """The records that link to any of those."""
    if not targets:
        return []
    return [str(record) for (record,) in _LINKING.rows(connection, {"targets": targets})]


def owned(
    connection: sa.Connection, campaign_id: str, owners: Sequence[int], kinds: Sequence[str]
) -> list[RecordRow]:
    """The records in play of those kinds that those people own, in the order they were opened."""
    statement = (
        sa.select(records)
        .where(
            records.c.campaign_id == campaign_id,
            records.c.owner_id.in_(owners),
            records.c.kind.in_(kinds),
            records.c.is_archived.is_(False),
        )
        .order_by(sa.func.length(records.c.id), records.c.id)
    )
    return [RecordRow._make(row) for row in connection.execute(statement)]


def insert(connection: sa.Connection, rows: Sequence[RecordRow]) -> None:
    """Write new rows."""
    _INSERT.run_many_soon(connection, [row._asdict() for row in rows])


_INSERT = Prepared(records.insert(), key=("id",))
_FOUND_BY = ("name", "name_key", "owner_id", "parent_id")
_STATE = ("version", "is_archived", "rolled_back", "state_version", "state")


def _updating(names: Sequence[str]) -> Prepared:
    same = sa.and_(records.c.id == sa.bindparam("b_id"), records.c.version == sa.bindparam("b_version"))
    return Prepared(records.update().where(same), columns=names, key=("b_id",))


_UPDATE_STATE, _UPDATE = _updating(_STATE), _updating((*_FOUND_BY, *_STATE))


def update(connection: sa.Connection, row: RecordRow, before: RecordRow) -> None:
    """Write a row over its earlier version. Raises AssertionError if that isn't the stored one."""
    # SQLite writes an index anew whenever its columns are named, changed or not.
    is_found_alike = all(getattr(row, name) == getattr(before, name) for name in _FOUND_BY)
    names = _STATE if is_found_alike else (*_FOUND_BY, *_STATE)
    values = {name: getattr(row, name) for name in names} | {"b_id": row.id, "b_version": before.version}
    otherwise = f"record {row.id} is not at version {before.version}, though its campaign is locked"
    (_UPDATE_STATE if is_found_alike else _UPDATE).run_soon(connection, values, otherwise)


_UNLINK = Prepared(
    links.delete().where(
        links.c.record_id == sa.bindparam("record"),
        links.c.target_id.in_(sa.bindparam("targets", expanding=True)),
    ),
    key=("record",),
)
_LINK = Prepared(links.insert(), key=("record_id", "target_id"))


def relink(connection: sa.Connection, record_id: str, before: set[str], after: set[str]) -> None:
    """Make the stored links of a record those of its new state."""
    if gone := before - after:
        _UNLINK.run_soon(connection, {"record": record_id, "targets": sorted(gone)})
    if new := after - before:
        _LINK.run_many_soon(connection, [{"record_id": record_id, "target_id": t} for t in sorted(new)])


_STEP = sa.and_(waiting.c.record_id == sa.bindparam("b_record"), waiting.c.step == sa.bindparam("b_step"))
_CLOSE = Prepared(waiting.delete().where(_STEP), key=("b_record", "b_step"))
_WAIT = Prepared(waiting.insert(), key=("record_id", "step"))


def _renewing(*names: str) -> Prepared:
    """Sets those columns of a step, and its `since` where its revision is another."""
    same = waiting.c.revision == sa.bindparam("b_revision")
    since = sa.case((same, waiting.c.since), else_=sa.bindparam("b_since", type_=waiting.c.since.type))
    renewing = waiting.update().where(_STEP).values(since=since)
    return Prepared(renewing, columns=names, key=("b_record", "b_step"))


_CLOCK = ("due_at", "deadline", "counts_from", "reminded", "stage")
_RENEW = {
    (is_told, is_restarted): _renewing(
        "revision", "who", "label", *(["announced_by"] if is_told else []), *(_CLOCK if is_restarted else [])
    )
    for is_told in (False, True)
    for is_restarted in (False, True)
}


def rewait(
    connection: sa.Connection,
    record_id: str,
    gone: Sequence[str],
    opened: Sequence[WaitingRow],
    changed: Sequence[WaitingRow],
    restarted: Collection[str] = (),
) -> None:
    """Close, open and change the stored steps of a record; one whose revision stands keeps its `since`.

    One that goes on asking the same keeps the entry that announced it, and its clock unless that is
    `restarted`.
    """
    _CLOSE.run_many_soon(connection, [{"b_record": record_id, "b_step": step} for step in gone])
    _WAIT.run_many_soon(connection, [row._asdict() for row in opened])
    for row in changed:
        is_told = row.announced_by is not None or row.who is not None
        renew = _RENEW[is_told, row.step in restarted]
        keys = {"b_record": row.record_id, "b_step": row.step}
        same = {"b_revision": row.revision, "b_since": row.since}
        renew.run_soon(connection, row._asdict() | keys | same)
