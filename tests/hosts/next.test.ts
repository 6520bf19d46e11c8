import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { useBrowser as startBrowser } from "../support/browser.ts";
import { useHub as startHub } from "../support/hub.ts";
import { askOf, checkRoutes, openApp } from "./check-routes.ts";
import { apps } from "./make-apps.ts";

const browser = startBrowser();
const hub = startHub();
const next = [join(import.meta.dirname, "node_modules/next/dist/bin/next")];
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production", TZ: "Asia/Tokyo" } as const;
const cwd = join(apps, "next");
let opened: Awaited<ReturnType<typeof openApp>>;
/** What was answered before the app was built. */
let early = "";

beforeAll(async () => {
  opened = await openApp(await hub());
  const { app } = opened;
  const { id, questions } = await askOf(app, "ana-early", "call_0");
  await app.answer(id, { answers: [{ question: questions[0]?.question, selectedOptions: ["SQLite"] }], act: "click" });
  early = id;
  // With the token, as on a server that builds what it runs.
  execFileSync(process.execPath, [...next, "build"], { cwd, env: { ...env, ...opened.env }, stdio: "pipe" });
  return () => app.close();
});

/** Starts the app; it is ended with the test. */
async function start(): Promise<string> {
  const server = spawn(process.execPath, [...next, "start", "--port", "0", "--hostname", "127.0.0.1"], {
    cwd,
    env: { ...env, ...opened.env },
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  let said = "";
  return new Promise<string>((resolve, reject) => {
    server.stdout.setEncoding("utf8").on("data", (text) => {
      said += text;
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    server.once("exit", () => reject(new Error(`next start ended: ${said}`)));
  });
}

test("the routes of a chat app work in Next.js, and answers are followed from its start, not from its build", async () => {
  const { app } = opened;
  const streams = async () => {
    const { url, tokens } = await hub();
    const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${tokens.human}` } });
    return Number(/^yourcall_event_streams (\d+)$/m.exec(await response.text())?.[1]);
  };
  expect((await app.get(early)).delivery?.state).toBe("waiting");
  const url = await start();
  // Nobody has opened a page.
  await expect.poll(async () => (await app.get(early)).delivery?.state).toBe("taken");
  await checkRoutes(url, app);
  // The stream of the page has ended with it: what is left follows the answers.
  await expect.poll(streams).toBe(1);
});

test("a question in a chat on Next.js is live: it is answered through the routes, in the name of its user", async () => {
  const { app } = opened;
  const { id, agent, key } = await askOf(app, "ana-live", "call_live");
  const url = await start();
  const page = await browser.open("about:blank");
  await page.context().addCookies([{ name: "user", value: "ana", url }]);
  await page.goto(`${url}/chat?session=${agent.session}&call=${key}`);
  await page.getByText("SQLite").click();
  await page.getByText("Selected: SQLite").waitFor();
  const by = { surface: "card", act: "click", user: "ana", token: { name: "my-chat-app" } };
  expect((await app.get(id)).outcome).toMatchObject({ status: "answered", by });
});

test("Next.js builds an app with the card and renders it on the server", async () => {
  const url = await start();
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
  await card.getByText("Answered. You, ").waitFor();
});
