"""A campaign of Sovereign played past Discord: Marisol leads, Deacon plays Mira, Wren plays Bo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.engine.catalogue import Catalogue
from bot.engine.event import sentence
from bot.engine.people import Actor
from bot.engine.proposals import PROPOSAL, Proposal
from bot.engine.system import Choice, Kind, RecordId, Scope, Want
from bot.play import Outcome, Play, Pressed, RecordView, Request, foretold
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.systems.sovereign import SYSTEM
from bot.systems.sovereign.people.files import ImportCharacter, file_of
from bot.systems.sovereign.people.rules import CHARACTER
from bot.systems.sovereign.state import Character
from bot.systems.table import SYSTEM as TABLE
from bot.systems.table.campaigns.people import JoinCampaign
from bot.systems.table.campaigns.rules import CreateCampaign
from bot.systems.table.settings.rules import ChangeSetting
from tests.loaded import loaded
from tests.systems.sovereign.scenes import DEACON, MARISOL, WREN, bo, mira

SERVER, HERE, SECRET = 1, 7, 9


class Barrows:
    """The campaign, its people and what they press."""

    def __init__(self, address: Address) -> None:
        self.play = Play(open_database(address), Catalogue([TABLE, SYSTEM]))
        self._interactions = 5_000_000_000
        self.mira = self.bo = RecordId("")

    async def begin(self) -> None:
        """Mira and Bo come out of files."""
        founder = Actor(MARISOL, manages_server=True)
        await self.play.act(founder, self.request(), CreateCampaign("Barrows", (SYSTEM.name,), SECRET))
        for player in (DEACON, WREN):
            await self.act(player, JoinCampaign())
        self.mira, self.bo = [await self.bring(DEACON, mira()), await self.bring(WREN, bo())]

    async def bring(self, player: int, state: Character) -> RecordId:
        """Somebody of that player's."""
        brought = await self.act(player, ImportCharacter(player, file_of(state)))
        assert brought.public.subject is not None
        return brought.public.subject.id

    def request(self) -> Request:
        """The next interaction, of another millisecond."""
        self._interactions += 1 << 22
        return Request(self._interactions, SERVER, HERE)

    async def act(self, by: int, action: Any, *dice: int) -> Outcome:
        """Carry out an action with those dice."""
        with loaded(*dice):
            return await self.play.act(Actor(by), self.request(), action)

    async def decide(self, key: str, value: str, before: str) -> None:
        """The campaign's choice in a setting."""
        await self.act(MARISOL, ChangeSetting(key, value, before))

    async def seen(self, kind: Kind[Any], by: int = MARISOL) -> list[RecordView]:
        """Every record of a kind as somebody sees it."""
        found = await self.play.look(Actor(by), self.request(), Scope(wants=(Want(kind.name),)))
        return list(found.all(kind.name))

    async def who(self, character: RecordId, by: int = MARISOL) -> Character:
        """A character as somebody sees them."""
        found = {each.id: each.state for each in await self.seen(CHARACTER, by)}
        state: Character = found[character]
        return state

    async def proposal(self, by: int = MARISOL) -> tuple[Proposal, list[str]]:
        """The only proposal that waits, and what its card tells that person."""
        (view,) = await self.seen(PROPOSAL, by)
        told = [str(sentence(each)) for each in foretold(self.play.context.catalogue, view.state.terms)]
        return view.state, told

    async def press(
        self,
        by: int,
        choice: str,
        *dice: int,
        kind: Kind[Any] = PROPOSAL,
        typed: Mapping[str, str] | None = None,
    ) -> Outcome:
        """Press a choice of the only record of that kind that waits."""
        (view,) = await self.seen(kind)
        step = next(each for each in view.steps if choice in [one.key for one in each.choices])
        return await self.push(by, Pressed(view.id, step.name, step.revision, choice), *dice, typed=typed)

    async def push(
        self, by: int, pressed: Pressed, *dice: int, typed: Mapping[str, str] | None = None
    ) -> Outcome:
        """Press what somebody saw earlier."""
        with loaded(*dice):
            taken = await self.play.press(Actor(by), self.request(), pressed, typed or {})
        return taken.outcomes[0]


def labels(view: RecordView) -> list[str]:
    """What the buttons of its first step say."""
    choices: tuple[Choice, ...] = view.steps[0].choices
    return [each.label for each in choices]


def told(outcome: Outcome) -> list[str]:
    """What everybody reads of it."""
    return [str(sentence(each, outcome.public.entry.actor)) for each in outcome.public.entry.events]
