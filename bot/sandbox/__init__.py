"""The same bot in a simulated Discord, in the browser: no token, no account, nothing leaves the machine."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.config import Config


def say(text: str) -> None:
    """Print at once, even into a pipe: whoever waits for the address must not wait for a full buffer."""
    print(text, flush=True)


async def play(config: Config, *, port: int, announce: Callable[[str], None] = say) -> None:
    """Run the sandbox until Ctrl+C or SIGTERM, and say where to find it.

    Raises OSError where neither `port` nor one of the next is free.
    """
    # SimCord tries out a client of its own when it is imported, and discord.py warns of what that lacks.
    logging.disable(logging.WARNING)
    try:
        from bot.sandbox.wiring import play as play_here
    finally:
        logging.disable(logging.NOTSET)

    await play_here(config, port=port, announce=announce)
