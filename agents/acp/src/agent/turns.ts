import { type ContentBlock, methods, RequestError } from "@agentclientprotocol/sdk";
import {
  AgentError,
  type AgentEvent,
  type Ask,
  type Asker,
  type HubAsker,
  isHubAsker,
  machineClock,
  type Outcome,
  type Picture,
  putAsk,
} from "@yourcall/core";
import {
  describePicture,
  type Emit,
  maxNameLength,
  readAnswerPictures,
  toAllowedText,
  toFields,
  toRefusalText,
  toStopped,
} from "@yourcall/core/internal";
import { createLateWords, type LateWords } from "../late-words.ts";
import { cancelled, toNonBlank } from "../person-request.ts";
import { saidOf } from "../read-permission.ts";
import { readRequest } from "../read-request.ts";
import type { AcpAgentOptions } from "./create-acp-agent.ts";
import type { ClientSide, Connection } from "./open-connection.ts";
import {
  choose,
  continuesSessions,
  type OpenSession,
  takesPictures,
  toOffers,
  toOpenSession,
} from "./session-settings.ts";
import { createUpdateReader, type UpdateReader } from "./to-agent-events.ts";

/** A prompt of a session, and where its events go. */
export interface Turn {
  session: string;
  prompt: string;
  pictures: readonly Picture[];
  title: string;
  signal: AbortSignal;
  emit: Emit;
}

interface OpenTurn extends Pick<Turn, "emit" | "session" | "signal" | "title"> {
  reader: UpdateReader;
  late: LateWords;
  /** Whether the agent's process ended during the turn. */
  isLost: boolean;
  /** What of the answers the replies had no place for. It is sent with the next prompt. */
  unsent: ContentBlock[];
  takesPictures: boolean;
}

// How long a cancelled turn may take to end before the agent's process is ended.
const graceMs = 3000;

/** The sessions of one agent process and the turns in them. `name`: how the agent appears to the person. */
export function createTurns(options: AcpAgentOptions, cwd: string, name: () => string) {
  const { asker, session: own, window = false, keepAsks = false } = options;
  const live = new Map<string, OpenSession>();
  const turns = new Map<string, OpenTurn>();
  const unsent = new Map<string, ContentBlock[]>();

  /** A request without a session belongs to the only turn; if there are several, nobody can tell whose it is. */
  function findTurn(session: string | undefined): OpenTurn | undefined {
    if (session !== undefined) return turns.get(session);
    return turns.size === 1 ? [...turns.values()][0] : undefined;
  }

  const side: ClientSide = {
    update(session, update) {
      const turn = turns.get(session);
      if (turn === undefined) return;
      const { reader, late } = turn;
      const pass = (events: AgentEvent[]) => events.forEach((event) => void turn.emit(event));
      pass(reader.read(update));
      late.receive(update);
      const call = String(update.toolCallId);
      if (update.sessionUpdate === "tool_call") void late.arrived(call).then(() => pass(reader.startHeld(call)));
    },
    async request(method, params, signal) {
      const request = readRequest(method, params);
      const turn = findTurn(request?.session);
      if (request === undefined || turn === undefined) return toRefusal(method);
      await turn.late.arrived(request.call);
      const call = request.call ?? crypto.randomUUID();
      const context = turn.reader.said();
      const agent = { name: name(), session: own ?? turn.session, title: turn.title.slice(0, maxNameLength), cwd };
      const stopped = AbortSignal.any([signal, turn.signal]);

      const ask = async (ask: Ask): Promise<Outcome> => {
        if (asker === undefined) return { status: "declined", by: nobody, at: new Date().toISOString() };
        const outcome = await putAsk(
          keepAsks ? toKept(asker, () => turn.isLost || (hasEnded(signal) && !turn.signal.aborted)) : asker,
          { ...ask, context: ask.context ?? context, agent, key: `acp-${crypto.randomUUID()}` },
          {
            clock: machineClock,
            signal: stopped,
            async onAsked(askId) {
              await Promise.all(turn.reader.readAsk(ask, { id: call, askId }).map((event) => turn.emit(event)));
            },
          },
        );
        turn.reader.noteOutcome(outcome, call);
        if (request.isWordless === true) turn.unsent.push(...toWordBlocks(ask, outcome));
        // No reply has a place for a picture.
        if (turn.takesPictures) turn.unsent.push(...(await toPictureBlocks(asker, outcome)));
        return outcome;
      };

      return (await request.settle(ask).catch(() => undefined)) ?? request.cancelled;
    },
  };

  /** Opens a new session, or continues one of this or an earlier process. */
  async function open(
    connection: Connection,
    known: string | undefined,
    wanted: { mode: string | undefined; model: string | undefined },
  ): Promise<string> {
    const { agent, capabilities, call } = connection;
    const opened = known === undefined ? undefined : live.get(known);
    if (known !== undefined && opened !== undefined) {
      await choose(connection, { sessionId: known, session: opened, ...wanted });
      return known;
    }
    const place = { cwd, mcpServers: [] };
    const canResume = toFields(capabilities.sessionCapabilities).resume;
    if (known !== undefined && !continuesSessions(connection))
      throw new AgentError("not-found", "This agent cannot continue a session of another process. Start a new run.");
    const request =
      known === undefined
        ? agent.request(methods.agent.session.new, place)
        : agent.request(canResume ? methods.agent.session.resume : methods.agent.session.load, {
            ...place,
            sessionId: known,
          });
    const reply = await call(request);
    const session = known ?? toNonBlank(reply.sessionId);
    if (session === undefined) throw new AgentError("provider-error", "The agent opened no session.");
    const state = toOpenSession(reply);
    await choose(connection, { sessionId: session, session: state, ...wanted });
    live.set(session, state);
    return session;
  }

  async function prompt(connection: Connection, turn: Turn): Promise<void> {
    const { agent, call, close } = connection;
    const { session, signal, emit, title } = turn;
    if (turns.has(session)) throw new AgentError("provider-error", "A turn of this session is still running.");
    const reader = createUpdateReader(window);
    const left = unsent.get(session) ?? [];
    unsent.set(session, left);
    const open: OpenTurn = {
      ...{ reader, late: createLateWords(machineClock), emit, session, signal, title, isLost: false, unsent: left },
      takesPictures: takesPictures(connection),
    };
    turns.set(session, open);
    let calm = () => {};
    const stop = () => {
      void agent.notify(methods.agent.session.cancel, { sessionId: session }).catch(() => {});
      calm = machineClock.after(graceMs, () => void close());
    };
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    try {
      let blocks = toBlocks(turn);
      do {
        const sent = left.length;
        const asked = { sessionId: session, prompt: [...blocks, ...left] };
        const { stopReason, usage } = await call(agent.request(methods.agent.session.prompt, asked));
        for (const event of reader.readUsage(usage)) void emit(event);
        if (signal.aborted) throw toStopped();
        // Some agents end their turn when a call is denied. What the person says of that is how it goes on.
        if (stopReason !== "cancelled" || left.length === sent) refuseFailure(stopReason);
        left.splice(0, sent);
        blocks = [];
        if (left.length > 0) for (const event of reader.read(paragraph)) void emit(event);
      } while (left.length > 0);
      for (const event of reader.end()) void emit(event);
    } catch (error) {
      // The process may end before its output does, and open requests end only with the output. By then the run is over, which
      // would withdraw them, so remember here that it was the agent that ended.
      open.isLost = !signal.aborted && !connection.isOpen;
      throw signal.aborted ? toStopped(error) : error;
    } finally {
      signal.removeEventListener("abort", stop);
      calm();
      turns.delete(session);
    }
  }

  return {
    side,
    open,
    prompt,
    /** What can be chosen in a session that is open, and what its agent takes. */
    offers: (connection: Connection, session: string) => toOffers(connection, live.get(session) ?? toOpenSession({})),
    forget: () => live.clear(),
  };
}

/** A paragraph break before what the agent says to the rest of an answer. */
const paragraph = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "\n\n" } };

function toBlocks({ prompt, pictures }: Turn): ContentBlock[] {
  const images = pictures.map(({ type, bytes }): ContentBlock => {
    return { type: "image", mimeType: type, data: Buffer.from(bytes).toString("base64") };
  });
  return prompt === "" ? images : [{ type: "text", text: prompt }, ...images];
}

/** Whether the request was aborted because the agent is gone, rather than cancelled by the agent. */
function hasEnded(request: AbortSignal): boolean {
  return request.aborted && !(request.reason instanceof RequestError);
}

/** An asker that withdraws nothing once the agent is gone. */
function toKept(asker: Asker, isGone: () => boolean): Asker | HubAsker {
  if (!isHubAsker(asker)) return asker;
  return {
    ...asker,
    async cancel(...withdrawal) {
      if (isGone()) throw new AgentError("aborted", "The agent ended. What it asked is still pending.");
      return await asker.cancel(...withdrawal);
    },
  };
}

const nobody = { surface: "nobody", act: "script" } as const;

/** The reply to what cannot be shown to a person: nothing is allowed. */
function toRefusal(method: string): unknown {
  return method === methods.client.elicitation.create ? { action: "cancel" } : cancelled;
}

function refuseFailure(stopReason: unknown): void {
  if (stopReason === "max_tokens")
    throw new AgentError("cut-off", "The model's reply was cut off. Resume the run to continue.");
  if (stopReason === "max_turn_requests")
    throw new AgentError("too-many-steps", "The agent stopped at its limit of turns. Resume the run.");
  if (stopReason === "refusal") throw new AgentError("provider-error", "The agent refused to continue.");
  if (stopReason === "cancelled") throw new AgentError("aborted", "The agent cancelled its turn. It can be resumed.");
}

/** What the person said of a call, besides the option that the reply has; nothing if they said nothing. */
function toWordBlocks(ask: Ask, outcome: Outcome): ContentBlock[] {
  if (saidOf(ask, outcome) === "") return [];
  const tool = ask.approval?.tool ?? "";
  const allowed = toAllowedText(ask, outcome);
  return [{ type: "text", text: allowed === "" ? toRefusalText(tool, outcome) : `${tool}: ${allowed}` }];
}

/** The pictures of an answer as parts of a prompt, each after the question that it belongs to. */
async function toPictureBlocks(asker: Pick<Asker, "picture">, outcome: Outcome): Promise<ContentBlock[]> {
  const pictures = await readAnswerPictures(asker, outcome);
  return pictures.flatMap(({ attachment, type, data }): ContentBlock[] => {
    const answers = outcome.status === "answered" ? outcome.answers : [];
    const answer = answers.find(({ attachments = [] }) => attachments.some(({ hash }) => hash === attachment.hash));
    const text = `The user's answer to "${answer?.question}" came with this picture: ${describePicture(attachment)}`;
    return [
      { type: "text", text },
      { type: "image", mimeType: type, data },
    ];
  });
}
