import type { AnswerBody, AskQuery, DeclineBody, DraftBody, HubEvent, WireAsk } from "@yourcall/client";
import { checkAnswers, YourcallError } from "@yourcall/core";
import { attachmentsOf } from "@yourcall/core/internal";
import { createAskFeed } from "./ask-feed.ts";
import type { AskRoutes, AskRoutesOptions, AskUser } from "./ask-routes.ts";
import { checkOrigin, pictureLimit, readJson } from "./check-request.ts";
import { toEventResponse } from "./event-response.ts";
import { followAnswered, logError } from "./follow-answered.ts";
import { json, noStore, notFound, RouteError, toRefusal } from "./refuse.ts";

/**
 * The routes through which an app's page reads and answers its questions. `docs/agents/ai-sdk.md` shows them in Hono, Fastify and
 * Next.js; `ask-routes.ts` lists them.
 *
 * @example
 * const routes = createAskRoutes({ hub, user: async () => ({ name: "Ann", owns: (session) => session === "chat-1" }) });
 * const response = await routes.handle(new Request("https://app.example/asks/events"));
 */
export function createAskRoutes(options: AskRoutesOptions): AskRoutes {
  const { hub, user, onAnswered, onError = logError, prefix = "/api/yourcall", origins = [] } = options;
  const feed = createAskFeed(hub);
  const following = onAnswered && followAnswered({ ...options, onAnswered }, feed);

  const routes: [method: string, path: RegExp, act: (call: Call) => Promise<Response>][] = [
    ["GET", /^\/v1\/asks$/, list],
    ["GET", /^\/v1\/events$/, events],
    ["GET", /^\/v1\/asks\/([^/]+)$/, async ({ id, who }) => json(200, await own(id, who))],
    ["PUT", /^\/v1\/asks\/([^/]+)\/draft$/, draft],
    ["POST", /^\/v1\/asks\/([^/]+)\/answer$/, answer],
    ["POST", /^\/v1\/asks\/([^/]+)\/decline$/, decline],
    ["POST", /^\/v1\/asks\/([^/]+)\/pictures$/, addPicture],
    ["GET", /^\/v1\/asks\/([^/]+)\/pictures\/([^/]+)$/, picture],
    ["DELETE", /^\/v1\/asks\/([^/]+)\/pictures\/([^/]+)$/, removePicture],
  ];

  interface Call {
    request: Request;
    query: URLSearchParams;
    id: string;
    /** The hash of the picture in the path. */
    hash: string;
    who: AskUser;
  }

  async function list({ query, who }: Call): Promise<Response> {
    const { session, key, status, cursor, order } = Object.fromEntries(query) as AskQuery;
    const limit = query.has("limit") ? Number(query.get("limit")) : undefined;
    if (session !== undefined && !(await sees(who, session))) throw notFound();
    const page = await hub.list({ session, key, status, cursor, order, limit });
    return json(200, { ...page, asks: session === undefined ? await only(page.asks, who) : page.asks });
  }

  async function events({ request, query, who }: Call): Promise<Response> {
    const wanted = query.get("session") ?? undefined;
    if (wanted !== undefined && !(await sees(who, wanted))) throw notFound();
    // Ownership is cached once granted; a session that is not theirs yet may still become theirs.
    const theirs = new Set(wanted === undefined ? [] : [wanted]);
    async function seesLive(session: string | undefined): Promise<boolean> {
      if (session === undefined || (wanted !== undefined && session !== wanted)) return false;
      if (!theirs.has(session) && (await sees(who, session))) theirs.add(session);
      return theirs.has(session);
    }
    async function snapshot(): Promise<Extract<HubEvent, { type: "snapshot" }>> {
      const { asks, cursor } = await hub.list({ status: "pending", session: wanted });
      return { type: "snapshot", asks: await only(asks, who), cursor };
    }
    try {
      return await toEventResponse({ feed, snapshot, sees: seesLive, signal: request.signal });
    } catch (error) {
      if (YourcallError.isInstance(error)) throw error;
      throw new YourcallError("hub-unreachable", "The hub is away.", { cause: error });
    }
  }

  async function draft({ request, id, who }: Call): Promise<Response> {
    await own(id, who);
    const { draft, baseRevision } = await readJson<DraftBody>(request);
    return json(200, await hub.saveDraft(id, { draft, baseRevision, surface: "card" }));
  }

  async function answer({ request, id, who }: Call): Promise<Response> {
    const ask = await own(id, who);
    const { answers, comment, act } = await readJson<AnswerBody>(request);
    return ended(
      hub.answer(id, { answers, comment, act, surface: "card", user: who.name }),
      (outcome) => {
        const checked = checkAnswers(ask, answers, undefined, attachmentsOf(outcome));
        return outcome.status === "answered" && "answers" in checked && isSameJson(outcome.answers, checked.answers);
      },
      ask,
      who,
    );
  }

  async function decline({ request, id, who }: Call): Promise<Response> {
    const ask = await own(id, who);
    const { reason, asked, act } = await readJson<DeclineBody>(request);
    const declined = hub.decline(id, { reason, asked, act, surface: "card", user: who.name });
    return ended(declined, ({ status }) => status === "declined", ask, who);
  }

  async function addPicture({ request, id, who }: Call): Promise<Response> {
    await own(id, who);
    const { data, name } = await readJson<{ data: string; name?: string }>(request, pictureLimit);
    return json(201, await hub.addPicture(id, { data, name }));
  }

  async function picture({ id, hash, who }: Call): Promise<Response> {
    await own(id, who);
    return json(200, await hub.picture(id, hash));
  }

  async function removePicture({ id, hash, who }: Call): Promise<Response> {
    await own(id, who);
    await hub.removePicture(id, hash);
    return new Response(null, { status: 204, headers: noStore });
  }

  /** Gives a repeated act, as after a lost reply, the result of the first one. */
  async function ended(
    call: Promise<WireAsk>,
    isRepeated: (outcome: NonNullable<WireAsk["outcome"]>) => boolean,
    { id }: WireAsk,
    who: AskUser,
  ): Promise<Response> {
    try {
      return json(200, await call);
    } catch (error) {
      if (!YourcallError.isInstance(error) || error.code !== "already-ended") throw error;
      const ask = await hub.get(id);
      const { outcome } = ask;
      const isTheirs =
        outcome !== undefined && "by" in outcome && outcome.by.token?.scope === "app" && outcome.by.user === who.name;
      if (isTheirs && isRepeated(outcome)) return json(200, ask);
      throw error;
    }
  }

  /** The ask, if it is in a session of this user. Read without `wait`, which would take its outcome. */
  async function own(id: string, who: AskUser): Promise<WireAsk> {
    const ask = await hub.get(id);
    if (!(await sees(who, ask.agent.session))) throw notFound();
    return ask;
  }

  async function only(asks: readonly WireAsk[], who: AskUser): Promise<WireAsk[]> {
    const seen = await Promise.all(asks.map(({ agent }) => sees(who, agent.session)));
    return asks.filter((_, index) => seen[index]);
  }

  return {
    async handle(request) {
      try {
        const { pathname, searchParams: query } = new URL(request.url);
        const path = pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : "";
        const known = routes.filter(([, pattern]) => pattern.test(path));
        const [, pattern, act] = known.find(([method]) => method === request.method) ?? [];
        if (pattern === undefined || act === undefined)
          throw known.length > 0 ? new RouteError(405, "bad-request", "This method is not allowed here.") : notFound();
        checkOrigin(request, origins);
        const who = await user(request);
        if (who === null) throw new RouteError(401, "unauthorized", "Log in first.");
        const [, id, hash] = pattern.exec(path) ?? [];
        return await act({ request, query, id: toId(id), hash: toId(hash), who });
      } catch (error) {
        return toRefusal(error, onError);
      }
    },
    async close() {
      await following?.close();
      feed.close();
    },
  };
}

async function sees(who: AskUser, session: string | undefined): Promise<boolean> {
  return session !== undefined && (await who.owns(session)) === true;
}

function toId(text = ""): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw notFound();
  }
}

function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
