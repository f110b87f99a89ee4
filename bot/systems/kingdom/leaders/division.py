"""How a kingdom's people could share the tasks: suggested once, from its founding to its first month."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from bot.engine.declare import action
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.pace import WAITS
from bot.engine.people import Permit, Standing
from bot.engine.proposals import Proposing
from bot.engine.system import Choice, RecordId, Scene, Turn
from bot.engine.system import Step as system_Step
from bot.engine.text import Safe, T, refused
from bot.systems.kingdom.book import AREAS, DUTIES, Area, Role, Stage
from bot.systems.kingdom.leaders.offices import seated
from bot.systems.kingdom.outcome import turn_of
from bot.systems.kingdom.realm import OnKingdom, Realm, found_realm
from bot.systems.kingdom.settings import ROLE_TAKING, Rulings
from bot.systems.kingdom.state import Kingdom, Leader, Share, unheld
from bot.systems.kingdom.steps import DIVISION, is_founding_time, players


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
        """Who takes care of something now."""
        return tuple(dict.fromkeys(each.player for each in self.shares))

    def sentence(self) -> Safe:
        """Each area with its person and role."""
        return Safe("\n".join(each.sentence() for each in self.shares))


class TasksKept(Event):
    """A game master leaves the tasks as they are."""

    says = T("The tasks stay as they are.")
    name: str


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


def division_steps(kingdom: RecordId, state: Kingdom) -> Sequence[system_Step]:
    """One step: a game master takes it as it is or leaves it, and players take areas for themselves."""
    shares = suggested(state)
    if not shares:
        return ()
    take = T("Take {area:lower}")
    choices = (
        Choice("share", T("Share the tasks").plain(), ShareTasks(kingdom), is_main=True),
        *(
            Choice(each.area.value, take.plain(area=each.area), TakeShare(kingdom, each.area))
            for each in shares
        ),
        Choice("keep", T("Leave the tasks").plain(), KeepTasks(kingdom)),
    )
    label = T("{kingdom:60}: who does what").plain(kingdom=state.name)
    revision = 1 + len(AREAS) - len(shares)
    return (system_Step(DIVISION, label, None, choices, revision, silent=WAITS),)


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
        kingdom = seated(kingdom, (*kingdom.leaders, leader))
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


def _turn(scene: Scene, realm: Realm, shares: Iterable[Share]) -> Turn:
    kingdom, told = realm.kingdom, list[Shared]()
    for each in shares:
        kingdom, shared = _given(kingdom, each)
        told.append(shared)
    taken = {each.area for each in told}
    kingdom = replace(kingdom, division=tuple(each for each in kingdom.division if each.area not in taken))
    return turn_of(scene, realm, replace(realm, kingdom=kingdom), TasksShared(kingdom.name, tuple(told)))


@action(may=Permit.GAME_MASTERS)
def share_tasks(scene: Scene, action: ShareTasks, dice: Dice) -> Turn:
    """Share them out as suggested. Raises RuleViolation once nothing is suggested any more."""
    realm = found_realm(scene, action.kingdom)
    here = (Standing.PLAYER, Standing.GAME_MASTER)
    shares = [each for each in _open_shares(realm.kingdom) if scene.campaign.standing(each.player) in here]
    if not shares:
        raise refused("division.nobody", "Everybody it was suggested for has left. Use `/leader assign`.")
    return _turn(scene, realm, shares)


def _needs_consent(scene: Scene, _action: TakeShare) -> bool:
    is_led = scene.standing is Standing.GAME_MASTER
    return not is_led and Rulings(scene.campaign.settings).is_on(ROLE_TAKING)


def _title(before: Scene, _after: Scene, action: TakeShare) -> str:
    kingdom = found_realm(before, action.kingdom).kingdom
    return T("{area} of {kingdom:60}").plain(area=action.area, kingdom=kingdom.name)


@action(may=Permit.MEMBERS, proposed=Proposing(_needs_consent, _title))
def take_share(scene: Scene, action: TakeShare, dice: Dice) -> Turn:
    """Take an area that is suggested, also where it was for somebody else. Raises RuleViolation."""
    realm = found_realm(scene, action.kingdom)
    if action.area not in {each.area for each in _open_shares(realm.kingdom)}:
        raise refused(
            "division.taken", "{area} is taken. `/leader who` shows who does what.", area=action.area
        )
    return _turn(scene, realm, (Share(action.area, scene.actor),))


@action(may=Permit.GAME_MASTERS)
def keep_tasks(scene: Scene, action: KeepTasks, dice: Dice) -> Turn:
    """Leave them as they are. Raises RuleViolation once nothing is suggested any more."""
    realm = found_realm(scene, action.kingdom)
    _open_shares(realm.kingdom)
    after = replace(realm, kingdom=replace(realm.kingdom, division=()))
    return turn_of(scene, realm, after, TasksKept(realm.kingdom.name))
