"""Packs (S47 to S51): things Stowed and Readied, coins, dragging, beasts and carts, each with its limit."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from bot.engine.asking import Asking, Pair
from bot.engine.declare import action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import GAME_MASTERS, Permit, Standing
from bot.engine.system import Record, RecordId, Replace, Scene, Scope, Turn
from bot.engine.text import Labelled, Safe, T, refused
from bot.engine.words import one_line
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


def require_tool(scene: Scene, user: Character, tool: Tool, *, is_waived: bool = False) -> Item | None:
    """Their kit of that sort. Raises RuleViolation for who has none, unless a game master waives it."""
    if is_waived and scene.standing is not Standing.GAME_MASTER:
        raise refused("kit.waived", "Only a {gm} can allow it without the {tool}.", tool=tool)
    found = user.tool(tool)
    if found is None and not is_waived:
        raise refused(
            "kit.none",
            "{name} has no {tool}. Use `/pack add`, or a {gm} allows it with `no_kit`.",
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
    weighs: str = option("Instead of the size: points like 2, or 12 lb", default="", max_length=20)
    count: int = option("How many", default=1, least=1, most=MOST_COUNT)
    is_readied: bool = option("Whether it is at hand instead of stowed away", name="readied", default=False)
    tool: Tool = option("Whether it is a kit that others ask for", name="kit", default=Tool.NONE)
    is_waived: bool = option("For game masters: allow it over the limit", name="over", default=False)


class Moved(Labelled):
    """What happens to a thing."""

    ADDED = "added", "packed"
    STOWED = "stowed", "stowed"
    READIED = "readied", "drawn"
    DROPPED = "dropped", "dropped"
    GIVEN = "given", "given away"
    LOADED = "loaded", "loaded"
    UNLOADED = "unloaded", "unloaded"


_SAYS = {
    Moved.ADDED: T("{name} packs {moved}."),
    Moved.STOWED: T("{name} stows {moved}."),
    Moved.READIED: T("{name} draws {moved}, a Main Action: it's Readied now."),
    Moved.DROPPED: T("{name} drops {moved}."),
    Moved.GIVEN: T("{name} gives {moved} to {to}."),
    Moved.LOADED: T("{name} loads {moved} on {to}."),
    Moved.UNLOADED: T("{name} takes {moved} from {to}."),
}


class PackChanged(Event):
    """Something comes into a pack, moves in it, or leaves it."""

    name: str
    thing: str
    count: int
    what: Moved
    to: str = ""

    def sentence(self) -> Safe:
        """What happens to what."""
        return _SAYS[Moved(self.what)].of(self, moved=counted(Item("", self.thing, 0, self.count)))


def require_waiver(scene: Scene, *, is_waived: bool) -> bool:
    """Whether the limits are waived. Raises RuleViolation for a player who does it."""
    if is_waived and scene.standing is not Standing.GAME_MASTER:
        raise refused("pack.waived", "Only a {gm} can allow more than the limit.")
    return is_waived


def _joined(items: Iterable[Item], new: Item) -> tuple[Item, ...]:
    """The things with that one: like ones lie together."""
    kept = list(items)
    for n, each in enumerate(kept):
        if replace(each, key=new.key, count=new.count) == new:
            if each.count + new.count > MOST_COUNT:
                raise refused("pack.count", "{n} of a thing are the most.", n=MOST_COUNT)
            kept[n] = replace(each, count=each.count + new.count)
            return tuple(kept)
    return (*kept, new)


@action("pack add", may=Permit.OWNER_OR_GAME_MASTER)
def add_item(scene: Scene, action: AddItem, dice: Dice) -> Turn:
    """Put it there (S47). Raises RuleViolation for no name or weight, and over the limit."""
    record = scene.get(CHARACTER, action.character)
    state, name = record.state, one_line(action.thing)
    if not name:
        raise refused("pack.name", "Say what it is.")
    enc = read_weight(action.weighs) if action.weighs.strip() else action.size.enc
    item = Item(scene.new_id(), name, enc, action.count, action.is_readied, action.tool)
    is_waived = require_waiver(scene, is_waived=action.is_waived)
    after = require_room(state, replace(state, items=_joined(state.items, item)), is_waived=is_waived)
    told = PackChanged(state.name, name, action.count, Moved.ADDED, audience=audience_of(state))
    return Turn((Replace(record.id, after),), (told,), subject=record.id)


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
        raise refused("pack.gone", "That's no longer in the pack. `/pack show` shows what is.")
    return found


def without(items: Iterable[Item], item: Item, count: int) -> tuple[Item, ...]:
    if not 1 <= count <= item.count:
        raise refused("pack.fewer", "There are {n} of those, not {count}.", n=item.count, count=count)
    left = replace(item, count=item.count - count)
    return tuple(
        left if each.key == item.key else each for each in items if each.key != item.key or left.count
    )


@on_character()
def move_item(scene: Scene, action: MoveItem, dice: Dice) -> Turn:
    """Draw it, which takes a Main Action (S48), or stow it. Raises RuleViolation over the limit."""
    record = scene.get(CHARACTER, action.character)
    state = record.state
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
    after = require_room(state, replace(state, items=_joined(rest, moved)))
    what = Moved.READIED if action.is_readied else Moved.STOWED
    told = PackChanged(state.name, item.name, item.count, what, audience=audience_of(state))
    return Turn((Replace(record.id, after),), (told,), subject=record.id)


@on_character()
def drop_item(scene: Scene, action: DropItem, dice: Dice) -> Turn:
    """Leave it behind. Raises RuleViolation for more than there are."""
    record = scene.get(CHARACTER, action.character)
    state = record.state
    item = item_of(state.items, action.item)
    after = replace(state, items=without(state.items, item, action.count))
    told = PackChanged(state.name, item.name, action.count, Moved.DROPPED, audience=audience_of(state))
    return Turn((Replace(record.id, after),), (told,), subject=record.id)


@on_character(scope=lambda given: Scope((given.character, given.to)))
def give_item(scene: Scene, action: GiveItem, dice: Dice) -> Turn:
    """Hand it over; it is Stowed there. Raises RuleViolation for the dead, and over the other's limit."""
    record, other = scene.get(CHARACTER, action.character), scene.get(CHARACTER, action.to)
    state = record.state
    item = item_of(state.items, action.item)
    if record.id == other.id:
        raise refused("pack.self", "{name} has it already.", name=state.name)
    require_alive(other.state)
    given = replace(item, count=action.count, is_readied=False, key=scene.new_id())
    kept = replace(state, items=without(state.items, item, action.count))
    taken = replace(other.state, items=_joined(other.state.items, given))
    changes = (Replace(record.id, kept), Replace(other.id, require_room(other.state, taken)))
    audience = audience_of(state) if seen_by(other.state).everyone else GAME_MASTERS
    told = PackChanged(state.name, item.name, action.count, Moved.GIVEN, other.state.name, audience=audience)
    return Turn(changes, (told,), subject=record.id)


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
        """How many left the purse."""
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
        raise refused("coins.too_many", "{n:,} coins are the most.", n=MOST_COINS)
    return replace(state, coins=coins)


@action("pack coins", may=Permit.OWNER_OR_GAME_MASTER)
def coins(scene: Scene, action: Coins, dice: Dice) -> Turn:
    """Change the purse. Raises RuleViolation for too few, for nothing, and over the limit."""
    record = scene.get(CHARACTER, action.character)
    state, is_waived = record.state, require_waiver(scene, is_waived=action.is_waived)
    if not action.amount:
        raise refused("coins.none", "Say how many coins.")
    if action.to is None or action.to == record.id:
        after = require_room(state, paid(state, action.amount), is_waived=is_waived)
        told = CoinsChanged(state.name, state.coins, after.coins, audience=audience_of(state))
        return Turn((Replace(record.id, after),), (told,), subject=record.id)
    other = scene.get(CHARACTER, action.to)
    amount = abs(action.amount)
    after, taken = paid(state, -amount), paid(other.state, amount)
    changes = (
        Replace(record.id, after),
        Replace(other.id, require_room(other.state, taken, is_waived=is_waived)),
    )
    audience = audience_of(state) if seen_by(other.state).everyone else GAME_MASTERS
    told = CoinsChanged(state.name, state.coins, after.coins, other.state.name, audience=audience)
    return Turn(changes, (told,), subject=record.id)


class Drag(OnCharacter):
    """Drag somebody who can't walk: 12 enc, and both hands; nobody lets go"""

    whom: RecordId | None = option("Whom; nobody by default", default=None, finder=ANYBODY)


class Dragged(Event):
    """Somebody drags somebody, or lets go."""

    name: str
    whom: str = ""

    def sentence(self) -> T:
        """Whom."""
        if self.whom:
            return T("{name} drags {whom} with both hands.")
        return T("{name} lets go.")


@action("pack drag", may=Permit.OWNER_OR_GAME_MASTER)
def drag(scene: Scene, action: Drag, dice: Dice) -> Turn:
    """Take hold of them (S47, Q28). Raises RuleViolation for who can walk, and over the limit."""
    record = scene.get(CHARACTER, action.character)
    state, name, audience = record.state, "", seen_by(record.state)
    if action.whom == state.dragging:
        raise refused("character.same", "That's how it already is; nothing was changed.")
    if action.whom is not None:
        other = scene.get(CHARACTER, action.whom).state
        require_able(state)
        if not other.is_helpless:
            raise refused("drag.walks", "{name} can walk.", name=other.name)
        name, audience = other.name, seen_by(state, other)
    after = require_room(state, replace(state, dragging=action.whom))
    told = Dragged(state.name, name, audience=audience)
    return Turn((Replace(record.id, after),), (told,), subject=record.id)


# -- beasts, porters and carts (S51, Q29) -------------------------------------------------------------


def _purse(name: str) -> Any:
    return option("Who pays; nobody by default", name=name, default=None, finder=PLAYED)


class AddMount(OnParty):
    """Give the party a beast, porter or cart"""

    carrier: Carrier = option("What", name="what")
    name: str = option("What it is called", default="", max_length=NAME_LENGTH)
    payer: RecordId | None = _purse("paid_by")


class MountAdded(Event):
    """A beast, porter or cart joins a party."""

    party: str
    name: str
    carrier: Carrier
    price: int
    payer: str = ""

    def sentence(self) -> Safe:
        """What, and who paid."""
        says = T("New with {party}: {name}, a {carrier}.{paid}")
        paid_ = T(" {payer} pays {price} gold.").of(self) if self.payer else ""
        return says(party=self.party, carrier=self.carrier, name=self.name, paid=paid_)


class MountLost(Event):
    """A beast, porter or cart leaves a party, with what it carries."""

    says = T("{name} leaves {party}, with all it carries.")
    party: str
    name: str


def room_of(party: Party, mount: Mount) -> int:
    """Points that it can carry: a cart 300 with two unladen beasts, which then carry nothing (Q29)."""
    beasts = [each for each in party.mounts if CARRIERS[each.carrier].is_beast and not each.items]
    carts = [each for each in party.mounts if each.carrier is Carrier.CART]
    pulled = carts[: len(beasts) // BEASTS_A_CART]
    if mount.carrier is Carrier.CART:
        return CARRIERS[Carrier.CART].enc if mount in pulled else 0
    pulling = beasts[: len(pulled) * BEASTS_A_CART]
    return 0 if mount in pulling else CARRIERS[mount.carrier].enc


@action("pack beast", may=Permit.GAME_MASTERS)
def add_mount(scene: Scene, action: AddMount, dice: Dice) -> Turn:
    """Add it, paid or not (S51). Raises RuleViolation for a purse that hasn't as much."""
    record = scene.get(PARTY, action.party)
    party = record.state
    if len(party.mounts) >= MOST_MOUNTS:
        raise refused("mount.too_many", "A party can have {n} beasts and carts.", n=MOST_MOUNTS)
    name = one_line(action.name) or action.carrier.label
    mount = Mount(scene.new_id(), str(name), action.carrier, payer=action.payer)
    changes = [Replace(record.id, replace(party, mounts=(*party.mounts, mount)))]
    price, payer = CARRIERS[action.carrier].price, ""
    if action.payer is not None:
        purse = scene.get(CHARACTER, action.payer)
        changes.append(Replace(purse.id, paid(purse.state, -price)))
        payer = purse.state.name
    told = MountAdded(party.name, mount.name, action.carrier, price, payer)
    return Turn(tuple(changes), (told,), subject=record.id)


def _mounts_of(asking: Asking) -> list[Pair]:
    return [(each.name, each.key) for each in asking.record("party").state.mounts]


class LoseMount(OnParty):
    """Part with a beast, porter or cart, and with what it carries"""

    mount: str = option("Which", name="which", suggest=_mounts_of)


def mount_of(party: Party, key: str) -> Mount:
    """The one of that key or name. Raises RuleViolation where there is none."""
    found = [each for each in party.mounts if key in (each.key, each.name)]
    if not found:
        raise refused("mount.none", "The party has no such beast or cart. Pick one from the list.")
    return found[0]


@action("pack part", may=Permit.GAME_MASTERS, asks=True)
def lose_mount(scene: Scene, action: LoseMount, dice: Dice) -> Turn:
    """Take it out of the party."""
    record = scene.get(PARTY, action.party)
    party = record.state
    mount = mount_of(party, action.mount)
    if mount.items:
        scene.note(T("What it carries goes with it: {things:,}.")(things=[counted(e) for e in mount.items]))
    after = replace(party, mounts=tuple(each for each in party.mounts if each is not mount))
    return Turn((Replace(record.id, after),), (MountLost(party.name, mount.name),), subject=record.id)


def _with_mount(party: Party, mount: Mount) -> Party:
    return replace(party, mounts=tuple(mount if each.key == mount.key else each for each in party.mounts))


def _of_both(moved: Any) -> Scope:
    return Scope((moved.character, moved.party))


def _require_along(scene: Scene, moved: Any) -> tuple[Record[Character], Record[Party]]:
    record, party = scene.get(CHARACTER, moved.character), scene.get(PARTY, moved.party)
    if record.id not in party.state.members:
        raise refused(
            "mount.elsewhere",
            "{name} doesn't go with {party}.",
            name=record.state.name,
            party=party.state.name,
        )
    return record, party


@on_character(scope=_of_both)
def load_item(scene: Scene, action: LoadItem, dice: Dice) -> Turn:
    """Put it there. Raises RuleViolation over what the beast or cart can carry."""
    record, party = _require_along(scene, action)
    state, mount = record.state, mount_of(party.state, action.mount)
    item = item_of(state.items, action.item)
    put = replace(item, count=action.count, is_readied=False, key=scene.new_id())
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
    kept = replace(state, items=without(state.items, item, action.count))
    told = PackChanged(state.name, item.name, action.count, Moved.LOADED, mount.name, audience=seen_by(state))
    changes = (Replace(record.id, kept), Replace(party.id, _with_mount(party.state, loaded)))
    return Turn(changes, (told,), subject=record.id)


@on_character(scope=_of_both)
def unload_item(scene: Scene, action: UnloadItem, dice: Dice) -> Turn:
    """Take it into one's pack. Raises RuleViolation over the limit."""
    record, party = _require_along(scene, action)
    state, mount = record.state, mount_of(party.state, action.mount)
    item = item_of(mount.items, action.item)
    taken = replace(item, count=action.count, key=scene.new_id())
    after = require_room(state, replace(state, items=_joined(state.items, taken)))
    left = replace(mount, items=without(mount.items, item, action.count))
    told = PackChanged(
        state.name, item.name, action.count, Moved.UNLOADED, mount.name, audience=seen_by(state)
    )
    changes = (Replace(record.id, after), Replace(party.id, _with_mount(party.state, left)))
    return Turn(changes, (told,), subject=record.id)
