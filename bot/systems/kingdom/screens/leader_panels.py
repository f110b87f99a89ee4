"""Private previews of what a change of leaders costs, and the buttons that carry it out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from string import ascii_letters, digits

from bot.engine.system import RecordId
from bot.errors import Stale
from bot.systems.kingdom.rules.departing import Exit, Plan
from bot.systems.kingdom.rules.keeping import shifts
from bot.systems.kingdom.rules.leaders import AssignLeader, appointment
from bot.systems.kingdom.rules.leaving import ResignRole, SwitchRole, resignation, switching
from bot.systems.kingdom.rules.office import holder
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.state import Leader
from bot.systems.kingdom.rules.terms import Ability, Attribute, Role
from bot.systems.kingdom.screens.leader_cards import cost_of, left_line
from bot.systems.kingdom.words import offices as words
from bot.systems.kingdom.words import standing
from bot.ui.card import Button, Card, Tone
from bot.ui.text import safe
from bot.ui.words import DAMAGED_BUTTON

Changing = AssignLeader | ResignRole | SwitchRole
# The first is short: its button has much to hold.
SEAT, RESIGN, SWITCH = "seat", "leader_resign", "leader_switch"


# -- previews -----------------------------------------------------------------------------------------


def planned(realm: Realm, action: Changing) -> Plan:
    """What a change of leaders costs. Raises RuleViolation where it can't be."""
    if isinstance(action, AssignLeader):
        return appointment(realm, action)
    return resignation(realm, action) if isinstance(action, ResignRole) else switching(realm, action)


def leaving(realm: Realm, action: Changing) -> Leader | None:
    """Whose own affair it is: of who steps down. Raises RuleViolation where nobody does."""
    if isinstance(action, ResignRole):
        return holder(realm.kingdom, action.role, action.leader)
    return None


def preview(realm: Realm, plan: Plan, action: Changing) -> Card:
    """What a change of leaders costs, and what each number becomes; its button does it."""
    # By name: whoever holds the role when it is pressed may be another.
    leader = "" if isinstance(action, AssignLeader) else plan.exits[0].leader.name
    button = _button(action, leader, plan.price)
    card = replace(_priced(plan), title=_titled(realm, action), buttons=(button,))
    is_crown = isinstance(action, AssignLeader) and action.role is Role.RULER
    return card.add(note=words.MARRIED_INSTEAD) if is_crown else card


def _priced(plan: Plan) -> Card:
    """Who leaves, Unrest, the checks, and what each number becomes."""
    before, after = plan.before.kingdom.unrest, plan.after.kingdom.unrest
    lines = [left_line(each.leader, each.to) for each in plan.exits]
    lines.append(words.unrest_first(before, after))
    if any(each.to is not None and each.cost.unrest for each in plan.exits):
        lines.append(words.ABDICATES)
    lines += [_check(each) for each in plan.exits]
    checked = [each for each in plan.exits if each.check is not None]
    passed = _shifts(plan.before, plan.after)
    if not checked:
        return Card("", (*lines, passed), tone=Tone.ASKS)
    failed = _shifts(plan.before, plan.failing(*checked))
    fields = (
        (words.IF_PASSED, passed),
        (words.IF_FAILED, "\n".join((*(_vacancy(plan, each) for each in checked), failed))),
    )
    return Card("", tuple(lines), fields, tone=Tone.ASKS)


def _titled(realm: Realm, action: Changing) -> str:
    if isinstance(action, AssignLeader):
        return words.replacing(safe(action.name), action.role.value)
    if isinstance(action, ResignRole):
        leaves = holder(realm.kingdom, action.role, action.leader)
        return words.resigning(safe(leaves.name), action.role.value)
    mover = holder(realm.kingdom, action.leaves, action.leader)
    return words.switching(safe(mover.name), action.takes.value)


def _button(action: Changing, leader: str, price: Sequence[int]) -> Button:
    if isinstance(action, AssignLeader):
        return seat_button(action, price)
    named = replace(action, leader=leader)
    return resign_button(named, price) if isinstance(named, ResignRole) else switch_button(named, price)


def _check(each: Exit) -> str:
    made = each.check
    if made is None:
        role = each.leader.role
        return words.SPOUSE_RULES if role is Role.RULER else words.nothing_rolled(role.value)
    percent = int(made.chance * 100)
    return words.check_first(each.leader.role.value, made.needed, percent, made.modifier, made.dc)


def _vacancy(plan: Plan, each: Exit) -> str:
    """Until when the role is vacant, and what that costs."""
    lapse = plan.failing(each).kingdom.lapses[-1]
    role = each.leader.role
    return words.vacant_until(role.value, lapse.last, cost_of(role), is_until_upkeep=lapse.ends_with_upkeep)


def _shifts(before: Realm, after: Realm) -> str:
    """Each number that would change, but for Unrest, which stands above."""
    found = [(each.number, each.before, each.after) for each in shifts(before, after)]
    return standing.shifts([each for each in found if each[0] != "unrest"]) or words.UNCHANGED


# -- buttons ------------------------------------------------------------------------------------------

_SIGNS = digits + ascii_letters
_NONE = "-"
_WAYS: Sequence[tuple[Attribute, ...]] = [
    way for count in range(len(Attribute) + 1) for way in permutations(Attribute, count)
]


def resign_button(action: ResignRole, price: Sequence[int]) -> Button:
    """The button that steps down."""
    args = (action.kingdom, _number(action.role), _joined(price), action.leader)
    return Button(words.STEP_DOWN, RESIGN, args, is_main=True)


def resign_action(args: Sequence[str]) -> ResignRole:
    """What it stands for. Raises Stale where it holds something else."""
    try:
        kingdom, role, price, *leader = args
        return ResignRole(RecordId(kingdom), _role(role), "|".join(leader), _parted(price))
    except (ValueError, IndexError):
        raise Stale(DAMAGED_BUTTON) from None


def switch_button(action: SwitchRole, price: Sequence[int]) -> Button:
    """The button that takes another role."""
    roles = (_number(action.leaves), _number(action.takes))
    args = (action.kingdom, *roles, _joined(price), action.leader)
    return Button(words.SWITCH, SWITCH, args, is_main=True)


def switch_action(args: Sequence[str]) -> SwitchRole:
    """What it stands for. Raises Stale where it holds something else."""
    try:
        kingdom, leaves, takes, price, *leader = args
        named = "|".join(leader)
        return SwitchRole(RecordId(kingdom), _role(leaves), _role(takes), named, _parted(price))
    except (ValueError, IndexError):
        raise Stale(DAMAGED_BUTTON) from None


def seat_button(action: AssignLeader, price: Sequence[int]) -> Button:
    """The button that gives a role to somebody else: all that was said of them stands in it, in short."""
    scores = "".join(_SIGNS[action.scores[each]] if each in action.scores else _NONE for each in Ability)
    signs = (
        _SIGNS[list(Role).index(action.role)],
        # The feat and the attributes in one: every sign counts.
        _SIGNS[2 * _WAYS.index(action.attributes) + action.has_leadership],
        _SIGNS[action.ranks],
        scores,
        _short(action.player),
    )
    return Button(words.REPLACE, SEAT, (action.kingdom, _joined(price), "".join(signs), action.name), True)


def seat_action(args: Sequence[str]) -> AssignLeader:
    """What it stands for. Raises Stale where it holds something else."""
    try:
        kingdom, price, signs, *name = args
        role, way, ranks, *rest = list(signs)
        scores = {
            each: _SIGNS.index(sign) for each, sign in zip(Ability, rest, strict=False) if sign != _NONE
        }
        return AssignLeader(
            RecordId(kingdom),
            list(Role)[_SIGNS.index(role)],
            "|".join(name),
            _long("".join(rest[len(Ability) :])),
            scores,
            bool(_SIGNS.index(way) % 2),
            _SIGNS.index(ranks),
            _WAYS[_SIGNS.index(way) // 2],
            price=_parted(price),
        )
    except (ValueError, IndexError):
        raise Stale(DAMAGED_BUTTON) from None


def _number(role: Role) -> str:
    return str(list(Role).index(role))


def _role(text: str) -> Role:
    return list(Role)[_whole(text)]


def _joined(price: Sequence[int]) -> str:
    return "".join(_SIGNS[each] for each in price)


def _parted(text: str) -> tuple[int, ...]:
    return tuple(_SIGNS.index(sign) for sign in text)


def _whole(text: str) -> int:
    """A number of two digits. Raises ValueError for anything else."""
    if not (text.isascii() and text.isdigit() and len(text) <= 2):
        raise ValueError(text)
    return int(text)


def _short(player: int | None) -> str:
    """A player's id in 62 signs; nothing for an NPC."""
    signs, left = "", player or 0
    while left:
        left, sign = divmod(left, len(_SIGNS))
        signs = _SIGNS[sign] + signs
    return signs


def _long(signs: str) -> int | None:
    player = 0
    for sign in signs[:11]:
        player = player * len(_SIGNS) + _SIGNS.index(sign)
    return player or None
