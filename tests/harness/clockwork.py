"""A simulated Discord whose time moves by itself and never waits for the wall clock.

SimCord fires the bot's short timers (the pause before deliveries, an answer that takes too long) in
real time while it settles: a second of waiting in every test, and on a busy machine in another order
each time. Here they fire when everything else is at rest, and the simulated clock moves to them at
once. The same inputs meet the same times, get the same ids, and so roll the same dice.
"""

from __future__ import annotations

from typing import Any

from simcord import Env
from simcord._settlement import _active_callbacks, _wakes_recognized_wait

# How far settling looks ahead, in simulated seconds: as far as SimCord itself would wait.
AHEAD = 5.0
# Real seconds. Only a bot that hangs is ever waited for so long; a slow machine may take its time.
PATIENCE, GLANCE = 60.0, 0.005


class Clockwork(Env):
    """An environment whose timers go by its own clock alone."""

    def __init__(self, bot: Any, **options: Any) -> None:
        super().__init__(bot, settle_timeout=PATIENCE, **options)

    def _schedule_timer(self, *_: Any) -> None:
        """Leave the timer to the simulated clock: nothing is scheduled in real time."""

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109
        idle: float = GLANCE,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        """Settle, and move on to each timer that is near; callers' own patience is not taken over."""
        assert self._loop is not None
        deadline = _deadline or self._loop.time() + PATIENCE
        await super()._settle_internal(idle=GLANCE, dispatch=dispatch, _deadline=deadline)
        limit = self._virtual_time + AHEAD
        while not self._advancing and (when := self._next_timer()) is not None and when <= limit:
            await self._advance_to(when, deadline)

    def _next_timer(self) -> float | None:
        """When the next timer fires that a test does not have to bring about itself."""
        state = self._settlement_state()
        near = [record for record in _active_callbacks(state) if not _wakes_recognized_wait(state, record)]
        return min((record.when for record in near if record.when is not None), default=None)
