#!/usr/bin/env bash
# Installs the Debian packages that the tests use and this machine lacks:
#   neovim     a real editor for Ctrl-G: the sheet is answered in it with `dd`
#   vim        another, for `answer --editor`
#   emacs-nox  and another, whose recipe in docs/editors.md is run
#   chromium, chromium-headless-shell  a real browser for the web inbox and the card, and its headless engine, which uses less memory
#   tmux       a real terminal around Claude Code, whose screen is read and keys are pressed
#   zsh, fish  real shells for the completion scripts
#   man-db     reads the manual page
#   postgresql a real database for hubs that share one; the tests start their own, in a temporary directory
#   pgbouncer  a real pooler between a hub and that database; the tests start their own
#   python3    the client for Python and its tests
#   systemd    systemd-analyze, which verifies deploy/yourcall.service; nothing is started
#   nginx, caddy, openssl  real load balancers with TLS before two hubs, as docs/team.md sets them up; the tests start their own
# With the argument `hosts`, also:
#   firefox-esr, libnotify4  a browser that is notified by Web Push; dbus-daemon: a bus for its notifications
# Only as root on a Debian-like system. Elsewhere nothing is installed: the tests that need a missing part skip with a line
# that says so, and fail under CI=true.
set -eu

missing=()
command -v nvim >/dev/null 2>&1 || missing+=(neovim)
command -v vim >/dev/null 2>&1 || missing+=(vim)
command -v emacs >/dev/null 2>&1 || missing+=(emacs-nox)
# Install both, since their versions must match.
{ command -v chromium && command -v chromium-headless-shell; } >/dev/null 2>&1 || missing+=(chromium chromium-headless-shell)
command -v tmux >/dev/null 2>&1 || missing+=(tmux)
command -v zsh >/dev/null 2>&1 || missing+=(zsh)
command -v fish >/dev/null 2>&1 || missing+=(fish)
command -v man >/dev/null 2>&1 || missing+=(man-db)
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing+=(postgresql)
command -v pgbouncer >/dev/null 2>&1 || missing+=(pgbouncer)
command -v python3 >/dev/null 2>&1 || missing+=(python3)
command -v systemd-analyze >/dev/null 2>&1 || missing+=(systemd)
[ -x /usr/sbin/nginx ] || missing+=(nginx-light)
command -v caddy >/dev/null 2>&1 || missing+=(caddy)
command -v openssl >/dev/null 2>&1 || missing+=(openssl)
if [ "${1:-}" = hosts ]; then
  command -v firefox-esr >/dev/null 2>&1 || missing+=(firefox-esr)
  command -v dbus-daemon >/dev/null 2>&1 || missing+=(dbus-daemon)
  ls /usr/lib/*/libnotify.so.4 >/dev/null 2>&1 || missing+=(libnotify4)
fi
[ ${#missing[@]} -gt 0 ] || exit 0
if [ -n "${YOURCALL_NO_INSTALL:-}" ]; then
  echo "Not installed, since YOURCALL_NO_INSTALL is set: ${missing[*]}. Tests that need them will skip."
  exit 0
fi

if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1; then
  echo "Not installed, since this needs root and apt-get: ${missing[*]}. Tests that need them will skip."
  exit 0
fi
echo "Installing from Debian's packages, for the tests: ${missing[*]}. YOURCALL_NO_INSTALL=1 keeps npm test from that."
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { apt-get update && apt-get install --yes --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
  tail -n 20 "$log"
  echo "Could not install ${missing[*]}. Tests that need them will skip, and fail under CI=true."
fi
