"""What of the month is handled by hand: its page, and going back in it."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.card import Card, Pick, Select, step_buttons
from bot.engine.declare import option
from bot.engine.pages import Turns, page_of
from bot.engine.people import Permit
from bot.engine.picking import ALL
from bot.engine.system import RecordId, Scope, Want
from bot.engine.text import Safe, T
from bot.engine.words import clip
from bot.play import HOUSE_ENTRIES, CampaignView, Entry, RecordView
from bot.systems.kingdom import kingdom_view
from bot.systems.kingdom.book import MonthStep, Stage
from bot.systems.kingdom.kingdom_view import MY_MOVES, first_building, my_moves, realm_seen
from bot.systems.kingdom.month import move_cards
from bot.systems.kingdom.month.course import unbuilt_capital
from bot.systems.kingdom.month.page_cards import month_page
from bot.systems.kingdom.month.rules import CloseMonth
from bot.systems.kingdom.realm import KINGDOM, OnMonth
from bot.ui.commands import handler
from bot.ui.controls import button, select
from bot.ui.dispatcher import Dispatcher, Interaction, actor_of, request_of
from bot.ui.reply import Reply

BACK = "month_back"


# -- the month -----------------------------------------------------------------------------------------


class Page(OnMonth):
    """A month to look at."""

    post: bool = option("Bring its card back to the end of its channel, for everybody", default=False)


@handler("kingdom month", may=Permit.EVERYONE)
async def show_month(dispatcher: Dispatcher, reply: Reply, page: Page) -> None:
    """See where the month is: every step, whose turn it is and what the rolls need"""
    interaction = reply.interaction
    if page.post:
        await dispatcher.play.bring_up(actor_of(interaction), request_of(interaction), page.kingdom)
        dispatcher.delivery.soon()
        brought = T("Its newest card is coming up at the end of its channel. The old one will link to it.")
        await reply.private(brought())
        return
    await _show_month(dispatcher, reply, page.kingdom)


@button(MY_MOVES, may=Permit.EVERYONE)
async def _show_month(dispatcher: Dispatcher, reply: Reply, kingdom: RecordId) -> None:
    """The month in private, with the buttons of what the asker may do."""
    await reply.private(await _month_card(dispatcher, reply, kingdom))


async def _month_card(dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, kind: str = ALL) -> Card:
    seen = await kingdom_view.seen(dispatcher, reply.interaction, kingdom)
    actor, request = actor_of(reply.interaction), request_of(reply.interaction)
    own = await dispatcher.play.moves(actor, request, kingdom)
    card = month_page(seen.shown, seen.realm, own, actor.user)
    moves = move_cards.lists(seen.realm, own, kind=kind)
    return replace(card, selects=(*moves, *card.selects))


@select(move_cards.ONLY, may=Permit.MEMBERS)
async def _keep_to(
    dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, offer: str, kind: str
) -> Card | None:
    """The moves of one kind, or of all, below the month or what was chosen already."""
    if offer == move_cards.NOTHING:
        return await _month_card(dispatcher, reply, kingdom, kind)
    await move_cards.keep_to(dispatcher, reply, kingdom, offer, kind)
    return None


@button(move_cards.START_OVER, may=Permit.MEMBERS)
async def _start_over(dispatcher: Dispatcher, reply: Reply, kingdom: RecordId) -> Card:
    """The month as it stands, with nothing chosen."""
    return await _month_card(dispatcher, reply, kingdom)


async def for_leaders(dispatcher: Dispatcher, interaction: Interaction) -> Card | None:
    """What `/help` tells a leader first: where the month stands, and their own moves."""
    led = _led(await _kingdoms(dispatcher, interaction), interaction.user.id)
    if not led:
        return None
    says = T(
        "**Your kingdom:** `/kingdom month` shows where the month is, and **My moves** below what you "
        "can do now."
    )
    card = Card(lines=(says(),), buttons=(my_moves(led[0].id),))
    opening = await to_open(dispatcher, interaction)
    return card if opening is None else card.add(*opening.lines, buttons=opening.buttons)


async def to_open(dispatcher: Dispatcher, interaction: Interaction) -> Card | None:
    """The months that a leader may open, asked or not, and the first building that comes before month 1."""
    view = await _kingdoms(dispatcher, interaction)
    found = Card()
    for record in _led(view, interaction.user.id):
        waits = [each for each in record.steps if each.name == MonthStep.OPEN]
        if not waits:
            continue
        bare = unbuilt_capital(realm_seen(record, view.records, view.campaign.settings))
        if bare is not None:
            says = T("{capital:60} has no building yet: by the book the first one stands before month 1.")
            found = found.add(says(capital=bare.name), buttons=first_building(record.id, record.state))
        says = T("You can open month {month} of {name:60}.")
        opens = says(month=record.state.month.number, name=record.title)
        found = found.add(opens, buttons=step_buttons(record.id, waits))
    return found if found.lines else None


async def _kingdoms(dispatcher: Dispatcher, interaction: Interaction) -> CampaignView:
    return await dispatcher.look(interaction, Scope(wants=(Want(KINGDOM.name),), links=True))


def _led(view: CampaignView, user: int) -> list[RecordView]:
    """The standing kingdoms in which somebody has a role."""
    return [
        each
        for each in view.all(KINGDOM.name)
        if each.state.stage is Stage.STANDING and any(leader.player == user for leader in each.state.leaders)
    ]


@handler("kingdom gm back", may=Permit.GAME_MASTERS)
async def go_back(dispatcher: Dispatcher, reply: Reply, asked: OnMonth) -> None:
    """See what happened this month, and go back to before any of it"""
    await reply.private(await _back_card(dispatcher, reply, asked.kingdom))


async def _back_card(dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, page: int = 0) -> Card:
    seen = await kingdom_view.seen(dispatcher, reply.interaction, kingdom)
    record = seen.shown
    title = T("{name:60}, month {month}: go back")(name=record.title, month=record.state.month.number)
    entries = await _done(dispatcher, reply, kingdom)
    if not entries:
        return Card(title, (T("There's nothing to undo this month.")(),))
    explained = T(
        "Newest first. Choose one to see what would be undone with it, before anything changes. Unrelated "
        "things stay."
    )
    current = page_of(entries, Turns(BACK, (kingdom,)), page)
    lines = [dispatcher.renderer.line(each).replace("\n", " · ").replace("**", "") for each in current.rows]
    picks = tuple(
        Pick(str(each.number), clip(T("#{number} {line}").plain(number=each.number, line=Safe(line)), 95))
        for each, line in zip(current.rows, lines, strict=True)
    )
    select = Select(T("Go back to before…").plain(), "undo_from", picks, (seen.campaign_view.campaign_id,))
    return Card(title, (explained(),), selects=(select,), buttons=current.buttons, note=current.span)


async def _done(dispatcher: Dispatcher, reply: Reply, kingdom: RecordId) -> list[Entry]:
    """What was done in the month under way, newest first, and the end of the month before."""
    found: list[Entry] = []
    async for entry in kingdom_view.entries_of(dispatcher, reply.interaction, kingdom):
        if entry.undone_by is None and entry.action not in HOUSE_ENTRIES:
            found.append(entry)
        if entry.undone_by is None and entry.action == CloseMonth.__name__:
            break
    return found


@button(BACK, may=Permit.GAME_MASTERS)
async def _turn_back(dispatcher: Dispatcher, reply: Reply, kingdom: str, page: int) -> Card:
    """Another page of what was done."""
    return await _back_card(dispatcher, reply, RecordId(kingdom), page)
