"""Whole reigns at random, in the pure rules: game master and leaders who try everything, legal or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Any

from bot.engine.dice.source import SEED_BYTES, Seed, VerifiableDice
from bot.engine.people import Permit
from bot.engine.steps import steps_in
from bot.engine.system import ActionKind, Open, Record, RecordId, Result, Step, World, applied
from bot.errors import NotAllowed, RuleViolation
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.events.own import OWN_EVENT
from bot.systems.kingdom.land.edits import SetHexes
from bot.systems.kingdom.land.files import ReadMap
from bot.systems.kingdom.land.improvements import PlaceImprovement
from bot.systems.kingdom.land.state import LAND, Hex, Land
from bot.systems.kingdom.realm import KINGDOM, Realm
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.towns.building import BuildingRaised
from bot.systems.kingdom.towns.state import TOWN, Town
from tests.systems.kingdom.autopilot_posts import KINDS, loaded, require_drawn, require_kept
from tests.systems.kingdom.invariants import Realms, realms_in, require_sound
from tests.systems.kingdom.own_events import OWN
from tests.systems.kingdom.passages import closed, require_lawful
from tests.systems.kingdom.scenes import DEACON, MARISOL, WREN, decided, scene
from tests.systems.kingdom.town_invariants import require_towns

Tally = Counter[tuple[str, str]]
TAKEN, REFUSED = "taken", "refused"
# Of schemes.
BEGUN = "begun"
ACTIONS: dict[type[Any], ActionKind[Any]] = {kind.action: kind for kind in SYSTEM.actions}
SETTINGS = {setting.key: [option.value for option in setting.options] for setting in SYSTEM.settings}
NOBODY = RecordId("nobody")
# With these a game master builds and draws as it pleases.
AT_WILL = (PlaceImprovement, ReadMap, SetHexes)


@dataclass(frozen=True, slots=True)
class Move:
    """What somebody tries."""

    actor: int
    action: Any


class Reign:
    """The kingdoms of one campaign from the first on, by moves of anybody.

    `tally` counts what was taken and what refused, and schemes begun, `told` the events that came of it.
    """

    def __init__(self, seed: int, tally: Tally, told: Counter[str]) -> None:
        self.luck = Random(seed)
        self.tally, self.told = tally, told
        # Each by a luck of its own: with one setting more the others, and all moves, stay as they were.
        self.settings = {key: Random(f"{seed} {key}").choice(values) for key, values in SETTINGS.items()}
        campaign = replace(decided(), settings=self.settings)
        library = {
            RecordId(name): Record(RecordId(name), OWN_EVENT.name, event) for name, event in OWN.items()
        }
        self.scene = replace(scene(campaign=campaign, entry=1), records=library)
        self.realms: Realms = {}
        self.moves = self.months = 0
        # Hexes that a game master drew or built in at will.
        self.placed: set[str] = set()
        # What is under way: moves that lead somewhere rarely reached at random.
        self.scheme: Iterator[Move] = iter(())
        # The kingdom that the next move is about.
        self.meant = NOBODY
        # The kingdom that the scheme is about: other moves may be about another meanwhile.
        self.pursued = NOBODY
        self._seed = Seed(self.luck.randbytes(SEED_BYTES))
        self._secret = Seed(self.luck.randbytes(SEED_BYTES))

    # -- what there is --------------------------------------------------------------------------------

    def of_kind(self, kind: str) -> list[Record[Any]]:
        """The records of that kind that are in play."""
        return [each for each in self.scene.records.values() if each.kind == kind and not each.is_archived]

    @property
    def land(self) -> Land:
        """The map, empty before there is one."""
        return next((each.state for each in self.of_kind(LAND.name)), Land("None"))

    @property
    def hexes(self) -> dict[str, Hex]:
        """Its hexes."""
        return dict(self.land.hexes)

    @property
    def towns(self) -> dict[RecordId, Town]:
        """Every settlement."""
        return {each.id: each.state for each in self.of_kind(TOWN.name)}

    @property
    def kingdom(self) -> Kingdom | None:
        """The kingdom meant; None where it is not in play."""
        found = self.scene.records.get(self.meant)
        return None if found is None or found.is_archived else found.state

    @property
    def realm(self) -> Realm | None:
        """Its realm."""
        return self.realms[self.meant] if self.kingdom is not None else None

    def waiting(self) -> list[tuple[RecordId, Step]]:
        """Every step that waits in any record."""
        return [
            (id_, step)
            for id_, each in self.scene.records.items()
            if not each.is_archived
            for step in steps_in(SYSTEM, KINDS[each.kind], id_, each.state)
        ]

    # -- a move ---------------------------------------------------------------------------------------

    def choose_kingdom(self) -> None:
        """Say which kingdom the next move is about: mostly the first."""
        found = [each.id for each in self.of_kind(KINGDOM.name)]
        self.meant = self.luck.choice(found[:1] * 3 + found) if found else NOBODY

    def attempt(self, move: Move) -> bool:
        """Carry it out; refused, it changes nothing. Whether it was taken."""
        self.moves += 1
        kind = ACTIONS[type(move.action)]
        actor = MARISOL if kind.may is Permit.GAME_MASTERS else move.actor
        turn = self._carried_out(kind, actor, move.action)
        self.tally[kind.name, REFUSED if turn is None else TAKEN] += 1
        if turn is None:
            return False
        before, realms = self.scene, self.realms
        self.scene = self._after(turn)
        self.realms = realms_in(self.scene.records, self.settings, realms)
        self.told.update(type(event).__name__ for event in turn.events)
        self.told.update(f"cut {each.cut}" for each in turn.events if isinstance(each, BuildingRaised))
        self.months += len(closed(turn))
        self._note_placed(before, move.action)
        self.check(before, realms, move.action, turn, actor)
        return True

    def _carried_out(self, kind: ActionKind[Any], actor: int, action: Any) -> Result | None:
        """The turn, by exactly the records that the house would load for it; None where it is refused."""
        seen = replace(
            self.scene,
            actor=actor,
            standing=self.scene.campaign.standing(actor),
            records=loaded(self.scene, kind.scope(action)),
        )
        dice = VerifiableDice(
            public=self._seed, secret=self._secret, drawing=self.moves, secret_drawing=1, interaction=1
        )
        try:
            turn = kind.perform(seen, action, dice)
        except (RuleViolation, NotAllowed):
            return None
        opened = {change.id for change in turn.changes if isinstance(change, Open)}
        unknown = [c.id for c in turn.changes if c.id not in opened and c.id not in seen.records]
        assert not unknown, "a record was changed that was not loaded"
        return turn

    def _after(self, turn: Result) -> World:
        changed = [change.id for change in turn.changes]
        assert len(changed) == len(set(changed)), "an entry keeps one change of a record"
        assert not any(isinstance(each, Open) and each.id in self.scene.records for each in turn.changes)
        records = applied(self.scene.records, turn.changes)
        entry, numbers = self.scene.entry + 1, count(1)
        return replace(
            self.scene, records=records, entry=entry, new_id=lambda: RecordId(f"new-{entry}-{next(numbers)}")
        )

    def _note_placed(self, before: World, action: Any) -> None:
        if type(action) in AT_WILL:
            old = next((each.state.hexes for each in before.all(LAND)), {})
            self.placed |= {spot for spot, each in self.hexes.items() if old.get(spot) != each}

    def check(self, was: World, before: Realms, action: Any, turn: Result, actor: int) -> None:
        """Everything that holds after every accepted move."""
        try:
            require_sound(self.scene.records, self.realms, self.placed, before.values())
            require_lawful(before, self.realms, action, turn)
            require_towns(was.records, self.scene.records, self.settings, turn.events)
            require_kept(self.scene, turn)
            require_drawn(self.scene, action, turn, actor)
        except Exception as fault:
            fault.add_note(f"move {self.moves}, by {actor}: {action}")
            raise

    # -- who ------------------------------------------------------------------------------------------

    def somebody(self) -> int:
        """Mostly whom the rules let do most things."""
        return self.luck.choices((MARISOL, DEACON, WREN), (5, 3, 2))[0]
