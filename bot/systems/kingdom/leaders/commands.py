"""`/leader` where a name is Discord's, or the answer a list or a change; and the buttons of old previews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from string import ascii_letters, digits

from bot.engine.asking import Asking, Pair
from bot.engine.declare import Person, asks_of, choices_of, option
from bot.engine.people import Permit, Standing
from bot.engine.record import Ask
from bot.engine.system import RecordId, Scope, Want
from bot.engine.text import T, refused
from bot.engine.words import one_line
from bot.systems.kingdom import finding
from bot.systems.kingdom.book import Ability, Attribute, Role, Task
from bot.systems.kingdom.finding import TAKE_ROLE, TAKES_ROLE
from bot.systems.kingdom.founding.rules import BeginKingdom
from bot.systems.kingdom.leaders.cards import who_card
from bot.systems.kingdom.leaders.duties import ATTRIBUTES, AssignTask
from bot.systems.kingdom.leaders.leaving import ResignRole, SwitchRole, vacancy_cost
from bot.systems.kingdom.leaders.offices import (
    FEAT,
    MOST_RANKS,
    RANKS,
    SCORES,
    attributes_of,
    is_before_edicts,
    role_of,
    roles_of,
    scores_of,
)
from bot.systems.kingdom.leaders.rules import AssignLeader
from bot.systems.kingdom.outcome import special_edicts
from bot.systems.kingdom.realm import KINGDOM, OnKingdom
from bot.systems.kingdom.state import Kingdom, unheld
from bot.ui import controls
from bot.ui.commands import handler
from bot.ui.controls import button
from bot.ui.dispatcher import Dispatcher, Interaction, actor_of, in_time, request_of
from bot.ui.errors import OLD_PREVIEW, damaged_button
from bot.ui.modal import answers, modal
from bot.ui.reply import Reply


class Assign(OnKingdom):
    """Who takes a role."""

    role: Role = option("Which role")
    player: Person | None = option("The character's player; leave out for an NPC", default=None)
    name: str = option(
        "The character's or NPC's name",
        empty="Leave it empty for your own name; an NPC needs one.",
        default="",
    )
    abilities: str = option(SCORES, empty="Empty means 10; /leader edit changes it later.", default="")
    leadership: bool = option(FEAT, default=False)
    ranks: int = option(RANKS, default=0, least=0, most=MOST_RANKS)
    attributes: str = option("Attributes a Ruler or Spymaster adds to", default="", choices=ATTRIBUTES)
    married: bool = option("Married to the first Ruler, as a second Ruler", default=False)


@handler("leader assign", may=Permit.MEMBERS)
async def assign(dispatcher: Dispatcher, reply: Reply, asked: Assign) -> None:
    """Give somebody a role"""
    if not asked.name and asked.player is None:
        raise refused(
            "leaders.no_name", "Say who it is: give a `player`, or the `name` of a character or NPC."
        )
    # Only Discord knows what they are called; a form is filled in by the player themself.
    named = getattr(reply.interaction.namespace, "player", None) or reply.interaction.user
    await dispatcher.act_or_preview(
        reply,
        AssignLeader(
            asked.kingdom,
            asked.role,
            asked.name or named.display_name,
            asked.player,
            scores_of(asked.abilities, asked.role),
            asked.leadership,
            asked.ranks,
            attributes_of(asked.attributes),
            asked.married,
        ),
    )


async def lacking_kingdom(dispatcher: Dispatcher, interaction: Interaction) -> tuple[Ask, ...] | None:
    """The form of a campaign's first kingdom."""
    view = await dispatcher.look(interaction, Scope(wants=(Want(KINGDOM.name),)))
    return None if view.all(KINGDOM.name) else asks_of(BeginKingdom, "name", "about")


async def lacking_role(dispatcher: Dispatcher, interaction: Interaction) -> tuple[Ask, ...] | None:
    """The form of a first role, for a player who holds none, where the kingdom lets them take one now."""
    view = await dispatcher.look(interaction, Scope(wants=(Want(KINGDOM.name),)))
    found, user = view.all(KINGDOM.name), interaction.user.id
    if view.viewer.standing is not Standing.PLAYER or len(found) != 1:
        return None
    (record,) = found
    free = unheld(record.state)
    if not free or any(leader.player == user for leader in record.state.leaders):
        return None
    # Any name that no leader has: whether it goes at all is what counts.
    tried = AssignLeader(record.id, free[-1], interaction.user.display_name, user)
    if not await dispatcher.play.goes(actor_of(interaction), request_of(interaction), tried):
        return None
    return _taking(interaction, free)


def _taking(interaction: Interaction, free: Sequence[Role]) -> tuple[Ask, ...]:
    """The form that takes a role: which, each with what its vacancy costs, and for which character."""
    role, name, scores = asks_of(Assign, "role", "name", "abilities")
    says = T("{role} (vacant: {cost})")
    options = tuple((each.value, says.plain(role=each, cost=vacancy_cost(each))) for each in free)
    return replace(role, options=options), replace(name, value=interaction.user.display_name), scores


NOBODY = "nobody"


def _played(chosen: str) -> Ask:
    """Who plays them: the asker, or nobody."""
    options = (("me", T("I do").plain()), (NOBODY, T("Nobody: an NPC").plain()))
    return Ask("who", T("Who plays this character").plain(), options=options, value=chosen)


def _adding(state: Kingdom, free: Sequence[Role]) -> tuple[Ask, ...]:
    """What a Ruler or Spymaster adds to, where one can be taken and choose now."""
    is_later = not is_before_edicts(state)
    roles = [each for each in free if each is Role.RULER or (each is Role.SPYMASTER and is_later)]
    if not roles:
        return ()
    label = T("{roles:or}: which attribute they add to").plain(roles=roles)
    later = T("Leave it empty to choose later.").plain()
    return (Ask("attributes", label, options=choices_of(Attribute), is_optional=True, empty=later),)


@button(TAKE_ROLE, may=Permit.MEMBERS, can_defer=False)
async def ask_role(dispatcher: Dispatcher, reply: Reply, kingdom: RecordId) -> None:
    """Ask which role somebody takes, and for whom."""
    interaction = reply.interaction
    view = await in_time(dispatcher.look(interaction, Scope(ids=(kingdom,))))
    found = view.all(KINGDOM.name)
    if not found or found[0].is_archived:
        raise damaged_button()
    if not (free := unheld(found[0].state)):
        raise refused("leaders.none_free", "Every role is taken. `/leader list` shows who holds which.")
    role, name, scores = _taking(interaction, free)
    played = _played(NOBODY if view.viewer.is_game_master else "me")
    if view.viewer.is_game_master:
        name = replace(name, value="")
    asks = (role, name, scores, *_adding(found[0].state, free))
    # Any name that no leader has: whether somebody whom nobody plays can be given a role at all.
    unplayed = AssignLeader(kingdom, free[-1], "…")
    if await in_time(dispatcher.play.goes(actor_of(interaction), request_of(interaction), unplayed)):
        asks = (*asks, played)
    await reply.modal(modal(f"{TAKE_ROLE}|{kingdom}", TAKES_ROLE.plain(), asks))


@controls.form(TAKE_ROLE, may=Permit.MEMBERS)
async def take_role(dispatcher: Dispatcher, reply: Reply, kingdom: RecordId) -> None:
    """Take it; where a game master has to agree, it is proposed."""
    typed, user = answers(reply.interaction.data), reply.interaction.user
    role = role_of(typed.get("role", ""))
    player = None if typed.get("who") == NOBODY else user.id
    if player is None and not typed.get("name"):
        raise refused("leaders.npc_needs_name", "An NPC needs a name. Give one, or pick “I do”.")
    name = typed.get("name") or user.display_name
    scores = scores_of(typed.get("abilities", ""), role)
    chosen = attributes_of(typed.get("attributes", ""))
    taken = AssignLeader(kingdom, role, name, player, scores, attributes=chosen)
    await dispatcher.act_or_preview(reply, taken)


BOOK = "book"


def _doers(asking: Asking) -> list[Pair]:
    return [(each.label, each.label) for each in Role] + [(BOOK, BOOK)]


class Doing(OnKingdom):
    """Who does what; neither a task nor roles: what is so now."""

    task: Task | None = option("The task to reassign; leave out to see all", default=None)
    roles: str = option(
        "Roles, separated by commas, the first one first; or “book”", default="", suggest=_doers, several=", "
    )


@handler("leader who", may=Permit.EVERYONE)
async def who(dispatcher: Dispatcher, reply: Reply, asked: Doing) -> None:
    """See or change who does what"""
    if asked.task is None or not asked.roles:
        seen = await finding.seen(dispatcher, reply.interaction, asked.kingdom)
        await reply.private(who_card(seen.realm.kingdom, special_edicts(seen.realm)))
        return
    roles = () if one_line(asked.roles).casefold() == BOOK else roles_of(asked.roles)
    await dispatcher.carry_out(reply, AssignTask(asked.kingdom, asked.task, roles))


# -- buttons of earlier versions, with a price in them: they show what would come of it now -----------

_SIGNS = digits + ascii_letters
_NONE = "-"
_WAYS: Sequence[tuple[Attribute, ...]] = [
    way for count in range(len(Attribute) + 1) for way in permutations(Attribute, count)
]


@button("leader_resign", may=Permit.MEMBERS)
async def resign(
    dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, role: int, _price: str, *leader: str
) -> None:
    """Preview that a leader resigns."""
    await dispatcher.preview(reply, ResignRole(kingdom, _role(role), "|".join(leader)), why=OLD_PREVIEW())


@button("leader_switch", may=Permit.MEMBERS)
async def switch(
    dispatcher: Dispatcher,
    reply: Reply,
    kingdom: RecordId,
    leaves: int,
    takes: int,
    _price: str,
    *leader: str,
) -> None:
    """Preview that a leader takes another role."""
    action = SwitchRole(kingdom, _role(leaves), _role(takes), "|".join(leader))
    await dispatcher.preview(reply, action, why=OLD_PREVIEW())


def _role(place: int) -> Role:
    if place >= len(Role):
        raise damaged_button()
    return list(Role)[place]


@button("seat", may=Permit.MEMBERS)
async def seat(
    dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, _price: str, signs: str, *name: str
) -> None:
    """Preview that somebody is given a role."""
    try:
        action = _assigning(kingdom, signs, "|".join(name))
    except (ValueError, IndexError):
        raise damaged_button() from None
    await dispatcher.preview(reply, action, why=OLD_PREVIEW())


def _assigning(kingdom: RecordId, signs: str, name: str) -> AssignLeader:
    """All that was said of a leader, in a sign or a few each. Raises ValueError or IndexError."""
    role, way, ranks, *rest = (_SIGNS.index(sign) if sign != _NONE else -1 for sign in signs)
    player = 0
    for sign in rest[len(Ability) :]:
        player = player * len(_SIGNS) + sign
    return AssignLeader(
        kingdom,
        list(Role)[role],
        name,
        player or None,
        {each: score for each, score in zip(Ability, rest, strict=False) if score >= 0},
        bool(way % 2),
        ranks,
        # The feat and the attributes were one sign.
        _WAYS[way // 2],
    )
