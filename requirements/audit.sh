#!/bin/sh
# Asks PyPI about each locked version: audit.sh FOLDER, where FOLDER is the environment that install.sh made.
# 0: no known vulnerability; 1: there are some, and they are listed; 2: it couldn't be found out.
set -eu
folder=$1
here=$(dirname "$0")

say() { echo "waypost: $*" >&2; }
fail() { say "$*"; exit 2; }

if command -v uv >/dev/null 2>&1; then uv=uv; else uv=$folder/bin/uv; fi
# In a place of its own: what it needs is none of the bot's business.
export UV_PYTHON_DOWNLOADS=never
"$uv" venv --quiet --allow-existing --python "$folder/bin/python" "$folder/audit" \
  && "$uv" pip sync --quiet --python "$folder/audit/bin/python" --require-hashes "$here/audit.txt" \
  || fail "pip-audit couldn't be installed, so nothing was checked; the lines above say why"

said=$(mktemp)
trap 'rm -f "$said"' EXIT
status=0
# dev.txt has everything that run.txt has. Strict: what PyPI doesn't know isn't passed over.
for lock in dev uv audit; do
  if "$folder/audit/bin/pip-audit" --strict --require-hashes --disable-pip --progress-spinner off \
    --requirement "$here/$lock.txt" >"$said" 2>&1
  then say "no known vulnerability in requirements/$lock.txt"
  elif grep -q '^Found [0-9]* known vulnerabilit' "$said"; then cat "$said"; status=1
  elif grep -qE 'ConnectionError|ProxyError|Timeout|SSLError|HTTPError' "$said"; then
    fail "PyPI can't be reached, so requirements/$lock.txt wasn't checked; try again with a network"
  else fail "requirements/$lock.txt couldn't be checked: $(tail -n 1 "$said")"
  fi
done
exit $status
