import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkDirectory, checkTokens, toTroubles } from "./check-state.ts";

function directory(): string {
  const place = mkdtempSync(join(tmpdir(), "yourcall-doctor-"));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  return place;
}

test("a state directory that others can enter is a warning with the command that fixes it", () => {
  const place = directory();
  expect(checkDirectory(place)).toMatchObject({ status: "ok" });
  chmodSync(place, 0o755);
  expect(checkDirectory(place)).toMatchObject({ status: "warn", todo: `\`chmod 700 ${place}\`` });
  expect(checkDirectory(join(place, "none"))).toMatchObject({ status: "ok" });
});

// A read-only file system for which access(2) says yes: only writing finds that out.
test.runIf(process.platform === "linux")(
  "a state directory in which nothing can be written is a failure, and trying leaves nothing behind",
  () => {
    const place = directory();
    expect(checkDirectory(place)).toMatchObject({ status: "ok" });
    expect(readdirSync(place)).toEqual([]);
    expect(checkDirectory("/proc/self")).toMatchObject({
      status: "fail",
      what: expect.stringMatching(/^Nothing can be written to \/proc\/self: /),
    });
  },
);

test("tokens that others can read are a failure, and are never shown", () => {
  const place = directory();
  const file = join(place, "tokens.json");
  writeFileSync(file, '{"agent":"yc_agent_secret","human":"yc_human_secret"}', { mode: 0o644 });
  expect(checkTokens(place, false)).toMatchObject({ status: "fail", todo: `\`chmod 600 ${file}\`` });
  chmodSync(file, 0o600);
  expect(checkTokens(place, false)).toMatchObject({ status: "ok" });
  for (const broken of ['{"agent":"yc_agent_secret"', '{"agent":"yc_agent_secret"}']) {
    writeFileSync(file, broken);
    expect(checkTokens(place, false)).toMatchObject({ status: "fail" });
    expect(JSON.stringify(checkTokens(place, false))).not.toContain("secret");
  }
});

test("tokens that are missing while a hub runs are a warning that says how to create new ones", () => {
  const place = directory();
  expect(checkTokens(place, false)).toMatchObject({ status: "ok" });
  expect(checkTokens(place, true)).toMatchObject({
    status: "warn",
    what: expect.stringContaining("is missing"),
    todo: expect.stringContaining("`yourcall stop`"),
  });
});

test("only problems since the last start count", () => {
  const start = "2026-01-01T00:00:01Z hub 0.1.0 listens on http://127.0.0.1:2255 and x (pid 1, state in y)";
  expect(toTroubles(["t Error: disk full", start, "t stopping (SIGTERM)", "t stopped"])).toEqual([]);
  expect(toTroubles([start, "t the store failed: ENOSPC"])).toEqual(["t the store failed: ENOSPC"]);
  expect(toTroubles(["t Port 2255 cannot be used"])).toHaveLength(1);
});

test.each([
  "There is no room left for /x/yourcall.db. Nothing was written. Free some disk space and try again.",
  "ENOSPC: no space left on device, write",
  "A watcher failed on ask-created: YourcallError: gone",
  "YourcallError: There is nothing here",
  "EIO: i/o error, write",
  "/x/yourcall.db is damaged or not a database. It was left as it is.",
  "/x/yourcall.db is locked by another process. Nothing was written.",
  "crashed: TypeError: x is not a function",
  "The store's address is not valid. Write postgres://USER:PASSWORD@HOST:PORT/DATABASE, with %25 for a % in the password.",
])("a log entry about a failure counts as a problem: %s", (message) => {
  expect(toTroubles([`t ${message}`])).toHaveLength(1);
});

test.each(["stopping (SIGTERM)", "stopped", "desktop (notify-send) works again", "every ask is kept"])(
  "any other log entry does not: %s",
  (message) => {
    expect(toTroubles([`t ${message}`])).toEqual([]);
  },
);
