"""An attack's private panels: pressed twice, by two, too late, and by who must not learn what they hold."""

from __future__ import annotations

import json
import re

from simcord import InteractionResult, MemberActor

from tests.systems.second_kingdom.duel import (
    DEMONS,
    HELD_BLOCK,
    LINE,
    WEAK_BLOCK,
    attacked,
    choose,
    defended,
    held,
    labels_of,
    laid,
    lock,
    meanings,
    offered,
    panel,
    press,
    rolled,
)
from tests.systems.second_kingdom.evening import buttons, entries, is_private
from tests.tables import Table, answers, first_button, reply_of, said, text

SETTLED = "That has been settled already; nothing was changed. The newest message about it says how."


# -- once ---------------------------------------------------------------------------------------------


async def test_q12_of_two_guards_locked_at_once_one_counts(armed: Table) -> None:
    await defended(armed)
    panels = [await panel(armed, who, "Choose guard…") for who in (armed.wren, armed.gm)]
    marked = [
        await choose(armed.wren, panels[0], HELD_BLOCK),
        await choose(armed.gm, panels[1], "4 holds accuracy 3 · 4 falls to speed 5"),
    ]
    await armed.wren.click(reply_of(marked[0]), label="Lock")
    before = await entries(armed)
    late = await armed.gm.click(reply_of(marked[1]), label="Lock")
    await armed.settle()
    assert (said(late), await entries(armed)) == (SETTLED, before)
    assert "Guard: **block**" in text(armed.last())
    old = await choose(armed.gm, panels[1], HELD_BLOCK)
    assert said(old).startswith("The guard is locked already, a block: full defense. Nothing was changed;")


async def test_q17_choosing_alone_locks_nothing_and_a_veto_ends_it(armed: Table) -> None:
    # Choosing alone locks nothing.
    await rolled(armed, 2, 6, 9)
    before = await entries(armed)
    marked = await choose(armed.deacon, await panel(armed, armed.deacon, "Assign dice…"), LINE)
    assert f"Chosen: **{LINE}**" in said(marked)
    assert "Choosing locks nothing" not in said(marked)
    assert await entries(armed) == before

    # Q17 a veto while the attacker assigns.
    marked = await choose(armed.deacon, await panel(armed, armed.deacon, "Assign dice…"), LINE)
    form = await armed.gm.click(armed.last(), label="Veto")
    await armed.gm.submit_modal(form, {"reason": "There is *no* horde"})
    await armed.settle()
    assert "Over: a game master vetoed it.\nReason: There is \\*no\\* horde" in text(armed.last())
    before = await entries(armed)
    assert said(await armed.deacon.click(reply_of(marked), label="Lock")) == SETTLED
    old = await choose(armed.deacon, marked, LINE)
    assert said(old) == "This attack is over: a game master vetoed it. Nothing was changed."
    assert await entries(armed) == before


async def test_q15_a_counter_attack_is_declared_once_and_with_something(armed: Table) -> None:
    # Q15 a counter attack is declared once.
    await held(armed)
    opened = await panel(armed, armed.wren, "Counter-attack…")
    marked = await choose(armed.wren, opened, "Claw")
    await armed.wren.click(reply_of(marked), label="Strike back with Claw")
    before = await entries(armed)
    again = await armed.wren.click(reply_of(marked), label="Strike back with Claw")
    over = "This attack is over: it was held, and answered with a counter-attack. Nothing was changed."
    assert (said(again), is_private(again), await entries(armed)) == (over, True, before)

    # A defender without maneuvers has nothing to strike back with.
    await armed.wren.slash(armed.channel, "sk forget", maneuver="Claw")
    await held(armed)
    told = said(await panel(armed, armed.wren, "Counter-attack…"))
    assert told == "Ysolde knows no maneuver to strike back with; learn one first, or let it pass."


async def test_what_is_locked_elsewhere_is_told_where_it_is_played_and_what_was_undone_waits(
    armed: Table,
) -> None:
    # What a game master locks in their own channel is told where it is played.
    await defended(armed)
    (item,) = await armed.gm.autocomplete(armed.secret, "sk gm act-for", "item", "Ysolde")
    opened = await armed.gm.slash(armed.secret, "sk gm act-for", item=item["value"])
    marked = await choose(armed.gm, opened, HELD_BLOCK)
    result = await armed.gm.click(reply_of(marked), label="Lock")
    await armed.settle()
    assert is_private(result)
    assert "○ **Full defense.**" in text(armed.last())

    # A panel of what was undone says what the attack waits for.
    await defended(armed)
    opened = await panel(armed, armed.wren, "Choose guard…")
    asked = await armed.gm.slash(armed.channel, "undo")
    await armed.gm.click(reply_of(asked), custom_id=first_button(asked))
    old = await choose(armed.wren, opened, HELD_BLOCK)
    assert said(old) == "This attack waits for the defence dice now; nothing was changed."

    # Q15 a game masters own strikes back with any maneuver of the library.
    await laid(armed, armed.wren, "Claw", 3, 5, 4)
    await press(armed, armed.gm, "Roll defence", 9, 9)
    await lock(armed, armed.gm, "Choose guard…", "9 holds accuracy 3 · 9 holds speed 5")
    opened = await panel(armed, armed.gm, "Counter-attack…")
    assert list(offered(opened)[1]) == ["Claw", "Iron Gale"]
    marked = await choose(armed.gm, opened, "Iron Gale")
    await armed.gm.click(reply_of(marked), label="Strike back with Iron Gale")
    await armed.settle()
    assert "Smoldering Demons strikes back at Ysolde with Iron Gale" in text(armed.last())


# -- the odds -----------------------------------------------------------------------------------------


async def test_q6_k22_odds_and_guards_are_offered_with_what_each_comes_to(armed: Table) -> None:
    # Q6 the attacker sees the odds against defences everybody may know.
    await attacked(armed, armed.deacon, "Ysolde")
    await press(armed, armed.deacon, "Requirement met: roll 3d10", 2, 6, 9)
    opened = await panel(armed, armed.deacon, "Assign dice…")
    assert "The chances are exact, against the best guard." in said(opened)
    assert all(meaning.count("%") == 3 for meaning in meanings(opened))
    assert len(meanings(opened)) == 6

    # Q6 equal dice are offered once.
    await rolled(armed, 5, 5, 5)
    _, options = offered(await panel(armed, armed.deacon, "Assign dice…"))
    assert list(options) == ["Accuracy 7 · Speed 9 · Power 4"]

    # K22 the guards come best first with what each comes to.
    await struck_at(armed)
    opened = await panel(armed, armed.gm, "Choose guard…")
    labels = dict(zip(meanings(opened), labels_of(opened), strict=True))
    assert labels[WEAK_BLOCK] == "Minor strike · block, 8 damage"
    told = [label.split(" · ")[0] for label in labels.values()]
    assert set(told) == {"Minor strike", "Major strike"}
    assert told == sorted(told, reverse=True)


async def struck_at(table: Table) -> None:
    """The book's example (K29), up to the demons' guard."""
    await rolled(table, 2, 6, 9)
    await lock(table, table.deacon, "Assign dice…", LINE)
    await press(table, table.gm, "Roll defence", 5, 7)


# -- secrets ------------------------------------------------------------------------------------------


async def test_no_player_learns_an_npcs_bonuses_or_odds_before_its_guard_is_locked(armed: Table) -> None:
    heard: list[InteractionResult] = []
    await rolled(armed, 2, 6, 9)
    opened = await panel(armed, armed.deacon, "Assign dice…")
    heard += [opened, await choose(armed.deacon, opened, LINE)]
    heard.append(await armed.deacon.click(reply_of(heard[-1]), label="Lock"))
    await armed.settle()
    await press(armed, armed.gm, "Roll defence", 5, 7)
    for who in (armed.deacon, armed.wren):
        heard.append(await panel(armed, who, "Choose guard…"))
        for command in ("waiting", "journal"):
            heard.append(await who.slash(armed.channel, command))
    labels = (label for message in armed.messages() for label in buttons(message))
    told = "\n".join([*map(said, heard), *map(text, armed.messages()), *map(_controls, heard), *labels])
    assert "Only game masters know the target's defences" in told
    # In a link the end of one id and the beginning of the next may look like a die and its bonus.
    told = re.sub(r"https://discord\.com/\S+", "", told)
    for secret in ("%", "5 + 2", "5+2", "7+1", "2/1", "Hide", "falls to"):
        assert secret not in told
    await lock(armed, armed.gm, "Choose guard…", WEAK_BLOCK)
    assert "5 + 2" in text(armed.last())


def _controls(result: InteractionResult) -> str:
    return json.dumps([message.components for message in answers(result)], ensure_ascii=False)


async def test_maneuvers_and_targets_are_suggested_to_who_may_know_them(armed: Table) -> None:
    # An attackers maneuvers are suggested to who may know them.
    async def suggested(who: MemberActor, **filled: str) -> list[str]:
        found = await who.autocomplete(armed.channel, "sk attack", "maneuver", "", **filled)
        return [each["name"] for each in found]

    await armed.gm.slash(armed.secret, "sk learn", maneuver="Claw", hero=DEMONS)
    assert await suggested(armed.deacon) == ["Iron Gale (+2 accuracy, +4 speed, -1 power)"]
    assert await suggested(armed.deacon, hero=DEMONS) == []
    assert len(await suggested(armed.gm, hero=DEMONS)) == 2

    # Hidden npcs are no targets to players.
    await armed.gm.slash(armed.secret, "sk npc add", name="The Innkeeper")
    targets = await armed.deacon.autocomplete(armed.channel, "sk attack", "target", "")
    assert [each["name"] for each in targets] == ["Evander", DEMONS, "Ysolde"]
    before = await entries(armed)
    told = await armed.deacon.slash(armed.channel, "sk attack", target="The Innkeeper", maneuver="Iron Gale")
    assert (is_private(told), await entries(armed)) == (True, before)
    assert "The Innkeeper" in said(told)
