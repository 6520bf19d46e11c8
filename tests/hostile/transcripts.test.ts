import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { question } from "../support/claude-hooks.ts";
import { askOf } from "../support/find-ask.ts";
import { startCommand, startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";

const event = (text: string, transcript: string) => ({
  hook_event_name: "PermissionRequest",
  session_id: "session",
  tool_name: "AskUserQuestion",
  tool_input: question(text),
  transcript_path: transcript,
});

/** Posts without waiting for the response, which comes with a person's answer. */
function post(hub: TestHub, value: unknown, token = hub.tokens.agent): void {
  const gone = new AbortController();
  onTestFinished(() => gone.abort());
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify(value);
  void fetch(`${hub.url}/hooks/claude`, { method: "POST", headers, body, signal: gone.signal }).catch(() => {});
}

/** A transcript in which Claude says something and then asks each of these, or calls another tool. */
function transcript({ padding = 0, call = "AskUserQuestion", asks = [] as string[] } = {}): string {
  const calls = asks.length === 0 ? [{}] : asks.map(question);
  const lines = [
    { type: "user", message: { content: "The secret title" } },
    ...Array.from({ length: padding }, () => ({ type: "user", message: { content: "x".repeat(1000) } })),
    { type: "assistant", message: { content: [{ type: "text", text: "The secret words" }] } },
    { type: "assistant", message: { content: calls.map((input) => ({ type: "tool_use", name: call, input })) } },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** A directory like those in which Claude Code keeps transcripts. */
function projects(): string {
  const directory = join(temporaryDirectory("claude"), "projects", "-work");
  mkdirSync(directory, { recursive: true });
  return directory;
}

describe("an agent that names a file as its transcript", () => {
  test("cannot hang the hub or the hook with a pipe", async () => {
    const hub = await startHub();
    const client = hub.client("human");
    const pipe = join(projects(), "session.jsonl");
    execFileSync("mkfifo", [pipe]);

    post(hub, event("Over HTTP?", pipe));
    expect((await askOf(client, "Over HTTP?")).context).toBeUndefined();
    startCommand(["hook", "claude"], {
      stdin: JSON.stringify(event("By command?", pipe)),
      env: { YOURCALL_HOME: hub.directory },
    });
    expect((await askOf(client, "By command?")).context).toBeUndefined();
  });

  test("cannot read any other file", async () => {
    const hub = await startHub();
    const client = hub.client("human");
    const directory = projects();
    const own = join(directory, "session.jsonl");
    const asks = ["Own?", ...Array.from({ length: 4 }, (_, number) => `Number ${number}?`)];
    writeFileSync(own, transcript({ asks }));
    const elsewhere = join(temporaryDirectory(), "session.jsonl");
    writeFileSync(elsewhere, transcript({ asks }));
    const anothers = join(directory, "another.jsonl");
    writeFileSync(anothers, transcript({ asks }));
    const link = join(projects(), "session.jsonl");
    symlinkSync(elsewhere, link);
    const linkToAnothers = join(projects(), "session.jsonl");
    symlinkSync(anothers, linkToAnothers);

    post(hub, event("Own?", own));
    const { context, agent } = await askOf(client, "Own?");
    expect([context, agent.title]).toEqual(["The secret words", "The secret title"]);
    for (const [number, path] of [elsewhere, anothers, link, linkToAnothers].entries()) {
      post(hub, event(`Number ${number}?`, path));
      const ask = await askOf(client, `Number ${number}?`);
      expect([path, ask.context, ask.agent.title]).toEqual([path, undefined, undefined]);
    }
  });

  test("cannot read any transcript through the hub with a named token", async () => {
    const hub = await startHub();
    const client = hub.client("human");
    const { token } = await client.createToken({ scope: "agent", name: "ci" });
    const path = join(projects(), "session.jsonl");
    writeFileSync(path, transcript({ asks: ["What was said?"] }));

    post(hub, event("What was said?", path), token);
    const ask = await askOf(client, "What was said?");
    expect([ask.context, ask.agent.title]).toEqual([undefined, undefined]);
  });

  test.runIf(process.platform === "linux")(
    "cannot slow the hub down for others with many events on a large transcript",
    async () => {
      const hub = await startHub();
      const path = join(projects(), "session.jsonl");
      // The call is never found, so every event searches for it as long as it is allowed to.
      writeFileSync(path, transcript({ padding: 400, call: "Read" }));

      // Counts bytes, because times say little on a busy machine. Reading the whole file for each event blocked every other request.
      const bytesRead = () => Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${hub.pid}/io`, "utf8"))?.[1]);
      const before = bytesRead();
      for (let number = 0; number < 40; number++) post(hub, event(`Number ${number}?`, path));
      const client = hub.client("human");
      await vi.waitFor(async () => expect((await client.list()).asks).toHaveLength(40), 30_000);
      expect(bytesRead() - before).toBeLessThan(40 * 1_000_000);
    },
  );
});
