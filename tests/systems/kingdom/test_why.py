"""Why a number is what it is: each kind of source in words, and what does not count."""

from __future__ import annotations

import pytest

from bot.systems.kingdom.book import (
    Alignment,
    Attribute,
    Holiday,
    Improvement,
    Phase,
    Promotion,
    Role,
    Special,
    Stat,
    Taxation,
    Terrain,
    Until,
)
from bot.systems.kingdom.land.state import Direction, Land
from bot.systems.kingdom.sheet.source_cards import explained
from bot.systems.kingdom.sources import sources
from bot.systems.kingdom.state import Army, Edicts, Part
from tests.systems.kingdom.scenes import (
    change,
    decided,
    everybody,
    hexed,
    hold,
    land,
    leader,
    month,
    realm,
    tarn,
)
from tests.systems.kingdom.sums import bare, held, row


def built(**changes: object) -> Land:
    """Tarn's land, the second of its hexes as given."""
    return hexed(land(), "1,0", **changes)


def test_a_half_is_told_with_the_way_it_is_rounded() -> None:
    state = held(leader(Role.CONSORT, score=17, name="Mi*ra", has_leadership=True))
    assert (
        r"**+2** Consort Mi\*ra: half of Charisma +3, rounded down +1, Leadership +1 · *Leadership*"
        in explained(realm(state), "loyalty")
    )
    other = realm(held(leader(Role.HEIR, score=6, name="Bel")), campaign=decided(half_negative="toward_zero"))
    assert "**−1** Heir Bel: half of Charisma −2, rounded toward 0 −1 · *Leadership*" in explained(
        other, "loyalty"
    )


def test_r047_a_skill_is_told_where_it_counts() -> None:
    state = held(leader(Role.TREASURER, score=14, name="Tom", ranks=10))
    told = explained(realm(state, campaign=decided(leadership_role_skills="yes")), "economy")
    assert "**+4** Treasurer Tom: Intelligence +2, skill +2 · *Leadership*" in told


def test_edicts_are_told_by_their_tables() -> None:
    state = bare(edicts=Edicts(Holiday.SIX, Promotion.TOKEN, Taxation.HEAVY))
    assert "**+2** Holidays: 6 a year · *Table 4-1*" in explained(realm(state), "loyalty")
    assert "**−4** Taxation: Heavy · *Table 4-3*" in explained(realm(state), "loyalty")
    assert "**+1** Promotion: Token · *Table 4-2*" in explained(realm(state), "stability")


def test_improvements_are_told_with_their_count() -> None:
    farms = row(3, improvements=(Improvement.FARM,))
    assert "**−6** 3 Farms · *terrain improvements*" in explained(realm(bare(), farms), "consumption")
    rich = built(improvements=(Improvement.MINE,), specials=(Special.RESOURCE,), terrain=Terrain.HILLS)
    told = explained(realm(bare(), rich), "economy")
    assert "**+1** 1 Mine · *terrain improvements*" in told
    assert "**+1** 1 Mine on a Resource, 1 more each · *Resource*" in told
    assert "**+1** 1 Resource · *special terrain*" in told


def test_roads_and_rivers_are_told_with_how_many_make_1() -> None:
    wet = row(9, improvements=(Improvement.ROAD,), rivers=(Direction.EAST,))
    economy = explained(realm(bare(), wet), "economy")
    assert "**+2** 9 hexes with a Road, 1 for every 4 · *Road and Highway*" in economy
    assert "**+2** 9 hexes with a river, 1 for every 4 · *River*" in economy
    assert "**+1** 9 hexes with a Road, 1 for every 8 · *Road and Highway*" in explained(
        realm(bare(), wet), "stability"
    )


def test_the_rest_is_told_by_its_name() -> None:
    state = bare(
        alignment=Alignment.NEUTRAL,
        armies=(Army("R*eds", 2),),
        changes=(change(Stat.STABILITY, 3, "A _feast_", until=Until.EVENT, since=2),),
    )
    made = realm(state, None, hold(gives={Stat.CONSUMPTION: 1}))
    assert r"**+2** army R\*eds · *armies*" in explained(made, "consumption")
    assert "**+1** Hold · *settlement*" in explained(made, "consumption")
    stability = explained(made, "stability")
    assert "**+4** Neutral · *Alignment*" in stability
    assert r"**+3** A \_feast\_ (since month 2, until the next Event phase) · *named source*" in stability


def test_r001_settlements_are_told_as_they_are_counted() -> None:
    three = hold(districts=3)
    assert "**+3** 3 districts · *districts*" in explained(realm(bare(), None, three), "consumption")
    by_settlement = realm(bare(), None, three, campaign=decided(settlement_consumption="settlement"))
    assert "**+1** 1 settlement · *settlements*" in explained(by_settlement, "consumption")


def test_r002_raw_consumption_is_told_and_what_is_paid() -> None:
    farms = row(9, improvements=(Improvement.FARM,))
    told = explained(realm(bare(), farms), "consumption")
    assert "= **−8** Consumption" in told
    assert "Below 0 nothing is paid; the −8 is kept, as some rules ask for it." in told


def test_r004_unrest_is_a_source_only_where_it_counts_in_attributes() -> None:
    state = bare(unrest=4)
    assert not any("Unrest" in line for line in explained(realm(state), "economy"))
    told = explained(realm(state, campaign=decided(unrest_in_attribute="yes")), "economy")
    assert "**−4** Unrest counts in attributes, as this campaign decided · *Unrest*" in told


@pytest.mark.parametrize(("choice", "is_told"), [("no", True), ("yes", False)])
def test_r004_a_check_tells_unrest_once(choice: str, is_told: bool) -> None:
    made = realm(bare(unrest=4), campaign=decided(unrest_in_attribute=choice))
    told = explained(made, "economy_checks")
    assert ("**−4** Unrest · *Unrest is taken off every check*" in told) is is_told
    assert "= **−4** Economy checks" in told


def test_a_check_tells_what_it_needs_and_how_likely_each_failure_is() -> None:
    state = bare(changes=(change(Stat.LOYALTY, 10), change(Stat.LOYALTY_CHECKS, 2, "Bards", 2)))
    told = explained(realm(state), "loyalty_checks")
    assert "**+2** Bards (until a game master ends it) · *counts on these checks alone*" in told
    assert "A check succeeds on **12 or more** (45 %), against Control DC 24; 1 always fails." in told
    assert "It fails by 4 or less with 20 %." in told


def test_in_anarchy_a_check_counts_as_0() -> None:
    told = explained(realm(bare(is_in_anarchy=True, unrest=20)), "economy")
    assert "Economy checks: in anarchy each counts as 0" in told


def test_what_does_not_count_is_told() -> None:
    away = leader(Role.MARSHAL, score=14, name="Ada", days=3)
    died = leader(Role.MAGISTER, score=14, name="Bel", has_died=True)
    unchosen = leader(Role.SPYMASTER, score=14, name="Vex")
    told = explained(realm(held(away, died, unchosen, month=month(Phase.UPKEEP))), "economy")
    assert "-# Marshal Ada gave 3 of 7 days: nothing is added in this Upkeep." in told
    assert "-# Magister Bel has died: nothing is added." in told
    assert "-# Spymaster Vex has chosen no attribute yet: nothing is added." in told
    assert "-# No edict was issued yet: the first Edict phase sets them." in told


def test_r037_and_r038_vacancies_that_make_edicts_void_are_told() -> None:
    edicts = Edicts(Holiday.ONE, Promotion.NONE, Taxation.LIGHT)
    vacant = realm(bare(edicts=edicts, leaders=everybody(2, 10, Role.COUNCILOR, Role.TREASURER)))
    loyalty = explained(vacant, "loyalty")
    assert "-# Without a Councilor the holidays bring no Loyalty; they cost all the same." in loyalty
    assert "-# Without a Treasurer Taxation counts as None." in loyalty
    assert "-# Without a Treasurer Taxation counts as None." in explained(vacant, "economy")
    assert not any("Councilor" in line and line.startswith("-#") for line in explained(vacant, "stability"))
    assert not any("No edict was issued yet" in line for line in loyalty)


@pytest.mark.parametrize(
    ("unrest", "said"),
    [
        (0, "It is taken off every check."),
        (11, "From 11 on a hex is lost every Upkeep; at 20 there is anarchy."),
        (20, "From 20 on a kingdom is in anarchy."),
    ],
)
def test_what_unrest_does(unrest: int, said: str) -> None:
    assert explained(realm(bare(unrest=unrest)), "unrest")[0].startswith(said)


def test_r015_what_adds_to_unrest_each_upkeep_is_told() -> None:
    state = tarn(alignment=None, leaders=everybody(2, 10, Role.RULER, Role.COUNCILOR))
    told = explained(realm(state), "unrest")
    assert told[1:] == (
        "As things stand, each Upkeep adds:",
        "**+1** Loyalty is below 0 · *Upkeep, Modify Unrest*",
        "**+4** Ruler vacant · *vacancy penalty*",
        "**+1** Councilor vacant · *vacancy penalty*",
    )


def test_size_is_told_by_terrain_with_what_is_cut_off_and_the_next_milestone() -> None:
    hills = built(terrain=Terrain.HILLS)
    told = explained(realm(bare(parts=(Part(1, ("2,0",), 1, is_held=True),)), hills), "size")
    assert told == (
        "2 Plains and 1 Hills",
        "1 hex of them cut off from the capital.",
        "Size is the number of hexes it claims.",
        "Next milestone: 11 hexes, 2,400 XP.",
    )


def test_the_lines_of_a_number_are_all_its_sources() -> None:
    made = realm(tarn(leaders=()), row(9, rivers=(Direction.EAST,)))
    for attribute in Attribute:
        found = [each for each in sources(made) if each.stat.value == attribute.value]
        lines = [line for line in explained(made, attribute.value) if line.startswith("**")]
        assert len(lines) == len(found)
