"""Numbers as the sum of their sources, and the month's beginning."""

from __future__ import annotations

from bot.systems.kingdom.book import Alignment, Attribute, Improvement, Phase, Stat
from bot.systems.kingdom.checks import check
from bot.systems.kingdom.month.course import OpenMonth
from bot.systems.kingdom.sources import figures
from tests.systems.kingdom.scenes import (
    TARN,
    change,
    everybody,
    hexed,
    kingdom_of,
    land,
    month,
    played,
    ready,
    realm,
    scene,
    tarn,
)


def test_a_neutral_realm_of_three_hexes() -> None:
    numbers = figures(realm(tarn(leaders=everybody())))
    assert (numbers.economy, numbers.loyalty, numbers.stability) == (0, 0, 4)
    assert (numbers.size, numbers.control_dc, numbers.consumption) == (3, 24, 4)


def test_r002_raw_consumption_below_nothing_is_kept() -> None:
    farms = land()
    for spot in ("0,0", "1,0", "2,0"):
        farms = hexed(farms, spot, improvements=(Improvement.FARM,))
    numbers = figures(realm(tarn(), farms))
    assert (numbers.raw, numbers.consumption) == (-2, 0)


def test_a_month_opens_with_the_stability_check() -> None:
    waits = scene(ready(tarn(leaders=everybody(), month=month(Phase.BEFORE))))
    assert list(kingdom_of(waits).month.opened) == ["open"]
    begun = kingdom_of(played(waits, OpenMonth(TARN)))
    assert list(begun.month.opened) == ["stability"]
    assert begun.month.phase is Phase.UPKEEP


def test_the_books_first_check() -> None:
    """A 19 with Stability 56 and Unrest 5 is 70."""
    state = tarn(
        alignment=Alignment.LAWFUL_GOOD, leaders=everybody(), unrest=5, changes=(change(Stat.STABILITY, 56),)
    )
    assert check(realm(state), Attribute.STABILITY).of(19).total == 70
