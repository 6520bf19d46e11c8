import { expect, test } from "vitest";
import { checkConfigText } from "./check-config.ts";

const look = (value: unknown) =>
  checkConfigText(typeof value === "string" ? value : JSON.stringify(value), "config.json");

test("settings of the right type are fine", () => {
  const config = {
    keys: { letters: false },
    port: 2300,
    host: "127.0.0.1",
    publicUrl: "https://calls.example",
    keep: "90d",
    timeout: "2h",
    maxPendingPerSession: 10,
  };
  expect(look(config)).toMatchObject([{ status: "ok" }]);
  expect(look({ keep: "forever" })).toMatchObject([{ status: "ok" }]);
});

test.each([
  [{ port: "2255" }, "a number from 0 to 65535"],
  [{ keys: { letters: "no" } }, "letters is true or false"],
  [{ publicUrl: "http://calls.example" }, "https"],
  [{ keep: "soon" }, "90d"],
  [{ timeout: 60 }, "2h"],
  [{ maxPendingPerSession: 0 }, "from 1 on"],
])("%j fails and says what it has to be", (config, words) => {
  expect(look(config)).toMatchObject([{ status: "fail", todo: expect.stringContaining(words) }]);
});

test("a word that is no setting is a warning, since it does nothing", () => {
  expect(look({ prot: 1 })).toMatchObject([{ status: "warn", what: expect.stringContaining('"prot"') }]);
});

test.each(["{", "[]", "7", "null", ""])("%j fails", (text) => {
  expect(look(text)).toMatchObject([{ status: "fail" }]);
});
