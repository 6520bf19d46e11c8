import { randomUUID } from "node:crypto";
import { get } from "node:http";
import { createKey } from "../../../../client/src/create-ask-id.ts";
import requests from "../../../fixtures/requests.json" with { type: "json" };
import { readEvents } from "../../read-events.ts";
import { type Driver, drive } from "../drive.ts";
import { type Address, createConnections } from "./connections.ts";

interface Settings {
  address: Address;
  tokens: { agent: string; human: string };
  /** The person's hub, if it differs from the agent's. */
  other?: Pick<Settings, "address" | "tokens">;
}

const chosen = requests.answer.answers[0]?.selectedOptions[0];
const key = "KEY";

/** What a lane sends, in two pieces with the key of the call between them: `yourcall ask` and the Claude hook in turn. */
function bodyOf(lane: number): [before: string, after: string] {
  const captured = lane % 2 === 0 ? requests.ask : requests.hook;
  const agent = { ...captured.agent, session: `lane-${lane}` };
  const [before = "", after = ""] = JSON.stringify({ ...captured, key, agent }).split(key);
  return [before, after];
}

/** A call key in the form that the lane's client uses. */
function keyOf(lane: number): string {
  return lane % 2 === 0 ? createKey(randomUUID()) : `hook-${process.pid}-${Date.now()}-${process.hrtime.bigint()}`;
}

/**
 * The agent and the person of one hub. The agent posts an ask and waits for the outcome on the same request; the person
 * reads the event stream and answers each ask when it is seen. The bodies are those of the real clients
 * (`capture-requests.ts`), with a key of their kind for each call and a session for each lane.
 */
async function start({ address, tokens, other = { address, tokens } }: Settings): Promise<Driver> {
  const connections = createConnections(address);
  const answering = new Set<Promise<void>>();
  const personConnections = other.address === address ? connections : createConnections(other.address);
  const agent = `Authorization: Bearer ${tokens.agent}\r\nPrefer: wait=60\r\n`;
  const person = `Authorization: Bearer ${other.tokens.human}\r\n`;
  const answer = JSON.stringify(requests.answer);
  let failure: unknown;

  async function seen(id: string): Promise<void> {
    const { status, body } = await personConnections.post(`/v1/asks/${id}/answer`, person, answer);
    if (status !== 200) throw new Error(`answer: ${status} ${body}`);
  }
  await listen(other.address, other.tokens.human, (id) => {
    const answered: Promise<void> = seen(id)
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => answering.delete(answered));
    answering.add(answered);
  });
  const bodies = Array.from({ length: 100 }, (_, lane) => bodyOf(lane));
  let calls = 0;
  return {
    async roundTrip(lane) {
      // With one in flight, the two kinds of body alternate.
      const kind = lane === 0 ? calls++ % 2 : lane;
      const [before, after] = bodies[kind] ?? bodyOf(kind);
      const { status, body } = await connections.post("/v1/asks", agent, before + keyOf(kind) + after);
      if (failure !== undefined) throw failure;
      if (status !== 201) throw new Error(`ask: ${status} ${body}`);
      const { outcome } = JSON.parse(body) as { outcome?: { answers: { selectedOptions: string[] }[] } };
      if (outcome?.answers[0]?.selectedOptions[0] !== chosen) throw new Error(`not what was answered: ${body}`);
    },
    async rest() {
      // The agent may continue before the person's request has received its response.
      await Promise.all(answering);
      // A server closes idle connections, perhaps just when one is used again.
      connections.close();
      personConnections.close();
    },
  };
}

/** Resolves when the stream is open and its snapshot has come. */
function listen(address: Address, token: string, onAsk: (id: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const request = get({ ...address, host: "127.0.0.1", path: "/v1/events", headers, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`events: ${response.statusCode}`));
      response.setEncoding("utf8");
      response.on(
        "data",
        readEvents((type, data) => {
          if (type === "snapshot") resolve();
          else if (type === "ask-created") onAsk((JSON.parse(data) as { ask: { id: string } }).ask.id);
        }),
      );
    });
    request.on("error", reject);
  });
}

await drive(start);
