import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "./hub.ts";
import { openTerminal, root, type TestTerminal, yourcall } from "./terminal.ts";

/** The Neovim to test with, if not the one on the path. */
const program = process.env.YOURCALL_TEST_NVIM ?? "nvim";

export interface Neovim extends TestTerminal {
  /** Runs an Ex command. */
  command(text: string): void;
  /** Puts the cursor on the first line with this text, from the top. */
  goTo(text: string): void;
  /** Deletes the line with this text, as a person does. */
  deleteLine(text: string): Promise<void>;
}

/** Neovim on a pty, in this directory, with the plugin of this repository and no other settings. */
export function openNeovim(
  place: { directory: string; env: Record<string, string> },
  options: { args?: string[]; rows?: number; lua?: string } = {},
): Neovim {
  const home = temporaryDirectory("nvim");
  const init = join(home, "init.lua");
  writeFileSync(
    init,
    `vim.opt.runtimepath:append("${join(root, "surfaces/nvim")}")
     vim.opt.statusline = "%f %m [%{v:lua.require'yourcall'.status()}]"
     vim.opt.swapfile = false
     vim.opt.shortmess:append("I")
     require("yourcall").setup({ command = { "${process.execPath}", "${yourcall}" } })
     ${options.lua ?? ""}`,
  );
  const terminal = openTerminal([...["-u", init, "-i", "NONE"], ...(options.args ?? [])], {
    command: [program],
    shell: `cd '${place.directory}' && exec "$@"`,
    rows: options.rows ?? 45,
    columns: 110,
    env: { ...place.env, XDG_STATE_HOME: home, XDG_DATA_HOME: home },
  });
  return {
    ...terminal,
    command: (text) => terminal.type(`:${text}\r`),
    goTo: (text) => terminal.type(`gg/${text}\r`),
    async deleteLine(text) {
      terminal.type(`gg/${text}\rdd`);
      await terminal.gone(new RegExp(`^- ${text}`, "m"));
    },
  };
}
