# Sourced by scripts that unpack a newer program than this machine's Debian has, for the tests. It changes nothing on the machine:
# apt-get, with a state directory of its own, downloads the packages and every library that they need, down to libc, and they are
# unpacked into a cache directory. Downloads are verified by Debian's signature. Fixed checksums would break with the next update of
# the release, since its mirrors then drop the previous files.
# Needs apt-get and a mirror. Without them the tests skip with a line that says so, and fail under CI=true.

# Where the libraries are, in what was unpacked, and the program that loads them.
libraries=usr/lib/x86_64-linux-gnu
loader=ld-linux-x86-64.so.2

# unpack_program NAME FILE RELEASE PACKAGE...: unpacks the packages into $unpacked, calls `finish`, which makes the script FILE there,
# and puts all of it in its place below the cache. Does nothing if that is done already. As root it is for every user and clone on this
# machine, as with install-debian-packages.sh.
unpack_program() {
  local name=$1 file=$2 release=$3
  shift 3
  local cache=${XDG_CACHE_HOME:-$HOME/.cache}
  [ "$(id -u)" -ne 0 ] || cache=/var/cache
  place=$cache/yourcall-tests/${file%/*}
  program=${file##*/}
  if [ -x "$place/$program" ] || [ "$(uname -sm)" != "Linux x86_64" ]; then return 0; fi
  if [ -n "${YOURCALL_NO_INSTALL:-}" ]; then
    echo "Not installed, since YOURCALL_NO_INSTALL is set: $name. Tests that need it will skip."
    return 0
  fi
  local keys=/usr/share/keyrings/debian-archive-keyring.gpg
  if ! command -v apt-get >/dev/null 2>&1 || [ ! -f "$keys" ]; then
    echo "Not installed, since this needs Debian's apt-get: $name. Tests that need it will skip."
    return 0
  fi
  # The mirror that this machine already uses for its own release.
  local codename mirror
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  mirror=$(apt-get --print-uris update 2>/dev/null | sed -n "s|^'\(.*\)/dists/$codename/InRelease' .*|\1|p" | sed -n 1p)
  if [ -z "$mirror" ]; then
    echo "Not installed, since apt-get is configured without a mirror of Debian: $name. Tests that need it will skip."
    return 0
  fi
  echo "Unpacking $name from Debian's packages, for the tests: $place"
  mkdir -p "$(dirname "$place")"
  work=$(mktemp -d "$place.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  unpacked=$work/unpacked
  mkdir -p "$work/state/lists/partial" "$work/cache/archives/partial" "$work/sources" "$unpacked"
  # The package status is empty, so that everything the program needs is downloaded, whatever this machine has.
  : >"$work/status"
  echo "deb [signed-by=$keys] $mirror $release main" >"$work/sources.list"
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
  download() {
    APT_CONFIG=$work/apt.conf apt-get update
    APT_CONFIG=$work/apt.conf apt-get install --yes --download-only "$@"
    for package in "$work"/cache/archives/*.deb; do dpkg-deb -x "$package" "$unpacked"; done
    finish
    chmod +x "$unpacked/$program"
    rm -rf "$place"
    mv "$unpacked" "$place"
    "$place/$program" --version
  }
  local status
  set +e
  (set -e; download "$@") >"$work/log" 2>&1
  status=$?
  set -e
  if [ "$status" -ne 0 ]; then
    tail -n 20 "$work/log"
    echo "Could not unpack $name. Tests that need it will skip, and fail under CI=true."
    rm -rf "$place"
  fi
}
