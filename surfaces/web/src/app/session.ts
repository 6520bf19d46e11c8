import { canCheckProofs, expectProof, type HubClient, hashToken, NotAHubError } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/browser";
import { storage } from "./browser-storage.ts";
import { toRoute } from "./route.tsx";

/** Who is using this browser: somebody logged in, somebody with a link to one ask, somebody logging in, or a stranger, and why. */
export type Session =
  | { state: "in"; client: HubClient }
  | { state: "link"; client: HubClient; id: string; link: string }
  | { state: "entering" }
  /** Logged in, with the login link of another person. Names are empty for the hub's owner. */
  | { state: "switching"; from: string; to: string; stay(): void; go(): void }
  /** The server at this address does not prove that it knows the token of the login or link, or the browser cannot check that. */
  | { state: "foreign"; canCheck: boolean; isLink: boolean }
  | { state: "stranger"; why?: "used" | "ended" | "unreachable" };

export interface SessionKeeper {
  now(): Session;
  subscribe(listener: () => void): () => void;
}

const retryMs = 3000;

/**
 * Logs in with the code of a link, or with the token of an earlier login. The code is first removed from the address and the
 * history. A token that the hub no longer knows ends the session.
 */
export function startSession(): SessionKeeper {
  const listeners = new Set<() => void>();
  let session: Session = { state: "entering" };

  function become(next: Session): void {
    if ("client" in session) session.client.close();
    session = next;
    for (const listener of listeners) listener();
  }

  /** A client that sends the token only to a hub that has proved it knows it. `again` recreates the session. */
  function connect(token: string, again: () => Session | null, onUnauthorized?: () => void): HubClient {
    const hash = canCheckProofs() ? hashToken(token) : undefined;
    const prove = async (signal?: AbortSignal) => {
      if (hash === undefined) throw new NotAHubError("This browser cannot check who answers.");
      return expectProof(await hash, { url: "", host: location.host, signal });
    };
    const client = createHubClient({
      token: () => token,
      async beforeToken(_, signal) {
        try {
          return await prove(signal);
        } catch (error) {
          if (error instanceof NotAHubError && "client" in session && session.client === client)
            void waitForHub(prove, again);
          throw error;
        }
      },
      onUnauthorized,
    });
    return client;
  }

  /** Shows that this server does not know the token, until one does. */
  async function waitForHub(prove: () => Promise<unknown>, again: () => Session | null): Promise<void> {
    const foreign: Session = { state: "foreign", canCheck: canCheckProofs(), isLink: session.state === "link" };
    become(foreign);
    while (foreign.canCheck && session === foreign) {
      await new Promise((resolve) => setTimeout(resolve, retryMs));
      const isHub = await prove().then(
        () => true,
        () => false,
      );
      if (isHub && session === foreign) become(again() ?? { state: "stranger" });
    }
  }

  function enter(token: string): Session {
    const client = connect(token, resume, () => {
      if (storage.read("token") !== token) return;
      storage.write("token", null);
      become({ state: "stranger", why: "ended" });
    });
    return { state: "in", client };
  }

  async function login(code: string): Promise<void> {
    try {
      const token = await createHubClient({ token: () => null }).login(code);
      const go = () => {
        storage.write("token", token);
        become(enter(token));
      };
      const from = await findPerson(storage.read("token"));
      const to = from === undefined ? from : await findPerson(token);
      if (to === from || from === undefined) return go();
      // Anybody can make a browser open a link to themselves, and answers would then be recorded under their name.
      become({ state: "switching", from, to: to ?? "", stay: () => become(resume() ?? { state: "stranger" }), go });
    } catch (error) {
      const unreachable = (error as { code?: string }).code === "hub-unreachable";
      // An old link does not end a valid session.
      become(resume() ?? { state: "stranger", why: unreachable ? "unreachable" : "used" });
    }
  }

  /** Whose token this is; empty for the hub's owner, undefined if the hub does not know it. */
  async function findPerson(token: string | null): Promise<string | undefined> {
    if (token === null) return undefined;
    const client = connect(token, () => null);
    try {
      return (await client.settings()).person ?? "";
    } catch (error) {
      if (error instanceof NotAHubError || (error as { code?: string }).code === "unauthorized") return undefined;
      throw error;
    } finally {
      client.close();
    }
  }

  function resume(): Session | null {
    const token = storage.read("token");
    return token === null ? null : enter(token);
  }

  function follow(token: string): Session | null {
    const route = toRoute(location.pathname);
    if (route.page !== "waiting" || route.id === undefined) return null;
    const { id } = route;
    // In this tab only, so that a reload keeps it.
    tabStorage()?.setItem(toLinkName(id), token);
    const link = `${location.origin}${location.pathname}#token=${token}`;
    const open = (): Session => ({ state: "link", client: connect(token, open), id, link });
    return open();
  }

  function start(isFirst: boolean): void {
    const { login: code, token: given } = takeFragment();
    if (code !== undefined) return void login(code);
    const token = given ?? (isFirst ? keptLink() : undefined);
    if (isFirst) session = (token === undefined ? null : follow(token)) ?? resume() ?? { state: "stranger" };
    else if (token !== undefined) become(follow(token) ?? session);
  }

  start(true);
  // A link pasted into this tab changes only the fragment, which does not reload the page.
  addEventListener("hashchange", () => start(false));
  storage.watch("token", (token) => {
    if (session.state !== "link") become(token === null ? { state: "stranger", why: "ended" } : enter(token));
  });

  return {
    now: () => session,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The secret in the address, which is removed from there and from the history. */
function takeFragment(): { login?: string; token?: string } {
  const [, name, value] = /^#(login|token)=([\w-]{1,300})$/.exec(location.hash) ?? [];
  if (name === undefined) return {};
  history.replaceState(null, "", location.pathname);
  return { [name]: value };
}

function toLinkName(id: string): string {
  return `yourcall.link.${id}`;
}

/** The token of the link to the ask in the address, from before a reload of this tab. */
function keptLink(): string | undefined {
  const route = toRoute(location.pathname);
  const id = route.page === "waiting" ? route.id : undefined;
  return id === undefined ? undefined : (tabStorage()?.getItem(toLinkName(id)) ?? undefined);
}

/** Undefined if the browser stores nothing. */
function tabStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
