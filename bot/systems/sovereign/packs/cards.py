"""A pack on a phone: pick a thing from a list, press what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.engine.card import Button, Card, Pick, Select
from bot.engine.declare import look
from bot.engine.finders import Asker
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope, Want
from bot.engine.text import Safe, T, refused
from bot.engine.views import CampaignView, RecordView
from bot.errors import NotAllowed
from bot.play import Outcome
from bot.systems.sovereign.packs.rules import (
    DropItem,
    GiveItem,
    LoadItem,
    MoveItem,
    UnloadItem,
    counted,
    enc_said,
    item_of,
)
from bot.systems.sovereign.parties.rules import PARTY
from bot.systems.sovereign.people.cards import PACK_BUTTON
from bot.systems.sovereign.people.rules import CHARACTER, OnCharacter
from bot.systems.sovereign.state import Character, Item, Tool
from bot.ui.controls import Do, button, select
from bot.ui.dispatcher import Dispatcher, Panel, in_time
from bot.ui.errors import damaged_button
from bot.ui.reply import Reply
from bot.ui.text import safe

PICK, MOVE, DROP, GIVE, LOAD, UNLOAD = (
    "sov_item",
    "sov_move",
    "sov_drop",
    "sov_give",
    "sov_load",
    "sov_unload",
)
MOST_LISTED = 25


def pack_scope(character: RecordId) -> Scope:
    """Whose pack, and the party they go with."""
    return Scope((character,), (Want(PARTY.name, linking=character),))


@look("party pack show", may=Permit.EVERYONE)
def show_pack(asker: Asker, whose: OnCharacter) -> Card:
    """See a pack, and draw, stow, give or drop what is in it"""
    return pack_of(asker.look(pack_scope(whose.character)), whose.character)


def pack_of(seen: CampaignView, character: RecordId) -> Card:
    """That pack; a list to pick from, for whoever may."""
    record = seen.records.get(character)
    if record is None or record.kind != CHARACTER.name:
        raise damaged_button()
    state: Character = record.state
    is_theirs = _is_theirs(seen, record)
    if state.is_npc and not seen.viewer.is_game_master:
        return Card(safe(state.name), (T("You don't know what they carry.")(),))
    lines = [*_lines(state, is_readied=True), "", *_lines(state, is_readied=False)]
    lines.append(T("Coins: **{n:,}**")(n=state.coins))
    picks = [_pick(each) for each in state.items[:MOST_LISTED]]
    selects = [Select(T("Pick a thing…")(), PICK, tuple(picks), (record.id,))] if picks and is_theirs else []
    selects += list(_mounts(seen, record)) if is_theirs else []
    return Card(T("{name}: pack")(name=state.name), tuple(lines), selects=tuple(selects))


def _is_theirs(seen: CampaignView, record: RecordView) -> bool:
    return seen.viewer.is_game_master or record.owner == seen.viewer.user


def _pick(item: Item) -> Pick:
    where = T("Readied") if item.is_readied else T("Stowed")
    return Pick(
        item.key, counted(item), T("{where}, {enc} enc").plain(where=where, enc=enc_said(item.weight))
    )


def _mounts(seen: CampaignView, record: RecordView) -> Iterator[Select]:
    for party in seen.all(PARTY.name):
        loads = [(mount, item) for mount in party.state.mounts for item in mount.items][:MOST_LISTED]
        if loads:
            picks = tuple(Pick(f"{m.key}:{i.key}", counted(i), m.name) for m, i in loads)
            yield Select(T("Take from a beast or cart…")(), UNLOAD, picks, (record.id, party.id))


def _lines(state: Character, *, is_readied: bool) -> Iterator[str]:
    name = T("Readied") if is_readied else T("Stowed")
    room = state.readied_room if is_readied else state.stowed_room
    yield T("**{name}** {n} of {room} enc")(name=name, n=state.carried(is_readied=is_readied), room=room)
    for each in state.items:
        if each.is_readied is is_readied:
            is_said = each.tool is Tool.NONE or each.name.casefold() == str(each.tool.label).casefold()
            kit = "" if is_said else T(" ({kit})")(kit=each.tool)
            yield T("{thing}{kit}, {enc} enc")(thing=counted(each), kit=kit, enc=enc_said(each.weight))


async def _seen(dispatcher: Dispatcher, reply: Reply, character: str) -> CampaignView:
    scope = pack_scope(RecordId(character))
    return await in_time(dispatcher.look(reply.interaction, scope))


async def _redrawn(dispatcher: Dispatcher, reply: Reply, character: str) -> Panel:
    """The pack as the action left it, in place of the thing that was picked."""
    seen = await _seen(dispatcher, reply, character)

    def panel(outcome: Outcome) -> Card:
        subject = outcome.private.subject
        records = seen.records if subject is None else {**seen.records, subject.id: subject}
        return pack_of(replace(seen, records=records), RecordId(character))

    return panel


@button(PACK_BUTTON, may=Permit.EVERYONE)
async def open_pack(dispatcher: Dispatcher, reply: Reply, character: str) -> Card:
    """Show a pack."""
    return pack_of(await _seen(dispatcher, reply, character), RecordId(character))


@select(PICK, may=Permit.OWNER_OR_GAME_MASTER)
async def picked(dispatcher: Dispatcher, reply: Reply, character: str, item: str) -> Card:
    """Show what can become of a thing."""
    seen = await _seen(dispatcher, reply, character)
    record = seen.records.get(RecordId(character))
    if record is None or record.kind != CHARACTER.name:
        raise damaged_button()
    if not _is_theirs(seen, record):
        raise refused("pack.others", "{name}'s things are their player's.", NotAllowed, name=record.title)
    found = item_of(record.state.items, item)
    parties: Sequence[RecordView] = seen.all(PARTY.name)
    move = T("Stow it") if found.is_readied else T("Draw it")
    load = T("Load on {name:40}").plain
    buttons = [
        Button(move(), MOVE, (character, item, str(int(not found.is_readied))), is_main=True),
        Button(T("Drop one")() if found.count > 1 else T("Drop it")(), DROP, (character, item)),
        *(
            Button(load(name=mount.name), LOAD, (character, item, party.id, mount.key))
            for party in parties
            for mount in party.state.mounts[:3]
        ),
        Button(T("Back")(), PACK_BUTTON, (character,)),
    ]
    others = await _others(dispatcher, reply, character, parties)
    give = (Select(T("Give to…")(), GIVE, tuple(others), (character, item)),) if others else ()
    draws = T("Drawing it takes a Main Action.")() if not found.is_readied else ""
    lines = [_pick(found).meaning, *([draws] if draws else [])]
    return Card(counted(found), tuple(map(Safe, lines)), buttons=tuple(buttons[:5]), selects=give)


async def _others(
    dispatcher: Dispatcher, reply: Reply, character: str, parties: Sequence[RecordView]
) -> list[Pick]:
    """The companions to whom a thing can be given."""
    members = [each for party in parties for each in party.state.members if each != character]
    seen = await in_time(dispatcher.look(reply.interaction, Scope(tuple(members))))
    found = (seen.records.get(each) for each in members[:MOST_LISTED])
    return [Pick(each.id, each.title) for each in found if each is not None and not each.state.is_dead]


@button(MOVE, may=Permit.OWNER_OR_GAME_MASTER)
async def move_to(dispatcher: Dispatcher, reply: Reply, character: str, item: str, is_readied: int) -> Do:
    """Draw or stow a thing."""
    return Do(
        MoveItem(RecordId(character), item, bool(is_readied)),
        panel=await _redrawn(dispatcher, reply, character),
    )


@button(DROP, may=Permit.OWNER_OR_GAME_MASTER)
async def drop(dispatcher: Dispatcher, reply: Reply, character: str, item: str) -> Do:
    """Leave a thing behind."""
    return Do(DropItem(RecordId(character), item), panel=await _redrawn(dispatcher, reply, character))


@select(GIVE, may=Permit.OWNER_OR_GAME_MASTER)
async def give(dispatcher: Dispatcher, reply: Reply, character: str, item: str, to: str) -> Do:
    """Hand a thing over."""
    action = GiveItem(RecordId(character), item, RecordId(to))
    return Do(action, panel=await _redrawn(dispatcher, reply, character))


@button(LOAD, may=Permit.OWNER_OR_GAME_MASTER)
async def load_on(
    dispatcher: Dispatcher, reply: Reply, character: str, item: str, party: str, mount: str
) -> Do:
    """Load a thing on a beast or cart."""
    return Do(LoadItem(RecordId(character), item, RecordId(party), mount))


@select(UNLOAD, may=Permit.OWNER_OR_GAME_MASTER)
async def unload(dispatcher: Dispatcher, reply: Reply, character: str, party: str, load: str) -> Do:
    """Take a load from a beast or cart."""
    mount, _, item = load.partition(":")
    return Do(UnloadItem(RecordId(character), RecordId(party), mount, item))
