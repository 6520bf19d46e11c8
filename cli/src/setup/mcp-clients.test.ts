import { readdirSync, readFileSync } from "node:fs";
import { parse as parseJson } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { describe, expect, test } from "vitest";
import { readHubEnv, refuseHumanToken, toHubEnv } from "./hub-env.ts";
import { mcpClients } from "./mcp-clients.ts";
import { SettingsFault } from "./replace-file.ts";
import { toAsk } from "./setup.ts";
import { instructionLines, putLines, removeLines, toChange, toEdits } from "./setup-mcp.ts";

const folder = new URL("fixtures/", import.meta.url);
const fixture = (name: string) => readFileSync(new URL(name, folder), "utf8");
const places = { home: "/home/ana", env: {}, platform: "linux" } as const;

function editsOf(name: string, command: [string, ...string[]] = ["yourcall"], env = {}) {
  const client = mcpClients[name];
  if (client === undefined) throw new Error(name);
  return toEdits(client, places, true, { command, env });
}

const files: Record<string, string[]> = {
  codex: ["/home/ana/.codex/config.toml", "/home/ana/.codex/AGENTS.md"],
  cursor: ["/home/ana/.cursor/mcp.json"],
  gemini: ["/home/ana/.gemini/settings.json", "/home/ana/.gemini/GEMINI.md"],
  opencode: ["/home/ana/.config/opencode/opencode.json", "/home/ana/.config/opencode/AGENTS.md"],
  copilot: ["/home/ana/.copilot/mcp-config.json", "/home/ana/.copilot/copilot-instructions.md"],
  cline: ["/home/ana/.cline/data/settings/cline_mcp_settings.json"],
  continue: ["/home/ana/.continue/config.yaml"],
  kilo: ["/home/ana/.config/kilo/kilo.json", "/home/ana/.config/kilo/AGENTS.md"],
  vscode: ["/home/ana/.config/Code/User/mcp.json"],
  "claude-desktop": ["/home/ana/.config/Claude/claude_desktop_config.json"],
  qwen: ["/home/ana/.qwen/settings.json", "/home/ana/.qwen/QWEN.md"],
  zed: ["/home/ana/.config/zed/settings.json"],
};

describe.each(Object.keys(mcpClients))("%s", (name) => {
  const [settings] = editsOf(name);
  const extension = mcpClients[name]?.format.replace("jsonc", "json") ?? "";
  const [before, after] = [fixture(`${name}.before.${extension}`), fixture(`${name}.after.${extension}`)];

  test("keeps its settings where we look for them", () => {
    expect(editsOf(name).map(({ file }) => file)).toEqual(files[name]);
  });

  const valuesOf = (text: string): unknown => {
    if (extension === "toml") return parseToml(text);
    return extension === "yaml" ? text.split(/^(?=\w)/m).sort() : parseJson(text);
  };
  const withLater = (text: string): string => {
    if (extension === "yaml") return `${text}later:\n  a: 1\n`;
    return extension === "toml" ? `${text}\n[later]\na = 1\n` : text.replace("{", '{ "later": {"a": 1},');
  };

  test("is set up, and removal restores the file byte for byte", () => {
    expect(settings.put(before)).toBe(after);
    expect(settings.put(after)).toBe(after);
    expect(toChange(settings, true).edit(after, before)).toBe(before);
    expect(settings.remove(before)).toBe(before);
  });

  test("is removed from a file that has changed since, which keeps its other values", () => {
    expect(valuesOf(toChange(settings, true).edit(withLater(after), before))).toEqual(valuesOf(withLater(before)));
  });

  test("is set up in a new file, which removal deletes, and with the paths of an install that is not on the PATH", () => {
    const made = settings.put("");
    const removal = toChange(settings, true);
    expect(removal.goes?.(made, undefined)).toBe(true);
    expect(removal.goes?.(made, "{}")).toBe(false);
    expect(removal.edit(made, "")).toBe("");
    expect(editsOf(name, ["/opt/my node", "/opt/yourcall.cjs"])[0]?.put("")).toMatch(
      /"\/opt\/my node",?\s[\s\S]*"\/opt\/yourcall\.cjs",\s*"mcp"/,
    );
  });

  test("is removed completely even if another install had set it up before", () => {
    const other = editsOf(name, ["/opt/node", "/opt/yourcall.cjs"])[0].put(before);
    expect([before, other].map((text) => toChange(settings, false).isClean?.(text))).toEqual([true, false]);
    expect(valuesOf(toChange(settings, true).edit(settings.put(other), other))).toEqual(valuesOf(before));
  });

  test("is given the hub that the environment names, beside variables that a person added", () => {
    const env = {
      YOURCALL_HOME: "/srv/my hub",
      YOURCALL_URL: "https://calls.example.com",
      YOURCALL_TOKEN: "yc_agent_x",
    };
    const [named] = editsOf(name, undefined, env);
    const made = named.put(before);
    for (const [key, value] of Object.entries(env)) expect(made).toMatch(new RegExp(`${key}"?( =|:) "${value}"`));
    expect(readHubEnv(made)).toEqual(env);
    expect(toChange(named, true).edit(made, before)).toBe(before);
    const later = made.replace(/("?)YOURCALL_HOME/, extension === "toml" ? 'MINE = "1"\n$&' : '"MINE": "1", $&');
    expect(named.put(later)).toContain("MINE");
  });

  test("broken settings are refused", () => {
    for (const broken of ["{", "[1", '{"a": }', "= 1"])
      for (const act of [settings.put, settings.remove]) expect(() => act?.(broken)).toThrow(SettingsFault);
  });
});

test("a person's token is never written into the settings of an agent", () => {
  expect(() => refuseHumanToken({ YOURCALL_TOKEN: "yc_human_x" })).toThrow(/human token/);
  expect(toHubEnv({ YOURCALL_URL: "https://calls.example.com", YOURCALL_TOKEN: "yc_agent_x", OTHER: "1" })).toEqual({
    YOURCALL_URL: "https://calls.example.com",
    YOURCALL_TOKEN: "yc_agent_x",
  });
});

test("every client has its fixtures", () => {
  const names = readdirSync(folder).map((file) => file.split(".")[0]);
  expect([...new Set(names)].sort()).toEqual(Object.keys(mcpClients).sort());
});

test("the other platforms have their own places", () => {
  const file = (name: string, platform: NodeJS.Platform, env = {}) => {
    const client = mcpClients[name];
    return client && toEdits(client, { home: "/h", env, platform }, true, { command: ["yourcall"], env: {} })[0]?.file;
  };
  expect(file("vscode", "darwin")).toBe("/h/Library/Application Support/Code/User/mcp.json");
  expect(file("claude-desktop", "win32", { APPDATA: "/h/Roaming" })).toBe(
    "/h/Roaming/Claude/claude_desktop_config.json",
  );
  expect(file("zed", "darwin")).toBe("/h/.config/zed/settings.json");
  expect(file("codex", "linux", { CODEX_HOME: "/c" })).toBe("/c/config.toml");
});

describe("the two lines in an instructions file", () => {
  const two = instructionLines.join("\n");
  test.each([
    ["", `${two}\n`],
    ["# Mine\n", `# Mine\n\n${two}\n`],
    ["# Mine", `# Mine\n\n${two}\n`],
    ["# Mine\r\n", `# Mine\r\n\r\n${two.replace("\n", "\r\n")}\r\n`],
  ])("are added to %j once and removed again", (before, after) => {
    expect(putLines(before)).toBe(after);
    expect(putLines(after)).toBe(after);
    expect(removeLines(after)).toBe(before === "# Mine" ? "# Mine\n" : before);
    expect(removeLines(`${after}later\n`)).toBe(`${before === "# Mine" ? "# Mine\n" : before}later\n`);
  });
});

test("more clients than fit into one question are asked for in several", () => {
  const found = Array.from({ length: 9 }, (_, at) => ({ label: `Client ${at}`, description: "" }));
  expect(toAsk(found).questions.map(({ header, options }) => [header, options.length])).toEqual([
    ["Clients 1", 4],
    ["Clients 2", 4],
    ["Clients 3", 1],
  ]);
  expect(toAsk(found.slice(0, 2)).questions[0]?.question).toBe("Which of these should ask through yourcall?");
});
