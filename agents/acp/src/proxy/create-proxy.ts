import { type AgentInfo, type Clock, cleanLine, type HubAsker } from "@yourcall/core";
import { maxNameLength, parseJson, toFields } from "@yourcall/core/internal";
import { type Fields, type PersonRequest, toNonBlank } from "../person-request.ts";
import { readRequest } from "../read-request.ts";
import { askHub, type HubAsk } from "./ask-hub.ts";
import { createKnownSessions } from "./known-sessions.ts";

export interface ProxyOptions {
  /** Keeps the questions. While it is unreachable, the editor works as if it talked to its agent directly. */
  hub: HubAsker;
  clock: Clock;
  /** Returns a unique key for each request. */
  createKey: () => string;
  /** The agent's name until it announces one itself. */
  agentName: string;
  /** What else a person should know about a session in this directory. It must not reject. */
  readPlace?(cwd: string | undefined): Promise<Pick<AgentInfo, "branch" | "worktree" | "pane">>;
  toEditor(line: Uint8Array | string): void;
  toAgent(line: Uint8Array | string): void;
}

export interface AcpProxy {
  /** A line as it came, with its LF. */
  fromEditor(line: Buffer): void;
  fromAgent(line: Buffer): void;
  /** Withdraws what is still open, because one side is gone, and says that the sessions have ended. */
  close(reason: string): Promise<void>;
}

/** A request of the agent that waits for a person. */
interface Open {
  /** The JSON of its id. */
  id: string;
  request: PersonRequest;
  /** The editor cannot show it. */
  isHubOnly: boolean;
  /** The hub can no longer settle it: it is unreachable, or the ask ended without a decision. */
  isHubOut: boolean;
  /** The editor's error reply. It does not win over the hub, and is passed on only if the hub cannot settle the request either. */
  error?: Buffer;
  end: HubAsk["end"];
}

// A hub that has not accepted the ask by then is treated as unreachable.
const hubPatienceMs = 5000;
// After `session/cancel` an editor replies to what is open; some never do, and then an agent can wait forever.
const editorGraceMs = 1000;

/**
 * Sits between an editor and its agent. Lines pass through unchanged, and a request that a person can settle also goes to the hub:
 *
 *     agent ──request──▶ editor        the editor's result passes through; the ask ends by report
 *             └────────▶ hub           an outcome becomes the reply; the editor is sent `$/cancel_request`, its reply swallowed
 *
 * @example
 * import { machineClock } from "@yourcall/core";
 * const proxy = createProxy({
 *   hub,
 *   clock: machineClock,
 *   createKey: () => crypto.randomUUID(),
 *   agentName: "gemini",
 *   toEditor: (line) => process.stdout.write(line),
 *   toAgent: (line) => console.error(line),
 * });
 */
export function createProxy({
  hub,
  clock,
  createKey,
  agentName,
  readPlace,
  toEditor,
  toAgent,
}: ProxyOptions): AcpProxy {
  const sessions = createKnownSessions(clock);
  const open = new Map<string, Open>();
  const swallowed = new Set<string>();
  const prompts = new Map<string, string>();
  const opened = new Map<string, unknown>();
  const ending = new Set<Promise<void>>();
  /** The sessions in which something was asked. */
  const asked = new Set<string>();
  let [agent, editor, initialize] = [agentName, "editor", ""];
  // Only version 1 is understood; anything else passes through.
  let isPassive = false;
  let addsForms = false;

  function fromEditor(line: Buffer) {
    const message = toFields(parseJson(line.toString("utf8")));
    const { id, method, params } = message;
    if (isPassive || Object.keys(message).length === 0) return toAgent(line);
    if (method === undefined) return receiveEditorReply(JSON.stringify(id), message, line);
    if (method === "initialize") return toAgent(receiveInitialize(message, line));
    const fields = toFields(params);
    if (method === "session/new" || method === "session/load" || method === "session/resume")
      opened.set(JSON.stringify(id), fields);
    if (method === "session/prompt") {
      sessions.notePrompt(fields);
      prompts.set(JSON.stringify(id), String(fields.sessionId));
    }
    toAgent(line);
    if (method === "session/cancel") for (const one of ofSession(fields.sessionId)) stopTurn(one);
  }

  function fromAgent(line: Buffer) {
    const message = toFields(parseJson(line.toString("utf8")));
    const { id, method, params } = message;
    if (isPassive || Object.keys(message).length === 0) return toEditor(line);
    if (method === undefined) {
      toEditor(line);
      return receiveAgentReply(JSON.stringify(id), message);
    }
    if (method === "session/update") sessions.noteUpdate(toFields(params));
    if (method === "$/cancel_request") {
      const one = open.get(JSON.stringify(toFields(params).requestId));
      if (one !== undefined) drop(one, "The agent withdrew it.");
      if (one?.isHubOnly) return reply(one.id, one.request.cancelled);
    }
    // A link is sent only to an editor that opens links.
    const isForm = method === "elicitation/create" && toFields(params).mode !== "url";
    const request = id === undefined || id === null ? undefined : readRequest(String(method), params);
    const isHubOnly = isForm && addsForms;
    if (!isHubOnly) toEditor(line);
    if (request !== undefined) put(JSON.stringify(id), request, isHubOnly);
    // The editor did not announce support for forms, and this form cannot be shown on other screens either.
    else if (isHubOnly && id !== undefined) reply(JSON.stringify(id), { action: "cancel" });
  }

  function receiveInitialize(message: Fields, line: Buffer): Buffer | string {
    initialize = JSON.stringify(message.id);
    const params = toFields(message.params);
    const { name, title } = toFields(params.clientInfo);
    editor = toName(title) ?? toName(name) ?? editor;
    const capabilities = toFields(params.clientCapabilities);
    const forms = toFields(capabilities.elicitation);
    addsForms = params.protocolVersion === 1 && (forms.form === undefined || forms.form === null);
    if (!addsForms) return line;
    const clientCapabilities = { ...capabilities, elicitation: { ...forms, form: {} } };
    return `${JSON.stringify({ ...message, params: { ...params, clientCapabilities } })}\n`;
  }

  function receiveAgentReply(id: string, { result }: Fields): void {
    const fields = toFields(result);
    if (id === initialize) {
      isPassive = fields.protocolVersion !== 1;
      const { name, title } = toFields(fields.agentInfo);
      agent = toName(title) ?? toName(name) ?? agent;
    }
    const asked = toFields(opened.get(id));
    opened.delete(id);
    sessions.open(asked.sessionId ?? fields.sessionId, asked.cwd);
    const session = prompts.get(id);
    prompts.delete(id);
    if (session !== undefined) for (const one of ofSession(session)) drop(one, "The agent's turn has ended.");
  }

  function receiveEditorReply(id: string, message: Fields, line: Buffer) {
    if (swallowed.delete(id)) return;
    const one = open.get(id);
    if (one === undefined) return toAgent(line);
    if (!("result" in message) && !one.isHubOut) {
      one.error = line;
      return;
    }
    toAgent(line);
    open.delete(id);
    settle(one.end({ result: message.result }));
  }

  function put(id: string, request: PersonRequest, isHubOnly: boolean): void {
    const asker = sessions.describe(request.session, agent);
    if (asker.session !== undefined) asked.add(asker.session);
    const put = askHub(request, {
      hub,
      clock,
      editor,
      key: createKey(),
      agent: Promise.resolve(readPlace?.(asker.cwd)).then((place) => ({ ...asker, ...place })),
      said: sessions.said(request.session, request.call),
      onAccepted: () => calm(),
    });
    const one: Open = { id, request, isHubOnly, isHubOut: false, end: put.end };
    const earlier = open.get(id);
    if (earlier !== undefined) drop(earlier, "The agent asked again.");
    open.set(id, one);
    const calm = clock.after(hubPatienceMs, () => hubIsOut(one));
    put.reply
      .then((result) => (result === undefined ? hubIsOut(one) : decide(one, result)))
      .catch(() => hubIsOut(one))
      .finally(calm);
  }

  /** The hub's outcome came first: replies to the agent and closes the editor's dialog. */
  function decide(one: Open, result: unknown): void {
    if (open.get(one.id) !== one) return;
    open.delete(one.id);
    reply(one.id, result);
    if (one.isHubOnly || one.error !== undefined) return;
    swallowed.add(one.id);
    toEditor(`{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":${one.id}}}\n`);
  }

  /** Leaves a request that the hub cannot settle to the editor; cancels it if the editor cannot show it either. */
  function hubIsOut(one: Open): void {
    if (open.get(one.id) !== one || one.isHubOut) return;
    one.isHubOut = true;
    if (!one.isHubOnly && one.error === undefined) return;
    drop(one, "The agent went on without an answer.");
    if (one.error === undefined) reply(one.id, one.request.cancelled);
    else toAgent(one.error);
  }

  function stopTurn(one: Open): void {
    const isWaiting = !one.isHubOnly && one.error === undefined;
    settle(one.end({ reason: "The turn was cancelled in the editor." }));
    one.isHubOut = true;
    const giveUp = () => {
      if (open.get(one.id) !== one) return;
      open.delete(one.id);
      reply(one.id, one.request.cancelled);
      if (isWaiting) swallowed.add(one.id);
    };
    if (isWaiting) clock.after(editorGraceMs, giveUp);
    else giveUp();
  }

  function drop(one: Open, reason: string): void {
    open.delete(one.id);
    settle(one.end({ reason }));
  }

  function settle(work: Promise<void>): void {
    const done = work.catch(() => {}).finally(() => ending.delete(done));
    ending.add(done);
  }

  function reply(id: string, result: unknown): void {
    toAgent(`{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}\n`);
  }

  function ofSession(id: unknown): Open[] {
    // Cursor's own requests have no session, and it waits for them.
    return [...open.values()].filter(({ request }) => request.session === undefined || request.session === id);
  }

  return {
    fromEditor,
    fromAgent,
    async close(reason) {
      for (const one of [...open.values()]) drop(one, reason);
      await Promise.all(ending);
      await Promise.allSettled([...asked].map((session) => hub.endSession?.(session)));
    },
  };
}

function toName(value: unknown): string | undefined {
  const name = cleanLine(toNonBlank(value) ?? "").slice(0, maxNameLength);
  return name === "" ? undefined : name;
}
