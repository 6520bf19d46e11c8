import { writeSync } from "node:fs";
import { connect } from "node:net";
import { readHubAddress } from "@yourcall/client/node";

const limitMs = 200;
const pending = /^yourcall_asks_pending (\d+)\n/m;

/**
 * `yourcall status --line`: `2 waiting`, or nothing if none are or no hub replies in time. It is used in shell prompts, so it is
 * small, prints nothing else and always exits with 0.
 */
export async function run(): Promise<number> {
  const waiting = await countWaiting().catch(() => 0);
  try {
    // Avoids setting up process.stdout, which costs more than all the rest.
    if (waiting > 0) writeSync(1, `${waiting} waiting\n`);
  } catch {
    // The reader is gone.
  }
  return 0;
}

async function countWaiting(): Promise<number> {
  const { socketPath, url = "", tokens } = readHubAddress() ?? {};
  const token = tokens?.human;
  if (token === undefined) return 0;
  const metrics = await (socketPath === undefined ? fetchMetrics(url, token) : readMetrics(socketPath, token));
  return Number(pending.exec(metrics)?.[1] ?? 0);
}

// By hand over the socket: loading node:http would take a third of the total time.
function readMetrics(path: string, token: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    let text = "";
    socket.setEncoding("utf8");
    const limit = setTimeout(() => socket.destroy(), limitMs);
    socket.on("data", (chunk) => {
      text += chunk;
      if (pending.test(text)) socket.destroy();
    });
    socket.on("error", reject);
    socket.on("close", () => {
      clearTimeout(limit);
      resolve(text);
    });
    socket.write(`GET /metrics HTTP/1.0\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`);
  });
}

async function fetchMetrics(url: string, token: string): Promise<string> {
  const response = await fetch(`${url.replace(/\/$/, "")}/metrics`, {
    headers: { authorization: `Bearer ${token}` },
    redirect: "manual",
    signal: AbortSignal.timeout(limitMs),
  });
  return response.text();
}
