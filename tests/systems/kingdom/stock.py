"""What tests of kingdoms begin with: a campaign at a table, and what scenarios of a stage need first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.people import Actor, Permit
from bot.engine.settings import Setting
from bot.engine.system import Record, RecordId, Scope, Want
from bot.play import CampaignView, Request
from bot.play.commit import store
from bot.play.session import Session, open_session
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import Ability, Attribute, MonthStep, Role, Terrain
from bot.systems.kingdom.book import Stage as Standing
from bot.systems.kingdom.founding.rules import (
    AgreeTerms,
    BeginKingdom,
    ChooseFirstHex,
    DrawUp,
    EndKingdom,
    FoundKingdom,
)
from bot.systems.kingdom.land.edits import SetHexes
from bot.systems.kingdom.land.marking import RemoveHexes
from bot.systems.kingdom.land.state import LAND, Hex
from bot.systems.kingdom.leaders.rules import AssignLeader
from bot.systems.kingdom.month.course import OpenMonth, SkipTo
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.settings import EDICT_ORDER, ROUTINE_STEPS
from bot.systems.kingdom.towns.state import TOWN
from bot.systems.table.settings.rules import ChangeSetting
from tests.harness.inputs import components
from tests.harness.world import Json, Person
from tests.kept import Beginning
from tests.playbooks import GAMES_OF_TESTS
from tests.stages import Stage, be_generous, open_stage
from tests.tables import Table

POINTS = 500
EVERY = dict.fromkeys(Ability, 14)
# The rest is vacant: each leader more is an action more in every scenario.
HELD = (Role.RULER, Role.HEIR, Role.ROYAL_ENFORCER, Role.TREASURER, Role.WARDEN)
# Plains around the first hex; each further kingdom lies farther east, after so many in a row of its own.
AROUND = ((1, 0), (2, 0), (0, 1), (1, 1), (2, 1))
ACROSS, APART = 90, 10
# With so many hexes a map has more than is needed: every look at it takes its time.
CROWDED = 60


@dataclass(frozen=True)
class Stand:
    """A kingdom at that step of its first month, on that part of the map, and how it looked then."""

    id: RecordId
    name: str
    number: int
    step: MonthStep = MonthStep.OPEN
    looked: Any = None


async def begin_realms(table: Table) -> None:
    """A campaign of kingdom turns, led by the game master, with two players."""
    options = {"name": "Ashes", "game": "kingdom", "game_master_channel": table.secret}
    await table.gm.slash(table.channel, "campaign create", **options)
    for player in (table.deacon, table.wren):
        await player.slash(table.channel, "campaign join")
    await table.settle()
    guild, channel = table.guild.id, table.channel.id
    for choice in step_by_step():
        request = Request(table.env.backend.snowflake(), guild, channel)
        await table.bot.play.act(Actor(table.gm.id), request, choice)
    await table.deliver()


def step_by_step() -> Iterator[ChangeSetting]:
    """What has every step of a month wait for its press, and in order: most tests are about one of them."""
    for setting in (ROUTINE_STEPS, EDICT_ORDER):
        yield ChangeSetting(setting.key, setting.options[1].value, setting.default)


async def act(stage: Stage, action: Any, by: int | None = None) -> None:
    """Carry out an action past Discord, as the game master."""
    interaction = int(stage.slash("kingdom month", by=stage.gm)["id"])
    await stage.bot.play.act(Actor(by or stage.gm.id), stage.request(interaction), action)


async def use(stage: Stage, rule: Setting) -> None:
    """Have the campaign use an optional rule, or the other reading of a ruling that has two."""
    request = stage.request(int(stage.slash("kingdom month", by=stage.gm)["id"]))
    seen = await stage.bot.play.look(Actor(stage.gm.id), request, may=Permit.EVERYONE)
    (other,) = (each.value for each in rule.options if each.value != rule.default)
    if rule.of(seen.campaign.settings) == rule.default:
        await act(stage, ChangeSetting(rule.key, other, rule.default))


async def _stored(stage: Stage, scope: Scope, write: Callable[[Session], RecordId]) -> RecordId:
    """What is written past all rules and the journal, with what the scope names at hand."""
    request = stage.request(int(stage.slash("kingdom month", by=stage.gm)["id"]))

    def work(connection: Any) -> RecordId:
        session = open_session(connection, stage.bot.play.context, Actor(stage.gm.id), request, lock=True)
        session.load(scope)
        return write(session)

    return await stage.bot.database.write(work)


async def kingdom(stage: Stage) -> str:
    """A kingdom that stands, founded with POINTS BP; its name. Deacon is Ruler, Wren has four roles.

    One that stands ready on the stage, or a new one.
    """
    return await kingdom_at(stage, MonthStep.OPEN)


async def kingdom_at(stage: Stage, step: MonthStep) -> str:
    """The same in its first month, at that step: those before it were passed over; its name."""
    made = _ready(stage, step)
    if made is None:
        made = _ready(stage, MonthStep.OPEN) or await _copied(stage) or await _founded(stage)
        await _go_to(stage, made.id, step)
    stage.names = made.number
    # A table, which takes the place of a stage here, lends nothing.
    lent = getattr(stage, "lent", None)
    if lent is not None:
        lent.append(replace(made, step=step, looked=_looked(await _land(stage), made)))
    return made.name


def _ready(stage: Stage, step: MonthStep) -> Stand | None:
    found = next((each for each in stage.ready if each.step is step), None)
    if found is not None:
        stage.ready.remove(found)
    return found


async def _go_to(stage: Stage, id_: RecordId, step: MonthStep) -> None:
    if step is MonthStep.OPEN:
        return
    await act(stage, OpenMonth(id_) if step is MonthStep.STABILITY else SkipTo(id_, step, "Not now"))
    await stage.settle()


async def known(stage: Stage) -> str:
    """A kingdom to look at, which nobody changes: the same one again and again; its name."""
    if not stage.known:
        stage.known = await kingdom(stage)
        if stage.lent:
            stage.lent.pop()
    return stage.known


async def take_back(stage: Stage) -> None:
    """Let others have the kingdoms that nobody has touched; end those that were used, and all drafts.

    Each that is in play has a card, which every change of the land draws anew.
    """
    lent, stage.lent = stage.lent, []
    if not lent:
        return
    land = await _land(stage)
    same = [each for each in lent if each.looked == _looked(land, each)]
    stage.ready += same
    used = {each.id for each in lent} - {each.id for each in same}
    for found in land.all(KINGDOM.name):
        if found.id in used or found.state.stage is Standing.FOUNDING:
            await act(stage, EndKingdom(found.id, "Over"))


async def _land(stage: Stage) -> CampaignView:
    """All kingdoms in play, and what they stand on."""
    scope = Scope(wants=(Want(LAND.name), Want(KINGDOM.name), Want(TOWN.name)))
    return await stage.bot.play.look(Actor(stage.gm.id), stage.request(), scope)


def _looked(campaign_view: CampaignView, made: Stand) -> Any:
    """All by which one can tell that it was used: versions, and the hexes of its part of the map."""
    own = [each for each in campaign_view.all(TOWN.name) if each.state.kingdom == made.id]
    kingdoms = [each for each in campaign_view.all(KINGDOM.name) if each.id == made.id]
    versions = {each.id: each.version for each in (*kingdoms, *own)}
    around = [_at(made.number, *place) for place in ((0, 0), *AROUND)]
    return versions, [land.state.hexes.get(at) for land in campaign_view.all(LAND.name) for at in around]


async def _founded(stage: Stage) -> Stand:
    await _make_room(stage)
    if not (await _land(stage)).campaign.settings.keys() & {ROUTINE_STEPS.key, EDICT_ORDER.key}:
        for choice in step_by_step():
            await act(stage, choice)
    name = stage.fresh_name()
    await act(stage, BeginKingdom(name))
    id_ = await id_of(stage, name)
    await act(stage, DrawUp(id_, "N"))
    await act(stage, AgreeTerms(id_, POINTS))
    await act(stage, ChooseFirstHex(id_, spot(stage), Terrain.PLAINS.value))
    await act(stage, FoundKingdom(id_, f"{name} Hold"))
    around = " ".join(spot(stage, q, r) for q, r in AROUND)
    drawn = SetHexes(around, Terrain.PLAINS, is_explored=True, is_cleared=True, is_revealed=True)
    await act(stage, drawn)
    for role in HELD:
        player = stage.deacon.id if role is Role.RULER else stage.wren.id
        chosen = (Attribute.ECONOMY,) if role is Role.RULER else ()
        await act(stage, AssignLeader(id_, role, role.value.title(), player, EVERY, attributes=chosen))
    await stage.settle()
    return Stand(id_, name, stage.names)


async def _copied(stage: Stage) -> Stand | None:
    """One more where many are lent: the first as it stood when it was founded, elsewhere, written at once."""
    if getattr(stage, "lent", None) is None:
        return None
    if stage.pattern is None:
        made = await _founded(stage)
        stage.pattern = await _drawn_from(stage, made)
        return made
    await _make_room(stage)
    name, (own, town, hexes) = stage.fresh_name(), stage.pattern

    def write(session: Session) -> RecordId:
        (land,) = (each for each in session.records.values() if each.kind == LAND.name)
        id_, capital = session.new_id(), session.new_id()
        around = {
            spot(stage, *place): replace(each, realm=each.realm and id_) for place, each in hexes.items()
        }
        at = replace(land.state, hexes={**land.state.hexes, **around})
        realm = replace(own, name=name, capital=capital, settlements=(capital,))
        hold = replace(town, name=f"{name} Hold", spot=spot(stage), kingdom=id_)
        for record in (
            replace(land, state=at),
            Record(id_, KINGDOM.name, realm),
            Record(capital, TOWN.name, hold),
        ):
            store(session, SYSTEM.name, record)
        return id_

    return Stand(await _stored(stage, Scope(wants=(Want(LAND.name),)), write), name, stage.names)


async def _drawn_from(stage: Stage, made: Stand) -> Any:
    """What another like it is made of: its state, its town's, and its hexes by where they lie around it."""
    campaign_view = await _land(stage)
    (own,) = (each.state for each in campaign_view.all(KINGDOM.name) if each.id == made.id)
    (town,) = (each.state for each in campaign_view.all(TOWN.name) if each.state.kingdom == made.id)
    (land,) = campaign_view.all(LAND.name)
    return own, town, {place: land.state.hexes[_at(made.number, *place)] for place in ((0, 0), *AROUND)}


async def _make_room(stage: Stage) -> None:
    """Take the plains of earlier kingdoms off a crowded map, where nobody has come to use them."""
    campaign_view = await _land(stage)
    for land in campaign_view.all(LAND.name):
        settled = {each.state.spot for each in campaign_view.all(TOWN.name)}
        settled |= {_at(each.number, *place) for each in stage.ready for place in AROUND}
        for each in campaign_view.all(KINGDOM.name):
            settled |= {each.state.first, *(one.spot for one in each.state.happenings)}
            settled |= {at for part in each.state.parts for at in part.spots}
        plain = Hex(Terrain.PLAINS, is_explored=True, is_cleared=True, is_revealed=True)
        free = [at for at, each in land.state.hexes.items() if each == plain and at not in settled]
        if len(land.state.hexes) > CROWDED and free:
            await act(stage, RemoveHexes(" ".join(free)))


async def _stand_ready(stage: Stage) -> None:
    """A generous campaign, and a kingdom for the first who asks."""
    await be_generous(stage)
    stage.ready.append(await _founded(stage))


STANDING = Beginning[Stage](
    "standing", lambda address, kept: open_stage(address, packages=GAMES_OF_TESTS, kept=kept), _stand_ready
)


def spot(stage: Stage, q: int = 0, r: int = 0) -> str:
    """A hex of the newest kingdom's part of the map, so far from its first one."""
    return _at(stage.names, q, r)


def _at(number: int, q: int, r: int) -> str:
    row, column = divmod(number, ACROSS)
    return f"{APART * column + q},{r - APART * row}"


async def id_of(stage: Stage, name: str) -> RecordId:
    """A kingdom's id."""
    return RecordId((await shown(stage, name)).id)


async def shown(stage: Stage, name: str) -> Any:
    """A kingdom as the game master sees it."""
    found = await stage.bot.play.named(Actor(stage.gm.id), stage.request(), name)
    return next(each for each in found if each.kind == "kingdom" and each.title == name)


async def offered(stage: Stage, by: Person, path: str, **options: Any) -> Json:
    """A press on the button of a command's preview, by whoever asked for it."""
    shown = await stage.do(path, by=by, **options)
    found = (part.get("custom_id", "") for part in components(shown.answer.data))
    (offer,) = (each for each in found if each.startswith("offer|"))
    return stage.say.press(str(offer), user=by)
