import { expect } from "vitest";
import { toAnthropicEvents } from "../../agents/loop/src/test-support/scripted-endpoint.ts";
import { asks, calls, openPlace, pausesBefore, says } from "../support/agent-chat.ts";
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
    const first = toAnthropicEvents({ text: ["On", "e."], calls: [asks("t1", database)] });
    const place = await openPlace([
      pausesBefore("e.", first, gate.promise),
      calls("Two.", asks("t2", features)),
      says("Good."),
    ]);
    const nvim = openNeovim(place, { rows: 65 });
    await nvim.chat("go");
    // Text that a person types in the agent's line is not overwritten by the rest of it.
    await nvim.see(/# Agent\s+On$/m);
    await nvim.insert("gg/^On\rA", " the other hand");
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
    await nvim.see(/yourcall: \S+-\d+\.md asks: Database/);
    nvim.command("Yourcall stop");
    await nvim.see("No turn is running here.");
    nvim.command("Yourcall decline");
    await nvim.see("Put the cursor on a question first.");
    nvim.command("set foldmethod?");
    await nvim.see("foldmethod=manual");

    nvim.type("gT");
    expect(await nvim.see("untouched, keep one")).toMatch(/^On the other hand\n+e\.$/m);
    await nvim.deleteLine("MongoDB");
    await nvim.see("2 left, keep one");
    nvim.command("Yourcall stop");
    await nvim.see(/– Database: withdrawn.*\n<!-- Your edit, not sent:/);
    await nvim.see(/_The run was stopped.*_\s+# You/);
    expect(nvim.screen()).not.toContain("1 waiting");

    // A chat that the person made unmodifiable still gets what the agent says, and stays so.
    await nvim.insert("GA", "go on");
    // A stray Enter elsewhere sends nothing.
    nvim.goTo("# Agent");
    nvim.press("enter");
    await nvim.see("Nothing was sent. Press <CR> in your message");
    nvim.type("G");
    nvim.command("setlocal nomodifiable");
    nvim.press("enter");
    await nvim.see("untouched, keep any");
    nvim.type("dd");
    await nvim.see("E21");
    nvim.command("setlocal modifiable");
    await nvim.deleteLine("TypeScript");
    await nvim.see("2 left ✔");
    // While the sheet is being sent, here to a job that is paused, the buffer is locked. The job is killed: nothing is lost.
    nvim.command(signalJobs(19));
    nvim.press("enter");
    nvim.type("dd");
    await nvim.see("E21");
    nvim.press("enter");
    await nvim.see("This sheet is being sent.");
    nvim.command(signalJobs(9));
    await nvim.see(/The agent's process ended \(exit 137\)\. :Yourcall resume continues\._\s+# You/);
    expect(nvim.screen()).not.toMatch(/2 left|1 waiting/);
    nvim.goTo("Which features");
    nvim.press("enter");
    await nvim.see("Its job has ended; nothing was sent.");
    await nvim.insert("ggO", "A title of mine");
    nvim.command("Yourcall resume");
    expect(await nvim.see("2 left ✔")).toContain("A title of mine");
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
    // Without its job, and without the list, the sheet stays; another job continues with it.
    nvim.command("bdelete yourcall://inbox");
    nvim.command(signalJobs(9));
    await nvim.see("The inbox ended (exit 137).");
    await nvim.deleteLine("PostgreSQL");
    nvim.press("enter");
    await nvim.see("Its job has ended; nothing was sent.");
    nvim.command("Yourcall resume");
    await nvim.see("1 left ✔");
    // Anything that saves files on its own sends nothing.
    nvim.command("wall");
    await nvim.see("Nothing was sent, since you did not type :w.");
    nvim.command("lua vim.cmd('silent write')");
    nvim.command("Yourcall inbox");
    await nvim.see("1 waiting · <CR> opens");
    expect((await hub.client("human").get(ask.id)).status).toBe("pending");
    nvim.press("enter");
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
