"""Sheets on cards and as pictures, the form they are written in, portraits and files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from bot.engine.asking import asking
from bot.engine.card import Attachment, Button, Card, Picture, Tone, step_buttons
from bot.engine.declare import Options, asks_of, look, option
from bot.engine.drawing import shows
from bot.engine.finders import Asker
from bot.engine.people import Permit, Standing
from bot.engine.system import FormField, RecordId, Scope, Want
from bot.engine.text import Safe, T, refused
from bot.play import Post, RecordView
from bot.systems.sovereign.book import Attribute, Save, Skill
from bot.systems.sovereign.harm.poison import POISONING
from bot.systems.sovereign.people.files import CHARACTER_FILE, file_of
from bot.systems.sovereign.people.making import MAKING, Making, StartMaking, written
from bot.systems.sovereign.people.pictures import sheet_png
from bot.systems.sovereign.people.rules import CHARACTER, CHARACTER_MEANT, OnCharacter, hit_points_of
from bot.systems.sovereign.state import Character, Effect
from bot.ui.card import portrait_of
from bot.ui.dispatcher import Dispatcher, Interaction
from bot.ui.text import safe

PACK_BUTTON = "sov_pack"


class CharacterSheet(Options):
    """Somebody, the asker's own by default."""

    character: RecordId = option("Whose sheet; your own by default", finder=CHARACTER_MEANT)


@look("sov sheet", may=Permit.EVERYONE)
def show_sheet(asker: Asker, whose: CharacterSheet) -> Card:
    """See a character's sheet: scores, saves, skills, HP and strain"""
    seen = asker.look(Scope((whose.character,), links=True))
    record = seen.records[whose.character]
    is_theirs = seen.viewer.is_game_master or record.owner == seen.viewer.user
    return sheet(record, seen.records, may_edit=is_theirs, is_gm=seen.viewer.is_game_master)


def sheet(
    record: RecordView, records: Mapping[RecordId, RecordView], *, may_edit: bool, is_gm: bool = False
) -> Card:
    """That sheet, as far as its reader may see it."""
    state: Character = record.state
    if state.is_npc and not is_gm:
        lines = [state.condition] if state.condition is not None else []
        says = T("That's all you know.")()
        return Card(safe(state.name), (*lines, says), portrait=portrait_of(record, records))
    buttons = [Button(T("Pack")(), PACK_BUTTON, (record.id,))]
    if may_edit:
        buttons.append(asking(T("Edit…"), "sov pc edit", record.id))
    picture = None
    if not state.is_npc:
        picture = Picture("sheet.png", partial(sheet_png, state), _alt(state), partial(sheet_lines, state))
    return Card(
        safe(state.name),
        tuple(sheet_lines(state)),
        buttons=(*step_buttons(record.id, record.steps), *buttons),
        picture=picture,
        portrait=portrait_of(record, records),
    )


def _alt(state: Character) -> str:
    scores = [T("{a} {n}").plain(a=each, n=state.score(each)) for each in Attribute]
    return T("The sheet of {name}: {scores:,}; HP {hp} of {most}.").plain(
        name=state.name, scores=scores, hp=state.hp, most=state.max_hp
    )


def sheet_lines(state: Character) -> Iterator[str]:
    """All that stands on a sheet."""
    if state.player is not None:
        yield T("Played by {player:@}{consent}")(
            player=state.player,
            consent=T("; game masters may roll for them")() if state.is_consenting else "",
        )
    if state.condition is not None:
        yield T("**{condition:upper}**")(condition=state.condition)
    if state.hd is not None:
        hd = T("{n} HD")(n=state.hd) if state.hd else T("less than 1 HD")()
        dies = T(", dies at 0 HP")() if state.is_unnamed else ""
        yield T("{hd} · HP **{hp}** of {most} · saves on **{save}+**{dies}")(
            hd=hd, hp=state.hp, most=state.max_hp, save=state.save(Save.PHYSICAL), dies=dies
        )
        yield T("AC {ac} · attack {attack:+} · {known:upper}")(
            ac=state.armor_class, attack=state.attack, known=state.known.meaning
        )
    else:
        yield from _numbers(state)
    trained = [each for each in Skill if state.skill(each) != state.untrained]
    skills = [T("{skill} {n:+}")(skill=each, n=state.skill(each)) for each in trained]
    yield T("Skills: {skills:,}")(skills=skills) if skills else T("No trained skills")()
    for name, counter in state.counters.items():
        yield T("{name}: {value} of {most}, {refill}")(
            name=name, value=counter.value, most=counter.most, refill=counter.refill
        )
    yield from (effect_line(each) for each in state.effects)
    for label, text in ((T("Feats and foci"), state.foci), (T("Notes"), state.about)):
        if text:
            yield T("**{label}** {text:prose}")(label=label, text=text)


def _numbers(state: Character) -> Iterator[str]:
    level = T("Level {n}")(n=state.level)
    who = T("{level} {title}")(level=level, title=state.title) if state.title else level
    yield T("{who} · {xp:,} XP · {hit_points} HP a level")(
        who=who, xp=state.xp, hit_points=hit_points_of(state)
    )
    yield T("HP **{hp}** of {most} · Strain **{strain}** of {limit}")(
        hp=state.hp, most=state.max_hp, strain=state.strain, limit=state.constitution
    )
    yield Safe(
        " · ".join(
            T("{name} **{score}** ({mod:+})")(
                name=each.name, score=state.score(each), mod=state.modifier(each)
            )
            for each in Attribute
        )
    )
    yield Safe(" · ".join(T("{save} **{n}+**")(save=each, n=state.save(each)) for each in Save))
    dex, strength, wit = (state.modifier(each) for each in (Attribute.DEX, Attribute.STR, Attribute.INT))
    yield T("AC **{ac}** · attack **{melee:+}** melee, **{ranged:+}** ranged · initiative **{init:+}**")(
        ac=state.armor_class + dex,
        melee=state.attack + strength,
        ranged=state.attack + dex,
        init=state.initiative + dex,
    )
    if state.effort:
        yield T("Effort **{n}**")(n=state.effort + wit)


def effect_line(effect: Effect) -> str:
    """What lasts, for how long, and what it does."""
    note = T(": {note}")(note=effect.note) if effect.note else ""
    secret = T(" (secret)")() if effect.is_secret else ""
    deadly = T(", **then death**")() if effect.is_deadly else ""
    return T("{name}, {left} left{deadly}{secret}{note}")(
        name=effect.name, left=effect.unit.counted(effect.left), deadly=deadly, secret=secret, note=note
    )


@look("sov npc list", may=Permit.GAME_MASTERS)
def list_npcs(asker: Asker) -> Card:
    """See all NPCs, with HP and what the players know"""
    found = [each for each in asker.all(CHARACTER) if each.state.is_npc]
    if not found:
        return Card(lines=(T("There are no NPCs yet. Make one with `/sov npc add`.")(),), tone=Tone.QUIET)
    says = T("**{name}** · {hd} HD · HP {hp} of {most} · {known}")
    lines = [
        says(
            name=each.title,
            hd=each.state.hd,
            hp=each.state.hp,
            most=each.state.max_hp,
            known=each.state.known,
        )
        for each in sorted(found, key=lambda each: each.title.casefold())
    ]
    return Card(T("NPCs")(), tuple(lines))


# -- a new character --------------------------------------------------------------------------------------


@shows(MAKING.name)
def show_making(record: RecordView, post: Post) -> Card:
    """What is decided so far, and what can be."""
    state: Making = record.state
    who = state.character
    scores = [T("{name} {n}")(name=each.name, n=who.score(each)) for each in Attribute]
    none = T("not yet")
    lines = (
        T("Scores: {scores}")(scores=Safe(" · ".join(scores)) if state.has_scores else _pool(state) or none),
        T("Class: {title}, {hp} HP a level")(title=who.title or T("none"), hp=hit_points_of(who))
        if state.has_class
        else T("Class: {none}")(none=none),
        T("Skills: {skills}")(skills=written(who.skills) if state.has_skills else none),
        *_brought(who),
    )
    if not record.steps:
        return Card(safe(who.name), lines, tone=Tone.QUIET)
    return Card(
        T("New character: {name}")(name=who.name),
        lines,
        tone=Tone.ASKS,
        buttons=step_buttons(record.id, record.steps),
    )


def _brought(who: Character) -> Iterator[Safe]:
    """What other chapters brought, where that is anything."""
    if (who.armor_class, who.attack, who.initiative, who.effort, who.coins) != (10, 0, 0, 0, 0):
        says = T("AC {ac}, attack {attack:+}, initiative {initiative:+}, Effort {effort}, {coins:,} gold")
        yield says.of(who, ac=who.armor_class)


def _pool(state: Making) -> Safe | None:
    return T("{rolled:,}, to be placed")(rolled=list(state.pool)) if state.pool else None


@shows(CHARACTER.name, POISONING.name)
def show_waiting(record: RecordView, post: Post) -> Card:
    """Somebody with all that waits in them; of who lies there also whose they are, whom nothing is asked."""
    lines = [safe(label) for label in dict.fromkeys(step.label for step in record.steps)]
    asks = tuple(dict.fromkeys(step.who for step in record.steps if step.who is not None))
    if record.kind == CHARACTER.name and record.state.dying is not None and record.state.player is not None:
        lines.append(T("Played by {who:@}")(who=record.state.player))
    return Card(
        safe(record.title),
        tuple(lines),
        tone=Tone.ASKS if asks else Tone.PLAIN,
        buttons=step_buttons(record.id, record.steps),
        asks=asks,
        # What can be pressed comes and goes with those who can help.
        keeps_up=bool(record.steps),
    )


# -- portraits, files ---------------------------------------------------------------------


@look("sov pc export", may=Permit.MEMBERS)
def export(asker: Asker, whose: OnCharacter) -> Card:
    """Save a character as a file"""
    record = asker.get(whose.character)
    if record.state.is_npc:
        raise refused("file.npc", "{name} is an NPC. Only characters go into files.", name=record.title)
    file = Attachment("character.json", CHARACTER_FILE.write(file_of(record.state)))
    line = T("Here is {name} as a file. Bring it into any campaign with `/sov pc import`.")(name=record.title)
    return Card(safe(record.title), (line,), file=file)


async def sheets(dispatcher: Dispatcher, interaction: Interaction) -> list[Card]:
    """The sheets of the asker's own."""
    scope = Scope(wants=(Want(CHARACTER.name, owner=interaction.user.id),), links=True)
    seen = await dispatcher.look(interaction, scope)
    own = [each for each in seen.all(CHARACTER.name) if each.owner == interaction.user.id]
    return [sheet(each, seen.records, may_edit=True) for each in own]


async def lacking_character(dispatcher: Dispatcher, interaction: Interaction) -> tuple[FormField, ...] | None:
    """The form of a first character, for a player who has none and makes none."""
    scope = Scope(wants=(Want(CHARACTER.name, is_own=True), Want(MAKING.name, is_own=True)))
    view = await dispatcher.look(interaction, scope)
    if view.viewer.standing is not Standing.PLAYER or view.all(CHARACTER.name) or view.all(MAKING.name):
        return None
    return asks_of(StartMaking, "name")
