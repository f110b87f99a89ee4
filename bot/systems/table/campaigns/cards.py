"""How a campaign's beginning and its invitations look, and what is told of a thing handed over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.engine.card import Button, Card, Tone, step_buttons
from bot.engine.drawing import draws, shows
from bot.engine.system import PlainEvent
from bot.engine.text import Safe, T, listed, safe
from bot.play import Post, RecordView
from bot.play.hand_over import HANDED_OVER
from bot.systems.table.campaigns.people import INVITATION, GameMasterAdded
from bot.systems.table.campaigns.readers import ANOTHER, LOOK_AGAIN, OTHER_READERS
from bot.systems.table.campaigns.rules import CampaignArchived, CampaignCreated, restores
from bot.ui.errors import JOIN
from bot.ui.renderer import story_so_far


def line_of(event: Any) -> Safe | None:
    """What the house itself entered of a campaign's things: one was handed over."""
    if not isinstance(event, PlainEvent) or event.kind != HANDED_OVER:
        return None
    along = T(" {n:What belongs to it goes|All {n} things that belong to it go} along.")
    return T("**{record}** goes from {before:@} to {after:@}.{rest}")(
        record=event.facts["record"],
        before=event.facts["from"],
        after=event.facts["to"],
        rest=along(n=event.facts["along"]) if event.facts["along"] else "",
    )


@draws(PlainEvent)
def handed(_event: PlainEvent, post: Post) -> Card | None:
    """Something was handed over: whoever got it can read what happened before."""
    events = post.entry.events
    event = next((e for e in events if isinstance(e, PlainEvent) and e.kind == HANDED_OVER), None)
    line = line_of(event)
    return Card(lines=(line,), buttons=(story_so_far(),)) if line is not None else None


def begun(event: CampaignCreated, campaign: str, titles: Mapping[str, str]) -> Card:
    """A campaign begins: whoever reads it can join."""
    games = listed((titles.get(name, name) for name in event.systems), ",")
    lines = (
        T("{who:@} is the game master. Games: {games}.")(who=event.game_master, games=games),
        T("Players press **Join**, now or later.")(),
        # Players, who read this, can't see that channel: its mention would show them nothing.
        T("The game master's secrets go to a channel of their own.")()
        if event.game_master_channel
        else T("There's no game master's channel yet: secrets only appear in the game master's journal.")(),
    )
    join = Button(T("Join").plain(), JOIN, (campaign,), is_main=True)
    return Card(T("A new campaign: {name}")(name=event.name), lines, tone=Tone.GOOD, buttons=(join,))


@draws(GameMasterAdded)
def leads(event: GameMasterAdded, _post: Post) -> Card:
    """Somebody leads from now on: what they can do first."""
    button = Button(T("Help").plain(), "help", is_main=True)
    first = T("**Help** shows a new game master what to do first.")
    return Card(lines=(event.sentence(), first()), buttons=(button,))


@draws(CampaignArchived)
def rests(event: CampaignArchived, post: Post) -> Card | None:
    """A campaign rests: whoever archived it finds there what brings it back."""
    if post.viewer.user is None:
        return None
    return Card(lines=(event.says(name=event.name),), buttons=(restores(post.entry.campaign, event.name),))


@shows(OTHER_READERS.name)
def ask_about_readers(record: RecordView, post: Post) -> Card:
    """Who else may read the game masters' channel: its buttons close it, leave it, or let it be read."""
    if not record.steps:
        return Card(safe(record.title))
    again = T("Update the channel") if record.state.is_made else T("Check again")
    buttons = (
        Button(again.plain(), LOOK_AGAIN, (post.entry.campaign,), is_main=True),
        Button(T("Another channel…").plain(), ANOTHER, (post.entry.campaign,)),
        *step_buttons(record.id, record.steps),
    )
    return Card(safe(record.title), tone=Tone.ASKS, buttons=buttons)


@shows(INVITATION.name)
def invitation(record: RecordView, post: Post) -> Card:
    """It mentions whom it asks, and bears the buttons only they can press."""
    lines = (
        T("To watch without playing: `/campaign join watching: True`.")(),
        "-# "
        + T("Only the person invited can press these, and they work until the invitation is withdrawn.")(),
    )
    return Card(
        T("An invitation to {name}")(name=post.campaign.name),
        lines,
        tone=Tone.ASKS,
        buttons=step_buttons(record.id, record.steps),
        asks=(record.owner,) if record.steps and record.owner is not None else (),
    )
