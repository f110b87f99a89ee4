"""The month's page as text: every phase and step in order, in words, and what is open now."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.card import Card
from bot.engine.system import Scene
from bot.errors import RuleViolation
from bot.play import RecordView
from bot.systems.kingdom.book import Limit, Phase, Stage, Step
from bot.systems.kingdom.month.course import FinishStep, Freeze, SkipStep, SkipTo
from bot.systems.kingdom.month.page_cards import RARE, month_page
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.state import Happening
from bot.systems.kingdom.steps import STEPS, open_steps
from bot.systems.kingdom.waiting import waiting
from bot.ui.card import text_of
from tests.systems.kingdom.months_scenes import begun
from tests.systems.kingdom.scenes import TARN, everybody, kingdom_of, month, played, realm_in, scene, tarn


def page(seen: Scene) -> Card:
    """The page of Tarn."""
    state = kingdom_of(seen)
    shown = RecordView(TARN, "kingdom", KINGDOM.name, state.name, state, 1, None, tuple(waiting(TARN, state)))
    return month_page(shown, realm_in(seen))


def phases(seen: Scene) -> dict[str, list[str]]:
    """What stands under the heading of each phase."""
    return {name: body.splitlines() for name, body in page(seen).fields}


@pytest.mark.parametrize("phase", [each for each in STEPS if each is not Phase.BEFORE], ids=str)
def test_every_step_of_every_phase_stands_on_it_once(phase: Phase) -> None:
    told = text_of(page(begun(phase)))
    for steps in STEPS.values():
        for step in steps:
            if step not in (Step.OPEN, *RARE):
                assert told.count(step.label) >= 1, step


def test_the_phases_stand_in_order_and_the_one_under_way_says_so() -> None:
    names = list(phases(begun(Phase.INCOME)))
    assert names == ["1 · Upkeep", "2 · Edict", "3 · Income (now)", "4 · Event"]


def test_a_past_phase_that_went_its_way_takes_one_line() -> None:
    told = phases(begun(Phase.INCOME))
    assert told["2 · Edict"] == ["✓ Done: Leadership, Hexes, Terrain, Settlements, Armies, Edicts"]


def test_a_past_phase_with_a_step_passed_over_is_told_step_by_step() -> None:
    then = played(begun(Phase.UPKEEP), SkipStep(TARN, Step.STABILITY, "Storm"))
    then = played(then, SkipTo(TARN, Step.WITHDRAW))
    assert phases(then)["1 · Upkeep"][:2] == [
        "» Stability check: passed over (Storm)",
        "» Pay Consumption: passed over",
    ]


def test_what_can_not_be_told_by_colour_is_told_in_words() -> None:
    for line in text_of(page(begun(Phase.EDICT))).splitlines():
        if line[:1] in "✓»":
            assert any(word in line for word in ("done", "Done", "passed over", "success", "failure"))


def test_limits_say_what_is_left_in_the_edict_phase_alone() -> None:
    used = begun(Phase.EDICT, month=month(Phase.EDICT, size=3).using(Limit.CLAIMS))
    assert (
        "-# Left this month: 1 settlement, 1 building, 2 improvements and 0 claims"
        in phases(used)["2 · Edict (now)"]
    )
    over = phases(played(used, SkipTo(TARN, Step.TERRAIN)))["2 · Edict (now)"]
    assert "-# Left this month: 1 settlement, 1 building and 2 improvements" in over
    last = phases(played(used, SkipTo(TARN, Step.ARMIES)))["2 · Edict (now)"]
    assert not any(line.startswith("-# Left") for line in last)
    assert "Left this month" not in text_of(page(begun(Phase.INCOME)))


def test_a_done_step_counts_what_the_month_limits() -> None:
    used = month(Phase.EDICT, size=3).using(Limit.CLAIMS)
    then = played(begun(Phase.EDICT, month=used), FinishStep(TARN, Step.LEADERSHIP))
    then = played(then, FinishStep(TARN, Step.HEXES))
    assert "✓ Hexes: done, 1 claim" in phases(then)["2 · Edict (now)"]
    bare = played(then, FinishStep(TARN, Step.TERRAIN))
    assert "✓ Terrain: done" in phases(bare)["2 · Edict (now)"]


def test_what_comes_up_only_when_needed_is_told_only_then() -> None:
    told = text_of(page(begun(Phase.UPKEEP)))
    assert not any(step.label in told for step in RARE)
    assert "Later: Pay Consumption" in told


def test_events_to_be_told_stand_in_the_event_phase() -> None:
    told = phases(begun(Phase.EVENT, happenings=(Happening(1, "cult", 0),)))
    assert "→ **Cult**: game masters" in told["4 · Event (now)"]


def test_a_frozen_month_says_why_and_names_nothing_open() -> None:
    told = page(played(begun(Phase.UPKEEP), Freeze(TARN, "Summer")))
    assert "**Stands still**: Summer" in told.lines
    assert [each.label for each in told.buttons] == ["Let time run again"]
    assert "Later: Stability check" in text_of(told)


def test_anarchy_says_what_goes_on() -> None:
    stands = text_of(page(begun(Phase.UPKEEP, unrest=20, is_in_anarchy=True)))
    assert "its months stand still" in stands
    runs = text_of(page(begun(Phase.UPKEEP, unrest=20, is_in_anarchy=True, runs_in_anarchy=True)))
    assert "its Upkeep goes on with every check at 0" in runs
    assert "-# Stability: counts as 0 in anarchy · 100 % → Unrest +1d4" in runs


def test_no_page_of_a_kingdom_that_is_drawn_up() -> None:
    with pytest.raises(RuleViolation, match="not founded yet"):
        page(scene(tarn(stage=Stage.FOUNDING)))


@pytest.mark.parametrize("phase", list(STEPS), ids=str)
def test_the_longest_page_is_within_one_message(phase: Phase) -> None:
    """Every step passed over for the longest reason; plain text has 2,000 characters."""
    state: Any = begun(phase, name="*" * 60, leaders=everybody(2**63 - 1), unrest=12)
    for _ in range(30):
        step = open_steps(kingdom_of(state))[0]
        if step in (Step.OPEN, Step.CLOSE) or kingdom_of(state).month.phase is not phase:
            break
        state = played(state, SkipStep(TARN, step, "*" * 100))
    card = page(state)
    assert len(text_of(card)) <= 2000
    assert "…" not in text_of(card).splitlines()[-1]
    assert all(len(body) <= 1024 for _, body in card.fields)


def test_what_can_be_done_with_hexes_has_its_buttons_before_those_that_end_the_steps() -> None:
    labels = [each.label for each in page(begun(Phase.EDICT, Step.LEADERSHIP)).buttons]
    assert labels.index("Claim a hex…") < labels.index("No more hexes")


def test_what_can_be_built_has_its_button_while_its_step_is_open() -> None:
    for step, is_there in ((Step.SETTLEMENTS, True), (Step.TERRAIN, False)):
        then = played(begun(Phase.EDICT), SkipTo(TARN, step))
        labels = [each.label for each in page(then).buttons]
        assert ("Build…" in labels) is is_there, labels
