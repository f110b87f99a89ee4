"""Who is in and who leads: left, removed, invited, made game master, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.campaign import Campaign
from bot.engine.people import Standing
from bot.engine.system import Record, RecordId, Replace, Scene
from bot.errors import NotAllowed, RuleViolation
from bot.systems.table.campaigns.people import (
    INVITATION,
    AddGameMaster,
    AnswerInvitation,
    GameMasterRemoved,
    Invitation,
    InvitationDeclined,
    InvitePlayer,
    LeaveCampaign,
    MemberJoined,
    MemberLeft,
    MemberRemoved,
    PlayerInvited,
    RemoveGameMaster,
    RemoveMember,
)
from tests.systems.table.scenes import (
    ASHES,
    CAMPAIGN,
    DEACON,
    MARISOL,
    STRANGER,
    WREN,
    campaign_after,
    play,
    scene,
)

LETTER = RecordId("letter")
LEADERS, GONE = 50, 51
INVITED = replace(CAMPAIGN, invited=(STRANGER,))
LED_BY_ROLE = replace(CAMPAIGN, game_master_roles=(LEADERS,))


def with_letter(made: Scene) -> Scene:
    """The scene with Stranger's open invitation."""
    return replace(made, records={LETTER: Record(LETTER, INVITATION.name, Invitation(STRANGER, MARISOL))})


def after(changes: tuple[object, ...]) -> Campaign:
    """The campaign among several changes."""
    state: Campaign = next(c.state for c in changes if isinstance(c, Replace) and c.id == ASHES)
    return state


def is_closed(changes: tuple[object, ...]) -> bool:
    return any(isinstance(c, Replace) and c.id == LETTER and c.archive for c in changes)


# -- leaving and removing ---------------------------------------------------------------------------


@pytest.mark.parametrize(("actor", "was"), [(DEACON, Standing.PLAYER), (WREN, Standing.SPECTATOR)])
def test_who_leaves_is_an_outsider(actor: int, was: Standing) -> None:
    turn = play(scene(actor), LeaveCampaign())
    assert campaign_after(turn).standing(actor) is Standing.OUTSIDER
    assert turn.events == (MemberLeft(actor, was),)


def test_the_last_game_master_stays() -> None:
    with pytest.raises(RuleViolation, match="Make another person its game master first"):
        play(scene(), LeaveCampaign())
    assert campaign_after(play(scene(campaign=LED_BY_ROLE), LeaveCampaign())).game_masters == ()


def test_a_deleted_role_is_nobody() -> None:
    with pytest.raises(RuleViolation, match="nobody would be left"):
        play(scene(campaign=LED_BY_ROLE), LeaveCampaign(deleted_roles=(LEADERS,)))
    with pytest.raises(RuleViolation, match="nobody would be left"):
        play(scene(campaign=LED_BY_ROLE), RemoveGameMaster(member=MARISOL, deleted_roles=(LEADERS,)))


def test_an_outsider_has_nothing_to_leave() -> None:
    with pytest.raises(RuleViolation, match="nothing to leave"):
        play(scene(STRANGER), LeaveCampaign())
    with pytest.raises(RuleViolation, match="takes that role out"):
        play(scene(STRANGER, standing=Standing.GAME_MASTER), LeaveCampaign())


def test_a_player_is_removed() -> None:
    turn = play(scene(), RemoveMember(DEACON))
    assert campaign_after(turn).players == ()
    assert turn.events == (MemberRemoved(DEACON, Standing.PLAYER),)


def test_an_invitation_is_taken_back() -> None:
    turn = play(with_letter(scene(campaign=INVITED)), RemoveMember(STRANGER))
    assert after(turn.changes).invited == ()
    assert is_closed(turn.changes)
    assert turn.events == (MemberRemoved(STRANGER, None),)


@pytest.mark.parametrize(
    ("member", "wrong"), [(MARISOL, "`/campaign gm remove` comes first"), (STRANGER, "no part in this")]
)
def test_only_players_spectators_and_invitations_are_removed(member: int, wrong: str) -> None:
    with pytest.raises(RuleViolation, match=wrong):
        play(scene(), RemoveMember(member))


# -- leading ----------------------------------------------------------------------------------------


def test_a_player_who_leads_is_listed_once() -> None:
    made = campaign_after(play(scene(), AddGameMaster(member=DEACON)))
    assert (made.game_masters, made.players) == ((MARISOL, DEACON), ())


def test_whoever_has_the_role_leads() -> None:
    made = campaign_after(play(scene(), AddGameMaster(role=LEADERS)))
    assert made.standing(STRANGER, frozenset({LEADERS})) is Standing.GAME_MASTER


def test_a_game_master_who_was_invited_needs_not_answer() -> None:
    turn = play(with_letter(scene(campaign=INVITED)), AddGameMaster(member=STRANGER))
    assert is_closed(turn.changes)
    assert after(turn.changes).invited == ()


def test_who_leads_no_more_plays() -> None:
    two = replace(CAMPAIGN, game_masters=(MARISOL, WREN), spectators=())
    turn = play(scene(campaign=two), RemoveGameMaster(member=WREN))
    assert campaign_after(turn).players == (DEACON, WREN)
    assert turn.events == (GameMasterRemoved(WREN, None),)


def test_the_last_role_stays_where_nobody_leads_in_person() -> None:
    nobody = replace(LED_BY_ROLE, game_masters=())
    with pytest.raises(RuleViolation, match="nobody would be left"):
        play(scene(campaign=nobody, standing=Standing.GAME_MASTER), RemoveGameMaster(role=LEADERS))
    left = campaign_after(play(scene(campaign=LED_BY_ROLE), RemoveGameMaster(role=LEADERS)))
    assert left.game_master_roles == ()


@pytest.mark.parametrize(
    ("action", "wrong"),
    [
        (AddGameMaster(), "Name one person or one role"),
        (AddGameMaster(member=DEACON, role=LEADERS), "Name one person or one role"),
        (AddGameMaster(member=MARISOL), "game master of this campaign already"),
        (AddGameMaster(role=LEADERS), "makes game masters of this campaign already"),
        (RemoveGameMaster(), "Name one person or one role"),
        (RemoveGameMaster(member=DEACON), "is no game master"),
        (RemoveGameMaster(role=GONE), "is no game master"),
    ],
)
def test_leading_that_changes_nothing_is_refused(action: object, wrong: str) -> None:
    with pytest.raises(RuleViolation, match=wrong):
        play(scene(campaign=LED_BY_ROLE), action)


# -- invitations ------------------------------------------------------------------------------------


def test_an_invitation_waits_for_the_one_it_asks() -> None:
    turn = play(scene(), InvitePlayer(STRANGER))
    opened, campaign = turn.changes
    assert isinstance(campaign, Replace)
    assert campaign.state.invited == (STRANGER,)
    assert turn.events == (PlayerInvited(STRANGER, MARISOL),)
    (step,) = INVITATION.waiting(opened.id, opened.state)
    assert step.who == STRANGER
    assert [choice.label for choice in step.choices] == ["Join", "No thanks"]


def test_a_spectator_may_be_asked_to_play() -> None:
    assert after(play(scene(), InvitePlayer(WREN)).changes).invited == (WREN,)


@pytest.mark.parametrize(
    ("campaign", "person", "wrong"),
    [(CAMPAIGN, DEACON, "already"), (CAMPAIGN, MARISOL, "already"), (INVITED, STRANGER, "not answered yet")],
)
def test_who_is_in_or_asked_is_not_asked_again(campaign: Campaign, person: int, wrong: str) -> None:
    with pytest.raises(RuleViolation, match=wrong):
        play(scene(campaign=campaign), InvitePlayer(person))


def test_yes_makes_a_player_and_no_changes_no_seat() -> None:
    asked = with_letter(scene(STRANGER, INVITED))
    yes, no = (play(asked, AnswerInvitation(LETTER, joins)) for joins in (True, False))
    assert after(yes.changes).players == (DEACON, STRANGER)
    assert yes.events == (MemberJoined(STRANGER, Standing.PLAYER),)
    assert after(no.changes) == CAMPAIGN
    assert no.events == (InvitationDeclined(STRANGER),)
    assert is_closed(yes.changes)
    assert is_closed(no.changes)


def test_nobody_answers_for_somebody_else() -> None:
    for actor in (MARISOL, DEACON):
        with pytest.raises(NotAllowed, match=f"for <@{STRANGER}>"):
            play(with_letter(scene(actor, INVITED)), AnswerInvitation(LETTER, joins=True))
