"""Adventurers edited, fallen, retired, handed over and brought back at a simulated table."""

from __future__ import annotations

from bot.engine.people import Actor
from bot.engine.system import Scope, Want
from bot.play import Request
from bot.systems.adventuria.adventurer import ADVENTURER
from bot.systems.adventuria.settings import ADVENTURERS, SEVERAL
from tests.systems.adventuria.arrivals import decide, fall, living, new, threads
from tests.systems.second_kingdom.evening import buttons, entries, is_private
from tests.tables import Table, first_button, reply_of, said, text

# -- edited -------------------------------------------------------------------------------------------


async def test_edit_opens_a_form_and_writes_name_and_notes_anew(city: Table) -> None:
    home = await living(city)
    form = await city.deacon.slash(home, "adv edit")
    await city.deacon.submit_modal(form, {"name": "Adara", "about": "A scar."})
    assert "Ada is called Adara now. Adara has new notes." in text(city.last(home))


# -- gone ---------------------------------------------------------------------------------------------


async def test_retire_asks_first_and_puts_the_sheet_away(city: Table) -> None:
    home = await living(city)
    asked = await city.deacon.slash(home, "adv retire")
    assert is_private(asked)
    assert "Lost with Ada: 1 gold." in said(asked)
    await city.deacon.click(reply_of(asked), label="Retire for good")
    await city.settle()
    assert "Ada retires" in text(city.last(home))
    assert "Lost with Ada: 1 gold." in text(city.last(home))
    assert "New adventurer" in buttons(city.last(home))


async def test_a39_a_fall_is_told_with_all_that_is_lost_and_a_way_on(city: Table) -> None:
    home = await living(city)
    card = await fall(city, home)
    assert "Ada has fallen" in text(card)
    assert "9 wounds against Vitae 4." in text(card)
    assert "Lost with Ada: 1 gold." in text(card)
    assert buttons(card) == ["New adventurer"]


async def test_a39_new_adventurer_asks_a_name_after_a_restart_and_goes_on_in_the_thread(city: Table) -> None:
    home = await living(city)
    card = await fall(city, home)
    await city.restart()
    asked = await city.deacon.click(card, label="New adventurer")
    await city.deacon.submit_modal(asked, {"name": "Brand"})
    await city.settle()
    assert "Brand sets out" in text(city.last(home))
    assert len(threads(city)) == 1


async def test_a39_who_fell_is_out_of_play(city: Table) -> None:
    home = await living(city)
    await fall(city, home)
    for command in ("adv home", "adv edit", "adv retire"):
        refused = await city.deacon.slash(home, command, adventurer="Ada")
        assert said(refused) == "“Ada” is no longer in play; nothing was changed."
        assert is_private(refused)


async def test_an_undone_fall_brings_everything_back(city: Table) -> None:
    home = await living(city)
    await fall(city, home)
    asked = await city.gm.slash(home, "undo")
    assert "end: fallen → none" in said(asked)
    await city.gm.click(reply_of(asked), custom_id=first_button(asked))
    await city.settle()
    assert "Gold **1**" in said(await city.deacon.slash(home, "adv sheet"))


# -- handed over --------------------------------------------------------------------------------------


async def test_a_handover_takes_the_adventurer_its_fight_and_its_offers_along(city: Table) -> None:
    home = await living(city)
    await city.deacon.slash(home, "adv start")
    await city.gm.slash(home, "adv gm offer", kind="choice", options="Left; Right")
    await city.gm.slash(home, "adv fight", monster="Rat", arms=2, magic=1, vitae=2, kind="melee")
    await city.gm.slash(city.channel, "campaign handover", what="Ada", to=city.wren)
    await city.settle()
    scope = Scope(wants=tuple(Want(kind) for kind in (ADVENTURER.name, "fight", "offer")))
    request = Request(1, city.guild.id, city.channel.id)
    found = (await city.bot.play.look(Actor(city.wren.id), request, scope)).records.values()
    kinds = {each.kind: each.owner for each in found}
    assert kinds == dict.fromkeys((ADVENTURER.name, "fight", "offer"), city.wren.id)


async def test_whatever_is_done_elsewhere_its_card_stands_in_its_own_thread(city: Table) -> None:
    home = await living(city)
    before = len(city.messages())
    handed = await city.gm.slash(city.channel, "campaign handover", what="Ada", to=city.wren)
    await city.settle()
    assert is_private(handed)
    assert buttons(city.last(home)) == ["Start the turn", "Make camp"]
    asked = await city.gm.slash(city.channel, "undo")
    await city.gm.click(reply_of(asked), custom_id=first_button(asked))
    await city.settle()
    assert buttons(city.last(home)) == ["Start the turn", "Make camp"]
    assert len(city.messages()) == before


async def test_a_handover_makes_no_second_adventurer_unless_the_campaign_allows_it(city: Table) -> None:
    await living(city)
    await new(city, city.wren, name="Bly")
    handing = {"what": "Ada", "to": city.wren}
    refused = await city.gm.slash(city.channel, "campaign handover", **handing)
    assert is_private(refused)
    assert said(refused) == (
        f"{city.wren.mention} still plays Bly, and this campaign allows one adventurer each."
    )
    await decide(city, ADVENTURERS, SEVERAL)
    done = await city.gm.slash(city.channel, "campaign handover", **handing)
    assert "Ada" in said(done)
    assert "still plays" not in said(done)


async def test_an_undo_makes_no_second_adventurer_either(city: Table) -> None:
    home = await living(city)
    await fall(city, home)
    fell = await entries(city)
    await city.deacon.slash(home, "adv new", name="Bly")
    refused = await city.gm.slash(home, "undo", entry=fell)
    assert is_private(refused)
    assert f"{city.deacon.mention} still plays Bly" in said(refused)
    asked = await city.deacon.slash(home, "adv retire")
    await city.deacon.click(reply_of(asked), label="Retire for good")
    asked = await city.gm.slash(home, "undo", entry=fell)
    assert "end: fallen → none" in said(asked)


async def test_a_retirement_is_undone_together_with_what_followed(city: Table) -> None:
    home = await living(city)
    asked = await city.deacon.slash(home, "adv retire")
    await city.deacon.click(reply_of(asked), label="Retire for good")
    asked = await city.gm.slash(home, "undo")
    await city.gm.click(reply_of(asked), custom_id=first_button(asked))
    assert "Gold **1**" in said(await city.deacon.slash(home, "adv sheet"))
