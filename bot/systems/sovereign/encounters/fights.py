"""A fight, Round by Round (S22): a side acts in any order; or one after another, as it was written down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.people import Permit
from bot.engine.record import AtStep, Press, Step
from bot.engine.saying import NOTHING, Clause, Name, Said, say
from bot.engine.steps import at
from bot.engine.system import RecordId, Scope, Want, World, applied
from bot.engine.text import T, refused
from bot.engine.words import one_line
from bot.engine.working import RecordCopy
from bot.systems.sovereign.book import Unit
from bot.systems.sovereign.encounters.rules import ENCOUNTER, OnEncounter, able, on_encounter
from bot.systems.sovereign.encounters.state import Encounter, Fight, Side, Stage
from bot.systems.sovereign.encounters.steps import (
    ACTS,
    FIRST,
    MOST_SLOTS,
    ROUND,
    Acted,
    GoFirst,
    PassTurn,
    passing_on,
)
from bot.systems.sovereign.parties.rules import PARTY, Advance, TimePassed, advance
from bot.systems.sovereign.people.rules import CHARACTER, require_able
from bot.systems.sovereign.state import NAME_LENGTH

ORDER_LENGTH = 400


def _say_up(fight: Fight, up: Side | str | None, *, is_new: bool, is_stunned: bool) -> Said:
    """Whose turn it is in a fight; a new Round is told with it."""
    begins = Clause(T("**Round {n}.** "), n=fight.round) if is_new else NOTHING
    if not isinstance(up, Side):
        return say("fight.up", T("{begins}{up} acts."), begins=begins, up=Name(up or ""))
    acts: Mapping[tuple[Side, bool], Clause] = {
        (Side.PARTY, False): Clause(T("The party acts.")),
        (Side.PARTY, True): Clause(T("The party is surprised and can't act.")),
        (Side.THEM, False): Clause(T("They act.")),
        (Side.THEM, True): Clause(T("They're surprised and can't act.")),
    }
    return say("fight.side", T("{begins}{side}"), begins=begins, side=acts[up, is_stunned])


def _fighting(state: Encounter) -> Fight:
    """The fight. Raises RuleViolation where there is none."""
    if state.stage is not Stage.FIGHT:
        raise refused("fight.not_here", "There's no fight here.")
    return state.fight


def _turn_to(
    found: RecordCopy[Encounter], fight: Fight, world: World | None = None, *, is_new: bool = False
) -> None:
    """It is the turn of whoever is up in the fight, as the world is by now."""
    fit = {each.id for each in able(world or found.world, found.state)}
    out = tuple(each.character for each in found.state.crew if each.character not in fit)
    found.change(fight=replace(fight, out=out))
    state = found.state
    if state.fight.up is not None:
        found.tell(_say_up(fight, state.fight.up, is_new=is_new, is_stunned=state.is_stunned))


def _begin(found: RecordCopy[Encounter], fight: Fight) -> None:
    """The first Round, on the clocks of those who are there; no time has passed yet."""
    parties = [each for each in found.world.all(PARTY) if each.id in found.state.parties]
    now = max([1, *(each.state.clock.round for each in parties)])
    for each in parties:
        found.change_other(each, clock=replace(each.state.clock, round=now))
    _turn_to(found, replace(fight, round=1), is_new=True)


@on_encounter(
    step=(
        at(FIRST, "party", T("The party goes first"), values={"side": Side.PARTY}, is_main=True),
        at(FIRST, "them", T("They go first"), values={"side": Side.THEM}, is_main=True),
    ),
)
def go_first(found: RecordCopy[Encounter], action: GoFirst, dice: Dice) -> None:
    """Begin the first Round with that side (S22). Raises RuleViolation for a fight that is under way."""
    fight = _fighting(found.state)
    if fight.round:
        raise refused("fight.begun", "The fight is under way.")
    _begin(found, replace(fight, first=action.side))


def _player(world: World, acted: Any) -> int | None:
    found = world.get(ENCOUNTER, acted.encounter).state.fellow(acted.character)
    return found.player if found is not None else None


def _acting(_encounter: RecordId, state: Encounter, step: Step) -> Iterator[Press]:
    who = state.crew[int(step.which)]
    yield Press("acted", T("{name} acted").plain(name=who.name), {"character": who.character})


@on_encounter(may=Permit.OWNER_OR_GAME_MASTER, owner=_player, step=AtStep(ACTS, _acting))
def note_acted(found: RecordCopy[Encounter], action: Acted, dice: Dice) -> None:
    """Note it; after the last of them it is the next one's turn. Raises RuleViolation out of turn."""
    fight, who = _fighting(found.state), found.state.fellow(action.character)
    if who is None or who not in found.state.due:
        raise refused("fight.not_due", "It isn't their turn, or they've acted this Round.")
    require_able(found.world.get(CHARACTER, action.character).state)
    fight = replace(fight, acted=(*fight.acted, action.character))
    found.change(fight=fight)
    found.say("fight.acted", T("{name} has acted."), name=Name(who.name))
    if not found.state.due:
        _turn_to(found, replace(fight, place=fight.place + 1))


def _passing(_encounter: RecordId, state: Encounter, _step: Step) -> Iterator[Press]:
    yield Press("pass", passing_on(state.fight), is_main=not state.due)


@on_encounter(
    scope=lambda of: Scope((of.encounter,), (Want(CHARACTER.name),), links=True),
    step=AtStep(ROUND, _passing),
    confirms=True,
    button="On to the next",
)
def pass_turn(found: RecordCopy[Encounter], action: PassTurn, dice: Dice) -> None:
    """On to the next; past the last the Round is over, and the dying are counted (S24).

    Raises RuleViolation before the first Round, and while a roll for somebody's breath is missing.
    """
    world, fight = found.world, _fighting(found.state)
    if not fight.round:
        raise refused("fight.first", "Say who goes first.")
    if not fight.is_last:
        _turn_to(found, replace(fight, place=fight.place + 1))
        return
    told = list[Any]()
    for party in [each for each in world.all(PARTY) if each.id in found.state.parties]:
        result = advance(world, Advance(party.id, Unit.ROUND), dice)
        found.also += result.changes
        # The card says which Round it is.
        told += [each for each in result.events if not isinstance(each, TimePassed)]
    # Who fell as it ended can't act in the next.
    fallen = replace(world, records=applied(world.records, found.also))
    _turn_to(found, replace(fight, round=fight.round + 1, place=0, acted=()), fallen, is_new=True)
    found.tell(*told)


class SetOrder(OnEncounter):
    """Fight one by one in an order you write down, instead of by sides"""

    order: str = option(
        "Who acts one after another, as the players may read it, separated by commas; - for sides",
        max_length=ORDER_LENGTH,
    )


@on_encounter("party encounter order", when=(_fighting,), button="Set the order")
def set_order(found: RecordCopy[Encounter], action: SetOrder, dice: Dice) -> None:
    """Write the order down, or go by sides again. Raises RuleViolation for too many names."""
    fight = _fighting(found.state)
    names = tuple(dict.fromkeys(filter(None, map(one_line, action.order.split(",")))))
    names = () if names == ("-",) else names
    if len(names) > MOST_SLOTS or any(len(each) > NAME_LENGTH for each in names):
        raise refused(
            "fight.order",
            "Name {n} at most, each with {most} characters or fewer.",
            n=MOST_SLOTS,
            most=NAME_LENGTH,
        )
    if names == fight.order:
        raise refused("fight.same_order", "That's the order already.")
    if names:
        found.say("fight.order", T("They act in this order: {names:,}."), names=Name.each(names))
    else:
        found.say("fight.sides", T("The fight goes by sides again."))
    changed = replace(fight, order=names, first=fight.first or Side.PARTY, place=0, acted=())
    if fight.round:
        _turn_to(found, changed)
    else:
        _begin(found, changed)
