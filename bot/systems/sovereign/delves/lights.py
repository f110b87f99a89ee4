"""Torches and lanterns (S63, Q39): lit from the pack, snuffed, refilled; they burn while Turns pass."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.finders import Asker
from bot.engine.saying import Label, Name
from bot.engine.text import Labelled, T, refused
from bot.engine.working import RecordCopy
from bot.systems.sovereign.book import LANTERN_TURNS, TORCH_TURNS
from bot.systems.sovereign.packs.rules import require_waiver, without
from bot.systems.sovereign.people.rules import OnCharacter, on_character, require_able
from bot.systems.sovereign.state import Character, Item, Lamp, Light, Tool

TURNS = {Lamp.TORCH: TORCH_TURNS, Lamp.LANTERN: LANTERN_TURNS}
MOST_LIGHTS = 4
_SPELLED = {Tool.TORCH: "torch", Tool.LANTERN: "lantern", Tool.OIL: "oil"}


class Use(Labelled):
    """What is done with a light."""

    LIGHT = "light", "light it"
    SNUFF = "snuff", "put it out"
    REFILL = "refill", "refill it with oil"


def _fitting(asker: Asker) -> Lamp:
    """The light meant unnamed: a lantern to refill, what burns to put out; else a torch if there is one."""
    state: Character = asker.record("character").state
    use = asker.given.get("use", Use.LIGHT.value)
    if use == Use.REFILL.value:
        return Lamp.LANTERN
    if use == Use.SNUFF.value:
        return next((each.lamp for each in state.lights if each.is_lit), Lamp.TORCH)
    has_torch = fuel(state, Tool.TORCH) is not None or fuel(state, Tool.LANTERN) is None
    return Lamp.TORCH if has_torch else Lamp.LANTERN


class SetLight(OnCharacter):
    """Light a torch or lantern out of the pack, put it out, or refill a lantern"""

    lamp: Lamp = option("Which light; the one that fits by default", name="what", implied=_fitting)
    use: Use = option("What you do with it", name="do", default=Use.LIGHT)
    is_waived: bool = option(
        "For game masters: allow it without one in the pack", name="no_pack", default=False
    )


def _say_set(found: RecordCopy[Character], light: Lamp, use: Use, left: int) -> None:
    """Tell which, and for how long."""
    name, lamp = Name(found.state.name), Label(light)
    if use is Use.SNUFF:
        found.say(
            "light.snuffed",
            T("{name} puts the {lamp} out; {left} {left:Turn|Turns} are left in it."),
            name=name,
            lamp=lamp,
            left=left,
        )
    elif use is Use.REFILL:
        found.say(
            "light.refilled", T("{name} refills the {lamp}: {left} Turns."), name=name, lamp=lamp, left=left
        )
    else:
        found.say(
            "light.lit",
            T("{name} lights a {lamp}: {left} {left:Turn|Turns}."),
            name=name,
            lamp=lamp,
            left=left,
        )


def fuel(state: Character, tool: Tool) -> Item | None:
    """A thing of that use in the pack, by its kit or its name, Readied before Stowed."""
    word = _SPELLED[tool]
    found = [e for e in state.items if e.tool is tool or (e.tool is Tool.NONE and word in e.name.casefold())]
    return max(found, key=lambda each: each.is_readied, default=None)


def _taken(state: Character, tool: Tool, *, is_waived: bool) -> Character:
    """Without one of it. Raises RuleViolation where there is none."""
    item = fuel(state, tool)
    if item is None:
        if is_waived:
            return state
        raise refused("light.none", "{name} has no {what} in the pack.", name=state.name, what=tool)
    return replace(state, items=without(state.items, item, 1))


@on_character("party pack light", confirms=True, when=(require_able,), button="See to the light")
def set_light(found: RecordCopy[Character], action: SetLight, dice: Dice) -> None:
    """Change it. Raises UserError for who can't act, what isn't in the pack, and where nothing changes."""
    state = found.state
    is_waived = require_waiver(found.world, is_waived=action.is_waived)
    if action.use is Use.LIGHT and action.lamp is Lamp.TORCH and _first(state, Lamp.TORCH, is_lit=True):
        found.note(T("{name} has a torch burning already; this lights another.")(name=state.name))
    change = {Use.LIGHT: lit, Use.SNUFF: snuffed, Use.REFILL: refilled}[action.use]
    after, left = change(state, action.lamp, is_waived=is_waived)
    found.put(after)
    _say_set(found, action.lamp, action.use, left)


def _first(state: Character, lamp: Lamp, *, is_lit: bool) -> Light | None:
    return next((each for each in state.lights if each.lamp is lamp and each.is_lit is is_lit), None)


def _with(state: Character, old: Light | None, new: Light) -> Character:
    lights = list(state.lights)
    if old is None:
        lights.append(new)
    else:
        lights[lights.index(old)] = new
    return replace(state, lights=tuple(lights))


def lit(state: Character, lamp: Lamp, *, is_waived: bool) -> tuple[Character, int]:
    """A light that was put out burns on; else a new one comes out of the pack. Raises RuleViolation."""
    old = next((e for e in state.lights if e.lamp is lamp and not e.is_lit and e.left), None)
    if old is not None:
        return _with(state, old, replace(old, is_lit=True)), old.left
    if len([each for each in state.lights if each.is_lit]) >= MOST_LIGHTS:
        raise refused("light.hands", "{name} already has {n} lights burning.", name=state.name, n=MOST_LIGHTS)
    if lamp is Lamp.LANTERN and _first(state, lamp, is_lit=True) is not None:
        raise refused("light.burns", "{name}'s lantern burns already.", name=state.name)
    if lamp is Lamp.LANTERN and fuel(state, Tool.LANTERN) is None and not is_waived:
        raise refused("light.none", "{name} has no {what} in the pack.", name=state.name, what=Tool.LANTERN)
    state = _taken(state, Tool.OIL if lamp is Lamp.LANTERN else Tool.TORCH, is_waived=is_waived)
    empty = _first(state, lamp, is_lit=False)
    return _with(state, empty, Light(lamp, TURNS[lamp])), TURNS[lamp]


def snuffed(state: Character, lamp: Lamp, *, is_waived: bool) -> tuple[Character, int]:
    """It keeps what is left (Q39). Raises RuleViolation where none burns."""
    old = _first(state, lamp, is_lit=True)
    if old is None:
        raise refused("light.out", "{name} has no {lamp} burning.", name=state.name, lamp=lamp)
    return _with(state, old, replace(old, is_lit=False)), old.left


def refilled(state: Character, lamp: Lamp, *, is_waived: bool) -> tuple[Character, int]:
    """A lantern is full again, burning or not. Raises RuleViolation for a torch, or a full one."""
    if lamp is not Lamp.LANTERN:
        raise refused("light.torch", "A torch can't be refilled; light another.")
    old = _first(state, lamp, is_lit=True) or _first(state, lamp, is_lit=False)
    if old is None:
        raise refused("light.unlit", "{name} has no lantern in use; light it first.", name=state.name)
    if old.left == LANTERN_TURNS:
        raise refused("light.full", "{name}'s lantern is full.", name=state.name)
    state = _taken(state, Tool.OIL, is_waived=is_waived)
    return _with(state, old, replace(old, left=LANTERN_TURNS)), LANTERN_TURNS
