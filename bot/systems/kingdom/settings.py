"""What a campaign decides about kingdoms: title, what is decided, and each choice with its meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.engine.settings import Option, Setting
from bot.engine.text import Declared, T

# Their pages, in the order in which they are shown.
GROUPS = (
    OPTIONAL := "Optional rules",
    DETAILS := "How optional rules count",
    MONTH := "Month and events",
    LEADERS := "Leaders",
    TREASURY := "Treasury",
    LAND := "Land",
    BUILDINGS := "Buildings",
)


def _setting(
    group: str,
    name: str,
    title: str,
    rule: str,
    *options: tuple[str, str, str],
    first: tuple[str, Declared] | None = None,
) -> Setting:
    """What is decided; each option by value, name and meaning, and what comes `first` where it is used."""
    ways = (Option(*option, first if option[0] == "yes" else None) for option in options)
    return Setting("kingdom", name, title, rule, tuple(ways), group)


ANOTHER = ("edict gm kingdom", T("Add another kingdom…"))
GOVERN = ("kingdom government", T("Choose a form of government…"))
DEDICATE = ("settlement gm dedicate", T("Name a deity…"))
RANKS = ("leader edit", T("Set a leader's ranks…"))


# R044.
WHO_ROLLS = _setting(
    LEADERS,
    "who_rolls",
    "Acting for an absent leader",
    "Each step asks one leader. Can others do it? The card says who they acted for.",
    ("rolls", "Checks only", "Any player can roll for an absent leader; decisions stay with the role"),
    ("role", "Proxies only", "The role's holder, a game master or a proxy"),
    ("anyone", "Everything", "Any player can roll and decide for any leader"),
)

# R044.
ROLE_TAKING = _setting(
    LEADERS,
    "role_taking",
    "Taking a vacant role",
    "A player can take a role that nobody holds. Does a game master have to agree first?",
    (
        "at_once",
        "At once",
        "Before month 1 and in the Leadership step; at any other time a game master has to agree",
    ),
    ("consent", "With consent", "A game master accepts or declines each time"),
)

# R001.
SETTLEMENT_CONSUMPTION = _setting(
    TREASURY,
    "settlement_consumption",
    "Consumption of settlements",
    "The book says settlements add to Consumption, but not how much.",
    ("district", "1 a district", "Each district adds 1"),
    ("settlement", "1 a settlement", "Each settlement adds 1, no matter how large"),
    ("none", "Nothing", "Settlements add nothing"),
)

# R004.
UNREST_IN_ATTRIBUTE = _setting(
    TREASURY,
    "unrest_in_attribute",
    "What Unrest lowers",
    "Unrest lowers checks. Does it lower the attributes themselves too?",
    ("no", "Checks only", "Unrest doesn't change attributes and never makes one negative"),
    ("yes", "Attributes too", "Unrest lowers each attribute, and through them every check, once"),
)

# R007.
VOLUNTARY_DEBT = _setting(
    TREASURY,
    "voluntary_debt",
    "What can put the Treasury below 0",
    "The Treasury can go below 0. Through what?",
    ("no", "Costs only", "Purchases need BP in hand; Consumption and events can go below 0"),
    ("yes", "Purchases too", "Leaders can buy on credit"),
)

# R009.
HALF_NEGATIVE = _setting(
    LEADERS,
    "half_negative",
    "Half of a negative modifier",
    "Consort, Heir and Viceroy add half their modifier, rounded down.",
    ("floor", "Rounded down", "Half of -1 is -1"),
    ("toward_zero", "Rounded toward 0", "Half of -1 is 0"),
)

# R016.
ROUTINE_STEPS = _setting(
    MONTH,
    "routine_steps",
    "Routine Upkeep steps",
    "Consumption, magic items and Unrest decide nothing. When do they happen?",
    (
        "by_themselves",
        "Done with the Stability roll",
        "With the Stability roll; whatever needs a decision still waits",
    ),
    ("one_by_one", "A press for each", "Each waits for its leader to press a button"),
)

# R011.
EDICT_ORDER = _setting(
    MONTH,
    "edict_order",
    "Steps of the Edict phase",
    "Do Leadership, Hexes, Terrain, Settlements, Armies and Edicts come in that order?",
    ("any_order", "In any order", "All are open at once"),
    ("in_order", "In order", "Each begins when the one before is done"),
)

# R021.
LIMITS_SIZE = _setting(
    MONTH,
    "limits_size",
    "Size that limits claims and building",
    "Size limits what you can claim and build each month. Which Size?",
    ("snapshot", "When the Edict phase begins", "The Size when the Edict phase begins"),
    ("live", "At that moment", "The Size at the moment of the claim or building"),
)

# R018.
ANARCHY_UPKEEP = _setting(
    MONTH,
    "anarchy_upkeep",
    "Upkeep during anarchy",
    "A kingdom in anarchy can't act. Does its Upkeep go on?",
    ("no", "Stops", "Nothing happens until a game master ends the anarchy"),
    ("yes", "Goes on", "Upkeep goes on every month, and each check counts as 0"),
)

# R023.
FIRST_EVENT = _setting(
    MONTH,
    "first_turn_event_chance",
    "Chance of an event in the first month",
    "The chance is 25%, or 75% after a month without an event. There's no month before the first.",
    ("25", "25%", "Like after a month with an event"),
    ("75", "75%", "Like after a quiet month"),
)

# R024.
CONTINUOUS_COUNTS = _setting(
    MONTH,
    "continuous_counts_as_event",
    "A month with only a continuing event",
    "After a month without an event, the chance is 75%. Does a continuing event count?",
    ("no", "Counts as quiet", "Only a new event counts"),
    ("yes", "Counts as eventful", "A month with one going on isn't quiet"),
)

# R033.
RULER_RECHOICE = _setting(
    LEADERS,
    "ruler_rechoice",
    "Changing the Ruler's attributes",
    "A Ruler adds to one, two or three attributes, by Size. Can the choice change?",
    ("gm", "Only by a game master", "Once chosen, only a game master changes it"),
    ("each_edict_phase", "Every month", "In the Leadership step of each Edict phase"),
)

# R047.
ROLE_SKILLS = _setting(
    OPTIONAL,
    "leadership_role_skills",
    "Leaders' skill ranks",
    "Optional rule: a leader adds a fifth of the ranks in the role's skill.",
    ("no", "Don't count", "Ranks are noted but don't count"),
    ("yes", "Count", "Every 5 ranks add 1"),
    first=RANKS,
)

# R049.
TAX_ON_FAILURE = _setting(
    TREASURY,
    "tax_on_failure",
    "Taxes after a failed check",
    "In the book's example a failed check earns nothing, but the rule doesn't say so.",
    ("none", "None", "A failed check brings no BP"),
    ("third", "A third anyway", "The total divided by 3, as on a success"),
)

# R050.
RESOURCES_ON_FAILURE = _setting(
    TREASURY,
    "resource_bp_on_failed_tax",
    "BP of mines after a failed tax check",
    "Mines, Quarries and Sawmills earn BP when taxes are collected.",
    ("no", "None", "They earn nothing if the check fails"),
    ("yes", "Paid", "They earn BP even if the check fails"),
)

# R054.
FROM_SCRATCH = _setting(
    TREASURY,
    "from_scratch",
    "Gold for 1 BP",
    "Without a sponsor, a small kingdom can get BP for less gold, if the game masters allow it.",
    ("no", "4,000 gp", "4,000 gp buys 1 BP, and withdrawing 1 BP gives 2,000 gp"),
    (
        "yes",
        "Less while the kingdom is small",
        "Without a sponsor 1,000 to 4,000 gp, by Size; withdrawing gives half that",
    ),
)

# R060.
FREE_CITY_FAILURE = _setting(
    LAND,
    "free_city_failure",
    "A Free City that resists",
    "Claiming one needs a Stability check. What if it fails?",
    ("not_claimed", "Not claimed", "Unrest rises, and the hex stays free"),
    ("claimed", "Claimed", "Unrest rises, and the hex is claimed anyway"),
)

# R065.
POOL_ROADS = _setting(
    LAND,
    "pool_roads",
    "Roads and Highways",
    "Every 4 hexes of Road add 1 to Economy, every 8 add 1 to Stability; Highways do the same.",
    ("no", "Counted separately", "Roads and Highways each on their own, as printed"),
    ("yes", "Counted together", "A hex of either counts for both"),
)

# R070.
PREPARATION_COUNTS = _setting(
    LAND,
    "prep_counts",
    "Preparing a settlement's site",
    "Each month allows a number of terrain improvements. Does preparing a site count?",
    ("no", "Doesn't use an improvement", "Preparing a settlement's site doesn't use one"),
    ("yes", "Uses an improvement", "Preparing a settlement's site uses one"),
)

# R083.
BROTHEL = _setting(
    BUILDINGS,
    "brothel",
    "The Brothel",
    "Arena, Black Market and Theater halve the price of a Brothel, which the book doesn't describe.",
    ("alias", "Means the Dance Hall", "Those discounts are for a Dance Hall"),
    ("separate", "A separate building", "It exists alongside the Dance Hall, with the same numbers"),
    ("ignore", "Left out", "Those discounts do nothing"),
)

# R085.
DISCOUNT_SCOPE = _setting(
    BUILDINGS,
    "discount_scope",
    "What a discount halves",
    "A building halves the first price of the types it lists. Once for each type, or once in all?",
    ("per_type", "The first of each type", "Half price once for each type"),
    ("per_source", "The first of any type", "Half price only for whichever comes first"),
)

# R088.
UPGRADE_DISCOUNTS = _setting(
    BUILDINGS,
    "discount_applies_to_upgrades",
    "Discounts on upgrades",
    "An upgrade costs the difference between two prices. Does a discount halve it?",
    ("no", "None", "You pay the full difference in list price"),
    ("yes", "Half the difference", "You pay half the difference if a discount is left"),
)

# R106.
HALF_PRICE = _setting(
    BUILDINGS,
    "half_price_round",
    "Half of an odd price",
    "A discount, a Ruin or the site of the same building halves a price. Half of 13 BP is…",
    ("up", "Rounded up to 7", "What comes off is rounded down"),
    ("down", "Rounded down to 6", "What is left is rounded down"),
)

# R089.
UPGRADE_UNREST = _setting(
    BUILDINGS,
    "upgrade_unrest",
    "Unrest when upgrading",
    "A finished building changes Unrest once. What about the old building's change?",
    ("new_only", "Only the new one's", "The old building's change stays"),
    ("difference", "The difference", "The new building's change minus the old one's"),
)

# R093.
ADJACENCY = _setting(
    BUILDINGS,
    "adjacency",
    "What is adjacent",
    "Some buildings need a neighbor, others can't have certain ones. Which lots are neighbors?",
    ("orthogonal_across_streets", "Edge to edge", "Also across a street, never corner to corner"),
    ("same_block", "In the same block", "Edge to edge, not across a street"),
    ("eight_way", "Corners too", "Edge to edge or corner to corner, also across streets"),
)

# R094.
NEIGHBOUR_USE = _setting(
    BUILDINGS,
    "neighbour_use",
    "Which building a House serves",
    "A House serves one building that needs it. Is that decided when the building is built?",
    ("matching", "Whichever fits best", "It's enough that every building can have one of its own"),
    ("fixed_at_build", "The same one for good", "Each building keeps the neighbor it got when it was built"),
)

# R098.
WATERFRONT_ROW = _setting(
    BUILDINGS,
    "waterfront_1x4",
    "Shape of a Waterfront",
    "A Waterfront takes 4 lots. Can they be in one row?",
    ("yes", "Two by two, or four in a row", "Its 4 lots can be in one row"),
    ("no", "Two by two only", "Never in one row"),
)

# R101.
WATERWAY_PEOPLE = _setting(
    BUILDINGS,
    "waterway_counts_population",
    "People on a built Waterway",
    "A lot in use is home to 250 people. Does a built Waterway count?",
    ("yes", "250 a lot", "Its lots count; a natural one's never do"),
    ("no", "Nobody", "Nobody lives on it"),
)

# R056.
PURGE_PENALTY = _setting(
    TREASURY,
    "slot_purge_penalty",
    "Economy lost by selling off more than one item",
    "Each check after the first in a month costs 1 Economy. For how long?",
    ("permanent", "Lost for good", "It lasts until a game master lifts it"),
    ("this_turn", "Lost for this month", "It ends when the month closes"),
)

# R104.
HALVED_PENALTY = _setting(
    TREASURY,
    "halved_penalty_round",
    "A halved Loyalty penalty of 1",
    "A Waterfront halves the Loyalty cost of taxes. Half of 1 is…",
    ("down", "Rounded down to 0", "Round the penalty down"),
    ("up", "Rounded up to 1", "Round the penalty up"),
)

# R107.
CONSTRUCTION_MAGIC = _setting(
    OPTIONAL,
    "construction_magic",
    "Construction magic",
    "Magic can make one building a month 2 BP cheaper, if the game master allows it.",
    ("no", "Not used", "Magic doesn't make buildings cheaper"),
    ("yes", "2 BP off one building a month", "Once a month, on the builder's word"),
)

# R110.
SIZE_MODIFIERS = _setting(
    OPTIONAL,
    "settlement_size_modifiers",
    "Settlement modifiers by size (Table 4-14)",
    "The book's optional Table 4-14 gives settlements modifiers and danger by size.",
    ("no", "Not used", "Modifiers come only from buildings"),
    ("yes", "Used", "Added to every settlement modifier"),
)

# R150.
EXPANSION = _setting(
    OPTIONAL,
    "expand_settlement_modifiers",
    "Settlement modifiers of the kingdom",
    "Optional rule: a tenth of all settlements' modifiers holds throughout the kingdom.",
    ("no", "Not used", "Modifiers are those of each settlement"),
    ("yes", "Used", "Each settlement uses its own or the kingdom's, whichever is higher"),
)

# R148.
FAME = _setting(
    OPTIONAL,
    "fame_infamy",
    "Fame and Infamy",
    "Optional rule: a kingdom has Fame and Infamy, by its deeds, buildings, people and Size.",
    ("no", "Not used", "Events that change them say so, and nobody counts"),
    ("yes", "Used", "The kingdom keeps both, and the Ruler chooses which one Size raises"),
)

# R148.
FAME_ROUNDING = _setting(
    DETAILS,
    "fame_rounding",
    "Fame from settlement modifiers",
    "A tenth of all Lore and Society is Fame, a tenth of all Corruption and Crime is Infamy.",
    ("sum", "Rounded once", "Both are added, then divided by 10"),
    ("apart", "Rounded twice", "Each is divided by 10, as on the kingdom sheet"),
)

# R151.
GOVERNMENTS = _setting(
    OPTIONAL,
    "governments",
    "Forms of government",
    "Optional rule: how a kingdom is governed changes its settlement modifiers.",
    ("no", "Not used", "Every kingdom is a feudal monarchy, which changes nothing"),
    ("yes", "Used", "The Ruler chooses one with `/act deed: government`"),
    first=GOVERN,
)

# R152.
GOVERNMENT_SCOPE = _setting(
    DETAILS,
    "government_scope",
    "What a form of government changes",
    "The book says that it adjusts its settlements' modifiers.",
    ("settlements", "Each settlement", "Each settlement's modifiers change"),
    ("kingdom", "The kingdom", "The kingdom's own modifiers change, where your campaign has those"),
)

# R162.
HOLY_SITES = _setting(
    OPTIONAL,
    "holy_sites",
    "Holy sites",
    "Optional rule: what a Shrine, Temple or Cathedral gives goes by its deity.",
    ("no", "Not used", "Each gives what the book lists"),
    ("yes", "Used", "A game master names its deity with `/settlement gm dedicate`"),
    first=DEDICATE,
)

# R097.
ABANDONED = _setting(
    OPTIONAL,
    "abandoned_buildings",
    "Abandoned buildings",
    "Optional rule: a building that loses the neighbor it needs closes after a while.",
    ("no", "Not used", "It goes on without its neighbor"),
    ("yes", "Used", "It closes after 1 to 3 months: Unrest +1, and it gives nothing until it opens again"),
)

# R153.
DIPLOMATIC = _setting(
    OPTIONAL,
    "diplomatic",
    "Diplomatic edicts",
    "Optional rule: envoys bring about embassies, treaties and alliances with other kingdoms.",
    ("no", "Not used", "Diplomacy is played out at the table"),
    ("yes", "Used", "One of the month's special edicts sends an envoy"),
    first=ANOTHER,
)

BRIBES = _setting(
    DETAILS,
    "bribes",
    "Gifts and bribes for envoys",
    "The formula for an envoy's DC adds the BP of gifts; the book says elsewhere that they lower it.",
    ("lower", "Lower the DC", "Each BP takes 1 off the DC"),
    ("raise", "Raise it, as printed", "Each BP adds 1 to the DC"),
)

# R158.
EXPLORATION = _setting(
    OPTIONAL,
    "exploration",
    "Exploration edicts",
    "Optional rule: a kingdom pays explorers to map unclaimed hexes.",
    ("no", "Not used", "Exploring is played out at the table"),
    ("yes", "Used", "One of the month's special edicts sends an expedition"),
)

# R160.
TRADE = _setting(
    OPTIONAL,
    "trade",
    "Trade edicts",
    "Optional rule: trade routes to other kingdoms bring BP and Economy for a year.",
    ("no", "Not used", "There are no trade routes"),
    ("yes", "Used", "One of the month's special edicts begins a trade route"),
    first=ANOTHER,
)

TRADE_LENGTH = _setting(
    DETAILS,
    "trade_lm",
    "Length of a trade route",
    "Longer routes are harder, says the book; its formula makes short ones harder.",
    ("size_minus_trl", "As printed", "Size minus the route's length is added to the DC"),
    ("trl_minus_size", "Longer is harder", "The route's length minus Size is added to the DC"),
)

# R165.
VASSALAGE = _setting(
    OPTIONAL,
    "vassalage",
    "Vassalage edicts",
    "Optional rule: a kingdom founds colonies and rules vassals through its Viceroy.",
    ("no", "Not used", "Vassals are played out at the table"),
    ("yes", "Used", "One of the month's special edicts makes a vassal"),
)

# R163.
INDEPENDENCE = _setting(
    OPTIONAL,
    "independence_union",
    "Independence and union",
    "Optional rule: a kingdom can be divided, and two can become one.",
    ("no", "Not used", "Kingdoms stay as they are"),
    ("yes", "Used", "Game masters divide and unite kingdoms in the Event phase"),
)

OMENS = _setting(
    OPTIONAL,
    "omens",
    "Omens",
    "Next month's event can be rolled when a month closes. Who knows of it?",
    ("no", "Not used", "It's rolled in the Event phase"),
    ("secret", "Game masters", "Rolled in secret when the month closes; only game masters read it"),
    ("announced", "Everybody", "Rolled when the month closes, for everybody to read"),
)

# R123.
EVENT_DECAY = _setting(
    MONTH,
    "event_decay",
    "What events leave behind",
    "A Plague's Stability -4 or an Inquisition's -2 has no end by the book. Does it fade?",
    ("never", "It stays", "Until a game master ends it with `/gm deed: named source`"),
    (
        "gm",
        "Game masters are asked",
        "When each Event phase begins, game masters can let what earlier events left fade",
    ),
)

# R126.
SLAVERS_UNREST = _setting(
    MONTH,
    "slavers_unrest",
    "Unrest after Slavers",
    "By the book Slavers lower Unrest, which may be a misprint.",
    ("as_printed", "Falls, as printed", "A failed check lowers Unrest"),
    ("increase", "Rises", "A failed check raises Unrest by as much"),
)

# R130.
HOSPITAL_SCOPE = _setting(
    MONTH,
    "hospital_scope",
    "Hospitals against the plague",
    "A Hospital adds 2 to the checks against a Plague. Which Hospitals?",
    ("hex", "Those in the hex", "2 for each Hospital in the hex of the Plague"),
    ("kingdom", "All of the kingdom", "2 for each Hospital anywhere in the kingdom"),
    ("once", "Once", "2 in all, if there's a Hospital in the hex"),
)

SETTINGS = tuple(
    sorted(
        (each for each in tuple(globals().values()) if isinstance(each, Setting)),
        key=lambda each: GROUPS.index(each.group),
    )
)


@dataclass(frozen=True, slots=True)
class Rulings:
    """A campaign's decisions, to be asked for by a setting."""

    settings: Mapping[str, str]

    def of(self, setting: Setting) -> str:
        """The value in force."""
        return setting.of(self.settings)

    def has(self, setting: Setting, value: str) -> bool:
        """Whether that option was decided, or is the default. Raises LookupError for what is no option."""
        if all(option.value != value for option in setting.options):
            raise LookupError(f"{setting.key} has no option {value}")
        return setting.of(self.settings) == value
