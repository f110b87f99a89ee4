"""Turns on cards and in the journal: where an adventurer is, what happens there, and what to do next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

from bot.play import Post, Shown
from bot.systems.adventuria.rules.adventurer import ADVENTURER
from bot.systems.adventuria.rules.state import SCENE_LENGTH, Adventurer, Stage
from bot.systems.adventuria.rules.turn import (
    AdventurerMoved,
    CampMade,
    PageDiceRolled,
    SceneTold,
    TurnEnded,
    TurnStarted,
    WokeUp,
)
from bot.systems.adventuria.screens import change_cards, sheet_cards
from bot.systems.adventuria.screens.asking import asking, on_behalf
from bot.systems.adventuria.screens.portraits import portrait_of
from bot.systems.adventuria.words import turns as words
from bot.ui.card import FIELD, Card
from bot.ui.text import clip, fitting, safe

IN_SHORT, LAPSED, THROWN = 200, 600, 500


def draw(post: Post) -> Card | None:
    """The message about an entry, where it is about a turn or a camp."""
    shown = post.subject
    told = [(TELLERS[type(event)], event) for event in post.entry.events if type(event) in TELLERS]
    if shown is None or shown.kind != ADVENTURER.name or not told:
        return None
    state = cast(Adventurer, shown.state)
    scene = post.entry.event(SceneTold)
    lines = [*on_behalf(post)]
    if scene is None:
        lines += [line for teller, event in told for line in (teller(event), *_more(event))]
    else:
        lines += scene_lines(scene.text or state.scene)
    card = Card(title(state), tuple(lines), portrait=portrait_of(shown, post.records))
    return card if post.newer is not None else _standing(card, shown, post, has_scene=scene is not None)


def show(shown: Shown, post: Post) -> Card | None:
    """An adventurer as it stands, under news that have no card of their own; it mentions nobody."""
    if shown.kind != ADVENTURER.name:
        return None
    state = cast(Adventurer, shown.state)
    card = Card(title(state), tuple(scene_lines(state.scene)), portrait=portrait_of(shown, post.records))
    return replace(_standing(card, shown, post, has_scene=True), asks=())


def title(state: Adventurer) -> str:
    """Where an adventurer is, or will be."""
    name, location = safe(state.name), safe(state.location)
    if state.stage is Stage.TURN:
        return words.title(name, location, state.turn)
    if state.stage is Stage.CAMP:
        return words.camp_title(name, location)
    return words.between_title(name, location)


def scene_lines(text: str) -> Sequence[str]:
    """The narrator's words, line by line."""
    return [safe(line, SCENE_LENGTH) for line in text.splitlines()]


def _standing(card: Card, shown: Shown, post: Post, *, has_scene: bool) -> Card:
    state = cast(Adventurer, shown.state)
    if state.end is not None:
        return card
    if state.scene and not has_scene:
        card = card.add(words.in_short(safe(state.scene, IN_SHORT)))
    if post.entry.event(PageDiceRolled) is None:
        card = card.add(*fitting(_thrown(state), THROWN))
    card = card.add("", *sheet_cards.brief(state))
    if state.ways:
        ways = "\n".join(fitting((f"• {safe(way)}" for way in state.ways), FIELD))
        card = replace(card, fields=(*card.fields, (words.MAY_END, ways)))
    return asking(card, shown, post)


def _thrown(state: Adventurer) -> Iterator[str]:
    """The dice of this turn, for who tells what comes of them."""
    return (words.rolled(safe(state.name), each.dice, safe(each.purpose)) for each in state.thrown)


def _more(event: Any) -> Sequence[str]:
    """What a turn's end brings besides."""
    if not isinstance(event, TurnEnded):
        return ()
    lapsed = fitting((safe(each, 80) for each in event.lapsed), LAPSED)
    return (*change_cards.told_lines(event.told), *([words.lapsed(lapsed)] if lapsed else []))


# -- in a line ----------------------------------------------------------------------------------------


def _started(event: TurnStarted) -> str:
    return words.started(safe(event.name), event.turn, safe(event.location))


def _scene(event: SceneTold) -> str:
    name, location = safe(event.name), safe(event.location)
    if not event.text:
        return words.ways_told(name, location, [safe(way) for way in event.ways])
    return words.told(name, location, clip(safe(event.text, SCENE_LENGTH), IN_SHORT))


def _ended(event: TurnEnded) -> str:
    return words.ended(safe(event.name), event.turn, safe(event.location), safe(event.next_location))


def _moved(event: AdventurerMoved) -> str:
    return words.moved(safe(event.name), safe(event.before), safe(event.after), safe(event.reason))


TELLERS: dict[type[Any], Callable[[Any], str]] = {
    TurnStarted: _started,
    SceneTold: _scene,
    TurnEnded: _ended,
    CampMade: lambda event: words.camped(safe(event.name), safe(event.location)),
    WokeUp: lambda event: words.woke(safe(event.name), safe(event.location)),
    AdventurerMoved: _moved,
    PageDiceRolled: lambda event: words.rolled(safe(event.name), event.dice, safe(event.purpose)),
}
