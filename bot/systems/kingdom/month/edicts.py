"""Edicts: the levels of holidays, promotion and taxation (Tables 4-1 to 4-3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, Final

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker, Pair
from bot.engine.record import AtStep, Figure, FormField, Press, Step
from bot.engine.saying import Label, Name
from bot.engine.system import RecordId, World
from bot.engine.text import Safe, T, refused
from bot.engine.words import clip, one_line
from bot.engine.working import REASON_LENGTH
from bot.errors import NotAllowed
from bot.systems.kingdom.book import (
    Attribute,
    BuildingType,
    Holiday,
    Limit,
    MonthStep,
    Number,
    Promotion,
    Role,
    Task,
    Taxation,
)
from bot.systems.kingdom.checks import check
from bot.systems.kingdom.moves import Move, correction, move
from bot.systems.kingdom.realm import (
    WHY,
    OnKingdom,
    OnMonth,
    Realm,
    allowed,
    asked_realm,
    founded_realm,
    left,
    realm_of,
)
from bot.systems.kingdom.sources import HALVED, NUMBERS, figures, has_sound
from bot.systems.kingdom.state import (
    EDICT_LABELS,
    LEVELS,
    NAME_LENGTH,
    TASKS,
    Army,
    Kingdom,
    Work,
    having,
    is_vacant,
    level_line,
    level_of,
    promised_holidays,
    unset,
)
from bot.systems.kingdom.steps import acted_for, open_steps

TAX_CHANCE = T("Chance that the tax check succeeds:")
NOT_SET = T("not set yet")
UNCHANGED = T("The edicts stay as they are.")


class SetEdicts(OnKingdom):
    """Set edicts; shows what every number would become first"""

    holiday: Holiday | None = option(
        "Holidays a year: more Loyalty for more Consumption", label="Holidays", default=None
    )
    promotion: Promotion | None = option(
        "More Stability for more Consumption", label="Promotion", default=None
    )
    taxation: Taxation | None = option("More Economy for less Loyalty", label="Taxation", default=None)


@dataclass(frozen=True, slots=True)
class LevelSet:
    """One level that was set: of which kind, what was in force before (nothing at first), and what is now."""

    edict: str
    before: str | None
    after: str

    def sentence(self) -> Safe:
        """The level before and after."""
        levels = LEVELS[self.edict]
        return T("{edict}: {before} → **{after}**")(
            edict=EDICT_LABELS[self.edict],
            before=levels(self.before) if self.before is not None else NOT_SET,
            after=levels(self.after),
        )


class EdictsSet(Event):
    """Edicts were issued. `unset` are the kinds that never were; `is_over` where nothing more comes."""

    work: ClassVar[Work] = Work.EDICTS
    name: str
    levels: tuple[LevelSet, ...]
    unset: tuple[str, ...] = ()
    is_over: bool = False

    def sentence(self) -> Safe:
        """Each level that was set."""
        if not self.levels:
            return T("{name:60}: {unchanged}")(name=self.name, unchanged=UNCHANGED)
        levels = Safe(" · ".join(each.sentence() for each in self.levels))
        return T("{name:60} issues edicts. {levels}")(name=self.name, levels=levels)


# What edicts are about.
WATCHED = (Number.ECONOMY, Number.LOYALTY, Number.STABILITY, Number.CONSUMPTION, TAX_CHANCE)


def edict_asks(state: Kingdom) -> tuple[FormField, ...]:
    """The three levels, each a list of what they give with the one in force chosen."""
    return tuple(
        FormField(
            kind,
            EDICT_LABELS[kind].plain(),
            options=tuple((level.value, str(level_line(kind, level))) for level in levels),
            value=level_of(state.edicts, kind) or "none",
        )
        for kind, levels in LEVELS.items()
    )


def _setting(_kingdom: RecordId, state: Kingdom, _step: Step) -> Iterator[Press]:
    yield Press("do", T("Set edicts…"), asks=edict_asks(state))


@move(
    "edict set",
    step=AtStep(MonthStep.EDICTS, _setting),
    at=MonthStep.EDICTS,
    is_shown_early=True,
    previewed=True,
    watches=WATCHED,
    button="Issue edicts",
)
def set_edicts(move: Move, action: SetEdicts, dice: Dice) -> None:
    """Set the levels that were chosen (R013).

    The step is over once somebody who may set the Promotion edict chose all three together. Raises NotAllowed
    naming exactly the levels that aren't the actor's to set, and RuleViolation where nothing would change.
    """
    world, kingdom = move.world, move.kingdom
    chosen = {kind: LEVELS[kind](level) for kind in LEVELS if (level := getattr(action, kind)) is not None}
    if not chosen:
        raise refused("edicts.none_chosen", "Choose at least one level: holiday, promotion or taxation.")
    changed = {kind: level for kind, level in chosen.items() if _is_decided(world, kingdom, kind, level)}
    move.on_behalf_of = _leader_of(world, kingdom, changed)
    is_over = len(chosen) == len(LEVELS) and _may(world, kingdom, Task.PROMOTION)
    if not changed and not is_over:
        levels = {kind: level_of(kingdom.edicts, kind) or NOT_SET for kind in LEVELS}
        in_force = [T("{edict} {level}")(edict=EDICT_LABELS[kind], level=at) for kind, at in levels.items()]
        raise refused(
            "edicts.in_force_already",
            "Nothing would change: the edicts are already {levels}. Choose another level.",
            levels=in_force,
        )
    changes = tuple(
        LevelSet(kind, level_of(kingdom.edicts, kind), level.value) for kind, level in changed.items()
    )
    move.change(edicts=having(kingdom.edicts, changed))
    event = EdictsSet(move.name, changes, unset(move.kingdom.edicts), is_over)
    move.note(*cautions(move.before), *_preview_notes(event, is_open=MonthStep.EDICTS in open_steps(kingdom)))
    if is_over:
        move.finish(MonthStep.EDICTS)
    move.tell(event)


def _is_decided(world: World, kingdom: Kingdom, kind: str, level: StrEnum) -> bool:
    """Whether that level changes anything.

    A form always hands over all three: "None" for what was never set is no decision of somebody who may not
    take it, for that is what it comes to anyway when the phase ends.
    """
    now = level_of(kingdom.edicts, kind)
    return level is not now and bool(now or level != "none" or _may(world, kingdom, TASKS[kind]))


def _may(world: World, kingdom: Kingdom, task: Task) -> bool:
    try:
        acted_for(world, kingdom, task)
    except NotAllowed:
        return False
    return True


def _leader_of(world: World, kingdom: Kingdom, changed: Iterable[str]) -> int | None:
    """For whom the actor sets them. Raises NotAllowed naming those that aren't the actor's to set."""
    barred = [kind for kind in changed if not _may(world, kingdom, TASKS[kind])]
    if barred:
        edict = T("{edict} (the {roles:or})")
        whose = [edict(edict=EDICT_LABELS[kind], roles=kingdom.roles_for(TASKS[kind])) for kind in barred]
        world.refuse(
            refused(
                "edicts.not_yours",
                "You can't set {edicts}. The Ruler can set every edict; a game master or a proxy (`/gm "
                "deed: proxy`) can act for any leader.",
                NotAllowed,
                edicts=whose,
            )
        )
        return None
    leaders = [acted_for(world, kingdom, TASKS[kind]) for kind in changed]
    return next((leader for leader in leaders if leader is not None), None)


def cautions(realm: Realm) -> Iterator[str]:
    """Vacancies that take an edict's benefit (R037, R038), and buildings that halve its price (R104)."""
    if is_vacant(realm.kingdom, Role.COUNCILOR):
        yield T("⚠ No Councilor: holidays add no Loyalty but still cost BP.")()
    if is_vacant(realm.kingdom, Role.TREASURER):
        yield T("⚠ No Treasurer: Taxation counts as None, and you collect no taxes.")()
    for building in (BuildingType.CATHEDRAL, BuildingType.WATERFRONT):
        if has_sound(realm, building):
            yield T("-# {halved}.")(halved=HALVED[building.value])


def _preview_notes(event: EdictsSet, *, is_open: bool) -> Iterator[str]:
    """Lines that only a preview says of the edicts."""
    yield T("-# You pay the new Consumption from the next Upkeep on.")()
    if event.unset:
        yield will_be_none(event.unset)
    if event.is_over:
        yield T("-# When the Ruler sets all three at once, the step ends.")()
    elif is_open:
        yield T("-# The step stays open: you can still set other levels.")()


def will_be_none(kinds: Iterable[str]) -> Safe:
    """A line on the edicts that were never set, and what becomes of them."""
    return T("-# Not set yet: {edicts}. At the end of the phase that counts as None.")(
        edicts=[EDICT_LABELS[each] for each in kinds]
    )


# -- Holidays that were promised and not held: what that costs is a game master's to say (486) -------------


MOST_MISSED: Final = 20


class MissHolidays(OnMonth):
    """Raise Unrest, because promised holidays weren't held or paid for; shows first what comes of it"""

    unrest: int = option(
        "By how much Unrest rises, as you see fit", label="Unrest rises by", least=1, most=MOST_MISSED
    )
    reason: str = option(WHY, max_length=REASON_LENGTH, default="")


@correction(
    "kingdom gm holidays",
    found=founded_realm,
    previewed=True,
    watches=(Number.UNREST,),
    button="Raise Unrest",
)
def miss_holidays(move: Move, action: MissHolidays, dice: Dice) -> None:
    """Raise Unrest by what a game master says. Raises RuleViolation where no holidays are promised."""
    promised = promised_holidays(move.kingdom)
    if promised is None:
        raise refused(
            "edicts.no_holidays",
            "{name:60} has promised no holidays, so its people miss none. The holiday edict promises them.",
            name=move.name,
        )
    move.upset(action.unrest)
    move.say(
        "edicts.holidays_missed",
        T("{name:60} doesn't hold the holidays it promised, {promised}: **Unrest {unrest:+}**{why}"),
        name=Name(move.name),
        promised=Label(promised),
        unrest=action.unrest,
        why=move.reason_told(),
    )


# -- The figures of a kingdom that previews show before and after ------------------------------------------


_UNITS = {"treasury": T("BP"), "consumption": T("BP a month")}


def kingdom_figures(world: World, kingdom: RecordId) -> Iterator[Figure]:
    """Its numbers, and the chance of its taxes. Raises LookupError where its land was not loaded."""
    state = world.records[kingdom].state
    realm = realm_of(kingdom, world.records.items(), world.campaign.settings, state)
    numbers = figures(realm)
    for name in NUMBERS:
        unit = _UNITS[name]() if name in _UNITS else ""
        yield Figure(Number(name).label, getattr(numbers, name), unit, is_spent=name == Number.TREASURY.value)
    for stat, amount in numbers.further.items():
        yield Figure(Number(stat.value).label, amount)
    if not is_vacant(state, Role.TREASURER):
        yield Figure(TAX_CHANCE(), tax_chance(realm), "%")


def tax_chance(realm: Realm) -> int:
    """The chance that the tax check succeeds, in percent."""
    return int(check(realm, Attribute.ECONOMY).chance * 100)


# -- Armies, as notes: who they are and what they eat (R115) -----------------------------------------------


MOST_ARMIES: Final = 30
MOST_CONSUMPTION: Final = 99
NOTE_LENGTH: Final = 100


def armies(asker: Asker) -> Iterable[Pair]:
    """The armies of the kingdom meant, by name."""
    return [(each.name, each.name) for each in asked_realm(asker).kingdom.armies]


class RaiseArmy(OnKingdom):
    """Raise an army, or change one"""

    name: str = option("A new army, or one to expand or equip", suggest=armies)
    consumption: int | None = option(
        f"Its Consumption a month, 0 to {MOST_CONSUMPTION} BP",
        label="Consumption",
        default=None,
        least=0,
        most=MOST_CONSUMPTION,
    )
    note: str = option("Notes", default="")


class DisbandArmy(OnKingdom):
    """Disband an army"""

    name: str = option("Which army", suggest=armies)


class ArmyRaised(Event):
    """An army was raised, or changed: `before` is what it ate until now (BP a month)."""

    work: ClassVar[Work] = Work.ARMY
    name: str
    army: str
    consumption: int
    note: str = ""
    before: int | None = None

    def sentence(self) -> Safe:
        """What it eats now, and what is noted of it."""
        in_place = T("It takes the place of a new settlement this month.")
        if self.before is None:
            line = T("{name:60} raises **{army:60}**, Consumption {consumption}. {in_place}")
        elif self.consumption > self.before:
            line = T("{name:60} expands **{army:60}**, Consumption {before} → {consumption}. {in_place}")
        else:
            line = T("{name:60} updates **{army:60}**, Consumption {shift}{consumption}.")
        shift = T("{before} → ").of(self) if self.before not in (None, self.consumption) else ""
        note = T("\nNote: {note:100}")(note=self.note) if self.note else ""
        return T("{told}{note}")(told=line.of(self, in_place=in_place(), shift=shift), note=note)


@move("edict army", at=MonthStep.ARMIES, by=Task.ARMIES, button="Set the army")
def raise_army(move: Move, action: RaiseArmy, dice: Dice) -> None:
    """Raise an army, or change one; raised or expanded it takes a new settlement's place (Table 4-4, note 1).

    One of that name that exists keeps what isn't given. Raises RuleViolation where the month's settlements
    are used up, or for what no army can be.
    """
    before = _named(move.kingdom, action.name)
    if before is None and len(move.kingdom.armies) >= MOST_ARMIES:
        raise refused(
            "armies.too_many",
            "A kingdom can have at most {most} armies. Disband one first.",
            most=MOST_ARMIES,
        )
    army = _army(action, before)
    if before == army:
        raise refused(
            "armies.unchanged",
            "{name} is already like that. Give another Consumption or note.",
            name=army.name,
        )
    if before is None or army.consumption > before.consumption:
        if left(move.realm, Limit.SETTLEMENTS) == 0:
            raise refused(
                "armies.no_slot_left",
                "That's all for this month: raising or expanding an army takes the place of a new "
                "settlement, and this Size allows {limit} (Table 4-4).",
                limit=allowed(move.realm, Limit.SETTLEMENTS) or 0,
            )
        move.change(month=move.kingdom.month.using(Limit.SETTLEMENTS))
    others = tuple(each for each in move.kingdom.armies if each is not before)
    move.change(armies=(*others, army))
    ate = before.consumption if before is not None else None
    move.tell(ArmyRaised(move.name, army.name, army.consumption, army.note, ate))


def _army(action: RaiseArmy, before: Army | None) -> Army:
    """The army as it would be. Raises RuleViolation for what none can be."""
    known = before or Army(one_line(action.name))
    if not known.name or len(known.name) > NAME_LENGTH:
        raise refused("armies.name", "An army's name can have 1 to {most} characters.", most=NAME_LENGTH)
    consumption = known.consumption if action.consumption is None else action.consumption
    if not 0 <= consumption <= MOST_CONSUMPTION:
        raise refused(
            "armies.consumption", "An army's Consumption can be 0 to {most}.", most=MOST_CONSUMPTION
        )
    return replace(
        known, consumption=consumption, note=clip(one_line(action.note), NOTE_LENGTH) or known.note
    )


def _named(kingdom: Kingdom, name: str) -> Army | None:
    wanted = one_line(name).casefold()
    return next((each for each in kingdom.armies if each.name.casefold() == wanted), None)


@move("edict disband", at=MonthStep.ARMIES, by=Task.ARMIES)
def disband_army(move: Move, action: DisbandArmy, dice: Dice) -> None:
    """Disband an army, which uses no limit. Raises RuleViolation where there is none of that name."""
    armies, army = move.kingdom.armies, _named(move.kingdom, action.name)
    if army is None:
        there = T("there is {armies}")(armies=[each.name for each in armies])
        raise refused(
            "armies.unknown",
            "There's no army called “{name:60}”: {there}.",
            name=action.name,
            there=there if armies else T("there are none"),
        )
    move.change(armies=tuple(each for each in armies if each is not army))
    move.say(
        "army.disbanded",
        T("{name:60} disbands **{army:60}** (Consumption {consumption})."),
        name=Name(move.name),
        army=Name(army.name),
        consumption=army.consumption,
    )
