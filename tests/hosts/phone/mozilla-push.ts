import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { root } from "../../support/terminal.ts";

/** Mozilla's push service, as far as Firefox and a hub notice: messages are passed on as they come, encrypted. */
export async function startMozillaPush() {
  const channels = new Map<string, { socket: WebSocket; channelID: string }>();
  const host = "updates.push.services.mozilla.com";
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const found = channels.get(request.url ?? "");
    if (found === undefined) return void response.writeHead(410).end();
    const { socket, channelID } = found;
    const version = randomBytes(8).toString("hex");
    const data = body.toString("base64url");
    socket.send(
      JSON.stringify({ messageType: "notification", channelID, version, data, headers: { encoding: "aes128gcm" } }),
    );
    response.writeHead(201).end();
  });
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) => {
    socket.on("message", (text) => {
      const { messageType, channelID } = JSON.parse(`${text}`);
      const reply = (more: object) => socket.send(JSON.stringify({ messageType, status: 200, ...more }));
      if (messageType === "hello") reply({ uaid: "0".repeat(32), use_webpush: true, broadcasts: {} });
      if (messageType === "register") {
        const path = `/${host}/wpush/v2/${randomBytes(12).toString("base64url")}`;
        channels.set(path, { socket, channelID });
        reply({ channelID, pushEndpoint: `https:/${path}` });
      }
      if (messageType === "unregister") {
        for (const [path, one] of channels) if (one.channelID === channelID) channels.delete(path);
        reply({ channelID });
      }
      if (messageType === "ping") socket.send("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    /** For Firefox. */
    url: `ws://127.0.0.1:${port}/`,
    /** For a hub: has it send here. */
    env: {
      NODE_OPTIONS: `--require ${join(root, "tests/support/push-service.cjs")}`,
      TEST_PUSH_SERVICE: `http://127.0.0.1:${port}`,
    },
    /** Ends every subscription, as Firefox does when a person clears the site's data. */
    forget: () => channels.clear(),
  };
}
