"""The month on cards: Upkeep, edicts and armies, income, and its course."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import Any

from bot.engine.card import Card, Tone, step_buttons
from bot.engine.declare import look
from bot.engine.drawing import draws
from bot.engine.event import sentence
from bot.engine.finders import Asker
from bot.engine.people import Permit
from bot.engine.text import Safe, T, listed
from bot.play import Post
from bot.systems.kingdom.book import MonthStep, Role, Tribute
from bot.systems.kingdom.land.map_cards import realm_picture
from bot.systems.kingdom.month.course import KingdomFrozen, KingdomThawed, MonthOpened, PhaseEnded
from bot.systems.kingdom.month.edicts import EdictsSet, cautions, tax_chance, will_be_none
from bot.systems.kingdom.month.income import TaxesCollected, expected, resources
from bot.systems.kingdom.month.rules import (
    TITLES,
    UPKEEP,
    ConsumptionPaid,
    MonthClosed,
    OmenDrawn,
    UnrestSettled,
)
from bot.systems.kingdom.realm import OnKingdom, Realm, asked_realm
from bot.systems.kingdom.settings import RESOURCES_ON_FAILURE
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.state import (
    EDICT_LABELS,
    LEVELS,
    amounts,
    gives,
    having,
    is_vacant,
    level_line,
    level_of,
    unset,
)
from bot.systems.kingdom.towns.item_cards import items_rolled
from bot.systems.kingdom.towns.items import ItemsRolled


@draws(*UPKEEP, rank=6)
def _draw_upkeep(_event: Any, post: Post) -> Card | None:
    """The message about Upkeep: how the check went and what it did, then what followed by itself."""
    told = [each for each in post.entry.events if isinstance(each, (*UPKEEP, ItemsRolled))]
    if not isinstance(first := told[0], UPKEEP):
        return None
    title = T("{name:60}: {title}")(name=first.name, title=TITLES[first.step])
    followed = tuple(_followed(each) for each in told[1:])
    if isinstance(first, ConsumptionPaid | UnrestSettled):
        tone = Tone.BAD if first.unrest > 0 else Tone.PLAIN
        return Card(title, (first.outcome, *followed), tone=tone)
    tone = Tone.GOOD if first.result.is_success else Tone.BAD
    return Card(title, (first.result.sentence(), first.outcome, *followed), tone=tone)


def _followed(event: Any) -> Safe:
    """A routine step in a line."""
    if isinstance(event, ItemsRolled):
        return T("**Magic items**: {rolls}")(rolls=listed(items_rolled(event), ";"))
    return T("**{title}**: {outcome}")(title=TITLES[event.step], outcome=event.outcome)


# -- Edicts and armies: what was issued, and the tables of levels ------------------------------------------


EDICTS = T("{name:60}: edicts")


@draws(EdictsSet, rank=6)
def _draw_edicts(event: EdictsSet, post: Post) -> Card:
    """The message about edicts that were issued."""
    lines = [each.sentence() for each in event.levels] or [T("The edicts stay as they are.")()]
    if event.is_over:
        lines.append(T("The edicts are set for this month.")())
    elif post.newer is None:
        lines += [will_be_none(event.unset)] if event.unset else []
        lines.append(
            T(
                "-# You can set more until the Ruler sets all three at once, or somebody presses **Edicts "
                "stay as they are**."
            )()
        )
    return Card(EDICTS(name=event.name), tuple(lines))


@look("edict show", may=Permit.MEMBERS)
def tables(asker: Asker, asked: OnKingdom) -> Card:
    """See every level of every edict and what it would change"""
    realm = asked_realm(asker, asked.kingdom)
    lines = tuple(cautions(realm))
    if missing := unset(realm.kingdom.edicts):
        lines += (will_be_none(missing),)
    fields = tuple((EDICT_LABELS[kind](), "\n".join(_rows(realm, kind))) for kind in LEVELS)
    steps = [step for step in asker.get(asked.kingdom).steps if step.name == MonthStep.EDICTS.value]
    card = Card(EDICTS(name=realm.kingdom.name), lines, fields)
    return card.add(buttons=step_buttons(asked.kingdom, steps))


def _rows(realm: Realm, kind: str) -> Iterator[Safe]:
    """A level: what it gives and, unless it is in force, what each number would change by."""
    now, has_taxes = level_of(realm.kingdom.edicts, kind), not is_vacant(realm.kingdom, Role.TREASURER)
    old = figures(realm)
    for level in LEVELS[kind]:
        after = replace(
            realm, kingdom=replace(realm.kingdom, edicts=having(realm.kingdom.edicts, {kind: level}))
        )
        chance, new = tax_chance(after), figures(after)
        line = level_line(kind, level)
        taxes = T(" · {chance}% chance of taxes")(chance=chance) if kind == "taxation" and has_taxes else ""
        numbers = ("economy", "loyalty", "stability", "consumption")
        changes = {each: by for each in numbers if (by := getattr(new, each) - getattr(old, each))}
        if level is now:
            yield T("▶ **{line}** (in force){taxes}")(line=line, taxes=taxes)
        elif changes == gives(kind, level):
            yield T("{line}{taxes}")(line=line, taxes=taxes)
        else:
            yield T("{line}{taxes}\n-# would change {changes}")(
                line=line, taxes=taxes, changes=amounts(changes) if changes else T("nothing")
            )


@look("edict armies", may=Permit.MEMBERS)
def armies(asker: Asker, asked: OnKingdom) -> Card:
    """See the armies and their Consumption"""
    kingdom = asked_realm(asker, asked.kingdom).kingdom
    lines = tuple(
        T("**{name:60}**: Consumption {consumption}{note}")(
            name=each.name,
            consumption=each.consumption,
            note=T(" · {note:100}")(note=each.note) if each.note else "",
        )
        for each in kingdom.armies
    )
    none = T("No armies yet. The General raises one with `/act deed: army` in the Edict phase.")()
    return Card(T("{name:60}: armies")(name=kingdom.name), lines or (none,))


# -- Income: taxes, and what they may bring ----------------------------------------------------------------


@draws(TaxesCollected, rank=6)
def _draw_taxes(event: TaxesCollected, _post: Post) -> Card:
    """The message about taxes: the check first, then what it brought and from where."""
    lines = (event.made.sentence(), T("**{net:+} BP** for the Treasury").of(event), *_from(event))
    if event.closed:
        lines += (T("-# That ends Income: nothing more is withdrawn, deposited or sold this month.")(),)
    tone = Tone.GOOD if event.is_success else Tone.BAD
    return Card(T("{name:60}: taxes")(name=event.name), lines, tone=tone)


def _from(event: TaxesCollected) -> Iterator[Safe]:
    """Where it comes from, where that is more than one place; and what a sponsor takes of it."""
    if event.resources or event.tribute:
        yield T("Taxes: {taxes:+} BP").of(event)
    yield from (each.sentence() for each in event.resources)
    if not event.tribute:
        return
    to = event.sponsor or T("the sponsor")
    if event.debt is None:
        yield T("Tribute to {to:60}: −{points} BP")(to=to, points=event.tribute)
        return
    left = T("{debt} BP left to pay back").of(event) if event.debt else T("the debt is paid back")
    yield T("Paid back to {to:60}: −{points} BP; {left}")(to=to, points=event.tribute, left=left)


@look("kingdom forecast", may=Permit.MEMBERS)
def show_forecast(asker: Asker, asked: OnKingdom) -> Card:
    """See what taxes may bring right now"""
    return forecast(asked_realm(asker, asked.kingdom))


def forecast(realm: Realm) -> Card:
    """What the tax check needs, its chance, and what it may bring."""
    title = T("{name:60}: tax forecast")(name=realm.kingdom.name)
    if is_vacant(realm.kingdom, Role.TREASURER):
        none = T("No Treasurer: you collect no taxes this month, and Mines bring in nothing.")
        return Card(title, (none(),))
    now = T("-# With today's numbers. Edicts and events can still change them.")
    return Card(title, (*_odds(realm), *_included(realm), now()))


def _odds(realm: Realm) -> Iterator[str]:
    """What the check takes, what it brings on average, and what each face of the die does."""
    found = expected(realm)
    made = found.check
    if made.needed is None:
        yield T("In anarchy the check can't succeed.")()
    else:
        yield T("Roll **{needed}** or more: **{chance}%** (d20 {modifier:+} against {dc})")(
            needed=made.needed, chance=int(made.chance * 100), modifier=made.modifier, dc=made.dc
        )
    success = found.if_success
    rest = T("; {points} BP if it succeeds")(points=_points(success)) if success is not None else ""
    yield T("On average **{points} BP**{rest}")(points=_points(found.mean), rest=rest)
    yield ""
    # Faces next to each other that fail, or succeed, together.
    numbered = list(enumerate(found.by_die, 1))
    for _, group in groupby(numbered, key=lambda pair: made.of(pair[0]).is_success):
        faces, nets = zip(*((die, each.net) for die, each in group), strict=True)
        span = T("{first}–{last}") if len(faces) > 1 else T("{first}")
        bounds = {"first": faces[0]} | ({"last": faces[-1]} if len(faces) > 1 else {})
        yield T("Die {faces}: {points} BP")(faces=span(**bounds), points=between(nets))


def between(amounts: tuple[int, ...]) -> Safe:
    """The least and the most of them."""
    least, most = min(amounts), max(amounts)
    if least == most:
        return T("{least:+}")(least=least)
    return T("{least:+} to {most:+}")(least=least, most=most)


def _points(mean: Fraction) -> Safe:
    """A mean in BP, with hundredths only where it has any."""
    return Safe(f"{float(mean):.2f}".rstrip("0").rstrip(".").replace("-", "−"))


def _included(realm: Realm) -> Iterator[Safe]:
    """What mines add to it, and what a sponsor takes."""
    if found := resources(realm):
        yields = Safe("; ".join(each.sentence() for each in found))
        if realm.rulings.has(RESOURCES_ON_FAILURE, "yes"):
            yield T("Of that, whatever you roll: {yields}")(yields=yields)
        else:
            yield T("Of that, only on a success: {yields}")(yields=yields)
    terms = realm.kingdom.terms
    if terms.tribute is Tribute.TENTH:
        yield T("The sponsor's tenth, at least 1 BP, comes off that.")()
    elif terms.tribute is Tribute.ONE and terms.debt > 0:
        yield T("1 BP goes back to the sponsor; {debt} BP is owed.")(debt=terms.debt)


# -- The month's course ------------------------------------------------------------------------------------


# A month's beginning, its end and its clock, before what was done then.
@draws(MonthOpened, MonthClosed, PhaseEnded, KingdomFrozen, KingdomThawed, rank=5)
def _draw_course(event: Any, post: Post) -> Card:
    """The message about an entry, where it is about a month's beginning, its end, or its clock."""
    if isinstance(event, MonthOpened):
        return Card(sentence(event) or "")
    if isinstance(event, MonthClosed):
        card = _closed(event, [each for each in post.entry.events if isinstance(each, OmenDrawn)])
        return replace(card, picture=realm_picture(post))
    if isinstance(event, PhaseEnded):
        none = T("Edicts never set: {edicts}. They count as None.")
        edicts = [EDICT_LABELS[each] for each in event.unset]
        return Card(event.headline, (*event.not_made, *((none(edicts=edicts),) if edicts else ())))
    return Card(T("{name:60}")(name=event.name), (sentence(event) or "",), tone=Tone.QUIET)


def _closed(event: MonthClosed, omens: Sequence[OmenDrawn]) -> Card:
    if event.has_fallen:
        title = T("{name:60}, month {month}").of(event)
        return Card(title, (event.fall, *event.reached), tone=Tone.BAD)
    return Card(event.closed, (*event.glance, *event.reached, *(each.told for each in omens)))
