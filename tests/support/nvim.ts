import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { temporaryDirectory } from "./hub.ts";
import { testWith } from "./needs.ts";
import { openTerminal, root, type TestTerminal, yourcall } from "./terminal.ts";

/** The Neovim of this machine, and the newer one of `scripts/install-newer-neovim.sh`; or the one that the environment names. */
const neovims = findNeovims();

function findNeovims() {
  const { YOURCALL_TEST_NVIM: named, XDG_CACHE_HOME, HOME = "" } = process.env;
  if (named !== undefined) return [{ name: named, program: named, test: testWith(named) }];
  const cache = process.getuid?.() === 0 ? "/var/cache" : (XDG_CACHE_HOME ?? join(HOME, ".cache"));
  const newer = join(cache, "yourcall-tests/nvim-0.10/nvim");
  return [
    { name: "Neovim", program: "nvim", test: testWith("nvim") },
    { name: "Neovim 0.10", program: newer, test: testWith(newer, "install-newer-neovim.sh") },
  ];
}

/** A test that runs in every Neovim: of what each of them does in its own way. */
export function testInEveryNeovim(name: string, run: (open: OpenNeovim) => Promise<void>): void {
  for (const neovim of neovims) neovim.test(`${name} (${neovim.name})`, () => run(openerOf(neovim)));
}

let turn = 0;

/** A test that runs in one Neovim, the next in the other; under `npm run torture` in every one. */
export function testInNeovim(name: string, run: (open: OpenNeovim) => Promise<void>): void {
  const neovim = neovims[turn++ % neovims.length];
  if (neovim === undefined || process.env.YOURCALL_TORTURE === "long") testInEveryNeovim(name, run);
  else neovim.test(`${name} (${neovim.name})`, () => run(openerOf(neovim)));
}

/** A test that begins in one Neovim and goes on in the other; `tests` is `test` if the other parts that it needs are installed. */
export function testAcrossNeovims(
  name: string,
  run: (openFirst: OpenNeovim, openSecond: OpenNeovim) => Promise<void>,
  tests: ReturnType<typeof testWith>,
): void {
  const [first, second = first] = neovims;
  if (first === undefined || second === undefined) return;
  const register = first.test === test && second.test === test ? tests : test.skip;
  register(name, () => run(openerOf(first), openerOf(second)));
}

const openerOf =
  ({ program }: { program: string }): OpenNeovim =>
  (place, options) =>
    openNeovim(program, place, options);

export interface Neovim extends TestTerminal {
  /** Runs an Ex command. */
  command(text: string): void;
  /** Puts the cursor on the first line with this text, from the top. */
  goTo(text: string): void;
  /** Deletes the line with this text, as a person does. */
  deleteLine(text: string): Promise<void>;
  /** Types in insert mode, after a key that starts it (`i`, `A`, `o`), and leaves it. */
  insert(start: string, text: string): Promise<void>;
  /** Opens a chat with this agent and sends a message. */
  chat(message: string, agent?: string): Promise<void>;
}

interface Place {
  directory: string;
  env: Record<string, string>;
}

interface NeovimOptions {
  args?: string[];
  rows?: number;
  columns?: number;
  /** The state directory, to share it with another Neovim. */
  state?: string;
  /** What comes after the plugin in `init.lua`. */
  lua?: string;
  /** The whole `init.lua`, without the plugin, and a home of the person's own. */
  bare?: { init: string; home: string };
}

/** Neovim on a pty, in this directory, with the plugin of this repository and no other settings. */
export type OpenNeovim = (place: Place, options?: NeovimOptions) => Neovim;

function openNeovim(program: string, place: Place, options: NeovimOptions = {}): Neovim {
  const home = temporaryDirectory("nvim");
  const init = join(home, "init.lua");
  writeFileSync(
    init,
    options.bare?.init ??
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
    columns: options.columns ?? 110,
    env: {
      ...place.env,
      XDG_STATE_HOME: options.state ?? home,
      ...(options.bare ? { HOME: options.bare.home } : { XDG_DATA_HOME: home }),
    },
  });
  const insert = async (start: string, text: string) => {
    terminal.type(start);
    await terminal.see("-- INSERT --");
    terminal.type(text);
    terminal.press("escape");
    await terminal.gone("-- INSERT --");
  };
  return {
    ...terminal,
    insert,
    async chat(message, agent = "") {
      terminal.type(`:Yourcall chat ${agent}\r`);
      await terminal.see(/# You\n{2,}(?!\S)/);
      await insert("i", message);
      await terminal.see(message);
      terminal.press("enter");
    },
    command: (text) => terminal.type(`:${text}\r`),
    goTo: (text) => terminal.type(`gg/${text}\r`),
    async deleteLine(text) {
      terminal.type(`gg/${text}\rdd`);
      await terminal.gone(new RegExp(`^- ${text}`, "m"));
    },
  };
}
