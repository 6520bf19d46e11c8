import { STATUS_CODES } from "node:http";
import { httpDate } from "./http-date.ts";
import { jsonHeaders } from "./reply.ts";

/** A response as it goes over its connection. */
export interface PlainResponse {
  text: string;
  /** Whether characters are bytes: most are plain ASCII, which need not be encoded. */
  isAscii: boolean;
}

const fixedLines = toLines(jsonHeaders);

/** `more` are further headers, names and values in turn; `keepAliveMs` is null where the connection ends with it. */
export function toPlainResponse(
  status: number,
  body: string,
  { more = [], keepAliveMs }: { more?: readonly string[] | undefined; keepAliveMs: number | null },
): PlainResponse {
  const length = Buffer.byteLength(body);
  const line = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  const lines = `${fixedLines}content-length: ${length}\r\n${toLines(more)}date: ${httpDate()}\r\n`;
  const last =
    keepAliveMs === null ? "connection: close" : `connection: keep-alive\r\nkeep-alive: timeout=${keepAliveMs / 1000}`;
  return { text: `${line}${lines}${last}\r\n\r\n${body}`, isAscii: length === body.length };
}

function toLines(headers: readonly string[]): string {
  let lines = "";
  for (let index = 0; index < headers.length; index += 2) lines += `${headers[index]}: ${headers[index + 1]}\r\n`;
  return lines;
}
