"""Falls and leaps, air and water, and the road (S52 to S60, S81 to S83)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import Permit
from bot.engine.saying import Clause, Name
from bot.engine.steps import at
from bot.engine.system import RecordId
from bot.engine.text import Safe, T, refused
from bot.engine.working import RecordCopy, deed
from bot.systems.sovereign.book import (
    CON_AN_HOUR,
    FALL_SIDES,
    MILES_A_DAY,
    ROLLS_AT_ONCE,
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
    SAME,
    OnCharacter,
    audience_of,
    on_character,
    require_able,
    require_alive,
)
from bot.systems.sovereign.state import Breath, Character, Party
from bot.systems.sovereign.steps import BREATH, CHECK

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


@on_character("sov harm fall", previewed=True, button="Fall", when=(require_alive,))
def fall(found: RecordCopy[Character], action: Fall, dice: Dice) -> None:
    """Roll leap and damage. Raises RuleViolation for the dead, and a leap by who can't act."""
    state, feet = found.state, action.feet
    if count := fall_dice(feet) + action.spikes:
        found.note(T("{name}: {n}d6 damage for {feet} feet.")(name=state.name, n=count, feet=feet))
    is_secret = state.is_npc
    if action.is_leap:
        require_able(state)
        check = Check(*best_pair(state, LEAP_PAIRS), leap_target(feet))
        found.note(
            T("{roll}: {chance:.1%} to halve it to {n}d6.")(
                roll=check.said, chance=float(check.chance(state)), n=fall_dice(feet // 2) + action.spikes
            )
        )
        leapt = check.roll(state, dice, is_secret=is_secret)
        found.tell(Leapt.fell(state.name, check, leapt, feet=feet, audience=audience_of(state)))
        feet = feet // 2 if leapt.is_success else feet
    faces = dice.roll(fall_dice(feet), FALL_SIDES, reason="fall", secret=is_secret)
    spikes = dice.roll(action.spikes, FALL_SIDES, reason="spikes", secret=is_secret)
    found.tell(FellDown(state.name, feet, faces, spikes, audience=audience_of(state)))
    if amount := sum(faces) + sum(spikes):
        after, told = harmed(state, amount, Clause(T("fall")))
        found.put(after)
        found.tell(*told)


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


@on_character("sov harm breath", already=SAME, when=(require_alive,), button="Note their breath")
def hold_breath(found: RecordCopy[Character], action: HoldBreath, dice: Dice) -> None:
    """Begin or end it. Raises RuleViolation where it is so already."""
    if not action.is_over:
        _hold_breath(found, is_underwater=action.is_underwater, is_still=action.is_still)
    elif found.state.breath is not None:
        found.change(breath=None)
        found.say("breath.again", T("{name} breathes again."), name=Name(found.state.name))


def _hold_breath(found: RecordCopy[Character], *, is_underwater: bool, is_still: bool = False) -> None:
    """Begin it, and tell for how long they have air."""
    state = found.state
    if state.breath is not None:
        raise refused("character.same", "That's how it already is; nothing was changed.")
    found.change(breath=Breath(0, is_still, is_underwater))
    name, rounds = Name(state.name), air_of(state, is_still=is_still)
    if is_underwater:
        found.say(
            "breath.underwater",
            T(
                "{name} is under water: 3 Rounds are free, then CON/Exert each Round; after {rounds} Rounds, "
                "Physical saves. Down there melee is at −4 to hit, and only thrusting weapons deal full "
                "damage, others half. No bows, fire spells or spoken spells; crossbows and magical light "
                "reach half as far, sound twice as far."
            ),
            name=name,
            rounds=rounds,
        )
    else:
        found.say(
            "breath.held",
            T("{name} has air for {rounds} {rounds:Round|Rounds}, then Physical saves."),
            name=name,
            rounds=rounds,
        )


class Swim(OnCharacter):
    """Swim: 15 feet a Round, an hour for every 4 points of Constitution; Chain and Plate sink"""

    is_armored: bool = option("Whether they wear Chain or Plate", name="armored", default=False)


@on_character("sov harm swim", when=(require_able,))
def swim(found: RecordCopy[Character], action: Swim, dice: Dice) -> None:
    """Say how far and long they swim (S81); who sinks holds their breath. Raises RuleViolation."""
    state = found.state
    if action.is_armored:
        found.say("hazard.sank", T("{name} sinks in their armor."), name=Name(state.name))
        _hold_breath(found, is_underwater=True)
    else:
        found.say(
            "hazard.swum",
            T("{name} swims {feet} feet a Round, for {hours} {hours:hour|hours}."),
            name=Name(state.name),
            hours=state.constitution // CON_AN_HOUR,
            feet=SWIM_FEET,
        )


class BreathRolled(Diced):
    """What a Round without air came to."""

    def sentence(self) -> Safe:
        """The dice, and whether it worked."""
        comes = T("**Succeeds.**") if self.is_success else T("**Fails.**")
        return T("{name} holds their breath: {dice}. {comes}").of(self, comes=comes())


@dataclass(frozen=True, slots=True)
class RollBreath:
    """What holding one's breath asks for this Round (S54, S82)."""

    character: RecordId


@on_character(step=at(BREATH, "roll", T("Roll"), is_main=True, advance=ROLLS_AT_ONCE))
def roll_breath(found: RecordCopy[Character], action: RollBreath, dice: Dice) -> None:
    """Roll what this Round asks. Raises RuleViolation where it asks nothing."""
    state = found.state
    if state.breath is None or not state.breath.asks:
        raise refused("breath.nothing", "{name} has nothing to roll this Round.", name=state.name)
    is_check = state.breath.asks == CHECK
    means = Check(Attribute.CON, Skill.EXERT) if is_check else Saving(Save.PHYSICAL)
    fell = means.roll(state, dice, is_secret=state.is_npc)
    found.tell(BreathRolled.fell(state.name, means, fell, audience=audience_of(state)))
    found.change(breath=replace(state.breath, asks=""))
    if not fell.is_success and is_check:
        found.put(strained(found.state, 1))
        found.tell(strain_told(state, found.state))
    elif not fell.is_success and state.hp:
        after, told = harmed(found.state, state.healing, Clause(T("no air")))
        found.put(after)
        found.tell(*told)


# -- the road (S59, S60, Q50) -------------------------------------------------------------------------


class Travel(OnParty):
    """Travel overland: 18 miles a day; the price for each by the week, food and all"""

    miles: int = option("How far, one way", least=1, most=MOST_MILES)
    pays: bool = option("Whether everybody pays out of their own purse", default=True)


@deed(
    "party travel",
    of=PARTY,
    may=Permit.GAME_MASTERS,
    previewed=True,
    button="Travel",
    when=(require_outside,),
)
def travel(found: RecordCopy[Party], action: Travel, dice: Dice) -> None:
    """Pay, and let the days go by (S60). Raises RuleViolation beyond ten weeks, or inside a dungeon."""
    party, weeks = found.state, weeks_of(action.miles)
    cost, days = WEEKLY_COST[weeks - 1], -(-action.miles // MILES_A_DAY)
    found.change(clock=replace(party.clock, day=party.clock.day + days, round=0))
    found.say(
        "party.traveled",
        T(
            "{name}: {miles} {miles:mile|miles} in {days} {days:day|days}, {cost:,} gold each for "
            "{weeks} {weeks:week|weeks}. It's day {day}."
        ),
        name=Name(party.name),
        miles=action.miles,
        days=days,
        weeks=weeks,
        cost=cost,
        day=found.state.clock.day,
    )
    members = [each for each in members_of(found.world, party) if not each.state.is_dead]
    healers = carers(members)
    for each in members:
        after, told = journey(each.state, days, is_tended=is_tended(each, healers))
        found.tell(*told)
        if action.pays and not (after.is_npc or after.is_dead):
            coins, after = after.coins, paid(after, -cost)
            found.tell(CoinsChanged(after.name, coins, after.coins))
        found.put_other(each.id, after)
