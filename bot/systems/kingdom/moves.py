"""A move: what somebody does with a realm. Each chapter's rules are written on this working copy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, TypeVar

from bot.engine import working
from bot.engine.declare import action
from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, GAME_MASTERS, Audience, Permit
from bot.engine.system import RecordId, Result, World
from bot.engine.working import WorkingCopy
from bot.systems.kingdom.book import Limit, MonthStep, Spot, Task
from bot.systems.kingdom.land.state import spot_meant
from bot.systems.kingdom.realm import (
    Realm,
    found_realm,
    founded_realm,
    left,
    left_after,
    require_left,
    require_points,
    settlement_of,
)
from bot.systems.kingdom.settings import Rulings
from bot.systems.kingdom.settling import Routine, settle
from bot.systems.kingdom.state import Kingdom, with_points, with_unrest
from bot.systems.kingdom.steps import acting_for, done, note_refusal, require_open
from bot.systems.kingdom.towns.state import Town

A = TypeVar("A")


@dataclass(slots=True)
class Move(WorkingCopy):
    """A realm as it was found and as it is by now."""

    before: Realm
    realm: Realm
    # What takes the steps that follow by themselves.
    routine: Routine | None = None
    # Whether only game masters may know of it.
    is_hidden: bool = False

    @property
    def audience(self) -> Audience:
        """Who may know of the kingdom, and so of what is told of it."""
        return GAME_MASTERS if self.is_hidden else EVERYONE

    @property
    def is_changed(self) -> bool:
        """Whether the realm, or another record, is otherwise than it was found."""
        return self.realm != self.before or bool(self.also)

    @property
    def id(self) -> RecordId:
        """The kingdom's id."""
        return self.realm.id

    @property
    def kingdom(self) -> Kingdom:
        """The kingdom as it is by now."""
        return self.realm.kingdom

    @property
    def name(self) -> str:
        """The kingdom's name."""
        return self.realm.kingdom.name

    @property
    def rulings(self) -> Rulings:
        """What the campaign decided where the book leaves a choice."""
        return self.realm.rulings

    # -- whose it is, and when ---------------------------------------------------------------------

    def require_task(self, *tasks: Task) -> None:
        """See that the actor has one of those tasks, or acts for who has it.

        Raises NotAllowed naming whose it is; a preview only notes that.
        """
        self.on_behalf_of = acting_for(self.world, self.before.kingdom, *tasks)

    def require_step(self, step: MonthStep, *, is_noted: bool = True) -> None:
        """See that a step is open. Raises RuleViolation saying what comes first.

        Of what `is_noted` a preview only says that it isn't the time.
        """
        if is_noted:
            note_refusal(self.world.refuse, require_open, self.before.kingdom, step)
        else:
            require_open(self.before.kingdom, step)

    # -- what is meant ----------------------------------------------------------------------------

    def spot(self, text: str) -> Spot:
        """The hex of that label or those coordinates. Raises RuleViolation where there is none."""
        return spot_meant(self.world, self.realm.land, text)

    def town(self, text: str) -> tuple[RecordId, Town]:
        """The settlement of that name or id. Raises RuleViolation naming those there are."""
        return settlement_of(self.realm, text)

    def hex_name(self, spot: Spot) -> str:
        """What the hex is called."""
        return self.realm.land.name_of(spot)

    # -- what changes -----------------------------------------------------------------------------

    def use(self, limit: Limit, *, is_noted: bool = True) -> int | None:
        """Use one of what the month allows, and say how many are left; None where any number is.

        Raises RuleViolation where none is left (Table 4-4); a preview only notes it.
        """
        note_refusal(self.world.refuse, require_left, self.realm, limit)
        if is_noted and left(self.realm, limit) != 0:
            self.note(left_after(self.realm, limit))
        self.change(month=self.kingdom.month.using(limit))
        return left(self.realm, limit)

    def pay(self, points: int) -> None:
        """Pay BP out of the Treasury. Raises RuleViolation where it lacks them (R007); a preview notes it."""
        note_refusal(self.world.refuse, require_points, self.realm, points)
        self.earn(-points)

    def earn(self, points: int) -> None:
        """Let the Treasury grow by so many BP, or fall."""
        self.put(with_points(self.kingdom, points))

    def upset(self, unrest: int) -> None:
        """Raise Unrest by that much; a negative amount lowers it."""
        self.put(with_unrest(self.kingdom, unrest))

    def finish(self, *steps: MonthStep) -> None:
        """Mark steps of the month as done."""
        self.put(done(self.kingdom, *steps))

    def put(self, kingdom: Kingdom) -> None:
        """Make that the kingdom's state."""
        self.realm = replace(self.realm, kingdom=kingdom)

    def change(self, **changes: Any) -> None:
        """Change fields of the kingdom."""
        self.put(replace(self.kingdom, **changes))

    def change_month(self, **changes: Any) -> None:
        """Change fields of the kingdom's month."""
        self.change(month=replace(self.kingdom.month, **changes))

    def change_hex(self, spot: Spot, **changes: Any) -> None:
        """Change fields of a hex."""
        land = self.realm.land
        self.realm = replace(self.realm, land=land.having({spot: replace(land.hexes[spot], **changes)}))

    def change_town(self, settlement: RecordId, **changes: Any) -> None:
        """Change fields of a settlement."""
        self.put_town(settlement, replace(self.realm.towns[settlement], **changes))

    def put_town(self, settlement: RecordId, town: Town) -> None:
        """Make that the settlement's state."""
        self.realm = replace(self.realm, towns={**self.realm.towns, settlement: town})

    def result(self) -> Result:
        """The action's result, once what follows from its changes is settled."""
        return settle(
            self.world,
            self.before,
            self.realm,
            *self.events,
            also=self.also,
            on_behalf_of=self.on_behalf_of,
            routine=self.routine,
        )


# What works on a move; and the `perform` that it becomes.
Rules = Callable[[Move, A, Dice], None]
Perform = Callable[[World, A, Dice], Result]


def move(
    path: str = "",
    /,
    *,
    at: MonthStep | Callable[[Kingdom], MonthStep | None] | None = None,
    by: Task | Sequence[Task] = (),
    is_shown_early: bool = False,
    found: Callable[[World, RecordId], Realm] = founded_realm,
    **declared: Any,
) -> Callable[[Rules[A]], Perform[A]]:
    """Declare an action with a kingdom, as `action` does, carried out by `perform(move, action, dice)`.

    Whoever has one of those tasks takes it, or acts for who has it; without tasks nobody is asked after. It
    is taken `at` a step, which must be open; a preview of one that `is_shown_early` only notes that it isn't
    the time. `found` is how its realm is looked up: what must be so of a kingdom for it.
    """
    tasks = (by,) if isinstance(by, Task) else by

    def step_of(kingdom: Kingdom) -> MonthStep | None:
        return at(kingdom) if callable(at) else at

    def when(kingdom: Kingdom) -> None:
        if (step := step_of(kingdom)) is not None:
            require_open(kingdom, step)

    def declare(perform: Rules[A]) -> Perform[A]:
        @action(path, **{"may": Permit.MEMBERS, "when": (when,) if at is not None else ()} | declared)
        @wraps(perform)
        def carried_out(world: World, asked: Any, dice: Dice) -> Result:
            realm = found(world, asked.kingdom)
            made = Move(world, realm, realm)
            if (step := step_of(realm.kingdom)) is not None:
                made.require_step(step, is_noted=is_shown_early)
            if tasks:
                made.require_task(*tasks)
            perform(made, asked, dice)
            return made.result()

        return carried_out

    return declare


def correction(
    path: str = "", /, *, found: Callable[[World, RecordId], Realm] = found_realm, **declared: Any
) -> Callable[[Rules[A]], Perform[A]]:
    """Declare what game masters set in a kingdom, as the house's `correction` does, carried out on a move.

    Also a kingdom that isn't founded yet is found, unless `found` asks for more.
    """

    def on(world: World, asked: Any) -> Move:
        realm = found(world, asked.kingdom)
        return Move(world, realm, realm)

    return working.correction(path, on=on, **declared)
