"""Special rules, wares, monsters and the rules page in words."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Protocol, cast

from bot.engine.words import clip, safe

# -- Special rules: how they are said on cards, and what is wrong with one that can't be read --------------


class Rule(Protocol):
    """A special rule as the rules keep it (`rules/effect.py`)."""

    @property
    def when(self) -> str: ...
    @property
    def verb(self) -> str: ...
    @property
    def amount(self) -> int: ...
    @property
    def to_foe(self) -> bool: ...
    @property
    def due_to(self) -> str: ...
    @property
    def fray(self) -> str: ...
    @property
    def until(self) -> str: ...
    @property
    def lowest(self) -> int: ...
    @property
    def highest(self) -> int: ...
    @property
    def is_once(self) -> bool: ...
    @property
    def is_due_to_combat(self) -> bool: ...
    @property
    def is_spent(self) -> bool: ...
    @property
    def place(self) -> str: ...


# -- on cards -------------------------------------------------------------------------------------

EFFECTS_ATTRIBUTES = {"arms": "Arms", "magic": "Magic", "craft": "Craft", "vitae": "Vitae"}
EFFECTS_COMBATS = {"any": "Combat", "melee": "Melee Combat", "magic": "Magical Combat"}
CAUSES = {
    "page": "the page",
    "ability": "an ability",
    "item": "an item",
    "spell": "a spell",
    "ally": "an ally",
}
# Those that name a Combat say its kind themselves.
OF_COMBAT = {
    "start": "At the start of each {combat}",
    "winning": "When winning a {combat}",
    "losing": "When losing a {combat}",
    "standoff": "At a standoff in {combat}",
}
WHENS = {
    "held": "While held",
    "use": "When used",
    "wounded": "When wounded",
    "wounding": "When {foe} is wounded",
    "felling": "When {foe} falls",
}
UNTILS = {
    "always": "for good",
    "combat": "until the Combat ends",
    "fight": "until the fight ends",
    "turn": "until the turn ends",
    "quest": "until the quest ends",
}
ROOM = {"items": ("item", "items"), "spells": ("spell", "spells"), "allies": ("ally", "allies")}
THE_FOE, THE_ADVENTURER = "the foe", "the adventurer"
ITS_BEARER, THE_MONSTER = "its bearer", "the monster"
# A monster holds nothing; what it has so, it has.
ALWAYS = "Always"


def said(effect: Rule, *, is_monsters: bool = False) -> str:
    """A special rule in plain English; a monster's is against the adventurer."""
    foe = THE_ADVENTURER if is_monsters else THE_FOE
    bearer = THE_MONSTER if is_monsters else ITS_BEARER
    when = _when(effect, foe)
    when = when.replace(WHENS["held"], ALWAYS) if is_monsters else when
    return f"{when}: {_does(effect, bearer, foe)}{_conditions(effect)}"


def _when(effect: Rule, foe: str) -> str:
    combat = EFFECTS_COMBATS[effect.fray]
    if effect.when in OF_COMBAT:
        when = OF_COMBAT[effect.when].format(combat=combat)
    else:
        when = WHENS[effect.when].format(foe=foe)
        when += f" by {_cause(effect.due_to, combat)}" if effect.due_to else ""
        when += f", in {combat}" if effect.fray != "any" and effect.due_to != "combat" else ""
    return when + _chance(effect.lowest, effect.highest)


def _cause(due_to: str, combat: str) -> str:
    return combat if due_to == "combat" else CAUSES[due_to]


def _chance(lowest: int, highest: int) -> str:
    if (lowest, highest) == (1, 6):
        return ""
    return f", on {lowest}–{highest}" if lowest < highest else f", on a {lowest}"


def _does(effect: Rule, bearer: str, foe: str) -> str:
    whom = foe if effect.to_foe else bearer
    if effect.verb in EFFECTS_ATTRIBUTES:
        change = f"{effect.amount:+d} {EFFECTS_ATTRIBUTES[effect.verb]}"
        return f"{change} for {whom}" if effect.to_foe else change
    if effect.verb in ROOM:
        return _room(*ROOM[effect.verb], effect.amount)
    if effect.verb == "gold":
        return _gold(effect.amount, whom) if effect.to_foe else f"{effect.amount:+d} gold"
    whose = f"{whom}'s"
    return {
        "roll": f"{effect.amount:+d} to {whose} roll",
        "wound": f"{whom} receives {_wounds(effect.amount)}",
        "heal": f"heals {_wounds(effect.amount)}{f' of {foe}' if effect.to_foe else ''}",
        "ignore": f"ignores {_wounds(effect.amount)}",
        "reroll": f"{whose} die may be rolled anew",
        "weapons": f"{effect.amount} more {'weapon works' if effect.amount == 1 else 'weapons work'} in hand",
        "go": f"the turn may end at {safe(effect.place)}",
    }[effect.verb]


def _wounds(count: int) -> str:
    if not count:
        return "all wounds"
    return f"{count} wound" if count == 1 else f"{count} wounds"


def _gold(amount: int, whom: str) -> str:
    return f"{whom} {'gains' if amount > 0 else 'loses'} {abs(amount)} gold"


def _room(one: str, several: str, amount: int) -> str:
    count = abs(amount)
    return f"room for {count} {'more' if amount > 0 else 'fewer'} {one if count == 1 else several}"


def _conditions(effect: Rule) -> str:
    lasts = effect.verb in EFFECTS_ATTRIBUTES and effect.when != "held"
    said = f" {UNTILS[effect.until]}" if lasts else ""
    said += ", due to Combat" if effect.is_due_to_combat else ""
    said += ", once in a fight" if effect.is_once else ""
    return said + (", then it is gone" if effect.is_spent else "")


# -- refused --------------------------------------------------------------------------------------

EXAMPLE = "“wounded by combat: ignore 1 on 5-6”"
# As it is written in a rule.
DUE = "due to combat"
FOUR = "arms, magic, craft or vitae"
NO_COLON = f"a rule says when, then “:”, then what, as in {EXAMPLE}"
NO_PLACE = "“go” needs a place, as in “use: go The Old Well”"
FOE = "“foe” goes with attributes, a roll, wound, heal, reroll and gold, and never with “held”"
UNTIL = "only a change of an attribute lasts “until” something, and none while held"
DUE_TO_COMBAT = "“due to combat” goes with “wound” alone"
BY_CAUSE = "“by” goes with “wounded” and “wounding” alone"
HELD_ALWAYS = "what is done while held has no chance, no “once” and no “spent”"
IN_COMBAT = "“in melee” and “in magic” don't go with room, weapons or places"
HELD_IN_COMBAT = "Vitae and Craft are held in every kind of Combat: leave out “in melee” or “in magic”"
USE_ONCE = "what is used may be “spent”; “once” goes with “use: reroll” and “use: ignore” alone"
REROLL_SURE = "a die that may be rolled anew needs no chance besides"
CHANCE = "a chance is of one die, as in “on 5-6” or “on 6”"
MORE_WEAPONS = "“weapons” lets more of them work at a time, as in “held: weapons +1”"


def in_line(number: int, line: str, wrong: str) -> str:
    """What is wrong with which line."""
    return f"Line {number}, “{line}”: {wrong}."


def effects_too_many(most: int, count: int) -> str:
    """Too many lines."""
    return f"There are at most {most} special rules, one a line, not {count}."


def no_such_when(when: str, whens: Sequence[str]) -> str:
    """An unknown moment."""
    return f"“{when}” is no moment; these are: {', '.join(whens)}"


def no_such_cause(cause: str, causes: Sequence[str]) -> str:
    """An unknown cause."""
    return f"nothing is due to “{cause}”, but to one of: {', '.join(causes)}"


def no_such_verb(verb: str, others: Sequence[str]) -> str:
    """A misspelt attribute, or nothing at all."""
    return f"“{verb}” is no attribute ({FOUR}) and none of: {', '.join(others)}"


def not_then(verb: str, when: str, legal: Sequence[str]) -> str:
    """Something that makes no sense at that moment."""
    return f"“{verb}” makes no sense with “{when}”, which may have: {', '.join(legal)}"


def no_amount(verb: str, example: str) -> str:
    """A number is missing."""
    return f"“{verb}” needs a whole number, as in “{verb} {example}”"


def bad_amount(verb: str, least: str, most: str) -> str:
    """A number out of its range."""
    return f"“{verb}” goes from {least} to {most}, and is never 0"


def no_number(verb: str) -> str:
    """A number where there is none."""
    return f"“{verb}” has no number"


def not_understood(rest: str) -> str:
    """Something behind the amount."""
    return (
        f"“{rest}” isn't understood; what may follow is: in melee, in magic, until combat (or fight, turn, "
        "quest), on 5-6, once, due to combat, spent"
    )


def long_place(most: int) -> str:
    """A long name of a place."""
    return f"a place has at most {most} characters"


def twice(condition: str) -> str:
    """The same condition twice."""
    return f"“{condition}” comes after another one of its kind; write one of them"


# -- Items, spells and allies: written for the library, read back, and shown on cards ----------------------


NOUNS = {"item": ("item", "items"), "spell": ("spell", "spells"), "ally": ("ally", "allies")}

# -- the form -------------------------------------------------------------------------------------

NAME = "Name"
NAME_HINTS = {"item": "Thornblade", "spell": "Ember Dart", "ally": "Grey Hound"}
WEAPON, WEAPON_HINT = "Is it a weapon?", "One weapon works at a time"
RULES = "Special rules, one a line"
RULES_HINTS = {
    "item": "held: arms +1\nlosing: ignore 1 on 6",
    "spell": "use: foe wound 1\nuse: arms +2 until fight",
    "ally": "held: craft +1\nwounded by combat: ignore 1 spent",
}
ABOUT, ABOUT_HINT = "In words", "What no rule above says, and how it looks"
SECRET, SECRET_HINT = "Do only game masters know of it?", "Players then see it nowhere in the library"
YES, NO = "yes", "no"

# -- refused --------------------------------------------------------------------------------------

FOES_GOLD = "monsters carry no gold that counts, so it says “gold +2” and leaves “foe” out"


def bad_name(most: int, length: int) -> str:
    """An entry without a name, or with a long one."""
    return f"A name has 1 to {most} characters; this one has {length}."


def too_long(label: str, most: int, length: int) -> str:
    """A text that is too long as it is kept."""
    return f"{label} has at most {most} characters, not {length}."


def wrong_rule(rule: str, wrong: str) -> str:
    """A rule that can be read, but not of such an entry."""
    return f"“{rule}”: {wrong}."


# -- on cards -------------------------------------------------------------------------------------

WHAT = {"item": "Item", "spell": "Spell", "ally": "Ally"}
A_WEAPON = "Weapon: works while in hand"
USED_ONCE = "Spell: used once, then gone"
NO_RULES = "No special rules"
FOR_NARRATORS = "-# Only game masters know of it."


def what(ware: str, *, is_weapon: bool) -> str:
    """What it is."""
    if is_weapon:
        return A_WEAPON
    return USED_ONCE if ware == "spell" else WHAT[ware]


def wares_rule(said: str) -> str:
    """A special rule in a list of them."""
    return f"• {said}"


# -- in an undo -----------------------------------------------------------------------------------

PARTS = {
    "name": "name",
    "effects": "special rules",
    "about": "in words",
    "is_weapon": "weapon",
    "is_secret": "for game masters alone",
}


def wares_part(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A part of an item, spell or ally."""
    return PARTS.get(path[-1], safe(path[-1])), value_said(value)


def value_said(value: Any, *, is_monsters: bool = False) -> str | None:
    """A value of an entry: a yes or no, a text, or special rules."""
    if value is None or value in ("", []):
        return None
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, list):
        return clip(rules_said(value, is_monsters=is_monsters), 300)
    return safe(str(value), 80)


def rules_said(rules: Sequence[dict[str, Any]], *, is_monsters: bool) -> str:
    """Special rules as they are kept, in plain English."""
    kept = (cast(Rule, SimpleNamespace(**each)) for each in rules)
    return "; ".join(said(each, is_monsters=is_monsters) for each in kept)


# -- Monsters: written for the library, read back, and shown on cards --------------------------------------


NOUN, PLURAL = "monster", "monsters"

# -- the form -------------------------------------------------------------------------------------

MONSTERS_NAME, NAME_HINT = "Name", "Bog Lurker"
VALUES, VALUES_HINT = "Attributes", "Arms 3, Magic 1, Vitae 2"
COMBAT, COMBAT_HINT = "How it fights", "Melee: by Arms; Magical: by Magic"
MONSTERS_RULES = "Special rules; also: unique, secret"
RULES_HINT = "start: foe arms -1 until combat\nwounded by combat: ignore 1 on 6\nunique"
MONSTERS_ABOUT, MONSTERS_ABOUT_HINT = "In words", "How it looks, and what no rule above says"
MONSTERS_MELEE, MONSTERS_MAGICAL, CHOICE = "Melee", "Magical", "The player chooses"
# Words on lines of their own among the rules.
UNIQUE, MONSTERS_SECRET = "unique", "secret"

# -- refused --------------------------------------------------------------------------------------

MONSTERS_EXAMPLE = "“Arms 3, Magic 1, Vitae 2”"
NO_ROOM = "a monster carries nothing; such rules are of items, spells and allies"
NOT_USED = "a monster uses nothing; what it does has a moment such as start, winning or losing"
NOT_SPENT = "nothing of a monster is used up; “once” is at most once in a fight"
OWN_GOLD = "a monster has no gold; “foe gold -2” takes the adventurer's"


def not_read(text: str) -> str:
    """Attributes that can't be made out."""
    return f"Attributes are written like {MONSTERS_EXAMPLE}; “{text}” can't be read."


def no_attribute(word: str, names: Sequence[str]) -> str:
    """A misspelt attribute."""
    return f"“{word}” is no attribute; there are {', '.join(names)}, written like {MONSTERS_EXAMPLE}."


def attribute_twice(name: str) -> str:
    """An attribute that stands there twice."""
    return f"{name} stands there twice; write it once, like {MONSTERS_EXAMPLE}."


def attribute_missing(name: str) -> str:
    """An attribute that isn't there."""
    return f"{name} is missing; write attributes like {MONSTERS_EXAMPLE}."


def bad_attribute(name: str, most: int, given: str) -> str:
    """An attribute out of its range."""
    return f"A monster's {name} is 1 to {most}, not {given}."


# -- on cards -------------------------------------------------------------------------------------

KINDS = {
    "melee": "Fights in Melee",
    "magical": "Fights with Magic",
    None: "Melee or Magical, as its player chooses",
}
ONLY_ONE = "There is only one of it"


def attributes(values: Sequence[tuple[str, int]]) -> str:
    """Its four attributes."""
    return " · ".join(f"**{EFFECTS_ATTRIBUTES[name]}** {value}" for name, value in values)


XP = {"melee": "Melee XP", "magical": "Magical XP"}


def worth(brought: Sequence[tuple[str, int]]) -> str:
    """The XP that it brings by each kind of Combat in which it may be met (A34)."""
    return f"Brings {' or '.join(f'{amount} {XP[kind]}' for kind, amount in brought)}"


# -- in an undo -----------------------------------------------------------------------------------

MONSTERS_PARTS = {
    **PARTS,
    "kind": "how it fights",
    "is_unique": "only one of it",
    **EFFECTS_ATTRIBUTES,
}
FIGHTS = {"melee": MONSTERS_MELEE, "magical": MONSTERS_MAGICAL}


def monsters_part(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A part of a monster."""
    label = MONSTERS_PARTS.get(path[-1], safe(path[-1]))
    if path[-1] == "kind":
        return label, FIGHTS.get(value, CHOICE)
    return label, value_said(value, is_monsters=True)


# -- The rules of Adventuria in our own words, by topic and number, with the rulings that stand ------------


TITLE = "Adventuria: the rules"
WHICH = "Another topic"
DECIDED = "What this campaign decided"
HOW_TO_CHANGE = "-# A game master changes it under `/campaign settings`."
NO_CAMPAIGN = "-# No campaign is played here: this is how one begins."
CREDIT = "-# Our own words; the full text is the game's own: Adventuria Online Roleplaying Game."

TITLES = {
    "creation": "Creation",
    "attributes": "Attributes",
    "gold": "Gold",
    "items": "Items",
    "spells": "Spells",
    "allies": "Allies",
    "quests": "Quests",
    "combat": "Combat",
    "experience": "Experience",
    "wounds": "Wounds",
    "special": "Special rules",
    "adventuring": "Adventuring",
}

# Rule by number: A1 to A48, in their order.
RULES_RULES: dict[str, tuple[tuple[int, str], ...]] = {
    "creation": (
        (1, "A sheet: name, type, alignment; Arms, Magic, Craft, Vitae; gold, wounds, both kinds of XP; "
            "items, allies, spells."),
        (2, "Type, one die: 1 warrior, 2 wizard, 3 priest, 4 thief, 5 elf, 6 dwarf."),
        (3, "Alignment, one die: 1 or 4 good, 2 or 5 neutral, 3 or 6 evil."),
        (4, "First the type, then the alignment, then a name; no other die falls."),
        (5, "Arms, Magic, Craft, Vitae to begin with: warrior 4 2 3 4, wizard 2 4 3 4, priest and thief "
            "3 3 4 4, elf 3 4 4 3, dwarf 3 2 3 5. These beginning values count for life."),
        (6, "Everybody starts with 1 gold and nothing else, unhurt, at The City."),
    ),
    "attributes": (
        (7, "Arms is for melee, Magic for magical combat, Craft for everything else; as many wounds as "
            "Vitae fell you."),
        (8, "No attribute drops below 1. What would take it lower stops there, and the rest isn't owed: "
            "Arms 2 less 3 is 1, and 1 more later is 2."),
        (9, "The limit is twice the beginning value. Only an ability, item, spell or ally lifts an attribute "
            "past it; any other rise that doesn't fit is ignored whole, not cut to fit."),
        (10, "A monster's ability counts as an ability for that."),
        (11, "A monster's attributes stop at 1 as well, and have no upper limit."),
        (12, "What changed on a monster's attributes lasts for the turn: met again in the same turn it still "
             "has them, in another turn or once felled it has not."),
        (13, "Abilities, and what an alignment does, belong to places and moments: the narrator says. An "
             "alignment changes only when a text says so."),
    ),
    "gold": (
        (14, "Gained gold is added, without any limit."),
        (15, "Lost gold stops at 0; losing all of it leaves 0."),
        (16, "Paying is always your choice, and all or nothing: with too little, nothing is paid and nothing "
             "is had for it."),
        (17, "In a turn you may throw away any of your gold, items, spells and allies at any time; also "
             "between turns, but not while you camp."),
    ),
    "items": (
        (18, "Items are gained, lost and paid as gold is, but for the limit. If a text says only how many "
             "are lost, you choose which; if you lack what it names, nothing happens."),
        (19, "You carry at most twice your Arms. Where Arms drop, you choose at once what must go; within a "
             "combat, when it is over."),
        (20, "Finding one with full hands, you part with an item for it, or leave it."),
        (21, "One weapon at a time in combat, unless something says otherwise; you may carry more, and "
             "change between two combats."),
    ),
    "spells": (
        (22, "You have room for Magic minus 3 spells, as a wizard or priest for Magic minus 2; while Magic "
             "is 3 or less for none at all, unless it says otherwise below."),
        (23, "A spell found with no room for it is lost: there is no exchange as with items."),
        (24, "Where Magic drops, you keep the spells you have; only new ones find no room."),
        (25, "A spell works once and is gone, and may be found again. One that would do nothing is refused "
             "before it is spent."),
    ),
    "allies": (
        (26, "As many allies as your Craft go with you. One more takes the place of another, if you want; "
             "where Craft drops, you choose who leaves."),
    ),
    "quests": (
        (27, "One quest at a time; a second is ignored until the first is done. Who falls gives it up."),
    ),
    "combat": (
        (28, "A Combat is one exchange of rolls, melee with Arms or magical with Magic."),
        (29, "Each side throws a die and adds its attribute. The lower total receives 1 wound; equal totals "
             "are a standoff, and nobody is hurt."),
        (30, "While both stand, you choose after each: once more, of the same kind, or enough."),
        (31, "After that you fight this monster only when you meet it anew, and then it is unhurt."),
        (32, "Where several monsters or special ones are met, their own text comes first."),
        (33, "Which kind of combat it is, the encounter says; it may leave it to you."),
    ),
    "experience": (
        (34, "A felled monster brings half its Arms and Vitae as melee XP after a melee, half its Magic and "
             "Vitae as magical XP after a magical combat, rounded down. Two at once count one by one."),
        (35, "At 10 XP or more of a kind Arms, or Magic, rises by 1 and that XP is 0 again: what is above 10 "
             "is lost, and it rises at once."),
        (36, "XP lifts nothing past twice the beginning value; at that limit its kind counts no longer."),
    ),
    "wounds": (
        (37, "Wounds received add up; healing takes them away, never below 0."),
        (38, "With as many wounds as Vitae you have fallen, also if it is Vitae that dropped. If both sides "
             "fall at once, so have you, and no XP comes of it."),
        (39, "The fallen adventure no more and lose all they had; the sheet stays to be read, and you make a "
             "new adventurer."),
        (40, "A monster is unhurt when first met and falls as you do. Another of its kind may come, unless "
             "it was the only one."),
    ),
    "special": (
        (41, "All that applies at a moment takes effect at once; nothing cancels another unless it says so."),
        (42, "One thing may be due to several causes, such as combat and a spell."),
        (43, "No special rule sets itself off, and none counts as due to combat twice in one Combat. What "
             "you use without using it up works once in a Combat, and outside of fights once in a turn."),
        (44, "The wound of a lost roll is due to combat. A wound by an ability, item, spell or ally is not, "
             "unless its text says so; “at the start of combat” doesn't say so."),
        (45, "A monster felled by any of these during a combat counts as felled in it, with its XP; outside "
             "of combat it brings none."),
    ),
    "adventuring": (
        (46, "A turn is played wholly at one place, from the top of its text; the text says how it may end, "
             "and where the next begins: there or elsewhere."),
        (47, "You go only where you are sent. An encounter, spell, item or ally may send you anywhere."),
        (48, "You camp only between two turns. It pauses the game, and the next turn begins where it would "
             "have begun anyway."),
    ),
}  # fmt: skip


def rules_rule(number: int, text: str) -> str:
    """One rule with its number."""
    return f"**A{number}** {text}"


def decided(title: str, option: str, meaning: str) -> str:
    """A setting as it is in force."""
    return f"**{title}:** {option}. {meaning}."


def page_title(topic: str) -> str:
    """The page of a topic."""
    return f"{TITLE} · {TITLES[topic]}"


def no_topic(typed: str) -> str:
    """A topic that there is not."""
    return f"There is no topic “{typed}”; there are {', '.join(TITLES.values())}."
