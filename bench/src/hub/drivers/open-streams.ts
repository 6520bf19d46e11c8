import { connect, type Socket } from "node:net";
import { serveParent } from "../serve-parent.ts";

interface Settings {
  port: number;
  /** The path of the unix socket, if that is used instead of the port. */
  path?: string;
  token: string;
  count: number;
}

// How many are opened at the same time: a server's backlog of new connections is limited.
const atOnce = 200;

/** Opens event streams and keeps them open. The process is ready once each has received its snapshot. */
await serveParent(async ({ port, path, token, count }: Settings) => {
  const host = path === undefined ? `127.0.0.1:${port}` : "localhost";
  const request = `GET /v1/events HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const sockets: Socket[] = [];
  let closed = 0;
  let left = count;

  function open(): Promise<void> {
    return new Promise((resolve, reject) => {
      let text = "";
      const socket = connect(path === undefined ? { port, host: "127.0.0.1" } : { path }, () => socket.write(request));
      socket.setEncoding("latin1");
      socket.on("data", (data: unknown) => {
        if (text.includes("event: snapshot")) return;
        text += String(data);
        if (text.includes("event: snapshot")) resolve();
      });
      socket.on("error", reject);
      socket.on("close", () => {
        closed += 1;
        reject(new Error(`the hub closed a stream after ${sockets.length}: ${text.slice(0, 200)}`));
      });
      sockets.push(socket);
    });
  }
  async function openOnes(): Promise<void> {
    while (left-- > 0) await open();
  }
  await Promise.all(Array.from({ length: atOnce }, openOnes));
  return { calls: { open: () => sockets.length - closed } };
});
