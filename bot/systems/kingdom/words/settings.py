"""What a campaign decides about kingdoms: title, what is decided, and each choice with its meaning."""

from __future__ import annotations

SETTINGS: dict[str, tuple[str, str, *tuple[tuple[str, str, str], ...]]] = {
    "who_rolls": (
        "Acting for a leader who is away",
        "Each step asks one leader. May others do it? The card says for whom it was done.",
        ("rolls", "Checks only", "Any player may roll for an absent leader; decisions stay with the role"),
        (
            "role",
            "With leave only",
            "The role's holder, a game master, or who has their leave (/leader proxy)",
        ),
        ("anyone", "Everything", "Any player may roll and decide for any leader"),
    ),
    "settlement_consumption": (
        "Consumption of settlements",
        "The book says that settlements add to Consumption, not how much.",
        ("district", "1 a district", "Each district adds 1"),
        ("settlement", "1 a settlement", "Each settlement adds 1, however large"),
        ("none", "Nothing", "Settlements add nothing"),
    ),
    "unrest_in_attribute": (
        "Unrest and the attributes",
        "Unrest is subtracted from checks. Is it part of the attributes themselves as well?",
        ("no", "Checks only", "Attributes don't know Unrest; it never makes one negative"),
        ("yes", "Attributes too", "Unrest lowers each attribute, and so every check once"),
    ),
    "voluntary_debt": (
        "Spending what the Treasury doesn't hold",
        "A Treasury may fall below 0. By what?",
        ("no", "Only by costs", "Purchases need the BP in hand; Consumption and events may go below 0"),
        ("yes", "Purchases too", "Leaders may buy on credit"),
    ),
    "half_negative": (
        "Half of a negative modifier",
        "Consort, Heir and Viceroy add half their modifier, rounded down.",
        ("floor", "Down", "Half of -1 is -1"),
        ("toward_zero", "Toward 0", "Half of -1 is 0"),
    ),
    "edict_order": (
        "Steps of the Edict phase",
        "Leadership, hexes, terrain, settlements, armies, edicts: in that order?",
        ("in_order", "In order", "Each begins when the one before is done"),
        ("any_order", "In any order", "All are open at once"),
    ),
    "limits_size": (
        "Size that sets the limits",
        "What can be claimed and built a month depends on Size. On which?",
        ("snapshot", "At the start", "Size as the Edict phase begins"),
        ("live", "At the moment", "Size as it is when something is done"),
    ),
    "anarchy_upkeep": (
        "Upkeep during anarchy",
        "A kingdom in anarchy takes no action. Does its Upkeep go on?",
        ("no", "No", "Nothing happens until a game master ends the anarchy"),
        ("yes", "Yes", "Upkeep runs every month, each check counted as 0"),
    ),
    "first_turn_event_chance": (
        "Chance of an event in the first month",
        "It is 25 %, or 75 % after a month without an event. Before the first there is none.",
        ("25", "25 %", "As after a month with an event"),
        ("75", "75 %", "As after a quiet month"),
    ),
    "continuous_counts_as_event": (
        "Continuous events and the next chance",
        "After a month without an event the chance is 75 %. Does one that goes on count?",
        ("no", "No", "Only a new event makes a month less quiet"),
        ("yes", "Yes", "A month in which one went on was not quiet"),
    ),
    "ruler_rechoice": (
        "The Ruler's choice of attributes",
        "A Ruler adds to one, two or three attributes, by Size. May the choice change?",
        ("gm", "By a game master", "Once chosen, only a game master changes it"),
        ("each_edict_phase", "Every month", "In the leadership step of each Edict phase"),
    ),
    "leadership_role_skills": (
        "Skills of leaders",
        "An optional rule: a fifth of the ranks in the role's skill is added to its benefit.",
        ("no", "Not used", "Ranks are noted, and count for nothing"),
        ("yes", "Used", "Every 5 ranks add 1"),
    ),
    "tax_on_failure": (
        "Taxes after a failed check",
        "The book's example earns nothing by a failed check; its rule doesn't say so.",
        ("none", "None", "A failed check brings no BP"),
        ("third", "A third all the same", "The total is divided by 3, whatever it is"),
    ),
    "resource_bp_on_failed_tax": (
        "BP of mines after a failed tax check",
        "Mines, Quarries and Sawmills earn BP when taxes are collected.",
        ("no", "None", "They earn nothing when the check fails"),
        ("yes", "Paid", "They earn their BP whatever the check"),
    ),
    "from_scratch": (
        "Rates for gold",
        "A small kingdom without a sponsor may get BP for less gold, if game masters allow it.",
        ("no", "Standard", "4,000 gp buy 1 BP, and 1 BP withdrawn is 2,000 gp"),
        ("yes", "From scratch", "Without a sponsor 1,000 to 4,000 gp, by Size; withdrawn half of that"),
    ),
    "free_city_failure": (
        "A Free City that resists",
        "Claiming one needs a Stability check. What if it fails?",
        ("not_claimed", "Not claimed", "Unrest rises, and the hex stays free"),
        ("claimed", "Claimed", "Unrest rises, and the hex is claimed all the same"),
    ),
    "pool_roads": (
        "Roads and Highways",
        "Every 4 hexes of Road add 1 to Economy, every 8 to Stability; Highways alike.",
        ("no", "Counted apart", "Roads and Highways each by themselves, as printed"),
        ("yes", "Counted together", "A hex of either counts for both"),
    ),
    "prep_counts": (
        "Preparing a site",
        "A month allows a number of terrain improvements.",
        ("no", "Doesn't count", "Preparing a settlement's site is none of them"),
        ("yes", "Counts", "Preparing a site uses one of them"),
    ),
}
