"""What waits in a fight: in each phase one step, always for its player. No label tells a secret."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bot.engine.system import Choice, RecordId, Step
from bot.systems.adventuria.rules.fight import (
    AnswerRoll,
    ChooseCombat,
    Combat,
    Fight,
    LeaveFight,
    LetStand,
    Order,
    Phase,
    RollCombat,
)
from bot.systems.adventuria.words import fights as words


def title(state: Fight) -> str:
    """The fight in a line."""
    return words.title(state.name, [foe.name for foe in state.foes])


def steps(fight: RecordId, state: Fight) -> Sequence[Step]:
    """The step of the fight's phase; none once it is over."""
    if state.phase is Phase.OVER:
        return ()
    name, label, choices = _STEPS[state.phase]
    return (Step(name, label(state), state.player, tuple(choices(fight, state)), state.revision),)


def _kinds(fight: RecordId, state: Fight) -> Iterable[Choice]:
    yield Choice("melee", words.MELEE, ChooseCombat(fight, Combat.MELEE))
    yield Choice("magical", words.MAGICAL, ChooseCombat(fight, Combat.MAGICAL))
    yield from _avoid(fight, state)


def _ready(fight: RecordId, state: Fight) -> Iterable[Choice]:
    yield from _rolls(fight, state, words.ROLL, words.roll_at)
    yield from _avoid(fight, state)


def _again(fight: RecordId, state: Fight) -> Iterable[Choice]:
    yield from _rolls(fight, state, words.AGAIN, words.again_at)
    yield Choice("end", words.END, LeaveFight(fight))


def _avoid(fight: RecordId, state: Fight) -> Iterable[Choice]:
    if state.can_avoid:
        yield Choice("avoid", words.AVOID, LeaveFight(fight))


def _rolls(fight: RecordId, state: Fight, label: str, label_at: Callable[[str], str]) -> Iterable[Choice]:
    if state.order is not Order.CHOOSE or len(state.standing) == 1:
        yield Choice("roll", label, RollCombat(fight), is_main=True)
        return
    for place in state.standing:
        name = state.foes[place].name
        yield Choice(f"roll{place}", label_at(name), RollCombat(fight, place), is_main=True)


def _answers(fight: RecordId, state: Fight) -> Iterable[Choice]:
    for place, answer in enumerate(state.answers):
        foe = state.foes[answer.foe].name if answer.foe is not None else ""
        label = words.answer(answer.name, answer.verb, foe, answer.amount)
        yield Choice(f"use{place}", label, AnswerRoll(fight, place))
    yield Choice("stand", words.STAND, LetStand(fight), is_main=True)


Label = Callable[[Fight], str]
Choices = Callable[[RecordId, Fight], Iterable[Choice]]
_STEPS: dict[Phase, tuple[str, Label, Choices]] = {
    Phase.KIND: ("kind", lambda state: words.kind_label(title(state)), _kinds),
    Phase.READY: ("roll", lambda state: words.ready_label(title(state), state.combat), _ready),
    Phase.ROLLED: ("answer", lambda state: words.rolled_label(title(state)), _answers),
    Phase.AGAIN: ("again", lambda state: words.again_label(title(state)), _again),
}
