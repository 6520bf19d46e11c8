import { execFile } from "node:child_process";
import { isRecord } from "@yourcall/core/internal";
import { findProgram } from "../find-program.ts";

/** Tailscale on this machine, as far as sharing the page needs it. */
export interface Tailscale {
  /** Null if it is ready; otherwise why it is not, and what to do. */
  problem: { what: string; todo: string } | null;
  /** This machine's name in the tailnet: `desk.tail1234.ts.net`. */
  name: string;
  /** What is served at https://NAME/. */
  served: Served;
}

type Served =
  | { is: "nothing" }
  | { is: "proxy"; to: string }
  /** Something that is not a proxy, in words. */
  | { is: "other"; what: string };

const statusMs = 10_000;

/** The `tailscale` command; null if it is not installed. */
export function findTailscale(env: NodeJS.ProcessEnv = process.env): string | null {
  return findProgram("tailscale", env);
}

/** What Tailscale says of itself and of what it serves. */
export async function readTailscale(program: string): Promise<Tailscale> {
  const status = await read(program, ["status", "--json"]);
  if (status.output === undefined) return notReady("Tailscale does not answer", status.fault);
  const { BackendState: state, Self: self, CertDomains: certificates } = status.output;
  const name = isRecord(self) && typeof self.DNSName === "string" ? self.DNSName.replace(/\.$/, "") : "";
  if (state !== "Running" || name === "")
    return notReady(`Tailscale is not connected (${String(state)})`, "Run `tailscale up`.");
  if (!Array.isArray(certificates) || certificates.length === 0)
    return notReady(
      "HTTPS is not enabled in your tailnet",
      "Enable HTTPS certificates at https://login.tailscale.com/admin/dns.",
      name,
    );
  const serve = await read(program, ["serve", "status", "--json"]);
  if (serve.output === undefined) return notReady("`tailscale serve status` failed", serve.fault, name);
  return { problem: null, name, served: toServed(serve.output, name) };
}

function notReady(what: string, todo: string, name = ""): Tailscale {
  return { problem: { what, todo }, name, served: { is: "nothing" } };
}

/** What the output of `tailscale serve status --json` says about https://NAME/. */
export function toServed(status: Record<string, unknown>, name: string): Served {
  const at = `${name}:443`;
  const part = (value: unknown, key: string) => (isRecord(value) ? value[key] : undefined);
  if (part(status.AllowFunnel, at) === true)
    return { is: "other", what: "Funnel, which makes everything there public on the internet" };
  const forward = part(part(status.TCP, "443"), "TCPForward");
  if (typeof forward === "string") return { is: "other", what: `TCP forwarded to ${forward}` };
  const handler = part(part(part(status.Web, at), "Handlers"), "/");
  if (handler === undefined) return { is: "nothing" };
  const proxy = part(handler, "Proxy");
  return typeof proxy === "string"
    ? { is: "proxy", to: proxy.replace(/\/$/, "") }
    : { is: "other", what: `a handler (${isRecord(handler) ? Object.keys(handler).join(", ") : "unknown"})` };
}

/** The arguments that serve the page, and those that undo exactly that: other paths at this name stay. */
export const serveArguments = (target: string) => ["serve", "--bg", target];
export const unserveArguments = ["serve", "--https=443", "--set-path=/", "off"];

const serveMs = 30_000;

/**
 * Runs `tailscale` with these arguments; null if it succeeds, otherwise what it said. It may wait for a person to allow HTTPS in a browser,
 * so it is ended after 30 s, and its text has the address.
 */
export async function runTailscale(program: string, args: readonly string[]): Promise<string | null> {
  const { failed, text } = await execute(program, args, serveMs);
  return failed ? text : null;
}

type Output = { output: Record<string, unknown>; fault?: undefined } | { output?: undefined; fault: string };

async function read(program: string, args: readonly string[]): Promise<Output> {
  const { failed, text, stdout } = await execute(program, args, statusMs);
  if (failed) return { fault: text };
  try {
    const output: unknown = JSON.parse(stdout);
    return { output: isRecord(output) ? output : {} };
  } catch {
    return { fault: `Its output cannot be read: ${text.slice(0, 200)}` };
  }
}

function execute(program: string, args: readonly string[], timeout: number) {
  return new Promise<{ failed: boolean; text: string; stdout: string }>((resolve) => {
    const options = { timeout, killSignal: "SIGKILL", windowsHide: true } as const;
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      const said = `${stderr}\n${stdout}`.trim();
      const late = error?.killed === true ? `It was still waiting after ${timeout / 1000} s. ` : "";
      resolve({ failed: error !== null, text: `${late}${said === "" ? (error?.message ?? "") : said}`, stdout });
    });
    child.stdin?.end();
  });
}
