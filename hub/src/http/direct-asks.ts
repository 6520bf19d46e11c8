import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Caller } from "../caller.ts";
import type { Exchange, HttpContext } from "./context.ts";
import { type PlainHeaders, readPlainHeaders } from "./plain-headers.ts";
import { postAnswer, postAsk } from "./post-asks.ts";

export interface DirectOptions {
  context: HttpContext;
  maxBodyBytes: number;
  /** Who calls, where they are let in and known at once; else null. */
  letIn: (headers: PlainHeaders, socket: Socket) => Caller | null;
  /** The body, checked as every body is. Throws what is to be refused. */
  readJson: (text: string) => unknown;
  refuse: (error: unknown, response: ServerResponse, headers: readonly string[]) => void;
}

const types = new Set(["application/json", "application/json; charset=utf-8", "application/json;charset=utf-8"]);
const answerPath = /^\/v1\/asks\/(ask_[0-9A-Z]{1,100})\/answer$/;

/**
 * Asking and answering, the two requests of every round trip, past Fastify, which costs as much as everything else that is
 * done for them. Takes only what has nothing unusual about it, and decides nothing: who is let in, what a body may be and what
 * is done with it is what the routes do too. Returns whether the request was taken; nothing was read of one that was not.
 */
export function createDirectAsks(
  options: DirectOptions,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { context, maxBodyBytes } = options;

  function act(exchange: Exchange, id: string, text: string): void {
    const refuse = (error: unknown, location?: string) =>
      options.refuse(error, exchange.response, location === undefined ? [] : ["location", location]);
    let body: unknown;
    try {
      body = options.readJson(text);
    } catch (error) {
      refuse(error);
      return;
    }
    if (id === "") postAsk(context, exchange, body, refuse);
    else postAnswer(context, exchange, id, body, refuse);
  }

  return (request, response) => {
    if (request.method !== "POST" || context.stopping()) return false;
    const url = request.url ?? "";
    const id = url === "/v1/asks" ? "" : answerPath.exec(url)?.[1];
    if (id === undefined) return false;
    const headers = readPlainHeaders(request.rawHeaders);
    if (headers === null || !types.has(headers["content-type"] ?? "")) return false;
    const length = Number(headers["content-length"]);
    if (!(length > 0 && length <= maxBodyBytes)) return false;
    const { socket } = request;
    const caller = options.letIn(headers, socket);
    if (caller === null) return false;
    const exchange = { caller, socket, prefer: headers.prefer, response };
    readText(request, length, (text) => act(exchange, id, text));
    return true;
  };
}

/** Calls back once with a body of so many bytes, or never where the caller goes before. */
function readText(request: IncomingMessage, length: number, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let received = 0;
  request.on("data", (chunk: Buffer) => {
    received += chunk.length;
    // Nearly all come in one piece. Many small ones are put together once, at the end.
    if (received === length && chunks.length === 0) done(chunk.toString("utf8"));
    else if (chunks.push(chunk) > 1 && received === length) done(Buffer.concat(chunks).toString("utf8"));
  });
}
