"""What a campaign decides for itself at any table, and the change of any setting, whichever game's."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience
from bot.engine.settings import FOUNDERS_ROLE, Setting
from bot.engine.system import Replace, Scene, Turn
from bot.errors import RuleViolation
from bot.systems.table.words import settings as words

ROLLS = Setting("table", "rolls", *words.ROLLS)
UNDO = Setting("table", "undo", *words.UNDO)
EDITS = Setting("table", "edits", *words.EDITS)
PINGS = Setting("table", "pings", *words.PINGS)
POSTS = Setting("table", "posts", *words.POSTS)

SETTINGS = (ROLLS, UNDO, EDITS, PINGS, POSTS)


@dataclass(frozen=True, slots=True)
class ChangeSetting:
    """Decide one of the campaign's settings; `before` is the value that who decides was shown."""

    key: str
    value: str
    before: str


@dataclass(frozen=True, slots=True)
class SettingChanged:
    """A setting was decided; title, choices and meaning as they read then."""

    key: str
    title: str
    before: str
    after: str
    meaning: str
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class NameFounders:
    """Name the role that may begin campaigns on this server, or none.

    `shown` is the role on the card whose button was pressed, where there was one.
    """

    role: int | None
    shown: int | None = None


@dataclass(frozen=True, slots=True)
class FoundersNamed:
    """Who may begin campaigns was decided; None is nobody but who manages the server."""

    before: int | None
    after: int | None
    guild: int
    audience: Audience = EVERYONE


def change_setting(scene: Scene, action: ChangeSetting, dice: Dice) -> Turn:
    """Keep the choice. Raises RuleViolation for what is no choice, nothing new, or was changed meanwhile."""
    setting = _setting(scene, action.key)
    after, now = setting.option(action.value), setting.option(scene.setting(setting))
    if after == now:
        raise RuleViolation(words.is_so_already(setting.title, now.label))
    if action.before != now.value:
        shown = setting.option(action.before)
        raise RuleViolation(words.has_changed(setting.title, shown.label, now.label))
    # What is so by default is not kept.
    kept = None if after.value == setting.default else after.value
    event = SettingChanged(setting.key, setting.title, now.label, after.label, after.meaning)
    return Turn((_kept(scene, setting.key, kept),), (event,))


def name_founders(scene: Scene, action: NameFounders, dice: Dice) -> Turn:
    """Keep the role with the server. Raises RuleViolation where nothing changes, or it changed meanwhile."""
    if not scene.campaign.is_server:
        raise RuleViolation(words.FOUNDERS_ARE_THE_SERVERS)
    kept = scene.campaign.settings.get(FOUNDERS_ROLE)
    now = int(kept) if kept else None
    if action.role == now:
        raise RuleViolation(words.NOBODY_NAMED_ALREADY if now is None else words.NAMED_ALREADY)
    if action.shown is not None and action.shown != now:
        raise RuleViolation(words.FOUNDERS_CHANGED)
    role = None if action.role is None else str(action.role)
    named = FoundersNamed(now, action.role, scene.campaign.guild)
    return Turn((_kept(scene, FOUNDERS_ROLE, role),), (named,))


def _setting(scene: Scene, key: str) -> Setting:
    for setting in scene.settings:
        if setting.key == key:
            return setting
    raise RuleViolation(words.unknown(scene.settings))


def _kept(scene: Scene, key: str, value: str | None) -> Replace:
    settings = {name: kept for name, kept in scene.campaign.settings.items() if name != key}
    if value is not None:
        settings[key] = value
    return Replace(scene.campaign_id, replace(scene.campaign, settings=settings))
