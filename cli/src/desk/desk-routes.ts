import { type IncomingMessage, request as sendRequest } from "node:http";
import { pipeline } from "node:stream/promises";
import { YourcallError } from "@yourcall/core";
import type { Call, Route } from "@yourcall/hub";
import { readDeskFile } from "@yourcall/sessions/file";
import { sessionRows } from "@yourcall/sessions/rows";

const type = "application/json";
const scopes = ["human"] as const;
// The desk replies before an agent has started, so this is much longer than any reply takes.
const replyMs = 10_000;
// Except if git has to write a worktree.
const gitMs = 120_000;

/** `/v1/sessions*`: what runs under the desk of this state directory. The hub checks who calls; the desk does the rest. */
export function deskRoutes(directory: string): Route[] {
  // Transcripts show what an agent read and wrote, which is more than its questions.
  const right = "administer";
  return Object.values(sessionRows).map((row) => ({
    ...row,
    scopes,
    right,
    handle: (call) => forward(directory, call, "usesGit" in row ? gitMs : replyMs),
  }));
}

/** Sends the request to the desk and its reply to the caller, both unchanged. */
async function forward(directory: string, { request, response, body }: Call, waitMs: number): Promise<undefined> {
  const reply = await ask(directory, request, body, waitMs);
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

function ask(
  directory: string,
  { method, url }: IncomingMessage,
  body: unknown,
  waitMs: number,
): Promise<IncomingMessage> {
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
    const late = setTimeout(() => outgoing.destroy(new Error("silent")), waitMs);
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
