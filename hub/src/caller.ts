import { type Act, type By, cleanText } from "@yourcall/core";
import { acts } from "@yourcall/core/internal";
import type { TokenRights, TokenScope } from "@yourcall/core/internal/wire";

/** Who calls: which token, and what it may do. */
export interface Caller {
  token: string;
  /** A device that presses through its service, as a Telegram bot, has no token: it is named by its own id. */
  scope: TokenScope;
  /** The name of a link, an app or a named token; the person's own tokens have none. */
  name?: string;
  /** The person the token was made for; for a browser session, the one who logged in. */
  person?: string;
  /** What they may do; everything if undefined. */
  rights?: TokenRights;
  /** The ask that a link token is for. */
  ask?: string;
  /** The id of the device that a device's token is for. */
  device?: string;
  /** The batch that this act is a part of. */
  batch?: string;
}

/** Whether this is the token of the state directory that all agents of this machine share. */
export function isShared({ token }: Caller): boolean {
  return token === "agent";
}

/** Who acted, according to the body, and with which token. A missing act becomes `script`, a missing or blank surface `api`. */
export function toBy(
  body: { surface?: string; act?: Act; user?: string },
  { token, scope, name, person, batch }: Caller,
): By {
  const act = acts.find((known) => known === body.act) ?? "script";
  // An app shows its asks as cards in its own page, and cannot claim to be another screen.
  const surface = scope === "app" ? "card" : (body.surface ?? "");
  return {
    surface: cleanText(surface).trim() === "" ? "api" : surface,
    act,
    ...(body.user === undefined || body.user === "" ? {} : { user: body.user }),
    token: { id: token, scope, name: name ?? person },
    ...(batch === undefined ? {} : { batch }),
  };
}
