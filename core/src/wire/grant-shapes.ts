import * as z from "zod/mini";
import { maxPathLength } from "../limits.ts";
import { bySchema } from "../outcome-schemas.ts";
import { name, time, upTo } from "../schema-parts.ts";

// What a hub and its clients send each other about what a person allowed ahead of time.

const text = z.string();

/** Where a grant holds: in the session or the directory of the approval it was made on, or anywhere. */
export const grantPlaces = ["session", "directory", "everywhere"] as const;

const exactly = z.object({ kind: z.literal("input") });
const prefix = z.object({
  kind: z.literal("prefix"),
  /** The first words of the command. */
  words: z.array(upTo(1000).check(z.minLength(1))).check(z.minLength(1), z.maxLength(10)),
});
const files = z.object({
  kind: z.literal("files"),
  /** An absolute path. */
  directory: upTo(maxPathLength).check(z.minLength(1)),
});

const covers = z.discriminatedUnion("kind", [exactly, prefix, files]);
/** What a grant covers: exactly this input; commands that begin with these words; the same tool on files below a directory. */
export type GrantCovers = z.output<typeof covers>;

export const grantBody = z.object({
  covers,
  where: z.enum(grantPlaces),
  /** When it ends, at most 24 hours ahead; without a time, when its session ends. */
  until: z.optional(time()),
});
/** A grant to make along with the answer that allows an approval. */
export interface GrantBody extends z.output<typeof grantBody> {}

export const grantOffers = z.object({
  /** What a grant made on this approval can cover, from narrow to wide; empty if the approval cannot be covered. */
  covers: z.array(covers),
  where: z.array(z.enum(grantPlaces)),
});
/** The grants that can be made on an approval. */
export interface GrantOffers extends z.output<typeof grantOffers> {}

export const grant = z.object({
  id: text,
  tool: text,
  covers,
  where: z.object({ kind: z.enum(grantPlaces), session: z.optional(text), cwd: z.optional(text) }),
  /** What `input` covers, in one line. */
  subject: text,
  madeAt: time(),
  /** Absent: until the session ends. */
  until: z.optional(time()),
  /** The ask that was allowed when it was made, and who did that. */
  ask: text,
  by: bySchema(),
  uses: z.int(),
  usedAt: z.optional(time()),
});
/** A person's permission ahead of time. */
export interface WireGrant extends z.output<typeof grant> {}

export const grantsPage = z.object({ grants: z.array(grant) });
export const revoked = z.object({ revoked: z.array(name()) });

export const sessionEndedBody = z.object({ session: name().check(z.minLength(1)) });
