"""Who holds which role of a kingdom, who may appoint, and how roles and scores are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import permutations

from bot.engine.finders import Asker, Pair
from bot.engine.people import Standing
from bot.engine.text import Safe, T, refused
from bot.engine.words import one_line
from bot.errors import UserError
from bot.systems.kingdom.book import (
    DUTY_DAYS,
    ROLES,
    Ability,
    Attribute,
    MonthStep,
    Phase,
    Role,
    Stage,
    Task,
    ruler_attributes,
)
from bot.systems.kingdom.realm import Realm, asked_realm, require_standing
from bot.systems.kingdom.state import Kingdom, Leader
from bot.systems.kingdom.steps import Acting, acted_for_leader, assignee, is_open

LEAST_SCORE, MOST_SCORE, MOST_RANKS = 1, 60, 40
ABILITIES: Mapping[str, Ability] = {
    **{each.value: each for each in Ability},
    **{each.texts[0].casefold(): each for each in Ability},
}
_PIECES = re.compile(r"[^\W\d_]+|[+-]?\d+")
# Options that several commands have.
WHICH_RULER = "Which of two married Rulers"
SCORES = "Scores like “Cha 16 Wis 12”"
FEAT, RANKS = "Whether they have the Leadership feat", "Ranks in the role's skill"


def leaders(asker: Asker) -> Iterable[Pair]:
    """The people who hold the role that was chosen already."""
    role = asker.given.get("role") or asker.given.get("leaves") or Role.RULER.value
    held = asked_realm(asker).kingdom.held_by(role_of(str(role)))
    return [(each.name, each.name) for each in held]


# -- who holds what -----------------------------------------------------------------------------------


def holder(kingdom: Kingdom, role: Role, name: str = "") -> Leader:
    """Who holds a role; by name where two Rulers are married. Raises RuleViolation where nobody does."""
    held = kingdom.held_by(role)
    if not held:
        raise refused(
            "leaders.nobody_holds",
            "{kingdom:60} has no {role}. `/leader list` shows all roles.",
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
            "“{given:60}” isn't the {role}; {names:or} is.",
            given=name,
            role=role,
            names=names,
        )
    raise refused(
        "leaders.two_hold",
        "Which one? Two people hold the role of {role}: give {names:or} as `leader`.",
        role=role,
        names=names,
    )


def same_name(one: str, other: str) -> bool:
    """Whether two names mean the same character."""
    return one_line(one).casefold() == one_line(other).casefold()


def living(kingdom: Kingdom, role: Role) -> tuple[Leader, ...]:
    """The living leaders in a role."""
    return tuple(each for each in kingdom.held_by(role) if not each.has_died)


def seat(kingdom: Kingdom, leaders: Iterable[Leader]) -> Kingdom:
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
    is_counted = month.phase is Phase.UPKEEP and month.is_over(MonthStep.UNREST)
    return is_counted and month.stand_in is not None


def exchange(kingdom: Kingdom, before: Leader, after: Leader) -> Kingdom:
    """The kingdom with one leader in another's place."""
    return seat(kingdom, (after if each is before else each for each in kingdom.leaders))


def renew_leaders(kingdom: Kingdom) -> Kingdom:
    """The kingdom as its leaders begin another month: at their duties, the dead gone, old vacancies over.

    It may be called before or after the month's number rises.
    """
    leaders = (replace(each, days=DUTY_DAYS) for each in kingdom.leaders if not each.has_died)
    lapses = tuple(each for each in kingdom.lapses if each.last >= kingdom.month.number)
    return replace(seat(kingdom, leaders), lapses=lapses)


def require_no_consort(kingdom: Kingdom) -> None:
    """See that there is no Consort beside two married Rulers (R034). Raises RuleViolation."""
    if len(living(kingdom, Role.RULER)) > 1 and living(kingdom, Role.CONSORT):
        raise refused(
            "leaders.consort_beside_two",
            "There's no room for a Consort beside two married Rulers. One of the three has to resign first.",
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
            "Choose {n}: at Size {size} a Ruler adds to {n:one attribute|{n} attributes} (two from Size 26, "
            "three from Size 101).",
            size=realm.size,
            n=allowed,
        )
    if role is Role.SPYMASTER and len(chosen) > 1:
        raise refused("leaders.one_of_spymaster", "Choose one: a Spymaster adds to one attribute.")
    if role is Role.SPYMASTER and is_before_edicts(realm.kingdom):
        raise refused(
            "leaders.spymaster_later",
            "A new Spymaster starts without an attribute. The bot asks for one in the Edict phase, from "
            "month 1 on.",
        )


def is_before_edicts(kingdom: Kingdom) -> bool:
    """Whether its first Edict phase is still to come."""
    month = kingdom.month
    is_first = month.number == 1 and month.phase in (Phase.BEFORE, Phase.UPKEEP)
    return kingdom.stage is Stage.FOUNDING or is_first


# -- who may ------------------------------------------------------------------------------------------


def appointed_for(acting: Acting, kingdom: Kingdom, own: Leader | None = None) -> int | None:
    """For whom the actor changes who holds a role; None where it is the actor's own affair.

    That is the Ruler's in the Leadership step, and of `own` themself to leave; a game master's and a
    founder's at any time. Raises NotAllowed, or RuleViolation out of that step.
    """
    player = own.player if own is not None else assignee(kingdom, Task.LEADERSHIP)
    on_behalf = acted_for_leader(acting, kingdom, player, Task.LEADERSHIP)
    if kingdom.stage is Stage.FOUNDING:
        return None
    is_at_step = is_open(kingdom, MonthStep.LEADERSHIP)
    if acting.standing is Standing.GAME_MASTER:
        return on_behalf if is_at_step else None
    require_standing(kingdom)
    if not is_at_step:
        phase = kingdom.month.phase
        where = T("isn't open yet")() if phase is Phase.BEFORE else T("is in its {phase} phase")(phase=phase)
        raise refused(
            "leaders.not_now",
            "Not yet: leaders change in the Leadership step of the Edict phase, and the month {where}. A "
            "game master can do it at any time.",
            where=where,
        )
    return on_behalf


# -- what is typed ------------------------------------------------------------------------------------


def role_of(text: str) -> Role:
    """The role of that name. Raises RuleViolation."""
    typed = one_line(text).casefold().replace("_", " ").replace("-", " ")
    for each in Role:
        if typed in (each.value.replace("_", " "), str(each.label).casefold()):
            return each
    raise refused(
        "leaders.no_role",
        "“{text:40}” isn't a leadership role. The roles are {roles}.",
        text=text,
        roles=tuple(Role),
    )


def roles_of(text: str) -> tuple[Role, ...]:
    """The roles of those names, divided by commas, each once. Raises RuleViolation."""
    names = [part for part in re.split(r"[,;\n]", text) if one_line(part)]
    return tuple(dict.fromkeys(role_of(name) for name in names))


def in_order(attributes: Iterable[Attribute]) -> Safe:
    """Attributes in the order chosen."""
    says = T("{before}, then {after}")
    return reduce(lambda told, each: says(before=told, after=each), [each.label for each in attributes])


# One, two or three attributes, in each order.
ATTRIBUTES = tuple(
    (" ".join(way), in_order(way))
    for count in range(1, len(Attribute) + 1)
    for way in permutations(Attribute, count)
)


def attributes_of(text: str) -> tuple[Attribute, ...]:
    """The attributes of those names, in order, each once. Raises RuleViolation."""
    names = [word for word in re.split(r"[\s,;]+", one_line(text).casefold()) if word not in ("", "then")]
    if any(name not in set(Attribute) for name in names) or len(set(names)) != len(names):
        raise refused(
            "leaders.no_attributes",
            "“{text:40}” won't do: name Economy, Loyalty or Stability, each at most once.",
            text=text,
        )
    return tuple(Attribute(name) for name in names)


def scores_of(text: str, role: Role) -> dict[Ability, int]:
    """Ability scores as “Cha 16 Wis 12”; a number alone is the role's first. Raises RuleViolation."""
    pieces = _PIECES.findall(one_line(text))
    if any(piece[0] in "+-" for piece in pieces):
        raise refused("leaders.give_scores", "Give ability scores like “Cha 16”, not modifiers like “+3”.")
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
        "“{text:60}” doesn't read as ability scores. Write “{example}”, each ability once.",
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
            "The {role} uses {used:or}; write “{example} 14”, for example.",
            role=role,
            used=used,
            example=used[0].value.capitalize(),
        )


def require_ranks(ranks: int) -> None:
    """See that somebody can have so many ranks. Raises RuleViolation."""
    if not 0 <= ranks <= MOST_RANKS:
        raise refused(
            "leaders.ranks_out_of_range", "Ranks in the role's skill go from 0 to {most}.", most=MOST_RANKS
        )
