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

const files = [
  "",
  "\n",
  "{}\n",
  '{\n  "model": "opus"\n}\n',
  '{\n\t"a": [1,   2],\n\t"b": {}\n}',
  '{\r\n    "a": 1\r\n}\r\n',
  '{"a":1}',
  '{\n  "hooks": {\n    "Stop": [ {"hooks": [{"type": "command", "command": "say \\"}\\""}]} ],\n    "Other": []\n  },\n  "z":   1\n}\n',
  '{\n  "hooks": {\n    "Other": [\n      { "hooks": [] }\n    ]\n  }\n}\n',
  '{"hooks":{}}',
  '{\n  "hooks": {\n    "Stop": [\n\n    ],\n    "PermissionRequest": [\n      ]\n  },\n  "env": {\n  }\n}\n',
];

describe("hooks in Claude Code's settings", () => {
  test.each(files)("are added to %j, and removal restores every byte, even after a second setup", (before) => {
    const choices = { approvals: false, exclusive: false, program };
    const first = putHooks(before, toHookGroups(choices));
    const { hooks = {}, ...others } = JSON.parse(before.trim() || "{}");
    const ours = race.map(([event, group]) => [event, [...(hooks[event] ?? []), group]]);
    expect(JSON.parse(first)).toEqual({ ...others, hooks: { ...hooks, ...Object.fromEntries(ours) } });
    expect(putHooks(first, race)).toBe(first);
    const second = putHooks(first, toHookGroups({ ...choices, exclusive: true, approvals: true }), before);
    expect(removeHooks(first, before)).toBe(before);
    expect(removeHooks(second, before)).toBe(before);
  });

  test.each(files)("are removed from %j if it has changed since, and the other hooks and settings stay", (before) => {
    const changed = putHooks(before, race).replace(/\}\s*$/, ', "later": 1}');
    const { hooks = {}, ...others } = JSON.parse(before.trim() || "{}");
    const left = JSON.parse(removeHooks(changed, before));
    expect(left).toMatchObject({ ...others, later: 1 });
    const isFull = ([, groups]: [string, unknown]) => Array.isArray(groups) && groups.length > 0;
    expect(Object.entries(left.hooks ?? {}).filter(isFull)).toEqual(Object.entries(hooks).filter(isFull));
  });

  test("are indented like the file", () => {
    expect(putHooks('{\n  "model": "opus"\n}\n', one)).toBe(`{\n  "model": "opus",\n  ${added}\n}\n`);
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
    const others = [{ command: "mine" }, { command: "yourcall-hook claude" }].map((hook) => ({
      type: "command",
      ...hook,
    }));
    expect(JSON.parse(removeHooks(mixed))).toEqual({ hooks: { Stop: [{ hooks: others }] } });
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
});
