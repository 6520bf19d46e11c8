import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { database, features } from "../support/asks.ts";
import { startHub, temporaryDirectory } from "../support/hub.ts";
import { testInEveryNeovim, testInNeovim } from "../support/nvim.ts";
import { root } from "../support/terminal.ts";

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** A deadline as it is shown in the time zone of the test, five and a half hours ahead; at night with its day. */
const expiresAt = (utc = "") =>
  new RegExp(`expires (?:\\w+ \\d+ \\w+ )?${new Date(Date.parse(utc) + 5.5 * 3_600_000).toISOString().slice(11, 16)}`);

testInEveryNeovim(
  "the inbox lists what waits, live; Enter opens a sheet, which :w or Enter sends",
  async (openNeovim) => {
    const hub = await startHub();
    const first = await hub.ask([database], { agent: { name: "claude", title: "fix login" } });
    const env = { YOURCALL_HOME: hub.directory, TZ: "IST-5:30" };
    const nvim = openNeovim({ directory: temporaryDirectory("work"), env });
    nvim.command("Yourcall inbox");
    await nvim.see("1 waiting · <CR> opens");
    expect(nvim.screen()).toContain("Database  Which database should we use for this project?  (claude · fix login)");
    const second = await hub.ask([features], { timeoutMs: 30_000 });
    await nvim.see("2 waiting · <CR> opens");
    expect(nvim.screen()).toMatch(expiresAt(second.expiresAt));
    expect(nvim.screen()).toMatch(/Database .*\n.*Features /);
    nvim.goTo("Database");
    nvim.press("enter");
    await nvim.see("untouched, keep one");
    nvim.command("w");
    await nvim.see("Nothing has changed yet");
    await nvim.deleteLine("PostgreSQL");
    await nvim.deleteLine("MongoDB");
    await nvim.see("1 left ✔");
    nvim.command("w copy.md");
    await nvim.see("Nothing was sent. A copy is in copy.md.");
    nvim.command("w");
    await nvim.see("✔ Database: SQLite");
    nvim.command("echo readfile('copy.md')[-1]");
    await nvim.see("<!-- /yourcall -->");
    expect((await hub.client("human").get(first.id)).outcome).toMatchObject({
      by: { surface: "nvim", act: "sheet", user: "ana" },
    });
    nvim.command("Yourcall inbox");
    await nvim.see("1 waiting · <CR> opens");
    nvim.goTo("Features");
    nvim.press("enter");
    await nvim.see("untouched, keep any · expires ");
    await nvim.deleteLine("TypeScript");
    // An edit extends the deadline, here and in the hub.
    const extended = () => hub.client("human").get(second.id);
    await expect.poll(async () => (await extended()).expiresAt).not.toBe(second.expiresAt);
    await nvim.see(expiresAt((await extended()).expiresAt));
    // It ends in the middle of a sentence, which stays in its line, there to be copied.
    nvim.type("gg/- Other\rA dark");
    await nvim.see("Other: dark");
    await hub.run(["cancel", second.id]);
    await nvim.see(/– Features: withdrawn/);
    nvim.type(" mode\rand a high contrast");
    expect(await nvim.see("high contrast")).toMatch(/- Other: dark mode\n(?: *– Features: .*\n)?and a high contrast/);
    nvim.press("escape");
    await nvim.see(/– Features: withdrawn.*\n<!-- Your edit, not sent:/);
    expect(nvim.screen()).toMatch(/ {4}- Other: dark mode\n {4}and a high contrast\n/);
    nvim.type("yy");
    nvim.command("echo 'copied' trim(@0) &modified");
    await nvim.see("copied and a high contrast 0");
    nvim.command("checkhealth yourcall");
    await nvim.see("Neovim 0.7 or newer");
    const health = await nvim.see("agent:");
    for (const found of [`version ${version}`, `the plugin is ${version}, too`, "hub: running at http"])
      expect(health.replaceAll(/\s+/g, " ")).toContain(found);
    expect(health).not.toContain("ERROR");
  },
);

testInNeovim(
  "the inbox has the order of every screen, is filtered by words, and after an answer ]q goes on to the next ask",
  async (openNeovim) => {
    const hub = await startHub();
    const made = [];
    for (const header of ["One", "Two", "Three"])
      made.push(await hub.ask([{ ...database, header }], { asksAgain: header === "Two" }));
    const [, two, three] = made;
    const nvim = openNeovim({ directory: temporaryDirectory("work"), env: { YOURCALL_HOME: hub.directory } });
    nvim.command("Yourcall inbox");
    await nvim.see("3 waiting · <CR> opens");
    // The agent's reply to a question of the person is where its ask was.
    await hub.client("human").decline(two?.id ?? "", { asked: "Why?", surface: "web", act: "click", user: "bo" });
    await nvim.see("2 waiting · <CR> opens");
    await hub.ask([{ ...database, header: "Reply" }], { replyTo: two?.id ?? "" });
    await nvim.see(/One .*\n.*Reply .*\n.*Three /);
    nvim.type("f");
    await nvim.see("Only asks with these words:");
    nvim.type("REPLY sqlite\r");
    expect(await nvim.see("1 of 3 waiting have “REPLY sqlite”")).not.toContain("Three");
    nvim.type("F");
    await nvim.see("3 waiting · <CR> opens");
    nvim.command("Yourcall inbox three");
    expect(await nvim.see("1 of 3 waiting have “three”")).not.toContain("One ");
    nvim.type("F");
    await nvim.see("3 waiting · <CR> opens");

    nvim.type("/Reply\r");
    nvim.press("enter");
    await nvim.see("untouched, keep one");
    await nvim.deleteLine("PostgreSQL");
    await nvim.deleteLine("MongoDB");
    await nvim.see("1 left ✔");
    nvim.press("enter");
    expect(await nvim.see("]q opens the next ask: Three")).toContain("✔ Reply: SQLite");
    // The next one of an ask that ended elsewhere, too, and after the last one the first.
    nvim.type("]q");
    await nvim.see("## 1 Three");
    await hub.run(["cancel", three?.id ?? ""]);
    await nvim.see("– Three: withdrawn");
    nvim.type("]q");
    await nvim.see("## 1 One");
    nvim.type("]q");
    nvim.command("echo 'at ' .. getline('.')");
    await nvim.see("at ## 1 One");
  },
);

testInNeovim("a copy of a sheet replaces no file unless told to, and follows no link", async (openNeovim) => {
  const hub = await startHub();
  await hub.ask([database]);
  const outside = join(temporaryDirectory("home"), "profile");
  const directory = temporaryDirectory("clone");
  const notes = join(directory, "notes.md");
  for (const file of [outside, notes]) writeFileSync(file, "mine\n");
  symlinkSync(outside, join(directory, "link.md"));
  const nvim = openNeovim({ directory, env: { YOURCALL_HOME: hub.directory } });
  nvim.command("Yourcall inbox");
  await nvim.see("1 waiting · <CR> opens");
  nvim.goTo("Database");
  nvim.press("enter");
  await nvim.see("untouched, keep one");
  nvim.command("w notes.md");
  // Newer versions of Neovim check this themselves.
  await nvim.see(/Nothing was written: notes\.md exists\. :w! replaces it\.|E13: File exists/);
  nvim.command("w! link.md");
  await nvim.see("Nothing was written: link.md is a link.");
  expect([notes, outside].map((file) => readFileSync(file, "utf8"))).toEqual(["mine\n", "mine\n"]);
  nvim.command("w! notes.md");
  await nvim.see("Nothing was sent. A copy is in notes.md.");
  expect(readFileSync(notes, "utf8")).toContain("<!-- /yourcall -->");
});

testInEveryNeovim(
  ":edit! brings a sheet back as it came, and the list; a session, which keeps no sheets, shows the list",
  async (openNeovim) => {
    const hub = await startHub();
    const ask = await hub.ask([database]);
    const place = { directory: temporaryDirectory("work"), env: { YOURCALL_HOME: hub.directory } };
    const nvim = openNeovim(place);
    nvim.command("Yourcall inbox");
    await nvim.see("1 waiting · <CR> opens");
    nvim.command("edit!");
    nvim.press("enter");
    await nvim.see("untouched, keep one");
    await nvim.deleteLine("MongoDB");
    await nvim.see("2 left, keep one");
    nvim.command("edit!");
    expect(await nvim.see("untouched, keep one")).toContain("- MongoDB");
    nvim.command("mksession session.vim");
    await nvim.deleteLine("PostgreSQL");
    await nvim.deleteLine("MongoDB");
    await nvim.see("1 left ✔");

    const later = openNeovim(place, { args: ["-S", "session.vim"] });
    expect(await later.see("1 waiting · <CR> opens")).not.toContain("Error");
    later.command(`echo 'left over: ' .. bufexists('yourcall://Database-${ask.id.slice(-4)}')`);
    await later.see("left over: 0");

    // Neither is white or light gray on a light background.
    nvim.command("set background=light");
    await expect.poll(() => nvim.styleOf("1 left ✔").color).toMatch(/^([1-6]|#.*)$/);
    nvim.press("enter");
    await nvim.see("✔ Database: SQLite");
    await expect.poll(() => nvim.styleOf("✔ Database").color).toMatch(/^([1-6]|#.*)$/);
    await later.see("Nothing waits for you.");
    expect((await hub.client("human").get(ask.id)).outcome).toMatchObject({ status: "answered" });
    // Of an ask that has ended, nothing is left to edit.
    nvim.command("edit");
    await nvim.see("Nothing waits for you.");
  },
);
