"""Claiming and abandoning a hex, as they are shown before they are done."""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.system import RecordId
from bot.systems.kingdom.rules.book import CLAIM_COST
from bot.systems.kingdom.rules.claiming import (
    Cities,
    abandoned,
    city_check,
    claimed,
    is_free_city,
    unrest_of,
)
from bot.systems.kingdom.rules.claims import free_city
from bot.systems.kingdom.rules.hexes import Spot
from bot.systems.kingdom.rules.limits import left
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.rejoining import rejoined
from bot.systems.kingdom.rules.settings import FREE_CITY_FAILURE
from bot.systems.kingdom.rules.terms import Limit, Task
from bot.systems.kingdom.rules.town import NAME_LENGTH
from bot.systems.kingdom.screens.finding import Seen
from bot.systems.kingdom.screens.previews import effects, is_for, name_of, what_is_there, whose
from bot.systems.kingdom.words import checks
from bot.systems.kingdom.words import claims as words
from bot.systems.kingdom.words import limits as limit_words
from bot.systems.kingdom.words.names import IMPROVEMENTS
from bot.ui.card import Button, Card, Tone
from bot.ui.text import safe

CLAIM, ABANDON = "hex_claim", "hex_abandon"
# What stands for the record that a Free City becomes.
UNWRITTEN = RecordId("")


def claim(seen: Seen, spot: Spot, cities: Cities) -> Card:
    """What claiming that hex costs and changes, and the button that does it."""
    realm, name = seen.realm, name_of(seen.realm, spot)
    lines = [
        what_is_there(realm.land.hexes[spot]),
        words.costs(CLAIM_COST, realm.kingdom.treasury),
        limit_words.left(Limit.CLAIMS.value, left(realm, Limit.CLAIMS)),
    ]
    # A button knows no markup: what it says is made safe where it is drawn.
    bare = realm.land.name_of(spot)
    label = words.claim_button(bare, CLAIM_COST)
    if is_free_city(realm, spot, cities):
        lines += [*_city_lines(realm, spot, cities)]
        cities = cities or {UNWRITTEN: free_city(realm, spot)}
        label = words.ask_button(bare)
    after, _ = rejoined(claimed(realm, spot, cities), spot, 0)
    lines += [*effects(realm, after), *whose(seen, Task.HEXES)]
    button = Button(label, CLAIM, (seen.id, spot, str(CLAIM_COST)), is_main=True)
    buttons = (button,) if is_for(seen, Task.HEXES) else ()
    return Card(words.claims_title(name), tuple(lines), tone=Tone.QUIET, buttons=buttons)


def _city_lines(realm: Realm, spot: Spot, cities: Cities) -> Iterator[str]:
    made = city_check(realm, spot)
    if made.needed is not None:
        needs = checks.needs(made.attribute.value, made.needed, made.chance)
        yield words.city_check([safe(town.name, NAME_LENGTH) for town in cities.values()], needs)
    yield words.if_it_fails(is_claimed=realm.rulings.is_on(FREE_CITY_FAILURE))
    yield words.IF_IT_JOINS


def abandon(seen: Seen, spot: Spot) -> Card:
    """What giving up that hex costs and changes, and the button that does it."""
    realm, name = seen.realm, name_of(seen.realm, spot)
    after = abandoned(realm, spot)
    lines = (
        what_is_there(realm.hexes[spot]),
        *_losses(realm, after, spot),
        *effects(realm, after),
        *whose(seen, Task.HEXES),
    )
    unrest = unrest_of(realm, spot)
    label = words.abandon_button(realm.land.name_of(spot), unrest)
    button = Button(label, ABANDON, (seen.id, spot, str(unrest)), is_main=True)
    buttons = (button,) if is_for(seen, Task.HEXES) else ()
    return Card(words.abandon_title(name), lines, tone=Tone.QUIET, buttons=buttons)


def _losses(realm: Realm, after: Realm, spot: Spot) -> Iterator[str]:
    """What goes with the hex, the worst in bold."""
    improvements = realm.hexes[spot].improvements
    if improvements:
        yield words.what_is_lost([IMPROVEMENTS[each.value] for each in improvements])
    towns = realm.towns_at(spot)
    if towns:
        yield words.become_free([safe(town.name, NAME_LENGTH) for town in towns.values()])
    if (capital := realm.kingdom.capital) is not None and capital in towns:
        yield words.is_capital(safe(towns[capital].name, NAME_LENGTH))
    cut_off = (after.size - len(after.primary)) - (realm.size - len(realm.primary))
    if cut_off > 0:
        yield words.cut_off(cut_off)
    if not after.size:
        yield words.LAST_HEX
