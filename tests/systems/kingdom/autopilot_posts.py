"""What the house does with every accepted action: keeps it, reads it back, shows it, draws it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bot.engine.people import GAME_MASTER, PUBLIC, Standing, Viewer
from bot.engine.steps import steps_in
from bot.engine.system import Record, RecordId, Result, Scope, World
from bot.play import Entry, Post, RecordView
from bot.play.context import audience
from bot.storage import codec
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.cog import SCREENS
from bot.ui.card import BODY, CONTENT, MOST_BUTTONS, MOST_FIELDS, MOST_PICKS, WHOLE, embed_of, text_of
from bot.ui.renderer import Renderer
from tests.systems.kingdom.scenes import DEACON, HOME

KINDS = {kind.name: kind for kind in SYSTEM.kinds}
RENDERER = Renderer({SYSTEM.name: SCREENS})
VIEWERS = (GAME_MASTER, PUBLIC, Viewer(DEACON, Standing.PLAYER), Viewer(77, Standing.SPECTATOR))


def loaded(scene: World, scope: Scope) -> dict[RecordId, Record[Any]]:
    """The records that the house would load for a scope: by id, by kind, and what those link to."""
    found = {id_: scene.records[id_] for id_ in scope.ids if id_ in scene.records}
    kinds = {want.kind for want in scope.wants}
    found |= {id_: each for id_, each in scene.records.items() if each.kind in kinds and not each.is_archived}
    if scope.links:
        links = [link for each in found.values() for link in KINDS[each.kind].links(each.state)]
        found |= {id_: scene.records[id_] for id_ in links if id_ in scene.records}
    # Records come in the order in which they were opened.
    return {id_: each for id_, each in scene.records.items() if id_ in found}


def require_kept(scene: World, turn: Result) -> None:
    """Every changed record and every event is the same once written and read; every view works."""
    for change in turn.changes:
        record = scene.records[change.id]
        kind = KINDS[record.kind]
        assert codec.load(kind.state, codec.dump(record.state)) == record.state
        assert kind.title(record.state).strip()
        for viewer in VIEWERS:
            seen = kind.view(record.state, viewer)
            assert seen is None or kind.title(seen)
    for event in turn.events:
        assert codec.from_plain(type(event), codec.plain(event)) == event


def require_drawn(scene: World, action: Any, turn: Result, actor: int) -> None:
    """The cards for everybody and for game masters keep Discord's limits, and are told in a line."""
    for post in posts(scene, action, turn, actor):
        card = RENDERER.card(post)
        assert card.lines or card.title or card.fields
        assert len("\n".join(card.lines)) <= BODY
        assert len(embed_of(card)) <= WHOLE
        assert len(card.fields) <= MOST_FIELDS
        assert len(card.buttons) <= MOST_BUTTONS
        assert all(1 <= len(select.picks) <= MOST_PICKS for select in card.selects)
        assert len(text_of(card)) <= CONTENT
        assert all(len(button.custom_id) <= 100 for button in card.buttons)
        line = RENDERER.line(post.entry).strip()
        assert line
        assert not line.endswith(":"), line


def posts(scene: World, action: Any, turn: Result, actor: int) -> Iterator[Post]:
    """The messages about an action: everybody's, and where there is something for them, the game masters'."""
    subject = turn.subject or (turn.changes[0].id if turn.changes else None)
    records = {change.id: scene.records[change.id] for change in turn.changes}
    if subject is not None:
        records |= loaded(scene, Scope(ids=(subject,), links=True))
    for viewer in (PUBLIC, GAME_MASTER):
        events = tuple(event for event in turn.events if audience(event).includes(viewer))
        is_secret = any(not audience(event).everyone for event in turn.events)
        if not events or (viewer is GAME_MASTER and not is_secret):
            continue
        entry = Entry(
            scene.campaign_id, scene.entry, scene.now, actor, HOME, SYSTEM.name, type(action).__name__,
            events, (), None, 1, turn.on_behalf_of, subject=subject,
        )  # fmt: skip
        views = shown(records, viewer)
        about = views.pop(subject, None) if subject is not None else None
        yield Post(scene.campaign, viewer, entry, about, views, f"#{scene.entry}")


def shown(records: Mapping[RecordId, Record[Any]], viewer: Viewer) -> dict[RecordId, RecordView]:
    """The records as somebody may see them, with what waits in them."""
    views = {}
    for id_, record in records.items():
        kind = KINDS[record.kind]
        state = kind.view(record.state, viewer)
        if state is not None:
            steps = () if record.is_archived else steps_in(SYSTEM, kind, id_, record.state)
            title = kind.title(state)
            views[id_] = RecordView(
                id_, SYSTEM.name, record.kind, title, state, record.version, kind.owner(state), steps
            )
    return views
