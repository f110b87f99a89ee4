"""How a campaign's people, channels and changes read."""

from __future__ import annotations

from typing import Any

from bot.engine.system import Happened
from bot.play import Post, Shown
from bot.play.hand_over import HANDED_OVER
from bot.systems.table.rules.campaigns import (
    CampaignArchived,
    CampaignCreated,
    CampaignRenamed,
    CampaignRestored,
)
from bot.systems.table.rules.invitations import INVITATION, InvitationDeclined, MemberJoined, PlayerInvited
from bot.systems.table.rules.people import GameMasterAdded, GameMasterRemoved, MemberLeft, MemberRemoved
from bot.systems.table.rules.places import ChannelBound, ChannelUnbound
from bot.systems.table.words import campaigns as words
from bot.systems.table.words import people as people_words
from bot.ui.card import Card, Tone, step_buttons
from bot.ui.text import person, safe


def told(event: Any) -> str | None:
    """One line about an event; None where it is none of a campaign's."""
    return _of_people(event) or _of_leading(event) or _of_places(event) or _of_life(event)


def _of_people(event: Any) -> str | None:
    match event:
        case MemberJoined():
            return people_words.joined(person(event.member), event.standing.value)
        case MemberLeft():
            return people_words.left(person(event.member), event.was.value)
        case MemberRemoved():
            return people_words.removed(
                person(event.member), event.was.value if event.was is not None else None
            )
        case PlayerInvited():
            return people_words.invited(person(event.member), person(event.by))
        case InvitationDeclined():
            return people_words.declined(person(event.member))
    return None


def _of_leading(event: Any) -> str | None:
    match event:
        case GameMasterAdded():
            return people_words.leads(_who(event))
        case GameMasterRemoved():
            return people_words.leads_no_more(_who(event), is_role=event.role is not None)
        case Happened(kind=kind) if kind == HANDED_OVER:
            facts = event.facts
            line = people_words.handed_over(safe(facts["record"]), person(facts["from"]), person(facts["to"]))
            return f"{line} {people_words.handed_along(facts['along'])}" if facts["along"] else line
    return None


def _who(event: GameMasterAdded | GameMasterRemoved) -> str:
    return f"<@&{event.role}>" if event.role is not None else person(event.member)


def _of_places(event: Any) -> str | None:
    match event:
        case ChannelBound():
            place, is_secret = f"<#{event.channel}>", event.for_game_masters
            return words.bound(place, is_secret=is_secret, is_forum=event.is_forum)
        case ChannelUnbound():
            place, is_secret = f"<#{event.channel}>", event.for_game_masters
            return words.unbound(place, is_secret=is_secret, is_last=event.is_last)
    return None


def _of_life(event: Any) -> str | None:
    match event:
        case CampaignCreated():
            return words.began(person(event.game_master), safe(event.name))
        case CampaignRenamed():
            return words.renamed(safe(event.before), safe(event.after))
        case CampaignArchived():
            return words.archived(safe(event.name))
        case CampaignRestored():
            return words.restored(safe(event.name), _mentions(event.channels), _mentions(event.lost))
    return None


def _mentions(channels: tuple[int, ...]) -> list[str]:
    return [f"<#{channel}>" for channel in channels]


def shown(record: Shown, post: Post) -> Card | None:
    """An invitation that waits: it mentions whom it asks, and bears the buttons only they can press."""
    if record.kind != INVITATION.name:
        return None
    return Card(
        people_words.invitation_title(safe(post.campaign.name)),
        (people_words.ALSO_WATCH, f"-# {people_words.INVITATION_HINT}"),
        tone=Tone.ASKS,
        buttons=step_buttons(record.id, record.steps),
        asks=(record.owner,) if record.steps and record.owner is not None else (),
    )
