"""Other kingdoms, as game masters describe them: who they are, and what they are to each other."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.finders import Asker, Pair, only_named
from bot.engine.people import Standing
from bot.engine.record import FormField
from bot.engine.saying import NOTHING, Clause, Label, Name
from bot.engine.system import World
from bot.engine.text import T, refused
from bot.engine.words import clip, key_of, one_line
from bot.systems.kingdom.abroad.book import Attitude, Bond, Tie
from bot.systems.kingdom.abroad.edicts import with_other
from bot.systems.kingdom.abroad.partners import changed_there, with_all_kingdoms
from bot.systems.kingdom.abroad.state import Bonded, OtherKingdom, Pact
from bot.systems.kingdom.book import Alignment, Backing
from bot.systems.kingdom.land.state import spot_meant
from bot.systems.kingdom.moves import Move, correction
from bot.systems.kingdom.realm import HEX, OnKingdom, Realm, asked_realm, known_spots
from bot.systems.kingdom.state import NAME_LENGTH, Kingdom

MOST_OTHERS: Final = 24
MOST_SIZE, MOST_NUMBER, MOST_SKILL, MOST_BEYOND = 9_999, 999, 99, 999
NOTE_LENGTH: Final = 300
SKILLS_HINT = "Five modifiers: Bluff, Diplomacy, Knowledge (local), Knowledge (nobility), Sense Motive"
SKILLS: Final = 5


def other_kingdoms(asker: Asker) -> list[Pair]:
    """Those that the kingdom meant has to do with, as far as the asker may know them."""
    return [(_line(each), each.name) for each in asked_realm(asker).kingdom.others]


def asked_known(kingdom: Kingdom) -> FormField | None:
    """The line that asks for one of the kingdoms that everybody knows; None where there is none."""
    known = tuple((each.name, each.name) for each in kingdom.others if not each.is_hidden)
    return FormField("other", T("Which kingdom").plain(), options=known) if known else None


def tied_kingdoms(asker: Asker) -> list[Pair]:
    """The kingdoms with which there is a tie."""
    others = asked_realm(asker).kingdom.others
    return [(each.name, each.name) for each in others if each.tie is not Tie.NONE]


def _line(other: OtherKingdom) -> str:
    hidden = T(" · hidden") if other.is_hidden else ""
    return T("{name} · {tie} · {attitude}{hidden}").plain(
        name=other.name, tie=other.tie, attitude=other.attitude, hidden=hidden
    )


def other_of(world: World, realm: Realm, text: str) -> OtherKingdom:
    """The other kingdom of that name; one that is hidden is there for game masters alone.

    Raises RuleViolation naming those there are.
    """
    is_led = world.standing is Standing.GAME_MASTER
    known = [each for each in realm.kingdom.others if is_led or not each.is_hidden]
    typed = one_line(text)
    found = only_named(typed, [(each.name, each) for each in known])
    found = next((each for each in known if _line(each) == typed), found)
    if found is None:
        names = [each.name for each in known if not each.is_hidden]
        raise refused(
            "abroad.unknown",
            "{kingdom:60} knows no kingdom called “{text:60}”. {known}",
            kingdom=realm.kingdom.name,
            text=text,
            known=T("It knows: {names:,}.")(names=names)
            if names
            else T("A game master adds one with `/edict gm kingdom`.")(),
        )
    return found


def met(world: World, realm: Realm, text: str) -> OtherKingdom:
    """The same, of one that everybody knows of. Raises RuleViolation."""
    other = other_of(world, realm, text)
    if other.is_hidden:
        raise refused(
            "abroad.hidden",
            "{name:60} is hidden from the players. Reveal it first with `/edict gm kingdom` and "
            "`hidden: False`.",
            name=other.name,
        )
    return other


def modifiers_of(text: str, count: int) -> tuple[int, ...]:
    """Modifiers of a negotiator, as typed: one for each check. Raises RuleViolation."""
    pieces = key_of(text).replace(",", " ").split()
    try:
        found = tuple(int(each) for each in pieces)
    except ValueError:
        found = ()
    if len(found) != count or any(abs(each) > MOST_SKILL for each in found):
        raise refused(
            "abroad.modifiers",
            "Give {count:one modifier|{count} modifiers}{which}, like {like}; “{text:60}” isn't that.",
            count=count,
            which=T(" (Bluff, Diplomacy, Knowledge (local), Knowledge (nobility), Sense Motive)")()
            if count == SKILLS
            else "",
            like=" ".join(str(each) for each in (8, 11, 5, 7, 9)[:count]),
            text=text,
        )
    return found


# -- what game masters say of one ----------------------------------------------------------------------


class NoteKingdom(OnKingdom):
    """Add another kingdom, or change what is known of it"""

    name: str = option(
        "A new kingdom, or one to change", suggest=other_kingdoms, min_length=1, max_length=NAME_LENGTH
    )
    alignment: Alignment | None = option("Its alignment", default=None)
    size: int | None = option("Its Size, in hexes", default=None, least=0, most=MOST_SIZE)
    attitude: Attitude | None = option("How it feels about this kingdom", default=None)
    hidden: bool | None = option("Whether it's hidden from players", default=None)
    economy: int | None = option(
        "Its Economy; left out, 2d6 + Size when it's needed",
        label="Its Economy",
        default=None,
        least=0,
        most=MOST_NUMBER,
    )
    stability: int | None = option(
        "Its Stability; left out, 2d6 + Size when it's needed",
        label="Its Stability",
        default=None,
        least=0,
        most=MOST_NUMBER,
    )
    skills: str = option(
        SKILLS_HINT, label="Its negotiator's five modifiers", default="", max_length=40, is_read=True
    )
    hex: str = option(HEX, suggest=known_spots, label="Where its settlement lies, for trade", default="")
    beyond: int | None = option(
        "Hexes of travel beyond the edge of the map, for trade",
        label="Hexes beyond the map",
        default=None,
        least=0,
        most=MOST_BEYOND,
    )
    new_name: str = option("Its new name", default="", max_length=NAME_LENGTH)
    note: str = option("Notes that everybody may read", default="", max_length=NOTE_LENGTH)


def _facts(other: OtherKingdom) -> list[Clause]:
    """Facts about another kingdom: who it is, and how it stands."""
    alignment = other.alignment
    return [
        *([Clause(T("{alignment}"), alignment=Label(alignment))] if alignment is not None else []),
        Clause(T("Size {size}"), size=other.size),
        Clause(T("{attitude}"), attitude=Label(other.attitude)),
        Clause(T("{tie}"), tie=Label(other.tie)),
    ]


@correction("edict gm kingdom", button="Write the kingdom down")
def note_kingdom(move: Move, action: NoteKingdom, dice: Dice) -> None:
    """Add another kingdom, or change what is known of one; what isn't given stays.

    The sponsor of the founding has an embassy from the start. Raises RuleViolation.
    """
    world, realm = move.world, move.realm
    name = one_line(action.name)
    before = next((each for each in realm.kingdom.others if each.name.casefold() == name.casefold()), None)
    if before is None and any(_line(each) == name for each in realm.kingdom.others):
        before = other_of(world, realm, name)
    if before is None and len(realm.kingdom.others) >= MOST_OTHERS:
        raise refused(
            "abroad.too_many",
            "A kingdom can keep track of {most} others at most. Remove one with `/gm deed: off the list`.",
            most=MOST_OTHERS,
        )
    is_sponsor = before is None and _is_sponsor(realm.kingdom, name)
    known = before or OtherKingdom(name, has_embassy=is_sponsor)
    other = _changed(world, realm, action, known)
    if other == before:
        raise refused("abroad.unchanged", "{name:60} is already like that.", name=other.name)
    move.is_hidden = other.is_hidden
    move.put(rename_other(realm.kingdom, known.name, other.name))
    move.put(with_other(move.kingdom, other, before=known.name))
    move.say(
        "abroad.noted",
        T("{other} {facts:,}.{sponsor}"),
        other=_noted_kingdom(move, before, other),
        facts=_facts(other),
        sponsor=Clause(T(" It's the sponsor, so there's an embassy from the start."))
        if is_sponsor
        else NOTHING,
    )


def _noted_kingdom(move: Move, before: OtherKingdom | None, other: OtherKingdom) -> Clause:
    """Whom it is about: one that everybody hears of for the first time, or one known already."""
    name = Name(other.name)
    if before is None or (before.is_hidden and not other.is_hidden):
        return Clause(T("Another kingdom for {name:60}: **{other:60}**,"), name=Name(move.name), other=name)
    if before.name == other.name:
        return Clause(T("**{other:60}**:"), other=name)
    return Clause(T("**{other:60}** ({before:60} until now):"), other=name, before=Name(before.name))


def _is_sponsor(kingdom: Kingdom, name: str) -> bool:
    terms = kingdom.terms
    return terms.backing is not Backing.SCRATCH and terms.sponsor.casefold() == name.casefold()


def _changed(world: World, realm: Realm, action: NoteKingdom, known: OtherKingdom) -> OtherKingdom:
    """The other kingdom with what was given. Raises RuleViolation."""
    name = clip(one_line(action.new_name), NAME_LENGTH) or known.name
    taken = {each.name.casefold() for each in realm.kingdom.others if each.name != known.name}
    if name.casefold() in taken:
        raise refused("abroad.name_taken", "There's already a kingdom called {name:60}.", name=name)
    if name.casefold() == realm.kingdom.name.casefold():
        raise refused("abroad.itself", "{name:60} is this kingdom's own name.", name=name)
    if action.hidden and known.tie is not Tie.NONE:
        raise refused(
            "abroad.cant_hide", "{name:60} has a tie with this kingdom, so everybody knows of it.", name=name
        )
    given = {
        field: value
        for field in ("alignment", "size", "attitude", "economy", "stability", "beyond")
        if (value := getattr(action, field)) is not None
    }
    return replace(
        known,
        name=name,
        is_hidden=known.is_hidden if action.hidden is None else action.hidden,
        skills=modifiers_of(action.skills, SKILLS) if action.skills.strip() else known.skills,
        spot=spot_meant(world, realm.land, action.hex) if action.hex.strip() else known.spot,
        note=clip(one_line(action.note), NOTE_LENGTH) or known.note,
        **given,
    )


def rename_other(kingdom: Kingdom, before: str, after: str) -> Kingdom:
    """With its bonds, trade routes and what it sent under the new name."""
    if before == after:
        return kingdom
    now = {before: after}
    bonds = tuple(
        replace(each, first=now.get(each.first, each.first), second=now.get(each.second, each.second))
        for each in kingdom.bonds
    )
    routes = tuple(replace(each, partner=now.get(each.partner, each.partner)) for each in kingdom.routes)
    happenings = tuple(replace(each, other=now.get(each.other, each.other)) for each in kingdom.happenings)
    return replace(kingdom, bonds=bonds, routes=routes, happenings=happenings)


class RemoveKingdom(OnKingdom):
    """Take another kingdom off the list, with all ties to it"""

    other: str = option("Which one", suggest=other_kingdoms)


@correction("edict gm remove", scope=with_all_kingdoms, confirms=True, button="Remove it")
def remove_kingdom(move: Move, action: RemoveKingdom, dice: Dice) -> None:
    """Take one off; a played one loses its ties with this one too. Raises RuleViolation for no such one."""
    world, realm = move.world, move.realm
    kingdom, other = realm.kingdom, other_of(world, realm, action.other)
    routes = tuple(each for each in kingdom.routes if each.partner != other.name)
    move.is_hidden = other.is_hidden
    ended = len(kingdom.routes) - len(routes)
    gone = [Clause(T("the {tie}"), tie=Label(other.tie))] if other.tie is not Tie.NONE else []
    gone += [Clause(T("{routes:a trade route|{routes} trade routes}"), routes=ended)] if ended else []
    if gone:
        move.note(T("Its ties and trade routes go with it."))
    move.change(
        others=tuple(each for each in kingdom.others if each.name != other.name),
        bonds=tuple(each for each in kingdom.bonds if other.name not in (each.first, each.second)),
        routes=routes,
    )
    also, told = changed_there(
        world, realm, other, lambda there: _set(there, Tie.NONE, realm.month, war=there.is_at_war)
    )
    move.also += also
    move.say(
        "abroad.removed",
        T("{name:60} no longer deals with **{other:60}**.{lost}"),
        name=Name(move.name),
        other=Name(other.name),
        lost=Clause(T(" With it {gone:goes|go} {gone:and}."), gone=gone) if gone else NOTHING,
    )
    move.tell(*told)


# -- what they are to each other -------------------------------------------------------------------------


class NoteBond(OnKingdom):
    """Say what two other kingdoms are to each other; it counts in diplomacy with either"""

    first: str = option("One of them", suggest=other_kingdoms)
    second: str = option("The other one", suggest=other_kingdoms)
    bond: Bond = option("What they are to each other")


@correction(
    "edict gm bond",
    already=("abroad.unchanged_bond", T("They're {bond} already.")),
    button="Write the tie down",
)
def note_bond(move: Move, action: NoteBond, dice: Dice) -> None:
    """Keep what two of them are to each other (Table 4-13). Raises RuleViolation."""
    world, realm, kingdom = move.world, move.realm, move.kingdom
    first, second = (other_of(world, realm, each) for each in (action.first, action.second))
    if first.name == second.name:
        raise refused("abroad.one_bond", "Name two different kingdoms.")
    pair = {first.name, second.name}
    bonds = tuple(each for each in kingdom.bonds if {each.first, each.second} != pair)
    if action.bond is not Bond.NONE:
        bonds = (*bonds, Bonded(first.name, second.name, action.bond))
    move.is_hidden = first.is_hidden or second.is_hidden
    move.change(bonds=bonds)
    move.say(
        "abroad.bond_noted",
        T("**{first:60}** and **{second:60}** are {bond}."),
        first=Name(first.name),
        second=Name(second.name),
        bond=Label(action.bond),
    )


def bond_with(kingdom: Kingdom, one: str, other: str) -> Bond:
    """The bond between those two kingdoms."""
    pair = {one, other}
    return next((each.bond for each in kingdom.bonds if {each.first, each.second} == pair), Bond.NONE)


# -- a tie set by hand -------------------------------------------------------------------------------------


class SetTie(OnKingdom):
    """Set the tie with another kingdom by hand: what was agreed in play, or is over"""

    other: str = option("Which kingdom", suggest=other_kingdoms)
    tie: Tie = option("The tie from now on")
    gain: int | None = option(
        "What the treaty or alliance adds to Economy or Stability",
        label="What it adds",
        default=None,
        least=0,
        most=MOST_NUMBER,
    )
    at_war: bool | None = option("Whether the two are at war", default=None)
    attacked: bool | None = option(
        "Whether it attacked this kingdom, which can then end any tie without penalty", default=None
    )


@correction("edict gm tie", scope=with_all_kingdoms, previewed=True, button="Set it")
def set_tie(move: Move, action: SetTie, dice: Dice) -> None:
    """Set it, without checks; negotiations under way end. Where the other one is played it has that tie too.

    Who attacked is at war with this kingdom unless the action says otherwise, and is forgiven in peace.
    Raises RuleViolation.
    """
    world, realm = move.world, move.realm
    before = met(world, realm, action.other)
    war = (action.attacked or before.is_at_war) if action.at_war is None else action.at_war
    attacked = (war and before.has_attacked) if action.attacked is None else action.attacked
    other = _set(before, action.tie, realm.month, war=war, gain=action.gain)
    other = replace(other, has_attacked=attacked and action.tie is not Tie.NONE)
    if other == before:
        raise refused("abroad.unchanged", "{name:60} is already like that.", name=other.name)
    move.put(with_other(realm.kingdom, other))
    pact = {Tie.TREATY: other.treaty, Tie.ALLIANCE: other.alliance}.get(action.tie)
    gain = pact.gain if pact is not None else 0
    move.say(
        "abroad.tie_set",
        T("{name:60} and **{other:60}**: {before} → **{tie}**{gain}.{war}{attacked}"),
        name=Name(move.name),
        other=Name(other.name),
        before=Label(before.tie),
        tie=Label(other.tie),
        gain=Clause(T(", which adds {gain}"), gain=gain) if gain else NOTHING,
        war=Clause(T(" They're at war.")) if war else NOTHING,
        attacked=Clause(
            T(" {other:60} attacked, so {name:60} can end any tie without penalty."),
            other=Name(other.name),
            name=Name(move.name),
        )
        if other.has_attacked
        else NOTHING,
    )
    also, told = changed_there(
        world, realm, other, lambda there: _set(there, action.tie, realm.month, war=war)
    )
    move.also += also
    move.tell(*told)


def _set(before: OtherKingdom, tie: Tie, month: int, *, war: bool, gain: int | None = None) -> OtherKingdom:
    """The other kingdom with that tie, and all ties below it."""
    is_tied = tie is not Tie.NONE
    return replace(
        before,
        has_embassy=is_tied,
        treaty=_pact(before.treaty, Tie.TREATY, tie, month, gain),
        alliance=_pact(before.alliance, Tie.ALLIANCE, tie, month, gain),
        residence=before.residence if is_tied else None,
        talks=None,
        is_at_war=war,
        has_attacked=before.has_attacked and is_tied and war,
    )


def _pact(before: Pact | None, of: Tie, tie: Tie, month: int, gain: int | None) -> Pact | None:
    """That treaty or alliance afterward: as it was, new, or gone."""
    if tie.place < of.place:
        return None
    known = before or Pact(0, since=month)
    return replace(known, gain=gain) if gain is not None and tie is of else known
