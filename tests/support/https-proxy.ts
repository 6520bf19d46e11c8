import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryDirectory } from "./hub.ts";

/** An https proxy for localhost that passes `Host` on, as `tailscale serve` does. Its certificate is signed by itself. Needs openssl. */
export async function startHttpsProxy(target: () => string): Promise<{ url: string; certificate: string }> {
  const directory = temporaryDirectory("proxy");
  const [key, certificate] = [join(directory, "key.pem"), join(directory, "certificate.pem")];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  spawnSync("openssl", ["req", "-x509", ...kind, "-keyout", key, "-out", certificate, ...names]);
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const passed = request(`${target()}${url}`, { method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `https://localhost:${(server.address() as AddressInfo).port}`, certificate };
}
