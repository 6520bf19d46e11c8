import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import type { TestClock } from "../../../core/src/testing/test-clock.ts";

export interface Received {
  headers: IncomingMessage["headers"];
  text: string;
}

/** A receiver that replies with these statuses, then with the last of them. */
export async function startReceiver(replies: (number | ((response: ServerResponse) => void))[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    const reply = replies[Math.min(received.length, replies.length - 1)] ?? 200;
    received.push({ headers: request.headers, text });
    if (typeof reply === "function") return reply(response);
    response.writeHead(reply, reply === 302 ? { location: `http://127.0.0.1:${port}/elsewhere` } : {}).end("ok");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}/run/1?secret=x`, received, port };
}

/** Lets time pass in steps until the receiver has been called this often. */
export async function passUntil(clock: TestClock, received: Received[], count: number, stepMs: number) {
  await expect
    .poll(() => {
      if (received.length < count) clock.advance(stepMs);
      return received.length;
    })
    .toBeGreaterThanOrEqual(count);
}
