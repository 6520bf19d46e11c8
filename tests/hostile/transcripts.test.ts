import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
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

/** Runs the hook without waiting for its end, which comes with a person's answer. */
function start(hub: TestHub, value: unknown): void {
  startCommand(["hook", "claude"], { stdin: JSON.stringify(value), env: { YOURCALL_HOME: hub.directory } });
}

/** A transcript in which Claude says something and then asks each of these. */
function transcript(asks: string[]): string {
  const lines = [
    { type: "user", message: { content: "The secret title" } },
    { type: "assistant", message: { content: [{ type: "text", text: "The secret words" }] } },
    { type: "assistant", message: { content: asks.map(toCall) } },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

function toCall(text: string) {
  return { type: "tool_use", name: "AskUserQuestion", input: question(text) };
}

/** A directory like those in which Claude Code keeps transcripts. */
function projects(): string {
  const directory = join(temporaryDirectory("claude"), "projects", "-work");
  mkdirSync(directory, { recursive: true });
  return directory;
}

describe("an agent that names a file as its transcript", () => {
  test("cannot hang the hook with a pipe", async () => {
    const hub = await startHub();
    const pipe = join(projects(), "session.jsonl");
    execFileSync("mkfifo", [pipe]);
    start(hub, event("With a pipe?", pipe));
    expect((await askOf(hub.client("human"), "With a pipe?")).context).toBeUndefined();
  });

  test("cannot read any other file", async () => {
    const hub = await startHub();
    const client = hub.client("human");
    const directory = projects();
    const own = join(directory, "session.jsonl");
    const asks = ["Own?", ...Array.from({ length: 4 }, (_, number) => `Number ${number}?`)];
    writeFileSync(own, transcript(asks));
    const elsewhere = join(temporaryDirectory(), "session.jsonl");
    writeFileSync(elsewhere, transcript(asks));
    const anothers = join(directory, "another.jsonl");
    writeFileSync(anothers, transcript(asks));
    const link = join(projects(), "session.jsonl");
    symlinkSync(elsewhere, link);
    const linkToAnothers = join(projects(), "session.jsonl");
    symlinkSync(anothers, linkToAnothers);

    start(hub, event("Own?", own));
    const { context, agent } = await askOf(client, "Own?");
    expect([context, agent.title]).toEqual(["The secret words", "The secret title"]);
    for (const [number, path] of [elsewhere, anothers, link, linkToAnothers].entries()) {
      start(hub, event(`Number ${number}?`, path));
      const ask = await askOf(client, `Number ${number}?`);
      expect([path, ask.context, ask.agent.title]).toEqual([path, undefined, undefined]);
    }
  });
});
