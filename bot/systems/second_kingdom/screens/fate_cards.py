"""Fate rolls and their charts on cards and in the journal.

`fate_pictures` is imported where it is used: only who draws loads the library for it, which holds 7 MiB.
"""

from __future__ import annotations

from typing import Any, cast

from bot.play import Post, Shown
from bot.systems.second_kingdom.rules.charts import CHART, Chart
from bot.systems.second_kingdom.rules.fates import (
    FATE,
    Fate,
    FateRevealed,
    FateRoll,
    FateRolled,
    Reading,
    SecretChartRolled,
    SecretFateAnnounced,
)
from bot.systems.second_kingdom.words import charts, fates
from bot.ui.card import Button, Card, Picture, Tone
from bot.ui.text import person, safe

REVEAL_BUTTON = "reveal_fate"
# For a chart in words; what the house adds to a card has its own.
ROOM = 3500


def draw(post: Post) -> Card | None:
    """The message about an entry, where it is about fate."""
    rolled, revealed = post.entry.event(FateRolled), post.entry.event(FateRevealed)
    if rolled is not None:
        return _rolled(rolled, post)
    if revealed is not None:
        return _result(revealed.roll, _reveals(revealed, _on(revealed.roll)), post.subject)
    announced = post.entry.event(SecretFateAnnounced)
    if announced is not None:
        return Card(fates.UNSEEN_TITLE, (_tell_announced(announced),), tone=Tone.QUIET)
    return None


def show(shown: Shown, post: Post) -> Card | None:
    """A chart, or a fate roll, as it stands."""
    if shown.kind == CHART.name:
        return chart_card(cast(Chart, shown.state))
    if shown.kind != FATE.name:
        return None
    roll = cast(Fate, shown.state).roll
    return _result(roll, fates.rolls(person(roll.roller), _on(roll)), shown)


def chart_card(chart: Chart) -> Card:
    """A chart with its picture; in words too where the picture's own have no room for all."""
    from bot.systems.second_kingdom.screens import fate_pictures

    is_whole = fate_pictures.is_told_whole(chart)
    rows = [] if is_whole else fate_pictures.in_words(chart, ROOM, lambda row: safe(row, ROOM))
    secret = (charts.ONLY_GAME_MASTERS,) if chart.is_secret else ()
    return Card(safe(chart.name), (*secret, *rows), picture=fate_pictures.picture(chart))


def _rolled(event: FateRolled, post: Post) -> Card:
    fate = cast(Fate, post.subject.state) if post.subject is not None else None
    # Game masters read the name of a secret chart in the record; the event doesn't tell it.
    roll = fate.roll if fate is not None else event.roll
    card = _result(roll, fates.rolls(person(roll.roller), _on(roll)), post.subject)
    if event.roll.chart != roll.chart:
        return card.add(fates.CHART_IS_UNSEEN)
    if fate is None or post.subject is None or not fate.is_secret:
        return card
    if fate.revealed_in is not None:
        return card.add(fates.revealed_in(fate.revealed_in))
    reveal = Button(fates.REVEAL, REVEAL_BUTTON, (post.entry.campaign, post.subject.id))
    return card.add(fates.GAME_MASTERS_SEE, buttons=(reveal,))


def _on(roll: FateRoll) -> str:
    """The chart's name, where it isn't the title already."""
    return safe(roll.chart) if roll.reason else ""


def _result(roll: FateRoll, said: str, shown: Shown | None) -> Card:
    reading = roll.reading
    came = fates.came_to(*reading.dice, reading.row, reading.column)
    lines = (said, came, fates.result(safe(reading.text)))
    chart = cast(Fate, shown.state).chart if shown is not None else None
    picture = _picture(chart, reading) if chart is not None else None
    return Card(safe(roll.reason or roll.chart), lines, picture=picture)


def _picture(chart: Chart, reading: Reading) -> Picture:
    from bot.systems.second_kingdom.screens import fate_pictures

    return fate_pictures.picture(chart, reading)


# -- the journal ----------------------------------------------------------------------------------


def _line(said: str, roll: FateRoll) -> str:
    reading = roll.reading
    place = charts.place(reading.row, reading.column)
    return fates.line(said, safe(roll.reason, 60), reading.dice, place, safe(reading.text))


def _reveals(event: FateRevealed, chart: str) -> str:
    return fates.reveals(person(event.by), person(event.roll.roller), chart, event.entry)


def _tell_rolled(event: FateRolled) -> str:
    return _line(fates.rolls(person(event.roll.roller), safe(event.roll.chart)), event.roll)


def _tell_revealed(event: FateRevealed) -> str:
    return _line(_reveals(event, safe(event.roll.chart)), event.roll)


def _tell_chart(event: SecretChartRolled) -> str:
    return fates.secret_chart(safe(event.chart))


def _tell_announced(event: SecretFateAnnounced) -> str:
    return fates.in_secret(person(event.roller))


TELLERS: dict[type[Any], Any] = {
    FateRolled: _tell_rolled,
    FateRevealed: _tell_revealed,
    SecretChartRolled: _tell_chart,
    SecretFateAnnounced: _tell_announced,
}
