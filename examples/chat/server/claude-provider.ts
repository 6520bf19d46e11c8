import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { claudeStream } from "@yourcall/ai-sdk/claude";
import type { HubClient } from "@yourcall/client";
import type { UIMessage } from "ai";
import type { Provider } from "./provider.ts";

/** Claude Code through its Agent SDK. Its questions and approvals wait in the hub while it runs. */
export function createClaudeProvider(hub: HubClient, { files }: { files: string }): Provider {
  mkdirSync(files, { recursive: true });
  const file = join(files, "..", "claude-sessions.json");
  const sessions = new Map<string, string>(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : []);
  return {
    name: "Claude Code replies",
    async reply({ id, messages, signal }) {
      const options = { cwd: files, resume: sessions.get(id) };
      return claudeStream(
        { prompt: toPrompt(messages.at(-1)), options },
        {
          asker: hub,
          approvals: true,
          session: id,
          signal,
          // The next message goes on with the same session of Claude's.
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
