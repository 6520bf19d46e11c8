import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionMode } from "@yourcall/client";
import type { AgentUsage, OfferedModel } from "@yourcall/core";
import type { AgentKind } from "@yourcall/core/internal";
import type { Worktree } from "./worktree/add-worktree.ts";

/** A message of the person; its pictures by their ids. */
export interface SessionMessage {
  text: string;
  pictures?: string[];
}

/** What is stored about a session, besides its transcript, and outlives the desk. */
export interface SessionRecord {
  version: 1;
  id: string;
  title: string;
  prompt: string;
  /** The pictures that go with it, by their ids. */
  promptPictures?: string[];
  agent: string;
  kind: AgentKind;
  cwd: string;
  mode: SessionMode;
  /** The model as the person named it, then as the agent reports it. */
  wantedModel?: string;
  model?: string;
  usage?: AgentUsage;
  /** What can be chosen, as the agent reports it. */
  models?: readonly OfferedModel[];
  modes?: SessionMode[];
  takesPictures?: boolean;
  /** False: its agent can continue the conversation only while its process runs. */
  continuesSessions?: boolean;
  createdAt: string;
  /** When it last changed its state. */
  since: string;
  lastLine?: string;
  failure?: string;
  stoppedAt?: string;
  archivedAt?: string | undefined;
  /** If it works in a worktree of its own, `cwd` is in there. */
  worktree?: Worktree & { mergedAt?: string };
  /** Whether its agent knows the conversation. */
  hasBegun: boolean;
  /** The agent has said that it cannot continue the conversation. */
  cannotResume?: boolean | undefined;
  /** A turn is under way. */
  isActive: boolean;
  /** The asks that its turn waits for. */
  openAsks: string[];
  /** Asks whose agent ended before they did and will not ask them again. */
  orphanedAsks: string[];
  /** Answers that did not reach the agent, as messages for when it continues. */
  unsentMessages: string[];
  /** Messages that the agent has, and that are not in the transcript because a reply is still growing. */
  takenMessages?: SessionMessage[] | undefined;
  /** Messages for the next turn. */
  queue: SessionMessage[];
}

interface SessionFiles {
  load(): SessionRecord[];
  save(record: SessionRecord): void;
  remove(id: string): void;
  transcriptOf(id: string): string;
  /** The folder of its pictures. */
  picturesOf(id: string): string;
}

/** A record and a transcript for each session. A record is replaced as a whole, so that a crash leaves the old or the new one. */
export function openSessionFiles(directory: string): SessionFiles {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const recordOf = (id: string) => join(directory, `${id}.json`);
  const transcriptOf = (id: string) => join(directory, `${id}.jsonl`);
  const picturesOf = (id: string) => join(directory, `${id}.pictures`);
  return {
    load: () =>
      readdirSync(directory).flatMap((name) => (name.endsWith(".json") ? readRecord(join(directory, name)) : [])),
    save(record) {
      const file = recordOf(record.id);
      writeFileSync(`${file}.new`, JSON.stringify(record), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
    remove(id) {
      for (const file of [recordOf(id), transcriptOf(id), picturesOf(id)])
        rmSync(file, { recursive: true, force: true });
    },
    transcriptOf,
    picturesOf,
  };
}

/** Empty for a file that is damaged or of another version. */
function readRecord(file: string): SessionRecord[] {
  try {
    const record = JSON.parse(readFileSync(file, "utf8")) as Partial<SessionRecord>;
    if (record.version !== 1 || typeof record.id !== "string") return [];
    return [{ ...record, queue: record.queue ?? [] } as SessionRecord];
  } catch {
    return [];
  }
}
