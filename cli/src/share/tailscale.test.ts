import { expect, test } from "vitest";
import { toServed } from "./tailscale.ts";

const name = "desk.tail1234.ts.net";
const web = (handlers: object, port = 443) => ({ Web: { [`${name}:${port}`]: { Handlers: handlers } } });

test("what Tailscale serves at the name of this machine is told from what it serves elsewhere", () => {
  expect(toServed({}, name)).toEqual({ is: "nothing" });
  expect(toServed(web({ "/": { Proxy: "http://127.0.0.1:2255" } }), name)).toEqual({
    is: "proxy",
    to: "http://127.0.0.1:2255",
  });
  expect(toServed(web({ "/files": { Path: "/srv" } }), name)).toEqual({ is: "nothing" });
  expect(toServed(web({ "/": { Proxy: "http://127.0.0.1:3000" } }, 8443), name)).toEqual({ is: "nothing" });
});

test.each([
  ["a directory", web({ "/": { Path: "/srv" } }), /Path/],
  ["forwarded TCP", { TCP: { 443: { TCPForward: "127.0.0.1:22" } } }, /127\.0\.0\.1:22/],
  [
    "a page that Funnel makes public",
    { ...web({ "/": { Proxy: "http://127.0.0.1:2255" } }), AllowFunnel: { [`${name}:443`]: true } },
    /Funnel/,
  ],
])("%s at that name is something else", (_, status, words) => {
  expect(toServed(status, name)).toEqual({ is: "other", what: expect.stringMatching(words) });
});

test.each([[{ Web: null }], [{ Web: { [`${name}:443`]: [] } }], [{ TCP: "443", AllowFunnel: 1 }]])(
  "output of an unknown shape (%j) counts as nothing",
  (status) => {
    expect(toServed(status, name)).toEqual({ is: "nothing" });
  },
);
