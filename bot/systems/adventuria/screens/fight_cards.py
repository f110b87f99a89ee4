"""Fights on cards: what happened, both sides, what may come of it, and whose move it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from bot.engine.people import Standing
from bot.engine.system import Choice, Step
from bot.play import Post, Shown
from bot.systems.adventuria.rules.adventurer import ADVENTURER, FIGHT
from bot.systems.adventuria.rules.fight import Fight, FightEnded, FightOpened, Phase
from bot.systems.adventuria.rules.state import NAME_LENGTH, Adventurer
from bot.systems.adventuria.screens import fight_sides, odds_lines
from bot.systems.adventuria.screens.asking import asking, on_behalf
from bot.systems.adventuria.screens.fight_lines import TELLERS, foes_of, lines_of
from bot.systems.adventuria.screens.possessions import use_button
from bot.systems.adventuria.screens.sheet_cards import brief
from bot.systems.adventuria.words import fight_cards as words
from bot.ui.card import BODY, Button, Card, Tone
from bot.ui.text import fitting, person, safe

__all__ = ["TELLERS", "draw", "prepare", "show", "under"]

PRESS, PANEL = "adv_fight", "adv_fight_panel"
# The choices that end a fight.
OUT = ("avoid", "end")
# What happened may take so much, and whose move it is, of a card.
HAPPENED_ROOM, LAST_LINE = 1200, 150


def draw(post: Post) -> Card | None:
    """The message about an entry, where something happened in a fight."""
    if post.subject is None or not any(type(event) in TELLERS for event in post.entry.events):
        return None
    return under(Card(lines=on_behalf(post), tone=Tone.QUIET), post)


def show(shown: Shown, post: Post) -> Card | None:
    """A fight as it stands."""
    return _standing(Card(tone=Tone.QUIET), shown, post) if shown.kind == FIGHT else None


def prepare(post: Post) -> Callable[[], object] | None:
    """The odds of the fight that is shown: once counted, they are found when the card is drawn."""
    shown = post.subject
    if shown is None or shown.kind != FIGHT or post.newer is not None or shown.state.end is not None:
        return None
    fight, adventurer = shown.state, _adventurer(shown.state, post)
    if adventurer is None:
        return None
    return lambda: odds_lines.lines_of_fight(fight, adventurer.state, post.campaign)


def under(card: Card, post: Post) -> Card:
    """The card of an entry about a fight, with what happened in it and how all stands now."""
    shown = cast(Shown, post.subject)
    happened = (line for event in post.entry.events for line in lines_of(event))
    card = card.add(*fitting(happened, HAPPENED_ROOM))
    if shown.kind == FIGHT:
        return _standing(card, shown, post)
    card = replace(card, title=card.title or _after_title(post))
    return card if post.newer is not None else _after(card, shown, post)


def _after_title(post: Post) -> str:
    """Whose fight it was, and against what."""
    ended = post.entry.event(FightEnded)
    if ended is None:
        return safe(cast(Shown, post.subject).title, NAME_LENGTH)
    return words.title(safe(ended.name, NAME_LENGTH), foes_of(ended.foes))


def _after(card: Card, adventurer: Shown, post: Post) -> Card:
    """Once a fight is over: how the adventurer fares, and what it does next."""
    return asking(card.add("", *brief(adventurer.state)), adventurer, post)


# -- as it stands -----------------------------------------------------------------------------------


def _standing(card: Card, shown: Shown, post: Post) -> Card:
    """The fight's own card; one that a newer one took the place of tells only what happened."""
    fight = cast(Fight, shown.state)
    title = words.title(safe(fight.name, NAME_LENGTH), foes_of([foe.kin or foe.name for foe in fight.foes]))
    card = replace(card, title=card.title or title)
    if post.newer is not None or fight.end is not None:
        # What waits once a fight is over stands on the adventurer's card.
        return card
    adventurer = _adventurer(fight, post)
    state = None if adventurer is None else cast(Adventurer, adventurer.state)
    odds = [] if state is None else odds_lines.lines_of_fight(fight, state, post.campaign)
    room = BODY - LAST_LINE - sum(len(line) + 1 for line in (*card.lines, *odds))
    sides = fight_sides.of_fight(fight, state, room)
    card = card.add(*([""] if card.lines else []), *sides, *odds)
    if adventurer is not None and adventurer.steps:
        # Something must be decided first.
        return asking(card, adventurer, post)
    return _asking(card, shown, post)


def _adventurer(fight: Fight, post: Post) -> Shown | None:
    found = post.records.get(fight.adventurer)
    return found if found is not None and found.kind == ADVENTURER.name else None


# -- whose move it is -------------------------------------------------------------------------------


def _asking(card: Card, shown: Shown, post: Post) -> Card:
    """With the buttons of its step; it mentions its player only for what somebody else did."""
    if not shown.steps:
        return card
    (step, *_), fight = shown.steps, cast(Fight, shown.state)
    who, plays = fight.player, post.campaign.standing(fight.player)
    is_here = plays in (Standing.PLAYER, Standing.GAME_MASTER)
    is_news = post.entry.event(FightOpened) is not None or post.entry.actor != who
    on = [_press(shown, step, choice) for choice in step.choices if choice.key not in OUT]
    out = [_press(shown, step, choice) for choice in step.choices if choice.key in OUT]
    # What answers dice that are known stands among the choices.
    use = [] if fight.phase is Phase.ROLLED else [use_button(post.entry.campaign, fight.adventurer)]
    narrator = Button(words.NARRATOR, PANEL, (shown.id,))
    card = card.add(_who_acts(fight, person(who)), buttons=(*on, *use, *out, narrator))
    return replace(card, tone=Tone.ASKS, asks=(who,) if is_here and is_news else ())


def _press(shown: Shown, step: Step, choice: Choice) -> Button:
    """As the house's button of a step, but one that knows what came of it when it is pressed again."""
    return Button(choice.label, PRESS, (shown.id, step.name, str(step.revision), choice.key), choice.is_main)


def _who_acts(fight: Fight, who: str) -> str:
    if fight.phase is Phase.KIND:
        return words.to_choose(who)
    if fight.phase is Phase.READY:
        return words.to_roll(who, can_avoid=fight.can_avoid)
    if fight.phase is Phase.ROLLED:
        return words.to_answer(who)
    return words.to_go_on(who)
