/** The headers that a usual request to ask or to answer is told by. */
export interface PlainHeaders {
  host: string | undefined;
  origin: string | undefined;
  authorization: string | undefined;
  prefer: string | undefined;
  "content-type": string | undefined;
  "content-length": string | undefined;
}

/**
 * Reads them from the list as it came, each name with its value after it; Node's own object of all headers costs several times as much. Null
 * where one of them comes twice or the body is sent in an unusual way: then others look at the request.
 */
export function readPlainHeaders(list: readonly string[]): PlainHeaders | null {
  const headers: PlainHeaders = {
    host: undefined,
    origin: undefined,
    authorization: undefined,
    prefer: undefined,
    "content-type": undefined,
    "content-length": undefined,
  };
  for (let index = 0; index < list.length; index += 2) {
    const name = (list[index] ?? "").toLowerCase();
    switch (name) {
      case "host":
      case "origin":
      case "authorization":
      case "prefer":
      case "content-type":
      case "content-length":
        if (headers[name] !== undefined) return null;
        headers[name] = list[index + 1];
        break;
      case "expect":
      case "transfer-encoding":
        return null;
    }
  }
  return headers;
}
