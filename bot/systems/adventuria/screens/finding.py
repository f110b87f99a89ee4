"""Which adventurer is meant: the one named, the one whose thread this is, or the asker's own."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from bot.desk import Choices, Desk, request_of
from bot.engine.system import Scope, Want
from bot.errors import RuleViolation
from bot.handlers import Interaction
from bot.play import Shown
from bot.systems.adventuria.rules.adventurer import ADVENTURER
from bot.systems.adventuria.rules.state import Ware
from bot.systems.adventuria.words import finding as words
from bot.ui.text import safe

# How alike two names are that are taken for the same, misspelt: 1 is the same.
NEAR = 0.8


async def adventurer(desk: Desk, interaction: Interaction, text: str | None) -> Shown:
    """The adventurer meant: in play, else the last one that was, of which an action then says so.

    An interaction may be delivered once more after it felled somebody. Raises RuleViolation.
    """
    found = await _found(desk, interaction, text)
    if text is None:
        meant = _unnamed(found, interaction)
    elif len(found) > 1:
        raise RuleViolation(words.no_such_adventurer(safe(text, 60)))
    else:
        meant = found
    if meant := meant or await _gone(desk, interaction, text):
        return meant[-1]
    raise RuleViolation(words.no_such_adventurer(safe(text, 60)) if text else words.which_adventurer(()))


async def _found(
    desk: Desk, interaction: Interaction, text: str | None, *, archived: bool = False
) -> Sequence[Shown]:
    want = Want(ADVENTURER.name, text=text, archived=archived)
    return (await desk.look(interaction, Scope(wants=(want,)))).all(ADVENTURER.name)


def _unnamed(found: Sequence[Shown], interaction: Interaction) -> Sequence[Shown]:
    """The one whose thread this is, else the asker's own. Raises RuleViolation where there are several."""
    here, own = _near(found, interaction)
    for meant in ([each for each in here if each in own], here, own):
        if len(meant) == 1:
            return meant
    if here or own:
        raise RuleViolation(words.which_adventurer([safe(each.title, 60) for each in own]))
    return ()


async def _gone(desk: Desk, interaction: Interaction, text: str | None) -> Sequence[Shown]:
    """Those whose days ended, of that name or in this thread or the asker's own; the last one last."""
    found = await _found(desk, interaction, text, archived=True)
    here, own = _near(found, interaction)
    gone = [each for each in (found if text is not None else here or own) if each.state.end is not None]
    return sorted(gone, key=lambda each: int(each.state.ended))


def _near(found: Sequence[Shown], interaction: Interaction) -> tuple[list[Shown], list[Shown]]:
    """Those whose thread this is, and the asker's own."""
    places = request_of(interaction).places
    here = [each for each in found if each.state.home in places]
    return here, [each for each in found if each.owner == interaction.user.id]


async def suggested(desk: Desk, interaction: Interaction, typed: str, *, is_own: bool = False) -> Choices:
    """Adventurers in play, or the asker's own, for an autocomplete."""

    async def find() -> list[tuple[str, str]]:
        want = Want(ADVENTURER.name, part=typed, is_own=is_own)
        found = (await desk.look(interaction, Scope(wants=(want,)))).all(ADVENTURER.name)
        return sorted(((each.title, str(each.id)) for each in found), key=lambda pair: pair[0].casefold())

    return await desk.suggest(interaction, find)


async def require_no_slip(desk: Desk, interaction: Interaction, text: str) -> None:
    """See that what is about to be made up is no entry of the library misspelt. Raises RuleViolation."""
    wants = tuple(Want(ware.value) for ware in Ware)
    names = [each.title for each in (await desk.look(interaction, Scope(wants=wants))).records.values()]
    known = {name.casefold(): name for name in names}
    if near := get_close_matches(text.strip().casefold(), known, 1, NEAR):
        raise RuleViolation(words.did_you_mean(safe(text, 60), safe(known[near[0]], 60)))
