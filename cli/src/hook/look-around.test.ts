import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toHookEvent } from "@yourcall/claude";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { lookAround } from "./look-around.ts";

afterEach(() => void vi.useRealTimers());

test("a path that is not this session's transcript costs no time", async () => {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-transcript-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const elsewhere = join(directory, "s1.jsonl");
  writeFileSync(elsewhere, "{}\n");
  // No time passes here, so anything that waits never ends.
  vi.useFakeTimers({ toFake: ["setTimeout", "Date"] });
  for (const transcript_path of [elsewhere, directory, "projects/s1.jsonl"]) {
    const event = toHookEvent({
      session_id: "s1",
      transcript_path,
      cwd: directory,
      hook_event_name: "PermissionRequest",
      tool_name: "AskUserQuestion",
      tool_input: { questions: [] },
    });
    if (event === null) throw new Error("not an event");
    expect(await lookAround(event)).toEqual({});
  }
});
