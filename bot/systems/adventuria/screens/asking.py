"""What waits in an adventurer, on any card about one: whose move it is, and the buttons for it.

The newest card about an adventurer folds the older ones, so each of them bears what is open now.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from bot.engine.people import Standing
from bot.engine.system import Step
from bot.play import Post, Shown
from bot.systems.adventuria.rules.state import Adventurer, Stage
from bot.systems.adventuria.rules.turn import SceneTold
from bot.systems.adventuria.screens import possessions
from bot.systems.adventuria.words import turns as words
from bot.ui.card import Button, Card, Tone, step_buttons
from bot.ui.text import person, safe

WAKE_BUTTON, TELL_BUTTON = "adv_wake", "adv_tell"
# Steps that come before all else, and those of a turn under way.
DECISIONS, IN_TURN = ("give", "room"), ("end", "tell")


def asking(card: Card, shown: Shown, post: Post) -> Card:
    """The card with what waits in the adventurer; as it is where a newer one took its place.

    It mentions the player for what a narrator brought: a scene with its ways, or something to decide.
    """
    state = cast(Adventurer, shown.state)
    if post.newer is not None or state.end is not None:
        return card
    if shown.steps:
        return _with_step(card, shown, shown.steps[0], post)
    if state.stage is Stage.CAMP:
        wake = Button(words.WAKE, WAKE_BUTTON, (post.entry.campaign, shown.id), is_main=True)
        return replace(card.add(words.CAMPING, buttons=(wake,)), tone=Tone.QUIET)
    if state.fight is not None:
        # Without a button of its own it must still follow: the turn goes on after the fight.
        return replace(card.add(words.FIGHTS), keeps_up=True)
    return card


def _with_step(card: Card, shown: Shown, step: Step, post: Post) -> Card:
    buttons = [*step_buttons(shown.id, (step,))]
    if step.name in IN_TURN:
        buttons.append(possessions.use_button(post.entry.campaign, shown.id))
    if step.name == "end":
        buttons.append(Button(words.TELL_ON, TELL_BUTTON, (post.entry.campaign, shown.id)))
    asks = (step.who,) if step.who is not None and _is_news(step, step.who, post) else ()
    tone = card.tone if step.who is None else Tone.ASKS
    return replace(card.add(whose_move(shown, step), buttons=buttons), asks=asks, tone=tone)


def _is_news(step: Step, who: int, post: Post) -> bool:
    plays = post.campaign.standing(who) in (Standing.PLAYER, Standing.GAME_MASTER)
    is_told = post.entry.event(SceneTold) is not None or step.name in DECISIONS
    return plays and is_told and who != post.entry.actor


def whose_move(shown: Shown, step: Step) -> str:
    """Who acts, and what they may do."""
    who, state = person(step.who), cast(Adventurer, shown.state)
    if step.name in DECISIONS:
        return words.decide(who, safe(step.label, 200))
    if step.name == "start":
        return words.begin(who, safe(state.location))
    if step.name == "end":
        return words.your_move(who)
    return words.MORE_FOR_NARRATOR if state.scene else words.FOR_NARRATOR


def on_behalf(post: Post) -> tuple[str, ...]:
    """Who acted for whom, where a narrator did."""
    entry = post.entry
    if entry.on_behalf_of is None:
        return ()
    return (words.on_behalf(person(entry.actor), person(entry.on_behalf_of)),)
