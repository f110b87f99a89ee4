"""What a kingdom keeps of what lies beyond its borders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from bot.engine.parts import Unlisted, either
from bot.engine.system import RecordId
from bot.engine.text import T
from bot.systems.kingdom.abroad.book import (
    HALVES,
    MONTH_DAYS,
    ROUTE_PART,
    Attitude,
    Balance,
    Bond,
    Cargo,
    Tie,
)
from bot.systems.kingdom.book import Alignment, BuildingType, Spot


@dataclass(frozen=True, slots=True)
class Pact:
    """A treaty or an alliance, since a month. `gain` is what it adds here, as if it were the only one."""

    gain: int
    balance: Balance = Balance.BALANCED
    since: int = 0


@dataclass(frozen=True, slots=True)
class Talks:
    """Negotiations under way: for which tie, and what is still open.

    `number` is of all that the kingdom counts. `ours` are the envoy's modifiers; `advantage` is None until
    the opposed checks are made, then whether the advantage is this kingdom's. `gifts` are the BP that the
    envoy brought.
    """

    number: int
    tie: Tie
    ours: tuple[int, ...] = ()
    advantage: bool | None = None
    gifts: int = 0


_EMBASSY = either(T("with an embassy again"), T("without an embassy again"))


@dataclass(frozen=True, slots=True)
class OtherKingdom:
    """Another kingdom, as the game masters describe it and as it stands with this one.

    `economy` and `stability` are theirs, where somebody told or estimated them (R158); `skills` are the
    modifiers of whoever negotiates for it. `kingdom` is its record where it is played at this table.
    """

    name: Unlisted[str]
    alignment: Annotated[Alignment | None, T("alignment")] = None
    size: Annotated[int, T("Size")] = 1
    attitude: Annotated[Attitude, T("attitude")] = Attitude.INDIFFERENT
    economy: Unlisted[int | None] = None
    stability: Unlisted[int | None] = None
    skills: Unlisted[tuple[int, ...]] = ()
    note: Unlisted[str] = ""
    is_hidden: Unlisted[bool] = False
    kingdom: Unlisted[RecordId | None] = None
    # Where its settlement lies, for trade; and the length of the way beyond the map.
    spot: Unlisted[Spot | None] = None
    beyond: Unlisted[int] = 0
    has_embassy: Annotated[bool, T("embassy"), _EMBASSY] = False
    treaty: Unlisted[Pact | None] = None
    alliance: Unlisted[Pact | None] = None
    # The Mansion or Noble Villa that is this kingdom's embassy there.
    residence: Unlisted[BuildingType | None] = None
    talks: Unlisted[Talks | None] = None
    # From which month on what failed may be tried again: a Tie, "threat", or "close" of its embassy.
    barred: Unlisted[Mapping[str, int]] = field(default_factory=dict)
    is_at_war: Unlisted[bool] = False
    # The month in which this kingdom's leaders came to its festival with gifts; 0 if they never did.
    festival: Annotated[int, T("month of its festival")] = 0
    # Whether it attacked this kingdom in spite of a tie: every tie with it can end without penalty.
    has_attacked: Unlisted[bool] = False
    is_vassal: Unlisted[bool] = False
    is_subjugated: Unlisted[bool] = False
    # BP of gifts that count toward what is built there, and in which month.
    works: Unlisted[int] = 0
    works_month: Unlisted[int] = 0
    # Of a subjugated kingdom: how many Loyalty checks in a row succeeded; None of any other, and in peace.
    subdued: Unlisted[int | None] = None

    @property
    def was_conquered(self) -> bool:
        """Whether it is a vassal by subjugation."""
        return self.is_subjugated or self.subdued is not None

    @property
    def tie(self) -> Tie:
        """The closest tie with it."""
        if self.alliance is not None:
            return Tie.ALLIANCE
        if self.treaty is not None:
            return Tie.TREATY
        return Tie.EMBASSY if self.has_embassy else Tie.NONE


@dataclass(frozen=True, slots=True)
class Bonded:
    """What two other kingdoms are to each other, by their names."""

    first: str
    second: str
    bond: Bond

    def links(self, name: str) -> str | None:
        """The one of both that isn't that one; None where it is neither."""
        return {self.first: self.second, self.second: self.first}.get(name)


@dataclass(frozen=True, slots=True)
class Route:
    """A trade route: planned, under way until its traders arrive, then established for a year.

    `length` is counted in halves of the book's Trade Route Length. `economy` is 0 until it is established.
    """

    number: int
    partner: str
    cargo: Cargo
    town: RecordId
    path: tuple[Spot, ...]
    length: int
    invested: int
    since: int
    arrives: int
    economy: int = 0
    # The month in which it ends.
    ends: int = 0
    # Whether two special edicts were issued in its month.
    is_hampered: bool = False

    @property
    def modifier(self) -> int:
        """The Route Modifier: a tenth of its length, rounded down (R160)."""
        return self.length // (HALVES * ROUTE_PART)


@dataclass(frozen=True, slots=True)
class Expedition:
    """Explorers under way: since which month, for how many, and where to.

    `days` are on which day of their time each of their `spots` is explored; none where nobody counted.
    """

    number: int
    since: int
    months: int
    route: str
    spots: tuple[Spot, ...] = ()
    cost: int = 0
    is_hampered: bool = False
    # The month in which they were scattered last, and how many of their months that cost them.
    scattered: int = 0
    lost: int = 0
    days: tuple[int, ...] = ()

    @property
    def returns(self) -> int:
        """The month in which they are back."""
        return self.since + self.months

    @property
    def reached(self) -> tuple[Spot, ...]:
        """The hexes of their route that they explore in their time: months in which they scatter are none."""
        time = MONTH_DAYS * (self.months - self.lost)
        days = self.days or (1,) * len(self.spots)
        return tuple(spot for spot, day in zip(self.spots, days, strict=True) if day <= time)
