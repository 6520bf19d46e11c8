import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { findNode } from "./find-node.mjs";
import { AnsweringHub } from "./hook/answering-hub.ts";
import type { Command } from "./hook/measure.ts";
import { measureCalls, measureStart } from "./mcp/measure.ts";
import { parseOptions } from "./options.ts";
import { percentile } from "./percentile.ts";
import { writeSection } from "./results.ts";
import { renderTable } from "./table.ts";

const bin = join(import.meta.dirname, "../../cli/bin/yourcall.cjs");
const byHand = join(import.meta.dirname, "mcp/by-hand-server.mjs");
// Codex leaves out a server that is not ready by then.
const startLimitMs = 1000;
const callRounds = 200;

/** `yourcall mcp` beside a server written by hand: until the first list of tools, and one call with a person who answers at once. */
export async function benchMcp(args: string[]): Promise<number> {
  const { rounds, warmup, only } = parseOptions(args, { rounds: "20", warmup: "2" });
  if (!existsSync(join(bin, "../../dist/mcp.cjs"))) throw new Error("yourcall is not built: npm run build");
  const directory = mkdtempSync(join(tmpdir(), "yourcall-bench-"));
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
  const nodeVersion = execFileSync(findNode(), ["-p", "process.versions.node"], { encoding: "utf8" }).trim();
  const load = loadavg()[0] ?? 0;
  const env = { PATH: process.env.PATH ?? "", HOME: directory, YOURCALL_HOME: directory, LANG: "C.UTF-8" };
  const command = (...words: string[]): Command => ({ file: findNode(), args: words, env });
  const subjects: [string, Command][] = [
    ["by hand", command(byHand)],
    ["yourcall mcp", command(bin, "mcp")],
  ];
  const hub = await AnsweringHub.start(command(), bin, directory);
  try {
    const starts = new Map<string, number[]>(subjects.map(([name]) => [name, []]));
    for (let round = 0; round < warmup + rounds; round++)
      for (const [name, subject] of round % 2 === 0 ? subjects : subjects.toReversed()) {
        const ms = await measureStart(subject);
        if (round >= warmup) starts.get(name)?.push(ms);
      }
    const calls = new Map<string, number[]>();
    for (const [name, subject] of subjects)
      calls.set(name, await measureCalls(subject, { rounds: callRounds, warmup: 20 }));
    const figures = `${render("spawn → tools/list", starts)}\n\n${render("tools/call → answer", calls)}`;
    const p50 = percentile(starts.get("yourcall mcp") ?? [], 0.5) ?? Number.NaN;
    const target = renderTable(
      ["target", "measured", "verdict"],
      [[`spawn → tools/list ≤ ${startLimitMs} ms`, `${p50.toFixed(0)} ms`, p50 <= startLimitMs ? "met" : "missed"]],
    );
    console.log(`\n${figures}\n\n${target}`);
    if (only === undefined)
      writeSection(
        "mcp",
        `## MCP

${new Date().toISOString().slice(0, 10)} · Node ${nodeVersion} · ${availableParallelism()} CPUs, load ${load.toFixed(1)} before the run · ${rounds} starts after ${warmup} of warm-up, in turn; ${callRounds} calls

Repeat: \`npm run bench -- mcp --rounds ${rounds} --warmup ${warmup}\`

Milliseconds. *by hand*: a server of fifty lines that knows one tool and makes one request to the same hub. *tools/call → answer*: one question, stored in the hub, answered by somebody who reads the event stream, and back.

${figures}

${target}
`,
      );
    return 0;
  } finally {
    await hub.stop();
  }
}

function render(what: string, figures: ReadonlyMap<string, readonly number[]>): string {
  const floor = percentile([...(figures.get("by hand") ?? [])], 0.5) ?? Number.NaN;
  return renderTable(
    [what, "p50", "p95", "× by hand"],
    Array.from(figures, ([name, times]) => {
      const [p50 = Number.NaN, p95 = Number.NaN] = [percentile([...times], 0.5), percentile([...times], 0.95)];
      return [name, p50.toFixed(1), p95.toFixed(1), (p50 / floor).toFixed(2)];
    }),
  );
}
