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


# -- gone ---------------------------------------------------------------------------------------------


async def test_a39_who_fell_is_out_of_play_and_another_goes_on(city: Table) -> None:
    # A39 a fall is told with all that is lost and a way on.
    home = await living(city)
    card = await fall(city, home)
    assert "Ada has fallen" in text(card)
    assert "9 wounds against Vitae 4." in text(card)
    assert "Lost with Ada: 1 gold." in text(card)
    assert buttons(card) == ["New adventurer"]

    # A39 who fell is out of play.
    for command in ("adv home", "adv edit", "adv retire"):
        refused = await city.deacon.slash(home, command, adventurer="Ada")
        assert said(refused) == "“Ada” is no longer in play; nothing was changed."
        assert is_private(refused)

    # A39 new adventurer asks a name after a restart and goes on in the thread.
    await city.restart()
    asked = await city.deacon.click(card, label="New adventurer")
    await city.deacon.submit_modal(asked, {"name": "Brand"})
    await city.settle()
    assert "Brand sets out" in text(city.last(home))
    assert len(threads(city)) == 1


async def test_falls_and_retirements_are_undone(city: Table) -> None:
    # An undone fall brings everything back.
    home = await living(city)
    await fall(city, home)
    asked = await city.gm.slash(home, "undo")
    assert "end: fallen → none" in said(asked)
    await city.gm.click(reply_of(asked), custom_id=first_button(asked))
    await city.settle()
    assert "Gold **1**" in said(await city.deacon.slash(home, "adv sheet"))

    # Retire asks first and puts the sheet away.
    asked = await city.deacon.slash(home, "adv retire")
    assert is_private(asked)
    assert "Lost with Ada: 1 gold." in said(asked)
    await city.deacon.click(reply_of(asked), label="Retire for good")
    await city.settle()
    assert "Ada retires" in text(city.last(home))
    assert "Lost with Ada: 1 gold." in text(city.last(home))
    assert "New adventurer" in buttons(city.last(home))

    # A retirement is undone together with what followed.
    asked = await city.gm.slash(home, "undo")
    await city.gm.click(reply_of(asked), custom_id=first_button(asked))
    assert "Gold **1**" in said(await city.deacon.slash(home, "adv sheet"))

    # Edit opens a form and writes name and notes anew.
    form = await city.deacon.slash(home, "adv edit")
    await city.deacon.submit_modal(form, {"name": "Adara", "about": "A scar."})
    assert "Ada is called Adara now. Adara has new notes." in text(city.last(home))


# -- handed over --------------------------------------------------------------------------------------


async def test_a_handover_takes_everything_along_and_the_card_stands_in_its_thread(city: Table) -> None:
    # Whatever is done elsewhere its card stands in its own thread.
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

    # A handover takes the adventurer its fight and its offers along.
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
