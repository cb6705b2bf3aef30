#!/usr/bin/env bash
# Writes packaging/lock.txt, which names every package of an installer with its hashes, from
# requirements.txt and the extra `photos`, which a user of an installer cannot add; and
# packaging/tools.txt from tools.in. Run it after a change of one of them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
python3 -m venv "$scratch/tools"
"$scratch/tools/bin/pip" install -q "$(grep '^uv==' packaging/tools.in)"
compile() { "$scratch/tools/bin/uv" pip compile -q --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate "$@"; }
compile pyproject.toml --extra photos -o packaging/lock.txt
compile packaging/tools.in -o packaging/tools.txt
