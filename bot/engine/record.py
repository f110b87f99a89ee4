"""Records and what waits in them: kinds of record, their views, and the steps a person must take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, NewType, TypeVar

from bot.engine.campaign import Campaign
from bot.engine.pace import Silent, Tempo
from bot.engine.people import Viewer
from bot.engine.text import Safe, T


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of a record, or of what it links to, with its unit; text where it is no number."""

    label: str
    value: int | Fraction | str
    unit: str = ""
    # Whether deeds are paid with it.
    is_spent: bool = False


RecordId = NewType("RecordId", str)
S = TypeVar("S")


# -- what waits -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FormField:
    """One line or paragraph a person writes, or one of a few options picked, before a choice is carried out.

    `value` stands there to begin with. A number's field of the action is an int. `empty` says what it means
    to leave empty what needn't be given, wherever that costs or changes anything.
    """

    field: str
    label: str
    max_length: int = 300
    is_long: bool = False
    hint: str = ""
    value: str = ""
    # To pick from instead of writing: (what is handed over, its name).
    options: tuple[tuple[str, str], ...] = ()
    is_number: bool = False
    is_optional: bool = False
    empty: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepButton:
    """How something that can be done at a step stands there.

    Where there is something to pick from, `opens` names the button that lists it, and what that button holds;
    the form comes after the list, with what was picked in it.
    """

    is_main: bool = False
    opens: tuple[str, ...] = ()
    # What stands above its form, where the label doesn't say what it is about.
    title: str = ""
    # The key of the answer in advance that takes it (`System.advances`): one that can be given for days.
    advance: str = ""


@dataclass(frozen=True, slots=True)
class Choice(StepButton):
    """One thing that can be done at a step: `action` complete, or lacking the fields it `asks` for."""

    key: str
    label: str
    action: Any
    asks: tuple[FormField, ...] = ()
    # Whether game masters alone may take it: a card that players press too keeps it apart.
    is_game_masters: bool = False


@dataclass(frozen=True, slots=True)
class Press(StepButton):
    """A button at a step, as the action says that it carries out; see `bot.engine.steps.at`.

    The action's first field is the record in which the step waits; `values` fill in others. Its form asks for
    the fields that `asks` names, as their options say it, or as a `FormField` does. There stands what is in
    `begin`.
    """

    key: str
    label: T | str
    values: Mapping[str, Any] = field(default_factory=dict)
    asks: Sequence[str | FormField] = ()
    begin: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AtStep:
    """Where among what waits an action stands: at which sort of step, and with which buttons there.

    `presses` gives those of the record's id, its state and the step. Buttons of several actions stand in the
    order of their `place`, else in that of the actions.
    """

    step: str
    presses: Callable[[RecordId, Any, Step], Iterable[Press]]
    place: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """A step open in a record. `who` must act; None means the game masters.

    The actions that stand at its sort say what can be done; the sort is its name, unless several of a sort
    can wait in one record. Labels and choices are shown to everybody who may see the record: they tell no
    secret.

    The revision rises only when what the person decides on changes, never because somebody else
    acted: a button of an earlier revision is stale.
    """

    name: str
    label: str
    who: int | None
    choices: tuple[Choice, ...] = ()
    revision: int = 1
    # How often the game masters were asked at it: where it rises, one of them is mentioned once more.
    asked: int = 0
    # What happens at its deadline where its person says nothing.
    silent: Silent = field(kw_only=True)
    # How many people were asked together with this one, where they were: the last of them is told so.
    of: int = 1
    sort: str = ""

    @property
    def at(self) -> str:
        """The sort of step that it is."""
        return self.sort or self.name

    @property
    def which(self) -> str:
        """Which of its sort it is: what its name has beyond that."""
        return self.name.removeprefix(self.at)


# -- records ----------------------------------------------------------------------------------


def _nothing(_state: Any) -> tuple[Any, ...]:
    return ()


def _nothing_waits(_id: RecordId, _state: Any) -> tuple[Step, ...]:
    return ()


def _none(_state: Any) -> None:
    return None


# Whose turn it is, and whose is next.
Turns = tuple[Sequence[int | None], Sequence[int | None]]


def _no_turns(_state: Any) -> Turns:
    return (), ()


def _nothing_stands(_now: Any, _then: Any) -> None:
    return None


def _as_is(state: S, _viewer: Viewer) -> S:
    return state


def _no_upgrade(version: int, _data: dict[str, Any]) -> dict[str, Any]:
    raise LookupError(f"no upgrade from state version {version}")


@dataclass(frozen=True, slots=True)
class Kind(Generic[S]):
    """One kind of record: a state that changes as a whole, and what the house derives from it.

    `view` takes out what the viewer may not see, or gives None where even its existence is a secret.
    `upgrade(version, data)` lifts plain data one version up; it is called until the newest.
    """

    name: str
    state: type[S]
    title: Callable[[S], str]
    version: int = 1
    owner: Callable[[S], int | None] = _none
    parent: Callable[[S], RecordId | None] = _none
    links: Callable[[S], Iterable[RecordId]] = _nothing
    waiting: Callable[[RecordId, S], Sequence[Step]] = _nothing_waits
    # The sorts of step that may wait in it.
    steps: tuple[str, ...] = ()
    # Where one acts after another: whose turn it is, and whose is next; None is the game masters.
    turns: Callable[[S], Turns] = _no_turns
    # What sort of scene it is, which says how long it waits.
    tempo: Tempo | Callable[[S], Tempo] = Tempo.DOWNTIME
    # How it stands, in a line of the campaign's board, worked out of a view; None keeps it off the board.
    line: Callable[[S], Safe | None] | None = None
    # Whether it is somebody: where nothing waits in it, the board has it apart from what goes on.
    is_person: bool = False
    view: Callable[[S, Viewer], S | None] = _as_is
    upgrade: Callable[[int, dict[str, Any]], dict[str, Any]] = _no_upgrade
    # The channel in which all about it is posted, wherever it was done; that of its parent where it has none.
    home: Callable[[S], int | None] = _none
    # The state when its home is another, such as a thread that was started for it.
    settle: Callable[[S, int], S] | None = None
    # The state when another person plays the record of that id: this one, or one that it links to.
    # None where that changes nothing in it.
    hand_over: Callable[[S, int, RecordId], S] | None = None
    # Why somebody who has those of this kind in play can't be given one more; None where they can.
    refused: Callable[[Campaign, Sequence[S]], str | None] | None = None
    # Whether it changes hands only together with what it links to, never by itself.
    goes_along: bool = False
    # Whether its fields (within mappings and lists: each entry) are independent of one another: an undo
    # then puts back only what the entry changed, and later changes of other parts stay.
    is_divisible: bool = False
    # Whether one card tells all about it, always or as it stands: edited in place, and posted anew only to
    # mention somebody or when it is buried. Else each entry about it has a message of its own.
    has_live_card: bool | Callable[[S], bool] = False
    # Whether its newest message is pinned, where the bot may.
    is_pinned: bool = False
    # What took its place, if anything did: the card of this one links to the messages about that.
    followed_by: Callable[[S], RecordId | None] | None = None
    # Whether it is only a part of another, which nobody looks for by name.
    is_nameless: bool = False
    # Whether an undo tells nothing of its parts.
    is_untold: bool = False
    # The path of a part, with what is known by an id under the name that it has in that state: an undo calls
    # it by the labels on its fields (`bot.engine.parts`).
    named: Callable[[S, tuple[str, ...]], tuple[str, ...]] | None = None
    # What it is called, in words ready to be shown, where it is opened and closed, as an offer is: of that an
    # undo says that it is open or closed again, and nothing more.
    case: Callable[[S], str] | None = None
    # What an undo says first, of the state as it is and the one that it puts back: what stands so again, and
    # how, as in “Month 1” and “open again, at Event”; None where there is nothing to say.
    stands: Callable[[S, S], tuple[Safe, Safe] | None] = _nothing_stands
    # The field that says how it ended: an undo that brings it back into play says nothing of that besides.
    ending: str = ""

    def tempo_of(self, state: S) -> Tempo:
        """What sort of scene one is as it stands."""
        return self.tempo if isinstance(self.tempo, Tempo) else self.tempo(state)

    def is_live(self, state: S) -> bool:
        """Whether the card of one goes on, as it stands."""
        live = self.has_live_card
        return live if isinstance(live, bool) else live(state)


@dataclass(frozen=True, slots=True)
class Record(Generic[S]):
    """One record as an action finds it."""

    id: RecordId
    kind: str
    state: S
    version: int = 1
    is_archived: bool = False
    # The number of an undone entry that had rolled dice on this record, until it is rolled anew.
    rolled_back: int | None = None
