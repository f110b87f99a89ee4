"""Packs (S47 to S51): things Stowed and Readied, coins, dragging, beasts and carts, each with its limit."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import EVERYONE, Audience, Standing
from bot.engine.saying import NOTHING, Clause, Label, Name, Said, say
from bot.engine.system import Record, RecordId, Scope, World
from bot.engine.text import Labelled, Safe, T, refused
from bot.engine.words import one_line
from bot.engine.working import RecordCopy, correction
from bot.systems.sovereign.book import (
    BEASTS_A_CART,
    CARRIERS,
    COINS_AN_ENC,
    DRAGGED,
    ENC,
    POUNDS_AN_ENC,
    Carrier,
    Size,
)
from bot.systems.sovereign.parties.rules import PARTY, OnParty
from bot.systems.sovereign.people.rules import (
    ANYBODY,
    CHARACTER,
    PLAYED,
    SAME,
    OnCharacter,
    audience_of,
    on_character,
    require_able,
    require_alive,
    seen_by,
)
from bot.systems.sovereign.state import MOST_ITEMS, NAME_LENGTH, Character, Item, Mount, Party, Tool

MOST_COUNT, MOST_COINS, MOST_MOUNTS, MOST_WEIGHT = 999, 999_999, 20, 10_000


# -- limits and tools ---------------------------------------------------------------------------------


def require_tool(world: World, user: Character, tool: Tool, *, is_waived: bool = False) -> Item | None:
    """Their kit of that sort. Raises RuleViolation for who has none, unless a game master waives it."""
    if is_waived and world.standing is not Standing.GAME_MASTER:
        raise refused("kit.waived", "Only a {gm} can allow it without the {tool}.", tool=tool)
    found = user.tool(tool)
    if found is None and not is_waived:
        raise refused(
            "kit.none",
            "{name} has no {tool}. Put one in their pack first, or a {gm} allows it without.",
            name=user.name,
            tool=tool,
        )
    return found


def require_room(before: Character, after: Character, *, is_waived: bool = False) -> Character:
    """What they carry then. Raises RuleViolation over a limit that it was not over before (S48, S49, Q25)."""
    if len(after.items) > MOST_ITEMS:
        raise refused("pack.too_many", "A pack can list {n} things. Put some together.", n=MOST_ITEMS)
    if is_waived:
        return after
    for is_readied, room in ((False, after.stowed_room), (True, after.readied_room)):
        n = after.carried(is_readied=is_readied)
        if n > room and n > before.carried(is_readied=is_readied):
            raise refused(
                "pack.over",
                "{name} would have {n} enc {where}: {parts:,}. {limit} {room}.",
                name=after.name,
                n=n,
                where=T("Readied") if is_readied else T("Stowed"),
                parts=_parts(after, is_readied=is_readied),
                limit=T("Half of Strength is") if is_readied else T("Strength is"),
                room=room,
            )
    _require_dragging(before, after)
    return after


def _all(state: Character) -> int:
    dragged = DRAGGED if state.dragging is not None else 0
    return state.carried(is_readied=True) + state.carried(is_readied=False) + dragged


def _require_dragging(before: Character, after: Character) -> None:
    """Somebody dragged counts against both together (Q28)."""
    room = after.stowed_room + after.readied_room
    if after.dragging is not None and _all(after) > room and _all(after) > _all(before):
        raise refused(
            "pack.dragging",
            "{name} would carry {n} enc, {dragged} of them somebody dragged. Stowed and Readied together "
            "allow {room}.",
            name=after.name,
            n=_all(after),
            dragged=DRAGGED,
            room=room,
        )


def _parts(state: Character, *, is_readied: bool) -> list[Safe]:
    """What the sum is made of, heaviest first."""
    things = sorted((e for e in state.items if e.is_readied is is_readied), key=lambda e: -e.weight)
    says = T("{thing} {enc}")
    parts = [says(thing=counted(each), enc=enc_said(each.weight)) for each in things if each.weight]
    if not is_readied and state.coins >= COINS_AN_ENC:
        parts.append(
            T("{coins:,} coins {enc}")(coins=state.coins, enc=enc_said(state.coins // COINS_AN_ENC * ENC))
        )
    return parts


def enc_said(thousandths: int) -> Safe:
    """Points of encumbrance, with as many places as they need."""
    return Safe(f"{Fraction(thousandths, ENC).__float__():g}")


def counted(item: Item) -> Safe:
    """A thing, and how many."""
    says = T("{name}") if item.count == 1 else T("{count} × {name}")
    return says.of(item)


# -- how much something weighs ------------------------------------------------------------------------


_WEIGHT = re.compile(r"([0-9]{1,5})(?:[.,]([0-9]{1,2}))?\s*(lbs?|pounds?|enc|points?)?", re.ASCII)


def read_weight(text: str) -> int:
    """Thousandths of a point out of “12 lb” or “3” (S50, Q27: exact). Raises RuleViolation."""
    found = _WEIGHT.fullmatch(text.strip().casefold())
    if found is None:
        raise refused(
            "pack.weight",
            "“{text:20}” is no weight. Write points of encumbrance like 2, or pounds like 12 lb.",
            text=text,
        )
    hundredths = int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0"))
    points = Fraction(hundredths, 100)
    if (found[3] or "").startswith(("lb", "pound")):
        points /= POUNDS_AN_ENC
    if points > MOST_WEIGHT:
        raise refused("pack.too_heavy", "That's too heavy: {most} enc at most.", most=MOST_WEIGHT)
    return int(points * ENC)


# -- things -------------------------------------------------------------------------------------------


class AddItem(OnCharacter):
    """Put a thing in a pack"""

    thing: str = option("What it is", max_length=NAME_LENGTH)
    size: Size = option("How awkward it is to carry", default=Size.ONE_HAND)
    weighs: str = option(
        "Instead of the size: points like 2, or 12 lb", default="", max_length=20, is_read=True
    )
    count: int = option("How many", default=1, least=1, most=MOST_COUNT)
    is_readied: bool = option("Whether it is at hand instead of stowed away", name="readied", default=False)
    tool: Tool = option("Whether it is a kit that others ask for", name="kit", default=Tool.NONE)
    is_waived: bool = option("For game masters: allow it over the limit", name="over", default=False)


class Moved(Labelled):
    """A way in which a thing changes its place."""

    ADDED = "added", "packed"
    STOWED = "stowed", "stowed"
    READIED = "readied", "drawn"
    DROPPED = "dropped", "dropped"
    GIVEN = "given", "given away"
    LOADED = "loaded", "loaded"
    UNLOADED = "unloaded", "unloaded"


def _say_moved(
    what: Moved, who: str, thing: str, count: int, to: str = "", *, audience: Audience = EVERYONE
) -> Said:
    """What happens to a thing in a pack, or on its way out of one."""
    name, other = Name(who), Name(to)
    moved = (
        Clause(T("{name}"), name=Name(thing))
        if count == 1
        else Clause(T("{count} × {name}"), count=count, name=Name(thing))
    )
    match what:
        case Moved.ADDED:
            return say("pack.added", T("{name} packs {moved}."), name=name, moved=moved, audience=audience)
        case Moved.STOWED:
            return say("pack.stowed", T("{name} stows {moved}."), name=name, moved=moved, audience=audience)
        case Moved.READIED:
            return say(
                "pack.readied",
                T("{name} draws {moved}, a Main Action: it's Readied now."),
                name=name,
                moved=moved,
                audience=audience,
            )
        case Moved.DROPPED:
            return say("pack.dropped", T("{name} drops {moved}."), name=name, moved=moved, audience=audience)
        case Moved.GIVEN:
            return say(
                "pack.given",
                T("{name} gives {moved} to {to}."),
                name=name,
                moved=moved,
                to=other,
                audience=audience,
            )
        case Moved.LOADED:
            return say(
                "pack.loaded",
                T("{name} loads {moved} on {to}."),
                name=name,
                moved=moved,
                to=other,
                audience=audience,
            )
        case _:
            return say(
                "pack.unloaded",
                T("{name} takes {moved} from {to}."),
                name=name,
                moved=moved,
                to=other,
                audience=audience,
            )


def require_waiver(world: World, *, is_waived: bool) -> bool:
    """Whether the limits are waived. Raises RuleViolation for a player who does it."""
    if is_waived and world.standing is not Standing.GAME_MASTER:
        raise refused("pack.waived", "Only a {gm} can allow more than the limit.")
    return is_waived


def _joined(items: Iterable[Item], new: Item) -> tuple[Item, ...]:
    """The things with that one: like ones lie together."""
    kept = list(items)
    for n, each in enumerate(kept):
        if replace(each, key=new.key, count=new.count) == new:
            if each.count + new.count > MOST_COUNT:
                raise refused("pack.count", "You can have {n} of a thing at most.", n=MOST_COUNT)
            kept[n] = replace(each, count=each.count + new.count)
            return tuple(kept)
    return (*kept, new)


@on_character("party pack add", known=audience_of)
def add_item(found: RecordCopy[Character], action: AddItem, dice: Dice) -> None:
    """Put it there (S47). Raises RuleViolation for no name or weight, and over the limit."""
    state, name = found.state, one_line(action.thing)
    if not name:
        raise refused("pack.name", "Say what it is.")
    enc = read_weight(action.weighs) if action.weighs.strip() else action.size.enc
    item = Item(found.world.new_id(), name, enc, action.count, action.is_readied, action.tool)
    is_waived = require_waiver(found.world, is_waived=action.is_waived)
    found.put(require_room(state, replace(state, items=_joined(state.items, item)), is_waived=is_waived))
    found.tell(_say_moved(Moved.ADDED, state.name, name, action.count))


@dataclass(frozen=True, slots=True)
class MoveItem:
    """Draw a thing, or stow it."""

    character: RecordId
    item: str
    is_readied: bool


@dataclass(frozen=True, slots=True)
class DropItem:
    """Leave things behind."""

    character: RecordId
    item: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class GiveItem:
    """Hand things over to somebody who goes along."""

    character: RecordId
    item: str
    to: RecordId
    count: int = 1


@dataclass(frozen=True, slots=True)
class LoadItem:
    """Put things on a beast or cart of the party's."""

    character: RecordId
    item: str
    party: RecordId
    mount: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class UnloadItem:
    """Take things from a beast or cart."""

    character: RecordId
    party: RecordId
    mount: str
    item: str
    count: int = 1


def item_of(items: Iterable[Item], key: str) -> Item:
    """The thing of that key. Raises RuleViolation where it isn't there any more."""
    found = next((each for each in items if each.key == key), None)
    if found is None:
        raise refused("pack.gone", "That's no longer in the pack. `/party pack show` shows what is.")
    return found


def without(items: Iterable[Item], item: Item, count: int) -> tuple[Item, ...]:
    if not 1 <= count <= item.count:
        raise refused("pack.fewer", "There are {n} of those, not {count}.", n=item.count, count=count)
    left = replace(item, count=item.count - count)
    return tuple(
        left if each.key == item.key else each for each in items if each.key != item.key or left.count
    )


@on_character(known=audience_of)
def move_item(found: RecordCopy[Character], action: MoveItem, dice: Dice) -> None:
    """Draw it, which takes a Main Action (S48), or stow it. Raises RuleViolation over the limit."""
    state = found.state
    item = item_of(state.items, action.item)
    require_able(state)
    if item.is_readied is action.is_readied:
        raise refused(
            "pack.there",
            "Already {where}: {thing}.",
            where=Moved.READIED if item.is_readied else Moved.STOWED,
            thing=item.name,
        )
    rest = tuple(each for each in state.items if each is not item)
    moved = replace(item, is_readied=action.is_readied)
    found.put(require_room(state, replace(state, items=_joined(rest, moved))))
    what = Moved.READIED if action.is_readied else Moved.STOWED
    found.tell(_say_moved(what, state.name, item.name, item.count))


@on_character(known=audience_of)
def drop_item(found: RecordCopy[Character], action: DropItem, dice: Dice) -> None:
    """Leave it behind. Raises RuleViolation for more than there are."""
    item = item_of(found.state.items, action.item)
    found.change(items=without(found.state.items, item, action.count))
    found.tell(_say_moved(Moved.DROPPED, found.state.name, item.name, action.count))


@on_character(known=audience_of, scope=lambda given: Scope((given.character, given.to)))
def give_item(found: RecordCopy[Character], action: GiveItem, dice: Dice) -> None:
    """Hand it over; it is Stowed there. Raises RuleViolation for the dead, and over the other's limit."""
    state, other = found.state, found.world.get(CHARACTER, action.to)
    item = item_of(state.items, action.item)
    if found.id == other.id:
        raise refused("pack.self", "{name} has it already.", name=state.name)
    require_alive(other.state)
    given = replace(item, count=action.count, is_readied=False, key=found.world.new_id())
    found.change(items=without(state.items, item, action.count))
    taken = replace(other.state, items=_joined(other.state.items, given))
    found.put_other(other.id, require_room(other.state, taken))
    to, audience = other.state.name, seen_by(other.state)
    found.tell(_say_moved(Moved.GIVEN, state.name, item.name, action.count, to, audience=audience))


# -- coins and dragging -------------------------------------------------------------------------------


class Coins(OnCharacter):
    """Take, pay or give coins; 100 weigh 1 enc"""

    amount: int = option("How many; negative pays them", least=-MOST_COINS, most=MOST_COINS)
    to: RecordId | None = option("Who gets them, out of this purse", default=None, finder=ANYBODY)
    is_waived: bool = option("For game masters: allow it over the limit", name="over", default=False)


class CoinsChanged(Event):
    """Coins changed hands."""

    name: str
    before: int
    after: int
    to: str = ""

    @property
    def given(self) -> int:
        """The coins that left the purse."""
        return self.before - self.after

    def sentence(self) -> T:
        """Whose, before → after."""
        if self.to:
            return T("{name} gives {to} {given:,} {given:coin|coins}: {before:,} → {after:,}.")
        return T("{name}: coins {before:,} → {after:,}.")


def paid(state: Character, amount: int) -> Character:
    """With so many coins more or less. Raises RuleViolation for more than there are, or fit."""
    coins = state.coins + amount
    if coins < 0:
        raise refused(
            "coins.too_few",
            "{name} has {n:,} coins, not {amount:,}.",
            name=state.name,
            n=state.coins,
            amount=-amount,
        )
    if coins > MOST_COINS:
        raise refused("coins.too_many", "You can have {n:,} coins at most.", n=MOST_COINS)
    return replace(state, coins=coins)


@on_character("party pack coins", known=audience_of)
def coins(found: RecordCopy[Character], action: Coins, dice: Dice) -> None:
    """Change the purse. Raises RuleViolation for too few, for nothing, and over the limit."""
    world, state = found.world, found.state
    is_waived = require_waiver(world, is_waived=action.is_waived)
    if not action.amount:
        raise refused("coins.none", "Say how many coins.")
    if action.to is None or action.to == found.id:
        found.put(require_room(state, paid(state, action.amount), is_waived=is_waived))
        found.tell(CoinsChanged(state.name, state.coins, found.state.coins))
        return
    other, amount = world.get(CHARACTER, action.to), abs(action.amount)
    found.put(paid(state, -amount))
    taken = require_room(other.state, paid(other.state, amount), is_waived=is_waived)
    found.put_other(other.id, taken)
    to, audience = other.state.name, seen_by(other.state)
    found.tell(CoinsChanged(state.name, state.coins, found.state.coins, to, audience=audience))


class Drag(OnCharacter):
    """Drag somebody who can't walk: 12 enc, and both hands; nobody lets go"""

    whom: RecordId | None = option("Who; nobody by default", default=None, finder=ANYBODY)


@on_character("party pack drag", already=SAME)
def drag(found: RecordCopy[Character], action: Drag, dice: Dice) -> None:
    """Take hold of them (S47, Q28). Raises RuleViolation for who can walk, and over the limit."""
    state, who = found.state, Name(found.state.name)
    if action.whom == state.dragging:
        return
    if action.whom is None:
        found.say("pack.lets_go", T("{name} lets go."), name=who)
    else:
        other = found.world.get(CHARACTER, action.whom).state
        require_able(state)
        if not other.is_helpless:
            raise refused("drag.walks", "{name} can walk.", name=other.name)
        drags = say(
            "pack.drags",
            T("{name} drags {whom} with both hands."),
            name=who,
            whom=Name(other.name),
            audience=seen_by(other),
        )
        found.tell(drags)
    found.put(require_room(state, replace(state, dragging=action.whom)))


# -- beasts, porters and carts (S51, Q29) -------------------------------------------------------------


class AddMount(OnParty):
    """Give the party a beast, porter or cart"""

    carrier: Carrier = option("What", name="what")
    name: str = option("Name", default="", max_length=NAME_LENGTH)
    payer: RecordId | None = option(
        "Who pays; nobody by default", name="paid_by", default=None, finder=PLAYED
    )


def room_of(party: Party, mount: Mount) -> int:
    """Points that it can carry: a cart 300 with two unladen beasts, which then carry nothing (Q29)."""
    beasts = [each for each in party.mounts if CARRIERS[each.carrier].is_beast and not each.items]
    carts = [each for each in party.mounts if each.carrier is Carrier.CART]
    pulled = carts[: len(beasts) // BEASTS_A_CART]
    if mount.carrier is Carrier.CART:
        return CARRIERS[Carrier.CART].enc if mount in pulled else 0
    pulling = beasts[: len(pulled) * BEASTS_A_CART]
    return 0 if mount in pulling else CARRIERS[mount.carrier].enc


def _require_room(party: Party) -> None:
    if len(party.mounts) >= MOST_MOUNTS:
        raise refused("mount.too_many", "A party can have {n} beasts and carts.", n=MOST_MOUNTS)


@correction("party pack beast", of=PARTY, when=(_require_room,))
def add_mount(found: RecordCopy[Party], action: AddMount, dice: Dice) -> None:
    """Add it, paid or not (S51). Raises RuleViolation for a purse that hasn't as much."""
    world, party = found.world, found.state
    name = one_line(action.name) or action.carrier.label
    mount = Mount(world.new_id(), str(name), action.carrier, payer=action.payer)
    found.change(mounts=(*party.mounts, mount))
    price, payer = CARRIERS[action.carrier].price, ""
    if action.payer is not None:
        purse = world.get(CHARACTER, action.payer)
        found.put_other(purse.id, paid(purse.state, -price))
        payer = purse.state.name
    found.say(
        "pack.mount_added",
        T("New with {party}: {name}, a {carrier}.{paid}"),
        party=Name(party.name),
        name=Name(mount.name),
        carrier=Label(action.carrier),
        paid=Clause(T(" {payer} pays {price} gold."), payer=Name(payer), price=price) if payer else NOTHING,
    )


class LoseMount(OnParty):
    """Part with a beast, porter or cart, and with what it carries"""

    mount: str = option(
        "Which",
        name="which",
        suggest=lambda asker: [(each.name, each.key) for each in asker.record("party").state.mounts],
    )


def mount_of(party: Party, key: str) -> Mount:
    """The one of that key or name. Raises RuleViolation where there is none."""
    found = [each for each in party.mounts if key in (each.key, each.name)]
    if not found:
        raise refused("mount.none", "The party has no such beast or cart. Pick one from the list.")
    return found[0]


@correction("party pack part", of=PARTY, confirms=True, button="Part with it")
def lose_mount(found: RecordCopy[Party], action: LoseMount, dice: Dice) -> None:
    """Take a beast, porter or cart out of the party."""
    party = found.state
    mount = mount_of(party, action.mount)
    if mount.items:
        found.note(T("What it carries goes with it: {things:,}.")(things=[counted(e) for e in mount.items]))
    found.change(mounts=tuple(each for each in party.mounts if each is not mount))
    found.say(
        "pack.mount_lost",
        T("{name} leaves {party}, with all it carries."),
        party=Name(party.name),
        name=Name(mount.name),
    )


def _with_mount(party: Party, mount: Mount) -> Party:
    return replace(party, mounts=tuple(mount if each.key == mount.key else each for each in party.mounts))


def _of_both(moved: Any) -> Scope:
    return Scope((moved.character, moved.party))


def _party_of(found: RecordCopy[Character], moved: LoadItem | UnloadItem) -> Record[Party]:
    """The party with the beast or cart. Raises RuleViolation for who doesn't go along."""
    party = found.world.get(PARTY, moved.party)
    if found.id not in party.state.members:
        raise refused(
            "mount.elsewhere",
            "{name} doesn't go with {party}.",
            name=found.state.name,
            party=party.state.name,
        )
    return party


@on_character(scope=_of_both)
def load_item(found: RecordCopy[Character], action: LoadItem, dice: Dice) -> None:
    """Put it there. Raises RuleViolation over what the beast or cart can carry."""
    state, party = found.state, _party_of(found, action)
    mount = mount_of(party.state, action.mount)
    item = item_of(state.items, action.item)
    put = replace(item, count=action.count, is_readied=False, key=found.world.new_id())
    loaded = replace(mount, items=_joined(mount.items, put))
    room = room_of(party.state, mount)
    if loaded.carried > room:
        raise refused(
            "mount.over",
            "{mount} would carry {n} enc and can carry {room}.",
            mount=mount.name,
            n=loaded.carried,
            room=room,
        )
    found.change(items=without(state.items, item, action.count))
    found.put_other(party.id, _with_mount(party.state, loaded))
    found.tell(_say_moved(Moved.LOADED, state.name, item.name, action.count, mount.name))


@on_character(scope=_of_both)
def unload_item(found: RecordCopy[Character], action: UnloadItem, dice: Dice) -> None:
    """Take it into one's pack. Raises RuleViolation over the limit."""
    state, party = found.state, _party_of(found, action)
    mount = mount_of(party.state, action.mount)
    item = item_of(mount.items, action.item)
    taken = replace(item, count=action.count, key=found.world.new_id())
    found.put(require_room(state, replace(state, items=_joined(state.items, taken))))
    left = replace(mount, items=without(mount.items, item, action.count))
    found.put_other(party.id, _with_mount(party.state, left))
    found.tell(_say_moved(Moved.UNLOADED, state.name, item.name, action.count, mount.name))
