import type { AgentInfo, Ask, KeyedRequest } from "@yourcall/core";
import { cleanLine } from "@yourcall/core";
import { dropOldest, toFields, toHostRequest, toTitle } from "@yourcall/core/internal";
import type { AppServer, Fields } from "./app-server.ts";
import type { CodexMark } from "./left-asks.ts";
import type { CodexOptions } from "./listen.ts";
import { readLiveItems } from "./live-items.ts";

const most = 200;

/** What is known of each conversation, so that a person can see where a question comes from. */
export interface CodexThreads {
  announce(thread: Fields): void;
  /**
   * Asks Codex for what happens in the thread from now on, and for what is still open there. Never rejects; `known`
   * if it has been asked before.
   */
  subscribe(server: AppServer, id: string): Promise<"subscribed" | "known" | "refused">;
  /** The thread was archived, deleted or closed: Codex says no more about it, until it is asked again. */
  unloaded(id: string): void;
  disconnected(): void;
  itemStarted(item: Fields): void;
  itemEnded(item: Fields): void;
  /**
   * The change or call that a request is about. Codex announced it before, perhaps when nobody was connected here: then it is
   * asked.
   */
  findItem(request: Fields, server: AppServer | undefined): Promise<Fields | undefined>;
  /** The ask for a dialog in this thread, once it is known whose thread it is. `mark` says where its end can be read. */
  toRequest(id: string, ask: Ask, key: string, mark: Omit<CodexMark, "home" | "file">): Promise<KeyedRequest>;
  /** Whether a person can send messages to it. Not to a subagent. */
  takesMessages(id: string): boolean;
  turnStarted(id: string, turn: string): void;
  turnEnded(id: string, turn: string): void;
  /** The turn that is running now. */
  turn(id: string): string | undefined;
  /** The file of the conversation. */
  file(id: string): string | undefined;
}

export function createCodexThreads({ home, look }: Pick<CodexOptions, "home" | "look">): CodexThreads {
  const known = new Map<string, Fields>();
  const places = new Map<string, Pick<AgentInfo, "branch" | "worktree">>();
  const items = new Map<string, Fields>();
  const turns = new Map<string, string>();
  const subscribed = new Map<string, Promise<void>>();

  function itemStarted(item: Fields): void {
    if (item.type !== "fileChange" && item.type !== "mcpToolCall") return;
    items.set(String(item.id), item);
    dropOldest(items, most);
  }

  function itemOf({ itemId, serverName, _meta }: Fields): Fields | undefined {
    if (typeof itemId === "string") return items.get(itemId);
    // The request about a tool of a server does not name its call.
    const input = JSON.stringify(toFields(_meta).tool_params);
    return [...items.values()].findLast(
      ({ server, arguments: given }) => server === serverName && JSON.stringify(given) === input,
    );
  }

  function announce(thread: Fields): void {
    const id = String(thread.id);
    known.set(id, { ...known.get(id), ...thread });
    dropOldest(known, most);
  }

  async function subscribe(server: AppServer, id: string): Promise<void> {
    try {
      // No other field: it would change the conversation's settings.
      const thread = toFields((await server.call("thread/resume", { threadId: id, excludeTurns: true })).thread);
      announce(thread);
      if (!places.has(id)) places.set(id, await look(toText(thread.cwd)));
      dropOldest(places, most);
    } catch {
      // A thread of Codex's own, for a title: it has no file yet, or never.
      subscribed.delete(id);
    }
  }

  /** A subagent is part of the session of the person's own thread. */
  function toAgent(id: string): AgentInfo {
    const { cwd, sessionId, parentThreadId, agentNickname, gitInfo } = known.get(id) ?? {};
    const session = toText(parentThreadId) === undefined ? id : (toText(sessionId) ?? id);
    const { name, preview } = known.get(session) ?? {};
    const title = toTitle(toText(name) ?? toText(preview) ?? "");
    const subagent = cleanLine(toText(agentNickname) ?? "");
    const branch = toText(toFields(gitInfo).branch);
    return {
      name: "Codex",
      session,
      ...(title === "" ? {} : { title }),
      ...(toText(cwd) === undefined ? {} : { cwd: toText(cwd) }),
      ...(branch === undefined ? {} : { branch }),
      ...places.get(id),
      ...(subagent === "" ? {} : { subagent }),
    };
  }

  return {
    announce,
    async subscribe(server, id) {
      if (subscribed.has(id)) return "known";
      const subscribing = subscribe(server, id);
      subscribed.set(id, subscribing);
      await subscribing;
      return subscribed.has(id) ? "subscribed" : "refused";
    },
    unloaded: (id) => void subscribed.delete(id),
    disconnected() {
      for (const all of [subscribed, turns, items]) all.clear();
    },
    itemStarted,
    itemEnded: ({ id }) => void items.delete(String(id)),
    async findItem(request, server) {
      const found = itemOf(request);
      if (found !== undefined || server === undefined) return found;
      const live = await readLiveItems(server, String(request.threadId)).catch(() => []);
      for (const item of live) itemStarted(item);
      return itemOf(request);
    },
    async toRequest(id, ask, key, given) {
      // Codex sends what is open again before it describes the thread.
      await subscribed.get(id);
      const mark: CodexMark = { home, file: toText(known.get(id)?.path), ...given };
      return toHostRequest(ask, { key, agent: toAgent(id), metadata: { codex: mark } });
    },
    takesMessages: (id) => known.get(id)?.canAcceptDirectInput !== false,
    turnStarted(id, turn) {
      turns.set(id, turn);
      dropOldest(turns, most);
    },
    turnEnded(id, turn) {
      if (turns.get(id) === turn) turns.delete(id);
    },
    turn: (id) => turns.get(id),
    file: (id) => toText(known.get(id)?.path),
  };
}

function toText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
