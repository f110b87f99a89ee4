"""What befalls that kingdom and who runs it: events, adventurers, its steward, and the kingdoms around it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.engine.record import Choice, FormField, Step
from bot.systems.kingdom.abroad.book import Attitude, Tie
from bot.systems.kingdom.book import BuildingType, MonthStep, Taxation
from bot.systems.kingdom.events.book import ADVENTURERS, BookEvent
from bot.systems.kingdom.settings import SETTINGS
from bot.systems.kingdom.state import Trust
from bot.ui.renderer import OFFER
from tests.crash.builders import SETTLEMENT
from tests.harness.inputs import Field, Inputs, components
from tests.harness.world import Channel, Json, Person

# The optional rules that its campaign uses from the beginning.
RULES: Final = {
    "fame_infamy": "yes",
    "diplomatic": "yes",
    "exploration": "yes",
    "trade": "yes",
    "vassalage": "yes",
    "abandoned_buildings": "yes",
    "omens": "secret",
}
NEAR, FAR, SKILLED = "Vell", "Ostra", "8 11 5 7 9"
# To Vell traders need days, to Ostra more than a month; who negotiates for Ostra is known.
OTHERS: Final = (
    {"name": NEAR, "alignment": "N", "size": 4, "attitude": "helpful", "hex": "3,2", "economy": 30},
    {"name": FAR, "size": 9, "attitude": "friendly", "hex": "5,4", "beyond": 45, "skills": "1 2 3 4 5"},
)
# The steps of its events and of its envoys, traders and explorers, which some answer more often than others.
ANSWERED: Final = ("event-", "after-", "talks-", "traders-", "expedition-", "special", "renown-")
# Those that are decided before its first month, for no steward does.
DECIDED: Final = ("ruler", "spymaster", "renown-")
# What their forms ask for by name; whatever offers a choice is answered with one of it.
TYPED: Final[dict[str, Field]] = {
    "modifier": "20",
    "bribe": "1",
    "skills": SKILLED,
    "theirs": SKILLED,
    "months": "1",
    "route": "1,0 2,0",
    "points": "10",
    "via": "",
    "name": "Oakhill",
    "grant": "1",
    "hex": "1,0",
    "outcome": "It is beaten.",
    "settlement": SETTLEMENT,
}
# Of so many that were shown last one is taken; what was shown before that is out of date.
OFFERED: Final = 3
Slash = Callable[..., Json]


@dataclass
class Court:
    """Who answers for it; `waits` are its open steps as they were when all was quiet last, by record."""

    say: Inputs
    game_master: Person
    home: Channel
    dice: random.Random
    waits: Sequence[tuple[str, Step]] = field(default_factory=list)

    def rules(self, campaign: str) -> Iterator[Json]:
        """The optional rules decided, each by the list on its page of the settings."""
        settings = {each.name: each for each in SETTINGS}
        for name, value in RULES.items():
            custom_id = "|".join(("?decide", campaign, settings[name].key, settings[name].default))
            yield self.say.press(custom_id, values=[value], user=self.game_master, channel=self.home)

    def arrivals(self, slash: Slash) -> Iterator[Json]:
        """The kingdoms around it, and numbers with which a check succeeds about as often as not."""
        yield from (slash("edict gm kingdom", **each) for each in OTHERS)
        for number in ("economy", "loyalty", "stability"):
            yield slash("kingdom gm place", number=number, amount="35", reason="A golden age")

    def decisions(self) -> Iterator[Json]:
        """What its leaders decide once."""
        for record, step in self.waits:
            if step.name.startswith(DECIDED):
                yield self._chosen(record, step, step.choices[0])

    def something(self, slash: Slash) -> Json:
        """A command about events, the steward or other kingdoms, allowed just then or not.

        What fits what waited comes up more often: else hardly an edict would be issued.
        """
        can_issue = any(step.name == MonthStep.SPECIAL for _, step in self.waits)
        has_events = any(step.name.startswith("event-") for _, step in self.waits)
        issue, hire = (6, 0) if can_issue else (1, 5), 5 if has_events else 1
        ways: list[tuple[Callable[[Slash], Json], int]] = [
            (self._event, 3), (self._hire, hire), (self._steward, 2), (self._run, 6), (self._envoy, issue[0]),
            (self._explorers, issue[0]), (self._traders, issue[0]), (self._vassal, issue[0]),
            (self._residence, 1), (self._encounter, 1), (self._neighbor, 1), (self._tie, 1),
            (self._treaty, 1), (self._hurry, issue[1]), (self._calm, 2),
        ]  # fmt: skip
        return self.dice.choices([way for way, _ in ways], weights=[weight for _, weight in ways])[0](slash)

    # -- by command -----------------------------------------------------------------------------------

    def _event(self, slash: Slash) -> Json:
        event = self.dice.choice(list(BookEvent)).value
        where = {"settlement": SETTLEMENT} if self.dice.random() < 0.3 else {}
        later = {"later": True} if self.dice.random() < 0.3 else {}
        return slash("kingdom gm event", event=event, **where, **later)

    def _hire(self, slash: Slash) -> Json:
        """For one of the events that wait, whichever check it asks for."""
        numbers = [step.name.removeprefix("event-") for _, step in self.waits if "event-" in step.name]
        attribute = self.dice.choice(("economy", "loyalty", "stability"))
        which = {"event": self.dice.choice(numbers)} if numbers else {}
        return slash("kingdom hire", check=attribute, levels=self.dice.choice(ADVENTURERS)[0], **which)

    def _steward(self, slash: Slash) -> Json:
        orders = {"reserve": self.dice.choice((0, 5, 40)), "events": self.dice.choice(list(Trust)).value}
        return slash("kingdom steward", taxation=self.dice.choice(list(Taxation)).value, **orders)

    def _run(self, slash: Slash) -> Json:
        if self.dice.random() < 0.3:
            return slash("kingdom run")
        return slash("kingdom gm run", months=self.dice.randint(1, 4))

    def _envoy(self, slash: Slash) -> Json:
        gifts = self.dice.choice((0, 1, 3))
        modifier = self.dice.choice((0, 15, 40))
        return slash("edict envoy", other=self._other(), modifier=modifier, bribe=gifts, skills=SKILLED)

    def _explorers(self, slash: Slash) -> Json:
        return slash("edict explore", months=self.dice.choice((1, 1, 2)), route="1,0 2,0")

    def _traders(self, slash: Slash) -> Json:
        route = {"settlement": SETTLEMENT, "cargo": "raw_materials", "points": self.dice.choice((5, 12))}
        return slash("edict trade", other=self._other(), **route)

    def _vassal(self, slash: Slash) -> Json:
        name, tie = f"Colony {self.dice.randint(1, 9)}", self.dice.choice(list(Tie)).value
        if self.dice.random() < 0.3:
            return slash("edict vassal", name=self._other(), way="subjugation", grant=1)
        return slash("edict vassal", name=name, way="colony", grant=self.dice.choice((0, 2)), tie=tie)

    def _residence(self, slash: Slash) -> Json:
        building = self.dice.choice((BuildingType.MANSION, BuildingType.NOBLE_VILLA)).value
        return slash("edict residence", other=self._other(), building=building)

    def _encounter(self, slash: Slash) -> Json:
        """Whoever explores there meets somebody."""
        return slash("edict gm encounter", expedition="1,0 2,0", cr=self.dice.choice((0, 9)), stealth=3)

    def _neighbor(self, slash: Slash) -> Json:
        attitude = self.dice.choice(list(Attitude)).value
        return slash("edict gm kingdom", name=f"Kern {self.dice.randint(1, 4)}", attitude=attitude)

    def _tie(self, slash: Slash) -> Json:
        """So that there is an embassy to go on from, or nothing to begin with."""
        tie = self.dice.choice((Tie.NONE, Tie.EMBASSY, Tie.EMBASSY)).value
        return slash("edict gm tie", other=self._other(), tie=tie)

    def _treaty(self, slash: Slash) -> Json:
        """What there is with somebody is balanced, or negotiated anew."""
        if self.dice.random() < 0.5:
            return slash("edict balance", other=self._other())
        return slash("edict renegotiate", other=self._other(), skills=SKILLED)

    def _hurry(self, slash: Slash) -> Json:
        """The month goes on to its special edicts, or to its events."""
        return slash("kingdom gm next", to=self.dice.choice(("special", "special", "event")), reason="On")

    def _calm(self, slash: Slash) -> Json:
        """In anarchy nothing of all this could be done."""
        return slash("kingdom gm place", number="unrest", amount="-15", reason="Peace")

    def _other(self) -> str:
        return self.dice.choice((NEAR, NEAR, FAR, f"Kern {self.dice.randint(1, 4)}"))

    # -- by its card's buttons and forms --------------------------------------------------------------

    def answer(self) -> Json | None:
        """A choice of what waited, its form filled in; None where nothing did."""
        told = [each for each in self.waits if each[1].name.startswith(ANSWERED)]
        found = told if told and self.dice.random() < 0.8 else self.waits
        if not found:
            return None
        record, step = self.dice.choice(found)
        return self._chosen(record, step, self.dice.choice(step.choices))

    def _chosen(self, record: str, step: Step, choice: Choice) -> Json:
        pressed = "|".join((record, step.name, str(step.revision), choice.key))
        if not choice.asks:
            return self.say.press(f"do|{pressed}", user=self.game_master, channel=self.home)
        answers = {each.field: self._answer(each) for each in choice.asks}
        return self.say.modal_submit(f"tell|{pressed}", answers, user=self.game_master, channel=self.home)

    def _answer(self, ask: FormField) -> Field:
        if ask.options:
            return [self.dice.choice(ask.options)[0]]
        # In an alliance one skill is used in every check.
        is_one = ask.field == "theirs" and "five" not in ask.label
        return "9" if is_one else TYPED.get(ask.field, ask.value or "1")

    def take(self, cards: Sequence[Json]) -> Json | None:
        """The button of a preview that was shown lately; None where there is none."""
        offers = [
            (card, str(part["custom_id"]))
            for card in cards
            for part in components(card)
            if str(part.get("custom_id", "")).startswith(f"{OFFER}|")
        ]
        if not offers:
            return None
        card, offer = self.dice.choice(offers[-OFFERED:])
        return self.say.press(offer, card, user=self.game_master)
