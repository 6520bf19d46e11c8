import { randomUUID } from "node:crypto";
import { appendFileSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cleanLine, YourcallError } from "@yourcall/core";
import type { NewAsk, Store } from "@yourcall/hub";
import { answeredFile, listAnswered } from "../ask/keep-answered.ts";
import { checkAnsweredLine } from "./check-answered-line.ts";

const refusedFile = "answered.refused.jsonl";

/**
 * Moves asks that were answered without a hub into the store. A file is deleted once all of it is in the store, and importing it again
 * changes nothing, so a crash or a full disk loses no answer: the next hub imports it again. A line that cannot be an answer is
 * reported and kept in another file.
 */
export async function importAnswered(directory: string, store: Store, log: (message: string) => void): Promise<void> {
  try {
    // Renamed first, since a prompt may append to the file meanwhile, and to a name of its own, since `log` may import too.
    const taken = join(directory, `answered.${randomUUID()}.importing.jsonl`);
    unlessMissing(() => renameSync(join(directory, answeredFile), taken));
    for (const name of listAnswered(directory))
      if (name !== answeredFile) await importFile(directory, name, store, log);
  } catch (error) {
    const why = cleanLine((error as Error).message);
    log(
      `Some answers given while no hub ran are not in the log yet: ${why} They are kept. The next start tries again.`,
    );
  }
}

async function importFile(directory: string, name: string, store: Store, log: (message: string) => void) {
  const file = join(directory, name);
  const refused: string[] = [];
  const text = unlessMissing(() => readFileSync(file, "utf8")) ?? "";
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    try {
      await importLine(line, store);
    } catch (error) {
      if (YourcallError.isInstance(error) && error.code === "store-unavailable") throw error;
      const why = cleanLine((error as Error).message).replace(/\.$/, "");
      log(
        `line ${index + 1} of ${answeredFile} was not imported: ${why}. It is kept in ${join(directory, refusedFile)}.`,
      );
      refused.push(`${line}\n`);
    }
  }
  if (refused.length > 0) appendFileSync(join(directory, refusedFile), refused.join(""), { mode: 0o600 });
  rmSync(file, { force: true });
}

async function importLine(line: string, store: Store): Promise<void> {
  const { ask, outcome } = checkAnsweredLine(JSON.parse(line));
  const end = () => store.end(ask.id, outcome, { taken: true });
  let found = await store.get(ask.id);
  if (found === null) {
    try {
      // Both in one turn: SQLite then makes one commit of them. If a store made two, the next import would end what is pending.
      await Promise.all([store.create(ask), end()]);
      return;
    } catch (error) {
      // Another process may have imported it at the same moment.
      found = await store.get(ask.id);
      if (found === null) throw error;
    }
  }
  if (toIdentity(found) !== toIdentity(ask)) throw new Error("its id belongs to another ask.");
  await end();
}

function toIdentity({ createdAt, questions }: NewAsk): string {
  return JSON.stringify([createdAt, questions]);
}

/** Undefined if the file does not exist: another process may have imported it. */
function unlessMissing<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
