import { expect, test } from "vitest";
import { toHubEnvironment } from "./open-host-hub.ts";

const settings = {
  config: "/nowhere/config.json",
  host: "opencode",
  command: ["yourcall"],
  env: { YOURCALL_URL: "https://one.example", YOURCALL_TOKEN: "token-of-one" },
};

test("the hub that was set when `setup` ran is used if the host's environment names none", () => {
  expect(toHubEnvironment(settings, { PATH: "/bin" })).toEqual({ PATH: "/bin", ...settings.env });
});

test("the token of one hub is never sent to the hub that the host's environment names", () => {
  const own = { YOURCALL_URL: "https://other.example" };
  expect(toHubEnvironment(settings, own)).toEqual(own);
});
