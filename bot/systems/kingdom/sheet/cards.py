"""Every source of a number in a line, and what else explains it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from bot.engine.card import Card, Tone, step_buttons
from bot.engine.system import Step as Waits
from bot.engine.text import Safe, T, listed
from bot.play import Post, RecordView
from bot.systems.kingdom.book import (
    ALIGNMENTS,
    ANARCHY_AT,
    LOSE_HEX_AT,
    ROADS_FOR_ECONOMY,
    ROADS_FOR_STABILITY,
    ROLES,
    XP_SIZES,
    Alignment,
    Attribute,
    Backing,
    BuildingType,
    Holiday,
    Improvement,
    Limit,
    Mark,
    Number,
    Phase,
    Promotion,
    Role,
    Special,
    Stage,
    Stat,
    Step,
    Taxation,
    Terrain,
    Tribute,
    limits,
)
from bot.systems.kingdom.finding import realm_on
from bot.systems.kingdom.founding.rules import ABOUT_LENGTH, KingdomShown, Page, Wanted, lacking, prospect
from bot.systems.kingdom.land.cards import hex_buttons
from bot.systems.kingdom.month.rules import grievances
from bot.systems.kingdom.realm import Realm, allowed
from bot.systems.kingdom.settings import HALF_NEGATIVE, UNREST_IN_ATTRIBUTE
from bot.systems.kingdom.sources import (
    HALVED,
    SIDES,
    Origin,
    Source,
    attributes,
    benefit,
    check,
    figures,
    made_of,
    room,
    sources,
)
from bot.systems.kingdom.state import (
    Edicts,
    Kingdom,
    Leader,
    Marked,
    Terms,
    is_present,
    is_vacant,
    lacks_ruler,
    under_way,
)
from bot.systems.kingdom.towns.panel_cards import building_buttons
from bot.systems.kingdom.towns.state import population, size_of
from bot.ui.text import fitting, person, safe

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
    lines = fitting(source_lines(realm, stat), ROOM)
    value = sum(each.amount for each in sources(realm) if each.stat is stat)
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
    Origin.BASE: lambda source: T("what every kingdom begins with")(),
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
    Origin.FOUNDRY: T("{count} {count:Mine|Mines}, each connected with a Foundry of its own").of,
    Origin.STOCKYARD: lambda source: T("{farms} by a Stockyard, 1 more each")(
        farms=COUNTED["farm"].of(source)
    ),
    Origin.HALVED: lambda source: Safe(HALVED[source.name]),
    Origin.ARMY: T("army {name:60}").of,
    Origin.UNREST: lambda source: T("Unrest counts in attributes, as this campaign decided")(),
}


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
    elif realm.rulings.is_on(HALF_NEGATIVE):
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
        says = T("That is paid in the Upkeep phase: {raw} BP.")
        if value < 0:
            says = T("Below 0 nothing is paid; the {raw} is kept, as some rules ask for it.")
        yield says(raw=value)
        if granaries := room(realm):
            holds = T(
                "Granaries hold {stored} of {room} BP: a surplus goes in, and what Consumption comes to "
                "beyond the Treasury comes out."
            )
            yield holds(stored=realm.kingdom.stored, room=granaries)
    if stat.value not in ATTRIBUTES:
        return
    yield ""
    yield from _idle(realm, stat)
    edicts = realm.kingdom.edicts
    is_holiday = edicts.holiday not in (None, Holiday.NONE)
    if stat is Stat.LOYALTY and is_holiday and is_vacant(realm.kingdom, Role.COUNCILOR):
        yield T("-# Without a Councilor the holidays bring no Loyalty; they cost all the same.")()
    is_taxed = edicts.taxation not in (None, Taxation.NONE)
    if stat is not Stat.STABILITY and is_taxed and is_vacant(realm.kingdom, Role.TREASURER):
        yield T("-# Without a Treasurer Taxation counts as None.")()
    if edicts == Edicts():
        yield T("-# No edict was issued yet: the first Edict phase sets them.")()
    yield _needed(realm, Attribute(stat.value))


def _idle(realm: Realm, stat: Stat) -> Iterator[Safe]:
    """The leaders who would add to it, and why they don't."""
    for each in realm.kingdom.leaders:
        chosen = attributes(realm, each)
        if not chosen:
            yield T("-# {role} {name:60} has chosen no attribute yet: nothing is added.").of(each)
        elif stat.value not in [attribute.value for attribute in chosen]:
            continue
        elif each.has_died:
            yield T("-# {role} {name:60} has died: nothing is added.").of(each)
        elif not is_present(realm.kingdom, each):
            yield T("-# {role} {name:60} gave {days} of 7 days: nothing is added in this Upkeep.").of(each)


# -- checks, Size -------------------------------------------------------------------------------------


def _needed(realm: Realm, attribute: Attribute) -> Safe:
    made = check(realm, attribute)
    if made.needed is None:
        return T("{attribute} checks: in anarchy each counts as 0").of(made)
    return T("A check succeeds on **{least}** ({percent} %), against Control DC {dc}; 1 always fails.")(
        least=_least(made.needed), percent=round(made.chance * 100), dc=made.dc
    )


def _least(needed: int) -> Safe:
    """The lowest die that succeeds."""
    return (T("{needed}") if needed == SIDES else T("{needed} or more"))(needed=needed)


def _checks(realm: Realm, attribute: Attribute) -> Iterator[str]:
    made = check(realm, attribute)
    yield _source(figures(realm).of(attribute), attribute.label, T("attribute")())
    for each in sources(realm):
        if each.stat.value == f"{attribute.value}_checks":
            yield _source(each.amount, what(realm, each), T("counts on these checks alone")())
    if realm.kingdom.unrest and not realm.rulings.is_on(UNREST_IN_ATTRIBUTE):
        yield _source(-realm.kingdom.unrest, T("Unrest")(), T("Unrest is taken off every check")())
    yield T("= **{value}** {number}")(value=made.modifier, number=Number(f"{attribute.value}_checks"))
    yield ""
    yield _needed(realm, attribute)
    if made.needed is not None and made.mild:
        yield T("It fails by 4 or less with {percent} %.")(percent=round(made.mild * 100))


def _unrest(realm: Realm) -> Iterator[Safe]:
    """What Unrest does, and what of the kingdom as it stands adds to it each Upkeep (R015)."""
    unrest = realm.kingdom.unrest
    if unrest >= ANARCHY_AT:
        yield T("From {anarchy} on a kingdom is in anarchy.")(anarchy=ANARCHY_AT)
    else:
        says = T(
            "It is taken off every check. At {hex} a hex a month is lost; at {anarchy} there is anarchy."
        )
        if unrest >= LOSE_HEX_AT:
            says = T("From {hex} on a hex is lost every Upkeep; at {anarchy} there is anarchy.")
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
        yield listed([_many(count, terrain) for terrain, count in terrains.most_common()])
    cut_off = sum(not part.is_lost and len(part.spots) for part in realm.kingdom.parts)
    if cut_off:
        yield T("{n} {n:hex|hexes} of them cut off from the capital.")(n=cut_off)
    yield T("Size is the number of hexes it claims.")()
    ahead = next(((size, xp) for size, xp in XP_SIZES if size > realm.size), None)
    if ahead is not None:
        yield T("Next milestone: {size} hexes, {xp:,} XP.")(size=ahead[0], xp=ahead[1])


def _many(count: int, kind: Terrain | Improvement | Special) -> Safe:
    return T("{count} {kind}")(count=count, kind=kind)


# -- A kingdom's sheet, line by line: whole and in its parts -----------------------------------------------


MOST_NAMED = 6
# What sources are put together as where an attribute is told in short.
GROUPS: Mapping[Origin, str] = {
    Origin.BASE: "base",
    Origin.ALIGNMENT: "alignment",
    Origin.LEADER: "leaders",
    Origin.VACANCY: "vacancies",
    Origin.HOLIDAY: "edicts",
    Origin.PROMOTION: "edicts",
    Origin.TAXATION: "edicts",
    Origin.IMPROVEMENT: "improvements",
    Origin.ON_RESOURCE: "improvements",
    Origin.ROADS: "roads",
    Origin.RIVERS: "rivers",
    Origin.SPECIAL: "special terrain",
    Origin.ROADSIDE: "special terrain",
    Origin.SIZE: "Size",
    Origin.DISTRICTS: "districts",
    Origin.SETTLEMENTS: "settlements",
    Origin.SETTLEMENT: "settlements",
    Origin.BUILDING: "buildings",
    Origin.MENAGERIE: "buildings",
    Origin.FOUNDRY: "buildings",
    Origin.STOCKYARD: "buildings",
    Origin.HALVED: "buildings",
    Origin.ARMY: "armies",
    Origin.CHANGE: "other",
    Origin.UNREST: "Unrest",
}
LIMITS: Mapping[Limit, str] = {
    Limit.SETTLEMENTS: "new settlements",
    Limit.BUILDINGS: "buildings",
    Limit.TERRAIN: "improvements",
    Limit.CLAIMS: "claims",
}
# However much there is of it, each part leaves room for the others.
LEADERS, STEPS, TOWNS, EVENTS, SOURCES, SHORT = 1200, 450, 600, 250, 420, 120


def whole(realm: Realm, steps: Sequence[Waits]) -> Iterator[str]:
    """All of it, in short."""
    yield from standing(realm.kingdom)
    yield ""
    for attribute in Attribute:
        yield _attribute(realm, attribute)
    yield T("Checks: {checks}")(checks=Safe(" · ".join(_in_short(realm, each) for each in Attribute)))
    yield from _numbers(realm)
    yield ""
    yield _edicts(realm.kingdom)
    yield from _leaders_short(realm.kingdom)
    yield limits_line(realm)
    yield from _armies(realm.kingdom)
    yield from _events(realm.kingdom)
    if steps:
        yield ""
        yield from waiting(steps)
    yield T("-# `/kingdom why` explains any number; `/kingdom sheet part:` has the rest.")()


def standing(kingdom: Kingdom) -> Iterator[Safe]:
    """What it is, when it is, and what stops it."""
    if kingdom.stage is not Stage.STANDING:
        yield (T("Being founded") if kingdom.stage is Stage.FOUNDING else T("No more"))()
        return
    when = T("month {number}, {phase}").of(kingdom.month)
    if kingdom.alignment is not None:
        when = T("{alignment} · {when}")(alignment=kingdom.alignment, when=when)
    yield when
    if kingdom.is_in_anarchy:
        yield T("**In anarchy:** it takes no action.")()
    if kingdom.frozen:
        yield T("**Stands still:** {frozen:100}").of(kingdom)
    elif kingdom.frozen is not None:
        yield T("**Stands still**")()


# -- numbers ------------------------------------------------------------------------------------------


def _attribute(realm: Realm, attribute: Attribute) -> Safe:
    parts: Counter[str] = Counter()
    for each in sources(realm):
        if each.stat.value == attribute.value:
            parts[GROUPS[each.origin]] += each.amount
    largest = sorted(
        ((part, amount) for part, amount in parts.items() if amount), key=lambda pair: -abs(pair[1])
    )
    value = T("**{attribute} {value}**")(attribute=attribute, value=figures(realm).of(attribute))
    made = [T("{part} {amount:+}")(part=part, amount=amount) for part, amount in largest]
    return T("{value} = {made:,}")(value=value, made=made) if made else value


def _in_short(realm: Realm, attribute: Attribute) -> Safe:
    """What a check needs, and its chance."""
    made = check(realm, attribute)
    says = T("{attribute} {needed}+ ({percent} %)")
    if made.needed in (None, SIDES):
        says = T("{attribute} {needed} ({percent} %)")
    needed = made.needed if made.needed is not None else "–"
    return says(attribute=attribute, needed=needed, percent=round(made.chance * 100))


def _numbers(realm: Realm) -> Iterator[str]:
    now = figures(realm)
    says = T("**Treasury {treasury} BP** · Consumption {consumption}")
    if now.raw < 0:
        says = T("**Treasury {treasury} BP** · Consumption {consumption} (raw {raw})")
    yield says.of(now)
    if granaries := room(realm):
        stores = T("Granaries: {stored} of {room} BP in store")
        yield stores(stored=realm.kingdom.stored, room=granaries)
    yield T("**Unrest {unrest}** · Control DC {control_dc}").of(now)
    yield _extent(realm)


def _extent(realm: Realm) -> Safe:
    return T("Size {size} · {districts} {districts:district|districts} · {population:,} people").of(realm)


def numbers(realm: Realm, steps: Sequence[Waits]) -> Iterator[str]:
    """Every number, each attribute with all its sources."""
    yield from standing(realm.kingdom)
    for attribute in Attribute:
        made, lines = check(realm, attribute), list(source_lines(realm, Stat(attribute.value)))
        yield ""
        yield T("**{attribute} {value}**")(attribute=attribute, value=figures(realm).of(attribute))
        yield from fitting(lines, SOURCES)
        if made.needed is None:
            yield T("{attribute} check: counts as 0 in anarchy").of(made)
        else:
            yield T("{attribute} check: die {bonus:+}, needs **{least}** ({percent} %)")(
                attribute=attribute,
                bonus=made.modifier,
                least=_least(made.needed),
                percent=round(made.chance * 100),
            )
    yield ""
    yield from _numbers(realm)
    yield from _terms(realm.kingdom)
    yield T("-# `/kingdom why` explains any number; `/kingdom sheet part:` has the rest.")()


def _terms(kingdom: Kingdom) -> Iterator[str]:
    terms = kingdom.terms
    if terms.sponsor or terms.tribute is not Tribute.NONE:
        owed = T(": {owed}")(owed=terms.tribute.meaning) if terms.tribute.meaning else ""
        yield T("{backing:upper}{by}{owed}")(backing=terms.backing, by=_by(terms), owed=owed)
    if terms.debt:
        yield T("{debt} BP still to be paid back")(debt=terms.debt)


def _by(terms: Terms) -> Safe | str:
    return T(" from {sponsor:60}")(sponsor=terms.sponsor) if terms.sponsor else ""


def _edicts(kingdom: Kingdom) -> Safe:
    now = kingdom.edicts
    if now == Edicts():
        return T("Edicts: none issued yet")()
    levels = (each if each is not None else "–" for each in (now.holiday, now.promotion, now.taxation))
    return T("Edicts: Holidays {holiday} · Promotion {promotion} · Taxation {taxation}")(
        **dict(zip(("holiday", "promotion", "taxation"), levels, strict=True))
    )


# -- leaders ------------------------------------------------------------------------------------------


def vacancies(kingdom: Kingdom) -> Sequence[Role]:
    """The roles whose vacancy costs something now."""
    costly = (role for role, row in ROLES.items() if row.vacancy or row.vacancy_unrest)
    return [role for role in costly if is_vacant(kingdom, role)]


def _leaders_short(kingdom: Kingdom) -> Iterator[Safe]:
    held = [T("{role} {name:24}").of(each) for each in _in_order(kingdom)]
    more = len(held) - MOST_NAMED
    shown = held[:MOST_NAMED] + ([T("+{n}")(n=more)] if more > 0 else [])
    yield T("Leaders: {held:,}")(held=shown or [T("nobody yet")])
    if vacant := vacancies(kingdom):
        yield T("Vacant: {roles:,}")(roles=vacant)
    if kingdom.month.stand_in is not None:
        yield T("The {role} stands in for the Ruler this month.")(role=kingdom.month.stand_in)


def _in_order(kingdom: Kingdom) -> Sequence[Leader]:
    order = tuple(Role)
    return sorted(kingdom.leaders, key=lambda each: order.index(each.role))


def leaders(realm: Realm, steps: Sequence[Waits]) -> Iterator[str]:
    """Who leads it and what each gives, and what the vacancies cost."""
    yield from standing(realm.kingdom)
    yield ""
    held = [_held(realm, each) for each in _in_order(realm.kingdom)]
    yield from fitting(held or [T("Nobody holds a role yet; `/leader assign` gives one.")()], LEADERS)
    missing = vacancies(realm.kingdom)
    if missing:
        yield ""
    for role in missing:
        row = ROLES[role]
        costs = [T("{attribute} {amount:+}")(attribute=each, amount=amount) for each, amount in row.vacancy]
        if row.vacancy_unrest:
            costs.append(T("Unrest {unrest:+} a month")(unrest=row.vacancy_unrest))
        yield T("{role} vacant: {costs:,}")(role=role, costs=costs)
    if lacks_ruler(realm.kingdom):
        yield T("Without a Ruler or stand-in: no claims, Farms, Roads or districts.")()


def _held(realm: Realm, leader: Leader) -> Safe:
    who = T("{player:@}").of(leader) if leader.player is not None else T("NPC")()
    return T("**{role}** {name:40} ({who}): {gives}")(
        role=leader.role, name=leader.name, who=who, gives=_gives(realm, leader)
    )


def _gives(realm: Realm, leader: Leader) -> Safe:
    if leader.has_died:
        return T("has died")()
    if not is_present(realm.kingdom, leader):
        return T("missed this month's duties")()
    given, chosen = T("no attribute chosen yet")(), attributes(realm, leader)
    if chosen:
        given = T("{attributes} {amount:+}")(attributes=chosen, amount=benefit(realm, leader))
    if is_vacant(realm.kingdom, leader.role):
        return T("{given}; counts as vacant this month")(given=given)
    return given


# -- land ---------------------------------------------------------------------------------------------


def land(realm: Realm, steps: Sequence[Waits]) -> Iterator[str]:
    """Hexes, improvements, settlements, and what is cut off."""
    hexes = realm.hexes.values()
    yield _extent(realm)
    none = [T("none")]
    yield T("Hexes: {found:,}")(found=_most(each.terrain for each in hexes) or none)
    built = _most(kind for each in hexes for kind in each.improvements)
    yield T("Improvements: {found:,}")(found=built or none)
    found = _most(kind for each in hexes for kind in each.specials)
    if found:
        yield T("Special terrain: {found:,}")(found=found)
    rivers = sum(each.has_river for each in hexes)
    if rivers:
        yield T("Rivers: {n} {n:hex|hexes}")(n=rivers)
    yield ""
    yield from fitting(_towns(realm), TOWNS)
    yield from fitting(_parts(realm), EVENTS)


def _most(found: Iterable[Terrain | Improvement | Special]) -> list[Safe]:
    return [_many(count, kind) for kind, count in Counter(found).most_common()]


def _towns(realm: Realm) -> Iterator[Safe]:
    if realm.kingdom.capital is None:
        yield T("It has no capital.")()
    for id_, town in realm.towns.items():
        told = T("**{name:40}** at {where:20}: {size}, {people:,} people")(
            name=town.name,
            where=realm.land.name_of(town.spot),
            size=size_of(town, realm.rulings),
            people=population(town, realm.rulings),
        )
        if town.districts > 1:
            told = T("{told}, {n} districts")(told=told, n=town.districts)
        yield T("★ {told}")(told=told) if id_ == realm.kingdom.capital else told


def _parts(realm: Realm) -> Iterator[Safe]:
    for part in realm.kingdom.parts:
        state = T("a game master says whether a leader is there")
        if part.is_held:
            state = T("held by a leader there")
        elif part.is_lost:
            state = T("lost")
        names = [T("{name:20}")(name=realm.land.name_of(spot)) for spot in part.spots[:4]]
        more = [T("…")()] * (len(part.spots) > 4)
        yield T("Cut off: {n} {n:hex|hexes} ({names:,}), {state}")(
            n=len(part.spots), names=names + more, state=state
        )


# -- the month ----------------------------------------------------------------------------------------


def limits_line(realm: Realm) -> Safe:
    """What this month's Edict phase allows, and what of it is used."""
    is_ahead = realm.kingdom.month.phase in (Phase.BEFORE, Phase.UPKEEP)
    used, row = realm.kingdom.month.used, limits(realm.size)
    parts = []
    for each in Limit:
        most = getattr(row, each.value) if is_ahead else allowed(realm, each)
        parts.append(
            T("{limit} {used}/{most}")(
                limit=LIMITS[each], used=used.get(each, 0), most="∞" if most is None else most
            )
        )
    return (T("Next Edict phase: {parts:,}") if is_ahead else T("Used: {parts:,}"))(parts=parts)


def month(realm: Realm, steps: Sequence[Waits]) -> Iterator[str]:
    """Which steps are over and which wait, what was rolled, what is used of the limits, what goes on."""
    kingdom = realm.kingdom
    yield from standing(kingdom)
    yield ""
    over = (mark for mark in kingdom.month.marks if mark.how is not Mark.NOT_NEEDED)
    yield from fitting(map(_over, over), STEPS)
    yield from waiting(steps)
    yield ""
    for each in kingdom.month.rolls[-6:]:
        says = T("🎲 {step}: {die}, in all {total} against {dc}: failure")
        if each.is_success:
            says = T("🎲 {step}: {die}, in all {total} against {dc}: success")
        step = Step(each.step).label if each.step in set(Step) else _event_name(each.step)
        yield says(step=step, die=each.die, total=each.total, dc=each.dc)
    yield limits_line(realm)
    yield _edicts(kingdom)
    yield from _armies(kingdom)
    yield from _events(kingdom)


def _over(mark: Marked) -> Safe:
    says = T("☑ {step}") if mark.how is Mark.DONE else T("⤼ {step}")
    told = says(step=mark.step)
    return T("{told} ({reason:24})")(told=told, reason=mark.reason) if mark.reason else told


def waiting(steps: Sequence[Waits]) -> Iterator[Safe]:
    """What waits, and for whom."""
    for step in steps[:8]:
        yield T("→ {what:60}: {who}")(what=step.label.rpartition(": ")[2], who=Safe(person(step.who)))


def _armies(kingdom: Kingdom) -> Iterator[Safe]:
    if kingdom.armies:
        named = (T("{name:40} (Consumption {consumption})").of(each) for each in kingdom.armies)
        yield T("Armies: {armies}")(armies=Safe(", ".join(fitting(named, SHORT))))


def _events(kingdom: Kingdom) -> Iterator[Safe]:
    going_on = under_way(kingdom)
    if going_on:
        named = (
            T("{name:40} since month {since}")(name=_event_name(each.event), since=each.since)
            for each in going_on
        )
        yield T("Events under way: {events}")(events=Safe(", ".join(fitting(named, EVENTS))))


def _event_name(event: str) -> str:
    return event.replace("_", " ").capitalize()


# -- A kingdom that is being drawn up: what was chosen, what is missing, and what founding it takes --------


MOST_LEADERS = 6
SETTLED = (Backing.CONQUEST, Backing.FIEF, Backing.GRANT)


def founding_lines(realm: Realm) -> Iterator[str]:
    """What was chosen, what is missing, who leads it, and what Found it takes and leaves."""
    kingdom, lacks = realm.kingdom, lacking(realm.kingdom)
    yield _line(T("Alignment"), _alignment(kingdom) if Wanted.ALIGNMENT not in lacks else "")
    yield _line(T("Build points"), _agreed(kingdom.terms) if Wanted.POINTS not in lacks else "")
    yield _line(T("First hex"), _first(realm) if Wanted.HEX not in lacks else "")
    yield _leaders(kingdom)
    if not kingdom.held_by(Role.RULER):
        yield T("-# No Ruler: without one it can't claim hexes, and Unrest rises by 4 a month.")()
    if kingdom.terms.backing in SETTLED:
        yield T(
            "-# A settled domain may begin with more hexes and settlements: `/hex-gm give`, once it is "
            "founded."
        )()
    yield ""
    yield from _cost(realm)
    if lacks:
        yield T("Still missing: {lacks}.")(lacks=lacks)
    yield T("Nothing is paid, and no hex is claimed, until then.")()
    yield T("-# Once it stands, before month 1: the capital's first building and one home.")()


def _line(what: T, value: str) -> Safe:
    if not value:
        return T("☐ **{what}:** not chosen yet")(what=what)
    return T("☑ **{what}:** {value}")(what=what, value=value)


def _alignment(kingdom: Kingdom) -> str:
    if kingdom.alignment is None:
        return ""
    amounts = ALIGNMENTS[kingdom.alignment].items()
    given = [T("{attribute} {amount:+}")(attribute=each, amount=amount) for each, amount in amounts]
    return T("{alignment} ({given})")(alignment=kingdom.alignment, given=given)


def _agreed(terms: Terms) -> Safe:
    owed = T(" · {owed}")(owed=terms.tribute.meaning) if terms.tribute.meaning else ""
    says = T("{points} BP · {backing}{by}{owed}")
    return says(points=terms.points, backing=terms.backing, by=_by(terms), owed=owed)


def _first(realm: Realm) -> str:
    first = realm.kingdom.first
    each = realm.land.hexes.get(first) if first is not None else None
    if first is None or each is None:
        return ""
    return T("{hex:20}, {terrain}")(hex=realm.land.name_of(first), terrain=each.terrain)


def _leaders(kingdom: Kingdom) -> Safe:
    named = [T("{role} {name:40}").of(each) for each in kingdom.leaders]
    if not named:
        none = T("Leaders: none of {roles} roles yet. `/leader assign` fills them, now or later.")
        return none(roles=len(Role))
    rest = len(named) - MOST_LEADERS
    return T("Leaders: {count} of {roles} roles: {held:,}{others}")(
        count=len({each.role for each in kingdom.leaders}),
        roles=len(Role),
        held=named[:MOST_LEADERS],
        others=T(" and {rest} more")(rest=rest) if rest > 0 else "",
    )


def _cost(realm: Realm) -> Iterator[str]:
    cost, points = prospect(realm), realm.kingdom.terms.points
    if cost is None:
        return
    claim = T("{claim} BP to claim the hex") if cost.claim else T("nothing for the hex, which is its own")
    took = T(" (in the story {months} {months:month|months} of work)")
    yield T("**Found it** takes {claim} and {preparation} BP to prepare the site{took}.")(
        claim=claim(claim=cost.claim) if cost.claim else claim,
        preparation=cost.preparation,
        took=took(months=cost.months) if cost.months else "",
    )
    if points:
        price = cost.claim + cost.preparation
        left = T("{points} − {price} = **{left} BP** left in the Treasury")
        yield left(points=points, price=price, left=cost.left)
    if cost.left < 0 < points:
        yield T("That is more than it begins with: raise the build points.")()


# -- A kingdom's sheet as a card: whole or one of its parts, also shown to everybody -----------------------


Lines = Callable[[Realm, Sequence[Waits]], Iterator[str]]
PAGES: Mapping[Page, Lines] = {
    Page.WHOLE: whole,
    Page.NUMBERS: numbers,
    Page.LEADERS: leaders,
    Page.LAND: land,
    Page.MONTH: month,
}
# As much as a sheet tells of what a kingdom is about.
ABOUT = 200


def sheet(record: RecordView, realm: Realm, page: Page) -> Card:
    """The sheet with the buttons of all that waits in it."""
    card = _card(realm, page, record.steps)
    to_build = building_buttons(record.id, realm.kingdom, record.steps)
    return card.add(
        buttons=(*hex_buttons(record.id, record.steps), *to_build, *step_buttons(record.id, record.steps))
    )


def _card(realm: Realm, page: Page, steps: Sequence[Waits]) -> Card:
    kingdom = realm.kingdom
    lines = tuple(PAGES[page](realm, steps))
    if kingdom.stage is Stage.FOUNDING and page is Page.WHOLE:
        lines = tuple(founding_lines(realm))
    about = tuple(_about(realm)) if page is Page.WHOLE else ()
    tone = Tone.QUIET if kingdom.stage is Stage.ENDED else Tone.PLAIN
    says = T("{kingdom:60}") if page is Page.WHOLE else T("{kingdom:60} · {page}")
    values = {"kingdom": kingdom.name, "page": page}
    title = says(**{each: values[each] for each in says.names})
    return Card(title, (*about, *lines), tone=tone)


def draw(post: Post) -> Card | None:
    """A sheet that was shown to everybody, as it is now; what waits stands under every card."""
    event, realm = post.entry.event(KingdomShown), realm_on(post)
    if event is None or realm is None:
        return None
    card = _card(realm, event.page, ())
    if realm.kingdom.stage is Stage.FOUNDING:
        # What was chosen so far stands under every card, too.
        return replace(card, lines=tuple(_about(realm)))
    return card


def _about(realm: Realm) -> Iterator[str]:
    """What it is about, as far as there is room for it."""
    lines = (safe(line, ABOUT_LENGTH) for line in realm.kingdom.about.splitlines() if line)
    return iter(fitting(lines, ABOUT))
