"""Who may: what a standing opens, what Manage Server does, whose a record has to be, and who hears."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from bot.engine.people import (
    EVERYONE,
    GAME_MASTER,
    GAME_MASTERS,
    PUBLIC,
    WHO_MAY,
    Actor,
    Audience,
    Permit,
    Standing,
    Viewer,
    is_permitted,
    join_first,
    may_use,
    only,
    who_may,
)
from bot.engine.roster import played_here, require_player
from bot.engine.system import Kind, Record, RecordId, Replace
from bot.engine.text import T
from bot.errors import NotAllowed, RuleViolation
from tests.refusals import refuses
from tests.systems.table.scenes import CAMPAIGN, DEACON, MARISOL, STRANGER, WREN, scene

GM, PLAYER, SPECTATOR, OUTSIDER = Standing
HERE, THERE = 7, 8

# By what it takes: which standings try it by themselves, and whether Manage Server alone is enough.
TABLE: dict[Permit, tuple[set[Standing], bool]] = {
    Permit.EVERYONE: ({GM, PLAYER, SPECTATOR, OUTSIDER}, False),
    Permit.MEMBERS: ({GM, PLAYER}, False),
    Permit.OWNER: ({GM, PLAYER}, False),
    Permit.OWNER_OR_GAME_MASTER: ({GM, PLAYER}, False),
    Permit.GAME_MASTERS: ({GM}, False),
    Permit.GAME_MASTERS_OR_ADMINS: ({GM}, True),
    Permit.ADMINS: (set(), True),
    Permit.FOUNDERS: (set(), True),
}


@pytest.mark.parametrize("permit", Permit)
def test_manage_server_opens_what_is_the_servers_and_nothing_of_the_story(permit: Permit) -> None:
    by_standing, by_server = TABLE[permit]
    for standing in Standing:
        assert may_use(permit, standing, Actor(DEACON)) is (standing in by_standing)
        admin = Actor(DEACON, manages_server=True)
        assert may_use(permit, standing, admin) is (by_server or standing in by_standing)


@pytest.mark.parametrize("standing", Standing)
@pytest.mark.parametrize("owner", [DEACON, WREN, None])
def test_whose_it_is_counts_on_top_of_the_standing(standing: Standing, owner: int | None) -> None:
    actor = Actor(DEACON, manages_server=True)
    belongs, is_own = standing in (GM, PLAYER), owner == DEACON
    assert is_permitted(Permit.OWNER, standing, actor, owner) is (belongs and is_own)
    leads_or_owns = standing is GM or (belongs and is_own)
    assert is_permitted(Permit.OWNER_OR_GAME_MASTER, standing, actor, owner) is leads_or_owns
    # Elsewhere nobody asks whose it is.
    assert is_permitted(Permit.MEMBERS, standing, actor, owner) is belongs
    assert is_permitted(Permit.ADMINS, standing, actor, owner) is True


OWN = Audience(everyone=False, person=DEACON)
SHARED = Audience(everyone=False, person=DEACON, with_game_masters=True)


@pytest.mark.parametrize(
    ("audience", "heard_by"),
    [
        (EVERYONE, {"public", "game master", "deacon", "wren"}),
        (GAME_MASTERS, {"game master"}),
        (OWN, {"deacon"}),
        (SHARED, {"deacon", "game master"}),
    ],
)
def test_only_those_hear_whom_it_is_for(audience: Audience, heard_by: set[str]) -> None:
    viewers = {
        "public": PUBLIC,
        "game master": GAME_MASTER,
        "deacon": Viewer(DEACON, PLAYER),
        "wren": Viewer(WREN, PLAYER),
    }
    assert {name for name, viewer in viewers.items() if audience.includes(viewer)} == heard_by


def test_a_secret_that_game_masters_share_is_not_everybodys_and_no_persons_own() -> None:
    shared = [GAME_MASTERS, SHARED]
    assert [each for each in (EVERYONE, GAME_MASTERS, OWN, SHARED) if each.is_for_game_masters] == shared
    # Whom else it is for matters not, where everybody hears of it.
    assert not replace(SHARED, everyone=True).is_for_game_masters


def test_whoever_is_told_to_join_can_do_so_there() -> None:
    refusal = join_first("ashes")
    assert (type(refusal), refusal.joins) == (NotAllowed, "ashes")
    refusal = only(T("its player"))
    assert (type(refusal), refusal.joins, str(refusal)) == (NotAllowed, "", "Only its player can do that.")


@pytest.mark.parametrize("permit", Permit)
def test_what_nobody_plays_is_for_game_masters_where_a_players_own_is_for_both(permit: Permit) -> None:
    is_shared, is_own = permit is Permit.OWNER_OR_GAME_MASTER, permit is Permit.OWNER
    # Whose it is stands there by name.
    named = f"<@{DEACON}> or a game master" if is_shared else f"<@{DEACON}>"
    assert who_may(permit, DEACON) == (named if is_shared or is_own else WHO_MAY[permit])
    assert who_may(permit, None) is WHO_MAY[Permit.GAME_MASTERS if is_shared else permit]


# -- heroes and characters --------------------------------------------------------------------------


def test_a_player_makes_one_for_themselves_and_a_game_master_for_whoever_plays() -> None:
    one = T("a hero")
    require_player(scene(DEACON), DEACON, one)
    require_player(scene(MARISOL), DEACON, one)
    require_player(scene(MARISOL), MARISOL, one)
    # By a role, which makes nobody's name known.
    require_player(scene(STRANGER, standing=GM), DEACON, one)


@pytest.mark.parametrize("standing", [PLAYER, SPECTATOR, OUTSIDER])
def test_nobody_else_makes_one_for_somebody(standing: Standing) -> None:
    with refuses("roster.for_somebody_else", error=NotAllowed):
        require_player(scene(WREN, standing=standing), DEACON, T("a hero"))


@pytest.mark.parametrize("player", [WREN, STRANGER])
def test_whoever_does_not_play_has_none(player: int) -> None:
    for actor in (MARISOL, player):
        with refuses("roster.no_player", error=RuleViolation):
            require_player(scene(actor), player, T("a hero"))


@dataclass(frozen=True, slots=True)
class Hero:
    name: str
    player: int = DEACON
    active_in: tuple[int, ...] = ()


HERO: Kind[Hero] = Kind("hero", Hero, title=lambda state: state.name)


def taken(meant: str, **heroes: Hero) -> dict[str, tuple[int, ...]]:
    """Where those play whom it changes that this one is to be played in channel 7."""
    records = {RecordId(name): Record(RecordId(name), "hero", state) for name, state in heroes.items()}
    here = replace(scene(DEACON, CAMPAIGN), records=records)
    changes = played_here(here, HERO, records[RecordId(meant)])
    assert all(isinstance(each, Replace) for each in changes)
    assert all(
        replace(each.state, active_in=()) == replace(records[each.id].state, active_in=()) for each in changes
    )
    return {each.id: each.state.active_in for each in changes}


def test_one_hero_a_player_is_played_in_a_channel() -> None:
    came = taken(
        "tam",
        # Somebody else's stays where it is, whoever is looked at first.
        ysolde=Hero("Ysolde", WREN, (HERE,)),
        evander=Hero("Evander", active_in=(HERE, THERE)),
        tam=Hero("Tam", active_in=(THERE,)),
        odo=Hero("Odo", active_in=(THERE,)),
    )
    assert came == {"evander": (THERE,), "tam": (THERE, HERE)}


def test_who_is_played_here_already_is_not_asked_for_again() -> None:
    with refuses("roster.plays_already", error=RuleViolation):
        taken("tam", tam=Hero("Tam", active_in=(HERE, THERE)), ysolde=Hero("Ysolde", WREN, (HERE,)))
