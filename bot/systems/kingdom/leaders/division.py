"""How a kingdom's people could share the tasks: suggested once, from its founding to its first month."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.pace import WAITS
from bot.engine.people import Permit, Standing
from bot.engine.proposals import Proposing
from bot.engine.record import AtStep, Press
from bot.engine.steps import at, waits
from bot.engine.system import RecordId, Step, World
from bot.engine.text import Safe, T, refused
from bot.systems.kingdom.book import AREAS, DUTIES, Area, Role, Stage
from bot.systems.kingdom.leaders.offices import seat
from bot.systems.kingdom.moves import Move, move
from bot.systems.kingdom.realm import KINGDOM, OnKingdom, found_realm
from bot.systems.kingdom.settings import ROLE_TAKING, Rulings
from bot.systems.kingdom.state import Kingdom, Leader, Share, unheld
from bot.systems.kingdom.steps import DIVISION, goes_on, is_founding_time, players


class ShareTasks(OnKingdom):
    """Share the tasks out as suggested: who holds no role yet gets one for it."""


class TakeShare(OnKingdom):
    """Take care of one area yourself."""

    area: Area


class KeepTasks(OnKingdom):
    """Leave the tasks as they are."""


@dataclass(frozen=True, slots=True)
class Shared:
    """Who takes care of what now, and in which role."""

    area: Area
    player: int
    role: Role

    def sentence(self) -> Safe:
        """In a line."""
        return T("**{area}**: {player:@}, {role}").of(self)


class TasksShared(Event):
    """Tasks were shared out, or somebody took some."""

    concerns: ClassVar[tuple[str, ...]] = ("people",)
    name: str
    shares: tuple[Shared, ...]

    @property
    def people(self) -> tuple[int, ...]:
        """The people who take care of something now."""
        return tuple(dict.fromkeys(each.player for each in self.shares))

    def sentence(self) -> Safe:
        """Each area with its person and role."""
        return Safe("\n".join(each.sentence() for each in self.shares))


# -- what is suggested --------------------------------------------------------------------------------


def divided(kingdom: Kingdom, people: Sequence[int]) -> tuple[Share, ...]:
    """The areas among those people, as evenly as can be; who has the role for one keeps that.

    Nothing for one person alone, who has no one to share with.
    """
    if len(people) < 2:
        return ()
    most, loads, found = -(-len(AREAS) // len(people)), Counter[int](), dict[Area, int]()
    for area, (role, _) in AREAS.items():
        own = next((each for each in _players(kingdom, role) if each in people and loads[each] < most), None)
        if own is not None:
            found[area] = own
            loads[own] += 1
    for area in AREAS:
        if area not in found:
            found[area] = min(people, key=lambda each: loads[each])
            loads[found[area]] += 1
    return tuple(Share(area, found[area]) for area in AREAS)


def _players(kingdom: Kingdom, role: Role) -> list[int]:
    return [each.player for each in kingdom.held_by(role) if each.player is not None]


def suggested(kingdom: Kingdom) -> tuple[Share, ...]:
    """What of it is still to be answered: until the first month opens, what its person is not asked for."""
    if kingdom.stage is not Stage.STANDING or not is_founding_time(kingdom):
        return ()
    return tuple(
        each for each in kingdom.division if each.player not in players(kingdom, AREAS[each.area][1][0])[:1]
    )


@waits(KINGDOM.name, DIVISION, of="division", when=goes_on, rank=7)
def division_steps(_kingdom: RecordId, state: Kingdom) -> Sequence[Step]:
    """One step: a game master takes it as it is or leaves it, and players take areas for themselves."""
    shares = suggested(state)
    if not shares:
        return ()
    label = T("{kingdom:60}: who does what").plain(kingdom=state.name)
    revision = 1 + len(AREAS) - len(shares)
    return (Step(DIVISION, label, None, revision=revision, silent=WAITS),)


# -- answered -----------------------------------------------------------------------------------------


def _open_shares(kingdom: Kingdom) -> tuple[Share, ...]:
    if not (shares := suggested(kingdom)):
        raise refused(
            "division.over",
            "There are no suggestions left. `/leader who` shows who does what, and changes it.",
        )
    return shares


def _given(kingdom: Kingdom, share: Share) -> tuple[Kingdom, Shared]:
    """The kingdom with that area in that player's care, in a role of theirs or a vacant one."""
    role = _role_for(kingdom, share)
    if not kingdom.held_by(role):
        # What the character is called is for their player to say.
        leader = Leader(role, str(role.label), share.player)
        kingdom = seat(kingdom, (*kingdom.leaders, leader))
    duties = dict(kingdom.duties)
    for task in AREAS[share.area][1]:
        roles = (role, *(each for each in kingdom.roles_for(task) if each is not role))
        duties[task] = roles
        if roles == DUTIES[task]:
            del duties[task]
    return replace(kingdom, duties=duties), Shared(share.area, share.player, role)


def _role_for(kingdom: Kingdom, share: Share) -> Role:
    """The role that comes first to that area where it is theirs, another of theirs, or a vacant one."""
    first = AREAS[share.area][0]
    own = [each.role for each in kingdom.leaders if each.player == share.player and not each.has_died]
    free = unheld(kingdom)
    for role in (*(each for each in own if each is first), *own, *(each for each in free if each is first)):
        return role
    if not free:
        raise refused(
            "division.no_role",
            "Every role is taken, and {player:@} has none. Change that with `/leader assign` first.",
            player=share.player,
        )
    return free[0]


def _share(move: Move, shares: Iterable[Share]) -> None:
    """Give each of those areas to the player who took it."""
    kingdom, told = move.kingdom, list[Shared]()
    for each in shares:
        kingdom, shared = _given(kingdom, each)
        told.append(shared)
    taken = {each.area for each in told}
    left = tuple(each for each in kingdom.division if each.area not in taken)
    move.put(replace(kingdom, division=left))
    move.tell(TasksShared(move.name, tuple(told)))


@move(
    may=Permit.GAME_MASTERS,
    found=found_realm,
    step=at(DIVISION, "share", T("Share the tasks"), is_main=True),
)
def share_tasks(move: Move, action: ShareTasks, dice: Dice) -> None:
    """Share them out as suggested. Raises RuleViolation once nothing is suggested any more."""
    here, standing = (Standing.PLAYER, Standing.GAME_MASTER), move.world.campaign.standing
    shares = [each for each in _open_shares(move.kingdom) if standing(each.player) in here]
    if not shares:
        raise refused("division.nobody", "Everybody it was suggested for has left. Use `/leader assign`.")
    _share(move, shares)


def _needs_consent(world: World, _action: TakeShare) -> bool:
    is_led = world.standing is Standing.GAME_MASTER
    return not is_led and Rulings(world.campaign.settings).has(ROLE_TAKING, "consent")


def _title(before: World, _after: World, action: TakeShare) -> str:
    kingdom = found_realm(before, action.kingdom).kingdom
    return T("{area} of {kingdom:60}").plain(area=action.area, kingdom=kingdom.name)


def _taking(_kingdom: RecordId, state: Kingdom, _step: Step) -> Iterator[Press]:
    take = T("Take {area:lower}")
    for each in suggested(state):
        yield Press(each.area.value, take.plain(area=each.area), {"area": each.area})


@move(found=found_realm, step=AtStep(DIVISION, _taking), proposed=Proposing(_needs_consent, _title))
def take_share(move: Move, action: TakeShare, dice: Dice) -> None:
    """Take an area that is suggested, also where it was for somebody else. Raises RuleViolation."""
    if action.area not in {each.area for each in _open_shares(move.kingdom)}:
        raise refused(
            "division.taken", "{area} is taken. `/leader who` shows who does what.", area=action.area
        )
    _share(move, (Share(action.area, move.world.actor),))


@move(
    may=Permit.GAME_MASTERS,
    found=found_realm,
    step=at(DIVISION, "keep", T("Leave the tasks")),
)
def keep_tasks(move: Move, action: KeepTasks, dice: Dice) -> None:
    """Leave them as they are. Raises RuleViolation once nothing is suggested any more."""
    _open_shares(move.kingdom)
    move.change(division=())
    move.say("division.tasks_kept", T("The tasks stay as they are."))
