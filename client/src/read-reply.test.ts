import { describe, expect, test } from "vitest";
import { NotAHubError } from "./errors.ts";
import { toHubEvent } from "./read-reply.ts";

describe("toHubEvent", () => {
  const ask = { id: "ask_1", status: "pending" };
  const sent = (event: string, data: unknown) => ({ event, data: JSON.stringify(data) });

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

  test("ignores events of a later version", () => {
    expect(toHubEvent(sent("ask-admired", {}))).toBeNull();
  });

  test.each(["", "[]", "{", "{}"])("refuses an ask-ended event with %j", (data) => {
    expect(() => toHubEvent({ event: "ask-ended", data })).toThrow(NotAHubError);
  });
});
