"""A kingdom's sheet, line by line: whole and in its parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from bot.engine.card import Card, Tone
from bot.engine.declare import look
from bot.engine.drawing import draws
from bot.engine.finders import Asker
from bot.engine.people import Permit
from bot.engine.system import Scope, Step, Want
from bot.engine.text import Safe, T
from bot.play import Post, RecordView
from bot.systems.kingdom import kingdom_view
from bot.systems.kingdom.book import (
    ROLES,
    Attribute,
    Improvement,
    Limit,
    Mark,
    Phase,
    Role,
    Special,
    Stage,
    Stat,
    Terrain,
    Tribute,
    limits,
)
from bot.systems.kingdom.checks import SIDES, check, roll_line
from bot.systems.kingdom.events.book import event_name
from bot.systems.kingdom.founding.cards import founding_lines, sponsored
from bot.systems.kingdom.founding.rules import KingdomShown, Page, ShowKingdom
from bot.systems.kingdom.kingdom_view import kingdom_controls, realm_on, role_list, who_moves
from bot.systems.kingdom.realm import KINGDOM, Realm, allowed, asked_realm
from bot.systems.kingdom.settling import anarchy_nears
from bot.systems.kingdom.sheet.source_cards import least_die, many, source_lines
from bot.systems.kingdom.sources import Origin, attributes, benefit, figures, room, sources
from bot.systems.kingdom.state import (
    Edicts,
    Kingdom,
    Leader,
    Marked,
    is_missed,
    is_present,
    is_vacant,
    lacks_ruler,
    under_way,
)
from bot.systems.kingdom.towns.state import population, size_of
from bot.ui.dispatcher import Dispatcher, Interaction
from bot.ui.text import fitting, prose

MOST_NAMED = 6
# What sources are put together as where an attribute is told in short.
GROUPS: Mapping[Origin, T] = {
    Origin.BASE: T("base"),
    Origin.ALIGNMENT: T("alignment"),
    Origin.LEADER: T("leaders"),
    Origin.VACANCY: T("vacancies"),
    Origin.HOLIDAY: T("edicts"),
    Origin.PROMOTION: T("edicts"),
    Origin.TAXATION: T("edicts"),
    Origin.IMPROVEMENT: T("improvements"),
    Origin.ON_RESOURCE: T("improvements"),
    Origin.ROADS: T("roads"),
    Origin.RIVERS: T("rivers"),
    Origin.SPECIAL: T("special terrain"),
    Origin.ROADSIDE: T("special terrain"),
    Origin.SIZE: T("Size"),
    Origin.DISTRICTS: T("districts"),
    Origin.SETTLEMENTS: T("settlements"),
    Origin.SETTLEMENT: T("settlements"),
    Origin.BUILDING: T("buildings"),
    Origin.MENAGERIE: T("buildings"),
    Origin.FOUNDRY: T("buildings"),
    Origin.STOCKYARD: T("buildings"),
    Origin.HALVED: T("buildings"),
    Origin.ARMY: T("armies"),
    Origin.CHANGE: T("other"),
    Origin.UNREST: T("Unrest"),
    Origin.TENTH: T("settlements"),
    Origin.DISPLAY: T("buildings"),
    Origin.RENOWN: T("the Ruler's choice"),
    Origin.GOVERNMENT: T("government"),
    Origin.DEITY: T("buildings"),
    Origin.RESIDENCE: T("other kingdoms"),
    Origin.TREATY: T("other kingdoms"),
    Origin.ALLIANCE: T("other kingdoms"),
    Origin.TRADE: T("trade"),
}
LIMITS: Mapping[Limit, T] = {
    Limit.SETTLEMENTS: T("new settlements"),
    Limit.BUILDINGS: T("buildings"),
    Limit.TERRAIN: T("improvements"),
    Limit.CLAIMS: T("claims"),
}
# However much there is of it, each part leaves room for the others.
LEADERS, STEPS, TOWNS, EVENTS, SOURCES, SHORT = 1200, 450, 600, 250, 420, 120


def whole(realm: Realm, steps: Sequence[Step]) -> Iterator[str]:
    """The kingdom at a glance."""
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
    yield T("-# `/kingdom why` explains any number; `/kingdom sheet part:` shows the rest.")()


def standing(kingdom: Kingdom) -> Iterator[Safe]:
    """Lines on what the kingdom is, its month, and what stops it."""
    if kingdom.stage is not Stage.STANDING:
        yield (T("Being founded") if kingdom.stage is Stage.FOUNDING else T("Ended"))()
        return
    when = T("month {number}, {phase}").of(kingdom.month)
    if kingdom.alignment is not None:
        when = T("{alignment} · {when}")(alignment=kingdom.alignment, when=when)
    yield when
    yield from anarchy_nears(kingdom)
    if kingdom.is_in_anarchy:
        yield T("**In anarchy:** the kingdom can't act.")()
    if kingdom.frozen:
        yield T("**Frozen:** {frozen:100}").of(kingdom)
    elif kingdom.frozen is not None:
        yield T("**Frozen**")()


# -- numbers ------------------------------------------------------------------------------------------


def _attribute(realm: Realm, attribute: Attribute) -> Safe:
    parts: Counter[str] = Counter()
    for each in sources(realm):
        if each.stat.value == attribute.value:
            parts[GROUPS[each.origin]()] += each.amount
    largest = sorted(
        ((part, amount) for part, amount in parts.items() if amount), key=lambda pair: -abs(pair[1])
    )
    value = T("**{attribute} {value}**")(attribute=attribute, value=figures(realm).of(attribute))
    made = [T("{part} {amount:+}")(part=part, amount=amount) for part, amount in largest]
    return T("{value} = {made:,}")(value=value, made=made) if made else value


def _in_short(realm: Realm, attribute: Attribute) -> Safe:
    """What a check needs, and its chance."""
    made = check(realm, attribute)
    says = T("{attribute} {needed}+ ({percent}%)")
    if made.needed in (None, SIDES):
        says = T("{attribute} {needed} ({percent}%)")
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


def numbers(realm: Realm, steps: Sequence[Step]) -> Iterator[str]:
    """Every number, each attribute with all its sources."""
    yield from standing(realm.kingdom)
    for attribute in Attribute:
        made, lines = check(realm, attribute), list(source_lines(realm, Stat(attribute.value)))
        yield ""
        yield T("**{attribute} {value}**")(attribute=attribute, value=figures(realm).of(attribute))
        yield from fitting(lines, SOURCES)
        if made.needed is None:
            yield T("{attribute} check: 0 in anarchy").of(made)
        else:
            yield T("{attribute} check: d20 {bonus:+}, needs **{least}** ({percent}%)")(
                attribute=attribute,
                bonus=made.modifier,
                least=least_die(made.needed),
                percent=round(made.chance * 100),
            )
    yield ""
    yield from _numbers(realm)
    yield from _terms(realm.kingdom)
    yield T("-# `/kingdom why` explains any number; `/kingdom sheet part:` shows the rest.")()


def _terms(kingdom: Kingdom) -> Iterator[str]:
    terms = kingdom.terms
    if terms.sponsor or terms.tribute is not Tribute.NONE:
        owed = T(": {owed}")(owed=terms.tribute.meaning) if terms.tribute.meaning else ""
        yield T("{backing:upper}{by}{owed}")(backing=terms.backing, by=sponsored(terms), owed=owed)
    if terms.debt:
        yield T("{debt} BP left to pay back")(debt=terms.debt)


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
    return [role for role in costly if is_missed(kingdom, role)]


def _leaders_short(kingdom: Kingdom) -> Iterator[Safe]:
    held = [T("{role} {name:24}").of(each) for each in _in_order(kingdom) if not each.has_died]
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


def leaders(realm: Realm, steps: Sequence[Step]) -> Iterator[str]:
    """Who leads it and what each gives, and what the vacancies cost."""
    yield from standing(realm.kingdom)
    yield ""
    held = [_held(realm, each) for each in _in_order(realm.kingdom)]
    yield from fitting(held or [T("Nobody holds a role yet. Give one with `/leader assign`.")()], LEADERS)
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
        yield T("No Ruler or stand-in: no claims, Farms, Roads or districts.")()


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


def land(realm: Realm, steps: Sequence[Step]) -> Iterator[str]:
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
    return [many(count, kind) for kind, count in Counter(found).most_common()]


def _towns(realm: Realm) -> Iterator[Safe]:
    if realm.kingdom.capital is None:
        yield T("There is no capital.")()
    for id_, town in realm.towns.items():
        told = T("**{name:40}** at {where:30}: {size}, {people:,} people")(
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
        state = T("is a leader there? A game master decides")
        if part.is_held:
            state = T("a leader holds it")
        elif part.is_lost:
            state = T("lost")
        names = [T("{name:30}")(name=realm.land.name_of(spot)) for spot in part.spots[:4]]
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


def month(realm: Realm, steps: Sequence[Step]) -> Iterator[str]:
    """Which steps are over and which wait, what was rolled, what is used of the limits, what goes on."""
    kingdom = realm.kingdom
    yield from standing(kingdom)
    yield ""
    over = (mark for mark in kingdom.month.marks if mark.how is not Mark.NOT_NEEDED)
    yield from fitting(map(_over, over), STEPS)
    yield from waiting(steps)
    yield ""
    yield from map(roll_line, kingdom.month.rolls[-6:])
    yield limits_line(realm)
    yield _edicts(kingdom)
    yield from _armies(kingdom)
    yield from _events(kingdom)


def _over(mark: Marked) -> Safe:
    says = T("☑ {step}") if mark.how is Mark.DONE else T("⤼ {step}")
    told = says(step=mark.step)
    return T("{told} ({reason:24})")(told=told, reason=mark.reason) if mark.reason else told


def waiting(steps: Sequence[Step]) -> Iterator[Safe]:
    """Lines on what waits, and whom each waits for."""
    for step in steps[:8]:
        yield T("→ {what:60}: {who}")(what=step.label.rpartition(": ")[2], who=Safe(who_moves(step)))


def _armies(kingdom: Kingdom) -> Iterator[Safe]:
    if kingdom.armies:
        named = (T("{name:40} (Consumption {consumption})").of(each) for each in kingdom.armies)
        yield T("Armies: {armies}")(armies=Safe(", ".join(fitting(named, SHORT))))


def _events(kingdom: Kingdom) -> Iterator[Safe]:
    going_on = under_way(kingdom)
    if going_on:
        named = (
            T("{name:40} since month {since}")(name=event_name(each.event), since=each.since)
            for each in going_on
        )
        yield T("Events under way: {events}")(events=Safe(", ".join(fitting(named, EVENTS))))


# -- As a card: whole or one of its parts, also shown to everybody -----------------------------------------


Lines = Callable[[Realm, Sequence[Step]], Iterator[str]]
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
    roles = role_list(record.id, record.state) if page in (Page.WHOLE, Page.LEADERS) else ()
    buttons, selects = kingdom_controls(record.id, record.state, record.steps, lists=roles)
    return _card(realm, page, record.steps).add(buttons=buttons, selects=selects)


def _card(realm: Realm, page: Page, steps: Sequence[Step]) -> Card:
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


@draws(KingdomShown, rank=2)
def _draw_sheet(event: KingdomShown, post: Post) -> Card | None:
    """A sheet that was shown to everybody, as it is now; what waits stands under every card."""
    realm = realm_on(post)
    if realm is None:
        return None
    card = _card(realm, event.page, ())
    if realm.kingdom.stage is Stage.FOUNDING:
        # What was chosen so far stands under every card, too.
        return replace(card, lines=tuple(_about(realm)))
    return card


def _about(realm: Realm) -> Iterator[str]:
    """What it is about, as far as there is room for it."""
    lines = filter(None, prose(realm.kingdom.about).splitlines())
    return iter(fitting(lines, ABOUT))


# -- shown to whoever asks ---------------------------------------------------------------------------------


@look("kingdom sheet", may=Permit.EVERYONE, shared="share")
def see_sheet(asker: Asker, asked: ShowKingdom) -> Card:
    """See a kingdom's numbers, leaders, land and month"""
    return sheet(asker.get(asked.kingdom), asked_realm(asker, asked.kingdom), asked.page)


async def own_sheets(dispatcher: Dispatcher, interaction: Interaction) -> list[Card]:
    """The sheets of the kingdoms in which the asker has a role; of all there are for who has none."""
    found = await dispatcher.look(interaction, Scope(wants=(Want(KINGDOM.name),), links=True))
    every = found.all(KINGDOM.name)
    own = [
        each for each in every if any(leader.player == interaction.user.id for leader in each.state.leaders)
    ]
    realms = (
        (each, kingdom_view.realm_seen(each, found.records, found.campaign.settings)) for each in own or every
    )
    return [sheet(each, realm, Page.WHOLE) for each, realm in realms]
