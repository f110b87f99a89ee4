"""Which monsters are meant: of the library, as far as the asker may know of them, or made up with numbers."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import cast

from bot.engine.card import Card
from bot.engine.declare import Action, command, option
from bot.engine.finders import Asker, Pair, begun, only_begun
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope, Want, World
from bot.engine.text import T, refused
from bot.engine.views import CampaignView
from bot.errors import UserError
from bot.play import RecordView
from bot.systems.adventuria.adventurer import FIGHT, MEANT
from bot.systems.adventuria.combat import cards
from bot.systems.adventuria.combat.odds import MANY, Battle, of_fight, to_the_end
from bot.systems.adventuria.combat.rules import BEFORE_A_FIGHT, invented, met_again
from bot.systems.adventuria.combat.state import (
    MONSTER,
    MOST,
    MOST_FOES,
    Combat,
    Fight,
    Named,
    OpenFight,
    Order,
    counted,
    foe,
)
from bot.systems.adventuria.ledger import total
from bot.systems.adventuria.settings import Rulings
from bot.systems.adventuria.state import Adventurer, Attribute, Foe
from bot.ui.commands import handler
from bot.ui.dispatcher import Dispatcher
from bot.ui.reply import Reply

# As long as what a suggestion stands for may be.
MOST_SUGGESTED = 100
USUAL = 1
# So many of one kind: "3 Rat", "3x Rat", "3 × Rat".
_SEVERAL = re.compile(r"([1-9])\s*[x×]?\s+(\S.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Numbers:
    """What somebody typed of a monster that stands in no library."""

    arms: int | None = None
    magic: int | None = None
    vitae: int | None = None

    @property
    def are_there(self) -> bool:
        """Whether any was typed."""
        return any(each is not None for each in (self.arms, self.magic, self.vitae))

    @property
    def kind(self) -> Combat | None:
        """The kind of Combat that they speak of; with both attributes it is melee."""
        return Combat.MAGICAL if self.arms is None and self.magic is not None else Combat.MELEE

    def named(self, name: str) -> Named:
        """A monster of that name with them. Raises RuleViolation where one is missing."""
        if self.vitae is None or (self.arms is None and self.magic is None):
            raise refused(
                "fight.numbers", "A monster made up on the spot needs `arms` or `magic`, and `vitae`."
            )
        arms, magic = (USUAL if each is None else each for each in (self.arms, self.magic))
        return Named(name, arms, magic, self.vitae)


@dataclass(frozen=True, slots=True)
class Meeting:
    """The monsters of one encounter: entries of the library, or made up."""

    entries: tuple[RecordView, ...] = ()
    named: tuple[Named, ...] = ()
    kind: Combat | None = None

    @property
    def ids(self) -> tuple[RecordId, ...]:
        """The entries' ids."""
        return tuple(each.id for each in self.entries)


@dataclass(frozen=True, slots=True)
class MonstersMeant:
    """Finds the monsters of a text: of the library as far as the asker knows it, or of typed numbers."""

    is_implied: bool = False

    def find(self, asker: Asker, text: str | None) -> Meeting:
        """The monsters that are met. Raises RuleViolation naming the one that isn't there."""
        text = text or ""
        numbers = Numbers(*(asker.given.get(name) for name in ("arms", "magic", "vitae")))
        if numbers.are_there:
            names = _pieces(text, None)
            return Meeting(named=tuple(map(numbers.named, names)), kind=numbers.kind)
        pieces = [piece.strip() for piece in (text, *text.split(","))]
        asked = {_counted(piece)[0] for piece in pieces} | set(pieces)
        wants = tuple(Want(MONSTER.name, text=each) for each in sorted(asked - {""}))
        seen = asker.look(Scope(wants=wants))
        return Meeting(tuple(_named(seen, piece) for piece in _pieces(text, seen)))

    def suggest(self, asker: Asker) -> Iterable[Pair]:
        """What the last name may become.

        All are read and then filtered: a search that stops at 25 might find only hidden ones.
        """
        head, comma, piece = asker.typed.rpartition(",")
        near = piece.strip().casefold()
        begun = f"{head.strip()}, " if comma else ""
        meant = (each for each in asker.all(MONSTER) if near in each.title.casefold())
        # A name reads well behind a comma; where it has one itself, its id stands for it.
        found = (
            (begun + each.title, begun + (str(each.id) if "," in each.title else each.title))
            for each in meant
        )
        return sorted(
            (pair for pair in found if len(pair[1]) <= MOST_SUGGESTED), key=lambda pair: pair[0].casefold()
        )

    def scope(self, found: Meeting) -> Scope:
        """The scope of an action on the monsters that were found."""
        return Scope(ids=found.ids)

    def owner(self, _scene: World, _found: Meeting) -> int | None:
        """None: no player has a monster."""
        return None


def _pieces(text: str, seen: CampaignView | None) -> list[str]:
    """One name for each monster; a name of the library may have a comma or a number itself."""
    if seen is not None and _found(seen, text):
        return [text]
    names: list[str] = []
    for piece in filter(None, map(str.strip, text.split(","))):
        name, count = (piece, 1) if seen is not None and _found(seen, piece) else _counted(piece)
        names += [name] * count
    if not names:
        raise refused("fight.name_one", "Name a monster.")
    if len(names) > MOST_FOES:
        raise refused(
            "fight.too_many_named",
            "A fight has at most {most} monsters, not {count}.",
            most=MOST_FOES,
            count=len(names),
        )
    return names


def _counted(piece: str) -> tuple[str, int]:
    several = _SEVERAL.fullmatch(piece.strip())
    return (several[2], int(several[1])) if several is not None else (piece.strip(), 1)


def _found(view: CampaignView, text: str) -> list[RecordView]:
    name = text.strip().casefold()
    return [each for each in view.all(MONSTER.name) if name in (each.title.casefold(), each.id)]


def _named(view: CampaignView, name: str) -> RecordView:
    found = _found(view, name)
    if not found and (one := only_begun(name, begun(name, view.all(MONSTER.name)))) is not None:
        return one
    if len(found) != 1:
        raise refused(
            "fight.unknown",
            "There's no monster called “{name:60}” here. Pick one from the list, or make one up: give "
            "its `vitae`, and its `arms` or `magic`. Once a fight is on, only a narrator can.",
            name=name,
        )
    return found[0]


# -- The part of `/adv` about fights: encountered here, carried on by the buttons of their cards -----------


MONSTERS_MEANT = MonstersMeant()


class WithNumbers(Action):
    """A monster that stands in no library."""

    arms: int | None = option("Arms of a made-up monster", default=None, kw_only=True, least=1, most=MOST)
    magic: int | None = option("Magic of a made-up monster", default=None, kw_only=True, least=1, most=MOST)
    vitae: int | None = option("Vitae of a made-up monster", default=None, kw_only=True, least=1, most=MOST)


# What stands on Discord, which knew them before they had labels.
KINDS = [(each.value, each.value) for each in Combat]
ORDERS = [(each.value, each.value) for each in Order]


@command("adv fight", may=Permit.OWNER_OR_GAME_MASTER, when=BEFORE_A_FIGHT)
class Encounter(WithNumbers):
    """Meet a monster"""

    monster: Meeting = option(
        "From the library, with commas between several; or a new name", label="Monster", finder=MONSTERS_MEANT
    )
    adventurer: RecordId = option("Who meets it; this thread's by default", finder=MEANT)
    kind: Combat | None = option(
        "Which kind of Combat, where the encounter says so", default=None, choices=KINDS
    )
    order: Order = option("How several monsters fight", default=Order.IN_TURN, choices=ORDERS)
    instructions: str = option("Special rules; everyone reads them", default="")
    avoidable: bool = option("Can it be avoided before the first exchange?", default=False)

    def to_action(self, _asking: Asker) -> OpenFight:
        """The fight with those monsters."""
        met, kind = self.monster, self.kind or self.monster.kind
        return OpenFight(
            self.adventurer, met.ids, met.named, kind, self.order, self.instructions, self.avoidable
        )


# -- `/adv odds`: what may come of a fight, before it is fought or in the middle of it ---------------------


# As much as leaves room for the numbers.
SIDES_ROOM = 2800


class Odds(WithNumbers):
    """The fight whose odds are asked for."""

    monster: Meeting | None = option(
        "From the library, with commas between several", default=None, finder=MONSTERS_MEANT
    )
    adventurer: RecordId = option("Who would fight it; yours by default", finder=MEANT, kw_only=True)
    kind: Combat | None = option("Which kind of Combat", default=None, choices=KINDS)
    wounds: int | None = option("As if the adventurer had this many", default=None, least=0, most=MOST)


@handler("adv odds", may=Permit.EVERYONE)
async def odds(dispatcher: Dispatcher, reply: Reply, asked: Odds) -> None:
    """See the exact odds of a fight"""
    numbers = Numbers(asked.arms, asked.magic, asked.vitae)
    scope = Scope(ids=(asked.adventurer,), wants=(Want(FIGHT, parent=asked.adventurer),))
    seen = await dispatcher.look(reply.interaction, scope)
    state = _with_wounds(seen.records[asked.adventurer].state, asked.wounds)
    if asked.monster is None and not numbers.are_there:
        battle = of_fight(_fight(seen, state, asked.kind), state)
    else:
        met = asked.monster or Meeting(named=(numbers.named(T("a monster").plain()),), kind=numbers.kind)
        battle = Battle(state, _foes(met, state), asked.kind or _kind(met))
    await reply.private(await _card(replace(battle, rulings=Rulings.of(seen.campaign))))


def _fight(view: CampaignView, state: Adventurer, kind: Combat | None) -> Fight:
    """The fight that is under way, of that kind where none is chosen yet. Raises RuleViolation."""
    if state.fight is None:
        raise refused(
            "odds.no_monster", "Name a monster of the library, or give `arms` or `magic`, and `vitae`."
        )
    found = view.records.get(state.fight)
    if found is None or (found.state.kind is None and kind is None):
        raise _no_kind()
    return replace(cast(Fight, found.state), kind=found.state.kind or kind)


def _with_wounds(state: Adventurer, wounds: int | None) -> Adventurer:
    """The adventurer with so many wounds instead. Raises RuleViolation for as many as fell."""
    vitae = total(state, Attribute.VITAE)
    if wounds is None:
        return state
    if not 0 <= wounds < vitae:
        raise refused(
            "odds.wounds",
            "{name:60} falls at {vitae} wounds, so there are odds for 0 to {most}, not for {wounds}.",
            name=state.name,
            vitae=vitae,
            most=vitae - 1,
            wounds=wounds,
        )
    return replace(state, wounds=wounds)


def _no_kind() -> UserError:
    return refused(
        "odds.no_kind", "This monster leaves the kind of Combat open: say `kind`, melee or magical."
    )


def _kind(met: Meeting) -> Combat:
    """The first monster's kind of Combat. Raises RuleViolation where it leaves that open."""
    printed: Combat | None = met.entries[0].state.kind if met.entries else met.kind
    if printed is None:
        raise _no_kind()
    return printed


def _foes(met: Meeting, state: Adventurer) -> tuple[Foe, ...]:
    """The monsters as they would be met: one of this turn keeps its changed attributes (Q13)."""
    foes = [foe(each.id, each.state) for each in met.entries] + [invented(each) for each in met.named]
    again, _ = met_again([replace(each, kin=each.name) for each in foes], state.met)
    return again


UNCOUNTED = T("-# To the end: too many possibilities to count.")


async def _card(battle: Battle) -> Card:
    """The odds on a card, counted in a thread of their own, for it may take a second or two."""
    found = await asyncio.to_thread(to_the_end, battle, MANY)
    name = battle.adventurer.name
    lines = [
        *cards.of_battle(battle, SIDES_ROOM),
        "",
        *cards.lines(battle, found, UNCOUNTED),
        T("-# Exact, if you fight to the end and use nothing; exchanges and wounds are averages.")(),
    ]
    foes = counted(foe.kin or foe.name for foe in battle.foes)
    return Card(T("{name:60} against {foes}: the odds")(name=name, foes=foes), tuple(lines))
