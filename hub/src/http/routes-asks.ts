import type { Socket } from "node:net";
import { YourcallError } from "@yourcall/core";
import { toModelText, withPlaces } from "@yourcall/core/internal";
import * as schemas from "@yourcall/core/internal/wire";
import {
  hideFromLink,
  linkExpired,
  permitActing,
  permitApp,
  permitLink,
  permitScope,
  permitSession,
} from "../access/permit.ts";
import { isRestricted } from "../access/rights.ts";
import { stopping } from "../hub-errors.ts";
import type { AskRecord, ListQuery } from "../store/store.ts";
import { audienceOf, toAgentRecord, toWireDraft } from "../to-wire.ts";
import type { WaitOptions } from "../waiters.ts";
import { askReply, type HttpContext, wireContext } from "./context.ts";
import { fromCursor } from "./cursor.ts";
import { listPage } from "./list-page.ts";
import { type Call, defineRoute, json, type Reply, type ReplyShape, type Route } from "./route.ts";
import { BadRequestError } from "./to-refusal.ts";

// Several times what four questions with notes need, but limited, because every reader of the event stream gets every draft.
const maxDraftBytes = 256 * 1024;
// No client should wait longer in one request; it can send another.
const maxWaitSeconds = 600;

/** Asking, answering, and everything in between. */
export function askRoutes(context: HttpContext): Route[] {
  const { hub } = context;
  const ask: ReplyShape = { description: "The ask", schema: schemas.ask };
  const decided = {
    method: "POST",
    scopes: ["human", "app", "link"],
    right: "answer",
    refusedAs: "invalid-answer",
    replies: { 200: ask },
    refusals: [404, 409],
  } as const;

  return [
    defineRoute({
      method: "POST",
      path: "/v1/asks",
      scopes: ["agent", "app"],
      summary: "Ask",
      description:
        "With `Prefer: wait=N` the reply is held up to N seconds for the outcome. `Location` names the ask, even if a hub that stops replies 503.",
      headers: { prefer: "wait=N holds the reply up to N seconds" },
      body: schemas.askBody,
      refusedAs: "invalid-ask",
      replies: { 200: { ...ask, description: "The ask that has this key" }, 201: ask },
      refusals: [409, 429],
      async handle(call) {
        const { prefer } = call.request.headers;
        const wait = toWait(call, /(?:^|[\s,;])wait=(\d{1,6})/.exec(String(prefer ?? ""))?.[1]);
        const { record, created } = await hub.ask(call.body, call.caller, wait);
        const location = `/v1/asks/${record.id}`;
        try {
          const reply = await replyHeld(call, record, wait);
          return { ...reply, status: created ? 201 : 200, headers: { location } };
        } catch (error) {
          call.response.setHeader("location", location);
          throw error;
        }
      },
    }),

    defineRoute({
      method: "GET",
      path: "/v1/asks",
      scopes: ["human", "agent", "app"],
      summary: "List",
      query: schemas.listQuery,
      replies: { 200: { description: "A page of asks", schema: schemas.askPage } },
      async handle({ caller, query }) {
        const isSearch = query.token !== undefined || query.key !== undefined;
        const status = query.status ?? (query.delivery !== undefined ? "ended" : isSearch ? "all" : "pending");
        if (query.token !== undefined) permitScope(caller, "human");
        const listed: ListQuery = {
          status,
          ...permitSession(caller, query.session),
          order: query.order ?? (status === "pending" ? "oldest" : "newest"),
          limit: query.limit ?? 100,
          actor: query.token,
          agent: query.agent,
          key: query.key,
          delivery: query.delivery,
          search: query.q?.trim() === "" ? undefined : query.q,
          cursor: query.cursor === undefined ? undefined : toPlace(hub.store.epoch, query.cursor),
        };
        const withNotices = query.notices !== undefined && caller.scope === "human";
        const noticesOf = withNotices ? (id: string) => hub.store.noticesOf(id) : undefined;
        try {
          const page = await listPage(hub, listed, wireContext(context, audienceOf(caller)), noticesOf);
          return { status: 200, body: page.text };
        } catch (error) {
          if (query.cursor === undefined || !(error instanceof RangeError)) throw error;
          throw unknownCursor("Unknown cursor.");
        }
      },
    }),

    defineRoute({
      method: "GET",
      path: "/v1/asks/:id",
      scopes: ["human", "agent", "app", "link"],
      summary: "One ask",
      description:
        "With `?wait=N` held up to N seconds while pending. The outcome then counts as taken by the token that asked, before it is sent; not with `&delivery=reported`, by which the asker says that it reports the delivery itself. With `?as=text` the reply is what a model is told, and the header `ask-status` says whether the ask is pending or how it ended.",
      query: schemas.waitQuery,
      replies: { 200: ask },
      refusals: [404],
      async handle(call) {
        const record = await hub.get(`${call.params.id}`);
        permitLink(call.caller, record);
        permitApp(call.caller, record);
        const wait = toWait(call, call.query.wait, call.query.delivery !== undefined);
        const held = wait === undefined ? record : await hub.wait(record.id, wait);
        const shown = hideFromLink(call.caller, held);
        const reply = await replyHeld(call, shown, wait);
        return call.query.as === "text" ? toTextReply(shown) : reply;
      },
    }),

    defineRoute({
      method: "PUT",
      path: "/v1/asks/:id/draft",
      scopes: ["human", "app", "link"],
      right: "answer",
      summary: "Keep a draft",
      maxBodyBytes: maxDraftBytes,
      body: schemas.draftBody,
      replies: { 200: { description: "The draft with its revision", schema: schemas.draft } },
      refusals: [404, 409],
      async handle(call) {
        const id = await permitted(call);
        return json(200, toWireDraft(await asLink(call, hub.draft(id, call.body))));
      },
    }),

    defineRoute({
      ...decided,
      path: "/v1/asks/:id/answer",
      summary: "Answer",
      body: schemas.answerBody,
      handle: (call) => decide(call, (id) => hub.answer(id, call.body, call.caller)),
    }),

    defineRoute({
      ...decided,
      path: "/v1/asks/:id/decline",
      summary: "Decline",
      body: schemas.declineBody,
      handle: (call) => decide(call, (id) => hub.decline(id, call.body, call.caller)),
    }),

    defineRoute({
      method: "POST",
      path: "/v1/asks/:id/cancel",
      scopes: ["human", "agent", "app"],
      right: "answer",
      summary: "Withdraw",
      body: schemas.cancelBody,
      replies: { 200: ask },
      refusals: [404, 409],
      async handle(call) {
        const id = await permitted(call);
        const { reason, afterMs, delivery } = call.body;
        const options = { afterMs, reportsDelivery: delivery !== undefined };
        return askReply(context, call.caller, await hub.cancel(id, reason, call.caller, options));
      },
    }),
  ];

  /** The reply to a request that was held until its ask ended or the time was up. A hub that is stopping replies 503. */
  async function replyHeld({ caller }: Call, record: AskRecord, wait: WaitOptions | undefined): Promise<Reply> {
    const isPending = record.outcome === undefined;
    if (isPending && isAsker(caller)) hub.waiters.recordSighting(record.id);
    if (isPending && wait !== undefined && wait.ms > 0 && context.stopping()) throw stopping();
    if (caller.scope !== "human") return askReply(context, caller, record);
    const [notices, receipts] = await Promise.all([hub.store.noticesOf(record.id), hub.store.receiptsOf(record.id)]);
    return askReply(context, caller, record, {}, notices, receipts);
  }

  async function decide(call: Call, end: (id: string) => Promise<AskRecord>): Promise<Reply> {
    const id = await permitted(call);
    return askReply(context, call.caller, await asLink(call, end(id)));
  }

  /** A link does not learn how its ask ended, if that was while it acted. */
  async function asLink<Result>({ caller }: Call, acting: Promise<Result>): Promise<Result> {
    try {
      return await acting;
    } catch (error) {
      const isEnded = YourcallError.isInstance(error) && error.code === "already-ended";
      throw caller.scope === "link" && isEnded ? linkExpired() : error;
    }
  }

  /** The id of the ask that a call acts on. It is read only for callers to whom not every ask is open. */
  async function permitted({ params, caller }: Call): Promise<string> {
    const id = `${params.id}`;
    if (caller.scope === "link" || caller.scope === "app" || isRestricted(caller))
      permitActing(caller, await hub.get(id));
    return id;
  }
}

function toTextReply(record: AskRecord): Reply {
  const { status, outcome } = toAgentRecord(record);
  const headers = { "content-type": "text/plain; charset=utf-8", "ask-status": status };
  const told = outcome && withPlaces(outcome, ({ hash }) => `/v1/asks/${record.id}/pictures/${hash}`);
  return { status: 200, body: toModelText(record, told), headers };
}

function isAsker({ scope }: Call["caller"]): boolean {
  return scope === "agent" || scope === "app";
}

/**
 * How long a request is held, and what ends that early; undefined if it does not wait. With `wait`, even of 0 seconds, an outcome is
 * taken; without, the ask is merely read.
 */
function toWait(
  { caller, request }: Call,
  seconds: string | undefined,
  reportsDelivery?: boolean,
): WaitOptions | undefined {
  if (seconds === undefined) return undefined;
  const ms = Math.min(Number(seconds), maxWaitSeconds) * 1000;
  return { ms, signal: leavingOf(request.socket), asker: isAsker(caller) ? caller.token : undefined, reportsDelivery };
}

const leaving = new WeakMap<Socket, AbortController>();

// One per connection, which carries many requests: one per request would cost more than the wait itself.
function leavingOf(socket: Socket): AbortSignal {
  const known = leaving.get(socket);
  if (known !== undefined) return known.signal;
  const controller = new AbortController();
  leaving.set(socket, controller);
  // The client may have left while the ask was read.
  if (socket.destroyed) controller.abort();
  else socket.once("close", () => controller.abort());
  return controller.signal;
}

function toPlace(epoch: string, cursor: string): string {
  const { place, isCurrent } = fromCursor(epoch, cursor);
  if (place === undefined) throw unknownCursor("Unknown cursor.");
  if (!isCurrent) throw unknownCursor("This cursor is from before a backup was restored, or from another hub.");
  return place;
}

const unknownCursor = (what: string) =>
  new BadRequestError([{ path: "cursor", message: `${what} Start again without one.` }]);
