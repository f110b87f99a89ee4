"""Slash commands made of what is declared: options, choices, suggestions, permits, and one way to serve them.

What Discord would refuse or cut, the start refuses, with the command named.
"""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.declare import (
    Channel,
    Command,
    Invocation,
    KnownCampaign,
    NoOptions,
    Option,
    Options,
    Person,
    Place,
    Role,
    Upload,
    filled,
    options_of,
    suggested,
)
from bot.engine.finders import outside
from bot.engine.people import Permit
from bot.engine.text import Declared, T, as_read
from bot.ui.asking import ask_in_form
from bot.ui.dispatcher import Dispatcher
from bot.ui.picking import carry_on
from bot.ui.reply import Reply
from bot.ui.upload import attached

Interaction = discord.Interaction[Any]
A = TypeVar("A")
C = TypeVar("C", app_commands.Group, app_commands.Command[Any, ..., Any])
H = TypeVar("H", bound=Callable[..., Awaitable[None]])

# Discord's limits.
HINT, CHOICES, OPTIONS, INNER, WHOLE = 100, 25, 25, 25, 8000

KINDS: Mapping[Any, Any] = {
    bool: bool,
    int: int,
    float: float,
    Person: discord.User,
    Role: discord.Role,
    Channel: discord.TextChannel,
    Place: discord.TextChannel | discord.ForumChannel,
    Upload: discord.Attachment,
    KnownCampaign: str,
}


def handler(
    path: str,
    /,
    *,
    may: Permit,
    opens_form: Callable[[Mapping[str, Any]], bool] = lambda _given: False,
    where: str = "channel",
    suggests: Mapping[str, Callable[..., Awaitable[Any]]] | None = None,
    is_anywhere: bool = False,
) -> Callable[[H], H]:
    """Declare a command that is handled by hand: `async def send(dispatcher, reply, options)`.

    For what a pure function can't do: files, forms, several answers. Its options are found and typed like
    any other's, and the first line of its docstring describes it. `opens_form` says of what was given, by
    field, whether it is answered with a form. `suggests` are, by field, what only Discord knows to suggest:
    `async def channels(dispatcher, interaction, typed)` gives names with values. With `is_anywhere` it
    answers in direct messages too.

    Without an option that means a record it is served where there is no campaign too, and sees itself
    to who may.
    """

    def declare(handle: H) -> H:
        annotations = list(inspect.get_annotations(handle, eval_str=True).values())
        found = [each for each in annotations if isinstance(each, type) and issubclass(each, Options)]
        options = found[0] if found else NoOptions
        summary = inspect.cleandoc(handle.__doc__ or "").partition("\n")[0].rstrip(".")
        made = Command(
            path,
            may,
            options,
            summary,
            handle=handle,
            where=where,
            suggests=suggests or {},
            opens_form=opens_form,
            is_anywhere=is_anywhere,
        )
        handle.__declared__ = (made,)  # type: ignore[attr-defined]
        return handle

    return declare


# -- cogs and groups ------------------------------------------------------------------------------------


class DeclaredCog(commands.Cog):
    """The commands of a system, made of what its chapters declare.

    `groups` describes each group by its path: "adv", "adv gm". Discord is told of commands once, in English,
    whoever reads; what `/help` says of them is rendered anew.
    """

    def __init__(
        self, dispatcher: Dispatcher, declared: Iterable[Command], groups: Mapping[str, Declared]
    ) -> None:
        every = tuple(declared)
        dispatcher.commands |= {each.path: each for each in every if each.is_pressed}
        found = [each for each in every if not each.is_pressed]
        within: dict[str, list[Command]] = {}
        for each in found:
            within.setdefault(each.path.partition(" ")[0], []).append(each)
        tops: dict[str, Any] = {}
        for path in groups:
            if " " not in path:
                inner = within.get(path, [])
                # Discord heeds it on a group alone, for all that is in it.
                is_anywhere = any(each.is_anywhere for each in inner)
                group = app_commands.Group(name=path, description=as_read(groups[path]))
                tops[path] = _offered(group, [each.may for each in inner], is_anywhere=is_anywhere)
                join(group, dispatcher, inner, groups)
        for each in found:
            if " " not in each.path:
                tops[each.path] = made(dispatcher, each)
                dispatcher.enter({f"/{each.path}": each.may})
        if lost := [each.path for top in within.keys() - tops.keys() for each in within[top]]:
            raise ValueError(f"groups without a description: {', '.join(sorted(lost))}")
        # Of each system's cog there is one: it is called after its groups.
        self.__cog_name__ = " ".join(tops)
        # What the library fills from a class's attributes.
        self.__cog_app_commands__ = list(tops.values())


def _offered(command: C, permits: Iterable[Permit], *, is_anywhere: bool) -> C:
    """Say where Discord offers it, and to whom: what is the admins' alone, to who may manage the server."""
    if set(permits) == {Permit.ADMINS}:
        command.default_permissions = discord.Permissions(manage_guild=True)
    return command if is_anywhere else app_commands.guild_only(command)


def join(
    place: app_commands.Group | commands.Cog,
    dispatcher: Dispatcher,
    declared: Iterable[Command],
    groups: Mapping[str, Declared] | None = None,
) -> None:
    """Add commands to a group or its cog, those written by hand there staying, and enter who may use them.

    Raises ValueError for what Discord would refuse.
    """
    group = place.app_command if isinstance(place, commands.Cog) else place
    if not isinstance(group, app_commands.Group):
        raise TypeError(f"{type(place).__name__} has no group of commands")
    for each in declared:
        first, *between, _name = each.path.split()
        if first != group.name or len(between) > 1:
            raise ValueError(f"/{each.path} does not belong in /{group.name}")
        inner = _inner(group, between[0], groups or {}) if between else group
        if len(inner.commands) == INNER:
            raise ValueError(f"/{each.path}: /{inner.qualified_name} has {INNER} commands already")
        inner.add_command(made(dispatcher, each))
        dispatcher.enter({f"/{each.path}": each.may})
    if (size := weight(group)) > WHOLE:
        raise ValueError(f"/{group.name} has {size} characters; Discord takes {WHOLE}")


def _inner(group: app_commands.Group, name: str, groups: Mapping[str, Declared]) -> app_commands.Group:
    found = group.get_command(name)
    if isinstance(found, app_commands.Group):
        return found
    path = f"{group.name} {name}"
    if path not in groups:
        raise ValueError(f"/{path} needs a description")
    inner = app_commands.Group(name=name, description=as_read(groups[path]))
    group.add_command(inner)
    return inner


def weight(command: app_commands.Group | app_commands.Command[Any, ..., Any]) -> int:
    """How many characters Discord counts: names, descriptions and values, of all that is within."""
    size = len(command.name) + len(command.description)
    if isinstance(command, app_commands.Group):
        return size + sum(map(weight, command.commands))
    for each in command.parameters:
        size += len(each.display_name) + len(str(each.description))
        size += sum(len(choice.name) + len(str(choice.value)) for choice in each.choices)
    return size


# -- one command --------------------------------------------------------------------------------------------


def made(dispatcher: Dispatcher, command: Command) -> app_commands.Command[Any, ..., Any]:
    """Discord's command of a declared one. Raises ValueError for what Discord would refuse."""
    _require_limits(command, tuple(command.offered.values()))
    dispatcher.commands[command.path] = command
    # "from" can't be a parameter's name, and is a good one for an option.
    options = {
        f"{each.name}_" if keyword.iskeyword(each.name) else each.name: each
        for each in command.offered.values()
    }

    async def callback(interaction: Interaction, **given: Any) -> None:
        named = {options[name].name: value for name, value in given.items()}
        await serve(dispatcher, interaction, command, named)

    callback.__name__ = "_".join(command.path.split())
    callback.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction),
            *(_parameter(name, each, is_required=command.needs(each)) for name, each in options.items()),
        ]
    )
    app_commands.rename(**{name: each.name for name, each in options.items() if name != each.name})(callback)
    app_commands.describe(**{name: each.spec.hint for name, each in options.items()})(callback)
    choices = {name: _choices(each) for name, each in options.items() if _is_chosen(each)}
    app_commands.choices(**choices)(callback)
    completing = {
        name: _completing(dispatcher, command, each)
        for name, each in options.items()
        if _is_typed(command, each)
    }
    app_commands.autocomplete(**completing)(callback)
    found: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=command.path.split()[-1], description=command.summary, callback=callback
    )
    # In a group Discord heeds none of this on one command; there the group says it.
    is_alone = " " not in command.path
    return _offered(found, [command.may], is_anywhere=command.is_anywhere) if is_alone else found


def _require_limits(command: Command, options: Sequence[Option]) -> None:
    """See that Discord takes it all. Raises ValueError with the row named."""
    row = f"/{command.path}"
    if not command.summary or len(command.summary) > HINT:
        raise ValueError(f"{row}: its description has {len(command.summary)} characters, not 1 to {HINT}")
    if len(command.path.split()) > 3:
        raise ValueError(f"{row} has more than three levels")
    if len(options) > OPTIONS:
        raise ValueError(f"{row} has {len(options)} options; Discord takes {OPTIONS}")
    for each in options:
        _require_room(f"{row} `{each.name}`", each)
    names = [each.name for each in options]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"{row}: several options are called {', '.join(sorted(twice))}")
    if bare := _bare_fields(command):
        raise ValueError(f"{row}: neither an option nor a default: {', '.join(bare)}")


def _require_room(row: str, option: Option) -> None:
    if not 1 <= len(option.spec.hint) <= HINT:
        raise ValueError(f"{row}: its hint has {len(option.spec.hint)} characters, not 1 to {HINT}")
    if any(not label or len(label) > HINT or len(value) > HINT for value, label in option.choices):
        raise ValueError(f"{row}: a choice is empty or longer than {HINT} characters")


def _bare_fields(command: Command) -> list[str]:
    """The fields that nobody could fill."""
    known = inspect.signature(command.options).parameters.values()
    given = options_of(command.options).keys() | command.fixed.keys()
    return [each.name for each in known if each.name not in given and each.default is each.empty]


def _is_chosen(option: Option) -> bool:
    """Whether Discord lists all there is to choose from; of more than 25 they are suggested."""
    return bool(option.choices) and len(option.choices) <= CHOICES and option.spec.suggest is None


def _is_typed(command: Command, option: Option) -> bool:
    """True if the option suggests values while it is typed."""
    spec = option.spec
    is_declared = spec.suggest is not None or spec.finder is not None or option.field in command.suggests
    is_declared = is_declared or option.kind is KnownCampaign
    return is_declared or len(option.choices) > CHOICES


def _choices(option: Option) -> list[app_commands.Choice[Any]]:
    as_kind = option.kind if option.kind in (int, float) else str
    return [app_commands.Choice(name=label, value=as_kind(value)) for value, label in option.choices]


def _parameter(name: str, option: Option, *, is_required: bool) -> inspect.Parameter:
    kind = _kind(option)
    if is_required:
        return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind)
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind | None)


def _kind(option: Option) -> Any:
    """The type that the library makes Discord's of."""
    spec = option.spec
    if option.is_attached:
        return discord.Attachment
    if option.is_text or spec.parse is not None or spec.means is not None:
        if spec.min_length is None and spec.max_length is None:
            return str
        return app_commands.Range[str, spec.min_length or 1, spec.max_length or 6000]
    if option.kind in (int, float) and (spec.least is not None or spec.most is not None):
        return app_commands.Range[option.kind, spec.least, spec.most]
    return KINDS[option.kind]


def _completing(dispatcher: Dispatcher, command: Command, option: Option) -> Any:
    is_typed = option.spec.parse is not None or option.spec.means is not None
    is_number = option.kind in (int, float) and not is_typed

    async def complete(interaction: Interaction, typed: str) -> list[app_commands.Choice[Any]]:
        async def find() -> Sequence[tuple[str, str]]:
            if by_hand := command.suggests.get(option.field):
                found: Sequence[tuple[str, str]] = await by_hand(dispatcher, interaction, typed)
                return found
            if option.kind is KnownCampaign:
                known = await dispatcher.campaigns(interaction, typed)
                offered = option.spec.offered or (lambda _known: True)
                return [(_label(each), each.id) for each in known if offered(each)]
            given = {name: value for name, value in vars(interaction.namespace).items() if value != ""}
            asked = Invocation(command, _by_field(command, given))
            if command.where == "named":
                asked = await _with_campaigns(dispatcher, interaction, asked)
            return await dispatcher.ask(
                interaction, asked, lambda asker: suggested(option, asker, command), str(typed or "")
            )

        as_kind = option.kind if is_number else str
        named = await dispatcher.suggest(interaction, find)
        return [app_commands.Choice(name=each.name, value=as_kind(each.value)) for each in named]

    return complete


def _label(known: KnownCampaign) -> str:
    says = T("{name} (archived)") if known.is_archived else T("{name}")
    return says.plain(name=known.name)


# -- served -------------------------------------------------------------------------------------------------


async def serve(
    dispatcher: Dispatcher, interaction: Interaction, command: Command, given: Mapping[str, Any]
) -> None:
    """Answer a command: carry out its action, show its card, or hand it to its own handler."""
    asked = Invocation(command, _by_field(command, given))

    async def handle(reply: Reply) -> None:
        await answer(dispatcher, reply, await _known(dispatcher, interaction, asked))

    can_defer, is_look = not command.opens_form(asked.given), command.is_look(asked.given)
    await dispatcher.answer(interaction, handle, can_defer=can_defer, is_look=is_look)


async def answer(dispatcher: Dispatcher, reply: Reply, asked: Invocation) -> None:
    """Answer what was asked, by a command or a form of it. Raises UserError."""
    command, reply.asked = asked.command, asked
    if command.is_look(asked.given):
        await dispatcher.show_look(reply, asked)
    elif command.handle is not None:
        options = await _options(dispatcher, reply.interaction, asked)
        await command.handle(dispatcher, reply, *([] if command.options is NoOptions else [options]))
    elif command.asks is not None and command.asks.is_lacking(asked.given):
        await ask_in_form(dispatcher, reply, asked)
    else:
        await carry_on(dispatcher, reply, asked)


async def _known(dispatcher: Dispatcher, interaction: Interaction, asked: Invocation) -> Invocation:
    """The same with the server's campaigns that were named, and with what was attached. Raises UserError."""
    asked, options = await _with_campaigns(dispatcher, interaction, asked), options_of(asked.command.options)
    files = {field: file for field, file in asked.given.items() if options[field].is_attached}
    if not files:
        return asked
    # Only for who may: the permit is looked at before anything is read.
    await dispatcher.look(interaction)
    found = {field: await attached(dispatcher, options[field], file) for field, file in files.items()}
    return replace(asked, given={**asked.given, **found})


async def _with_campaigns(dispatcher: Dispatcher, interaction: Interaction, asked: Invocation) -> Invocation:
    """The same with the server's campaigns that were named. Raises RuleViolation."""
    options = options_of(asked.command.options)
    found = {
        field: await dispatcher.campaign(interaction, text, options[field].spec.offered)
        for field, text in asked.given.items()
        if options[field].kind is KnownCampaign
    }
    return replace(asked, given={**asked.given, **found})


async def _options(dispatcher: Dispatcher, interaction: Interaction, asked: Invocation) -> Options:
    """The options of a command that is handled by hand. Raises UserError."""
    cls = asked.command.options
    if not asked.command.finders:
        return filled(cls, outside(interaction.user.id, asked.given))
    return await dispatcher.ask(interaction, asked, lambda asker: filled(cls, asker))


def _by_field(command: Command, given: Mapping[str, Any]) -> dict[str, Any]:
    """What was given, by field: people, roles and channels as their ids."""
    return {
        name: _plain(given[each.name])
        for name, each in command.offered.items()
        if given.get(each.name) is not None
    }


def _plain(value: Any) -> Any:
    if isinstance(value, str | int | float):
        return value
    if isinstance(value, discord.Role):
        return Role(value.id, is_everyone=value.is_default())
    if isinstance(value, discord.User | discord.Member):
        roles = [role.id for role in value.roles] if isinstance(value, discord.Member) else None
        return Person(value.id, is_bot=value.bot, roles=roles, name=value.display_name)
    is_named = isinstance(value, discord.abc.Snowflake) and not isinstance(value, discord.Attachment)
    return value.id if is_named else value
