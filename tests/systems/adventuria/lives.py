"""Whole lives at random, in the pure engine: a player and a narrator who try everything, legal or not."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from bot.content import supplied_by
from bot.engine.dice.source import SEED_BYTES, Seed, VerifiableDice
from bot.engine.system import Record, RecordId, Result, World
from bot.errors import UserError
from bot.systems.adventuria import SYSTEM, adventurer, ledger
from bot.systems.adventuria.adventurer import ADVENTURER, FIGHT, OFFER
from bot.systems.adventuria.changes import rules as changes_rules
from bot.systems.adventuria.combat import state as combat_state
from bot.systems.adventuria.offers import rules as offers_rules
from bot.systems.adventuria.possessions.rules import Discard, PayOut, UsePossession
from bot.systems.adventuria.settings import Rulings
from bot.systems.adventuria.sheet.rules import (
    CreateAdventurer,
    EditAdventurer,
    RetireAdventurer,
    SetPortrait,
    SettleAdventurer,
    ShowSheet,
)
from bot.systems.adventuria.state import Adventurer, Alignment, Attribute, Cause, Until, Ware
from bot.systems.adventuria.turns import rules as turns_rules
from tests.systems.adventuria.scenes import CAMPAIGN, DEACON, HOME, MARISOL, after, scene

# A life that is still going on after so many moves is a fault: it is stuck.
MOST_MOVES = 30_000
PLACES = ("The City", "The Bridge", "The Marsh", "The Tower", "")
SETTINGS = {setting.key: [option.value for option in setting.options] for setting in SYSTEM.settings}
Tally = Counter[tuple[str, str]]
TAKEN, REFUSED = "taken", "refused"


def library() -> list[Record[Any]]:
    """What comes with the game, as entries of a campaign's library."""
    supplied = supplied_by([importlib.import_module("bot.systems.adventuria")])
    found = []
    for shelf in SYSTEM.shelves:
        for number, texts in enumerate(supplied[shelf.key]):
            entry = RecordId(f"{shelf.kind.name}-{number}")
            found.append(Record(entry, shelf.kind.name, shelf.entry(texts)))
    return found


LIBRARY = library()


class Life:
    """One adventurer, from creation to its end; `tally` counts what was taken and what refused."""

    def __init__(self, seed: int, tally: Tally) -> None:
        self.luck = Random(seed)
        self.tally = tally
        settings = {key: self.luck.choice(values) for key, values in SETTINGS.items()}
        self.scene = scene(*LIBRARY, campaign=replace(CAMPAIGN, settings=settings))
        self.moves = 0
        self._seed = Seed(self.luck.randbytes(SEED_BYTES))
        self._secret = Seed(self.luck.randbytes(SEED_BYTES))

    @property
    def adventurer(self) -> Record[Adventurer] | None:
        """The one that this life is about, once it has begun."""
        found = (each for each in self.scene.records.values() if each.kind == ADVENTURER.name)
        return next(found, None)

    @property
    def is_one_number(self) -> bool:
        """Whether bonuses count toward the limit of an attribute."""
        return Rulings.of(self.scene.campaign).one_number

    @property
    def is_over(self) -> bool:
        """Whether it fell or retired."""
        return self.adventurer is not None and self.adventurer.is_archived

    def go_on(self) -> None:
        """One move of somebody's; refused, it changes nothing."""
        self.moves += 1
        name, (actor, action) = self._chosen()
        before, done = self.adventurer, self._carried_out(actor, action)
        self.tally[name, REFUSED if done is None else TAKEN] += 1
        if done is not None:
            self.scene = after(self.scene, done)
            self.check()
            if before is not None:
                self._check_what_rose(before.state)

    def _chosen(self) -> tuple[str, tuple[int, Any]]:
        if self.adventurer is None:
            action: Any = CreateAdventurer("Bran", DEACON, HOME)
            return type(action).__name__, (DEACON, action)
        kind = self.luck.choices(MOVES, WEIGHTS)[0]
        made = BUILDERS[kind](self)
        narrating = kind in NARRATORS
        return kind.__name__, (MARISOL if narrating or self.luck.random() < 0.05 else DEACON, made)

    def _carried_out(self, actor: int, action: Any) -> Result | None:
        kind = next(kind for kind in SYSTEM.actions if kind.action is type(action))
        seen = replace(self.scene, actor=actor, standing=self.scene.campaign.standing(actor))
        dice = VerifiableDice(
            public=self._seed, secret=self._secret, drawing=self.moves, secret_drawing=1, interaction=1
        )
        try:
            return kind.perform(seen, action, dice)
        except UserError:
            return None

    def try_in_vain(self, kind: type[Any]) -> None:
        """See that this is refused: whose adventures are over is read-only (A39, Q23)."""
        actor = MARISOL if kind in NARRATORS else DEACON
        assert self._carried_out(actor, BUILDERS[kind](self)) is None
        self.tally[kind.__name__, REFUSED] += 1

    def _check_what_rose(self, before: Adventurer) -> None:
        """Where bonuses count toward the limit, what rose stays within it with them (A9, Q1)."""
        now = self.adventurer
        assert now is not None
        for attribute in Attribute if self.is_one_number else ():
            if now.state.natural.of(attribute) > before.natural.of(attribute):
                counted = now.state.natural.of(attribute) + ledger.bonus(now.state, attribute)
                assert counted <= ledger.cap(now.state, attribute)

    # -- what must hold -----------------------------------------------------------------------------

    def check(self) -> None:
        """Every invariant of an adventurer, and of the fights and offers about it."""
        record = self.adventurer
        assert record is not None
        check_adventurer(record.state, self.scene, is_one_number=self.is_one_number)
        open_fights = in_play(self.scene, FIGHT)
        assert [each.id for each in open_fights] == ([record.state.fight] if record.state.fight else [])
        if record.is_archived:
            assert not in_play(self.scene, OFFER)


def in_play(scene: World, kind: str) -> list[Record[Any]]:
    """The records of that kind that are not over."""
    return [each for each in scene.records.values() if each.kind == kind and not each.is_archived]


def check_adventurer(state: Adventurer, scene: World, *, is_one_number: bool = False) -> None:
    """Attributes within their bounds, possessions within their limits but for spells, nothing below 0.

    Where bonuses count toward the limit, what rose while one lowered it stays when that one goes (Q1).
    """
    for attribute in Attribute:
        assert ledger.total(state, attribute) >= 1
        assert state.natural.of(attribute) >= 1
        assert is_one_number or state.natural.of(attribute) <= ledger.cap(state, attribute)
        assert is_one_number or ledger.own(state, attribute) <= ledger.cap(state, attribute)
    assert state.gold >= 0
    assert state.wounds >= 0
    assert 0 <= state.melee_xp < 10
    assert 0 <= state.magical_xp < 10
    assert sum(each.is_wielded for each in state.possessions) <= max(1, ledger.hands(state))
    assert len({each.number for each in state.possessions}) == len(state.possessions)
    assert (state.end is not None) == scene.records[_id(scene)].is_archived
    if state.end is not None:
        assert (state.gold, state.possessions, state.quest) == (0, (), None)
        return
    assert not ledger.has_fallen(state)
    # Nothing waits for room that is there, but for the middle of a Combat.
    one_at_three = Rulings.of(scene.campaign).one_at_three
    for gain in () if state.is_mid_combat else state.gains:
        assert not ledger.has_room(state, gain.possession.ware, one_at_three=one_at_three)
    # More than the limit only while its player is asked what to drop.
    if ledger.too_many(state) and state.fight is None:
        assert SYSTEM.kind(ADVENTURER.name).waiting(_id(scene), state)[0].name in ("give", "room")


def _id(scene: World) -> RecordId:
    return next(each.id for each in scene.records.values() if each.kind == ADVENTURER.name)


# -- moves ------------------------------------------------------------------------------------------


def _me(life: Life) -> RecordId:
    return _id(life.scene)


def _state(life: Life) -> Adventurer:
    assert life.adventurer is not None
    return life.adventurer.state


def _of(life: Life, kind: str) -> RecordId:
    """A record of that kind, now and then one that is over."""
    found = [each for each in life.scene.records.values() if each.kind == kind]
    open_ones = [each for each in found if not each.is_archived]
    meant = found if not open_ones or life.luck.random() < 0.02 else open_ones
    return life.luck.choice(meant).id if meant else RecordId("none")


def _held(life: Life, *, odd: float = 0.1) -> int:
    """The number of a possession, now and then of none."""
    held = _state(life).possessions
    return life.luck.choice(held).number if held and life.luck.random() > odd else life.luck.randint(0, 40)


def _thing(life: Life) -> RecordId:
    return life.luck.choice([each.id for each in life.scene.records.values() if each.kind in tuple(Ware)])


def _name_of_thing(life: Life) -> str:
    held = _state(life).possessions
    return life.luck.choice(held).name if held and life.luck.random() > 0.1 else "Moon"


def _monsters(life: Life) -> tuple[RecordId, ...]:
    known = [each.id for each in life.scene.records.values() if each.kind == "monster"]
    return tuple(life.luck.choices(known, k=life.luck.choice((1, 1, 1, 2, 3, 7))))


def _cause(life: Life) -> dict[str, Any]:
    return {"cause": life.luck.choice([each for each in Cause if each is not Cause.COMBAT]), "source": "Fate"}


def _gain_thing(life: Life) -> Any:
    if life.luck.random() < 0.5:
        return changes_rules.GainThing(_me(life), _thing(life), **_cause(life))
    made: dict[str, Any] = {"called": "Pebble", "ware": life.luck.choice(tuple(Ware))}
    made["is_weapon"] = life.luck.random() < 0.2
    made["rules"] = life.luck.choice(("", "held: arms +1", "held: magic -1", "use: heal 1", "start: roll +1"))
    return changes_rules.GainThing(_me(life), **made, **_cause(life))


def _make_room(life: Life) -> Any:
    waiting = _state(life).gains
    gain = waiting[0].possession.number if waiting and life.luck.random() > 0.1 else 99
    return adventurer.MakeRoom(_me(life), gain, _held(life) if life.luck.random() < 0.6 else None)


def _open_fight(life: Life) -> Any:
    return combat_state.OpenFight(
        _me(life),
        _monsters(life),
        order=life.luck.choice(tuple(combat_state.Order)),
        kind=life.luck.choice((None, *combat_state.Combat)),
        can_avoid=life.luck.random() < 0.2,
    )


def _make_offer(life: Life) -> Any:
    kind = life.luck.choice(tuple(offers_rules.OfferKind))
    givings: dict[offers_rules.OfferKind, dict[str, Any]] = {
        offers_rules.OfferKind.GAIN: {"thing": offers_rules.ThingOffered(_thing(life))},
        offers_rules.OfferKind.PAY: {
            "thing": offers_rules.ThingOffered(_thing(life)),
            "price": life.luck.choice(("all", "1", "3", "50")),
        },
        offers_rules.OfferKind.CHOICE: {"text": "Which way?", "options": "Left; Right; Up"},
        offers_rules.OfferKind.QUEST: {
            "thing": offers_rules.ThingOffered(called="Find the bell"),
            "text": "Under the marsh",
        },
    }
    return offers_rules.MakeOffer(_me(life), kind, **givings[kind])


def _end_turn(life: Life) -> Any:
    ways = _state(life).ways
    return adventurer.EndTurn(_me(life), life.luck.choice((*ways, *ways, "Nowhere")))


def _amount(life: Life, most: int) -> int:
    return life.luck.randint(0, most)


BUILDERS: dict[type[Any], Callable[[Life], Any]] = {
    CreateAdventurer: lambda life: CreateAdventurer("Bran", DEACON, HOME),
    EditAdventurer: lambda life: EditAdventurer(_me(life), about=life.luck.choice("abc")),
    SettleAdventurer: lambda life: SettleAdventurer(_me(life), life.luck.choice((HOME, HOME + 1))),
    RetireAdventurer: lambda life: RetireAdventurer(_me(life)),
    SetPortrait: lambda life: SetPortrait(
        _me(life), life.luck.choice(("", "https://example.org/a.png", "x"))
    ),
    ShowSheet: lambda life: ShowSheet(life.luck.choice((_me(life), RecordId("none")))),
    adventurer.StartTurn: lambda life: adventurer.StartTurn(_me(life)),
    adventurer.Narrate: lambda life: adventurer.Narrate(
        _me(life), life.luck.choice(("", "Rain.")), "; ".join(PLACES)
    ),
    adventurer.EndTurn: _end_turn,
    adventurer.MakeCamp: lambda life: adventurer.MakeCamp(_me(life)),
    adventurer.WakeUp: lambda life: adventurer.WakeUp(_me(life)),
    turns_rules.MoveAdventurer: lambda life: turns_rules.MoveAdventurer(_me(life), life.luck.choice(PLACES)),
    adventurer.AnswerScene: lambda life: adventurer.AnswerScene(_me(life), "I knock."),
    adventurer.RollForPage: lambda life: adventurer.RollForPage(_me(life), "luck", _amount(life, 3)),
    turns_rules.AskForRoll: lambda life: turns_rules.AskForRoll(
        _me(life), "luck", _amount(life, 3), life.luck.choice((None, *Attribute)), _amount(life, 14)
    ),
    changes_rules.GainGold: lambda life: changes_rules.GainGold(_me(life), _amount(life, 6), **_cause(life)),
    changes_rules.LoseGold: lambda life: changes_rules.LoseGold(
        _me(life), life.luck.choice((None, 1, 9)), **_cause(life)
    ),
    changes_rules.GainThing: _gain_thing,
    changes_rules.LoseThing: lambda life: changes_rules.LoseThing(
        _me(life), _name_of_thing(life), **_cause(life)
    ),
    changes_rules.LoseSome: lambda life: changes_rules.LoseSome(
        _me(life), life.luck.choice(tuple(Ware)), _amount(life, 3), **_cause(life)
    ),
    # The longer a life, the harder it is hit.
    changes_rules.ReceiveWounds: lambda life: changes_rules.ReceiveWounds(
        _me(life), _amount(life, 1 + life.moves // 300), **_cause(life)
    ),
    changes_rules.HealWounds: lambda life: changes_rules.HealWounds(
        _me(life), life.luck.choice((None, 0, 1, 2)), **_cause(life)
    ),
    changes_rules.ChangeAttribute: lambda life: changes_rules.ChangeAttribute(
        _me(life),
        life.luck.choice(tuple(Attribute)),
        life.luck.choice((-2, -1, 0, 1, 1, 2)),
        until=life.luck.choice(tuple(Until)),
        **_cause(life),
    ),
    changes_rules.ChangeAlignment: lambda life: changes_rules.ChangeAlignment(
        _me(life), life.luck.choice(tuple(Alignment)), **_cause(life)
    ),
    changes_rules.GrantExperience: lambda life: changes_rules.GrantExperience(
        _me(life), life.luck.choice(tuple(combat_state.Combat)), _amount(life, 12), **_cause(life)
    ),
    changes_rules.BeginQuest: lambda life: changes_rules.BeginQuest(
        _me(life), life.luck.choice(("Find the bell", ""))
    ),
    changes_rules.CompleteQuest: lambda life: changes_rules.CompleteQuest(_me(life)),
    changes_rules.AbandonQuest: lambda life: changes_rules.AbandonQuest(_me(life)),
    adventurer.MakeRoom: _make_room,
    adventurer.GiveUp: lambda life: adventurer.GiveUp(_me(life), _held(life)),
    offers_rules.MakeOffer: _make_offer,
    offers_rules.TakeOffer: lambda life: offers_rules.TakeOffer(_of(life, OFFER)),
    offers_rules.DeclineOffer: lambda life: offers_rules.DeclineOffer(_of(life, OFFER)),
    offers_rules.ChooseOption: lambda life: offers_rules.ChooseOption(_of(life, OFFER), _amount(life, 3)),
    offers_rules.WithdrawOffer: lambda life: offers_rules.WithdrawOffer(_of(life, OFFER)),
    UsePossession: lambda life: UsePossession(_me(life), str(_held(life)), life.luck.choice(("", "0", "1"))),
    Discard: lambda life: Discard(
        _me(life), life.luck.choice(("gold", str(_held(life)))), str(_amount(life, 2))
    ),
    PayOut: lambda life: PayOut(_me(life), life.luck.choice(("1", "90", _name_of_thing(life)))),
    combat_state.OpenFight: _open_fight,
    combat_state.ChooseCombat: lambda life: combat_state.ChooseCombat(
        _of(life, FIGHT), life.luck.choice(tuple(combat_state.Combat))
    ),
    combat_state.RollCombat: lambda life: combat_state.RollCombat(
        _of(life, FIGHT), life.luck.choice((None, 0, 1, 2))
    ),
    combat_state.AnswerRoll: lambda life: combat_state.AnswerRoll(_of(life, FIGHT), _amount(life, 2)),
    combat_state.LetStand: lambda life: combat_state.LetStand(_of(life, FIGHT)),
    combat_state.LeaveFight: lambda life: combat_state.LeaveFight(_of(life, FIGHT)),
    combat_state.StopFight: lambda life: combat_state.StopFight(
        _of(life, FIGHT), life.luck.choice(("Enough", ""))
    ),
}
MOVES = tuple(BUILDERS)
NARRATORS = {
    adventurer.Narrate,
    turns_rules.MoveAdventurer,
    turns_rules.AskForRoll,
    combat_state.OpenFight,
    combat_state.StopFight,
    offers_rules.MakeOffer,
    offers_rules.WithdrawOffer,
    *(action for action in MOVES if action.__module__ == changes_rules.__name__),
}
OFTEN = {
    combat_state.RollCombat: 25,
    combat_state.LetStand: 6,
    combat_state.AnswerRoll: 6,
    adventurer.MakeRoom: 6,
    adventurer.GiveUp: 6,
    combat_state.OpenFight: 5,
    adventurer.StartTurn: 5,
    changes_rules.HealWounds: 4,
    changes_rules.GainThing: 4,
}
RARELY = {RetireAdventurer: 0.02, CreateAdventurer: 0.2}
# Somebody new, and a last look.
STILL_LEGAL = (CreateAdventurer, ShowSheet)
WEIGHTS = tuple(OFTEN.get(kind, RARELY.get(kind, 1)) for kind in MOVES)


def live(seed: int, tally: Tally) -> Life:
    """A whole life, and everything tried once more when it is over."""
    life = Life(seed, tally)
    while not life.is_over and life.moves < MOST_MOVES:
        life.go_on()
    for kind in MOVES if life.is_over else ():
        if kind not in STILL_LEGAL:
            life.try_in_vain(kind)
    return life
