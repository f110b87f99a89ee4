"""What `/campaign` says: people, channels, and a campaign's beginning, end and name.

Names and mentions come in as they are shown: whoever draws makes them safe first.
"""

from __future__ import annotations

from collections.abc import Sequence

# -- the name -----------------------------------------------------------------------------------------


def bad_name(most: int, length: int) -> str:
    """A name of nothing visible, or too long."""
    return f"A campaign's name has 1 to {most} characters; this one has {length}."


SAME_NAME = "That is its name already; give another one."
NO_GAME = "A campaign plays at least one game; choose one from the list."


def unknown_game(games: Sequence[str]) -> str:
    """A game that is not here."""
    return f"Waypost doesn't know that game; it plays {', '.join(games)}."


# -- channels -----------------------------------------------------------------------------------------


def places_are_one(channel: int) -> str:
    """The game master's channel can't be one that players read."""
    return f"<#{channel}> is a channel that players read; the game master's must be another one."


def is_secret_place(channel: int) -> str:
    """The channels of play can't hold the game master's."""
    return f"<#{channel}> is the game master's channel; players don't read it. `/campaign unbind` frees it."


def is_bound(channel: int) -> str:
    """Nothing to bind."""
    return f"<#{channel}> belongs to this campaign already."


def has_secret_place(channel: int) -> str:
    """A campaign has one game master's channel."""
    return f"Its game master's channel is <#{channel}>; `/campaign unbind` frees that first."


NOT_BOUND = "That channel doesn't belong to this campaign; pick one from the list."
NO_FORUM = "A forum has no place for secrets; name a text channel as the game master's."


def bound(channel: str, *, is_secret: bool, is_forum: bool) -> str:
    """A channel belongs to the campaign now."""
    if is_secret:
        return f"Game master's secrets go to {channel} from now on."
    return f"The campaign is played in {channel} too" + (", in each of its posts." if is_forum else ".")


def unbound(channel: str, *, is_secret: bool, is_last: bool) -> str:
    """A channel belongs to it no more."""
    if is_secret:
        return f"{channel} is no longer the game master's channel; secrets stand in their journal only now."
    line = f"The campaign is no longer played in {channel}."
    last = " It has no channel now: `/campaign bind` gives it one, naming `campaign`."
    return line + (last if is_last else "")


def lacking(channel: str, permissions: Sequence[str]) -> str:
    """What the bot may not do in a channel."""
    return (
        f"Waypost lacks in {channel}: {', '.join(permissions)}; nothing was changed. "
        "Allow that in the channel's settings, under Permissions."
    )


def everyone_reads(channel: str) -> str:
    """A channel for secrets that is open."""
    return (
        f"Everybody can read {channel}, so secrets would leak there; nothing was changed. In its settings, "
        "under Permissions, take View Channel from @everyone and give it to the game masters and to Waypost."
    )


GONE_CHANNEL = "That channel isn't there any more; name another one."


def deleted_channel(channel: int) -> str:
    """A bound channel that is gone from Discord."""
    return f"deleted channel ({channel})"


GM_CHANNEL_NAME = "game-master"
MAKE_GM_CHANNEL = "Make a game master's channel"
OFFER_GM_CHANNEL = (
    "There is no game master's channel yet. Until there is one, secrets stand in the game master's journal "
    "only, and nobody can roll for the game masters' eyes.\n"
    "Name one with `/campaign bind`, `for_game_masters: True`, or have one made that only the game masters "
    "and Waypost can read."
)
CANNOT_MAKE = (
    "Waypost lacks Manage Channels on this server, so it can't make a channel; nothing was changed. "
    "Allow it, or make a private channel and name it with `/campaign bind`, `for_game_masters: True`."
)

# -- a campaign's life --------------------------------------------------------------------------------


def began(game_master: str, name: str) -> str:
    """A campaign begins, in a line."""
    return f"{game_master} began the campaign “{name}” here."


def begins(name: str) -> str:
    """Over the card of a beginning."""
    return f"A campaign begins: {name}"


def leads_and_plays(game_master: str, games: str) -> str:
    """Who leads, and which games."""
    return f"{game_master} is the game master. It plays {games}."


HOW_TO_JOIN = "Players join with `/campaign join`."
HAS_GM_CHANNEL = "Game master's secrets go to a channel of their own, which players can't read."
NO_GM_CHANNEL = "There is no game master's channel: secrets stand in the game master's journal only."


def renamed(before: str, after: str) -> str:
    """A campaign has another name."""
    return f"The campaign “{before}” is called “{after}” now."


def archived(name: str) -> str:
    """A campaign rests."""
    return (
        f"The campaign “{name}” is archived: nothing of it is lost, and its channels are free. "
        "`/campaign restore` brings it back."
    )


def restored(name: str, places: Sequence[str], lost: Sequence[str]) -> str:
    """A campaign is back."""
    where = f" It is played in {' '.join(places)}." if places else " It has no channel: `/campaign bind`."
    taken = f" Another campaign has taken {' '.join(lost)} meanwhile." if lost else ""
    return f"The campaign “{name}” is back, with all that was in it.{where}{taken}"


NOT_ARCHIVED = "This campaign isn't archived; there is nothing to restore."

# -- lists and cards ----------------------------------------------------------------------------------

NO_CAMPAIGN = "No campaign here"
NO_CAMPAIGN_HERE = "This channel has no campaign yet. `/campaign create` starts one here."
HOW_TO_BIND = (
    "`/campaign bind` makes this channel one of another campaign's, naming `channel` and `campaign`."
)
ARCHIVED_MARK = " (archived)"
IS_ARCHIVED = "This campaign is archived: `/campaign restore` brings it back, with all that was in it."
NOBODY_JOINED = "Nobody has joined yet: `/campaign join`."
NOTHING_WAITS = "Nothing waits for anybody."
NO_PLACE = "It has no channel now: `/campaign bind` gives it one, naming `campaign`."
GAME_MASTERS, PLAYERS, WATCHING, INVITED = "Game master", "Players", "Watching", "Invited"
DELETED_ROLE = "a deleted role"


def was_here(name: str) -> str:
    """The archived campaign that was played in a channel."""
    return f"“{name}” was played here and is archived: `/campaign restore` brings it back."


def more(count: int) -> str:
    """What a list leaves out."""
    return f"… and {count} more: `/campaign info` finds one by a part of its name, under `campaign`."


def listed(name: str, places: str) -> str:
    """One campaign in the list, with the channels that the asker sees."""
    return f"• {name}" + (f" in {places}" if places else "")


def plays(games: str, places: str) -> str:
    """Which games, and where."""
    return f"It plays {games} in {places}."


def plays_nowhere(games: str) -> str:
    """Which games, where no channel is left."""
    return f"It plays {games}."


def secrets_go_to(place: str) -> str:
    """Where the game master's channel is; told to game masters only."""
    return f"Game master's secrets go to {place}."


def whose_move(who: str, since: str, label: str) -> str:
    """What has waited longest."""
    return f"**Whose move:** {who}, {since}: {label}"


def waits_too(count: int) -> str:
    """What else waits."""
    return f"{count} more {'thing waits' if count == 1 else 'things wait'}: `/waiting`."


def unknown_campaign(text: str) -> str:
    """A campaign that is not here, or not for the asker's eyes."""
    return f"No such campaign here is called “{text}”; pick one from the list."
