"""Vassalage edicts: colonies, subjugated kingdoms, and the peace that must be won there (R164, R165)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import ClassVar

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.steps import at
from bot.engine.text import Safe, T, refused
from bot.engine.words import clip, one_line
from bot.systems.kingdom.abroad.book import (
    EXPENSE,
    GRANT_PART,
    PEACEFUL,
    Balance,
    SpecialEdict,
    Tie,
    Vassalage,
)
from bot.systems.kingdom.abroad.diplomacy import SIZE_PART, agree, with_estimate
from bot.systems.kingdom.abroad.edicts import (
    festival_bonus,
    hampered_by,
    is_hampered,
    is_noted,
    issue,
    renown_told,
    require_expense,
    with_other,
    with_renown,
)
from bot.systems.kingdom.abroad.kingdoms import MOST_OTHERS, met, other_kingdoms, rename_other
from bot.systems.kingdom.abroad.partners import changed_there, with_all_kingdoms
from bot.systems.kingdom.abroad.state import OtherKingdom
from bot.systems.kingdom.book import Attribute, MonthStep, Number, Role, Stat, Task
from bot.systems.kingdom.checks import Check, CheckResult, check, roll_check
from bot.systems.kingdom.moves import Move, move
from bot.systems.kingdom.realm import OnKingdom, Realm
from bot.systems.kingdom.settings import VASSALAGE
from bot.systems.kingdom.state import NAME_LENGTH, Kingdom, Work, with_points, with_unrest

MOST_GRANT = 9_999
BAD_SIDES = 4


class MakeVassal(OnKingdom):
    """Found a colony, or subjugate a conquered kingdom, under your Viceroy"""

    name: str = option(
        "A new colony's name, or the conquered kingdom", suggest=other_kingdoms, max_length=NAME_LENGTH
    )
    way: Vassalage = option("How it becomes a vassal")
    grant: int = option(
        "BP for its Treasury, a quarter of yours at most",
        label="BP for its Treasury",
        default=0,
        least=0,
        most=MOST_GRANT,
    )
    tie: Tie = option("With a colony: the tie, agreed at once", default=Tie.EMBASSY)
    balance: Balance = option(
        "Which side a colony's treaty or alliance favors",
        label="Whom a colony's treaty or alliance favors",
        default=Balance.BALANCED,
    )
    two: bool = option(
        "With a Palace: you'll issue two special edicts this month, −2 on checks",
        label="Issue two special edicts this month",
        default=False,
    )


@dataclass(frozen=True, slots=True)
class Subdued:
    """A Loyalty check for a subjugated kingdom; `streak` are the successes in a row."""

    other: str
    result: CheckResult
    unrest: int = 0
    streak: int = 0

    def sentence(self) -> Safe:
        """How the people take it."""
        says = T("**{other:60} is restless: Unrest {unrest:+}**. {check}")
        if self.result.is_success:
            says = T("**{other:60} stays quiet** ({streak} of 3 in a row). {check}")
        if self.streak >= PEACEFUL:
            says = T("**{other:60} is at peace**: no more checks. {check}")
        return says.of(self, check=self.result.sentence())


class VassalMade(Event):
    """A kingdom is a vassal now (BP spent and granted)."""

    work: ClassVar[Work] = Work.SPECIAL_EDICT
    name: str
    other: str
    way: Vassalage
    spent: int
    grant: int
    tie: Tie
    subdued: Subdued | None = None
    infamy: int = 0
    is_noted: bool = False

    def sentence(self) -> Safe:
        """Which, and what it costs."""
        says = T(
            "**{name:60} founds {other:60}** as its vassal, with {tie}. The edict costs {spent} BP{given}."
            "{infamy}"
        )
        if self.way is Vassalage.SUBJUGATION:
            says = T("**{name:60} subjugates {other:60}**, with {tie}. The edict costs {spent} BP{given}.")
        given = T(", and its Treasury gets **{grant} BP**").of(self) if self.grant else ""
        infamy = renown_told(Number.INFAMY, self.infamy, is_noted=self.is_noted)
        told = T(" {infamy}.")(infamy=infamy) if self.infamy else ""
        line = says.of(self, tie=self.tie.one, given=given, infamy=told)
        return Safe("\n".join((line, *((self.subdued.sentence(),) if self.subdued else ()))))


@move(
    "edict vassal",
    by=Task.VASSALAGE,
    step=at(
        MonthStep.SPECIAL,
        "vassal",
        T("Make a vassal…"),
        when=lambda state: SpecialEdict.VASSALAGE in state.month.special,
        place=1,
        values={"way": Vassalage.COLONY},
        asks=("name", "way", "grant", "tie", "balance"),
    ),
    scope=with_all_kingdoms,
    previewed=True,
    watches=(Number.TREASURY, Number.UNREST),
    button="Issue the edict",
)
def make_vassal(move: Move, action: MakeVassal, dice: Dice) -> None:
    """Make a vassal for 1d4 BP, with a grant of at most a quarter of what the Treasury holds then (R165).

    Of a kingdom that is played the grant goes to its Treasury.
    Raises RuleViolation or NotAllowed.
    """
    world, realm = move.world, move.realm
    is_conquest = action.way is Vassalage.SUBJUGATION
    other = met(world, realm, action.name) if is_conquest else _colony(realm, action)
    if other.is_vassal:
        raise refused("vassal.is_one", "{name:60} is your vassal already.", name=other.name)
    if not any(not each.has_died for each in realm.kingdom.held_by(Role.VICEROY)):
        raise refused("vassal.no_viceroy", "A vassal needs a Viceroy: name one with `/leader assign` first.")
    kingdom = issue(world, realm, SpecialEdict.VASSALAGE, is_of_two=action.two, has_checks=is_conquest)
    require_expense(realm)
    # As the die of its cost may fall, that is known only once it has; a larger grant is cut to it.
    most = max(0, realm.kingdom.treasury - 1) // GRANT_PART
    if action.grant > most:
        raise refused(
            "vassal.grant",
            "A grant can be {most} BP at most: a quarter of the Treasury once the edict is paid.",
            most=most,
        )
    hampered = hampered_by(is_hampered(kingdom, is_of_two=action.two))
    if is_conquest:
        move.note(T("A Loyalty check now and in each Upkeep, until three in a row succeed:")())
        move.note(loyalty_check(realm, other, hampered).sentence())
    move.note(T("-# The edict costs 1d4 BP.")())
    (spent,) = dice.roll(1, EXPENSE, reason=T("expenses of the edict, BP").plain())
    grant = min(action.grant, max(0, kingdom.treasury - spent) // GRANT_PART)
    after = replace(realm, kingdom=with_points(kingdom, -spent - grant))
    subdued = None
    if is_conquest:
        other = replace(
            other, is_vassal=True, is_subjugated=True, has_embassy=True, is_at_war=False, subdued=0
        )
        after = replace(after, kingdom=with_other(after.kingdom, other))
        after, subdued = _try_to_subdue(after, other, dice, hampered)
    else:
        after = _with_colony(after, other, action, dice)
    also, told = changed_there(world, realm, other, _subject_to, points=grant)
    tie = next(each.tie for each in after.kingdom.others if each.name == other.name)
    infamy = 0 if is_conquest else _infamy_of(action)
    after = with_renown(after, Stat.INFAMY, infamy)
    move.realm = after
    move.also += also
    move.tell(
        VassalMade(kingdom.name, other.name, action.way, spent, grant, tie, subdued, infamy, is_noted(realm)),
        *told,
    )


def _infamy_of(action: MakeVassal) -> int:
    """What a colony's unbalanced terms cost, 1 each for a treaty and an alliance that favor this kingdom."""
    ties = [tie for tie in (Tie.TREATY, Tie.ALLIANCE) if action.tie.place >= tie.place]
    return len(ties) if action.balance is Balance.OURS else 0


def _subject_to(there: OtherKingdom) -> OtherKingdom:
    """How a subjugated kingdom keeps the one that rules it now."""
    return replace(there, has_embassy=True, is_at_war=False, has_attacked=False)


def _colony(realm: Realm, action: MakeVassal) -> OtherKingdom:
    """A new kingdom of that name. Raises RuleViolation where there is one."""
    name = one_line(action.name)
    others = realm.kingdom.others
    # Nobody learns of one that is hidden by a name that is taken.
    known_ = (each.name.casefold() for each in others if not each.is_hidden)
    taken = {realm.kingdom.name.casefold(), *known_}
    if not name or name.casefold() in taken:
        raise refused("vassal.name_taken", "A colony needs a name that no kingdom has yet.")
    if len(others) >= MOST_OTHERS:
        raise refused(
            "vassal.too_many", "A kingdom can keep track of {most} others at most.", most=MOST_OTHERS
        )
    return OtherKingdom(clip(name, NAME_LENGTH), realm.kingdom.alignment)


def _with_colony(realm: Realm, other: OtherKingdom, action: MakeVassal, dice: Dice) -> Realm:
    """The realm with a colony, and the tie with it: that takes no check."""
    realm = replace(realm, kingdom=_with_hidden_aside(realm.kingdom, other.name))
    other = replace(other, is_vassal=True, has_embassy=action.tie is not Tie.NONE)
    after = replace(realm, kingdom=with_other(realm.kingdom, other))
    for tie in (Tie.TREATY, Tie.ALLIANCE):
        if action.tie.place >= tie.place:
            other = with_estimate(other, tie, dice)
            after, made = agree(after, other, tie, action.balance)
            other = next(each for each in after.kingdom.others if each.name == made.other)
    return after


def _with_hidden_aside(kingdom: Kingdom, name: str) -> Kingdom:
    """With a hidden kingdom of that name under another one: game masters may name it anew."""
    found = next((each for each in kingdom.others if each.name.casefold() == name.casefold()), None)
    if found is None:
        return kingdom
    taken = {each.name for each in kingdom.others}
    aside = next(new for number in count(2) if (new := f"{found.name[:50]} ({number})") not in taken)
    return with_other(rename_other(kingdom, found.name, aside), replace(found, name=aside), before=found.name)


def loyalty_check(realm: Realm, other: OtherKingdom, bonus: int = 0) -> Check:
    """The check for a subjugated kingdom: the Control DC, and a fifth of its Size more (R164)."""
    made = check(realm, Attribute.LOYALTY, bonus + festival_bonus(realm, other.name))
    return replace(made, dc=made.dc + other.size // SIZE_PART)


def _try_to_subdue(realm: Realm, other: OtherKingdom, dice: Dice, bonus: int = 0) -> tuple[Realm, Subdued]:
    """The realm once that check is made: Unrest +1d4 if it fails; after three in a row there is peace."""
    reason = T("Loyalty check for a vassal").plain()
    result = roll_check(loyalty_check(realm, other, bonus), dice, reason)
    unrest, streak = 0, (other.subdued or 0) + 1
    if not result.is_success:
        (unrest,) = dice.roll(1, BAD_SIDES, reason=T("Unrest").plain())
        streak = 0
    other = replace(other, subdued=None if streak >= PEACEFUL else streak)
    after = replace(realm, kingdom=with_unrest(with_other(realm.kingdom, other), unrest))
    return after, Subdued(other.name, result, unrest, streak)


def with_vassals(realm: Realm, dice: Dice) -> tuple[Realm, tuple[Subdued, ...]]:
    """The realm once each subjugated kingdom's check of this Upkeep is made (R164)."""
    told = list[Subdued]()
    for each in subjugated(realm):
        realm, subdued = _try_to_subdue(realm, each, dice)
        told.append(subdued)
    return realm, tuple(told)


def subjugated(realm: Realm) -> Iterator[OtherKingdom]:
    """The vassals that are not at peace yet, where the campaign uses the rule."""
    is_used = realm.rulings.has(VASSALAGE, "yes")
    return (each for each in realm.kingdom.others if is_used and each.subdued is not None)
