"""Items, spells and allies: entries of the campaign's library (A18, A21, A25)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.library import Field, Shelf, Texts
from bot.engine.people import Viewer
from bot.engine.system import ActionKind, Kind, RecordId
from bot.engine.words import one_line, safe
from bot.errors import RuleViolation
from bot.systems.adventuria.rules.effect import Effect, Verb, When
from bot.systems.adventuria.rules.effects import read_effects, write_effects
from bot.systems.adventuria.rules.state import NAME_LENGTH, Possession, Ware
from bot.systems.adventuria.words import wares as words

# As much as eight special rules can take.
RULES_LENGTH, ABOUT_LENGTH = 700, 1000
YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Thing:
    """An item, spell or ally of the library; `about` is what its special rules don't say."""

    ware: Ware
    name: str
    effects: tuple[Effect, ...] = ()
    about: str = ""
    is_weapon: bool = False
    is_secret: bool = False


def possession(entry: RecordId | None, thing: Thing, number: int) -> Possession:
    """The thing as somebody has it: a copy, which later edits leave alone."""
    return Possession(
        number, thing.ware, thing.name, thing.effects, thing.about, thing.is_weapon, entry=entry
    )


# -- written and read -------------------------------------------------------------------------------


def read_thing(ware: Ware, texts: Texts) -> Thing:
    """The item, spell or ally of those texts. Raises RuleViolation, one sentence, where they make none."""
    thing = Thing(
        ware,
        read_name(texts["name"]),
        tuple(_of_ware(ware, each) for each in read_effects(texts["rules"])),
        read_about(texts["about"]),
        is_weapon=texts.get("weapon") == YES,
        is_secret=texts["secret"] == YES,
    )
    for effect in thing.effects:
        if effect.to_foe and effect.verb is Verb.GOLD:
            raise RuleViolation(wrong_rule(effect, words.FOES_GOLD))
    return thing


def _of_ware(ware: Ware, effect: Effect) -> Effect:
    """Every spell is gone once it did what it does (A25)."""
    return replace(effect, is_spent=True) if ware is Ware.SPELL and effect.when is not When.HELD else effect


def wrong_rule(effect: Effect, wrong: str) -> str:
    """A sentence about a rule that such an entry can't have."""
    return words.wrong_rule(safe(write_effects((effect,)), 100), wrong)


def read_name(text: str) -> str:
    """The name of an entry. Raises RuleViolation where it is none, or long."""
    name = one_line(text)
    if not 1 <= len(name) <= NAME_LENGTH:
        raise RuleViolation(words.bad_name(NAME_LENGTH, len(name)))
    return name


def read_about(text: str) -> str:
    """What an entry says in words. Raises RuleViolation where it is long."""
    about = one_line(text)
    if len(about) > ABOUT_LENGTH:
        raise RuleViolation(words.too_long(words.ABOUT, ABOUT_LENGTH, len(about)))
    return about


def yes_or_no(is_so: bool) -> str:
    """As a form keeps it."""
    return YES if is_so else NO


def write_thing(thing: Thing) -> dict[str, str]:
    """The texts of an item, spell or ally, as `read_thing` reads them."""
    texts = {
        "name": thing.name,
        "rules": write_effects(thing.effects),
        "about": thing.about,
        "secret": yes_or_no(thing.is_secret),
    }
    return texts | ({"weapon": yes_or_no(thing.is_weapon)} if thing.ware is Ware.ITEM else {})


# -- in the library ---------------------------------------------------------------------------------


def seen_by(state: Any, viewer: Viewer) -> Any:
    """The entry, for who may know of it."""
    return None if state.is_secret and not viewer.is_game_master else state


def _kind(ware: Ware) -> Kind[Thing]:
    return Kind(ware.value, Thing, title=lambda state: state.name, view=seen_by, word=words.part)


YES_OR_NO = ((YES, words.YES), (NO, words.NO))
SECRET = Field("secret", words.SECRET, words.SECRET_HINT, is_optional=True, options=YES_OR_NO)
ABOUT = Field("about", words.ABOUT, words.ABOUT_HINT, ABOUT_LENGTH, is_long=True, is_optional=True)


def _shelf(kind: Kind[Thing], ware: Ware) -> Shelf[Thing]:
    noun, plural = words.NOUNS[ware]
    weapon = Field("weapon", words.WEAPON, words.WEAPON_HINT, is_optional=True, options=YES_OR_NO)
    fields = (
        Field("name", words.NAME, words.NAME_HINTS[ware], NAME_LENGTH),
        *((weapon,) if ware is Ware.ITEM else ()),
        Field("rules", words.RULES, words.RULES_HINTS[ware], RULES_LENGTH, is_long=True, is_optional=True),
        ABOUT,
        SECRET,
    )
    return Shelf("adventuria", kind, noun, plural, fields, _reader(ware), write_thing)


def _reader(ware: Ware) -> Callable[[Texts], Thing]:
    return lambda texts: read_thing(ware, texts)


ITEM, SPELL, ALLY = _kind(Ware.ITEM), _kind(Ware.SPELL), _kind(Ware.ALLY)
BY_WARE = {Ware.ITEM: ITEM, Ware.SPELL: SPELL, Ware.ALLY: ALLY}
SHELVES: tuple[Shelf[Any], ...] = tuple(_shelf(kind, ware) for ware, kind in BY_WARE.items())

KINDS: tuple[Kind[Any], ...] = (ITEM, SPELL, ALLY)
ACTIONS: tuple[ActionKind[Any], ...] = ()
EVENTS: tuple[type[Any], ...] = ()
