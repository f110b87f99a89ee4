"""Which kingdom is meant: the one named, the one of this channel, or the only one; and its realm as seen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from bot.engine.card import ASK, DO, Button, Pick, Select, game_masters_button, menu, step_buttons
from bot.engine.finders import Asker, begun
from bot.engine.picking import opener
from bot.engine.system import Choice, RecordId, Scope, Step, Want
from bot.engine.text import Safe, T
from bot.errors import NotAllowed, RuleViolation
from bot.play import CampaignView, Entry, Filter, Post, RecordView
from bot.systems.kingdom.book import MonthStep, Stage, Task
from bot.systems.kingdom.events.resolving import LocateEvent, ResolveEvent, SettleEvent
from bot.systems.kingdom.land.state import LAND
from bot.systems.kingdom.leaders.leaving import vacancy_cost
from bot.systems.kingdom.realm import (
    KINGDOM,
    KINGDOM_MEANT,
    Realm,
    affords,
    no_such_kingdom,
    realm_of,
    which_kingdom,
)
from bot.systems.kingdom.state import Kingdom, unheld
from bot.systems.kingdom.steps import (
    ASKS,
    BUILD,
    BUILDS,
    DIVISION,
    END_OF_PHASE,
    acted_for,
    begins,
    builds_first,
    looker,
    whose_task,
)
from bot.systems.kingdom.towns.state import TOWN
from bot.ui.dispatcher import Dispatcher, Interaction, actor_of, request_of
from bot.ui.text import person, safe


@dataclass(frozen=True, slots=True)
class RealmView:
    """A kingdom as the asker may see it, with its realm."""

    shown: RecordView
    realm: Realm
    campaign_view: CampaignView

    @property
    def id(self) -> RecordId:
        """The kingdom's id."""
        return self.shown.id


async def seen(
    dispatcher: Dispatcher,
    interaction: Interaction,
    text: str | None,
    *,
    campaign: str | None = None,
    settlement: str = "",
) -> RealmView:
    """The kingdom meant; a settlement that is named tells which. Raises RuleViolation for none or several."""
    want = Want(KINGDOM.name, text=text)
    view = await dispatcher.look(interaction, Scope(wants=(want,), links=True), campaign=campaign)
    found = view.all(KINGDOM.name)
    if text is None and not view.viewer.is_game_master:
        # Until a kingdom stands it is the game masters' business: no player means that one by saying nothing.
        found = tuple(each for each in found if each.state.stage is not Stage.FOUNDING) or found
    if text is None and settlement:
        found = _having(found, view, settlement) or found
    shown = _meant(found, interaction, text)
    return RealmView(shown, realm_seen(shown, view.records, view.campaign.settings), view)


async def entries_of(
    dispatcher: Dispatcher, interaction: Interaction, kingdom: RecordId, *, pages: int | None = None
) -> AsyncIterator[Entry]:
    """What was done in a kingdom, newest first, as the asker may read it; of the journal so many pages."""
    actor, request = actor_of(interaction), request_of(interaction)
    before: int | None = None
    for _ in count() if pages is None else range(pages):
        page = await dispatcher.play.journal(actor, request, before=before, wanted=Filter(record=kingdom))
        for entry, _link in page.entries:
            yield entry
        before = page.older
        if before is None:
            return


def view_of(asker: Asker) -> RealmView:
    """The kingdom of a command that names one, or means it, as the asker may see it. Raises RuleViolation."""
    id_ = KINGDOM_MEANT.find(asker, asker.given.get("kingdom"))
    view = asker.look(Scope(ids=(id_,), links=True))
    shown = asker.get(id_)
    return RealmView(shown, realm_seen(shown, view.records, view.campaign.settings), view)


async def towns(dispatcher: Dispatcher, interaction: Interaction, text: str | None) -> list[tuple[str, str]]:
    """Name and id of the settlements of the kingdom meant, or of all where several could be meant."""
    try:
        realm = (await seen(dispatcher, interaction, text)).realm
    except RuleViolation:
        view = await dispatcher.look(interaction, Scope(wants=(Want(KINGDOM.name, text=text),), links=True))
        found = [each for each in view.records.values() if each.kind == TOWN.name]
        return [(each.state.name, str(each.id)) for each in found if each.state.kingdom in view.records]
    return [(town.name, str(id_)) for id_, town in realm.towns.items()]


def _having(found: Iterable[RecordView], view: CampaignView, settlement: str) -> tuple[RecordView, ...]:
    """Those of the kingdoms that have that settlement, by its id or name."""
    towns = [each for each in view.records.values() if each.kind == TOWN.name]
    named = (
        [each for each in towns if each.id == settlement]
        or [each for each in towns if each.state.name.casefold() == settlement.strip().casefold()]
        or begun(settlement, towns)
    )
    owners = {each.state.kingdom for each in named}
    return tuple(each for each in found if each.id in owners)


def _meant(found: Sequence[RecordView], interaction: Interaction, text: str | None) -> RecordView:
    here = [each for each in found if each.state.home in request_of(interaction).places]
    for meant in (here, found) if text is None else (found,):
        if len(meant) == 1:
            return meant[0]
    if text is not None:
        raise RuleViolation(no_such_kingdom(safe(text, 60)))
    raise RuleViolation(which_kingdom([safe(each.title, 60) for each in found]))


def realm_seen(
    record: RecordView, records: Mapping[RecordId, RecordView], settings: Mapping[str, str]
) -> Realm:
    """The realm of a kingdom, as far as its viewer may see it."""
    return realm_of(record.id, records.items(), settings, record.state)


def realm_on(post: Post) -> Realm | None:
    """The realm that a post is about; None where it is about none, or its land was not loaded."""
    record = post.subject
    if record is None or record.kind != KINGDOM.name or not _has_land(post, record):
        return None
    return realm_seen(record, post.records, post.campaign.settings)


def _has_land(post: Post, record: RecordView) -> bool:
    """Whether the land of that kingdom came with the post."""
    land = post.records.get(record.state.land)
    return land is not None and land.kind == LAND.name


# -- What something would cost and change, shown privately before it is done; and what came of it ----------


def marked(pick: Pick, realm: Realm, price: int | None) -> Pick:
    """A line of a list, with a sign and words where the Treasury can't pay its price."""
    if affords(realm, price or 0):
        return pick
    why = T("The Treasury can't pay this · {about}") if pick.meaning else T("The Treasury can't pay this")
    about = {"about": Safe(pick.meaning)} if pick.meaning else {}
    return replace(pick, label=f"✗ {pick.label}", meaning=why.plain(**about))


def whose(view: RealmView, task: Task) -> Iterator[str]:
    """Whose decision it is, where it is not the asker's own."""
    return whose_task(view.realm.kingdom, view.campaign_view.viewer.user, task)


def is_for(view: RealmView, *tasks: Task) -> bool:
    """Whether the asker may do all of that; who may not is spared the button."""
    try:
        for task in tasks:
            acted_for(looker(view.campaign_view), view.realm.kingdom, task)
    except NotAllowed:
        return False
    return True


# -- The buttons of all that waits in a kingdom, on its sheet and under its news ---------------------------


# The list from which somebody takes a role.
TAKE_ROLE, TAKES_ROLE = "take_role", T("Take a role…")


# With more buttons than these a card lists what is not the next thing to do.
MOST_BUTTONS = 5
# So many lines has a list, and so many lists a card: its last row is for buttons.
MOST_LISTED, MOST_LISTS = 25, 4
# With more lists than these there is one row for buttons: so few of them leave room for what a card adds.
FEW_LISTS, FEW_BUTTONS = 2, 3
# The steps whose form stands beside the main buttons: they come up in most months.
MONTHLY = {MonthStep.EDICTS.value, MonthStep.DEPOSIT.value}
# The button that shows in private what the asker may do.
MY_MOVES = "my_moves"
# What leaders may do, though with nobody at the table it is the game masters who are asked.
FOR_LEADERS = {
    *(
        step.value
        for step, task in ASKS.items()
        if task is not None or step in (MonthStep.OPEN, MonthStep.CLOSE)
    ),
    DIVISION,
}


def kingdom_controls(
    kingdom: RecordId, state: Kingdom, steps: Sequence[Step], *more: Button, lists: Sequence[Select] = ()
) -> tuple[tuple[Button, ...], tuple[Select, ...]]:
    """What can be done at those steps, as buttons; where they are many, all but the main ones as a list.

    What is only suggested is a list of its own; then come those `lists`.
    """
    if state.stage is Stage.FOUNDING:
        return (*step_buttons(kingdom, steps), *more), tuple(lists)
    other = step_buttons(kingdom, (each for each in steps if each.name == DIVISION))
    steps = [each for each in steps if each.name != DIVISION]
    begun = {path: label for step in steps for path, label in begins(state, step).items()}
    openers = (opener(label, path, kingdom=kingdom) for path, label in begun.items())
    found = (*openers, *step_buttons(kingdom, steps), *more)
    suggested, shared = _in_menu(other, 0, T("Who does what…"), kingdom, DIVISION)
    lists = (*shared, *lists)
    buttons, menus = _in_menu(found, MOST_BUTTONS, T("Do…"), kingdom, lists=MOST_LISTS - len(lists))
    return (*buttons, *suggested), (*menus, *lists)


def _is_beside(button: Button) -> bool:
    """Whether it stands beside the main buttons: a form of most months, or what ends the phase."""
    is_form = button.name == ASK and button.args[1] in MONTHLY
    return is_form or (button.name == DO and button.args[-1] == END_OF_PHASE)


def _in_menu(
    buttons: tuple[Button, ...], most: int, hint: T, *args: str, lists: int = 1
) -> tuple[tuple[Button, ...], tuple[Select, ...]]:
    """Buttons, and where they are more than so many, the main ones and the others in up to so many lists.

    Where the main ones alone are more than so many, those that find no place are in a list, first.
    """
    if len(buttons) <= most:
        return buttons, ()
    is_long = len(buttons) > FEW_LISTS * MOST_LISTED + FEW_BUTTONS
    shown = [each for each in buttons if each.is_main or _is_beside(each)]
    shown = shown[: FEW_BUTTONS if is_long else MOST_BUTTONS]
    rest = [each for each in buttons if each not in shown]
    # What ends a step comes last.
    listed = sorted(rest, key=lambda each: (not each.is_main, "finish" in each.args))
    found = [listed[start : start + MOST_LISTED] for start in range(0, len(listed), MOST_LISTED)]
    parts = (args, *((*args, str(number)) for number in range(1, lists)))
    return tuple(shown), tuple(
        menu(hint.plain(), each, *part) for each, part in zip(found, parts, strict=False)
    )


GAME_MASTERS = T("game masters")
# Who may take a step that asks the game masters, where others may as well.
_OTHERS_TOO = {
    MonthStep.OPEN.value: T("game masters or any leader"),
    DIVISION: T("game masters, or each player for themselves"),
}


def who_moves(step: Step) -> str:
    """Whom a step asks; what others may do as well says so."""
    if step.who is None:
        return _OTHERS_TOO.get(step.name, GAME_MASTERS)()
    if step.name == MonthStep.OPEN.value:
        return T("{player:@} or any leader")(player=step.who)
    return person(step.who)


def is_game_masters(step: Step) -> bool:
    """Whether a step is for the game masters alone: no leader's step that merely has nobody at the table."""
    return step.who is None and step.name not in FOR_LEADERS


# What game masters alone say at a step that asks a leader to roll.
_THEIRS = (SettleEvent, ResolveEvent, LocateEvent)


def _is_theirs(choice: Choice) -> bool:
    return choice.is_game_masters or isinstance(choice.action, _THEIRS)


def divided(steps: Iterable[Step]) -> tuple[list[Step], list[Step]]:
    """The steps as leaders take them, and what of them is the game masters' alone."""
    own: list[Step] = []
    theirs: list[Step] = []
    for step in steps:
        if is_game_masters(step):
            theirs.append(step)
            continue
        for found, is_theirs in ((own, False), (theirs, True)):
            choices = tuple(each for each in step.choices if _is_theirs(each) is is_theirs)
            if choices:
                found.append(replace(step, choices=choices))
    return own, theirs


def public_controls(
    record: RecordView, game_masters: Sequence[Button] = (), lists: Sequence[Select] = ()
) -> tuple[tuple[Button, ...], tuple[Select, ...]]:
    """What a card in the channel offers: leaders their steps, game masters one button for all of theirs.

    `game_masters` are buttons of theirs for something else in the kingdom; `lists` come last.
    """
    if record.state.stage is not Stage.STANDING:
        return kingdom_controls(record.id, record.state, record.steps, lists=lists)
    own, rest = divided(record.steps)
    theirs = [*step_buttons(record.id, rest), *game_masters]
    if not own and len(theirs) == 1:
        return tuple(theirs), tuple(lists)
    buttons, menus = kingdom_controls(record.id, record.state, own, lists=lists)
    more = [my_moves(record.id)] if len(menus) > len(lists) else []
    more += [game_masters_button(record.id)] if theirs else []
    return (*buttons, *more), menus


def my_moves(kingdom: RecordId) -> Button:
    """The button that shows the asker their own moves."""
    return Button(T("My moves").plain(), MY_MOVES, (kingdom,))


def first_building(kingdom: RecordId, state: Kingdom) -> tuple[Button, ...]:
    """The button of what is built before the first month; none where there is nothing to build in."""
    return (opener(BUILD, BUILDS, kingdom=kingdom),) if builds_first(state) else ()


def role_list(kingdom: RecordId, state: Kingdom) -> tuple[Select, ...]:
    """The list of roles that nobody holds, each with what that costs; none where there is none."""
    if state.stage is Stage.ENDED or not (free := unheld(state)):
        return ()
    picks = tuple(
        Pick(each.value, each.label, T("vacant: {cost}").plain(cost=vacancy_cost(each))) for each in free
    )
    return (Select(TAKES_ROLE.plain(), TAKE_ROLE, picks, (kingdom,)),)
