"""What is said of a campaign's people: joining, inviting, leading, and handing over.

Names and mentions come in as they are shown: whoever draws makes them safe first.
"""

from __future__ import annotations

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
