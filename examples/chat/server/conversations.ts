import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "@yourcall/core";
import type { UIMessage } from "ai";

/** One stored conversation. */
export interface Conversation {
  id: string;
  /** The id of the user it belongs to. */
  user: string;
  title: string;
  updatedAt: string;
  messages: UIMessage[];
}

/** The conversations, a file each. */
export interface Conversations {
  read(id: string): Conversation | undefined;
  save(conversation: Conversation): void;
  remove(id: string): void;
  /** The conversations of one user, newest first, without their messages. */
  listOf(user: string): Omit<Conversation, "messages" | "user">[];
}

/** Ids become names of files, so they are checked before anything is saved under them. */
export function isConversationId(id: string): boolean {
  return /^[\w-]{1,64}$/.test(id);
}

export function openConversations(directory: string): Conversations {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const fileOf = (id: string) => join(directory, `${id}.json`);
  const all = new Map<string, Conversation>();
  for (const name of readdirSync(directory)) {
    const found = name.endsWith(".json") ? load(join(directory, name)) : undefined;
    if (found !== undefined) all.set(found.id, found);
  }
  return {
    read: (id) => all.get(id),
    save(conversation) {
      all.set(conversation.id, conversation);
      const file = fileOf(conversation.id);
      // Readers see either the old file or the new one, never half of one.
      writeFileSync(`${file}.new`, JSON.stringify(conversation), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
    remove(id) {
      if (all.delete(id)) rmSync(fileOf(id), { force: true });
    },
    listOf: (user) =>
      [...all.values()]
        .filter((conversation) => conversation.user === user)
        .sort((one, other) => other.updatedAt.localeCompare(one.updatedAt))
        .map(({ id, title, updatedAt }) => ({ id, title, updatedAt })),
  };
}

function load(file: string): Conversation | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Conversation;
  } catch (error) {
    console.error(`${file} cannot be read, and is left out: ${messageOf(error)}`);
    return undefined;
  }
}
