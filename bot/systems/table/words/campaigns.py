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


# -- people -------------------------------------------------------------------------------------------

STANDINGS = {"game_master": "a game master", "player": "a player", "spectator": "a spectator"}


def already(standing: str) -> str:
    """The actor joins as what they are."""
    return f"You are already {STANDINGS[standing]} of this campaign."


def is_already(member: int, standing: str) -> str:
    """Somebody else is that already."""
    return f"<@{member}> is {STANDINGS[standing]} of this campaign already."


def is_invited(member: int) -> str:
    """An invitation still waits for an answer."""
    return f"<@{member}> has been invited and has not answered yet; `/campaign remove` takes that back."


def not_for_you(member: int) -> str:
    """Somebody else pressed an invitation's button."""
    return f"That invitation is for <@{member}>; nothing was changed. `/campaign join` is open to you."


def not_in(member: int) -> str:
    """Somebody who has no part in the campaign."""
    return f"<@{member}> has no part in this campaign; `/campaign players` lists who has."


def game_master_stays(member: int) -> str:
    """A game master is no player to remove."""
    return f"<@{member}> is a game master; `/campaign gm remove` comes first."


NOT_IN = "You have no part in this campaign, so there is nothing to leave."
BY_ROLE = "You are a game master by a role; `/campaign gm remove` takes that role out."
LAST_GAME_MASTER = (
    "A campaign needs somebody to lead it, and nobody would be left; nothing was changed. "
    "Make another person its game master first, with `/campaign gm add`."
)
ONE_OF_THEM = "Name one person or one role."
EVERYONE_LEADS = "With @everyone every member would read the game master's secrets; name a role of its own."
A_BOT = "Bots don't play; name a person."
NOT_HERE = "That person isn't a member of this server; an invitation would reach nobody."


def cannot_read(member: int, channel: str) -> str:
    """The person asked could not see the invitation."""
    return f"<@{member}> can't read {channel}; invite them in a channel that they can read."


def role_is_game_master(role: int) -> str:
    """That role leads already."""
    return f"<@&{role}> makes game masters of this campaign already."


def no_game_master(who: str) -> str:
    """Somebody who doesn't lead."""
    return f"{who} is no game master of this campaign by themselves; `/campaign players` lists who leads."


def joined(member: str, standing: str) -> str:
    """Somebody is in now."""
    return f"{member} joins as {STANDINGS[standing]}."


def left(member: str, was: str) -> str:
    """Somebody is out, by their own will."""
    return f"{member}, until now {STANDINGS[was]}, leaves. What is theirs stays in the books."


def removed(member: str, was: str | None) -> str:
    """Somebody is out, by a game master's hand."""
    if was is None:
        return f"The invitation of {member} is taken back."
    return f"{member} is no longer {STANDINGS[was]}. What is theirs stays in the books."


def invited(member: str, by: str) -> str:
    """Somebody is asked."""
    return f"{by} invites {member} to play."


def declined(member: str) -> str:
    """Somebody says no."""
    return f"{member} says no, thanks."


def leads(who: str) -> str:
    """A person or role leads now."""
    return f"{who} is game master now."


def leads_no_more(who: str, *, is_role: bool) -> str:
    """A person or role leads no more."""
    return f"{who} is no longer game master" + ("." if is_role else ", and plays on as a player.")


INVITATION_STEP = "Answer the invitation"
JOIN, NO_THANKS = "Join", "No thanks"
INVITATION_HINT = "Only the person invited can press these; they work for as long as the invitation stands."
ALSO_WATCH = "To watch without playing: `/campaign join watching: True`."


def invitation_title(campaign: str) -> str:
    """Over the card that asks."""
    return f"An invitation to {campaign}"


def left_waiting(member: str) -> str:
    """What a game master is told after removing somebody for whom something waits."""
    return (
        f"This still waits for {member}; `/campaign handover` gives the hero, or whatever it belongs to, "
        "to somebody else:"
    )


# -- handing over -------------------------------------------------------------------------------------


def handed_over(record: str, before: str, after: str) -> str:
    """A record has another player."""
    return f"**{record}** goes from {before} to {after}."


def handed_along(count: int) -> str:
    """What moved with it."""
    if count == 1:
        return "With it goes what belongs to it."
    return f"With it go {count} things that belong to it."


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
