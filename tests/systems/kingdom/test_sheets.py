"""The sheet, line by line: what it tells of a kingdom in every state."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.systems.kingdom.book import (
    Attribute,
    Backing,
    Limit,
    Mark,
    MonthStep,
    Phase,
    Role,
    Stage,
    Stat,
    Tribute,
)
from bot.systems.kingdom.founding.cards import founding_lines
from bot.systems.kingdom.realm import Realm
from bot.systems.kingdom.sheet import cards as sheet_cards
from bot.systems.kingdom.state import ActiveEvent, Army, CutOff, Lapse, Marked, Rolled, Terms
from tests.systems.kingdom.drafting import draft
from tests.systems.kingdom.scenes import (
    DEACON,
    TARN,
    change,
    decided,
    everybody,
    hold,
    land,
    leader,
    month,
    ready,
    realm,
    tarn,
    waiting,
)


def page(of: Realm, draw: Any) -> list[str]:
    """The lines of a part of the sheet, with what waits."""
    return list(draw(of, waiting(TARN, of.kingdom)))


def test_what_stops_a_kingdom_stands_first() -> None:
    frozen = page(realm(tarn(frozen="A *break*")), sheet_cards.whole)
    assert r"**Frozen:** A \*break\*" in frozen[:3]
    fallen = page(realm(tarn(is_in_anarchy=True, unrest=20)), sheet_cards.whole)
    assert "**In anarchy:** the kingdom can't act." in fallen[:3]
    assert "Checks: Economy – (0%) · Loyalty – (0%) · Stability – (0%)" in fallen
    assert page(realm(tarn(stage=Stage.ENDED)), sheet_cards.whole)[0] == "Ended"


@pytest.mark.parametrize(("unrest", "is_warned"), [(14, False), (15, True), (19, True), (20, False)])
def test_r017_from_unrest_15_on_anarchy_is_warned_of(unrest: int, *, is_warned: bool) -> None:
    state = tarn(leaders=everybody(), unrest=unrest, is_in_anarchy=unrest == 20)
    warning = f"**Unrest is {unrest}.** At 20 the kingdom falls into anarchy."
    assert (warning in page(realm(state), sheet_cards.whole)[:3]) is is_warned


def test_an_attribute_is_told_with_its_biggest_parts_first() -> None:
    state = tarn(leaders=everybody(DEACON, 14), changes=(change(Stat.STABILITY, 9),))
    assert "**Stability 19** = other +9, leaders +6, alignment +4" in page(realm(state), sheet_cards.whole)


def test_r002_consumption_below_nothing_is_shown_raw() -> None:
    state = tarn(changes=(change(Stat.CONSUMPTION, -9),))
    assert "**Treasury 20 BP** · Consumption 0 (raw −5)" in page(realm(state), sheet_cards.whole)


def test_the_whole_sheet_fits_a_phone() -> None:
    state = ready(tarn(leaders=everybody(), armies=(Army("Reds", 2),), month=month(Phase.UPKEEP)))
    assert len(page(realm(state), sheet_cards.whole)) <= 25


def test_leaders_are_told_with_what_they_give_or_why_they_dont() -> None:
    state = tarn(
        leaders=(
            leader(Role.RULER, score=14, name="Ada", attributes=(Attribute.LOYALTY,)),
            leader(Role.MARSHAL, None, 14, "Tom"),
            leader(Role.SPYMASTER, score=14, name="Vex"),
            leader(Role.WARDEN, score=14, name="Dorn", days=2),
            leader(Role.GENERAL, score=14, name="Gar", has_died=True),
        ),
        lapses=(Lapse(Role.MARSHAL, 1, 1),),
        month=month(Phase.UPKEEP),
    )
    told = page(realm(state), sheet_cards.leaders)
    assert f"**Ruler** Ada (<@{DEACON}>): Loyalty +2" in told
    assert "**Marshal** Tom (NPC): Economy +2; counts as vacant this month" in told
    assert f"**Spymaster** Vex (<@{DEACON}>): no attribute chosen yet" in told
    assert f"**Warden** Dorn (<@{DEACON}>): missed this month's duties" in told
    assert f"**General** Gar (<@{DEACON}>): has died" in told
    assert "Councilor vacant: Loyalty −2, Unrest +1 a month" in told
    assert "No Ruler or stand-in: no claims, Farms, Roads or districts." not in told


def test_r039_without_a_ruler_the_bans_are_told_and_a_stand_in_lifts_them() -> None:
    others = everybody(DEACON, 10, Role.RULER)
    bans = "No Ruler or stand-in: no claims, Farms, Roads or districts."
    assert bans in page(realm(tarn(leaders=others)), sheet_cards.leaders)
    standing_in = realm(tarn(leaders=others, month=month(Phase.EDICT, stand_in=Role.HEIR)))
    assert bans not in page(standing_in, sheet_cards.leaders)
    assert "The Heir stands in for the Ruler this month." in page(standing_in, sheet_cards.whole)


def test_the_land_tells_settlements_and_what_is_cut_off() -> None:
    parts = (
        CutOff(1, ("2,0",), 1, is_held=True),
        CutOff(2, ("1,0",), 1),
        CutOff(3, ("0,0",), 1, is_lost=True),
    )
    told = page(realm(tarn(parts=parts), None, hold(lots=9, districts=2)), sheet_cards.land)
    assert "Hexes: 3 Plains" in told
    assert "★ **Hold** at 0,0: Large town, 2,250 people, 2 districts" in told
    assert "Cut off: 1 hex (2,0), a leader holds it" in told
    assert "Cut off: 1 hex (1,0), is a leader there? A game master decides" in told
    assert "Cut off: 1 hex (0,0), lost" in told


def test_a_kingdom_without_a_capital_says_so() -> None:
    assert "There is no capital." in page(realm(tarn(capital=None)), sheet_cards.land)


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        (Phase.UPKEEP, "Next Edict phase: new settlements 0/1, buildings 0/1, improvements 0/2, claims 0/1"),
        (Phase.EDICT, "Used: new settlements 0/1, buildings 0/2, improvements 0/3, claims 1/2"),
    ],
)
def test_r021_limits_go_by_the_size_when_the_edict_phase_began(phase: Phase, said: str) -> None:
    used = {Limit.CLAIMS: 1} if phase is Phase.EDICT else {}
    state = tarn(month=month(phase, size=11, used=used))
    assert said in page(realm(state), sheet_cards.month)


def test_r021_limits_go_by_the_size_at_the_moment_where_the_campaign_decided_so() -> None:
    state = tarn(month=month(Phase.EDICT, size=11))
    made = realm(state, campaign=decided(limits_size="live"))
    assert "Used: new settlements 0/1, buildings 0/1, improvements 0/2, claims 0/1" in page(
        made, sheet_cards.month
    )


def test_a_limit_without_an_end_is_told() -> None:
    state = tarn(month=month(Phase.EDICT, size=300))
    assert "buildings 0/∞" in sheet_cards.limits_line(realm(state))


def test_the_month_tells_steps_rolls_armies_and_events() -> None:
    under_way = replace(
        month(Phase.INCOME, number=4),
        marks=(Marked(MonthStep.OPEN, Mark.DONE), Marked(MonthStep.STABILITY, Mark.SKIPPED, "A *feast*")),
        rolls=(
            Rolled("stability", 19, 70, 60, is_success=True, unrest=5, bonus=2),
            Rolled("stand_in", 0, 0, 60, is_success=False),
        ),
    )
    state = tarn(
        month=under_way, armies=(Army("Reds", 2),), happenings=(ActiveEvent(1, "food_shortage", 3, True),)
    )
    told = page(realm(state), sheet_cards.month)
    assert "☑ Open the month" in told
    assert r"⤼ Stability check (A \*feast\*)" in told
    assert (
        "✓ Stability check: 19 (d20) + 54 Stability + 2 for checks − 5 Unrest = **70** against DC 60: "
        "**success**"
    ) in told
    # A failure gets no tick.
    failed = "✗ Standing in for the Ruler: In anarchy the check counts as **0** against DC 60: **failure**"
    assert failed in told
    assert "Armies: Reds (Consumption 2)" in told
    assert "Events under way: Food Shortage since month 3" in told


def test_what_is_owed_to_a_sponsor_is_told() -> None:
    terms = Terms(Backing.GRANT, "The *guild*", 50, Tribute.ONE, 44)
    told = page(realm(tarn(terms=terms)), sheet_cards.numbers)
    assert r"Grant from The \*guild\*: pays back 1 BP a month" in told
    assert "44 BP left to pay back" in told


# -- a founding ---------------------------------------------------------------------------------------


def test_a_draft_tells_who_leads_and_that_a_ruler_is_missing() -> None:
    bare = list(founding_lines(realm(draft(), land(own=()))))
    assert "Leaders: none of 14 roles yet, now or later. The list says what a vacancy costs." in bare
    led = draft(leaders=everybody())
    told = list(founding_lines(realm(led, land(own=()))))
    assert any(line.startswith("Leaders: 14 of 14 roles: Ruler Ruler, ") for line in told)
    assert any(line.endswith("and 8 more") for line in told)
    assert not any("No Ruler" in line for line in told)


def test_a_settled_domain_is_told_that_it_may_begin_larger() -> None:
    fief = draft(terms=Terms(Backing.FIEF, "Ada", 50))
    assert any("give hexes" in line for line in founding_lines(realm(fief, land(own=()))))
    charter = draft(terms=Terms(Backing.CHARTER, "Ada", 50))
    assert not any("give hexes" in line for line in founding_lines(realm(charter, land(own=()))))
