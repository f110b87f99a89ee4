"""“Use…”: a private list of what an adventurer can use now, behind a button that works for years."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from bot.desk import Desk
from bot.engine.people import WHO_MAY, Permit
from bot.engine.system import RecordId, Scope, Want
from bot.errors import NotAllowed, RuleViolation, Stale
from bot.handlers import Register
from bot.play import Shown
from bot.play.words import only
from bot.systems.adventuria.rules.adventurer import ADVENTURER, FIGHT
from bot.systems.adventuria.rules.fight import Fight
from bot.systems.adventuria.rules.owned import is_meant
from bot.systems.adventuria.rules.state import NAME_LENGTH, Adventurer, Possession, Ware
from bot.systems.adventuria.rules.using import UsePossession, is_for_the_hand, uses, working
from bot.systems.adventuria.rules.working import needs_foe
from bot.systems.adventuria.words import possessions as words
from bot.systems.adventuria.words.effects import said
from bot.ui.card import MOST_PICKS, Button, Card, Pick, Select, Tone
from bot.ui.reply import Reply
from bot.ui.text import fitting, safe
from bot.ui.words import DAMAGED_BUTTON

USE, USE_ON = "adv_use", "adv_use_on"
IDLE = 1500
REGISTER: Register = {
    f"button {USE}": Permit.OWNER_OR_GAME_MASTER,
    f"select {USE}": Permit.OWNER_OR_GAME_MASTER,
    f"select {USE_ON}": Permit.OWNER_OR_GAME_MASTER,
}


def use_button(campaign: str, adventurer: str) -> Button:
    """The button that opens the list of what an adventurer can use now."""
    return Button(words.USE_SOMETHING, USE, (campaign, adventurer))


@dataclass(frozen=True, slots=True)
class Using:
    """An adventurer about to use something, and the fight it is in."""

    campaign: str
    shown: Shown
    fight: Fight | None

    @property
    def state(self) -> Adventurer:
        """The adventurer as it stands."""
        return cast(Adventurer, self.shown.state)


def answer(desk: Desk) -> None:
    """Enter the button, its list, and the list of monsters that may follow."""
    lists = UseLists(desk)
    desk.add_button(USE, lists.open)
    desk.add_select(USE, lists.use)
    desk.add_select(USE_ON, lists.use_on)


class UseLists:
    """Shows what there is to be used, and uses what was chosen."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def open(self, reply: Reply, args: tuple[str, ...]) -> None:
        """Show the list, privately."""
        campaign, adventurer = _exactly(args, 2)
        await reply.private(_things(await self._using(reply, campaign, adventurer)))

    async def use(self, reply: Reply, args: tuple[str, ...]) -> None:
        """Use it, or ask first on which of several monsters."""
        campaign, adventurer, _, number = _exactly(args, 4)
        using = await self._using(reply, campaign, adventurer)
        # One that is gone by now is for the action to refuse, or to have used already.
        thing = next((each for each in using.state.possessions if is_meant(each, number)), None)
        if thing is not None and using.fight is not None and _asks_whom(using, thing):
            await reply.update(_foes(using, thing, using.fight))
            return
        action = UsePossession(using.shown.id, number)
        await self._desk.carry_out(reply, action, campaign=campaign)

    async def use_on(self, reply: Reply, args: tuple[str, ...]) -> None:
        """Use it on the monster that was chosen."""
        campaign, adventurer, number, foe = _exactly(args, 4)
        action = UsePossession(RecordId(adventurer), number, foe)
        await self._desk.carry_out(reply, action, campaign=campaign)

    async def _using(self, reply: Reply, campaign: str, text: str) -> Using:
        """The adventurer. Raises Stale where it is no longer in play, NotAllowed for anybody else's."""
        adventurer = RecordId(text)
        scope = Scope(ids=(adventurer,), wants=(Want(FIGHT, parent=adventurer),))
        seen = await self._desk.look(reply.interaction, scope, campaign=campaign)
        shown = seen.records.get(adventurer)
        if shown is None or shown.kind != ADVENTURER.name or shown.is_archived:
            raise Stale(words.NO_ADVENTURER)
        if not seen.viewer.is_game_master and seen.viewer.user != shown.owner:
            raise NotAllowed(only(WHO_MAY[Permit.OWNER_OR_GAME_MASTER]))
        fights = seen.all(FIGHT)
        return Using(campaign, shown, fights[0].state if fights else None)


def _exactly(args: tuple[str, ...], count: int) -> tuple[str, ...]:
    if len(args) != count:
        raise Stale(DAMAGED_BUTTON)
    return args


# -- the lists ----------------------------------------------------------------------------------------


def _things(using: Using) -> Card:
    """All that it has, in a list for each ware; what does nothing now is told with the reason."""
    name = safe(using.state.name, NAME_LENGTH)
    found = [(thing, _hindrance(using, thing)) for thing in using.state.possessions]
    selects = tuple(_select(using, ware, [t for t, why in found if why is None]) for ware in Ware)
    idle = tuple(dict.fromkeys(words.idle(why) for _, why in found if why is not None))
    lines = tuple(fitting(idle, IDLE)) or ((words.CHOOSE,) if found else (words.has_nothing(name),))
    lists = tuple(select for select in selects if select.picks)
    return Card(words.uses_what(name), lines, tone=Tone.QUIET, selects=lists)


def _hindrance(using: Using, thing: Possession) -> str | None:
    """Why it would do nothing now."""
    if is_for_the_hand(thing):
        return None
    try:
        working(using.state, thing, using.fight)
    except RuleViolation as why:
        return str(why)
    return None


def _select(using: Using, ware: Ware, things: Sequence[Possession]) -> Select:
    of_ware = [thing for thing in things if thing.ware is ware][:MOST_PICKS]
    picks = tuple(Pick(str(thing.number), thing.name, _meaning(thing)) for thing in of_ware)
    return Select(words.HINTS[ware], USE, picks, (using.campaign, using.shown.id, ware.value))


def _meaning(thing: Possession) -> str:
    if is_for_the_hand(thing):
        return words.PUT_AWAY if thing.is_wielded else words.TAKE_IN_HAND
    return "; ".join(map(said, uses(thing))) or thing.about


def _asks_whom(using: Using, thing: Possession) -> bool:
    if using.fight is None or is_for_the_hand(thing) or len(using.fight.standing) <= 1:
        return False
    return any(map(needs_foe, working(using.state, thing, using.fight)))


def _foes(using: Using, thing: Possession, fight: Fight) -> Card:
    picks = tuple(Pick(str(place + 1), fight.foes[place].name) for place in fight.standing)
    select = Select(words.ON_WHOM, USE_ON, picks, (using.campaign, using.shown.id, str(thing.number)))
    title = words.uses_on(safe(using.state.name, NAME_LENGTH), safe(thing.name, NAME_LENGTH))
    return Card(title, tone=Tone.QUIET, selects=(select,))
