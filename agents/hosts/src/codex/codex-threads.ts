import type { AgentInfo } from "@yourcall/core";
import { cleanLine } from "@yourcall/core";
import { dropOldest, maxNameLength, toFields, toTitle } from "@yourcall/core/internal";
import type { AppServer, Fields } from "./app-server.ts";
import type { CodexOptions } from "./listen.ts";

const most = 200;

/** What is known of each conversation, so that a person can see where a question comes from. */
export interface CodexThreads {
  announce(thread: Fields): void;
  /** Asks Codex for what happens in the thread from now on, and for what is still open there. Never rejects. */
  subscribe(server: AppServer, id: string): Promise<void>;
  disconnected(): void;
  itemStarted(item: Fields): void;
  /** The change or call that a request is about, which was announced before. */
  itemOf(request: Fields): Fields | undefined;
  agent(id: string): AgentInfo;
  /** The file of the conversation. */
  file(id: string): string | undefined;
}

export function createCodexThreads({ look }: Pick<CodexOptions, "look">): CodexThreads {
  const known = new Map<string, Fields>();
  const places = new Map<string, Pick<AgentInfo, "branch" | "worktree">>();
  const items = new Map<string, Fields>();
  const subscribed = new Set<string>();

  function announce(thread: Fields): void {
    const id = String(thread.id);
    known.set(id, { ...known.get(id), ...thread });
    dropOldest(known, most);
  }

  return {
    announce,
    async subscribe(server, id) {
      if (subscribed.has(id)) return;
      subscribed.add(id);
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
    },
    disconnected: () => subscribed.clear(),
    itemStarted(item) {
      if (item.type !== "fileChange" && item.type !== "mcpToolCall") return;
      items.set(String(item.id), item);
      dropOldest(items, most);
    },
    itemOf({ itemId, serverName, _meta }) {
      if (typeof itemId === "string") return items.get(itemId);
      // The request about a tool of a server does not name its call.
      const input = JSON.stringify(toFields(_meta).tool_params);
      return [...items.values()].findLast(
        ({ server, arguments: given }) => server === serverName && JSON.stringify(given) === input,
      );
    },
    agent(id) {
      const { cwd, name, preview, agentNickname, gitInfo } = known.get(id) ?? {};
      const title = toTitle(toText(name) ?? toText(preview) ?? "");
      const subagent = cleanLine(toText(agentNickname) ?? "").slice(0, maxNameLength);
      const branch = toText(toFields(gitInfo).branch);
      return {
        name: "Codex",
        session: id,
        ...(title === "" ? {} : { title }),
        ...(toText(cwd) === undefined ? {} : { cwd: toText(cwd) }),
        ...(branch === undefined ? {} : { branch }),
        ...places.get(id),
        ...(subagent === "" ? {} : { subagent }),
      };
    },
    file: (id) => toText(known.get(id)?.path),
  };
}

function toText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
