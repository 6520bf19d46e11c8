#!/usr/bin/env bash
# Runs tests/hosts: tests that need other people's large programs, which are installed there and not by the root install.
# Without a registry these tests are skipped with a line that says so; under CI=true that is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${CI:-}" != true ] && ! npm ping >/dev/null 2>&1; then
  echo "skipped: no npm registry to install the programs that tests/hosts needs"
  exit 0
fi
# A second browser, whose whole path of Web Push can be run without its maker's servers.
bash scripts/install-debian-packages.sh hosts
# The overrides there replace packages for other platforms, which not every registry has.
for place in tests/hosts tests/hosts/frameworks; do
  (cd "$place" && npm ci --no-audit --no-fund --loglevel=error)
done
vitest run --config tests/hosts/vitest.config.ts
# The site's generator is installed there too. It refuses links that lead nowhere.
npm run --silent docs -- build
