"""What is said of offers, and to somebody who may not."""

from __future__ import annotations


def only(who: str) -> str:
    """Somebody who may not."""
    return f"Only {who} can do that; nothing was changed."


# -- offers ---------------------------------------------------------------------------------------

OFFER_GONE = (
    "That preview is no longer kept: it is older than 60 days, or from a time that a restored backup doesn't "
    "hold. Nothing was changed; use the command again."
)
NOT_YOUR_OFFER = "That preview was made for somebody else; nothing was changed. Use the command yourself."
EARLIER_VERSION = (
    "That was shown by an earlier version of Waypost, and no longer says exactly what to do. Nothing was "
    "changed; use the command again."
)
COMES_OTHERWISE = "It would come out differently now, so nothing was done yet. This is how it stands:"
TOO_OLD = "That preview is older than 60 days, so nothing was done yet. This is how it stands:"
AFTER_PLAN = "That goes only after what is on your plan, so it is shown with it:"
HUNG_ON_DICE = "The rest was not done yet, for it hung on what came of this. It stands like this:"


def deeds(first: str, more: int) -> str:
    """The button of several."""
    return f"{first} and {more} more"


def offer_taken(entry: int) -> str:
    """It was carried out before."""
    return f"That was done as #{entry} already; once is enough, and nothing was changed."
