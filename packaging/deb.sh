#!/usr/bin/env bash
# Builds dist/head-table_VERSION_ARCHITECTURE.deb: packaging/deb.sh amd64 (or arm64).
# Needs git, Python 3.11 or newer with venv, dpkg-deb, and PyPI.
source "$(dirname "${BASH_SOURCE[0]}")/build.sh"
architecture=${1:?amd64 or arm64}
case $architecture in
    amd64) platform=x86_64-manylinux_2_28 ;;
    arm64) platform=aarch64-manylinux_2_28 ;;
    *) echo "The architecture is amd64 or arm64, not $architecture." >&2; exit 2 ;;
esac
root=$scratch/root
lib=$root/usr/lib/head-table
mkdir -p "$lib"

# Compiled modules carry the version of their Python in their names, so the packages of several
# Pythons share a folder: Debian 12 and Raspberry Pi OS 12, Ubuntu 24.04, Debian 13.
for python in 3.11 3.12 3.13; do
    install_packages "$platform" "$python" "$scratch/$python" --require-hashes -r packaging/lock.txt
    cp -a --no-clobber "$scratch/$python/." "$lib"
done
install_packages "$platform" 3.11 "$lib" "$wheel"
rm -rf "$lib/bin" "$lib/.lock"
find "$lib" -name __pycache__ -prune -exec rm -rf {} +

install -D -m 644 -t "$root/usr/share/applications" packaging/deb/head-table.desktop
install -D -m 644 -t "$root/usr/lib/systemd/system" packaging/deb/head-table.service
install -D -m 644 party/static/party/icon.svg "$root/usr/share/icons/hicolor/scalable/apps/head-table.svg"
install -D -m 644 -t "$root/usr/share/doc/head-table" CHANGELOG.md README.md docs/install.md
install -D -m 755 packaging/deb/head-table "$root/usr/bin/head-table"
install -D -m 755 packaging/deb/head-table-desktop "$root/usr/bin/head-table-desktop"
install -D -m 755 -t "$root/DEBIAN" packaging/deb/postinst packaging/deb/prerm packaging/deb/postrm
size=$(du -sk --exclude=DEBIAN "$root" | cut -f1)
sed "s/@VERSION@/$version/; s/@ARCHITECTURE@/$architecture/; s/@SIZE@/$size/" \
    packaging/deb/control >"$root/DEBIAN/control"
dpkg-deb -Zxz --root-owner-group --build "$root" dist
