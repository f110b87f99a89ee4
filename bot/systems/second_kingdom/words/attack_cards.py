"""Attacks on cards, in private panels and in the journal, from the declaration to what came of them.

Names, texts and mentions come in as they are shown, numbers as they are written: whoever draws makes them
safe first.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.second_kingdom.words.attacks import APPLY_SOMETHING, DICE, GUARDS, LEAVE
from bot.systems.second_kingdom.words.attacks import OUTCOMES as SHORT_OUTCOMES

# At the beginning of a line.
OUTCOMES = {name: told.capitalize() for name, told in SHORT_OUTCOMES.items()}

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
        f"The guard is locked already, a {GUARDS[guard].lower()}: {SHORT_OUTCOMES[outcome]}. "
        "Nothing was changed; the attack's newest message says more."
    )


def over_already(end: str) -> str:
    """The panel of an attack that has ended."""
    return f"This attack is over: {ENDS[end]}. Nothing was changed."


def knows_none(name: str) -> str:
    """A counter-attack of whoever knows no maneuver."""
    return f"{name} knows no maneuver to strike back with; learn one first, or let it pass."


# -- the card -------------------------------------------------------------------------------------


def title(attacker: str, target: str, maneuver: str, *, is_counter: bool) -> str:
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


def guard(name: str) -> str:
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
    return f"**{OUTCOMES[name]}{named}.**"


OPEN_STRIKE = "The maneuver leaves this strike open; a game master says what it does."


def damage(formula: str, number: int) -> str:
    """What a strike's formula comes to."""
    return f"Damage: {formula} = **{number}**"


def applied(counter: str, target: str, amount: int, before: int | None, after: int | None) -> str:
    """A counter that changed, or one whose numbers are the game masters' own."""
    if before is None or after is None:
        return f"{amount} damage to {target}."
    return f"{target}: {counter} {before} → **{after}** ({amount} damage)"


def on_behalf(actor: str, player: str) -> str:
    """Who acted for whom."""
    return f"{actor} for {player}"


ENDS = {
    "withdrawn": "it was withdrawn before any die fell",
    "vetoed": "a game master vetoed it",
    "applied": "its strike is applied",
    "left": "nothing was counted for its strike",
    "defended": "it was held, and nobody strikes back",
    "countered": "it was held, and answered with a counter-attack",
}


def ended(end: str) -> str:
    """How it came to its end."""
    return f"Over: {ENDS[end]}."


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
    return " · ".join(f"{SHORT_OUTCOMES[name].removesuffix(' strike')} {chance}" for name, chance in parts)


def comes_to(name: str, guard: str, damage: int | None, *, is_suggested: bool) -> str:
    """What a guard comes to, in a list, and which guard it is."""
    told = f"{OUTCOMES[name]} · {GUARDS[guard].lower()}"
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
