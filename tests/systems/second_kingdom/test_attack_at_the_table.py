"""Attacks from `/sk attack` to what came of them, through the simulated Discord."""

from __future__ import annotations

import json
import re
from typing import Any

from simcord import InteractionResult, MemberActor, ResponseMessage

from bot.systems.second_kingdom.settings import ABSENT, AT_ONCE, DAMAGE, WAIT
from tests.loaded import loaded
from tests.systems.second_kingdom.duel import (
    CLAW,
    DEMONS,
    HELD_BLOCK,
    LINE,
    WEAK_BLOCK,
    again,
    arm,
    attacked,
    chosen,
    decide,
    defended,
    guard,
    held,
    laid,
    meanings,
    offered,
    panel,
    press,
    rolled,
    struck,
)
from tests.systems.second_kingdom.evening import buttons, entries, is_private
from tests.tables import Table, answers, confirmed, first_button, pinged, press_on, reply_of, said, text

# The guards of Ysolde, who has rolled 4 and 4 against 3, 5 and 4: the best first.
GUARDS = ["Block: full defense", "Dodge: minor strike, 4 damage", "Parry: minor strike, 4 damage"]

# -- from beginning to end ----------------------------------------------------------------------------


async def test_k29_iron_gale_end_to_end_with_a_restart_between_every_step(each_table: Table) -> None:
    table = each_table
    await arm(table)
    card = await attacked(table, table.deacon)
    assert card.content.startswith(table.deacon.mention)
    assert "Attack by Evander on Smoldering Demons with Iron Gale" in text(card)
    assert buttons(card) == ["Requirement met: roll 3d10", "Withdraw", "Game master…"]
    await table.restart()
    await press(table, table.deacon, "Requirement met: roll 3d10", 2, 6, 9)
    assert "Attack dice: **2** · **6** · **9**" in text(table.last())
    await table.restart()
    await press(table, table.deacon, LINE)
    card = table.last()
    assert "**Accuracy 8 · Speed 6 · Power 8**\n-# 6 + 2 · 2 + 4 · 9 − 1" in text(card)
    assert buttons(card) == ["Roll defense", "Game master…"]
    await table.restart()
    await press(table, table.gm, "Roll defense", 5, 7)
    assert "Defense dice: **5** · **7**" in text(table.last())
    await table.restart()
    await guard(table, table.gm, WEAK_BLOCK)
    result = text(table.last())
    assert "Guard: **block**\n○ 7 (5 + 2) **holds** speed 6" in result
    assert "● Power 8 **beats** 8 (7 + 1): a tie goes to the attacker\n-# Accuracy is not guarded." in result
    assert "◐ **Minor strike: Pierce.**\nDamage: accuracy = **8**" in result
    await table.restart()
    await press(table, table.gm, "Apply 8 damage")
    assert f"8 damage to {DEMONS}." in text(table.last())
    assert "Wounds 0 → **8**" in text(table.last(table.secret))
    assert buttons(table.last()) == []


async def test_k20_a_player_is_attacked_defends_and_strikes_back(armed: Table) -> None:
    card = await laid(armed, armed.gm, "Claw", 3, 5, 4, target="Ysolde", hero=DEMONS)
    assert (pinged(card), buttons(card)) == (armed.wren.mention, ["Roll defense", "Game master…"])
    await press(armed, armed.wren, "Roll defense", 4, 4)
    await guard(armed, armed.wren, HELD_BLOCK)
    card = armed.last()
    assert "○ **Full defense.**" in text(card)
    assert buttons(card) == ["Counterattack…", "Let it pass"]
    opened = await panel(armed, armed.wren, "Counterattack…")
    with loaded(1, 2, 3):
        await armed.wren.click(reply_of(opened), label="Strike back with Claw")
    await armed.settle()
    answer = armed.last()
    assert "Counterattack by Ysolde on Smoldering Demons with Claw" in text(answer)
    assert "Attack dice: **1** · **2** · **3**" in text(answer)
    assert answer.content.startswith(armed.wren.mention)
    answered = next(message for message in armed.messages() if message.id == card.id)
    assert "The attack is over: a full defense, answered with a counterattack." in text(answered)
    assert buttons(answered) == []


async def test_an_undone_guard_is_chosen_anew(armed: Table) -> None:
    await held(armed)
    asked = await armed.gm.slash(armed.channel, "undo")
    await armed.gm.click(reply_of(asked), custom_id=first_button(asked))
    await armed.settle()
    assert buttons(armed.last()) == [*GUARDS, "What changed…", "Redo…"]
    await guard(armed, armed.wren, HELD_BLOCK)
    assert "○ **Full defense.**" in text(armed.last())


async def test_what_an_attack_waits_for_is_listed_and_nudged(armed: Table) -> None:
    await defended(armed)
    found = await armed.gm.slash(armed.channel, "waiting")
    assert "Defense by Ysolde against Smoldering Demons: Claw – choose the guard" in said(found)
    parts = [part for row in reply_of(found).components for part in row["components"]]
    (nudges,) = (part for part in parts if part["custom_id"] == "?nudge")
    value = nudges["options"][0]["value"]
    await armed.gm.select(reply_of(found), [value], custom_id="?nudge")
    await armed.settle()
    assert armed.last().content.startswith(armed.wren.mention)


# -- in one form --------------------------------------------------------------------------------------


def lists_of(form: InteractionResult) -> list[dict[str, Any]]:
    """The lists of a form."""
    assert form.modal is not None
    return [row["component"] for row in form.modal["components"]]


def fields(form: InteractionResult) -> dict[str, list[tuple[str, bool]]]:
    """What a form's lists offer, and which line stands there."""
    return {
        part["custom_id"]: [(each["label"], each.get("default", False)) for each in part["options"]]
        for part in lists_of(form)
    }


async def attacked_by_form(table: Table, form: InteractionResult, target: str, *dice: int) -> None:
    """The form sent with that target and what stands there besides."""
    parts = {part["custom_id"]: part["options"] for part in lists_of(form)}
    usual = next(each["value"] for each in parts["maneuver"] if each.get("default"))
    meant = next(each["value"] for each in parts["target"] if each["label"] == target)
    with loaded(*dice):
        await table.deacon.submit_modal(form, {"target": [meant], "maneuver": [usual]})
    await table.settle()


async def test_one_form_asks_for_target_and_maneuver_and_rolls(armed: Table) -> None:
    form = await armed.deacon.slash(armed.channel, "sk attack")
    gale = "Iron Gale (+2 accuracy, +4 speed, −1 power): At its best against a horde"
    assert fields(form) == {
        "target": [(DEMONS, True), ("Ysolde", False)],
        "maneuver": [(gale, True)],
    }
    await attacked_by_form(armed, form, "Ysolde", 2, 6, 9)
    card = armed.last()
    assert "Attack by Evander on Ysolde with Iron Gale" in text(card)
    assert "Attack dice: **2** · **6** · **9**" in text(card)
    assert buttons(card)[-1] == "Game master…"
    assert "10 · 10 · 1" in buttons(card)


async def test_no_ally_stands_in_the_form_where_no_foe_is_known(table: Table) -> None:
    shown = await table.gm.slash(table.channel, "library add", kind="maneuver")
    await table.gm.click(reply_of(await table.gm.submit_modal(shown, CLAW)), label="Save")
    await table.deacon.slash(table.channel, "sk learn", maneuver="Claw")
    form = await table.deacon.slash(table.channel, "sk attack")
    assert fields(form)["target"] == [("Ysolde", False)]
    # One who was named does.
    form = await table.deacon.slash(table.channel, "sk attack", target="Ysolde")
    assert fields(form)["target"] == [("Ysolde", True)]


async def test_a_library_without_maneuvers_says_who_fills_it(table: Table) -> None:
    lacks = (
        "This campaign's library has no maneuvers yet. A game master adds them with `/library add` or copies "
        "them with `/library copy`."
    )
    assert said(await table.deacon.slash(table.channel, "sk attack")) == lacks
    assert said(await table.deacon.slash(table.channel, "sk learn", maneuver="Iron Gale")) == lacks
    step = "**Maneuvers:** the library has none yet, and nobody can attack without."
    assert step in said(await table.gm.slash(table.channel, "help"))
    assert step not in said(await table.deacon.slash(table.channel, "help"))
    shown = await table.gm.slash(table.channel, "library add", kind="maneuver")
    await table.gm.click(reply_of(await table.gm.submit_modal(shown, CLAW)), label="Save")
    assert step not in said(await table.gm.slash(table.channel, "help"))
    assert "There are no maneuvers on the sheet" in said(await table.deacon.slash(table.channel, "sk attack"))


async def test_a_sheet_attacks_whom_it_attacked_last(armed: Table) -> None:
    sheet = await armed.deacon.slash(armed.channel, "sk sheet")
    assert buttons(reply_of(sheet)) == ["Attack…", "Edit"]
    form = await armed.deacon.click(reply_of(sheet), label="Attack…")
    await attacked_by_form(armed, form, "Ysolde", 2, 6, 9)
    form = await press_on(armed.gm, armed.last(), "Veto")
    await armed.gm.submit_modal(form, {"reason": ""})
    form = await armed.deacon.click(reply_of(sheet), label="Attack…")
    assert fields(form)["target"] == [("Ysolde", True), (DEMONS, False)]


async def test_a_form_is_its_players_and_names_what_is_missing(armed: Table) -> None:
    sheet = await armed.deacon.slash(armed.channel, "sk sheet")
    assert buttons(reply_of(await armed.wren.slash(armed.channel, "sk sheet", hero="Evander"))) == ["Act…"]
    told = said(await armed.wren.slash(armed.channel, "sk attack", hero="Evander"))
    assert told == f"Only {armed.deacon.mention} or a game master can do that."
    await armed.deacon.slash(armed.channel, "sk forget", maneuver="Iron Gale")
    told = said(await armed.deacon.click(reply_of(sheet), label="Attack…"))
    assert told == "There are no maneuvers on the sheet of Evander. Learn one with `/sk learn`."


async def test_q17_a_requirement_is_confirmed_before_the_dice(armed: Table) -> None:
    await attacked(armed, armed.deacon)
    assert buttons(armed.last())[0] == "Requirement met: roll 3d10"
    with loaded(2, 6, 9):
        await attacked(armed, armed.deacon, requirement_met=True)
    assert "Attack dice: **2** · **6** · **9**" in text(armed.last())


# -- who may ------------------------------------------------------------------------------------------


async def pressed_by(table: Table, who: MemberActor, label: str) -> str:
    """What somebody is told who presses what isn't theirs: privately, and nothing comes of it."""
    before = await entries(table)
    result = await who.click(table.last(), label=label)
    await table.settle()
    assert is_private(result)
    assert await entries(table) == before
    return said(result)


async def test_q29_a_game_master_acts_for_somebody_absent_and_everybody_reads_it(armed: Table) -> None:
    # Q29 act for opens the panel of what waits.
    await defended(armed)
    theirs = await acting_for(armed, "Ysolde")
    assert f"You choose for {armed.wren.mention}. The best guard is first." in text(theirs)
    assert buttons(theirs) == GUARDS
    assert meanings(theirs)[0] == HELD_BLOCK

    # Q29 a game master acts for somebody absent and everybody reads it.
    await armed.gm.click(theirs, label=GUARDS[0])
    await armed.settle()
    assert f"{armed.gm.mention} for {armed.wren.mention}" in text(armed.last())
    newest = said(await armed.wren.slash(armed.channel, "journal")).splitlines()[1]
    assert newest.endswith(f" (for {armed.wren.mention})")


async def test_an_attack_of_the_longest_names_waits_as_any_other(each_table: Table) -> None:
    table, name = each_table, "W" * 60
    await table.deacon.slash(table.channel, "sk new", name=name, courage=1, prudence=1, temperance=1)
    await table.gm.slash(table.secret, "sk npc add", name=name, known="named")
    shown = await table.gm.slash(table.channel, "library add", kind="maneuver")
    draft = await table.gm.submit_modal(shown, {"name": name, "bonuses": "0 0 0"})
    await table.gm.click(reply_of(draft), label="Save")
    await table.deacon.slash(table.channel, "sk learn", hero=name, maneuver=name)
    (target,) = await table.gm.autocomplete(table.channel, "sk npc show", "npc", name)
    with loaded(1, 2, 3):
        await attacked(table, table.deacon, target["value"], name, hero=name)
    waiting = said(await table.deacon.slash(table.channel, "waiting"))
    assert f"Attack by {name} " in waiting


async def test_q19_an_attack_is_cancelled_before_its_dice_and_players_guard_no_npc(armed: Table) -> None:
    # Cancel withdraws an attack before its dice.
    await attacked(armed, armed.deacon)
    (item,) = await armed.gm.autocomplete(armed.channel, "sk gm cancel", "item", "Evander")
    await armed.gm.slash(armed.channel, "sk gm cancel", item=item["value"])
    await armed.settle()
    assert "withdrawn before any dice were rolled" in text(armed.last())

    # Q19 players choose no guard for an npc.
    await rolled(armed, 2, 6, 9)
    await press(armed, armed.deacon, LINE)
    assert "Only" in await pressed_by(armed, armed.deacon, "Roll defense")
    await press(armed, armed.gm, "Roll defense", 5, 7)
    told = await pressed_by(armed, armed.deacon, "Choose guard…")
    assert told == "Only a game master of this campaign can do that."


async def test_q29_where_the_campaign_waits_nobody_chooses_for_a_player_until_they_leave(
    armed: Table,
) -> None:
    # Q29 where the campaign waits nobody chooses for a player.
    await decide(armed, ABSENT, WAIT)
    await defended(armed)
    told = await pressed_by(armed, armed.gm, GUARDS[0])
    assert "this campaign waits for its players" in told
    told = await pressed_by(armed, armed.deacon, GUARDS[0])
    assert f"Only {armed.wren.mention} or a game master can do that" in told

    # Q29 a defender who left is not waited for.
    card = armed.last()
    await confirmed(armed.wren, armed.channel, "campaign leave")
    assert "Join this campaign first" in said(await armed.wren.click(card, label=GUARDS[0]))
    await armed.gm.click(card, label=GUARDS[0])
    await armed.settle()
    (held_off,) = [message for message in armed.messages() if message.id == card.id]
    assert "○ **Full defense.**" in text(held_off)
    assert "Ysolde may strike back. A game master decides." in text(held_off)
    assert armed.wren.mention not in held_off.content


# -- An attack's private panels: pressed twice, by two, too late, and by who must not learn what they hold


SETTLED = "That's no longer open. The newest message about it says how things stand."


# -- once ---------------------------------------------------------------------------------------------


async def acting_for(table: Table, who: str, place: Any = None) -> ResponseMessage:
    """The private card on which a game master acts for that player."""
    *_, item = await table.gm.autocomplete(place or table.channel, "sk gm act-for", "item", who)
    return reply_of(await table.gm.slash(place or table.channel, "sk gm act-for", item=item["value"]))


async def test_q12_of_two_guards_chosen_at_once_one_counts(armed: Table) -> None:
    await defended(armed)
    theirs = await acting_for(armed, "Ysolde")
    await armed.wren.click(armed.last(), label=GUARDS[0])
    before = await entries(armed)
    pressed = await armed.gm.click(theirs, label=GUARDS[1])
    listed = await chosen(armed, armed.gm, theirs, HELD_BLOCK)
    assert (said(pressed), said(listed), await entries(armed)) == (SETTLED, SETTLED, before)
    assert "Guard: **block**" in text(armed.last())


async def test_q17_a_veto_while_the_attacker_assigns(armed: Table) -> None:
    await rolled(armed, 2, 6, 9)
    theirs = await acting_for(armed, "Evander")
    form = await press_on(armed.gm, armed.last(), "Veto")
    await armed.gm.submit_modal(form, {"reason": "There is *no* horde"})
    await armed.settle()
    assert "The attack is over: vetoed by a game master.\nReason: There is \\*no\\* horde" in text(
        armed.last()
    )
    before = await entries(armed)
    assert said(await armed.gm.click(theirs, label=LINE)) == SETTLED
    assert await entries(armed) == before


async def test_q15_a_counter_attack_is_declared_once_and_with_something(armed: Table) -> None:
    # Q15 a counter attack is declared once.
    await held(armed)
    opened = await panel(armed, armed.wren, "Counterattack…")
    await armed.wren.click(reply_of(opened), label="Strike back with Claw")
    before = await entries(armed)
    again = await armed.wren.click(reply_of(opened), label="Strike back with Claw")
    over = "This attack is over: a full defense, answered with a counterattack. Nothing was changed."
    assert (said(again), is_private(again), await entries(armed)) == (over, True, before)

    # A defender without maneuvers has nothing to strike back with.
    await armed.wren.slash(armed.channel, "sk forget", maneuver="Claw")
    await held(armed)
    told = said(await panel(armed, armed.wren, "Counterattack…"))
    assert (
        told == "There are no maneuvers on the sheet of Ysolde. Learn one with `/sk learn`, or let it pass."
    )


async def test_what_is_locked_elsewhere_is_told_where_it_is_played_and_what_was_undone_waits(
    armed: Table,
) -> None:
    # What a game master locks in their own channel is told where it is played.
    await defended(armed)
    theirs = await acting_for(armed, "Ysolde", armed.secret)
    result = await chosen(armed, armed.gm, theirs, HELD_BLOCK)
    assert is_private(result)
    assert "○ **Full defense.**" in text(armed.last())

    # A card of what was undone says so.
    await defended(armed)
    theirs = await acting_for(armed, "Ysolde")
    asked = await armed.gm.slash(armed.channel, "undo")
    await armed.gm.click(reply_of(asked), custom_id=first_button(asked))
    assert said(await chosen(armed, armed.gm, theirs, HELD_BLOCK)) == SETTLED
    await armed.settle()

    # Q15 a game masters own strikes back with any maneuver of the library.
    await laid(armed, armed.wren, "Claw", 3, 5, 4)
    await press(armed, armed.gm, "Roll defense", 9, 9)
    await guard(armed, armed.gm, "9 holds accuracy 3 · 9 holds speed 5")
    opened = await panel(armed, armed.gm, "Counterattack…")
    assert offered(reply_of(opened)) == ["Claw", "Iron Gale"]
    marked = await chosen(armed, armed.gm, reply_of(opened), "Iron Gale")
    assert "By striking back, you confirm: At its best against a horde" in said(marked)
    await armed.gm.click(reply_of(marked), label="Strike back with Iron Gale")
    await armed.settle()
    assert "Counterattack by Smoldering Demons on Ysolde with Iron Gale" in text(armed.last())


# -- the odds -----------------------------------------------------------------------------------------


async def test_q6_k22_odds_and_guards_are_offered_with_what_each_comes_to(armed: Table) -> None:
    # Q6 the attacker sees the odds against defences everybody may know.
    await attacked(armed, armed.deacon, "Ysolde")
    await press(armed, armed.deacon, "Requirement met: roll 3d10", 2, 6, 9)
    told = text(armed.last())
    assert told.count(" · major ") == 6
    # The best first, by the chance of any strike.
    assert "Each button shows accuracy · speed · power, the best first." in told
    held = [int(found) for found in re.findall(r"full defense ([0-9]+)", told)]
    assert held == sorted(held)
    orders = buttons(armed.last())[:6]
    assert sorted(orders) == [
        "10 · 10 · 1", "10 · 6 · 5", "4 · 10 · 5", "4 · 10 · 8", "8 · 10 · 1", "8 · 6 · 8",
    ]  # fmt: skip
    assert re.findall(r"-# ([0-9]+ · [0-9]+ · [0-9]+): full", told) == orders

    # K22 the guards come best first with what each comes to.
    await struck_at(armed)
    opened = reply_of(await panel(armed, armed.gm, "Choose guard…"))
    labels = dict(zip(meanings(opened), offered(opened), strict=True))
    assert labels[WEAK_BLOCK] == "Block: minor strike, 8 damage"
    told_outcomes = ["minor" in label for label in labels.values()]
    assert told_outcomes == sorted(told_outcomes, reverse=True)
    assert [label.split(":")[0] for label in buttons(opened)] == ["Dodge", "Block", "Parry"]


async def struck_at(table: Table) -> None:
    """The book's example (K29), up to the demons' guard."""
    await rolled(table, 2, 6, 9)
    await press(table, table.deacon, LINE)
    await press(table, table.gm, "Roll defense", 5, 7)


# -- secrets ------------------------------------------------------------------------------------------


async def test_no_player_learns_an_npcs_bonuses_or_odds_before_its_guard_is_locked(armed: Table) -> None:
    heard: list[InteractionResult] = []
    await rolled(armed, 2, 6, 9)
    assert "The target's defenses are secret, and so are the odds." in text(armed.last())
    heard.append(await press(armed, armed.deacon, LINE))
    await press(armed, armed.gm, "Roll defense", 5, 7)
    for who in (armed.deacon, armed.wren):
        heard.append(await panel(armed, who, "Choose guard…"))
        heard += [await who.slash(armed.channel, command) for command in ("waiting", "journal")]
    labels = (label for message in armed.messages() for label in buttons(message))
    told = "\n".join([*map(said, heard), *map(text, armed.messages()), *map(_controls, heard), *labels])
    # In a link the end of one id and the beginning of the next may look like a die and its bonus.
    told = re.sub(r"https://discord\.com/\S+", "", told)
    for secret in ("%", "5 + 2", "5+2", "7+1", "2/1", "Hide", "falls to"):
        assert secret not in told
    await guard(armed, armed.gm, WEAK_BLOCK)
    assert "5 + 2" in text(armed.last())


def _controls(result: InteractionResult) -> str:
    return json.dumps([message.components for message in answers(result)], ensure_ascii=False)


async def test_maneuvers_and_targets_are_suggested_to_who_may_know_them(armed: Table) -> None:
    # An attackers maneuvers are suggested to who may know them.
    async def suggested(who: MemberActor, **filled: str) -> list[str]:
        found = await who.autocomplete(armed.channel, "sk attack", "maneuver", "", **filled)
        return [each["name"] for each in found]

    await armed.gm.slash(armed.secret, "sk learn", maneuver="Claw", hero=DEMONS)
    assert await suggested(armed.deacon) == ["Iron Gale (+2 accuracy, +4 speed, −1 power)"]
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


# -- What comes of an attack at the table: damage counted, edited or left, and full defenses ------------


async def test_q15_a_game_master_allows_a_counter_attack(armed: Table) -> None:
    await laid(armed, armed.gm, "Claw", 3, 5, 4, target="Ysolde", hero=DEMONS)
    await press(armed, armed.wren, "Roll defense", 9, 9)
    await guard(armed, armed.wren, "9 holds accuracy 3 · 9 holds speed 5")
    assert buttons(armed.last()) == ["Let it pass", "Game master…"]
    await press(armed, armed.gm, "Allow counterattack")
    assert armed.last().content.startswith(armed.wren.mention)
    assert buttons(armed.last()) == ["Counterattack…", "Let it pass"]


async def test_k24_k26_q18_what_was_held_is_let_pass_and_damage_counted_edited_or_left(armed: Table) -> None:
    # K24 a full defense is let pass.
    await held(armed)
    await press(armed, armed.wren, "Let it pass")
    assert "The attack is over: a full defense, and nobody strikes back." in text(armed.last())
    assert buttons(armed.last()) == []

    # K26 damage to a hero is told with its counter.
    await mauled(armed)
    assert "● **Major strike: Maul.**\nDamage: power + speed = **16**" in text(armed.last())
    await press(armed, armed.gm, "Apply 16 to Wounds")
    assert "Damage: power + speed = **16**" in text(armed.last())
    assert "Ysolde: Wounds 0 → **16**\n" in text(armed.last())

    # Q18 a game master edits what is applied.
    await mauled(armed)
    form = await armed.gm.click(armed.last(), label="Edit")
    await armed.gm.submit_modal(form, {"amount": "5", "counter": "Blood"})
    await armed.settle()
    assert "Ysolde: Blood 0 → **5**" in text(armed.last())

    # Q18 a strike is left with nothing counted.
    await mauled(armed)
    await press(armed, armed.gm, "Leave it")
    assert "The attack is over: no damage was counted." in text(armed.last())
    assert buttons(armed.last()) == []


async def test_two_attacks_on_one_target_are_applied_in_the_order_declared(armed: Table) -> None:
    ours = await laid(armed, armed.gm, "Claw", 9, 9, 9, target="Ysolde", hero=DEMONS)
    await laid(armed, armed.gm, "Claw", 8, 8, 8, target="Ysolde", hero=DEMONS)
    second = [text(each) for each in armed.messages() if "2nd attack on Ysolde" in text(each)]
    assert len(second) == 1
    strikes = []
    for card, power in ((ours, 9), (armed.last(), 8)):
        with loaded(1, 1):
            await armed.wren.click(card, label="Roll defense")
        await armed.settle()
        lost = f"1 falls to accuracy {power} · 1 falls to speed {power}"
        await guard(armed, armed.wren, lost, again(armed, card))
        strikes.append(armed.last())
    early = await armed.gm.click(strikes[1], label="Apply 16 to Wounds")
    assert "was declared earlier. Apply or leave" in said(early)
    for card, label in zip(strikes, ("Apply 18 to Wounds", "Apply 16 to Wounds"), strict=True):
        await armed.gm.click(card, label=label)
        await armed.settle()
    assert "Ysolde: Wounds 18 → **34**" in text(armed.last())


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
    await press(table, table.wren, "Roll defense", 5, 5)
    both = "5+3=8 falls to speed 9 · 5+2=7 falls to power 7"
    await guard(table, table.wren, both)


# -- Attacks on the real databases: undone, rolled anew, given into other hands, hidden adversaries named


async def undo(table: Table) -> str:
    """The game master takes the latest entry back; what the preview said."""
    preview = await table.gm.slash(table.channel, "undo")
    await table.gm.click(reply_of(preview), custom_id=first_button(preview))
    await table.settle()
    return said(preview)


# -- undone -------------------------------------------------------------------------------------------


async def test_undone_dice_are_rolled_anew_and_the_card_says_so(table: Table) -> None:
    await arm(table)
    await rolled(table, 2, 6, 9)
    preview = await undo(table)
    assert "will be waiting for the attack roll again." in preview
    assert "2, 6, 9 will be removed from" in preview
    again = await press(table, table.deacon, "Requirement met: roll 3d10", 1, 1, 2)
    assert "Rolled again after #" in said(again)
    assert "Attack dice: **1** · **1** · **2**" in text(table.last())


async def test_an_undone_strike_takes_its_damage_back_and_can_be_applied_again(armed: Table) -> None:
    await struck(armed)
    await press(armed, armed.gm, "Apply 8 damage")
    assert "Wounds **8**" in await demons(armed)
    preview = await undo(armed)
    assert "will be waiting for a game master to apply the strike again." in preview
    assert "applied damage will go back from 8 to none" in preview
    assert "Wounds" not in await demons(armed)
    await press(armed, armed.gm, "Apply 8 damage")
    assert "Wounds **8**" in await demons(armed)
    # Of one whose counters are the game masters', players read the amount, even where it is taken back.
    assert not any("Wounds" in text(message) for message in armed.messages())


async def test_damage_applied_at_once_goes_back_with_its_guard(armed: Table) -> None:
    await decide(armed, DAMAGE, AT_ONCE)
    await struck(armed)
    assert "Wounds **8**" in await demons(armed)
    await undo(armed)
    assert "Wounds" not in await demons(armed)
    await guard(armed, armed.gm, WEAK_BLOCK)
    assert "Wounds **8**" in await demons(armed)


async def demons(table: Table) -> str:
    """The demons' sheet, as game masters read it."""
    return said(await table.gm.slash(table.secret, "sk npc show", npc=DEMONS))


# -- hidden -------------------------------------------------------------------------------------------


async def test_undone_attacks_hide_who_was_hidden_and_outdate_choices(armed: Table) -> None:
    # An attack names whom players did not know of and undo hides them again.
    await armed.gm.slash(armed.secret, "sk npc add", name="The Pale Heir", known="hidden")
    assert await suggested(armed) == []
    heirs = {"target": "Evander", "maneuver": "Claw", "hero": "The Pale Heir"}
    asked = await armed.gm.slash(armed.channel, "sk attack", **heirs)
    assert is_private(asked)
    told = "The table doesn't know The Pale Heir yet: this attack shows the name to everybody."
    assert told in said(asked)
    assert await suggested(armed) == []
    await armed.gm.click(reply_of(asked), label="Attack")
    await armed.settle()
    assert "Attack by The Pale Heir on Evander" in text(armed.last())
    assert len(await suggested(armed)) == 1
    await undo(armed)
    assert await suggested(armed) == []

    # A choice made for undone dice is stale for new ones.
    await rolled(armed, 2, 6, 9)
    theirs = await acting_for(armed, "Evander")
    await undo(armed)
    await press(armed, armed.deacon, "Requirement met: roll 3d10", 1, 1, 10)

    locked = await armed.gm.click(theirs, label=LINE)

    assert is_private(locked)
    assert "things have changed since that button appeared" in said(locked)
    assert "1** · **1** · **10**" in text(armed.last())


async def suggested(table: Table) -> list[Any]:
    """What a player is suggested who looks for the hidden one."""
    return list(await table.deacon.autocomplete(table.channel, "sk attack", "target", "Pale"))


async def test_a_game_master_who_names_no_attacker_is_told_of_their_npcs(table: Table) -> None:
    refused = await table.gm.slash(table.channel, "sk attack")
    assert "You don't have any NPCs yet. Make one with `/sk npc add`" in said(refused)
    for name in ("Smoldering Demons", "Dock Thug"):
        await table.gm.slash(table.channel, "sk npc add", name=name)
    refused = await table.gm.slash(table.channel, "sk attack")
    assert said(refused) == "Say who attacks, under `hero`: Dock Thug or Smoldering Demons."


async def test_the_draft_of_a_strike_without_damage_says_who_counts_it(table: Table) -> None:
    form = {"name": "Brawl", "bonuses": "0 0 0", "minor": "Shove: power", "major": "hurt him badly!!"}
    shown = await table.gm.slash(table.channel, "library add", kind="maneuver")
    draft = said(await table.gm.submit_modal(shown, form))
    assert "hurt him badly!!, so a game master says each time" in draft
    assert "“hurt him badly!!: power”" in draft
    shown = await table.gm.slash(table.channel, "library add", kind="maneuver")
    draft = said(await table.gm.submit_modal(shown, form | {"major": "Fell: power + 2"}))
    assert "no damage formula" not in draft


# -- in other hands -----------------------------------------------------------------------------------


async def test_an_attack_changes_hands_with_its_attacker(table: Table) -> None:
    await arm(table)
    await attacked(table, table.deacon)
    await table.deacon.slash(table.channel, "campaign handover", what="Evander", to=table.wren)
    await table.settle()
    assert table.last().content.startswith(table.wren.mention)
    denied = await press(table, table.deacon, "Requirement met: roll 3d10")
    assert is_private(denied)
    await press(table, table.wren, "Requirement met: roll 3d10", 2, 6, 9)
    assert "Attack dice: **2** · **6** · **9**" in text(table.last())


async def test_an_attack_changes_hands_with_its_target(armed: Table) -> None:
    await defended(armed)
    await armed.wren.slash(armed.channel, "campaign handover", what="Ysolde", to=armed.deacon)
    await armed.settle()
    assert armed.last().content.startswith(armed.deacon.mention)
    assert is_private(await armed.wren.click(armed.last(), label=GUARDS[0]))
    await guard(armed, armed.deacon, HELD_BLOCK)
    assert "full defense" in text(armed.last()).casefold()


async def test_what_only_game_masters_read_never_stands_on_the_card_of_all(armed: Table) -> None:
    """The demons' wounds: told to the game masters alone, then undone, on a card for each."""
    await struck(armed)
    await press(armed, armed.gm, "Apply 8 damage")
    card, secret = armed.last(), armed.last(armed.secret)
    assert "Wounds 0 → **8**" in text(secret)
    asked = await armed.gm.slash(armed.channel, "undo")
    await armed.gm.click(reply_of(asked), custom_id=first_button(asked))
    await armed.settle()

    assert (armed.last().id, armed.last(armed.secret).id) == (card.id, secret.id)
    assert "Wounds" not in text(armed.last())
    assert f"~~8 damage to {DEMONS}.~~" in text(armed.last())
    assert "Wounds" in text(armed.last(armed.secret)).partition("Before that")[2]
    assert buttons(armed.last()) == ["Apply 8 damage", "Edit", "Leave it", "What changed…", "Redo…"]
