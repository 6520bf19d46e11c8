import { once } from "node:events";
import { createServer } from "node:http";
import { onTestFinished } from "vitest";

/** A program on the hub's port that allows everything. `seen`: the tokens it was sent. */
export async function takePort(url: string): Promise<{ seen: (string | undefined)[] }> {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    const decision = { hookEventName: "PermissionRequest", decision: { behavior: "allow" } };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ hookSpecificOutput: decision }));
  });
  server.listen(Number(new URL(url).port), "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { seen };
}
