# Sourced by the build scripts: makes a scratch folder with uv, and the wheel of the last commit.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PIP_DISABLE_PIP_VERSION_CHECK=1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
umask 022
mkdir -p dist "$scratch/source"
python3 -m venv "$scratch/tools"
"$scratch/tools/bin/pip" install -q --require-hashes -r packaging/tools.txt
uv=$scratch/tools/bin/uv
git archive HEAD | tar -x -C "$scratch/source"
"$uv" build -q --wheel --build-constraints packaging/tools.txt --require-hashes \
    --out-dir "$scratch/wheel" "$scratch/source"
wheel=$(echo "$scratch"/wheel/*.whl)
version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' "$scratch/source/party/__init__.py")

# The packages of lock.txt for a platform and a Python, in a folder; more options go to uv.
install_packages() {
    local platform=$1 python=$2 folder=$3
    shift 3
    "$uv" pip install -q --target "$folder" --python-platform "$platform" \
        --python-version "$python" --only-binary :all: --no-deps "$@"
}
