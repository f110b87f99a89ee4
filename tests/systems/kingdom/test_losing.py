"""Losing hexes, and the territories that are cut off by it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.system import RecordId, World
from bot.errors import NotAllowed, RuleViolation
from bot.systems.kingdom.book import (
    XP_CAPITAL,
    Attribute,
    Improvement,
    Mark,
    MonthStep,
    Phase,
    Role,
    Special,
    Stage,
)
from bot.systems.kingdom.checks import check
from bot.systems.kingdom.land.losses import (
    MOST_ASKED,
    DecidePart,
    HexesLost,
    LoseChosenHex,
    LoseHexes,
    LossFollowed,
    PartDecided,
    ReclaimSettlement,
    SettlementReclaimed,
    TerritoryRejoined,
    bonus_of,
    doomed,
    loss_events,
    must_recover,
    part_steps,
    reclaim_check,
    rejoin,
    without_hexes,
)
from bot.systems.kingdom.land.state import connected
from bot.systems.kingdom.realm import Realm, join_town, separate
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.state import CutOff, LostTown
from tests.extent import share
from tests.refusals import refuses
from tests.rows import by_rule
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    MARISOL,
    PLAIN,
    TARN,
    WREN,
    by,
    decided,
    everybody,
    hexed,
    hold,
    kingdom_of,
    land,
    leader,
    month,
    play,
    played,
    realm,
    realm_in,
    require_refused,
    tarn,
)
from tests.systems.kingdom.territories import (
    BRIDGE,
    MILL,
    PORT,
    ROW,
    at_loss,
    long_scene,
    long_tarn,
    mill,
    port,
    territories,
    towns_in,
)


def long_realm(**changes: object) -> Realm:
    return realm_in(long_scene(long_tarn(**changes)))


def alive(state: Realm) -> list[CutOff]:
    return [part for part in state.kingdom.parts if not part.is_lost]


# -- R077: what a lost hex takes with it --------------------------------------------------------------


def test_r077_improvements_of_a_lost_hex_stop_counting_and_stay_on_the_map() -> None:
    farmed = hexed(land(), "2,0", realm=TARN, improvements=(Improvement.FARM, Improvement.FORT))
    before = realm(tarn(), farmed)
    after = without_hexes(before, ("2,0",))
    # A hex less, a Farm's −2 and a Fort's +1 less.
    assert figures(after).raw == figures(before).raw - 1 + 2 - 1
    assert figures(after).stability == figures(before).stability - 2
    assert figures(after).control_dc == figures(before).control_dc - 1
    assert after.land.hexes["2,0"].improvements == (Improvement.FARM, Improvement.FORT)


def test_r077_unrest_that_a_fort_took_away_does_not_come_back() -> None:
    built = hexed(land(), "2,0", realm=TARN, improvements=(Improvement.FORT,))
    assert without_hexes(realm(tarn(unrest=4), built), ("2,0",)).kingdom.unrest == 4


def test_r077_settlements_become_free_cities() -> None:
    begun = long_scene(long_tarn())
    after = played(begun, LoseHexes(TARN, "4,0", "The sea took it"))
    assert towns_in(after)[PORT].kingdom is None
    assert kingdom_of(after).settlements == (HOLD, MILL)
    assert Special.FREE_CITY in realm_in(after).land.hexes["4,0"].specials
    assert realm_in(after).districts == 2


def test_r077_size_control_dc_and_consumption_drop_at_once() -> None:
    before, after = long_realm(), without_hexes(long_realm(), ("4,0",))
    # The hex and its settlement's one district.
    assert figures(after).control_dc == figures(before).control_dc - 2
    assert figures(after).raw == figures(before).raw - 2
    assert after.size == 4


def test_a_hex_that_was_a_lair_or_landmark_gives_nothing_any_more() -> None:
    marked = hexed(land(), "2,0", realm=TARN, specials=(Special.LAIR, Special.LANDMARK))
    before = realm(tarn(), marked)
    after = without_hexes(before, ("2,0",))
    assert figures(after).stability == figures(before).stability - 1
    assert figures(after).loyalty == figures(before).loyalty - 1


@pytest.mark.parametrize(("prepared", "kept"), [(None, None), (1, 0), (3, None), (0, 0)])
def test_a_site_that_is_ready_stays_so_and_work_under_way_is_in_vain(
    prepared: int | None, kept: int | None
) -> None:
    begun = realm(
        tarn(month=month(Phase.EDICT, number=2)), hexed(land(), "2,0", realm=TARN, prepared=prepared)
    )
    assert without_hexes(begun, ("2,0",)).land.hexes["2,0"].prepared == kept


def test_hexes_of_others_are_not_lost() -> None:
    begun = realm(tarn(), hexed(land(), "3,0", realm=RecordId("brevoy")))
    assert without_hexes(begun, ("3,0", "4,0", "99,99")) is begun


# -- R019: the hex that Unrest takes ------------------------------------------------------------------


def test_r019_exactly_the_hex_that_the_leaders_choose_is_lost_without_unrest() -> None:
    begun = long_scene(replace(at_loss(), settlements=(HOLD,)), actor=DEACON)
    turn = play(begun, LoseChosenHex(TARN, "4,0"))
    assert turn.events[0] == HexesLost("Tarn", ("4,0",), by_unrest=True)
    after = played(begun, LoseChosenHex(TARN, "4,0"))
    assert realm_in(after).size == 4
    # R019's rejected reading: Unrest 13, or 16 with a settlement, as abandoning costs.
    assert kingdom_of(after).unrest == 12


def test_r019_losing_a_settlement_costs_no_unrest_either() -> None:
    after = played(long_scene(at_loss()), LoseChosenHex(TARN, "4,0", "yes"))
    assert kingdom_of(after).unrest == 12


def test_r019_one_hex_an_upkeep() -> None:
    begun = long_scene(replace(at_loss(), settlements=(HOLD,)))
    once = played(begun, LoseChosenHex(TARN, "4,0"))
    assert [mark.how for mark in kingdom_of(once).month.marks if mark.step is MonthStep.LOSE_HEX] == [
        Mark.DONE
    ]
    require_refused(once, LoseChosenHex(TARN, "3,0"), "month.is_over")


def test_a_hex_with_a_settlement_is_lost_only_when_that_is_meant() -> None:
    begun = long_scene(at_loss())
    require_refused(begun, LoseChosenHex(TARN, "4,0"), "losses.more", "Port (a Free City then)")
    require_refused(begun, LoseChosenHex(TARN, "4,0", "no"), "losses.more", "Port")
    assert realm_in(played(begun, LoseChosenHex(TARN, "4,0", "yes"))).size == 4


@pytest.mark.parametrize("hex_", ["-1,0", "9,9", "Nowhere", ""])
def test_only_a_hex_of_the_kingdom_can_be_lost(hex_: str) -> None:
    with pytest.raises(RuleViolation, match="hex"):
        play(long_scene(at_loss()), LoseChosenHex(TARN, hex_))


def test_a_hex_in_the_fog_is_not_named_to_players() -> None:
    fog = hexed(land(own=ROW), "-1,0", label="Secret Vale", is_revealed=False)
    with refuses("hex.unknown") as caught:
        play(long_scene(at_loss(), fog, actor=DEACON), LoseChosenHex(TARN, "-1,0"))
    assert "Secret Vale" not in str(caught.value)


def test_choosing_the_hex_is_the_rulers_or_marshals() -> None:
    leaders = (leader(Role.RULER, DEACON), leader(Role.MARSHAL, None), leader(Role.WARDEN, WREN))
    state = at_loss(leaders=leaders, settlements=(HOLD,))
    with pytest.raises(NotAllowed):
        play(long_scene(state, actor=WREN), LoseChosenHex(TARN, "4,0"))
    assert play(long_scene(state, actor=DEACON), LoseChosenHex(TARN, "4,0")).on_behalf_of is None
    assert play(long_scene(state, actor=MARISOL), LoseChosenHex(TARN, "4,0")).on_behalf_of == DEACON


# -- hexes that a game master takes -------------------------------------------------------------------


@pytest.mark.parametrize("phase", list(Phase))
def test_a_game_master_takes_hexes_in_any_phase(phase: Phase) -> None:
    begun = long_scene(long_tarn(month=month(phase)))
    turn = play(begun, LoseHexes(TARN, "1,0 4,0", "  Trolls\n came "))
    assert turn.events[0] == HexesLost("Tarn", ("1,0", "4,0"), "Trolls came")
    after = played(begun, LoseHexes(TARN, "1,0 4,0", "Trolls"))
    assert set(realm_in(after).hexes) == {"0,0", "2,0", "3,0"}
    assert kingdom_of(after).month.phase is phase


def test_a_game_master_takes_hexes_in_anarchy_and_while_time_stands_still() -> None:
    for state in (long_tarn(is_in_anarchy=True, unrest=20), long_tarn(frozen="Holidays")):
        assert realm_in(played(long_scene(state), LoseHexes(TARN, "4,0"))).size == 4


@pytest.mark.parametrize("hexes", ["", "-1,0", "1,0 -1,0"])
def test_a_game_master_takes_only_what_the_kingdom_has(hexes: str) -> None:
    with pytest.raises(RuleViolation):
        play(long_scene(), LoseHexes(TARN, hexes))


# -- R078: territories --------------------------------------------------------------------------------


def test_r078_a_lost_bridge_cuts_off_what_lies_behind_it() -> None:
    after = without_hexes(long_realm(), (BRIDGE,))
    assert after.kingdom.parts == (CutOff(1, ("3,0", "4,0"), 1, place="3,0"),)
    assert after.primary == {"0,0", "1,0"}
    # Until it is decided about, nothing of it is lost.
    assert (after.size, after.districts) == (4, 3)
    assert loss_events(long_realm(), after) == (LossFollowed("Tarn", cut_off=(2,)),)


def test_r078_each_cut_off_territory_is_a_part_of_its_own() -> None:
    star = ("0,0", "1,0", "-1,1", "0,-1")
    after = without_hexes(realm(tarn(capital=HOLD), land(own=star), hold(spot="1,0")), ("0,0",))
    assert {part.spots for part in after.kingdom.parts} == {("-1,1",), ("0,-1",)}
    assert [part.number for part in after.kingdom.parts] == [1, 2]


def test_r078_without_a_leader_all_its_hexes_are_lost_and_remembered() -> None:
    split = played(long_scene(), LoseHexes(TARN, BRIDGE))
    after = played(split, DecidePart(TARN, 1, has_leader=False))
    assert set(realm_in(after).hexes) == {"0,0", "1,0"}
    assert towns_in(after)[PORT].kingdom is None
    assert towns_in(after)[MILL].kingdom is None
    (part,) = kingdom_of(after).parts
    assert part.is_lost
    assert part.spots == ("3,0", "4,0")
    assert {(town.id, town.spot) for town in part.towns} == {(PORT, "4,0"), (MILL, "3,0")}
    told = play(split, DecidePart(TARN, 1, has_leader=False)).events[0]
    assert told == PartDecided("Tarn", 2, is_held=False, freed=("Port", "Mill"))


def test_r078_with_a_leader_it_is_held_and_nothing_is_lost() -> None:
    split = played(long_scene(), LoseHexes(TARN, BRIDGE))
    after = played(split, DecidePart(TARN, 1, has_leader=True))
    assert kingdom_of(after).parts == (CutOff(1, ("3,0", "4,0"), 1, is_held=True, place="3,0"),)
    assert (realm_in(after).size, kingdom_of(after).settlements) == (4, (HOLD, PORT, MILL))


@pytest.mark.parametrize(("months", "more"), [(0, 1), (1, 2), (4, 5)])
def test_r078_checks_about_a_held_territory_count_unrest_higher_by_the_month(months: int, more: int) -> None:
    held = (CutOff(1, ("3,0", "4,0"), 3, is_held=True),)
    state = long_tarn(parts=held, month=month(Phase.EVENT, number=3 + months))
    here = realm_in(long_scene(state, land(own=("0,0", "1,0", "3,0", "4,0"))))
    usual = check(here, Attribute.STABILITY)
    assert check(here, Attribute.STABILITY, spot="4,0").modifier == usual.modifier - more
    assert check(here, Attribute.STABILITY, spot="1,0").modifier == usual.modifier


def test_a_territory_is_decided_about_once() -> None:
    split = played(long_scene(), LoseHexes(TARN, BRIDGE))
    after = played(split, DecidePart(TARN, 1, has_leader=True))
    for scene, number in ((after, 1), (split, 7)):
        require_refused(scene, DecidePart(TARN, number, has_leader=False), "losses.decided")


def test_a_held_territory_that_shrinks_stays_held() -> None:
    held = separate(replace(long_realm(parts=()), land=land(own=("0,0", "2,0", "3,0", "4,0"))))
    held = replace(held, kingdom=replace(held.kingdom, parts=(replace(held.kingdom.parts[0], is_held=True),)))
    after = without_hexes(held, ("4,0",))
    assert after.kingdom.parts == (CutOff(1, ("2,0", "3,0"), 1, is_held=True, place="2,0"),)


def test_a_held_territory_that_breaks_up_is_asked_about_again_with_its_first_month() -> None:
    row = ("0,0", "2,0", "3,0", "4,0")
    state = long_tarn(
        parts=(CutOff(1, row[1:], 1, is_held=True),), counted=1, month=month(Phase.EVENT, number=4)
    )
    after = without_hexes(realm_in(long_scene(state, land(own=row))), ("3,0",))
    assert after.kingdom.parts == (CutOff(2, ("2,0",), 1, place="2,0"), CutOff(3, ("4,0",), 1, place="4,0"))


def test_territories_that_grow_together_are_one_and_held_where_one_was() -> None:
    state = long_tarn(parts=(CutOff(1, ("2,0",), 3), CutOff(2, ("4,0",), 2, is_held=True)), counted=2)
    grown = separate(realm_in(long_scene(state, land(own=("0,0", "2,0", "3,0", "4,0")))))
    assert grown.kingdom.parts == (CutOff(1, ("2,0", "3,0", "4,0"), 2, is_held=True, place="2,0"),)


def test_a_territory_that_is_lost_wholly_is_no_part_any_more() -> None:
    split = without_hexes(long_realm(), (BRIDGE,))
    assert without_hexes(split, ("3,0", "4,0")).kingdom.parts == ()


# -- R079: the capital --------------------------------------------------------------------------------


def test_r079_a_lost_capital_leaves_none_and_the_largest_territory_is_primary() -> None:
    begun = long_scene(long_tarn(capital=MILL))
    after = played(begun, LoseHexes(TARN, "3,0"))
    assert kingdom_of(after).capital is None
    assert realm_in(after).primary == {"0,0", "1,0", "2,0"}
    assert [part.spots for part in kingdom_of(after).parts] == [("4,0",)]
    told = play(begun, LoseHexes(TARN, "3,0")).events[1]
    assert told == LossFollowed("Tarn", ("Mill",), "Mill", (1,))


def test_r079_without_a_capital_what_was_primary_stays_so_though_another_part_is_larger() -> None:
    split = without_hexes(long_realm(capital=HOLD), ("1,0",))
    assert split.primary == {"0,0"}
    # A capital of no hex: only that one of the primary territory is left.
    without = replace(split, kingdom=replace(split.kingdom, capital=None))
    assert without.primary == {"0,0"}


# -- R022: Size 0 -------------------------------------------------------------------------------------


def emptied(since: int = 2, now: int = 2, own: tuple[str, ...] = ()) -> Realm:
    state = tarn(settlements=(), capital=None, emptied=since, month=month(Phase.EVENT, number=now))
    return realm(state, land(own=own))


def test_r022_the_month_of_the_last_loss_is_kept() -> None:
    before = realm(tarn(month=month(Phase.EVENT, number=4)))
    after = without_hexes(before, before.hexes)
    assert (after.size, after.kingdom.emptied, after.kingdom.capital) == (0, 4, None)
    assert loss_events(before, after) == (LossFollowed("Tarn", ("Hold",), "Hold", (), True),)


def test_r022_the_kingdom_is_destroyed_at_the_end_of_the_next_month_unless_it_recovered() -> None:
    assert not doomed(emptied(since=2, now=2))
    assert doomed(emptied(since=2, now=3))
    # A hex alone is not enough, a settlement must be there.
    assert doomed(emptied(since=2, now=3, own=("0,0",)))
    recovered = join_town(emptied(since=2, now=3, own=("0,0",)), HOLD, hold(kingdom=None))
    assert not doomed(recovered)
    assert not must_recover(recovered)
    assert must_recover(emptied())


def test_r022_a_kingdom_that_was_never_empty_is_not_doomed_without_a_settlement() -> None:
    never = realm(tarn(settlements=(), capital=None, month=month(Phase.EVENT, number=9)))
    assert not doomed(never)


def test_r022_losing_the_one_new_hex_again_wins_no_month_more() -> None:
    again = without_hexes(emptied(since=2, now=3, own=("0,0",)), ("0,0",))
    assert again.kingdom.emptied == 2
    assert doomed(again)


def test_r022_a_kingdom_that_recovered_and_loses_all_again_has_a_month_again() -> None:
    recovered = join_town(emptied(since=2, now=3, own=("0,0",)), HOLD, hold(kingdom=None))
    again = without_hexes(recovered, ("0,0",))
    assert again.kingdom.emptied == 3
    assert not doomed(again)


def test_r022_losing_the_settlement_alone_after_recovery_is_no_doom() -> None:
    recovered = join_town(emptied(since=2, now=9, own=("0,0", "1,0")), HOLD, hold(kingdom=None))
    assert not doomed(without_hexes(recovered, ("0,0",)))


# -- joined -------------------------------------------------------------------------------------------


def test_the_first_settlement_is_the_capital_and_a_milestone_once() -> None:
    bare = realm(tarn(settlements=(), capital=None))
    first = join_town(bare, HOLD, hold(kingdom=None))
    assert (first.kingdom.capital, first.kingdom.xp) == (HOLD, XP_CAPITAL)
    second = join_town(first, PORT, port(kingdom=None))
    assert (second.kingdom.capital, second.kingdom.xp) == (HOLD, XP_CAPITAL)
    anew = join_town(without_hexes(second, ("0,0",)), MILL, mill(spot="1,0"))
    assert anew.kingdom.xp == XP_CAPITAL


# -- by brute force -----------------------------------------------------------------------------------

FIELD = [f"{q},{r}" for q in range(5) for r in range(5)]
ALL = realm(tarn(leaders=everybody()), land(dict.fromkeys(FIELD, PLAIN), tuple(FIELD)), hold())


@settings(deadline=None, max_examples=share(150))
@given(st.lists(st.tuples(st.sampled_from(FIELD), st.booleans(), st.booleans()), max_size=25))
def test_the_parts_of_a_split_realm_are_those_of_brute_force(course: list[tuple[str, bool, bool]]) -> None:
    """Whatever is lost and claimed again, in any order, with territories decided about on the way."""
    here = ALL
    for spot, is_claim, is_held in course:
        if is_claim:
            claimed = replace(here.land.hexes[spot], realm=TARN)
            here = separate(replace(here, land=here.land.having({spot: claimed})))
        else:
            here = without_hexes(here, (spot,))
        if is_held:
            parts = tuple(replace(part, is_held=True) for part in here.kingdom.parts)
            here = replace(here, kingdom=replace(here.kingdom, parts=parts))
        found = territories(here.hexes)
        apart = {frozenset(part.spots) for part in alive(here)}
        assert found == apart | ({here.primary} if here.hexes else set())
        assert len({part.number for part in alive(here)}) == len(apart)
        if here.kingdom.capital is not None:
            assert here.primary == connected((here.towns[HOLD].spot,), here.hexes)


# -- Territories that a claim connects again, and the settlements that are reclaimed there --------------


ENTRY = 60
BREVOY = RecordId("brevoy")


def claimed(here: Realm, spot: str, entry: int = ENTRY) -> tuple[Realm, tuple[Any, ...]]:
    """The realm after a claim of that hex, and what came of it."""
    one = replace(here.land.hexes[spot], realm=TARN)
    return rejoin(replace(here, land=here.land.having({spot: one})), spot, entry)


def without_east(**changes: Any) -> World:
    """The long kingdom after it lost the bridge, and with it everything in the east."""
    farmed = hexed(land(own=ROW), "3,0", realm=TARN, improvements=(Improvement.FARM, Improvement.MINE))
    split = played(long_scene(long_tarn(**changes), farmed), LoseHexes(TARN, BRIDGE))
    return played(split, DecidePart(TARN, 1, has_leader=False))


def kept_as(begun: World, here: Realm) -> World:
    """The scene with the realm so."""
    records = dict(begun.records)
    records[TARN] = replace(records[TARN], state=here.kingdom)
    records[here.kingdom.land] = replace(records[here.kingdom.land], state=here.land)
    return replace(begun, records=records)


def reached(**changes: Any) -> World:
    """The same after the bridge was claimed again: Port and Mill can be reclaimed."""
    begun = without_east(**changes)
    return kept_as(begun, claimed(realm_in(begun), BRIDGE)[0])


def later(begun: World, months: int) -> World:
    """So many months later."""
    kingdom = kingdom_of(begun)
    number = kingdom.month.number + months
    return kept_as(
        begun, replace(realm_in(begun), kingdom=replace(kingdom, month=month(Phase.EVENT, number=number)))
    )


# -- connected again ----------------------------------------------------------------------------------


def test_r078_a_lost_territory_comes_back_with_its_improvements() -> None:
    before = realm_in(without_east())
    after, events = claimed(before, BRIDGE)
    assert set(after.hexes) == set(ROW)
    assert after.hexes["3,0"].improvements == (Improvement.FARM, Improvement.MINE)
    # Three hexes more, the Farm's −2; the settlements' districts don't count yet.
    assert figures(after).raw == figures(before).raw + 3 - 2
    assert figures(after).economy == figures(before).economy + 1
    assert events == (TerritoryRejoined("Tarn", 2, ("Port", "Mill")),)
    assert after.kingdom.settlements == (HOLD,)


def test_r078_its_settlements_wait_for_a_check_each_asked_of_who_rolls_stability() -> None:
    state = kingdom_of(reached(leaders=(leader(Role.WARDEN, WREN),)))
    steps = list(part_steps(TARN, state))
    assert [(step.name, step.who, step.revision) for step in steps] == [
        ("reclaim-port", WREN, ENTRY),
        ("reclaim-mill", WREN, ENTRY),
    ]


def test_r078_a_hex_that_another_kingdom_claimed_meanwhile_stays_theirs() -> None:
    begun = realm_in(without_east())
    taken = replace(begun.land.hexes["3,0"], realm=BREVOY)
    after, events = claimed(replace(begun, land=begun.land.having({"3,0": taken})), BRIDGE)
    # What lies behind it is not reached either, and is remembered.
    assert set(after.hexes) == {"0,0", "1,0", "2,0"}
    assert events == ()
    assert after.kingdom.parts[0].spots == ("3,0", "4,0")


def test_r078_what_lies_behind_comes_back_when_another_way_is_claimed() -> None:
    begun = realm_in(without_east())
    taken = replace(begun.land.hexes["3,0"], realm=BREVOY)
    here, _ = claimed(replace(begun, land=begun.land.having({"3,0": taken})), BRIDGE)
    here, events = claimed(here, "3,-1")
    assert events == ()
    # 4,-1 touches both 3,-1 and 4,0.
    here, events = claimed(here, "4,-1")
    assert events == (TerritoryRejoined("Tarn", 1, ("Port",)),)
    assert here.kingdom.parts == (
        CutOff(
            1, ("3,0",), 1, is_lost=True, place="3,0",
            towns=(LostTown(PORT, "Port", "4,0", ENTRY), LostTown(MILL, "Mill", "3,0")),
        ),
    )  # fmt: skip


def test_r078_a_claim_that_connects_nothing_brings_nothing_back() -> None:
    begun = realm_in(without_east())
    after, events = claimed(begun, "0,1")
    assert (after.size, events) == (3, ())
    assert after.kingdom.parts == begun.kingdom.parts


def test_r078_a_claim_beside_a_held_territory_does_not_bring_back_a_lost_one() -> None:
    lost_one = CutOff(1, ("2,0",), 1, is_lost=True, place="2,0")
    held = CutOff(2, ("4,0",), 1, is_held=True, place="4,0")
    state = long_tarn(settlements=(HOLD,), parts=(lost_one, held), counted=2)
    here = realm_in(long_scene(state, land(own=("0,0", "4,0"))))
    after, events = claimed(here, "3,0")
    assert (set(after.hexes), events) == ({"0,0", "3,0", "4,0"}, ())
    # Then the one between connects them all.
    after, events = claimed(after, "1,0")
    assert set(after.hexes) == set(ROW)
    assert events == (TerritoryRejoined("Tarn", 2, was_held=True), TerritoryRejoined("Tarn", 1))
    assert after.kingdom.parts == ()


def test_r078_a_held_territory_that_is_connected_again_counts_unrest_as_usual() -> None:
    split = played(long_scene(), LoseHexes(TARN, BRIDGE))
    held = realm_in(played(split, DecidePart(TARN, 1, has_leader=True)))
    after, events = claimed(held, BRIDGE)
    assert events == (TerritoryRejoined("Tarn", 2, was_held=True),)
    assert (after.kingdom.parts, after.part_of("4,0")) == ((), None)
    assert after.kingdom.settlements == (HOLD, PORT, MILL)


def test_a_territory_nobody_decided_about_in_time_needs_no_decision_any_more() -> None:
    split = realm_in(played(long_scene(), LoseHexes(TARN, BRIDGE)))
    after, events = claimed(split, BRIDGE)
    assert after.kingdom.parts == ()
    assert events == (TerritoryRejoined("Tarn", 2, was_held=True),)


def test_a_settlement_whose_hex_is_claimed_by_itself_is_that_claims_business() -> None:
    begun = realm_in(without_east())
    free = replace(begun.land.hexes["4,0"], realm=TARN)
    far = replace(begun, land=begun.land.having({"4,0": free}))
    after, _ = rejoin(far, "4,0", ENTRY)
    assert [town.id for part in after.kingdom.parts for town in part.towns] == [MILL]


# -- reclaimed ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("months", "bonus"), [(0, 5), (1, 4), (2, 3), (3, 2), (4, 1), (5, 0), (9, 0)])
def test_r078_the_bonus_is_5_and_falls_by_1_a_month_to_0(months: int, bonus: int) -> None:
    here = realm_in(later(reached(), months))
    assert bonus_of(here, here.kingdom.parts[0]) == bonus
    made, plain = reclaim_check(here, PORT), reclaim_check(realm_in(later(reached(), 9)), PORT)
    assert made is not None
    assert plain is not None
    assert made.modifier == plain.modifier + bonus


def test_r078_a_success_brings_the_settlement_back() -> None:
    begun = reached(unrest=0)
    turn = play(begun, ReclaimSettlement(TARN, PORT), 20)
    event = turn.events[0]
    assert isinstance(event, SettlementReclaimed)
    assert (event.settlement, event.bonus, event.check.is_success) == ("Port", 5, True)
    after = played(begun, ReclaimSettlement(TARN, PORT), 20)
    assert kingdom_of(after).settlements == (HOLD, PORT)
    assert towns_in(after)[PORT].kingdom == TARN
    assert Special.FREE_CITY not in realm_in(after).land.hexes["4,0"].specials
    # Mill still is one, and waits on.
    assert Special.FREE_CITY in realm_in(after).land.hexes["3,0"].specials
    assert [town.id for part in kingdom_of(after).parts for town in part.towns] == [MILL]
    assert kingdom_of(after).capital == HOLD


def test_r078_when_every_settlement_is_back_nothing_is_remembered() -> None:
    once = played(reached(), ReclaimSettlement(TARN, PORT), 20)
    assert kingdom_of(played(once, ReclaimSettlement(TARN, MILL), 20)).parts == ()


def test_r078_after_a_failure_it_can_be_tried_again_next_month() -> None:
    begun = reached()
    failed = played(begun, ReclaimSettlement(TARN, PORT), 1)
    assert towns_in(failed)[PORT].kingdom is None
    assert [step.name for step in part_steps(TARN, kingdom_of(failed))] == ["reclaim-mill"]
    with refuses("losses.not_reclaimable"):
        play(failed, ReclaimSettlement(TARN, PORT), 20)
    again = later(failed, 1)
    assert [step.name for step in part_steps(TARN, kingdom_of(again))] == ["reclaim-port", "reclaim-mill"]
    assert PORT in kingdom_of(played(again, ReclaimSettlement(TARN, PORT), 20)).settlements


def test_no_unrest_comes_of_a_failed_reclaim() -> None:
    begun = reached(unrest=3)
    assert kingdom_of(played(begun, ReclaimSettlement(TARN, PORT), 1)).unrest == 3


@by_rule(
    "begin, action, refusal",
    ("a_hex_that_holds_the_realm_together_is_lost_only_when_that_is_meant",
     long_scene(at_loss()), LoseChosenHex(TARN, BRIDGE),
     refuses("losses.more", "2,0", "the connection to 2 of your hexes")),
    ("the_last_hex_is_lost_only_when_that_is_meant",
     long_scene(replace(at_loss(), settlements=(), capital=None), land(own=("0,0",))),
     LoseChosenHex(TARN, "0,0"), refuses("losses.more", "the kingdom's last hex")),
    ("no_hex_is_lost_below_unrest_11_or_before_its_turn",
     long_scene(at_loss(month=month(Phase.UPKEEP))), LoseChosenHex(TARN, "1,0", "yes"),
     refuses("month.not_yet")),
    ("a_kingdom_that_is_not_founded_has_nothing_to_lose",
     long_scene(long_tarn(stage=Stage.FOUNDING)), LoseHexes(TARN, "1,0"), refuses("losses.nothing", "Tarn")),
    ("only_settlements_that_were_reached_can_be_reclaimed",
     without_east(), ReclaimSettlement(TARN, PORT), refuses("losses.not_reclaimable")),
    ("only_settlements_that_were_reached_can_be_reclaimed",
     reached(), ReclaimSettlement(TARN, HOLD), refuses("losses.not_reclaimable")),
)  # fmt: skip
def test_what_is_refused(begin: World, action: Any, refusal: Any) -> None:
    with refusal:
        play(begin, action)


def test_a_settlement_that_a_kingdom_took_can_not_be_reclaimed() -> None:
    begun = reached()
    records = dict(begun.records)
    records[PORT] = replace(records[PORT], state=replace(records[PORT].state, kingdom=BREVOY))
    with refuses("losses.has_kingdom"):
        play(replace(begun, records=records), ReclaimSettlement(TARN, PORT), 20)


def test_reclaiming_is_a_roll_that_any_player_may_make_unless_the_campaign_says_otherwise() -> None:
    leaders = (leader(Role.RULER, DEACON), leader(Role.WARDEN, DEACON))
    begun = by(reached(leaders=leaders), WREN)
    assert play(begun, ReclaimSettlement(TARN, PORT), 20).on_behalf_of == DEACON
    strict = replace(begun, campaign=decided(who_rolls="role"))
    with pytest.raises(NotAllowed):
        play(strict, ReclaimSettlement(TARN, PORT))
    assert play(by(strict, MARISOL), ReclaimSettlement(TARN, PORT), 20).on_behalf_of == DEACON


def test_a_settlement_lost_once_more_alone_is_a_free_city_like_any() -> None:
    here = without_hexes(realm_in(reached()), ("4,0",))
    assert [town.id for part in here.kingdom.parts for town in part.towns] == [MILL]


def test_settlements_that_wait_are_remembered_when_their_territory_is_lost_once_more() -> None:
    split = played(reached(), LoseHexes(TARN, BRIDGE))
    number = next(part.number for part in kingdom_of(split).parts if part.is_undecided)
    assert number == 2
    again = kingdom_of(played(split, DecidePart(TARN, number, has_leader=False)))
    (part,) = again.parts
    assert [(town.id, town.revision) for town in part.towns] == [(PORT, None), (MILL, None)]


def test_a_card_asks_about_a_few_territories_at_a_time() -> None:
    parts = tuple(CutOff(n, (f"{n},5",), 1, place=f"{n},5") for n in range(1, 9))
    towns = tuple(LostTown(RecordId(f"t{n}"), f"T{n}", "0,0", 5) for n in range(9))
    state = long_tarn(parts=(*parts, CutOff(9, (), 1, is_lost=True, towns=towns)))
    assert len(list(part_steps(TARN, state))) == 2 * MOST_ASKED
