"""Private lists of hexes, behind the buttons of the month's card; a hex that is chosen shows its preview."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.desk import Desk
from bot.engine.people import Permit
from bot.errors import RuleViolation, Stale
from bot.handlers import Interaction, Register
from bot.systems.kingdom.rules.claiming import unclaimable
from bot.systems.kingdom.rules.hexes import Spot
from bot.systems.kingdom.rules.improvements import unprepared
from bot.systems.kingdom.rules.limits import require_left
from bot.systems.kingdom.rules.months import require_open
from bot.systems.kingdom.rules.realm import Realm, require_standing
from bot.systems.kingdom.rules.terms import Limit, Step
from bot.systems.kingdom.screens import claims, finding, improving
from bot.systems.kingdom.screens.finding import Seen
from bot.systems.kingdom.screens.hex_buttons import LIST
from bot.systems.kingdom.screens.previews import exactly, what_stands_there
from bot.systems.kingdom.words import hex_lists as words
from bot.ui.card import MOST_PICKS, Card, Pick, Select, Tone
from bot.ui.reply import Reply
from bot.ui.words import DAMAGED_BUTTON

REGISTER: Register = {f"button {LIST}": Permit.MEMBERS, f"select {LIST}": Permit.MEMBERS}
Preview = Callable[[Desk, Interaction, Seen, str], Awaitable[Card]]


@dataclass(frozen=True, slots=True)
class Deed:
    """What may be done with a hex: at which step, within which limit, with which hexes, shown how before."""

    step: Step
    fits: Callable[[Realm, Spot], bool]
    preview: Preview
    limit: Limit | None = None


def _is_own(realm: Realm, spot: Spot) -> bool:
    return spot in realm.hexes


DEEDS = {
    "claim": Deed(
        Step.HEXES, lambda realm, spot: not unclaimable(realm, spot), claims.claiming, Limit.CLAIMS
    ),
    "abandon": Deed(Step.HEXES, _is_own, claims.abandoning),
    "improve": Deed(Step.TERRAIN, _is_own, improving.improving),
    "prepare": Deed(Step.TERRAIN, lambda realm, spot: not unprepared(realm, spot), improving.preparing),
}


def listed(seen: Seen, name: str) -> Card:
    """The hexes that a deed may be about. Raises RuleViolation where there is none, or it is not the time."""
    realm, deed = seen.realm, _deed(name)
    require_standing(realm.kingdom)
    require_open(realm.kingdom, deed.step)
    if deed.limit is not None:
        require_left(realm, deed.limit)
    spots = sorted((spot for spot in realm.land.hexes if deed.fits(realm, spot)), key=realm.land.name_of)
    if not spots:
        raise RuleViolation(words.NONE[name])
    picks = tuple(
        Pick(spot, realm.land.name_of(spot), what_stands_there(realm.land.hexes[spot]))
        for spot in spots[:MOST_PICKS]
    )
    more = (words.more(len(spots) - len(picks), name),) if len(spots) > len(picks) else ()
    select = Select(words.PICK, LIST, picks, (seen.id, name))
    return Card(words.TITLES[name], (words.what_next(), *more), tone=Tone.QUIET, selects=(select,))


def _deed(name: str) -> Deed:
    if name not in DEEDS:
        raise Stale(DAMAGED_BUTTON)
    return DEEDS[name]


def answer(desk: Desk) -> None:
    """Enter the buttons and their list."""

    async def open_list(reply: Reply, args: tuple[str, ...]) -> None:
        kingdom, name = exactly(args, 2)
        seen = await finding.seen(desk, reply.interaction, kingdom)
        await reply.private(listed(seen, name))

    async def picked(reply: Reply, args: tuple[str, ...]) -> None:
        kingdom, name, spot = exactly(args, 3)
        seen = await finding.seen(desk, reply.interaction, kingdom)
        await reply.update(await _deed(name).preview(desk, reply.interaction, seen, spot))

    desk.add_button(LIST, open_list)
    desk.add_select(LIST, picked)
