"""What somebody can do next in a game, as a button: it asks in a form what the command needs, and gives it.

    dispatcher.begins["second_kingdom"] = (Beginning("sk new", T("Make a hero"), lacking_hero),)

A game says who is offered it; the command's own declaration says the rest.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.engine.card import Button
from bot.engine.declare import Invocation, Person, options_of
from bot.engine.people import WHO_MAY, may_use, only
from bot.engine.record import FormField
from bot.engine.text import Safe, T
from bot.play import CampaignView
from bot.ui.commands import answer
from bot.ui.dispatcher import Dispatcher, Interaction, actor_of, in_time
from bot.ui.errors import damaged_button, old_button
from bot.ui.modal import answers, modal
from bot.ui.reply import Reply

BEGIN = "begin"


@dataclass(frozen=True, slots=True)
class Beginning:
    """A command to begin with. `asks` gives its form, or None for who needs no such button.

    `owned` is the option that means the asker themself.
    """

    path: str
    label: T
    asks: Callable[[Dispatcher, Interaction], Awaitable[tuple[FormField, ...] | None]]
    owned: str = ""


async def begins(dispatcher: Dispatcher, interaction: Interaction, view: CampaignView) -> list[Beginning]:
    """What the asker can begin with in this campaign's games."""
    actor, standing = actor_of(interaction), view.viewer.standing
    return [
        each
        for system in view.campaign.systems
        for each in dispatcher.begins.get(system, ())
        if may_use(dispatcher.register[f"/{each.path}"], standing, actor)
        and await each.asks(dispatcher, interaction) is not None
    ]


async def next_for(
    dispatcher: Dispatcher, interaction: Interaction, view: CampaignView, beginnings: Sequence[Beginning]
) -> tuple[list[Safe], tuple[Button, ...]]:
    """What somebody can do next in words, if anything, and a button for each; then what the games tell."""
    says = T("**Next for you:** {labels:,}")
    lines = [says(labels=[each.label() for each in beginnings])] if beginnings else []
    buttons = tuple(Button(b.label.plain(), BEGIN, (b.path,), is_main=True) for b in beginnings)
    for game in view.campaign.systems:
        found = await dispatcher.midst[game](interaction) if game in dispatcher.midst else None
        if found is not None:
            lines += map(Safe, found.lines)
            buttons += found.buttons
    return lines, buttons


def _found(dispatcher: Dispatcher, path: str) -> Beginning:
    found = (each for game in dispatcher.begins.values() for each in game if each.path == path)
    beginning: Beginning | None = next(found, None)
    if beginning is None:
        raise old_button()
    return beginning


async def ask_for(dispatcher: Dispatcher, reply: Reply, path: str) -> None:
    """Open the form of a beginning. Raises UserError where it is nothing for the asker, or no more."""
    beginning, interaction = _found(dispatcher, path), reply.interaction
    view = await in_time(dispatcher.look(interaction))
    permit = dispatcher.register[f"/{path}"]
    if not may_use(permit, view.viewer.standing, actor_of(interaction)):
        raise only(WHO_MAY[permit])
    asks = await in_time(beginning.asks(dispatcher, interaction))
    if asks is None:
        raise old_button()
    await reply.modal(modal(f"{BEGIN}|{path}", beginning.label.plain(), asks))


async def begin(dispatcher: Dispatcher, reply: Reply, path: str) -> None:
    """Give the command with what was typed into its form. Raises UserError."""
    beginning, command = _found(dispatcher, path), dispatcher.commands[path]
    typed = answers(reply.interaction.data)
    given = {name: typed[name] for name in options_of(command.options) if typed.get(name)}
    needed = (name for name, each in options_of(command.options).items() if command.needs(each))
    if any(name not in given for name in needed if name != beginning.owned):
        raise damaged_button()
    user = reply.interaction.user
    own = {beginning.owned: Person(user.id, name=user.display_name)} if beginning.owned else {}
    await answer(dispatcher, reply, Invocation(command, {**given, **own}))
