"""`/act` and `/gm`: what somebody can do here, and a deed on its way from a list to its preview.

A deed that was begun is kept as refused forms are, and its controls hold no more than where: they work for
days. Whether its person may do it says the command, at every press.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

from bot.engine.acting import (
    MOST_FIELDS,
    Deed,
    Subject,
    about,
    choosable,
    divider_of,
    further,
    is_listed,
    is_needed,
    is_written,
    lacking,
    matching,
    named,
    picks,
    require_readable,
    subjects,
)
from bot.engine.card import DEED, Button, Card, Pick, Select, Tone, menu, step_buttons
from bot.engine.declare import (
    Command,
    Invocation,
    NoOptions,
    Option,
    Person,
    asks_of,
    options_of,
    require_moment,
)
from bot.engine.finders import Asker, Pair, turns_to_come
from bot.engine.pages import MOST, Turns, evenly, page_of
from bot.engine.people import Permit
from bot.engine.picking import opener
from bot.engine.system import RecordId, Step, System
from bot.engine.text import Safe, T, refused
from bot.engine.views import RecordView, Waiting
from bot.errors import RuleViolation
from bot.play import Form, Preview
from bot.play.session import TABLE
from bot.ui.asking import ask_in_form
from bot.ui.controls import button, form, number, select
from bot.ui.dispatcher import Dispatcher, Interaction, actor_of, in_time
from bot.ui.errors import damaged_button, old_button
from bot.ui.modal import answers, modal
from bot.ui.picking import carry_on
from bot.ui.reply import Reply

# The button that opens a page, its lists of deeds, and the list of further subjects.
ACT, ELSE = "act", "act_else"
# Of a deed that was begun: the list of what it lacks, another page of that, its form, and more than it needs.
NEXT, TURN, TYPE, DETAIL, MORE = "act_next", "act_turn", "act_type", "act_detail", "act_more"
# Whose page it is.
OF_PLAYERS, OF_LEADERS = "player", "gm"
_MAY = {OF_PLAYERS: Permit.MEMBERS, OF_LEADERS: Permit.GAME_MASTERS}
JOIN = "campaign join"
# A message has five rows: the last is for what the others have no room for.
MOST_LISTS, MOST_WAITS, MOST_MISSING = 4, 5, 3
MOST_NAMED = MOST_LISTS + 1
# Lines of a list that are no value: what was chosen is left out again, and another page.
LEFT_OUT, PAGE = "|left-out", "|page-"
# Beside a preview are its own buttons.
MOST_MORE, MOST_FORMS = 3, 4


def to_act(*, leads: bool = False, is_main: bool = False) -> Button:
    """The button that shows whoever presses it what they can do, or what game masters can."""
    return Button(T("Act…").plain(), ACT, (OF_LEADERS if leads else OF_PLAYERS,), is_main=is_main)


# -- the page -------------------------------------------------------------------------------------------


async def page_for(dispatcher: Dispatcher, reply: Reply, whose: str, first: str = "", part: int = 0) -> Card:
    """What the asker can do here: what waits for them, then deeds by subject, the chosen one first.

    Raises UserError.
    """

    def found(asker: Asker) -> Card:
        view = asker.seen
        waits = [each for each in asker.waiting() if view.is_asked(each.who)]
        turns = turns_to_come(asker.waiting(), reply.interaction.user.id, dispatcher.play.catalogue.systems)
        every, missing = _subjects(dispatcher, reply.interaction, whose, asker)
        every = sorted(every, key=lambda each: each.key != first) if first else every
        title = T("{name}: what you can do") if whose == OF_PLAYERS else T("{name}: what you can do as {gm}")
        steps = _at_steps(dispatcher, waits, whose)
        lists = (*steps, *_lists(every, whose, part, MOST_LISTS - len(steps)))
        choose = T("Choose what to do.") if lists else _NOTHING
        # So many reasons say enough of what isn't there yet.
        lines = (*_waiting(waits), *turns, "", *missing[:MOST_MISSING], choose())
        buttons = () if lists else (Button(T("Help").plain(), "help"),)
        return Card(title(name=view.campaign.name), lines, selects=lists, buttons=buttons)

    return await dispatcher.ask(reply.interaction, _asked(whose), found)


def _asked(whose: str) -> Invocation:
    """What is asked of a page as a whole: what each may do is asked of its own permit."""
    return Invocation(Command(ACT, _MAY[whose], NoOptions, ""), {})


def _subjects(
    dispatcher: Dispatcher, interaction: Interaction, whose: str, asker: Asker
) -> tuple[Sequence[Subject], Sequence[str]]:
    """What there is to do for the asker, and why there is nothing that some deeds could be about."""
    commands = _commands(dispatcher, dispatcher.play.catalogue.systems, asker.seen.campaign.systems)
    return subjects(asker, actor_of(interaction), commands, leads=whose == OF_LEADERS)


_NOTHING = T("There's nothing for you to do here yet. `/help` says how to begin.")


def _commands(
    dispatcher: Dispatcher, systems: Mapping[str, System], played: Sequence[str]
) -> list[tuple[Command, System]]:
    """The commands of the games that are played, then the table's own; who sees the page has joined."""
    found = [(each, dispatcher.games.get(f"/{each.path}")) for each in dispatcher.commands.values()]
    return [
        (each, systems[game])
        for wanted in (*played, TABLE)
        for each, game in found
        if game == wanted and each.path != JOIN
    ]


def _waiting(waits: Sequence[Waiting]) -> Iterator[Safe]:
    if not waits:
        yield T("Nothing is waiting for you.")()
        return
    yield T("**Waiting for you:**")()
    for each in waits[:MOST_WAITS]:
        yield Safe(f"{each.linked(100)} · {each.when}")
    if len(waits) > MOST_WAITS:
        yield T("… and {n} more: `/waiting`.")(n=len(waits) - MOST_WAITS)


def _at_steps(dispatcher: Dispatcher, waits: Sequence[Waiting], whose: str) -> tuple[Select, ...]:
    """The list of what can be done at what waits for the asker: each line is a button of its step.

    What begins something there comes before the step's own, which may end it.
    """
    records = {each.record.id: each.record for each in waits}
    found: list[Button] = []
    for id_, record in records.items():
        waiting = {each.step for each in waits if each.record.id == id_}
        steps = [each for each in record.steps if each.name in waiting]
        buttons = (*_openers(dispatcher, record, steps), *step_buttons(id_, steps))
        theirs = [each for each in buttons if whose == OF_LEADERS or not each.is_game_masters]
        # What has no room is pressed on its card: the line above leads there.
        if len(found) + len(theirs) <= MOST:
            found += [_of(record, each) for each in theirs] if len(records) > 1 else theirs
    return (menu(T("Waiting for you…").plain(), found, whose),) if found else ()


def _openers(dispatcher: Dispatcher, record: RecordView, steps: Iterable[Step]) -> Iterator[Button]:
    """The buttons of the commands that begin something at those steps, as the record's game says it."""
    begins = dispatcher.play.catalogue.systems[record.system].begins
    begun = {path: label for each in steps for path, label in begins(record.state, each).items()}
    for path, label in begun.items():
        held: dict[str, Any] = {about(dispatcher.commands[path]): record.id}
        yield opener(label, path, **held)


def _of(record: RecordView, button: Button) -> Button:
    says = T("{title:40}: {label}")
    return replace(button, label=says.plain(title=record.title, label=button.label))


def _lists(every: Sequence[Subject], whose: str, part: int, most: int = MOST_LISTS) -> tuple[Select, ...]:
    """A list for each of the first subjects, and one of the others."""
    if len(every) <= most + 1:
        return tuple(_deeds(each, whose) for each in every)
    shown, rest = every[:most], every[most:]
    # The last line leads to those that have no room.
    room = MOST if len(rest) <= MOST else MOST - 1
    parts = -(-len(rest) // room)
    part %= parts
    picks = [Pick(each.key, each.title) for each in rest[part * room : (part + 1) * room]]
    picks += [Pick(f"+{part + 1}", T("More…").plain())] if parts > 1 else []
    others = Select(T("Something else…").plain(), ELSE, tuple(picks), (whose,))
    return (*(_deeds(each, whose) for each in shown), others)


def _deeds(subject: Subject, whose: str) -> Select:
    held = (whose, subject.key, subject.record or "")
    return Select(
        T("{title}…").plain(title=Safe(subject.title)), ACT, tuple(d.pick for d in subject.deeds), held
    )


# -- a deed by its words ----------------------------------------------------------------------------------


async def deeds_named(
    dispatcher: Dispatcher, interaction: Interaction, whose: str, typed: str
) -> Sequence[Pair]:
    """The deeds that begin with what was typed, to choose from while it is typed."""

    def found(asker: Asker) -> list[Pair]:
        every, _ = _subjects(dispatcher, interaction, whose, asker)
        says = T("{title}: {label}")
        return [
            (says.plain(title=Safe(subject.title), label=Safe(deed.pick.label)), _key(subject, deed))
            for subject, deed in matching(every, typed)
        ]

    return await dispatcher.ask(interaction, _asked(whose), found)


async def by_words(dispatcher: Dispatcher, reply: Reply, whose: str, typed: str) -> None:
    """Begin the deed that was chosen or is meant; of several show those alone. Raises UserError."""
    # What was suggested and is possible no more is meant by its command.
    words = typed.partition("|")[0]

    def found(asker: Asker) -> list[tuple[Subject, Deed]]:
        every, _ = _subjects(dispatcher, reply.interaction, whose, asker)
        chosen = [(subject, deed) for subject in every for deed in subject.deeds]
        return [each for each in chosen if _key(*each) == typed] or matching(every, words)

    meant = await in_time(dispatcher.ask(reply.interaction, _asked(whose), found))
    if not meant:
        raise refused(
            "act.nothing_like_it",
            "There's nothing like “{typed:60}” for you to do here. {page} without words shows all there is.",
            typed=words,
            page=Safe("`/act`" if whose == OF_PLAYERS else "`/gm`"),
        )
    if len(meant) == 1:
        ((subject, deed),) = meant
        await begin(dispatcher, reply, deed.path, subject.record or "")
        return
    of: dict[Subject, list[Deed]] = {}
    for subject, deed in meant:
        of.setdefault(subject, []).append(deed)
    every = [replace(subject, deeds=tuple(deeds)) for subject, deeds in of.items()]
    # No list of further subjects: it would lead to all that they have.
    shown, left = every[:MOST_NAMED], sum(len(each.deeds) for each in every[MOST_NAMED:])
    lines = (T("… and {n} more: write another word of it.")(n=left),) if left else ()
    await reply.private(
        Card(T("“{typed:60}”: which one?")(typed=words), lines, selects=_lists(shown, whose, 0))
    )


def _key(subject: Subject, deed: Deed) -> str:
    return f"{deed.path}|{subject.record or ''}"


@button(ACT, may=Permit.MEMBERS)
async def _open(dispatcher: Dispatcher, reply: Reply, whose: str) -> None:
    """Show the page to whoever pressed, by themselves."""
    await reply.private(await page_for(dispatcher, reply, _known(whose)))


@select(ELSE, may=Permit.MEMBERS)
async def _turn_to(dispatcher: Dispatcher, reply: Reply, whose: str, chosen: str) -> Card:
    """Another subject first, or further ones to choose from."""
    if chosen.startswith("+") and chosen[1:].isdigit():
        return await page_for(dispatcher, reply, _known(whose), part=int(chosen[1:4]))
    return await page_for(dispatcher, reply, _known(whose), first=chosen)


@select(ACT, may=Permit.EVERYONE, can_defer=False)
async def _begin(dispatcher: Dispatcher, reply: Reply, whose: str, key: str, record: str, path: str) -> None:
    """Begin the deed that was chosen."""
    await begin(dispatcher, reply, path, record)


async def begin(dispatcher: Dispatcher, reply: Reply, path: str, record: str) -> None:
    """Begin a deed: ask what it lacks, or show what comes of it. Raises UserError."""
    command = dispatcher.commands.get(path)
    if command is None:
        raise old_button()
    option = about(command)
    given = {option: record} if option and record else {}
    if option and record and command.when:
        # What isn't possible now is said before anybody fills in a form for it.
        asked = Invocation(command, given)
        moment = partial(_require_moment, command=command, record=record)
        await in_time(dispatcher.ask(reply.interaction, asked, moment))
    await go_on(dispatcher, reply, Invocation(command, given))


@button(DEED, may=Permit.EVERYONE, can_defer=False)
async def _straight(dispatcher: Dispatcher, reply: Reply, path: str) -> None:
    """Begin a deed that a card offers by its command."""
    command = dispatcher.commands.get(path)
    if command is None:
        raise old_button()
    await go_on(dispatcher, reply, Invocation(command, {}))


def _require_moment(asker: Asker, command: Command, record: str) -> None:
    require_moment(command.when, asker.get(RecordId(record)).state)


def _known(whose: str) -> str:
    if whose not in _MAY:
        raise damaged_button()
    return whose


# -- a deed that was begun ------------------------------------------------------------------------------


async def go_on(dispatcher: Dispatcher, reply: Reply, asked: Invocation, page: int = 0) -> None:
    """Ask for what a deed lacks, by a list or a form, or show what comes of it. Raises UserError."""
    command = asked.command
    if command.asks is not None and command.asks.is_lacking(asked.given):
        await ask_in_form(dispatcher, reply, asked, is_foretold=True)
        return
    wanted = lacking(command, asked.given)
    option = _by_list(wanted)
    if option is not None:
        await _ask_by_list(dispatcher, reply, asked, option, page)
    elif wanted:
        await _ask_by_form(dispatcher, reply, asked, wanted[:MOST_FIELDS])
    elif command.lacks(asked.given) is not None:
        reply.may_defer()
        await carry_on(dispatcher, reply, asked, in_place=reply.is_on_private_message)
    else:
        await _foretell(dispatcher, reply, asked)


async def _foretell(
    dispatcher: Dispatcher, reply: Reply, asked: Invocation, pages: Mapping[str, int] = MappingProxyType({})
) -> None:
    """Show what comes of a deed, or why it is refused as it is; either way more can be said of it.

    `pages` are those of its lists, by option.
    """
    reply.may_defer()
    more = await _more(dispatcher, reply, asked, pages)

    def beside(_shown: Preview) -> Card:
        return more

    try:
        await dispatcher.preview(reply, asked, in_place=reply.is_on_private_message, beside=beside)
    except RuleViolation as refusal:
        # What has to come first has a button of its own.
        if refusal.first:
            raise
        await _to_change(dispatcher, reply, asked, refusal, pages)


async def _to_change(
    dispatcher: Dispatcher,
    reply: Reply,
    asked: Invocation,
    refusal: RuleViolation,
    pages: Mapping[str, int] = MappingProxyType({}),
) -> None:
    """Show why a deed is refused as it is, with its form and lists again. Raises it where there are none."""
    more = await _more(dispatcher, reply, asked, pages, is_refused=True)
    if more == Card():
        raise refusal
    change = T("Change it…").plain()
    buttons = tuple(
        each if number else replace(each, label=change, is_main=True)
        for number, each in enumerate(more.buttons)
    )
    title, lines = named(asked.command)[0], (str(refusal),)
    card = Card(title, lines, tone=Tone.BAD, buttons=buttons, selects=more.selects)
    await (reply.update(card) if reply.is_on_private_message else reply.private(card))


async def _more(
    dispatcher: Dispatcher,
    reply: Reply,
    asked: Invocation,
    pages: Mapping[str, int] = MappingProxyType({}),
    *,
    is_refused: bool = False,
) -> Card:
    """The controls for all else that the asker may say of a deed: forms, and a list for each who or what.

    Of one that is refused as it is, what was chosen can be chosen anew too.
    """

    def found(asker: Asker) -> tuple[int, list[tuple[Option, list[Pick]]]]:
        leads = asker.seen.viewer.is_game_master
        options = choosable(asked.command, leads=leads, refused_with=asked.given if is_refused else None)
        lists = [(each, _choices(asker, asked, each)) for each in options]
        # There is nothing else to choose where what was chosen is all.
        needed = [each.field for each in options if is_needed(asked.command, each)]
        lists = [(each, lines) for each, lines in lists if len(lines) > (each.field in needed)]
        return len(further(asked.command, leads=leads)), lists

    written, lists = await dispatcher.ask(reply.interaction, asked, found)
    if not written and not lists:
        return Card()
    kept = await _keep(dispatcher, reply, asked)
    forms = range(min(-(-written // MOST_FIELDS), MOST_FORMS))
    more = T("More details ({n})…")
    labels = [T("Add a detail…").plain(), *(more.plain(n=number + 1) for number in forms[1:])]
    return Card(
        buttons=tuple(Button(labels[number], DETAIL, (kept, str(number))) for number in forms),
        selects=tuple(
            _choice(asked, option, lines, kept, pages.get(option.field, 0))
            for option, lines in lists[: MOST_LISTS if is_refused else MOST_MORE]
        ),
    )


def _choice(asked: Invocation, option: Option, lines: Sequence[Pick], kept: str, page: int = 0) -> Select:
    """The list of what may be chosen besides, in pages: what is chosen first, and that it can be left out."""
    text, divider = str(asked.given.get(option.field, "")), divider_of(option)
    chosen = text.split(divider) if divider else [text]
    found = sorted(lines, key=lambda each: each.value not in chosen)
    must = is_needed(asked.command, option)
    head = [Pick(LEFT_OUT, T("Leave it out").plain())] if text and not must else []
    room = MOST - len(head)
    room -= len(found) > room
    pages = max(-(-len(found) // room), 1)
    first = page % pages * room
    shown = [replace(each, is_chosen=each.value in chosen) for each in found[first : first + room]]
    says = T("More… ({first} to {last} of {all})")
    numbers = {"first": first + 1, "last": first + len(shown), "all": len(found)}
    more = [Pick(f"{PAGE}{page % pages + 1}", says.plain(**numbers))] if pages > 1 else []
    hint = option.label if must else T("{label} (optional)").plain(label=Safe(option.label))
    rows = (*head, *shown, *more)
    return Select(hint, MORE, rows, (kept, option.field), len(rows) if divider else 1)


async def _further(dispatcher: Dispatcher, reply: Reply, command: Command) -> list[Option]:
    """What else the asker may say of it, in forms."""
    view = await dispatcher.look(reply.interaction)
    return further(command, leads=view.viewer.is_game_master)


def _choices(asker: Asker, asked: Invocation, option: Option) -> list[Pick]:
    """What there is to choose for an option."""
    if option.kind is not Person:
        return picks(option, asker, asked.command)
    campaign, says = asker.seen.campaign, T("{who:@}")
    people = dict.fromkeys((*campaign.players, *campaign.game_masters))
    return [Pick(str(each), says(who=each)) for each in people]


def _by_list(wanted: Sequence[Option]) -> Option | None:
    """What is chosen from a list before anything is typed: one alone, or what no form could hold."""
    if len(wanted) == 1 and is_listed(wanted[0]):
        return wanted[0]
    # Which record comes before what there is in it.
    first = (each for each in wanted if each.kind is RecordId and not is_written(each))
    others = (each for each in wanted if not is_written(each) or each.spec.suggest is not None)
    return next(first, next(others, None))


async def _ask_by_list(
    dispatcher: Dispatcher, reply: Reply, asked: Invocation, option: Option, page: int
) -> None:
    every = await in_time(
        dispatcher.ask(reply.interaction, asked, lambda asker: _choices(asker, asked, option))
    )
    if not every and is_written(option):
        # With all else that is typed: no form follows another.
        written = [each for each in lacking(asked.command, asked.given) if is_written(each)]
        await _ask_by_form(dispatcher, reply, asked, written[:MOST_FIELDS])
        return
    kept = await _keep(dispatcher, reply, asked)
    shown = page_of(every, Turns(TURN, (kept,)), page, most=evenly(len(every)))
    rows = tuple(shown.rows)
    typed = (
        (Button(T("Type it…").plain(), TYPE, (kept,)),) if is_written(option) and not option.choices else ()
    )
    none = T("There is nothing to choose for this now.")
    card = Card(
        named(asked.command)[0],
        (option.label if rows else none(),),
        selects=(Select(option.label, NEXT, rows, (kept,), len(rows) if divider_of(option) else 1),)
        if rows
        else (),
        buttons=(*shown.buttons, *typed, *(() if rows or typed else (to_act(),))),
        note=shown.span,
    )
    await (reply.update(card) if reply.is_on_private_message else reply.private(card))


async def _ask_by_form(
    dispatcher: Dispatcher, reply: Reply, asked: Invocation, wanted: Sequence[Option]
) -> None:
    command = asked.command
    given = {each.field: str(asked.given[each.field]) for each in wanted if each.field in asked.given}
    lines = asks_of(command.options, *(each.field for each in wanted), **given)
    kept = await in_time(_keep(dispatcher, reply, asked))
    await reply.modal(modal(f"{TYPE}|{kept}", named(command)[0], lines))


async def _keep(dispatcher: Dispatcher, reply: Reply, asked: Invocation) -> str:
    """Keep a deed with what was given so far; the id it is found by."""
    given = {name: str(value) for name, value in asked.given.items()}
    kept = Form("", asked.command.summary, (), asked.command.path, given)
    return await dispatcher.play.keep_form(reply.interaction.user.id, reply.interaction.id, kept)


async def _begun(dispatcher: Dispatcher, reply: Reply, kept: str, **more: str) -> Invocation:
    """A deed with what was given so far, and more of it. Raises UserError."""
    found = await dispatcher.play.kept_form(reply.interaction.user.id, kept)
    command = dispatcher.commands.get(found.path)
    if command is None:
        raise old_button()
    options = options_of(command.options)
    texts = {name: text for name, text in {**found.given, **more}.items() if name in options}
    return Invocation(command, {name: _given(options[name], text) for name, text in texts.items()})


def _given(option: Option, text: str) -> Any:
    """What was chosen or typed, as a command would bring it. Raises Stale where a control holds no id."""
    if option.is_text or option.kind in (int, float, bool):
        return text
    try:
        return option.read(text)
    except ValueError:
        raise damaged_button() from None


@select(NEXT, may=Permit.EVERYONE, can_defer=False)
async def _choose(dispatcher: Dispatcher, reply: Reply, kept: str, *chosen: str) -> None:
    """Go on with what was chosen."""
    asked = await in_time(_begun(dispatcher, reply, kept))
    option = _by_list(lacking(asked.command, asked.given))
    if option is None:
        raise old_button()
    if not chosen or (len(chosen) > 1 and not divider_of(option)):
        raise damaged_button()
    given = {**asked.given, option.field: _given(option, divider_of(option).join(chosen))}
    await go_on(dispatcher, reply, replace(asked, given=given))


@button(TURN, may=Permit.EVERYONE, can_defer=False)
async def _turn(dispatcher: Dispatcher, reply: Reply, kept: str, page: int) -> None:
    """Show another page of what there is to choose."""
    await go_on(dispatcher, reply, await in_time(_begun(dispatcher, reply, kept)), page)


@button(TYPE, may=Permit.EVERYONE, can_defer=False)
async def _type(dispatcher: Dispatcher, reply: Reply, kept: str) -> None:
    """Ask in a form for what isn't on the list, with whatever else is typed."""
    asked = await in_time(_begun(dispatcher, reply, kept))
    wanted = [each for each in lacking(asked.command, asked.given) if is_written(each)]
    if not wanted:
        raise old_button()
    await _ask_by_form(dispatcher, reply, asked, wanted[:MOST_FIELDS])


@button(DETAIL, may=Permit.EVERYONE, can_defer=False)
async def _detail(dispatcher: Dispatcher, reply: Reply, kept: str, part: int) -> None:
    """Ask in a form for what may be said besides."""
    asked = await in_time(_begun(dispatcher, reply, kept))
    every = await in_time(_further(dispatcher, reply, asked.command))
    more = every[part * MOST_FIELDS : (part + 1) * MOST_FIELDS]
    if not more:
        raise old_button()
    await _ask_by_form(dispatcher, reply, asked, more)


@select(MORE, may=Permit.EVERYONE, can_defer=False)
async def _add(dispatcher: Dispatcher, reply: Reply, kept: str, name: str, *chosen: str) -> None:
    """Add what was chosen besides, or leave it out, and show again what comes of it; or another page."""
    asked = await in_time(_begun(dispatcher, reply, kept))
    option = options_of(asked.command.options).get(name)
    if option is None:
        raise old_button()
    if not chosen or (len(chosen) > 1 and not divider_of(option)):
        raise damaged_button()
    if page := next((each for each in chosen if each.startswith(PAGE)), ""):
        await _foretell(dispatcher, reply, asked, {name: number(page.removeprefix(PAGE))})
        return
    given = {field: value for field, value in asked.given.items() if field != name}
    given |= {name: _given(option, divider_of(option).join(chosen))} if LEFT_OUT not in chosen else {}
    await go_on(dispatcher, reply, replace(asked, given=given))


@form(TYPE, may=Permit.EVERYONE)
async def _written(dispatcher: Dispatcher, reply: Reply, kept: str) -> None:
    """Go on with what was written. What was left empty isn't given."""
    typed = answers(reply.interaction.data)
    asked = await _begun(dispatcher, reply, kept, **typed)
    given = {name: value for name, value in asked.given.items() if typed.get(name, "-").strip()}
    asked = replace(asked, given=given)
    if lacking(asked.command, asked.given) and not _by_list(lacking(asked.command, asked.given)):
        raise damaged_button()
    read = partial(require_readable, command=asked.command, names=typed)
    try:
        await dispatcher.ask(reply.interaction, asked, read)
    except RuleViolation as refusal:
        await _to_change(dispatcher, reply, asked, refusal)
        return
    await go_on(dispatcher, reply, asked)
