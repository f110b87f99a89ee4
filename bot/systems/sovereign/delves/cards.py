"""A delve at a glance: the Turn, who does what, lights, doors; and the game masters' side of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from bot.engine.card import Button, Card, Pick, Picture, Select, Tone, step_button
from bot.engine.declare import Options, asks_of, look, option
from bot.engine.drawing import shows
from bot.engine.finders import Asker
from bot.engine.people import Permit
from bot.engine.prose import PROSE_LENGTH
from bot.engine.system import FormField, RecordId
from bot.engine.text import Safe, T, refused
from bot.engine.views import CampaignView, RecordView
from bot.play import Post
from bot.systems.sovereign.book import Unit
from bot.systems.sovereign.delves.acts import PROCEDURES, CallForAll, Declare, SettleSilence
from bot.systems.sovereign.delves.ahead import PublishTurns
from bot.systems.sovereign.delves.doors import Listen
from bot.systems.sovereign.delves.lights import TURNS
from bot.systems.sovereign.delves.pictures import board_png
from bot.systems.sovereign.delves.resolving import Resolve
from bot.systems.sovereign.delves.rules import (
    DELVE,
    DELVE_MEANT,
    checked_told,
    met_said,
    on_delve,
    require_turn,
)
from bot.systems.sovereign.delves.steps import TURN, deed_lines, is_asked
from bot.systems.sovereign.dungeon import (
    MOVES,
    ROOM_LENGTH,
    Act,
    Activity,
    By,
    Delve,
    Door,
    Member,
    Shut,
    Silence,
    doing,
)
from bot.systems.sovereign.encounters.cards import SPRING
from bot.systems.sovereign.parties.rules import shown
from bot.systems.sovereign.people.cards import effect_line
from bot.systems.sovereign.state import Character, Party
from bot.ui.controls import Do, button, select
from bot.ui.controls import form as submitted
from bot.ui.dispatcher import Dispatcher, in_time
from bot.ui.errors import damaged_button
from bot.ui.modal import FormModal, answers, modal
from bot.ui.reply import Reply

ACT, PASS, SILENT, CALL = "sov_act", "sov_pass", "sov_silent", "sov_call"
LISTEN, RESOLVE, ARRIVE, PUBLISH = "sov_listen", "sov_resolve", "sov_arrive", "sov_publish"
WHO_FOLLOW = "call"
# How many deeds have a button of their own; the plan's share one.
MOST_RESOLVED = 6


class WhichDelve(Options):
    """A delve."""

    delve: RecordId = option("Which delve; this channel's by default", finder=DELVE_MEANT)


@look("sov turn", may=Permit.EVERYONE)
def show_turn(asker: Asker, which: WhichDelve) -> Card:
    """See the dungeon Turn: who does what, lights, doors, and the way so far"""
    seen = asker.look(on_delve(which.delve))
    record = seen.records[which.delve]
    return card_of(record, seen.records, is_gm=seen.viewer.is_game_master, has_picture=True)


@shows(DELVE.name)
def show_delve(record: RecordView, post: Post) -> Card:
    """The live card."""
    return card_of(record, post.records, is_gm=post.viewer.is_game_master)


def card_of(
    record: RecordView, records: Mapping[RecordId, RecordView], *, is_gm: bool, has_picture: bool = False
) -> Card:
    """That delve, as its reader sees it."""
    state: Delve = record.state
    parties = [each.state for id_ in state.parties if (each := records.get(id_)) is not None]
    people = {e.character: found.state for e in state.crew if (found := records.get(e.character)) is not None}
    lines = [
        *([_now(state, parties[0], is_gm=is_gm)] if parties else []),
        *_call(state),
        *_settled(record, state),
        "",
        *_crew(state, people),
        *_lights(state, people),
        *_doors(state),
        *_always(state, parties, people),
    ]
    if is_gm:
        lines += _secret(state)
    title = T("{name}, Turn {turn}")(name=state.name, turn=state.turn)
    picture = None
    if has_picture:
        lights = list(_burning(state, people))
        picture = Picture("delve.png", partial(board_png, state, lights), _alt(state, lights))
    if not record.steps:
        return Card(title, tuple(lines), tone=Tone.QUIET, picture=picture)
    asks = dict.fromkeys(step.who for step in record.steps if step.who is not None)
    return Card(
        title,
        tuple(lines),
        tone=Tone.ASKS,
        buttons=_leading_first(record, state) if is_gm else _buttons(record.id, state),
        selects=(*_publishing(record.id, state, people), *_nudging(record)) if is_gm else (),
        asks=tuple(asks),
        picture=picture,
        keeps_up=True,
    )


def _buttons(delve: RecordId, state: Delve) -> tuple[Button, ...]:
    turn = str(state.turn)
    return (
        Button(T("Say what you do…")(), ACT, (delve, turn), is_main=True),
        Button(T("Pass")(), PASS, (delve, turn)),
        Button(T("Plan for all…")(), CALL, (delve, turn)),
        Button(T("If I'm silent…")(), SILENT, (delve,)),
        *((Button(T("Listen…")(), LISTEN, (delve, turn)),) if _unheard(state) else ()),
    )


def _unheard(state: Delve) -> list[Door]:
    """The shut doors at which nobody has listened this Turn."""
    return [each for each in state.doors if each.shut is not Shut.OPEN and each.listened != state.turn]


def _leading_first(record: RecordView, state: Delve) -> tuple[Button, ...]:
    """What comes next for game masters, before what they may do for others."""
    first, *more = _leading(record, state)
    others = (replace(each, is_main=False) for each in _buttons(record.id, state))
    return (replace(first, is_main=True), *(replace(each, is_main=False) for each in more), *others)


def _leading(record: RecordView, state: Delve) -> Iterator[Button]:
    """Each deed that can be resolved, then the next Turn."""
    turn = str(state.turn)
    if state.hits:
        yield Button(T("Spring it…")(), SPRING, (record.id,))
    open_ = [(e, act) for e in state.crew if (act := state.intended(e)) is not None and not act.is_resolved]
    open_ = [(member, act) for member, act in open_ if act.deed is not Activity.PASS]
    called = [member for member, act in open_ if act.by is By.CALLER]
    if called and state.call is not None:
        moves = state.call.deed in MOVES
        says = T("Resolve the plan ({n})…") if moves else T("Resolve the plan ({n})")
        name = ARRIVE if moves else RESOLVE
        yield Button(says.plain(n=len(called)), name, (record.id, turn, WHO_FOLLOW))
    own = [(member, act) for member, act in open_ if act.by is not By.CALLER]
    for each, act in own[:MOST_RESOLVED]:
        moves = act.deed in MOVES
        says = T("Resolve {name}…") if moves else T("Resolve {name}")
        name = ARRIVE if moves else RESOLVE
        yield Button(says.plain(name=each.name), name, (record.id, turn, each.character))
    for step in record.steps:
        if step.name == TURN:
            yield from (step_button(record.id, step, choice) for choice in step.choices)


def _publishing(delve: RecordId, state: Delve, people: Mapping[RecordId, Character]) -> tuple[Select, ...]:
    """Up to which Turn what is rolled ahead can be published, each with what ends there."""
    if not state.ahead:
        return ()
    ends = dict(_ends(state, people))
    picks = [Pick(str(state.turn), T("None: take all back")())]
    for each in state.ahead:
        marks = [*(met_said(hit) for hit in each.hits), *ends.get(each.turn, ())]
        says = T("Up to Turn {turn}").plain(turn=each.turn)
        picks.append(Pick(str(each.turn), says, T("{marks:,}").plain(marks=marks) if marks else ""))
    return (Select(T("Publish…")(), PUBLISH, tuple(picks), (delve,)),)


def _nudging(record: RecordView) -> Iterator[Select]:
    """Whom a game master can remind, once a day."""
    picks = [Pick(f"{record.id}/{e.name}", e.label) for e in record.steps if e.who is not None]
    if picks:
        yield Select(T("Nudge a player…")(), "nudge", tuple(picks[:25]))


def _ends(state: Delve, people: Mapping[RecordId, Character]) -> Iterator[tuple[int, list[Safe]]]:
    """The Turns at whose start a light or an effect has ended."""
    found: dict[int, list[Safe]] = {}
    for who in people.values():
        for light in who.lights:
            if light.is_lit:
                says = T("{name}'s {lamp} is out")(name=who.name, lamp=light.lamp)
                found.setdefault(state.turn + light.left, []).append(says)
        for effect in who.effects:
            if effect.unit is Unit.TURN:
                says = T("{name}: {effect} ended")(name=who.name, effect=effect.name)
                found.setdefault(state.turn + effect.left, []).append(says)
    yield from found.items()


# -- the lines ------------------------------------------------------------------------------------------


def _now(state: Delve, party: Party, *, is_gm: bool) -> Safe:
    """The clock; for game masters also since when the silent have been asked."""
    since = T(" · asked <t:{at}:R>")(at=state.since) if is_gm else ""
    return T("{now}{since}")(now=shown(party.clock), since=since)


def _call(state: Delve) -> Iterator[Safe]:
    caller = state.member(state.caller) if state.caller is not None else None
    if caller is not None and state.call is not None:
        what = doing(state.call, state.door(state.call.door))
        yield T("**{name}'s plan: {what}**")(name=caller.name, what=what)
    elif not any(is_asked(state, each) for each in state.crew):
        # Nobody is left whom a plan could lead.
        return
    elif caller is None:
        yield T("Nobody calls: `/act deed: who calls`.")()
    else:
        yield T("{name} calls; no plan yet.")(name=caller.name)


def _settled(record: RecordView, state: Delve) -> Iterator[Safe]:
    """Whose move it is once no player is asked for a word any more."""
    has_word = any(state.intended(each) is not None for each in state.crew)
    if record.steps and has_word and not any(is_asked(state, each) for each in state.crew):
        yield T("**Everybody has said what they do: it's up to the {gm}.**")()


def _crew(state: Delve, people: Mapping[RecordId, Character]) -> Iterator[Safe]:
    """One chip each; by room where they are apart."""
    rooms = list(dict.fromkeys(each.room for each in state.crew))
    for room in rooms:
        if room or len(rooms) > 1:
            yield T("**{room}**")(room=room or T("Elsewhere")())
        for each in state.crew:
            if each.room == room:
                yield _chip(state, each, people.get(each.character))


def _chip(state: Delve, member: Member, who: Character | None) -> Safe:
    """A member's deed in a few words, with a sign."""
    if who is not None and who.is_helpless:
        return T("✖ {name}: {how}")(name=member.name, how=who.condition or T("unconscious")())
    act = state.intended(member)
    if state.is_busy(member) and act is not None:
        return T("🔨 {name}: {what}, until the end of Turn {until}")(
            name=member.name, what=doing(act, state.door(act.door)), until=member.busy_until
        )
    if act is None:
        return T("⏳ {name}: no word yet")(name=member.name)
    what = doing(act, state.door(act.door))
    if act.is_resolved:
        return T("✅ {name}: {what} (done)")(name=member.name, what=what)
    if act.by is By.CALLER:
        return T("↪ {name} follows the plan")(name=member.name)
    if act.by is By.ORDER:
        return T("↪ {name}, standing order: {what}")(name=member.name, what=what)
    if act.deed is Activity.PASS:
        return T("– {name} passes")(name=member.name)
    return T("✔ {name}: {what}")(name=member.name, what=what)


def _burning(state: Delve, people: Mapping[RecordId, Character]) -> Iterator[tuple[str, str, int, int]]:
    """Each light in use: whose, which, how many Turns of how many."""
    for each in state.crew:
        who = people.get(each.character)
        for light in who.lights if who is not None else ():
            if light.is_lit:
                yield each.name, light.lamp.label, light.left, TURNS[light.lamp]


def _lights(state: Delve, people: Mapping[RecordId, Character]) -> Iterator[Safe | str]:
    yield ""
    lights = list(_burning(state, people))
    if not lights:
        yield T("🌑 **No light**")()
    for name, lamp, left, most in lights:
        yield T("🔥 {name}'s {lamp}: {left} of {most} Turns")(name=name, lamp=lamp, left=left, most=most)
    for each in state.crew:
        who = people.get(each.character)
        for effect in who.effects if who is not None else ():
            yield T("{name}: {effect}")(name=each.name, effect=Safe(effect_line(effect)))


def _doors(state: Delve) -> Iterator[Safe]:
    for door in state.doors:
        if door.shut is not Shut.OPEN:
            opens = T(", gives way at the end of Turn {n}")(n=door.opens) if door.opens is not None else ""
            yield T("🚪 {name}: {shut}{opens}")(name=door.name, shut=door.shut, opens=opens)


def _always(state: Delve, parties: Sequence[Party], people: Mapping[RecordId, Character]) -> Iterator[Safe]:
    for party in parties:
        found = []
        for key, label in PROCEDURES.items():
            value = getattr(party.always, key)
            if key in ("listener", "scout"):
                value = people[value].name if value in people else ""
            if value:
                found.append(T("{label}: {value}")(label=label, value=value))
        if found:
            yield T("Always: {found:,}")(found=found)


def _secret(state: Delve) -> Iterator[Safe | str]:
    """What only game masters read."""
    yield ""
    if state.checked is not None:
        yield T("🔒 {told}")(told=checked_told(state.checked).sentence())
    if state.hits:
        yield T("**Waits to be sprung: {hits:,}**")(hits=[met_said(each) for each in state.hits])
    for each in state.ahead:
        yield T("Ahead: {told}")(told=checked_told(each).sentence())


def _alt(state: Delve, lights: Iterable[tuple[str, str, int, int]]) -> str:
    rooms = [
        T("{room} (by way of {was})").plain(room=each.room, was=each.came_from)
        if each.came_from
        else each.room
        for each in state.passages
    ]
    burning = [
        T("{name}'s {lamp} {left} of {most}").plain(name=n, lamp=p, left=left, most=m)
        for n, p, left, m in lights
    ]
    return T("Turn {turn}. Rooms so far: {rooms:,}. Light: {lights:,}.").plain(
        turn=state.turn, rooms=rooms or [T("none")()], lights=burning or [T("none")()]
    )


# -- the buttons ----------------------------------------------------------------------------------------


async def _seen(dispatcher: Dispatcher, reply: Reply, delve: str) -> tuple[CampaignView, Delve]:
    seen = await in_time(dispatcher.look(reply.interaction, on_delve(RecordId(delve))))
    record = seen.records.get(RecordId(delve))
    if record is None or record.kind != DELVE.name:
        raise damaged_button()
    return seen, record.state


def _own(seen: CampaignView, state: Delve) -> list[Member]:
    """Those the presser may speak for: their own, and those of who is away and left them to the presser.

    A game master who has none there may speak for all that can act.
    """
    own = [each for each in state.crew if each.player in {seen.viewer.user, *seen.in_place_of}]
    if own or not seen.viewer.is_game_master:
        return own
    return [each for each in state.crew if each.is_able]


def _require_own(seen: CampaignView, state: Delve) -> list[Member]:
    own = _own(seen, state)
    if not own:
        raise refused("delve.none_yours", "You have nobody in {delve}.", delve=state.name)
    return own


def _who(asks: T, name: str, own: Sequence[Member], *args: str) -> Card:
    """Asks for which of one's own: on a card of its own, since the Turn's is everybody's."""
    picks = tuple(Pick(each.character, each.name) for each in own[:25])
    return Card(asks(), (), selects=(Select(T("Pick one…")(), name, picks, args),))


def _one_of(own: Sequence[Member], character: str) -> Member:
    """The one that was picked."""
    member = next((each for each in own if each.character == character), None)
    if member is None:
        raise damaged_button()
    return member


def _deed_form(state: Delve, act: Act | None, custom_id: str, title: str) -> FormModal:
    """The form of a deed as it stands, with the doors that are shut."""
    doors = [(each.key, each.name) for each in state.doors if each.shut is not Shut.OPEN]
    lines = deed_lines(act.words, act.deed.value, act.door, doors=doors) if act else deed_lines(doors=doors)
    return modal(custom_id, title, lines)


def _act_form(delve: str, state: Delve, member: Member) -> FormModal:
    title = T("{name}, Turn {turn}").plain(name=member.name, turn=state.turn)
    return _deed_form(state, member.act, f"{ACT}|{delve}|{state.turn}|{member.character}", title)


def _deed_written(reply: Reply) -> tuple[Activity, str, str]:
    """What a form said: the deed, its words, and which door."""
    texts = answers(reply.interaction.data)
    deed = texts.get("deed", "")
    if deed not in {each.value for each in Activity}:
        raise damaged_button()
    return Activity(deed), texts.get("words", ""), texts.get("door", "")


@button(ACT, may=Permit.MEMBERS, can_defer=False)
async def act(dispatcher: Dispatcher, reply: Reply, delve: str, turn: int) -> None:
    """The form of a declaration."""
    seen, state = await _seen(dispatcher, reply, delve)
    require_turn(turn, state)
    own = _require_own(seen, state)
    if len(own) > 1:
        await reply.private(_who(T("Who says what they do?"), ACT, own, delve, str(turn)))
    else:
        await reply.modal(_act_form(delve, state, own[0]))


@select(ACT, may=Permit.MEMBERS, can_defer=False)
async def act_as(dispatcher: Dispatcher, reply: Reply, delve: str, turn: int, character: str) -> None:
    """The same for the one that was picked."""
    seen, state = await _seen(dispatcher, reply, delve)
    require_turn(turn, state)
    await reply.modal(_act_form(delve, state, _one_of(_own(seen, state), character)))


@submitted(ACT, may=Permit.OWNER_OR_GAME_MASTER)
async def acted(dispatcher: Dispatcher, reply: Reply, delve: str, turn: int, character: str) -> Do:
    """Declare what was written in the form."""
    return Do(Declare(RecordId(delve), RecordId(character), *_deed_written(reply), turn=turn))


@button(PASS, may=Permit.MEMBERS)
async def pass_turn(dispatcher: Dispatcher, reply: Reply, delve: str, turn: int) -> Do | None:
    """Declare that somebody does nothing this Turn."""
    seen, state = await _seen(dispatcher, reply, delve)
    require_turn(turn, state)
    own = _require_own(seen, state)
    # Who has said something passes only where nobody else is left.
    own = [each for each in own if state.is_silent(each)] or own
    if len(own) > 1:
        await reply.private(_who(T("Who passes?"), PASS, own, delve, str(turn)))
        return None
    return Do(Declare(RecordId(delve), own[0].character, Activity.PASS, turn=turn))


@select(PASS, may=Permit.OWNER_OR_GAME_MASTER)
async def pass_as(dispatcher: Dispatcher, reply: Reply, delve: str, turn: int, character: str) -> Do:
    """The same for the one that was picked."""
    return Do(Declare(RecordId(delve), RecordId(character), Activity.PASS, turn=turn))


@button(CALL, may=Permit.MEMBERS, can_defer=False)
async def call(dispatcher: Dispatcher, reply: Reply, delve: str, turn: int) -> None:
    """The caller's form."""
    seen, state = await _seen(dispatcher, reply, delve)
    require_turn(turn, state)
    caller = state.member(state.caller) if state.caller is not None else None
    if not seen.viewer.is_game_master and (caller is None or caller.player != seen.viewer.user):
        raise refused(
            "call.caller_only",
            "{who} makes the plan; `/act deed: who calls` changes who. For a deed of your own, press "
            "**Say what you do…**.",
            who=caller.name if caller is not None else T("The caller")(),
        )
    title = T("Plan, Turn {turn}").plain(turn=turn)
    await reply.modal(_deed_form(state, state.call, f"{CALL}|{delve}|{turn}", title))


@submitted(CALL, may=Permit.MEMBERS)
async def called(dispatcher: Dispatcher, reply: Reply, delve: str, turn: int) -> Do:
    """Set the plan for all that was written in the form."""
    deed, words, door = _deed_written(reply)
    return Do(CallForAll(delve=RecordId(delve), deed=deed, words=words, door=door, turn=turn))


async def _open_silent(reply: Reply, delve: str, member: Member) -> None:
    lines = asks_of(SettleSilence, "silence", "words", silence=member.silence.value, words=member.order)
    title = T("If {name} says nothing").plain(name=member.name)
    await reply.modal(modal(f"{SILENT}|{delve}|{member.character}", title, lines))


@button(SILENT, may=Permit.MEMBERS, can_defer=False)
async def silent(dispatcher: Dispatcher, reply: Reply, delve: str) -> None:
    """The form of what one does who says nothing."""
    seen, state = await _seen(dispatcher, reply, delve)
    own = _require_own(seen, state)
    if len(own) > 1:
        await reply.private(_who(T("Who is it about, if you're silent?"), SILENT, own, delve))
    else:
        await _open_silent(reply, delve, own[0])


@select(SILENT, may=Permit.MEMBERS, can_defer=False)
async def silent_as(dispatcher: Dispatcher, reply: Reply, delve: str, character: str) -> None:
    """The same for the one that was picked."""
    seen, state = await _seen(dispatcher, reply, delve)
    await _open_silent(reply, delve, _one_of(_own(seen, state), character))


@submitted(SILENT, may=Permit.OWNER_OR_GAME_MASTER)
async def settled(dispatcher: Dispatcher, reply: Reply, delve: str, character: str) -> Do:
    """Set what a character does who says nothing."""
    texts = answers(reply.interaction.data)
    silence = texts.get("silence", "")
    if silence not in {each.value for each in Silence}:
        raise damaged_button()
    words = texts.get("words", "")
    return Do(
        SettleSilence(
            delve=RecordId(delve), character=RecordId(character), silence=Silence(silence), words=words
        )
    )


@button(LISTEN, may=Permit.MEMBERS, can_defer=False)
async def listen_at(dispatcher: Dispatcher, reply: Reply, delve: str, turn: int) -> None:
    """The form of who listens at which door."""
    seen, state = await _seen(dispatcher, reply, delve)
    require_turn(turn, state)
    own = _require_own(seen, state)
    doors = _unheard(state)
    if not doors:
        raise refused("listen.no_door", "There's no shut door left to listen at this Turn.")
    at, by = asks_of(Listen, "door", "character", door=doors[0].key, character=own[0].character)
    at = replace(at, options=tuple((each.key, each.name) for each in doors[:25]))
    who = tuple((each.character, each.name) for each in own[:25])
    by = replace(by, label=T("Who listens")(), options=who, is_optional=False)
    title = T("Listen, Turn {turn}").plain(turn=turn)
    await reply.modal(modal(f"{LISTEN}|{delve}|{turn}", title, (at, by)))


@submitted(LISTEN, may=Permit.OWNER_OR_GAME_MASTER)
async def listening(dispatcher: Dispatcher, reply: Reply, delve: str, turn: int) -> Do:
    """Have the picked character listen at a door."""
    texts = answers(reply.interaction.data)
    return Do(Listen(RecordId(delve), RecordId(texts.get("character", "")), texts.get("door", ""), turn=turn))


def _meant(state: Delve, character: str) -> tuple[RecordId, ...]:
    """Whose deeds a button resolves: one's, or those of all who follow the plan."""
    if character != WHO_FOLLOW:
        return (RecordId(character),)
    acts = [(each, state.intended(each)) for each in state.crew]
    return tuple(e.character for e, a in acts if a is not None and a.by is By.CALLER and not a.is_resolved)


@button(RESOLVE, may=Permit.GAME_MASTERS)
async def resolve(dispatcher: Dispatcher, reply: Reply, delve: str, turn: int, character: str) -> Do:
    """Roll and tell what the book has for that deed, or for all who follow the plan."""
    _, state = await _seen(dispatcher, reply, delve)
    return Do(Resolve(RecordId(delve), _meant(state, character), turn=turn))


@button(ARRIVE, may=Permit.GAME_MASTERS, can_defer=False)
async def arrive(dispatcher: Dispatcher, reply: Reply, delve: str, turn: int, character: str) -> None:
    """The form of a move: where they are then, and what they find."""
    seen, state = await _seen(dispatcher, reply, delve)
    require_turn(turn, state)
    site = seen.records.get(state.site)
    rooms = [
        *(e.room for e in state.passages),
        *(e.name for e in (site.state.rooms if site is not None else ())),
    ]
    options = tuple((each, each) for each in dict.fromkeys(rooms) if each)
    room = FormField(
        "room",
        T("Where they are now; everybody reads it")(),
        ROOM_LENGTH,
        options=options,
        is_optional=True,
        empty=T("Leave it empty where they stay.")(),
    )
    answer = FormField("answer", T("What comes of it")(), PROSE_LENGTH, is_long=True, is_optional=True)
    title = T("Resolve, Turn {turn}").plain(turn=turn)
    await reply.modal(modal(f"{ARRIVE}|{delve}|{turn}|{character}", title, (room, answer)))


@submitted(ARRIVE, may=Permit.GAME_MASTERS)
async def arrived(dispatcher: Dispatcher, reply: Reply, delve: str, turn: int, character: str) -> Do:
    """Add the arrival that was written in the form."""
    _, state = await _seen(dispatcher, reply, delve)
    texts = answers(reply.interaction.data)
    return Do(
        Resolve(
            delve=RecordId(delve),
            characters=_meant(state, character),
            answer=texts.get("answer", ""),
            room=texts.get("room", ""),
            turn=turn,
        )
    )


@select(PUBLISH, may=Permit.GAME_MASTERS)
async def publish(dispatcher: Dispatcher, reply: Reply, delve: str, last: int) -> Do:
    """Let Turns pass for everybody, up to that one."""
    return Do(PublishTurns(delve=RecordId(delve), last=last))
