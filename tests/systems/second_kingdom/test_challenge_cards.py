"""How requests, calls, changed and opposed challenges read: within Discord's limits, and nobody let loose."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.card import Card
from bot.engine.event import sentence
from bot.engine.people import Standing, Viewer
from bot.engine.system import RecordId
from bot.play import CampaignView, Post, RecordView
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom import cards as second_kingdom_cards
from bot.systems.second_kingdom.challenges import cards as challenges_cards
from bot.systems.second_kingdom.challenges.requests import ChallengeAsked, RequestDeclined
from bot.systems.second_kingdom.challenges.state import Challenge, ConsequenceProposed, Status, challenge_view
from bot.systems.second_kingdom.state import NoteKind
from bot.ui.card import BODY, CONTENT, LABEL, MOST_BUTTONS, TITLE, WHOLE, embed_of, message_of, view_of
from bot.ui.modal import modal
from bot.ui.renderer import Renderer
from tests.systems.second_kingdom.challenge_posts import (
    BIG,
    CHALLENGE_STATE,
    CHALLENGES,
    HIDDEN,
    LONG_ID,
    PROPOSED,
    REQUESTED,
    ROLL,
    call,
    challenge,
    post,
    request,
)
from tests.systems.second_kingdom.scenes import CAMPAIGN, DEACON, EVANDER, evander, leap, request_steps
from tests.systems.second_kingdom.scenes import challenge_steps as steps

RENDERER = Renderer({SYSTEM.name: second_kingdom_cards})


def campaign_view(state: Challenge, viewer: Viewer) -> CampaignView:
    """What a look at that challenge finds."""
    found = challenge(challenge_view(state, viewer))
    hero = RecordView(state.hero, SYSTEM.name, "hero", "", evander(), 1)
    return CampaignView(CAMPAIGN, RecordId("ashes"), viewer, {found.id: found, hero.id: hero})


def panel(state: Challenge, viewer: Viewer) -> Card:
    """A challenge's panel for that person."""
    seen = campaign_view(state, viewer)
    return challenges_cards.panel(seen.records[LONG_ID], seen)


def all_longest() -> dict[str, Card]:
    drawn = {name: RENDERER.card(each) for name, each in CHALLENGES.items()}
    game_master, player = Viewer(1, Standing.GAME_MASTER), Viewer(BIG, Standing.PLAYER)
    return drawn | {
        "panel for game masters": panel(HIDDEN, game_master),
        "panel for the player": panel(CHALLENGE_STATE, player),
        "panel of one that is over": panel(PROPOSED, player),
        "panel of a request": challenges_cards.request_card(
            request(REQUESTED), campaign_view(leap(), game_master)
        ),
    }


@pytest.mark.parametrize("card", all_longest().values(), ids=all_longest())
async def test_the_longest_card_is_within_discords_limits(card: Card) -> None:
    embed, view = embed_of(card), view_of(card)
    assert len(embed) <= WHOLE
    assert len(embed.title or "") <= TITLE
    assert len(embed.description or "") <= BODY
    assert (embed.description or "").endswith(card.lines[-1])
    assert len(message_of(card).get("content") or "") <= CONTENT
    assert len(card.buttons) <= MOST_BUTTONS
    shown = [part for row in view.to_components() for part in row["components"]] if view is not None else []
    assert len(shown) == len(card.buttons)
    for button in shown:
        assert len(button["label"]) <= LABEL
        assert len(button["custom_id"]) <= 100


@pytest.mark.parametrize("each", CHALLENGES.values(), ids=CHALLENGES)
def test_every_event_has_a_line_of_its_own(each: Post) -> None:
    (event,) = each.entry.events
    assert sentence(event)


@pytest.mark.parametrize(
    "step", [*steps(LONG_ID, CHALLENGE_STATE), *steps(LONG_ID, PROPOSED), *request_steps(LONG_ID, REQUESTED)]
)
async def test_every_form_fits_discords_limits(step: Any) -> None:
    for choice in step.choices:
        if choice.asks:
            custom_id = f"tell|{LONG_ID}|{step.name}|{step.revision}|{choice.key}"
            fields = modal(custom_id, choice.label, choice.asks).to_dict()
            assert len(fields["custom_id"]) <= 100
            assert len(fields["components"]) <= 5


def test_a_call_on_a_phone_has_a_line_for_each_hero() -> None:
    small = (leap(), leap(hero_name="Ysolde", score=4, status=Status.SETTLED, roll=ROLL))
    card = RENDERER.card(call(*small))
    assert card.lines == (
        "**Evander** · Courage 6 against rating 4 · <@2> rolls",
        "**Ysolde** · ★ Exceptionally achieved",
        "Press your hero's name to see your chances and roll.",
    )
    assert [button.label for button in card.buttons] == ["Evander"]
    assert card.asks == (DEACON,)


def test_two_heroes_of_one_player_mention_that_player_once() -> None:
    assert RENDERER.card(call(leap(), leap(hero_name="Ysolde"))).asks == (DEACON,)


def test_q4_a_panel_of_a_hidden_rating_tells_it_to_game_masters_alone() -> None:
    state = replace(leap(is_hidden=True), hero=EVANDER)
    for viewer in (Viewer(DEACON, Standing.PLAYER), Viewer(4, Standing.OUTSIDER)):
        said = "\n".join(panel(state, viewer).lines)
        assert "against a hidden rating" in said
        assert not any(word in said for word in ("rating 4", "%"))
    assert "against rating 4" in "\n".join(panel(state, Viewer(1, Standing.GAME_MASTER)).lines)


@pytest.mark.parametrize(
    ("viewer", "labels"),
    [
        (Viewer(DEACON, Standing.PLAYER), ["Roll", "Roll, spend 1", "Roll, spend 2", "Roll, spend 3"]),
        (Viewer(3, Standing.PLAYER), []),
        (Viewer(1, Standing.GAME_MASTER), ["Roll for them", "Edit", "Withdraw"]),
        (
            Viewer(DEACON, Standing.GAME_MASTER),
            ["Roll", "Roll, spend 1", "Roll, spend 2", "Roll, spend 3", "Edit", "Withdraw"],
        ),
    ],
)
def test_a_panel_has_the_buttons_of_who_opens_it(viewer: Viewer, labels: list[str]) -> None:
    assert [button.label for button in panel(leap(), viewer).buttons] == labels


TRAP = "@everyone [free](https://evil.example) **x** <@100000000000000001>"
PROSE = TRAP.replace("**", "||")


@pytest.mark.parametrize(
    "card",
    [
        RENDERER.card(call(leap(hero_name=TRAP, action=TRAP, opponent=TRAP))),
        RENDERER.card(post(RequestDeclined(TRAP, DEACON, TRAP, TRAP), None)),
        RENDERER.card(
            post(
                ChallengeAsked(TRAP, 2, TRAP, None), request(replace(REQUESTED, hero_name=TRAP, action=TRAP))
            )
        ),
        RENDERER.card(
            post(
                ConsequenceProposed(TRAP, 2, NoteKind.SETBACK, PROSE),
                challenge(replace(PROPOSED, proposal=PROSE)),
            )
        ),
        panel(leap(hero_name=TRAP, action=TRAP, opponent=TRAP), Viewer(1, Standing.GAME_MASTER)),
    ],
)
def test_nobodys_words_become_a_link_a_ping_or_markdown(card: Card) -> None:
    said = "\n".join((card.title, *card.lines))
    assert "@everyone" not in said
    assert "[free](" not in said.replace("\\[free]", "")
    assert "**x**" not in said
    assert "||x||" not in said
    assert "<@1000" not in said
