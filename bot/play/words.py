"""What the house says whatever game is played: who may, what waits no more, undo and its limits.

Who may do what stands with the table of roles, in `bot/engine/people.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

# -- where ----------------------------------------------------------------------------------------

NO_CAMPAIGN = (
    "This channel has no campaign yet. `/campaign create` starts one here; "
    "`/campaign info` lists the ones this server has."
)
SERVER_NAME = "This server"
ARCHIVED_CAMPAIGN = "This campaign is archived; `/campaign restore` brings it back, with all that was in it."
NO_RECORD = "No such record is here; pick one from the list."


def not_played(game: str) -> str:
    """A game this campaign doesn't play."""
    return f"This campaign doesn't play {game}; it was not among its games when it began."


def taken_channel(channel: int) -> str:
    """A channel of another campaign's."""
    return f"<#{channel}> already belongs to another campaign; a channel holds one at a time."


# -- who ------------------------------------------------------------------------------------------

NOT_PLAYING = "You don't play in this campaign now; `/campaign join` makes you a player again."


def only(who: str) -> str:
    """Somebody who may not."""
    return f"Only {who} can do that; nothing was changed."


# -- steps that wait ------------------------------------------------------------------------------

GONE = "That belongs to something that is no longer here; nothing was changed."
SETTLED = "That has been settled already; nothing was changed. The newest message about it says how."
CHANGED = "That has changed since this button was made; nothing was done. Use the newest message."
NO_CHOICE = "That choice is no longer open; nothing was changed."

NOTHING_MOVED = "That has been settled already; nothing was moved. `/waiting` lists what still waits."
NOBODY_NUDGED = "That has been settled already; nobody was nudged. `/waiting` lists what still waits."
NOTHING_WAITS = "That is no longer here; `/waiting` lists what still waits."
BEING_POSTED = "Its card is just being posted; look at the end of the channel."
NO_PLAYER_TO_NUDGE = "That waits for the game masters themselves; there is no player to nudge."
NUDGE_TELLS = "The players don't know of that yet, so a nudge would give it away."


def nudged_already(again: int) -> str:
    """A second nudge on the same day; `again` is the Unix time of the next."""
    return f"They were nudged about this within a day; the next nudge can go out <t:{again}:R>."


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


# -- undo -----------------------------------------------------------------------------------------

# The name of what changes when a record is taken out of play or brought back.
IN_PLAY = "in play"


def among(these: str | None, those: str | None) -> str:
    """A list that has these, and not yet or no longer those."""
    return ", ".join([f"with {these}"] * bool(these) + [f"without {those}"] * bool(those))


NOTHING_TO_REDO = "There is nothing to redo."
NOTHING_TO_UNDO = "There is nothing of yours to undo here."
FIRST_ENTRY = "it is where everything else began"
KNOWN_NOW = "what it showed is known now"
PUBLISHED = "what it published is known now"

LEFT_TO_THEM = "this campaign leaves undoing to them"
NOT_OWN_LATEST = "players may undo only the latest thing they did themselves"
WITH_DICE = "dice were rolled in it"
SHOWED_SOMETHING_HIDDEN = "it showed a secret"
NEW_LEADERS = "it changed who runs the campaign"
ACTED_SINCE = "somebody has acted since on what it touched"


def only_now(who: str) -> str:
    """What a player did as something they are no longer."""
    return f"only {who} may do that now"


def for_game_master(number: int, why: str) -> str:
    """An entry that no player may take back."""
    return f"Entry #{number} is for the game master to undo: {why}."


def came_since(newest: int) -> str:
    """The preview is out of date."""
    return f"Entry #{newest} has come since this preview; nothing was undone. `/undo` shows it anew."


def no_entry(number: int, newest: int) -> str:
    """A number nobody has used."""
    return f"There is no entry #{number}; `/journal` lists them, the newest is #{newest}."


def no_undo(number: int) -> str:
    """Redo of what was no undo."""
    return f"Entry #{number} is not an undo, so there is nothing to redo in it."


def too_many(most: int, number: int) -> str:
    """Too much followed from an entry."""
    return f"More than {most} entries followed from #{number}; go back to a later one."


def touched_since(later: int, number: int) -> str:
    """A redo that would lose what came after it."""
    return f"Entry #{later} has touched the same since; #{number} can't be redone."


def would_have_no_leader(campaign: str) -> str:
    """The campaign would be left to nobody."""
    return (
        f"“{campaign}” would have no game master then; nothing was undone. "
        "Make somebody its game master first."
    )


def would_be_read(channel: int) -> str:
    """The game master's channel would be open to players."""
    return (
        f"<#{channel}> would be the game master's channel and one that players "
        "read; nothing was undone. Take it out of the campaign's channels first."
    )


def undone_already(number: int, by: int) -> str:
    """An entry that is gone."""
    return f"Entry #{number} was already undone by #{by}; `/redo` brings it back."


def brought_back(number: int, undo: int) -> str:
    """An entry that is a redo."""
    return f"Entry #{number} brought back what #{undo} had undone; undo that instead."


def cannot_undo(number: int, why: str) -> str:
    """An entry that stays."""
    return f"Entry #{number} can't be undone: {why}."


def changed_nothing(number: int) -> str:
    """An entry there is nothing of."""
    return f"Entry #{number} changed nothing, so there is nothing to undo."


# -- handing over ---------------------------------------------------------------------------------

SEVERAL_CALLED_SO = "Several things are called so; pick one from the list."
NOTHING_CALLED_SO = "Nothing that can be handed over is called so here; pick one from the list."
GOES_ALONG = "That belongs to something else of the same player and goes along with it; hand that over."


def theirs_already(person: int) -> str:
    """Handed to who has it."""
    return f"It is <@{person}>'s already; name somebody else."


def plays_not(person: int) -> str:
    """Handed to somebody who has no seat."""
    return f"<@{person}> doesn't play in this campaign; `/campaign invite` asks them to."


# -- chapters of dice -----------------------------------------------------------------------------

# Where a seal should stand, in the report of a check.
NEVER_PUBLISHED = "never published"
AS_IT_STANDS = "nothing was revealed. `/dice reveal` shows how it stands now."
NO_CHAPTER_ENDED = (
    "Secret dice are revealed for a chapter that has ended, and none has; `/dice reveal` ends one."
)


def chapter_runs(chapter: int) -> str:
    """Its dice are asked for too early."""
    return (
        f"Chapter {chapter} is still running: its dice can be checked once a game master ends it "
        "with `/dice reveal`; until then its seed must stay unknown."
    )


def no_chapter(chapter: int, running: int) -> str:
    """A chapter that is to come."""
    return f"There is no chapter {chapter} here; the running one is {running}."


def ended_meanwhile(chapter: int) -> str:
    """Somebody else ended it since the question."""
    return f"Chapter {chapter} has ended since this was shown; {AS_IT_STANDS}"


def rolled_meanwhile(chapter: int, shown: int, now: int) -> str:
    """More was rolled since the question."""
    return f"Chapter {chapter} was at draw {shown} when this was shown and is at {now} now; {AS_IT_STANDS}"


def has_ended(chapter: int) -> str:
    """It can't be ended twice."""
    return f"Chapter {chapter} has ended and its open seed is published; `/dice verify` checks it."


def nothing_rolled(chapter: int) -> str:
    """An empty chapter."""
    return f"Nothing was rolled in chapter {chapter} yet, so there is nothing to reveal."


def secret_is_out(chapter: int) -> str:
    """Its secret seed is published."""
    return f"The secret seed of chapter {chapter} is published already."


def no_secret_dice(chapter: int) -> str:
    """A chapter without secret dice."""
    return f"No secret dice were rolled in chapter {chapter}; there is nothing to reveal."


def secret_is_kept(chapter: int) -> str:
    """Secret dice are to be checked before their seed is published."""
    return (
        f"The secret seed of chapter {chapter} is not published; a game master can do that with "
        f"`/dice reveal chapter:{chapter} secret:True`."
    )


def no_such_draw(chapter: int, drawn: int) -> str:
    """A draw that the chapter doesn't have."""
    return f"Chapter {chapter} has {drawn} draws; name one of them."


def not_a_number(label: str, text: str) -> str:
    """A field of a form that wants a number."""
    return f"{label}: a whole number is wanted, such as 4, not “{text}”. Nothing was changed."


def not_an_option(label: str, names: Sequence[str]) -> str:
    """A field of a form that wants one of a few."""
    return f"{label} can be: {', '.join(names)}. Nothing was changed."
