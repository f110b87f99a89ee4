"""Evenings of The Second Kingdom, and of a campaign that changes: actions, undos and redos at random."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from bot.systems.second_kingdom.challenges import requests
from bot.systems.second_kingdom.challenges import rules as challenges_rules
from bot.systems.second_kingdom.challenges import state as challenges_state
from bot.systems.second_kingdom.heroes import people, sheet
from bot.systems.second_kingdom.state import Virtue
from bot.systems.table.campaigns.people import JoinCampaign
from bot.systems.table.campaigns.rules import CreateCampaign
from tests.play.charter import Amend
from tests.proofs.machine import Machine

# Who comes and goes; the first is the game master, and the second plays the heroes.
PEOPLE = st.integers(3, 5)


class Evening(Machine):
    """Heroes and their challenges; people who come, leave and lead."""

    belongs_to = "hero"

    @initialize()
    def begin(self) -> None:
        self.act(1, CreateCampaign("Ashes", ("second_kingdom", "lantern", "charter")))
        (self.root,) = self.of_kind("campaign")
        self.act(2, JoinCampaign())
        self.act(2, people.CreateHero("Evander", 2, 6, 5, 4, 3))

    @rule(name=st.sampled_from("ABC"), user=st.sampled_from([1, 2, 3]))
    def create(self, name: str, user: int) -> None:
        self.act(user, people.CreateHero(name, user, 6, 5, 4, 3))

    @rule(user=PEOPLE, watching=st.booleans())
    def join(self, user: int, watching: bool) -> None:
        self.act(user, JoinCampaign(watching))

    @rule(user=PEOPLE, other=PEOPLE)
    def leave(self, user: int, other: int) -> None:
        left = (user, other)
        self.act(1, Amend(remove={"players": left, "spectators": left}))

    @rule(name=st.sampled_from(["Ashes", "Embers", "Cinders"]))
    def rename(self, name: str) -> None:
        self.act(1, Amend(put={"name": name}))

    @rule(key=st.sampled_from("abc"), value=st.sampled_from([None, "1", "2"]))
    def decide(self, key: str, value: str | None) -> None:
        self.act(1, Amend(decide={key: value}))

    @rule(user=PEOPLE, key=st.sampled_from("abc"))
    def appoint(self, user: int, key: str) -> None:
        """Two parts at once: chains run over both."""
        everywhere = {"players": (user,), "spectators": (user,), "game_masters": (user,)}
        self.act(1, Amend(add={"game_masters": (user,)}, remove=everywhere, decide={key: str(user)}))

    @rule(data=st.data(), score=st.integers(1, 10))
    def set_virtue(self, data: st.DataObject, score: int) -> None:
        self.act(2, sheet.SetVirtues(self.pick(data, "hero"), prudence=score))

    @rule(data=st.data(), amount=st.integers(-2, 4))
    def grant(self, data: st.DataObject, amount: int) -> None:
        self.act(1, people.GrantConviction((self.pick(data, "hero"),), amount, "Rest"))

    @rule(data=st.data(), rating=st.integers(3, 8), hidden=st.booleans())
    def open(self, data: st.DataObject, rating: int, hidden: bool) -> None:
        hero = self.pick(data, "hero")
        self.act(1, challenges_rules.OpenChallenge((hero,), "Leap", Virtue.COURAGE, rating, None, hidden))

    @rule(data=st.data(), conviction=st.integers(0, 2), user=st.sampled_from([1, 2]))
    def roll(self, data: st.DataObject, conviction: int, user: int) -> None:
        self.act(user, challenges_state.RollChallenge(self.pick(data, "challenge"), conviction))

    @rule(data=st.data())
    def withdraw(self, data: st.DataObject) -> None:
        self.act(1, challenges_state.WithdrawChallenge(self.pick(data, "challenge")))

    @rule(data=st.data())
    def write(self, data: st.DataObject) -> None:
        self.act(1, challenges_state.WriteConsequence(self.pick(data, "challenge"), "The rope frays."))

    @rule(data=st.data())
    def let_be(self, data: st.DataObject) -> None:
        self.act(1, challenges_state.LetBe(self.pick(data, "challenge")))

    @rule(data=st.data(), rating=st.integers(3, 8))
    def call(self, data: st.DataObject, rating: int) -> None:
        several = (self.pick(data, "hero"), self.pick(data, "hero"))
        self.act(1, challenges_rules.OpenChallenge(several, "Leap", Virtue.COURAGE, rating))

    @rule(data=st.data())
    def roll_for(self, data: st.DataObject) -> None:
        self.act(1, challenges_state.RollChallengeFor(self.pick(data, "challenge")))

    @rule(data=st.data(), rating=st.integers(3, 8))
    def edit(self, data: st.DataObject, rating: int) -> None:
        self.act(1, challenges_state.EditChallenge(self.pick(data, "challenge"), "courage", rating))

    @rule(data=st.data())
    def ask(self, data: st.DataObject) -> None:
        self.act(2, requests.AskChallenge(self.pick(data, "hero"), "Leap"))

    @rule(data=st.data(), is_set=st.booleans())
    def answer(self, data: st.DataObject, is_set: bool) -> None:
        asked = self.pick(data, "request")
        self.act(
            1,
            requests.SetRating(asked, "courage", 4) if is_set else requests.DeclineRequest(asked),
        )
