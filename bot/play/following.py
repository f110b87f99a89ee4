"""What follows of an action in other records: of a setting decided anew, and of what a game settles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from bot.engine.campaign import Campaign
from bot.engine.catalogue import Catalogue
from bot.engine.system import Change, Replace, Result, Scope, System, Want, World, applied, together


def followed(
    catalogue: Catalogue,
    before: World,
    result: Result,
    load: Callable[[Scope], None],
    find: Callable[[System], World],
) -> Result:
    """A result with what follows of it in the games of which it changes a setting.

    `load` has the records of such a game found, `find` gives the world with them.
    """
    after = campaign_after(before, result)
    for system in decided(catalogue, before.campaign, after):
        load(touched(system))
        if system.resettled is not None:
            was = find(system)
            result = _with(result, system.resettled(was, replace(was, campaign=after)))
    return result


def campaign_after(before: World, result: Result) -> Campaign:
    """The campaign as a result leaves it."""
    changes = (each for each in result.changes if isinstance(each, Replace) and each.id == before.campaign_id)
    found: Campaign = next((each.state for each in changes), before.campaign)
    return found


def decided(catalogue: Catalogue, before: Campaign, after: Campaign) -> tuple[System, ...]:
    """The games of the campaign of which a setting has another value."""
    if before.settings == after.settings:
        return ()
    played = (catalogue.systems[name] for name in after.systems if name in catalogue.systems)
    return tuple(
        system
        for system in played
        if any(each.of(before.settings) != each.of(after.settings) for each in system.settings)
    )


def touched(system: System) -> Scope:
    """The records of a game that its settings may bear on: those with figures, and what they link to."""
    return Scope(wants=tuple(Want(kind.name) for kind in system.figures), links=True)


def _with(result: Result, more: Result) -> Result:
    """Both together; the message is about what is asked of somebody by what follows, if anything is."""
    return replace(
        result,
        changes=(*result.changes, *more.changes),
        events=(*result.events, *more.events),
        subject=result.subject or more.subject,
    )


def settled(
    system: System,
    result: Result,
    load: Callable[[Scope], None],
    find: Callable[[System], World],
) -> Result:
    """A result with what its game changes besides, in whatever records: they go with the same entry."""
    return replace(result, changes=(*result.changes, *settling(system, result.changes, load, find)))


def settling(
    system: System,
    changes: Iterable[Change],
    load: Callable[[Scope], None],
    find: Callable[[System], World],
) -> tuple[Replace, ...]:
    """What a game changes besides those changes; nothing of what is so already."""
    made = together(changes)
    if system.settling is None:
        return ()
    before = find(system).records
    after = applied(before, made)
    needs = system.settling.needs([(before.get(each.id), after[each.id]) for each in made])
    if needs is None:
        return ()
    load(needs)
    world = find(system)
    world = replace(world, records=applied(world.records, made))
    return tuple(
        each for each in system.settling.changes(world) if each.state != world.records[each.id].state
    )
