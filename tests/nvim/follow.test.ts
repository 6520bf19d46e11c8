import { expect } from "vitest";
import { toAnthropicEvents } from "../../agents/loop/src/test-support/scripted-endpoint.ts";
import { asks, calls, openPlace, pausesBefore, says } from "../support/agent-chat.ts";
import { database, features } from "../support/asks.ts";
import { testInEveryNeovim, testInNeovim } from "../support/nvim.ts";

const story = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index} of the story\n`).join("");

testInNeovim(
  "a window at the end follows the reply, one further up stays, and what is typed at the end is the next message",
  async (openNeovim) => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reply = toAnthropicEvents({ text: [story(1, 40), story(41, 80), story(81, 120)] });
    const paused = pausesBefore("line 41", pausesBefore("line 81", reply, second.promise), first.promise);
    const place = await openPlace([paused, says("Sure.")]);
    const nvim = openNeovim(place, { rows: 30 });
    await nvim.chat("tell me");
    await nvim.see("line 40 of the story");
    // A second window on the same chat, whose reader is at its beginning.
    nvim.command("split | wincmd k | normal! gg");
    await nvim.see("<!-- yourcall-chat");
    first.resolve();
    expect(await nvim.see("line 80 of the story")).toContain("<!-- yourcall-chat");
    // Typing at the end while the agent speaks, also after its empty lines were deleted.
    nvim.type("\x17jGddddGAand the");
    await nvim.see("and the");
    second.resolve();
    await nvim.see("line 120 of the story");
    nvim.type(" moral");
    await nvim.see(/line 120 of the story\n+# You\n+and the moral\n/);
    nvim.press("escape");
    await nvim.gone("-- INSERT --");
    nvim.press("enter");
    await nvim.see(/and the moral\n+# Agent\n+Sure\.\n+# You/);
    expect(JSON.stringify(place.requests.at(-1)?.body.messages.at(-1))).toContain('"and the moral"');
  },
);

testInNeovim(
  "a question out of view is announced, ]q and [q go to it, and after its answer the window follows again",
  async (openNeovim) => {
    const gate = Promise.withResolvers<void>();
    const asking = toAnthropicEvents({ text: [story(1, 60), "So?"], calls: [asks("t1", database, features)] });
    const place = await openPlace([pausesBefore("So?", asking, gate.promise), says(story(61, 120))]);
    const nvim = openNeovim(place, { rows: 24 });
    await nvim.chat("tell me");
    await nvim.see("line 60 of the story");
    nvim.command("normal! gg");
    await nvim.see("<!-- yourcall-chat");
    gate.resolve();
    await nvim.see("]q goes to a question out of view: Database");
    expect(nvim.screen()).toContain("<!-- yourcall-chat");
    const at = async (key: string, heading: string) => {
      nvim.type(key);
      nvim.command("echo 'at ' .. getline('.')");
      await nvim.see(`at ${heading}`);
    };
    await at("]q", "## 1 Database");
    await at("]q", "## 2 Features");
    // After the last one comes the first, in both directions.
    await at("]q", "## 1 Database");
    await at("[q", "## 2 Features");
    await at("[q", "## 1 Database");
    await nvim.deleteLine("PostgreSQL");
    await nvim.deleteLine("MongoDB");
    nvim.goTo("ESLint");
    nvim.type("Vjd");
    await nvim.see(/1 left ✔/);
    nvim.press("enter");
    expect(await nvim.see("line 120 of the story")).toContain("line 110 of the story");
    nvim.type("]q");
    await nvim.see("No question waits here.");
  },
);

testInEveryNeovim("a reply of thousands of lines does not become slower with each line", async (openNeovim) => {
  const lines = Array.from({ length: 4000 }, (_, index) => `line ${index + 1} of the story\n`);
  const place = await openPlace([toAnthropicEvents({ text: lines })]);
  const nvim = openNeovim(place);
  await nvim.chat("tell me");
  // At 20 ms a line this would take longer than a test waits.
  await nvim.see(/line 4000 of the story\n+# You/);
});

testInEveryNeovim("after a program has rewritten the whole chat, the agent goes on at its end", async (openNeovim) => {
  const gate = Promise.withResolvers<void>();
  const reply = toAnthropicEvents({ text: ["One.\n", "Two.\n", "So?\n"], calls: [asks("t1", database)] });
  const place = await openPlace([pausesBefore("Two.", reply, gate.promise)]);
  const nvim = openNeovim(place);
  await nvim.chat("go");
  await nvim.see("One.");
  nvim.command("%!cat");
  await nvim.see("lines filtered");
  gate.resolve();
  await nvim.see("untouched, keep one");
  expect(nvim.screen()).toMatch(
    /^<!-- yourcall-chat .*\n<!-- run: .*\n+# You\n+go\n+# Agent\n+One\.\n+Two\.\nSo\?\n+<!-- yourcall/,
  );
});

testInNeovim("a question that comes while the person types changes nothing under their hands", async (openNeovim) => {
  const gate = Promise.withResolvers<void>();
  const asking = toAnthropicEvents({ text: ["Well.", "So?"], calls: [asks("t1", database)] });
  const place = await openPlace([pausesBefore("So?", asking, gate.promise), calls("Next.", asks("t2", features))]);
  const nvim = openNeovim(place, { rows: 14 });
  await nvim.chat("go");
  await nvim.see("Well.");
  nvim.type("ithe next");
  await nvim.see("-- INSERT --");
  gate.resolve();
  await nvim.see("[1 waiting]");
  nvim.type(" thing");
  expect(await nvim.see("the next thing")).toMatch(/<!-- \/yourcall -->\n+the next thing\n/);
  nvim.press("escape");
  // Its heading is above the window.
  await nvim.see("]q goes to a question out of view: Database");
  nvim.type("]q");
  await nvim.see("untouched, keep one");
  await nvim.deleteLine("PostgreSQL");
  await nvim.deleteLine("MongoDB");
  nvim.press("enter");
  // Back at the end, where the message waits.
  await nvim.see(/the next thing.*\]q goes to a question out of view: Features/s);
});
