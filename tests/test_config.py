"""The settings: every one documented, every mistake named, no secret shown."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.config import Config, ConfigError, load

EXAMPLE = Path(__file__).parents[1] / "config.example.toml"
CANARY = "canary-3f9a"


@pytest.fixture(autouse=True)
def _own_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.upper().startswith("WAYPOST_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def _file(text: str) -> Path:
    file = Path("settings.toml")
    file.write_text(text, encoding="utf-8")
    return file


def _refusal(text: str) -> str:
    with pytest.raises(ConfigError) as refused:
        load(_file(text))
    return str(refused.value)


def test_the_example_documents_every_setting() -> None:
    documented = tomllib.loads(re.sub(r"(?m)^#(\w+ = )", r"\1", EXAMPLE.read_text()))
    assert {section: set(keys) for section, keys in documented.items()} == {
        name: set(type(getattr(Config(), name)).model_fields) for name in Config.model_fields
    }


def test_the_example_gives_every_default() -> None:
    assert load(EXAMPLE) == Config()
    given = tomllib.loads(EXAMPLE.read_text())
    without_default = {
        name
        for name in Config.model_fields
        for key, value in getattr(Config(), name)
        if value is None and key in given[name]
    }
    assert not without_default


def test_every_setting_with_a_default_stands_in_the_example_uncommented() -> None:
    given = tomllib.loads(EXAMPLE.read_text())
    for name in Config.model_fields:
        expected = {key for key, value in getattr(Config(), name) if value is not None}
        assert set(given[name]) == expected


def test_without_a_file_the_defaults_hold() -> None:
    assert load() == Config()


def test_config_toml_in_the_working_folder_is_used() -> None:
    Path("config.toml").write_text("[database]\npool_size = 7\n")
    assert load().database.pool_size == 7


def test_a_named_file_that_is_missing_is_an_error() -> None:
    with pytest.raises(ConfigError, match=r"nowhere\.toml can't be read \(No such file or directory\)"):
        load(Path("nowhere.toml"))


def test_a_file_that_is_not_toml_is_an_error() -> None:
    assert "isn't valid TOML" in _refusal("pool_size = = 3")


@pytest.mark.parametrize("value", ["hush", "MTAx.GabcDE.hush", "123hush"])
def test_text_without_quotes_is_told_where_they_go_and_not_shown(value: str) -> None:
    refusal = _refusal(f"[discord]\ntoken = {value}")
    assert 'Put the value in quotes: token = "…".' in refusal
    assert "hush" not in refusal
    assert "quotes" not in _refusal("pool_size = = 3")


def test_the_environment_beats_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAYPOST_DATABASE__POOL_SIZE", "9")
    config = load(_file("[database]\npool_size = 7\ntimeout = 3.5\n"))
    assert (config.database.pool_size, config.database.timeout) == (9, 3.5)


def test_an_empty_variable_counts_as_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAYPOST_DISCORD__TOKEN", "")
    assert load().discord.token is None


def test_a_secret_may_come_from_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("token").write_text(f"{CANARY}\n")
    monkeypatch.setenv("WAYPOST_DISCORD__TOKEN_FILE", "token")
    assert load().secrets() == (CANARY,)


def test_a_secret_file_in_the_environment_beats_a_secret_in_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("url").write_text("sqlite:///elsewhere.db\n")
    monkeypatch.setenv("WAYPOST_DATABASE__URL_FILE", "url")
    assert load(_file('[database]\nurl = "sqlite:///here.db"')).database.address.path == Path("elsewhere.db")


def test_a_secret_file_that_is_missing_is_named() -> None:
    assert "discord.token_file: the file can't be read" in _refusal('[discord]\ntoken_file = "nowhere"')


def test_an_empty_secret_file_is_named() -> None:
    Path("token").touch()
    assert "discord.token_file: the file is empty" in _refusal('[discord]\ntoken_file = "token"')


def test_a_secret_given_twice_is_refused() -> None:
    assert "discord.token_file: token is set too" in _refusal('[discord]\ntoken = "a"\ntoken_file = "b"')


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[databse]\nx = 1", "databse: there's no such section; did you mean database?"),
        ("[database]\npoolsize = 1", "database.poolsize: there's no such setting; did you mean pool_size?"),
        ("[backup]\nhost = 1", "backup.host: there's no such setting; use folder, keep."),
        ("database = 3", "database: this is a section: write [database] with its settings below."),
        ("[database]\npool_size = 'many'", "use a whole number from 1 to 50."),
        (
            "[database]\npool_size = true",
            "true and false aren't numbers; use a whole number from 1 to 50.",
        ),
        (
            "[database]\npool_size = 0",
            "database.pool_size: input should be greater than or equal to 1; use",
        ),
        (
            "[database]\nurl = 'mysql://a/b'",
            "database.url: this database engine isn't supported; use sqlite:///",
        ),
        (
            "[log]\nlevel = 'loud'",
            "log.level: that isn't one of the choices; use debug, info, warning or error.",
        ),
    ],
)
def test_a_mistake_in_the_file_is_explained(text: str, sentence: str) -> None:
    assert sentence in _refusal(text)


def test_every_mistake_is_reported_at_once() -> None:
    refusal = _refusal("[database]\npool_size = 0\n[log]\nlevel = 'loud'")
    assert "database.pool_size" in refusal
    assert "log.level" in refusal


def test_an_unknown_variable_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAYPOST_DATABSE__URL", CANARY)
    with pytest.raises(ConfigError, match="did you mean WAYPOST_DATABASE__URL") as refused:
        load()
    assert CANARY not in str(refused.value)


def test_the_tests_own_variables_are_let_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAYPOST_TEST_POSTGRES", "postgresql://root@127.0.0.1/postgres")
    monkeypatch.setenv("WAYPOST_CONFIG", "settings.toml")
    assert load() == Config()


@pytest.mark.parametrize(
    "text",
    [
        f'[discord]\ntoken = ["{CANARY}"]',
        f'[discord]\ntoken = "a"\ntokn = "{CANARY}"',
        f'[database]\nurl = "mysql://way:{CANARY}@host/name"',
        f'[database]\nurl = "postgresql://way:{CANARY}@host:port/name"',
        f'[database]\npool_size = "{CANARY}"',
        f'discord = "{CANARY}"',
        f'[discord]\ntoken = "{CANARY}',
    ],
)
def test_what_was_given_is_never_in_the_refusal(text: str) -> None:
    assert CANARY not in _refusal(text)


def test_secrets_are_not_in_the_representation() -> None:
    config = load(
        _file(f'[discord]\ntoken = "{CANARY}"\n[database]\nurl = "postgresql://way:{CANARY}@host/name"')
    )
    assert config.database.address.url.password == CANARY
    assert CANARY not in f"{config!r} {config} {config.model_dump()} {config.model_dump_json()}"


def test_the_settings_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        Config().log.level = "debug"  # type: ignore[misc]
