import { NotAHubError } from "./errors.ts";
import { isRecord, toAskPage, toWireAsk, toWireDraft } from "./to-wire-ask.ts";
import type { HubEvent } from "./wire.ts";

/** One event of a stream, before anybody looked into its data. `id` is the last one said, also by earlier events. */
export interface ServerSentEvent {
  event: string;
  data: string;
  id: string;
}

export interface EventParser {
  /** Takes the next piece of text, cut anywhere, and gives the events it completed. */
  push(text: string): ServerSentEvent[];
  /** The id to resume after: that of the last completed event. */
  readonly lastEventId: string;
  /** The reconnection time the stream asked for, in milliseconds. */
  readonly retryMs: number | undefined;
}

/** Reads a `text/event-stream`. One parser a connection; an event cut off by the end of the stream never comes out. */
export function createEventParser(lastEventId = ""): EventParser {
  let atStart = true;
  let afterCarriageReturn = false;
  let partialLine = "";
  let event = "";
  let data: string[] = [];
  let id = lastEventId;
  let completedId = lastEventId;
  let retryMs: number | undefined;

  function takeLine(line: string, events: ServerSentEvent[]): void {
    if (line === "") {
      completedId = id;
      if (data.length > 0) events.push({ event: event === "" ? "message" : event, data: data.join("\n"), id });
      event = "";
      data = [];
      return;
    }
    const colon = line.indexOf(":");
    if (colon === 0) return;
    const field = colon === -1 ? line : line.slice(0, colon);
    const rest = colon === -1 ? "" : line.slice(colon + 1);
    const value = rest.startsWith(" ") ? rest.slice(1) : rest;
    if (field === "event") event = value;
    else if (field === "data") data.push(value);
    else if (field === "id" && !value.includes("\0")) id = value;
    else if (field === "retry" && /^\d+$/.test(value)) retryMs = Number(value);
  }

  return {
    push(text) {
      const events: ServerSentEvent[] = [];
      let start = 0;
      if (atStart && text !== "") {
        atStart = false;
        if (text.startsWith("\uFEFF")) start = 1;
      }
      for (let index = start; index < text.length; index++) {
        const character = text[index];
        if (character !== "\n" && character !== "\r") {
          afterCarriageReturn = false;
          continue;
        }
        if (character === "\n" && afterCarriageReturn) start = index + 1;
        else {
          takeLine(partialLine + text.slice(start, index), events);
          partialLine = "";
          start = index + 1;
        }
        afterCarriageReturn = character === "\r";
      }
      partialLine += text.slice(start);
      return events;
    },
    get lastEventId() {
      return completedId;
    },
    get retryMs() {
      return retryMs;
    },
  };
}

/** What the hub said, or null for an event this version does not know. Throws where a known event does not hold what it must. */
export function toHubEvent({ event, data }: ServerSentEvent): HubEvent | null {
  if (!["message", "snapshot", "ask-created", "ask-drafted", "ask-ended"].includes(event)) return null;
  const body = parseJson(data);
  const type = event === "message" ? body.type : event;
  switch (type) {
    case "snapshot":
      return { ...toAskPage(body), type };
    case "ask-created":
    case "ask-ended":
      return { type, ask: toWireAsk(body.ask) };
    case "ask-drafted": {
      const { id, expiresAt } = body;
      if (typeof id !== "string") throw new NotAHubError("The hub sent a draft that belongs to no ask.");
      return { type, id, draft: toWireDraft(body.draft), ...(typeof expiresAt === "string" ? { expiresAt } : {}) };
    }
    default:
      return null;
  }
}

function parseJson(data: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(data);
    if (isRecord(body)) return body;
  } catch {}
  throw new NotAHubError("The hub sent an event that is not JSON. Check that hub and client are of one version.");
}
