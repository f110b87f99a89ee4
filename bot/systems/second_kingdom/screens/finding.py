"""Which hero is meant, or which heroes: named, or the asker's own."""

from __future__ import annotations

from collections.abc import Sequence

from bot.desk import Choices, Desk, request_of
from bot.engine.campaign import Campaign
from bot.engine.system import Scope, Want
from bot.errors import RuleViolation
from bot.handlers import Interaction
from bot.play import Shown
from bot.systems.second_kingdom.rules.heroes import HERO
from bot.systems.second_kingdom.rules.maneuvers import MANEUVER
from bot.systems.second_kingdom.rules.npcs import NPC
from bot.systems.second_kingdom.words import heroes as words
from bot.systems.second_kingdom.words import npcs, sheets
from bot.ui.text import safe

# As long as what a suggestion stands for may be.
MOST_SUGGESTED = 100
COMBATANTS = (HERO.name, NPC.name)


async def suggested_heroes(
    desk: Desk, interaction: Interaction, typed: str, *, is_own: bool = False
) -> Choices:
    """Heroes, or the asker's own, for an autocomplete."""
    return await _suggested(desk, interaction, Want(HERO.name, part=typed, is_own=is_own))


async def suggested_npcs(desk: Desk, interaction: Interaction, typed: str) -> Choices:
    """The NPCs that the asker knows of, for an autocomplete."""
    return await _suggested(desk, interaction, Want(NPC.name), part=typed)


async def suggested_combatants(desk: Desk, interaction: Interaction, typed: str) -> Choices:
    """Heroes, and the NPCs that the asker knows of, for an autocomplete."""
    return await _suggested(desk, interaction, Want(HERO.name, part=typed), Want(NPC.name), part=typed)


async def suggested_maneuvers(desk: Desk, interaction: Interaction, typed: str) -> Choices:
    """Maneuvers of the library for an autocomplete."""
    return await _suggested(desk, interaction, Want(MANEUVER.name, part=typed))


async def suggested_retired(desk: Desk, interaction: Interaction, typed: str) -> Choices:
    """Retired heroes for an autocomplete."""
    return await _suggested(desk, interaction, Want(HERO.name, archived=True), part=typed)


async def _suggested(desk: Desk, interaction: Interaction, *wants: Want, part: str = "") -> Choices:
    """All NPCs are read and then filtered: a search that stops at 25 might find only hidden ones."""
    near = part.strip().casefold()

    async def find() -> list[tuple[str, str]]:
        found = (await desk.look(interaction, Scope(wants=wants))).records.values()
        offered = [shown for shown in found if near in shown.title.casefold() and _is_offered(shown)]
        named = [(shown.title, str(shown.id)) for shown in offered]
        return sorted(named, key=lambda pair: pair[0].casefold())

    return await desk.suggest(interaction, find)


def _is_offered(shown: Shown) -> bool:
    """Of heroes out of play only those who retired: the rest was undone."""
    return not shown.is_archived or shown.kind != HERO.name or shown.state.is_retired


async def hero(desk: Desk, interaction: Interaction, text: str | None) -> Shown:
    """The hero named, or the asker's own. Raises RuleViolation."""
    return (await hero_in(desk, interaction, text))[0]


async def hero_in(desk: Desk, interaction: Interaction, text: str | None) -> tuple[Shown, Campaign]:
    """The same, and the campaign it is in. Raises RuleViolation."""
    owner = interaction.user.id if text is None else None
    scenery = await desk.look(interaction, Scope(wants=(Want(HERO.name, text=text, owner=owner),)))
    found = scenery.all(HERO.name)
    if text is None:
        return _own(found, request_of(interaction).places), scenery.campaign
    if len(found) == 1:
        return found[0], scenery.campaign
    raise RuleViolation(words.no_such_hero(safe(text, 60)))


async def npc(desk: Desk, interaction: Interaction, text: str) -> Shown:
    """The NPC named, if the asker knows of it. Raises RuleViolation."""
    found = (await desk.look(interaction, Scope(wants=(Want(NPC.name, text=text),)))).all(NPC.name)
    if len(found) != 1:
        raise RuleViolation(npcs.no_such_npc(safe(text, 60)))
    return found[0]


async def combatant(desk: Desk, interaction: Interaction, text: str | None) -> Shown:
    """The hero or NPC named, or the asker's own hero. Raises RuleViolation."""
    if text is None:
        return await hero(desk, interaction, None)
    wants = tuple(Want(kind, text=text) for kind in COMBATANTS)
    found = (await desk.look(interaction, Scope(wants=wants))).records.values()
    # A hero may be called as an NPC is: whoever made it may not have known.
    heroes = [shown for shown in found if shown.kind == HERO.name]
    meant = heroes or list(found)
    if len(meant) != 1:
        raise RuleViolation(words.nobody(safe(text, 60)))
    return meant[0]


async def maneuver(desk: Desk, interaction: Interaction, text: str) -> Shown:
    """The maneuver of the library of that name or id. Raises RuleViolation."""
    found = (await desk.look(interaction, Scope(wants=(Want(MANEUVER.name, text=text),)))).all(MANEUVER.name)
    if len(found) != 1:
        raise RuleViolation(sheets.no_such_maneuver(safe(text, 60)))
    return found[0]


async def coming_or_going(
    desk: Desk, interaction: Interaction, kind: str, text: str, *, is_out: bool = False
) -> Shown | None:
    """Who is in play under that name or, with `is_out`, out of it: else whoever is not.

    An interaction may be delivered once more after it took somebody out or back.
    """
    wants = (Want(kind, text=text), Want(kind, text=text, archived=True))
    found = (await desk.look(interaction, Scope(wants=wants))).all(kind)
    offered = [shown for shown in found if _is_offered(shown)]
    meant = [shown for shown in offered if shown.is_archived is is_out] or offered
    return meant[0] if len(meant) == 1 else None


def _own(heroes: Sequence[Shown], places: Sequence[int]) -> Shown:
    """Somebody's only hero, or the one who is played in this channel."""
    played = [each for each in heroes if not set(places).isdisjoint(each.state.active_in)]
    meant = heroes if len(heroes) == 1 else played
    if len(meant) == 1:
        return meant[0]
    raise RuleViolation(words.which_hero([safe(each.title, 60) for each in heroes]))


# -- several at once --------------------------------------------------------------------------------


async def several_heroes(desk: Desk, interaction: Interaction, text: str) -> tuple[Shown, ...]:
    """The heroes named, divided by commas, or all of them. Raises RuleViolation naming who isn't there."""
    found = (await desk.look(interaction, Scope(wants=(Want(HERO.name),)))).all(HERO.name)
    meant, missing = _meant(text, found)
    if missing:
        raise RuleViolation(words.no_such_hero(safe(missing[0], 60)))
    if not meant:
        raise RuleViolation(words.NO_HEROES)
    return meant


async def suggested_several(desk: Desk, interaction: Interaction, typed: str) -> Choices:
    """What the last name may become, for an autocomplete; all heroes first."""

    async def find() -> list[tuple[str, str]]:
        found = (await desk.look(interaction, Scope(wants=(Want(HERO.name),)))).all(HERO.name)
        first = [(words.ALL_HEROES, words.ALL_HEROES)] if _is_begun(typed, words.ALL_HEROES) else []
        return first + _completed(typed, found)

    return await desk.suggest(interaction, find)


def _is_begun(typed: str, whole: str) -> bool:
    return whole.startswith(typed.strip().casefold())


def _completed(typed: str, heroes: Sequence[Shown]) -> list[tuple[str, str]]:
    """Who stands there already, with each other hero whose name has the last piece in it."""
    head, _, piece = typed.rpartition(",")
    named, missing = _meant(head, heroes)
    if missing:
        # A comma within a name.
        named, piece = (), typed
    found = []
    for each in heroes:
        if each not in named and piece.strip().casefold() in each.title.casefold():
            meant = (*named, each)
            found.append((", ".join(one.title for one in meant), ",".join(one.id for one in meant)))
    return sorted(pair for pair in found if len(pair[1]) <= MOST_SUGGESTED)


def _meant(text: str, heroes: Sequence[Shown]) -> tuple[tuple[Shown, ...], list[str]]:
    """The heroes of a text, once each, and its pieces that are none; a name may have commas itself."""
    by_name = {each.title.casefold(): each for each in heroes} | {str(each.id): each for each in heroes}
    if text.strip().casefold() == words.ALL_HEROES and words.ALL_HEROES not in by_name:
        return tuple(heroes), []
    meant: dict[str, Shown] = {}
    missing: list[str] = []
    pieces, longest = text.split(","), 1 + max((name.count(",") for name in by_name), default=0)
    while pieces:
        lengths = range(min(len(pieces), longest), 0, -1)
        length = next((n for n in lengths if _name(pieces[:n]) in by_name), 0)
        if length:
            one = by_name[_name(pieces[:length])]
            meant[one.id] = one
        elif pieces[0].strip():
            missing.append(pieces[0].strip())
        del pieces[: length or 1]
    return tuple(meant.values()), missing


def _name(pieces: Sequence[str]) -> str:
    return ",".join(pieces).strip().casefold()
