import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { testInBrowser, useBrowser } from "../support/browser.ts";
import { startHub } from "../support/hub.ts";
import { startAsOther, testWithOther } from "../support/other-user.ts";
import { standIn } from "../support/stand-in.ts";

const browser = useBrowser();

// Watches other users' processes, as anybody can, until the browser starts, then tries to read the file passed to it.
const thief = `
  const { readdirSync, readFileSync } = require("node:fs");
  const [, browser] = process.argv;
  process.stderr.write("watching");
  const seen = () => {
    for (const pid of readdirSync("/proc")) {
      try {
        const args = readFileSync("/proc/" + pid + "/cmdline", "utf8").split("\\0");
        if (args[0] === browser || args[1] === browser) return args[args.indexOf(browser) + 1];
      } catch {}
    }
    return setImmediate(look);
  };
  function look() {
    const given = seen();
    if (typeof given !== "string") return;
    let page = "nothing";
    try { page = readFileSync(new URL(given), "utf8"); } catch (error) { page = error.code; }
    process.stdout.write(JSON.stringify({ given, page }));
  }
  look();
`;

testWithOther("another local user cannot read the login code of `yourcall open`", async () => {
  const hub = await startHub();
  const release = join(hub.directory, "seen");
  const opener = standIn("xdg-open", `while [ ! -e '${release}' ]; do sleep 0.05; done`);
  const other = startAsOther(thief, join(opener.directory, "xdg-open"));
  await other.says("watching");
  const open = hub.run(["open"], { env: { ...opener.env, DISPLAY: ":0" } });
  const { given, page } = JSON.parse((await other.ended).stdout);
  writeFileSync(release, "");
  await open;

  expect(given).toMatch(/^file:\/\//);
  expect(given).not.toContain("login=");
  expect(page).toBe("EACCES");
  const file = fileURLToPath(given);
  expect(readFileSync(file, "utf8")).toMatch(/#login=[\w.-]{40,}/);
  expect([file, dirname(file)].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o700]);
});

test("the file with the login code is deleted after a minute, or immediately if no browser opens it", async () => {
  const hub = await startHub();
  const sleep = standIn("sleep");
  const opener = standIn("xdg-open");
  const PATH = `${sleep.directory}:${opener.env.PATH}`;
  await hub.run(["open"], { env: { PATH, DISPLAY: ":0" } });
  await expect.poll(sleep.calls).toEqual([["60"]]);
  const [[given = ""] = []] = opener.calls();
  await expect.poll(() => existsSync(dirname(fileURLToPath(given)))).toBe(false);

  const refusing = standIn("xdg-open", "exit 3");
  await hub.run(["open"], { env: { ...refusing.env, DISPLAY: ":0" } });
  const [[refused = ""] = []] = refusing.calls();
  expect(existsSync(dirname(fileURLToPath(refused)))).toBe(false);
});

testInBrowser("the file logs the browser in and opens the inbox", async () => {
  const hub = await startHub();
  const opener = standIn("xdg-open");
  await hub.run(["open"], { env: { ...opener.env, DISPLAY: ":0" } });
  const [[given = ""] = []] = opener.calls();
  const page = await browser.open(given);
  await page.waitForURL(`${hub.url}/**`);
  await vi.waitFor(async () => expect(await hub.client("human").listTokens()).toHaveLength(1), { timeout: 30_000 });
  expect(page.url()).not.toContain("login=");
});
