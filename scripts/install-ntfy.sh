#!/usr/bin/env bash
# Unpacks a real ntfy server for tests/phone/ntfy.test.ts, from Debian testing: the first release of Debian that can replace messages.
# It changes nothing on the machine: apt-get, with a state directory of its own, downloads the package, verified by Debian's signature,
# and it is unpacked into a cache directory. Without apt-get, a mirror or matching libraries the tests use only a stand-in, and say so.
set -eu

# As root, for every user and clone on this machine, as install-newer-neovim.sh does.
cache=${XDG_CACHE_HOME:-$HOME/.cache}
[ "$(id -u)" -ne 0 ] || cache=/var/cache
place=$cache/yourcall-tests/ntfy
if [ -x "$place/usr/bin/ntfy" ] || [ "$(uname -sm)" != "Linux x86_64" ]; then exit 0; fi
if [ -n "${YOURCALL_NO_INSTALL:-}" ]; then
  echo "Not installed, since YOURCALL_NO_INSTALL is set: ntfy. Its tests will use a stand-in only."
  exit 0
fi
keys=/usr/share/keyrings/debian-archive-keyring.gpg
codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
mirror=$(apt-get --print-uris update 2>/dev/null | sed -n "s|^'\(.*\)/dists/$codename/InRelease' .*|\1|p" | sed -n 1p)
if [ ! -f "$keys" ] || [ -z "$mirror" ]; then
  echo "Not installed, since this needs Debian's apt-get and a mirror: ntfy. Its tests will use a stand-in only."
  exit 0
fi
echo "Unpacking ntfy from Debian's packages, for the tests: $place"
mkdir -p "$(dirname "$place")"
work=$(mktemp -d "$place.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/state/lists/partial" "$work/cache/archives/partial" "$work/sources" "$work/unpacked"
: >"$work/status"
echo "deb [signed-by=$keys] $mirror testing main" >"$work/sources.list"
cat >"$work/apt.conf" <<END
Dir::State "$work/state";
Dir::State::status "$work/status";
Dir::Cache "$work/cache";
Dir::Etc::sourcelist "$work/sources.list";
Dir::Etc::sourceparts "$work/sources";
Dir::Etc::preferencesparts "$work/sources";
APT::Architecture "amd64";
APT::Architectures { "amd64"; };
APT::Sandbox::User "";
Acquire::Languages "none";
Acquire::Retries "2";
Debug::NoLocking "true";
END

install() {
  cd "$work"
  APT_CONFIG=$work/apt.conf apt-get update
  APT_CONFIG=$work/apt.conf apt-get download ntfy
  dpkg-deb -x ntfy_*.deb "$work/unpacked"
  "$work/unpacked/usr/bin/ntfy" --version
  rm -rf "$place"
  mv "$work/unpacked" "$place"
}
set +e
(set -e; install) >"$work/log" 2>&1
status=$?
set -e
if [ "$status" -ne 0 ]; then
  tail -n 20 "$work/log"
  echo "Could not unpack ntfy. Its tests will use a stand-in only."
fi
