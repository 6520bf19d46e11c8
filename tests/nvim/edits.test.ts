import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { asks, calls, openPlace, resultsIn, says } from "../support/agent-chat.ts";
import { database, features } from "../support/asks.ts";
import { testInNeovim } from "../support/nvim.ts";

testInNeovim(
  "p puts an option back, undo goes back to the start and redo returns, a sentence becomes the comment",
  async (openNeovim) => {
    const question = "One\r\nor two?\nRené says: 数据库";
    const place = await openPlace([calls("Pick.", asks("t1", { ...database, question }, features)), says("Good.")]);
    const nvim = openNeovim(place);
    await nvim.chat("go");
    await nvim.see(/untouched, keep one.*untouched, keep any/s);
    expect(nvim.screen()).toMatch(/> One *\n> or two\? *\n> René says: 数据库 *\n/);

    await nvim.deleteLine("MongoDB");
    await nvim.see("2 left, keep one");
    nvim.type("p");
    await nvim.see("untouched, keep one");
    expect(nvim.screen()).toMatch(/- SQLite.*\n- MongoDB/);
    nvim.type("ddGp");
    await nvim.see(/2 left, keep one.*<!-- \/yourcall -->\n+- MongoDB/s);
    // An option that was pasted outside its sheet is not in it.
    nvim.type("uu");
    await nvim.see("untouched, keep one");

    // Undo of everything empties the buffer, and what the agent says next has its place again after a redo.
    nvim.type("999u");
    await nvim.gone("# Agent");
    nvim.command("Yourcall skip");
    await nvim.see("This question's sheet is gone.");
    nvim.type("999\x12");
    await nvim.see(/2 left, keep one.*untouched, keep any/s);
    nvim.type("uuuu");
    await nvim.see(/untouched, keep one.*- PostgreSQL.*\n- MongoDB.*\n- SQLite/s);

    nvim.goTo("or two");
    await nvim.insert("o", "Keep it small for now, please.");
    await nvim.deleteLine("PostgreSQL");
    await nvim.deleteLine("MongoDB");
    nvim.goTo("ESLint");
    nvim.type("Vjd");
    await nvim.see(/1 left ✔.*1 left ✔/s);
    nvim.press("enter");
    await nvim.see(/✔ Database: SQLite · Features: TypeScript/);
    await nvim.see(/✔ Database: SQLite.*Good\.\s+# You/s);
    expect(resultsIn(place).join()).toContain("Keep it small for now, please.");
  },
);

testInNeovim(
  "two sheets in one buffer are sent apart, each with its own mistakes, and a refusal unlocks the buffer",
  async (openNeovim) => {
    const place = await openPlace([calls("Both.", asks("t1", database), asks("t2", features)), says("Good.")]);
    const nvim = openNeovim(place, { rows: 60, columns: 72 });
    await nvim.chat("go");
    await nvim.see("[2 waiting]");
    await nvim.see(/untouched, keep one.*untouched, keep any/s);
    await nvim.deleteLine("MongoDB");
    nvim.press("enter");
    // In full, which the line itself has no room for.
    await nvim.see(/ {3}Question 1 takes one answer and 2 are left \(lines [^~]*\.\s+Delete all but one\.\n/);
    nvim.goTo("Which features");
    nvim.press("enter");
    await nvim.see("Nothing has changed yet, so nothing is sent.");
    // Both mistakes are diagnostics on their line, and the cursor is there.
    nvim.command("lua vim.notify(#vim.diagnostic.get(0) .. ' mistakes, modifiable: ' .. tostring(vim.bo.modifiable))");
    await nvim.see("2 mistakes, modifiable: true");
    await nvim.deleteLine("TypeScript");
    await nvim.see("2 left ✔");
    nvim.press("enter");
    await nvim.see("✔ Features: ESLint + Prettier, Tailwind CSS");
    expect(await nvim.see("2 left, keep one")).toContain("[1 waiting]");
    nvim.command("lua vim.notify(#vim.diagnostic.get(0) .. ' mistake, modifiable: ' .. tostring(vim.bo.modifiable))");
    await nvim.see("1 mistake, modifiable: true");
    await nvim.deleteLine("SQLite");
    await nvim.see("1 left ✔");
    nvim.press("enter");
    await nvim.see("✔ Database: PostgreSQL");
    await nvim.see(/Good\.\s+# You/);
  },
);

testInNeovim(
  "a saved chat is a chat again when it is opened, with either line end: Enter continues it",
  async (openNeovim) => {
    const good = "vim: set nomodifiable : Good.";
    const place = await openPlace([calls("One.", asks("t1", database)), says(good), says("Sure.")]);
    const file = join(place.directory, "kept.md");
    const first = openNeovim(place);
    await first.chat("go");
    await first.see("untouched, keep one");
    await first.deleteLine("MongoDB");
    first.command("w kept.md");
    await first.see("written");
    first.command("qa!");
    await first.exited;
    // One line without it: Neovim then takes the others as part of the text.
    writeFileSync(file, `${readFileSync(file, "utf8").replaceAll("\n", "\r\n")}\n`);

    const second = openNeovim(place, { args: ["kept.md"] });
    await second.see("- SQLite");
    second.goTo("Which database");
    second.press("enter");
    await second.see("Nothing was sent yet.");
    await second.see("2 left, keep one");
    await second.deleteLine("PostgreSQL");
    await second.see("1 left ✔");
    second.press("enter");
    await second.see("✔ Database: SQLite");
    await second.see(/Good\.\s+# You/);
    second.command("w");
    await second.see("written");
    second.command("qa!");
    await second.exited;

    // The agent's text sets no option.
    const third = openNeovim(place, { args: ["kept.md"], lua: "vim.o.modeline = true" });
    await third.see("Good.");
    await third.insert("GA", "and then?");
    third.press("enter");
    await third.see(/and then\?\s+# Agent\s+Sure\.\s+# You/);
    expect(JSON.stringify(place.requests.at(-1)?.body.messages.at(-1))).toContain('"and then?"');
    third.command("Yourcall resume");
    await third.see("This chat is running.");
    // Without a run there is nothing to continue, and what the agent said is never sent as a message.
    third.command("%s/run: run_.*-->/run: none yet -->/ | %s/^# You$// | w! | e!");
    await third.see("none yet");
    third.press("enter");
    await third.see("Write your message below");
    expect(third.screen()).toMatch(/Sure\.[^#]*# You/);
    expect(place.requests).toHaveLength(3);
  },
);

testInNeovim(
  "an undo too many takes out the question, which says so, and Ctrl-R brings it back",
  async (openNeovim) => {
    const place = await openPlace([calls("One.", asks("t1", database)), says("Good.")]);
    const nvim = openNeovim(place);
    nvim.command("Yourcall chat");
    await nvim.see("# You");
    nvim.type("u");
    await nvim.see("Already at oldest change");
    nvim.command("enew");
    await nvim.chat("set it up");
    await nvim.see("untouched, keep one");
    await nvim.deleteLine("MongoDB");
    await nvim.see("2 left, keep one");
    nvim.type("u");
    await nvim.see("untouched, keep one");
    nvim.type("u");
    await nvim.gone("- SQLite");
    await nvim.see("A question is no longer here. u or Ctrl-R brings it back.");
    nvim.command("echo 'nothing'");
    nvim.type("]q");
    await nvim.see("A question is no longer here.");
    nvim.press("ctrl+r");
    await nvim.see("untouched, keep one");
    nvim.type("]q");
    await nvim.deleteLine("MongoDB");
    await nvim.deleteLine("PostgreSQL");
    await nvim.see("1 left ✔");
    nvim.press("enter");
    await nvim.see("✔ Database: SQLite");
  },
);
