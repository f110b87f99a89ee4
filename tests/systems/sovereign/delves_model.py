"""Random delves, played with the rules and with a slow model at once; after each move both must agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from bot.engine.dice.source import FixedDice
from bot.engine.system import RecordId, World
from bot.errors import UserError
from bot.play.following import settled
from bot.systems.sovereign import SYSTEM
from bot.systems.sovereign.book import Unit
from bot.systems.sovereign.delves.acts import CallForAll, Declare, SettleSilence, StopWork
from bot.systems.sovereign.delves.ahead import PublishTurns, RollAhead
from bot.systems.sovereign.delves.doors import Listen, Reveal, ShowDoor
from bot.systems.sovereign.delves.lights import SetLight, Use
from bot.systems.sovereign.delves.resolving import Resolve
from bot.systems.sovereign.delves.rules import DELVE, EnterSite, LeaveSite, NextTurn, Unsprung
from bot.systems.sovereign.dungeon import (
    Activity,
    Delve,
    Frequency,
    Row,
    Shut,
    Silence,
    Site,
    Sort,
    Stuff,
    Thing,
)
from bot.systems.sovereign.harm.rules import Damage, Heal, SetStrain
from bot.systems.sovereign.parties.rules import AddEffect, Advance
from bot.systems.sovereign.settings import AFTER_N, BEST, FROM_FIRST, GROUP
from bot.systems.sovereign.sites.rules import ChangeSite
from bot.systems.sovereign.state import Character, Clock, Item, Lamp, Party, Tool
from tests.systems.sovereign.scenes import DEACON, MARISOL, after, kind_of, of, scene
from tests.systems.sovereign.slow_dungeon import Band, Drawn, Refused, SlowDungeon, Soul

Tally = Counter[tuple[str, str]]
TAKEN, REFUSED = "taken", "refused"
MOST_TURNS, MOST_PEOPLE = 60, 8
SITE, NOBODY = RecordId("site"), RecordId("none")
NAMES = ("Ann", "Bo", "Cy", "Dot", "Eli", "Fay", "Gus", "Hal")
EFFECTS = ("Haste", "Blessing", "Viper")
# What the game master prepared: it is the same door in a later delve.
PREPARED = (
    Thing("gate", "gate", Sort.DOOR, shut=Shut.LOCKED),
    Thing("grate", "grate", Sort.DOOR, stuff=Stuff.METAL, shut=Shut.LOCKED),
    Thing("hatch", "hatch", Sort.DOOR, stuff=Stuff.REINFORCED, shut=Shut.STUCK),
)
TABLE = (Row(1, 3, "Goblins"), Row(4, 6, "Rats"))


class ByLot(FixedDice):
    """Dice that fall by lot, and are noted down for the model."""

    def __init__(self, luck: Random) -> None:
        super().__init__()
        self._luck = luck
        self.fell: list[tuple[int, int]] = []

    def _draw(self, count: int, sides: int, reason: str, secret: bool) -> tuple[int, ...]:
        values = tuple(self._luck.randint(1, sides) for _ in range(count))
        self.fell += [(sides, each) for each in values]
        return values


class Handed:
    """The dice that fell, handed on: each with as many sides as is asked for, and none left over."""

    def __init__(self, fell: list[tuple[int, int]]) -> None:
        self._fell = fell

    def __call__(self, sides: int) -> int:
        """The next."""
        assert self._fell, f"a d{sides} that nobody rolled"
        rolled, face = self._fell.pop(0)
        assert rolled == sides, f"a d{rolled} where a d{sides} is due"
        return face

    def all_used(self) -> None:
        """Raise AssertionError if any is left."""
        assert not self._fell, f"rolled for nothing: {self._fell}"


Told = Callable[[Handed], None]

# What is none of the book's deeds has to be said.
WORDS = {Activity.OTHER: "look about"}


@dataclass(frozen=True)
class Move:
    """What is done, by whom, and the same for the model."""

    action: Any
    told: Told
    actor: int = MARISOL


@dataclass(frozen=True)
class Seen:
    """What is kept, as the rules left it."""

    people: Mapping[str, Character]
    parties: Mapping[str, Party]
    delve: Delve | None = None
    delve_id: RecordId = NOBODY


@dataclass(frozen=True)
class Cast:
    """Who goes where: made by lot, for the rules and for the model."""

    people: dict[str, Character]
    bands: dict[str, tuple[str, ...]]
    site: Site
    settings: dict[str, str]

    def model(self) -> SlowDungeon:
        """The same for the model."""
        has_table = bool(self.site.table)
        return SlowDungeon(
            {id_: soul_of(state) for id_, state in self.people.items()},
            {id_: Band(list(members)) for id_, members in self.bands.items()},
            self.site.frequency,
            sides=6 if has_table else 0,
            whom=lambda face: "Goblins" if face <= 3 else "Rats",
            first_has_check=self.settings["sovereign.checks"] == FROM_FIRST,
            all_batter=self.settings["sovereign.batterers"] == GROUP,
        )


def cast(luck: Random) -> Cast:
    """One to eight people in one or two parties, a site and rulings."""
    names = NAMES[: luck.randint(1, MOST_PEOPLE)]
    ids = [name.casefold() for name in names]
    people = {id_: _somebody(luck, name) for id_, name in zip(ids, names, strict=True)}
    cut = luck.randint(1, len(ids)) if luck.random() < 0.4 else len(ids)
    bands = {"lanterns": tuple(ids[:cut])} | ({"crows": tuple(ids[cut:])} if ids[cut:] else {})
    site = Site("The Barrow", luck.choice(list(Frequency)), things=PREPARED)
    if luck.random() < 0.5:
        site = replace(site, table=TABLE)
    settings = {
        "sovereign.checks": luck.choice((AFTER_N, AFTER_N, FROM_FIRST)),
        "sovereign.batterers": luck.choice((BEST, BEST, GROUP)),
    }
    return Cast(people, bands, site, settings)


def _somebody(luck: Random, name: str) -> Character:
    scores = luck.choices((3, 5, 8, 10, 13, 14, 16, 18), k=4)
    things = [Item("torches", "Torches", 100, luck.randint(1, 4), tool=Tool.TORCH)]
    if luck.random() < 0.5:
        things += [
            Item("lantern", "Lantern", 100, tool=Tool.LANTERN),
            Item("oil", "Oil", 100, luck.randint(1, 3), tool=Tool.OIL),
        ]
    if luck.random() < 0.5:
        things.append(Item("tools", "Tools", 100, tool=Tool.THIEF))
    hp = luck.randint(3, 12)
    skills = {skill: luck.randint(0, 3) for skill in ("exert", "sneak", "notice") if luck.random() < 0.5}
    return Character(
        name, DEACON, strength=scores[0], dexterity=scores[1], constitution=scores[2], wisdom=scores[3],
        skills=skills, hp=hp, max_hp=hp, items=tuple(luck.sample(things, luck.randint(0, len(things)))),
    )  # fmt: skip


def soul_of(state: Character) -> Soul:
    """Somebody, for the model."""
    count = {tool: sum(e.count for e in state.items if e.tool is tool) for tool in Tool}
    return Soul(
        state.name,
        state.strength,
        state.dexterity,
        state.constitution,
        state.skills.get("exert", -1),
        state.skills.get("sneak", -1),
        state.hp,
        state.max_hp,
        count[Tool.TORCH],
        count[Tool.LANTERN],
        count[Tool.OIL],
        has_tools=count[Tool.THIEF] > 0,
    )


class Delvers:
    """Who thinks up moves: a seed says which, and the model what there is to move."""

    def __init__(self, luck: Random, slow: SlowDungeon, site: RecordId = SITE) -> None:
        self.luck, self.slow, self.site = luck, slow, site
        self.delve = NOBODY
        self._last = 0

    def move(self) -> Move:
        """Somebody's next; it may well be refused."""
        inside = self.slow.parties
        kinds: dict[Callable[[], Move], float] = {
            self._enter: 1 if inside else 40,
            self._leave: 0.7,
            self._pass: 4 if inside else 20,
            self._light: 8,
            self._affect: 5,
            self._hurt: 2,
            self._heal: 3,
            self._strain: 1,
            self._change: 2,
        }
        if inside:
            kinds |= {
                self._next: 16 if self.slow.ahead else 30, self._declare: 34, self._resolve: 14,
                self._plan: 6, self._settle: 3,
                self._stop: 4, self._listen: 3, self._show: 3, self._reveal: 2, self._ahead: 5,
                self._publish: 16 if self.slow.ahead else 1,
            }  # fmt: skip
        return self.luck.choices(list(kinds), list(kinds.values()))[0]()

    # -- drawn by lot -----------------------------------------------------------------------------------

    def _one(self) -> RecordId:
        return RecordId(self.luck.choice(list(self.slow.souls)))

    def _band(self) -> RecordId:
        return RecordId(self.luck.choice(list(self.slow.bands)))

    def _number(self) -> int:
        self._last += 1
        return self._last

    def _able(self) -> RecordId:
        """Mostly somebody who could do something."""
        able = [each for each in self.slow.crew if not self.slow.souls[each].is_down]
        return RecordId(self.luck.choice(able)) if able and self._chance(0.9) else self._one()

    def _door(self, shut: Shut | None = None) -> str:
        """One of the doors, mostly one that is shut so."""
        gates = self.slow.gates.values()
        found = [each.name for each in gates if each.shut is shut] if self._chance(0.85) else []
        return self.luck.choice(found or [each.name for each in gates] or ["nowhere"])

    def _deed(self) -> tuple[Activity, str]:
        deed = self.luck.choice((*Activity, Activity.BATTER, Activity.BATTER, Activity.FORCE, Activity.PICK))
        shut = {Activity.BATTER: Shut.LOCKED, Activity.PICK: Shut.LOCKED, Activity.FORCE: Shut.STUCK}.get(
            deed
        )
        return deed, self._door(shut) if self._chance(0.2 if shut is None else 0.9) else ""

    def _chance(self, of: float) -> bool:
        return self.luck.random() < of

    # -- moves --------------------------------------------------------------------------------------------

    def _enter(self) -> Move:
        band = self._band()
        return Move(EnterSite(party=band, site=self.site), lambda draw: self.slow.enter(band, draw))

    def _leave(self) -> Move:
        band = self._band()
        return Move(LeaveSite(party=band), lambda draw: self.slow.leave(band))

    def _pass(self) -> Move:
        band, unit = self._band(), self.luck.choice((Unit.ROUND, Unit.ROUND, Unit.TURN, Unit.HOUR))
        n = self.luck.randint(1, 4)
        return Move(Advance(party=band, unit=unit, n=n), lambda draw: self.slow.pass_time(band, unit, n))

    def _light(self) -> Move:
        who, lamp, use = self._able(), self.luck.choice(list(Lamp)), self.luck.choice((Use.LIGHT, *Use))
        is_free = self._chance(0.15)
        told: dict[Use, Told] = {
            Use.LIGHT: lambda draw: self.slow.light(who, lamp, is_free=is_free),
            Use.SNUFF: lambda draw: self.slow.snuff(who, lamp),
            Use.REFILL: lambda draw: self.slow.refill(who, lamp, is_free=is_free),
        }
        return Move(SetLight(character=who, lamp=lamp, use=use, is_waived=is_free), told[use])

    def _affect(self) -> Move:
        who, name = self._one(), self.luck.choice(EFFECTS)
        unit = self.luck.choice((Unit.TURN, Unit.TURN, Unit.TURN, *Unit))
        lasts = self.luck.choice((0, 1, 2, 3, 5, 9, 70))
        is_deadly = name == "Viper" and self._chance(0.2)
        secret = self._chance(0.3)
        return Move(
            AddEffect(who, name, lasts, unit, f"number {self._number()}", secret, is_deadly),
            lambda draw: self.slow.affect(who, name, lasts, unit, is_deadly=is_deadly),
        )

    def _hurt(self) -> Move:
        who, amount = self._one(), self.luck.randint(1, 6)
        return Move(Damage(character=who, amount=str(amount)), lambda draw: self.slow.hurt(who, amount))

    def _heal(self) -> Move:
        down = [id_ for id_, soul in self.slow.souls.items() if soul.fell is not None]
        who = RecordId(self.luck.choice(down)) if down and self._chance(0.8) else self._one()
        amount = self.luck.randint(1, 5)
        return Move(
            Heal(character=who, amount=str(amount), stabilizes=True), lambda draw: self.slow.heal(who, amount)
        )

    def _strain(self) -> Move:
        who, amount = self._one(), self.luck.randint(1, 9)
        return Move(
            SetStrain(character=who, amount=amount, is_forced=True),
            lambda draw: self.slow.strain(who, amount),
        )

    def _change(self) -> Move:
        frequency = self.luck.choice(list(Frequency))

        def told(_draw: Handed) -> None:
            if self.slow.frequency is frequency:
                raise Refused("so already")
            self.slow.frequency = frequency

        return Move(ChangeSite(site=self.site, frequency=frequency), told)

    def _next(self) -> Move:
        keeps = self._chance(0.3)
        action = NextTurn(delve=self.delve, past=Unsprung.KEEP if keeps else Unsprung.DROP)
        return Move(action, lambda draw: self.slow.next(draw, keeps=keeps))

    def _declare(self) -> Move:
        who, (deed, door) = self._able(), self._deed()
        in_person = self._chance(0.5)
        return Move(
            Declare(delve=self.delve, character=who, deed=deed, words=WORDS.get(deed, ""), door=door),
            lambda draw: self.slow.declare(who, deed, door, draw, in_person=in_person),
            DEACON if in_person else MARISOL,
        )

    def _plan(self) -> Move:
        deed, door = self._deed()
        plan = CallForAll(delve=self.delve, deed=deed, words=WORDS.get(deed, ""), door=door)
        return Move(plan, lambda draw: self.slow.announce(deed, door))

    def _settle(self) -> Move:
        who, silence = self._one(), self.luck.choice(list(Silence))
        order = self.luck.choice(("", "guard", "keep watch"))
        return Move(
            SettleSilence(
                delve=self.delve,
                character=who,
                silence=silence,
                words=order if silence is Silence.ORDER else "",
            ),
            lambda draw: self.slow.settle(who, silence, order),
        )

    def _resolve(self) -> Move:
        can = [
            each
            for each in self.slow.crew
            if self.slow.intended(each) is not None
            and not self.slow.souls[each].is_down
            and not (each in self.slow.words and self.slow.words[each].is_done)
        ]
        who = [*can] if can and self._chance(0.8) else [self._one()]
        self.luck.shuffle(who)
        people = tuple(map(RecordId, who[: self.luck.randint(1, len(who))]))
        return Move(
            Resolve(delve=self.delve, characters=people), lambda draw: self.slow.resolve(people, draw)
        )

    def _stop(self) -> Move:
        busy = [each for each in self.slow.crew if self.slow.busy_until(each) is not None]
        who = RecordId(self.luck.choice(busy)) if busy and self._chance(0.7) else self._one()
        return Move(StopWork(delve=self.delve, character=who), lambda draw: self.slow.stop(who))

    def _listen(self) -> Move:
        who, door = self._able(), self._door()
        return Move(
            Listen(delve=self.delve, character=who, door=door),
            lambda draw: self.slow.listen(who, door, draw),
        )

    def _show(self) -> Move:
        old = list(self.slow.gates.values())
        if old and self._chance(0.3):
            door = self.luck.choice(old)
            name, stuff, shut = door.name, door.stuff, Shut.OPEN
        else:
            name = f"door {self._number()}"
            stuff = self.luck.choice((Stuff.WOOD, Stuff.WOOD, *Stuff))
            shut = self.luck.choice((*Shut, Shut.LOCKED, Shut.LOCKED, Shut.STUCK))

        def told(_draw: Handed) -> None:
            if name in self.slow.gates and self.slow.gates[name].shut is shut:
                raise Refused("so already")
            self.slow.shows(name, stuff, shut)

        return Move(ShowDoor(delve=self.delve, name=name, shut=shut, stuff=stuff), told)

    def _reveal(self) -> Move:
        thing = self.luck.choice(PREPARED)

        def told(_draw: Handed) -> None:
            if thing.name not in self.slow.gates:
                self.slow.shows(thing.name, thing.stuff, thing.shut)

        return Move(Reveal(delve=self.delve, thing=thing.name), told)

    def _ahead(self) -> Move:
        n = self.luck.randint(1, 12)
        return Move(RollAhead(delve=self.delve, n=n), lambda draw: self.slow.roll_ahead(n, draw))

    def _publish(self) -> Move:
        last = self.slow.turn + self.luck.randint(0, len(self.slow.ahead) + 1)
        return Move(
            PublishTurns(delve=self.delve, last=max(1, last)),
            lambda draw: self.slow.publish(max(1, last), draw),
        )


# -- compared -----------------------------------------------------------------------------------------------


def compare(slow: SlowDungeon, seen: Seen) -> None:
    """All that both know of people, parties and the delve."""
    for id_, soul in slow.souls.items():
        assert person(seen.people[id_]) == expected(slow, soul), soul.name
    for id_, band in slow.bands.items():
        party = seen.parties[id_]
        assert (minutes(party.clock), party.clock.round) == (band.minutes, band.fight), id_
        assert (party.delve is not None) == (id_ in slow.parties), id_
    assert (seen.delve is not None) == bool(slow.parties)
    if seen.delve is not None:
        _compare_delve(slow, seen.delve)


def minutes(clock: Clock) -> int:
    """Since day 1, 0:00."""
    return ((clock.day - 1) * 24 + clock.hour) * 60 + clock.turn * 10


def person(state: Character) -> dict[str, Any]:
    """What is compared of somebody, as it is kept."""
    count = {tool: sum(e.count for e in state.items if e.tool is tool) for tool in Tool}
    return {
        "HP": state.hp,
        "strain": state.strain,
        "dead": state.is_dead,
        "dying for": state.dying.rounds if state.dying is not None else None,
        "helpless for": state.helpless,
        "Frail": state.frail is not None,
        "lights": sorted((each.lamp.value, each.left, each.is_lit) for each in state.lights),
        "effects": {each.name: (*_span(each.left, each.unit), each.is_deadly) for each in state.effects},
        "pack": (count[Tool.TORCH], count[Tool.LANTERN], count[Tool.OIL]),
        "locks": len(state.locks),
        "order": state.order,
    }


def _span(left: int, unit: Unit) -> tuple[int, str]:
    if unit is Unit.ROUND:
        return left, "Rounds"
    return left * {Unit.TURN: 1, Unit.HOUR: 6, Unit.DAY: 144}[unit], "Turns"


def expected(slow: SlowDungeon, soul: Soul) -> dict[str, Any]:
    """The same, as the model has it."""
    effects = {}
    for name, each in soul.effects.items():
        if each.last_turn is not None:
            effects[name] = (each.last_turn - soul.turn + 1, "Turns", each.is_deadly)
        if each.last_round is not None:
            effects[name] = (each.last_round - soul.round + 1, "Rounds", each.is_deadly)
    return {
        "HP": soul.hp,
        "strain": soul.strain,
        "dead": soul.is_dead,
        "dying for": soul.round - soul.fell if soul.fell is not None else None,
        "helpless for": soul.wakes - soul.turn + 1 if soul.wakes is not None else 0,
        "Frail": soul.is_frail,
        "lights": sorted((e.lamp.value, slow.left_in(soul, e), e.is_lit) for e in soul.flames),
        "effects": effects,
        "pack": (soul.torches, soul.lanterns, soul.oil),
        "locks": len(soul.barred),
        "order": soul.order,
    }


def _compare_delve(slow: SlowDungeon, delve: Delve) -> None:
    assert delve.turn == slow.turn
    assert [each.character for each in delve.crew] == slow.crew
    doors = {each.key: each for each in delve.doors}
    for member in delve.crew:
        who = member.character
        intended = delve.intended(member)
        at = doors[intended.door].name if intended is not None and intended.door else ""
        assert (None if intended is None else (intended.deed, at)) == slow.intended(who), who
        is_done = member.act is not None and member.act.is_resolved
        assert is_done == (who in slow.words and slow.words[who].is_done), who
        assert member.silence is slow.silences[who], who
        until = slow.busy_until(who)
        assert member.busy_until == (until or 0), who
    for door in delve.doors:
        gate = slow.gates[door.name]
        kept = (door.shut, door.opens, list(door.batterers), door.listened)
        assert kept == (gate.shut, slow.opens(gate), gate.batterers, gate.heard_in), door.name
    assert len(delve.doors) == len(slow.gates)
    assert [(each.turn, each.what) for each in delve.hits] == slow.waiting
    if slow.checks:
        assert delve.unchecked == slow.turn - slow.checks[-1]
    assert slow.drawn is not None
    _compare_check(delve.checked, slow.drawn)
    assert len(delve.ahead) == len(slow.ahead)
    for checked, drawn in zip(delve.ahead, slow.ahead, strict=True):
        _compare_check(checked, drawn)


def _compare_check(checked: Any, drawn: Drawn) -> None:
    kept = (checked.turn, checked.is_due, 1 + len(checked.extra), [each.what for each in checked.hits])
    assert kept == (drawn.turn, drawn.is_due, drawn.dice, [who for _, who in drawn.hits])


# -- with the rules alone -------------------------------------------------------------------------------


class Engine:
    """A delve in scenes, without a house around it."""

    def __init__(self, seed: int, tally: Tally) -> None:
        self.luck, self.tally = Random(seed), tally
        made = cast(self.luck)
        records = [of(RecordId(id_), state) for id_, state in made.people.items()]
        for id_, members in made.bands.items():
            state = Party(id_.title(), 7, tuple(map(RecordId, members)), RecordId(members[0]))
            records.append(of(RecordId(id_), state, "party"))
        self.scene: World = scene(*records, of(SITE, made.site, "site"), settings=made.settings)
        self.slow = made.model()
        self.delvers = Delvers(self.luck, self.slow)
        self.turns, self.most = 0, self.luck.randint(5, MOST_TURNS)
        self.moves = 0

    def see(self) -> Seen:
        """What the scene holds."""
        records = self.scene.records
        delve = next(
            (each for each in records.values() if each.kind == DELVE.name and not each.is_archived), None
        )
        return Seen(
            {id_: records[RecordId(id_)].state for id_ in self.slow.souls},
            {id_: records[RecordId(id_)].state for id_ in self.slow.bands},
            delve.state if delve is not None else None,
            delve.id if delve is not None else NOBODY,
        )

    def live(self) -> None:
        """Moves until so many Turns have passed, or everybody is dead."""
        while self.turns < self.most and self.moves < 20 * MOST_TURNS:
            self.step()
            if all(soul.is_dead for soul in self.slow.souls.values()):
                break

    def step(self) -> None:
        """One move of both, and what each made of it."""
        self.moves += 1
        move, turn = self.delvers.move(), self.slow.turn
        dice = ByLot(self.luck)
        name = type(move.action).__name__
        try:
            turned = kind_of(move.action).perform(replace(self.scene, actor=move.actor), move.action, dice)
            # All is there already: nothing is loaded for what follows.
            turned = settled(SYSTEM, turned, lambda _: None, lambda _: self.scene)
            self.scene, refusal = after(self.scene, turned), ""
        except UserError as error:
            refusal = error.code
        handed = Handed(dice.fell)
        try:
            move.told(handed)
            objection = ""
        except Refused as no:
            objection = str(no)
        assert bool(refusal) == bool(objection), f"{move.action}: rules “{refusal}”, model “{objection}”"
        handed.all_used()
        self.tally[name, REFUSED if refusal else TAKEN] += 1
        seen = self.see()
        self.delvers.delve = seen.delve_id
        compare(self.slow, seen)
        if self.slow.turn > turn:
            self.turns += self.slow.turn - turn
