import { join } from "node:path";
import { build } from "esbuild";

/** A server script with all of the hub in one file, made from the sources as the command's own build makes it. */
export async function bundleHub(script: "yourcall" | "fill-store", outputDirectory: string): Promise<string> {
  const outfile = join(outputDirectory, `${script}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, "servers", `${script}.ts`)],
    outfile,
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    target: "node22.13",
    conditions: ["yourcall-source"],
    // CommonJS parts inside a module bundle call require for Node's own modules.
    banner: { js: 'import{createRequire as r}from"node:module";const require=r(import.meta.url);' },
    logLevel: "warning",
  });
  return outfile;
}
