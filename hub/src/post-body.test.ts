import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { toCallbackRules } from "./callbacks/callback-rules.ts";
import { type BodyPost, postBody } from "./post-body.ts";

async function startService() {
  let calls = 0;
  const server = createServer((_, response) => {
    calls += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, calls: () => calls };
}

function post(text: string, allowed: string[], addresses: string[], limitMs?: number) {
  const url = new URL(text);
  const rules = toCallbackRules(allowed);
  const resolve = ((_: string, __: object, found: (error: null, all: object[]) => void) =>
    found(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    )) as unknown as BodyPost["resolve"];
  const { signal } = new AbortController();
  return postBody({
    url,
    body: "{}",
    headers: {},
    allows: (address) => rules.allows(url, address),
    signal,
    resolve,
    limitMs,
  });
}

test("an allowed name that leads to this machine or a private network is not connected to", async () => {
  const { port, calls } = await startService();
  const origin = `http://hooks.example.com:${port}`;
  for (const address of ["127.0.0.1", "10.0.0.1", "169.254.169.254"])
    await expect(post(`${origin}/x`, [origin], [address])).rejects.toThrow("not allowed");
  expect(calls()).toBe(0);
  // The person listed the range as well.
  expect(await post(`${origin}/x`, [origin, "127.0.0.0/8"], ["10.0.0.1", "127.0.0.1"])).toMatchObject({ status: 200 });
  expect(calls()).toBe(1);
});

test("a name of this machine that leads elsewhere is not connected to", async () => {
  await expect(post("http://localhost:1/x", [], ["93.184.215.14"])).rejects.toThrow("not allowed");
});

test("a failure names no address", async () => {
  const failure = await post("http://127.0.0.1:1/secret", [], []).catch((error: Error) => error.message);
  expect(failure).toBe("could not be reached (ECONNREFUSED)");
});

test("a receiver that is too slow has not replied, even if it sends something now and then", async () => {
  const timers: NodeJS.Timeout[] = [];
  const server = createTcpServer((socket) => {
    socket.on("error", () => {});
    timers.push(setInterval(() => socket.write("HTTP/1.1 200 OK\r\n"[socket.bytesWritten] ?? "x"), 30));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const timer of timers) clearInterval(timer);
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  await expect(post(`http://127.0.0.1:${port}/x`, [], [], 300)).rejects.toThrow("did not answer within 0.3 s");
});
