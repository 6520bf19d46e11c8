import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleOptions, entries } from "../../scripts/build.mjs";
import { askFile, database } from "../support/asks.ts";
import { homeOfBackgroundHub, hubIn, humanClientIn } from "../support/background-hub.ts";
import { startCommand } from "../support/hub.ts";
import { isAlive } from "../support/processes.ts";
import { root } from "../support/terminal.ts";

const answers = [{ question: database.question, header: "Database", selectedOptions: ["SQLite"] }];
const old = mkdtempSync(join(tmpdir(), "yourcall-old-"));

// The whole command as an old version, in its own directory.
beforeAll(async () => {
  cpSync(join(root, "cli/bin"), join(old, "bin"), { recursive: true });
  const out = { outdir: join(old, "dist"), outExtension: { ".js": ".cjs" } };
  await build({ ...bundleOptions, ...out, absWorkingDir: root, entryPoints: entries, define: { VERSION: '"0.0.1"' } });
});
afterAll(() => rmSync(old, { recursive: true, force: true }));

function asker(directory: string) {
  const env = { YOURCALL_HOME: directory };
  // Runs instead of the given command.
  const through = ["sh", "-c", 'node=$1; shift 2; exec "$node" "$0" "$@"', join(old, "bin/yourcall.cjs")];
  const args = (...more: string[]) => ["ask", askFile(database), ...more];
  return {
    asOld: (...more: string[]) => startCommand(args(...more), { env, through }),
    asNew: (...more: string[]) => startCommand(args(...more), { env }),
  };
}

test("an older hub is replaced by the next command, and waiting clients lose nothing", async () => {
  const directory = homeOfBackgroundHub();
  const { asOld, asNew } = asker(directory);
  const waiting = asOld("--no-input", "--title", "old");
  await waiting.says("waiting for an answer");
  const first = await hubIn(directory);
  expect(first.version).toBe("0.0.1");

  const next = asNew("--no-input", "--title", "new");
  await next.says("waiting for an answer");
  const second = await hubIn(directory, first);
  expect(second.version).toBe(JSON.parse(readFileSync(join(root, "cli/package.json"), "utf8")).version);
  expect(isAlive(first.pid)).toBe(false);

  // The older command keeps waiting at the newer hub, and does not bring its own back.
  const human = await humanClientIn(directory);
  const whoWaits = async () => (await human.list()).asks.map(({ agent, waiting }) => [agent.title, waiting.count]);
  await expect.poll(whoWaits).toEqual([
    ["old", 1],
    ["new", 1],
  ]);
  for (const { id } of (await human.list()).asks) await human.answer(id, { answers });
  for (const command of [waiting, next]) {
    const { code, stdout } = await command.ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ status: "answered", answers });
  }
  expect((await hubIn(directory)).pid).toBe(second.pid);
});

test("several commands that find an older hub at the same time replace it once", async () => {
  const directory = homeOfBackgroundHub();
  const { asOld, asNew } = asker(directory);
  const first = await asOld("--no-wait").ended;
  expect(first.code).toBe(0);
  const all = await Promise.all(Array.from({ length: 3 }, () => asNew("--no-wait").ended));
  for (const asked of all) expect(asked).toMatchObject({ code: 0, stderr: "" });
  expect((await (await humanClientIn(directory)).list()).asks).toHaveLength(4);
  const log = readFileSync(join(directory, "hub.log"), "utf8");
  expect(log.match(/ listens on /g)).toHaveLength(2);
});

test("an older command works with a newer hub", async () => {
  const directory = homeOfBackgroundHub();
  const { asOld, asNew } = asker(directory);
  expect(await asNew("--no-wait").ended).toMatchObject({ code: 0 });
  const hub = await hubIn(directory);
  expect(await asOld("--no-wait").ended).toMatchObject({ code: 0, stderr: "" });
  expect(await hubIn(directory)).toEqual(hub);
});
