import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin, stop } from "esbuild";
import { launchChromium } from "./chromium.ts";
import { parseOptions } from "./options.ts";
import { percentile } from "./percentile.ts";
import { writeSection } from "./results.ts";
import { renderTable } from "./table.ts";

const root = join(import.meta.dirname, "../..");
const options = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  format: "esm" as const,
  jsx: "automatic" as const,
  write: false as const,
  outdir: "nowhere",
  conditions: ["yourcall-source"],
  // This folder has another copy, for the peers.
  alias: { react: join(root, "node_modules/react"), "react-dom": join(root, "node_modules/react-dom") },
  define: { "process.env.NODE_ENV": '"production"' },
};
const limitKb = 14;

/** The size of the card beyond React, and how long it takes to show and to follow a press, beside a form written by hand. */
export async function benchCard(args: string[]): Promise<number> {
  const { rounds, warmup, only } = parseOptions(args, { rounds: "200", warmup: "50" });
  const load = loadavg()[0] ?? 0;
  const sizes: [string, number][] = [
    ["by hand", await sizeOf('export { ByHand } from "./bench/src/card/by-hand.tsx"')],
    [
      "card, hook and machine",
      await sizeOf('export { QuestionCard, useAnswering } from "./surfaces/react/src/index.ts"'),
    ],
    ["the card's style", await styleSize()],
    ["React itself", await reactSize()],
  ];
  const times = await measureInChromium(rounds, warmup);
  await stop();
  const kb = (bytes: number) => (bytes / 1024).toFixed(1);
  const own = (sizes[1]?.[1] ?? Number.NaN) / 1024;
  const text = `${renderTable(
    ["size as sent, gzip", "KB"],
    sizes.map(([name, size]) => [name, kb(size)]),
  )}

${renderTable(
  ["in Chromium, ms", "shown p50", "p95", "press p50", "p95"],
  (["byHand", "card"] as const).map((name) => {
    const of = (list: number[], share: number) => (percentile(list, share) ?? Number.NaN).toFixed(2);
    const { mount, press } = times[name];
    return [name === "card" ? "card" : "by hand", of(mount, 0.5), of(mount, 0.95), of(press, 0.5), of(press, 0.95)];
  }),
)}

${renderTable(
  ["target", "measured", "verdict"],
  [[`card beyond React ≤ ${limitKb} KB gzip`, `${own.toFixed(1)} KB`, own <= limitKb ? "met" : "missed"]],
)}`;
  console.log(`\n${text}`);
  if (only === undefined)
    writeSection(
      "card",
      `## Card

${new Date().toISOString().slice(0, 10)} · React 19.3.1 · Chromium ${times.version} · ${availableParallelism()} CPUs, load ${load.toFixed(1)} before the run · ${rounds} rounds after ${warmup} of warm-up, in turn

Repeat: \`npm run bench -- card --rounds ${rounds} --warmup ${warmup}\`

*shown*: from render to the finished layout; *press*: from a click on an option to the finished layout. *by hand*: a form of forty lines with radio buttons and a field: one question, no keys, no notes, no review, no draft, no way back, no protection against stray presses, nothing said while it is sent.

${text}
`,
    );
  return 0;
}

/** React counts as there already; chunks that load later do not count. */
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

async function sizeOf(contents: string): Promise<number> {
  const { outputFiles } = await build({ ...options, stdin: { contents, resolveDir: root }, plugins: [withoutReact] });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}

async function styleSize(): Promise<number> {
  const { outputFiles } = await build({
    ...options,
    stdin: { contents: 'import "@yourcall/react/style.css"', resolveDir: root },
  });
  const style = outputFiles.find(({ path }) => path.endsWith(".css"));
  return gzipSync(style?.contents ?? "", { level: 9 }).length;
}

async function reactSize(): Promise<number> {
  const contents = 'export * from "react"; export * from "react/jsx-runtime"; export * from "react-dom/client"';
  const { outputFiles } = await build({ ...options, stdin: { contents, resolveDir: root } });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
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
