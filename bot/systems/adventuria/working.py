"""A working copy of an adventurer's sheet: what players and narrators do with one is written on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, TypeVar

from bot.engine.declare import Moment, action, require_moment
from bot.engine.dice.source import Dice
from bot.engine.people import Permit
from bot.engine.system import Record, Replace, Result, Step, World
from bot.engine.text import T
from bot.engine.working import Perform, WorkingCopy
from bot.systems.adventuria.adventurer import (
    ADVENTURER,
    COMPANIONS,
    END,
    GIVE,
    ROLL,
    ROOM,
    TELL,
    AdventurerFell,
    gone,
    leaving,
    open_with,
    steps,
)
from bot.systems.adventuria.ledger import has_fallen, owed, told_attributes, total
from bot.systems.adventuria.settings import Rulings, acted_for
from bot.systems.adventuria.state import Adventurer, Attribute, End, Told

A = TypeVar("A")


@dataclass(slots=True)
class SheetCopy(WorkingCopy):
    """An adventurer as it was found and as it is by now."""

    record: Record[Adventurer]
    state: Adventurer
    # What changed, line by line, for the event that tells it.
    told: list[Told] = field(default_factory=list, kw_only=True)

    @property
    def name(self) -> str:
        """What the adventurer is called."""
        return self.state.name

    @property
    def rulings(self) -> Rulings:
        """What the campaign decided where the book leaves a choice."""
        return Rulings.of(self.world.campaign)

    @property
    def is_changed(self) -> bool:
        """Whether the adventurer, or another record, is otherwise than it was found."""
        return self.state != self.record.state or bool(self.also)

    @property
    def changes(self) -> tuple[Told, ...]:
        """All that changed, also what attributes came to by it."""
        return (*self.told, *told_attributes(self.record.state, self.state, self.told))

    def put(self, state: Adventurer, *told: Told) -> None:
        """Let the adventurer be that; `told` is what changed by it."""
        self.state = state
        self.told += told

    def change(self, **changes: Any) -> None:
        """Change fields of the adventurer."""
        self.state = replace(self.state, **changes)

    def act_for_player(self) -> None:
        """See that its player acts, or a narrator who may act for them. Raises NotAllowed."""
        self.on_behalf_of = acted_for(self.world, self.record.state.player)

    def result(self) -> Result:
        """The adventurer as it is by now, told in its own thread.

        One that has fallen (A38, Q15) loses everything, and is read-only from then on (A39, Q23).
        """
        before, state, also = self.record.state, self.state, list(self.also)
        _warn(self.world, before, state)
        if state.end is None and has_fallen(state):
            vitae = total(state, Attribute.VITAE)
            self.tell(leaving(state, AdventurerFell, wounds=state.wounds, vitae=vitae))
            state = gone(state, End.FALLEN)
        if state.end is not None:
            state = replace(state, ended=self.world.entry)
            # What the action itself has not ended.
            ended = {change.id for change in also}
            others = open_with(self.world, self.record.id, *COMPANIONS)
            also += (Replace(e.id, e.state.closed(), archive=True) for e in others if e.id not in ended)
        state = _revised(self.world, self.record, state)
        changes = (Replace(self.record.id, state, archive=state.end is not None), *also)
        shown = self.record.id if state.end is not None else self.subject or self.record.id
        home = state.home or None
        return Result(changes, tuple(self.events), shown, channel=home, on_behalf_of=self.on_behalf_of)


FALLS = T(
    "**{name} falls:** {wounds} {wounds:wound|wounds} against Vitae {vitae}. The fallen are out of the game "
    "and lose everything they had."
)
OVERLOADED = T("**{name} can then carry less** and has to give up {some} at once.")


def _warn(world: World, before: Adventurer, after: Adventurer) -> None:
    """Note a fall, or things that must go by it (Q5): the player's own doing and wounds ask first then."""
    if after.end is None and has_fallen(after):
        vitae = total(after, Attribute.VITAE)
        world.note(FALLS(name=after.name, wounds=after.wounds, vitae=vitae))
        return
    must = {each.ware: each.count for each in owed(before)}
    more = [each for each in owed(after) if each.count > must.get(each.ware, 0)]
    if after.end is None and more:
        world.note(OVERLOADED(name=after.name, some=[each.ware.some(each.count) for each in more]))


def _revised(world: World, record: Record[Adventurer], state: Adventurer) -> Adventurer:
    """Give it the entry's number where its player now decides on something else."""
    same = replace(state, revision=record.state.revision)
    before, after = (
        [(replace(step, asked=0), _chosen_from(each, step)) for step in steps(record.id, each)]
        for each in (record.state, same)
    )
    if before == after:
        return same
    return replace(state, revision=world.entry)


def _chosen_from(state: Adventurer, step: Step) -> Any:
    """The options from which a player chooses at a step."""
    if step.name in (GIVE, ROOM):
        first = state.gains[0].possession if step.name == ROOM else None
        ware = first.ware if first is not None else owed(state)[0].ware
        return first, ware, [(each.number, each.name) for each in state.held(ware)]
    if step.name in (ROLL, END, TELL):
        return state.asked, state.ways, state.location
    return None


# What works on a sheet.
Rules = Callable[[SheetCopy, A, Dice], None]


def sheet_action(
    path: str = "", /, *, by_player: bool = False, when: Moment = (), **declared: Any
) -> Callable[[Rules[A]], Perform[A]]:
    """Declare an action with an adventurer, as `action` does, carried out by `perform(sheet, action, dice)`.

    What is done `by_player` a narrator does for them only where the campaign lets narrators.
    """

    def declare(perform: Rules[A]) -> Perform[A]:
        @action(path, when=when, **declared)
        @wraps(perform)
        def carried_out(world: World, asked: Any, dice: Dice) -> Result:
            record = world.get(ADVENTURER, asked.adventurer)
            sheet = SheetCopy(world, record, record.state)
            if by_player:
                sheet.act_for_player()
            require_moment(when, record.state)
            perform(sheet, asked, dice)
            return sheet.result()

        return carried_out

    return declare


def player_action(path: str = "", /, **declared: Any) -> Callable[[Rules[A]], Perform[A]]:
    """Declare what a player does with their adventurer, or a narrator for them."""
    return sheet_action(path, by_player=True, **{"may": Permit.OWNER_OR_GAME_MASTER} | declared)
