import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import type { Command } from "./measure.ts";

/** The built hub in a state directory of its own, and somebody who answers every ask as soon as it is seen. */
export class AnsweringHub {
  readonly #process: ChildProcess;
  readonly #socket: string;
  readonly #token: string;

  private constructor(process: ChildProcess, directory: string) {
    this.#process = process;
    this.#socket = readJson(directory, "hub.json").socket ?? "";
    this.#token = readJson(directory, "tokens.json").human ?? "";
  }

  static async start({ file, env }: Command, bin: string, directory: string): Promise<AnsweringHub> {
    const child = spawn(file, [bin, "serve", "--port", "0"], { env, stdio: ["ignore", "ignore", "pipe"] });
    process.once("exit", () => child.kill("SIGKILL"));
    // It says where it listens.
    await once(child.stderr as NodeJS.ReadableStream, "data");
    const hub = new AnsweringHub(child, directory);
    await hub.#answerAll();
    return hub;
  }

  async stop(): Promise<void> {
    this.#process.kill("SIGKILL");
    await once(this.#process, "close");
  }

  async #answerAll(): Promise<void> {
    const events = await this.#send("GET", "/v1/events");
    let text = "";
    events.setEncoding("utf8").on("data", (chunk: string) => {
      const messages = (text + chunk).split("\n\n");
      text = messages.pop() ?? "";
      for (const message of messages) if (message.includes("event: ask-created")) void this.#answer(message);
    });
    events.on("error", () => {});
  }

  async #answer(message: string): Promise<void> {
    const data = /^data: (.*)$/m.exec(message)?.[1] ?? "{}";
    const { ask } = JSON.parse(data) as {
      ask: { id: string; questions: { question: string; options: { label: string }[] }[] };
    };
    const answers = ask.questions.map(({ question, options }) => ({ question, selectedOptions: [options[0]?.label] }));
    (await this.#send("POST", `/v1/asks/${ask.id}/answer`, { answers, act: "script" })).resume();
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

function readJson(directory: string, name: string): Record<string, string> {
  return JSON.parse(readFileSync(join(directory, name), "utf8"));
}
