import { type HubClient, NotAHubError } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/browser";
import { storage } from "./browser-storage.ts";
import { CannotCheckError, createHubCheck, type HubCheck } from "./hub-check.ts";
import { toRoute } from "./route.tsx";

/** Who is using this browser: somebody logged in, somebody with a link to one ask, somebody logging in, or a stranger, and why. */
export type Session =
  | { state: "in"; client: HubClient }
  | { state: "link"; client: HubClient; id: string; link: string }
  | { state: "entering" }
  /** Logged in, with the login link of another person. Names are empty for the hub's owner. */
  | { state: "switching"; from: string; to: string; stay(): void; go(): void }
  /** The server at this address does not prove that it is the hub, or the browser cannot check that. */
  | { state: "foreign"; canCheck: boolean }
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

  /** A client that sends the token only to the hub that `check` knows. `again` recreates the session. */
  function connect(
    token: string,
    check: HubCheck,
    again: () => Session | null,
    onUnauthorized?: () => void,
  ): HubClient {
    const client = createHubClient({
      token: () => token,
      async beforeToken(token) {
        try {
          return await check.seal(token);
        } catch (error) {
          if (error instanceof NotAHubError && "client" in session && session.client === client)
            void waitForHub(check.prove, again, error);
          throw error;
        }
      },
      onBreak: check.forget,
      onUnauthorized,
    });
    return client;
  }

  /** Shows that this server is not the hub, until it is. */
  async function waitForHub(prove: () => Promise<unknown>, again: () => Session | null, error: Error): Promise<void> {
    const foreign: Session = { state: "foreign", canCheck: !(error instanceof CannotCheckError) };
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

  /** The check for the hub at which this browser logged in. */
  const checkLogin = () => createHubCheck(storage.read("hub") ?? undefined);

  function enter(token: string): Session {
    const client = connect(token, checkLogin(), resume, () => {
      if (storage.read("token") !== token) return;
      storage.write("token", null);
      become({ state: "stranger", why: "ended" });
    });
    return { state: "in", client };
  }

  async function login(code: string, key: string | undefined): Promise<void> {
    const check = createHubCheck(key);
    try {
      // The code is worth as much as a token, so the hub proves itself first.
      await check.prove();
      const token = await createHubClient({ token: () => null }).login(code);
      const go = () => {
        storage.write("hub", check.key());
        storage.write("token", token);
        become(enter(token));
      };
      const from = await findPerson(storage.read("token"), checkLogin());
      const to = from === undefined ? from : await findPerson(token, check);
      if (to === from || from === undefined) return go();
      // Anybody can make a browser open a link to themselves, and answers would then be recorded under their name.
      become({ state: "switching", from, to: to ?? "", stay: () => become(resume() ?? { state: "stranger" }), go });
    } catch (error) {
      if (error instanceof NotAHubError) {
        // If the hub proves itself later, the code is too old, but an earlier login may still be good.
        const again = () => resume() ?? { state: "stranger" as const, why: "unreachable" as const };
        return void waitForHub(check.prove, again, error);
      }
      const unreachable = (error as { code?: string }).code === "hub-unreachable";
      // An old link does not end a valid session.
      become(resume() ?? { state: "stranger", why: unreachable ? "unreachable" : "used" });
    }
  }

  /** Whose token this is; empty for the hub's owner, undefined if the hub does not know it. */
  async function findPerson(token: string | null, check: HubCheck): Promise<string | undefined> {
    if (token === null) return undefined;
    const client = connect(token, check, () => null);
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
    const check = createHubCheck();
    const open = (): Session => ({ state: "link", client: connect(token, check, open), id, link });
    return open();
  }

  function start(isFirst: boolean): void {
    const { login: code, token: given, key } = takeFragment();
    if (code !== undefined) return void login(code, key);
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

/** The secret in the address, and the hub's identity key, both of which are removed from there and from the history. */
function takeFragment(): { login?: string; token?: string; key?: string } {
  const [, name, value, key] = /^#(login|token)=([\w-]{1,300})(?:\.([\w-]{22}))?$/.exec(location.hash) ?? [];
  if (name === undefined) return {};
  history.replaceState(null, "", location.pathname);
  return { [name]: value, key };
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
