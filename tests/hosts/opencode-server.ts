import { execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import { startCommand, temporaryDirectory } from "../support/hub.ts";
import { type PromptedCall, type PromptedModel, startPromptedModel } from "./prompted-model.ts";

export type OpencodeName = "opencode" | "kilo";
type Until = (act: () => void | Promise<void>) => void;
type Json = Record<string, unknown>;

const modules = join(import.meta.dirname, "node_modules");
const platform = `${process.platform}-${process.arch}`;
// The programs themselves: their launchers want packages of all platforms, which are not all to be had.
export const opencodePrograms: Record<OpencodeName, string> = {
  opencode: join(modules, `opencode-${platform}/bin/opencode`),
  kilo: join(modules, `@kilocode/cli-${platform}/bin/kilo`),
};

/** Variables with which the program calls nobody but its model. */
export function opencodeQuiet(name: OpencodeName): Record<string, string> {
  const off = ["AUTOUPDATE", "MODELS_FETCH", "DEFAULT_PLUGINS", "SESSION_INGEST", "PRESENCE", "CODEBASE_INDEXING"];
  return {
    ...Object.fromEntries(off.map((what) => [`${name.toUpperCase()}_DISABLE_${what}`, "1"])),
    KILO_TELEMETRY_LEVEL: "off",
    // At its first start it would install types for plugins.
    npm_config_offline: "true",
  };
}

/** A person's home in which `yourcall setup` has connected the host, and a model on loopback. */
export async function setUpOpencode(name: OpencodeName, hubDirectory: string, until: Until) {
  const model = await startPromptedModel();
  until(() => model.stop());
  const home = temporaryDirectory("home", until);
  const project = temporaryDirectory("project", until);
  execFileSync("git", ["init", "-q", "-b", "topic"], { cwd: project });
  const env: Record<string, string> = { PATH: process.env.PATH ?? "", HOME: home, ...opencodeQuiet(name) };
  const setup = startCommand(["setup", name, "--questions", "--yes"], {
    env: { ...env, YOURCALL_HOME: hubDirectory },
    until,
  });
  const { code, stderr } = await setup.ended;
  if (code !== 0) throw new Error(stderr);
  const provider = {
    npm: "@ai-sdk/openai-compatible",
    name: "loopback",
    options: { baseURL: model.url, apiKey: "none" },
    models: { scripted: { name: "scripted", tool_call: true } },
  };
  const settings = {
    provider: { loopback: provider },
    model: "loopback/scripted",
    permission: { bash: "ask", edit: "ask" },
    // Several runs of git for each step.
    snapshot: false,
  };
  writeFileSync(join(home, `.config/${name}/${name}.json`), JSON.stringify(settings));
  return { home, project, env, model };
}

export interface OpencodeServer {
  readonly project: string;
  readonly model: PromptedModel;
  readonly env: Record<string, string>;
  call(method: "GET" | "POST", path: string, body?: unknown): Promise<{ status: number; data: unknown }>;
  /** Starts a turn that makes these calls; resolves with its session. */
  begin(tag: string, calls: readonly PromptedCall[]): Promise<string>;
  /** The requests of a session that are open in the host, once there are as many. */
  open(kind: "question" | "permission", session: string, count?: number): Promise<(Json & { id: string })[]>;
  /** The id of the open request with this text. */
  openId(kind: "question" | "permission", session: string, text: string): Promise<string>;
  kill(): void;
}

/** The host as a server, which is what its own window is a client of. */
export async function startOpencode(name: OpencodeName, hubDirectory: string, until: Until): Promise<OpencodeServer> {
  const place = await setUpOpencode(name, hubDirectory, until);
  const { project, model, env } = place;
  const child = spawn(opencodePrograms[name], ["serve", "--port", "0", "--hostname", "127.0.0.1"], {
    cwd: project,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  until(() => void child.kill("SIGKILL"));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  const url = await vi.waitFor(
    () => {
      const found = /listening on (http:\S+)/.exec(said)?.[1];
      if (found === undefined) throw new Error(`${name} does not listen:\n${said}`);
      return found;
    },
    { timeout: 120_000 },
  );

  async function call(method: "GET" | "POST", path: string, body?: unknown) {
    const response = await fetch(`${url}${path}?directory=${encodeURIComponent(project)}`, {
      method,
      headers: { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, data: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text };
  }

  async function listOpen(kind: "question" | "permission", session: string) {
    const { data } = await call("GET", `/${kind}`);
    return (data as (Json & { id: string })[]).filter(({ sessionID }) => sessionID === session);
  }

  return {
    project,
    model,
    env,
    call,
    async begin(tag, calls) {
      const { data } = await call("POST", "/session", {});
      const session = (data as { id: string }).id;
      await call("POST", `/session/${session}/prompt_async`, {
        parts: [{ type: "text", text: model.prompt(tag, calls) }],
      });
      return session;
    },
    open: (kind, session, count = 1) =>
      vi.waitFor(
        async () => {
          const open = await listOpen(kind, session);
          if (open.length !== count) throw new Error(`${open.length} of ${count} are open in ${name}.`);
          return open;
        },
        { timeout: 60_000, interval: 50 },
      ),
    openId: (kind, session, text) =>
      vi.waitFor(
        async () => {
          const found = (await listOpen(kind, session)).find((one) => JSON.stringify(one).includes(text));
          if (found === undefined) throw new Error(`"${text}" is not open in ${name}.`);
          return found.id;
        },
        { timeout: 60_000, interval: 50 },
      ),
    kill: () => void child.kill("SIGKILL"),
  };
}
