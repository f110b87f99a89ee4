"""What a narrator offers an adventurer: to take, to pay for, to choose, a quest (A14, A16, A18, A27)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Annotated, Any, TypeVar

from bot.engine.declare import Action, Labelled, action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker, Pair
from bot.engine.pace import WAITS
from bot.engine.parts import Unlisted, person, quoted
from bot.engine.people import Permit, Standing
from bot.engine.record import AtStep, Press
from bot.engine.steps import at
from bot.engine.system import Kind, Open, Record, RecordId, Replace, Result, Scope, Step, Want, World
from bot.engine.text import Safe, T, listed, of_length, refused
from bot.engine.words import clip, one_line, plain_signs, too_long, whole_number
from bot.engine.working import Perform
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
    with_news,
    with_reply,
)
from bot.systems.adventuria.changed import TellsChanges, lines
from bot.systems.adventuria.changes.rules import GOAL_LENGTH, require_room_for_gold
from bot.systems.adventuria.ledger import gain, lose
from bot.systems.adventuria.library.rules import (
    from_library,
    in_library,
    made_up,
    require_no_slip,
    suggested_things,
)
from bot.systems.adventuria.settings import Rulings
from bot.systems.adventuria.state import (
    MOST_GOLD,
    NAME_LENGTH,
    Adventurer,
    Manner,
    Possession,
    Quest,
    Subject,
    Told,
    Ware,
    belonging,
    count_said,
    named,
)
from bot.systems.adventuria.working import SheetCopy

A = TypeVar("A")

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


class OfferEnd(Labelled):
    """What came of an offer."""

    TAKEN = "taken", "taken"
    DECLINED = "declined", "declined"
    # The turn or the adventurer's days ended first.
    LAPSED = "lapsed", "lapsed"
    WITHDRAWN = "withdrawn", "withdrawn"


# -- How an undo says what an offer holds ------------------------------------------------------------------


_IN_KIND = {Ware.ITEM: T("an item"), Ware.SPELL: T("a spell"), Ware.ALLY: T("an ally")}
_KIND_NAMES = {
    OfferKind.GAIN: T("a gift"),
    OfferKind.PAY: T("a purchase"),
    OfferKind.CHOICE: T("a choice"),
    OfferKind.QUEST: T("a quest"),
}


def _in_kind_said(value: str) -> Safe:
    return _IN_KIND[Ware(value)]()


def _kind_said(value: str) -> Safe:
    return _KIND_NAMES[OfferKind(value)]()


def _price_said(value: Mapping[str, Any]) -> Safe:
    gold = [T("{count} gold")(count=count_said(value["gold"]))] if value["gold"] else []
    return listed([*gold, *filter(None, [value["name"]])], ",")


@dataclass(frozen=True, slots=True)
class Price:
    """What is to be paid: gold, or one possession of that name (A16, A18)."""

    gold: Annotated[int, T("Gold")] = 0
    ware: Annotated[Ware | None, T("price in kind"), _in_kind_said] = None
    name: Annotated[str, T("name")] = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """One offer, with what it gives copied when it was made. A gift's number is given when it is gained."""

    adventurer: Unlisted[RecordId]
    name: Annotated[str, T("name")]
    player: Annotated[int, T("player"), person]
    kind: Annotated[OfferKind, T("kind"), _kind_said]
    text: Annotated[str, T("text"), quoted] = ""
    price: Annotated[Price | None, T("price"), _price_said] = None
    gold: Annotated[int, T("Gold")] = 0
    gift: Annotated[Possession | None, T("gift"), named] = None
    quest: Annotated[Quest | None, T("quest"), named] = None
    options: Annotated[tuple[str, ...], T("options")] = ()
    end: Annotated[OfferEnd | None, T("end")] = None
    # The option that was chosen.
    answer: Annotated[str, T("answer"), quoted] = ""
    revision: Unlisted[int] = 1

    def closed(self) -> Offer:
        """The offer as it ends where the turn, or the adventurer's days, ended first."""
        return replace(self, end=OfferEnd.LAPSED)


@dataclass(frozen=True, slots=True)
class ThingOffered:
    """What a narrator names to offer it: an entry of the library, or the name of what is made up."""

    entry: RecordId | None = None
    called: str = ""


@dataclass(frozen=True, slots=True)
class ThingMeant:
    """Finds what is to be offered; a quest goes by its name alone."""

    is_implied: bool = False

    def find(self, asker: Asker, text: str | None) -> ThingOffered:
        """The library's thing of that name, else one made up. Raises RuleViolation for several."""
        name, what = text or "", asker.given.get("what")
        if not name or OfferKind(asker.given["kind"]) is OfferKind.QUEST:
            return ThingOffered(called=name)
        found = in_library(asker, name, Ware(what) if what else None)
        if len(found) > 1:
            raise refused(
                "offer.several",
                "The library has several things called “{name:60}”; say `what` it is. Nothing was offered.",
                name=name,
            )
        if not found:
            require_no_slip(asker, name)
            return ThingOffered(called=name)
        return ThingOffered(found[0].id)

    def suggest(self, asker: Asker) -> Iterable[Pair]:
        """The library's entries that fit what is typed."""
        return suggested_things(asker)

    def scope(self, found: ThingOffered) -> Scope:
        """The entry, where it is one."""
        return Scope(ids=(found.entry,) if found.entry is not None else ())

    def owner(self, _world: World, _found: ThingOffered) -> int | None:
        """None: the library belongs to everybody."""
        return None


class MakeOffer(OnAdventurer):
    """Offer an adventurer something"""

    kind: OfferKind = option("Kind of offer")
    thing: ThingOffered = option("From the library, or any name", default=ThingOffered(), finder=ThingMeant())
    what: Ware | None = option("For a new thing: what it is", default=None)
    gold: int = option("Gold to offer", default=0, least=0, most=MOST_GOLD)
    price: str = option("Gold, “all”, or a possession", default="")
    text: str = option("What you tell the player; for a quest, its goal", default="")
    options: str = option(
        "For a choice: 2 to 5 options, separated by semicolons", label="The options of a choice", default=""
    )
    adventurer: RecordId = option("Who gets the offer", finder=MEANT)


class OnOffer(Action):
    """What is done about an offer."""

    offer: RecordId


class TakeOffer(OnOffer):
    """Take what is offered: gain it, pay for it, undertake the quest. `for_nothing`: see ruling Q9."""

    for_nothing: bool = False


class DeclineOffer(OnOffer):
    """Turn an offer down."""


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
        """Who is offered what."""
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
    typed = plain_signs(text).strip().casefold()
    if typed in ("all", "all gold", "all the gold"):
        return ALL_GOLD
    amount = typed.removesuffix("gold").strip()
    if (beyond := too_long(amount)) is not None:
        raise not_within(T("Gold"), 1, MOST_GOLD, beyond)
    number = whole_number(amount)
    if number is not None and not 1 <= number <= MOST_GOLD:
        raise not_within(T("Gold"), 1, MOST_GOLD, number)
    return number


def not_within(what: T, least: int, most: int, given: int | str) -> UserError:
    """The refusal of a number out of its range."""
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
    """The price that is asked, in words."""
    if asked.name:
        return asked.name
    return T("all the gold").plain() if asked.gold == ALL_GOLD else OF_GOLD.plain(gold=asked.gold)


OFFERED = "offer"


def steps(_offer: RecordId, state: Offer) -> Sequence[Step]:
    """The one step of an open offer."""
    if state.end is not None:
        return ()
    label = _LABELS[state.kind].plain(name=state.name, title=title(state))
    return (Step(OFFERED, label, state.player, revision=state.revision, silent=WAITS),)


_OFFERED = T("{name} is offered {title}")
_LABELS = {
    OfferKind.GAIN: _OFFERED,
    OfferKind.PAY: _OFFERED,
    OfferKind.CHOICE: T("{name} chooses: {title}"),
    OfferKind.QUEST: T("{name} is offered a quest: {title}"),
}
TAKE = {OfferKind.GAIN: T("Take it"), OfferKind.PAY: T("Pay"), OfferKind.QUEST: T("Accept the quest")}
DECLINE = {OfferKind.GAIN: T("Leave it"), OfferKind.PAY: T("Don't pay"), OfferKind.QUEST: T("Decline")}


# -- What is paid: gold, or a possession; all of it or nothing at all (A16, A18) ---------------------------


def paid(adventurer: Adventurer, price: Price, *, buys_with_nothing: bool) -> tuple[Adventurer, Told]:
    """Pay that price. Raises RuleViolation where there is not enough: nothing happens.

    `buys_with_nothing`: whether all of no gold is a price as well, see ruling Q9.
    """
    if price.name:
        return lose(adventurer, belonging(adventurer, price.name).number, Manner.PAID)
    if price.gold == ALL_GOLD:
        if not adventurer.gold and not buys_with_nothing:
            raise refused(
                "offer.no_gold",
                "{name} has no gold to pay with; nothing happens.",
                name=adventurer.name,
            )
        return _less(adventurer, adventurer.gold, Manner.PAID)
    if adventurer.gold < price.gold:
        raise refused(
            "offer.not_enough",
            "Not enough: {name} has {gold} of {price} gold and can't pay in part; nothing happens.",
            name=adventurer.name,
            gold=adventurer.gold,
            price=price.gold,
        )
    return _less(adventurer, price.gold, Manner.PAID)


def thrown_away(adventurer: Adventurer, gold: int) -> tuple[Adventurer, Told]:
    """Throw away so much gold, or all of it (A17).

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
    return _less(adventurer, amount, Manner.LOST)


def received_gold(adventurer: Adventurer, gold: int) -> tuple[Adventurer, Told]:
    """Give an adventurer so much more gold (A14). Raises RuleViolation where a sheet can't hold it."""
    require_room_for_gold(adventurer, gold)
    after = adventurer.gold + gold
    return replace(adventurer, gold=after), Told(
        Subject.GOLD, Manner.GAINED, before=adventurer.gold, after=after
    )


def _less(adventurer: Adventurer, gold: int, how: Manner) -> tuple[Adventurer, Told]:
    after = adventurer.gold - gold
    return replace(adventurer, gold=after), Told(Subject.GOLD, how, before=adventurer.gold, after=after)


# -- How an offer is made: what each kind of it has, and what it can't have (A14, A16, A18, A27) -----------


LEAST_OPTIONS = 2
TEXT, PRICE, NAME = T("The text"), T("The price"), T("The name")
# What can be a part of each kind of offer besides its text.
PARTS: dict[OfferKind, tuple[str, ...]] = {
    OfferKind.GAIN: ("thing", "gold"),
    OfferKind.PAY: ("thing", "gold", "price"),
    OfferKind.CHOICE: ("options",),
    OfferKind.QUEST: ("thing",),
}


@action("adv gm offer", may=Permit.GAME_MASTERS)
def make_offer(world: World, action: MakeOffer, dice: Dice) -> Result:
    """Offer something during the adventurer's turn. Raises RuleViolation: no turn, or what is missing."""
    record = world.get(ADVENTURER, action.adventurer)
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
        action.gold,
        None if is_quest else _gift(world, action),
        _quest(action) if is_quest else None,
        _options(action) if action.kind is OfferKind.CHOICE else (),
        revision=world.entry,
    )
    _require_whole(offer)
    opened = Open(world.new_id(), OFFER, offer)
    return Result((opened,), (OfferMade(offer.name, title(offer)),), channel=record.state.home or None)


def _require_fitting(action: MakeOffer) -> None:
    if not 0 <= action.gold <= MOST_GOLD:
        raise not_within(T("The gold"), 0, MOST_GOLD, action.gold)
    given = {
        "thing": action.thing != ThingOffered(),
        "gold": bool(action.gold),
        "price": bool(action.price),
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
    if not action.price:
        return None
    gold = gold_of(action.price)
    return Price(name=_short(PRICE, action.price, NAME_LENGTH)) if gold is None else Price(gold)


def _gift(world: World, action: MakeOffer) -> Possession | None:
    if action.thing.entry is not None:
        return from_library(world, action.thing.entry)
    return made_up(action.thing.called, action.what or Ware.ITEM) if action.thing.called else None


def _quest(action: MakeOffer) -> Quest:
    name = _short(NAME, action.thing.called, NAME_LENGTH)
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
        "{what} can have at most {most} characters{given}; nothing was offered.",
        what=what,
    )


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
    steps=(OFFERED,),
    hand_over=handed_over,
    goes_along=True,
    case=lambda state: _CASES.get(state.kind, T("The offer of {title}"))(title=title(state)),
)


# -- answered -----------------------------------------------------------------------------------------


def offer_scope(action: OnOffer) -> Scope:
    """The offer and its adventurer; the campaign's open fights and offers, for a fall ends some of them."""
    return Scope(ids=(action.offer,), wants=(Want(FIGHT), Want(OFFER)), links=True)


def offer_player(world: World, action: OnOffer) -> int | None:
    """Who plays the adventurer that is offered something."""
    return world.get(KIND, action.offer).state.player


@dataclass(slots=True)
class OfferAnswer(SheetCopy):
    """An adventurer to whom something is offered, and the offer as it was found and as it ends."""

    offered: Record[Offer] = field(kw_only=True)
    offer: Offer = field(kw_only=True)

    def require_ready(self) -> None:
        """See that it's the adventurer's turn, with nothing to decide first. Raises RuleViolation."""
        self.world.get(ADVENTURER, self.record.id)
        require_turn(self.state)
        require_free(self.state)

    def close(self, end: OfferEnd, answer: str = "", *, is_free: bool = False) -> None:
        """End the offer, and tell what came of it."""
        self.offer = replace(self.offer, end=end, answer=answer)
        about = title(self.offer)
        self.tell(OfferClosed(self.offer.name, about, end, answer, is_free, changes=self.changes))

    def result(self) -> Result:
        """The adventurer as it is by now, and the offer done with."""
        self.also.append(Replace(self.offered.id, self.offer, archive=True))
        if self.state != self.record.state:
            # What must be decided or told now stands on the adventurer's own card.
            is_next = must_decide(self.state) or is_narrators_move(self.state)
            self.subject = None if is_next else self.offered.id
            return SheetCopy.result(self)
        # An undo may bring an offer back after its adventurer's days have ended.
        home = self.state.home or None
        return Result(tuple(self.also), tuple(self.events), channel=home, on_behalf_of=self.on_behalf_of)


def offer_action(**declared: Any) -> Callable[[Callable[[OfferAnswer, A, Dice], None]], Perform[A]]:
    """Declare what is done about an offer, as `action` does, carried out by `perform(answer, …)`."""

    def declare(perform: Callable[[OfferAnswer, A, Dice], None]) -> Perform[A]:
        @action(scope=offer_scope, owner=offer_player, **declared)
        @wraps(perform)
        def carried_out(world: World, asked: Any, dice: Dice) -> Result:
            offered = world.get(KIND, asked.offer)
            record = world.records[offered.state.adventurer]
            answer = OfferAnswer(world, record, record.state, offered=offered, offer=offered.state)
            perform(answer, asked, dice)
            return answer.result()

        return carried_out

    return declare


def _taking(_offer: RecordId, state: Offer, _step: Step) -> Iterator[Press]:
    if state.kind is not OfferKind.CHOICE:
        pays = T("Pay {price}").plain(price=price(state.price)) if state.price is not None else None
        yield Press("take", pays or TAKE[state.kind], is_main=True)


def _giving(_offer: RecordId, state: Offer, _step: Step) -> Iterator[Press]:
    if state.price is not None:
        yield Press("free", T("Give it for free"), {"for_nothing": True})


@offer_action(
    may=Permit.OWNER_OR_GAME_MASTER,
    step=(AtStep(OFFERED, _taking), AtStep(OFFERED, _giving, place=2)),
    confirms=True,
    button="Take it anyway",
)
def take_offer(answer: OfferAnswer, action: TakeOffer, dice: Dice) -> None:
    """Take what is offered, pay for it, undertake it. Raises RuleViolation: not enough, or decide first.

    What is paid comes first, then what is got for it (A16): without the one there is no other. A narrator may
    give it for free (Q9). Raises NotAllowed where a player does that.
    """
    offer = answer.offer
    if offer.kind is OfferKind.CHOICE:
        raise _choose_one()
    if action.for_nothing:
        _require_giver(answer.world, offer)
    else:
        answer.act_for_player()
    answer.require_ready()
    if offer.price is not None and not action.for_nothing:
        _require_use(answer.state, offer, answer.rulings)
        answer.put(*paid(answer.state, offer.price, buys_with_nothing=answer.rulings.buys_with_nothing))
    if offer.gold:
        answer.put(*received_gold(answer.state, offer.gold))
    if offer.gift is not None:
        answer.put(*gain(answer.state, offer.gift, answer.rulings))
    if offer.quest is not None:
        answer.put(*_undertaken(answer.state, offer))
    answer.close(OfferEnd.TAKEN, is_free=action.for_nothing)
    # What has no other use than its text, such as a night at the inn, is the narrator's to tell.
    is_told_alone = offer.gift is None and offer.quest is None and not offer.gold
    answer.put((with_news if is_told_alone else with_reply)(answer.state))


def _choose_one() -> UserError:
    return refused("offer.choose_one", "Choose one of the options with its button; nothing was changed.")


def _require_giver(world: World, offer: Offer) -> None:
    """See that it costs something, and a narrator lets it go for free. Raises NotAllowed, RuleViolation."""
    if world.standing is not Standing.GAME_MASTER:
        raise refused(
            "offer.narrators_give",
            "Only a narrator can give it for free; pay or decline. Nothing was changed.",
            NotAllowed,
        )
    if offer.price is None:
        raise refused("offer.free", "It's free already; nothing was changed.")


def _require_use(state: Adventurer, offer: Offer, rulings: Rulings) -> None:
    """See that a spell to be paid for would not be lost at once (A22, A23). Raises RuleViolation."""
    if offer.gift is None or offer.gift.ware is not Ware.SPELL:
        return
    _, line = gain(state, offer.gift, rulings)
    if line.how is Manner.NO_ROOM:
        raise refused(
            "offer.no_room",
            "{name} has no room for {spell}, which would be lost: discard one first if that helps, or"
            " decline. Nothing was paid.",
            name=state.name,
            spell=offer.gift.name,
        )


def _undertaken(state: Adventurer, offer: Offer) -> tuple[Adventurer, Told]:
    """Undertake the quest: one at a time (A27). Raises RuleViolation naming the one under way."""
    if state.quest is not None:
        raise refused(
            "offer.on_a_quest",
            "{name} is already on a quest, “{quest}”, which must end first; nothing was changed.",
            name=state.name,
            quest=state.quest.name,
        )
    return replace(state, quest=offer.quest), Told(Subject.QUEST, Manner.BEGUN, title(offer))


def _choosing(_offer: RecordId, state: Offer, _step: Step) -> Iterator[Press]:
    if state.kind is OfferKind.CHOICE:
        for place, option in enumerate(state.options):
            yield Press(f"option{place}", option, {"option": place})


@offer_action(may=Permit.OWNER_OR_GAME_MASTER, step=AtStep(OFFERED, _choosing))
def choose_option(answer: OfferAnswer, action: ChooseOption, dice: Dice) -> None:
    """Choose one of the options; what comes of it is for the narrator to tell.

    Raises RuleViolation where there is none of that place.
    """
    options = answer.offer.options
    if not 0 <= action.option < len(options):
        raise refused(
            "offer.no_such_option",
            "There are only {count} options; choose one of them. Nothing was changed.",
            count=len(options),
        )
    answer.act_for_player()
    answer.require_ready()
    answer.close(OfferEnd.TAKEN, options[action.option])
    answer.put(with_news(replace(answer.state, answer=options[action.option])))


def _declining(_offer: RecordId, state: Offer, _step: Step) -> Iterator[Press]:
    if state.kind is not OfferKind.CHOICE:
        yield Press("decline", DECLINE[state.kind])


@offer_action(may=Permit.OWNER_OR_GAME_MASTER, step=AtStep(OFFERED, _declining, place=1))
def decline_offer(answer: OfferAnswer, action: DeclineOffer, dice: Dice) -> None:
    """Turn the offer down. Raises RuleViolation where one of several options must be chosen."""
    if answer.offer.kind is OfferKind.CHOICE:
        raise _choose_one()
    answer.act_for_player()
    answer.close(OfferEnd.DECLINED)
    answer.put(with_reply(answer.state))


@offer_action(may=Permit.GAME_MASTERS, step=at(OFFERED, "withdraw", T("Withdraw the offer"), place=3))
def withdraw_offer(answer: OfferAnswer, action: WithdrawOffer, dice: Dice) -> None:
    """Take the offer back."""
    answer.close(OfferEnd.WITHDRAWN)
