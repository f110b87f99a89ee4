"""“Use…”: a private list of what an adventurer can use now, behind a button that works for years."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from bot.engine.card import Card, Pick, Select, Tone
from bot.engine.pages import Turns
from bot.engine.people import WHO_MAY, Permit, only
from bot.engine.system import RecordId, Scope, Want
from bot.engine.text import T, refused
from bot.errors import RuleViolation, Stale
from bot.play import RecordView
from bot.systems.adventuria.adventurer import ADVENTURER, FIGHT
from bot.systems.adventuria.combat.exchange import needs_foe
from bot.systems.adventuria.combat.state import Fight
from bot.systems.adventuria.library.rules import said
from bot.systems.adventuria.possessions.rules import UsePossession, is_for_the_hand, uses, working
from bot.systems.adventuria.sheet.cards import USE
from bot.systems.adventuria.state import Adventurer, Possession, Ware, is_meant
from bot.ui.controls import Do, button, select
from bot.ui.dispatcher import Dispatcher
from bot.ui.pages import in_pages
from bot.ui.reply import Reply

USE_PAGE, USE_ON = "adv_use_page", "adv_use_on"


@dataclass(frozen=True, slots=True)
class Using:
    """An adventurer about to use something, and the fight it is in."""

    campaign: str
    shown: RecordView
    fight: Fight | None

    @property
    def state(self) -> Adventurer:
        """The adventurer as it stands."""
        return cast(Adventurer, self.shown.state)


@button(USE, may=Permit.OWNER_OR_GAME_MASTER)
async def _open(dispatcher: Dispatcher, reply: Reply, campaign: str, adventurer: str) -> None:
    await reply.private(_things(await _using(dispatcher, reply, campaign, adventurer)))


@button(USE_PAGE, may=Permit.OWNER_OR_GAME_MASTER)
async def _page(dispatcher: Dispatcher, reply: Reply, campaign: str, adventurer: str, page: int) -> Card:
    return _things(await _using(dispatcher, reply, campaign, adventurer), page)


@select(USE, may=Permit.OWNER_OR_GAME_MASTER)
async def _use(
    dispatcher: Dispatcher, reply: Reply, campaign: str, adventurer: str, _ware: str, number: str
) -> Card | Do:
    """Use it, or ask first on which of several monsters."""
    using = await _using(dispatcher, reply, campaign, adventurer)
    # One that is gone by now is for the action to refuse, or to have used already.
    thing = next((each for each in using.state.possessions if is_meant(each, number)), None)
    if thing is not None and using.fight is not None and _asks_whom(using, thing):
        return _foes(using, thing, using.fight)
    return Do(UsePossession(using.shown.id, number), campaign)


@select(USE_ON, may=Permit.OWNER_OR_GAME_MASTER)
async def _use_on(
    dispatcher: Dispatcher, reply: Reply, campaign: str, adventurer: str, number: str, foe: str
) -> Do:
    return Do(UsePossession(RecordId(adventurer), number, foe), campaign)


async def _using(dispatcher: Dispatcher, reply: Reply, campaign: str, text: str) -> Using:
    """The adventurer. Raises Stale where it is no longer in play, NotAllowed for anybody else's."""
    adventurer = RecordId(text)
    scope = Scope(ids=(adventurer,), wants=(Want(FIGHT, parent=adventurer),))
    seen = await dispatcher.look(reply.interaction, scope, campaign=campaign)
    record = seen.records.get(adventurer)
    if record is None or record.kind != ADVENTURER.name or record.is_archived:
        raise refused("use.out_of_play", "That adventurer is no longer in play; nothing was used.", Stale)
    if not seen.viewer.is_game_master and seen.viewer.user != record.owner:
        raise only(WHO_MAY[Permit.OWNER_OR_GAME_MASTER])
    fights = seen.all(FIGHT)
    return Using(campaign, record, fights[0].state if fights else None)


# -- the lists ----------------------------------------------------------------------------------------


def _things(using: Using, page: int = 0) -> Card:
    """All that it has, in a list for each ware; what does nothing now is told with the reason."""
    name = using.state.name
    found = [(thing, _hindrance(using, thing)) for thing in using.state.possessions]
    selects = tuple(_select(using, ware, [t for t, why in found if why is None]) for ware in Ware)
    idle = tuple(dict.fromkeys(f"-# {why}" for _, why in found if why is not None))
    empty = T("{name:60} has no items, spells, allies or abilities.")
    private = T("-# Only you can see this list.")() if found else empty(name=name)
    lists = tuple(each for each in selects if each.picks)
    title = T("What does {name:60} use?")(name=name)
    card = Card(title, idle or (private,), tone=Tone.QUIET, selects=lists)
    return in_pages(card, Turns(USE_PAGE, (using.campaign, using.shown.id)), page)


def _hindrance(using: Using, thing: Possession) -> str | None:
    """Why using the thing would do nothing now."""
    if is_for_the_hand(thing):
        return None
    try:
        working(using.state, thing, using.fight)
    except RuleViolation as why:
        # Nobody has tried to.
        return str(why).removesuffix(" Nothing was used.")
    return None


def _select(using: Using, ware: Ware, things: Sequence[Possession]) -> Select:
    of_ware = (thing for thing in things if thing.ware is ware)
    picks = tuple(Pick(str(thing.number), thing.name, _meaning(thing)) for thing in of_ware)
    return Select(
        T("{ware:upper}…").plain(ware=ware.cause.meaning),
        USE,
        picks,
        (using.campaign, using.shown.id, ware.value),
    )


def _meaning(thing: Possession) -> str:
    if is_for_the_hand(thing):
        return (T("Put it away") if thing.is_wielded else T("Take it in hand")).plain()
    return "; ".join(map(said, uses(thing))) or thing.about


def _asks_whom(using: Using, thing: Possession) -> bool:
    if using.fight is None or is_for_the_hand(thing) or len(using.fight.standing) <= 1:
        return False
    return any(map(needs_foe, working(using.state, thing, using.fight)))


def _foes(using: Using, thing: Possession, fight: Fight) -> Card:
    picks = tuple(Pick(str(place + 1), fight.foes[place].name) for place in fight.standing)
    whom = T("Choose a monster…").plain()
    list_ = Select(whom, USE_ON, picks, (using.campaign, using.shown.id, str(thing.number)))
    title = T("Which monster does {name:60} use {thing:60} on?")(name=using.state.name, thing=thing.name)
    return Card(title, tone=Tone.QUIET, selects=(list_,))
