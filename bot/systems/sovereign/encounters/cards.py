"""An encounter at a glance: what everybody sees, and on the game masters' copy what only they know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from bot.engine.card import Button, Card, Tone, step_button
from bot.engine.declare import Options, asks_of, look, option
from bot.engine.drawing import shows
from bot.engine.finders import Asker
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.engine.text import Safe, T
from bot.engine.views import RecordView
from bot.play import Post
from bot.systems.sovereign.dungeon import Being
from bot.systems.sovereign.encounters.chases import stops_in_six
from bot.systems.sovereign.encounters.rules import ENCOUNTER, ENCOUNTER_MEANT, NoteLeverage, SpringHit
from bot.systems.sovereign.encounters.state import (
    LIKELY,
    Encounter,
    Fellow,
    Leverage,
    MeetingDeed,
    Reaction,
    Secret,
    Side,
    Stage,
    Wits,
    chances,
    could_win,
)
from bot.systems.sovereign.encounters.steps import Hindrance
from bot.ui.controls import Do, button
from bot.ui.controls import form as submitted
from bot.ui.dispatcher import Dispatcher, in_time
from bot.ui.errors import damaged_button
from bot.ui.modal import answers, modal
from bot.ui.reply import Reply
from bot.ui.text import passage, safe

MOST_BUTTONS, MOST_LEVERS = 20, 4
SPRING, LEVERAGE = "sov_spring", "sov_leverage"
# What such creatures want, for which they give something (S80).
WANTS: Mapping[Being, T] = {
    Being.HUMANOID: T("land, treasure or power; or what they believe in: fairness, kindness, loyalty, faith"),
    Being.DRAGON: T("food, land, treasure, and to be obeyed"),
    Being.GIANT: T("whatever raises them above other giants"),
    Being.FIEND: T("somebody to suffer"),
    Being.ABERRATION: T("something that makes sense to nobody else"),
    Being.FEY: T("what they feel like just now, by the logic of dreams or one of the deadly sins"),
    Being.BEAST: T("food, and to be left alone"),
}


class WhichEncounter(Options):
    """An encounter."""

    encounter: RecordId = option("Which encounter; this channel's by default", finder=ENCOUNTER_MEANT)


@look("party encounter show", may=Permit.EVERYONE)
def show_encounter(asker: Asker, which: WhichEncounter) -> Card:
    """See an encounter: who chose what, whose turn it is; as game master also who they are"""
    return card_of(asker.get(which.encounter), is_gm=asker.seen.viewer.is_game_master)


@shows(ENCOUNTER.name)
def show(record: RecordView, post: Post) -> Card:
    """Its card, as the message's reader sees it."""
    return card_of(record, is_gm=post.viewer.is_game_master)


def card_of(record: RecordView, *, is_gm: bool) -> Card:
    """What is known, what is asked, and its buttons."""
    state: Encounter = record.state
    lines = [*_known(state), *(_secret(state) if is_gm else ())]
    waiting = dict.fromkeys(step.who for step in record.steps if step.who is not None)
    tone = Tone.ASKS if record.steps else Tone.QUIET
    return Card(
        safe(record.title),
        tuple(lines),
        tone=tone,
        buttons=_buttons(record),
        asks=tuple(waiting),
    )


def _buttons(record: RecordView) -> tuple[Button, ...]:
    """All that can be done, but for what was chosen already."""
    state: Encounter = record.state
    found = [
        step_button(record.id, step, choice)
        for step in record.steps
        for choice in step.choices
        if step.name != "met" or state.way is None or choice.key != state.way.value
    ]
    lever = (Button(T("Leverage…")(), LEVERAGE, (record.id,)),) if state.stage is Stage.PARLEY else ()
    return (*found[:MOST_BUTTONS], *lever)


# -- for everybody ----------------------------------------------------------------------------------------


def _known(state: Encounter) -> Iterator[str]:
    yield from passage(state.text)
    if state.stage is Stage.MET:
        yield from _choice(state)
    if state.stage is Stage.DECIDED and state.way is not None:
        yield T("The party's choice: **{way:lower}**. They've made up their minds.")(way=state.way)
    if state.surprised is not None and state.fight.round <= 1:
        says = T("⚡ The party is surprised: it can't act in the first Round.")
        if state.surprised is Side.THEM:
            says = T("⚡ They're surprised: they can't act in the first Round.")
        yield says()
    for each in state.levers[-MOST_LEVERS:]:
        by = T(" ({name})")(name=each.by) if each.by else ""
        yield T("⚖ Leverage, {kind}: {what}{by}")(kind=each.kind, what=each.what, by=by)
    if state.stage is Stage.CHASE:
        yield _chase(state)
    if state.stage is Stage.FIGHT:
        yield from _fight(state)


def _choice(state: Encounter) -> Iterator[str]:
    speaker = state.speaker
    if state.way is None:
        yield (
            T("💬 {name} speaks for the party.")(name=speaker.name)
            if speaker is not None
            else T("💬 Whoever chooses first speaks for the party.")()
        )
        return
    chooser = state.fellow(state.chooser)
    by = T("{name}")(name=chooser.name) if chooser is not None else T("the {gm}")()
    yield T("✔ The party's choice: **{way:lower}** ({by}). It can change until they react.")(
        way=state.way, by=by
    )
    objecting = [each.name for each in map(state.fellow, state.objections) if each is not None]
    if objecting:
        yield T("✋ {names} {names:objects|object}.")(names=objecting)


def _chase(state: Encounter) -> Safe:
    chase = state.chase
    if chase is None or chase.gap is None:
        return T("🏃 They're after the party.")()
    says = T("🏃 They're after the party, **{gap:1 foot|{gap} feet}** behind. Beyond 90 feet they give up.")
    if chase.pursuer is Side.PARTY:
        says = T(
            "🏃 The party is after them, **{gap:1 foot|{gap} feet}** behind. Beyond 90 feet they get away."
        )
    return says(gap=chase.gap)


def _fight(state: Encounter) -> Iterator[str]:
    fight = state.fight
    if not fight.round:
        yield T("⚔ A fight: who goes first?")()
        return
    up = fight.up
    if up is None:
        acts = T("everybody has acted")()
    elif isinstance(up, Side):
        acts = (T("the party acts") if up is Side.PARTY else T("they act"))()
    else:
        acts = T("{name} acts")(name=up)
    yield T("⚔ **Round {n}**: {acts}.")(n=fight.round, acts=acts)
    if fight.order:
        yield T("{names}")(names=Safe(" · ".join(_places(state))))
    else:
        yield from _chips(state)


def _places(state: Encounter) -> Iterator[str]:
    for n, name in enumerate(state.fight.order):
        sign = "✔" if n < state.fight.place else "▶" if n == state.fight.place else "⏳"
        yield T("{sign} {name}")(sign=Safe(sign), name=name)


def _chips(state: Encounter) -> Iterator[str]:
    """Who of the party has acted, and who still can."""

    def names(found: tuple[Fellow, ...]) -> list[str]:
        return [each.name for each in found]

    acted = tuple(each for each in state.crew if each.character in state.fight.acted)
    if acted:
        yield T("✔ Acted: {names:,}")(names=names(acted))
    if state.due:
        yield T("⏳ Still to act: {names:,}")(names=names(state.due))
    out = tuple(each for each in state.crew if each.character in state.fight.out)
    if out:
        yield T("✘ Can't act: {names:,}")(names=names(out))


# -- for game masters alone -------------------------------------------------------------------------------


def _secret(state: Encounter) -> Iterator[str]:
    secret = state.secret
    yield ""
    yield T("**For the {gms} alone**")()
    yield from passage(secret.note)
    if secret.being is Being.EVENT:
        return
    hd = T("{n} HD")(n=secret.hd) if secret.hd else T("less than 1 HD")()
    yield T("{n} × {hd}: {being}, {wits}")(n=secret.number, hd=hd, being=secret.being, wits=secret.wits)
    if secret.wits is not Wits.NONE:
        yield T("They want {wants}.")(wants=WANTS[secret.being]())
        yield from _reactions(state, secret)
    if state.stage in (Stage.CHASE, Stage.FLED):
        yield T("Food stops them on {food} in 6, treasure on {treasure} in 6.")(
            food=stops_in_six(Hindrance.FOOD, secret.wits),
            treasure=stops_in_six(Hindrance.TREASURE, secret.wits),
        )


def _reactions(state: Encounter, secret: Secret) -> Iterator[str]:
    """Whether they could win, what the dice may come to, and what they came to."""
    if state.stage is Stage.MET:
        yield _strength(secret)
        for way in (state.way,) if state.way is not None else tuple(MeetingDeed):
            yield _odds(way, secret)
    if state.stage is Stage.DECIDED and secret.decided is not None:
        yield T("They **{decided}** once you announce it.")(decided=secret.decided)
        if secret.rolled is Reaction.COULD_WIN:
            yield _strength(secret)
        if secret.decided is Reaction.COMBAT:
            yield T(
                "-# Clever creatures rarely attack at once: they fall back and come again with more of them."
            )()


def _strength(secret: Secret) -> Safe:
    """Whether victory looks very likely (S78, Q45)."""
    likely = could_win(secret.all_hd, secret.levels)
    says = T(
        "{hd} HD against {levels} {levels:level|levels}, {ratio} to 1 or better: where it's about winning, "
        "they attack."
    )
    if not likely:
        says = T(
            "{hd} HD against {levels} {levels:level|levels}, short of {ratio} to 1: where it's about "
            "winning, they run."
        )
    return says(hd=secret.all_hd, levels=secret.levels, ratio=LIKELY)


def _odds(way: MeetingDeed, secret: Secret) -> Safe:
    """What the dice may come to against that choice, exactly."""
    found = [
        T("{reaction} {chance:.1%}")(reaction=each, chance=float(Fraction(n, 36)))
        for each, n in chances(way, secret.all_hd, secret.levels).items()
    ]
    return T("{way}: {found:,}")(way=way, found=found)


# -- a hit that waits -------------------------------------------------------------------------------------


@button(SPRING, may=Permit.GAME_MASTERS, can_defer=False)
async def spring(dispatcher: Dispatcher, reply: Reply, delve: str) -> None:
    """The form of what the players see of it, for who may look here."""
    await in_time(dispatcher.look(reply.interaction))
    title = T("They meet somebody").plain()
    await reply.modal(modal(f"{SPRING}|{delve}", title, asks_of(SpringHit, "title", "text")))


@submitted(SPRING, may=Permit.GAME_MASTERS)
async def sprung(dispatcher: Dispatcher, reply: Reply, delve: str) -> Do:
    """Spring the encounter that was written in the form."""
    texts = answers(reply.interaction.data)
    title, text = texts.get("title", ""), texts.get("text", "")
    return Do(SpringHit(delve=RecordId(delve), title=title, text=text))


# -- leverage (S80) ---------------------------------------------------------------------------------------


@button(LEVERAGE, may=Permit.MEMBERS, can_defer=False)
async def leverage(dispatcher: Dispatcher, reply: Reply, encounter: str) -> None:
    """The form of what is put on the table, for who may look here."""
    await in_time(dispatcher.look(reply.interaction))
    title = T("Leverage").plain()
    await reply.modal(modal(f"{LEVERAGE}|{encounter}", title, asks_of(NoteLeverage, "kind", "what")))


@submitted(LEVERAGE, may=Permit.MEMBERS)
async def levered(dispatcher: Dispatcher, reply: Reply, encounter: str) -> Do:
    """Change the encounter as was written in the form."""
    texts = answers(reply.interaction.data)
    kind = texts.get("kind", "")
    if kind not in {each.value for each in Leverage}:
        raise damaged_button()
    return Do(NoteLeverage(RecordId(encounter), Leverage(kind), texts.get("what", "")))
