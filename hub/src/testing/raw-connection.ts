import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface Said {
  status: number;
  /** With the names as they were sent. */
  headers: [name: string, value: string][];
  text: string;
}

/** A connection on which a test can send any bytes. It is closed after the test. */
export interface RawConnection {
  readonly socket: Socket;
  say(bytes: string | Buffer): void;
  /** The next response; rejects if the connection ends first. */
  heard(): Promise<Said>;
  /** Resolves when the other side has closed it. */
  readonly closed: Promise<void>;
}

export function openRawConnection(address: { port: number } | { path: string }): RawConnection {
  const socket = connect("port" in address ? { ...address, host: "127.0.0.1", noDelay: true } : address);
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  let pieces: Buffer[] = [];
  let length = 0;
  // Concatenating megabytes again for every piece would be slow.
  let needed = 0;
  let look = () => {};
  socket.on("data", (bytes) => {
    pieces.push(bytes);
    length += bytes.length;
    if (length >= needed) look();
  });

  function keep(rest: Buffer): void {
    pieces = [rest];
    length = rest.length;
  }

  function take(): Said | undefined {
    const received = Buffer.concat(pieces);
    keep(received);
    const end = received.indexOf("\r\n\r\n");
    const [line = "", ...lines] = received.toString("latin1", 0, Math.max(end, 0)).split("\r\n");
    const headers = lines.map((header): [string, string] => {
      const [name = "", value = ""] = header.split(/: (.*)/);
      return [name, value];
    });
    const given = headers.find(([name]) => name.toLowerCase() === "content-length")?.[1];
    const total = end + 4 + Number(given);
    needed = end === -1 ? 0 : total;
    if (end === -1 || received.length < total) return undefined;
    const text = received.toString("utf8", end + 4, total);
    keep(received.subarray(total));
    needed = 0;
    return { status: Number(line.split(" ")[1]), headers, text };
  }

  return {
    socket,
    closed,
    say: (bytes) => void socket.write(bytes),
    heard: () =>
      new Promise((resolve, reject) => {
        look = () => {
          const said = take();
          if (said === undefined) return;
          look = () => {};
          resolve(said);
        };
        void closed.then(() => reject(new Error("The connection was closed before a response.")));
        look();
      }),
  };
}

/** A request in one piece, as most clients send it. */
export function toRequest(path: string, headers: Record<string, string>, body: string): string {
  const lines = Object.entries({ "Content-Type": "application/json", ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `POST ${path} HTTP/1.1\r\n${lines.join("")}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
