import {
  type AskRequest,
  type DeliveryReport,
  followAsk,
  type HostReport,
  type HubAsker,
  type Outcome,
} from "@yourcall/core";
import { type ConnectionOptions, createConnection } from "./connection.ts";
import { type AskingOptions, type CreateOptions, createAsking, toAskPath, type WaitOptions } from "./create-asking.ts";
import { isRecord, toAskPage, toWireAsk, toWireDraft, unexpected } from "./to-wire-ask.ts";
import { type WatchOptions, watchEvents } from "./watch-events.ts";
import type {
  AnswerBody,
  AskPage,
  AskQuery,
  CreatedToken,
  DayCount,
  DaysQuery,
  DeclineBody,
  DraftBody,
  HubEvent,
  HubSettings,
  LoginLink,
  SettingsBody,
  TokenBody,
  TokenInfo,
  WireAsk,
  WireDraft,
} from "./wire.ts";

export interface HubClientOptions extends ConnectionOptions, AskingOptions {}

export interface Health {
  status: string;
  version: string;
  pid: number;
}

/**
 * The hub, from outside. `ask`, `create`, `wait` and `events` outlast the hub being away; everything else is one attempt
 * that succeeds or throws a `YourcallError`. No failure is ever turned into an outcome.
 */
export interface HubClient extends HubAsker {
  /**
   * Asks and waits until the ask has ended, over any number of connections. Aborting the signal withdraws the ask and
   * resolves with the outcome that won: `cancelled`, or the answer if that was first.
   */
  ask(request: AskRequest, options?: { signal?: AbortSignal }): Promise<Outcome>;
  /** Creates the ask, or finds the one with its key, and does not wait for its end. */
  create(request: AskRequest, options?: CreateOptions): Promise<WireAsk>;
  get(id: string): Promise<WireAsk>;
  /** How the ask ended, or null if it is still pending after `timeoutMs`. Never withdraws. */
  wait(id: string, options?: WaitOptions): Promise<Outcome | null>;
  list(query?: AskQuery): Promise<AskPage>;
  /** Every ask that `list` would page through. */
  listAll(query?: AskQuery): AsyncIterable<WireAsk>;
  answer(id: string, body: AnswerBody): Promise<WireAsk>;
  decline(id: string, body?: DeclineBody): Promise<WireAsk>;
  /** One attempt, or as many as fit into `withinMs`. */
  cancel(id: string, reason?: string, options?: { withinMs?: number }): Promise<WireAsk>;
  /** One attempt. Says what was decided in the host's own window; the reply shows `cancelled`, as every read by an agent does. */
  report(id: string, report: HostReport): Promise<WireAsk>;
  /** One attempt. Says what became of the outcome. */
  delivery(id: string, delivery: DeliveryReport): Promise<WireAsk>;
  /** The draft as it stands now, with the revision that the next change builds on. */
  saveDraft(id: string, body: DraftBody): Promise<WireDraft>;
  /** What happens at the hub, from a snapshot on, without gap or repeat across reconnections. */
  events(options?: WatchOptions): AsyncIterable<HubEvent>;
  /** How many asks came each day, and how long they waited. */
  days(query?: DaysQuery): Promise<DayCount[]>;
  /** The names of agents in the log. */
  agents(): Promise<string[]>;
  settings(): Promise<HubSettings>;
  saveSettings(body: SettingsBody): Promise<HubSettings>;
  createToken(body: TokenBody): Promise<CreatedToken>;
  listTokens(): Promise<TokenInfo[]>;
  removeToken(id: string): Promise<void>;
  createLoginLink(): Promise<LoginLink>;
  /** Trades the code of a login link for the token of a session. */
  login(code: string): Promise<string>;
  /** What the hub says about itself; throws where none answers. */
  health(): Promise<Health>;
  /** Ends every connection. */
  close(): void;
}

export function createHubClient(options: HubClientOptions): HubClient {
  const connection = createConnection(options);
  const { toKeyed, ...asking } = createAsking(connection, options);

  async function list(query: AskQuery = {}): Promise<AskPage> {
    return toAskPage(await connection.call({ method: "GET", path: toPath("/v1/asks", query) }));
  }

  async function act(id: string, verb: string, body: unknown, session?: string): Promise<WireAsk> {
    const path = toPath(`${toAskPath(id)}/${verb}`, { session });
    return toWireAsk(await connection.call({ method: "POST", path, body }));
  }

  const client: HubClient = {
    ...asking,
    ask(request, { signal } = {}) {
      const { withdrawWithinMs } = options;
      return followAsk(client, toKeyed(request), { clock: connection.clock, signal, withdrawWithinMs });
    },
    list,
    async *listAll(query = {}) {
      let cursor = query.cursor;
      do {
        const page = await list({ ...query, cursor });
        yield* page.asks;
        cursor = page.cursor;
      } while (cursor !== undefined);
    },
    answer: (id, body) => act(id, "answer", body),
    decline: (id, body = {}) => act(id, "decline", body),
    report: (id, { session, ...body }) => act(id, "report", body, session),
    delivery: (id, { session, ...body }) => act(id, "delivery", body, session),
    async saveDraft(id, body) {
      return toWireDraft(await connection.call({ method: "PUT", path: `${toAskPath(id)}/draft`, body }));
    },
    events: (watching) => watchEvents(connection, watching),
    async days(query = {}) {
      const body = await connection.call({ method: "GET", path: toPath("/v1/days", query) });
      if (!isRecord(body) || !Array.isArray(body.days)) throw unexpected("a list of days");
      return body.days as DayCount[];
    },
    async agents() {
      const body = await connection.call({ method: "GET", path: "/v1/agents" });
      if (!isRecord(body) || !Array.isArray(body.agents)) throw unexpected("a list of agents");
      return body.agents as string[];
    },
    async settings() {
      return toSettings(await connection.call({ method: "GET", path: "/v1/settings" }));
    },
    async saveSettings(body) {
      return toSettings(await connection.call({ method: "PUT", path: "/v1/settings", body }));
    },
    async createToken(body) {
      const created = await connection.call({ method: "POST", path: "/v1/tokens", body });
      if (!isRecord(created) || typeof created.token !== "string") throw unexpected("a token");
      return created as unknown as CreatedToken;
    },
    async listTokens() {
      const body = await connection.call({ method: "GET", path: "/v1/tokens" });
      if (!isRecord(body) || !Array.isArray(body.tokens)) throw unexpected("a list of tokens");
      return body.tokens as TokenInfo[];
    },
    async removeToken(id) {
      await connection.call({ method: "DELETE", path: `/v1/tokens/${encodeURIComponent(id)}` });
    },
    async createLoginLink() {
      const created = await connection.call({ method: "POST", path: "/v1/tokens", body: { scope: "login" } });
      if (!isRecord(created) || typeof created.url !== "string") throw unexpected("a login link");
      return created as unknown as LoginLink;
    },
    async login(code) {
      const body = await connection.call({ method: "POST", path: "/v1/login", body: { code } });
      if (!isRecord(body) || typeof body.token !== "string") throw unexpected("a token");
      return body.token;
    },
    async health() {
      const body = await connection.call({ method: "GET", path: "/healthz" });
      if (!isRecord(body) || typeof body.version !== "string") throw unexpected("a hub's report on itself");
      return body as unknown as Health;
    },
    close: () => connection.close(),
  };
  return client;
}

function toPath(path: string, query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? path : `${path}?${search}`;
}

function toSettings(body: unknown): HubSettings {
  if (!isRecord(body) || typeof body.url !== "string") throw unexpected("a hub's settings");
  return body as unknown as HubSettings;
}
