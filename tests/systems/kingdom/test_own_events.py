"""The table's own events: how one is written, what is none, and that it is played as the book's are."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.event import sentence
from bot.engine.people import GAME_MASTER, PUBLIC
from bot.engine.system import Record, RecordId
from bot.engine.words import one_line
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import Attribute, MonthStep, Number, Phase, Stat, Until
from bot.systems.kingdom.events.book import BookEvent, Does, Effect, Occasion, Strikes, event_name
from bot.systems.kingdom.events.cards import event_lines, one
from bot.systems.kingdom.events.draws import Strike
from bot.systems.kingdom.events.outcomes import EventSettled
from bot.systems.kingdom.events.own import (
    DEEDS,
    MOST_EFFECTS,
    OWN_EVENT,
    OWN_EVENTS,
    STRUCK,
    OwnEvent,
    OwnOutcome,
    SeenBy,
)
from bot.systems.kingdom.events.resolving import AttemptEvent, ChooseEvent, SettleEvent
from bot.systems.kingdom.events.rules import CancelEvent, EventPlaced, EventRolled, PlaceEvent, RollEvent
from bot.systems.kingdom.month.course import OpenMonth, SkipTo
from bot.systems.kingdom.month.rules import CloseMonth
from bot.systems.kingdom.state import ActiveEvent
from tests.refusals import refuses
from tests.systems.kingdom.months_scenes import begun, labels
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    TARN,
    by,
    kingdom_of,
    month,
    play,
    played,
    realm_in,
    require_refused,
)

LANTERNS = RecordId("lanterns")
PAGE = Path(__file__).parents[3] / "docs" / "kingdom-game-masters.md"
FAIR = """
roll: Loyalty, Stability
both: Loyalty +1 until event
one: Unrest +1d4; note: Half the crowd goes home.
none "It burns": Unrest +1d6, Treasury −1d6!, damage, goes on; todo: Play the ringleader.
each failure: Crime +1
"""


def read(rules: str = FAIR, **texts: str) -> OwnEvent:
    given = {"name": "Night of Lanterns", "about": "Crowds fill the streets.", "strikes": "settlement"}
    return OWN_EVENTS.entry(given | {"rules": rules} | texts)


def known(event: OwnEvent, phase: Phase = Phase.EVENT, *over: MonthStep, **changes: Any) -> Any:
    """Tarn, in a campaign whose library has that event."""
    begin = begun(phase, *(over or (MonthStep.CONTINUING, MonthStep.EVENT)), **changes)
    return replace(begin, records={**begin.records, LANTERNS: Record(LANTERNS, OWN_EVENT.name, event)})


def told(turn: Any) -> EventSettled:
    (event,) = [each for each in turn.events if isinstance(each, EventSettled)]
    return event


# -- written ------------------------------------------------------------------------------------------


def test_they_are_a_shelf_of_the_game() -> None:
    assert OWN_EVENTS in SYSTEM.shelves
    assert OWN_EVENT in SYSTEM.kinds


def test_an_event_is_read_line_by_line() -> None:
    event = read()
    assert event.strikes is Strikes.SETTLEMENT
    assert event.checks == (Attribute.LOYALTY, Attribute.STABILITY)
    assert event.outcomes == (
        OwnOutcome(Occasion.BOTH, effects=(Effect(Number.LOYALTY, "+1", Until.EVENT),)),
        OwnOutcome(Occasion.ONE, effects=(Effect(Number.UNREST, "+1d4"),), note="Half the crowd goes home."),
        OwnOutcome(
            Occasion.NONE,
            "It burns",
            (Effect(Number.UNREST, "+1d6"), Effect(Number.TREASURY, "-1d6!")),
            Does.DAMAGE,
            goes_on=True,
            todo="Play the ringleader",
        ),
        OwnOutcome(Occasion.EACH_FAILURE, effects=(Effect(Number.CRIME, "+1"),)),
    )


def test_the_example_of_the_game_masters_page_is_one() -> None:
    found = re.search(r"```event\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    event = read(found[1], strikes="A settlement with a building", seen_by=SeenBy.GAME_MASTERS.label)
    assert (event.strikes, len(event.outcomes), event.is_secret) == (Strikes.BUILT_LOT, 4, True)


def test_without_rules_it_is_a_tale() -> None:
    event = read("", strikes="")
    assert (event.strikes, event.row.is_at_once) == (Strikes.KINGDOM, True)


EFFECTS = st.builds(
    lambda number, amount, in_each: Effect(number, amount, Until.ALWAYS, in_each),
    st.sampled_from([Number.CRIME, Number.LAW, Number.SOCIETY]),
    st.sampled_from(["+1", "-999", "+20d100", "-1d6!"]),
    st.booleans(),
) | st.builds(
    lambda number, until: Effect(number, "-2d4", until),
    st.sampled_from([Number.ECONOMY, Number.CONTROL_DC, Number.FAME, Number.STABILITY_CHECKS]),
    st.sampled_from(Until),
)
WORDS = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=30).filter(
    lambda text: text == one_line(text)
)
SAYS = st.one_of(st.just(""), WORDS)
OUTCOME = {
    "effects": st.lists(EFFECTS, max_size=MOST_EFFECTS).map(tuple),
    "does": st.none() | st.just(Does.EXHIBIT),
    "note": SAYS,
    "todo": SAYS,
}
EVENTS = st.builds(
    OwnEvent,
    st.just("Night of Lanterns"),
    WORDS,
    st.sampled_from([Strikes.KINGDOM, Strikes.LEADER, Strikes.CHOSEN, Strikes.UNCLAIMED]),
    st.just((Attribute.ECONOMY,)),
    st.tuples(
        st.builds(OwnOutcome, st.just(Occasion.ALWAYS), **OUTCOME),
        st.builds(OwnOutcome, st.just(Occasion.SUCCESS), SAYS, goes_on=st.just(True), **OUTCOME),
        st.builds(OwnOutcome, st.just(Occasion.FAILURE), SAYS, goes_on=st.booleans(), **OUTCOME),
        st.builds(OwnOutcome, st.just(Occasion.SECOND), **OUTCOME),
        st.builds(OwnOutcome, st.just(Occasion.CALM), **OUTCOME),
    ),
    is_secret=st.booleans(),
)


@given(EVENTS)
def test_a_form_gives_back_what_was_put_in(event: OwnEvent) -> None:
    assert OWN_EVENTS.read(OWN_EVENTS.write(event)) == event


FAULTS = {
    "name.casefold": ({"name": "plague"}, "own_event.of_the_book"),
    "name.empty": ({"name": " "}, "entry.missing"),
    "name.long": ({"name": "x" * 41}, "entry.too_long"),
    "about.empty": ({"about": ""}, "entry.missing"),
    "strikes": ({"strikes": "the moon"}, "entry.no_option"),
    "no line": ({"rules": "Unrest +1"}, "own_event.line"),
    "no such case": ({"rules": "maybe: Unrest +1"}, "own_event.line"),
    "twice": ({"rules": "always: Unrest +1\nalways: Unrest +2"}, "own_event.twice"),
    "no such check": ({"rules": "roll: Charisma"}, "own_event.roll"),
    "three checks": ({"rules": "roll: Loyalty, Loyalty, Loyalty"}, "own_event.roll"),
    "no check": ({"rules": "roll:"}, "own_event.roll"),
    "no such number": ({"rules": "always: Charm +1"}, "own_event.part"),
    "no sign": ({"rules": "always: Unrest 4"}, "own_event.part"),
    "size": ({"rules": "always: Size +1"}, "own_event.part"),
    "a deed that needs more": ({"rules": "always: grant"}, "own_event.part"),
    "nothing": ({"rules": "always: Unrest +0"}, "own_event.amount"),
    "too much": ({"rules": "always: Unrest +1000"}, "own_event.amount"),
    "too many dice": ({"rules": "always: Unrest +21d6"}, "own_event.amount"),
    "too many sides": ({"rules": "always: Unrest +1d101"}, "own_event.amount"),
    "one side": ({"rules": "always: Unrest +1d1!"}, "own_event.amount"),
    "until when": ({"rules": "always: Loyalty +1 until Tuesday"}, "own_event.until"),
    "for a while": ({"rules": "always: Unrest +1 until event"}, "own_event.at_once"),
    "in each": ({"rules": "always: Loyalty +1 in each settlement", "strikes": ""}, "own_event.in_each"),
    "in each of one": ({"rules": "always: Crime +1 in each settlement"}, "own_event.in_one"),
    "many": ({"rules": f"always: {', '.join(['Unrest +1'] * 7)}"}, "own_event.effects"),
    "two deeds": ({"rules": "always: find, treasure"}, "own_event.deeds"),
    "nobody to kill": ({"rules": "roll: Stability\nfailure: kill"}, "own_event.deed"),
    "no hex to lose": ({"rules": "roll: Stability\nfailure: lose hex"}, "own_event.deed"),
    "nothing failed": ({"rules": "always: ruin"}, "own_event.after_failure"),
    "both of one": ({"rules": "roll: Loyalty\nboth: Unrest +1"}, "own_event.outcome"),
    "a failure of two": ({"rules": "roll: Loyalty, Loyalty\nfailure: Unrest +1"}, "own_event.outcome"),
    "a second of none": ({"rules": "second: Unrest +1"}, "own_event.outcome"),
    "a second of what ends": ({"rules": "roll: Loyalty\nsecond: nothing"}, "own_event.second"),
    "a button for what is always so": ({"rules": 'always "Ha": Unrest +1'}, "own_event.said"),
    "a long button": ({"rules": f'success "{"x" * 31}": Unrest +1'}, "own_event.label"),
    "a long note": ({"rules": f"always: nothing; note: {'x' * 151}"}, "own_event.note"),
    "an empty note": ({"rules": "always: nothing; note:"}, "own_event.note"),
    "goes on always": ({"rules": "roll: Loyalty\nalways: goes on"}, "own_event.goes_on"),
    "goes on with each": ({"rules": "roll: Loyalty, Loyalty\neach failure: goes on"}, "own_event.goes_on"),
    "no choice": ({"rules": "choice: Ruler"}, "own_event.rulers"),
    "a choice of dice": ({"rules": "choice: Ruler\nroll: Loyalty\nsuccess: nothing"}, "own_event.rulers"),
    "whose choice": ({"rules": "choice: Jester\nsuccess: nothing"}, "own_event.choice"),
}


@pytest.mark.parametrize(("texts", "code"), FAULTS.values(), ids=FAULTS)
def test_what_is_no_event_is_refused_in_a_sentence(texts: dict[str, str], code: str) -> None:
    with refuses(code):
        read(**{"rules": "", **texts})


def test_every_deed_that_needs_no_more_can_be_done_to_something() -> None:
    assert set(Does) - set(DEEDS) == {Does.GRANT, Does.RUSH, Does.FEAST, Does.ENVOY}
    for deed, (_, struck) in DEEDS.items():
        for strikes in struck:
            rules = f"roll: Stability\nfailure: {deed.value.replace('_', ' ')}"
            assert read(rules, strikes=strikes.value).outcomes[0].does is deed


def test_all_that_the_book_strikes_can_be_struck() -> None:
    assert set(STRUCK) == set(Strikes)


# -- played -------------------------------------------------------------------------------------------


def test_a_game_master_places_one_by_name_or_by_id() -> None:
    for typed in ("Night of Lanterns", "night of lanterns", LANTERNS):
        turn = play(known(read()), PlaceEvent(TARN, typed))
        (placed,) = [each for each in turn.events if isinstance(each, EventPlaced)]
        assert placed.struck.sentence() == "**Night of Lanterns · your table's** · Hold"
        assert turn.events[0].struck.own == read()


def test_it_waits_for_its_checks_as_the_books_do() -> None:
    later = played(known(read()), PlaceEvent(TARN, LANTERNS))
    (found,) = kingdom_of(later).happenings
    assert (found.town, found.is_continuous, found.own) == (HOLD, True, read())
    assert labels(kingdom_of(later))[:3] == [
        "Roll Loyalty and Stability",
        "It burns",
        "Night of Lanterns · your table's: how it turned out…",
    ]


@pytest.mark.parametrize(
    ("dice", "came", "unrest", "goes_on"),
    [
        ((20, 20), (Occasion.BOTH,), 0, False),
        ((1, 20, 3), (Occasion.EACH_FAILURE, Occasion.ONE), 3, False),
        ((1, 1, 5, 6, 2), (Occasion.EACH_FAILURE, Occasion.NONE), 5, True),
    ],
)
def test_its_outcomes_come_about_by_the_dice(
    dice: tuple[int, ...], came: tuple[Occasion, ...], unrest: int, *, goes_on: bool
) -> None:
    begin = played(known(read(), treasury=20), PlaceEvent(TARN, LANTERNS))
    turn = play(begin, AttemptEvent(TARN, 1), *dice)
    settled = told(turn)
    assert (settled.came, settled.goes_on) == (came, goes_on)
    later = kingdom_of(played(begin, AttemptEvent(TARN, 1), *dice))
    assert later.unrest == unrest
    assert later.treasury == (12 if goes_on else 20)
    lines = [str(each) for each in settled.lines]
    assert ("Half the crowd goes home." in lines) is (Occasion.ONE in came)
    assert ("Game master: Play the ringleader." in lines) is (Occasion.NONE in came)


def test_a_source_bears_its_name_with_the_mark() -> None:
    event = read("always: Economy -2 until event, Loyalty +1", name="Lord *Ash*")
    placed = played(known(event), PlaceEvent(TARN, LANTERNS))
    later = kingdom_of(played(placed, SettleEvent(TARN, 1, Occasion.ALWAYS)))
    assert [(each.stat, each.amount, each.until) for each in later.changes] == [
        (Stat.ECONOMY, -2, Until.EVENT),
        (Stat.LOYALTY, 1, Until.ALWAYS),
    ]
    assert {each.name for each in later.changes} == {"Lord *Ash* · your table's"}


def test_it_goes_on_into_the_next_month_and_can_be_ended() -> None:
    event = read("roll: Loyalty\nfailure: Unrest +1, goes on")
    over = played(played(known(event), PlaceEvent(TARN, LANTERNS)), AttemptEvent(TARN, 1), 1)
    next_month = played(over, CloseMonth(TARN))
    (found,) = kingdom_of(next_month).happenings
    assert (found.own, found.is_continuous) == (event, True)
    at_events = played(played(next_month, OpenMonth(TARN)), SkipTo(TARN, MonthStep.CONTINUING, "On"))
    again = kingdom_of(played(at_events, AttemptEvent(TARN, 1), 1))
    assert again.unrest == 2
    for typed in ("Night of Lanterns", "night of lanterns · your table's", "1"):
        assert kingdom_of(played(at_events, CancelEvent(TARN, typed))).happenings == ()


def test_one_under_way_goes_on_as_it_began_when_its_row_was_changed_or_deleted() -> None:
    begin = played(known(read("roll: Loyalty\nfailure: Unrest +4")), PlaceEvent(TARN, LANTERNS))
    other = Record(LANTERNS, OWN_EVENT.name, read("always: Unrest -1", name="Fog"))
    changed = replace(begin, records={**begin.records, LANTERNS: other})
    gone = replace(begin, records={id_: each for id_, each in begin.records.items() if id_ != LANTERNS})
    for then in (changed, gone):
        turn = play(then, AttemptEvent(TARN, 1), 1)
        assert told(turn).title == "**Night of Lanterns · your table's** · Hold"
        assert kingdom_of(played(then, AttemptEvent(TARN, 1), 1)).unrest == 4


def test_it_is_kept_for_later_and_comes_about_with_the_roll() -> None:
    event = read("always: Unrest +2; note: The lanterns go out.")
    kept = played(known(event, Phase.EVENT, MonthStep.CONTINUING), PlaceEvent(TARN, LANTERNS, later=True))
    assert kingdom_of(kept).happenings == ()
    gone = replace(kept, records={id_: each for id_, each in kept.records.items() if id_ != LANTERNS})
    turn = play(gone, RollEvent(TARN), 100)
    (rolled,) = [each for each in turn.events if isinstance(each, EventRolled)]
    assert ([each.event for each in rolled.struck], rolled.kept) == ([event.id], 1)
    # Nothing is rolled against it: it comes about at once.
    assert "The lanterns go out." in [str(each) for each in told(turn).lines]
    assert kingdom_of(played(gone, RollEvent(TARN), 100)).unrest == 2


def test_what_no_check_is_asked_for_a_game_master_says_or_the_ruler_chooses() -> None:
    rules = 'success "Let them in": Treasury +4\nfailure: Unrest +1'
    by_gm = played(known(read(rules)), PlaceEvent(TARN, LANTERNS))
    assert labels(kingdom_of(by_gm))[:2] == ["Let them in", "Failure"]
    assert kingdom_of(played(by_gm, SettleEvent(TARN, 1, Occasion.SUCCESS))).treasury == 24
    rulers = played(known(read(f"choice: Ruler\n{rules}")), PlaceEvent(TARN, LANTERNS))
    assert kingdom_of(played(by(rulers, DEACON), ChooseEvent(TARN, 1, Occasion.FAILURE))).unrest == 1
    require_refused(rulers, ChooseEvent(TARN, 1, Occasion.BOTH), "events.no_such_outcome")


def test_a_second_success_in_a_row_ends_what_the_first_did_not() -> None:
    event = read("roll: Loyalty\nsuccess: Unrest -1, goes on\nsecond: Loyalty +1")
    begin = known(event, happenings=(ActiveEvent(1, event.id, 1, True, "0,0", HOLD, streak=1, own=event),))
    turn = play(begin, AttemptEvent(TARN, 1), 20)
    assert (told(turn).came, told(turn).goes_on) == ((Occasion.SECOND,), False)


def test_what_spreads_comes_up_once_more_with_the_same_rules() -> None:
    event = read("roll: Loyalty\nfailure: spread")
    begin = played(known(event), PlaceEvent(TARN, LANTERNS))
    later = kingdom_of(played(begin, AttemptEvent(TARN, 1), 1, 10))
    assert [(each.event, each.own, each.since) for each in later.happenings] == [
        (event.id, event, 1),
        (event.id, event, 2),
    ]


def test_an_unknown_name_is_refused_as_before() -> None:
    begin = begun(Phase.EVENT, MonthStep.CONTINUING, MonthStep.EVENT)
    require_refused(begin, PlaceEvent(TARN, "Night of Lanterns"), "events.unknown")


# -- shown --------------------------------------------------------------------------------------------


def test_its_name_is_marked_wherever_it_is_told() -> None:
    assert event_name(read().id) == "Night of Lanterns · your table's"
    assert event_name(read(name="*Ash*").id) == "\\*Ash\\* · your table's"
    assert not any("your table" in event_name(each.value) for each in BookEvent)


def test_what_it_does_is_shown_with_the_chances() -> None:
    event = read()
    card = one(realm_in(known(event)), Strike(event.id, own=event))
    assert card.title == "Night of Lanterns · your table's"
    assert card.lines[:5] == (
        "Crowds fill the streets.",
        "**Both succeed:** Loyalty +1 until the next Event phase",
        "**One fails:** Unrest +1d4",
        "**It burns:** Unrest +1d6, Treasury −1d6 (each 6 rolled again and added) BP, a building is damaged "
        "and it goes on",
        "**Each failure:** Crime +1",
    )
    assert len(card.lines) == 7


def test_the_longest_leaves_room_for_others_on_its_card() -> None:
    whole = ", ".join(["Productivity +20d100! until event"] * MOST_EFFECTS)
    event = read(f"roll: Loyalty, Loyalty\nboth: {whole}\none: {whole}\nnone: {whole}", about="*" * 300)
    assert len("\n".join(event_lines(event.id, None, None, event))) <= 900


def test_a_secret_one_only_game_masters_know_until_it_comes_up() -> None:
    secret = read(seen_by="game_masters")
    assert OWN_EVENTS.is_seen_by(secret, GAME_MASTER)
    assert not OWN_EVENTS.is_seen_by(secret, PUBLIC)
    assert OWN_EVENTS.is_seen_by(read(), PUBLIC)


def test_entries_say_the_same_of_it_for_ever() -> None:
    begin = played(
        known(read(), month=month(Phase.EVENT, MonthStep.CONTINUING, MonthStep.EVENT, size=3)),
        PlaceEvent(TARN, LANTERNS),
    )
    settled = told(play(begin, AttemptEvent(TARN, 1), 1, 20, 3))
    assert settled.own == read()
    assert "Half the crowd goes home" in (sentence(settled) or "")
