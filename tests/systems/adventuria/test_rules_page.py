"""`/adv rules`: every rule by its number, within Discord's limits, with what the campaign decided."""

from __future__ import annotations

import pytest

from bot.systems.adventuria.book import RULES, Topic
from bot.systems.adventuria.changes.commands import SETTINGS, page
from bot.systems.adventuria.settings import SETTINGS as ALL_SETTINGS
from bot.ui.card import BODY, WHOLE, embed_of
from tests.systems.second_kingdom.evening import is_private, refused
from tests.tables import Table, reply_of, said


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
    assert answer.startswith("There is no topic “Cooking”; there are Creation, Attributes")


async def test_where_nothing_is_played_the_rules_stand_as_they_begin(city: Table) -> None:
    shown = await city.deacon.slash(city.tavern, "adv rules", topic="gold")
    assert "No campaign is played here" in said(shown)
