import { describe, expect, test } from "vitest";
import { type HookChoices, toHookGroups } from "./claude-hooks.ts";
import { isAllOurs, putHooks, removeHooks } from "./edit-hooks.ts";
import { SettingsFault } from "./replace-file.ts";

const program = { node: "/opt/node", entry: "/opt/yourcall.cjs" };
const race = toHookGroups({ exclusive: false, approvals: false, program });
const command = "exec /opt/node /opt/yourcall.cjs hook claude";

/** The fewest hooks that are ever written, to keep the fixtures short. */
const one: typeof race = [["Stop", { hooks: [{ type: "command", command, timeout: 10 }] }]];

const added = `"hooks": {
    "Stop": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "${command}",
            "timeout": 10
          }
        ]
      }
    ]
  }`;

const fixtures: [name: string, before: string, after: string][] = [
  ["an empty object", "{}\n", `{\n  ${added}\n}\n`],
  ["other settings", '{\n  "model": "opus"\n}\n', `{\n  "model": "opus",\n  ${added}\n}\n`],
  [
    "other settings without a newline at the end, indented by tabs",
    '{\n\t"a": [1,   2],\n\t"b": {}\n}',
    `{\n\t"a": [1,   2],\n\t"b": {},\n\t${added.replaceAll("  ", "\t")}\n}`,
  ],
  [
    "a file with Windows line ends",
    '{\r\n    "a": 1\r\n}\r\n',
    `{\r\n    "a": 1,\r\n    ${added.replaceAll("  ", "    ").replaceAll("\n", "\r\n")}\r\n}\r\n`,
  ],
  [
    "settings on one line",
    '{"a":1}',
    `{"a":1, "hooks": {"Stop":[{"hooks":[{"type":"command","command":"${command}","timeout":10}]}]}}`,
  ],
  [
    "oddly spaced hooks of another program for the same event",
    '{\n  "hooks": {\n    "Stop": [ {"hooks": [{"type": "command", "command": "say \\"}\\""}]} ],\n    "Other": []\n  },\n  "z":   1\n}\n',
    `{\n  "hooks": {\n    "Stop": [ {"hooks": [{"type": "command", "command": "say \\"}\\""}]}, {"hooks":[{"type":"command","command":"${command}","timeout":10}]} ],\n    "Other": []\n  },\n  "z":   1\n}\n`,
  ],
  [
    "hooks of another event",
    '{\n  "hooks": {\n    "Other": [\n      { "hooks": [] }\n    ]\n  }\n}\n',
    `{\n  "hooks": {\n    "Other": [\n      { "hooks": [] }\n    ],\n    "Stop": [\n      {\n        "hooks": [\n          {\n            "type": "command",\n            "command": "${command}",\n            "timeout": 10\n          }\n        ]\n      }\n    ]\n  }\n}\n`,
  ],
];

describe("hooks in Claude Code's settings", () => {
  test.each(fixtures)("are added to %s and removed again, byte for byte", (_name, before, after) => {
    expect(putHooks(before, one)).toBe(after);
    expect(putHooks(after, one)).toBe(after);
    expect(removeHooks(after)).toBe(before);
  });

  test.each([
    ["", "\n"],
    ['{"hooks":{}}', '{ "hooks": { } }\n', '{\n  "hooks": {\n  },\n  "model": "opus"\n}\n', "{\n\n}"],
    ['{\n  "hooks": {\n    "Stop": [],\n    "PermissionRequest": [ ]\n  }\n}\n'],
    [
      '{\n  "hooks": {\n    "Stop": [\n    ]\n  }\n}\n',
      '{\n  "hooks": {\n    "Stop": [\n\n    ],\n    "PermissionRequest": [\n      ]\n  },\n  "env": {\n  }\n}\n',
    ],
  ])("leave empty values unchanged, thanks to the copy: %j", (...texts) => {
    for (const before of texts) {
      const choices = { approvals: false, exclusive: false, program };
      const first = putHooks(before, toHookGroups(choices));
      const second = putHooks(first, toHookGroups({ ...choices, exclusive: true, approvals: true }), before);
      expect(removeHooks(first, before)).toBe(before);
      expect(removeHooks(second, before)).toBe(before);
      const changed = second.replace(/\}\s*$/, ', "later": 1}');
      expect(JSON.parse(removeHooks(changed, before))).toEqual({
        ...JSON.parse(before.trim() || "{}"),
        later: 1,
      });
    }
  });

  test("are recognised as a file that setup created", () => {
    const made = putHooks("", race);
    expect(isAllOurs(made, undefined)).toBe(true);
    expect(isAllOurs(made, made)).toBe(true);
    expect(isAllOurs(made, "{}\n")).toBe(false);
    expect(isAllOurs(made, "")).toBe(false);
    for (const other of ["", "{}\n", putHooks('{"model":"opus"}', race), made.replace("{", "{ ")])
      expect(isAllOurs(other, undefined)).toBe(false);
  });

  test("are written to a new file", () => {
    expect(putHooks("", one)).toBe(`{\n  ${added}\n}\n`);
    expect(removeHooks("")).toBe("");
  });

  test.each([
    { exclusive: false, approvals: false },
    { exclusive: true, approvals: false },
    { exclusive: true, approvals: true },
  ])("are replaced when the options or the install change: %o", (choices) => {
    const before = '{\n  "hooks": {\n    "Stop": [\n      {\n        "hooks": []\n      }\n    ]\n  }\n}\n';
    const elsewhere: HookChoices = {
      exclusive: false,
      approvals: true,
      program: { node: "/old node", entry: "/o'ld/yourcall.cjs" },
    };
    const old = putHooks(before, toHookGroups(elsewhere));
    const groups = toHookGroups({ ...choices, program });
    expect(putHooks(old, groups)).toBe(putHooks(before, groups));
    // As an earlier version wrote them.
    const http = { type: "http", url: "http://127.0.0.1:2255/hooks/claude?approvals=1", timeout: 10 };
    const overHttp = putHooks(before, [
      ["PermissionRequest", { matcher: "*", hooks: [http] }],
      ["Stop", { hooks: [http] }],
    ]);
    expect(putHooks(overHttp, groups)).toBe(putHooks(before, groups));
    expect(removeHooks(overHttp)).toBe(before);
    expect(removeHooks(old)).toBe(before);
  });

  test("keep their place before settings that were added later", () => {
    const groups = toHookGroups({ exclusive: false, approvals: false, program });
    const later = putHooks('{"model":"opus"}', groups).replace(/\}$/, ',"theme":"dark"}');
    expect(JSON.parse(later)).toMatchObject({ model: "opus", theme: "dark" });
    expect(putHooks(later, groups)).toBe(later);
  });

  test("keep their place next to hooks that a person added", () => {
    const mixed = `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"mine"},{"type":"command","command":"${command}","timeout":10},{"type":"command","command":"yourcall-hook claude"}]}]}}`;
    expect(putHooks(mixed, one)).toBe(mixed);
    expect(removeHooks(mixed)).toBe(
      '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"mine"},{"type":"command","command":"yourcall-hook claude"}]}]}}',
    );
  });

  test.each(["{ // mine\n}", "{", "[]", "null", '{"hooks": []}', '{"hooks": {"Stop": {}}}'])(
    "are refused by a file that is not valid: %s",
    (text) => {
      expect(() => putHooks(text, one)).toThrow(SettingsFault);
      expect(() => removeHooks(text)).toThrow(SettingsFault);
    },
  );

  test("quote the paths of node and the entry for the shell", () => {
    const [, group] =
      toHookGroups({
        exclusive: false,
        approvals: false,
        program: { node: "/my node/bin/node", entry: "/it's/yourcall.cjs" },
      })[0] ?? [];
    expect(group?.hooks[0]?.command).toBe(
      "NODE_OPTIONS= exec '/my node/bin/node' '/it'\\''s/yourcall.cjs' hook claude",
    );
  });

  test('are not added to a file that has "hooks" twice', () => {
    expect(() => putHooks('{"hooks":{},"hooks":{"Stop":[]}}', one)).toThrow(/twice/);
  });

  test("are not added to a file with a byte order mark", () => {
    for (const act of [() => putHooks("\uFEFF{}", one), () => removeHooks("\uFEFF{}")])
      expect(act).toThrow(/byte order mark/);
  });
});
