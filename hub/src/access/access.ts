import type { Caller } from "../caller.ts";
import type { Clock } from "../clock.ts";
import type { Store, TokenRecord } from "../store/store.ts";
import type { LocalTokens } from "./local-tokens.ts";
import { createToken, hashToken, sameSecret } from "./token.ts";

/** Tokens and login codes. */
export interface Access {
  /** Whose token this is, or null. */
  identify(token: string): Caller | null | Promise<Caller | null>;
  /** Creates a named token. Its secret is shown once and stored only as a hash. */
  issue(token: {
    scope: "agent" | "human" | "link";
    name: string;
    ask?: string;
  }): Promise<{ record: TokenRecord; secret: string }>;
  list(): Promise<TokenRecord[]>;
  revoke(id: string): Promise<boolean>;
  /** A code for one login in the browser, valid for a minute. */
  createLoginCode(): string;
  /** Trades a code for a session token; null if it is wrong, used, or too old. */
  login(code: string): Promise<string | null>;
}

const sessionName = "browser";
const loginMs = 60_000;
const maxCodes = 100;

export function createAccess(store: Store, local: LocalTokens, clock: Clock): Access {
  const codes = new Map<string, number>();
  const locals: { secret: Buffer; caller: Caller }[] = [
    { secret: Buffer.from(local.human), caller: Object.freeze({ token: "human", scope: "human" }) },
    { secret: Buffer.from(local.agent), caller: Object.freeze({ token: "agent", scope: "agent" }) },
  ];

  async function issue({ scope, name, ask }: { scope: "agent" | "human" | "link"; name: string; ask?: string }) {
    const secret = createToken(scope);
    const hash = hashToken(secret);
    const record: TokenRecord = {
      id: `tok_${hash.slice(0, 16)}`,
      hash,
      scope,
      name,
      ask: ask ?? null,
      createdAt: clock.now(),
    };
    await store.addToken(record);
    return { record, secret };
  }

  function identifyLocal(token: string): Caller | null {
    const given = Buffer.from(token);
    return locals.find(({ secret }) => sameSecret(given, secret))?.caller ?? null;
  }

  async function identifyNamed(token: string): Promise<Caller | null> {
    const record = await store.findToken(hashToken(token));
    if (record === null) return null;
    const { id, scope, name, ask } = record;
    if (scope === "link") return ask === null ? null : { token: id, scope, name, ask };
    return { token: id, scope, ...(isSession(record) ? {} : { name }) };
  }

  return {
    identify: (token) => identifyLocal(token) ?? identifyNamed(token),
    issue,
    list: () => store.listTokens(),
    revoke: async (id) => (await store.removeToken(id)).length > 0,
    createLoginCode() {
      const code = createToken("link").slice("yc_link_".length);
      codes.set(hashToken(code), clock.now() + loginMs);
      const oldest = codes.keys().next().value;
      if (codes.size > maxCodes && oldest !== undefined) codes.delete(oldest);
      return code;
    },
    async login(code) {
      const hash = hashToken(code);
      const until = codes.get(hash);
      codes.delete(hash);
      if (until === undefined || clock.now() > until) return null;
      return (await issue({ scope: "human", name: sessionName })).secret;
    },
  };
}

/** Whether a token came from a browser login, and so is the person's own. */
function isSession({ scope, name }: TokenRecord): boolean {
  return scope === "human" && name === sessionName;
}
