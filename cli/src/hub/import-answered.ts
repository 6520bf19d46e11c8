import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { checkAnswers, cleanLine, type Outcome, parseAsk } from "@yourcall/core";
import type { Store } from "@yourcall/hub";
import { type AnsweredLine, answeredFile } from "../ask/keep-answered.ts";

/** Moves asks that were answered without a hub into the store. A line that cannot be read is reported and dropped. */
export async function importAnswered(directory: string, store: Store, log: (message: string) => void): Promise<void> {
  const file = join(directory, answeredFile);
  const taken = join(directory, "answered.importing.jsonl");
  // Left by a hub that crashed.
  if (existsSync(taken)) await importFile(taken, store, log);
  if (!existsSync(file)) return;
  // Renamed first, since a prompt may append to the file meanwhile.
  renameSync(file, taken);
  await importFile(taken, store, log);
}

async function importFile(file: string, store: Store, log: (message: string) => void): Promise<void> {
  for (const [index, line] of readFileSync(file, "utf8").split("\n").entries()) {
    if (line.trim() === "") continue;
    try {
      await importLine(JSON.parse(line), store);
    } catch (error) {
      log(`line ${index + 1} of ${answeredFile} was not imported: ${cleanLine((error as Error).message)}`);
    }
  }
  rmSync(file, { force: true });
}

async function importLine({ id, askedAt, request, outcome }: AnsweredLine, store: Store): Promise<void> {
  if (typeof id !== "string" || !/^ask_[0-9A-Z]{26,35}$/.test(id) || !Number.isFinite(askedAt))
    throw new Error("it has no id or no time.");
  const { kind, questions, metadata, context } = request;
  const ask = parseAsk({ kind, questions, metadata, context });
  const ended = checkOutcome(ask, outcome);
  if ((await store.get(id)) !== null) return;
  await store.create({
    id,
    token: "agent",
    key: null,
    kind: ask.kind,
    agent: request.agent ?? { name: "shell" },
    questions: ask.questions,
    approval: null,
    context: ask.context ?? null,
    metadata: ask.metadata ?? null,
    onTimeout: request.onTimeout ?? "expire",
    createdAt: askedAt,
    expiresAt: null,
    lastSeenAt: askedAt,
  });
  await store.end(id, ended, { taken: true });
}

function checkOutcome(ask: Parameters<typeof checkAnswers>[0], outcome: Outcome): Outcome {
  if (Number.isNaN(Date.parse(outcome.at))) throw new Error("its outcome has no time.");
  if (outcome.status === "answered") {
    const checked = checkAnswers(ask, outcome.answers);
    if ("issues" in checked) throw new Error("its answers do not fit its questions.");
    return { ...outcome, answers: checked.answers };
  }
  if (outcome.status !== "declined" && outcome.status !== "expired") throw new Error("its outcome is unknown.");
  return outcome;
}
