import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { describe, expect, onTestFinished, test } from "vitest";
import { isSameJson, putJson, removeJson } from "./edit-json.ts";
import { putToml, removeToml } from "./edit-toml.ts";
import { putYaml, removeYaml } from "./edit-yaml.ts";
import { readText, SettingsFault } from "./replace-file.ts";

const json = { path: ["mcp", "yourcall"], value: { command: "yourcall", on: true } } as const;

describe("an entry in a JSON file", () => {
  const texts = [
    "{}\n",
    '{\n  "mcp": {\n    // none yet\n  }\n}\n',
    "{\n  // mine\n}\n",
    '{\n\t"a": [1,   2]\n}',
    '{\n  "a": 1 // one\n  // the end\n}\n',
    '{\n  "mcp": {\n    "b": {}, // two\n  },\n}\n',
    '{\r\n    "mcp": {\r\n        "b": {}\r\n    }\r\n}\r\n',
    '{"mcp":{"b":{}}}',
    '{\n  "a": 1 /* one */}',
  ];
  const commentsIn = (text: string) => text.match(/\/\/.*|\/\*.*?\*\//g) ?? [];

  test.each(texts)("is added to %j and removed again, and every other value and comment stays", (before) => {
    const added = putJson(before, json, true);
    const { mcp, ...others } = parse(before);
    expect(parse(added)).toEqual({ ...others, mcp: { ...mcp, yourcall: json.value } });
    expect(putJson(added, json, true)).toBe(added);
    const removed = removeJson(added, json, true);
    expect(parse(removed)).toEqual(parse(before));
    for (const text of [added, removed]) expect(commentsIn(text)).toEqual(commentsIn(before));
  });

  test("leaves a file that counts as unchanged if only space differs", () => {
    const before = '{ "a": "b // c", // d\n "e": [1, 2] }';
    expect(isSameJson(before, '{"a":"b // c",// d\n"e":[\r\n1,2]}\n')).toBe(true);
    for (const other of [
      '{"a":"b  // c",// d\n"e":[1,2]}',
      '{"a":"b // c",// e\n"e":[1,2]}',
      '{"a":"b // c","e":[1,2]}',
    ])
      expect(isSameJson(before, other)).toBe(false);
  });

  test("is indented like the file", () => {
    expect(putJson('{\r\n\t"a": 1\r\n}\r\n', { path: ["b"], value: { c: 1 } }, true)).toBe(
      '{\r\n\t"a": 1,\r\n\t"b": {\r\n\t\t"c": 1\r\n\t}\r\n}\r\n',
    );
  });

  test("is updated in place, and keeps what a person added to it", () => {
    const before = '{\n  "mcp": {\n    "yourcall": { "command": "old", "env": {} }, // ours\n    "z": 1\n  }\n}';
    const updated = putJson(before, json, true);
    expect(parse(updated)).toEqual({ mcp: { yourcall: { command: "yourcall", env: {}, on: true }, z: 1 } });
    expect(parse(removeJson(before, json, true))).toEqual({ mcp: { z: 1 } });
    expect(updated).toContain("// ours");
  });

  test.each([
    '{\n  "a": 1, // one\n  "mcp": {"yourcall": 1} }',
    '{\n  // mine\n  "mcp": {"yourcall": 1}}',
    '{\n  "mcp": {"yourcall": 1} /* mine */ ,\n  "a": 1\n}',
  ])("is removed from %j, and every comment stays", (before) => {
    const removed = removeJson(before, json, true);
    expect(parse(removed).mcp?.yourcall).toBeUndefined();
    expect(commentsIn(removed)).toEqual(commentsIn(before));
  });

  test("is written to a new file", () => {
    expect(putJson("", json, false)).toBe(
      '{\n  "mcp": {\n    "yourcall": {\n      "command": "yourcall",\n      "on": true\n    }\n  }\n}\n',
    );
    expect(removeJson("", json, false)).toBe("");
  });

  test.each(["{", "[]", "null", '{"mcp": []}', '{"mcp": 1}', '{"mcp":{},"mcp":{"a":1}}'])(
    "is refused by a file that cannot hold it: %j",
    (text) => {
      expect(() => putJson(text, json, true)).toThrow(SettingsFault);
    },
  );

  test("is not added to a file with comments if its program does not accept them", () => {
    expect(() => putJson("{ // mine\n}", json, false)).toThrow(/line 1: comments are not allowed here/);
    expect(() => putJson("{\n  mine: 1\n}", json, false)).toThrow(/line 2: a name or a text needs double quotes/);
    expect(() => putJson("{", json, false)).toThrow(/line 1: a closing "}" is missing/);
    expect(() => putJson('{"a":1,}', json, false)).toThrow(SettingsFault);
  });
});

const toml = {
  path: ["mcp_servers", "yourcall"],
  value: { command: "yourcall", args: ["mcp"], required: true },
} as const;
const table = '[mcp_servers.yourcall]\ncommand = "yourcall"\nargs = [ "mcp" ]\nrequired = true\n';
const ours = { path: toml.path, value: { ...toml.value, args: [...toml.value.args] } };

describe("a table in a TOML file", () => {
  const rows: [string, string, string][] = [
    ["an empty file", "", table],
    ["a file with comments", '# mine\nmodel = "x" # y\n', `# mine\nmodel = "x" # y\n\n${table}`],
    ["other tables", '[mcp_servers.other]\ncommand = "o"\n', `[mcp_servers.other]\ncommand = "o"\n\n${table}`],
    ["Windows line ends", "a = 1\r\n", `a = 1\r\n\r\n${table.replaceAll("\n", "\r\n")}`],
  ];
  test.each(rows)("is added to %s and removed again, byte for byte", (_, before, after) => {
    expect(putToml(before, ours)).toBe(after);
    expect(putToml(after, ours)).toBe(after);
    expect(removeToml(after, ours)).toBe(before);
  });

  test("is updated, keeps the values that a person added, and is removed with its subtables", () => {
    const before = `a = 1\n\n[mcp_servers.yourcall] # ours\ncommand = "old"\nstartup = 9\n\n[mcp_servers.yourcall.env]\nX = "1"\n\n# next\n[b]\nc = 2\n`;
    const updated = putToml(before, ours);
    expect(parseToml(updated)).toEqual({
      a: 1,
      b: { c: 2 },
      mcp_servers: { yourcall: { ...ours.value, startup: 9, env: { X: "1" } } },
    });
    expect(updated).toMatch(/^a = 1\n\n# next\n\[b\]\nc = 2\n\n\[mcp_servers\.yourcall\]\n/);
    expect(removeToml(before, ours)).toBe("a = 1\n\n# next\n[b]\nc = 2\n");
  });

  test.each([
    "a = ",
    "[a]\n[a]\n",
    'mcp_servers = { yourcall = { command = "old" } }\n',
    'mcp_servers.yourcall.command = "old"\n',
    "mcp_servers = 1\n",
    'text = """\n[mcp_servers.yourcall]\n"""\nmcp_servers.yourcall.command = "old"\n',
  ])("is refused by a file that is broken or has it in another form: %j", (text) => {
    expect(() => putToml(text, ours)).toThrow(SettingsFault);
  });

  test("is not confused by a text that looks like it", () => {
    const text = 'text = """\n[mcp_servers.yourcall]\ncommand = "no"\n"""\n';
    expect(putToml(text, ours)).toBe(`${text}\n${table}`);
  });
});

const yaml = {
  list: "mcpServers",
  name: "yourcall",
  value: { command: "yourcall", args: ["mcp"] },
  head: "name: Mine\n",
};
const item = '  - name: yourcall\n    command: "yourcall"\n    args: ["mcp"]\n';

describe("an entry of a list in a YAML file", () => {
  const rows: [string, string, string][] = [
    ["a file without the list", "name: x # y\n", `name: x # y\nmcpServers:\n${item}`],
    ["an empty list", "mcpServers:\nname: x\n", `mcpServers:\n${item}name: x\n`],
    [
      "a list at the margin",
      "mcpServers:\n- name: docs\n",
      `mcpServers:\n${item.replaceAll(/^ {2}/gm, "")}- name: docs\n`,
    ],
    ["Windows line ends", "a: 1\r\n", `a: 1\r\nmcpServers:\r\n${item.replaceAll("\n", "\r\n")}`],
  ];
  test.each(rows)("is added to %s, once, and removed again", (_, before, after) => {
    expect(putYaml(before, yaml)).toBe(after);
    expect(putYaml(after, yaml)).toBe(after);
    // Of a list that was empty, its name goes too.
    expect(removeYaml(after, yaml)).toBe(before.replace("mcpServers:\nname", "name"));
  });

  test("is updated in its place, keeps what a person added, and is removed with it", () => {
    const before =
      'mcpServers:\n  - name: docs\n    url: x\n  - name: yourcall\n    command: old\n    connectionTimeout: 9\n    env: { "X": "1" }\n# next\nrules: []\n';
    const updated = putYaml(before, { ...yaml, value: { ...yaml.value, env: { Y: "2" } } });
    expect(updated).toBe(
      'mcpServers:\n  - name: docs\n    url: x\n  - name: yourcall\n    command: "yourcall"\n    args: ["mcp"]\n    env: { "X": "1", "Y": "2" }\n    connectionTimeout: 9\n# next\nrules: []\n',
    );
    expect(removeYaml(updated, yaml)).toBe("mcpServers:\n  - name: docs\n    url: x\n# next\nrules: []\n");
  });

  test.each([
    "mcpServers: []\n",
    'mcpServers: [{ name: "yourcall" }]\n',
    '"mcpServers":\n  - name: docs\n',
    "mcpServers:\n  - command: x\n    name: yourcall\n",
    "mcpServers:\n  - name: yourcall\n    env:\n      X: 1\n",
    "{ name: x }\n",
  ])("is refused by a file that has it in another form: %j", (text) => {
    expect(() => putYaml(text, yaml)).toThrow(SettingsFault);
  });
});

test("a file with a byte order mark is refused, whatever its format", () => {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-settings-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(join(directory, "settings"), "\uFEFF{}");
  expect(() => readText(join(directory, "settings"))).toThrow(/byte order mark/);
});
