"""What a private answer leads on to, where it has nothing to press: what it names, else all that one can do.

    There's no site yet. `/site new` makes one.        [New site…]
    Saved: attack is 1d20+5.                           [Act…]

A command that an answer names, and that its reader may use here, is a button below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.engine.acting import is_for, meant_by, named
from bot.engine.card import DEED, Button, Card
from bot.engine.declare import Command
from bot.engine.people import Actor, Standing, may_use
from bot.engine.text import Safe, T
from bot.play import CampaignView, NoCampaign
from bot.play.session import TABLE
from bot.ui.controls import look_at
from bot.ui.dispatcher import Dispatcher, Interaction, actor_of, request_of
from bot.ui.errors import ACTS, LEADS
from bot.ui.text import caption

# A command in words, by itself or as what `/act` and `/gm` find by its words.
_NAMED = re.compile(r"`/(?:(?:act|gm)\sdeed:\s([^`]+)|([a-z\s-]+))`")
MOST_NAMED, LABEL = 3, 45
HELP = "help"


async def ways_on(dispatcher: Dispatcher, interaction: Interaction, card: Card) -> tuple[Button, ...]:
    """The buttons of a private answer that has none of its own. Raises UserError."""
    actor = actor_of(interaction)
    try:
        view = await dispatcher.play.look(actor, request_of(interaction))
    except NoCampaign as error:
        known = await interaction.client.explain(interaction, error)
        return (known.buttons if known is not None else ()) or (Button(T("Help").plain(), HELP),)
    if view.viewer.standing is Standing.OUTSIDER:
        return (Button(T("Help").plain(), HELP),)
    found = dict.fromkeys(_named(dispatcher, view, actor, "\n".join(card.lines)))
    acts = Button(T("Act…").plain(), *(LEADS if view.viewer.is_game_master else ACTS))
    return tuple(found)[:MOST_NAMED] or (acts,)


def _named(dispatcher: Dispatcher, view: CampaignView, actor: Actor, text: str) -> Iterator[Button]:
    """A button for each command that a text names, of those that its reader may use here."""
    played = (*view.campaign.systems, TABLE)
    standing = view.viewer.standing
    here = [each for each in dispatcher.commands.values() if dispatcher.games.get(f"/{each.path}") in played]
    deeds = [
        each for each in here if any(is_for(each, actor, standing, leads=leads) for leads in (False, True))
    ]
    for each in _NAMED.finditer(text):
        words, path = each.groups()
        if words:
            meant = meant_by(deeds, words)
            # Of several the page itself lets one choose.
            yield from map(_deed, meant if len(meant) == 1 else ())
            continue
        command = dispatcher.commands.get(path)
        if command in deeds:
            yield _deed(command)
        elif command in here and may_use(command.may, standing, actor) and _shows(command):
            yield look_at(caption(named(command)[0], LABEL), command.path)


def _shows(command: Command) -> bool:
    """Whether it shows something without another word."""
    return command.show is not None and not any(map(command.needs, command.offered.values()))


def _deed(command: Command) -> Button:
    label = T("{label}…").plain(label=Safe(caption(named(command)[0], LABEL).removesuffix("…")))
    return Button(label, DEED, (command.path,))
