"""Challenges on cards and in the journal: asked, rolled, withdrawn, and what they leave behind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

from bot.engine.campaign import Campaign
from bot.engine.card import Button, Card, Tone, game_masters_button, step_buttons
from bot.engine.dice.odds import percent
from bot.engine.drawing import draws, leads, shows
from bot.engine.text import Safe, T
from bot.play import CampaignView, Post, RecordView
from bot.systems.second_kingdom.cards import DRAWINGS
from bot.systems.second_kingdom.challenges import state
from bot.systems.second_kingdom.challenges.requests import (
    REQUEST,
    Answer,
    ChallengeAsked,
    Request,
    RequestDeclined,
)
from bot.systems.second_kingdom.challenges.rules import CALL, CHALLENGE, LEFT_BEHIND, Call, ChallengesOpened
from bot.systems.second_kingdom.challenges.state import (
    Challenge,
    ChallengeEdited,
    ChallengeOpened,
    ChallengeRolled,
    Chances,
    ConsequenceProposed,
    Level,
    Roll,
    Status,
    Terms,
)
from bot.systems.second_kingdom.settings import waits_for
from bot.systems.second_kingdom.state import HIGHEST, Note
from bot.ui.text import in_brief, person, safe

SIGNS = {Level.FAILURE: "✗", Level.PARTIAL: "◐", Level.FULL: "●", Level.EXCEPTIONAL: "★"}
SHORT = {
    Level.FAILURE: T("failure"),
    Level.PARTIAL: T("partially"),
    Level.FULL: T("fully"),
    Level.EXCEPTIONAL: T("exceptionally"),
}
TONES = {
    Level.FAILURE: Tone.BAD,
    Level.PARTIAL: Tone.ASKS,
    Level.FULL: Tone.GOOD,
    Level.EXCEPTIONAL: Tone.GOOD,
}
GAME_MASTERS_KEYS = ("edit", "withdraw")


@draws(ChallengeOpened, ConsequenceProposed, ChallengesOpened, ChallengeAsked)
def _subject(_event: Any, post: Post) -> Card | None:
    """The record that an entry is about, as it stands."""
    return DRAWINGS.show(post.subject, post) if post.subject is not None else None


@draws(ChallengeEdited)
def _edited(event: ChallengeEdited, post: Post) -> Card | None:
    card = _subject(event, post)
    return replace(card, lines=(_changed(event), *card.lines)) if card is not None else None


@shows(CHALLENGE.name)
def _show_challenge(record: RecordView, post: Post) -> Card:
    """A challenge as it stands."""
    challenge = cast(Challenge, record.state)
    if challenge.status is not Status.OPEN:
        return _closed(challenge, record)
    held = _held(challenge, post.records)
    card = _open(challenge, held)
    if _is_secret(challenge):
        # In a game master's eyes only: the player rolls on the public card, which asks them there.
        buttons = _game_masters_buttons(record, post.campaign)
        return card.add(
            T("{player:@} rolls in {channel:#}, without seeing the rating or the chances.")(
                player=challenge.player, channel=post.entry.channel
            ),
            buttons=buttons,
        )
    buttons = (*_roll_buttons(record, challenge, held), game_masters_button(record.id))
    return replace(card.add(_asked(challenge, held), buttons=buttons), asks=(challenge.player,))


def panel(record: RecordView, view: CampaignView) -> Card:
    """A challenge for one person's eyes: the player's to roll, a game master's to act on, or to look at."""
    challenge = cast(Challenge, record.state)
    if challenge.status is not Status.OPEN:
        return _closed(challenge, record)
    held, viewer = _held(challenge, view.records), view.viewer
    who, is_own = person(challenge.player), viewer.user == challenge.player
    card = _open(challenge, held)
    blindly = T("{player:@} rolls without seeing the rating or the chances.")(player=challenge.player)
    card = card.add(blindly if _is_secret(challenge) else _asked(challenge, held))
    if is_own:
        card = card.add(buttons=_roll_buttons(record, challenge, held))
    if not viewer.is_game_master:
        return card
    if is_own:
        return card.add(buttons=step_buttons(record.id, record.steps, GAME_MASTERS_KEYS))
    says = (
        T("It's {who}'s roll, and this campaign waits for its players (`/campaign settings`).")
        if waits_for(view.campaign, challenge.player)
        else T("It's {who}'s roll. “Roll for them” spends no conviction, and everyone sees that you rolled.")
    )
    return card.add(says(who=Safe(who)), buttons=_game_masters_buttons(record, view.campaign))


@leads(CHALLENGE.name)
def _for_game_masters(record: RecordView, view: CampaignView) -> Card | None:
    """The panel of a challenge that waits for its roll."""
    return panel(record, view) if record.state.status is Status.OPEN else None


def _game_masters_buttons(record: RecordView, campaign: Campaign) -> tuple[Button, ...]:
    waits = waits_for(campaign, cast(Challenge, record.state).player)
    keys = GAME_MASTERS_KEYS if waits else ("roll_for", *GAME_MASTERS_KEYS)
    return step_buttons(record.id, record.steps, keys)


def _roll_buttons(record: RecordView, challenge: Challenge, held: int) -> tuple[Button, ...]:
    """One for each amount of conviction that buys a die; where the rating is hidden, for all (Q3, Q4)."""
    amounts = list(range(state.most_conviction(challenge.score, held) + 1))
    if challenge.rating is not None and not challenge.is_hidden:
        rows = state.all_chances(challenge.score, challenge.rating, held)
        amounts = [row.conviction for row in rows if row.buys_die]
    return step_buttons(record.id, record.steps, [f"roll{n}" for n in amounts])


def _is_secret(challenge: Challenge) -> bool:
    """Whether this view tells a game master what the player doesn't know."""
    return challenge.is_hidden and challenge.rating is not None


def _held(challenge: Challenge, records: Mapping[Any, RecordView]) -> int:
    hero = records.get(challenge.hero)
    return hero.state.conviction if hero is not None else 0


def _open(challenge: Challenge, held: int) -> Card:
    chances = []
    if challenge.rating is not None:
        chances = ["", *chance_lines(state.all_chances(challenge.score, challenge.rating, held))]
    lines = (*_terms_lines(challenge), *note_lines(challenge.notes), *chances)
    return Card(safe(challenge.action), lines, tone=Tone.ASKS)


def _terms_lines(challenge: Challenge) -> tuple[str, ...]:
    """Who strives, by what, and against whom."""
    return (f"**{safe(challenge.hero_name)}** · {against(challenge)}", *_opposed(challenge.opponent))


def against(terms: Challenge | Terms) -> Safe:
    """The virtue and what it must hold against."""
    return state.against(terms.virtue, terms.score, terms.rating)


def _changed(event: ChallengeEdited) -> str:
    if event.before == event.after:
        return T("Changed: the hidden rating is different now.")()
    return T("Changed: {before} → **{after}**")(before=against(event.before), after=against(event.after))


def _asked(challenge: Challenge, held: int) -> str:
    """Who does what next, and why conviction that is held may not be offered."""
    most = state.most_conviction(challenge.score, held)
    why: str = ""
    if most < min(held, state.MOST_CONVICTION):
        counts = T("only {n} counts")(n=most) if most else T("none counts")
        why = T(", but {counts}: a virtue can't go above {highest}")(counts=counts, highest=HIGHEST)
    return T("Conviction held: {held}{why}. {player:@} chooses and rolls.")(
        held=held, why=why, player=challenge.player
    )


# However many notes a hero gathered, they leave room for what is asked.
MOST_NOTES, NOTES_LENGTH = 12, 900


def note_lines(notes: Sequence[Note]) -> list[str]:
    """Each in a line, the latest ones; the others counted."""
    told = notes[-MOST_NOTES:]
    room = NOTES_LENGTH // max(len(told), 1)
    lines: list[str] = [
        T("Earlier {kind}: {text}")(kind=note.kind, text=in_brief(note.text, room)) for note in told
    ]
    return lines if told == notes else [T("… and {n} older: `/journal`")(n=len(notes) - MOST_NOTES), *lines]


def chance_lines(rows: Iterable[Chances]) -> list[str]:
    """What each amount of conviction comes to, two lines each: they fit a phone."""
    lines: list[str] = []
    for row in rows:
        none = "" if row.buys_die else T(" (the last point buys no die)")
        if not row.conviction and row.dice > 1:
            none = T(" (1 + {n} above the rating)")(n=row.dice - 1)
        spent = T("Spend {n}")(n=row.conviction) if row.conviction else T("No conviction")
        lines.append(T("**{spent}:** {n} {n:die|dice}{none}")(spent=spent, n=row.dice, none=none))
        lines.append(_level_line(row.levels))
    return [*lines, _legend()]


def _level_line(levels: Mapping[Level, Fraction]) -> str:
    return " · ".join(f"{SIGNS[each]} {percent(chance)}" for each, chance in levels.items())


def _legend() -> str:
    names = " · ".join(f"{sign} {SHORT[each]()}" for each, sign in SIGNS.items())
    return f"-# {names}"


@draws(ChallengeRolled)
def _rolled(event: ChallengeRolled, post: Post) -> Card:
    roll = event.roll
    measured = state.against(event.virtue, event.score, event.rating, roll.conviction)
    lines = [
        f"**{safe(event.hero_name)}** · {measured}",
        *_opposed(cast(Challenge, post.subject.state).opponent if post.subject is not None else ""),
        T("Dice: {dice} = {n} {n:success|successes}")(dice=Safe(_dice(roll)), n=roll.successes),
        T("-# An 8 or 9 is one success, a 10 is two")(),
    ]
    if event.by is not None:
        rolled_by = T("Rolled by {by:@} for {player:@}, without conviction.")
        lines.append(rolled_by(by=event.by, player=event.player))
    if roll.conviction:
        before, after = event.conviction_before, event.conviction_after
        lines.append(T("Conviction {before} → {after}")(before=before, after=after))
    lines.append(f"**{ended(roll)}.** {roll.level.meaning}")
    return _with_consequence(Card(safe(event.action), tuple(lines), tone=TONES[roll.level]), post.subject)


def _opposed(opponent: str) -> tuple[str, ...]:
    return (T("Opposed by **{opponent}**")(opponent=opponent),) if opponent else ()


def _dice(roll: Roll) -> str:
    return " ".join(f"**{face}**" if state.successes_of(face) else str(face) for face in roll.dice)


def _with_consequence(card: Card, record: RecordView | None) -> Card:
    if record is None:
        return card
    challenge = cast(Challenge, record.state)
    if challenge.consequence is not None:
        note = challenge.consequence
        return card.add(T("{kind:upper}: {text:prose}")(kind=note.kind, text=note.text))
    if challenge.status is Status.ROLLED:
        kind = LEFT_BEHIND[cast(Roll, challenge.roll).level]
        if challenge.proposal:
            proposes = T("{player:@} proposes this {kind}: {text:prose}")
            card = card.add(proposes(player=challenge.player, kind=kind, text=challenge.proposal))
        due = T("Next, a game master writes the {kind}. The hero's next challenge will show it.")
        return card.add(due(kind=kind), buttons=step_buttons(record.id, record.steps))
    return card


def _closed(challenge: Challenge, record: RecordView) -> Card:
    card = Card(safe(challenge.action), _terms_lines(challenge), tone=Tone.QUIET)
    if challenge.roll is None:
        return card.add(T("Withdrawn before any dice were rolled; nothing was spent.")())
    return _with_consequence(card.add(ended(challenge.roll)), record)


def ended(roll: Roll) -> str:
    """How a roll ended, in few words."""
    return f"{SIGNS[roll.level]} {roll.level.label}"


def pool_odds(dice: int) -> Card:
    """The exact chances of that many dice."""
    return Card(T("{n} {n:die|dice}")(n=dice), (_level_line(state.pool_chances(dice)), _legend()))


def odds(score: int, rating: int, held: int) -> Card:
    """The exact chances for a virtue against a rating."""
    title = T("Virtue {score} against rating {rating}")(score=score, rating=rating)
    return Card(title, tuple(chance_lines(state.all_chances(score, rating, held))))


# -- A challenge for several heroes on one card: a line for each, and a button that opens its own ----------


# Names are clipped where so many stand below one another that long ones would fill the message.
MANY, CLIPPED, LONG = 12, 30, 60
PRESS_YOUR_HERO = T("Press your hero's name to see your chances and roll.")


@shows(CALL.name)
def _show_call(record: RecordView, post: Post) -> Card:
    """A call as it stands; it follows its challenges to their end, and further where one is undone."""
    call = cast(Call, record.state)
    found = [post.records[each] for each in call.challenges if each in post.records]
    waits = [each for each in found if _is_open(each)]
    length = CLIPPED if len(found) > MANY else LONG
    opposed = _opposed(found[0].state.opponent) if found else ()
    lines = (*opposed, *(_line(each, length) for each in found))
    return Card(
        safe(call.action),
        (*lines, PRESS_YOUR_HERO() if waits else T("Nobody has anything left to roll.")()),
        tone=Tone.ASKS if waits else Tone.QUIET,
        buttons=tuple(Button(each.state.hero_name, "challenge", (each.id,)) for each in waits),
        asks=tuple(dict.fromkeys(each.state.player for each in waits)),
        keeps_up=True,
    )


def _is_open(record: RecordView) -> bool:
    return record.state.status is Status.OPEN and not record.is_archived


def _line(record: RecordView, length: int) -> str:
    challenge = cast(Challenge, record.state)
    hero = safe(challenge.hero_name, length)
    if _is_open(record):
        waits = T("**{hero}** · {against} · {player:@} rolls")
        return waits(hero=hero, against=against(challenge), player=challenge.player)
    if challenge.roll is not None:
        return f"**{hero}** · {ended(challenge.roll)}"
    return T("**{hero}** · {how}")(hero=hero, how=T("undone") if record.is_archived else T("withdrawn"))


# -- Challenges that players ask for, on cards and in the journal ------------------------------------------


# How a request ended.
ANSWERED: dict[Answer, T] = {
    Answer.SET: T("A game master set the rating."),
    Answer.DECLINED: T("Declined by a game master."),
    Answer.WITHDRAWN: T("Withdrawn."),
}


def request_panel(record: RecordView, _seen: object = None) -> Card:
    """A request for a game master who found it among what waits."""
    return replace(request_card(record), buttons=step_buttons(record.id, record.steps, ("set", "decline")))


@shows(REQUEST.name)
def request_card(record: RecordView, _seen: object = None) -> Card:
    """A request as it stands."""
    request = cast(Request, record.state)
    title = safe(request.action)
    asks = T("{player:@} asks for this challenge for **{hero}**. A game master sets the rating, or declines.")
    lines = (
        asks(player=request.player, hero=request.hero_name),
        T("No virtue suggested")()
        if request.virtue is None
        else T("Suggested: {virtue:lower}")(virtue=request.virtue),
    )
    if request.answer is Answer.WAITS:
        return Card(title, lines, tone=Tone.ASKS, buttons=step_buttons(record.id, record.steps))
    return Card(title, (ANSWERED[request.answer](),), tone=Tone.QUIET)


@draws(RequestDeclined)
def _declined(event: RequestDeclined, _post: Post) -> Card:
    no = T("{player:@}, there will be no challenge for **{hero}**: a game master declined.")(
        player=event.player, hero=event.hero_name
    )
    why = T("Reason: {reason}")(reason=event.reason)
    lines = (no, why) if event.reason else (no,)
    return Card(safe(event.action), lines, tone=Tone.BAD)
