import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readHubAddress } from "./read-hub-address.ts";
import { stateDirectory } from "./state-directory.ts";

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "yc-"));
});
afterEach(() => rmSync(state, { recursive: true }));

const tokens = { agent: "agent-secret", human: "human-secret" };
function write(name: string, value: unknown) {
  writeFileSync(join(state, name), typeof value === "string" ? value : JSON.stringify(value));
}
function writeBoth() {
  write("hub.json", { pid: 7, url: "http://127.0.0.1:2255", socket: "/run/hub.sock", version: "0.1.0" });
  write("tokens.json", tokens);
}

test("the hub of the state directory is found with its tokens", () => {
  writeBoth();
  expect(readHubAddress(state, {})).toEqual({
    url: "http://127.0.0.1:2255",
    socketPath: "/run/hub.sock",
    tokens,
    pid: 7,
    version: "0.1.0",
  });
});

test("no hub is known without hub.json, or with half of one", () => {
  write("tokens.json", tokens);
  expect(readHubAddress(state, {})).toBeNull();
  write("hub.json", '{"pid": 7, "url": "htt');
  expect(readHubAddress(state, {})).toBeNull();
});

test("YOURCALL_URL points elsewhere, and this machine's tokens are not sent there", () => {
  writeBoth();
  const url = "https://calls.example";
  expect(readHubAddress(state, { YOURCALL_URL: url })).toEqual({ url, tokens: {} });
  expect(readHubAddress(state, { YOURCALL_URL: url, YOURCALL_TOKEN: "t" })).toEqual({
    url,
    tokens: { agent: "t", human: "t" },
  });
});

test("YOURCALL_URL may name the local hub", () => {
  writeBoth();
  expect(readHubAddress(state, { YOURCALL_URL: "http://127.0.0.1:2255/" })).toMatchObject({ tokens, pid: 7 });
});

test("YOURCALL_TOKEN alone replaces both tokens of the local hub", () => {
  writeBoth();
  expect(readHubAddress(state, { YOURCALL_TOKEN: "t" })?.tokens).toEqual({ agent: "t", human: "t" });
});

test.runIf(process.platform === "linux")("the state directory is found as the command finds it", () => {
  writeBoth();
  expect(readHubAddress(stateDirectory({ YOURCALL_HOME: state, XDG_STATE_HOME: "/elsewhere" }), {})?.pid).toBe(7);
  expect(stateDirectory({ XDG_STATE_HOME: state, HOME: "/home/ana" })).toBe(`${state}/yourcall`);
  expect(stateDirectory({ HOME: state })).toBe(`${state}/.local/state/yourcall`);
  expect(() => stateDirectory({})).toThrow("HOME is not set");
});
