import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { describe } from "vitest";
import { type TestBrowser, testInBrowser } from "../support/browser.ts";
import type { ChatServer } from "../support/chat.ts";
import { root } from "../support/terminal.ts";

/** The chats that docs/react.md shows, each on the server of the example. */
export function describeDocsChats(browser: TestBrowser, chat: () => Promise<ChatServer>): void {
  const blocks = [...readFileSync(join(root, "docs/react.md"), "utf8").matchAll(/^```tsx\n(.*?)^```$/gms)]
    .map(([, block = ""]) => block)
    .filter((block) => block.includes("AskProvider"));

  describe.each(["useChat", "assistant-ui"])("the chat of docs/react.md with %s", (name) => {
    testInBrowser("shows the card, and goes on with the answer", async () => {
      const block = blocks[name === "useChat" ? 0 : 1] ?? "";
      const { outputFiles } = await build({
        stdin: {
          // Its message is one that the tests' script knows.
          contents: `${block.replaceAll("Plan the login of my web app", "database")}
            import { createRoot } from "react-dom/client";
            createRoot(document.body.appendChild(document.createElement("main"))).render(<Chat id={crypto.randomUUID()} />);`,
          loader: "tsx",
          resolveDir: join(root, "examples/chat"),
        },
        ...{ bundle: true, write: false, outdir: "/docs", jsx: "automatic", format: "esm", splitting: true },
        define: { "process.env.NODE_ENV": '"production"' },
      });
      const files = new Map(outputFiles.map(({ path, text }) => [path, text]));
      const page = await browser.open("about:blank");
      const { url } = await chat();
      const html = `<!doctype html><html lang="en"><title>Chat</title><link rel="icon" href="data:,"><body><script type="module" src="/docs/stdin.js"></script></body></html>`;
      await page.route(`${url}docs`, (route) => route.fulfill({ contentType: "text/html", body: html }));
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
