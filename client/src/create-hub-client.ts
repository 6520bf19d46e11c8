import type { AskRequest, DeliveryReport, HostReport, HubAsker, Outcome } from "@yourcall/core";
import { followAsk } from "@yourcall/core/internal";
import type {
  AddedDevice,
  AnswerBody,
  AskQuery,
  Batch,
  Claim,
  ClaimBody,
  CreatedToken,
  DaysPage,
  DaysQuery,
  DeclineBody,
  DeviceBody,
  GrantOffers,
  Health,
  HubSettings,
  LoginLink,
  SettingsBody,
  TokenBody,
  TokenInfo,
  WireAsk,
  WireChainEntry,
  WireChecked,
  WireDevice,
  WireGrant,
} from "@yourcall/core/internal/wire";
import { type ConnectionOptions, createConnection } from "./connection.ts";
import { createKey } from "./create-ask-id.ts";
import { createSessionsClient, type SessionsClient } from "./create-sessions-client.ts";
import { type HubUnreachableError, isRetryable, NotAHubError } from "./errors.ts";
import { createPersonClient, type PersonClient, toAskPath, toDelivery } from "./person-client.ts";
import { createPicturesClient, type PicturesClient } from "./pictures-client.ts";
import { createCall, toClaim, toWireAsk } from "./read-reply.ts";
import { toPath } from "./transport.ts";

export interface HubClientOptions extends ConnectionOptions {
  /** How long one request for the outcome is held. 60 seconds. */
  holdSeconds?: number;
  /** How long an aborted `ask` tries to reach the hub before it throws. 30 seconds. */
  withdrawWithinMs?: number;
  /** Makes a key for each ask that has none. */
  createKey?: () => string;
}

export interface CreateOptions {
  /** Stops further attempts, but never cuts off one under way: the hub might still read it and keep an ask nobody waits for. */
  signal?: AbortSignal;
  /** How long the hub may hold the response in case the answer comes immediately. Not at all by default. */
  holdSeconds?: number;
  /** When to give up if no hub accepts the ask. The failure says whether it may still have arrived. */
  withinMs?: number;
}

/**
 * A client of the hub. `ask`, `create`, `wait` and `events` survive an absent hub; everything else is one attempt
 * that succeeds or throws a `YourcallError`. No failure is ever turned into an outcome.
 */
export interface HubClient extends HubAsker, PersonClient {
  addPicture: PicturesClient["addPicture"];
  removePicture: PicturesClient["removePicture"];
  picture: PicturesClient["picture"];
  /**
   * Asks and waits until the ask has ended, over any number of connections. Aborting the signal withdraws the ask and
   * resolves with the outcome that won: `cancelled`, or the answer if that was first.
   */
  ask(request: AskRequest, options?: { signal?: AbortSignal }): Promise<Outcome>;
  /** Creates the ask, or finds the one with its key, and does not wait for its end. */
  create(request: AskRequest, options?: CreateOptions): Promise<WireAsk>;
  wait: PersonClient["wait"];
  /** Every ask that `list` would page through. */
  listAll(query?: AskQuery): AsyncIterable<WireAsk>;
  /** One attempt, or as many as fit into `withinMs`. */
  cancel(
    id: string,
    reason?: string,
    options?: { withinMs?: number; afterMs?: number; reportsDelivery?: boolean },
  ): Promise<WireAsk>;
  /** One attempt. Reports what was decided in the host's own window; the reply shows `cancelled`, as every read by an agent does. */
  report(id: string, report: HostReport): Promise<WireAsk>;
  /** One attempt. Reports what became of the outcome. */
  delivery(id: string, delivery: DeliveryReport): Promise<WireAsk>;
  /**
   * One attempt. Whether this holder alone may continue the run of an ended ask, and of every other one of its session, for
   * `leaseMs`. `followAnswered` does it for each ask that ends.
   */
  claim(id: string, claim: ClaimBody & { session?: string }): Promise<Claim>;
  /** How many asks came each day, and how long they waited. */
  days(query?: DaysQuery): Promise<DaysPage>;
  /** The names of agents in the log. */
  agents(): Promise<string[]>;
  settings(): Promise<HubSettings>;
  /** How many asks are pending, without listing them. */
  countPending(): Promise<number>;
  saveSettings(body: SettingsBody): Promise<HubSettings>;
  createToken(body: TokenBody): Promise<CreatedToken>;
  listTokens(): Promise<TokenInfo[]>;
  removeToken(id: string): Promise<void>;
  createLoginLink(): Promise<LoginLink>;
  /** Checks the chain of records. */
  checkLog(): Promise<WireChecked>;
  /** The chain of records, oldest first. */
  chain(): AsyncIterable<WireChainEntry>;
  /**
   * One attempt. Answers asks that are the same by one act; each has an outcome of its own that names the batch. Rejects, with nothing
   * sent, if they are not the same.
   */
  answerSame(asks: readonly string[], body: AnswerBody): Promise<Batch>;
  declineSame(asks: readonly string[], body?: DeclineBody): Promise<Batch>;
  /** What the person has allowed for a while. */
  listGrants(): Promise<WireGrant[]>;
  /** What could be allowed for a while with an approval. */
  grantOffers(id: string): Promise<GrantOffers>;
  /** Takes grants back: those with these ids, or all. Nothing is covered by them once this resolves. Returns those that existed. */
  revokeGrants(ids?: readonly string[]): Promise<string[]>;
  /** Takes back what was allowed in a session until its end. For the agent that asked in it. */
  endSession(session: string): Promise<void>;
  /** The person's devices, without their secrets. */
  listDevices(): Promise<WireDevice[]>;
  /** Begins to add a device. It is ready once the person has sent the code and pressed the test button there. */
  addDevice(body: DeviceBody): Promise<AddedDevice>;
  removeDevice(id: string): Promise<void>;
  /** Exchanges the code of a login link for a session token. */
  login(code: string): Promise<string>;
  /** What the hub says about itself; throws if none responds. */
  health(): Promise<Health>;
  /** What runs under the desk. */
  readonly sessions: SessionsClient;
  /** Ends every connection. If the person was at this screen, it first reports to the hub that they have left. */
  close(): Promise<void>;
}

/**
 * A client over the given transport; `@yourcall/client/node` and `@yourcall/client/browser` bring one.
 *
 * @example
 * import { createNodeTransport } from "@yourcall/client/node";
 * const client = createHubClient({ transport: createNodeTransport({ url, token }) });
 * const { asks } = await client.list({ status: "pending" });
 */
export function createHubClient(options: HubClientOptions): HubClient {
  const { withdrawWithinMs = 30_000 } = options;
  const { createKey: newKey = () => createKey(crypto.randomUUID()) } = options;
  const connection = createConnection(options);
  const { clock } = connection;
  const call = createCall(connection);
  const person = createPersonClient(connection, options);

  function toKeyed(request: AskRequest) {
    return { ...request, key: request.key ?? newKey() };
  }

  async function report(id: string, what: string, body: unknown, session?: string): Promise<WireAsk> {
    const path = toPath(`${toAskPath(id)}/${what}`, { session });
    return toWireAsk(await connection.call({ method: "POST", path, body }));
  }

  const client: HubClient = {
    ...person,
    ...createPicturesClient(connection),
    ask: (request, { signal } = {}) => followAsk(client, toKeyed(request), { clock, signal, withdrawWithinMs }),
    async create(request, { signal, holdSeconds, withinMs } = {}) {
      const body = toKeyed(request);
      let mayExist = false;
      async function post(limit: AbortSignal | undefined): Promise<WireAsk> {
        const hold = signal?.aborted ? 0 : holdSeconds;
        try {
          const call = { method: "POST", path: "/v1/asks", body, holdSeconds: hold, signal: limit } as const;
          return toWireAsk(await connection.call(call));
        } catch (error) {
          if (isRetryable(error) && (error as Partial<HubUnreachableError>).mayHaveArrived !== false) mayExist = true;
          throw error;
        }
      }
      try {
        signal?.throwIfAborted();
        return await connection.keepTrying((_, limit) => post(limit), { signal, withinMs });
      } catch (error) {
        if (!signal?.aborted || error !== signal.reason || !mayExist) throw error;
      }
      // The response may have been lost, but the key finds the ask.
      return connection.keepTrying((_, limit) => post(limit), { giveUpAfterMs: withdrawWithinMs });
    },

    cancel(id, reason, { withinMs, afterMs, reportsDelivery } = {}) {
      const body = { reason, afterMs, delivery: toDelivery(reportsDelivery) };
      const post = async (signal?: AbortSignal) =>
        toWireAsk(await connection.call({ method: "POST", path: `${toAskPath(id)}/cancel`, body, signal }));
      return withinMs === undefined ? post() : connection.keepTrying(post, { giveUpAfterMs: withinMs });
    },
    async *listAll(query = {}) {
      let cursor = query.cursor;
      do {
        const page = await person.list({ ...query, cursor });
        yield* page.asks;
        cursor = page.cursor;
      } while (cursor !== undefined);
    },
    report: (id, { session, ...body }) => report(id, "report", body, session),
    delivery: (id, { session, ...body }) => report(id, "delivery", body, session),
    async claim(id, { session, ...body }) {
      const path = toPath(`${toAskPath(id)}/claim`, { session });
      return toClaim(await connection.call({ method: "POST", path, body }));
    },
    days: (query = {}) => call<DaysPage>("GET", toPath("/v1/days", query), "days", "a list of days"),
    agents: async () => (await call<{ agents: string[] }>("GET", "/v1/agents", "agents", "a list of agents")).agents,
    async countPending() {
      const metrics = await connection.call({ method: "GET", path: "/metrics" });
      const count = /^yourcall_asks_pending (\d+)$/m.exec(String(metrics))?.[1];
      if (count === undefined) throw new NotAHubError("The response to /metrics is not that of a hub.");
      return Number(count);
    },
    settings: () => call<HubSettings>("GET", "/v1/settings", "url", "a hub's settings"),
    saveSettings: (body) => call<HubSettings>("PUT", "/v1/settings", "url", "a hub's settings", body),
    createToken: (body) => call<CreatedToken>("POST", "/v1/tokens", "token", "a token", body),
    listTokens: async () =>
      (await call<{ tokens: TokenInfo[] }>("GET", "/v1/tokens", "tokens", "a list of tokens")).tokens,
    async removeToken(id) {
      await connection.call({ method: "DELETE", path: `/v1/tokens/${encodeURIComponent(id)}` });
    },
    checkLog: () => call<WireChecked>("GET", "/v1/log/check", "head", "a check of the log"),
    async *chain() {
      for (let after = 0; ; ) {
        const path = toPath("/v1/log/chain", { after });
        const { entries } = await call<{ entries: WireChainEntry[] }>("GET", path, "entries", "the chain of records");
        if (entries.length === 0) return;
        yield* entries;
        after = entries.at(-1)?.sequence ?? after;
      }
    },
    answerSame: (asks, body) => call<Batch>("POST", "/v1/batches/answer", "results", "a batch", { ...body, asks }),
    declineSame: (asks, body = {}) =>
      call<Batch>("POST", "/v1/batches/decline", "results", "a batch", { ...body, asks }),
    listGrants: async () =>
      (await call<{ grants: WireGrant[] }>("GET", "/v1/grants", "grants", "a list of grants")).grants,
    grantOffers: (id) => call<GrantOffers>("GET", `${toAskPath(id)}/grants`, "covers", "a list of grants"),
    async revokeGrants(ids) {
      const remove = async (path: string) =>
        (await call<{ revoked: string[] }>("DELETE", path, "revoked", "a list of grants")).revoked;
      if (ids === undefined) return remove("/v1/grants");
      return (await Promise.all(ids.map((id) => remove(`/v1/grants/${encodeURIComponent(id)}`)))).flat();
    },
    async endSession(session) {
      await connection.call({ method: "POST", path: "/v1/session-ended", body: { session } });
    },
    listDevices: async () =>
      (await call<{ devices: WireDevice[] }>("GET", "/v1/devices", "devices", "a list of devices")).devices,
    addDevice: (body) => call<AddedDevice>("POST", "/v1/devices", "todo", "a device", body),
    async removeDevice(id) {
      await connection.call({ method: "DELETE", path: `/v1/devices/${encodeURIComponent(id)}` });
    },
    createLoginLink: () => call<LoginLink>("POST", "/v1/tokens", "url", "a login link", { scope: "login" }),
    login: async (code) => (await call<{ token: string }>("POST", "/v1/login", "token", "a token", { code })).token,
    health: () => call<Health>("GET", "/healthz", "version", "a hub's report on itself"),
    sessions: createSessionsClient(connection),
    async close() {
      await person.leave();
      connection.close();
    },
  };
  return client;
}
