"""Kingdoms as a whole: drawn up, founded, renamed, shown, ended."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit
from bot.engine.system import ActionKind, Kind, Open, RecordId, Scene, Scope, Turn, Want
from bot.engine.words import clip, one_line, paragraphs, safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.drafts import (
    FoundingChanged,
    KingdomFounded,
    agree_terms,
    choose_alignment,
    choose_first_hex,
    found_kingdom,
)
from bot.systems.kingdom.rules.founding import (
    AgreeTerms,
    BeginKingdom,
    ChooseAlignment,
    ChooseFirstHex,
    EndKingdom,
    FoundKingdom,
)
from bot.systems.kingdom.rules.keeping import KEPT_EVENTS, kept
from bot.systems.kingdom.rules.land import LAND, Land
from bot.systems.kingdom.rules.losing import lost
from bot.systems.kingdom.rules.realm import KINGDOM, found_realm, kingdom_scope
from bot.systems.kingdom.rules.showing import KingdomShown, ShowKingdom, show_kingdom
from bot.systems.kingdom.rules.state import NAME_LENGTH, REASON_LENGTH, Kingdom
from bot.systems.kingdom.rules.terms import Stage
from bot.systems.kingdom.rules.town import TOWN
from bot.systems.kingdom.words import realms as words

ABOUT_LENGTH = 300


@dataclass(frozen=True, slots=True)
class RenameKingdom:
    """Give a kingdom another name."""

    kingdom: RecordId
    name: str


@dataclass(frozen=True, slots=True)
class KingdomBegun:
    """A kingdom is being drawn up."""

    name: str
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class KingdomRenamed:
    """A kingdom has another name."""

    before: str
    name: str
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class KingdomEnded:
    """A kingdom is no more: how many hexes and settlements are free again. A draft was only dropped."""

    name: str
    reason: str = ""
    hexes: int = 0
    settlements: int = 0
    was_draft: bool = False
    audience: Audience = EVERYONE


def begin_kingdom(scene: Scene, action: BeginKingdom, dice: Dice) -> Turn:
    """Draw up a kingdom on the campaign's land, which is begun with the first. Raises RuleViolation."""
    name = _name(action.name)
    _require_new(scene, name)
    about = paragraphs(action.about)
    if len(about) > ABOUT_LENGTH:
        raise RuleViolation(words.about_length(ABOUT_LENGTH, len(about)))
    lands = scene.all(LAND)
    land = lands[0].id if lands else scene.new_id()
    opened = () if lands else (Open(land, LAND.name, Land(words.LAND)),)
    kingdom = scene.new_id()
    state = Kingdom(name, land, home=scene.place, about=about)
    return Turn((*opened, Open(kingdom, KINGDOM.name, state)), (KingdomBegun(name),), kingdom)


def _name(text: str) -> str:
    name = one_line(text)
    if not name or len(name) > NAME_LENGTH:
        raise RuleViolation(words.name_length(NAME_LENGTH))
    return name


def _require_new(scene: Scene, name: str) -> None:
    if any(each.state.name.casefold() == name.casefold() for each in scene.all(KINGDOM)):
        raise RuleViolation(words.name_taken(safe(name, NAME_LENGTH)))


def rename_kingdom(scene: Scene, action: RenameKingdom, dice: Dice) -> Turn:
    """Rename it. Raises RuleViolation for a name that another has, the one it has, or none."""
    realm, name = found_realm(scene, action.kingdom), _name(action.name)
    before = realm.kingdom.name
    if name == before:
        raise RuleViolation(words.same_name(safe(name, NAME_LENGTH)))
    if name.casefold() != before.casefold():
        _require_new(scene, name)
    after = replace(realm, kingdom=replace(realm.kingdom, name=name))
    return kept(scene, realm, after, KingdomRenamed(before, name))


def end_kingdom(scene: Scene, action: EndKingdom, dice: Dice) -> Turn:
    """Take it out of play: its hexes are unclaimed again, its settlements Free Cities."""
    realm = found_realm(scene, action.kingdom)
    freed = lost(realm, realm.hexes) if realm.hexes else realm
    after = replace(freed, kingdom=replace(freed.kingdom, stage=Stage.ENDED))
    told = KingdomEnded(
        realm.kingdom.name,
        clip(one_line(action.reason), REASON_LENGTH),
        realm.size,
        len(realm.towns),
        was_draft=realm.kingdom.stage is Stage.FOUNDING,
    )
    return kept(scene, realm, after, told)


def _all_kingdoms(action: BeginKingdom) -> Scope:
    return Scope(wants=(Want(KINGDOM.name), Want(LAND.name)))


def _with_all(action: RenameKingdom) -> Scope:
    return Scope(ids=(action.kingdom,), wants=(Want(KINGDOM.name),), links=True)


GMS = Permit.GAME_MASTERS
KINDS: tuple[Kind[Any], ...] = (KINGDOM, LAND, TOWN)
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(BeginKingdom, begin_kingdom, GMS, _all_kingdoms),
    ActionKind(ChooseAlignment, choose_alignment, GMS, kingdom_scope),
    ActionKind(AgreeTerms, agree_terms, GMS, kingdom_scope),
    ActionKind(ChooseFirstHex, choose_first_hex, GMS, kingdom_scope),
    ActionKind(FoundKingdom, found_kingdom, GMS, kingdom_scope),
    ActionKind(RenameKingdom, rename_kingdom, GMS, _with_all),
    ActionKind(EndKingdom, end_kingdom, GMS, kingdom_scope),
    ActionKind(ShowKingdom, show_kingdom, Permit.MEMBERS, kingdom_scope),
)
EVENTS: tuple[type[Any], ...] = (
    *KEPT_EVENTS,
    KingdomBegun,
    FoundingChanged,
    KingdomFounded,
    KingdomRenamed,
    KingdomEnded,
    KingdomShown,
)
