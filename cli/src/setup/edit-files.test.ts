import { describe, expect, test } from "vitest";
import { putJson, removeJson } from "./edit-json.ts";
import { putToml, removeToml } from "./edit-toml.ts";
import { SettingsFault } from "./replace-file.ts";

const json = { path: ["mcp", "yourcall"], value: { command: "yourcall", on: true } } as const;

describe("an entry in a JSON file", () => {
  const lines = (indent: string, unit = "  ") =>
    [`"yourcall": {`, `${unit}"command": "yourcall",`, `${unit}"on": true`, "}"].join(`\n${indent}`);
  const rows: [string, string, string][] = [
    ["an empty object", "{}\n", `{\n  "mcp": {\n    ${lines("    ")}\n  }\n}\n`],
    [
      "an object that contains only a comment",
      '{\n  "mcp": {\n    // none yet\n  }\n}\n',
      `{\n  "mcp": {\n    // none yet\n    ${lines("    ")}\n  }\n}\n`,
    ],
    ["an object with a comment", "{\n  // mine\n}\n", `{\n  // mine\n  "mcp": {\n    ${lines("    ")}\n  }\n}\n`],
    [
      "other settings, tabs and no newline at the end",
      '{\n\t"a": [1,   2]\n}',
      `{\n\t"a": [1,   2],\n\t"mcp": {\n\t\t${lines("\t\t", "\t")}\n\t}\n}`,
    ],
    [
      "comments behind the last value, which stay there",
      '{\n  "a": 1 // one\n  // the end\n}\n',
      `{\n  "a": 1, // one\n  "mcp": {\n    ${lines("    ")}\n  }\n  // the end\n}\n`,
    ],
    [
      "a trailing comma",
      '{\n  "mcp": {\n    "b": {}, // two\n  },\n}\n',
      `{\n  "mcp": {\n    "b": {}, // two\n    ${lines("    ")},\n  },\n}\n`,
    ],
    [
      "Windows line ends",
      '{\r\n    "mcp": {\r\n        "b": {}\r\n    }\r\n}\r\n',
      `{\r\n    "mcp": {\r\n        "b": {},\r\n        ${lines("        ", "    ").replaceAll("\n", "\r\n")}\r\n    }\r\n}\r\n`,
    ],
    ["one line", '{"mcp":{"b":{}}}', '{"mcp":{"b":{}, "yourcall": {"command":"yourcall","on":true}}}'],
  ];
  test.each(rows)("is added to %s and removed again, byte for byte", (_, before, after) => {
    expect(putJson(before, json, true)).toBe(after);
    expect(putJson(after, json, true)).toBe(after);
    expect(removeJson(after, json, true)).toBe(before);
  });

  test("is updated in place, and keeps what a person added to it", () => {
    const before = '{\n  "mcp": {\n    "yourcall": { "command": "old", "env": {} }, // ours\n    "z": 1\n  }\n}';
    expect(putJson(before, json, true)).toBe(
      '{\n  "mcp": {\n    "yourcall": {"command":"yourcall","env":{},"on":true}, // ours\n    "z": 1\n  }\n}',
    );
    expect(removeJson(before, json, true)).toBe('{\n  "mcp": { // ours\n    "z": 1\n  }\n}');
  });

  test.each([
    ['{\n  "a": 1, // one\n  "mcp": {"yourcall": 1} }', '{\n  "a": 1 // one\n  }'],
    ['{\n  // mine\n  "mcp": {"yourcall": 1}}', "{\n  // mine\n  }"],
    ['{\n  "mcp": {"yourcall": 1} /* mine */ ,\n  "a": 1\n}', '{ /* mine */ \n  "a": 1\n}'],
  ])("is removed from %j, and every comment stays", (before, after) => {
    expect(removeJson(before, json, true)).toBe(after);
  });

  test.each(['{\n  "a": 1}', '{\n  "mcp": {\n    "x": 1}}', '{\n  "a": 1 /* one */}'])(
    "is removed from %j without a trace",
    (before) => expect(removeJson(putJson(before, json, true), json, true)).toBe(before),
  );

  test("is written to a new file", () => {
    expect(putJson("", json, false)).toBe(`{\n  "mcp": {\n    ${lines("    ")}\n  }\n}\n`);
    expect(removeJson("", json, false)).toBe("");
  });

  test.each(["{", "[]", "null", '{"mcp": []}', '{"mcp": 1}', "\uFEFF{}", '{"mcp":{},"mcp":{"a":1}}'])(
    "is refused by a file that cannot hold it: %j",
    (text) => {
      expect(() => putJson(text, json, true)).toThrow(SettingsFault);
    },
  );

  test("is not added to a file with comments if its program does not accept them", () => {
    expect(() => putJson("{ // mine\n}", json, false)).toThrow(/line 1: InvalidCommentToken/);
    expect(() => putJson('{"a":1,}', json, false)).toThrow(SettingsFault);
  });
});

const toml = {
  path: ["mcp_servers", "yourcall"],
  value: { command: "yourcall", args: ["mcp"], required: true },
} as const;
const table = '[mcp_servers.yourcall]\ncommand = "yourcall"\nargs = ["mcp"]\nrequired = true\n';
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

  test("is updated in place, keeps what a person added, and is removed with its subtables", () => {
    const before = `a = 1\n\n[mcp_servers.yourcall] # ours\ncommand = "old"\nstartup = 9 # mine\n\n[mcp_servers.yourcall.env]\nX = "1"\n\n# next\n[b]\nc = 2\n`;
    expect(putToml(before, ours)).toBe(
      `a = 1\n\n[mcp_servers.yourcall] # ours\ncommand = "yourcall"\nstartup = 9 # mine\nargs = ["mcp"]\nrequired = true\n\n[mcp_servers.yourcall.env]\nX = "1"\n\n# next\n[b]\nc = 2\n`,
    );
    expect(removeToml(before, ours)).toBe("a = 1\n\n# next\n[b]\nc = 2\n");
  });

  test.each([
    "a = ",
    "[a]\n[a]\n",
    'mcp_servers = { yourcall = { command = "old" } }\n',
    'mcp_servers.yourcall.command = "old"\n',
    "mcp_servers = 1\n",
    'text = """\n[mcp_servers.yourcall]\n"""\nmcp_servers.yourcall.command = "old"\n',
    "\uFEFFa = 1\n",
  ])("is refused by a file that is broken or has it in another form: %j", (text) => {
    expect(() => putToml(text, ours)).toThrow(SettingsFault);
  });

  test("is not confused by a text that looks like it", () => {
    const text = 'text = """\n[mcp_servers.yourcall]\ncommand = "no"\n"""\n';
    expect(putToml(text, ours)).toBe(`${text}\n${table}`);
  });
});
