import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { asks, calls, openPlace, resultsIn, says } from "../support/agent-chat.ts";
import { database } from "../support/asks.ts";
import { homeOfBackgroundHub } from "../support/background-hub.ts";
import { startCommand, startHub, temporaryDirectory } from "../support/hub.ts";
import { root } from "../support/terminal.ts";

const toolNames = (body: { tools: { name: string }[] }) => body.tools.map(({ name }) => name);

test("the built command needs no other files", async () => {
  const place = await openPlace([calls("", { id: "t1", name: "List", input: {} }), says("All", " done.")]);
  const alone = temporaryDirectory("built");
  for (const part of ["bin", "dist"]) cpSync(join(root, "cli", part), join(alone, part), { recursive: true });
  // `startCommand` runs the repository's command; this copy is where no package can be found.
  const built = startCommand([], {
    env: place.env,
    stdin: "look around",
    through: ["/bin/sh", "-c", 'exec "$1" "$0" agent', join(alone, "bin/yourcall.cjs")],
  });
  const { code, stdout, stderr } = await built.ended;
  expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: "All done.\n" });
  expect(stderr).toMatch(/^✔ List /m);
  expect(toolNames(place.requests[0]?.body)).toContain("AskUserQuestion");
});

test("without a terminal the question waits in the hub, and an answer from any screen reaches the agent", async () => {
  const hub = await startHub({ directory: homeOfBackgroundHub() });
  const place = await openPlace([calls("One thing.", asks("t1", database)), says("Fine.")], { home: hub.directory });
  const running = hub.start(["agent", "set it up", "--plan", "--model", "claude-x"], { env: place.env });
  await running.says(/waiting for an answer: `yourcall answer ask_\w+`/);
  const [, id = ""] = /yourcall answer (ask_\w+)/.exec(running.stderr()) ?? [];
  expect(await hub.run(["answer", id, "--select", "SQLite"])).toMatchObject({ code: 0 });
  expect(await running.ended).toMatchObject({ code: 0, stdout: "One thing.\nFine.\n" });
  expect(resultsIn(place).join()).toContain("Selected: SQLite");
  expect(place.requests[0]?.body.model).toBe("claude-x");
  expect(JSON.stringify(place.requests[0]?.body.system)).toContain("You are in plan mode");

  const empty = await hub.run(["agent"], { env: place.env });
  expect(empty).toMatchObject({ code: 2, stderr: expect.stringContaining("say what to do: yourcall agent") });
});

test("screen readers get plain lines: a chat with questions, nothing redrawn", async () => {
  const place = await openPlace([calls("One thing.", asks("t1", database)), says("Fine."), says("Bye.")]);
  const terminal = place.chat([], { env: { ACCESSIBLE: "1" } });
  await terminal.see("Your message, Ctrl-D to end:");
  terminal.type("set it up\r");
  await terminal.see("? for help:");
  terminal.type("3\r");
  await terminal.see(/Fine\.\n\nYour message/);
  terminal.type("thanks\r");
  await terminal.see(/Bye\.\n\nYour message/);
  terminal.press("ctrl+d");
  expect((await terminal.exited).code).toBe(0);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what must not be there
  expect(terminal.raw()).not.toMatch(/\x1b/);
  expect(resultsIn({ ...place, requests: place.requests.slice(0, 2) }).join()).toContain("Selected: SQLite");
});
