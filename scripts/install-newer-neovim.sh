#!/usr/bin/env bash
# Installs a newer Neovim next to the machine's own, so that tests/nvim runs with both: 0.10 from Debian 13; Debian 12 has 0.7.2.
# It changes nothing on the machine: apt-get, with a state directory of its own, downloads the package and every library that
# it needs, down to libc; they are unpacked into a cache directory, and the program is pointed at its own loader there.
# Downloads are verified by Debian's signature. Fixed checksums would break with the next update of Debian 13, since its
# mirrors then drop the previous files.
# Needs apt-get and a mirror. Without them the tests skip with a line that says so, and fail under CI=true.
set -eu

# As root, install it for every user and clone on this machine, as install-debian-packages.sh does.
cache=${XDG_CACHE_HOME:-$HOME/.cache}
[ "$(id -u)" -ne 0 ] || cache=/var/cache
place=$cache/yourcall-tests/nvim-0.10
if [ -x "$place/nvim" ] || [ "$(uname -sm)" != "Linux x86_64" ]; then exit 0; fi
if [ -n "${YOURCALL_NO_INSTALL:-}" ]; then
  echo "Not installed, since YOURCALL_NO_INSTALL is set: Neovim 0.10. Tests that need it will skip."
  exit 0
fi
keys=/usr/share/keyrings/debian-archive-keyring.gpg
if ! command -v apt-get >/dev/null 2>&1 || [ ! -f "$keys" ]; then
  echo "Not installed, since this needs Debian's apt-get: Neovim 0.10. Tests that need it will skip."
  exit 0
fi
# The mirror that this machine already uses for its own release.
codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
mirror=$(apt-get --print-uris update 2>/dev/null | sed -n "s|^'\(.*\)/dists/$codename/InRelease' .*|\1|p" | sed -n 1p)
if [ -z "$mirror" ]; then
  echo "Not installed, since apt-get is configured without a mirror of Debian: Neovim 0.10. Tests that need it will skip."
  exit 0
fi
echo "Unpacking Neovim 0.10 from Debian's packages, for the tests: $place"
mkdir -p "$(dirname "$place")"
work=$(mktemp -d "$place.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/state/lists/partial" "$work/cache/archives/partial" "$work/sources" "$work/unpacked"
: >"$work/status"
echo "deb [signed-by=$keys] $mirror trixie main" >"$work/sources.list"
cat >"$work/apt.conf" <<END
Dir::State "$work/state";
Dir::State::status "$work/status";
Dir::Cache "$work/cache";
Dir::Etc::sourcelist "$work/sources.list";
Dir::Etc::sourceparts "$work/sources";
Dir::Etc::preferencesparts "$work/sources";
APT::Architecture "amd64";
APT::Architectures { "amd64"; };
APT::Install-Recommends "false";
APT::Sandbox::User "";
Acquire::Languages "none";
Acquire::Retries "2";
Debug::NoLocking "true";
END

install() {
  # The package status is empty, so that everything the program needs is downloaded, whatever this machine has.
  APT_CONFIG=$work/apt.conf apt-get update
  APT_CONFIG=$work/apt.conf apt-get install --yes --download-only neovim patchelf
  for package in "$work"/cache/archives/*.deb; do dpkg-deb -x "$package" "$work/unpacked"; done
  local libraries=usr/lib/x86_64-linux-gnu loader=ld-linux-x86-64.so.2
  # The program is patched rather than started through its loader, because Neovim starts itself again, as a server for its
  # screen.
  "$work/unpacked/$libraries/$loader" --library-path "$work/unpacked/$libraries" "$work/unpacked/usr/bin/patchelf" \
    --set-interpreter "$place/$libraries/$loader" --force-rpath --set-rpath "$place/$libraries" "$work/unpacked/usr/bin/nvim"
  cat >"$work/unpacked/nvim" <<END
#!/bin/sh
VIMRUNTIME='$place/usr/share/nvim/runtime' exec '$place/usr/bin/nvim' "\$@"
END
  chmod +x "$work/unpacked/nvim"
  rm -rf "$place"
  mv "$work/unpacked" "$place"
  "$place/nvim" --version
}
set +e
(set -e; install) >"$work/log" 2>&1
status=$?
set -e
if [ "$status" -ne 0 ]; then
  tail -n 20 "$work/log"
  echo "Could not unpack Neovim 0.10. Tests that need it will skip, and fail under CI=true."
  rm -rf "$place"
fi
