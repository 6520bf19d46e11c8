import type { Socket } from "node:net";
import type { Caller } from "../caller.ts";
import type { HttpContext } from "./context.ts";
import type { PlainHeaders, PlainRequest } from "./plain-request.ts";
import { postAnswer, postAsk } from "./post-asks.ts";
import type { Reply } from "./reply.ts";

export interface DirectOptions {
  context: HttpContext;
  maxBodyBytes: number;
  /** Who calls, where they are let in and known at once; else null. */
  letIn: (headers: PlainHeaders, socket: Socket) => Caller | null;
  /** The body, checked as every body is. Throws what is to be refused. */
  readJson: (text: string) => unknown;
  refuse: (error: unknown, reply: Reply, headers: readonly string[]) => void;
}

/**
 * Asking and answering, the two requests of every round trip, past Fastify, which costs as much as everything else that is
 * done for them. Takes only what has nothing unusual about it, and decides nothing: who is let in, what a body may be and what
 * is done with it is what the routes do too. Returns whether the request was taken; nothing was done about one that was not.
 */
export function createDirectAsks(
  options: DirectOptions,
): (request: PlainRequest, socket: Socket, reply: Reply) => boolean {
  const { context, maxBodyBytes } = options;

  return ({ id, headers, body: text }, socket, reply) => {
    const refuse = (error: unknown, location?: string) =>
      options.refuse(error, reply, location === undefined ? [] : ["location", location]);
    if (Number(headers["content-length"]) > maxBodyBytes) return false;
    const caller = options.letIn(headers, socket);
    if (caller === null) return false;
    const exchange = { caller, socket, prefer: headers.prefer, reply };
    let body: unknown;
    try {
      body = options.readJson(text);
    } catch (error) {
      refuse(error);
      return true;
    }
    if (id === "") postAsk(context, exchange, body, refuse);
    else postAnswer(context, exchange, id, body, refuse);
    return true;
  };
}
