"""Attacks: what waits in each of their steps, what is refused, and their parts in an undo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.words import safe
from bot.systems.second_kingdom.words import GUARDS as WORDS_GUARDS
from bot.systems.second_kingdom.words import pair

# -- what waits -----------------------------------------------------------------------------------

ROLL, ROLL_AS_MET = "Roll 3d10", "Requirement met: roll 3d10"
WITHDRAW, VETO = "Withdraw", "Veto"
ROLL_DEFENCE = "Roll defence"
APPLY_SOMETHING, EDIT, LEAVE = "Apply damage", "Edit", "Leave it"
PASS, ALLOW = "Let it pass", "Allow counter-attack"
REASON, REASON_HINT = "Why not", "Everybody reads it"
AMOUNT, COUNTER, COUNTER_HINT = "Damage", "Counter", "Empty: the usual one"

DICE = {"accuracy": "accuracy", "speed": "speed", "power": "power"}
GUARDS = {"dodge": "Dodge", "parry": "Parry", "block": "Block"}
# Where nothing else says what damage counts as.
WOUNDS = "Wounds"


def title(attacker: str, target: str, maneuver: str) -> str:
    """An attack, in a list."""
    return f"{attacker} attacks {target}: {maneuver}"


def assign_label(title: str) -> str:
    """Dice that wait to be assigned, in a list."""
    return f"{title} – assign the dice"


def defend_label(target: str, attacker: str, maneuver: str) -> str:
    """A defence that waits to be rolled, in a list."""
    return f"{target} is attacked by {attacker}: {maneuver}"


def guard_label(target: str, attacker: str, maneuver: str) -> str:
    """A guard that waits to be chosen, in a list."""
    return f"{defend_label(target, attacker, maneuver)} – choose the guard"


def apply_label(title: str) -> str:
    """A strike that waits to be applied, in a list."""
    return f"{title} – apply the strike"


def counter_label(target: str, attacker: str) -> str:
    """A full defense that may be answered, in a list."""
    return f"{target} held against {attacker}: strike back?"


def finals(accuracy: int, speed: int, power: int) -> str:
    """One way to lay out the attack dice."""
    return f"Accuracy {accuracy}, speed {speed}, power {power}"


def guard(name: str, die: int, faced: str, *, turns_bonuses: bool) -> str:
    """One way to guard; what the bonuses are stands in no label."""
    way = f"{GUARDS[name]}, {die} faces {DICE[faced]}"
    return f"{way}, bonuses exchanged" if turns_bonuses else way


def apply(amount: int, counter: str) -> str:
    """The button that applies what was computed; without a counter where that is a secret."""
    return f"Apply {amount} to {counter}" if counter else f"Apply {amount} damage"


# -- in an undo -----------------------------------------------------------------------------------

PHASES = {
    "declared": "declared",
    "rolled": "dice rolled",
    "assigned": "dice assigned",
    "defended": "defence rolled",
    "struck": "a strike",
    "held": "a full defense",
    "over": "over",
}
OUTCOMES = {"full_defense": "full defense", "minor": "minor strike", "major": "major strike"}
ENDS = {
    "withdrawn": "withdrawn",
    "vetoed": "vetoed",
    "applied": "applied",
    "left": "left without damage",
    "defended": "full defense",
    "countered": "answered",
}
FIELDS = {
    "phase": "stands",
    "dice": "attack dice",
    "final": "accuracy, speed, power",
    "defence_dice": "defence dice",
    "guarding": "guard",
    "outcome": "outcome",
    "damage": "damage",
    "applied": "applied",
    "counter": "counter",
    "counters": "strikes back after",
    "end": "end",
    "revision": "",
    "player": "player",
}
VALUES = {
    "phase": PHASES,
    "outcome": OUTCOMES,
    "end": ENDS,
    "counters": {name: label.lower() for name, label in GUARDS.items()},
}


def part(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A part of an attack; of its sides, who plays them."""
    name = path[-1]
    return FIELDS.get(name, safe(name)), _value(name, value)


def _value(name: str, value: Any) -> str | None:
    if value is None or value == "" or value == []:
        return None
    if isinstance(value, list):
        return ", ".join(VALUES.get(name, {}).get(each, safe(str(each), 80)) for each in value)
    if name == "player":
        return f"<@{value}>"
    if name == "guarding":
        first, second = value["totals"]
        return f"{GUARDS[value['guard']].lower()}, {first} and {second}"
    return VALUES.get(name, {}).get(value) or safe(str(value), 80)


# At the beginning of a line.
ATTACK_CARDS_OUTCOMES = {name: told.capitalize() for name, told in OUTCOMES.items()}

# -- commands, buttons and lists ------------------------------------------------------------------

ASSIGN, CHOOSE_GUARD, COUNTER_ATTACK = "Assign dice…", "Choose guard…", "Counter-attack…"
LOCK = "Lock"
# A phone shows about 32 characters of these.
HOW_TO_ASSIGN = "Choose how to lay the dice"
HOW_TO_GUARD = "Choose the guard"
WHICH_MANEUVER = "Choose the maneuver"


def strike_back(maneuver: str) -> str:
    """The button that declares a counter-attack."""
    return f"Strike back with {maneuver}"


# -- refused --------------------------------------------------------------------------------------

GONE = "That attack is no longer here; nothing was changed."
DAMAGED = "That list is damaged; nothing was changed. Open it again from the attack's newest message."


def only_acting(who: str) -> str:
    """Somebody else opened the panel of the one who acts."""
    return f"Only {who} or a game master can do that; nothing was changed."


def assigned_already(line: str) -> str:
    """The panel of dice that are locked."""
    return f"The dice are locked already, at {line}; nothing was changed."


def guarded_already(guard: str, outcome: str) -> str:
    """The panel of a guard that is locked."""
    return (
        f"The guard is locked already, a {GUARDS[guard].lower()}: {OUTCOMES[outcome]}. "
        "Nothing was changed; the attack's newest message says more."
    )


def over_already(end: str) -> str:
    """The panel of an attack that has ended."""
    return f"This attack is over: {ATTACK_CARDS_ENDS[end]}. Nothing was changed."


def knows_none(name: str) -> str:
    """A counter-attack of whoever knows no maneuver."""
    return f"{name} knows no maneuver to strike back with; learn one first, or let it pass."


# -- the card -------------------------------------------------------------------------------------


def attack_cards_title(attacker: str, target: str, maneuver: str, *, is_counter: bool) -> str:
    """Who attacks whom with what."""
    deed = "strikes back at" if is_counter else "attacks"
    return f"{attacker} {deed} {target} with {maneuver}"


def queue(place: int, target: str) -> str:
    """Where it stands among the attacks on one target."""
    return f"{_ordinal(place)} of the attacks on {target}; damage is applied in that order."


def _ordinal(number: int) -> str:
    endings = {1: "st", 2: "nd", 3: "rd"}
    teens = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teens else endings.get(number % 10, 'th')}"


def fell(dice: Sequence[int]) -> str:
    """The attack dice as they fell."""
    return f"Attack dice: {_dice(dice)}"


def defence_fell(dice: Sequence[int]) -> str:
    """The defence dice as they fell."""
    return f"Defence dice: {_dice(dice)}"


def _dice(dice: Sequence[int]) -> str:
    return " · ".join(f"**{die}**" for die in dice)


def in_line(final: Sequence[int]) -> str:
    """The final attack dice in line."""
    return " · ".join(f"{die.capitalize()} {value}" for die, value in zip(DICE.values(), final, strict=True))


def total(die: int, added: int) -> str:
    """A die and what is added to it, if anything is."""
    if not added:
        return f"{die}"
    return f"{die} − {-added}" if added < 0 else f"{die} + {added}"


def attack_cards_guard(name: str) -> str:
    """The guard that was chosen."""
    return f"Guard: **{GUARDS[name].lower()}**"


def held(die: str, attack: int, defence: int, sums: str) -> str:
    """An attack die that its defence die held."""
    return f"○ {defence}{_made_of(sums)} **holds** {die} {attack}"


def beaten(die: str, attack: int, defence: int, sums: str) -> str:
    """An attack die that beat its defence die, or equalled it."""
    return f"● {die.capitalize()} {attack} **beats** {defence}{_made_of(sums)}"


def _made_of(sums: str) -> str:
    return f" ({sums})" if " " in sums else ""


def unguarded(die: str) -> str:
    """The attack die that nothing stands against."""
    return f"{die.capitalize()} is not guarded."


def outcome(name: str, strike: str) -> str:
    """What the attack comes to, with the strike's name if it has one."""
    named = f": {strike}" if strike else ""
    return f"**{ATTACK_CARDS_OUTCOMES[name]}{named}.**"


OPEN_STRIKE = "The maneuver leaves this strike open; a game master says what it does."


def damage(formula: str, number: int) -> str:
    """What a strike's formula comes to."""
    return f"Damage: {formula} = **{number}**"


def on_behalf(actor: str, player: str) -> str:
    """Who acted for whom."""
    return f"{actor} for {player}"


ATTACK_CARDS_ENDS = {
    "withdrawn": "it was withdrawn before any die fell",
    "vetoed": "a game master vetoed it",
    "applied": "its strike is applied",
    "left": "nothing was counted for its strike",
    "defended": "it was held, and nobody strikes back",
    "countered": "it was held, and answered with a counter-attack",
}


def ended(end: str) -> str:
    """How it came to its end."""
    return f"Over: {ATTACK_CARDS_ENDS[end]}."


def reason(text: str) -> str:
    """Why, in the game master's words."""
    return f"Reason: {text}"


# -- who acts -------------------------------------------------------------------------------------

A_GAME_MASTER = "A game master"


def to_roll(who: str, *, has_requirement: bool) -> str:
    """The attacker rolls."""
    if has_requirement:
        return f"{who} rolls; that says the requirement is met. A game master may veto it."
    return f"{who} rolls the attack."


def to_assign(who: str) -> str:
    """The attacker assigns."""
    return f"{who} assigns one die each to accuracy, speed and power."


def to_defend(who: str, target: str) -> str:
    """The defender rolls."""
    return f"{who} rolls the defence of {target}."


def to_guard(who: str, target: str) -> str:
    """The defender chooses."""
    return f"{who} chooses the guard of {target}."


TO_APPLY = "A game master applies it: as it stands, edited, or not at all."
TO_COUNT = f"For a game master: **{APPLY_SOMETHING}** asks how much, **{LEAVE}** counts none."


def to_answer(who: str, target: str) -> str:
    """The defender may strike back."""
    return f"{target} may strike back at once: {who} chooses."


TO_ALLOW = "A game master lets it pass, or allows a counter-attack."

# -- panels ---------------------------------------------------------------------------------------

LOCKS_NOTHING = f"Choosing locks nothing: **{LOCK}** does."
DECLARES_NOTHING = f"Choosing declares nothing: **{strike_back('…')}** does."
NO_ODDS = "Only game masters know the target's defences, and with them the odds."
EXACT_ODDS = "The chances are exact, against the best guard."


def for_absent(player: str) -> str:
    """A game master in a player's place."""
    return f"You choose for {player}."


def chosen(label: str) -> str:
    """What the panel's button would lock or declare."""
    return f"Chosen: **{label}**"


def chances(parts: Sequence[tuple[str, str]]) -> str:
    """The chance of each outcome, in a list."""
    return " · ".join(f"{OUTCOMES[name].removesuffix(' strike')} {chance}" for name, chance in parts)


def comes_to(name: str, guard: str, damage: int | None, *, is_suggested: bool) -> str:
    """What a guard comes to, in a list, and which guard it is."""
    told = f"{ATTACK_CARDS_OUTCOMES[name]} · {GUARDS[guard].lower()}"
    told = told if damage is None else f"{told}, {damage} damage"
    return f"{told} (suggested)" if is_suggested else told


def facing(halves: Sequence[str]) -> str:
    """How both dice of a guard fare, in a list."""
    return " · ".join(halves)


def half(die: int, added: int, defence: int, faced: tuple[str, int], *, is_beaten: bool) -> str:
    """One defence die with its bonus, which may be capped, against the attack die it faces."""
    sign = "=" if die + added == defence else "→"
    # Without spaces: a phone shows about fifty characters of it.
    summed = f"{total(die, added)}{sign}{defence}".replace(" ", "") if added else f"{defence}"
    name, attack = faced
    return f"{summed} {'falls to' if is_beaten else 'holds'} {name} {attack}"


# -- Maneuvers: written for the library, read back, and shown on cards -------------------------------------


NOUN, PLURAL = "maneuver", "maneuvers"
ACCURACY, SPEED, POWER = "accuracy", "speed", "power"

# -- the form -------------------------------------------------------------------------------------

NAME, NAME_HINT = "Name", "Iron Gale"
BONUSES, BONUSES_HINT = "Bonus to accuracy, speed, power", "+2 +4 -1"
REQUIREMENT, REQUIREMENT_HINT = "Requirement", "What must be so for it to be used; empty for nothing"
MINOR, MINOR_HINT = "Minor strike", "Pierce: accuracy"
MAJOR, MAJOR_HINT = "Major strike", "Fell: power + 2 -> Wounds; the target falls"

# -- on cards -------------------------------------------------------------------------------------

LEFT_OPEN = "left open"


def signed(number: int) -> str:
    """A bonus with its sign."""
    return f"{number:+d}"


def bonuses(accuracy: int, speed: int, power: int) -> str:
    """What a maneuver adds to the three attack dice."""
    pairs = ((ACCURACY, accuracy), (SPEED, speed), (POWER, power))
    return ", ".join(f"{signed(bonus)} {name}" for name, bonus in pairs)


def requirement(text: str) -> str:
    """What must be so for a maneuver to be used."""
    return f"{REQUIREMENT}: {text}"


def minor(strike: str) -> str:
    """What the minor strike is."""
    return f"{MINOR}: {strike}"


def major(strike: str) -> str:
    """What the major strike is."""
    return f"{MAJOR}: {strike}"


def strike(name: str, damage: str, counter: str, effect: str) -> str:
    """A strike: its name, its damage by a formula of the final dice, and the rest of its effect."""
    does = f"damage = {damage}" if damage else ""
    does += f", to {counter}" if counter else ""
    parts = "; ".join(part for part in (does, effect) if part)
    return f"**{name}**: {parts}" if parts else f"**{name}**"


# -- in an undo -----------------------------------------------------------------------------------

STRIKES = {"minor": MINOR.lower(), "major": MAJOR.lower()}
STRIKE_PARTS = {"name": "name", "damage": "damage formula", "counter": "counter", "effect": "effect"}


def maneuvers_part(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A part of a maneuver: a field, a strike, or a field of a strike."""
    label = STRIKES.get(path[0], safe(path[0]))
    if len(path) > 1:
        label = f"{label}, {STRIKE_PARTS.get(path[-1], safe(path[-1]))}"
    if value is None or value == "":
        return label, None
    if isinstance(value, Mapping):
        return label, safe("; ".join(str(each) for each in value.values() if each), 80)
    is_bonus = isinstance(value, int)
    return label, signed(value) if is_bonus else safe(str(value), 80)


# -- Chances: of a virtue, of dice, and of maneuvers against a defence -------------------------------------


# Short enough for three of them in a phone's line.
SHORT_NAMES = {"full_defense": "full defense", "minor": "minor", "major": "major"}

# -- refused --------------------------------------------------------------------------------------

ONE_QUESTION = "Ask about a virtue and a rating, about a number of dice, or about a maneuver; one at a time."
WHAT_ABOUT = "Say a virtue and a rating, how many dice, or a maneuver."
NO_MANEUVER = "A target, dodge, parry and block are for a maneuver: name one with `maneuver`."
NOT_BOTH = "Name a target or type its dodge, parry and block, not both."
SAME_MANEUVER = "Name two different maneuvers to compare."


def not_known(name: str) -> str:
    """A target whose defences the asker may not see."""
    return (
        f"Only game masters know the defences of {name}; type what you expect instead, such as block `2/1`."
    )


# -- on cards -------------------------------------------------------------------------------------

AVERAGE_DAMAGE = "Average damage"
ANY_STRIKE = "Any strike"
HOW_IT_IS_PLAYED = (
    "Exact. The defender takes the best guard; the attacker assigns for any strike, "
    "then a major one, then damage."
)
DAMAGE_UNKNOWN = f"{AVERAGE_DAMAGE}: only where every strike has a formula."


def against(maneuver: str, target: str) -> str:
    """Over the chances of one maneuver."""
    return f"{maneuver} against {target}"


def compared(maneuver: str, other: str) -> str:
    """Over two maneuvers side by side."""
    return f"{maneuver} or {other}"


def target(name: str) -> str:
    """Whose defences these are."""
    return f"Against {name}"


A_DEFENCE = "a defence"
NO_BONUSES = "no bonuses to defence"


def defences(pairs: Mapping[str, tuple[int, int]]) -> str:
    """What is added to the defence dice of each guard; what adds nothing is left out."""
    told = [f"{WORDS_GUARDS[guard]} {pair(*each)}" for guard, each in pairs.items() if any(each)]
    return ", ".join(told) or NO_BONUSES


def chance(outcome: str, percent: str) -> str:
    """How likely an outcome is, in a line of its own."""
    return f"{ATTACK_CARDS_OUTCOMES[outcome]} **{percent}**"


def strike_chance(outcome: str, percent: str, strike: str) -> str:
    """The same, with the strike that it is."""
    return f"{chance(outcome, percent)} · {strike}"


def short_chance(outcome: str, percent: str) -> str:
    """The same among others in a line."""
    return f"{SHORT_NAMES[outcome]} {percent}"


def any_strike(percent: str) -> str:
    """How likely any strike is."""
    return f"{ANY_STRIKE} **{percent}**"


def odds_damage(amount: str) -> str:
    """What an attack deals on average, misses included."""
    return f"{AVERAGE_DAMAGE} **{amount}** an attack"


def better(what: str, name: str, more: str, less: str) -> str:
    """Which of two is better at that."""
    return f"{what}: **{name}**, {more} against {less}"


def hardly_better(what: str, name: str, value: str) -> str:
    """The same where the numbers differ in decimals that are not shown."""
    return f"{what}: **{name}** by a hair, both near {value}"


def equal(what: str, value: str) -> str:
    """Where neither is better."""
    return f"{what}: the same, {value}"
