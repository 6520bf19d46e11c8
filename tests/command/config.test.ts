import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startCommand, startHub, temporaryDirectory, useHub } from "../support/hub.ts";
import { openInbox } from "../support/inbox.ts";

const hub = useHub();

/** A person's home without YOURCALL_HOME. */
function openHome() {
  const home = temporaryDirectory("home");
  const env = { HOME: home, YOURCALL_HOME: "", XDG_CONFIG_HOME: "", XDG_STATE_HOME: "" };
  const run = (args: string[], more = {}) => startCommand(args, { env: { ...env, ...more } }).ended;
  return { home, file: join(home, ".config/yourcall/config.json"), run };
}

test("config set writes a checked setting to the configuration directory, and get prints it", async () => {
  const { file, run } = openHome();
  expect(await run(["config", "set", "keep", "90d"])).toMatchObject({ code: 0, stderr: `Wrote ${file}.\n` });
  expect(await run(["config", "set", "keys.letters", "false"])).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ keep: "90d", keys: { letters: false } });
  expect(await run(["config", "get", "keep"])).toEqual({ code: 0, stdout: "90d\n", stderr: "" });
  expect((await run(["config", "get", "keys.letters"])).stdout).toBe("false\n");
  expect(JSON.parse((await run(["config", "get"])).stdout)).toEqual({ keep: "90d", keys: { letters: false } });
  expect(await run(["config", "set", "keep"])).toMatchObject({ code: 0 });
  expect(await run(["config", "get", "keep"])).toMatchObject({ code: 1, stdout: "" });
});

test("config get --json prints one setting as JSON", async () => {
  const { run } = openHome();
  await run(["config", "set", "keep", "90d"]);
  expect(await run(["config", "get", "keep", "--json"])).toEqual({ code: 0, stdout: '"90d"\n', stderr: "" });
  expect(JSON.parse((await run(["config", "get", "--json"])).stdout)).toEqual({ keep: "90d" });
  expect(await run(["config", "set", "keep", "7d", "--json"])).toMatchObject({ code: 2, stdout: "" });
});

test("a setting that does not exist is refused, with the one that was meant: exit code 2", async () => {
  const { run } = openHome();
  for (const args of [
    ["get", "kep"],
    ["set", "kep", "90d"],
  ]) {
    const { code, stdout, stderr } = await run(["config", ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/nknown setting "kep"\. Did you mean "keep"\?\n$/);
  }
  expect((await run(["config", "get", "colour"])).stderr).toContain("Supported: keys, port,");
});

test.each(["{", "[]"])(
  "config get does not take a file with %j for one without settings: exit code 1",
  async (text) => {
    const { home, file, run } = openHome();
    mkdirSync(join(home, ".config/yourcall"), { recursive: true });
    writeFileSync(file, text);
    for (const args of [["get"], ["get", "keep"], ["get", "--json"]]) {
      const { code, stdout, stderr } = await run(["config", ...args]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/^yourcall: \S+config\.json is not (JSON|an object) and was ignored\b.*\n$/);
    }
  },
);

test("config set and config edit say once that the settings are broken", async () => {
  const { home, file, run } = openHome();
  mkdirSync(join(home, ".config/yourcall"), { recursive: true });
  writeFileSync(file, "{");
  const set = await run(["config", "set", "keep", "90d"]);
  expect(set.code).toBe(1);
  expect(set.stderr).toMatch(
    /^yourcall: \S+config\.json is not JSON and was not changed: .* Fix it, then save again\.\n$/,
  );
  const mended = await run(["config", "edit"], { VISUAL: `sh -c 'echo "{}" >"$1"' sh` });
  expect(mended).toMatchObject({ code: 0, stderr: "" });
});

test("serve says once that the settings are broken", async () => {
  const directory = temporaryDirectory("hub");
  writeFileSync(join(directory, "config.json"), "{");
  const command = startCommand(["serve", "--port", "0"], { env: { YOURCALL_HOME: directory } });
  await command.says(" listens on ");
  expect(command.stderr().match(/is not JSON/g)).toHaveLength(1);
});

test("the inbox says below its list that the settings are broken, until the first key", async () => {
  const hub = await startHub();
  writeFileSync(join(hub.directory, "config.json"), "{");
  const terminal = await openInbox(hub);
  await terminal.see("config.json is not JSON and was ignored");
  terminal.press("down");
  await terminal.see(/^(?![\s\S]*is not JSON)/);
});

test("config set refuses a wrong value and an unknown name, and changes nothing", async () => {
  const { run } = openHome();
  for (const [name, value, why] of [
    ["keep", "soon", 'It must be a time like "90d", or "forever"'],
    ["port", "high", "It must be a number from 0 to 65535"],
    ["prot", "2255", 'unknown setting "prot". Did you mean "port"?'],
  ] as const) {
    const { code, stderr } = await run(["config", "set", name, value]);
    expect(code).toBe(2);
    expect(stderr).toContain("Nothing was changed.");
    expect(stderr).toContain(why);
  }
  expect((await run(["config", "get"])).stdout).toBe("{}\n");
});

test("config edit opens the file in the person's editor and says what is wrong with it", async () => {
  const { file, run } = openHome();
  const edit = (text: string) => run(["config", "edit"], { VISUAL: `sh -c 'echo "$TEXT" >"$1"' sh`, TEXT: text });
  expect(await edit('{"timeout":"2h"}')).toMatchObject({ code: 0, stderr: "" });
  expect(readFileSync(file, "utf8")).toBe('{"timeout":"2h"}\n');
  const { code, stderr } = await edit('{"timeout":"later"}');
  expect(code).toBe(1);
  expect(stderr).toContain('It must be a time like "2h"');
});

test("every command says that the settings are broken", async () => {
  const { home, file, run } = openHome();
  mkdirSync(join(home, ".config/yourcall"), { recursive: true });
  writeFileSync(file, "{");
  for (const args of [
    ["config", "get"],
    ["status"],
    ["wait", "x"],
    ["sheet", "render"],
    ["agent", "hi"],
    ["acp", "--", "true"],
  ])
    expect((await run(args)).stderr).toContain(`${file} is not JSON and was ignored`);
});

test("--to warns if nobody has that name", async () => {
  const { client, run } = await hub();
  await client("human").createToken({ scope: "human", name: "ana" });
  const ask = (...to: string[]) =>
    run(["ask", "--no-wait", "-q", "Which port?", ...to.flatMap((name) => ["--to", name])]);
  expect(await ask("ana")).toMatchObject({ code: 0, stderr: "" });
  const { code, stderr } = await ask("ana", "bo");
  expect(code).toBe(0);
  expect(stderr).toContain('Warning: nobody has a token named "bo"');
});
