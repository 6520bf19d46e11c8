import { expect, test } from "vitest";
import { toAgentEnvironment } from "./agent-environment.ts";

const env = {
  PATH: "/bin",
  LC_ALL: "C.UTF-8",
  XDG_CONFIG_HOME: "/x",
  ANTHROPIC_API_KEY: "a",
  OPENAI_API_KEY: "o",
  AWS_SECRET_ACCESS_KEY: "s",
  GITHUB_TOKEN: "g",
  YOURCALL_TOKEN: "t",
  YOURCALL_HOME: "/state",
  CLAUDECODE: "1",
};

test("an agent gets what is on the list for its kind, and its session", () => {
  const common = {
    PATH: "/bin",
    LC_ALL: "C.UTF-8",
    XDG_CONFIG_HOME: "/x",
    YOURCALL_HOME: "/state",
    YOURCALL_SESSION: "s1",
  };
  expect(toAgentEnvironment(env, { kind: "loop", session: "s1" })).toEqual(common);
  expect(toAgentEnvironment(env, { kind: "claude", session: "s1" })).toEqual({ ...common, ANTHROPIC_API_KEY: "a" });
  expect(toAgentEnvironment(env, { kind: "acp", session: "s1" })).toEqual({
    ...common,
    ANTHROPIC_API_KEY: "a",
    OPENAI_API_KEY: "o",
  });
});

test("a variable that the person names is passed on, but never the hub's token", () => {
  const added = ["GITHUB_TOKEN", "YOURCALL_TOKEN", "YOURCALL_SESSION"];
  const given = toAgentEnvironment({ ...env, YOURCALL_SESSION: "other" }, { kind: "loop", session: "s1", added });
  expect(given).toMatchObject({ GITHUB_TOKEN: "g", YOURCALL_SESSION: "s1" });
  expect(given).not.toHaveProperty("YOURCALL_TOKEN");
});
