import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin, stop } from "esbuild";
import { launchChromium } from "./chromium.ts";
import { root } from "./command.ts";
import { renderTable, renderTargets, show, showSpread } from "./figures.ts";
import { parseOptions } from "./options.ts";
import { report } from "./results.ts";

const options = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  format: "esm" as const,
  jsx: "automatic" as const,
  write: false as const,
  outdir: "nowhere",
  conditions: ["yourcall-source"],
  // This folder has its own copy of React, for the peers.
  alias: { react: join(root, "node_modules/react"), "react-dom": join(root, "node_modules/react-dom") },
  define: { "process.env.NODE_ENV": '"production"' },
};
const limitKb = 14;

/** The size of the card beyond React, and how long it takes to render and to react to a press, compared with a hand-written form. */
export async function benchCard(args: string[]): Promise<number> {
  const { rounds, warmup, isWhole } = parseOptions(args, { rounds: 200, warmup: 50 });
  const own = await sizeOf('export { QuestionCard, useAnswering } from "./surfaces/react/src/index.ts"');
  const sizes: [string, number][] = [
    ["by hand", await sizeOf('export { ByHand } from "./bench/src/card/by-hand.tsx"')],
    ["card, hook and machine", own],
    ["the card's style", await sizeOf('import "@yourcall/react/style.css"', [])],
    ["React itself", await sizeOf(react, [])],
  ];
  const { byHand, card, version } = await measureInChromium(rounds, warmup);
  await stop();
  report("card", isWhole, {
    title: "Card",
    programs: ["React 19.3.1", `Chromium ${version}`],
    extent: `${rounds} rounds after ${warmup} of warm-up, in turn`,
    repeat: `card --rounds ${rounds} --warmup ${warmup}`,
    about:
      "*shown*: from render to the finished layout; *press*: from a click on an option to the finished layout. *by hand*: a form of forty lines with radio buttons and a field: one question, no keys, no notes, no review, no draft, no way back, no protection against stray presses, nothing said while it is sent.",
    tables: [
      renderTable(
        ["size as sent, gzip", "KB"],
        sizes.map(([name, kb]) => [name, show(kb)]),
      ),
      renderTable(
        ["in Chromium, ms", "shown p50", "p95", "press p50", "p95"],
        [
          ["by hand", ...showSpread(byHand.mount, 2), ...showSpread(byHand.press, 2)],
          ["card", ...showSpread(card.mount, 2), ...showSpread(card.press, 2)],
        ],
      ),
      renderTargets([[`card beyond React ≤ ${limitKb} KB gzip`, own, (kb) => kb <= limitKb, show(own, 1, " KB")]]),
    ],
  });
  return 0;
}

const react = 'export * from "react"; export * from "react/jsx-runtime"; export * from "react-dom/client"';

/** Excludes React, which the app already has, and chunks that load later. */
const withoutReact: Plugin = {
  name: "without-react",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^react(\/jsx-runtime)?$/ }, () => ({ path: "one", namespace: "react" }));
    onResolve({ filter: /.*/ }, ({ kind, path }) => (kind === "dynamic-import" ? { path, external: true } : undefined));
    onLoad({ filter: /.*/, namespace: "react" }, () => ({
      contents:
        "export const { Component, createContext, createElement, Fragment, jsx, jsxs, lazy, Suspense, useContext, useEffect, useId, useLayoutEffect, useMemo, useReducer, useRef, useState, useSyncExternalStore } = React;",
    }));
  },
};

/** The size of these exports in a page, in KB: of the style if there is one, else of the script. */
async function sizeOf(contents: string, plugins = [withoutReact]): Promise<number> {
  const { outputFiles } = await build({ ...options, stdin: { contents, resolveDir: root }, plugins });
  const sent = outputFiles.find(({ path }) => path.endsWith(".css")) ?? outputFiles[0];
  return gzipSync(sent?.contents ?? "", { level: 9 }).length / 1024;
}

type Times = { mount: number[]; press: number[] };

async function measureInChromium(
  rounds: number,
  warmup: number,
): Promise<{ card: Times; byHand: Times; version: string }> {
  const { outputFiles } = await build({ ...options, entryPoints: ["bench/src/card/in-page.tsx"] });
  const part = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? "";
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.setContent("<!doctype html><title>bench</title>");
    await page.addStyleTag({ content: part(".css") });
    await page.addScriptTag({ content: part(".js"), type: "module" });
    await page.waitForFunction("globalThis.measure !== undefined");
    await page.evaluate(`measure(${warmup})`);
    const times = (await page.evaluate(`measure(${rounds})`)) as { card: Times; byHand: Times };
    return { ...times, version: browser.version() };
  } finally {
    await browser.close();
  }
}
