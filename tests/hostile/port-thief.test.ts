import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { Page, Route } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { database, features } from "../support/asks.ts";
import { accessibilityFaults, takeScreenshot, testInBrowser as test, useBrowser } from "../support/browser.ts";
import { startHub } from "../support/hub.ts";
import { isLive, openWebInbox, row } from "../support/web-inbox.ts";

// What a browser logs while nobody answers, or something that is not the hub.
const away = /ERR_|status of (?:4|5)\d\d|Failed to load/;
const browser = useBrowser();

interface Seen {
  path: string;
  authorization: string | undefined;
  body: string;
}

type Reply = (call: Seen, response: ServerResponse) => void;

/** Another program that takes the port once it is free, and records everything that is sent to it. */
async function takePort(port: number, reply: Reply): Promise<{ seen: Seen[]; leave(): Promise<void> }> {
  const seen: Seen[] = [];
  const server = createServer(async (incoming: IncomingMessage, response) => {
    let body = "";
    for await (const piece of incoming) body += piece;
    const { authorization } = incoming.headers;
    const call = { path: incoming.url ?? "", authorization, body };
    seen.push(call);
    reply(call, response);
  });
  const leave = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  onTestFinished(leave);
  return { seen, leave };
}

const json = (response: ServerResponse, status: number, value: unknown) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));

const pretends: Reply = ({ path }, response) => {
  if (path === "/v1/proof") json(response, 200, { proof: "x".repeat(43) });
  else if (path === "/v1/events") response.writeHead(200, { "content-type": "text/event-stream" }).write(":\n\n");
  else json(response, 200, { asks: [] });
};

/** Resolves once the tab has loaded all it will ever load of the page's code. */
async function hasAllCode(tab: Page): Promise<void> {
  const missing = `(() => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
    return document.querySelector('meta[name="later"]').content.split(" ").filter((path) => path && !loaded.includes(path));
  })()`;
  await expect.poll(() => tab.evaluate(missing)).toEqual([]);
}

test("a program that takes the hub's port gets neither the login of an open tab nor an answer, and the tab returns to the hub", async () => {
  const hub = await startHub();
  const ask = await hub.ask([database]);
  const page = await openWebInbox(browser, hub, { expected: [away] });
  // The hub has proved itself to the second tab, and ends before the request arrives.
  const onItsWay = Promise.withResolvers<Route>();
  await page.context().route("**/v1/tokens", onItsWay.resolve, { times: 1 });
  const second = await browser.tab(page, `${hub.url}/settings`, { expected: [away] });
  await isLive(second);
  const token = `${await page.evaluate("localStorage.getItem('yourcall.token')")}`;
  await row(page, "Database").click();
  for (const tab of [page, second]) await hasAllCode(tab);
  const request = await onItsWay.promise;
  const port = Number(new URL(hub.url).port);
  await hub.stop("SIGKILL");
  const thief = await takePort(port, pretends);
  await request.continue();
  for (const tab of [page, second]) {
    await tab.getByRole("heading", { name: "Something else is answering on this port" }).waitFor();
    expect(await tab.locator("body").innerText()).not.toContain("Database");
  }
  await takeScreenshot(page, "port-taken");
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(JSON.stringify(thief.seen)).not.toContain(token);
  const paths = thief.seen.map(({ path }) => path).filter((path) => path !== "/favicon.svg");
  expect(paths).toContain("/v1/proof");
  // The thief got no login code, and nothing else that was not already on its way.
  const stolen = thief.seen.filter(({ authorization }) => authorization !== undefined);
  expect(paths.filter((path) => path !== "/v1/proof")).toEqual(stolen.map(({ path }) => path));
  expect(stolen.map(({ path }) => path)).toContain("/v1/tokens");
  // The hub returns to its port, and the tab continues without a reload.
  await thief.leave();
  const back = await hub.restart({ args: ["--port", `${port}`] });
  for (const { authorization = "" } of stolen)
    expect((await fetch(`${back.url}/v1/asks`, { headers: { authorization } })).status).toBe(401);
  await isLive(page);
  await page.getByLabel(/^SQLite/).click();
  await page.getByText(/^Sent /).waitFor();
  expect((await back.client("human").get(ask.id)).status).toBe("answered");
});

test("the hub proves itself once, not for every request, and again after a restart", async () => {
  const hub = await startHub();
  await hub.ask([database]);
  const page = await openWebInbox(browser, hub, { expected: [away] });
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  const proofs = () => calls.filter((path) => path === "/v1/proof").length;
  for (const name of ["Log", "Settings"]) {
    const loaded = page.waitForResponse((response) => response.url().includes("/v1/"));
    await page.getByRole("link", { name: new RegExp(`^${name}`) }).click();
    await loaded;
  }
  await page.getByRole("link", { name: /^Waiting/ }).click();
  await row(page, "Database").click();
  await page.getByLabel(/^SQLite/).click();
  await page.getByText(/^Sent /).waitFor();
  expect(calls.filter((path) => path.startsWith("/v1/")).length).toBeGreaterThan(2);
  expect(proofs()).toBe(0);
  const port = Number(new URL(hub.url).port);
  await hub.stop("SIGKILL");
  const back = await hub.restart({ args: ["--port", `${port}`] });
  await back.ask([features]);
  await row(page, "Features").waitFor();
  expect(proofs()).toBeGreaterThan(0);
});

test("another hub that takes the port gets neither the login nor its code, and its own login link logs in", async () => {
  const hub = await startHub();
  const page = await openWebInbox(browser, hub, { expected: [away] });
  const token = `${await page.evaluate("localStorage.getItem('yourcall.token')")}`;
  const unused = new URL((await hub.client("human").createLoginLink()).url).hash;
  const port = Number(new URL(hub.url).port);
  await hub.stop("SIGKILL");
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.headers().authorization} ${request.postData()}`));
  const other = await startHub({ args: ["--port", `${port}`] });
  await page.getByRole("heading", { name: "Something else is answering on this port" }).waitFor();
  await page.evaluate(`location.hash = "${unused}"`);
  await expect.poll(() => sent.length).toBeGreaterThan(2);
  await page.getByRole("heading", { name: "Something else is answering on this port" }).waitFor();
  expect(sent.join("\n")).not.toContain(token);
  expect(sent.join("\n")).not.toContain(unused.slice("#login=".length).split(".")[0]);
  await page.evaluate(`location.hash = "${new URL((await other.client("human").createLoginLink()).url).hash}"`);
  await isLive(page);
});

test("a program that takes the port cannot relay the proof from the moved hub, and the login is no longer valid", async () => {
  const hub = await startHub();
  const page = await openWebInbox(browser, hub, { expected: [away] });
  const token = `${await page.evaluate("localStorage.getItem('yourcall.token')")}`;
  const port = Number(new URL(hub.url).port);
  await hub.stop("SIGKILL");
  let elsewhere: number | undefined;
  const relayed: number[] = [];
  const thief = await takePort(port, ({ path, body }, response) => {
    if (path !== "/v1/proof" || elsewhere === undefined) return void response.writeHead(503).end();
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const call = request({ host: "127.0.0.1", port: elsewhere, method: "POST", path, headers }, (answer) => {
      relayed.push(answer.statusCode ?? 0);
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    call.end(body);
  });
  const moved = await hub.restart();
  elsewhere = Number(new URL(moved.url).port);
  expect(elsewhere).not.toBe(port);
  await page.getByRole("heading", { name: "Something else is answering on this port" }).waitFor();
  expect(relayed.length).toBeGreaterThan(0);
  expect(new Set(relayed)).toEqual(new Set([403]));
  expect(JSON.stringify(thief.seen)).not.toContain(token);
  // The hub found its old port taken and logged browsers out, so a token given away by a page loaded there is worthless.
  await expect
    .poll(async () => (await fetch(`${moved.url}/v1/asks`, { headers: { authorization: `Bearer ${token}` } })).status)
    .toBe(401);
  await expect.poll(moved.log).toContain(`Another program has port ${port}`);
});
