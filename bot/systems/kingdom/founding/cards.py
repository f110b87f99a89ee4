"""Kingdoms as a whole on cards and in the journal: drawn up, founded, renamed, ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.engine.asking import Asking
from bot.engine.card import Button, Card, Tone
from bot.engine.declare import look, option
from bot.engine.people import Permit
from bot.engine.system import Ask, RecordId, Scope
from bot.errors import Stale
from bot.play import Post
from bot.systems.kingdom.book import Stage
from bot.systems.kingdom.founding import words
from bot.systems.kingdom.founding.rules import (
    FoundingChanged,
    KingdomBegun,
    KingdomEnded,
    KingdomFounded,
    KingdomRenamed,
)
from bot.systems.kingdom.realm import KINGDOM, KINGDOM_MEANT, OnKingdom, asked_realm
from bot.systems.kingdom.settings import SETTINGS
from bot.systems.kingdom.state import REASON_LENGTH, EndKingdom
from bot.systems.kingdom.towns import words as towns_words
from bot.ui.dispatcher import Dispatcher, Register, in_time
from bot.ui.form import answers, form
from bot.ui.reply import Reply
from bot.ui.text import safe
from bot.ui.words import DAMAGED_BUTTON

NAME = 60


def draw(post: Post) -> Card | None:
    """The message about an entry, where a kingdom begins, stands from now on, or ends."""
    record = post.subject
    if record is None:
        return None
    title = safe(record.title, NAME)
    founded, ended = post.entry.event(KingdomFounded), post.entry.event(KingdomEnded)
    if founded is not None:
        return Card(title, _founded_lines(founded), tone=Tone.GOOD)
    if ended is not None:
        return Card(title, _ended_lines(ended), tone=Tone.QUIET)
    return None


def _founded_lines(event: KingdomFounded) -> tuple[str, ...]:
    paid = words.paid(event.claim, event.preparation, event.treasury)
    lines = [_founded(event), paid, words.experience(event.xp)]
    if event.borders:
        lines.append(towns_words.borders([each.value for each in event.borders]))
    if event.inherits is not None:
        lines.append(towns_words.INHERITS[event.inherits.value])
    if event.capital:
        lines += ["", towns_words.FIRST_BUILDINGS]
    return tuple(lines)


def _ended_lines(event: KingdomEnded) -> tuple[str, ...]:
    return (_ended(event), *([words.freed(event.hexes, event.settlements)] if event.hexes else []))


# -- in a line ----------------------------------------------------------------------------------------


def _changed(event: FoundingChanged) -> str:
    return words.changed(event.what, safe(event.value, 40))


def _founded(event: KingdomFounded) -> str:
    return words.founded(safe(event.name, NAME), safe(event.spot, 40), safe(event.capital, NAME))


def _ended(event: KingdomEnded) -> str:
    told = words.dropped if event.was_draft else words.ended
    return told(safe(event.name, NAME), safe(event.reason, 100))


TELLERS: dict[type[Any], Callable[[Any], str]] = {
    KingdomBegun: lambda event: words.begun(safe(event.name, NAME)),
    FoundingChanged: _changed,
    KingdomFounded: _founded,
    KingdomRenamed: lambda event: words.renamed(safe(event.before, NAME), safe(event.name, NAME)),
    KingdomEnded: _ended,
}


END = "kingdom_end"


class Ending(OnKingdom):
    """Which kingdom ends."""

    kingdom: RecordId = option("Which one, where there are several", finder=KINGDOM_MEANT)


@look("kingdom archive", may=Permit.GAME_MASTERS)
def before_it_ends(asking: Asking, told: Ending) -> Card:
    """End a kingdom: see first what becomes of its hexes and settlements"""
    realm = asked_realm(asking, told.kingdom)
    is_draft = realm.kingdom.stage is Stage.FOUNDING
    does = words.END_DRAFT if is_draft else words.end_costs(realm.size, len(realm.towns))
    button = Button(words.END, END, (realm.id,), is_main=True)
    title = words.end_title(safe(realm.kingdom.name, 60))
    return Card(title, (does, words.END_KEEPS), tone=Tone.ASKS, buttons=(button,))


@look("kingdom settings", may=Permit.EVERYONE)
def show_settings(asking: Asking) -> Card:
    """See how this campaign decides what the book leaves open; game masters change it"""
    campaign, lines = asking.seen.campaign, []
    for each in SETTINGS:
        value = each.of(campaign.settings)
        chosen = each.option(value).label
        lines.append(words.setting(each.title, chosen, is_default=value == each.default))
    button = Button(
        words.SETTINGS_HINT, "settings", (asking.seen.campaign_id, SETTINGS[0].system), is_main=True
    )
    title = words.settings_title(safe(campaign.name, 60))
    return Card(title, tuple(lines), buttons=(button,), note=words.SETTINGS_NOTE)


def answer(dispatcher: Dispatcher) -> None:
    """Enter the button that ends a kingdom, and the form that asks why."""

    async def ask(reply: Reply, args: tuple[str, ...]) -> None:
        scope = Scope(ids=(_kingdom(args),))
        found = (await in_time(dispatcher.look(reply.interaction, scope))).all(KINGDOM.name)
        if not found or found[0].is_archived:
            raise Stale(DAMAGED_BUTTON)
        asks = (Ask("reason", words.REALMS_REASON_ASK, REASON_LENGTH, is_optional=True),)
        await reply.modal(form(f"{END}|{found[0].id}", words.END_TITLE, asks))

    async def end(reply: Reply, args: tuple[str, ...]) -> None:
        reason = answers(reply.interaction.data).get("reason", "")
        await dispatcher.carry_out(reply, EndKingdom(_kingdom(args), reason))

    dispatcher.add_button(END, ask, can_defer=False)
    dispatcher.add_form(END, end)


def _kingdom(args: tuple[str, ...]) -> RecordId:
    if len(args) != 1:
        raise Stale(DAMAGED_BUTTON)
    return RecordId(args[0])


REGISTER: Register = {
    f"button {END}": Permit.GAME_MASTERS,
    f"form {END}": Permit.GAME_MASTERS,
}
