import { InvalidAnswerError, InvalidAskError } from "@yourcall/core";
import { describe, expect, test } from "vitest";
import { AlreadyEndedError, DraftConflictError, isRetryable, NotAHubError, toError } from "./errors.ts";
import { answered } from "./testing/small-hub.ts";

const refuse = (status: number, body: unknown = "", path = "/v1/asks", headers = {}) =>
  toError({ status, headers, body }, path);
const said = (code: string, more = {}) => ({ code, message: "In the hub's words.", ...more });

describe("a refusal", () => {
  test("becomes the error of its code, with its details", () => {
    const ended = refuse(409, said("already-ended", { outcome: answered }));
    expect(ended).toBeInstanceOf(AlreadyEndedError);
    expect(ended).toMatchObject({ outcome: answered, message: "In the hub's words." });
    const draft = { draft: {}, revision: 3, at: "" };
    const conflict = refuse(409, said("draft-conflict", { draft }));
    expect(conflict).toBeInstanceOf(DraftConflictError);
    expect(conflict).toMatchObject({ draft });
    const issues = [{ path: "answers[0]", message: "Missing." }];
    expect(refuse(422, said("invalid-ask", { issues }))).toBeInstanceOf(InvalidAskError);
    expect(refuse(422, said("invalid-answer", { issues }))).toMatchObject({ issues });
    expect(refuse(409, said("key-conflict"))).toMatchObject({ code: "key-conflict" });
  });

  test.each([
    [401, "unauthorized", "YOURCALL_TOKEN"],
    [403, "forbidden", "scope"],
    [413, "too-large", "Shorten"],
    [429, "too-many", "try again"],
    [503, "store-unavailable", "Try again"],
    [404, "hub-unreachable", "YOURCALL_URL"],
    [302, "hub-unreachable", "YOURCALL_URL"],
    [500, "store-unavailable", "hub.log"],
  ])("without a message from the hub (%i) says what to do", (status, code, advice) => {
    expect(refuse(status)).toMatchObject({ code, message: expect.stringContaining(advice) });
  });

  test("of a malformed request becomes an invalid ask or answer, with the message as its issue", () => {
    expect(refuse(422, said("bad-request"))).toBeInstanceOf(InvalidAskError);
    const error = refuse(422, said("bad-request"), "/v1/asks/ask_1/answer");
    expect(error).toBeInstanceOf(InvalidAnswerError);
    expect(error).toMatchObject({ issues: [{ path: "", message: "In the hub's words." }] });
  });

  test("that claims an end without an outcome does not count as one", () => {
    expect(refuse(409, said("already-ended"))).toBeInstanceOf(NotAHubError);
  });

  test("is retried only if that may help", () => {
    const retried = (status: number, headers = {}) => isRetryable(refuse(status, "", "/v1/asks", headers));
    expect([502, 503, 504].map((status) => retried(status))).toEqual([true, true, true]);
    expect([302, 401, 403, 404, 413, 429, 500].some((status) => retried(status))).toBe(false);
    expect(retried(429, { "retry-after": "2" })).toBe(true);
  });
});
