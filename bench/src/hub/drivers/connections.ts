import { connect, type Socket } from "node:net";

/** Where a server listens, on loopback. */
export interface Address {
  port: number;
}

/** Sends requests over connections that stay open; each carries one at a time and a new one is made when all are in use. */
export interface Connections {
  post(path: string, headers: string, body: string): Promise<{ status: number; body: string }>;
  /** Closes those that are not in use. */
  close(): void;
}

/**
 * HTTP/1.1 by hand: it writes a request in one piece and reads answers that say their length. A driver on `node:http` uses
 * more processor time than the smaller servers it is to measure, and would be what limits them.
 */
export function createConnections(address: Address): Connections {
  const host = `127.0.0.1:${address.port}`;
  let free: Connection[] = [];
  return {
    async post(path, headers, body) {
      const connection = free.pop() ?? new Connection(address);
      const length = Buffer.byteLength(body);
      const answer = await connection.send(
        `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n${headers}Content-Length: ${length}\r\n\r\n${body}`,
      );
      free.push(connection);
      return answer;
    },
    close() {
      for (const connection of free) connection.close();
      free = [];
    },
  };
}

type Answer = { status: number; body: string };

class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #settle: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;

  constructor(address: Address) {
    this.#socket = connect({ ...address, host: "127.0.0.1", noDelay: true });
    this.#socket.on("data", (data) => this.#read(data));
    this.#socket.on("error", (error) => this.#settle?.reject(error));
    this.#socket.on("close", () => this.#settle?.reject(new Error("the server closed the connection")));
  }

  send(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) return reject(new Error("the connection was closed"));
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
    const head = this.#received.toString("latin1", 0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.#settle?.reject(new Error(`an answer without a length: ${head}`));
      return;
    }
    const total = end + 4 + Number(length);
    if (this.#received.length < total) return;
    const answer = { status: Number(head.slice(9, 12)), body: this.#received.toString("utf8", end + 4, total) };
    this.#received = this.#received.subarray(total);
    this.#settle?.resolve(answer);
  }
}
