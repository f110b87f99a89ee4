"""Edicts: levels, who sets them, when they count, and the book's own examples."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.declare import options_of
from bot.engine.event import sentence
from bot.engine.system import Result
from bot.errors import NotAllowed
from bot.systems.kingdom.book import (
    HOLIDAYS,
    PROMOTIONS,
    TAXATIONS,
    Holiday,
    Limit,
    MonthStep,
    Phase,
    Promotion,
    Role,
    Task,
    Taxation,
)
from bot.systems.kingdom.month.course import FinishStep, SkipStep
from bot.systems.kingdom.month.edicts import (
    ArmyRaised,
    DisbandArmy,
    EdictsSet,
    LevelSet,
    MissHolidays,
    RaiseArmy,
    SetEdicts,
    edict_asks,
)
from bot.systems.kingdom.month.rules import ConsumptionPaid, PayConsumption
from bot.systems.kingdom.settling import PhaseBegan
from bot.systems.kingdom.sources import Figures, figures
from bot.systems.kingdom.state import Army, Edicts, settled_edicts
from tests.refusals import refuses
from tests.systems.kingdom import months_scenes
from tests.systems.kingdom.income_scenes import COUNCIL, TO_EDICTS, at_armies, at_edicts
from tests.systems.kingdom.scenes import (
    DEACON,
    MARISOL,
    STRANGER,
    TARN,
    WREN,
    by,
    decided,
    kingdom_of,
    leader,
    month,
    play,
    played,
    realm_in,
    require_refused,
    scene,
    tarn,
)

NONE_AT_ALL = Edicts(Holiday.NONE, Promotion.NONE, Taxation.NONE)


def numbers(edicts: Edicts, **changes: Any) -> Figures:
    return figures(realm_in(scene(at_edicts(edicts=edicts, **changes))))


def event(turn: Result) -> EdictsSet:
    found = next(each for each in turn.events if isinstance(each, EdictsSet))
    assert isinstance(found, EdictsSet)
    return found


def without(role: Role) -> tuple[Any, ...]:
    return tuple(each for each in COUNCIL if each.role is not role)


# -- the tables ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", Holiday)
def test_table_4_1_holidays_give_loyalty_for_consumption(level: Holiday) -> None:
    before, after = numbers(Edicts()), numbers(Edicts(holiday=level))
    assert (after.loyalty - before.loyalty, after.raw - before.raw) == HOLIDAYS[level]
    assert (after.economy, after.stability) == (before.economy, before.stability)


@pytest.mark.parametrize("level", Promotion)
def test_table_4_2_promotion_gives_stability_for_consumption(level: Promotion) -> None:
    before, after = numbers(Edicts()), numbers(Edicts(promotion=level))
    assert (after.stability - before.stability, after.raw - before.raw) == PROMOTIONS[level]
    assert (after.economy, after.loyalty) == (before.economy, before.loyalty)


@pytest.mark.parametrize("level", Taxation)
def test_table_4_3_taxation_gives_economy_for_loyalty(level: Taxation) -> None:
    before, after = numbers(Edicts()), numbers(Edicts(taxation=level))
    assert (after.economy - before.economy, after.loyalty - before.loyalty) == TAXATIONS[level]
    assert (after.raw, after.stability) == (before.raw, before.stability)


def test_the_tables_as_printed() -> None:
    assert list(HOLIDAYS.values()) == [(-1, 0), (1, 1), (2, 2), (3, 4), (4, 8)]
    assert list(PROMOTIONS.values()) == [(-1, 0), (1, 1), (2, 2), (3, 4), (4, 8)]
    assert list(TAXATIONS.values()) == [(0, 1), (1, -1), (2, -2), (3, -4), (4, -8)]


def test_the_books_example_of_logan_who_takes_back_24_holidays() -> None:
    before = numbers(Edicts())
    many = scene(at_edicts(), actor=DEACON)
    many = played(many, SetEdicts(TARN, holiday=Holiday.TWENTY_FOUR))
    glad = figures(realm_in(many))
    assert (glad.loyalty - before.loyalty, glad.consumption - before.consumption) == (4, 8)
    sober = figures(realm_in(played(many, SetEdicts(TARN, holiday=Holiday.NONE))))
    assert (sober.loyalty - before.loyalty, sober.consumption - before.consumption) == (-1, 0)


# -- when they count ----------------------------------------------------------------------------------


def test_r013_before_the_first_edict_phase_is_over_there_is_no_level() -> None:
    before, printed = numbers(Edicts()), numbers(NONE_AT_ALL)
    assert (printed.loyalty - before.loyalty, printed.stability - before.stability) == (0, -1)
    assert printed.economy == before.economy


@pytest.mark.parametrize(
    "ending", [FinishStep(TARN, MonthStep.EDICTS), SkipStep(TARN, MonthStep.EDICTS, "Later")]
)
def test_r013_what_was_never_set_is_none_once_the_phase_ends(ending: Any) -> None:
    begun = played(scene(at_edicts()), SetEdicts(TARN, taxation=Taxation.HEAVY))
    assert kingdom_of(begun).edicts == Edicts(taxation=Taxation.HEAVY)
    over = kingdom_of(played(begun, ending))
    assert over.edicts == Edicts(Holiday.NONE, Promotion.NONE, Taxation.HEAVY)
    assert over.month.phase is Phase.INCOME


def test_r013_levels_persist_from_month_to_month() -> None:
    levels = Edicts(Holiday.SIX, Promotion.TOKEN, Taxation.LIGHT)
    later = scene(at_edicts(edicts=levels, month=month(Phase.EDICT, number=4, size=3)))
    assert settled_edicts(kingdom_of(later)) == kingdom_of(later)
    changed = played(scene(at_edicts(edicts=levels)), SetEdicts(TARN, taxation=Taxation.HEAVY))
    assert kingdom_of(changed).edicts == replace(levels, taxation=Taxation.HEAVY)


def test_r013_numbers_change_at_once_and_nothing_is_paid_yet() -> None:
    before = scene(at_edicts())
    after = played(before, SetEdicts(TARN, holiday=Holiday.TWELVE))
    assert figures(realm_in(after)).consumption == figures(realm_in(before)).consumption + 4
    assert kingdom_of(after).treasury == kingdom_of(before).treasury


def test_r037_without_a_treasurer_taxation_counts_as_none() -> None:
    gone = without(Role.TREASURER)
    assert numbers(Edicts(taxation=Taxation.OVERWHELMING), leaders=gone) == numbers(
        Edicts(taxation=Taxation.NONE), leaders=gone
    )


def promising(level: Holiday | None = Holiday.TWELVE, **changes: Any) -> Any:
    """Tarn in its Upkeep, with that promised."""
    return months_scenes.at(MonthStep.CONSUMPTION, edicts=Edicts(holiday=level), **changes)


def test_a_promised_holiday_that_isnt_held_costs_the_unrest_that_a_game_master_says() -> None:
    """The book raises Unrest for it, and leaves open by how much (486)."""
    begin = promising(unrest=3)
    then = played(begin, MissHolidays(TARN, 2, "No feast"))
    assert kingdom_of(then).unrest == 5
    (told, *_) = play(begin, MissHolidays(TARN, 2, "No feast")).events
    assert sentence(told) == (
        "Tarn doesn't hold the holidays it promised, 12 a year: **Unrest +2**: No feast"
    )
    # The Loyalty of the edict goes on until other holidays are promised.
    assert figures(realm_in(then)).loyalty == figures(realm_in(begin)).loyalty


@pytest.mark.parametrize("level", [None, Holiday.NONE])
def test_nobody_misses_holidays_that_were_not_promised(level: Holiday | None) -> None:
    require_refused(promising(level), MissHolidays(TARN, 2), "edicts.no_holidays")


@pytest.mark.parametrize(
    ("level", "treasury", "owes"),
    [(Holiday.TWELVE, 20, False), (Holiday.TWELVE, 1, True), (Holiday.NONE, 1, False), (None, 1, False)],
)
def test_promised_holidays_that_arent_paid_for_are_told_to_the_game_masters(
    level: Holiday | None, treasury: int, owes: bool
) -> None:
    (paid, *_) = play(promising(level, treasury=treasury), PayConsumption(TARN)).events
    assert isinstance(paid, ConsumptionPaid)
    assert (paid.owes_holidays, "`/gm deed: holidays`" in str(paid.outcome)) == (owes, owes)


def test_r038_without_a_councilor_holidays_cost_and_bring_nothing() -> None:
    gone = without(Role.COUNCILOR)
    before, after = numbers(Edicts(), leaders=gone), numbers(Edicts(holiday=Holiday.SIX), leaders=gone)
    assert (after.loyalty - before.loyalty, after.raw - before.raw) == (0, 2)
    none = numbers(Edicts(holiday=Holiday.NONE), leaders=gone)
    assert none.loyalty - before.loyalty == -1


# -- the step -----------------------------------------------------------------------------------------


def test_one_level_leaves_the_step_open_and_the_others_alone() -> None:
    turn = play(scene(at_edicts(), actor=WREN), SetEdicts(TARN, taxation=Taxation.HEAVY))
    told = event(turn)
    assert told.levels == (LevelSet("taxation", None, "heavy"),)
    assert (told.unset, told.is_over) == (("holiday", "promotion"), False)
    assert not any(isinstance(each, PhaseBegan) for each in turn.events)


def test_all_three_by_the_ruler_end_the_step_and_the_phase() -> None:
    turn = play(
        scene(at_edicts(), actor=DEACON), SetEdicts(TARN, Holiday.ONE, Promotion.NONE, Taxation.HEAVY)
    )
    assert event(turn).is_over
    assert next(e for e in turn.events if isinstance(e, PhaseBegan)).phases == (Phase.INCOME,)


def test_all_three_as_they_are_by_the_ruler_end_the_step() -> None:
    begun = scene(at_edicts(edicts=NONE_AT_ALL), actor=DEACON)
    told = event(play(begun, SetEdicts(TARN, Holiday.NONE, Promotion.NONE, Taxation.NONE)))
    assert (told.levels, told.is_over) == ((), True)


def test_a_form_hands_over_plain_words() -> None:
    form = {"holiday": "12", "promotion": "token", "taxation": "light"}
    taken: Any = {name: options_of(SetEdicts)[name].taken(value) for name, value in form.items()}
    after = kingdom_of(played(scene(at_edicts(), actor=DEACON), SetEdicts(TARN, **taken)))
    assert after.edicts == Edicts(Holiday.TWELVE, Promotion.TOKEN, Taxation.LIGHT)


def test_who_may_set_one_level_sends_the_whole_form_and_the_step_stays_open() -> None:
    """What the Treasurer's form hands over for others' edicts, as they are, is not the Treasurer's doing."""
    turn = play(scene(at_edicts(), actor=WREN), SetEdicts(TARN, Holiday.ONE, Promotion.NONE, Taxation.HEAVY))
    assert event(turn).unset == ("promotion",)
    assert not event(turn).is_over


# -- who may ------------------------------------------------------------------------------------------


def test_the_ruler_sets_every_edict() -> None:
    begun = scene(at_edicts(), actor=DEACON)
    assert play(begun, SetEdicts(TARN, taxation=Taxation.LIGHT)).on_behalf_of == WREN


def test_exactly_the_levels_that_are_not_ones_own_are_refused() -> None:
    begun = scene(at_edicts(), actor=WREN)
    with refuses("edicts.not_yours", "Promotion (the Ruler)") as refused:
        play(begun, SetEdicts(TARN, Holiday.ONE, Promotion.TOKEN, Taxation.HEAVY))
    assert "Holidays" not in str(refused.value)
    assert "Taxation" not in str(refused.value)


def test_each_role_of_the_table_sets_its_own() -> None:
    priest = tuple(
        replace(each, player=STRANGER) if each.role is Role.HIGH_PRIEST else each for each in COUNCIL
    )
    begun = scene(at_edicts(leaders=priest), actor=STRANGER)
    assert kingdom_of(played(begun, SetEdicts(TARN, holiday=Holiday.ONE))).edicts.holiday is Holiday.ONE
    require_refused(begun, SetEdicts(TARN, taxation=Taxation.HEAVY), "edicts.not_yours", "Taxation")


def test_the_kingdoms_own_table_says_who_sets_what() -> None:
    duties = {Task.TAXATION: (Role.RULER,)}
    with refuses("edicts.not_yours", "Taxation (the Ruler)"):
        play(scene(at_edicts(duties=duties), actor=WREN), SetEdicts(TARN, taxation=Taxation.HEAVY))


def test_a_game_master_and_a_proxy_set_them_for_the_leader_marked() -> None:
    action = SetEdicts(TARN, promotion=Promotion.TOKEN)
    assert play(scene(at_edicts()), action).on_behalf_of == DEACON
    assert play(scene(at_edicts(proxies=(WREN,)), actor=WREN), action).on_behalf_of == DEACON


def test_where_everybody_may_decide_it_is_marked_too() -> None:
    begun = scene(at_edicts(), actor=WREN, campaign=decided(who_rolls="anyone"))
    assert play(begun, SetEdicts(TARN, promotion=Promotion.TOKEN)).on_behalf_of == DEACON


# -- refused ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "refusal"),
    [
        (SetEdicts(TARN), refuses("edicts.none_chosen")),
        (SetEdicts(TARN, holiday=Holiday.SIX), refuses("edicts.in_force_already")),
    ],
)
def test_what_can_not_be_set_is_refused(action: SetEdicts, refusal: Any) -> None:
    begun = scene(at_edicts(edicts=Edicts(holiday=Holiday.SIX)), actor=DEACON)
    with refusal:
        play(begun, action)


def test_edicts_outside_their_step_are_refused() -> None:
    with refuses("month.not_yet", "finish Leadership"):
        play(scene(tarn(leaders=COUNCIL)), SetEdicts(TARN, holiday=Holiday.ONE))


def test_with_steps_in_any_order_edicts_are_open_from_the_start() -> None:
    early = tarn(leaders=COUNCIL, month=month(Phase.EDICT, size=3, in_any_order=True))
    after = kingdom_of(played(scene(early, actor=DEACON), SetEdicts(TARN, holiday=Holiday.ONE)))
    assert after.edicts.holiday is Holiday.ONE


def test_a_game_master_is_told_as_such() -> None:
    assert play(scene(at_edicts(), actor=MARISOL), SetEdicts(TARN, holiday=Holiday.ONE)).on_behalf_of == WREN


# -- Armies as notes: what they eat, and whose place they take ------------------------------------------


GUARD = Army("The Guard", 3, "On foot")
GENERAL = (*(each for each in COUNCIL if each.role is not Role.GENERAL), leader(Role.GENERAL, STRANGER))


def at(**changes: Any) -> Any:
    return scene(at_armies(leaders=GENERAL, **changes), actor=STRANGER)


def test_r115_an_army_is_a_note_that_eats() -> None:
    before = at()
    after = played(before, RaiseArmy(TARN, " The  Guard ", 3, "On foot"))
    assert kingdom_of(after).armies == (GUARD,)
    assert figures(realm_in(after)).raw == figures(realm_in(before)).raw + 3


def test_r115_raising_an_army_takes_the_place_of_a_new_settlement() -> None:
    after = played(at(), RaiseArmy(TARN, "The Guard", 3))
    assert kingdom_of(after).month.used == {Limit.SETTLEMENTS: 1}
    require_refused(after, RaiseArmy(TARN, "Archers", 1), "armies.no_slot_left")


def test_r115_expanding_one_takes_it_too() -> None:
    after = played(at(armies=(GUARD,)), RaiseArmy(TARN, "the guard", 5))
    assert kingdom_of(after).armies == (Army("The Guard", 5, "On foot"),)
    assert kingdom_of(after).month.used == {Limit.SETTLEMENTS: 1}


@pytest.mark.parametrize(
    "action", [RaiseArmy(TARN, "The Guard", note="On horse"), RaiseArmy(TARN, "The Guard", 1)]
)
def test_r115_a_note_or_a_smaller_army_takes_nothing(action: RaiseArmy) -> None:
    begun = at(armies=(GUARD,))
    assert not kingdom_of(played(begun, action)).month.used


def test_r115_disbanding_takes_nothing_and_feeds_nobody() -> None:
    after = kingdom_of(played(at(armies=(GUARD,)), DisbandArmy(TARN, "THE GUARD")))
    assert (after.armies, after.month.used) == ((), {})


def test_an_army_that_was_there_is_told_with_what_it_ate() -> None:
    turn = play(at(armies=(GUARD,)), RaiseArmy(TARN, "The Guard", 5))
    assert turn.events[0] == ArmyRaised("Tarn", "The Guard", 5, "On foot", 3)


def test_the_note_of_an_army_is_no_small_print_in_the_journal() -> None:
    told = sentence(ArmyRaised("Tarn", "The Guard", 5, "On foot"))
    assert told is not None
    assert told.splitlines() == [
        "Tarn raises **The Guard**, Consumption 5. It takes the place of a new settlement this month.",
        "Note: On foot",
    ]


def test_r021_the_limit_goes_by_the_size_at_the_start_of_the_phase() -> None:
    large = month(Phase.EDICT, *TO_EDICTS[:-1], size=60)
    once = played(at(month=large), RaiseArmy(TARN, "The Guard", 3))
    assert len(kingdom_of(played(once, RaiseArmy(TARN, "Archers", 1))).armies) == 2


@pytest.mark.parametrize(
    ("action", "refusal"),
    [
        (RaiseArmy(TARN, " "), refuses("armies.name", 60)),
        (RaiseArmy(TARN, "x" * 61), refuses("armies.name", 60)),
        (RaiseArmy(TARN, "Archers", 100), refuses("armies.consumption", 99)),
        (RaiseArmy(TARN, "Archers", -1), refuses("armies.consumption", 99)),
        (RaiseArmy(TARN, "The Guard"), refuses("armies.unchanged", "The Guard")),
        (DisbandArmy(TARN, "Archers"), refuses("armies.unknown", "Archers", "there is The Guard")),
    ],
)
def test_what_no_army_can_be_is_refused(action: Any, refusal: Any) -> None:
    with refusal:
        play(at(armies=(GUARD,)), action)


def test_a_kingdom_keeps_30_armies_at_most() -> None:
    many = tuple(Army(f"Army {number}") for number in range(30))
    require_refused(at(armies=many), RaiseArmy(TARN, "One more"), "armies.too_many", 30)


def test_armies_are_for_the_general_and_the_ruler() -> None:
    begun = at()
    assert play(begun, RaiseArmy(TARN, "The Guard")).on_behalf_of is None
    assert play(by(begun, DEACON), RaiseArmy(TARN, "The Guard")).on_behalf_of == begun.actor
    with pytest.raises(NotAllowed, match="General"):
        play(by(begun, WREN), RaiseArmy(TARN, "The Guard"))


@pytest.mark.parametrize("action", [RaiseArmy(TARN, "The Guard"), DisbandArmy(TARN, "The Guard")])
def test_armies_outside_their_step_are_refused(action: Any) -> None:
    with refuses("month.not_yet"):
        play(scene(tarn(leaders=COUNCIL, month=month(Phase.EDICT, MonthStep.LEADERSHIP, size=3))), action)


def test_the_forms_lists_say_what_each_level_gives() -> None:
    lists = {ask.field: [name for _, name in ask.options] for ask in edict_asks(tarn())}
    assert lists["holiday"][3] == "12 a year: Loyalty +3, Consumption +4"
    assert lists["promotion"][1] == "Token: Stability +1, Consumption +1"
    assert lists["taxation"][0] == "None: Loyalty +1"
