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
    maxConnections: 50,
    notify: {
      after: "10s",
      quiet: { from: "22:00", to: "07:00" },
      desktop: false,
      webhooks: [{ url: "https://ntfy.sh/calls", form: "ntfy", headers: { Authorization: "Bearer tk_1" } }],
    },
  };
  expect(look(config)).toMatchObject([{ status: "ok" }]);
  expect(look({ keep: "forever" })).toMatchObject([{ status: "ok" }]);
});

test.each([
  [{ port: "2255" }, "a number from 0 to 65535"],
  [{ keys: { letters: "no" } }, "letters and mouse are true or false"],
  [{ publicUrl: "http://calls.example" }, "https"],
  [{ keep: "soon" }, "90d"],
  [{ timeout: 60 }, "2h"],
  [{ maxPendingPerSession: 0 }, "1 or more"],
  [{ maxConnections: 1.5 }, "1 or more"],
])("%j fails and says what is valid", (config, words) => {
  expect(look(config)).toMatchObject([{ status: "fail", todo: expect.stringContaining(words) }]);
});

test("a notify setting that cannot be used is named by its path, and its secrets are not shown", () => {
  const webhooks = [
    { url: "https://hooks.example/secret", form: "slack" },
    { url: "ftp://hooks.example/secret" },
    { url: "https://hooks.example/secret", form: "teams" },
    { url: "https://hooks.example/secret", headers: { Authorization: "Bearer secret\nX: 1" } },
  ];
  const found = look({ notify: { after: "soon", quiet: { from: "25:00", to: "07:00" }, desktop: "yes", webhooks } });
  expect(found.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => "fail"));
  const text = JSON.stringify(found);
  for (const path of ["after", "quiet", "desktop", "webhooks[1].url", "webhooks[2].form", "webhooks[3].headers"])
    expect(text).toContain(`notify.${path} `);
  expect(text).not.toContain("secret");
});

test("an unknown setting is a warning", () => {
  expect(look({ prot: 1 })).toMatchObject([{ status: "warn", what: expect.stringContaining('"prot"') }]);
});

test.each(["{", "[]", "7", "null", ""])("%j fails", (text) => {
  expect(look(text)).toMatchObject([{ status: "fail" }]);
});
