"""Who holds which role, and what is typed about leaders: read, and refused where it can't be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

from bot.engine.asking import Asking, Pair
from bot.engine.declare import Person, action, command, declared, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import Permit, Standing
from bot.engine.system import ActionKind, Kind, Scene, Turn
from bot.engine.text import Safe, T, listed, refused
from bot.engine.words import one_line
from bot.errors import UserError
from bot.systems.kingdom.book import (
    DUTIES,
    DUTY_DAYS,
    ROLES,
    STAND_INS,
    Ability,
    Attribute,
    Phase,
    Role,
    Stage,
    Step,
    Task,
    ruler_attributes,
)
from bot.systems.kingdom.outcome import kept
from bot.systems.kingdom.realm import (
    OnKingdom,
    Realm,
    asked_realm,
    found_realm,
    kingdom_scope,
    require_standing,
    standing_realm,
)
from bot.systems.kingdom.settings import RULER_RECHOICE
from bot.systems.kingdom.sources import attributes, benefit
from bot.systems.kingdom.state import Kingdom, Leader, is_open, is_present, misses_ruler
from bot.systems.kingdom.steps import (
    Asker,
    ChooseAttributes,
    StandIn,
    acted_for,
    acted_for_leader,
    asked,
    in_order,
)

LEAST_SCORE, MOST_SCORE, MOST_RANKS = 1, 60, 40
ABILITIES: Mapping[str, Ability] = {
    **{each.value: each for each in Ability},
    **{each.label.casefold(): each for each in Ability},
}
_PIECES = re.compile(r"[^\W\d_]+|[+-]?\d+")


# -- who holds what -----------------------------------------------------------------------------------


def holder(kingdom: Kingdom, role: Role, name: str = "") -> Leader:
    """Who holds a role; by name where two Rulers are married. Raises RuleViolation where nobody does."""
    held = kingdom.held_by(role)
    if not held:
        raise refused(
            "leaders.nobody_holds",
            "Nobody is {role} of {kingdom:60}; nothing was changed. `/leader list` shows all roles.",
            role=role,
            kingdom=kingdom.name,
        )
    meant = [each for each in held if same_name(each.name, name)] if name else list(held)
    if len(meant) == 1:
        return meant[0]
    names = [each.name for each in held]
    if name:
        raise refused(
            "leaders.other_holds",
            "“{given:60}” is not {role}, but {names:or} is; nothing was changed.",
            given=name,
            role=role,
            names=names,
        )
    raise refused(
        "leaders.two_hold", "Two people are {role}; name {names:or} as `leader`.", role=role, names=names
    )


def same_name(one: str, other: str) -> bool:
    """Whether two names mean the same character."""
    return one_line(one).casefold() == one_line(other).casefold()


def living(kingdom: Kingdom, role: Role) -> tuple[Leader, ...]:
    """Who holds a role and lives."""
    return tuple(each for each in kingdom.held_by(role) if not each.has_died)


def seated(kingdom: Kingdom, leaders: Iterable[Leader]) -> Kingdom:
    """The kingdom with those leaders.

    Nobody stands in for the Ruler who is gone or away; a new Ruler or Spymaster is asked anew what to add to.
    """
    after = replace(kingdom, leaders=tuple(leaders))
    if after.month.stand_in is not None and not _stands_in(after, after.month.stand_in):
        after = replace(after, month=replace(after.month, stand_in=None))
    if [each.name for each in kingdom.held_by(Role.RULER)] != [e.name for e in after.held_by(Role.RULER)]:
        after = replace(after, choice_opened=0)
    if [e.name for e in kingdom.held_by(Role.SPYMASTER)] != [e.name for e in after.held_by(Role.SPYMASTER)]:
        after = replace(after, spymaster_opened=0)
    return after


def _stands_in(kingdom: Kingdom, role: Role) -> bool:
    """Whether that role's holder can act for the Ruler: alive and at the month's duties.

    Once Upkeep has spared the kingdom the Ruler's vacancy, the check is owed for it all the same (R040).
    """
    held = kingdom.held_by(role)
    is_there = any(each.days >= DUTY_DAYS and not each.has_died for each in held)
    return is_there or (bool(held) and is_spared(kingdom))


def is_spared(kingdom: Kingdom) -> bool:
    """Whether this Upkeep counted Unrest already, with somebody standing in for the Ruler."""
    month = kingdom.month
    is_counted = month.phase is Phase.UPKEEP and month.is_over(Step.UNREST)
    return is_counted and month.stand_in is not None


def exchanged(kingdom: Kingdom, before: Leader, after: Leader) -> Kingdom:
    """The kingdom with one leader in another's place."""
    return seated(kingdom, (after if each is before else each for each in kingdom.leaders))


def require_no_consort(kingdom: Kingdom) -> None:
    """See that there is no Consort beside two married Rulers (R034). Raises RuleViolation."""
    if len(living(kingdom, Role.RULER)) > 1 and living(kingdom, Role.CONSORT):
        raise refused(
            "leaders.consort_beside_two",
            "A Consort can't serve beside two married Rulers; one of the three has to resign first.",
        )


def require_attributes(realm: Realm, role: Role, chosen: Sequence[Attribute]) -> None:
    """See that a role's holder can add to those. Raises RuleViolation (R033, R035)."""
    fixed = ROLES[role].attribute
    if not chosen:
        return
    if fixed is not None:
        raise refused(
            "leaders.adds_always",
            "The {role} always adds to {attribute}; leave out `attributes`.",
            role=role,
            attribute=fixed,
        )
    allowed = ruler_attributes(realm.size)
    if role is Role.RULER and len(chosen) > allowed:
        raise refused(
            "leaders.too_many_attributes",
            "At Size {size} a Ruler adds to {n:one attribute|{n} attributes} (two from Size 26 on, three "
            "from 101); choose {n}.",
            size=realm.size,
            n=allowed,
        )
    if role is Role.SPYMASTER and len(chosen) > 1:
        raise refused("leaders.one_of_spymaster", "A Spymaster adds to one attribute; choose one.")
    if role is Role.SPYMASTER and is_before_edicts(realm.kingdom):
        raise refused(
            "leaders.spymaster_later",
            "A Spymaster chooses an attribute in the Edict phase, first in month 1, and is asked for it "
            "then; a new one takes the role without it.",
        )


def is_before_edicts(kingdom: Kingdom) -> bool:
    """Whether its first Edict phase is still to come."""
    month = kingdom.month
    is_first = month.number == 1 and month.phase in (Phase.BEFORE, Phase.UPKEEP)
    return kingdom.stage is Stage.FOUNDING or is_first


# -- who may ------------------------------------------------------------------------------------------


def appointed_for(asker: Asker, kingdom: Kingdom, own: Leader | None = None) -> int | None:
    """For whom the actor changes who holds a role; None where it is the actor's own affair.

    That is the Ruler's in the Leadership step, and of `own` themself to leave; a game master's and a
    founder's at any time. Raises NotAllowed, or RuleViolation out of that step.
    """
    player = own.player if own is not None else asked(kingdom, Task.LEADERSHIP)
    on_behalf = acted_for_leader(asker, kingdom, player, Task.LEADERSHIP)
    if kingdom.stage is Stage.FOUNDING:
        return None
    is_at_step = is_open(kingdom, Step.LEADERSHIP)
    if asker.standing is Standing.GAME_MASTER:
        return on_behalf if is_at_step else None
    require_standing(kingdom)
    if not is_at_step:
        phase = kingdom.month.phase
        where = (
            T("is not opened yet")() if phase is Phase.BEFORE else T("is in its {phase} phase")(phase=phase)
        )
        raise refused(
            "leaders.not_now",
            "Leaders change in the Leadership step, first of the Edict phase, and that is not open: the "
            "month {where}. A game master can do it at any time.",
            where=where,
        )
    return on_behalf


# -- what is typed ------------------------------------------------------------------------------------


def role_of(text: str) -> Role:
    """The role of that name. Raises RuleViolation."""
    typed = one_line(text).casefold().replace("_", " ").replace("-", " ")
    for each in Role:
        if each.value.replace("_", " ") == typed:
            return each
    raise refused(
        "leaders.no_role",
        "“{text:40}” is no leadership role; they are {roles}.",
        text=text,
        roles=tuple(Role),
    )


def roles_of(text: str) -> tuple[Role, ...]:
    """The roles of those names, divided by commas, each once. Raises RuleViolation."""
    names = [part for part in re.split(r"[,;\n]", text) if one_line(part)]
    return tuple(dict.fromkeys(role_of(name) for name in names))


def attributes_of(text: str) -> tuple[Attribute, ...]:
    """The attributes of those names, in order, each once. Raises RuleViolation."""
    names = [word for word in re.split(r"[\s,;]+", one_line(text).casefold()) if word not in ("", "then")]
    if any(name not in set(Attribute) for name in names) or len(set(names)) != len(names):
        raise refused(
            "leaders.no_attributes",
            "“{text:40}” doesn't name attributes, each once; they are Economy, Loyalty and Stability.",
            text=text,
        )
    return tuple(Attribute(name) for name in names)


def scores_of(text: str, role: Role) -> dict[Ability, int]:
    """Ability scores as “Cha 16 Wis 12”; a number alone is the role's first. Raises RuleViolation."""
    pieces = _PIECES.findall(one_line(text))
    if any(piece[0] in "+-" for piece in pieces):
        raise refused(
            "leaders.give_scores", "Give ability scores such as “Cha 16”, not modifiers such as “+3”."
        )
    used = ROLES[role].abilities
    if len(pieces) == 1 and pieces[0].isdecimal():
        return require_scores({used[0]: _score(pieces[0])})
    found: dict[Ability, int] = {}
    for one, other in zip(pieces[::2], pieces[1::2], strict=False):
        name, number = (other, one) if one.isdecimal() else (one, other)
        ability = ABILITIES.get(name.casefold())
        if ability is None or not number.isdecimal() or ability in found:
            raise _unread(text, used)
        found[ability] = _score(number)
    if text and (len(pieces) % 2 or not found):
        raise _unread(text, used)
    return require_scores(found)


def _unread(text: str, used: Iterable[Ability]) -> UserError:
    return refused(
        "leaders.no_scores",
        "“{text:60}” can't be read as ability scores; write “{example}”, each ability once.",
        text=text,
        example=" ".join(f"{each.value.capitalize()} 14" for each in used),
    )


def _score(digits: str) -> int:
    return int(digits) if len(digits) <= len(str(MOST_SCORE)) else MOST_SCORE + 1


def require_scores(scores: Mapping[Ability, int]) -> dict[Ability, int]:
    """The scores, where a being can have them. Raises RuleViolation."""
    for ability, score in scores.items():
        if not LEAST_SCORE <= score <= MOST_SCORE:
            raise refused(
                "leaders.score_out_of_range",
                "{ability} must be {least} to {most}.",
                ability=ability,
                least=LEAST_SCORE,
                most=MOST_SCORE,
            )
    return dict(scores)


def require_used(scores: Mapping[Ability, int], role: Role) -> None:
    """See that a role uses one of those that are given. Raises RuleViolation."""
    used = ROLES[role].abilities
    if scores and not any(each in scores for each in used):
        raise refused(
            "leaders.unused_scores",
            "A leader in the role of {role} uses {used:or}; write for example “{example} 14”.",
            role=role,
            used=used,
            example=used[0].value.capitalize(),
        )


def require_ranks(ranks: int) -> None:
    """See that somebody can have so many ranks. Raises RuleViolation."""
    if not 0 <= ranks <= MOST_RANKS:
        raise refused(
            "leaders.ranks_out_of_range", "Ranks in the role's skill are 0 to {most}.", most=MOST_RANKS
        )


# -- Leaders at their duties: days, standing in, what they add to, who does what, and for whom -------------


LONGEST_MONTH = 31
MOST_PROXIES = 25


def leaders(asking: Asking) -> Iterable[Pair]:
    """Who holds the role that was chosen already."""
    role = asking.given.get("role") or asking.given.get("leaves") or Role.RULER.value
    held = asked_realm(asking).kingdom.held_by(role_of(str(role)))
    return [(each.name, each.name) for each in held]


# Options that several commands have.
WHICH_RULER = "Who, where two Rulers are married"
SCORES = "Scores such as “Cha 16 Wis 12”"
FEAT, RANKS = "Whether they have the Leadership feat", "Ranks in the role's skill"
# One, two or three attributes, in each order.
ATTRIBUTES = tuple(
    (" ".join(way), in_order(way))
    for count in range(1, len(Attribute) + 1)
    for way in permutations(Attribute, count)
)


class SetDays(OnKingdom):
    """Say how many days a leader serves this month"""

    role: Role = option("Whose days")
    days: int = option("Days of duty this month; fewer than 7 leave the role vacant in Upkeep")
    leader: str = option(WHICH_RULER, default="", suggest=leaders)


@command("leader stand-in", may=Permit.MEMBERS)
class LetStandIn(OnKingdom):
    """Have Consort or Heir act for a missing Ruler this month"""

    role: Role = option("Who acts for the missing Ruler", choices=STAND_INS)

    def to_action(self, asking: Asking) -> StandIn:
        """What the step's button does, too."""
        return StandIn(self.kingdom, self.role)


@command("leader choose", may=Permit.MEMBERS)
class Choose(OnKingdom):
    """Choose what the Ruler or the Spymaster adds to"""

    role: Role = option("Whose choice", choices=(Role.RULER, Role.SPYMASTER))
    attributes: str = option("What they add to, in this order", choices=ATTRIBUTES)

    def to_action(self, asking: Asking) -> ChooseAttributes:
        """What the step's form does, too."""
        return ChooseAttributes(self.kingdom, self.role.value, self.attributes)


class AssignTask(OnKingdom):
    """Say which roles do something in this kingdom, those asked first before; none: as the book has it."""

    task: Task
    roles: tuple[Role, ...] = ()


class SetProxy(OnKingdom):
    """Let somebody act for leaders who are away"""

    person: Person = option("Who may act for leaders who are away")
    is_on: bool = option("Or may no more", name="on", default=True)


class DaysSet(Event):
    """How many days a leader serves this month; `is_vacant` where the Upkeep misses the role for that.

    `has_left_ruler`: who stood in for the Ruler can't any more.
    """

    name: str
    role: Role
    leader: str
    days: int
    is_vacant: bool = False
    has_left_ruler: bool = False

    def sentence(self) -> T:
        """With what comes of too few days."""
        if self.has_left_ruler:
            return T(
                "{leader} ({role}) serves {days} {days:day|days} this month: too few to stand in for the "
                "Ruler, so nobody does now."
            )
        if self.is_vacant:
            return T(
                "{leader} ({role}) serves {days} {days:day|days} this month: too few, so the role counts as "
                "vacant in this month's Upkeep."
            )
        return T("{leader} ({role}) serves {days} {days:day|days} this month.")


class StoodIn(Event):
    """Consort or Heir acts as Ruler this month; `is_checked` where that costs a Loyalty check in Upkeep."""

    name: str
    role: Role
    leader: str
    is_checked: bool = False

    def sentence(self) -> T:
        """With the check, where one is to come."""
        if self.is_checked:
            return T(
                "{leader} ({role}) stands in for the Ruler this month. In Upkeep that takes a Loyalty check, "
                "or Unrest rises by 1."
            )
        return T("{leader} ({role}) stands in for the Ruler this month.")


class AttributesChosen(Event):
    """What a Ruler or Spymaster adds, and to which attributes."""

    says = T("{leader} ({role}) adds {amount:+} to {attributes}.")
    name: str
    role: Role
    leader: str
    amount: int
    attributes: tuple[Attribute, ...]


class TaskAssigned(Event):
    """Who does something now."""

    name: str
    task: Task
    roles: tuple[Role, ...]
    is_as_printed: bool = False

    def sentence(self) -> Safe:
        """Whom it is for, as the book has it or not."""
        says = (
            T("{task}: that is again for {who}.") if self.is_as_printed else T("{task}: that is for {who}.")
        )
        return says(task=self.task, who=one_after_another(self.roles))


class ProxySet(Event):
    """Somebody may act for leaders who are away, or may no more."""

    name: str
    person: int
    is_on: bool

    def sentence(self) -> T:
        """Given, or taken back."""
        if self.is_on:
            return T("{person:@} may act for leaders who are away; each card will say so.")
        return T("{person:@} acts for other leaders no more.")


def one_after_another(roles: Iterable[Role]) -> Safe:
    """Roles, those asked first before."""
    named = [T("the {role}")(role=role) for role in roles]
    if len(named) < 2:
        return listed(named)
    return T("{most} or else {last}")(most=listed(named[:-1], ","), last=named[-1])


# -- days of duty, and standing in --------------------------------------------------------------------


@action("leader duty", may=Permit.MEMBERS)
def set_days(scene: Scene, action: SetDays, dice: Dice) -> Turn:
    """Days of duty, before the month's Upkeep is over (R041). Raises RuleViolation, or NotAllowed."""
    realm = standing_realm(scene, action.kingdom)
    kingdom = realm.kingdom
    leader = holder(kingdom, action.role, action.leader)
    on_behalf = acted_for_leader(scene, kingdom, leader.player, Task.LEADERSHIP)
    if not 0 <= action.days <= LONGEST_MONTH:
        raise refused(
            "leaders.days_out_of_range",
            "A month has 0 to {most} days of duty; with fewer than {duty} the role is vacant in its Upkeep.",
            most=LONGEST_MONTH,
            duty=DUTY_DAYS,
        )
    if kingdom.month.phase not in (Phase.BEFORE, Phase.UPKEEP):
        raise refused(
            "leaders.upkeep_is_over",
            "Days of duty count in Upkeep only, and that of month {month} is over; say it again once month "
            "{next} has come, before its Upkeep is over.",
            month=kingdom.month.number,
            next=kingdom.month.number + 1,
        )
    if kingdom.month.stand_in is action.role and is_spared(kingdom) and action.days < DUTY_DAYS:
        raise refused(
            "leaders.counted_on",
            "{name} stands in for the Ruler, and this month's Unrest was counted on that: it takes at least "
            "{duty} days. A game master can go back in the journal.",
            name=leader.name,
            duty=DUTY_DAYS,
        )
    after = exchanged(kingdom, leader, replace(leader, days=action.days))
    is_missed = not any(each.days >= DUTY_DAYS for each in after.held_by(action.role))
    has_left = kingdom.month.stand_in is not after.month.stand_in
    event = DaysSet(kingdom.name, action.role, leader.name, action.days, is_missed, has_left)
    return kept(scene, realm, replace(realm, kingdom=after), event, on_behalf_of=on_behalf)


@action(may=Permit.MEMBERS, scope=kingdom_scope)
def stand_in(scene: Scene, action: StandIn, dice: Dice) -> Turn:
    """Consort or Heir acts for a missing Ruler this month (R040). Raises RuleViolation, or NotAllowed."""
    realm = standing_realm(scene, action.kingdom)
    kingdom = realm.kingdom
    if action.role not in STAND_INS:
        raise refused("leaders.cant_stand_in", "Only the Consort or the Heir can stand in for the Ruler.")
    leader = holder(kingdom, action.role)
    on_behalf = acted_for_leader(scene, kingdom, leader.player, Task.LOYALTY, Task.LEADERSHIP)
    if not misses_ruler(kingdom):
        raise refused(
            "leaders.ruler_is_there",
            "{kingdom:60} has its Ruler this month, so nobody stands in; a Ruler who will miss it says so "
            "first, with `/leader duty`.",
            kingdom=kingdom.name,
        )
    if kingdom.month.stand_in is not None:
        raise refused(
            "leaders.stands_in_already",
            "The {role} stands in for the Ruler this month already; one does.",
            role=kingdom.month.stand_in,
        )
    if leader.has_died or leader.days < DUTY_DAYS or not is_present(kingdom, leader):
        raise refused(
            "leaders.is_absent",
            "{name}, {role}, is not there this month and can't stand in for the Ruler.",
            name=leader.name,
            role=action.role,
        )
    month = replace(kingdom.month, stand_in=action.role)
    is_checked = not month.is_over(Step.STAND_IN) and month.phase in (Phase.BEFORE, Phase.UPKEEP)
    event = StoodIn(kingdom.name, action.role, leader.name, is_checked)
    after = replace(realm, kingdom=replace(kingdom, month=month))
    return kept(scene, realm, after, event, on_behalf_of=on_behalf)


# -- what a Ruler and a Spymaster add to --------------------------------------------------------------


@action(may=Permit.MEMBERS, scope=kingdom_scope)
def choose_attributes(scene: Scene, action: ChooseAttributes, dice: Dice) -> Turn:
    """Choose what a Ruler (R033) or a Spymaster (R035) adds to. Raises RuleViolation, or NotAllowed."""
    realm, role = found_realm(scene, action.kingdom), role_of(action.role)
    kingdom, chosen = realm.kingdom, attributes_of(action.attributes)
    held = living(kingdom, role) or (holder(kingdom, role),)
    on_behalf = acted_for_leader(scene, kingdom, held[0].player, Task.LEADERSHIP)
    if not chosen:
        raise refused("leaders.none_chosen", "Choose at least one attribute: Economy, Loyalty or Stability.")
    require_attributes(realm, role, chosen)
    if scene.standing is not Standing.GAME_MASTER:
        _require_choosing(realm, held[0], chosen)
    if all(each.attributes == chosen for each in held):
        raise refused("leaders.is_chosen", "{name} adds to just that already.", name=held[0].name)
    after = kingdom
    for each in held:
        # Both married Rulers add to the same (R034).
        after = exchanged(after, each, replace(each, attributes=chosen))
    now = replace(realm, kingdom=after)
    first = living(after, role)[0]
    event = AttributesChosen(kingdom.name, role, first.name, benefit(now, first), attributes(now, first))
    return kept(scene, realm, now, event, on_behalf_of=on_behalf)


def _require_choosing(realm: Realm, leader: Leader, chosen: tuple[Attribute, ...]) -> None:
    """See that a leader may choose that now: what game masters may at any time."""
    kingdom = realm.kingdom
    if kingdom.stage is Stage.FOUNDING:
        return
    require_standing(kingdom)
    is_at_step = is_open(kingdom, Step.LEADERSHIP)
    if leader.role is Role.SPYMASTER and not is_at_step:
        raise refused(
            "leaders.spymaster_at_step",
            "A Spymaster chooses in the Leadership step of the Edict phase, which is not open; until then "
            "the last choice stays.",
        )
    if leader.role is Role.RULER:
        # What the Size doesn't let count is as if it had not been chosen.
        settled = leader.attributes[: kingdom.ruler_choices]
        if chosen[: len(settled)] == settled:
            return
        if not realm.rulings.is_on(RULER_RECHOICE):
            raise refused(
                "leaders.ruler_keeps",
                "A Ruler's choice is for good, and only a game master changes it; one more attribute is "
                "added behind it when the kingdom's Size allows that.",
            )
        if not is_at_step:
            raise refused(
                "leaders.ruler_at_step",
                "A Ruler chooses anew in the Leadership step of the Edict phase, which is not open.",
            )


# -- who does what, and for whom ----------------------------------------------------------------------


@action(may=Permit.MEMBERS)
def assign_task(scene: Scene, action: AssignTask, dice: Dice) -> Turn:
    """Say who does something here (R044). Raises RuleViolation, or NotAllowed to whom it is not for."""
    realm = found_realm(scene, action.kingdom)
    kingdom = realm.kingdom
    acted_for(scene, kingdom, Task.LEADERSHIP)
    roles = action.roles or DUTIES[action.task]
    if roles == kingdom.roles_for(action.task):
        raise refused(
            "leaders.does_it_already",
            "{task}: that is for {who} already.",
            task=action.task,
            who=one_after_another(roles),
        )
    others = {task: each for task, each in kingdom.duties.items() if task is not action.task}
    is_as_printed = roles == DUTIES[action.task]
    duties = others if is_as_printed else {**others, action.task: roles}
    after = replace(realm, kingdom=replace(kingdom, duties=duties))
    return kept(scene, realm, after, TaskAssigned(kingdom.name, action.task, roles, is_as_printed))


@action("leader proxy", may=Permit.GAME_MASTERS)
def set_proxy(scene: Scene, action: SetProxy, dice: Dice) -> Turn:
    """Let somebody act for leaders who are away, or no more. Raises RuleViolation."""
    realm = found_realm(scene, action.kingdom)
    kingdom = realm.kingdom
    if action.is_on:
        _require_new_proxy(scene, kingdom, action.person)
        proxies = (*kingdom.proxies, action.person)
    else:
        if action.person not in kingdom.proxies:
            people = [T("{person:@}")(person=each) for each in kingdom.proxies] or [T("nobody")()]
            raise refused(
                "leaders.no_proxy",
                "{person:@} has no leave to act for others; {who} has.",
                person=action.person,
                who=people,
            )
        proxies = tuple(each for each in kingdom.proxies if each != action.person)
    after = replace(realm, kingdom=replace(kingdom, proxies=proxies))
    return kept(scene, realm, after, ProxySet(kingdom.name, action.person, action.is_on))


def _require_new_proxy(scene: Scene, kingdom: Kingdom, person: int) -> None:
    standing = scene.campaign.standing(person)
    if standing is Standing.GAME_MASTER:
        raise refused(
            "leaders.may_anyway",
            "{person:@} is a game master, and may act for any leader anyway.",
            person=person,
        )
    if standing is not Standing.PLAYER:
        raise refused(
            "leaders.no_player",
            "{person:@} is no player of this campaign; they join with `/campaign join` first.",
            person=person,
        )
    if person in kingdom.proxies:
        raise refused("leaders.is_proxy", "{person:@} has that leave already.", person=person)
    if len(kingdom.proxies) >= MOST_PROXIES:
        raise refused(
            "leaders.many_proxies",
            "At most {most} people have leave to act for others; let anyone act with the campaign's "
            "settings.",
            most=MOST_PROXIES,
        )


KINDS: tuple[Kind[Any], ...] = ()


ACTIONS = declared(__name__, ActionKind)
EVENTS = declared(__name__, Event)
