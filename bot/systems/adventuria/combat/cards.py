"""Chances of a fight in lines: the next exchange, the fight to its end, and the XP at stake."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

from bot.engine.campaign import Campaign
from bot.engine.card import Button, Card, Tone
from bot.engine.dice.odds import percent
from bot.engine.drawing import draws, shows
from bot.engine.people import Permit, Standing
from bot.engine.system import Choice, FormField, RecordId, Scope, Step
from bot.engine.text import Safe, T, refused
from bot.errors import Stale
from bot.play import Entry, Post, Pressed, RecordView
from bot.systems.adventuria.adventurer import ADVENTURER, FIGHT, AdventurerChanged
from bot.systems.adventuria.changed import lines as told_lines
from bot.systems.adventuria.combat.odds import (
    FEW,
    Award,
    Battle,
    Chances,
    ToTheEnd,
    at_stake,
    falls_next,
    next_exchange,
    to_the_end,
)
from bot.systems.adventuria.combat.odds import of_fight as odds_of_fight
from bot.systems.adventuria.combat.rules import EVEN
from bot.systems.adventuria.combat.state import (
    Combat,
    CombatFought,
    CombatRolled,
    Fight,
    FightEnded,
    FightOpened,
    OfFight,
    Order,
    Phase,
    RollCombat,
    StopFight,
    counted,
)
from bot.systems.adventuria.ledger import held_bonus, held_bonuses, own, total
from bot.systems.adventuria.library.rules import said
from bot.systems.adventuria.settings import Rulings
from bot.systems.adventuria.sheet.cards import brief, heart_row, hearts, on_behalf, use_button, with_question
from bot.systems.adventuria.state import NAME_LENGTH, Adventurer, Attribute, Foe, Verb
from bot.ui.card import BODY
from bot.ui.controls import Do, button, form
from bot.ui.dispatcher import Dispatcher, actor_of, in_time, request_of, step_of
from bot.ui.modal import answers, modal
from bot.ui.reply import Reply
from bot.ui.text import fitting, prose, safe

# Of six monsters with long names.
NEXT_ROOM, NAME = 600, 30
BETWEEN_EXCHANGES = (Phase.READY, Phase.AGAIN)


def lines_of_fight(fight: Fight, adventurer: Adventurer, campaign: Campaign) -> list[str]:
    """What a fight's card says of its chances; nothing while the dice are on the table."""
    if fight.phase not in BETWEEN_EXCHANGES or fight.kind is None:
        return []
    battle = odds_of_fight(fight, adventurer, Rulings.of(campaign))
    # The card has the monsters' rules in words, each with who applies it.
    shown = [effect.text for foe in fight.foes for effect in foe.effects if foe.is_standing]
    return lines(battle, to_the_end(battle, FEW), ASK_FOR_MORE, shown)


ASK_FOR_MORE = T("-# The odds to the end take longer to count: see `/adv odds`.")


def lines(
    battle: Battle, found: ToTheEnd | None, where_uncounted: T, shown: Collection[str] = ()
) -> list[str]:
    """The chances, and what they stand for; `where_uncounted` says that those to the end are too many.

    `shown` are rules that the narrator applies, and that the same card names elsewhere.
    """
    if battle.is_over:
        return []
    return [
        *fitting(_next(battle), NEXT_ROOM),
        *_to_the_end(battle, found, where_uncounted),
        _stake(at_stake(battle), battle.kind),
        *_uncounted(battle, shown),
    ]


def _uncounted(battle: Battle, shown: Collection[str]) -> Iterator[str]:
    """What the chances leave out, as nobody but the narrator knows what it does."""
    narrated = (each.text for each in battle.effects() if each.verb is Verb.NARRATE)
    told = dict.fromkeys(text for text in narrated if text not in shown)
    if told:
        yield T("-# Not counted, because the narrator applies it: {rules:,}.")(rules=list(told))


def _next(battle: Battle) -> Iterator[str]:
    """The chances against each that may be next, those that are the same once."""
    places = battle.engaged if battle.order is Order.IN_TURN else battle.standing
    alike: dict[Chances, list[str]] = {}
    for place in places:
        alike.setdefault(next_exchange(battle, place), []).append(safe(battle.foes[place].name, NAME))
    chances = T("Next exchange{whom}: win **{win}** · standoff {standoff} · lose {lose}{rest}")
    for once, names in alike.items():
        against = [T("each of them")] if len(names) == len(places) > 1 else [Safe(name) for name in names]
        whom = T(" against {against:,}")(against=against) if len(battle.standing) > 1 else ""
        before = 1 - once.win - once.standoff - once.lose
        rest = T(" · over before the dice {before}")(before=_percent(before)) if before else ""
        win, standoff, lose = map(_percent, (once.win, once.standoff, once.lose))
        yield chances(whom=whom, win=win, standoff=standoff, lose=lose, rest=rest)


def _percent(share: Fraction) -> Safe:
    """It may begin with “>”, which is no quote here."""
    return Safe(percent(share))


def _to_the_end(battle: Battle, found: ToTheEnd | None, where_uncounted: T) -> Iterator[str]:
    if found is None:
        yield where_uncounted()
        return
    if found.exchanges is None:
        length = T("never ends {never}")(never=_percent(found.never))
    else:
        length = T("{exchanges:,.1f} exchanges")(exchanges=float(found.exchanges))
    yield T("To the end: win **{fells}** · fall {falls} · {length} · {wounds:,.1f} wounds")(
        fells=_percent(found.fells),
        falls=_percent(found.falls),
        length=length,
        wounds=float(found.wounds),
    )
    if battle.order is Order.CHOOSE and len(battle.standing) > 1:
        yield T("-# To the end: one after another, in this order.")()


def _stake(awards: Sequence[Award], kind: Combat) -> str:
    """All that felling those who stand brings, award for award."""
    worth, wasted = sum(each.worth for each in awards), sum(each.wasted for each in awards)
    raised = kind.attribute
    if wasted == worth:
        none = T("No {kind} XP at stake: {raised} is at its limit, so {worth} count for nothing")
        return none(kind=kind, raised=raised, worth=worth)
    rises = sum(each.rises for each in awards)
    # At 10 an attribute rises, and what goes beyond is lost (A35).
    rise = T(", {raised} +{rises}")(raised=raised, rises=rises) if rises else ""
    lost = T(", {wasted} wasted")(wasted=wasted) if wasted else ""
    return T("At stake: {worth} {kind} XP ({before} → {after}{rise}{lost})")(
        worth=worth,
        kind=kind,
        before=awards[0].before,
        after=awards[-1].after,
        rise=rise,
        lost=lost,
    )


# Of six monsters with long names; the encounter's own words come before special rules.
SIDES_ROOM, INSTRUCTIONS_ROOM = 1100, 600
# Of what adds to an attribute, so many are named.
MOST_PARTS = 3
FightSection = tuple[str, int]


def of_fight(fight: Fight, adventurer: Adventurer | None, room: int) -> list[str]:
    """The adventurer, each monster, and what is special about the encounter, in that much room."""
    own_side = [] if adventurer is None else [_own_side(adventurer, fight.kind)]
    lines = fitting([*own_side, *_their_side(fight.foes, fight.kind, fight.order)], SIDES_ROOM)
    # The encounter's own words, line by line.
    own_words = (f"» {line}" for line in prose(fight.instructions).splitlines() if line)
    told = fitting(own_words, INSTRUCTIONS_ROOM)
    left = room - sum(len(line) + 1 for line in (*lines, *told))
    return [*lines, *fitting(_rules(fight.foes), left), *told]


def of_battle(battle: Battle, room: int) -> list[str]:
    """Lines on both sides of a possible fight."""
    own_side = _own_side(battle.adventurer, battle.kind)
    lines = fitting([own_side, *_their_side(battle.foes, battle.kind, battle.order)], SIDES_ROOM)
    return [*lines, *fitting(_rules(battle.foes), room - SIDES_ROOM)]


def _their_side(foes: Sequence[Foe], kind: Combat | None, order: Order) -> list[str]:
    lines = [_foe_line(foe, kind) for foe in foes]
    is_one = sum(foe.is_standing for foe in foes) < 2
    return lines if is_one else [*lines, T("-# {order}")(order=order.meaning)]


# -- the adventurer ---------------------------------------------------------------------------------


def _own_side(adventurer: Adventurer, kind: Combat | None) -> str:
    strength, wounds = strength_of(adventurer, kind), Safe(hearts(adventurer))
    return SIDE(name=adventurer.name, strength=strength, wounds=wounds)


SIDE = T("**{name:60}** · {strength} · {wounds}")
BOTH = T("Arms **{arms}**, Magic **{magic}**")


def strength_of(adventurer: Adventurer, kind: Combat | None) -> Safe:
    """What an adventurer adds to the die, and by what; both attributes while the kind is open."""
    if kind is None:
        return BOTH(arms=total(adventurer, Attribute.ARMS), magic=total(adventurer, Attribute.MAGIC))
    attribute, fray = kind.attribute, kind.fray
    held = held_bonuses(adventurer, Verb(attribute.value), fray)
    parts = [(possession.name, amount) for possession, amount in held if amount]
    # Changes that aren't exempt are in the number before.
    exempt = (each for each in adventurer.changes if each.attribute is attribute and each.cause.is_exempt)
    parts += [(each.source, each.amount) for each in exempt]
    whole, first = total(adventurer, attribute, fray), own(adventurer, attribute)
    return _strength(attribute, whole, first, parts, held_bonus(adventurer, Verb.ROLL, fray))


def _strength(attribute: Attribute, whole: int, first: int, parts: Sequence[FightSection], more: int) -> Safe:
    """What is added to the die, with what it is made of where that is more than one thing."""
    made_of = [str(first), *(PART(source=source, amount=amount) for source, amount in parts[:MOST_PARTS])]
    rest = sum(amount for _, amount in parts[MOST_PARTS:])
    made_of += [PART(source=T("others")(), amount=rest)] if rest else []
    if first + sum(amount for _, amount in parts) != whole:
        made_of.append(T("at least 1")())
    strength = T("{attribute} **{whole}**")(attribute=attribute, whole=whole)
    if len(made_of) > 1:
        strength = T("{strength} ({made_of:,})")(strength=strength, made_of=made_of)
    return T("{strength} {more:+} on the roll")(strength=strength, more=more) if more else strength


PART = T("{source:30} {amount:+}")


# -- monsters ---------------------------------------------------------------------------------------


def _foe_line(foe: Foe, kind: Combat | None) -> str:
    """One monster: what it adds to its die, and its wounds."""
    if not foe.is_standing:
        return T("✕ {name:30}: fallen.")(name=foe.name)
    vitae = foe.value(Attribute.VITAE)
    wounds = heart_row(foe.wounds, vitae)
    return SIDE(name=safe(foe.name, NAME), strength=_foes_strength(foe, kind), wounds=Safe(wounds))


def _foes_strength(foe: Foe, kind: Combat | None) -> Safe:
    if kind is None:
        return BOTH(arms=foe.value(Attribute.ARMS), magic=foe.value(Attribute.MAGIC))
    attribute, fray = kind.attribute, kind.fray
    changed = sum(each.amount for each in foe.changes if each.attribute is attribute)
    always = foe.always(Verb(attribute.value), fray)
    parts = [part for part in ((T("now")(), changed), (T("ability")(), always)) if part[1]]
    whole, first = foe.value(attribute, fray), foe.now.of(attribute)
    return _strength(attribute, whole, first, parts, foe.always(Verb.ROLL, fray))


def _rules(foes: Sequence[Foe]) -> Iterator[str]:
    """The special rules of the monsters, those that several share once."""
    told: dict[str, list[str]] = {}
    for foe in foes:
        for effect in foe.effects if foe.is_standing else ():
            told.setdefault(said(effect, is_monsters=True), []).append(foe.kin or foe.name)
    for rule, names in told.items():
        whose = [safe(name, NAME) for name in dict.fromkeys(names)]
        yield T("-# {whose:,}: {rule}.")(whose=whose, rule=Safe(rule))


# -- What happened in a fight -------------------------------------------------------------------------------


def lines_of(event: Any) -> Iterable[str]:
    """What a card says about an event; nothing where it isn't about fights."""
    if isinstance(event, OfFight):
        return event.on_card()
    # What followed when something was used, such as XP.
    return told_lines(event.changes) if isinstance(event, AdventurerChanged) else ()


# -- Fights on cards: what happened, both sides, what may come of it, and whose move it is -----------------


PRESS, PANEL = "adv_fight", "adv_fight_panel"
# The choices that end a fight.
OUT = ("avoid", "end")
# What happened may take so much, and whose move it is, of a card.
HAPPENED_ROOM, LAST_LINE = 1200, 150


@draws(OfFight, rank=3)
def _draw(_event: OfFight, post: Post) -> Card | None:
    """The message about an entry, where something happened in a fight."""
    if post.subject is None:
        return None
    return under(Card(lines=on_behalf(post), tone=Tone.QUIET), post)


@shows(FIGHT)
def _show(record: RecordView, post: Post) -> Card:
    """A fight as it stands."""
    return _standing(Card(tone=Tone.QUIET), record, post)


def prepare(post: Post) -> Callable[[], object] | None:
    """The odds of the fight that is shown: once counted, they are found when the card is drawn."""
    record = post.subject
    if record is None or record.kind != FIGHT or post.newer is not None or record.state.end is not None:
        return None
    fight, adventurer = record.state, _adventurer(record.state, post)
    if adventurer is None:
        return None

    def work_out() -> None:
        lines_of_fight(fight, adventurer.state, post.campaign)
        for step in record.steps:
            for choice in step.choices:
                _chance_to_fall(choice, fight, adventurer.state, post)

    return work_out


def under(card: Card, post: Post) -> Card:
    """The card of an entry about a fight, with what happened in it and how all stands now."""
    record = cast(RecordView, post.subject)
    happened = (line for event in post.entry.events for line in lines_of(event))
    card = card.add(*fitting(happened, HAPPENED_ROOM))
    if record.kind == FIGHT:
        return _standing(card, record, post)
    # The fight is over, and this is the adventurer.
    ended = post.entry.event(FightEnded)
    title = safe(record.title, NAME_LENGTH)
    if ended is not None:
        title = AGAINST(name=ended.name, foes=counted(ended.foes))
    card = replace(card, title=card.title or title)
    if post.newer is not None:
        return card
    return with_question(card.add("", *brief(record.state)), record, post)


AGAINST = T("{name:60} against {foes}")


# -- as it stands -----------------------------------------------------------------------------------


def _standing(card: Card, record: RecordView, post: Post) -> Card:
    """The fight's own card; one that a newer one took the place of tells only what happened."""
    fight = cast(Fight, record.state)
    title = AGAINST(name=fight.name, foes=counted(foe.kin or foe.name for foe in fight.foes))
    card = replace(card, title=card.title or title)
    if post.newer is not None or fight.end is not None:
        # What waits once a fight is over stands on the adventurer's card.
        return card
    adventurer = _adventurer(fight, post)
    state = None if adventurer is None else cast(Adventurer, adventurer.state)
    odds = [] if state is None else lines_of_fight(fight, state, post.campaign)
    room = BODY - LAST_LINE - sum(len(line) + 1 for line in (*card.lines, *odds))
    sides = of_fight(fight, state, room)
    card = card.add(*([""] if card.lines else []), *sides, *odds)
    if adventurer is not None and adventurer.steps:
        # Something must be decided first.
        return with_question(card, adventurer, post)
    return _asking(card, record, post, state)


def _adventurer(fight: Fight, post: Post) -> RecordView | None:
    found = post.records.get(fight.adventurer)
    return found if found is not None and found.kind == ADVENTURER.name else None


# -- whose move it is -------------------------------------------------------------------------------


def _asking(card: Card, record: RecordView, post: Post, state: Adventurer | None) -> Card:
    """With the buttons of its step; it mentions its player only for what somebody else did."""
    if not record.steps:
        return card
    (step, *_), fight = record.steps, cast(Fight, record.state)
    who, plays = fight.player, post.campaign.standing(fight.player)
    is_here = plays in (Standing.PLAYER, Standing.GAME_MASTER)
    is_news = post.entry.event(FightOpened) is not None or post.entry.actor != who
    on = [
        _warned(_press(record, step, choice), choice, fight, state, post)
        for choice in step.choices
        if choice.key not in OUT
    ]
    out = [_press(record, step, choice) for choice in step.choices if choice.key in OUT]
    # What answers dice that are known stands among the choices.
    use = [] if fight.phase is Phase.ROLLED else [use_button(post.entry.campaign, fight.adventurer)]
    narrator = Button(T("Narrator…").plain(), PANEL, (record.id,))
    card = card.add(_who_acts(fight)(who=who), buttons=(*on, *use, *out, narrator))
    return replace(card, tone=Tone.ASKS, asks=(who,) if is_here and is_news else ())


def _press(record: RecordView, step: Step, choice: Choice) -> Button:
    """As the house's button of a step, but one that knows what came of it when it is pressed again."""
    return Button(choice.label, PRESS, (record.id, step.name, str(step.revision), choice.key), choice.is_main)


def _chance_to_fall(choice: Choice, fight: Fight, state: Adventurer, post: Post) -> Fraction | None:
    """How likely that choice is the last; None for one without dice, and where it is too much to count."""
    if not isinstance(choice.action, RollCombat):
        return None
    battle, foe = odds_of_fight(fight, state, Rulings.of(post.campaign)), choice.action.foe
    return falls_next(battle, battle.engaged if foe is None else (foe,))


def _warned(button: Button, choice: Choice, fight: Fight, state: Adventurer | None, post: Post) -> Button:
    """A roll that one may well fall by is red and says it."""
    chance = _chance_to_fall(choice, fight, state, post) if state is not None else None
    if chance is None or chance < EVEN:
        return button
    label = T("{label}: {chance} to fall").plain(label=button.label, chance=Safe(percent(chance)))
    return replace(button, label=label, is_dangerous=True)


def _who_acts(fight: Fight) -> T:
    if fight.phase is Phase.READY and fight.can_avoid:
        return T("{who:@} rolls, or avoids the fight.")
    return WHO_ACTS[fight.phase]


WHO_ACTS = {
    Phase.KIND: T("{who:@} chooses the kind of Combat."),
    Phase.READY: T("{who:@} rolls."),
    Phase.ROLLED: T("{who:@} uses something on these dice, or lets them stand."),
    Phase.AGAIN: T("{who:@} fights another exchange of the same kind, or ends it."),
}


STOP = "adv_stop"
REASON_LENGTH = 200
# As many pages of a fight's journal as are searched for what a button came to.
MOST_PAGES = 5


@button(PRESS, may=Permit.OWNER_OR_GAME_MASTER)
async def _pressed(dispatcher: Dispatcher, reply: Reply, *args: str) -> None:
    """Carry out a choice of a fight's step; where the step is done, say what came of it."""
    pressed = step_of(args)
    try:
        await dispatcher.press(reply, pressed)
    except Stale as stale:
        raise Stale(await _came_of(dispatcher, reply, pressed) or str(stale)) from stale


@button(PANEL, may=Permit.GAME_MASTERS)
async def _panel(dispatcher: Dispatcher, reply: Reply, fight: str) -> None:
    """Show what a narrator may do about a fight, privately."""
    record = await _fight(dispatcher, reply, fight)
    stop = Button(T("Stop the fight…").plain(), STOP, (record.id,))
    told = (
        T("Stopping ends this fight as it stands: no XP for monsters that haven't fallen.")(),
        T("`/adv gm wound`, `heal` and `attribute` change the adventurer meanwhile.")(),
    )
    await reply.private(Card(T("For narrators")(), told, buttons=(stop,)))


@button(STOP, may=Permit.GAME_MASTERS, can_defer=False)
async def _ask(dispatcher: Dispatcher, reply: Reply, fight: str) -> None:
    """Ask the narrator why the fight is to be stopped."""
    record = await in_time(_fight(dispatcher, reply, fight))
    hint = T("Everyone reads it").plain()
    why = FormField("reason", T("Why").plain(), REASON_LENGTH, hint=hint)
    await reply.modal(modal(f"{STOP}|{record.id}", T("Stop the fight").plain(), (why,)))


@form(STOP, may=Permit.GAME_MASTERS)
async def _stop(dispatcher: Dispatcher, reply: Reply, fight: str) -> Do:
    record = await _fight(dispatcher, reply, fight)
    return Do(StopFight(record.id, answers(reply.interaction.data).get("reason", "")))


async def _fight(dispatcher: Dispatcher, reply: Reply, fight: str) -> RecordView:
    """The fight, still under way. Raises Stale where there is none, RuleViolation where it is over."""
    record = RecordId(fight)
    seen = await dispatcher.look(reply.interaction, Scope(ids=(record,)))
    view = seen.records.get(record)
    if view is None or view.kind != FIGHT:
        raise refused("fight.gone", "That fight isn't in this campaign anymore.", Stale)
    state = cast(Fight, view.state)
    if state.end is not None:
        raise refused("fight.over", "This fight is already over ({end}); nothing was changed.", end=state.end)
    return view


async def _came_of(dispatcher: Dispatcher, reply: Reply, pressed: Pressed) -> str | None:
    """What the first entry after that step's beginning told; the dice are the same for good."""
    who, where = actor_of(reply.interaction), request_of(reply.interaction)
    entry: Entry | None = None
    async for each in dispatcher.play.story(who, where, pressed.record, pages=MOST_PAGES):
        if each.number <= pressed.revision:
            break
        entry = each if each.undone_by is None else entry
    if entry is None:
        return None
    rolled = entry.event(CombatFought) or entry.event(CombatRolled)
    line = Safe(dispatcher.renderer.line(entry))
    if rolled is not None:
        return T("Already rolled; nothing was changed. {line}")(line=line)
    return T("That's already done; nothing was changed. {line}")(line=line)
