import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startHub, type TestHub } from "../support/hub.ts";
import { root } from "../support/terminal.ts";

const suite = join(import.meta.dirname, "node_modules/.bin/conformance");

/** The hub's `/mcp` with a token: the suite sends none. Hosts that are not this proxy's own reach the hub as they are. */
async function withToken(hub: TestHub): Promise<string> {
  const { hostname, port, host } = new URL(hub.url);
  const server = createServer((given, reply) => {
    const own = (server.address() as AddressInfo).port;
    const rename = (value: string | undefined) =>
      value?.replace(`127.0.0.1:${own}`, host).replace(`localhost:${own}`, `localhost:${port}`);
    const headers: IncomingHttpHeaders = { ...given.headers, authorization: `Bearer ${hub.tokens.agent}` };
    if (headers.host !== undefined) headers.host = rename(headers.host);
    if (headers.origin !== undefined) headers.origin = rename(headers.origin);
    const { method, url: path } = given;
    const forwarded = request({ hostname, port, method, path, headers, setHost: false }, (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(reply);
    });
    forwarded.once("error", () => reply.destroy());
    given.pipe(forwarded);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

test("the conformance suite passes where it applies, as docs/agents/mcp.md says", async () => {
  const url = await withToken(await startHub());
  const said = await new Promise<string>((resolve) => {
    // It exits with 1 because of the scenarios that do not apply.
    execFile(suite, ["server", "--url", url, "--suite", "all"], (_error, stdout, stderr) => resolve(stdout + stderr));
  });
  const results = Array.from(said.matchAll(/^([✓✗]) ([\w-]+): \d+ passed, (\d+) failed/gm));
  const passed = results.filter(([, mark]) => mark === "✓").map(([, , name]) => name);
  const page = readFileSync(join(root, "docs/agents/mcp.md"), "utf8");
  const documented = Array.from(page.matchAll(/^\| `([\w-]+)` \| passes \|$/gm), ([, name]) => name);
  expect(passed.toSorted()).toEqual(documented.toSorted());
  const excluded = Array.from(page.matchAll(/^\| (.*) \| do not apply: /gm)).flatMap(([, names = ""]) =>
    Array.from(names.matchAll(/`([\w*-]+)`/g), ([, name = ""]) => new RegExp(`^${name.replace("*", ".*")}$`)),
  );
  const failed = results.filter(([, mark]) => mark === "✗").map(([, , name = ""]) => name);
  expect(failed.filter((name) => !excluded.some((pattern) => pattern.test(name)))).toEqual([]);
  expect(results.length).toBeGreaterThan(30);
});
