"""What `/dice fairness`, `/dice reveal` and `/dice verify` say."""

from __future__ import annotations

PAGE = "docs/fairness.md"


def draws(count: int) -> str:
    """`1 draw`, `1,200 draws`."""
    return f"{count:,} draw{'' if count == 1 else 's'}"


def dice(count: int) -> str:
    """`1 die`, `1,200 dice`."""
    return f"{count:,} {'die' if count == 1 else 'dice'}"


# -- the state of things ----------------------------------------------------------------------------


def running_title(campaign: str, chapter: int) -> str:
    """Over the card of `/dice fairness`."""
    return f"{campaign}: dice chapter {chapter}"


def so_far(drawn: int, secret_drawn: int | None, since: str) -> str:
    """How much the running chapter has drawn; the number of secret draws is for game masters."""
    secret = "" if secret_drawn is None else f" and {draws(secret_drawn)} of secret dice"
    return f"{draws(drawn)} so far{secret}; running since {since}."


def seals(seal: str, secret_seal: str) -> tuple[str, str, str]:
    """What the running chapter is bound to."""
    return (
        "Its seeds were fixed and sealed before the first die. A seal is the SHA-256 of a seed:",
        f"open dice `{seal}`",
        f"secret dice `{secret_seal}`",
    )


def ended_line(chapter: int, drawn: int, *, is_secret_published: bool) -> str:
    """One ended chapter in the list."""
    secret = "published" if is_secret_published else "not published"
    return f"Chapter {chapter}: {draws(drawn)}, seed published; secret seed {secret}"


NONE_ENDED = "No chapter has ended yet; a game master ends one with `/dice reveal`, which publishes its seed."
ENDED, HOW = "Ended chapters", "How to check"


def more(count: int) -> str:
    """What the list leaves out."""
    return f"… and {count} or more before."


STEPS = (
    "1. Keep the seals above. They also stand in the message that began the chapter.",
    "2. When a chapter has ended, `/dice verify` checks its every roll and gives you a file of them.",
    f"3. Check the file on your own machine: {PAGE} has a short program, and how to do one die by hand.",
)


# -- revealing --------------------------------------------------------------------------------------


def end_question(chapter: int, drawn: int, first: int, last: int) -> tuple[str, ...]:
    """What ending a chapter publishes."""
    return (
        f"This publishes the seed of the open dice: {draws(drawn)}, in the entries #{first} to #{last}.",
        f"Chapter {chapter} ends with it, and chapter {chapter + 1} begins with new seeds.",
        "The secret dice stay secret.",
        f"It can't be taken back: everybody can then recompute every open die of chapter {chapter}.",
    )


def end_title(chapter: int) -> str:
    """Over that question."""
    return f"End dice chapter {chapter}?"


def end_button(chapter: int) -> str:
    """The button that does it."""
    return f"Publish the seed, end chapter {chapter}"


def secret_question(chapter: int, drawn: int, first: int, last: int) -> tuple[str, ...]:
    """What publishing a secret seed gives away."""
    return (
        f"This publishes the seed of the secret dice of chapter {chapter}: {draws(drawn)}, "
        f"somewhere in the entries #{first} to #{last}.",
        "Everybody can then read what each hidden die showed. What it was rolled for stays hidden.",
        "It can't be taken back.",
    )


def secret_title(chapter: int) -> str:
    """Over that question."""
    return f"Publish the secret dice of chapter {chapter}?"


def secret_button(chapter: int) -> str:
    """The button that does it."""
    return f"Publish the secret seed of chapter {chapter}"


DAMAGED = "That button is damaged; nothing was revealed. Call `/dice reveal` again."


# -- what was revealed ------------------------------------------------------------------------------


def ended(who: str, chapter: int, drawn: int, first: int, last: int) -> str:
    """A chapter is over."""
    return f"{who} ends dice chapter {chapter}: {draws(drawn)}, in the entries #{first} to #{last}."


def secret_revealed(who: str, chapter: int, drawn: int) -> str:
    """A secret seed was published."""
    return f"{who} publishes the secret dice of chapter {chapter}: {draws(drawn)}."


def ended_title(chapter: int) -> str:
    """Over the message that ends a chapter."""
    return f"Dice chapter {chapter} is over"


def secret_revealed_title(chapter: int) -> str:
    """Over the message that publishes a secret seed."""
    return f"The secret dice of chapter {chapter}"


def seed_lines(seed: str, seal: str) -> tuple[str, str]:
    """A published seed, and what it must give."""
    return f"The seed: `{seed}`", f"Its SHA-256 must be the seal given before the first die: `{seal}`"


def check_it(chapter: int, *, secret: bool) -> str:
    """What to do with it."""
    return f"`/dice verify chapter:{chapter}{' secret:True' if secret else ''}` checks every roll."


# -- checking ---------------------------------------------------------------------------------------


def sound_title(chapter: int, *, secret: bool) -> str:
    """Everything is right."""
    return f"Chapter {chapter}, {'secret' if secret else 'open'} dice: all as sealed"


def faulty_title(chapter: int, *, secret: bool) -> str:
    """Something is wrong."""
    return f"Chapter {chapter}, {'secret' if secret else 'open'} dice: not as sealed"


def sound(drawn: int, rolled: int) -> str:
    """How much was right."""
    return f"{draws(drawn)}, {dice(rolled)}: each is what the published seed gives."


def faulty(drawn: int, rolled: int, faults: int) -> str:
    """How much was wrong."""
    more_than_one = "s; the first of them" if faults > 1 else ""
    return f"{draws(drawn)}, {dice(rolled)} checked: {faults:,} fault{more_than_one}:"


TELL_OPERATOR = "Somebody changed the record of these rolls. Ask whoever runs this bot for the backups."


def undone(count: int) -> str:
    """Undone rolls are checked as all others."""
    return f"{draws(count)} of these {'was' if count == 1 else 'were'} undone; they count here all the same."


def part(chapter: int, first: int, last: int, drawn: int) -> str:
    """The file holds only a part."""
    return (
        f"The file holds the draws {first:,} to {last:,} of {drawn:,}; "
        f"`/dice verify chapter:{chapter} from_draw:{last + 1}` gives what follows."
    )


CHECK_FILE = f"The attached file holds it all: {PAGE} says how to check it on your own machine."
