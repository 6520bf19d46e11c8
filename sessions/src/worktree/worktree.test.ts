import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../../hub/src/testing/temporary-directory.ts";
import { addWorktree, toBranchName, type Worktree } from "./add-worktree.ts";
import { discardWorktree, mergeWorktree } from "./end-worktree.ts";
import { readChanges } from "./read-changes.ts";

const env = {
  ...process.env,
  ...{ GIT_AUTHOR_NAME: "Ana", GIT_AUTHOR_EMAIL: "ana@shop.example" },
  ...{ GIT_COMMITTER_NAME: "Ana", GIT_COMMITTER_EMAIL: "ana@shop.example" },
};

function run(cwd: string, ...args: string[]): string {
  return execFileSync("git", ["-c", "protocol.file.allow=always", ...args], { cwd, env, encoding: "utf8" }).trim();
}

function write(directory: string, files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  }
}

function commit(directory: string, files: Record<string, string> = {}): void {
  write(directory, files);
  run(directory, "add", "-A");
  run(directory, "commit", "-qm", "A commit");
}

const usualFiles = { "a.txt": "one\ntwo\nthree\n" };
const templates = realpathSync(mkdtempSync(join(tmpdir(), "yourcall-template-")));
const [empty, usual] = [join(templates, "empty"), join(templates, "usual")];
beforeAll(() => {
  run(templates, "init", "-q", "-b", "main", empty);
  appendFileSync(join(empty, ".git/config"), "[user]\n\tname = Ana\n\temail = ana@shop.example\n");
  cpSync(empty, usual, { recursive: true });
  commit(usual, usualFiles);
});
afterAll(() => rmSync(templates, { recursive: true, force: true }));

/** A repository with one commit on `main`. */
function createRepository(files: Record<string, string> = usualFiles, name = "shop"): string {
  const root = join(temporaryDirectory("worktree"), name);
  cpSync(files === usualFiles ? usual : empty, root, { recursive: true });
  if (files !== usualFiles) commit(root, files);
  return root;
}

const add = (cwd: string, prompt = "Fix the login!", folder = join(temporaryDirectory("worktree"), "worktrees")) =>
  addWorktree({ cwd, prompt, folder, checkRoot: () => {} });

const summary = async (worktree: Worktree) =>
  (await readChanges(worktree)).files.map(({ path, kind, added, removed }) => `${kind} ${path} +${added} -${removed}`);

describe("a worktree for a session", () => {
  test("begins at the commit that is checked out, on a branch named after the prompt", async () => {
    const root = createRepository();
    const folder = join(temporaryDirectory("worktree"), "worktrees");
    const { worktree, notes } = await add(root, undefined, folder);
    expect(worktree).toEqual({
      ...{ path: join(folder, "shop/fix-the-login"), cwd: join(folder, "shop/fix-the-login") },
      ...{ branch: "yourcall/fix-the-login", root, base: run(root, "rev-parse", "HEAD"), baseBranch: "main" },
    });
    expect(notes).toEqual([]);
    expect(run(worktree.path, "symbolic-ref", "--short", "HEAD")).toBe("yourcall/fix-the-login");
    expect((await add(root, undefined, folder)).worktree.branch).toBe("yourcall/fix-the-login-2");
    rmSync(join(folder, "shop"), { recursive: true });
    expect((await add(root, undefined, folder)).worktree.branch).toBe("yourcall/fix-the-login-3");
  });

  test.each([
    ["Fix the login!", "fix-the-login"],
    ["  Öffne die Tür; rm -rf /  ", "offne-die-tur-rm-rf"],
    ["--help ../../etc/passwd @{-1}", "help-etc-passwd-1"],
    ["修复登录", "session"],
    [`${"word ".repeat(50)}`, "word-word-word-word-word-word-word-word"],
    ["x".repeat(90), "x".repeat(40)],
  ])("names the branch of %j", (prompt, name) => {
    expect(toBranchName(prompt)).toBe(name);
  });

  test("is the same directory of the repository as the session's, and works in one with spaces and quotes in its name", async () => {
    const root = createRepository({ "my app/über.txt": "x\n" }, `it's "a" shop $(id)`);
    const { worktree } = await add(join(root, "my app"));
    expect(worktree.cwd).toBe(join(worktree.path, "my app"));
    write(worktree.cwd, { "new file.txt": "x\n", "über.txt": "y\n" });
    expect(await summary(worktree)).toEqual(["new my app/new file.txt +1 -0", "changed my app/über.txt +1 -1"]);
  });

  test("says what it lacks: uncommitted changes, and the content of submodules", async () => {
    const root = createRepository();
    write(root, { "a.txt": "changed\n", "new.txt": "new\n" });
    expect((await add(root)).notes).toEqual([`2 files in ${root} with uncommitted changes: not in this worktree.`]);
    expect(run(root, "status", "--porcelain")).toBe("M a.txt\n?? new.txt");

    const withModule = createRepository();
    run(withModule, "submodule", "--quiet", "add", createRepository(), "lib");
    commit(withModule);
    const { worktree, notes } = await add(withModule);
    expect(notes).toEqual([expect.stringContaining("Submodules are empty in this worktree.")]);
    expect(await summary(worktree)).toEqual([]);
    run(worktree.path, "submodule", "--quiet", "update", "--init");
    commit(join(worktree.path, "lib"), { "b.txt": "b\n" });
    expect(await summary(worktree)).toEqual(["changed lib +1 -1"]);
    await discardWorktree(worktree, (await readChanges(worktree)).revision);
    expect(existsSync(worktree.path)).toBe(false);
  });

  test("is refused with the reason outside a repository, in an empty or bare one, and outside the desk's directories", async () => {
    const outside = temporaryDirectory("worktree");
    await expect(add(outside)).rejects.toThrow("is not in a git repository");
    run(outside, "init", "-q");
    await expect(add(outside)).rejects.toThrow("has no commits yet");
    const bare = temporaryDirectory("worktree");
    run(bare, "init", "-q", "--bare");
    await expect(add(bare)).rejects.toThrow("is not in a git repository");
    const checkRoot = () => {
      throw new Error("not there");
    };
    const root = createRepository();
    await expect(addWorktree({ cwd: root, prompt: "x", folder: outside, checkRoot })).rejects.toThrow("not there");
    expect(run(root, "worktree", "list").split("\n")).toHaveLength(1);
    run(root, "branch", "yourcall");
    await expect(add(root)).rejects.toThrow(/^git: cannot lock ref|yourcall/);
  });
});

describe("the changes of a worktree", () => {
  test("are commits, uncommitted changes and new files, with their lines", async () => {
    const root = createRepository({ "a.txt": "one\ntwo\nthree\n", "gone.txt": "x\n", "old.txt": "1\n2\n3\n4\n5\n" });
    const { worktree } = await add(root);
    run(worktree.path, "mv", "old.txt", "renamed.txt");
    commit(worktree.path, { "a.txt": "one\n2\nthree\n" });
    rmSync(join(worktree.path, "gone.txt"));
    write(worktree.path, { "new.txt": "x\ny\n", "data.bin": "\0\x01", "empty.txt": "" });
    symlinkSync("/etc/passwd", join(worktree.path, "link"));
    const changes = await readChanges(worktree);
    expect(changes).toMatchObject({ commits: 1, ownCommits: 1, uncommitted: 5, added: 4, removed: 2, isGone: false });
    expect(changes.files).toEqual([
      {
        ...{ path: "a.txt", kind: "changed", added: 1, removed: 1 },
        hunks: [{ before: 1, after: 1, lines: [" one", "-two", "+2", " three"] }],
      },
      { path: "data.bin", kind: "new", added: 0, removed: 0, hunks: [], note: "It is not text." },
      { path: "empty.txt", kind: "new", added: 0, removed: 0, hunks: [] },
      { path: "gone.txt", kind: "deleted", added: 0, removed: 1, hunks: [{ before: 1, after: 0, lines: ["-x"] }] },
      { path: "link", kind: "new", added: 1, removed: 0, hunks: [{ before: 0, after: 1, lines: ["+/etc/passwd"] }] },
      { path: "new.txt", kind: "new", added: 2, removed: 0, hunks: [{ before: 0, after: 1, lines: ["+x", "+y"] }] },
      { path: "renamed.txt", from: "old.txt", kind: "renamed", added: 0, removed: 0, hunks: [] },
    ]);
  });

  test("keep hostile names and contents apart: they are data", async () => {
    const names = ["-rf", "a\tb.txt", "a\nb.txt", 'q"uote.txt', ":(top)x", "diff --git a b", "$(touch pwned)"];
    const tricky = "diff --git a/x b/x\n@@ -1 +1 @@\n--- a/x\n+++ b/x\nBinary files differ\n";
    const root = createRepository(Object.fromEntries(names.map((name) => [name, tricky])));
    const { worktree } = await add(root);
    for (const name of names) write(worktree.path, { [name]: `${tricky}+more\n` });
    write(worktree.path, { "new\nfile": tricky });
    const { files } = await readChanges(worktree);
    expect(files.map(({ path, added, removed }) => [path, added, removed])).toEqual(
      [...names.map((name) => [name, 1, 0]), ["new\nfile", 5, 0]].sort(([one = ""], [other = ""]) =>
        one < other ? -1 : 1,
      ),
    );
    for (const { path, hunks } of files)
      if (path !== "new\nfile")
        expect(hunks).toEqual([expect.objectContaining({ lines: expect.arrayContaining(["++more"]) })]);
  });

  test("run nothing that the repository's own settings name", async () => {
    const root = createRepository({ "a.txt": "one\n", ".gitattributes": "*.txt filter=evil diff=evil\n" });
    const { worktree } = await add(root);
    const mark = join(temporaryDirectory("worktree"), "ran");
    const evil = `sh -c 'touch "${mark}"; cat'`;
    for (const name of [
      "filter.evil.clean",
      "filter.evil.smudge",
      "diff.evil.textconv",
      "diff.external",
      "core.fsmonitor",
    ])
      run(root, "config", name, evil);
    run(root, "config", "filter.evil.required", "true");
    for (const hook of [
      "post-checkout",
      "pre-commit",
      "commit-msg",
      "post-merge",
      "pre-merge-commit",
      "reference-transaction",
    ])
      writeFileSync(join(root, ".git/hooks", hook), `#!/bin/sh\ntouch "${mark}"\n`, { mode: 0o755 });
    write(worktree.path, { "a.txt": "two\n", "b.txt": "b\n" });
    const { revision } = await readChanges(worktree);
    expect(await summary(worktree)).toEqual(["changed a.txt +1 -1", "new b.txt +1 -0"]);
    await mergeWorktree(worktree, revision, "Title");
    const other = (await add(root, "Other")).worktree;
    await discardWorktree(other, (await readChanges(other)).revision);
    expect(existsSync(mark)).toBe(false);
    expect(readFileSync(join(root, "b.txt"), "utf8")).toBe("b\n");
  });

  test("of a worktree that was removed by hand are its commits", async () => {
    const root = createRepository();
    const { worktree } = await add(root);
    commit(worktree.path, { "b.txt": "b\n" });
    rmSync(worktree.path, { recursive: true });
    const changes = await readChanges(worktree);
    expect(changes).toMatchObject({ isGone: true, commits: 1, uncommitted: 0, files: [{ path: "b.txt", added: 1 }] });
    await discardWorktree(worktree, changes.revision);
    expect(run(root, "branch", "--list", "yourcall/*")).toBe("");
    expect(run(root, "worktree", "list").split("\n")).toHaveLength(1);
    await expect(readChanges(worktree)).rejects.toThrow("are gone");
  });
});

describe("merging a worktree", () => {
  test("commits what is not committed, merges into the branch it began from, and keeps the worktree", async () => {
    const root = createRepository();
    const { worktree } = await add(root);
    commit(worktree.path, { "b.txt": "b\n" });
    write(worktree.path, { "c.txt": "c\n" });
    write(root, { "mine.txt": "not committed\n" });
    const changes = await readChanges(worktree);
    expect(changes.mergesInto).toEqual({ root, branch: "main", refusal: undefined });
    expect(await mergeWorktree(worktree, changes.revision, "Fix the login!\nsecond line")).toEqual({ into: "main" });
    expect(run(root, "log", "-1", "--format=%s")).toBe("Merge yourcall/fix-the-login: Fix the login! second line");
    expect(run(root, "status", "--porcelain")).toBe("?? mine.txt");
    expect(readFileSync(join(root, "c.txt"), "utf8")).toBe("c\n");
    expect(await readChanges(worktree)).toMatchObject({ uncommitted: 0, ownCommits: 0, commits: 2 });
  });

  test("is refused, with nothing changed, if it would conflict or overwrite, or if something changed since it was seen", async () => {
    const root = createRepository();
    const { worktree } = await add(root);
    write(worktree.path, { "a.txt": "theirs\n", "b.txt": "b\n" });
    const { revision } = await readChanges(worktree);
    write(worktree.path, { "b.txt": "changed\n" });
    await expect(mergeWorktree(worktree, revision, "t")).rejects.toThrow("It has changed since you looked.");
    await expect(discardWorktree(worktree, revision)).rejects.toThrow("It has changed since you looked.");

    write(root, { "b.txt": "mine\n" });
    const seen = await readChanges(worktree);
    await expect(mergeWorktree(worktree, seen.revision, "t")).rejects.toThrow(/^git: .*untracked working tree files/);
    rmSync(join(root, "b.txt"));
    commit(root, { "a.txt": "ours\n" });
    const head = run(root, "rev-parse", "HEAD");
    const { mergesInto, revision: last } = await readChanges(worktree);
    expect(mergesInto.refusal).toContain("It conflicts with the branch in a.txt.");
    await expect(mergeWorktree(worktree, last, "t")).rejects.toThrow("It conflicts");
    expect([run(root, "rev-parse", "HEAD"), run(root, "status", "--porcelain")]).toEqual([head, ""]);
  });

  test("says why it cannot: nothing changed, another branch, a detached head, or a merge program", async () => {
    const root = createRepository();
    const { worktree } = await add(root);
    const refusal = async (one: Worktree) => (await readChanges(one)).mergesInto.refusal;
    expect(await refusal(worktree)).toBe("There is nothing to merge.");
    commit(worktree.path, { "b.txt": "b\n" });
    run(root, "config", "merge.evil.driver", "touch x");
    expect(await refusal(worktree)).toContain("run a program to merge (merge.evil.driver)");
    run(root, "config", "--unset", "merge.evil.driver");
    expect(await refusal(worktree)).toBeUndefined();
    run(worktree.path, "checkout", "-q", "--detach");
    expect(await refusal(worktree)).toContain("does not have its branch yourcall/fix-the-login checked out");
    run(worktree.path, "checkout", "-q", "yourcall/fix-the-login");
    run(root, "checkout", "-q", "-b", "other");
    expect(await refusal(worktree)).toContain("has other checked out, and this began from main");
    run(root, "checkout", "-q", "--detach");
    expect(await refusal(worktree)).toContain("has no branch checked out");

    const detached = (await add(root, "From a detached head")).worktree;
    expect(detached.baseBranch).toBeUndefined();
    commit(detached.path, { "d.txt": "d\n" });
    expect(await refusal(detached)).toContain("It began without a branch");
    expect(await readChanges(detached)).toMatchObject({ commits: 1, ownCommits: 1 });
  });

  test("discarding removes the worktree and its branch, and no other branch", async () => {
    const root = createRepository();
    const { worktree } = await add(root);
    commit(worktree.path, { "b.txt": "b\n" });
    run(worktree.path, "branch", "kept");
    write(worktree.path, { "c.txt": "c\n" });
    const changes = await readChanges(worktree);
    expect(changes).toMatchObject({ ownCommits: 0, uncommitted: 1 });
    await discardWorktree(worktree, changes.revision);
    expect(existsSync(worktree.path)).toBe(false);
    expect(run(root, "branch", "--format=%(refname:short)").split("\n")).toEqual(["kept", "main"]);
  });
});
