import { toPng } from "./sample-picture.ts";
import { choose, database } from "./sample-questions.ts";

export type Scope = "none" | "agent" | "human" | "app" | "link";

/** One row of the contract: who may call it and what it replies. */
export interface Route {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** `:id` is an ask's, or a token's if the route is about tokens. */
  path: string;
  /** A body with which it succeeds; `PORT` stands for the hub's port. */
  body?: unknown;
  query?: string;
  scopes: Scope[];
  success: number;
  /** Every status it may reply with. */
  statuses: number[];
}

const always = [400, 401, 403, 503];
const person: Scope[] = ["human", "app", "link"];

export const routeTable: Route[] = [
  {
    method: "POST",
    path: "/v1/asks",
    body: { questions: [database] },
    scopes: ["agent", "app"],
    success: 201,
    statuses: [200, 201, 409, 413, 422, 429, ...always],
  },
  {
    method: "GET",
    path: "/v1/asks",
    query: "?session=s",
    scopes: ["human", "agent", "app"],
    success: 200,
    statuses: [200, 422, ...always],
  },
  {
    method: "GET",
    path: "/v1/asks/:id",
    scopes: ["human", "agent", "app", "link"],
    success: 200,
    statuses: [200, 404, 422, ...always],
  },
  {
    method: "PUT",
    path: "/v1/asks/:id/draft",
    body: { draft: {}, baseRevision: 0 },
    scopes: person,
    success: 200,
    statuses: [200, 404, 409, 413, 422, ...always],
  },
  {
    method: "POST",
    path: "/v1/asks/:id/pictures",
    body: { data: toPng(2, 2).toString("base64") },
    scopes: person,
    success: 201,
    statuses: [201, 404, 409, 413, 422, 429, ...always],
  },
  {
    method: "GET",
    path: "/v1/asks/:id/pictures/:hash",
    scopes: ["human", "agent", "app", "link"],
    // It has none.
    success: 404,
    statuses: [200, 404, 422, ...always],
  },
  {
    method: "DELETE",
    path: "/v1/asks/:id/pictures/:hash",
    scopes: person,
    success: 204,
    statuses: [204, 404, 409, ...always],
  },
  {
    method: "POST",
    path: "/v1/asks/:id/answer",
    body: choose("SQLite"),
    scopes: person,
    success: 200,
    statuses: [200, 404, 409, 413, 422, ...always],
  },
  {
    method: "POST",
    path: "/v1/asks/:id/decline",
    body: {},
    scopes: person,
    success: 200,
    statuses: [200, 404, 409, 413, 422, ...always],
  },
  {
    method: "POST",
    path: "/v1/asks/:id/cancel",
    body: {},
    scopes: ["human", "agent", "app"],
    success: 200,
    statuses: [200, 404, 409, 413, 422, ...always],
  },
  {
    method: "POST",
    path: "/v1/asks/:id/report",
    body: { outcome: { status: "declined" }, surface: "claude-code" },
    scopes: ["agent"],
    success: 200,
    statuses: [200, 404, 409, 413, 422, ...always],
  },
  {
    method: "POST",
    path: "/v1/asks/:id/delivery",
    body: { state: "taken" },
    scopes: ["agent", "app"],
    // The ask is still pending.
    success: 422,
    statuses: [200, 404, 413, 422, ...always],
  },
  {
    method: "POST",
    path: "/v1/asks/:id/claim",
    body: { holder: "follower-1" },
    scopes: ["agent", "app"],
    success: 200,
    statuses: [200, 404, 413, 422, ...always],
  },
  {
    method: "GET",
    path: "/v1/tool",
    scopes: ["agent", "app", "human"],
    success: 200,
    statuses: [200, ...always],
  },
  {
    method: "GET",
    path: "/v1/events",
    query: "?session=s",
    scopes: ["human", "agent", "app"],
    success: 200,
    statuses: [200, 422, ...always],
  },
  {
    method: "POST",
    path: "/v1/login",
    body: { code: "no code that was given" },
    scopes: ["none", "agent", "human", "app", "link"],
    // A wrong code, from any caller.
    success: 401,
    statuses: [200, 413, 422, ...always],
  },
  {
    method: "POST",
    path: "/v1/proof",
    body: { nonce: "n".repeat(22), host: "127.0.0.1:PORT" },
    scopes: ["none", "agent", "human", "app", "link"],
    success: 200,
    statuses: [200, 413, 422, 400, 403, 503],
  },
  {
    method: "POST",
    path: "/v1/tokens",
    body: { scope: "agent", name: "ci" },
    scopes: ["human"],
    success: 201,
    statuses: [201, 404, 409, 413, 422, ...always],
  },
  { method: "GET", path: "/v1/tokens", scopes: ["human"], success: 200, statuses: [200, ...always] },
  { method: "DELETE", path: "/v1/tokens/:id", scopes: ["human"], success: 204, statuses: [204, 404, ...always] },
  { method: "GET", path: "/v1/log/check", scopes: ["human"], success: 200, statuses: [200, ...always] },
  { method: "GET", path: "/v1/log/chain", scopes: ["human"], success: 200, statuses: [200, 422, ...always] },
  { method: "GET", path: "/v1/grants", scopes: ["human"], success: 200, statuses: [200, ...always] },
  { method: "GET", path: "/v1/asks/:id/grants", scopes: ["human"], success: 200, statuses: [200, 404, ...always] },
  { method: "DELETE", path: "/v1/grants/:id", scopes: ["human"], success: 200, statuses: [200, ...always] },
  { method: "DELETE", path: "/v1/grants", scopes: ["human"], success: 200, statuses: [200, ...always] },
  {
    method: "POST",
    path: "/v1/session-ended",
    body: { session: "s" },
    scopes: ["agent"],
    success: 204,
    statuses: [204, 413, 422, ...always],
  },
  {
    method: "POST",
    path: "/v1/batches/answer",
    body: { asks: ["ask_none"], answers: [] },
    scopes: ["human"],
    success: 200,
    statuses: [200, 413, 422, ...always],
  },
  {
    method: "POST",
    path: "/v1/batches/decline",
    body: { asks: ["ask_none"] },
    scopes: ["human"],
    success: 200,
    statuses: [200, 413, 422, ...always],
  },
  { method: "GET", path: "/v1/days", scopes: ["human"], success: 200, statuses: [200, 422, ...always] },
  { method: "GET", path: "/v1/agents", scopes: ["human"], success: 200, statuses: [200, ...always] },
  { method: "POST", path: "/v1/presence", scopes: ["human"], success: 204, statuses: [204, 413, 422, ...always] },
  { method: "GET", path: "/v1/settings", scopes: ["human"], success: 200, statuses: [200, ...always] },
  {
    method: "PUT",
    path: "/v1/settings",
    body: { keepMs: null },
    scopes: ["human"],
    // This hub has no place to save settings.
    success: 404,
    statuses: [200, 404, 413, 422, ...always],
  },
  {
    method: "GET",
    path: "/healthz",
    scopes: ["none", "agent", "human", "app", "link"],
    success: 200,
    statuses: [200, 400, 403, 503],
  },
  { method: "GET", path: "/metrics", scopes: ["human"], success: 200, statuses: [200, ...always] },
  {
    method: "GET",
    path: "/openapi.json",
    scopes: ["none", "agent", "human", "app", "link"],
    success: 200,
    statuses: [200, 400, 403, 503],
  },
];

/** The row of a request, if there is one. */
export function findRow(method: string, path: string): Route | undefined {
  const [address = ""] = path.split("?");
  return routeTable.find(
    (row) => row.method === method && new RegExp(`^${row.path.replaceAll(/:\w+/g, "[^/]+")}$`).test(address),
  );
}
