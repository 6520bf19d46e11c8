import {
  type EndpointReply,
  type EndpointRequest,
  openEndpoint,
  toAnthropicEvents,
} from "../../agents/loop/src/test-support/scripted-endpoint.ts";
import { homeOfBackgroundHub } from "./background-hub.ts";
import { temporaryDirectory } from "./hub.ts";
import { openTerminal, type TerminalOptions, type TestTerminal } from "./terminal.ts";

export const says = (...text: string[]): EndpointReply => toAnthropicEvents({ text });
export const calls = (text: string, ...made: { id: string; name: string; input: unknown }[]): EndpointReply =>
  toAnthropicEvents({ text: [text], calls: made });
/** A reply that stops before the piece with this text until the gate opens. */
export function pausesBefore(piece: string, reply: EndpointReply, gate: Promise<void>): EndpointReply {
  if (!("events" in reply)) throw new Error("Only a reply of events can pause.");
  const at = reply.events.findIndex((event) => JSON.stringify(event).includes(JSON.stringify(piece).slice(1, -1)));
  return { ...reply, events: reply.events.toSpliced(at, 0, gate) };
}
export const asks = (id: string, ...questions: unknown[]) => ({ id, name: "AskUserQuestion", input: { questions } });

/** A provider on loopback, a directory to work in, and a state directory. */
export interface ChatPlace {
  directory: string;
  requests: EndpointRequest[];
  env: Record<string, string>;
  /** `yourcall agent ARGS` on a terminal, in that directory. */
  chat(args?: string[], options?: TerminalOptions): TestTerminal;
}

export async function openPlace(
  replies: EndpointReply[],
  options: { home?: string; directory?: string } = {},
): Promise<ChatPlace> {
  const endpoint = await openEndpoint(replies);
  const directory = options.directory ?? temporaryDirectory("agent");
  const env = {
    ANTHROPIC_API_KEY: "key",
    ANTHROPIC_BASE_URL: endpoint.url,
    YOURCALL_HOME: options.home ?? homeOfBackgroundHub("agent-home"),
  };
  return {
    directory,
    requests: endpoint.requests,
    env,
    chat: (args = [], more = {}) =>
      openTerminal(["agent", ...args], {
        shell: `cd '${directory}' && exec "$@"`,
        stdoutOnTerminal: true,
        ...more,
        env: { ...env, ...more.env },
      }),
  };
}

/** The tool results in the provider's last request. */
export function resultsIn({ requests }: ChatPlace): string[] {
  const content: unknown = requests.at(-1)?.body.messages.at(-1)?.content;
  const parts = Array.isArray(content) ? (content as { type: string; content?: unknown }[]) : [];
  return parts.flatMap((part) => (part.type === "tool_result" ? [JSON.stringify(part.content)] : []));
}
