import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { afterAll } from "vitest";
import { type PageOptions, useBrowser } from "./browser.ts";
import { root } from "./terminal.ts";
import { skipGuards, typistClock } from "./typist.ts";

/** As strict as the hub's page: nothing inline, nothing from other origins. */
export const strictPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A page that shows one card, with `cardPage` of surfaces/react/src/testing. */
export interface CardPage {
  page: Page;
  /** Changes the card's props. */
  change(props: object): Promise<void>;
  /** Changes the card's props, and waits until keys act again. */
  show(props: object): Promise<void>;
  /** The callbacks that the host received, except drafts. */
  sent(): Promise<[string, unknown][]>;
  /** The last draft that the host received. */
  draft(): Promise<unknown>;
  /** From now on answers are acknowledged only by `settle`. */
  hold(): Promise<void>;
  /** Acknowledges the held answer, or refuses it. */
  settle(refusal?: string): Promise<void>;
}

interface Build {
  react?: 18 | 19;
  /** With React's checks for developers, whose complaints fail the test; they take most of the time of each key. */
  checked?: boolean;
}

/** Serves the card's page and opens it, for the tests of one file. */
export function useCardPage(options: Build = {}) {
  const browser = useBrowser();
  let served: ReturnType<typeof servePage> | undefined;
  afterAll(async () => (await served)?.close());

  return {
    async open(props: object, shown: PageOptions & { markdown?: boolean } = {}): Promise<CardPage> {
      served ??= servePage(cardPage, options);
      const page = await browser.open((await served).url, { script: typistClock, ...shown });
      if (shown.markdown === true) await page.evaluate("cardPage.markdown = true");
      const calls = async () => (await page.evaluate("cardPage.calls")) as [string, unknown][];
      const card: CardPage = {
        page,
        change: (props) => page.evaluate(`cardPage.show(${toLiteral(props)})`),
        async show(props) {
          await card.change(props);
          // A new card ignores keys for a moment.
          await skipGuards(page);
        },
        sent: () => page.evaluate('cardPage.calls.filter(([name]) => name !== "draft")'),
        draft: async () => (await calls()).findLast(([name]) => name === "draft")?.[1],
        hold: () => page.evaluate("void (cardPage.holding = true)"),
        settle: (refusal) => page.evaluate(`cardPage.settle(${refusal === undefined ? "" : JSON.stringify(refusal)})`),
      };
      await card.show(props);
      await page.locator(".yc-card").waitFor();
      return card;
    },
  };
}

/** `JSON.parse`, because in a literal `__proto__` is not a plain name. */
function toLiteral(value: unknown): string {
  return `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;
}

const cardPage = `
  import { cardPage } from "./surfaces/react/src/testing/card-page.tsx";
  globalThis.cardPage = cardPage;`;

/** Serves a page of this module, with the card's style, under a strict policy. */
export async function servePage(
  contents: string,
  { react = 19, checked = false }: Build = {},
): Promise<{ url: string; close(): void }> {
  const folder = join(root, react === 18 ? "tests/react-18/node_modules" : "node_modules");
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents: `import "@yourcall/react/style.css";${contents}`, resolveDir: root },
    bundle: true,
    write: false,
    outdir: "nowhere",
    format: "esm",
    jsx: "automatic",
    conditions: ["yourcall-source"],
    minify: !checked,
    define: { "process.env.NODE_ENV": checked ? '"development"' : '"production"' },
    alias: { react: join(folder, "react"), "react-dom": join(folder, "react-dom") },
  });
  const text = (suffix: string) => outputFiles.find(({ path }) => path.endsWith(suffix))?.text ?? "";
  const files: Record<string, [type: string, content: string]> = {
    "/": ["text/html; charset=utf-8", html],
    "/card.js": ["text/javascript; charset=utf-8", text(".js")],
    "/card.css": ["text/css; charset=utf-8", text(".css")],
    "/page.css": ["text/css; charset=utf-8", pageStyle],
    "/favicon.ico": ["image/x-icon", ""],
  };
  const server = createServer((request, response) => {
    const [type, content] = files[request.url ?? ""] ?? ["text/plain", undefined];
    response.writeHead(content === undefined ? 404 : 200, {
      "content-type": type,
      "content-security-policy": strictPolicy,
    });
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

// The hover rule is a host's own: the card's buttons must not take it over.
const pageStyle =
  ":root{color-scheme:light dark}button:hover{background:#eee;border:1px solid #64748b}body{margin:0;padding:16px}h1{font:600 22px/30px system-ui;margin:0 0 16px}";

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Card</title>
<link rel="stylesheet" href="/page.css">
<link rel="stylesheet" href="/card.css">
<script type="module" src="/card.js"></script>
<body></body>
</html>
`;
