import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startHub } from "../../../../hub/src/index.ts";
import { serveParent } from "../serve-parent.ts";

/** The hub itself, as `yourcall serve` starts it, on a free port. */
await serveParent(async ({ directory }: { directory: string }) => {
  const { port, socket, stop } = await startHub({ directory, version: "bench", port: 0, exactPort: true });
  const tokens = JSON.parse(readFileSync(join(directory, "tokens.json"), "utf8")) as { agent: string; human: string };
  return { ready: { port, socket, tokens }, stop };
});
