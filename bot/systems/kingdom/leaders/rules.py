"""Who takes a role, and what is known of a leader; whoever held the role steps down for it (R042)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from bot.engine.declare import Person, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker
from bot.engine.people import Permit, Standing
from bot.engine.proposals import Proposing
from bot.engine.record import AtStep, Press
from bot.engine.system import FormField, RecordId, Step, World
from bot.engine.text import Safe, T, refused
from bot.engine.words import one_line
from bot.errors import NotAllowed, UserError
from bot.systems.kingdom.book import Ability, Attribute, MonthStep, Role, Stage, Task
from bot.systems.kingdom.founding.rules import DRAFT, drafted_realm
from bot.systems.kingdom.leaders.leaving import Changeover, Departure, changeover, leave, note_leaving
from bot.systems.kingdom.leaders.offices import (
    ATTRIBUTES,
    FEAT,
    MOST_RANKS,
    RANKS,
    SCORES,
    WHICH_RULER,
    appointed_for,
    attributes_of,
    exchange,
    holder,
    leaders,
    living,
    require_attributes,
    require_no_consort,
    require_ranks,
    require_scores,
    require_used,
    role_of,
    same_name,
    scores_of,
    seat,
)
from bot.systems.kingdom.moves import Move, move
from bot.systems.kingdom.realm import OnKingdom, Realm, found_realm, kingdom_scope
from bot.systems.kingdom.settings import ROLE_TAKING, Rulings
from bot.systems.kingdom.sources import attributes, benefit
from bot.systems.kingdom.state import LEADER_LENGTH, Kingdom, Leader, Work, unheld
from bot.systems.kingdom.steps import acted_for_leader, is_founding_time, is_open, note_refusal


def _scores(_asker: Asker, text: str, given: Mapping[str, Any]) -> Mapping[Ability, int]:
    return scores_of(text, given["role"])


# As much room has a line of an NPC beside the name: the role, and abilities.
NPC_LINE = 60


class AssignLeader(OnKingdom):
    """Give somebody a role

    Who holds it steps down for that. `is_married` makes a second Ruler beside the first.
    """

    role: Role = option("Which role")
    name: str = option(
        "The character's or NPC's name",
        empty="Leave it empty for your own name; an NPC needs one.",
        default="",
    )
    player: Person | int | None = option("The character's player; leave out for an NPC", default=None)
    scores: Mapping[Ability, int] = option(
        SCORES,
        name="abilities",
        empty="Empty means 10; it can be changed later.",
        default_factory=dict,
        means=_scores,
    )
    has_leadership: bool = option(FEAT, name="leadership", default=False)
    ranks: int = option(RANKS, default=0, least=0, most=MOST_RANKS)
    attributes: tuple[Attribute, ...] = option(
        "Attributes a Ruler or Spymaster adds to", default=(), choices=ATTRIBUTES, parse=attributes_of
    )
    is_married: bool = option("Married to the first Ruler, as a second Ruler", name="married", default=False)

    def to_action(self, asker: Asker) -> AssignLeader:
        """With the player's own name where none is given. Raises RuleViolation where nobody is named."""
        if self.name:
            return self
        if isinstance(self.player, Person):
            return replace(self, name=self.player.name)
        raise refused(
            "leaders.no_name", "Say who it is: give a `player`, or the `name` of a character or NPC."
        )


class EditLeader(OnKingdom):
    """Change a leader's scores, after leveling up for example

    None leaves it. Another `name` or `player` is a game master's.
    """

    role: Role = option("Which role")
    leader: str = option(WHICH_RULER, default="", suggest=leaders)
    scores: Mapping[Ability, int] = option(SCORES, name="abilities", default_factory=dict, means=_scores)
    has_leadership: bool | None = option(FEAT, name="leadership", default=None)
    ranks: int | None = option(RANKS, default=None, least=0, most=MOST_RANKS)
    name: str = option("The character's name; once it has one, a game master changes it", default="")
    player: Person | int | None = option("For game masters: another player", default=None)
    is_npc: bool = option("For game masters: make it an NPC", name="npc", default=False)


@dataclass(frozen=True, slots=True)
class GiveNpcs:
    """Give vacant roles of a kingdom that is being drawn up to NPCs, each a line: “General: Bran, Str 14”."""

    kingdom: RecordId
    npcs: str = ""


class LeaderAssigned(Event):
    """Somebody holds a role now: what they add to which attributes, and how who held it left."""

    work: ClassVar[Work] = Work.LEADER
    concerns: ClassVar[tuple[str, ...]] = ("player", "former")
    name: str
    role: Role
    leader: str
    player: int | None = None
    amount: int = 0
    attributes: tuple[Attribute, ...] = ()
    departure: Departure | None = None
    is_married: bool = False
    # Who played whoever held it.
    former: tuple[int, ...] = ()
    # Whether the kingdom was still being drawn up: its card then names all leaders.
    is_draft: bool = False

    @property
    def stands_on_card(self) -> bool:
        """As long as it is drawn up."""
        return self.is_draft

    @property
    def departures(self) -> tuple[Departure, ...]:
        """Who left for it, and how."""
        return (self.departure,) if self.departure is not None else ()

    @property
    def _assigned(self) -> Safe:
        says = T("**{who}** is {role}: {gives}.")
        if self.is_married:
            says = T("**{who}** is now {role} too, married to the other one: {gives}.")
        who, given = whom(self.leader, self.player), gives(self.amount, self.attributes)
        return says(who=who, role=self.role, gives=given)

    def sentence(self) -> Safe:
        """In short."""
        gone = [line for each in self.departures for line in each.summary]
        return Safe(" ".join((self._assigned, *gone)))

    @property
    def details(self) -> Iterator[Safe]:
        """The lines of its card."""
        yield self._assigned
        for each in self.departures:
            yield from each.details


class LeaderEdited(Event):
    """What is known of a leader changed, and with it perhaps what they add."""

    concerns: ClassVar[tuple[str, ...]] = ("player", "played_by")
    name: str
    role: Role
    leader: str
    before: int
    amount: int
    former: str = ""
    player: int | None = None
    # Who played them until now, where somebody else does or nobody.
    played_by: int | None = None

    def sentence(self) -> Safe:
        """Another name, another player, another benefit."""
        lines = []
        if self.former:
            lines.append(T("{former} is now called {leader}.").of(self))
        if self.player is not None:
            lines.append(T("{player:@} now plays {leader}.").of(self))
        elif self.played_by is not None:
            lines.append(T("{leader} is an NPC now, no longer played by {played_by:@}.").of(self))
        if self.before != self.amount:
            lines.append(T("{leader} ({role}) now adds {amount:+} instead of {before:+}.").of(self))
        elif not lines:
            lines.append(T("{leader} ({role}) is updated and still adds {amount:+}.").of(self))
        return Safe(" ".join(lines))


def whom(leader: str, player: int | None) -> Safe:
    """A leader, and who plays them."""
    if player is None:
        return T("{leader}")(leader=leader)
    return T("{leader} ({player:@})")(leader=leader, player=player)


def gives(amount: int, chosen: Sequence[Attribute]) -> Safe:
    """What a leader adds, and to which attributes."""
    if not chosen:
        return T("no attribute chosen yet (`/act deed: choose`)")()
    return T("{amount:+} {attributes}")(amount=amount, attributes=chosen)


# -- a role taken -------------------------------------------------------------------------------------


def _takes_it(world: World, kingdom: Kingdom, action: AssignLeader) -> bool:
    """Whether a player takes a role that nobody holds, for a character of their own."""
    is_theirs = world.standing is Standing.PLAYER and action.player == world.actor
    return is_theirs and not action.is_married and not kingdom.held_by(action.role)


def _is_taken_at_once(world: World, kingdom: Kingdom) -> bool:
    """Whether that needs nobody's word: before the first month, and where leaders change."""
    is_time = (
        kingdom.stage is Stage.FOUNDING or is_founding_time(kingdom) or is_open(kingdom, MonthStep.LEADERSHIP)
    )
    return is_time and not Rulings(world.campaign.settings).has(ROLE_TAKING, "consent")


def _needs_consent(world: World, action: AssignLeader) -> bool:
    """Whether a game master must agree: a player takes a role, and may not give it by themself."""
    kingdom = found_realm(world, action.kingdom).kingdom
    if not _takes_it(world, kingdom, action) or _is_taken_at_once(world, kingdom):
        return False
    try:
        appointed_for(world, kingdom)
    except UserError:
        return True
    return False


def _title(_before: World, after: World, action: AssignLeader) -> str:
    says = T("{name:40} as {role} of {kingdom:60}")
    kingdom = found_realm(after, action.kingdom).kingdom
    return says.plain(name=one_line(action.name), role=action.role, kingdom=kingdom.name)


TAKEN: Proposing[AssignLeader] = Proposing(_needs_consent, _title)


def appointment(realm: Realm, action: AssignLeader) -> Changeover:
    """What it costs that somebody takes a role. Raises RuleViolation where they can't."""
    kingdom, leader = realm.kingdom, _described(realm, action)
    held = living(kingdom, action.role)
    if action.is_married:
        leader = _beside(kingdom, leader)
        gone: tuple[Leader, ...] = ()
    else:
        if len(held) > 1:
            raise refused(
                "leaders.two_rule",
                "{names} rule together. One of them has to `/act deed: resign` before you can assign "
                "another.",
                names=[each.name for each in held],
            )
        gone = kingdom.held_by(action.role)
    after = seat(kingdom, (*(each for each in kingdom.leaders if each not in gone), leader))
    require_no_consort(after)
    return changeover(realm, after, [(each, None) for each in held if each in gone])


def _described(realm: Realm, action: AssignLeader) -> Leader:
    """The leader as the action describes them. Raises RuleViolation for what can't be."""
    role, name = action.role, _named(action.name)
    _require_one_role(realm.kingdom, role, name)
    require_used(action.scores, role)
    require_ranks(action.ranks)
    require_attributes(realm, role, action.attributes)
    scores = require_scores(action.scores)
    return Leader(
        role, name, action.player, scores, action.has_leadership, action.ranks, tuple(action.attributes)
    )


def _named(text: str) -> str:
    name = one_line(text)
    if not name or len(name) > LEADER_LENGTH:
        raise refused(
            "leaders.name_length", "A leader's name can have 1 to {most} characters.", most=LEADER_LENGTH
        )
    return name


def _require_one_role(kingdom: Kingdom, role: Role, name: str) -> None:
    """A character fills one role at a time (R048)."""
    for each in kingdom.leaders:
        if same_name(each.name, name) and not each.has_died:
            if each.role is role:
                raise refused(
                    "leaders.holds_it",
                    "{name} is already {role}. Change scores and ranks with `/leader edit`.",
                    name=each.name,
                    role=role,
                )
            raise refused(
                "leaders.has_a_role",
                "{name} is already {role}, and a character can fill only one role. Use `/act deed: switch`, "
                "or name another character.",
                name=each.name,
                role=each.role,
            )


def _beside(kingdom: Kingdom, leader: Leader) -> Leader:
    """Married to the one Ruler there is, adding to the same attributes (R034)."""
    rulers = living(kingdom, Role.RULER)
    if leader.role is not Role.RULER or len(rulers) != 1:
        raise refused(
            "leaders.cant_marry",
            "Only two Rulers can be married. Assign the first Ruler without `married`.",
        )
    if leader.attributes and leader.attributes != rulers[0].attributes:
        raise refused(
            "leaders.same_attributes",
            "Married Rulers add to the same attributes. Leave out `attributes` for the second.",
        )
    return replace(leader, attributes=rulers[0].attributes)


@move("leader assign", found=found_realm, button="Replace", proposed=TAKEN, at_once=True)
def assign_leader(move: Move, action: AssignLeader, dice: Dice) -> None:
    """Give a role; its holder steps down for that (R042). Raises RuleViolation, or NotAllowed."""
    world, realm = move.world, move.realm
    is_taken = _takes_it(world, realm.kingdom, action) and _is_taken_at_once(world, realm.kingdom)
    move.on_behalf_of = None if is_taken else note_refusal(world.refuse, appointed_for, world, realm.kingdom)
    change = appointment(realm, action)
    _require_member(world, action.player)
    note_leaving(world, change)
    if change.exits and action.role is Role.RULER:
        move.note(T("With the option “married” both rule together and nobody steps down.")())
    after, events = leave(change, dice)
    leader = next(each for each in after.kingdom.leaders if same_name(each.name, action.name))
    move.realm = after
    move.tell(
        LeaderAssigned(
            move.name,
            action.role,
            leader.name,
            action.player,
            benefit(after, leader),
            attributes(after, leader),
            events[0] if events else None,
            action.is_married,
            _replaced(realm, after),
            is_draft=realm.kingdom.stage is Stage.FOUNDING,
        )
    )


# -- roles given to NPCs, several at once -------------------------------------------------------------


def _giving(_kingdom: RecordId, state: Kingdom, _step: Step) -> Iterator[Press]:
    if free := unheld(state):
        yield Press("npcs", T("NPC leaders…"), asks=(_npcs(free),))


def _npcs(free: Sequence[Role]) -> FormField:
    lines = [T("{role}: ").plain(role=each) for each in free]
    label = T("A name behind each role, for NPCs").plain()
    empty = T("Abilities may follow: “General: Bran, Str 14”. No name: it stays vacant.").plain()
    most = len(lines) * (NPC_LINE + LEADER_LENGTH)
    return FormField("npcs", label, most, is_long=True, value="\n".join(lines), empty=empty)


@move(may=Permit.GAME_MASTERS, found=drafted_realm, scope=kingdom_scope, step=AtStep(DRAFT, _giving, place=1))
def give_npcs(move: Move, action: GiveNpcs, dice: Dice) -> None:
    """Give each role that a name stands behind. Raises RuleViolation for a role that is held, or a line
    that can't be read.
    """
    given = [each for line in action.npcs.splitlines() if (each := _npc(move.realm.id, line)) is not None]
    if not given:
        raise refused("leaders.no_npcs", "Nobody is named. Write a name behind a role: “General: Bran”.")
    for each in given:
        if held := move.kingdom.held_by(each.role):
            raise refused(
                "leaders.npc_held",
                "{role} is {name} already; `/leader assign` replaces them.",
                role=each.role,
                name=held[0].name,
            )
        move.realm = appointment(move.realm, each).after
        leader = move.kingdom.held_by(each.role)[0]
        move.tell(
            LeaderAssigned(
                move.name,
                each.role,
                leader.name,
                amount=benefit(move.realm, leader),
                attributes=attributes(move.realm, leader),
                is_draft=True,
            )
        )


def _npc(kingdom: RecordId, line: str) -> AssignLeader | None:
    """Who a line gives a role; None where no name stands in it. Raises RuleViolation."""
    role, mark, rest = line.partition(":")
    name, _, scores = rest.partition(",")
    if not one_line(line) or (mark and not one_line(rest)):
        return None
    if not mark:
        raise refused(
            "leaders.no_npc_line",
            "“{line:60}” doesn't read as a role with a name. Write “General: Bran”, or “General: Bran, Str "
            "14”.",
            line=line,
        )
    held = role_of(role)
    return AssignLeader(kingdom, held, one_line(name), scores=scores_of(scores, held))


def _replaced(before: Realm, after: Realm) -> tuple[int, ...]:
    """Who plays the leaders that are no longer there."""
    left = {each.name for each in before.kingdom.leaders} - {each.name for each in after.kingdom.leaders}
    gone = (each.player for each in before.kingdom.leaders if each.name in left)
    return tuple(each for each in gone if each is not None)


def _require_member(world: World, player: int | None) -> None:
    """Only who plays or leads here can hold a role as a player."""
    here = (Standing.PLAYER, Standing.GAME_MASTER)
    if player is None or player == world.actor or world.campaign.standing(player) in here:
        return
    raise refused(
        "leaders.no_member",
        "{player:@} hasn't joined this campaign; they can with `/campaign join`. To give the role to an NPC, "
        "give a `name` alone.",
        player=player,
    )


# -- what is known of a leader ------------------------------------------------------------------------


@move("leader edit", found=found_realm, button="Change the scores")
def edit_leader(move: Move, action: EditLeader, dice: Dice) -> None:
    """Change scores, feat and ranks, as by a new level. Raises RuleViolation, or NotAllowed."""
    world, realm = move.world, move.realm
    leader = holder(realm.kingdom, action.role, action.leader)
    move.on_behalf_of = acted_for_leader(world, realm.kingdom, leader.player, Task.LEADERSHIP)
    is_led = world.standing is Standing.GAME_MASTER
    is_another = bool(action.name) or action.player is not None or action.is_npc
    if is_another and not is_led and not _is_named_at_last(world, leader, action):
        raise refused(
            "leaders.only_game_masters_rename",
            "Only a game master can change who a leader is. To give the role to somebody else, use `/leader "
            "assign`.",
            NotAllowed,
        )
    _require_member(world, action.player)
    changed = _edited(realm.kingdom, leader, action)
    if changed == leader:
        raise refused(
            "leaders.nothing_edited",
            "Nothing would change: abilities, Leadership and ranks are the same as before.",
        )
    after = replace(realm, kingdom=exchange(realm.kingdom, leader, changed))
    former = leader.name if changed.name != leader.name else ""
    move.realm = after
    move.tell(
        LeaderEdited(
            move.name,
            action.role,
            changed.name,
            benefit(realm, leader),
            benefit(after, changed),
            former,
            changed.player if changed.player != leader.player else None,
            leader.player if changed.player != leader.player else None,
        )
    )


def _is_named_at_last(world: World, leader: Leader, action: EditLeader) -> bool:
    """Whether a player names a character of theirs that is called like its role so far."""
    is_theirs = leader.player == world.actor and same_name(leader.name, str(leader.role.label))
    return is_theirs and action.player is None and not action.is_npc


def _edited(kingdom: Kingdom, leader: Leader, action: EditLeader) -> Leader:
    changed = replace(leader, scores={**leader.scores, **require_scores(action.scores)})
    if action.has_leadership is not None:
        changed = replace(changed, has_leadership=action.has_leadership)
    if action.ranks is not None:
        require_ranks(action.ranks)
        changed = replace(changed, ranks=action.ranks)
    if action.name:
        name = _named(action.name)
        if not same_name(name, leader.name):
            _require_one_role(kingdom, leader.role, name)
        changed = replace(changed, name=name)
    if action.player is not None or action.is_npc:
        changed = replace(changed, player=action.player)
    return changed
