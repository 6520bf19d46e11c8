import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { claudeStream } from "@yourcall/ai-sdk/claude";
import { createFileDeferStore } from "@yourcall/claude";
import type { HubClient } from "@yourcall/client";
import type { UIMessage } from "ai";
import type { Provider } from "./providers.ts";

/** Claude Code through its Agent SDK. It does not run while a question waits, and continues with the answer even after a restart. */
export function createClaudeProvider(hub: HubClient, files: string): Provider {
  mkdirSync(files, { recursive: true });
  const file = join(files, "..", "claude-sessions.json");
  const sessions = new Map<string, string>(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : []);
  const store = createFileDeferStore(join(files, "..", "claude-questions"));
  return {
    name: "Claude Code replies",
    async waiting() {
      const kept = (await store.list()).filter(({ stopped }) => stopped !== true).map(({ session }) => session);
      return [...sessions].flatMap(([id, session]) => (kept.includes(session) ? [id] : []));
    },
    async reply({ id, messages, goesOn, signal }) {
      const last = messages.at(-1);
      const options = { cwd: files, resume: sessions.get(id) };
      return claudeStream(
        { prompt: goesOn ? "" : toPrompt(last), options },
        {
          asker: hub,
          approvals: true,
          store,
          message: last?.role === "assistant" ? last : undefined,
          session: id,
          signal,
          // The next message continues the same Claude session.
          onSession(session) {
            sessions.set(id, session);
            writeFileSync(file, JSON.stringify([...sessions]), { mode: 0o600 });
          },
        },
      );
    },
  };
}

function toPrompt(message: UIMessage | undefined): string {
  return (message?.parts ?? []).map((part) => (part.type === "text" ? part.text : "")).join("\n");
}
