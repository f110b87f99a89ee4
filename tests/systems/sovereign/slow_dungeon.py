"""The dungeon Turn as the rules' text has it, slowly: every Turn is counted one by one.

A second opinion on S21 to S75 that shares nothing with the rules it is compared with but enumerations. A
light is the list of Turns in which it burns, a deadline the number of a Turn, a clock minutes since day 1;
whether a check is due is found by counting back to the last one. What is refused raises `Refused`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bot.systems.sovereign.book import Unit
from bot.systems.sovereign.dungeon import Activity, Frequency, Shut, Silence, Stuff
from bot.systems.sovereign.state import Lamp

# Draws a die with so many sides.
Draw = Callable[[int], int]


class Refused(Exception):
    """The rules say no."""


def no(reason: str) -> Refused:
    """To be raised."""
    return Refused(reason)


def adds(score: int) -> int:
    """A modifier (S5), read off the table."""
    return [-2, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2][score - 3]


@dataclass
class Flame:
    """A torch or lantern: the Turns of its bearer's life in which it burns, or how many are left in it."""

    lamp: Lamp
    burns: list[int] = field(default_factory=list)
    rest: int = 0

    @property
    def is_lit(self) -> bool:
        """Whether it burns."""
        return bool(self.burns)


@dataclass
class Lasting:
    """An effect, until the end of a Turn or Round of its bearer's life."""

    is_deadly: bool
    last_turn: int | None = None
    last_round: int | None = None


@dataclass
class Soul:
    """Somebody; their Turns and Rounds are those that they lived through."""

    name: str
    strength: int = 10
    dexterity: int = 10
    constitution: int = 10
    exert: int = -1
    sneak: int = -1
    hp: int = 5
    most_hp: int = 5
    torches: int = 0
    lanterns: int = 0
    oil: int = 0
    has_tools: bool = False
    # The number of the present Turn and Round of their life.
    turn: int = 1
    round: int = 1
    flames: list[Flame] = field(default_factory=list)
    effects: dict[str, Lasting] = field(default_factory=dict)
    strain: int = 0
    # The Round in which they fell (S24), and the Turn at whose end they come to (S27, S36).
    fell: int | None = None
    wakes: int | None = None
    is_frail: bool = False
    is_dead: bool = False
    barred: set[str] = field(default_factory=set)
    order: str = ""

    @property
    def is_down(self) -> bool:
        """Whether they can't act."""
        return self.is_dead or self.fell is not None or self.wakes is not None

    @property
    def hits(self) -> int:
        """What they bring to battering (S68, Q37): bonuses, no penalties."""
        return max(adds(self.strength), 0) + max(self.exert, 0)

    def die(self) -> None:
        """Gone, and all they bore."""
        self.is_dead, self.hp, self.fell, self.wakes, self.is_frail = True, 0, None, None, False
        self.flames, self.effects = [], {}


@dataclass
class Gate:
    """A door; who is at it, each with the Turns of work that are left for them, and since when."""

    name: str
    stuff: Stuff
    shut: Shut
    batterers: list[str] = field(default_factory=list)
    battered_turns: int = 0
    forcing: dict[str, int] = field(default_factory=dict)
    heard_in: int = 0
    # The Turn for which the extra check was made (S68).
    loud_in: int = 0


@dataclass
class Word:
    """What somebody does this Turn, and in which Turn they began."""

    deed: Activity
    door: str
    begun: int
    is_done: bool = False


@dataclass
class Drawn:
    """A check as it fell: the Turn, whether it was due, how many more dice, and who comes."""

    turn: int
    is_due: bool
    extra: int
    # One entry for each die that hit: whether it is a battered door's, and who comes.
    hits: list[tuple[int, str]] = field(default_factory=list)

    @property
    def dice(self) -> int:
        """How many dice the Turn's start drew."""
        return 1 + self.extra


@dataclass
class Band:
    """A party: its members in marching order and its minutes."""

    members: list[str]
    minutes: int = 8 * 60
    fight: int = 0
    is_inside: bool = False


class SlowDungeon:
    """Parties before or in a site."""

    def __init__(
        self,
        souls: dict[str, Soul],
        bands: dict[str, Band],
        frequency: Frequency,
        *,
        sides: int = 0,
        whom: Callable[[int], str] = str,
        first_has_check: bool = False,
        all_batter: bool = False,
    ) -> None:
        self.souls, self.bands, self.frequency = souls, bands, frequency
        self.sides, self.whom = sides, whom
        self.first_has_check, self.all_batter = first_has_check, all_batter
        self.turn = 0
        self.parties: list[str] = []
        self._out()

    def _out(self) -> None:
        self.crew: list[str] = []
        self.gates: dict[str, Gate] = {}
        self.words: dict[str, Word] = {}
        self.silences: dict[str, Silence] = {}
        self.plan: tuple[Activity, str] | None = None
        self.checks: list[int] = []
        self.drawn: Drawn | None = None
        self.waiting: list[tuple[int, str]] = []
        self.ahead: list[Drawn] = []

    # -- in and out -----------------------------------------------------------------------------------

    def enter(self, band: str, draw: Draw) -> None:
        """Turn 1 begins with its check (S61); who comes later shares the clock (Q48)."""
        coming = self.bands[band]
        if coming.is_inside:
            raise no("they are inside")
        if self.parties:
            coming.minutes, coming.fight = self._leading.minutes, self._leading.fight
        elif not any(not self.souls[each].is_dead for each in coming.members):
            raise no("nobody can go")
        coming.is_inside = True
        self.parties.append(band)
        if len(self.parties) > 1:
            self._gather()
            return
        self.turn = 1
        self._gather()
        self._take(self._check(1, self.checks, draw))

    @property
    def _leading(self) -> Band:
        return self.bands[self.parties[0]]

    def leave(self, band: str) -> None:
        """They take their time along; the last ones end it."""
        if band not in self.parties:
            raise no("they aren't inside")
        self.bands[band].is_inside = False
        self.parties.remove(band)
        for each in self.bands[band].members:
            self._gives_up(each)
            self.words.pop(each, None)
        self.crew = [each for each in self.crew if each not in self.bands[band].members]
        self.ahead = []
        if not self.parties:
            self._out()

    def _gather(self) -> None:
        """Who lives goes along."""
        there = [m for each in self.parties for m in self.bands[each].members if not self.souls[m].is_dead]
        for each in there:
            if each not in self.crew:
                self.silences[each] = Silence.CALLER
        self.crew = there

    # -- checks (S61, S74, Q33 to Q36) ----------------------------------------------------------------

    def _is_due(self, turn: int, checks: Sequence[int]) -> bool:
        """Count back, Turn by Turn, to the last check, or to the entry."""
        if self.frequency is Frequency.NONE:
            return False
        if not checks and self.first_has_check:
            return True
        since = 0
        for back in range(turn, 0, -1):
            if back in checks:
                break
            since += 1
        return since >= int(self.frequency.value)

    def _die(self, draw: Draw) -> int:
        return draw(6)

    def _who(self, turn: int, draw: Draw) -> tuple[int, str]:
        return turn, self.whom(draw(self.sides)) if self.sides else ""

    def _check(self, turn: int, checks: Sequence[int], draw: Draw) -> Drawn:
        """A die for the Turn and one for each door that is battered then."""
        found = Drawn(turn, self._is_due(turn, checks), 0)
        if self._die(draw) == 1 and found.is_due:
            found.hits.append((0, self._who(turn, draw)[1]))
        for gate in self.gates.values():
            if gate.batterers and self._gives_way_in(gate) >= turn:
                self._extra(found, draw)
        return found

    def _extra(self, found: Drawn, draw: Draw) -> None:
        found.extra += 1
        if self._die(draw) == 1:
            found.hits.append((found.extra, self._who(found.turn, draw)[1]))

    def _take(self, drawn: Drawn) -> None:
        """That check is this Turn's."""
        self.drawn = drawn
        if drawn.is_due:
            self.checks.append(drawn.turn)
        self.waiting += [(drawn.turn, who) for _, who in drawn.hits]
        for gate in self.gates.values():
            if gate.batterers:
                gate.loud_in = drawn.turn

    # -- what is said (S62, Q47, Q54) -----------------------------------------------------------------

    def _along(self, who: str) -> Soul:
        if who not in self.crew or self.souls[who].is_down:
            raise no("isn't there, or down")
        return self.souls[who]

    def _gate(self, name: str) -> Gate:
        if name not in self.gates:
            raise no("no such door")
        return self.gates[name]

    def declare(self, who: str, deed: Activity, door: str, draw: Draw, *, in_person: bool = False) -> None:
        """One deed a Turn, changed freely until it is done or goes into its second Turn."""
        soul = self._along(who)
        word = self.words.get(who)
        if word is not None and (word.is_done or (word.begun < self.turn and self._at(who) is not None)):
            raise no("busy, or done")
        self._require(soul, deed, door)
        if word is not None and (word.deed, word.door) == (deed, door):
            raise no("said already")
        self._gives_up(who)
        self.words[who] = Word(deed, door, self.turn)
        if in_person and soul.order:
            soul.order = ""
            if self.silences[who] is Silence.ORDER:
                self.silences[who] = Silence.CALLER
        if deed is Activity.BATTER:
            self._batters(self.gates[door], who, draw)

    def _require(self, soul: Soul, deed: Activity, door: str) -> None:
        gate = self._gate(door) if door else None
        if deed not in (Activity.PICK, Activity.FORCE, Activity.BATTER):
            return
        if gate is not None:
            self._require_of(gate, soul, deed)
        elif self.gates or deed is Activity.BATTER:
            raise no("which door")

    @staticmethod
    def _require_of(gate: Gate, soul: Soul, deed: Activity) -> None:
        if gate.shut is Shut.OPEN:
            raise no("it is open")
        if deed is Activity.FORCE and gate.shut is Shut.LOCKED:
            raise no("S67, S68: a lock is picked or battered")
        if deed is not Activity.FORCE and gate.shut is not Shut.LOCKED:
            raise no("S67, S68: only what is locked")
        if deed is Activity.BATTER and gate.stuff is Stuff.METAL:
            raise no("S68: impossible")
        if deed is Activity.PICK and (not soul.has_tools or gate.name in soul.barred):
            raise no("S67: tools, and once until the next level")

    def _batters(self, gate: Gate, who: str, draw: Draw) -> None:
        if not gate.batterers:
            gate.battered_turns = 0
            if gate.loud_in != self.turn:
                gate.loud_in = self.turn
                if self._die(draw) == 1:
                    self.waiting.append(self._who(self.turn, draw))
        gate.batterers.append(who)

    def settle(self, who: str, silence: Silence, order: str) -> None:
        """What they do who say nothing."""
        if who not in self.crew:
            raise no("isn't there")
        soul = self.souls[who]
        if silence is Silence.ORDER and not (order or soul.order):
            raise no("no order")
        new = (order or soul.order) if silence is Silence.ORDER else ""
        if (silence, new) == (self.silences[who], soul.order):
            raise no("so already")
        self.silences[who], soul.order = silence, new

    def announce(self, deed: Activity, door: str) -> None:
        """The caller's plan for all; what takes tools or keeps one busy, each says alone."""
        if deed in (Activity.BATTER, Activity.PICK):
            raise no("not for all")
        self._require(Soul(""), deed, door)
        if self.plan == (deed, door):
            raise no("so already")
        self.plan = (deed, door)

    def intended(self, who: str) -> tuple[Activity, str] | None:
        """What they do this Turn: as they said, or as is settled for the silent who can act (S24)."""
        if who in self.words:
            return self.words[who].deed, self.words[who].door
        if self.souls[who].is_down:
            return None
        if self.silences[who] is Silence.CALLER:
            return self.plan
        if self.silences[who] is Silence.ORDER and self.souls[who].order:
            return Activity.OTHER, ""
        return None

    def _at(self, who: str) -> Gate | None:
        """The door at which they work."""
        return next((g for g in self.gates.values() if who in g.batterers or who in g.forcing), None)

    def busy_until(self, who: str) -> int | None:
        """The Turn at whose end their work is done; None for who isn't at work."""
        gate = self._at(who)
        if gate is None:
            return None
        return self._gives_way_in(gate) if who in gate.batterers else self.turn + gate.forcing[who] - 1

    def _need(self, gate: Gate) -> int:
        """How many Turns it holds against those at it (S68, Q37, Q38)."""
        bonuses = sorted((self.souls[each].hits for each in gate.batterers), reverse=True)
        bonus = bonuses[0]
        if self.all_batter:
            bonus += len([each for each in bonuses[1:] if each > 0])
        return max(6 - bonus, 1) * (3 if gate.stuff is Stuff.REINFORCED else 1)

    def _gives_way_in(self, gate: Gate) -> int:
        return self.turn + max(1, self._need(gate) - gate.battered_turns) - 1

    def opens(self, gate: Gate) -> int | None:
        """The Turn at whose end a door will open."""
        if gate.batterers:
            return self._gives_way_in(gate)
        return self.turn + min(gate.forcing.values()) - 1 if gate.forcing else None

    def stop(self, who: str) -> None:
        """Give the work up; what was begun and done in this Turn still was its deed (S62)."""
        self._along(who)
        if self._at(who) is None:
            raise no("not busy")
        self._gives_up(who)
        word = self.words.get(who)
        if word is not None and not (word.is_done and word.begun == self.turn):
            del self.words[who]

    def _gives_up(self, who: str) -> None:
        for gate in self.gates.values():
            if who in gate.batterers:
                gate.batterers.remove(who)
            gate.forcing.pop(who, None)

    def listen(self, who: str, door: str, draw: Draw) -> None:
        """Once a Turn for each door (S70, Q42)."""
        self._along(who)
        gate = self._gate(door)
        if gate.heard_in == self.turn:
            raise no("this Turn already")
        gate.heard_in = self.turn
        draw(6), draw(6)

    def shows(self, name: str, stuff: Stuff, shut: Shut) -> None:
        """The party knows a door, or sees how it stands by now."""
        gate = self.gates.setdefault(name, Gate(name, stuff, shut))
        gate.stuff, gate.shut = stuff, shut
        if shut is Shut.OPEN:
            gate.batterers, gate.forcing = [], {}

    # -- resolved (S63, S65, S67, S69) ----------------------------------------------------------------

    def resolve(self, people: Sequence[str], draw: Draw) -> None:
        """Those who do the same are resolved together, each with dice of their own."""
        doing: dict[tuple[Activity, str], list[str]] = {}
        for who in people:
            self._along(who)
            intended = self.intended(who)
            if intended is None or (who in self.words and self.words[who].is_done):
                raise no("nothing to resolve")
            doing.setdefault(intended, []).append(who)
        for (deed, door), group in doing.items():
            for who in group:
                self.words.setdefault(who, Word(deed, door, self.turn)).is_done = True
                self._try(who, deed, door, draw)

    def _try(self, who: str, deed: Activity, door: str, draw: Draw) -> None:
        soul = self.souls[who]
        if deed is Activity.SEARCH:
            draw(6), draw(6)
        if deed not in (Activity.PICK, Activity.FORCE) or not door or self.gates[door].shut is Shut.OPEN:
            return
        gate, fell = self.gates[door], draw(6) + draw(6)
        picks = deed is Activity.PICK
        bonus = adds(soul.dexterity) + soul.sneak if picks else adds(soul.strength) + soul.exert
        if fell + bonus >= 10:
            self._is_open(gate)
        elif picks:
            soul.barred.add(door)
        else:
            gate.forcing[who] = draw(3)

    def _is_open(self, gate: Gate) -> None:
        gate.shut, gate.batterers, gate.forcing = Shut.OPEN, [], {}

    # -- the Turn ends --------------------------------------------------------------------------------

    def next(self, draw: Draw, *, keeps: bool) -> None:
        """End it, and begin another with its check."""
        if self.ahead:
            raise no("rolled ahead")
        self._ends()
        if not keeps:
            self.waiting = []
        self._take(self._check(self.turn, self.checks, draw))

    def roll_ahead(self, turns: int, draw: Draw) -> None:
        """The checks of so many Turns, in secret."""
        if self.ahead:
            raise no("rolled ahead")
        checks = list(self.checks)
        for turn in range(self.turn + 1, self.turn + 1 + turns):
            self.ahead.append(self._check(turn, checks, draw))
            if self.ahead[-1].is_due:
                checks.append(turn)

    def publish(self, last: int, draw: Draw) -> None:
        """They pass up to that one; a die for each door battered in it, no more and no fewer."""
        if not self.ahead or not self.turn <= last <= self.ahead[-1].turn:
            raise no("not rolled ahead")
        passing = [each for each in self.ahead if each.turn <= last]
        self.ahead = []
        for drawn in passing:
            self._ends()
            loud = len([each for each in self.gates.values() if each.batterers])
            while drawn.extra < loud:
                self._extra(drawn, draw)
            drawn.extra = loud
            drawn.hits = [each for each in drawn.hits if each[0] <= loud]
            self._take(drawn)

    def _ends(self) -> None:
        self._releases_the_helpless()
        for each in dict.fromkeys(
            (*(m for band in self.parties for m in self.bands[band].members), *self.crew)
        ):
            self.ages(each, turns=1)
        for gate in self.gates.values():
            self._wears(gate)
        for each in self.parties:
            self.bands[each].minutes += 10
            self.bands[each].fight = 0
        self.turn += 1
        self._releases_the_helpless()
        self.crew = [
            m for each in self.parties for m in self.bands[each].members if not self.souls[m].is_dead
        ]
        self.words = {
            each: word
            for each, word in self.words.items()
            if each in self.crew and not self.souls[each].is_down and self._at(each) is not None
        }
        self.plan = None

    def _releases_the_helpless(self) -> None:
        """Who can't act is no longer at work (S24)."""
        for each, soul in self.souls.items():
            if soul.is_down:
                self._gives_up(each)

    def _wears(self, gate: Gate) -> None:
        if gate.batterers:
            gate.battered_turns += 1
            if gate.battered_turns >= self._need(gate):
                self._is_open(gate)
        elif gate.forcing:
            gate.forcing = {who: left - 1 for who, left in gate.forcing.items()}
            if min(gate.forcing.values()) == 0:
                self._is_open(gate)

    # -- somebody's time ------------------------------------------------------------------------------

    def ages(self, who: str, *, turns: int = 0, rounds: int = 0) -> None:
        """Turns or Rounds pass for somebody, one by one; a Turn has sixty Rounds, and Rounds make no Turn."""
        soul = self.souls[who]
        for _ in range(turns):
            self._turn_ends_for(soul)
        for _ in range(rounds):
            self._round_ends_for(soul, is_fought=True)

    def _turn_ends_for(self, soul: Soul) -> None:
        if soul.fell is not None:
            soul.die()
        if soul.is_dead:
            return
        ended = soul.turn
        if soul.wakes is not None and soul.wakes <= ended:
            soul.wakes, soul.hp = None, max(1, soul.hp)
        for flame in list(soul.flames):
            if flame.is_lit and flame.burns[-1] <= ended:
                flame.burns = []
                if flame.lamp is Lamp.TORCH:
                    soul.flames.remove(flame)
        soul.turn += 1
        for _ in range(60):
            self._round_ends_for(soul, is_fought=False)
        self._expire(soul, lambda each: each.last_turn is not None and each.last_turn <= ended)

    def _round_ends_for(self, soul: Soul, *, is_fought: bool) -> None:
        if soul.is_dead:
            return
        ended = soul.round
        soul.round += 1
        if is_fought and soul.fell is not None and ended >= soul.fell + 6:
            soul.die()
            return
        self._expire(soul, lambda each: each.last_round is not None and each.last_round <= ended)

    def _expire(self, soul: Soul, is_over: Callable[[Lasting], bool]) -> None:
        over = {name: each for name, each in soul.effects.items() if is_over(each)}
        for name, each in over.items():
            soul.effects.pop(name, None)
            if each.is_deadly:
                soul.die()

    def pass_time(self, band: str, unit: Unit, n: int) -> None:
        """A party's own clock: Rounds anywhere, Turns and hours only where no delve counts them."""
        party = self.bands[band]
        if unit is not Unit.ROUND and party.is_inside:
            raise no("the delve counts")
        turns = 0 if unit is Unit.ROUND else n * (6 if unit is Unit.HOUR else 1)
        if party.minutes % 1440 + turns * 10 >= 1440:
            raise no("past midnight")
        for each in party.members:
            self.ages(each, turns=turns, rounds=n if unit is Unit.ROUND else 0)
        party.minutes += turns * 10
        party.fight = party.fight + n if unit is Unit.ROUND else 0

    # -- lights (S63, Q39) ----------------------------------------------------------------------------

    def _acting(self, who: str) -> Soul:
        soul = self.souls[who]
        if soul.is_down:
            raise no("down")
        return soul

    def light(self, who: str, lamp: Lamp, *, is_free: bool) -> None:
        """What was put out burns on; else one out of the pack: from this Turn on."""
        soul = self._acting(who)
        old = next(
            (each for each in soul.flames if each.lamp is lamp and not each.is_lit and each.rest), None
        )
        if old is None:
            old = self._taken_out(soul, lamp, is_free=is_free)
        old.burns, old.rest = list(range(soul.turn, soul.turn + old.rest)), 0

    def _taken_out(self, soul: Soul, lamp: Lamp, *, is_free: bool) -> Flame:
        burning = [each for each in soul.flames if each.is_lit]
        if len(burning) >= 4 or (lamp is Lamp.LANTERN and any(e.lamp is lamp for e in burning)):
            raise no("enough light")
        if lamp is Lamp.TORCH:
            if not soul.torches and not is_free:
                raise no("no torch")
            soul.torches = max(0, soul.torches - 1)
            soul.flames.append(Flame(lamp, rest=6))
            return soul.flames[-1]
        if not (soul.lanterns and soul.oil) and not is_free:
            raise no("no lantern, or no oil")
        soul.oil = max(0, soul.oil - 1)
        old = next((each for each in soul.flames if each.lamp is lamp), None)
        if old is None:
            old = Flame(lamp)
            soul.flames.append(old)
        old.rest = 24
        return old

    def snuff(self, who: str, lamp: Lamp) -> None:
        """The Turns in which it would have burned are left in it."""
        soul = self._acting(who)
        flame = next((each for each in soul.flames if each.lamp is lamp and each.is_lit), None)
        if flame is None:
            raise no("none burns")
        flame.rest, flame.burns = len([turn for turn in flame.burns if turn >= soul.turn]), []

    def refill(self, who: str, lamp: Lamp, *, is_free: bool) -> None:
        """A lantern is full again, lit or not."""
        soul = self._acting(who)
        flame = next((each for each in soul.flames if each.lamp is Lamp.LANTERN), None)
        if lamp is Lamp.TORCH or flame is None or self.left_in(soul, flame) == 24:
            raise no("nothing to refill")
        if not soul.oil and not is_free:
            raise no("no oil")
        soul.oil = max(0, soul.oil - 1)
        if flame.is_lit:
            flame.burns = list(range(soul.turn, soul.turn + 24))
        else:
            flame.rest = 24

    @staticmethod
    def left_in(soul: Soul, flame: Flame) -> int:
        """In how many more Turns it will burn, this one included."""
        return len([turn for turn in flame.burns if turn >= soul.turn]) if flame.is_lit else flame.rest

    # -- hurt, healed, under an effect (S10, S24 to S29, S35, S36, S42) -------------------------------

    def affect(self, who: str, name: str, lasts: int, unit: Unit, *, is_deadly: bool) -> None:
        """So many Rounds, Turns, hours or days, the present one included; 0 ends it."""
        soul = self.souls[who]
        old = soul.effects.get(name)
        if soul.is_dead or (old is None and not lasts):
            raise no("dead, or nothing to end")
        deadly = is_deadly or (old is not None and old.is_deadly)
        if not lasts:
            del soul.effects[name]
            return
        if unit is Unit.ROUND:
            new = Lasting(deadly, last_round=soul.round + lasts - 1)
        else:
            turns = lasts * {Unit.TURN: 1, Unit.HOUR: 6, Unit.DAY: 144}[unit]
            new = Lasting(deadly, last_turn=soul.turn + turns - 1)
        soul.effects[name] = new

    def hurt(self, who: str, amount: int) -> None:
        """At 0 HP they are Mortally Injured, or dead if Frail."""
        soul = self.souls[who]
        if soul.is_dead or soul.hp == 0:
            raise no("dead or down")
        soul.hp = max(0, soul.hp - amount)
        if soul.hp == 0 and soul.is_frail:
            soul.die()
        elif soul.hp == 0:
            soul.fell = soul.round

    def heal(self, who: str, amount: int) -> None:
        """By a power that stabilizes: they lie there until the end of this Turn, and are Frail."""
        soul = self.souls[who]
        if soul.is_dead or (soul.fell is None and soul.hp == soul.most_hp):
            raise no("dead, or unhurt")
        if soul.fell is None:
            soul.hp = min(soul.most_hp, soul.hp + amount)
            return
        soul.fell, soul.is_frail = None, True
        soul.wakes = max(soul.turn, soul.wakes or 0)

    def strain(self, who: str, amount: int) -> None:
        """Strain that can't be refused: beyond the maximum, an hour of unconsciousness."""
        soul = self.souls[who]
        if soul.is_dead:
            raise no("dead")
        if soul.strain == soul.constitution and (soul.wakes or 0) >= soul.turn + 5:
            raise no("out for an hour already")
        soul.strain += amount
        if soul.strain > soul.constitution:
            soul.strain = soul.constitution
            soul.wakes = max(soul.wakes or 0, soul.turn + 5)
