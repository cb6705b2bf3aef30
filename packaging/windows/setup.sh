#!/usr/bin/env bash
# Builds dist/HeadTable-VERSION-Setup.exe: packaging/windows/setup.sh [--with-python].
# Needs git, Python 3.11 or newer with venv, PyPI, and the packages nsis and unzip of Debian. With
# --with-python the installer brings Python, and a first start needs no internet; then the machine
# that builds it needs the internet.
source "$(dirname "${BASH_SOURCE[0]}")/../build.sh"
python=cpython-3.13.18-windows-x86_64-none
program=$scratch/program
mkdir "$program"

"$scratch/tools/bin/pip" download -q --no-deps --require-hashes --only-binary :all: \
    --platform win_amd64 --dest "$scratch" -r packaging/tools.txt
unzip -q -j -d "$program" "$scratch"/uv-*-win_amd64.whl '*/scripts/uv.exe'
platform=x86_64-pc-windows-msvc
install_packages "$platform" 3.13 "$program/site" --require-hashes -r packaging/lock.txt
install_packages "$platform" 3.13 "$program/site" "$wheel"
rm -rf "$program/site/bin" "$program/site/Scripts" "$program/site/.lock"
find "$program/site" -name __pycache__ -prune -exec rm -rf {} +
if [ "${1:-}" = --with-python ]; then
    "$uv" python install --no-bin --install-dir "$program/python" "$python"
fi
cp packaging/windows/head-table.{pyw,ico} "$program"
# cmd.exe jumps to labels reliably only in files with its own line ends.
sed "s/@PYTHON@/$python/g; s/\$/\r/" packaging/windows/start.cmd >"$program/start.cmd"
makensis -V2 -INPUTCHARSET UTF8 -DVERSION="$version" -DSOURCE="$program" -DPYTHON="$python" \
    -DOUTPUT="$PWD/dist/HeadTable-$version-Setup.exe" packaging/windows/setup.nsi
