"""Every source of a number in a line, and what else explains it: `/kingdom why`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from bot.engine.card import Card
from bot.engine.declare import option
from bot.engine.event import sentence
from bot.engine.people import Permit
from bot.engine.text import Safe, T, listed
from bot.play import Entry
from bot.systems.kingdom import kingdom_view
from bot.systems.kingdom.abroad.book import Cargo
from bot.systems.kingdom.book import (
    ANARCHY_AT,
    LOSE_HEX_AT,
    ROADS_FOR_ECONOMY,
    ROADS_FOR_STABILITY,
    XP_SIZES,
    Alignment,
    Attribute,
    BuildingType,
    Government,
    Holiday,
    Improvement,
    Number,
    Phase,
    Promotion,
    Role,
    Special,
    Stat,
    Taxation,
    Terrain,
)
from bot.systems.kingdom.checks import SIDES, check
from bot.systems.kingdom.kingdom_view import RealmView
from bot.systems.kingdom.month.rules import grievances
from bot.systems.kingdom.realm import OnMonth, Realm
from bot.systems.kingdom.settings import HALF_NEGATIVE, UNREST_IN_ATTRIBUTE
from bot.systems.kingdom.settling import CONSEQUENCES, FiguresChanged, PhaseBegan
from bot.systems.kingdom.sources import (
    HALVED,
    OPTIONAL,
    Origin,
    Shift,
    Source,
    attributes,
    figures,
    further,
    made_of,
    number_of,
    room,
    sources,
)
from bot.systems.kingdom.state import Edicts, Leader, is_present, is_vacant
from bot.ui.commands import handler
from bot.ui.dispatcher import Dispatcher, Interaction
from bot.ui.reply import Reply
from bot.ui.text import clip, fitting

ATTRIBUTES = tuple(each.value for each in Attribute)
CHECKS = {f"{each.value}_checks": each for each in Attribute}
# So much is told of sources, that the total and the notes always have room; so many types of buildings each
# have a line.
ROOM, MOST_TYPES = 2600, 10


def explained(realm: Realm, number: str) -> tuple[str, ...]:
    """Why a number is what it is: attributes, Consumption, Control DC, Size and the checks."""
    if number in CHECKS:
        return tuple(_checks(realm, CHECKS[number]))
    if number == "size":
        return tuple(_size(realm))
    if number == "unrest":
        return tuple(_unrest(realm))
    if number not in set(Stat):
        return ()
    stat = Stat(number)
    if stat in OPTIONAL and stat not in further(realm):
        return (T("Nobody counts that here: it belongs to an optional rule (`/campaign settings`).")(),)
    lines = fitting(source_lines(realm, stat), ROOM)
    value = figures(realm).further.get(stat, sum(each.amount for each in sources(realm) if each.stat is stat))
    total = T("= **{value}** {number}")(value=value, number=Number(number))
    return (*(lines or [T("Nothing adds to it.")()]), total, *_notes(realm, stat, value))


def source_lines(realm: Realm, stat: Stat) -> Iterator[str]:
    """A line for each source of a number; of very many kinds of buildings the smaller ones share a line."""
    found = [each for each in sources(realm) if each.stat is stat]
    built = sorted(
        (each for each in found if each.origin is Origin.BUILDING), key=lambda each: -abs(each.amount)
    )
    # One that would stand alone in the last line has a line of its own.
    smaller = built[MOST_TYPES:] if len(built) > MOST_TYPES + 1 else []
    for each in found:
        if each not in smaller:
            yield _source(each.amount, what(realm, each), each.origin.label)
    if smaller:
        parts = [T("{what} {amount:+}")(what=what(realm, each), amount=each.amount) for each in smaller]
        total = sum(each.amount for each in smaller)
        yield _source(total, Safe(", ".join(parts)), Origin.BUILDING.label)


def _source(amount: int, what: Safe, rule: Safe) -> Safe:
    return T("**{amount:+}** {what} · *{rule}*")(amount=amount, what=what, rule=rule)


# -- what a source is ---------------------------------------------------------------------------------


def what(realm: Realm, source: Source) -> Safe:
    """A source in words."""
    told = _TOLD.get(source.origin)
    return told(source) if told is not None else _OF_REALM[source.origin](realm, source)


COUNTED = {
    "aqueduct": T("{count} {count:complete Aqueduct|complete Aqueducts}"),
    "farm": T("{count} {count:Farm|Farms}"),
    "fishery": T("{count} {count:Fishery|Fisheries}"),
    "fort": T("{count} {count:Fort|Forts}"),
    "mine": T("{count} {count:Mine|Mines}"),
    "quarry": T("{count} {count:Quarry|Quarries}"),
    "sawmill": T("{count} {count:Sawmill|Sawmills}"),
    "watchtower": T("{count} {count:Watchtower|Watchtowers}"),
    "resource": T("{count} {count:Resource|Resources}"),
    "landmark": T("{count} {count:Landmark|Landmarks}"),
    "lair": T("{count} {count:Lair|Lairs}"),
    "road": T("{count} {count:hex with a Road|hexes with a Road}"),
    "highway": T("{count} {count:hex with a Highway|hexes with a Highway}"),
    "river": T("{count} {count:hex with a river|hexes with a river}"),
}


def _counted(source: Source) -> Safe:
    return COUNTED[source.name].of(source)


def _per(source: Source) -> Safe:
    each = ROADS_FOR_ECONOMY if source.stat is Stat.ECONOMY else ROADS_FOR_STABILITY
    return T("{hexes}, 1 for every {each}")(hexes=_counted(source), each=each)


def _building(source: Source) -> Safe:
    building = BuildingType(source.name).label
    return T("{building} × {count}")(building=building, count=source.count) if source.count > 1 else building


_TOLD: Mapping[Origin, Callable[[Source], Safe]] = {
    Origin.BASE: lambda source: T("what every kingdom starts with")(),
    Origin.ALIGNMENT: lambda source: Alignment(source.name).label,
    Origin.VACANCY: lambda source: _vacant(Role(source.name)),
    Origin.HOLIDAY: lambda source: T("Holidays: {level}")(level=Holiday(source.name)),
    Origin.PROMOTION: lambda source: T("Promotion: {level}")(level=Promotion(source.name)),
    Origin.TAXATION: lambda source: T("Taxation: {level}")(level=Taxation(source.name)),
    Origin.IMPROVEMENT: _counted,
    Origin.ON_RESOURCE: lambda source: T("{what} on a Resource, 1 more each")(what=_counted(source)),
    Origin.ROADS: _per,
    Origin.RIVERS: _per,
    Origin.SPECIAL: _counted,
    Origin.ROADSIDE: lambda source: T("{what} with a Road or Highway, 1 more each")(what=_counted(source)),
    Origin.SIZE: T("{count} {count:hex|hexes}").of,
    Origin.DISTRICTS: T("{count} {count:district|districts}").of,
    Origin.SETTLEMENTS: T("{count} {count:settlement|settlements}").of,
    Origin.SETTLEMENT: T("{name:60}").of,
    Origin.BUILDING: _building,
    Origin.MENAGERIE: T("a quarter of the highest CR in a Menagerie, rounded down (CR {name})").of,
    Origin.FOUNDRY: T("{count} {count:Mine|Mines}, each with its own connected Foundry").of,
    Origin.STOCKYARD: lambda source: T("{farms} by a Stockyard, 1 more each")(
        farms=COUNTED["farm"].of(source)
    ),
    Origin.HALVED: lambda source: HALVED[source.name](),
    Origin.ARMY: T("army {name:60}").of,
    Origin.UNREST: lambda source: T("Unrest, which counts in attributes in this campaign")(),
    Origin.TENTH: lambda source: T("of {modifiers} {count}")(
        modifiers=[Number(each) for each in source.name.split("+")], count=source.count
    ),
    Origin.DEITY: lambda source: _holy(*source.name.split(":", 1)),
    Origin.GOVERNMENT: lambda source: Government(source.name).label,
    Origin.DISPLAY: lambda source: T("what Museums show")(),
    Origin.RENOWN: lambda source: T("at the founding, and by Size")(),
    Origin.RESIDENCE: lambda source: _residence(*source.name.split(":", 1)),
    Origin.TREATY: T("with {name:60}").of,
    Origin.ALLIANCE: T("with {name:60}").of,
    Origin.TRADE: lambda source: _route(*source.name.split(":", 1)),
}


def _holy(building: str, deity: str) -> Safe:
    says = T("{building} of {deity:40}") if deity else T("{building}, by its deity")
    return says(building=BuildingType(building), **({"deity": deity} if deity else {}))


def _residence(building: str, kingdom: str) -> Safe:
    return T("{building} in {kingdom:60}")(building=BuildingType(building), kingdom=kingdom)


def _route(cargo: str, kingdom: str) -> Safe:
    return T("{cargo} to {kingdom:60}")(cargo=Cargo(cargo), kingdom=kingdom)


def _vacant(role: Role) -> Safe:
    return T("{role} vacant")(role=role)


def _leader(realm: Realm, source: Source) -> Safe:
    role, _, name = source.name.partition(":")
    held = realm.kingdom.held_by(Role(role))
    leader = next(each for each in held if each.name == name)
    parts = listed(benefit_parts(realm, leader), ",")
    return T("{role} {name:60}: {parts}")(role=leader.role, name=name, parts=parts)


def benefit_parts(realm: Realm, leader: Leader) -> Iterator[Safe]:
    """What a leader's benefit is made of."""
    made = made_of(realm, leader)
    if not made.is_half:
        yield T("{ability} {modifier:+}").of(made)
    elif realm.rulings.has(HALF_NEGATIVE, "toward_zero"):
        yield T("half of {ability} {modifier:+}, rounded toward 0 {counted:+}").of(made)
    else:
        yield T("half of {ability} {modifier:+}, rounded down {counted:+}").of(made)
    if made.leadership:
        yield T("Leadership {leadership:+}").of(made)
    if made.skill:
        yield T("skill {skill:+}").of(made)


def _change(realm: Realm, source: Source) -> Safe:
    change = next(each for each in realm.kingdom.changes if each.number == source.number)
    if change.since:
        return T("{name:60} (since month {since}, {until})").of(change)
    return T("{name:60} ({until})").of(change)


_OF_REALM: Mapping[Origin, Callable[[Realm, Source], Safe]] = {
    Origin.LEADER: _leader,
    Origin.CHANGE: _change,
}


# -- what does not count ------------------------------------------------------------------------------


def _notes(realm: Realm, stat: Stat, value: int) -> Iterator[str]:
    if stat is Stat.CONSUMPTION:
        says = T("You pay {raw} BP in the Upkeep phase.")
        if value < 0:
            says = T("You pay nothing below 0. The {raw} stays on record, because some rules use it.")
        yield says(raw=value)
        if granaries := room(realm):
            holds = T(
                "The Granaries hold {stored} of {room} BP. A surplus goes in; what the Treasury can't pay "
                "for Consumption comes out."
            )
            yield holds(stored=realm.kingdom.stored, room=granaries)
    if stat.value not in ATTRIBUTES:
        return
    yield ""
    yield from _idle(realm, stat)
    edicts = realm.kingdom.edicts
    is_holiday = edicts.holiday not in (None, Holiday.NONE)
    if stat is Stat.LOYALTY and is_holiday and is_vacant(realm.kingdom, Role.COUNCILOR):
        yield T("-# Without a Councilor, holidays add no Loyalty but still cost BP.")()
    is_taxed = edicts.taxation not in (None, Taxation.NONE)
    if stat is not Stat.STABILITY and is_taxed and is_vacant(realm.kingdom, Role.TREASURER):
        yield T("-# Without a Treasurer, Taxation counts as None.")()
    if edicts == Edicts():
        yield T("-# No edicts yet: you set them in the first Edict phase.")()
    yield _needed(realm, Attribute(stat.value))


def _idle(realm: Realm, stat: Stat) -> Iterator[Safe]:
    """The leaders who would add to it, and why they don't."""
    for each in realm.kingdom.leaders:
        chosen = attributes(realm, each)
        if not chosen:
            yield T("-# {role} {name:60} hasn't chosen an attribute yet and adds nothing.").of(each)
        elif stat.value not in [attribute.value for attribute in chosen]:
            continue
        elif each.has_died:
            yield T("-# {role} {name:60} is dead and adds nothing.").of(each)
        elif not is_present(realm.kingdom, each):
            yield T("-# {role} {name:60} served {days} of 7 days and adds nothing in this Upkeep.").of(each)


# -- checks, Size -------------------------------------------------------------------------------------


def _needed(realm: Realm, attribute: Attribute) -> Safe:
    made = check(realm, attribute)
    if made.needed is None:
        return T("{attribute} checks: 0 in anarchy").of(made)
    return T(
        "A check succeeds on **{least}** ({percent}%) against Control DC {dc}. A natural 1 always fails."
    )(least=least_die(made.needed), percent=round(made.chance * 100), dc=made.dc)


def least_die(needed: int) -> Safe:
    """The lowest die that succeeds."""
    return (T("{needed}") if needed == SIDES else T("{needed} or more"))(needed=needed)


def _checks(realm: Realm, attribute: Attribute) -> Iterator[str]:
    made = check(realm, attribute)
    yield _source(figures(realm).of(attribute), attribute.label, T("attribute")())
    for each in sources(realm):
        if each.stat.value == f"{attribute.value}_checks":
            yield _source(each.amount, what(realm, each), T("only counts on these checks")())
    if realm.kingdom.unrest and not realm.rulings.has(UNREST_IN_ATTRIBUTE, "yes"):
        yield _source(-realm.kingdom.unrest, T("Unrest")(), T("Unrest lowers every check")())
    yield T("= **{value}** {number}")(value=made.modifier, number=Number(f"{attribute.value}_checks"))
    yield ""
    yield _needed(realm, attribute)
    if made.needed is not None and made.mild:
        yield T("The chance to fail by 4 or less is {percent}%.")(percent=round(made.mild * 100))


def _unrest(realm: Realm) -> Iterator[Safe]:
    """What Unrest does, and what of the kingdom as it stands adds to it each Upkeep (R015)."""
    unrest = realm.kingdom.unrest
    if unrest >= ANARCHY_AT:
        yield T("At {anarchy} the kingdom falls into anarchy.")(anarchy=ANARCHY_AT)
    else:
        says = T(
            "Unrest lowers every check. From {hex} on you lose a hex every month; at {anarchy} the kingdom "
            "falls into anarchy."
        )
        if unrest >= LOSE_HEX_AT:
            says = T(
                "From {hex} on you lose a hex every Upkeep; at {anarchy} the kingdom falls into anarchy."
            )
        yield says(hex=LOSE_HEX_AT, anarchy=ANARCHY_AT)
    found = list(grievances(realm)) if realm.size else []
    if found:
        yield T("As things stand, each Upkeep adds:")()
    for each in found:
        if each.what in ATTRIBUTES:
            below = T("{attribute} is below 0")(attribute=Attribute(each.what))
            yield _source(each.unrest, below, T("Upkeep, Modify Unrest")())
        else:
            yield _source(each.unrest, _vacant(Role(each.what)), Origin.VACANCY.label)


def _size(realm: Realm) -> Iterator[Safe]:
    terrains = Counter(each.terrain for each in realm.hexes.values())
    if terrains:
        yield listed([many(count, terrain) for terrain, count in terrains.most_common()])
    cut_off = sum(not part.is_lost and len(part.spots) for part in realm.kingdom.parts)
    if cut_off:
        yield T("{n} of them {n:is|are} cut off from the capital.")(n=cut_off)
    yield T("Size is the number of hexes the kingdom claims.")()
    ahead = next(((size, xp) for size, xp in XP_SIZES if size > realm.size), None)
    if ahead is not None:
        yield T("Next milestone: {size} hexes, {xp:,} XP.")(size=ahead[0], xp=ahead[1])


def many(count: int, kind: Terrain | Improvement | Special) -> Safe:
    return T("{count} {kind}")(count=count, kind=kind)


# -- /kingdom why: where a number comes from, and what changed it this month -------------------------------


# How far back it reads, in pages of the journal, and how much of an entry one line tells.
MOST_PAGES, LINE = 8, 120


MOST_LINES = 15


async def changes(
    dispatcher: Dispatcher, interaction: Interaction, view: RealmView, number: str
) -> tuple[str, ...]:
    """Each change of that number since the month began, oldest first. Raises UserError."""
    found = await _entries(dispatcher, interaction, view, number)
    if not found:
        return ("", T("No change this month.")())
    lines = [
        T("**{amount:+}** {line}")(amount=shift.after - shift.before, line=Safe(_told(entry)))
        for entry, shift in found
    ]
    begun = T("**{amount}** before that")(amount=found[0][1].before)
    return ("", T("Changed this month:")(), begun, *lines)


async def _entries(
    dispatcher: Dispatcher, interaction: Interaction, view: RealmView, number: str
) -> list[tuple[Entry, Shift]]:
    """The entries of this month that changed it, oldest first."""
    found: list[tuple[Entry, Shift]] = []
    async for entry in kingdom_view.entries_of(dispatcher, interaction, view.id, pages=MOST_PAGES):
        shift = _shift(entry, number)
        if shift is not None:
            found.append((entry, shift))
        if _begins(entry, view.realm.month) or len(found) == MOST_LINES:
            break
    return found[::-1]


def _told(entry: Entry) -> str:
    """What an entry was about, in a line: its first event that says more than which numbers moved."""
    told = (sentence(each) for each in entry.events if not isinstance(each, CONSEQUENCES))
    line = next((line for line in told if line), T("a step of the month")()).split("\n")[0]
    # Bold that is cut off would not close.
    return clip(line.replace("**", ""), LINE)


def _shift(entry: Entry, number: str) -> Shift | None:
    """What an entry did to that number; None where it was taken back."""
    event = entry.event(FiguresChanged)
    if event is None or entry.undone_by is not None or entry.undoes:
        return None
    return next((each for each in event.shifts if each.number == number), None)


def _begins(entry: Entry, month: int) -> bool:
    event = entry.event(PhaseBegan)
    is_here = event is not None and event.month == month and Phase.UPKEEP in event.phases
    return is_here and entry.undone_by is None


# -- The part of `/kingdom` that shows numbers: the sheet, and why each of them is what it is --------------


# As long as an explanation gets on one card, with its notes.
WITH_NOTES = 3500
# These have no sources: they are what was done to them.
KEPT = ("unrest", "treasury")


class Why(OnMonth):
    """A number."""

    number: Number = option("The number to explain")


@handler("kingdom why", may=Permit.EVERYONE)
async def explain(dispatcher: Dispatcher, reply: Reply, asked: Why) -> None:
    """See where a number comes from: every source, its amount and its rule"""
    seen = await kingdom_view.seen(dispatcher, reply.interaction, asked.kingdom)
    told = await changes(dispatcher, reply.interaction, seen, asked.number) if asked.number in KEPT else ()
    await reply.private(why(seen, asked.number, told))


def why(view: RealmView, name: str, told: tuple[str, ...] = ()) -> Card:
    """A number explained."""
    lines = fitting((*explained(view.realm, name), *told), WITH_NOTES)
    of = view.realm
    value = check(of, CHECKS[name]).modifier if name in CHECKS else number_of(of, name)
    says = T("{kingdom:60} · {number} {value:+}") if name in CHECKS else T("{kingdom:60} · {number} {value}")
    return Card(says(kingdom=of.kingdom.name, number=Number(name), value=value), tuple(lines))
