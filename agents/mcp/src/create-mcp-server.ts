import { fileURLToPath } from "node:url";
import {
  CLIENT_INFO_META_KEY,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { askToolName } from "@yourcall/core";
import type { FormResult } from "@yourcall/core/elicitation";
import { createAskKeeper } from "./ask-keeper.ts";
import { askUser, type Shared } from "./ask-user.ts";
import { type ClientInfo, isPlaced, serverName, toAgent } from "./call-context.ts";
import { answerCard } from "./card/answer-card.ts";
import { answerCardName, cardResources, readCard, showsCards, toCapabilities } from "./card/card.ts";
import { CardServer } from "./card/card-server.ts";
import { findClient } from "./clients.ts";
import { handleTasks, taskCapabilities } from "./handle-tasks.ts";
import { cancelQuestion, getAnswer, listQuestions } from "./other-tools.ts";
import type { McpCard, McpSettings } from "./settings.ts";
import { toTaskGeneration } from "./to-task.ts";
import type { FormPort, FormRound, RoundState, ToolCall } from "./tool-call.ts";
import { toFailure } from "./tool-result.ts";
import { cancelQuestionName, getAnswerName, listQuestionsName, skill, toTools } from "./tools.ts";

/** What the program that serves a connection knows about the client at the other end. */
export interface Connection {
  /** Who the client is, if it does not say so with each request. */
  client?: ClientInfo;
  directory?: string;
  session?: string;
  /** How long a call waits before it returns `pending`; by default what the client allows. */
  waitMs?: number;
  /** Show the question in the client first, if it can show forms. */
  elicitation?: boolean;
  /** Whether the client shows cards, if it does not say so itself. */
  cards?: boolean;
}

export interface McpServers {
  /** A server for one connection, or for one request if there are no connections. */
  open(connection?: Connection): Server;
  /** Ends what the calls left behind, once no connection is open. */
  close(): Promise<void>;
}

/**
 * The MCP server, for both generations of the protocol.
 *
 * @example
 * import { machineClock } from "@yourcall/core";
 * const servers = createMcpServers({ hub: async () => hub, clock: machineClock, version: "1.0.0" });
 * const server = servers.open({ directory: "/home/me/shop" });
 */
export function createMcpServers(settings: McpSettings & { version: string }): McpServers {
  const shared: Shared = { settings, keeper: createAskKeeper(settings) };
  // A day, because between two rounds of one call a person fills in a form.
  const codec = createRequestStateCodec<RoundState>({
    key: settings.roundKey ?? crypto.getRandomValues(new Uint8Array(32)),
    ttlSeconds: 86_400,
  });

  return {
    open(connection = {}) {
      const { card } = settings;
      const server = new CardServer(
        { name: serverName, title: serverName, version: settings.version },
        {
          capabilities: { tools: {}, ...(card && { resources: {} }), ...taskCapabilities },
          instructions: skill,
          requestState: { verify: codec.verify },
        },
      );
      let root: Promise<string | undefined> | undefined;
      async function toCallHere(context: ServerContext, params: object = {}): Promise<ToolCall> {
        root ??= connection.directory === undefined ? Promise.resolve(undefined) : firstRoot(server);
        const directory = (await root) ?? connection.directory;
        return { ...(await toCall(server, context, params, { ...connection, directory })), connection };
      }
      handleTasks(server, shared, toCallHere);
      const cardFor = (context: ServerContext) => findCard(server, context, connection);
      if (card !== undefined) handleResources(server, cardFor);
      server.setRequestHandler("tools/list", (_, context) => ({
        tools: toTools({ cards: cardFor(context) !== undefined }),
      }));
      server.setRequestHandler("tools/call", async ({ params }, context) => {
        const call = await toCallHere(context, params);
        const answering = answerCall(params.name, params.arguments, call);
        shared.keeper.began(answering);
        const result = await answering;
        return result as Exclude<typeof result, FormRound> | InputRequiredResult;
      });
      return server;
    },
    close: () => shared.keeper.close(),
  };

  async function answerCall(name: string, input: unknown, call: ToolCall) {
    try {
      switch (name) {
        case askToolName:
          return await askUser(input, call, shared);
        case getAnswerName:
          return await getAnswer(input, call, shared);
        case listQuestionsName:
          return await listQuestions(call, shared);
        case cancelQuestionName:
          return await cancelQuestion(input, call, shared);
        case answerCardName:
          if (call.card !== undefined) return await answerCard(input, call, call.card);
      }
    } catch (error) {
      return toFailure(error);
    }
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool "${name}".`);
  }

  async function toCall(
    server: Server,
    context: ServerContext,
    params: object,
    connection: Connection,
  ): Promise<Omit<ToolCall, "connection">> {
    const { mcpReq } = context;
    const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
    const client = findClientInfo(server, context, connection);
    const meta: Record<string, unknown> = mcpReq._meta ?? {};
    const { env = {} } = settings;
    const { progressToken } = mcpReq._meta ?? {};
    const task = toTaskGeneration(envelope, params);
    // A client of 2025-11-25 that asks for a task must get one, and later clients accept any result.
    const card = task === "2025-11-25" ? undefined : findCard(server, context, connection);
    // With a task of 2025-11-25 the call returns immediately, so a request for a form would come too late.
    const canShow = connection.elicitation === true && task !== "2025-11-25" && card === undefined;
    const around = { client, meta, env, directory: connection.directory, session: connection.session };
    return {
      agent: toAgent(around),
      mayTakeOver: isPlaced(around),
      clientName: client?.name ?? "",
      waitMs: connection.waitMs,
      meta,
      signal: mcpReq.signal,
      progress:
        progressToken === undefined
          ? undefined
          : (progress, message) =>
              void mcpReq
                .notify({ method: "notifications/progress", params: { progressToken, progress, message } })
                .catch(() => {}),
      card,
      form: canShow ? toFormPort(server, context, envelope, client?.name ?? "") : undefined,
      task,
    };
  }

  /** The card, if the client shows cards. */
  function findCard(server: Server, context: ServerContext, connection: Connection) {
    const { envelope } = context.mcpReq;
    if (findClient(findClientInfo(server, context, connection)?.name ?? "")?.showsNoCards === true) return undefined;
    const said = envelope === undefined ? server.getClientCapabilities() : toCapabilities(envelope);
    return connection.cards === true || showsCards(said) ? settings.card : undefined;
  }

  function toFormPort(
    server: Server,
    { mcpReq }: ServerContext,
    envelope: Record<string, unknown> | undefined,
    clientName: string,
  ): FormPort | undefined {
    const isModern = envelope !== undefined;
    const { elicitation } = (isModern ? toCapabilities(envelope) : server.getClientCapabilities()) ?? {};
    // Before the protocol had modes, an empty object announced forms.
    if (elicitation === undefined || (elicitation.form === undefined && elicitation.url !== undefined))
      return undefined;
    if (!isModern)
      return {
        emptyFields: findClient(clientName)?.needsFullForms !== true,
        lists: (server.getNegotiatedProtocolVersion() ?? "") >= "2025-11-25",
        show: (form, signal) =>
          mcpReq.send(
            { method: "elicitation/create", params: { mode: "form", ...form } },
            { signal, timeout: longestFormMs },
          ) as Promise<FormResult>,
      };
    const state = mcpReq.requestState<RoundState>();
    const reply = inputResponse(mcpReq.inputResponses, formKey);
    return {
      // The only client that cannot send them, Codex, has not used this protocol yet.
      emptyFields: true,
      lists: true,
      last: state === undefined ? undefined : { state, result: reply.kind === "elicit" ? reply : null },
      async again(form, next) {
        const request = inputRequired.elicit({ mode: "form", ...form } as Parameters<typeof inputRequired.elicit>[0]);
        return inputRequired({
          inputRequests: { [formKey]: request },
          requestState: await codec.mint(next),
        }) as InputRequiredResult & FormRound;
      },
    };
  }
}

/** The card's page, for clients that show it. To any other the server has no resources. */
function handleResources(server: Server, cardFor: (context: ServerContext) => McpCard | undefined): void {
  function permit(context: ServerContext): McpCard {
    const card = cardFor(context);
    if (card === undefined) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, "Method not found");
    return card;
  }
  server.setRequestHandler("resources/list", (_, context) => permit(context) && { resources: cardResources });
  server.setRequestHandler("resources/templates/list", (_, context) => permit(context) && { resourceTemplates: [] });
  server.setRequestHandler("resources/read", async ({ params: { uri } }, context) => {
    const page = await readCard(uri, permit(context).html);
    if (page === null) throw new ResourceNotFoundError(uri);
    return page;
  });
}

/** Who the client is: it says so with each request, once, or not here at all. */
function findClientInfo(server: Server, { mcpReq }: ServerContext, { client }: Connection): ClientInfo | undefined {
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
  return (envelope?.[CLIENT_INFO_META_KEY] as ClientInfo | undefined) ?? server.getClientVersion() ?? client;
}

const formKey = "answers";
const longestFormMs = 86_400_000;
const rootsMs = 2000;

async function firstRoot(server: Server): Promise<string | undefined> {
  if (server.getClientCapabilities()?.roots === undefined) return undefined;
  try {
    const { roots } = await server.listRoots(undefined, { timeout: rootsMs });
    const file = roots.find(({ uri }) => uri.startsWith("file://"));
    return file && fileURLToPath(file.uri);
  } catch {
    // The protocol of 2026-07-28 has no such request, and a client may not answer it.
    return undefined;
  }
}
