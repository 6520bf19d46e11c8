import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin, stop } from "esbuild";
import { root } from "./command.ts";
import { renderTable, renderTargets, show } from "./figures.ts";
import { WrongUsage } from "./options.ts";
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
const limitKb = 15;

/** The size of the card beyond React, as a page loads it. */
export async function benchCard(args: string[]): Promise<number> {
  if (args.length > 0) throw new WrongUsage("card takes no options.");
  const own = await sizeOf('export { QuestionCard, useAnswering } from "./surfaces/react/src/index.ts"');
  const sizes: [string, number][] = [
    ["card, hook and machine", own],
    ["the card's style", await sizeOf('import "@yourcall/react/style.css"', [])],
    ["React itself", await sizeOf(react, [])],
  ];
  await stop();
  report("card", true, {
    title: "Card",
    programs: ["React 19.3.1"],
    extent: "sizes only",
    repeat: "card",
    about: "As an app's page loads it: without React, and without the chunks that load later.",
    tables: [
      renderTable(
        ["size as sent, gzip", "KB"],
        sizes.map(([name, kb]) => [name, show(kb)]),
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
