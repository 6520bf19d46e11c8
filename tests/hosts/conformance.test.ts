import { execFile } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { database } from "../support/asks.ts";
import { startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { root } from "../support/terminal.ts";

const suite = join(import.meta.dirname, "node_modules/@modelcontextprotocol/conformance/dist/index.js");

/**
 * The hub's `/mcp` with a token, which the suite does not send. A question stands in for the slow tool of the reference server.
 * Hosts that are not this proxy's own reach the hub as they are.
 */
async function withToken(hub: TestHub): Promise<string> {
  const { hostname, port, host } = new URL(hub.url);
  let count = 0;
  function toQuestion(text: string, headers: IncomingHttpHeaders): string {
    if (!text.includes('"slow_compute"')) return text;
    const message = JSON.parse(text);
    if (headers["mcp-name"] !== undefined) headers["mcp-name"] = "AskUserQuestion";
    const questions = [{ ...database, question: `${database.question} ${++count}` }];
    return JSON.stringify({
      ...message,
      params: { ...message.params, name: "AskUserQuestion", arguments: { questions } },
    });
  }
  const server = createServer(async (given, reply) => {
    const own = (server.address() as AddressInfo).port;
    const rename = (value: string | undefined) =>
      value?.replace(`127.0.0.1:${own}`, host).replace(`localhost:${own}`, `localhost:${port}`);
    const headers: IncomingHttpHeaders = { ...given.headers, authorization: `Bearer ${hub.tokens.agent}` };
    if (headers.host !== undefined) headers.host = rename(headers.host);
    if (headers.origin !== undefined) headers.origin = rename(headers.origin);
    const body = toQuestion(await readText(given), headers);
    if (headers["content-length"] !== undefined) headers["content-length"] = String(Buffer.byteLength(body));
    const { method, url: path } = given;
    const forwarded = request({ hostname, port, method, path, headers, setHost: false }, (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(reply);
    });
    forwarded.once("error", () => reply.destroy());
    forwarded.end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

async function readText(message: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of message.setEncoding("utf8")) text += piece;
  return text;
}

/** Somebody who answers a question a moment after it has been asked, so that its task is seen working. */
function answerAll(hub: TestHub): void {
  const human = hub.client("human");
  const timer = setInterval(async () => {
    // At its end the test closes the hub, perhaps while this waits for the list.
    const { asks } = await human.list({ status: "pending" }).catch(() => ({ asks: [] }));
    for (const { id, createdAt, questions } of asks) {
      const question = questions[0]?.question ?? "";
      if (Date.now() - Date.parse(createdAt) < 1000) continue;
      await human.answer(id, { answers: [{ question, selectedOptions: ["SQLite"] }], surface: "web" }).catch(() => {});
    }
  }, 200);
  onTestFinished(() => clearInterval(timer));
}

interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

// What a check says that needs something of the reference server.
const needsMore =
  /Unknown tool|Method not found|^Not testable|^Tool '\w+' not found|failing_job|InputRequiredResult with (inputRequests and )?requestState/;

/** What a scenario came to: all of its checks passed, or some, the others not being for this server; or it is not for it at all. */
function judge(checks: Check[]): string {
  const failed = checks.filter(({ status }) => status === "FAILURE");
  const faults = failed.filter(({ errorMessage = "" }) => !needsMore.test(errorMessage));
  if (faults.length > 0) return JSON.stringify(faults);
  const passed = checks.filter(({ id, status }) => status === "SUCCESS" && id !== "wire-schema-valid");
  if (passed.length === 0) return "";
  return failed.length === 0 ? "passes" : "in part";
}

const page = readFileSync(join(root, "docs/agents/mcp.md"), "utf8");
const rows = Array.from(page.matchAll(/^\| `([\w-]+)` \| ?(.*?) ?\| ?(.*?) ?\|$/gm), ([, ...cells]) => cells);

test.each([
  ["2025-11-25", 1, 30],
  ["2026-07-28", 2, 45],
])(
  "the conformance suite of %s passes where it applies, as docs/agents/mcp.md says",
  async (revision, column, atLeast) => {
    const hub = await startHub();
    const url = await withToken(hub);
    answerAll(hub);
    const results = temporaryDirectory("conformance");
    await new Promise<void>((resolve) => {
      // It exits with 1 because of the scenarios that do not apply.
      const args = [suite, "server", "--url", url, "--requirements", revision, "-o", results];
      execFile(process.execPath, args, { maxBuffer: 1e8 }, () => resolve());
    });
    const scenarios = readdirSync(results).map((folder): [string, string] => {
      const [, name = ""] = /^server-(.*)-\d{4}-\d\d-\d\dT/.exec(folder) ?? [];
      return [name, judge(JSON.parse(readFileSync(join(results, folder, "checks.json"), "utf8")))];
    });
    expect(scenarios.length).toBeGreaterThan(atLeast);
    const documented = rows.filter((cells) => cells[column] !== "").map((cells) => [cells[0], cells[column]]);
    expect(Object.fromEntries(scenarios.filter(([, result]) => result !== ""))).toEqual(Object.fromEntries(documented));
    const [, excluded = ""] = /^Do not apply:(.*)/ms.exec(page) ?? [];
    const patterns = Array.from(
      excluded.matchAll(/`([\w*-]+)`/g),
      ([, name = ""]) => new RegExp(`^${name.replace("*", ".*")}$`),
    );
    const rest = scenarios.filter(([, result]) => result === "").map(([name]) => name);
    expect(rest.filter((name) => !patterns.some((pattern) => pattern.test(name)))).toEqual([]);
  },
);
