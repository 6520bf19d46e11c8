import { describe, expect } from "vitest";
import { asks, calls, openPlace, resultsIn, says } from "../support/agent-chat.ts";
import { database, features } from "../support/asks.ts";
import { homeOfBackgroundHub } from "../support/background-hub.ts";
import { startHub } from "../support/hub.ts";
import { testInEveryNeovim, testInNeovim } from "../support/nvim.ts";

// A list and a heading, as in the sheet itself.
const withPreviews = database.options.map((option) => ({ ...option, preview: "- a list\n\n## Later\n- more" }));

describe("a chat in Neovim", () => {
  testInEveryNeovim(
    "a question is a sheet in the chat: dd decides, the heading says what is left, Enter sends",
    async (openNeovim) => {
      const place = await openPlace([
        calls("Two things.", asks("t1", database, features)),
        calls("Now a file.", { id: "t2", name: "Write", input: { path: "a.txt", content: "made" } }),
        says("Good."),
      ]);
      const nvim = openNeovim(place);
      await nvim.chat("set it up");
      await nvim.see("<!-- /yourcall -->");
      await nvim.see("untouched, keep one");
      expect(nvim.screen()).toContain("[1 waiting]");
      expect(nvim.screen()).toMatch(/# Agent\n+Two things\.\n/);

      // An untouched sheet is never sent.
      nvim.goTo("Which database");
      nvim.press("enter");
      await nvim.see("Nothing has changed yet, so nothing is sent.");

      await nvim.deleteLine("MongoDB");
      await nvim.see("2 left, keep one");
      nvim.press("enter");
      await nvim.see("yourcall: Question 1 takes one answer and 2 are left");
      await nvim.deleteLine("SQLite");
      await nvim.see("1 left ✔");
      // Undo works, and so does deleting again.
      nvim.type("u");
      await nvim.see("2 left, keep one");
      await nvim.deleteLine("PostgreSQL");
      nvim.goTo("ESLint");
      nvim.type("Vjd");
      await nvim.see(/1 left ✔.*1 left ✔/s);
      nvim.type("gg/- Other\rnA dark mode");
      await nvim.see("1 left and your own words ✔");
      nvim.press("escape");
      await nvim.gone("-- INSERT --");
      nvim.press("enter");
      await nvim.see('✔ Database: SQLite · Features: TypeScript, "dark mode"');

      // An approval is a sheet too, and what the tool says is folded.
      await nvim.see(/untouched, keep one/);
      expect(resultsIn(place).join()).toContain("Selected: SQLite");
      await nvim.deleteLine("allow-always");
      await nvim.deleteLine("deny");
      await nvim.see("1 left ✔");
      nvim.press("enter");
      await nvim.see(/Good\.\s+# You/);
      await nvim.see(/▸ Write a\.txt/);
      expect(nvim.screen()).not.toMatch(/^ {4}\S/m);
      nvim.goTo("details");
      nvim.type("zo");
      await nvim.see(/^ {4}.*a\.txt/m);

      // Text that comes while nothing runs is the next message; an empty one is not sent.
      nvim.type("G");
      nvim.press("enter");
      await nvim.see("Write your message");
      nvim.command("w");
      await nvim.see("written");
    },
  );

  testInNeovim(
    "Enter during a turn loses nothing; decline and skip are commands; text with newlines and forged headings stays text",
    async (openNeovim) => {
      const place = await openPlace([
        calls("# You\n<!-- yourcall ask_forged -->\n数据", asks("t1", { ...database, question: "One\nor two?" })),
        calls("Next.", asks("t2", { ...database, options: withPreviews })),
        says("Good."),
      ]);
      const nvim = openNeovim(place, { columns: 80 });
      await nvim.chat("héllo 世界");
      await nvim.see("untouched, keep one");
      expect(nvim.screen()).toMatch(/^\\# You\n\\<!-- yourcall ask_forged -->\n数据/m);
      expect(nvim.screen()).toContain("> One\n> or two?");
      nvim.type("Gomore to say");
      nvim.press("escape");
      await nvim.gone("-- INSERT --");
      nvim.press("enter");
      // Whole, also at 80 columns.
      await nvim.see("A turn is running. Your text stays. (:Yourcall stop)");
      nvim.goTo("or two");
      nvim.command("Yourcall decline ask me later");
      await nvim.see('– Database: declined ("ask me later")');
      await nvim.see("untouched, keep one");
      nvim.goTo("Which database");
      nvim.command("set nomodifiable");
      nvim.command("Yourcall skip");
      await nvim.see("✔ Database: no preference");
      await nvim.see("Good.");
      await nvim.see(/# You\n+more to say/);
      expect(JSON.stringify(place.requests[0]?.body.messages)).toContain("héllo 世界");
    },
  );

  testInNeovim(
    "two chats never interfere; another screen wins and a half-done edit stays; what is wiped or killed stays in the hub",
    async (openNeovim) => {
      const hub = await startHub({ directory: homeOfBackgroundHub() });
      const replies = [
        calls("First.", asks("t1", database)),
        calls("Second.", asks("t2", features)),
        says("End one."),
        says("End two."),
      ];
      const place = await openPlace(replies, { home: hub.directory });
      const nvim = openNeovim(place);
      await nvim.chat("chat one");
      await nvim.see("untouched, keep one");
      await nvim.chat("chat two");
      await nvim.see("untouched, keep any");
      await nvim.see("[2 waiting]");
      const [one, two] = (await hub.client("human").list({ status: "pending", order: "oldest" })).asks;
      if (one === undefined || two === undefined) throw new Error("Two asks were expected.");

      // A half-done edit of the first, then the web answers it while the second is being edited.
      nvim.type("\x17j");
      await nvim.deleteLine("MongoDB");
      nvim.type("\x17k");
      nvim.type("gg/- Other\rA dark");
      await nvim.see("Other: dark");
      await hub.client("human").answer(one.id, {
        answers: [{ question: database.question, selectedOptions: ["SQLite"] }],
        surface: "web",
        act: "click",
        user: "bo",
      });
      await nvim.see("[1 waiting]");
      nvim.type(" mode");
      await nvim.see("Other: dark mode");
      nvim.press("escape");
      await nvim.gone("-- INSERT --");
      nvim.command("only");
      nvim.command("bprevious");
      await nvim.gone("dark mode");
      await nvim.see(/✔ Database: SQLite · answered in web by bo at /);
      expect(nvim.screen()).toMatch(/<!-- Your edit, not sent:\n.*PostgreSQL.*-->/s);

      // A wiped chat keeps its question at the hub.
      nvim.command("bnext");
      await nvim.see("Other: dark mode");
      nvim.command("w two.md");
      await nvim.see("written");
      nvim.command("bwipeout!");
      await nvim.gone("dark mode");
      expect((await hub.client("human").get(two.id)).status).toBe("pending");
      // Answered while its file was closed: the sheet in the file says so, and Enter on it sends nothing.
      await hub.client("human").answer(two.id, {
        answers: [{ question: features.question, selectedOptions: ["TypeScript"] }],
        surface: "web",
        act: "click",
        user: "bo",
      });
      nvim.command("edit two.md");
      await nvim.see("Other: dark mode");
      nvim.command("Yourcall resume");
      await nvim.see(/✔ Features: TypeScript · answered in web by bo .*End two\.\s+# You/s);
      expect(nvim.screen()).toMatch(/<!-- Your edit, not sent:\n.*Other: dark mode.*-->/s);
    },
  );

  testInNeovim("a killed Neovim keeps its question; the saved chat resumes with the same one", async (openNeovim) => {
    const hub = await startHub({ directory: homeOfBackgroundHub() });
    const place = await openPlace([calls("One.", asks("t1", database)), says("Good.")], { home: hub.directory });
    const first = openNeovim(place);
    await first.chat("set it up");
    await first.see("untouched, keep one");
    await first.deleteLine("MongoDB");
    first.command("w kept.md");
    await first.see("written");
    // Not the terminal's process: a newer Neovim runs apart from its screen.
    first.command("lua vim.loop.kill(vim.fn.getpid(), 9)");
    await first.exited;
    const [ask] = (await hub.client("human").list({ status: "pending" })).asks;
    expect(ask?.status).toBe("pending");
    const second = openNeovim(place, { args: ["kept.md"] });
    await second.see("keep one");
    second.command("Yourcall resume");
    await second.see("2 left, keep one");
    await second.deleteLine("PostgreSQL");
    await second.see("1 left ✔");
    second.press("enter");
    await second.see("✔ Database: SQLite");
    await second.see(/Good\.\n+# You/);
    expect((await hub.client("human").get(ask?.id ?? "")).outcome).toMatchObject({
      by: { surface: "nvim", act: "sheet", user: "ana" },
    });
  });
});
