#!/usr/bin/env bash
# Unpacks a real ntfy server for tests/phone/ntfy.test.ts, from Debian testing: the first release of Debian that can replace messages.
set -eu
. "$(dirname "$0")/unpack-debian-program.sh"

finish() {
  cat >"$unpacked/$program" <<END
#!/bin/sh
exec '$place/$libraries/$loader' --library-path '$place/$libraries' '$place/usr/bin/ntfy' "\$@"
END
}

unpack_program ntfy ntfy-server/ntfy testing ntfy
