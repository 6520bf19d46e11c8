import { type Act, acts, type By, cleanText } from "@yourcall/core";
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

/** Who acted, according to the body, and with which token. Without an act it was a script; a missing or blank surface becomes `api`. */
export function toBy(body: { surface?: string; act?: Act; user?: string }, { token, scope, name, person }: Caller): By {
  const act = acts.find((known) => known === body.act) ?? "script";
  // An app shows its asks as cards of its own, and cannot claim to be another screen.
  const surface = scope === "app" ? "card" : (body.surface ?? "");
  return {
    surface: cleanText(surface).trim() === "" ? "api" : surface,
    act,
    ...(body.user === undefined || body.user === "" ? {} : { user: body.user }),
    token: { id: token, scope, name: name ?? person },
  };
}
