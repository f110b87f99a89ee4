"""How attacks read: within Discord's limits, in plain words, and with nobody's words let loose."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.card import Card
from bot.engine.event import sentence
from bot.engine.system import RecordId
from bot.play import RecordView
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom import cards as second_kingdom_cards
from bot.systems.second_kingdom.attacks import cards as attacks_cards
from bot.systems.second_kingdom.attacks.cards import Acting, counter_panel, panel
from bot.systems.second_kingdom.attacks.maneuvers import MANEUVER, Maneuver, Strike
from bot.systems.second_kingdom.attacks.state import Attack, AttackEnded, DamageApplied, Side
from bot.systems.second_kingdom.state import Guard
from bot.ui.card import BODY, LABEL, MOST_PICKS, PICK, WHOLE, embed_of, unbroken, view_of
from bot.ui.renderer import Renderer
from tests.systems.second_kingdom.attack_posts import (
    ALLOWED,
    APPLIED,
    ASSIGNED,
    AT_THE_TABLE,
    ATTACKS,
    BIG,
    DECLARED,
    DEFENDED,
    FACES,
    HELD,
    LONG_ID,
    MANEUVER_OF_LENGTH,
    NAME,
    ROLLED,
    STRUCK,
    TOLD,
    post,
    shown,
)
from tests.systems.second_kingdom.scenes import DEACON, STRANGER, WREN

RENDERER = Renderer({SYSTEM.name: second_kingdom_cards})


def acting(attack: Attack, absent: int | None = None) -> Acting:
    """Whoever acts at the attack's step."""
    seen = shown(attack)
    return Acting(seen, seen.steps[0], AT_THE_TABLE, absent)


def known(count: int) -> list[RecordView]:
    """So many maneuvers of the library."""
    return [
        RecordView(RecordId(f"{number:040}"), SYSTEM.name, MANEUVER.name, NAME, MANEUVER_OF_LENGTH, 1)
        for number in range(count)
    ]


def all_longest() -> dict[str, Card]:
    """Every card and panel, with the longest values that the rules let through."""
    public = {name: RENDERER.card(each) for name, each in ATTACKS.items()}
    as_they_stand = {
        f"{name}, as it stands": attacks_cards.standing(shown(attack), AT_THE_TABLE)
        for name, (_, attack) in TOLD.items()
    }
    first = {each.state.name: each.id for each in known(1)}[NAME]
    panels = {
        "assign panel": panel(acting(ROLLED, BIG)),
        "guard panel": panel(acting(DEFENDED, BIG)),
        "counter panel": counter_panel(acting(ALLOWED, BIG), known(MOST_PICKS), first),
    }
    return public | as_they_stand | panels


@pytest.mark.parametrize("card", all_longest().values(), ids=all_longest())
async def test_the_longest_card_is_within_discords_limits(card: Card) -> None:
    embed, view = embed_of(card), view_of(card)
    assert len(embed) <= WHOLE
    assert unbroken("\n".join(card.lines)) == embed.description
    assert len(embed.description) <= BODY
    for select in card.selects:
        assert 1 <= len(select.picks) <= MOST_PICKS
        assert all(len(pick.label) <= PICK for pick in select.picks)
    for row in view.to_components() if view is not None else ():
        for part in row["components"]:
            assert len(part["custom_id"]) <= 100
            assert len(part.get("label", "")) <= LABEL


@pytest.mark.parametrize("name", TOLD)
def test_every_event_of_an_attack_is_told_in_a_line(name: str) -> None:
    event, _ = TOLD[name]
    line = sentence(event)
    assert line is not None
    assert r"\*" in line
    assert "\n" not in line


# Ten, nine and eight with a maneuver of -10, +10 and -10, and what guards against 1, 10 and 1.
ORDERS = ["1 · 10 · 1"]
GUARDS = ["Parry: full defense", "Block: full defense", "Dodge: minor strike, 24 damage"]

# -- what is public -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "labels", "asks"),
    [
        (DECLARED, ["Requirement met: roll 3d10", "Withdraw", "Veto"], DEACON),
        (ROLLED, [*ORDERS, "Veto"], DEACON),
        (ASSIGNED, ["Roll defense", "Veto"], WREN),
        (DEFENDED, GUARDS, WREN),
        (STRUCK, [f"Apply 999 to {'*' * 30}", "Edit", "Leave it"], None),
        (HELD, ["Allow counterattack", "Let it pass"], None),
        (ALLOWED, ["Counterattack…", "Let it pass"], WREN),
        (APPLIED, [], None),
    ],
)
def test_each_step_names_who_acts_and_offers_only_what_they_may_do(
    attack: Attack, labels: list[str], asks: int | None
) -> None:
    attacker, target = Side(LONG_ID, "Evander", DEACON), Side(LONG_ID, "Ysolde", WREN)
    card = attacks_cards.standing(shown(replace(attack, attacker=attacker, target=target)), AT_THE_TABLE)
    assert [button.label for button in card.buttons] == labels
    assert card.asks == (() if asks is None else (asks,))
    assert asks is None or f"<@{asks}>" in card.lines[-1]


@pytest.mark.parametrize(
    ("attack", "told"),
    [
        (DECLARED, "A game master rolls. Rolling confirms that the requirement is met;"),
        (ROLLED, "A game master assigns the dice."),
        (ASSIGNED, "A game master rolls the defense for Ysolde."),
        (DEFENDED, "A game master chooses the guard for Ysolde."),
        (ALLOWED, "Ysolde may strike back. A game master decides."),
    ],
)
def test_q29_for_a_player_who_left_game_masters_act_and_nobody_is_mentioned(
    attack: Attack, told: str
) -> None:
    attacker, target = Side(LONG_ID, "Evander", STRANGER), Side(LONG_ID, "Ysolde", STRANGER)
    card = attacks_cards.standing(shown(replace(attack, attacker=attacker, target=target)), AT_THE_TABLE)
    assert card.asks == ()
    assert card.lines[-1].startswith(told)
    assert f"<@{STRANGER}>" not in "\n".join(card.lines)


def test_q19_an_npcs_steps_mention_nobody() -> None:
    card = attacks_cards.standing(shown(replace(DEFENDED, target=Side(LONG_ID, "Demons"))), AT_THE_TABLE)
    assert card.asks == ()
    assert card.lines[-1] == "A game master chooses the guard for Demons."


@pytest.mark.parametrize(
    ("place", "told"), [(2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (21, "21st"), (112, "112th")]
)
def test_the_queue_is_counted_as_people_count(place: int, told: str) -> None:
    lines = attacks_cards.standing(shown(replace(DECLARED, place=place)), AT_THE_TABLE).lines
    assert any(line.startswith(f"{told} attack on ") for line in lines)


def test_the_first_attack_on_a_target_stands_in_no_queue() -> None:
    lines = attacks_cards.standing(shown(replace(DECLARED, place=1)), AT_THE_TABLE).lines
    assert not any(" attack on " in line for line in lines)


def test_q16_a_strike_left_open_is_the_game_masters() -> None:
    bare = replace(STRUCK, maneuver=Maneuver(NAME), final=FACES, damage=None)
    card = attacks_cards.standing(shown(bare), AT_THE_TABLE)
    assert "The maneuver leaves this strike open; a game master says what it does." in card.lines
    assert [button.label for button in card.buttons] == ["Apply damage", "Leave it"]
    told = "A game master decides: **Apply damage** asks how much, **Leave it** counts none."
    assert card.lines[-1] == told


def test_k18_a_die_at_its_limit_shows_what_it_is_made_of() -> None:
    gale = replace(ASSIGNED, maneuver=Maneuver("Gale", 2, 4, -1), final=(10, 10, 8), dice=(9, 8, 10))
    lines = attacks_cards.standing(shown(gale), AT_THE_TABLE).lines
    assert lines[0] == "**Accuracy 10 · Speed 10 · Power 8**"
    assert lines[1] == "-# 8 + 2 · 10 + 4, at most 10 · 9 − 1"
    low = replace(gale, maneuver=Maneuver("Ebb", 0, 0, -4), final=(9, 8, 1), dice=(9, 8, 3))
    assert attacks_cards.standing(shown(low), AT_THE_TABLE).lines[1] == "-# 9 · 8 · 3 − 4, at least 1"


# -- panels ---------------------------------------------------------------------------------------


def test_q9_a_capped_defence_die_says_so() -> None:
    tens = (10, 10, 10)
    capped = replace(DEFENDED, cap=True, maneuver=Maneuver("Strike"), dice=tens, final=tens)
    told = [pick.meaning for pick in panel(acting(capped)).selects[0].picks]
    assert "10+9→10 falls to accuracy 10 · 9+8→10 falls to power 10" in told


def test_a_counter_attack_is_offered_with_the_first_maneuver_until_another_is_chosen() -> None:
    names = [replace(each, title=f"Claw {number}") for number, each in enumerate(known(2))]
    shown, other = (counter_panel(acting(ALLOWED), names, chosen) for chosen in (None, names[1].id))
    assert [button.label for button in (*shown.buttons, *other.buttons)] == [
        "Strike back with Claw 0",
        "Strike back with Claw 1",
    ]


def test_a_phone_shows_what_a_list_asks_for() -> None:
    panels = (
        panel(acting(DEFENDED)),
        counter_panel(acting(ALLOWED), known(1)),
    )
    assert all(len(select.hint) <= 32 for card in panels for select in card.selects)


def test_q10_every_guard_that_differs_is_offered() -> None:
    picks = panel(acting(replace(DEFENDED, defences=dict.fromkeys(Guard, (0, 0))))).selects[0].picks
    assert len(picks) == 6
    uneven = replace(DEFENDED, defence_dice=(1, 6), defences=dict.fromkeys(Guard, (3, 1)))
    card = panel(acting(uneven))
    assert len(card.selects[0].picks) == 12
    assert {label.label.split(":")[0] for label in card.buttons} == {"Dodge", "Parry", "Block"}


def test_guards_that_are_no_more_than_their_buttons_have_no_list() -> None:
    even = replace(DEFENDED, defence_dice=(6, 6), defences=dict.fromkeys(Guard, (0, 0)))
    card = panel(acting(even))
    assert (len(card.buttons), card.selects) == (3, ())


def test_k6_conviction_buys_dice_of_challenges_alone_and_no_step_of_an_attack_offers_any() -> None:
    cards = [attacks_cards.standing(shown(attack), AT_THE_TABLE) for _, attack in TOLD.values()]
    labels = [button.label for card in cards for button in card.buttons]
    assert labels
    assert not any("spend" in label.lower() for label in labels)


def test_q6_secret_defences_leave_the_odds_to_the_game_master() -> None:
    secret = replace(ROLLED, maneuver=Maneuver("Strike"), is_secret=True)
    card = panel(acting(secret))
    assert "-# The target's defenses are secret, and so are the odds." in card.lines
    assert not any("%" in line for line in card.lines)
    assert any("%" in line for line in panel(acting(replace(secret, is_secret=False))).lines)


def test_each_way_to_lay_the_dice_is_the_steps_own_button() -> None:
    card = panel(acting(replace(ROLLED, maneuver=Maneuver("Strike"))))
    found = {button.label: button.custom_id for button in card.buttons}
    assert len(found) == 7
    assert found["8 · 10 · 9"] == f"do|{LONG_ID}|assign|1|assign4"


# -- adversaries ----------------------------------------------------------------------------------

TRAP = "@everyone [free](https://evil.example) **x** <@100000000000000001>"


@pytest.mark.parametrize("name", TOLD)
def test_nobodys_words_become_a_link_a_ping_or_markdown(name: str) -> None:
    event, attack = TOLD[name]
    strike = Strike(TRAP, TRAP, "accuracy", TRAP)
    side = Side(LONG_ID, TRAP, DEACON)
    trapped = replace(
        attack, attacker=side, target=side, maneuver=Maneuver(TRAP, -10, 10, -10, TRAP, strike, strike)
    )
    if isinstance(event, AttackEnded):
        event = replace(event, reason=TRAP)
    if isinstance(event, DamageApplied):
        event = replace(event, target=TRAP, counter=TRAP, reached=(TRAP,))
    card = RENDERER.card(post(event, trapped))
    said = "\n".join((card.title, *card.lines))
    assert "@everyone" not in said
    assert "[free](" not in said.replace("\\[free]", "")
    assert "**x**" not in said
    assert "<@1000" not in said
