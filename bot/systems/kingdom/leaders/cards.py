"""Leaders on cards: who took or left a role and what it cost, who holds which, and who does what."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from bot.engine.card import Card, Tone
from bot.engine.declare import asks_of, choices_of, look
from bot.engine.drawing import draws
from bot.engine.finders import Asker
from bot.engine.people import Permit, Standing
from bot.engine.picking import Picking
from bot.engine.record import FormField
from bot.engine.system import RecordId, Scope, Want
from bot.engine.text import Safe, T, listed, refused
from bot.play import Post
from bot.systems.kingdom.abroad.book import SpecialEdict
from bot.systems.kingdom.abroad.edicts import TASKS
from bot.systems.kingdom.book import DUTY_DAYS, Attribute, Role, Task
from bot.systems.kingdom.book import ROLES as BOOK_ROLES
from bot.systems.kingdom.founding.rules import BeginKingdom
from bot.systems.kingdom.kingdom_view import TAKE_ROLE, role_list
from bot.systems.kingdom.leaders.duties import WHO, one_after_another
from bot.systems.kingdom.leaders.leaving import (
    LeaderDied,
    LeaderResigned,
    LeadersSwitched,
    has_penalty,
    vacancy_cost,
)
from bot.systems.kingdom.leaders.offices import attributes_of, is_before_edicts, scores_of
from bot.systems.kingdom.leaders.rules import AssignLeader, LeaderAssigned, gives, whom
from bot.systems.kingdom.realm import KINGDOM, OnKingdom, Realm, asked_realm
from bot.systems.kingdom.settling import special_edicts
from bot.systems.kingdom.sources import attributes, benefit
from bot.systems.kingdom.state import Kingdom, Leader, is_missed, is_present, unheld
from bot.systems.kingdom.steps import assignee
from bot.ui import controls
from bot.ui.controls import listing, select
from bot.ui.dispatcher import Dispatcher, Interaction, actor_of, in_time, request_of
from bot.ui.errors import damaged_button
from bot.ui.modal import answers, modal
from bot.ui.reply import Reply
from bot.ui.text import safe


# Those of which each thing has a line of its own.
@draws(LeaderAssigned, LeaderResigned, LeadersSwitched, LeaderDied, rank=3)
def _draw_roles(
    event: LeaderAssigned | LeaderResigned | LeadersSwitched | LeaderDied, post: Post
) -> Card | None:
    """The message about an entry, where somebody took or left a role: each thing on a line of its own."""
    if post.subject is None:
        return None
    return Card(safe(post.subject.title, 100), tuple(event.details), tone=_tone(event))


def _tone(event: LeaderAssigned | LeaderResigned | LeadersSwitched | LeaderDied) -> Tone:
    """The card's tone, by the results of the event's checks."""
    if isinstance(event, LeaderDied):
        return Tone.BAD
    results = [each.result for each in event.departures if each.result is not None]
    if any(not each.is_success for each in results):
        return Tone.BAD
    return Tone.GOOD if results or isinstance(event, LeaderAssigned) else Tone.PLAIN


# -- private cards: who holds which role and what that gives, and who does what -----------------------


@look("leader list", may=Permit.EVERYONE)
def leaders_card(asker: Asker, meant: OnKingdom) -> Card:
    """See who holds which role, what they add and what vacancies cost"""
    realm = asked_realm(asker, meant.kingdom)
    kingdom = realm.kingdom
    lines: list[str] = [line for role in Role for line in _role_lines(realm, role)]
    lines += vacancies([role for role in unheld(kingdom) if is_missed(kingdom, role)])
    for each in kingdom.lapses:
        if kingdom.month.number < each.first == each.last:
            lines.append(T("{role}: counts as vacant for all of month {first}").of(each))
        elif each.first > kingdom.month.number:
            through = T("the Upkeep of month {last}") if each.ends_with_upkeep else T("month {last}")
            lines.append(
                T("{role}: counts as vacant from month {first} through {through}")(
                    role=each.role, first=each.first, through=through.of(each)
                )
            )
    title = T("{kingdom:60}: leaders")(kingdom=kingdom.name)
    note = T("/leader who says who is asked for what.")
    return Card(title, tuple(lines), selects=role_list(realm.id, kingdom), note=note())


def vacancies(free: Collection[Role]) -> Iterator[Safe]:
    """Roles that nobody holds with what each costs, those without a penalty apart: two lines at most."""
    each = T("{role} ({cost})")
    dear = [each(role=role, cost=vacancy_cost(role)) for role in free if has_penalty(role)]
    if dear:
        yield T("**Vacant:** {roles:,}")(roles=dear)
    if cheap := [role for role in free if not has_penalty(role)]:
        yield T("**Vacant without a penalty:** {roles:,}")(roles=cheap)


def _role_lines(realm: Realm, role: Role) -> Iterator[Safe]:
    kingdom = realm.kingdom
    held = kingdom.held_by(role)
    for each in held:
        given = gives(benefit(realm, each), attributes(realm, each))
        if each.has_died or not is_present(kingdom, each):
            given = T("adds nothing now")()
        told = T("**{role}** {who}: {gives}")(role=role, who=whom(each.name, each.player), gives=given)
        yield Safe(" · ".join((told, *_notes(each))))
    if role is Role.RULER and kingdom.month.stand_in is not None:
        yield from _stands_in(kingdom, kingdom.month.stand_in, is_held=bool(held))
    elif held and is_missed(kingdom, role):
        yield T("↳ counts as vacant: {cost}")(cost=vacancy_cost(role))


def _stands_in(kingdom: Kingdom, role: Role, *, is_held: bool) -> Iterator[Safe]:
    """Who acts in the Ruler's place, below the Ruler's line or instead of it (R040)."""
    people = [whom(each.name, each.player) for each in kingdom.held_by(role) if not each.has_died]
    says = (
        T("↳ {who}, the {role}, stands in this month")
        if is_held
        else T("**Ruler** vacant: {who}, the {role}, stands in this month")
    )
    yield says(who=people, role=role)


def _notes(leader: Leader) -> Iterator[Safe]:
    used = [each for each in BOOK_ROLES[leader.role].abilities if each in leader.scores]
    if used:
        yield listed([f"{each.value.capitalize()} {leader.scores[each]}" for each in used], ",")
    if leader.has_leadership:
        yield T("Leadership")()
    if leader.days < DUTY_DAYS:
        yield T("{days} {days:day|days} of duty this month").of(leader)
    if leader.has_died:
        yield T("dead")()


def _who(player: int | None) -> Safe:
    return T("Game masters")() if player is None else T("{player:@}")(player=player)


def who_card(kingdom: Kingdom, used: Collection[SpecialEdict]) -> Card:
    """Each task with the roles that do it, and the player who is asked; of special edicts those in use."""
    lines: list[str] = []
    idle = {task for edict, task in TASKS.items() if edict not in used}
    for task in (each for each in Task if each not in idle):
        says = T("**{task}**: {roles} → {who}")
        if task in kingdom.duties:
            says = T("**{task}**: {roles} (changed) → {who}")
        roles = one_after_another(kingdom.roles_for(task))
        lines.append(says(task=task, roles=roles, who=_who(assignee(kingdom, task))))
    if kingdom.proxies:
        people = [_who(each) for each in kingdom.proxies]
        lines += ["", T("Proxies for absent leaders: {people}")(people=people)]
    hint = T("To change a line, use /leader who with a task and roles; “book” as roles resets it.")
    title = T("{kingdom:60}: who does what")(kingdom=kingdom.name)
    return Card(title, tuple(lines), note=hint())


# -- Roles taken by form, and who does what ----------------------------------------------------------------


async def lacking_kingdom(dispatcher: Dispatcher, interaction: Interaction) -> tuple[FormField, ...] | None:
    """The form of a campaign's first kingdom."""
    view = await dispatcher.look(interaction, Scope(wants=(Want(KINGDOM.name),)))
    return None if view.all(KINGDOM.name) else asks_of(BeginKingdom, "name", "about")


async def lacking_role(dispatcher: Dispatcher, interaction: Interaction) -> tuple[FormField, ...] | None:
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


def _taking(interaction: Interaction, free: Sequence[Role]) -> tuple[FormField, ...]:
    """The form that takes a role: which, each with what its vacancy costs, and for which character."""
    role, name, scores = asks_of(AssignLeader, "role", "name", "scores")
    says = T("{role} (vacant: {cost})")
    options = tuple((each.value, says.plain(role=each, cost=vacancy_cost(each))) for each in free)
    return replace(role, options=options), replace(name, value=interaction.user.display_name), scores


NOBODY = "nobody"


def _adding(state: Kingdom, role: Role) -> tuple[FormField, ...]:
    """What a Ruler or Spymaster adds to, where they choose that now."""
    is_now = role is Role.RULER or (role is Role.SPYMASTER and not is_before_edicts(state))
    if not is_now:
        return ()
    label = T("Which attribute they add to").plain()
    later = T("Leave it empty to choose later.").plain()
    return (FormField("attributes", label, options=choices_of(Attribute), is_optional=True, empty=later),)


@select(TAKE_ROLE, may=Permit.MEMBERS, can_defer=False)
async def ask_role(dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, role: Role) -> None:
    """Ask for whom somebody takes the role."""
    interaction = reply.interaction
    view = await in_time(dispatcher.look(interaction, Scope(ids=(kingdom,))))
    found = view.all(KINGDOM.name)
    if not found or found[0].is_archived:
        raise damaged_button()
    state = found[0].state
    _require_free(state, role)
    name, scores = asks_of(AssignLeader, "name", "scores")
    is_led = view.viewer.is_game_master
    name = replace(name, value="" if is_led else interaction.user.display_name)
    asks = (name, scores, *_adding(state, role))
    # Any name that no leader has: whether somebody whom nobody plays can be given the role at all.
    unplayed = AssignLeader(kingdom, role, "…")
    if await in_time(dispatcher.play.goes(actor_of(interaction), request_of(interaction), unplayed)):
        options = (("me", T("I do").plain()), (NOBODY, T("Nobody: an NPC").plain()))
        usual = NOBODY if is_led else "me"
        label = T("Who plays this character").plain()
        asks = (*asks, FormField("who", label, options=options, value=usual))
    await reply.modal(modal(f"{TAKE_ROLE}|{kingdom}|{role}", role.label, asks))


def _require_free(state: Kingdom, role: Role) -> None:
    """See that nobody holds it. Raises RuleViolation naming who does."""
    if held := state.held_by(role):
        raise refused(
            "leaders.not_free",
            "{name} is {role} by now. `/leader list` shows who holds which.",
            name=held[0].name,
            role=role,
        )


@controls.form(TAKE_ROLE, may=Permit.MEMBERS)
async def take_role(dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, role: Role) -> None:
    """Take it; where a game master has to agree, it is proposed."""
    typed, user = answers(reply.interaction.data), reply.interaction.user
    player = None if typed.get("who") == NOBODY else user.id
    if player is None and not typed.get("name"):
        raise refused("leaders.npc_needs_name", "An NPC needs a name. Give one, or pick “I do”.")
    name = typed.get("name") or user.display_name
    scores = scores_of(typed.get("scores", ""), role)
    chosen = attributes_of(typed.get("attributes", ""))
    taken = AssignLeader(kingdom, role, name, player, scores, attributes=chosen)
    await dispatcher.act_or_preview(reply, taken)


@listing(WHO.name)
def who(picking: Picking) -> Card:
    """See who does what"""
    realm = asked_realm(picking.asker)
    return who_card(realm.kingdom, special_edicts(realm))
