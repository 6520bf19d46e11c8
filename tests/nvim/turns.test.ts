import { expect } from "vitest";
import { asks, calls, openPlace, says } from "../support/agent-chat.ts";
import { database, features } from "../support/asks.ts";
import { homeOfBackgroundHub, humanClientIn } from "../support/background-hub.ts";
import { startHub, temporaryDirectory } from "../support/hub.ts";
import { testInNeovim } from "../support/nvim.ts";

const signalJobs = (signal: number) =>
  `lua for _, c in ipairs(vim.api.nvim_list_chans()) do if c.stream == "job" then vim.loop.kill(vim.fn.jobpid(c.id), ${signal}) end end`;

testInNeovim(
  "a chat in the background says that it asks and takes no focus; stop keeps the edit; a killed job is resumed with its question",
  async (openNeovim) => {
    const gate = Promise.withResolvers<void>();
    const [first, second, third] = [
      calls("One.", asks("t1", database)),
      calls("Two.", asks("t2", features)),
      says("Good."),
    ];
    if (!("events" in first)) throw new Error("Events were expected.");
    const place = await openPlace([{ events: [gate.promise, ...first.events] }, second, third]);
    const nvim = openNeovim(place, { rows: 65 });
    await nvim.chat("go");
    await nvim.see("# Agent");
    nvim.command("tabnew notes.txt");
    await nvim.gone("# Agent");
    nvim.type("isome words");
    await nvim.see("some words");
    gate.resolve();
    await nvim.see("[1 waiting]");
    // The person is still typing, in the same place; the message is there when they have finished.
    nvim.type(" and more");
    await nvim.see("some words and more");
    nvim.press("escape");
    await nvim.see(/yourcall: .*yourcall-\d.*\.md asks: Database/);
    nvim.command("Yourcall stop");
    await nvim.see("No turn is running here.");
    nvim.command("Yourcall decline");
    await nvim.see("Put the cursor on a question first.");
    nvim.command("set foldmethod?");
    await nvim.see("foldmethod=manual");

    nvim.type("gT");
    await nvim.see("untouched, keep one");
    await nvim.deleteLine("MongoDB");
    await nvim.see("2 left, keep one");
    nvim.command("Yourcall stop");
    await nvim.see(/– Database: withdrawn.*\n<!-- Your edit, not sent:/);
    await nvim.see(/_The run was stopped.*_\s+# You/);
    expect(nvim.screen()).not.toContain("1 waiting");

    // A chat that the person made unmodifiable still gets what the agent says, and stays so.
    await nvim.insert("GA", "go on");
    nvim.command("setlocal nomodifiable");
    nvim.press("enter");
    await nvim.see("untouched, keep any");
    nvim.type("dd");
    await nvim.see("E21");
    nvim.command("setlocal modifiable");
    await nvim.deleteLine("TypeScript");
    await nvim.see("2 left ✔");
    // While it is being sent, here to a job that does not run, the buffer is locked. The job is killed: nothing is lost.
    nvim.command(signalJobs(19));
    nvim.press("enter");
    nvim.type("dd");
    await nvim.see("E21");
    nvim.press("enter");
    await nvim.see("It is being sent.");
    nvim.command(signalJobs(9));
    await nvim.see(/The agent's process ended \(exit 137\)\. :Yourcall resume continues\._\s+# You/);
    expect(nvim.screen()).not.toMatch(/2 left|1 waiting/);
    nvim.command("Yourcall resume");
    await nvim.see("2 left ✔");
    await nvim.deleteLine("Tailwind");
    await nvim.see("1 left ✔");
    nvim.type("u");
    await nvim.see("2 left ✔");
    nvim.press("enter");
    await nvim.see("✔ Features: ESLint + Prettier, Tailwind CSS");
    await nvim.see("Good.");
  },
);

testInNeovim(
  ":wq sends a sheet of the inbox and quits, or stays and says why; a killed hub loses nothing",
  async (openNeovim) => {
    const hub = await startHub({ directory: homeOfBackgroundHub() });
    const ask = await hub.ask([database]);
    const nvim = openNeovim({ directory: temporaryDirectory("work"), env: { YOURCALL_HOME: hub.directory } });
    nvim.command("Yourcall inbox");
    await nvim.see("1 waiting · <CR> opens");
    nvim.goTo("Database");
    nvim.press("enter");
    await nvim.see("untouched, keep one");
    await nvim.deleteLine("MongoDB");
    nvim.command("wq");
    await nvim.see(/takes one answer and 2 are left/);
    await nvim.deleteLine("PostgreSQL");
    await nvim.see("1 left ✔");
    await hub.stop("SIGKILL");
    nvim.command("wq");
    expect((await nvim.exited).code).toBe(0);
    expect((await (await humanClientIn(hub.directory)).get(ask.id)).outcome).toMatchObject({
      status: "answered",
      answers: [{ selectedOptions: ["SQLite"] }],
      by: { surface: "nvim", act: "sheet" },
    });
  },
);
