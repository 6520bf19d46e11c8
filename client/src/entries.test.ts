import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";

async function bundle(entry: string, platform: "browser" | "node") {
  const result = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    format: "esm",
    platform,
    external: ["node:*"],
    conditions: ["yourcall-source"],
    write: false,
    metafile: true,
    outdir: "nowhere",
  });
  const [output] = Object.values(result.metafile.outputs);
  const inputs = Object.entries(output?.inputs ?? {}).flatMap(([file, { bytesInOutput }]) =>
    bytesInOutput > 0 ? [file.replace(/^.*?(?=(core|client)\/src\/|node_modules\/)/, "")] : [],
  );
  return { inputs, imports: output?.imports.map(({ path }) => path) ?? [], text: result.outputFiles[0]?.text ?? "" };
}

test("the browser entry runs without Node, and contains only core's follow, errors and outcomes, and a parser of event streams", async () => {
  const { inputs, imports } = await bundle("browser.ts", "browser");
  expect(imports).toEqual([]);
  expect(inputs.filter((file) => !file.startsWith("client/src/")).sort()).toEqual([
    "core/src/clock.ts",
    "core/src/errors.ts",
    "core/src/fields.ts",
    "core/src/follow-ask.ts",
    "core/src/outcome-schemas.ts",
    "node_modules/eventsource-parser/dist/index.js",
  ]);
});

test("the node entry never calls fetch, and loads neither it nor TLS unless needed", async () => {
  const { inputs, imports, text } = await bundle("node.ts", "node");
  expect(text).not.toMatch(/\bfetch\s*\(/);
  expect(inputs.filter((file) => /browser|node_modules/.test(file))).toEqual([
    "node_modules/eventsource-parser/dist/index.js",
  ]);
  expect([...new Set(imports)].sort()).toEqual(["node:crypto", "node:fs", "node:path"]);
  const file = join(mkdtempSync(join(tmpdir(), "yourcall-entry-")), "node.mjs");
  onTestFinished(() => rmSync(dirname(file), { recursive: true }));
  const use = `createHubClient({ socketPath: "/nowhere" }); console.log(JSON.stringify(process.moduleLoadList));`;
  writeFileSync(file, `${text}\n${use}`);
  const loaded = execFileSync(process.execPath, [file], { encoding: "utf8" });
  expect(loaded).toContain("NativeModule http");
  expect(loaded).not.toMatch(/undici|NativeModule tls/);
});
