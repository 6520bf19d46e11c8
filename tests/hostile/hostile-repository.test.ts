import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { database } from "../support/asks.ts";
import { startCommand, startHub, temporaryDirectory } from "../support/hub.ts";
import { openTerminal } from "../support/terminal.ts";

/** What a repository contains: text, or a link. */
type Files = Record<string, string | { link: string }>;

/** A person's home, and a repository that they cloned into it. */
function cloned(files: Files, inHome: Files = {}) {
  const home = temporaryDirectory("home");
  const repository = join(home, "clone");
  put(home, { ".bashrc": "# mine\n", ".claude/settings.json": "{}\n", ...inHome });
  mkdirSync(repository);
  put(repository, files);
  const contents = () => contentsOf(home, "clone");
  const before = contents();
  const env = { HOME: home, XDG_CONFIG_HOME: "", CLAUDE_CONFIG_DIR: "" };
  return {
    home,
    repository,
    env,
    /** Runs a command in the repository; `first` is shell code to run there before. */
    run: (args: readonly string[], first = ":", more: Record<string, string> = {}) =>
      startCommand([...args], {
        env: { ...env, ...more },
        through: ["sh", "-c", `cd "$0" && ${first} && exec "$@"`, repository],
      }).ended,
    expectNothingOutside: () => expect(contents()).toEqual(before),
  };
}

function put(directory: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const file = join(directory, name);
    mkdirSync(dirname(file), { recursive: true });
    if (typeof content === "string") writeFileSync(file, content, { mode: 0o600 });
    else symlinkSync(content.link, file);
  }
}

/** Everything below a directory, except one of its entries and the cache of compiled code. */
function contentsOf(directory: string, except: string): Record<string, string> {
  const names = readdirSync(directory).filter((name) => name !== except && name !== ".cache");
  return Object.fromEntries(
    names.flatMap((name) => {
      const path = join(directory, name);
      const found = lstatSync(path);
      if (found.isSymbolicLink()) return [[path, `link to ${readlinkSync(path)}`]];
      if (found.isDirectory()) return [[path, "directory"], ...Object.entries(contentsOf(path, ""))];
      return [[path, readFileSync(path, "utf8")]];
    }),
  );
}

const project = ["setup", "claude", "--project"];
const mcp = ["setup", "claude", "--mcp"];
const copy = ".before-yourcall";
const isLink = /before-yourcall is a link, .* Remove the link\./;
const leadsOut = /was not changed: it leads to .*, outside .*clone\./;
const leadsNowhere = /was not changed: .* is a link to something that does not exist\./;

const hostile: [name: string, command: string[], files: Files, says: RegExp][] = [
  [
    "the copy of the settings",
    project,
    { ".claude/settings.json": "{}\n", [`.claude/settings.json${copy}`]: { link: "../../.bashrc" } },
    isLink,
  ],
  [
    "the copy of the person's own settings for the project",
    ["setup", "claude", "--local"],
    { ".claude/settings.local.json": "{}\n", [`.claude/settings.local.json${copy}`]: { link: "../../.bashrc" } },
    isLink,
  ],
  [
    "a copy that does not exist yet",
    project,
    { ".claude/settings.json": "{}\n", [`.claude/settings.json${copy}`]: { link: "../../.profile" } },
    isLink,
  ],
  ["the settings", project, { ".claude/settings.json": { link: "../../.claude/settings.json" } }, leadsOut],
  ["settings that do not exist yet", project, { ".claude/settings.json": { link: "../../new.json" } }, leadsNowhere],
  ["the directory of the settings", project, { ".claude": { link: "../.claude" } }, leadsOut],
  ["a directory that does not exist yet", project, { ".claude": { link: "../.config" } }, leadsNowhere],
  ["a link inside the clone that leads on", project, { ".claude": { link: "a" }, a: { link: "../.claude" } }, leadsOut],
  ["the MCP file", mcp, { ".mcp.json": { link: "../.claude/settings.json" } }, leadsOut],
  ["the copy of the MCP file", mcp, { ".mcp.json": "{}\n", [`.mcp.json${copy}`]: { link: "../.bashrc" } }, isLink],
  ["the second of two files", mcp, { ".mcp.json": "{}\n", ".claude": { link: "../.claude" } }, leadsOut],
];

describe("a cloned repository in which a link leads out", () => {
  test.each(hostile)("%s: setup refuses and writes nothing at all", async (_, command, files, says) => {
    const { run, repository, expectNothingOutside } = cloned(files);
    const inside = contentsOf(repository, "");
    for (const flags of [["--yes"], ["--yes", "--remove"]]) {
      const ended = await run([...command, ...flags]);
      expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(says) });
      expect(ended.stderr.trim().split("\n")).toHaveLength(1);
      expectNothingOutside();
      expect(contentsOf(repository, "")).toEqual(inside);
    }
  });

  test("a link at the name of a temporary file gets nothing", async () => {
    const { run, expectNothingOutside } = cloned({ ".claude/settings.json": "{}\n" });
    const link = "ln -s ../../.bashrc .claude/settings.json.$$.new";
    expect(await run([...project, "--yes"], link)).toMatchObject({ code: 0 });
    expectNothingOutside();
  });
});

describe("setup", () => {
  test("names every file it will write or remove before it asks", async () => {
    const { repository, env } = cloned({ ".claude/settings.json": "{}\n" });
    const file = join(repository, ".claude/settings.json");
    const shell = `cd '${repository}' && exec "$@"`;
    const choose = async (...flags: string[]) => {
      const terminal = openTerminal([...project, ...flags], { env, shell, rows: 100, columns: 200 });
      const screen = await terminal.see("Write this change?");
      await terminal.ready();
      terminal.press("1");
      expect((await terminal.exited).code).toBe(0);
      return screen;
    };
    expect(await choose()).toContain(`The file as it is now will be kept in ${file}${copy}.`);
    expect(readFileSync(`${file}${copy}`, "utf8")).toBe("{}\n");
    expect(await choose("--remove")).toContain(`${file}${copy} will be removed.`);
  });

  test("names the file beside the question too, where a change is longer than the screen", async () => {
    const { repository, env } = cloned({ ".claude/settings.json": "{}\n" });
    const shell = `cd '${repository}' && exec "$@"`;
    const terminal = openTerminal(project, { env, shell, rows: 24, columns: 80 });
    const screen = await terminal.see("Write this change?");
    expect(screen.replaceAll(/\n│\s*/g, "")).toContain(join(repository, ".claude/settings.json"));
    await terminal.ready();
    terminal.press("2");
    expect((await terminal.exited).code).toBe(1);
  });

  test("follows a link that stays in the clone, and says where it leads", async () => {
    const { run, repository, expectNothingOutside } = cloned({
      "shared/settings.json": "{}\n",
      ".claude": { link: "shared" },
    });
    const { code, stderr } = await run([...project, "--yes"]);
    expect(code).toBe(0);
    expect(stderr).toContain(`.claude/settings.json, which is ${join(repository, "shared/settings.json")}\n`);
    expect(JSON.parse(readFileSync(join(repository, "shared/settings.json"), "utf8")).hooks.Stop).toHaveLength(1);
    expectNothingOutside();
  });

  test("follows a link in the person's own home, and says where it leads", async () => {
    const { run, home } = cloned({}, {});
    put(home, { "dotfiles/claude/settings.json": "{}\n", ".linked": { link: "dotfiles/claude" } });
    const config = join(home, ".linked");
    const { code, stderr } = await run(["setup", "claude", "--yes"], ":", { CLAUDE_CONFIG_DIR: config });
    expect(code).toBe(0);
    const real = join(home, "dotfiles/claude/settings.json");
    expect(stderr).toContain(`${join(config, "settings.json")}, which is ${real}\n`);
    expect(JSON.parse(readFileSync(real, "utf8")).hooks.Stop).toHaveLength(1);
    expect(readFileSync(`${real}${copy}`, "utf8")).toBe("{}\n");
  });
});

describe("backup in a cloned repository", () => {
  test("writes only the file it names, and removes nothing", async () => {
    const hub = await startHub();
    await hub.ask([database]);
    const { run, repository, expectNothingOutside } = cloned({
      "a.db": { link: "../.bashrc" },
      "b.db": { link: "../new" },
      "c.db.partial": "somebody's notes",
      "d.db.partial": { link: "../.bashrc" },
      "e.db-journal": "",
      backups: { link: "../.claude" },
    });
    const backup = (file: string) => run(["backup", file], ":", { YOURCALL_HOME: hub.directory });
    for (const [file, named] of [
      ["a.db", "a.db"],
      ["b.db", "b.db"],
      ["e.db", "e.db-journal"],
    ] as const)
      expect(await backup(file)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`${join(repository, named)} already exists and was not changed.`),
      });
    for (const file of ["c.db", "d.db"]) expect(await backup(file)).toMatchObject({ code: 0 });
    expect(readFileSync(join(repository, "c.db.partial"), "utf8")).toBe("somebody's notes");
    expect(readlinkSync(join(repository, "d.db.partial"))).toBe("../.bashrc");
    expectNothingOutside();
    // A directory that the person names may be a link; the message says where the copy is.
    const { stderr } = await backup("backups/f.db");
    expect(stderr).toContain(join(repository, "../.claude/f.db"));
  });
});

test("demo in a cloned repository names the directory that it would really write to, and creates none through a link", async () => {
  const { run, home, expectNothingOutside } = cloned({ a: { link: "../.claude" }, b: { link: "../new" } });
  expect(await run(["demo", "--dir", "a"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`${join(home, ".claude")} is not empty.`),
  });
  expect(await run(["demo", "--dir", "b"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("b is a link to something that does not exist."),
  });
  expectNothingOutside();
});
