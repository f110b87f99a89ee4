"""The rules of The Second Kingdom, K1 to K13."""

from __future__ import annotations

from typing import Any

from bot.engine.people import Permit
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Scope
from bot.systems.second_kingdom.rules import counters, edits, heroes, trials
from bot.systems.second_kingdom.rules.edits import EDIT
from bot.systems.second_kingdom.rules.heroes import HERO
from bot.systems.second_kingdom.rules.trials import CHALLENGE


def _of_hero(
    action: heroes.GrantConviction | trials.OpenChallenge,
) -> Scope:
    return Scope(ids=(action.hero,))


def _hero_player(scene: Scene, action: heroes.SetVirtues | counters.SetCounter) -> int | None:
    return scene.get(HERO, action.hero).state.player


def _challenge_player(scene: Scene, action: trials.RollChallenge) -> int | None:
    return scene.get(CHALLENGE, RecordId(action.challenge)).state.player


KINDS: tuple[Kind[Any], ...] = (HERO, CHALLENGE, EDIT)
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(heroes.CreateHero, heroes.create_hero, Permit.MEMBERS, heroes.create_hero_scope),
    ActionKind(
        heroes.SetVirtues,
        edits.with_approval(heroes.set_virtues),
        Permit.OWNER_OR_GAME_MASTER,
        edits.sheet_scope,
        _hero_player,
    ),
    ActionKind(
        counters.SetCounter,
        edits.with_approval(counters.set_counter),
        Permit.OWNER_OR_GAME_MASTER,
        edits.sheet_scope,
        _hero_player,
    ),
    ActionKind(edits.ApproveEdit, edits.approve_edit, Permit.GAME_MASTERS, edits.edit_scope),
    ActionKind(edits.DeclineEdit, edits.decline_edit, Permit.GAME_MASTERS, edits.edit_scope),
    ActionKind(heroes.GrantConviction, heroes.grant_conviction, Permit.GAME_MASTERS, _of_hero),
    ActionKind(trials.OpenChallenge, trials.open_challenge, Permit.GAME_MASTERS, _of_hero),
    ActionKind(
        trials.RollChallenge, trials.roll_challenge, Permit.OWNER, trials.challenge_scope, _challenge_player
    ),
    ActionKind(
        trials.WithdrawChallenge, trials.withdraw_challenge, Permit.GAME_MASTERS, trials.challenge_scope
    ),
    ActionKind(
        trials.WriteConsequence, trials.write_consequence, Permit.GAME_MASTERS, trials.challenge_scope
    ),
    ActionKind(trials.LetBe, trials.let_be, Permit.GAME_MASTERS, trials.challenge_scope),
)
EVENTS: tuple[type[Any], ...] = (
    heroes.HeroCreated,
    heroes.VirtuesSet,
    counters.CounterSet,
    edits.EditAsked,
    edits.EditAnswered,
    heroes.ConvictionGranted,
    trials.ChallengeOpened,
    trials.RatingHidden,
    trials.ChallengeRolled,
    trials.ChallengeWithdrawn,
    trials.ConsequenceWritten,
)
