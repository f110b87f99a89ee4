"""Campaigns begin and are joined, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.campaign import Campaign
from bot.engine.people import Permit, Standing
from bot.engine.system import ActionKind, Open
from bot.errors import RuleViolation
from bot.systems.table import SYSTEM
from bot.systems.table.campaigns.people import JoinCampaign, MemberJoined
from bot.systems.table.campaigns.rules import CampaignCreated, CreateCampaign
from tests.systems.table.scenes import ASHES, DEACON, MARISOL, STRANGER, WREN, campaign_after, play, scene

UNBORN = Campaign("", guild=9)
BEGIN = CreateCampaign("Ashes", ("second_kingdom",), 8)


def kind_of(action: type[Any]) -> ActionKind[Any]:
    return next(kind for kind in SYSTEM.actions if kind.action is action)


# -- begun ------------------------------------------------------------------------------------------


def test_who_begins_a_campaign_becomes_its_game_master() -> None:
    begun = campaign_after(play(scene(DEACON, UNBORN), BEGIN))
    assert begun == Campaign(
        "Ashes",
        guild=9,
        systems=("second_kingdom",),
        game_masters=(DEACON,),
        channels=(7,),
        game_master_channel=8,
    )


def test_a_campaign_opens_its_own_root_record() -> None:
    (change,) = play(scene(DEACON, UNBORN), BEGIN).changes
    assert isinstance(change, Open)
    assert (change.id, change.kind) == (ASHES, "campaign")


def test_a_beginning_is_told() -> None:
    turn = play(scene(DEACON, UNBORN), BEGIN)
    assert turn.events == (CampaignCreated("Ashes", ("second_kingdom",), DEACON, 7, 8),)


def test_a_campaign_may_do_without_a_game_masters_channel() -> None:
    begun = campaign_after(play(scene(DEACON, UNBORN), CreateCampaign("Ashes", ("second_kingdom",))))
    assert begun.game_master_channel is None


def test_a_campaign_may_play_several_games() -> None:
    begun = campaign_after(play(scene(DEACON, UNBORN), CreateCampaign("Ashes", ("one", "two"))))
    assert begun.systems == ("one", "two")


def test_only_who_the_server_lets_begins_a_campaign() -> None:
    assert kind_of(CreateCampaign).may is Permit.FOUNDERS


def test_a_beginning_is_never_undone() -> None:
    assert not kind_of(CreateCampaign).is_undoable


@pytest.mark.parametrize(("name", "length"), [("", 0), (" \n ", 0), ("a" * 81, 81)])
def test_a_name_of_no_or_too_many_characters_is_refused(name: str, length: int) -> None:
    with pytest.raises(RuleViolation) as refused:
        play(scene(DEACON, UNBORN), CreateCampaign(name, ("second_kingdom",)))
    assert str(refused.value) == f"A campaign's name has 1 to 80 characters; this one has {length}."


def test_a_name_is_kept_in_one_line() -> None:
    begun = campaign_after(play(scene(DEACON, UNBORN), CreateCampaign("  The \n Drowned  Bell ", ("one",))))
    assert begun.name == "The Drowned Bell"


def test_a_campaign_without_a_game_is_refused() -> None:
    with pytest.raises(RuleViolation, match="at least one game; choose one from the list"):
        play(scene(DEACON, UNBORN), CreateCampaign("Ashes", ()))


def test_secrets_do_not_go_where_players_read() -> None:
    with pytest.raises(RuleViolation, match="players read; the game master's must be another one"):
        play(scene(DEACON, UNBORN), CreateCampaign("Ashes", ("one",), game_master_channel=7))


# -- joined -----------------------------------------------------------------------------------------


def test_anyone_becomes_a_player() -> None:
    turn = play(scene(STRANGER), JoinCampaign())
    assert campaign_after(turn).players == (DEACON, STRANGER)
    assert turn.events == (MemberJoined(STRANGER, Standing.PLAYER),)


def test_anyone_may_watch() -> None:
    turn = play(scene(STRANGER), JoinCampaign(watching=True))
    assert campaign_after(turn).spectators == (WREN, STRANGER)
    assert turn.events == (MemberJoined(STRANGER, Standing.SPECTATOR),)


def test_a_player_who_watches_plays_no_more() -> None:
    joined = campaign_after(play(scene(DEACON), JoinCampaign(watching=True)))
    assert (joined.players, joined.spectators) == ((), (WREN, DEACON))


def test_a_spectator_who_joins_watches_no_more() -> None:
    joined = campaign_after(play(scene(WREN), JoinCampaign()))
    assert (joined.players, joined.spectators) == ((DEACON, WREN), ())


@pytest.mark.parametrize(
    ("actor", "watching", "wrong"),
    [
        (DEACON, False, "You are already a player of this campaign."),
        (WREN, True, "You are already a spectator of this campaign."),
        (MARISOL, False, "You are already a game master of this campaign."),
        (MARISOL, True, "You are already a game master of this campaign."),
    ],
)
def test_joining_what_one_has_joined_is_refused(actor: int, watching: bool, wrong: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        play(scene(actor), JoinCampaign(watching))
    assert str(refused.value) == wrong


def test_a_game_master_by_role_does_not_join_as_a_player() -> None:
    with pytest.raises(RuleViolation, match="already a game master"):
        play(scene(STRANGER, standing=Standing.GAME_MASTER), JoinCampaign())


def test_everyone_may_join() -> None:
    assert kind_of(JoinCampaign).may is Permit.EVERYONE
