"""Kingdom turns: a realm of hexes, its leaders, and a month in four phases.

`book` are the rules' tables, `settings` what a campaign decides, `state` what is kept of a kingdom.
`steps` says what is open in a month and whose move it is, `realm` a kingdom with its land and
settlements, `sources` what its numbers are made of, and checks; `moves` is what the rules work on: the
realm as found and as it is by now. `settling` keeps what an action made of it, `resettling` what a
changed setting does to it at once. Then chapter by chapter: `founding`,
`leaders` (who they are, their duties), `land` (the map, claims, improvements, losses), `towns`
(settlements, buildings, items), `month` (its course and phases, edicts, income), `events`, `abroad`
(other kingdoms, special edicts), `steward` (quiet months by standing orders), and `sheet`, the
kingdom at a glance. In each, `rules` and the like declare actions, commands and events with their
sentences, and what waits; `cards` how they look, with their lists and buttons; `commands` the month's
own. `chapters` lists them, `waiting` has the steps of the month, `kingdom_view` shows a kingdom and its
controls, `cards` is what the house draws with.
"""

from __future__ import annotations

from bot.engine.declare import declared
from bot.engine.event import Event
from bot.engine.steps import with_steps
from bot.engine.system import ActionKind, System, paths
from bot.engine.text import T
from bot.systems.kingdom.chapters import CHAPTERS
from bot.systems.kingdom.events import own as events_own
from bot.systems.kingdom.land.state import LAND
from bot.systems.kingdom.month import edicts as month_edicts
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.resettling import resettled
from bot.systems.kingdom.settings import SETTINGS
from bot.systems.kingdom.sources import SNAPSHOT
from bot.systems.kingdom.steps import begins
from bot.systems.kingdom.steward import orders as steward_orders
from bot.systems.kingdom.steward import running as steward_running
from bot.systems.kingdom.towns import building as towns_building
from bot.systems.kingdom.towns import corrections as towns_corrections
from bot.systems.kingdom.towns import state as towns_state

EVERY = (*CHAPTERS, steward_orders, steward_running)

LAND_OF_IT, TOWNS, REALM = T("Land"), T("Settlements"), T("The realm and its leaders")
PURSE, ABROAD = T("Edicts and the Treasury"), T("Other kingdoms")
# Also in which order they stand where somebody chooses what to do.
HEADINGS = {
    "hex": LAND_OF_IT,
    "settlement": TOWNS,
    **dict.fromkeys(("kingdom", "leader"), REALM),
    "edict": PURSE,
    **dict.fromkeys(paths("kingdom", "collect", "deposit", "hire", "sell", "withdraw"), PURSE),
    "edict gm": ABROAD,
    **dict.fromkeys(
        paths(
            "edict",
            "attack",
            "balance",
            "end",
            "envoy",
            "leave-route",
            "pact",
            "renegotiate",
            "residence",
            "station",
            "trade",
            "vassal",
        ),
        ABROAD,
    ),
}
# What comes up once in a while.
UNLISTED = (
    *paths("kingdom", "alignment", "deposit", "dismiss", "government", "hire", "rename", "sell"),
    *paths("kingdom gm", "cancel", "cancel-event", "close", "freeze", "holidays", "place", "thaw", "union"),
    *paths("leader", "choose", "died", "duty", "proxy", "resign", "stand-in", "switch"),
    *paths(
        "edict",
        "army",
        "attack",
        "balance",
        "disband",
        "end",
        "leave-route",
        "renegotiate",
        "residence",
        "station",
    ),
    *paths("edict gm", "bond", "encounter", "refused", "remove", "tie"),
    *paths("settlement", "capital", "district", "rename"),
    *paths("settlement item", "purge"),
    *paths("settlement gm", "borders", "damage", "destroy", "grant", "place", "remove", "set"),
    *paths("hex gm", "give", "hide", "improve", "lose", "raze", "remove", "river", "settle", "unriver"),
)

SYSTEM = System(
    name="kingdom",
    called="Kingdom turns",
    kinds=with_steps(EVERY, KINGDOM, LAND, towns_state.TOWN, SNAPSHOT, events_own.OWN_EVENT),
    actions=tuple(each for chapter in EVERY for each in declared(chapter, ActionKind)),
    # What several events have in common is none by itself.
    events=tuple(
        each
        for chapter in EVERY
        for each in declared(chapter, Event)
        if each is not towns_corrections.BuildingWork
    ),
    settings=SETTINGS,
    shelves=(events_own.OWN_EVENTS,),
    resettled=resettled,
    headings=HEADINGS,
    begins=begins,
    unlisted=UNLISTED,
    figures={KINGDOM: month_edicts.kingdom_figures, towns_state.TOWN: towns_building.town_figures},
)
