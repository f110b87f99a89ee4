"""What a narrator gives, takes and sets as a quest, as a command names it: one command, several actions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.engine.declare import command, option
from bot.engine.finders import Asker, Pair
from bot.engine.people import Permit
from bot.engine.text import Labelled, T, refused
from bot.engine.views import RecordView
from bot.engine.words import whole_number
from bot.systems.adventuria.adventurer import OnAdventurer
from bot.systems.adventuria.changes.rules import (
    MOST_AT_ONCE,
    AbandonQuest,
    BeginQuest,
    CompleteQuest,
    Due,
    GainGold,
    GainThing,
    LoseGold,
    LoseSome,
    LoseThing,
)
from bot.systems.adventuria.library.rules import in_library, require_no_slip, suggested_things
from bot.systems.adventuria.state import MOST_GOLD, Ware


def possessions(asker: Asker) -> Iterable[Pair]:
    """The possessions of the adventurer named so far."""
    had = asker.record("adventurer").state.possessions
    name = T("{name} ({ware:lower})")
    return [(name.plain(name=each.name, ware=each.ware), str(each.number)) for each in had]


class Given(Labelled):
    """The sort of a new thing, as the command asks for it."""

    ITEM = "item"
    WEAPON = "weapon"
    SPELL = "spell"
    ALLY = "ally"
    ABILITY = "ability"

    @property
    def ware(self) -> Ware:
        """The kind of possession that the thing becomes."""
        return Ware.ITEM if self is Given.WEAPON else Ware(self.value)


@command("adv gm gain", may=Permit.GAME_MASTERS)
class Gain(Due):
    """Give something: gold, an item, a spell, an ally or an ability, or gold with one of them"""

    gold: int | None = option("How much gold", default=None, least=1, most=MOST_GOLD)
    thing: str | None = option("From the library, or a new name", default=None, suggest=suggested_things)
    kind: Given | None = option("What it is, if it's new; an item by default", default=None)
    rules: str = option("What it does, if it's new; one rule", default="")

    def to_action(self, asker: Asker) -> GainGold | GainThing:
        """What gives it. Raises RuleViolation where nothing is named."""
        due: dict[str, Any] = {"cause": self.cause, "source": self.source}
        if self.thing is None and self.gold is not None:
            return GainGold(self.adventurer, self.gold, **due)
        if self.thing is None:
            raise refused("gain.nothing", "Name the gold or the thing to give; nothing was changed.")
        due["gold"] = self.gold or 0
        known = None if self.rules else self._known(asker, self.thing)
        if known is not None:
            return GainThing(self.adventurer, known.id, **due)
        if not self.rules:
            require_no_slip(asker, self.thing)
        kind = self.kind or Given.ITEM
        is_weapon = kind is Given.WEAPON
        return GainThing(self.adventurer, None, self.thing, kind.ware, self.rules, is_weapon, **due)

    def _known(self, asker: Asker, name: str) -> RecordView | None:
        found = in_library(asker, name, self.kind.ware if self.kind is not None else None)
        if len(found) > 1:
            raise refused(
                "gain.several",
                "The library has several things called “{name:60}”; say which kind, or pick one from the"
                " list.",
                name=name,
            )
        return found[0] if found else None


@command("adv gm lose", may=Permit.GAME_MASTERS)
class Lose(Due):
    """Take gold, possessions or an ability"""

    gold: str | None = option("How much gold, or “all”", default=None, is_read=True)
    thing: str | None = option("Which possession or ability", default=None, suggest=possessions)
    count: int | None = option("How many; the player chooses which", default=None, least=1, most=MOST_AT_ONCE)
    kind: Ware | None = option(
        "Which kind", default=None, choices=[(each.value, each.texts[1]) for each in Ware]
    )

    def to_action(self, _asking: Asker) -> LoseGold | LoseThing | LoseSome:
        """What takes it. Raises RuleViolation where nothing is named, or two things at once."""
        due: dict[str, Any] = {"cause": self.cause, "source": self.source}
        if [self.gold, self.thing, self.count].count(None) != 2:
            raise refused(
                "lose.which", "Name one of these: gold, a thing, or how many of a kind; nothing was changed."
            )
        if self.gold is not None:
            return LoseGold(self.adventurer, _gold(self.gold), **due)
        if self.thing is not None:
            return LoseThing(self.adventurer, self.thing, **due)
        if self.kind is None or self.count is None:
            raise refused(
                "lose.kind", "Say which kind: items, spells, allies or abilities; nothing was changed."
            )
        return LoseSome(self.adventurer, self.kind, self.count, **due)


def _gold(text: str) -> int | None:
    """An amount of gold; None is all."""
    if text.strip().casefold() == "all":
        return None
    amount = whole_number(text)
    if amount is None:
        raise refused(
            "lose.amount",
            "The amount of gold must be 1 to {most:,} or “all”, not “{text:20}”.",
            most=MOST_GOLD,
            text=text,
        )
    return amount


class QuestEnd(Labelled):
    """How a quest ends."""

    DONE = "done", "Completed"
    GIVEN_UP = "given_up", "Abandoned"


@command("adv gm quest", may=Permit.GAME_MASTERS)
class Quest(OnAdventurer):
    """Begin or end a quest"""

    name: str | None = option("Name of a new quest", default=None)
    goal: str = option("Its goal", default="")
    end: QuestEnd | None = option("How the current quest ends", default=None)

    def to_action(self, _asking: Asker) -> BeginQuest | CompleteQuest | AbandonQuest:
        """What begins one, or ends the one under way. Raises RuleViolation for neither and both."""
        if self.name is not None and self.end is None:
            return BeginQuest(self.adventurer, self.name, self.goal)
        if self.name is not None or self.end is None:
            raise refused(
                "quest.begin_or_end",
                "Name a new quest, or say how the current one ends; nothing was changed.",
            )
        ends = CompleteQuest if self.end is QuestEnd.DONE else AbandonQuest
        return ends(self.adventurer)
