import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { findNode } from "../find-node.mjs";

const bin = join(import.meta.dirname, "../../../cli/bin/yourcall.cjs");

/** The built hub and desk in a state directory of their own. */
export class StreamingDesk {
  readonly #parts: ChildProcess[] = [];
  readonly #cwd: string;
  #socket = "";
  #token = "";
  url = "";

  private constructor(directory: string) {
    this.#cwd = realpathSync(directory);
  }

  static async start(directory: string): Promise<StreamingDesk> {
    const desk = new StreamingDesk(directory);
    const state = join(directory, "state");
    mkdirSync(state);
    const agents = { talker: [findNode(), join(import.meta.dirname, "streaming-agent.mjs")] };
    writeFileSync(join(state, "config.json"), JSON.stringify({ agents }));
    const env = { PATH: process.env.PATH ?? "", HOME: directory, YOURCALL_HOME: state, LANG: "C.UTF-8" };
    await desk.#run(["serve", "--port", "0"], " listens on ", env);
    await desk.#run(["desk", directory], "The desk runs agents in ", env);
    const read = (name: string) => JSON.parse(readFileSync(join(state, name), "utf8")) as Record<string, string>;
    const { socket = "", url = "" } = read("hub.json");
    [desk.#socket, desk.url, desk.#token] = [socket, url, read("tokens.json").human ?? ""];
    return desk;
  }

  get pids(): { hub: number; desk: number } {
    return { hub: this.#parts[0]?.pid ?? 0, desk: this.#parts[1]?.pid ?? 0 };
  }

  /** Starts a session that streams until the end, and returns its id. */
  async talk(): Promise<string> {
    const { id } = await this.call("POST", "/v1/sessions", { agent: "talker", prompt: "Talk", directory: this.#cwd });
    return String(id);
  }

  /** Follows a session as the page does, until the result is called. */
  async follow(session: string): Promise<() => { bytes: number }> {
    const events = await this.#send("GET", `/v1/sessions/events?session=${session}`);
    let bytes = 0;
    events.on("data", (data: Buffer) => {
      bytes += data.length;
    });
    events.on("error", () => {});
    return () => {
      events.destroy();
      return { bytes };
    };
  }

  async call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const reply = await this.#send(method, path, body);
    let text = "";
    for await (const data of reply.setEncoding("utf8")) text += data;
    if ((reply.statusCode ?? 500) >= 300) throw new Error(`${method} ${path}: ${reply.statusCode} ${text}`);
    return JSON.parse(text);
  }

  async stop(): Promise<void> {
    for (const part of this.#parts.toReversed()) {
      part.kill("SIGTERM");
      if (part.exitCode === null && part.signalCode === null) await once(part, "exit");
    }
  }

  async #run(args: string[], sign: string, env: Record<string, string>): Promise<void> {
    const part = spawn(findNode(), [bin, ...args], { env, stdio: ["ignore", "ignore", "pipe"] });
    process.once("exit", () => part.kill("SIGKILL"));
    this.#parts.push(part);
    let said = "";
    await new Promise<void>((resolve, reject) => {
      part.stderr?.on("data", (data: Buffer) => {
        said += data;
        if (said.includes(sign)) resolve();
      });
      part.once("exit", () => reject(new Error(said)));
    });
  }

  #send(method: string, path: string, body?: unknown): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const headers = { host: "localhost", authorization: `Bearer ${this.#token}`, "content-type": "application/json" };
      const call = request({ socketPath: this.#socket, method, path, headers }, resolve);
      call.on("error", reject);
      call.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}
