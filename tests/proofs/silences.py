"""What comes of silence at each step of each game, as it happens: heard where the house carries it out.

The register says of every step that asks a player where a proof lets its time run out: after a scenario of a
playbook, before its last interaction (`before`), or in a test of its own. A step that is missing fails it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from bot.engine.pace import Silent, Then
from bot.engine.people import PUBLIC, Actor
from bot.engine.record import Figure
from bot.engine.system import PlainEvent, Record, RecordId, Step
from bot.play import pace
from bot.play.clocks import DueStep
from bot.play.context import Context
from bot.play.session import Session
from bot.play.worlds import world_of
from bot.storage import journal, waiting
from bot.storage.journal import EntryRow
from bot.storage.models import waiting as waiting_steps
from bot.storage.records import WaitingRow
from bot.systems.kingdom.waiting import STEWARD
from bot.systems.table.pace.rules import SetPace
from tests.stages import Stage

# A pace in which every step has a deadline, and one reminder before it.
REMIND, LIMIT = 25, 47
JUST_AFTER = timedelta(minutes=5)

# A step: its game, its kind of record, its name without what numbers it, and what comes of silence at it.
Named = tuple[str, str, str, Then]


def named(system: str, kind: str, step: Step) -> Named:
    """What a step is called in the register."""
    # Settlements' steps end in their ids; what a steward does is the same at each step.
    name = re.sub(r"^(reclaim-).*", r"\1", step.name)
    name = STEWARD if step.silent.choice == STEWARD else re.sub(r"[0-9]+$", "", name)
    return system, kind, name, step.silent.then


@dataclass(frozen=True)
class Lapse:
    """A step whose time was over, and what the house made of it."""

    record: RecordId
    system: str
    kind: str
    step: Step
    before: Mapping[RecordId, Record[Any]]
    after: Mapping[RecordId, Record[Any]]
    # Who plays each of those records.
    owners: Mapping[RecordId, int | None]
    # What deeds are paid with, by record and figure.
    spent_before: Mapping[tuple[RecordId, str], Any]
    spent_after: Mapping[tuple[RecordId, str], Any]
    # The steps of its record afterward, and their clocks.
    steps: tuple[Step, ...]
    rows: tuple[WaitingRow, ...]
    entry: EntryRow
    # What everybody is told of it.
    facts: Mapping[str, Any]
    is_public: bool

    @property
    def name(self) -> Named:
        """What the register calls it."""
        return named(self.system, self.kind, self.step)

    @property
    def asker(self) -> tuple[RecordId, str, int]:
        """What was asked, and the how-manieth time."""
        return self.record, self.step.name, self.step.revision

    @property
    def changed(self) -> set[RecordId]:
        """The records that are otherwise, or new; how many deadlines somebody missed doesn't count."""
        found = {each for each, record in self.after.items() if record.state != _state(self.before, each)}
        return found - {RecordId(self.entry.campaign_id)}


def _state(records: Mapping[RecordId, Record[Any]], record: RecordId) -> Any:
    return records[record].state if record in records else None


@dataclass
class Silence:
    """What was heard on a stage while time went by."""

    stage: Stage
    lapses: list[Lapse] = field(default_factory=list)
    # Every step that was ever worked out and asked a player.
    asked: dict[Named, Silent] = field(default_factory=dict)
    # Those that can be answered in advance; and each step as it was worked out last.
    answerable: set[Named] = field(default_factory=set)
    latest: dict[tuple[str, str], Step] = field(default_factory=dict)

    async def begin(self) -> None:
        """Give every step a deadline."""
        await self.act(SetPace(remind=f"{REMIND}h", reminders=1, deadline=f"{LIMIT}h"))

    async def act(self, action: Any, by: int | None = None) -> None:
        """Something done past Discord."""
        number = int(self.stage.slash("campaign", by=self.stage.gm)["id"])
        who = Actor(by if by is not None else self.stage.gm.id)
        await self.stage.bot.play.act(who, self.stage.request(number), action)

    async def wait(self, **span: float) -> int:
        """Let time go by at once, and do what is due then; how much that was."""
        context = self.stage.bot.play.context
        now = context.now() + timedelta(**span)
        object.__setattr__(context, "now", lambda: now)
        done = await self.stage.bot.play.do_due()
        await self.stage.settle()
        return done

    async def rows(self) -> list[WaitingRow]:
        """Every open step."""
        return await self.stage.bot.database.read(
            lambda connection: [WaitingRow._make(row) for row in connection.execute(sa.select(waiting_steps))]
        )

    def at(self, name: Named) -> list[Lapse]:
        """The lapses of that step."""
        return [each for each in self.lapses if each.name == name]


def listening(stage: Stage, patch: pytest.MonkeyPatch) -> Silence:
    """Hear what comes of silence on that stage."""
    heard = Silence(stage)
    steps, lapse = Context.steps, pace._lapse

    def seen(self: Context, system: str, record: Record[Any]) -> tuple[Step, ...]:
        found = steps(self, system, record)
        for each in (each for each in found if each.who is not None):
            name = named(system, record.kind, each)
            heard.asked[name] = each.silent
            heard.latest[record.id, each.name] = each
            if any(choice.advance for choice in each.choices):
                heard.answerable.add(name)
        return found

    def lapsed(session: Session, record: RecordId, each: DueStep) -> bool:
        before, paid = dict(session.records), dict(_spent(session))
        number = session.row.entries + 1
        done = lapse(session, record, each)
        entry = journal.entry(session.connection, session.id, number)
        assert entry is not None
        heard.lapses.append(
            Lapse(
                record,
                session.rows[record].system,
                session.records[record].kind,
                each.step,
                before,
                dict(session.records),
                {found: session.kind(found).owner(it.state) for found, it in session.records.items()},
                paid,
                dict(_spent(session)),
                session.steps(record),
                tuple(waiting.of_records(session.connection, [record])),
                entry,
                _facts(session, entry),
                session.view(record, PUBLIC) is not None,
            )
        )
        return done

    patch.setattr(Context, "steps", seen)
    patch.setattr(pace, "_lapse", lapsed)
    return heard


def _facts(session: Session, entry: EntryRow) -> Mapping[str, Any]:
    """What the entry tells of a silence."""
    events, _ = session.context.whole(entry)
    (told,) = (each for each in events if isinstance(each, PlainEvent) and each.kind == pace.LAPSED)
    return told.facts


def _spent(session: Session) -> Iterator[tuple[tuple[RecordId, str], Any]]:
    """The figures that deeds are paid with, of all that is loaded."""
    for system in session.context.catalogue.systems.values():
        for kind, work_out in system.figures.items():
            for record in [each for each in session.records.values() if each.kind == kind.name]:
                figures: list[Figure] = []
                # Of land that was not loaded nothing was changed either.
                with suppress(LookupError):
                    figures = list(work_out(world_of(session, system), record.id))
                yield from (((record.id, str(each.label)), each.value) for each in figures if each.is_spent)


# -- the register -------------------------------------------------------------------------------------------

ACTS, HOLDS, DECIDES, WAITS = Then.ACTS, Then.HOLDS, Then.DECIDES, Then.WAITS
BEFORE = "before "
_SOVEREIGN = "tests/systems/sovereign/test_silence.py::"
_KINGDOM = "tests/systems/kingdom/test_silence.py::"


def _month(step: str, then: Then) -> Named:
    return "kingdom", "kingdom", step, then


REGISTER: Mapping[Named, str] = {
    # Nobody waits for an adventurer but the narrator, who tells its player so: each has a story of its own.
    ("adventuria", "adventurer", "start", WAITS): "adventuria.CreateAdventurer",
    ("adventuria", "adventurer", "end", WAITS): "adventuria.MoveAdventurer",
    ("adventuria", "adventurer", "roll", WAITS): "adventuria.AskForRoll",
    ("adventuria", "adventurer", "give", WAITS): "adventuria.LoseSome",
    ("adventuria", "adventurer", "room", WAITS): "adventuria.MakeRoom",
    ("adventuria", "fight", "kind", WAITS): "adventuria.OpenFight",
    ("adventuria", "fight", "roll", WAITS): "adventuria.ChooseCombat",
    ("adventuria", "fight", "again", WAITS): "adventuria.LetStand",
    ("adventuria", "fight", "answer", WAITS): "adventuria.AnswerRoll",
    ("adventuria", "offer", "offer", WAITS): "adventuria.MakeOffer",
    _month("open", DECIDES): "kingdom.RenameKingdom",
    _month(STEWARD, ACTS): BEFORE + "kingdom.RunMonth",
    _month("stability", DECIDES): "kingdom.OpenMonth",
    _month("consumption", DECIDES): "kingdom.SkipStep",
    _month("items", DECIDES): BEFORE + "kingdom.RollItems",
    _month("unrest", DECIDES): "kingdom.PayConsumption",
    _month("stand_in", DECIDES): BEFORE + "kingdom.RollStandIn",
    _month("enforcer", ACTS): "kingdom.SettleUnrest",
    _month("lose_hex", DECIDES): BEFORE + "kingdom.LoseChosenHex",
    _month("leadership", DECIDES): _KINGDOM + "test_a_spymaster_who_never_chose_is_decided_on",
    _month("leadership", ACTS): "kingdom.LoseChosenHex",
    _month("hexes", ACTS): "kingdom.ReclaimSettlement",
    _month("terrain", ACTS): "kingdom.ClaimHex",
    _month("settlements", ACTS): "kingdom.FoundSettlement",
    _month("armies", ACTS): "kingdom.RaiseArmy",
    _month("edicts", ACTS): "kingdom.NameCapital",
    _month("special", ACTS): "kingdom.Renegotiate",
    _month("withdraw", ACTS): "kingdom.SendEnvoy",
    _month("deposit", ACTS): "kingdom.SendEnvoy",
    _month("sell", ACTS): "kingdom.SendEnvoy",
    _month("taxes", DECIDES): "kingdom.SendEnvoy",
    _month("event", DECIDES): "kingdom.AttemptEvent",
    _month("event-", DECIDES): "kingdom.LocateEvent",
    _month("close", DECIDES): "kingdom.RollEvent",
    _month("reclaim-", DECIDES): BEFORE + "kingdom.ReclaimSettlement",
    _month("renown-", DECIDES): BEFORE + "kingdom.ChooseRenown",
    _month("spymaster", DECIDES): _KINGDOM + "test_a_spymaster_who_never_chose_is_decided_on",
    _month("after-", DECIDES): _KINGDOM + "test_what_comes_of_an_event_is_never_chosen_for_anybody",
    _month("ruler", DECIDES): BEFORE + "kingdom.ChooseAttributes",
    _month("traders-", DECIDES): BEFORE + "kingdom.MeetTraders",
    _month("talks-", DECIDES): "kingdom.Negotiate",
    ("lantern", "lantern", "refill", WAITS): "lantern.Light",
    ("second_kingdom", "challenge", "roll", DECIDES): "second_kingdom.EditChallenge",
    ("second_kingdom", "attack", "roll", DECIDES): "second_kingdom.DeclareAttack",
    ("second_kingdom", "attack", "assign", DECIDES): BEFORE + "second_kingdom.AssignDice",
    ("second_kingdom", "attack", "defend", DECIDES): "second_kingdom.RollAttack",
    ("second_kingdom", "attack", "guard", DECIDES): "second_kingdom.RollDefence",
    ("second_kingdom", "attack", "counter", ACTS): "second_kingdom.AllowCounter",
    ("sovereign", "call", "roll", DECIDES): "sovereign.Ask",
    ("sovereign", "call", "join", ACTS): "sovereign.Group",
    ("sovereign", "call", "group", DECIDES): "sovereign.Group",
    ("sovereign", "character", "dying", DECIDES): BEFORE + "sovereign.Stabilize",
    ("sovereign", "character", "breath", DECIDES): BEFORE + "sovereign.RollBreath",
    ("sovereign", "character", "frail_save", DECIDES): BEFORE + "sovereign.RollFrailSave",
    ("sovereign", "delve", "act", HOLDS): "sovereign.RollAhead",
    ("sovereign", "encounter", "met", ACTS): _SOVEREIGN + "test_a_silent_spokesperson_waits",
    ("sovereign", "encounter", "acts", ACTS): "sovereign.Acted",
    ("sovereign", "making", "make", WAITS): "sovereign.StartMaking",
    ("sovereign", "poisoning", "poison", DECIDES): "sovereign.Poison",
    ("table", "invitation", "answer", WAITS): "table.InvitePlayer",
    ("table", "proposal", "proposal", WAITS): "table.ChangeProposal",
}

# Where each answer in advance is given.
ANSWERABLE: Mapping[Named, str] = {
    ("second_kingdom", "challenge", "roll", DECIDES): "second_kingdom.OpenChallenge",
    ("second_kingdom", "attack", "defend", DECIDES): "second_kingdom.RollAttack",
    ("second_kingdom", "attack", "counter", ACTS): "second_kingdom.AllowCounter",
    ("sovereign", "call", "roll", DECIDES): "sovereign.Ask",
    ("sovereign", "character", "breath", DECIDES): BEFORE + "sovereign.RollBreath",
    ("sovereign", "character", "frail_save", DECIDES): BEFORE + "sovereign.RollFrailSave",
}
