import { writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { readHubFile, type TestHub, temporaryDirectory } from "./hub.ts";

/** A proxy to a hub that records every request. */
export interface RecordedWay {
  /** A state directory that leads to the hub through this proxy. */
  home: string;
  socket: string;
  /** Every request so far, as `POST /v1/asks`. */
  requests: string[];
  /** The most requests of one name that were open at the same time. */
  mostOpen(name: string): number;
  /** The next response to this path does not arrive. */
  tear(path: string): void;
}

export async function openRecordedWay(hub: TestHub): Promise<RecordedWay> {
  const requests: string[] = [];
  const open = new Map<string, number>();
  const most = new Map<string, number>();
  let torn: string | undefined;
  const way = createServer((incoming, outgoing) => {
    const { method, url = "", headers } = incoming;
    const name = `${method} ${url.replace(/\?.*/, "")}`;
    requests.push(name);
    const count = (open.get(name) ?? 0) + 1;
    open.set(name, count);
    most.set(name, Math.max(count, most.get(name) ?? 0));
    outgoing.once("close", () => open.set(name, (open.get(name) ?? 1) - 1));
    const onwards = request(
      hub.url + url,
      { method, headers: { ...headers, host: new URL(hub.url).host } },
      (answer) => {
        if (url === torn) return void incoming.socket.destroy();
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onwards.on("error", () => incoming.socket.destroy());
    incoming.socket.on("close", () => onwards.destroy());
    incoming.pipe(onwards);
  });
  const home = temporaryDirectory();
  const socket = join(home, "way.sock");
  await new Promise<void>((resolve) => way.listen(socket, resolve));
  onTestFinished(() => {
    way.closeAllConnections();
    way.close();
  });
  writeFileSync(join(home, "hub.json"), JSON.stringify({ ...readHubFile(hub.directory), socket, directory: home }));
  writeFileSync(join(home, "tokens.json"), JSON.stringify(hub.tokens));
  return {
    home,
    socket,
    requests,
    mostOpen: (name) => most.get(name) ?? 0,
    tear(path) {
      torn = path;
    },
  };
}
