"""What no scenario leaves behind, so that a dump holds one of everything: see `tests.filled.make`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import sqlalchemy as sa

from bot.engine.catalogue import Catalogue
from bot.engine.event import Event
from bot.engine.saying import Clause, Label, Name, Said, Sentence, Value, Who, Words, say, sentences
from bot.engine.text import T
from bot.errors import UserError
from bot.play.context import Context, event_data
from bot.storage import codec
from bot.storage.journal import EntryRow
from bot.storage.models import journal, records
from bot.storage.records import RecordRow
from bot.systems.kingdom.book import MonthStep, Role
from bot.systems.kingdom.leaders.rules import AssignLeader
from bot.systems.table.dice.rules import RollDice
from bot.systems.table.library.rules import ImportEntries
from tests.faults import Faults, post_in
from tests.givens import options
from tests.harness.world import File
from tests.longest import Longest
from tests.playbooks import scenarios
from tests.stages import Stage
from tests.systems.adventuria.stock import adventurer
from tests.systems.kingdom.posts import SAYS as KINGDOM_SAYS
from tests.systems.kingdom.stock import act, id_of, kingdom_at
from tests.systems.second_kingdom.playbook import picture
from tests.systems.second_kingdom.stock import hero

# How often it is gone through what is left.
ROUNDS = 3
# What the fields of rare events can't tell by their types.
SAMPLES = defaultdict(lambda: Longest({}, most=7), kingdom=KINGDOM_SAYS)
# An acceptance stands in the journal as what was accepted.
NOT_ENTERED = {("table", "AcceptProposal")}
# With a picture, not with an address as in their scenarios.
PORTRAITS = ("adv portrait", "sk portrait", "sov pc portrait")
ENTRIES: dict[str, dict[str, str]] = {
    "adventuria.item": {"about": "Old."},
    "adventuria.spell": {"about": "Old."},
    "adventuria.ally": {"about": "Old."},
    "adventuria.ability": {"about": "Old."},
    "kingdom.event": {"about": "A comet.", "rules": "always: unrest +1"},
}
# Values of those sorts, as they are kept.
VALUES: dict[str, Value] = {
    "number": 3,
    "name": Name("Tarn"),
    "person": Who(None),
    "label": Label(MonthStep.EVENT),
    "words": Words("As it was", by=None),
    "clause": Clause(T(" Full again: {counters:,}."), counters=[Name("Luck")]),
}


class Left(NamedTuple):
    """What a database holds, each thing by its game and its name."""

    kinds: set[tuple[str, str]]
    actions: set[tuple[str, str]]
    events: set[tuple[str, str]]
    codes: set[str]
    # With the kind of record between: a step is known by the sort that its name begins with.
    steps: set[tuple[str, str, str]]


def declared(catalogue: Catalogue) -> Left:
    """All that the games and the house declare."""
    every = [system for system in catalogue.systems.values() if system.name != "lantern"]
    return Left(
        {(system.name, kind.name) for system in every for kind in system.kinds},
        {(system.name, kind.name) for system in every for kind in system.actions} - NOT_ENTERED,
        {(system.name, each.__name__) for system in every for each in system.events if each is not Said},
        {code for code, sentence in sentences().by_code.items() if sentence.says is not None},
        {
            (system.name, kind.name, str(sort))
            for system in every
            for kind in system.kinds
            for sort in kind.steps
        },
    )


def held(connection: sa.Connection, context: Context) -> Left:
    """All of that which a database holds."""
    told = [
        (row.system, each["event"], each["facts"])
        for row in connection.execute(sa.select(journal.c.system, journal.c.events))
        for each in codec.read(row.events)
    ]
    rows = map(RecordRow._make, connection.execute(sa.select(records)))
    every = [(row.system, context.record(row)) for row in rows]
    return Left(
        {(system, record.kind) for system, record in every},
        set(map(tuple, connection.execute(sa.select(journal.c.system, journal.c.action).distinct()))),
        # What the house tells may stand in an entry of a game.
        {(system, event) for system, event, _ in told} | {("table", event) for _, event, _ in told},
        {facts["code"] for _, event, facts in told if event == Said.__name__},
        {
            (system, record.kind, step.at)
            for system, record in every
            for step in context.steps(system, record)
        },
    )


def lacking(connection: sa.Connection, context: Context) -> Left:
    """What a database doesn't hold of all that is declared."""
    wanted, there = declared(context.catalogue), held(connection, context)
    return Left(
        wanted.kinds - there.kinds,
        wanted.actions - there.actions,
        wanted.events - there.events,
        wanted.codes - there.codes,
        wanted.steps - there.steps,
    )


async def add_kinds(stage: Stage) -> None:
    """Add pictures, a call of several heroes, and entries of each library."""
    for path in PORTRAITS:
        given = await options(stage, path)
        given.pop("address")
        await stage.do(path, by=stage.gm, picture=File("face.png", picture()), **given)
    called = f"{await hero(stage)}, {await hero(stage)}"
    await stage.do("sk challenge", by=stage.gm, heroes=called, action="Leap", virtue="courage", rating=4)
    for shelf, texts in ENTRIES.items():
        await act(stage, ImportEntries(shelf, ({"name": stage.fresh_name(), **texts},), "A file"))


async def add_rare(stage: Stage) -> None:
    """Add what the scenarios didn't leave, and messages that Discord hasn't, or won't take yet."""
    # What is left for one may end what was left for another.
    for _ in range(ROUNDS):
        for system, _, sort in sorted((await _lacking(stage)).steps):
            await _wait_at(stage, system, sort)
    if left := (await _lacking(stage)).steps:
        raise LookupError(f"no scenario waits at {left}")
    context = stage.bot.play.context
    await stage.bot.database.write(lambda connection: _tell(connection, context))
    await _undelivered(stage)


async def _lacking(stage: Stage) -> Left:
    context = stage.bot.play.context
    return await stage.bot.database.read(lambda connection: lacking(connection, context))


async def _scene(stage: Stage) -> None:
    """A scene that says nothing of where the turn may end."""
    name = await adventurer(stage)
    await stage.do("adv start", by=stage.deacon, adventurer=name)
    await stage.do("adv gm scene", by=stage.gm, adventurer=name, text="A door.")


async def _spymaster(stage: Stage) -> None:
    """Somebody new, who may choose what they see to."""
    id_ = await id_of(stage, await kingdom_at(stage, MonthStep.LEADERSHIP))
    await act(stage, AssignLeader(id_, Role.SPYMASTER, "Ilka", stage.deacon.id))


# Steps that no scenario waits at: what brings them about.
LED_TO: dict[tuple[str, str], Callable[[Stage], Awaitable[Any]]] = {
    ("adventuria", "answer"): _scene,
    ("kingdom", "armies"): partial(kingdom_at, step=MonthStep.ARMIES),
    ("kingdom", "spymaster"): _spymaster,
    ("kingdom", "terrain"): partial(kingdom_at, step=MonthStep.TERRAIN),
}


# How often that is tried, where a press found another's card.
TRIES = 3


async def _wait_at(stage: Stage, system: str, sort: str) -> None:
    """Prepare what somebody could do at such a step, and leave it.

    Many kingdoms stand by now: whose card is the newest depends on who was drawn last, and a press meant for
    one may find another's. What counts is what waits then.
    """
    if (system, sort) in LED_TO:
        await LED_TO[system, sort](stage)
        return
    known, standing = scenarios(), stage.bot.play.catalogue.systems[system].standing[sort]
    found = [f"{system}.{each.name}" for each, _ in standing]
    for name in [each for each in found if each in known] * TRIES:
        # What is under way is drawn before somebody looks for the newest card.
        await stage.settle()
        with suppress(ValueError, LookupError, UserError):
            await known[name].payload(stage)
        if (system, sort) not in {(game, at) for game, _, at in (await _lacking(stage)).steps}:
            return


def _tell(connection: sa.Connection, context: Context) -> None:
    """Add what no entry tells to the newest of its game, one each."""
    left, of_game = lacking(connection, context), defaultdict[str, list[Event]](list)
    for system, name in sorted(left.events):
        of_game[system].append(SAMPLES[system].of(_class(context.catalogue, system, name)))
    of_game["kingdom"] += [_said(code, sentences().by_code[code]) for code in sorted(left.codes)]
    for system, events in of_game.items():
        newest = sa.select(journal).where(journal.c.system == system).order_by(journal.c.number.desc())
        rows = [EntryRow._make(row) for row in connection.execute(newest.limit(len(events)))]
        for row, event in zip(rows, events, strict=True):
            told = codec.text([*codec.read(row.events), event_data(event)])
            is_it = (journal.c.campaign_id == row.campaign_id) & (journal.c.number == row.number)
            connection.execute(journal.update().where(is_it).values(events=told))


def _class(catalogue: Catalogue, system: str, name: str) -> Any:
    return next(event for event in catalogue.systems[system].events if event.__name__ == name)


def _said(code: str, sentence: Sentence) -> Said:
    values: dict[str, Any] = {name: _value(sort) for name, sort in sentence.values.items()}
    return say(code, T(str(sentence.says)), **values)


def _value(sort: str) -> Value:
    one = VALUES[sort.removeprefix("list of ")]
    return [one, one] if sort.startswith("list of ") else one


async def _undelivered(stage: Stage) -> None:
    """A message that Discord refuses; and a secret that waits until somebody says who may read it."""
    faults = Faults(stage.server)
    faults.refuse(post_in(stage.world.channels[0].id), 403, 50001)
    # Past Discord: no answer shows it.
    await act(stage, RollDice("2d6 hop"))
    await stage.settle()
    faults.mend()
    await stage.do("roll", by=stage.deacon, dice="2d6+1 hop", secrecy="gm")
    await stage.settle()
