"""What a campaign and a server decide for themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from bot.engine.people import Permit
from bot.engine.settings import (
    EDITS_WAIT,
    FOUNDERS_ROLE,
    NOBODY_IS_MENTIONED,
    ONLY_GAME_MASTERS_UNDO,
    POSTS_ARE_TEXT,
    Setting,
)
from bot.engine.system import World
from bot.errors import RuleViolation
from bot.systems.table import SYSTEM
from bot.systems.table.settings.rules import (
    ROLLS,
    SETTINGS,
    UNDO,
    ChangeSetting,
    FoundersNamed,
    NameFounders,
    SettingChanged,
)
from bot.ui.card import MOST_PICKS, PICK
from tests.playbooks import catalogue
from tests.refusals import refuses
from tests.systems.table.scenes import CAMPAIGN, MARISOL, campaign_after, play, scene

EVERY_SETTING = [each for system in catalogue().systems.values() for each in system.settings]


def deciding(settings: Mapping[str, str] | None = None) -> World:
    """A campaign that has decided that much, before its game master decides more."""
    campaign = replace(CAMPAIGN, settings=settings or {})
    return replace(scene(MARISOL, campaign), settings=SETTINGS)


def server(settings: Mapping[str, str] | None = None) -> World:
    """The server's own campaign."""
    return scene(MARISOL, replace(CAMPAIGN, is_server=True, settings=settings or {}))


# -- a campaign's -----------------------------------------------------------------------------------


def test_a_choice_is_kept_and_told_before_and_after() -> None:
    turn = play(deciding(), ChangeSetting(UNDO.key, "game_masters", "players"))
    assert campaign_after(turn).settings == {"table.undo": "game_masters"}
    meaning = "Players ask a game master to undo something."
    assert turn.events == (
        SettingChanged("table.undo", "Undo by players", "Yes", "Only game masters", meaning),
    )


def test_the_default_is_not_kept() -> None:
    before = {"table.undo": "game_masters", "table.pings": "nobody"}
    turn = play(deciding(before), ChangeSetting(UNDO.key, "players", "game_masters"))
    assert campaign_after(turn).settings == {"table.pings": "nobody"}


@pytest.mark.parametrize("value", ["gm", "hidden"])
def test_rolls_go_to_the_game_masters_only_where_they_have_a_channel(value: str) -> None:
    with refuses("settings.no_secret_channel"):
        play(deciding(), ChangeSetting(ROLLS.key, value, "public"))
    with_channel = replace(CAMPAIGN, game_master_channel=8)
    found = replace(scene(MARISOL, with_channel), settings=SETTINGS)
    assert campaign_after(play(found, ChangeSetting(ROLLS.key, value, "public"))).settings == {
        ROLLS.key: value
    }
    # What only the roller sees needs none.
    assert campaign_after(play(deciding(), ChangeSetting(ROLLS.key, "me", "public"))).settings == {
        ROLLS.key: "me"
    }


def test_a_choice_that_is_in_force_changes_nothing() -> None:
    with pytest.raises(RuleViolation) as refused:
        play(deciding(), ChangeSetting(UNDO.key, "players", "players"))
    assert str(refused.value) == "“Undo by players” is already “Yes”."


def test_two_game_masters_at_once_are_told_what_it_is_now() -> None:
    decided = deciding({"table.rolls": "me"})
    with refuses("settings.changed_meanwhile", "Everyone", "Only the roller"):
        play(decided, ChangeSetting("table.rolls", "hidden", "public"))


@pytest.mark.parametrize("before", ["players", "loudly"])
def test_an_unknown_choice_is_refused_with_those_there_are(before: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        play(deciding(), ChangeSetting(UNDO.key, "nobody", before))
    assert str(refused.value) == "“Undo by players” can be: Yes, Only game masters."


@pytest.mark.parametrize("key", ["table.tea", "second_kingdom.ratings", FOUNDERS_ROLE, ""])
def test_a_setting_the_campaign_does_not_have_is_refused_with_those_it_has(key: str) -> None:
    with refuses("settings.unknown", "Default secrecy of rolls, Undo by players"):
        play(deciding(), ChangeSetting(key, "players", "players"))


def test_a_value_that_no_option_has_any_more_counts_as_the_default() -> None:
    turn = play(deciding({"table.undo": "dragons"}), ChangeSetting(UNDO.key, "game_masters", "players"))
    assert turn.events[0].before == "Yes"


def test_only_game_masters_decide() -> None:
    assert {k.action: k.may for k in SYSTEM.actions}[ChangeSetting] is Permit.GAME_MASTERS


@pytest.mark.parametrize(
    "decision", [ONLY_GAME_MASTERS_UNDO, EDITS_WAIT, NOBODY_IS_MENTIONED, POSTS_ARE_TEXT]
)
def test_what_the_house_heeds_is_a_choice_of_the_tables_and_not_the_default(
    decision: tuple[str, str],
) -> None:
    setting = next(each for each in SETTINGS if each.key == decision[0])
    assert setting.option(decision[1]).value == decision[1]
    assert setting.default != decision[1]


@pytest.mark.parametrize("setting", EVERY_SETTING, ids=lambda setting: setting.key)
def test_every_setting_fits_into_discords_lists_and_buttons(setting: Setting) -> None:
    assert 2 <= len(setting.options) <= MOST_PICKS
    assert len({option.value for option in setting.options}) == len(setting.options)
    words = [setting.title, setting.rule, *(w for o in setting.options for w in (o.label, o.meaning))]
    assert all(1 <= len(each) <= PICK for each in words)
    # With a campaign's id of 20 characters, the control's name and two values.
    longest = sorted(len(option.value) for option in setting.options)[-2:]
    assert len("decide|") + 20 + 1 + len(setting.key) + 2 + sum(longest) <= 100
    assert all(len(option.label) <= 80 for option in setting.options)


# -- the server's -----------------------------------------------------------------------------------


def test_a_role_is_named_and_told() -> None:
    turn = play(server(), NameFounders(77))
    assert campaign_after(turn).settings == {FOUNDERS_ROLE: "77"}
    assert turn.events == (FoundersNamed(None, 77, guild=9),)


def test_a_role_is_taken_back() -> None:
    assert campaign_after(play(server({FOUNDERS_ROLE: "77"}), NameFounders(None, 77))).settings == {}


@pytest.mark.parametrize(
    ("kept", "action", "wrong"),
    [
        ({}, NameFounders(None), "settings.no_founders_already"),
        ({FOUNDERS_ROLE: "77"}, NameFounders(77), "settings.founders_already"),
        ({FOUNDERS_ROLE: "78"}, NameFounders(None, 77), "settings.founders_changed"),
    ],
)
def test_what_changes_nothing_or_has_changed_is_refused(
    kept: dict[str, str], action: NameFounders, wrong: str
) -> None:
    with refuses(wrong):
        play(server(kept), action)


def test_founders_are_no_setting_of_a_campaign() -> None:
    with refuses("settings.of_the_server"):
        play(deciding(), NameFounders(77))
