import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { pack } from "../../scripts/pack.mjs";
import { useBrowser as startBrowser } from "../support/browser.ts";

const browser = startBrowser();
const here = import.meta.dirname;
const app = join(here, "next-card");
const next = [join(here, "node_modules/next/dist/bin/next")];
const options = {
  cwd: app,
  env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production", TZ: "Asia/Tokyo" } as const,
};

beforeAll(() => {
  const tarballs = pack(join(here, "node_modules/.tarballs"), ["core", "client", "surfaces/react"]);
  for (const [name, file] of tarballs) {
    const folder = join(here, "node_modules", name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    execFileSync("tar", ["-xzf", file, "-C", folder, "--strip-components=1"]);
  }
  rmSync(join(app, ".next"), { recursive: true, force: true });
});

test("Next.js builds an app with the card and renders it on the server", async () => {
  execFileSync(process.execPath, [...next, "build"], { ...options, stdio: "pipe" });
  const server = spawn(process.execPath, [...next, "start", "--port", "0", "--hostname", "127.0.0.1"], options);
  onTestFinished(() => void server.kill("SIGKILL"));
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout.setEncoding("utf8").on("data", (text) => {
      said += text;
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    server.once("exit", () => reject(new Error(`next start ended: ${said}`)));
  });
  const html = await (await fetch(url)).text();
  const [body = ""] = /<body.*?(?=<script)/s.exec(html) ?? [];
  expect(body).toContain("Where should we keep login sessions?");
  expect(body).toContain("<code>sessions</code>");
  expect(body.match(/type="radio"/g)?.length).toBe(6);
  expect(body).not.toContain("checked");
  expect(html).toMatch(/<link rel="stylesheet"/);

  // A server in Tokyo, a browser in another time zone: no mismatch, which would be an error on the console.
  const page = await browser.open(url);
  await page.getByText(/Expires \d\d:\d\d/).waitFor();
  const card = page.locator(".yc-card").nth(1);
  await card.getByText("PostgreSQL").click();
  await card.getByText("Answered. You, in card").waitFor();
});
