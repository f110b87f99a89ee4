"""Leaders through the simulated Discord: every command and button of `/leader`."""

from __future__ import annotations

from typing import Any

from bot.systems.kingdom.book import MonthStep, Role
from bot.systems.kingdom.leaders.duties import SetDays, StandIn
from bot.systems.kingdom.leaders.leaving import LoseLeader
from bot.systems.kingdom.leaders.rules import AssignLeader
from bot.systems.kingdom.month.course import OpenMonth, SkipTo
from tests.loaded import loaded
from tests.systems.kingdom.months_table import act, lines, mentioned, state_of, tarn, tarn_at
from tests.systems.second_kingdom.evening import buttons, entries, is_private, refused
from tests.tables import Table, reply_of, said, text


async def leading(table: Table, *but: Role) -> None:
    """Tarn in the Leadership step of its first month: Deacon rules, Wren is Warden, nobody General."""
    await tarn_at(table, MonthStep.LEADERSHIP, *but)


async def preview(table: Table, who: Any, command: str, **options: Any) -> Any:
    """The private card that shows a price; nothing was done."""
    before = await entries(table)
    result = await who.slash(table.channel, command, **options)
    assert is_private(result)
    assert await entries(table) == before
    return reply_of(result)


async def news(table: Table, who: Any, command: str, **options: Any) -> str:
    """The public card that a command leads to."""
    before = await entries(table)
    await who.slash(table.channel, command, **options)
    await table.settle()
    assert await entries(table) == before + 1
    return text(table.last())


async def died(table: Table, **options: Any) -> str:
    """The public card of a death, which was shown first and confirmed."""
    shown = await preview(table, table.gm, "leader died", **options)
    assert "Death is permanent" in text(shown)
    await table.gm.click(shown, label="Record the death")
    await table.settle()
    return text(table.last())


# -- assigned, replaced -------------------------------------------------------------------------------


async def test_a_vacant_role_is_given_at_once_and_told_to_all(realms: Table) -> None:
    await leading(realms)
    options = {"role": "general", "player": realms.wren, "name": "Brann*oc", "abilities": "Cha 12 Str 16"}
    card = await news(realms, realms.deacon, "leader assign", leadership=True, **options)
    assert f"**Brann\\*oc ({realms.wren.mention})** is General: +4 Stability." in card
    assert "Loyalty" in card
    (held,) = (await state_of(realms)).held_by(Role.GENERAL)
    assert (held.name, held.player, held.has_leadership) == ("Brann*oc", realms.wren.id, True)

    # Scores are edited by the holder.
    card = await news(realms, realms.wren, "leader edit", role="warden", abilities="Con 20")
    assert "Warden (Warden) now adds +5 instead of +2." in card
    card = await news(realms, realms.gm, "leader edit", role="warden", name="Oswin", player=realms.deacon)
    assert f"Warden is now called Oswin. {realms.deacon.mention} now plays Oswin." in card


async def test_roles_are_given_explained_and_vacated_by_death(realms: Table) -> None:
    # A player without another name is called by their own.
    await leading(realms)
    card = await news(realms, realms.deacon, "leader assign", role="general", player=realms.wren)
    assert f"**Wren ({realms.wren.mention})** is General: +0 Stability." in card

    # Who does what is shown and changed.
    shown = await realms.wren.slash(realms.channel, "leader who")
    assert is_private(shown)
    assert f"**Stability checks**: the Warden → {realms.wren.mention}" in said(shown)
    card = await news(realms, realms.deacon, "leader who", task="stability", roles="Councilor, Warden")
    assert "Stability checks: now up to the Councilor, otherwise the Warden." in card
    shown = await realms.wren.slash(realms.channel, "leader who", task="stability")
    changed = "**Stability checks**: the Councilor, otherwise the Warden (changed)"
    assert f"{changed} → {realms.deacon.mention}" in said(shown)
    card = await news(realms, realms.deacon, "leader who", task="stability", roles="book")
    assert "Stability checks: back to the Warden." in card

    # A spymaster chooses by command.
    card = await news(realms, realms.deacon, "leader choose", role="spymaster", attributes="stability")
    assert "Spymaster (Spymaster) adds +2 to Stability." in card

    # A death is told with how long the role is vacant.
    card = await died(realms, role="warden")
    assert "**Warden (Warden) is dead.**" in card
    assert "The role counts as vacant for all of month 2, no matter who is appointed." in card
    card = await died(realms, role="treasurer", at_once=True)
    assert "The role counts as vacant from now through month 2" in card


async def test_to_replace_somebody_shows_the_price_first_and_the_button_pays_it(realms: Table) -> None:
    table = realms
    await leading(table)
    options = {"role": "warden", "name": "Os|win", "abilities": "Con 18", "player": table.deacon, "ranks": 7}
    shown = await preview(table, table.deacon, "leader assign", leadership=True, **options)
    card = text(shown)
    assert f"**Os\\|win ({table.deacon.mention})** is Warden: +5 Loyalty." in card
    assert "Unrest right away: 0 → **1**" in card
    assert "or higher on the die" in card
    assert "Unrest 0 → **1**" in card
    assert "If it fails: The Warden counts as vacant until the end of month 2's Upkeep" in card
    assert buttons(shown) == ["Replace", "Add to my plan"]

    await table.restart()
    with loaded(20):
        await table.deacon.click(shown, label="Replace")
    await table.settle()
    told = text(table.last())
    assert f"**Os\\|win ({table.deacon.mention})** is Warden: +5 Loyalty." in told
    assert "Warden steps down as Warden. Unrest +1." in told
    assert "🎲 Loyalty for the Warden: 20" in told
    assert "A successor as Warden takes over without a gap." in told
    (held,) = (await state_of(table)).held_by(Role.WARDEN)
    assert (held.name, held.player, held.ranks) == ("Os|win", table.deacon.id, 7)
    again = await table.deacon.click(shown, label="Replace")
    assert "That was already done, as #" in said(again)


async def test_who_resigns_pays_unrest_and_a_proxy_acts_for_the_ruler(realms: Table) -> None:
    # Who resigns pays unrest and rolls.
    await leading(realms)
    shown = await preview(realms, realms.wren, "leader resign", role="warden")
    assert "Warden steps down as Warden." in text(shown)
    assert "If it fails" in text(shown)
    with loaded(2):
        await realms.wren.click(shown, label="Step down")
    await realms.settle()
    card = lines(realms.last())
    assert "Warden steps down as Warden. Unrest +1." in card
    assert any(line.startswith("🎲 Loyalty for the Warden: 2") and "failure" in line for line in card)
    assert (
        "The Warden counts as vacant until the end of month 2's Upkeep, no matter who holds the role: "
        "Loyalty −2, Stability −2."
    ) in card
    again = await realms.wren.click(shown, label="Step down")
    assert "That was already done, as #" in said(again)

    # A proxy acts for the ruler and the card says so.
    told = await news(realms, realms.gm, "leader proxy", player=realms.wren)
    assert f"{realms.wren.mention} is a proxy now" in told
    assert "Proxies for absent leaders" in said(await realms.wren.slash(realms.channel, "leader who"))
    told = await news(realms, realms.wren, "leader assign", role="general", name="Brannoc")
    assert f"{realms.wren.mention} acted for {realms.deacon.mention}." in told
    told = await news(realms, realms.gm, "leader proxy", player=realms.wren, on=False)
    assert "is no longer a proxy" in told


async def test_leaders_exchange_their_roles_and_two_rule_together(realms: Table) -> None:
    # A ruler who switches is told that it is an abdication.
    await leading(realms)
    shown = await preview(realms, realms.deacon, "leader switch", leaves="ruler", takes="general")
    assert "A Ruler who takes another role abdicates." in text(shown)
    assert "Unrest right away: 0 → **2**" in text(shown)

    # Two leaders exchange their roles.
    shown = await preview(realms, realms.deacon, "leader switch", leaves="warden", takes="treasurer")
    assert text(shown).count("Loyalty check for the") == 2
    assert "Unrest stays as it is." in text(shown)
    assert "Treasurer moves from Treasurer to Warden." in text(shown)
    with loaded(20, 20):
        await realms.deacon.click(shown, label="Switch")
    await realms.settle()
    card = text(realms.last())
    assert "Warden moves from Warden to Treasurer." in card
    assert "Treasurer moves from Treasurer to Warden." in card
    state = await state_of(realms)
    assert [e.name for e in state.held_by(Role.WARDEN)] == ["Treasurer"]

    # To replace a ruler says that both could rule.
    shown = await preview(realms, realms.deacon, "leader assign", role="ruler", name="Joss")
    assert "Ruler steps down as Ruler." in text(shown)
    assert "Unrest right away: 0 → **2**" in text(shown)
    assert "With the option “married” both rule together" in text(shown)
    options = {"role": "ruler", "name": "Joss", "married": True}
    card = await news(realms, realms.deacon, "leader assign", **options)
    assert "**Joss** is now Ruler too, married to the other one: +0 Economy." in card
    shown = await preview(realms, realms.deacon, "leader resign", role="ruler", leader="Joss")
    assert "No Loyalty check is needed: the other Ruler rules on." in text(shown)
    await realms.deacon.click(shown, label="Step down")
    await realms.settle()
    assert "Joss steps down as Ruler. Unrest +2." in text(realms.last())


# -- died, edited, at their duties --------------------------------------------------------------------


async def test_the_button_of_upkeep_has_the_heir_stand_in(realms: Table) -> None:
    id_ = await tarn(realms)
    await act(realms, SetDays(id_, Role.RULER, 0))
    await act(realms, OpenMonth(id_))
    with loaded(20):
        await realms.wren.click(await _last(realms), label="Roll Stability")
    await realms.settle()
    await realms.wren.click(realms.last(), label="Pay Consumption")
    await realms.settle()
    await realms.wren.click(realms.last(), label="The Heir stands in")
    await realms.settle()
    assert "stands in for the Ruler this month" in text(realms.last())


async def test_whoever_gets_the_waiting_decisions_with_a_role_is_told(realms: Table) -> None:
    id_ = await tarn(realms)
    for before in (SetDays(id_, Role.RULER, 0), OpenMonth(id_), SkipTo(id_, MonthStep.UNREST, "On")):
        await act(realms, before)
    await realms.stranger.slash(realms.channel, "campaign join")
    # The Heir's player has what was the Ruler's to decide.
    await realms.gm.slash(realms.channel, "leader stand-in", role="heir")
    await realms.settle()
    card = realms.last()
    assert any(line.startswith("→ **Modify Unrest**") and realms.wren.mention in line for line in lines(card))
    # So is the Ruler's own player, in whose place that is.
    assert {*mentioned(card)} == {realms.wren.id, realms.deacon.id}

    # Another plays the Heir: all that waits for the Ruler moves on.
    await realms.gm.slash(realms.channel, "leader edit", role="heir", player=realms.stranger)
    await realms.settle()
    card = realms.last()
    assert any(
        line.startswith("→ **Modify Unrest**") and realms.stranger.mention in line for line in lines(card)
    )
    assert {*mentioned(card)} == {realms.stranger.id, realms.wren.id}

    # By an undo it is Wren's again.
    shown = reply_of(await realms.gm.slash(realms.channel, "undo"))
    await realms.gm.click(shown, label=buttons(shown)[0])
    await realms.settle()
    assert mentioned(realms.last()) == [realms.wren.id]


async def _last(table: Table) -> Any:
    await table.settle()
    return table.last()


# -- choices ------------------------------------------------------------------------------------------


async def test_a_new_ruler_is_asked_once_what_to_add_to_and_answers_by_a_form(realms: Table) -> None:
    await leading(realms, Role.RULER)
    options = {"role": "ruler", "player": realms.deacon, "name": "Ilka", "abilities": "16"}
    await realms.gm.slash(realms.channel, "leader assign", **options)
    await realms.settle()
    card = realms.last()
    assert "is Ruler: no attribute chosen yet (`/act deed: choose`)." in text(card)
    assert realms.deacon.id in mentioned(card)
    await realms.restart()
    form = await realms.deacon.click(card, label="Choose the Ruler's attributes…")
    await realms.deacon.submit_modal(form, {"attributes": ["loyalty"]})
    await realms.settle()
    assert "Ilka (Ruler) adds +3 to Loyalty." in text(realms.last())
    assert realms.deacon.id not in mentioned(realms.last())
    assert "Choose the Ruler's attributes…" not in buttons(realms.last())


# -- who does what, and lists -------------------------------------------------------------------------


async def test_the_list_shows_who_gives_what_and_days_of_duty(realms: Table) -> None:
    # The list shows who gives what and what vacant roles cost.
    id_ = await tarn(realms)
    await act(realms, AssignLeader(id_, Role.GENERAL, "Brannoc", has_leadership=True))
    await act(realms, SetDays(id_, Role.WARDEN, 3))
    shown = await realms.wren.slash(realms.channel, "leader list")
    listed = said(shown).splitlines()
    assert is_private(shown)
    assert f"**Ruler** Ruler ({realms.deacon.mention}): +2 Economy · Cha 14" in listed
    assert "**General** Brannoc: +1 Stability · Leadership" in listed
    vacant = next(line for line in listed if line.startswith("**Vacant:** "))
    assert "Magister (Economy −4)" in vacant
    assert "**Vacant without a penalty:** Consort" in "\n".join(listed)
    assert any("3 days of duty this month" in line for line in listed)
    assert "/leader who says who is asked for what." in listed
    assert len("\n".join(listed)) < 900

    # Days of duty and the heir who stands in.
    card = await news(realms, realms.deacon, "leader duty", role="ruler", days=3)
    assert (
        "serves 3 days this month. That's too few: the role counts as vacant in this month's Upkeep." in card
    )
    card = await news(realms, realms.wren, "leader stand-in", role="heir")
    assert "Heir (Heir) stands in for the Ruler this month." in card
    assert "Loyalty check" in card
    assert (await state_of(realms)).month.stand_in is Role.HEIR


async def test_the_list_says_who_stands_in_for_a_ruler_who_is_missing(realms: Table) -> None:
    id_ = await tarn(realms)
    for before in (SetDays(id_, Role.RULER, 0), StandIn(id_, Role.HEIR)):
        await act(realms, before)
    listed = said(await realms.wren.slash(realms.channel, "leader list"))
    assert f"↳ Heir ({realms.wren.mention}), the Heir, stands in this month" in listed.splitlines()
    assert "counts as vacant" not in listed

    # A Ruler who died doesn't stand in the list any more.
    await act(realms, LoseLeader(id_, Role.RULER, at_once=True))
    listed = said(await realms.wren.slash(realms.channel, "leader list"))
    stands_in = f"**Ruler** vacant: Heir ({realms.wren.mention}), the Heir, stands in this month"
    assert stands_in in listed.splitlines()
    vacant = next(line for line in listed.splitlines() if line.startswith("**Vacant:** "))
    assert "Ruler" not in vacant
    page = said(await realms.wren.slash(realms.channel, "kingdom sheet"))
    assert "Vacant: Ruler" not in page


# -- refused ------------------------------------------------------------------------------------------


REFUSED: list[tuple[str, str, dict[str, Any], str]] = [
    ("wren", "leader assign", {"role": "general", "name": "Bo"}, "Only the Ruler"),
    ("wren", "leader resign", {"role": "ruler"}, "Only the Ruler"),
    ("wren", "leader switch", {"leaves": "warden", "takes": "general"}, "Only the Ruler"),
    ("wren", "leader died", {"role": "ruler"}, "Only the Ruler"),
    ("wren", "leader duty", {"role": "ruler", "days": 2}, "Only the Ruler"),
    ("wren", "leader edit", {"role": "ruler", "ranks": 2}, "Only the Ruler"),
    (
        "wren",
        "leader edit",
        {"role": "warden", "npc": True},
        "Only a game master can change who a leader is.",
    ),
    ("wren", "leader choose", {"role": "ruler", "attributes": "loyalty"}, "Only the Ruler"),
    ("wren", "leader who", {"task": "armies", "roles": "Heir"}, "Only the Ruler"),
    ("wren", "leader proxy", {"player": "wren"}, "game master"),
    ("stranger", "leader resign", {"role": "warden"}, "Join this campaign first"),
    (
        "deacon",
        "leader assign",
        {"role": "general"},
        "Say who it is: give a `player`, or the `name` of a character or NPC.",
    ),
    ("deacon", "leader assign", {"role": "general", "name": "Ruler"}, "can fill only one role"),
    ("deacon", "leader assign", {"role": "general", "name": "B", "abilities": "strong"}, "Cha 14 Str 14"),
    ("deacon", "leader assign", {"role": "general", "player": "stranger"}, "hasn't joined this campaign"),
    ("deacon", "leader resign", {"role": "general"}, "Tarn has no General"),
    ("deacon", "leader switch", {"leaves": "warden", "takes": "warden"}, "You chose Warden twice"),
    ("deacon", "leader died", {"role": "general"}, "Tarn has no General"),
    ("deacon", "leader duty", {"role": "warden", "days": 2}, "Upkeep is over"),
    ("deacon", "leader stand-in", {"role": "heir"}, "Ruler is here this month, so nobody stands in"),
    ("deacon", "leader choose", {"role": "ruler", "attributes": "loyalty"}, "choice is permanent"),
    ("deacon", "leader who", {"task": "armies", "roles": "Kings"}, "isn't a leadership role"),
    ("gm", "leader proxy", {"player": "stranger"}, "hasn't joined this campaign"),
    ("deacon", "leader list", {"kingdom": "Nowhere"}, "Nowhere"),
]


async def test_what_cannot_be_is_refused_privately_in_one_sentence(realms: Table) -> None:
    await leading(realms)
    people = {name: getattr(realms, name) for name in ("wren", "deacon", "gm", "stranger")}
    for who, command, options, sentence in REFUSED:
        given = {
            key: people.get(value, value) if key in ("person", "player") else value
            for key, value in options.items()
        }
        assert sentence in await refused(realms, people[who], command, **given), options
