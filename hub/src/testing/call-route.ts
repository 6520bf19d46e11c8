import type { Route } from "./route-table.ts";
import type { CallOptions, TestHub } from "./test-hub.ts";

/** What requests refer to: an ask, an app's secret and the app's ask, a link to the first ask, a token to revoke. */
export interface Targets {
  ask: string;
  app: string;
  askOfApp: string;
  link: string;
  token: string;
}

export async function createTargets(hub: TestHub): Promise<Targets> {
  const ask = await hub.ask();
  const [link, token, app] = await Promise.all([
    hub.human("POST", "/v1/tokens", { scope: "link", ask: ask.id }),
    hub.human("POST", "/v1/tokens", { scope: "agent", name: "spare" }),
    hub.human("POST", "/v1/tokens", { scope: "app", name: "my-chat-app" }),
  ]);
  const askOfApp = await hub.ask({}, { as: `${app.body.token}` });
  return {
    ask: ask.id,
    app: `${app.body.token}`,
    askOfApp: askOfApp.id,
    link: `${link.body.token}`,
    token: `${token.body.id}`,
  };
}

/** Calls a route in a way that succeeds for the right caller. The event stream is closed after its first bytes. */
export async function callRoute(
  hub: TestHub,
  { method, path, query = "", body }: Route,
  { ask, app, askOfApp, token }: Targets,
  options: CallOptions = {},
): Promise<{ status: number; code: string | undefined; headers: Record<string, unknown> }> {
  const id = path.startsWith("/v1/tokens") ? token : options.as === app ? askOfApp : ask;
  const leaving = new AbortController();
  const sent = body === undefined ? undefined : JSON.parse(JSON.stringify(body).replaceAll("PORT", `${hub.port}`));
  const called = await hub.call(method, `${path.replace(":id", id)}${query}`, sent, {
    ...options,
    signal: leaving.signal,
    firstPiece: path === "/v1/events",
  });
  leaving.abort();
  return { status: called.status, code: called.body.code, headers: called.headers };
}
