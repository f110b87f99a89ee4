"""Roles that players take themselves: at once, or once a game master agreed."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.system import World
from bot.errors import NotAllowed, RuleViolation, UserError
from bot.systems.kingdom.book import Attribute, MonthStep, Phase, Role
from bot.systems.kingdom.founding.rules import BeginKingdom
from bot.systems.kingdom.leaders.rules import TAKEN, AssignLeader
from bot.systems.kingdom.settings import ROLE_TAKING
from tests.systems.adventuria.arrivals import decide
from tests.systems.kingdom.drafting import draft
from tests.systems.kingdom.months_table import act, mentioned, state_of, tarn, tarn_at
from tests.systems.kingdom.scenes import (
    DEACON,
    STRANGER,
    TARN,
    WREN,
    decided,
    everybody,
    kingdom_of,
    leader,
    month,
    play,
    played,
    scene,
)
from tests.systems.kingdom.scenes import tarn as state
from tests.systems.second_kingdom.evening import buttons, choose_from, entries, is_private, lists, parts_of
from tests.tables import GAME_MASTERS, Table, press_on, reply_of, said, text

RULER = (leader(Role.RULER, DEACON, name="Ada"),)
LEADERSHIP = month(Phase.EDICT, size=3)
TAKES = AssignLeader(TARN, Role.WARDEN, "Rook", WREN)


def wrens(kingdom: Any, **settings: str) -> World:
    """A scene of Wren's, who plays here and holds no role."""
    return scene(kingdom, actor=WREN, campaign=decided(**settings))


@pytest.mark.parametrize(
    "kingdom",
    [draft(), state(leaders=RULER, month=month(Phase.BEFORE)), state(leaders=RULER, month=LEADERSHIP)],
    ids=["while founded", "before month 1", "at Leadership"],
)
def test_a_vacant_role_is_taken_at_once_where_leaders_change(kingdom: Any) -> None:
    at = wrens(kingdom)
    assert TAKEN.needs is not None
    assert not TAKEN.needs(at, TAKES)
    turn = play(at, TAKES)
    assert turn.on_behalf_of is None
    (held,) = kingdom_of(played(at, TAKES)).held_by(Role.WARDEN)
    assert (held.name, held.player) == ("Rook", WREN)


def test_a_role_taken_at_another_time_or_where_the_campaign_says_so_needs_consent() -> None:
    late = wrens(state(leaders=RULER, month=month(Phase.INCOME)))
    asked = wrens(state(leaders=RULER, month=LEADERSHIP), role_taking="consent")
    for at in (late, asked):
        assert TAKEN.needs(at, TAKES)
    # What the Ruler may do by themself needs nobody's.
    own = scene(state(leaders=RULER, month=LEADERSHIP), actor=DEACON, campaign=decided(role_taking="consent"))
    assert not TAKEN.needs(own, AssignLeader(TARN, Role.WARDEN, "Rook", DEACON))


@pytest.mark.parametrize(
    ("action", "refusal"),
    [
        (AssignLeader(TARN, Role.RULER, "Rook", WREN), NotAllowed),
        (AssignLeader(TARN, Role.WARDEN, "Rook", DEACON), NotAllowed),
        (AssignLeader(TARN, Role.WARDEN, "Rook"), NotAllowed),
        (AssignLeader(TARN, Role.WARDEN, "Ada", WREN), RuleViolation),
    ],
    ids=["a held role", "for another", "for an NPC", "a character with a role"],
)
def test_a_player_takes_no_held_role_and_none_for_others(
    action: AssignLeader, refusal: type[UserError]
) -> None:
    at = wrens(state(leaders=RULER, month=LEADERSHIP))
    assert not TAKEN.needs(at, action)
    with pytest.raises(refusal):
        play(at, action)


def test_who_has_not_joined_takes_no_role() -> None:
    outside = scene(state(leaders=everybody(DEACON, 10, Role.WARDEN), month=LEADERSHIP), actor=STRANGER)
    with pytest.raises(UserError):
        play(outside, AssignLeader(TARN, Role.WARDEN, "Rook", STRANGER))


ROLES = "Take a role…"


# -- at the table ---------------------------------------------------------------------------------------


async def filled(table: Table, who: Any, shown: Any, role: str = "general", **typed: Any) -> Any:
    """The form of a role from the list "Take a role…", filled in."""
    form = await choose_from(who, shown, ROLES, role)
    answer = await who.submit_modal(form, {"name": "Bran", "scores": "Cha 14"} | typed)
    await table.settle()
    return answer


async def test_a_player_takes_a_role_from_the_leaders_page_with_a_press_and_a_form(realms: Table) -> None:
    await tarn(realms)
    listed = await realms.wren.slash(realms.channel, "leader list")
    (roles,) = parts_of(reply_of(listed))
    assert roles["placeholder"] == ROLES
    priced = {each["label"]: each["description"] for each in roles["options"]}
    assert priced["General"] == "vacant: Loyalty −4"
    assert "Warden" not in priced
    await realms.restart()
    await filled(realms, realms.wren, reply_of(listed))
    assert f"**Bran ({realms.wren.mention})** is General: +2 Stability." in text(realms.last())
    (held,) = (await state_of(realms)).held_by(Role.GENERAL)
    assert (held.name, held.player) == ("Bran", realms.wren.id)


async def test_a_role_goes_to_an_npc_and_a_ruler_chooses_in_the_same_form(realms: Table) -> None:
    await act(realms, BeginKingdom("Tarn"))
    listed = await realms.gm.slash(realms.channel, "leader list")
    form = await choose_from(realms.gm, reply_of(listed), ROLES, "ruler")
    fields = {"name": "Queen Ilse", "scores": "", "who": ["nobody"]}
    await realms.gm.submit_modal(form, fields | {"attributes": ["loyalty"]})
    await realms.settle()
    (held,) = (await state_of(realms)).held_by(Role.RULER)
    assert (held.name, held.player, held.attributes) == ("Queen Ilse", None, (Attribute.LOYALTY,))


async def test_who_may_give_no_role_is_not_asked_who_plays_it(realms: Table) -> None:
    await tarn_at(realms, MonthStep.LEADERSHIP)
    listed = await realms.wren.slash(realms.channel, "leader list")
    form = await choose_from(realms.wren, reply_of(listed), ROLES, "general")
    assert "Who plays" not in str(form.modal)
    listed = await realms.deacon.slash(realms.channel, "leader list")
    form = await choose_from(realms.deacon, reply_of(listed), ROLES, "general")
    assert "Nobody: an NPC" in str(form.modal)


async def test_the_kingdoms_first_cards_and_its_sheet_have_the_button_while_a_role_is_vacant(
    realms: Table,
) -> None:
    id_ = await tarn(realms)
    assert ROLES in lists(realms.last())
    sheet = await realms.wren.slash(realms.channel, "kingdom sheet")
    assert ROLES in lists(reply_of(sheet))
    for role in Role:
        if not (await state_of(realms)).held_by(role):
            await act(realms, AssignLeader(id_, role, role.value.title()))
    await realms.settle()
    assert ROLES not in lists(realms.last())
    listed = await realms.wren.slash(realms.channel, "leader list")
    assert lists(reply_of(listed)) == []


async def test_where_consent_is_wanted_a_game_master_is_mentioned_and_accepts(
    realms: Table,
) -> None:
    await tarn_at(realms, MonthStep.LEADERSHIP)
    await decide(realms, ROLE_TAKING, "consent")
    listed = await realms.wren.slash(realms.channel, "leader list")
    await filled(realms, realms.wren, reply_of(listed))
    card = realms.last()
    assert card.embeds[0].title == "Bran as General of Tarn"
    assert mentioned(card) == [realms.gm.id]
    assert not (await state_of(realms)).held_by(Role.GENERAL)
    assert buttons(card) == ["Withdraw", GAME_MASTERS]
    before = await entries(realms)
    assert is_private(await realms.deacon.click(card, label=GAME_MASTERS))
    assert await entries(realms) == before
    await press_on(realms.gm, card, "Accept")
    await realms.settle()
    (held,) = (await state_of(realms)).held_by(Role.GENERAL)
    assert (held.name, held.player) == ("Bran", realms.wren.id)


async def test_two_players_can_ask_for_two_roles_at_the_same_time(realms: Table) -> None:
    await tarn_at(realms, MonthStep.LEADERSHIP)
    await decide(realms, ROLE_TAKING, "consent")
    for who, role, name in ((realms.wren, "general", "Bran"), (realms.wren, "magister", "Ilse")):
        listed = await who.slash(realms.channel, "leader list")
        await filled(realms, who, reply_of(listed), role=role, name=name)
    waiting = said(await realms.gm.slash(realms.channel, "waiting"))
    assert "Bran as General of Tarn" in waiting
    assert "Ilse as Magister of Tarn" in waiting
