"""Diplomatic edicts by the book: the DC and its parts, envoys, negotiations, treaties, what breaks them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from bot.engine.event import sentence
from bot.engine.people import Standing, Viewer
from bot.errors import NotAllowed
from bot.systems.kingdom.abroad.book import Attitude, Balance, Bond, SpecialEdict, Tie, alignment_gap
from bot.systems.kingdom.abroad.diplomacy import (
    BalanceTreaty,
    BuyResidence,
    EnvoySent,
    Negotiate,
    Negotiated,
    Renegotiate,
    SendEnvoy,
    SettleTerms,
    chance,
    dc_of,
    relationships,
)
from bot.systems.kingdom.abroad.kingdoms import NoteBond, NoteKingdom, RemoveKingdom, SetTie
from bot.systems.kingdom.abroad.pacts import AttackKingdom, EndTie, RefuseAid, StationArmy
from bot.systems.kingdom.abroad.state import Bonded, OtherKingdom, Pact, Talks
from bot.systems.kingdom.book import Alignment, Backing, BuildingType, Phase, Role, Stat
from bot.systems.kingdom.sources import figures, number_of
from bot.systems.kingdom.state import Army, Terms, seen
from tests.refusals import refuses
from tests.systems.kingdom.abroad_scenes import (
    ABROAD,
    PALACE,
    VELL,
    abroad_steps,
    around,
    friendly,
    other,
    special,
)
from tests.systems.kingdom.scenes import (
    CAMPAIGN,
    DEACON,
    MARISOL,
    TARN,
    WREN,
    by,
    change,
    everybody,
    kingdom_of,
    play,
    played,
    realm_in,
    require_refused,
)

ENVOY = SendEnvoy(TARN, "Vell", 5)
SKILLS = "8 11 5 7 9"


def envoy(modifier: int = 5, **more: Any) -> SendEnvoy:
    """An envoy to Vell."""
    return SendEnvoy(TARN, "Vell", modifier, **more)


def fame(then: Any, number: str = "fame") -> int:
    """Fame, or Infamy."""
    return number_of(realm_in(then), number)


# -- the DC -----------------------------------------------------------------------------------------------


def test_r153_the_dc_is_the_sum_of_the_book_less_bribes() -> None:
    """Infamy 3, Fame 1; Sizes 10 and 3; LG to N 10; unfriendly 15; 4 BP of gifts."""
    seen_ = around(
        replace(VELL, alignment=Alignment.LAWFUL_GOOD, attitude=Attitude.UNFRIENDLY),
        changes=(change(Stat.INFAMY, 3),),
    )
    assert dc_of(realm_in(seen_), other(seen_)) == 10 + 3 + 2 + 0 + 10 + 15 - 1
    assert dc_of(realm_in(seen_), other(seen_), 4) == 10 + 3 + 2 + 0 + 10 + 15 - 1 - 4
    # A threat goes by neither Fame nor Infamy.
    assert dc_of(realm_in(seen_), other(seen_), is_threat=True) == 10 + 2 + 0 + 10 + 15


def test_r153_as_printed_bribes_are_added_to_the_dc() -> None:
    """DC 11 to Vell, and 4 BP of gifts: 15; a 9 with +5 isn't enough, where it was with 7."""
    printed = replace(ABROAD, settings={**ABROAD.settings, "kingdom.bribes": "raise"})
    at = around()
    assert dc_of(realm_in(at), other(at), 4) == 7
    at = replace(at, campaign=printed)
    assert (dc_of(realm_in(at), other(at), 4), dc_of(realm_in(at), other(at))) == (15, 11)
    assert dc_of(realm_in(at), other(at), 4, is_threat=True) == 12 + 4
    assert not other(played(at, envoy(bribe=4), 9, 1)).has_embassy
    assert other(played(at, envoy(bribe=4), 10, 1)).has_embassy


@pytest.mark.parametrize(
    ("attitude", "amount"), list(zip(Attitude, (0, 5, 10, 15, 20), strict=True)), ids=str
)
def test_r154_each_step_worse_than_helpful_adds_5(attitude: Attitude, amount: int) -> None:
    then = around(replace(VELL, attitude=attitude))
    assert dc_of(realm_in(then), other(then)) == 10 + 2 + amount - 1


def test_r155_alignments_add_5_or_15_an_axis() -> None:
    assert alignment_gap(Alignment.LAWFUL_GOOD, Alignment.CHAOTIC_EVIL) == 30
    assert alignment_gap(Alignment.LAWFUL_GOOD, Alignment.LAWFUL_GOOD) == 0
    assert alignment_gap(Alignment.NEUTRAL, Alignment.LAWFUL_GOOD) == 10
    assert alignment_gap(Alignment.LAWFUL_GOOD, Alignment.NEUTRAL_GOOD) == 5
    assert alignment_gap(Alignment.LAWFUL_NEUTRAL, Alignment.CHAOTIC_NEUTRAL) == 15
    for one, another in product(Alignment, repeat=2):
        assert alignment_gap(one, another) == alignment_gap(another, one) <= 30


@pytest.mark.parametrize(
    ("tie", "bond", "amount"),
    [
        (Tie.ALLIANCE, Bond.ALLIES, -8),
        (Tie.TREATY, Bond.ALLIES, -4),
        (Tie.TREATY, Bond.TREATY, -2),
        (Tie.ALLIANCE, Bond.TREATY, -2),
        (Tie.EMBASSY, Bond.ENEMIES, 2),
        (Tie.TREATY, Bond.ENEMIES, 5),
        (Tie.ALLIANCE, Bond.ENEMIES, 10),
        (Tie.EMBASSY, Bond.ALLIES, 0),
        (Tie.NONE, Bond.ENEMIES, 0),
    ],
    ids=str,
)
def test_r156_each_third_party_adds_its_best_row(tie: Tie, bond: Bond, amount: int) -> None:
    third = OtherKingdom(
        "Ostra",
        has_embassy=tie is not Tie.NONE,
        treaty=Pact(0) if tie in (Tie.TREATY, Tie.ALLIANCE) else None,
        alliance=Pact(0) if tie is Tie.ALLIANCE else None,
    )
    then = around(VELL, third, bonds=(Bonded("Ostra", "Vell", bond),))
    assert sum(each for _, each in relationships(kingdom_of(then), other(then))) == amount
    assert dc_of(realm_in(then), other(then)) == 11 + amount


def test_r156_all_parties_are_added() -> None:
    thirds = [
        OtherKingdom(name, has_embassy=True, treaty=Pact(0), alliance=Pact(0)) for name in ("Ostra", "Kern")
    ]
    bonds = (Bonded("Ostra", "Vell", Bond.ALLIES), Bonded("Vell", "Kern", Bond.ENEMIES))
    then = around(VELL, *thirds, bonds=bonds)
    assert sorted(relationships(kingdom_of(then), other(then))) == [("Kern", 10), ("Ostra", -8)]


@pytest.mark.parametrize(("modifier", "odds"), [(0, 10), (5, 15), (30, 20), (-10, 0), (-9, 1)])
def test_an_envoys_chance_is_exact_and_no_die_decides_by_itself(modifier: int, odds: int) -> None:
    assert chance(modifier, 11) == Fraction(odds, 20)


# -- embassies --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "is_success", "attitude", "fame_by"),
    [
        # DC 16: Vell is friendly. 5 + 11 = 16.
        (11, True, Attitude.FRIENDLY, 0),
        (15, True, Attitude.FRIENDLY, 0),
        (16, True, Attitude.HELPFUL, 1),
        (10, False, Attitude.FRIENDLY, 0),
        (7, False, Attitude.FRIENDLY, 0),
        (6, False, Attitude.INDIFFERENT, -1),
        (1, False, Attitude.INDIFFERENT, -1),
    ],
)
def test_an_embassy_takes_one_check(die: int, is_success: bool, attitude: Attitude, fame_by: int) -> None:
    before = around(replace(VELL, attitude=Attitude.FRIENDLY))
    then = played(before, ENVOY, die, 3)
    now = other(then)
    assert (now.has_embassy, now.attitude) == (is_success, attitude)
    assert fame(then) == max(0, 1 + fame_by)
    assert kingdom_of(then).treasury == 57
    # What failed can't be tried again for a year.
    assert now.barred == ({} if is_success else {"embassy": 13})
    assert kingdom_of(then).month.issued == (SpecialEdict.DIPLOMATIC,)
    assert kingdom_of(then).month.phase is Phase.INCOME


def test_fame_of_ten_helps_the_envoy_by_1_besides() -> None:
    then = around(changes=(change(Stat.FAME, 9),))
    # DC 12 − 10 Fame = 2; the modifier is 5 + 1.
    event = play(then, ENVOY, 1, 1).events[0]
    assert (event.checks[0].dc, event.checks[0].modifier) == (2, 6)


def test_where_nobody_counts_fame_it_is_no_part_of_it() -> None:
    before = around()
    campaign = replace(ABROAD, settings={k: v for k, v in ABROAD.settings.items() if "fame" not in k})
    before = replace(before, campaign=campaign)
    assert dc_of(realm_in(before), other(before)) == 12
    turn = play(before, ENVOY, 20, 1)
    assert not kingdom_of(played(before, ENVOY, 20, 1)).changes
    assert isinstance(turn.events[0], EnvoySent)


@pytest.mark.parametrize(
    ("die", "has_embassy", "infamy", "attitude", "is_war"),
    [
        # DC 10 + 2 + 15 = 27 against Intimidate 10, Infamy 2 and two armies: 14.
        (13, True, 3, Attitude.UNFRIENDLY, False),
        (12, False, 4, Attitude.HOSTILE, False),
        (9, False, 4, Attitude.HOSTILE, False),
        (8, False, 4, Attitude.HOSTILE, True),
    ],
)
def test_a_threat_goes_by_infamy_and_armies(
    die: int, has_embassy: bool, infamy: int, attitude: Attitude, is_war: bool
) -> None:
    before = around(
        replace(VELL, attitude=Attitude.UNFRIENDLY),
        changes=(change(Stat.INFAMY, 2),),
        armies=(Army("Reds"), Army("Blues")),
    )
    then = played(before, envoy(10, threat=True), die, 1)
    now = other(then)
    assert (now.has_embassy, now.attitude, now.is_at_war) == (has_embassy, attitude, is_war)
    assert fame(then, "infamy") == infamy
    assert now.barred == ({} if has_embassy else {"threat": 13})


@pytest.mark.parametrize(("infamy", "bonus"), [(0, 0), (9, 9), (10, 11), (25, 27)])
def test_on_a_threat_a_tenth_of_infamy_comes_on_top(infamy: int, bonus: int) -> None:
    """Infamy itself by the Diplomatic edict (2107), and 1 for every 10 points by its own rule (2183)."""
    before = around(changes=(change(Stat.INFAMY, infamy),) if infamy else ())
    (sent,) = [
        each for each in play(before, envoy(3, threat=True), 20, 1).events if isinstance(each, EnvoySent)
    ]
    assert [each.modifier for each in sent.checks] == [3 + bonus]


def test_a_threat_that_fails_by_5_worsens_the_attitude_by_two() -> None:
    then = played(around(replace(VELL, attitude=Attitude.FRIENDLY)), envoy(0, threat=True), 2, 1)
    assert other(then).attitude is Attitude.UNFRIENDLY
    assert not other(then).is_at_war


def test_a_sponsor_has_an_embassy_from_the_start() -> None:
    terms = Terms(Backing.GRANT, "Brevoy")
    then = played(around(terms=terms, actor=MARISOL), NoteKingdom(TARN, "brevoy", size=90))
    assert other(then, "brevoy").has_embassy
    assert not other(played(around(actor=MARISOL), NoteKingdom(TARN, "Brevoy")), "Brevoy").has_embassy


@pytest.mark.parametrize(
    ("building", "price", "economy", "consumption"),
    [(BuildingType.MANSION, 10, 2, 1), (BuildingType.NOBLE_VILLA, 24, 2, 1)],
)
def test_an_embassy_building_counts_at_home(
    building: BuildingType, price: int, economy: int, consumption: int
) -> None:
    before = around(friendly())
    then = played(before, BuyResidence(TARN, "Vell", building))
    old, new = figures(realm_in(before)), figures(realm_in(then))
    own = {BuildingType.MANSION: (0, 0, 1), BuildingType.NOBLE_VILLA: (1, 1, 1)}[building]
    assert new.economy - old.economy == economy + own[0]
    assert (new.loyalty - old.loyalty, new.stability - old.stability) == own[1:]
    assert new.raw - old.raw == consumption
    assert kingdom_of(then).treasury == 60 - price


# -- negotiations -----------------------------------------------------------------------------------------


def treaty(*dice: int, **vell: Any) -> Any:
    """An envoy for a treaty with Vell; its DC is 11, the envoy's modifier 5: a 6 succeeds, an 11 by 5."""
    return played(around(friendly(**vell)), envoy(skills=SKILLS), *dice)


@pytest.mark.parametrize(
    ("dice", "is_success", "attitude", "fame_by"),
    [
        ((6, 6, 5), True, Attitude.HELPFUL, 0),
        ((5, 6, 5), False, Attitude.HELPFUL, -1),
        # A check that fails by 5 makes the next one harder: DC 16.
        ((1, 10, 11), False, Attitude.FRIENDLY, -1),
        ((1, 11, 11), True, Attitude.FRIENDLY, 0),
    ],
)
def test_two_of_three_checks_lead_to_a_treaty(
    dice: tuple[int, ...], is_success: bool, attitude: Attitude, fame_by: int
) -> None:
    then = treaty(*dice, 2)
    now = other(then)
    assert (now.talks is not None, now.attitude) == (is_success, attitude)
    assert fame(then) == 1 + fame_by
    assert now.barred == ({} if is_success else {"treaty": 13})


def test_opposed_checks_decide_who_has_the_advantage_and_ties_are_rolled_again() -> None:
    then = by(treaty(6, 6, 6, 2), MARISOL)
    number = other(then).talks.number  # type: ignore[union-attr]
    # Ours 8 11 5 7 9, theirs 5 5 5 5 5; the third is a tie first.
    turn = play(then, Negotiate(TARN, number, "5 5 5 5 5"), 2, 10, 1, 10, 9, 9, 20, 1, 10, 1, 1, 20)
    made = next(each for each in turn.events if isinstance(each, Negotiated))
    assert [(each.ours, each.theirs) for each in made.checks] == [
        (10, 15),
        (12, 15),
        (25, 6),
        (17, 6),
        (10, 25),
    ]
    assert not made.is_ours


def test_where_the_negotiator_is_known_the_checks_follow_at_once() -> None:
    turn = play(around(friendly(skills=(1, 1, 1, 1, 1))), envoy(skills=SKILLS), 6, 6, 6, 2, *(10, 9) * 5)
    assert [type(each).__name__ for each in turn.events[:2]] == ["EnvoySent", "Negotiated"]
    assert turn.events[1].is_ours


def talking(*, is_ours: bool | None = True, tie: Tie = Tie.TREATY, **vell: Any) -> OtherKingdom:
    """Vell in the middle of negotiations."""
    return friendly(talks=Talks(7, tie, (8, 11, 5, 7, 9), is_ours), **vell)


@pytest.mark.parametrize(
    ("is_ours", "is_balanced", "gain", "theirs", "balance", "fame_by", "infamy"),
    [
        # Tarn's Economy is 20, Vell's 40.
        (True, True, 4, 2, Balance.BALANCED, 1, 0),
        (True, False, 6, 1, Balance.OURS, 0, 1),
        (False, True, 4, 2, Balance.BALANCED, 0, 0),
        (False, False, 2, 3, Balance.THEIRS, 0, 0),
    ],
)
def test_r157_a_treaty_adds_a_share_of_the_others_economy(
    is_ours: bool, is_balanced: bool, gain: int, theirs: int, balance: Balance, fame_by: int, infamy: int
) -> None:
    actor = DEACON if is_ours else MARISOL
    before = around(talking(is_ours=is_ours), actor=actor, changes=(change(Stat.ECONOMY, 20),))
    assert figures(realm_in(before)).economy == 20
    turn = play(before, SettleTerms(TARN, 7, is_balanced))
    then = played(before, SettleTerms(TARN, 7, is_balanced))
    assert other(then).treaty == Pact(gain, balance, 1)
    assert turn.events[0].theirs == theirs
    assert figures(realm_in(then)).economy == 20 + gain
    assert (fame(then), fame(then, "infamy")) == (1 + fame_by, infamy)
    assert other(then).talks is None


def test_r158_an_economy_that_nobody_told_is_estimated_at_2d6_and_its_size() -> None:
    then = played(around(talking(economy=None)), SettleTerms(TARN, 7, is_balanced=True), 4, 6)
    assert other(then).economy == 4 + 6 + 10
    assert other(then).treaty == Pact(2, Balance.BALANCED, 1)


def test_an_alliance_takes_four_of_six_checks_and_adds_stability() -> None:
    allied = friendly(treaty=Pact(4, since=1))
    failed = played(around(allied), envoy(), 6, 6, 6, 5, 5, 5, 1)
    assert other(failed).talks is None
    assert other(failed).barred == {"alliance": 13}
    then = by(played(around(allied), envoy(), 6, 6, 6, 6, 5, 5, 1), MARISOL)
    number = other(then).talks.number  # type: ignore[union-attr]
    # Three checks of the same skill, two of which decide.
    then = by(played(then, Negotiate(TARN, number, "5"), 10, 1, 1, 10, 10, 1), DEACON)
    before = figures(realm_in(then)).stability
    then = played(then, SettleTerms(TARN, number, is_balanced=True))
    assert other(then).alliance == Pact(3, Balance.BALANCED, 1)
    assert figures(realm_in(then)).stability == before + 3


def test_each_treaty_after_the_first_adds_1_less_and_never_less_than_nothing() -> None:
    thirds = [OtherKingdom(name, has_embassy=True, treaty=Pact(gain, since=at)) for name, gain, at in
              (("A", 3, 2), ("B", 4, 1), ("C", 0, 3), ("D", 5, 4))]  # fmt: skip
    alliance = OtherKingdom("E", has_embassy=True, treaty=Pact(0, since=9), alliance=Pact(6, since=9))
    then = around(*thirds, alliance)
    assert figures(realm_in(then)).economy == 4 + 2 + 0 + 4
    # Alliances are counted by themselves.
    assert figures(realm_in(then)).stability == 4 + 6


def test_a_treaty_in_ones_favor_is_balanced_without_a_check() -> None:
    before = around(friendly(treaty=Pact(6, Balance.OURS, 1)))
    then = played(before, BalanceTreaty(TARN, "Vell"), 2)
    assert other(then).treaty == Pact(4, Balance.BALANCED, 1)
    assert (kingdom_of(then).treasury, kingdom_of(then).month.issued) == (58, (SpecialEdict.DIPLOMATIC,))
    assert "-# Paid: 2 BP" in (sentence(play(before, BalanceTreaty(TARN, "Vell"), 2).events[0]) or "")


# Loyalty is 0, DC 20 + 3 + 1 = 24: only a 20 succeeds.
SUCCESS, FAILURE = 20, 2


def test_negotiating_anew_takes_a_loyalty_check() -> None:
    before = around(friendly(treaty=Pact(4, since=1)))
    anew = Renegotiate(TARN, "Vell", SKILLS)
    failed = played(before, anew, FAILURE)
    assert (kingdom_of(failed).unrest, other(failed).talks) == (1, None)
    then = played(before, anew, SUCCESS)
    assert other(then).talks == Talks(1, Tie.TREATY, (8, 11, 5, 7, 9))
    # It stays in force meanwhile, and no special edict is used.
    assert other(then).treaty == Pact(4, since=1)
    assert not kingdom_of(then).month.issued


BOTH = friendly(treaty=Pact(6, Balance.OURS, 1), alliance=Pact(4, Balance.OURS, 1))


def test_l2133_a_treaty_beside_an_alliance_can_be_renegotiated() -> None:
    at = around(BOTH)
    with refuses("diplomacy.which_tie"):
        play(at, Renegotiate(TARN, "Vell", SKILLS), SUCCESS)
    treaty_anew = played(at, Renegotiate(TARN, "Vell", SKILLS, Tie.TREATY), SUCCESS)
    assert other(treaty_anew).talks == Talks(1, Tie.TREATY, (8, 11, 5, 7, 9))
    alliance_anew = played(at, Renegotiate(TARN, "Vell", "8", Tie.ALLIANCE), SUCCESS)
    assert other(alliance_anew).talks == Talks(1, Tie.ALLIANCE, (8, 8, 8))
    # Balanced, it adds 10 % of Vell's 40, and the alliance stays as it was.
    ours = replace(other(treaty_anew), talks=Talks(1, Tie.TREATY, (8, 11, 5, 7, 9), advantage=True))
    then = played(around(ours), SettleTerms(TARN, 1))
    assert (other(then).treaty, other(then).alliance) == (Pact(4, Balance.BALANCED, 1), BOTH.alliance)


def test_an_alliance_beside_a_treaty_can_be_balanced_and_each_by_itself() -> None:
    with refuses("diplomacy.which_tie"):
        play(around(BOTH), BalanceTreaty(TARN, "Vell"), 1)
    then = other(played(around(BOTH), BalanceTreaty(TARN, "Vell", Tie.ALLIANCE), 1))
    assert (then.treaty, then.alliance) == (BOTH.treaty, Pact(3, Balance.BALANCED, 1))
    # Where only one is in this kingdom's favor it need not be named.
    one = replace(BOTH, treaty=Pact(4, since=1))
    assert other(played(around(one), BalanceTreaty(TARN, "Vell"), 1)).alliance == then.alliance
    with refuses("diplomacy.nothing_to_balance"):
        play(around(one), BalanceTreaty(TARN, "Vell", Tie.TREATY), 1)


def test_l2183_fame_of_ten_helps_with_diplomacy_in_negotiations_too() -> None:
    famed = (change(Stat.FAME, 9),)
    sent = played(around(friendly(), changes=famed), envoy(skills=SKILLS), 20, 20, 20, 1)
    assert other(sent).talks == Talks(1, Tie.TREATY, (8, 12, 5, 7, 9))
    allied = friendly(treaty=Pact(4, since=1))
    sent = played(around(allied, changes=famed), envoy(), *(20,) * 6, 1)
    assert other(sent).talks == Talks(1, Tie.ALLIANCE, (6, 6, 6))
    anew = played(around(allied, changes=famed), Renegotiate(TARN, "Vell", SKILLS), SUCCESS)
    assert other(anew).talks == Talks(1, Tie.TREATY, (8, 12, 5, 7, 9))


@pytest.mark.parametrize(
    ("vell", "die", "left", "unrest"),
    [
        (friendly(), SUCCESS, Tie.NONE, 0),
        (friendly(residence=BuildingType.MANSION), SUCCESS, Tie.NONE, 0),
        (friendly(), FAILURE, Tie.EMBASSY, 0),
        (friendly(treaty=Pact(4)), SUCCESS, Tie.EMBASSY, 1),
        (friendly(treaty=Pact(4)), FAILURE, Tie.EMBASSY, 2),
        (friendly(treaty=Pact(4), alliance=Pact(3)), SUCCESS, Tie.TREATY, 1),
        (friendly(treaty=Pact(4), alliance=Pact(3)), FAILURE, Tie.TREATY, 2),
    ],
)
def test_what_it_takes_to_end_a_tie(vell: OtherKingdom, die: int, left: Tie, unrest: int) -> None:
    then = played(around(vell), EndTie(TARN, "Vell"), die)
    assert (other(then).tie, kingdom_of(then).unrest) == (left, unrest)
    assert other(then).residence is None


@pytest.mark.parametrize(
    ("vell", "dice", "infamy", "unrest"),
    [
        (friendly(), (SUCCESS,), 1, 0),
        (friendly(), (FAILURE,), 1, 1),
        (friendly(treaty=Pact(4)), (SUCCESS, 2, 1), 2, 1),
        (friendly(treaty=Pact(4)), (FAILURE, 3, 4), 3, 4),
        (friendly(treaty=Pact(4), alliance=Pact(3)), (SUCCESS, 4, 2), 4, 2),
        (friendly(treaty=Pact(4), alliance=Pact(3)), (FAILURE, 4, 3, 2, 1), 7, 3),
    ],
)
def test_what_it_costs_to_attack_somebody_one_is_tied_to(
    vell: OtherKingdom, dice: tuple[int, ...], infamy: int, unrest: int
) -> None:
    then = played(around(vell), AttackKingdom(TARN, "Vell"), *dice)
    assert (fame(then, "infamy"), kingdom_of(then).unrest) == (infamy, unrest)
    assert other(then).is_at_war
    # Whether the attacked kingdom ends its ties is its own affair.
    assert other(then).tie is vell.tie


def test_l2147_the_kingdom_that_was_attacked_ends_every_tie_without_check_or_penalty() -> None:
    allied = around(friendly(treaty=Pact(4), alliance=Pact(3)), actor=MARISOL)
    attacked = played(allied, SetTie(TARN, "Vell", Tie.ALLIANCE, attacked=True))
    assert other(attacked).is_at_war
    told = sentence(play(attacked, EndTie(TARN, "Vell")).events[0])
    assert told == "**Tarn ends its alliance with Vell**, which attacked it. That costs nothing."
    then = attacked
    for left in (Tie.TREATY, Tie.EMBASSY, Tie.NONE):
        # No die is rolled: a failed check would keep the embassy open.
        then = played(then, EndTie(TARN, "Vell"))
        assert (other(then).tie, kingdom_of(then).unrest) == (left, 0)


def test_l2147_in_peace_and_with_a_new_tie_an_attack_is_forgiven() -> None:
    attacked = around(talking(has_attacked=True, is_at_war=True), actor=MARISOL)
    at_peace = played(attacked, SetTie(TARN, "Vell", Tie.EMBASSY, at_war=False))
    assert not other(at_peace).has_attacked
    assert other(played(attacked, SetTie(TARN, "Vell", Tie.TREATY))).has_attacked
    assert not other(played(attacked, SettleTerms(TARN, 7))).has_attacked


def test_l2115_an_embassy_that_the_people_keep_open_can_be_closed_next_turn() -> None:
    kept = played(around(friendly()), EndTie(TARN, "Vell"), FAILURE)
    require_refused(kept, EndTie(TARN, "Vell"), "diplomacy.stays_open")
    later = around(other(kept), month=special(number=2))
    assert other(played(later, EndTie(TARN, "Vell"), SUCCESS)).tie is Tie.NONE


def test_an_allys_army_adds_1d2_unrest_if_the_people_mind() -> None:
    allied = around(friendly(treaty=Pact(4), alliance=Pact(3)))
    assert kingdom_of(played(allied, StationArmy(TARN, "Vell"), SUCCESS)).unrest == 0
    assert kingdom_of(played(allied, StationArmy(TARN, "Vell"), FAILURE, 2)).unrest == 2


def test_aid_refused_adds_1d4_infamy_if_a_game_master_says_so() -> None:
    allied = around(friendly(treaty=Pact(4), alliance=Pact(3)), actor=MARISOL)
    assert fame(played(allied, RefuseAid(TARN, "Vell"), 3), "infamy") == 3


# -- special edicts ---------------------------------------------------------------------------------------


def test_r161_one_special_edict_a_month_and_two_with_a_palace() -> None:
    first = played(around(VELL, replace(VELL, name="Ostra")), ENVOY, 20, 1)
    with refuses("month.is_over"):
        play(first, SendEnvoy(TARN, "Ostra", 5), 20, 1)
    two = played(around(VELL, replace(VELL, name="Ostra"), towns=(PALACE,)), ENVOY, 20, 1)
    assert kingdom_of(two).month.phase is Phase.EDICT
    then = played(two, SendEnvoy(TARN, "Ostra", 5), 20, 1)
    assert kingdom_of(then).month.issued == (SpecialEdict.DIPLOMATIC,) * 2
    assert kingdom_of(then).month.phase is Phase.INCOME


# -- what game masters keep of them -----------------------------------------------------------------------


def test_what_is_hidden_players_never_see() -> None:
    hidden = replace(VELL, name="Kern", is_hidden=True)
    then = around(VELL, hidden, bonds=(Bonded("Kern", "Vell", Bond.ENEMIES),))
    shown = seen(kingdom_of(then), Viewer(DEACON, Standing.PLAYER))
    assert [each.name for each in shown.others] == ["Vell"]
    assert not shown.bonds
    require_refused(then, SendEnvoy(TARN, "Kern", 5), "abroad.unknown")
    for action, at in ((NoteKingdom(TARN, "Kern", size=5), then), (RemoveKingdom(TARN, "Kern"), then)):
        told = play(by(at, MARISOL), action).events[0]
        assert not told.audience.everyone


def test_a_kingdom_is_revealed_renamed_and_removed_with_its_bonds() -> None:
    hidden = replace(VELL, name="Kern", is_hidden=True)
    then = around(VELL, hidden, bonds=(Bonded("Kern", "Vell", Bond.ENEMIES),), actor=MARISOL)
    shown = played(then, NoteKingdom(TARN, "Kern", hidden=False, new_name="Karn"))
    assert kingdom_of(shown).bonds == (Bonded("Karn", "Vell", Bond.ENEMIES),)
    gone = kingdom_of(played(shown, RemoveKingdom(TARN, "Karn")))
    assert ([each.name for each in gone.others], gone.bonds) == (["Vell"], ())


def test_a_bond_is_kept_once_and_taken_off() -> None:
    then = around(VELL, replace(VELL, name="Kern"), actor=MARISOL)
    then = played(then, NoteBond(TARN, "Kern", "Vell", Bond.ALLIES))
    then = played(then, NoteBond(TARN, "Vell", "Kern", Bond.ENEMIES))
    assert kingdom_of(then).bonds == (Bonded("Vell", "Kern", Bond.ENEMIES),)
    assert not kingdom_of(played(then, NoteBond(TARN, "Kern", "Vell", Bond.NONE))).bonds


def test_a_tie_is_set_by_hand() -> None:
    then = played(around(actor=MARISOL), SetTie(TARN, "Vell", Tie.ALLIANCE, gain=5, at_war=True))
    assert (other(then).alliance, other(then).treaty) == (Pact(5, since=1), Pact(0, since=1))
    assert other(then).is_at_war
    then = played(then, SetTie(TARN, "Vell", Tie.EMBASSY))
    assert (other(then).tie, other(then).alliance) == (Tie.EMBASSY, None)


# -- what waits -------------------------------------------------------------------------------------------


def test_negotiations_wait_for_the_game_masters_and_then_for_the_side_with_the_advantage() -> None:
    for is_ours, who, keys in (
        (None, None, ["negotiate"]),
        (True, DEACON, ["balanced", "favor"]),
        (False, None, ["balanced", "favor"]),
    ):
        (step,) = abroad_steps(kingdom_of(around(talking(is_ours=is_ours))))
        assert (step.who, [each.key for each in step.choices]) == (who, keys)


@pytest.mark.parametrize(
    ("begin", "action", "code"),
    [
        (around(), envoy(threat=True, bribe=57), "treasury.too_dear"),
        (around(), SendEnvoy(TARN, "Tarn", 5), "abroad.unknown"),
        (around(friendly()), envoy(), "abroad.modifiers"),
        (around(friendly()), envoy(skills="8 11 5"), "abroad.modifiers"),
        (around(friendly()), envoy(threat=True), "diplomacy.no_threat"),
        (around(replace(VELL, barred={"embassy": 2})), envoy(), "diplomacy.barred"),
        (around(replace(VELL, barred={"threat": 2})), envoy(threat=True), "diplomacy.barred_threat"),
        (around(talking()), envoy(), "diplomacy.talks_first"),
        (around(friendly(treaty=Pact(1), alliance=Pact(1))), envoy(), "diplomacy.allied"),
        (around(leaders=everybody(DEACON, 10, Role.GRAND_DIPLOMAT)), envoy(), "special.no_diplomat"),
        (around(month=special(Phase.INCOME)), envoy(), "month.is_over"),
        (around(), EndTie(TARN, "Vell"), "diplomacy.no_tie"),
        (around(), AttackKingdom(TARN, "Vell"), "diplomacy.no_tie_attacked"),
        (around(friendly()), StationArmy(TARN, "Vell"), "diplomacy.no_ally"),
        (around(friendly()), Renegotiate(TARN, "Vell", SKILLS), "diplomacy.nothing_to_renegotiate"),
        (around(friendly()), BalanceTreaty(TARN, "Vell"), "diplomacy.nothing_to_balance"),
        (around(), BuyResidence(TARN, "Vell", BuildingType.MANSION), "diplomacy.no_embassy"),
        (around(friendly()), BuyResidence(TARN, "Vell", BuildingType.INN), "diplomacy.residence"),
        (around(friendly()), SettleTerms(TARN, 7), "diplomacy.no_talks"),
        (around(talking(is_ours=None)), SettleTerms(TARN, 7), "diplomacy.not_yet"),
        (around(actor=MARISOL), NoteKingdom(TARN, "tarn"), "abroad.itself"),
        (around(friendly(), actor=MARISOL), NoteKingdom(TARN, "Vell", hidden=True), "abroad.cant_hide"),
        (around(actor=MARISOL), NoteKingdom(TARN, "Vell", skills="1 2"), "abroad.modifiers"),
        (around(actor=MARISOL), NoteBond(TARN, "Vell", "Vell", Bond.ALLIES), "abroad.one_bond"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_refused_changes_nothing(begin: Any, action: Any, code: str) -> None:
    require_refused(begin, action, code)


def test_where_the_rule_isnt_used_nothing_is_done_and_what_it_held_stays() -> None:
    then = around(friendly(treaty=Pact(4, since=1)))
    unused = replace(then, campaign=CAMPAIGN)
    for action in (envoy(skills=SKILLS), EndTie(TARN, "Vell"), Renegotiate(TARN, "Vell", SKILLS)):
        require_refused(unused, action, "special.unused")
    assert figures(realm_in(unused)).economy == figures(realm_in(then)).economy - 4
    assert other(unused).treaty == Pact(4, since=1)


def test_only_the_diplomat_sends_envoys_and_only_the_side_with_the_advantage_settles() -> None:
    wrens = tuple(replace(each, player=WREN) for each in everybody() if each.role is not Role.HEIR)
    with pytest.raises(NotAllowed, match="Grand Diplomat"):
        play(around(leaders=wrens, actor=DEACON), ENVOY)
    require_refused(around(talking(is_ours=False)), SettleTerms(TARN, 7), "diplomacy.theirs")


def test_every_outcome_is_said() -> None:
    for dice, said in ((20, "The embassy is agreed"), (1, "No embassy")):
        told = sentence(play(around(), ENVOY, dice, 2).events[0]) or ""
        assert said in told
        assert "against DC 11" in told
        assert "Paid: 2 BP for travel" in told
    for dice, said in ((20, "They give in"), (1, "can't be threatened again for a year")):
        told = sentence(play(around(), envoy(threat=True), dice, 2).events[0]) or ""
        assert said in told


def test_what_game_masters_set_is_said_in_whole_sentences() -> None:
    set_ = play(around(actor=MARISOL), SetTie(TARN, "Vell", Tie.TREATY, gain=5)).events[0]
    assert sentence(set_) == "Tarn and **Vell**: no tie → **treaty**, which adds 5."
    renamed = play(around(actor=MARISOL), NoteKingdom(TARN, "Vell", new_name="Karn")).events[0]
    assert (sentence(renamed) or "").startswith("**Karn** (Vell until now): Neutral, Size 10, helpful")


def test_where_nobody_counts_fame_the_table_is_told_to() -> None:
    settings = {key: value for key, value in ABROAD.settings.items() if "fame" not in key}
    begin = replace(around(), campaign=replace(ABROAD, settings=settings))
    assert "**Fame +1** (you keep track of that)." in (sentence(play(begin, ENVOY, 20, 1).events[0]) or "")
    assert "**Fame +1**." in (sentence(play(around(), ENVOY, 20, 1).events[0]) or "")
