import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NotAHubError } from "./errors.ts";
import { createEventParser, type ServerSentEvent, toHubEvent } from "./parse-events.ts";

function parse(...chunks: string[]) {
  const parser = createEventParser();
  return chunks.flatMap((chunk) => parser.push(chunk));
}

describe("an event stream", () => {
  test("gives event, data and id", () => {
    expect(parse("id: 7\nevent: ask-created\ndata: {}\n\n")).toEqual([{ id: "7", event: "ask-created", data: "{}" }]);
  });

  test("joins the lines of its data and takes one space only", () => {
    expect(parse("data: a\ndata:  b\ndata\ndata:c\n\n")[0]?.data).toBe("a\n b\n\nc");
  });

  test("goes on without what it does not know: comments, other fields, a byte order mark", () => {
    expect(parse("\uFEFF: hello\nnonsense: 1\n\n:\n\ndata: x\n\n")).toEqual([{ id: "", event: "message", data: "x" }]);
  });

  test("keeps to itself what was cut off", () => {
    const parser = createEventParser("5");
    expect(parser.push("id: 6\ndata: whole\n\nid: 7\ndata: hal")).toHaveLength(1);
    expect(parser.lastEventId).toBe("6");
  });

  test("remembers an id that came without data, not one with a NUL in it", () => {
    const parser = createEventParser();
    parser.push("id: 8\n\n");
    expect(parser.lastEventId).toBe("8");
    parser.push("id: 9\0\n\n");
    expect(parser.lastEventId).toBe("8");
  });

  test("says how long to wait before coming back", () => {
    const parser = createEventParser();
    parser.push("retry: 1500\nretry: soon\n\n");
    expect(parser.retryMs).toBe(1500);
  });

  const lineOf = fc.string({ unit: "grapheme" }).map((text) => text.replace(/[\r\n\0]/g, ""));
  const eventOf = fc.record({
    event: lineOf.map((text) => `e${text}`),
    id: lineOf.map((text) => `i${text}`),
    data: fc.array(lineOf, { minLength: 1, maxLength: 3 }),
    ending: fc.constantFrom("\n", "\r\n", "\r"),
    comment: fc.boolean(),
  });

  test("is the same wherever it is cut", () => {
    fc.assert(
      fc.property(fc.array(eventOf), fc.array(fc.nat(400)), fc.boolean(), (events, cuts, mark) => {
        const text = events
          .map(({ event, id, data, ending, comment }) =>
            [
              ...(comment ? [": beat"] : []),
              `event: ${event}`,
              `id: ${id}`,
              ...data.map((line) => `data: ${line}`),
              "",
              "",
            ].join(ending),
          )
          .join("");
        const whole = (mark ? "\uFEFF" : "") + text;
        const places = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
        const chunks = places.slice(1).map((place, index) => whole.slice(places[index], place));
        const expected = events.map(({ event, id, data }) => ({ event, id, data: data.join("\n") }));
        expect(parse(...chunks)).toEqual(expected);
        expect(parse(...whole.split(""))).toEqual(expected);
      }),
    );
  });
});

describe("toHubEvent", () => {
  const ask = { id: "ask_1", status: "pending" };
  const sent = (event: string, data: unknown): ServerSentEvent => ({ event, data: JSON.stringify(data), id: "1" });

  test("reads every event of the hub", () => {
    expect(toHubEvent(sent("snapshot", { asks: [ask], cursor: "c" }))).toEqual({
      type: "snapshot",
      asks: [ask],
      cursor: "c",
    });
    expect(toHubEvent(sent("ask-created", { ask }))).toEqual({ type: "ask-created", ask });
    expect(toHubEvent(sent("message", { type: "ask-ended", ask }))).toEqual({ type: "ask-ended", ask });
    const drafted = { id: "ask_1", draft: { draft: {}, revision: 2, at: "" }, expiresAt: "2030-01-01T00:00:00.000Z" };
    expect(toHubEvent(sent("ask-drafted", drafted))).toEqual({ type: "ask-drafted", ...drafted });
  });

  test("passes over what a later hub may say", () => {
    expect(toHubEvent(sent("ask-admired", {}))).toBeNull();
  });

  test.each(["", "[]", "{", "{}"])("refuses an ask-ended that holds %j", (data) => {
    expect(() => toHubEvent({ event: "ask-ended", data, id: "" })).toThrow(NotAHubError);
  });
});
