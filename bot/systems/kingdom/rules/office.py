"""Who holds which role, and what is typed about leaders: read, and refused where it can't be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.engine.people import Standing
from bot.engine.words import one_line, safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.book import DUTY_DAYS, ROLES, ruler_attributes
from bot.systems.kingdom.rules.calendar import is_open
from bot.systems.kingdom.rules.duties import Asker, acted_for_leader, asked
from bot.systems.kingdom.rules.realm import Realm, require_standing
from bot.systems.kingdom.rules.state import LEADER_LENGTH, Kingdom, Leader
from bot.systems.kingdom.rules.terms import Ability, Attribute, Phase, Role, Stage, Step, Task
from bot.systems.kingdom.words import leaders as words

LEAST_SCORE, MOST_SCORE, MOST_RANKS = 1, 60, 40
ABILITIES: Mapping[str, Ability] = {
    **{each.value: each for each in Ability},
    **{words.ABILITIES[each.value].casefold(): each for each in Ability},
}
_PIECES = re.compile(r"[^\W\d_]+|[+-]?\d+")


# -- who holds what -----------------------------------------------------------------------------------


def holder(kingdom: Kingdom, role: Role, name: str = "") -> Leader:
    """Who holds a role; by name where two Rulers are married. Raises RuleViolation where nobody does."""
    held = kingdom.held_by(role)
    if not held:
        raise RuleViolation(words.nobody_holds(safe(kingdom.name, 60), role.value))
    meant = [each for each in held if same_name(each.name, name)] if name else list(held)
    if len(meant) != 1:
        names = [safe(each.name) for each in held]
        raise RuleViolation(words.which_of(role.value, names, safe(name, LEADER_LENGTH)))
    return meant[0]


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
        raise RuleViolation(words.CONSORT_BESIDE_TWO)


def require_attributes(realm: Realm, role: Role, chosen: Sequence[Attribute]) -> None:
    """See that a role's holder can add to those. Raises RuleViolation (R033, R035)."""
    fixed = ROLES[role].attribute
    if not chosen:
        return
    if fixed is not None:
        raise RuleViolation(words.adds_always(role.value, fixed.value))
    if role is Role.RULER and len(chosen) > ruler_attributes(realm.size):
        raise RuleViolation(words.too_many_attributes(realm.size, ruler_attributes(realm.size)))
    if role is Role.SPYMASTER and len(chosen) > 1:
        raise RuleViolation(words.ONE_OF_SPYMASTER)
    if role is Role.SPYMASTER and is_before_edicts(realm.kingdom):
        raise RuleViolation(words.SPYMASTER_LATER)


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
        raise RuleViolation(words.not_now(kingdom.month.phase.value))
    return on_behalf


# -- what is typed ------------------------------------------------------------------------------------


def role_of(text: str) -> Role:
    """The role of that name. Raises RuleViolation."""
    meant = one_line(text).casefold().replace("_", " ").replace("-", " ")
    for each in Role:
        if each.value.replace("_", " ") == meant:
            return each
    raise RuleViolation(words.no_role(safe(text, 40)))


def roles_of(text: str) -> tuple[Role, ...]:
    """The roles of those names, divided by commas, each once. Raises RuleViolation."""
    names = [part for part in re.split(r"[,;\n]", text) if one_line(part)]
    return tuple(dict.fromkeys(role_of(name) for name in names))


def attributes_of(text: str) -> tuple[Attribute, ...]:
    """The attributes of those names, in order, each once. Raises RuleViolation."""
    names = [word for word in re.split(r"[\s,;]+", one_line(text).casefold()) if word not in ("", "then")]
    if any(name not in set(Attribute) for name in names) or len(set(names)) != len(names):
        raise RuleViolation(words.no_attributes(safe(text, 40)))
    return tuple(Attribute(name) for name in names)


def scores_of(text: str, role: Role) -> dict[Ability, int]:
    """Ability scores as “Cha 16 Wis 12”; a number alone is the role's first. Raises RuleViolation."""
    pieces = _PIECES.findall(one_line(text))
    if any(piece[0] in "+-" for piece in pieces):
        raise RuleViolation(words.GIVE_SCORES)
    first = ROLES[role].abilities[0]
    if len(pieces) == 1 and pieces[0].isdecimal():
        return require_scores({first: _score(pieces[0])})
    found: dict[Ability, int] = {}
    for one, other in zip(pieces[::2], pieces[1::2], strict=False):
        name, number = (other, one) if one.isdecimal() else (one, other)
        ability = ABILITIES.get(name.casefold())
        if ability is None or not number.isdecimal() or ability in found:
            raise RuleViolation(words.no_scores(safe(text, 60), _used(role)))
        found[ability] = _score(number)
    if text and (len(pieces) % 2 or not found):
        raise RuleViolation(words.no_scores(safe(text, 60), _used(role)))
    return require_scores(found)


def _score(digits: str) -> int:
    return int(digits) if len(digits) <= len(str(MOST_SCORE)) else MOST_SCORE + 1


def require_scores(scores: Mapping[Ability, int]) -> dict[Ability, int]:
    """The scores, where a being can have them. Raises RuleViolation."""
    for ability, score in scores.items():
        if not LEAST_SCORE <= score <= MOST_SCORE:
            raise RuleViolation(words.score_out_of_range(ability.value, LEAST_SCORE, MOST_SCORE))
    return dict(scores)


def require_used(scores: Mapping[Ability, int], role: Role) -> None:
    """See that a role uses one of those that are given. Raises RuleViolation."""
    if scores and not any(each in scores for each in ROLES[role].abilities):
        raise RuleViolation(words.unused_scores(role.value, _used(role)))


def require_ranks(ranks: int) -> None:
    """See that somebody can have so many ranks. Raises RuleViolation."""
    if not 0 <= ranks <= MOST_RANKS:
        raise RuleViolation(words.ranks_out_of_range(MOST_RANKS))


def _used(role: Role) -> Sequence[str]:
    return [each.value for each in ROLES[role].abilities]
