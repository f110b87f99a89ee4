"""Attacks and maneuvers on cards, and the panels in which dice, guard and answer are chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from bot.engine.campaign import Campaign
from bot.engine.card import Button, Card, Pick, Select, Tone, step_buttons
from bot.engine.dice.odds import percent
from bot.engine.pages import MOST, Turns, page_of
from bot.engine.people import WHO_MAY, Permit, only
from bot.engine.system import RecordId, Step
from bot.engine.text import Safe, T, refused
from bot.errors import NotAllowed, Stale, UserError
from bot.play import CampaignView, Post, RecordView
from bot.systems.second_kingdom.attacks.maneuvers import ATTACK_DICE, MANEUVER, Maneuver, Strike, Triple
from bot.systems.second_kingdom.attacks.odds import Odds, odds_of
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
from bot.systems.second_kingdom.settings import has_left, only_its_player, waits_for
from bot.ui.text import safe


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
# What is chosen and locked in a panel that only one person sees.
IN_PANELS = ("assign", "guard")


def _drawn(_event: Any, post: Post) -> Card | None:
    """The message about an entry, where it is about an attack."""
    if post.subject is None or post.subject.kind != ATTACK.name:
        return None
    attack = cast(Attack, post.subject.state)
    told = [(event, of(attack, event)) for event, of in _told(post)]
    if not told:
        return None
    lines = [line for event, lines in told for line in (*lines, *_answered(attack, event))]
    # A strike that is applied at once is told with its guard: what both say stands there once.
    card = Card(attack_title(attack), tuple(dict.fromkeys((*_on_behalf(post), *lines))), tone=Tone.QUIET)
    return card if post.newer is not None else _asking(card, post.subject, post.campaign)


def _answered(attack: Attack, event: Any) -> list[str]:
    """A counter-attack is told on its own card, and in a word on that of the attack it answers."""
    is_held = isinstance(event, AttackResolved | CounterAllowed)
    return [_over(attack.end)] if is_held and attack.end is End.COUNTERED else []


def standing(record: RecordView, campaign: Campaign) -> Card:
    """All that is public of an attack by now, and who acts next."""
    attack = cast(Attack, record.state)
    ended = [_over(attack.end)] if attack.end is not None else []
    return _asking(Card(attack_title(attack), (*_so_far(attack), *ended), tone=Tone.QUIET), record, campaign)


def attack_title(attack: Attack) -> str:
    """Who attacks whom with what."""
    is_counter = attack.answers is not None
    says = (
        T("{attacker} strikes back at {target} with {maneuver}")
        if is_counter
        else T("{attacker} attacks {target} with {maneuver}")
    )
    attacker, target, maneuver = attack.names
    return says(attacker=attacker, target=target, maneuver=maneuver)


def _over(end: End) -> str:
    return T("Over: {how}.")(how=end.meaning)


def _told(post: Post) -> list[tuple[Any, Callable[[Attack, Any], Sequence[str]]]]:
    events = ((_most_told(post, event), of) for event, of in LINES.items())
    return [(event, of) for event, of in events if event is not None]


def _most_told(post: Post, event: type[Any]) -> Any:
    """The event of that class; of two about one thing the game masters' own, which tells more."""
    found = [each for each in post.entry.events if isinstance(each, event)]
    return min(found, key=lambda each: each.audience.everyone, default=None)


def _on_behalf(post: Post) -> list[str]:
    entry = post.entry
    if entry.on_behalf_of is None:
        return []
    return [T("{actor:@} for {player:@}")(actor=entry.actor, player=entry.on_behalf_of)]


# -- what is told of each step --------------------------------------------------------------------


def _declared(attack: Attack, _event: Any = None) -> list[str]:
    maneuver = attack.maneuver
    lines: list[str] = [maneuver.adds]
    if maneuver.requirement:
        lines.append(T("**Requirement: {text}**")(text=maneuver.requirement))
    lines.append("-# " + T("Minor strike: {strike}")(strike=strike(maneuver.minor)))
    lines.append("-# " + T("Major strike: {strike}")(strike=strike(maneuver.major)))
    if attack.place > 1:
        place = _ordinal(attack.place)
        says = T("{place} of the attacks on {target}; damage is applied in that order.")
        lines.append(says(place=place, target=attack.target.name))
    return lines


def _ordinal(number: int) -> Safe:
    says = {1: T("{n}st"), 2: T("{n}nd"), 3: T("{n}rd")}.get(number % 10, T("{n}th"))
    return (T("{n}th") if number % 100 in (11, 12, 13) else says)(n=number)


def _in_bold(dice: Sequence[int]) -> Safe:
    return Safe(" · ".join(f"**{die}**" for die in dice))


def _rolled(attack: Attack, _event: Any = None) -> list[str]:
    return [T("Attack dice: {dice}")(dice=_in_bold(attack.dice)), f"-# {attack.maneuver.adds}"]


def _assigned(attack: Attack, _event: Any = None) -> list[str]:
    """The attack dice in line, and small what each is made of (K19)."""
    if attack.final is None:
        return []
    line, bonuses = f"**{in_line(attack.final)}**", attack.maneuver.bonuses
    sums = map(_sum, _as_they_fell(attack, attack.final), bonuses)
    return [line, f"-# {' · '.join(sums)}"] if any(bonuses) else [line]


def _sum(die: int, added: int) -> str:
    """A die and what is added to it, if anything is."""
    if not added:
        return f"{die}"
    return f"{die} − {-added}" if added < 0 else f"{die} + {added}"


def _as_they_fell(attack: Attack, final: Triple) -> Triple:
    """The dice that were assigned, without their bonuses."""
    orders = (assigned(attack.attack_dice, order) for order in ORDERS)
    return next(each for each in orders if finals(each, attack.maneuver, attack.floor) == final)


def _defended(attack: Attack, _event: Any = None) -> list[str]:
    return [*_assigned(attack), T("Defence dice: {dice}")(dice=_in_bold(attack.defence_dice))]


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
        says = (
            T("● {die:upper} {attack} **beats** {defence}{sums}")
            if guarding.beaten[place]
            else T("○ {defence}{sums} **holds** {die} {attack}")
        )
        sums = _sum(guarding.dice[place], guarding.bonuses[place])
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
        return _defended(attack)
    if attack.final is not None:
        return _assigned(attack)
    return _rolled(attack) if attack.dice else _declared(attack)


def _ended(attack: Attack, event: AttackEnded) -> list[str]:
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


# -- who acts now ---------------------------------------------------------------------------------


def _asking(card: Card, record: RecordView, campaign: Campaign) -> Card:
    """The card with who acts next and the buttons for it; game masters act for whoever has left."""
    if not record.steps:
        return card
    step, attack = record.steps[0], cast(Attack, record.state)
    keys = [choice.key for choice in step.choices if not choice.key.startswith(IN_PANELS)]
    buttons = (*_opens_panel(record, attack, keys), *step_buttons(record.id, (step,), keys))
    asked = () if step.who is None or has_left(campaign, step.who) else (step.who,)
    who = T("{who:@}")(who=asked[0]) if asked else T("A game master")()
    return replace(card.add(_who_acts(attack, who, keys), buttons=buttons), tone=Tone.ASKS, asks=asked)


# What opens the panel of a phase.
PANELS = {
    Phase.ROLLED: (T("Assign dice…"), "assign_dice"),
    Phase.DEFENDED: (T("Choose guard…"), "choose_guard"),
    Phase.HELD: (T("Counter-attack…"), "counter_attack"),
}


def _opens_panel(record: RecordView, attack: Attack, keys: Sequence[str]) -> tuple[Button, ...]:
    if attack.phase not in PANELS or must_be_allowed(keys):
        return ()
    label, name = PANELS[attack.phase]
    return (Button(label(), name, (record.id,), is_main=True),)


def must_be_allowed(keys: Sequence[str]) -> bool:
    """Whether a counter-attack waits for a game master's leave, as the open choices say (Q15)."""
    return "allow" in keys


WHO_ACTS = {
    Phase.DECLARED: T("{who} rolls the attack."),
    Phase.ROLLED: T("{who} assigns one die each to accuracy, speed and power."),
    Phase.ASSIGNED: T("{who} rolls the defence of {name}."),
    Phase.DEFENDED: T("{who} chooses the guard of {name}."),
    Phase.HELD: T("{name} may strike back at once: {who} chooses."),
    # Without a number that was computed there is nothing to edit.
    Phase.STRUCK: T("For a game master: **Apply damage** asks how much, **Leave it** counts none."),
}


def _who_acts(attack: Attack, who: Safe, keys: Sequence[str]) -> str:
    says = WHO_ACTS[attack.phase]
    if attack.phase is Phase.DECLARED and attack.maneuver.requirement:
        says = T("{who} rolls; that says the requirement is met. A game master may veto it.")
    if must_be_allowed(keys):
        says = T("A game master lets it pass, or allows a counter-attack.")
    if "edit" in keys:
        says = T("A game master applies it: as it stands, edited, or not at all.")
    return says.of(attack, who=who, name=attack.target.name)


# -- Who may act at an attack's step now, and what became of an attack that has moved on -------------------


_ORDER = tuple(Phase)


@dataclass(frozen=True, slots=True)
class Acting:
    """An attack whose step is open, for somebody who may act at it."""

    shown: RecordView
    step: Step
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
        raise Stale(_moved_on(attack, phase))
    step = record.steps[0]
    if step.who is not None and step.who == view.viewer.user:
        return Acting(record, step)
    if not view.viewer.is_game_master:
        raise _who_may(view, step.who)
    if step.who is not None and waits_for(view.campaign, step.who):
        raise only_its_player()
    return Acting(record, step, step.who)


def _who_may(view: CampaignView, who: int | None) -> UserError:
    if who is None:
        return only(WHO_MAY[Permit.GAME_MASTERS])
    if waits_for(view.campaign, who):
        return only(T("{who:@}")(who=who))
    return refused(
        "attack.only_acting",
        "Only {who:@} or a game master can do that; nothing was changed.",
        NotAllowed,
        who=who,
    )


def _moved_on(attack: Attack, wanted: Phase) -> str:
    """What became of an attack since its panel for that phase was opened."""
    if attack.end is not None:
        return T("This attack is over: {end}. Nothing was changed.")(end=attack.end.meaning)
    if _ORDER.index(attack.phase) < _ORDER.index(wanted):
        # Something was undone since.
        return str(not_now(attack.phase))
    if attack.guarding is not None and attack.outcome is not None:
        return T(
            "The guard is locked already, a {guard:lower}: {outcome}. "
            "Nothing was changed; the attack's newest message says more."
        )(guard=attack.guarding.guard, outcome=attack.outcome)
    return T("The dice are locked already, at {line}; nothing was changed.")(line=Safe(in_line(attack.line)))


LOCKS_NOTHING = T("Choosing locks nothing: **Lock** does.")
DECLARES_NOTHING = T("Choosing declares nothing: **Strike back with …** does.")


def _panel(acting: Acting, lines: Sequence[str], select: Select, unchosen: T = LOCKS_NOTHING) -> Card:
    absent = [T("You choose for {player:@}.")(player=acting.absent)] if acting.absent is not None else []
    chosen = [line for pick in select.picks if pick.is_chosen for line in _chosen(pick)]
    hint = [] if chosen else [f"-# {unchosen()}"]
    title = attack_title(acting.attack)
    return Card(title, (*absent, *lines, *chosen, *hint), tone=Tone.ASKS, selects=(select,))


def _chosen(pick: Pick) -> list[str]:
    label = T("Chosen: **{label}**")(label=pick.label)
    return [label, f"-# {safe(pick.meaning)}"] if pick.meaning else [label]


def _lock(acting: Acting, prefix: str, chosen: str | None) -> tuple[Button, ...]:
    """The step's own button for what was chosen."""
    buttons = step_buttons(acting.shown.id, (acting.step,), [f"{prefix}{chosen}"])
    return tuple(replace(button, label=T("Lock")(), is_main=True) for button in buttons)


# -- dice assigned --------------------------------------------------------------------------------


def assign_panel(acting: Acting, chosen: str | None = None) -> Card:
    """The ways to lay the dice that differ, with the exact odds if the reader may know them (K17, Q6)."""
    attack = acting.attack
    ways = assignments(attack.attack_dice, attack.maneuver, attack.floor)
    picks = tuple(
        Pick(str(order), in_line(final), _chances(attack, final), is_chosen=str(order) == chosen)
        for order, final in ways
    )
    select = Select(T("Choose how to lay the dice")(), "assign_dice", picks, (acting.shown.id,))
    odds = (
        T("Only game masters know the target's defences, and with them the odds.")
        if attack.defences is None
        else T("The chances are exact, against the best guard.")
    )
    lines = (
        T("Attack dice: {dice}")(dice=_in_bold(attack.dice)),
        attack.maneuver.adds,
        f"-# {odds()}",
    )
    return _panel(acting, lines, select).add(buttons=_lock(acting, "assign", chosen))


def _chances(attack: Attack, final: Triple) -> str:
    """How likely each outcome is against the best guard; nothing where the defences are secret."""
    if attack.defences is None:
        return ""
    return chances(odds_of(final, attack.defences, attack.cap))


# Short enough for three of them in a phone's line.
SHORT = {Outcome.FULL_DEFENSE: T("full defense"), Outcome.MINOR: T("minor"), Outcome.MAJOR: T("major")}


def chances(odds: Odds) -> str:
    """The chance of each outcome, in a line."""
    return " · ".join(f"{SHORT[outcome]()} {percent(odds[outcome])}" for outcome in Outcome)


# -- a guard chosen -------------------------------------------------------------------------------


def guard_panel(acting: Acting, chosen: str | None = None) -> Card:
    """The guards that differ, the best first, each with what would come of it (K20 to K23, Q10, Q12)."""
    attack = acting.attack
    ways = guardings(attack.line, attack.guard_dice, attack.pairs, attack.cap)
    # Who acts for somebody absent is told which is best (Q29); who acts for themselves finds it first.
    suggested = ways[0][0] if acting.absent is not None else None
    picks = tuple(_guard_pick(attack, way, guard, chosen, suggested) for way, guard in ways)
    select = Select(T("Choose the guard")(), "choose_guard", picks, (acting.shown.id,))
    lines = (f"**{in_line(attack.line)}**", T("Defence dice: {dice}")(dice=_in_bold(attack.defence_dice)))
    return _panel(acting, lines, select).add(buttons=_lock(acting, "guard", chosen))


def _guard_pick(attack: Attack, way: int, guard: Guarding, chosen: str | None, suggested: int | None) -> Pick:
    strike = strike_of(attack.maneuver, guard.outcome)
    dealt = damage(strike, attack.line) if strike is not None else None
    label = T("{outcome:upper} · {guard:lower}{damage}{suggested}").plain(
        outcome=guard.outcome,
        guard=guard.guard,
        damage=T(", {n} damage")(n=dealt) if dealt is not None else "",
        suggested=T(" (suggested)")() if way == suggested else "",
    )
    halves = (_half(attack, guard, place) for place in range(2))
    return Pick(str(way), label, " · ".join(halves), str(way) == chosen)


def _half(attack: Attack, guard: Guarding, place: int) -> str:
    """One defence die with its bonus, which may be capped, against the attack die it faces."""
    die, added, total = guard.dice[place], guard.bonuses[place], guard.totals[place]
    faced = FACES[guard.guard][place]
    # Without spaces: a phone shows about fifty characters of it.
    sums = f"{_sum(die, added)}{'=' if die + added == total else '→'}".replace(" ", "") if added else ""
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
    """What the defender may strike back with, and the button that declares it. Raises RuleViolation."""
    if not known:
        raise refused(
            "attack.knows_none",
            "{name} knows no maneuver to strike back with; learn one first, or let it pass.",
            name=acting.attack.target.name,
        )
    ids = [each.id for each in known]
    if chosen in ids:
        page = ids.index(RecordId(chosen)) // MOST
    shown = page_of(known, Turns("counter_attack", (acting.shown.id,)), page)
    picks = tuple(_maneuver_pick(each, is_chosen=each.id == chosen) for each in shown.rows)
    select = Select(T("Choose the maneuver")(), "counter_attack", picks, (acting.shown.id,))
    buttons = tuple(
        Button(
            T("Strike back with {maneuver}").plain(maneuver=pick.label),
            "strike_back",
            (acting.shown.id, pick.value),
            is_main=True,
        )
        for pick in picks
        if pick.is_chosen
    )
    return _panel(acting, (), select, DECLARES_NOTHING).add(buttons=(*buttons, *shown.buttons))


def _maneuver_pick(record: RecordView, *, is_chosen: bool) -> Pick:
    maneuver = cast(Maneuver, record.state)
    meaning = "; ".join(part for part in (maneuver.adds, maneuver.requirement) if part)
    return Pick(record.id, maneuver.name, meaning, is_chosen)


def panel(record: RecordView, view: CampaignView) -> Card:
    """What a game master opens in an absent player's place. Raises NotAllowed where the campaign waits."""
    attack = cast(Attack, record.state)
    acting = acting_in(view, record, attack.phase)
    if attack.phase is Phase.ROLLED:
        return assign_panel(acting)
    if attack.phase is Phase.DEFENDED:
        return guard_panel(acting)
    return standing(record, view.campaign)


DRAWN = dict.fromkeys(LINES, _drawn)
SHOWN: dict[str, Callable[[RecordView, Post], Card]] = {
    ATTACK.name: lambda record, post: standing(record, post.campaign),
    MANEUVER.name: maneuver_card,
}
