import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { describe, expect, onTestFinished, test } from "vitest";
import { database } from "../support/asks.ts";
import { testInBrowser, useBrowser } from "../support/browser.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { root } from "../support/terminal.ts";

const browser = useBrowser();
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** The example's server and the lines it prints. */
function serve() {
  const child = spawn(process.execPath, ["examples/react-card/serve.mjs"], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, "exit");
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async () => (await lines.next()).value as string;
}

describe("examples/react-card", () => {
  testInBrowser("sends the app the person's choice, as its README says", async () => {
    const line = serve();
    const page = await browser.open(await line());
    await page.getByText("PostgreSQL").click();
    const [, shown = ""] = [...read("examples/react-card/README.md").matchAll(/^```\w*\n(.*?)^```$/gms)].map(
      ([, block = ""]) => block.trimEnd(),
    );
    expect(await line()).toBe(shown);
    await page.getByText("Answered. You, ").waitFor();
  });
});

test("docs/react.md begins with the example's files, which the type check compiles", () => {
  const blocks = [...read("docs/react.md").matchAll(/^```tsx\n(.*?)^```$/gms)].map(([, block]) => block);
  expect(blocks.slice(0, 2)).toEqual([
    read("examples/react-card/src/app.tsx"),
    read("examples/react-card/src/hub-card.tsx"),
  ]);
});

describe("a card with a hub, as docs/react.md has it", () => {
  testInBrowser("follows the ask through the app's own server, and a page elsewhere gets 403", async () => {
    const hub = await startHub();
    const [first, second] = [await hub.ask([database]), await hub.ask([database])];
    const files = await buildApp();
    const url = await serveApp(hub, files, hub.tokens.human);
    const page = await browser.open(`${url}/?id=${first.id}`);
    await page.getByRole("radio", { name: "MongoDB" }).waitFor();
    // A draft from another screen shows up here, and a choice made here reaches the hub.
    await page.getByText("Other", { exact: true }).click();
    await page.getByRole("textbox").fill("DuckDB");
    await expect
      .poll(async () => (await hub.client("human").get(first.id)).draft?.draft)
      .toMatchObject({ entries: [{ other: "DuckDB" }] });
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByText("Answered. You, ").waitFor();
    const { outcome } = await hub.client("human").get(first.id);
    expect(outcome).toMatchObject({
      status: "answered",
      answers: [{ customInput: "DuckDB" }],
      by: { surface: "card" },
    });
    // Somebody answers the next one elsewhere.
    const other = await browser.tab(page, `${url}/?id=${second.id}`);
    await other.getByRole("radio", { name: "MongoDB" }).waitFor();
    const { question, header } = database;
    const answers = [{ question, header, selectedOptions: ["SQLite"] }];
    await hub.client("human").answer(second.id, { answers, surface: "terminal", act: "submit" });
    await other.getByText("Answered. In terminal").waitFor();
    const unknown = await browser.tab(page, `${url}/?id=ask_00000000000000000000000000`, { expected: [/404/] });
    await unknown.getByRole("alert").waitFor();
    const headers = { authorization: `Bearer ${hub.tokens.human}`, origin: url };
    expect((await fetch(`${hub.url}/v1/asks/${first.id}`, { headers })).status).toBe(403);

    // The token of a link may read its one ask but no stream. It works whether the ask is answered here or elsewhere.
    const linked = async () => {
      const { id } = await hub.ask([database]);
      const { token } = await hub.client("human").createToken({ scope: "link", ask: id });
      const address = `${await serveApp(hub, files, token)}/?id=${id}`;
      const tab = await browser.tab(page, address, { expected: [/403/, /401/] });
      await tab.getByRole("radio", { name: "MongoDB" }).waitFor();
      return { id, tab };
    };
    const here = await linked();
    await here.tab.getByText("Other", { exact: true }).click();
    await here.tab.getByRole("textbox").fill("DuckDB");
    await here.tab.getByRole("button", { name: "Send answer" }).click();
    await here.tab.getByText("Answered. You, ").waitFor();
    expect((await hub.client("human").get(here.id)).outcome).toMatchObject({
      answers: [{ customInput: "DuckDB" }],
      by: { surface: "card", token: { scope: "link" } },
    });
    const elsewhere = await linked();
    await hub.client("human").answer(elsewhere.id, { answers, surface: "terminal", act: "submit" });
    await elsewhere.tab.getByText("It was ended elsewhere.").waitFor();
    expect(await elsewhere.tab.getByRole("alert").count()).toBe(0);
  });

  testInBrowser("shows what was typed as not sent if another answer comes first", async () => {
    const hub = await startHub();
    const { id } = await hub.ask([database]);
    const url = await serveApp(hub, await buildApp(), hub.tokens.human);
    const page = await browser.open(`${url}/?id=${id}`, { expected: [/409/] });
    await page.getByText("Other", { exact: true }).click();
    await page.getByRole("textbox").fill("DuckDB");
    await page.route("**/answer", async (route) => {
      const { question, header } = database;
      const answers = [{ question, header, selectedOptions: ["SQLite"] }];
      await hub.client("human").answer(id, { answers, surface: "terminal", act: "submit" });
      await route.continue();
    });
    const refused = page.waitForResponse(/answer$/);
    await page.getByRole("button", { name: "Send answer" }).click();
    // Its body may never arrive: once the event says how the ask ended, the card no longer needs it.
    await refused;
    await page.getByText("Answered. In terminal").waitFor();
    await page.getByText("Your draft, not sent").waitFor();
    expect(await page.locator(".yc-left").innerText()).toContain("Database, own words: DuckDB");
  });
});

/** The app's page, with the card of docs/react.md. */
async function buildApp(): Promise<{ js: string; css: string }> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import "@yourcall/react/style.css";
        import { createRoot } from "react-dom/client";
        import { HubCard } from "./examples/react-card/src/hub-card.tsx";
        const main = document.body.appendChild(document.createElement("main"));
        createRoot(main).render(<HubCard id={new URLSearchParams(location.search).get("id") ?? ""} />);`,
      loader: "tsx",
      resolveDir: root,
    },
    ...{ bundle: true, write: false, outdir: "app", jsx: "automatic" },
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const text = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? "";
  return { js: text(".js"), css: text(".css") };
}

/** The app, with the server of docs/react.md in front of the hub, until the test ends. */
async function serveApp(hub: TestHub, { js, css }: { js: string; css: string }, token: string): Promise<string> {
  const [, server = ""] = /^```js\n(.*?)^```$/ms.exec(read("docs/react.md")) ?? [];
  const { serveHub } = (await import(`data:text/javascript,${encodeURIComponent(server)}`)) as {
    serveHub(hubUrl: string, token: string, port: number): Server;
  };
  const forward = serveHub(hub.url, token, 0);
  await once(forward, "listening");
  const hubPort = (forward.address() as AddressInfo).port;
  const html = `<!doctype html><html lang="en"><title>App</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/app.css"><body><script src="/app.js" defer></script></body></html>`;
  const app = createServer((from, to) => {
    const path = new URL(from.url ?? "/", "http://app").pathname;
    if (path.startsWith("/v1/")) {
      const options = { port: hubPort, path: from.url, method: from.method, headers: from.headers };
      const through = request(options, (reply) => {
        to.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(to);
      });
      through.on("error", () => to.destroy());
      to.on("close", () => through.destroy());
      from.pipe(through);
    } else if (path === "/app.js") to.writeHead(200, { "content-type": "text/javascript" }).end(js);
    else if (path === "/app.css") to.writeHead(200, { "content-type": "text/css" }).end(css);
    else to.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
  }).listen(0, "127.0.0.1");
  await once(app, "listening");
  onTestFinished(() => {
    for (const each of [app, forward]) {
      each.close();
      each.closeAllConnections();
    }
  });
  return `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
}
