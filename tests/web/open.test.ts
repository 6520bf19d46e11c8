import { expect, test } from "vitest";
import { homeOfBackgroundHub, hubIn } from "../support/background-hub.ts";
import { startCommand, startHub } from "../support/hub.ts";
import { standIn } from "../support/stand-in.ts";

const link = /^http:\/\/127\.0\.0\.1:\d+\/#login=[\w-]{22}\.[\w-]{22}$/;

test("open --print starts a hub if none is running, and prints only a link", async () => {
  const directory = homeOfBackgroundHub();
  const { code, stdout, stderr } = await startCommand(["open", "--print"], { env: { YOURCALL_HOME: directory } }).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.trimEnd()).toMatch(link);
  expect(stdout).toContain((await hubIn(directory)).url);
});

test("open hands the link to the desktop and keeps it off the screen", async () => {
  const hub = await startHub();
  const opener = standIn("xdg-open");
  const { code, stdout, stderr } = await hub.run(["open"], { env: { ...opener.env, DISPLAY: ":0" } });
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: "",
    stderr: "Opening the inbox in your browser. If nothing opens, run `yourcall open --print`.\n",
  });
  expect(opener.calls()).toEqual([[expect.stringMatching(/^file:.*\.html$/)]]);
});

test("if no browser can be opened, open prints the link and says so", async () => {
  const hub = await startHub();
  const opener = standIn("xdg-open", "exit 3");
  const noDisplay = await hub.run(["open"], { env: opener.env });
  expect(opener.calls()).toEqual([]);
  const refused = await hub.run(["open"], { env: { ...opener.env, WAYLAND_DISPLAY: "w" } });
  expect(opener.calls()).toHaveLength(1);
  for (const { code, stdout, stderr } of [noDisplay, refused]) {
    expect(code).toBe(0);
    expect(stdout.trimEnd()).toMatch(link);
    expect(stderr).toContain("Could not open a browser");
  }
});

test("an agent gets no link, and wrong usage is named", async () => {
  const hub = await startHub();
  const agent = await hub.run(["open", "--print"], { env: { CLAUDECODE: "1" } });
  expect(agent).toMatchObject({ code: 1, stdout: "" });
  expect(agent.stderr).toContain("CLAUDECODE is set");
  expect((await hub.client("human").listTokens()).length).toBe(0);
  expect(await hub.run(["open", "--what"])).toMatchObject({ code: 2, stdout: "" });
  expect((await hub.run(["open", "--help"])).stdout).toContain("--print");
});
