import type { Summary } from "./summary.ts";

export interface Verdict {
  target: string;
  measured: string;
  verdict: "met" | "missed" | "not measured";
}

/** The targets that this subject can decide, each beside what was measured. */
export function judgeTargets(summaries: readonly Summary[]): Verdict[] {
  const find = (name: string) => summaries.find((summary) => summary.name === name);
  const yourcall = find("yourcall");
  const start = yourcall?.start?.p50;
  const key = yourcall?.key?.p50;
  const bare = find("bare node")?.start?.p50;
  return [
    judge("first frame ≤ 1.6× bare node", start, bare, 1.6),
    ...["@inquirer/prompts", "@clack/prompts"].map((peer) =>
      judge(`first frame ahead of ${peer}, its best form`, start, bestOf(summaries, peer, "start"), 1),
    ),
    judgeKey(key),
    judge(
      "key → repaint ahead of @inquirer/prompts, its best form",
      key,
      bestOf(summaries, "@inquirer/prompts", "key"),
      1,
    ),
  ];
}

function bestOf(summaries: readonly Summary[], peer: string, what: "start" | "key"): number | undefined {
  const figures = summaries
    .filter((summary) => summary.name.startsWith(`${peer},`))
    .flatMap((summary) => summary[what]?.p50 ?? []);
  return figures.length === 0 ? undefined : Math.min(...figures);
}

function judge(target: string, figure: number | undefined, reference: number | undefined, limit: number): Verdict {
  if (figure === undefined || reference === undefined) return { target, measured: "–", verdict: "not measured" };
  const ratio = figure / reference;
  // "Ahead" is a limit of 1, and equal is not ahead.
  const isMet = limit === 1 ? ratio < 1 : ratio <= limit;
  return { target, measured: `${ratio.toFixed(2)}×`, verdict: isMet ? "met" : "missed" };
}

function judgeKey(key: number | undefined): Verdict {
  const target = "key → repaint ≤ 1 ms p50";
  if (key === undefined) return { target, measured: "–", verdict: "not measured" };
  return { target, measured: `${key.toFixed(2)} ms`, verdict: key <= 1 ? "met" : "missed" };
}
