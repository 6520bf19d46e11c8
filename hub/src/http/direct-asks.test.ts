import { expect, test } from "vitest";
import { openRawConnection, type Said, toRequest } from "../testing/raw-connection.ts";
import { choose, database } from "../testing/sample-questions.ts";
import { shareTestHub } from "../testing/test-hub.ts";

const running = shareTestHub();

// Said in another way, the type of the body is the same, and the request goes through Node's server and the routes.
const types = { direct: "application/json", routed: "application/json; charset=UTF-8" };

/** A request on a connection of its own. */
async function post(path: string, as: "agent" | "human", body: unknown, way: keyof typeof types): Promise<Said> {
  const { port, tokens } = running();
  const connection = openRawConnection({ port });
  const headers = {
    Host: `127.0.0.1:${port}`,
    Authorization: `Bearer ${tokens[as]}`,
    "Content-Type": types[way],
  };
  connection.say(toRequest(path, headers, typeof body === "string" ? body : JSON.stringify(body)));
  const said = await connection.heard();
  // Node writes the names of its own headers in another way, which tells who replied.
  expect(said.headers.some(([name]) => name === "date")).toBe(way === "direct");
  return said;
}

/** What does not depend on when and to which ask it was said. Fastify closes connections on which it could not read a body. */
function comparable({ status, headers, text }: Said) {
  const rest = headers.map(([name, value]) => [name.toLowerCase(), value]);
  const said = rest.filter(([name = ""]) => !["date", "connection", "keep-alive"].includes(name)).sort();
  const known = (value: string) => value.replaceAll(/ask_\w+/g, "ask_").replaceAll(/\d{4}-[\d-]+T[\d:.]+Z/g, "(time)");
  return { status, text: known(text), headers: known(JSON.stringify(said)) };
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
  for (const as of ["agent", "human"] as const)
    expect(comparable(await post("/v1/asks", as, body, "direct"))).toEqual(
      comparable(await post("/v1/asks", as, body, "routed")),
    );
});

test.each<[string, unknown]>([
  ["an answer", choose("SQLite")],
  ["an answer that no option has", choose("Oracle")],
  ["a fault in the envelope", { ...choose("SQLite"), act: 1 }],
  ["what is not JSON", "{"],
])("%s is taken or refused alike whichever way it comes in", async (_, body) => {
  const answer = async (way: keyof typeof types) => {
    const path = `/v1/asks/${(await running().ask()).id}/answer`;
    const first = await post(path, "human", body, way);
    const again = await post(path, "human", body, way);
    const asAgent = await post(path, "agent", body, way);
    return [first, again, asAgent].map(comparable);
  };
  expect(await answer("direct")).toEqual(await answer("routed"));
});

test("an ask in many small pieces is read whole", async () => {
  const hub = running();
  const body = JSON.stringify({ questions: [{ ...database, question: "Größe 𝒳?" }] });
  const host = { Host: `127.0.0.1:${hub.port}`, Authorization: `Bearer ${hub.tokens.agent}`, Connection: "close" };
  const bytes = Buffer.from(toRequest("/v1/asks", host, body));
  const { socket, heard, closed } = openRawConnection({ port: hub.port });
  for (let at = 0; at < bytes.length; at += 7)
    await new Promise((resolve) => socket.write(bytes.subarray(at, at + 7), resolve));
  const { status, text } = await heard();
  expect(status).toBe(201);
  expect(text).toContain("Größe 𝒳?");
  await closed;
});
