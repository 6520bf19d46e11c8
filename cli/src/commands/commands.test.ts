import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { agentKinds } from "@yourcall/core/internal";
import { describe, expect, test } from "vitest";
import type { Definition } from "../command.ts";
import { toCommandsPage } from "../commands-page.ts";
import { toCandidates } from "../completion/completion.ts";
import { toHelpPage } from "../help-page.ts";
import { toManPage } from "../man-page.ts";
import { parseCommand } from "../run-command.ts";
import { commands, groups } from "./index.ts";

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const man = toManPage(groups, "1").replaceAll("\\-", "-").replaceAll('""', '"');
const complete = (...line: string[]) => toCandidates(line, async () => []);

/** Each definition, with the words that lead to it. */
const all = commands.flatMap((command): [string, string[], Definition][] => [
  [command.name, [command.name], command],
  ...Object.entries(command.words ?? {}).map(([word, definition]): [string, string[], Definition] => [
    `${command.name} ${word}`,
    [command.name, word],
    definition,
  ]),
]);

describe.each(all)("%s", (_, line, definition) => {
  const options = Object.entries(definition.options);
  const shown = options.flatMap(([name, { hidden }]) => (hidden === true ? [] : [name]));
  const hidden = options.flatMap(([name, option]) => (option.hidden === true ? [name] : []));

  test("help, man page and completion have exactly its options", async () => {
    const page = toHelpPage(definition, 80);
    const rows = [...page.matchAll(/^ {2}(?:-\w, )?--([a-z-]+)/gm)].map(([, name]) => name);
    expect(rows).toEqual(shown);
    const [, section = ""] = man.split(`\n.SS "yourcall ${definition.usage[0].replaceAll("'", "\\(aq")}"\n`);
    const own = section.split("\n.SS ")[0] ?? "";
    expect([...own.matchAll(/^\.B "(?:-\w, )?--([a-z-]+)/gm)].map(([, name]) => name)).toEqual(shown);
    expect(await complete(...line, "--")).toEqual([...shown.map((name) => `--${name}`), "--help", "--quiet"]);
    for (const name of hidden) expect(page).not.toContain(`--${name}`);
  });

  test("completion offers the values that the parser takes, and the parser refuses others", async () => {
    for (const [name, { values }] of options) {
      if (values === undefined) continue;
      expect(await complete(...line, `--${name}`, "")).toEqual(values);
      for (const value of values) parseCommand(definition, [`--${name}`, value]);
      expect(() => parseCommand(definition, [`--${name}`, "nothing"])).toThrow(
        `--${name} must be one of ${values.join(", ")}, got "nothing".`,
      );
    }
  });

  test("its examples can be run", () => {
    for (const example of definition.examples ?? []) {
      // Only what the shell passes to the command.
      const script = `yourcall() { printf '%s\\0' "$@"; }; ${example.replace(/ && .*/, "")}`;
      const [name, ...args] = execFileSync("bash", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
      expect(name).toBe(definition.name);
      parseCommand(definition, args);
    }
  });
});

test("every command has a file with a run of its own", () => {
  for (const { name, file } of commands) expect(existsSync(path(`../${file}`)), name).toBe(true);
  expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
});

test("completion begins with the commands, and after an option that needs a value offers neither ids nor words", async () => {
  expect(await complete("")).toEqual([...commands.map(({ name }) => name), "help"]);
  const ids = async () => ["ask_01ABCDEFGH"];
  expect(await toCandidates(["wait", ""], ids)).toHaveLength(1);
  expect(await toCandidates(["wait", "--timeout", ""], ids)).toEqual([]);
  expect(await complete("setup", "cl")).toEqual(["claude", "cline", "claude-desktop"]);
  expect(await complete("agent", "--with", "")).toEqual(agentKinds);
});

// After a change: npx vitest run --project unit cli/src/commands -u
test("docs/commands.md is what the definitions say", async () => {
  await expect(toCommandsPage(groups)).toMatchFileSnapshot(path("../../../docs/commands.md"));
});
