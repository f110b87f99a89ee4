"""Charts to roll on, and how one comes into a campaign's library."""

from __future__ import annotations

from bot.engine.people import Actor
from bot.play.views import Request
from bot.systems.second_kingdom.fates.rules import CHARTS, Chart, write_chart
from bot.systems.table.library.rules import ImportEntries
from tests.stages import Stage
from tests.tables import Table

# Every cell says where it stands.
PLACES = Chart("Places", tuple(f"cell {row}{column}" for row in range(1, 6) for column in range(1, 6)))
WEATHER = Chart(
    "Weather in the high passes",
    (
        *("Clear sky", "Clear sky", "Thin haze", "Ground mist", "Drizzle"),
        *("Clear sky", "Warm wind", "Thin haze", "Ground mist", "Steady rain"),
        *("Cold wind", "Cold wind", "Low cloud", "Rain and wind", "Downpour"),
        *("Frost", "Snow flurries", "Fog: nobody sees past ten paces", "Hail", "Thunderstorm"),
        *("Snow", "Deep snow", "Whiteout", "Avalanche: prudence or be buried", "The storm parts for an hour"),
    ),
)
# What nobody but the game masters may ever read of it: its name, and every cell that no die named.
CURSES = Chart("Kzcurses", tuple(f"kzcurse {number}" for number in range(1, 26)), is_secret=True)
LONGEST = Chart("W" * 60, tuple(f"{n:02}{'*' * 98}" for n in range(25)))


def bringing(*charts: Chart) -> ImportEntries:
    """What brings those charts into the library."""
    return ImportEntries(CHARTS.key, tuple(map(write_chart, charts)), "a test")


async def at_stage(stage: Stage, *charts: Chart) -> None:
    """The charts in the stage's library."""
    request = stage.request(int(stage.say.slash("x")["id"]))
    await stage.bot.play.act(Actor(stage.gm.id), request, bringing(*charts))
    await stage.settle()


async def at_table(table: Table, *charts: Chart) -> None:
    """The charts in the table's library."""
    request = Request(_fresh(table), table.guild.id, table.channel.id)
    await table.bot.play.act(Actor(table.gm.id), request, bringing(*charts))
    await table.settle()


def _fresh(table: Table) -> int:
    return int(max(message.id for message in table.messages())) + 1
