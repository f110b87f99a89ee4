"""Leaders on cards: who took or left a role and what it cost, who holds which, and who does what."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from bot.engine.asking import Asking
from bot.engine.card import Card, Tone
from bot.engine.declare import look
from bot.engine.people import Permit
from bot.engine.text import Safe, T, listed
from bot.play import Post
from bot.systems.kingdom.abroad.book import SpecialEdict
from bot.systems.kingdom.abroad.edicts import TASKS
from bot.systems.kingdom.book import DUTY_DAYS, Role, Task
from bot.systems.kingdom.book import ROLES as BOOK_ROLES
from bot.systems.kingdom.finding import role_button
from bot.systems.kingdom.leaders.duties import one_after_another
from bot.systems.kingdom.leaders.leaving import (
    LeaderDied,
    LeaderResigned,
    LeadersSwitched,
    has_penalty,
    vacancy_cost,
)
from bot.systems.kingdom.leaders.rules import LeaderAssigned, gives, whom
from bot.systems.kingdom.realm import OnKingdom, Realm, asked_realm
from bot.systems.kingdom.sources import attributes, benefit
from bot.systems.kingdom.state import Kingdom, Leader, is_missed, is_present, unheld
from bot.systems.kingdom.steps import asked
from bot.ui.text import safe

# Those of which each thing has a line of its own.
TOLD = (LeaderAssigned, LeaderResigned, LeadersSwitched, LeaderDied)


def draw(post: Post) -> Card | None:
    """The message about an entry, where somebody took or left a role: each thing on a line of its own."""
    found = next((event for event in post.entry.events if isinstance(event, TOLD)), None)
    if found is None or post.subject is None:
        return None
    return Card(safe(post.subject.title, 100), tuple(found.in_full), tone=_tone(found))


def _tone(event: LeaderAssigned | LeaderResigned | LeadersSwitched | LeaderDied) -> Tone:
    """By how the checks came out."""
    if isinstance(event, LeaderDied):
        return Tone.BAD
    results = [each.result for each in event.departures if each.result is not None]
    if any(not each.is_success for each in results):
        return Tone.BAD
    return Tone.GOOD if results or isinstance(event, LeaderAssigned) else Tone.PLAIN


# -- private cards: who holds which role and what that gives, and who does what -----------------------


@look("leader list", may=Permit.EVERYONE)
def leaders_card(asking: Asking, meant: OnKingdom) -> Card:
    """See who holds which role, what they add and what vacancies cost"""
    realm = asked_realm(asking, meant.kingdom)
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
    return Card(title, tuple(lines), buttons=role_button(realm.id, kingdom), note=note())


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
        lines.append(says(task=task, roles=roles, who=_who(asked(kingdom, task))))
    if kingdom.proxies:
        people = [_who(each) for each in kingdom.proxies]
        lines += ["", T("Proxies for absent leaders: {people}")(people=people)]
    hint = T("To change a line, use /leader who with a task and roles; “book” as roles resets it.")
    title = T("{kingdom:60}: who does what")(kingdom=kingdom.name)
    return Card(title, tuple(lines), note=hint())
