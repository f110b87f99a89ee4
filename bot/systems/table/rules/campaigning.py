"""What may happen to a campaign, its people and its channels."""

from __future__ import annotations

from typing import Any

from bot.engine.people import Permit
from bot.engine.system import ActionKind, Kind
from bot.systems.table.rules import campaigns, invitations, people, places

KINDS: tuple[Kind[Any], ...] = (campaigns.CAMPAIGN, invitations.INVITATION)
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(
        campaigns.CreateCampaign,
        campaigns.create_campaign,
        Permit.FOUNDERS,
        is_undoable=False,
        founds=True,
    ),
    ActionKind(
        campaigns.JoinCampaign, campaigns.join_campaign, Permit.EVERYONE, lambda _action: invitations.OPEN
    ),
    ActionKind(campaigns.RenameCampaign, campaigns.rename_campaign, Permit.GAME_MASTERS_OR_ADMINS),
    ActionKind(campaigns.ArchiveCampaign, campaigns.archive_campaign, Permit.GAME_MASTERS_OR_ADMINS),
    ActionKind(
        campaigns.RestoreCampaign, campaigns.restore_campaign, Permit.GAME_MASTERS_OR_ADMINS, revives=True
    ),
    ActionKind(people.LeaveCampaign, people.leave_campaign, Permit.EVERYONE),
    ActionKind(people.RemoveMember, people.remove_member, Permit.GAME_MASTERS, people.of_member),
    ActionKind(people.AddGameMaster, people.add_game_master, Permit.GAME_MASTERS_OR_ADMINS, people.of_member),
    ActionKind(people.RemoveGameMaster, people.remove_game_master, Permit.GAME_MASTERS_OR_ADMINS),
    ActionKind(
        invitations.InvitePlayer, invitations.invite_player, Permit.GAME_MASTERS, invitations.invite_scope
    ),
    # Whom it asks is often nobody in the campaign yet; the action itself lets only that person answer.
    ActionKind(
        invitations.AnswerInvitation, invitations.answer_invitation, Permit.EVERYONE, invitations.answer_scope
    ),
    ActionKind(places.BindChannel, places.bind_channel, Permit.GAME_MASTERS_OR_ADMINS),
    ActionKind(places.UnbindChannel, places.unbind_channel, Permit.GAME_MASTERS_OR_ADMINS),
)
EVENTS: tuple[type[Any], ...] = (
    campaigns.CampaignCreated,
    campaigns.CampaignRenamed,
    campaigns.CampaignArchived,
    campaigns.CampaignRestored,
    people.MemberLeft,
    people.MemberRemoved,
    people.GameMasterAdded,
    people.GameMasterRemoved,
    invitations.MemberJoined,
    invitations.PlayerInvited,
    invitations.InvitationDeclined,
    places.ChannelBound,
    places.ChannelUnbound,
)
