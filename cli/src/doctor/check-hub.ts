import { existsSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { YourcallError } from "@yourcall/core";
import { defaultPort } from "@yourcall/hub";
import { rememberedPort } from "@yourcall/hub/internal";
import { describeMissingTokens, withHub } from "../hub/connect.ts";
import type { LocalHub, probeLocalHub } from "../hub/hub-process.ts";
import { readConfig } from "../hub/read-config.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";

// Every system accepts a socket path of this length.
const longestSocket = 100;

type LocalLook = Awaited<ReturnType<typeof probeLocalHub>>;

/** Checks that the hub of this environment is running, accepts the tokens and has this version. */
export async function checkHub(directory: string, { file, state }: LocalLook, version: string): Promise<Finding[]> {
  const { YOURCALL_URL: url, YOURCALL_TOKEN: token } = process.env;
  if (url && token) return [await checkTalk(url, version)];
  if (url) {
    const todo = "Set YOURCALL_TOKEN, or unset YOURCALL_URL.";
    return [fail("hub", `YOURCALL_URL points to ${url}, and there is no YOURCALL_TOKEN`, todo)];
  }
  const answers = file !== null && (state.is === "well" || state.is === "unwell");
  const hasToken = Boolean(token) || existsSync(join(directory, "tokens.json"));
  const noToken = `The hub at ${file?.url} is running, but there is no token for it`;
  return [
    !answers
      ? checkMissing(file, state.is === "silent")
      : hasToken
        ? await checkTalk(file.url, version)
        : fail("hub", noToken, describeMissingTokens(directory).todo),
    await checkPort(directory, state.is === "gone" ? null : file),
    checkSocket(directory),
  ];
}

async function checkTalk(where: string, version: string): Promise<Finding> {
  const check = "hub";
  try {
    return await withHub("human", { start: false }, async (client) => {
      const health = await client.health();
      await client.list({ limit: 1 });
      if (health.version === version)
        return ok(check, `Hub ${health.version} is running at ${where}, pid ${health.pid}`);
      return warn(
        check,
        `The hub at ${where} is version ${health.version}, but this is ${version}`,
        "Run `yourcall stop`; the next command starts one of this version. Nothing is lost.",
      );
    });
  } catch (error) {
    if (!YourcallError.isInstance(error)) throw error;
    const todo =
      error.code === "unauthorized"
        ? "Check YOURCALL_TOKEN, or run `yourcall stop`: the next hub reads tokens.json again."
        : "See hub.log in the hub's state directory.";
    return fail(check, `The hub at ${where} does not work: ${error.message}`, todo);
  }
}

function checkMissing(file: LocalHub | null, silent: boolean): Finding {
  const check = "hub";
  if (file === null) return ok(check, "No hub is running; `yourcall ask` and `yourcall serve` start one");
  if (silent)
    return fail(
      check,
      `The hub (pid ${file.pid}, ${file.url}) accepts connections but does not answer`,
      `It may be paused (kill -CONT ${file.pid}) or stuck (kill ${file.pid}). Nothing accepted is lost.`,
    );
  return warn(
    check,
    `The hub in hub.json (pid ${file.pid}) has crashed`,
    "`yourcall serve` starts one; pending asks are kept.",
  );
}

async function checkPort(directory: string, running: LocalHub | null): Promise<Finding> {
  const check = "port";
  if (running !== null) return ok(check, `Port ${new URL(running.url).port} is used by the hub`);
  const { port: set, host } = readConfig();
  const port = typeof set === "number" ? set : (rememberedPort(directory) ?? defaultPort);
  if (port === 0) return ok(check, "Any free port, as set in config.json");
  const fault = await tryPort(port, typeof host === "string" ? host : "127.0.0.1");
  if (fault === null) return ok(check, `Port ${port} is free`);
  return fault === "EADDRINUSE"
    ? warn(
        check,
        `Port ${port} is used by another program`,
        "The hub uses the next free one; set port in config.json to choose another.",
      )
    : fail(check, `Port ${port} cannot be used: ${fault}`, "Set port (and host) in config.json.");
}

function tryPort(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host }, () => server.close(() => resolve(null)));
  });
}

function checkSocket(directory: string): Finding {
  const check = "socket";
  if (process.platform === "win32") return ok(check, "The hub listens on a named pipe");
  const length = Buffer.byteLength(join(directory, "hub.sock"));
  if (length > longestSocket)
    return ok(
      check,
      `The state directory's path is long (${length} bytes), so the socket is in the temporary directory`,
    );
  if (isOpenToOthers(directory))
    return ok(check, "Other users can read the state directory, so the socket is in the temporary directory");
  return ok(check, `The socket's path fits (${length} of ${longestSocket} bytes)`);
}

// A directory that does not exist yet will be created private.
function isOpenToOthers(directory: string): boolean {
  const { uid, mode } = statSync(directory, { throwIfNoEntry: false }) ?? { uid: process.getuid?.(), mode: 0o700 };
  return uid !== process.getuid?.() || (mode & 0o077) !== 0;
}
