"""Attacks and maneuvers on cards, and the panels in which dice, guard and answer are chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from bot.engine.campaign import Campaign
from bot.engine.card import Button, Card, Pick, Select, Tone, step_button, step_buttons
from bot.engine.dice.odds import percent
from bot.engine.drawing import draws, shows
from bot.engine.pages import MOST, Turns, page_of
from bot.engine.people import WHO_MAY, Permit, only
from bot.engine.system import RecordId, Step
from bot.engine.text import Safe, T, refused
from bot.errors import NotAllowed, Stale, UserError
from bot.play import CampaignView, Post, Preview, RecordView
from bot.systems.second_kingdom.attacks.maneuvers import ATTACK_DICE, MANEUVER, Maneuver, Strike, Triple
from bot.systems.second_kingdom.attacks.odds import Odds, by_odds, odds_of, odds_of_maneuver
from bot.systems.second_kingdom.attacks.rules import not_now
from bot.systems.second_kingdom.attacks.state import (
    FACES,
    ORDERS,
    Attack,
    AttackDeclared,
    AttackEnded,
    AttackResolved,
    AttackRolled,
    CounterAllowed,
    DamageApplied,
    DeclareAttack,
    DefenceRolled,
    DiceAssigned,
    End,
    Guarding,
    Outcome,
    Phase,
    assigned,
    assignments,
    damage,
    finals,
    guardings,
    in_line,
    strike_of,
)
from bot.systems.second_kingdom.attacks.steps import ATTACK
from bot.systems.second_kingdom.settings import (
    AT_LEAST_1,
    AT_MOST_10,
    CAP,
    FLOOR,
    has_left,
    only_its_player,
    waits_for,
)
from bot.systems.second_kingdom.state import Guard, Known, Npc, defence_pair
from bot.ui.text import safe


@shows(MANEUVER.name)
def maneuver_card(record: RecordView, _post: Post) -> Card:
    """A maneuver as it stands in the library."""
    maneuver = cast(Maneuver, record.state)
    lines: list[str] = [maneuver.adds]
    if maneuver.requirement:
        lines.append(T("Requirement: {text}")(text=maneuver.requirement))
    lines.append(T("Minor strike: {strike}")(strike=strike(maneuver.minor)))
    lines.append(T("Major strike: {strike}")(strike=strike(maneuver.major)))
    return Card(safe(maneuver.name), tuple(lines))


def strike(strike: Strike | None) -> Safe:
    """What a strike does, or that it is left open (K28)."""
    if strike is None:
        return T("left open")()
    does = [T("damage = {formula}")(formula=strike.damage)] if strike.damage else []
    does += [T(", to {counter}")(counter=strike.counter)] if strike.counter else []
    parts = "; ".join(part for part in ("".join(does), safe(strike.effect)) if part)
    return T("**{name}**: {parts}").of(strike, parts=Safe(parts)) if parts else T("**{name}**").of(strike)


SIGNS = {Outcome.FULL_DEFENSE: "○", Outcome.MINOR: "◐", Outcome.MAJOR: "●"}


@shows(ATTACK.name)
def _show(record: RecordView, post: Post) -> Card:
    """An attack as it stands."""
    return standing(record, post.campaign)


def standing(
    record: RecordView, campaign: Campaign, *, before: Sequence[str] = (), ends: Sequence[str] = ()
) -> Card:
    """An attack on one card: what it is, what fell, what came of it, who acts next and how.

    `ends` is what an entry tells of its end; without, it is said in a word.
    """
    attack = cast(Attack, record.state)
    ended = ends or ([_over(attack.end)] if attack.end is not None else [])
    lines = (*before, *_so_far(attack), *ended)
    return _asking(Card(attack_title(attack), lines, tone=Tone.QUIET), record, campaign)


def attack_title(attack: Attack) -> str:
    """Who attacks whom with what."""
    is_counter = attack.answers is not None
    says = (
        T("Counterattack by {attacker} on {target} with {maneuver}")
        if is_counter
        else T("Attack by {attacker} on {target} with {maneuver}")
    )
    attacker, target, maneuver = attack.names
    return says(attacker=attacker, target=target, maneuver=maneuver)


def _over(end: End) -> str:
    return T("The attack is over: {how}.")(how=end.meaning)


def _told(post: Post) -> list[tuple[Any, Callable[[Attack, Any], Sequence[str]]]]:
    events = ((_most_told(post, event), of) for event, of in LINES.items())
    return [(event, of) for event, of in events if event is not None]


def _told_at_the_end(event: Any) -> list[str]:
    if isinstance(event, DamageApplied):
        return [event.change, *map(safe, event.reached)]
    return _ended(None, event) if isinstance(event, AttackEnded) else []


def _most_told(post: Post, event: type[Any]) -> Any:
    """The event of that class; of two about one thing the game masters' own, which tells more."""
    found = [each for each in post.entry.events if isinstance(each, event)]
    return min(found, key=lambda each: each.audience.everyone, default=None)


def _on_behalf(post: Post) -> list[str]:
    entry = post.entry
    if entry.acted_for is None:
        return []
    return [T("{actor:@} for {player:@}")(actor=entry.actor, player=entry.acted_for)]


# -- what is told of each step --------------------------------------------------------------------


def _declared(attack: Attack, _event: Any = None) -> list[str]:
    return [attack.maneuver.adds, *_maneuver(attack)]


def _maneuver(attack: Attack) -> list[str]:
    """What the maneuver asks for and does, and where the attack stands among those on its target."""
    maneuver, lines = attack.maneuver, list[str]()
    if maneuver.requirement:
        lines.append(T("**Requirement: {text}**")(text=maneuver.requirement))
    lines.append("-# " + T("Minor strike: {strike}")(strike=strike(maneuver.minor)))
    lines.append("-# " + T("Major strike: {strike}")(strike=strike(maneuver.major)))
    if attack.place > 1:
        place = _ordinal(attack.place)
        says = T("{place} attack on {target}; damage is applied in that order.")
        lines.append(says(place=place, target=attack.target.name))
    return lines


def _ordinal(number: int) -> Safe:
    says = {1: T("{n}st"), 2: T("{n}nd"), 3: T("{n}rd")}.get(number % 10, T("{n}th"))
    return (T("{n}th") if number % 100 in (11, 12, 13) else says)(n=number)


def _in_bold(dice: Sequence[int]) -> Safe:
    return Safe(" · ".join(f"**{die}**" for die in dice))


def _rolled(attack: Attack, _event: Any = None) -> list[str]:
    return [T("Attack dice: {dice}")(dice=_in_bold(attack.dice)), attack.maneuver.adds]


def _assigned(attack: Attack, _event: Any = None) -> list[str]:
    """The attack dice in line, and small what each is made of (K19)."""
    if attack.final is None:
        return []
    line, bonuses = f"**{in_line(attack.final)}**", attack.maneuver.bonuses
    sums = map(_sum, _as_they_fell(attack, attack.final), bonuses, attack.final)
    return [line, f"-# {' · '.join(sums)}"] if any(bonuses) else [line]


def _sum(die: int, added: int, total: int) -> Safe:
    """A die and what is added to it, if anything is; and the limit, where the total is no sum of them."""
    if not added:
        return Safe(die)
    sums = Safe(f"{die} − {-added}" if added < 0 else f"{die} + {added}")
    if total == die + added:
        return sums
    says = T("{sums}, at most {total}") if total < die + added else T("{sums}, at least {total}")
    return says(sums=sums, total=total)


def _as_they_fell(attack: Attack, final: Triple) -> Triple:
    """The dice that were assigned, without their bonuses."""
    orders = (assigned(attack.attack_dice, order) for order in ORDERS)
    return next(each for each in orders if finals(each, attack.maneuver, attack.floor) == final)


def _defended(attack: Attack, _event: Any = None) -> list[str]:
    return [*_assigned(attack), T("Defense dice: {dice}")(dice=_in_bold(attack.defence_dice))]


def _resolved(attack: Attack, _event: Any = None) -> list[str]:
    """What faced what, what held, and what the strike does (K23 to K27)."""
    if attack.final is None or attack.guarding is None:
        return []
    return [*_assigned(attack), *guard_lines(attack.final, attack.guarding), *_strike(attack)]


def guard_lines(final: Triple, guarding: Guarding) -> list[str]:
    """Each guarded attack die against its defence die, and the one that nothing stands against."""
    lines = [T("Guard: **{guard}**")(guard=guarding.guard.value)]
    faces = FACES[guarding.guard]
    for place, die in enumerate(faces):
        says = T("○ {defence}{sums} **holds** {die} {attack}")
        if guarding.beaten[place]:
            is_tie = final[die] == guarding.totals[place]
            ties = T("● {die:upper} {attack} **beats** {defence}{sums}: a tie goes to the attacker")
            says = ties if is_tie else T("● {die:upper} {attack} **beats** {defence}{sums}")
        sums = _sum(guarding.dice[place], guarding.bonuses[place], guarding.totals[place])
        made_of = f" ({sums})" if " " in sums else ""
        numbers = {"attack": final[die], "defence": guarding.totals[place]}
        lines.append(says(die=ATTACK_DICE[die], sums=Safe(made_of), **numbers))
    free = next(die for die in range(3) if die not in faces)
    return [*lines, "-# " + T("{die:upper} is not guarded.")(die=ATTACK_DICE[free])]


def _strike(attack: Attack) -> list[str]:
    if attack.outcome is None:
        return []
    strike, lines = attack.strike, [_outcome_line(attack)]
    if attack.outcome is Outcome.FULL_DEFENSE:
        return lines
    if strike is None:
        return [*lines, T("The maneuver leaves this strike open; a game master says what it does.")()]
    if attack.damage is not None:
        lines.append(T("Damage: {formula} = **{n}**")(formula=strike.damage, n=attack.damage))
    return [*lines, safe(strike.effect)] if strike.effect else lines


def _outcome_line(attack: Attack) -> str:
    outcome = attack.outcome or Outcome.FULL_DEFENSE
    strike = T(": {name}")(name=attack.strike.name) if attack.strike else ""
    return T("{sign} **{outcome:upper}{strike}.**")(sign=SIGNS[outcome], outcome=outcome, strike=strike)


def _so_far(attack: Attack) -> list[str]:
    if attack.guarding is not None:
        return _resolved(attack)
    if attack.defence_dice:
        return [*_defended(attack), *_maneuver(attack)]
    if attack.final is not None:
        return [*_assigned(attack), *_maneuver(attack)]
    return [*_rolled(attack), *_maneuver(attack)] if attack.dice else _declared(attack)


def _ended(_attack: Attack | None, event: AttackEnded) -> list[str]:
    return [_over(End(event.end)), *([T("Reason: {text}")(text=event.reason)] if event.reason else [])]


LINES: dict[type[Any], Callable[[Attack, Any], Sequence[str]]] = {
    AttackDeclared: _declared,
    AttackRolled: _rolled,
    DiceAssigned: _assigned,
    DefenceRolled: _defended,
    AttackResolved: _resolved,
    DamageApplied: lambda attack, event: [_outcome_line(attack), event.change, *map(safe, event.reached)],
    CounterAllowed: lambda attack, _event: [_outcome_line(attack)],
    AttackEnded: _ended,
}


@draws(*LINES)
def _drawn(_event: Any, post: Post) -> Card | None:
    """The message about an entry, where it is about an attack."""
    if post.subject is None or post.subject.kind != ATTACK.name:
        return None
    attack = cast(Attack, post.subject.state)
    told = [(event, of(attack, event)) for event, of in _told(post)]
    if not told:
        return None
    if post.newer is not None:
        # It is told in full further down.
        lines = [line for _, lines in told for line in lines]
        return Card(attack_title(attack), tuple(dict.fromkeys((*_on_behalf(post), *lines))), tone=Tone.QUIET)
    ends = [line for event, _ in told for line in _told_at_the_end(event)]
    return standing(post.subject, post.campaign, before=_on_behalf(post), ends=ends)


# -- who acts now ---------------------------------------------------------------------------------


def _asking(card: Card, record: RecordView, campaign: Campaign) -> Card:
    """The card with who acts next and the buttons for it; game masters act for whoever has left."""
    if not record.steps:
        return card
    step, attack = record.steps[0], cast(Attack, record.state)
    keys = [choice.key for choice in step.choices]
    asked = () if step.who is None or has_left(campaign, step.who) else (step.who,)
    who = T("{who:@}")(who=asked[0]) if asked else T("A game master")()
    shown = _choosing(replace(card, tone=Tone.ASKS, asks=asked), record, attack, step)
    return replace(shown, lines=(*shown.lines, _who_acts(attack, who, keys)))


def _choosing(card: Card, record: RecordView, attack: Attack, step: Step) -> Card:
    """The card with what may be chosen at the step."""
    if attack.phase is Phase.ROLLED:
        return _with_orders(card, record, attack, step)
    if attack.phase is Phase.DEFENDED:
        return _with_guards(card, record, attack, step)
    keys = [choice.key for choice in step.choices]
    counter = (Button(T("Counterattack…")(), "counter_attack", (record.id,), is_main=True),)
    may_answer = attack.phase is Phase.HELD and not must_be_allowed(keys)
    return card.add(buttons=(*(counter if may_answer else ()), *step_buttons(record.id, (step,))))


def must_be_allowed(keys: Sequence[str]) -> bool:
    """Whether a counter-attack waits for a game master's leave, as the open choices say (Q15)."""
    return "allow" in keys


WHO_ACTS = {
    Phase.DECLARED: T("{who} rolls the attack."),
    Phase.ROLLED: T("{who} assigns the dice. Each button shows accuracy · speed · power."),
    Phase.ASSIGNED: T("{who} rolls the defense for {name}."),
    Phase.DEFENDED: T("{who} chooses the guard for {name}."),
    Phase.HELD: T("{name} may strike back. {who} decides."),
    # Without a number that was computed there is nothing to edit.
    Phase.STRUCK: T("A game master decides: **Apply damage** asks how much, **Leave it** counts none."),
}


def _who_acts(attack: Attack, who: Safe, keys: Sequence[str]) -> str:
    says = WHO_ACTS[attack.phase]
    if attack.phase is Phase.DECLARED and attack.maneuver.requirement:
        says = T("{who} rolls. Rolling confirms that the requirement is met; a game master can veto it.")
    if attack.phase is Phase.ROLLED and attack.defences is not None:
        says = T("{who} assigns the dice. Each button shows accuracy · speed · power, the best first.")
    if must_be_allowed(keys):
        says = T("A game master lets it pass or allows a counterattack.")
    if "edit" in keys:
        says = T("A game master applies it, edits it or leaves it.")
    return says.of(attack, who=who, name=attack.target.name)


# -- Who may act at an attack's step now, and what became of an attack that has moved on -------------------


@dataclass(frozen=True, slots=True)
class Acting:
    """An attack whose step is open, for somebody who may act at it."""

    shown: RecordView
    step: Step
    campaign: Campaign
    # The player in whose place a game master looks.
    absent: int | None = None

    @property
    def attack(self) -> Attack:
        """The attack as the viewer may see it."""
        return cast(Attack, self.shown.state)


def acting_in(view: CampaignView, record: RecordView, phase: Phase) -> Acting:
    """The attack in that phase, for who acts in it. Raises Stale or NotAllowed, saying why or who may."""
    attack = cast(Attack, record.state)
    if attack.phase is not phase or not record.steps:
        if attack.end is None:
            raise Stale(str(not_now(attack.phase)))
        says = T("This attack is over: {end}. Nothing was changed.")
        raise Stale(says(end=attack.end.meaning))
    step = record.steps[0]
    if step.who is not None and step.who == view.viewer.user:
        return Acting(record, step, view.campaign)
    if not view.viewer.is_game_master:
        raise _who_may(view, step.who)
    if step.who is not None and waits_for(view.campaign, step.who):
        raise only_its_player()
    return Acting(record, step, view.campaign, step.who)


def _who_may(view: CampaignView, who: int | None) -> UserError:
    if who is None:
        return only(WHO_MAY[Permit.GAME_MASTERS])
    if waits_for(view.campaign, who):
        return only(T("{who:@}")(who=who))
    return refused(
        "attack.only_acting",
        "Only {who:@} or a game master can do that.",
        NotAllowed,
        who=who,
    )


# -- dice assigned --------------------------------------------------------------------------------


def _with_orders(card: Card, record: RecordView, attack: Attack, step: Step) -> Card:
    """The card with a button for each way to lay the dice; the best first, with the exact odds of each, if
    they may be known.

    Its three numbers are accuracy, speed and power (K17, Q6).
    """
    found = list(assignments(attack.attack_dice, attack.maneuver, attack.floor))
    if (pairs := attack.defences) is not None:
        found.sort(key=lambda way: by_odds(way[1], pairs, attack.cap, attack.maneuver))
    ways = {f"assign{order}": final for order, final in found}
    choices = {choice.key: choice for choice in step.choices}
    orders = [replace(choices.pop(key), label=_numbers(final)) for key, final in ways.items()]
    if pairs is not None:
        orders[0] = replace(orders[0], is_main=True)
    buttons = (step_button(record.id, step, choice) for choice in (*orders, *choices.values()))
    if pairs is None:
        lines = [SECRET()]
    else:
        says = T("{final}: {chances}")
        lines = [
            says(final=Safe(_numbers(final)), chances=chances(odds_of(final, pairs, attack.cap)))
            for final in ways.values()
        ]
    return card.add(*(f"-# {line}" for line in lines), buttons=buttons)


def _numbers(final: Triple) -> str:
    return " · ".join(map(str, final))


# Short enough for three of them in a phone's line.
SHORT = {Outcome.FULL_DEFENSE: T("full defense"), Outcome.MINOR: T("minor"), Outcome.MAJOR: T("major")}


def chances(odds: Odds) -> str:
    """The chance of each outcome, in a line."""
    return " · ".join(f"{SHORT[outcome]()} {percent(odds[outcome])}" for outcome in Outcome)


SECRET = T("The target's defenses are secret, and so are the odds.")


def previewed(preview: Preview, card: Card) -> Card:
    """An attack before it is made, with its chances where who asks may know what the target defends with."""
    action = preview.actions[0]
    if len(preview.actions) > 1 or not isinstance(action, DeclareAttack):
        return card
    target, maneuver = (preview.before.get(each) for each in (action.target, action.maneuver))
    if target is None or maneuver is None or not preview.goes:
        return card
    state, settings = target.state, preview.campaign.settings
    if isinstance(state, Npc) and state.known is not Known.OPEN and not preview.viewer.is_game_master:
        return card.add(SECRET())
    pairs = {guard: defence_pair(state.defences, guard) for guard in Guard}
    floor, cap = FLOOR.of(settings) == AT_LEAST_1, CAP.of(settings) == AT_MOST_10
    found = odds_of_maneuver(maneuver.state, pairs, floor, cap)
    return card.add(T("Against the best guard: {chances}.")(chances=Safe(chances(found.odds))))


# -- a guard chosen -------------------------------------------------------------------------------


def _with_guards(card: Card, record: RecordView, attack: Attack, step: Step) -> Card:
    """The card with a button for the best of each guard, the best of all first, and a list of every way.

    Each says what would come of it (K20 to K23, Q10, Q12). Who may not know the target's defenses finds
    the way to a private card instead.
    """
    if attack.defences is None:
        opens = Button(T("Choose guard…")(), "choose_guard", (record.id,), is_main=True)
        return card.add(buttons=(opens,))
    ways = guardings(attack.line, attack.guard_dice, attack.pairs, attack.cap)
    best: dict[Guard, tuple[int, Guarding]] = {}
    for way, guarding in ways:
        best.setdefault(guarding.guard, (way, guarding))
    choices = {choice.key: choice for choice in step.choices}
    buttons = [
        step_button(
            record.id,
            step,
            replace(choices[f"guard{way}"], label=_guard_label(attack, guarding), is_main=place == 0),
        )
        for place, (way, guarding) in enumerate(best.values())
    ]
    lines = (
        f"-# {T('{guard}: {halves}')(guard=guarding.guard, halves=_halves(attack, guarding))}"
        for _, guarding in best.values()
    )
    picks = tuple(
        Pick(f"guard{way}", _guard_label(attack, guarding), _halves(attack, guarding))
        for way, guarding in ways
    )
    args = (record.id, step.name, str(step.revision))
    every = (Select(T("Every way to guard")(), "do", picks, args),) if len(picks) > len(buttons) else ()
    return replace(card.add(*lines, buttons=buttons), selects=every)


def _guard_label(attack: Attack, guarding: Guarding) -> str:
    """A guard, and what would come of it."""
    strike = strike_of(attack.maneuver, guarding.outcome)
    dealt = damage(strike, attack.line) if strike is not None else None
    return T("{guard}: {outcome}{damage}").plain(
        guard=guarding.guard,
        outcome=guarding.outcome,
        damage=T(", {n} damage")(n=dealt) if dealt is not None else "",
    )


def _halves(attack: Attack, guarding: Guarding) -> Safe:
    return Safe(" · ".join(_half(attack, guarding, place) for place in range(2)))


def _half(attack: Attack, guard: Guarding, place: int) -> str:
    """One defence die with its bonus, which may be capped, against the attack die it faces."""
    die, added, total = guard.dice[place], guard.bonuses[place], guard.totals[place]
    faced = FACES[guard.guard][place]
    # Without spaces: a phone shows about fifty characters of it.
    sums = f"{_sum(die, added, die + added)}".replace(" ", "") if added else ""
    if added:
        sums += "=" if die + added == total else "→"
    says = (
        T("{sums}{total} falls to {die} {attack}")
        if guard.beaten[place]
        else T("{sums}{total} holds {die} {attack}")
    )
    return says.plain(sums=Safe(sums), total=total, die=ATTACK_DICE[faced], attack=attack.line[faced])


# -- a counter-attack -----------------------------------------------------------------------------


def counter_panel(
    acting: Acting, known: Sequence[RecordView], chosen: str | None = None, page: int = 0
) -> Card:
    """What the defender may strike back with, and the button that does so: the first, until one is chosen.

    Raises RuleViolation where there is nothing.
    """
    if not known:
        raise refused(
            "attack.knows_none",
            "There are no maneuvers on the sheet of {name}. Learn one with `/sk learn`, or let it pass.",
            name=acting.attack.target.name,
        )
    ids = [each.id for each in known]
    if chosen in ids:
        page = ids.index(RecordId(chosen)) // MOST
    shown = page_of(known, Turns("counter_attack", (acting.shown.id,)), page)
    meant = next((each for each in shown.rows if each.id == chosen), shown.rows[0])
    picks = tuple(_maneuver_pick(each, is_chosen=each is meant) for each in shown.rows)
    select = Select(T("Choose the maneuver")(), "counter_attack", picks, (acting.shown.id,))
    label = T("Strike back with {maneuver}").plain(maneuver=meant.title)
    button = Button(label, "strike_back", (acting.shown.id, meant.id), is_main=True)
    card = Card(attack_title(acting.attack), _absent(acting), tone=Tone.ASKS, selects=(select,))
    requirement = cast(Maneuver, meant.state).requirement
    confirms = [T("By striking back, you confirm: {text}")(text=requirement)] if requirement else []
    return card.add(*confirms, buttons=(button, *shown.buttons))


def _maneuver_pick(record: RecordView, *, is_chosen: bool) -> Pick:
    maneuver = cast(Maneuver, record.state)
    meaning = "; ".join(part for part in (maneuver.adds, maneuver.requirement) if part)
    return Pick(record.id, maneuver.name, meaning, is_chosen)


# -- for one person's eyes ------------------------------------------------------------------------


def panel(acting: Acting) -> Card:
    """The attack as whoever acts may see it, and choose."""
    return standing(acting.shown, acting.campaign, before=_absent(acting))


def open_panel(record: RecordView, view: CampaignView) -> Card:
    """What a game master opens in an absent player's place. Raises NotAllowed where the campaign waits."""
    return panel(acting_in(view, record, cast(Attack, record.state).phase))


def _absent(acting: Acting) -> tuple[str, ...]:
    if acting.absent is None:
        return ()
    says = T("You choose for {player:@}.")
    if acting.attack.phase is Phase.DEFENDED:
        says = T("You choose for {player:@}. The best guard is first.")
    return (says(player=acting.absent),)
