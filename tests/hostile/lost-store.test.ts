import {
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { askFile, database } from "../support/asks.ts";
import { accessibilityFaults, takeScreenshot, testInBrowser, useBrowser } from "../support/browser.ts";
import { startCommand, startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { isLive, openWebInbox } from "../support/web-inbox.ts";

const storeOf = (hub: TestHub) => join(hub.directory, "yourcall.db");

describe("a store that is not the one that was used before", () => {
  test.each<[string, (store: string) => Promise<void> | void, RegExp]>([
    ["emptied", (store) => truncateSync(store, 0), /yourcall\.db is empty/],
    ["removed", (store) => rmSync(store), /yourcall\.db is missing/],
    [
      "replaced",
      async (store) => {
        const other = await startHub();
        await other.stop();
        copyFileSync(storeOf(other), store);
      },
      /yourcall\.db is not the store this hub used there/,
    ],
  ])(
    "a store that was %s cannot pass for an inbox without pending asks: the hub refuses it until --store accepts it",
    async (_, replace, message) => {
      const hub = await startHub();
      await hub.ask([database]);
      await hub.stop();
      const store = storeOf(hub);
      await replace(store);
      const before = statSync(store, { throwIfNoEntry: false })?.size;
      const env = { YOURCALL_HOME: hub.directory };
      for (const args of [
        ["serve", "--port", "0"],
        ["ask", askFile(database), "--no-input"],
      ]) {
        const { code, stderr } = await startCommand(args, { env }).ended;
        expect({ code, stderr }, args[0]).toEqual({ code: 1, stderr: expect.stringMatching(message) });
        expect(stderr, args[0]).toContain("yourcall restore FILE");
        expect(stderr, args[0]).toContain(`yourcall serve --store ${store}`);
      }
      expect(statSync(store, { throwIfNoEntry: false })?.size).toBe(before);
      const adopted = await hub.restart({ args: ["--store", store] });
      expect((await adopted.client("human").list({ status: "all" })).asks).toEqual([]);
      await adopted.stop();
      const next = await hub.restart();
      await next.ask([database]);
    },
  );

  test("an emptied store cannot pass as healthy: doctor names it and exits with 1", async () => {
    const hub = await startHub();
    await hub.stop();
    truncateSync(storeOf(hub), 0);
    const { code, stdout } = await hub.run(["doctor", "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({ check: "database", status: "fail", what: expect.stringContaining("is empty") }),
    );
  });

  test("moving the state directory does not cost the asks in it", async () => {
    const hub = await startHub();
    const { id } = await hub.ask([database]);
    await hub.stop();
    const directory = join(temporaryDirectory(), "moved");
    renameSync(hub.directory, directory);
    const moved = await startHub({ directory });
    expect((await moved.client("human").get(id)).status).toBe("pending");
  });
});

describe("a byte that flipped in the log of a hub that was killed", () => {
  const browser = useBrowser();

  testInBrowser("cannot hide accepted asks: the files are kept, and log, status, doctor and page say so", async () => {
    const hub = await startHub();
    for (let count = 0; count < 10; count++) await hub.ask([database]);
    await hub.stop("SIGKILL");
    const log = `${storeOf(hub)}-wal`;
    const bytes = readFileSync(log);
    bytes[32 + 24 + 4096 + 100] = (bytes[32 + 24 + 4096 + 100] ?? 0) ^ 1;
    writeFileSync(log, bytes);

    const next = await hub.restart();
    const copies = readdirSync(hub.directory).filter((name) => name.startsWith("yourcall.db.damaged-"));
    expect(copies).toHaveLength(2);
    expect(next.log()).toMatch(/The log of .*yourcall\.db is damaged: \d+ commits/);
    const status = await next.run(["status"]);
    expect(status.stdout).toContain("accepted asks or answers may be missing");
    const { stdout } = await next.run(["doctor", "--json"]);
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({ check: "database", status: "warn", what: expect.stringContaining("was damaged") }),
    );
    const settings = await next.client("human").settings();
    expect(settings.warnings).toEqual([expect.stringContaining("yourcall.db.damaged-")]);

    const page = await openWebInbox(browser, next);
    const warning = page.getByRole("complementary", { name: "Warning" });
    await warning.waitFor();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await warning.innerText()).toBe(`${settings.warnings?.[0]}\n\nDismiss`);
    expect(await accessibilityFaults(page)).toEqual([]);
    await takeScreenshot(page, "web-warning/damaged-log");
    // The warning is on every page, above its content.
    await page.goto(`${next.url}/log`);
    await warning.waitFor();

    for (const copy of copies) rmSync(join(hub.directory, copy));
    expect((await next.run(["status"])).stdout).not.toContain("damaged");
    await page.reload();
    await isLive(page);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await warning.count()).toBe(0);
  });
});

test("a log that is cut in half after the hub was killed cannot hide accepted asks: log and status say so", async () => {
  const hub = await startHub();
  for (let count = 0; count < 20; count++) await hub.ask([database]);
  await hub.stop("SIGKILL");
  const log = `${storeOf(hub)}-wal`;
  truncateSync(log, Math.floor(statSync(log).size / 2));

  const next = await hub.restart();
  expect((await next.client("human").list({ status: "pending" })).asks.length).toBeLessThan(20);
  expect(next.log()).toMatch(/The log of .*yourcall\.db is damaged: its end is missing/);
  expect((await next.run(["status"])).stdout).toContain("accepted asks or answers may be missing");
  expect(readdirSync(hub.directory).filter((name) => name.startsWith("yourcall.db.damaged-"))).toHaveLength(2);
});
