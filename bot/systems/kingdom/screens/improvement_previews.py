"""What can be built in a hex, and each improvement and site as they are shown before they are done."""

from __future__ import annotations

from collections.abc import Iterator

from bot.errors import RuleViolation
from bot.systems.kingdom.rules.calendar import is_open
from bot.systems.kingdom.rules.chains import aqueducts
from bot.systems.kingdom.rules.hexes import Spot
from bot.systems.kingdom.rules.improvements import (
    improved,
    prepared,
    ready_in,
    require_buildable,
    require_own,
)
from bot.systems.kingdom.rules.limits import left
from bot.systems.kingdom.rules.prices import require_points
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.settings import PREPARATION_COUNTS
from bot.systems.kingdom.rules.siting import Buildable, buildable, replaced
from bot.systems.kingdom.rules.sources import ON_RESOURCE
from bot.systems.kingdom.rules.terms import Improvement, Limit, Special, Step, Task
from bot.systems.kingdom.screens.finding import Seen
from bot.systems.kingdom.screens.previews import effects, is_for, name_of, what_is_there, whose
from bot.systems.kingdom.words import claims as claim_words
from bot.systems.kingdom.words import improving as words
from bot.systems.kingdom.words import limits as limit_words
from bot.systems.kingdom.words.names import IMPROVEMENTS
from bot.ui.card import Button, Card, Pick, Select, Tone
from bot.ui.text import fitting

BUILD, LIST, PREPARE = "hex_improve", "hex_improve_list", "hex_prepare"
REASONS = 1400
ROADS = (Improvement.ROAD, Improvement.HIGHWAY)


# -- what can be built --------------------------------------------------------------------------------


def panel(seen: Seen, spot: Spot) -> Card:
    """Every improvement of a hex: those that can be built to pick from, the others with the reason.

    Raises RuleViolation for a hex that is not the kingdom's.
    """
    realm = seen.realm
    require_own(realm, spot)
    found = [one(realm, spot, each) for each in buildable(realm, spot)]
    can = [each for each in found if each.price is not None]
    cannot = [words.why_not(each.improvement.value, each.why) for each in found if each.price is None]
    lines = (
        words.stands_here(what_is_there(realm.land.hexes[spot]), _here(realm, spot)),
        words.in_hand(realm.kingdom.treasury),
        *_timing(realm),
        words.here_now([(each.improvement.value, each.price or 0) for each in can], is_now=_is_now(realm)),
        *whose(seen, Task.TERRAIN),
    )
    picks = tuple(_pick(each) for each in can)
    selects = (Select(words.PICK_ONE, BUILD, picks, (seen.id, spot)),) if picks else ()
    reasons = (words.NOT_HERE_TITLE, *fitting(cannot, REASONS)) if cannot else ()
    title = words.panel_title(name_of(realm, spot))
    return Card(title, (*lines, *reasons), tone=Tone.QUIET, selects=selects)


def _pick(found: Buildable) -> Pick:
    kind = found.improvement.value
    return Pick(kind, words.pick_label(kind, found.price or 0), words.EFFECTS[kind])


def one(realm: Realm, spot: Spot, found: Buildable) -> Buildable:
    """An improvement with what the Treasury says of it: one too dear for it can't be built now."""
    if found.price is None:
        return found
    try:
        require_points(realm, found.price)
    except RuleViolation:
        return Buildable(found.improvement, None, words.too_dear(found.price, realm.kingdom.treasury))
    return found


def _here(realm: Realm, spot: Spot) -> list[str]:
    return [each.value for each in realm.land.hexes[spot].improvements]


def _is_now(realm: Realm) -> bool:
    """Whether the month allows one more improvement now."""
    return is_open(realm.kingdom, Step.TERRAIN) and left(realm, Limit.TERRAIN) != 0


def _timing(realm: Realm) -> Iterator[str]:
    """How many more the month allows, or that its Terrain step is not open."""
    if is_open(realm.kingdom, Step.TERRAIN):
        yield limit_words.left(Limit.TERRAIN.value, left(realm, Limit.TERRAIN))
    else:
        yield words.NOT_NOW


# -- one of them --------------------------------------------------------------------------------------


def improvement(seen: Seen, spot: Spot, kind: Improvement) -> Card:
    """What it costs there and changes, and the button that builds it.

    Raises RuleViolation saying what stands against it.
    """
    realm, name = seen.realm, name_of(seen.realm, spot)
    price = require_buildable(realm, spot, kind)
    after = improved(realm, spot, kind, price)
    below = replaced(realm.hexes[spot], kind)
    lines = (
        claim_words.costs(price, realm.kingdom.treasury),
        words.gives(words.EFFECTS[kind.value]),
        *([words.instead(below.value)] if below is not None else []),
        *_particulars(realm, after, spot, kind),
        *effects(realm, after),
        *_timing(realm),
        *whose(seen, Task.TERRAIN),
    )
    label = words.build_button if below is None else words.upgrade_button
    back = Button(words.BACK, LIST, (seen.id, spot))
    build = Button(label(kind.value, price), BUILD, (seen.id, spot, kind.value, str(price)), is_main=True)
    buttons = (build, back) if _is_now(realm) and is_for(seen, Task.TERRAIN) else (back,)
    return Card(words.build_title(kind.value, name), lines, tone=Tone.QUIET, buttons=buttons)


def _particulars(realm: Realm, after: Realm, spot: Spot, kind: Improvement) -> Iterator[str]:
    """What its numbers alone don't say."""
    if kind in ON_RESOURCE and Special.RESOURCE in realm.hexes[spot].specials:
        yield words.ON_RESOURCE
    if kind in ROADS:
        yield words.roads_now(kind.value, len(after.with_improvement(kind)))
    if kind is Improvement.AQUEDUCT:
        yield words.chain_now(is_complete=any(spot in chain for chain in aqueducts(after)))
    if kind is Improvement.CANAL:
        yield words.CANAL_NOW


# -- a site -------------------------------------------------------------------------------------------


def site(seen: Seen, spot: Spot, price: int) -> Card:
    """What preparing a settlement's site costs, when it is ready, and the button that begins it."""
    realm = seen.realm
    lines = [
        what_is_there(realm.hexes[spot]),
        claim_words.costs(price, realm.kingdom.treasury),
        words.when_ready(ready_in(realm, spot), realm.month),
    ]
    if realm.rulings.is_on(PREPARATION_COUNTS):
        lines.append(limit_words.left(Limit.TERRAIN.value, left(realm, Limit.TERRAIN)))
    lines += [*effects(realm, prepared(realm, spot, price)), *whose(seen, Task.TERRAIN)]
    button = Button(words.prepare_button(price), PREPARE, (seen.id, spot, str(price)), is_main=True)
    title = words.prepare_title(name_of(realm, spot))
    buttons = (button,) if is_for(seen, Task.TERRAIN) else ()
    return Card(title, tuple(lines), tone=Tone.QUIET, buttons=buttons)


def suggestion(realm: Realm, spot: Spot, found: Buildable) -> tuple[str, str]:
    """An improvement as an autocomplete lists it: with its price, or why not."""
    found = one(realm, spot, found)
    line = words.suggestion(found.improvement.value, found.price, found.why)
    return line, IMPROVEMENTS[found.improvement.value]
