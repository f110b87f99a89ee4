"""Campaigns begin and are joined, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.campaign import Campaign
from bot.engine.declare import KnownCampaign
from bot.engine.finders import outside
from bot.engine.people import Permit, Standing
from bot.engine.steps import steps_in
from bot.engine.system import ActionKind, Open, Record, RecordId, Replace, World
from bot.errors import NotAllowed, RuleViolation
from bot.systems.table import SYSTEM
from bot.systems.table.campaigns.people import (
    INVITATION,
    AddGameMaster,
    AnswerInvitation,
    GameMasterRemoved,
    Invitation,
    InvitePlayer,
    JoinCampaign,
    LeaveCampaign,
    MemberJoined,
    MemberLeft,
    MemberRemoved,
    RemoveGameMaster,
    RemoveMember,
)
from bot.systems.table.campaigns.rules import CAMPAIGN as KIND
from bot.systems.table.campaigns.rules import (
    ArchiveCampaign,
    BindChannel,
    CampaignCreated,
    CampaignRestored,
    CreateCampaign,
    OfOwnCampaign,
    RenameCampaign,
    RestoreCampaign,
    UnbindChannel,
)
from bot.systems.table.pace.rules import GiveOrder
from tests.refusals import refuses
from tests.said import values
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


@pytest.mark.parametrize(("name", "given"), [("", ""), (" \n ", ""), ("a" * 81, ", not 81")])
def test_a_name_of_no_or_too_many_characters_is_refused(name: str, given: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        play(scene(DEACON, UNBORN), CreateCampaign(name, ("second_kingdom",)))
    assert str(refused.value) == f"A campaign's name can have 1 to 80 characters{given}."


def test_a_name_is_kept_in_one_line() -> None:
    begun = campaign_after(play(scene(DEACON, UNBORN), CreateCampaign("  The \n Drowned  Bell ", ("one",))))
    assert begun.name == "The Drowned Bell"


def test_a_campaign_without_a_game_is_refused() -> None:
    with refuses("campaign.no_game"):
        play(scene(DEACON, UNBORN), CreateCampaign("Ashes", ()))


def test_secrets_do_not_go_where_players_read() -> None:
    with refuses("campaign.players_read_it"):
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
        (DEACON, False, "You're already a player in this campaign."),
        (WREN, True, "You're already a spectator in this campaign."),
        (MARISOL, False, "You're already a game master in this campaign."),
        (MARISOL, True, "You're already a game master in this campaign."),
    ],
)
def test_joining_what_one_has_joined_is_refused(actor: int, watching: bool, wrong: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        play(scene(actor), JoinCampaign(watching))
    assert str(refused.value) == wrong


def test_a_game_master_by_role_does_not_join_as_a_player() -> None:
    with refuses("campaign.in_already", "a game master"):
        play(scene(STRANGER, standing=Standing.GAME_MASTER), JoinCampaign())


def test_everyone_may_join() -> None:
    assert kind_of(JoinCampaign).may is Permit.EVERYONE


# -- Who is in and who leads: left, removed, invited, made game master, and what is refused -------------


LETTER = RecordId("letter")
LEADERS, GONE = 50, 51
INVITED = replace(CAMPAIGN, invited=(STRANGER,))
LED_BY_ROLE = replace(CAMPAIGN, game_master_roles=(LEADERS,))


def with_letter(made: World) -> World:
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


def test_a_standing_order_ends_as_its_author_leaves_or_is_removed() -> None:
    campaign = campaign_after(play(scene(DEACON), GiveOrder(words="I hang back")))
    assert [each.person for each in campaign.orders] == [DEACON]
    for actor, action in ((DEACON, LeaveCampaign()), (MARISOL, RemoveMember(member=DEACON))):
        assert campaign_after(play(scene(actor, campaign), action)).orders == ()


def test_the_last_game_master_stays() -> None:
    with refuses("campaign.last_game_master"):
        play(scene(), LeaveCampaign())
    assert campaign_after(play(scene(campaign=LED_BY_ROLE), LeaveCampaign())).game_masters == ()


def test_a_deleted_role_is_nobody() -> None:
    with refuses("campaign.last_game_master"):
        play(scene(campaign=LED_BY_ROLE), LeaveCampaign(deleted_roles=(LEADERS,)))
    with refuses("campaign.last_game_master"):
        play(scene(campaign=LED_BY_ROLE), RemoveGameMaster(member=MARISOL, deleted_roles=(LEADERS,)))


def test_an_outsider_has_nothing_to_leave() -> None:
    with refuses("campaign.nothing_to_leave"):
        play(scene(STRANGER), LeaveCampaign())
    with refuses("campaign.leads_by_role"):
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
    ("member", "wrong"), [(MARISOL, "campaign.game_master_stays"), (STRANGER, "campaign.no_member")]
)
def test_only_players_spectators_and_invitations_are_removed(member: int, wrong: str) -> None:
    with refuses(wrong):
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


def test_who_leads_without_having_joined_is_out_again_afterwards() -> None:
    made = campaign_after(play(scene(), AddGameMaster(member=STRANGER)))
    turn = play(scene(campaign=made), RemoveGameMaster(member=STRANGER))
    after = campaign_after(turn)
    assert after.standing(STRANGER) is Standing.OUTSIDER
    assert after.unjoined == ()
    assert turn.events == (GameMasterRemoved(STRANGER, None, stays=False),)
    assert str(turn.events[0].sentence()) == f"<@{STRANGER}> is no longer a game master."
    # Whoever had joined has that seat again.
    joined = campaign_after(play(scene(), AddGameMaster(member=DEACON)))
    assert campaign_after(play(scene(campaign=joined), RemoveGameMaster(member=DEACON))).players == (DEACON,)


def test_an_admin_who_makes_themselves_game_master_where_one_leads_is_told_what_that_opens() -> None:
    def noted(found: World, action: AddGameMaster) -> list[str]:
        notes: list[str] = []
        play(replace(found, note=notes.append), action)
        return notes

    (told,) = noted(scene(STRANGER), AddGameMaster(member=STRANGER))
    assert "you can read all its secrets" in told
    assert noted(scene(STRANGER), AddGameMaster(member=DEACON)) == []
    assert noted(scene(MARISOL), AddGameMaster(member=DEACON)) == []
    abandoned = replace(CAMPAIGN, game_masters=())
    assert noted(scene(STRANGER, abandoned), AddGameMaster(member=STRANGER)) == []


def test_the_last_role_stays_where_nobody_leads_in_person() -> None:
    nobody = replace(LED_BY_ROLE, game_masters=())
    with refuses("campaign.last_game_master"):
        play(scene(campaign=nobody, standing=Standing.GAME_MASTER), RemoveGameMaster(role=LEADERS))
    left = campaign_after(play(scene(campaign=LED_BY_ROLE), RemoveGameMaster(role=LEADERS)))
    assert left.game_master_roles == ()


@pytest.mark.parametrize(
    ("action", "wrong"),
    [
        (AddGameMaster(), ("campaign.person_or_role",)),
        (AddGameMaster(member=DEACON, role=LEADERS), ("campaign.person_or_role",)),
        (AddGameMaster(member=MARISOL), ("campaign.seated_already", "a game master")),
        (AddGameMaster(role=LEADERS), ("campaign.role_leads_already",)),
        (RemoveGameMaster(), ("campaign.person_or_role",)),
        (RemoveGameMaster(member=DEACON), ("campaign.leads_not",)),
        (RemoveGameMaster(role=GONE), ("campaign.role_leads_not",)),
    ],
)
def test_leading_that_changes_nothing_is_refused(action: object, wrong: tuple[str, ...]) -> None:
    with refuses(*wrong):
        play(scene(campaign=LED_BY_ROLE), action)


# -- invitations ------------------------------------------------------------------------------------


def test_an_invitation_waits_for_the_one_it_asks() -> None:
    turn = play(scene(), InvitePlayer(STRANGER))
    opened, campaign = turn.changes
    assert isinstance(campaign, Replace)
    assert campaign.state.invited == (STRANGER,)
    assert values(turn.events, "campaign.invited") == {"member": STRANGER}
    (step,) = steps_in(SYSTEM, INVITATION, opened.id, opened.state)
    assert step.who == STRANGER
    assert [choice.label for choice in step.choices] == ["Join", "No thanks"]


def test_a_spectator_may_be_asked_to_play() -> None:
    assert after(play(scene(), InvitePlayer(WREN)).changes).invited == (WREN,)


@pytest.mark.parametrize(
    ("campaign", "person", "wrong"),
    [
        (CAMPAIGN, DEACON, "already"),
        (CAMPAIGN, MARISOL, "already"),
        (INVITED, STRANGER, "hasn't answered yet"),
    ],
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
    assert values(no.events, "campaign.declined") == {"member": STRANGER}
    assert is_closed(yes.changes)
    assert is_closed(no.changes)


def test_nobody_answers_for_somebody_else() -> None:
    for actor in (MARISOL, DEACON):
        with pytest.raises(NotAllowed, match=f"for <@{STRANGER}>"):
            play(with_letter(scene(actor, INVITED)), AnswerInvitation(LETTER, joins=True))


# -- Channels bound and unbound, and a campaign's name, rest and return ---------------------------------


HERE, SECRET, ELSEWHERE = 7, 8, 9
PLAYED = replace(CAMPAIGN, channels=(HERE,), game_master_channel=SECRET)


def at_rest(campaign: Campaign = PLAYED, *, archived: bool = True) -> World:
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
        (BindChannel(HERE), ("campaign.bound_already",)),
        (BindChannel(SECRET), ("campaign.secret_channel",)),
        (BindChannel(HERE, for_game_masters=True), ("campaign.players_read_it",)),
        (BindChannel(SECRET, for_game_masters=True), ("campaign.bound_already",)),
        (BindChannel(ELSEWHERE, for_game_masters=True), ("campaign.has_secret_channel",)),
        (
            BindChannel(ELSEWHERE, for_game_masters=True, is_forum=True),
            ("campaign.no_forum",),
        ),
        (UnbindChannel(ELSEWHERE), ("campaign.not_bound",)),
        (RenameCampaign("Ashes"), ("campaign.same_name",)),
        (RenameCampaign("\u202e \u200b"), ("campaign.bad_name", "80")),
        (RenameCampaign("x" * 200), ("campaign.bad_name", "80", "200")),
    ],
)
def test_what_changes_nothing_or_leaks_is_refused(action: object, wrong: tuple[str, ...]) -> None:
    with refuses(*wrong):
        play(scene(campaign=PLAYED), action)


def test_the_last_channel_may_go() -> None:
    turn = play(scene(campaign=PLAYED), UnbindChannel(HERE))
    assert campaign_after(turn).channels == ()
    (told,) = turn.events
    assert told.tell() == (
        f"The campaign is no longer played in <#{HERE}>. It has no channel now. Give it one with "
        "`/campaign bind`, filling in `campaign`."
    )
    assert campaign_after(play(scene(campaign=PLAYED), UnbindChannel(SECRET))).game_master_channel is None


def test_a_new_name_is_told_beside_the_old() -> None:
    turn = play(scene(), RenameCampaign("  Embers\n"))
    assert values(turn.events, "campaign.renamed") == {"before": "Ashes", "after": "Embers"}


NAMED = KnownCampaign(RecordId("named"), "Named", (HERE,), Standing.GAME_MASTER, taken=(ELSEWHERE,))


@pytest.mark.parametrize(
    "action",
    [
        ArchiveCampaign(campaign=NAMED),
        RestoreCampaign(campaign=NAMED),
        BindChannel(HERE, campaign=NAMED),
        UnbindChannel(HERE, campaign=NAMED),
    ],
)
def test_no_action_keeps_which_campaign_was_named(action: OfOwnCampaign | RestoreCampaign) -> None:
    assert action.to_action(outside(MARISOL, {})).campaign is None


def test_archiving_changes_nothing_but_that() -> None:
    assert play(scene(campaign=PLAYED), ArchiveCampaign()).changes == (Replace(ASHES, PLAYED, archive=True),)


def test_a_campaign_comes_back_without_the_channels_others_took() -> None:
    turn = play(at_rest(replace(PLAYED, channels=(HERE, ELSEWHERE))), RestoreCampaign(taken=(HERE, SECRET)))
    (change,) = turn.changes
    assert isinstance(change, Replace)
    assert change.restore
    back = campaign_after(turn)
    assert (back.channels, back.game_master_channel) == ((ELSEWHERE,), None)
    assert turn.events == (CampaignRestored("Ashes", (ELSEWHERE,), (HERE,), is_secret_lost=True),)


def test_what_does_not_rest_is_not_restored() -> None:
    with refuses("campaign.not_archived"):
        play(at_rest(archived=False), RestoreCampaign())
