"""The table's own events: entries of the campaign's library, made of the book's verbs.

What comes of one is written in lines, `when: what`, after a line that says what is rolled:

    roll: Loyalty, Stability
    both: Loyalty +1 until event
    one "Half the crowd leaves": Unrest +1d4
    none: Unrest +1d6, Treasury -1d6!, damage, goes on; note: The square burns; todo: Play the ringleader
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Final

from bot.engine.library import Field, Shelf, Texts
from bot.engine.parts import Whole, short, untold
from bot.engine.record import Kind
from bot.engine.text import Labelled, Safe, T, of_length, refused
from bot.engine.words import one_line, plain_signs
from bot.systems.kingdom.book import Attribute, Modifier, Number, Until
from bot.systems.kingdom.events.book import (
    AMOUNT,
    OWN,
    BookEvent,
    Does,
    Effect,
    EventRow,
    Occasion,
    Outcome,
    Strikes,
)

# With its mark a name fits where a source's name stands.
NAME_LENGTH: Final = 40
ABOUT_LENGTH, RULES_LENGTH, NOTE_LENGTH, LABEL_LENGTH = 300, 1200, 150, 30
MOST_EFFECTS, MOST_CHECKS = 6, 2
MOST_AMOUNT, MOST_DICE, MOST_SIDES = 999, 20, 100
# As many buildings as vandals damage beside the one that they destroy.
WRECKED: Final = 3


class SeenBy(Labelled):
    """Who may know of an event before it comes up."""

    EVERYONE = "everyone", "Everyone"
    GAME_MASTERS = "game_masters", "Game masters only, until it comes up"


@dataclass(frozen=True, slots=True)
class OwnOutcome:
    """What comes of one in one case; `label` is how a game master, or the Ruler, says that it is so."""

    when: Occasion
    label: str = ""
    effects: tuple[Effect, ...] = ()
    does: Does | None = None
    goes_on: bool = False
    note: str = ""
    todo: str = ""


def _strikes(value: str) -> Safe:
    return STRUCK[Strikes(value)]()


def _audience(is_secret: bool) -> Safe:
    return (SeenBy.GAME_MASTERS if is_secret else SeenBy.EVERYONE).label


_UNTOLD = Whole(lambda value: None if value is None else untold(value))


@dataclass(frozen=True, slots=True)
class OwnEvent:
    """An event of a table's own. One under way keeps its own copy: a later edit changes nothing of it."""

    name: Annotated[str, T("name"), short]
    about: Annotated[str, T("what happens"), _UNTOLD]
    strikes: Annotated[Strikes, T("what it strikes"), _strikes] = Strikes.KINGDOM
    checks: Annotated[tuple[Attribute, ...], T("checks"), _UNTOLD] = ()
    outcomes: Annotated[tuple[OwnOutcome, ...], T("outcomes"), _UNTOLD] = ()
    is_rulers: Annotated[bool, T("the Ruler's choice"), _UNTOLD] = False
    is_secret: Annotated[bool, T("audience"), _audience] = False

    @property
    def id(self) -> str:
        """What stands for it where a book's event has its id: its name can be read from that alone."""
        return f"{OWN}{self.name}"

    @property
    def row(self) -> EventRow:
        """The campaign's own event as a row of the book's table."""
        return EventRow(
            self.strikes,
            self.checks,
            tuple(
                Outcome(
                    each.when,
                    each.effects,
                    each.note or None,
                    each.todo or None,
                    sides=WRECKED if each.does is Does.WRECK else 0,
                    does=each.does,
                )
                for each in self.outcomes
            ),
            goes_on=tuple(each.when for each in self.outcomes if each.goes_on),
            asks=tuple(
                (each.when, each.label or each.when)
                for each in self.outcomes
                if each.label or (not self.checks and each.when in ANSWERS)
            ),
            is_rulers=self.is_rulers,
        )


# What may be said of one that asks for no check; what one check comes to, or two; what is no outcome of a
# check at all.
ANSWERS: Final = (Occasion.SUCCESS, Occasion.FAILURE)
OF_ONE: Final = (*ANSWERS, Occasion.SECOND)
OF_TWO: Final = (Occasion.BOTH, Occasion.ONE, Occasion.NONE, Occasion.EACH_FAILURE)
BESIDES: Final = (Occasion.ALWAYS, Occasion.CALM)
# Those that a person may say came about; those with a failed check.
SAID: Final = (*ANSWERS, Occasion.BOTH, Occasion.ONE, Occasion.NONE)
FAILED: Final = (Occasion.FAILURE, Occasion.ONE, Occasion.NONE, Occasion.EACH_FAILURE)

STRUCK: Final[Mapping[Strikes, T]] = {
    Strikes.KINGDOM: T("The whole kingdom"),
    Strikes.LEADER: T("A leader"),
    Strikes.SETTLEMENT: T("A settlement"),
    Strikes.FREE_LOT: T("A settlement with a free lot"),
    Strikes.BUILT_LOT: T("A settlement with a building"),
    Strikes.HOLY: T("A settlement with a Cathedral, Shrine or Temple"),
    Strikes.HOMES: T("A settlement with a House or Tenement"),
    Strikes.FARMLAND: T("A settlement with a Farm in or beside its hex"),
    Strikes.HEX: T("A hex of the kingdom"),
    Strikes.IMPROVED: T("A hex of the kingdom with improvements"),
    Strikes.UNCLAIMED: T("An explored hex next to the kingdom that is nobody's"),
    Strikes.SETTLEABLE: T("Such a hex where a Farm, Mine, Quarry or Sawmill can stand"),
    Strikes.CHOSEN: T("A hex that a game master names when it comes up"),
}
_TOWNS: Final = (
    Strikes.SETTLEMENT,
    Strikes.FREE_LOT,
    Strikes.BUILT_LOT,
    Strikes.HOLY,
    Strikes.HOMES,
    Strikes.FARMLAND,
)
_HEXES: Final = (Strikes.HEX, Strikes.IMPROVED, Strikes.CHOSEN)
# What each deed does, in words, and what an event must strike for it.
DEEDS: Final[Mapping[Does, tuple[T, tuple[Strikes, ...]]]] = {
    Does.KILL: (T("the leader dies"), (Strikes.LEADER,)),
    Does.RAZE: (T("an improvement is lost"), _HEXES),
    Does.LOSE_HEX: (T("the hex is lost"), _HEXES),
    Does.RUIN: (T("a building is destroyed"), _TOWNS),
    Does.DAMAGE: (T("a building is damaged"), _TOWNS),
    Does.WRECK: (T("a building is destroyed, 1d3 others damaged"), _TOWNS),
    Does.SPREAD: (T("it comes up once more, here or in the nearest settlement"), _TOWNS),
    Does.FIND: (T("a magic item turns up"), _TOWNS),
    Does.TREASURE: (T("a magic item, better than usual, turns up"), _TOWNS),
    Does.EXHIBIT: (T("a Museum gets exhibits"), tuple(Strikes)),
}
_UNTIL: Final = {
    Until.EVENT: "until event",
    Until.UPKEEP: "until upkeep",
    Until.MONTH: "until month",
    Until.HALF_YEAR: "for 6 months",
    Until.YEAR: "for a year",
}
IN_EACH, GOES_ON, NOTHING, RULER = "in each settlement", "goes on", "nothing", "ruler"


def _typed(value: str) -> str:
    return value.replace("_", " ")


# -- written -----------------------------------------------------------------------------------------------


def write_event(event: OwnEvent) -> dict[str, str]:
    """The texts of an event, as `read_event` reads them."""
    return {
        "name": event.name,
        "about": event.about,
        "strikes": event.strikes.value,
        "rules": "\n".join(_lines(event)),
        "seen_by": (SeenBy.GAME_MASTERS if event.is_secret else SeenBy.EVERYONE).value,
    }


def _lines(event: OwnEvent) -> Iterator[str]:
    if event.checks:
        yield f"roll: {', '.join(each.value.capitalize() for each in event.checks)}"
    if event.is_rulers:
        yield f"choice: {RULER.capitalize()}"
    for each in event.outcomes:
        label = f' "{each.label}"' if each.label else ""
        yield f"{_typed(each.when.value)}{label}: {'; '.join(_parts(each))}"


def _parts(outcome: OwnOutcome) -> Iterator[str]:
    what = [_written(each) for each in outcome.effects]
    what += [_typed(outcome.does.value)] if outcome.does is not None else []
    what += [GOES_ON] if outcome.goes_on else []
    yield ", ".join(what) or NOTHING
    if outcome.note:
        yield f"note: {outcome.note}"
    if outcome.todo:
        yield f"todo: {outcome.todo}"


def _written(effect: Effect) -> str:
    words = (
        effect.number.texts[0],
        effect.amount,
        IN_EACH if effect.in_each else "",
        _UNTIL.get(effect.until, ""),
    )
    return " ".join(filter(None, words))


# -- read --------------------------------------------------------------------------------------------------


def read_event(texts: Texts) -> OwnEvent:
    """The event of those texts. Raises RuleViolation, one sentence, where they make none."""
    name = of_length(
        one_line(texts["name"]),
        NAME_LENGTH,
        "own_event.name",
        "An event's name has 1 to {most} characters{given}.",
        least=1,
    )
    if name.casefold() in (text for each in BookEvent for text in (each.value, each.label.casefold())):
        raise refused(
            "own_event.of_the_book",
            "The book has an event called “{name}” already. Give yours another name.",
            name=name,
        )
    about = of_length(
        one_line(texts["about"]),
        ABOUT_LENGTH,
        "own_event.about",
        "“What happens” takes 1 to {most} characters{given}.",
        least=1,
    )
    event = OwnEvent(
        name,
        about,
        Strikes(texts["strikes"] or Strikes.KINGDOM),
        is_secret=texts["seen_by"] == SeenBy.GAME_MASTERS,
    )
    for line in filter(None, map(one_line, texts["rules"].splitlines())):
        event = _with_line(event, line)
    _require_fit(event)
    return event


_LINE: Final = re.compile(r'(?P<when>[^:"“”]+?)\s*(?:["“”](?P<label>[^"“”]*)["“”])?\s*:\s*(?P<what>.*)')
_WHEN: Final = {_typed(each.value): each for each in (*BESIDES, *OF_ONE, *OF_TWO)}


def _with_line(event: OwnEvent, line: str) -> OwnEvent:
    """The event with one line more. Raises RuleViolation where that says nothing, or says it twice."""
    found = _LINE.fullmatch(line)
    when = found["when"].casefold() if found is not None else ""
    if found is None or when not in ("roll", "choice", *_WHEN):
        raise refused(
            "own_event.line",
            "“{line:60}” isn't a line of an event's rules. Each begins with {names:or}.",
            line=line,
            names=[T("“{each}:”")(each=each) for each in ("roll", "choice", *_WHEN)],
        )
    if when == "roll":
        return replace(event, checks=_checks(found["what"]))
    if when == "choice":
        if found["what"].casefold() != RULER:
            raise refused(
                "own_event.choice",
                "Only the Ruler can be given the choice: “choice: Ruler”. Without that line a game master "
                "says what comes of it.",
            )
        return replace(event, is_rulers=True)
    if any(each.when is _WHEN[when] for each in event.outcomes):
        raise refused("own_event.twice", "“{when}:” is there twice; put both in one line.", when=when)
    outcome = _outcome(_WHEN[when], one_line(found["label"] or ""), found["what"])
    return replace(event, outcomes=(*event.outcomes, outcome))


def _checks(text: str) -> tuple[Attribute, ...]:
    words = [each for each in re.split(r"[\s,]+|\band\b", text.casefold()) if each]
    odd = next((each for each in words if each not in tuple(Attribute)), None)
    if odd is not None or not 1 <= len(words) <= MOST_CHECKS:
        raise refused(
            "own_event.roll",
            "“roll:” can name one or two checks, of {names:or}, such as “roll: Loyalty, Stability”; not "
            "“{text:40}”.",
            names=tuple(Attribute),
            text=text,
        )
    return tuple(Attribute(each) for each in words)


_TEXT: Final = re.compile(r"\s*;\s*(?=(?:note|todo)\s*:)", re.IGNORECASE)


def _outcome(when: Occasion, label: str, text: str) -> OwnOutcome:
    """What comes of it. Raises RuleViolation at the first part that says nothing."""
    of_length(
        label,
        LABEL_LENGTH,
        "own_event.label",
        "What stands in quotes is a button's label, of at most {most} characters{given}.",
    )
    outcome = OwnOutcome(when, label)
    what, *more = _TEXT.split(f";{text}" if re.match(r"(?:note|todo)\s*:", text, re.IGNORECASE) else text)
    for part in filter(None, (each.strip() for each in re.split("[,;]", what))):
        outcome = _with_part(outcome, part)
    for part in more:
        field, _, words = part.partition(":")
        told = of_length(
            words.strip(),
            NOTE_LENGTH,
            "own_event.note",
            "“note:” and “todo:” take 1 to {most} characters{given}.",
            least=1,
        )
        outcome = (
            replace(outcome, note=told)
            if field.strip().casefold() == "note"
            else replace(outcome, todo=told.rstrip("."))
        )
    return outcome


def _with_part(outcome: OwnOutcome, part: str) -> OwnOutcome:
    word = part.casefold()
    if word == NOTHING:
        return outcome
    if word == GOES_ON:
        return replace(outcome, goes_on=True)
    deed = next((each for each in DEEDS if _typed(each.value) == word), None)
    if deed is None:
        if len(outcome.effects) >= MOST_EFFECTS:
            raise refused("own_event.effects", "A line can change at most {most} numbers.", most=MOST_EFFECTS)
        return replace(outcome, effects=(*outcome.effects, _effect(part)))
    if outcome.does is not None:
        raise refused(
            "own_event.deeds",
            "A line can do one thing besides numbers, not both “{one}” and “{other}”.",
            one=_typed(outcome.does.value),
            other=word,
        )
    return replace(outcome, does=deed)


_EFFECT: Final = re.compile(r"(?P<number>[a-z ]+?)\s*(?P<amount>[+-]\s*[0-9d!]+)(?P<rest>.*)", re.IGNORECASE)
_NUMBERS: Final = {_typed(each.value): each for each in Number if each is not Number.SIZE}
# These change at once, and for good.
_AT_ONCE: Final = (Number.UNREST, Number.TREASURY)


def _effect(part: str) -> Effect:
    """A number, by how much, where and how long. Raises RuleViolation."""
    found = _EFFECT.fullmatch(plain_signs(part))
    number = _NUMBERS.get(found["number"].casefold()) if found is not None else None
    if found is None or number is None:
        raise refused(
            "own_event.part",
            "“{part:40}” is nothing an event can do. Write a number and by how much it changes, such as "
            "“Unrest +1d6” ({numbers:,}); “{goes_on}”; or one of {deeds:,}.",
            part=part,
            numbers=tuple(_NUMBERS.values()),
            goes_on=GOES_ON,
            deeds=[Safe(_typed(each.value)) for each in DEEDS],
        )
    amount, rest = _amount(found["amount"]), " ".join(found["rest"].casefold().split())
    in_each = rest.startswith(IN_EACH)
    rest = rest.removeprefix(IN_EACH).strip()
    until = next((each for each, words in _UNTIL.items() if words == rest), Until.ALWAYS)
    if rest and until is Until.ALWAYS:
        raise refused(
            "own_event.until",
            "“{rest:40}” says nothing here. It can last {until:or}; without any of these it lasts for good.",
            rest=rest,
            until=[T("“{each}”")(each=each) for each in _UNTIL.values()],
        )
    if number in _AT_ONCE and until is not Until.ALWAYS:
        raise refused(
            "own_event.at_once",
            "{number} changes once; leave out “{rest}”.",
            number=number,
            rest=_UNTIL[until],
        )
    if in_each and number.value not in tuple(Modifier):
        raise refused(
            "own_event.in_each",
            "“{in_each}” is for {modifiers:or}, not for {number}.",
            in_each=IN_EACH,
            modifiers=tuple(Modifier),
            number=number,
        )
    return Effect(number, amount, until, in_each)


def _amount(text: str) -> str:
    """As the book's are written: "+2", "-1d6", "+1d6!". Raises RuleViolation."""
    found = AMOUNT.fullmatch(text)
    if found is not None and found[2] is not None and 1 <= int(found[2]) <= MOST_AMOUNT:
        return f"{found[1]}{int(found[2])}"
    if found is not None and found[2] is None:
        count, sides = int(found[3] or 1), int(found[4])
        if 1 <= count <= MOST_DICE and 2 <= sides <= MOST_SIDES:
            return f"{found[1]}{count}d{sides}{found[5]}"
    raise refused(
        "own_event.amount",
        "“{text:20}” is no amount: write a number of 1 to {most}, or 1 to {dice} dice of 2 to {sides} sides, "
        "such as +2, -1d6, or +1d6! where each 6 is rolled again and added.",
        text=text,
        most=MOST_AMOUNT,
        dice=MOST_DICE,
        sides=MOST_SIDES,
    )


# -- what goes together ------------------------------------------------------------------------------------


def _require_fit(event: OwnEvent) -> None:
    """See that its outcomes can come about, and can be done to what it strikes. Raises RuleViolation."""
    legal = (*BESIDES, *((ANSWERS, OF_ONE, OF_TWO)[len(event.checks)]))
    for each in event.outcomes:
        if each.when not in legal:
            raise _no_outcome(event, each.when, legal)
        if each.label and each.when not in SAID:
            raise refused(
                "own_event.said",
                "“{when}:” comes about by itself, so it can't have a button “{label}”.",
                when=_typed(each.when.value),
                label=each.label,
            )
        _require_can_do(event, each)
    is_at_once = not event.checks and not event.row.asks
    may_go_on = (Occasion.ALWAYS,) if is_at_once else tuple(each for each in SAID if each in legal)
    goes_on = event.row.goes_on
    if not set(goes_on) <= set(may_go_on):
        raise refused(
            "own_event.goes_on",
            "“{goes_on}” can only stand with an outcome that rules out the others: here {names:or}.",
            goes_on=GOES_ON,
            names=[T("“{each}:”")(each=_typed(each.value)) for each in may_go_on],
        )
    if any(each.when is Occasion.SECOND for each in event.outcomes) and Occasion.SUCCESS not in goes_on:
        raise refused(
            "own_event.second",
            "“second:” is a second success in a row, so the first must not end it: write “success: "
            "{goes_on}”.",
            goes_on=GOES_ON,
        )
    if event.is_rulers and (event.checks or not event.row.asks):
        raise refused(
            "own_event.rulers",
            "“choice: Ruler” needs something to choose, “success:” or “failure:”, and no “roll:”.",
        )


def _no_outcome(event: OwnEvent, when: Occasion, legal: tuple[Occasion, ...]) -> Exception:
    return refused(
        "own_event.outcome",
        "“{when}:” never comes about with {checks:no check|one check|two checks}. It can have {names:or}.",
        when=_typed(when.value),
        checks=len(event.checks),
        names=[T("“{each}:”")(each=_typed(each.value)) for each in legal],
    )


def _require_can_do(event: OwnEvent, outcome: OwnOutcome) -> None:
    if outcome.does is not None:
        _, struck = DEEDS[outcome.does]
        if event.strikes not in struck:
            raise refused(
                "own_event.deed",
                "“{deed}” is only for an event that strikes {names:or}.",
                deed=_typed(outcome.does.value),
                names=[T("“{what}”")(what=STRUCK[each]) for each in struck],
            )
        if outcome.does in (Does.RAZE, Does.RUIN) and not (event.checks and outcome.when in FAILED):
            raise refused(
                "own_event.after_failure",
                "“{deed}” follows a failed check: add “roll:”, and put it in a line such as “failure:”.",
                deed=_typed(outcome.does.value),
            )
    if event.strikes in _TOWNS and any(each.in_each for each in outcome.effects):
        raise refused(
            "own_event.in_one",
            "This event strikes one settlement, whose modifiers change; leave out “{in_each}”.",
            in_each=IN_EACH,
        )


# -- in the library ----------------------------------------------------------------------------------------


OWN_EVENT: Kind[OwnEvent] = Kind(
    "event",
    OwnEvent,
    title=lambda state: state.name,
    view=lambda state, viewer: state if viewer.is_game_master or not state.is_secret else None,
)

OWN_EVENTS: Shelf[OwnEvent] = Shelf(
    "kingdom",
    OWN_EVENT,
    "event",
    "events",
    (
        Field("name", "Name", "Night of Lanterns", NAME_LENGTH),
        Field("about", "What happens", "Crowds fill the streets, and tempers are short.", ABOUT_LENGTH),
        Field(
            "strikes",
            "What it strikes",
            is_optional=True,
            empty="Leave it empty for the whole kingdom.",
            options=tuple((each.value, what.template) for each, what in STRUCK.items()),
        ),
        Field(
            "rules",
            "What comes of it, one line each",
            "roll: Loyalty\nsuccess: Society +1\nfailure: Unrest +1d4, goes on",
            RULES_LENGTH,
            is_long=True,
            is_optional=True,
            empty="Leave it empty to tell it at the table.",
        ),
        Field(
            "seen_by",
            "Who can know of it",
            is_optional=True,
            empty="Leave it empty for everybody.",
            options=tuple(SeenBy),
        ),
    ),
    read_event,
    write_event,
)
