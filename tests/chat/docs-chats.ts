import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { describe } from "vitest";
import { type TestBrowser, testInBrowser } from "../support/browser.ts";
import type { ChatServer } from "../support/chat.ts";
import { root } from "../support/terminal.ts";

const html = `<!doctype html><html lang="en"><title>Chat</title><link rel="icon" href="data:,"><body><script type="module" src="/docs/NAME.js"></script></body></html>`;

/** The chats that docs/react.md shows, each on the server of the example. */
export function describeDocsChats(browser: TestBrowser, chat: () => Promise<ChatServer>): void {
  const names = ["use-chat", "assistant-ui"];
  let built: Promise<Map<string, string>> | undefined;

  describe.each(names)("the chat of docs/react.md with %s", (name) => {
    testInBrowser("shows the card and continues with the answer", async () => {
      built ??= buildBlocks(names);
      const files = await built;
      const page = await browser.open("about:blank");
      const { url } = await chat();
      const body = html.replace("NAME", name);
      await page.route(`${url}docs`, (route) => route.fulfill({ contentType: "text/html", body }));
      await page.route(`${url}docs/*`, (route) =>
        route.fulfill({ contentType: "text/javascript", body: files.get(new URL(route.request().url()).pathname) }),
      );
      await page.goto(`${url}docs`);
      await page.getByText("Start", { exact: true }).click();
      await page.getByText("SQLite").click();
      await page.getByText("The model was told:").waitFor();
    });
  });
}

/** Builds both blocks at once, each as a separate app. */
async function buildBlocks(names: string[]): Promise<Map<string, string>> {
  const text = readFileSync(join(root, "docs/react.md"), "utf8");
  const blocks = [...text.matchAll(/^```tsx\n(.*?)^```$/gms)].map(([, block = ""]) => block);
  const chats = blocks.filter((block) => block.includes("AskProvider"));
  const { outputFiles } = await build({
    entryPoints: names,
    ...{ bundle: true, write: false, outdir: "/docs", jsx: "automatic", format: "esm", splitting: true },
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [
      {
        name: "blocks",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /.*/ }, ({ kind, path }) =>
            kind === "entry-point" ? { path, namespace: "docs" } : undefined,
          );
          onLoad({ filter: /.*/, namespace: "docs" }, ({ path }) => ({
            // Replaces the message by one that the tests' script knows.
            contents: `${chats[names.indexOf(path)]?.replaceAll("Plan the login of my web app", "database")}
              import { createRoot } from "react-dom/client";
              createRoot(document.body.appendChild(document.createElement("main"))).render(<Chat id={crypto.randomUUID()} />);`,
            loader: "tsx",
            resolveDir: join(root, "examples/chat"),
          }));
        },
      },
    ],
  });
  return new Map(outputFiles.map(({ path, text }) => [path, text]));
}
