import { expect, test } from "vitest";
import { choose, database } from "../testing/sample-questions.ts";
import type { RawResponse } from "../testing/send.ts";
import { shareTestHub } from "../testing/test-hub.ts";

const running = shareTestHub();

// Said in another way, the type of the body is the same, and the request goes through the routes.
const throughRoutes = { "content-type": "application/json; charset=UTF-8" };

/** What does not depend on when and to which ask it was said. Fastify closes connections on which it could not read a body. */
function comparable({ status, headers, text }: RawResponse) {
  const { date: _, connection: _1, "keep-alive": _2, ...rest } = headers;
  const known = (value: string) => value.replaceAll(/ask_\w+/g, "ask_").replaceAll(/\d{4}-[\d-]+T[\d:.]+Z/g, "(time)");
  return { status, text: known(text), headers: known(JSON.stringify(Object.entries(rest).sort())) };
}

const asks: [string, unknown][] = [
  ["a plain ask", { questions: [database], agent: { name: "a", session: "s" } }],
  ["an ask beyond ASCII", { questions: [{ ...database, question: "Größe Σ 𝒳?" }], context: "\\ \n" }],
  ["no questions", {}],
  ["a fault in the envelope", { questions: [database], agent: { name: "" }, timeoutMs: -1 }],
  ["a fault in a question", { questions: [{ ...database, header: 1 }] }],
  ["what is not JSON", '{"questions":'],
  ["a prototype", '{"questions":[],"__proto__":{"a":1}}'],
  ["a prototype in disguise", '{"questions":[],"\\u005f_proto__":{"a":1}}'],
  ["a constructor with a prototype", '{"questions":[],"constructor":{"prototype":{"a":1}}}'],
  ["a byte order mark", `\uFEFF${JSON.stringify({ questions: [database] })}`],
  ["endless nesting", `{"questions":${"[".repeat(300)}${"]".repeat(300)}}`],
  ["null", "null"],
];

test.each(asks)("%s is told the same whichever way it comes in", async (_, body) => {
  const hub = running();
  const direct = await hub.agent("POST", "/v1/asks", body);
  const routed = await hub.agent("POST", "/v1/asks", body, { headers: throughRoutes });
  expect(comparable(direct)).toEqual(comparable(routed));
  const asPerson = await hub.human("POST", "/v1/asks", body);
  expect(comparable(asPerson)).toEqual(
    comparable(await hub.human("POST", "/v1/asks", body, { headers: throughRoutes })),
  );
});

test.each<[string, unknown]>([
  ["an answer", choose("SQLite")],
  ["an answer that no option has", choose("Oracle")],
  ["a fault in the envelope", { ...choose("SQLite"), act: 1 }],
  ["what is not JSON", "{"],
])("%s is taken or refused alike whichever way it comes in", async (_, body) => {
  const hub = running();
  const answer = async (headers: Record<string, string>) => {
    const path = `/v1/asks/${(await hub.ask()).id}/answer`;
    const first = await hub.human("POST", path, body, { headers });
    const again = await hub.human("POST", path, body, { headers });
    const asAgent = await hub.agent("POST", path, body, { headers });
    return [first, again, asAgent].map(comparable);
  };
  expect(await answer({})).toEqual(await answer(throughRoutes));
});

test("an ask in many small pieces is read whole", async () => {
  const hub = running();
  const { connect } = await import("node:net");
  const body = JSON.stringify({ questions: [{ ...database, question: "Größe 𝒳?" }] });
  const head = `POST /v1/asks HTTP/1.1\r\nHost: 127.0.0.1:${hub.port}\r\nAuthorization: Bearer ${hub.tokens.agent}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`;
  const socket = connect({ port: hub.port, host: "127.0.0.1", noDelay: true });
  const bytes = Buffer.from(head + body);
  for (let at = 0; at < bytes.length; at += 7)
    await new Promise((resolve) => socket.write(bytes.subarray(at, at + 7), resolve));
  let received = "";
  for await (const piece of socket.setEncoding("utf8")) received += piece;
  expect(received).toMatch(/^HTTP\/1.1 201 /);
  expect(received).toContain("Größe 𝒳?");
});
