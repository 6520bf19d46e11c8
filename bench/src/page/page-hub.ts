import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findNode } from "../find-node.mjs";

const bin = join(import.meta.dirname, "../../../cli/bin/yourcall.cjs");

/** The built hub with its web inbox, in a state directory of its own, and an agent. */
export class PageHub {
  readonly url: string;
  readonly #process: ChildProcess;
  readonly #tokens: Record<string, string>;

  private constructor(process: ChildProcess, directory: string) {
    const read = (name: string) => JSON.parse(readFileSync(join(directory, name), "utf8")) as Record<string, string>;
    this.#process = process;
    this.#tokens = read("tokens.json");
    this.url = read("hub.json").url ?? "";
  }

  static async start(directory: string): Promise<PageHub> {
    if (!existsSync(join(bin, "../../dist/serve.cjs"))) throw new Error("yourcall is not built: npm run build");
    const env = { PATH: process.env.PATH ?? "", HOME: directory, YOURCALL_HOME: directory, LANG: "C.UTF-8" };
    const child = spawn(findNode(), [bin, "serve", "--port", "0"], { env, stdio: ["ignore", "ignore", "pipe"] });
    process.once("exit", () => child.kill("SIGKILL"));
    // It says where it listens.
    await once(child.stderr as NodeJS.ReadableStream, "data");
    return new PageHub(child, directory);
  }

  async ask(questions: unknown[]): Promise<string> {
    const { id } = await this.#call("POST", "/v1/asks", "agent", { questions, agent: { name: "bench" } });
    return `${id}`;
  }

  async wait(id: string): Promise<void> {
    const { status } = await this.#call("GET", `/v1/asks/${id}?wait=60`, "agent");
    if (status !== "answered") throw new Error(`The ask is ${status}.`);
  }

  async cancel(id: string): Promise<void> {
    await this.#call("POST", `/v1/asks/${id}/cancel`, "agent", {});
  }

  async loginLink(): Promise<string> {
    const { url } = await this.#call("POST", "/v1/tokens", "human", { scope: "login" });
    return `${url}`;
  }

  async stop(): Promise<void> {
    this.#process.kill("SIGKILL");
    await once(this.#process, "close");
  }

  async #call(method: string, path: string, scope: string, body?: unknown): Promise<Record<string, unknown>> {
    const headers = { authorization: `Bearer ${this.#tokens[scope]}`, "content-type": "application/json" };
    const reply = await fetch(this.url + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as Record<string, unknown>;
  }
}
