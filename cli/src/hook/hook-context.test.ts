import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toHookEvent } from "@yourcall/claude/internal";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { readGit, readHookContext } from "./hook-context.ts";

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
    expect(await readHookContext(event)).toEqual({});
  }
});

let top = "";
const at = (...parts: string[]) => join(top, ...parts);
const git = (directory: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: directory, stdio: "ignore" });

beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "yourcall-git-")));
  mkdirSync(at("shop", "src", "deep"), { recursive: true });
  git(at("shop"), "init", "-b", "main");
  git(at("shop"), "commit", "--allow-empty", "-m", "one");
  git(at("shop"), "worktree", "add", "-b", "feat/sessions", at("other-name"));
  git(at("shop"), "worktree", "add", "--detach", at("loose"));
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

test("the branch and the worktree are found from any directory in a repository", async () => {
  expect(await readGit(at("shop"))).toEqual({ branch: "main" });
  expect(await readGit(at("shop", "src", "deep"))).toEqual({ branch: "main" });
  expect(await readGit(at("other-name"))).toEqual({ branch: "feat/sessions", worktree: "other-name" });
  expect(await readGit(at("loose"))).toEqual({ worktree: "loose" });
});

test("a directory that is not a repository, or only looks like one, has no branch and no worktree", async () => {
  expect(await readGit(top)).toEqual({});
  expect(await readGit(at("no", "such", "directory"))).toEqual({});
  mkdirSync(at("odd"));
  for (const text of ["", "gitdir: ", "gitdir: /no/such/place", "gitdir: .", "words"]) {
    writeFileSync(at("odd", ".git"), text);
    expect(await readGit(at("odd"))).toEqual({});
  }
  rmSync(at("odd", ".git"));
  mkdirSync(at("odd", ".git"));
  execFileSync("mkfifo", [at("odd", ".git", "HEAD")]);
  expect(await readGit(at("odd"))).toEqual({});
});
