"""What changed on a sheet, in a line each: what, how, and by what."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import Any

from bot.engine.event import Event
from bot.engine.text import Safe, T
from bot.systems.adventuria.state import ATTRIBUTES, Alignment, How, Told, Until, Ware, What

XP = {What.MELEE_XP: What.ARMS, What.MAGICAL_XP: What.MAGIC}
NUMBERS = (*ATTRIBUTES, What.GOLD, What.WOUNDS, *XP)


class TellsChanges(Event):
    """An event with `changes` on a sheet."""

    changes: tuple[Told, ...] = field(default=(), kw_only=True)

    @classmethod
    def lift(cls, facts: dict[str, Any]) -> dict[str, Any]:
        """They were called `told` once."""
        return {"changes" if name == "told" else name: value for name, value in facts.items()}


def lines(changes: Iterable[Told]) -> tuple[Safe, ...]:
    """One line for each change."""
    return tuple(map(line, changes))


def line(told: Told) -> Safe:
    """One change."""
    if told.what in NUMBERS:
        said = _number(told)
    elif told.what is What.ALIGNMENT:
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
    is_told = told.what is What.WOUNDS and told.how is How.CHANGED and not told.whose and bool(told.by)
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
    return T("No wound to heal") if told.what is What.WOUNDS else T("No {what:lower} to lose")


def _ignored(told: Told) -> T:
    if told.what is not What.WOUNDS:
        return T("{what}: still {before}")
    many = abs(told.after - told.before) > 1
    return T("{count} wounds are ignored") if many else T("A wound is ignored")


_NUMBERS = {
    How.PAID: lambda _told: T("{count} {what:lower} paid ({before} → {after})"),
    How.AT_CAP: _at_cap,
    How.AT_FLOOR: _at_floor,
    How.IGNORED: _ignored,
}


def _alignment(told: Told) -> Safe:
    before, after = (tuple(Alignment)[each % len(Alignment)] for each in (told.before, told.after))
    if before is after:
        return T("Alignment stays {after}")(after=after)
    return T("Alignment {before} → {after}")(before=before, after=after)


# -- things -----------------------------------------------------------------------------------------

_OF_ITEMS = {
    How.GAINED: T("{name:60} gained"),
    How.LOST: T("{name:60} lost"),
    How.USED: T("{name:60} used"),
    How.SPENT: T("{name:60} used up"),
    How.PAID: T("{name:60} given in payment"),
    How.NO_ROOM: T("No room for {name:60}: lost"),
    How.LEFT: T("{name:60} left behind"),
    How.WAITS: T("No room for {name:60}: the player decides"),
    How.AT_FLOOR: T("No {name:60} to lose: nothing happens"),
    How.IGNORED: T("{name:60}: the die missed, so nothing happens"),
    How.BEGUN: T("{name:60} at work"),
    How.DONE: T("The work of {name:60} is done"),
    How.GIVEN_UP: T("{name:60} given up"),
    How.WIELDED: T("{name:60} in hand"),
    How.PUT_AWAY: T("{name:60} put away"),
}
_ON_A_QUEST = T("Already on a quest, so this one is ignored: {name:60}")
_SAID: dict[What, dict[How, T]] = {
    What.ITEM: _OF_ITEMS,
    What.SPELL: {
        **_OF_ITEMS,
        How.NO_ROOM: T("No room for {name:60}: the new spell is lost"),
        How.LEFT: T("{name:60} let go"),
    },
    What.ALLY: {
        **_OF_ITEMS,
        How.GAINED: T("{name:60} joined"),
        How.LOST: T("{name:60} left for good"),
        How.SPENT: T("{name:60} helped and left"),
        How.USED: T("{name:60} helped"),
        How.LEFT: T("{name:60} not taken along"),
    },
    What.ABILITY: _OF_ITEMS,
    What.QUEST: {
        How.BEGUN: T("Quest begun: {name:60}"),
        How.GAINED: T("Quest begun: {name:60}"),
        How.DONE: T("Quest completed: {name:60}"),
        How.GIVEN_UP: T("Quest abandoned: {name:60}"),
        How.LOST: T("Quest abandoned: {name:60}"),
        How.LEFT: T("Quest declined: {name:60}"),
        How.IGNORED: _ON_A_QUEST,
        How.NO_ROOM: _ON_A_QUEST,
    },
    What.WAY: {
        How.LOST: T("The turn can no longer end at {name:60}"),
        How.AT_FLOOR: T("The turn can still end at {name:60}"),
    },
    What.FOE: {
        How.LOST: T("{name:60} fell"),
        How.DONE: T("{name:60} fell"),
        How.GAINED: T("{name:60} appeared"),
        How.BEGUN: T("{name:60} appeared"),
        How.LEFT: T("{name:60} left alone"),
        How.IGNORED: T("{name:60} untouched"),
    },
}
_OTHERWISE = {
    What.QUEST: T("Quest: {name:60}"),
    What.WAY: T("The turn may also end at {name:60}"),
    What.FOE: T("{name:60} changed"),
}


def _thing(told: Told) -> Safe:
    if not told.name and told.what not in _OTHERWISE:
        return _so_many(told)
    template = _SAID[told.what].get(told.how) or _OTHERWISE.get(told.what, T("{name:60} changed"))
    return template(name=told.name)


def _so_many(told: Told) -> Safe:
    """Of which only the number is known: `before` are had, `after` are left."""
    if told.how is How.AT_FLOOR:
        return T("No {what:lower} to lose: nothing happens")(what=told.what)
    count = Ware(told.what).some(abs(told.before - told.after))
    return T("{count} to lose: the player decides which")(count=count)
