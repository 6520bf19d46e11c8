import * as z from "zod/mini";
import { maxDurationMs } from "../limits.ts";
import { outcomeStatuses } from "../outcome-schemas.ts";
import { name, time, upTo } from "../schema-parts.ts";

// What a hub and its clients send each other about the hub itself: its log, its settings, who may use it.

const text = z.string();
const count = z.int().check(z.minimum(0));
const day = z.string().check(z.meta({ format: "date" }));
const ended = z.object(
  Object.fromEntries(outcomeStatuses.map((status) => [status, count])) as Record<
    (typeof outcomeStatuses)[number],
    typeof count
  >,
);
const waited = z.object({ medianMs: count, longestMs: count });

export const daysQuery = z.object({
  from: z.optional(day),
  to: z.optional(day),
  /** The time zone of the days, as `Europe/Berlin`; UTC by default. */
  zone: z.optional(upTo(100)),
});
/** Which days: from one to another, both included, as `2026-01-31`. The last 30 by default, at most 92. */
export interface DaysQuery extends z.output<typeof daysQuery> {}

const dayCount = z.object({ day, asked: count, ended, waited: z.optional(waited) });
/** One day of the log: how many asks came, how they have ended so far, and how long the ended ones waited. */
export interface DayCount extends z.output<typeof dayCount> {}

export const daysPage = z.object({ zone: text, waited: z.optional(waited), days: z.array(dayCount) });
/** Some days of the log, and how long the ended asks of all of them waited. */
export interface DaysPage extends z.output<typeof daysPage> {}

export const agentsPage = z.object({ agents: z.array(text) });

const keepMs = z.nullable(z.int().check(z.positive(), z.maximum(maxDurationMs)));

export const settings = z.object({
  version: text,
  /** The caller's own token, marked in the list so that nobody revokes their own access by mistake. */
  token: z.string().check(z.meta({ description: "The id of the token that asks" })),
  /** The person the caller's token was made for; absent for the hub's owner. */
  person: z.optional(text),
  url: text,
  socket: text,
  publicUrl: z.optional(text),
  /** The state directory. */
  directory: text,
  /** How long ended asks are kept; null means forever. */
  keepMs,
  /** The default deadline of asks. */
  timeoutMs: z.optional(count),
  /** What a person should know about the state of the hub's data. */
  warnings: z.optional(z.array(text)),
  /** The tokens whose asks are refused today, each in a sentence. */
  overLimit: z.optional(z.array(text)),
  /** Whether the settings can be changed. */
  canSave: z.boolean(),
});
/** Where a hub is, and its settings. */
export interface HubSettings extends z.output<typeof settings> {}

export const settingsBody = z.strictObject({ keepMs });
/** What can be changed while a hub runs. */
export interface SettingsBody extends z.output<typeof settingsBody> {}

/** The scopes of tokens that a person makes: asking; answering; both, but only of its own asks (an app); or one ask by its link. */
const tokenScopes = ["agent", "human", "app", "link"] as const;
/** What a token gives access to. A device's is made when the device is added: it presses that device's buttons and nothing else. */
export type TokenScope = (typeof tokenScopes)[number] | "device";

/** What a person's token allows. Each includes those before it. */
export const tokenRights = ["read", "answer", "administer"] as const;
export type TokenRights = (typeof tokenRights)[number];

const rights = z
  .enum(tokenRights)
  .check(
    z.describe("What a person may do: see everything; also answer; also manage tokens and settings (the default)."),
  );

export const tokenBody = z.object({
  scope: z.enum([...tokenScopes, "login"]),
  name: z.optional(name()),
  /** With `link`: the id of the ask it is for. */
  ask: z.optional(name()),
  /** With `human` and a name. */
  rights: z.optional(rights),
});
/** Login codes come from the same route but are not tokens. */
export interface TokenBody extends Omit<z.output<typeof tokenBody>, "scope"> {
  scope: (typeof tokenScopes)[number];
}

export const token = z.object({
  id: text,
  scope: text as z.ZodMiniType<TokenScope>,
  name: text,
  ask: z.optional(text),
  createdAt: time(),
  /** When it was last used, give or take some minutes; absent if never. */
  lastUsedAt: z.optional(time()),
  /** The browser and system of a login, in words. */
  device: z.optional(text),
  /** The id of the token it was made with; it is revoked with that one. */
  madeFrom: z.optional(text),
  /** What this person may do; everything if absent. */
  rights: z.optional(rights),
});
/** A token as it is listed: everything but its secret. */
export interface TokenInfo extends z.output<typeof token> {}

export const createdToken = z.object({ ...token.shape, token: text });
/** The only time the secret is shown. */
export interface CreatedToken extends z.output<typeof createdToken> {}

export const loginLink = z.object({ code: text, url: text });
/** Logs a browser in, once and within a minute. */
export interface LoginLink extends z.output<typeof loginLink> {}

export const loginBody = z.object({ code: name() });

export const presenceBody = z.object({
  /** A random name of the screen, so that leaving it does not end the presence at another. */
  screen: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  left: z.optional(z.boolean()),
});

export const proofBody = z.object({
  nonce: z.string().check(z.regex(/^[\w-]{22,128}$/, "nonce must be 22 to 128 letters, digits, - and _.")),
  /** As in `location.host`. A hub gives proofs only for its own host names, so nobody can get one from it for another address. */
  host: name(),
});
/** Asks the hub that is reached under this host name to sign with its identity key. A nonce is used once. */
export interface ProofBody extends z.output<typeof proofBody> {}

export const health = z.object({ status: text, version: text, pid: z.int(), warning: z.optional(text) });
/** What a hub tells anybody about itself. */
export interface Health extends z.output<typeof health> {}

// The chain of records.

const entry = z.object({
  /** Grows in the order in which asks ended. */
  sequence: z.int(),
  ask: text,
  /** The SHA-256 of `record`. */
  digest: text,
  /** The SHA-256 of the hash before, `sequence`, `ask` and `digest`, each on a line of its own. */
  hash: text,
  /** The ask and its outcome, as JSON. Absent if it was deleted. */
  record: z.optional(text),
  /** It was deleted by the hub, because of `keep`. */
  forgotten: z.optional(z.boolean()),
});
/** An ended ask in the chain of records. */
export interface WireChainEntry extends z.output<typeof entry> {}

export const chainQuery = z.object({ after: z.optional(z.coerce.number().check(z.int(), z.minimum(0))) });
export const chainPage = z.object({ entries: z.array(entry) });

export const checked = z.object({
  records: z.int(),
  forgotten: z.int(),
  /** The hash of the last entry. A copy of it kept elsewhere shows that nothing before was changed. */
  head: text,
  /** Where the chain breaks, and why. */
  fault: z.optional(z.object({ ask: text, why: text })),
});
/** What became of a check of the chain. */
export interface WireChecked extends z.output<typeof checked> {}
