"""Who fights and strives: heroes and the game master's own, with all that their sheets hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from bot.engine.parts import Things, Whole, channel_link, person, short, untold
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
    """The full defense that an attack comes after, in words."""
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

    value: Annotated[int, T("{key}"), _typed]
    least: Annotated[int, T("{key} minimum"), _typed] = 0
    most: Annotated[int | None, T("{key} maximum"), _typed] = None
    falls: Annotated[bool, T("{key} loss to damage")] = False
    thresholds: Annotated[tuple[Threshold, ...], T("{key} thresholds"), Whole(_thresholds)] = ()

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

    source: Annotated[str, T("name")]
    dodge: Annotated[Pair, T("dodge"), _PAIR] = NO_BONUS
    parry: Annotated[Pair, T("parry"), _PAIR] = NO_BONUS
    block: Annotated[Pair, T("block"), _PAIR] = NO_BONUS
    counters: Annotated[tuple[Guard, ...], T("striking back"), Whole(_strikes)] = ()

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
        """What the defense adds and what it comes from, in words."""
        return T("{source}: {adds}").of(self)


# -- as an undo says it ----------------------------------------------------------------------------

Plain = Mapping[str, Any]


def _notes(notes: Sequence[Plain] | None) -> str | None:
    return "; ".join(short(each["text"]) for each in notes or () if each["text"]) or None


def _brief(text: str) -> str:
    return safe(text, 40)


def _counter(counter: Plain | None) -> str | None:
    return Counter.of(counter).said(_brief) if counter else None


def _typed(number: int) -> Safe:
    # As it is typed.
    return Safe(number)


def _thresholds(thresholds: Sequence[Plain] | None) -> str | None:
    return "; ".join(Threshold(**each).said(_brief) for each in thresholds or ()) or None


def _defences(sources: Sequence[Plain] | None) -> str | None:
    return "; ".join(Defence.of(each).line for each in sources or ()) or None


def _strikes(guards: Sequence[str] | None) -> str | None:
    return after(tuple(map(Guard, guards))) if guards else None


def _maneuvers(known: Sequence[str] | None) -> str | None:
    # A record keeps no names of them.
    return T("{n} {n:maneuver|maneuvers}")(n=len(known)) if known else None


def _channels(channels: Sequence[int] | None) -> str | None:
    return " ".join(map(channel_link, channels or ())) or None


def _picture(_record: str) -> Safe:
    return T("an uploaded picture")()


NOTES = Whole(_notes)


_PAIR = Whole(lambda pair: pair_said(tuple(pair)))
_COUNTER = Whole(_counter)
_DEFENCES = Whole(_defences)
# What adds to defenses is one thing by its source.
_BY_SOURCE = Things(
    lambda before, after: bool(before["source"].casefold() == after["source"].casefold()),
    lambda _name, thing: str(thing["source"]),
)


@dataclass(frozen=True, slots=True)
class Hero:
    """A player's hero. Virtues are 1 to 10; conviction is never below 0; counters are free (Q25)."""

    name: Annotated[str, T("name")]
    player: Annotated[int, T("player"), person]
    courage: Annotated[int, T("courage")]
    prudence: Annotated[int, T("prudence")]
    temperance: Annotated[int, T("temperance")]
    conviction: Annotated[int, T("conviction")] = 0
    notes: Annotated[tuple[Note, ...], T("notes of earlier challenges"), NOTES] = ()
    counters: Annotated[Mapping[str, Counter], T("{key}"), _COUNTER] = field(default_factory=dict)
    defences: Annotated[tuple[Defence, ...], T("defenses"), _DEFENCES, _BY_SOURCE] = ()
    # Maneuvers of the campaign's library that the hero knows.
    maneuvers: Annotated[tuple[RecordId, ...], T("known maneuvers"), Whole(_maneuvers)] = ()
    about: Annotated[str, T("notes"), untold] = ""
    # An address, or the record of a picture that was uploaded.
    portrait: Annotated[str, T("portrait"), short] = ""
    picture: Annotated[RecordId | None, T("portrait"), _picture] = None
    # The channels in which this is who its player plays, unless another hero is named.
    active_in: Annotated[tuple[int, ...], T("channels"), Whole(_channels)] = ()
    # Out of play until it returns, rather than undone.
    is_retired: Annotated[bool, T("retirement")] = False

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

    name: Annotated[str, T("name")]
    known: Annotated[Known, T("public knowledge")] = Known.HIDDEN
    is_horde: Annotated[bool, T("horde")] = False
    courage: Annotated[int | None, T("courage")] = None
    prudence: Annotated[int | None, T("prudence")] = None
    temperance: Annotated[int | None, T("temperance")] = None
    counters: Annotated[Mapping[str, Counter], T("{key}"), _COUNTER] = field(default_factory=dict)
    defences: Annotated[tuple[Defence, ...], T("defenses"), _DEFENCES, _BY_SOURCE] = ()
    maneuvers: Annotated[tuple[RecordId, ...], T("known maneuvers"), Whole(_maneuvers)] = ()
    # For the game masters alone, whatever the table knows.
    about: Annotated[str, T("notes"), untold] = ""
    portrait: Annotated[str, T("portrait"), short] = ""
    picture: Annotated[RecordId | None, T("portrait"), _picture] = None

    @property
    def player(self) -> None:
        """None: the game masters act for NPCs."""
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
