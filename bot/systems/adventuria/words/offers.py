"""What a narrator offers: made, refused, told, answered.

Names and texts on cards come in ready to be shown; those of labels are plain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

# -- its parts -----------------------------------------------------------------------------------------

TEXT, PRICE, GOLD, NAME, AN_OPTION = "The text", "The price", "The gold", "The name", "An option"
A_CHOICE = "A choice"
ALL_THE_GOLD = "all the gold"

TAKE = {"gain": "Take it", "pay": "Pay", "quest": "Undertake it"}
DECLINE = {"gain": "Leave it", "pay": "Don't pay", "quest": "Decline"}
GIVE_FREE, WITHDRAW = "Hand it over for nothing", "Withdraw the offer"
NARRATORS = "Narrator…"


def gold(amount: int) -> str:
    """So much gold."""
    return f"{amount:,} gold"


def several(things: Sequence[str]) -> str:
    """What is given, in a row."""
    return " and ".join(things)


def bought(got: str, price: str) -> str:
    """What there is for which price."""
    return f"{got} for {price}"


def pay(price: str) -> str:
    """The button that pays."""
    return f"Pay {price}"


def label(kind: str, name: str, title: str) -> str:
    """An offer, in lists of what waits."""
    if kind == "choice":
        return f"{name} chooses: {title}"
    return f"{name} may undertake a quest: {title}" if kind == "quest" else f"{name} is offered {title}"


# -- refused -------------------------------------------------------------------------------------------

CHOOSE_ONE = "Choose one of the options with its button; nothing was changed."
ONLY_NARRATORS_GIVE = "Only a narrator hands it over for nothing; pay, or leave it. Nothing was changed."
HAS_NO_PRICE = "It costs nothing as it is; nothing was changed."
NO_PRICE = "A bargain needs `price`: gold, “all”, or a possession's name. Nothing was offered."
ONE_PRICE = "A price is gold or a possession, not both; nothing was offered."
NOTHING_OFFERED = "Say what there is to be had: `thing` or `gold`. Nothing was offered."
NAMELESS_QUEST = "A quest needs a name: give it as `thing`. Nothing was offered."

KINDS = {"gain": "A gift", "pay": "A bargain", "choice": "A choice", "quest": "A quest"}
WHAT = {"item": "Item", "spell": "Spell", "ally": "Ally"}
LACKS = {
    "gain": "it has `thing` or `gold`",
    "pay": "it has a `price`, and a `thing`, `gold` or `text` for it",
    "choice": "it has a `text` and `options`",
    "quest": "it has a name as `thing`, and its goal as `text`",
}
# A text that ends so wants no colon behind it.
ENDINGS = (".", "?", "!", "…", ":")
ANSWERED_ALREADY = "That offer is answered, or was taken back; nothing was changed."


def several_called(name: str) -> str:
    """More than one thing of that name."""
    return f"Several things of the library are called “{name}”; say `what` it is. Nothing was offered."


def in_library(name: str, ware: str) -> str:
    """A thing of the library, in a list."""
    return f"{name} ({ware})"


def does_not_fit(kind: str, part: str) -> str:
    """A part that this kind of offer has no place for."""
    return f"{KINDS[kind]} has no `{part}`: {LACKS[kind]}. Nothing was offered."


def bad_options(least: int, most: int, count: int) -> str:
    """Too few or too many."""
    return (
        f"A choice has {least} to {most} different options, divided by semicolons, not {count}; "
        "nothing was offered."
    )


def too_long(what: str, most: int, length: int) -> str:
    """Too many characters."""
    return f"{what} has at most {most} characters, not {length}; nothing was offered."


def no_such_option(count: int) -> str:
    """A place beyond the last."""
    return f"There are {count} options, and that is none of them; nothing was changed."


def on_a_quest(name: str, quest: str) -> str:
    """One quest at a time."""
    return f"{name} is on a quest, “{quest}”, and nobody has two at once; nothing was changed."


# -- on cards ------------------------------------------------------------------------------------------

NARRATORS_MAY = "-# A narrator may take the offer back, or let it cost nothing."
CANT_PAY = "⚠ Not enough: paying would do nothing (A16)."
ENDS = {
    "taken": "Done.",
    "declined": "Declined.",
    "lapsed": "The offer lapsed with the turn.",
    "withdrawn": "The offer was withdrawn.",
}
TITLES: dict[str, Callable[[str], str]] = {
    "gain": "Something for {}".format,
    "pay": "A bargain for {}".format,
    "choice": "{} has a choice".format,
    "quest": "A quest for {}".format,
}
ASKED: dict[str, Callable[[str], str]] = {
    "gain": "{}: take it, or leave it.".format,
    "pay": "{}: pay, or don't. Nobody has to.".format,
    "choice": "{}: choose one.".format,
    "quest": "{}: undertake it, or decline.".format,
}
WARES = {"item": "an item", "spell": "a spell", "ally": "an ally"}
SEVERAL = {"item": "items", "spell": "spells", "ally": "allies"}
WITHOUT_ROOM = {
    "item": "one must be lost for it, or it is left (A20)",
    "spell": "one must be discarded first, or it is let go (A23)",
    "ally": "one must go, or they are let go (A26)",
}
A_WEAPON = "a weapon"
ITS_TEXT = "What it says"


def strong(text: str) -> str:
    """What matters in it."""
    return f"**{text}**"


def option(text: str) -> str:
    """One of several."""
    return f"• {text}"


def thing(name: str, ware: str, *, is_weapon: bool) -> str:
    """A thing and what it is."""
    return f"**{name}**, {A_WEAPON if is_weapon else WARES[ware]}"


def costs(price: str) -> str:
    """What it costs."""
    return f"Costs **{price}**"


def has_gold(name: str, amount: int) -> str:
    """What is in the purse."""
    return f"{name} has {gold(amount)}."


def has_thing(name: str, thing_: str, *, is_held: bool) -> str:
    """Whether what is asked for is there."""
    return f"{name} has {thing_} and would give it away." if is_held else f"{name} has no {thing_}."


def room(ware: str, how: str, count: int, most: int) -> str:
    """Room for it, or what happens without."""
    counted = f"{count} of {most} {SEVERAL[ware]}"
    if how == "gained":
        return f"There is room: {counted}."
    if how == "waits":
        return f"⚠ No room, {counted}: {WITHOUT_ROOM[ware]}."
    return f"⚠ No room, {counted}: it would be lost."


def on_one(quest: str) -> str:
    """A quest is under way."""
    return f"⚠ On a quest already, “{quest}”: another can't be undertaken before that ends (A27)."


# -- told ----------------------------------------------------------------------------------------------


def no_room(name: str, spell: str) -> str:
    """A spell to be paid for that would be lost at once (A23)."""
    return (
        f"{name} has no room for {spell}, and a spell without room is lost (A23): discard one first if that "
        "helps, or decline; nothing was paid."
    )


def closed_title(name: str) -> str:
    """The card of an offer that is done with."""
    return f"{name}: an offer answered"


def made(name: str, title: str) -> str:
    """An offer, in the journal."""
    return f"{name} is offered: {title}."


def closed(end: str, name: str, title: str, answer: str, *, is_free: bool) -> str:
    """What came of an offer."""
    if is_free:
        return f"**{title}**: {name} gets it for nothing."
    if answer:
        return f"{title}{'' if title.endswith(ENDINGS) else ':'} {name} chooses **{answer}**."
    shape = {
        "taken": "{} accepts: **{}**.",
        "declined": "{} declines: {}.",
        "withdrawn": "The offer to {} is withdrawn: {}.",
        "lapsed": "The offer to {} lapses: {}.",
    }[end]
    return shape.format(name, title)
