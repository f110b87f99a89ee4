"""A fight as it is kept: the monsters met, exchange after exchange, until it ends (A28 to A33, A40)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from bot.engine.declare import Action, Labelled, option
from bot.engine.event import Event
from bot.engine.finders import Asker, Pair
from bot.engine.library import Field, Shelf, Texts
from bot.engine.pace import WAITS
from bot.engine.parts import Unlisted, Whole, person, quoted, untold
from bot.engine.system import Kind, RecordId, Scope, Step, Want, World
from bot.engine.text import Safe, T, listed, refused
from bot.engine.words import one_line, plain_signs, safe, whole_number
from bot.systems.adventuria.adventurer import FIGHT, MEANT, OnAdventurer
from bot.systems.adventuria.changed import TellsChanges, lines
from bot.systems.adventuria.library.rules import (
    ABOUT,
    ROOM,
    RULES_LENGTH,
    effects_said,
    read_about,
    read_effects,
    read_name,
    seen_by,
    write_effects,
    wrong_rule,
)
from bot.systems.adventuria.state import (
    NAME_LENGTH,
    Attribute,
    Attributes,
    Effect,
    Foe,
    Fray,
    Trigger,
    Verb,
    count_said,
)

MOST_FOES = 6


class Combat(Labelled):
    """The two kinds of Combat (A28); as its meaning, in full."""

    MELEE = "melee", "Melee", "Melee Combat"
    MAGICAL = "magical", "Magical", "Magical Combat"

    @property
    def attribute(self) -> Attribute:
        """The attribute that each side adds to its die."""
        return Attribute.ARMS if self is Combat.MELEE else Attribute.MAGIC

    @property
    def fray(self) -> Fray:
        """The name by which special rules call this kind of Combat."""
        return Fray.MELEE if self is Combat.MELEE else Fray.MAGICAL


class Order(Labelled):
    """How several monsters fight, as the encounter says (A32)."""

    # The first that stands, until it has fallen.
    IN_TURN = "in_turn", "one after another", "One after another: the first that stands, until it has fallen."
    # The player picks one before each exchange.
    CHOOSE = "choose", "the player picks one", "One at a time: before each exchange the player chooses which."
    # All at once: the adventurer rolls once, each monster for itself, each pair is compared.
    TOGETHER = "together", "all at once", "All at once: one die against each of theirs."


class Phase(Labelled):
    """What a fight waits for; its player always decides."""

    # Which kind of Combat it is (Q11).
    KIND = "kind", "choosing the kind of Combat", "choose the kind of Combat first"
    # The first exchange; it may be left before only where the encounter says so.
    READY = "ready", "ready to roll", "it begins with a roll"
    # The dice are known, and something could still change them: use it, or let them stand.
    ROLLED = "rolled", "dice known", "the dice are known: answer them, or let them stand"
    # After an exchange: another of the same kind, or end (A30).
    AGAIN = "again", "another Combat or the end", "roll again, or end it"
    OVER = "over", "over", "it is over"


class FightEnd(Labelled):
    """How a fight came to its end; as its meaning, on the card."""

    WON = "won", "won", "The fight is over: every monster has fallen."
    LEFT = (
        "left",
        "left",
        "The fight is over: it was broken off. Whatever still stands is unhurt when met again.",
    )
    AVOIDED = "avoided", "avoided", "The fight is over before it began."
    FELL = "fell", "the adventurer fell", "The fight is over: the adventurer has fallen."
    STOPPED = "stopped", "stopped", "The fight is over: a narrator stopped it."


class ExchangeResult(Labelled):
    """What an exchange with one monster came to (A29); as its meaning, its sign."""

    WIN = "win", "won", "●"
    STANDOFF = "standoff", "a standoff", "◐"
    LOSE = "lose", "lost", "○"


def verdict(own: int, theirs: int) -> ExchangeResult:
    """How the totals of the adventurer and a monster compare (A29)."""
    if own == theirs:
        return ExchangeResult.STANDOFF
    return ExchangeResult.WIN if own > theirs else ExchangeResult.LOSE


def counted(names: Iterable[str]) -> Safe:
    """Monsters in a row, those of one name counted."""
    several = T("{count} × {name:60}")
    found = Counter(names).items()
    return listed(safe(name, 60) if count == 1 else several(count=count, name=name) for name, count in found)


@dataclass(frozen=True, slots=True)
class Rolled:
    """One monster's side of an exchange, with the adventurer's: dice, and totals with all that is added."""

    foe: int
    own_die: int
    own_total: int
    foe_die: int
    foe_total: int

    @property
    def verdict(self) -> ExchangeResult:
        """Who has the better of it, for the adventurer."""
        return verdict(self.own_total, self.foe_total)

    @property
    def dice(self) -> dict[str, Safe]:
        """Both sides' dice with what is added to them."""
        return {"own": _die(self.own_die, self.own_total), "foe": _die(self.foe_die, self.foe_total)}


def _die(die: int, total: int) -> Safe:
    if total == die:
        return T("🎲 **{total}**")(total=total)
    sum_ = T("🎲 {die} + {added} = **{total}**") if total > die else T("🎲 {die} − {added} = **{total}**")
    return sum_(die=die, added=abs(total - die), total=total)


@dataclass(frozen=True, slots=True)
class Answer:
    """What may still be used on dice that are known: a possession's rule, by its place among them."""

    possession: int
    effect: int
    name: str
    # The value of a Verb: a reroll, or to ignore wounds.
    verb: str
    to_foe: bool = False
    # The place of the monster whose die is rolled anew.
    foe: int | None = None
    # How many wounds are ignored; 0 is all.
    amount: int = 0


def _foe(value: Mapping[str, Any]) -> Safe:
    says = T("{name} with {wounds} {wounds:wound|wounds}")
    return says(name=value["name"], wounds=value["wounds"])


def _roll(value: Mapping[str, Any]) -> Safe:
    return T("{own} against {foe}")(own=value["own_total"], foe=value["foe_total"])


def _ended(value: str) -> Safe:
    # An adventurer leaves the game by falling, or by retiring.
    return T("the adventurer left the game")() if value == FightEnd.FELL else FightEnd(value).label


@dataclass(frozen=True, slots=True)
class Fight:
    """An adventurer against monsters. What it uses of them was copied when it began."""

    adventurer: Unlisted[RecordId]
    name: Annotated[str, T("name")]
    player: Annotated[int, T("player"), person]
    foes: Annotated[tuple[Foe, ...], T("monsters"), _foe]
    # None until the player has chosen.
    kind: Annotated[Combat | None, T("kind")] = None
    order: Annotated[Order, T("order of the fight")] = Order.IN_TURN
    # The encounter's own instructions, for people.
    instructions: Annotated[str, T("instructions"), quoted] = ""
    can_avoid: Annotated[bool, T("chance to avoid the fight")] = False
    phase: Annotated[Phase, T("phase")] = Phase.READY
    revision: Unlisted[int] = 1
    # How many exchanges were rolled.
    exchange: Annotated[int, T("Combats fought")] = 0
    rolls: Annotated[tuple[Rolled, ...], T("rolls"), _roll] = ()
    answers: Unlisted[tuple[Answer, ...]] = ()
    # Wounds of this exchange that an answer ignores; 0 is none, -1 all.
    ignoring: Annotated[int, T("ignored wounds"), count_said] = 0
    # Special rules that have done what they do once in a fight: bearer and place of the line.
    used: Unlisted[tuple[str, ...]] = ()
    # Those used in this exchange or for the next one, and those that acted for what is due to it (A43).
    done: Unlisted[tuple[str, ...]] = ()
    # The places of the monsters that fight in this exchange.
    engaged: Unlisted[tuple[int, ...]] = ()
    end: Annotated[FightEnd | None, T("end"), _ended] = None

    @property
    def combat(self) -> Combat:
        """The kind of Combat. Raises LookupError before it is chosen."""
        if self.kind is None:
            raise LookupError("the kind of this Combat is not chosen yet")
        return self.kind

    @property
    def standing(self) -> tuple[int, ...]:
        """The places of the monsters that stand."""
        return tuple(place for place, foe in enumerate(self.foes) if foe.is_standing)

    def closed(self) -> Fight:
        """The fight as it ends where the adventurer fell or left the game."""
        return self.over(FightEnd.FELL)

    def over(self, end: FightEnd) -> Fight:
        """The fight as it ends."""
        return replace(self, phase=Phase.OVER, end=end, answers=(), ignoring=0)


# -- actions ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Named:
    """A monster that the narrator makes up on the spot."""

    name: str
    arms: int
    magic: int
    vitae: int


class OpenFight(OnAdventurer):
    """Let an adventurer encounter monsters: of the library (one twice is two of them), or made up.

    `kind` None is what the first monster says.
    """

    monsters: tuple[RecordId, ...] = ()
    named: tuple[Named, ...] = ()
    kind: Combat | None = None
    order: Order = Order.IN_TURN
    instructions: str = ""
    can_avoid: bool = False


class InFight(Action):
    """What is done in a fight."""

    fight: RecordId


class ChooseCombat(InFight):
    """Decide which kind of Combat it is, where the encounter leaves that open (Q11)."""

    kind: Combat


class RollCombat(InFight):
    """Roll one exchange (A29); `foe` is the place of the monster, where it can be chosen."""

    foe: int | None = None


class AnswerRoll(InFight):
    """Use something on dice that are known: the place of the answer among those offered."""

    answer: int


class LetStand(InFight):
    """Take the dice as they are."""


class LeaveFight(InFight):
    """End it (A30), or avoid it before the first exchange where that is allowed."""


@dataclass(frozen=True, slots=True)
class FightMeant:
    """Finds the fight of the adventurer meant: the one under way, else the last, which is over."""

    is_implied: bool = True

    def find(self, asker: Asker, text: str | None) -> RecordId:
        """Its id. Raises RuleViolation where there was none."""
        who = asker.get(MEANT.find(asker, text))
        if who.state.fight is not None:
            return RecordId(who.state.fight)
        over = Scope(wants=(Want(FIGHT, parent=who.id, archived=True),))
        fights = asker.look(over).all(FIGHT)
        if not fights:
            raise refused("fight.none", "{name:60} isn't in a fight; nothing to stop.", name=who.title)
        return max(fights, key=lambda each: int(each.state.revision)).id

    def suggest(self, asker: Asker) -> Iterable[Pair]:
        """The adventurers: a fight goes by the name of who fights it."""
        return MEANT.suggest(asker)

    def scope(self, found: RecordId) -> Scope:
        """The fight with the adventurer in it."""
        return Scope(ids=(found,), links=True)

    def owner(self, world: World, found: RecordId) -> int | None:
        """The adventurer's player."""
        player: int = world.records[found].state.player
        return player


class StopFight(InFight):
    """Stop a fight"""

    reason: str = option("Why; everyone reads it")
    fight: RecordId = option("Whose fight it is", name="adventurer", finder=FightMeant())


# -- events -----------------------------------------------------------------------------------------


class OfFight(Event):
    """Something that happened in a fight."""

    def on_card(self) -> Iterator[str]:
        """What happened, as a card tells it in several lines."""
        raise NotImplementedError


class FightOpened(OfFight):
    """Monsters were encountered, by their names."""

    name: str
    foes: tuple[str, ...]
    kind: Combat | None
    instructions: str = ""

    def sentence(self) -> Safe:
        """Who encounters whom."""
        if self.kind is None:
            return T("{name:60} encounters {foes}")(name=self.name, foes=counted(self.foes))
        how = T("{name:60} encounters {foes} ({combat})")
        return how(name=self.name, foes=counted(self.foes), combat=self.kind.meaning)

    def on_card(self) -> Iterator[str]:
        """Nothing: the card's title names all monsters."""
        yield from ()


class CombatChosen(OfFight):
    """The player chose the kind of Combat."""

    name: str
    kind: Combat

    def sentence(self) -> Safe:
        """The kind of Combat, in full."""
        return T("{name:60} chooses {combat}")(name=self.name, combat=self.kind.meaning)

    def on_card(self) -> Iterator[str]:
        """The kind of Combat that was chosen."""
        yield T("{combat}.")(combat=self.kind.meaning)


class Exchanged(OfFight, TellsChanges):
    """The dice of an exchange."""

    name: str
    kind: Combat
    exchange: int
    rolls: tuple[Rolled, ...]
    # The monsters' names, in their places.
    foes: tuple[str, ...]
    # What was used on the dice.
    answer: str = ""

    def sentence(self) -> Safe:
        """Both sides of it with each monster, and what changed."""
        pair = T("{own} against {foe} for {name:30}, {verdict}")
        pairs = [pair(**each.dice, name=self.foes[each.foe], verdict=each.verdict) for each in self.rolls]
        exchange = T("{name:60}, exchange {number}: {pairs:,}")
        first = exchange(name=self.name, number=self.exchange, pairs=pairs)
        return Safe("; ".join((first, *lines(self.changes))))

    def on_card(self) -> Iterator[str]:
        """The dice of each pair, and every change."""
        exchange = T("**{combat}, exchange {number}**")
        yield exchange(combat=self.kind.meaning, number=self.exchange)
        if self.answer:
            yield T("Used on these dice: {name:60}.")(name=self.answer)
        rolled = T("{sign} {own} against {foe} for {name:30}: **{verdict}**")
        for roll in self.rolls:
            who, came = self.foes[roll.foe], roll.verdict
            yield rolled(**roll.dice, sign=came.meaning, name=who, verdict=came)
        yield from lines(self.changes)


class CombatRolled(Exchanged):
    """The dice of an exchange, or one of them rolled anew by `answer`, while something can change them.

    What changed is what special rules did before the dice fell.
    """

    def on_card(self) -> Iterator[str]:
        """The dice and every change, and that it isn't over."""
        yield from Exchanged.on_card(self)
        yield T("Something can still change these dice, or what they do.")()


class CombatFought(Exchanged):
    """What an exchange came to: the dice, every change in its order, and XP for who fell."""


class FightEnded(OfFight):
    """A fight is over."""

    name: str
    foes: tuple[str, ...]
    end: FightEnd
    reason: str = ""

    def sentence(self) -> Safe:
        """How the fight ended, and why."""
        why = T(": {reason}")(reason=self.reason) if self.reason else ""
        over = T("{name:60} against {foes} is over ({end}){why}")
        return over(name=self.name, foes=counted(self.foes), end=self.end, why=why)

    def on_card(self) -> Iterator[str]:
        """How the fight ended, and why."""
        yield self.end.meaning
        if self.reason:
            yield T("Reason: {reason}")(reason=self.reason)


# -- What waits in a fight: in each phase one step, always for its player ----------------------------------


MOST_IN_TITLE = 3


def title(state: Fight) -> str:
    """The fight in a line, however many there are."""
    foes: list[Any] = [foe.name for foe in state.foes[:MOST_IN_TITLE]]
    more = len(state.foes) - MOST_IN_TITLE
    against = foes if more <= 0 else [*foes[:-1], T("{last} and {n} more").plain(last=foes[-1], n=more)]
    # With “and” only once.
    told = T("{name} against {foes}") if more <= 0 else T("{name} against {foes:,}")
    return told.plain(name=state.name, foes=against)


def line(state: Fight) -> Safe | None:
    """Which exchange it is, and how many still stand against the adventurer."""
    if state.phase is Phase.OVER:
        return None
    if state.kind is None or not state.exchange:
        return T("{phase}")(phase=state.phase.meaning)
    says = T("{combat}, exchange {exchange} · {n} of {all} {all:monster stands|monsters stand}")
    return says(
        combat=state.kind.meaning, exchange=state.exchange, n=len(state.standing), all=len(state.foes)
    )


# The sorts of step, in the order of the phases: those of a fight have the names of others of its adventurer.
KIND, READY, ANSWER, AGAIN = SORTS = "fight_kind", "fight_roll", "fight_answer", "fight_again"


def steps(_fight: RecordId, state: Fight) -> Sequence[Step]:
    """The step of the fight's phase; none once it is over."""
    if state.phase is Phase.OVER:
        return ()
    name, label = _STEPS[state.phase]
    said = (
        label.plain(fight=title(state), combat=state.kind.meaning if state.kind else "")
        if "combat" in label.names
        else label.plain(fight=title(state))
    )
    sort = f"fight_{name}"
    return (Step(name, said, state.player, revision=state.revision, silent=WAITS, sort=sort),)


_STEPS: dict[Phase, tuple[str, T]] = {
    Phase.KIND: ("kind", T("{fight}: Melee or Magical Combat?")),
    Phase.READY: ("roll", T("{fight}: roll the first {combat}")),
    Phase.ROLLED: ("answer", T("{fight}: use something on these dice, or let them stand")),
    Phase.AGAIN: ("again", T("{fight}: fight on, or end it")),
}


# -- Monsters: entries of the campaign's library (A11, A33, A40) -------------------------------------------


MOST = 99
USUAL_CRAFT = 1
CHOICE = "choice"
# Words on lines of their own among the rules.
UNIQUE, SECRET = "unique", "secret"
# Room for the two words beside the rules.
MARKS_LENGTH = 20
_PAIR = re.compile(r"\s*([^\W\d_]+)\s*[:=]?\s*([+-]?[0-9]+)\s*(?:[,;·]|$|(?=\s))", re.ASCII)


def _combat(value: str | None) -> Safe:
    return Combat(value).label if value else T("The player chooses")()


@dataclass(frozen=True, slots=True)
class Monster:
    """A monster of the library; `kind` None leaves the kind of Combat to the player (Q11)."""

    name: Annotated[str, T("name")]
    attributes: Attributes
    kind: Annotated[Combat | None, T("kind of Combat"), Whole(_combat)] = Combat.MELEE
    effects: Annotated[tuple[Effect, ...], T("special rules"), effects_said(is_monsters=True)] = ()
    about: Annotated[str, T("description"), untold] = ""
    # Once it has fallen, it is never met again (A40).
    is_unique: Annotated[bool, T("uniqueness")] = False
    is_secret: Annotated[bool, T("secrecy")] = False


def foe(entry: RecordId | None, monster: Monster) -> Foe:
    """The monster as it is met: without wounds (A40), a copy that later edits leave alone."""
    return Foe(
        monster.name,
        monster.attributes,
        monster.attributes,
        effects=monster.effects,
        about=monster.about,
        is_unique=monster.is_unique,
        entry=entry,
    )


# -- written and read -------------------------------------------------------------------------------


def read_monster(texts: Texts) -> Monster:
    """The monster of those texts. Raises RuleViolation, one sentence, where they make none."""
    rules, marks = _apart(texts["rules"])
    effects = read_effects(rules, (UNIQUE, SECRET))
    for effect in effects:
        _require_a_monsters(effect)
    return Monster(
        read_name(texts["name"]),
        read_attributes(texts["attributes"]),
        None if texts["combat"] == CHOICE else Combat(texts["combat"] or Combat.MELEE),
        effects,
        read_about(texts["about"]),
        is_unique=UNIQUE in marks,
        is_secret=SECRET in marks,
    )


def _apart(text: str) -> tuple[str, set[str]]:
    """The rules without the words that stand among them, each line where it was, and those words."""
    written = [one_line(line) for line in text.splitlines()]
    found = [_marks(line) for line in written]
    return "\n".join("" if marks else line for line, marks in zip(written, found, strict=True)), set().union(
        *found
    )


def _marks(line: str) -> set[str]:
    """The marks of which a line consists, with commas between; none where anything else is in it."""
    words = {word.strip().casefold() for word in line.split(",")}
    return words if words <= {UNIQUE, SECRET} else set()


def _require_a_monsters(effect: Effect) -> None:
    """See that a monster can have such a rule. Raises RuleViolation."""
    if effect.verb in ROOM:
        wrong = T("a monster carries nothing; such rules are for items, spells and allies")
    elif effect.when is Trigger.USE:
        wrong = T("a monster uses nothing; what it does has a moment such as start, winning or losing")
    elif effect.is_spent:
        wrong = T("nothing of a monster is used up; “once” is at most once in a fight")
    elif effect.verb is Verb.GOLD and not effect.to_foe:
        wrong = T("a monster has no gold; “foe gold -2” takes the adventurer's")
    else:
        return
    raise wrong_rule(effect, wrong)


def read_attributes(text: str) -> Attributes:
    """Attributes as in “Arms 3, Magic 1, Vitae 2”, each 1 to 99, Craft optional. Raises RuleViolation."""
    found: dict[Attribute, int] = {}
    typed = one_line(plain_signs(text.replace("\n", ", ")))
    at = 0
    while at < len(typed):
        match = _PAIR.match(typed, at)
        if match is None:
            raise refused(
                "monster.unread",
                "Attributes are written like “Arms 3, Magic 1, Vitae 2”; “{text:40}” can't be read.",
                text=typed[at:],
            )
        attribute = _attribute(match[1])
        if attribute in found:
            raise refused(
                "monster.twice",
                "{attribute} is there twice; write it once, like “Arms 3, Magic 1, Vitae 2”.",
                attribute=attribute,
            )
        found[attribute], at = _value(attribute, match[2]), match.end()
    return _whole(found)


def _attribute(word: str) -> Attribute:
    if word.lower() not in list(Attribute):
        raise refused(
            "monster.no_attribute",
            "“{word:30}” isn't an attribute. Use {names:,}, written like “Arms 3, Magic 1, Vitae 2”.",
            word=word,
            names=list(Attribute),
        )
    return Attribute(word.lower())


def _value(attribute: Attribute, text: str) -> int:
    value = whole_number(text)
    if value is None or not 1 <= value <= MOST:
        raise refused(
            "monster.attribute",
            "A monster's {attribute} is 1 to {most}, not {given}.",
            attribute=attribute,
            most=MOST,
            given=Safe(text[:10]),
        )
    return value


def _whole(found: dict[Attribute, int]) -> Attributes:
    values = {Attribute.CRAFT: USUAL_CRAFT, **found}
    for attribute in Attribute:
        if attribute not in values:
            raise refused(
                "monster.missing",
                "{attribute} is missing; write attributes like “Arms 3, Magic 1, Vitae 2”.",
                attribute=attribute,
            )
    return Attributes(*(values[attribute] for attribute in Attribute))


def write_monster(monster: Monster) -> dict[str, str]:
    """The texts of a monster, as `read_monster` reads them."""
    marks = ((monster.is_unique, UNIQUE), (monster.is_secret, SECRET))
    rules = (write_effects(monster.effects), *(mark for is_so, mark in marks if is_so))
    values = monster.attributes
    return {
        "name": monster.name,
        "attributes": ", ".join(f"{each.label} {values.of(each)}" for each in Attribute),
        "combat": monster.kind or CHOICE,
        "rules": "\n".join(filter(None, rules)),
        "about": monster.about,
    }


# -- in the library ---------------------------------------------------------------------------------

COMBATS = (*Combat, (CHOICE, "The player chooses"))

MONSTER: Kind[Monster] = Kind("monster", Monster, title=lambda state: state.name, view=seen_by)

MONSTERS: Shelf[Monster] = Shelf(
    "adventuria",
    MONSTER,
    "monster",
    "monsters",
    (
        Field("name", "Name", "Bog Lurker", NAME_LENGTH),
        Field("attributes", "Attributes", "Arms 3, Magic 1, Vitae 2", 80),
        Field(
            "combat",
            "How it fights",
            "Melee: by Arms; Magical: by Magic",
            options=COMBATS,
            is_optional=True,
            empty="Leave it empty for Melee.",
        ),
        Field(
            "rules",
            "Special rules; also: unique, secret",
            "start: foe arms -1 until combat\nwounded by combat: ignore 1 on 6\nunique",
            RULES_LENGTH + MARKS_LENGTH,
            is_long=True,
            is_optional=True,
            empty="Leave it empty for none.",
        ),
        ABOUT,
    ),
    read_monster,
    write_monster,
)
