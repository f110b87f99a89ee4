"""What changes on a sheet, in a line each: what, how, and by what."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol


class Line(Protocol):
    """One change as it is told, its names made safe: see `Told`."""

    @property
    def what(self) -> str: ...
    @property
    def how(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def before(self) -> int: ...
    @property
    def after(self) -> int: ...
    @property
    def by(self) -> str: ...
    @property
    def until(self) -> str: ...
    @property
    def whose(self) -> str: ...


ATTRIBUTES = {"arms": "Arms", "magic": "Magic", "craft": "Craft", "vitae": "Vitae"}
NUMBERS = {
    **ATTRIBUTES,
    "gold": "Gold",
    "wounds": "Wounds",
    "melee_xp": "Melee XP",
    "magical_xp": "Magical XP",
}
# Which attribute an XP raises, and whose limit ends its counting.
RAISED = {"melee_xp": "Arms", "magical_xp": "Magic"}
WARES = {"item": "item", "spell": "spell", "ally": "ally"}
SEVERAL = {"item": "items", "spell": "spells", "ally": "allies"}
ALIGNMENTS = ("Good", "Neutral", "Evil")
UNTIL = {
    "always": "",
    "combat": " until this Combat ends",
    "fight": " until the fight ends",
    "turn": " until the turn ends",
    "quest": " until the quest ends",
}
# What a change is due to, as it is chosen and told.
CAUSES = {
    "combat": "Combat",
    "page": "the page",
    "experience": "experience",
    "ability": "an ability",
    "monster": "a monster's ability",
    "item": "an item",
    "spell": "a spell",
    "ally": "an ally",
}
ABOVE = "only an ability, item, spell or ally lifts it above twice its beginning value (A9)"


def line(told: Line) -> str:
    """One change."""
    said = _SAID[told.what](told)
    whose = f"{told.whose}: " if told.whose else ""
    by = f" ({told.by})" if told.by else ""
    return f"{whose}{said}{UNTIL[told.until]}{by}"


# -- numbers ----------------------------------------------------------------------------------------


def _number(told: Line) -> str:
    said = {
        "paid": _paid,
        "at_cap": _at_cap,
        "at_floor": _at_floor,
        "ignored": _ignored,
    }.get(told.how)
    if said is not None:
        return said(told)
    name = NUMBERS[told.what]
    if told.what in RAISED and not told.after:
        return f"{name} reaches 10 and is 0 again (A35)"
    # A change that counts only once a bonus or penalty has gone.
    is_hidden = told.before == told.after
    return f"{name} counts as {told.after} as before" if is_hidden else f"{name} {told.before} → {told.after}"


def _paid(told: Line) -> str:
    name = _inside(NUMBERS[told.what])
    return f"{told.before - told.after} {name} paid: {told.before} → {told.after}"


def _at_cap(told: Line) -> str:
    name = NUMBERS[told.what]
    if told.what in ATTRIBUTES:
        return f"{name} stays at {told.before}: {ABOVE}"
    if told.what in RAISED:
        return (
            f"{name} stays at {told.before}: {RAISED[told.what]} is at its limit, so it counts no more (A36)"
        )
    return f"{name} stays at {told.before}: there is no more to be had"


def _at_floor(told: Line) -> str:
    if told.what in ATTRIBUTES:
        return f"{NUMBERS[told.what]} stays at {told.before}: it never drops below 1 (A8)"
    if told.what == "wounds":
        return "No wound to heal"
    return f"No {_inside(NUMBERS[told.what])} to lose"


def _ignored(told: Line) -> str:
    count = abs(told.after - told.before)
    if told.what != "wounds":
        return f"{NUMBERS[told.what]}: {told.before} as before"
    return "A wound is ignored" if count <= 1 else f"{count} wounds are ignored"


def _inside(name: str) -> str:
    """A name in the middle of a sentence: XP keeps its capitals."""
    return name[0].lower() + name[1:]


# -- things -----------------------------------------------------------------------------------------

_THINGS = {
    "gained": "{} gained",
    "lost": "{} lost",
    "used": "{} used",
    "spent": "{} used, and gone with it",
    "paid": "{} given in payment",
    "no_room": "No room for {}: lost",
    "left": "{} left behind",
    "waits": "No room for {}: waits for a decision",
    "at_floor": "No {} to lose: nothing happens",
    "ignored": "{}: its die missed, so nothing happens",
    "begun": "{} at work",
    "done": "{} has done its work",
    "given_up": "{} given up",
    "wielded": "{} in hand",
    "put_away": "{} put away",
}
_OF_SPELLS = {
    "no_room": "No room for {}: the new spell is lost",
    "left": "{} let go",
}
_OF_ALLIES = {
    "gained": "{} joins",
    "lost": "{} leaves for good",
    "spent": "{} helped, and is gone with it",
    "used": "{} helps",
    "left": "{} is not taken along",
}
_BY_WARE = {"item": _THINGS, "spell": {**_THINGS, **_OF_SPELLS}, "ally": {**_THINGS, **_OF_ALLIES}}


def _thing(told: Line) -> str:
    if not told.name:
        return _so_many(told)
    shape = _BY_WARE[told.what].get(told.how)
    return shape.format(told.name) if shape is not None else f"{told.name} changes"


def _so_many(told: Line) -> str:
    """Of which only the number is known: `before` are had, `after` are left."""
    if told.how == "at_floor":
        return f"No {WARES[told.what]} to lose: nothing happens"
    return f"{some(abs(told.before - told.after), told.what)} to lose: the player decides which"


def some(count: int, ware: str) -> str:
    """So many of them."""
    return f"{count} {(WARES if count == 1 else SEVERAL)[ware]}"


# -- the rest ---------------------------------------------------------------------------------------


def _quest(told: Line) -> str:
    shape = {
        "begun": "Quest begun: {}",
        "gained": "Quest begun: {}",
        "done": "Quest completed: {}",
        "given_up": "Quest abandoned: {}",
        "lost": "Quest abandoned: {}",
        "left": "Quest declined: {}",
        "ignored": "On a quest already, so this one is ignored: {}",
        "no_room": "On a quest already, so this one is ignored: {}",
    }.get(told.how, "Quest: {}")
    return shape.format(told.name)


def _alignment(told: Line) -> str:
    before, after = (ALIGNMENTS[each % len(ALIGNMENTS)] for each in (told.before, told.after))
    return f"Alignment {before} → {after}" if before != after else f"Alignment stays {after}"


def _way(told: Line) -> str:
    shape = {
        "lost": "The turn ends no more at {}",
        "at_floor": "The turn may end at {} as before",
    }.get(told.how, "The turn may also end at {}")
    return shape.format(told.name)


def _foe(told: Line) -> str:
    shape = {
        "lost": "{} falls",
        "done": "{} falls",
        "gained": "{} appears",
        "begun": "{} appears",
        "left": "{} is left",
        "ignored": "{} is not touched",
    }.get(told.how, "{} is another now")
    return shape.format(told.name)


_SAID: dict[str, Callable[[Line], str]] = {
    **dict.fromkeys(NUMBERS, _number),
    **dict.fromkeys(WARES, _thing),
    "quest": _quest,
    "alignment": _alignment,
    "way": _way,
    "foe": _foe,
}


# -- cards and the journal --------------------------------------------------------------------------


def title(name: str) -> str:
    """The card about a change."""
    return f"{name}: the sheet changes"


def due(cause: str, source: str, *, is_due_to_combat: bool) -> str:
    """What it is due to; nothing where it is nobody's but the player's doing."""
    causes = [CAUSES["combat"]] if is_due_to_combat and cause != "combat" else []
    causes += [CAUSES[cause]] if cause else []
    if not causes:
        return ""
    named = f": {source}" if source else ""
    return f"Due to {' and '.join(causes)}{named}."


def changed(name: str, lines: Sequence[str], due: str) -> str:
    """A change, in the journal."""
    told = f"{name}: {'; '.join(lines)}."
    return f"{told} {due}" if due else told
