"""What a campaign decides for itself at any table, and the change of any setting, whichever game's."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.campaign import Campaign
from bot.engine.declare import Action, action, declared
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import Permit
from bot.engine.settings import FOUNDERS_ROLE, FiguresFollowed, Followed, FollowsLater, Option, Setting
from bot.engine.system import ActionKind, Kind, Replace, Result, World
from bot.engine.text import Safe, T, listed, refused

# The first option of each is the default.
ROLLS = Setting(
    "table",
    "rolls",
    "Default secrecy of rolls",
    "Who sees a roll if the roller doesn't say. Rolls that game masters see need a game master's channel.",
    (
        Option("public", "Everyone", "The channel sees the dice and the total."),
        Option("gm", "Game masters and the roller", "The channel only sees that there was a roll."),
        Option("me", "Only the roller", "Not even the game masters see it."),
        Option(
            "hidden",
            "Announced, but hidden",
            "The channel only sees that there was a roll; only the game masters see the dice.",
        ),
    ),
)

# Those of them whose dice go to the game master's channel.
FOR_GAME_MASTERS = frozenset({"gm", "hidden"})

UNDO = Setting(
    "table",
    "undo",
    "Undo by players",
    "Whether players can undo their own latest entry, if nothing depends on it.",
    (
        Option("players", "Yes", "Unless dice were rolled, a secret was shown, or somebody has built on it."),
        Option("game_masters", "Only game masters", "Players ask a game master to undo something."),
    ),
)

EDITS = Setting(
    "table",
    "edits",
    "Changes to a sheet",
    "When a player's change to their own sheet takes effect.",
    (
        Option("at_once", "At once", "The channel sees what changed; a game master can undo it."),
        Option("approval", "After approval", "It waits until a game master approves or declines it."),
    ),
)

PINGS = Setting(
    "table",
    "pings",
    "Mentions",
    "Whether a card that asks somebody to act mentions them, so that Discord notifies them.",
    (
        Option("asked", "The person asked", "One mention when the card is posted, never more."),
        Option(
            "nobody", "Nobody", "Cards name people without notifying them; /waiting still lists everything."
        ),
    ),
)

GAME_MASTERS = Setting(
    "table",
    "game_masters",
    "Mentions of game masters",
    "Which game master is mentioned when something a player does needs one.",
    (
        Option(
            "last",
            "The last one to act",
            "On the same character, kingdom or the like; otherwise anywhere in the campaign.",
        ),
        Option("all", "All of them", "Every game master, and every game master role."),
        Option(
            "digest",
            "All, once a day",
            "One list of everything that's waiting, in their channel, at most once a day.",
        ),
        Option("never", "Never", "/waiting still lists everything."),
    ),
)

POSTS = Setting(
    "table",
    "posts",
    "Public messages",
    "How Waypost's messages in this campaign's channels look.",
    (
        Option("cards", "Cards", "With frames, colors and pictures."),
        Option("text", "Plain text", "No frames or pictures: for screen readers, or if embeds are off."),
    ),
)

SETTINGS = (ROLLS, UNDO, EDITS, PINGS, GAME_MASTERS, POSTS)


class ChangeSetting(Action):
    """Change one of the campaign's settings; `before` is the value that the person was shown."""

    key: str
    value: str
    before: str


class SettingChanged(Event):
    """A setting was decided; title, choices and meaning as they read then."""

    key: str
    title: str
    before: str
    after: str
    meaning: str

    def sentence(self) -> Safe:
        """The sentence in the setting's own words."""
        return T("Setting changed. {told}")(told=self.foretold())

    def foretold(self) -> Safe:
        """The sentence in the setting's own words, before it is done."""
        words = {name: Safe(getattr(self, name)) for name in ("title", "before", "after", "meaning")}
        return T("{title}: {before} → {after}. {meaning}")(**words)


class NameFounders(Action):
    """Name the role that may begin campaigns on this server, or none.

    `shown` is the role on the card whose button was pressed, where there was one.
    """

    role: int | None
    shown: int | None = None


class FoundersNamed(Event):
    """Who may begin campaigns was decided; None is nobody but who manages the server."""

    before: int | None
    after: int | None
    guild: int

    says = T("{actor:@} changes who can start campaigns: {those_before} → {those_after}.")

    @property
    def those_before(self) -> Safe:
        """The people who might until now, in words."""
        return founders(self.before, self.guild)

    @property
    def those_after(self) -> Safe:
        """The people who may from now on, in words."""
        return founders(self.after, self.guild)


def founders(role: int | None, guild: int) -> Safe:
    """Who may begin campaigns where that role is named; the role of everybody has the server's own id."""
    if role is None:
        return T("only members with Manage Server")()
    if role == guild:
        return T("everybody on this server")()
    return T("members with Manage Server and {role}")(role=Safe(f"<@&{role}>"))


@action(may=Permit.GAME_MASTERS, confirms=True, button="Change it", is_news=False)
def change_setting(world: World, action: ChangeSetting, dice: Dice) -> Result:
    """Keep the choice; what follows of it in a game that game says (`System.resettled`).

    Raises RuleViolation for what is no choice, nothing new, or was changed meanwhile.
    """
    setting = _setting(world, action.key)
    after, now = setting.option(action.value), setting.option(world.setting(setting))
    if after == now:
        raise refused(
            "settings.so_already",
            "“{title}” is already “{label}”.",
            title=Safe(setting.title),
            label=Safe(now.label),
        )
    if action.before != now.value:
        shown = setting.option(action.before)
        raise refused(
            "settings.changed_meanwhile",
            "Not changed: “{title}” was “{shown}” when you opened it, and now it's “{now}”. Press Back and "
            "open it again.",
            title=Safe(setting.title),
            shown=Safe(shown.label),
            now=Safe(now.label),
        )
    _require_place(world.campaign, setting, after)
    # What is so by default is not kept.
    kept = None if after.value == setting.default else after.value
    event = SettingChanged(setting.key, setting.title, now.label, after.label, after.meaning)
    return Result((_kept(world, setting.key, kept),), (event,))


def _require_place(campaign: Campaign, setting: Setting, chosen: Option) -> None:
    """See that secret rolls could be made: else every plain one would be refused. Raises RuleViolation."""
    needs_channel = setting.key == ROLLS.key and chosen.value in FOR_GAME_MASTERS
    if needs_channel and campaign.game_master_channel is None:
        raise refused(
            "settings.no_secret_channel",
            "“{label}” needs a game master's channel for the dice, and this campaign has none. "
            "`/campaign info` lets a game master make one, and `/campaign bind` sets one that's there.",
            label=Safe(chosen.label),
        )


@action(may=Permit.ADMINS, is_news=False)
def name_founders(world: World, action: NameFounders, dice: Dice) -> Result:
    """Keep the role with the server. Raises RuleViolation where nothing changes, or it changed meanwhile."""
    if not world.campaign.is_server:
        raise refused(
            "settings.of_the_server",
            "Who can start campaigns is a server setting, not a campaign's.",
        )
    kept = world.campaign.settings.get(FOUNDERS_ROLE)
    now = int(kept) if kept else None
    if action.role == now:
        if now is None:
            raise refused(
                "settings.no_founders_already",
                "It's already only members with Manage Server who can start campaigns.",
            )
        raise refused(
            "settings.founders_already",
            "Members with that role can already start campaigns.",
        )
    if action.shown is not None and action.shown != now:
        raise refused(
            "settings.founders_changed",
            "Not changed: somebody chose another role in the meantime. `/server settings` shows it.",
        )
    role = None if action.role is None else str(action.role)
    named = FoundersNamed(now, action.role, world.campaign.guild)
    return Result((_kept(world, FOUNDERS_ROLE, role),), (named,))


def _setting(world: World, key: str) -> Setting:
    for setting in world.settings:
        if setting.key == key:
            return setting
    raise refused(
        "settings.unknown",
        "This campaign has no such setting. Its settings: {titles}.",
        titles=listed((Safe(setting.title) for setting in world.settings), ","),
    )


def _kept(world: World, key: str, value: str | None) -> Replace:
    settings = {name: kept for name, kept in world.campaign.settings.items() if name != key}
    if value is not None:
        settings[key] = value
    return Replace(world.campaign_id, replace(world.campaign, settings=settings))


# -- A card to pin: everybody's way in ----------------------------------------------


class PostHome(Action):
    """Post a card to pin, with buttons for your sheet, what's waiting, rolls and help"""


class HomePosted(Event):
    """A home card was posted."""

    says = T("{actor:@} posted the campaign's home card.")


@action("campaign home", may=Permit.GAME_MASTERS_OR_ADMINS, is_news=False, button="Post the card")
def post_home(world: World, action: PostHome, dice: Dice) -> Result:
    """Nothing changes but that the card is there."""
    return Result(events=(HomePosted(),))


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS = declared(__name__, ActionKind)
EVENTS = (*declared(__name__, Event), Followed, FiguresFollowed, FollowsLater)
