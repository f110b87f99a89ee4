"""Adventurers: made, written about, settled in a thread, retired (A1 to A6, A39, Q23, Q27)."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit, Standing
from bot.engine.system import ActionKind, Kind, Open, RecordId, Scene, Scope, Turn, Want
from bot.engine.words import one_line, paragraphs, safe
from bot.errors import NotAllowed, RuleViolation
from bot.systems.adventuria.rules.adventurer import (
    ADVENTURER,
    AdventurerChanged,
    AdventurerFell,
    adventurer_player,
    adventurer_scope,
    gone,
    kept,
)
from bot.systems.adventuria.rules.settings import ADVENTURERS, CHOSEN, CREATION, ONE_EACH
from bot.systems.adventuria.rules.state import (
    ALIGNMENTS,
    BEGINNING,
    NAME_LENGTH,
    Adventurer,
    Alignment,
    End,
    Type,
)
from bot.systems.adventuria.words import adventurers as words

ABOUT_LENGTH, MOST_LINES = 1000, 20


@dataclass(frozen=True, slots=True)
class CreateAdventurer:
    """Bring an adventurer into the campaign, for oneself or, as game master, for a player.

    `home` is where everything about it will be posted. What is chosen is not rolled (Q27).
    """

    name: str
    player: int
    home: int = 0
    type: Type | None = None
    alignment: Alignment | None = None


@dataclass(frozen=True, slots=True)
class AdventurerCreated:
    """An adventurer sets out; a die of 0 was not thrown, for its player chose."""

    name: str
    player: int
    type: Type
    alignment: Alignment
    type_die: int
    alignment_die: int
    home: int
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class EditAdventurer:
    """Write an adventurer's name or notes anew; None leaves one as it is."""

    adventurer: RecordId
    name: str | None = None
    about: str | None = None
    # The mark of the sheet that its form was filled with; one that has changed since is left alone.
    seen: str = ""


@dataclass(frozen=True, slots=True)
class AdventurerEdited:
    """An adventurer has another name, or other notes."""

    before: str
    name: str
    has_new_notes: bool
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class SettleAdventurer:
    """Post everything about an adventurer in that channel or thread from now on."""

    adventurer: RecordId
    home: int


@dataclass(frozen=True, slots=True)
class AdventurerSettled:
    """An adventurer has another home."""

    name: str
    home: int
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class RetireAdventurer:
    """End an adventurer's days of adventure, of its player's own will."""

    adventurer: RecordId


@dataclass(frozen=True, slots=True)
class AdventurerRetired:
    """An adventurer has retired: after how many turns, and what it left behind."""

    name: str
    player: int
    turns: int
    felled: int
    location: str
    gold: int
    lost: tuple[str, ...]
    quest: str = ""
    audience: Audience = EVERYONE


# -- made -------------------------------------------------------------------------------------------


def create_scope(action: CreateAdventurer) -> Scope:
    """Whoever is called so already, and whoever that player has."""
    return Scope(wants=(Want(ADVENTURER.name, text=one_line(action.name)), of_player(action.player)))


def of_player(player: int) -> Want:
    """The adventurers that a player has in play."""
    return Want(ADVENTURER.name, owner=player)


def create_adventurer(scene: Scene, action: CreateAdventurer, dice: Dice) -> Turn:
    """Roll type and alignment (A2 to A4), as far as they are not chosen, and open the record (A5, A6).

    Raises RuleViolation for a name in use, a second adventurer, or a choice that the campaign leaves to the
    dice; NotAllowed where a player makes one for somebody else.
    """
    _require_player(scene, action.player)
    _require_alone(scene, action.player)
    name = _named(scene, action.name)
    if scene.setting(CREATION) != CHOSEN and (action.type or action.alignment):
        raise RuleViolation(words.ROLLED_HERE)
    type_die = 0 if action.type else _die(dice, "type")
    alignment_die = 0 if action.alignment else _die(dice, "alignment")
    type_ = action.type or tuple(Type)[type_die - 1]
    alignment = action.alignment or ALIGNMENTS[alignment_die - 1]
    home = action.home or scene.place
    state = Adventurer(
        name, action.player, type_, alignment, BEGINNING[type_], home=home, revision=scene.entry
    )
    told = AdventurerCreated(name, action.player, type_, alignment, type_die, alignment_die, home)
    made = Open(scene.new_id(), ADVENTURER.name, state)
    return Turn((made,), (told,), channel=home, on_behalf_of=_for(scene, action.player))


def _die(dice: Dice, reason: str) -> int:
    (face,) = dice.roll(1, 6, reason=reason)
    return face


def _require_player(scene: Scene, player: int) -> None:
    if player == scene.actor:
        return
    if scene.standing is not Standing.GAME_MASTER:
        raise NotAllowed(words.FOR_SOMEBODY_ELSE)
    if scene.campaign.standing(player) not in (Standing.PLAYER, Standing.GAME_MASTER):
        raise RuleViolation(words.no_player(player))


def _require_alone(scene: Scene, player: int) -> None:
    """See that the player may have one more. Raises RuleViolation naming the one there is."""
    own = [each.state for each in scene.all(ADVENTURER) if each.state.player == player]
    if own and scene.setting(ADVENTURERS) == ONE_EACH:
        name = safe(own[0].name)
        raise RuleViolation(words.has_one(name) if player == scene.actor else words.they_have(player, name))


def _named(scene: Scene, text: str, but: RecordId | None = None) -> str:
    """The name as it is kept. Raises RuleViolation for one that somebody in play bears."""
    name = one_line(text)
    if not 1 <= len(name) <= NAME_LENGTH:
        raise RuleViolation(words.bad_name(NAME_LENGTH, len(name)))
    others = (each.state for each in scene.all(ADVENTURER) if each.id != but)
    if any(other.name.casefold() == name.casefold() for other in others):
        raise RuleViolation(words.TAKEN_NAME)
    return name


def _for(scene: Scene, player: int) -> int | None:
    return player if player != scene.actor else None


# -- changed ----------------------------------------------------------------------------------------


def edit_scope(action: EditAdventurer) -> Scope:
    """The adventurer with what belongs to it, and whoever bears the new name."""
    scope = adventurer_scope(action)
    if action.name is None:
        return scope
    return replace(scope, wants=(*scope.wants, Want(ADVENTURER.name, text=one_line(action.name))))


def edit_adventurer(scene: Scene, action: EditAdventurer, dice: Dice) -> Turn:
    """Replace what is given.

    Raises RuleViolation for a name in use, long notes, from a form that is old, or where nothing changes.
    """
    record = scene.get(ADVENTURER, action.adventurer)
    before = record.state
    if action.seen not in ("", mark(before)):
        raise RuleViolation(words.FORM_IS_OLD)
    name = before.name if action.name is None else _named(scene, action.name, but=record.id)
    about = before.about if action.about is None else _about(action.about)
    after = replace(before, name=name, about=about)
    if after == before:
        raise RuleViolation(words.SAME_SHEET)
    told = AdventurerEdited(before.name, name, about != before.about)
    return kept(scene, record, after, told, on_behalf_of=_for(scene, before.player))


def mark(state: Adventurer) -> str:
    """What tells a form filled with this sheet from one that was filled with an earlier one."""
    return f"{zlib.crc32('|'.join((state.name, state.about)).encode()):08x}"


def _about(text: str) -> str:
    """The notes. Raises RuleViolation where they are too long."""
    about = paragraphs(text)
    if len(about) > ABOUT_LENGTH:
        raise RuleViolation(words.long_notes(ABOUT_LENGTH, len(about)))
    if about.count("\n") >= MOST_LINES:
        raise RuleViolation(words.many_lines(MOST_LINES, about.count("\n") + 1))
    return about


def settle_adventurer(scene: Scene, action: SettleAdventurer, dice: Dice) -> Turn:
    """Give the adventurer another home. Raises RuleViolation where it lives there already."""
    record = scene.get(ADVENTURER, action.adventurer)
    state, home = record.state, action.home or scene.place
    if state.home == home:
        raise RuleViolation(words.lives_here(safe(state.name)))
    told = AdventurerSettled(state.name, home)
    return kept(scene, record, replace(state, home=home), told, on_behalf_of=_for(scene, state.player))


def retire_adventurer(scene: Scene, action: RetireAdventurer, dice: Dice) -> Turn:
    """Archive the adventurer, whatever it was about to do; it loses what the fallen lose (A39, Q23)."""
    record = scene.get(ADVENTURER, action.adventurer)
    state = record.state
    told = AdventurerRetired(
        state.name,
        state.player,
        state.turn,
        state.felled,
        state.location,
        state.gold,
        tuple(each.name for each in state.possessions),
        state.quest.name if state.quest is not None else "",
    )
    retired = gone(state, End.RETIRED)
    return kept(scene, record, retired, told, on_behalf_of=_for(scene, state.player))


KINDS: tuple[Kind[Any], ...] = (ADVENTURER,)
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(CreateAdventurer, create_adventurer, Permit.MEMBERS, create_scope),
    ActionKind(EditAdventurer, edit_adventurer, Permit.OWNER_OR_GAME_MASTER, edit_scope, adventurer_player),
    ActionKind(
        SettleAdventurer, settle_adventurer, Permit.OWNER_OR_GAME_MASTER, adventurer_scope, adventurer_player
    ),
    ActionKind(
        RetireAdventurer, retire_adventurer, Permit.OWNER_OR_GAME_MASTER, adventurer_scope, adventurer_player
    ),
)
EVENTS: tuple[type[Any], ...] = (
    AdventurerCreated,
    AdventurerChanged,
    AdventurerEdited,
    AdventurerSettled,
    AdventurerRetired,
    AdventurerFell,
)
