"""Waypost as pip installs it: built, put into an environment of its own, and run from another folder."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# What whoever builds it may have lying there.
PRIVATE = ("config.toml", "data/waypost.db", "data/backups/old.db", ".env", "bot/__pycache__/old.pyc")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("hatchling") is None, reason="hatchling isn't installed: make install"),
]


def _built(folder: Path, source: Path) -> list[Path]:
    """An sdist and a wheel of that folder."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", folder],
        cwd=source,
        check=True,
        capture_output=True,
        timeout=180,
    )
    return sorted(folder.iterdir())


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """An sdist and a wheel, built where somebody has run the bot, and without a list of what to ignore."""
    source = tmp_path_factory.mktemp("somebodys") / "waypost"
    shutil.copytree(
        ROOT,
        source,
        ignore=lambda folder, names: {
            name
            for name in names
            if name.startswith(".") or (folder == str(ROOT) and name in ("tests", "data"))
        },
    )
    for name in PRIVATE:
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text("token = 'secret'\n")
    return _built(tmp_path_factory.mktemp("dist"), source)


@pytest.fixture(scope="module")
def sdist(packages: list[Path]) -> Path:
    return next(each for each in packages if each.name.endswith(".tar.gz"))


@pytest.fixture(scope="module")
def wheel(packages: list[Path]) -> Path:
    return next(each for each in packages if each.suffix == ".whl")


def _names(package: Path) -> set[str]:
    if package.suffix == ".whl":
        return set(zipfile.ZipFile(package).namelist())
    with tarfile.open(package) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


def _needed() -> set[str]:
    """Everything in the folders of the bot that isn't made by running it."""
    files = (file for folder in ("bot", "migrations") for file in (ROOT / folder).rglob("*"))
    return {str(f.relative_to(ROOT)) for f in files if f.is_file() and "__pycache__" not in f.parts}


def test_what_is_built_has_all_that_the_bot_needs(sdist: Path, wheel: Path) -> None:
    assert _needed() <= _names(wheel)
    assert _needed() | {"README.md", "LICENSE", "config.example.toml", "requirements/run.txt"} <= _names(
        sdist
    )


def test_what_is_built_has_nothing_of_who_built_it(sdist: Path, wheel: Path) -> None:
    for package in (sdist, wheel):
        assert not set(PRIVATE) & _names(package)
    assert {name.partition("/")[0] for name in _names(wheel)} == {
        "bot",
        "migrations",
        "waypost-0.1.0.dist-info",
    }


def test_a_wheel_of_the_sdist_is_the_same(sdist: Path, wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as archive:
        # Python has it since 3.11.4; later ones warn where nothing is said.
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(tmp_path)  # noqa: S202  our own, just built
    (source,) = tmp_path.iterdir()
    (again,) = (each for each in _built(tmp_path / "dist", source) if each.suffix == ".whl")
    assert _names(again) == _names(wheel)


# ------------------------------------------------------------------ installed


def _locked(lock: str) -> list[Distribution]:
    """The packages of a lock that are installed here; some are of other systems or Pythons only."""
    names = re.findall(r"(?m)^([\w.-]+)(?:\[[\w,]+\])?==", (ROOT / "requirements" / lock).read_text())
    found = []
    for name in names:
        try:
            found.append(distribution(name))
        except PackageNotFoundError:
            continue
    return found


def _environment(folder: Path, wheel: Path, lock: str) -> Path:
    """The command of an environment that has the packages of that lock, and Waypost as pip installs it.

    They are those of the tests' own environment, so that no network is needed.
    """
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True, timeout=180)
    (site,) = folder.glob("lib/python*/site-packages")
    for each in _locked(lock):
        for top in {file.parts[0] for file in each.files or () if ".." not in file.parts}:
            if top != "__pycache__" and not (site / top).exists():
                (site / top).symlink_to(Path(str(each.locate_file(top))))
    beside = Path(sys.executable).with_name("uv")
    uv = str(beside) if beside.exists() else shutil.which("uv")
    assert uv is not None
    subprocess.run(
        [uv, "pip", "install", "--quiet", "--offline", "--no-deps", "--python", folder / "bin/python", wheel],
        check=True,
        timeout=180,
    )
    return folder / "bin" / "waypost"


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    """`pip install .`"""
    return _environment(tmp_path_factory.mktemp("bare"), wheel, "run.txt")


@pytest.fixture(scope="module")
def with_sandbox(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    """`pip install ".[sandbox]"`, and more that is no harm."""
    return _environment(tmp_path_factory.mktemp("with-sandbox"), wheel, "dev.txt")


def _clean() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(("WAYPOST_", "PYTHON"))}


def _run(command: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    answer = subprocess.run(
        [command, *arguments],
        cwd=folder,
        env=_clean(),
        capture_output=True,
        text=True,
        check=False,
        timeout=180,
    )
    assert "Traceback" not in answer.stderr, answer.stderr
    return answer


def test_installed_bare_it_says_its_version_and_what_is_missing(bare: Path, tmp_path: Path) -> None:
    assert _run(bare, tmp_path, "--version").stdout == "Waypost 0.1.0\n"
    answer = _run(bare, tmp_path, "doctor", "--offline", "--plain")
    assert answer.returncode == 1
    failed = [line for line in answer.stdout.splitlines() if line.lower().startswith("fail")]
    assert len(failed) == 1, answer.stdout
    assert "token" in failed[0]


def test_installed_bare_it_migrates_a_database(bare: Path, tmp_path: Path) -> None:
    first = _run(bare, tmp_path, "migrate")
    assert first.returncode == 0, first.stderr
    assert len(first.stdout.splitlines()) == len(list((ROOT / "migrations" / "versions").glob("*.py")))
    assert (tmp_path / "data" / "waypost.db").is_file()
    assert _run(bare, tmp_path, "migrate").stdout == "The database is already up to date.\n"


def test_installed_bare_the_whole_bot_is_put_together(bare: Path, tmp_path: Path) -> None:
    """Every game with its library, its commands and its pictures' font."""
    code = (
        "import asyncio, bot\n"
        "from bot import app\n"
        "from bot.config import load\n"
        "from bot.ui.canvas import FONT\n"
        "async def main():\n"
        "    waypost = await app.build(load())\n"
        "    for cog in waypost.cogs_of_the_house(): await waypost.add_cog(cog)\n"
        "    names = [each.name for each in waypost.tree.get_commands()]\n"
        "    await waypost.close()\n"
        "    print(bot.__file__, FONT.is_file(), *names)\n"
        "asyncio.run(main())"
    )
    answer = subprocess.run(
        [bare.with_name("python"), "-c", code],
        cwd=tmp_path,
        env=_clean(),
        capture_output=True,
        text=True,
        check=True,
        timeout=180,
    )
    where, has_font, *commands = answer.stdout.splitlines()[-1].split()
    assert Path(where).is_relative_to(bare.parents[1])
    assert has_font == "True"
    assert {"campaign", "sk", "adv", "sov", "kingdom"} <= set(commands)


def test_installed_bare_it_says_which_extra_the_sandbox_needs(bare: Path, tmp_path: Path) -> None:
    answer = _run(bare, tmp_path, "play", "--port", "0")
    assert answer.returncode == 1
    assert answer.stderr.splitlines() == [
        "The sandbox is an extra, and simcord of it isn't installed. "
        'In Waypost\'s folder, run: pip install ".[sandbox]"'
    ]
    assert list(tmp_path.iterdir()) == []


def test_installed_with_its_extra_the_sandbox_opens(with_sandbox: Path, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [with_sandbox, "play", "--port", "0"],
        cwd=tmp_path,
        env=_clean(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = ""
        for line in process.stdout:
            said += line
            if "Ctrl+C" in line:
                break
        assert re.search(r"^http://\S+$", said, re.MULTILINE), said
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=120)
        assert (process.returncode, "Traceback" in said + rest) == (0, False), said + rest
    finally:
        process.kill()
