"""`/campaign settings` and `/server settings`: what a campaign and a server decide for themselves."""

from __future__ import annotations

from functools import partial

from bot.engine.campaign import Campaign
from bot.engine.card import Button, Card, Tone
from bot.engine.deciding import Asked, back_from, games_of, no_setting, one, page, panel
from bot.engine.declare import Options, Role, look, option
from bot.engine.drawing import draws
from bot.engine.finders import Asker
from bot.engine.people import WHO_MAY, Permit, Standing, may_use, only
from bot.engine.settings import FOUNDERS_ROLE, Followed, Setting
from bot.engine.text import Safe, T
from bot.play import NoCampaign, Outcome, Post, Where
from bot.systems.table.settings.rules import (
    SETTINGS,
    ChangeSetting,
    FoundersNamed,
    NameFounders,
    SettingChanged,
    founders,
)
from bot.ui.commands import handler
from bot.ui.controls import ID, Do, button, number, select
from bot.ui.dispatcher import Dispatcher, Interaction, actor_of
from bot.ui.reply import Reply

TABLE = SETTINGS[0].system


# -- the panel: pages of each game and one of each setting, whose controls outlive processes


@look("campaign settings", may=Permit.EVERYONE)
def settings(asker: Asker, asked: Asked) -> Card:
    """See this campaign's settings; game masters can change them here"""
    return panel(asker, TABLE, asked)


def _setting(dispatcher: Dispatcher, campaign: Campaign, key: str) -> Setting:
    """The setting of that key that this campaign decides. Raises Stale."""
    offered = dispatcher.play.catalogue.settings_of((TABLE, *campaign.systems))
    if found := next((each for each in offered if each.key == key), None):
        return found
    raise no_setting()


@select("settings_of", may=Permit.EVERYONE)
@button("settings", may=Permit.EVERYONE)
async def _turn(dispatcher: Dispatcher, reply: Reply, campaign_id: str, system: str, at: int = 0) -> Card:
    """The settings of a game: chosen, gone back to, or another page of them."""
    systems = dispatcher.play.catalogue.systems
    seen = await dispatcher.look(reply.interaction, campaign=campaign_id)
    if system not in games_of(systems, seen.campaign):
        raise no_setting()
    return page(systems, campaign_id, seen.campaign, system, at)


@select("setting", may=Permit.EVERYONE)
async def _show(dispatcher: Dispatcher, reply: Reply, campaign_id: str, key: str) -> Card:
    seen = await dispatcher.look(reply.interaction, campaign=campaign_id)
    setting = _setting(dispatcher, seen.campaign, key)
    return one(dispatcher.play.catalogue.systems, campaign_id, seen.campaign, seen.viewer, setting)


@button("decide", may=Permit.GAME_MASTERS)
async def _decide(
    dispatcher: Dispatcher, reply: Reply, campaign_id: str, key: str, before: str, value: str
) -> Do:
    """Decide one setting, and redraw it; what changes something is shown first."""
    seen = await dispatcher.look(reply.interaction, campaign=campaign_id)
    setting = _setting(dispatcher, seen.campaign, key)
    back = back_from(dispatcher.play.catalogue.systems, campaign_id, setting)
    panel = partial(decided, dispatcher)
    return Do(ChangeSetting(key, value, before), campaign_id, panel=panel, back=back)


def decided(dispatcher: Dispatcher, outcome: Outcome) -> Card:
    """The page of a setting that was changed, with what follows."""
    post = outcome.private
    changed = post.entry.event(SettingChanged)
    if changed is None:
        raise LookupError("no setting was changed")
    setting = _setting(dispatcher, post.campaign, changed.key)
    systems = dispatcher.play.catalogue.systems
    shown = one(systems, post.entry.campaign, post.campaign, post.viewer, setting)
    return shown.add(*_followed(post))


@button("unname_founders", may=Permit.ADMINS)
async def _unname(dispatcher: Dispatcher, reply: Reply, shown: str) -> None:
    action = NameFounders(None, number(shown, ID))
    await dispatcher.carry_out(reply, action, where=Where.SERVER)


# -- the server's own ---------------------------------------------------------------


class Founders(Options):
    """The people who may start campaigns."""

    founders: Role | None = option(
        "A role whose members can start campaigns too, in addition to Manage Server", default=None
    )


@handler("server settings", may=Permit.ADMINS)
async def server_settings(dispatcher: Dispatcher, reply: Reply, named: Founders) -> None:
    """See or change who can start campaigns on this server"""
    if named.founders is not None:
        await dispatcher.carry_out(reply, NameFounders(named.founders), where=Where.SERVER)
        return
    await reply.private(_founders_card(reply.interaction, await _founders(dispatcher, reply.interaction)))


async def _founders(dispatcher: Dispatcher, interaction: Interaction) -> int | None:
    """The role named for it. Raises NotAllowed."""
    try:
        seen = await dispatcher.look(interaction, where=Where.SERVER)
    except NoCampaign:
        # Nothing was ever kept for this server.
        if not may_use(Permit.ADMINS, Standing.OUTSIDER, actor_of(interaction)):
            raise only(WHO_MAY[Permit.ADMINS]) from None
        return None
    kept = seen.campaign.settings.get(FOUNDERS_ROLE)
    return int(kept) if kept else None


TITLE = T("Who can start campaigns")


def _founders_card(interaction: Interaction, role: int | None) -> Card:
    how = T("`/server settings` with `founders` lets everybody with a role start campaigns too.")()
    guild = interaction.guild
    if role is not None and (guild is None or guild.get_role(role) is None):
        who = T(
            "The role chosen for this was deleted, so only members with Manage Server can start campaigns."
        )()
    else:
        who = T("Right now: {who}.")(who=founders(role, interaction.guild_id or 0))
    anybody = Button(T("Manage Server only").plain(), "unname_founders", (str(role),))
    return Card(TITLE(), (who, how), buttons=(anybody,) if role is not None else ())


# -- how changes read ---------------------------------------------------------------


CHANGED_BY = T("Changed by {actor:@}.")


@draws(SettingChanged)
def _changed(changed: SettingChanged, post: Post) -> Card:
    """A setting was decided, with what followed of that."""
    entry = post.entry
    line = f"**{changed.title}:** {changed.before} → **{changed.after}**"
    by = CHANGED_BY(actor=entry.actor)
    return Card(T("A setting changed")(), (line, changed.meaning, *_followed(post), by))


def _followed(post: Post) -> list[Safe]:
    return [each.sentence() for each in post.entry.events if isinstance(each, Followed)]


@draws(FoundersNamed)
def _named(named: FoundersNamed, post: Post) -> Card:
    """Who can start campaigns was decided, with the way back."""
    entry = post.entry
    by = CHANGED_BY(actor=entry.actor)
    line = f"{named.those_before} → **{named.those_after}**"
    args = (entry.campaign, str(entry.number), str(entry.number), "")
    return Card(TITLE(), (line, by), tone=Tone.PLAIN, buttons=(Button(T("Undo").plain(), "undo", args),))
