"""The same bot in a simulated Discord, in the browser: no token, no account, nothing leaves the machine."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from bot.errors import UserError

if TYPE_CHECKING:
    from bot.config import Config


def say(text: str) -> None:
    """Print at once, even into a pipe: whoever waits for the address must not wait for a full buffer."""
    print(text, flush=True)


async def play(config: Config, *, port: int, announce: Callable[[str], None] = say) -> None:
    """Run the sandbox until Ctrl+C or SIGTERM, and say where to find it.

    Raises UserError where its extra isn't installed, OSError where `port` and the next ones are all taken.
    """
    # SimCord tries out a client of its own when it is imported, and discord.py warns of what that lacks.
    logging.disable(logging.WARNING)
    try:
        from bot.sandbox.wiring import play as play_here
    except ModuleNotFoundError as missing:
        if (missing.name or "bot").partition(".")[0] == "bot":
            raise
        raise UserError(
            f"The sandbox is an extra, and {missing.name} of it isn't installed. "
            'In Waypost\'s folder, run: pip install ".[sandbox]"'
        ) from None
    finally:
        logging.disable(logging.NOTSET)

    await play_here(config, port=port, announce=announce)
