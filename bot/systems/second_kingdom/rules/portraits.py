"""Portraits of heroes and NPCs: by an address, or by a picture that was uploaded."""

from __future__ import annotations

import re
from base64 import b64decode
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience
from bot.engine.system import ActionKind, Change, Kind, Open, RecordId, Replace, Scene, Turn
from bot.errors import RuleViolation
from bot.systems.second_kingdom.rules import npcs
from bot.systems.second_kingdom.rules.combatants import combatant
from bot.systems.second_kingdom.rules.portrait import KINDS as PORTRAIT_KINDS
from bot.systems.second_kingdom.rules.portrait import PORTRAIT, Portrait
from bot.systems.second_kingdom.rules.state import Combatant, Known, Npc
from bot.systems.second_kingdom.words import portraits as words

ADDRESS_LENGTH = 300
# In base64: a picture of 256 by 256 is seldom a tenth of that.
DATA_LENGTH = 200_000
# A host with a name, and from then on what needs no escaping: anything else Discord refuses to show.
_ADDRESS = re.compile(
    r"https://(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}(?::[0-9]{1,5})?"
    r"(?:[/?#][a-z0-9\-._~:/?#@!$&'()*+,;=%]*)?",
    re.ASCII | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class SetPortrait:
    """Show somebody by an address or by a picture; by neither, without a portrait."""

    combatant: RecordId
    address: str = ""
    # A small WebP in base64.
    data: str = ""


@dataclass(frozen=True, slots=True)
class PortraitSet:
    """Somebody has another portrait, or none any more."""

    name: str
    is_gone: bool = False
    audience: Audience = EVERYONE


def set_portrait(scene: Scene, action: SetPortrait, dice: Dice) -> Turn:
    """Replace the portrait. Raises RuleViolation for a bad address or picture, or where nothing changes."""
    record = combatant(scene, action.combatant)
    before: Combatant = record.state
    if action.address and action.data:
        raise RuleViolation(words.ONE_OF_THEM)
    address = require_address(action.address) if action.address else ""
    is_hidden = isinstance(before, Npc) and before.known is Known.HIDDEN
    opened = [_opened(scene, action, is_secret=is_hidden)] if action.data else []
    picture = opened[0].id if opened else None
    if (address, picture) == (before.portrait, before.picture):
        raise RuleViolation(words.SAME if address else words.HAS_NONE)
    after = replace(before, portrait=address, picture=picture)
    audience = npcs.audience_of(before.known) if isinstance(before, Npc) else EVERYONE
    told = PortraitSet(before.name, not address and picture is None, audience)
    changes: tuple[Change, ...] = (*opened, Replace(record.id, after))
    return Turn(changes, (told,), subject=record.id)


def require_address(text: str) -> str:
    """The address of a picture. Raises RuleViolation where Discord could not show it."""
    address = text.strip()
    if len(address) > ADDRESS_LENGTH:
        raise RuleViolation(words.bad_length(ADDRESS_LENGTH, len(address)))
    if not _ADDRESS.fullmatch(address):
        raise RuleViolation(words.BAD_ADDRESS)
    return address


def _opened(scene: Scene, action: SetPortrait, *, is_secret: bool) -> Open:
    try:
        data = b64decode(action.data, validate=True)
    except ValueError:
        data = b""
    if not data or len(action.data) > DATA_LENGTH:
        raise RuleViolation(words.BAD_PICTURE)
    return Open(scene.new_id(), PORTRAIT.name, Portrait(action.combatant, action.data, is_secret))


KINDS: tuple[Kind[Any], ...] = PORTRAIT_KINDS
# Among the changes of a sheet that may have to wait.
ACTIONS: tuple[ActionKind[Any], ...] = ()
EVENTS: tuple[type[Any], ...] = (PortraitSet,)
