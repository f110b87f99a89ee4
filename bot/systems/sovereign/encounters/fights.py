"""A fight, Round by Round (S22): a side acts in any order; or one after another, as it was written down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.engine.declare import action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import Permit
from bot.engine.system import Change, RecordId, Replace, Scene, Scope, Turn, Want
from bot.engine.text import Safe, T, refused
from bot.engine.words import one_line
from bot.systems.sovereign.book import Unit
from bot.systems.sovereign.encounters.rules import ENCOUNTER, OnEncounter, able, on_encounter
from bot.systems.sovereign.encounters.state import Encounter, Fight, Side, Stage
from bot.systems.sovereign.encounters.steps import MOST_SLOTS, Acted, GoFirst, PassTurn
from bot.systems.sovereign.parties.rules import PARTY, Advance, TimePassed, advance
from bot.systems.sovereign.people.rules import CHARACTER, require_able
from bot.systems.sovereign.state import NAME_LENGTH

ORDER_LENGTH = 400


class TurnCame(Event):
    """Whose turn it is in a fight; a new Round is told with it."""

    round: int
    up: str
    side: Side | None = None
    is_new: bool = False
    is_stunned: bool = False

    def sentence(self) -> Safe:
        """Who acts now."""
        begins = T("**Round {n}.** ")(n=self.round) if self.is_new else ""
        if self.is_stunned and self.side is not None:
            says = T("{begins}The party is surprised and can't act.")
            if self.side is Side.THEM:
                says = T("{begins}They're surprised and can't act.")
            return says(begins=begins)
        if self.side is not None:
            says = T("{begins}The party acts.") if self.side is Side.PARTY else T("{begins}They act.")
            return says(begins=begins)
        return T("{begins}{up} acts.")(begins=begins, up=self.up)


class HasActed(Event):
    """One of the party has acted this Round."""

    says = T("{name} has acted.")
    name: str


def _fighting(state: Encounter) -> Fight:
    """The fight. Raises RuleViolation where there is none."""
    if state.stage is not Stage.FIGHT:
        raise refused("fight.not_here", "There's no fight here.")
    return state.fight


def _out(scene: Scene, state: Encounter) -> tuple[RecordId, ...]:
    """Who can't act."""
    fit = {each.id for each in able(scene, state)}
    return tuple(each.character for each in state.crew if each.character not in fit)


def _up(scene: Scene, state: Encounter, fight: Fight, *, is_new: bool = False) -> tuple[Encounter, Event]:
    """The fight with the turn of whoever is up, and what is told of it."""
    after = replace(state, fight=replace(fight, out=_out(scene, state)))
    up = after.fight.up
    side = up if isinstance(up, Side) else None
    name = "" if up is None or side is not None else up
    return after, TurnCame(fight.round, name, side, is_new, after.is_stunned)


def _begun(scene: Scene, state: Encounter, fight: Fight) -> tuple[Encounter, list[Change], Event]:
    """The first Round, on the clocks of those who are there; no time has passed yet."""
    parties = [each for each in scene.all(PARTY) if each.id in state.parties]
    now = max([1, *(each.state.clock.round for each in parties)])
    clocks: list[Change] = [
        Replace(each.id, replace(each.state, clock=replace(each.state.clock, round=now))) for each in parties
    ]
    after, told = _up(scene, state, replace(fight, round=1), is_new=True)
    return after, clocks, told


@on_encounter(may=Permit.GAME_MASTERS)
def go_first(scene: Scene, action: GoFirst, dice: Dice) -> Turn:
    """Begin the first Round with that side (S22). Raises RuleViolation for a fight that is under way."""
    record = scene.get(ENCOUNTER, action.encounter)
    fight = _fighting(record.state)
    if fight.round:
        raise refused("fight.begun", "The fight is under way.")
    after, clocks, told = _begun(scene, record.state, replace(fight, first=action.side))
    return Turn((Replace(record.id, after), *clocks), (told,))


def _player(scene: Scene, acted: Any) -> int | None:
    found = scene.get(ENCOUNTER, acted.encounter).state.fellow(acted.character)
    return found.player if found is not None else None


@on_encounter(may=Permit.OWNER_OR_GAME_MASTER, owner=_player)
def note_acted(scene: Scene, action: Acted, dice: Dice) -> Turn:
    """Note it; after the last of them it is the next one's turn. Raises RuleViolation out of turn."""
    record = scene.get(ENCOUNTER, action.encounter)
    state, fight = record.state, _fighting(record.state)
    found = state.fellow(action.character)
    if found is None or found not in state.due:
        raise refused("fight.not_due", "It isn't their turn, or they've acted this Round.")
    require_able(scene.get(CHARACTER, action.character).state)
    acted = replace(state, fight=replace(fight, acted=(*fight.acted, action.character)))
    told: list[Event] = [HasActed(found.name)]
    if not acted.due:
        on = replace(acted.fight, place=fight.place + 1)
        acted, came = _up(scene, acted, on)
        told += [came] if on.up is not None else []
    return Turn((Replace(record.id, acted),), tuple(told))


@on_encounter(
    may=Permit.GAME_MASTERS,
    scope=lambda of: Scope((of.encounter,), (Want(CHARACTER.name),), links=True),
    asks=True,
)
def pass_turn(scene: Scene, action: PassTurn, dice: Dice) -> Turn:
    """On to the next; past the last the Round is over, and the dying are counted (S24).

    Raises RuleViolation before the first Round, and while a roll for somebody's breath is missing.
    """
    record = scene.get(ENCOUNTER, action.encounter)
    state, fight = record.state, _fighting(record.state)
    if not fight.round:
        raise refused("fight.first", "Say who goes first.")
    if not fight.is_last:
        after, came = _up(scene, state, replace(fight, place=fight.place + 1))
        return Turn((Replace(record.id, after),), (came,))
    changes, told = _round_over(scene, state, dice)
    # Who fell as it ended can't act in the next.
    fallen = replace(scene, records=dict(scene.records) | _changed(scene, changes))
    again = replace(fight, round=fight.round + 1, place=0, acted=())
    after, came = _up(fallen, state, again, is_new=True)
    return Turn((Replace(record.id, after), *changes), (came, *told), subject=record.id)


def _round_over(scene: Scene, state: Encounter, dice: Dice) -> tuple[list[Change], list[Any]]:
    """A Round on the clock of each party that is there; the card says which one it is."""
    changes, told = list[Change](), list[Any]()
    for party in [each for each in scene.all(PARTY) if each.id in state.parties]:
        turn = advance(scene, Advance(party.id, Unit.ROUND), dice)
        changes += turn.changes
        told += [each for each in turn.events if not isinstance(each, TimePassed)]
    return changes, told


def _changed(scene: Scene, changes: Sequence[Change]) -> dict[RecordId, Any]:
    return {each.id: replace(scene.records[each.id], state=each.state) for each in changes}


class SetOrder(OnEncounter):
    """Fight one by one in an order you write down, instead of by sides"""

    order: str = option(
        "Who acts one after another, as the players may read it, separated by commas; - for sides",
        max_length=ORDER_LENGTH,
    )


class OrderSet(Event):
    """Everybody acts in their own place, or by sides again."""

    names: tuple[str, ...] = ()

    def sentence(self) -> Safe:
        """Which."""
        if not self.names:
            return T("The fight goes by sides again.")()
        return T("They act in this order: {names:,}.")(names=list(self.names))


@action("encounter order", may=Permit.GAME_MASTERS)
def set_order(scene: Scene, action: SetOrder, dice: Dice) -> Turn:
    """Write the order down, or go by sides again. Raises RuleViolation for too many names."""
    record = scene.get(ENCOUNTER, action.encounter)
    state, fight = record.state, _fighting(record.state)
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
    changed = replace(fight, order=names, first=fight.first or Side.PARTY, place=0, acted=())
    clocks: list[Change] = []
    if fight.round:
        after, came = _up(scene, state, changed)
    else:
        after, clocks, came = _begun(scene, state, changed)
    return Turn((Replace(record.id, after), *clocks), (OrderSet(names), came))
