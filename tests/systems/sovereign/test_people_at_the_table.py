"""Characters and rolls at a simulated table: what players type, press and are shown."""

from __future__ import annotations

from typing import Any

import pytest
from simcord import MemberActor

from tests.loaded import loaded
from tests.systems.second_kingdom.evening import buttons, is_private, parts_of, refused
from tests.tables import Table, confirmed, first_button, pinged, press_on, reply_of, said, text

SNEAK = {"what": "Sneaks past", "roll": "dex/sneak", "failure": "The guard shouts."}


MORE: dict[str, dict[str, Any]] = {"sov odds": {"roll": "DEX/Sneak"}, "sov try": SNEAK, "sov set": {"xp": 1}}


def posts(table: Table) -> int:
    return len(table.messages())


# -- trips ------------------------------------------------------------------------------------------------


async def test_trips_a_try_is_agreed_on_and_rolled_in_two_posts_and_one_wait(barrow: Table) -> None:
    before = posts(barrow)
    await barrow.deacon.slash(barrow.channel, "sov try", **SNEAK, leeway=2)
    await barrow.settle()
    card = barrow.last()
    assert card.content.startswith(barrow.gm.mention)
    assert "**DEX/Sneak against 10**: 41.7% to succeed.\nIf it fails: The guard shouts." in text(card)
    assert buttons(card) == ["Withdraw", "Game master…"]
    with loaded(3, 4):
        await press_on(barrow.gm, card, "Agree and roll")
    await barrow.settle()
    assert posts(barrow) == before + 2
    # Whoever proposed it is told how it went.
    assert pinged(barrow.last()) == barrow.deacon.mention
    told = "Mira: Sneaks past. DEX/Sneak against 10: 2d6 (3, 4) + 2 = 9. **Fails.** The guard shouts."
    assert told in text(barrow.last())


async def test_trips_within_the_leeway_one_form_rolls_harder_terms(barrow: Table) -> None:
    await barrow.deacon.slash(barrow.channel, "sov try", **SNEAK, leeway=2)
    await barrow.settle()
    card, before = barrow.last(), posts(barrow)
    form = await press_on(barrow.gm, card, "Negotiate…")
    with loaded(6, 4):
        await barrow.gm.submit_modal(
            form,
            {"first": "Sneaks past", "second": "DEX/Sneak 12", "third": "", "fourth": "The guard shouts."},
        )
    await barrow.settle()
    assert posts(barrow) == before + 1
    assert "DEX/Sneak against 12: 2d6 (6, 4) + 2 = 12. **Succeeds.**" in text(barrow.last())


async def test_trips_a_save_asked_of_who_consented_to_none_takes_one_press_of_theirs(barrow: Table) -> None:
    await barrow.deacon.slash(barrow.channel, "sov pc consent")
    before = posts(barrow)
    with loaded(13):
        await barrow.gm.slash(
            barrow.channel, "sov ask", who="Mira, Bo", roll="Evasion", why="The ceiling falls"
        )
    await barrow.settle()
    card = barrow.last()
    assert card.content.startswith(barrow.wren.mention)
    assert "✔ Mira: 40.0%, succeeds\n⏳ Bo: 30.0%, no answer yet" in text(card)
    with loaded(14):
        await barrow.wren.click(card, label="Bo: roll (30.0%)")
    await barrow.settle()
    assert posts(barrow) <= before + 2
    assert "Bo: The ceiling falls. Evasion save: 14, needs 15. **Fails.**" in text(barrow.last())


async def test_trips_notice_checks_of_all_are_one_press_that_nobody_sees(barrow: Table) -> None:
    before = posts(barrow)
    with loaded(5, 6, 1, 2):
        shown = await barrow.gm.slash(
            barrow.channel, "sov ask", who="Mira, Bo", roll="WIS/Notice", secret=True
        )
    await barrow.settle()
    assert is_private(shown)
    assert posts(barrow) == before
    assert "Mira: WIS/Notice against 10: 2d6 (5, 6) + 1 = 12. **Succeeds.**" in said(shown) + text(
        barrow.last(barrow.secret)
    )


async def test_a_group_joins_by_its_own_buttons_and_rolls_without_the_silent(barrow: Table) -> None:
    await barrow.gm.slash(barrow.channel, "sov group", who="Mira, Bo", roll="DEX/Sneak", why="Past the guard")
    await barrow.settle()
    card = barrow.last()
    assert buttons(card) == ["Bo joins (−1)", "Bo stays out", "Roll (+2)", "Game master…"]
    wrong = await barrow.deacon.click(card, label="Bo joins (−1)")
    assert is_private(wrong)
    with loaded(4, 4):
        await barrow.deacon.click(card, label="Roll (+2)")
    await barrow.settle()
    assert "Mira, Past the guard: DEX/Sneak against 10: 2d6 (4, 4) + 2 = 10. **Succeeds.**" in text(
        barrow.last()
    )


async def test_the_party_and_somebody_besides_are_named_together(barrow: Table) -> None:
    await barrow.gm.slash(barrow.channel, "party new", name="The Lanterns", who="Mira")
    await barrow.settle()
    formed = await barrow.gm.slash(barrow.channel, "party set", who="the party, Bo")
    assert "The Lanterns now: Mira, Bo." in said(formed)


async def test_somebody_is_added_to_a_party_and_taken_out_again(barrow: Table) -> None:
    await barrow.gm.slash(barrow.channel, "party new", name="The Lanterns", who="Mira")
    await barrow.settle()
    added = await barrow.gm.slash(barrow.channel, "party set", add="Bo")
    assert "The Lanterns now: Mira, Bo." in said(added)
    taken = await barrow.gm.slash(barrow.channel, "party set", remove="Mira")
    assert "Leaves the party: Mira." in said(taken)
    assert "The Lanterns now: Bo." in said(
        await barrow.gm.click(reply_of(taken), custom_id=first_button(taken))
    )


async def test_who_leads_is_asked_for_a_name_and_not_to_make_a_character(barrow: Table) -> None:
    for path, more in (("sov harm fall", {"feet": 20}), ("sov sheet", {})):
        asked = await refused(barrow, barrow.gm, path, **more)
        assert asked == "Name who you mean; the list shows everybody."


async def test_a_pack_shows_what_became_of_the_thing(barrow: Table) -> None:
    await barrow.deacon.slash(barrow.channel, "party pack add", thing="Rope", size="two_hands")
    shown = reply_of(await barrow.deacon.slash(barrow.channel, "party pack show"))
    for label, reads in (("Draw it", "**Readied** 2 of"), ("Drop it", "**Readied** 0 of")):
        picks = next(p for p in parts_of(shown) if p.get("placeholder") == "Pick a thing…")
        card = reply_of(
            await barrow.deacon.select(shown, [picks["options"][0]["value"]], custom_id=picks["custom_id"])
        )
        shown = reply_of(await barrow.deacon.click(card, label=label))
        assert reads in text(shown)


async def test_negotiating_starts_from_the_target_and_names_what_changed(barrow: Table) -> None:
    await barrow.deacon.slash(barrow.channel, "sov try", **SNEAK)
    await barrow.settle()
    form = await press_on(barrow.gm, barrow.last(), "Negotiate…")
    assert form.modal is not None
    assert "DEX/Sneak 10" in str(form.modal)
    typed = {"first": "Sneaks past", "second": "DEX/Sneak 12", "third": "", "fourth": "The guard shouts."}
    await barrow.gm.submit_modal(form, typed)
    await barrow.settle()
    assert "(changed: Roll)" in text(barrow.last())


# -- what a hidden one leaks --------------------------------------------------------------------------------


async def shown_to(table: Table, who: MemberActor, path: str, option: str) -> list[str]:
    return [each["name"] for each in await who.autocomplete(table.channel, path, option, "")]


@pytest.mark.parametrize(
    ("path", "option"),
    [
        ("sov sheet", "character"),
        ("sov odds", "character"),
        ("sov try", "character"),
        ("sov new", "henchman_of"),
    ],
)
async def test_a_hidden_npc_is_suggested_to_game_masters_alone(barrow: Table, path: str, option: str) -> None:
    # What only its player tries is suggested of their own.
    known = ["Mira"] if path == "sov try" else ["Bo", "Mira"]
    assert await shown_to(barrow, barrow.deacon, path, option) == known
    if option == "character":
        assert await shown_to(barrow, barrow.gm, path, option) == ["Bo", "Mira", "Ogre"]


@pytest.mark.parametrize(
    "path", ["sov sheet", "sov odds", "sov try", "sov pc export", "sov pc retire", "sov set"]
)
async def test_a_hidden_npc_is_refused_like_somebody_who_is_not_there(barrow: Table, path: str) -> None:
    more = MORE.get(path, {})
    hidden = await refused(barrow, barrow.deacon, path, character="Ogre", **more)
    nobody = await refused(barrow, barrow.deacon, path, character="Troll", **more)
    assert hidden == nobody.replace("Troll", "Ogre")


async def test_nothing_of_a_hidden_npc_appears_in_public(barrow: Table) -> None:
    before = posts(barrow)
    deeds: tuple[tuple[str, dict[str, Any]], ...] = (
        ("sov npc add", {"name": "Troll", "hd": 6}),
        ("sov roll", {"character": "Ogre", "roll": "DEX/Sneak"}),
        ("sov set", {"character": "Ogre", "hp": 1}),
        ("sov pc counter", {"character": "Ogre", "counter": "Rage", "most": 2}),
    )
    for path, options in deeds:
        assert is_private(await barrow.gm.slash(barrow.channel, path, **options)), path
    assert is_private(await confirmed(barrow.gm, barrow.channel, "sov pc retire", character="Ogre"))
    await barrow.settle()
    assert posts(barrow) == before
    for path in ("journal", "waiting", "dice stats"):
        found = said(await barrow.deacon.slash(barrow.channel, path))
        assert "Ogre" not in found
        assert "Troll" not in found


async def test_a_named_npc_shows_a_name_and_no_number(barrow: Table) -> None:
    await barrow.gm.slash(barrow.channel, "sov npc reveal", npc="Ogre")
    await barrow.settle()
    assert "You meet Ogre." in text(barrow.last())
    shown = await barrow.deacon.slash(barrow.channel, "sov sheet", character="Ogre")
    assert said(shown) == "Ogre\nThat's all you know."
    odds = await barrow.deacon.slash(barrow.channel, "sov odds", character="Ogre", roll="DEX/Sneak")
    assert said(odds) == "You don't know Ogre's numbers."


# -- bad input --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "options"),
    [
        ("sov set", {"strength": 31}),
        ("sov set", {"stab": 5}),
        ("sov set", {"hp": 10}),
        ("sov set", {}),
        ("sov set", {"character": "Bo", "hp": 1}),
        ("sov try", SNEAK | {"character": "Bo"}),
        ("sov try", SNEAK | {"roll": "Sneak"}),
        ("sov try", SNEAK | {"what": " "}),
        ("sov roll", {"roll": "DEX/Sneak", "secret": True}),
        ("sov roll", {"roll": "NaN"}),
        ("sov odds", {"roll": "7 in 6"}),
        ("sov pc play", {"character": "Bo"}),
        ("sov pc levelup", {"character": "Bo"}),
        ("sov pc consent", {"character": "Bo"}),
        ("sov pc counter", {"counter": "Luck"}),
        ("sov npc add", {"name": "Rat"}),
        ("sov npc list", {}),
        ("sov new", {"name": "Bo"}),
        ("sov new", {"name": "Pip", "henchman_of": "Bo"}),
        ("sov harm damage", {"character": "Bo", "amount": "3"}),
        ("sov harm fall", {"character": "Bo", "feet": 20}),
        ("sov harm breath", {"character": "Bo"}),
        ("sov care heal", {"amount": "NaN"}),
        ("sov care strain", {"amount": 8}),
        ("sov care strain", {"character": "Bo", "amount": 1}),
        ("sov care first-aid", {"patient": "Bo"}),
        ("sov care first-aid", {"patient": "Bo", "healer": "Bo"}),
        ("sov care stabilize", {"patient": "Bo"}),
        ("sov care treat", {"patient": "Bo"}),
        ("sov care poison", {"patient": "Bo"}),
        ("party pack add", {"thing": "Anvil", "weighs": "NaN lb"}),
        ("party pack add", {"thing": "Anvil", "weighs": "400 lb"}),
        ("party pack add", {"character": "Bo", "thing": "Lamp"}),
        ("party pack coins", {"amount": -1}),
        ("party pack coins", {"character": "Bo", "amount": 1}),
        ("party pack drag", {"whom": "Bo"}),
        ("party clock", {"unit": "turn"}),
        ("party rest", {}),
        ("party set", {"spokesperson": "Bo"}),
        ("sov effect", {"character": "Bo", "effect": "Haste", "lasts": 3}),
    ],
)  # fmt: skip
async def test_bad_input_gets_one_private_sentence_and_changes_nothing(
    barrow: Table, path: str, options: dict[str, Any]
) -> None:
    assert 10 < len(await refused(barrow, barrow.deacon, path, **options)) < 300


# -- looked at --------------------------------------------------------------------------------------------


async def test_s5_s6_a_sheet_has_scores_with_modifiers_saves_and_entered_numbers(barrow: Table) -> None:
    await barrow.deacon.slash(barrow.channel, "sov set", attack=1, ac=13, initiative=2, effort=1)
    shown = said(await barrow.wren.slash(barrow.channel, "sov sheet", character="Mira"))
    assert "STR **8** (+0) · DEX **14** (+1) · CON **7** (−1) · INT **13** (+0) · WIS **18** (+2)" in shown
    assert "Physical save **14+** · Evasion save **13+** · Mental save **12+**" in shown
    assert "AC **14** · attack **+1** melee, **+2** ranged · initiative **+3**\nEffort **1**" in shown
    assert "Skills: Heal +0, Sneak +1" in shown


async def test_only_who_may_write_on_a_sheet_has_its_form(barrow: Table) -> None:
    assert "Edit…" in buttons(reply_of(await barrow.deacon.slash(barrow.channel, "sov sheet")))
    assert "Edit…" in buttons(reply_of(await barrow.gm.slash(barrow.channel, "sov sheet", character="Mira")))
    other = reply_of(await barrow.wren.slash(barrow.channel, "sov sheet", character="Mira"))
    assert "Edit…" not in buttons(other)


@pytest.mark.parametrize(
    ("roll", "odds"),
    [
        ("DEX/Sneak", "DEX/Sneak against 10**: 41.7% (5 in 12)"),
        ("STR/Exert", "STR/Exert against 10**: 8.3% (1 in 12)"),
        ("DEX/Sneak vs +1", "DEX/Sneak against 9**: 58.3% (7 in 12)"),
        ("Physical", "Physical save**: 35.0% (7 in 20)"),
        ("45%", "45%**: 45.0% (9 in 20)"),
    ],
)
async def test_odds_are_exact_for_everybody(barrow: Table, roll: str, odds: str) -> None:
    shown = await barrow.stranger.slash(barrow.channel, "sov odds", character="Mira", roll=roll)
    assert odds in said(shown)


async def test_rolls_are_suggested_with_their_chance(barrow: Table) -> None:
    offered = await barrow.deacon.autocomplete(barrow.channel, "sov try", "roll", "sneak")
    assert offered[0] == {"name": "DEX/Sneak against 10: 41.7%", "value": "DEX/Sneak"}


# -- made, saved, brought in --------------------------------------------------------------------------------


async def test_a_new_character_is_made_across_restarts(barrow: Table) -> None:
    await barrow.wren.slash(barrow.channel, "sov new", name="Pip", henchman_of="Bo")
    await barrow.restart()
    with loaded(*[4] * 15):
        await barrow.wren.click(barrow.last(), label="Roll scores")
    await barrow.restart()
    form = await barrow.wren.click(barrow.last(), label="Class…")
    await barrow.wren.submit_modal(form, {"title": "Thief", "hit_points": "1d4", "foci": "Die Hard"})
    await barrow.settle()
    assert "STR 12 · DEX 12 · CON 12 · INT 12 · WIS 12\nClass: Thief, 1d4 HP a level" in text(barrow.last())
    wrong = await barrow.deacon.click(barrow.last(), label="Done")
    assert is_private(wrong)
    with loaded(2):
        await barrow.wren.click(barrow.last(), label="Done")
    await barrow.settle()
    assert f"Pip joins, played by {barrow.wren.mention}: Thief, 4 HP (rolled 2, +2 class and feats)." in text(
        barrow.last()
    )
    shown = await barrow.wren.slash(barrow.channel, "sov sheet")
    assert said(shown).startswith("You have several characters: Bo, Pip.")


async def test_a_character_goes_out_as_a_file_and_an_npc_does_not(barrow: Table) -> None:
    saved = await barrow.deacon.slash(barrow.channel, "sov pc export")
    assert "Here is Mira as a file." in said(saved)
    await barrow.gm.slash(barrow.channel, "sov npc reveal", npc="Ogre")
    wrong = await refused(barrow, barrow.gm, "sov pc export", character="Ogre")
    assert wrong == "Ogre is an NPC. Only characters go into files."
