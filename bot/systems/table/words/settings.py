"""The words of settings: the table's own, and what is said when any is looked at or changed."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.settings import Option, Setting

# Title, rule in a sentence, and each choice with its meaning.
Words = tuple[str, str, tuple[Option, ...]]

ROLLS: Words = (
    "Secrecy of plain rolls",
    "Who sees a plain roll when the roller doesn't say.",
    (
        Option("public", "Everyone", "The dice and the total stand in the channel."),
        Option("gm", "Game masters and the roller", "The channel reads only that there was a roll."),
        Option("me", "Only the roller", "Not even the game masters see it."),
        Option(
            "hidden",
            "Announced, but hidden",
            "The channel reads that there was a roll; only the game masters see the dice.",
        ),
    ),
)

UNDO: Words = (
    "Undo by players",
    "Whether a player may take back their own latest entry, where nothing hangs on it.",
    (
        Option("players", "Yes", "Unless dice fell, a secret was shown, or somebody has acted on it since."),
        Option("game_masters", "Only game masters", "A player asks a game master to take something back."),
    ),
)

EDITS: Words = (
    "Changes to a sheet",
    "When a player's change to the sheet of their own hero takes effect.",
    (
        Option("at_once", "At once", "The channel reads what changed; a game master can undo it."),
        Option("approval", "After approval", "It waits until a game master approves or declines it."),
    ),
)

PINGS: Words = (
    "Mentions",
    "Whether a card that asks somebody to act mentions that person, so that Discord notifies them.",
    (
        Option("asked", "Who is asked", "One mention of that person when the card is posted, never more."),
        Option("nobody", "Nobody", "Cards name people without notifying them; the waiting list still tells."),
    ),
)

POSTS: Words = (
    "Public messages",
    "How Waypost's messages in this campaign's channels are written.",
    (
        Option("cards", "Cards", "Framed and coloured, with pictures where there are some."),
        Option(
            "text", "Plain text", "Without frames and pictures: for screen readers, or embeds switched off."
        ),
    ),
)


# -- refused ------------------------------------------------------------------------------------


def unknown(settings: Iterable[Setting]) -> str:
    """No setting of this campaign bears that key."""
    titles = ", ".join(setting.title for setting in settings)
    return f"This campaign has no such setting; nothing was changed. It decides about: {titles}."


def is_so_already(title: str, label: str) -> str:
    """The choice that is in force was chosen again."""
    return f"“{title}” is “{label}” already; nothing was changed."


def has_changed(title: str, shown: str, now: str) -> str:
    """Somebody else was quicker."""
    return (
        f"“{title}” was “{shown}” when you opened it and is “{now}” now; nothing was changed. "
        "Press Back and open it again to choose."
    )


FOUNDERS_ARE_THE_SERVERS = "Who may begin campaigns is a setting of the server, not of one campaign."
NOBODY_NAMED_ALREADY = "Only members with Manage Server may begin campaigns already; nothing was changed."
NAMED_ALREADY = "Members with that role may begin campaigns already; nothing was changed."
FOUNDERS_CHANGED = (
    "Somebody has named another role since this card was made; nothing was changed. "
    "`/server settings` shows it."
)

# -- told ---------------------------------------------------------------------------------------


def told_change(title: str, before: str, after: str, meaning: str) -> str:
    """A setting changed; the texts are ready to be shown."""
    return f"Setting changed. {title}: {before} → {after}. {meaning}"


def told_founders(actor: str, before: str, after: str) -> str:
    """Who may begin campaigns was decided; the texts are ready to be shown."""
    return f"{actor} decides who may begin campaigns: {before} → {after}."


def by(actor: str) -> str:
    """Whose decision it was."""
    return f"Decided by {actor}."


UNDO_BUTTON = "Undo"
CHANGED_TITLE = "A setting changed"
FOUNDERS_TITLE = "Who may begin campaigns"
ONLY_ADMINS = "members with Manage Server only"


def admins_and(role: str) -> str:
    """Whom a named role adds."""
    return f"members with Manage Server, and {role}"


EVERYBODY = "everybody on this server"

# -- the panel ----------------------------------------------------------------------------------

WHICH_GAME = "Which game"
WHICH_SETTING = "Which setting"
BACK = "Back"
IN_FORCE = "in force"
LOOK_ONLY = "Only a game master of this campaign can change it."
CHOOSE_ONE = "Choose a setting to read what it decides."
DAMAGED = "That list is damaged; nothing was changed. Call `/campaign settings` again."
NOT_A_SETTING = "That is no setting of this campaign any more; nothing was changed."


def panel_title(campaign: str) -> str:
    """The panel's head."""
    return f"Settings of {campaign}"


def decide(title: str) -> str:
    """The hint of the list that decides."""
    return f"Decide: {title}"


# -- the server's card --------------------------------------------------------------------------

HOW_TO_NAME = "`/server settings founders:` names a role whose members may begin campaigns as well."
ADMINS_ONLY_BUTTON = "Manage Server only"
ROLE_IS_GONE = (
    "The role that was named for it has been deleted, so only members with Manage Server may begin campaigns."
)


def who_may_begin(who: str) -> str:
    """What holds on this server."""
    return f"Campaigns are begun by {who}."
