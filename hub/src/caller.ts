import type { TokenRights } from "@yourcall/core/wire";

/** Who calls: which token, and what it may do. */
export interface Caller {
  token: string;
  scope: "human" | "agent" | "app" | "link";
  /** The name of a link, an app or a named token; the person's own tokens have none. */
  name?: string;
  /** The person the token was made for; for a browser session, the one who logged in. */
  person?: string;
  /** What they may do; everything if undefined. */
  rights?: TokenRights;
  /** The ask that a link token is for. */
  ask?: string;
}
