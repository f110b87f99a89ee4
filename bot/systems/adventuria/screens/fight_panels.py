"""The buttons of a fight's card: its steps, which tell what came of them if pressed again; the narrator's."""

from __future__ import annotations

from typing import cast

from bot.desk import Desk, actor_of, in_time, request_of, step_of
from bot.engine.people import Permit
from bot.engine.system import Ask, RecordId, Scope
from bot.errors import RuleViolation, Stale
from bot.handlers import Register
from bot.play import Entry, Filter, Pressed, Shown
from bot.systems.adventuria.rules.adventurer import FIGHT
from bot.systems.adventuria.rules.fight import CombatFought, CombatRolled, Fight, StopFight
from bot.systems.adventuria.screens.fight_cards import PANEL, PRESS
from bot.systems.adventuria.words import fight_cards as words
from bot.ui.card import Button, Card
from bot.ui.form import answers, form
from bot.ui.reply import Reply

STOP = "adv_stop"
REASON_LENGTH = 200
# As many pages of a fight's journal as are searched for what a button came to.
MOST_PAGES = 5
REGISTER: Register = {
    f"button {PRESS}": Permit.OWNER_OR_GAME_MASTER,
    f"button {PANEL}": Permit.GAME_MASTERS,
    f"button {STOP}": Permit.GAME_MASTERS,
    f"form {STOP}": Permit.GAME_MASTERS,
}


def answer(desk: Desk) -> None:
    """Answer for the buttons and the form."""
    panels = FightPanels(desk)
    desk.add_button(PRESS, panels.press)
    desk.add_button(PANEL, panels.open)
    desk.add_button(STOP, panels.ask, can_defer=False)
    desk.add_form(STOP, panels.stop)


class FightPanels:
    """What a press comes to."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def press(self, reply: Reply, args: tuple[str, ...]) -> None:
        """Carry out a choice of a fight's step; where the step is done, say what came of it."""
        pressed, interaction = step_of(args), reply.interaction
        acting = self._desk.play.press(actor_of(interaction), request_of(interaction), pressed)
        try:
            await self._desk.show(reply, acting)
        except Stale as stale:
            raise Stale(await self._came_of(reply, pressed) or str(stale)) from stale

    async def open(self, reply: Reply, args: tuple[str, ...]) -> None:
        """Show what a narrator may do about a fight, privately."""
        shown = await self._fight(reply, args)
        stop = Button(words.STOP, STOP, (shown.id,))
        await reply.private(Card(words.PANEL, words.PANEL_LINES, buttons=(stop,)))

    async def ask(self, reply: Reply, args: tuple[str, ...]) -> None:
        """Ask why it is to be stopped."""
        shown = await in_time(self._fight(reply, args))
        why = Ask("reason", words.WHY, REASON_LENGTH, hint=words.WHY_HINT)
        await reply.modal(form(f"{STOP}|{shown.id}", words.STOP_TITLE, (why,)))

    async def stop(self, reply: Reply, args: tuple[str, ...]) -> None:
        """Stop it."""
        shown = await self._fight(reply, args)
        reason = answers(reply.interaction.data).get("reason", "")
        await self._desk.carry_out(reply, StopFight(shown.id, reason))

    async def _fight(self, reply: Reply, args: tuple[str, ...]) -> Shown:
        """The fight, still under way. Raises Stale where there is none, RuleViolation where it is over."""
        if len(args) != 1:
            raise Stale(words.DAMAGED)
        record = RecordId(args[0])
        seen = await self._desk.look(reply.interaction, Scope(ids=(record,)))
        shown = seen.records.get(record)
        if shown is None or shown.kind != FIGHT:
            raise Stale(words.GONE)
        fight = cast(Fight, shown.state)
        if fight.end is not None:
            raise RuleViolation(words.over(fight.end))
        return shown

    async def _came_of(self, reply: Reply, pressed: Pressed) -> str | None:
        """What the first entry after that step's beginning told; the dice are the same for good."""
        entry = await self._first_after(reply, pressed)
        if entry is None:
            return None
        rolled = entry.event(CombatFought) or entry.event(CombatRolled)
        told = words.already_rolled if rolled is not None else words.already
        return told(self._desk.gallery.line(entry))

    async def _first_after(self, reply: Reply, pressed: Pressed) -> Entry | None:
        before, found = None, None
        who, where = actor_of(reply.interaction), request_of(reply.interaction)
        for _ in range(MOST_PAGES):
            wanted = Filter(record=pressed.record)
            page = await self._desk.play.journal(who, where, before=before, wanted=wanted)
            later = [each for each, _ in page.entries if each.number > pressed.revision]
            found = next((each for each in reversed(later) if each.undone_by is None), found)
            before = page.older
            if before is None or len(later) < len(page.entries):
                break
        return found
