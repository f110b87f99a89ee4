"""What may happen at any table."""

from __future__ import annotations

from typing import Any

from bot.engine.people import Permit
from bot.engine.system import ActionKind, Kind
from bot.systems.table.rules import campaigning, library
from bot.systems.table.rules.dice import (
    DiceRolled,
    RevealRoll,
    RollDice,
    RollMade,
    RollRevealed,
    SecretRollAnnounced,
    reveal_roll,
    reveal_scope,
    roll_dice,
)
from bot.systems.table.rules.habits import (
    HABITS,
    ForgetRoll,
    PlainSet,
    RollForgotten,
    RollSaved,
    SaveRoll,
    SetPlain,
    forget_roll,
    own_scope,
    save_roll,
    set_plain,
)
from bot.systems.table.rules.home import HomePosted, PostHome, post_home
from bot.systems.table.rules.rolls import ROLL
from bot.systems.table.rules.settings import (
    ChangeSetting,
    FoundersNamed,
    NameFounders,
    SettingChanged,
    change_setting,
    name_founders,
)

KINDS: tuple[Kind[Any], ...] = (*campaigning.KINDS, ROLL, HABITS, *library.KINDS)
ACTIONS: tuple[ActionKind[Any], ...] = (
    *campaigning.ACTIONS,
    ActionKind(RollDice, roll_dice, Permit.EVERYONE),
    # Whose secret it is decides the roll itself: a game master's, or that of whoever rolled for themselves.
    ActionKind(RevealRoll, reveal_roll, Permit.EVERYONE, reveal_scope, is_undoable=False),
    # These are kept in the server's own campaign, which nobody joins: each person has a record of their own.
    ActionKind(SaveRoll, save_roll, Permit.EVERYONE, own_scope),
    ActionKind(ForgetRoll, forget_roll, Permit.EVERYONE, own_scope),
    ActionKind(SetPlain, set_plain, Permit.EVERYONE, own_scope),
    ActionKind(PostHome, post_home, Permit.GAME_MASTERS_OR_ADMINS),
    ActionKind(ChangeSetting, change_setting, Permit.GAME_MASTERS),
    ActionKind(NameFounders, name_founders, Permit.ADMINS),
    *library.ACTIONS,
)
EVENTS: tuple[type[Any], ...] = (
    *campaigning.EVENTS,
    DiceRolled,
    SettingChanged,
    FoundersNamed,
    HomePosted,
    RollMade,
    SecretRollAnnounced,
    RollRevealed,
    RollSaved,
    RollForgotten,
    PlainSet,
    *library.EVENTS,
)
