"""Chases (S43 to S46): how far apart they are, and what may end one, rolled once for each thing (Q16)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.people import GAME_MASTERS, Permit
from bot.engine.record import AtStep, Press, Step
from bot.engine.saying import NOTHING, Clause, Words, say
from bot.engine.steps import at
from bot.engine.system import RecordId
from bot.engine.text import T, of_length, refused
from bot.engine.words import one_line
from bot.engine.working import RecordCopy
from bot.systems.sovereign.encounters.rules import OnEncounter, fellow, is_led, on_encounter
from bot.systems.sovereign.encounters.state import WHAT_LENGTH, Chase, Encounter, Side, Stage, Wits
from bot.systems.sovereign.encounters.steps import CHASE, OPEN, Hinder, Hindrance, MeasureGap

# Beyond so many feet in a straight line nobody is pursued (S43); exactly that far they still are (Q16).
FARTHEST = 90
MOST_GAP = 5000
SIX = 6
# In how many of six they follow around a corner (S44), and stop for burning oil (S45).
FOLLOW, OIL = 2, 5
# The same for food by their wits (S46), and for treasure the inverse (Q15).
FOOD: Mapping[Wits, int] = {Wits.INTELLIGENT: 1, Wits.SEMI: 3, Wits.NONE: 5}
TREASURE: Mapping[Wits, int] = {Wits.INTELLIGENT: 5, Wits.SEMI: 3, Wits.NONE: 1}


def stops_in_six(by: Hindrance, wits: Wits) -> int:
    """In how many of six that ends the pursuit."""
    return {
        Hindrance.CORNER: SIX - FOLLOW,
        Hindrance.OIL: OIL,
        Hindrance.FOOD: FOOD[wits],
        Hindrance.TREASURE: TREASURE[wits],
    }[by]


def goes_on(gap: int) -> bool:
    """Whether they are still pursued in a straight line (S43)."""
    return gap <= FARTHEST


# -- how far apart ----------------------------------------------------------------------------------------


class StartChase(OnEncounter):
    """Begin a chase, or say how far apart they are now; beyond 90 feet in a straight line it ends"""

    gap: int = option("Feet between them", least=0, most=MOST_GAP)
    pursuer: Side = option(
        "Who is after whom",
        default=Side.THEM,
        choices=((Side.THEM.value, "they're after the party"), (Side.PARTY.value, "the party is after them")),
    )


def _require_announced(state: Encounter) -> None:
    if state.stage in (Stage.MET, Stage.DECIDED):
        raise refused(
            "chase.too_early", "First the party chooses what it does, and you announce what they do."
        )


@on_encounter("party encounter chase", when=(_require_announced,), button="Set the gap")
def start_chase(found: RecordCopy[Encounter], action: StartChase, dice: Dice) -> None:
    """Begin it, or measure it anew. Raises RuleViolation while their reaction is open."""
    _measure(found, action.pursuer, action.gap)


def _apart(_encounter: RecordId, state: Encounter, _step: Step) -> Iterator[Press]:
    pursuer = state.chase.pursuer if state.chase is not None else Side.THEM
    yield Press("gap", T("Gap…"), {"pursuer": pursuer}, ("gap",), is_main=True)


@on_encounter(
    when=(_require_announced,),
    step=(
        AtStep(CHASE, _apart),
        at(
            OPEN,
            "gap",
            T("The party gives chase…"),
            values={"pursuer": Side.PARTY},
            asks=("gap",),
            when=lambda state: state.stage is Stage.FLED,
            place=1,
        ),
    ),
)
def measure_gap(found: RecordCopy[Encounter], action: MeasureGap, dice: Dice) -> None:
    """The same by its button. Raises RuleViolation for a distance that is none."""
    _measure(found, action.pursuer, action.gap)


def _measure(found: RecordCopy[Encounter], pursuer: Side, gap: int) -> None:
    state = found.state
    if not 0 <= gap <= MOST_GAP:
        raise refused("chase.gap", "The gap can be 0 to {most} feet, not {gap}.", most=MOST_GAP, gap=gap)
    chase = state.chase if state.chase is not None and state.chase.pursuer is pursuer else Chase(pursuer)
    if state.stage is Stage.CHASE and state.chase == replace(chase, gap=gap):
        raise refused("chase.same", "They're already {gap:1 foot|{gap} feet} apart.", gap=gap)
    after = replace(state.at(Stage.CHASE), chase=replace(chase, gap=gap))
    found.put(after if goes_on(gap) else _ended(after))
    is_theirs = pursuer is Side.THEM
    if goes_on(gap):
        theirs = Clause(T("They're after the party, {gap:1 foot|{gap} feet} behind."), gap=gap)
        ours = Clause(T("The party is after them, {gap:1 foot|{gap} feet} behind."), gap=gap)
        found.say("chase.gap", T("{who}"), who=theirs if is_theirs else ours)
    elif is_theirs:
        found.say(
            "chase.given_up",
            T("{gap:1 foot|{gap} feet} between them: **they give up.** The party gets away."),
            gap=gap,
        )
    else:
        found.say(
            "chase.got_away",
            T("{gap:1 foot|{gap} feet} between them: **they get away from the party.**"),
            gap=gap,
        )


def _ended(state: Encounter) -> Encounter:
    return replace(state, stage=Stage.CALM, chase=None)


# -- what may end it --------------------------------------------------------------------------------------


# By who pursues, and whether that ends it.
FOLLOWED: Mapping[tuple[Side, bool], Clause] = {
    (Side.THEM, True): Clause(T("**they stop.** The party gets away.")),
    (Side.THEM, False): Clause(T("**they keep coming.**")),
    (Side.PARTY, True): Clause(T("**the party loses them.**")),
    (Side.PARTY, False): Clause(T("**the party keeps up.**")),
}
# What was thrown down is gone either way.
GONE: Mapping[Hindrance, Clause] = {
    Hindrance.OIL: Clause(T(" The oil burns away.")),
    Hindrance.FOOD: Clause(T(" The food is gone; take it off the pack.")),
    Hindrance.TREASURE: Clause(T(" The treasure is gone; take it off the pack.")),
}


_HINDER = {
    Hindrance.CORNER: T("Corner, door, stairs… (2 in 6 follow)"),
    Hindrance.OIL: T("Burning oil… (stops 5 in 6)"),
    Hindrance.FOOD: T("Food…"),
    Hindrance.TREASURE: T("Treasure…"),
}


def _hindering(_encounter: RecordId, state: Encounter, _step: Step) -> Iterator[Press]:
    pursuer = state.chase.pursuer if state.chase is not None else Side.THEM
    # Nothing that is thrown down stops a player.
    for each in Hindrance if pursuer is Side.THEM else (Hindrance.CORNER,):
        yield Press(each.value, _HINDER[each], {"by": each}, ("what",))


@on_encounter(may=Permit.MEMBERS, step=AtStep(CHASE, _hindering, place=1))
def hinder(found: RecordCopy[Encounter], action: Hinder, dice: Dice) -> None:
    """Roll a die for it, once (Q16). Raises RuleViolation outside of a chase, and for a second roll.

    What the fleeing throw down is theirs to say; whether there is a corner, the game master knows.
    """
    world, state, chase = found.world, found.state, found.state.chase
    if not is_led(world):
        fellow(world, state)
        if action.by is Hindrance.CORNER:
            raise refused("chase.corner", "Ask your {gm} for a corner, a door or stairs: they know the map.")
    if state.stage is not Stage.CHASE or chase is None:
        raise refused("chase.none", "Nobody is chased yet. Say how far apart they are first.")
    if chase.pursuer is Side.PARTY and action.by is not Hindrance.CORNER:
        raise refused("chase.players", "Players decide for themselves what stops them.")
    what = of_length(
        one_line(action.what),
        WHAT_LENGTH,
        "chase.what",
        "Say what exactly in 1 to {most} characters{given}.",
        least=1,
    )
    key = f"{action.by.value}: {what.casefold()}"
    if key in chase.tried:
        raise refused("chase.tried", "That was already rolled for: {what}.", what=what)
    stops = stops_in_six(action.by, state.secret.wits)
    is_theirs = chase.pursuer is Side.THEM
    face = dice.check(SIX, reason=str(action.by.label), secret=is_theirs)
    # Of a corner the low faces follow, of all else they stop.
    is_over = face > SIX - stops if action.by is Hindrance.CORNER else face <= stops
    after = replace(state, chase=replace(chase, tried=(*chase.tried, key)))
    found.put(_ended(after) if is_over else after)
    found.say(
        "chase.hindered",
        T("{what}: {follow}{gone}"),
        what=Words(what, by=world.actor),
        follow=FOLLOWED[chase.pursuer, is_over],
        gone=GONE.get(action.by, NOTHING),
    )
    if is_theirs:
        rolled = say(
            "chase.die",
            T("Rolled {face}; {stops} in 6 end the pursuit."),
            face=face,
            stops=stops,
            audience=GAME_MASTERS,
        )
        found.tell(rolled)
