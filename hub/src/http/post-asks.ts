import { permitAsk, permitScope } from "../access/permit.ts";
import type { Caller } from "../caller.ts";
import type { AskCall } from "../check-call.ts";
import type { Hub } from "../create-hub.ts";
import { type Exchange, type HttpContext, sendAsk } from "./context.ts";
import { hold } from "./hold.ts";
import { parseBody, without } from "./parse-body.ts";
import * as schemas from "./wire-schemas.ts";

/** `POST /v1/asks`. Throws what is to be refused; `onKept` hears where the ask is, which goes with a refusal after that too. */
export async function postAsk(
  context: HttpContext,
  exchange: Exchange,
  given: unknown,
  onKept: (location: string) => void,
): Promise<void> {
  const { caller, request } = exchange;
  permitScope(caller, "agent");
  const body = asObject(given);
  const call = {
    ...parseBody(schemas.askEnvelope, body, "ask"),
    questions: body.questions,
    kind: body.kind,
    approval: body.approval,
  };
  const { record, created } = await context.hub.ask(call as AskCall, caller);
  const location = `/v1/asks/${record.id}`;
  onKept(location);
  const seconds = /(?:^|[\s,;])wait=(\d{1,6})/.exec(String(request.headers.prefer ?? ""))?.[1];
  const settled = await hold(context, exchange, record, seconds, created);
  sendAsk(context, exchange, settled, created ? 201 : 200, location);
}

/** `POST /v1/asks/:id/answer`. Throws what is to be refused. */
export async function postAnswer(context: HttpContext, exchange: Exchange, id: string, given: unknown): Promise<void> {
  const permitted = permitPerson(context.hub, exchange.caller, id);
  if (permitted !== undefined) await permitted;
  const body = asObject(given);
  const envelope = parseBody(schemas.answerEnvelope, body, "answer");
  sendAsk(context, exchange, await context.hub.answer(id, { ...without(envelope), answers: body.answers }));
}

/** Lets those through who may act on this ask: a person, or the link of it. Only a link has to be looked after. */
export function permitPerson(hub: Hub, caller: Caller, id: string): Promise<void> | undefined {
  permitScope(caller, "human", "link");
  return caller.scope === "link" ? hub.get(id).then((record) => permitAsk(caller, record)) : undefined;
}

function asObject(body: unknown): Record<string, unknown> {
  return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
}
