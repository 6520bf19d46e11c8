import { connect, type Socket } from "node:net";

/** Where a server listens. */
export type Address = { port: number } | { path: string };

/** Sends requests over connections that stay open; each carries one at a time and a new one is made when all are in use. */
export interface Connections {
  post(path: string, headers: string, body: string): Promise<{ status: number; body: string }>;
  close(): void;
}

/**
 * HTTP/1.1 by hand: it writes a request in one piece and reads answers that say their length. A driver on `node:http` uses
 * more processor time than the smaller servers it is to measure, and would be what limits them.
 */
export function createConnections(address: Address): Connections {
  const host = "port" in address ? `127.0.0.1:${address.port}` : "localhost";
  const free: Connection[] = [];
  const all = new Set<Connection>();
  function take(): Connection {
    // A server closes what nobody has used for a while.
    for (let found = free.pop(); found !== undefined; found = free.pop()) if (!found.isClosed) return found;
    const connection = new Connection(address);
    all.add(connection);
    return connection;
  }
  return {
    async post(path, headers, body) {
      const connection = take();
      const length = Buffer.byteLength(body);
      const answer = await connection.send(
        `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n${headers}Content-Length: ${length}\r\n\r\n${body}`,
      );
      free.push(connection);
      return answer;
    },
    close() {
      for (const connection of all) connection.close();
    },
  };
}

type Answer = { status: number; body: string };

class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #settle: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;

  constructor(address: Address) {
    this.#socket = connect("port" in address ? { ...address, host: "127.0.0.1", noDelay: true } : address);
    this.#socket.on("data", (data) => this.#read(data));
    this.#socket.on("error", (error) => this.#settle?.reject(error));
    this.#socket.on("close", () => this.#settle?.reject(new Error("the server closed the connection")));
  }

  get isClosed(): boolean {
    return this.#socket.destroyed || this.#socket.readableEnded;
  }

  send(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  #read(data: Buffer): void {
    this.#received = this.#received.length === 0 ? data : Buffer.concat([this.#received, data]);
    const end = this.#received.indexOf("\r\n\r\n");
    if (end === -1) return;
    const head = this.#received.latin1Slice(0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) return this.#settle?.reject(new Error(`an answer without a length: ${head}`));
    const total = end + 4 + Number(length);
    if (this.#received.length < total) return;
    const answer = { status: Number(head.slice(9, 12)), body: this.#received.utf8Slice(end + 4, total) };
    this.#received = this.#received.subarray(total);
    this.#settle?.resolve(answer);
  }
}
