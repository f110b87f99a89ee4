"""A kingdom: its leaders, treasury and edicts, what changed its numbers, and the month it is in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from bot.engine.system import RecordId
from bot.systems.kingdom.rules.book import DUTIES, DUTY_DAYS
from bot.systems.kingdom.rules.hexes import Spot
from bot.systems.kingdom.rules.terms import (
    Ability,
    Alignment,
    Attribute,
    Backing,
    Holiday,
    Limit,
    Mark,
    Phase,
    Promotion,
    Role,
    Stage,
    Stat,
    Step,
    Task,
    Taxation,
    Tribute,
    Until,
)

NAME_LENGTH: Final = 60
# A leader's name stands in the button that confirms who takes a role.
LEADER_LENGTH: Final = 40
REASON_LENGTH: Final = 100
# What a game master says of an event.
OUTCOME_LENGTH: Final = 300
MOST_POINTS: Final = 999_999
MOST_CHANGES: Final = 60
MOST_HAPPENINGS: Final = 20


@dataclass(frozen=True, slots=True)
class Terms:
    """How a kingdom was begun. `debt` are BP still to be paid back, 1 a month."""

    backing: Backing = Backing.SCRATCH
    sponsor: str = ""
    points: int = 0
    tribute: Tribute = Tribute.NONE
    debt: int = 0


@dataclass(frozen=True, slots=True)
class Leader:
    """Who holds a role: a player's character, or an NPC without a `player`. Scores are 1 to 60."""

    role: Role
    name: str
    player: int | None = None
    scores: Mapping[Ability, int] = field(default_factory=dict)
    has_leadership: bool = False
    # In the role's skill (R047).
    ranks: int = 0
    # Which attributes a Ruler or Spymaster adds to, in the order chosen.
    attributes: tuple[Attribute, ...] = ()
    # Days of duty this month.
    days: int = DUTY_DAYS
    # This month: from then on the role gives nothing, but is vacant only from the next month on (R041).
    has_died: bool = False


@dataclass(frozen=True, slots=True)
class Lapse:
    """A role that counts as vacant from one month through another, whoever holds it: after a failed check,
    or a death.
    """

    role: Role
    first: int
    last: int
    # Whether it is over with the Upkeep of its last month: so long is one turn that begins after an Upkeep.
    ends_with_upkeep: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """A named source of one number, beside what the book derives. `since` is a month."""

    number: int
    stat: Stat
    amount: int
    name: str
    until: Until = Until.ALWAYS
    since: int = 0


@dataclass(frozen=True, slots=True)
class Edicts:
    """The levels in force; before the first Edict phase is over there is none (R013)."""

    holiday: Holiday | None = None
    promotion: Promotion | None = None
    taxation: Taxation | None = None


@dataclass(frozen=True, slots=True)
class Army:
    """An army, as a note, and what it eats (R115)."""

    name: str
    consumption: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Happening:
    """An event under way. A continuous one comes again every Event phase until it is ended."""

    number: int
    event: str
    since: int
    is_continuous: bool = False
    spot: Spot | None = None
    town: RecordId | None = None
    # Of an event that befalls one leader.
    role: Role | None = None
    leader: str = ""
    note: str = ""
    # The month in which a game master last said what came of it.
    resolved: int = 0


@dataclass(frozen=True, slots=True)
class LostTown:
    """A settlement lost with its territory: once that is reached again, a Stability check brings it back."""

    id: RecordId
    name: str
    spot: Spot
    # The entry that gave its check to do; None until its hex is the realm's again.
    revision: int | None = None
    # The month in which it was last attempted.
    tried: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """A territory cut off from the capital in that month.

    Undecided until it is known whether a leader is in it; held while one is; else lost.
    """

    number: int
    spots: tuple[Spot, ...]
    since: int
    is_held: bool = False
    is_lost: bool = False
    # One of its hexes, as people call it.
    place: str = ""
    # Settlements lost with it; they stay here when its hexes have come back, until each is reclaimed.
    towns: tuple[LostTown, ...] = ()

    @property
    def is_undecided(self) -> bool:
        """Whether a game master must say if a leader is there."""
        return not (self.is_held or self.is_lost)


@dataclass(frozen=True, slots=True)
class Rolled:
    """A check of this month, for the card."""

    step: str
    die: int
    total: int
    dc: int
    is_success: bool


@dataclass(frozen=True, slots=True)
class Marked:
    """A step that is over: how, and where a game master passed over it, why."""

    step: Step
    how: Mark
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Month:
    """The month under way: its phase, the steps that are over, and what was used of its limits."""

    number: int = 1
    phase: Phase = Phase.BEFORE
    marks: tuple[Marked, ...] = ()
    # The entry with which each open step opened: the revision of its buttons.
    opened: Mapping[str, int] = field(default_factory=dict)
    # The Size that sets the limits (R021).
    size: int = 0
    # Whether the steps of the Edict phase are open together, as the campaign had decided when it began.
    in_any_order: bool = False
    used: Mapping[Limit, int] = field(default_factory=dict)
    # Whether a House, Mansion, Noble Villa or Tenement was built beside the limit (R091), and whether
    # construction magic was used (R107).
    has_housed: bool = False
    has_magic: bool = False
    has_withdrawn: bool = False
    # Checks made to empty item slots (R056).
    purges: int = 0
    # Items sold this month, by settlement.
    sold: Mapping[RecordId, int] = field(default_factory=dict)
    # Hexes whose Free City refused to join this month (R060).
    resisted: tuple[Spot, ...] = ()
    # Who acts for a missing Ruler this month (R040).
    stand_in: Role | None = None
    rolls: tuple[Rolled, ...] = ()
    # Whether a new event came up (R024), and whether adventurers were hired (R141).
    had_event: bool = False
    has_hired: bool = False

    def is_over(self, step: Step) -> bool:
        """Whether nothing is left to do at that step."""
        return any(mark.step is step for mark in self.marks)

    def marked(self, step: Step, how: Mark = Mark.DONE, reason: str = "") -> Month:
        """With that step over."""
        return self if self.is_over(step) else replace(self, marks=(*self.marks, Marked(step, how, reason)))

    def using(self, limit: Limit, count: int = 1) -> Month:
        """With so many more used of a limit."""
        return replace(self, used={**self.used, limit: self.used.get(limit, 0) + count})


@dataclass(frozen=True, slots=True)
class Kingdom:
    """One kingdom. BP in the Treasury may fall below 0, Unrest never does."""

    name: str
    land: RecordId
    alignment: Alignment | None = None
    terms: Terms = Terms()
    stage: Stage = Stage.FOUNDING
    # Where everything about it is posted.
    home: int = 0
    treasury: int = 0
    # BP in its Granaries (R095).
    stored: int = 0
    unrest: int = 0
    leaders: tuple[Leader, ...] = ()
    lapses: tuple[Lapse, ...] = ()
    # How many attributes the Ruler may add to, by Size (R033).
    ruler_choices: int = 1
    # The entry by which a Ruler came to have one more to choose; 0 while there is none.
    choice_opened: int = 0
    # The entry by which a Spymaster was first asked what to add to (R035); 0 while none is.
    spymaster_opened: int = 0
    # Who does what, where it differs from the book; and who may act for those who are away.
    duties: Mapping[Task, tuple[Role, ...]] = field(default_factory=dict)
    proxies: tuple[int, ...] = ()
    edicts: Edicts = Edicts()
    changes: tuple[Change, ...] = ()
    armies: tuple[Army, ...] = ()
    happenings: tuple[Happening, ...] = ()
    settlements: tuple[RecordId, ...] = ()
    capital: RecordId | None = None
    # While it is being founded: its first hex.
    first: Spot | None = None
    parts: tuple[Part, ...] = ()
    # The month in which its last hex was lost, until it has a hex and a settlement again (R022).
    emptied: int | None = None
    month: Month = Month()
    # Whether the last month had a new event; None before the first.
    last_had_event: bool | None = None
    is_in_anarchy: bool = False
    # Whether its Upkeep goes on in anarchy, as the campaign had decided when it fell (R018).
    runs_in_anarchy: bool = False
    # Why a game master stopped its clock; None while it runs.
    frozen: str | None = None
    milestones: tuple[str, ...] = ()
    xp: int = 0
    # Counts changes, happenings and parts: a number is never used twice.
    counted: int = 0
    about: str = ""

    def held_by(self, role: Role) -> tuple[Leader, ...]:
        """Who holds that role: nobody, one, or two married Rulers."""
        return tuple(each for each in self.leaders if each.role is role)

    def roles_for(self, task: Task) -> tuple[Role, ...]:
        """Who does that here."""
        return self.duties.get(task, DUTIES[task])
