import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hosts, readSeen, recordLeft, recordRefused, recordSeen } from "@yourcall/hosts";
import { expect, onTestFinished, test } from "vitest";
import { checkHosts } from "./check-hosts.ts";

const { tested } = hosts.codex;

/** A home with a Codex of this version, and the state directory of yourcall in it. */
function createHome(version: string) {
  const home = mkdtempSync(join(tmpdir(), "yourcall-hosts-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const [bin, state] = [join(home, "bin"), join(home, "state")];
  for (const directory of [bin, state, join(home, ".codex")]) mkdirSync(directory);
  const program = join(bin, "codex");
  writeFileSync(program, `#!/bin/sh\necho codex-cli ${version}\n`);
  chmodSync(program, 0o755);
  const env = { PATH: bin, HOME: home, YOURCALL_HOME: state };
  return {
    state,
    connect: () =>
      writeFileSync(join(state, "config.json"), JSON.stringify({ codexHomes: { [join(home, ".codex")]: true } })),
    check: async () => (await checkHosts({ home, env, platform: "linux" }, state)).map(({ what }) => what),
  };
}

test("a Codex that is not connected is named with its version and what to do", async () => {
  const { check } = createHome(tested);
  expect(await check()).toEqual([`Codex ${tested}: asks only in its own window; \`yourcall setup codex\` connects it`]);
});

test("a Codex that is set up is named with whether it is connected, when it was last there, and with what it does not do", async () => {
  const { check, connect, state } = createHome(tested);
  connect();
  expect(await check()).toEqual([
    expect.stringMatching(/^Codex [\d.]+: .*, not connected yet; `codex exec` asks nobody/),
  ]);
  recordSeen(state, "codex", { at: "2026-11-18T09:00:00.000Z" });
  expect(await check()).toEqual([expect.stringContaining(", connected now, last started 2026-11-18 09:00 UTC;")]);
  recordLeft(state, "codex");
  expect(await check()).toEqual([expect.stringContaining(", not connected now, last seen 2026-11-18 09:00 UTC;")]);
});

test("a Codex that refuses the connection is named with its reason, until it is connected again", async () => {
  const { check, connect, state } = createHome(tested);
  connect();
  recordRefused(state, "codex", "Unsupported client.", "2026-11-18T09:00:00.000Z");
  expect(await check()).toEqual([expect.stringContaining("could not be connected: Unsupported client.")]);
  recordSeen(state, "codex", { at: "2026-11-18T09:00:00.000Z" });
  expect(await check()).toEqual([expect.stringContaining(", connected now, last started 2026-11-18 09:00 UTC;")]);
});

test("a host is connected for as long as one of its processes runs", async () => {
  const { state } = createHome(tested);
  const [first, second] = [spawn("cat"), spawn("cat")];
  for (const { pid } of [first, second]) recordSeen(state, "opencode", { at: "2026-11-18T09:00:00.000Z" }, pid);
  second.kill();
  await once(second, "exit");
  expect(readSeen(state, "opencode")).toMatchObject({ isConnected: true });
  first.kill();
  await once(first, "exit");
  expect(readSeen(state, "opencode")).toMatchObject({ isConnected: false, at: "2026-11-18T09:00:00.000Z" });
});

test.each([
  ["0.999.0", "newer"],
  ["0.99.0", "older"],
])("Codex %s is said to be %s than the version that was tested", async (version, compared) => {
  const { check, connect } = createHome(version);
  connect();
  expect(await check()).toEqual([
    expect.stringContaining(`Codex ${version} (${compared} than ${tested}, which was tested): `),
  ]);
});

test("the version that was tested is recognized at the end of a sentence, as Copilot prints it", async () => {
  const { check, connect } = createHome(`${tested}.`);
  connect();
  expect(await check()).toEqual([expect.stringMatching(/^Codex [\d.]+\d: /)]);
});
