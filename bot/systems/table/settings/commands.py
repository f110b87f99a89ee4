"""`/campaign settings` and `/server settings`: what a campaign and a server decide for themselves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from bot.engine.asking import Asking
from bot.engine.campaign import Campaign
from bot.engine.card import Button, Card, Pick, Select, Tone
from bot.engine.declare import Options, Role, look, option
from bot.engine.people import WHO_MAY, Permit, Standing, Viewer, may_use, only
from bot.engine.settings import FOUNDERS_ROLE, Setting
from bot.engine.system import System
from bot.engine.text import T, refused
from bot.errors import Stale, UserError
from bot.play import Entry, NoCampaign, Outcome, Where
from bot.systems.table.settings.rules import (
    SETTINGS,
    ChangeSetting,
    FoundersNamed,
    NameFounders,
    SettingChanged,
    founders,
)
from bot.ui.commands import handler
from bot.ui.dispatcher import Dispatcher, Interaction, actor_of
from bot.ui.reply import Reply

TABLE = SETTINGS[0].system
Systems = Mapping[str, System]


# -- the panel: a page for each game and one for each setting, in lists that outlive processes


@look("campaign settings", may=Permit.EVERYONE)
def settings(asking: Asking) -> Card:
    """See what this campaign decides for itself; game masters change it here"""
    return page(asking.systems, asking.seen.campaign_id, asking.seen.campaign, TABLE)


def page(systems: Systems, campaign_id: str, campaign: Campaign, system: str) -> Card:
    """One game's settings, each with the choice in force."""
    found = systems[system].settings
    lines = [f"**{each.title}:** {each.option(each.of(campaign.settings)).label}" for each in found]
    picks = tuple(Pick(each.key, each.title, each.rule) for each in found)
    lists = [Select(T("Which setting").plain(), "setting", picks, (campaign_id,))]
    games = _games(systems, campaign)
    if len(games) > 1:
        other = tuple(Pick(name, systems[name].title, is_chosen=name == system) for name in games)
        lists.insert(0, Select(T("Which game").plain(), "settings_of", other, (campaign_id,)))
    how = T("Choose a setting to read what it decides.")()
    lines = [f"**{systems[system].title}**", *lines, f"-# {how}"]
    return Card(T("Settings of {name}")(name=campaign.name), tuple(lines), selects=tuple(lists))


def one(campaign_id: str, campaign: Campaign, viewer: Viewer, setting: Setting) -> Card:
    """One setting: its rule, what each choice means and, for game masters, the list to decide it."""
    now = setting.of(campaign.settings)
    lines = [setting.rule, ""]
    for each in setting.options:
        mark = f" *({T('in force')()})*" if each.value == now else ""
        lines.append(f"**{each.label}**{mark}: {each.meaning}")
    back = Button(T("Back").plain(), "settings", (campaign_id, setting.system))
    if not viewer.is_game_master:
        lines.append("-# " + T("Only a game master of this campaign can change it.")())
        return Card(setting.title, tuple(lines), buttons=(back,))
    picks = tuple(Pick(o.value, o.label, o.meaning, is_chosen=o.value == now) for o in setting.options)
    hint = T("Decide: {title}").plain(title=setting.title)
    decide = Select(hint, "decide", picks, (campaign_id, setting.key, now))
    return Card(setting.title, tuple(lines), buttons=(back,), selects=(decide,))


def _games(systems: Systems, campaign: Campaign) -> list[str]:
    return [name for name in (TABLE, *campaign.systems) if name in systems and systems[name].settings]


def _no_setting() -> UserError:
    return refused(
        "settings.gone", "That is no setting of this campaign any more; nothing was changed.", Stale
    )


def answer(dispatcher: Dispatcher) -> None:
    """Answer for what is pressed and chosen there."""
    dispatcher.add_button("settings", partial(_turn, dispatcher), may=Permit.EVERYONE)
    dispatcher.add_select("settings_of", partial(_turn, dispatcher), may=Permit.EVERYONE)
    dispatcher.add_select("setting", partial(_show, dispatcher), may=Permit.EVERYONE)
    dispatcher.add_select("decide", partial(_decide, dispatcher), may=Permit.GAME_MASTERS)
    dispatcher.add_button("unname_founders", partial(_unname, dispatcher), may=Permit.ADMINS)


def _setting(dispatcher: Dispatcher, campaign: Campaign, key: str) -> Setting:
    """The setting of that key that this campaign decides. Raises Stale."""
    offered = dispatcher.play.catalogue.settings_of((TABLE, *campaign.systems))
    if found := next((each for each in offered if each.key == key), None):
        return found
    raise _no_setting()


async def _turn(dispatcher: Dispatcher, reply: Reply, args: tuple[str, ...]) -> None:
    """Show the settings of a game: chosen, or gone back to."""
    campaign_id, system = _exactly(args, 2)
    seen = await dispatcher.look(reply.interaction, campaign=campaign_id)
    if system not in _games(dispatcher.play.catalogue.systems, seen.campaign):
        raise _no_setting()
    await reply.update(page(dispatcher.play.catalogue.systems, campaign_id, seen.campaign, system))


async def _show(dispatcher: Dispatcher, reply: Reply, args: tuple[str, ...]) -> None:
    """Show one setting."""
    campaign_id, key = _exactly(args, 2)
    seen = await dispatcher.look(reply.interaction, campaign=campaign_id)
    await reply.update(one(campaign_id, seen.campaign, seen.viewer, _setting(dispatcher, seen.campaign, key)))


async def _decide(dispatcher: Dispatcher, reply: Reply, args: tuple[str, ...]) -> None:
    """Decide one setting, and redraw it."""
    campaign_id, key, before, value = _exactly(args, 4)

    def redrawn(outcome: Outcome) -> Card:
        post = outcome.private
        return one(campaign_id, post.campaign, post.viewer, _setting(dispatcher, post.campaign, key))

    change = ChangeSetting(key, value, before)
    await dispatcher.carry_out(reply, change, campaign=campaign_id, panel=redrawn)


async def _unname(dispatcher: Dispatcher, reply: Reply, args: tuple[str, ...]) -> None:
    (shown,) = _exactly(args, 1)
    if not shown.isascii() or not shown.isdigit() or len(shown) > 20:
        raise _damaged()
    await dispatcher.carry_out(reply, NameFounders(None, int(shown)), where=Where.SERVER)


def _exactly(args: tuple[str, ...], count: int) -> tuple[str, ...]:
    if len(args) != count:
        raise _damaged()
    return args


def _damaged() -> UserError:
    return refused(
        "settings.damaged_list",
        "That list is damaged; nothing was changed. Call `/campaign settings` again.",
        Stale,
    )


# -- the server's own ---------------------------------------------------------------


class Founders(Options):
    """Who may begin campaigns."""

    founders: Role | None = option(
        "A role whose members may begin campaigns, besides Manage Server", default=None
    )


@handler("server settings", may=Permit.ADMINS)
async def server_settings(dispatcher: Dispatcher, reply: Reply, named: Founders) -> None:
    """See or decide who may begin campaigns on this server"""
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


TITLE = T("Who may begin campaigns")


def _founders_card(interaction: Interaction, role: int | None) -> Card:
    how = T("`/server settings founders:` names a role whose members may begin campaigns as well.")()
    guild = interaction.guild
    if role is not None and (guild is None or guild.get_role(role) is None):
        who = T(
            "The role that was named for it has been deleted, so only members with Manage Server may begin "
            "campaigns."
        )()
    else:
        who = T("Campaigns are begun by {who}.")(who=founders(role, interaction.guild_id or 0))
    button = Button(T("Manage Server only").plain(), "unname_founders", (str(role),))
    return Card(TITLE(), (who, how), buttons=(button,) if role is not None else ())


# -- how changes read ---------------------------------------------------------------


def drawn(entry: Entry) -> Card | None:
    """The message about a change of settings, with the way back."""
    changed, named = entry.event(SettingChanged), entry.event(FoundersNamed)
    by = T("Decided by {actor:@}.")(actor=entry.actor)
    if changed is not None:
        line = f"**{changed.title}:** {changed.before} → **{changed.after}**"
        return Card(T("A setting changed")(), (line, changed.meaning, by))
    if named is None:
        return None
    line = f"{named.those_before} → **{named.those_after}**"
    args = (entry.campaign, str(entry.number), str(entry.number), "")
    return Card(TITLE(), (line, by), tone=Tone.PLAIN, buttons=(Button(T("Undo").plain(), "undo", args),))
