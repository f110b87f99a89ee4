"""Adventuria's library at the table: what comes with the game, imports, and what players never see."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bot.content import supplied_by
from bot.systems import adventuria as game
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.book import RULES, Topic
from bot.systems.adventuria.changes.commands import SETTINGS, page
from bot.systems.adventuria.settings import SETTINGS as ALL_SETTINGS
from bot.systems.adventuria.state import Attribute, Trigger, Verb
from bot.systems.table.library.rules import read_file
from bot.ui.card import BODY, WHOLE, embed_of
from tests.systems.adventuria.test_effects import PAGE
from tests.systems.second_kingdom.evening import is_private, refused
from tests.tables import Table, answers, reply_of, said, text

SHELVES = {shelf.kind.name: shelf for shelf in SYSTEM.shelves}
SUPPLIED = supplied_by([game])
LEAST = {"item": 10, "spell": 8, "ally": 5, "monster": 12}
LURKER = {"name": "Bog Lurker", "attributes": "Arms 3, Magic 1, Vitae 2"}
SECRET = {"name": "Kz-canary", "attributes": "Arms 3, Magic 1, Vitae 2", "rules": "secret"}


# -- a monster's marks ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "marks", "left"),
    [
        ("unique\nsecret", (True, True), 0),
        ("unique, secret", (True, True), 0),
        ("Secret,unique", (True, True), 0),
        ("standoff: heal 1\nsecret , unique", (True, True), 1),
        ("secret, but known to the king", (False, False), 1),
        ("secret, unique, quick", (False, False), 1),
    ],
)
def test_the_words_for_unique_and_secret_stand_on_lines_or_between_commas(
    rules: str, marks: tuple[bool, bool], left: int
) -> None:
    shelf = SHELVES["monster"]
    blank = {field.name: "" for field in shelf.fields}
    monster = shelf.entry(blank | LURKER | {"rules": rules})
    assert (monster.is_unique, monster.is_secret) == marks
    assert len(monster.effects) == left


# -- what comes with the game ---------------------------------------------------------------------------


def supplied(kind: str) -> list[Any]:
    """The entries of a kind that come with the game."""
    return [SHELVES[kind].entry(texts) for texts in SUPPLIED[f"adventuria.{kind}"]]


@pytest.mark.parametrize("kind", LEAST)
def test_q22_what_comes_with_the_game_is_marked_as_its_own(kind: str) -> None:
    """The book describes none of it, so nothing of it is given out as the book's."""
    found = supplied(kind)
    assert len(found) >= LEAST[kind]
    assert all(entry.about.endswith("Waypost's own.") and not entry.is_secret for entry in found)


def test_what_comes_with_the_game_uses_the_breadth_of_the_rules() -> None:
    assert sum(item.is_weapon for item in supplied("item")) >= 4
    effects = [effect for kind in LEAST for entry in supplied(kind) for effect in entry.effects]
    assert {effect.when for effect in effects} == set(Trigger) - {Trigger.TOLD}
    assert {effect.verb for effect in effects} >= set(Verb) - {Verb.SPELLS, Verb.ALLIES, Verb.NARRATE}
    assert any(monster.is_unique for monster in supplied("monster"))
    assert {monster.kind for monster in supplied("monster")} == {"melee", "magical", None}


def test_a_beginner_can_stand_up_to_most_monsters_that_come_with_the_game() -> None:
    """Arms or Magic is 4 to begin with (A5), and Vitae is 3 to 5."""
    mild = [each for each in supplied("monster") if not each.is_unique]
    assert all(
        each.attributes.of(Attribute.ARMS) <= 5 and each.attributes.of(Attribute.VITAE) <= 4 for each in mild
    )


async def test_a_narrator_adds_what_comes_with_the_game(city: Table) -> None:
    for kind in LEAST:
        listed = await city.gm.slash(city.channel, "library list", kind=kind)
        await city.gm.click(reply_of(listed), label="Add what comes with the game")
        await city.settle()
        assert f"adds {len(SUPPLIED[f'adventuria.{kind}'])} " in text(city.last())
    shown = await city.deacon.slash(city.channel, "library show", entry="Thornblade")
    assert "Weapon: works while in hand" in said(shown)
    assert "While held, in Melee Combat: +1 Arms" in said(shown)


# -- written in a form ----------------------------------------------------------------------------------


async def test_an_entry_is_read_back_in_plain_english_before_it_is_saved(city: Table) -> None:
    form = await city.gm.slash(city.channel, "library add", kind="ally")
    preview = await city.gm.submit_modal(form, {"name": "Hound", "rules": "start: foe wound 1 on 5–6"})
    assert preview.ephemeral
    assert "At the start of each Combat, on 5–6: the foe receives 1 wound" in said(preview)
    await city.gm.click(reply_of(preview), label="Save")
    again = await city.gm.slash(city.channel, "library edit", entry="Hound")
    preview = await city.gm.submit_modal(again, {"name": "Hound", "rules": "start: foe wound 2"})
    assert "start: foe wound 2" in said(preview)
    await city.gm.click(reply_of(preview), label="Save")
    undo = await city.gm.slash(city.channel, "undo")
    assert "At the start of each Combat: the foe receives 2 wounds" in said(undo)


# -- imported -----------------------------------------------------------------------------------------


async def names(table: Table, who: MemberActor) -> list[str]:
    """What the autocomplete of an entry lists."""
    return [each["name"] for each in await who.autocomplete(table.channel, "library show", "entry", "")]


def monsters(*entries: dict[str, Any]) -> str:
    """A file of those monsters, one a line from the second on."""
    lines = ",\n".join(map(json.dumps, entries))
    return f'{{"waypost": "library", "kind": "adventuria.monster", "entries": [\n{lines}\n]}}'


async def brought(table: Table, data: str, name: str = "monsters.json") -> InteractionResult:
    """A file of monsters sent to be imported."""
    file = (name, data.encode())
    answer = await table.gm.slash(table.channel, "library import", kind="monster", file=file)
    if "Import it" in said(answer):
        await table.gm.click(reply_of(answer), label="Import it")
    await table.settle()
    return answer


async def test_monsters_are_imported_as_they_are_and_secret_ones_reach_no_player(city: Table) -> None:
    # Attribute words misspelled in an import are named by line and nothing is taken.
    imp = {"name": "Imp", "attributes": "Arms 2, Majic 2, Vitae 1"}
    rat = {"name": "Rat", "attributes": "Arms 2, Magic 1, Vitae 1", "rules": "winning: foe amrs -1"}
    refused = await brought(city, monsters(LURKER, imp, rat))
    assert refused.ephemeral
    assert "Nothing was imported. Fix this first:" in said(refused)
    assert "line 3, “Imp”: “Majic” isn't an attribute. Use Arms, Magic, Craft, Vitae" in said(refused)
    assert "line 4, “Rat”: Line 1, “winning: foe amrs -1”: did you mean “arms”" in said(refused)
    assert await names(city, city.gm) == []

    # An export imported again changes nothing.
    assert "(Bog Lurker)" in said(await brought(city, monsters(SECRET, LURKER)))
    answer = await city.gm.slash(city.channel, "library export", kind="monster")
    (file,) = reply_of(answer).attachments
    assert "exactly like this" in said(await brought(city, (await file.read()).decode()))

    # A secret monster reaches no player.
    assert await names(city, city.gm) == ["Bog Lurker (monster)", "Kz-canary (monster)"]
    assert await names(city, city.deacon) == ["Bog Lurker (monster)"]
    for command in ("library show", "library edit"):
        refused = await city.deacon.slash(city.channel, command, entry="Kz-canary")
        assert "The library has no entry called" in said(refused)
    export = await city.deacon.slash(city.channel, "library export", kind="monster")
    (file,) = reply_of(export).attachments
    read = [said(export), (await file.read()).decode()]
    read.append(said(await city.deacon.slash(city.channel, "library list", kind="monster")))
    read.append(said(await city.deacon.slash(city.channel, "journal")))
    read += [text(each) for each in city.messages()]
    assert all("kz" not in each.casefold() for each in read)

    # A table of monsters is imported.
    rows = 'name,attributes,rules\nImp,"Arms 2, Magic 2, Vitae 1","unique\nstandoff: heal 1"\n'
    assert "adds 1 monster" in said(await brought(city, rows, "monsters.csv"))
    shown = said(await city.deacon.slash(city.channel, "library show", entry="Imp"))
    assert "There is only one" in shown
    assert "At a standoff in Combat: heals 1 wound" in shown


def test_the_files_of_the_page_are_read() -> None:
    page = PAGE.read_text(encoding="utf-8")
    (file,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    assert len(read_file(SHELVES["monster"], {}, "m.json", file.encode())) == 2
    (rows,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert [SHELVES["item"].entry(each).is_weapon for each in tomllib.loads(rows)["entry"]] == [True]


# -- secret -------------------------------------------------------------------------------------------


# -- `/adv rules`: every rule by its number, within Discord's limits, with what the campaign decided ----


def test_every_rule_stands_under_one_topic_in_its_order() -> None:
    numbers = [number for topic in RULES.values() for number, _ in topic]
    assert numbers == list(range(1, 49))
    assert list(RULES) == list(Topic)


def test_every_setting_of_the_game_stands_under_one_topic() -> None:
    shown = [setting.key for settings in SETTINGS.values() for setting in settings]
    assert sorted(shown) == sorted(setting.key for setting in ALL_SETTINGS)


@pytest.mark.parametrize("topic", Topic)
def test_every_page_is_within_discords_limits(topic: Topic) -> None:
    card = page(topic, {})
    assert len("\n".join(card.lines)) <= BODY
    assert len(embed_of(card)) <= WHOLE
    assert [pick.value for pick in card.selects[0].picks if pick.is_chosen] == [topic]


def test_a_page_names_what_the_campaign_decided() -> None:
    assert any(
        "**Spells of wizards and priests with Magic 3:** None" in line
        for line in page(Topic.SPELLS, {}).lines
    )
    chosen = page(Topic.SPELLS, {"adventuria.spells_at_three": "one"})
    assert any("**Spells of wizards and priests with Magic 3:** One" in line for line in chosen.lines)
    assert any("/campaign settings" in line for line in chosen.lines)


async def test_anybody_reads_the_rules_privately_and_turns_the_page(city: Table) -> None:
    shown = await city.stranger.slash(city.channel, "adv rules", topic="Wounds")
    assert is_private(shown)
    assert "**A38**" in said(shown)
    turned = await city.stranger.select(reply_of(shown), ["combat"], custom_id="?adv_rules")
    assert is_private(turned)
    offered = await city.stranger.autocomplete(city.channel, "adv rules", "topic", "spe")
    assert [choice["name"] for choice in offered] == ["Spells", "Special rules"]

    # A topic that there is not is refused.
    answer = await refused(city, city.deacon, "adv rules", topic="Cooking")
    assert answer.startswith("There is no topic “Cooking”; choose one of: Creation, Attributes")


async def test_in_a_direct_message_help_opens_the_rules(city: Table) -> None:
    helped = await city.deacon.user.slash("help")
    shown = await city.deacon.user.click(reply_of(helped), label="Adventuria: the rules")
    assert "**A1**" in said(shown)
    turned = await city.deacon.user.select(reply_of(shown), ["combat"], custom_id="?adv_rules")
    assert "**A1**" not in said(turned)
    assert "went wrong" not in said(turned)
    # On a server the game's own command does it.
    here = await city.deacon.slash(city.tavern, "help")
    assert "Adventuria: the rules" not in str([message.components for message in answers(here)])


async def test_where_nothing_is_played_the_rules_stand_as_they_begin(city: Table) -> None:
    shown = await city.deacon.slash(city.tavern, "adv rules", topic="gold")
    assert "There is no campaign here" in said(shown)
