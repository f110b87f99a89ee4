"""The forms that commands declare (`Asks`): opened by the command or a button, filled in, and sent.

What a form holds is a command's path, the record that it is about, and what it was opened with; who may use
that says the command.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, get_type_hints

from bot.engine.asking import FILL, FILL_FIRST, Asks
from bot.engine.declare import Command, Invocation, asks_of, options_of, whose_of
from bot.engine.finders import Asker
from bot.engine.people import Actor, Permit, is_permitted, only, who_may
from bot.engine.text import led_by
from bot.ui.controls import button, form
from bot.ui.dispatcher import Dispatcher, actor_of, in_time
from bot.ui.errors import damaged_button, old_button
from bot.ui.modal import FormModal, answers, modal
from bot.ui.picking import carry_on
from bot.ui.reply import Reply


async def ask_in_form(
    dispatcher: Dispatcher, reply: Reply, asked: Invocation, *, is_foretold: bool = False
) -> None:
    """Open the form of a command with what stands there today. Raises UserError.

    One that `is_foretold` shows first what comes of what is written.
    """

    def made(asker: Asker) -> FormModal:
        asker = replace(asker, given={**asker.given, **asked.command.fixed})
        _require_permitted(asked.command, asker, actor_of(reply.interaction))
        return form_of(asked.command, asker, FILL_FIRST if is_foretold else FILL)

    await reply.modal(await in_time(dispatcher.ask(reply.interaction, asked, made)))


def form_of(command: Command, asker: Asker, name: str = FILL) -> FormModal:
    """The form of a command, as it opens to whoever asks. Raises RuleViolation."""
    asks, values = _asks(command), {name: str(value) for name, value in asker.given.items()}
    if command.finders:
        record = asker.record(whose := whose_of(command.options))
        values |= {whose: record.id, "name": record.title}
    today = asks.today(asker)
    filled = {name: text for name, text in today.items() if name in asks.fields}
    values |= {name: text for name, text in today.items() if name not in asks.fields}
    lines = asks.lines(asker) if asks.lines else asks_of(command.options, *asks.fields, **filled)
    title = asks.title.plain(**{each: values[each] for each in asks.title.names})
    return modal("|".join((name, command.path, *(values[each] for each in _held(command)))), title, lines)


def _require_permitted(command: Command, asker: Asker, actor: Actor) -> None:
    """See that the actor may do it with the record that is meant. Raises NotAllowed."""
    if not command.finders:
        return
    owner = asker.record(whose_of(command.options)).owner
    if not is_permitted(command.may, asker.seen.viewer.standing, actor, owner):
        raise only(who_may(command.may, owner))


@button(FILL, may=Permit.EVERYONE, can_defer=False)
async def _open(dispatcher: Dispatcher, reply: Reply, path: str, *held: str) -> None:
    """Open the form."""
    with _meant(dispatcher, path, held) as asked:
        await ask_in_form(dispatcher, reply, asked)


@form(FILL, may=Permit.EVERYONE)
async def _sent(dispatcher: Dispatcher, reply: Reply, path: str, *held: str) -> None:
    """Go the way of the command with what was written."""
    with _meant(dispatcher, path, held) as asked:
        await carry_on(dispatcher, reply, _filled_in(reply, asked, held))


@form(FILL_FIRST, may=Permit.EVERYONE)
async def _foretold(dispatcher: Dispatcher, reply: Reply, path: str, *held: str) -> None:
    """Show what would come of what was written."""
    with _meant(dispatcher, path, held) as asked:
        meant = _filled_in(reply, asked, held)
        await dispatcher.preview(reply, meant, in_place=reply.is_on_private_message)


def _filled_in(reply: Reply, asked: Invocation, held: Sequence[str]) -> Invocation:
    """The command with what was written: text that was taken out of the form is meant to go.

    Raises Stale where the form holds something else.
    """
    if len(held) < len(_held(asked.command)):
        raise damaged_button()
    typed = answers(reply.interaction.data)
    texts = {name: typed.get(name, "") for name in _asks(asked.command).fields}
    command, options = asked.command, options_of(asked.command.options)
    gone = {
        name: ""
        for name, text in texts.items()
        if not text and options[name].kind is str and options[name].default is None
    }
    command = replace(command, fixed={**command.fixed, **gone})
    return replace(asked, command=command, given={**asked.given, **texts})


@contextmanager
def _meant(dispatcher: Dispatcher, path: str, held: Sequence[str]) -> Iterator[Invocation]:
    """The command that a control is of, with what it holds; refused in the words of its game.

    Raises Stale where it holds something else.
    """
    command = dispatcher.commands.get(path)
    if command is None or command.asks is None:
        raise old_button()
    names, options = _held(command), options_of(command.options)
    # The last may hold dividers.
    whole = "|".join(held).split("|", len(names) - 1) if held else []
    given: dict[str, Any] = {}
    kept: dict[str, Any] = {}
    try:
        for name, text in zip(names, whole, strict=False):
            if name in options:
                given[name] = options[name].read(text)
            else:
                kept[name] = int(text) if _is_number(command, name) else text
    except ValueError:
        raise damaged_button() from None
    game = dispatcher.play.catalogue.systems.get(dispatcher.games.get(f"/{path}", ""))
    with led_by(game.game_master if game is not None else None):
        yield Invocation(replace(command, fixed={**command.fixed, **kept}), given)


def _is_number(command: Command, field: str) -> bool:
    return get_type_hints(command.options)[field] in (int, int | None)


def _asks(command: Command) -> Asks:
    if command.asks is None:
        raise LookupError(f"/{command.path} asks nothing in a form")
    return command.asks


def _held(command: Command) -> tuple[str, ...]:
    """The fields that the form holds: the record that it is about first."""
    return (*((whose_of(command.options),) if command.finders else ()), *_asks(command).holds)
