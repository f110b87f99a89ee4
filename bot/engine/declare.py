"""Actions declare their commands: options, hints, choices, suggestions and permit stand on the dataclass.

    class OnLantern(Action):
        lantern: RecordId = option("Which lantern", finder=LANTERNS)

    class Refill(OnLantern):
        \"\"\"Pour oil in\"\"\"
        oil: Oil = option("Which oil")

    @action("lantern refill", may=Permit.OWNER)
    def refill(world: World, action: Refill, dice: Dice) -> Result: ...

Nothing here knows Discord; `bot.ui.commands` makes commands of it.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from enum import Enum
from types import NoneType, UnionType
from typing import (
    Any,
    NewType,
    Protocol,
    Self,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

from bot.engine.asking import Asks
from bot.engine.card import Card
from bot.engine.finders import Asker, Finds, Pair
from bot.engine.people import Permit
from bot.engine.picking import Picks
from bot.engine.proposals import Proposing
from bot.engine.prose import PROSE_LENGTH
from bot.engine.record import AtStep, FormField
from bot.engine.system import FOR_LEADERS, ActionKind, Scope, World
from bot.engine.text import Declared, Labelled, Safe, T, as_read, refused
from bot.engine.views import KnownCampaign
from bot.engine.words import is_fraction, key_of, plain_signs, whole_number

__all__ = [
    "Action",
    "Channel",
    "Command",
    "Declaration",
    "Invocation",
    "KnownCampaign",
    "Labelled",
    "Option",
    "Options",
    "Person",
    "Place",
    "Role",
    "Upload",
    "about_of",
    "action",
    "answered",
    "asks_of",
    "called",
    "checked",
    "choices_of",
    "command",
    "declared",
    "filled",
    "look",
    "note",
    "oneself",
    "option",
    "options_of",
    "require_moment",
    "suggested",
    "whose_of",
]  # fmt: skip

P = TypeVar("P", bound=Callable[..., Any])
C = TypeVar("C", bound=type[Any])
O = TypeVar("O", bound="Options")  # noqa: E741
D = TypeVar("D")
N = TypeVar("N", bound="Declaration")

# -- what Discord knows of: the ids of people, roles and channels ---------------------------------


class Person(int):
    """Somebody's id, with what Discord says of them where they were named; kept as the id alone.

    `roles` are those of a member of this server, None of anybody else; `name` is what they are called here.
    """

    is_bot: bool
    roles: frozenset[int] | None
    name: str

    def __new__(
        cls, user: int, *, is_bot: bool = False, roles: Iterable[int] | None = None, name: str = ""
    ) -> Self:
        """The person of that id."""
        person = super().__new__(cls, user)
        person.is_bot, person.roles = is_bot, frozenset(roles) if roles is not None else None
        person.name = name
        return person

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, handler: Callable[[Any], Any]) -> Any:
        return handler(int)


def oneself(asker: Asker) -> Person:
    """The person who asks; they are meant where nobody else is named."""
    return Person(asker.user)


class Role(int):
    """A role's id; `is_everyone` of the role that every member has. Kept as the id alone."""

    is_everyone: bool

    def __new__(cls, role: int, *, is_everyone: bool = False) -> Self:
        """The role of that id."""
        named = super().__new__(cls, role)
        named.is_everyone = is_everyone
        return named

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, handler: Callable[[Any], Any]) -> Any:
        return handler(int)


# A channel to write in; a Place may be a forum besides.
Channel = NewType("Channel", int)
Place = NewType("Place", int)


class Upload(Protocol):
    """A file that came with a command; only a handler can read it."""

    filename: str
    size: int
    url: str

    async def read(self) -> bytes:
        """The bytes of the uploaded file."""


# -- options ------------------------------------------------------------------------------------------

# What has to come first, of a record's state: each raises RuleViolation.
Moment = Sequence[Callable[[Any], object]]
Suggest = Callable[[Asker], Iterable[Pair]]
# What it reads as, declared, and what it stands for.
Ready = tuple[Declared, str]


@dataclass(frozen=True, slots=True)
class Spec:
    """What a call of `option` declares."""

    hint: str
    label: str = ""
    empty: str = ""
    name: str = ""
    finder: Finds | None = None
    suggest: Suggest | tuple[Ready, ...] | None = None
    choices: tuple[Any, ...] = ()
    parse: Callable[[str], Any] | None = None
    least: float | None = None
    most: float | None = None
    min_length: int | None = None
    max_length: int | None = None
    is_long: bool = False
    is_prose: bool = False
    is_read: bool | None = None
    is_narrowed: bool = True
    several: str = ""
    offered: Callable[[KnownCampaign], bool] | None = None
    pick: Picks | None = None
    is_needed: bool = False
    implied: Callable[[Asker], Any] | None = None
    means: Callable[[Asker, str, Mapping[str, Any]], Any] | None = None
    reads: Callable[[str, bytes], Any] | None = None
    is_picture: bool = False
    when: Moment = ()


def option(
    hint: str,
    *,
    default: Any = MISSING,
    default_factory: Any = MISSING,
    kw_only: bool = False,
    choices: Iterable[Any] = (),
    suggest: Suggest | Iterable[Ready] | None = None,
    **spec: Any,
) -> Any:
    """A field that is an option of the command, a line of a form, a column of a file.

    `hint` is what Discord shows beside it (at most 100 characters), `label` what a form does where the hint
    is longer than 45; `name` is what it is called on Discord, where the field has another name. One without a
    default must be given, unless its `finder` finds what is meant unnamed. A form tells the default of any
    other, or `empty` where the default can't say what it means. All of them, and the names of what is chosen
    from, are templates: commands are registered with them as written, forms rendered for who reads.

    `choices` are some members of its enum (by default all), or (value, label) pairs. `suggest` are pairs, or
    a function of what is asked; the house narrows them to what was typed unless `is_narrowed=False`. With
    `several=" "` the last of several is suggested for, and those before it stay. `parse` turns what was typed
    into the field's value and raises RuleViolation; `means` does so, given who asks and the options before
    it. `least` and `most` bound a number, `min_length` and `max_length` a text; `is_long` gives it a
    paragraph in forms, and `is_prose` as many letters as one holds, for what is shown as `prose`. One of the
    type `KnownCampaign` names one of the server's campaigns, of which those that are `offered` are suggested.

    What a `parse` or `means` reads comes to it in plain signs (`bot.engine.words.plain_signs`), unless
    `is_read=False`: what is written to be read is kept as it is. With `is_read=True` so does a text that the
    rules read, such as an amount or a day.

    One with a `pick` may be left out: then the command shows that list. Left out, one with `implied` is what
    that says of who asks. What `is_needed` must be given in the command, though the action has a default for
    it, or a list.

    `when` raises, of the state of a record that could be meant, why it can't: lists say so, and the action's
    `correction` or `deed` asks it again.

    A file is attached to one that `reads`, which makes the field's value of its name and its bytes, `most` at
    the most, and to one that `is_picture`: that is kept as a small WebP in base64.
    """
    pairs = suggest if suggest is None or callable(suggest) else tuple(suggest)
    if spec.get("is_prose"):
        spec = {"is_long": True, "max_length": PROSE_LENGTH} | spec
    told = Spec(hint, choices=tuple(choices), suggest=pairs, **spec)
    if default_factory is not MISSING:
        return field(default_factory=default_factory, kw_only=kw_only, metadata={"option": told})
    return field(default=default, kw_only=kw_only, metadata={"option": told})


@dataclass_transform(frozen_default=True, field_specifiers=(option, field))
class Options:
    """What a command is given. Subclasses are frozen dataclasses without a decorator of their own.

    A base's options are first in Python and last on Discord.
    """

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        dataclass(frozen=True)(cls)


class Action(Options):
    """What somebody wants done, in the imperative. The first line of its docstring is its command's."""


class NoOptions(Options):
    """The options of a command that has none."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option, as its field's type and declaration make it. `kind` is its type without None."""

    field: str
    kind: Any
    spec: Spec
    is_required: bool
    has_default: bool
    default: Any = None

    @property
    def name(self) -> str:
        """What it is called on Discord."""
        return self.spec.name or self.field

    @property
    def label(self) -> Safe:
        """The heading of its field in a form; refusals name it so too."""
        return as_read(self.spec.label or self.spec.hint)

    @property
    def is_for_leaders(self) -> bool:
        """Whether only game masters may give it, as its hint says first."""
        return self.spec.hint.startswith(FOR_LEADERS)

    @property
    def is_text(self) -> bool:
        """Whether it is typed as text, of which a value is made."""
        others = (bool, int, float, Person, Role, Channel, Place, Upload, KnownCampaign)
        return self.kind not in others and not self.is_attached

    @property
    def is_read(self) -> bool:
        """Whether a text is read for its meaning, and not kept as it was written."""
        spec = self.spec
        if spec.is_read is not None:
            return spec.is_read
        is_words = spec.is_prose or spec.is_long
        return not is_words and (spec.parse is not None or spec.means is not None)

    @property
    def is_attached(self) -> bool:
        """True for an option that takes an uploaded file."""
        return self.spec.reads is not None or self.spec.is_picture

    @property
    def choices(self) -> tuple[Pair, ...]:
        """What there is to choose from: value and label."""
        is_enum = isinstance(self.kind, type) and issubclass(self.kind, Enum)
        found = self.spec.choices or (tuple(self.kind) if is_enum else ())
        return tuple(_choice(each) for each in found)

    def taken(self, given: Any, label: str = "") -> Any:
        """The field's value of what was given, on Discord or in a form. Raises RuleViolation.

        `label` is what stood above it, where that was another one.
        """
        given = plain_signs(given) if isinstance(given, str) and self.is_read else given
        if self.spec.parse is not None:
            return self.spec.parse(str(given))
        if choices := self.choices:
            return self._chosen(given, choices, label or self.label)
        if self.kind is bool:
            return given if isinstance(given, bool) else str(given).strip().casefold() in ("yes", "true")
        return self._number(given, label or self.label) if self.kind in (int, float) else given

    def answered(self, text: str, label: str = "") -> Any:
        """The same of what a form brought: left empty, what needn't be given means its default."""
        return self.taken(text, label) if text.strip() or self.is_required else self.default

    def read(self, text: str) -> Any:
        """What was given, out of how a button keeps it. Raises ValueError where it holds something else."""
        if self.kind is bool:
            return text == "True"
        if self.is_text:
            return text
        return self.kind(text) if self.kind in (int, float, Person, Role) else int(text)

    def _chosen(self, given: Any, choices: Sequence[Pair], label: str) -> Any:
        meant = key_of(str(given))
        for value, name in choices:
            if meant in (key_of(value), key_of(name)):
                return self.kind(value)
        raise refused(
            "option.not_a_choice",
            "“{label}” has to be one of these: {names:,}.",
            label=label,
            names=[Safe(name) for _value, name in choices],
        )

    def _number(self, given: Any, label: str) -> float:
        number = whole_number(given) if isinstance(given, str) else given
        least, most = self.spec.least, self.spec.most
        if number is None and is_fraction(str(given)):
            raise refused(
                "option.not_whole",
                "“{label}” needs a whole number, not “{given:40}”. A thousand is 1000, 1,000 or 1 000.",
                label=label,
                given=str(given),
            )
        if number is None:
            raise refused(
                "option.not_a_number",
                "“{label}” needs a whole number{range}, not “{given:40}”.",
                label=label,
                range=T(" {range}")(range=_range(least, most))
                if least is not None or most is not None
                else "",
                given=str(given),
            )
        if (least is not None and number < least) or (most is not None and number > most):
            raise refused(
                "option.out_of_range",
                "“{label}” has to be a number {range}, not {number}.",
                label=label,
                range=_range(least, most),
                number=Safe(number),
            )
        return float(number) if self.kind is float else int(number)


def _range(least: float | None, most: float | None) -> Safe:
    if least is None:
        return T("up to {most}")(most=Safe(most))
    if most is None:
        return T("of at least {least}")(least=Safe(least))
    return T("from {least} to {most}")(least=Safe(least), most=Safe(most))


def _choice(each: Any) -> Pair:
    if isinstance(each, Enum):
        return str(each.value), as_read(each if isinstance(each, Labelled) else str(each.value))
    value, label = each
    return str(value), as_read(label)


_KNOWN: dict[type[Any], Mapping[str, Option]] = {}


def options_of(cls: type[Options]) -> Mapping[str, Option]:
    """Its options by field, as Discord lists them: required ones first, and a base's after its own."""
    if cls not in _KNOWN:
        # To read the hints of a class takes long.
        _KNOWN[cls] = _read(cls)
    return _KNOWN[cls]


def _read(cls: type[Options]) -> Mapping[str, Option]:
    hints = get_type_hints(cls)
    # How far from the class itself a field was declared.
    depth: dict[str, int] = {}
    for steps, base in enumerate(cls.__mro__):
        for name in inspect.get_annotations(base):
            depth.setdefault(name, steps)
    found = []
    for each in fields(cls):  # type: ignore[arg-type]
        if (spec := each.metadata.get("option")) is None:
            continue
        has_default = each.default is not MISSING or each.default_factory is not MISSING
        default = each.default if each.default is not MISSING else None
        implied = spec.pick is not None or spec.implied is not None
        implied |= spec.finder is not None and spec.finder.is_implied
        kind = _without_none(hints[each.name])
        required = spec.is_needed or not (has_default or implied)
        found.append(Option(each.name, kind, spec, required, has_default, default))
    found.sort(key=lambda option: (not option.is_required, depth[option.field]))
    return {option.field: option for option in found}


def _without_none(hint: Any) -> Any:
    if get_origin(hint) not in (Union, UnionType):
        return hint
    kinds = [each for each in get_args(hint) if each is not NoneType]
    # A person, role or channel is a number, too.
    named = next((each for each in (Person, Role, Channel, Place) if each in kinds), None)
    return named or (kinds[0] if len(kinds) == 1 else hint)


def filled(options: type[O], asker: Asker, fixed: Mapping[str, Any] | None = None) -> O:
    """The options as they are meant: every record found, every value of its type. Raises RuleViolation.

    `fixed` are fields that are given besides.
    """
    values: dict[str, Any] = dict(fixed or {})
    for name, each in options_of(options).items():
        # A form brings what was left empty too.
        given = asker.given.get(name)
        given = None if given == "" and not each.is_required else given
        if given is None and each.has_default:
            continue
        if given is None and each.spec.implied is not None:
            values[name] = each.spec.implied(asker)
            continue
        if given is None and each.spec.pick is not None:
            raise LookupError(f"{options.__name__}: `{name}` is chosen from a list first")
        if each.spec.finder is not None:
            values[name] = each.spec.finder.find(asker, given)
        elif each.spec.means is not None:
            text = plain_signs(str(given)) if each.is_read else str(given)
            values[name] = each.spec.means(asker, text, values)
        else:
            values[name] = each.taken(given)
    return options(**values)


def suggested(option: Option, asker: Asker, command: Command | None = None) -> Sequence[Pair]:
    """(name, value) pairs for what was typed into an option: what the asker may use that command on."""
    if command is None or option.field != command.whose or _may_of_anybody(command, asker):
        asker = replace(asker, own=None)
    head, _, last = asker.typed.rpartition(option.spec.several) if option.spec.several else ("", "", "")
    if option.spec.several:
        asker = replace(asker, typed=last)
    found: list[Pair]
    suggest = option.spec.suggest
    if isinstance(suggest, tuple):
        found = [(as_read(name), value) for name, value in suggest]
    elif suggest is not None:
        found = list(suggest(asker))
    elif option.spec.finder is not None:
        return list(option.spec.finder.suggest(asker))
    else:
        found = [(label, value) for value, label in option.choices]
    near = key_of(asker.typed)
    found = [pair for pair in found if near in key_of(pair[0])] if option.spec.is_narrowed else found
    start = f"{head}{option.spec.several}" if head else ""
    # Discord takes no longer value.
    return [(name, start + value) for name, value in found if len(start + value) <= MOST_VALUE]


MOST_VALUE = 100


def _may_of_anybody(command: Command, asker: Asker) -> bool:
    return command.may is Permit.OWNER_OR_GAME_MASTER and asker.seen.viewer.is_game_master


def checked(read: Callable[[str], object]) -> Callable[[str], str]:
    """What only sees that a text can be read, and keeps it as it was written: for an option's `parse`."""

    def parse(text: str) -> str:
        read(text)
        return text

    return parse


def choices_of(kind: type[Enum]) -> tuple[Pair, ...]:
    """What there is to choose from in a list or form: value and label of each member."""
    return tuple(_choice(each) for each in kind)


def asks_of(options: type[Options], *names: str, **values: str) -> tuple[FormField, ...]:
    """The lines of a form that asks for those fields; `values` stand there to begin with."""
    return tuple(_ask(options_of(options)[name], values.get(name, "")) for name in names)


def answered(options: type[Options], texts: Mapping[str, str], *names: str) -> dict[str, Any]:
    """Those fields' values, of what such a form brought. Raises RuleViolation."""
    found = options_of(options)
    return {name: found[name].answered(texts.get(name, "")) for name in names}


def _ask(option: Option, value: str) -> FormField:
    return FormField(
        option.field,
        option.label,
        option.spec.max_length or LINE,
        is_long=option.spec.is_long,
        hint=as_read(option.spec.hint) if option.spec.label else "",
        value=value or ({True: "yes", False: "no"}[option.default is True] if option.kind is bool else ""),
        options=option.choices or (_yes_or_no() if option.kind is bool else ()),
        is_number=option.kind is int,
        is_optional=not option.is_required,
        empty=_empty(option),
    )


def _empty(option: Option) -> str:
    """What it means to leave it empty in a form; empty itself where that is plain, or stands there."""
    if option.spec.empty or option.is_required or option.kind is bool or option.default in (None, "", False):
        return as_read(option.spec.empty)
    chosen = dict(option.choices).get(str(option.default))
    return T("Leave it empty for {default}.").plain(default=chosen or str(option.default))


def _yes_or_no() -> tuple[Pair, ...]:
    return ("no", T("No")()), ("yes", T("Yes")())


# How much a line of a form takes, where the option says nothing.
LINE = 300

# -- commands -------------------------------------------------------------------------------------------


def require_moment(when: Moment, state: Any) -> None:
    """See that nothing has to come first, of a record's state. Raises RuleViolation saying what does."""
    for require in when:
        require(state)


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command as it is declared.

    Its options are an action, or they come to one with `to_action(asker)`; or it shows a card with `show`;
    or it is handled by hand with `handle`, which is the business of the room beside Discord.
    """

    path: str
    may: Permit
    options: type[Options]
    summary: str
    show: Callable[..., Card] | None = None
    handle: Callable[..., Any] | None = None
    # Answered privately; the channel's message comes apart from the command.
    is_quiet: bool = False
    # So only where its outcome tells who gave it what the table isn't told.
    is_discreet: bool = False
    # What would come of it is shown first, with a button that carries it out; what needs no word before
    # is done at once where it says so.
    is_previewed: bool = False
    at_once: bool = False
    # Which campaign is meant: the channel's, the server's own, or the first that there is ("either"); or
    # "named", the one that an option of the type `KnownCampaign` names, else the channel's.
    where: str = "channel"
    # What only the room beside Discord can suggest, by field.
    suggests: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    # Whether what was given opens a form, which can only be the first answer.
    opens_form: Callable[[Mapping[str, Any]], bool] = lambda _given: False
    # What it asks in a form, where that wasn't given.
    asks: Asks | None = None
    # Answered in direct messages too.
    is_anywhere: bool = False
    # Whether its first record is the one whose player may.
    is_of_first: bool = False
    # What the action is given besides the options, by field.
    fixed: Mapping[str, Any] = field(default_factory=dict)
    # With this option it is no look: the options are an action then, and carried out.
    shared: str = ""
    # What must be given otherwise may be left out: its list opens.
    lists: bool = False
    # For who types all of it: pages lead to the one of the same action that `lists`.
    is_typed: bool = False
    # No command of Discord's: an action that only lists and buttons give, by the name of its class.
    is_pressed: bool = False
    # Each raises, of the state of the record that it is about, what has to come first.
    when: Moment = ()

    @property
    def whose(self) -> str:
        """The option that names the record whose player may, alone or beside game masters; else empty."""
        if self.may not in _OF_OWNERS or not (self.is_of_first or len(self.finders) == 1):
            return ""
        return whose_of(self.options)

    @property
    def offered(self) -> Mapping[str, Option]:
        """Its options on Discord, by field: what only its form asks is none of them."""
        found = options_of(self.options)
        if self.asks is None or self.asks.is_beside:
            return found
        return {name: each for name, each in found.items() if name not in self.asks.fields}

    def is_look(self, given: Mapping[str, Any]) -> bool:
        """Whether it only shows something."""
        return self.show is not None and not (self.shared and given.get(self.shared))

    def needs(self, option: Option) -> bool:
        """True if Discord must ask for that option."""
        is_asked = self.asks is not None and option.field in self.asks.needs
        return option.is_required and not is_asked and not (self.lists and option.spec.pick)

    def lacks(self, given: Mapping[str, Any]) -> Option | None:
        """The first option that opens a list and wasn't given; None where everything is chosen."""
        for each in options_of(self.options).values():
            if each.spec.pick is not None and not given.get(each.field):
                return each
        return None

    @property
    def finders(self) -> Mapping[str, Finds]:
        """The finders of the records that its options name."""
        found = options_of(self.options)
        return {name: each.spec.finder for name, each in found.items() if each.spec.finder is not None}


@dataclass(frozen=True, slots=True)
class Invocation:
    """A command as somebody gave it, before it is known what it means."""

    command: Command
    given: Mapping[str, Any]

    @property
    def campaign(self) -> str | None:
        """The id of the campaign meant, where one was named."""
        named = (each for each in self.given.values() if isinstance(each, KnownCampaign))
        return next((each.id for each in named), None) if self.command.where == "named" else None

    def to_action(self, asker: Asker) -> Any:
        """The action meant. Raises RuleViolation."""
        options = filled(self.command.options, asker, self.command.fixed)
        to_action = getattr(options, "to_action", None)
        return to_action(asker) if to_action is not None else options

    def to_card(self, asker: Asker) -> Card:
        """The card that shows it. Raises RuleViolation."""
        if self.command.show is None:
            raise LookupError(f"/{self.command.path} shows nothing")
        if self.command.options is NoOptions:
            return self.command.show(asker)
        return self.command.show(asker, filled(self.command.options, asker))


def action(
    path: str = "",
    /,
    *,
    may: Permit,
    scope: Callable[[Any], Scope] | None = None,
    owner: Callable[[World, Any], int | None] | None = None,
    step: AtStep | Sequence[AtStep] = (),
    previewed: bool = False,
    at_once: bool = False,
    confirms: bool = False,
    watches: Sequence[Declared] = (),
    button: str = "",
    asks: Asks | None = None,
    formerly: Sequence[str] = (),
    proposed: Proposing[Any] | None = None,
    is_undoable: bool = True,
    founds: bool = False,
    revives: bool = False,
    is_quiet: bool = False,
    is_discreet: bool = False,
    is_news: bool = True,
    where: str = "channel",
    when: Moment = (),
) -> Callable[[P], P]:
    """Declare the action that a `perform` carries out; with a path it is a command by itself.

    Scope and owner follow from the finders of its options. `step` is where it stands among what waits, with
    its buttons there (`bot.engine.steps.at`), `watches` the figures that a preview shows even unchanged, by
    label, `button` what its button says, a template; by default the first words of its summary. With
    `previewed` the command shows first what would come of it; with `at_once` besides, that is done without
    being shown where the rules note nothing and no dice decide. What `confirms` is done at once, by command,
    press or form, unless the rules note something: that is shown first. `asks` is its form. `is_quiet`
    answers privately, the channel's message coming apart from the command; `is_discreet` only where its
    outcome tells who gave it what the table isn't told. `formerly` is what the action was called. `proposed`
    says where it needs another's approval. What is no news no recap tells. `when` raises, of the state of the
    record that it is about, what has to come first: `/act` says so beforehand, and whoever wraps `perform`
    (`correction`, `deed`, a game's own) asks it again.
    """

    def declare(perform: P) -> P:
        cls = _annotated(perform, 1)
        kind = ActionKind(
            cls,
            perform,
            may,
            scope or _scope_of(cls),
            owner or (_owner_of(cls) if may in _OF_OWNERS else None),
            is_undoable=is_undoable,
            founds=founds,
            revives=revives,
            command=path,
            summary=_summary(path, cls) if path else "",
            steps=(step,) if isinstance(step, AtStep) else tuple(step),
            previewed=previewed,
            confirms=confirms,
            watches=tuple(watches),
            button=button,
            formerly=tuple(formerly),
            proposed=proposed,
            is_news=is_news,
        )
        note(perform, kind)
        is_listed = any("option" in each.metadata and each.metadata["option"].pick for each in fields(cls))
        if path or is_listed or asks is not None:
            made = Command(
                path or cls.__name__,
                may,
                cls,
                kind.summary,
                opens_form=_opens(asks),
                asks=asks,
                is_quiet=is_quiet,
                is_discreet=is_discreet,
                where=where,
                is_previewed=previewed,
                at_once=at_once or confirms,
                is_of_first=owner is None,
                is_pressed=not path,
                when=when,
            )
            note(perform, made)
        return perform

    return declare


def called(
    path: str,
    summary: str,
    /,
    *,
    may: Permit | None = None,
    previewed: bool | None = None,
    lists: bool = False,
    **fixed: Any,
) -> Callable[[P], P]:
    """Declare a further command of an action, above what declares that: with these fields given already.

    `may` says who may use the command, where those are fewer than may act; `previewed` whether it is shown
    first, where that isn't as the action says. With `lists` what is needed may be left out for its list.
    """

    def declare(perform: P) -> P:
        known = vars(perform)["__declared__"]
        kind = next(each for each in known if isinstance(each, ActionKind))
        first = next((each for each in known if isinstance(each, Command)), None)
        made = Command(
            path,
            may if may is not None else kind.may,
            kind.action,
            summary,
            is_previewed=kind.previewed if previewed is None else previewed,
            at_once=kind.confirms,
            fixed=fixed,
            lists=lists,
            when=first.when if first is not None else (),
        )
        # Buttons go by that then.
        kept = [each for each in known if not (isinstance(each, Command) and each.is_pressed)]
        if lists:
            kept = [replace(each, is_typed=True) if isinstance(each, Command) else each for each in kept]
        perform.__declared__ = (made, *kept)  # type: ignore[attr-defined]
        return perform

    return declare


def command(
    path: str,
    /,
    *,
    may: Permit,
    previewed: bool = False,
    confirms: bool = False,
    asks: Asks | None = None,
    is_quiet: bool = False,
    is_discreet: bool = False,
    where: str = "channel",
    when: Moment = (),
) -> Callable[[C], C]:
    """Declare the command of an input class: options that come to an action by `to_action(asker)`.

    With `confirms` that is one which does so; `asks` is its form, `when` the action's own.
    """

    def declare(cls: C) -> C:
        summary = _summary(path, cls)
        made = Command(
            path,
            may,
            cls,
            summary,
            opens_form=_opens(asks),
            asks=asks,
            is_quiet=is_quiet,
            is_discreet=is_discreet,
            where=where,
            is_previewed=previewed,
            at_once=confirms,
            when=when,
        )
        note(cls, made)
        return cls

    return declare


def look(
    path: str, /, *, may: Permit, where: str = "channel", is_anywhere: bool = False, shared: str = ""
) -> Callable[[P], P]:
    """Declare a private look: what gives the card, of who asks and of the options where it has some.

    One that needs no campaign is shown outside of any too, as long as its options mean no record. With the
    option `shared` its options are an action, which shows it to everybody.
    """

    def declare(show: P) -> P:
        takes_options = len(inspect.signature(show).parameters) > 1
        options = _annotated(show, 1) if takes_options else NoOptions
        summary = _summary(path, show)
        made = Command(
            path, may, options, summary, show=show, where=where, is_anywhere=is_anywhere, shared=shared
        )
        note(show, made)
        return show

    return declare


def _opens(asks: Asks | None) -> Callable[[Mapping[str, Any]], bool]:
    return asks.is_lacking if asks is not None else lambda _given: False


class Declaration:
    """What a function declares of itself, other than an action or a command."""

    __slots__ = ()


def note(declarer: Any, *found: Any) -> None:
    """Write down what a function or class declares, for `declared` to find."""
    known = vars(declarer).get("__declared__", ())
    declarer.__declared__ = (*known, *found)


def _annotated(function: Callable[..., Any], place: int) -> Any:
    """The class that a parameter is annotated with."""
    name = tuple(inspect.signature(function).parameters)[place]
    annotation = function.__annotations__[name]
    if isinstance(annotation, str):
        known = function.__globals__.get(annotation)
        return known if known is not None else get_type_hints(function)[name]
    return annotation


def _summary(path: str, declarer: Any) -> str:
    """The first line of a docstring, as Discord shows it. Raises TypeError where there is none."""
    doc = inspect.cleandoc(declarer.__doc__ or "")
    # A dataclass without a docstring is given its signature.
    if not doc or doc.startswith(f"{declarer.__name__}("):
        raise TypeError(f"/{path}: {declarer.__name__} has no docstring to describe it")
    return doc.splitlines()[0].rstrip(".")


def _scope_of(cls: type[Any]) -> Callable[[Any], Scope]:
    """What its options' finders want. A class that declares nothing wants nothing."""
    if not issubclass(cls, Options):
        return lambda _action: Scope()

    def scope(action: Any) -> Scope:
        found = [
            each.spec.finder.scope(value)
            for name, each in options_of(cls).items()
            if each.spec.finder is not None and (value := getattr(action, name)) is not None
        ]
        ids = tuple(dict.fromkeys(id_ for each in found for id_ in each.ids))
        wants = tuple(dict.fromkeys(want for each in found for want in each.wants))
        return Scope(ids, wants, any(each.links for each in found))

    return scope


_OF_OWNERS = (Permit.OWNER, Permit.OWNER_OR_GAME_MASTER)


def whose_of(cls: type[Any]) -> str:
    """The option of its first finder: a base's, before those of its own; without one its first field."""
    names = [each.name for each in fields(cls)]
    found = [name for name, each in options_of(cls).items() if each.spec.finder]
    return min(found, key=names.index, default=names[0])


def about_of(cls: type[Any]) -> str:
    """The option of the record that it is about: the first that is meant where none is named; else empty."""
    found = options_of(cls)
    names = (each.name for each in fields(cls) if each.name in found and not found[each.name].has_default)
    return next((name for name in names if (of := found[name].spec.finder) and of.is_implied), "")


def _owner_of(cls: type[Any]) -> Callable[[World, Any], int | None]:
    """A function that gives the player of the record that an action's finder found."""
    name = whose_of(cls)
    finder = options_of(cls)[name].spec.finder
    if finder is None:
        raise LookupError(f"{cls.__name__} finds nothing by {name}")
    return lambda world, action: finder.owner(world, getattr(action, name))


@overload
def declared(
    place: Any, wanted: type[ActionKind[Any]], *, is_whole: bool = False
) -> tuple[ActionKind[Any], ...]: ...
@overload
def declared(place: Any, wanted: type[Command], *, is_whole: bool = False) -> tuple[Command, ...]: ...
@overload
def declared(place: Any, wanted: type[N], *, is_whole: bool = False) -> tuple[N, ...]: ...
@overload
def declared(place: Any, wanted: type[D], *, is_whole: bool = False) -> tuple[type[D], ...]: ...
def declared(place: Any, wanted: type[Any], *, is_whole: bool = False) -> tuple[Any, ...]:
    """What a module declares, in the order it stands there; with `is_whole`, all modules of a package.

    ActionKinds, Commands and Declarations are those of its decorated functions and classes; of another class
    it is the subclasses that the module defines.
    """
    name = place if isinstance(place, str) else place.__name__
    modules = _within(name) if is_whole else [importlib.import_module(name)]
    return tuple(found for module in modules for found in _declared(module, wanted))


def _within(name: str) -> list[Any]:
    """The modules of a package, each imported."""
    module = importlib.import_module(name)
    inner = pkgutil.iter_modules(module.__path__) if hasattr(module, "__path__") else ()
    return [module, *(found for each in inner for found in _within(f"{name}.{each.name}"))]


def _declared(module: Any, wanted: type[Any]) -> Iterable[Any]:
    for value in tuple(vars(module).values()):
        if getattr(value, "__module__", None) != module.__name__ or not hasattr(value, "__dict__"):
            continue
        yield from (each for each in vars(value).get("__declared__", ()) if isinstance(each, wanted))
        if isinstance(value, type) and issubclass(value, wanted) and value is not wanted:
            yield value
