#!/bin/sh
# Makes the environment: install.sh FOLDER PYTHON... takes the first Python that is new enough.
# uv where it is installed, else uv from its own hashed lock; every package is checked against its hash.
set -eu
folder=$1
shift
here=$(dirname "$0")

say() { echo "waypost: $*" >&2; }
fail() { say "$*"; exit 1; }

is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

python=
for candidate in "$@"; do
  if is_new_enough "$candidate"; then python=$candidate; break; fi
done
[ -n "$python" ] || fail "no Python 3.11 or newer was found; install one, or name it: make PYTHON=/path/to/python3 ..."

is_usable() { [ -x "$folder/bin/python" ] && is_new_enough "$folder/bin/python"; }

make_environment() {
  rm -rf "$folder"
  if "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
    "$python" -m venv "$folder"
  elif "$python" -c 'import pip, venv' >/dev/null 2>&1; then
    "$python" -m venv --without-pip "$folder"
  else
    fail "$python has no venv module; install it (Debian and Ubuntu: apt install python3-venv) and try again"
  fi
}

# The environment's own pip, or this Python's pip working on the environment.
pip() {
  if "$folder/bin/python" -c 'import pip' >/dev/null 2>&1; then "$folder/bin/python" -m pip "$@"
  else "$python" -m pip --python "$folder/bin/python" "$@"; fi
}

say "preparing $folder with $("$python" --version 2>&1) ..."
export UV_PYTHON_DOWNLOADS=never
if command -v uv >/dev/null 2>&1; then
  uv=uv
  is_usable || { rm -rf "$folder"; uv venv --quiet --python "$(command -v "$python")" "$folder"; }
else
  uv=$folder/bin/uv
  is_usable || make_environment
  pip --disable-pip-version-check install --quiet --require-hashes --requirement "$here/uv.txt" \
    || fail "uv could not be installed with pip; the lines above say why"
fi
"$uv" pip sync --quiet --python "$folder/bin/python" --require-hashes "$here/dev.txt" "$here/uv.txt" \
  || fail "the packages could not be installed; the lines above say why"
