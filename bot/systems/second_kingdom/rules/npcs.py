"""The game master's own: adversaries, a horde as one (Q20), and whoever else the heroes strive with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, GAME_MASTERS, Audience, Permit
from bot.engine.system import (
    ActionKind,
    Change,
    Kind,
    Open,
    Record,
    RecordId,
    Replace,
    Scene,
    Scope,
    Turn,
    Want,
)
from bot.engine.words import one_line, paragraphs, safe
from bot.errors import RuleViolation
from bot.systems.second_kingdom.rules.heroes import NAME_LENGTH, require_score
from bot.systems.second_kingdom.rules.portrait import PORTRAIT
from bot.systems.second_kingdom.rules.state import Known, Npc, Virtue, links_of, npc_view
from bot.systems.second_kingdom.words import npcs as words
from bot.systems.second_kingdom.words import records

ABOUT_LENGTH = 1000

NPC: Kind[Npc] = Kind(
    "npc",
    Npc,
    title=lambda npc: npc.name,
    links=links_of,
    view=npc_view,
    word=records.part,
)


@dataclass(frozen=True, slots=True)
class CreateNpc:
    """Make somebody for the game masters to play; the table knows of nobody hidden."""

    name: str
    is_horde: bool = False
    courage: int | None = None
    prudence: int | None = None
    temperance: int | None = None
    known: Known = Known.HIDDEN


@dataclass(frozen=True, slots=True)
class NpcCreated:
    """Somebody new to strive with, with the virtues that the reader may know."""

    npc: RecordId
    name: str
    is_horde: bool
    known: Known
    virtues: tuple[tuple[str, int], ...] = ()
    audience: Audience = GAME_MASTERS


@dataclass(frozen=True, slots=True)
class EditNpc:
    """Write name, virtues and notes anew; a virtue of None is none."""

    npc: RecordId
    name: str
    courage: int | None = None
    prudence: int | None = None
    temperance: int | None = None
    about: str = ""


@dataclass(frozen=True, slots=True)
class NpcEdited:
    """A name or virtues changed: (virtue, before, after) each."""

    name: str
    before: str
    virtues: tuple[tuple[str, int | None, int | None], ...] = ()
    audience: Audience = GAME_MASTERS


@dataclass(frozen=True, slots=True)
class NpcNoted:
    """The game masters' notes changed."""

    name: str
    audience: Audience = GAME_MASTERS


@dataclass(frozen=True, slots=True)
class RevealNpc:
    """Decide what the table knows of one of the game master's own."""

    npc: RecordId
    known: Known


@dataclass(frozen=True, slots=True)
class NpcRevealed:
    """The table knows more of somebody, or less."""

    npc: RecordId
    name: str
    is_horde: bool
    before: Known
    known: Known
    virtues: tuple[tuple[str, int], ...] = ()
    audience: Audience = EVERYONE


# -- made -------------------------------------------------------------------------------------------


def audience_of(known: Known) -> Audience:
    """Who may read of what everybody sees of an NPC, but for its numbers: see `Known`."""
    return GAME_MASTERS if known is Known.HIDDEN else EVERYONE


def named_scope(action: CreateNpc) -> Scope:
    """Whoever is called so already."""
    return Scope(wants=(Want(NPC.name, text=one_line(action.name)),))


def create_npc(scene: Scene, action: CreateNpc, dice: Dice) -> Turn:
    """Open the record. Raises RuleViolation for a name in use or a virtue out of range."""
    scores = (action.courage, action.prudence, action.temperance)
    npc = Npc(one_line(action.name), action.known, action.is_horde, *scores)
    _require_sound(scene, npc)
    record = scene.new_id()
    told = NpcCreated(record, npc.name, npc.is_horde, npc.known, virtues_of(npc))
    return Turn((Open(record, NPC.name, npc),), _told(told))


def _told(told: NpcCreated) -> tuple[NpcCreated, ...]:
    """To the game masters and, as far as it is known, to everybody."""
    if told.known is Known.HIDDEN:
        return (told,)
    if told.known is Known.OPEN or not told.virtues:
        return (replace(told, audience=EVERYONE),)
    return (replace(told, virtues=(), audience=EVERYONE), told)


def _require_sound(scene: Scene, npc: Npc, own: RecordId | None = None) -> None:
    if not 1 <= len(npc.name) <= NAME_LENGTH:
        raise RuleViolation(words.bad_name(NAME_LENGTH, len(npc.name)))
    for other in scene.all(NPC):
        if other.id != own and other.state.name.casefold() == npc.name.casefold():
            raise RuleViolation(words.TAKEN_NAME)
    for name, score in virtues_of(npc):
        require_score(Virtue(name), score)
    if len(npc.about) > ABOUT_LENGTH:
        raise RuleViolation(words.bad_about(ABOUT_LENGTH, len(npc.about)))


def virtues_of(npc: Npc) -> tuple[tuple[str, int], ...]:
    """The virtues it has."""
    scores = ((virtue.value, npc.score(virtue)) for virtue in Virtue)
    return tuple((name, score) for name, score in scores if score is not None)


# -- changed ----------------------------------------------------------------------------------------


def edit_scope(action: EditNpc) -> Scope:
    """The NPC, and whoever is called as it shall be."""
    return Scope(ids=(action.npc,), wants=(Want(NPC.name, text=one_line(action.name)),))


def edit_npc(scene: Scene, action: EditNpc, dice: Dice) -> Turn:
    """Replace what is written of it. Raises RuleViolation as for a new one, or where nothing changes."""
    before = scene.get(NPC, action.npc).state
    after = replace(
        before,
        name=one_line(action.name),
        courage=action.courage,
        prudence=action.prudence,
        temperance=action.temperance,
        about=paragraphs(action.about),
    )
    if after == before:
        raise RuleViolation(words.SAME)
    _require_sound(scene, after, action.npc)
    return Turn((Replace(action.npc, after),), tuple(_edited(before, after)))


def _edited(before: Npc, after: Npc) -> list[NpcEdited | NpcNoted]:
    """The notes are the game masters' alone, and the numbers of whoever isn't open."""
    changed = tuple(
        (virtue.value, before.score(virtue), after.score(virtue))
        for virtue in Virtue
        if before.score(virtue) != after.score(virtue)
    )
    told: list[NpcEdited | NpcNoted] = []
    if changed or before.name != after.name:
        audience = EVERYONE if after.known is Known.OPEN else GAME_MASTERS
        told.append(NpcEdited(after.name, before.name, changed, audience))
    if before.about != after.about:
        told.append(NpcNoted(after.name))
    return told


# -- revealed ---------------------------------------------------------------------------------------


def reveal_scope(action: RevealNpc) -> Scope:
    """The NPC, and its picture."""
    return Scope(ids=(action.npc,), links=True)


def reveal_npc(scene: Scene, action: RevealNpc, dice: Dice) -> Turn:
    """Change what the table knows; less is nobody's business. Raises RuleViolation where it is the same."""
    record = scene.get(NPC, action.npc)
    npc = record.state
    if npc.known is action.known:
        raise RuleViolation(words.known_so(safe(npc.name), npc.known))
    steps = list(Known)
    is_more = steps.index(action.known) > steps.index(npc.known)
    virtues = virtues_of(npc) if action.known is Known.OPEN else ()
    audience = EVERYONE if is_more else GAME_MASTERS
    told = NpcRevealed(action.npc, npc.name, npc.is_horde, npc.known, action.known, virtues, audience)
    return Turn(known_as(scene, record, action.known), (told,), subject=action.npc)


def known_as(scene: Scene, npc: Record[Npc], known: Known) -> tuple[Change, ...]:
    """What the table knows of somebody from now on; an uploaded picture is as secret as whom it shows."""
    change = Replace(npc.id, replace(npc.state, known=known))
    if npc.state.picture is None:
        return (change,)
    picture = scene.get(PORTRAIT, npc.state.picture)
    is_secret = known is Known.HIDDEN
    if picture.state.is_secret is is_secret:
        return (change,)
    return (change, Replace(picture.id, replace(picture.state, is_secret=is_secret)))


KINDS: tuple[Kind[Any], ...] = (NPC,)
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(CreateNpc, create_npc, Permit.GAME_MASTERS, named_scope),
    ActionKind(EditNpc, edit_npc, Permit.GAME_MASTERS, edit_scope),
    ActionKind(RevealNpc, reveal_npc, Permit.GAME_MASTERS, reveal_scope),
)
EVENTS: tuple[type[Any], ...] = (NpcCreated, NpcEdited, NpcNoted, NpcRevealed)
