"""Whole lives at random, through the journal: a party that tries everything, takes it back and does it again.

What a command takes is made up from its declaration, as a newcomer would: any of the choices, any number from
the least to the most, anybody who is there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from random import Random
from typing import Any

import sqlalchemy as sa

from bot.engine.declare import Option, Options, options_of
from bot.engine.event import sentence
from bot.engine.files import Row as FileRow
from bot.engine.people import Actor, Permit
from bot.engine.proposals import PROPOSAL
from bot.engine.record import Choice, FormField
from bot.engine.system import ActionKind, Kind, RecordId, Scope, Step, Want
from bot.errors import UserError
from bot.play import Outcome, Play, Pressed, RecordView, Request
from bot.storage.models import records
from bot.systems.sovereign import SYSTEM
from bot.systems.sovereign.book import LEAST_SKILL, MOST_SKILL
from bot.systems.sovereign.checks.rules import CALL
from bot.systems.sovereign.dungeon import Site
from bot.systems.sovereign.harm.poison import POISONING, TreatPoison
from bot.systems.sovereign.harm.rules import (
    Damage,
    FirstAid,
    Heal,
    Kill,
    RollFrailSave,
    Stabilize,
    TreatFrailty,
)
from bot.systems.sovereign.hazards import Fall, HoldBreath, RollBreath
from bot.systems.sovereign.packs.rules import LoadItem, UnloadItem
from bot.systems.sovereign.parties.rest import Rest
from bot.systems.sovereign.parties.rules import PARTY, Advance, FormParty
from bot.systems.sovereign.people.files import ImportCharacter, file_of
from bot.systems.sovereign.people.making import MAKING, StartMaking
from bot.systems.sovereign.people.roster import CreateNpc, RetireCharacter
from bot.systems.sovereign.people.rules import CHARACTER, LevelUp
from bot.systems.sovereign.sites.rules import (
    SITE,
    AddRoom,
    AddThing,
    EditRoom,
    EditThing,
    EndSite,
    PrepareSite,
    RemoveRoom,
)
from bot.systems.sovereign.sites.tables import ENCOUNTERS
from bot.systems.sovereign.state import Character, Item, Mount, Party
from bot.systems.table.campaigns.people import JoinCampaign
from bot.systems.table.campaigns.rules import CreateCampaign
from bot.systems.table.settings.rules import ChangeSetting
from tests.proofs.machine import Snapshot, in_play
from tests.systems.sovereign.scenes import DEACON, KIT, MARISOL, WREN, bo, mira

Tally = Counter[tuple[str, str]]
TAKEN, REFUSED = "taken", "refused"
MOST_MOVES, LAST_LEVEL = 3000, 10
SERVER = 1
KINDS: tuple[Kind[Any], ...] = (CHARACTER, MAKING, PARTY, CALL, POISONING, PROPOSAL, SITE)
# What is typed where anything may be, by the field's name.
TYPED: dict[str, tuple[Any, ...]] = {
    "roll": (
        "DEX/Sneak",
        "STR/Exert 10",
        "wis/notice 7",
        "Evasion",
        "Physical +2",
        "2 in 6",
        "35%",
        "x",
    ),
    "amount": ("1", "3", "1d4", "1d6+1", "2d6", "0", "no"),
    "damage": ("", "2", "1d6"),
    "lasts": ("", "2", "1d4"),
    "name": ("Bess", "Tam", "Ulla", "Wyn", "Yrsa", "Zed"),
    "thing": ("Lantern", "Rope", "Healer's kit", "Sword", "Anvil", "Bess", "Tam", "Ulla"),
    "room": ("Bess", "Tam", "Ulla"),
    "text": (
        "1-3 Goblins | 2d4\n4-6 Ogre | 1 | 3 | giant",
        "x3 Wolves | beast\nWind | event",
        "2 Goblins",
        "",
    ),
    "rows": (
        tuple(ENCOUNTERS.read("a.csv", b"what,weight\nGoblins,3\nOgre,\n")),
        (FileRow(2, {"what": ""}),),
    ),
    "counter": ("Charges", "Powers"),
    "hit_points": ("1d6", "1d8+2", "1d7"),
    "skills": ("Stab 1, Exert 0", "", "Cook 1"),
    "address": ("", "https://example.org/face.png", "face"),
    "data": ("",),
    **dict.fromkeys(
        ("strength", "dexterity", "constitution", "intelligence", "wisdom"), ("12", "3", "18", "19")
    ),
    **dict.fromkeys(("armor_class", "attack", "initiative", "effort", "coins"), ("0", "1", "10", "11", "x")),
}


class Life:
    """Mira's, in a campaign of her own; `tally` counts what was taken and what refused."""

    def __init__(self, play: Play, seed: int, tally: Tally) -> None:
        self.play, self.tally = play, tally
        self.seed, self.luck = seed, Random(seed)
        self.moves = 0
        self.mira = self.bo = RecordId("")
        self.here = 1000 + seed
        self.campaign = RecordId("")
        self._interactions = 5_000_000_000 + (seed << 40)
        self._views: list[RecordView] = []
        self._gone: list[RecordId] = []

    async def begin(self) -> None:
        """A founder, two players with somebody each, an ogre, and rulings drawn by lot."""
        founder = Actor(MARISOL, manages_server=True)
        made = await self.play.act(
            founder, self._request(), CreateCampaign(f"Life {self.here}", (SYSTEM.name,), -self.here)
        )
        self.campaign = made.public.entry.campaign
        for setting in SYSTEM.settings:
            value = self.luck.choice(setting.options).value
            if value != setting.default:
                await self._act(MARISOL, ChangeSetting(setting.key, value, setting.default))
        for player, state in ((DEACON, mira(coins=50)), (WREN, bo(skills={"heal": 2}, items=(KIT,)))):
            await self._act(player, JoinCampaign())
            brought = await self._act(player, ImportCharacter(player, file_of(state)))
            assert brought.public.subject is not None
            self.mira, self.bo = self.mira or brought.public.subject.id, brought.public.subject.id
        await self._act(MARISOL, CreateNpc("Ogre", 3))
        await self._see()

    @property
    def end(self) -> str:
        """How it ended; empty while it goes on."""
        mira = next((each.state for each in self._views if each.id == self.mira), None)
        if mira is None:
            return "retired"
        return "dead" if mira.is_dead else "level 10" if mira.level >= LAST_LEVEL else ""

    async def go_on(self) -> None:
        """One move of somebody's; refused, it changes nothing. Some are taken back and done again."""
        self.moves += 1
        # Looking at all that is kept takes longer than the move.
        before = await self._kept() if self.luck.random() < 0.15 else None
        name, taken = await self._move()
        self.tally[name, TAKEN if taken else REFUSED] += 1
        if not taken:
            assert before is None or await self._kept() == before, name
            return
        for outcome in taken:
            for event in (*outcome.private.entry.events, *outcome.public.entry.events):
                assert str(sentence(event, outcome.public.entry.actor))
        if before is not None:
            await self._back_and_forth(taken, before)
        await self._see()
        self.check()

    # -- what must hold -----------------------------------------------------------------------------

    def check(self) -> None:
        """Every invariant of who is there, of their parties, and of what waits."""
        known = {each.id for each in self._views if each.kind == CHARACTER.name}
        parties = [each.state for each in self._views if each.kind == PARTY.name]
        members = [each for party in parties for each in party.members]
        assert len(members) == len(set(members))
        for view in self._views:
            if view.kind == CHARACTER.name:
                check_character(view.state)
            elif view.kind == PARTY.name:
                check_party(view.state)
                assert set(view.state.members) <= known | set(self._gone)
            elif view.kind == SITE.name:
                check_site(view.state)
            elif view.kind in (CALL.name, POISONING.name, PROPOSAL.name):
                assert view.steps, view

    # -- moves --------------------------------------------------------------------------------------

    async def _move(self) -> tuple[str, list[Outcome]]:
        if self.luck.random() < 0.3 and (pressed := self._pressable()):
            view, step, choice = pressed
            name = type(choice.action).__name__ if choice.action is not None else choice.key
            typed = {ask.field: self._written(ask) for ask in choice.asks}
            way = Pressed(view.id, step.name, step.revision, choice.key)
            by = self.luck.choice((step.who or MARISOL, MARISOL, DEACON, WREN))
            try:
                taken = await self.play.press(Actor(by), self._request(), way, typed)
                if taken.renewed is not None and taken.renewed.offer is not None:
                    # It asks first: yes.
                    taken = await self.play.take(Actor(by), self._request(), taken.renewed.offer)
                done = list(taken.outcomes)
                return (done[0].public.entry.action if done else name), done
            except UserError:
                return name, []
        kind = self.luck.choices(MOVES, WEIGHTS)[0]
        by = (
            MARISOL if kind.may is Permit.GAME_MASTERS else self.luck.choice((MARISOL, MARISOL, DEACON, WREN))
        )
        try:
            return kind.action.__name__, [await self._act(by, self._made(kind.action))]
        except UserError:
            return kind.action.__name__, []

    def _pressable(self) -> tuple[RecordView, Step, Choice] | None:
        found = [(view, step, each) for view in self._views for step in view.steps for each in step.choices]
        return self.luck.choice(found) if found else None

    def _made(self, action: type[Any]) -> Any:
        if action is RetireCharacter:
            # Not Mira: she has a life to live.
            others = [e.id for e in self._views if e.kind == CHARACTER.name and e.id != self.mira]
            return action(self.luck.choice(others or [RecordId("none")]))
        options = options_of(action) if issubclass(action, Options) else {}
        given = {each.field: self._given(each) for each in options.values() if self._is_given(each)}
        # What no command gives, a button holds.
        held = {each.name: self._typed(each.name) for each in fields(action) if each.name not in options}
        return action(**given, **held)

    def _is_given(self, option: Option) -> bool:
        if option.is_required or not option.has_default:
            return True
        # Of a whole sheet, two or three numbers at a time.
        return self.luck.random() < 0.25

    def _given(self, option: Option) -> Any:
        if option.spec.finder is not None:
            found = self._found(option)
            if "tuple" not in str(option.kind):
                return found
            return tuple(dict.fromkeys((found, self._found(option))))
        if option.choices:
            value = self.luck.choice(option.choices)[0]
            return option.kind(value) if isinstance(option.kind, type) else value
        if option.kind is bool:
            return self.luck.random() < 0.3
        if option.kind is int:
            least = max(-6, -6 if option.spec.least is None else int(option.spec.least))
            most = 12 if option.spec.most is None else int(option.spec.most)
            return self.luck.randint(least, min(most, least + 14))
        return self._typed(option.field)

    def _found(self, option: Option) -> RecordId:
        if getattr(option.spec.finder, "archived", False):
            return self.luck.choice(self._gone or [RecordId("none")])
        kinds = getattr(option.spec.finder, "kinds", (CHARACTER,))
        if option.field == "healer" and self.luck.random() < 0.7:
            return self.bo
        worse = [each.id for each in self._views if each.kind == CHARACTER.name and each.state.condition]
        if option.field == "patient" and worse:
            return self.luck.choice(worse)
        return self._anyone(kinds[0])

    def _anyone(self, kind: Kind[Any]) -> RecordId:
        found = [each.id for each in self._views if each.kind == kind.name]
        if kind is CHARACTER and self.luck.random() < 0.5:
            return self.mira
        return self.luck.choice(found) if found else RecordId("none")

    def _written(self, ask: FormField) -> str:
        """What stands in a form: often what stood there."""
        return ask.value if ask.value and self.luck.random() < 0.6 else str(self._typed(ask.field))

    def _typed(self, field: str) -> Any:
        """What stands in a field of that name."""
        if field in ("character", "patient", "healer", "to", "follows", "whom"):
            return self._anyone(CHARACTER) if field != "follows" or self.luck.random() < 0.3 else None
        if field == "player":
            return self.luck.choice((DEACON, WREN))
        kinds: dict[str, Kind[Any]] = {
            "party": PARTY,
            "making": MAKING,
            "call": CALL,
            "poisoning": POISONING,
            "site": SITE,
        }
        if field in kinds:
            return self._anyone(kinds[field])
        if field in ("item", "mount"):
            return self._key(field)
        if field == "count":
            return self.luck.choice((1, 1, 2))
        if field in ("is_readied", "is_in"):
            return self.luck.random() < 0.5
        return self.luck.choice(TYPED.get(field, ("Whatever", "")))

    def _key(self, field: str) -> str:
        """Of a thing of somebody's, or of a beast or what it carries."""
        mounts: list[Mount] = [
            m for each in self._views if each.kind == PARTY.name for m in each.state.mounts
        ]
        packs = [each.state.items for each in self._views if each.kind == CHARACTER.name]
        held: list[Item] = [item for items in (*packs, *(m.items for m in mounts)) for item in items]
        return self.luck.choice([each.key for each in (mounts if field == "mount" else held)] or ["none"])

    # -- the journal --------------------------------------------------------------------------------

    async def _back_and_forth(self, taken: list[Outcome], before: Snapshot) -> None:
        """Undone, all is as it was; redone, as it had become."""
        gm, after = Actor(MARISOL), await self._kept()
        first = taken[0].public.entry.number
        try:
            plan = await self.play.preview_undo(gm, self._request(), first)
        except UserError:
            assert after == before or len(taken) > 1 or taken[0].public.entry.action == "Undo"
            return
        await self.play.undo(gm, self._request(), self.campaign, first, plan.undone[-1])
        assert in_play(await self._kept()) == in_play(before)
        again = await self.play.preview_undo(gm, self._request(), redo=True)
        await self.play.undo(gm, self._request(), self.campaign, again.entry.number, again.undone[-1])
        assert in_play(await self._kept()) == in_play(after)
        self.tally["Undo", TAKEN] += 1

    async def _see(self) -> None:
        retired = Want(CHARACTER.name, archived=True)
        scope = Scope(wants=(*(Want(kind.name) for kind in KINDS), retired))
        seen = await self.play.look(Actor(MARISOL), self._request(), scope)
        found = [each for each in seen.records.values() if each.kind in {kind.name for kind in KINDS}]
        self._views = [each for each in found if not each.is_archived]
        self._gone = [each.id for each in found if each.is_archived and each.kind == CHARACTER.name]

    async def _kept(self) -> Snapshot:
        found = sa.select(records.c.id, records.c.state, records.c.is_archived)
        ours = found.where(records.c.campaign_id == self.campaign)
        rows = await self.play.database.read(lambda connection: connection.execute(ours).all())
        return {str(i): (str(state), bool(archived)) for i, state, archived in rows}

    async def _act(self, by: int, action: Any) -> Outcome:
        return await self.play.act(Actor(by), self._request(), action)

    def _request(self) -> Request:
        self._interactions += 1 << 22
        return Request(self._interactions, SERVER, self.here)


def check_character(state: Character) -> None:
    """HP, wounds, skills, purse and pack, counters and effects within their bounds."""
    assert 0 <= state.hp <= state.max_hp
    assert state.hp > 0 or state.is_helpless
    assert state.hp == 0 or not (state.is_dead or state.dying)
    assert state.dying is None or not state.is_dead
    if state.is_dead:
        nothing = (state.dying, state.frail, state.breath, state.dragging, state.effects, state.helpless)
        assert nothing == (None, None, None, None, (), 0)
    assert state.strain >= 0
    assert all(LEAST_SKILL <= level <= MOST_SKILL for level in state.skills.values())
    assert state.coins >= 0
    assert len({each.key for each in state.items}) == len(state.items)
    assert all(each.count > 0 for each in state.items)
    assert all(0 <= each.value <= each.most for each in state.counters.values())
    assert all(each.left > 0 for each in state.effects)


def check_party(state: Party) -> None:
    """A clock that tells the time, and a spokesperson who is there."""
    assert state.clock.day >= 1
    assert 0 <= state.clock.hour < 24
    assert state.clock.round >= 0
    assert state.spokesperson is None or state.spokesperson in state.members
    assert all(each.count > 0 for mount in state.mounts for each in mount.items)


def check_site(state: Site) -> None:
    """Names of their own, things in rooms that there are, and a table without a gap (S74)."""
    rooms = [each.name.casefold() for each in state.rooms]
    things = [each.name.casefold() for each in state.things]
    assert len(set(rooms)) == len(rooms)
    assert len(set(things)) == len(things)
    assert {each.room for each in state.things} <= {"", *(each.name for each in state.rooms)}
    faces = [face for row in state.table for face in range(row.low, row.high + 1)]
    assert faces == [*range(1, state.sides + 1)]


# Those of a step are pressed there.
# In a dungeon and with whom one meets there, `make delves` plays.
ELSEWHERE = {"making", "call", "poisoning", "delve", "encounter"}
MOVES: list[ActionKind[Any]] = [
    each
    for each in SYSTEM.actions
    if not {field.name for field in fields(each.action)} & ELSEWHERE
    and each.action not in (ImportCharacter, RollBreath, RollFrailSave)
]
OFTEN: dict[type[Any], float] = {
    Damage: 1.5, Kill: 0.3, Fall: 0.5, HoldBreath: 0.3, LevelUp: 1, Heal: 1.5, Stabilize: 3, FirstAid: 2,
    TreatFrailty: 3, TreatPoison: 3, Rest: 4, Advance: 4, FormParty: 3, StartMaking: 0.5, CreateNpc: 0.3,
    LoadItem: 4, UnloadItem: 4, PrepareSite: 2, EndSite: 0.1, AddRoom: 2, AddThing: 3,
    EditRoom: 2, EditThing: 3, RemoveRoom: 0.5,
}  # fmt: skip
WEIGHTS = [OFTEN.get(each.action, 1) for each in MOVES]
