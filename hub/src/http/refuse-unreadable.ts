import type { Duplex } from "node:stream";
import type { WireError } from "@yourcall/client";
import { toPlainResponse } from "./plain-response.ts";

const reasons: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, "The headers are longer than the hub takes. Shorten them."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request did not come in time. Send it again."],
};

/** Refuses what Node cannot read as a request, in the form of every other refusal, and closes the connection. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const [status, message] = reasons[error.code ?? ""] ?? [400, "This is no request that the hub can read."];
  const refusal: WireError = { code: "bad-request", message };
  socket.end(toPlainResponse(status, JSON.stringify(refusal), { keepAliveMs: null }).text, () => socket.destroy());
}
