"""The kingdom of that evening: another campaign in another channel, month after month, beside the heroes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from bot.engine.campaign import Campaign
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.towns.state import Town
from tests.crash.builders import SETTLEMENT, Builder
from tests.crash.court import Court
from tests.crash.ledger import EPHEMERAL, Ledger
from tests.harness.inputs import Field, Inputs, components
from tests.harness.world import Json, Person

REALMS = "Realms"
# What its forms ask for, whichever it is.
TYPED: dict[str, Field] = {
    "points": "1",
    "gold": "8000",
    "settlement": SETTLEMENT,
    "price": "900",
    "hex": "1,0",
    "name": "Oakhill",
    "holiday": ["1"],
    "promotion": ["token"],
    "taxation": ["light"],
    "outcome": "It is beaten.",
    "goes_on": ["no"],
    "unrest": "9",
}
# What is chosen of a draft, in its order.
DRAFT: tuple[tuple[str, dict[str, Field]], ...] = (
    ("draw", {"name": "Tarn", "alignment": ["N"], "points": "30", "hex": "0,0", "terrain": ["plains"]}),
    ("npcs", {"npcs": "Heir: Prince\nConsort: Consort"}),
    ("found", {"capital": SETTLEMENT}),
)
ROLES = (
    "councilor",
    "general",
    "grand_diplomat",
    "high_priest",
    "magister",
    "marshal",
    "royal_enforcer",
    "spymaster",
    "treasurer",
    "viceroy",
    "warden",
)
ABILITIES = "str 16 dex 16 con 16 int 16 wis 16 cha 16"
# Beside its first hex; of so many hexes it builds five buildings a month.
LANDS = " ".join(f"{q},{r}" for q in range(6) for r in range(5) if q or r)
# By so many hexes it has Fame or Infamy so often.
RENOWN = 3
# So that the dead bot closes months too.
FAR = ("consumption", "items", "settlements", "taxes", "event", "close")
PURSE = ("-1d4", "1d6", "2")
# So many private cards are looked at, the newest: what was shown before is out of date.
PRIVATE = 8


@dataclass
class Reign:
    """A kingdom without players: its game master does everything."""

    say: Inputs
    game_master: Person
    dice: random.Random

    def __post_init__(self) -> None:
        self.home = self.say.world.channels[2]
        self.builder = Builder(self.say, self.game_master, self.home, self.dice)
        self.court = Court(self.say, self.game_master, self.home, self.dice)

    def campaign(self) -> Json:
        """A campaign of its own."""
        return self._slash("campaign create", name=REALMS, game="kingdom")

    def beginnings(self, ledger: Ledger) -> Iterator[Json]:
        """That campaign's rules, and a kingdom that is drawn up."""
        (campaign,) = (id_ for id_, state in ledger.states(Campaign).items() if state.name == REALMS)
        yield from self.court.rules(campaign)
        yield self._slash("kingdom found", name="Tarn")

    def draft(self, cards: list[Json], key: str, typed: dict[str, Field]) -> Json:
        """One form of its card, filled in."""
        for card in self.cards(cards):
            for part in components(card):
                custom_id = str(part.get("custom_id", ""))
                if custom_id.startswith("ask|") and custom_id.endswith(f"|{key}"):
                    form = custom_id.replace("ask|", "tell|", 1)
                    return self.say.modal_submit(form, typed, card, user=self.game_master)
        raise LookupError(f"no card asks for {key!r}")

    def arrivals(self) -> Iterator[Json]:
        """Everybody who leads it, land beside its first hex, and its first buildings."""
        ruler = {"role": "ruler", "name": "Queen", "attributes": "economy"}
        yield self._slash("leader assign", abilities=ABILITIES, **ruler)
        for role in ROLES:
            yield self._slash("leader assign", role=role, name=role.title(), abilities=ABILITIES)
        yield self._slash("hex gm set", hexes=LANDS, terrain="plains", revealed=True)
        yield self._slash("hex gm give", hexes=LANDS, reason="A gift")
        yield self._slash("kingdom gm place", number="treasury", amount="999", reason="A loan")
        yield from self.builder.arrivals(self._slash)
        yield from self.court.arrivals(self._slash)

    def look(self, ledger: Ledger) -> None:
        """See what stands and what waits, now that all is quiet."""
        self.builder.towns = ledger.states(Town)
        rows = [row for row in ledger.records if row.id in ledger.states(Kingdom)]
        self.court.waits = [
            (row.id, step)
            for row in rows
            for step in ledger.context.steps(row.system, ledger.context.record(row))
        ]

    def cards(self, cards: list[Json]) -> list[Json]:
        """Those in its channel; of what its game master was shown in private the newest."""
        here = [card for card in cards if card["channel_id"] == str(self.home.id)]
        private = [card for card in here if card["flags"] & EPHEMERAL][:-PRIVATE]
        return [card for card in here if card not in private]

    def something(self) -> Json:
        """A command about it, allowed just then or not."""
        reason = "Chance"
        return self.dice.choice((
            lambda: self._slash("kingdom deposit", gold=self.dice.randint(1, 4) * 4000),
            lambda: self._slash("kingdom withdraw", points=self.dice.randint(1, 2)),
            lambda: self._place("treasury", self.dice.choice(PURSE)),
            lambda: self._place("unrest", self.dice.choice(PURSE)),
            lambda: self._slash("kingdom gm next", reason=reason),
            lambda: self._slash("kingdom gm next", to=self.dice.choice(FAR), reason=reason),
            lambda: self._slash("kingdom gm close"),
            lambda: self._slash("kingdom sheet"),
        ))()  # fmt: skip

    def build(self) -> Json:
        """Something about its settlement."""
        return self.builder.something(self._slash)

    def opening(self, cards: list[Json]) -> list[Json]:
        """What was shown last agreed to, something that waits answered, and a command that may fit then."""
        return [self.take(cards), self.answer(), self.rule()]

    def steward(self) -> Json:
        """A steward's orders, shown first."""
        return self._slash("kingdom steward", events="decline")

    def rule(self) -> Json:
        """Something about its events, its steward or other kingdoms."""
        return self.court.something(self._slash)

    def answer(self) -> Json:
        """Something that waits answered by a button or its form."""
        return self.court.answer() or self.rule()

    def take(self, cards: list[Json]) -> Json:
        """Something agreed to that was shown first."""
        return self.court.take(self.cards(cards)) or self.rule()

    def _place(self, number: str, amount: str) -> Json:
        return self._slash("kingdom gm place", number=number, amount=amount, reason="Chance")

    def _slash(self, path: str, **options: object) -> Json:
        return self.say.slash(path, options, user=self.game_master, channel=self.home)
