import type { HubClient } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/browser";
import type { BrowserStorage } from "./browser-storage.ts";

/** Who sits here: somebody the hub knows, somebody who is just logging in, or a stranger, and why. */
export type Session =
  | { state: "in"; client: HubClient }
  | { state: "entering" }
  | { state: "stranger"; why?: "used" | "ended" | "unreachable" };

export interface SessionKeeper {
  now(): Session;
  subscribe(listener: () => void): () => void;
  /** Forgets the token, here and in every other tab. */
  leave(): void;
}

/**
 * Logs in with the code of a link, or with the token of an earlier login. The code is taken out of the address and of the
 * history before anything else. A token that the hub no longer knows ends the session.
 */
export function startSession(storage: BrowserStorage): SessionKeeper {
  const listeners = new Set<() => void>();
  let session: Session = { state: "entering" };

  function become(next: Session): void {
    if (session.state === "in" && next.state !== "in") session.client.close();
    session = next;
    for (const listener of listeners) listener();
  }

  function enter(token: string): Session {
    const client = createHubClient({
      token: () => token,
      fetch: async (...request) => {
        const response = await fetch(...request);
        if (response.status === 401 && storage.read("token") === token) {
          storage.write("token", null);
          become({ state: "stranger", why: "ended" });
        }
        return response;
      },
    });
    return { state: "in", client };
  }

  async function login(code: string): Promise<void> {
    try {
      const token = await createHubClient({ token: () => null }).login(code);
      storage.write("token", token);
      become(enter(token));
    } catch (error) {
      const unreachable = (error as { code?: string }).code === "hub-unreachable";
      // An old link does not end a session that is good.
      become(resume() ?? { state: "stranger", why: unreachable ? "unreachable" : "used" });
    }
  }

  function resume(): Session | null {
    const token = storage.read("token");
    return token === null ? null : enter(token);
  }

  const code = takeLoginCode();
  if (code !== null) void login(code);
  else session = resume() ?? { state: "stranger" };
  storage.watch("token", (token) => become(token === null ? { state: "stranger", why: "ended" } : enter(token)));

  return {
    now: () => session,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    leave() {
      storage.write("token", null);
      become({ state: "stranger" });
    },
  };
}

function takeLoginCode(): string | null {
  const code = /^#login=([\w-]{1,200})$/.exec(location.hash)?.[1] ?? null;
  if (location.hash !== "") history.replaceState(null, "", location.pathname);
  return code;
}
