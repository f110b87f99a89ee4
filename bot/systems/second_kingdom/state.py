"""Who fights and strives: heroes and the game master's own, with all that their sheets hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.engine.parts import named, quoted, untold
from bot.engine.people import Viewer
from bot.engine.system import RecordId
from bot.engine.text import Labelled, Safe, T, listed, refused, safe
from bot.errors import UserError

LOWEST, HIGHEST = 1, 10
# The name of a counter.
COUNTER_LENGTH = 30
Pair = tuple[int, int]
NO_BONUS: Pair = (0, 0)


class Virtue(Labelled):
    """A hero's three virtues (K4)."""

    COURAGE = "courage"
    PRUDENCE = "prudence"
    TEMPERANCE = "temperance"


class NoteKind(Labelled):
    """What a partial or exceptional success leaves behind (K10, K12)."""

    SETBACK = "setback", "setback"
    ADVANTAGE = "advantage", "advantage"


def not_within(what: str | T, least: int, most: int, given: int) -> UserError:
    """A number out of its range; `what` begins the sentence."""
    return refused(
        "number",
        "{what} can be {least} to {most}, not {given}.",
        what=what,
        least=least,
        most=most,
        given=given,
    )


# Of very many names so many are told.
MOST_NAMED = 10


def some(names: Sequence[str]) -> list[str]:
    """Names one after another, the first of very many."""
    more = [T("{n} more")(n=len(names) - MOST_NAMED)] if len(names) > MOST_NAMED else []
    return [*names[:MOST_NAMED], *more]


@dataclass(frozen=True, slots=True)
class Note:
    """A setback or advantage, told at the hero's next challenge (ruling Q21)."""

    kind: NoteKind
    text: str
    challenge: RecordId


class Guard(Labelled):
    """The three defences, by the attack dice they face (K21)."""

    DODGE = "dodge"
    PARRY = "parry"
    BLOCK = "block"


def after(guards: Sequence[Guard]) -> Safe:
    """After which full defense."""
    return T("after a {guards:or}")(guards=[T("{guard:lower}")(guard=guard) for guard in guards])


def pair_said(pair: Pair) -> Safe:
    """The bonuses for a defence's two dice."""
    first, second = pair
    return Safe(f"{first:+}/{second:+}")


def pairs_said(pairs: Mapping[Guard, Pair]) -> list[Safe]:
    """What is added to the defence dice of each guard; what adds nothing is left out."""
    says = T("{guard:lower} {pair}")
    return [says(guard=guard, pair=pair_said(pair)) for guard, pair in pairs.items() if any(pair)]


@dataclass(frozen=True, slots=True)
class Threshold:
    """What it means when damage brings a counter to that value."""

    at: int
    text: str

    def said(self, write: Callable[[str], str]) -> Safe:
        """The value and what it means."""
        return T("at {at}: {text}")(at=self.at, text=Safe(write(self.text)))


@dataclass(frozen=True, slots=True)
class Counter:
    """A number the table counts (Q25): damage adds to it or, where it `falls`, takes from it."""

    value: int
    least: int = 0
    most: int | None = None
    falls: bool = False
    thresholds: tuple[Threshold, ...] = ()

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Counter:
        """The counter as a record or an event keeps it."""
        thresholds = tuple(Threshold(**each) for each in kept.get("thresholds", ()))
        return cls(**{**kept, "thresholds": thresholds})

    def said(self, write: Callable[[str], str]) -> str:
        """Its value with its shape."""
        shape = [T("minimum {least}")(least=self.least)] if self.least else []
        shape += [T("damage lowers it")()] if self.falls else []
        shape += [each.said(write) for each in self.thresholds]
        stands = str(self.value) if self.most is None else f"{self.value}/{self.most}"
        return f"{stands} ({'; '.join(shape)})" if shape else stands


@dataclass(frozen=True, slots=True)
class Defence:
    """What one source (armour, a relic, an ability) adds to a defence's two dice (K22, Q11).

    The defender chooses which of a pair goes to which die (Q10). `counters` names the guards whose full
    defense lets its bearer strike back at once (K24, Q15).
    """

    source: str
    dodge: Pair = NO_BONUS
    parry: Pair = NO_BONUS
    block: Pair = NO_BONUS
    counters: tuple[Guard, ...] = ()

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Defence:
        """What a source adds, as a record or an event keeps it."""
        pairs = {guard.value: tuple(kept.get(guard.value, NO_BONUS)) for guard in Guard}
        return cls(kept["source"], **pairs, counters=tuple(map(Guard, kept.get("counters", ()))))

    def pair(self, guard: Guard) -> Pair:
        """What it adds to that guard."""
        return {Guard.DODGE: self.dodge, Guard.PARRY: self.parry, Guard.BLOCK: self.block}[guard]

    @property
    def adds(self) -> Safe:
        """What it adds, in words."""
        strikes = [T("counterattack {after}")(after=after(self.counters))] if self.counters else []
        return listed([*pairs_said({guard: self.pair(guard) for guard in Guard}), *strikes], ",")

    @property
    def line(self) -> Safe:
        """The same with what it comes from."""
        return T("{source}: {adds}").of(self)


@dataclass(frozen=True, slots=True)
class Hero:
    """A player's hero. Virtues are 1 to 10; conviction is never below 0; counters are free (Q25)."""

    name: str
    player: int
    courage: int
    prudence: int
    temperance: int
    conviction: int = 0
    notes: tuple[Note, ...] = ()
    counters: Mapping[str, Counter] = field(default_factory=dict)
    defences: tuple[Defence, ...] = ()
    # Maneuvers of the campaign's library that the hero knows.
    maneuvers: tuple[RecordId, ...] = ()
    about: str = ""
    # An address, or the record of a picture that was uploaded.
    portrait: str = ""
    picture: RecordId | None = None
    # The channels in which this is who its player plays, unless another hero is named.
    active_in: tuple[int, ...] = ()
    # Out of play until it returns, rather than undone.
    is_retired: bool = False

    def score(self, virtue: Virtue) -> int:
        """The hero's value in that virtue."""
        return {
            Virtue.COURAGE: self.courage,
            Virtue.PRUDENCE: self.prudence,
            Virtue.TEMPERANCE: self.temperance,
        }[virtue]


class Known(Labelled):
    """What the table knows of one of the game master's own."""

    HIDDEN = "hidden", "hidden", "hidden: the players know nothing"
    NAMED = "named", "known by name", "named: the players know its name and portrait"
    OPEN = "open", "open", "open: the players know everything but your notes"

    @property
    def more(self) -> Known:
        """The next step up; itself where there is no more to know."""
        return Known.NAMED if self is Known.HIDDEN else Known.OPEN


@dataclass(frozen=True, slots=True)
class Npc:
    """One of the game master's own; a horde is one (Q20). What has no virtues is never opposed by them."""

    name: str
    known: Known = Known.HIDDEN
    is_horde: bool = False
    courage: int | None = None
    prudence: int | None = None
    temperance: int | None = None
    counters: Mapping[str, Counter] = field(default_factory=dict)
    defences: tuple[Defence, ...] = ()
    maneuvers: tuple[RecordId, ...] = ()
    # For the game masters alone, whatever the table knows.
    about: str = ""
    portrait: str = ""
    picture: RecordId | None = None

    @property
    def player(self) -> None:
        """Nobody's: the game masters act for it."""
        return

    def score(self, virtue: Virtue) -> int | None:
        """The value in that virtue, where it has one."""
        return {
            Virtue.COURAGE: self.courage,
            Virtue.PRUDENCE: self.prudence,
            Virtue.TEMPERANCE: self.temperance,
        }[virtue]


Combatant = Hero | Npc


# So many counters stand in a line.
MOST_COUNTERS = 3


def line(state: Combatant) -> Safe | None:
    """Conviction and the counters of somebody in play; of what is unknown nothing but the name."""
    if isinstance(state, Hero) and state.is_retired:
        return None
    parts = [T("conviction {conviction}").of(state)] if isinstance(state, Hero) else []
    parts += [T("horde")()] if isinstance(state, Npc) and state.is_horde else []
    found = list(state.counters.items())
    parts += [_counted(name, each) for name, each in found[:MOST_COUNTERS]]
    parts += [T("{n} more")(n=len(found) - MOST_COUNTERS)] if len(found) > MOST_COUNTERS else []
    return Safe(" · ".join(parts))


def _counted(name: str, counter: Counter) -> Safe:
    most = T(" of {most}")(most=counter.most) if counter.most is not None else ""
    return T("{name:20} {value}{most}")(name=name, value=counter.value, most=most)


def links_of(state: Combatant) -> tuple[RecordId, ...]:
    """What a sheet refers to: the maneuvers known, and an uploaded picture."""
    return (*state.maneuvers, *((state.picture,) if state.picture is not None else ()))


def npc_view(state: Npc, viewer: Viewer) -> Npc | None:
    """Nothing, its name and looks, or all but the game masters' notes."""
    if viewer.is_game_master:
        return state
    if state.known is Known.HIDDEN:
        return None
    if state.known is Known.NAMED:
        return Npc(state.name, state.known, state.is_horde, portrait=state.portrait, picture=state.picture)
    return replace(state, about="")


def defence_pair(sources: Sequence[Defence], guard: Guard) -> Pair:
    """What all sources together add to that guard, first with first and second with second (Q11)."""
    pairs = [source.pair(guard) for source in sources]
    return sum(first for first, _ in pairs), sum(second for _, second in pairs)


def may_counter(sources: Sequence[Defence], guard: Guard) -> bool:
    """Whether a full defense with that guard lets them strike back without asking (Q15)."""
    return any(guard in source.counters for source in sources)


# -- in the preview of an undo --------------------------------------------------------------------

FIELDS = {
    "name": T("name"),
    "player": T("player"),
    "courage": T("courage"),
    "prudence": T("prudence"),
    "temperance": T("temperance"),
    "conviction": T("conviction"),
    "counters": T("counters"),
    "defences": T("defenses"),
    "portrait": T("portrait"),
    "notes": T("notes of earlier challenges"),
    "is_horde": T("horde"),
    "known": T("public knowledge"),
    "picture": T("portrait"),
    "active_in": T("channels"),
    "is_retired": T("retirement"),
    "maneuvers": T("known maneuvers"),
    "about": T("notes"),
}
COUNTER_FIELDS = {
    "least": T("minimum"),
    "most": T("maximum"),
    "falls": T("loss to damage"),
    "thresholds": T("thresholds"),
}
# Parts of their own sort, each with how it is said; a record keeps no names of maneuvers.
WORDED: dict[str, Callable[[Any], str]] = {
    "player": lambda player: T("{player:@}")(player=player),
    "active_in": lambda channels: " ".join(T("{channel:#}")(channel=each) for each in channels),
    "picture": lambda _picture: T("an uploaded picture")(),
    "known": lambda known: Known(known).label,
    "defences": lambda sources: "; ".join(Defence.of(each).line for each in sources),
    "maneuvers": lambda known: T("{n} {n:maneuver|maneuvers}")(n=len(known)),
    "about": untold,
    "proposal": quoted,
}


def part(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A part of a sheet; a counter goes by its own name."""
    name = path[-1]
    if path[0] == "counters" and len(path) > 1:
        return _counter_part(path[1], path[2:], value)
    if path[0] == "defences" and len(path) > 1:
        return _defence_part(name, value)
    said = WORDED[name](value) if value and len(path) == 1 and name in WORDED else _said(value)
    return named(FIELDS, name), said


def same(_name: str, path: tuple[str, ...], before: Any, after: Any) -> str | None:
    """What adds to defenses is one thing by its source."""
    is_one = path == ("defences",) and before["source"].casefold() == after["source"].casefold()
    return str(before["source"]) if is_one else None


def _defence_part(name: str, value: Any) -> tuple[str, str | None]:
    """A part of what one source adds to defenses."""
    if name == "counters":
        return T("striking back")(), after(tuple(map(Guard, value))) if value else None
    if name in set(Guard):
        return T("{guard:lower}")(guard=Guard(name)), pair_said(tuple(value))
    return T("name")(), _said(value)


def _counter_part(name: str, field: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A counter as it is kept, or one field of it."""
    label = safe(name)
    if not field:
        return label, Counter.of(value).said(_brief) if value else None
    if field[0] != "value":
        label = T("{name} {field}")(name=label, field=COUNTER_FIELDS[field[0]])
    if field[0] == "thresholds":
        return label, "; ".join(Threshold(**each).said(_brief) for each in value or ()) or None
    return label, _said(value)


def _said(value: Any) -> str | None:
    if value is None or value in ([], {}, ""):
        return None
    if isinstance(value, list):
        return "; ".join(filter(None, map(_said, value)))
    if isinstance(value, dict):
        return safe(str(value.get("text", "")), 80) or None
    if isinstance(value, bool):
        return T("yes")() if value else T("no")()
    return str(value) if isinstance(value, int) else safe(str(value), 80)


def _brief(text: str) -> str:
    return safe(text, 40)
