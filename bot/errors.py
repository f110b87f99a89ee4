"""Errors whose text is safe and useful to show. Everything else is a bug."""

from __future__ import annotations

from typing import Any


class UserError(Exception):
    """Something the person can put right; the text says what is wrong and what would be right.

    The code, such as "edict.none_chosen", is for tests and callers to match: nobody matches English.
    """

    code: str = ""
    # The choices of waiting steps that come first, as (step, choice) by name.
    first: tuple[tuple[str, str], ...] = ()
    # Those of them that the person may take, as (record, step, choice): offered with the sentence.
    offers: tuple[Any, ...] = ()
    # The id of the campaign that the person must join first, which a button then does.
    joins: str = ""
    # The option of a command, by its field, without which nothing comes of it: a button asks for it.
    lacks: str = ""
    # Whether it is begun anew on the page of what one can do, to which a button then leads.
    begins_anew: bool = False


class RuleViolation(UserError):
    """An action the rules refuse; the text says what is wrong and what would be legal."""


class NotAllowed(UserError):
    """The person may not do this; the text says who may."""


class Stale(UserError):
    """A button or form speaks of something that has changed since; the text says what happened."""


class Busy(UserError):
    """The database did not answer in time, and the action was not carried out."""

    says = "The database is busy right now, so nothing was changed. Please try again in a minute."

    def __init__(self) -> None:
        super().__init__(self.says)


class Undecided(Busy):
    """The database fell silent while the action was committed: whether it was done is not known yet."""

    says = (
        "The database stopped answering just then, so it isn't known yet whether that was done. Don't repeat "
        "it: you'll be told here once it's known. If you hear nothing for 15 minutes, look in `/journal`."
    )


class Crowded(UserError):
    """More people ask than can be answered in time; what can be asked again is put off."""

    def __init__(self) -> None:
        super().__init__(
            "Waypost is very busy right now, so nothing was changed. Please try again in a minute."
        )


class Unkeepable(UserError):
    """A text holds a character that the database has no place for, and the action was not carried out."""

    def __init__(self) -> None:
        super().__init__(
            "That text has a character that can't be stored, so nothing was changed. Type it again without "
            "it."
        )


class Unusable(UserError):
    """The database's disk is full, it may not be written, or it is damaged; `why` is for the operator."""

    def __init__(self, why: str) -> None:
        super().__init__(
            "Waypost's database can't store anything right now, so nothing was changed. Tell the bot's "
            "operator: the log says why."
        )
        self.why = why
