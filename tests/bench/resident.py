"""One client in a process of its own, to be weighed: `python -m tests.bench.resident KIND URL BEGAN REST`.

KIND is `waypost` (as the settings in the environment say) or `bare`, URL that of a recorder, BEGAN the moment
at which the process was started (seconds since the epoch), REST how many seconds it has to settle before it
is weighed. Prints one line of JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path

import aiohttp
import discord
from discord.http import Route

from tests.harness.gateway import announce


async def waypost() -> discord.Client:
    """Ours, as the settings in the environment say."""
    # As `run` does it: the command line comes first.
    from bot.__main__ import _configure as configure

    settings = configure(None)
    from bot import app

    return await app.build(settings)


async def bare() -> discord.Client:
    """The library's, with the same intents and caches."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    return discord.Client(
        intents=discord.Intents(guilds=True),
        allowed_mentions=discord.AllowedMentions.none(),
        max_messages=None,
        member_cache_flags=discord.MemberCacheFlags.none(),
        chunk_guilds_at_startup=False,
    )


def resident_mib() -> float:
    """How much memory this process holds, in MiB."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:"))


async def live(kind: str, url: str, began: float, rest: float) -> None:
    """Become ready, settle, and say what that took."""
    Route.BASE = f"{url}/api/v10"
    client = await (waypost() if kind == "waypost" else bare())
    async with client:
        await client.login("harness")
        async with aiohttp.ClientSession() as session, session.get(f"{url}/_gateway") as reply:
            gateway = await reply.json()
        await announce(client, gateway["ready"], gateway["guilds"])
        seconds = time.time() - began
        await asyncio.sleep(rest)
        print(json.dumps({"seconds": seconds, "mib": resident_mib()}), flush=True)


if __name__ == "__main__":
    asyncio.run(live(sys.argv[1], sys.argv[2], float(sys.argv[3]), float(sys.argv[4])))
