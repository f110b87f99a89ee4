"""Lists that open where an option is left out: what may be chosen, what it costs, and why not.

    class ClaimHex(OnKingdom):
        hex: str = option("Its label or coordinates; without it you pick from a list", pick=CLAIMABLE)

The command without that option shows the list, and so does a button made by `opening`. What is chosen goes
the way of the command: it is shown first, carried out, or the next option's list follows. Several chosen at
once are several actions in a row; of an option that takes `several` they are one text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from bot.engine.card import Button, Card, Pick, Picture, Select, Tone
from bot.engine.finders import Asker
from bot.engine.pages import MOST, Turns, page_of
from bot.engine.system import RecordId
from bot.engine.text import T

# The button that opens a list or shows another page of it, and the list itself; the list that keeps it to one
# kind; the button that opens the form of what isn't on it.
PICK, KINDS, TYPED = "pick", "pick_kinds", "pick_typed"
# What stands for every kind.
ALL = "all"
WHICH, SEVERAL = T("Which…"), T("Up to {most} at once…")
# A preview of more would not fit one message.
MOST_AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class Row:
    """Something that may be chosen: what the option is then, how it reads, and what is said below it.

    What comes with it for the picker's further options stands behind the value, each after a stroke; the last
    may be left out where they have lists of their own, or needn't be given.
    `hindrance` is why it can't be chosen now: it is marked, and choosing it shows the refusal. `place` is
    where it stands in the drawing: rows of a place have its number.
    """

    value: str
    label: str
    meaning: str = ""
    hindrance: str = ""
    place: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """What there is to choose from: `most` of it at once, kept to one `kind` of its `kinds`.

    `drawing` names what is drawn beside it, with the numbers of its places. `typed` is a button for what
    isn't on the list: it opens the picker's form, and so does an empty list.
    """

    title: str
    rows: Sequence[Row]
    lines: Sequence[str] = ()
    most: int = 1
    hint: T = WHICH
    hint_of_several: T = SEVERAL
    kinds: tuple[Pick, ...] = ()
    kind: str = ALL
    drawing: str = ""
    typed: T | None = None
    # What its controls hold, where that is something else than was given.
    held: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Picking:
    """Somebody before such a list: of which command, with which of its options, at which page and kind."""

    asker: Asker
    path: str
    # What its controls hold, by option: ids and values, nothing that was typed.
    held: Mapping[str, str] = field(default_factory=dict)
    page: int = 0
    kind: str = ""

    @property
    def args(self) -> tuple[str, ...]:
        """What a control of the list holds."""
        return held_by(self.path, self.held)


class Filling(NamedTuple):
    """A step's choice whose form asks for what a list can't, and what is filled in already."""

    record: RecordId
    step: str
    revision: int
    choice: str
    picked: Mapping[str, str]


class Chosen(NamedTuple):
    """What is chosen already where there is nothing to choose: values by option."""

    given: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Picks:
    """What makes an option's list; by its `name` a function beside discord.py, where it has one.

    `also` are further options that a row gives. A list that `stays` is not replaced by what comes of it.
    """

    name: str = ""
    also: Sequence[str] = ()
    stays: bool = False

    @property
    def has_form(self) -> bool:
        """Whether a form asks for what is lacking once something is chosen."""
        return False

    def listed(self, picking: Picking) -> Listed | Card | Chosen:
        """What may be chosen, or the card that offers it. Raises RuleViolation where there is nothing."""
        raise LookupError(f"the list of /{picking.path} is made beside discord.py")

    def form(self, picking: Picking, picked: str | None) -> Filling:
        """The form that follows, with what was chosen in it; None: with nothing."""
        raise LookupError(f"nothing is asked after the list of /{picking.path}")


@dataclass(frozen=True, slots=True)
class Picker(Picks):
    """A list that a function makes."""

    made: Making

    def listed(self, picking: Picking) -> Listed | Card | Chosen:
        """What the picker's function makes: a list, a card, or the one possible choice."""
        return self.made(picking)


# What makes a list, or its card.
Making = Callable[[Picking], Listed | Card | Chosen]
# What is drawn beside a list, given the number of each of its places.
Drawing = Callable[[Asker, Mapping[str, str]], Picture | None]


def held_by(path: str, held: Mapping[str, str]) -> tuple[str, ...]:
    """What a control of a command's list holds."""
    return (path, *(f"{name}={value}" for name, value in held.items()))


def opening(path: str, /, **given: Any) -> tuple[str, ...]:
    """What opens the list of a command for what is given: a button's name and arguments.

    Where nothing is lacking it shows what the command comes to. An action without a command goes by the name
    of its class.
    """
    return (PICK, *held_by(path, {name: str(value) for name, value in given.items()}))


def opener(label: T | str, path: str, /, *, is_main: bool = False, **given: Any) -> Button:
    """The button that opens that list, or shows what comes of all that is given."""
    name, *args = opening(path, **given)
    return Button(label.plain() if isinstance(label, T) else label, name, tuple(args), is_main=is_main)


def card_of(picking: Picking, found: Listed, drawings: Mapping[str, Drawing]) -> Card:
    """A page of the list."""
    picking = replace(picking, held=picking.held if found.held is None else found.held)
    rows = [each for each in found.rows if found.kind in (ALL, each.kind)]
    kept = () if found.kind == ALL else (found.kind,)
    shown = page_of(rows, Turns(PICK, (*picking.args, *kept)), picking.page)
    places = dict.fromkeys(each.place for each in shown.rows if each.place)
    numbers = {place: str(number) for number, place in enumerate(places, 1)}
    most = min(len(shown.rows), found.most)
    hint = found.hint if most == 1 else found.hint_of_several
    says = hint.plain(**({"most": most} if "most" in hint.names else {}))
    picks = tuple(_pick(each, numbers) for each in shown.rows)
    choose = [Select(says, PICK, picks, picking.args, most)] if picks else []
    typed = [Button(found.typed.plain(), TYPED, picking.args)] if found.typed is not None else []
    draw = drawings.get(found.drawing)
    return Card(
        found.title,
        tuple(found.lines),
        tone=Tone.QUIET,
        selects=(*kinds_of(found.kinds, found.kind, len(found.rows), KINDS, picking.args), *choose),
        buttons=(*shown.buttons, *typed),
        note=shown.span,
        picture=draw(picking.asker, numbers) if draw is not None else None,
    )


def kinds_of(
    kinds: Sequence[Pick], chosen: str, count: int, control: str, args: tuple[str, ...]
) -> tuple[Select, ...]:
    """The list that keeps to one kind, where all there is doesn't fit one list."""
    if count <= MOST or len(kinds) < 2:
        return ()
    every = (Pick(ALL, T("Everything").plain()), *kinds)
    shown = tuple(replace(each, is_chosen=each.value == chosen) for each in every)
    return (Select(T("Only…").plain(), control, shown, args),)


def _pick(row: Row, numbers: Mapping[str, str]) -> Pick:
    label = row.label
    if row.place:
        label = f"{numbers[row.place]} · {label}"
    if not row.hindrance:
        return Pick(row.value, label, row.meaning)
    return Pick(row.value, f"✗ {label}", " · ".join(filter(None, (row.hindrance, row.meaning))))
