import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

const name = `@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}`;
const root = join(import.meta.dirname, "../..");

/** The root install leaves out Claude Code; our own programs find it there while these tests run. */
export default function setup(): () => void {
  const link = join(root, "node_modules", name);
  rmSync(link, { recursive: true, force: true });
  symlinkSync(join(import.meta.dirname, "node_modules", name), link);
  return () => rmSync(link, { force: true });
}
