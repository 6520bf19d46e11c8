import type { Options, SDKMessage, SDKUserMessage } from "@anthropic-ai/claude-agent-sdk";
import { query } from "@anthropic-ai/claude-agent-sdk";
import { onTestFinished } from "vitest";
import { type ClaudePlace, claudeBinary, createClaudePlace } from "../../support/claude.ts";
import { type MessagesApi, type Scenarios, startMessagesApi } from "../../support/messages-api.ts";

export interface ClaudeSet {
  readonly api: MessagesApi;
  readonly place: ClaudePlace;
  /** The options to run the real binary here. */
  options(more?: Options): Options;
}

/** The scripted model and a directory for Claude Code, both removed after the test. */
export async function setUpClaude(scenarios: Scenarios, env: Record<string, string> = {}): Promise<ClaudeSet> {
  const api = await startMessagesApi(scenarios);
  const place = createClaudePlace(api.url, env);
  onTestFinished(async () => {
    await api.stop();
    place.remove();
  });
  return {
    api,
    place,
    options: (more = {}) => ({
      cwd: place.cwd,
      env: place.env,
      pathToClaudeCodeExecutable: claudeBinary,
      ...more,
    }),
  };
}

/** Runs a session to its end. */
export async function runSession(
  prompt: string | AsyncIterable<SDKUserMessage>,
  options: Options,
): Promise<SDKMessage[]> {
  const messages: SDKMessage[] = [];
  for await (const message of query({ prompt, options })) messages.push(message);
  return messages;
}

/** Options of a question, each with the description that Claude Code requires. */
export function labelled(...labels: string[]) {
  return labels.map((label) => ({ label, description: `About ${label}` }));
}
