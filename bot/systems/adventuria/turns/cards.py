"""What happened to an adventurer in its last turns, out of the journal, as the reader may see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from bot.engine.card import Card
from bot.engine.drawing import draws, shows
from bot.engine.event import sentence
from bot.engine.text import Safe, T, fitting, safe
from bot.play import Entry, Post, RecordView
from bot.systems.adventuria.adventurer import (
    ADVENTURER,
    AdventurerMoved,
    CampMade,
    PageDiceRolled,
    SceneAnswered,
    SceneTold,
    TurnEnded,
    TurnStarted,
    WokeUp,
    dice_fell,
)
from bot.systems.adventuria.changed import lines
from bot.systems.adventuria.sheet import cards as sheet_cards
from bot.systems.adventuria.sheet.cards import on_behalf, with_question
from bot.systems.adventuria.state import Adventurer, Stage
from bot.systems.adventuria.turns.rules import RollAsked
from bot.ui.card import FIELD, portrait_of
from bot.ui.dispatcher import Dispatcher, Interaction, actor_of, request_of
from bot.ui.text import clip_marked, on_one_line, passage

# How far back it reads, in pages of the journal, and how much of it one card tells.
MOST_PAGES, LINE, ROOM = 8, 300, 3000
TURNS = 2


async def digest(
    dispatcher: Dispatcher,
    interaction: Interaction,
    record: RecordView,
    turns: int = TURNS,
    campaign: str | None = None,
) -> tuple[str, ...]:
    """The story of so many turns, oldest first; of more than a card holds the latest. Raises UserError."""
    actor, request = actor_of(interaction), request_of(interaction)
    entries: list[Entry] = []
    async for entry in dispatcher.play.story(actor, request, record.id, campaign=campaign, pages=MOST_PAGES):
        if _counts(entry):
            entries.append(entry)
            turns -= entry.event(TurnStarted) is not None
        if not turns:
            break
    lines = [clip_marked(on_one_line(dispatcher.renderer.line(entry)), LINE) for entry in entries[::-1]]
    kept = _fitting(lines)
    if not kept:
        return (T("Nothing has happened yet.")(),)
    earlier = T("-# … and {count} earlier entries; `/journal` has them all.")
    return kept if len(kept) == len(lines) else (earlier(count=len(lines) - len(kept)), *kept)


def _counts(entry: Entry) -> bool:
    """Whether it is part of the story: not what was taken back, nor the camps between."""
    is_camp = entry.event(CampMade) is not None or entry.event(WokeUp) is not None
    return entry.undone_by is None and not entry.undoes and not is_camp


def _fitting(lines: list[str]) -> tuple[str, ...]:
    """The latest of them that there is room for."""
    kept: list[str] = []
    left = ROOM
    for line in reversed(lines):
        left -= len(line) + 1
        if left < 0:
            break
        kept.append(line)
    return tuple(reversed(kept))


IN_SHORT, LAPSED, THROWN = 200, 600, 500
OF_TURNS = (
    TurnStarted,
    SceneTold,
    SceneAnswered,
    TurnEnded,
    CampMade,
    WokeUp,
    AdventurerMoved,
    PageDiceRolled,
    RollAsked,
)


@draws(*OF_TURNS, rank=5)
def _draw(_event: Any, post: Post) -> Card | None:
    """The message about an entry, where it is about a turn or a camp."""
    record = post.subject
    if record is None or record.kind != ADVENTURER.name:
        return None
    told = [event for event in post.entry.events if isinstance(event, OF_TURNS)]
    state = cast(Adventurer, record.state)
    scene = post.entry.event(SceneTold)
    said = [*on_behalf(post)]
    if scene is None:
        said += [line for event in told for line in _told(event)]
    else:
        said += passage(scene.text or state.scene)
    card = Card(_told_at(told) or title(state), tuple(said), portrait=portrait_of(record, post.records))
    return card if post.newer is not None else _standing(card, record, post, has_scene=scene is not None)


@shows(ADVENTURER.name)
def _show(record: RecordView, post: Post) -> Card:
    """An adventurer as it stands, under news that have no card of their own; it mentions nobody."""
    state = cast(Adventurer, record.state)
    card = Card(title(state), passage(state.scene), portrait=portrait_of(record, post.records))
    return replace(_standing(card, record, post, has_scene=True), asks=())


IN_TURN = T("{location} · turn {turn} · {name}")


def title(state: Adventurer) -> str:
    """The title that says where an adventurer is, or will be next."""
    at = {"name": state.name, "location": state.location}
    if state.stage is Stage.TURN:
        return IN_TURN(turn=state.turn, **at)
    if state.stage is Stage.CAMP:
        return T("{name} is camping · next at {location}")(**at)
    return T("{name} · next at {location}")(**at)


def _told_at(told: Sequence[Any]) -> str:
    """Where and when a scene took place, however far its adventurer has gone since; else empty."""
    event = next((each for each in told if isinstance(each, SceneTold | SceneAnswered)), None)
    if event is None or not event.turn:
        return ""
    return IN_TURN(location=event.location, turn=event.turn, name=event.name)


def _standing(card: Card, record: RecordView, post: Post, *, has_scene: bool) -> Card:
    state = cast(Adventurer, record.state)
    if state.end is not None:
        return card
    if state.scene and not has_scene:
        card = card.add(T("-# {scene:prose 200}")(scene=state.scene))
    if state.answer and post.entry.event(SceneAnswered) is None:
        card = card.add(T("-# {name}: {answer:prose 200}")(name=state.name, answer=state.answer))
    if post.entry.event(PageDiceRolled) is None:
        # For who tells what comes of them.
        thrown = [dice_fell(state.name, each) for each in state.thrown]
        card = card.add(*fitting((str(sentence(each)) for each in thrown), THROWN))
    card = card.add("", *sheet_cards.brief(state))
    if state.ways:
        ways = "\n".join(fitting((f"• {safe(way)}" for way in state.ways), FIELD))
        card = replace(card, fields=(*card.fields, (T("The turn may end at")(), ways)))
    return with_question(card, record, post)


def _told(event: Any) -> Sequence[str]:
    """An event of a turn, in lines."""
    return (str(sentence(event)), *_more(event))


def _more(event: Any) -> Sequence[str]:
    """What else a turn's end brings."""
    if not isinstance(event, TurnEnded):
        return ()
    lapsed = [Safe(each) for each in fitting((safe(each, 80) for each in event.lapsed), LAPSED)]
    told = (T("Offers that ended with the turn: {lapsed:,}.")(lapsed=lapsed),) if lapsed else ()
    return (*lines(event.changes), *told)
