import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { commands } from "../../cli/src/commands/index.ts";
import { askFile, database, features, jsonFile } from "../support/asks.ts";
import { runCommand } from "../support/background-hub.ts";
import { temporaryDirectory } from "../support/hub.ts";
import { testWith } from "../support/needs.ts";
import { root } from "../support/terminal.ts";

describe("yourcall sheet", () => {
  test("render prints the ask as a sheet", async () => {
    const { code, stdout, stderr } = await runCommand(["sheet", "render", askFile(database, features)]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatchInlineSnapshot(`
      "<!-- yourcall ask_local -->
      <!-- Delete the options you do not want. What is left is your answer. -->
      <!-- Own answer: write after Other. No preference: write skip. Not now: quit without saving. -->

      ## 1 Database · keep one
      > Which database should we use for this project?

      - PostgreSQL (Recommended) — Robust relational DB, great for complex queries
      - MongoDB — Document DB, flexible schema for rapid development
      - SQLite — Embedded DB, zero configuration, good for small apps
      - Other:

      ## 2 Features · keep any
      > Which features should we enable?

      - TypeScript — Type safety and better IDE support
      - ESLint + Prettier — Code linting and formatting
      - Tailwind CSS — Utility-first CSS framework
      - Other:
      - (keep all: delete this line)

      ## Comment

      <!-- /yourcall -->
      "
    `);
  });

  async function parse(edit: (sheet: string) => string) {
    const ask = askFile(database);
    const sheet = join(ask, "../sheet.md");
    writeFileSync(sheet, edit((await runCommand(["sheet", "render", ask])).stdout));
    return runCommand(["sheet", "parse", ask, sheet]);
  }

  test("parse prints the answers: exit code 0", async () => {
    const { code, stdout } = await parse((sheet) => sheet.replace(/- (MongoDB|SQLite).*\n/g, ""));
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      answers: [{ question: database.question, header: "Database", selectedOptions: ["PostgreSQL (Recommended)"] }],
      errors: [],
    });
  });

  test("parse prints each error with its line: exit code 2", async () => {
    const { code, stdout } = await parse((sheet) => sheet.replace(/- MongoDB.*\n/, ""));
    expect(code).toBe(2);
    expect(JSON.parse(stdout).errors).toEqual([
      { line: 9, message: "Question 1 takes one answer and 2 are left (lines 8, 9). Delete all but one." },
    ]);
  });

  test("parse does not take an untouched sheet for an answer", async () => {
    const { code, stdout } = await parse((sheet) => sheet);
    expect(code).toBe(2);
    expect(JSON.parse(stdout).errors).toEqual([{ line: 5, message: "Nothing has changed yet, so nothing is sent." }]);
  });

  test("unreadable input is reported: exit code 2", async () => {
    for (const args of [["render"], ["parse", askFile(database)], ["fold"], ["render", "no-such-file"], []]) {
      const { code, stdout, stderr } = await runCommand(["sheet", ...args]);
      expect(code).toBe(2);
      expect(stdout + stderr).toMatch(/yourcall/);
      expect(stderr).not.toMatch(/\n\s+at /);
    }
    expect((await runCommand(["sheet", "render", jsonFile("[]")])).stderr).toContain("This is not an ask");
  });
});

describe("help", () => {
  test("yourcall alone, --help, -h and help list the commands", async () => {
    for (const args of [[], ["--help"], ["-h"], ["help"]]) {
      const { code, stdout, stderr } = await runCommand(args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toContain("yourcall ask [FILE|-]");
    }
  });

  test("a hook whose file is missing, as during an upgrade, is silent and exits with 0: 2 would be a veto", () => {
    const place = temporaryDirectory("upgrade");
    for (const file of ["bin/yourcall.cjs", "dist/help.cjs"]) cpSync(join(root, "cli", file), join(place, file));
    const run = (...args: string[]) => {
      const env = { HOME: place, PATH: process.env.PATH };
      const { status, stderr } = spawnSync(process.execPath, [join(place, "bin/yourcall.cjs"), ...args], { env });
      return { status, stderr: String(stderr) };
    };
    expect(run("hook", "claude")).toEqual({ status: 0, stderr: "" });
    expect(run("nonsense")).toMatchObject({ status: 2, stderr: expect.stringContaining("Unknown command") });
  });

  testWith("man")("man reads the manual page, which has every command and its options, without a warning", () => {
    const args = ["--warnings", "--local-file", join(root, "cli/dist/yourcall.1")];
    const { stdout, stderr } = spawnSync("man", args, {
      encoding: "utf8",
      env: { ...process.env, MANWIDTH: "200", MANPAGER: "cat", LC_ALL: "C.UTF-8" },
    });
    expect(stderr).toBe("");
    const text = stripVTControlCharacters(stdout);
    for (const { usage, options } of commands) {
      for (const line of usage) expect(text).toContain(`yourcall ${line}`);
      for (const [name, { hidden }] of Object.entries(options))
        if (hidden !== true) expect(text).toContain(`--${name}`);
    }
  });

  test("every command has its own help", async () => {
    const ask = await runCommand(["ask", "--help"]);
    expect(ask.code).toBe(0);
    for (const flag of ["question", "header", "option", "multi", "timeout", "on-timeout", "format", "accessible"])
      expect(ask.stdout).toContain(`--${flag}`);
    const sheet = await runCommand(["sheet", "--help"]);
    expect(sheet.code).toBe(0);
    expect(sheet.stdout).toContain("yourcall sheet parse ASK.json SHEET");
    expect(await runCommand(["help", "setup", "claude"])).toEqual(await runCommand(["setup", "claude", "--help"]));
  });

  test("--version prints the package's version", async () => {
    const { version } = JSON.parse(readFileSync(join(root, "cli/package.json"), "utf8"));
    expect(await runCommand(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  test("--quiet may come before the command", async () => {
    const quiet = { code: 0, stdout: "", stderr: "" };
    expect(await runCommand(["list"])).toEqual({ ...quiet, stderr: "Nothing is waiting for you.\n" });
    expect(await runCommand(["--quiet", "list"])).toEqual(quiet);
    expect(await runCommand(["--quiet", "--version"])).toEqual(await runCommand(["--version"]));
    // Exit code 1 of `confirm` means no.
    expect((await runCommand(["--quiet", "confirm", "Deploy?", "--timeout", "soon"])).code).toBe(2);
    expect((await runCommand(["--quiet", "aks"])).stderr).toContain('Did you mean "ask"?');
  });

  test("an unknown command is named: exit code 2", async () => {
    const { code, stdout, stderr } = await runCommand(["aks"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain('Unknown command "aks". Did you mean "ask"?');
  });
});
