import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { afterTests, startCommand } from "../support/hub.ts";
import { readOf } from "../support/processes.ts";
import { openTmux, type TmuxPane } from "../support/tmux.ts";
import { answer, askOf, command, delivered, question, watchCodex } from "./codex-hub.ts";
import { codex, createCodexPlace } from "./codex-place.ts";

const atEnd = afterTests();
const place = await createCodexPlace(
  {
    hub: question("Which in the hub?"),
    there: question("Which in the window?"),
    esc: question("Which escaped?"),
    run: command("touch allowed"),
    no: command("touch refused"),
    killed: question("Which after the terminal?"),
    exec: command("touch headless"),
    hooked: question("Which by a hook?"),
    hookrun: command("touch by-hook"),
    hookdeny: command("touch not-by-hook"),
    alone: question("Which without a server?"),
  },
  atEnd,
  { startedBy: "screen", config: "features.default_mode_request_user_input = true" },
);
const hub = await watchCodex(place.home, atEnd);
atEnd(() => {
  execFileSync(codex, ["app-server", "daemon", "stop"], { env: place.env, stdio: "ignore" });
  // The loop that looks for updates outlives its server.
  for (const pid of readdirSync("/proc").map(Number))
    if (pid > 0 && readOf(pid, "cmdline").startsWith(place.home)) process.kill(pid, "SIGKILL");
});

function openCodex(...args: string[]): TmuxPane {
  const pane = openTmux([codex, ...args], { cwd: place.project, env: place.env, columns: 110, rows: 40 });
  atEnd(() => pane.end());
  return pane;
}

const window = openCodex();

async function say(pane: TmuxPane, prompt: string): Promise<void> {
  await pane.see(/^› Ask Codex/m);
  // After typed characters Codex takes a quick Enter as part of what is pasted.
  pane.paste(prompt);
  await pane.see(prompt);
  pane.press("Enter");
}

/** Resolves once the model was given these words as the result of the call. */
const isTold = (call: string, words: string) =>
  vi.waitFor(() => expect(place.told(call) ?? "").toContain(words), { timeout: 30_000 });

test("a question is on Codex's screen and in the hub, and an answer in the hub closes the dialog", async () => {
  await say(window, "Go [hub]");
  await window.see("Which in the hub?");
  const ask = await askOf(hub, "Which in the hub?");
  await answer(hub, ask, "SQLite");
  await window.see("Done.");
  await window.gone(/enter to submit/);
  await isTold("hub", "SQLite");
  await delivered(hub, ask.id, "taken");
});

test("an answer on Codex's screen ends the ask in the hub with what was chosen", async () => {
  await say(window, "Go [there]");
  await askOf(hub, "Which in the window?");
  await window.see("Which in the window?");
  window.press("Down");
  await window.see(/› 2. PostgreSQL/);
  window.press("Enter");
  expect((await askOf(hub, "Which in the window?", "answered")).outcome).toMatchObject({
    answers: [{ selectedOptions: ["PostgreSQL"] }],
    by: { surface: "codex", act: "reported" },
  });
  await isTold("there", "PostgreSQL");
});

test("Esc on Codex's screen ends the ask with those words", async () => {
  await say(window, "Go [esc]");
  await askOf(hub, "Which escaped?");
  await window.see("Which escaped?");
  window.press("Escape");
  expect((await askOf(hub, "Which escaped?", "cancelled")).outcome).toMatchObject({ reason: "Interrupted in Codex." });
});

test("an approval on Codex's screen: allowed in the hub the command runs, and a No there is no answer", async () => {
  await say(window, "Go [run]");
  const ask = await askOf(hub, "touch allowed");
  await window.see(/\(esc\)/);
  await answer(hub, ask, "Allow once");
  await window.gone(/\(esc\)/);
  await vi.waitUntil(() => existsSync(join(place.project, "allowed")), { timeout: 30_000 });
  await delivered(hub, ask.id, "taken");
  await say(window, "Go [no]");
  await askOf(hub, "touch refused");
  await window.see(/\(esc\)/);
  window.press("Escape");
  expect((await askOf(hub, "touch refused", "cancelled")).outcome).toMatchObject({ reason: "Interrupted in Codex." });
});

test("a question outlives Codex's terminal, and an answer from the hub continues the turn", async () => {
  await say(window, "Go [killed]");
  await window.see("Which after the terminal?");
  const ask = await askOf(hub, "Which after the terminal?");
  window.end();
  await answer(hub, ask, "SQLite");
  await isTold("killed", "SQLite");
  await delivered(hub, ask.id, "taken");
});

test("without its background server, and without a terminal, Codex asks nothing in the hub", async () => {
  const alone = openCodex("--no-daemon");
  await say(alone, "Go [alone]");
  await alone.see("Which without a server?");
  const headless = spawn(codex, ["exec", "--skip-git-repo-check", "Go [exec]"], {
    ...{ cwd: place.project, env: place.env, stdio: "ignore" },
  });
  await once(headless, "exit");
  expect(place.told("exec")).toMatch(/approval policy|rejected/);
  const { asks } = await hub.client("human").list({ status: "all", limit: 100 });
  const all = JSON.stringify(asks.map(({ questions, approval }) => [questions, approval]));
  expect(all).not.toMatch(/Which without a server|touch headless/);
});

const setup = async (...args: string[]) => {
  const env = { ...place.env, YOURCALL_HOME: hub.directory };
  const { code, stderr } = await startCommand(["setup", "codex", ...args, "--yes"], { env, until: atEnd }).ended;
  expect(code, stderr).toBe(0);
};

test("with hooks on request, a Codex without its background server asks in the hub first, once they are trusted on its screen", async () => {
  const file = join(place.home, "hooks.json");
  const before = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}\n';
  writeFileSync(file, before);
  await setup("--questions");
  expect(readFileSync(file, "utf8")).toBe(before);
  await setup("--questions", "--hooks");
  const alone = openCodex("--no-daemon");
  await alone.see("Hooks need review");
  alone.press("Down");
  await alone.see("› 2. Trust all and continue");
  alone.press("Enter");
  await say(alone, "Go [hooked]");
  const ask = await askOf(hub, "Which by a hook?");
  expect(ask.agent).toMatchObject({ name: "Codex", cwd: place.project });
  expect(alone.screen()).not.toContain("1. SQLite");
  await answer(hub, ask, "SQLite");
  await isTold("hooked", "SQLite");
  await delivered(hub, ask.id, "taken");
  await say(alone, "Go [hookrun]");
  const allowed = await askOf(hub, "touch by-hook");
  await answer(hub, allowed, "Allow once");
  await vi.waitUntil(() => existsSync(join(place.project, "by-hook")), { timeout: 30_000 });
  await delivered(hub, allowed.id, "taken");
  await say(alone, "Go [hookdeny]");
  const denied = await askOf(hub, "touch not-by-hook");
  await answer(hub, denied, "Deny", "use mktemp");
  await isTold("hookdeny", "use mktemp");
  await delivered(hub, denied.id, "taken");
  await setup("--questions", "--remove");
  expect(readFileSync(file, "utf8")).toBe(before);
});
