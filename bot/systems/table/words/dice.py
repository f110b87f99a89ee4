"""What `/roll`, `/odds`, `/dice save`, `/dice list`, `/dice forget` and `/dice stats` say.

Names, labels and expressions come in ready to be shown.
"""

from __future__ import annotations

from fractions import Fraction

from bot.engine.dice.odds import percent

# What records are called in lists.
A_SECRET_ROLL, OWN_WAYS = "A secret roll", "Your own settings"

# -- rolls ------------------------------------------------------------------------------------------

SECRECY = (
    ("public", "Everyone sees it"),
    ("gm", "Game masters and you see it; the channel reads that you rolled"),
    ("me", "Only you see it; nobody learns of it"),
    ("hidden", "Only game masters see it; the channel reads that you rolled"),
)
REVEAL = "Reveal to everyone"
UNSEEN_TITLE = "A secret roll"
GAME_MASTERS_SEE = "-# Only the roller and the game masters see this."
ONLY_YOU_SEE = "-# Only you see this; it stands in the journal, for you alone."
HIDDEN_FROM_ROLLER = "-# Only the game masters see this."
HIDDEN = "You rolled in secret. The result goes to the game masters; the channel reads that you rolled."
NO_CHANNEL = (
    "A secret roll goes to the game master's channel, and this campaign has none; nothing was rolled. "
    "A game master names one with `/campaign bind`, `for_game_masters: True`; or roll in the open."
)
NOT_IN_A_CAMPAIGN = (
    "This channel has no campaign, so no game master who could see it; nothing was rolled. "
    "Roll for everyone or for yourself alone, or in a campaign's channel."
)
NOT_YOURS_TO_REVEAL = "Only those whose secret it is can reveal that roll; nothing was changed."


def rolls(who: str, expression: str) -> str:
    """Above the dice."""
    return f"{who} rolls {expression}"


def what(expression: str, label: str) -> str:
    """A roll in a line of the journal."""
    return f"{expression} ({label})" if label else expression


def in_secret(who: str) -> str:
    """What the channel reads of a secret roll."""
    return f"{who} rolls in secret."


def reveals(who: str, roller: str, expression: str, entry: int) -> str:
    """Above the dice of a roll that is secret no more."""
    whose = "a secret roll" if who == roller else f"a secret roll of {roller}"
    return f"{who} reveals {whose}, {expression}, from #{entry}"


def revealed_in(entry: int) -> str:
    """On the game master's card of a roll that is secret no more."""
    return f"Revealed to everyone in #{entry}."


def revealed_already(entry: int) -> str:
    """The second press."""
    return f"That roll was revealed already, in #{entry}; nothing was changed."


def total(number: int, *, is_count: bool) -> str:
    """`**7**`, or `**2** successes`."""
    unit = (" success" if abs(number) == 1 else " successes") if is_count else ""
    return f"**{minus(number)}**{unit}"


def minus(number: int) -> str:
    """A number with a real minus sign, and commas."""
    return f"{number:,}".replace("-", "−")


def more_dice(count: int) -> str:
    """What a long result leaves out."""
    return f"… and {count:,} more"


def more_throws(count: int, totals: str) -> str:
    """The throws that found no line of their own: how many, and their totals."""
    return f"… and {count} more: {totals}"


def marks(dropped: int, rerolled: int, exploded: int, changed: int) -> str:
    """What the marks on the dice mean, and how many bear each; empty where none does."""
    said = (
        (dropped, "dropped (~~struck~~)"),
        (rerolled, "rolled again (↻)"),
        (exploded, "exploded (!)"),
        (changed, "raised or lowered (→)"),
    )
    named = " · ".join(f"{count:,} {what}" for count, what in said if count)
    return f"-# {named}" if named else ""


# -- saved rolls --------------------------------------------------------------------------------------

SAVED_TITLE = "Your saved rolls"
NONE_SAVED = "You have saved none on this server yet: `/dice save name: attack dice: 1d20+5`."


def saved(name: str, dice: str, before: str) -> str:
    """A roll has a name now."""
    was = f", in place of {before}" if before else ""
    return f"Saved: **{name}** is {dice}{was}. `/roll` takes the name as well as dice."


def forgotten(name: str, dice: str) -> str:
    """A name stands for nothing any more."""
    return f"Forgotten: **{name}** was {dice}."


def saved_line(name: str, dice: str) -> str:
    """One saved roll in the list."""
    return f"**{name}**: {dice}"


def saved_already(name: str) -> str:
    """The same once more."""
    return f"“{name}” is saved with exactly these dice already; nothing was changed."


def too_many_saved(most: int) -> str:
    """No room."""
    return f"You have {most} saved rolls, as many as there is room for; `/dice forget` takes one out."


def not_saved(names: tuple[str, ...]) -> str:
    """A name that stands for nothing."""
    known = ", ".join(names)
    return f"You have no saved roll of that name; yours are: {known}." if names else NONE_SAVED


def bad_name(most: int, length: int) -> str:
    """Too short or too long."""
    return f"A saved roll's name has 1 to {most} characters; this one has {length}."


def name_is_roll(name: str) -> str:
    """A name that would hide dice."""
    return f"“{name}” is a roll itself, so it can't be a name; for example “attack”."


def plain_already(*, on: bool) -> str:
    """The same once more."""
    return f"Plain mode is {'on' if on else 'off'} already; nothing was changed."


# -- odds ---------------------------------------------------------------------------------------------


def odds_title(expression: str) -> str:
    """Over the chances."""
    return f"Odds of {expression}"


def at_least(least: int, chance: Fraction, *, is_count: bool) -> str:
    """The chance that was asked for."""
    unit = (" success" if least == 1 else " successes") if is_count else ""
    return f"At least {minus(least)}{unit}: **{percent(chance)}**"


def middle(mean: str, likeliest: int, chance: Fraction) -> str:
    """Where the totals lie."""
    return f"Mean {mean}, most often {minus(likeliest)} ({percent(chance)})"


def likely_range(low: int, high: int, chance: Fraction) -> str:
    """The shortest range with two rolls of three."""
    if low == high:
        return f"{percent(chance)} of rolls come to {minus(low)}."
    return f"{percent(chance)} of rolls come to {minus(low)} to {minus(high)}."


def each_of(repeats: int) -> str:
    """A roll that is thrown several times."""
    return f"These are the chances of each of the {repeats} throws."


# -- statistics -----------------------------------------------------------------------------------------

NO_DICE = "No open dice have been rolled here yet."
EVERYBODY = "everyone"
COUNTED = "-# Open rolls only, and undone ones too: their dice were rolled."
FEWEST_TO_JUDGE = 10


def stats_title(who: str, sides: int | None) -> str:
    """Over the statistics."""
    return f"Dice of {who}" if sides is None else f"The d{sides} of {who}"


def no_dice_of(sides: int) -> str:
    """None of that die."""
    return f"No open d{sides} has been rolled here yet."


def die_line(sides: int, count: int, mean: str, expected: str, luck: str) -> str:
    """One kind of die."""
    dice = "die" if count == 1 else "dice"
    name = "d3, dF" if sides == 3 else f"d{sides}"
    return f"**{name}** · {count:,} {dice} · mean {mean}, expected {expected} · {luck}"


def altogether(dice: int, rolls: int, luck: str) -> str:
    """All dice as one."""
    many = f"{dice:,} {'die' if dice == 1 else 'dice'} in {rolls:,} {'roll' if rolls == 1 else 'rolls'}"
    return f"{many} · {luck}"


def capped(entries: int) -> str:
    """Not everything was read."""
    return f"-# Counted: the newest {entries:,} rolls."


def luck(tail: float, *, is_low: bool, count: int) -> str:
    """How unusual a mean is: `tail` is the chance of one this far off in its direction, or further."""
    if count < FEWEST_TO_JUDGE:
        return "too few to judge"
    direction = "this or worse" if is_low else "this or better"
    if tail > 0.4:
        return "as expected: about every other player would see " + direction
    verdict = ("unlucky" if is_low else "lucky") if tail < 0.05 else "nothing unusual"
    return f"{verdict}: about 1 in {_one_in(tail)} players would see {direction}"


def luck_of_die(tail: float, *, is_low: bool, count: int) -> str:
    """The same of one kind among several, in fewer words where there is nothing to tell."""
    said = luck(tail, is_low=is_low, count=count)
    return said if tail < 0.05 else said.partition(":")[0]


def _one_in(tail: float) -> str:
    if tail < 1e-6:
        return "a million or more"
    number = 1 / tail
    digits = 10 ** max(0, len(str(int(number))) - 2)
    return f"{round(number / digits) * digits:,}"
