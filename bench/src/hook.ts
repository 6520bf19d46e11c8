import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ask from "../fixtures/ask.json" with { type: "json" };
import { BuiltHub } from "./built-hub.ts";
import { type Command, nodeCommand, temporaryDirectory, yourcall } from "./command.ts";
import { median, ratio, renderTable, renderTargets, show, showSpread } from "./figures.ts";
import { parseOptions } from "./options.ts";
import { report } from "./results.ts";
import { takeTurns } from "./take-turns.ts";

/** One measured program: what it gets on standard input, and what it must have printed. */
interface Subject {
  name: string;
  command: Command;
  input: string;
  prints: string;
  /** Milliseconds from spawn until everything was printed, and until the process has gone. */
  printed: number[];
  ended: number[];
}

const limit = 2;
const timeLimitMs = 15_000;
const names = { bare: "bare node", answered: "hook, answered at once" };
const words = "Two ways are open, and I would like you to choose.";

/** How long Claude Code waits for `yourcall hook claude` in addition to the person, with bare node as the floor. With --only, RESULTS.md is not changed. */
export async function benchHook(args: string[]): Promise<number> {
  const options = parseOptions(args, { rounds: 40, warmup: 3 });
  const { rounds, warmup, only, isWhole } = options;
  const directory = temporaryDirectory();
  const hub = await BuiltHub.start(directory);
  try {
    await hub.answerAll();
    const subjects = createSubjects(directory).filter(
      ({ name }) => only === undefined || name === names.bare || name.includes(only),
    );
    await takeTurns(subjects, options, measure);
    report("hook", isWhole, {
      title: "Hook",
      extent: `${rounds} rounds after ${warmup} of warm-up, in turn`,
      repeat: `hook --rounds ${rounds} --warmup ${warmup}`,
      about:
        "Milliseconds from spawn. *answered at once*: `yourcall hook claude` with a question, a running hub, and somebody who answers the ask as soon as the event stream shows it; *printed* is when Claude Code could read the answer. Bare node: spawn → exit of `node -e 0`.",
      tables: render(subjects),
    });
    return 0;
  } finally {
    await hub.end();
  }
}

function createSubjects(directory: string): Subject[] {
  const transcript = join(directory, "projects", "bench.jsonl");
  mkdirSync(join(directory, "projects"));
  const said = { type: "assistant", message: { content: [{ type: "text", text: words }] } };
  const call = { type: "assistant", message: { content: [{ type: "tool_use", name: "AskUserQuestion", input: ask }] } };
  writeFileSync(transcript, [said, call].map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  const event = { session_id: "bench", prompt_id: "one", cwd: directory, transcript_path: transcript };
  const asking = { ...event, hook_event_name: "PermissionRequest", tool_name: "AskUserQuestion", tool_input: ask };
  const subject = (name: string, command: Command, input: string, prints = ""): Subject => ({
    ...{ name, command, input, prints, printed: [], ended: [] },
  });
  const hook = yourcall(directory, "hook", "claude");
  return [
    subject(names.bare, nodeCommand(directory, "-e", "0"), ""),
    subject(names.answered, hook, JSON.stringify(asking), '"answers"'),
  ];
}

function measure({ name, command, input, prints, ...times }: Subject, counts: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(command.file, command.args, { env: command.env });
    const limit = setTimeout(() => child.kill("SIGKILL"), timeLimitMs);
    let out = "";
    let printed: number | undefined;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      if (out.endsWith("\n")) printed ??= performance.now() - startedAt;
    });
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    child.once("error", reject);
    child.once("close", (code) => {
      const ended = performance.now() - startedAt;
      clearTimeout(limit);
      if (code !== 0 || !out.includes(prints))
        return reject(new Error(`${name} ended with ${code} and printed ${JSON.stringify(out.slice(0, 200))}`));
      if (counts) times.ended.push(ended);
      if (counts && printed !== undefined) times.printed.push(printed);
      resolve();
    });
  });
}

function render(subjects: readonly Subject[]): string[] {
  const find = (name: string) => subjects.find((subject) => subject.name === name);
  const bare = median(find(names.bare)?.ended ?? []);
  const cells = (ms: number[]) => [...showSpread(ms), show(ratio(median(ms), bare), 2)];
  const figure = ratio(median(find(names.answered)?.printed ?? []), bare);
  return [
    renderTable(
      ["", "printed p50", "p95", "× bare", "ended p50", "p95", "× bare"],
      subjects.map(({ name, printed, ended }) => [name, ...cells(printed), ...cells(ended)]),
    ),
    renderTargets([
      [
        `spawn → answer printed ≤ ${limit}× bare node, hub running`,
        figure,
        (times) => times <= limit,
        show(figure, 2, "×"),
      ],
    ]),
  ];
}
