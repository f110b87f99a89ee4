"""What a narrator gives, takes and sets as a quest, as a command names it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.desk import Choices, Desk
from bot.engine.system import RecordId, Scope, Want
from bot.engine.words import one_line, safe, whole_number
from bot.errors import RuleViolation
from bot.handlers import Interaction
from bot.play import Shown
from bot.systems.adventuria.rules.change import (
    AbandonQuest,
    BeginQuest,
    CompleteQuest,
    GainGold,
    GainThing,
    LoseGold,
    LoseSome,
    LoseThing,
)
from bot.systems.adventuria.rules.state import Ware
from bot.systems.adventuria.screens import finding
from bot.systems.adventuria.words import giving as words


@dataclass(frozen=True, slots=True)
class Given:
    """The options of a gain: gold, or a thing, which is made up if it is not of the library."""

    gold: int | None
    thing: str | None
    kind: str | None
    rules: str


@dataclass(frozen=True, slots=True)
class Taken:
    """The options of a loss: gold, one thing, or so many of a kind."""

    gold: str | None
    thing: str | None
    count: int | None
    kind: str | None


async def gain(
    desk: Desk, interaction: Interaction, adventurer: RecordId, given: Given, due: Mapping[str, Any]
) -> GainGold | GainThing:
    """The action that gives it. Raises RuleViolation where nothing is named, or two things at once."""
    if given.gold is not None and given.thing is not None:
        raise RuleViolation(words.ONE_OF_THEM)
    if given.gold is not None:
        return GainGold(adventurer, given.gold, **due)
    if given.thing is None:
        raise RuleViolation(words.NOTHING_NAMED)
    known = None if given.rules else await _of_library(desk, interaction, given.thing, given.kind)
    if known is not None:
        return GainThing(adventurer, known.id, **due)
    if not given.rules:
        await finding.require_no_slip(desk, interaction, given.thing)
    is_weapon = given.kind == words.WEAPON
    ware = Ware.ITEM if given.kind is None or is_weapon else Ware(given.kind)
    return GainThing(adventurer, None, given.thing, ware, given.rules, is_weapon, **due)


async def _of_library(desk: Desk, interaction: Interaction, text: str, kind: str | None) -> Shown | None:
    """The entry of that id or name, of that kind where one is named. Raises RuleViolation for several."""
    meant = Ware.ITEM.value if kind == words.WEAPON else kind
    wants = tuple(Want(ware.value, text=text) for ware in Ware if meant in (None, ware.value))
    found = list((await desk.look(interaction, Scope(wants=wants))).records.values())
    if len(found) > 1:
        raise RuleViolation(words.several_things(safe(text, 60)))
    return found[0] if found else None


def lose(adventurer: RecordId, taken: Taken, due: Mapping[str, Any]) -> LoseGold | LoseThing | LoseSome:
    """The action that takes it. Raises RuleViolation where nothing is named, or two things at once."""
    if [taken.gold, taken.thing, taken.count].count(None) != 2:
        raise RuleViolation(words.WHICH_LOSS)
    if taken.gold is not None:
        return LoseGold(adventurer, _gold(taken.gold), **due)
    if taken.thing is not None:
        return LoseThing(adventurer, taken.thing, **due)
    if taken.kind is None or taken.count is None:
        raise RuleViolation(words.WHICH_KIND)
    return LoseSome(adventurer, Ware(taken.kind), taken.count, **due)


def _gold(text: str) -> int | None:
    """An amount of gold; None is all."""
    if text.strip().casefold() == words.ALL:
        return None
    amount = whole_number(text)
    if amount is None:
        raise RuleViolation(words.no_amount(safe(text, 20)))
    return amount


def quest(
    adventurer: RecordId, name: str | None, goal: str, end: str | None
) -> BeginQuest | CompleteQuest | AbandonQuest:
    """The action that begins one, or ends the one under way. Raises RuleViolation for neither and both."""
    if name is not None and end is None:
        return BeginQuest(adventurer, name, goal)
    if name is not None or end is None:
        raise RuleViolation(words.BEGIN_OR_END)
    return CompleteQuest(adventurer) if end == words.DONE else AbandonQuest(adventurer)


# -- suggested --------------------------------------------------------------------------------------


async def suggested_things(desk: Desk, interaction: Interaction, typed: str) -> Choices:
    """Items, spells and allies of the library, as far as the asker may know of them."""

    async def find() -> list[tuple[str, str]]:
        wants = tuple(Want(ware.value, part=typed) for ware in Ware)
        found = (await desk.look(interaction, Scope(wants=wants))).records.values()
        named = [(words.thing(each.title, each.kind), str(each.id)) for each in found]
        return sorted(named, key=lambda pair: pair[0].casefold())

    return await desk.suggest(interaction, find)


async def suggested_possessions(desk: Desk, interaction: Interaction, typed: str) -> Choices:
    """What the adventurer meant has."""

    async def find() -> list[tuple[str, str]]:
        named = getattr(interaction.namespace, "adventurer", None)
        state = (await finding.adventurer(desk, interaction, named)).state
        near = one_line(typed).casefold()
        had = [each for each in state.possessions if near in each.name.casefold()]
        return [(words.thing(each.name, each.ware), str(each.number)) for each in had]

    return await desk.suggest(interaction, find)
