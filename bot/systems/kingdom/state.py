"""A kingdom: its leaders, treasury and edicts, what changed its numbers, and the month it is in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Any, Final

from bot.engine.parts import (
    Absent,
    Things,
    Unlisted,
    Whole,
    again_as,
    as_one,
    by_name,
    channel_link,
    either,
    has_same,
    known_by,
    labelled,
    person,
    plain,
    signed,
    untold,
)
from bot.engine.people import Viewer
from bot.engine.system import RecordId
from bot.engine.text import Labelled, Safe, T
from bot.systems.kingdom.abroad.book import SpecialEdict
from bot.systems.kingdom.abroad.state import Bonded, Expedition, OtherKingdom, Route
from bot.systems.kingdom.book import (
    DUTIES,
    DUTY_DAYS,
    HOLIDAYS,
    PROMOTIONS,
    TAXATIONS,
    Ability,
    Alignment,
    Area,
    Attribute,
    Backing,
    Government,
    Holiday,
    Limit,
    Mark,
    MonthStep,
    Number,
    Phase,
    Promotion,
    Role,
    Spot,
    Stage,
    Stat,
    Task,
    Taxation,
    Tribute,
    Until,
)
from bot.systems.kingdom.events.book import EVENTS, BookEvent, EventRow, event_name, plain_name
from bot.systems.kingdom.events.own import OwnEvent

NAME_LENGTH: Final = 60
# A leader's name stands in the button that confirms who takes a role.
LEADER_LENGTH: Final = 40
# What a game master says of an event.
MOST_POINTS: Final = 999_999
MOST_CHANGES: Final = 60
MOST_HAPPENINGS: Final = 20
MOST_COMING: Final = 12
# How many months what lasts so long counts after the one in which it began.
LASTING_MONTHS: Final = {Until.YEAR: 12, Until.HALF_YEAR: 6}


@dataclass(frozen=True, slots=True)
class Terms:
    """How a kingdom was begun. `debt` are BP still to be paid back, 1 a month."""

    backing: Annotated[Backing, T("terms")] = Backing.SCRATCH
    sponsor: Annotated[str, T("sponsor")] = ""
    points: Annotated[int, T("starting build points"), _points] = 0
    tribute: Annotated[Tribute, T("tribute")] = Tribute.NONE
    debt: Annotated[int, T("debt"), _points] = 0


@dataclass(frozen=True, slots=True)
class Leader:
    """Who holds a role: a player's character, or an NPC without a `player`. Scores are 1 to 60."""

    role: Annotated[Role, T("role")]
    name: Annotated[str, T("name")]
    player: Annotated[int | None, T("player"), person] = None
    scores: Annotated[Mapping[Ability, int], T("{key}"), str] = field(default_factory=dict)
    has_leadership: Annotated[bool, T("feat"), _FEAT] = False
    # In the role's skill (R047).
    ranks: Annotated[int, T("ranks")] = 0
    # Which attributes a Ruler or Spymaster adds to, in the order chosen.
    attributes: Annotated[tuple[Attribute, ...], T("attributes")] = ()
    # Days of duty this month.
    days: Annotated[int, T("days of duty")] = DUTY_DAYS
    # This month: from then on the role gives nothing, but is vacant only from the next month on (R041).
    has_died: Annotated[bool, T("fate"), either(T("dead again"), T("alive again"))] = False


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
    """A named source of one number, beside what the book derives. `since` is a month.

    `event` is the event that left it, if one did.
    """

    number: Unlisted[int]
    stat: Unlisted[Stat]
    amount: Annotated[int, T("amount"), signed]
    name: Annotated[str, T("name")]
    until: Annotated[Until, T("time")] = Until.ALWAYS
    since: Unlisted[int] = 0
    event: Unlisted[str] = ""


@dataclass(frozen=True, slots=True)
class Edicts:
    """The levels in force; before the first Edict phase is over there is none (R013)."""

    holiday: Annotated[Holiday | None, T("Holidays")] = None
    promotion: Annotated[Promotion | None, T("Promotion")] = None
    taxation: Annotated[Taxation | None, T("Taxation")] = None


class Trust(Labelled):
    """What a steward does about events; what nobody rolls against or decides comes about by itself."""

    ASK = "ask", "Stop at every event that asks for something"
    ROLL = "roll", "Roll their checks, stop at decisions"
    DECLINE = "decline", "Roll their checks; decline or wait where that costs nothing"


@dataclass(frozen=True, slots=True)
class Steward:
    """A kingdom's standing orders: by these its quiet months run by themselves.

    `edicts` are the levels to keep, None as they are. Consumption must not take the Treasury below `reserve`
    (BP).
    """

    edicts: Edicts = Edicts()
    reserve: Annotated[int, T("reserve"), _points] = 0
    events: Annotated[Trust, T("events")] = Trust.ROLL


@dataclass(frozen=True, slots=True)
class Army:
    """An army, as a note, and what it eats (R115)."""

    name: Unlisted[str]
    consumption: Annotated[int, T("Consumption")] = 0
    note: Annotated[str, T("note"), untold] = ""


@dataclass(frozen=True, slots=True)
class ActiveEvent:
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
    # The month for which it was last settled what came of it.
    resolved: int = 0
    # The month in which its checks were last made, or an outcome came about; which one left something to do
    # then (a value of When), and a die of it.
    tried: int = 0
    left: str = ""
    die: int = 0
    # The month in which last came about what always comes of it, before anybody rolls or decides.
    begun: int = 0
    # What came of it then (a value of When); nothing where a game master told it.
    came: str = ""
    # How often in a row its check succeeded (R143).
    streak: int = 0
    # What the people want built or, with `is_removal`, gone; or what settlers built outside the kingdom: a
    # BuildingType or Improvement. `count`: how many of those there were.
    wanted: str = ""
    is_removal: bool = False
    count: int = 0
    # The lot that squatters took.
    district: int = 0
    lot: int | None = None
    # The other kingdom that invites, or whose envoy came, by its name; empty where nobody knows which.
    other: str = ""
    # What it does, of a table's own: as it was when it came up.
    own: OwnEvent | None = None

    @property
    def row(self) -> EventRow | None:
        """What it does; None for one that the book has no longer."""
        return self.own.row if self.own is not None else EVENTS.get(self.event)


@dataclass(frozen=True, slots=True)
class ScheduledEvent:
    """An event of a coming Event phase, and what it would strike: nobody but game masters knows of it.

    `number` is its own among those kept: what everybody sees numbered must have no gap for it.
    """

    number: int
    event: str
    spot: Spot | None = None
    town: RecordId | None = None
    role: Role | None = None
    leader: str = ""
    note: str = ""
    # What it does, of a table's own: as it was when it was kept.
    own: OwnEvent | None = None


@dataclass(frozen=True, slots=True)
class PresetRoll:
    """The next month's event roll, made when a month was closed: the d%, its chance, and what it brings."""

    die: int
    chance: int
    coming: tuple[ScheduledEvent, ...] = ()


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
class CutOff:
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
class Parted:
    """A division of this month: into how many kingdoms, how many left so far, the Unrest of each."""

    month: int
    kingdoms: int
    share: int
    gone: int = 1

    @property
    def is_over(self) -> bool:
        """Whether all have left that were to."""
        return self.gone >= self.kingdoms - 1


@dataclass(frozen=True, slots=True)
class Rolled:
    """A check of this month, for the card."""

    step: str
    die: int
    total: int
    dc: int
    is_success: bool
    unrest: int = 0
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Marked:
    """A step that is over: how, and where a game master passed over it, why."""

    step: MonthStep
    how: Mark
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Hired:
    """What hired adventurers add to one check of an event, by its number (R141).

    0 is whichever event asks for such a check: so those stand who were hired before that was said.
    """

    event: int
    attribute: Attribute
    bonus: int


class Work(StrEnum):
    """What a person did in a month, as its summary tells it."""

    CHECK = "check"
    LEADER = "leader"
    CLAIM = "claim"
    IMPROVEMENT = "improvement"
    SETTLEMENT = "settlement"
    BUILDING = "building"
    ARMY = "army"
    EDICTS = "edicts"
    WITHDRAWAL = "withdrawal"
    DEPOSIT = "deposit"
    SALE = "sale"
    TAXES = "taxes"
    EVENT = "event"
    SPECIAL_EDICT = "special_edict"


WORKS: Final[Mapping[Work, T]] = {
    Work.CHECK: T("{count:a check|{count} checks}"),
    Work.LEADER: T("{count:a leader|{count} leaders}"),
    Work.CLAIM: T("{count:a claim|{count} claims}"),
    Work.IMPROVEMENT: T("{count:an improvement|{count} improvements}"),
    Work.SETTLEMENT: T("{count:a settlement|{count} settlements}"),
    Work.BUILDING: T("{count:a building|{count} buildings}"),
    Work.ARMY: T("{count:an army|{count} armies}"),
    Work.EDICTS: T("edicts"),
    Work.WITHDRAWAL: T("a withdrawal"),
    Work.DEPOSIT: T("{count:a deposit|{count} deposits}"),
    Work.SALE: T("{count:a sale|{count} sales}"),
    Work.TAXES: T("taxes"),
    Work.EVENT: T("{count:an event|{count} events}"),
    Work.SPECIAL_EDICT: T("{count:a special edict|{count} special edicts}"),
}


@dataclass(frozen=True, slots=True)
class Worked:
    """How often a person did something in a month."""

    player: int
    work: Work
    count: int = 1

    def sentence(self) -> Safe:
        """2 claims."""
        return WORKS[self.work].of(self)


@dataclass(frozen=True, slots=True)
class Month:
    """The month under way: its phase, the steps that are over, and what was used of its limits."""

    # Where it stands an undo says by itself: see `stands`.
    number: Unlisted[int] = 1
    phase: Unlisted[Phase] = Phase.BEFORE
    marks: Unlisted[tuple[Marked, ...]] = ()
    # The entry with which each open step opened: the revision of its buttons.
    opened: Unlisted[Mapping[str, int]] = field(default_factory=dict)
    # The Size that sets the limits (R021).
    size: Unlisted[int] = 0
    # Whether the steps of the Edict phase are open together, as the campaign had decided when it began.
    in_any_order: Unlisted[bool] = False
    used: Annotated[Mapping[Limit, int], T("{key} this month"), _count] = field(default_factory=dict)
    # Whether a House, Mansion, Noble Villa or Tenement was built beside the limit (R091), and whether
    # construction magic was used (R107).
    has_housed: Annotated[bool, T("this month's extra home")] = False
    has_magic: Annotated[bool, T("construction magic this month")] = False
    has_withdrawn: Annotated[bool, T("withdrawal this month")] = False
    # Checks made to empty item slots (R056).
    purges: Annotated[int, T("item slots purged this month")] = 0
    # Items sold this month, by settlement.
    sold: Annotated[Mapping[RecordId, int], T("items sold this month")] = field(default_factory=dict)
    # Hexes whose Free City refused to join this month (R060).
    resisted: Annotated[tuple[Spot, ...], T("Free Cities that resisted this month")] = ()
    # Who acts for a missing Ruler this month (R040).
    stand_in: Annotated[Role | None, T("stand-in for the Ruler")] = None
    rolls: Annotated[tuple[Rolled, ...], T("rolls this month"), _roll] = ()
    # Whether a new event came up (R024), and whether adventurers were hired (R141).
    had_event: Annotated[bool, T("event of this month")] = False
    has_hired: Annotated[bool, T("hiring of adventurers")] = False
    hired: Annotated[Hired | None, T("hired adventurers"), as_one(_hired)] = None
    # Which special edicts the campaign has, as long as they can be issued, and which were; whether the
    # checks of the only one were made as those of one alone (R161).
    special: Annotated[tuple[SpecialEdict, ...], T("special edicts")] = ()
    issued: Annotated[tuple[SpecialEdict, ...], T("special edicts issued")] = ()
    is_alone: Annotated[bool, T("the only special edict this month")] = False

    def is_over(self, step: MonthStep) -> bool:
        """Whether nothing is left to do at that step."""
        return any(mark.step is step for mark in self.marks)

    def marked(self, step: MonthStep, how: Mark = Mark.DONE, reason: str = "") -> Month:
        """The month with that step marked as over."""
        return self if self.is_over(step) else replace(self, marks=(*self.marks, Marked(step, how, reason)))

    def using(self, limit: Limit, count: int = 1) -> Month:
        """The month with that many more of a limit used up."""
        return replace(self, used={**self.used, limit: self.used.get(limit, 0) + count})


@dataclass(frozen=True, slots=True)
class Share:
    """An area that a player could take care of."""

    area: Area
    player: int


# -- How an undo says what a kingdom holds -----------------------------------------------------------------


Plain = Mapping[str, Any]


def _leader(value: Plain) -> Safe:
    """A leader with all that counts: two states of one must not read alike."""
    facts = [T("{ability} {score}")(ability=name, score=score) for name, score in value["scores"].items()]
    facts += [T("Leadership")()] if value["has_leadership"] else []
    facts += [T("{n} {n:rank|ranks}")(n=value["ranks"])] if value["ranks"] else []
    facts += [Attribute(each).label for each in value["attributes"]]
    facts += [T("{n} {n:day|days} of duty")(n=value["days"])] if value["days"] != DUTY_DAYS else []
    facts += [T("has died")()] if value["has_died"] else []
    leader = T("{role} {name}")(role=Role(value["role"]), name=value["name"])
    return T("{leader} ({facts:,})")(leader=leader, facts=facts) if facts else leader


def _lapse(value: Plain) -> Safe:
    return T("{role} until month {last}")(role=Role(value["role"]), last=value["last"])


def change_part(value: Plain) -> Safe:
    """A named source where an undo lists it."""
    says = T("{number} {amount:+} by {name}")
    return says(number=Number(value["stat"]), amount=value["amount"], name=value["name"])


def _army(value: Plain) -> Safe:
    return T("{name} (Consumption {amount})")(name=value["name"], amount=value["consumption"])


def _cut_off(value: Plain) -> Safe:
    state = T("lost") if value["is_lost"] else T("held") if value["is_held"] else T("undecided")
    says = T("{n} {n:hex|hexes} since month {since}, {state}")
    return says(n=len(value["spots"]), since=value["since"], state=state)


def _steward(value: Plain) -> Safe:
    says = T("reserve {reserve} BP; {events}")
    return says(reserve=value["reserve"], events=Trust(value["events"]))


# How an undo says that a kingdom stands so again.
_STAGES = {
    Stage.FOUNDING: T("being founded again"),
    Stage.STANDING: T("standing again"),
    Stage.ENDED: T("at an end again"),
}


def _at_stage(stage: str) -> Safe:
    return _STAGES[Stage(stage)]()


def _roll(value: Plain) -> Safe:
    says = T("the failed roll of {total} against {dc}")
    if value["is_success"]:
        says = T("the successful roll of {total} against {dc}")
    return says(total=value["total"], dc=value["dc"])


def _hired(value: Plain) -> Safe:
    return T("{bonus:+} on one {attribute} check")(
        bonus=value["bonus"], attribute=Attribute(value["attribute"])
    )


def _milestone(value: str) -> str:
    return T("founded")() if value == "kingdom" else value


def _name(value: Plain) -> str:
    return str(value["name"])


def _partner(value: Plain) -> str:
    return str(value["partner"])


def _route(value: Plain) -> str:
    return str(value["route"])


def _share(value: Plain) -> Safe:
    return T("{area} for {player:@}")(area=Area(value["area"]), player=value["player"])


def _points(value: int) -> Safe:
    return T("{n} BP")(n=value)


def _count(value: int) -> str:
    return str(value) if value else ""


def _event(value: Plain) -> str:
    return event_name(value["event"])


def _had_event(value: bool | None) -> str:
    # Until a first month is over there was none either.
    return plain(bool(value))


def _is_one_leader(before: Plain, after: Plain) -> bool:
    # Leaders go by their names, and may be renamed.
    return before["name"] == after["name"] or before == {**after, "name": before["name"]}


_FEAT = either(T("with the Leadership feat again"), T("without the Leadership feat again"))
_PAUSED = either(T("not asked for again"), T("asked for again"))
_SOURCE = T("{name} ({number})")
_CHANGES = Things(
    has_same("number", "stat"),
    lambda _kingdom, source: _SOURCE.plain(name=source["name"], number=Number(source["stat"])),
)
_EVENTS = Things(has_same("number"), lambda _kingdom, event: plain_name(event["event"]))
_TO = T("trade route to {name}")
_ROUTES = Things(has_same("number"), lambda _kingdom, route: _TO.plain(name=route["partner"]))
_EXPEDITIONS = Things(has_same("number"), lambda _kingdom, expedition: str(expedition["route"]))


@dataclass(frozen=True, slots=True)
class Kingdom:
    """One kingdom. BP in the Treasury may fall below 0, Unrest never does."""

    name: Annotated[str, T("name")]
    land: Unlisted[RecordId]
    alignment: Annotated[Alignment | None, T("alignment")] = None
    terms: Terms = Terms()
    stage: Annotated[Stage, again_as(_at_stage)] = Stage.FOUNDING
    # Where everything about it is posted.
    home: Annotated[int, T("channel"), channel_link] = 0
    treasury: Annotated[int, T("Treasury"), _points] = 0
    # BP in its Granaries (R095).
    stored: Annotated[int, T("Granary stores"), _points] = 0
    unrest: Annotated[int, T("Unrest")] = 0
    leaders: Annotated[tuple[Leader, ...], T("leaders"), _leader, Things(_is_one_leader, by_name)] = ()
    lapses: Annotated[tuple[Lapse, ...], T("vacant roles"), _lapse] = ()
    # How many attributes the Ruler may add to, by Size (R033).
    ruler_choices: Unlisted[int] = 1
    # The entry by which a Ruler came to have one more to choose; 0 while there is none.
    choice_opened: Unlisted[int] = 0
    # The entry by which a Spymaster was first asked what to add to (R035); 0 while none is.
    spymaster_opened: Unlisted[int] = 0
    # Who does what, where it differs from the book; and who may act for those who are away.
    duties: Annotated[Mapping[Task, tuple[Role, ...]], T("task “{key}”")] = field(default_factory=dict)
    proxies: Annotated[tuple[int, ...], T("proxies"), person] = ()
    # How its people could share the tasks, as suggested at its founding and not answered yet.
    division: Annotated[tuple[Share, ...], T("tasks suggested"), _share] = ()
    edicts: Annotated[Edicts, Absent(T("undecided"))] = Edicts()
    # Its standing orders; None while it has no steward.
    steward: Annotated[Steward | None, T("steward"), T("steward: {part}"), _steward] = None
    changes: Annotated[tuple[Change, ...], T("named sources"), change_part, _CHANGES] = ()
    # What its Rulers chose to be known for, at the founding and at certain Sizes; how many such choices it
    # has come to, and the entry by which one opened (R149).
    renown: Annotated[tuple[Stat, ...], T("chosen Fame or Infamy"), labelled(Number)] = ()
    renown_due: Annotated[int, T("choices of Fame or Infamy")] = 0
    renown_opened: Unlisted[int] = 0
    # Whether such choices wait though nobody is asked, for the campaign doesn't use that rule now.
    is_renown_paused: Annotated[bool, T("choices of Fame or Infamy"), _PAUSED] = False
    government: Annotated[Government, T("form of government")] = Government.MONARCHY
    armies: Annotated[tuple[Army, ...], T("armies"), _army, known_by("name")] = ()
    happenings: Annotated[tuple[ActiveEvent, ...], T("events under way"), _event, _EVENTS] = ()
    # The entry by which game masters were asked whether what events left fades; 0 while they aren't (R123).
    fading_opened: Unlisted[int] = 0
    # What game masters keep for coming months, one a month, and the next month's roll if it is made already.
    coming: Annotated[tuple[ScheduledEvent, ...], T("events kept for later"), _event, _EVENTS] = ()
    omen: Annotated[PresetRoll | None, T("omen"), as_one(untold)] = None
    # Other kingdoms, and what those are to each other; trade routes, and explorers under way.
    others: Annotated[tuple[OtherKingdom, ...], T("other kingdoms"), _name, known_by("name")] = ()
    bonds: Annotated[tuple[Bonded, ...], T("bonds of other kingdoms")] = ()
    routes: Annotated[tuple[Route, ...], T("trade routes"), _partner, _ROUTES] = ()
    expeditions: Annotated[tuple[Expedition, ...], T("expeditions"), _route, _EXPEDITIONS] = ()
    settlements: Unlisted[tuple[RecordId, ...]] = ()
    capital: Unlisted[RecordId | None] = None
    # While it is being founded: its first hex.
    first: Annotated[Spot | None, T("first hex")] = None
    parts: Annotated[tuple[CutOff, ...], T("hexes cut off"), _cut_off] = ()
    # What it was divided into last, by its leaders' will (R163).
    parted: Unlisted[Parted | None] = None
    # The month in which its last hex was lost, until it has a hex and a settlement again (R022).
    emptied: Annotated[int | None, T("month without hexes")] = None
    month: Month = Month()
    # Who did what this month, as everybody could read it, by entry: so each is undone by itself.
    works: Unlisted[Mapping[str, tuple[Worked, ...]]] = field(default_factory=dict)
    # Whether the last month had a new event; None before the first.
    last_had_event: Annotated[bool | None, T("event of last month"), Whole(_had_event)] = None
    is_in_anarchy: Annotated[bool, T("anarchy")] = False
    # Whether its Upkeep goes on in anarchy, as the campaign had decided when it fell (R018).
    runs_in_anarchy: Unlisted[bool] = False
    # Why a game master stopped its clock; None while it runs.
    frozen: Annotated[str | None, T("standstill")] = None
    milestones: Annotated[tuple[str, ...], T("milestones"), _milestone] = ()
    xp: Annotated[int, T("experience")] = 0
    # Counts changes, happenings and parts: a number is never used twice.
    counted: Unlisted[int] = 0
    about: Annotated[str, T("description"), untold] = ""

    def held_by(self, role: Role) -> tuple[Leader, ...]:
        """Who holds that role: nobody, one, or two married Rulers."""
        return tuple(each for each in self.leaders if each.role is role)

    @property
    def renown_left(self) -> int:
        """How many choices of Fame or Infamy its Ruler is asked for."""
        return 0 if self.is_renown_paused else max(0, self.renown_due - len(self.renown))

    def roles_for(self, task: Task) -> tuple[Role, ...]:
        """The roles that do a task in this kingdom."""
        return self.duties.get(task, DUTIES[task])


def seen(kingdom: Kingdom, viewer: Viewer) -> Kingdom:
    """The kingdom; what is yet to come, and who is yet to be met, game masters alone know."""
    if viewer.is_game_master:
        return kingdom
    hidden = {each.name for each in kingdom.others if each.is_hidden}
    others = tuple(each for each in kingdom.others if each.name not in hidden) if hidden else kingdom.others
    bonds = tuple(each for each in kingdom.bonds if not hidden & {each.first, each.second})
    return replace(kingdom, coming=(), omen=None, others=others, bonds=bonds)


def line(kingdom: Kingdom) -> Safe | None:
    """The month and its phase, Treasury and Unrest, and what stops its clock."""
    if kingdom.stage is not Stage.STANDING:
        return T("{stage}")(stage=kingdom.stage) if kingdom.stage is Stage.FOUNDING else None
    phase = T("{phase}") if kingdom.month.phase is Phase.BEFORE else T("{phase} phase")
    stops = T(" · **in anarchy**")() if kingdom.is_in_anarchy else ""
    stops = T(" · **frozen**")() if kingdom.frozen is not None else stops
    says = T("month {month}, {phase} · Treasury {treasury} BP · Unrest {unrest}{stops}")
    return says.of(kingdom, month=kingdom.month.number, phase=phase.of(kingdom.month), stops=stops)


# -- What rules do to its numbers --------------------------------------------------------------------------


def with_unrest(kingdom: Kingdom, amount: int) -> Kingdom:
    """With Unrest changed; what would take it below 0 is wasted."""
    return replace(kingdom, unrest=max(0, kingdom.unrest + amount))


def with_points(kingdom: Kingdom, amount: int) -> Kingdom:
    """With BP added to the Treasury, or taken from it; it may fall below 0."""
    return replace(kingdom, treasury=kingdom.treasury + amount)


def with_change(kingdom: Kingdom, stat: Stat, amount: int, name: str, until: Until = Until.ALWAYS) -> Kingdom:
    """With one named source more, from this month on."""
    number = kingdom.counted + 1
    change = Change(number, stat, amount, name, until, kingdom.month.number)
    return replace(kingdom, changes=(*kingdom.changes, change), counted=number)


def with_more(
    kingdom: Kingdom, stat: Stat, amount: int, name: str, until: Until = Until.ALWAYS, event: str = ""
) -> Kingdom:
    """The same; what has that name and lasts as long already becomes so much more: one source for all.

    `event` is the event that does it.
    """
    number = kingdom.counted + 1
    change = Change(number, stat, amount, name, until, kingdom.month.number, event)
    return replace(kingdom, changes=join_change(kingdom.changes, change), counted=number)


def join_change(changes: tuple[Change, ...], change: Change) -> tuple[Change, ...]:
    """With one change more, which is added to what has its name and lasts as long, or takes it away."""
    for each in changes:
        is_alike = (each.name, each.stat, each.until) == (change.name, change.stat, change.until)
        if is_alike and (each.until not in LASTING_MONTHS or each.since == change.since):
            more = replace(each, amount=each.amount + change.amount)
            found = (more if one is each else one for one in changes)
            return tuple(one for one in found if one.amount)
    return (*changes, change)


def forgiven(changes: tuple[Change, ...], stat: Stat, amount: int) -> tuple[Change, ...]:
    """With the latest losses of that number smaller by so much in all; what is left of none is gone."""
    kept = list[Change]()
    for each in reversed(changes):
        spared = min(amount, -each.amount) if each.stat is stat and each.amount < 0 else 0
        amount -= spared
        kept += [replace(each, amount=each.amount + spared)] if each.amount + spared else []
    return tuple(reversed(kept))


# How sources of events were known before they said of which.
_NAMED: Final = frozenset(each.texts[0] for each in BookEvent)


def left_by_events(kingdom: Kingdom) -> tuple[Change, ...]:
    """What events of earlier months left for good (P3, R123)."""
    return tuple(
        each
        for each in kingdom.changes
        if each.until is Until.ALWAYS
        and each.since < kingdom.month.number
        and (each.event or each.name in _NAMED)
    )


def lasting(changes: tuple[Change, ...], before: Month, after: Month) -> tuple[Change, ...]:
    """Those that still last once a month has come so far."""
    return tuple(each for each in changes if not _has_ended(each, before, after))


def _has_ended(change: Change, before: Month, after: Month) -> bool:
    is_closed = after.number > before.number
    match change.until:
        case Until.UPKEEP:
            return has_come(Phase.EDICT, before, after)
        case Until.EVENT:
            return has_come(Phase.EVENT, before, after)
        case Until.MONTH:
            return is_closed
        case Until.YEAR | Until.HALF_YEAR:
            return is_closed and before.number >= change.since + LASTING_MONTHS[change.until]
        case _:
            return False


def has_come(phase: Phase, before: Month, after: Month) -> bool:
    """Whether a phase has begun between those two."""
    order = list(Phase)
    since = order.index(before.phase) if before.number == after.number else -1
    return since < order.index(phase) <= order.index(after.phase)


# -- Edicts: their kinds and levels ------------------------------------------------------------------------


# Each kind of edict by its field: its levels in the book's order, and whose it is.
LEVELS: Final[Mapping[str, type[StrEnum]]] = {
    "holiday": Holiday,
    "promotion": Promotion,
    "taxation": Taxation,
}
TASKS: Final[Mapping[str, Task]] = {
    "holiday": Task.HOLIDAY,
    "promotion": Task.PROMOTION,
    "taxation": Task.TAXATION,
}
EDICT_LABELS: Final = {"holiday": T("Holidays"), "promotion": T("Promotion"), "taxation": T("Taxation")}
# What each level gives by the book, by number.
EDICT_GIVES: Final[Mapping[str, tuple[Mapping[Any, tuple[int, int]], tuple[str, str]]]] = {
    "holiday": (HOLIDAYS, ("loyalty", "consumption")),
    "promotion": (PROMOTIONS, ("stability", "consumption")),
    "taxation": (TAXATIONS, ("economy", "loyalty")),
}


def gives(kind: str, level: StrEnum) -> Mapping[str, int]:
    """The numbers that a level of an edict gives."""
    table, numbers = EDICT_GIVES[kind]
    return {number: by for number, by in zip(numbers, table[level], strict=True) if by}


def amounts(each: Mapping[str, int]) -> Safe:
    """Numbers and by how much they change, in a line."""
    amount = T("{number} {by:+}")
    return Safe(", ".join(amount(number=Number(name), by=by) for name, by in each.items()))


def level_line(kind: str, level: StrEnum) -> Safe:
    """A level and what it gives: "Token: Stability +1, Consumption +1"."""
    return T("{level}: {gives}")(level=level, gives=amounts(gives(kind, level)))


def level_of(edicts: Edicts, kind: str) -> StrEnum | None:
    """The level in force of one kind; None where it was never set."""
    level: StrEnum | None = getattr(edicts, kind)
    return level


def unset(edicts: Edicts) -> tuple[str, ...]:
    """The kinds that were never set."""
    return tuple(kind for kind in LEVELS if level_of(edicts, kind) is None)


def having(edicts: Edicts, levels: Mapping[str, StrEnum]) -> Edicts:
    """The edicts with those levels in force."""
    fields: dict[str, Any] = dict(levels)
    return replace(edicts, **fields)


def settled_edicts(kingdom: Kingdom) -> Kingdom:
    """The kingdom as its Edict phase leaves it: what was never set is None, with its modifiers (R013)."""
    none = {kind: LEVELS[kind]("none") for kind in unset(kingdom.edicts)}
    return replace(kingdom, edicts=having(kingdom.edicts, none)) if none else kingdom


def promised_holidays(kingdom: Kingdom) -> Holiday | None:
    """The holidays that the people expect to enjoy; None where none were promised."""
    level = kingdom.edicts.holiday
    return None if level is Holiday.NONE else level


# -- When a role is vacant ---------------------------------------------------------------------------------


_UP_TO_UPKEEP = (Phase.BEFORE, Phase.UPKEEP)


def is_present(kingdom: Kingdom, leader: Leader) -> bool:
    """Whether a leader counts as there: duties missed count against the month's Upkeep only (R041)."""
    return leader.days >= DUTY_DAYS or kingdom.month.phase is not Phase.UPKEEP


def is_vacant(kingdom: Kingdom, role: Role) -> bool:
    """Whether a role counts as vacant now: nobody holds it, whoever does is missing or not settled in yet.

    A leader who died this month leaves a vacancy from the next on (R041). A stand-in does not fill the role.
    """
    if any(lapse.role is role and applies(lapse, kingdom.month) for lapse in kingdom.lapses):
        return True
    return not any(is_present(kingdom, each) for each in kingdom.held_by(role))


def unheld(kingdom: Kingdom) -> tuple[Role, ...]:
    """The roles that nobody holds."""
    return tuple(role for role in Role if not kingdom.held_by(role))


def applies(lapse: Lapse, month: Month) -> bool:
    """Whether it makes its role count as vacant now."""
    if lapse.ends_with_upkeep and month.number == lapse.last:
        return month.phase in _UP_TO_UPKEEP
    return lapse.first <= month.number <= lapse.last


def lapse_of(role: Role, month: Month) -> Lapse:
    """One turn of vacancy from now on: one Upkeep feels it (R042).

    Until the end of this month where its Unrest is still to be settled; else through the next Upkeep.
    """
    if month.phase in _UP_TO_UPKEEP and not month.is_over(MonthStep.UNREST):
        return Lapse(role, month.number, month.number)
    return Lapse(role, month.number, month.number + 1, ends_with_upkeep=True)


def lacks_ruler(kingdom: Kingdom) -> bool:
    """Whether the Ruler's role is vacant and nobody stands in (R039, R040)."""
    return is_vacant(kingdom, Role.RULER) and kingdom.month.stand_in is None


def is_missed(kingdom: Kingdom, role: Role) -> bool:
    """Whether a role's vacancy costs anything now: the Ruler's doesn't while somebody stands in (R040)."""
    return lacks_ruler(kingdom) if role is Role.RULER else is_vacant(kingdom, role)


def misses_ruler(kingdom: Kingdom) -> bool:
    """Whether a stand-in is called for: vacant now, or by days of duty announced for the Upkeep to come."""
    rulers = kingdom.held_by(Role.RULER)
    absent = not any(each.days >= DUTY_DAYS for each in rulers)
    return is_vacant(kingdom, Role.RULER) or (kingdom.month.phase is Phase.BEFORE and absent)


# -- Events that are under way -----------------------------------------------------------------------------


def unresolved(kingdom: Kingdom) -> Sequence[int]:
    """The numbers of the events that a game master has still to tell the outcome of, this month."""
    return [each.number for each in kingdom.happenings if each.resolved < kingdom.month.number]


def under_way(kingdom: Kingdom) -> tuple[ActiveEvent, ...]:
    """The events that are not over yet."""
    waits = set(unresolved(kingdom))
    return tuple(each for each in kingdom.happenings if each.is_continuous or each.number in waits)


def help_for(kingdom: Kingdom, happening: ActiveEvent) -> Hired | None:
    """The adventurers who help with a check of that event, while its outcome is to be told (R141)."""
    hired = kingdom.month.hired
    is_open = hired is not None and happening.number in unresolved(kingdom)
    return hired if is_open and hired is not None and hired.event in (0, happening.number) else None


def coming_again(kingdom: Kingdom) -> tuple[ActiveEvent, ...]:
    """The events that outlast a month: those that go on, and in anarchy what nobody could resolve."""
    if kingdom.is_in_anarchy:
        return under_way(kingdom)
    return tuple(each for each in kingdom.happenings if each.is_continuous)
