"""`/odds` and what of `/dice` is more than an action: statistics, and whether the dice are fair."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from functools import partial

from bot.engine.card import Attachment, Button, Card, Tone
from bot.engine.declare import Invocation, Options, Person, option
from bot.engine.dice.notation import parse
from bot.engine.drawing import draws
from bot.engine.finders import Pair
from bot.engine.habits import Habits
from bot.engine.people import Permit
from bot.engine.system import PlainEvent, RecordId
from bot.engine.text import Safe, T, refused
from bot.play import Chapter, Chapters, Entry, NoCampaign, Outcome, Post, Request, Verified, Where
from bot.systems.table.dice import cards
from bot.systems.table.dice.rules import HABITS, OWN_HABITS, RevealRoll, is_roll, rolls_for, saved_roll
from bot.ui.commands import handler
from bot.ui.controls import Do, button, form
from bot.ui.dispatcher import Dispatcher, Interaction, actor_of, request_of
from bot.ui.modal import answers
from bot.ui.reply import Reply
from bot.ui.text import since

MOST_CHAPTERS, MOST_NUMBER = 5, 2_000_000_000
OPEN, SECRET = "open", "secret"


# Who may reveal a roll, the roll itself says: the one who made it for themselves, or a game master.
@button(cards.REVEAL_BUTTON, may=Permit.EVERYONE)
async def reveal_roll(dispatcher: Dispatcher, reply: Reply, campaign: str, secret: str) -> Do:
    """Show everybody what was rolled in secret."""
    return Do(RevealRoll(RecordId(secret)), campaign=campaign)


@form("roll", may=Permit.EVERYONE)
async def written(dispatcher: Dispatcher, reply: Reply) -> None:
    """Roll what was written in the form of the home card's Roll button."""
    text = answers(reply.interaction.data).get("dice", "")
    await dispatcher.give(reply, Invocation(dispatcher.commands["roll"], {"text": text}))


# -- odds --------------------------------------------------------------------------


async def _rolls(dispatcher: Dispatcher, interaction: Interaction, typed: str) -> list[Pair]:
    return rolls_for(await _habits(dispatcher, interaction), typed)


class OddsOptions(Options):
    """The roll whose chances to show."""

    dice: str = option(
        "For example 2d6+3, 4d6kh3, 8d10>=8, or a roll you saved", max_length=500, is_read=True
    )
    at_least: int | None = option(
        "The total to reach", default=None, least=-1_000_000_000, most=1_000_000_000
    )


async def _questions(dispatcher: Dispatcher, interaction: Interaction, typed: str) -> list[Pair]:
    """Rolls, and what a game's own odds can be asked once its word is begun."""
    near = typed.strip().casefold()
    own = [
        (f"{asks.plain()}: {text}", text)
        for word, of in dispatcher.odds.items()
        for asks, text in of.examples
        if near and (text.startswith(near) or near.startswith(f"{word} "))
    ]
    return [*await _rolls(dispatcher, interaction, typed), *own]


@handler("odds", may=Permit.EVERYONE, suggests={"dice": _questions}, is_anywhere=True)
async def odds(dispatcher: Dispatcher, reply: Reply, options: OddsOptions) -> None:
    """See a roll's exact chances"""
    word, _, question = options.dice.strip().partition(" ")
    if question and (own := dispatcher.odds.get(word.casefold())) is not None:
        if options.at_least is not None:
            raise refused("odds.no_total", "`at_least` goes with dice that are added up. Leave it out here.")
        await reply.private(own.read(question.strip()))
        return
    text = options.dice
    if not is_roll(text):
        _, text = saved_roll(await _habits(dispatcher, reply.interaction), text) or ("", text)
    await reply.private(await dispatcher.work_out(cards.odds, parse(text), options.at_least))


async def _habits(dispatcher: Dispatcher, interaction: Interaction) -> Habits:
    """What the asker keeps on this server; nothing outside of one."""
    nothing = Habits(interaction.user.id)
    if interaction.guild_id is None:
        return nothing
    try:
        view = await dispatcher.look(interaction, OWN_HABITS, where=Where.SERVER)
    except NoCampaign:
        return nothing
    return next((record.state for record in view.all(HABITS.name)), nothing)


class StatsOptions(Options):
    """Whose dice to count."""

    who: Person | None = option("Whose dice; everyone's by default", default=None)
    die: int | None = option("Only this die, by its sides: 20 for a d20", default=None, least=2, most=1_000)


@handler("dice stats", may=Permit.EVERYONE)
async def stats(dispatcher: Dispatcher, reply: Reply, options: StatsOptions) -> None:
    """See how the open dice have fallen here, and how lucky that is"""
    who = options.who
    tally = await dispatcher.play.tally(actor_of(reply.interaction), _here(reply.interaction), who)
    name = T("everyone").plain() if who is None else who.name
    drawn = partial(cards.statistics, tally, name, options.die, is_everyone=who is None)
    await reply.private(await asyncio.to_thread(drawn))


# -- what the dice are bound to, and that they kept to it ---------------------------


@handler("dice fairness", may=Permit.EVERYONE)
async def fairness(dispatcher: Dispatcher, reply: Reply) -> None:
    """See how this campaign's dice are sealed, and how to check them"""
    found = await dispatcher.play.chapters(actor_of(reply.interaction), _here(reply.interaction))
    await reply.private(_state(found))


class RevealOptions(Options):
    """Which seed to publish."""

    chapter: int | None = option(
        "The current one by default; with secret, the one that ended last",
        default=None,
        least=1,
        most=MOST_NUMBER,
    )
    hidden: bool = option("Publish the secret dice of a chapter that has ended", name="secret", default=False)


@handler("dice reveal", may=Permit.GAME_MASTERS)
async def reveal_seed(dispatcher: Dispatcher, reply: Reply, options: RevealOptions) -> None:
    """Publish a seed, so that everybody can check the dice; shows first what that reveals"""
    actor, request = actor_of(reply.interaction), _here(reply.interaction)
    campaign, found = await dispatcher.play.preview_reveal(
        actor, request, options.chapter, secret=options.hidden
    )
    await reply.private((_secret_question if options.hidden else _question)(campaign, found))


class VerifyOptions(Options):
    """Which rolls to verify."""

    chapter: int | None = option(
        "The one that ended last by default", default=None, least=1, most=MOST_NUMBER
    )
    hidden: bool = option("The secret dice, once their seed is published", name="secret", default=False)
    from_draw: int = option("The draw the file starts with", default=1, least=1, most=MOST_NUMBER)


@handler("dice verify", may=Permit.EVERYONE)
async def verify(dispatcher: Dispatcher, reply: Reply, options: VerifyOptions) -> None:
    """Check every roll of a finished chapter, and get a file to check it yourself"""
    verified = await dispatcher.play.verify(
        actor_of(reply.interaction),
        _here(reply.interaction),
        options.chapter,
        secret=options.hidden,
        first=options.from_draw,
    )
    await reply.private(_result(verified))


# A server's own dice, rolled outside any campaign, have no game master: there admins reveal.
@button("reveal", may=Permit.GAME_MASTERS)
async def publish(
    dispatcher: Dispatcher, reply: Reply, kind: str, campaign: str, chapter: int, drawn: int
) -> None:
    """Publish the seed of a chapter's dice."""
    actor, request = actor_of(reply.interaction), replace(_here(reply.interaction), campaign=campaign)
    revealing: Awaitable[Outcome]
    if kind == SECRET:
        revealing = dispatcher.play.reveal_secret(actor, request, chapter=chapter)
    else:
        revealing = dispatcher.play.end_chapter(actor, request, chapter=chapter, drawn=drawn)
    await dispatcher.show(reply, revealing)


def _here(interaction: Interaction) -> Request:
    """The channel's campaign; elsewhere the server's own, whose dice are rolled outside any campaign."""
    return replace(request_of(interaction), where=Where.EITHER)


# -- cards ----------------------------------------------------------------------------------------


def _draws(count: int) -> Safe:
    return T("{n:,} {n:draw|draws}")(n=count)


def _state(found: Chapters) -> Card:
    now = found.running
    says = T("{drawn} so far, since {since}.")
    values = {"drawn": _draws(now.draws), "since": Safe(since(now.began_at))}
    if now.secret_draws is not None:
        # How many they are is for game masters.
        says = T("{drawn} so far and {secret} of secret dice, since {since}.")
        values["secret"] = _draws(now.secret_draws)
    first = T(
        "You can check these dice once this chapter ends. A game master ends it with `/dice reveal`, which "
        "publishes its seed."
    )
    lines = (
        first(),
        says(**values),
        T("Its seeds were sealed in entry #{entry}, before the first die. A seal is the SHA-256 of a seed:")(
            entry=found.seals.entry
        ),
        T("open dice `{seal}`")(seal=Safe(found.seals.open)),
        T("secret dice `{seal}`")(seal=Safe(found.seals.secret)),
    )
    ended = [_ended_line(each) for each in found.ended[:MOST_CHAPTERS]]
    if len(found.ended) > MOST_CHAPTERS:
        ended.append(T("… and {n} or more before that.")(n=len(found.ended) - MOST_CHAPTERS))
    none = T("No chapter has ended yet.")
    steps = (
        T("1. Keep the seals above: post them in the channel, where Waypost can't change your message."),
        T(
            "2. When a chapter has ended, `/dice verify` checks every roll in it and gives you a file of "
            "them."
        ),
        T(
            "3. Check the file on your own computer: Waypost's guide “Are the dice fair?” has a short "
            "program for that, and shows how to check a die by hand."
        ),
    )
    fields = (
        (T("Ended chapters")(), "\n".join(ended or [none()])),
        (T("How to check")(), "\n".join(step() for step in steps)),
    )
    title = T("{name}: dice chapter {chapter}")(name=found.name, chapter=now.number)
    return Card(title, lines, fields)


def _ended_line(chapter: Chapter) -> Safe:
    return T("Chapter {chapter}: {drawn}, seed published; secret seed {state}")(
        chapter=chapter.number,
        drawn=_draws(chapter.draws),
        state=(T("published") if chapter.is_secret_published else T("not published")),
    )


def _question(campaign: RecordId, chapter: Chapter) -> Card:
    number = chapter.number
    lines = (
        T("This publishes the seed of the open dice: {drawn}, in entries #{first} to #{last}.")(
            drawn=_draws(chapter.draws), first=chapter.first_entry, last=chapter.last_entry
        ),
        T("Chapter {chapter} ends, and chapter {next} starts with new seeds.")(
            chapter=number, next=number + 1
        ),
        T("The secret dice stay secret.")(),
        T("You can't undo this: afterward, everybody can recompute every open die of chapter {chapter}.")(
            chapter=number
        ),
    )
    label = T("Publish the seed, end chapter {chapter}").plain(chapter=number)
    publishes = Button(label, "reveal", (OPEN, campaign, str(number), str(chapter.draws)), is_main=True)
    title = T("End dice chapter {chapter}?")(chapter=number)
    return Card(title, lines, tone=Tone.ASKS, buttons=(publishes,))


def _secret_question(campaign: RecordId, chapter: Chapter) -> Card:
    number = chapter.number
    lines = (
        T(
            "This publishes the seed of chapter {chapter}'s secret dice: {drawn}, somewhere in entries "
            "#{first} to #{last}."
        )(
            chapter=number,
            drawn=_draws(chapter.secret_draws or 0),
            first=chapter.first_entry,
            last=chapter.last_entry,
        ),
        T("Afterward, everybody can see what each hidden die showed. What it was rolled for stays hidden.")(),
        T("You can't undo this.")(),
    )
    label = T("Publish the secret seed of chapter {chapter}").plain(chapter=number)
    publishes = Button(label, "reveal", (SECRET, campaign, str(number), "0"), is_main=True)
    title = T("Publish the secret dice of chapter {chapter}?")(chapter=number)
    return Card(title, lines, tone=Tone.ASKS, buttons=(publishes,))


def _result(verified: Verified) -> Card:
    check, chapter = verified.check, verified.chapter
    kind = T("secret") if verified.is_secret else T("open")
    dice = T("{n:,} {n:die|dice}")(n=check.dice)
    lines: list[str] = []
    if check.undone:
        undone = T("{drawn} of these {n:was|were} undone, but still {n:counts|count} here.")
        lines.append(undone(drawn=_draws(check.undone), n=check.undone))
    if verified.is_whole:
        lines.append(
            T(
                "The attached file has all of it. To check it on your own computer, Waypost's guide “Are the "
                "dice fair?” has a short program."
            )()
        )
    else:
        lines.append(
            T(
                "The file has draws {first:,} to {last:,} of {drawn:,}. The next ones: `/dice verify "
                "chapter:{chapter} from_draw:{next}`."
            )(
                first=verified.first,
                last=verified.last,
                drawn=verified.drawn,
                chapter=chapter,
                next=verified.last + 1,
            )
        )
    sealed = T("The seal, published in entry #{entry}: `{seal}`")
    lines.append(sealed(entry=verified.sealed_in, seal=Safe(verified.seal)))
    name = f"dice-chapter-{chapter}-{SECRET if verified.is_secret else OPEN}.jsonl"
    file = Attachment(name, verified.file)
    if check.faulty:
        first = T("{drawn}, {dice} checked: {n:,} {n:fault|faults. The first ones}:")
        tell = T("Somebody changed the record of these rolls. Ask the bot's operator for the backups.")
        head = first(drawn=_draws(check.draws), dice=dice, n=check.faulty)
        title = T("Chapter {chapter}, {kind} dice: not as sealed")(chapter=chapter, kind=kind)
        lines = [head, *map(str, check.faults), tell(), *lines]
        return Card(title, tuple(lines), tone=Tone.BAD, file=file)
    sound = T("{drawn}, {dice}: every one matches the published seed.")
    title = T("Chapter {chapter}, {kind} dice: all as sealed")(chapter=chapter, kind=kind)
    lines = [sound(drawn=_draws(check.draws), dice=dice), *lines]
    return Card(title, tuple(lines), tone=Tone.GOOD, file=file)


# -- entries that published a seed ------------------------------------------------------------------


def line_of(event: object, entry: Entry) -> Safe | None:
    """The line of an entry that published a seed; none for any other."""
    if not isinstance(event, PlainEvent):
        return None
    facts = event.facts
    if event.kind == "ChapterEnded":
        return T("{who:@} ends dice chapter {chapter}: {drawn}, in entries #{first} to #{last}.")(
            who=entry.actor,
            chapter=facts["chapter"],
            drawn=_draws(facts["draws"]),
            first=facts["first"],
            last=facts["last"],
        )
    if event.kind == "SecretSeedRevealed":
        says = T("{who:@} publishes the secret dice of chapter {chapter}: {drawn}.")
        return says(who=entry.actor, chapter=facts["chapter"], drawn=_draws(facts["draws"]))
    return None


@draws(PlainEvent)
def _published(_event: PlainEvent, post: Post) -> Card | None:
    """The message about an entry that published a seed; none for any other."""
    for event in post.entry.events:
        line = line_of(event, post.entry)
        if line is not None:
            facts, secret = event.facts, event.kind == "SecretSeedRevealed"
            title = (
                T("The secret dice of chapter {chapter}") if secret else T("Dice chapter {chapter} is over")
            )
            seal = T("Its SHA-256 must match the seal published before the first die: `{seal}`")
            check = T("`/dice verify chapter:{chapter}{secret}` checks every roll.")
            lines = (
                line,
                T("The seed: `{seed}`")(seed=Safe(facts["seed"])),
                seal(seal=Safe(facts["seal"])),
                check(chapter=facts["chapter"], secret=Safe(" secret:True" if secret else "")),
            )
            return Card(title(chapter=facts["chapter"]), lines)
    return None
