import { createRunKeys, type HubProof, unsealToken } from "@yourcall/client/internal";
import { YourcallError } from "@yourcall/core";
import { dropOldest } from "@yourcall/core/internal";
import type { ProofBody } from "@yourcall/core/internal/wire";
import type { Caller } from "../caller.ts";
import { type Clock, every } from "../clock.ts";
import type { Hub } from "../hub.ts";
import type { DeviceRecord } from "../store/device-store.ts";
import type { Store, TokenRecord } from "../store/store.ts";
import type { Identity } from "./identity.ts";
import type { LocalTokens } from "./local-tokens.ts";
import { createLoginCodes } from "./login-codes.ts";
import { createToken, hashToken, sameSecret, toTokenId } from "./token.ts";

/** Tokens, logins, and proofs. */
export interface Access {
  /** Whose token this is, as it is or encrypted for this process (`sealToken`); null if nobody's. */
  identify(token: string): Caller | null | Promise<Caller | null>;
  /** Creates a token. Its secret is shown once and stored only as a hash. */
  issue(token: NewToken): Promise<{ record: TokenRecord; secret: string }>;
  list(): Promise<TokenRecord[]>;
  /** Revokes a token and all that were made from it; false if there is none. */
  revoke(id: string): Promise<boolean>;
  /** Calls back once this token is revoked. Returns how to stop; null for the two of the state directory, which never are. */
  onRevoked(id: string, act: () => void): (() => void) | null;
  /** A code for one login in the browser, valid for a minute. `madeFrom` is the token that asks for it. */
  createLoginCode(madeFrom: string): Promise<string>;
  /** Trades a code for a session token; null if it is wrong, used, or too old. */
  login(code: string, where: Pick<NewToken, "device" | "port">): Promise<string | null>;
  /** Signs with the hub's identity key. `canSeal`: the reply names the key for which the caller may encrypt tokens. */
  prove(question: ProofBody, canSeal: boolean): Promise<HubProof>;
  /** The public half of the identity key. */
  readonly identity: string;
  /** The part of the identity key that a login link carries: too long for anybody to find another key that begins alike. */
  readonly keyInLinks: string;
}

interface NewToken extends Pick<TokenRecord, "scope" | "name" | "madeFrom" | "device" | "port" | "rights" | "person"> {
  ask?: string;
}

const sessionName = "browser";
const maxUnusedMs = 30 * 86_400_000;
// The last use of a token is stored no more often than this.
const noteUseMs = 5 * 60_000;
const maxUnsealed = 1000;
// How often to look for tokens that were revoked at another hub: its message may get lost, and a stream must not outlive the token.
const lookMs = 1000;

interface AccessOptions {
  store: Store;
  local: LocalTokens;
  identity: Identity;
  clock: Clock;
}

export function createAccess({ store, local, identity, clock }: AccessOptions): Access {
  const codes = createLoginCodes(store, clock);
  const locals: { secret: Buffer; caller: Caller }[] = [
    { secret: Buffer.from(local.human), caller: Object.freeze({ token: "human", scope: "human" }) },
    { secret: Buffer.from(local.agent), caller: Object.freeze({ token: "agent", scope: "agent" }) },
  ];
  // New for each process, so that a sealed token is worthless to a program that has the port later. Most processes never need it.
  let runKeys: ReturnType<typeof createRunKeys> | undefined;
  const unsealed = new Map<string, string>();
  const listeners = new Map<string, Set<() => void>>();

  const issue = (token: NewToken) => issueToken(store, clock, token);

  async function revoke(id: string): Promise<boolean> {
    const gone = await store.removeToken(id);
    end(gone);
    for (const each of gone) store.messages?.send(JSON.stringify({ revoked: [each] }));
    return gone.length > 0;
  }

  /** Ends the requests and streams that are open with these tokens. */
  function end(gone: readonly string[]): void {
    for (const id of gone) for (const act of [...(listeners.get(id) ?? [])]) act();
  }

  store.messages?.listen((text) => {
    const { revoked: gone } = JSON.parse(text) as { revoked?: string[] };
    if (gone !== undefined) end(gone);
  });
  // A message from another hub may get lost, so also look in the store.
  if (store.messages !== undefined)
    every(clock, lookMs, async () => {
      if (listeners.size === 0) return;
      const known = new Set((await store.listTokens()).map(({ id }) => id));
      end([...listeners.keys()].filter((id) => !known.has(id)));
    });

  function identifyLocal(token: string): Caller | null {
    const given = Buffer.from(token);
    return locals.find(({ secret }) => sameSecret(given, secret))?.caller ?? null;
  }

  /** The token in the request: the text itself, unless it is sealed. */
  async function unseal(text: string): Promise<string> {
    if (runKeys === undefined) return text;
    const known = unsealed.get(text) ?? (await unsealToken(text, (await runKeys).keys));
    if (known === undefined) return text;
    unsealed.set(text, known);
    dropOldest(unsealed, maxUnsealed);
    return known;
  }

  async function identifyNamed(text: string): Promise<Caller | null> {
    const token = await unseal(text);
    const local = token === text ? null : identifyLocal(token);
    if (local !== null) return local;
    const record = await store.findToken(hashToken(token));
    if (record === null) return null;
    const { id, scope, name, ask, device, person, rights } = record;
    const now = clock.now();
    if (isExpired(record, now)) {
      await revoke(id);
      return null;
    }
    if (now - (record.lastUsedAt ?? 0) > noteUseMs) void store.usedToken(id, now).catch(() => {});
    if (scope === "link") return ask === null ? null : { token: id, scope, name, ask };
    if (scope === "device") return device === undefined ? null : { token: id, scope, name, device };
    return {
      token: id,
      scope,
      ...(isSession(record) ? {} : { name }),
      ...(rights === undefined ? {} : { person, rights }),
    };
  }

  return {
    identify: (token) => identifyLocal(token) ?? identifyNamed(token),
    issue,
    async list() {
      const tokens = await store.listTokens();
      const expired = tokens.filter((token) => isExpired(token, clock.now()));
      for (const { id } of expired) await revoke(id);
      return expired.length === 0 ? tokens : store.listTokens();
    },
    revoke,
    onRevoked(id, act) {
      if (!isStored(id)) return null;
      const acts = listeners.get(id) ?? new Set();
      listeners.set(id, acts.add(act));
      return () => {
        if (acts.delete(act) && acts.size === 0) listeners.delete(id);
      };
    },
    createLoginCode: codes.create,
    async login(code, where) {
      const madeFrom = await codes.take(code);
      if (madeFrom === null) return null;
      // A person's browser session has the same person and rights as the token it was made with.
      const { person, rights } = (await store.getToken(madeFrom)) ?? {};
      return (await issue({ scope: "human", name: sessionName, madeFrom, person, rights, ...where })).secret;
    },
    async prove({ nonce, host }, canSeal) {
      runKeys ??= createRunKeys();
      const run = canSeal ? (await runKeys).run : undefined;
      return { proof: identity.sign({ nonce, host, run }), key: identity.publicKey, run };
    },
    identity: identity.publicKey,
    keyInLinks: identity.publicKey.slice(0, 22),
  };
}

async function issueToken(
  store: Store,
  clock: Clock,
  { scope, name, ask, madeFrom, device, port, rights, person }: NewToken,
): Promise<{ record: TokenRecord; secret: string }> {
  const secret = createToken(scope);
  const hash = hashToken(secret);
  const record: TokenRecord = {
    id: toTokenId(hash),
    ...{ hash, scope, name, ask: ask ?? null, createdAt: clock.now(), madeFrom, device, port, rights, person },
  };
  await store.addToken(record);
  // Revoking a token revokes what was made with it, and it may have been revoked before this one was stored.
  if (madeFrom !== undefined && isStored(madeFrom) && (await store.getToken(madeFrom)) === null) {
    await store.removeToken(record.id);
    throw new YourcallError("unauthorized", "The token that this was made with was revoked.");
  }
  return { record, secret };
}

/**
 * Makes the token with which a device, or its service in the hub, presses its own buttons and posts receipts. It allows nothing
 * else, and goes with the device and with the token of the person who added the device, `madeFrom`. Its secret is returned here and
 * never again.
 */
export async function issueDeviceToken(
  { store, clock }: Pick<Hub, "store" | "clock">,
  { id, name }: Pick<DeviceRecord, "id" | "name">,
  madeFrom?: string,
): Promise<string> {
  return (await issueToken(store, clock, { scope: "device", name, madeFrom, device: id })).secret;
}

/** Whether a device still has its token. Without it, the device of somebody who was logged out gets nothing, and its buttons do nothing. */
export async function isLoggedIn({ store }: Pick<Hub, "store">, id: string): Promise<boolean> {
  return (await store.listTokens()).some(({ scope, device }) => scope === "device" && device === id);
}

/** Whether a token is in the store. The two of the state directory are not, and are never revoked. */
function isStored(id: string): boolean {
  return id.startsWith("tok_");
}

/** Whether a token came from a browser login, and so is the person's own. Tokens of older versions have no device. */
export function isSession({ scope, name, device, madeFrom }: TokenRecord): boolean {
  return scope === "human" && (device !== undefined || (name === sessionName && madeFrom === undefined));
}

function isExpired(token: TokenRecord, now: number): boolean {
  return isSession(token) && now - (token.lastUsedAt ?? token.createdAt) > maxUnusedMs;
}
