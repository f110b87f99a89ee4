"""Chases (S43 to S46): how far apart they are, and what may end one, rolled once for each thing (Q16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.engine.declare import action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import GAME_MASTERS, Permit
from bot.engine.system import RecordId, Replace, Scene, Turn
from bot.engine.text import Safe, T, of_length, refused
from bot.engine.words import one_line
from bot.systems.sovereign.encounters.rules import ENCOUNTER, OnEncounter, fellow, is_led, on_encounter
from bot.systems.sovereign.encounters.state import WHAT_LENGTH, Chase, Encounter, Side, Stage, Wits
from bot.systems.sovereign.encounters.steps import Hinder, Hindrance, MeasureGap

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


class GapMeasured(Event):
    """How far apart they are, and whether that ends the chase."""

    gap: int
    pursuer: Side
    is_over: bool = False

    def sentence(self) -> Safe:
        """The distance."""
        if self.is_over:
            says = T("{gap} feet between them: **they give up.** The party gets away.")
            if self.pursuer is Side.PARTY:
                says = T("{gap} feet between them: **they get away from the party.**")
            return says.of(self)
        says = T("They're after the party, {gap} feet behind.")
        if self.pursuer is Side.PARTY:
            says = T("The party is after them, {gap} feet behind.")
        return says.of(self)


@action("encounter chase", may=Permit.GAME_MASTERS)
def start_chase(scene: Scene, action: StartChase, dice: Dice) -> Turn:
    """Begin it, or measure it anew. Raises RuleViolation while their reaction is open."""
    return _measured(scene, action.encounter, action.pursuer, action.gap)


@on_encounter(may=Permit.GAME_MASTERS)
def measure_gap(scene: Scene, action: MeasureGap, dice: Dice) -> Turn:
    """The same by its button. Raises RuleViolation for a distance that is none."""
    return _measured(scene, action.encounter, action.pursuer, action.gap)


def _measured(scene: Scene, encounter: RecordId, pursuer: Side, gap: int) -> Turn:
    record = scene.get(ENCOUNTER, encounter)
    state = record.state
    if state.stage in (Stage.MET, Stage.DECIDED):
        raise refused(
            "chase.too_early", "First the party chooses what it does, and you announce what they do."
        )
    if not 0 <= gap <= MOST_GAP:
        raise refused("chase.gap", "The gap can be 0 to {most} feet, not {gap}.", most=MOST_GAP, gap=gap)
    chase = state.chase if state.chase is not None and state.chase.pursuer is pursuer else Chase(pursuer)
    if state.stage is Stage.CHASE and state.chase == replace(chase, gap=gap):
        raise refused("chase.same", "They're {gap} feet apart already.", gap=gap)
    after = replace(state.at(Stage.CHASE), chase=replace(chase, gap=gap))
    if not goes_on(gap):
        after = _ended(after)
    told = GapMeasured(gap, pursuer, not goes_on(gap))
    return Turn((Replace(record.id, after),), (told,))


def _ended(state: Encounter) -> Encounter:
    return replace(state, stage=Stage.CALM, chase=None)


# -- what may end it --------------------------------------------------------------------------------------


class Hindered(Event):
    """Something that may end the pursuit, and whether it does. What was thrown down is gone either way."""

    by: Hindrance
    what: str
    is_over: bool
    pursuer: Side = Side.THEM

    def sentence(self) -> Safe:
        """Whether they follow."""
        gone = GONE[self.by]() if self.by in GONE else ""
        return FOLLOWED[self.pursuer, self.is_over].of(self, gone=gone)


# By who pursues, and whether that ends it.
FOLLOWED: Mapping[tuple[Side, bool], T] = {
    (Side.THEM, True): T("{what}: **they stop.** The party gets away.{gone}"),
    (Side.THEM, False): T("{what}: **they keep coming.**{gone}"),
    (Side.PARTY, True): T("{what}: **the party loses them.**"),
    (Side.PARTY, False): T("{what}: **the party keeps up.**"),
}
GONE = {
    Hindrance.OIL: T(" The oil burns away."),
    Hindrance.FOOD: T(" The food is gone; take it off the pack."),
    Hindrance.TREASURE: T(" The treasure is gone; take it off the pack."),
}


class PursuitRolled(Event, audience=GAME_MASTERS):
    """The die behind it."""

    face: int
    stops: int

    def sentence(self) -> Safe:
        """The die, and how likely it was."""
        return T("Rolled {face}; {stops} in 6 end the pursuit.").of(self)


@on_encounter(may=Permit.MEMBERS)
def hinder(scene: Scene, action: Hinder, dice: Dice) -> Turn:
    """Roll a die for it, once (Q16). Raises RuleViolation outside of a chase, and for a second roll.

    What the fleeing throw down is theirs to say; whether there is a corner, the game master knows.
    """
    record = scene.get(ENCOUNTER, action.encounter)
    state, chase = record.state, record.state.chase
    if not is_led(scene):
        fellow(scene, state)
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
        "Say what exactly in 1 to {most} characters, not {length}.",
        least=1,
    )
    key = f"{action.by.value}: {what.casefold()}"
    if key in chase.tried:
        raise refused("chase.tried", "They've been rolled for with that already: {what}.", what=what)
    stops = stops_in_six(action.by, state.secret.wits)
    is_theirs = chase.pursuer is Side.THEM
    face = dice.check(SIX, reason=str(action.by.label), secret=is_theirs)
    # Of a corner the low faces follow, of all else they stop.
    is_over = face > SIX - stops if action.by is Hindrance.CORNER else face <= stops
    after = replace(state, chase=replace(chase, tried=(*chase.tried, key)))
    told = Hindered(action.by, what, is_over, chase.pursuer)
    rolled = (PursuitRolled(face, stops),) if is_theirs else ()
    return Turn((Replace(record.id, _ended(after) if is_over else after),), (told, *rolled))
