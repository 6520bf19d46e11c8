import { isUtf8 } from "node:buffer";

/** The headers that a request to ask or to answer is told by. */
export interface PlainHeaders {
  host: string | undefined;
  origin: string | undefined;
  authorization: string | undefined;
  prefer: string | undefined;
  "content-type": string | undefined;
  "content-length": string | undefined;
  connection: string | undefined;
}

/** A request to ask or to answer with nothing unusual about it. */
export interface PlainRequest {
  /** The ask that is answered; empty where one is asked. */
  id: string;
  headers: PlainHeaders;
  body: string;
}

const firstLine = /^POST \/v1\/asks(?:\/(ask_[0-9A-Z]{1,100})\/answer)? HTTP\/1\.1\r\n/;
// Names as RFC 9110 has them, values of printable ASCII. The empty line at the end is not part of the text. No two parts of it
// match the same, so that a line which is none is given up in one go.
const nextHeader = /([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*((?:[\x21-\x7e][\t\x20-\x7e]*)?)(?:\r\n|$)/y;
// No usual request comes near it; Node has a limit of its own for the others.
const maxHeadBytes = 8192;
const types = new Set(["application/json", "application/json; charset=utf-8", "application/json;charset=utf-8"]);

/**
 * Reads the bytes of one connection, where they are one whole request that every reader of HTTP would read alike. Null for
 * all others: in pieces, pipelined, with a header twice, in an unusual form, or to another address. Somebody else reads those.
 */
export function createPlainReader(): (bytes: Buffer) => PlainRequest | null {
  // Who calls again says nearly always the same in its headers.
  let known = "";
  let knownHeaders: PlainHeaders | null = null;
  return (bytes) => {
    const end = bytes.indexOf("\r\n\r\n");
    if (end === -1 || end > maxHeadBytes) return null;
    const head = bytes.toString("latin1", 0, end);
    const line = firstLine.exec(head);
    if (line === null) return null;
    const text = head.slice(line[0].length);
    if (text !== known) {
      known = text;
      knownHeaders = readHeaders(text);
    }
    if (knownHeaders === null || end + 4 + Number(knownHeaders["content-length"]) !== bytes.length) return null;
    return isUtf8(bytes) ? { id: line[1] ?? "", headers: knownHeaders, body: bytes.toString("utf8", end + 4) } : null;
  };
}

function readHeaders(text: string): PlainHeaders | null {
  const headers: PlainHeaders = {
    host: undefined,
    origin: undefined,
    authorization: undefined,
    prefer: undefined,
    "content-type": undefined,
    "content-length": undefined,
    connection: undefined,
  };
  nextHeader.lastIndex = 0;
  while (nextHeader.lastIndex < text.length) {
    const [, name = "", value = ""] = nextHeader.exec(text) ?? [];
    const field = name.toLowerCase();
    switch (field) {
      case "host":
      case "origin":
      case "authorization":
      case "prefer":
      case "content-type":
      case "content-length":
      case "connection":
        if (headers[field] !== undefined || value.trimEnd() !== value) return null;
        headers[field] = value;
        break;
      // Not of the form of a header, or one that makes the request another one.
      case "":
      case "expect":
      case "transfer-encoding":
      case "upgrade":
        return null;
    }
  }
  const isUsual =
    /^[1-9]\d{0,9}$/.test(headers["content-length"] ?? "") &&
    types.has(headers["content-type"] ?? "") &&
    /^(?:keep-alive|close)?$/i.test(headers.connection ?? "");
  return isUsual ? headers : null;
}
