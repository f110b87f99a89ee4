"""How The Second Kingdom reads: within Discord's limits, on a phone, and with nobody's words let loose."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.engine.card import Card
from bot.engine.catalogue import Catalogue
from bot.engine.event import sentence
from bot.engine.people import GAME_MASTER, PUBLIC, Viewer
from bot.engine.system import RecordId
from bot.play import Entry, Post, RecordView
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom import cards as second_kingdom_cards
from bot.systems.second_kingdom.challenges import cards as challenges_cards
from bot.systems.second_kingdom.challenges import state as challenges_state
from bot.systems.second_kingdom.challenges.state import (
    Challenge,
    ChallengeOpened,
    ChallengeRolled,
    Level,
    Roll,
    Status,
    challenge_view,
)
from bot.systems.second_kingdom.heroes import cards as heroes_cards
from bot.systems.second_kingdom.heroes.changes import Changed, SheetChanged, SheetPart
from bot.systems.second_kingdom.heroes.counters import CounterSet
from bot.systems.second_kingdom.heroes.people import HeroCreated
from bot.systems.second_kingdom.heroes.sheet import VirtuesSet
from bot.systems.second_kingdom.state import Counter, Defence, Hero, Note, NoteKind, Threshold, Virtue
from bot.systems.table import SYSTEM as TABLE
from bot.ui.card import BODY, LABEL, TITLE, WHOLE, embed_of, unbroken, view_of
from bot.ui.modal import modal
from bot.ui.renderer import Renderer
from tests.systems.second_kingdom.attack_posts import ATTACKS
from tests.systems.second_kingdom.challenge_posts import CHALLENGES
from tests.systems.second_kingdom.fate_posts import FATES
from tests.systems.second_kingdom.people_posts import PEOPLE
from tests.systems.second_kingdom.scenes import CAMPAIGN, DEACON, EVANDER, ICE, evander, leap
from tests.systems.second_kingdom.scenes import challenge_steps as steps
from tests.systems.second_kingdom.sheet_posts import MANEUVERS, SHEET, SHEETS

BIG = 2**63 - 1
LONG_ID = RecordId("r" * 40)
NAME, ACTION, NOTE, COUNTER = ("*" * n for n in (60, 200, 300, 30))
NOTES = tuple(Note(NoteKind.ADVANTAGE, NOTE, LONG_ID) for _ in range(30))
HERO = Hero(NAME, BIG, 10, 10, 10, 99, NOTES, {f"{n}{'*' * 29}": Counter(999) for n in range(10)})
CHALLENGE = Challenge(LONG_ID, NAME, BIG, ACTION, Virtue.TEMPERANCE, 7, 10, notes=NOTES)
ROLL = Roll(3, (10,) * 13, 26, Level.EXCEPTIONAL)
ROLLED = replace(CHALLENGE, status=Status.ROLLED, roll=ROLL)
SETTLED = replace(ROLLED, status=Status.SETTLED, consequence=NOTES[0])
HIDDEN = replace(CHALLENGE, is_hidden=True)
RENDERER = Renderer({SYSTEM.name: second_kingdom_cards}, Catalogue([TABLE, SYSTEM]))


def shown(state: Challenge | Hero, record: RecordId = LONG_ID) -> RecordView:
    """A record as somebody may see it."""
    if isinstance(state, Hero):
        return RecordView(record, SYSTEM.name, "hero", state.name, state, 1, state.player)
    open_steps = tuple(steps(record, state))
    return RecordView(record, SYSTEM.name, "challenge", state.action, state, 1, state.player, open_steps)


def post(event: Any, challenge: Challenge | None = None, hero: Hero = HERO, viewer: Viewer = PUBLIC) -> Post:
    """A message about that event."""
    entry = Entry(
        RecordId("ashes"),
        BIG,
        datetime(2026, 5, 1, tzinfo=UTC),
        BIG,
        BIG,
        SYSTEM.name,
        "Act",
        (event,),
        (),
        BIG,
    )
    subject = None if challenge is None else shown(challenge_view(challenge, viewer))
    hero_id = challenge.hero if challenge is not None else LONG_ID
    return Post(CAMPAIGN, viewer, entry, subject, {hero_id: shown(hero, hero_id)}, f"#{BIG}gm")


def opened(challenge: Challenge) -> ChallengeOpened:
    rating = None if challenge.is_hidden else challenge.rating
    return ChallengeOpened(challenge.hero_name, challenge.player, challenge.action, challenge.virtue, rating)


def rolled(roll: Roll = ROLL, rating: int | None = 10) -> ChallengeRolled:
    return ChallengeRolled(NAME, BIG, ACTION, Virtue.TEMPERANCE, 10, rating, roll, 99, 96)


LONGEST = {
    "hero": post(HeroCreated(LONG_ID, NAME, BIG, 10, 10, 10, 99)),
    "virtues": post(VirtuesSet(NAME, tuple((virtue.value, 10, 9) for virtue in Virtue))),
    **CHALLENGES,
    **SHEETS,
    **FATES,
    **PEOPLE,
    **ATTACKS,
    "open": post(opened(CHALLENGE), CHALLENGE),
    "hidden": post(opened(HIDDEN), HIDDEN),
    "hidden, for the game master": post(opened(HIDDEN), HIDDEN, viewer=GAME_MASTER),
    "rolled": post(rolled(), ROLLED),
    "settled": post(rolled(), SETTLED),
    "folded": post(opened(CHALLENGE), SETTLED),
}


def all_longest() -> dict[str, Card]:
    """Every card there is, with the longest values that the rules let through."""
    private = {
        "sheet": heroes_cards.sheet(SHEET, MANEUVERS, [shown(CHALLENGE)] * 30, may_edit=True),
        "odds": challenges_cards.odds(7, 10, 99),
        "odds of dice": challenges_cards.pool_odds(20),
    }
    return {name: RENDERER.card(each) for name, each in LONGEST.items()} | private


@pytest.mark.parametrize("card", all_longest().values(), ids=all_longest())
async def test_the_longest_card_is_within_discords_limits(card: Card) -> None:
    embed, view = embed_of(card), view_of(card)
    assert len(embed) <= WHOLE
    assert len(embed.title or "") <= TITLE
    assert len(embed.description or "") <= BODY
    for button in view.to_components()[0]["components"] if view is not None else ():
        assert len(button.get("label", "")) <= LABEL
        assert len(button["custom_id"]) <= 100


@pytest.mark.parametrize("name", LONGEST)
def test_the_longest_card_keeps_its_last_line(name: str) -> None:
    card = RENDERER.card(LONGEST[name])
    assert (embed_of(card).description or "").endswith(unbroken(card.lines[-1]))


@pytest.mark.parametrize("each", LONGEST.values(), ids=LONGEST)
def test_every_event_of_the_game_has_a_line_of_its_own(each: Post) -> None:
    (event,) = each.entry.events
    assert sentence(event)


def test_no_event_lacks_a_longest_card() -> None:
    told = {type(each.entry.events[0]) for each in LONGEST.values()}
    assert told - set(TABLE.events) == set(SYSTEM.events)


@pytest.mark.parametrize("state", [CHALLENGE, ROLLED])
async def test_every_form_is_within_discords_limits(state: Challenge) -> None:
    for choice in (choice for step in steps(LONG_ID, state) for choice in step.choices if choice.asks):
        payload = modal("tell|" + "x" * 60, choice.label, choice.asks).to_dict()
        assert len(payload["title"]) <= 45
        assert all(len(ask.label) <= 45 and len(ask.hint) <= 100 for ask in choice.asks)


# -- on a phone -------------------------------------------------------------------------------------


def text(card: Card) -> str:
    return "\n".join((card.title, *card.lines, *(part for field in card.fields for part in field)))


def open_card(challenge: Challenge | None = None, hero: Hero | None = None, viewer: Viewer = PUBLIC) -> Card:
    challenge = challenge or leap()
    return RENDERER.card(post(opened(challenge), challenge, hero or evander(), viewer))


def test_the_open_card_fits_a_phone() -> None:
    assert len(open_card().lines) <= 12


def test_the_open_card_shows_the_chances_of_every_amount() -> None:
    lines = open_card().lines
    assert "**No conviction:** 3 dice (1 + 2 above the rating)" in lines
    assert "✗ 34.3% · ◐ 29.4% · ● 23.1% · ★ 13.2%" in lines
    assert "**Spend 3:** 6 dice" in lines


def test_the_open_card_says_who_may_do_what() -> None:
    who = f"Conviction held: 3. <@{DEACON}> chooses and rolls."
    assert open_card().lines[-1] == who


def test_the_open_card_asks_its_player_and_nobody_else() -> None:
    assert open_card().asks == (DEACON,)


@pytest.mark.parametrize(
    ("score", "held", "said", "labels"),
    [
        (6, 3, "held: 3. ", ["Roll", "Roll, spend 1", "Roll, spend 2", "Roll, spend 3"]),
        (6, 1, "held: 1. ", ["Roll", "Roll, spend 1"]),
        (6, 0, "held: 0. ", ["Roll"]),
        (9, 1, "held: 1. ", ["Roll", "Roll, spend 1"]),
        (9, 3, "held: 3, but only 1 counts: a virtue can't go above 10. ", ["Roll", "Roll, spend 1"]),
        (10, 3, "held: 3, but none counts: a virtue can't go above 10. ", ["Roll"]),
    ],
)
def test_q1_the_open_card_offers_what_counts_and_says_why(
    score: int, held: int, said: str, labels: list[str]
) -> None:
    card = open_card(leap(score=score), evander(conviction=held))
    assert said in card.lines[-1]
    assert [button.label for button in card.buttons] == [*labels, "Game master…"]


def test_q3_the_open_card_warns_of_conviction_that_buys_no_die() -> None:
    warned = [line for line in open_card(leap(score=4, rating=5)).lines if "buys no die" in line]
    assert warned == ["**Spend 1:** 1 die (the last point buys no die)"]


@pytest.mark.parametrize(
    ("score", "rating", "labels"),
    [
        # Virtue 4 against 5: the first point only reaches it.
        (4, 5, ["Roll", "Roll, spend 2", "Roll, spend 3"]),
        (2, 8, ["Roll"]),
        (5, 5, ["Roll", "Roll, spend 1", "Roll, spend 2", "Roll, spend 3"]),
    ],
)
def test_q3_conviction_that_buys_no_die_has_no_button(score: int, rating: int, labels: list[str]) -> None:
    card = open_card(leap(score=score, rating=rating))
    assert [button.label for button in card.buttons] == [*labels, "Game master…"]
    # Which amounts buy nothing would tell a rating that is hidden (Q4).
    hidden = open_card(leap(score=score, rating=rating, is_hidden=True))
    assert len(hidden.buttons) == 5


def test_q21_the_open_card_tells_the_setback_from_before() -> None:
    assert "Earlier setback: The ledge is iced over" in open_card(leap(notes=(ICE,))).lines


def test_q4_a_hidden_rating_shows_no_chances_and_no_warning() -> None:
    said = text(open_card(leap(score=4, rating=5, is_hidden=True)))
    assert "against a hidden rating" in said
    assert not any(word in said for word in ("5", "%", "buys no die", "Spend", "dice"))


def test_q4_the_game_masters_own_card_shows_all_but_rolls_nothing() -> None:
    challenge = leap(is_hidden=True)
    card = second_kingdom_cards.draw(post(opened(challenge), challenge, evander(), GAME_MASTER))
    assert card is not None
    assert "against rating 4" in text(card)
    labels = [button.label for button in card.buttons]
    assert (labels, card.asks) == (["Roll for them", "Edit", "Withdraw"], ())


@pytest.mark.parametrize(
    ("dice", "means"),
    [
        ((7, 1, 1), "✗ Failure"),
        ((8, 1, 1), "◐ Partially achieved"),
        ((10, 1, 1), "● Fully achieved"),
        ((10, 8, 1), "★ Exceptionally achieved"),
    ],
)
def test_k9_to_k12_the_result_says_what_it_means(dice: tuple[int, ...], means: str) -> None:
    count = challenges_state.successes(dice)
    roll = Roll(0, dice, count, challenges_state.level(count))
    said = text(RENDERER.card(post(rolled(roll), replace(ROLLED, roll=roll, status=Status.SETTLED))))
    assert f"**{means}.** " in said


def test_the_result_shows_the_sum_behind_the_dice() -> None:
    roll = Roll(2, (10, 9, 3), 3, Level.EXCEPTIONAL)
    said = text(RENDERER.card(post(replace(rolled(roll, rating=4), score=4), ROLLED)))
    assert "Temperance 4 + 2 = 6 against rating 4" in said
    assert "Dice: **10** **9** 3 = 3 successes" in said
    assert "Conviction 99 → 96" in said


def test_the_result_says_whose_word_comes_next() -> None:
    assert "Next, a game master writes the advantage" in text(RENDERER.card(LONGEST["rolled"]))


# -- adversaries ------------------------------------------------------------------------------------

TRAP = "@everyone [free](https://evil.example) **x** <@100000000000000001>"
PROSE = TRAP.replace("**", "||")

TRAPPED = (
    Changed("", TRAP, TRAP, SheetPart.NAME),
    Changed("", TRAP, TRAP, SheetPart.ABOUT),
    Changed(TRAP, Counter(1), Counter(2, thresholds=(Threshold(1, TRAP),)), SheetPart.COUNTER),
    Changed(TRAP, None, Defence(TRAP, dodge=(1, 0)), SheetPart.DEFENCE),
    Changed("gale", TRAP, None, SheetPart.MANEUVER),
)


def trapped() -> RecordView:
    """Evander's sheet, with words that try to get loose wherever there are any."""
    counters = {TRAP: Counter(1, thresholds=(Threshold(1, TRAP),))}
    worn = (Defence(TRAP, dodge=(1, 0)),)
    return shown(evander(name=TRAP, counters=counters, defences=worn, about=PROSE))


@pytest.mark.parametrize(
    "card",
    [
        open_card(leap(hero_name=TRAP, action=TRAP, notes=(replace(ICE, text=PROSE),))),
        RENDERER.card(post(HeroCreated(EVANDER, TRAP, DEACON, 1, 1, 1, 0))),
        RENDERER.card(post(CounterSet(TRAP, TRAP, 1, 2))),
        RENDERER.card(post(VirtuesSet(TRAP, (("courage", 1, 2),)))),
        RENDERER.card(post(replace(rolled(), hero_name=TRAP, action=TRAP))),
        heroes_cards.sheet(trapped(), {}, [shown(leap(action=TRAP))]),
        *(RENDERER.card(post(SheetChanged(TRAP, (change,)))) for change in TRAPPED),
        RENDERER.card(post(CounterSet(TRAP, TRAP, 1, 2, reached=(TRAP,)))),
        RENDERER.card(post(CounterSet(TRAP, TRAP, 0, 2, is_new=True, near=TRAP))),
    ],
)
def test_nobodys_words_become_a_link_a_ping_or_markdown(card: Card) -> None:
    said = text(card)
    assert "@everyone" not in said
    assert "[free](" not in said.replace("\\[free]", "")
    assert "**x**" not in said
    assert "||x||" not in said
    assert "<@1000" not in said
