"""What a narrator offers an adventurer: to take, to pay for, to choose, a quest (A14, A16, A18, A27)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.engine.asking import Asking
from bot.engine.declare import Action, Labelled, action, command, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.pace import WAITS
from bot.engine.people import Permit, Standing
from bot.engine.system import (
    Change,
    Choice,
    Kind,
    Open,
    Record,
    RecordId,
    Replace,
    Scene,
    Scope,
    Step,
    Turn,
    Want,
)
from bot.engine.text import Safe, T, of_length, refused
from bot.engine.words import clip, one_line, whole_number
from bot.errors import NotAllowed, UserError
from bot.systems.adventuria.adventurer import (
    ADVENTURER,
    FIGHT,
    MEANT,
    OFFER,
    OnAdventurer,
    handed_over,
    is_narrators_move,
    must_decide,
    require_free,
    require_turn,
    turn_of,
    with_news,
    with_reply,
)
from bot.systems.adventuria.changed import TellsChanges, lines
from bot.systems.adventuria.changes.rules import GOAL_LENGTH, require_room_for_gold, with_thing
from bot.systems.adventuria.ledger import gain, lose, told_attributes
from bot.systems.adventuria.library.rules import (
    from_library,
    in_library,
    made_up,
    require_no_slip,
    suggested_things,
)
from bot.systems.adventuria.parts import part
from bot.systems.adventuria.settings import Rulings, acted_for
from bot.systems.adventuria.state import (
    MOST_GOLD,
    NAME_LENGTH,
    Adventurer,
    How,
    Possession,
    Quest,
    Told,
    Ware,
    What,
    belonging,
)

MOST_OPTIONS = 5
OPTION_LENGTH = 70
TEXT_LENGTH = 500
# A price of all the gold there is (Q9).
ALL_GOLD = -1


class OfferKind(Labelled):
    """What is offered; as its meaning, what such an offer takes."""

    GAIN = "gain", "A gift", "a `thing` or `gold`"
    PAY = "pay", "A bargain", "a `price` and what it buys (`thing`, `gold` or `text`)"
    CHOICE = "choice", "A choice", "a `text` and `options`"
    QUEST = "quest", "A quest", "a name as `thing` and a goal as `text`"


class OfferEnd(StrEnum):
    """What came of it."""

    TAKEN = "taken"
    DECLINED = "declined"
    # The turn or the adventurer's days ended first.
    LAPSED = "lapsed"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Price:
    """What is to be paid: gold, or one possession of that name (A16, A18)."""

    gold: int = 0
    ware: Ware | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """One offer, with what it gives copied when it was made. A gift's number is given when it is gained."""

    adventurer: RecordId
    name: str
    player: int
    kind: OfferKind
    text: str = ""
    price: Price | None = None
    gold: int = 0
    gift: Possession | None = None
    quest: Quest | None = None
    options: tuple[str, ...] = ()
    end: OfferEnd | None = None
    # The option that was chosen.
    answer: str = ""
    revision: int = 1

    def closed(self) -> Offer:
        """The offer as it ends where the turn, or the adventurer's days, ended first."""
        return replace(self, end=OfferEnd.LAPSED)


class MakeOffer(Action):
    """Offer something to an adventurer. `thing` is an entry of the library, `called` a thing made up.

    `price` is gold (-1: all of it), `price_thing` the name of a possession to be given for it. `options` are
    separated by semicolons.
    """

    adventurer: RecordId
    kind: OfferKind
    text: str = ""
    thing: RecordId | None = None
    called: str = ""
    ware: Ware | None = None
    gold: int = 0
    price: int = 0
    price_thing: str = ""
    options: str = ""


class OnOffer(Action):
    """What is done about an offer."""

    offer: RecordId


class TakeOffer(OnOffer):
    """Take what is offered: gain it, pay for it, undertake the quest. `for_nothing`: see ruling Q9."""

    for_nothing: bool = False


class DeclineOffer(OnOffer):
    """Don't."""


class ChooseOption(OnOffer):
    """Choose one of the options offered, by its place."""

    option: int


class WithdrawOffer(OnOffer):
    """A narrator takes an offer back."""


class OfferMade(Event):
    """Something was offered."""

    name: str
    title: str

    def sentence(self) -> T:
        """To whom, and what."""
        ends = self.title.endswith(ENDINGS)
        return T("{name:60} is offered: {title}") if ends else T("{name:60} is offered: {title}.")


class OfferClosed(TellsChanges):
    """An offer was taken, declined or withdrawn; what changed on the sheet by it."""

    name: str
    title: str
    end: OfferEnd
    answer: str = ""
    # A narrator let it cost nothing (Q9).
    is_free: bool = False

    @property
    def came_of_it(self) -> Safe:
        """What came of the offer, without what was offered."""
        if self.is_free:
            return T("{name:60} gets it for free").of(self)
        if self.answer:
            return T("{name:60} chooses {answer}").of(self)
        return _CAME_OF_IT[self.end].of(self)

    @property
    def offered(self) -> Safe:
        """What was offered; nothing where what changed by it says so."""
        return Safe("") if self.changes else T("{title}").of(self)

    def sentence(self) -> Safe:
        """What came of it, and what changed or was offered."""
        if self.answer and self.title.endswith(ENDINGS):
            return T("{title} {name:60} chooses **{answer}**.").of(self)
        if self.answer:
            return T("{title}: {name:60} chooses **{answer}**.").of(self)
        what = self.offered or Safe("; ".join(lines(self.changes)))
        told = T("{came_of_it}: {what}") if what.endswith(ENDINGS) else T("{came_of_it}: {what}.")
        return told(came_of_it=self.came_of_it, what=what)


# A text that ends so wants no colon behind it.
ENDINGS = (".", "?", "!", "…", ":")
_CAME_OF_IT = {
    OfferEnd.TAKEN: T("{name:60} accepts"),
    OfferEnd.DECLINED: T("{name:60} declines"),
    OfferEnd.WITHDRAWN: T("The offer to {name:60} is withdrawn"),
    OfferEnd.LAPSED: T("The offer to {name:60} lapses"),
}


# -- Gold as people type it: a number of it, or all --------------------------------------------------------


def gold_of(text: str) -> int | None:
    """So much gold, or all of it; None where it is something else, as a possession's name.

    Raises RuleViolation for a number that is no amount.
    """
    typed = text.strip().casefold()
    if typed in ("all", "all gold", "all the gold"):
        return ALL_GOLD
    number = whole_number(typed.removesuffix("gold"))
    if number is not None and not 1 <= number <= MOST_GOLD:
        raise not_within(T("Gold"), 1, MOST_GOLD, number)
    return number


def not_within(what: T, least: int, most: int, given: int) -> UserError:
    """A number out of its range."""
    return refused(
        "adventuria.not_within",
        "{what} must be {least} to {most}, not {given}.",
        what=what,
        least=least,
        most=most,
        given=given,
    )


# -- What waits in an offer: one step for its player, with what a narrator may do about it besides ---------


# Beside the player's own choices; the cards keep them for narrators.
NARRATORS_KEYS = ("free", "withdraw")
# As much of a text as names an offer.
TITLE_LENGTH = 80


def title(state: Offer) -> str:
    """The offer in a few words."""
    if state.kind is OfferKind.CHOICE:
        return _in_short(state.text) or state.kind.label
    if state.quest is not None:
        return state.quest.name
    given = [state.gift.name] if state.gift is not None else []
    given += [OF_GOLD.plain(gold=state.gold)] if state.gold else []
    got = T("{given}").plain(given=given) or _in_short(state.text)
    return T("{got} for {price}").plain(got=got, price=price(state.price)) if state.price is not None else got


OF_GOLD = T("{gold:,} gold")


def _in_short(text: str) -> str:
    """The text in a title's length, without its full stop: a title stands within sentences."""
    short = clip(text, TITLE_LENGTH)
    return short.rstrip(".") or short


def price(asked: Price) -> str:
    """What is to be paid."""
    if asked.name:
        return asked.name
    return T("all the gold").plain() if asked.gold == ALL_GOLD else OF_GOLD.plain(gold=asked.gold)


def steps(offer: RecordId, state: Offer) -> Sequence[Step]:
    """The one step of an open offer."""
    if state.end is not None:
        return ()
    choices = (*_choices(offer, state), *_narrators(offer, state))
    label = _LABELS[state.kind].plain(name=state.name, title=title(state))
    return (Step("offer", label, state.player, choices, state.revision, silent=WAITS),)


_OFFERED = T("{name} is offered {title}")
_LABELS = {
    OfferKind.GAIN: _OFFERED,
    OfferKind.PAY: _OFFERED,
    OfferKind.CHOICE: T("{name} chooses: {title}"),
    OfferKind.QUEST: T("{name} is offered a quest: {title}"),
}
TAKE = {OfferKind.GAIN: T("Take it"), OfferKind.PAY: T("Pay"), OfferKind.QUEST: T("Accept the quest")}
DECLINE = {OfferKind.GAIN: T("Leave it"), OfferKind.PAY: T("Don't pay"), OfferKind.QUEST: T("Decline")}


def _choices(offer: RecordId, state: Offer) -> Iterable[Choice]:
    if state.kind is OfferKind.CHOICE:
        for place, option in enumerate(state.options):
            yield Choice(f"option{place}", option, ChooseOption(offer, place))
        return
    take = TAKE[state.kind].plain()
    if state.price is not None:
        take = T("Pay {price}").plain(price=price(state.price))
    yield Choice("take", take, TakeOffer(offer), is_main=True)
    yield Choice("decline", DECLINE[state.kind].plain(), DeclineOffer(offer))


def _narrators(offer: RecordId, state: Offer) -> Iterable[Choice]:
    if state.price is not None:
        free = T("Give it for free").plain()
        yield Choice("free", free, TakeOffer(offer, for_nothing=True))
    yield Choice("withdraw", T("Withdraw the offer").plain(), WithdrawOffer(offer))


# -- What is paid: gold, or a possession; all of it or nothing at all (A16, A18) ---------------------------


def paid(adventurer: Adventurer, price: Price, *, buys_with_nothing: bool) -> tuple[Adventurer, Told]:
    """The adventurer who has paid that. Raises RuleViolation where there is not enough: nothing happens.

    `buys_with_nothing`: whether all of no gold is a price as well, see ruling Q9.
    """
    if price.name:
        return lose(adventurer, belonging(adventurer, price.name).number, How.PAID)
    if price.gold == ALL_GOLD:
        if not adventurer.gold and not buys_with_nothing:
            raise refused(
                "offer.no_gold",
                "{name} has no gold to pay with; nothing happens.",
                name=adventurer.name,
            )
        return _less(adventurer, adventurer.gold, How.PAID)
    if adventurer.gold < price.gold:
        raise refused(
            "offer.not_enough",
            "Not enough: {name} has {gold} of {price} gold and can't pay in part; nothing happens.",
            name=adventurer.name,
            gold=adventurer.gold,
            price=price.gold,
        )
    return _less(adventurer, price.gold, How.PAID)


def thrown_away(adventurer: Adventurer, gold: int) -> tuple[Adventurer, Told]:
    """The adventurer without so much gold, or all of it, of its own will (A17).

    Raises RuleViolation for none, and for more than it has.
    """
    had = adventurer.gold
    amount = had if gold == ALL_GOLD else gold
    if not had:
        raise refused(
            "possessions.no_gold",
            "{name} has no gold to drop; nothing was changed.",
            name=adventurer.name,
        )
    if not 1 <= amount <= had:
        raise refused(
            "possessions.not_so_much",
            "{name} has {gold} gold and can drop {some} or “all”, not {amount}. Nothing was changed.",
            name=adventurer.name,
            gold=had,
            some=T("1 to {gold}")(gold=had) if had > 1 else had,
            amount=amount,
        )
    return _less(adventurer, amount, How.LOST)


def received_gold(adventurer: Adventurer, gold: int) -> tuple[Adventurer, Told]:
    """The adventurer with so much more gold (A14). Raises RuleViolation where a sheet can't hold it."""
    require_room_for_gold(adventurer, gold)
    after = adventurer.gold + gold
    return replace(adventurer, gold=after), Told(What.GOLD, How.GAINED, before=adventurer.gold, after=after)


def _less(adventurer: Adventurer, gold: int, how: How) -> tuple[Adventurer, Told]:
    after = adventurer.gold - gold
    return replace(adventurer, gold=after), Told(What.GOLD, how, before=adventurer.gold, after=after)


# -- How an offer is made: what each kind of it has, and what it can't have (A14, A16, A18, A27) -----------


LEAST_OPTIONS = 2
TEXT, PRICE, GOLD, NAME = T("The text"), T("The price"), T("The gold"), T("The name")
# What can be a part of each kind of offer besides its text.
PARTS: dict[OfferKind, tuple[str, ...]] = {
    OfferKind.GAIN: ("thing", "gold"),
    OfferKind.PAY: ("thing", "gold", "price"),
    OfferKind.CHOICE: ("options",),
    OfferKind.QUEST: ("thing",),
}


@action(may=Permit.GAME_MASTERS, scope=with_thing)
def make_offer(scene: Scene, action: MakeOffer, dice: Dice) -> Turn:
    """Offer something during the adventurer's turn. Raises RuleViolation: no turn, or what is missing."""
    record = scene.get(ADVENTURER, action.adventurer)
    require_turn(record.state)
    _require_fitting(action)
    is_quest = action.kind is OfferKind.QUEST
    offer = Offer(
        record.id,
        record.state.name,
        record.state.player,
        action.kind,
        _short(TEXT, action.text, GOAL_LENGTH if is_quest else TEXT_LENGTH),
        _price(action),
        _within(GOLD, action.gold, 0),
        None if is_quest else _gift(scene, action),
        _quest(action) if is_quest else None,
        _options(action) if action.kind is OfferKind.CHOICE else (),
        revision=scene.entry,
    )
    _require_whole(offer)
    opened = Open(scene.new_id(), OFFER, offer)
    return Turn((opened,), (OfferMade(offer.name, title(offer)),), channel=record.state.home or None)


def _require_fitting(action: MakeOffer) -> None:
    given = {
        "thing": action.thing is not None or bool(action.called),
        "gold": bool(action.gold),
        "price": bool(action.price or action.price_thing),
        "options": bool(action.options),
    }
    odd = [part for part, is_given in given.items() if is_given and part not in PARTS[action.kind]]
    if odd:
        raise refused(
            "offer.does_not_fit",
            "{kind} takes {takes}, not `{part}`. Nothing was offered.",
            kind=action.kind,
            part=Safe(odd[0]),
            takes=action.kind.meaning,
        )
    if action.price and action.price_thing:
        raise refused("offer.one_price", "A price is gold or a possession, not both; nothing was offered.")


def _require_whole(offer: Offer) -> None:
    """See that there is something to be had, and a price where it is sold. Raises RuleViolation."""
    if offer.kind is OfferKind.PAY and offer.price is None:
        raise refused(
            "offer.no_price",
            "A bargain needs `price`: gold, “all”, or a possession's name. Nothing was offered.",
        )
    has_something = bool(offer.gold or offer.gift)
    # What is paid for may be told alone: a night at the inn.
    is_told = offer.kind is OfferKind.PAY and bool(offer.text)
    if offer.kind in (OfferKind.GAIN, OfferKind.PAY) and not (has_something or is_told):
        raise refused("offer.nothing", "Say what is offered: `thing` or `gold`. Nothing was offered.")


# -- its parts ------------------------------------------------------------------------------------------


def _price(action: MakeOffer) -> Price | None:
    if action.price_thing:
        return Price(name=_short(PRICE, action.price_thing, NAME_LENGTH))
    if action.price == ALL_GOLD:
        return Price(ALL_GOLD)
    return Price(_within(PRICE, action.price, 1)) if action.price else None


def _gift(scene: Scene, action: MakeOffer) -> Possession | None:
    if action.thing is not None:
        return from_library(scene, action.thing)
    return made_up(action.called, action.ware or Ware.ITEM) if action.called else None


def _quest(action: MakeOffer) -> Quest:
    name = _short(NAME, action.called, NAME_LENGTH)
    if not name:
        raise refused(
            "offer.nameless_quest", "A quest needs a name: give it as `thing`. Nothing was offered."
        )
    return Quest(name, one_line(action.text))


def _options(action: MakeOffer) -> tuple[str, ...]:
    found = dict.fromkeys(one_line(each) for each in action.options.split(";"))
    options = tuple(_short(T("An option"), each, OPTION_LENGTH) for each in found if each)
    if not LEAST_OPTIONS <= len(options) <= MOST_OPTIONS:
        raise refused(
            "offer.options",
            "A choice needs {least} to {most} different options, separated by semicolons; this has {count}."
            " Nothing was offered.",
            least=LEAST_OPTIONS,
            most=MOST_OPTIONS,
            count=len(options),
        )
    return options


def _short(what: T, text: str, most: int) -> str:
    return of_length(
        one_line(text),
        most,
        "offer.too_long",
        "{what} can have at most {most} characters, not {length}; nothing was offered.",
        what=what,
    )


def _within(what: T, number: int, least: int) -> int:
    if not least <= number <= MOST_GOLD:
        raise not_within(what, least, MOST_GOLD, number)
    return number


# -- as it is asked for -----------------------------------------------------------------------------------


@command("adv gm offer", may=Permit.GAME_MASTERS)
class Offering(OnAdventurer):
    """Offer an adventurer something"""

    kind: OfferKind = option("Kind of offer")
    thing: str = option("From the library, or any name", default="", suggest=suggested_things)
    what: Ware | None = option("For a new thing: what it is", default=None)
    gold: int = option("Gold to offer", default=0, least=0, most=MOST_GOLD)
    price: str = option("Gold, “all”, or a possession", default="")
    text: str = option("What you tell the player; for a quest, its goal", default="")
    options: str = option("For a choice: 2 to 5 options, separated by semicolons", default="")
    adventurer: RecordId = option("Who gets the offer", finder=MEANT)

    def to_action(self, asking: Asking) -> MakeOffer:
        """The offer, its thing one of the library or made up, its price gold or a thing."""
        gold = gold_of(self.price) if self.price else 0
        thing = self._thing(asking)
        return MakeOffer(
            self.adventurer,
            self.kind,
            self.text,
            thing=thing,
            called="" if thing is not None else self.thing,
            ware=self.what,
            gold=self.gold,
            price=gold or 0,
            price_thing=self.price if gold is None else "",
            options=self.options,
        )

    def _thing(self, asking: Asking) -> RecordId | None:
        """The library's thing of that name; None where it is made up. Raises RuleViolation for several."""
        if not self.thing or self.kind is OfferKind.QUEST:
            return None
        found = in_library(asking, self.thing, self.what)
        if len(found) > 1:
            raise refused(
                "offer.several",
                "The library has several things called “{name:60}”; say `what` it is. Nothing was offered.",
                name=self.thing,
            )
        if not found:
            require_no_slip(asking, self.thing)
        return found[0].id if found else None


# -- Offers: made by a narrator, answered by the player (A14, A16, A18, A27) -------------------------------


# What is no offer of something by its title.
_CASES = {OfferKind.CHOICE: T("The choice “{title}”"), OfferKind.QUEST: T("The quest “{title}”")}
KIND: Kind[Offer] = Kind(
    OFFER,
    Offer,
    title=title,
    owner=lambda state: state.player,
    parent=lambda state: state.adventurer,
    links=lambda state: (state.adventurer,),
    waiting=steps,
    hand_over=handed_over,
    goes_along=True,
    word=part,
    case=lambda state: _CASES.get(state.kind, T("The offer of {title}"))(title=title(state)),
)


# -- answered -----------------------------------------------------------------------------------------


def offer_scope(action: OnOffer) -> Scope:
    """The offer and its adventurer; the campaign's open fights and offers, for a fall ends some of them."""
    return Scope(ids=(action.offer,), wants=(Want(FIGHT), Want(OFFER)), links=True)


def offer_player(scene: Scene, action: OnOffer) -> int | None:
    """Who plays the adventurer that is offered something."""
    return scene.get(KIND, action.offer).state.player


@action(
    may=Permit.OWNER_OR_GAME_MASTER,
    scope=offer_scope,
    owner=offer_player,
    asks=True,
    button="Take it anyway",
)
def take_offer(scene: Scene, action: TakeOffer, dice: Dice) -> Turn:
    """Take what is offered, pay for it, undertake it. Raises RuleViolation: not enough, or decide first.

    A narrator may give it for free (Q9). Raises NotAllowed where a player does that.
    """
    record = scene.get(KIND, action.offer)
    offer = record.state
    if offer.kind is OfferKind.CHOICE:
        raise _choose_one()
    player = _acted_for(scene, offer, is_free=action.for_nothing)
    adventurer = _ready(scene, offer)
    state, told = _traded(scene, adventurer.state, offer, is_free=action.for_nothing)
    closed = replace(offer, end=OfferEnd.TAKEN)
    event = OfferClosed(offer.name, title(offer), OfferEnd.TAKEN, is_free=action.for_nothing, changes=told)
    # What has no other use than its text, such as a night at the inn, is the narrator's to tell.
    is_told_alone = offer.gift is None and offer.quest is None and not offer.gold
    state = with_news(state) if is_told_alone else with_reply(state)
    return _answered(scene, record, closed, event, adventurer, state, player)


def _choose_one() -> UserError:
    return refused("offer.choose_one", "Choose one of the options with its button; nothing was changed.")


def _acted_for(scene: Scene, offer: Offer, *, is_free: bool) -> int | None:
    """Whom a narrator acts for; giving it for free is the narrator's own doing."""
    if not is_free:
        return acted_for(scene, offer.player)
    if scene.standing is not Standing.GAME_MASTER:
        raise refused(
            "offer.narrators_give",
            "Only a narrator can give it for free; pay or decline. Nothing was changed.",
            NotAllowed,
        )
    if offer.price is None:
        raise refused("offer.free", "It's free already; nothing was changed.")
    return None


def _ready(scene: Scene, offer: Offer) -> Record[Adventurer]:
    """The adventurer, whose turn it is and who has nothing to decide first. Raises RuleViolation."""
    adventurer = scene.get(ADVENTURER, offer.adventurer)
    require_turn(adventurer.state)
    require_free(adventurer.state)
    return adventurer


def _traded(
    scene: Scene, state: Adventurer, offer: Offer, *, is_free: bool
) -> tuple[Adventurer, tuple[Told, ...]]:
    """What is paid first, then what is got for it (A16): without the one there is no other."""
    before, told, rulings = state, list[Told](), Rulings.of(scene.campaign)
    if offer.price is not None and not is_free:
        _require_use(state, offer, rulings)
        state, line = paid(state, offer.price, buys_with_nothing=rulings.buys_with_nothing)
        told.append(line)
    if offer.gold:
        state, line = received_gold(state, offer.gold)
        told.append(line)
    if offer.gift is not None:
        state, line = gain(state, offer.gift, rulings)
        told.append(line)
    if offer.quest is not None:
        state, line = _undertaken(state, offer)
        told.append(line)
    return state, (*told, *told_attributes(before, state))


def _require_use(state: Adventurer, offer: Offer, rulings: Rulings) -> None:
    """See that a spell to be paid for would not be lost at once (A22, A23). Raises RuleViolation."""
    if offer.gift is None or offer.gift.ware is not Ware.SPELL:
        return
    _, line = gain(state, offer.gift, rulings)
    if line.how is How.NO_ROOM:
        raise refused(
            "offer.no_room",
            "{name} has no room for {spell}, which would be lost: discard one first if that helps, or"
            " decline. Nothing was paid.",
            name=state.name,
            spell=offer.gift.name,
        )


def _undertaken(state: Adventurer, offer: Offer) -> tuple[Adventurer, Told]:
    """One quest at a time (A27). Raises RuleViolation naming the one under way."""
    if state.quest is not None:
        raise refused(
            "offer.on_a_quest",
            "{name} is already on a quest, “{quest}”, which must end first; nothing was changed.",
            name=state.name,
            quest=state.quest.name,
        )
    return replace(state, quest=offer.quest), Told(What.QUEST, How.BEGUN, title(offer))


@action(may=Permit.OWNER_OR_GAME_MASTER, scope=offer_scope, owner=offer_player)
def choose_option(scene: Scene, action: ChooseOption, dice: Dice) -> Turn:
    """Choose one of the options; what comes of it is for the narrator to tell.

    Raises RuleViolation where there is none of that place.
    """
    record = scene.get(KIND, action.offer)
    offer = record.state
    if not 0 <= action.option < len(offer.options):
        raise refused(
            "offer.no_such_option",
            "There are only {count} options; choose one of them. Nothing was changed.",
            count=len(offer.options),
        )
    player = acted_for(scene, offer.player)
    adventurer = _ready(scene, offer)
    answer = offer.options[action.option]
    closed = replace(offer, end=OfferEnd.TAKEN, answer=answer)
    event = OfferClosed(offer.name, title(offer), OfferEnd.TAKEN, answer)
    state = with_news(replace(adventurer.state, answer=answer))
    return _answered(scene, record, closed, event, adventurer, state, player)


@action(may=Permit.OWNER_OR_GAME_MASTER, scope=offer_scope, owner=offer_player)
def decline_offer(scene: Scene, action: DeclineOffer, dice: Dice) -> Turn:
    """Leave it. Raises RuleViolation where one of several options must be chosen."""
    record = scene.get(KIND, action.offer)
    if record.state.kind is OfferKind.CHOICE:
        raise _choose_one()
    player = acted_for(scene, record.state.player)
    adventurer = scene.records[record.state.adventurer]
    if not is_narrators_move(adventurer.state):
        return _ended(scene, record, OfferEnd.DECLINED, player)
    closed, event = _closed(record.state, OfferEnd.DECLINED)
    return _answered(scene, record, closed, event, adventurer, with_news(adventurer.state), player)


@action(may=Permit.GAME_MASTERS, scope=offer_scope)
def withdraw_offer(scene: Scene, action: WithdrawOffer, dice: Dice) -> Turn:
    """A narrator takes it back."""
    return _ended(scene, scene.get(KIND, action.offer), OfferEnd.WITHDRAWN)


def _ended(scene: Scene, record: Record[Offer], end: OfferEnd, on_behalf_of: int | None = None) -> Turn:
    closed, event = _closed(record.state, end)
    # An undo may bring an offer back after its adventurer's days have ended.
    home = scene.records[closed.adventurer].state.home
    return Turn(_archived(record, closed), (event,), channel=home or None, on_behalf_of=on_behalf_of)


def _closed(offer: Offer, end: OfferEnd) -> tuple[Offer, OfferClosed]:
    return replace(offer, end=end), OfferClosed(offer.name, title(offer), end)


def _answered(
    scene: Scene,
    record: Record[Offer],
    closed: Offer,
    event: OfferClosed,
    adventurer: Record[Adventurer],
    state: Adventurer,
    on_behalf_of: int | None,
) -> Turn:
    """The offer is done with; what must be decided or told now stands on the adventurer's own card."""
    return turn_of(
        scene,
        adventurer,
        state,
        event,
        also=_archived(record, closed),
        subject=None if must_decide(state) or is_narrators_move(state) else record.id,
        on_behalf_of=on_behalf_of,
    )


def _archived(record: Record[Offer], closed: Offer) -> tuple[Change, ...]:
    return (Replace(record.id, closed, archive=True),)
