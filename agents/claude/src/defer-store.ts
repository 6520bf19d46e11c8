import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { AskRequest, Outcome, Question } from "@yourcall/core";
import { isOutcome } from "@yourcall/core/internal";
import { lockFile } from "./session-lock.ts";

/** A pending question or approval, perhaps of a Claude that is not running. */
export interface DeferredQuestion {
  /** Claude's session to resume. */
  session: string;
  /** Claude's call. A deferred call is repeated with the same id when the session is resumed. */
  toolUseId: string;
  /** Its ask, if the asker has a hub. */
  askId?: string;
  questions: Question[];
  cwd?: string;
  /** What is asked, under the key of the call. */
  request?: AskRequest;
  /** The call was not deferred: Claude forgets it when its process ends, and gets the decision as a message instead. */
  inProcess?: boolean;
  /** What was decided, kept until Claude has received it. */
  outcome?: Outcome;
  /** The person stopped the turn: the call is ended without another turn of the model. */
  stopped?: boolean;
}

/** Where deferred questions are kept. `save` resolves once the question would survive a crash. */
export interface DeferStore {
  save(question: DeferredQuestion): Promise<void>;
  load(toolUseId: string): Promise<DeferredQuestion | undefined>;
  list(): Promise<DeferredQuestion[]>;
  remove(toolUseId: string): Promise<void>;
  /**
   * Makes the caller the only one to resume this session, until it calls the returned function or its process ends; null if another
   * does so already. Without it, two processes that resume a session at once both tell Claude the answer.
   */
  claim?(session: string): Promise<(() => void) | null>;
}

/**
 * Keeps each question in its own file, written whole and synced.
 *
 * @example
 * import { query } from "@anthropic-ai/claude-agent-sdk";
 * const store = createFileDeferStore(".deferred");
 * for (const question of await store.list())
 *   for await (const message of resumeDeferred(question, { query, store, asker })) console.log(message.type);
 */
export function createFileDeferStore(directory: string): DeferStore {
  // A model's id may be any text.
  const nameOf = (id: string) => join(directory, createHash("sha256").update(id).digest("hex").slice(0, 32));
  const pathOf = (toolUseId: string) => `${nameOf(toolUseId)}.json`;

  async function read(path: string): Promise<DeferredQuestion | undefined> {
    try {
      return toDeferred(JSON.parse(await readFile(path, "utf8")));
    } catch (error) {
      if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }

  return {
    async save(question) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const temporary = join(directory, `${randomUUID()}.tmp`);
      const file = await open(temporary, "wx", 0o600);
      try {
        await file.writeFile(JSON.stringify(question));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, pathOf(question.toolUseId));
    },
    load: (toolUseId) => read(pathOf(toolUseId)),
    async list() {
      const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return [];
        throw error;
      });
      const files = names.filter((name) => name.endsWith(".json")).sort();
      const found = await Promise.all(files.map((name) => read(join(directory, name))));
      const questions = found.filter((question) => question !== undefined);
      // A resumed session repeats its deferred call unprompted, so that one comes first.
      return questions.sort((one, other) => Number(one.inProcess === true) - Number(other.inProcess === true));
    },
    async remove(toolUseId) {
      await rm(pathOf(toolUseId), { force: true });
    },
    claim: async (session) => lockFile(`${nameOf(session)}.lock`),
  };
}

function toDeferred(value: unknown): DeferredQuestion | undefined {
  const kept = (value ?? {}) as Partial<DeferredQuestion>;
  const { session, toolUseId, askId, questions, cwd, request, outcome } = kept;
  if (typeof session !== "string" || typeof toolUseId !== "string" || !Array.isArray(questions)) return undefined;
  if (typeof askId !== "string" && typeof request !== "object") return undefined;
  return {
    session,
    toolUseId,
    questions,
    askId: typeof askId === "string" ? askId : undefined,
    cwd: typeof cwd === "string" ? cwd : undefined,
    request,
    outcome: isOutcome(outcome) ? outcome : undefined,
    inProcess: kept.inProcess === true,
    stopped: kept.stopped === true,
  };
}
