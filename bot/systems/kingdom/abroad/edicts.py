"""Special edicts: how many a month allows, whose they are, and what all of them share (R161)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from bot.engine.dice.source import Dice
from bot.engine.saying import NOTHING, Clause, Label
from bot.engine.system import RecordId, World
from bot.engine.text import T, refused
from bot.systems.kingdom.abroad.book import EXPENSE, TWO_EDICTS, SpecialEdict
from bot.systems.kingdom.abroad.state import OtherKingdom
from bot.systems.kingdom.book import BuildingType, MonthStep, Number, Role, Stat, Task
from bot.systems.kingdom.realm import Realm, founded_realm, require_points
from bot.systems.kingdom.settings import FAME
from bot.systems.kingdom.settling import SPECIAL_EDICTS
from bot.systems.kingdom.sources import cut_at_zero, has_sound, number_of
from bot.systems.kingdom.state import Kingdom, is_vacant, with_more, with_points
from bot.systems.kingdom.steps import at_step, done

TASKS: Final[Mapping[SpecialEdict, Task]] = {
    SpecialEdict.DIPLOMATIC: Task.DIPLOMACY,
    SpecialEdict.EXPLORATION: Task.EXPLORATION,
    SpecialEdict.TRADE: Task.TRADE,
    SpecialEdict.VASSALAGE: Task.VASSALAGE,
}
# A kingdom without a Grand Diplomat can't issue these.
_DIPLOMATS: Final = (SpecialEdict.DIPLOMATIC, SpecialEdict.EXPLORATION)


def require_used(realm: Realm, edict: SpecialEdict) -> None:
    """See that the campaign uses that rule. Raises RuleViolation."""
    if not realm.rulings.has(SPECIAL_EDICTS[edict], "yes"):
        raise refused(
            "special.unused",
            "This campaign doesn't use {edict:lower}s (`/campaign settings`).",
            edict=edict,
        )


def using(edict: SpecialEdict) -> Callable[[World, RecordId], Realm]:
    """How a kingdom is found for what an edict is about: founded, in a campaign that uses that rule."""

    def found(world: World, kingdom: RecordId) -> Realm:
        realm = founded_realm(world, kingdom)
        require_used(realm, edict)
        return realm

    return found


diplomatic: Final = using(SpecialEdict.DIPLOMATIC)


def most_edicts(realm: Realm) -> int:
    """How many special edicts a month allows: two with a Palace."""
    return 2 if has_sound(realm, BuildingType.PALACE) else 1


def issue(
    world: World, realm: Realm, edict: SpecialEdict, *, is_of_two: bool = False, has_checks: bool = False
) -> Kingdom:
    """The kingdom with one more special edict issued this month; the last one ends the step.

    `has_checks`: kingdom checks belong to it that are made at once. They take −2 where two edicts are issued,
    so with the first it is said whether it `is_of_two`. Raises RuleViolation where no more are allowed.
    """
    require_used(realm, edict)
    kingdom = realm.kingdom
    at_step(world, kingdom, MonthStep.SPECIAL)
    month, most = kingdom.month, most_edicts(realm)
    if is_of_two and most == 1:
        raise refused(
            "special.no_palace", "Only a kingdom with a Palace can issue two special edicts a month."
        )
    if len(month.issued) >= most:
        raise refused(
            "special.issued_already",
            "This month's special {issued:edict is|edicts are} issued already: {issued}. The next Edict "
            "phase allows more.",
            issued=list(month.issued),
        )
    if month.is_alone:
        raise refused(
            "special.is_alone",
            "The checks of this month's {edict:lower} were rolled without the −2 for two edicts, so it stays "
            "the only one.",
            edict=month.issued[0],
        )
    if edict in _DIPLOMATS and is_vacant(kingdom, Role.GRAND_DIPLOMAT):
        raise refused(
            "special.no_diplomat",
            "Without a Grand Diplomat the kingdom can't issue {edict:lower}s. Fill the role with "
            "`/leader assign`.",
            edict=edict,
        )
    issued = (*month.issued, edict)
    is_alone = has_checks and not is_of_two and len(issued) == 1
    after = replace(kingdom, month=replace(month, issued=issued, is_alone=is_alone))
    if len(issued) == 2:
        after = _hampered(after)
    return done(after, MonthStep.SPECIAL) if len(issued) >= most or is_alone else after


def _hampered(kingdom: Kingdom) -> Kingdom:
    """What the first of two began this month has its checks still to come: they take −2 as well."""
    now = kingdom.month.number
    routes = tuple(
        replace(each, is_hampered=each.is_hampered or each.since == now) for each in kingdom.routes
    )
    parties = tuple(
        replace(each, is_hampered=each.is_hampered or each.since == now) for each in kingdom.expeditions
    )
    return replace(kingdom, routes=routes, expeditions=parties)


def is_hampered(kingdom: Kingdom, *, is_of_two: bool) -> bool:
    """Whether the checks of the edict that was issued last are those of one of two."""
    return is_of_two or len(kingdom.month.issued) > 1


def hampered_by(hampered: bool) -> int:
    """What a kingdom check loses where special edicts hamper it."""
    return TWO_EDICTS if hampered else 0


def require_expense(realm: Realm, further: int = 0) -> None:
    """See that 1d4 BP and so much more are in hand, whatever the die shows. Raises RuleViolation."""
    require_points(realm, EXPENSE + further)


def with_expense(kingdom: Kingdom, dice: Dice, further: int = 0) -> tuple[Kingdom, int]:
    """The kingdom once 1d4 BP of expenses and so much more are paid; what the die came to."""
    (spent,) = dice.roll(1, EXPENSE, reason=T("expenses of the edict, BP").plain())
    return with_points(kingdom, -spent - further), spent


# -- what a festival does, to which the leaders went with gifts ---------------------------------------------


# For so many months it adds so much to Fame and to edict checks, toward that kingdom alone (1599).
FESTIVAL_MONTHS: Final = 12
FESTIVAL_FAME, FESTIVAL_CHECKS = 1, 2


def is_festive(realm: Realm, other: OtherKingdom) -> bool:
    """Whether a festival there still helps."""
    return 0 < other.festival <= realm.month <= other.festival + FESTIVAL_MONTHS


def fame_toward(realm: Realm, other: OtherKingdom) -> int:
    """Fame in checks that relate to that kingdom."""
    more = FESTIVAL_FAME if realm.rulings.has(FAME, "yes") and is_festive(realm, other) else 0
    return number_of(realm, Number.FAME.value) + more


def festival_bonus(realm: Realm, name: str) -> int:
    """What it adds to edict checks that relate to the kingdom of that name."""
    other = next((each for each in realm.kingdom.others if each.name == name), None)
    return FESTIVAL_CHECKS if other is not None and is_festive(realm, other) else 0


# -- what diplomacy does to a kingdom's name --------------------------------------------------------------


def is_noted(realm: Realm) -> bool:
    """Whether the table keeps track of Fame and Infamy by itself: the campaign doesn't use them."""
    return not realm.rulings.has(FAME, "yes")


def renown_told(number: Number, amount: int, *, is_noted: bool) -> Clause:
    """By how much Fame or Infamy changes; `is_noted`: nobody counts it here, so the table notes it."""
    noted = Clause(T(" (you keep track of that)")) if is_noted else NOTHING
    return Clause(T("**{number} {amount:+}**{noted}"), number=Label(number), amount=amount, noted=noted)


def with_renown(realm: Realm, stat: Stat, amount: int) -> Realm:
    """With Fame or Infamy changed by what is done abroad; where nobody counts it, as it was."""
    amount = cut_at_zero(realm, stat, amount)
    if not amount or not realm.rulings.has(FAME, "yes"):
        return realm
    name = T("Deeds abroad").plain()
    return replace(realm, kingdom=with_more(realm.kingdom, stat, amount, name))


def with_other(kingdom: Kingdom, other: OtherKingdom, before: str = "") -> Kingdom:
    """With another kingdom as given, in the place of the one that had its name, or the name before."""
    name = before or other.name
    others = tuple(other if each.name == name else each for each in kingdom.others)
    return replace(kingdom, others=others if other in others else (*others, other))
