"""A kingdom that is being drawn up: what is chosen for it, what founding it costs, and its founding."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.declare import action, declared, option
from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit
from bot.engine.system import ActionKind, Kind, Open, RecordId, Scene, Scope, Turn, Want
from bot.engine.words import clip, one_line, paragraphs, safe
from bot.errors import RuleViolation
from bot.systems.kingdom.book import (
    CLAIM_COST,
    TERRAINS,
    XP_CAPITAL,
    XP_KINGDOM,
    Alignment,
    Backing,
    Border,
    Improvement,
    Stage,
    Terrain,
    Tribute,
)
from bot.systems.kingdom.founding import words
from bot.systems.kingdom.land.claims import lost
from bot.systems.kingdom.land.state import LAND, MOST_HEXES, Hex, Land, Spot, coordinates, label_of, spot_of
from bot.systems.kingdom.outcome import kept
from bot.systems.kingdom.realm import (
    KINGDOM,
    KINGDOM_MEANT,
    KingdomShown,
    OnKingdom,
    Realm,
    ShowKingdom,
    borders_of,
    found_realm,
    kingdom_scope,
    require_shore,
    show_kingdom,
)
from bot.systems.kingdom.state import (
    DRAFT,
    MOST_POINTS,
    NAME_LENGTH,
    REASON_LENGTH,
    AgreeTerms,
    BeginKingdom,
    ChooseAlignment,
    ChooseFirstHex,
    EndKingdom,
    FoundKingdom,
    Kingdom,
    Terms,
)
from bot.systems.kingdom.towns import words as towns_words
from bot.systems.kingdom.towns.settlements import inherited
from bot.systems.kingdom.towns.state import TOWN, Town

GMS = Permit.GAME_MASTERS
ORIGIN: Spot = "0,0"


@dataclass(frozen=True, slots=True)
class FoundingChanged:
    """Something of a founding was chosen: what ("alignment", "terms", "hex"), and its value."""

    name: str
    what: str
    value: str
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class KingdomFounded:
    """A kingdom stands: what its founding cost (BP), and what is left."""

    name: str
    spot: str
    claim: int
    preparation: int
    treasury: int
    capital: str = ""
    xp: int = 0
    borders: tuple[Border, ...] = ()
    # The Fort or Watchtower of its hex, which became buildings of the capital.
    inherits: Improvement | None = None
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a founding costs as drawn up: BP for the claim and the site, and what is left of those it has.

    `months` is how long the site takes to prepare; the first month begins all the same.
    """

    claim: int
    preparation: int
    months: int
    left: int


def prospect(realm: Realm) -> Prospect | None:
    """What founding costs; None before the first hex is chosen, and where nothing can be built."""
    each = realm.land.hexes.get(realm.kingdom.first) if realm.kingdom.first is not None else None
    row = TERRAINS[each.terrain] if each is not None else None
    if each is None or row is None or row.prepare is None or row.prepare_months is None:
        return None
    # A hex that came with the domain (fief, conquest) is claimed already.
    claim = 0 if each.realm == realm.id else CLAIM_COST
    return Prospect(claim, row.prepare, row.prepare_months, realm.kingdom.terms.points - claim - row.prepare)


def lacking(kingdom: Kingdom) -> tuple[str, ...]:
    """What must be chosen before it can be founded: "alignment", "points", "hex"."""
    chosen = {
        "alignment": kingdom.alignment is not None,
        "points": kingdom.terms.points > 0,
        "hex": kingdom.first is not None,
    }
    return tuple(what for what, is_there in chosen.items() if not is_there)


def _drafted(scene: Scene, action: AgreeTerms | ChooseFirstHex | FoundKingdom) -> Realm:
    realm = found_realm(scene, action.kingdom)
    if realm.kingdom.stage is not Stage.FOUNDING:
        raise RuleViolation(words.is_founded(safe(realm.kingdom.name)))
    return realm


def _redrawn(scene: Scene, kingdom: Kingdom) -> Kingdom:
    """With its buttons as of this entry: what was shown before is not what would be founded now."""
    if kingdom.stage is not Stage.FOUNDING:
        return kingdom
    return replace(kingdom, month=replace(kingdom.month, opened={DRAFT: scene.entry}))


# -- chosen -------------------------------------------------------------------------------------------


@action(may=GMS, scope=kingdom_scope)
def choose_alignment(scene: Scene, action: ChooseAlignment, dice: Dice) -> Turn:
    """Choose the alignment, also of a kingdom that stands. Raises RuleViolation for none of the nine."""
    realm = found_realm(scene, action.kingdom)
    if action.alignment not in set(Alignment):
        raise RuleViolation(words.no_alignment(safe(action.alignment, 40)))
    kingdom = replace(realm.kingdom, alignment=Alignment(action.alignment))
    after = replace(realm, kingdom=_redrawn(scene, kingdom))
    return kept(scene, realm, after, FoundingChanged(realm.kingdom.name, "alignment", action.alignment))


@action(may=GMS, scope=kingdom_scope)
def agree_terms(scene: Scene, action: AgreeTerms, dice: Dice) -> Turn:
    """Say with how many BP it begins and on whose terms (R028). Raises RuleViolation for what can't be."""
    realm = _drafted(scene, action)
    if not 0 <= action.points <= MOST_POINTS:
        raise RuleViolation(words.points_out_of_range(MOST_POINTS))
    backing = _backing(action.backing)
    tribute = _tribute(action.tribute)
    sponsor = clip(one_line(action.sponsor), NAME_LENGTH)
    if backing is Backing.SCRATCH and tribute is not Tribute.NONE:
        raise RuleViolation(words.TRIBUTE_WITHOUT_SPONSOR)
    if backing is Backing.SCRATCH and sponsor:
        raise RuleViolation(words.sponsor_without_terms(safe(sponsor, NAME_LENGTH)))
    debt = action.points if tribute is Tribute.ONE else 0
    terms = Terms(backing, sponsor, action.points, tribute, debt)
    after = replace(realm, kingdom=_redrawn(scene, replace(realm.kingdom, terms=terms)))
    return kept(scene, realm, after, FoundingChanged(realm.kingdom.name, "terms", backing.value))


def _backing(text: str) -> Backing:
    if text and text not in set(Backing):
        raise RuleViolation(words.no_such_terms(safe(text, 40)))
    return Backing(text or Backing.SCRATCH)


def _tribute(text: str) -> Tribute:
    if text and text not in set(Tribute):
        raise RuleViolation(words.no_such_tribute(safe(text, 40)))
    return Tribute(text or Tribute.NONE)


@action(may=GMS, scope=kingdom_scope)
def choose_first_hex(scene: Scene, action: ChooseFirstHex, dice: Dice) -> Turn:
    """Choose the hex it begins with; a new one needs its terrain. Raises RuleViolation."""
    realm = _drafted(scene, action)
    land, spot = _on_map(realm.land, action)
    _require_free(realm, land, spot)
    after = replace(realm, land=land, kingdom=_redrawn(scene, replace(realm.kingdom, first=spot)))
    return kept(scene, realm, after, FoundingChanged(realm.kingdom.name, "hex", land.name_of(spot)))


def _on_map(land: Land, action: ChooseFirstHex) -> tuple[Land, Spot]:
    """The land with that hex explored, cleared and revealed; one that isn't there yet is drawn."""
    here = coordinates(action.hex)
    if action.terrain:
        spot, found = _drawn(land, action.hex, action.terrain)
    elif here is not None and here not in land.hexes:
        raise RuleViolation(words.needs_terrain(here))
    else:
        spot = spot_of(land, action.hex)
        found = land.hexes[spot]
    ready = replace(found, is_explored=True, is_cleared=True, is_revealed=True)
    return land.having({spot: ready}), spot


def _drawn(land: Land, text: str, terrain: str) -> tuple[Spot, Hex]:
    """A new hex: at those coordinates, or with that label in the middle of an empty map."""
    here = coordinates(text)
    label = "" if here is not None else label_of(text)
    labels = {each.label.casefold(): each.label for each in land.hexes.values() if each.label}
    if label.casefold() in labels:
        raise RuleViolation(words.is_drawn(safe(labels[label.casefold()], 40)))
    if here is not None and here in land.hexes:
        raise RuleViolation(words.is_drawn(safe(land.name_of(here), 40)))
    if here is None and land.hexes:
        raise RuleViolation(words.needs_coordinates(safe(label, 40)))
    if len(land.hexes) >= MOST_HEXES:
        raise RuleViolation(words.map_is_full(MOST_HEXES))
    if terrain not in set(Terrain):
        raise RuleViolation(words.no_terrain(safe(terrain, 40)))
    return here or ORIGIN, Hex(Terrain(terrain), label)


def _require_free(realm: Realm, land: Land, spot: Spot) -> None:
    each = land.hexes[spot]
    if each.realm not in (None, realm.id):
        raise RuleViolation(words.is_claimed(safe(land.name_of(spot), 40)))
    if TERRAINS[each.terrain].prepare is None:
        raise RuleViolation(words.CANT_BEGIN_ON_WATER)


# -- founded ------------------------------------------------------------------------------------------


@action(may=GMS, scope=kingdom_scope)
def found_kingdom(scene: Scene, action: FoundKingdom, dice: Dice) -> Turn:
    """Found it: claim its first hex, prepare the site, keep what is left (founding, steps 1 to 4).

    Raises RuleViolation naming all that is missing.
    """
    realm = _drafted(scene, action)
    lacks, spot = lacking(realm.kingdom), realm.kingdom.first
    if lacks or spot is None:
        raise RuleViolation(words.still_missing(lacks))
    _require_free(realm, realm.land, spot)
    cost = prospect(realm)
    if cost is None:
        raise RuleViolation(words.CANT_BEGIN_ON_WATER)
    if cost.left < 0:
        raise RuleViolation(words.costs_more(cost.claim, cost.preparation, realm.kingdom.terms.points))
    capital = one_line(action.capital)
    if len(capital) > NAME_LENGTH:
        raise RuleViolation(words.capital_length(NAME_LENGTH))
    borders = borders_of(action.borders)
    if borders and not capital:
        raise RuleViolation(towns_words.BORDERS_OF_NOTHING)
    require_shore(realm.land.hexes[spot], borders, safe(realm.land.name_of(spot), 40))
    return _founded(scene, realm, cost, Town(capital, spot, realm.kingdom.land, realm.id, borders=borders))


def _founded(scene: Scene, realm: Realm, cost: Prospect, first: Town) -> Turn:
    """The kingdom as founded; without a name its first settlement is to be founded later."""
    state, capital, spot, name = realm.kingdom, scene.new_id(), first.spot, first.name
    towns = {capital: first} if name else {}
    xp = XP_KINGDOM + (XP_CAPITAL if towns else 0)
    kingdom = replace(
        state,
        stage=Stage.STANDING,
        treasury=cost.left,
        settlements=tuple(towns),
        capital=next(iter(towns), None),
        milestones=("kingdom", "capital") if towns else ("kingdom",),
        xp=xp,
    )
    # The site is ready when the first month begins: its months of work came before.
    claimed = replace(realm.land.hexes[spot], realm=realm.id, prepared=0)
    # A game master may have hidden it since it was chosen.
    claimed = replace(claimed, is_explored=True, is_cleared=True, is_revealed=True)
    land = realm.land.having({spot: claimed})
    after, inherits = replace(realm, kingdom=kingdom, land=land, towns=towns), None
    if name:
        after, inherits = inherited(after, capital)
    told = KingdomFounded(
        state.name,
        land.name_of(spot),
        cost.claim,
        cost.preparation,
        cost.left,
        name,
        xp,
        first.borders,
        inherits,
    )
    return kept(scene, realm, after, told)


# -- Kingdoms as a whole: drawn up, founded, renamed, shown, ended -----------------------------------------


ABOUT_LENGTH = 300


class RenameKingdom(OnKingdom):
    """Give a kingdom another name"""

    kingdom: RecordId = option("Which one, where there are several", finder=KINGDOM_MEANT)
    name: str = option("The new name")


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


def _all_kingdoms(action: BeginKingdom) -> Scope:
    return Scope(wants=(Want(KINGDOM.name), Want(LAND.name)))


@action("kingdom found", may=GMS, scope=_all_kingdoms)
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


def _with_all(action: RenameKingdom) -> Scope:
    return Scope(ids=(action.kingdom,), wants=(Want(KINGDOM.name),), links=True)


@action("kingdom rename", may=GMS, scope=_with_all)
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


@action(may=GMS, scope=kingdom_scope)
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


KINDS: tuple[Kind[Any], ...] = (
    KINGDOM,
    LAND,
    TOWN,
)


ACTIONS = (
    *declared(__name__, ActionKind),
    ActionKind(ShowKingdom, show_kingdom, Permit.MEMBERS, kingdom_scope),
)


EVENTS: tuple[type[Any], ...] = (
    KingdomBegun,
    FoundingChanged,
    KingdomFounded,
    KingdomRenamed,
    KingdomEnded,
    KingdomShown,
)
