"""What of `/campaign` needs Discord: what is told besides its deeds, and what is handed over to whom."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord

from bot.engine.card import Card
from bot.engine.declare import KnownCampaign, Options, Person, option
from bot.engine.finders import Pair
from bot.engine.people import WHO_MAY, Permit, only
from bot.engine.system import FormField
from bot.engine.text import Safe, T, refused
from bot.play import Outcome
from bot.systems.table.campaigns.people import JoinCampaign, MemberRemoved, require_person
from bot.systems.table.campaigns.rules import RESTORE, RestoreCampaign, makes_channel, restores
from bot.systems.table.campaigns.secret_commands import can_make_channel, offer_channel, readers_of
from bot.ui.beginnings import begins, next_for
from bot.ui.commands import handler
from bot.ui.controls import ID, Do, button, form, number
from bot.ui.dispatcher import Dispatcher, Interaction, actor_of, in_time, request_of
from bot.ui.errors import JOIN, damaged_button
from bot.ui.modal import answers, modal
from bot.ui.pace import GIVE
from bot.ui.places import is_seen
from bot.ui.reply import Reply
from bot.ui.text import bare

MOST_LISTED, MOST_WAITING, MOST_RESTORED = 10, 8, 5


async def no_campaign(dispatcher: Dispatcher, interaction: Interaction) -> Card:
    """What this channel lacks, and where the server's campaigns are, as far as the asker may know."""
    found = await dispatcher.campaigns(interaction)
    here = request_of(interaction).places
    start = T("This channel has no campaign yet. Start one here with `/campaign create`.")
    may_begin = await dispatcher.play.may_begin(actor_of(interaction), request_of(interaction))
    if not may_begin:
        start = T("This channel has no campaign yet. To start one here, ask {who}.")
    lines = [start.of(None, who=WHO_MAY[Permit.FOUNDERS])]
    was_here = T("“{name}” was played here and is archived. A game master can bring it back.")
    resting = [each for each in found if each.is_archived and set(here).intersection(each.channels)]
    lines += [was_here(name=each.name) for each in resting]
    playing = [each for each in found if not each.is_archived]
    if any(each.is_run for each in playing) or (playing and may_begin):
        lines.append(
            T(
                "To play another campaign here too, use `/campaign bind` and fill in `channel` and "
                "`campaign`."
            )()
        )
    lines += [_line(interaction, each) for each in playing[:MOST_LISTED]]
    if len(playing) > MOST_LISTED:
        more = T("… and {n} more. `/campaign info` finds them: type part of the name into `campaign`.")
        lines.append(more(n=len(playing) - MOST_LISTED))
    buttons = tuple(restores(each.id, each.name) for each in resting if each.is_run)[:MOST_RESTORED]
    return Card(T("No campaign here")(), tuple(lines), buttons=buttons)


@button(RESTORE, may=Permit.GAME_MASTERS_OR_ADMINS)
async def restore(dispatcher: Dispatcher, reply: Reply, campaign: str) -> Do:
    """Bring an archived campaign back."""
    known = await dispatcher.campaign(reply.interaction, campaign)
    return Do(RestoreCampaign(taken=known.taken), campaign)


def _line(interaction: Interaction, known: KnownCampaign) -> Safe:
    seen = Safe(" ".join(f"<#{channel}>" for channel in known.channels if is_seen(interaction, channel)))
    return T("• {name} in {places}")(name=known.name, places=seen) if seen else T("• {name}")(name=known.name)


# -- a campaign begins --------------------------------------------------------------


async def tell_what_is_next(dispatcher: Dispatcher, reply: Reply, _outcome: Outcome) -> None:
    """What whoever began a campaign does next, and their players; and that secrets have no channel, if so."""
    await reply.private(await _what_is_next(dispatcher, reply.interaction))


async def _what_is_next(dispatcher: Dispatcher, interaction: Interaction) -> Card:
    view = await dispatcher.look(interaction)
    own = await begins(dispatcher, interaction, view)
    lines, buttons = await next_for(dispatcher, interaction, view, own)
    paths = [
        T("`/{path}`")(path=Safe(each.path))
        for system in view.campaign.systems
        for each in dispatcher.begins.get(system, ())
        if each not in own
    ]
    players = (
        T("**Your players:** `/campaign join`, then {paths:or}.")
        if paths
        else T("**Your players:** `/campaign join`.")
    )
    card = Card(lines=(*lines, players.of(None, paths=paths)), buttons=buttons)
    if view.campaign.game_master_channel is not None:
        return card.add(*await readers_of(dispatcher, interaction, view.campaign))
    makes = makes_channel(view.campaign_id) if can_make_channel(interaction) else None
    offer = offer_channel(makes)
    return replace(offer, lines=(*card.lines, "", *offer.lines), buttons=(*buttons, *offer.buttons))


# -- people -------------------------------------------------------------------------


async def tell_what_waits(dispatcher: Dispatcher, reply: Reply, outcome: Outcome) -> None:
    """What still waits for somebody who was just removed, to who removed them."""
    removed = outcome.private.entry.event(MemberRemoved)
    if removed is None:
        return
    _, waiting = await dispatcher.play.waiting(actor_of(reply.interaction), request_of(reply.interaction))
    lines = [f"• {each.linked(100)}, {each.ago}" for each in waiting if each.who == removed.member]
    if lines:
        head = T(
            "Still waiting for {member:@}. `/campaign handover` gives their character, or whatever it's "
            "about, to somebody else:"
        )(member=removed.member)
        await reply.private(Card(lines=(head, *lines[:MOST_WAITING])))


async def _belongings(dispatcher: Dispatcher, interaction: Interaction, typed: str) -> list[Pair]:
    found = await dispatcher.play.belongings(actor_of(interaction), request_of(interaction), typed)
    return [(bare(each.title), each.id) for each in found]


class HandoverOptions(Options):
    """What to hand over, and to whom."""

    what: str = option("What to hand over, for example a character")
    to: Person = option("Who gets it")


@handler("campaign handover", may=Permit.OWNER_OR_GAME_MASTER, suggests={"what": _belongings})
async def hand_over(dispatcher: Dispatcher, reply: Reply, options: HandoverOptions) -> None:
    """Hand a character or the like to another player, with everything that's waiting for it"""
    require_person(options.to)
    actor, request = actor_of(reply.interaction), request_of(reply.interaction)
    roles = options.to.roles or frozenset()
    await dispatcher.show(reply, dispatcher.play.hand_over(actor, request, options.what, options.to, roles))


@button(GIVE, may=Permit.GAME_MASTERS, can_defer=False)
async def give(dispatcher: Dispatcher, reply: Reply, of: str) -> None:
    """Ask what of somebody's is handed over, and to whom."""
    person = number(of, ID)
    actor, request = actor_of(reply.interaction), request_of(reply.interaction)
    if not (await in_time(dispatcher.look(reply.interaction))).viewer.is_game_master:
        raise only(WHO_MAY[Permit.GAME_MASTERS])
    found = await in_time(dispatcher.play.belongings(actor, request, whose=person))
    if not found:
        raise refused(
            "hand_over.nothing",
            "{person:@} has nothing that could be handed over. `/gm deed: remove a player` takes them "
            "out of the campaign.",
            person=person,
        )
    options = tuple((each.id, bare(each.title)) for each in found)
    what = FormField("what", T("What to hand over").plain(), options=options, value=found[0].id)
    asked = modal(GIVE, T("Hand over").plain(), (what,))
    to = discord.ui.UserSelect[Any](custom_id="to")
    asked.add_item(discord.ui.Label(text=T("Who gets it").plain(), component=to))
    await reply.modal(asked)


@form(GIVE, may=Permit.GAME_MASTERS)
async def given(dispatcher: Dispatcher, reply: Reply) -> None:
    """What was chosen there, handed over like by the command."""
    data: Any = reply.interaction.data
    chosen = answers(data)
    to = _person(data.get("resolved", {}), chosen.get("to", ""))
    await hand_over(dispatcher, reply, HandoverOptions(chosen.get("what", ""), to))


def _person(resolved: Any, user: str) -> Person:
    """Somebody chosen in a form, as Discord says who they are. Raises Stale where it doesn't."""
    found = resolved.get("users", {}).get(user)
    if found is None:
        raise damaged_button()
    member = resolved.get("members", {}).get(user)
    roles = map(int, member["roles"]) if member is not None else None
    return Person(int(user), is_bot=bool(found.get("bot")), roles=roles)


@button(JOIN, may=Permit.EVERYONE)
async def join(dispatcher: Dispatcher, reply: Reply, campaign: str) -> Do:
    """Join the campaign in which somebody was refused for not playing in it."""
    return Do(JoinCampaign(), campaign)
