"""What a game master sets by hand: events, named sources, one-time changes; and what is taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.errors import RuleViolation
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import MonthStep, Phase, Role, Stage, Stat, Until
from bot.systems.kingdom.events.resolving import AttemptEvent, ResolveEvent
from bot.systems.kingdom.events.rules import (
    CancelEvent,
    EventCancelled,
    EventPlaced,
    EventRolled,
    PlaceEvent,
    RollEvent,
)
from bot.systems.kingdom.month.course import OpenMonth, SkipTo
from bot.systems.kingdom.month.income import CollectTaxes
from bot.systems.kingdom.month.numbers import (
    FADING,
    NUMBERS,
    CancelSource,
    KeepSources,
    NumberPlaced,
    PlaceNumber,
    SourceCancelled,
    fading_steps,
    sources_of,
)
from bot.systems.kingdom.month.rules import CloseMonth
from bot.systems.kingdom.settling import AnarchyBegan
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.state import MOST_CHANGES, MOST_HAPPENINGS, MOST_POINTS, ActiveEvent, Change
from tests.refusals import refuses
from tests.systems.kingdom.months_scenes import begun
from tests.systems.kingdom.scenes import (
    HOLD,
    TARN,
    asker,
    change,
    decided,
    hexed,
    hold,
    kingdom_of,
    land,
    month,
    play,
    played,
    realm_in,
    require_refused,
    scene,
    tarn,
    waiting,
)


def at(phase: Phase = Phase.EDICT, *over: MonthStep, **changes: Any) -> Any:
    return begun(phase, *over, **changes)


def placed(turn: Any) -> NumberPlaced:
    return next(each for each in turn.events if isinstance(each, NumberPlaced))


# -- numbers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (NumberPlaced("Tarn", "economy", 2, "A comet"), "**Economy +2** · A comet"),
        (
            NumberPlaced("Tarn", "treasury", -3, "A theft", dice=(1, 2)),
            "**Treasury −3 BP** (rolled 1, 2) · A theft",
        ),
        (
            NumberPlaced("Tarn", "crime", 1, "Thieves", Until.MONTH, place="Tarn Hold"),
            "**Crime +1** in Tarn Hold · Thieves · until the month is closed",
        ),
    ],
)
def test_what_was_placed_is_said_with_why_and_how_long(told: NumberPlaced, sentence: str) -> None:
    assert told.sentence() == sentence


@pytest.mark.parametrize("stat", list(Stat))
def test_a_named_source_of_any_number(stat: Stat) -> None:
    state = kingdom_of(played(at(), PlaceNumber(TARN, stat.value, "-3", "A comet")))
    assert state.changes == (change(stat, -3, "A comet", since=1),)


def test_r123_without_a_duration_it_stays_until_it_is_cancelled() -> None:
    later = played(at(), PlaceNumber(TARN, "Loyalty", "+4", "A comet"))
    assert kingdom_of(later).changes[0].until is Until.ALWAYS
    assert figures(realm_in(later)).loyalty == figures(realm_in(at())).loyalty + 4
    ended = played(later, CancelSource(TARN, "1", "It faded"))
    assert kingdom_of(ended).changes == ()


@pytest.mark.parametrize(
    ("until", "ends_at"),
    [(Until.UPKEEP, MonthStep.LEADERSHIP), (Until.EVENT, MonthStep.EVENT), (Until.MONTH, None)],
)
def test_p3_each_duration_ends_with_its_phase(until: Until, ends_at: MonthStep | None) -> None:
    begin = begun(Phase.UPKEEP)
    later = played(begin, PlaceNumber(TARN, "stability", "2", "A comet", until.value))
    before = {
        MonthStep.LEADERSHIP: MonthStep.CONSUMPTION,
        MonthStep.EVENT: MonthStep.TAXES,
        None: MonthStep.CLOSE,
    }[ends_at]
    later = played(later, SkipTo(TARN, before))
    assert len(kingdom_of(later).changes) == 1
    ended = played(later, CloseMonth(TARN) if ends_at is None else SkipTo(TARN, ends_at))
    assert kingdom_of(ended).changes == ()


@pytest.mark.parametrize(
    ("number", "amount", "before", "after"),
    [
        ("unrest", "2", {"unrest": 1}, 3),
        ("unrest", "-9", {"unrest": 1}, 0),
        ("treasury", "-30", {"treasury": 20}, -10),
        ("Treasury", "+5", {"treasury": 20}, 25),
        ("xp", "400", {"xp": 100}, 500),
        ("xp", "-400", {"xp": 100}, 0),
    ],
)
def test_unrest_treasury_and_xp_change_once(
    number: str, amount: str, before: dict[str, Any], after: int
) -> None:
    state = kingdom_of(played(at(**before), PlaceNumber(TARN, number, amount, "A comet")))
    assert getattr(state, number.lower()) == after
    assert state.changes == ()


def test_unrest_of_20_by_hand_begins_anarchy() -> None:
    turn = play(at(unrest=15), PlaceNumber(TARN, "unrest", "5", "A comet"))
    assert any(isinstance(each, AnarchyBegan) for each in turn.events)


@pytest.mark.parametrize(("text", "amount"), [("999", 999), ("-999", -999), ("+1", 1), ("\u2212 1", -1)])
def test_an_amount_reaches_from_1_to_999_either_way(text: str, amount: int) -> None:
    assert placed(play(at(), PlaceNumber(TARN, "loyalty", text, "Why"))).amount == amount


@pytest.mark.parametrize(
    ("text", "dice", "amount"),
    [
        ("1d6", (4,), 4),
        ("d6", (4,), 4),
        ("+2d4", (1, 4), 5),
        ("-1d6", (4,), -4),
        ("−1d6", (4,), -4),
        ("1D6!", (6, 6, 2), 14),
        ("-1d6!", (6, 3), -9),
        ("2d6!", (6, 1, 5), 12),
        ("1d6!", (5,), 5),
        ("1d6", (6,), 6),
    ],
)
def test_r139_dice_are_rolled_and_with_a_mark_each_six_is_rolled_on(
    text: str, dice: tuple[int, ...], amount: int
) -> None:
    turn = play(at(treasury=100), PlaceNumber(TARN, "treasury", text, "Bandits"), *dice)
    assert (placed(turn).amount, placed(turn).dice) == (amount, dice)


@pytest.mark.parametrize(
    ("action", "refusal"),
    [
        (PlaceNumber(TARN, "luck", "1", "Why"), refuses("events.number", "luck")),
        (PlaceNumber(TARN, "loyalty", "0", "Why"), refuses("events.amount", 0)),
        (PlaceNumber(TARN, "loyalty", "1000", "Why"), refuses("events.amount", 999)),
        (PlaceNumber(TARN, "loyalty", "-1000", "Why"), refuses("events.amount", 999)),
        (PlaceNumber(TARN, "loyalty", "many", "Why"), refuses("events.amount", "many")),
        (
            PlaceNumber(TARN, "loyalty", "1d7", "Why"),
            refuses("events.dice", 20, "2, 3, 4, 6, 8, 10, 12, 20 or 100"),
        ),
        (
            PlaceNumber(TARN, "loyalty", "99d6", "Why"),
            refuses("events.dice", 20, "2, 3, 4, 6, 8, 10, 12, 20 or 100"),
        ),
        (
            PlaceNumber(TARN, "loyalty", "0d6", "Why"),
            refuses("events.dice", 20, "2, 3, 4, 6, 8, 10, 12, 20 or 100"),
        ),
        (PlaceNumber(TARN, "loyalty", "2", " \u200b "), refuses("events.why")),
        (PlaceNumber(TARN, "loyalty", "2", "Why", "for ever"), refuses("events.until", "for ever")),
        (PlaceNumber(TARN, "unrest", "2", "Why", "event"), refuses("events.only_once", "Unrest")),
        (PlaceNumber(TARN, "unrest", "-2", "Why"), refuses("events.is_nothing", "Unrest")),
        (CancelSource(TARN, "7"), refuses("events.no_source")),
        (CancelSource(TARN, "A comet"), refuses("events.no_source")),
    ],
)
def test_numbers_that_are_refused(action: Any, refusal: Any) -> None:
    with refusal:
        play(at(), action)


def test_r139_as_many_dice_as_that_are_rolled_at_once_and_no_more() -> None:
    assert placed(play(at(), PlaceNumber(TARN, "xp", "20d2", "Why"), *[2] * 20)).amount == 40
    require_refused(at(), PlaceNumber(TARN, "xp", "21d2", "Why"), "events.dice")


@pytest.mark.parametrize(("number", "end"), [("treasury", 1), ("treasury", -1), ("xp", 1)])
def test_the_treasury_and_xp_stay_within_what_is_kept(number: str, end: int) -> None:
    before: dict[str, Any] = {number: end * (MOST_POINTS - 1)}
    nearly = at(**before)
    last = played(nearly, PlaceNumber(TARN, number, str(end), "Why"))
    assert getattr(kingdom_of(last), number) == end * MOST_POINTS
    require_refused(last, PlaceNumber(TARN, number, str(end), "Why"), "events.too_much")


def test_there_is_room_for_so_many_sources() -> None:
    full = tuple(change(Stat.LOYALTY, 1, number=each) for each in range(MOST_CHANGES))
    require_refused(at(changes=full), PlaceNumber(TARN, "loyalty", "1", "Why"), "events.too_many_sources", 60)


def test_a_source_is_cancelled_by_number_name_or_line() -> None:
    two = (change(Stat.LOYALTY, 1, "Comet", 1), change(Stat.STABILITY, -2, "Flood", 2))
    for text in ("2", "flood", "Stability −2 · Flood"):
        state = kingdom_of(played(at(changes=two), CancelSource(TARN, text)))
        assert state.changes == two[:1]
    twins = (change(Stat.LOYALTY, 1, "Comet", 1), change(Stat.STABILITY, -2, "Comet", 2))
    require_refused(at(changes=twins), CancelSource(TARN, "Comet"), "events.several_sources")


# -- a settlement's own modifiers ---------------------------------------------------------------------


FORD = RecordId("ford")


def two_towns(**changes: Any) -> Any:
    """Tarn with its capital, and Ford with those changes."""
    return scene(tarn(settlements=(HOLD, FORD)), None, hold(), hold(name="Ford", spot="1,0", **changes))


@pytest.mark.parametrize(("text", "until"), [("", Until.ALWAYS), ("year", Until.YEAR)])
def test_r123_a_modifier_of_one_settlement_is_that_ones_and_nobody_elses(text: str, until: Until) -> None:
    action = PlaceNumber(TARN, "crime", "2", "A gang war", text, "Ford")
    turn = play(two_towns(), action)
    assert placed(turn) == NumberPlaced("Tarn", "crime", 2, "A gang war", until, place="Ford")
    after = realm_in(played(two_towns(), action))
    war = Change(1, Stat.CRIME, 2, "A gang war", until, since=1)
    assert (after.towns[FORD].changes, after.towns[HOLD].changes, after.kingdom.changes) == ((war,), (), ())


def test_a_settlement_has_no_number_of_the_kingdom() -> None:
    for number in ("economy", "unrest"):
        with refuses("events.no_modifier"):
            play(two_towns(), PlaceNumber(TARN, number, "1", "Why", settlement="Ford"))


def test_a_settlement_has_room_for_so_many_sources_and_the_kingdom_for_its_own() -> None:
    full = tuple(change(Stat.CRIME, 1, f"Gang {each}", each) for each in range(1, MOST_CHANGES + 1))
    begin = two_towns(changes=full, counted=MOST_CHANGES)
    with refuses("events.too_many_sources"):
        play(begin, PlaceNumber(TARN, "crime", "1", "Why", settlement="Ford"))
    assert play(begin, PlaceNumber(TARN, "crime", "1", "Why", settlement="Hold")).changes
    assert play(begin, PlaceNumber(TARN, "loyalty", "1", "Why")).changes


def test_one_source_of_a_settlement_is_cancelled_and_the_rest_stay_everywhere() -> None:
    gangs, fair = change(Stat.CRIME, 2, "A gang war", 1), change(Stat.ECONOMY, 1, "A fair", 2)
    begin = played(two_towns(changes=(gangs, fair), counted=2), PlaceNumber(TARN, "loyalty", "4", "A comet"))
    for text in ("ford.1", "A gang war", "Crime +2 in Ford · A gang war"):
        action = CancelSource(TARN, text, "It is over")
        (told,) = [each for each in play(begin, action).events if isinstance(each, SourceCancelled)]
        assert told == SourceCancelled("Tarn", Stat.CRIME, 2, "A gang war", "It is over", "Ford")
        after = realm_in(played(begin, action))
        assert (after.towns[FORD].changes, len(after.kingdom.changes)) == ((fair,), 1)
    assert sources_of(asker(begin)) == [
        ("Loyalty +4 · A comet", "1"),
        ("Crime +2 in Ford · A gang war", "ford.1"),
        ("Economy +1 in Ford · A fair", "ford.2"),
    ]
    after = realm_in(played(begin, CancelSource(TARN, "1")))
    assert (after.towns[FORD].changes, after.kingdom.changes) == ((gangs, fair), ())


# -- events -------------------------------------------------------------------------------------------


def test_r024_a_placed_event_counts_as_this_months() -> None:
    later = played(at(), PlaceEvent(TARN, "Feud"))
    state = kingdom_of(later)
    assert state.month.had_event
    assert [(each.event, each.town) for each in state.happenings] == [("feud", HOLD)]
    later = played(played(later, SkipTo(TARN, MonthStep.CONTINUING)), ResolveEvent(TARN, 1, "Calm", "no"))
    later = played(played(later, RollEvent(TARN), 90), CloseMonth(TARN))
    assert kingdom_of(later).last_had_event is True


def test_r024_the_roll_after_a_placed_event_tells_the_true_next_chance() -> None:
    at_roll = played(at(Phase.EVENT, MonthStep.CONTINUING), PlaceEvent(TARN, "Feud"))
    (rolled,) = [each for each in play(at_roll, RollEvent(TARN), 90).events if isinstance(each, EventRolled)]
    assert (rolled.is_further, rolled.next_chance) == (True, 25)
    quiet = play(at(Phase.EVENT, MonthStep.CONTINUING), RollEvent(TARN), 90)
    (rolled,) = [each for each in quiet.events if isinstance(each, EventRolled)]
    assert (rolled.is_further, rolled.next_chance) == (False, 75)


def test_an_event_placed_after_the_roll_promises_no_roll() -> None:
    for then, is_rolled in (
        (at(Phase.EVENT, MonthStep.CONTINUING), False),
        (played(at(Phase.EVENT, MonthStep.CONTINUING), RollEvent(TARN), 90), True),
    ):
        (told,) = [e for e in play(then, PlaceEvent(TARN, "Feud")).events if isinstance(e, EventPlaced)]
        assert told.is_rolled is is_rolled


def test_every_number_that_is_offered_can_be_placed() -> None:
    for number in NUMBERS:
        assert placed(play(at(), PlaceNumber(TARN, number, "1", "A comet"))).number == number


@pytest.mark.parametrize("event", ["feud", "FEUD", " Feud "])
def test_an_event_by_its_name_or_id(event: str) -> None:
    assert kingdom_of(played(at(), PlaceEvent(TARN, event))).happenings[0].event == "feud"


def test_where_it_strikes_may_be_named() -> None:
    found = kingdom_of(played(at(), PlaceEvent(TARN, "plague", "1,0"))).happenings[0]
    assert (found.spot, found.town) == ("1,0", None)
    towns = (hold(), replace(hold(), name="Ford", spot="1,0"))
    begin = scene(tarn(settlements=(HOLD, "ford")), None, *towns)
    for text in ("Ford", "ford"):
        found = kingdom_of(played(begin, PlaceEvent(TARN, "feud", settlement=text))).happenings[0]
        assert (found.spot, found.town) == ("1,0", "ford")


def test_where_nothing_is_named_it_is_drawn() -> None:
    found = kingdom_of(played(at(), PlaceEvent(TARN, "improvement_demand"), 2, 1, 1)).happenings[0]
    assert found.spot == "1,0"
    found = kingdom_of(played(at(), PlaceEvent(TARN, "public_scandal"), 1)).happenings[0]
    assert found.role is Role.RULER


def test_a_game_master_may_place_what_could_not_come_about_by_itself() -> None:
    found = kingdom_of(played(at(), PlaceEvent(TARN, "crop_failure"))).happenings[0]
    assert (found.spot, found.town) == (None, None)


def test_one_placed_after_the_outcomes_is_told_before_the_month_is_closed() -> None:
    begin = at(Phase.EVENT, MonthStep.CONTINUING, MonthStep.EVENT)
    assert list(kingdom_of(begin).month.opened) == ["close"]
    later = played(begin, PlaceEvent(TARN, "feud"))
    assert list(kingdom_of(later).month.opened) == ["resolve"]
    require_refused(later, CloseMonth(TARN), "month.not_yet")


def test_in_anarchy_what_was_placed_waits_until_order_is_restored() -> None:
    begin = at(is_in_anarchy=True, runs_in_anarchy=True, unrest=20)
    later = played(begin, PlaceEvent(TARN, "economic_boom"))
    assert list(kingdom_of(later).month.opened) == ["close", "thaw"]
    later = played(later, CloseMonth(TARN))
    assert [each.event for each in kingdom_of(later).happenings] == ["economic_boom"]


@pytest.mark.parametrize(
    ("action", "refusal"),
    [
        (PlaceEvent(TARN, "Fued"), refuses("events.unknown", "did you mean Feud")),
        (PlaceEvent(TARN, "xyzzy"), refuses("events.unknown", "pick one from the list")),
        (PlaceEvent(TARN, "feud", "Z99"), refuses("hex.unknown", "Z99")),
        (
            PlaceEvent(TARN, "feud", settlement="Nowhere"),
            refuses("towns.no_such_settlement", "There are: Hold"),
        ),
        (CancelEvent(TARN, "Feud"), refuses("events.not_under_way")),
    ],
)
def test_events_that_are_refused(action: Any, refusal: Any) -> None:
    with refusal:
        play(at(), action)


def test_an_event_tells_nobody_of_a_hex_in_the_fog() -> None:
    begin = scene(tarn(), hexed(land(), "4,1", is_revealed=False, label="Lair"))
    require_refused(begin, PlaceEvent(TARN, "monster_attack", "Lair"), "events.hex_in_fog", "Lair")


def test_there_is_room_for_so_many_events() -> None:
    full = tuple(ActiveEvent(each, "feud", 1) for each in range(MOST_HAPPENINGS))
    require_refused(at(happenings=full), PlaceEvent(TARN, "feud"), "events.too_many", 20)


def test_an_event_taken_back_does_not_count() -> None:
    later = played(at(), PlaceEvent(TARN, "feud"))
    turn = play(later, CancelEvent(TARN, "Feud", "A mistake"))
    (told,) = [each for each in turn.events if isinstance(each, EventCancelled)]
    assert (told.was_new, told.place, told.reason) == (True, "Hold", "A mistake")
    state = kingdom_of(played(later, CancelEvent(TARN, "1")))
    assert (state.happenings, state.month.had_event) == ((), False)


def test_another_event_of_the_month_still_counts() -> None:
    later = played(played(at(), PlaceEvent(TARN, "feud")), PlaceEvent(TARN, "economic_boom"))
    assert kingdom_of(played(later, CancelEvent(TARN, "Feud"))).month.had_event


def test_an_old_event_taken_back_changes_nothing_of_this_month() -> None:
    begin = at(happenings=(ActiveEvent(1, "feud", 0, is_continuous=True),), counted=1)
    turn = play(begin, CancelEvent(TARN, "1"))
    assert [each.was_new for each in turn.events if isinstance(each, EventCancelled)] == [False]


def test_of_several_events_with_one_name_it_must_be_said_which() -> None:
    later = played(played(at(), PlaceEvent(TARN, "feud")), PlaceEvent(TARN, "feud"))
    require_refused(later, CancelEvent(TARN, "Feud"), "events.several")
    assert [each.number for each in kingdom_of(played(later, CancelEvent(TARN, "1"))).happenings] == [2]


def test_a_note_goes_with_it_in_one_line() -> None:
    turn = play(at(), PlaceEvent(TARN, "feud", note=" Two\nhouses "))
    assert [each.note for each in turn.events if isinstance(each, EventPlaced)] == ["Two houses"]


# -- whether what events left fades -----------------------------------------------------------------------


PLAGUE = Change(1, Stat.STABILITY, -4, "Plague", since=1, event="plague")
ILL = ActiveEvent(1, "plague", 1, is_continuous=True, spot="0,0", town=HOLD)
COMET = Change(2, Stat.LOYALTY, 1, "A comet", since=1)


def before_events(reading: str, *changes: Change) -> Any:
    """Tarn in its second month, with its taxes to come."""
    over = month(Phase.INCOME, MonthStep.WITHDRAW, MonthStep.DEPOSIT, MonthStep.SELL, number=2, size=3)
    return begun(
        Phase.INCOME, campaign=decided(event_decay=reading), month=over, changes=changes, counted=len(changes)
    )


def test_p3_what_an_event_left_stays_until_a_game_master_ends_it() -> None:
    later = kingdom_of(played(before_events("never", PLAGUE), CollectTaxes(TARN), 20))
    assert (later.month.phase, later.changes, fading_steps(TARN, later)) == (Phase.EVENT, (PLAGUE,), ())
    require_refused(before_events("never", PLAGUE), KeepSources(TARN), "events.nothing_fades")


def test_r123_as_each_event_phase_begins_game_masters_are_asked_whether_it_fades() -> None:
    later = played(before_events("gm", PLAGUE, COMET), CollectTaxes(TARN), 20)
    (step,) = (each for each in waiting(TARN, kingdom_of(later)) if each.name == FADING)
    assert (step.who, step.revision) == (None, 50)
    assert [each.label for each in step.choices] == ["All of it stays", "Stability −4 fades · Plague"]
    # What stands out is the answer that ends nothing.
    assert [each.is_main for each in step.choices] == [True, False]
    faded = kingdom_of(played(later, step.choices[1].action))
    assert (faded.changes, fading_steps(TARN, faded)) == ((COMET,), ())
    kept = kingdom_of(played(later, step.choices[0].action))
    assert (kept.changes, fading_steps(TARN, kept)) == ((PLAGUE, COMET), ())


def test_r123_what_was_left_before_it_was_noted_by_which_event_is_asked_about_too() -> None:
    old = replace(PLAGUE, event="")
    later = kingdom_of(played(before_events("gm", old), CollectTaxes(TARN), 20))
    assert len(fading_steps(TARN, later)) == 1


@pytest.mark.parametrize("until", [each for each in Until if each is not Until.ALWAYS])
def test_r123_what_ends_by_itself_is_nobodys_question(until: Until) -> None:
    later = kingdom_of(played(before_events("gm", replace(PLAGUE, until=until)), CollectTaxes(TARN), 20))
    assert fading_steps(TARN, later) == ()


def test_r123_without_an_answer_it_stays_and_is_asked_again_next_month() -> None:
    asked = played(before_events("gm", PLAGUE), CollectTaxes(TARN), 20)
    closed = played(played(played(asked, RollEvent(TARN), 100), CloseMonth(TARN)), OpenMonth(TARN))
    assert (kingdom_of(closed).changes, fading_steps(TARN, kingdom_of(closed))) == ((PLAGUE,), ())
    again = kingdom_of(played(closed, SkipTo(TARN, MonthStep.EVENT, "On")))
    assert len(fading_steps(TARN, again)) == 1


def test_r123_an_event_says_what_it_left() -> None:
    begin = at(Phase.EVENT, MonthStep.CONTINUING, MonthStep.EVENT, happenings=(ILL,), counted=1)
    later = kingdom_of(played(begin, AttemptEvent(TARN, 1), 20, 20, 1))
    assert [(each.stat, each.amount, each.event) for each in later.changes] == [
        (Stat.STABILITY, -2, "plague")
    ]


# -- when, and who ------------------------------------------------------------------------------------


@pytest.mark.parametrize("changes", [{"frozen": "Summer"}, {"is_in_anarchy": True, "unrest": 20}])
@pytest.mark.parametrize(
    "action", [PlaceNumber(TARN, "loyalty", "1", "Why"), PlaceEvent(TARN, "economic_boom")]
)
def test_a_game_master_sets_numbers_also_while_the_clock_stands(action: Any, changes: Any) -> None:
    assert play(at(**changes), action).changes


@pytest.mark.parametrize("stage", [Stage.FOUNDING, Stage.ENDED])
def test_nothing_is_set_before_the_founding_and_after_the_end(stage: Stage) -> None:
    with pytest.raises(RuleViolation):
        play(at(stage=stage), PlaceNumber(TARN, "loyalty", "1", "Why"))


def test_only_game_masters_set_anything() -> None:
    mine = (PlaceEvent, CancelEvent, PlaceNumber, CancelSource, ResolveEvent)
    assert {kind.may for kind in SYSTEM.actions if kind.action in mine} == {Permit.GAME_MASTERS}
