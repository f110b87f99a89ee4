"""Falls and leaps, air and water, and the road (S52 to S60, S81 to S83)."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.declare import action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import Permit
from bot.engine.system import Change, Replace, Scene, Turn
from bot.engine.text import Safe, T, refused
from bot.systems.sovereign.book import (
    CON_AN_HOUR,
    FALL_SIDES,
    MILES_A_DAY,
    SWIM_FEET,
    WEEKLY_COST,
    Attribute,
    Save,
    Skill,
    fall_dice,
    leap_target,
    weeks_of,
)
from bot.systems.sovereign.checks.means import Check, Diced, Saving
from bot.systems.sovereign.checks.rules import best_pair
from bot.systems.sovereign.harm.rules import harmed, strain_told, summed
from bot.systems.sovereign.packs.rules import CoinsChanged, paid
from bot.systems.sovereign.parties.rest import carers, is_tended, journey, strained
from bot.systems.sovereign.parties.rules import PARTY, OnParty, air_of, members_of, require_outside
from bot.systems.sovereign.people.rules import (
    CHARACTER,
    OnCharacter,
    audience_of,
    on_character,
    require_able,
    require_alive,
    seen_by,
)
from bot.systems.sovereign.state import Breath, Character
from bot.systems.sovereign.steps import CHECK, RollBreath

LEAP_PAIRS = ((Attribute.DEX, Skill.EXERT), (Attribute.STR, Skill.EXERT))
MOST_FEET, MOST_MILES, MOST_SPIKES = 1000, 9999, 10


# -- falls (S52, S53, Q30, Q31) -----------------------------------------------------------------------


class Fall(OnCharacter):
    """Somebody falls, or leaps down: 1d6 for each 10 feet; a leap that succeeds halves the distance"""

    feet: int = option("How deep, in feet", least=1, most=MOST_FEET)
    is_leap: bool = option("A controlled leap: DEX/Exert or STR/Exert first", name="leap", default=False)
    spikes: int = option("Dice of spikes or the like at the bottom", default=0, least=0, most=MOST_SPIKES)


class Leapt(Diced):
    """A controlled leap as it went."""

    feet: int

    def sentence(self) -> Safe:
        """The dice, and how deep it counts as."""
        comes = T("**Succeeds**: it counts as {half} feet.") if self.is_success else T("**Fails.**")
        says = T("{name} leaps {feet} feet: {dice} against {target}. {comes}")
        return says.of(self, comes=comes.of(self, half=self.feet // 2))


class FellDown(Event):
    """The dice of a fall."""

    says = T("{name} falls {feet} {feet:foot|feet}: {dice}.")
    name: str
    feet: int
    faces: tuple[int, ...]
    spikes: tuple[int, ...] = ()

    @property
    def dice(self) -> Safe:
        """Those of the fall, and of what lies at the bottom."""
        fall = Safe(summed(self.faces)) or T("not deep enough to hurt")()
        return T("{fall}; spikes {dice}")(fall=fall, dice=summed(self.spikes)) if self.spikes else fall


@action("sov harm fall", may=Permit.OWNER_OR_GAME_MASTER, previewed=True, button="Fall")
def fall(scene: Scene, action: Fall, dice: Dice) -> Turn:
    """Roll leap and damage. Raises RuleViolation for the dead, and a leap by who can't act."""
    record = scene.get(CHARACTER, action.character)
    state, feet, told = record.state, action.feet, list[Event]()
    require_alive(state)
    if count := fall_dice(feet) + action.spikes:
        scene.note(T("{name}: {n}d6 damage for {feet} feet.")(name=state.name, n=count, feet=feet))
    is_secret = state.is_npc
    if action.is_leap:
        require_able(state)
        check = Check(*best_pair(state, LEAP_PAIRS), leap_target(feet))
        scene.note(
            T("{roll}: {chance:.1%} to halve it to {n}d6.")(
                roll=check.said, chance=float(check.chance(state)), n=fall_dice(feet // 2) + action.spikes
            )
        )
        leapt = check.roll(state, dice, is_secret=is_secret)
        told.append(Leapt.fell(state.name, check, leapt, feet=feet, audience=audience_of(state)))
        feet = feet // 2 if leapt.is_success else feet
    faces = dice.roll(fall_dice(feet), FALL_SIDES, reason="fall", secret=is_secret)
    spikes = dice.roll(action.spikes, FALL_SIDES, reason="spikes", secret=is_secret)
    told.append(FellDown(state.name, feet, faces, spikes, audience=audience_of(state)))
    amount = sum(faces) + sum(spikes)
    if not amount:
        return Turn((), tuple(told), subject=record.id)
    after, more = harmed(state, amount, T("fall").plain())
    return Turn((Replace(record.id, after),), (*told, *more), subject=record.id)


# -- breath (S54, S81, S82, Q32) ----------------------------------------------------------------------


class HoldBreath(OnCharacter):
    """Count somebody's air, Round by Round, or say that they breathe again"""

    is_underwater: bool = option(
        "Under water: 3 Rounds are free, then CON/Exert each Round", name="underwater", default=False
    )
    is_still: bool = option(
        "Whether they keep still: air lasts four times as long", name="still", default=False
    )
    is_over: bool = option("Whether they breathe again", name="over", default=False)


class BreathHeld(Event):
    """Somebody is without air, or breathes again."""

    name: str
    rounds: int
    is_underwater: bool = False

    def sentence(self) -> T:
        """For how long they have air."""
        if not self.rounds:
            return T("{name} breathes again.")
        if self.is_underwater:
            return T(
                "{name} is under water: 3 Rounds are free, then CON/Exert each Round; after {rounds} Rounds, "
                "Physical saves. Down there melee is at −4 to hit, and only thrusting weapons deal full "
                "damage, others half. No bows, fire spells or spoken spells; crossbows and magical light "
                "reach half as far, sound twice as far."
            )
        return T("{name} has air for {rounds} {rounds:Round|Rounds}, then Physical saves.")


@action("sov harm breath", may=Permit.OWNER_OR_GAME_MASTER)
def hold_breath(scene: Scene, action: HoldBreath, dice: Dice) -> Turn:
    """Begin or end it. Raises RuleViolation where it is so already."""
    record = scene.get(CHARACTER, action.character)
    state = record.state
    require_alive(state)
    if action.is_over == (state.breath is None):
        raise refused("character.same", "That's how it already is; nothing was changed.")
    breath = None if action.is_over else Breath(0, action.is_still, action.is_underwater)
    rounds = 0 if action.is_over else air_of(state, is_still=action.is_still)
    told = BreathHeld(state.name, rounds, action.is_underwater, audience=seen_by(state))
    return Turn((Replace(record.id, replace(state, breath=breath)),), (told,), subject=record.id)


class Swim(OnCharacter):
    """Swim: 15 feet a Round, an hour for every 4 points of Constitution; Chain and Plate sink"""

    is_armored: bool = option("Whether they wear Chain or Plate", name="armored", default=False)


class Swum(Event):
    """Somebody swims."""

    says = T("{name} swims {feet} feet a Round, for {hours} {hours:hour|hours}.")
    name: str
    hours: int
    feet: int = SWIM_FEET


class Sank(Event):
    """Somebody wears too much to swim."""

    says = T("{name} sinks in their armor.")
    name: str


@action("sov harm swim", may=Permit.OWNER_OR_GAME_MASTER)
def swim(scene: Scene, action: Swim, dice: Dice) -> Turn:
    """Say how far and long they swim (S81); who sinks holds their breath. Raises RuleViolation."""
    record = scene.get(CHARACTER, action.character)
    state = record.state
    require_able(state)
    if not action.is_armored:
        told = Swum(state.name, state.constitution // CON_AN_HOUR, audience=seen_by(state))
        return Turn((), (told,), subject=record.id)
    sunk = hold_breath(scene, HoldBreath(action.character, is_underwater=True), dice)
    return replace(sunk, events=(Sank(state.name, audience=seen_by(state)), *sunk.events))


class BreathRolled(Diced):
    """What a Round without air came to."""

    def sentence(self) -> Safe:
        """The dice, and whether it worked."""
        comes = T("**Succeeds.**") if self.is_success else T("**Fails.**")
        return T("{name} holds their breath: {dice}. {comes}").of(self, comes=comes())


@on_character(step="breath")
def roll_breath(scene: Scene, action: RollBreath, dice: Dice) -> Turn:
    """Roll what this Round asks. Raises RuleViolation where it asks nothing."""
    record = scene.get(CHARACTER, action.character)
    state = record.state
    if state.breath is None or not state.breath.asks:
        raise refused("breath.nothing", "{name} has nothing to roll this Round.", name=state.name)
    is_check = state.breath.asks == CHECK
    means = Check(Attribute.CON, Skill.EXERT) if is_check else Saving(Save.PHYSICAL)
    fell = means.roll(state, dice, is_secret=state.is_npc)
    after: Character = replace(state, breath=replace(state.breath, asks=""))
    told: list[Event] = [BreathRolled.fell(state.name, means, fell, audience=audience_of(state))]
    if not fell.is_success and is_check:
        after = strained(after, 1)
        told.append(strain_told(state, after))
    elif not fell.is_success and state.hp:
        after, more = harmed(after, state.healing, T("no air").plain())
        told += more
    return Turn((Replace(record.id, after),), tuple(told), subject=record.id)


# -- the road (S59, S60, Q50) -------------------------------------------------------------------------


class Travel(OnParty):
    """Travel overland: 18 miles a day; the price for each by the week, food and all"""

    miles: int = option("How far, one way", least=1, most=MOST_MILES)
    pays: bool = option("Whether everybody pays out of their own purse", default=True)


class Traveled(Event):
    """A party arrives."""

    name: str
    miles: int
    days: int
    weeks: int
    cost: int
    day: int

    def sentence(self) -> Safe:
        """How far, how long, and for how much."""
        says = T(
            "{name}: {miles} {miles:mile|miles} in {days} {days:day|days}, {cost:,} gold each for "
            "{weeks} {weeks:week|weeks}. It's day {day}."
        )
        return says.of(self)


@action("party travel", may=Permit.GAME_MASTERS, previewed=True, button="Travel")
def travel(scene: Scene, action: Travel, dice: Dice) -> Turn:
    """Pay, and let the days go by (S60). Raises RuleViolation beyond ten weeks, or inside a dungeon."""
    record = scene.get(PARTY, action.party)
    party, weeks = record.state, weeks_of(action.miles)
    require_outside(party)
    cost, days = WEEKLY_COST[weeks - 1], -(-action.miles // MILES_A_DAY)
    clock = replace(party.clock, day=party.clock.day + days, round=0)
    changes, told = list[Change](), list[Event]()
    members = [each for each in members_of(scene, party) if not each.state.is_dead]
    healers = carers(members)
    for each in members:
        after, events = journey(each.state, days, is_tended=is_tended(each, healers))
        if action.pays and not (after.is_npc or after.is_dead):
            purse = paid(after, -cost)
            events = [*events, CoinsChanged(after.name, after.coins, purse.coins)]
            after = purse
        changes.append(Replace(each.id, after))
        told += events
    arrived = Traveled(party.name, action.miles, days, weeks, cost, clock.day)
    kept = Replace(record.id, replace(party, clock=clock))
    return Turn((kept, *changes), (arrived, *told), subject=record.id)
