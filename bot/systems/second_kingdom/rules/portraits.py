"""Portraits of heroes and NPCs: by an address, or by a picture that was uploaded."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience
from bot.engine.portraits import require_portrait
from bot.engine.system import ActionKind, Change, Kind, Open, RecordId, Replace, Scene, Turn
from bot.systems.second_kingdom.rules import npcs
from bot.systems.second_kingdom.rules.combatants import combatant
from bot.systems.second_kingdom.rules.portrait import KINDS as PORTRAIT_KINDS
from bot.systems.second_kingdom.rules.portrait import PORTRAIT, Portrait
from bot.systems.second_kingdom.rules.state import Combatant, Known, Npc


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
    has_picture = before.picture is not None
    address = require_portrait(action.address, action.data, before=before.portrait, has_picture=has_picture)
    is_hidden = isinstance(before, Npc) and before.known is Known.HIDDEN
    kept = Portrait(action.combatant, action.data, is_hidden)
    opened = [Open(scene.new_id(), PORTRAIT.name, kept)] if action.data else []
    picture = opened[0].id if opened else None
    after = replace(before, portrait=address, picture=picture)
    audience = npcs.audience_of(before.known) if isinstance(before, Npc) else EVERYONE
    told = PortraitSet(before.name, not address and picture is None, audience)
    changes: tuple[Change, ...] = (*opened, Replace(record.id, after))
    return Turn(changes, (told,), subject=record.id)


KINDS: tuple[Kind[Any], ...] = PORTRAIT_KINDS
# Among the changes of a sheet that may have to wait.
ACTIONS: tuple[ActionKind[Any], ...] = ()
EVENTS: tuple[type[Any], ...] = (PortraitSet,)
