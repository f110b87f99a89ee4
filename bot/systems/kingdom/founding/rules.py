"""A kingdom as a whole: drawn up and founded, and what that costs; renamed, shown, ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from bot.engine.declare import Action, action, choices_of, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.pace import WAITS
from bot.engine.people import Permit
from bot.engine.picking import opening
from bot.engine.record import AtStep, Press
from bot.engine.saying import Name
from bot.engine.steps import waits
from bot.engine.system import FormField, Open, RecordId, Result, Scope, Step, Want, World
from bot.engine.text import Labelled, Safe, T, refused
from bot.engine.words import clip, one_line, paragraphs, safe
from bot.engine.working import REASON_LENGTH
from bot.errors import UserError
from bot.systems.kingdom.book import (
    CLAIM_COST,
    LABEL_LENGTH,
    SPONSORED_POINTS,
    TERRAINS,
    XP_CAPITAL,
    XP_KINGDOM,
    Alignment,
    Attribute,
    Backing,
    Border,
    Improvement,
    Role,
    Spot,
    Stage,
    Terrain,
    Tribute,
)
from bot.systems.kingdom.checks import Check, check
from bot.systems.kingdom.land.hex_lists import HexPick, Offered
from bot.systems.kingdom.land.losses import without_hexes
from bot.systems.kingdom.land.state import (
    LAND,
    LAND_NAME,
    MOST_HEXES,
    ORIGIN,
    Hex,
    Land,
    coordinates,
    grid_spot,
    label_of,
    spot_of,
)
from bot.systems.kingdom.leaders.division import divided
from bot.systems.kingdom.moves import Move, correction, move
from bot.systems.kingdom.realm import (
    KINGDOM,
    KINGDOM_MEANT,
    OnKingdom,
    OnMonth,
    Realm,
    found_realm,
    kingdom_scope,
)
from bot.systems.kingdom.state import MOST_POINTS, NAME_LENGTH, Kingdom, Terms, unheld
from bot.systems.kingdom.towns.context import borders_of, inherit, require_shore
from bot.systems.kingdom.towns.state import Town

ABOUT_LENGTH = 300
# "north, east, south, west", and some more.
BORDERS_LENGTH = 40
# The button of the form that draws it up.
DRAW: Final = T("Draw it up…")
# The button that founds it, and the control behind it: what it asks hangs on the first hex.
FOUND: Final = T("Found the kingdom…")
CAPITAL_FORM: Final = "found_capital"
# The one step of a draft: its name, and that of its revision among those of a month's steps.
DRAFT = "found"
# What a capital without a name yet is called, where one is only thought of.
CAPITAL: Final = T("The capital")


@dataclass(frozen=True, slots=True)
class DrawUp:
    """Say what a kingdom that is being drawn up is to be, such as alignment "LG"; what is left out stays.

    `points` are the BP with which it begins. `hex` is one of the map, or a new one of that `terrain`.
    """

    kingdom: RecordId
    alignment: str = ""
    name: str = ""
    points: int | None = None
    hex: str = ""
    terrain: str = ""


@dataclass(frozen=True, slots=True)
class AgreeTerms:
    """Say on whose terms it begins, and with how many BP (None leaves those).

    `tribute` is a Tribute's value.
    """

    kingdom: RecordId
    points: int | None = None
    backing: str = ""
    sponsor: str = ""
    tribute: str = ""


class ChooseFirstHex(OnKingdom):
    """Choose the hex it begins with: one of the map, or a new one of that terrain."""

    hex: str = option(
        "Its label or coordinates",
        default="",
        pick=HexPick(
            T("Where does the kingdom begin?"),
            T("No hex on the map is free."),
            None,
            lambda realm: (
                Offered(spot, T("explored")() if each.is_explored else T("not explored")())
                for spot, each in realm.land.hexes.items()
                if can_begin(realm, spot)
            ),
            is_single=True,
            asked_by=(DRAFT, "hex"),
            typed=T("A new hex…"),
            says=T("The hex becomes explored and cleared, and everybody sees it."),
        ),
    )
    terrain: str = ""


@dataclass(frozen=True, slots=True)
class FoundKingdom:
    """Found it: the first hex is claimed, its site prepared, and what is left is the Treasury."""

    kingdom: RecordId
    # The capital's name; without one it is founded later. Its borders that are water, as "north, east".
    capital: str = ""
    borders: str = ""


class Drafted(Event):
    """What was chosen of a kingdom that is being drawn up: what its card says from then on."""

    stands_on_card: ClassVar[bool] = True
    name: str
    alignment: Alignment | None = None
    points: int | None = None
    backing: Backing | None = None
    hex: str = ""
    # What it was called until then, where that is another name.
    former: str = ""

    def sentence(self) -> Safe:
        """What was chosen, in a line."""
        told: list[Safe] = []
        if self.former:
            told.append(T("was {former:60}").of(self))
        if self.alignment is not None:
            told.append(T("{alignment}").of(self))
        if self.points is not None:
            told.append(T("{points} BP").of(self))
        if self.backing is not None:
            told.append(T("terms: {backing}").of(self))
        if self.hex:
            told.append(T("starts at {hex:40}").of(self))
        if not told:
            return T("**{name:60}** is being drawn up.").of(self)
        return T("**{name:60}** is being drawn up: {told:,}.")(name=self.name, told=told)


class KingdomFounded(Event):
    """A kingdom stands: what its founding cost (BP), and what is left."""

    says = T("**{name:60}** is founded at {spot:40}{its_capital}.")

    @property
    def its_capital(self) -> Safe | str:
        """Its first settlement, where it has one."""
        return T(", with **{capital:60}** as its capital")(capital=self.capital) if self.capital else ""

    name: str
    spot: str
    claim: int
    preparation: int
    treasury: int
    capital: str = ""
    xp: int = 0
    borders: tuple[Border, ...] = ()
    # The Fort or Watchtower of its hex, which became buildings of the capital.
    inherits: Improvement | None = None
    # What its first month begins with: the check of each attribute, and the roles that nobody holds.
    checks: tuple[Check, ...] = ()
    vacant: tuple[Role, ...] = ()


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a founding costs as drawn up: BP for the claim and the site, and what is left of those it has.

    `months` is how long the site takes to prepare; the first month begins all the same.
    """

    claim: int
    preparation: int
    months: int
    left: int


def prospect(realm: Realm) -> Prospect | None:
    """What founding costs; None before the first hex is chosen, and where nothing can be built."""
    each = realm.land.hexes.get(realm.kingdom.first) if realm.kingdom.first is not None else None
    row = TERRAINS[each.terrain] if each is not None else None
    if each is None or row is None or row.prepare is None or row.prepare_months is None:
        return None
    # A hex that came with the domain (fief, conquest) is claimed already.
    claim = 0 if each.realm == realm.id else CLAIM_COST
    return Prospect(claim, row.prepare, row.prepare_months, realm.kingdom.terms.points - claim - row.prepare)


class Wanted(Labelled):
    """What must be chosen before a kingdom can be founded."""

    ALIGNMENT = "alignment", "its alignment"
    POINTS = "points", "its build points"
    HEX = "hex", "its first hex"


def lacking(kingdom: Kingdom) -> tuple[Wanted, ...]:
    """What of the kingdom must still be chosen."""
    chosen = {
        Wanted.ALIGNMENT: kingdom.alignment is not None,
        Wanted.POINTS: kingdom.terms.points > 0,
        Wanted.HEX: kingdom.first is not None,
    }
    return tuple(what for what, is_there in chosen.items() if not is_there)


def drafted_realm(world: World, kingdom: RecordId) -> Realm:
    """The realm of a kingdom that isn't founded yet. Raises RuleViolation once it stands."""
    realm = found_realm(world, kingdom)
    if realm.kingdom.stage is not Stage.FOUNDING:
        raise refused(
            "founding.over",
            "{name} is already founded, so you can't change that.",
            name=realm.kingdom.name,
        )
    return realm


def _choose(move: Move, **changes: Any) -> None:
    """Change the draft: with other buttons, for what was shown before is not what would be founded now."""
    move.change(**changes)
    move.change_month(opened={DRAFT: move.world.entry})


# -- chosen -------------------------------------------------------------------------------------------


def _drawing_up(_kingdom: RecordId, state: Kingdom, _step: Step) -> Iterator[Press]:
    yield Press("draw", DRAW, asks=_drawn(state), is_main=bool(lacking(state)))


@move(
    may=Permit.GAME_MASTERS,
    found=drafted_realm,
    scope=lambda action: Scope(ids=(action.kingdom,), wants=(Want(KINGDOM.name),), links=True),
    formerly=("ChooseAlignment",),
    step=AtStep(DRAFT, _drawing_up),
)
def draw_up(move: Move, action: DrawUp, dice: Dice) -> None:
    """Choose its name, alignment, build points and first hex. Raises RuleViolation for what can't be."""
    changes: dict[str, Any] = {}
    name, former = new_name(action.name) if action.name else move.name, move.name
    if name != former:
        if name.casefold() != former.casefold():
            require_new(move.world, name)
        changes["name"] = name
    if action.alignment:
        changes["alignment"] = _alignment(action.alignment)
    if action.points is not None:
        changes["terms"] = _with_points(move.kingdom.terms, action.points)
    if action.hex:
        changes["first"] = _begin_at(move, action.hex, action.terrain)
    elif action.terrain:
        raise refused(
            "founding.terrain_of_nothing",
            "Give the first hex too, such as A1: a terrain alone doesn't say where.",
        )
    _choose(move, **changes)
    move.tell(
        Drafted(
            name,
            changes.get("alignment"),
            action.points,
            hex=move.hex_name(changes["first"]) if action.hex else "",
            former=former if name != former else "",
        )
    )


def _alignment(text: str) -> Alignment:
    if text not in set(Alignment):
        raise refused(
            "founding.no_alignment",
            "“{alignment:40}” isn't an alignment. Choose one: {all:,}.",
            alignment=text,
            all=[each.value for each in Alignment],
        )
    return Alignment(text)


def _with_points(terms: Terms, points: int) -> Terms:
    """The terms with so many BP to begin with; where they are lent, as many are owed."""
    if not 0 <= points <= MOST_POINTS:
        raise refused(
            "founding.points", "A kingdom can start with 0 to {most:,} build points.", most=MOST_POINTS
        )
    return replace(terms, points=points, debt=points if terms.tribute is Tribute.ONE else 0)


def _agreeing(_kingdom: RecordId, state: Kingdom, _step: Step) -> Iterator[Press]:
    yield Press("terms", T("Terms…"), asks=_terms(state))


@move(may=Permit.GAME_MASTERS, found=drafted_realm, scope=kingdom_scope, step=AtStep(DRAFT, _agreeing))
def agree_terms(move: Move, action: AgreeTerms, dice: Dice) -> None:
    """Say on whose terms it begins, and with how many BP (R028). Raises RuleViolation for what can't be."""
    points = move.kingdom.terms.points if action.points is None else action.points
    backing = _backing(action.backing)
    tribute = _tribute(action.tribute)
    sponsor = clip(one_line(action.sponsor), NAME_LENGTH)
    if backing is Backing.SCRATCH and tribute is not Tribute.NONE:
        raise refused(
            "founding.tribute_without_sponsor",
            "There's no tribute without a sponsor. Choose charter, conquest, fief or grant, or no tribute.",
        )
    if backing is Backing.SCRATCH and sponsor:
        raise refused(
            "founding.sponsor_without_terms",
            "From scratch means no sponsor. Choose charter, conquest, fief or grant for {sponsor:60}, or "
            "leave the sponsor empty.",
            sponsor=sponsor,
        )
    _choose(move, terms=_with_points(Terms(backing, sponsor, tribute=tribute), points))
    move.tell(Drafted(move.name, points=action.points, backing=backing))


def _backing(text: str) -> Backing:
    if text and text not in set(Backing):
        raise refused(
            "founding.no_terms",
            "“{text:40}” doesn't work as terms. Choose {all:or}.",
            text=text,
            all=list(Backing),
        )
    return Backing(text or Backing.SCRATCH)


def _tribute(text: str) -> Tribute:
    if text and text not in set(Tribute):
        raise refused(
            "founding.no_tribute",
            "“{text:40}” isn't a tribute. The kingdom owes its sponsor nothing, a tenth of its income, or 1 "
            "BP a month.",
            text=text,
        )
    return Tribute(text or Tribute.NONE)


def _choosing_hex(kingdom: RecordId, _state: Kingdom, _step: Step) -> Iterator[Press]:
    opens = opening("ChooseFirstHex", kingdom=kingdom)
    yield Press("hex", T("First hex…"), asks=_first_hex(), opens=opens)


@move(may=Permit.GAME_MASTERS, found=drafted_realm, scope=kingdom_scope, step=AtStep(DRAFT, _choosing_hex))
def choose_first_hex(move: Move, action: ChooseFirstHex, dice: Dice) -> None:
    """Choose the hex it begins with; a new one needs its terrain. Raises RuleViolation."""
    spot = _begin_at(move, action.hex, action.terrain)
    _choose(move, first=spot)
    move.tell(Drafted(move.name, hex=move.hex_name(spot)))


def _begin_at(move: Move, text: str, terrain: str) -> Spot:
    """The hex it begins with, on the map by now. Raises RuleViolation where it can't be."""
    land, spot = _on_map(move.realm.land, text, terrain)
    _require_free(move.realm, land, spot)
    move.realm = replace(move.realm, land=land)
    return spot


def _on_map(land: Land, text: str, terrain: str) -> tuple[Land, Spot]:
    """The land with that hex explored, cleared and revealed; one that isn't there yet is drawn."""
    land, here = _place(land, text)
    if terrain:
        spot, found = _draw_hex(land, here, text, terrain)
    elif here is not None and here not in land.hexes:
        raise refused(
            "founding.needs_terrain",
            "The map has no hex {hex} yet. Give its terrain too, to draw it.",
            hex=Safe(land.name_of(here)),
        )
    else:
        spot = spot_of(land, text)
        found = land.hexes[spot]
    ready = replace(found, is_explored=True, is_cleared=True, is_revealed=True)
    return land.having({spot: ready}), spot


def _place(land: Land, text: str) -> tuple[Land, Spot | None]:
    """Where coordinates or a place like C3 lie; on an empty map the middle is A1 then. None for a label."""
    here = coordinates(text) or land.at(one_line(text))
    if here is None and not land.hexes and land.grid is None:
        here = grid_spot(ORIGIN, one_line(text))
        land = land if here is None else replace(land, grid=ORIGIN)
    return land, here


def _draw_hex(land: Land, here: Spot | None, text: str, terrain: str) -> tuple[Spot, Hex]:
    """A new hex: at that place, or with that label in the middle of an empty map."""
    label = "" if here is not None else label_of(text)
    drawn = land.named(label) if here is None else here if here in land.hexes else None
    if drawn is not None:
        raise refused(
            "founding.is_drawn",
            "{hex:40} is already on the map. Leave the terrain empty to start there.",
            hex=land.name_of(drawn),
        )
    if here is None and land.hexes:
        raise refused(
            "founding.needs_coordinates",
            "There's no hex called “{label:40}” on the map. Give coordinates like 2,-1 for a new one, or "
            "pick an existing one and leave the terrain empty.",
            label=label,
        )
    if len(land.hexes) >= MOST_HEXES:
        raise refused(
            "founding.map_full",
            "The map is full, with {most} hexes. Start on one of them.",
            most=MOST_HEXES,
        )
    if terrain not in set(Terrain):
        raise refused(
            "founding.no_terrain",
            "“{terrain:40}” isn't a terrain. A kingdom starts on {all:or}.",
            terrain=terrain,
            all=[each for each in Terrain if each is not Terrain.WATER],
        )
    return here or ORIGIN, Hex(Terrain(terrain), label)


def can_begin(realm: Realm, spot: Spot) -> bool:
    """Whether a kingdom may begin in that hex of the map."""
    each = realm.land.hexes[spot]
    return each.realm in (None, realm.id) and TERRAINS[each.terrain].prepare is not None


def _require_free(realm: Realm, land: Land, spot: Spot) -> None:
    each = land.hexes[spot]
    if each.realm not in (None, realm.id):
        raise refused(
            "founding.claimed",
            "{hex:40} already belongs to a kingdom. Choose another first hex.",
            hex=land.name_of(spot),
        )
    if TERRAINS[each.terrain].prepare is None:
        raise _on_water()


def _on_water() -> UserError:
    return refused("founding.on_water", "A kingdom starts on land: you can't build on Water.")


# -- founded ------------------------------------------------------------------------------------------


def _founding(kingdom: RecordId, state: Kingdom, _step: Step) -> Iterator[Press]:
    if not lacking(state):
        yield Press("found", FOUND, asks=_capital(), is_main=True, opens=(CAPITAL_FORM, kingdom))


@move(
    may=Permit.GAME_MASTERS, found=drafted_realm, scope=kingdom_scope, step=AtStep(DRAFT, _founding, place=2)
)
def found_kingdom(move: Move, action: FoundKingdom, dice: Dice) -> None:
    """Found it: claim its first hex, prepare the site, keep what is left (founding, steps 1 to 4).

    Raises RuleViolation naming all that is missing.
    """
    realm = move.realm
    lacks, spot = lacking(realm.kingdom), realm.kingdom.first
    if lacks or spot is None:
        raise refused("founding.lacks", "Before founding it, choose {lacks}.", lacks=lacks)
    _require_free(realm, realm.land, spot)
    cost = prospect(realm)
    if cost is None:
        raise _on_water()
    if cost.left < 0:
        refusal = refused(
            "founding.too_dear",
            "Founding costs {price} BP ({claim} to claim the hex, {preparation} to prepare its site), and it "
            "starts with {points}. Raise that under **{draw}**.",
            price=cost.claim + cost.preparation,
            claim=cost.claim,
            preparation=cost.preparation,
            points=realm.kingdom.terms.points,
            draw=DRAW,
        )
        refusal.first = ((DRAFT, "draw"),)
        raise refusal
    capital = one_line(action.capital)
    if len(capital) > NAME_LENGTH:
        raise refused(
            "founding.capital_length",
            "A settlement's name can have at most {most} characters.",
            most=NAME_LENGTH,
        )
    borders = borders_of(action.borders)
    if borders and not capital:
        raise refused(
            "founding.borders_of_nothing",
            "Borders need a settlement: name the capital too, or leave the borders empty.",
        )
    require_shore(realm.land.hexes[spot], borders, safe(realm.land.name_of(spot), 40))
    first = Town(capital, spot, realm.kingdom.land, realm.id, borders=borders)
    move.realm, inherits = as_founded(realm, cost.left, first, move.world.new_id())
    move.change(division=divided(move.kingdom, move.world.campaign.players))
    move.tell(
        KingdomFounded(
            move.name,
            move.hex_name(spot),
            cost.claim,
            cost.preparation,
            cost.left,
            first.name,
            move.kingdom.xp,
            first.borders,
            inherits,
            first_checks(move.realm),
            unheld(move.kingdom),
        )
    )


def as_founded(realm: Realm, left: int, first: Town, capital: RecordId) -> tuple[Realm, Improvement | None]:
    """The realm with its first hex claimed, and what its capital inherits of that hex.

    Without a name the first settlement is to be founded later.
    """
    towns = {capital: first} if first.name else {}
    kingdom = replace(
        realm.kingdom,
        stage=Stage.STANDING,
        treasury=left,
        settlements=tuple(towns),
        capital=next(iter(towns), None),
        milestones=("kingdom", "capital") if towns else ("kingdom",),
        xp=XP_KINGDOM + (XP_CAPITAL if towns else 0),
    )
    # The site is ready when the first month begins: its months of work came before.
    claimed = replace(realm.land.hexes[first.spot], realm=realm.id, prepared=0)
    # A game master may have hidden it since it was chosen.
    claimed = replace(claimed, is_explored=True, is_cleared=True, is_revealed=True)
    after = replace(realm, kingdom=kingdom, land=realm.land.having({first.spot: claimed}), towns=towns)
    return inherit(after, capital) if towns else (after, None)


def first_checks(realm: Realm) -> tuple[Check, ...]:
    """The check of each attribute, as the kingdom stands."""
    return tuple(check(realm, each) for each in Attribute)


def foreseen(realm: Realm) -> tuple[Check, ...]:
    """The first checks of a kingdom that is drawn up, if it were founded now with its capital.

    None before its first hex is chosen.
    """
    cost, spot = prospect(realm), realm.kingdom.first
    if cost is None or spot is None:
        return ()
    capital = Town(CAPITAL.plain(), spot, realm.kingdom.land, realm.id)
    return first_checks(as_founded(realm, cost.left, capital, RecordId(CAPITAL.plain()))[0])


# -- Kingdoms as a whole: drawn up, renamed, shown, ended --------------------------------------------------


class BeginKingdom(Action):
    """Draw up a kingdom: its card asks for the rest; nothing is final before Found the kingdom"""

    name: str = option("The kingdom's name")
    about: str = option("What it's about, in a few words", default="")


class RenameKingdom(OnKingdom):
    """Rename a kingdom"""

    kingdom: RecordId = option("Which one, if there are several", finder=KINGDOM_MEANT)
    name: str = option("The new name")


class Page(Labelled):
    """A part of the sheet."""

    WHOLE = "whole", "Everything, in short"
    NUMBERS = "numbers"
    LEADERS = "leaders"
    LAND = "land", "Land and settlements"
    MONTH = "month", "This month"


class ShowKingdom(OnMonth):
    """Show everybody a kingdom's sheet, or one part of it."""

    page: Page = option("Only this part, in detail", name="part", default=Page.WHOLE)
    share: bool = option("Show it to everybody", default=False)


@dataclass(frozen=True, slots=True)
class EndKingdom:
    """Take a kingdom out of play, or drop one that was only drawn up."""

    kingdom: RecordId
    reason: str = ""


class KingdomShown(Event):
    """A kingdom's sheet was shown."""

    name: str
    page: Page = Page.WHOLE

    def sentence(self) -> T:
        """Whole, or a part of it."""
        if self.page is Page.WHOLE:
            return T("{name:60} shows its sheet.")
        return T("{name:60} shows its sheet: {page:lower}.")


class KingdomEnded(Event):
    """A kingdom is no more: how many hexes and settlements are free again. A draft was only dropped."""

    name: str
    reason: str = ""
    hexes: int = 0
    settlements: int = 0
    was_draft: bool = False

    def sentence(self) -> Safe:
        """Whether it stood, and why it is no more."""
        why = T(": {reason:100}")(reason=self.reason) if self.reason else "."
        says = T("**{name:60}** is no more{why}")
        if self.was_draft:
            says = T("**{name:60}** won't be founded{why}")
        return says(name=self.name, why=why)


@action(
    "kingdom found",
    may=Permit.GAME_MASTERS,
    scope=lambda _action: Scope(wants=(Want(KINGDOM.name), Want(LAND.name))),
)
def begin_kingdom(world: World, action: BeginKingdom, dice: Dice) -> Result:
    """Draw up a kingdom on the campaign's land, which is begun with the first. Raises RuleViolation."""
    name = new_name(action.name)
    require_new(world, name)
    about = paragraphs(action.about)
    if len(about) > ABOUT_LENGTH:
        raise refused(
            "kingdom.about_length",
            "“What it's about” can have at most {most} characters, not {length}.",
            most=ABOUT_LENGTH,
            length=len(about),
        )
    lands = world.all(LAND)
    land = lands[0].id if lands else world.new_id()
    opened = () if lands else (Open(land, LAND.name, Land(LAND_NAME.plain())),)
    kingdom = world.new_id()
    state = Kingdom(name, land, home=world.place, about=about)
    return Result((*opened, Open(kingdom, KINGDOM.name, state)), (Drafted(name),), kingdom)


def new_name(text: str) -> str:
    """A name for a kingdom. Raises RuleViolation where it has none, or too long a one."""
    name = one_line(text)
    if not name or len(name) > NAME_LENGTH:
        raise refused(
            "kingdom.name_length", "A kingdom's name can have 1 to {most} characters.", most=NAME_LENGTH
        )
    return name


def require_new(world: World, name: str) -> None:
    """See that no kingdom here has it. Raises RuleViolation."""
    if any(each.state.name.casefold() == name.casefold() for each in world.all(KINGDOM)):
        raise refused(
            "kingdom.name_taken",
            "There's already a kingdom called “{name:60}” here. Choose another name.",
            name=name,
        )


@correction(
    "kingdom rename",
    scope=lambda action: Scope(ids=(action.kingdom,), wants=(Want(KINGDOM.name),), links=True),
    already=("kingdom.same_name", T("It's already called “{name:60}”.")),
)
def rename_kingdom(move: Move, action: RenameKingdom, dice: Dice) -> None:
    """Rename it. Raises RuleViolation for a name that another has, the one it has, or none."""
    name, before = new_name(action.name), move.name
    if name.casefold() != before.casefold():
        require_new(move.world, name)
    move.change(name=name)
    move.say(
        "kingdom.renamed", T("{before:60} is now called **{name:60}**."), before=Name(before), name=Name(name)
    )


@action(may=Permit.MEMBERS, scope=kingdom_scope)
def show_kingdom(world: World, action: ShowKingdom, dice: Dice) -> Result:
    """The sheet comes up where the kingdom is told. Raises RuleViolation where it is not in play."""
    kingdom = found_realm(world, action.kingdom).kingdom
    event = KingdomShown(kingdom.name, action.page)
    return Result(events=(event,), subject=action.kingdom, channel=kingdom.home or None)


def _dropping(_kingdom: RecordId, _state: Kingdom, _step: Step) -> Iterator[Press]:
    reason = FormField("reason", T("Reason, for the journal").plain(), REASON_LENGTH, is_optional=True)
    yield Press("drop", T("Discard…"), asks=(reason,))


@correction(scope=kingdom_scope, step=AtStep(DRAFT, _dropping, place=3))
def end_kingdom(move: Move, action: EndKingdom, dice: Dice) -> None:
    """Take it out of play: its hexes are unclaimed again, its settlements Free Cities."""
    realm = move.realm
    freed = without_hexes(realm, realm.hexes) if realm.hexes else realm
    move.realm = replace(freed, kingdom=replace(freed.kingdom, stage=Stage.ENDED))
    move.tell(
        KingdomEnded(
            move.name,
            move.reason,
            realm.size,
            len(realm.towns),
            was_draft=realm.kingdom.stage is Stage.FOUNDING,
        )
    )


# -- The one step of a kingdom that is being founded: what is chosen, in any order, and Found --------------


@waits(KINGDOM.name, DRAFT, when=lambda kingdom: kingdom.stage is Stage.FOUNDING)
def founding_steps(_kingdom: RecordId, state: Kingdom) -> Sequence[Step]:
    """Its choices are the game masters'; each change makes the buttons before it stale."""
    label, opened = T("Found {name:60}").plain(name=state.name), state.month.opened.get(DRAFT, 1)
    return (Step(DRAFT, label, None, revision=opened, silent=WAITS),)


def _drawn(state: Kingdom) -> tuple[FormField, ...]:
    terms = state.terms
    # Until something was agreed, the form begins with what the book gives whoever has a sponsor.
    points = terms.points if terms != Terms() else SPONSORED_POINTS
    return (
        FormField("name", T("Name").plain(), NAME_LENGTH, value=state.name),
        FormField(
            "alignment",
            T("The kingdom's alignment").plain(),
            options=choices_of(Alignment),
            value=state.alignment or "",
        ),
        FormField(
            "points",
            T("Starting build points").plain(),
            6,
            hint=T("A sponsor usually gives 50").plain(),
            value=str(points),
            is_number=True,
        ),
        *_first_hex(empty=T("Empty: it stays as it is, or is chosen later.").plain()),
    )


def _first_hex(*, empty: str = "") -> tuple[FormField, ...]:
    """Where it begins; what it means to leave that `empty`, where it may be."""
    terrains = tuple((value, label) for value, label in choices_of(Terrain) if value != Terrain.WATER)
    hint = T("A hex on the map, or a new one like A1 or 0,0").plain()
    return (
        FormField(
            "hex", T("First hex").plain(), LABEL_LENGTH, hint=hint, is_optional=bool(empty), empty=empty
        ),
        FormField(
            "terrain",
            T("Its terrain, if it's new").plain(),
            options=terrains,
            is_optional=True,
            empty=T("Leave it empty for a hex that's on the map.").plain(),
        ),
    )


def _capital() -> tuple[FormField, ...]:
    return (
        FormField(
            "capital",
            T("The capital's name").plain(),
            NAME_LENGTH,
            is_optional=True,
            empty=T(
                "Empty: no capital and no first buildings, and founding one later takes month 1's settlement."
            ).plain(),
        ),
        FormField(
            "borders",
            T("The capital's water borders").plain(),
            BORDERS_LENGTH,
            hint=T("Where there's river, lake or coast: north, east").plain(),
            is_optional=True,
            empty=T("Leave it empty where it has none.").plain(),
        ),
    )


def _terms(state: Kingdom) -> tuple[FormField, ...]:
    terms = state.terms
    backings = tuple((each.value, each.meaning) for each in Backing)
    tributes = choices_of(Tribute)
    return (
        FormField("backing", T("Terms").plain(), options=backings, value=terms.backing.value),
        FormField(
            "sponsor", T("The sponsor's name").plain(), NAME_LENGTH, value=terms.sponsor, is_optional=True
        ),
        FormField("tribute", T("Tribute").plain(), options=tributes, value=terms.tribute.value),
    )
