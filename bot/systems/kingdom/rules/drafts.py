"""A kingdom that is being drawn up: what is chosen for it, what founding it costs, and its founding."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience
from bot.engine.system import Scene, Turn
from bot.engine.words import clip, one_line, safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.book import CLAIM_COST, TERRAINS, XP_CAPITAL, XP_KINGDOM
from bot.systems.kingdom.rules.founding import (
    DRAFT,
    AgreeTerms,
    ChooseAlignment,
    ChooseFirstHex,
    FoundKingdom,
)
from bot.systems.kingdom.rules.hexes import Spot
from bot.systems.kingdom.rules.inheriting import inherited
from bot.systems.kingdom.rules.keeping import kept
from bot.systems.kingdom.rules.land import MOST_HEXES, Hex, Land
from bot.systems.kingdom.rules.places import coordinates, label_of, spot_of
from bot.systems.kingdom.rules.realm import Realm, found_realm
from bot.systems.kingdom.rules.settling import borders_of, require_shore
from bot.systems.kingdom.rules.state import MOST_POINTS, NAME_LENGTH, Kingdom, Terms
from bot.systems.kingdom.rules.terms import Alignment, Backing, Border, Improvement, Stage, Terrain, Tribute
from bot.systems.kingdom.rules.town import Town
from bot.systems.kingdom.words import founding as words
from bot.systems.kingdom.words import founding_towns as town_words

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


def choose_alignment(scene: Scene, action: ChooseAlignment, dice: Dice) -> Turn:
    """Choose the alignment, also of a kingdom that stands. Raises RuleViolation for none of the nine."""
    realm = found_realm(scene, action.kingdom)
    if action.alignment not in set(Alignment):
        raise RuleViolation(words.no_alignment(safe(action.alignment, 40)))
    kingdom = replace(realm.kingdom, alignment=Alignment(action.alignment))
    after = replace(realm, kingdom=_redrawn(scene, kingdom))
    return kept(scene, realm, after, FoundingChanged(realm.kingdom.name, "alignment", action.alignment))


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
        raise RuleViolation(town_words.BORDERS_OF_NOTHING)
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
