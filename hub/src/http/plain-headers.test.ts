import { expect, test } from "vitest";
import { readPlainHeaders } from "./plain-headers.ts";

const usual = ["Host", "127.0.0.1:2255", "AUTHORIZATION", "Bearer x", "content-type", "application/json"];

test("headers are read whatever the case of their names, and those that do not matter are passed over", () => {
  expect(readPlainHeaders([...usual, "X-Other", "1", "Content-Length", "2", "Prefer", "wait=5"])).toEqual({
    host: "127.0.0.1:2255",
    origin: undefined,
    authorization: "Bearer x",
    prefer: "wait=5",
    "content-type": "application/json",
    "content-length": "2",
  });
});

test.each([
  ["a second Host", ["host", "evil.example"]],
  ["a second token", ["Authorization", "Bearer y"]],
  ["a body in chunks", ["Transfer-Encoding", "chunked"]],
  ["one who waits to be told to go on", ["Expect", "100-continue"]],
])("%s is left to those who know what to make of it", (_, more) => {
  expect(readPlainHeaders([...usual, ...more])).toBeNull();
});
