"""Special rules as people write them: one a line, read and written back (A41 to A45).

`when[ by cause]: [foe] what [amount] [in melee|in magic] [until …] [on 5-6] [once] [due to combat] [spent]`
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from bot.engine.words import one_line, safe
from bot.errors import RuleViolation
from bot.systems.adventuria.rules.effect import ALL, Effect, Fray, Verb, When
from bot.systems.adventuria.rules.state import LOCATION_LENGTH, Cause, Until
from bot.systems.adventuria.words import effects as words

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
        raise RuleViolation(words.too_many(MOST_LINES, len(lines)))
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
