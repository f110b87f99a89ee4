"""How each action of the table comes about."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.proposals import AcceptProposal, ChangeProposal, DeclineProposal, Propose, WithdrawProposal
from bot.engine.settings import Setting
from bot.systems.table.board.rules import PostBoard, RemoveBoard
from bot.systems.table.campaigns.people import (
    AddGameMaster,
    AnswerInvitation,
    InvitePlayer,
    JoinCampaign,
    LeaveCampaign,
    RemoveGameMaster,
    RemoveMember,
)
from bot.systems.table.campaigns.readers import AcceptReaders
from bot.systems.table.campaigns.rules import (
    ArchiveCampaign,
    BindChannel,
    CreateCampaign,
    RenameCampaign,
    RestoreCampaign,
    UnbindChannel,
)
from bot.systems.table.dice.rules import ForgetRoll, RevealRoll, RollDice, SaveRoll, SetPlain
from bot.systems.table.pace.rules import GiveOrder, GoAway, SetPace, SetReminders
from bot.systems.table.recap.rules import MarkEntry, UnmarkEntry, WriteLine
from bot.systems.table.settings.rules import EDITS, UNDO, ChangeSetting, NameFounders, PostHome
from tests.givens import agreed, used
from tests.harness.gateway import feed, finish
from tests.harness.inputs import components
from tests.harness.world import Channel, Json, Person, Role
from tests.stages import Playbook, Scenario, Stage
from tests.systems.second_kingdom.stock import hero
from tests.systems.table.library_playbook import LIBRARY


async def create(stage: Stage) -> Json:
    """A second campaign, in a channel that has none."""
    options = {"name": stage.fresh_name(), "game": "second_kingdom"}
    return stage.say.slash("campaign create", options, user=stage.gm, channel=stage.world.channels[2])


async def join(stage: Stage) -> Json:
    """Somebody new."""
    return stage.slash("campaign join", by=stage.stranger)


async def leave(stage: Stage) -> Json:
    """A player goes."""
    return await agreed(stage, stage.slash("campaign leave", by=stage.wren), stage.wren)


async def invite(stage: Stage) -> Json:
    """Somebody is asked."""
    return stage.slash("campaign invite", by=stage.gm, player=stage.stranger)


async def answer(stage: Stage) -> Json:
    """Whoever was asked says yes."""
    await stage.feeder.deliver(await invite(stage))
    await stage.settle()
    return stage.press("Join", by=stage.stranger)


async def remove(stage: Stage) -> Json:
    """A player is taken out."""
    return stage.slash("campaign remove", by=stage.gm, player=stage.wren)


async def archive(stage: Stage) -> Json:
    """A second campaign rests; the command stands in the channel that it frees."""
    await stage.feeder.deliver(await create(stage))
    return await archiving(stage, stage.world.channels[2])


async def archiving(stage: Stage, place: Channel, by: Person | None = None) -> Json:
    """The press that archives the campaign of that channel."""
    who = by or stage.gm
    return await agreed(stage, stage.say.slash("campaign archive", user=who, channel=place), who)


async def restore(stage: Stage) -> Json:
    """And is brought back."""
    await stage.feeder.deliver(await archive(stage))
    return stage.slash("campaign restore", by=stage.gm, campaign=f"Name {stage.names}")


async def deciding(stage: Stage, setting: Setting, value: str) -> Json:
    """A setting decided: the panel opened, the setting chosen, and the choice that is about to be made."""
    panel = (await stage.do("campaign settings", by=stage.gm)).answer.data
    opened = stage.say.press(listed(panel, "?setting|"), values=[setting.key], user=stage.gm)
    page = (await stage.feeder.deliver(opened)).answer.data
    return stage.say.press(listed(page, "decide|", f"|{value}"), user=stage.gm)


def listed(message: Json, start: str, end: str = "") -> str:
    """The custom_id of the list or button that begins and ends so."""
    found = (str(part.get("custom_id", "")) for part in components(message))
    return next(each for each in found if each.startswith(start) and each.endswith(end))


async def change_setting(stage: Stage) -> Json:
    """Who may undo, decided."""
    return await deciding(stage, UNDO, "game_masters")


async def name_founders(stage: Stage) -> Json:
    """A role that can start campaigns."""
    options = {"founders": Role(7_000_001, "Storytellers")}
    return stage.say.slash("server settings", options, user=stage.gm, channel=stage.world.channels[2])


async def reveal(stage: Stage) -> Json:
    """What a player rolled for the game master, shown to everybody."""
    await stage.do("roll", by=stage.deacon, dice="2d6+1 hop", secrecy="gm")
    await stage.settle()
    return stage.press("Reveal to everyone", by=stage.gm)


async def save(stage: Stage) -> Json:
    """A roll under a name."""
    return stage.slash("dice save", by=stage.deacon, name="attack", dice="1d20+5")


async def forget(stage: Stage) -> Json:
    """A saved roll taken out."""
    await stage.feeder.deliver(await save(stage))
    return stage.slash("dice forget", by=stage.deacon, name="attack")


async def plain(stage: Stage) -> Json:
    """Plain text instead of cards."""
    return stage.slash("preferences plain", by=stage.deacon, on=True)


async def reminders(stage: Stage) -> Json:
    """Quiet hours."""
    return stage.slash("preferences reminders", by=stage.deacon, quiet="22-7")


async def proposing(stage: Stage) -> Json:
    """A change of a sheet, where a game master has to approve it."""
    await stage.feeder.deliver(await deciding(stage, EDITS, "approval"))
    return stage.slash("sk set", by=stage.deacon, hero=await hero(stage), prudence=7)


async def accept_proposal(stage: Stage) -> Json:
    """The game master's press."""
    await stage.feeder.deliver(await proposing(stage))
    return await stage.gm_press("Accept")


async def change_proposal(stage: Stage) -> Json:
    """The game master's form."""
    await stage.feeder.deliver(await proposing(stage))
    return await stage.gm_fill("Change…", first="6")


async def decline_proposal(stage: Stage) -> Json:
    """The game master's form, with a reason."""
    await stage.feeder.deliver(await proposing(stage))
    return await stage.gm_fill("Decline", reason="Not yet")


async def withdraw_proposal(stage: Stage) -> Json:
    """The player's press."""
    await stage.feeder.deliver(await proposing(stage))
    return stage.press("Withdraw", by=stage.deacon)


async def post_board(stage: Stage) -> Json:
    """What goes on, on a card."""
    return stage.slash("campaign board", by=stage.gm)


async def remove_board(stage: Stage) -> Json:
    """And taken down again."""
    await stage.feeder.deliver(await post_board(stage))
    return stage.slash("campaign board", by=stage.gm, remove=True)


async def mark(stage: Stage) -> Json:
    """An entry that everybody can read becomes part of the story."""
    number = await rolled(stage)
    return stage.slash("campaign story mark", by=stage.gm, entry=number, note="How it began")


async def unmark(stage: Stage) -> Json:
    """And is none any more."""
    number = await marked(stage)
    return stage.slash("campaign story unmark", by=stage.gm, entry=number)


async def rolled(stage: Stage) -> int:
    """A roll in the open; its entry's number."""
    payload = stage.slash("roll", by=stage.deacon, dice="2d6")
    await stage.feeder.deliver(payload)
    (entry,) = await stage.of(payload)
    return entry.number


async def marked(stage: Stage) -> int:
    """One that is part of the story."""
    number = await rolled(stage)
    await stage.do("campaign story mark", by=stage.gm, entry=number)
    return number


async def ask_about_readers(stage: Stage) -> None:
    """Somebody new is let into the game masters' channel, where its next secret waits for a decision."""
    name, place = stage.fresh_name(), stage.world.channels[1]
    reader = stage.world.person(10_000 + stage.given)
    opened = replace(place, readers=(*place.readers, reader.id))
    stage.world.channels[1] = opened
    await finish(feed(stage.bot, opened.payload(stage.world.guild_id), "CHANNEL_UPDATE"), 10)
    await stage.do("roll", by=stage.gm, dice=f"d20 {name}", secrecy="gm")
    await stage.settle()


async def accept_readers(stage: Stage) -> Json:
    """A game master lets them read it."""
    await ask_about_readers(stage)
    return stage.press("Post anyway", by=stage.gm)


PLAYBOOK: Playbook = {
    CreateCampaign: Scenario(create),
    JoinCampaign: Scenario(join),
    LeaveCampaign: Scenario(leave),
    InvitePlayer: used("campaign invite"),
    AnswerInvitation: Scenario(answer),
    RemoveMember: Scenario(remove),
    AddGameMaster: used("campaign gm add", "gm"),
    RemoveGameMaster: used("campaign gm remove", "gm"),
    BindChannel: used("campaign bind", "gm"),
    UnbindChannel: used("campaign unbind", "gm"),
    AcceptReaders: Scenario(accept_readers, is_secret=True),
    RenameCampaign: used("campaign rename", "gm"),
    ArchiveCampaign: Scenario(archive),
    RestoreCampaign: Scenario(restore),
    RollDice: used("roll", repeats=50),
    RevealRoll: Scenario(reveal),
    SaveRoll: Scenario(save, is_secret=True),
    ForgetRoll: Scenario(forget, is_secret=True),
    SetPlain: Scenario(plain, is_secret=True),
    SetPace: used("campaign pace", "gm"),
    GoAway: used("away"),
    GiveOrder: used("order"),
    SetReminders: Scenario(reminders, is_secret=True),
    PostHome: used("campaign home", "gm", repeats=50),
    PostBoard: Scenario(post_board, repeats=50),
    RemoveBoard: Scenario(remove_board),
    ChangeSetting: Scenario(change_setting),
    NameFounders: Scenario(name_founders),
    **LIBRARY,
    Propose: Scenario(proposing),
    AcceptProposal: Scenario(accept_proposal),
    ChangeProposal: Scenario(change_proposal),
    DeclineProposal: Scenario(decline_proposal),
    WithdrawProposal: Scenario(withdraw_proposal),
    MarkEntry: Scenario(mark, is_secret=True),
    UnmarkEntry: Scenario(unmark, is_secret=True),
    WriteLine: used("campaign story line", repeats=50),
}
