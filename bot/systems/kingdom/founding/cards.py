"""Kingdoms as a whole on cards and in the journal: drawn up, founded, renamed, ended; what founding takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.card import Button, Card, Tone
from bot.engine.deciding import Asked, panel
from bot.engine.declare import look, option
from bot.engine.drawing import draws
from bot.engine.finders import Asker
from bot.engine.people import Permit
from bot.engine.system import FormField, RecordId, Scope
from bot.engine.text import Safe, T
from bot.engine.working import REASON_LENGTH
from bot.play import Post, Pressed
from bot.systems.kingdom import kingdom_view
from bot.systems.kingdom.book import ALIGNMENTS, Backing, Role, Stage
from bot.systems.kingdom.checks import SIDES, Check, percent
from bot.systems.kingdom.founding.rules import (
    CAPITAL_FORM,
    DRAFT,
    EndKingdom,
    KingdomEnded,
    KingdomFounded,
    Wanted,
    foreseen,
    lacking,
    prospect,
)
from bot.systems.kingdom.realm import KINGDOM, KINGDOM_MEANT, OnKingdom, Realm, asked_realm
from bot.systems.kingdom.settings import SETTINGS
from bot.systems.kingdom.state import Kingdom, Terms
from bot.systems.kingdom.towns.context import INHERITS, has_shore
from bot.ui import controls
from bot.ui.controls import Do, button
from bot.ui.dispatcher import Dispatcher, in_time
from bot.ui.errors import damaged_button
from bot.ui.modal import answers, modal
from bot.ui.reply import Reply
from bot.ui.text import safe


@draws(KingdomFounded, rank=1)
def _draw_founded(event: KingdomFounded, post: Post) -> Card | None:
    """The message about an entry, where a kingdom stands from now on."""
    if post.subject is None:
        return None
    return Card(safe(post.subject.title, 60), tuple(founded_lines(event)), tone=Tone.GOOD)


@draws(KingdomEnded, rank=1)
def _draw_ended(event: KingdomEnded, post: Post) -> Card | None:
    """The message about an entry, where a kingdom ends."""
    if post.subject is None:
        return None
    return Card(safe(post.subject.title, 60), tuple(_ended_lines(event)), tone=Tone.QUIET)


def founded_lines(event: KingdomFounded) -> Iterator[str]:
    """What founding took, and what the first month begins with."""
    yield event.says.of(event)
    yield T("Claim {claim} BP · site {preparation} BP · **{treasury} BP** in the Treasury").of(event)
    yield T("Milestones: {xp:,} XP for the party").of(event)
    yield from _begins(event.checks)
    if event.vacant:
        yield T("**Vacant:** {vacant:,}. **Take a role…** says what each costs.").of(event)
    if event.borders:
        yield T("Water borders: {borders}.").of(event)
    if event.inherits is not None:
        yield INHERITS[event.inherits].rendered()
    if event.capital:
        yield ""
        yield T(
            "**First buildings**, before month 1 opens: one building, ideally an Inn, Shrine, Monastery or "
            "Watchtower, plus one House, Mansion, Noble Villa or Tenement. An Inn needs a House next to it, "
            "so build that first. Press **Build…** or use `/settlement build`."
        )()


def _ended_lines(event: KingdomEnded) -> Iterator[str]:
    yield event.sentence()
    if event.settlements:
        yield T(
            "{hexes:1 hex|{hexes} hexes} can be claimed again; {settlements:1 settlement is now a Free "
            "City|{settlements} settlements are now Free Cities}."
        ).of(event)
    elif event.hexes:
        yield T("{hexes:1 hex|{hexes} hexes} can be claimed again.").of(event)


# -- Ending a kingdom, and how its campaign plays ----------------------------------------------------------


END = "kingdom_end"


class Ending(OnKingdom):
    """The kingdom that `/kingdom end` is to end."""

    kingdom: RecordId = option("Which one, if there are several", finder=KINGDOM_MEANT)


@look("kingdom archive", may=Permit.GAME_MASTERS)
def before_it_ends(asker: Asker, asked: Ending) -> Card:
    """End a kingdom; shows what becomes of its hexes and settlements first"""
    realm = asked_realm(asker, asked.kingdom)
    is_draft = realm.kingdom.stage is Stage.FOUNDING
    does = T("It's only drawn up: nothing is paid, and no hex is claimed.")()
    if not is_draft:
        does = T(
            "It loses {hexes:1 hex|{hexes} hexes}; {towns:1 settlement becomes a Free City|{towns} "
            "settlements become Free Cities}."
        )(hexes=realm.size, towns=len(realm.towns))
    keeps = T("It all stays in the journal, and `/undo` brings it back.")
    end = Button(T("End it…").plain(), END, (realm.id,), is_main=True)
    title = T("End {name:60}?")(name=realm.kingdom.name)
    return Card(title, (does, keeps()), tone=Tone.ASKS, buttons=(end,))


@look("kingdom settings", may=Permit.EVERYONE)
def show_settings(asker: Asker, asked: Asked) -> Card:
    """See this campaign's house rules for the kingdom; game masters can change them"""
    return panel(asker, SETTINGS[0].system, asked)


@button(END, may=Permit.GAME_MASTERS, can_defer=False)
async def ask_to_end(dispatcher: Dispatcher, reply: Reply, kingdom: RecordId) -> None:
    """Ask for the reason before the kingdom ends."""
    found = (await in_time(dispatcher.look(reply.interaction, Scope(ids=(kingdom,))))).all(KINGDOM.name)
    if not found or found[0].is_archived:
        raise damaged_button()
    asks = (FormField("reason", T("Reason, for the journal").plain(), REASON_LENGTH, is_optional=True),)
    await reply.modal(modal(f"{END}|{kingdom}", T("End this kingdom").plain(), asks))


@controls.form(END, may=Permit.GAME_MASTERS)
async def end(_dispatcher: Dispatcher, reply: Reply, kingdom: RecordId) -> Do:
    """End the kingdom."""
    return Do(EndKingdom(kingdom, answers(reply.interaction.data).get("reason", "")))


@button(CAPITAL_FORM, may=Permit.GAME_MASTERS, can_defer=False)
async def ask_for_capital(dispatcher: Dispatcher, reply: Reply, kingdom: RecordId) -> None:
    """Ask for the capital; where its hex has no water, nothing of water borders."""
    view = await in_time(kingdom_view.seen(dispatcher, reply.interaction, kingdom))
    realm = view.realm
    first = realm.land.hexes.get(realm.kingdom.first or "")
    dry = () if first is not None and has_shore(first) else ("borders",)
    revision = next((step.revision for step in view.shown.steps if step.name == DRAFT), 0)
    await dispatcher.fill_in(reply, Pressed(view.id, DRAFT, revision, "found"), without=dry)


# -- A kingdom that is being drawn up: what was chosen, what is missing, and what founding it takes --------


MOST_LEADERS = 6
SETTLED = (Backing.CONQUEST, Backing.FIEF, Backing.GRANT)


def founding_lines(realm: Realm) -> Iterator[str]:
    """What was chosen, what is missing, who leads it, and what founding takes and leaves."""
    kingdom, lacks = realm.kingdom, lacking(realm.kingdom)
    yield _line(T("Alignment"), _alignment(kingdom) if Wanted.ALIGNMENT not in lacks else "")
    yield _line(T("Build points"), _agreed(kingdom.terms) if Wanted.POINTS not in lacks else "")
    if Wanted.POINTS in lacks and kingdom.terms.backing is not Backing.SCRATCH:
        yield T("Terms: {terms}")(terms=_on_terms(kingdom.terms))
    yield _line(T("First hex"), _first(realm) if Wanted.HEX not in lacks else "")
    yield _leaders(kingdom)
    if kingdom.terms.backing in SETTLED:
        yield T(
            "-# A settled domain can start with more hexes and settlements: use `/gm deed: give hexes` "
            "once it's founded."
        )()
    yield ""
    yield from _cost(realm)
    yield from _begins(foreseen(realm))
    if lacks:
        yield T("Still missing: {lacks}.")(lacks=lacks)
    yield T("Until it's founded nothing is paid and no hex is claimed.")()
    yield T("-# After founding, before month 1: the capital's first building and one home.")()


def _begins(checks: Sequence[Check]) -> Iterator[Safe]:
    """The attributes that a kingdom begins with, and how likely the check of each succeeds."""
    if not checks:
        return
    each = T("**{attribute} {modifier}**: {needed}+ ({chance})")
    told = [
        each(
            attribute=check.attribute,
            modifier=check.modifier,
            needed=check.needed or SIDES,
            chance=percent(check.chance),
        )
        for check in checks
    ]
    yield T("First checks (d20, Control DC {dc}): {checks}")(dc=checks[0].dc, checks=Safe(" · ".join(told)))


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
    return T("{points} BP · {terms}")(points=terms.points, terms=_on_terms(terms))


def _on_terms(terms: Terms) -> Safe:
    """Who backs it, and what it owes them."""
    owed = T(" · {owed}")(owed=terms.tribute.meaning) if terms.tribute.meaning else ""
    return T("{backing}{by}{owed}")(backing=terms.backing, by=sponsored(terms), owed=owed)


def sponsored(terms: Terms) -> Safe | str:
    return T(" from {sponsor:60}")(sponsor=terms.sponsor) if terms.sponsor else ""


def _first(realm: Realm) -> str:
    first = realm.kingdom.first
    each = realm.land.hexes.get(first) if first is not None else None
    if first is None or each is None:
        return ""
    return T("{hex:30}, {terrain}")(hex=realm.land.name_of(first), terrain=each.terrain)


def _leaders(kingdom: Kingdom) -> Safe:
    named = [T("{role} {name:40}").of(each) for each in kingdom.leaders]
    if not named:
        none = T("Leaders: none of {roles} roles yet, now or later. The list says what a vacancy costs.")
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
    claim = (
        T("{claim} BP to claim the hex") if cost.claim else T("nothing for the hex (it already owns that)")
    )
    took = T(" ({months} {months:month|months} of work, in the story)")
    yield T("Founding the kingdom costs {claim} and {preparation} BP to prepare the site{took}.")(
        claim=claim(claim=cost.claim) if cost.claim else claim,
        preparation=cost.preparation,
        took=took(months=cost.months) if cost.months else "",
    )
    if points:
        price = cost.claim + cost.preparation
        left = T("{points} − {price} = **{left} BP** left in the Treasury")
        yield left(points=points, price=price, left=cost.left)
    if cost.left < 0 < points:
        yield T("That's more than it starts with: raise the build points.")()
