"""The log: structlog for our lines and the standard library's, as text or JSON, secrets masked."""

from __future__ import annotations

import json
import logging
import logging.config
import re
import sys
from collections.abc import Iterable
from urllib.parse import quote

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from bot.config import LogSection

MASK = "[secret]"
# A bot token is three base64url parts; an interaction's or webhook's token stands in its address.
_SHAPES = re.compile(
    r"(?P<token>\b[\w-]{18,}\.[\w-]{6,7}\.[\w-]{27,})"
    r"|(?<=/webhooks/)(?P<webhook>\d+/[\w.-]{30,})"
    r"|(?<=/interactions/)(?P<interaction>\d+/[\w.-]{30,})"
    r"|(?<=://)(?P<login>[^\s/@:]*:[^\s/@]+)(?=@)"
)
# Below INFO discord.py writes whole payloads: interaction tokens, and what a player does in secret.
_QUIET = {
    "aiosqlite": "WARNING",
    "alembic": "WARNING",
    "discord": "INFO",
    "discord.app_commands.tree": "INFO",
    "discord.client": "INFO",
    "discord.gateway": "INFO",
    "discord.state": "INFO",
    "discord.webhook": "INFO",
    "discord.http": "WARNING",
    "sqlalchemy.engine": "WARNING",
    "asyncio": "WARNING",
}


# Which of them tell of what is nobody's fault.
_SHORTENED = ("discord.app_commands.tree", "discord.client")
# What Discord says of an interaction that it has forgotten, or that has its answer.
_LATE = {10062, 10015, 50027, 40060}


class WithoutTraceback(logging.Filter):
    """What the library tells of with a whole traceback, and is nobody's fault, is one line.

    That is a connection that is lost and tried again, and suggestions that come too late.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten it; everything is let through."""
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and self._is_no_fault(str(record.msg), error):
            record.msg = f"{record.getMessage()}: {str(error) or type(error).__name__}"
            record.args, record.exc_info, record.exc_text = (), None, None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True

    def _is_no_fault(self, told: str, error: BaseException) -> bool:
        if told.startswith("Attempting a reconnect"):
            return True
        is_cut = isinstance(error, OSError) or type(error).__module__.startswith("aiohttp.")
        is_late = getattr(error, "code", None) in _LATE
        return told.startswith("Ignoring exception in autocomplete") and (is_cut or is_late)


class Masker:
    """Replaces the given secrets, and whatever is shaped like a Discord token or a password in an address."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        forms = {form for secret in secrets if secret for form in _forms(secret)}
        longest_first = sorted(forms, key=len, reverse=True)
        self._known = re.compile("|".join(map(re.escape, longest_first))) if forms else None

    def mask(self, text: str) -> str:
        """The text without its secrets."""
        known = self._known.sub(MASK, text) if self._known else text
        return _SHAPES.sub(MASK, known)

    def __call__(self, _logger: WrappedLogger, _method: str, rendered: str | EventDict) -> str | EventDict:
        """As the last of structlog's processors, where tracebacks too have become text."""
        return self.mask(rendered) if isinstance(rendered, str) else rendered


def _forms(secret: str) -> set[str]:
    """How a secret may come to stand in a line: itself, in repr, quoted in an address; in JSON too."""
    plain = {secret, repr(secret)[1:-1], quote(secret, safe="")}
    return plain | {json.dumps(form)[1:-1] for form in plain}


def configure(log: LogSection, secrets: Iterable[str] = ()) -> None:
    """Send every log line of the process, ours and the libraries', to standard error in the chosen form."""
    shared = _shared_processors(log)
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": [structlog.stdlib.ExtraAdder(), *shared],
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *_renderers(log),
            Masker(secrets),
        ],
    }
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"waypost": formatter},
            "handlers": {
                "stderr": {
                    "class": "logging.StreamHandler",
                    "formatter": "waypost",
                    "stream": "ext://sys.stderr",
                }
            },
            "root": {"handlers": ["stderr"], "level": log.level.upper()},
            "filters": {"short": {"()": WithoutTraceback}},
            "loggers": {
                name: {
                    "level": _at_least(level, log),
                    "filters": ["short"] if name in _SHORTENED else [],
                }
                for name, level in _QUIET.items()
            },
        }
    )
    logging.captureWarnings(True)
    _configure_structlog(shared)


def _at_least(level: str, log: LogSection) -> str:
    return max(level, log.level.upper(), key=logging.getLevelNamesMapping().__getitem__)


def _configure_structlog(shared: list[Processor]) -> None:
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def _shared_processors(log: LogSection) -> list[Processor]:
    stamp = structlog.processors.TimeStamper(
        fmt="%H:%M:%S" if log.format == "text" else "iso", utc=log.format == "json"
    )
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.StackInfoRenderer(),
        stamp,
    ]


def _renderers(log: LogSection) -> list[Processor]:
    if log.format == "json":
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(default=repr)]
    # Plain tracebacks: the rich ones print local variables, and those hold what players wrote.
    return [
        structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    ]
