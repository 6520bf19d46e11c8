import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { asks, calls, openPlace } from "../support/agent-chat.ts";
import { database } from "../support/asks.ts";
import { homeOfBackgroundHub } from "../support/background-hub.ts";
import { startHub, temporaryDirectory } from "../support/hub.ts";
import { testWith } from "../support/needs.ts";
import { testInEveryNeovim, testInNeovim } from "../support/nvim.ts";
import { root, yourcall } from "../support/terminal.ts";

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** The blocks of this language on a page, in their order. */
function blocksOf(page: string, language: string): string[] {
  const text = readFileSync(join(root, "docs", page), "utf8");
  return Array.from(text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "gms")), ([, block = ""]) => block);
}

/** A directory for the path with the command in it. */
function pathWithYourcall(): string {
  const bin = temporaryDirectory("bin");
  writeFileSync(join(bin, "yourcall"), `#!/bin/sh\nexec '${process.execPath}' '${yourcall}' "$@"\n`, { mode: 0o755 });
  return `${bin}${delimiter}${process.env.PATH}`;
}

/** Without what differs from run to run. */
const toPlain = (screen: string, home = "/home/ana") =>
  screen
    .replaceAll(home, "/home/ana")
    .replaceAll(/(run|ask)_[\w-]+/g, "$1_…")
    .replaceAll(/at \d\d:\d\d/g, "at …")
    .replaceAll(/ +$/gm, "");

testInEveryNeovim(
  "installed as docs/nvim.md says, without setup(), it shows the screens of that page",
  async (openNeovim) => {
    const home = temporaryDirectory("person");
    const [install = ""] = blocksOf("nvim.md", "sh");
    execFileSync("sh", ["-ec", install], { cwd: root, env: { PATH: process.env.PATH, HOME: home }, stdio: "pipe" });
    const directory = join(home, "shop");
    mkdirSync(directory);
    const hub = await startHub({ directory: homeOfBackgroundHub() });
    const chat = [calls("Two things.", asks("t1", database)), calls("And?", asks("t2", database))];
    const place = await openPlace(chat, { home: hub.directory, directory });
    const env = { ...place.env, PATH: pathWithYourcall() };
    const init = "vim.opt.swapfile = false; vim.opt.shortmess:append('I')";
    const nvim = openNeovim({ directory, env }, { bare: { init, home }, columns: 150 });
    // The tags of the help are part of the plugin. Every command has its page; the last one is `stop`.
    nvim.command(`lua for _, n in ipairs(require("yourcall").complete("", "")) do vim.cmd("help :Yourcall-" .. n) end`);
    await nvim.see("Stops the turn and withdraws its questions");
    nvim.command("close");
    const tags = "doc/tags";
    const installed = join(home, ".local/share/nvim/site/pack/yourcall/start/yourcall");
    nvim.command(`helptags ${join(installed, "doc")} | echo 'tags made'`);
    await nvim.see("tags made");
    expect(readFileSync(join(installed, tags), "utf8")).toBe(readFileSync(join(root, "surfaces/nvim", tags), "utf8"));
    nvim.command("checkhealth yourcall");
    expect(await nvim.see(version)).not.toContain("ERROR");
    nvim.command("bwipeout");
    await nvim.chat("set it up");
    await nvim.see("untouched, keep one");
    await nvim.deleteLine("MongoDB");
    await nvim.see("2 left, keep one");
    const [sheet = "", sent = "", elsewhere = ""] = blocksOf("nvim.md", "text");
    expect(toPlain(nvim.screen(), home)).toContain(toPlain(sheet));
    await nvim.deleteLine("PostgreSQL");
    await nvim.see("1 left ✔");
    nvim.press("enter");
    expect(toPlain(await nvim.see(/✔ Database.*untouched, keep one/s))).toContain(toPlain(sent));

    await nvim.deleteLine("MongoDB");
    await nvim.see("2 left, keep one");
    const [ask] = (await hub.client("human").list({ status: "pending" })).asks;
    const answers = [{ question: database.question, selectedOptions: ["SQLite"] }];
    await hub.client("human").answer(ask?.id ?? "", { answers, surface: "web", act: "click", user: "bo" });
    await nvim.see(/^✔ Database: SQLite · answered in web by bo.*-->/ms);
    const [before = "", after = ""] = toPlain(elsewhere).split("    …\n");
    expect(toPlain(nvim.screen())).toContain(before);
    expect(toPlain(nvim.screen()).split(before)[1]).toContain(after);
  },
);

testInNeovim(
  "a manager that loads it after the start, when its command is first used, gets the same",
  async (openNeovim) => {
    const [home, directory] = [temporaryDirectory("person"), temporaryDirectory("work")];
    const env = { PATH: pathWithYourcall(), YOURCALL_HOME: homeOfBackgroundHub() };
    const init = "vim.opt.swapfile = false; vim.opt.shortmess:append('I')";
    const chat = "<!-- yourcall-chat · loop · ~ -->\n<!-- run: none yet -->\n\n# You\n\nhello\n";
    writeFileSync(join(directory, "kept.md"), chat);
    const nvim = openNeovim({ directory, env }, { bare: { init, home }, args: ["kept.md"] });
    await nvim.see("hello");
    nvim.command("Yourcall inbox");
    await nvim.see("E492");
    nvim.command(`set runtimepath^=${join(root, "surfaces/nvim")}`);
    nvim.command("runtime! plugin/**/*.lua");
    nvim.command("Yourcall inbox");
    await nvim.see("Nothing waits for you.");
    nvim.command("verbose nmap <CR>");
    await nvim.see("yourcall: open");
    // Nothing is mapped elsewhere.
    nvim.command("enew | nmap <CR>");
    await nvim.see("No mapping found");
    // A chat that was opened before is one now.
    nvim.command("buffer kept.md | nmap <CR>");
    await nvim.see("yourcall: send the sheet at the cursor, or your message");
  },
);

test("the commands of docs/editors.md answer", async () => {
  const hub = await startHub();
  const directory = temporaryDirectory("work");
  const [open = "", from = ""] = blocksOf("editors.md", "sh");
  const env = { PATH: pathWithYourcall(), HOME: directory, YOURCALL_HOME: hub.directory };
  const run = (command: string, id: string, editor = "false") =>
    execFileSync("sh", ["-ec", command.replace("7Q2F", id)], {
      cwd: directory,
      env: { ...env, EDITOR: editor },
      stdio: "pipe",
    });

  // No terminal and no person: the record says so.
  const first = await hub.ask([database]);
  run(open, first.id, "sed -i -e /MongoDB/d -e /SQLite/d");
  expect((await hub.client("human").get(first.id)).outcome).toMatchObject({
    status: "answered",
    by: { act: "script" },
  });

  // In VS Code's task, its command is one that waits; Zed's has the flag, too.
  const [vsCode = "", zed = ""] = blocksOf("editors.md", "json");
  const task = JSON.parse(vsCode).tasks[0];
  const third = await hub.ask([database]);
  const code = `${env.PATH.split(delimiter)[0]}/code`;
  writeFileSync(code, `#!/bin/sh\n[ "$1" = --wait ] && sed -i -e /MongoDB/d -e /SQLite/d "$2"\n`, { mode: 0o755 });
  run(task.command.replace(/\$\{input:ask\}/, third.id), third.id, task.options.env.EDITOR);
  expect((await hub.client("human").get(third.id)).outcome).toMatchObject({ status: "answered" });
  expect(JSON.parse(zed)[0].env.EDITOR).toBe("zed --wait");

  const second = await hub.ask([database]);
  expect(() => run(open, second.id, "sh -c 'cp \"$0\" sheet.md; exit 1'")).toThrow();
  expect((await hub.client("human").get(second.id)).status).toBe("pending");
  execFileSync("sed", ["-i", "-e", "/MongoDB/d", "-e", "/SQLite/d", join(directory, "sheet.md")]);
  run(from, second.id);
  expect((await hub.client("human").get(second.id)).outcome).toMatchObject({ status: "answered" });
});

testWith("emacs")("the command for Emacs answers in a buffer of this Emacs", async () => {
  const hub = await startHub();
  const ask = await hub.ask([database]);
  const directory = temporaryDirectory("emacs");
  const [recipe = ""] = blocksOf("editors.md", "elisp");
  const person = `(add-hook 'server-visit-hook
    (lambda () (flush-lines "^- \\\\(MongoDB\\\\|SQLite\\\\)" (point-min) (point-max)) (save-buffer)
      (run-at-time 0 nil (lambda (sheet) (with-current-buffer sheet (server-edit))) (current-buffer))))
    (let ((answering (yourcall-answer "${ask.id}")))
      (while (process-live-p answering) (accept-process-output nil 0.1)))`;
  writeFileSync(join(directory, "run.el"), `${recipe}\n${person}`);
  execFileSync("emacs", ["--batch", "-Q", "-l", "run.el"], {
    cwd: directory,
    env: { PATH: pathWithYourcall(), HOME: directory, XDG_RUNTIME_DIR: directory, YOURCALL_HOME: hub.directory },
    stdio: "pipe",
  });
  expect((await hub.client("human").get(ask.id)).outcome).toMatchObject({
    answers: [{ selectedOptions: ["PostgreSQL (Recommended)"] }],
    by: { surface: "sheet", act: "sheet" },
  });
});
