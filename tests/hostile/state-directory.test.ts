import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { homeOfBackgroundHub } from "../support/background-hub.ts";
import { startCommand, startHub, temporaryDirectory } from "../support/hub.ts";
import { asOther, directoryOfOther, otherUid, startAsOther, testWithOther } from "../support/other-user.ts";
import { root } from "../support/terminal.ts";

const ask = ["ask", "--no-wait", "--question", "Drop it?", "--header", "Drop", "--option", "Yes", "--option", "No"];
const commands = [["serve", "--port", "0"], ask, ["list"], ["open", "--print"], ["status"], ["doctor"]];

/** Expects every command to refuse with this message and to leave no trace in the directory. */
async function expectRefusal(directory: string, says: string): Promise<void> {
  const before = readdirSync(directory);
  for (const args of commands) {
    const { code, stdout, stderr } = await startCommand(args, { env: { YOURCALL_HOME: directory } }).ended;
    expect([args[0], code, (args[0] === "doctor" ? stdout : stderr).includes(says)]).toEqual([args[0], 1, true]);
  }
  expect(readdirSync(directory)).toEqual(before);
}

testWithOther("a user who made the state directory first gets nothing of what is asked there", async () => {
  const directory = directoryOfOther();
  chmodSync(directory, 0o777);
  await expectRefusal(directory, `${directory} belongs to another user (uid ${otherUid}, mode 0777`);
});

test("a user who can write to the state directory cannot redirect questions to their own hub", async () => {
  const directory = temporaryDirectory();
  const socket = join(temporaryDirectory(), "s");
  let connections = 0;
  const server = createServer((connection) => {
    connections += 1;
    connection.destroy();
  }).listen(socket);
  onTestFinished(() => void server.close());
  const hub = { pid: process.pid, url: "http://127.0.0.1:9", socket, version: "99.0.0" };
  writeFileSync(join(directory, "hub.json"), JSON.stringify(hub));
  const tokens = { agent: "a".repeat(40), human: "h".repeat(40) };
  writeFileSync(join(directory, "tokens.json"), JSON.stringify(tokens));
  for (const mode of [0o777, 0o770]) {
    chmodSync(directory, mode);
    await expectRefusal(directory, `Other users can change ${directory} (uid ${process.getuid?.()}, mode 0`);
  }
  const event = { hook_event_name: "PermissionRequest", session_id: "s", tool_name: "Bash", tool_input: {} };
  const hook = startCommand(["hook", "claude", "--approvals"], {
    stdin: JSON.stringify(event),
    env: { YOURCALL_HOME: directory },
  });
  expect(await hook.ended).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(connections).toBe(0);
});

test("a state directory that cannot be read is named, and not taken for an empty one", async () => {
  const directory = temporaryDirectory();
  chmodSync(directory, 0o000);
  onTestFinished(() => chmodSync(directory, 0o700));
  const says = "does not let you read it. Run: chmod 700";
  for (const args of [["list"], ["doctor"]]) {
    const { code, stdout, stderr } = await startCommand(args, { env: { YOURCALL_HOME: directory } }).ended;
    expect([args[0], code, `${stdout}${stderr}`]).toEqual([args[0], 1, expect.stringContaining(says)]);
  }
});

testWithOther("a state directory that cannot be written is named, with what to do", async () => {
  const directory = directoryOfOther();
  chmodSync(directory, 0o500);
  // The other user may not be able to read the repository.
  const copy = temporaryDirectory();
  chmodSync(copy, 0o755);
  for (const part of ["bin", "dist"]) cpSync(join(root, "cli", part), join(copy, part), { recursive: true });
  const command = [process.execPath, join(copy, "bin/yourcall.cjs")];
  for (const args of [["serve", "--port", "0"], ask]) {
    const running = startCommand(args, { env: { YOURCALL_HOME: directory }, through: asOther, command });
    expect(await running.ended).toMatchObject({
      code: 1,
      stderr: `yourcall: You cannot write to the state directory ${directory}. Fix its owner and mode (chown, chmod 700), or set YOURCALL_HOME to another directory.\n`,
    });
  }
});

testWithOther("settings and a database that another user left in the directory are not used", async () => {
  for (const name of ["config.json", "tokens.json", "hub.json", "yourcall.db"]) {
    const directory = temporaryDirectory();
    const file = join(directory, name);
    writeFileSync(file, "{}");
    chownSync(file, otherUid, otherUid);
    await expectRefusal(directory, `${file} belongs to another user (uid ${otherUid}, mode 0644`);
  }
  const store = join(temporaryDirectory(), "asks.db");
  writeFileSync(store, "");
  const serve = () =>
    startCommand(["serve", "--port", "0", "--store", store], { env: { YOURCALL_HOME: temporaryDirectory() } }).ended;
  chmodSync(store, 0o666);
  expect(await serve()).toMatchObject({ code: 1, stderr: expect.stringContaining(`chmod 600 ${store}`) });
  chmodSync(store, 0o600);
  chownSync(store, otherUid, otherUid);
  expect(await serve()).toMatchObject({ code: 1, stderr: expect.stringContaining(`${store} belongs to another user`) });
});

testWithOther(
  "a user who takes the short directory for sockets first does not keep the hub from starting",
  async () => {
    const temporary = temporaryDirectory();
    chmodSync(temporary, 0o1777);
    for (const name of [`yourcall-${process.getuid?.()}`, `yourcall-${process.getuid?.()}-1`]) {
      mkdirSync(join(temporary, name));
      chownSync(join(temporary, name), otherUid, otherUid);
    }
    const directory = join(temporaryDirectory(), "long".repeat(30));
    const hub = await startHub({ directory, env: { TMPDIR: temporary } });
    expect(hub.socket.startsWith(temporary)).toBe(true);
    const { uid, mode } = statSync(join(hub.socket, ".."));
    expect([uid, mode & 0o777]).toEqual([process.getuid?.(), 0o700]);
    expect((await hub.run(["list", "--json"])).stdout).toBe("[]\n");
  },
);

testWithOther("a user who takes a dead hub's directory for sockets gets neither questions nor tokens", async () => {
  const temporary = temporaryDirectory();
  chmodSync(temporary, 0o1777);
  // Others can read it, so the socket goes elsewhere.
  const directory = homeOfBackgroundHub();
  chmodSync(directory, 0o755);
  const env = { TMPDIR: temporary };
  const hub = await startHub({ directory, env });
  expect(hub.socket.startsWith(temporary)).toBe(true);
  await hub.stop("SIGKILL");
  const sockets = dirname(hub.socket);
  // As after a restart of the machine, which empties /tmp.
  rmSync(sockets, { recursive: true });
  const thief = startAsOther(
    `require("fs").mkdirSync(process.argv[1]);
    require("net").createServer((socket) => socket.on("data", (bytes) => console.log(String(bytes))))
      .listen(process.argv[2], () => console.error("listens"));`,
    sockets,
    hub.socket,
  );
  await thief.says("listens");
  await hub.run(["hook", "claude"], { stdin: JSON.stringify({ hook_event_name: "Stop", session_id: "s" }) });
  expect(await hub.run(ask)).toMatchObject({ code: 0, stderr: "" });
  expect((await hub.run(["list", "--json"])).stdout).toContain("Drop it?");
  expect(thief.stdout()).toBe("");
});

test("code that others could have put into the cache is not run, and they cannot read what is there", async () => {
  const home = temporaryDirectory();
  const cache = join(home, ".cache", "yourcall");
  const run = () => startCommand(["--help"], { env: { HOME: home } }).ended;
  const mode = () => (statSync(cache).mode & 0o777).toString(8);
  await run();
  expect([mode(), readdirSync(cache).length > 0]).toEqual(["700", true]);
  chmodSync(cache, 0o755);
  await run();
  expect(mode()).toBe("700");

  const open = temporaryDirectory();
  mkdirSync(join(open, "yourcall"));
  chmodSync(join(open, "yourcall"), 0o777);
  await startCommand(["--help"], { env: { XDG_CACHE_HOME: open } }).ended;
  expect(readdirSync(join(open, "yourcall"))).toEqual([]);
});

test("a changed file of the command takes effect despite the cache", async () => {
  const command = temporaryDirectory();
  cpSync(join(root, "cli/bin"), join(command, "bin"), { recursive: true });
  mkdirSync(join(command, "dist"));
  const home = temporaryDirectory();
  for (const word of ["one", "two"]) {
    const program = `exports.run = async () => { process.stdout.write("${word}"); return 0; };`;
    writeFileSync(join(command, "dist/help.cjs"), program);
    const through = ["sh", "-c", 'exec "$1" "$0"', join(command, "bin/yourcall.cjs")];
    expect((await startCommand([], { env: { HOME: home }, through }).ended).stdout).toBe(word);
  }
});

test("without HOME and YOURCALL_HOME nothing is kept in the current directory", async () => {
  const { code, stderr } = await startCommand(["list"], { env: { YOURCALL_HOME: "" } }).ended;
  expect([code, stderr]).toEqual([
    1,
    "yourcall: HOME is not set, so there is no place for yourcall's files. Set HOME, or YOURCALL_HOME to a directory of your own.\n",
  ]);
  expect(existsSync(".local")).toBe(false);
});
