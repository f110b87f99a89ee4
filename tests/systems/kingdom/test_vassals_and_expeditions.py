"""Vassals, explorers, independence and union by the book."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.event import sentence
from bot.engine.system import Record, RecordId
from bot.errors import NotAllowed
from bot.systems.kingdom.abroad.book import Balance, Bond, Cargo, SpecialEdict, Tie, Vassalage
from bot.systems.kingdom.abroad.diplomacy import BalanceTreaty, Renegotiate, SendEnvoy, SettleTerms
from bot.systems.kingdom.abroad.expeditions import EndExpedition, MeetHostiles, SendExpedition, days_of
from bot.systems.kingdom.abroad.kingdoms import RemoveKingdom, SetTie
from bot.systems.kingdom.abroad.pacts import AGREED, AttackKingdom, EndTie, MakePact
from bot.systems.kingdom.abroad.partners import PartnerChanged
from bot.systems.kingdom.abroad.state import Bonded, Expedition, OtherKingdom, Pact, Route
from bot.systems.kingdom.abroad.union import DivideKingdom, UniteKingdoms
from bot.systems.kingdom.abroad.vassals import MakeVassal
from bot.systems.kingdom.book import Alignment, MonthStep, Phase, Role, Stage, Stat, Terrain
from bot.systems.kingdom.land.state import Hex, Land
from bot.systems.kingdom.month.rules import SettleUnrest, UnrestSettled
from bot.systems.kingdom.realm import KINGDOM, realm_of
from bot.systems.kingdom.sources import figures, number_of
from bot.systems.kingdom.state import Army, CutOff, Kingdom, LostTown
from bot.systems.kingdom.towns.state import TOWN, Town
from tests.said import values
from tests.systems.kingdom.abroad_scenes import ABROAD, VELL, abroad_steps, around, friendly, other, special
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    LANDS,
    MARISOL,
    PLAIN,
    TARN,
    WREN,
    by,
    change,
    everybody,
    hexed,
    kingdom_of,
    land,
    leader,
    month,
    play,
    played,
    ready,
    realm_in,
    require_refused,
    scene,
    tarn,
)

CONQUEST = MakeVassal(TARN, "Vell", Vassalage.SUBJUGATION)
# Loyalty is 0, DC 24 + 2 for Vell's Size of 10: only a 20 succeeds.
YES, NO = 20, 2

# -- vassals ----------------------------------------------------------------------------------------------


def test_r165_a_grant_is_a_quarter_of_the_treasury_at_most_once_the_edict_is_paid() -> None:
    colony = MakeVassal(TARN, "New Tarn", Vassalage.COLONY, 14, Tie.EMBASSY)
    assert kingdom_of(played(around(), colony, 3)).treasury == 60 - 3 - 14
    # 60 − 1 allows 14; with a 4 only 14 of 56 / 4 = 14; at 17 BP the die decides: 4 or 3.
    poor = around(treasury=17)
    four = replace(colony, grant=4)
    assert play(poor, four, 1).events[0].grant == 4
    assert play(poor, four, 4).events[0].grant == 3
    require_refused(around(), replace(colony, grant=15), "vassal.grant")


def test_a_colony_has_whatever_tie_one_likes_without_a_roll() -> None:
    colony = MakeVassal(TARN, "New Tarn", Vassalage.COLONY, 0, Tie.ALLIANCE, Balance.OURS)
    # 1d4 BP, then its Economy and Stability: 2d6 + Size 1 each.
    then = played(around(), colony, 2, 6, 6, 6, 6)
    new = other(then, "New Tarn")
    assert (new.tie, new.is_vassal, new.subdued) == (Tie.ALLIANCE, True, None)
    assert (new.treaty, new.alliance) == (Pact(1, Balance.OURS, 1), Pact(1, Balance.OURS, 1))
    # Unbalanced terms in one's own favor cost Infamy, here as in any treaty.
    assert number_of(realm_in(then), "infamy") == 2
    fair = played(around(), replace(colony, balance=Balance.BALANCED), 2, 6, 6, 6, 6)
    assert number_of(realm_in(fair), "infamy") == 0


def test_r164_a_subjugated_kingdom_takes_three_loyalty_checks_in_a_row() -> None:
    turn = play(around(), CONQUEST, 2, NO, 3)
    subdued = turn.events[0].subdued
    assert (subdued.result.dc, subdued.unrest, subdued.streak) == (24 + 2, 3, 0)
    then = played(around(), CONQUEST, 2, YES)
    assert (other(then).subdued, other(then).tie, other(then).is_vassal) == (1, Tie.EMBASSY, True)
    assert other(then).was_conquered


@pytest.mark.parametrize(
    ("streak", "dice", "after", "unrest"),
    [(0, (YES,), 1, 0), (2, (YES,), None, 0), (2, (NO, 4), 0, 4), (1, (NO, 1), 0, 1)],
)
def test_r164_the_check_is_a_line_of_each_upkeep(
    streak: int, dice: tuple[int, ...], after: int | None, unrest: int
) -> None:
    vassal = friendly(is_vassal=True, subdued=streak)
    over = (MonthStep.STABILITY, MonthStep.CONSUMPTION)
    at = around(vassal, month=month(Phase.UPKEEP, *over, size=3))
    turn = play(at, SettleUnrest(TARN), *dice)
    (settled,) = [each for each in turn.events if isinstance(each, UnrestSettled)]
    assert len(settled.subdued) == 1
    then = played(at, SettleUnrest(TARN), *dice)
    assert (other(then).subdued, kingdom_of(then).unrest) == (after, unrest)
    quiet = around(friendly(is_vassal=True), month=month(Phase.UPKEEP, *over, size=3))
    assert not play(quiet, SettleUnrest(TARN)).events[0].subdued


@pytest.mark.parametrize(
    ("vassal", "gifts", "works"),
    [
        ({"is_vassal": True, "is_subjugated": True}, 7, 3),
        ({"is_vassal": True, "subdued": 1}, 4, 2),
        ({"is_vassal": True, "is_subjugated": True}, 1, 0),
        # Neither a colony's nor a free kingdom's.
        ({"is_vassal": True}, 7, 0),
        ({}, 7, 0),
    ],
)
def test_l2339_half_of_the_gifts_for_a_treaty_goes_toward_a_subjugated_kingdoms_buildings(
    vassal: dict[str, Any], gifts: int, works: int
) -> None:
    at = around(friendly(skills=(0, 0, 0, 0, 0), **vassal))
    sent = SendEnvoy(TARN, "Vell", 5, gifts, skills="99 99 99 99 99")
    negotiated = played(at, sent, 20, 20, 20, 1, *(10, 9) * 5)
    # It counts only once the treaty is formed.
    assert other(negotiated).works == 0
    settled = SettleTerms(TARN, 1)
    then = other(played(negotiated, settled))
    assert (then.works, then.works_month) == (works, 1 if works else 0)
    told = sentence(play(negotiated, settled).events[0]) or ""
    assert (f"Of the gifts **{works} BP** count toward what Vell builds this month." in told) is bool(works)
    assert kingdom_of(negotiated).treasury == 60 - 1 - gifts


def test_l2339_gifts_for_talks_that_fail_go_toward_nothing() -> None:
    vassal = friendly(is_vassal=True, is_subjugated=True)
    then = played(around(vassal), SendEnvoy(TARN, "Vell", -60, 7, skills="9 9 9 9 9"), 2, 2, 2, 1)
    assert (other(then).talks, other(then).works) == (None, 0)


# -- explorers --------------------------------------------------------------------------------------------


def party(**changes: Any) -> Expedition:
    """Explorers on their way east."""
    return replace(Expedition(7, 1, 2, "3,0 4,0", ("3,0", "4,0"), 5), **changes)


def test_explorers_are_paid_1d4_a_month_in_advance() -> None:
    then = kingdom_of(played(around(), SendExpedition(TARN, 3, "3,0 4,0"), 1, 4, 2))
    assert (then.treasury, then.month.issued) == (53, (SpecialEdict.EXPLORATION,))
    (sent,) = then.expeditions
    assert (sent.cost, sent.returns, sent.spots) == (7, 4, ("3,0", "4,0"))
    assert kingdom_of(played(around(), SendExpedition(TARN, 1, "The far east"), 1)).expeditions[0].spots == ()


@pytest.mark.parametrize(
    ("dice", "is_left", "scattered", "unrest"),
    [
        # CR 5: Stealth DC 20, here with +9; then Stability 4 against 24 + 10.
        ((11,), True, 0, 0),
        ((10, 20), True, 1, 0),
        ((10, 19), False, 0, 1),
    ],
)
def test_explorers_who_meet_somebody_hide_or_scatter_or_die(
    dice: tuple[int, ...], is_left: bool, scattered: int, unrest: int
) -> None:
    at = around(expeditions=(party(),), actor=MARISOL)
    turn = play(at, MeetHostiles(TARN, "7", 5, 9), *dice)
    assert turn.events[0].stealth.dc == 20
    if len(dice) > 1:
        assert turn.events[0].result.dc == 34
    then = kingdom_of(played(at, MeetHostiles(TARN, "7", 5, 9), *dice))
    assert (bool(then.expeditions), then.unrest) == (is_left, unrest)
    if is_left:
        assert then.expeditions[0].scattered == scattered


def test_explorers_come_back_when_their_time_is_over_and_their_route_is_explored() -> None:
    on = hexed(land(), "4,0", is_explored=False, is_revealed=False)
    for number, waits in ((2, 0), (3, 1)):
        at = around(expeditions=(party(),), month=special(number=number), on=on)
        assert len(abroad_steps(kingdom_of(at))) == waits
    then = played(by(at, MARISOL), EndExpedition(TARN, 7))
    state: Land = then.records[LANDS].state
    assert (state.hexes["4,0"].is_explored, state.hexes["4,0"].is_revealed) == (True, True)
    assert not kingdom_of(then).expeditions
    empty = played(by(at, MARISOL), EndExpedition(TARN, 7, is_explored=False))
    assert not empty.records[LANDS].state.hexes["4,0"].is_explored


# Twelve mountains to the east of the capital, 3 days each: ten of them take a month.
RANGE = tuple(f"{q},0" for q in range(1, 13))
PEAK = Hex(Terrain.MOUNTAINS, is_revealed=True)
PEAKS = land({"0,0": PLAIN, **dict.fromkeys(RANGE, PEAK)}, own=("0,0",))


def climbing(months: int, **changes: Any) -> Any:
    """Explorers on their way over the mountains, for so many months from the first one."""
    sent = played(around(on=PEAKS, **changes), SendExpedition(TARN, months, " ".join(RANGE)), *(1,) * months)
    return by(sent, MARISOL)


def back(then: Any, number: int) -> tuple[str, ...]:
    """Which of the mountains are explored, once they are back in that month."""
    kingdom = replace(kingdom_of(then), month=special(number=number))
    at = around(expeditions=kingdom.expeditions, month=kingdom.month, on=PEAKS, actor=MARISOL)
    state: Land = played(at, EndExpedition(TARN, kingdom.expeditions[0].number)).records[LANDS].state
    return tuple(each for each in RANGE if state.hexes[each].is_explored)


def test_l2161_the_way_to_a_hex_takes_its_days_and_table_4_6_says_how_long_each_is_explored() -> None:
    on = land()
    for spot, terrain in (("3,0", Terrain.MOUNTAINS), ("4,0", Terrain.MARSH), ("4,-1", Terrain.PLAINS)):
        on = hexed(on, spot, terrain=terrain, is_explored=False)
    at = realm_in(around(on=on))
    # Two hexes on the way and 3 days in the mountains; 3 in the marsh; a day on the plains.
    assert days_of(at, ("3,0", "4,0", "4,-1")) == (5, 8, 9)
    # Back again, over a hex that is explored already.
    assert days_of(at, ("4,0", "2,0", "3,0")) == (6, 8, 11)


def test_l2161_explorers_go_no_farther_than_their_days() -> None:
    assert back(climbing(1), 2) == RANGE[:10]
    assert back(climbing(2), 3) == RANGE
    event = played(climbing(1), EndExpedition(TARN, 1))
    assert not kingdom_of(event).expeditions
    told = sentence(play(climbing(1), EndExpedition(TARN, 1)).events[0]) or ""
    assert "They had no time for 11,0, 12,0." in told


def test_l2165_scattered_explorers_make_no_more_progress_that_month() -> None:
    meets = MeetHostiles(TARN, "1", 5, 9)
    once = played(climbing(2), meets, 10, 20)
    assert back(once, 3) == RANGE[:10]
    # A second time in a month costs no more of it.
    assert back(played(once, meets, 10, 20), 3) == RANGE[:10]
    assert back(played(climbing(1), meets, 10, 20), 2) == ()


def test_explorers_who_got_nowhere_are_only_back() -> None:
    lost = kingdom_of(played(climbing(1), MeetHostiles(TARN, "1", 5, 9), 10, 20))
    (step,) = abroad_steps(replace(lost, month=special(number=2)))
    assert [each.key for each in step.choices] == ["nothing"]
    (step,) = abroad_steps(replace(kingdom_of(climbing(1)), month=special(number=2)))
    assert step.choices[0].label == "What they reached is explored"


# -- kingdoms that are both played ------------------------------------------------------------------------

BLUE, PORT = RecordId("blue"), RecordId("port")


def beside(phase: Phase = Phase.EDICT, actor: int = MARISOL, **changes: Any) -> Any:
    """Tarn, and Wren's kingdom to the south of it with a Port and 30 BP."""
    on = land()
    for spot in ("0,1", "1,1"):
        on = hexed(on, spot, realm=BLUE)
    blue = Kingdom(
        "Blue",
        LANDS,
        tarn().alignment,
        stage=Stage.STANDING,
        home=8,
        treasury=30,
        unrest=4,
        settlements=(PORT,),
        capital=PORT,
        leaders=(leader(Role.RULER, WREN), leader(Role.GRAND_DIPLOMAT, WREN)),
        changes=(change(Stat.ECONOMY, 50),),
        armies=(Army("Blues", 1),),
        month=month(Phase.UPKEEP),
    )
    own = {"leaders": everybody(), "month": month(phase, size=3), "treasury": 60, "unrest": 7} | changes
    records = (
        Record(BLUE, KINGDOM.name, ready(blue, 2)),
        Record(PORT, TOWN.name, Town("Port", "0,1", LANDS, BLUE)),
    )
    return scene(ready(tarn(**own)), on, *records, actor=actor, campaign=ABROAD)


def blue_in(then: Any) -> Any:
    """The realm of the other kingdom."""
    return realm_of(BLUE, then.records.items(), then.campaign.settings, then.records[BLUE].state)


def infamy_of(at: Any) -> int:
    """A realm's Infamy."""
    return number_of(at, "infamy")


@pytest.mark.parametrize("tie", [Tie.TREATY, Tie.ALLIANCE])
def test_l2129_unbalanced_terms_cost_the_one_they_favor_infamy(tie: Tie) -> None:
    at = beside()
    for each in (Tie.EMBASSY, Tie.TREATY)[: tie.place - 1]:
        at = played(at, MakePact(TARN, "Blue", each))
    for balance, ours, theirs in ((Balance.BALANCED, 0, 0), (Balance.OURS, 1, 0), (Balance.THEIRS, 0, 1)):
        then = played(at, MakePact(TARN, "Blue", tie, balance))
        assert (infamy_of(realm_in(then)), infamy_of(blue_in(then))) == (ours, theirs)


def test_a_tie_of_two_played_kingdoms_that_a_game_master_sets_or_takes_off_is_so_on_both_sides() -> None:
    allied = beside()
    for tie in (Tie.EMBASSY, Tie.TREATY):
        allied = played(allied, MakePact(TARN, "Blue", tie))
    then = played(allied, SetTie(TARN, "Blue", Tie.ALLIANCE, gain=5, at_war=True))
    ours, theirs = other(then, "Blue"), blue_in(then).kingdom.others[0]
    assert (ours.alliance, theirs.alliance) == (Pact(5, since=1), Pact(0, since=1))
    assert theirs.treaty == allied.records[BLUE].state.others[0].treaty
    assert theirs.is_at_war
    ended = played(allied, SetTie(TARN, "Blue", Tie.NONE))
    assert (other(ended, "Blue").tie, blue_in(ended).kingdom.others[0].tie) == (Tie.NONE, Tie.NONE)
    removed = played(allied, RemoveKingdom(TARN, "Blue"))
    assert kingdom_of(removed).others == ()
    assert blue_in(removed).kingdom.others[0].tie is Tie.NONE


def test_a_played_kingdom_that_is_subjugated_has_the_grant_and_the_embassy_too() -> None:
    at = beside(month=special())
    at = played(played(at, MakePact(TARN, "Blue", Tie.EMBASSY)), SetTie(TARN, "Blue", Tie.NONE, at_war=True))
    then = played(at, MakeVassal(TARN, "Blue", Vassalage.SUBJUGATION, 10), 1, YES)
    assert (kingdom_of(then).treasury, blue_in(then).kingdom.treasury) == (60 - 1 - 10, 30 + 10)
    theirs = blue_in(then).kingdom.others[0]
    assert (theirs.tie, theirs.is_at_war, other(then, "Blue").is_vassal) == (Tie.EMBASSY, False, True)


def test_two_played_kingdoms_have_a_tie_in_both_and_shares_of_each_others_numbers() -> None:
    at = beside(changes=(change(Stat.ECONOMY, 30),))
    then = played(at, MakePact(TARN, "Blue", Tie.EMBASSY))
    require_refused(at, MakePact(TARN, "Blue", Tie.TREATY), "pact.step_by_step")
    turn = play(then, MakePact(TARN, "Blue", Tie.TREATY, Balance.OURS))
    assert any(isinstance(each, PartnerChanged) for each in turn.events)
    both = played(then, MakePact(TARN, "Blue", Tie.TREATY, Balance.OURS))
    ours, theirs = other(both, "Blue"), blue_in(both).kingdom.others[0]
    economies = figures(realm_in(then)).economy, figures(blue_in(then)).economy
    assert ours.treaty == Pact(economies[1] * 15 // 100, Balance.OURS, 1)
    assert (infamy_of(realm_in(both)), infamy_of(blue_in(both))) == (1, 0)
    assert theirs.treaty == Pact(economies[0] * 5 // 100, Balance.THEIRS, 1)
    assert figures(blue_in(both)).economy == economies[1] + economies[0] * 5 // 100
    for alone in (BalanceTreaty(TARN, "Blue"), Renegotiate(TARN, "Blue", "1 2 3 4 5")):
        require_refused(both, alone, "diplomacy.played")
    over = played(both, EndTie(TARN, "Blue"), NO)
    assert (other(over, "Blue").tie, blue_in(over).kingdom.others[0].tie) == (Tie.EMBASSY, Tie.EMBASSY)
    assert figures(blue_in(over)).economy == economies[1]


def test_l2147_an_attacked_played_ally_pays_nothing_to_end_it() -> None:
    allied = beside()
    for tie in (Tie.EMBASSY, Tie.TREATY, Tie.ALLIANCE):
        allied = played(allied, MakePact(TARN, "Blue", tie))
    # The aggressor pays for it: its Loyalty check fails, Infamy +2d4 and Unrest +2d4.
    attacked = then = played(allied, AttackKingdom(TARN, "Blue"), NO, 1, 1, 2, 1)
    assert kingdom_of(then).unrest == 7 + 3
    theirs = blue_in(then).kingdom.others[0]
    assert (theirs.is_at_war, theirs.has_attacked, theirs.tie) == (True, True, Tie.ALLIANCE)
    for left in (Tie.TREATY, Tie.EMBASSY, Tie.NONE):
        then = played(then, EndTie(BLUE, "Tarn"))
        assert (other(then, "Blue").tie, blue_in(then).kingdom.others[0].tie) == (left, left)
    assert blue_in(then).kingdom.unrest == 4
    # The aggressor has no such right.
    assert kingdom_of(played(attacked, EndTie(TARN, "Blue"), NO)).unrest == 7 + 3 + 2


def test_the_other_side_must_agree_unless_one_speaks_for_both() -> None:
    pact = MakePact(TARN, "Blue", Tie.EMBASSY)
    assert AGREED.needs(by(beside(), DEACON), pact)
    assert AGREED.to(by(beside(), DEACON), pact) == WREN
    assert not AGREED.needs(beside(), pact)
    with pytest.raises(NotAllowed):
        AGREED.needs(by(beside(), WREN), pact)


# -- independence and union -------------------------------------------------------------------------------


def test_r163_independence_splits_unrest_and_brings_loyalty_for_six_months() -> None:
    at = beside(Phase.EVENT)
    turn = play(at, DivideKingdom(TARN, "Free March", "2,0", 10))
    then = played(at, DivideKingdom(TARN, "Free March", "2,0", 10))
    state = kingdom_of(then)
    # Unrest 7 split in two, rounded down.
    assert (state.unrest, state.treasury, realm_in(then).size) == (3, 50, 2)
    new = next(each for each in then.all(KINGDOM) if each.state.name == "Free March").state
    assert (new.unrest, new.treasury, new.stage) == (3, 10, Stage.STANDING)
    assert [(each.stat, each.amount, each.until) for each in new.changes] == [(Stat.LOYALTY, 2, "half_year")]
    assert values(turn.events, "kingdom.divided")["hexes"] == 1
    calm = kingdom_of(played(beside(Phase.EVENT, unrest=0), DivideKingdom(TARN, "Free March", "2,0")))
    assert calm.unrest == 1


def daughters(then: Any, *names: str) -> list[Kingdom]:
    """Those that left, by name."""
    return [each.state for name in names for each in then.all(KINGDOM) if each.state.name == name]


def test_l2217_independence_in_three_counts_unrest_and_loyalty_once() -> None:
    """Unrest 9 is 3 for each of the three, and Loyalty +3 for each: 1 for each of them."""
    at = beside(Phase.EVENT, unrest=9)
    once = played(at, DivideKingdom(TARN, "Free March", "2,0", kingdoms=3))
    for further in (None, 3):
        twice = played(once, DivideKingdom(TARN, "Green March", "1,0", kingdoms=further))
        three_ = [kingdom_of(twice), *daughters(twice, "Free March", "Green March")]
        assert [each.unrest for each in three_] == [3, 3, 3]
        loyalty = [[one.amount for one in each.changes if one.stat is Stat.LOYALTY] for each in three_]
        assert loyalty == [[3], [3], [3]]
    told = [
        sentence(play(at_, DivideKingdom(TARN, name, spot, kingdoms=3)).events[0]) or ""
        for at_, name, spot in ((at, "Free March", "2,0"), (once, "Green March", "1,0"))
    ]
    assert "Each of the 3 begins with Unrest 3, and Loyalty +3 for 6 months." in told[0]
    assert ["One more can leave this month." in each for each in told] == [True, False]


def test_l2217_a_division_into_three_is_not_made_another_on_the_way() -> None:
    once = played(beside(Phase.EVENT, unrest=9), DivideKingdom(TARN, "Free March", "2,0", kingdoms=3))
    require_refused(once, DivideKingdom(TARN, "Green March", "1,0", kingdoms=2), "union.kingdoms")
    # Once all have left, or in another month, it is a division of its own.
    state = kingdom_of(once)
    later = replace(state, month=replace(state.month, number=state.month.number + 1))
    then = played(_with_tarn(once, later), DivideKingdom(TARN, "Green March", "1,0"))
    assert (kingdom_of(then).unrest, daughters(then, "Green March")[0].unrest) == (1, 1)


def _with_tarn(at: Any, state: Kingdom) -> Any:
    return replace(at, records={**at.records, TARN: replace(at.records[TARN], state=state)})


def test_l2215_independence_divides_the_armies() -> None:
    host = (Army("Reds", 2), Army("Blues", 1), Army("Greens"))
    at = beside(Phase.EVENT, armies=host)
    then = played(at, DivideKingdom(TARN, "Free March", "2,0", armies="blues, Greens"))
    assert kingdom_of(then).armies == host[:1]
    assert daughters(then, "Free March")[0].armies == host[1:]
    told = sentence(play(at, DivideKingdom(TARN, "Free March", "2,0", armies="Blues")).events[0]) or ""
    assert "1 hex, 0 BP and Blues." in told
    require_refused(at, DivideKingdom(TARN, "Free March", "2,0", armies="Whites"), "union.no_army")


@pytest.mark.parametrize("alignment", [None, Alignment.CHAOTIC_GOOD])
def test_l2219_a_daughter_chooses_its_alignment(alignment: Alignment | None) -> None:
    then = played(beside(Phase.EVENT), DivideKingdom(TARN, "Free March", "2,0", alignment=alignment))
    (daughter,) = daughters(then, "Free March")
    assert daughter.alignment is (alignment or kingdom_of(then).alignment)
    assert kingdom_of(then).alignment is Alignment.NEUTRAL


def test_trade_routes_that_begin_in_a_settlement_that_goes_end_and_the_others_stay() -> None:
    mill = RecordId("mill")
    routes = tuple(
        Route(number, "Vell", cargo, where, (), 4, 5, 1, 1, 2, 13)
        for number, cargo, where in ((1, Cargo.GOODS, mill), (2, Cargo.FOOD, HOLD))
    )
    at = beside(Phase.EVENT, settlements=(HOLD, mill), routes=routes)
    at = replace(at, records={**at.records, mill: Record(mill, TOWN.name, Town("Mill", "2,0", LANDS, TARN))})
    divided = DivideKingdom(TARN, "Free March", "2,0")
    assert [each.number for each in kingdom_of(played(at, divided)).routes] == [2]
    told = sentence(play(at, divided).events[0]) or ""
    assert "That ends the trade route of Tarn to Vell (goods)." in told


def test_a_settlement_that_waits_in_a_hex_that_goes_its_own_way_is_not_reclaimed() -> None:
    waits = CutOff(1, (), 1, is_lost=True, towns=(LostTown(RecordId("mill"), "Mill", "2,0", 5),))
    then = played(beside(Phase.EVENT, parts=(waits,)), DivideKingdom(TARN, "Free March", "2,0", 10))
    assert kingdom_of(then).parts == ()


def test_a_settlement_lost_to_another_kingdom_is_not_lost_any_more_once_the_two_are_one() -> None:
    at = beside(Phase.EVENT)
    port = at.records[PORT].state
    gone = CutOff(1, (port.spot,), 1, is_lost=True, towns=(LostTown(PORT, port.name, port.spot),))
    then = played(beside(Phase.EVENT, parts=(gone,)), UniteKingdoms(TARN, "Blue"))
    assert PORT in kingdom_of(then).settlements
    assert kingdom_of(then).parts == ()


def test_r163_a_union_has_the_average_unrest_and_everything_of_both() -> None:
    then = played(beside(Phase.EVENT), UniteKingdoms(TARN, "Blue"))
    state = kingdom_of(then)
    assert (state.unrest, state.treasury, realm_in(then).size) == ((7 + 4) // 2, 90, 5)
    assert [each.name for each in state.armies] == ["Blues"]
    assert state.settlements == ("hold", PORT)
    assert then.records[PORT].state.kingdom == TARN
    assert then.records[BLUE].is_archived


GREEN = RecordId("green")


def three() -> Any:
    """Tarn and Blue before they unite, tied to each other, to Vell and Ostra, and to Wren's kingdom Green."""
    at = beside(Phase.EVENT)
    green = Kingdom("Green", LANDS, tarn().alignment, stage=Stage.STANDING, month=month(Phase.UPKEEP))
    records = {**at.records, GREEN: Record(GREEN, KINGDOM.name, ready(green, 0))}
    at = replace(at, records=records)
    for tie in (Tie.EMBASSY, Tie.TREATY):
        at = played(at, MakePact(BLUE, "Tarn", tie))
        at = played(at, MakePact(BLUE, "Green", tie))
    at = played(at, MakePact(TARN, "Green", Tie.EMBASSY))
    blue = at.records[BLUE].state
    blue = replace(
        blue,
        others=(*blue.others, OtherKingdom("Vell", has_embassy=True)),
        routes=(Route(5, "Vell", Cargo.GOODS, PORT, (), 4, 5, 1, 1, 2, 13),),
        expeditions=(party(),),
    )
    own = replace(
        kingdom_of(at),
        others=(*kingdom_of(at).others, OtherKingdom("Ostra", has_embassy=True)),
        routes=(
            Route(6, "Blue", Cargo.FOOD, RecordId("hold"), (), 4, 5, 1, 1, 1, 13),
            Route(7, "Ostra", Cargo.GOODS, RecordId("hold"), (), 4, 5, 1, 1, 1, 13),
        ),
    )
    theirs = replace(at.records[GREEN].state, routes=(Route(3, "Blue", Cargo.GOODS, PORT, (), 4, 5, 1, 1),))
    kept = {BLUE: blue, TARN: own, GREEN: theirs}
    changed = {id_: replace(at.records[id_], state=state) for id_, state in kept.items()}
    return replace(at, records={**at.records, **changed})


def test_a_union_says_which_routes_and_ties_end() -> None:
    told = sentence(play(three(), UniteKingdoms(TARN, "Blue")).events[0]) or ""
    assert (
        "That ends the treaty of Blue and Tarn, the treaty of Blue and Green, the embassy of Blue and "
        "Vell, the trade route of Blue to Vell (goods), the explorers of Blue to 3,0 4,0, the trade route of "
        "Tarn to Blue (food) and the trade route of Green to Blue (goods)." in told
    )
    # Where nothing ends nothing is said.
    plain = sentence(play(beside(Phase.EVENT), UniteKingdoms(TARN, "Blue")).events[0]) or ""
    assert "That ends" not in plain


def test_a_union_has_no_tie_with_itself_and_nobody_has_one_with_what_it_was() -> None:
    then = played(three(), UniteKingdoms(TARN, "Blue"))
    assert [(each.name, each.tie) for each in kingdom_of(then).others] == [
        ("Green", Tie.EMBASSY),
        ("Ostra", Tie.EMBASSY),
    ]
    assert [each.partner for each in kingdom_of(then).routes] == ["Ostra"]
    green = then.records[GREEN].state
    assert [(each.name, each.tie) for each in green.others] == [("Tarn", Tie.EMBASSY)]
    assert green.routes == ()


def test_l2239_a_union_has_the_armies_of_both_however_many() -> None:
    own = tuple(Army(f"Red {n}", 0) for n in range(30))
    then = played(beside(Phase.EVENT, armies=own), UniteKingdoms(TARN, "Blue"))
    assert [each.name for each in kingdom_of(then).armies][-1] == "Blues"


@pytest.mark.parametrize(
    ("begin", "action", "code"),
    [
        (around(), MakeVassal(TARN, "Nobody", Vassalage.SUBJUGATION), "abroad.unknown"),
        (around(), MakeVassal(TARN, "vell", Vassalage.COLONY), "vassal.name_taken"),
        (around(friendly(is_vassal=True)), CONQUEST, "vassal.is_one"),
        (around(leaders=everybody(DEACON, 10, Role.VICEROY)), CONQUEST, "vassal.no_viceroy"),
        (around(treasury=3), SendExpedition(TARN, 1, "East"), "treasury.too_dear"),
        (around(expeditions=(party(),) * 5), SendExpedition(TARN, 1, "East"), "expedition.too_many"),
        (around(actor=MARISOL), MeetHostiles(TARN, "7", 5, 9), "expedition.over"),
        (around(actor=MARISOL), EndExpedition(TARN, 7), "expedition.over"),
        (beside(), MakePact(TARN, "Tarn", Tie.EMBASSY), "pact.itself"),
        (beside(), DivideKingdom(TARN, "Free", "2,0"), "union.not_now"),
        (beside(Phase.EVENT), DivideKingdom(TARN, "Free", "0,0"), "union.capital"),
        (beside(Phase.EVENT), DivideKingdom(TARN, "Free", "0,1"), "union.not_its"),
        (beside(Phase.EVENT), DivideKingdom(TARN, "Blue", "2,0"), "kingdom.name_taken"),
        (beside(Phase.EVENT), DivideKingdom(TARN, "Free", "2,0", 61), "union.points"),
        (beside(Phase.EVENT), UniteKingdoms(TARN, "Tarn"), "union.itself"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_refused_changes_nothing(begin: Any, action: Any, code: str) -> None:
    require_refused(begin, action, code)


def test_without_the_rules_nothing_of_it_happens() -> None:
    plain = replace(beside(Phase.EVENT), campaign=replace(ABROAD, settings={}))
    require_refused(plain, UniteKingdoms(TARN, "Blue"), "union.unused")
    upkeep = month(Phase.UPKEEP, MonthStep.STABILITY, MonthStep.CONSUMPTION, size=3)
    subdued = around(OtherKingdom("Vell", subdued=0), month=upkeep)
    unused = replace(subdued, campaign=replace(ABROAD, settings={}))
    assert not play(unused, SettleUnrest(TARN)).events[0].subdued


def test_a_colony_named_like_a_hidden_kingdom_tells_nobody_of_it() -> None:
    hidden = OtherKingdom("Kern", is_hidden=True)
    bonds = (Bonded("Kern", "Vell", Bond.ENEMIES),)
    then = played(around(VELL, hidden, bonds=bonds), MakeVassal(TARN, "Kern", Vassalage.COLONY), 2)
    assert other(then, "Kern").is_vassal
    assert other(then, "Kern (2)").is_hidden
    assert kingdom_of(then).bonds == (Bonded("Kern (2)", "Vell", Bond.ENEMIES),)
