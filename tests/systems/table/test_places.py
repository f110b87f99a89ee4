"""Channels bound and unbound, and a campaign's name, rest and return."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.campaign import Campaign
from bot.engine.system import Record, Replace, Scene
from bot.errors import RuleViolation
from bot.systems.table.campaigns.rules import CAMPAIGN as KIND
from bot.systems.table.campaigns.rules import (
    ArchiveCampaign,
    BindChannel,
    CampaignRenamed,
    CampaignRestored,
    ChannelUnbound,
    CreateCampaign,
    RenameCampaign,
    RestoreCampaign,
    UnbindChannel,
)
from tests.systems.table.scenes import ASHES, CAMPAIGN, campaign_after, play, scene

HERE, SECRET, ELSEWHERE = 7, 8, 9
PLAYED = replace(CAMPAIGN, channels=(HERE,), game_master_channel=SECRET)


def at_rest(campaign: Campaign = PLAYED, *, archived: bool = True) -> Scene:
    record = Record(ASHES, KIND.name, campaign, is_archived=archived)
    return replace(scene(campaign=campaign), records={ASHES: record})


def test_a_campaign_is_played_in_several_channels() -> None:
    bound = campaign_after(play(scene(campaign=PLAYED), BindChannel(ELSEWHERE, is_forum=True)))
    assert (bound.channels, bound.forums) == ((HERE, ELSEWHERE), (ELSEWHERE,))
    freed = campaign_after(play(scene(campaign=bound), UnbindChannel(ELSEWHERE)))
    assert freed == PLAYED


def test_a_campaign_may_begin_in_a_forum() -> None:
    begun = campaign_after(
        play(scene(campaign=Campaign("", 9)), CreateCampaign("Ashes", ("one",), is_forum=True))
    )
    assert begun.forums == begun.channels == (HERE,)


def test_secrets_get_a_channel_once() -> None:
    without = replace(PLAYED, game_master_channel=None)
    bound = campaign_after(play(scene(campaign=without), BindChannel(SECRET, for_game_masters=True)))
    assert bound == PLAYED


@pytest.mark.parametrize(
    ("action", "wrong"),
    [
        (BindChannel(HERE), "belongs to this campaign already"),
        (BindChannel(SECRET), "is the game master's channel; players don't read it"),
        (BindChannel(HERE, for_game_masters=True), "players read; the game master's must be another"),
        (BindChannel(SECRET, for_game_masters=True), "belongs to this campaign already"),
        (BindChannel(ELSEWHERE, for_game_masters=True), "`/campaign unbind` frees that first"),
        (BindChannel(ELSEWHERE, for_game_masters=True, is_forum=True), "A forum has no place for secrets"),
        (UnbindChannel(ELSEWHERE), "doesn't belong to this campaign"),
        (RenameCampaign("Ashes"), "its name already"),
        (RenameCampaign("\u202e \u200b"), "1 to 80 characters; this one has 0"),
        (RenameCampaign("x" * 200), "1 to 80 characters; this one has 200"),
    ],
)
def test_what_changes_nothing_or_leaks_is_refused(action: object, wrong: str) -> None:
    with pytest.raises(RuleViolation, match=wrong):
        play(scene(campaign=PLAYED), action)


def test_the_last_channel_may_go() -> None:
    turn = play(scene(campaign=PLAYED), UnbindChannel(HERE))
    assert campaign_after(turn).channels == ()
    assert turn.events == (ChannelUnbound(HERE, for_game_masters=False, is_last=True),)
    assert campaign_after(play(scene(campaign=PLAYED), UnbindChannel(SECRET))).game_master_channel is None


def test_a_new_name_is_told_beside_the_old() -> None:
    turn = play(scene(), RenameCampaign("  Embers\n"))
    assert turn.events == (CampaignRenamed("Ashes", "Embers"),)


def test_archiving_changes_nothing_but_that() -> None:
    assert play(scene(campaign=PLAYED), ArchiveCampaign()).changes == (Replace(ASHES, PLAYED, archive=True),)


def test_a_campaign_comes_back_without_the_channels_others_took() -> None:
    turn = play(at_rest(replace(PLAYED, channels=(HERE, ELSEWHERE))), RestoreCampaign(taken=(HERE, SECRET)))
    (change,) = turn.changes
    assert isinstance(change, Replace)
    assert change.restore
    back = campaign_after(turn)
    assert (back.channels, back.game_master_channel) == ((ELSEWHERE,), None)
    assert turn.events == (CampaignRestored("Ashes", (ELSEWHERE,), (HERE, SECRET)),)


def test_what_does_not_rest_is_not_restored() -> None:
    with pytest.raises(RuleViolation, match="isn't archived"):
        play(at_rest(archived=False), RestoreCampaign())
