"""Private cards: who holds which role and what that gives, and who does what."""

from __future__ import annotations

from collections.abc import Iterator

from bot.systems.kingdom.rules.book import DUTY_DAYS, ROLES
from bot.systems.kingdom.rules.duties import players
from bot.systems.kingdom.rules.leading import attributes, benefit
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.state import Kingdom, Leader
from bot.systems.kingdom.rules.terms import Role, Task
from bot.systems.kingdom.rules.vacancy import is_present, is_vacant
from bot.systems.kingdom.screens.finding import Seen
from bot.systems.kingdom.screens.leader_cards import cost_of, who
from bot.systems.kingdom.words import offices as words
from bot.systems.kingdom.words import serving
from bot.ui.card import BODY, FIELD, Card
from bot.ui.text import fitting, person, safe


def leaders_card(seen: Seen) -> Card:
    """Every role in the book's order: its holder and what they add, or what its vacancy costs."""
    kingdom = seen.realm.kingdom
    lines = [line for role in Role for line in _role_lines(seen.realm, role)]
    if kingdom.month.stand_in is not None:
        lines += ["", words.stands_in(kingdom.month.stand_in.value)]
    to_come = [each for each in kingdom.lapses if each.first > kingdom.month.number]
    lines += [
        words.lapse(each.role.value, each.first, each.last, is_until_upkeep=each.ends_with_upkeep)
        for each in to_come
    ]
    asked = "\n".join(fitting(_asked(kingdom), FIELD))
    title = words.listed_title(safe(kingdom.name, 60))
    return Card(title, tuple(fitting(lines, BODY)), ((words.ASKED, asked),))


def _role_lines(realm: Realm, role: Role) -> Iterator[str]:
    kingdom = realm.kingdom
    held = kingdom.held_by(role)
    if not held:
        yield words.vacant(role.value, cost_of(role))
    for each in held:
        gives = words.gives(benefit(realm, each), [one.value for one in attributes(realm, each)])
        if each.has_died or not is_present(kingdom, each):
            gives = words.ADDS_NOTHING
        yield words.holds(role.value, who(each.name, each.player), gives, _notes(each))
    if held and is_vacant(kingdom, role):
        yield words.counts_vacant(cost_of(role))


def _notes(leader: Leader) -> list[str]:
    scores = leader.scores
    used = [(each.value, scores[each]) for each in ROLES[leader.role].abilities if each in scores]
    notes = [words.scores(used)] if used else []
    notes += [words.LEADERSHIP] if leader.has_leadership else []
    notes += [words.serves(leader.days)] if leader.days < DUTY_DAYS else []
    return [*notes, words.DEAD] if leader.has_died else notes


def _asked(kingdom: Kingdom) -> Iterator[str]:
    """For each player what they are asked for; what nobody is, is the game masters'."""
    by_player: dict[int | None, list[str]] = {}
    for task in Task:
        asked = next(iter(players(kingdom, task)), None)
        by_player.setdefault(asked, []).append(task.value)
    for player, tasks in by_player.items():
        yield words.asked(person(player) if player is not None else words.GAME_MASTERS, tasks)


def who_card(seen: Seen) -> Card:
    """Each task with the roles that do it, and the player who is asked."""
    kingdom = seen.realm.kingdom
    lines = [_task_line(kingdom, task) for task in Task]
    if kingdom.proxies:
        lines += ["", words.proxies([person(each) for each in kingdom.proxies])]
    title = words.who_title(safe(kingdom.name, 60))
    return Card(title, tuple(fitting(lines, BODY)), note=words.ASK_BOOK)


def _task_line(kingdom: Kingdom, task: Task) -> str:
    roles = serving.named([each.value for each in kingdom.roles_for(task)])
    asked = next(iter(players(kingdom, task)), None)
    named = person(asked) if asked is not None else words.GAME_MASTERS
    return words.task_line(task.value, roles, named, is_changed=task in kingdom.duties)
