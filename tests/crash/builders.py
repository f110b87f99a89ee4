"""The settlement of that kingdom: built, drawn up and traded in, by command or by what panels offer."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.systems.kingdom.book import BuildingType
from bot.systems.kingdom.towns.book import LOTS, lot_name
from bot.systems.kingdom.towns.state import Building, Town, Ware, slots_of
from tests.harness.inputs import Inputs
from tests.harness.world import Channel, Json, Person

B = BuildingType
SETTLEMENT = "Tarn Hold"
# Of one lot each; those with slots come up more often.
WANTED = (
    B.HOUSE, B.HOUSE, B.TENEMENT, B.TENEMENT, B.SHRINE, B.SHRINE, B.ALCHEMIST, B.HERBALIST, B.LIBRARY, B.PARK,
    B.GRAVEYARD, B.BARRACKS,
)  # fmt: skip


@dataclass
class Builder:
    """Who builds; `towns` is what stood when all was quiet last, and may stand no longer."""

    say: Inputs
    game_master: Person
    home: Channel
    dice: random.Random
    towns: Mapping[str, Town] = field(default_factory=dict)

    def arrivals(self, slash: Callable[..., Json]) -> list[Json]:
        """A settlement in which items can be sold, a House, and somewhere to sell them."""
        told = slash("settlement set", settlement=SETTLEMENT, lots=12, base_value=1000)
        built = [
            slash("settlement place", settlement=SETTLEMENT, building=building, place=place)
            for building, place in (("House", "C3"), ("Alchemist", "D3"))
        ]
        return [told, *built]

    def something(self, slash: Callable[..., Json]) -> Json:
        """Something about it, allowed just then or not."""
        ways: list[tuple[Callable[[], Json], int]] = [
            (lambda: self._place(slash), 6), (self._build, 4), (lambda: self._upgrade(slash), 4),
            (lambda: self._raze(slash), 2), (lambda: self._damage(slash), 2),
            (lambda: self._repair(slash), 2), (self._plan, 2), (self._drop, 1), (self._buy, 2),
            (lambda: self._put(slash), 1), (lambda: self._hurry(slash), 6),
        ]  # fmt: skip
        return self.dice.choices([way for way, _ in ways], weights=[weight for _, weight in ways])[0]()

    # -- by command -----------------------------------------------------------------------------------

    def _place(self, slash: Callable[..., Json]) -> Json:
        wanted = self.dice.choice(WANTED).value
        return slash("settlement place", settlement=SETTLEMENT, building=wanted, place=self._lot())

    def _upgrade(self, slash: Callable[..., Json]) -> Json:
        """What is shown first, as what follows is: a press on it comes later, or never."""
        old = self._standing(B.TENEMENT)
        return slash("settlement upgrade", settlement=SETTLEMENT, building=str(old.number), to="House")

    def _raze(self, slash: Callable[..., Json]) -> Json:
        return slash("settlement demolish", settlement=SETTLEMENT, building=str(self._standing().number))

    def _repair(self, slash: Callable[..., Json]) -> Json:
        _, town = self._town()
        hurt = [each for each in town.buildings if each.is_damaged]
        meant = self.dice.choice(hurt) if hurt else self._standing()
        return slash("settlement repair", settlement=SETTLEMENT, building=str(meant.number))

    def _damage(self, slash: Callable[..., Json]) -> Json:
        return slash("settlement gm damage", settlement=SETTLEMENT, building=self._lot(), reason="A storm")

    def _hurry(self, slash: Callable[..., Json]) -> Json:
        """The month goes on to where something can be built, or to its end, so that there is another."""
        if self.dice.random() < 0.25:
            return slash("kingdom gm close")
        return slash(
            "kingdom gm next", to=self.dice.choice(("settlements", "settlements", "close")), reason="On"
        )

    def _put(self, slash: Callable[..., Json]) -> Json:
        _, town = self._town()
        slots = [(each.number, slot) for each in town.buildings for slot, _ in enumerate(slots_of(each.type))]
        number, slot = self.dice.choice(slots or [(1, 0)])
        put = {"slot": f"{number}.{slot}", "name": "A bag", "price": 300}
        return slash("settlement item set", settlement=SETTLEMENT, reason="Chance", **put)

    # -- by a panel's list or button --------------------------------------------------------------------

    def _build(self) -> Json:
        """A place chosen in the list of them all."""
        id_, _ = self._town()
        control = f"?pick|settlement build|settlement={id_}|building={self.dice.choice(WANTED).value}"
        chosen = [f"1:{self._lot()}"]
        return self.say.press(control, values=chosen, user=self.game_master, channel=self.home)

    def _plan(self) -> Json:
        return self._press("plan_add", self.dice.choice(WANTED).value, f"1:{self._lot()}")

    def _drop(self) -> Json:
        _, town = self._town()
        numbers = [each.number for each in town.drafts]
        return self._press("plan_drop", str(self.dice.choice(numbers or [1])))

    def _buy(self) -> Json:
        building, ware = self._on_sale()
        how = self.dice.choice(("gold", "realm"))
        settlement, _ = self._town()
        given = (
            "settlement item buy",
            f"settlement={settlement}",
            f"slot={building}.{ware.slot}",
            f"how={how}",
        )
        return self.say.press("|".join(("pick", *given)), user=self.game_master, channel=self.home)

    def _press(self, name: str, *args: str, chosen: str | None = None) -> Json:
        id_, _ = self._town()
        values = [chosen] if chosen is not None else None
        control = "|".join((name, id_, *args))
        return self.say.press(control, values=values, user=self.game_master, channel=self.home)

    # -- what there was -------------------------------------------------------------------------------

    def _town(self) -> tuple[str, Town]:
        """Its id, and the settlement as it was."""
        return next(iter(self.towns.items()))

    def _standing(self, *types: BuildingType) -> Building:
        """Any building that stood, of those types where there was one."""
        _, town = self._town()
        found = town.of(*types) or town.buildings
        return self.dice.choice(found) if found else Building(1, B.HOUSE)

    def _on_sale(self) -> tuple[int, Ware]:
        """An item on the market and its building's number."""
        _, town = self._town()
        found = [(each.number, ware) for each in town.buildings for ware in each.wares]
        return self.dice.choice(found) if found else (1, Ware(0))

    def _lot(self) -> str:
        """Somewhere in the middle, so that buildings come to stand beside one another."""
        lots = [lot for lot in range(LOTS) if 1 <= lot % 6 <= 4 and 1 <= lot // 6 <= 4]
        return lot_name(self.dice.choice(lots))
