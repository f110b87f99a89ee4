"""The forty events: what each is called, and what it does beside the numbers of its outcomes."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.words import clip
from bot.systems.kingdom.words.names import NUMBERS, listed

_VICE = "less the Brothels, Tenements, Waterfronts and lots with squatters there"
_DEMAND = (
    "Meet it, and it is over. Or silence it with a Loyalty check, once in each Event phase: a success ends "
    "it at a price, a failure changes nothing."
)

# Name, and what happens.
EVENTS: dict[str, tuple[str, str]] = {
    "archaeological_find": (
        "Archaeological Find",
        "An old ruin with its treasures is dug up. Lore +1; a Museum, if there is one, gets exhibits worth "
        "10,000 gp.",
    ),
    "assassination_attempt": (
        "Assassination Attempt",
        "Somebody wants this leader dead. A player's character meets the assassin in play (CR of their own "
        "level); for an NPC roll Stability. If the leader dies, the role is vacant at once.",
    ),
    "bandit_activity": (
        "Bandit Activity",
        "Robbers lie in wait along the roads. Roll Stability; a success drives them off.",
    ),
    "boomtown": (
        "Boomtown",
        "Trade flocks to this settlement. Until the next Event phase Economy rises by 1 for each of its "
        "buildings that adds to Economy, and its Corruption by 1d4.",
    ),
    "building_demand": (
        "Building Demand",
        "The people want a building put up (d% 1–75) or torn down (76–100), of a kind drawn at random. "
        + _DEMAND,
    ),
    "crop_failure": (
        "Crop Failure",
        "Blight is on the fields in the settlement's hex and those beside it. Roll Stability twice; two "
        "successes save the harvest.",
    ),
    "cult_activity": (
        "Cult Activity",
        "A sect hostile to the kingdom's ways preys on the people. Roll Loyalty and Stability. Each failure "
        "also costs Productivity and Society 1; it goes on only if both fail.",
    ),
    "diplomatic_overture": (
        "Diplomatic Overture",
        "A neighbour's envoy brings gifts and offers an embassy (d% 1–60), a treaty (61–90) or an alliance "
        "(91–100).",
    ),
    "discovery": ("Discovery", "Scholars here make a name for themselves: Fame +1, and Lore +1d4 there."),
    "drug_den": (
        "Drug Den",
        f"A house here turns to the drug trade. Roll Loyalty and Stability, each {_VICE}; only two successes "
        "end it. Else Crime +1 there; after two failures a second den opens in the next Event phase, here "
        "(d% 1–50) or in the nearest settlement.",
    ),
    "economic_boom": ("Economic Boom", "Business thrives everywhere."),
    "festive_invitation": (
        "Festive Invitation",
        "A neighbour invites the leaders to a feast. Go with gifts of 1d4 BP, and for 12 months Society "
        "rises by 1, and toward that realm Fame by 1 and edict checks by 2.",
    ),
    "feud": (
        "Feud",
        "Great families are at odds. Roll Loyalty: a success ends it. A failure adds 1 to Corruption (in "
        "every settlement, if no single one is named), and it goes on.",
    ),
    "food_shortage": ("Food Shortage", "Stores spoil or are stolen. Roll Stability."),
    "food_surplus": ("Food Surplus", "The barns are full: the next Consumption is halved."),
    "good_weather": ("Good Weather", "Fair skies lift the mood. Productivity +2 as well."),
    "improvement_demand": (
        "Improvement Demand",
        "The people want a terrain improvement in this hex built (d% 1–75) or removed (76–100), of a kind "
        "drawn at random. " + _DEMAND,
    ),
    "inquisition": (
        "Inquisition",
        "Zealots hunt whomever they blame. Roll Loyalty: two successes in a row end it, the second without "
        "harm. A success costs Lore and Productivity 1; a failure 2, and Infamy and Law rise by 1.",
    ),
    "justice_prevails": (
        "Justice Prevails",
        "A great crime is foiled or a gang brought in: Law +1 and Crime −1 there.",
    ),
    "land_rush": (
        "Land Rush",
        "Settlers squabble over this hex, outside the kingdom, where they built a Farm, Mine, Quarry or "
        "Sawmill (no gain). Productivity and Society −1; roll Loyalty. The same improvement built beside it "
        "in the next Edict phase undoes all three −1.",
    ),
    "large_disaster": (
        "Large Disaster",
        "Fire, flood or worse. Roll 1d6: at 6, 1d6 more hexes beside this one are struck too. Roll Stability "
        "for each hex with improvements; each failure destroys one of them.",
    ),
    "localized_disaster": (
        "Localized Disaster",
        "Fire, flood or worse. Roll 1d6: so many lots are struck, at 6 another 1d6 beside them. Roll "
        "Stability for each; each failure destroys its building.",
    ),
    "monster_attack": (
        "Monster Attack",
        "A monster roams in a hex that the game master names (CR: the party's level + 1d4 − 1). Beat it in "
        "play or with a Stability check. Unbeaten it adds to Unrest; at 5 or more the hex is then lost.",
    ),
    "natural_blessing": ("Natural Blessing", "Good omens show: Stability checks are easier for a while."),
    "new_subjects": ("New Subjects", "A small people joins the kingdom: Society +1."),
    "noblesse_oblige": (
        "Noblesse Oblige",
        "A noble house pays for a Monument (d% 1–50) or a Park (51–100) here.",
    ),
    "outstanding_success": (
        "Outstanding Success",
        "Somebody here makes the kingdom proud: Fame +1.",
    ),
    "pilgrimage": (
        "Pilgrimage",
        "Pilgrims gather at a Cathedral, Shrine or Temple and hold a festival; it costs nothing.",
    ),
    "plague": (
        "Plague",
        "Nothing can be built there while it lasts. Roll Stability twice, each −1 for every Brothel, Foreign "
        "Quarter, Inn, Pier, Stable, Stockyard, Tenement, Waterfront, Road and Highway there, +1 for every "
        "Alchemist, Cathedral, Herbalist, Temple and Hospital (each Hospital +2 more). Two successes end it; "
        "two failures spread it to a hex beside it.",
    ),
    "political_calm": (
        "Political Calm",
        "Nobody plots. Until the next Event phase checks to end continuous events have +2.",
    ),
    "public_scandal": (
        "Public Scandal",
        "This leader is caught up in something shameful: Infamy +1. Roll Loyalty.",
    ),
    "remarkable_treasure": (
        "Remarkable Treasure",
        "A free item slot here, drawn at random, fills with an item one grade better; its price may be half "
        "as high again as the base value. With no slot free it is an Unexpected Find.",
    ),
    "sensational_crime": (
        "Sensational Crime",
        "A notorious criminal is loose. Roll Stability twice, plus the settlement's Law, less its Crime. Two "
        "successes end it; two failures also cost Law 1. Else it goes on.",
    ),
    "slavers": (
        "Slavers",
        f"People vanish. Roll Loyalty and Stability, each {_VICE}. It goes on only if both fail. That Unrest "
        "falls is as the book prints it.",
    ),
    "smugglers": (
        "Smugglers",
        "Goods pass by the tax collectors. Roll Loyalty and Stability, each less the Piers, Waterfronts and "
        "trade routes of the kingdom. One failure: Corruption +1d2 in each settlement, Crime +1, "
        "Productivity −1d3. Two: Corruption +1d4, Crime +1, Productivity −1d6, and it goes on.",
    ),
    "squatters": (
        "Squatters",
        "The homeless camp on a free lot, where nothing can be built: Fame −1. Roll Stability to move them: "
        "a failure, and it goes on. After a success a House or Tenement must stand there by the next month, "
        "or Infamy rises by 1.",
    ),
    "unexpected_find": (
        "Unexpected Find",
        "A magic item turns up: one more slot, minor (d% 1–70) or medium (71–100), filled in the next Upkeep "
        "and gone when it is bought or the next Event phase opens.",
    ),
    "vandals": (
        "Vandals",
        "A mob riots. Roll Loyalty and Stability. One failure: Society −1, and a random building is damaged. "
        "Two: one is destroyed (Unrest +1 for each of its lots) and 1d3 others are damaged. A damaged "
        "building gives nothing until half its price is paid.",
    ),
    "visiting_celebrity": ("Visiting Celebrity", "A famous guest draws crowds: Fame +1."),
    "wealthy_immigrant": (
        "Wealthy Immigrant",
        "A rich stranger would build a Mansion (d% 1–75) or a Noble Villa (76–100) here for nothing, if you "
        "agree.",
    ),
}
TABLES = {
    "4-7": "Kind of event",
    "4-8": "Good fortune of the kingdom",
    "4-9": "Trouble of the kingdom",
    "4-10": "Good fortune of a settlement",
    "4-11": "Trouble of a settlement",
}
# Why dice were rolled.
ON_TABLE = {name: f"event table {name}" for name in TABLES}
WHERE = "what the event strikes"
WHEN = {
    "always": "At once",
    "success": "Success",
    "failure": "Failure",
    "both": "Both succeed",
    "one": "One fails",
    "none": "Both fail",
    "each_failure": "Each failure",
    "unmet": "Unmet at the next Event phase",
    "suppressed": "Silenced",
    "calm": "If Unrest is 0 then, and no event goes on",
    "unbuilt": "If nothing is built",
}
UNTIL = {
    "always": "",
    "event": " until the next Event phase",
    "upkeep": " in the next Upkeep",
    "month": " this month",
}
UNITS = {"treasury": " BP"}
OUTCOME, OUTCOME_HINT = "What came of it", "Its numbers are changed with /month-gm place"
GOES_ON = "Does it go on next month?"
YES_NO = (("no", "No, it is over"), ("yes", "Yes, it comes again"))


def name(event: str) -> str:
    """What an event is called."""
    found = EVENTS.get(event)
    return found[0] if found is not None else event.replace("_", " ").capitalize()


def text(event: str) -> str:
    """What it does, beside the numbers of its outcomes."""
    return EVENTS[event][1] if event in EVENTS else ""


def table(row: str) -> str:
    """A table, where a row leads to one; else nothing."""
    return TABLES.get(row, "")


def step_label(event: str, kingdom: str) -> str:
    """An event whose outcome is to be told, among all that waits."""
    return f"{clip(kingdom, 60)}: {name(event)}"


def resolve(event: str) -> str:
    """The button that asks for its outcome."""
    return f"{name(event)}: what came of it…"


# -- outcomes -----------------------------------------------------------------------------------------


def outcome(when: str, effects: Sequence[tuple[str, str, str]]) -> str:
    """One outcome: each number, its amount and how long it lasts."""
    told = [
        f"{NUMBERS[number]} {signed_text(amount)}{UNITS.get(number, '')}{UNTIL[until]}"
        for number, amount, until in effects
    ]
    return f"**{WHEN[when]}:** {listed(told)}"


def signed_text(amount: str) -> str:
    """+1d6 or −2, from how it is typed."""
    return amount.replace("-", "−").replace("!", " (each 6 rolled on)")


def command(number: str, amount: str, until: str, reason: str) -> str:
    """How a game master enters it."""
    lasts = "" if until == "always" else f" until:{LASTS[until]}"
    return f"Game master: `/month-gm place number:{NUMBERS[number]} amount:{amount} reason:{reason}{lasts}`"


LASTS = {
    "event": "Until the next Event phase",
    "upkeep": "For the next Upkeep phase",
    "month": "Until the month is closed",
}


def needed(checks: Sequence[str]) -> str:
    """What each check needs."""
    return " · ".join(checks)
