"""`/leader` where a name is Discord's, or the answer a list or a change; and the buttons of old previews."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from string import ascii_letters, digits
from typing import Any

from bot.engine.asking import Asking, Pair
from bot.engine.declare import Person, option
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.engine.text import refused
from bot.engine.words import one_line
from bot.errors import Stale
from bot.systems.kingdom import finding
from bot.systems.kingdom.book import Ability, Attribute, Role, Task
from bot.systems.kingdom.leaders.cards import who_card
from bot.systems.kingdom.leaders.offices import (
    ATTRIBUTES,
    FEAT,
    RANKS,
    SCORES,
    AssignTask,
    attributes_of,
    roles_of,
    scores_of,
)
from bot.systems.kingdom.leaders.rules import AssignLeader, ResignRole, SwitchRole
from bot.systems.kingdom.realm import OnKingdom
from bot.ui.commands import handler
from bot.ui.dispatcher import Dispatcher, Register
from bot.ui.reply import Reply
from bot.ui.words import DAMAGED_BUTTON, OLD_PREVIEW


class Assign(OnKingdom):
    """Who takes a role."""

    role: Role = option("Which role")
    player: Person | None = option("Whose character; leave out for an NPC", default=None)
    name: str = option("The character's or NPC's name", default="")
    abilities: str = option(SCORES, default="")
    leadership: bool = option(FEAT, default=False)
    ranks: int = option(RANKS, default=0)
    attributes: str = option("What a Ruler or Spymaster adds to", default="", choices=ATTRIBUTES)
    married: bool = option("A second Ruler, married to the first", default=False)


@handler("leader assign", may=Permit.MEMBERS)
async def assign(dispatcher: Dispatcher, reply: Reply, asked: Assign) -> None:
    """Give somebody a role"""
    name = asked.name
    if not name and asked.player is None:
        raise refused("leaders.no_name", "Say who: a `player`, or the `name` of a character or NPC.")
    await dispatcher.act_or_preview(
        reply,
        AssignLeader(
            asked.kingdom,
            asked.role,
            # Only Discord knows what they are called.
            name or reply.interaction.namespace.player.display_name,
            asked.player,
            scores_of(asked.abilities, asked.role),
            asked.leadership,
            asked.ranks,
            attributes_of(asked.attributes),
            asked.married,
        ),
    )


BOOK = "book"


def _doers(asking: Asking) -> list[Pair]:
    return [(each.label, each.label) for each in Role] + [(BOOK, BOOK)]


class Doing(OnKingdom):
    """Who does what; neither a task nor roles: what is so now."""

    task: Task | None = option("Change who does this; leave out to see all", default=None)
    roles: str = option(
        "Roles by commas, the first is asked; or “book”", default="", suggest=_doers, several=", "
    )


@handler("leader who", may=Permit.EVERYONE)
async def who(dispatcher: Dispatcher, reply: Reply, asked: Doing) -> None:
    """See or change who does what"""
    if asked.task is None or not asked.roles:
        seen = await finding.seen(dispatcher, reply.interaction, asked.kingdom)
        await reply.private(who_card(seen.realm.kingdom))
        return
    roles = () if one_line(asked.roles).casefold() == BOOK else roles_of(asked.roles)
    await dispatcher.carry_out(reply, AssignTask(asked.kingdom, asked.task, roles))


# -- buttons of earlier versions, with a price in them: they show anew what is done -------------------

SEAT, RESIGN, SWITCH = "seat", "leader_resign", "leader_switch"
_SIGNS = digits + ascii_letters
_NONE = "-"
_WAYS: Sequence[tuple[Attribute, ...]] = [
    way for count in range(len(Attribute) + 1) for way in permutations(Attribute, count)
]


def resigning(args: Sequence[str]) -> ResignRole:
    """What a button stood for. Raises ValueError or IndexError where it holds something else."""
    kingdom, role, _price, *leader = args
    return ResignRole(RecordId(kingdom), _role(role), "|".join(leader))


def switching(args: Sequence[str]) -> SwitchRole:
    """The same."""
    kingdom, leaves, takes, _price, *leader = args
    return SwitchRole(RecordId(kingdom), _role(leaves), _role(takes), "|".join(leader))


def _role(text: str) -> Role:
    if not (text.isascii() and text.isdigit()):
        raise ValueError(text)
    return list(Role)[int(text)]


def assigning(args: Sequence[str]) -> AssignLeader:
    """The same: all that was said of a leader stood in it, in a sign or a few each."""
    kingdom, _price, signs, *name = args
    role, way, ranks, *rest = (_SIGNS.index(sign) if sign != _NONE else -1 for sign in signs)
    player = 0
    for sign in rest[len(Ability) :]:
        player = player * len(_SIGNS) + sign
    return AssignLeader(
        RecordId(kingdom),
        list(Role)[role],
        "|".join(name),
        player or None,
        {each: score for each, score in zip(Ability, rest, strict=False) if score >= 0},
        bool(way % 2),
        ranks,
        # The feat and the attributes were one sign.
        _WAYS[way // 2],
    )


def answer(dispatcher: Dispatcher) -> None:
    """Enter those buttons."""

    def shown_anew(read: Callable[[Sequence[str]], Any]) -> Callable[[Reply, tuple[str, ...]], Any]:
        async def show(reply: Reply, args: tuple[str, ...]) -> None:
            try:
                action = read(args)
            except (ValueError, IndexError):
                raise Stale(DAMAGED_BUTTON) from None
            await dispatcher.preview(reply, action, why=OLD_PREVIEW)

        return show

    dispatcher.add_button(SEAT, shown_anew(assigning))
    dispatcher.add_button(RESIGN, shown_anew(resigning))
    dispatcher.add_button(SWITCH, shown_anew(switching))


REGISTER: Register = {f"button {name}": Permit.MEMBERS for name in (SEAT, RESIGN, SWITCH)}
