#!/usr/bin/env bash
# Installs a newer Neovim next to the machine's own, so that tests/nvim runs with both: 0.10 from Debian 13; Debian 12 has 0.7.2.
set -eu
. "$(dirname "$0")/unpack-debian-program.sh"

finish() {
  # The program is patched rather than started through its loader, because Neovim starts itself again, as a server for its
  # screen.
  "$unpacked/$libraries/$loader" --library-path "$unpacked/$libraries" "$unpacked/usr/bin/patchelf" \
    --set-interpreter "$place/$libraries/$loader" --force-rpath --set-rpath "$place/$libraries" "$unpacked/usr/bin/nvim"
  cat >"$unpacked/$program" <<END
#!/bin/sh
VIMRUNTIME='$place/usr/share/nvim/runtime' exec '$place/usr/bin/nvim' "\$@"
END
}

unpack_program "Neovim 0.10" nvim-0.10/nvim trixie neovim patchelf
