"""Whose move something is, and who may do it: the role, its stand-in, a proxy, or a game master (R044)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, permutations
from typing import Final, Protocol

from bot.engine.declare import choices_of
from bot.engine.people import Standing
from bot.engine.settings import Setting
from bot.engine.system import Ask, Choice, RecordId
from bot.engine.system import Step as system_Step
from bot.engine.text import T
from bot.errors import NotAllowed
from bot.systems.kingdom.book import (
    LABEL_LENGTH,
    SPONSORED_POINTS,
    Alignment,
    Attribute,
    Backing,
    Role,
    Task,
    Terrain,
    Tribute,
)
from bot.systems.kingdom.book import Step as MonthStep
from bot.systems.kingdom.settings import WHO_ROLLS
from bot.systems.kingdom.state import (
    DRAFT,
    NAME_LENGTH,
    REASON_LENGTH,
    TERMS,
    AgreeTerms,
    ChooseAlignment,
    ChooseFirstHex,
    EndKingdom,
    FoundKingdom,
    Happening,
    Kingdom,
    Leader,
    LostTown,
    Terms,
    is_open,
    is_vacant,
    unresolved,
)


class Asker(Protocol):
    """Who wants to do something, and by which settings: a scene, or whoever looks at a preview."""

    @property
    def actor(self) -> int:
        """The person."""
        ...

    @property
    def standing(self) -> Standing:
        """Their place in the campaign."""
        ...

    def setting(self, setting: Setting) -> str:
        """What the campaign decided."""
        ...


def players(kingdom: Kingdom, task: Task) -> Sequence[int]:
    """The players whose roles do that, those asked first before; the Ruler's where none of them has one."""
    roles = kingdom.roles_for(task)
    found = [player for role in roles for player in _of(kingdom, role)]
    return list(dict.fromkeys(found or _of(kingdom, Role.RULER)))


def _of(kingdom: Kingdom, role: Role) -> list[int]:
    if role is Role.RULER and is_vacant(kingdom, role) and kingdom.month.stand_in is not None:
        role = kingdom.month.stand_in
    return [each.player for each in kingdom.held_by(role) if each.player is not None and not each.has_died]


def asked(kingdom: Kingdom, task: Task) -> int | None:
    """The one player who is asked; None: the game masters."""
    return next(iter(players(kingdom, task)), None)


def acted_for(asker: Asker, kingdom: Kingdom, *tasks: Task) -> int | None:
    """Whom the actor does one of those tasks for; None where it is the actor's own.

    Raises NotAllowed naming whose it is: decisions belong to the role, checks by default to any player.
    """
    own = [player for task in tasks for player in players(kingdom, task)]
    # The Ruler may do what any leader may.
    if asker.actor in own or asker.actor in _of(kingdom, Role.RULER):
        return None
    is_leading = asker.standing is Standing.GAME_MASTER
    if is_leading or asker.actor in kingdom.proxies or _may_any(asker, tasks):
        return next(iter(own), None)
    who = T(", which nobody at the table holds")()
    if own:
        who = T(" ({players:or})")(players=[T("{player:@}")(player=each) for each in own])
    says = T("That is for the {roles:or}{who}, a game master, or whom one gave leave (`/leader proxy`).")
    raise NotAllowed(says(roles=kingdom.roles_for(tasks[0]), who=who))


def acted_for_leader(asker: Asker, kingdom: Kingdom, player: int | None, *tasks: Task) -> int | None:
    """The same for what is that leader's own affair, or whose tasks those are. Raises NotAllowed."""
    if player is not None and asker.actor == player:
        return None
    acted_for(asker, kingdom, *tasks)
    own = [each for task in tasks for each in players(kingdom, task)]
    return None if asker.actor in (*own, *_of(kingdom, Role.RULER)) else player


def _may_any(asker: Asker, tasks: Sequence[Task]) -> bool:
    ruling = asker.setting(WHO_ROLLS)
    return ruling == "anyone" or (ruling == "rolls" and all(task.is_roll for task in tasks))


# -- What is done at the steps of a month: the actions that its buttons stand for --------------------------


# -- Upkeep -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollItems:
    """Roll for the vacant magic item slots: once a district."""

    kingdom: RecordId


@dataclass(frozen=True, slots=True)
class StandIn:
    """Have the Consort or Heir act as Ruler for this month."""

    kingdom: RecordId
    role: Role


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


# -- Income -------------------------------------------------------------------------------------------


# -- Event --------------------------------------------------------------------------------------------


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


# -- What leaders have to choose: the attributes of a Ruler (R033), and of a new Spymaster (R035) ----------


CHOICE, SPYMASTER = "ruler", "spymaster"


@dataclass(frozen=True, slots=True)
class ChooseAttributes:
    """Say which attributes a Ruler or Spymaster adds to: their values, divided by spaces, in order."""

    kingdom: RecordId
    role: str
    attributes: str = ""


def choosing_steps(kingdom: RecordId, state: Kingdom) -> Sequence[system_Step]:
    """Where a Ruler has fewer attributes than the Size allows, or a Spymaster never chose: a step each.

    They ask the player of that leader.
    """
    return (*_of_ruler(kingdom, state), *_of_spymaster(kingdom, state))


def _of_ruler(kingdom: RecordId, state: Kingdom) -> Sequence[system_Step]:
    ruler = _undecided(state)
    if ruler is None:
        return ()
    options = tuple((" ".join((*ruler.attributes, *more)), in_order(more)) for more in _ways(state, ruler))
    ask = Ask("attributes", T("Which attribute the Ruler adds to").plain(), options=options)
    action = ChooseAttributes(kingdom, Role.RULER.value)
    says = T("{kingdom:60}: the Ruler chooses {n:an attribute|{n} attributes} to add to")
    label = says.plain(kingdom=state.name, n=_missing(state, ruler))
    choice = Choice("choose", T("Choose the Ruler's attributes…").plain(), action, (ask,), is_main=True)
    return (system_Step(CHOICE, label, ruler.player, (choice,), max(state.choice_opened, 1)),)


def in_order(attributes: Iterable[Attribute]) -> str:
    """Attributes in the order chosen."""
    return ", then ".join(each.label for each in attributes)


def _of_spymaster(kingdom: RecordId, state: Kingdom) -> Sequence[system_Step]:
    """The first choice, in the Leadership step (R035); one that was made stays, and nobody is asked again."""
    spymaster = _newcomer(state)
    if spymaster is None:
        return ()
    options = tuple((each.value, each.label) for each in Attribute)
    ask = Ask("attributes", T("Which attribute the Spymaster adds to").plain(), options=options)
    action = ChooseAttributes(kingdom, Role.SPYMASTER.value)
    choice = Choice("choose", T("Choose the Spymaster's attribute…").plain(), action, (ask,), is_main=True)
    says = T("{kingdom:60}: the Spymaster chooses an attribute to add to")
    label = says.plain(kingdom=state.name)
    return (system_Step(SPYMASTER, label, spymaster.player, (choice,), max(state.spymaster_opened, 1)),)


def _newcomer(state: Kingdom) -> Leader | None:
    """The Spymaster who may choose now and never did."""
    held = [each for each in state.held_by(Role.SPYMASTER) if not each.has_died and not each.attributes]
    return held[0] if held and is_open(state, MonthStep.LEADERSHIP) else None


def _undecided(state: Kingdom) -> Leader | None:
    """The Ruler who has one more to choose; of two who are married the first, who chooses for both."""
    rulers = [each for each in state.held_by(Role.RULER) if not each.has_died]
    return next((each for each in rulers if _missing(state, each)), None)


def _missing(state: Kingdom, ruler: Leader) -> int:
    return max(0, state.ruler_choices - len(ruler.attributes))


def _ways(state: Kingdom, ruler: Leader) -> Sequence[tuple[Attribute, ...]]:
    left = [each for each in Attribute if each not in ruler.attributes]
    return list(permutations(left, _missing(state, ruler)))


def asked_anew(state: Kingdom, entry: int) -> Kingdom:
    """The kingdom with the entries by which those steps opened: who is asked is mentioned once."""
    ruler = _since(state.choice_opened, entry, is_asked=_undecided(state) is not None)
    spymaster = _since(state.spymaster_opened, entry, is_asked=_newcomer(state) is not None)
    if (ruler, spymaster) == (state.choice_opened, state.spymaster_opened):
        return state
    return replace(state, choice_opened=ruler, spymaster_opened=spymaster)


def _since(opened: int, entry: int, *, is_asked: bool) -> int:
    return (opened or entry) if is_asked else 0


# -- What waits of a month's events, and which of them are under way ---------------------------------------


STEP = "event-"
# At these a game master tells the outcomes: of events that went on, and of new ones.
TELLING = (MonthStep.CONTINUING, MonthStep.RESOLVE)


def numbered(kingdom: Kingdom, step: str) -> Happening | None:
    """The event that a step of that name asks about; None where it is no such step."""
    number = step.removeprefix(STEP)
    return next((each for each in kingdom.happenings if step != number == str(each.number)), None)


def under_way(kingdom: Kingdom) -> tuple[Happening, ...]:
    """The events that are not over yet."""
    waits = set(unresolved(kingdom))
    return tuple(each for each in kingdom.happenings if each.is_continuous or each.number in waits)


def coming_again(kingdom: Kingdom) -> tuple[Happening, ...]:
    """The events that outlast a month: those that go on, and in anarchy what nobody could resolve."""
    if kingdom.is_in_anarchy:
        return under_way(kingdom)
    return tuple(each for each in kingdom.happenings if each.is_continuous)


# -- The one step of a kingdom that is being founded: what is chosen, in any order, and Found --------------


# "north, east, south, west", and some more.
BORDERS_LENGTH = 40


def founding_step(kingdom: RecordId, state: Kingdom) -> system_Step:
    """Its choices are the game masters'; each change makes the buttons before it stale."""
    reason = Ask("reason", T("Why, for the journal").plain(), REASON_LENGTH, is_optional=True)
    choices = (
        Choice("alignment", T("Alignment…").plain(), ChooseAlignment(kingdom), (_alignment(state),)),
        Choice("terms", TERMS.plain(), AgreeTerms(kingdom), _terms(state)),
        Choice("hex", T("First hex…").plain(), ChooseFirstHex(kingdom), _first_hex()),
        Choice("found", T("Found it…").plain(), FoundKingdom(kingdom), _capital(), is_main=True),
        Choice("drop", T("Drop it…").plain(), EndKingdom(kingdom), (reason,)),
    )
    return system_Step(
        DRAFT, T("Found {name:60}").plain(name=state.name), None, choices, state.month.opened.get(DRAFT, 1)
    )


def _alignment(state: Kingdom) -> Ask:
    return Ask(
        "alignment",
        T("The kingdom's alignment").plain(),
        options=choices_of(Alignment),
        value=state.alignment or "",
    )


def _first_hex() -> tuple[Ask, ...]:
    terrains = tuple((value, label) for value, label in choices_of(Terrain) if value != Terrain.WATER)
    hint = T("A hex of the map, or a new one such as A1 or 0,0").plain()
    return (
        Ask(
            "hex",
            T("Label or coordinates").plain(),
            LABEL_LENGTH,
            hint=hint,
        ),
        Ask("terrain", T("Its terrain, where it is new").plain(), options=terrains, is_optional=True),
    )


def _capital() -> tuple[Ask, ...]:
    return (
        Ask("capital", T("The capital's name").plain(), NAME_LENGTH, is_optional=True),
        Ask(
            "borders",
            T("The capital's water borders").plain(),
            BORDERS_LENGTH,
            hint=T("By river, lake or coast: north, east").plain(),
            is_optional=True,
        ),
    )


def _terms(state: Kingdom) -> tuple[Ask, ...]:
    terms = state.terms
    # Until something was agreed, the form begins with what the book gives whoever has a sponsor.
    points = terms.points if terms != Terms() else SPONSORED_POINTS
    backings = tuple((each.value, each.meaning) for each in Backing)
    tributes = choices_of(Tribute)
    return (
        Ask(
            "points",
            T("Build points to begin with").plain(),
            6,
            hint=T("50 is what a sponsor usually gives").plain(),
            value=str(points),
            is_number=True,
        ),
        Ask("backing", T("On whose terms").plain(), options=backings, value=terms.backing.value),
        Ask("sponsor", T("The sponsor's name").plain(), NAME_LENGTH, value=terms.sponsor, is_optional=True),
        Ask("tribute", T("What is owed").plain(), options=tributes, value=terms.tribute.value),
    )


# -- What waits after a territory was cut off, or connected again ------------------------------------------


# A card has room for so many buttons only: the next are asked when these are answered.
MOST_ASKED: Final = 3
# How the names of those checks' steps begin; the settlement's id follows.
RECLAIM: Final = "reclaim-"


def part_steps(kingdom: RecordId, state: Kingdom) -> Iterator[system_Step]:
    """Territories to be decided about, and settlements that may come back."""
    yield from islice(_parts(kingdom, state), MOST_ASKED)
    yield from islice(_reclaims(kingdom, state), MOST_ASKED)


def _parts(kingdom: RecordId, state: Kingdom) -> Iterator[system_Step]:
    for part in state.parts:
        if part.is_undecided:
            held = DecidePart(kingdom, part.number, has_leader=True)
            gone = DecidePart(kingdom, part.number, has_leader=False)
            choices = (
                Choice("held", T("{place}: a leader is there").plain(place=part.place), held),
                Choice("lost", T("{place}: no leader, it is lost").plain(place=part.place), gone),
            )
            says = T(
                "{kingdom:60}: is a leader in the territory with {place} ({n:1 hex|{n} hexes}), "
                "which is cut off?"
            )
            label = says.plain(kingdom=state.name, place=part.place, n=len(part.spots))
            yield system_Step(f"part-{part.number}", label, None, choices)


def reclaimable(state: Kingdom) -> Iterator[LostTown]:
    """The settlements whose check can be attempted now: each once a month."""
    for part in state.parts:
        for town in part.towns:
            if town.revision is not None and town.tried < state.month.number:
                yield town


def _reclaims(kingdom: RecordId, state: Kingdom) -> Iterator[system_Step]:
    who = asked(state, Task.STABILITY)
    for town in reclaimable(state):
        roll = Choice(
            "roll",
            T("Roll Stability to reclaim {town:40}").plain(town=town.name),
            ReclaimSettlement(kingdom, town.id),
            is_main=True,
        )
        label = T("{kingdom:60}: reclaim {town:60}").plain(kingdom=state.name, town=town.name)
        yield system_Step(f"{RECLAIM}{town.id}", label, who, (roll,), town.revision or 1)


# -- What waits in a kingdom: the steps of its month, and what must be decided besides ---------------------
