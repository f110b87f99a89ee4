"""What a changed setting does to kingdoms at once: their months, settlements and numbers settled by it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from bot.engine.event import sentence
from bot.engine.people import Standing
from bot.engine.settings import FiguresFollowed, Followed, FollowsLater
from bot.engine.system import Change, Open, RecordId, Result, World
from bot.engine.text import Safe, T
from bot.systems.kingdom.book import Limit, MonthStep, Phase, Stage
from bot.systems.kingdom.events.book import event_name
from bot.systems.kingdom.events.outcomes import circumstances
from bot.systems.kingdom.leaders.renown import renown_steps
from bot.systems.kingdom.realm import KINGDOM, Realm, found_realm, left
from bot.systems.kingdom.settings import ABANDONED
from bot.systems.kingdom.settling import FiguresChanged, event_chance, next_chance, settle, special_edicts
from bot.systems.kingdom.state import Kingdom, under_way
from bot.systems.kingdom.towns.abandoned import lacking
from bot.systems.kingdom.towns.state import Building, Town, located

# So many buildings are named in a line.
MOST_NAMED: Final = 8


def resettled(before: World, world: World) -> Result:
    """Settle each standing kingdom by the settings as they are now; `before` has them as they were.

    The result is about the first one whose Ruler is asked for more than before.
    """
    changes, events, asker = list[Change](), list[Followed](), list[RecordId]()
    for each in world.all(KINGDOM):
        if each.state.stage is not Stage.STANDING:
            continue
        was = found_realm(before, each.id)
        result = settle(world, was, found_realm(world, each.id))
        changes += [
            change
            for change in result.changes
            if isinstance(change, Open) or change.state != world.records[change.id].state
        ]
        now = _after(world, each.id, result)
        events += _told(world, was, now, result)
        asker += [each.id] if now.kingdom.renown_left > was.kingdom.renown_left else []
    return Result(tuple(changes), tuple(events), next(iter(asker), None))


def _after(world: World, kingdom: RecordId, result: Result) -> Realm:
    """The realm as a result leaves it."""
    states = {each.id: each.state for each in result.changes}
    realm = found_realm(world, kingdom)
    towns = {id_: states.get(id_, town) for id_, town in realm.towns.items()}
    return Realm(kingdom, states.get(kingdom, realm.kingdom), realm.land, towns, realm.rulings)


def _told(world: World, was: Realm, now: Realm, result: Result) -> Iterator[Followed]:
    """What is other in a kingdom, each line with its name."""
    says = T("{name:60}: {line}")
    for line in _asked(was.kingdom, now.kingdom):
        yield Followed(says(name=now.kingdom.name, line=line), _rulers(world, now.kingdom))
    for line in (*_limits(was, now), *_special(was, now), *_chance(was, now), *_checks(was, now)):
        yield Followed(says(name=now.kingdom.name, line=line))
    for line in _later(was, now):
        yield FollowsLater(says(name=now.kingdom.name, line=line))
    for id_, town in now.towns.items():
        for line in _closing(was, now, was.towns[id_], town):
            yield Followed(says(name=town.name, line=line))
    for event in result.events:
        cls = FiguresFollowed if isinstance(event, FiguresChanged) else Followed
        yield cls(says(name=now.kingdom.name, line=sentence(event)))


# -- lines ----------------------------------------------------------------------------------------


def _asked(was: Kingdom, now: Kingdom) -> Iterator[Safe]:
    """How often its Ruler is asked for Fame or Infamy (R149)."""
    if now.renown_left == was.renown_left:
        return
    if not now.renown_left:
        yield T("the Ruler is no longer asked for Fame or Infamy; what was chosen is kept.")()
    else:
        yield T("the Ruler chooses Fame or Infamy{times}.")(
            times=T(" {n} times")(n=now.renown_left) if now.renown_left > 1 else ""
        )


def _rulers(world: World, now: Kingdom) -> tuple[int, ...]:
    """The player whom its choices of Fame or Infamy are asked of, if that is somebody else who is with us."""
    asked = (step.who for step in renown_steps(RecordId(""), now))
    here = (Standing.PLAYER, Standing.GAME_MASTER)
    return tuple(
        who
        for who in asked
        if who is not None and who != world.actor and world.campaign.standing(who) in here
    )


def _special(was: Realm, now: Realm) -> Iterator[Safe]:
    """Which special edicts an Edict phase under way has (R161)."""
    before, after = was.kingdom.month.special, now.kingdom.month.special
    if now.kingdom.month.phase is Phase.EDICT and before != after:
        none = T("none")
        yield T("special edicts this month: {before:,} → {after:,}.")(
            before=list(before) or [none()], after=list(after) or [none()]
        )


def _later(was: Realm, now: Realm) -> Iterator[Safe]:
    """From which Edict phase on there is another special edict."""
    month = now.kingdom.month
    if month.phase is Phase.EDICT:
        return
    number = month.number + (month.phase in (Phase.INCOME, Phase.EVENT))
    says = T("the first {edict:lower} can be issued in the Edict phase of month {number}.")
    for each in special_edicts(now):
        if each not in special_edicts(was):
            yield says(edict=each, number=number)


_LEFT: Final[Mapping[Limit, T]] = {
    Limit.SETTLEMENTS: T("new settlements left this month {was} → {now}."),
    Limit.BUILDINGS: T("buildings left this month {was} → {now}."),
    Limit.TERRAIN: T("terrain improvements left this month {was} → {now}."),
    Limit.CLAIMS: T("claims left this month {was} → {now}."),
}


def _limits(was: Realm, now: Realm) -> Iterator[Safe]:
    """Lines on other limits of an Edict phase that change (R021)."""
    if now.kingdom.month.phase is not Phase.EDICT:
        return
    for limit, says in _LEFT.items():
        before, after = left(was, limit), left(now, limit)
        if before != after:
            any_number = T("any number")()
            yield says(
                was=any_number if before is None else str(before),
                now=any_number if after is None else str(after),
            )


def _chance(was: Realm, now: Realm) -> Iterator[Safe]:
    """How likely an event is: this month's, or once that was rolled the next month's (R023, R024)."""
    is_rolled = now.kingdom.month.is_over(MonthStep.EVENT)
    chance = next_chance if is_rolled else event_chance
    before, after = chance(was), chance(now)
    if before != after:
        says = (
            T("the chance of an event next month is {now}%, not {was}%.")
            if is_rolled
            else T("the chance of an event this month is {now}%, not {was}%.")
        )
        yield says(was=before, now=after)


def _checks(was: Realm, now: Realm) -> Iterator[Safe]:
    """What the place of an event under way adds to its checks (R130)."""
    says = T("{event}: its checks get {now:+}, not {was:+}.")
    for each in under_way(now.kingdom):
        before, after = circumstances(was, each), circumstances(now, each)
        if before != after:
            yield says(event=event_name(each.event), was=before, now=after)


def _closing(was: Realm, now: Realm, before: Town, after: Town) -> Iterator[Safe]:
    """Which buildings close for lack of a neighbor, or go on without one (R097)."""
    old = {each.number: each for each in before.buildings}
    shut = [each for each in after.buildings if each.is_closed and not old[each.number].is_closed]
    open_ = [each for each in after.buildings if not each.is_closed and old[each.number].is_closed]
    if shut:
        yield T("closed again without the neighbor they need: {names}.")(names=_names(shut))
    if open_:
        yield T("open again: {names}.")(names=_names(open_))
    if not now.rulings.has(ABANDONED, "yes"):
        return
    known = lacking(before, was.rulings) if was.rulings.has(ABANDONED, "yes") else frozenset[int]()
    alone = lacking(after, now.rulings) - known
    soon = [each for each in after.buildings if each.number in alone and not each.is_closed]
    if soon:
        says = T("these lack a neighbor they need and close within three months without one: {names}.")
        yield says(names=_names(soon))


def _names(found: list[Building]) -> Safe:
    named = [T("{building} {at}")(building=each.type, at=located(each.place)) for each in found[:MOST_NAMED]]
    more = len(found) - len(named)
    return T("{names:,}")(names=[*named, *([T("{n} more")(n=more)] if more else [])])
