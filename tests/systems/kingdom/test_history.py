"""The history of a kingdom: months kept, charts as pictures and as lists, two months side by side."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image

from bot.engine.system import RecordId
from bot.systems.kingdom.book import MonthStep
from bot.systems.kingdom.month.course import OpenMonth, SkipTo
from bot.systems.kingdom.month.numbers import PlaceNumber
from bot.systems.kingdom.month.rules import CloseMonth
from bot.systems.kingdom.sheet.pictures import (
    LEFT,
    LINES,
    STYLES,
    ChartSubject,
    History,
    at_side,
    draw_history,
)
from bot.systems.kingdom.sources import Snapshot
from bot.ui.canvas import BACKGROUND, HEIGHT, WIDTH, label_width
from bot.ui.card import ALT
from tests.systems.kingdom.months_table import act, tarn_at
from tests.systems.second_kingdom.evening import entries, is_private, refused
from tests.tables import Table, reply_of, said


def snapshots(count: int, **changes: Any) -> tuple[Snapshot, ...]:
    """So many months in which everything rises by one."""
    return tuple(
        Snapshot(RecordId("tarn"), month, **{
            "size": month, "districts": 1, "economy": month, "loyalty": 2 * month, "stability": -month,
            "unrest": month % 5, "consumption": 1, "control_dc": 20 + month, "treasury": 10 - month,
            "population": 250, **changes,
        })
        for month in range(1, count + 1)
    )  # fmt: skip


def history(count: int, what: str = "attributes", **changes: Any) -> History:
    return History("Tarn", ChartSubject(what), snapshots(count, **changes))


# -- the chart ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 3, 25, 120, 240])
@pytest.mark.parametrize("what", list(LINES))
def test_a_chart_of_any_number_of_months(count: int, what: ChartSubject) -> None:
    image = Image.open(BytesIO(draw_history(history(count, what))))
    assert image.size == (WIDTH, HEIGHT)
    colours = {colour for _, colour in image.convert("RGB").getcolors(WIDTH * HEIGHT) or ()}
    assert {BACKGROUND, *(style.colour for style in STYLES[: len(LINES[what])])} <= colours


@pytest.mark.parametrize("value", [0, 1, -1, 7, -999_999, 999_999])
def test_the_scale_holds_every_value_and_nothing(value: int) -> None:
    scale = history(2, "treasury", treasury=value).scale
    assert scale[0] <= min(0, value)
    assert scale[-1] >= max(0, value)
    assert 0 in scale
    assert 2 <= len(scale) <= 8


def test_values_beside_a_chart_have_room_there() -> None:
    for value in (0, -9_999, 9_999, -999_000, 1_000_000):
        assert label_width(at_side(value)) <= LEFT - 12, value


def test_lines_are_told_apart_without_colour() -> None:
    assert len({style.dashes for style in STYLES}) == len({style.sign for style in STYLES}) == 3


def test_a_long_name_leaves_what_is_shown_readable() -> None:
    shown = Image.open(BytesIO(draw_history(History("W" * 60, ChartSubject.TREASURY, snapshots(240)))))
    assert shown.size == (WIDTH, HEIGHT)


# -- the list -----------------------------------------------------------------------------------------


def test_the_description_reads_as_a_list() -> None:
    assert history(3, "treasury").alt() == (
        "Treasury (BP) of Tarn, months 1–3. Treasury by month: 1: 9, 2: 8, 3: 7 (the last one is now)."
    )


@pytest.mark.parametrize("count", [1, 24, 120, 240])
def test_the_description_is_whole_with_its_first_and_last_month(count: int) -> None:
    told = history(count).alt()
    assert len(told) <= ALT
    assert "…" not in told
    assert f"Stability by month: 1: −1{',' if count > 1 else ''}" in told
    assert f"{count}: −{count} (the last one is now)" in told


def test_each_line_is_told_at_its_ends() -> None:
    assert history(3).sentence() == [
        "**Economy** 1 → **3** (+2)",
        "**Loyalty** 2 → **6** (+4)",
        "**Stability** −1 → **−3** (−2)",
    ]
    assert history(1, "unrest").sentence() == ["**Unrest** 1"]


def test_the_months_of_a_chart_are_in_order() -> None:
    months = [each.month for each in history(5).months]
    assert all(before < after for before, after in pairwise(months))
    assert (history(5).first, history(5).last) == (1, 5)


# -- at the table -------------------------------------------------------------------------------------


async def months_of(table: Table, count: int) -> None:
    """Tarn after so many months, in each of which Unrest and the Treasury rose."""
    id_ = await tarn_at(table, MonthStep.OPEN)
    for number in range(count):
        await act(table, OpenMonth(id_))
        await act(table, PlaceNumber(id_, "unrest", str(number + 1), "Riots"))
        await act(table, SkipTo(id_, MonthStep.CLOSE))
        await act(table, CloseMonth(id_))
    await table.settle()


async def test_a_kingdom_without_a_past_shows_the_month_under_way(realms: Table) -> None:
    await tarn_at(realms, MonthStep.OPEN)
    shown = await realms.wren.slash(realms.channel, "kingdom history")
    assert is_private(shown)
    assert "No month is closed yet" in said(shown)
    assert [each.filename for each in reply_of(shown).attachments] == ["history.png"]


async def test_only_the_last_months(realms: Table) -> None:
    await months_of(realms, 3)
    shown = await realms.wren.slash(realms.channel, "kingdom history", what="unrest", months=2)
    assert "**Unrest** 6 → **6** (unchanged)" in said(shown)


COMPARED: list[str] = ["1 3", "3-1", "1, 3", "1"]


async def test_the_past_is_shown_compared_and_drawn_anew(realms: Table) -> None:
    # Two months side by side.
    await months_of(realms, 2)
    for text in COMPARED:
        shown = await realms.wren.slash(realms.channel, "kingdom history", compare=text)
        assert is_private(shown)
        assert "Tarn: month 1 → month 3 (now)" in said(shown)
        assert "**Unrest** 1 → **3** (+2)" in said(shown)
        assert "Districts 1" in said(shown)
        assert "-# Events of month 1: none" in said(shown)

    # The past is a picture and its list shows something else.
    before = await entries(realms)
    shown = await realms.wren.slash(realms.channel, "kingdom history", what="unrest")
    assert "Tarn · Unrest" in said(shown)
    assert "**Unrest** 1 → **3** (+2)" in said(shown)
    (file,) = reply_of(shown).attachments
    assert "Unrest by month: 1: 1, 2: 3, 3: 3" in (file.description or "")
    await realms.restart()
    other = await realms.wren.select(reply_of(shown), values=["size"])
    assert "Tarn · Size (hexes)" in said(other)
    assert await entries(realms) == before


NOT_COMPARED: list[tuple[str, str]] = [
    ("1 9", "The records have months 1 to 2;"),
    ("yesterday", "doesn't name two months"),
    ("2 2", "two different months"),
    ("1 2 3", "doesn't name two months"),
]


async def test_months_that_are_not_kept_and_the_past_in_plain_text(realms: Table) -> None:
    # Months that can not be compared.
    await months_of(realms, 1)
    for text, told in NOT_COMPARED:
        assert told in await refused(realms, realms.wren, "kingdom history", compare=text)

    # Who reads plain text gets the list.
    await realms.wren.slash(realms.channel, "preferences plain", on=True)
    shown = await realms.wren.slash(realms.channel, "kingdom history", what="unrest")
    assert reply_of(shown).attachments == []
    assert "Unrest of Tarn, months 1–2.\nUnrest, month 1: 1\nUnrest, month 2: 1" in said(shown)


async def test_before_the_founding_there_is_no_history(realms: Table) -> None:
    await realms.gm.slash(realms.channel, "kingdom found", name="Fens")
    await realms.settle()
    assert "Fens" in await refused(realms, realms.wren, "kingdom history")
