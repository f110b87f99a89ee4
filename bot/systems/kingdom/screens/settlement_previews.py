"""What another capital or another district would cost and change, shown privately before it is done."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.people import Standing
from bot.systems.kingdom.rules.book import ANARCHY_AT
from bot.systems.kingdom.rules.builders import meant_type
from bot.systems.kingdom.rules.capital import (
    FAILED_SIDES,
    MOVED_UNREST,
    capital_check,
    require_movable,
)
from bot.systems.kingdom.rules.months import require_open
from bot.systems.kingdom.rules.prices import require_points
from bot.systems.kingdom.rules.realm import require_standing
from bot.systems.kingdom.rules.settlements import (
    district_borders,
    district_price,
    require_district,
    with_district,
)
from bot.systems.kingdom.rules.settling import settlement_of
from bot.systems.kingdom.rules.terms import Step, Task
from bot.systems.kingdom.rules.territories import separated
from bot.systems.kingdom.screens.finding import Seen
from bot.systems.kingdom.screens.previews import effects, is_for, whose
from bot.systems.kingdom.words import checks
from bot.systems.kingdom.words import settlements as words
from bot.ui.card import Button, Card, Tone
from bot.ui.text import safe

CAPITAL, DISTRICT = "town_capital", "town_district"


def capital(seen: Seen, text: str) -> Card:
    """What it takes to make that settlement the capital. Raises RuleViolation where it can't be now."""
    realm = seen.realm
    require_standing(realm.kingdom)
    id_, town = settlement_of(realm, text)
    require_movable(realm, id_)
    before = realm.towns[realm.kingdom.capital].name if realm.kingdom.capital is not None else ""
    after = separated(replace(realm, kingdom=replace(realm.kingdom, capital=id_)))
    lines = [words.moving(safe(town.name, 60), safe(before, 60))]
    lines += _chances(seen) if before else [words.FREE_MOVE]
    known = {part.number for part in realm.kingdom.parts}
    cut = [len(part.spots) for part in after.kingdom.parts if part.number not in known]
    lines += [words.would_cut_off(sum(cut))] if cut else []
    button = Button(words.MOVE, CAPITAL, (seen.id, id_), is_main=True)
    buttons = (button,) if is_for(seen, Task.LEADERSHIP) else ()
    return Card(words.MOVING, (*lines, *whose(seen, Task.LEADERSHIP)), tone=Tone.ASKS, buttons=buttons)


def _chances(seen: Seen) -> list[str]:
    made = capital_check(seen.realm)
    needed = (
        checks.void(made.attribute.value)
        if made.needed is None
        else checks.needs(made.attribute.value, made.needed, made.chance)
    )
    now = seen.realm.kingdom.unrest
    lines = [words.capital_chances(needed, made.chance), words.unrest_then(now, MOVED_UNREST, FAILED_SIDES)]
    return lines + ([words.MAY_FALL] if now + FAILED_SIDES >= ANARCHY_AT else [])


def district(seen: Seen, text: str, sides: str = "", wanted: str = "") -> Card:
    """What a further district costs and changes. Raises RuleViolation where it can't be bought now."""
    realm = seen.realm
    require_standing(realm.kingdom)
    require_open(realm.kingdom, Step.SETTLEMENTS)
    id_, town = settlement_of(realm, text)
    is_gm = seen.scenery.viewer.standing is Standing.GAME_MASTER
    require_district(realm, town, may_ignore_room=is_gm, wanted=wanted)
    borders = district_borders(realm, town, sides)
    price = district_price(realm, town)
    require_points(realm, price)
    lines = (
        words.growing(safe(town.name, 60), town.districts),
        words.price(price, realm.kingdom.treasury),
        *((words.borders([each.value for each in borders]),) if borders else ()),
        *effects(realm, with_district(realm, id_, borders)),
    )
    # Each border by its first letter; what has no room by its value: a button has 100 characters.
    named = meant_type(wanted, realm.rulings).value if wanted else ""
    args = (id_, str(price), "".join(each.value[0] for each in borders), named)
    button = Button(words.BUY, DISTRICT, args, is_main=True)
    lines = (*lines, *whose(seen, Task.SETTLEMENTS))
    buttons = (button,) if is_for(seen, Task.SETTLEMENTS) else ()
    return Card(words.GROWING, lines, tone=Tone.ASKS, buttons=buttons)
