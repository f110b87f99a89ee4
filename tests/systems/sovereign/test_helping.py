"""Who can help the dying is asked, not who lies there; and nobody is asked what they do who can't act."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.people import Actor
from bot.engine.system import Scope, Want
from bot.play import Request
from bot.play.commit import store
from bot.play.session import open_session
from bot.systems.sovereign import SYSTEM
from bot.systems.sovereign.people.files import ImportCharacter, file_of
from bot.systems.sovereign.people.rules import CHARACTER
from tests.loaded import loaded
from tests.systems.second_kingdom.evening import buttons
from tests.systems.sovereign.scenes import KIT, odo
from tests.systems.sovereign.test_delves_at_the_table import MISS, entered, offered, presses
from tests.systems.sovereign.test_meetings_at_the_table import meet, press
from tests.tables import Table, first_button, pinged, reply_of, said, text


async def equipped(table: Table, who: str = "Mira") -> None:
    """Somebody bears a healer's kit."""
    await table.gm.slash(table.channel, "party pack add", character=who, thing="Healer's kit", kit="healer")


async def together(table: Table, who: str = "Mira, Bo", *, has_kit: bool = True) -> None:
    """They go in one party, in which Mira has a healer's kit."""
    if has_kit:
        await equipped(table)
    await table.gm.slash(table.channel, "party new", name="The Lanterns", who=who, spokesperson="Mira")
    await table.settle()


async def falls(table: Table, who: str) -> None:
    """Somebody is at 0 HP."""
    await table.gm.slash(table.channel, "sov harm damage", character=who, amount="20")
    await table.settle()


async def with_odo(table: Table, **changes: object) -> None:
    """The game master plays one of them, too."""
    here = Request(70, table.guild.id, table.channel.id)
    await table.gm.slash(table.channel, "campaign join")
    action = ImportCharacter(table.gm.id, file_of(odo(follows=None, **changes)))
    await table.bot.play.act(Actor(table.gm.id), here, action)
    await table.deliver()


async def following(table: Table, follower: str, whom: str) -> None:
    """One is the other's henchman, written past all rules."""
    request = Request(71, table.guild.id, table.channel.id)

    def write(connection: Any) -> None:
        session = open_session(connection, table.bot.play.context, Actor(table.gm.id), request, lock=True)
        session.load(Scope(wants=(Want(CHARACTER.name),)))
        by_name = {each.state.name: each for each in session.records.values() if each.kind == CHARACTER.name}
        record = by_name[follower]
        state = replace(record.state, follows=by_name[whom].id)
        store(session, SYSTEM.name, replace(record, state=state, version=record.version + 1))

    await table.bot.database.write(write)


async def test_s25_who_can_stabilize_somebody_is_asked_and_not_who_lies_there(barrow: Table) -> None:
    table = barrow
    await together(table)
    await falls(table, "Bo")
    assert pinged(table.last()) == table.deacon.mention
    assert buttons(table.last()).count("Stabilize") == 1
    assert "Bo dies" in said(await table.deacon.slash(table.channel, "waiting"))
    nothing = said(await table.wren.slash(table.channel, "waiting"))
    assert "Nothing is waiting for you" in nothing


async def test_s25_with_a_kit_in_the_party_its_bearer_is_asked(barrow: Table) -> None:
    table = barrow
    await with_odo(table, items=(KIT,))
    await together(table, "Mira, Bo, Odo", has_kit=False)
    await falls(table, "Bo")
    assert pinged(table.last()) == table.gm.mention
    shown = await table.gm.click(table.last(), label="Stabilize")
    with loaded(6, 6):
        await table.gm.click(reply_of(shown), custom_id=first_button(shown))
    await table.settle()
    assert "Bo is stabilized" in text(table.last())


async def test_a_game_master_who_presses_it_has_whoever_of_the_party_does_best_try(barrow: Table) -> None:
    table = barrow
    await together(table)
    await falls(table, "Bo")
    shown = await table.gm.click(table.last(), label="Stabilize")
    assert "Mira rolls DEX/Heal" in said(shown)


async def test_without_a_kit_only_what_a_game_master_can_allow_is_offered(barrow: Table) -> None:
    table = barrow
    await together(table, has_kit=False)
    await falls(table, "Bo")
    assert pinged(table.last()) == ""
    assert buttons(table.last()) == ["Stabilize without a kit"]
    shown = await table.gm.click(table.last(), label="Stabilize without a kit")
    with loaded(6, 6):
        await table.gm.click(reply_of(shown), custom_id=first_button(shown))
    await table.settle()
    assert "Bo is stabilized" in text(table.last())


async def test_what_nobody_can_try_now_is_no_button(barrow: Table) -> None:
    table = barrow
    await together(table)
    await falls(table, "Bo")
    shown = await table.deacon.click(table.last(), label="Stabilize")
    with loaded(1, 1):
        await table.deacon.click(reply_of(shown), custom_id=first_button(shown))
    await table.settle()
    # One try a Round (S26).
    assert "**Fails.**" in text(table.last())
    assert buttons(table.last()) == ["Act…"]
    await falls(table, "Mira")
    assert buttons(table.last()) == ["Act…"]


async def test_the_poisoned_are_treated_by_a_press_where_somebody_could(barrow: Table) -> None:
    table = barrow
    await together(table, has_kit=False)
    await table.gm.slash(table.channel, "sov harm poison", character="Bo", poison="Viper")
    await table.settle()
    assert "Viper" in text(card := table.last())
    assert "Roll now" in buttons(card)
    assert "Treat them" not in buttons(card)
    await table.gm.slash(table.channel, "sov set", character="Mira", heal=1, reason="Taught by Odile")
    await equipped(table)
    await table.settle()
    (card,) = (each for each in table.messages() if "Viper" in text(each))
    assert "Treat them" in buttons(card)


async def test_the_frail_are_treated_by_a_press_where_somebody_could(barrow: Table) -> None:
    table = barrow
    await together(table)
    await falls(table, "Bo")
    healed = {"character": "Bo", "amount": "5", "stabilizes": True}
    await table.gm.slash(table.channel, "sov care heal", **healed)
    await table.settle()
    # Mira has a kit, and no more than Heal 0.
    assert buttons(table.last()) == ["Act…"]
    await table.gm.slash(table.channel, "sov set", character="Mira", heal=1)
    await table.settle()
    card = next(each for each in table.messages() if "Treat for an hour" in buttons(each))
    assert "Mira rolls DEX/Heal" in said(await table.gm.click(card, label="Treat for an hour"))


async def test_who_lies_there_is_named_with_their_player_who_is_not_called(barrow: Table) -> None:
    table = barrow
    await together(table)
    await falls(table, "Bo")
    assert f"Bo dies in 6 Rounds unless somebody stabilizes them\nPlayed by {table.wren.mention}" in text(
        table.last()
    )
    assert pinged(table.last()) == table.deacon.mention


async def test_whoever_falls_as_well_is_asked_no_longer_and_where_nobody_stands_the_game_master_is(
    barrow: Table,
) -> None:
    table = barrow
    await together(table)
    await falls(table, "Bo")
    await falls(table, "Mira")
    assert "Nothing is waiting for you" in said(await table.deacon.slash(table.channel, "waiting"))
    waits = said(await table.gm.slash(table.channel, "waiting"))
    assert "Bo dies" in waits
    assert "Mira dies" in waits
    assert table.deacon.id not in [user.id for user in table.last().mentions]


async def test_without_a_party_the_game_master_is_asked(barrow: Table) -> None:
    table = barrow
    await falls(table, "Bo")
    assert table.last().content == ""
    assert "Bo dies" in said(await table.gm.slash(table.channel, "waiting"))


async def test_whoever_joins_is_asked_to_help(barrow: Table) -> None:
    table = barrow
    await together(table, "Bo")
    await falls(table, "Bo")
    await table.gm.slash(table.channel, "party set", add="Mira")
    await table.settle()
    assert "Bo dies" in said(await table.deacon.slash(table.channel, "waiting"))


async def test_another_player_of_who_can_help_is_asked_instead(barrow: Table) -> None:
    table = barrow
    await together(table)
    await falls(table, "Bo")
    await table.gm.slash(table.channel, "campaign join")
    await table.gm.slash(table.channel, "campaign handover", what="Mira", to=table.gm)
    await table.settle()
    assert "Nothing is waiting for you" in said(await table.deacon.slash(table.channel, "waiting"))


async def test_a_turn_in_the_dungeon_waits_for_no_word_of_who_fell(barrow: Table) -> None:
    table = barrow
    await equipped(table)
    await entered(table)
    assert "Bo, Turn 1: what do you do?" in said(await table.wren.slash(table.channel, "waiting"))
    await falls(table, "Bo")
    assert "Bo, Turn 1" not in said(await table.wren.slash(table.channel, "waiting"))
    left = said(await table.deacon.slash(table.channel, "waiting"))
    assert "Mira, Turn 1: what do you do?" in left
    assert "Bo dies" in left


async def test_s24_whoever_fell_in_a_turn_follows_no_plan_in_it(barrow: Table) -> None:
    table = barrow
    await entered(table)
    await table.gm.slash(table.channel, "delve plan", what="search", how="the hall")
    await falls(table, "Bo")
    await offered(table, await presses(table, "Next Turn"), MISS)
    told = text(table.last())
    assert "Mira says nothing and follows the plan: search: the hall." in told
    assert "Bo says" not in told


async def test_a_round_waits_for_nobody_who_fell_in_it(barrow: Table) -> None:
    table = barrow
    await meet(table, kind="beast")
    await press(table, table.gm, "The party goes first")
    assert "Bo acts" in said(await table.wren.slash(table.channel, "waiting"))
    await falls(table, "Bo")
    assert "Bo acts" not in said(await table.wren.slash(table.channel, "waiting"))


async def test_an_undone_wound_asks_as_before(barrow: Table) -> None:
    table = barrow
    await entered(table)
    await falls(table, "Bo")
    shown = await table.gm.slash(table.channel, "undo")
    await table.gm.click(reply_of(shown), custom_id=first_button(shown))
    await table.settle()
    assert "Bo, Turn 1: what do you do?" in said(await table.wren.slash(table.channel, "waiting"))
    assert "Bo dies" not in said(await table.deacon.slash(table.channel, "waiting"))


async def test_who_drags_somebody_does_not_change_hands_with_them(barrow: Table) -> None:
    table = barrow
    await together(table)
    await falls(table, "Bo")
    await table.deacon.slash(table.channel, "party pack drag", whom="Bo")
    await table.gm.slash(table.channel, "campaign join")
    await table.gm.slash(table.channel, "campaign handover", what="Bo", to=table.gm)
    await table.settle()
    assert f"Played by {table.deacon.mention}" in said(
        await table.deacon.slash(table.channel, "sov sheet", character="Mira")
    )
    assert f"Played by {table.gm.mention}" in said(
        await table.gm.slash(table.channel, "sov sheet", character="Bo")
    )


async def test_a_dying_henchman_changes_hands_with_who_can_help_them(barrow: Table) -> None:
    table = barrow
    await together(table)
    await following(table, "Bo", "Mira")
    await falls(table, "Bo")
    await table.gm.slash(table.channel, "campaign join")
    handed = await table.gm.slash(table.channel, "campaign handover", what="Mira", to=table.gm)
    await table.settle()
    assert "goes along" in said(handed)
    assert "Bo dies" in said(await table.gm.slash(table.channel, "waiting"))
    assert "Nothing is waiting for you" in said(await table.deacon.slash(table.channel, "waiting"))


async def test_a_partys_card_says_whose_each_button_is(barrow: Table) -> None:
    table = barrow
    await with_odo(table, items=(KIT,))
    await together(table, "Mira, Bo, Odo")
    for who in ("Bo", "Mira"):
        await falls(table, who)
    await table.gm.slash(table.channel, "party clock", unit="round")
    await table.settle()
    assert buttons(table.last()) == ["Mira: Stabilize", "Bo: Stabilize"]


async def test_a_card_that_a_newer_one_followed_shows_no_longer_what_waits(barrow: Table) -> None:
    table = barrow
    await together(table)
    await falls(table, "Bo")
    older = table.last().id
    await table.gm.slash(table.channel, "sov care heal", character="Bo", amount="5", stabilizes=True)
    await table.settle()
    assert "Bo is Frail" in text(table.last())
    (told,) = (text(each) for each in table.messages() if each.id == older)
    assert "**Bo is Mortally Injured**" in told
    assert "What came of it" in told
    assert "Bo is Frail" not in told
    assert "Played by" not in told
