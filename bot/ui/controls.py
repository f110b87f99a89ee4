"""Buttons, lists and forms that work for years, declared: what each is called, who may use it, what it holds.

    @select("adv_use_on", may=Permit.OWNER_OR_GAME_MASTER)
    async def use_on(dispatcher: Dispatcher, reply: Reply, campaign: str, record: str, foe: str) -> Do:
        return Do(UsePossession(RecordId(record), foe), campaign=campaign)

What stands in its custom_id comes as parameters: text, numbers or members of an enum; of a list what was
chosen comes last. One handler may answer for several controls: what each declaration names besides comes
first. What it returns answers for it: a card takes the place of the private message, an action is carried out
or shown first.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any, TypeVar

from bot.engine.card import Button, Card
from bot.engine.declare import declared
from bot.engine.people import Permit
from bot.engine.picking import Drawing, Making
from bot.engine.text import T
from bot.ui.dispatcher import LOOK, Dispatcher, Panel
from bot.ui.errors import damaged_button
from bot.ui.reply import Reply

# So many digits of a number, and of an id of Discord's.
LONGEST, ID = 10, 20


@dataclass(frozen=True, slots=True)
class Do:
    """An action that a control comes to: carried out, or shown first what would come of it.

    `panel` redraws the private message with what came of it; where it is shown first, that takes the place of
    the panel, and `back` leads there again.
    """

    action: Any
    campaign: str | None = None
    is_previewed: bool = False
    panel: Panel | None = None
    back: Button | None = None


# None where the handler has answered by itself.
Answer = Card | Do | None


def look_at(label: T | str, path: str, /, **given: Any) -> Button:
    """The button that shows a look in place of the private message that it is on."""
    held = (f"{name}={value}" for name, value in given.items())
    return Button(label.plain() if isinstance(label, T) else label, LOOK, (path, *held, "0"))


H = TypeVar("H", bound=Callable[..., Awaitable[Any]])


@dataclass(frozen=True, slots=True)
class DeclaredControl:
    """A button, list or form as it is declared."""

    kind: str
    name: str
    may: Permit
    handle: Callable[..., Awaitable[Answer]]
    can_defer: bool = True
    # What it means by itself, whatever it holds.
    given: tuple[Any, ...] = ()

    async def answer(self, dispatcher: Dispatcher, reply: Reply, args: tuple[str, ...]) -> None:
        """Answer a press. Raises UserError, Stale where it holds something else."""
        held = _taken(self.handle, args, 2 + len(self.given))
        found = await self.handle(dispatcher, reply, *self.given, *held)
        if isinstance(found, Card):
            # What everybody reads is nobody's to replace.
            await (reply.update(found) if reply.is_on_private_message else reply.private(found))
        elif found is not None and found.is_previewed:
            await dispatcher.preview(reply, found.action, campaign=found.campaign)
        elif found is not None and dispatcher.play.asks(found.action):
            await dispatcher.act_or_preview(
                reply, found.action, campaign=found.campaign, panel=found.panel, back=found.back
            )
        elif found is not None:
            await dispatcher.carry_out(reply, found.action, campaign=found.campaign, panel=found.panel)


def _taken(handle: Callable[..., Any], args: tuple[str, ...], after: int) -> list[Any]:
    """What a control holds, for its handler's parameters after the first. Raises Stale for something else."""
    takes = list(inspect.signature(handle, eval_str=True).parameters.values())[after:]
    is_open = bool(takes) and takes[-1].kind is inspect.Parameter.VAR_POSITIONAL
    needed = [each for each in takes if each.default is each.empty and each.kind is not each.VAR_POSITIONAL]
    if len(args) < len(needed) or (len(args) > len(takes) and not is_open):
        raise damaged_button()
    kinds = [each.annotation for each in takes] + [str] * len(args)
    return [_value(text, kind) for kind, text in zip(kinds, args, strict=False)]


def _value(text: str, kind: Any) -> Any:
    if kind in (int, int | None):
        return number(text)
    if isinstance(kind, type) and issubclass(kind, Enum):
        if text not in {each.value for each in kind}:
            raise damaged_button()
        return kind(text)
    return text


def number(text: str, longest: int = LONGEST) -> int:
    """The number that stands in a control. Raises Stale where it holds something else."""
    if not text.isascii() or not text.isdigit() or len(text) > longest:
        raise damaged_button()
    return int(text)


def _declare(kind: str, name: str, *given: Any, may: Permit, can_defer: bool = True) -> Callable[[H], H]:
    def declare(handle: H) -> H:
        known = vars(handle).get("__declared__", ())
        handle.__declared__ = (  # type: ignore[attr-defined]
            *known,
            DeclaredControl(kind, name, may, handle, can_defer, given),
        )
        return handle

    return declare


# Each takes a name, what it means by itself, `may` and `can_defer`, which what opens a form can't.
button = partial(_declare, "button")
select = partial(_declare, "select")
form = partial(_declare, "form")


@dataclass(frozen=True, slots=True)
class DeclaredDrawing:
    """What is drawn beside a list."""

    name: str
    draw: Drawing


@dataclass(frozen=True, slots=True)
class DeclaredList:
    """A list that is made beside discord.py."""

    name: str
    make: Making


D = TypeVar("D", bound=Drawing)
L = TypeVar("L", bound=Making)


def drawing(name: str) -> Callable[[D], D]:
    """Declare what is drawn beside lists: a picture of the asker's view and the numbers of its places."""

    def declare(draw: D) -> D:
        draw.__declared__ = (DeclaredDrawing(name, draw),)  # type: ignore[attr-defined]
        return draw

    return declare


def listing(name: str) -> Callable[[L], L]:
    """Declare the card of an option whose `pick` goes by that name: pure, of who stands before it."""

    def declare(make: L) -> L:
        make.__declared__ = (DeclaredList(name, make),)  # type: ignore[attr-defined]
        return make

    return declare


def enter(dispatcher: Dispatcher, package: str) -> None:
    """Answer for the controls that a package declares, of this process or an earlier one."""
    drawings: Any = declared(package, DeclaredDrawing, is_whole=True)
    dispatcher.drawings |= {each.name: each.draw for each in drawings}
    lists: Any = declared(package, DeclaredList, is_whole=True)
    dispatcher.lists |= {each.name: each.make for each in lists}
    handlers = {"button": dispatcher.add_button, "select": dispatcher.add_select}
    found: Any = declared(package, DeclaredControl, is_whole=True)
    for each in found:
        answer = partial(each.answer, dispatcher)
        if each.kind == "form":
            dispatcher.add_form(each.name, answer, may=each.may)
        else:
            handlers[each.kind](each.name, answer, may=each.may, can_defer=each.can_defer)
