import { type IncomingMessage, request as sendRequest } from "node:http";
import { pipeline } from "node:stream/promises";
import { maxPageSize, YourcallError } from "@yourcall/core";
import * as schemas from "@yourcall/core/wire";
import { readDeskFile } from "@yourcall/sessions/file";
import { type Call, defineRoute, type Route } from "@yourcall/hub";
import * as z from "zod/mini";

const type = "application/json";
const scopes = ["human"] as const;
// The desk replies before an agent has started, so this is much longer than any reply takes.
const replyMs = 10_000;
const nothing = z.object({});

/** `/v1/sessions*`: what runs under the desk of this state directory. The hub checks who calls; the desk does the rest. */
export function deskRoutes(directory: string): Route[] {
  const all = { scopes, refusals: [404], handle: (call: Call) => forward(directory, call) } as const;
  const reply = (description: string, schema: z.ZodMiniType) => ({ 200: { description, type, schema } });
  const one = reply("The session", schemas.session);
  const act = { ...all, method: "POST", body: nothing, replies: one } as const;
  return [
    defineRoute({
      ...all,
      method: "GET",
      path: "/v1/sessions",
      summary: "The sessions of the desk, and what can be started",
      replies: reply("The sessions", schemas.deskInfo),
      refusals: [],
    }),
    defineRoute({
      ...all,
      method: "POST",
      path: "/v1/sessions",
      summary: "Start a session",
      body: schemas.startBody,
      replies: { 201: one[200] },
      refusals: [],
    }),
    defineRoute({
      ...all,
      method: "GET",
      path: "/v1/sessions/events",
      summary: "Events of the sessions",
      description:
        "Server-sent events: first `desk`, then `session` and `session-forgotten`. With a session also `transcript`, its last page, then `entry` and `text`.",
      query: schemas.eventsQuery,
      replies: { 200: { description: "The stream", type: "text/event-stream" } },
    }),
    defineRoute({ ...all, method: "GET", path: "/v1/sessions/:id", summary: "A session", replies: one }),
    defineRoute({
      ...all,
      method: "GET",
      path: "/v1/sessions/:id/transcript",
      summary: "A page of a session's transcript",
      description: `The last ${schemas.usualPageSize} entries, or those before \`before\`; at most ${maxPageSize}.`,
      query: schemas.transcriptQuery,
      replies: reply("The page", schemas.transcriptPage),
    }),
    defineRoute({
      ...act,
      path: "/v1/sessions/:id/messages",
      summary: "Send a message to a session",
      body: schemas.messageBody,
      refusals: [404, 429],
    }),
    defineRoute({ ...act, path: "/v1/sessions/:id/interrupt", summary: "End the turn of a session" }),
    defineRoute({ ...act, path: "/v1/sessions/:id/resume", summary: "Resume a session" }),
    defineRoute({ ...act, path: "/v1/sessions/:id/stop", summary: "End the agent of a session" }),
    defineRoute({
      ...act,
      path: "/v1/sessions/:id/mode",
      summary: "Set what a session may do without asking",
      description: "It takes effect with the session's next turn.",
      body: schemas.modeBody,
    }),
  ];
}

/** Sends the request to the desk and its reply to the caller, both unchanged. */
async function forward(directory: string, { request, response, body }: Call): Promise<undefined> {
  const reply = await ask(directory, request, body);
  const { "content-type": contentType = type } = reply.headers;
  response.writeHead(reply.statusCode ?? 502, {
    "content-type": contentType,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  // So that a client waiting for the stream knows immediately that it has begun.
  response.flushHeaders();
  // If the caller leaves, the stream at the desk ends; if the desk ends, the reply breaks off and the caller tries again.
  await pipeline(reply, response).catch(() => {});
}

function ask(directory: string, { method, url }: IncomingMessage, body: unknown): Promise<IncomingMessage> {
  const file = readDeskFile(directory);
  if (file === null) throw unreachable();
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const outgoing = sendRequest({
      socketPath: file.socket,
      agent: false,
      method,
      path: url,
      headers: {
        host: "localhost",
        authorization: `Bearer ${file.key}`,
        ...(text === undefined ? {} : { "content-type": type, "content-length": String(Buffer.byteLength(text)) }),
      },
    });
    const late = setTimeout(() => outgoing.destroy(new Error("silent")), replyMs);
    outgoing.once("response", (reply) => {
      clearTimeout(late);
      reply.on("error", () => {});
      resolve(reply);
    });
    outgoing.on("error", (error) => {
      clearTimeout(late);
      reject(error.message === "silent" ? silent(file.pid) : unreachable());
    });
    outgoing.end(text);
  });
}

const start = "yourcall desk DIRECTORY...";

function unreachable(): YourcallError {
  return new YourcallError("desk-unreachable", `No desk is running for this hub. Start one with \`${start}\`.`);
}

function silent(pid: number): YourcallError {
  return new YourcallError(
    "desk-unreachable",
    `The desk (pid ${pid}) does not answer; it may be paused or stuck. End it and start it again with \`${start}\`.`,
  );
}
