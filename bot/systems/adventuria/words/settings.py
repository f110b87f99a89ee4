"""What a campaign decides about Adventuria."""

from __future__ import annotations

LEDGERS = "Bonuses and the limit of an attribute"
LEDGERS_RULE = "By itself it rises to twice its beginning. Do bonuses of items and the like use up that room?"
TWO_LEDGERS, TWO_LEDGERS_MEANS = "No", "The natural value rises to the limit, and bonuses come on top"
ONE_NUMBER, ONE_NUMBER_MEANS = "Yes", "What stands at the limit already with its bonuses rises no further"

SPELLS_AT_THREE = "Spells of wizards and priests with Magic 3"
SPELLS_AT_THREE_RULE = "They have room for Magic minus 2, but nobody for any while Magic minus 3 is zero."
NONE_AT_THREE, NONE_AT_THREE_MEANS = "None", "With Magic 3 nobody has spells"
ONE_AT_THREE, ONE_AT_THREE_MEANS = "One", "With Magic 3 a wizard or priest has room for one"

FULL_OF_SPELLS = "A spell found with no room for it"
FULL_OF_SPELLS_RULE = "It is lost, but a player may discard one at any time of a turn: so also before."
ASKED, ASKED_MEANS = "Ask first", "The player may discard one before, or let the new one go"
SIMPLY_LOST, SIMPLY_LOST_MEANS = "Lost", "It is lost at once"

XP_VALUES = "What a fallen monster is worth"
XP_VALUES_RULE = "XP comes of a monster's attributes, which may have been changed in the fight."
PRINTED, PRINTED_MEANS = "As printed", "The attributes it came with"
CURRENT, CURRENT_MEANS = "As changed", "The attributes it fell with"

ALL_OF_NOTHING = "Paying all gold with none"
ALL_OF_NOTHING_RULE = "A price may be all the gold an adventurer has. Can somebody without any pay it?"
BUYS_NOTHING, BUYS_NOTHING_MEANS = "No", "Without gold it buys nothing"
BUYS, BUYS_MEANS = "Yes", "All of nothing is a price as well"

CREATION = "How type and alignment are found"
CREATION_RULE = "A new adventurer's type and alignment are rolled with one die each."
ROLLED, ROLLED_MEANS = "Rolled", "By the dice"
CHOSEN, CHOSEN_MEANS = "May be chosen", "Whoever wants to names them; the rest is rolled"

ADVENTURERS = "Adventurers of one player"
ADVENTURERS_RULE = "A player has one adventurer at a time, unless the campaign allows more."
ONE_EACH, ONE_EACH_MEANS = "One", "A new one after the last has fallen or retired"
SEVERAL, SEVERAL_MEANS = "Several", "Each with a thread of its own"

PROXY = "Acting for players who are away"
PROXY_RULE = "May narrators press a player's buttons? What they do is marked."
PLAYERS_ALONE, PLAYERS_ALONE_MEANS = "No", "Every decision waits for its player"
NARRATORS_TOO, NARRATORS_TOO_MEANS = "Yes", "Narrators may roll and decide for who is away"

ONLY_ITS_PLAYER = (
    "Only its player decides this here; “Acting for players who are away” under `/campaign settings` "
    "would let narrators do it."
)
