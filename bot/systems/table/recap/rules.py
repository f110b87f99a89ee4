"""The campaign's story: game masters mark entries that belong to it, and write lines between them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.declare import Action, action, declared, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import GAME_MASTERS, Permit
from bot.engine.prose import PROSE_LENGTH
from bot.engine.saying import Clause, Words, say
from bot.engine.story import STORY, Line, Story
from bot.engine.system import ActionKind, Kind, Noted, Open, Record, Replace, Result, Scope, Want, World
from bot.engine.text import T, of_length, refused
from bot.engine.words import one_line, paragraphs

NOTE_LENGTH = 200
# So many marks and lines: what somebody new reads in one go.
MOST = 200
MOST_NUMBER = 2_000_000_000


class MarkEntry(Action):
    """Add a journal entry to the story, which newcomers read"""

    entry: int = option("The entry's number, as the journal shows it", least=1, most=MOST_NUMBER)
    note: str = option("A few words about it, for everyone", default="", max_length=NOTE_LENGTH)


class UnmarkEntry(Action):
    """Take something out of the story: an entry, or a line you wrote"""

    entry: int = option("Its number, as the story shows it", least=1, most=MOST_NUMBER)


class WriteLine(Action):
    """Write a line of the story, for example where a chapter ends; the channel reads it too"""

    text: str = option("What happened, in your words", is_prose=True)
    chapter: int | None = option(
        "The chapter of dice that it ends, if any", default=None, least=1, most=MOST_NUMBER
    )


def _story_scope(_action: object) -> Scope:
    return Scope(wants=(Want(STORY.name),))


@action(
    "campaign story mark",
    may=Permit.GAME_MASTERS,
    scope=_story_scope,
    is_news=False,
    button="Add it to the story",
)
def mark_entry(world: World, action: MarkEntry, dice: Dice) -> Result:
    """Mark it. Raises RuleViolation where players could read nothing of it, or it is marked."""
    note = of_length(
        one_line(action.note),
        NOTE_LENGTH,
        "story.note_too_long",
        "A note can have up to {most} characters{given}.",
    )
    _require_told(world.noted(action.entry), action.entry)
    story = _story(world)
    # Marked again without a note it keeps the one that it has.
    note = note or story.marks.get(action.entry, "")
    if story.marks.get(action.entry) == note:
        raise refused("story.marked_already", "#{entry} is already part of the story.", entry=action.entry)
    if action.entry not in story.marks:
        _require_room(story)
    after = replace(story, marks={**story.marks, action.entry: note})
    told = say(
        "story.marked",
        T("#{entry} is part of the story{note}"),
        entry=action.entry,
        note=Clause(T(": {note}"), note=Words(note, by=world.actor)) if note else Clause(T(".")),
        audience=GAME_MASTERS,
    )
    return Result((_kept(world, after),), (told,))


def _require_told(noted: Noted | None, entry: int) -> None:
    if noted is None:
        raise refused("story.no_entry", "There's no entry #{entry}. `/journal` has the numbers.", entry=entry)
    if not noted.stands:
        raise refused(
            "story.undone", "#{entry} was undone, or undoes something: mark one that stands.", entry=entry
        )
    if not noted.is_told:
        raise refused(
            "story.secret",
            "Players can't read anything of #{entry}. Tell them in your own words with `/gm deed: line`.",
            entry=entry,
        )


@action(
    "campaign story unmark",
    may=Permit.GAME_MASTERS,
    scope=_story_scope,
    is_news=False,
    button="Take it out of the story",
)
def unmark_entry(world: World, action: UnmarkEntry, dice: Dice) -> Result:
    """Take it out. Raises RuleViolation where it isn't in."""
    story, entry = _story(world), action.entry
    if entry not in story.marks and entry not in story.lines:
        raise refused(
            "story.not_marked",
            "#{entry} isn't part of the story. `/campaign story show` lists what is.",
            entry=entry,
        )
    marks = {number: note for number, note in story.marks.items() if number != entry}
    lines = {number: line for number, line in story.lines.items() if number != entry}
    told = say(
        "story.unmarked", T("#{entry} is no longer part of the story."), entry=entry, audience=GAME_MASTERS
    )
    return Result((_kept(world, Story(marks, lines)),), (told,))


@action("campaign story line", may=Permit.GAME_MASTERS, scope=_story_scope, button="Write the line")
def write_line(world: World, action: WriteLine, dice: Dice) -> Result:
    """Keep the line, and tell it. Raises RuleViolation for an empty one, or a chapter that isn't there."""
    text = of_length(
        paragraphs(action.text),
        PROSE_LENGTH,
        "story.bad_line",
        "A line of the story can have 1 to {most} characters{given}.",
        least=1,
    )
    if action.chapter is not None and action.chapter > world.chapter:
        raise refused(
            "story.no_chapter",
            "There's no chapter {chapter} yet: the running one is chapter {running}.",
            chapter=action.chapter,
            running=world.chapter,
        )
    story = _story(world)
    _require_room(story)
    after = replace(story, lines={**story.lines, world.entry: Line(text, action.chapter)})
    words = Words(text, by=world.actor)
    if action.chapter is None:
        told = say("story.line", T("📖 {text:prose}"), text=words)
    else:
        told = say(
            "story.chapter_line",
            T("📖 **Chapter {chapter}:** {text:prose}"),
            chapter=action.chapter,
            text=words,
        )
    return Result((_kept(world, after),), (told,))


def _require_room(story: Story) -> None:
    if len(story.marks) + len(story.lines) >= MOST:
        raise refused(
            "story.full",
            "The story has {most} entries and lines, which is the maximum. `/gm deed: unmark` takes one out.",
            most=MOST,
        )


def _record(world: World) -> Record[Story] | None:
    return next(iter(world.all(STORY)), None)


def _story(world: World) -> Story:
    record = _record(world)
    return record.state if record is not None else Story()


def _kept(world: World, story: Story) -> Open | Replace:
    record = _record(world)
    return Replace(record.id, story) if record is not None else Open(world.new_id(), STORY.name, story)


KINDS: tuple[Kind[Any], ...] = (STORY,)
ACTIONS = declared(__name__, ActionKind)
EVENTS = declared(__name__, Event)
