import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { step, steppingClock } from "../support/clocks.ts";
import {
  answerByClick,
  demoIn,
  followLink,
  nothingLeftIn,
  openDemo,
  processesIn,
  temporaryOfDemo,
  waitingAsk,
} from "../support/demo.ts";
import { startCommand, temporaryDirectory } from "../support/hub.ts";
import { root } from "../support/terminal.ts";

const firstLine = "yourcall demo: an agent sets up a small web service. You decide.";

/** A port that is taken, and a state directory whose config asks for it. */
async function takePort(): Promise<{ port: number; home: string }> {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const home = temporaryDirectory("home");
  writeFileSync(join(home, "config.json"), JSON.stringify({ port }));
  return { port, home };
}

describe("a demo that ends early", () => {
  test("declining writes nothing and leaves nothing behind", async () => {
    const { terminal, temporary, project } = openDemo();
    await terminal.see("Nothing happens until you choose");
    await terminal.ready();
    terminal.press("x");
    await terminal.see("Keep answering");
    terminal.press("y");
    expect(await terminal.exited).toMatchObject({ code: 0 });
    expect(terminal.screen()).toContain("– Database: declined.\n");
    expect(terminal.screen()).toContain("You declined; the agent stops here. Nothing was written.");
    expect(existsSync(project)).toBe(false);
    await nothingLeftIn(temporary);
  });

  test("npm start runs the demo; a minute without a key shows one line; Ctrl-C withdraws the question and leaves nothing behind", async () => {
    // With --silent npm itself prints nothing.
    const { terminal, temporary } = openDemo({ shell: "npm start --silent", env: steppingClock(61_000) });
    await terminal.see("Nothing happens until you choose");
    await terminal.ready();
    expect(terminal.everything().split("\n")[0]).toBe(firstLine);
    terminal.press("o");
    terminal.type("DuckDB");
    await terminal.see("DuckDB");
    step(demoIn(temporary));
    await terminal.see("Still waiting, as it would for your agent. Ctrl-C ends the demo.");
    expect(terminal.screen()).not.toContain("Nothing happens until you choose");
    expect(terminal.screen()).toContain("DuckDB");
    terminal.press("ctrl+c");
    expect(await terminal.exited).toMatchObject({ code: 130 });
    expect(terminal.everything()).toContain("– Database: withdrawn, nothing was answered.");
    expect(terminal.everything()).toContain('Not sent: Other "DuckDB"');
    expect(terminal.everything()).toMatch(/The demo ends here\. Nothing was written\.$/);
    expect(terminal.modes).toEqual({ bracketedPaste: false, focusReports: false });
    await nothingLeftIn(temporary);
  });

  test("closing the terminal leaves nothing behind; a directory the person named is kept with its files", async () => {
    const project = join(temporaryDirectory("project"), "mine");
    mkdirSync(project);
    const { terminal, temporary } = openDemo({ args: ["demo", "--dir", project] });
    await terminal.see("Nothing happens until you choose");
    writeFileSync(join(project, "mine.txt"), "");
    terminal.kill("SIGHUP");
    await terminal.exited;
    await nothingLeftIn(temporary);
    expect(readdirSync(project)).toEqual(["mine.txt"]);
  });
});

test("without a terminal it waits in the hub and says so, even if the port is taken; SIGTERM and kill -9 leave no hub", async () => {
  const temporary = temporaryOfDemo();
  const project = join(temporaryDirectory("project"), "notes");
  const { port, home } = await takePort();
  const start = () => startCommand(["demo", "--dir", project], { env: { TMPDIR: temporary, YOURCALL_HOME: home } });

  const stopped = start();
  await expect.poll(stopped.stdout).toContain("I will");
  stopped.kill("SIGTERM");
  const { code: stopCode, stderr: said } = await stopped.ended;
  expect(stopCode).toBe(130);
  // What could be continued is gone with the demo.
  expect(said).not.toContain("resume");
  expect(stopped.stdout()).toMatch(/The demo ends here\. Nothing was written\.\n$/);
  await nothingLeftIn(temporary);

  const killed = start();
  await expect.poll(killed.stdout).toContain("I will");
  expect(processesIn(temporary)).toHaveLength(1);
  killed.kill("SIGKILL");
  await killed.ended;
  await nothingLeftIn(temporary);

  const demo = start();
  await expect.poll(demo.stdout).toContain("I will");
  const lines = demo.stdout().split("\n");
  expect(lines[0]).toBe(firstLine);
  expect(lines[1]).toMatch(
    /^Answer in the browser: http:\/\/127\.0\.0\.1:\d+\/#login=[\w-]{22}\.[\w-]{22} {2}\(good for one login; .*\)$/,
  );
  expect(lines[1]).toContain(
    `; port ${port} is taken, this is ${new URL(/http:\S+/.exec(lines[1] ?? "")?.[0] ?? "").port})`,
  );
  expect(lines[2]).toMatch(/^There is no terminal here\. Answer in another terminal: YOURCALL_HOME=/);
  const page = await followLink(demo.stdout());
  await answerByClick(page, await waitingAsk(page, "Database"), [2]);
  await answerByClick(page, await waitingAsk(page, "Features"), [2, 3], [1]);
  await answerByClick(page, await waitingAsk(page, "Layout"), [1]);
  const { code, stderr } = await demo.ended;
  expect(code).toBe(0);
  expect(stderr).toContain("✔ Run npm test");
  expect(demo.stdout()).toContain("A JSON file then, readable in any editor.\n");
  expect(demo.stdout()).toContain("A health check and a rate limit, with npm.\n");
  expect(demo.stdout()).toMatch(/Done: 5 tests passed\.\n\nYour project: /);
  await nothingLeftIn(temporary);
});

test("a directory that cannot be used, and what is for the demo itself, are refused with exit code 2 and advice", async () => {
  const refusals: [args: string[], says: RegExp][] = [
    [["--hub"], /^yourcall: --hub is for the demo itself/],
    [["--dir", root], /^yourcall: .* is not empty\. Name a new or empty directory: --dir DIR\.$/m],
    [["--dir", `${root}/package.json`], /^yourcall: .*package\.json cannot be used: there is a file in its place\./],
    [["--dir="], /^yourcall: --dir needs a directory/],
  ];
  const env = { TMPDIR: temporaryOfDemo() };
  const ended = await Promise.all(refusals.map(([args]) => startCommand(["demo", ...args], { env }).ended));
  for (const [at, [, says]] of refusals.entries())
    expect(ended[at]).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(says) });
});
