import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPlainReader } from "./plain-request.ts";

const read = (text: string) => createPlainReader()(Buffer.from(text, "latin1"));
const head = "POST /v1/asks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
const usual = `${head}Content-Length: 2\r\n\r\n{}`;

describe("what is read", () => {
  test("an ask, whatever the case of its headers, and those that do not matter are passed over", () => {
    const given = `POST /v1/asks HTTP/1.1\r\nHOST: 127.0.0.1:2255\r\nauthorization:Bearer x\r\nX-Other:\r\nUser-Agent: a b  \r\nprefer: \twait=5\r\nContent-Type: application/json; charset=utf-8\r\ncontent-length: 11\r\nConnection: Keep-Alive\r\n\r\n{"a":"\xc3\xbc"}\n`;
    expect(read(given)).toEqual({
      id: "",
      headers: {
        host: "127.0.0.1:2255",
        origin: undefined,
        authorization: "Bearer x",
        prefer: "wait=5",
        "content-type": "application/json; charset=utf-8",
        "content-length": "11",
        connection: "Keep-Alive",
      },
      body: '{"a":"ü"}\n',
    });
  });

  test("an answer, with the ask it is to", () => {
    expect(read(usual.replace("/v1/asks", "/v1/asks/ask_01ABC/answer"))).toMatchObject({ id: "ask_01ABC", body: "{}" });
  });

  test("one request after the other, with the same headers and with others", () => {
    const next = createPlainReader();
    const say = (text: string) => next(Buffer.from(text));
    expect(say(usual)?.headers.host).toBe("localhost");
    expect(say(usual.replace("{}", "[]"))).toMatchObject({ headers: { host: "localhost" }, body: "[]" });
    expect(say(usual.replace("localhost", "elsewhere"))?.headers.host).toBe("elsewhere");
    expect(say(`${head}Content-Length: 3\r\n\r\n{}`)).toBeNull();
    expect(say(usual)?.headers.host).toBe("localhost");
  });
});

test.each([
  ["nothing yet", ""],
  ["a head without its end", head],
  ["a body that has not all come", usual.slice(0, -1)],
  ["more than one request", usual + usual],
  ["another method", usual.replace("POST", "PUT")],
  ["another address", usual.replace("/v1/asks", "/v1/asks/")],
  ["an address with a query", usual.replace("/v1/asks", "/v1/asks?a")],
  ["an id that is none", usual.replace("/v1/asks", "/v1/asks/../answer")],
  ["an older HTTP", usual.replace("HTTP/1.1", "HTTP/1.0")],
  ["a second Host", usual.replace("Host", "Host: evil.example\r\nHost")],
  ["a second token", usual.replace("Host", "Authorization: a\r\nauthorization: b\r\nHost")],
  ["a second length", usual.replace("Host", "content-length: 2\r\nHost")],
  ["no length", `${head}\r\n{}`],
  ["a length with a sign", usual.replace("Length: 2", "Length: +2")],
  ["two lengths in one", usual.replace("Length: 2", "Length: 2, 2")],
  ["a length in another way", usual.replace("Length: 2", "Length: 0x2")],
  ["no body", `${head}Content-Length: 0\r\n\r\n`],
  ["a body in chunks", usual.replace("Host", "Transfer-Encoding: chunked\r\nHost")],
  ["one who waits to be told to go on", usual.replace("Host", "Expect: 100-continue\r\nHost")],
  ["one who wants another protocol", usual.replace("Host", "Upgrade: websocket\r\nHost")],
  ["a connection that is to be something else", usual.replace("Host", "Connection: upgrade\r\nHost")],
  ["another type", usual.replace("application/json", "text/plain")],
  ["a header on two lines", usual.replace("localhost", "localhost\r\n .evil.example")],
  ["a name with a space after it", usual.replace("Host:", "Host :")],
  ["a line without a name", usual.replace("Host", ": a\r\nHost")],
  ["lines that end in another way", usual.replace("localhost\r\n", "localhost\n")],
  ["a value with a line end in it", usual.replace("localhost", "local\rhost")],
  ["a value with a zero byte", usual.replace("localhost", "local\0host")],
  ["a value beyond ASCII", usual.replace("localhost", "l\xf6calhost")],
  ["a space at the end of what matters", usual.replace("localhost", "localhost ")],
  ["a head that has no end of headers", usual.replace("Host", `X-Long: ${"x".repeat(8192)}\r\nHost`)],
])("%s is left to those who know what to make of it", (_, given) => {
  expect(read(usual)).not.toBeNull();
  expect(read(given)).toBeNull();
});

test("a line of nothing but spaces is given up in one go", () => {
  // Tried in every way there is to part them, one of these takes a tenth of a second.
  const given = Buffer.from(usual.replace("localhost", `${" ".repeat(8000)}\x80`), "latin1");
  for (let count = 0; count < 500; count++) expect(createPlainReader()(given)).toBeNull();
});

describe("Node reads the same", () => {
  const heard = new Map<string, (request: { message: IncomingMessage; body: string }) => void>();
  const server = createServer({ requireHostHeader: false }, async (message, response) => {
    let body = "";
    for await (const piece of message.setEncoding("utf8")) body += piece;
    heard.get(`${message.socket.remotePort}`)?.({ message, body });
    response.end();
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  /** The request that Node reads in these bytes. */
  function readByNode(bytes: Buffer): Promise<{ message: IncomingMessage; body: string }> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" }, () => {
        heard.set(`${socket.localPort}`, (request) => {
          resolve(request);
          socket.destroy();
        });
        socket.write(bytes);
      });
      socket.on("data", (answer) => reject(new Error(`Node refused it: ${answer.toString("latin1", 0, 40)}`)));
      socket.on("error", reject);
    });
  }

  const piece = fc.constantFrom(
    ..."\r\n \t:;,0a\0\x7f\xfc{}".split(""),
    ...[
      "\r\n",
      "\r\n\r\n",
      "Host: b\r\n",
      "content-length: 2\r\n",
      "X-A: 1\r\n",
      "close",
      "keep-alive",
      "; charset=utf-8",
    ],
    ...[
      "Connection: close\r\n",
      "Origin: http://a\r\n",
      "Prefer: wait=1\r\n",
      "Authorization: Bearer x\r\n",
      "HTTP/1.1",
    ],
  );
  const change = fc.record({ at: fc.nat(usual.length), without: fc.nat(3), piece });
  const changed = fc
    .array(change, { maxLength: 3 })
    .map((changes) =>
      changes.reduce((text, { at, without, piece }) => text.slice(0, at) + piece + text.slice(at + without), usual),
    );

  test("whatever is done to the bytes of a request, where it is read at all", async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(changed, async (text) => {
        const bytes = Buffer.from(text, "latin1");
        const request = createPlainReader()(bytes);
        if (request === null) return;
        compared += 1;
        const { message, body } = await readByNode(bytes);
        const { connection, ...headers } = request.headers;
        expect(message.method).toBe("POST");
        expect(message.url).toBe(request.id === "" ? "/v1/asks" : `/v1/asks/${request.id}/answer`);
        for (const [name, value] of Object.entries(headers)) expect(message.headers[name]).toBe(value);
        expect(message.headers.connection ?? "").toBe(connection ?? "");
        expect(body).toBe(request.body);
      }),
      { numRuns: 3000 },
    );
    expect(compared).toBeGreaterThan(100);
  });
});
