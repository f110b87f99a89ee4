"""What a roll may come to, before anybody makes it; and a call with those who are asked."""

from __future__ import annotations

from bot.engine.card import Card, Tone, step_buttons
from bot.engine.declare import Options, look, option
from bot.engine.drawing import shows
from bot.engine.finders import Asker
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.engine.text import Safe, T
from bot.play import Post, RecordView
from bot.systems.sovereign.checks.means import TEXT_LENGTH, read
from bot.systems.sovereign.checks.rules import CALL, WHICH, Answer, Call, Called, rolls
from bot.systems.sovereign.people.rules import CHARACTER_MEANT
from bot.systems.sovereign.state import Character
from bot.ui.text import safe

SIGNS = {
    Answer.WAITS: "⏳",
    Answer.JOINED: "✔",
    Answer.OUT: "–",
    Answer.SUCCEEDED: "✔",
    Answer.FAILED: "✘",
}


class OfRoll(Options):
    """Whose roll."""

    character: RecordId = option("Whose; your own character by default", finder=CHARACTER_MEANT)
    roll: str = option(WHICH, suggest=rolls, max_length=TEXT_LENGTH)


@look("sov odds", may=Permit.EVERYONE)
def odds(asker: Asker, of: OfRoll) -> Card:
    """See how likely a roll succeeds before anybody makes it"""
    record, means = asker.get(of.character), read(of.roll)
    state: Character = record.state
    if state.is_npc and not asker.seen.viewer.is_game_master:
        return Card(lines=(T("You don't know {name}'s numbers.")(name=record.title),), tone=Tone.QUIET)
    chance = means.chance(state)
    line = T("**{roll}**: {chance:.1%} ({hits} in {of})")(
        roll=means.said, chance=float(chance), hits=chance.numerator, of=chance.denominator
    )
    return Card(safe(record.title), (line,))


@shows(CALL.name)
def show_call(record: RecordView, post: Post) -> Card:
    """Who answered, who is silent, and what is asked."""
    state: Call = record.state
    means = read(state.roll)
    lines: list[str] = [_line(state, each, is_over=not record.steps) for each in state.members]
    if state.failure:
        lines.append(T("If it fails: {failure}")(failure=state.failure))
    title = T("{what}: {roll}")(what=state.what, roll=means.said) if state.what else means.said.rendered()
    if not record.steps:
        return Card(title, tuple(lines), tone=Tone.QUIET)
    waiting = dict.fromkeys(step.who for step in record.steps if step.who is not None)
    return Card(
        title,
        tuple(lines),
        tone=Tone.ASKS,
        buttons=step_buttons(record.id, record.steps),
        asks=tuple(waiting),
    )


def _line(state: Call, member: Called, *, is_over: bool) -> Safe:
    """One of them: whether they answered, and what they add or how likely they succeed."""
    # Once it is over nobody waits for them.
    is_missing = is_over and member.answer is Answer.WAITS
    sign = Safe(SIGNS[Answer.OUT if is_missing else member.answer])
    answer = T("didn't answer") if is_missing else member.answer
    if state.roller is None:
        chance = T("{chance:.1%}")(chance=member.hits / member.of)
        return T("{sign} {name}: {chance}, {answer}")(
            sign=sign, name=member.name, chance=chance, answer=answer
        )
    if member.character == state.roller:
        return T("🎲 {name} rolls with {n:+}")(name=member.name, n=member.adds)
    return T("{sign} {name}: {n:+}, {answer}")(sign=sign, name=member.name, n=member.share, answer=answer)
