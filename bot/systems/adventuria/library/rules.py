"""Special rules as people write them: one a line, read and written back (A41 to A45).

`when[ by cause]: [foe] what [amount] [in melee|in magic] [until …] [on 5-6] [once]
[due to combat] [spent]`"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any, Final

from bot.engine.asking import Asking, Pair
from bot.engine.library import Field, Shelf, Texts
from bot.engine.people import Viewer
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Scope, Want
from bot.engine.text import T, refused
from bot.engine.views import RecordView
from bot.engine.words import one_line, safe
from bot.errors import RuleViolation
from bot.systems.adventuria.combat import words
from bot.systems.adventuria.state import (
    ALL,
    LOCATION_LENGTH,
    NAME_LENGTH,
    Cause,
    Effect,
    Fray,
    Possession,
    Until,
    Verb,
    Ware,
    When,
)

# -- Special rules as people write them: one a line, read and written back (A41 to A45) --------------------


MOST_LINES = 8
MOST, MOST_GOLD = 20, 1000

ATTRIBUTES: Final = (Verb.ARMS, Verb.MAGIC, Verb.CRAFT, Verb.VITAE)
# What a thing gives room for, while it is held.
ROOM: Final = (Verb.ITEMS, Verb.SPELLS, Verb.ALLIES, Verb.WEAPONS)
_EVENTS: Final = (*ATTRIBUTES, Verb.WOUND, Verb.HEAL, Verb.GOLD)
LEGAL: Final[Mapping[When, tuple[Verb, ...]]] = {
    When.HELD: (*ATTRIBUTES, Verb.ROLL, *ROOM),
    When.USE: (*_EVENTS, Verb.IGNORE, Verb.REROLL, Verb.GO),
    When.START: (*_EVENTS, Verb.ROLL),
    When.WINNING: _EVENTS,
    When.LOSING: _EVENTS,
    When.STANDOFF: _EVENTS,
    When.WOUNDED: (*_EVENTS, Verb.IGNORE),
    When.WOUNDING: _EVENTS,
    When.FELLING: _EVENTS,
}
SIGNED: Final = (*ATTRIBUTES, Verb.ROLL, Verb.GOLD, *ROOM)
TO_FOE: Final = (*ATTRIBUTES, Verb.ROLL, Verb.WOUND, Verb.HEAL, Verb.REROLL, Verb.GOLD)
# What may be used once the dice of a Combat are known.
ANSWERS: Final = (Verb.REROLL, Verb.IGNORE)
OR_ALL: Final = (Verb.HEAL, Verb.IGNORE)
CAUSES: Final = (Cause.COMBAT, Cause.PAGE, Cause.ABILITY, Cause.ITEM, Cause.SPELL, Cause.ALLY)

# One sign for one sign, so that places keep theirs.
_TYPED = str.maketrans({"−": "-", "–": "-", "—": "-", "\uff1a": ":"})
_WHEN = re.compile(r"(\w*)\s*(?:by\s+(\w+))?\s*", re.ASCII | re.IGNORECASE)
_WHAT = re.compile(
    r"(foe\s+)?(?:([+-]?\s*[0-9]+)\s*)?([^\s0-9+:-]+)(?:\s*([+-]?\s*[0-9]+\b|all\b))?\s*(.*)",
    re.IGNORECASE,
)
_CONDITIONS: Final = {
    "fray": re.compile(r"\s+in\s+(melee|magic)(?:al)?(?:\s+combat)?$", re.IGNORECASE),
    "until": re.compile(r"\s+until\s+(combat|fight|turn|quest)$", re.IGNORECASE),
    "on": re.compile(r"\s+on\s+([0-9]+)(?:\s*-\s*([0-9]+))?$", re.IGNORECASE),
    "once": re.compile(r"\s+once$", re.IGNORECASE),
    "due": re.compile(r"\s+due\s+to\s+combat$", re.IGNORECASE),
    "spent": re.compile(r"\s+spent$", re.IGNORECASE),
}


class _Wrong(Exception):
    """What is wrong with a line: a part of a sentence."""


# -- reading ----------------------------------------------------------------------------------------


def read_effects(text: str) -> tuple[Effect, ...]:
    """The special rules of those lines. Raises RuleViolation, one sentence, naming the line."""
    lines = [(number, line) for number, raw in enumerate(text.splitlines(), 1) if (line := one_line(raw))]
    if len(lines) > MOST_LINES:
        raise RuleViolation(words.effects_too_many(MOST_LINES, len(lines)))
    return tuple(_line(number, line) for number, line in lines)


def _line(number: int, line: str) -> Effect:
    try:
        return _checked(_read(line))
    except _Wrong as wrong:
        raise RuleViolation(words.in_line(number, safe(line, 60), str(wrong))) from None


def _read(line: str) -> Effect:
    typed = line.translate(_TYPED)
    head, colon, _ = typed.partition(":")
    if not colon:
        raise _Wrong(words.NO_COLON)
    when, due_to = _moment(head)
    conditions, end = _stripped(typed, len(head) + 1)
    start = end - len(typed[len(head) + 1 : end].lstrip())
    if start == end:
        raise _Wrong(words.NO_COLON)
    effect = replace(_what(typed[start:end], line[start:end]), when=when, due_to=due_to)
    return replace(effect, **conditions)


def _moment(head: str) -> tuple[When, str]:
    match = _WHEN.fullmatch(head.strip())
    if match is None or match[1].lower() not in list(When):
        raise _Wrong(words.no_such_when(safe(head, 30), list(When)))
    when, due_to = When(match[1].lower()), (match[2] or "").lower()
    if due_to and when not in (When.WOUNDED, When.WOUNDING):
        raise _Wrong(words.BY_CAUSE)
    if due_to and due_to not in CAUSES:
        raise _Wrong(words.no_such_cause(safe(due_to, 30), CAUSES))
    return when, due_to


def _stripped(typed: str, start: int) -> tuple[dict[str, Any], int]:
    """The conditions at the end of a line, in whatever order, and where they begin."""
    found: dict[str, re.Match[str]] = {}
    end = len(typed)
    while (last := _last(typed, start, end)) is not None:
        name, match = last
        if name in found:
            raise _Wrong(words.twice(match[0].strip()))
        found[name], end = match, match.start()
    return {key: value for name, match in found.items() for key, value in _READ[name](match).items()}, end


def _last(typed: str, start: int, end: int) -> tuple[str, re.Match[str]] | None:
    """The condition with which that part of a line ends."""
    for name, pattern in _CONDITIONS.items():
        match = pattern.search(typed, start, end)
        if match is not None:
            return name, match
    return None


def _chance(match: re.Match[str]) -> dict[str, Any]:
    lowest = int(match[1])
    highest = int(match[2] or lowest)
    if not 1 <= lowest <= highest <= 6:
        raise _Wrong(words.CHANCE)
    return {"lowest": lowest, "highest": highest}


_READ: Final[Mapping[str, Callable[[re.Match[str]], dict[str, Any]]]] = {
    "fray": lambda match: {"fray": Fray(match[1].lower())},
    "until": lambda match: {"until": Until(match[1].lower()).value},
    "on": _chance,
    "once": lambda _match: {"is_once": True},
    "due": lambda _match: {"is_due_to_combat": True},
    "spent": lambda _match: {"is_spent": True},
}


def _what(typed: str, line: str) -> Effect:
    """What it does, to whom, and how much; `line` is the same as it was typed, for a place."""
    match = _WHAT.fullmatch(typed)
    if match is None:
        raise _Wrong(words.no_such_verb(safe(line, 30), _OTHERS))
    foe, before, name, behind, rest = match.groups()
    verb = _verb(name)
    if verb is Verb.GO and not before:
        return _way(line[match.end(3) :], to_foe=bool(foe))
    if rest or verb is Verb.GO or (before and behind):
        raise _Wrong(words.not_understood(safe(rest or typed, 40)))
    return Effect(When.USE, verb, _amount(verb, before or behind or ""), to_foe=bool(foe))


_OTHERS: Final = [verb.value for verb in Verb if verb not in ATTRIBUTES]


def _verb(name: str) -> Verb:
    word = {"wounds": "wound"}.get(name.lower(), name.lower())
    if word not in list(Verb):
        raise _Wrong(words.no_such_verb(safe(name, 30), _OTHERS))
    return Verb(word)


def _way(text: str, *, to_foe: bool) -> Effect:
    place = one_line(text)
    if not place or to_foe or len(place) > LOCATION_LENGTH:
        raise _Wrong(
            words.NO_PLACE if not place else words.FOE if to_foe else words.long_place(LOCATION_LENGTH)
        )
    return Effect(When.USE, Verb.GO, place=place)


def _amount(verb: Verb, text: str) -> int:
    number = "".join(text.split()).lower()
    if verb is Verb.REROLL:
        if number:
            raise _Wrong(words.no_number(verb))
        return 0
    if number == "all" and verb in OR_ALL:
        return ALL
    if number in ("", "all"):
        raise _Wrong(words.no_amount(verb, "+1" if verb in SIGNED else "1"))
    return _within(verb, int(number[:8]))


def _within(verb: Verb, amount: int) -> int:
    most = MOST_GOLD if verb is Verb.GOLD else MOST
    if verb in SIGNED and amount and abs(amount) <= most:
        return amount
    if verb not in SIGNED and 1 <= amount <= most:
        return amount
    least, most_said = (f"-{most}", f"+{most}") if verb in SIGNED else ("1", str(most))
    raise _Wrong(words.bad_amount(verb, least, most_said))


# -- what makes sense -------------------------------------------------------------------------------


def _checked(effect: Effect) -> Effect:
    legal = LEGAL[effect.when]
    if effect.verb not in legal:
        raise _Wrong(words.not_then(effect.verb, effect.when, legal))
    wrong = next((sentence for makes_sense, sentence in _SENSE if not makes_sense(effect)), None)
    if wrong is not None:
        raise _Wrong(wrong)
    return effect


def _is_plain(effect: Effect) -> bool:
    return effect.is_sure and not effect.is_once and not effect.is_spent


# What counts in the roll of a Combat.
_FOUGHT_WITH: Final = (Verb.ARMS, Verb.MAGIC, Verb.ROLL)
_SENSE: Final[tuple[tuple[Callable[[Effect], bool], str], ...]] = (
    (lambda rule: not rule.to_foe or (rule.verb in TO_FOE and rule.when is not When.HELD), words.FOE),
    (
        lambda rule: rule.until == Until.ALWAYS or (rule.verb in ATTRIBUTES and rule.when is not When.HELD),
        words.UNTIL,
    ),
    (lambda rule: not rule.is_due_to_combat or rule.verb is Verb.WOUND, words.DUE_TO_COMBAT),
    (lambda rule: rule.when is not When.HELD or _is_plain(rule), words.HELD_ALWAYS),
    (lambda rule: rule.fray is Fray.ANY or rule.verb not in (*ROOM, Verb.GO), words.IN_COMBAT),
    (
        lambda rule: rule.fray is Fray.ANY or rule.when is not When.HELD or rule.verb in _FOUGHT_WITH,
        words.HELD_IN_COMBAT,
    ),
    (lambda rule: not rule.is_once or rule.when is not When.USE or rule.verb in ANSWERS, words.USE_ONCE),
    (lambda rule: rule.verb is not Verb.REROLL or rule.is_sure, words.REROLL_SURE),
    (lambda rule: rule.verb is not Verb.WEAPONS or rule.amount > 0, words.MORE_WEAPONS),
)


# -- writing ----------------------------------------------------------------------------------------


def write_effects(effects: tuple[Effect, ...]) -> str:
    """The lines of those rules, as `read_effects` reads them."""
    return "\n".join(map(_written, effects))


def _written(effect: Effect) -> str:
    head = [effect.when, "by", effect.due_to] if effect.due_to else [effect.when]
    foe = ["foe"] if effect.to_foe else []
    what = filter(None, [*foe, effect.verb, _amount_of(effect), *_ends(effect)])
    return ": ".join((" ".join(head), " ".join(what)))


def _ends(effect: Effect) -> list[str]:
    """Its conditions, in the order in which they are written."""
    ends: list[str] = []
    if effect.fray is not Fray.ANY:
        ends += ["in", effect.fray]
    if effect.until != Until.ALWAYS:
        ends += ["until", effect.until]
    if not effect.is_sure:
        ends += ["on", "-".join(map(str, sorted({effect.lowest, effect.highest})))]
    if effect.is_once:
        ends.append("once")
    if effect.is_due_to_combat:
        ends.append(words.DUE)
    if effect.is_spent:
        ends.append("spent")
    return ends


def _amount_of(effect: Effect) -> str:
    if effect.verb in SIGNED:
        return f"{effect.amount:+d}"
    if effect.verb in OR_ALL and effect.amount == ALL:
        return "all"
    return effect.place if effect.verb in (Verb.GO, Verb.REROLL) else str(effect.amount)


# -- Items, spells and allies: entries of the campaign's library (A18, A21, A25) ---------------------------


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
    return Kind(ware.value, Thing, title=lambda state: state.name, view=seen_by, word=words.wares_part)


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


# -- What a narrator gives: an entry of the library as it is now, or something made up on the spot ---------


# How alike two names are that are taken for the same, misspelt: 1 is the same.
NEAR = 0.8


def from_library(scene: Scene, thing: RecordId) -> Possession:
    """An item, spell or ally of the library, not numbered yet. Raises RuleViolation where it is none."""
    found = scene.records.get(thing)
    if found is None or found.is_archived or found.kind not in tuple(Ware):
        raise refused(
            "library.none",
            "That isn't in the library; pick an item, spell or ally from the list, or write a new name.",
        )
    return possession(found.id, found.state, 0)


def made_up(called: str, ware: Ware, rules: str = "", *, is_weapon: bool = False) -> Possession:
    """Something of that name, not numbered yet. Raises RuleViolation where the library could not hold it."""
    if is_weapon and ware is not Ware.ITEM:
        raise refused("library.weapon", "Only an item can be a weapon; a spell or an ally needs no hand.")
    texts = {
        "name": called,
        "weapon": yes_or_no(is_weapon),
        "rules": rules,
        "about": "",
        "secret": NO,
    }
    return possession(None, read_thing(ware, texts), 0)


# -- named ----------------------------------------------------------------------------------------------


def in_library(asking: Asking, name: str, ware: Ware | None = None) -> tuple[RecordView, ...]:
    """The things of that id or name, of that sort where one is named, that the asker may know of."""
    wants = tuple(Want(each.value, text=name) for each in Ware if ware in (None, each))
    return tuple(asking.look(Scope(wants=wants)).records.values())


def suggested_things(asking: Asking) -> Iterable[Pair]:
    """Items, spells and allies of the library, by name."""
    wants = tuple(Want(ware.value, part=asking.typed) for ware in Ware)
    found = asking.look(Scope(wants=wants)).records.values()
    name = T("{name} ({ware:lower})")
    named = [(name.plain(name=each.title, ware=Ware(each.kind)), str(each.id)) for each in found]
    return sorted(named, key=lambda pair: pair[0].casefold())


def require_no_slip(asking: Asking, name: str) -> None:
    """See that what is about to be made up is no entry of the library misspelt. Raises RuleViolation."""
    wants = tuple(Want(ware.value) for ware in Ware)
    known = {each.title.casefold(): each.title for each in asking.look(Scope(wants=wants)).records.values()}
    if near := get_close_matches(name.strip().casefold(), known, 1, NEAR):
        raise refused(
            "library.slip",
            "The library has no “{name:60}”, but “{near:60}”: pick that from the list, or make up another"
            " name.",
            name=name,
            near=known[near[0]],
        )


KINDS: tuple[Kind[Any], ...] = (
    ITEM,
    SPELL,
    ALLY,
)


ACTIONS: tuple[ActionKind[Any], ...] = ()


EVENTS: tuple[type[Any], ...] = ()
