"""What adventurers look like: an address, or a picture that was uploaded."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit
from bot.engine.portraits import require_portrait
from bot.engine.system import ActionKind, Kind, Open, RecordId, Scene, Turn
from bot.systems.adventuria.rules.adventurer import ADVENTURER, adventurer_player, adventurer_scope, kept
from bot.systems.adventuria.words import portraits as words


@dataclass(frozen=True, slots=True)
class Likeness:
    """An uploaded picture of an adventurer: a small WebP, in base64. It never changes; another is another."""

    of: RecordId
    data: str


LIKENESS: Kind[Likeness] = Kind(
    "likeness",
    Likeness,
    title=lambda _state: words.TITLE,
    is_nameless=True,
    word=words.part,
)


@dataclass(frozen=True, slots=True)
class SetPortrait:
    """Show an adventurer by an address or by a picture; by neither, without a portrait."""

    adventurer: RecordId
    address: str = ""
    # A small WebP in base64.
    data: str = ""


@dataclass(frozen=True, slots=True)
class PortraitSet:
    """An adventurer has another portrait, or none any more."""

    name: str
    is_gone: bool = False
    audience: Audience = EVERYONE


def _set_portrait(scene: Scene, action: SetPortrait, dice: Dice) -> Turn:
    """Replace the portrait. Raises RuleViolation for a bad address or picture, or where nothing changes."""
    record = scene.get(ADVENTURER, action.adventurer)
    before = record.state
    has_picture = before.picture is not None
    address = require_portrait(action.address, action.data, before=before.portrait, has_picture=has_picture)
    uploaded = Likeness(record.id, action.data)
    opened = [Open(scene.new_id(), LIKENESS.name, uploaded)] if action.data else []
    picture = opened[0].id if opened else None
    after = replace(before, portrait=address, picture=picture)
    told = PortraitSet(before.name, not address and picture is None)
    return kept(scene, record, after, told, also=opened)


KINDS: tuple[Kind[Any], ...] = (LIKENESS,)
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(SetPortrait, _set_portrait, Permit.OWNER_OR_GAME_MASTER, adventurer_scope, adventurer_player),
)
EVENTS: tuple[type[Any], ...] = (PortraitSet,)
