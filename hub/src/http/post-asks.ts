import type { AnswerBody } from "@yourcall/client";
import { permitAsk, permitScope } from "../access/permit.ts";
import type { Caller } from "../caller.ts";
import type { AskCall } from "../check-call.ts";
import type { Hub } from "../create-hub.ts";
import type { AskRecord } from "../store/store.ts";
import { type Exchange, type HttpContext, sendAsk } from "./context.ts";
import { type Held, hold } from "./hold.ts";
import { parseBody, without } from "./parse-body.ts";
import { toPlainAnswerEnvelope, toPlainAskEnvelope } from "./plain-envelopes.ts";
import * as schemas from "./wire-schemas.ts";

/** What is to be refused, and where the ask is, where it was kept all the same. */
export type Refuse = (error: unknown, location?: string) => void;

/** `POST /v1/asks`. Sends the response, or calls back with what is to be refused. */
export function postAsk(context: HttpContext, exchange: Exchange, given: unknown, refuse: Refuse): void {
  const { caller, prefer = "" } = exchange;
  try {
    permitScope(caller, "agent");
    const body = asObject(given);
    const call = {
      ...(toPlainAskEnvelope(body) ?? parseBody(schemas.askEnvelope, body, "ask")),
      questions: body.questions,
      kind: body.kind,
      approval: body.approval,
    };
    context.hub.ask(call as AskCall, caller).then(kept, refuse);
  } catch (error) {
    refuse(error);
  }

  function kept({ record, created }: { record: AskRecord; created: boolean }): void {
    const location = `/v1/asks/${record.id}`;
    const wait = /(?:^|[\s,;])wait=(\d{1,6})/.exec(prefer)?.[1];
    const status = created ? 201 : 200;
    const settled: Held["settled"] = (settled, sent) => sendAsk(context, exchange, settled, { status, location, sent });
    const refused = (error: unknown) => refuse(error, location);
    try {
      hold(context, exchange, record, wait, { settled, refused });
    } catch (error) {
      refused(error);
    }
  }
}

/** `POST /v1/asks/:id/answer`. Sends the response, or calls back with what is to be refused. */
export function postAnswer(
  context: HttpContext,
  exchange: Exchange,
  id: string,
  given: unknown,
  refuse: (error: unknown) => void,
): void {
  function answer(): void {
    const body = asObject(given);
    const envelope = toPlainAnswerEnvelope(body) ?? without(parseBody(schemas.answerEnvelope, body, "answer"));
    context.hub
      .answer(id, { ...envelope, answers: body.answers as AnswerBody["answers"] })
      .then((record) => sendAsk(context, exchange, record))
      .catch(refuse);
  }
  try {
    const permitted = permitPerson(context.hub, exchange.caller, id);
    if (permitted === undefined) answer();
    else permitted.then(answer).catch(refuse);
  } catch (error) {
    refuse(error);
  }
}

/** Lets those through who may act on this ask: a person, or the link of it. Only a link has to be looked after. */
export function permitPerson(hub: Hub, caller: Caller, id: string): Promise<void> | undefined {
  permitScope(caller, "human", "link");
  return caller.scope === "link" ? hub.get(id).then((record) => permitAsk(caller, record)) : undefined;
}

function asObject(body: unknown): Record<string, unknown> {
  return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
}
