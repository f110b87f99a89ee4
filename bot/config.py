"""The settings: one typed, frozen Config, read once from a TOML file and the environment and passed in."""

import base64
import binascii
import os
import re
import tomllib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from bot.engine.words import nearest
from bot.errors import UserError
from bot.storage.address import ACCEPTED, Address

PREFIX = "WAYPOST_"
SEPARATOR = "__"
DEFAULT_FILE = Path("config.toml")
OTHER_VARIABLES = ("WAYPOST_CONFIG", "WAYPOST_TEST_")
SECRETS = (("discord", "token"), ("database", "url"))
_IN_OUR_WORDS = {
    "literal_error": "that isn't one of the choices",
    "int_parsing": "this isn't a whole number",
    "int_type": "this isn't a whole number",
    "int_from_float": "this isn't a whole number",
    "float_parsing": "this isn't a number",
    "float_type": "this isn't a number",
    "finite_number": "this isn't a finite number",
    "string_type": "this isn't text",
    "path_type": "this isn't a path",
}


class ConfigError(UserError):
    """The settings cannot be used; the text names each key, what is wrong and what is accepted."""


def _not_a_truth_value(value: object) -> object:
    """Refuse true and false for a number: Python counts true as 1, people don't."""
    if isinstance(value, bool):
        raise ValueError("true and false aren't numbers")
    return value


WholeNumber = Annotated[int, BeforeValidator(_not_a_truth_value)]
Seconds = Annotated[float, BeforeValidator(_not_a_truth_value)]


class Section(BaseModel):
    """One table of the settings; a setting's description says what it accepts."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


def _with_secret_file(data: Any, name: str) -> Any:
    """Fill a secret from the file that `<name>_file` names; both at once are refused."""
    if not isinstance(data, dict) or not data.get(f"{name}_file"):
        return data
    if data.get(name) is not None:
        raise ValueError(f"{name}_file: {name} is set too. Set only one of the two.")
    file = data[f"{name}_file"]
    try:
        secret = Path(file).read_text(encoding="utf-8").strip()
    except (OSError, TypeError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not readable text"
        raise ValueError(
            f"{name}_file: the file can't be read ({reason}). Give the path of a text file."
        ) from None
    if not secret:
        raise ValueError(f"{name}_file: the file is empty. Give a file with only the {name} in it.")
    return {**data, name: secret}


class DiscordSection(Section):
    """The bot's account."""

    token: SecretStr | None = Field(
        None, min_length=1, description="the bot's token from the Developer Portal"
    )
    token_file: Path | None = Field(None, description="the path of a file that holds the token")
    all_commands: bool = Field(False, description="true or false")

    @model_validator(mode="before")
    @classmethod
    def _read_token_file(cls, data: Any) -> Any:
        return _with_secret_file(data, "token")


class DatabaseSection(Section):
    """The settings of the database."""

    url: SecretStr = Field(SecretStr("sqlite:///data/waypost.db"), description=ACCEPTED)
    url_file: Path | None = Field(None, description="the path of a file that holds the address")
    pool_size: WholeNumber = Field(5, ge=1, le=50, description="a whole number from 1 to 50")
    timeout: Seconds = Field(
        20.0, gt=0, le=600, allow_inf_nan=False, description="seconds, more than 0 and at most 600"
    )

    @model_validator(mode="before")
    @classmethod
    def _read_url_file(cls, data: Any) -> Any:
        return _with_secret_file(data, "url")

    @field_validator("url")
    @classmethod
    def _check_url(cls, url: SecretStr) -> SecretStr:
        Address.parse(url.get_secret_value())
        return url

    @cached_property
    def address(self) -> Address:
        """The address, read: its engine, its file, and a form that is safe to show."""
        return Address.parse(self.url.get_secret_value())


class BackupSection(Section):
    """The automatic backups made before a SQLite database is migrated."""

    folder: Path = Field(Path("data/backups"), description="the path of a folder")
    keep: WholeNumber = Field(5, ge=1, le=1000, description="a whole number from 1 to 1000")


class LogSection(Section):
    """The settings of the log: what it says and how it is written."""

    level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="debug, info, warning or error"
    )
    format: Literal["text", "json"] = Field("text", description="text or json")


class SandboxSection(Section):
    """The settings of the sandbox, the bot in a simulated Discord."""

    port: WholeNumber = Field(
        8420, ge=0, le=65535, description="a port from 1 to 65535, or 0 for any free one"
    )
    database: Path = Field(Path("data/sandbox.db"), description="the path of an SQLite file")


class Config(BaseSettings):
    """Every setting of the bot."""

    model_config = SettingsConfigDict(
        frozen=True,
        extra="forbid",
        hide_input_in_errors=True,
        env_prefix=PREFIX,
        env_nested_delimiter=SEPARATOR,
        env_ignore_empty=True,
    )

    discord: DiscordSection = DiscordSection()
    database: DatabaseSection = DatabaseSection()
    backup: BackupSection = BackupSection()
    log: LogSection = LogSection()
    sandbox: SandboxSection = SandboxSection()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment beats what the file says."""
        return env_settings, init_settings

    def secrets(self) -> tuple[str, ...]:
        """The texts that must never be shown: the token and the database's password."""
        token, password = self.discord.token, self.database.address.url.password
        return tuple(str(s) for s in (token and token.get_secret_value(), password) if s)


# What the bot asks for where it is used: `bot.ui.places.PERMISSIONS`.
INVITED_WITH = 2252109051448336


def invite(bot: str) -> str:
    """The address at which a server's admin invites the bot of that id."""
    scopes = "bot+applications.commands"
    return f"https://discord.com/oauth2/authorize?client_id={bot}&scope={scopes}&permissions={INVITED_WITH}"


def bot_id(token: str) -> str:
    """The bot's id, which a token of the right form (three base64url parts) begins with.

    Raises ValueError with what is wrong, never with what was given.
    """
    parts = token.split(".")
    if len(parts) != 3 or not all(re.fullmatch(r"[\w-]+", part, re.ASCII) for part in parts):
        raise ValueError("it doesn't look like a bot token")
    try:
        identity = base64.urlsafe_b64decode(parts[0] + "=" * (-len(parts[0]) % 4)).decode("ascii")
    except (binascii.Error, UnicodeDecodeError):
        identity = ""
    if not re.fullmatch(r"\d{17,20}", identity):
        raise ValueError("its first part isn't a bot's id")
    return identity


def settings_file(named: Path | None) -> Path | None:
    """The file that the settings are read from, if there is one."""
    return named or (DEFAULT_FILE if DEFAULT_FILE.is_file() else None)


def load(file: Path | None = None) -> Config:
    """Read the settings from `file` (or ./config.toml, if there is one) and the environment."""
    found = settings_file(file)
    if unknown := _unknown_variables(os.environ):
        raise ConfigError(_report(unknown, found))
    content = _read(found) if found else {}
    try:
        return Config(**_without_replaced_secrets(content, os.environ))
    except ValidationError as error:
        problems = error.errors(include_input=False, include_url=False)
    raise ConfigError(_report([_explain(dict(problem)) for problem in problems], found))


def _read(file: Path) -> dict[str, Any]:
    try:
        text = file.read_text(encoding="utf-8")
        return tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it isn't UTF-8 text"
        raise ConfigError(
            f"The settings file {file} can't be read ({reason}). Pick another one, or leave --config out."
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(
            f"The settings file {file} isn't valid TOML: {error}.{_quoted(text, error)}"
        ) from None


def _quoted(text: str, error: tomllib.TOMLDecodeError) -> str:
    """That the line's value belongs in quotes, where that may be the fault; never the value itself."""
    at = re.search(r"at line ([0-9]+)", str(error))
    line = text.splitlines()[int(at.group(1)) - 1] if at is not None else ""
    bare = re.match(r"""\s*([\w.-]+)\s*=\s*[^\s"'\[{=]""", line)
    return f' Put the value in quotes: {bare.group(1)} = "…".' if bare is not None else ""


def _known_variables() -> list[str]:
    return [
        f"{PREFIX}{section}{SEPARATOR}{key}".upper()
        for section in Config.model_fields
        for key in _section(section).model_fields
    ]


def _section(name: str) -> type[Section]:
    model = Config.model_fields[name].annotation
    if not (isinstance(model, type) and issubclass(model, Section)):
        raise TypeError(f"{name} is not a section of the settings")
    return model


def _unknown_variables(environment: Mapping[str, str]) -> list[str]:
    known = _known_variables()
    given = [name for name in environment if name.upper().startswith(PREFIX)]
    unknown = [n for n in given if n.upper() not in known and not n.upper().startswith(OTHER_VARIABLES)]
    return [f"{n} (environment): there's no such setting; {_nearest_variable(n, known)}" for n in unknown]


def _nearest_variable(name: str, known: list[str]) -> str:
    listed = "config.example.toml lists all of them."
    return _nearest(name, known, cutoff=0.7, otherwise=listed)


def _without_replaced_secrets(content: dict[str, Any], environment: Mapping[str, str]) -> dict[str, Any]:
    """Drop from the file a secret that the environment gives, in whichever form (text, or a file's path)."""
    given = {name.upper() for name, value in environment.items() if value}
    kept = dict(content)
    for section, key in SECRETS:
        both = (key, f"{key}_file")
        replaced = any(f"{PREFIX}{section}{SEPARATOR}{form}".upper() in given for form in both)
        if replaced and isinstance(kept.get(section), dict):
            kept[section] = {k: v for k, v in kept[section].items() if k not in both}
    return kept


def _explain(problem: dict[str, Any]) -> str:
    """One sentence on one of pydantic's findings; never what was given, which may be a secret."""
    section, *rest = (str(part) for part in problem["loc"])
    key = ".".join([section, *rest[:1]])
    message = problem["msg"].removeprefix("Value error, ")
    if problem["type"] == "extra_forbidden":
        names = list(_section(section).model_fields) if rest else list(Config.model_fields)
        what = "setting" if rest else "section"
        return f"{key}: there's no such {what}; {_nearest((rest or [section])[0], names)}"
    if not rest:
        return (
            f"{key}.{message}"
            if problem["type"] == "value_error"
            else f"{key}: this is a section: write [{key}] with its settings below."
        )
    message = _IN_OUR_WORDS.get(problem["type"], message)
    accepted = _section(section).model_fields[rest[0]].description
    return f"{key}: {message[:1].lower()}{message[1:]}; use {accepted}."


def _nearest(name: str, known: list[str], *, cutoff: float = 0.75, otherwise: str = "") -> str:
    close = nearest(name, dict(zip(known, known, strict=True)), alike=cutoff)
    return f"did you mean {close[0]}?" if close else otherwise or f"use {', '.join(known)}."


def _report(problems: list[str], file: Path | None) -> str:
    source = f"{file} and the environment" if file else "the environment"
    return "\n".join([f"The settings in {source} can't be used:", *(f"  {problem}" for problem in problems)])
