"""The panel of settings: a page for each group of a game's, and one for each setting with its choices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from bot.engine.campaign import Campaign
from bot.engine.card import DEED, Button, Card, Pick, Select
from bot.engine.declare import Options, option
from bot.engine.finders import Asker, Pair
from bot.engine.people import Viewer
from bot.engine.settings import Setting
from bot.engine.system import System
from bot.engine.text import Safe, T, as_read, refused
from bot.errors import Stale, UserError

# As many as a phone shows at once, beside the list and the buttons below them.
A_SCREEN = 15
Systems = Mapping[str, System]


def _titles(asker: Asker) -> Iterable[Pair]:
    return [(each.title, each.key) for each in _offered(asker)]


def _offered(asker: Asker) -> Sequence[Setting]:
    systems = asker.systems
    return [each for name in games_of(systems, asker.seen.campaign) for each in systems[name].settings]


class Asked(Options):
    """Which setting to show at once."""

    setting: str | None = option("One setting; by default all of them", default=None, suggest=_titles)


def panel(asker: Asker, system: str, asked: Asked) -> Card:
    """The first page of a game's settings, or that of the setting asked for. Raises RuleViolation."""
    view = asker.seen
    if asked.setting is None:
        return page(asker.systems, view.campaign_id, view.campaign, system)
    wanted = asked.setting.strip().casefold()
    for each in _offered(asker):
        if wanted in (each.key.casefold(), each.title.casefold()):
            return one(asker.systems, view.campaign_id, view.campaign, view.viewer, each)
    raise refused(
        "settings.none_called",
        "There's no setting called “{name:60}”. Pick one from the list.",
        name=asked.setting,
    )


def page(systems: Systems, campaign_id: str, campaign: Campaign, system: str, number: int = 0) -> Card:
    """A page of one game's settings, each with the choice in force."""
    pages = _pages(systems[system].settings)
    number = min(number, len(pages) - 1)
    group, rows = pages[number]
    lines = [_line(each, each.of(campaign.settings)) for each in rows]
    picks = tuple(Pick(each.key, each.title, each.rule) for each in rows)
    lists = [Select(T("Choose a setting").plain(), "setting", picks, (campaign_id,))]
    games = games_of(systems, campaign)
    if len(games) > 1:
        other = tuple(Pick(name, systems[name].title, is_chosen=name == system) for name in games)
        lists.insert(0, Select(T("Choose a game").plain(), "settings_of", other, (campaign_id,)))
    buttons = tuple(
        Button(as_read(name), "settings", (campaign_id, system, str(at)))
        for at, (name, _) in enumerate(pages)
        if at != number
    )
    names = (systems[system].title, as_read(group)) if group else (systems[system].title,)
    head = Safe(f"**{' · '.join(names)}**")
    how = T("✎ differs from the default. Choose a setting to read what it does.")()
    title = T("Settings of {name}")(name=campaign.name)
    return Card(title, (head, *lines, f"-# {how}"), selects=tuple(lists), buttons=buttons)


def _pages(settings: Sequence[Setting]) -> list[tuple[str, Sequence[Setting]]]:
    """Each group by its heading, as many at a time as a screen holds."""
    found: list[tuple[str, Sequence[Setting]]] = []
    for group, each in groupby(settings, key=lambda each: each.group):
        rows = tuple(each)
        found += [(group, rows[at : at + A_SCREEN]) for at in range(0, len(rows), A_SCREEN)]
    return found


def _line(setting: Setting, value: str) -> Safe:
    says = T("**{title}:** {choice}") if value == setting.default else T("**{title}:** {choice} ✎")
    return says(title=setting.title, choice=setting.option(value).label)


def one(systems: Systems, campaign_id: str, campaign: Campaign, viewer: Viewer, setting: Setting) -> Card:
    """One setting: its rule, what each choice means and, for game masters, a button for each other choice."""
    now = setting.of(campaign.settings)
    lines = [setting.rule, ""]
    for each in setting.options:
        mark = f" *({T('current')()})*" if each.value == now else ""
        lines.append(f"**{each.label}**{mark}: {each.meaning}")
    back = back_from(systems, campaign_id, setting)
    if not viewer.is_game_master:
        lines.append("-# " + T("Only a game master of this campaign can change this.")())
        return Card(setting.title, tuple(lines), buttons=(back,))
    decide = (
        Button(each.label, "decide", (campaign_id, setting.key, now, each.value))
        for each in setting.options
        if each.value != now
    )
    begins = setting.option(now).first
    first = (Button(as_read(begins[1]), DEED, (begins[0],), is_main=True),) if begins is not None else ()
    return Card(setting.title, tuple(lines), buttons=(*first, *decide, back))


def back_from(systems: Systems, campaign_id: str, setting: Setting) -> Button:
    """The button back to the page of a setting."""
    pages = _pages(systems[setting.system].settings)
    at = next(at for at, (_, rows) in enumerate(pages) if setting in rows)
    return Button(T("Back").plain(), "settings", (campaign_id, setting.system, str(at)))


def games_of(systems: Systems, campaign: Campaign) -> list[str]:
    """The games whose settings a campaign decides, the table's first."""
    return [name for name in ("table", *campaign.systems) if name in systems and systems[name].settings]


def no_setting() -> UserError:
    """A setting, or a game, that the campaign no longer has."""
    return refused("settings.gone", "This campaign no longer has that setting.", Stale)
