"""The rules of Adventuria in our own words, by topic and number, with the rulings that stand."""

from __future__ import annotations

from bot.engine.text import Labelled, T


class Topic(Labelled):
    """What the rules are about, in the order of their numbers."""

    CREATION = "creation"
    ATTRIBUTES = "attributes"
    GOLD = "gold"
    ITEMS = "items"
    SPELLS = "spells"
    ALLIES = "allies"
    QUESTS = "quests"
    COMBAT = "combat"
    EXPERIENCE = "experience"
    WOUNDS = "wounds"
    SPECIAL = "special", "Special rules"
    ADVENTURING = "adventuring"


# Rule by number: A1 to A48, in their order.
RULES: dict[Topic, tuple[tuple[int, T], ...]] = {
    Topic.CREATION: (
        (1, T("A sheet: name, type, alignment; Arms, Magic, Craft, Vitae; gold, wounds, both kinds of XP; "
            "items, allies, spells.")),
        (2, T("Type, one die: 1 warrior, 2 wizard, 3 priest, 4 thief, 5 elf, 6 dwarf.")),
        (3, T("Alignment, one die: 1 or 4 good, 2 or 5 neutral, 3 or 6 evil.")),
        (4, T("First the type, then the alignment, then a name; nothing else is rolled.")),
        (5, T("Arms, Magic, Craft, Vitae to begin with: warrior 4 2 3 4, wizard 2 4 3 4, priest and thief "
            "3 3 4 4, elf 3 4 4 3, dwarf 3 2 3 5. These beginning values never change.")),
        (6, T("Everybody starts with 1 gold and nothing else, unhurt, at The City.")),
    ),
    Topic.ATTRIBUTES: (
        (7, T("Arms is for melee, Magic for magical combat, Craft for everything else; with as many "
            "wounds as Vitae you fall.")),
        (8, T("No attribute drops below 1. What would take it lower stops there, and the rest isn't owed: "
            "Arms 2 minus 3 is 1, and plus 1 later is 2.")),
        (9, T("The limit is twice the beginning value. Only an ability, item, spell or ally lifts an "
            "attribute past it; any other rise that doesn't fit is ignored whole, not cut to fit.")),
        (10, T("A monster's ability counts as an ability for that.")),
        (11, T("A monster's attributes stop at 1 as well, and have no upper limit.")),
        (12, T("Changes to a monster's attributes last for the turn: met again in the same turn, it still "
             "has them; in another turn, or once felled, it doesn't.")),
        (13, T("Abilities, and what an alignment does, belong to places and moments: the narrator says. An "
             "alignment changes only when a text says so.")),
    ),
    Topic.GOLD: (
        (14, T("Gained gold is added, without any limit.")),
        (15, T("Lost gold stops at 0; losing all of it leaves 0.")),
        (16, T("Paying is always your choice, and all or nothing: with too little, you pay nothing and get "
             "nothing for it.")),
        (17, T("In a turn you may throw away any of your gold, items, spells and allies at any time; also "
             "between turns, but not while you camp.")),
    ),
    Topic.ITEMS: (
        (18, T("Items are gained, lost and paid as gold is, except for the limit. If a text says only how "
             "many are lost, you choose which; if you lack what it names, nothing happens.")),
        (19, T("You carry at most twice your Arms. If Arms drops, you choose at once what must go; in a "
             "combat, when it is over.")),
        (20, T("If you find one with your hands full, part with an item for it, or leave it.")),
        (21, T("One weapon at a time in combat, unless something says otherwise; you may carry more, and "
             "change between two combats.")),
    ),
    Topic.SPELLS: (
        (22, T("You have room for Magic minus 3 spells; as a wizard or priest, for Magic minus 2. With "
             "Magic 3 or less you have no room at all, unless it says otherwise below.")),
        (23, T("A spell found with no room for it is lost: there is no exchange as with items.")),
        (24, T("If Magic drops, you keep the spells you have; only new ones find no room.")),
        (25, T("A spell works once and is gone, and may be found again. One that would do nothing is refused "
             "before it is spent.")),
    ),
    Topic.ALLIES: (
        (26, T("As many allies as your Craft go with you. One more takes the place of another, if you want; "
             "if Craft drops, you choose who leaves.")),
    ),
    Topic.QUESTS: (
        (27, T("One quest at a time; a second is ignored until the first is done. Who falls gives it up.")),
    ),
    Topic.COMBAT: (
        (28, T("A Combat is one exchange of rolls, melee with Arms or magical with Magic.")),
        (29, T("Each side throws a die and adds its attribute. The lower total receives 1 wound; equal "
             "totals are a standoff, and nobody is hurt.")),
        (30, T("While both stand, you choose after each: once more, of the same kind, or enough.")),
        (31, T("After that you fight this monster only when you meet it anew, and then it is unhurt.")),
        (32, T("Where several monsters or special ones are met, their own text comes first.")),
        (33, T("Which kind of combat it is, the encounter says; it may leave it to you.")),
    ),
    Topic.EXPERIENCE: (
        (34, T("A felled monster brings half its Arms and Vitae as melee XP after a melee, half its Magic "
             "and Vitae as magical XP after a magical combat, rounded down. Two at once count one by one.")),
        (35, T("At 10 XP or more of a kind Arms, or Magic, rises by 1 and that XP is 0 again: what is above "
             "10 is lost, and it rises at once.")),
        (36, T("XP lifts nothing past twice the beginning value; at that limit its kind counts no longer.")),
    ),
    Topic.WOUNDS: (
        (37, T("Wounds received add up; healing takes them away, never below 0.")),
        (38, T("With as many wounds as Vitae you have fallen, even if it is Vitae that dropped. If both "
             "sides fall at once, so have you, and you get no XP for it.")),
        (39, T("The fallen are out of the game and lose everything they had; the sheet stays to be read, and "
             "you make a new adventurer.")),
        (40, T("A monster is unhurt when first met and falls as you do. Another of its kind may come, unless "
             "it was the only one.")),
    ),
    Topic.SPECIAL: (
        (41, T("Everything that applies at a moment takes effect at once; nothing cancels another unless it "
             "says so.")),
        (42, T("One thing may be due to several causes, such as combat and a spell.")),
        (43, T("No special rule sets itself off, and none counts as due to combat twice in one Combat. What "
             "you use without using it up works once in a Combat, and outside of fights once in a turn.")),
        (44, T("The wound of a lost roll is due to combat. A wound by an ability, item, spell or ally is "
             "not, unless its text says so; “at the start of combat” doesn't say so.")),
        (45, T("A monster felled by any of these during a combat counts as felled in it, with its XP. What "
             "you use while a fight is open counts as used in its next combat; outside of fights it brings "
             "none.")),
    ),
    Topic.ADVENTURING: (
        (46, T("A turn is played entirely in one place, from the top of its text; the text says how it may "
             "end, and where the next begins: there or elsewhere.")),
        (47, T("You go only where you are sent. An encounter, spell, item or ally may send you anywhere.")),
        (48, T("You camp only between two turns. It pauses the game, and the next turn begins where it would "
             "have begun anyway.")),
    ),
}  # fmt: skip
