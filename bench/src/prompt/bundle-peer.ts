import { join } from "node:path";
import { build } from "esbuild";

export type Peer = "inquirer" | "clack" | "prompts" | "ink";

const directory = join(import.meta.dirname, "../../peers");

export function peerFile(peer: Peer): string {
  return join(directory, `${peer}.mjs`);
}

/**
 * The peer and all it needs in one minified file. Returns its path. CommonJS starts a little sooner; Ink has a
 * top-level await and can only be a module.
 */
export async function bundlePeer(peer: Peer, outputDirectory: string): Promise<string> {
  const isModule = peer === "ink";
  const outfile = join(outputDirectory, `${peer}.${isModule ? "mjs" : "cjs"}`);
  await build({
    entryPoints: [peerFile(peer)],
    outfile,
    bundle: true,
    minify: true,
    platform: "node",
    format: isModule ? "esm" : "cjs",
    target: "node22",
    define: { "process.env.NODE_ENV": '"production"' },
    alias: { "react-devtools-core": join(directory, "no-devtools.mjs") },
    // CommonJS parts inside a module bundle call require for Node's own modules.
    banner: !isModule ? {} : { js: 'import{createRequire as r}from"node:module";const require=r(import.meta.url);' },
    logLevel: "warning",
  });
  return outfile;
}
