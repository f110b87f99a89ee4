"""What comes of an attack at the table: damage counted, edited or left, and full defenses."""

from __future__ import annotations

from bot.systems.second_kingdom.settings import AT_ONCE, DAMAGE
from tests.loaded import loaded
from tests.systems.second_kingdom.duel import DEMONS, decide, held, laid, lock, press, struck
from tests.systems.second_kingdom.evening import buttons
from tests.tables import Table, said, text


async def test_q15_a_game_master_allows_a_counter_attack(armed: Table) -> None:
    await laid(armed, armed.gm, "Claw", 3, 5, 4, target="Ysolde", hero=DEMONS)
    await press(armed, armed.wren, "Roll defence", 9, 9)
    await lock(armed, armed.wren, "Choose guard…", "9 holds accuracy 3 · 9 holds speed 5")
    assert buttons(armed.last()) == ["Allow counter-attack", "Let it pass"]
    await press(armed, armed.gm, "Allow counter-attack")
    assert armed.last().content == armed.wren.mention
    assert buttons(armed.last()) == ["Counter-attack…", "Let it pass"]


async def test_k24_k26_q18_what_was_held_is_let_pass_and_damage_counted_edited_or_left(armed: Table) -> None:
    # K24 a full defense is let pass.
    await held(armed)
    await press(armed, armed.wren, "Let it pass")
    assert "Over: it was held, and nobody strikes back." in text(armed.last())
    assert buttons(armed.last()) == []

    # K26 damage to a hero is told with its counter.
    await mauled(armed)
    assert "● **Major strike: Maul.**\nDamage: power + speed = **16**" in text(armed.last())
    await press(armed, armed.gm, "Apply 16 to Wounds")
    assert "Ysolde: Wounds 0 → **16** (16 damage)" in text(armed.last())

    # Q18 a game master edits what is applied.
    await mauled(armed)
    form = await armed.gm.click(armed.last(), label="Edit")
    await armed.gm.submit_modal(form, {"amount": "5", "counter": "Blood"})
    await armed.settle()
    assert "Ysolde: Blood 0 → **5** (5 damage)" in text(armed.last())

    # Q18 a strike is left with nothing counted.
    await mauled(armed)
    await press(armed, armed.gm, "Leave it")
    assert "Over: nothing was counted for its strike." in text(armed.last())
    assert buttons(armed.last()) == []


async def test_two_attacks_on_one_target_are_applied_in_the_order_declared(armed: Table) -> None:
    ours = await laid(armed, armed.gm, "Claw", 9, 9, 9, target="Ysolde", hero=DEMONS)
    await laid(armed, armed.gm, "Claw", 8, 8, 8, target="Ysolde", hero=DEMONS)
    second = [text(each) for each in armed.messages() if "2nd of the attacks on Ysolde" in text(each)]
    assert len(second) == 1
    strikes = []
    for card, power in ((ours, 9), (armed.last(), 8)):
        with loaded(1, 1):
            await armed.wren.click(card, label="Roll defence")
        await armed.settle()
        lost = f"1 falls to accuracy {power} · 1 falls to speed {power}"
        await lock(armed, armed.wren, "Choose guard…", lost)
        strikes.append(armed.last())
    early = await armed.gm.click(strikes[1], label="Apply 16 to Wounds")
    assert "was declared earlier and comes first" in said(early)
    for card, label in zip(strikes, ("Apply 18 to Wounds", "Apply 16 to Wounds"), strict=True):
        await armed.gm.click(card, label=label)
        await armed.settle()
    assert "Ysolde: Wounds 18 → **34** (16 damage)" in text(armed.last())


async def test_a_strike_applied_at_once_is_told_with_its_guard(armed: Table) -> None:
    await decide(armed, DAMAGE, AT_ONCE)
    await struck(armed)
    told = text(armed.last())
    assert told.count("◐ **Minor strike: Pierce.**") == 1
    assert "○ 7 (5 + 2) **holds** speed 6" in told
    assert f"8 damage to {DEMONS}." in told
    assert buttons(armed.last()) == []


async def mauled(table: Table) -> None:
    """The demons' claw against Ysolde, who holds neither die: a major strike of 16."""
    await laid(table, table.gm, "Claw", 9, 9, 7, target="Ysolde", hero=DEMONS)
    await press(table, table.wren, "Roll defence", 5, 5)
    both = "5+3=8 falls to speed 9 · 5+2=7 falls to power 7"
    await lock(table, table.wren, "Choose guard…", both)
