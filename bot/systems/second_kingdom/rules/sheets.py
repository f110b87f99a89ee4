"""A hero's sheet written anew in its form: name, virtues, notes and portrait."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.engine.dice.source import Dice
from bot.engine.portraits import require_address
from bot.engine.system import RecordId, Scene, Turn
from bot.engine.words import one_line, paragraphs
from bot.errors import RuleViolation
from bot.systems.second_kingdom.rules.changes import changed
from bot.systems.second_kingdom.rules.heroes import HERO, NAME_LENGTH, require_score
from bot.systems.second_kingdom.rules.state import Hero, Virtue
from bot.systems.second_kingdom.words import heroes as hero_words
from bot.systems.second_kingdom.words import sheets as words

ABOUT_LENGTH, MOST_LINES = 1000, 20

_SCORES = re.compile(r"[0-9]{1,6}(?:[\s,;/]+[0-9]{1,6}){2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class EditSheet:
    """Write parts of a hero's sheet anew; None leaves one as it is."""

    hero: RecordId
    name: str | None = None
    courage: int | None = None
    prudence: int | None = None
    temperance: int | None = None
    about: str | None = None
    portrait: str | None = None
    # The mark of the sheet that its form was filled with; a sheet that has changed since is left alone.
    seen: str = ""


def read_virtues(text: str) -> tuple[int, int, int]:
    """The three virtues in one line, "6 5 3". Raises RuleViolation for anything else."""
    if not _SCORES.fullmatch(text.strip()):
        raise RuleViolation(words.NO_VIRTUES)
    courage, prudence, temperance = (int(each) for each in re.findall("[0-9]+", text))
    return courage, prudence, temperance


def mark(state: Hero) -> str:
    """What tells a form filled with this sheet from one that was filled with an earlier one."""
    scores = [str(state.score(virtue)) for virtue in Virtue]
    written = "\n".join((state.name, *scores, state.portrait, state.about))
    return f"{zlib.crc32(written.encode()):08x}"


def rewritten(hero: RecordId, state: Hero, texts: Mapping[str, str], seen: str) -> EditSheet:
    """What the sent form changes of the sheet that it was filled with.

    Raises RuleViolation where the virtues can't be read.
    """
    scores = dict(zip(Virtue, read_virtues(texts["virtues"]), strict=True))
    about = "\n".join(texts["about"].splitlines())
    return EditSheet(
        hero,
        name=texts["name"] if texts["name"] != state.name else None,
        about=about if about != state.about else None,
        portrait=texts["portrait"] if texts["portrait"].strip() != state.portrait else None,
        seen=seen,
        **{virtue.value: score for virtue, score in scores.items() if score != state.score(virtue)},
    )


def edit_sheet(scene: Scene, action: EditSheet, dice: Dice) -> Turn:
    """Replace what is given.

    Raises RuleViolation for what no sheet may hold, from a form that is old, or where nothing changes.
    """
    record = scene.get(HERO, action.hero)
    hero = record.state
    if action.seen not in ("", mark(hero)):
        raise RuleViolation(words.FORM_IS_OLD)
    edited = replace(
        hero,
        name=hero.name if action.name is None else _name(scene, action.hero, action.name),
        about=hero.about if action.about is None else _about(action.about),
    )
    for virtue in Virtue:
        score = getattr(action, virtue.value)
        if score is not None:
            require_score(virtue, score)
            edited = replace(edited, **{virtue.value: score})
    if action.portrait is not None and action.portrait.strip() != hero.portrait:
        # Another address takes the place of a picture that was uploaded.
        edited = replace(edited, portrait=_portrait(action.portrait), picture=None)
    if edited == hero:
        raise RuleViolation(words.SAME_SHEET)
    return changed(scene, record, edited)


def _name(scene: Scene, hero: RecordId, text: str) -> str:
    """The new name. Raises RuleViolation for one that somebody else bears."""
    name = one_line(text)
    if not 1 <= len(name) <= NAME_LENGTH:
        raise RuleViolation(hero_words.bad_name(NAME_LENGTH, len(name)))
    others = (each.state for each in scene.all(HERO) if each.id != hero)
    if any(_is_called(other, name) for other in others):
        raise RuleViolation(hero_words.TAKEN_NAME)
    return name


def _is_called(hero: Hero, name: str) -> bool:
    return hero.name.casefold() == name.casefold()


def _about(text: str) -> str:
    """The notes. Raises RuleViolation where they are too long."""
    about = paragraphs(text)
    if len(about) > ABOUT_LENGTH:
        raise RuleViolation(words.long_notes(ABOUT_LENGTH, len(about)))
    if about.count("\n") >= MOST_LINES:
        raise RuleViolation(words.many_lines(MOST_LINES, about.count("\n") + 1))
    return about


def _portrait(text: str) -> str:
    return require_address(text) if text.strip() else ""
