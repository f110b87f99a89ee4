"""A card as plain data: what a message says, and which buttons and lists it bears."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from bot.engine.record import Choice, RecordId, Step
from bot.engine.text import T

SELECT_MARK = "?"


class Tone(Enum):
    """The colour at a card's edge; what it stands for is always said in words too."""

    PLAIN = 0x5B6B7B
    ASKS = 0xC98A1B
    GOOD = 0x2E8B57
    BAD = 0xB0413E
    QUIET = 0x9AA5B1


@dataclass(frozen=True, slots=True)
class Button:
    """A button that works for years: the name of its handler and the handler's arguments."""

    label: str
    name: str
    args: tuple[str, ...] = ()
    is_main: bool = False
    # What may well cost a life: drawn in red, and its label says it.
    is_dangerous: bool = False
    # Whether it is a step's that game masters alone may press.
    is_game_masters: bool = False

    @property
    def custom_id(self) -> str:
        """What Discord hands back when it is pressed."""
        return "|".join((self.name, *self.args))


@dataclass(frozen=True, slots=True)
class Pick:
    """One line of a select: what is handed back, its name, and what it means."""

    value: str
    label: str
    meaning: str = ""
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A list to choose from that works for years, as a `Button` does: the value comes after the arguments."""

    hint: str
    name: str
    picks: tuple[Pick, ...]
    args: tuple[str, ...] = ()
    most: int = 1

    @property
    def custom_id(self) -> str:
        """What Discord hands back when something is chosen; the mark tells it from a button's."""
        return SELECT_MARK + "|".join((self.name, *self.args))


# The button that begins a command's deed, by its path.
DEED = "act_deed"
# The lists whose every line is a button: choosing one presses it.
MENU = "menu"
# The buttons of a step: one that does it, and one that asks for words first.
DO, ASK = "do", "ask"
# The button that shows game masters what a record's card keeps apart for them.
GAME_MASTERS = "gm_moves"


def menu(hint: str, buttons: Iterable[Button], *args: str) -> Select:
    """Buttons as one list; `args` tell it from other such lists of its message."""
    return Select(hint, MENU, tuple(Pick(each.custom_id, each.label) for each in buttons), args)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture on a card: its file's name, the PNG, and the same in words for who can't see it.

    Where the PNG is still to be drawn, `painted` does that in a thread of its own. `words` is all that it
    shows, line by line, where its description has no room for that: for who reads in plain text.
    """

    name: str
    png: bytes | Callable[[], bytes]
    alt: str
    words: Callable[[], Iterable[str]] | None = None


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that comes with a card."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Card:
    """One message. `asks` are the people it mentions, those who must act, and `roles` the roles.

    `note` is its last, small line.
    """

    title: str = ""
    lines: tuple[str, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    tone: Tone = Tone.PLAIN
    buttons: tuple[Button, ...] = ()
    asks: tuple[int, ...] = ()
    # What stands beside those it mentions, in the line that a phone shows of it.
    opening: str = ""
    note: str = ""
    picture: Picture | None = None
    selects: tuple[Select, ...] = ()
    # Without an embed and a picture: for screen readers, and for who switched embeds off.
    is_plain: bool = False
    file: Attachment | None = None
    # A small picture in the corner: an address, or one that is sent along.
    portrait: str | Picture | None = None
    keeps_up: bool = False
    roles: tuple[int, ...] = ()

    @property
    def has_controls(self) -> bool:
        """Whether something can be pressed or chosen on it."""
        return bool(self.buttons or self.selects)

    @property
    def is_live(self) -> bool:
        """Whether its message is redrawn with what it shows: for its controls, or because it `keeps_up`."""
        return self.has_controls or self.keeps_up

    def add(
        self, *lines: str, buttons: Iterable[Button] = (), note: str = "", selects: Iterable[Select] = ()
    ) -> Card:
        """The card with more on it."""
        return replace(
            self,
            lines=(*self.lines, *lines),
            buttons=(*self.buttons, *buttons),
            note=" · ".join(part for part in (self.note, note) if part),
            selects=(*self.selects, *selects),
        )


def step_buttons(
    record: RecordId, steps: Iterable[Step], keys: Iterable[str] | None = None
) -> tuple[Button, ...]:
    """The buttons of a record's open steps; of the named choices only, where names are given.

    What several people could do, each at a step of their own, has one button. Where several read the same,
    each says what its step has that the others' steps don't.
    """
    wanted = None if keys is None else set(keys)
    found: list[tuple[Choice, Step]] = []
    for step in steps:
        for choice in step.choices:
            is_wanted = wanted is None or choice.key in wanted
            if is_wanted and choice not in (each for each, _ in found):
                found.append((choice, step))
    return tuple(
        replace(step_button(record, step, choice), label=label)
        for (choice, step), label in zip(found, _labels(found), strict=True)
    )


def _labels(found: Sequence[tuple[Choice, Step]]) -> list[str]:
    """What each button says, told apart by the steps where several of them read the same."""
    alike: dict[str, list[Step]] = {}
    for choice, step in found:
        alike.setdefault(choice.label, []).append(step)
    return [
        T("{which}: {label}").plain(which=which, label=choice.label)
        if len(steps := alike[choice.label]) > 1 and (which := _own_words(step, steps))
        else choice.label
        for choice, step in found
    ]


def _own_words(step: Step, steps: Sequence[Step]) -> str:
    """The words of a step's label that those of the others don't begin or end with."""
    every = [each.label.split() for each in steps]
    begin = _shared(every)
    end = _shared([words[begin:][::-1] for words in every])
    words = step.label.split()
    return " ".join(words[begin : len(words) - end]).strip(",;: ")


def _shared(every: Sequence[Sequence[str]]) -> int:
    """How many words all of them begin with."""
    alike = (len(set(words)) == 1 for words in zip(*every, strict=False))
    return next((n for n, is_alike in enumerate(alike) if not is_alike), min(map(len, every)))


def step_button(record: RecordId, step: Step, choice: Choice) -> Button:
    """The button of one choice; a choice that asks for words opens a form first."""
    name = ASK if choice.asks else DO
    held = (record, step.name, str(step.revision), choice.key)
    return Button(choice.label, name, held, choice.is_main, is_game_masters=choice.is_game_masters)


def game_masters_buttons(record: RecordId, steps: Iterable[Step]) -> tuple[Button, ...]:
    """Those of the open steps' buttons that game masters alone may press."""
    return tuple(each for each in step_buttons(record, steps) if each.is_game_masters)


def game_masters_button(record: RecordId) -> Button:
    """The one button of game masters on a card that players press too: theirs come in private."""
    label = T("{gm}…").plain()
    return Button(label[:1].upper() + label[1:], GAME_MASTERS, (record,))
