"""An adventurer's sheet: whole, as a card or as a picture, and in two lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from bot.engine.system import RecordId
from bot.play import Post, Shown
from bot.systems.adventuria.rules.ledger import limit, room_to_rise, total
from bot.systems.adventuria.rules.settings import LEDGERS, ONE_AT_THREE, ONE_NUMBER, SPELLS_AT_THREE
from bot.systems.adventuria.rules.sheets import Made, SheetShown, made_of
from bot.systems.adventuria.rules.state import (
    NAME_LENGTH,
    XP_FOR_A_RISE,
    Adventurer,
    Attribute,
    Possession,
    Ware,
)
from bot.systems.adventuria.screens.asking import asking
from bot.systems.adventuria.screens.portraits import portrait_of
from bot.systems.adventuria.words import sheets as words
from bot.ui.card import FIELD, Card, Tone
from bot.ui.text import fitting, person, safe

# However much is carried, each part of a sheet leaves room for the others.
ROOM = {Ware.ITEM: 800, Ware.SPELL: 400, Ware.ALLY: 400}
GOAL, MOST_WAITING, WAITING = 120, 3, 80
XP = ((Attribute.ARMS, "melee_xp"), (Attribute.MAGIC, "magical_xp"))


@dataclass(frozen=True, slots=True)
class Rulings:
    """What a campaign decided about what stands on a sheet (Q1, Q3)."""

    one_number: bool
    one_at_three: bool

    @classmethod
    def of(cls, settings: Mapping[str, str]) -> Rulings:
        """Those of a campaign's settings."""
        at_three = SPELLS_AT_THREE.of(settings) == ONE_AT_THREE
        return cls(LEDGERS.of(settings) == ONE_NUMBER, at_three)


@dataclass(frozen=True, slots=True)
class Waits:
    """Something that waits for or around an adventurer, and the address of its card."""

    label: str
    url: str | None = None


# -- in two lines -----------------------------------------------------------------------------------


def brief(state: Adventurer) -> tuple[str, ...]:
    """Where an adventurer stands, in two short lines for cards about something else."""
    values = (words.attribute_brief(each, total(state, each)) for each in Attribute)
    xp = words.xp_brief(state.melee_xp, state.magical_xp, XP_FOR_A_RISE)
    return " · ".join(values), " · ".join((hearts(state), words.gold(state.gold), xp))


def hearts(state: Adventurer) -> str:
    """The wounds, as a row of hearts and in words."""
    vitae = total(state, Attribute.VITAE)
    row = words.hearts(state.wounds, vitae)
    return f"{row} {words.wounds(state.wounds, vitae)}".strip()


# -- whole ------------------------------------------------------------------------------------------


def sheet(
    shown: Shown, records: Mapping[RecordId, Shown], rulings: Rulings, waiting: Sequence[Waits] = ()
) -> Card:
    """The whole sheet; `records` are what it links to."""
    state = cast(Adventurer, shown.state)
    lines = (
        words.played_by(words.who(state.type, state.alignment), person(state.player)),
        place(state, safe),
        "",
        *(attribute_line(made_of(state, each)) for each in Attribute),
        hearts(state),
        "",
        words.gold(state.gold),
        *xp_lines(state, rulings),
        *(_held(state, ware, rulings) for ware in Ware),
        *_quest(state),
        *_waiting(waiting),
    )
    notes = "\n".join(fitting(map(safe, state.about.splitlines()), FIELD))
    return Card(
        safe(state.name, NAME_LENGTH),
        lines,
        fields=((words.NOTES, notes),) if notes else (),
        tone=Tone.QUIET if state.end is not None else Tone.PLAIN,
        portrait=portrait_of(shown, records),
    )


def picture(
    shown: Shown, records: Mapping[RecordId, Shown], rulings: Rulings, waiting: Sequence[Waits] = ()
) -> Card:
    """The sheet as a picture, with what waits below it in words."""
    # Only who asks for a picture loads the library that draws it.
    from bot.systems.adventuria.screens import sheet_pictures

    state = cast(Adventurer, shown.state)
    likeness = records.get(state.picture) if state.picture is not None else None
    face = likeness.state.data if likeness is not None and not state.portrait else ""
    drawn = sheet_pictures.picture(state, rulings, face)
    # What is on the web, the picture can't have in it.
    portrait = state.portrait or None
    return Card(safe(state.name, NAME_LENGTH), tuple(_waiting(waiting)), picture=drawn, portrait=portrait)


def attribute_line(made: Made) -> str:
    """An attribute as it counts, what it is made of, and what of that doesn't last."""
    parts = [words.made_of(made.natural, made.bonus, made.cap)]
    parts += [words.passing(amount, until) for until, amount in made.passing]
    parts += [words.in_fray(amount, fray) for fray, amount in made.frays]
    return words.attribute(made.attribute, made.total, "; ".join(parts))


def xp_lines(state: Adventurer, rulings: Rulings) -> Iterator[str]:
    """Both kinds of XP, and where one counts no more (A36, Q6)."""
    for attribute, field in XP:
        counts = room_to_rise(state, attribute, one_number=rulings.one_number) > 0
        yield words.xp(attribute, getattr(state, field), XP_FOR_A_RISE, counts=counts)


def place(state: Adventurer, shown: Callable[[str], str]) -> str:
    """Where an adventurer is, or was last, its location as it is `shown`."""
    location = shown(state.location)
    if state.end is not None:
        return words.gone(state.end, state.turn, location)
    return words.where(state.stage, state.turn, location)


def room(state: Adventurer, ware: Ware, rulings: Rulings) -> str:
    """How many of them there are and may be."""
    most = limit(state, ware, one_at_three=rulings.one_at_three)
    return words.room(ware, len(state.held(ware)), most)


def _held(state: Adventurer, ware: Ware, rulings: Rulings) -> str:
    return words.held(f"**{room(state, ware, rulings)}**", listed(state.held(ware), ROOM[ware], safe))


def listed(held: Iterable[Possession], most: int, shown: Callable[[str], str]) -> str:
    """Their names in a line of at most so many characters; those without room are counted."""
    names: list[str] = []
    counted = named(held)
    left, more = most, sum(count for _, count in counted)
    for name, count in counted:
        told = words.several(shown(name), count)
        left -= len(told) + 2
        if left < 0:
            break
        names.append(told)
        more -= count
    return words.listed(names, more)


def named(held: Iterable[Possession]) -> list[tuple[str, int]]:
    """Each name and how often it is there, a weapon in hand marked."""
    names = (words.wielded(each.name) if each.is_wielded else each.name for each in held)
    return list(Counter(names).items())


def _quest(state: Adventurer) -> Iterator[str]:
    if state.quest is not None:
        yield words.quest(safe(state.quest.name), safe(state.quest.goal, GOAL))
    deeds = words.deeds(state.felled, state.quests_done)
    if deeds:
        yield deeds


def _waiting(waiting: Sequence[Waits]) -> Iterator[str]:
    if waiting:
        yield ""
    for each in waiting[:MOST_WAITING]:
        yield words.waits(safe(each.label, WAITING), each.url)


# -- shown to everybody -----------------------------------------------------------------------------


def draw(post: Post) -> Card | None:
    """A sheet that was shown, as it is now, with the buttons of what waits in it."""
    event, shown = post.entry.event(SheetShown), post.subject
    if event is None or shown is None:
        return None
    drawn = picture if event.as_picture else sheet
    card = drawn(shown, post.records, Rulings.of(post.campaign.settings))
    # Who looks asks nothing of anybody.
    return replace(asking(card, shown, post), asks=())


def show(shown: Shown, post: Post) -> Card | None:
    """Nothing: whoever is reminded of an adventurer sees its turn."""
    return None


TELLERS: dict[type[Any], Any] = {SheetShown: lambda event: words.shown(safe(event.name))}
