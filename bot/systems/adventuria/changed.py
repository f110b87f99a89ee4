"""What changed on a sheet, in a line each: what, how, and by what."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from bot.engine.event import Event
from bot.engine.text import Safe, T
from bot.systems.adventuria.state import ATTRIBUTES, Alignment, Manner, Subject, Told, Until, Ware

XP = {Subject.MELEE_XP: Subject.ARMS, Subject.MAGICAL_XP: Subject.MAGIC}
NUMBERS = (*ATTRIBUTES, Subject.GOLD, Subject.WOUNDS, *XP)


class TellsChanges(Event):
    """An event with `changes` on a sheet."""

    changes: tuple[Told, ...] = field(default=(), kw_only=True)


def lines(changes: Iterable[Told]) -> tuple[Safe, ...]:
    """One line for each change."""
    return tuple(map(line, changes))


def line(told: Told) -> Safe:
    """One change."""
    if told.what in NUMBERS:
        said = _number(told)
    elif told.what is Subject.ALIGNMENT:
        said = _alignment(told)
    else:
        said = _thing(told)
    if told.until is not Until.ALWAYS:
        said = T("{said} {until}")(said=said, until=told.until.meaning)
    if told.by and not _is_wound(told):
        said = T("{said} ({by})")(said=said, by=told.by)
    return T("{whose:60}: {said}")(whose=told.whose, said=said) if told.whose else said


def _is_wound(told: Told) -> bool:
    """Whether somebody or something named wounded the adventurer."""
    is_told = told.what is Subject.WOUNDS and told.how is Manner.CHANGED and not told.whose and bool(told.by)
    return is_told and told.before < told.after


# -- numbers ----------------------------------------------------------------------------------------


def _number(told: Told) -> Safe:
    values = {"what": told.what, "by": told.by, "before": told.before, "after": told.after}
    if told.how in _NUMBERS:
        template = _NUMBERS[told.how](told)
    elif told.what in XP and not told.after:
        # The attribute that it raises is told apart.
        template = (
            T("{what} reaches 10 and is 0 again; the other {beyond} are lost")
            if told.beyond > 1
            else T("{what} reaches 10 and is 0 again; the other one is lost")
            if told.beyond
            else T("{what} reaches 10 and is 0 again")
        )
    elif _is_wound(told):
        # By whom in front: behind the number it reads as whose wounds they are.
        template = T("Wounded by {by}: {before} → {after}")
    elif told.before == told.after:
        # A change that counts only once a bonus or penalty has gone.
        template = T("{what} still counts as {after}")
    else:
        template = T("{what} {before} → {after}")
    values |= {"beyond": told.beyond, "count": abs(told.after - told.before), "raised": XP.get(told.what, "")}
    return template(**{name: values[name] for name in template.names})


def _at_cap(told: Told) -> T:
    if told.what in ATTRIBUTES:
        return T(
            "{what} stays at {before}: only an ability, item, spell or ally can raise it past twice its"
            " beginning value"
        )
    if told.what in XP:
        return T("{what} stays at {before}: {raised} is at its limit, so it no longer counts")
    return T("{what} stays at {before}: it can't rise any further")


def _at_floor(told: Told) -> T:
    if told.what in ATTRIBUTES:
        return T("{what} stays at {before}: it never drops below 1")
    return T("No wound to heal") if told.what is Subject.WOUNDS else T("No {what:lower} to lose")


def _ignored(told: Told) -> T:
    if told.what is not Subject.WOUNDS:
        return T("{what}: still {before}")
    many = abs(told.after - told.before) > 1
    return T("{count} wounds are ignored") if many else T("A wound is ignored")


_NUMBERS = {
    Manner.PAID: lambda _told: T("{count} {what:lower} paid ({before} → {after})"),
    Manner.AT_CAP: _at_cap,
    Manner.AT_FLOOR: _at_floor,
    Manner.IGNORED: _ignored,
}


def _alignment(told: Told) -> Safe:
    before, after = (tuple(Alignment)[each % len(Alignment)] for each in (told.before, told.after))
    if before is after:
        return T("Alignment stays {after}")(after=after)
    return T("Alignment {before} → {after}")(before=before, after=after)


# -- things -----------------------------------------------------------------------------------------

_OF_ITEMS = {
    Manner.GAINED: T("{name:60} gained"),
    Manner.LOST: T("{name:60} lost"),
    Manner.USED: T("{name:60} used"),
    Manner.SPENT: T("{name:60} used up"),
    Manner.PAID: T("{name:60} given in payment"),
    Manner.NO_ROOM: T("No room for {name:60}: lost"),
    Manner.LEFT: T("{name:60} left behind"),
    Manner.WAITS: T("No room for {name:60}: the player decides"),
    Manner.AT_FLOOR: T("No {name:60} to lose: nothing happens"),
    Manner.IGNORED: T("{name:60}: the die missed, so nothing happens"),
    Manner.BEGUN: T("{name:60} at work"),
    Manner.DONE: T("The work of {name:60} is done"),
    Manner.GIVEN_UP: T("{name:60} given up"),
    Manner.WIELDED: T("{name:60} in hand"),
    Manner.PUT_AWAY: T("{name:60} put away"),
}
_ON_A_QUEST = T("Already on a quest, so this one is ignored: {name:60}")
_SAID: dict[Subject, dict[Manner, T]] = {
    Subject.ITEM: _OF_ITEMS,
    Subject.SPELL: {
        **_OF_ITEMS,
        Manner.NO_ROOM: T("No room for {name:60}: the new spell is lost"),
        Manner.LEFT: T("{name:60} let go"),
    },
    Subject.ALLY: {
        **_OF_ITEMS,
        Manner.GAINED: T("{name:60} joined"),
        Manner.LOST: T("{name:60} left for good"),
        Manner.SPENT: T("{name:60} helped and left"),
        Manner.USED: T("{name:60} helped"),
        Manner.LEFT: T("{name:60} not taken along"),
    },
    Subject.ABILITY: _OF_ITEMS,
    Subject.QUEST: {
        Manner.BEGUN: T("Quest begun: {name:60}"),
        Manner.GAINED: T("Quest begun: {name:60}"),
        Manner.DONE: T("Quest completed: {name:60}"),
        Manner.GIVEN_UP: T("Quest abandoned: {name:60}"),
        Manner.LOST: T("Quest abandoned: {name:60}"),
        Manner.LEFT: T("Quest declined: {name:60}"),
        Manner.IGNORED: _ON_A_QUEST,
        Manner.NO_ROOM: _ON_A_QUEST,
    },
    Subject.WAY: {
        Manner.LOST: T("The turn can no longer end at {name:60}"),
        Manner.AT_FLOOR: T("The turn can still end at {name:60}"),
    },
    Subject.FOE: {
        Manner.LOST: T("{name:60} fell"),
        Manner.DONE: T("{name:60} fell"),
        Manner.GAINED: T("{name:60} appeared"),
        Manner.BEGUN: T("{name:60} appeared"),
        Manner.LEFT: T("{name:60} left alone"),
        Manner.IGNORED: T("{name:60} untouched"),
    },
}
_OTHERWISE = {
    Subject.QUEST: T("Quest: {name:60}"),
    Subject.WAY: T("The turn may also end at {name:60}"),
    Subject.FOE: T("{name:60} changed"),
}


def _thing(told: Told) -> Safe:
    if not told.name and told.what not in _OTHERWISE:
        return _so_many(told)
    template = _SAID[told.what].get(told.how) or _OTHERWISE.get(told.what, T("{name:60} changed"))
    return template(name=told.name)


def _so_many(told: Told) -> Safe:
    """Of which only the number is known: `before` are had, `after` are left."""
    if told.how is Manner.AT_FLOOR:
        return T("No {what:lower} to lose: nothing happens")(what=told.what)
    count = Ware(told.what).some(abs(told.before - told.after))
    return T("{count} to lose: the player decides which")(count=count)
