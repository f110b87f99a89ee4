"""Every example on the page about what can be typed is read, or refused, as the page says."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.engine.dice.notation import parse_all
from bot.engine.when import days_of, hours_of, hours_of_day, moment_of
from bot.engine.words import is_fraction, plain_signs, whole_number
from bot.engine.zones import zone_of
from bot.errors import UserError

PAGE = (Path(__file__).parents[2] / "docs" / "typing.md").read_text(encoding="utf-8")
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


def section(title: str) -> str:
    return PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]


def row(name: str) -> list[str]:
    found = re.search(rf"^\| {re.escape(name)} \| (.*) \|$", section("Days and times"), re.MULTILINE)
    assert found is not None, name
    return re.findall(r"`([^`]+)`", found[1])


def test_signs_are_plain_as_the_page_says() -> None:
    dashes, quotes, wide = re.findall(r"^\| (`.*) \|$", section("Signs"), re.MULTILINE)[:3]
    assert {plain_signs(each) for each in re.findall(r"`([^`]+)`", dashes)} == {"-"}
    assert {plain_signs(each) for each in re.findall(r"`([^`]+)`", quotes)} == {"'", '"'}
    assert {plain_signs(each) for each in re.findall(r"`([^`]+)`", wide)} == {"2d6+1"}


def test_amounts_are_read_as_the_page_says() -> None:
    read, _, refused = section("Amounts").partition("are a thousand")
    assert {whole_number(each) for each in re.findall(r"`([^`]+)`", read)} == {1000}
    assert all(map(is_fraction, re.findall(r"`([^`]+)`", refused)))


@pytest.mark.parametrize("name", ["a day", "from today on"])
def test_days_are_read(name: str) -> None:
    assert all(moment_of(each, NOW, "UTC")[0] >= NOW.replace(hour=0) for each in row(name))


@pytest.mark.parametrize("text", [*row("with a time"), "<t:1798000000:F>"])
def test_times_are_read(text: str) -> None:
    at, is_timed = moment_of(text, NOW, "UTC")
    assert is_timed
    assert at > NOW


def test_what_stands_for_several_days_and_hours_is_read() -> None:
    assert all(days_of(each, NOW, "UTC") for each in row("several days") if len(each) > 1)
    assert all(hours_of_day(each) for each in row("hours of the day"))
    assert all(moment_of(each, NOW, "UTC") for each in row("Discord's timestamps"))


def test_lengths_of_time_are_read() -> None:
    lengths = re.findall(r"`([^`]+)`", section("Lengths of time"))
    assert [hours_of(each) for each in lengths] == [12, 48, 36, 168, 12, 36, 0]


def test_zones_are_read_and_what_has_several_is_refused() -> None:
    read, _, refused = section("Time zones").partition("What has")
    assert all(zone_of(each) for each in re.findall(r"`([^`]+)`", read))
    for each in re.findall(r"`([^`]+)`", refused):
        with pytest.raises(UserError):
            zone_of(each)


@pytest.mark.parametrize("text", ["3/4", "next friday"])
def test_what_could_be_two_days_is_on_the_page(text: str) -> None:
    assert f"`{text}`" in section("Days and times")
    with pytest.raises(UserError):
        moment_of(text, NOW, "UTC")


def test_an_x_is_refused() -> None:
    assert "`4d6kh3 x6`" in section("Dice")
    with pytest.raises(UserError):
        parse_all("4d6kh3 x6")
