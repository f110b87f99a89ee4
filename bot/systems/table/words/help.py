"""What `/help` says beside the commands' own descriptions: what to do first, by standing."""

from __future__ import annotations

TITLE = "Waypost: help"
NOTHING_HERE = "Nothing on this page is yours to use."
HINT = "Another page"
START = "Start here"

NO_CAMPAIGN = (
    "This channel has no campaign. Dice work anywhere: `/roll 2d6+3`, `/odds 4d6kh3`.",
    "Whoever may begin campaigns on this server: `/campaign create`, in the channel where you play.",
    "A campaign plays in another channel? `/campaign info` lists those you can see.",
)
OUTSIDER = (
    "**1.** `/campaign join` makes you a player, or `/campaign join watching: True` somebody who watches.",
    "**2.** `/campaign info` says who leads, what is played and whose move it is.",
    "**3.** Dice are open to you already: `/roll 2d6+3`.",
)
PLAYER = (
    "**1.** Your sheet: the game's own commands, on the page of that game below.",
    "**2.** What waits for you: `/waiting mine: True`. A card that asks you mentions you, once, "
    "and its buttons work for days.",
    "**3.** Dice: `/roll 2d6+3 leap`. What you roll often: `/dice save`.",
    "**4.** A slip? `/undo` shows what taking your latest entry back would change, before it does.",
)
SPECTATOR = (
    "You watch: nothing waits for you. `/journal` tells what happened, `/waiting` whose move it is.",
    "`/campaign join` makes you a player.",
)
GAME_MASTER = (
    "**1.** Somewhere to keep secrets: `/campaign bind` with a channel that only game masters can read, "
    "and `for_game_masters: True`.",
    "**2.** Players: `/campaign invite`, or tell them `/campaign join`.",
    "**3.** A card to pin: `/home` gives everybody their sheet, what waits, dice and help.",
    "**4.** House rules: `/campaign settings`.",
    "**5.** Each day: `/waiting` says whose move it is, brings a buried card up, and nudges.",
    "**6.** A slip of anybody's: `/undo`, with a preview; `/journal` shows you the secrets too.",
)
ADMIN = (
    "**You manage this server:** `/server settings` says who may begin campaigns, and `/campaign gm add` "
    "helps one whose game master is gone. That opens no secret of a campaign.",
)
ANYWHERE = "Everywhere"
PAGES = "The list below has a page for each group of commands: those you may use, and what they do."


def not_a_page(text: str, pages: str) -> str:
    """A topic that is none."""
    return f"There is no help about “{text}”; there is: {pages}."
