import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkDirectory, checkTokens, toTroubles } from "./check-state.ts";

function directory(): string {
  const place = mkdtempSync(join(tmpdir(), "yourcall-doctor-"));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  return place;
}

test("a state directory that others can enter is a warning with the command that mends it", () => {
  const place = directory();
  expect(checkDirectory(place)).toMatchObject({ status: "ok" });
  chmodSync(place, 0o755);
  expect(checkDirectory(place)).toMatchObject({ status: "warn", todo: `chmod 700 ${place}` });
  expect(checkDirectory(join(place, "none"))).toMatchObject({ status: "ok" });
});

test("tokens that others can read are a failure, and are never shown", () => {
  const place = directory();
  const file = join(place, "tokens.json");
  writeFileSync(file, '{"agent":"yc_agent_secret","human":"yc_human_secret"}', { mode: 0o644 });
  expect(checkTokens(place)).toMatchObject({ status: "fail", todo: `chmod 600 ${file}` });
  chmodSync(file, 0o600);
  expect(checkTokens(place)).toMatchObject({ status: "ok" });
  for (const broken of ['{"agent":"yc_agent_secret"', '{"agent":"yc_agent_secret"}']) {
    writeFileSync(file, broken);
    expect(checkTokens(place)).toMatchObject({ status: "fail" });
    expect(JSON.stringify(checkTokens(place))).not.toContain("secret");
  }
});

test("only trouble since the last start counts", () => {
  const start = "2026-01-01T00:00:01Z hub 0.1.0 listens on http://127.0.0.1:2255 and x (pid 1, state in y)";
  expect(toTroubles(["t Error: disk full", start, "t stopping (SIGTERM)", "t stopped"])).toEqual([]);
  expect(toTroubles([start, "t the store failed: ENOSPC"])).toEqual(["t the store failed: ENOSPC"]);
  expect(toTroubles(["t Port 2255 cannot be used"])).toHaveLength(1);
});
