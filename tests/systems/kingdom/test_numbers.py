"""What every number is made of: the core numbers and edicts, each ruling with its switch."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.systems.kingdom import book as kingdom_book
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
from bot.systems.kingdom.checks import Check, check
from bot.systems.kingdom.land.state import Direction, Land
from bot.systems.kingdom.month.course import OpenMonth
from bot.systems.kingdom.settings import SETTINGS
from bot.systems.kingdom.sheet.source_cards import explained
from bot.systems.kingdom.sources import figures, sources, taxation
from bot.systems.kingdom.state import Army, CutOff, Edicts
from tests.systems.kingdom.numbers_page import MARKED, PAGE, TABLES, page
from tests.systems.kingdom.scenes import (
    TARN,
    change,
    decided,
    everybody,
    hexed,
    hold,
    kingdom_of,
    land,
    leader,
    month,
    played,
    ready,
    realm,
    scene,
    tarn,
)
from tests.systems.kingdom.sums import E, L, bare, held, row, values

# -- the core -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("choice", "consumption"), [("district", 6), ("settlement", 4), ("none", 3)])
def test_r001_consumption_of_settlements(choice: str, consumption: int) -> None:
    three = hold(districts=3)
    campaign = decided(settlement_consumption=choice)
    assert figures(realm(bare(), None, three, campaign=campaign)).consumption == consumption


def test_r001_a_district_adds_1_by_default() -> None:
    assert figures(realm(bare(), None, hold(districts=3))).consumption == 6


def test_r002_consumption_is_what_size_settlements_edicts_forts_and_armies_eat() -> None:
    edicts = Edicts(Holiday.SIX, Promotion.STANDARD, Taxation.NONE)
    fort = hexed(land(), "1,0", improvements=(Improvement.FORT,))
    on = hexed(fort, "2,0", improvements=(Improvement.FARM,))
    made = realm(bare(edicts=edicts, armies=(Army("Reds", 3),)), on)
    # 3 hexes, 1 district, holidays 2, promotion 2, a Fort, the army, less a Farm.
    assert figures(made).raw == 3 + 1 + 2 + 2 + 1 + 3 - 2


def test_r002_raw_consumption_below_nothing_is_kept_and_nothing_is_paid() -> None:
    numbers = figures(realm(bare(), row(9, improvements=(Improvement.FARM,))))
    assert (numbers.raw, numbers.consumption) == (9 + 1 - 18, 0)


@pytest.mark.parametrize(
    ("modifier", "die", "is_success", "is_mild"),
    [
        (50, 1, False, True),
        (15, 1, False, False),
        (21, 1, False, True),
        (0, 20, True, False),
        (0, 19, False, False),
        (10, 10, False, True),
        (10, 9, False, False),
        (10, 14, True, False),
    ],
)
def test_r003_natural_1_and_20(modifier: int, die: int, is_success: bool, is_mild: bool) -> None:
    result = Check(E, modifier, 24).of(die)
    assert (result.is_success, result.is_mild) == (is_success, is_mild)


@pytest.mark.parametrize(
    ("modifier", "needed", "chance", "mild"),
    [(4, 20, 5, 20), (50, 2, 95, 5), (-30, 20, 5, 0), (14, 10, 55, 20), (21, 3, 90, 10)],
)
def test_r003_the_needed_die_and_every_chance_are_exact(
    modifier: int, needed: int, chance: int, mild: int
) -> None:
    made = Check(E, modifier, 24)
    results = [made.of(die) for die in range(1, 21)]
    assert made.needed == needed
    assert (int(made.chance * 100), int(made.mild * 100)) == (chance, mild)
    assert sum(each.is_success for each in results) * 5 == chance
    assert sum(each.is_mild for each in results) * 5 == mild
    assert next(each.die for each in results if each.is_success) == needed


def test_p4_a_total_equal_to_the_dc_succeeds() -> None:
    assert Check(E, 14, 24).of(10).is_success
    assert not Check(E, 14, 24).of(9).is_success


def test_a_check_in_anarchy_counts_as_0() -> None:
    made = check(realm(bare(is_in_anarchy=True, changes=(change(Stat.ECONOMY, 90),))), E)
    assert made.needed is None
    assert not made.chance
    assert (made.of(20).total, made.of(20).is_success) == (0, False)


def test_r004_unrest_is_taken_off_checks_and_not_off_attributes() -> None:
    made = realm(bare(unrest=6, changes=(change(Stat.LOYALTY, 10),)))
    assert figures(made).loyalty == 10
    assert check(made, L).modifier == 4


def test_r004_unrest_in_the_attribute_is_taken_off_a_check_once() -> None:
    state = bare(unrest=6, changes=(change(Stat.LOYALTY, 10),))
    made = realm(state, campaign=decided(unrest_in_attribute="yes"))
    assert figures(made).loyalty == 4
    assert check(made, L).modifier == 4


def test_r005_control_dc_is_20_and_size_and_districts_and_what_else_there_is() -> None:
    assert figures(realm(bare(), None, hold(districts=2))).control_dc == 20 + 3 + 2
    special = realm(bare(changes=(change(Stat.CONTROL_DC, 4),)), None, hold(districts=2))
    assert figures(special).control_dc == 29


def test_r005_the_number_of_settlements_does_not_raise_the_control_dc_further() -> None:
    one = realm(bare(), None, hold(districts=2))
    two = replace(one, towns={TARN: hold(), **{id_: hold() for id_ in one.towns}})
    assert figures(two).control_dc == figures(one).control_dc


@pytest.mark.parametrize(("choice", "amount"), [("floor", -1), ("toward_zero", 0)])
def test_r009_half_of_a_negative_modifier(choice: str, amount: int) -> None:
    state = held(leader(Role.HEIR, score=8))
    assert values(realm(state, campaign=decided(half_negative=choice))) == (0, amount, 0)


def test_r009_half_is_rounded_down_by_default() -> None:
    assert values(realm(held(leader(Role.HEIR, score=8)))) == (0, -1, 0)


# -- edicts -------------------------------------------------------------------------------------------


def test_r013_before_the_first_edict_phase_there_is_no_level() -> None:
    assert values(realm(bare(edicts=Edicts()))) == (0, 0, 0)


def test_r013_afterwards_none_is_a_level_with_its_own_modifiers() -> None:
    none = Edicts(Holiday.NONE, Promotion.NONE, Taxation.NONE)
    # Loyalty loses 1 by the holidays and gains 1 by the taxes.
    assert values(realm(bare(edicts=none))) == (0, 0, -1)
    assert values(realm(bare(edicts=replace(none, taxation=None)))) == (0, -1, -1)


def test_r014_the_books_kingdom_has_issued_no_edict_yet() -> None:
    """52, 45 and 56 become 55, 42 and 55 by 1 holiday, no promotion and heavy taxes."""
    start = ((Stat.ECONOMY, 52), (Stat.LOYALTY, 45), (Stat.STABILITY, 56))
    given = tuple(change(stat, amount, number=n) for n, (stat, amount) in enumerate(start))
    assert values(realm(bare(changes=given))) == (52, 45, 56)
    issued = Edicts(Holiday.ONE, Promotion.NONE, Taxation.HEAVY)
    assert values(realm(bare(changes=given, edicts=issued))) == (55, 42, 55)


def test_r037_without_a_treasurer_taxation_counts_as_none() -> None:
    edicts = Edicts(taxation=Taxation.OVERWHELMING)
    taxed = realm(bare(edicts=edicts))
    assert (values(taxed), taxation(taxed)) == ((4, -8, 0), Taxation.OVERWHELMING)
    vacant = realm(bare(edicts=edicts, leaders=everybody(2, 10, Role.TREASURER)))
    # The vacancy itself takes 4 off Economy; taxes of None add 1 to Loyalty.
    assert (values(vacant), taxation(vacant)) == ((-4, 1, 0), Taxation.NONE)


def test_r038_without_a_councilor_holidays_cost_and_bring_nothing() -> None:
    edicts = Edicts(holiday=Holiday.TWENTY_FOUR)
    assert values(realm(bare(edicts=edicts)))[1] == 4
    vacant = realm(bare(edicts=edicts, leaders=everybody(2, 10, Role.COUNCILOR)))
    assert values(vacant)[1] == -2
    assert figures(vacant).consumption == figures(realm(bare(edicts=edicts))).consumption == 3 + 1 + 8


def test_r038_the_penalty_of_no_holidays_stays_without_a_councilor() -> None:
    vacant = bare(edicts=Edicts(holiday=Holiday.NONE), leaders=everybody(2, 10, Role.COUNCILOR))
    assert values(realm(vacant))[1] == -2 - 1


# -- docs/kingdom-numbers.md says what the rules count with ---------------------------------------------


def test_every_table_of_the_page_is_that_of_the_rules() -> None:
    """Run `python -m tests.systems.kingdom.numbers_page` where it isn't."""
    text = PAGE.read_text()
    assert page(text) == text
    assert {found[1] for found in MARKED.findall(text)} == TABLES.keys()


def test_its_sentences_name_the_numbers_of_the_rules() -> None:
    text = " ".join(PAGE.read_text().split())
    for said in (
        f"{kingdom_book.BASE_DC} + Size",
        f"fewer than {kingdom_book.DUTY_DAYS} days",
        f"Unrest {kingdom_book.LOSE_HEX_AT}",
        f"Unrest {kingdom_book.ANARCHY_AT}",
        f"divided by {kingdom_book.TAX_DIVISOR}",
        f"{kingdom_book.DEPOSIT_RATE:,} gp",
        f"{kingdom_book.WITHDRAW_RATE:,} gp",
        f"{kingdom_book.EVENT_CHANCE}%",
        f"{kingdom_book.CHANCE_AFTER_QUIET}%",
        f"{kingdom_book.PEOPLE_PER_LOT} people",
    ):
        assert said in text, said


def test_it_names_every_setting_of_the_game() -> None:
    text = PAGE.read_text()
    for setting in SETTINGS:
        assert setting.title in text, setting.title


# -- Numbers as the sum of their sources, and the month's beginning -------------------------------------


def test_a_neutral_realm_of_three_hexes() -> None:
    numbers = figures(realm(tarn(leaders=everybody())))
    assert (numbers.economy, numbers.loyalty, numbers.stability) == (0, 0, 4)
    assert (numbers.size, numbers.control_dc, numbers.consumption) == (3, 24, 4)


def test_r002_raw_consumption_below_nothing_is_kept() -> None:
    farms = land()
    for spot in ("0,0", "1,0", "2,0"):
        farms = hexed(farms, spot, improvements=(Improvement.FARM,))
    numbers = figures(realm(tarn(), farms))
    assert (numbers.raw, numbers.consumption) == (-2, 0)


def test_a_month_opens_with_the_stability_check() -> None:
    waits = scene(ready(tarn(leaders=everybody(), month=month(Phase.BEFORE))))
    assert list(kingdom_of(waits).month.opened) == ["open"]
    begun = kingdom_of(played(waits, OpenMonth(TARN)))
    assert list(begun.month.opened) == ["stability"]
    assert begun.month.phase is Phase.UPKEEP


def test_the_books_first_check() -> None:
    """A 19 with Stability 56 and Unrest 5 is 70."""
    state = tarn(
        alignment=Alignment.LAWFUL_GOOD, leaders=everybody(), unrest=5, changes=(change(Stat.STABILITY, 56),)
    )
    assert check(realm(state), Attribute.STABILITY).of(19).total == 70


# -- Why a number is what it is: each kind of source in words, and what does not count ------------------


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
    assert "You pay nothing below 0. The −8 stays on record, because some rules use it." in told


def test_r004_unrest_is_a_source_only_where_it_counts_in_attributes() -> None:
    state = bare(unrest=4)
    assert not any("Unrest" in line for line in explained(realm(state), "economy"))
    told = explained(realm(state, campaign=decided(unrest_in_attribute="yes")), "economy")
    assert "**−4** Unrest, which counts in attributes in this campaign · *Unrest*" in told


@pytest.mark.parametrize(("choice", "is_told"), [("no", True), ("yes", False)])
def test_r004_a_check_tells_unrest_once(choice: str, is_told: bool) -> None:
    made = realm(bare(unrest=4), campaign=decided(unrest_in_attribute=choice))
    told = explained(made, "economy_checks")
    assert ("**−4** Unrest · *Unrest lowers every check*" in told) is is_told
    assert "= **−4** Economy checks" in told


def test_a_check_tells_what_it_needs_and_how_likely_each_failure_is() -> None:
    state = bare(changes=(change(Stat.LOYALTY, 10), change(Stat.LOYALTY_CHECKS, 2, "Bards", 2)))
    told = explained(realm(state), "loyalty_checks")
    assert "**+2** Bards (until a game master ends it) · *only counts on these checks*" in told
    assert "A check succeeds on **12 or more** (45%) against Control DC 24. A natural 1 always fails." in told
    assert "The chance to fail by 4 or less is 20%." in told


def test_in_anarchy_a_check_counts_as_0() -> None:
    told = explained(realm(bare(is_in_anarchy=True, unrest=20)), "economy")
    assert "Economy checks: 0 in anarchy" in told


def test_what_does_not_count_is_told() -> None:
    away = leader(Role.MARSHAL, score=14, name="Ada", days=3)
    died = leader(Role.MAGISTER, score=14, name="Bel", has_died=True)
    unchosen = leader(Role.SPYMASTER, score=14, name="Vex")
    told = explained(realm(held(away, died, unchosen, month=month(Phase.UPKEEP))), "economy")
    assert "-# Marshal Ada served 3 of 7 days and adds nothing in this Upkeep." in told
    assert "-# Magister Bel is dead and adds nothing." in told
    assert "-# Spymaster Vex hasn't chosen an attribute yet and adds nothing." in told
    assert "-# No edicts yet: you set them in the first Edict phase." in told


def test_r037_and_r038_vacancies_that_make_edicts_void_are_told() -> None:
    edicts = Edicts(Holiday.ONE, Promotion.NONE, Taxation.LIGHT)
    vacant = realm(bare(edicts=edicts, leaders=everybody(2, 10, Role.COUNCILOR, Role.TREASURER)))
    loyalty = explained(vacant, "loyalty")
    assert "-# Without a Councilor, holidays add no Loyalty but still cost BP." in loyalty
    assert "-# Without a Treasurer, Taxation counts as None." in loyalty
    assert "-# Without a Treasurer, Taxation counts as None." in explained(vacant, "economy")
    assert not any("Councilor" in line and line.startswith("-#") for line in explained(vacant, "stability"))
    assert not any("No edicts yet" in line for line in loyalty)


@pytest.mark.parametrize(
    ("unrest", "said"),
    [
        (0, "Unrest lowers every check."),
        (11, "From 11 on you lose a hex every Upkeep; at 20 the kingdom falls into anarchy."),
        (20, "At 20 the kingdom falls into anarchy."),
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
    told = explained(realm(bare(parts=(CutOff(1, ("2,0",), 1, is_held=True),)), hills), "size")
    assert told == (
        "2 Plains and 1 Hills",
        "1 of them is cut off from the capital.",
        "Size is the number of hexes the kingdom claims.",
        "Next milestone: 11 hexes, 2,400 XP.",
    )


def test_the_lines_of_a_number_are_all_its_sources() -> None:
    made = realm(tarn(leaders=()), row(9, rivers=(Direction.EAST,)))
    for attribute in Attribute:
        found = [each for each in sources(made) if each.stat.value == attribute.value]
        lines = [line for line in explained(made, attribute.value) if line.startswith("**")]
        assert len(lines) == len(found)
