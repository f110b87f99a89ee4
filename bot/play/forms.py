"""Refused forms: what was typed is kept with the form, so that it can be opened again and corrected.

Kept where offers are, as plans are, for as long; the button works after restarts and days too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

import sqlalchemy as sa

from bot.engine.record import FormField
from bot.engine.text import refused
from bot.errors import NotAllowed, Stale
from bot.play.session import id_text
from bot.storage import codec, offers
from bot.storage.offers import OfferRow

# Begins the id of a form, so that none is taken for an offer.
FORM = "form-"


@dataclass(frozen=True, slots=True)
class Form:
    """A form as somebody sees it: its custom_id, its title, and what it asks with what stands there.

    One that asks for what a command lacked has its path, and what was given of it already.
    """

    id: str
    title: str
    asks: tuple[FormField, ...]
    path: str = ""
    given: dict[str, str] = field(default_factory=dict)


def keep_form(connection: sa.Connection, user: int, interaction: int, form: Form, now: datetime) -> str:
    """Keep a form that an interaction had refused, for its person; the id it is found by."""
    id_ = FORM + id_text(interaction)
    row = OfferRow(id_, "", user, codec.dump(form), codec.text({}), "", entries=0, at=now)
    # The same interaction, delivered again, keeps the same.
    offers.put(connection, row)
    return id_


def kept_form(connection: sa.Connection, user: int, id_: str) -> Form:
    """That form. Raises Stale where it is no longer kept, NotAllowed where another one typed it."""
    row = offers.by_id(connection, id_) if id_.startswith(FORM) else None
    if row is None:
        raise refused(
            "form.gone",
            "That form is gone after 60 days. Start over.",
            Stale,
        )
    if row.user_id != user:
        raise refused(
            "form.not_yours",
            "Only the person who filled in that form can correct it.",
            NotAllowed,
        )
    try:
        return codec.load_whole(Form, row.actions)
    except ValueError:
        raise refused(
            "form.earlier_version",
            "That form is from an older version of Waypost. Start over.",
            Stale,
        ) from None
