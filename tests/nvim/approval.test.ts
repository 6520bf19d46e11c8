import { expect } from "vitest";
import { asks, calls, openPlace, says } from "../support/agent-chat.ts";
import { database } from "../support/asks.ts";
import { startHub, temporaryDirectory } from "../support/hub.ts";
import { askApproval } from "../support/inbox.ts";
import { type Neovim, testInEveryNeovim, testInNeovim } from "../support/nvim.ts";

const long = Array.from({ length: 300 }, (_, index) => `echo step ${index + 1}`).join("\n");

/** Scrolls down a page at a time, as a reader does, until this is on the screen. */
async function readTo(nvim: Neovim, text: RegExp): Promise<void> {
  const top = () => /echo step \d+/.exec(nvim.screen())?.[0];
  for (let pages = 0; pages < 60 && !text.test(nvim.screen()); pages += 1) {
    const before = top();
    nvim.type("\x06");
    await expect.poll(top, { timeout: 10_000 }).not.toBe(before);
  }
  await nvim.see(text);
}

testInEveryNeovim("an approval is allowed only after all of it has been on the screen", async (openNeovim) => {
  const hub = await startHub();
  const ask = await askApproval(hub, long);
  const pending = async () => (await hub.client("human").get(ask.id)).status;
  const nvim = openNeovim({ directory: temporaryDirectory("work"), env: { YOURCALL_HOME: hub.directory } });
  nvim.command("Yourcall inbox");
  expect(await nvim.see("1 waiting · <CR> opens")).toContain("Bash  echo step 1  300 lines  (claude · fix login)");
  nvim.press("enter");
  // It opens at its beginning, not at its options.
  await nvim.see(/untouched, keep one\s+> May I run/);
  nvim.command("$");
  await nvim.see("- allow-once");
  await nvim.deleteLine("allow-always");
  await nvim.deleteLine("deny");
  nvim.press("enter");
  await nvim.see(/Lines \d+ to \d+ have not been on the screen/);
  expect(await pending()).toBe("pending");
  nvim.type("gg");
  await nvim.see("not all of it has been on the screen yet");

  // What is folded has not been on the screen.
  nvim.command("100,120fold | echo 'folded'");
  await nvim.see(/^folded/m);
  await readTo(nvim, /^ *- allow-once/m);
  nvim.press("enter");
  await nvim.see(/Lines 100 to 120 have not been on the screen/);
  expect(await pending()).toBe("pending");
  nvim.command("normal! zE");
  await nvim.see("> echo step 112");
  await readTo(nvim, /^ *- allow-once/m);
  nvim.type("gg");
  await nvim.see("1 left ✔");
  nvim.press("enter");
  await nvim.see("✔ Allow once");
  expect((await hub.client("human").get(ask.id)).outcome).toMatchObject({
    answers: [{ selectedOptions: ["allow-once"] }],
    by: { surface: "nvim", act: "sheet" },
  });
});

testInEveryNeovim(
  "lines that were taken out and put back, or rewritten by a program, can be read again",
  async (openNeovim) => {
    const hub = await startHub();
    const nvim = openNeovim({ directory: temporaryDirectory("work"), env: { YOURCALL_HOME: hub.directory } });
    nvim.command("Yourcall inbox");
    await nvim.see("Nothing waits for you.");
    for (const rewrite of [":%!cat\r", "/npm ci\rddP"]) {
      const ask = await askApproval(hub, "set -e\nnpm ci\nnpm test");
      await nvim.see("1 waiting · <CR> opens");
      nvim.type("G");
      nvim.press("enter");
      await nvim.see("untouched, keep one");
      nvim.type(rewrite);
      await nvim.deleteLine("allow-always");
      await nvim.deleteLine("deny");
      await nvim.see("1 left ✔");
      nvim.press("enter");
      await nvim.see("✔ Allow once");
      expect((await hub.client("human").get(ask.id)).outcome).toMatchObject({ status: "answered" });
      nvim.command("Yourcall inbox");
      await nvim.see("Nothing waits for you.");
    }
  },
);

testInNeovim("a line that is longer than its window has not been on the screen", async (openNeovim) => {
  const hub = await startHub();
  await askApproval(hub, `echo ${"long ".repeat(60)}end`);
  const place = { directory: temporaryDirectory("work"), env: { YOURCALL_HOME: hub.directory } };
  // What a person conceals or cuts off elsewhere is shown in a sheet.
  const plain = openNeovim(place);
  plain.command("set nowrap conceallevel=2");
  plain.command("Yourcall inbox");
  await plain.see("1 waiting · <CR> opens");
  plain.press("enter");
  expect(await plain.see("untouched, keep one")).toContain("long end");
  // Unless they want it in sheets, too.
  const lua = `vim.api.nvim_create_autocmd("FileType", { pattern = "yourcall-sheet", command = "setlocal nowrap" })`;
  const nvim = openNeovim(place, { lua });
  nvim.command("Yourcall inbox");
  await nvim.see("1 waiting · <CR> opens");
  nvim.press("enter");
  expect(await nvim.see("untouched, keep one")).not.toContain("long end");
  await nvim.deleteLine("allow-always");
  await nvim.deleteLine("deny");
  await nvim.see("not all of it has been on the screen yet");
  nvim.press("enter");
  await nvim.see(/Line \d+ has not been on the screen/);
  nvim.command("set wrap");
  await nvim.see("1 left ✔");
  nvim.press("enter");
  await nvim.see("✔ Allow once");
});

testInNeovim("a sheet without its first line says so, in the inbox and in a chat", async (openNeovim) => {
  const place = await openPlace([calls("One thing.", asks("t1", database)), says("Good.")]);
  const nvim = openNeovim(place);
  await nvim.chat("set it up");
  await nvim.see("untouched, keep one");
  await nvim.deleteLine("MongoDB");
  await nvim.deleteLine("PostgreSQL");
  await nvim.see("1 left ✔");
  nvim.goTo("yourcall ask_");
  nvim.type("dd");
  expect(await nvim.see("the first line of this sheet is missing")).not.toContain("✔");
  nvim.goTo("SQLite");
  nvim.press("enter");
  expect(await nvim.see("The first line of this sheet is missing. Undo")).not.toContain("stop");
  nvim.type("u");
  await nvim.see("1 left ✔");
  nvim.goTo("SQLite");
  nvim.type("A, but only version 3");
  nvim.press("escape");
  await nvim.gone("-- INSERT --");
  nvim.press("enter");
  await nvim.see("✔ Database: SQLite (note: but only version 3)");
  await nvim.see("Good.");

  const hub = await startHub();
  const ask = await hub.ask([database]);
  const inbox = openNeovim({ directory: temporaryDirectory("work"), env: { YOURCALL_HOME: hub.directory } });
  inbox.command("Yourcall inbox");
  await inbox.see("1 waiting · <CR> opens");
  inbox.press("enter");
  await inbox.see("untouched, keep one");
  inbox.type("ggdd");
  await inbox.see("the first line of this sheet is missing");
  inbox.command("w");
  await inbox.see("The first line of this sheet is missing. Undo");
  expect((await hub.client("human").get(ask.id)).status).toBe("pending");
});

testInNeovim("a command is changed in the sheet, and allowed as changed", async (openNeovim) => {
  const hub = await startHub();
  const ask = await askApproval(hub, "fly deploy", { editable: "command" });
  const nvim = openNeovim({ directory: temporaryDirectory("work"), env: { YOURCALL_HOME: hub.directory } });
  nvim.command("Yourcall inbox");
  await nvim.see("1 waiting · <CR> opens");
  nvim.press("enter");
  await nvim.see("<!-- /edit -->");
  nvim.goTo("^fly deploy$");
  await nvim.insert("A", " --staging");
  await nvim.insert("o", "fly status");
  await nvim.deleteLine("allow-always");
  await nvim.deleteLine("deny");
  await nvim.see("1 left ✔");
  nvim.press("enter");
  await nvim.see("✔ Allow once");
  expect((await hub.client("human").get(ask.id)).outcome).toMatchObject({
    answers: [{ selectedOptions: ["allow-once"], edited: "fly deploy --staging\nfly status" }],
    by: { surface: "nvim", act: "sheet" },
  });
});

testInNeovim("a plan is reviewed by editing its lines in the sheet, and denied with that", async (openNeovim) => {
  const hub = await startHub();
  const plan = "# Redis\n\n- Sessions end after 7 days\n1. Add Redis 7\n2. Drop all sessions\n3. Deploy on Friday";
  const question = {
    question: "Go ahead with the plan?",
    header: "Plan",
    options: ["allow-once", "allow-always", "deny"].map((label) => ({ label })),
    multiSelect: false,
  };
  const approval = { tool: "ExitPlanMode", input: { plan } };
  const { id } = await hub.ask([question], { kind: "approval", approval });
  const nvim = openNeovim({ directory: temporaryDirectory("work"), env: { YOURCALL_HOME: hub.directory } });
  nvim.command("Yourcall inbox");
  await nvim.see("1 waiting · <CR> opens");
  nvim.press("enter");
  await nvim.see("<!-- /lines -->");
  nvim.goTo("^- Sessions end");
  await nvim.insert("o", "> Renew less often");
  nvim.goTo("^2. Drop");
  nvim.type("dd");
  nvim.goTo("^3. Deploy");
  await nvim.insert("A", ", at noon");
  await nvim.deleteLine("allow-once");
  await nvim.deleteLine("allow-always");
  await nvim.see("1 left ✔");
  nvim.press("enter");
  await nvim.see("✔ Deny");
  expect((await hub.client("human").get(id)).outcome).toMatchObject({
    answers: [
      {
        selectedOptions: ["deny"],
        review: [
          { from: 3, to: 3, quote: "- Sessions end after 7 days", comment: "Renew less often" },
          { from: 5, to: 5, quote: "2. Drop all sessions", replacement: "" },
          { from: 6, to: 6, quote: "3. Deploy on Friday", replacement: "3. Deploy on Friday, at noon" },
        ],
      },
    ],
    by: { surface: "nvim", act: "sheet" },
  });
});

testInEveryNeovim("what a change adds and removes has a color; the items of a plan do not", async (openNeovim) => {
  const hub = await startHub();
  const ask = (tool: string, input: unknown) => {
    const options = ["allow-once", "allow-always", "deny"].map((label) => ({ label }));
    const question = { question: "May I?", header: tool.slice(0, 12), options, multiSelect: false };
    return hub.ask([question], { kind: "approval", approval: { tool, input } });
  };
  await ask("Edit", { file_path: "/a.ts", old_string: "kept\nold", new_string: "kept\nnew" });
  await ask("ExitPlanMode", { plan: "# Plan\n\n- item\n\n## Steps\n\n1. Do" });
  const lua = "vim.cmd('highlight YourcallAdded ctermfg=2 | highlight YourcallRemoved ctermfg=1')";
  const place = { directory: temporaryDirectory("work"), env: { YOURCALL_HOME: hub.directory } };
  const nvim = openNeovim(place, { lua });
  nvim.command("syntax off | Yourcall inbox");
  await nvim.see("2 waiting · <CR> opens");
  nvim.press("enter");
  await nvim.see("untouched, keep one");
  const colors = () => ["- old", "+ new", "  kept"].map((line) => nvim.styleOf(line).color);
  await expect.poll(colors).toEqual(["1", "2", "default"]);
  nvim.type("]q");
  await nvim.see("- item");
  expect(nvim.styleOf("- item").color).toBe("default");
  // The cursor is on an option; a heading of the plan is no question.
  nvim.command("echo 'on ' .. getline('.')");
  await nvim.see("on - deny");
  nvim.type("[q");
  nvim.command("echo 'at ' .. getline('.')");
  await nvim.see("at ## 1 ExitPlanMode");
});
