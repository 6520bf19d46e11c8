import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { describe, expect, test } from "vitest";
import { bundleOptions, entries } from "../scripts/build.mjs";
import { buildMcpCard } from "../scripts/mcp-card.mjs";
import { root } from "./support/terminal.ts";

/** Entries that no command has: what a package offers to others. */
const others = ["core/src/index.ts", "surfaces/terminal/src/index.ts", "agents/claude/src/claude-reply.ts"];

/** Every entry's bundle: one build reads each file once. */
const bundles = build({
  ...bundleOptions,
  // What loads later stays apart from what a start requires.
  supported: {},
  absWorkingDir: root,
  entryPoints: [...Object.values(entries), ...others],
  write: false,
  metafile: true,
  outdir: "nowhere",
});

async function bundleOf(entry = "") {
  const { metafile, outputFiles } = await bundles;
  const [path = "", output] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
  if (output === undefined) throw new Error(`There is no bundle of ${entry}.`);
  return { inputs: output.inputs, text: outputFiles.find((file) => file.path.endsWith(path))?.text ?? "" };
}

/** The files that end up in the bundle of one entry. */
async function inputsOf(entry?: string): Promise<string[]> {
  const { inputs } = await bundleOf(entry);
  return Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : []));
}

/** `node_modules/zod/v4/core/util.js` → `zod`, a file of ours → its workspace. */
function ownerOf(file: string): string {
  const installed = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];
  return installed ?? file.replace(/\/(?:src\/.*|[^/]*)$/, "");
}

/** Who is in the bundle of an agent, what it imports from its host, with how, and its size as sent. */
async function agentPackage(entry: string, external: string[]) {
  const { metafile, outputFiles } = await build({
    ...bundleOptions,
    absWorkingDir: root,
    entryPoints: [entry],
    external,
    write: false,
    metafile: true,
    outdir: "nowhere",
  });
  const [output] = Object.values(metafile.outputs);
  const inputs = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const outside = Object.values(metafile.inputs).flatMap(({ imports }) => imports.filter((found) => found.external));
  const named = outside.filter(({ path }) => !path.startsWith("node:")).map(({ path, kind }) => `${kind} ${path}`);
  return {
    owners: [...new Set(inputs.map(([file]) => ownerOf(file)))].sort(),
    imports: [...new Set(named)].sort(),
    size: gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length,
  };
}

async function ownersIn(entry?: string): Promise<string[]> {
  return [...new Set((await inputsOf(entry)).map(ownerOf))].sort();
}

/** React counts once however many modules use it; lazy chunks do not count. */
const reactAsOneModule: Plugin = {
  name: "react-as-one-module",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^react(\/jsx-runtime)?$/ }, () => ({ path: "one", namespace: "react" }));
    onResolve({ filter: /.*/ }, ({ kind, path }) => (kind === "dynamic-import" ? { path, external: true } : undefined));
    onLoad({ filter: /.*/, namespace: "react" }, () => ({
      contents: `export const { Component, createContext, createElement, Fragment, jsx, jsxs, lazy, Suspense, useContext, useEffect, useId, useLayoutEffect, useMemo, useReducer, useRef, useState, useSyncExternalStore } = React;`,
    }));
  },
};

/** What a page that has React loads for an entry of surfaces/react: whose code, and how many bytes of it. */
async function cardSize(contents: string): Promise<{ owners: string[]; size: number }> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    format: "esm",
    jsx: "automatic",
    conditions: ["yourcall-source"],
    write: false,
    metafile: true,
    plugins: [reactAsOneModule],
  });
  const [output] = Object.values(metafile.outputs);
  const inputs = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const size = gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
  return { owners: [...new Set(inputs.map(([file]) => ownerOf(file)))].sort(), size };
}

describe("who may import whom", () => {
  test("core imports only zod, and runs without Node", async () => {
    expect(await ownersIn("core/src/index.ts")).toEqual(["core", "zod"]);
    const browser = await build({
      ...bundleOptions,
      absWorkingDir: root,
      entryPoints: ["core/src/index.ts"],
      platform: "browser",
      write: false,
      logLevel: "silent",
    });
    expect(browser.errors).toEqual([]);
  });

  test("core uses only the small parts of zod", async () => {
    expect((await inputsOf("core/src/index.ts")).filter((file) => /zod\/v4\/(classic|locales)\//.test(file))).toEqual(
      [],
    );
  });

  test("the terminal surface imports only core and a table of character widths", async () => {
    expect(await ownersIn("surfaces/terminal/src/index.ts")).toEqual([
      "core",
      "get-east-asian-width",
      "surfaces/terminal",
    ]);
  });

  test("the ask entry contains no React, no Ink, no full zod, and nothing that is needed only later", async () => {
    const inputs = await inputsOf(entries.ask);
    expect([...new Set(inputs.map(ownerOf))].sort()).toEqual([
      "cli",
      "client",
      "core",
      "get-east-asian-width",
      "surfaces/terminal",
    ]);
    const late =
      /zod\/v4\/(classic|locales)\/|zod\/v4\/core\/(to-json-schema|json-schema)|core\/src\/sheet\/|linear-prompt|edit-in-editor/;
    expect(inputs.filter((file) => late.test(file))).toEqual([]);
  });

  test("the hook entry contains the client and no schema", async () => {
    const owners = ["agents/claude", "cli", "client", "core", "eventsource-parser"];
    expect(await ownersIn(entries.hook)).toEqual(owners);
  });

  test("the demo prints its first line before it loads the agent, a prompt or a schema", async () => {
    expect(await ownersIn(entries.demo)).toEqual(["cli", "client", "core"]);
  });

  test("the ACP agents import only core; the host brings the SDK, and the proxy needs none", async () => {
    const { owners, imports } = await agentPackage("agents/acp/src/index.ts", ["@agentclientprotocol/*"]);
    expect(owners).toEqual(["agents/acp", "core", "zod"]);
    expect(imports).toEqual(["import-statement @agentclientprotocol/sdk"]);
    expect(await ownersIn(entries.acp)).not.toContain("@agentclientprotocol/sdk");
  });

  test("the agent loop imports only core; the host brings the AI SDK, and a provider loads when it is used", async () => {
    const { owners, imports } = await agentPackage("agents/loop/src/index.ts", ["ai", "@ai-sdk/*"]);
    expect(owners).toEqual(["agents/loop", "core", "zod"]);
    expect(imports).toEqual([
      "dynamic-import @ai-sdk/anthropic",
      "dynamic-import @ai-sdk/openai",
      "dynamic-import @ai-sdk/openai-compatible",
      "import-statement ai",
    ]);
  });

  test("the React card imports only core, without zod, and adds at most 16 KB to a page that has React", async () => {
    const { owners, size } = await cardSize(
      `export { QuestionCard, useAnswering } from "./surfaces/react/src/index.ts"`,
    );
    expect(owners).toEqual(["core", "react:one", "surfaces/react"]);
    console.log(`card, hook and machine: ${size} bytes gzip`);
    expect(size).toBeLessThanOrEqual(16 * 1024);
    expect(size).toBeGreaterThan(6 * 1024);
  });

  test("the card in chat clients is one file of at most 200 KB, without React and without what only approvals need", async () => {
    const { html, inputs } = await buildMcpCard();
    const owners = [...new Set(inputs.map(ownerOf))].sort();
    expect(owners).toEqual(["client", "core", "marked", "preact", "surfaces/react", "surfaces/web/mcp-card"]);
    expect(inputs.filter((file) => /\/approval-part|\/evidence|\/diff|\/style\/review/.test(file))).toEqual([]);
    console.log(`card in chat clients: ${html.length} bytes, ${gzipSync(html, { level: 9 }).length} gzip`);
    expect(html.length).toBeLessThanOrEqual(200 * 1024);
  });

  const chat = `export * from "./surfaces/react/src/chat/ai-sdk.tsx";`;
  test.each([
    ["the card in a chat of the AI SDK, messages repaired", chat, "", 21, ["core"]],
    ["the same for assistant-ui", `export * from "./surfaces/react/src/chat/assistant-ui.tsx";`, "", 21, ["core"]],
    [
      "what makes it live, which loads apart,",
      `export { default } from "./surfaces/react/src/chat/live-ask.tsx";`,
      chat,
      10.5,
      ["client", "core", "eventsource-parser"],
    ],
    [
      "the lenient door, which loads apart,",
      `export { toAskLeniently } from "./surfaces/react/src/chat/lenient-door.ts";`,
      chat,
      12,
      ["core", "zod"],
    ],
  ])("%s adds at most its size in KB", async (name, entry, before, limit, others) => {
    const { owners, size } = await cardSize(before + entry);
    const added = before === "" ? size : size - (await cardSize(before)).size;
    expect(owners.filter((owner) => owner !== "react:one" && owner !== "surfaces/react")).toEqual(others);
    console.log(`${name} ${added} bytes gzip`);
    expect(added).toBeLessThanOrEqual(limit * 1024);
  });

  test.each([
    ["agents/ai-sdk/src/index.ts", ["agents/ai-sdk", "client", "core", "zod"], ["import-statement ai"], 41],
    [
      "agents/ai-sdk/src/claude/claude-stream.ts",
      ["agents/ai-sdk", "agents/claude", "core", "zod"],
      ["dynamic-import @anthropic-ai/claude-agent-sdk", "import-statement ai"],
      31,
    ],
    ...["langgraph", "openai-agents", "mastra"].map((name): [string, string[], string[], number] => [
      `agents/${name}/src/index.ts`,
      [`agents/${name}`, "client", "core", ...(name === "openai-agents" ? [] : ["zod"])],
      [],
      24,
    ]),
  ])(
    "%s has no hub in it and opens no connection; the host brings the hub's client and the SDKs",
    async (entry, who, what, kilobytes) => {
      const { owners, imports, size } = await agentPackage(entry, ["ai", "@anthropic-ai/*"]);
      expect(owners).toEqual(who);
      expect(imports).toEqual(what);
      console.log(`${entry}: ${size} bytes gzip`);
      expect(size).toBeLessThanOrEqual(kilobytes * 1024);
    },
  );

  test("the Claude adapter imports only core; the host brings the Agent SDK, which loads when a run starts", async () => {
    const { owners, imports } = await agentPackage("agents/claude/src/index.ts", ["@anthropic-ai/*"]);
    expect(owners).toEqual(["agents/claude", "core", "zod"]);
    expect(imports).toEqual(["dynamic-import @anthropic-ai/claude-agent-sdk"]);
  });

  test("the MCP server imports only core and the official package; a form is an ask without that package", async () => {
    const { owners, imports } = await agentPackage("agents/mcp/src/index.ts", ["@modelcontextprotocol/*"]);
    expect(owners).toEqual(["agents/mcp", "core", "zod"]);
    expect(imports).toEqual(["import-statement @modelcontextprotocol/server"]);
    expect(await agentPackage("agents/mcp/src/elicit.ts", [])).toMatchObject({
      owners: ["agents/mcp", "core", "zod"],
      imports: [],
    });
  });

  test("turning an outcome into Claude's words needs no schema, since the hook must stay small", async () => {
    expect(await ownersIn("agents/claude/src/claude-reply.ts")).toEqual(["agents/claude", "core"]);
  });

  test("only the agents load the AI SDK, each from its own file, and only those with a model load providers", async () => {
    for (const [name, entry] of Object.entries(entries)) {
      const owners = await ownersIn(entry);
      const hasModel = name === "open-loop";
      expect(owners.includes("ai"), entry).toBe(hasModel || name === "create-demo-agent");
      expect(owners.includes("@ai-sdk/anthropic"), entry).toBe(hasModel);
    }
  });

  test("no command loads React or Ink", async () => {
    for (const entry of Object.values(entries)) {
      const owners = await ownersIn(entry);
      expect(owners, entry).not.toContain("react");
      expect(owners, entry).not.toContain("ink");
    }
  });
});
