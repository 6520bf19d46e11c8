import type { TokenRights } from "@yourcall/core/wire";

/** Who calls: which token, and what it may do. */
export interface Caller {
  token: string;
  scope: "human" | "agent" | "app" | "link";
  /** The name of a link, an app or a named token; the person's own tokens have none. */
  name?: string;
  /** The person a token was made for, also for their browser sessions. */
  person?: string;
  /** What they may do; everything if undefined. */
  rights?: TokenRights;
  /** The ask that a link token is for. */
  ask?: string;
}
