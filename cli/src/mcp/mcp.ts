import { isatty } from "node:tty";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { HubClient } from "@yourcall/client";
import { systemClock } from "@yourcall/hub";
import { createMcpServers } from "@yourcall/mcp";
import { mcp } from "../commands/mcp.ts";
import { parseDuration } from "../parse-duration.ts";
import { warn } from "../print.ts";
import { runCommand } from "../run-command.ts";
import { localCard } from "./card.ts";

/** `yourcall mcp`: the MCP server on standard input and output, until the client closes them. */
export function run(args: string[]): Promise<number> {
  return runCommand(mcp, args, async ({ values }) => {
    const hub = lazyHub("agent");
    const person = lazyHub("human");
    const servers = createMcpServers({
      version: VERSION,
      hub: hub.open,
      // Its timers do not keep the server alive once the client is gone.
      clock: systemClock,
      keepMs: values.keep === undefined ? undefined : toKeepMs(values.keep),
      env: process.env,
      card: localCard(process.env, person.open),
    });
    const connection = {
      directory: process.cwd(),
      session: values.session ?? process.env.YOURCALL_SESSION,
      waitMs: values.wait === undefined ? undefined : parseDuration(values.wait, "--wait"),
      elicitation: values.elicitation === true,
    };
    if (isatty(0)) warn("Waiting for an MCP client on standard input. `yourcall setup` configures one.");
    const handle = serveStdio(() => servers.open(connection), {
      onerror: (error) => {
        if (process.env.YOURCALL_DEBUG) warn(error.message);
      },
    });
    await untilClosed();
    await handle.close();
    await servers.close();
    hub.close();
    person.close();
    return 0;
  });
}

function toKeepMs(keep: string): number {
  if (keep === "forever") return Number.POSITIVE_INFINITY;
  return keep === "0" ? 0 : parseDuration(keep, "--keep");
}

/**
 * The hub's client, loaded at the first call, because the list of tools comes first. After a failure, the next call tries
 * again.
 */
function lazyHub(scope: "agent" | "human") {
  let opened: Promise<HubClient> | undefined;
  let client: HubClient | undefined;
  async function start(): Promise<HubClient> {
    const { connect } = await import("../hub/connect.ts");
    client = await connect(scope, { start: true });
    return client;
  }
  return {
    open() {
      opened ??= start().catch((error) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    close: () => client?.close(),
  };
}

/** Clients close standard input, or send a signal. */
function untilClosed(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once("close", resolve);
    process.stdin.once("end", resolve);
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
}
