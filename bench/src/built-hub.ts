import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { type Server, startServer, yourcall } from "./command.ts";
import { readEvents } from "./read-events.ts";

/** The built hub in its own state directory, and clients for its agents and people. */
export class BuiltHub {
  readonly url: string;
  readonly #server: Server;
  readonly #socket: string;
  readonly #tokens: Record<string, string>;

  private constructor(server: Server, directory: string) {
    const read = (name: string) => JSON.parse(readFileSync(join(directory, name), "utf8")) as Record<string, string>;
    const { url = "", socket = "" } = read("hub.json");
    this.url = url;
    this.#server = server;
    this.#socket = socket;
    this.#tokens = read("tokens.json");
  }

  static async start(directory: string, env: Record<string, string> = {}): Promise<BuiltHub> {
    const command = yourcall(directory, "serve", "--port", "0");
    const server = await startServer({ ...command, env: { ...command.env, ...env } }, " listens on ");
    return new BuiltHub(server, directory);
  }

  async call(scope: "agent" | "human", path: string, body?: unknown): Promise<Record<string, unknown>> {
    const reply = await this.open(scope, path, body);
    let text = "";
    for await (const piece of reply.setEncoding("utf8")) text += piece;
    if ((reply.statusCode ?? 500) >= 300) throw new Error(`${path}: ${reply.statusCode} ${text}`);
    return JSON.parse(text);
  }

  async loginLink(): Promise<string> {
    const { url } = await this.call("human", "/v1/tokens", { scope: "login" });
    return `${url}`;
  }

  /** Sends a request, a POST if there is a body, and returns the response as a stream. */
  open(scope: "agent" | "human", path: string, body?: unknown): Promise<IncomingMessage> {
    const authorization = `Bearer ${this.#tokens[scope]}`;
    const headers = { host: "localhost", authorization, "content-type": "application/json" };
    const method = body === undefined ? "GET" : "POST";
    return new Promise((resolve, reject) => {
      const sent = request({ socketPath: this.#socket, method, path, headers }, resolve);
      sent.on("error", reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  /** Answers every ask from now on, as soon as it appears on the event stream. */
  async answerAll(): Promise<void> {
    const events = await this.open("human", "/v1/events");
    events.setEncoding("utf8").on(
      "data",
      readEvents((type, data) => {
        if (type === "ask-created") void this.#answer(JSON.parse(data).ask);
      }),
    );
    events.on("error", () => {});
  }

  async #answer(ask: { id: string; questions: { question: string; options: { label: string }[] }[] }): Promise<void> {
    const answers = ask.questions.map(({ question, options }) => ({ question, selectedOptions: [options[0]?.label] }));
    (await this.open("human", `/v1/asks/${ask.id}/answer`, { answers, act: "script" })).resume();
  }

  end(): Promise<void> {
    return this.#server.end();
  }
}
