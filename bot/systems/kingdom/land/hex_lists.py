"""Lists of hexes to pick from beside a small map, several at once where the month allows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.engine.card import Pick
from bot.engine.pages import MOST
from bot.engine.picking import ALL, MOST_AT_ONCE, Filling, Listed, Picking, Picks, Row
from bot.engine.record import FormField
from bot.engine.system import RecordId, Scope, Want
from bot.engine.text import Safe, T, refused
from bot.engine.views import CampaignView
from bot.errors import UserError
from bot.systems.kingdom.book import Improvement, Limit, MonthStep, Spot
from bot.systems.kingdom.land.state import LAND, Hex, Land, spot_of, steps_between, what_stands_there
from bot.systems.kingdom.realm import (
    KINGDOM,
    Realm,
    affords,
    asked_realm,
    left,
    left_line,
    require_left,
    require_standing,
)
from bot.systems.kingdom.steps import require_open
from bot.systems.kingdom.towns.state import TOWN

# What lies on the map and whose it is.
EVERYTHING = Scope(wants=(Want(LAND.name), Want(KINGDOM.name), Want(TOWN.name)))
LISTED = "Its label or coordinates; without it you pick from a list"


def which_hex() -> FormField:
    """The line of a form that asks for a hex."""
    return FormField("hex", T("Label or coordinates of the hex").plain(), 20)


# The small map beside such a list; so many hexes around those that are listed, and the realm, are on it.
NEAR, MARGIN = "hexes", 1
PREVIEWED = T("Nothing is done before you have seen what it comes to.")
# What claims go by among the kinds.
CLAIM = "claim"


class Offered(NamedTuple):
    """Something that can be done in a hex: what it is called, what it costs or does, and its price in BP."""

    spot: Spot
    what: Safe
    price: int = 0
    kind: Improvement | None = None

    @property
    def value(self) -> str:
        """The value that the list hands back for it."""
        return self.spot if self.kind is None else f"{self.spot}/{self.kind.value}"


@dataclass(frozen=True, slots=True)
class HexPick(Picks):
    """What may be done with hexes: in which step, where and for what, and within which limit of a month."""

    title: T
    none: T
    # None before the kingdom is founded.
    step: MonthStep | None
    offers: Callable[[Realm], Iterable[Offered]]
    limit: Callable[[Realm], Limit | None] = lambda _realm: None
    is_single: bool = False
    # Where there is nothing to offer, a better reason than `none`: raises it.
    see: Callable[[Realm], None] = lambda _realm: None
    # The step and its choice whose form asks for what is still lacking; where `typed` opens it instead, a hex
    # of the list is all that is asked.
    asked_by: tuple[str, str] | None = None
    typed: T | None = None
    says: T = PREVIEWED
    # What is said of kinds that the list lacks.
    lacks: Callable[[Realm, Sequence[Offered]], Iterable[str]] = lambda _realm, _offered: ()
    # Which kind it keeps to at first.
    kind: Callable[[Picking], str] = lambda _picking: ALL

    @property
    def has_form(self) -> bool:
        """Whether a form asks for what is lacking once a hex is chosen."""
        return self.asked_by is not None and self.typed is None

    def listed(self, picking: Picking) -> Listed:
        """What it may be about. Raises RuleViolation where there is nothing, or it is not the time."""
        realm = asked_realm(picking.asker)
        if self.step is not None:
            require_standing(realm.kingdom)
            require_open(realm.kingdom, self.step)
        limit = self.limit(realm)
        if limit is not None:
            require_left(realm, limit)
        every = list(self.offers(realm))
        if not every and self.typed is None:
            self.see(realm)
            raise refused("hex.none_to_list", "{none}", none=self.none)
        if all(each.kind is None for each in every):
            every.sort(key=lambda each: realm.land.name_of(each.spot))
        kind = picking.kind or self.kind(picking)
        allowed = left(realm, limit) if limit is not None else None
        lines = (
            *([] if self.asked_by else [T("Treasury: {treasury} BP")(treasury=realm.kingdom.treasury)]),
            *([left_line(limit, allowed)] if limit is not None else []),
            self.says(),
            *self.lacks(realm, every),
        )
        return Listed(
            self.title(),
            [_row(realm, each) for each in every],
            lines,
            1 if self.is_single else min(MOST_AT_ONCE if allowed is None else allowed, MOST_AT_ONCE),
            kinds=kinds(every),
            kind=kind,
            drawing=NEAR,
            typed=self.typed,
            held={name: each for name, each in picking.held.items() if name not in self.also},
        )

    def form(self, picking: Picking, picked: str | None) -> Filling:
        """The step's form, with the name of the hex that was chosen."""
        if self.asked_by is None:
            raise LookupError("nothing is asked after that list")
        realm, record = asked_realm(picking.asker), picking.asker.get(RecordId(picking.held["kingdom"]))
        step, choice = self.asked_by
        revision = next((each.revision for each in record.steps if each.name == step), 0)
        name = {} if picked is None else {"hex": realm.land.name_of(spot_of(realm.land, picked))}
        return Filling(record.id, step, revision, choice, name)


@dataclass(frozen=True, slots=True)
class MarkPick(Picks):
    """Hexes that game masters mark, those nearest to a realm first: what is asked, and which are listed."""

    title: Callable[[Picking], Safe]
    fits: Callable[[Picking, Spot, Hex], bool]

    def listed(self, picking: Picking) -> Listed:
        """Those that fit. Raises RuleViolation where there are none."""
        land = land_in(picking.asker.look(EVERYTHING))
        found = [spot for spot, each in land.hexes.items() if self.fits(picking, spot, each)]
        if not found:
            raise none_to_mark()
        held = [spot for spot, each in land.hexes.items() if each.realm is not None]
        nearest = {spot: min((steps_between(spot, each) for each in held), default=0) for spot in found}
        found.sort(key=lambda spot: (nearest[spot], land.name_of(spot)))
        rows = [
            Row(
                spot,
                T("{hex:30}").plain(hex=land.name_of(spot)),
                what_stands_there(land.hexes[spot]),
                place=spot,
            )
            for spot in found
        ]
        says = T("It's done as soon as you have picked them; `/undo` takes it back.")
        return Listed(
            self.title(picking), rows, (says(),), MOST, hint=WHICH, hint_of_several=WHICH, drawing=NEAR
        )


WHICH = T("Which, one or several…")


def none_to_mark() -> UserError:
    """The refusal where there is nothing left to mark."""
    return refused("hex.none_to_mark", "There's no hex left for that.")


def land_in(view: CampaignView) -> Land:
    """The map as the asker sees it. Raises RuleViolation where there is none."""
    found = view.all(LAND.name)
    if not found or not found[0].state.hexes:
        raise refused(
            "map.none",
            "There's no map yet. A game master starts one with `/hex gm new-map` or `/hex gm set`.",
        )
    land: Land = found[0].state
    return land


def _row(realm: Realm, each: Offered) -> Row:
    label = T("{what} in {hex:30}") if each.kind is not None else T("{hex:30} · {what}")
    return Row(
        each.value,
        label.plain(what=each.what, hex=realm.land.name_of(each.spot)),
        what_stands_there(realm.land.hexes[each.spot]),
        "" if affords(realm, each.price) else T("The Treasury can't pay this").plain(),
        each.spot,
        CLAIM if each.kind is None else each.kind.value,
    )


def kinds(every: Sequence[Offered]) -> tuple[Pick, ...]:
    """How many there are of each kind; what has no kind is claimed."""
    count = Counter(each.kind for each in every)
    says = T("{kind}: {n} {n:hex|hexes}")
    claims = [Pick(CLAIM, says.plain(kind=T("Claims"), n=count[None]))] if count[None] else []
    return (
        *claims,
        *(
            Pick(each.value, says.plain(kind=each, n=count[each]), each.meaning)
            for each in Improvement
            if count[each]
        ),
    )
