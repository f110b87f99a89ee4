"""What is done at the steps of a month: the actions that its buttons stand for."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.system import RecordId
from bot.systems.kingdom.rules.terms import Role, Step


@dataclass(frozen=True, slots=True)
class OpenMonth:
    """Open the month: its Upkeep phase begins."""

    kingdom: RecordId


@dataclass(frozen=True, slots=True)
class CloseMonth:
    """Close the month, keep its snapshot, and have the next one wait."""

    kingdom: RecordId


@dataclass(frozen=True, slots=True)
class FinishStep:
    """Say that nothing more is done at an optional step."""

    kingdom: RecordId
    step: Step


@dataclass(frozen=True, slots=True)
class SkipStep:
    """Pass over a step, as a game master may, with a reason."""

    kingdom: RecordId
    step: Step
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SkipTo:
    """Pass over everything that comes before a step of this month, as a game master may, with a reason."""

    kingdom: RecordId
    step: Step
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Freeze:
    """Stop a kingdom's clock, with a reason."""

    kingdom: RecordId
    reason: str


@dataclass(frozen=True, slots=True)
class Thaw:
    """Let a kingdom's clock run again, or end its anarchy; with `unrest` Unrest becomes that."""

    kingdom: RecordId
    reason: str = ""
    unrest: int | None = None


# -- Upkeep -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollStability:
    """Attempt the Stability check of Upkeep."""

    kingdom: RecordId


@dataclass(frozen=True, slots=True)
class PayConsumption:
    """Pay Consumption."""

    kingdom: RecordId


@dataclass(frozen=True, slots=True)
class RollItems:
    """Roll for the vacant magic item slots: once a district."""

    kingdom: RecordId


@dataclass(frozen=True, slots=True)
class SettleUnrest:
    """Count what negative attributes and vacancies add to Unrest."""

    kingdom: RecordId


@dataclass(frozen=True, slots=True)
class StandIn:
    """Have the Consort or Heir act as Ruler for this month."""

    kingdom: RecordId
    role: Role


@dataclass(frozen=True, slots=True)
class RollStandIn:
    """Attempt the Loyalty check of whoever stands in for the Ruler."""

    kingdom: RecordId


@dataclass(frozen=True, slots=True)
class EnforceOrder:
    """Have the Royal Enforcer reduce Unrest, and attempt the Loyalty check for it."""

    kingdom: RecordId


@dataclass(frozen=True, slots=True)
class LoseChosenHex:
    """Name the hex that is lost to Unrest: its label or coordinates.

    With `even_so` "yes" also one with which more than the hex is lost.
    """

    kingdom: RecordId
    hex: str = ""
    even_so: str = ""


# -- Edict --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FoundSettlement:
    """Found a settlement in a hex whose site is prepared. `borders` are those that are water."""

    kingdom: RecordId
    hex: str = ""
    name: str = ""
    borders: str = ""


@dataclass(frozen=True, slots=True)
class SetEdicts:
    """Set edicts, by the values of Holiday, Promotion and Taxation; None leaves a level as it is.

    `seen` are the levels in force that a preview showed, coded; empty where none was shown.
    """

    kingdom: RecordId
    holiday: str | None = None
    promotion: str | None = None
    taxation: str | None = None
    seen: str = ""


# -- Income -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take BP out of the Treasury for personal use. `unrest` is what a preview showed before it."""

    kingdom: RecordId
    points: int = 0
    unrest: int | None = None


@dataclass(frozen=True, slots=True)
class Deposit:
    """Give gold, gems and items, to that value in gp; `dearest` is the worth of the dearest single item."""

    kingdom: RecordId
    gold: int = 0
    note: str = ""
    dearest: int = 0


@dataclass(frozen=True, slots=True)
class SellItem:
    """Sell an item of that price (gp) in a settlement: its name or id.

    `for_nothing` where the seller knows that it brings 0 BP.
    """

    kingdom: RecordId
    settlement: str = ""
    price: int = 0
    item: str = ""
    for_nothing: bool = False


@dataclass(frozen=True, slots=True)
class CollectTaxes:
    """Attempt the Economy check for taxes."""

    kingdom: RecordId


# -- Event --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollEvent:
    """Roll whether an event comes up, and which."""

    kingdom: RecordId


@dataclass(frozen=True, slots=True)
class ResolveEvent:
    """Say what came of an event. `goes_on` is "yes" for one that comes again next month."""

    kingdom: RecordId
    number: int
    outcome: str = ""
    goes_on: str = ""


# -- whenever it comes to it --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DecidePart:
    """Say whether a leader is in a territory that was cut off."""

    kingdom: RecordId
    number: int
    has_leader: bool


@dataclass(frozen=True, slots=True)
class ReclaimSettlement:
    """Attempt the Stability check for a settlement in a territory that was connected again."""

    kingdom: RecordId
    settlement: RecordId


@dataclass(frozen=True, slots=True)
class NameItem:
    """Say what the magic item in a slot is: its name and price (gp). Slots are numbered from 0."""

    kingdom: RecordId
    settlement: str
    building: int
    slot: int
    name: str = ""
    price: int = 0
