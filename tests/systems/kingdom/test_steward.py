"""A steward: standing orders, months that run by them, and each reason to stop."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.dice.source import SEED_BYTES, Seed, VerifiableDice
from bot.engine.event import sentence
from bot.engine.parts import part_of
from bot.engine.people import GAME_MASTERS, PUBLIC
from bot.engine.system import Open, Result, World, applied
from bot.errors import NotAllowed
from bot.play.context import audience
from bot.storage import codec
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import (
    Attribute,
    Holiday,
    Limit,
    MonthStep,
    Phase,
    Promotion,
    Role,
    Stage,
    Stat,
    Taxation,
)
from bot.systems.kingdom.events.own import OWN_EVENTS
from bot.systems.kingdom.events.resolving import AttemptEvent, ChooseEvent, JudgeEvent
from bot.systems.kingdom.events.rules import EventDropped, RollEvent
from bot.systems.kingdom.month.course import EndPhase, FinishStep, OpenMonth
from bot.systems.kingdom.month.edicts import SetEdicts
from bot.systems.kingdom.month.income import CollectTaxes
from bot.systems.kingdom.month.rules import (
    CloseMonth,
    OmenDrawn,
    PayConsumption,
    RollItems,
    RollStability,
    SettleUnrest,
)
from bot.systems.kingdom.settings import SETTINGS
from bot.systems.kingdom.sources import SNAPSHOT
from bot.systems.kingdom.state import (
    ActiveEvent,
    CutOff,
    Edicts,
    Kingdom,
    ScheduledEvent,
    Steward,
    Trust,
    Work,
    Worked,
)
from bot.systems.kingdom.steward.orders import (
    AppointSteward,
    DismissSteward,
    MonthRun,
    RunEnded,
    RunMonth,
    RunMonths,
    StewardAppointed,
    Stop,
    Why,
)
from bot.systems.kingdom.steward.running import DOES
from bot.ui.card import BODY
from tests.refusals import refuses
from tests.systems.kingdom.autopilot_posts import RENDERER, posts, require_drawn, require_kept
from tests.systems.kingdom.item_scenes import market
from tests.systems.kingdom.months_scenes import begun
from tests.systems.kingdom.scenes import (
    CAMPAIGN,
    DEACON,
    HOLD,
    MARISOL,
    TARN,
    WREN,
    after,
    by,
    change,
    decided,
    everybody,
    kingdom_of,
    land,
    leader,
    month,
    play,
    played,
    require_refused,
    scene,
    tarn,
    waiting,
)
from tests.systems.kingdom.town_scenes import town

BY_ITSELF = decided(routine_steps="by_themselves", edict_order="any_order")
# Every switch of an optional rule, turned on.
OPTIONAL_RULES = {
    each.name: each.options[1].value for each in SETTINGS if each.decides.startswith("Optional rule:")
}
EVERY_SWITCH = decided(
    routine_steps="by_themselves",
    edict_order="any_order",
    omens="secret",
    settlement_size_modifiers="yes",
    construction_magic="yes",
    **OPTIONAL_RULES,
)
# Nobody enforces the Ruler's will by force; who may choose what to add to has chosen.
COURT = tuple(
    replace(each, attributes=(Attribute.LOYALTY,)) if each.role in (Role.RULER, Role.SPYMASTER) else each
    for each in everybody(DEACON, 10, Role.ROYAL_ENFORCER)
)
# All checks succeed, but on a 1.
FIRM = tuple(
    change(Stat(name), 60, number=n) for n, name in enumerate(("economy", "loyalty", "stability"), 1)
)
QUIET = (10, 10, 99)
ORDERS = Steward()
PERFORMS = {kind.action: kind.perform for kind in SYSTEM.actions}


def reign(
    campaign: Any = BY_ITSELF, orders: Steward | None = ORDERS, actor: int = DEACON, **more: Any
) -> World:
    """Tarn before its third month, firm and with a steward; the chance of an event is 25%."""
    on, towns = more.pop("on", None), more.pop("towns", (town("inn A1", "house B1"),))
    more = {
        "month": month(Phase.BEFORE, number=3, size=3),
        "leaders": COURT,
        "changes": FIRM,
        "last_had_event": True,
        "ruler_choices": 1,
        "renown": (Stat.FAME,),
        "counted": 9,
        **more,
    }
    return scene(tarn(steward=orders, **more), on, *towns, campaign=campaign, actor=actor)


def run(at: World, *dice: int, months: int = 0) -> tuple[World, Result]:
    """The scene after a run, and what came of it: of the month under way, or so many."""
    action = RunMonths(TARN, months) if months else RunMonth(TARN)
    turn = play(by(at, MARISOL) if months else at, action, *dice)
    return after(at, turn), turn


def ended(turn: Result) -> RunEnded:
    """Where a run stopped."""
    (found,) = (each for each in turn.events if isinstance(each, RunEnded))
    return found


def stop(turn: Result) -> Stop:
    return ended(turn).stop


def months_of(turn: Result) -> list[MonthRun]:
    return [each for each in turn.events if isinstance(each, MonthRun)]


def test_a_month_to_which_the_roll_brought_nothing_says_so() -> None:
    _, turn = run(reign(), *QUIET)
    (quiet,) = months_of(turn)
    assert "no event (d% 99, one on 25 or less)" in str(quiet.sentence())
    # One to which it brought an event says that instead.
    npcs = tuple(replace(each, player=None) if each.role is not Role.RULER else each for each in COURT)
    _, other = run(reign(leaders=npcs), 10, 10, 25, 40, 3, 7, 1, 3)
    assert not any("no event" in str(each.sentence()) for each in months_of(other))


# -- the orders -----------------------------------------------------------------------------------------


def test_the_ruler_gives_standing_orders_and_ends_them() -> None:
    begin = reign(orders=None)
    given = AppointSteward(TARN, taxation=Taxation.LIGHT, reserve=5, events=Trust.DECLINE)
    turn = play(begin, given)
    orders = Steward(Edicts(taxation=Taxation.LIGHT), 5, Trust.DECLINE)
    assert kingdom_of(after(begin, turn)).steward == orders
    assert sentence(turn.events[0]) == (
        "Tarn has a steward: edicts: Taxation Light · reserve 5 BP · events: roll their checks; decline or "
        "wait where that costs nothing."
    )
    again = play(after(begin, turn), AppointSteward(TARN))
    assert again.events == (StewardAppointed("Tarn", Steward(), is_new=False),)
    dismissed = played(after(begin, turn), DismissSteward(TARN))
    assert kingdom_of(dismissed).steward is None


def test_orders_outlive_the_ruler_who_gave_them_and_are_the_next_rulers_to_end() -> None:
    begin = played(reign(orders=None), AppointSteward(TARN, reserve=5))
    crowned = tuple(replace(e, player=WREN) if e.role is Role.RULER else e for e in COURT)
    records = {
        **begin.records,
        TARN: replace(begin.records[TARN], state=replace(kingdom_of(begin), leaders=crowned)),
    }
    begin = replace(begin, records=records)
    assert kingdom_of(played(by(begin, WREN), RunMonth(TARN), *QUIET)).steward == Steward(reserve=5)
    with pytest.raises(NotAllowed):
        play(by(begin, DEACON), DismissSteward(TARN))
    assert kingdom_of(played(by(begin, WREN), DismissSteward(TARN))).steward is None


def test_what_is_left_out_of_the_orders_is_as_it_is() -> None:
    assert kingdom_of(played(reign(orders=None), AppointSteward(TARN))).steward == Steward()


def test_its_preview_tells_whether_it_would_go_on() -> None:
    notes: list[str] = []
    play(replace(reign(orders=None), note=notes.append), AppointSteward(TARN))
    assert notes[0] == "With these orders it can go on now."
    notes.clear()
    play(replace(reign(orders=None, treasury=4), note=notes.append), AppointSteward(TARN, reserve=5))
    assert notes[0] == (
        "With these orders it can't go on now. It stops in month 3 (not opened yet): Consumption would "
        "leave 0 BP in the Treasury, below the reserve of 5 BP. It's up to <@2>."
    )


def test_the_same_orders_again_are_refused() -> None:
    require_refused(reign(), AppointSteward(TARN), "steward.same")


@pytest.mark.parametrize("action", [AppointSteward(TARN, reserve=1), DismissSteward(TARN), RunMonth(TARN)])
def test_only_the_ruler_a_game_master_or_a_proxy_speaks_for_the_ruler(action: Any) -> None:
    begin = reign(leaders=tuple(replace(e, player=WREN) if e.role is not Role.RULER else e for e in COURT))
    dice = QUIET if isinstance(action, RunMonth) else ()
    for who in (DEACON, MARISOL):
        play(by(begin, who), action, *dice)
    with pytest.raises(NotAllowed):
        play(by(begin, WREN), action)
    proxied = replace(kingdom_of(begin), proxies=(WREN,))
    records = {**begin.records, TARN: replace(begin.records[TARN], state=proxied)}
    turn = play(by(replace(begin, records=records), WREN), action, *dice)
    assert turn.on_behalf_of == DEACON


def test_several_months_are_the_game_masters_to_run() -> None:
    (kind,) = [each for each in SYSTEM.actions if each.action is RunMonths]
    assert kind.may.value == "game_masters"


def test_an_undo_says_what_of_the_orders_goes_back() -> None:
    whole = codec.plain(Steward(Edicts(taxation=Taxation.LIGHT), 5))
    assert part_of(Kingdom, ("steward",), whole)[0] == "steward"
    assert part_of(Kingdom, ("steward", "reserve"), 5) == ("steward: reserve", "5 BP")
    assert part_of(Kingdom, ("steward", "events"), "ask")[0] == "steward: events"
    assert part_of(Kingdom, ("steward", "edicts", "taxation"), "light") == ("steward: Taxation", "Light")
    assert part_of(Kingdom, ("steward", "edicts", "taxation"), None) == ("steward: Taxation", None)


# -- a quiet month ------------------------------------------------------------------------------------------

IN_A_ROW = (
    OpenMonth(TARN),
    RollStability(TARN),
    EndPhase(TARN, Phase.EDICT),
    CollectTaxes(TARN),
    RollEvent(TARN),
    CloseMonth(TARN),
)
STEP_BY_STEP = (
    OpenMonth(TARN),
    RollStability(TARN),
    PayConsumption(TARN),
    SettleUnrest(TARN),
    EndPhase(TARN, Phase.EDICT),
    CollectTaxes(TARN),
    RollEvent(TARN),
    CloseMonth(TARN),
)


def luck(number: int) -> VerifiableDice:
    """Dice of a campaign; the same for the same number."""
    public, secret = Seed(bytes([number]) * SEED_BYTES), Seed(bytes([number + 1]) * SEED_BYTES)
    return VerifiableDice(public=public, secret=secret, drawing=1, secret_drawing=1, interaction=number)


def by_hand(at: World, dice: Any, *actions: Any) -> World:
    """Each pressed after the other, all within one entry."""
    for action in actions:
        turn = PERFORMS[type(action)](at, action, dice)
        at = replace(at, records=applied(at.records, turn.changes))
    return at


@pytest.mark.parametrize(
    ("campaign", "pressed"),
    [(BY_ITSELF, IN_A_ROW), (CAMPAIGN, STEP_BY_STEP), (EVERY_SWITCH, IN_A_ROW)],
    ids=["by_itself", "step_by_step", "every_switch"],
)
def test_a_quiet_month_comes_to_what_pressing_everything_by_hand_does(campaign: Any, pressed: Any) -> None:
    quiet = 0
    for number in range(1, 40):
        pressing, running = luck(number), luck(number)
        try:
            hand = by_hand(reign(campaign), pressing, *pressed)
        except Exception:  # noqa: BLE001, S112  an event asks for something: no quiet month
            continue
        quiet += 1
        begin = reign(campaign)
        turn = PERFORMS[RunMonth](begin, RunMonth(TARN), running)
        assert applied(begin.records, turn.changes) == hand.records
        assert running.rolled == pressing.rolled
        assert stop(turn).why is Why.DONE
    assert quiet > 10


def test_what_events_ask_is_answered_as_by_hand() -> None:
    happenings = (ActiveEvent(4, "drug_den", 2, is_continuous=True, spot="0,0", town=HOLD),)
    for number in range(1, 10):
        pressing, running = luck(number), luck(number)
        actions = (*IN_A_ROW[:4], AttemptEvent(TARN, 4), *IN_A_ROW[4:])
        try:
            hand = by_hand(reign(happenings=happenings), pressing, *actions)
        except Exception:  # noqa: BLE001, S112  another one asks for something
            continue
        begin = reign(happenings=happenings)
        turn = PERFORMS[RunMonth](begin, RunMonth(TARN), running)
        assert applied(begin.records, turn.changes) == hand.records
        assert running.rolled == pressing.rolled


def presses(at: World, *dice: int) -> int:
    """How many it takes to close a month by hand, of what stands on the card."""
    left, count, number = list(dice), 0, kingdom_of(at).month.number
    rolls = {RollStability: 1, CollectTaxes: 1, RollEvent: 1, CloseMonth: 1}
    while kingdom_of(at).month.number == number:
        steps = waiting(TARN, kingdom_of(at))
        main = next(c for step in steps for c in step.choices if c.is_main)
        needs = rolls.get(type(main.action), 0) if not isinstance(main.action, CloseMonth) or left else 0
        at = played(at, main.action, *[left.pop(0) for _ in range(needs)])
        count += 1
    return count


@pytest.mark.parametrize("campaign", [BY_ITSELF, EVERY_SWITCH], ids=["none", "every_switch"])
def test_a_month_in_which_nobody_decides_anything_takes_six_presses(campaign: Any) -> None:
    assert len(OPTIONAL_RULES) >= 6
    omen = (99,) if campaign is EVERY_SWITCH else ()
    assert presses(reign(campaign, orders=None), 10, 10, 99, *omen) == 6
    # With a steward it is one.
    at, turn = run(reign(campaign), 10, 10, 99, *omen)
    assert (kingdom_of(at).month.number, ended(turn).closed) == (4, 1)


def test_a_run_goes_on_from_the_middle_of_a_month() -> None:
    begin = reign(month=month(Phase.INCOME, MonthStep.WITHDRAW, number=3, size=3))
    at, turn = run(begin, 10, 99)
    assert (kingdom_of(at).month.number, stop(turn).why) == (4, Why.DONE)
    assert months_of(turn)[0].paid is None


def test_what_people_had_done_in_the_month_is_told_at_its_close() -> None:
    works = {"1": (Worked(WREN, Work.CLAIM),), "2": (Worked(WREN, Work.CLAIM),)}
    claimed = month(Phase.INCOME, number=3, size=3, used={Limit.CLAIMS: 2})
    raised = town("inn A1", "house B1")
    buildings = (*raised.buildings[:1], replace(raised.buildings[1], built=3))
    at, turn = run(reign(month=claimed, works=works, towns=(replace(raised, buildings=buildings),)), 10, 99)
    (post,) = posts(at, RunMonth(TARN), turn, DEACON)
    assert "-# <@3>: 2 claims · <@2>: taxes" in RENDERER.card(post).lines
    assert "2 hexes claimed · Built: House in Hold" in str(sentence(months_of(turn)[0]))


def test_the_snapshot_of_each_month_is_kept_and_told() -> None:
    at, turn = run(reign(), *QUIET * 3, months=3)
    kept = [each.state for each in at.records.values() if each.kind == SNAPSHOT.name]
    assert [each.month for each in kept] == [3, 4, 5]
    assert [(each.month, each.closed is not None) for each in months_of(turn)] == [
        (3, True),
        (4, True),
        (5, True),
    ]
    assert [each.treasury[1] for each in months_of(turn)] == [each.treasury for each in kept]


def test_each_record_is_changed_once_in_an_entry_of_twelve_months() -> None:
    _, turn = run(reign(), *QUIET * 12, months=12)
    ids = [each.id for each in turn.changes]
    assert len(ids) == len(set(ids))
    assert sum(isinstance(each, Open) for each in turn.changes) == 12
    assert ended(turn).closed == 12


def test_it_tells_a_month_in_a_line_and_the_numbers_of_all() -> None:
    _, turn = run(reign(treasury=20, unrest=2), 10, 10, 99)
    (line,) = [str(sentence(each)) for each in months_of(turn)]
    assert line.startswith("**Month 3**: Stability holds · taxes +")
    assert "Unrest 2 → **1**" in line
    (shifts,) = [each for each in turn.events if type(each).__name__ == "FiguresChanged"]
    assert ("unrest", 2, 1) in [(each.number, each.before, each.after) for each in shifts.shifts]


def test_items_on_the_market_are_counted() -> None:
    _, turn = run(reign(towns=(market(),)), 10, 51, 2, 10, 99)
    assert months_of(turn)[0].items == 1


# -- edicts ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("campaign", [BY_ITSELF, CAMPAIGN], ids=["any_order", "in_order"])
def test_it_keeps_the_edicts_that_were_told(campaign: Any) -> None:
    told = Edicts(taxation=Taxation.LIGHT)
    begin = reign(campaign, Steward(told), edicts=Edicts(Holiday.SIX, Promotion.NONE, Taxation.HEAVY))
    at, turn = run(begin, *QUIET)
    assert kingdom_of(at).edicts == Edicts(Holiday.SIX, Promotion.NONE, Taxation.LIGHT)
    assert "Taxation: Heavy → **Light**" in " ".join(sentence(each) or "" for each in turn.events)
    again, turn = run(at, *QUIET)
    assert "Taxation" not in " ".join(
        sentence(each) or "" for each in turn.events if not isinstance(each, Stop)
    )
    assert kingdom_of(again).edicts == kingdom_of(at).edicts


def test_without_orders_about_them_edicts_stay_as_they_are() -> None:
    edicts = Edicts(Holiday.ONE, Promotion.TOKEN, Taxation.HEAVY)
    at, _ = run(reign(edicts=edicts), *QUIET)
    assert kingdom_of(at).edicts == edicts


# -- each reason to stop --------------------------------------------------------------------------------


def stopped_at_once(begin: World) -> str:
    with refuses("steward.stops_here") as caught:
        run(begin)
    return str(caught.value)


def test_it_stops_before_consumption_takes_the_treasury_below_the_reserve() -> None:
    # Consumption is 4 a month; a successful check without Unrest brings 1, and taxes 27.
    begin = reign(orders=Steward(reserve=5), treasury=8)
    assert "Consumption would leave 4 BP in the Treasury, below the reserve of 5 BP." in stopped_at_once(
        begin
    )
    enough, turn = run(reign(orders=Steward(reserve=5), treasury=9), *QUIET)
    assert stop(turn).why is Why.DONE
    assert kingdom_of(enough).month.number == 4


def test_the_reserve_is_minded_where_each_step_has_its_press() -> None:
    at = reign(CAMPAIGN, Steward(reserve=20), month=month(Phase.UPKEEP, MonthStep.STABILITY, number=3))
    assert "below the reserve" in stopped_at_once(at)


def test_a_month_that_costs_nothing_falls_below_no_reserve() -> None:
    begin = reign(orders=Steward(reserve=50), changes=(*FIRM, change(Stat.CONSUMPTION, -9, number=4)))
    _, turn = run(begin, *QUIET)
    assert stop(turn).why is Why.DONE


def test_it_stops_where_a_hex_is_to_be_lost() -> None:
    at, turn = run(reign(unrest=13), 10)
    assert (stop(turn).why, stop(turn).step, stop(turn).who) == (Why.STEP, "Lose a hex", DEACON)
    assert kingdom_of(at).month.phase is Phase.UPKEEP
    assert [each.name for each in waiting(TARN, kingdom_of(at))] == ["lose_hex"]
    assert sentence(ended(turn)) == (
        "Tarn: the steward's part of month 3: It stops in month 3 (Upkeep): Lose a hex. It's up to <@2>."
    )


def test_it_leaves_the_royal_enforcer_be() -> None:
    court = (*COURT, leader(Role.ROYAL_ENFORCER))
    at, turn = run(reign(unrest=5, leaders=court), *QUIET)
    assert stop(turn).why is Why.DONE
    assert kingdom_of(at).unrest == 4


def test_it_stops_where_somebody_may_stand_in_for_the_ruler() -> None:
    away = tuple(replace(each, days=0) if each.role is Role.RULER else each for each in COURT)
    _, turn = run(reign(leaders=away), 10)
    assert (stop(turn).why, stop(turn).step) == (Why.STEP, "Modify Unrest")


def test_it_stops_in_the_edict_phase_of_a_kingdom_without_a_ruler() -> None:
    lost = tuple(each for each in COURT if each.role not in (Role.RULER, Role.CONSORT, Role.HEIR))
    at, turn = run(reign(leaders=lost, actor=MARISOL), 10)
    assert (stop(turn).why, stop(turn).role, stop(turn).who) == (Why.ROLE, Role.RULER, None)
    assert kingdom_of(at).month.phase is Phase.EDICT


def test_another_vacancy_of_before_does_not_stop_it() -> None:
    few = tuple(each for each in COURT if each.role is not Role.GENERAL)
    _, turn = run(reign(leaders=few), *QUIET)
    assert stop(turn).why is Why.DONE


def test_it_stops_when_a_role_has_come_to_be_vacant() -> None:
    # An assassin, d% 25 of 25, then 40 and 3 on the kingdom's troubles; the seventh leader; a 1 of the check.
    npcs = tuple(replace(each, player=None) if each.role is not Role.RULER else each for each in COURT)
    at, turn = run(reign(leaders=npcs), 10, 10, 25, 40, 3, 7, 1, 3)
    role = stop(turn).role
    assert stop(turn).why is Why.ROLE
    assert role is not None
    assert not [each for each in kingdom_of(at).leaders if each.role is role and not each.has_died]
    assert kingdom_of(at).month.phase is Phase.EVENT
    # Pressed once more, it goes on: nobody has to follow.
    _, turn = run(at)
    assert stop(turn).why is Why.DONE


def test_it_stops_at_a_choice_of_attributes_or_fame() -> None:
    bare = tuple(replace(each, attributes=()) if each.role is Role.RULER else each for each in COURT)
    assert "the Ruler chooses an attribute to add to" in stopped_at_once(reign(leaders=bare))
    famous = reign(EVERY_SWITCH, renown=(), renown_due=1)
    assert "the Ruler chooses Fame or Infamy" in stopped_at_once(famous)
    spies = tuple(replace(each, attributes=()) if each.role is Role.SPYMASTER else each for each in COURT)
    _, turn = run(reign(leaders=spies), 10)
    assert (stop(turn).phase, stop(turn).step) == (
        Phase.EDICT,
        "the Spymaster chooses an attribute to add to",
    )


def test_it_stops_where_a_territory_is_cut_off() -> None:
    cut = reign(parts=(CutOff(1, ("2,0",), 2, place="2,0"),), actor=MARISOL)
    assert "is a leader in the cut-off territory with 2,0" in stopped_at_once(cut)


def test_it_stops_when_the_last_hex_is_lost() -> None:
    landless = reign(emptied=3, on=land(own=()), settlements=(), capital=None, towns=())
    assert "the last hex is lost." in stopped_at_once(landless)


def test_it_stops_before_the_first_month_while_the_capital_is_bare() -> None:
    bare = reign(month=month(Phase.BEFORE, size=3), towns=(town(),))
    assert "the capital has no building yet." in stopped_at_once(bare)


def test_it_stops_in_anarchy() -> None:
    at, turn = run(reign(unrest=19, changes=()), 2, 1)
    assert stop(turn).step == "ending the anarchy"
    assert kingdom_of(at).is_in_anarchy
    assert "AnarchyBegan" in [type(each).__name__ for each in turn.events]


def test_an_event_that_is_due_and_cannot_be_drawn_is_left_to_the_game_masters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.systems.kingdom.events.rules.draw", lambda _realm, _dice: ((), ()))
    at, turn = run(reign(), 10, 10, 5)
    assert (stop(turn).why, stop(turn).who) == (Why.UNDECIDED, None)
    assert kingdom_of(at).month.number == 3


# -- events ---------------------------------------------------------------------------------------------


def at_outcome(event: str, orders: Steward = ORDERS, since: int = 3, **facts: Any) -> World:
    """Tarn in its Event phase, with an event that waits."""
    happening = ActiveEvent(9, event, since, **{"spot": "0,0", "town": HOLD, **facts})
    over = (MonthStep.CONTINUING, MonthStep.EVENT) if since == 3 else ()
    at = month(Phase.EVENT, *over, number=3, size=3, had_event=since == 3)
    return reign(orders=orders, month=at, happenings=(replace(happening, is_continuous=since < 3),))


ASK, ROLL, DECLINE = (Steward(events=each) for each in Trust)


def test_checks_of_events_are_rolled_unless_the_orders_say_otherwise() -> None:
    _, turn = run(at_outcome("bandit_activity", ROLL, town=None), 10)
    assert stop(turn).why is Why.DONE
    (told,) = months_of(turn)
    assert [each.event for each in told.settled] == ["bandit_activity"]
    assert "Bandit Activity (succeeds)" in (sentence(told) or "")
    assert "Bandit Activity" in stopped_at_once(at_outcome("bandit_activity", ASK, town=None))


def test_what_nobody_decides_comes_about() -> None:
    # d% 20 of 25; good fortune of the kingdom (25), an Economic Boom (31): 4 BP.
    _, turn = run(reign(orders=ASK), 10, 10, 20, 25, 31, 4)
    assert "Economic Boom: Treasury +4" in (sentence(months_of(turn)[0]) or "")
    assert stop(turn).why is Why.DONE


@pytest.mark.parametrize("event", ["festive_invitation", "wealthy_immigrant"])
def test_what_would_be_spent_or_built_is_declined_or_left(event: str) -> None:
    for orders in (ASK, ROLL):
        assert "Event" in stopped_at_once(at_outcome(event, orders))
    at, turn = run(at_outcome(event, DECLINE))
    assert stop(turn).why is Why.DONE
    assert "away)" in str(sentence(months_of(turn)[0]))
    assert kingdom_of(at).treasury == 20


@pytest.mark.parametrize("no", ["nothing", "Unrest +1"])
def test_a_tables_own_choice_is_declined_where_nothing_comes_of_that(no: str) -> None:
    text = {"name": "Envoys", "about": "They ask for gifts.", "strikes": "kingdom"}
    own = OWN_EVENTS.entry(text | {"rules": f"choice: Ruler\nsuccess: Treasury -2\nfailure: {no}"})
    begin = at_outcome(own.id, DECLINE, town=None, spot=None, own=own)
    if no == "nothing":
        assert stop(run(begin)[1]).why is Why.DONE
    else:
        assert "Envoys" in stopped_at_once(begin)


def test_r123_it_stops_where_game_masters_are_asked_what_fades() -> None:
    left = change(Stat.LOYALTY, -1, "Plague", number=4, event="plague")
    decay = decided(routine_steps="by_themselves", edict_order="any_order", event_decay="gm")
    _, turn = run(reign(decay, changes=(*FIRM, left)), 10, 10)
    assert (stop(turn).phase, stop(turn).who) == (Phase.EVENT, None)


def demand(orders: Steward, since: int = 3) -> World:
    return at_outcome("building_demand", orders, since, wanted="brewery", count=0)


def test_r131_a_demand_waits_its_first_month_and_is_never_silenced() -> None:
    assert "Building Demand" in stopped_at_once(demand(ROLL))
    at, turn = run(demand(DECLINE))
    assert (stop(turn).why, kingdom_of(at).unrest) == (Why.DONE, 0)
    assert "Building Demand" in stopped_at_once(demand(DECLINE, since=2))


def test_r131_a_demand_that_was_met_is_over() -> None:
    met = demand(ROLL, since=2)
    realm = replace(met, records={**met.records, HOLD: replace(met.records[HOLD], state=town("brewery A1"))})
    at, turn = run(realm, 99)
    assert stop(turn).why is Why.DONE
    assert kingdom_of(at).happenings == ()


def test_what_a_game_master_plays_out_is_left() -> None:
    assert "The envoy offers" in stopped_at_once(
        at_outcome("diplomatic_overture", DECLINE, tried=3, left="always", die=10, town=None)
    )
    at, turn = run(at_outcome("monster_attack", DECLINE, town=None, spot=None), 1)
    assert (stop(turn).why, stop(turn).who) == (Why.STEP, None)
    assert kingdom_of(at).month.phase is Phase.EVENT


def test_a_steward_does_nothing_that_spends_or_that_game_masters_say() -> None:
    performs = {kind.action: kind for kind in SYSTEM.actions}
    assert all(performs[each].may.value == "members" for each in DOES)
    allowed = {OpenMonth, RollStability, PayConsumption, RollItems, SettleUnrest, FinishStep, EndPhase}
    allowed |= {SetEdicts, CollectTaxes, RollEvent, AttemptEvent, JudgeEvent, ChooseEvent, CloseMonth}
    assert {each.__name__ for each in DOES} == {each.__name__ for each in allowed} | {"RollStandIn"}


# -- bad input ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("months", [0, 40, -1])
def test_one_to_twelve_months_are_run_at_once(months: int) -> None:
    require_refused(by(reign(), MARISOL), RunMonths(TARN, months), "steward.months")


@pytest.mark.parametrize("action", [RunMonth(TARN), RunMonths(TARN, 2), DismissSteward(TARN)])
def test_without_a_steward_nothing_is_run(action: Any) -> None:
    require_refused(by(reign(orders=None), MARISOL), action, "steward.none")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"frozen": "Summer"}, "kingdom.is_frozen"),
        ({"is_in_anarchy": True, "unrest": 20}, "kingdom.is_in_anarchy"),
        ({"stage": Stage.ENDED}, "kingdom.has_ended"),
        ({"stage": Stage.FOUNDING}, "kingdom.not_founded"),
    ],
)
def test_a_kingdom_that_stands_still_is_not_run(changes: dict[str, Any], code: str) -> None:
    for action in (RunMonth(TARN), RunMonths(TARN, 3), AppointSteward(TARN, reserve=3)):
        require_refused(by(reign(**changes), MARISOL), action, code)


# -- buttons, cards, secrets --------------------------------------------------------------------------------


def test_its_button_stands_at_the_first_step_that_it_could_take() -> None:
    def offered(state: Kingdom) -> list[str]:
        return [s.name for s in waiting(TARN, state) for c in s.choices if c.key == "steward"]

    assert offered(kingdom_of(reign())) == ["open"]
    assert offered(kingdom_of(reign(orders=None))) == []
    edict = reign(month=month(Phase.EDICT, number=3, size=3, in_any_order=True))
    assert offered(kingdom_of(edict)) == ["leadership"]
    lost = begun(
        Phase.UPKEEP, MonthStep.STABILITY, MonthStep.CONSUMPTION, MonthStep.UNREST, unrest=12, steward=ORDERS
    )
    assert "lose_hex" not in offered(kingdom_of(lost))


def test_what_is_secret_is_told_to_game_masters_alone() -> None:
    begin = reign(EVERY_SWITCH, coming=(ScheduledEvent(1, "pilgrimage", "9,9", None),))
    # The kept event can strike nothing here. The event rolls, and the omens of months 4 and 5.
    _, turn = run(begin, 10, 10, 99, 99, 10, 10, 20, 25, 31, months=2)
    secrets = [each for each in turn.events if isinstance(each, OmenDrawn | EventDropped)]
    assert len(secrets) == 3
    assert all(each.audience == GAME_MASTERS for each in secrets)
    told = " ".join(sentence(each) or "" for each in turn.events if audience(each).includes(PUBLIC))
    assert "Economic Boom" not in told
    assert "Pilgrimage" not in told
    after_ = after(begin, turn)
    everybody_, game_masters = posts(after_, RunMonths(TARN, 2), turn, MARISOL)
    assert "Economic Boom" not in "\n".join(RENDERER.card(everybody_).lines)
    assert "Economic Boom" in "\n".join(RENDERER.card(game_masters).lines)


def test_the_card_of_twelve_eventful_months_keeps_discords_limits() -> None:
    for number in range(1, 30):
        begin = by(reign(orders=DECLINE, last_had_event=False, name="T" * 60), MARISOL)
        turn = PERFORMS[RunMonths](begin, RunMonths(TARN, 12), luck(number))
        at = after(begin, turn)
        require_drawn(at, RunMonths(TARN, 12), turn, MARISOL)
        # Undone it is struck out, in one line.
        for post in posts(at, RunMonths(TARN, 12), turn, MARISOL):
            assert len(RENDERER.line(post.entry)) < BODY
        require_kept(at, turn)
