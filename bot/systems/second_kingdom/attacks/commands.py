"""`/sk attack` and the panels of attacks; `/sk gm`: what game masters do in a player's place or take back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.engine.asking import Asks
from bot.engine.card import Card
from bot.engine.declare import Options, command, look, option
from bot.engine.finders import Asker, Finds, Pair
from bot.engine.pages import MOST
from bot.engine.people import Permit
from bot.engine.system import FormField, RecordId, Scope, Want, World
from bot.engine.text import T, refused
from bot.engine.views import CampaignView, RecordView, Waiting
from bot.errors import RuleViolation, Stale, UserError
from bot.systems.second_kingdom.attacks import cards
from bot.systems.second_kingdom.attacks.maneuvers import MANEUVER, MANEUVER_MEANT, no_maneuvers
from bot.systems.second_kingdom.attacks.state import Attack, DeclareAttack, Phase
from bot.systems.second_kingdom.attacks.steps import ATTACK
from bot.systems.second_kingdom.challenges import cards as challenges_cards
from bot.systems.second_kingdom.challenges.requests import REQUEST
from bot.systems.second_kingdom.challenges.rules import CHALLENGE
from bot.systems.second_kingdom.heroes.people import COMBATANT_MEANT, COMBATANT_NAMED, HERO, NAME_LENGTH, NPC
from bot.systems.second_kingdom.state import Hero, Npc, some
from bot.ui.controls import Do, button, number, select
from bot.ui.dispatcher import Dispatcher, Interaction
from bot.ui.reply import Reply

SYSTEM = "second_kingdom"


# By the kind of record: its panel for one person's eyes.
PANELS: dict[str, Callable[[RecordView, CampaignView], Card]] = {
    CHALLENGE.name: challenges_cards.panel,
    REQUEST.name: challenges_cards.request_panel,
    ATTACK.name: cards.open_panel,
}
# The choices that take back what waits.
CANCELS = ("withdraw", "decline")


@button("challenge", (CHALLENGE.name,), may=Permit.EVERYONE)
async def open_panel(dispatcher: Dispatcher, reply: Reply, kinds: Collection[str], record: str) -> None:
    """The panel of a challenge: its player's to roll, a game master's to act on."""
    seen = await dispatcher.look(reply.interaction, Scope(ids=(RecordId(record),), links=True))
    await reply.private(_panel(seen, record, kinds))


# -- an attack declared: by command, or in a form filled with what is usual -------------------------------


def _attackers(asker: Asker) -> list[Pair]:
    """A player's own heroes; to game masters anybody."""
    wants = (Want(HERO.name, part=asker.typed, is_own=True), Want(HERO.name, part=asker.typed))
    seen = asker.look(Scope(wants=(*wants, Want(NPC.name, part=asker.typed))))
    is_free = seen.viewer.is_game_master
    found = (*seen.all(HERO.name), *seen.all(NPC.name))
    return [(each.title, each.id) for each in found if is_free or each.owner == asker.user]


def _usable_maneuvers(asker: Asker) -> list[Pair]:
    """Those on the attacker's sheet; a game master's own may use all of the library."""
    attacker = asker.record("attacker")
    known = attacker.state.maneuvers
    seen = asker.look(Scope(ids=known, wants=(Want(MANEUVER.name, part=asker.typed),)))
    is_free = attacker.kind == NPC.name and seen.viewer.is_game_master
    near = asker.typed.strip().casefold()
    return sorted(
        (_offered(each), each.id)
        for each in seen.all(MANEUVER.name)
        if (is_free or each.id in known) and not each.is_archived and near in each.title.casefold()
    )


def _offered(maneuver: RecordView) -> str:
    return f"{maneuver.title} ({maneuver.state.adds})"


@dataclass(frozen=True, slots=True)
class Attackers:
    """Finds who attacks: as any combatant, but a game master without a hero is told of their NPCs."""

    combatants: Finds
    is_implied: bool = True

    def find(self, asker: Asker, text: str | None) -> RecordId:
        """The one meant. Raises RuleViolation."""
        if text is None and asker.seen.viewer.is_game_master:
            seen = asker.look(Scope(wants=(Want(HERO.name, is_own=True), Want(NPC.name))))
            if not seen.all(HERO.name):
                raise _name_an_npc([each.title for each in seen.all(NPC.name)])
        found: RecordId = self.combatants.find(asker, text)
        return found

    def suggest(self, asker: Asker) -> Iterable[Pair]:
        """The records that may be meant as the attacker."""
        return self.combatants.suggest(asker)

    def scope(self, found: RecordId) -> Scope:
        """The scope of an action by that attacker."""
        return self.combatants.scope(found)

    def owner(self, world: World, found: RecordId) -> int | None:
        """The attacker's player."""
        return self.combatants.owner(world, found)


def _name_an_npc(names: Sequence[str]) -> UserError:
    if not names:
        return refused(
            "attack.no_npc",
            "You don't have any NPCs yet. Make one with `/sk npc add`, or say which hero attacks, under "
            "`hero`.",
        )
    return refused(
        "attack.which_npc",
        "Say who attacks, under `hero`: {names:or}.",
        names=some(sorted(names, key=str.casefold)),
    )


class ByAttacker(Options):
    """Who attacks."""

    attacker: RecordId = option(
        "Who attacks; your own hero by default. Game masters can choose anybody",
        name="hero",
        finder=Attackers(COMBATANT_MEANT),
        suggest=_attackers,
    )


def _confirmed(_asker: Asker) -> Mapping[str, str]:
    """Who sends the form confirms the requirement (Q17)."""
    return {"requirement_met": "True"}


def _asked(asker: Asker) -> tuple[FormField, ...]:
    """Target and maneuver, filled with those of the last attack.

    Raises RuleViolation where there is nobody to attack or nothing to attack with.
    """
    record = asker.record("attacker")
    knows_all = record.kind == NPC.name
    wants = [
        Want(HERO.name),
        Want(NPC.name),
        Want(ATTACK.name, linking=record.id, archived=True, latest=True),
    ]
    wants += [Want(MANEUVER.name, part="")] if knows_all or not record.state.maneuvers else []
    seen = asker.look(Scope(ids=tuple(record.state.maneuvers), wants=tuple(wants)))
    ids = seen.records if knows_all else record.state.maneuvers
    maneuvers = [each for each in seen.all(MANEUVER.name) if each.id in ids and not each.is_archived]
    # Whoever fights for the other side comes first.
    kinds = (HERO.name, NPC.name) if knows_all else (NPC.name, HERO.name)
    targets = [each for kind in kinds for each in seen.all(kind) if each.id != record.id]
    if not maneuvers:
        if not seen.all(MANEUVER.name):
            raise no_maneuvers()
        raise _knows_none(record.title)
    if not targets:
        raise refused(
            "attack.no_target", "There's nobody to attack yet. A game master adds NPCs with `/sk npc add`."
        )
    last = [each.state for each in seen.all(ATTACK.name) if each.state.attacker.id == record.id]
    foes = (each.id for each in targets if each.kind == kinds[0])
    target, maneuver = (_named(asker, name) for name in ("target", "maneuver"))
    targets, is_chosen = _first(targets, target, *(each.target.id for each in reversed(last)), *foes)
    named = [each.maneuver.name for each in reversed(last)]
    used = [each.id for name in named for each in maneuvers if each.title == name]
    maneuvers, _ = _first(maneuvers, maneuver, *used)
    return _attack_asks(targets, maneuvers, is_chosen=is_chosen)


def _knows_none(name: str) -> UserError:
    return refused(
        "attack.no_maneuver",
        "There are no maneuvers on the sheet of {name}. Learn one with `/sk learn`.",
        name=name,
    )


def _require_maneuvers(state: Hero | Npc) -> None:
    """A hero attacks with what is on the sheet (K16); game masters' own use all of the library."""
    if isinstance(state, Hero) and not state.maneuvers:
        raise _knows_none(state.name)


def _named(asker: Asker, name: str) -> RecordId | None:
    return asker.record(name).id if asker.given.get(name) else None


ATTACKS = Asks(
    T("Attack by {name}"),
    ("target", "maneuver"),
    _confirmed,
    holds=("requirement_met",),
    lines=_asked,
    is_beside=True,
    needs=("target", "maneuver"),
)


@command(
    "sk attack", may=Permit.OWNER_OR_GAME_MASTER, confirms=True, asks=ATTACKS, when=(_require_maneuvers,)
)
class Attacking(ByAttacker):
    """Attack somebody with a maneuver"""

    target: RecordId = option("Who gets attacked", finder=COMBATANT_NAMED)
    maneuver: RecordId = option(
        "A maneuver that the attacker knows",
        finder=MANEUVER_MEANT,
        suggest=_usable_maneuvers,
        is_narrowed=False,
    )
    requirement_met: bool = option("Confirm that its requirement is met, and roll right away", default=False)

    def to_action(self, asker: Asker) -> DeclareAttack:
        """The attack, rolled where nothing is left to confirm."""
        rolls = self.requirement_met or not asker.get(self.maneuver).state.requirement
        return DeclareAttack(self.attacker, self.target, self.maneuver, rolls=rolls)


def _first(found: list[RecordView], *wanted: RecordId | None) -> tuple[list[RecordView], bool]:
    """The same with the first of those wanted that is among them at the head; and whether any is."""
    ids = {each.id for each in found}
    head = next((each for each in wanted if each in ids), None)
    return sorted(found, key=lambda each: each.id != head), head is not None


def _attack_asks(
    targets: Sequence[RecordView], maneuvers: Sequence[RecordView], *, is_chosen: bool
) -> tuple[FormField, ...]:
    """The form's lists. No target stands there unless one `is_chosen`: nobody strikes an ally by default."""
    requires = any(each.state.requirement for each in maneuvers)
    with_what = T("Maneuver (its requirement must be met)") if requires else T("Maneuver")
    return (
        FormField(
            "target",
            T("Target")(),
            NAME_LENGTH,
            value=_usual(targets) if is_chosen else "",
            options=tuple((each.id, each.title) for each in targets),
        ),
        FormField(
            "maneuver",
            with_what(),
            NAME_LENGTH,
            value=_usual(maneuvers),
            options=tuple((each.id, _with_requirement(each)) for each in maneuvers),
        ),
    )


def _usual(found: Sequence[RecordView]) -> str:
    """What stands in the form: of a list its id, where the name is typed the name."""
    return found[0].id if len(found) <= MOST else found[0].title


def _with_requirement(maneuver: RecordView) -> str:
    requirement = maneuver.state.requirement
    return f"{_offered(maneuver)}: {requirement}" if requirement else _offered(maneuver)


async def without_maneuvers(dispatcher: Dispatcher, interaction: Interaction) -> Card | None:
    """What a game master does before anybody can attack; None once the library has a maneuver."""
    seen = await dispatcher.look(interaction, Scope(wants=(Want(MANEUVER.name, part=""),)))
    if not seen.viewer.is_game_master or seen.all(MANEUVER.name):
        return None
    says = T(
        "**Maneuvers:** the library has none yet, and nobody can attack without. Add them with `/library "
        "add`, copy them with `/library copy`, or take what comes with the game: `/library list`."
    )
    return Card(lines=(says(),))


# -- what a card of an attack opens: each belongs to one phase -------------------------------------------


@button("choose_guard", Phase.DEFENDED, may=Permit.OWNER_OR_GAME_MASTER)
async def open_choice(dispatcher: Dispatcher, reply: Reply, phase: Phase, record: str) -> None:
    """Show privately what may be chosen."""
    await reply.private(cards.panel(await _acting(dispatcher, reply, phase, record)))


@button("counter_attack", may=Permit.OWNER_OR_GAME_MASTER)
async def open_counter(dispatcher: Dispatcher, reply: Reply, record: str, page: str = "") -> None:
    """Show privately what the defender may strike back with, or another page of it."""
    card = await _counter_panel(dispatcher, reply, record, page=number(page) if page else 0)
    await (reply.update(card) if page else reply.private(card))


@select("counter_attack", may=Permit.OWNER_OR_GAME_MASTER)
async def mark_counter(dispatcher: Dispatcher, reply: Reply, record: str, chosen: str) -> Card:
    """The same with another maneuver, which declares nothing yet."""
    return await _counter_panel(dispatcher, reply, record, chosen)


@button("strike_back", may=Permit.OWNER_OR_GAME_MASTER)
async def strike_back(dispatcher: Dispatcher, reply: Reply, record: str, maneuver: str) -> Do:
    """Strike back with the maneuver that was chosen, and roll."""
    acting = await _acting(dispatcher, reply, Phase.HELD, record)
    sides = acting.attack.target.id, acting.attack.attacker.id
    return Do(DeclareAttack(*sides, RecordId(maneuver), answers=acting.shown.id, rolls=True))


async def _counter_panel(
    dispatcher: Dispatcher, reply: Reply, record: str, chosen: str | None = None, page: int = 0
) -> Card:
    acting = await _acting(dispatcher, reply, Phase.HELD, record)
    maneuvers = await _maneuvers(dispatcher, reply, acting.attack)
    return cards.counter_panel(acting, maneuvers, chosen, page)


async def _acting(dispatcher: Dispatcher, reply: Reply, phase: Phase, text: str) -> cards.Acting:
    """The attack of that id. Raises Stale where it has moved on, or NotAllowed saying who may."""
    record = RecordId(text)
    seen = await dispatcher.look(reply.interaction, Scope(ids=(record,)))
    view = seen.records.get(record)
    if view is None or view.kind != ATTACK.name:
        raise refused("attack.gone", "That attack no longer exists; nothing was changed.", Stale)
    return cards.acting_in(seen, view, phase)


async def _maneuvers(dispatcher: Dispatcher, reply: Reply, attack: Attack) -> Sequence[RecordView]:
    """Those the defender knows; of a game master's own without any, all of the library."""
    scope = Scope(ids=(attack.target.id,), links=True)
    known = (await dispatcher.look(reply.interaction, scope)).all(MANEUVER.name)
    if not known and attack.target.player is None:
        scope = Scope(wants=(Want(MANEUVER.name, part=""),))
        known = (await dispatcher.look(reply.interaction, scope)).all(MANEUVER.name)
    in_play = (each for each in known if not each.is_archived)
    return sorted(in_play, key=lambda each: each.title.casefold())


# -- in a player's place ------------------------------------------------------------------------------


def _panel(view: CampaignView, record: str, kinds: Collection[str] = PANELS) -> Card:
    """The panel of that record. Raises Stale where there is none."""
    found = view.records.get(RecordId(record))
    if found is None or found.kind not in kinds or found.is_archived:
        raise _nothing_waits(Stale)
    return PANELS[found.kind](found, view)


def _nothing_waits(error: type[UserError]) -> UserError:
    return refused(
        "waits.nothing", "Nothing by that name is waiting. Pick it from the list, or see `/waiting`.", error
    )


def _cancelling(record: RecordView) -> Any:
    """The action that takes it back; None where nothing does."""
    choices = (choice for step in record.steps for choice in step.choices if record.kind in PANELS)
    return next((choice.action for choice in choices if choice.key in CANCELS), None)


@dataclass(frozen=True, slots=True)
class Waits:
    """Finds what waits in this game, by id or name; what fits is suggested."""

    fits: Callable[[RecordView], bool]
    is_implied: bool = False

    def find(self, asker: Asker, text: str | None) -> RecordId:
        """The one of that name. Raises RuleViolation."""
        named = text or ""
        near = named.strip().casefold()
        found = {
            each.record.id
            for each in self._waiting(asker)
            if named == each.record.id or near in (each.label.casefold(), each.record.title.casefold())
        }
        if not found:
            raise _nothing_waits(RuleViolation)
        if len(found) > 1:
            raise refused(
                "waits.several",
                "Several things by that name are waiting. Pick the one you mean from the list.",
            )
        return found.pop()

    def suggest(self, asker: Asker) -> Iterable[Pair]:
        """The waiting steps that fit what is typed, by their labels."""
        near = asker.typed.strip().casefold()
        waiting = [each for each in self._waiting(asker) if self.fits(each.record)]
        found = {each.record.id: each.label for each in waiting if near in each.label.casefold()}
        return [(label, record) for record, label in found.items()]

    def _waiting(self, asker: Asker) -> list[Waiting]:
        return [each for each in asker.waiting() if each.record.system == SYSTEM]

    def scope(self, found: RecordId) -> Scope:
        """The scope of an action on the waiting record."""
        return Scope(ids=(found,))

    def owner(self, world: World, found: RecordId) -> None:
        """None: only game masters use it."""


class Item(Options):
    """One thing that waits."""

    item: RecordId = option(
        "What's waiting: a challenge, an attack or a request",
        finder=Waits(lambda shown: shown.kind in PANELS),
    )


@look("sk gm act-for", may=Permit.GAME_MASTERS)
def act_for(asker: Asker, what: Item) -> Card:
    """Act for a player who is away: open what's waiting for them"""
    return _panel(asker.look(Scope(ids=(what.item,), links=True)), what.item)


@command("sk gm cancel", may=Permit.GAME_MASTERS)
class Cancel(Options):
    """Cancel a challenge or attack before any dice are rolled, or decline a request"""

    item: RecordId = option(
        "What to cancel: a challenge, an attack or a request",
        finder=Waits(lambda shown: _cancelling(shown) is not None),
    )

    def to_action(self, asker: Asker) -> Any:
        """What takes it back. Raises RuleViolation where nothing does."""
        action = _cancelling(asker.get(self.item))
        if action is None:
            raise refused(
                "attack.not_cancelled",
                "There's nothing left to cancel. `/undo` takes back what was done.",
            )
        return action
