"""Special rules as people write them: one per line, read and written back (A41 to A45).

`when[ by cause]: [foe] what [amount] [in melee|in magic] [until …] [on 5-6] [once]
[due to combat] [spent]`

Any other line is kept as it is written, for the narrator to apply; a misspelled one is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, Final

from bot.engine.finders import Asker, Pair
from bot.engine.library import Field, Shelf, Texts
from bot.engine.parts import Unlisted, Whole, untold
from bot.engine.people import Viewer
from bot.engine.prose import PROSE_LENGTH
from bot.engine.system import Kind, RecordId, Scope, Want, World
from bot.engine.text import Safe, T, of_length, refused
from bot.engine.views import RecordView
from bot.engine.words import clip, nearest, one_line, paragraphs, plain_signs
from bot.errors import UserError
from bot.systems.adventuria.state import (
    ALL,
    LOCATION_LENGTH,
    NAME_LENGTH,
    Attribute,
    Cause,
    Effect,
    Fray,
    Possession,
    Trigger,
    Until,
    Verb,
    Ware,
)

# -- Special rules as people write them: one per line, read and written back (A41 to A45) --------------------


# What begins a rule that is applied here.
MOMENTS: Final = [each.value for each in Trigger if each is not Trigger.TOLD]
# How alike a word of a rule is that is taken for one of ours, misspelled: 1 is the same.
SLIP = 0.7
MOST_LINES = 8
MOST, MOST_GOLD = 20, 1000

ATTRIBUTES: Final = (Verb.ARMS, Verb.MAGIC, Verb.CRAFT, Verb.VITAE)
# What a thing gives room for, while it is held.
ROOM: Final = (Verb.ITEMS, Verb.SPELLS, Verb.ALLIES, Verb.WEAPONS)
_EVENTS: Final = (*ATTRIBUTES, Verb.WOUND, Verb.HEAL, Verb.GOLD)
LEGAL: Final[Mapping[Trigger, tuple[Verb, ...]]] = {
    Trigger.HELD: (*ATTRIBUTES, Verb.ROLL, *ROOM),
    Trigger.USE: (*_EVENTS, Verb.IGNORE, Verb.REROLL, Verb.GO),
    Trigger.START: (*_EVENTS, Verb.ROLL),
    Trigger.WINNING: _EVENTS,
    Trigger.LOSING: _EVENTS,
    Trigger.STANDOFF: _EVENTS,
    Trigger.WOUNDED: (*_EVENTS, Verb.IGNORE),
    Trigger.WOUNDING: _EVENTS,
    Trigger.FELLING: _EVENTS,
}
SIGNED: Final = (*ATTRIBUTES, Verb.ROLL, Verb.GOLD, *ROOM)
TO_FOE: Final = (*ATTRIBUTES, Verb.ROLL, Verb.WOUND, Verb.HEAL, Verb.REROLL, Verb.GOLD)
# What may be used once the dice of a Combat are known.
ANSWERS: Final = (Verb.REROLL, Verb.IGNORE)
OR_ALL: Final = (Verb.HEAL, Verb.IGNORE)
CAUSES: Final = (Cause.COMBAT, Cause.PAGE, Cause.ABILITY, Cause.ITEM, Cause.SPELL, Cause.ALLY)

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


_CONDITION_WORDS: Final = ("in", "until", "on", "once", "due", "spent")


class _Wrong(Exception):
    """What is wrong with a line: a part of a sentence."""

    def __init__(self, why: T, /, **values: Any) -> None:
        super().__init__(why.template)
        self.why = why(**values)


class _Slip(Exception):
    """A word that is nearly one of ours."""

    def __init__(self, word: str, near: str) -> None:
        super().__init__(word, near)
        self.word, self.near = word, near


class _Unknown(Exception):
    """Raised for a line that isn't written as these rules are."""


_NO_COLON = T(
    "write when it works, a colon and what it does, as in “{example:60}”; a rule begins with one of "
    "{moments:,}"
)
_FOE = T("“foe” only goes with attributes, roll, wound, heal, reroll and gold, never with “held”")


# -- reading ----------------------------------------------------------------------------------------


def read_effects(text: str, marks: Sequence[str] = ()) -> tuple[Effect, ...]:
    """The special rules of those lines. Raises RuleViolation, one sentence, naming the line.

    `marks` are words that may stand alone on a line of such an entry: no rule is one of them misspelled.
    """
    lines = [(number, line) for number, raw in enumerate(text.splitlines(), 1) if (line := one_line(raw))]
    if len(lines) > MOST_LINES:
        raise refused(
            "library.many_rules",
            "There can be at most {most} special rules, one per line, not {count}.",
            most=MOST_LINES,
            count=len(lines),
        )
    return tuple(_line(number, line, marks) for number, line in lines)


def _line(number: int, line: str, marks: Sequence[str]) -> Effect:
    try:
        return _checked(_read(line, marks))
    except _Unknown:
        return Effect(Trigger.TOLD, Verb.NARRATE, text=line)
    except _Slip as slip:
        raise refused(
            "library.misspelled",
            "Line {number}, “{line:60}”: did you mean “{near}” instead of “{word:30}”?",
            number=number,
            line=line,
            near=slip.near,
            word=slip.word,
        ) from None
    except _Wrong as wrong:
        raise refused(
            "library.rule", "Line {number}, “{line:60}”: {wrong}.", number=number, line=line, wrong=wrong.why
        ) from None


def _read(line: str, marks: Sequence[str]) -> Effect:
    typed = plain_signs(line)
    # Places in it are those in the line, unless what can't be seen is gone.
    line = line if len(line) == len(typed) else typed
    head, colon, _ = typed.partition(":")
    if not colon:
        raise _without_colon(typed, marks)
    when, due_to = _moment(head)
    conditions, end = _stripped(typed, len(head) + 1)
    start = end - len(typed[len(head) + 1 : end].lstrip())
    if start == end:
        raise _no_colon("arms +1" if when is Trigger.HELD else "heal 1", when)
    effect = replace(_what(typed[start:end], line[start:end]), when=when, due_to=due_to)
    return replace(effect, **conditions)


def _slip_or_unknown(word: str, known: Sequence[str]) -> _Slip | _Unknown:
    """What to raise where a word is none of those that are known: nearly one of them, or no rule at all."""
    near = nearest(word, dict(zip(known, known, strict=True)), alike=SLIP)
    return _Slip(word, near[0]) if near else _Unknown()


def _without_colon(typed: str, marks: Sequence[str]) -> Exception:
    """What to raise about a line without one: a mark misspelled, a rule that lacks it, or no rule at all."""
    first, _, rest = typed.partition(" ")
    is_moment = first.lower() in MOMENTS
    deed = rest if is_moment else typed
    if not _is_deed(deed):
        return _slip_or_unknown(typed, marks)
    return _no_colon(deed, Trigger(first.lower()) if is_moment else None)


def _no_colon(deed: str, when: Trigger | None) -> _Wrong:
    """What to raise about a rule that lacks when, or what: with that as it could be right."""
    written = (f"{each.value}: {deed}" for each in LEGAL if when in (None, each))
    example = next(filter(_is_legal, written), EXAMPLES[Ware.ITEM][1].splitlines()[0])
    return _Wrong(_NO_COLON, example=example, moments=MOMENTS)


def _is_legal(line: str) -> bool:
    try:
        _checked(_read(line, ()))
    except (_Wrong, _Slip, _Unknown):
        return False
    return True


def _moment(head: str) -> tuple[Trigger, str]:
    match = _WHEN.fullmatch(head.strip())
    if match is None or match[1].lower() not in MOMENTS:
        raise _slip_or_unknown(match[1] if match is not None else "", MOMENTS)
    when, due_to = Trigger(match[1].lower()), (match[2] or "").lower()
    if due_to and when not in (Trigger.WOUNDED, Trigger.WOUNDING):
        raise _Wrong(T("“by” only goes with “wounded” and “wounding”"))
    if due_to and due_to not in CAUSES:
        none = T("“by” needs one of these, not “{cause:30}”: {causes:,}")
        raise _Wrong(none, cause=due_to, causes=[each.value for each in CAUSES])
    return when, due_to


def _stripped(typed: str, start: int) -> tuple[dict[str, Any], int]:
    """The conditions at the end of a line, in whatever order, and where they begin."""
    found: dict[str, re.Match[str]] = {}
    end = len(typed)
    while (last := _last(typed, start, end)) is not None:
        name, match = last
        if name in found:
            twice = T("“{condition}” follows another condition of its kind; keep one of them")
            raise _Wrong(twice, condition=Safe(match[0].strip()))
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
        raise _Wrong(T("a chance is a range on one die, as in “on 5-6” or “on 6”"))
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
        raise _Unknown
    foe, before, name, behind, rest = match.groups()
    verb = _verb(name, is_rule=bool(before or behind) or not rest)
    if verb is Verb.GO and not before:
        return _way(line[match.end(3) :], to_foe=bool(foe))
    if rest or verb is Verb.GO or (before and behind):
        raise _slip_or_unknown(rest.partition(" ")[0], _CONDITION_WORDS)
    return Effect(Trigger.USE, verb, _amount(verb, before or behind or ""), to_foe=bool(foe))


_VERBS: Final = [verb.value for verb in Verb if verb is not Verb.NARRATE]


def _verb(name: str, *, is_rule: bool) -> Verb:
    """What a rule does. A word before other words is the narrator's, however near to ours."""
    word = {"wounds": "wound"}.get(name.lower(), name.lower())
    if word not in _VERBS:
        raise _slip_or_unknown(name, _VERBS) if is_rule else _Unknown
    return Verb(word)


def _is_deed(typed: str) -> bool:
    """Whether that is what a rule may do, with how much."""
    match = _WHAT.fullmatch(typed)
    return match is not None and match[3].lower() in _VERBS and bool(match[2] or match[4])


def _way(text: str, *, to_foe: bool) -> Effect:
    place = one_line(text)
    if not place:
        raise _Wrong(T("“go” needs a place, as in “use: go The Old Well”"))
    if to_foe:
        raise _Wrong(_FOE)
    if len(place) > LOCATION_LENGTH:
        raise _Wrong(T("a place can have at most {most} characters"), most=LOCATION_LENGTH)
    return Effect(Trigger.USE, Verb.GO, place=place)


def _amount(verb: Verb, text: str) -> int:
    number = "".join(text.split()).lower()
    if verb is Verb.REROLL:
        if number:
            raise _Wrong(T("“{verb}” takes no number"), verb=verb.value)
        return 0
    if number == "all" and verb in OR_ALL:
        return ALL
    if number in ("", "all"):
        needs = T("“{verb}” needs a whole number, as in “{verb} {example}”")
        raise _Wrong(needs, verb=verb.value, example=Safe("+1" if verb in SIGNED else "1"))
    return _within(verb, int(number[:8]))


def _within(verb: Verb, amount: int) -> int:
    most = MOST_GOLD if verb is Verb.GOLD else MOST
    if verb in SIGNED and amount and abs(amount) <= most:
        return amount
    if verb not in SIGNED and 1 <= amount <= most:
        return amount
    least, last = (f"-{most}", f"+{most}") if verb in SIGNED else ("1", str(most))
    never = T("“{verb}” goes from {least} to {most}, and is never 0")
    raise _Wrong(never, verb=verb.value, least=Safe(least), most=Safe(last))


# -- what makes sense -------------------------------------------------------------------------------


def _checked(effect: Effect) -> Effect:
    legal = LEGAL[effect.when]
    if effect.verb not in legal:
        never = T("“{verb}” doesn't go with “{when}”; these do: {legal:,}")
        verb, when = effect.verb.value, effect.when.value
        raise _Wrong(never, verb=verb, when=when, legal=[each.value for each in legal])
    wrong = next((sentence for makes_sense, sentence in _SENSE if not makes_sense(effect)), None)
    if wrong is not None:
        raise _Wrong(wrong)
    return effect


# What counts in the roll of a Combat.
_FOUGHT_WITH: Final = (Verb.ARMS, Verb.MAGIC, Verb.ROLL)
_SENSE: Final[tuple[tuple[Callable[[Effect], bool], T], ...]] = (
    (lambda rule: not rule.to_foe or (rule.verb in TO_FOE and rule.when is not Trigger.HELD), _FOE),
    (
        lambda rule: (
            rule.until == Until.ALWAYS or (rule.verb in ATTRIBUTES and rule.when is not Trigger.HELD)
        ),
        T("“until” only goes with attributes, never with “held”"),
    ),
    (
        lambda rule: not rule.is_due_to_combat or rule.verb is Verb.WOUND,
        T("“due to combat” only goes with “wound”"),
    ),
    (
        lambda rule: (
            rule.when is not Trigger.HELD or (rule.is_sure and not rule.is_once and not rule.is_spent)
        ),
        T("“held” always applies: leave out the chance, “once” or “spent”"),
    ),
    (
        lambda rule: rule.fray is Fray.ANY or rule.verb not in (*ROOM, Verb.GO),
        T("“in melee” and “in magic” don't go with room, weapons or places"),
    ),
    (
        lambda rule: rule.fray is Fray.ANY or rule.when is not Trigger.HELD or rule.verb in _FOUGHT_WITH,
        T("Vitae and Craft count in every kind of Combat: leave out “in melee” or “in magic”"),
    ),
    (
        lambda rule: not rule.is_once or rule.when is not Trigger.USE or rule.verb in ANSWERS,
        T("after “use”, “once” only goes with “reroll” and “ignore”; anything can be “spent”"),
    ),
    (
        lambda rule: rule.verb is not Verb.REROLL or rule.is_sure,
        T("“reroll” takes no chance; it already rolls a die"),
    ),
    (
        lambda rule: rule.verb is not Verb.WEAPONS or rule.amount > 0,
        T("“weapons” can only go up, as in “held: weapons +1”"),
    ),
)


# -- writing ----------------------------------------------------------------------------------------


def write_effects(effects: tuple[Effect, ...]) -> str:
    """The lines of those rules, as `read_effects` reads them."""
    return "\n".join(map(_written, effects))


def _written(effect: Effect) -> str:
    if effect.verb is Verb.NARRATE:
        return effect.text
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
        ends.append("due to combat")
    if effect.is_spent:
        ends.append("spent")
    return ends


def _amount_of(effect: Effect) -> str:
    if effect.verb in SIGNED:
        return f"{effect.amount:+d}"
    if effect.verb in OR_ALL and effect.amount == ALL:
        return "all"
    return effect.place if effect.verb in (Verb.GO, Verb.REROLL) else str(effect.amount)


# -- said in plain English ----------------------------------------------------------------------------


_MOMENTS: Final = {
    Trigger.HELD: T("While held"),
    Trigger.USE: T("When used"),
    Trigger.START: T("At the start of each {combat}"),
    Trigger.WINNING: T("When winning a {combat}"),
    Trigger.LOSING: T("When losing a {combat}"),
    Trigger.STANDOFF: T("At a standoff in {combat}"),
    Trigger.WOUNDED: T("When wounded"),
    Trigger.WOUNDING: T("When {foe} is wounded"),
    Trigger.FELLING: T("When {foe} falls"),
}
_COMBATS: Final = {
    Fray.ANY: T("Combat"),
    Fray.MELEE: T("Melee Combat"),
    Fray.MAGICAL: T("Magical Combat"),
}
_UNTILS: Final = {
    Until.ALWAYS: T("for good"),
    Until.COMBAT: T("until the Combat ends"),
    Until.FIGHT: T("until the fight ends"),
    Until.TURN: T("until the turn ends"),
    Until.QUEST: T("until the quest ends"),
}
_DOES: Final = {
    Verb.ITEMS: T("room for {count} {more} {count:item|items}"),
    Verb.SPELLS: T("room for {count} {more} {count:spell|spells}"),
    Verb.ALLIES: T("room for {count} {more} {count:ally|allies}"),
    Verb.WEAPONS: T("{count} more {count:weapon works|weapons work} in hand"),
    Verb.GOLD: T("{amount} gold"),
    Verb.ROLL: T("{amount} to {whom}'s roll"),
    Verb.WOUND: T("{whom} receives {wounds}"),
    Verb.HEAL: T("heals {wounds}"),
    Verb.IGNORE: T("ignores {wounds}"),
    Verb.REROLL: T("{whom}'s die can be rerolled"),
    Verb.GO: T("the turn can end at {place}"),
}
_TO_FOE: Final = {
    Verb.GOLD: T("{whom} {gains} {count} gold"),
    Verb.HEAL: T("heals {wounds} of {whom}"),
}


def said(effect: Effect, *, is_monsters: bool = False) -> Safe:
    """A special rule in plain English; a monster's is against the adventurer."""
    if effect.verb == Verb.NARRATE:
        return T("{text:700} *(the narrator applies this)*")(text=effect.text)
    foe = T("the adventurer") if is_monsters else T("the foe")
    bearer = T("the monster") if is_monsters else T("its bearer")
    when = _when(effect, foe, is_monsters=is_monsters)
    does = _does(effect, foe if effect.to_foe else bearer)
    if effect.verb in ATTRIBUTES and effect.when != Trigger.HELD:
        does = T("{does} {until}")(does=does, until=_UNTILS[Until(effect.until)])
    if effect.is_due_to_combat:
        does = T("{does}, due to Combat")(does=does)
    if effect.is_once:
        does = T("{does}, once in a fight")(does=does)
    if effect.is_spent:
        does = T("{does}, then it is gone")(does=does)
    return T("{when}: {does}")(when=when, does=does)


def rules_said(effects: Iterable[Effect], *, is_monsters: bool = False) -> tuple[str, ...]:
    """Special rules in plain English, a line each."""
    return tuple(T("• {rule}")(rule=said(effect, is_monsters=is_monsters)) for effect in effects)


def _when(effect: Effect, foe: T, *, is_monsters: bool) -> Safe:
    # A monster holds nothing; what it has so, it has.
    has = is_monsters and effect.when == Trigger.HELD
    moment, combat = T("Always") if has else _MOMENTS[effect.when], _COMBATS[effect.fray]
    when = _filled(moment, combat=combat, foe=foe)
    # Those that name a Combat say its kind themselves.
    if "combat" not in moment.names:
        is_combats = effect.due_to == Cause.COMBAT
        if effect.due_to:
            cause = combat if is_combats else Cause(effect.due_to).meaning
            when = T("{when} by {cause}")(when=when, cause=cause)
        if effect.fray != Fray.ANY and not is_combats:
            when = T("{when}, in {combat}")(when=when, combat=combat)
    if effect.is_sure:
        return when
    if effect.lowest < effect.highest:
        chance = T("{when}, on {lowest}–{highest}")
        return chance(when=when, lowest=effect.lowest, highest=effect.highest)
    return T("{when}, on a {lowest}")(when=when, lowest=effect.lowest)


def _does(effect: Effect, whom: T) -> Safe:
    amount, count = Safe(f"{effect.amount:+d}"), abs(effect.amount)
    if effect.verb in ATTRIBUTES:
        change = T("{amount} {attribute} for {whom}") if effect.to_foe else T("{amount} {attribute}")
        return _filled(change, amount=amount, attribute=Attribute(effect.verb), whom=whom)
    template = _TO_FOE.get(effect.verb) if effect.to_foe else None
    is_more = effect.amount > 0
    return _filled(
        template or _DOES[effect.verb],
        amount=amount,
        count=count,
        gains=T("gains") if is_more else T("loses"),
        more=T("more") if is_more else T("fewer"),
        place=effect.place,
        whom=whom,
        wounds=T("{count} {count:wound|wounds}")(count=count) if count else T("all wounds"),
    )


def _filled(template: T, **values: Any) -> Safe:
    """The sentence with those of the values that it names."""
    return template(**{name: values[name] for name in template.names})


# -- Items, spells and allies: entries of the campaign's library (A18, A21, A25) ---------------------------


# As much as eight special rules can take, whoever applies them.
RULES_LENGTH = 700
YES, NO = "yes", "no"


def effects_said(*, is_monsters: bool = False) -> Whole:
    """How an undo says the special rules of an entry."""

    def say(effects: Sequence[Mapping[str, Any]] | None) -> str | None:
        told = "; ".join(said(Effect(**each), is_monsters=is_monsters) for each in effects or ())
        return clip(told, 300) if effects else None

    return Whole(say)


@dataclass(frozen=True, slots=True)
class Thing:
    """An item, spell or ally of the library; `about` is what its special rules don't say."""

    ware: Unlisted[Ware]
    name: Annotated[str, T("name")]
    effects: Annotated[tuple[Effect, ...], T("special rules"), effects_said()] = ()
    about: Annotated[str, T("description"), untold] = ""
    is_weapon: Annotated[bool, T("use as a weapon")] = False
    is_secret: Annotated[bool, T("secrecy")] = False


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
            raise wrong_rule(
                effect,
                T("monsters carry no gold; write “gold +2” without “foe”"),
            )
    return thing


def _of_ware(ware: Ware, effect: Effect) -> Effect:
    """Every spell is gone once it did what it does (A25)."""
    is_spent = ware is Ware.SPELL and effect.when not in (Trigger.HELD, Trigger.TOLD)
    return replace(effect, is_spent=True) if is_spent else effect


def wrong_rule(effect: Effect, wrong: T) -> UserError:
    """What to raise about a rule that such an entry can't have."""
    written = write_effects((effect,))
    return refused("library.wrong_rule", "“{rule:100}”: {wrong}.", rule=written, wrong=wrong)


def read_name(text: str) -> str:
    """The name of an entry. Raises RuleViolation where it is none, or long."""
    return of_length(
        one_line(text),
        NAME_LENGTH,
        "library.name",
        "A name has 1 to {most} characters{given}.",
        least=1,
    )


def read_about(text: str) -> str:
    """The description of an entry. Raises RuleViolation where it is long."""
    return of_length(
        paragraphs(text),
        PROSE_LENGTH,
        "library.about",
        "A description can have at most {most} characters{given}.",
    )


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
    """The entry, for whoever may know about it."""
    return None if state.is_secret and not viewer.is_game_master else state


YES_OR_NO = ((YES, "yes"), (NO, "no"))
SECRET = Field(
    "secret",
    "Do only narrators know about it?",
    "Players won't see it in the library",
    is_optional=True,
    empty="Leave it empty for no.",
    options=YES_OR_NO,
)
ABOUT = Field(
    "about",
    "Description",
    "How it looks, and anything the rules above don't cover",
    PROSE_LENGTH,
    is_long=True,
    is_prose=True,
    is_optional=True,
)
WEAPON = Field(
    "weapon",
    "Is it a weapon?",
    "One weapon works at a time",
    is_optional=True,
    empty="Leave it empty for no.",
    options=YES_OR_NO,
)
CALLED = {
    Ware.ITEM: ("item", "items"),
    Ware.SPELL: ("spell", "spells"),
    Ware.ALLY: ("ally", "allies"),
    Ware.ABILITY: ("ability", "abilities"),
}
# For whoever writes one: a name and rules that could be its.
EXAMPLES = {
    Ware.ITEM: ("Thornblade", "held: arms +1\nlosing: ignore 1 on 6"),
    Ware.SPELL: ("Ember Dart", "use: foe wound 1\nuse: arms +2 until fight"),
    Ware.ALLY: ("Gray Hound", "held: craft +1\nwounded by combat: ignore 1 spent"),
    Ware.ABILITY: ("Night Eyes", "held: roll +1\nIn a cellar: sees what is there without a lamp."),
}


def _shelf(kind: Kind[Thing], ware: Ware) -> Shelf[Thing]:
    name, rules = EXAMPLES[ware]
    fields = (
        Field("name", "Name", name, NAME_LENGTH),
        *((WEAPON,) if ware is Ware.ITEM else ()),
        Field(
            "rules",
            "Special rules, one per line",
            rules,
            RULES_LENGTH,
            is_long=True,
            is_optional=True,
            empty="Leave it empty for none.",
        ),
        ABOUT,
        SECRET,
    )
    return Shelf("adventuria", kind, *CALLED[ware], fields, partial(read_thing, ware), write_thing)


BY_WARE = {ware: Kind(ware.value, Thing, title=lambda state: state.name, view=seen_by) for ware in Ware}
SHELVES: tuple[Shelf[Any], ...] = tuple(_shelf(kind, ware) for ware, kind in BY_WARE.items())


# -- What a narrator gives: an entry of the library as it is now, or something made up on the spot ---------


def from_library(world: World, thing: RecordId) -> Possession:
    """An item, spell or ally of the library, not numbered yet. Raises RuleViolation where it is none."""
    found = world.records.get(thing)
    if found is None or found.is_archived or found.kind not in tuple(Ware):
        raise refused(
            "library.none",
            "That isn't in the library; pick something from the list, or write a new name.",
        )
    return possession(found.id, found.state, 0)


def made_up(called: str, ware: Ware, rules: str = "", *, is_weapon: bool = False) -> Possession:
    """Something of that name, not numbered yet. Raises RuleViolation where the library could not hold it."""
    if is_weapon and ware is not Ware.ITEM:
        raise refused("library.weapon", "Only an item can be a weapon.")
    texts = {
        "name": called,
        "weapon": yes_or_no(is_weapon),
        "rules": rules,
        "about": "",
        "secret": NO,
    }
    return possession(None, read_thing(ware, texts), 0)


# -- named ----------------------------------------------------------------------------------------------


def in_library(asker: Asker, name: str, ware: Ware | None = None) -> tuple[RecordView, ...]:
    """The things of that id or name, of that sort where one is named, that the asker may know of."""
    wants = tuple(Want(each.value, text=name) for each in Ware if ware in (None, each))
    return tuple(asker.look(Scope(wants=wants)).records.values())


def suggested_things(asker: Asker) -> Iterable[Pair]:
    """Items, spells and allies of the library, by name."""
    wants = tuple(Want(ware.value, part=asker.typed) for ware in Ware)
    found = asker.look(Scope(wants=wants)).records.values()
    name = T("{name} ({ware:lower})")
    named = [(name.plain(name=each.title, ware=Ware(each.kind)), str(each.id)) for each in found]
    return sorted(named, key=lambda pair: pair[0].casefold())


# How alike two names are that are taken for the same, misspelled: 1 is the same.
NEAR = 0.8


def require_no_slip(asker: Asker, name: str) -> None:
    """See that what is about to be made up is no entry of the library misspelled. Raises RuleViolation."""
    wants = tuple(Want(ware.value) for ware in Ware)
    known = {each.title: each.title for each in asker.look(Scope(wants=wants)).records.values()}
    if near := nearest(name, known, alike=NEAR):
        raise refused(
            "library.slip",
            "The library has no “{name:60}”. If you mean “{near:60}”, pick it from the list; if not, choose a"
            " less similar name.",
            name=name,
            near=near[0],
        )
