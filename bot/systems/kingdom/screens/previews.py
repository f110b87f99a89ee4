"""What something would cost and change, shown privately before it is done; and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bot.desk import Choices, Desk, Panel
from bot.engine.people import Standing
from bot.engine.settings import Setting
from bot.engine.words import whole_number
from bot.errors import NotAllowed, Stale
from bot.handlers import Interaction
from bot.play import Outcome, Scenery
from bot.systems.kingdom.rules.book import ANARCHY_AT
from bot.systems.kingdom.rules.duties import acted_for, players
from bot.systems.kingdom.rules.hexes import Spot
from bot.systems.kingdom.rules.keeping import shifts
from bot.systems.kingdom.rules.land import LABEL_LENGTH, Hex
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.terms import Role, Task
from bot.systems.kingdom.screens import finding
from bot.systems.kingdom.screens.finding import Seen
from bot.systems.kingdom.words import claims as words
from bot.systems.kingdom.words import finding as finding_words
from bot.systems.kingdom.words import standing as standing_words
from bot.systems.kingdom.words.names import IMPROVEMENTS
from bot.ui.card import Card, Tone
from bot.ui.text import person, safe
from bot.ui.words import DAMAGED_BUTTON


def name_of(realm: Realm, spot: Spot) -> str:
    """A hex's name, safe to show."""
    return safe(realm.land.name_of(spot), LABEL_LENGTH)


def what_is_there(each: Hex) -> str:
    """A hex's terrain, waters and special terrain in a line."""
    waters = {"river": each.has_river, "lake": each.has_lake, "coast": each.is_coast}
    specials = [special.value for special in each.specials]
    return words.what_is_there(each.terrain.value, [name for name, has in waters.items() if has], specials)


def what_stands_there(each: Hex) -> str:
    """The same with what is built there."""
    built = [IMPROVEMENTS[improvement.value] for improvement in each.improvements]
    return " · ".join((what_is_there(each), *built))


def effects(before: Realm, after: Realm) -> Iterator[str]:
    """Each number before and after, but for the Treasury, of which the price tells; and anarchy."""
    found = [each for each in shifts(before, after) if each.number != "treasury"]
    changed = [(each.number, each.before, each.after) for each in found]
    yield standing_words.shifts(changed) if changed else words.NO_CHANGE
    if after.kingdom.unrest >= ANARCHY_AT > before.kingdom.unrest:
        yield words.WOULD_BE_ANARCHY


def whose(seen: Seen, task: Task) -> Iterator[str]:
    """Whose decision it is, where it is not the asker's own; the Ruler may do what any leader may."""
    kingdom, asker = seen.realm.kingdom, seen.scenery.viewer.user
    asked = players(kingdom, task)
    if asked and asker not in (*asked, *(each.player for each in kingdom.held_by(Role.RULER))):
        yield words.decided_by([person(each) for each in asked])


def is_for(seen: Seen, *tasks: Task) -> bool:
    """Whether the asker may do all of that; who may not is spared the button."""
    try:
        for task in tasks:
            acted_for(looker(seen.scenery), seen.realm.kingdom, task)
    except NotAllowed:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Looker:
    """Who looks at a preview, as the rules ask for whoever acts."""

    actor: int
    standing: Standing
    scenery: Scenery

    def setting(self, setting: Setting) -> str:
        """What the campaign decided."""
        return setting.of(self.scenery.campaign.settings)


def looker(scenery: Scenery) -> Looker:
    """Whoever looks."""
    return Looker(scenery.viewer.user or 0, scenery.viewer.standing, scenery)


def came_of_it(tellers: Mapping[type[Any], Callable[[Any], str]]) -> Panel:
    """What stands in a preview's place once it was done: a line an event."""

    def panel(outcome: Outcome) -> Card:
        events = outcome.private.entry.events
        return Card(
            lines=tuple(tellers[type(each)](each) for each in events if type(each) in tellers),
            tone=Tone.QUIET,
        )

    return panel


def exactly(args: tuple[str, ...], count: int) -> tuple[str, ...]:
    """A control's arguments. Raises Stale where it holds something else."""
    if len(args) != count:
        raise Stale(DAMAGED_BUTTON)
    return args


def number_of(text: str) -> int:
    """The price that a control shows. Raises Stale where it holds something else."""
    number = whole_number(text)
    if number is None:
        raise Stale(DAMAGED_BUTTON)
    return number


async def suggested_spots(
    desk: Desk, interaction: Interaction, typed: str, fits: Callable[[Realm, Spot], bool]
) -> Choices:
    """The hexes of the map that fit, as far as the asker may see them."""

    async def find() -> list[tuple[str, str]]:
        realm = (await finding.seen(desk, interaction, interaction.namespace.kingdom or None)).realm
        near, found = typed.strip().casefold(), []
        for spot, each in realm.land.hexes.items():
            line = finding_words.hex_line(realm.land.name_of(spot), each.terrain.value, spot)
            if near in line.casefold() and fits(realm, spot):
                found.append((line, spot))
        return sorted(found, key=lambda pair: pair[0].casefold())

    return await desk.suggest(interaction, find)
