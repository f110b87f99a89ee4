"""How people who come and go read: nobody's words let loose, and NPCs as far as each may know them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.card import Card
from bot.engine.pages import Turns
from bot.engine.parts import part_of
from bot.engine.people import GAME_MASTER, PUBLIC
from bot.play import RecordView
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom import cards as second_kingdom_cards
from bot.systems.second_kingdom.heroes import cards as heroes_cards
from bot.systems.second_kingdom.heroes.people import NPC
from bot.systems.second_kingdom.state import Hero, Known, Npc
from bot.ui.card import BODY, WHOLE, embed_of
from bot.ui.pages import in_pages
from bot.ui.renderer import Renderer
from tests.systems.second_kingdom.people_posts import FULL_NPC, PEOPLE, RESTED, SHOWN_NPC, post
from tests.systems.second_kingdom.sheet_posts import LONG_ID, MANEUVERS

RENDERER = Renderer({SYSTEM.name: second_kingdom_cards})


def line(name: str) -> str:
    return RENDERER.line(PEOPLE[name].entry)


def seen_by_players(npc: Npc) -> RecordView:
    """The record as a player's look finds it."""
    state = NPC.view(npc, PUBLIC)
    assert state is not None
    return replace(SHOWN_NPC, state=state)


def test_one_heros_conviction_reads_as_ever() -> None:
    assert line("conviction for one").startswith(rf"{chr(92)}*")
    assert ": conviction 98 → 99. " in line("conviction for one")


def test_of_very_many_heroes_the_first_are_told_and_the_rest_counted() -> None:
    assert ", 110 more. " in line("conviction for very many")
    assert line("conviction for very many").count("98 → 99") == 10


@pytest.mark.parametrize(
    "card",
    [
        heroes_cards.npc_cards_sheet(SHOWN_NPC, MANEUVERS, GAME_MASTER),
        heroes_cards.npc_cards_sheet(seen_by_players(FULL_NPC), MANEUVERS, PUBLIC),
        in_pages(heroes_cards.listed([SHOWN_NPC] * 200), Turns("look", ("sk npc list",))),
    ],
    ids=["for game masters", "for players", "the list"],
)
def test_the_longest_private_card_is_within_discords_limits(card: Card) -> None:
    embed = embed_of(card)
    assert len(embed) <= WHOLE
    assert len(embed.description or "") <= BODY
    # Nothing was cut off.
    assert (embed.description or "").endswith(card.lines[-1])
    assert all(len(field.value or "") <= 1024 for field in embed.fields)


def test_a_player_sees_of_a_named_npc_that_there_is_no_more_to_see() -> None:
    card = heroes_cards.npc_cards_sheet(
        seen_by_players(replace(FULL_NPC, known=Known.NAMED)), MANEUVERS, PUBLIC
    )
    assert card.lines == ("That's all the table knows.",)
    assert card.fields == ()
    assert card.portrait == FULL_NPC.portrait


def test_a_player_sees_no_notes_of_an_open_npc() -> None:
    mine = heroes_cards.npc_cards_sheet(SHOWN_NPC, MANEUVERS, GAME_MASTER)
    theirs = heroes_cards.npc_cards_sheet(seen_by_players(FULL_NPC), MANEUVERS, PUBLIC)
    assert len(theirs.fields) == len(mine.fields) - 1
    assert mine.lines[-1] == "Open: the players know everything but your notes"
    assert theirs.lines == mine.lines[:-1]


def test_who_is_met_shows_a_face() -> None:
    assert RENDERER.card(PEOPLE["NPC met"]).portrait == FULL_NPC.portrait


def test_a_name_is_shown_as_it_is_and_works_as_nothing_else() -> None:
    trap = replace(RESTED, heroes=(replace(RESTED.heroes[0], name="@everyone **"),), reason="[x](https://a)")
    told = RENDERER.line(post(trap).entry)
    assert "@everyone" not in told
    assert "](https://" not in told


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("known",), "named", ("public knowledge", "known by name")),
        (("picture",), "1-2", ("portrait", "an uploaded picture")),
        (("picture",), None, ("portrait", None)),
        (("active_in",), [7, 8], ("channels", "<#7> <#8>")),
        (("active_in",), [], ("channels", None)),
        (("is_retired",), True, ("retirement", "yes")),
        (("player",), 5, ("player", "<@5>")),
    ],
)
def test_an_undo_says_every_part_in_words(
    path: tuple[str, ...], value: object, told: tuple[str, str | None]
) -> None:
    state = Npc if path == ("known",) else Hero
    assert part_of(state, path, value) == told


@pytest.mark.parametrize("name", ["picture", "known", "roll", "player"])
def test_a_counter_may_bear_the_name_of_a_part(name: str) -> None:
    assert part_of(Hero, ("counters", name, "value"), 5)[1] == "5"


def test_an_npc_without_anything_is_shown_by_its_name_alone() -> None:
    bare = RecordView(LONG_ID, SYSTEM.name, NPC.name, "Tam", Npc("Tam", Known.OPEN), 1)
    assert heroes_cards.npc_cards_sheet(bare, {}, PUBLIC) == Card("Tam")
