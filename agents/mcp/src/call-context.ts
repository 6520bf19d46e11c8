import { createHash } from "node:crypto";
import { type AgentInfo, cleanLine } from "@yourcall/core";
import { maxNameLength } from "@yourcall/core/internal";
import { findClient } from "./clients.ts";

/** This server's name. */
export const serverName = "yourcall";

/** What a client says about itself. */
export interface ClientInfo {
  name: string;
  version?: string;
  title?: string;
}

/** Where a call comes from. */
interface CallContext {
  client?: ClientInfo;
  /** The `_meta` of the call. */
  meta?: Readonly<Record<string, unknown>>;
  env: Readonly<Record<string, string | undefined>>;
  /** The project: the client's first root, or the directory in which it started the server. */
  directory?: string;
  /** Set by the person or by the program that serves the connection. */
  session?: string;
}

/** The asker in a form that a person recognises. */
export function toAgent({ client, meta = {}, env, directory, session }: CallContext): AgentInfo & { session: string } {
  const given = cleanLine(client?.name ?? "").trim();
  // Some clients announce themselves under the name that their settings give this server.
  const announced = given === serverName ? "" : given;
  const row = findClient(announced);
  const name = row?.agent ?? (announced || "mcp");
  const version = row?.hidesVersion || announced === "" ? "" : cleanLine(client?.version ?? "").trim();
  const title = [cleanLine(client?.title ?? "").trim() || (row?.title ?? announced), version];
  const known = findSession({ meta, env, session });
  return {
    name: name.slice(0, maxNameLength),
    title:
      title
        .filter((part) => part !== "")
        .join(" ")
        .slice(0, maxNameLength) || undefined,
    // A client without session ids is identified by its name and project, so that it finds its questions after a restart.
    session: fit(known ?? `mcp:${name}:${directory ?? ""}`),
    cwd: directory,
  };
}

/** The id of the run, if the client or the person gives one. */
function findSession({ meta = {}, env, session }: Omit<CallContext, "client" | "directory">): string | undefined {
  const given = [session, meta.sessionId, meta.threadId, env.CLAUDE_CODE_SESSION_ID, env.QWEN_CODE_SESSION_ID];
  return given.find((id): id is string => typeof id === "string" && id !== "");
}

/** Whether the session names this client in this project. Over HTTP there may be nothing but the client's name. */
export function isPlaced(around: CallContext): boolean {
  return around.directory !== undefined || findSession(around) !== undefined;
}

/** The id of the call, in clients that give one: the same call made again finds its ask. */
export function toCallKey(meta: Readonly<Record<string, unknown>> = {}): string | undefined {
  const id = meta["claudecode/toolUseId"];
  return typeof id === "string" && id !== "" ? fit(`mcp:${id}`) : undefined;
}

function fit(name: string): string {
  return name.length <= maxNameLength ? name : `mcp:${createHash("sha256").update(name).digest("hex")}`;
}
