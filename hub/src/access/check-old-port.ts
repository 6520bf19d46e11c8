import { expectProof } from "@yourcall/client/internal";
import type { Store } from "../store/store.ts";
import { type Access, isSession } from "./access.ts";

const answerMs = 2000;

/**
 * If another program has taken the port under which browsers know this hub, logs out the browsers that logged in there: a page
 * loaded since then may have given their token away. A program that proves that it has the key of the hub which was last there is a
 * hub on the same store.
 */
export async function checkOldPort(options: {
  store: Store;
  access: Access;
  /** The address, as `127.0.0.1:2255`. */
  host: string;
  log?: (message: string) => void;
}): Promise<void> {
  const { store, access, host, log } = options;
  const port = Number(new URL(`http://${host}`).port);
  const sessions = (await store.listTokens()).filter((token) => isSession(token) && token.port === port);
  if (sessions.length === 0 || (await isOurs((await store.recall(toName(port))) ?? access.identity, host))) return;
  for (const { id } of sessions) await access.revoke(id);
  const [who, were] = sessions.length === 1 ? ["1 browser", "was"] : [`${sessions.length} browsers`, "were"];
  log?.(
    `Another program has port ${port}, where this hub used to be. ${who} that had logged in there ${were} logged out; \`yourcall open\` logs in again.`,
  );
}

/** Records that the hub with this identity key listens at this port. */
export async function rememberIdentity(store: Store, port: number, key: string): Promise<void> {
  if ((await store.recall(toName(port))) !== key) await store.remember(toName(port), key);
}

const toName = (port: number) => `identity at ${port}`;

/** Whether a hub on the same store answers there, or nothing does. */
async function isOurs(key: string, host: string): Promise<boolean> {
  try {
    await expectProof(key, { url: `http://${host}`, host, signal: AbortSignal.timeout(answerMs) });
    return true;
  } catch (error) {
    const { cause } = ((error as Error).cause ?? {}) as { cause?: NodeJS.ErrnoException };
    return cause?.code === "ECONNREFUSED";
  }
}
