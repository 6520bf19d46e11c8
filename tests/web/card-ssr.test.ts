import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, onTestFinished } from "vitest";
import { testInBrowser, useBrowser } from "../support/browser.ts";
import { approvalAsk, previewAsk, severalAsk, singleAsk } from "../support/card-asks.ts";
import { root } from "../support/terminal.ts";

const browser = useBrowser();
const soon = new Date(Date.now() + 3_600_000).toISOString();
const gone = { count: 0, lastSeenAt: new Date(Date.now() - 3_600_000).toISOString() };
const outcome = {
  status: "answered",
  answers: [{ question: singleAsk.questions[0]?.question, header: "Database", selectedOptions: ["SQLite"] }],
  by: { surface: "terminal", act: "submit" },
  at: "2026-01-31T23:30:00.000Z",
};
const asks = [
  { ...singleAsk, expiresAt: soon, waiting: gone },
  { ...severalAsk, context: "It is **ready**." },
  previewAsk,
  approvalAsk,
  { ...singleAsk, outcome, delivery: { state: "waiting", at: outcome.at } },
].map((ask, at) => ({ ...ask, id: `ask_${at}` }));

const app = `
  import { QuestionCard } from "@yourcall/react";
  const none = async () => {};
  export const asks = ${JSON.stringify(asks)};
  export const App = () => asks.map((ask) => <QuestionCard key={ask.id} ask={ask} onSubmit={none} onDecline={none} />);`;
const options = {
  ...({ bundle: true, write: false, format: "esm", jsx: "automatic", outdir: "app" } as const),
  conditions: ["yourcall-source"],
  define: { "process.env.NODE_ENV": '"development"' },
};
const bundle = async (contents: string, platform: "node" | "browser") => {
  const stdin = { contents: app + contents, loader: "tsx" as const, resolveDir: root };
  // React's server build loads Node's own modules with require.
  const banner = { js: platform === "node" ? 'import{createRequire as r}from"node:module";const require=r("/");' : "" };
  return (await build({ ...options, banner, platform, stdin })).outputFiles;
};

describe("a card rendered on a server", () => {
  testInBrowser("is hydrated without a mismatch in another time zone and locale", async () => {
    const [server] = await bundle(
      `import { renderToReadableStream } from "react-dom/server.edge";
       const stream = await renderToReadableStream(<App />);
       await stream.allReady;
       process.stdout.write(await new Response(stream).text());`,
      "node",
    );
    const folder = mkdtempSync(join(root, "node_modules/.ssr-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, "server.mjs"), server?.text ?? "");
    const env = { ...process.env, TZ: "Asia/Tokyo", LANG: "ja_JP.UTF-8", LC_ALL: "ja_JP.UTF-8" };
    const html = execFileSync(process.execPath, [join(folder, "server.mjs")], { env, encoding: "utf8" });
    expect(html).toContain("Which database should we use for this project?");
    expect(html.replace(/<script>.*?<\/script>/gs, "")).not.toMatch(/\d\d:\d\d/);

    const client = await bundle(
      `import "@yourcall/react/style.css";
       import { hydrateRoot } from "react-dom/client";
       globalThis.recovered = [];
       hydrateRoot(document.getElementById("root"), <App />, { onRecoverableError: (error) => recovered.push(error.message) });
       globalThis.started = true;`,
      "browser",
    );
    const text = (end: string) => client.find(({ path }) => path.endsWith(end))?.text ?? "";
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Cards</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/app.css"><body><div id="root">${html}</div><script type="module" src="/app.js"></script></body></html>`;
    const files: Record<string, [string, string]> = {
      "/": ["text/html; charset=utf-8", page],
      "/app.js": ["text/javascript; charset=utf-8", text(".js")],
      "/app.css": ["text/css; charset=utf-8", text(".css")],
    };
    const web = createServer((request, response) => {
      const [type, content] = files[request.url ?? "/"] ?? ["text/plain", ""];
      response.writeHead(200, { "content-type": type }).end(content);
    }).listen(0, "127.0.0.1");
    onTestFinished(() => {
      web.close();
      web.closeAllConnections();
    });
    await new Promise((resolve) => web.once("listening", resolve));
    // A mismatch is an error on the console, which fails the test.
    const shown = await browser.open(`http://127.0.0.1:${(web.address() as AddressInfo).port}/`);
    await shown.getByText(/Expires \d\d:\d\d/).waitFor();
    await shown.getByText("agent gone").waitFor();
    await shown.getByText("Answered. In terminal, 2026-01-31 23:30.").waitFor();
    await shown.getByRole("button", { name: "Allow once" }).waitFor();
    expect(await shown.evaluate("recovered")).toEqual([]);
  });
});
