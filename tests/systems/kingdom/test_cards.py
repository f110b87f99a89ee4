"""The cards of kingdoms keep Discord's limits, whatever happens in it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bot.engine.card import Card
from bot.engine.event import sentence
from bot.engine.system import World
from bot.play import Post, RecordView
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import Attribute, Improvement, Limit, MonthStep, Phase, Role, Spot, Stage, Stat
from bot.systems.kingdom.checks import SIDES, check
from bot.systems.kingdom.cog import SCREENS
from bot.systems.kingdom.month.course import FinishStep, Freeze, SkipStep, SkipTo
from bot.systems.kingdom.month.edicts import ArmyRaised
from bot.systems.kingdom.month.page_cards import RARE, month_page, step_notes
from bot.systems.kingdom.month.rules import RollStability
from bot.systems.kingdom.realm import KINGDOM, Realm
from bot.systems.kingdom.state import ActiveEvent
from bot.systems.kingdom.steps import STEPS, open_steps
from bot.ui.card import BODY, CONTENT, MOST_BUTTONS, MOST_FIELDS, MOST_PICKS, WHOLE, embed_of, text_of
from bot.ui.renderer import Renderer
from tests.refusals import refuses
from tests.systems.kingdom.months_scenes import begun
from tests.systems.kingdom.posts import LONGEST
from tests.systems.kingdom.posts import post as posted
from tests.systems.kingdom.scenes import (
    DEACON,
    TARN,
    change,
    decided,
    everybody,
    hexed,
    kingdom_of,
    land,
    month,
    played,
    ready,
    realm,
    realm_in,
    scene,
    tarn,
    waiting,
)

RENDERER = Renderer({SYSTEM.name: SCREENS})


@pytest.mark.parametrize("post", LONGEST.values(), ids=LONGEST)
def test_the_longest_card_is_within_discords_limits_and_nothing_of_it_is_cut(post: Post) -> None:
    card = RENDERER.card(post)
    body = "\n".join(card.lines)
    assert len(body) <= BODY
    assert len(embed_of(card)) <= WHOLE
    assert len(card.fields) <= MOST_FIELDS
    assert len(card.buttons) <= MOST_BUTTONS
    assert all(1 <= len(select.picks) <= MOST_PICKS for select in card.selects)
    assert len(text_of(card)) <= CONTENT
    assert all(len(button.custom_id) <= 100 for button in card.buttons)


def test_every_event_is_told_in_a_line() -> None:
    events = [event for post in LONGEST.values() for event in post.entry.events]
    untold = [event for event in events if not sentence(event)]
    assert not {type(event).__name__ for event in untold}


# -- The month's page as text: every phase and step in order, in words, and what is open now ------------


def page(seen: World) -> Card:
    """The page of Tarn."""
    state = kingdom_of(seen)
    shown = RecordView(TARN, "kingdom", KINGDOM.name, state.name, state, 1, None, tuple(waiting(TARN, state)))
    return month_page(shown, realm_in(seen), shown.steps, DEACON)


def phases(seen: World) -> dict[str, list[str]]:
    """What stands under the heading of each phase."""
    return {name: body.splitlines() for name, body in page(seen).fields}


@pytest.mark.parametrize("phase", [each for each in STEPS if each is not Phase.BEFORE], ids=str)
def test_every_step_of_every_phase_stands_on_it_once(phase: Phase) -> None:
    told = text_of(page(begun(phase)))
    for steps in STEPS.values():
        for step in steps:
            if step not in (MonthStep.OPEN, MonthStep.SPECIAL, *RARE):
                assert told.count(step.label) >= 1, step


@pytest.mark.parametrize(("unrest", "is_warned"), [(14, False), (15, True), (19, True), (20, False)])
def test_r017_from_unrest_15_on_the_months_cards_warn_of_anarchy(unrest: int, *, is_warned: bool) -> None:
    seen = begun(Phase.INCOME, unrest=unrest, is_in_anarchy=unrest == 20)
    warning = f"**Unrest is {unrest}.** At 20 the kingdom falls into anarchy."
    assert (warning in page(seen).lines) is is_warned
    news = posted((ArmyRaised("Tarn", "Reds", 2),), kingdom_of(seen))
    assert (warning in RENDERER.card(news).lines) is is_warned


def test_the_phases_stand_in_order_and_the_one_under_way_says_so() -> None:
    names = list(phases(begun(Phase.INCOME)))
    assert names == ["1 · Upkeep", "2 · Edict", "3 · Income (now)", "4 · Event"]


def test_a_past_phase_that_went_its_way_takes_one_line() -> None:
    told = phases(begun(Phase.INCOME))
    assert told["2 · Edict"] == ["✓ Done: Leadership, Hexes, Terrain, Settlements, Armies, Edicts"]


def test_a_past_phase_with_a_step_passed_over_is_told_step_by_step() -> None:
    then = played(begun(Phase.UPKEEP), SkipStep(TARN, MonthStep.STABILITY, "Storm"))
    then = played(then, SkipTo(TARN, MonthStep.WITHDRAW))
    assert phases(then)["1 · Upkeep"][:2] == [
        "» Stability check: skipped (Storm)",
        "» Pay Consumption: skipped",
    ]


def test_what_can_not_be_told_by_colour_is_told_in_words() -> None:
    for line in text_of(page(begun(Phase.EDICT))).splitlines():
        if line[:1] in "✓»":
            assert any(word in line for word in ("done", "Done", "skipped", "success", "failure"))


def test_limits_say_what_is_left_in_the_edict_phase_alone() -> None:
    used = begun(Phase.EDICT, month=month(Phase.EDICT, size=3).using(Limit.CLAIMS))
    assert phases(used)["2 · Edict (now)"][1:] == [
        "✓ Hexes: done, 1 claim",
        "-# Left this month: 1 settlement, 1 building and 2 improvements",
        "-# Later: Terrain, Settlements, Armies, Edicts",
    ]
    over = phases(played(used, SkipTo(TARN, MonthStep.TERRAIN)))["2 · Edict (now)"]
    assert "-# Left this month: 1 settlement, 1 building and 2 improvements" in over
    last = phases(played(used, SkipTo(TARN, MonthStep.ARMIES)))["2 · Edict (now)"]
    assert not any(line.startswith("-# Left") for line in last)
    assert "Left this month" not in text_of(page(begun(Phase.INCOME)))


def test_a_done_step_counts_what_the_month_limits() -> None:
    used = month(Phase.EDICT, size=3).using(Limit.CLAIMS)
    then = played(begun(Phase.EDICT, month=used), FinishStep(TARN, MonthStep.LEADERSHIP))
    then = played(then, FinishStep(TARN, MonthStep.HEXES))
    assert "✓ Hexes: done, 1 claim" in phases(then)["2 · Edict (now)"]
    bare = played(then, FinishStep(TARN, MonthStep.TERRAIN))
    assert "✓ Terrain: done" in phases(bare)["2 · Edict (now)"]


def test_what_comes_up_only_when_needed_is_told_only_then() -> None:
    told = text_of(page(begun(Phase.UPKEEP)))
    assert not any(step.label in told for step in RARE)
    assert "Later: Pay Consumption" in told


def test_events_to_be_told_stand_in_the_event_phase() -> None:
    told = phases(begun(Phase.EVENT, happenings=(ActiveEvent(1, "cult", 0),)))
    assert "→ **Cult**: game masters" in told["4 · Event (now)"]


def test_a_frozen_month_says_why_and_names_nothing_open() -> None:
    told = page(played(begun(Phase.UPKEEP), Freeze(TARN, "Summer")))
    assert "**Frozen**: Summer" in told.lines
    assert [each.label for each in told.buttons] == ["Thaw the kingdom"]
    assert "Later: Stability check" in text_of(told)


def test_anarchy_says_what_goes_on() -> None:
    stands = text_of(page(begun(Phase.UPKEEP, unrest=20, is_in_anarchy=True)))
    assert "its months are frozen" in stands
    runs = text_of(page(begun(Phase.UPKEEP, unrest=20, is_in_anarchy=True, runs_in_anarchy=True)))
    assert "Upkeep goes on with every check at 0" in runs
    assert "-# Stability: counts as 0 in anarchy · 100% → Unrest +1d4" in runs


def test_no_page_of_a_kingdom_that_is_drawn_up() -> None:
    with refuses("kingdom.not_founded", "Tarn"):
        page(scene(tarn(stage=Stage.FOUNDING)))


@pytest.mark.parametrize("phase", list(STEPS), ids=str)
def test_the_longest_page_is_within_one_message(phase: Phase) -> None:
    """Every step passed over for the longest reason; plain text has 2,000 characters."""
    state: Any = begun(phase, name="*" * 60, leaders=everybody(2**63 - 1), unrest=12)
    for _ in range(30):
        step = open_steps(kingdom_of(state))[0]
        if step in (MonthStep.OPEN, MonthStep.CLOSE) or kingdom_of(state).month.phase is not phase:
            break
        state = played(state, SkipStep(TARN, step, "*" * 100))
    card = page(state)
    assert len(text_of(card)) <= 2000
    assert "…" not in text_of(card).splitlines()[-1]
    assert all(len(body) <= 1024 for _, body in card.fields)


def test_what_can_be_done_with_hexes_has_its_buttons_before_those_that_end_the_steps() -> None:
    labels = [each.label for each in page(begun(Phase.EDICT, MonthStep.LEADERSHIP)).buttons]
    assert labels.index("Claim a hex…") < labels.index("No more hexes")


def test_what_can_be_built_has_its_button_while_its_step_is_open() -> None:
    for step, is_there in ((MonthStep.SETTLEMENTS, True), (MonthStep.TERRAIN, False)):
        then = played(begun(Phase.EDICT), SkipTo(TARN, step))
        labels = [each.label for each in page(then).buttons]
        assert ("Build…" in labels) is is_there, labels


# -- What open steps foretell: the needed roll, the chance of each outcome, and the price, in a line ----


PER_DIE = 100 // SIDES


def at(amount: int = 0, stat: Stat = Stat.STABILITY, **changes: Any) -> Realm:
    """Tarn in its Upkeep with one number changed; all attributes are 0 but Stability, which is 4."""
    changes.setdefault("leaders", everybody())
    return realm(
        tarn(changes=(change(stat, amount),) if amount else (), month=month(Phase.UPKEEP), **changes)
    )


def told(realm_: Realm, step: MonthStep) -> str:
    """The line of a step."""
    return step_notes(realm_, step.value)


@pytest.mark.parametrize("amount", [-20, 0, 3, 7, 10, 15, 40])
@pytest.mark.parametrize("unrest", [0, 2])
def test_the_foretold_odds_are_what_the_twenty_dice_bring(amount: int, unrest: int) -> None:
    """Every die is rolled; what its outcome does is counted, and stands in the line."""
    steady = at(amount, unrest=unrest)
    begun = scene(ready(steady.kingdom))
    ends: Counter[str] = Counter()
    for die in range(1, SIDES + 1):
        result = check(steady, Attribute.STABILITY).of(die)
        is_bad = not result.is_success and not result.is_mild
        after = kingdom_of(played(begun, RollStability(TARN), die, *([4] if is_bad else [])))
        if after.unrest == unrest + 4:
            ends["Unrest +1d4"] += PER_DIE
        elif after.unrest == unrest + 1:
            ends["Unrest +1"] += PER_DIE
        else:
            ends["Unrest −1" if unrest else "+1 BP"] += PER_DIE
    line = told(steady, MonthStep.STABILITY)
    good, *others = line.split(" · ")
    shown = {end: f"({count}%)" in good for end, count in ends.items() if good.endswith(f"→ {end}")}
    assert list(shown.values()) == [True]
    assert set(others) == {f"{n}% → {end}" for end, n in ends.items() if end not in shown}


def test_consumption_says_what_is_left() -> None:
    assert told(at(treasury=12), MonthStep.CONSUMPTION) == "Costs 4 of 12 BP: leaves 8"
    assert told(at(treasury=3), MonthStep.CONSUMPTION).endswith("leaves −1, and Unrest +2 for being below 0")
    free = at(-9, Stat.CONSUMPTION, treasury=3)
    assert told(free, MonthStep.CONSUMPTION) == "Costs 0 of 3 BP: leaves 3"


def test_unrest_says_what_will_be_added_and_why() -> None:
    assert told(at(), MonthStep.UNREST) == "Adds nothing to Unrest"
    alone = at(leaders=everybody(DEACON, 10, Role.RULER, Role.COUNCILOR))
    assert told(alone, MonthStep.UNREST) == (
        "Unrest +6: 1 for Loyalty below 0, 4 for lack of a Ruler and 1 for lack of a Councilor"
    )


def test_the_enforcer_is_told_the_odds_with_unrest_already_lower() -> None:
    # 14 − 3 against 24: 13 or more.
    line = told(at(14, Stat.LOYALTY, unrest=4), MonthStep.ENFORCER)
    assert line == "Unrest −1 either way · Loyalty: 13 or more (40%), else Loyalty −1 for good"


def test_the_stand_in_is_told_the_odds() -> None:
    assert told(at(14, Stat.LOYALTY), MonthStep.STAND_IN) == "Loyalty: 10 or more (55%), else Unrest +1"


def test_taxes_say_what_they_bring_at_least_and_at_most() -> None:
    # 30 + 9 … 30 + 20, a third each; what fails brings nothing (R049).
    rich = at(15, Stat.ECONOMY)
    assert told(rich, MonthStep.TAXES) == "Economy: 9 or more (60%) → +8 to +11 BP · otherwise +0 BP"
    third = realm(
        tarn(leaders=everybody(), changes=(change(Stat.ECONOMY, 15),)),
        campaign=decided(tax_on_failure="third"),
    )
    assert told(third, MonthStep.TAXES) == "Economy: 9 or more (60%) → +8 to +11 BP · otherwise +5 to +7 BP"


def test_taxes_count_what_mines_bring() -> None:
    spot: Spot = "0,0"
    mined = hexed(land(), spot, improvements=(Improvement.MINE,))
    rich = realm(tarn(leaders=everybody(), changes=(change(Stat.ECONOMY, 14),)), mined)
    # A Mine adds 1 to Economy as well.
    assert told(rich, MonthStep.TAXES) == "Economy: 9 or more (60%) → +9 to +12 BP · otherwise +0 BP"


@pytest.mark.parametrize(("last", "percent"), [(None, 25), (True, 25), (False, 75)])
def test_r023_the_chance_of_an_event(last: bool | None, percent: int) -> None:
    assert told(at(last_had_event=last), MonthStep.EVENT) == f"{percent}% chance of an event"


def test_r023_the_first_month_may_be_as_after_a_quiet_one() -> None:
    first = realm(tarn(), campaign=decided(first_turn_event_chance="75"))
    assert told(first, MonthStep.EVENT) == "75% chance of an event"


def test_in_anarchy_checks_foretell_their_failure() -> None:
    fallen = at(is_in_anarchy=True, runs_in_anarchy=True, unrest=20)
    assert told(fallen, MonthStep.STABILITY) == "Stability: counts as 0 in anarchy · 100% → Unrest +1d4"


def test_what_can_not_be_foretold_has_no_line() -> None:
    assert told(at(), MonthStep.HEXES) == ""
    assert step_notes(at(), "event-3") == ""
