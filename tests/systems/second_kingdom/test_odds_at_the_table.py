"""`/sk odds` and `/sk compare`, through the simulated Discord."""

from __future__ import annotations

from fractions import Fraction

from bot.engine.dice.odds import percent
from bot.engine.settings import Setting
from bot.systems.second_kingdom import odds_commands
from bot.systems.second_kingdom.attacks.maneuvers import Maneuver, Strike
from bot.systems.second_kingdom.attacks.odds import ManeuverOdds, odds_of_maneuver
from bot.systems.second_kingdom.attacks.state import Outcome
from bot.systems.second_kingdom.odds_commands import Defender
from bot.systems.second_kingdom.settings import AT_MOST_10, CAP, FLOOR, NO_FLOOR
from bot.systems.second_kingdom.state import Guard, Pair
from bot.ui.card import embed_of
from tests.systems.second_kingdom.duel import DEMONS
from tests.systems.second_kingdom.evening import is_private, refused
from tests.systems.table.test_settings_at_the_table import decide
from tests.tables import Table, said

IRON_GALE = Maneuver("Iron Gale", 2, 4, -1, minor=Strike("Pierce", damage="accuracy"))
CLAW = Maneuver("Claw", minor=Strike("Rake", damage="power"), major=Strike("Maul", damage="power + speed"))


def every(bonus: int) -> dict[Guard, Pair]:
    """The same bonus on every die of every guard."""
    return dict.fromkeys(Guard, (bonus, bonus))


def fares(maneuver: Maneuver, block: Pair = (0, 0)) -> ManeuverOdds:
    """The odds against that block."""
    return odds_of_maneuver(maneuver, every(0) | {Guard.BLOCK: block}, floor=True, cap=False)


def shown(found: ManeuverOdds) -> list[str]:
    """Full defense, minor and major strike as they are shown."""
    return [percent(found.odds[outcome]) for outcome in Outcome]


# -- challenges ---------------------------------------------------------------------------------------


async def test_k13_odds_of_the_books_third_example(table: Table) -> None:
    result = await table.stranger.slash(table.tavern, "sk odds", virtue=4, rating=5)
    assert is_private(result)
    assert "**Spend 3:** 3 dice\n✗ 34.3% · ◐ 29.4% · ● 23.1% · ★ 13.2%" in said(result)

    # Odds of a number of dice.
    assert "3 dice\n✗ 34.3%" in said(await table.deacon.slash(table.channel, "sk odds", dice=3))


async def test_odds_in_a_direct_message_are_asked_in_words(table: Table) -> None:
    asked = {
        "sk 4 vs 5": {"virtue": 4, "rating": 5},
        "SK 4 against 5 with 2": {"virtue": 4, "rating": 5, "conviction": 2},
        "sk 3 dice": {"dice": 3},
    }
    for text, options in asked.items():
        there = said(await table.stranger.user.slash("odds", dice=text))
        assert there == said(await table.stranger.slash(table.tavern, "sk odds", **options))
    for wrong, says in {"sk leap": "Ask for a virtue against a rating", "sk 11 vs 5": "A virtue"}.items():
        assert says in said(await table.stranger.user.slash("odds", dice=wrong))
    assert "Leave it out" in said(await table.stranger.user.slash("odds", dice="sk 3 dice", at_least=3))
    offered = await table.stranger.autocomplete(table.tavern, "odds", "dice", "sk 4")
    assert [each["value"] for each in offered] == ["sk 4 vs 5", "sk 4 vs 5 with 2", "sk 3 dice"]


# -- a maneuver ---------------------------------------------------------------------------------------


async def test_odds_of_maneuvers_against_what_who_asks_may_know(armed: Table) -> None:
    # Odds of a maneuver against typed bonuses.
    result = await armed.deacon.slash(armed.channel, "sk odds", maneuver="iron gale", block="2/1")
    assert is_private(result)
    full, minor, major = shown(fares(IRON_GALE, block=(2, 1)))
    assert said(result).splitlines() == [
        "Iron Gale against a defense",
        "+2 accuracy, +4 speed, −1 power",
        "Against block +2/+1",
        "",
        f"Full defense **{full}**",
        f"Minor strike **{minor}** · Pierce",
        f"Major strike **{major}** · left open",
        f"Any strike **{percent(fares(IRON_GALE, block=(2, 1)).strikes)}**",
        "No average damage: at least one strike has no damage formula.",
        "-# Exact, with both sides at their best: the attacker assigns the dice to strike as often as "
        "possible, then as hard as possible; the defender takes the best guard.",
    ]

    # Odds of a maneuver against nothing at all.
    told = said(await armed.wren.slash(armed.channel, "sk odds", maneuver="Claw"))
    found = fares(CLAW)
    assert "Against no defense bonuses" in told
    assert found.damage is not None
    assert f"Average damage **{float(found.damage):.1f}** per attack" in told

    # Odds against a hero are those against the sheet.
    told = said(await armed.deacon.slash(armed.channel, "sk odds", maneuver="Iron Gale", target="Ysolde"))
    assert "Iron Gale against Ysolde" in told
    assert "Against Ysolde: block +3/+2" in told
    assert f"Full defense **{shown(fares(IRON_GALE, block=(3, 2)))[0]}**" in told

    # Odds against defences that are secret are the game masters.
    asked = {"maneuver": "Iron Gale", "target": DEMONS}
    assert await refused(armed, armed.deacon, "sk odds", **asked) == (
        f"Only game masters know the defenses of {DEMONS}. Type what you expect instead, such as block `2/1`."
    )
    told = said(await armed.gm.slash(armed.secret, "sk odds", **asked))
    assert f"Against {DEMONS}: block +2/+1" in told

    # A hidden npc is nobody here.
    await armed.gm.slash(armed.secret, "sk npc add", name="The Sleeper", known="hidden")
    asked = {"maneuver": "Iron Gale", "target": "The Sleeper"}
    of_nobody = asked | {"target": "The Walker"}
    told, plain = [await refused(armed, armed.deacon, "sk odds", **each) for each in (asked, of_nobody)]
    assert told == plain.replace("The Walker", "The Sleeper")

    # Open defences are everybodys.
    await armed.gm.slash(armed.secret, "sk npc add", name="Gate", known="open")
    await armed.gm.slash(armed.secret, "sk defense", source="Iron", hero="Gate", dodge="1/0")
    told = said(await armed.wren.slash(armed.channel, "sk odds", maneuver="Claw", target="Gate"))
    assert "Against Gate: dodge +1/+0" in told

    # Two maneuvers side by side.
    names = {"maneuver": "Iron Gale", "other": "Claw"}
    result = await armed.deacon.slash(armed.channel, "sk compare", **names, target="Ysolde")
    assert is_private(result)
    gale, claw = fares(IRON_GALE, block=(3, 2)), fares(CLAW, block=(3, 2))
    told = said(result)
    assert "Iron Gale or Claw\nAgainst Ysolde: block +3/+2\n" in told
    for found in (gale, claw):
        full, minor, major = shown(found)
        assert f"full defense {full} · minor {minor} · major {major}" in told
    assert f"Any strike: **Iron Gale**, {percent(gale.strikes)} against {percent(claw.strikes)}" in told
    assert "No average damage: at least one strike has no damage formula." in told


DECIDED: list[tuple[Setting, str, int, ManeuverOdds]] = [
    (FLOOR, NO_FLOOR, -1, odds_of_maneuver(IRON_GALE, every(-1), floor=False, cap=False)),
    (CAP, AT_MOST_10, 5, odds_of_maneuver(IRON_GALE, every(5), floor=True, cap=True)),
]


async def test_q7_q9_odds_heed_what_the_campaign_decided(armed: Table) -> None:
    for setting, option, bonus, found in DECIDED:
        asked = {"maneuver": "Iron Gale", **dict.fromkeys(("dodge", "parry", "block"), f"{bonus}/{bonus}")}
        before = said(await armed.deacon.slash(armed.channel, "sk odds", **asked))
        await decide(armed, setting, option)
        after = said(await armed.deacon.slash(armed.channel, "sk odds", **asked))
        major = f"Major strike **{shown(found)[2]}**"
        assert major in after
        assert major not in before


# -- two maneuvers ------------------------------------------------------------------------------------


# -- the verdict --------------------------------------------------------------------------------------


def verdicts(first: Maneuver, second: Maneuver) -> list[str]:
    """Which of two is better at what."""
    card = odds_commands.two(first, second, Defender("", every(0), floor=True, cap=False))
    lines = list(card.lines)
    return lines[len(lines) - lines[::-1].index("") : -1]


def test_the_better_one_is_named_at_each() -> None:
    strong = Maneuver("Strong", 3, 3, 3, minor=CLAW.minor, major=CLAW.major)
    weak, better = fares(CLAW), fares(strong)
    assert weak.damage is not None
    assert better.damage is not None
    told = [
        f"Any strike: **Strong**, {percent(better.strikes)} against {percent(weak.strikes)}",
        f"Major strike: **Strong**, {percent(better.odds[Outcome.MAJOR])} "
        f"against {percent(weak.odds[Outcome.MAJOR])}",
        f"Average damage: **Strong**, {float(better.damage):.1f} against {float(weak.damage):.1f}",
    ]
    assert verdicts(CLAW, strong) == verdicts(strong, CLAW) == told


def test_equals_are_told_as_such() -> None:
    strike = percent(fares(CLAW).strikes)
    other = Maneuver("Talon", minor=CLAW.minor, major=CLAW.major)
    assert verdicts(CLAW, other)[0] == f"Any strike: the same, {strike}"


def test_a_difference_too_small_to_be_shown_is_still_told() -> None:
    first, second = Maneuver("Nip", -3, -1, 0), Maneuver("Peck", -3, -2, 1)
    assert fares(first).strikes - fares(second).strikes == Fraction(19, 100_000)
    assert verdicts(second, first)[0] == "Any strike: **Nip** by a hair, both about 51.8%"


def test_the_longest_names_leave_room() -> None:
    first, second = (Maneuver(mark * 60, -10, -10, -10, minor=CLAW.minor) for mark in "*_")
    card = odds_commands.two(first, second, Defender("*" * 60, every(-99), floor=True, cap=False))
    assert len(card.title) <= 256
    assert embed_of(card).description == "\n".join(card.lines)
