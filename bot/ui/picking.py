"""The lists of `option(pick=…)`: opened by a command or a button, turned, kept to a kind, and chosen from.

What their controls hold is a command's path and its options; who may use that says the command.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from bot.engine.card import Button, Card
from bot.engine.declare import Command, Invocation, Option, options_of
from bot.engine.finders import Asker
from bot.engine.people import Permit
from bot.engine.picking import ALL, KINDS, PICK, TYPED, Chosen, Filling, Picking, Picks, card_of
from bot.engine.text import T
from bot.play import Pressed
from bot.ui.controls import button, number, select
from bot.ui.dispatcher import Dispatcher, in_time
from bot.ui.errors import damaged_button, old_button
from bot.ui.reply import Reply

R = TypeVar("R")


async def carry_on(
    dispatcher: Dispatcher,
    reply: Reply,
    *asked: Invocation,
    in_place: bool = False,
    back: Button | None = None,
) -> None:
    """Answer a command, or several of one sort in a row: with the list it lacks, a preview, or its outcome.

    `in_place` of the private message whose list was used; from a preview `back` leads there again. Raises
    UserError.
    """
    first = asked[0]
    if first.command.lacks(first.given) is not None:
        await show(dispatcher, reply, first, in_place=in_place)
    elif first.command.is_previewed and not first.command.at_once:
        await dispatcher.preview(reply, *asked, in_place=in_place, back=back)
    elif len(asked) > 1:
        raise damaged_button()
    elif first.command.at_once:
        await dispatcher.act_or_preview(reply, first)
    else:
        await dispatcher.give(reply, first)


async def show(
    dispatcher: Dispatcher,
    reply: Reply,
    asked: Invocation,
    page: int = 0,
    kind: str = "",
    *,
    in_place: bool = False,
) -> None:
    """Show privately the list of the first option that a command lacks. Raises UserError."""
    _option, picks = _lacking(asked)

    def made(picking: Picking) -> Card | Filling | Chosen:
        found = (dispatcher.lists[picks.name] if picks.name else picks.listed)(picking)
        if isinstance(found, Card | Chosen):
            return found
        if found.typed is not None and not found.rows and not in_place:
            return picks.form(picking, None)
        return card_of(picking, found, dispatcher.drawings)

    found = await _answered(dispatcher, reply, asked, made, page, kind)
    if isinstance(found, Filling):
        await _fill_in(dispatcher, reply, found)
        return
    if isinstance(found, Chosen):
        chosen = replace(asked, given={**asked.given, **found.given})
        await carry_on(dispatcher, reply, chosen, in_place=in_place)
        return
    # A picture beside the list takes a while to draw.
    reply.may_defer()
    await (reply.update if in_place else reply.private)(found)


@button(PICK, may=Permit.EVERYONE)
async def _open(dispatcher: Dispatcher, reply: Reply, path: str, *parts: str) -> None:
    """Open the list, or turn to another page of it; before the page stands the kind that it keeps to.

    Where nothing is lacking, show what the command comes to.
    """
    asked, rest = _meant(dispatcher, path, parts)
    if asked.command.is_previewed and asked.command.lacks(asked.given) is None:
        await carry_on(dispatcher, reply, asked, in_place=reply.is_on_private_message)
    elif not rest:
        await show(dispatcher, reply, asked)
    else:
        *kinds, page = rest
        await show(dispatcher, reply, asked, number(page), next(iter(kinds), ALL), in_place=True)


@select(KINDS, may=Permit.EVERYONE)
async def _keep_to(dispatcher: Dispatcher, reply: Reply, path: str, *parts: str) -> None:
    """What is of one kind, or all."""
    asked, chosen = _meant(dispatcher, path, parts)
    await show(dispatcher, reply, asked, kind=chosen[-1] if chosen else ALL, in_place=True)


@button(TYPED, may=Permit.EVERYONE, can_defer=False)
async def _type(dispatcher: Dispatcher, reply: Reply, path: str, *parts: str) -> None:
    """Open the form, with nothing chosen from the list."""
    asked, _ = _meant(dispatcher, path, parts)
    _option, picks = _lacking(asked)
    await _fill_in(
        dispatcher, reply, await _answered(dispatcher, reply, asked, lambda each: picks.form(each, None))
    )


@select(PICK, may=Permit.EVERYONE, can_defer=False)
async def _choose(dispatcher: Dispatcher, reply: Reply, path: str, *parts: str) -> None:
    """Go on with what was chosen: a form for what is lacking, or each as the command has it, in a row."""
    asked, chosen = _meant(dispatcher, path, parts)
    option, picks = _lacking(asked)
    if not chosen:
        raise damaged_button()
    if picks.has_form:
        filling = await _answered(dispatcher, reply, asked, lambda each: picks.form(each, chosen[0]))
        await _fill_in(dispatcher, reply, filling)
        return
    reply.may_defer()
    if option.spec.several:
        chosen = [option.spec.several.join(chosen)]
    given = (_values(asked, option, picks, each) for each in chosen)
    meant = [replace(asked, given={**asked.given, **each}) for each in given]
    list_of = (path, *(each for each in parts if "=" in each), "0")
    back = None if picks.stays else Button(T("Back to the list").plain(), PICK, list_of)
    await carry_on(dispatcher, reply, *meant, in_place=not picks.stays, back=back)


def _values(asked: Invocation, option: Option, picks: Picks, chosen: str) -> dict[str, str]:
    """What a row gives, by option. Raises Stale where it holds something else."""
    fields = (option.field, *picks.also)
    values = chosen.split("/", len(picks.also))
    left_out = (options_of(asked.command.options)[name] for name in fields[len(values) :])
    if not all(values) or any(each.spec.pick is None and not each.has_default for each in left_out):
        raise damaged_button()
    return dict(zip(fields, values, strict=False))


def _lacking(asked: Invocation) -> tuple[Option, Picks]:
    """The option whose list is meant. Raises Stale where the command has none."""
    option = asked.command.lacks(asked.given)
    if option is None or option.spec.pick is None:
        raise old_button()
    return option, option.spec.pick


def _meant(dispatcher: Dispatcher, path: str, parts: Sequence[str]) -> tuple[Invocation, list[str]]:
    """What a control asks for, and what stands behind that. Raises Stale where it holds something else."""
    command = dispatcher.commands.get(path)
    if command is None:
        raise old_button()
    options, given = options_of(command.options), {}
    for name, is_held, text in (each.partition("=") for each in parts):
        if not is_held:
            continue
        try:
            given[name] = options[name].read(text)
        except (KeyError, ValueError):
            raise damaged_button() from None
    return Invocation(command, given), [each for each in parts if "=" not in each]


async def _answered(
    dispatcher: Dispatcher,
    reply: Reply,
    asked: Invocation,
    answer: Callable[[Picking], R],
    page: int = 0,
    kind: str = "",
) -> R:
    """What is answered to who stands before the list, in time where it may be a form. Raises UserError."""

    def answered(asker: Asker) -> R:
        held = _held(asked.command, asker)
        asker = replace(asker, given={**asker.given, **asked.command.fixed, **held})
        return answer(Picking(asker, asked.command.path, held, page, kind))

    answering = dispatcher.ask(reply.interaction, asked, answered)
    return await (answering if reply.can_defer else in_time(answering))


def _held(command: Command, asker: Asker) -> dict[str, str]:
    """What the list's controls hold: the ids of the records meant, and what else was given."""
    held: dict[str, str] = {}
    for name, each in options_of(command.options).items():
        given, finder = asker.given.get(name), each.spec.finder
        if finder is not None and (given is not None or (finder.is_implied and not each.has_default)):
            held[name] = str(finder.find(asker, given))
        elif given is not None:
            held[name] = str(given)
    return held


async def _fill_in(dispatcher: Dispatcher, reply: Reply, filling: Filling) -> None:
    """Open that form. Raises Stale where its step waits no more."""
    pressed = Pressed(filling.record, filling.step, filling.revision, filling.choice)
    await dispatcher.fill_in(reply, pressed, **filling.picked)
