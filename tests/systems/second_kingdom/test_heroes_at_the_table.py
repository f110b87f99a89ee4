"""`/sk new`, `sheet`, `set`, `conviction` and `odds` through the simulated Discord."""

from __future__ import annotations

from tests.systems.second_kingdom.evening import is_private, opened, sheet
from tests.tables import Table, said

# -- new, sheet, set ----------------------------------------------------------------------------------


async def test_a_hero_is_made_shown_and_changed(table: Table) -> None:
    # Sheet shows ones own hero privately.
    result = await table.deacon.slash(table.channel, "sk sheet")
    assert is_private(result)
    assert "Courage **6** · Prudence **5** · Temperance **3**" in said(result)

    # Sheet shows another players hero.
    assert "Courage **4**" in await sheet(table, table.deacon, hero="Ysolde")

    # Sheet of somebody without a hero says how to make one.
    assert "`/sk new` makes one" in await sheet(table, table.gm)

    # Set changes a virtue in the open.
    result = await table.deacon.slash(table.channel, "sk set", prudence=7)
    assert not is_private(result)
    assert "Evander: prudence 5 → 7." in said(result)

    # Set counts damage.
    result = await table.deacon.slash(table.channel, "sk set", counter="Wounds", value=2)
    assert "Evander: Wounds 0 → 2." in said(result)
    assert "Wounds **2**" in await sheet(table)

    # Q25 conviction is given in the open.
    result = await table.gm.slash(
        table.channel, "sk conviction", heroes="Evander", amount=2, reason="A vow kept"
    )
    assert not is_private(result)
    assert "Evander: conviction 3 → 5. A vow kept" in said(result)

    # Sheet says what waits.
    await opened(table)
    assert f"Waits for {table.deacon.mention} to roll: Leap the chasm" in await sheet(table)

    # New brings a hero to the table.
    made = await table.wren.slash(
        table.channel, "sk new", name="Tam", courage=1, prudence=10, temperance=5, conviction=2
    )
    assert not is_private(made)
    assert "Tam comes to the table" in said(made)
    assert "Conviction **2**" in await sheet(table, hero="Tam")

    # Sheet of somebody with two heroes asks which.
    await table.deacon.slash(table.channel, "sk new", name="Tom", courage=1, prudence=1, temperance=1)
    wrong = "You have several heroes: Evander, Tom. Name one, or choose with `/sk play` whom you play here."
    assert await sheet(table) == wrong


# -- conviction, odds, suggestions --------------------------------------------------------------------


# -- on both databases --------------------------------------------------------------------------------


async def test_the_longest_words_are_kept_and_shown_on_each_database(each_table: Table) -> None:
    table, name = each_table, "\N{LATIN CAPITAL LETTER SHARP S}" * 60
    await table.deacon.slash(table.channel, "sk new", name=name, courage=4, prudence=1, temperance=1)
    opening = await table.gm.slash(
        table.channel, "sk challenge", heroes=name, action="*" * 200, virtue="courage", rating=10
    )
    await table.settle()
    assert "against rating 10" in said(opening)
    assert "waits for 1 thing" in said(await table.deacon.slash(table.channel, "waiting"))
    given = await table.gm.slash(table.channel, "sk conviction", heroes=name, amount=1, reason="r" * 200)
    assert "conviction 0 → 1" in said(given)
