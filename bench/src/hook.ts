import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import ask from "../fixtures/ask.json" with { type: "json" };
import { findNode } from "./find-node.mjs";
import { AnsweringHub } from "./hook/answering-hub.ts";
import { type Command, measure, type Sample, type Subject } from "./hook/measure.ts";
import { names, type Run, renderFigures, renderSection, renderTarget } from "./hook/report.ts";
import { parseOptions } from "./options.ts";
import { writeSection } from "./results.ts";

const bin = join(import.meta.dirname, "../../cli/bin/yourcall.cjs");
const words = "Two ways are open, and I would like you to choose.";

/** How long Claude Code waits for `yourcall hook claude` beyond the person, with bare node as the floor. With --only nothing is written. */
export async function benchHook(args: string[]): Promise<number> {
  const { rounds, warmup, only } = parseOptions(args, { rounds: "40", warmup: "3" });
  if (!existsSync(join(bin, "../../dist/hook.cjs"))) throw new Error("yourcall is not built: npm run build");
  const directory = mkdtempSync(join(tmpdir(), "yourcall-bench-"));
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
  const nodeVersion = execFileSync(findNode(), ["-p", "process.versions.node"], { encoding: "utf8" }).trim();
  const run: Run = { rounds, warmup, nodeVersion, load: loadavg()[0] ?? 0 };
  const env = { PATH: process.env.PATH ?? "", HOME: directory, YOURCALL_HOME: directory, LANG: "C.UTF-8" };
  const command = (...words: string[]): Command => ({ file: findNode(), args: words, env });
  const hub = await AnsweringHub.start(command(), bin, directory);
  try {
    const all = createSubjects(command, directory);
    const wanted = all.filter(({ name }) => only === undefined || name === names.bare || name.includes(only));
    const figures = await measureInTurn(wanted, run);
    console.log(`\n${renderFigures(figures)}\n\n${renderTarget(figures)}`);
    if (only === undefined) writeSection("hook", renderSection(figures, run));
    return 0;
  } finally {
    await hub.stop();
  }
}

function createSubjects(command: (...args: string[]) => Command, directory: string): Subject[] {
  const transcript = join(directory, "projects", "bench.jsonl");
  mkdirSync(join(directory, "projects"));
  const said = { type: "assistant", message: { content: [{ type: "text", text: words }] } };
  const call = { type: "assistant", message: { content: [{ type: "tool_use", name: "AskUserQuestion", input: ask }] } };
  writeFileSync(transcript, [said, call].map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  const event = { session_id: "bench", prompt_id: "one", cwd: directory, transcript_path: transcript };
  const asking = { ...event, hook_event_name: "PermissionRequest", tool_name: "AskUserQuestion", tool_input: ask };
  const hook = command(bin, "hook", "claude");
  return [
    { name: names.bare, command: command("-e", "0"), input: "", prints: "" },
    { name: names.answered, command: hook, input: JSON.stringify(asking), prints: '"answers"' },
    { name: names.stop, command: hook, input: JSON.stringify({ ...event, hook_event_name: "Stop" }), prints: "" },
  ];
}

// Every other round backwards, so that a slow spell of the machine meets all of them.
async function measureInTurn(subjects: readonly Subject[], { rounds, warmup }: Run): Promise<Map<string, Sample[]>> {
  const figures = new Map<string, Sample[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < warmup + rounds; round++)
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      const sample = await measure(subject);
      if (round >= warmup) figures.get(subject.name)?.push(sample);
    }
  return figures;
}
